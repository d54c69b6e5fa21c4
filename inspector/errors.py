"""The errors that reach a user, each with the exit code that CONTRACT gives it.

Bad evidence is never an error: it becomes ``Damage`` and the file still opens. Errors are for calls that
cannot be answered at all.
"""

from __future__ import annotations


class InspectorError(Exception):
    """Base of what a command or a page reports in one line: what, where, what to do."""

    exit_code = 3

    def __init__(self, kind: str, message: str, file: str | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.file = file


class BadInput(InspectorError):
    """The input or the call is unusable (exit 2): a missing path, a folder, an unknown entry."""

    exit_code = 2


class EvidenceError(BadInput):
    """A file cannot be read as evidence: missing, a folder, not permitted, not a regular file, vanished."""
