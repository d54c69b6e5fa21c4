"""Scripts and styles of an exported page: the viewer's modules joined into one, each text with its hash.

The modules have one form of import and one of export, unique names and no ring (tests/js/modules.test.mjs), so that
joining is putting them one after another, without what they say to the type checker. A content policy names every
text by its SHA-256; nothing else may run. Most of them stand in the page packed: it would else be half a megabyte
larger, which is more than a short session is.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inspector import assets

ENTRY = "main.js"
VENDORED = (
    "marked.umd.js",
    "marked-cjk-friendly.js",
    "purify.min.js",
    "highlight.min.js",
    "uPlot.iife.min.js",
    "d3-hierarchy.min.js",
)
STYLES = ("base.css", "session.css", "entry.css", "views.css", "../vendor/uPlot.min.css", "export.css")
_IMPORT = re.compile(r'^import \{ [^}]+ \} from "\./([a-z0-9-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
# A comment of its own lines. No text of a module goes over a line end (tests/js/modules.test.mjs): it is one indeed.
_DOC_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_BREAKS_OUT = re.compile(r"<(?:(!)(?=--)|(s)(?=cript)|(/)(?=script))", re.IGNORECASE)
_SPELLED = {"!": r"\x21", "s": r"\x73", "S": r"\x53", "/": r"\x2f"}


@dataclass(frozen=True, slots=True)
class Inline:
    """A text that stands in the page itself. ``source`` is how a content policy names it."""

    text: bytes
    source: str


def inline(text: str) -> Inline:
    """``text`` with the hash that allows it."""
    data = text.encode("utf-8")
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode("ascii")
    return Inline(data, f"'sha256-{digest}'")


@cache
def early() -> Inline:
    """The script that runs before the first paint."""
    return inline(script_text((assets.static() / "early.js").read_text("utf-8")))


@cache
def unpack() -> Inline:
    """The script that unpacks the others and has them run."""
    return inline(script_text((assets.static() / "unpack.js").read_text("utf-8")))


def packed(script: Inline) -> bytes:
    """``script`` in gzip and base64: a third of its size."""
    return base64.b64encode(gzip.compress(script.text, 9, mtime=0))


@cache
def packed_all() -> tuple[bytes, ...]:
    """Libraries and viewer, packed, in the order in which they run; the viewer, a module, is the last."""
    return tuple(packed(script) for script in (*vendored(), module()))


@cache
def vendored() -> tuple[Inline, ...]:
    """The carried libraries, in the order in which they are loaded."""
    folder = assets.static() / "vendor"
    return tuple(inline(script_text((folder / name).read_text("utf-8"))) for name in VENDORED)


@cache
def module() -> Inline:
    """The viewer as one module."""
    return inline(script_text(joined(assets.static() / "js", ENTRY)))


@cache
def styles() -> Inline:
    """All styles of the page."""
    folder = assets.static() / "css"
    text = "\n".join((folder / name).read_text("utf-8") for name in STYLES)
    if "</" in text:
        raise ValueError("a style sheet holds '</' and cannot stand inside a page")
    return inline(text)


def joined(folder: Path, entry: str) -> str:
    """The module ``entry`` and all that it needs as one text: what is needed first, no imports, no exports, no types.
    Raises ``ValueError`` for an import in a form that joining does not know, or a ring of imports."""
    texts: dict[str, str] = {}
    wanted = [entry]
    for name in wanted:
        if name not in texts:
            texts[name] = (folder / name).read_text("utf-8")
            wanted.extend(_IMPORT.findall(texts[name]))
    order: list[str] = []
    while len(order) < len(texts):
        ready = [
            name
            for name, text in texts.items()
            if name not in order and set(_IMPORT.findall(text)) <= {*order}
        ]
        if not ready:
            raise ValueError(f"modules import in a ring: {', '.join(texts.keys() - {*order})}")
        order.extend(ready)
    return "\n".join(_bare(name, texts[name]) for name in order)


def _bare(name: str, text: str) -> str:
    text = _DOC_COMMENT.sub("", _EXPORT.sub("", _IMPORT.sub("", text)))
    if re.search(r"^(?:import|export)\b", text, re.MULTILINE):
        raise ValueError(f"{name} imports or exports in a form that cannot be joined")
    return text


def script_text(text: str) -> str:
    """A script that can stand inside a page: ``<!--``, ``<script`` and ``</script`` get an escape in place of their
    second character, which means the same in every string, template and regular expression."""
    return _BREAKS_OUT.sub(lambda match: "<" + _SPELLED[match[0][1]], text)
