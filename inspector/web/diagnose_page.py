"""Diagnose: why the model does not know something, or the health of a session; works without scripts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from inspector.diagnosis import catalog, start
from inspector.diagnosis.answer import steps
from inspector.diagnosis.difference_text import told
from inspector.diagnosis.doctor import Diagnosis, StageReport, diagnose
from inspector.diagnosis.elsewhere import Elsewhere, search
from inspector.diagnosis.finding import Evidence, Step
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.trace import trace
from inspector.diagnosis.traced import Trace
from inspector.errors import BadInput, InspectorError
from inspector.session import Session
from inspector.session.load import require_session
from inspector.session.verdict import no_session
from inspector.store.header import Header
from inspector.web.access import web
from inspector.web.pages_findings import Evidences, Values, finding_values, step_values
from inspector.web.pages_frame import Frame, entry_name, working
from inspector.web.pages_steps import everywhere
from inspector.web.pages_text import Part, parts, plain, sentence
from inspector.web.pages_trace import near_values, row_values, strip_values

area = Blueprint("diagnose_page", __name__)

LONGEST = 1_000  # characters of a phrase
STEPS = 8  # next steps of a session's health
SEARCHED = 40  # names of files searched


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the address asks for. ``phrase`` None: the health of the session."""

    phrase: str | None
    regex: bool
    everything: bool


@area.get("/s/<key>/diagnose")
def diagnose_page(key: str) -> AnyResponse:
    """The page: the answer to what was asked, or one sentence why there is none."""
    frame, asked = Frame(key, "diagnose"), _asked()
    form = {
        "ask": plain(asked.phrase or "") if asked.phrase and "\0" in asked.phrase else asked.phrase or "",
        "all": asked.everything,
        "regex": asked.regex,
        "leaves": frame.leaves(frame.at_name),
    }
    try:
        with working():
            picked = request.args.get("entry")
            if asked.phrase is None and picked:
                asked = replace(asked, phrase=start.phrase_of(frame.session, frame.row(picked)))
                form["ask"] = asked.phrase
            found, elsewhere = _answer(frame, asked)
            values = {**_page(frame, found, elsewhere), "canonical": _own_address(frame, found.case.at)}
    except InspectorError as error:
        problem = frame.problem(error)
        return frame.render("diagnose.html", problem.status, form=form, problem=problem)
    return frame.render("diagnose.html", form=form, problem=None, **values)


def _own_address(frame: Frame, at: int) -> str:
    """The address that asks the same at the same entry, when another leaf is the active one."""
    given = [(name, value) for name, value in request.args.items() if value and name not in ("at", "lang")]
    if at >= 0:
        given.append(("at", entry_name(frame.session, at)))
    return "?" + urlencode(given, errors="replace")


def _asked() -> _Asked:
    phrase = request.args.get("ask")
    if phrase is not None and not phrase.strip() and request.args.get("health"):
        phrase = None
    return _Asked(phrase, bool(request.args.get("regex")), bool(request.args.get("all")))


def _answer(frame: Frame, asked: _Asked) -> tuple[Diagnosis, Elsewhere | None]:
    session = frame.session
    needle = _needle(frame, asked)
    at = frame.row(frame.at_name)
    _readable(session)
    elsewhere = None
    found: Trace | None = None
    if needle is not None:
        if asked.everything:
            elsewhere = search(_others(session), needle)
        found = trace(session, needle, at, elsewhere)
    return diagnose(start.case_for(session, at, web().places, None, found)), elsewhere


def _needle(frame: Frame, asked: _Asked) -> Needle | None:
    if asked.phrase is None:
        return None
    if not asked.phrase.strip():
        raise BadInput("phrase", "the phrase is empty")
    if len(asked.phrase) > LONGEST:
        raise BadInput("entry", frame.say("problem.long", n=LONGEST))
    try:
        return Needle(asked.phrase, asked.regex)
    except BadInput as error:
        if not asked.regex or error.kind == "empty-match":
            raise
        why = error.message.rpartition("cannot be used: ")[2].partition(" (google-re2")[0]
        raise BadInput("entry", frame.say("problem.regex", why=plain(why))) from None


def _readable(session: Session) -> None:
    if no_session(session) is not None:
        raise BadInput("event-log", "an event log, not a session", str(session.path))
    require_session(session)


def _others(session: Session) -> list[Path]:
    """Every other session that is served, the latest first: a page shows nothing that is not on the list."""
    shelf = web().shelf
    files = [file for file in shelf.look().found.files if isinstance(file.header, Header)]
    files.sort(key=lambda file: -file.mtime_ns)
    own = session.path.resolve()
    paths = {file.path.resolve(): file.path for file in files if shelf.served(file.path)}
    return [path for real, path in paths.items() if real != own]


# -- the page --------------------------------------------------------------------------------------------


def _page(frame: Frame, found: Diagnosis, elsewhere: Elsewhere | None) -> Values:
    case, evidences = found.case, Evidences(frame)
    lines = evidences.lines(_verdict_evidence(found), found.verdict.params)
    return {
        "verdict": {
            "stage": found.stage or "",
            "status": found.status,
            "code": found.verdict.code,
            "text": sentence(found.verdict.sentence(frame.lang), lines),
            "meaning": sentence(told(found.verdict.meaning(frame.lang)).text, lines),
        },
        "at": {"line": frame.line(case.at), "href": frame.entry(case.at)} if case.at >= 0 else None,
        "stages": [_stage(frame, found, report, evidences) for report in found.stages],
        "todo": [step_values(one, frame, evidences) for one in _todo(found)],
        "no_todo": _no_todo(frame, found),
        "traced": _traced(frame, case.trace, evidences, elsewhere) if case.trace else None,
    }


def _verdict_evidence(found: Diagnosis) -> tuple[Evidence, ...]:
    """What the verdict's sentence rests on: the place that decided, or the gravest finding."""
    if found.case.trace is not None:
        one = found.case.trace.decided_by
        return (one.evidence,) if one else ()
    return next(
        (
            one.evidence
            for report in found.stages
            for one in report.findings
            if one.code == found.verdict.code
        ),
        (),
    )


def _stage(frame: Frame, found: Diagnosis, report: StageReport, evidences: Evidences) -> Values:
    findings = [(one, finding_values(one, frame, evidences)) for one in report.findings]
    return {
        "stage": report.stage,
        "name": catalog.stage_name(report.stage, frame.lang),
        "status": report.status,
        "status_word": catalog.status_name(report.status, frame.lang),
        "aside": _is_aside(found, report),
        "short": _short(frame, found, report, evidences),
        "shown": [values for one, values in findings if not one.detail_only],
        "folded": [values for one, values in findings if one.detail_only],
    }


def _is_aside(found: Diagnosis, report: StageReport) -> bool:
    """True where a phrase was asked for and a stage warns of something else: no answer to what was asked."""
    asked = found.case.trace
    if asked is None or report.status != "warning" or asked.lost_at == report.stage:
        return False
    return not any(".phrase-" in one.code for one in report.findings)


def _short(frame: Frame, found: Diagnosis, report: StageReport, evidences: Evidences) -> list[Part]:
    """One statement for the line of stages: what happened to the phrase here, else the gravest finding."""
    asked = found.case.trace
    if asked is not None and asked.lost_at == report.stage:
        return _taken(frame, asked)
    if not report.findings:
        return parts(frame.say("stage.nothing"))
    first = report.findings[0]
    lead = f"{frame.say('finding.lead')}: " if first.lead else ""
    lines = evidences.lines(first.evidence, first.params)
    return sentence(lead + catalog.title(first.code, first.params, frame.lang), lines)


def _taken(frame: Frame, asked: Trace) -> list[Part]:
    for name, row in (
        ("stage.taken", asked.lost_by),
        ("stage.decided", asked.decided_by.row if asked.decided_by else -1),
    ):
        if row >= 0:
            line = frame.line(row)
            return sentence(frame.say(name, line=line), {line[1:]: frame.entry(row)})
    return parts(frame.say("stage.stopped"))


def _todo(found: Diagnosis) -> list[Step]:
    """What to do: for a phrase as the trace says, else the steps of what is wrong for sure, each once."""
    if found.case.trace is not None:
        return steps(found.case.trace)
    chosen: list[Step] = []
    for report in found.stages:
        for one in report.findings:
            if one.status in ("lost", "warning") and not one.lead:
                chosen += [step for step in one.next if step not in chosen]
    return chosen[:STEPS]


def _no_todo(frame: Frame, found: Diagnosis) -> str:
    """What to say where nothing is to be done for sure: a lead that says what to do is to be looked at."""
    findings = [one for report in found.stages for one in report.findings]
    leads = [one for one in findings if one.lead and one.status != "ok" and one.next and not one.detail_only]
    if found.case.trace is None and leads:
        return frame.say("todo.leads" if found.status == "ok" else "todo.look-leads", n=len(leads))
    return frame.say("todo.nothing" if found.status == "ok" else "todo.below")


def _traced(frame: Frame, asked: Trace, evidences: Evidences, elsewhere: Elsewhere | None) -> Values:
    searched = [plain(name) for name in asked.searched[:SEARCHED]]
    return {
        "found": asked.found,
        "phrase": parts(asked.needle.phrase),
        "knew": _last_knew(frame, asked),
        "strip": strip_values(asked, frame) if asked.found else None,
        "rows": row_values(asked, frame, evidences),
        "near": near_values(asked, frame),
        "looked": frame.session.n,
        "again": None if elsewhere is not None else everywhere(asked.needle.phrase, frame),
        "searched": {
            "n": len(asked.searched),
            "names": searched,
            "more": len(asked.searched) - len(searched),
        },
        "unreadable": [plain(name) for name in elsewhere.unreadable[:SEARCHED]] if elsewhere else [],
    }


def _last_knew(frame: Frame, asked: Trace) -> Values | None:
    """The way to the last reply that had it, where there is one that tells: the phrase is lost, or was for a while."""
    row, name = asked.last_seen_by, "verdict.last"
    if asked.visible:
        name = "verdict.before-gap"
        pairs = list(zip(asked.timeline, asked.timeline[1:], strict=False))
        row = next((one.last for one, after in reversed(pairs) if one.had != "none" == after.had), -1)
    if row < 0:
        return None
    entry = entry_name(frame.session, row)
    return {"text": frame.say(name, line=frame.line(row)), "href": frame.entry(row, at=entry)}
