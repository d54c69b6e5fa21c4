"""Our reports beside pi's answers: every difference in words, so that a failing test says what to look at.

Values are compared as JSON values, absent equal to null (CONTRACT). pi's rows become names by our own naming, which is
safe because the ids of all rows are compared first.
"""

from __future__ import annotations

import json
import math
from typing import Any

from inspector import jsontext
from inspector.session import Session
from inspector.session.kinds import NO_INSTANT
from inspector.session.report import context_report, show_report

TOTALS = ("input", "output", "cacheRead", "cacheWrite", "tokens", "cost")
LISTS = ("messages", "llmMessages", "wireMessages")


def differences(session: Session, pi: dict[str, Any]) -> list[str]:
    """What our view of a file says otherwise than pi; empty when both agree.

    `pi` is the bridge's answer, with messages or without. Where pi has no value (it refuses the file, throws or
    would never return), only that we say so is checked.
    """
    if pi["refused"]:
        return [] if not session.pi.opens and session.pi.why else ["pi refuses the file, we do not say so"]
    if pi["empty"]:
        return _report(session, {"entries": 0, "distinctIds": 0, "roots": [], "leaves": [], "activeLeaf": None})
    if not pi["opens"]:
        said = session.pi.throws or (not session.pi.opens and session.pi.why)
        return [] if said else [f"pi throws while opening ({pi['error']}), we do not say so"]
    found = _rows(session, pi)
    if found:
        return found  # without equal rows nothing below can be compared
    found += _said(session, pi)
    found += _report(session, _expected_show(session, pi))
    found += _totals(session, pi)
    found += _children(session, pi)
    for context in pi["contexts"]:
        found += _context(session, context)
    return found


def unlike(ours: Any, theirs: Any, at: str = "") -> str | None:
    """The first place where two JSON values differ, or None. Absent equals null; 1 equals 1.0 but not true."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in {**theirs, **ours}:
            if found := unlike(ours.get(key), theirs.get(key), f"{at}.{key}"):
                return found
        return None
    if isinstance(theirs, list) and isinstance(ours, list):
        for number, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            if found := unlike(a, b, f"{at}[{number}]"):
                return found
        if len(ours) != len(theirs):
            return f"{at}: ours has {len(ours)} items, pi's {len(theirs)}: {_short(ours)} | {_short(theirs)}"
        return None
    same = ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)
    return None if same else f"{at}: ours {_short(ours)}, pi's {_short(theirs)}"


def as_json(value: Any) -> Any:
    """A report as a reader of our JSON output gets it."""
    return json.loads(jsontext.dumps(value))


def _short(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 160 else f"{words[:157]}..."


def _names(session: Session, rows: list[int]) -> list[str]:
    return [session.entry_name(row) for row in rows]


def _rows(session: Session, pi: dict[str, Any]) -> list[str]:
    if session.n != pi["entries"]:
        return [f"entries: ours {session.n}, pi's {pi['entries']}"]
    if _renamed(pi):
        return []  # ids of a v1 file are made up by pi, anew each time
    ours = [key if type(key := session.cols.ids[row]) is str else None for row in range(session.n)]
    theirs = [id if isinstance(id, str) else None for id in pi["ids"]]
    found = unlike(ours, theirs, "ids")
    return [found] if found else []


def _renamed(pi: dict[str, Any]) -> bool:
    """True for a v1 file: JavaScript's `version < 2`, as far as our files go."""
    version = pi["versionOnDisk"]
    if version is None or version == []:
        return True
    try:
        return float(version) < 2 if not isinstance(version, dict) else False
    except (TypeError, ValueError):
        return False


def _said(session: Session, pi: dict[str, Any]) -> list[str]:
    """That we tell what pi would do with this file."""
    found = []
    if not session.pi.opens:
        found.append(f"pi opens the file, we say it does not: {session.pi.why}")
    if bool(session.pi.writes_on_open) != pi["writesOnOpen"]:
        found.append(f"writes on open: ours {session.pi.writes_on_open}, pi's {pi['writesOnOpen']}")
    # What opening does: the active leaf's path is walked, and /tree walks down from the roots.
    hangs = pi["activeLeaf"] in pi["cyclic"] or bool(pi["tree"].get("endless"))
    if session.pi.hangs != hangs:
        found.append(f"hangs: ours {session.pi.hangs}, pi's {hangs} (cyclic {pi['cyclic']}, tree {pi['tree']})")
    thrown = [pi[key]["error"] for key in ("stats", "breakdown", "name", "tree") if "error" in _record(pi[key])]
    thrown += [context["error"] for context in pi["contexts"] if "error" in context and context["row"] == pi["activeLeaf"]]
    if thrown and not session.pi.throws:
        found.append(f"pi throws ({thrown[0]}), we do not say so")
    return found


def _record(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _expected_show(session: Session, pi: dict[str, Any]) -> dict[str, Any]:
    """The part of `show --json` that pi has a plain value for."""
    expected: dict[str, Any] = {
        "entries": pi["entries"],
        "distinctIds": pi["distinctIds"],
        "leaves": _names(session, pi["leaves"]),
        "activeLeaf": None if pi["activeLeaf"] is None else session.entry_name(pi["activeLeaf"]),
        "labels": {session.entry_name(row): label for row, label in pi["labels"]},
        "versionOnDisk": pi["versionOnDisk"],
    }
    if "roots" in pi["tree"]:
        expected["roots"] = _names(session, pi["tree"]["roots"])
    if "error" not in _record(pi["name"]):
        expected["name"] = pi["name"]
    if "error" not in pi["stats"]:
        expected["messages"] = pi["stats"]["messages"]
    return expected


def _report(session: Session, expected: dict[str, Any]) -> list[str]:
    ours = as_json(show_report(session))
    return [found for key, value in expected.items() if (found := unlike(ours.get(key), value, f"show.{key}"))]


def _finite(record: dict[str, Any]) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for key, value in record.items() if key != "key")


def _totals(session: Session, pi: dict[str, Any]) -> list[str]:
    """Sums equal pi's where pi's are numbers; else ours are finite all the same, and a flag says so."""
    ours = as_json(show_report(session))
    found = []
    stats, breakdown = pi["stats"], pi["breakdown"]
    if "error" not in stats and _finite(stats["totals"]):
        found.append(unlike(ours["totals"], stats["totals"], "show.totals"))
    else:
        if not all(isinstance(ours["totals"][key], (int, float)) and math.isfinite(ours["totals"][key]) for key in TOTALS):
            found.append(f"show.totals: not finite: {ours['totals']}")
        if not ours["flags"]:
            found.append(f"show.flags: empty, but pi's totals are {stats}")
    if isinstance(breakdown, list) and all(_finite(row) for row in breakdown):
        found.append(unlike(ours["breakdown"], breakdown, "show.breakdown"))
    elif not ours["flags"]:
        found.append(f"show.flags: empty, but pi's breakdown is {breakdown}")
    return [line for line in found if line]


def _children(session: Session, pi: dict[str, Any]) -> list[str]:
    """Children in pi's order; where a row is shadowed pi shows its stand-in instead, so nothing can be compared,
    and where a clock cannot be read pi's order is undefined."""
    if pi["shadowed"] or pi["cyclic"] or "children" not in pi["tree"] or NO_INSTANT in session.cols.instant:
        return []
    ours: dict[int, list[int]] = {row: [] for row in range(session.n)}
    for row, parent in enumerate(session.tree.parent):
        if parent >= 0:
            ours[parent].append(row)
    ours |= {row: list(children) for row, children in session.tree.forks.items()}
    # A falsy id ("" or 0) has children in /tree, but no path walk ever goes up to it: we follow the walk.
    named = {row: theirs for row, theirs in pi["tree"]["children"].items() if pi["ids"][int(row)]}
    pairs = ((row, unlike(ours[int(row)], theirs)) for row, theirs in named.items())
    return [f"children of row {row}{found}" for row, found in pairs if found]


def _context(session: Session, pi: dict[str, Any]) -> list[str]:
    row = pi["row"]
    with_messages = "wireMessages" in pi
    ours = as_json(context_report(session, row, messages=with_messages))
    here = f"context at {session.entry_name(row)!r} (row {row})"
    expected: dict[str, Any] = {"path": _names(session, pi["path"])}
    if "error" not in pi:
        expected |= {
            "contextEntries": _names(session, pi["contextEntries"]),
            "visible": _names(session, pi["visible"]),
            **{key: pi[key] for key in ("roles", "model", "thinkingLevel", *(LISTS[:1] if with_messages else ()))},
        }
        expected |= {key: pi[key] for key in ("llm", "wire", *(LISTS[1:] if with_messages else ())) if isinstance(pi[key], list)}
        if _finite({key: value for key, value in pi["tokens"].items() if value is not None}):
            expected["tokens"] = pi["tokens"]
        if "error" not in _record(pi["prompt"]):
            expected["prompt"] = pi["prompt"]
    return [found for key, value in expected.items() if (found := unlike(ours.get(key), value, f"{here}: {key}"))]
