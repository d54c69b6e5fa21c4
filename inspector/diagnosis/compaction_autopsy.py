"""The autopsy of a boundary: its summary read against what it stands for."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path, PurePosixPath

from inspector.diagnosis.case import Case
from inspector.diagnosis.compaction_boundaries import Boundary
from inspector.diagnosis.compaction_constraints import back_steps
from inspector.diagnosis.compaction_summary import SECTIONS, TURN, read_summary
from inspector.diagnosis.compaction_view import SURVIVES
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.terms import salient, stems
from inspector.session import kinds as k

LOOKED = 1_500  # dropped entries that are looked at, those nearest to the boundary first
CUT_TO = 2_000  # characters of a tool result that enter a summary, since 0.56.3
PATHS = 200  # names in a summary that are looked up
_CARRIED = ("Constraints & Preferences", "Key Decisions", "Critical Context")
_FILE = re.compile(r"[\w@.+-]+(?:/[\w@.+-]+)*\.[A-Za-z][A-Za-z0-9]{0,7}\Z")
_SOURCES = re.compile(r"<read-files>|<modified-files>|\b(?:L|line )\d+|https?://|来源|出处", re.IGNORECASE)
_SCOPE = re.compile(
    r"\b(?:messages?|turns?|entries|session|conversation|from .{1,40} to|between|since|until|so far)\b"
    r"|\d{4}-\d\d-\d\d|会话|对话|本轮|消息|至今|截至",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\bnot (?:yet|done|tested|verified|run|started)\b|\bto ?do\b|\bremaining\b|\bopen\b|\bunresolved\b|\bpending\b"
    r"|\[ \]|尚未|还没|未完成|待办|剩余",
    re.IGNORECASE,
)


def check_summaries(case: Case, bounds: list[Boundary], told: list[str]) -> list[Finding]:
    """The last summaries on the path: is there one, what shape has it, what did it drop of the one before. ``told``:
    lost statements that are findings already."""
    findings: list[Finding] = []
    for bound in reversed(bounds[-4:]):
        findings += _worth(case, bound)
        findings += _sections(case, bound)
    last = bounds[-1]
    findings += _dropped_of_previous(case, bounds, told)
    findings += _never_entered(case, last)
    if not last.summary.empty and not last.summary.refuses:
        findings += _three_questions(case, last)
        findings += _paths(case, last)
    return findings


def _worth(case: Case, bound: Boundary) -> list[Finding]:
    """Empty, refusing and omitted summaries."""
    params = {"compaction": bound.name, "line": bound.line, "dropped": bound.lost}
    old = not bound.latest
    steps = () if old else tuple(back_steps(case, bound))
    evidence: tuple[Evidence, ...] = (case.evidence(bound.row),)
    if bound.summary.empty:
        return [
            Finding(
                "compaction.summary-empty", "ok" if old else "warning", params, False, evidence, steps, old
            )
        ]
    if bound.summary.refuses:
        params["text"] = bound.summary.text.strip()
        return [Finding("compaction.summary-refuses", "warning", params, True, evidence, steps, old)]
    if bound.omitted_by >= 0:
        evidence = (case.evidence(bound.omitted_by), *evidence)
        params |= {
            "edit": case.session.entry_name(bound.omitted_by),
            "edit_line": case.session.cols.line[bound.omitted_by],
        }
        return [Finding("compaction.summary-omitted", "warning", params, False, evidence, steps)]
    return []


def _sections(case: Case, bound: Boundary) -> list[Finding]:
    summary, evidence = bound.summary, (case.evidence(bound.row),)
    params: dict[str, object] = {"compaction": bound.name, "line": bound.line}
    if summary.empty or summary.refuses:
        return []
    if bound.from_hook:
        return [
            Finding(
                "compaction.from-extension", "ok", params, evidence=evidence, detail_only=not bound.latest
            )
        ]
    if not summary.shaped:
        if not bound.latest:
            return []
        return [Finding("compaction.other-shape", "ok", params, evidence=evidence, detail_only=True)]
    filled, empty, missing = summary.state()
    params |= {"filled": len(filled), "of": len(SECTIONS), "empty": empty, "missing": missing}
    whole = not empty and not missing
    code = "compaction.sections-whole" if whole else _gap_code(empty, missing)
    return [Finding(code, "ok", params, evidence=evidence, detail_only=True)]


def _gap_code(empty: list[str], missing: list[str]) -> str:
    return "compaction.sections-" + ("both" if empty and missing else "empty" if empty else "missing")


def check_branch_summaries(case: Case) -> list[Finding]:
    """Sections of the branch summaries in the context; their kind has no Critical Context."""
    kinds, flags = case.session.cols.kind, case.session.cols.flags
    findings = []
    for row in [row for row in case.frame.rows if kinds[row] == k.BRANCH_SUMMARY][-5:]:
        entry = case.session.value(row)
        text = entry.get("summary")
        summary = read_summary(text if isinstance(text, str) else "")
        if flags[row] & k.EMPTY or entry.get("fromHook") is True or not summary.shaped:
            continue
        filled, empty, missing = summary.state(SECTIONS[:-1])
        params = {
            "entry": case.session.entry_name(row),
            "line": case.session.cols.line[row],
            "filled": len(filled),
            "of": len(SECTIONS) - 1,
            "lacking": [*empty, *missing],
        }
        code = "compaction.branch-sections" if empty or missing else "compaction.branch-sections-whole"
        findings.append(Finding(code, "ok", params, evidence=(case.evidence(row),), detail_only=True))
    return findings


def check_split(case: Case, bound: Boundary) -> list[Finding]:
    """A cut inside a turn: the part of the summary that stands for the turn's beginning."""
    roles, kinds, path = case.session.cols.role, case.session.cols.kind, case.path
    if bound.facts.cut < 0:
        return []
    after = next(
        (row for row in path[bound.cut : bound.at] if kinds[row] in (k.MESSAGE, k.CUSTOM_MESSAGE)), -1
    )
    inside = after >= 0 and roles[after] in (k.ASSISTANT, k.TOOL_RESULT)
    turn = bound.summary.turn
    params: dict[str, object] = {"compaction": bound.name, "line": bound.line}
    evidence: tuple[Evidence, ...] = (case.evidence(bound.row), case.evidence(bound.facts.cut))
    if turn is not None:
        params |= {
            "filled": [name for name in TURN if turn.get(name, "").strip()],
            "missing": [n for n in TURN if not turn.get(n, "").strip()],
        }
        code = "compaction.split-turn" if inside else "compaction.split-turn-whole"
        return [Finding(code, "ok", params, evidence=evidence, detail_only=not bound.latest or not inside)]
    request = next((row for row in reversed(bound.dropped[-400:]) if roles[row] == k.USER), -1)
    if not inside or bound.from_hook or bound.summary.empty or request < 0:
        return []
    params |= {"request": case.session.entry_name(request), "request_line": case.session.cols.line[request]}
    evidence = (*evidence, case.evidence(request))
    return [Finding("compaction.split-turn-missing", "unknown", params, True, evidence, detail_only=True)]


def _dropped_of_previous(case: Case, bounds: list[Boundary], told: list[str]) -> list[Finding]:
    """List items of one summary that the next one and its kept range no longer hold."""
    findings: list[Finding] = []
    for older, newer in list(pairwise(bounds))[-4:]:
        if older.summary.empty or newer.omitted_by >= 0:
            continue
        lost = [(name, item) for name in _CARRIED for item in older.summary.items(name) if _gone(item, newer)]
        rules = [item for name, item in lost if name == _CARRIED[0]]
        rest = [item for name, item in lost if name != _CARRIED[0]]
        evidence = (case.evidence(older.row), case.evidence(newer.row))
        params = {"compaction": newer.name, "line": newer.line, "older": older.name, "older_line": older.line}
        steps = tuple(Step("restate", {"text": item}) for item in rules[:3]) if newer.latest else ()
        if rules:
            now = {**params, "n": len(rules), "text": rules[0], "texts": [item[:120] for item in rules]}
            quiet = not newer.latest or all(_is_told(item, told) for item in rules)
            findings.append(
                Finding("compaction.summary-dropped-rules", "warning", now, True, evidence, steps, quiet)
            )
        if rest:
            now = {**params, "n": len(rest), "texts": [item[:120] for item in rest[:20]]}
            findings.append(
                Finding("compaction.summary-dropped-notes", "warning", now, True, evidence, (), True)
            )
    return findings


def _is_told(item: str, told: list[str]) -> bool:
    wanted = stems(item)
    return any(len(wanted & stems(text)) >= SURVIVES * len(wanted) for text in told)


def _gone(item: str, newer: Boundary) -> bool:
    wanted = stems(item)
    return len(wanted) >= 2 and newer.view.share(wanted)[0] < SURVIVES


def _never_entered(case: Case, bound: Boundary) -> list[Finding]:
    """Long tool results and thinking among the dropped entries: what no summary can hold."""
    cols, session = case.session.cols, case.session
    dropped = bound.dropped[-LOOKED:]
    long = [row for row in dropped if cols.role[row] == k.TOOL_RESULT and cols.length[row] > CUT_TO + 400]
    replies = [row for row in dropped if cols.role[row] == k.ASSISTANT][-400:]
    thinking = [row for row in replies if b'"type":"thinking"' in session.raw(row).replace(b'": "', b'":"')]
    params: dict[str, object] = {"compaction": bound.name, "line": bound.line, "looked": len(dropped)}
    findings = []
    if long:
        evidence = (case.evidence(bound.row), *(case.evidence(row) for row in long[-5:]))
        now = {**params, "n": len(long), "characters": CUT_TO}
        findings.append(Finding("compaction.results-cut", "ok", now, evidence=evidence, detail_only=True))
    if thinking:
        evidence = (case.evidence(bound.row), *(case.evidence(row) for row in thinking[-5:]))
        now = {**params, "n": len(thinking)}
        findings.append(
            Finding("compaction.thinking-left-out", "ok", now, evidence=evidence, detail_only=True)
        )
    return findings


def _three_questions(case: Case, bound: Boundary) -> list[Finding]:
    """Does the summary name its sources, its scope, what was not done?"""
    summary = bound.summary
    text = summary.text
    answers = {
        "sources": bool(summary.files)
        or _SOURCES.search(text) is not None
        or any("/" in one for one in salient(text)),
        "scope": summary.turn is not None or bool(summary.body("Goal")) or _SCOPE.search(text) is not None,
        "undone": any(summary.body(name) for name in ("Next Steps", "In Progress", "Blocked"))
        or _UNDONE.search(text) is not None,
    }
    params = {"compaction": bound.name, "line": bound.line}
    evidence = (case.evidence(bound.row),)
    found = [
        Finding(f"compaction.no-{name}", "unknown", params, True, evidence, detail_only=True)
        for name, answered in answers.items()
        if not answered
    ]
    return found or [Finding("compaction.three-answered", "ok", params, True, evidence, detail_only=True)]


def _paths(case: Case, bound: Boundary) -> list[Finding]:
    """Do the files the summary names still exist in the workspace? Links are never followed."""
    root = case.workspace
    if root is None or not root.is_dir():
        return []
    named = [
        *bound.summary.files,
        *(one for one in sorted(salient(bound.summary.text)) if "/" in one and _FILE.match(one)),
    ]
    inside = {
        name: place
        for name in dict.fromkeys(named[:PATHS])
        if (place := _place(case, root, name)) is not None
    }
    folded = {name.lower(): name for name in bound.summary.files}
    inside = {name: place for name, place in inside.items() if name not in folded or folded[name] == name}
    missing = [name for name, place in inside.items() if not os.path.lexists(place)]
    params = {
        "compaction": bound.name,
        "line": bound.line,
        "n": len(missing),
        "of": len(inside),
        "paths": missing,
        "workspace": str(root),
    }
    evidence = (case.evidence(bound.row),)
    if missing:
        return [Finding("compaction.paths-gone", "warning", params, True, evidence)]
    if inside:
        return [Finding("compaction.paths-resolve", "ok", params, True, evidence, detail_only=True)]
    return []


def _place(case: Case, root: Path, name: str) -> str | None:
    """Where a name of the summary lies in the workspace; None for what is no file name or lies outside."""
    if "\0" in name or len(name) > 1_000 or name.startswith("~"):
        return None
    pure = PurePosixPath(name)
    cwd = case.session.cwd
    if pure.is_absolute():
        for base in (cwd, str(root)):
            if base and base != "/" and pure.is_relative_to(base):
                pure = pure.relative_to(base)
                break
        else:
            return None
    if ".." in pure.parts or not pure.parts:
        return None
    place = os.path.join(root, *pure.parts)
    real = os.path.realpath(os.path.dirname(place))
    top = os.path.realpath(root)
    return place if real == top or real.startswith(top + os.sep) else None
