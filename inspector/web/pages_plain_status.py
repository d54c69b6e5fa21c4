"""What became of each entry of a branch for the model, told by the columns alone.

The words and codes are those of the rail in the viewer (``static/js/visibility.js``): a page of a hundred entries must not
decode a branch of a hundred thousand to say them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.omissions import never_sent
from inspector.session.verdict import no_session, pi_verdict

_MODEL_ROLES = frozenset(
    ("system", "user", "assistant", "toolResult", "bashExecution", "custom", "branchSummary")
) | {"compactionSummary", "hookMessage"}
_EDITABLE = frozenset((k.USER, k.ASSISTANT, k.TOOL_RESULT, k.CUSTOM_ROLE))
_BOOKKEEPING = frozenset(
    (k.LABEL, k.SESSION_INFO, k.MODEL_CHANGE, k.THINKING_LEVEL_CHANGE, k.USAGE, k.CONTEXT_EDIT)
)


class Branch:
    """The entries from the root to ``leaf`` (-1: none), or with ``rows`` any others in their order; and what the model
    gets of each at that leaf. ``view`` is where its view begins: a place on the path, -1 where nothing cuts it."""

    def __init__(self, session: Session, leaf: int, rows: Iterable[int] | None = None) -> None:
        self._session, self.leaf = session, leaf
        path = array("i", session.tree.path(leaf))
        self.rows = path if rows is None else array("i", rows)
        self._path = path
        self._place: dict[int, int] | None = (
            None if rows is None else {row: at for at, row in enumerate(path)}
        )
        kinds = session.cols.kind
        self.compaction = next(
            (at for at in reversed(range(len(path))) if kinds[path[at]] == k.COMPACTION), -1
        )
        self.kept = self._kept()
        self.edits = self._edits()
        cut = path[self.compaction] if self.compaction >= 0 else -1
        edit = self.edits.get(cut, -1)
        omitted = edit >= 0 and self._has(edit, k.OMITS)
        self.checkpoint = cut >= 0 and self._has(cut, k.CHECKPOINT) and not omitted
        verdict = pi_verdict(session)
        #: False where pi refuses the file, hangs or fails before any request: then nothing is sent, by whatever rule.
        self.reached = no_session(session) is not None or (
            verdict.opens
            and not verdict.hangs
            and not (leaf == session.tree.active_leaf and verdict.makes_no_request)
        )

    @property
    def view(self) -> int:
        """The place on the path where the model's view begins."""
        return self.kept if self.kept >= 0 else self.compaction

    def begins_view(self, row: int) -> bool:
        """Does the model's view begin at this row, with entries cut off before it?"""
        return self.view > 0 and self._path[self.view] == row

    def status(self, row: int, at: int) -> tuple[str, str]:
        """Word and code of the row at this place of ``rows``: ``sent``, ``edited``, ``summary``, ``dropped``, ``never``
        or ``other-branch``, and why (a code of ``session.omissions``), "" where the word says all."""
        if self._place is not None:
            at = self._place.get(row, -1)
            if at < 0:
                return "other-branch", ""
        if at < self.view:
            if code := never_sent(self._session, row):
                return "never", code
            brought = self.checkpoint and self._session.cols.role[row] == k.SYSTEM
            return "summary" if brought else "dropped", "before-boundary"
        word, code = self._inside(row, at < self.compaction)
        edit = self.edits.get(row, -1)
        if code == "system-in-kept-range" and self.checkpoint:
            return "summary", code
        if edit >= 0 and (word == "sent" or code == "failed-reply") and self._applies(row, edit):
            return "edited", "edit-omits" if self._has(edit, k.OMITS) else "edit-replaces"
        return word, code

    # -- from the columns --------------------------------------------------------------------------------

    def _has(self, row: int, flag: int) -> bool:
        return bool(self._session.cols.flags[row] & flag)

    def _kept(self) -> int:
        if self.compaction < 0:
            return -1
        target = self._session.kept_row(self._path[self.compaction])
        try:
            return self._path.index(target, 0, self.compaction) if target >= 0 else -1
        except ValueError:
            return -1

    def _edits(self) -> dict[int, int]:
        """The last context edit of each target, among the entries that are in the context."""
        kinds, found = self._session.cols.kind, {}
        for row in self._path[max(0, self.view) :]:
            if kinds[row] == k.CONTEXT_EDIT and (target := self._session.target_row(row)) >= 0:
                found[target] = row
        return found

    def _inside(self, row: int, in_kept_range: bool) -> tuple[str, str]:
        kind = self._session.cols.kind[row]
        if kind == k.MESSAGE:
            return self._message(row, in_kept_range)
        if kind == k.BRANCH_SUMMARY and self._has(row, k.EMPTY):
            return "never", "empty-summary"
        if kind == k.COMPACTION and in_kept_range:
            return "dropped", "older-compaction"
        if kind in (k.CUSTOM_MESSAGE, k.BRANCH_SUMMARY, k.COMPACTION):
            return "sent", ""
        return "never", "bookkeeping" if kind in _BOOKKEEPING else "state"

    def _message(self, row: int, in_kept_range: bool) -> tuple[str, str]:
        cols = self._session.cols
        if self._has(row, k.UNREADABLE):
            return "never", "unreadable"
        if self._has(row, k.UNKNOWN_ROLE) or cols.role_name(row) not in _MODEL_ROLES:
            return "never", "unknown-role"
        if cols.role[row] == k.SYSTEM and in_kept_range:
            return "dropped", "system-in-kept-range"
        if self._has(row, k.EXCLUDED):
            return "never", "excluded"
        if cols.role[row] == k.ASSISTANT and self._has(row, k.FAILED | k.ABORTED):
            return "never", "failed-reply"
        return "sent", ""

    def _applies(self, row: int, edit: int) -> bool:
        cols = self._session.cols
        kind, role = cols.kind[row], cols.role[row]
        if self._has(edit, k.OMITS) or kind == k.CUSTOM_MESSAGE:
            return True
        return kind == k.MESSAGE and role in _EDITABLE
