"""Branch, jumps: places of the path where it goes on after entries of another branch, and two windows in one file."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.diagnosis.branch_rows import (
    SHOWN,
    is_bookkeeping,
    last_words,
    off_path,
    talked,
    text_of,
    way_back,
)
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding, Step
from inspector.diagnosis.going_back import go_back
from inspector.diagnosis.storage_file import torn_off
from inspector.session import kinds as k
from inspector.session.kinds import NO_INSTANT

_TOLD = 4  # jumps that are told one by one
_AT_ONCE = 2_000  # ms: nobody picks an entry in /tree and writes on in so short a time


@dataclass(frozen=True, slots=True)
class Switch:
    """A run that does not go on with the line before it. ``resumed``: it goes on at the end of another branch, where
    nobody had gone on before, after lines of a third; ``row`` is its first entry, ``parent`` that end."""

    row: int
    parent: int
    resumed: bool


def switches(case: Case) -> list[Switch]:
    """Every place of the file where writing moved to another branch, in file order."""
    tree = case.tree
    runs = sorted(run for run in tree.runs if run[0] not in tree.shadowed)
    ends = {end - 1 for _, end in runs}
    first_child: dict[int, int] = {}
    for start, _ in runs:
        first_child.setdefault(tree.parent[start], start)
    return [
        Switch(start, parent, parent in ends and first_child[parent] == start)
        for start, _ in runs
        if start and (parent := tree.parent[start]) < start
    ]


def _windows(case: Case) -> list[Switch]:
    """Switches as two writers make them: branches taking turns, or a turn within moments of the other's."""
    if any(case.tree.parent[start] > start for start, _ in case.tree.runs):
        return []  # records out of order: what looks like a turn is none
    found = switches(case)
    taken: set[int] = set()
    for number, one in enumerate(found):
        if not one.resumed:
            continue
        turns = number + 1 < len(found) and found[number + 1].resumed
        if turns:
            taken.update((number, number + 1))
        elif _at_once(case, one):
            taken.add(number)
    # The switch that began the taking of turns belongs to it too.
    taken.update(number - 1 for number in list(taken) if number and number - 1 not in taken)
    return [found[number] for number in sorted(taken)]


def _at_once(case: Case, one: Switch) -> bool:
    clocks = case.session.cols.instant
    between = range(one.parent + 1, one.row)
    if NO_INSTANT in (clocks[one.parent], clocks[one.row]) or len(between) > 50:
        return False
    inside = [clocks[row] for row in between if talked(case.session, row)]
    return bool(inside) and NO_INSTANT not in inside and clocks[one.row] - clocks[one.parent] < _AT_ONCE


def window_findings(case: Case) -> list[Finding]:
    """Branches that were written in turns: what two pi windows on one file leave behind. A lead: one user who goes
    back and forth with /tree leaves the same."""
    session = case.session
    turns = _windows(case)
    if not turns:
        return []
    last = turns[-1]
    other = last.row - 1 if last.row in case.on_path else last.row
    rows = way_back(case, _end(case, other))
    if not rows:
        return []
    tip = last_words(session, rows)
    params = {
        "n": len(turns),
        "lines": [session.cols.line[one.row] for one in turns],
        "text": text_of(session, tip),
        "leaf": session.entry_name(rows[-1]),
        "line": session.cols.line[rows[-1]],
        "said_line": session.cols.line[tip],
        "active": session.cols.line[case.at],
    }
    evidence = tuple(case.evidence(one.row) for one in turns[:SHOWN])
    steps = (Step("one-window"), *go_back(session, reversed(rows)))
    return [Finding("branch.interleaved", "warning", params, lead=True, evidence=evidence, next=steps)]


def _end(case: Case, row: int) -> int:
    """The last entry of the branch that holds ``row``, as far as it goes on without a fork."""
    tree = case.tree
    number = tree.segment_of(row)
    return tree.segments[number].last if number >= 0 else row


def jump_findings(case: Case) -> list[Finding]:
    """Jumps back in time on the path, the last ones first; those with a branch summary are told by that check."""
    session = case.session
    turns = {one.row for one in _windows(case)}
    gaps = set(torn_off(session))
    found = []
    for one in reversed(switches(case)):
        if one.row not in case.on_path or one.row in turns or session.cols.kind[one.row] == k.BRANCH_SUMMARY:
            continue
        if one.parent >= 0 and one.parent not in case.on_path:
            continue  # the walk was cut at a loop
        if one.parent < 0 and one.row in gaps:
            continue  # a gap in the file, told by storage
        found.append(_jump(case, one))
    plain = [finding for finding in found if not finding.detail_only]
    if len(plain) > _TOLD:
        rest = plain[_TOLD:]
        evidence = tuple(finding.evidence[0] for finding in rest[:SHOWN])
        told = {id(finding) for finding in rest}
        found = [finding for finding in found if id(finding) not in told]
        found.append(
            Finding("branch.more-jumps", "ok", {"n": len(rest)}, evidence=evidence, detail_only=True)
        )
    return found


def _jump(case: Case, one: Switch) -> Finding:
    session, cols = case.session, case.session.cols
    left = way_back(case, one.row - 1)
    behind = off_path(case).left_rows(one.parent + 1, one.row)
    at = cols.instant_or_none(one.row)
    params = {
        "line": cols.line[one.row],
        "entry": session.entry_name(one.row),
        "parent": cols.line[one.parent] if one.parent >= 0 else None,
        "n": len(behind),
        "at": at,
        "kind": cols.kind_name(one.row),
    }
    evidence = [case.evidence(one.row)]
    if not left or not any(talked(session, row) for row in behind):
        failed = any(cols.flags[row] & k.FAILED for row in behind)
        code = "branch.retry" if failed else "branch.jump-over-nothing"
        return Finding(code, "ok", params, evidence=tuple(evidence), detail_only=True)
    tip = last_words(session, left)
    params |= {
        "left": session.entry_name(left[-1]),
        "left_line": cols.line[tip],
        "text": text_of(session, tip),
    }
    evidence.append(case.evidence(tip))
    step = tuple(go_back(session, reversed(left)))
    if one.parent < 0:
        return Finding("branch.started-over", "ok", params, evidence=tuple(evidence), next=step)
    if one.resumed:
        return Finding("branch.returned", "ok", params, evidence=tuple(evidence), detail_only=True)
    code = "branch.jump-bookkeeping" if is_bookkeeping(session, one.row) else "branch.jump"
    return Finding(code, "ok", params, evidence=tuple(evidence), next=step)
