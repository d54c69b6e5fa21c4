"""A JSON reader with its own stack, for values nested deeper than recursive readers go.

``JSON.parse`` has no limit of depth. This reader is slow and used only where the standard one gives up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None}
_OPEN = object()
_EMPTY = object()  # stands where the key would: the container closed at once


def parse_deep(text: str, to_int: Callable[[str], Any], to_float: Callable[[str], Any]) -> Any:
    """The value of ``text``; raises ``json.JSONDecodeError`` as the standard reader does."""
    return _Reader(text, to_int, to_float).read()


class _Reader:
    def __init__(self, text: str, to_int: Callable[[str], Any], to_float: Callable[[str], Any]) -> None:
        self.text = text
        self.at = 0
        self.to_int = to_int
        self.to_float = to_float

    def read(self) -> Any:
        value = self._value()
        self._space()
        if self.at != len(self.text):
            raise self._error("Extra data")
        return value

    def _error(self, message: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(message, self.text, self.at)

    def _space(self) -> str:
        match = _SPACE.match(self.text, self.at)
        assert match is not None  # the pattern matches the empty string
        self.at = match.end()
        return self.text[self.at : self.at + 1]

    def _value(self) -> Any:
        boxes: list[tuple[Any, Any]] = []  # open containers with the key their next value belongs to
        while True:
            value = self._begin()
            if value is _OPEN:
                boxes.append(self._open())
                if boxes[-1][1] is not _EMPTY:
                    continue
                value = boxes.pop()[0]
            while boxes:
                box, key = boxes.pop()
                if isinstance(box, list):
                    box.append(value)
                else:
                    box[key] = value
                if not self._closed(box):
                    boxes.append((box, self._key() if isinstance(box, dict) else ""))
                    break
                value = box
            else:
                return value

    def _begin(self) -> Any:
        """A scalar, or the mark that a container begins here."""
        head = self._space()
        if head == '"':
            value, self.at = scanstring(self.text, self.at + 1, True)
            return value
        if head in ("{", "["):
            return _OPEN
        match = _NUMBER.match(self.text, self.at)
        if match:
            self.at = match.end()
            whole, fraction, exponent = match.groups()
            return self.to_float(match.group()) if fraction or exponent else self.to_int(whole)
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        raise self._error("Expecting value")

    def _open(self) -> tuple[Any, Any]:
        curly = self.text[self.at] == "{"
        self.at += 1
        if self._space() == ("}" if curly else "]"):
            self.at += 1
            return ({} if curly else []), _EMPTY
        return ({}, self._key()) if curly else ([], "")

    def _key(self) -> str:
        if self._space() != '"':
            raise self._error("Expecting property name enclosed in double quotes")
        key, self.at = scanstring(self.text, self.at + 1, True)
        if self._space() != ":":
            raise self._error("Expecting ':' delimiter")
        self.at += 1
        return str(key)

    def _closed(self, box: Any) -> bool:
        head = self._space()
        if head == ("}" if isinstance(box, dict) else "]"):
            self.at += 1
            return True
        if head != ",":
            raise self._error("Expecting ',' delimiter")
        self.at += 1
        return False
