"""A session as pi understands it: evidence, columns, header, tree, labels, name, damage. Everything else is a view.

Files that pi refuses open here too and are marked so; nothing is repaired, nothing is written.
"""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.evidence.damage import Damage
from inspector.evidence.file import EvidenceFile
from inspector.evidence.ladder import Decoded, decode
from inspector.evidence.running import RunningHash
from inspector.evidence.validate import Validation
from inspector.session.columns import Columns, UsageTable, map_key
from inspector.session.findings import file_damage
from inspector.session.jsvalue import js_string
from inspector.session.scan import Scanner
from inspector.session.scanned import Scan
from inspector.session.tree import Tree
from inspector.session.verdict import PiVerdict, pi_verdict
from inspector.session.versions import kept_row_of_index, migrate, renames_hook_role, version_number

PI_VERSION = "1.6.0"
_LINE_NAME = re.compile(r"@line([1-9][0-9]*)\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class FileFacts:
    """The file at the moment it was read: size in bytes, modification time in ms UTC."""

    size: int
    modified_ms: int


class Session:
    """One session file. Made by ``open_session``; rows are entries in file order, counted from 0."""

    def __init__(
        self, evidence: EvidenceFile, scan: Scan, running: RunningHash, parted: frozenset[int] = frozenset()
    ) -> None:
        self.evidence = evidence
        self.path: Path = evidence.path
        self.facts = FileFacts(evidence.size, (evidence.identity.mtime_ns + 500_000) // 1_000_000)
        self.running = running
        self.parted = parted  # lines with U+2028 or U+2029 in them
        self.scan = scan
        self.cols: Columns = scan.columns
        self.usages: UsageTable = scan.usages
        self._read_header()
        migrate(scan, self.version)
        self.tree = Tree(self.cols, scan.parents, scan.index, scan.duplicates)
        self._rows_by_line: dict[int, int] | None = None
        # Results over all rows that a session read on from this one can go on with; nobody changes what is in it.
        self.carried: dict[str, Any] = {}

    # -- the file ----------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Bytes of the evidence: the size when it was opened."""
        return self.facts.size

    @property
    def sha256(self) -> str:
        """SHA-256 of those bytes, in hex. A session that grew may have to read its file for it, and raises
        ``EvidenceError`` (kind ``changed``) where that was rewritten since."""
        return self.running.value()

    @property
    def modified_ms(self) -> int:
        """Modification time of the file in milliseconds, UTC."""
        return self.facts.modified_ms

    @property
    def n(self) -> int:
        """Entries that pi keeps; the header is none."""
        return len(self.cols)

    # -- the header --------------------------------------------------------------------------------------

    def _read_header(self) -> None:
        headers = self.scan.headers
        self.header: dict[str, Any] | None = headers[0].value if headers else None
        self.header_line = headers[0].line if headers else 0
        if self.header is None:
            self._header_behind_mark()
        stored = self.header or {}
        self.version_on_disk: Any = stored.get("version")
        self.version_absent = "version" not in stored
        if self.header is None:
            # Without a header the version is unknown; ids tell a tree from the plain list of version 1.
            has_ids = any(type(key) is str for key in self.cols.ids)
            self.version = 3.0 if has_ids or not self.cols.ids else 1.0
        else:
            self.version = version_number(self.version_on_disk, self.version_absent)

    def _header_behind_mark(self) -> None:
        """A header after a byte order mark is lost to pi but still tells cwd and version."""
        first = next((d for d in self.scan.damage if d.kind == "bom" and d.line == 1), None)
        if first is None:
            return
        result = decode(self.evidence.read(first.offset + 3, first.length - 3))
        if (
            isinstance(result, Decoded)
            and isinstance(result.value, dict)
            and result.value.get("type") == "session"
        ):
            self.header, self.header_line = result.value, 1

    def _header_text(self, field: str) -> str | None:
        value = (self.header or {}).get(field)
        return value if isinstance(value, str) else None

    @property
    def session_id(self) -> str | None:
        """The header's id."""
        return self._header_text("id")

    @property
    def cwd(self) -> str | None:
        """The working directory as stored in the header."""
        return self._header_text("cwd")

    @property
    def parent_session(self) -> str | None:
        """The path of the session this one was forked from, as stored."""
        return self._header_text("parentSession")

    @property
    def name(self) -> str | None:
        """The session's name: the last ``session_info`` in the file, trimmed; an empty one clears it."""
        return self.scan.name

    # -- entries -----------------------------------------------------------------------------------------

    @property
    def is_v1(self) -> bool:
        """True where entries have no ids of their own and are named by line."""
        return self.version < 2

    def entry_name(self, row: int) -> str:
        """The entry's id, or ``@lineN`` where it has no usable one or a later entry has taken it."""
        key = self.cols.ids[row]
        if type(key) is not str or not key or row in self.tree.shadowed or _LINE_NAME.match(key):
            return f"@line{self.cols.line[row]}"
        return key

    @cached_property
    def _plain_ids(self) -> bool:
        """True where every entry is named by its own id: the common case, told once."""
        ids: Any = self.cols.ids
        if self.tree.shadowed or set(map(type, ids)) - {str}:
            return False
        return "" not in self.scan.index and not any(map(_LINE_NAME.match, ids))

    def entry_names(self, rows: Iterable[int]) -> list[str]:
        """``entry_name`` of many rows."""
        return list(self.each_name(rows))

    def each_name(self, rows: Iterable[int]) -> Iterator[str]:
        """The same one by one, for rows by the million."""
        ids: Any = self.cols.ids
        return map(ids.__getitem__ if self._plain_ids else self.entry_name, rows)

    def find_row(self, name: str) -> int:
        """The row of an id (the last that has it) or of ``@lineN``; ``KeyError`` where there is none."""
        match = _LINE_NAME.match(name)
        if match and len(name) < 20:  # more digits no line number has
            return self.row_of_line(int(match.group(1)))
        row = self.scan.index.get(name)
        if row is None:
            raise KeyError(name)
        return row

    def row_of_line(self, line: int) -> int:
        """The row of the entry on a physical line; ``KeyError`` where no entry stands there."""
        if self._rows_by_line is None:
            self._rows_by_line = {number: row for row, number in enumerate(self.cols.line)}
        return self._rows_by_line[line]

    def raw(self, row: int) -> bytes:
        """The bytes of the entry's line without its LF."""
        return self.evidence.read(self.cols.offset[row], self.cols.length[row])

    def stored(self, row: int) -> Any:
        """The entry as ``JSON.parse`` gives it, not migrated. Raises ``EvidenceError`` where the file has changed."""
        result = decode(self.raw(row))
        if not isinstance(result, Decoded):
            name = str(self.path)
            raise EvidenceError(
                "changed", f"{name} was changed while open (line {self.cols.line[row]}); open it again", name
            )
        return result.value

    def shown(self, row: int) -> Any:
        """The entry as a page shows it: as stored, only the old role ``hookMessage`` has its new name. Nothing is made
        up: what stands in a version 1 file has no id here either, and a value that is no object is what it is."""
        entry = self.stored(row)
        if isinstance(entry, dict) and renames_hook_role(self.version):
            message = entry.get("message")
            if (
                entry.get("type") == "message"
                and isinstance(message, dict)
                and message.get("role") == "hookMessage"
            ):
                message["role"] = "custom"
        return entry

    def value(self, row: int) -> dict[str, Any]:
        """The entry as pi 1.6.0 sees it: decoded and migrated. A value that is no object gives ``{}``."""
        entry = self.shown(row)
        if not isinstance(entry, dict):
            return {}
        if self.is_v1:
            self._name_v1(entry, row)
        return entry

    def _name_v1(self, entry: dict[str, Any], row: int) -> None:
        entry["id"] = self.entry_name(row)
        entry["parentId"] = self.entry_name(row - 1) if row else None
        if row in self.scan.kept_index:
            entry.pop("firstKeptEntryIndex", None)
            kept = kept_row_of_index(self.scan, row)
            if kept >= 0:
                entry["firstKeptEntryId"] = self.entry_name(kept)

    # -- views that are cheap ----------------------------------------------------------------------------

    def kept_row(self, row: int) -> int:
        """The row that a compaction names as first kept, on whatever branch; -1 where it names none."""
        if self.is_v1:
            return kept_row_of_index(self.scan, row)
        kept = self.scan.kept_ids.get(row)
        return self.scan.index.get(kept, -1) if type(kept) is str else -1

    def target_row(self, row: int) -> int:
        """The row that a context edit or a label points at; -1 where there is none."""
        target = self.scan.edit_targets.get(row, self.scan.label_targets.get(row))
        return self.scan.index.get(target, -1) if type(target) is str else self._odd_target(target, row)

    def _odd_target(self, target: Any, row: int) -> int:
        return self.scan.index.get(map_key(target, row), -1) if isinstance(target, (int, float)) else -1

    @cached_property
    def labels(self) -> dict[int, str]:
        """Labels in force: {row: text}; the last one per target in file order, empty ones cleared."""
        index = self.scan.index
        return {
            index[target]: js_string(text) for target, text in self.scan.labels.items() if target in index
        }

    @cached_property
    def pi(self) -> PiVerdict:
        """What pi 1.6.0 does with this file: opens or refuses, writes, hangs, throws."""
        return pi_verdict(self)

    @cached_property
    def damage(self) -> list[Damage]:
        """Everything wrong with the file, in file order."""
        return file_damage(self)

    @property
    def distinct_ids(self) -> int:
        """Distinct ids as a JavaScript Map counts them (a missing id is one)."""
        return len(self.scan.index)

    def unchanged(self) -> bool:
        """True while the file is what it was when opened (size, mtime, inode)."""
        return self.evidence.unchanged()


def open_session(
    path: str | os.PathLike[str],
    progress: Callable[[int, int], None] | None = None,
    size: int | None = None,
) -> Session:
    """Open a session file read-only and read it once. Raises ``EvidenceError`` where there is nothing to read;
    damaged, empty or foreign files open and say what they are. ``progress(bytes, all bytes)`` is called now and then.
    With ``size`` the session is as it stood when its file was so many bytes long.
    """
    evidence = EvidenceFile(path, size)
    validation = Validation(evidence)
    collecting = gc.isenabled()
    gc.disable()  # a pass makes millions of short-lived objects and no loops among them
    try:
        scanner = Scanner()
        scan = scanner.run(evidence, progress)
        verdict = validation.result()
        if not verdict.suspects <= scanner.laddered:
            scan = Scanner(verdict.suspects).run(evidence, progress)
        if not scan.ends_with_newline and evidence.grew():
            forgive_torn_tail(scan)
        return Session(evidence, scan, RunningHash(evidence, verdict.sha256), verdict.parted)
    finally:
        validation.stop()
        if collecting:
            gc.enable()


def forgive_torn_tail(scan: Scan) -> None:
    """A last line cut by the size at the start is no damage while somebody is still writing it."""
    if (
        scan.damage
        and scan.damage[-1].line == scan.lines
        and scan.damage[-1].kind in ("torn", "not-json", "repaired-utf8")
    ):
        scan.damage.pop()
        scan.refused -= 1
    scan.ends_with_newline = True


def require_session(session: Session) -> None:
    """Raise ``EvidenceError`` (kinds ``empty``, ``not-a-session``) for a file with nothing of a session in it."""
    name = str(session.path)
    if session.size == 0:
        raise EvidenceError("empty", f"{name} is empty (0 bytes); pi would start a new session in it", name)
    typed = any(session.cols.kind_name(row) for row in range(session.n))
    if session.header is None and not typed and not any(d.salvage for d in session.scan.damage):
        raise EvidenceError(
            "not-a-session",
            f"{name} holds no session records; pi refuses it too; give a pi session file",
            name,
        )
