"""The decoding ladder: bytes of one line to the value that JavaScript's ``JSON.parse`` gives, or a refusal.

pi decodes its files as UTF-8 with replacement and parses each line with ``JSON.parse``. orjson covers all
common lines; what it refuses is decoded with replacement and read under JavaScript's rules: lone surrogates
are kept, NaN and Infinity are refused, 1e999 is Infinity, integers lose precision beyond 2^53, any depth goes.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

import orjson

from inspector.evidence.deepjson import parse_deep

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')  # or a string, to be passed over
_EXACT = 2**53
_PLAIN_LIMIT = 10**21  # from here on JavaScript writes an exponent; a float says the same in any JSON


@dataclass(frozen=True, slots=True)
class Decoded:
    """A value as ``JSON.parse`` gives it. ``notes`` name what had to be borne: ``repaired-utf8``,
    ``lone-surrogate``, ``too-deep`` (over 1,000 levels, where common readers stop)."""

    value: Any
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that ``JSON.parse`` refuses. ``position`` is the byte in the line where reading ended."""

    message: str
    position: int
    text: str


def decode(raw: bytes) -> Decoded | Refused:
    """The value of one physical line (LF included or not), or why there is none. Never raises."""
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return _decode_slow(raw)
    return Decoded(js_integers(value))


def _decode_slow(raw: bytes) -> Decoded | Refused:
    notes: list[str] = []
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("utf-8", "replace")
        notes.append("repaired-utf8")
    try:
        try:
            value = _DECODER.decode(text)
        except RecursionError:
            value = parse_deep(text, _js_int, float)
            notes.append("too-deep")
    except json.JSONDecodeError as error:
        return Refused(error.msg, byte_position(raw, text, error.pos), text)
    except ValueError as error:
        found = next((one for one in _CONSTANT.finditer(text) if one[0][0] != '"'), None)
        return Refused(str(error), byte_position(raw, text, found.start() if found else 0), text)
    if "\\u" in text and has_surrogate(value):
        notes.append("lone-surrogate")
    return Decoded(value, tuple(notes))


def byte_position(raw: bytes, text: str, position: int) -> int:
    """The byte in ``raw`` at which character ``position`` of its decoded ``text`` begins."""
    if position >= len(text):
        return len(raw)
    if len(raw) == len(text):
        return position  # a byte each; a line can be hundreds of megabytes, so not copied without need
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        # Replacement changes lengths, so the byte is searched: the longest prefix that decodes to no more than
        # `position` characters (a longer prefix never has fewer).
        low, high = 0, len(raw)
        while low < high:
            middle = (low + high + 1) // 2
            if len(raw[:middle].decode("utf-8", "replace")) > position:
                high = middle - 1
            else:
                low = middle
        return low
    return len(text[:position].encode("utf-8"))


def js_integers(value: Any) -> Any:
    """``value`` with every integer beyond 2^53 rounded as a JavaScript number is. Changes it in place."""
    if type(value) is int:
        return _rounded(value)
    stack = [value] if type(value) in (dict, list) else []
    while stack:
        box = stack.pop()
        large = []
        for key, item in box.items() if type(box) is dict else enumerate(box):
            kind = type(item)
            if kind is int:
                if not -_EXACT <= item <= _EXACT:
                    large.append(key)
            elif kind is dict or kind is list:
                stack.append(item)
        for key in large:
            box[key] = _rounded(box[key])
    return value


def has_surrogate(value: Any) -> bool:
    """True when a string or property name inside ``value`` holds half of a surrogate pair."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if _SURROGATE.search(item):
                return True
        elif isinstance(item, dict):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
    return False


def _rounded(number: int) -> int | float:
    return number if -_EXACT <= number <= _EXACT else _js_number(float(number))


def _js_number(number: float) -> int | float:
    return int(number) if number.is_integer() and abs(number) < _PLAIN_LIMIT else number


def _js_int(digits: str) -> int | float:
    # By way of float: exact up to 2^53 as in JavaScript, and Python refuses int() of over 4,300 digits.
    return int(digits) if len(digits) < 16 else _js_number(float(digits))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_int=_js_int, parse_constant=_no_constant)
