"""The proof: what was written is read again as its readers will read it, and nothing that must not leave may be in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from inspector.export.parts import ExportOptions
from inspector.redaction.audit import LIMIT, Audit, Residual
from inspector.redaction.engine import Redactor

BLOCK = 1 << 20  # bytes of lines that are searched at once
OVERLAP = 20  # lines that two neighbouring blocks of a transcript share
_ESCAPE = re.compile(rb"\\([!-/:-@\[-`{-~])")
_HEADING = re.compile(rb"### .* \xc2\xb7 `([^`]{1,40})`\Z")
_DATA = re.compile(rb'<script type="application/json" id="([a-z0-9-]+)">(.*)</script>\n\Z')


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an artefact: the number of its first line, its bytes, how they are to be read (``Audit.residuals``), a
    name where it has one."""

    first: int
    data: bytes
    form: str = "text"
    name: str = ""
    stored: bytes = b""  # the bytes as they stand, where ``data`` is without our own words


@dataclass(slots=True)
class Residue(Exception):
    """An artefact holds what must not leave; it never gets its name."""

    found: list[Residual]


def needs_proof(options: ExportOptions) -> bool:
    """False only where nothing was to be masked."""
    return options.redact or "identity" not in options.parts


def prove(part: Path, redactor: Redactor | None, to: str, facts: Iterable[str] = ()) -> None:
    """Raise ``Residue`` where the artefact at ``part``, of format ``to``, still holds something. ``facts``: what we say
    ourselves (hashes, times, the new id), which a pattern of the user's may well match."""
    if redactor is None:
        return
    redactor.activate()
    if to in ("markdown", "report"):
        blocks = _with_plain(_lines(part, OVERLAP))
    elif to == "html":
        blocks = _elements(part)
    elif to == "manifest":
        blocks = iter([Block(1, part.read_bytes(), "json")])
    else:
        blocks = _values(_lines(part, 0), to)
    if found := list(islice(_searched(_theirs(blocks, redactor, to), redactor, facts), LIMIT)):
        raise Residue(found)


def _theirs(blocks: Iterator[Block], redactor: Redactor, to: str) -> Iterator[Block]:
    """The blocks; without our own words where the user has values or patterns, which may match them."""
    if not (redactor.options.enabled and (redactor.options.known or redactor.options.patterns)):
        yield from blocks
        return
    from inspector.export.ownwords import without_own

    for block in blocks:
        bare = without_own(block.data, block.form, block.name, to)
        yield replace(block, data=bare, stored=block.data)


def _searched(blocks: Iterator[Block], redactor: Redactor, facts: Iterable[str]) -> Iterator[Residual]:
    """What is found in the blocks, each place once."""
    audit = Audit(redactor, facts=facts)
    told: dict[tuple[str, int, str], None] = {}
    for block in blocks:
        for one in audit.residuals(block.data, block.form):
            line = block.first + (0 if block.name else one.place.line - 1)
            field = block.name or one.place.field
            if (one.rule, line, field) not in told:
                told[one.rule, line, field] = None
                entry = one.place.entry or _headed(block, one.place.line)
                yield Residual(one.rule, one.place._replace(line=line, field=field, entry=entry), one.hint)


def _headed(block: Block, line: int) -> str:
    """The entry whose heading stands above a line of a transcript; "" where there is none in the block."""
    if block.form != "text":
        return ""
    above = (block.stored or block.data).split(b"\n")[: max(line, 1)]
    found = next((match for raw in reversed(above) if (match := _HEADING.match(raw))), None)
    return found[1].decode("utf-8", "replace") if found else ""


def _lines(part: Path, overlap: int) -> Iterator[Block]:
    """Lines in blocks, so that an artefact of any size is never held whole."""
    with open(part, "rb") as stream:
        held: list[bytes] = []
        first, size = 1, 0
        for raw in stream:
            held.append(raw)
            size += len(raw)
            if size >= BLOCK:
                yield Block(first, b"".join(held))
                shared = min(overlap, len(held) - 1)
                first += len(held) - shared
                held, size = held[len(held) - shared :], 0
        if held:
            yield Block(first, b"".join(held))


def _with_plain(blocks: Iterator[Block]) -> Iterator[Block]:
    """A transcript as it stands, and as it reads without the backslashes that keep signs from meaning anything."""
    for block in blocks:
        yield block
        if b"\\" in block.data:
            yield Block(block.first, _ESCAPE.sub(rb"\1", block.data))


def _values(blocks: Iterator[Block], to: str) -> Iterator[Block]:
    """Lines of JSON; of a list of messages, which stand one on a line, without what joins them."""
    for block in blocks:
        data = block.data
        if to == "json":
            data = data.removeprefix(b"[") if block.first == 1 else data
            data = (data.removesuffix(b"]\n") if data.endswith(b"}]\n") else data).replace(b"},\n", b"}\n")
        yield replace(block, data=data, form="json")


def _elements(part: Path) -> Iterator[Block]:
    """A page: its data elements, which stand one on a line, and the rest of it but for lines that every page has."""
    from inspector.export import page_frame

    own, rest = page_frame.own_lines(), []
    with open(part, "rb") as stream:
        for number, raw in enumerate(stream, 1):
            match = _DATA.match(raw)
            if match:
                yield Block(number, match[2], "json", match[1].decode("ascii"))
            rest.append(b"\n" if match or raw in own else raw)
    yield Block(1, b"".join(rest), "page")
