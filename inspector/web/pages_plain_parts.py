"""What bodies of the plain transcript are made of: texts cut to fit with a way to the whole, JSON, pictures, links.

One ``Pieces`` is one entry. It keeps count of what it has shown, so that no entry makes a page of a hundred too large.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from inspector.jsontext import dumps
from inspector.session.blocks import NoPicture, number_images, picture_at, shape
from inspector.session.preview import call_line, one_line
from inspector.web.pages_frame import Frame, address, entry_name
from inspector.web.pages_text import Part, parts, plain, sentence

Values = dict[str, Any]
Path = tuple[str | int, ...]

SHOWN = 3_000  # characters of one text
LINES = 60
ENTRY = 15_000  # characters of all texts of one entry; what comes later is cut to LEAST
LEAST = 300
BLOCKS = 60  # parts of one message
_DIFF_LINES = 400  # of one side
_COLOURS = re.compile(r"\x1b\[[0-9;:]*m")


class Pieces:
    """Blocks for the template, each a dict with ``is``; ``entry`` is the decoded value at ``row``."""

    def __init__(self, frame: Frame, row: int, entry: Any) -> None:
        self.frame, self.row, self.entry = frame, row, entry
        self._left = ENTRY
        self._images = number_images(entry)

    # -- texts -------------------------------------------------------------------------------------------

    def text(self, text: str, path: Path, mono: bool = False, terminal: bool = False) -> Values:
        """A text of the entry at ``path``; colours of a ``terminal`` are left out."""
        end = self._end(text)
        self._left -= end
        shown = text[:end]
        if terminal:
            shown = _COLOURS.sub("", shown).replace("\r\n", "\n")
        more = self._more(text, end, path) if end < len(text) else None
        return {"is": "text", "mono": mono or terminal, "parts": parts(shown), "more": more}

    def json(self, value: Any) -> Values:
        """A value as JSON; what does not fit stands in the stored line."""
        shaped = shape(value, self._images)
        text = dumps(shaped.value, indent=True).decode("utf-8", "replace")
        shown = text[: self._end(text)]
        self._left -= len(shown)
        more = None
        if len(shown) < len(text) or shaped.cuts:
            more = {"note": self.frame.say("plain.left-out") if shaped.cuts else None, **self.raw()}
        return {"is": "text", "mono": True, "parts": parts(shown), "more": more}

    def raw(self) -> Values:
        """The way to the stored line."""
        return {"text": self.frame.say("plain.raw"), "href": self._address(None)}

    def _end(self, text: str) -> int:
        limit = min(len(text), max(LEAST, min(SHOWN, self._left)))
        at = -1
        for _ in range(LINES):
            at = text.find("\n", at + 1, limit)
            if at < 0:
                break
        end = limit if at < 0 else at
        # A few characters more are better than a link to them.
        return len(text) if len(text) - end < 120 and at < 0 else end

    def _more(self, text: str, shown: int, path: Path) -> Values:
        say = self.frame.say
        note = say("plain.shown", shown=shown, n=len(text))
        return {"note": note, "text": say("plain.all", n=len(text)), "href": self._address(path)}

    def _address(self, path: Path | None) -> str:
        query = {"row": str(self.row)}
        if path is not None:
            query["path"] = json.dumps(path)
        return address(self.frame.key, "plain/text", query)

    # -- other parts -------------------------------------------------------------------------------------

    def note(self, name: str, **params: Any) -> Values:
        """A muted sentence of ours."""
        return {"is": "note", "parts": sentence(self.frame.say(name, **params))}

    def about(self, name: str, target: int, stored: Any = None) -> Values:
        """A sentence of ours that names the entry at ``target``, as a link; ``stored`` where it is not there (-1)."""
        frame = self.frame
        if target >= 0:
            line = frame.session.cols.line[target]
            words = frame.say(name, line=f"L{line}")
            return {"is": "line", "parts": sentence(words, {str(line): self.entry_address(target)})}
        named = one_line(stored, 60) if isinstance(stored, str) and stored.strip() else ""
        words = frame.say(name, line=f"“{named}”" if named else frame.say("plain.body.nowhere"))
        return {"is": "line", "parts": parts(words)}

    def said(self, text: str) -> Values:
        """A short text of the entry as a line."""
        return {"is": "line", "parts": parts(one_line(text, 400))}

    def fold(self, title: str, blocks: list[Values], aside: str = "") -> Values:
        """Blocks behind a heading that opens; ``aside`` is text of the entry."""
        return {"is": "fold", "title": plain(title), "aside": parts(one_line(aside, 120)), "blocks": blocks}

    def image(self, block: Values) -> Values:
        """A picture by name, with a link where its bytes begin like one that a browser may show."""
        data, kind = block.get("data"), block.get("mimeType")
        stored = data if isinstance(data, str) else ""
        say = self.frame.say
        named = plain(one_line(kind, 60)) if isinstance(kind, str) and kind.strip() else ""
        size = bytes_text(len(stored) * 3 // 4)
        text = say("plain.body.image", type=named or say("plain.body.image-type-none"), size=size)
        number = self._images.get(id(block))
        known = number is not None and _is_picture(stored)
        href = f"/api/s/{self.frame.key}/image?row={self.row}&index={number}" if known else None
        return {"is": "image", "text": text, "href": href}

    def call(self, name: Any, arguments: Any, end: list[Part], blocks: list[Values]) -> Values:
        """The card of a tool call."""
        called = name if isinstance(name, str) and name.strip() else self.frame.say("plain.body.no-name")
        _, _, about = call_line(called, arguments).partition(": ")
        return {
            "is": "call",
            "name": plain(one_line(called, 80)),
            "about": parts(one_line(about, 200)),
            "end": end,
            "blocks": blocks,
        }

    def difference(self, old: str, new: str) -> Values:
        """What an edit changes, line by line."""
        lines = list(_changes(old.splitlines(), new.splitlines()))
        shown = lines[: LINES * 2]
        self._left -= sum(map(len, shown))
        more = self.raw() if len(lines) > len(shown) or _long(old) or _long(new) else None
        return {
            "is": "diff",
            "lines": [{"sign": line[:1], "parts": parts(line[:500] or " ")} for line in shown],
            "more": more,
        }

    def entry_address(self, row: int) -> str:
        """The page of the plain transcript that holds an entry."""
        query = {"entry": entry_name(self.frame.session, row)}
        return address(self.frame.key, "plain", query)

    def place(self, name: str, row: int) -> list[Part]:
        """A few words of ours about an entry, as a link to it."""
        line = self.frame.session.cols.line[row]
        return [Part("link", self.frame.say(name, line=f"L{line}"), self.entry_address(row))]


def _is_picture(data: str) -> bool:
    """Do the bytes begin like a picture that the image route shows? Only its start is looked at."""
    try:
        picture_at({"type": "image", "data": data[:64]}, 0)
    except NoPicture:
        return False
    return True


def _long(text: str) -> bool:
    return text.count("\n") > _DIFF_LINES


def _changes(old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    one, two = list(old)[:_DIFF_LINES], list(new)[:_DIFF_LINES]
    for line in difflib.unified_diff(one, two, n=2, lineterm=""):
        if not line.startswith(("---", "+++")):
            yield line


def bytes_text(n: int) -> str:
    """A size for people."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= size:
            return f"{n / size:.1f} {unit}"
    return f"{n} B"


def token_text(n: float) -> str:
    """Tokens in short: 950, 12.3k, 1.20M."""
    if n - n != 0.0:
        return "?"
    size = abs(n)
    if size < 1_000:
        return f"{n:g}"
    if size < 100_000:
        return f"{n / 1_000:.1f}k"
    return f"{n / 1_000:.0f}k" if size < 1_000_000 else f"{n / 1_000_000:.2f}M"


def cost_text(dollars: float) -> str:
    """US dollars: four places below one dollar, two above."""
    if dollars - dollars != 0.0:
        return "?"
    if not dollars:
        return "$0"
    return f"${dollars:,.2f}" if abs(dollars) >= 1 else f"${dollars:,.4f}"
