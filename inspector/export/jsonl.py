"""JSONL: one branch as pi's own export writes it, or the whole file. pi 1.6.0 opens it and sees the same context.

A faithful copy passes stored bytes through; every other line is written anew from its decoded value, so that nothing
survives in an escape or in a property that is there twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.export.selection import REPAIRED, Progress, Selection, raw_rows, runs
from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session.versions import needs_rewrite, renames_hook_role


def write(
    selection: Selection, session_id: str, now: str, progress: Progress | None = None
) -> Iterator[bytes]:
    """The bytes of the file. ``session_id`` and ``now`` as in ``Selection.header``."""
    if not selection.options.faithful:
        yield dumps(selection.header(session_id, now)) + b"\n"
        for prepared in selection.entries(progress=progress):
            yield dumps(prepared.entry) + b"\n"
        return
    repaired = {damage.line for damage in selection.session.scan.damage if damage.kind == REPAIRED}
    yield _header(selection, session_id, now, repaired)
    yield from _faithful(selection, repaired, progress)


def _header(selection: Selection, session_id: str, now: str, repaired: set[int]) -> bytes:
    session = selection.session
    as_stored = not needs_rewrite(session.version) and session.header_line not in repaired
    if selection.options.all_branches and as_stored and session_id == session.session_id:
        return _line(session, session.header_line).rstrip(b"\n") + b"\n"
    return dumps(selection.header(session_id, now)) + b"\n"


def _line(session: Session, number: int) -> bytes:
    return next(raw for line, raw in enumerate(session.evidence.lines(), 1) if line == number)


def _faithful(selection: Selection, repaired: set[int], progress: Progress | None) -> Iterator[bytes]:
    """Lines as they are stored, block by block, but for those that pi would rewrite, and the new roots."""
    session, order = selection.session, selection.rows
    if renames_hook_role(session.version):
        for row, raw in raw_rows(session, order, progress):
            yield dumps(selection.value(row, raw)) + b"\n"
        return
    special = {row for row in selection.parents if not _is_root(session, row)}
    special.update(
        session.row_of_line(line)
        for line in repaired
        if line != session.header_line and _has_row(session, line)
    )
    lengths, offsets = session.cols.length, session.cols.offset
    for start, end in runs(session, order):
        first, last = order[start], order[end - 1]
        if special and not special.isdisjoint(order[start:end]):
            for row, raw in raw_rows(session, order[start:end]):
                yield (dumps(selection.value(row, raw)) if row in special else raw) + b"\n"
        else:
            size = offsets[last] + lengths[last] - offsets[first]
            yield session.evidence.read(offsets[first], size) + b"\n"
        if progress is not None:
            progress(end, len(order))


def _is_root(session: Session, row: int) -> bool:
    """True where the entry has no parent as it stands."""
    stored = session.scan.parents.get(row, 0)
    return stored is None


def _has_row(session: Session, line: int) -> bool:
    try:
        session.row_of_line(line)
    except KeyError:
        return False
    return True
