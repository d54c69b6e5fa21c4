"""A diagnosis as a list of blocks in reading order, the same for terminal, report and any other page of text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.diagnosis.answer import pi_trouble, steps, verdict
from inspector.diagnosis.catalog import detail, stage_name, status_name, step_parts, title
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.diagnosis.words import Language, fill
from inspector.diagnosis.words_common import HOWS, LABELS, ROLES, WHERES
from inspector.session.load import Session
from inspector.session.verdict import no_session

if TYPE_CHECKING:  # a trace on its own needs none of the stages
    from inspector.diagnosis.doctor import Diagnosis, StageReport

ROWS = 12  # occurrences shown without --all
PLACES = 5  # evidence named for one finding


class Block(NamedTuple):
    """``kind``: title, fact, verdict, text, stage, finding, detail, step, heading, row, note,
    closing. ``lead`` stands before
    the text (a name, a number, a place), ``status`` as in ``finding``, ``mark`` is a span of the text to stand out: of a
    step its command."""

    kind: str
    text: str
    lead: str = ""
    status: str = ""
    mark: tuple[int, int] | None = None


def label(name: str, language: Language, **params: Any) -> str:
    """A label of ``words_common``."""
    return fill(LABELS[name][language != "en"], params, language)


def trace_story(trace: Trace, language: Language = "en", everything: bool = False) -> list[Block]:
    """A trace on its own."""
    file = trace.session.path.name
    head = [Block("title", label("trace", language, phrase=trace.needle.phrase, file=file))]
    return [
        *head,
        _at(trace.session, trace.at, language),
        *_trace(trace, language, everything),
        _closing(language),
    ]


def doctor_story(diagnosis: Diagnosis, language: Language = "en", everything: bool = False) -> list[Block]:
    """A whole diagnosis: the verdict first, then the stages."""
    case = diagnosis.case
    blocks = [
        Block("title", label("diagnosis", language, file=case.session.path.name)),
        _at(case.session, case.at, language),
    ]
    if case.trace is not None:
        blocks += _trace(case.trace, language, everything)
    else:
        answer = diagnosis.verdict
        blocks.append(Block("verdict", answer.sentence(language), status=diagnosis.status))
        if answer.meaning(language):
            blocks.append(Block("text", answer.meaning(language)))
    for report in diagnosis.stages:
        blocks += _stage(report, case.session, language, everything)
    return [*blocks, _closing(language)]


def place(evidence: Evidence) -> str:
    """``file.jsonl:12``, the name of the file without its folder."""
    name = Path(evidence.file).name
    return f"{name}:{evidence.line}" if evidence.line else name


def _at(session: Session, row: int, language: Language) -> Block:
    if no_session(session) is not None:
        return Block("fact", label("no-session", language), label("at", language), "warning")
    if row < 0:
        return Block("fact", label("no-leaf", language), label("at", language), "warning")
    mark = "（{}）" if language == "zh" else " ({})"
    active = mark.format(label("active", language)) if row == session.tree.active_leaf else ""
    entry = f"L{session.cols.line[row]} {session.entry_name(row)}{active}"
    return Block("fact", entry, label("at", language))


def _step(one: Step, language: Language, lead: str) -> Block:
    before, command, after = step_parts(one, language)
    mark = (len(before), len(before) + len(command)) if command else None
    return Block("step", before + command + after, lead, mark=mark)


def _closing(language: Language) -> Block:
    return Block("closing", label("closing", language))


# -- a trace ---------------------------------------------------------------------------------------------


def _trace(trace: Trace, language: Language, everything: bool) -> list[Block]:
    answer = verdict(trace)
    lost = trace.found and not trace.visible
    lost = lost or bool(trace.visible and pi_trouble(trace))
    status = "lost" if lost else "unknown" if not trace.found else "warning" if "gap" in answer.code else "ok"
    blocks = [Block("verdict", answer.sentence(language, everything), status=status)]
    if meaning := answer.meaning(language, everything):
        blocks.append(Block("text", meaning))
    blocks += _rows(trace, language, everything)
    blocks += _timeline(trace, language)
    todo = steps(trace)
    if todo:
        blocks.append(Block("heading", label("to-do", language)))
        blocks += [_step(one, language, f"{number}.") for number, one in enumerate(todo, 1)]
    return blocks


def _rows(trace: Trace, language: Language, everything: bool) -> list[Block]:
    if trace.near:
        rows = [
            Block("row", near.excerpt, f"{trace.session.path.name}:{trace.session.cols.line[near.row]}")
            for near in trace.near
        ]
        return [Block("heading", label("near", language)), *rows]
    if not trace.occurrences:
        return []
    shown = trace.occurrences if everything else _telling(trace)
    rows = [_row(trace, one, language) for one in shown]
    if len(shown) < len(trace.occurrences):
        rows.append(Block("note", label("more-rows", language, n=len(trace.occurrences) - len(shown))))
    return [Block("heading", label("where", language)), *rows]


def _telling(trace: Trace) -> list[Occurrence]:
    """The occurrences that tell most: those sent, the one that decided, then as they stand in the file."""
    rank = {
        id(one): (not one.on_wire, one is not trace.decided_by, at)
        for at, one in enumerate(trace.occurrences)
    }
    chosen = sorted(trace.occurrences, key=lambda one: rank[id(one)])[:ROWS]
    return sorted(chosen, key=lambda one: rank[id(one)][2])


def _row(trace: Trace, one: Occurrence, language: Language) -> Block:
    second = language != "en"
    role = ROLES.get(one.role, (one.role, one.role))[second]
    where = WHERES.get(one.where)
    told = [role, where[second] if where else "", HOWS[one.how][second]]
    lead = f"{place(one.evidence)}  {' · '.join(part for part in dict.fromkeys(told) if part)}"
    return Block("row", one.excerpt, lead, "ok" if one.on_wire else "", trace.needle.span(one.excerpt))


def _timeline(trace: Trace, language: Language) -> list[Block]:
    if len(trace.timeline) < 2:
        return []
    line = trace.session.cols.line
    blocks = [Block("heading", label("who-knew", language))]
    status = {"verbatim": "ok", "summary": "warning", "none": "lost"}
    for stretch in trace.timeline:
        span = label("span", language, first=f"L{line[stretch.first]}", last=f"L{line[stretch.last]}")
        if stretch.first == stretch.last:
            span = f"L{line[stretch.first]}"
        told = label(f"had-{stretch.had}", language, n=stretch.replies)
        blocks.append(Block("fact", told, span, status[stretch.had]))
    return blocks


# -- stages ----------------------------------------------------------------------------------------------


def _stage(report: StageReport, session: Session, language: Language, everything: bool) -> list[Block]:
    blocks = [
        Block(
            "stage", status_name(report.status, language), stage_name(report.stage, language), report.status
        )
    ]
    shown = [one for one in report.findings if everything or not one.detail_only]
    for finding in shown:
        blocks += _finding(finding, language, everything)
    hidden = len(report.findings) - len(shown)
    if hidden:
        blocks.append(Block("note", label("more-details", language, n=hidden)))
    return blocks


def _finding(finding: Finding, language: Language, everything: bool) -> list[Block]:
    lead = label("lead", language) if finding.lead else ""
    named = [place(one) for one in (finding.evidence if everything else finding.evidence[:PLACES])]
    more = len(finding.evidence) - len(named)
    told = ", ".join(named) + (f" +{more}" if more > 0 else "")
    text = title(finding.code, finding.params, language, everything)
    blocks = [Block("finding", f"{text} [{told}]" if told else text, lead, finding.status)]
    words = detail(finding.code, finding.params, language, everything)
    if words and (everything or finding.status != "ok"):
        blocks.append(Block("detail", words))
    if everything or finding.status in ("lost", "warning"):
        blocks += [_step(one, language, "→") for one in finding.next]
    return blocks
