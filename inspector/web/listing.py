"""The list of sessions as the first page shows it, latest activity first, within a time budget.

Counting a file means reading it once. A folder with gigabytes is not counted while somebody waits: rows that are
not counted yet show what the header says and are marked pending, while a thread in the background goes on.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.jsvalue import instant, iso
from inspector.session.preview import one_line
from inspector.session.skill import words_of_user
from inspector.store.catalog import Row, each_once, failed_on, refused_for, row_of
from inspector.store.continues import marked
from inspector.store.header import Header, NoHeader
from inspector.store.locate import Problem, SessionFile
from inspector.web.shelf import Shelf

BUDGET = 1.5  # seconds of counting while a page waits
LONG_TO_READ = 2 << 20  # bytes
_FIRST = 200  # characters of the first message
_COUNTABLE = ("not-a-session", "header-too-far")  # files without a header of pi's that may still hold records
_OPENABLE = (*_COUNTABLE, "empty", "binary")  # their page says what is known of the bytes

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)

State = tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows and problems as the template and ``/api/list`` give them; ``pending`` rows are not counted yet."""

    sessions: list[dict[str, Any]]
    problems: list[dict[str, Any]]
    roots: list[str]
    looked_at: list[str]
    sample: bool
    notes: list[str] = field(default_factory=list)
    pending: int = 0


class Counter:
    """Counts files once per state: within a budget for the page that waits, the rest in the background. ``keep`` is
    offered every session that took long to read (``LONG_TO_READ``): its page is the next thing asked for."""

    def __init__(self) -> None:
        self.keep: Callable[[Session], bool] = lambda session: False
        self._rows: dict[State, Row | Problem] = {}
        self._todo: list[SessionFile] = []
        self._lock = threading.Lock()
        self._busy = False
        self._thread: threading.Thread | None = None

    def rows(self, files: list[SessionFile], budget: float = BUDGET) -> dict[Path, Row | Problem | None]:
        """A row or a problem by path; None where the budget was spent before it was counted."""
        end = time.monotonic() + budget
        done: dict[Path, Row | Problem | None] = {}
        left: list[SessionFile] = []
        for file in files:
            known = self._rows.get(_state(file))
            if known is None and time.monotonic() < end:
                known = self._count(file)
            done[file.path] = known
            if known is None:
                left.append(file)
        self._later(left)
        return done

    def known(self, path: Path) -> Row | None:
        """The row of a file, if it was counted in its present state."""
        try:
            info = os.stat(path)
        except OSError:
            return None
        row = self._rows.get((str(path), info.st_size, info.st_mtime_ns, info.st_ino))
        return row if isinstance(row, Row) else None

    def wait(self) -> None:
        """Until nothing is being counted in the background."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _count(self, file: SessionFile) -> Row | Problem:
        row: Row | Problem
        try:
            row = row_of(file, self._offer)
        except EvidenceError as error:
            row = refused_for(file.path, error)
        except Exception as error:
            row = failed_on(file.path, error)
        self._rows[_state(file)] = row
        return row

    def _offer(self, session: Session) -> bool:
        """Pages name a file by its real place, so one that was met by a link is read again."""
        if session.size < LONG_TO_READ or os.path.realpath(session.path) != str(session.path):
            return False
        return self.keep(session)

    def _later(self, files: list[SessionFile]) -> None:
        with self._lock:
            self._todo = files
            if not files or self._busy:
                return
            self._busy = True
            self._thread = threading.Thread(target=self._work, name="count sessions", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._todo:
                    self._busy = False
                    return
                file = self._todo.pop(0)
            if _state(file) not in self._rows:
                self._count(file)


def listing(shelf: Shelf, counter: Counter, budget: float = BUDGET) -> Listing:
    """Look at the served places and list what is there, latest activity first."""
    look = shelf.look()
    found = look.found
    files = [*found.files, *(file for file in found.refused if _countable(file))]
    files.sort(key=lambda file: file.mtime_ns, reverse=True)
    counted = counter.rows(files, budget)
    chosen = marked(found)
    rows: list[tuple[float, dict[str, Any]]] = []
    failed: list[Problem] = []
    for file in files:
        row = counted[file.path]
        if isinstance(row, Problem):
            failed.append(row)
            continue
        entry = _pending_row(file) if row is None else _row(row)
        entry.update(key=shelf.key(file.path), continues=file.path in chosen)
        rows.append((file.mtime_ms if row is None else row.activity, entry))
    listed = {Path(row["file"]) for _, row in rows}
    told = {problem.file for problem in failed}
    openable = {file.path for file in found.refused if _kind(file) in _OPENABLE}
    # A file with a row of its own says there why pi refuses it.
    problems = each_once([item for item in found.problems if item.file not in listed | told] + failed)
    return Listing(
        sessions=_ordered(rows),
        problems=[_problem(shelf, problem, openable) for problem in problems],
        roots=[str(root) for root in found.roots],
        looked_at=[str(path) for path in look.looked_at],
        sample=look.sample,
        notes=list(found.notes),
        pending=sum(1 for file in files if counted[file.path] is None),
    )


def _state(file: SessionFile) -> State:
    return (str(file.path), file.size, file.mtime_ns, file.inode)


def _kind(file: SessionFile) -> str | None:
    return file.header.kind if isinstance(file.header, NoHeader) else None


def _countable(file: SessionFile) -> bool:
    return _kind(file) in _COUNTABLE


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "first": one_line(words_of_user(row.first_message), _FIRST) if row.first_message else None,
        "cwd": row.cwd,
        "file": str(row.file),
        "created": iso(row.created),
        "modified": iso(row.modified),
        "last_talk": iso(row.last_talk),
        "activity": iso(row.activity),
        "entries": row.entries,
        "messages": row.messages,
        "branches": row.branches,
        "compactions": row.compactions,
        "cost": row.cost,
        "damage": row.damage,
        "size": row.size,
        "depth": 0,
        "pi_opens": row.refused is None,
        "why": row.refused,
        "note": row.note or row.unlisted,
        "event_log": row.note is not None,
        "parent": row.parent_session,
        "pending": False,
    }


_COUNTS = ("entries", "messages", "branches", "compactions", "cost", "damage")


def _pending_row(file: SessionFile) -> dict[str, Any]:
    header = file.header
    created = instant(header.created) if isinstance(header, Header) else k.NO_INSTANT
    return {
        "id": header.id if isinstance(header, Header) else None,
        "name": None,
        "first": None,
        "cwd": header.cwd if isinstance(header, Header) else None,
        "file": str(file.path),
        "created": iso(created),
        "modified": iso(file.mtime_ms),
        "last_talk": None,
        "activity": iso(file.mtime_ms),
        **dict.fromkeys(_COUNTS),
        "size": file.size,
        "depth": 0,
        "pi_opens": isinstance(header, Header),
        "why": header.why if isinstance(header, NoHeader) else None,
        "note": None,
        "event_log": False,
        "parent": header.parent_session if isinstance(header, Header) else None,
        "pending": True,
    }


def _problem(shelf: Shelf, problem: Problem, openable: set[Path]) -> dict[str, Any]:
    """A problem; ``key`` where the file is served all the same, so that its page can say more."""
    key = shelf.key(problem.file) if problem.file in openable else None
    return {"file": str(problem.file), "kind": problem.kind, "why": problem.why, "key": key}


def _finder(files: Iterable[str]) -> Callable[[str, str], str | None]:
    """From a fork and its parent's path as stored to a listed file: the very path, else the file of that name: the
    one beside the fork (copied or moved together), or the only one, where its name is made of an id as pi's are."""
    paths: set[str] = set()
    by_name: dict[str, list[str]] = {}
    for file in files:
        paths.add(file)
        by_name.setdefault(os.path.basename(file), []).append(file)

    def find(fork: str, stored: str) -> str | None:
        if stored in paths:
            return stored
        name = stored.replace("\\", "/").rpartition("/")[2]
        beside = os.path.join(os.path.dirname(fork), name)
        if beside in paths:
            return beside
        named = by_name.get(name, []) if _UUID.search(name) else []
        return named[0] if len(named) == 1 else None

    return find


def _ordered(rows: list[tuple[float, dict[str, Any]]]) -> list[dict[str, Any]]:
    """Latest activity first, at equal times forks after their parents. A fork stands one step deeper where it comes
    straight after its parent or another fork of it; anywhere else it names its parent (``fork_of``)."""
    find = _finder(row["file"] for _, row in rows)
    by_file = {row["file"]: row for _, row in rows}
    parents: dict[str, str] = {}
    for _, row in rows:
        # The header of an event log is a copy of its session's: it was not forked itself.
        parent = find(row["file"], row["parent"]) if row["parent"] and not row["event_log"] else None
        if parent is not None and parent != row["file"] and not by_file[parent]["event_log"]:
            parents[row["file"]] = parent
    place = {file: at for at, file in enumerate(_parents_first([row["file"] for _, row in rows], parents))}
    ordered: list[dict[str, Any]] = []
    above: list[str] = []  # the rows above that the next one may stand under, outermost first
    for _, row in sorted(rows, key=lambda pair: (-pair[0], place[pair[1]["file"]])):
        file, parent = row["file"], parents.get(row["file"])
        above = above[: above.index(parent) + 1] if parent in above else []
        told = None if parent is None or above else by_file[parent]
        ordered.append(
            {
                **row,
                "depth": min(len(above), 6),
                "fork": row["parent"] is not None and not row["event_log"],
                "fork_of": told and {"key": told["key"], "title": _title(told)},
            }
        )
        above.append(file)
    return ordered


def _title(row: dict[str, Any]) -> str:
    return one_line(row["name"] or row["first"] or os.path.basename(row["file"]), 60)


def _parents_first(files: list[str], parents: dict[str, str]) -> list[str]:
    """The files with every fork behind its parent, else in the order given; a loop of parents is cut where it is
    met first."""
    children: dict[str, list[str]] = {}
    for file, parent in parents.items():
        children.setdefault(parent, []).append(file)
    done: dict[str, None] = {}
    for head in [*(file for file in files if file not in parents), *files]:
        stack = [head]
        while stack:
            file = stack.pop()
            if file not in done:
                done[file] = None
                stack.extend(reversed(children.get(file, [])))
    return list(done)
