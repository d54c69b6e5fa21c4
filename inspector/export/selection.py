"""The entries that an export takes, prepared: in order, as pi 1.6.0 reads them, parts left out, then redacted.

A branch is chained anew as pi's own export does: its first entry has no parent, the others hang where they hung. Lines
that pi cannot read do not go along (``not_read`` names them), loops are cut, versions 1 and 2 come out as version 3.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.ladder import Decoded, decode
from inspector.export.leaveout import LeaveOut
from inspector.export.parts import ExportOptions
from inspector.redaction.engine import Place, Redactor
from inspector.session import Session
from inspector.session.versions import CURRENT, needs_rewrite, renames_hook_role

REPAIRED = "repaired-utf8"  # damage of a line that is no UTF-8
SPAN = 1 << 20  # bytes of neighbouring lines read at once
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry on its way out: its row and line in the source, and its value (an object, as a rule)."""

    row: int
    line: int
    entry: Any


def rows(session: Session, options: ExportOptions) -> Sequence[int]:
    """Rows that go out, in order: the path to one entry, or all there are."""
    if options.all_branches:
        return range(session.n)
    return session.tree.path(leaf(session, options))


def leaf(session: Session, options: ExportOptions) -> int:
    """The row whose branch is meant; -1 where there is none."""
    return session.tree.active_leaf if options.branch is None else options.branch


class Selection:
    """What goes out of one session under ``options``, prepared while it is read; ``taken`` counts what was left out, and
    ``left_rows`` has the rows that lost something, by part.
    ``seen`` (by row): what ``redactor`` told of the lines at a glance, empty where nobody asked it."""

    def __init__(
        self,
        session: Session,
        options: ExportOptions,
        redactor: Redactor | None,
        seen: bytes | bytearray = b"",
    ) -> None:
        self.session = session
        self.options = options
        self.redactor = redactor
        self.seen = seen
        self.rows = rows(session, options)
        self._leave = LeaveOut(options.parts)
        self.taken = self._leave.taken
        self.left_rows: dict[str, array[int]] = {}

    @property
    def size(self) -> int:
        """Bytes of the chosen lines in the source."""
        length = self.session.cols.length
        if len(self.rows) == len(length):
            return sum(length) + len(length)
        return sum(map(length.__getitem__, self.rows)) + len(self.rows)

    @cached_property
    def parents(self) -> dict[int, None]:
        """Rows that become roots: the first of a branch, and those at which a loop is cut."""
        if self.options.all_branches:
            return dict.fromkeys(self.session.tree.cuts)
        return dict.fromkeys(self.rows[:1])

    def entries(
        self, order: Sequence[int] | None = None, progress: Progress | None = None
    ) -> Iterator[Prepared]:
        """The entries in the order of the rows, or of ``order``."""
        lines = self.session.cols.line
        for row, raw in raw_rows(self.session, self.rows if order is None else order, progress):
            yield Prepared(row, lines[row], self.prepare(row, raw))

    def prepare(self, row: int, raw: bytes) -> Any:
        """One entry from the bytes of its line."""
        value = self._leave.entry(self.value(row, raw), raw)
        if self._leave.touched:
            for part in self._leave.touched:
                self.left_rows.setdefault(part, array("i")).append(row)
            self._leave.touched.clear()
        if self.redactor is None or self.redactor.skips(raw, self.seen[row] if self.seen else None):
            return value
        return self.redactor.value(
            value, Place(self.session.cols.line[row], self.session.entry_name(row), "")
        )

    def value(self, row: int, raw: bytes) -> Any:
        """The entry as pi reads it, with the parent that it has in the export."""
        session = self.session
        result = decode(raw)
        if not isinstance(result, Decoded):
            raise changed(session, row)
        value = result.value
        if type(value) is not dict:
            return value
        if renames_hook_role(session.version):
            value = session.value(row)
            if session.is_v1:
                self._number(value, row)
        if row in self.parents:
            value["parentId"] = None
        return value

    def _number(self, value: dict[str, Any], row: int) -> None:
        """Ids for an entry of version 1, where pi makes up new ones."""
        value["id"] = self.names[row]
        value["parentId"] = self.names[row - 1] if row else None
        kept = self.session.kept_row(row) if row in self.session.scan.kept_index else -1
        if kept >= 0:
            value["firstKeptEntryId"] = self.names[kept]

    @cached_property
    def names(self) -> list[str]:
        """For version 1: ids of eight hex digits, always the same for the same file."""
        seen: dict[str, None] = {}
        for line in self.session.cols.line:
            number, name = 0, ""
            while not name or name in seen:
                made = f"{self.session.session_id}:{line}:{number}".encode("utf-8", "replace")
                name, number = hashlib.sha256(made).hexdigest()[:8], number + 1
            seen[name] = None
        return list(seen)

    # -- the header ----------------------------------------------------------------------------------------

    def header(self, session_id: str, now: str) -> dict[str, Any]:
        """The header of what goes out, redacted. Of a branch: five members, as pi's own export has them; of a file: all
        of its members. ``session_id`` and ``now`` (ISO 8601) are the new id and the time of a branch's export."""
        stored = self.session.header or {}
        header: dict[str, Any] = {"type": "session", "version": CURRENT, "id": session_id}
        if self.options.all_branches and self.session.header is not None:
            version = CURRENT if needs_rewrite(self.session.version) else stored.get("version", CURRENT)
            header = {**stored, "version": version}
        else:
            header |= {"timestamp": now, **({"cwd": stored["cwd"]} if "cwd" in stored else {})}
        if "identity" not in self.options.parts and type(parent := header.get("parentSession")) is str:
            header["parentSession"] = bare_name(parent)  # as a rule the source lies in the same folder
        if self.redactor is not None:
            header = self.redactor.value(header, Place(self.session.header_line, "header", ""))
        return {**header, "id": session_id}


def source_name(session: Session, options: ExportOptions) -> str:
    """What an artefact calls the file it was made from: its name. The folders it lies in say who worked for whom, and go
    along with the part that brings paths in only."""
    return str(session.path) if "identity" in options.parts else bare_name(str(session.path))


def bare_name(path: str) -> str:
    """The last part of a path of any system."""
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1]


def when(now: str) -> str:
    """An ISO time as a page says it."""
    return now.replace("T", " ").removesuffix("Z").split(".")[0] + " UTC"


def raw_rows(
    session: Session, order: Sequence[int], progress: Progress | None = None
) -> Iterator[tuple[int, bytes]]:
    """Rows with the bytes of their lines; neighbouring lines are read at once."""
    done = 0
    for start, end in runs(session, order):
        first = order[start]
        offset = session.cols.offset[first]
        last = order[end - 1]
        block = session.evidence.read(offset, session.cols.offset[last] + session.cols.length[last] - offset)
        for at in range(start, end):
            row = order[at]
            begin = session.cols.offset[row] - offset
            yield row, block[begin : begin + session.cols.length[row]]
        done = end
        if progress is not None:
            progress(done, len(order))


def runs(session: Session, order: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Stretches of ``order`` whose lines follow each other in the file, none much longer than ``SPAN``."""
    offsets, lengths = session.cols.offset, session.cols.length
    start, size, end = 0, 0, -1
    for at, row in enumerate(order):
        offset, length = offsets[row], lengths[row] + 1
        if at > start and (offset != end or size + length > SPAN):
            yield start, at
            start, size = at, 0
        size += length
        end = offset + length
    if start < len(order):
        yield start, len(order)


def changed(session: Session, row: int) -> EvidenceError:
    """The error where a line is no longer what it was when the file was opened."""
    name = str(session.path)
    where = f"line {session.cols.line[row]:,}"
    return EvidenceError("changed", f"{name} was changed while it was read ({where}); run it again", name)


def not_read(session: Session) -> list[str]:
    """What of the file does not go out because pi does not read it, in words."""
    scan = session.scan
    said = []
    lost = [damage.line for damage in scan.damage if damage.kind in _UNREAD]
    if lost:
        shown = ", ".join(f"{line:,}" for line in lost[:8]) + (
            f" and {len(lost) - 8:,} more" if len(lost) > 8 else ""
        )
        many = f"lines {shown} are" if len(lost) > 1 else f"line {shown} is"
        said.append(
            f"{many} not in the export: pi cannot read {'them' if len(lost) > 1 else 'it'}"
            " (pi-inspector verify tells what is in there)"
        )
    said.extend(
        f"line {header.line:,} is not in the export: a second header, which pi passes over"
        for header in scan.headers[1:]
    )
    return said


_UNREAD = frozenset(("not-json", "torn", "joined", "nul", "bom"))
