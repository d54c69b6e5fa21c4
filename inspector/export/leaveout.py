"""Parts that stay at home are taken out of decoded entries, and something says so where they stood.

Entries keep their number, ids and places, so that everything which points at them still does: an entry that would
be empty without its part becomes a ``custom`` entry, which pi keeps and never sends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import re2

LEFT_OUT = "pi-inspector.left-out"  # customType of an entry that stands in for one
_PRIVATE = "[output left out of this export: {0:,} characters]"
_IMAGE = "[image left out of this export: {0}, {1:,} bytes]"
_MIME = re.compile(r"[a-z0-9][a-z0-9.+/-]{0,59}\Z")
_DATA_URL = re.compile(
    r"data:(image/[a-z0-9.+-]{1,40})[a-z0-9;=,.+-]{0,60};base64,([A-Za-z0-9+/=_-]{64,})", re.IGNORECASE
)
_THINKING = frozenset(("thinking", "redacted_thinking"))
_SIGNATURES = ("thinkingSignature", "thoughtSignature", "encrypted_content", "encryptedContent")
_UNSIGNED = frozenset((*_SIGNATURES, "thinking"))
_LONG_URL = 80  # characters; a data URL of a picture is longer
# An entry whose line has none of these holds no part of the kind; an escape may spell a property name in another way.
_ESCAPED, _OF_THINKING, _OF_IMAGES, _OF_OTHERS = range(4)
_SIGNS = (
    r"\\u00",
    r"hinking|ignature|ncrypted",
    r'"image"|base64,|image\\/',
    r"ystem|xcludeFromContext|retainedTail|pi\.share",
)


def _signs() -> re2.Set:
    found = re2.Set.SearchSet()
    for sign in _SIGNS:
        found.Add(sign.encode())
    found.Compile()
    return found


_LOOK = _signs()


class LeaveOut:
    """Takes parts out of entries and counts what it took, by part."""

    def __init__(self, parts: frozenset[str]) -> None:
        self._images, self._thinking = "images" not in parts, "thinking" not in parts
        self._prompt, self._private = "prompt" not in parts, "private" not in parts
        self.idle = not (self._images or self._thinking or self._prompt or self._private)
        self.taken: Counter[str] = Counter()
        self.touched: set[str] = set()  # parts taken since somebody emptied it

    def _take(self, part: str) -> None:
        self.taken[part] += 1
        self.touched.add(part)

    def entry(self, value: Any, raw: bytes) -> Any:
        """``value``, which is changed in place where it has a part, or what stands in for it. ``raw``: its line."""
        if self.idle or not (found := _LOOK.Match(raw)):
            return value
        spelled = _ESCAPED in found
        if type(value) is dict and (spelled or _OF_OTHERS in found):
            value = self._whole(value)
        images = self._images and (spelled or _OF_IMAGES in found)
        thinking = self._thinking and (spelled or _OF_THINKING in found)
        if images or thinking:
            self._walk(value, images, thinking)
        return value

    # -- parts that have their place -----------------------------------------------------------------------

    def _whole(self, entry: dict[str, Any]) -> dict[str, Any]:
        message = entry.get("message")
        role = message.get("role") if type(message) is dict else None
        if self._prompt:
            if role == "system":
                self._take("prompt")
                return stand_in(entry, "prompt")
            if entry.get("systemMessage") is not None:
                self._take("prompt")
                del entry["systemMessage"]
            tail = entry.get("retainedTail")
            if type(tail) is list:
                entry["retainedTail"] = [one for one in tail if not self._is_system(one)]
            if entry.get("customType") == "pi.share" and type(entry.get("data")) is dict:
                self._take("prompt")
                entry["data"] = {
                    key: item for key, item in entry["data"].items() if key not in ("systemPrompt", "tools")
                }
        if self._private:
            self._excluded(message)
            for one in _members(entry.get("retainedTail")):
                self._excluded(one)
        return entry

    def _is_system(self, message: Any) -> bool:
        system = type(message) is dict and message.get("role") == "system"
        if system:
            self._take("prompt")
        return system

    def _excluded(self, message: Any) -> None:
        """Output of ``!!``; the command itself stays."""
        if type(message) is not dict or message.get("role") != "bashExecution":
            return
        if message.get("excludeFromContext") and message.get("output"):
            output = message["output"]
            message["output"] = _PRIVATE.format(len(output) if type(output) is str else 0)
            message.pop("fullOutputPath", None)
            self._take("private")

    # -- parts that may be anywhere ------------------------------------------------------------------------

    def _walk(self, value: Any, images: bool, thinking: bool) -> None:
        stack = [value]
        pop, push = stack.pop, stack.append
        while stack:
            box = pop()
            pairs: Iterable[tuple[Any, Any]]
            if type(box) is dict:
                if thinking and not _UNSIGNED.isdisjoint(box):
                    self._unsigned(box)
                pairs = box.items() if not images else list(box.items())
            elif type(box) is list:
                if thinking:
                    self._thoughts(box)
                pairs = enumerate(box)
            else:
                continue
            for key, item in pairs:
                kind = type(item)
                if kind is dict:
                    if images and (note := _image_note(item)):
                        self._take("images")
                        box[key] = {"type": "text", "text": note}
                    else:
                        push(item)
                elif kind is list:
                    push(item)
                elif images and kind is str and len(item) > _LONG_URL and "base64," in item:
                    box[key] = _DATA_URL.sub(self._url, item)

    def _thoughts(self, box: list[Any]) -> None:
        gone = [at for at, item in enumerate(box) if _is_thinking(item)]
        for at in reversed(gone):
            self._take("thinking")
            del box[at]

    def _unsigned(self, box: dict[str, Any]) -> None:
        for name in _SIGNATURES:
            box.pop(name, None)
        if _is_thinking(box) and type(box.get("thinking")) is str:
            self._take("thinking")
            box["thinking"] = ""

    def _url(self, match: re.Match[str]) -> str:
        self._take("images")
        return _IMAGE.format(match[1].lower(), len(match[2]) * 3 // 4)


def stand_in(entry: dict[str, Any], part: str) -> dict[str, Any]:
    """An entry of type ``custom`` in the place of one that is left out whole."""
    made: dict[str, Any] = {"type": "custom", "customType": LEFT_OUT}
    made.update({key: entry[key] for key in ("id", "parentId", "timestamp") if key in entry})
    return {**made, "data": {"part": part}}


def _is_thinking(item: Any) -> bool:
    return type(item) is dict and type(kind := item.get("type")) is str and kind in _THINKING


def _members(value: Any) -> list[Any]:
    return value if type(value) is list else []


def _image_note(item: dict[str, Any]) -> str | None:
    """The words for an image block, pi's own or one of the shape that providers use; None for anything else."""
    if item.get("type") != "image":
        return None
    data, mime = item.get("data"), item.get("mimeType")
    if type(data) is not str and type(source := item.get("source")) is dict:
        data, mime = source.get("data"), source.get("media_type")
    if type(data) is not str:
        return None
    shown = mime.lower() if type(mime) is str and _MIME.match(mime.lower()) else "of unknown type"
    return _IMAGE.format(shown, len(data) * 3 // 4)
