"""What a trace says: every occurrence, who saw it when, and the gate that failed. Filled by ``trace``."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.diagnosis.finding import Evidence, Stage
from inspector.diagnosis.near import Near
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.sight import Seen
from inspector.session.load import Session

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
    back_row: int = -1  # where to go back to in /tree: the last entry that still had it
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
