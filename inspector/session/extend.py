"""An opened session whose file grew: only what is new is read, and the result is what opening anew would give.

The pass over a file goes line by line and never looks back, so a copy of what it found can go on with the lines that
came later; tree, damage and all views are worked out from that as ever. The session that was open is not changed:
other threads may be reading it.
"""

from __future__ import annotations

import io

from inspector.errors import EvidenceError
from inspector.evidence import _validator
from inspector.evidence.file import EvidenceFile
from inspector.evidence.standing import Marks, take_marks
from inspector.session.load import Session, forgive_torn_tail
from inspector.session.scan import Scanner
from inspector.session.versions import renames_hook_role

LONGEST_TAIL = 32 << 20  # bytes; more than this is read faster with all cores, from the start


def can_grow(session: Session, marks: Marks) -> bool:
    """True where ``extend`` is exact: the old part ends with a line's end (an unfinished line may turn out to be another
    record), and nothing was migrated in memory (versions 1 and 2, which pi rewrites anyway before it appends)."""
    return (
        marks.size == session.size
        and session.size > 0
        and marks.whole_lines
        and not renames_hook_role(session.version)
    )


def extend(session: Session, marks: Marks, whole_lines: bool = False) -> tuple[Session, Marks] | None:
    """The session as its file is now, and the marks of that; None where only reading all of it anew can tell: the file
    is another one or was rewritten (as far as ``Marks`` see that), or ``can_grow`` says no, or the tail is very long.
    With ``whole_lines`` a last line without an end is left out; where nothing else is new, the session itself comes back."""
    if not can_grow(session, marks):
        return None
    try:
        evidence = EvidenceFile(session.path)
    except EvidenceError:
        return None
    start, length = session.size, evidence.size - session.size
    if not 0 < length <= LONGEST_TAIL:
        return None
    tail = evidence.read(start, length)
    if len(tail) < length:
        return None
    if whole_lines:
        tail = tail[: tail.rfind(b"\n") + 1]
        evidence.size = start + len(tail)
    # In this order: whoever rewrites the file while we read is caught by the old marks now or by the new ones later.
    after = take_marks(evidence)
    if not marks.stand(evidence):
        return None
    if not tail:
        return session, marks
    return _with_tail(session, evidence, tail, after), after


def _with_tail(session: Session, evidence: EvidenceFile, tail: bytes, marks: Marks) -> Session:
    before = session.scan.lines
    _, suspects, parted, _ = _validator.verdict(lambda at, size: tail[at : at + size], len(tail))
    scanner = Scanner(frozenset(before + line for line in suspects), session.scan.copy())
    scan = scanner.go_on(io.BytesIO(tail), session.size, evidence.size)
    if not scan.ends_with_newline and evidence.grew():
        forgive_torn_tail(scan)
    running = session.running.grown(evidence, tail, marks)
    longer = Session(evidence, scan, running, session.parted.union(before + line for line in parted))
    longer.carried = dict(session.carried)
    return longer
