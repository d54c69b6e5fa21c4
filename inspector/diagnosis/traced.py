"""What a trace says: every occurrence, who saw it when, and the gate that failed. Filled by ``trace``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from inspector.diagnosis.finding import Evidence, Stage
from inspector.diagnosis.near import Near
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.sight import Seen
from inspector.session.load import Session
from inspector.session.verdict import no_session

MENTIONS = frozenset(("tool-argument", "tool-result", "file-list", "command", "output"))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place with the phrase. ``row`` -1: no entry of this session (damaged bytes, another file). ``where`` and
    ``how`` as in CONTRACT. ``text`` is the whole text there, or, without ``needle``, an excerpt of it made before:
    of a hundred thousand places only some are ever shown."""

    evidence: Evidence
    session_id: str | None
    row: int
    where: str
    role: str
    how: str
    on_path: bool
    in_context: bool
    on_wire: bool
    text: str
    needle: Needle | None = None

    @property
    def excerpt(self) -> str:
        """The phrase with its surroundings on one line."""
        return self.text if self.needle is None else self.needle.excerpt(self.text) or ""

    @property
    def statement(self) -> str:
        """The sentence around the phrase, "" where only an excerpt is known."""
        return "" if self.needle is None else self.needle.statement(self.text) or ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of the path whose replies did not have it: rows of the entry that took it away, of the one that
    brought it back (-1: none did), how many replies fell into it, and the row of the last of them (-1: none)."""

    first: int
    back: int
    replies: int
    last: int = -1


@dataclass(frozen=True, slots=True)
class Stretch:
    """Replies one after another on the path that saw the same: ``had`` is ``verbatim``, ``summary`` or ``none``."""

    first: int
    last: int
    replies: int
    had: str


@dataclass
class Trace:
    """The answer. Rows are -1 where there is none; ``lost_at`` None with ``found`` is visible or not decidable (an
    event log). ``seen`` is what the file alone would let a model see."""

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
    back_row: int = -1  # where to go back to in /tree: the last entry that still had it
    near: list[Near] = field(default_factory=list)
    besides: Stage | None = None  # the gate at which it would be lost in a file that pi gets through
    memo: dict[str, object] = field(default_factory=dict, repr=False)
    log_of: Path | None = None  # of an event log: the session beside it that the same run wrote

    @cached_property
    def trouble(self) -> str:
        """Why pi gives no model anything from the file: ``event-log``, ``refuses``, ``hangs`` or ``throws``; "" where
        it does."""
        pi = self.session.pi
        if no_session(self.session) is not None:
            return "event-log"
        if not pi.opens:
            return "refuses"
        if pi.hangs:
            return "hangs"
        return "throws" if pi.makes_no_request else ""

    @property
    def found(self) -> bool:
        """True where it stands anywhere in what was searched."""
        return bool(self.occurrences)

    @property
    def visible(self) -> bool:
        """True where it is on the wire at the entry asked about, in a file from which pi makes a context."""
        return bool(self.seen) and not self.trouble

    @property
    def mention_only(self) -> bool:
        """True where all that the model sees of it is arguments, results, commands and file lists."""
        return self.visible and all(piece.where in MENTIONS for one in self.seen for piece in one.pieces)

    @property
    def only_summary(self) -> bool:
        """True where only summaries carry it."""
        return self.visible and all(piece.where == "summary" for one in self.seen for piece in one.pieces)
