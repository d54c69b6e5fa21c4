"""One row of facts per session file: what the list on the terminal and in the browser shows.

Rows come for every file that holds records, also for those that pi's own list leaves out; they say so. A row is
worked out once per state of a file (path, size, mtime, inode) and process.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inspector.errors import EvidenceError
from inspector.session import kinds as k
from inspector.session.jsvalue import instant, iso
from inspector.session.ledger import finite_sum
from inspector.session.load import Session, open_session, require_session
from inspector.session.verdict import no_session
from inspector.store.continues import marked
from inspector.store.header import Header, NoHeader
from inspector.store.locate import Found, Problem, SessionFile
from inspector.store.talk import talk

NO_MESSAGES = "(no messages)"  # what pi's list says instead of first words
CACHE_LIMIT = 50_000


@dataclass(frozen=True, slots=True)
class Row:
    """Facts of one session file. Instants are ms UTC or None, ``modified`` is the file's mtime, ``last_talk`` the
    last user or assistant message; ``messages`` counts as pi's list does; ``cost`` is the finite sum over the whole
    file; ``damage`` counts findings. ``refused``: why pi does not open it; ``unlisted``: why its list omits it."""

    file: Path
    size: int
    id: str | None
    name: str | None
    cwd: str | None
    created: int | None
    modified: int
    last_talk: float | None
    entries: int
    messages: int
    branches: int
    compactions: int
    cost: float
    first_message: str | None
    damage: int
    parent_session: str | None
    continues: bool = False
    refused: str | None = None
    unlisted: str | None = None
    note: str | None = None

    @property
    def activity(self) -> float:
        """What pi's list sorts by: the last talk, else the header's clock, else the file's."""
        return self.last_talk or self.created or self.modified


@dataclass(frozen=True, slots=True)
class Catalog:
    """Rows, latest activity first, with what was looked at and what is no session."""

    roots: tuple[Path, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    elsewhere: int = 0


_CACHE: dict[tuple[str, int, int, int], Row] = {}


def catalog(found: Found, progress: Callable[[int, int], None] | None = None) -> Catalog:
    """Rows for everything found. ``progress(files done, files in all)``. Never raises for a file: one that vanishes
    or cannot be read is a problem."""
    chosen = marked(found)
    files = [*found.files, *(file for file in found.refused if _may_hold_records(file))]
    rows: list[Row] = []
    problems = list(found.problems)
    for done, file in enumerate(files):
        try:
            row = row_of(file)
        except EvidenceError as error:
            if isinstance(file.header, Header):
                problems.append(refused_for(file.path, error))
        except Exception as error:
            problems.append(failed_on(file.path, error))
        else:
            rows.append(replace(row, continues=file.path in chosen) if file.path in chosen else row)
        if progress is not None:
            progress(done + 1, len(files))
    rows.sort(key=lambda row: row.activity, reverse=True)
    notes = (*found.notes, *_shared_notes(found))
    return Catalog(found.roots, tuple(rows), tuple(each_once(problems)), notes, found.elsewhere)


def each_once(problems: list[Problem]) -> list[Problem]:
    """Problems without those of a file that was met by two ways under one name (a linked folder or file). Links that
    lead nowhere are no such file: each stands in the way of its own folder."""
    seen: dict[object, Problem] = {}
    for problem in problems:
        file = problem.file
        real = os.path.realpath(file) if file.exists() else str(file)
        seen.setdefault((real, file.name, problem.why), problem)
    return list(seen.values())


def refused_for(path: Path, error: EvidenceError) -> Problem:
    """Why one file cannot be read, for a place that names the file itself: without its path, and without advice that is
    meant for who has just named it."""
    name, why = str(path), error.message
    if why.startswith(f"{name} "):
        why = f"it{why.removeprefix(name)}".partition("; give ")[0]
    return Problem(path, error.kind, why)


def failed_on(path: Path, error: Exception) -> Problem:
    """A fault of ours on one file: it must not cost the user the list of all the others, so it is told."""
    what = f"pi-inspector fails on it, please report this ({type(error).__name__}: {error})"
    return Problem(path, "internal", what)


def row_of(file: SessionFile, keep: Callable[[Session], bool] = lambda session: False) -> Row:
    """The row of one file, ``continues`` left false. Raises ``EvidenceError`` where it cannot be read, and for a
    file without any record of a session. ``keep`` may take the session over, if the file had to be read."""
    key = (str(file.path), file.size, file.mtime_ns, file.inode)
    row = _CACHE.get(key)
    if row is None:
        session = open_session(file.path)
        kept = False
        try:
            require_session(session)
            _require_known(session)
            row = _row(session)
            kept = keep(session)
        finally:
            if not kept:
                session.evidence.close()
        if len(_CACHE) >= CACHE_LIMIT:
            _CACHE.clear()
        _CACHE[key] = row
    return row


def _require_known(session: Session) -> None:
    """Lines of JSON from some other program have types too; without a header, one of pi's types must be there."""
    known = any(kind < len(k.ENTRY_TYPES) for kind in session.cols.kind)
    if session.header is None and not known and not any(damage.salvage for damage in session.damage):
        name = str(session.path)
        what = no_session(session)
        words = f"is {what}" if what else "holds no record of a kind that pi writes"
        raise EvidenceError("not-a-session", f"{name} {words}", name)


def _may_hold_records(file: SessionFile) -> bool:
    return isinstance(file.header, NoHeader) and file.header.kind in ("not-a-session", "header-too-far")


def _row(session: Session) -> Row:
    said = talk(session)
    created = instant((session.header or {}).get("timestamp"))
    return Row(
        file=session.path,
        size=session.size,
        id=session.session_id,
        name=said.name,
        cwd=session.cwd,
        created=None if created == k.NO_INSTANT else created,
        modified=session.modified_ms,
        last_talk=said.last,
        entries=session.n,
        messages=said.messages,
        branches=_branches(session),
        compactions=session.cols.kind.count(k.COMPACTION),
        cost=_cost(session),
        first_message=said.first,
        damage=len(session.damage),
        parent_session=session.parent_session,
        refused=None if session.pi.opens else session.pi.why,
        unlisted=said.dropped,
        note=no_session(session),
    )


def _branches(session: Session) -> int:
    leaves = set(session.tree.leaves)
    if session.tree.active_leaf >= 0:
        leaves.add(session.tree.active_leaf)
    return len(leaves)


def _cost(session: Session) -> float:
    """The sum in file order, as pi adds; costs that are absent or not finite are left out."""
    return finite_sum(session.usages.cost)


def _shared_notes(found: Found) -> list[str]:
    """Two working directories can share a folder of pi's layout; ``--continue`` then may open the other's talk."""
    notes = []
    for folder in found.folders:
        if folder.by_cwd:
            continue
        cwds = {
            file.header.cwd for file in folder.files if isinstance(file.header, Header) and file.header.cwd
        }
        if len(cwds) > 1:
            names = ", ".join(sorted(cwds)[:4])
            what = f"{folder.path} holds sessions of {len(cwds)} working directories ({names})"
            notes.append(f"{what}; pi --continue does not tell them apart")
    notes.extend(_equal_ids(found))
    return notes


def _equal_ids(found: Found) -> list[str]:
    by_id: dict[str, dict[tuple[int, int, int], list[Path]]] = {}
    for file in found.files:
        if isinstance(file.header, Header):
            by_id.setdefault(file.header.id, {}).setdefault(file.identity, []).append(file.path)
    notes = []
    for name, files in by_id.items():
        if len(files) > 1:
            paths = ", ".join(str(names[0]) for names in list(files.values())[:4])
            notes.append(f"{len(files)} files share the session id {name}: {paths}")
        notes.extend(
            f"one file has {len(names)} names (links): {', '.join(str(path) for path in names[:4])}"
            for names in files.values()
            if len(names) > 1
        )
    return notes


def list_report(listing: Catalog) -> dict[str, Any]:
    """The answer of ``list --json`` (CONTRACT)."""
    return {
        "roots": [str(root) for root in listing.roots],
        "sessions": [_row_report(row) for row in listing.rows],
        "problems": [
            {"file": str(problem.file), "kind": problem.kind, "why": problem.why}
            for problem in listing.problems
        ],
        "notes": list(listing.notes),
        "elsewhere": listing.elsewhere,
    }


def _row_report(row: Row) -> dict[str, Any]:
    return {
        "file": str(row.file),
        "id": row.id,
        "name": row.name,
        "cwd": row.cwd,
        "created": iso(row.created),
        "modified": iso(row.modified),
        "lastTalk": iso(row.last_talk),
        "entries": row.entries,
        "messages": row.messages,
        "branches": row.branches,
        "compactions": row.compactions,
        "cost": row.cost,
        "firstMessage": row.first_message or NO_MESSAGES,
        "damage": row.damage,
        "parentSession": row.parent_session,
        "continues": row.continues,
        "size": row.size,
        "refused": row.refused,
        "unlisted": row.unlisted,
        "note": row.note,
    }
