"""Branch, leaves: where pi goes on and why, what else could be gone on with, and bookkeeping that moved the leaf."""

from __future__ import annotations

from dataclasses import replace

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
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.going_back import go_back
from inspector.session import kinds as k
from inspector.session.kinds import NO_INSTANT

_TOLD = 4  # other leaves that are told without --all


def leaf_findings(case: Case) -> list[Finding]:
    """The entry asked about against the active leaf, which is the last line of the file, whatever its type."""
    session, active = case.session, case.tree.active_leaf
    found = []
    last = session.cols.line[active] if active >= 0 else None
    tip = last_words(session, case.path)
    params = {
        "entry": session.entry_name(case.at),
        "line": session.cols.line[case.at],
        "kind": session.cols.kind_name(case.at),
        "text": text_of(session, tip),
        "talk": session.cols.line[tip],
        "said_line": session.cols.line[tip] if tip != case.at else None,
        "active": session.entry_name(active) if active >= 0 else None,
        "last": last,
        "leaves": len(case.tree.leaves),
    }
    if case.at != active:
        evidence = (case.evidence(case.at), *((case.evidence(active),) if active >= 0 else ()))
        below = active >= 0 and case.tree.is_ancestor(case.at, active)
        code = "branch.asked-earlier" if below else "branch.asked-elsewhere"
        found.append(Finding(code, "ok", params, evidence=evidence))
    elif not session.pi.opens or session.pi.hangs:
        found.append(Finding("branch.leaf-of-refused", "ok", params, evidence=(case.evidence(case.at),)))
    elif is_bookkeeping(session, case.at):
        evidence = (case.evidence(case.at), case.evidence(tip))
        found.append(Finding("branch.leaf-bookkeeping", "ok", params, evidence=evidence))
    else:
        found.append(Finding("branch.leaf", "ok", params, evidence=(case.evidence(case.at),)))
    found.extend(_moved(case))
    found.extend(_inner(case))
    return found


def _moved(case: Case) -> list[Finding]:
    """A trailing label, usage or state entry that hangs on an older branch: pi goes on there since it is the last
    line, not where the last talk was (a killed process writes its last record under its old leaf)."""
    session = case.session
    if case.at != case.tree.active_leaf:
        return []
    for row in reversed(case.path):
        if not is_bookkeeping(session, row):
            return []
        parent = case.tree.parent[row]
        if row and parent < row - 1 and row - 1 not in case.on_path:
            left = way_back(case, row - 1)
            if not any(talked(session, one) for one in left):
                return []
            tip = last_words(session, left)
            params = {
                "kind": session.cols.kind_name(row),
                "line": session.cols.line[row],
                "left": session.entry_name(tip),
                "left_line": session.cols.line[tip],
                "text": text_of(session, tip),
                "n": len(left),
            }
            evidence = (case.evidence(row), case.evidence(tip))
            step = tuple(go_back(session, reversed(left)))
            return [Finding("branch.bookkeeping-moved-leaf", "warning", params, evidence=evidence, next=step)]
    return []


def _inner(case: Case) -> list[Finding]:
    """Entries below the active leaf: the last line is an inner entry, so they are on no path that pi goes on with."""
    if case.at != case.tree.active_leaf:
        return []
    rows = [row for one in off_path(case).later for row in (one.first, one.end - 1)]
    if not rows:
        return []
    session, last = case.session, max(rows)
    count = sum(one.end - one.first for one in off_path(case).later)
    params = {"n": count, "line": session.cols.line[case.at], "text": text_of(session, last)}
    evidence = (case.evidence(case.at), case.evidence(last))
    step = tuple(go_back(session, reversed(way_back(case, last))))
    return [Finding("branch.leaf-has-children", "warning", params, evidence=evidence, next=step)]


def other_leaf_findings(case: Case) -> list[Finding]:
    """Other leaves, the ones written last first: when they were last extended, and what they hold."""
    later = {one.end - 1 for one in off_path(case).later}
    leaves = [row for row in case.tree.leaves if row not in case.on_path]
    others = sorted((row for row in leaves if row not in later), reverse=True)
    below = case.at != case.tree.active_leaf and off_path(case).later
    found = []
    if below:
        rows = sum(one.end - one.first for one in below)
        tip = max(one.end for one in below) - 1
        params = {"n": rows, "line": case.session.cols.line[case.at], "text": text_of(case.session, tip)}
        evidence = (case.evidence(case.at), case.evidence(tip))
        found.append(Finding("branch.later", "ok", params, evidence=evidence))
    named = [_leaf(case, row) for row in others[:SHOWN]]
    found.extend(named[:_TOLD])
    found.extend(replace(one, detail_only=True) for one in named[_TOLD:])
    if len(others) > SHOWN:
        rest = others[SHOWN:]
        shown = tuple(case.evidence(row) for row in rest[:SHOWN])
        params = {"n": len(rest), "rows": case.names(rest)}
        found.append(Finding("branch.more-leaves", "ok", params, evidence=shown, detail_only=True))
    return found


def _leaf(case: Case, leaf: int) -> Finding:
    session, cols = case.session, case.session.cols
    rows = way_back(case, leaf)
    anchor = case.tree.parent[rows[0]]
    tip = last_words(session, rows)
    last = max(cols.instant[row] for row in rows)
    params = {
        "leaf": session.entry_name(leaf),
        "line": cols.line[leaf],
        "text": text_of(session, tip),
        "said_line": cols.line[tip] if tip != leaf else None,
        "n": len(rows),
        "users": sum(cols.role[row] == k.USER for row in rows),
        "replies": sum(cols.role[row] == k.ASSISTANT for row in rows),
        "compactions": sum(cols.kind[row] == k.COMPACTION for row in rows),
        "at": None if last == NO_INSTANT else last,
        "fork": cols.line[anchor] if anchor >= 0 else None,
    }
    evidence = (case.evidence(leaf), *((case.evidence(anchor),) if anchor >= 0 else ()))
    if not any(talked(session, row) for row in rows):
        code = (
            "branch.failed-leaf" if any(cols.flags[row] & k.FAILED for row in rows) else "branch.silent-leaf"
        )
        return Finding(code, "ok", params, evidence=evidence, detail_only=True)
    code = "branch.other-leaf" if anchor >= 0 else "branch.other-root"
    return Finding(code, "ok", params, evidence=evidence, next=tuple(go_back(session, reversed(rows))))
