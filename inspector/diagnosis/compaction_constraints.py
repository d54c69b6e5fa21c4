"""Rules and facts of the user that a boundary took away and that nothing in front of the model says any more.

What a statement turns on is compared, by terms, with every line that could be read behind the boundary. That people
paraphrase is the rule, so all of this is a lead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.diagnosis.branch_writes import writes
from inspector.diagnosis.case import Case
from inspector.diagnosis.compaction_boundaries import Boundary, boundaries, sibling_view
from inspector.diagnosis.compaction_statements import Statement, statements
from inspector.diagnosis.compaction_view import SURVIVES, View, texts_of, view_of
from inspector.diagnosis.finding import Evidence, Finding, Status, Step
from inspector.diagnosis.going_back import go_back
from inspector.session import kinds as k
from inspector.session.load import Session

MESSAGES = 600  # dropped user messages that are read, those nearest to the latest boundary first
BEHIND = 800  # entries behind the boundary that are looked at for a statement said again
SHOWN = 3  # statements of a kind that get a finding of their own
_BEFORE = 400  # entries before a boundary that are looked at for the place to go back to
_PLACES = 8  # places named as evidence of one finding
WALKED = 12  # boundaries that are asked which of them lost a statement
_FACT = 0.4  # share of terms beside the amount that makes a line the same fact


@dataclass(frozen=True, slots=True)
class Lost:
    """A statement that is gone: ``by`` took it, ``held`` was the last summary that still had it (None: none had), said
    again at row ``again`` (-1: it was not)."""

    statement: Statement
    by: Boundary
    held: Boundary | None
    share: float
    again: int


def lost_statements(case: Case, bounds: list[Boundary]) -> tuple[list[Lost], int]:
    """What the boundaries in force took away, rules first, and how many user messages were left unread."""
    last, path = bounds[-1], case.path
    found, unread = _before(case, last)
    gone = [one for one in found if not _survives(one, last.view)]
    gone.sort(key=lambda one: (one.kind == "fact", not one.strong))
    gone = gone[:60]
    behind = _behind(case, last) if gone else View()
    depth = {row: at for at, row in enumerate(path)} if gone else {}
    return [_lost(one, bounds, depth[one.row], behind) for one in gone], unread


@dataclass(frozen=True, slots=True)
class Rules:
    """What a user laid down before a cut, newest first: ``kept`` is still said right behind it, in the summary, the
    checkpoint or the kept range; of ``lost`` too few words are. A lead, as the module says. ``unread``: messages
    of the user before those that were read."""

    kept: list[Statement]
    lost: list[Statement]
    unread: int


def rules_across(session: Session, row: int) -> Rules | None:
    """The rules of the user before the cut of the compaction at ``row``; None where ``row`` cuts nothing."""
    case = Case(session, row)
    bounds = boundaries(case)
    if not bounds or bounds[-1].row != row:
        return None
    found, unread = _before(case, bounds[-1])
    rules = Rules([], [], unread)
    for one in found:
        if one.kind == "rule":
            (rules.kept if _survives(one, bounds[-1].view) else rules.lost).append(one)
    return rules


def _before(case: Case, bound: Boundary) -> tuple[list[Statement], int]:
    """Statements of the user before a cut, newest first, and how many messages were left unread."""
    roles = case.session.cols.role
    users = [row for row in case.path[: bound.cut] if roles[row] == k.USER]
    read = users[-MESSAGES:]
    return list(_unique(_said(case, read))), len(users) - len(read)


def check_constraints(case: Case, bounds: list[Boundary]) -> list[Finding]:
    """One finding for each of the foremost lost rules and facts, one for the rest of each kind."""
    lost, unread = lost_statements(case, bounds)
    findings: list[Finding] = []
    for kind in ("rule", "fact"):
        ours = [one for one in lost if one.statement.kind == kind]
        still = [one for one in ours if one.again < 0]
        again = [one for one in ours if one.again >= 0]
        findings += [_gone(case, one) for one in still[:SHOWN]]
        if kind == "rule":
            findings += [found for one in again[:2] for found in _again(case, one)]
        findings += _more(case, kind, [*still[SHOWN:], *(again[2:] if kind == "rule" else ())])
    if unread:
        params = {"unread": unread, "read": MESSAGES}
        findings.append(Finding("compaction.not-all-read", "unknown", params, lead=True, detail_only=True))
    return findings


def check_siblings(case: Case, bounds: list[Boundary]) -> list[Finding]:
    """Other compactions of the same point: what the summary of one carries, the other may lack."""
    findings = []
    for bound in bounds[-2:]:
        parent = case.tree.parent[bound.row]
        others = [
            one.row
            for one in case.compactions
            if one.row != bound.row and case.tree.parent[one.row] == parent
        ]
        for row in others[:3]:
            findings.append(_sibling(case, bound, row))
    return findings


def _sibling(case: Case, bound: Boundary, row: int) -> Finding:
    roles = case.session.cols.role
    users = [one for one in case.path[: bound.at] if roles[one] == k.USER][-200:]
    view, said = sibling_view(case, row), list(_unique(_said(case, users)))
    ours = [one for one in said if not _survives(one, view) and _survives(one, bound.view)]
    theirs = [one for one in said if _survives(one, view) and not _survives(one, bound.view)]
    evidence: tuple[Evidence, ...] = (case.evidence(bound.row), case.evidence(row))
    other = case.session.entry_name(row)
    params = {
        "compaction": bound.name,
        "other": other,
        "line": bound.line,
        "other_line": case.session.cols.line[row],
    }
    if not ours and not theirs:
        return Finding("compaction.sibling", "ok", params, evidence=evidence, detail_only=True)
    first = (ours or theirs)[0]
    params |= {
        "text": first.text,
        "has": bound.name if ours else other,
        "lacks": other if ours else bound.name,
    }
    status: Status = "ok" if ours else "warning"
    evidence = (*evidence, case.evidence(first.row))
    return Finding("compaction.sibling-differs", status, params, lead=True, evidence=evidence)


def _said(case: Case, rows: Iterable[int]) -> Iterable[Statement]:
    for row in rows:
        for text in texts_of(case.session, row):
            yield from statements(row, text)


def _unique(said: Iterable[Statement]) -> Iterable[Statement]:
    """Each statement once, where it was said last: newest first."""
    seen: set[frozenset[str]] = set()
    for one in reversed(list(said)):
        if one.wanted not in seen:
            seen.add(one.wanted)
            yield one


def _survives(one: Statement, view: View) -> bool:
    if one.codes:
        return any(view.mentions(code) >= 0 for code in one.codes)
    return view.share(one.wanted, one.amounts)[0] >= (SURVIVES if one.kind == "rule" else _FACT)


def _behind(case: Case, last: Boundary) -> View:
    """What was said behind the latest boundary by others than tools, and the prompt changes."""
    cols = case.session.cols
    speaks = (k.USER, k.SYSTEM)
    rows = [
        row
        for row in case.path[last.at + 1 :]
        if cols.role[row] in speaks or cols.kind[row] in (k.CUSTOM_MESSAGE, k.BRANCH_SUMMARY)
    ]
    return view_of(case.session, rows[:BEHIND])


def _lost(one: Statement, bounds: list[Boundary], position: int, behind: View) -> Lost:
    held: Boundary | None = None
    by = bounds[-1]
    for bound in [bound for bound in bounds if bound.cut > position][-WALKED:]:
        if not _survives(one, bound.view):
            by = bound
            break
        held = bound
    share, again = behind.share(one.wanted, one.amounts)
    if one.codes:
        again = next((row for code in one.codes if (row := behind.mentions(code)) >= 0), -1)
        share = 1.0
    last = bounds[-1].view.share(one.wanted)[0]
    return Lost(one, by, held, last, again if share >= SURVIVES else -1)


def _gone(case: Case, lost: Lost) -> Finding:
    one, kind = lost.statement, "constraint" if lost.statement.kind == "rule" else "fact"
    suffix = "" if lost.held is None else "-again"
    params = _params(case, lost)
    evidence = [case.evidence(one.row), case.evidence(lost.by.row)]
    if lost.held is not None:
        evidence.insert(1, case.evidence(lost.held.row))
        params |= {"held": lost.held.name, "held_line": lost.held.line}
    steps = [Step("restate", {"text": one.text})]
    if kind == "constraint":
        steps.append(Step("agents-md", {"text": one.text}))
    steps += back_steps(case, lost.by)
    code = f"compaction.dropped-{kind}{suffix}"
    return Finding(code, "warning", params, lead=True, evidence=tuple(evidence), next=tuple(steps))


def back_steps(case: Case, bound: Boundary) -> list[Step]:
    """Going back to the last reply before a boundary, and what pi does then."""
    roles = case.session.cols.role
    if bound.last_reply < 0:
        return []
    # The results of a last reply that only calls tools are the place; a message behind it had no answer yet.
    behind = case.path[max(0, bound.at - _BEFORE) : bound.at]
    steps = go_back(case.session, (row for row in reversed(behind) if roles[row] != k.USER))
    if not steps:
        return []
    again = "compacts-again-auto" if bound.automatic else "compacts-again-maybe"
    return [*steps, Step(again)]


def _again(case: Case, lost: Lost) -> list[Finding]:
    roles, path = case.session.cols.role, case.path
    until = next((at for at in range(lost.by.at, len(path)) if path[at] == lost.again), len(path))
    gap = sum(roles[row] == k.ASSISTANT for row in path[lost.by.at : until])
    params = _params(case, lost) | {"again": case.session.cols.line[lost.again], "replies": gap}
    evidence = (case.evidence(lost.statement.row), case.evidence(lost.by.row), case.evidence(lost.again))
    steps = (Step("agents-md", {"text": lost.statement.text}),)
    code = "compaction.restated-constraint"
    found = [Finding(code, "warning", params, lead=True, evidence=evidence, next=steps)]
    done = writes(case.session, path[lost.by.at : until][-_BEFORE:], case.session.cwd)
    if done:
        files = list(dict.fromkeys(f"{one.path} (L{case.session.cols.line[one.row]})" for one in done))
        told = params | {"n": len({one.path for one in done}), "files": files}
        places = tuple(case.evidence(row) for row in dict.fromkeys(one.row for one in done))
        found.append(
            Finding("compaction.changed-without", "warning", told, lead=True, evidence=places[:_PLACES])
        )
    return found


def _params(case: Case, lost: Lost) -> dict[str, object]:
    return {
        "text": lost.statement.text,
        "entry": case.session.entry_name(lost.statement.row),
        "line": case.session.cols.line[lost.statement.row],
        "share": lost.share,
        "compaction": lost.by.name,
        "compaction_line": lost.by.line,
    }


def _more(case: Case, kind: str, rest: list[Lost]) -> list[Finding]:
    if not rest:
        return []
    params = {
        "n": len(rest),
        "texts": [
            f"L{case.session.cols.line[one.statement.row]}: {one.statement.text[:120]}" for one in rest[:20]
        ],
    }
    code = "compaction.more-constraints" if kind == "rule" else "compaction.more-facts"
    evidence = tuple(case.evidence(one.statement.row) for one in rest[:20])
    return [Finding(code, "warning", params, lead=True, evidence=evidence, detail_only=True)]
