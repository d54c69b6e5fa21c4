"""The checklist: five stages in order, each with its findings, one verdict, and CONTRACT's ``doctor``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspector.diagnosis import branch, compaction, memory, source, storage
from inspector.diagnosis.answer import Verdict, trace_json, verdict
from inspector.diagnosis.asked import asked_findings, gate_of, told_gap
from inspector.diagnosis.case import Case
from inspector.diagnosis.catalog import finding_json
from inspector.diagnosis.finding import GRAVITY, STAGES, Finding, Stage, Status, stage_status
from inspector.session.report import name_or_none
from inspector.session.verdict import no_session

CHECKS: dict[Stage, Callable[[Case], list[Finding]]] = {
    "storage": storage.check,
    "branch": branch.check,
    "compaction": compaction.check,
    "memory": memory.check,
    "source": source.check,
}


@dataclass(frozen=True, slots=True)
class StageReport:
    """One stage: its status and its findings, facts before leads, the gravest first."""

    stage: Stage
    status: Status
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What ``doctor`` says about one session at one entry."""

    case: Case
    stages: tuple[StageReport, ...]
    stage: Stage | None
    status: Status
    verdict: Verdict

    @property
    def found_something(self) -> bool:
        """True where the exit code is 1 (CONTRACT): something lost, or a warning that is no lead."""
        asked = self.case.trace
        lost = asked is not None and not asked.visible
        findings = [finding for report in self.stages for finding in report.findings]
        facts = [one for one in findings if not one.lead and not one.code.endswith(".phrase-gap")]
        return lost or any(finding.status in ("lost", "warning") for finding in facts)


def diagnose(case: Case) -> Diagnosis:
    """All five stages, and the verdict: that of the trace where a phrase was asked for, else the gravest finding."""
    reports = []
    for stage in STAGES:
        if stage != "storage" and no_session(case.session) is not None:
            reports.append(StageReport(stage, "unknown", ()))
            continue
        findings = [*_asked(case, stage), *sorted(CHECKS[stage](case), key=_order)]
        reports.append(StageReport(stage, _status(case, stage, findings), tuple(findings)))
    if case.trace is not None:
        return _of_trace(case, tuple(reports))
    return _of_findings(case, tuple(reports))


def _asked(case: Case, stage: Stage) -> list[Finding]:
    """What the trace says of this stage, before all else."""
    asked = case.trace
    gap = told_gap(asked) if asked is not None else None
    if asked is None or (
        asked.lost_at != stage and (gap is None or gate_of(asked.session, gap.first) != stage)
    ):
        return []
    return asked_findings(asked, stage, verdict(asked).params)


def _order(finding: Finding) -> tuple[bool, bool, int]:
    return finding.detail_only, finding.lead, -GRAVITY[finding.status]


def _status(case: Case, stage: Stage, findings: list[Finding]) -> Status:
    """The gate at which the phrase was lost is lost, whatever else the stage found."""
    if case.trace is not None and case.trace.lost_at == stage:
        return "lost"
    return stage_status(findings)


def _of_trace(case: Case, reports: tuple[StageReport, ...]) -> Diagnosis:
    assert case.trace is not None
    answer = verdict(case.trace)
    if not case.trace.found:
        return Diagnosis(case, reports, None, "unknown", answer)
    if case.trace.lost_how == "event-log":
        return Diagnosis(case, reports, None, "unknown", answer)
    if case.trace.visible:
        status: Status = "warning" if answer.code.startswith("trace.visible-gap") else "ok"
        return Diagnosis(case, reports, None, status, answer)
    return Diagnosis(case, reports, case.trace.lost_at, "lost", answer)


def _of_findings(case: Case, reports: tuple[StageReport, ...]) -> Diagnosis:
    facts = [(report.stage, one) for report in reports for one in report.findings if not one.lead]
    grave = [pair for pair in facts if pair[1].status in ("lost", "warning")]
    if not grave:
        counts = _counts(reports)
        return Diagnosis(
            case,
            reports,
            None,
            "ok",
            Verdict("doctor.leads" if counts["leads"] else "doctor.healthy", counts),
        )
    stage, finding = max(grave, key=lambda pair: GRAVITY[pair[1].status])
    return Diagnosis(case, reports, stage, finding.status, Verdict(finding.code, finding.params))


def _counts(reports: tuple[StageReport, ...]) -> dict[str, Any]:
    return {"leads": sum(one.lead and not one.detail_only for report in reports for one in report.findings)}


def doctor_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """CONTRACT's ``doctor``, in English."""
    case = diagnosis.case
    return {
        "file": str(case.session.path),
        "leaf": name_or_none(case.session, case.at),
        "ask": case.trace.needle.phrase if case.trace else None,
        "verdict": {
            "stage": diagnosis.stage,
            "status": diagnosis.status,
            "code": diagnosis.verdict.code,
            "params": diagnosis.verdict.params,
            "text": diagnosis.verdict.text(),
        },
        "stages": [
            {
                "stage": report.stage,
                "status": report.status,
                "findings": [finding_json(finding) for finding in report.findings],
            }
            for report in diagnosis.stages
        ],
        "trace": trace_json(case.trace) if case.trace else None,
    }
