"""Decoded entries as a page gets them: long texts cut, images named instead of sent, depth and size bounded.

A page must not choke on one entry, whatever it holds, and nothing is dropped in silence: every cut is listed
with its path, and the whole is there on request (``text_at``, ``image_at``, the raw line). Nothing recurses.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

TEXT_LIMIT = 20_000  # characters of one string
ENTRY_LIMIT = 400_000  # characters of all strings of one value; what comes later is cut to SHORT
SHORT = 200
DEPTH_LIMIT = 60
NODE_LIMIT = 30_000
KEY_LIMIT = 500  # characters of a property name
CUTS_LIMIT = 2_000

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Shaped:
    """A value fit for a page. ``cuts``: ``{"path", "chars"}`` for a text cut short (``chars``: its whole length),
    ``{"path", "tooDeep"}`` or ``{"path", "tooLarge"}`` where a container was left out."""

    value: Any
    cuts: list[dict[str, Any]] = field(default_factory=list)


def shape(value: Any, images: dict[int, int | None] | None = None) -> Shaped:
    """A bounded copy of a decoded JSON value. Image blocks become ``{"type": "image", "mimeType", "bytes", "cut":
    true, "index"}``; ``images`` gives the index by identity of the block, else they are counted in order."""
    return _Shaper(number_images(value) if images is None else images).run(value)


def image_blocks(value: Any) -> list[dict[str, Any]]:
    """Image blocks with data anywhere inside a decoded value, in document order."""
    found: list[dict[str, Any]] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if _is_image(item):
                found.append(item)
            else:
                stack.extend(reversed(item.values()))
        elif isinstance(item, list):
            stack.extend(reversed(item))
    return found


def number_images(value: Any) -> dict[int, int | None]:
    """{identity of an image block: its number in document order}."""
    return {id(block): number for number, block in enumerate(image_blocks(value))}


def match_images(message: Any, entry: Any) -> dict[int, int | None]:
    """Numbers for the image blocks of a message, as they are counted in the entry it came from; None where the
    entry has no such image (an edit replaced it)."""
    known: dict[Any, int] = {}
    for number, block in enumerate(image_blocks(entry)):
        known.setdefault(block["data"], number)
    return {id(block): known.get(block["data"]) for block in image_blocks(message)}


def text_at(value: Any, path: list[Any]) -> str:
    """The string at ``path`` (property names and positions). ``KeyError`` where there is none."""
    for step in path:
        by_name = isinstance(value, dict) and isinstance(step, str) and step in value
        by_place = isinstance(value, list) and type(step) is int and 0 <= step < len(value)
        if not (by_name or by_place):
            raise KeyError(step)
        value = value[step]
    if not isinstance(value, str):
        raise KeyError("no text there")
    return value


@dataclass(frozen=True, slots=True)
class Picture:
    """Bytes that begin like the picture ``mime`` says; ``mime`` is ours, never the file's word."""

    mime: str
    data: bytes


class NoPicture(Exception):
    """An image cannot be shown; the message says why, fit for a page."""


PICTURE_LIMIT = 24 << 20  # bytes; no camera or screen makes larger ones


def picture_at(entry: Any, index: int) -> Picture:
    """The image with this number in a decoded entry. Raises ``KeyError`` where there is none with that number and
    ``NoPicture`` where it is no PNG, JPEG, GIF or WebP (SVG can carry scripts and is never shown)."""
    blocks = image_blocks(entry)
    if not 0 <= index < len(blocks):
        raise KeyError(index)
    stored = blocks[index]["data"]
    if len(stored) > PICTURE_LIMIT * 4 // 3 + 4:
        raise NoPicture(f"the image is larger than {PICTURE_LIMIT >> 20} MB and is not shown")
    try:
        data = base64.b64decode(stored.encode("ascii"), validate=False)
    except (ValueError, binascii.Error) as error:
        raise NoPicture("the image data are not base64") from error
    mime = _magic(data)
    if mime is None:
        raise NoPicture("the data are no PNG, JPEG, GIF or WebP image (SVG is never shown)")
    return Picture(mime, data)


def _magic(data: bytes) -> str | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def _is_image(item: dict[Any, Any]) -> bool:
    return item.get("type") == "image" and isinstance(item.get("data"), str)


class _Shaper:
    def __init__(self, images: dict[int, int | None]) -> None:
        self.images = images
        self.cuts: list[dict[str, Any]] = []
        self.nodes = 0
        self.chars = 0
        self.stack: list[tuple[Iterator[tuple[Any, Any]], Any, Path]] = []

    def run(self, value: Any) -> Shaped:
        top: list[Any] = []
        self.stack.append((iter([("", value)]), top, ()))
        while self.stack:
            pairs, box, path = self.stack[-1]
            for key, item in pairs:
                here = path if box is top else (*path, key)
                shaped = self._item(item, here)
                if isinstance(box, list):
                    box.append(shaped)
                else:
                    box[key] = shaped
                if self.stack[-1][1] is not box:
                    break  # a container was opened: fill it first
            else:
                self.stack.pop()
        return Shaped(top[0], self.cuts)

    def _item(self, item: Any, path: Path) -> Any:
        self.nodes += 1
        if isinstance(item, str):
            return self._text(item, path)
        if isinstance(item, dict):
            if _is_image(item):
                return self._image(item)
            return self._open(item, path, {})
        if isinstance(item, list):
            return self._open(item, path, [])
        return item

    def _open(self, item: Any, path: Path, box: Any) -> Any:
        if not item:
            return box
        if len(path) >= DEPTH_LIMIT:
            self._cut(path, "tooDeep", True)
            return {"tooDeep": True}
        if self.nodes + len(item) > NODE_LIMIT:
            self._cut(path, "tooLarge", True)
            return {"tooLarge": True}
        pairs = (
            ((self._key(key), inner) for key, inner in item.items())
            if isinstance(item, dict)
            else enumerate(item)
        )
        self.stack.append((iter(pairs), box, path))
        return box

    def _key(self, key: str) -> str:
        self.chars += len(key)
        return key if len(key) <= KEY_LIMIT else key[: KEY_LIMIT - 1] + "…"

    def _text(self, text: str, path: Path) -> str:
        limit = TEXT_LIMIT if self.chars < ENTRY_LIMIT else SHORT
        self.chars += min(len(text), limit)
        if len(text) <= limit:
            return text
        self._cut(path, "chars", len(text))
        return text[:limit]

    def _image(self, item: dict[str, Any]) -> dict[str, Any]:
        mime = item.get("mimeType")
        return {
            "type": "image",
            "mimeType": mime[:SHORT] if isinstance(mime, str) else None,
            "bytes": len(item["data"]) * 3 // 4,
            "cut": True,
            "index": self.images.get(id(item)),
        }

    def _cut(self, path: Path, what: str, value: Any) -> None:
        if len(self.cuts) < CUTS_LIMIT:
            self.cuts.append({"path": list(path), what: value})
