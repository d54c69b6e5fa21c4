"""JSON text that never fails: what we print or send, whatever a session file holds.

Numbers that are not finite become null, lone surrogates come out as JSON escapes, integers of any size and
nesting of any depth are written (CONTRACT, machine output).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson

_MAX_SAFE = 2**63 - 1
_BLOCK = 8192  # items of a list that are written at once


def dumps(value: Any, *, indent: bool = False) -> bytes:
    """UTF-8 JSON of ``value`` (dicts with string keys, lists, strings, numbers, booleans, None)."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2 if indent else None)
    except (TypeError, ValueError, RecursionError):
        return "".join(_pieces(value)).encode("utf-8")


def pieces(value: dict[str, Any]) -> Iterator[bytes]:
    """``dumps(value)`` bit by bit. An iterator among the values is written as a list and never held as a whole."""
    lead = b"{"
    for key, item in value.items():
        yield lead + text(key).encode("utf-8") + b":"
        lead = b","
        if isinstance(item, Iterator):
            yield from _blocks(item)
        else:
            yield dumps(item)
    yield b"}" if value else b"{}"


def _blocks(items: Iterator[Any]) -> Iterator[bytes]:
    lead = b"["
    while block := list(islice(items, _BLOCK)):
        yield lead + dumps(block)[1:-1]
        lead = b","
    yield b"[]" if lead == b"[" else b"]"


def text(value: str) -> str:
    """``value`` as a JSON string: readable UTF-8 where possible, escapes for lone surrogates."""
    try:
        return orjson.dumps(value).decode("utf-8")
    except (TypeError, ValueError):
        quoted = json.dumps(value, ensure_ascii=False)
        return "".join(f"\\u{ord(c):04x}" if 0xD800 <= ord(c) <= 0xDFFF else c for c in quoted)


def _scalar(value: Any) -> str:
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return text(value)
    if isinstance(value, int):
        return str(value) if abs(value) <= _MAX_SAFE else _number(float(value))
    if isinstance(value, float):
        return _number(value)
    raise TypeError(f"not a JSON value: {type(value).__name__}")


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else "null"


def _pieces(value: Any) -> Iterator[str]:
    """Depth-first writer with its own stack: recursion would end at about 1,000 levels."""
    stack: list[Iterator[Any]] = [iter([value])]
    closers: list[str] = [""]
    first: list[bool] = [True]
    while stack:
        try:
            item = next(stack[-1])
        except StopIteration:
            stack.pop()
            first.pop()
            yield closers.pop()
            continue
        lead = "" if first[-1] else ","
        first[-1] = False
        if closers[-1] == "}":
            key, item = item
            lead += text(str(key)) + ":"
        if isinstance(item, dict):
            yield lead + "{"
            stack.append(iter(item.items()))
            closers.append("}")
            first.append(True)
        elif isinstance(item, (list, tuple)):
            yield lead + "["
            stack.append(iter(item))
            closers.append("]")
            first.append(True)
        else:
            yield lead + _scalar(item)
