"""The frame of an exported page: policy, styles, title, the note to its reader, scripts. All words escaped by Jinja.

The template marks with comments where texts go in that must stand there as they are (scripts, styles): no word of a
session can look like such a mark, since it comes out escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from inspector import __version__, assets
from inspector.export import page_script
from inspector.export.page_script import Inline

_TEMPLATE = "export.html"
_MARK = "<!--[{}]-->"


@dataclass(frozen=True, slots=True)
class Named:
    """A part that was left out, or a rule that masked something: its words where it has some, and how often."""

    name: str
    words: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Total:
    """A total of what is exported, for a reader without scripts: its name in both languages, and the number in words."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """What the reader of a page is told on top. ``file`` and ``sha256``: the source as it may be named; ``when``: time
    of the export in words; ``text``: lines of the exporter's own; ``exported`` of ``total`` entries are in the page,
    ``whole`` where they are the whole file; ``masked``: places, by ``rules``;
    ``totals``: what can be told without scripts."""

    title: str
    file: str
    sha256: str
    when: str
    exported: int
    total: int
    whole: bool
    by: str = ""
    text: Sequence[str] = ()
    left_out: Sequence[Named] = ()
    redacted: bool = True
    masked: int = 0
    rules: Sequence[Named] = ()
    totals: Sequence[Total] = ()
    version: str = field(default=__version__)


def frame(note: Note) -> tuple[bytes, bytes]:
    """What stands before and what stands behind the data elements of a page."""
    scripts = (*page_script.vendored(), page_script.module())
    packed = page_script.packed_all()
    page = (
        _environment()
        .get_template(_TEMPLATE)
        .render(
            note=note,
            lang="en",
            policy=policy((page_script.early(), page_script.unpack(), *scripts), page_script.styles()),
            icon=icon(),
        )
    )
    before, rest = page.split(_MARK.format("early"))
    between, rest = rest.split(_MARK.format("styles"))
    body, behind = rest.split(_MARK.format("scripts"))
    pieces = [
        *(_utf8(before), _element("script", page_script.early())),
        *(_utf8(between), _element("style", page_script.styles()), _utf8(body)),
        *(_packed(text) for text in packed[:-1]),
        _packed(packed[-1], ' data-module="1"'),
        # The scripts may start while the browser still reads the data behind them.
        _element("script", page_script.unpack()),
    ]
    return b"".join(pieces), _utf8(behind)


@cache
def own_lines() -> frozenset[bytes]:
    """Lines of the frame that are the same in every page: there is nothing of a session in them."""
    before, behind = frame(Note("", "", "", "", 0, 0, True))
    return frozenset((before + behind).splitlines(keepends=True))


def icon() -> str:
    """The page's icon as a URL that loads nothing."""
    return "data:image/svg+xml," + quote((assets.static() / "icon.svg").read_text("utf-8").strip())


def policy(scripts: Iterable[Inline], styles: Inline) -> str:
    """The content policy: these scripts and styles, pictures that the page makes itself, and nothing else at all."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src " + " ".join(script.source for script in scripts),
            f"style-src {styles.source}",
            "img-src blob: data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(assets.templates()), autoescape=True, undefined=StrictUndefined
    )


def _element(tag: str, content: Inline) -> bytes:
    return f"<{tag}>".encode("ascii") + content.text + f"</{tag}>\n".encode("ascii")


def _packed(text: bytes, attributes: str = "") -> bytes:
    return f'<script type="application/gzip"{attributes}>'.encode("ascii") + text + b"</script>\n"


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")  # half a surrogate pair is no character
