"""The proof: what was written is read again as its readers will read it, and searched with the same rules.

JSON lines and JSON are decoded; of a page every script, every embedded block (base64 of gzip, wherever it stands) and
the text outside; anything else is text. Also searched for, everywhere: each value that this run masked anywhere.
"""

from __future__ import annotations

import base64
import binascii
import mmap
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from inspector.evidence.ladder import Decoded, decode
from inspector.redaction.engine import Place, Redactor

LIMIT = 200  # residuals told; one is enough to fail
_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_ID = re.compile(rb"\bid=[\"']?([A-Za-z0-9_-]{1,80})")
_BLOCK = re.compile(r"H4sI[0-9A-Za-z+/]{16,}={0,2}")  # gzip begins so in base64
_TEXT_BLOCK = 1 << 20  # characters of plain text searched at once
_OVERLAP = 1 << 14
_UNPACKED = 256 << 20  # bytes of one embedded block


@dataclass(frozen=True, slots=True)
class Residual:
    """Something that the rules still find. ``place.line`` counts in the artefact; ``hint`` says what to do. Never the
    value."""

    rule: str
    place: Place
    hint: str


def audit_bytes(
    artefact: str | PathLike[str] | bytes | Iterable[bytes], redactor: Redactor, ours: Iterable[bytes] = ()
) -> Iterator[Residual]:
    """What is still found in an artefact (a path, its bytes, or its pieces), at most ``LIMIT``. ``redactor`` is the one
    that made it. ``ours`` are scripts and styles of our own that hold nothing of a session; passed over where a page
    holds exactly them. Raises ``OSError`` where the path cannot be read."""
    auditor = redactor.auditor()
    told = 0
    if isinstance(artefact, (str, PathLike)):
        pieces = _of_path(Path(artefact), frozenset(ours))
    else:
        data = artefact if isinstance(artefact, bytes) else b"".join(artefact)
        pieces = _of_data(data, frozenset(ours))
    for value, place in pieces:
        auditor.value(value, place)
        findings = auditor.report().findings
        for found in findings[told:]:
            yield Residual(found.rule, found.place, hint(found.rule))
            told += 1
            if told >= LIMIT:
                return


def audit_value(value: Any, redactor: Redactor, place: Place | None = None) -> list[Residual]:
    """The same for a decoded value that is about to be shown or sent."""
    auditor = redactor.auditor()
    auditor.value(value, place or Place(0, "", ""))
    return [Residual(found.rule, found.place, hint(found.rule)) for found in auditor.report().findings]


def hint(rule: str) -> str:
    """What a user can do about a residual."""
    if rule == "identity":
        return "a home directory or user name is left; give the name to be masked, or take the part identity along"
    if rule in ("signature", "image", "image-metadata"):
        return "a signature or image metadata is left; leave the parts thinking and images out"
    return (
        "mask it: put the value into a list of known values; or, if it is no secret, put it on the allow list"
    )


def _of_path(path: Path, ours: frozenset[bytes]) -> Iterator[tuple[Any, Place]]:
    with open(path, "rb") as stream:
        if path.stat().st_size == 0:
            return
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield from _of_data(data, ours)


def _of_data(data: bytes | mmap.mmap, ours: frozenset[bytes]) -> Iterator[tuple[Any, Place]]:
    head = bytes(data[:512]).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html", b"<!--")):
        yield from _of_page(data, ours)
    elif head.startswith((b"{", b"[")):
        yield from _of_json(data, "")
    else:
        yield from _of_text(bytes(data), "")


def _of_json(data: bytes | mmap.mmap, field: str) -> Iterator[tuple[Any, Place]]:
    """JSON lines, or one JSON value over many lines; a line that is neither is text."""
    start = line = 0
    size = len(data)
    while start < size:
        end = data.find(b"\n", start)
        end = size if end < 0 else end
        line += 1
        raw = bytes(data[start:end])
        start = end + 1
        if not raw.strip():
            continue
        result = decode(raw)
        if isinstance(result, Decoded):
            yield from _value(result.value, Place(line, _entry(result.value), field))
            continue
        whole = decode(bytes(data)) if line == 1 else None
        if isinstance(whole, Decoded):
            yield from _value(whole.value, Place(1, "", field))
            return
        for text, place in _of_text(raw, field):
            yield text, place._replace(line=line)


def _entry(value: Any) -> str:
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def _value(value: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """A value, and what is packed in its strings. A string that is nothing but a packed block is no text: its base64
    looks like a key now and then."""
    if isinstance(value, str) and _BLOCK.fullmatch(value) and (unpacked := _unpacked(value)):
        yield from _of_json(unpacked, place.field or "block")
        return
    yield value, place
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, str) and "H4sI" in item:
            for block in _BLOCK.findall(item):
                unpacked = _unpacked(block)
                if unpacked:
                    yield from _of_json(unpacked, place.field or "block")


def _unpacked(block: str) -> bytes:
    try:
        packed = base64.b64decode(block + "=" * (-len(block) % 4), validate=True)
        return zlib.decompressobj(wbits=31).decompress(packed, _UNPACKED)
    except (zlib.error, ValueError, binascii.Error):
        return b""


def _of_page(data: bytes | mmap.mmap, ours: frozenset[bytes]) -> Iterator[tuple[Any, Place]]:
    """Scripts one by one, then all the text between them."""
    outside = []
    here = 0
    for number, match in enumerate(_SCRIPT.finditer(data), 1):
        outside.append(bytes(data[here : match.start()]))
        here = match.end()
        attributes, content = match.group(1), match.group(2)
        name = _ID.search(attributes)
        field = name.group(1).decode("ascii") if name else f"script {number}"
        if content in ours:
            continue
        if b"json" in attributes or content[:1] in (b"{", b"[", b'"'):
            yield from _of_json(content, field)
        else:
            yield from _of_text(content, field)
    outside.append(bytes(data[here:]))
    for piece in outside:
        for style in ours:
            piece = piece.replace(style, b"")
        yield from _of_text(piece, "page")


def _of_text(data: bytes, field: str) -> Iterator[tuple[Any, Place]]:
    """Text in pieces that overlap, and what is packed in it."""
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    step = _TEXT_BLOCK
    line = 1
    for start in range(0, len(text), step):
        piece = text[max(0, start - _OVERLAP) : start + step]
        yield piece, Place(line, "", field)
        line += text.count("\n", start, start + step)
    if "H4sI" in text:
        for block in _BLOCK.findall(text):
            if unpacked := _unpacked(block):
                yield from _of_json(unpacked, field or "block")
