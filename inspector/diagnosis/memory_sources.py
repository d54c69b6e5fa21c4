"""The hook for what lies outside a session: memory stores, context files, event logs.

A source is one object with a name and a ``look``; ``SOURCES`` lists them in the order they are asked. It is empty
until there are readers for them, and the memory stage says so.
"""

from __future__ import annotations

from typing import Protocol

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding


class MemorySource(Protocol):
    """One kind of memory beside the session. ``look`` opens files read-only and says what it found for the case."""

    @property
    def name(self) -> str:
        """What is looked at: ``memory stores``, ``context files``, ``event logs``."""
        ...

    def look(self, case: Case) -> list[Finding]:
        """Findings with codes that begin with ``memory.``."""
        ...


SOURCES: tuple[MemorySource, ...] = ()
