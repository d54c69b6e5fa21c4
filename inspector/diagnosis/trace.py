"""The trace of a phrase: every place it stands in, how it stands there, and the gate at which it was lost.

Rules of the verdict: CONTRACT, ``trace``. What the model saw: FORMAT, steps 1 to 6, by ``sight``.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.diagnosis.elsewhere import Elsewhere, session_of_log
from inspector.diagnosis.finding import Evidence, Stage
from inspector.diagnosis.history import history, left_behind
from inspector.diagnosis.hits import Hit, Hits, find_hits
from inspector.diagnosis.near import nearest
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.pieces import Piece
from inspector.diagnosis.sight import Seen, Sight
from inspector.diagnosis.storage_file import torn_off
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.session import kinds as k
from inspector.session.context import Edit, Skeleton, settings, skeleton, wire_target
from inspector.session.load import Session
from inspector.session.messages import EDITABLE

_EDITED = frozenset((*EDITABLE, "custom_message", "hookMessage"))


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
    if result.trouble:
        result.occurrences = [replace(one, on_wire=False) for one in result.occurrences]
    history(result, sight)
    if not result.seen:
        _verdict(result, places)
        if result.lost_how in ("other-branch", "disconnected") and result.decided_by:
            left_behind(result, needle, hits, result.decided_by.row)
    if result.trouble:
        _unreached(result)
    return result


def _unreached(result: Trace) -> None:
    """Nothing in a file that pi refuses, or does not get through, is given to a model, however it stands in there; an
    event log is no session, so nothing was lost from it."""
    own = [one for one in result.occurrences if one.how != "other-session"]
    if not own:
        return
    if result.trouble == "event-log":
        # Every event is a root without an id: that one takes the place of another means nothing here.
        own = [replace(one, how="unknown-role") for one in own]
        result.occurrences = [*own, *(one for one in result.occurrences if one.how == "other-session")]
        result.decided_by, result.lost_how, result.lost_at = own[0], result.trouble, None
        result.log_of = session_of_log(result.session)
        return
    sent = {one.row for one in result.seen}
    if result.decided_by is None:
        result.decided_by = next((one for one in own if one.row in sent), own[0])
    result.besides, result.lost_how, result.lost_at = result.lost_at, f"pi-{result.trouble}", "storage"


# -- places ----------------------------------------------------------------------------------------------


class _Places:
    """How each occurrence stands, seen from the entry asked about."""

    def __init__(
        self, session: Session, needle: Needle, at: int, frame: Skeleton, sight: Sight, seen: list[Seen]
    ) -> None:
        self.session, self.needle, self.at, self.frame = session, needle, at, frame
        self.session_id = session.session_id
        self.inside = set(frame.rows)
        self.sight = sight
        self.seen = {one.row: one for one in seen}
        self.cut_off = at < 0 or (bool(frame.path) and frame.path[0] in torn_off(session))

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
            self.session_id,
            row,
            piece.where,
            session.cols.role_name(row) or session.cols.kind_name(row),
            self._how(row, piece, on_path, sent),
            on_path,
            row in self.inside,
            sent,
            piece.text,
            self.needle,
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
