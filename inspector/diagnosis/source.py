"""Stage five, source: what the model's statements rest on, and whether it still holds.

Files that the path read, changed or only named, what they are today, calls without results, claims of success that
no run shows, and calls that acted outside. One walk over the newest calls feeds all of it.
"""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import GRAVITY, Finding
from inspector.diagnosis.source_calls import Log, collect
from inspector.diagnosis.source_claims import may_claim, unproven
from inspector.diagnosis.source_effects import effects
from inspector.diagnosis.source_files import Folders, stories
from inspector.diagnosis.source_history import (
    histories,
    named_only,
    off_path_changes,
    requests,
    shell_leads,
)
from inspector.diagnosis.source_workspace import today

_DIFFER = frozenset(
    (
        "source.file-changed",
        "source.file-changed-large",
        "source.file-changed-binary",
        "source.part-changed",
        "source.edit-not-there",
        "source.file-missing",
    )
)


def check(case: Case) -> list[Finding]:
    """Every finding of the stage: facts before leads, the gravest first."""
    log = collect(case, may_claim)
    folders = Folders(case, log)
    files = stories(case, log, folders)
    now, unchanged = today(case, log, folders, files)
    found = [*now, *requests(case, log, files), *effects(case, log)]
    differ = {str(finding.params["path"]) for finding in now if finding.code in _DIFFER}
    if differ:
        found += off_path_changes(case, folders, files, differ)
    found += shell_leads(case, log, files, unchanged)
    if not log.start:  # else a read may lie before
        found += named_only(case, log, folders, files)
    found += unproven(case, log)
    found += histories(case, log, files)
    if log.start:
        found.append(_cut(case, log))
    elif not files and not log.calls:
        found.append(Finding("source.no-calls", "ok"))
    return sorted(found, key=lambda one: (one.detail_only, one.lead, -GRAVITY[one.status]))


def _cut(case: Case, log: Log) -> Finding:
    row = case.path[log.start]
    params = {"n": len(log.calls), "line": case.session.cols.line[row], "skipped": log.start}
    return Finding("source.calls-cut", "ok", params, evidence=(case.evidence(row),), detail_only=True)
