"""Stage 2, branch: is what is asked about on the path that pi goes on with, or on another one.

Where the active leaf is and why, the other leaves, jumps back in time, bookkeeping entries that moved the leaf, two
windows in one file, what branch summaries carried over, and files that a left branch or another session wrote.
"""

from __future__ import annotations

from inspector.diagnosis.branch_files import file_findings
from inspector.diagnosis.branch_jumps import jump_findings, window_findings
from inspector.diagnosis.branch_leaf import leaf_findings, other_leaf_findings
from inspector.diagnosis.branch_others import other_session_findings
from inspector.diagnosis.branch_summary import summary_findings
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding


def check(case: Case) -> list[Finding]:
    """All findings of the stage: the leaf, what left it, and what the disk holds that it never saw."""
    if case.at < 0:
        return []
    return [
        *leaf_findings(case),
        *window_findings(case),
        *jump_findings(case),
        *summary_findings(case),
        *file_findings(case),
        *other_session_findings(case),
        *other_leaf_findings(case),
    ]
