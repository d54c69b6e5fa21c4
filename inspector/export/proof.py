"""The proof: what was written is read again as its readers will read it, and nothing that must not leave may be in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from inspector.export.parts import ExportOptions
from inspector.redaction.audit import LIMIT, Residual, audit_bytes
from inspector.redaction.engine import Redactor

BLOCK = 1 << 20  # bytes of lines that are searched at once
OVERLAP = 20  # lines that two neighbouring blocks of a transcript share
_ESCAPE = re.compile(rb"\\([!-/:-@\[-`{-~])")


# In front of values, so that they are read as lines of JSON whatever the first one is.
_JSON = b"{}\n"
_DATA = re.compile(rb'<script type="application/json" id="([a-z0-9-]+)">(.*)</script>\n\Z')


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an artefact: the number of its first line, its bytes, a name where it has one."""

    first: int
    data: bytes
    name: str = ""


@dataclass(slots=True)
class Residue(Exception):
    """An artefact holds what must not leave; it never gets its name."""

    found: list[Residual]


def needs_proof(options: ExportOptions) -> bool:
    """False only where nothing was to be masked."""
    return options.redact or "identity" not in options.parts


def prove(part: Path, redactor: Redactor | None, to: str) -> None:
    """Raise ``Residue`` where the artefact at ``part``, of format ``to``, still holds something."""
    if redactor is None:
        return
    redactor.activate()
    if to == "markdown":
        blocks = _with_plain(_lines(part, OVERLAP))
    elif to == "html":
        blocks = _elements(part)
    else:
        blocks = _values(_lines(part, 0), to)
    if found := list(islice(_searched(blocks, redactor), LIMIT)):
        raise Residue(found)


def _searched(blocks: Iterator[Block], redactor: Redactor) -> Iterator[Residual]:
    """What is found in the blocks, each place once."""
    own = _own_texts()
    told: dict[tuple[str, int, str], None] = {}
    for block in blocks:
        for one in audit_bytes(block.data, redactor, own):
            line, field = one.place.line + block.first - 1, block.name or one.place.field
            if (one.rule, line, field) not in told:
                told[one.rule, line, field] = None
                yield Residual(one.rule, one.place._replace(line=line, field=field), one.hint)


def _own_texts() -> list[bytes]:
    """Scripts, styles and icon of a page, which hold nothing of a session."""
    from inspector.export import page_frame, page_script

    scripts = (page_script.early(), *page_script.vendored(), page_script.module(), page_script.styles())
    return [*(one.text for one in scripts), page_frame.icon().encode("ascii")]


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
        yield Block(block.first - 1, _JSON + data)


def _elements(part: Path) -> Iterator[Block]:
    """A page: its data elements, which stand one on a line, and all the rest of it."""
    rest = []
    with open(part, "rb") as stream:
        for number, raw in enumerate(stream, 1):
            match = _DATA.match(raw)
            if match:
                yield Block(number - 1, _JSON + match[2], match[1].decode("ascii"))
                rest.append(b"\n")
            else:
                rest.append(raw)
    yield Block(1, b"".join(rest))
