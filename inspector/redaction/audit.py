"""The proof: what was written is read again as its readers will read it, and searched with the same rules.

JSON lines and JSON are decoded; of a page every script, every embedded block (base64 of gzip, wherever it stands) and
the text outside; anything else is text. Also searched for, everywhere: each value that this run masked anywhere.
"""

from __future__ import annotations

import binascii
import mmap
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec

from inspector.evidence.ladder import Decoded, decode
from inspector.jsontext import dumps
from inspector.redaction.engine import Masked, Place, Redactor

LIMIT = 200  # residuals told; one is enough to fail
_SCRIPT = re.compile(rb"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_ID = re.compile(rb"\bid=[\"']?([A-Za-z0-9_-]{1,80})")
_PACKED = b"H4sI"  # gzip begins so in base64
_BLOCK = re.compile(r"H4sI[0-9A-Za-z+/]{16,}={0,2}")
_TEXT_BLOCK = 1 << 16  # characters of plain text searched at once, where a look at all of it woke
_OVERLAP = 1 << 14
_UNPACKED = 256 << 20  # bytes of one packed text that a session holds itself
_FACT = 16  # characters; a shorter one could be a part of something else
_IS_JSON = msgspec.json.Decoder(msgspec.Raw)
Piece = tuple[Any, Place]


@dataclass(frozen=True, slots=True)
class Residual:
    """Something that the rules still find. ``place.line`` counts in the artefact, ``source`` in the session (0: not
    known); ``hint`` says what to do. Never the value."""

    rule: str
    place: Place
    hint: str
    source: int = 0


def audit_bytes(
    artefact: str | PathLike[str] | bytes | Iterable[bytes], redactor: Redactor, ours: Iterable[bytes] = ()
) -> Iterator[Residual]:
    """What is still found in an artefact (a path, its bytes, or its pieces), at most ``LIMIT``. ``redactor`` is the one
    that made it. ``ours`` are scripts and styles of our own that hold nothing of a session; passed over where a page
    holds exactly them. Raises ``OSError`` where the path cannot be read."""
    audit = Audit(redactor, ours)
    if isinstance(artefact, (str, PathLike)):
        with open(artefact, "rb") as stream:
            if Path(artefact).stat().st_size:
                with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    yield from audit.residuals(data)
        return
    yield from audit.residuals(artefact if isinstance(artefact, bytes) else b"".join(artefact))


class Audit:
    """The search through one artefact, which may come in blocks: ``residuals`` of each, at most ``LIMIT`` in all. ``facts``:
    what we say ourselves (hashes, times, a new id), which a pattern or a term of the user's may well match."""

    def __init__(self, redactor: Redactor, ours: Iterable[bytes] = (), facts: Iterable[str] = ()) -> None:
        self._facts = [fact for fact in facts if len(fact) >= _FACT]
        self._auditor = redactor.auditor()
        self._report = self._auditor.report()
        self._ours = frozenset(ours)
        self._told = 0

    def residuals(self, data: bytes | mmap.mmap, form: str = "") -> Iterator[Residual]:
        """What is found in ``data``, whole lines of an artefact. ``form``: "json", "page" or "text"; without it the first
        bytes tell, which only those of a whole artefact can."""
        for value, place in self._pieces(data, form or _form(data)):
            for found in self._findings(value, place):
                if self._told >= LIMIT:
                    return
                self._told += 1
                yield Residual(found.rule, found.place, hint(found.rule))

    def _findings(self, value: Any, place: Place) -> list[Masked]:
        found = self._new(value, place)
        if not found or type(value) is not str or "\n" not in value:
            return found
        # Which line it is; what only several lines show together is told with the first.
        lines = [(line, place._replace(line=place.line + at)) for at, line in enumerate(value.split("\n"))]
        told = [one for line, at in lines for one in self._new(line, at)]
        rules = {one.rule for one in told}
        return [*told, *(one for one in found if one.rule not in rules)]

    def _new(self, value: Any, place: Place) -> list[Masked]:
        before, counts = len(self._report.findings), dict(self._report.counts) if self._facts else {}
        self._auditor.value(value, place)
        if len(self._report.findings) > before and self._facts:
            del self._report.findings[before:]
            self._report.counts = counts  # of a rule that was counted too often no more places are kept
            self._auditor.value(self._without_facts(value), place)
        return self._report.findings[before:]

    def _without_facts(self, value: Any) -> Any:
        text = value if type(value) is str else dumps(value).decode("utf-8", "surrogatepass")
        for fact in self._facts:
            text = text.replace(fact, "")
        if type(value) is str:
            return text
        result = decode(text.encode("utf-8", "surrogatepass"))
        return result.value if isinstance(result, Decoded) else value

    # -- what an artefact is made of -----------------------------------------------------------------------

    def _pieces(self, data: bytes | mmap.mmap, form: str) -> Iterator[Piece]:
        if form == "page":
            return self._of_page(data)
        return self._of_json(data, "") if form == "json" else self._of_text(bytes(data), "")

    def _of_json(self, data: bytes | mmap.mmap, field: str) -> Iterator[Piece]:
        """JSON lines, or one JSON value over many lines; a line that is neither is text."""
        start = line = 0
        size = len(data)
        while start < size:
            end = data.find(b"\n", start)
            end = size if end < 0 else end
            line += 1
            raw = bytes(data[start:end])
            start = end + 1
            if not raw.strip() or self._silent(raw):
                continue
            if raw.startswith(b'"H4sI') and (unpacked := _unpacked(raw[1:].rstrip(b'"\r '), 0)):
                yield from self._of_json(unpacked, field or "block")
                continue
            result = decode(raw)
            if isinstance(result, Decoded):
                yield from self._value(result.value, Place(line, _entry(result.value), field))
                continue
            whole = decode(bytes(data)) if line == 1 else None
            if isinstance(whole, Decoded):
                yield from self._value(whole.value, Place(1, "", field))
                return
            for text, place in self._of_text(raw, field):
                yield text, place._replace(line=line)

    def _silent(self, raw: bytes) -> bool:
        """True where a line is JSON and a look at its strings finds nothing, and nothing packed, in it."""
        if _PACKED in raw:
            return False
        try:
            _IS_JSON.decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return False
        return self._auditor.skips(raw)

    def _value(self, value: Any, place: Place) -> Iterator[Piece]:
        """A value, and what is packed in its strings. A string that is nothing but a packed block is no text: its base64
        looks like a key now and then."""
        if isinstance(value, str) and _BLOCK.fullmatch(value) and (unpacked := _unpacked(value.encode())):
            yield from self._of_json(unpacked, place.field or "block")
            return
        yield value, place
        stack = [value]
        while stack:
            item = stack.pop()
            if isinstance(item, dict):
                stack.extend(item)
                stack.extend(item.values())
            elif isinstance(item, list):
                stack.extend(item)
            elif isinstance(item, str):
                yield from self._packed(item, place.field or "block")

    def _packed(self, text: str, field: str) -> Iterator[Piece]:
        if "H4sI" in text:
            for block in _BLOCK.findall(text):
                if unpacked := _unpacked(block.encode()):
                    yield from self._of_json(unpacked, field)

    def _of_page(self, data: bytes | mmap.mmap) -> Iterator[Piece]:
        """Scripts one by one, then all the text between them."""
        outside = []
        here = 0
        for number, match in enumerate(_SCRIPT.finditer(data), 1):
            outside.append(bytes(data[here : match.start()]))
            here = match.end()
            attributes, content = match.group(1), match.group(2)
            name = _ID.search(attributes)
            field = name.group(1).decode("ascii") if name else f"script {number}"
            if content in self._ours:
                continue
            if b"json" in attributes or content[:1] in (b"{", b"[", b'"'):
                yield from self._of_json(content, field)
            else:
                yield from self._of_text(content, field)
        outside.append(bytes(data[here:]))
        for piece in outside:
            for style in self._ours:
                piece = piece.replace(style, b"")
            yield from self._of_text(piece, "page")

    def _of_text(self, data: bytes, field: str) -> Iterator[Piece]:
        """Text in pieces that overlap, and what is packed in it."""
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = data.decode("utf-8", "replace")
        first, line = 0, 1
        for start in range(0, 0 if self._auditor.quiet(text) else len(text), _TEXT_BLOCK):
            low = max(0, start - _OVERLAP)
            begin = low and (text.find("\n", low, start) + 1 or low)
            line += text.count("\n", first, begin)
            first = begin
            piece = text[begin : start + _TEXT_BLOCK]
            if not self._auditor.quiet(piece):
                yield piece, Place(line, "", field)
        yield from self._packed(text, field or "block")


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
    if rule == "known":
        return "a value of your list, or one masked elsewhere in it, still stands here; take it off the list, or allow it"
    if rule == "pattern":
        return "a pattern of yours still matches here; make it narrower, or allow what it matches"
    return (
        "mask it: put the value into a list of known values; or, if it is no secret, put it on the allow list"
    )


def _form(data: bytes | mmap.mmap) -> str:
    head = bytes(data[:512]).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith((b"<!doctype html", b"<html", b"<!--")):
        return "page"
    return "json" if head.startswith((b"{", b"[")) else "text"


def _entry(value: Any) -> str:
    name = value.get("id") if isinstance(value, dict) else None
    return name if isinstance(name, str) else ""


def _unpacked(block: bytes, limit: int = _UNPACKED) -> bytes:
    """What gzip packed, all members of it, as far as it can be read; b"" where it is none. ``limit`` 0: all of it."""
    data = block.rstrip(b"=")
    data = data[:-1] if len(data) % 4 == 1 else data  # something else stands right behind it
    try:
        packed = binascii.a2b_base64(data + b"=" * (-len(data) % 4), strict_mode=True)
    except binascii.Error:
        return b""
    made: list[bytes] = []
    room = limit
    while packed:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            made.append(unpacker.decompress(packed, room))
        except zlib.error:
            break
        packed = unpacker.unused_data
        room -= len(made[-1]) if limit else 0
        if limit and room <= 0:
            break
    return b"".join(made)
