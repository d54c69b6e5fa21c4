"""What every check is given: one session at one entry, where sessions are kept, and what may be looked at beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.diagnosis.finding import Evidence
from inspector.session.compaction import CompactionFacts, compactions
from inspector.session.context import Skeleton, skeleton
from inspector.session.load import Session
from inspector.session.tree import Tree
from inspector.store.roots import Places

if TYPE_CHECKING:
    from inspector.diagnosis.traced import Trace


@dataclass
class Case:
    """``at`` is the row asked about (-1: a session without entries). ``places`` None: no look at other sessions.
    ``workspace``: the folder whose files are compared with what the model saw, None for none; ``workspace_given``
    says that the user named it. ``trace`` is there when a phrase was asked for."""

    session: Session
    at: int
    places: Places | None = None
    workspace: Path | None = None
    workspace_given: bool = False
    trace: Trace | None = None
    _memo: dict[str, object] = field(default_factory=dict, repr=False)

    @property
    def tree(self) -> Tree:
        """The session's tree."""
        return self.session.tree

    @cached_property
    def frame(self) -> Skeleton:
        """Path, context list, boundary and edits at ``at``, from the columns alone."""
        return skeleton(self.session, self.at)

    @cached_property
    def path(self) -> list[int]:
        """Rows from the root to ``at``."""
        return self.frame.path

    @cached_property
    def on_path(self) -> frozenset[int]:
        """The same as a set."""
        return frozenset(self.path)

    @cached_property
    def compactions(self) -> list[CompactionFacts]:
        """Every compaction of the file, in file order."""
        return compactions(self.session)

    def evidence(self, row: int) -> Evidence:
        """The source line of the entry at ``row``."""
        return Evidence(self.session.path, self.session.cols.line[row], self.session.entry_name(row))

    def line(self, line: int | None = None) -> Evidence:
        """A line of the session file that holds no entry, or the file as a whole."""
        return Evidence(self.session.path, line)

    def names(self, rows: list[int]) -> list[str]:
        """Names of entries, for parameters."""
        return self.session.entry_names(rows)
