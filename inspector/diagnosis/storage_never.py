"""Storage, what never reached disk: prompts without an answer that older versions did not write."""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding
from inspector.session import kinds as k


def never_written_findings(case: Case) -> list[Finding]:
    """The note where it fits: a phrase that was asked for and is nowhere, or a file without a word of talk."""
    session = case.session
    if not session.size or not session.pi.opens:
        return []
    roles = session.cols.role
    silent = k.USER not in roles and k.ASSISTANT not in roles
    if silent:
        return [Finding("storage.no-talk", "unknown", {"n": session.n}, evidence=(case.line(),))]
    if case.trace is not None and getattr(case.trace, "found", None) is False:
        return [Finding("storage.never-written", "unknown", {}, lead=True, evidence=(case.line(),))]
    return []
