"""What a check says: a code with parameters, its evidence, and what to do next. Words come from ``words``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Stage = Literal["storage", "branch", "compaction", "memory", "source"]
Status = Literal["ok", "lost", "warning", "unknown"]
STAGES: tuple[Stage, ...] = ("storage", "branch", "compaction", "memory", "source")
# From harmless to grave; a stage has the gravest status of its findings that are no leads.
GRAVITY: dict[Status, int] = {"ok": 0, "unknown": 1, "warning": 2, "lost": 3}

Params = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a statement rests: a file, and in a session file the physical line (from 1) and the entry's name."""

    file: Path
    line: int | None = None
    entry: str | None = None

    def as_json(self) -> dict[str, Any]:
        """CONTRACT's ``evidence``."""
        return {"file": str(self.file), "line": self.line, "entry": self.entry}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the user can do, as a code of ``words.STEPS`` with parameters; commands are parameters of their own
    so that no language changes them."""

    code: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement of a check. ``lead``: a heuristic, never a fact. ``detail_only``: shown with ``--all`` only,
    for what is good to know and asks for nothing."""

    code: str
    status: Status
    params: Params = field(default_factory=dict)
    lead: bool = False
    evidence: tuple[Evidence, ...] = ()
    next: tuple[Step, ...] = ()
    detail_only: bool = False


def stage_status(findings: list[Finding]) -> Status:
    """The gravest status among findings that are no leads; ``ok`` where there is none."""
    facts = [finding.status for finding in findings if not finding.lead]
    return max(facts, key=GRAVITY.__getitem__, default="ok")
