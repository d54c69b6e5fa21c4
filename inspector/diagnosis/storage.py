"""Stage 1, storage: is it in the file at all, can pi read and reach it, and is this the file that pi opens.

What the file itself tells comes first; what lies around it is looked at only where the file lies below the roots of
``case.places``, and where it does not, that is said (unknown is an answer).
"""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.storage_around import around
from inspector.diagnosis.storage_continue import choice_findings, place_findings
from inspector.diagnosis.storage_copies import copy_findings, leftover_findings, parent_findings
from inspector.diagnosis.storage_damage import damage_findings
from inspector.diagnosis.storage_file import (
    event_log_findings,
    header_findings,
    opening_findings,
    reach_findings,
)
from inspector.diagnosis.storage_folder import cwd_findings, prompt_folder_findings
from inspector.diagnosis.storage_never import never_written_findings
from inspector.session.verdict import no_session


def check(case: Case) -> list[Finding]:
    """All findings of the stage: the file, what pi does with it, then its surroundings. Of an event log only that it
    is one: what would be damage in a session means nothing there."""
    if no_session(case.session) is not None:
        return event_log_findings(case)
    place = around(case)
    return [
        *opening_findings(case),
        *reach_findings(case),
        *damage_findings(case),
        *header_findings(case),
        *choice_findings(case, place),
        *copy_findings(case, place),
        *parent_findings(case, place),
        *cwd_findings(case, place),
        *prompt_folder_findings(case, place),
        *leftover_findings(case, place),
        *never_written_findings(case),
        *place_findings(case, place),
    ]
