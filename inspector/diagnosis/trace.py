"""The trace of a phrase: every place it stands in, how it stands there, and the gate at which it was lost.

Rules of the verdict: CONTRACT, ``trace``. What the model saw: FORMAT, steps 1 to 6, by ``sight``.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from inspector.diagnosis.elsewhere import Elsewhere
from inspector.diagnosis.finding import Evidence, Stage
from inspector.diagnosis.hits import Hit, Hits, find_hits
from inspector.diagnosis.near import Near, nearest
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.pieces import Piece
from inspector.diagnosis.sight import NONE, Seen, Sight
from inspector.session import kinds as k
from inspector.session.context import Edit, Skeleton, settings, skeleton, wire_target
from inspector.session.load import Session
from inspector.session.messages import EDITABLE

_EDITED = frozenset((*EDITABLE, "custom_message", "hookMessage"))
MENTIONS = frozenset(("tool-argument", "tool-result", "file-list", "command", "output"))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place with the phrase. ``row`` -1: no entry of this session (damaged bytes, another file). ``where`` and
    ``how`` as in CONTRACT; ``file`` and ``entry`` name it, ``statement`` is the
    sentence around the phrase."""

    evidence: Evidence
    session_id: str | None
    row: int
    where: str
    role: str
    how: str
    on_path: bool
    in_context: bool
    on_wire: bool
    excerpt: str
    statement: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of the path whose replies did not have it: rows of the entry that took it away, of the one that
    brought it back (-1: none did), and how many replies fell into it."""

    first: int
    back: int
    replies: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Replies one after another on the path that saw the same: ``had`` is ``verbatim``, ``summary`` or ``none``."""

    first: int
    last: int
    replies: int
    had: str


@dataclass
class Trace:
    """The answer. Rows are -1 where there is none; ``lost_at`` None with ``found`` is visible or not decidable."""

    session: Session
    needle: Needle
    at: int
    searched: tuple[str, ...]
    occurrences: list[Occurrence] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    lost_at: Stage | None = None
    lost_how: str = ""  # the ``how`` of the occurrence that decided
    decided_by: Occurrence | None = None
    lost_by: int = -1
    cut: int = -1  # the compaction in force
    edit: int = -1  # the context edit in force on what decided
    last_seen_by: int = -1
    gaps: list[Gap] = field(default_factory=list)
    timeline: list[Stretch] = field(default_factory=list)
    replies_since: int = 0
    near: list[Near] = field(default_factory=list)

    @property
    def found(self) -> bool:
        """True where it stands anywhere in what was searched."""
        return bool(self.occurrences)

    @property
    def visible(self) -> bool:
        """True where it is on the wire at the entry asked about."""
        return bool(self.seen)

    @property
    def mention_only(self) -> bool:
        """True where all that the model sees of it is arguments, results, commands and file lists."""
        return self.visible and all(piece.where in MENTIONS for one in self.seen for piece in one.pieces)

    @property
    def only_summary(self) -> bool:
        """True where only summaries carry it."""
        return self.visible and all(piece.where == "summary" for one in self.seen for piece in one.pieces)


def trace(session: Session, needle: Needle, at: int, elsewhere: Elsewhere | None = None) -> Trace:
    """Trace a phrase at the entry in row ``at`` (-1: a session without entries). ``elsewhere`` is what was found in
    other files, None where only this one was searched."""
    frame = skeleton(session, at)
    hits = find_hits(session, needle)
    model, _ = settings(session, frame.path)
    sight = Sight(session, needle, hits, frame.path, wire_target(session, frame.rows, frame.edits, model))
    searched = (str(session.path), *(elsewhere.searched if elsewhere else ()))
    result = Trace(session, needle, at, searched)
    result.seen = sight.seen() if at >= 0 else []
    result.cut = frame.boundary.row if frame.boundary is not None else -1
    places = _Places(session, needle, at, frame, sight, result.seen)
    for row in sorted(hits.rows):
        result.occurrences.extend(places.occurrences(hits.rows[row]))
    result.occurrences.extend(places.broken(hits))
    if elsewhere:
        result.occurrences.extend(_foreign(elsewhere))
    if not result.occurrences:
        result.near = [] if needle.regex else nearest(session, needle.phrase)
        return result
    _history(result, sight)
    if not result.visible:
        _verdict(result, places)
        if result.lost_how in ("other-branch", "disconnected") and result.decided_by:
            _left_behind(result, needle, hits, result.decided_by.row)
    return result


# -- places ----------------------------------------------------------------------------------------------


class _Places:
    """How each occurrence stands, seen from the entry asked about."""

    def __init__(
        self, session: Session, needle: Needle, at: int, frame: Skeleton, sight: Sight, seen: list[Seen]
    ) -> None:
        self.session, self.needle, self.at, self.frame = session, needle, at, frame
        self.inside = set(frame.rows)
        self.sight = sight
        self.seen = {one.row: one for one in seen}
        tree = session.tree
        self.cut_off = at < 0 or (bool(frame.path) and frame.path[0] in set(tree.orphans))

    def occurrences(self, hit: Hit) -> list[Occurrence]:
        """One for each kind of place in the entry."""
        kinds: dict[tuple[str, str], Piece] = {}
        for piece in hit.pieces:
            kinds.setdefault((piece.where, piece.never), piece)
        return [self._one(hit.row, piece) for piece in kinds.values()]

    def _one(self, row: int, piece: Piece) -> Occurrence:
        session = self.session
        on_path = self.sight.position(row) >= 0
        sent = self._sent(row, piece)
        return Occurrence(
            Evidence(session.path, session.cols.line[row], session.entry_name(row)),
            session.session_id,
            row,
            piece.where,
            session.cols.role_name(row) or session.cols.kind_name(row),
            self._how(row, piece, on_path, sent),
            on_path,
            row in self.inside,
            sent,
            self.needle.excerpt(piece.text) or "",
            self.needle.statement(piece.text) or "",
        )

    def _sent(self, row: int, piece: Piece) -> bool:
        if self._is_edit(row):
            edit = self.edit(self.session.target_row(row))
            return edit is not None and edit.row == row and edit.target in self.seen
        one = self.seen.get(row)
        if one is None or piece.never or self.edit(row):
            return one is not None and self.edit(row) is not None and not piece.never
        wheres = {sent.where for sent in one.pieces}
        return piece.where in wheres or (piece.where == "checkpoint" and "prompt" in wheres)

    def edit(self, row: int) -> Edit | None:
        """The edit in force on the entry at ``row``; a replacement counts only where pi puts it in."""
        edit = self.frame.edits.get(row)
        role = self.session.cols.role_name(row) or self.session.cols.kind_name(row)
        return edit if edit is None or edit.omits or role in _EDITED else None

    def _is_edit(self, row: int) -> bool:
        return self.session.cols.kind[row] == k.CONTEXT_EDIT

    def _how(self, row: int, piece: Piece, on_path: bool, sent: bool) -> str:
        session = self.session
        if row in session.tree.shadowed:
            return "shadowed"
        if not on_path:
            if self.cut_off:
                return "disconnected"
            return "later" if self.at >= 0 and self._below(row) else "other-branch"
        if sent:
            if self._is_edit(row) or self.edit(row):
                return "edited"
            return "summarised" if piece.where in ("summary", "file-list") else "verbatim"
        if session.cols.flags[row] & k.UNREADABLE:
            return "unreadable"
        if piece.never:
            return piece.never
        return self._taken(row, piece)

    def _taken(self, row: int, piece: Piece) -> str:
        """How a place that can reach a model came not to: cut off, edited, patched away, or another model's."""
        if row not in self.inside or self._is_old_compaction(row):
            return "dropped"
        if self._is_edit(row):
            return "edited"
        edit = self.edit(row)
        if edit is not None:
            return "omitted" if edit.omits else "edited"
        if piece.where in ("prompt", "checkpoint"):
            return "unpatched"
        return "foreign-thinking" if piece.thinking else "unreadable"

    def _is_old_compaction(self, row: int) -> bool:
        boundary = self.frame.boundary
        return self.session.cols.kind[row] == k.COMPACTION and (boundary is None or boundary.row != row)

    def _below(self, row: int) -> bool:
        return self.session.tree.is_ancestor(self.at, row)

    def broken(self, hits: Hits) -> list[Occurrence]:
        """Hits in bytes that pi cannot read."""
        session = self.session
        return [
            Occurrence(
                Evidence(session.path, hit.line, None),
                session.session_id,
                -1,
                "damaged-bytes",
                "",
                "unreadable",
                False,
                False,
                False,
                hit.excerpt,
            )
            for hit in hits.broken
        ]


def _foreign(elsewhere: Elsewhere) -> list[Occurrence]:
    return [
        Occurrence(
            one.evidence,
            one.session_id,
            -1,
            one.where,
            one.role,
            "other-session",
            False,
            False,
            False,
            one.excerpt,
        )
        for one in elsewhere.places
    ]


# -- the verdict -----------------------------------------------------------------------------------------

# How far an occurrence got, the furthest first, and the gate that stopped it (CONTRACT, ``lostAt``).
_INSIDE = ("omitted", "edited", "unpatched")
_NEVER = (
    "excluded",
    "failed-reply",
    "foreign-thinking",
    "nested-call",
    "unknown-role",
    "extension-state",
    "unreadable",
)


def _verdict(result: Trace, places: _Places) -> None:
    """Decide the gate by the occurrence that got furthest."""
    boundary = places.frame.boundary

    def rank(one: Occurrence) -> tuple[int, Stage]:
        if one.how in _INSIDE:
            # A summary that an edit leaves out is the boundary's work undone, not a place where it was said.
            if boundary is not None and one.row == boundary.row:
                return 1, "compaction"
            return 0, "source"
        if one.how == "dropped":
            return 1, "compaction"
        if one.how == "shadowed" or one.where == "damaged-bytes":
            return 6, "storage"
        if one.how in _NEVER and one.on_path:
            return 2, "source"
        if one.how == "other-branch":
            return 3, "branch"
        if one.how == "disconnected":
            return 3, "storage"
        if one.how == "later":
            return 4, "source"
        return 5, "branch"

    if not result.occurrences:
        return
    ranked = sorted(result.occurrences, key=lambda one: (rank(one)[0], -one.row))
    best = ranked[0]
    if best.how == "extension-state" and not best.on_path:
        best = next((one for one in ranked if one.how != "extension-state"), best)
    result.decided_by, result.lost_how = best, best.how
    result.lost_at = rank(best)[1]
    target = result.session.target_row(best.row) if best.role == "context_edit" else best.row
    edit = places.edit(target) if best.row >= 0 and target >= 0 else None
    result.edit = edit.row if edit is not None else -1


def _history(result: Trace, sight: Sight) -> None:
    """Who had it when: the timeline, the gaps, the last reply that had it and what took it away."""
    session, path = result.session, sight.path
    roles, flags = session.cols.role, session.cols.flags
    replies = [at for at, row in enumerate(path) if roles[row] == k.ASSISTANT and not flags[row] & k.FAILED]
    edges = [change.at for change in sight.changes]
    states = [NONE, *(change.state for change in sight.changes)]
    for number, state in enumerate(states):
        # A reply saw the context that ended right before it.
        low = bisect_right(replies, edges[number - 1]) if number else 0
        high = bisect_right(replies, edges[number]) if number < len(edges) else len(replies)
        if high > low:
            _add_stretch(result, path[replies[low]], path[replies[high - 1]], high - low, state)
            if state != NONE:
                result.last_seen_by = path[replies[high - 1]]
        if number and state == NONE:
            back = path[edges[number]] if number < len(edges) else -1
            if high > low or back < 0:
                result.gaps.append(Gap(path[edges[number - 1]], back, high - low))
    if states[-1] == NONE and edges:
        result.lost_by = path[edges[-1]]
        result.replies_since = result.gaps[-1].replies if result.gaps else 0


_HAD = ("none", "summary", "verbatim")


def _add_stretch(result: Trace, first: int, last: int, count: int, state: int) -> None:
    had = _HAD[state]
    if result.timeline and result.timeline[-1].had == had:
        before = result.timeline.pop()
        result.timeline.append(Stretch(before.first, last, before.replies + count, had))
    else:
        result.timeline.append(Stretch(first, last, count, had))


def _left_behind(result: Trace, needle: Needle, hits: Hits, row: int) -> None:
    """On another branch: the last reply there that had it, and the entry by which this path left that branch."""
    session, tree = result.session, result.session.tree
    leaf = _latest_below(session, row)
    there = skeleton(session, leaf)
    model, _ = settings(session, there.path)
    other = Trace(session, needle, leaf, ())
    target = wire_target(session, there.rows, there.edits, model)
    _history(other, Sight(session, needle, hits, there.path, target))
    if other.last_seen_by >= 0:
        result.last_seen_by = other.last_seen_by
    if result.lost_how == "disconnected":
        return  # no entry took it away: one is missing
    here = tree.path(result.at)
    shared = 0
    while shared < min(len(here), len(there.path)) and here[shared] == there.path[shared]:
        shared += 1
    result.lost_by = here[shared] if shared < len(here) else -1


def _latest_below(session: Session, row: int) -> int:
    """The leaf below ``row`` that stands last in the file."""
    return max((leaf for leaf in session.tree.leaves if session.tree.is_ancestor(row, leaf)), default=row)
