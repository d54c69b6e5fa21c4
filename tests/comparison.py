"""Our reports beside pi's answers: every difference in words, so that a failing test says what to look at.

Values are compared as JSON values, absent equal to null (CONTRACT). pi's rows become names by our own naming, which is
safe because the ids of all rows are compared first.
"""

from __future__ import annotations

import math
import re
from typing import Any

from inspector import jsontext
from inspector.session import Session
from inspector.session.kinds import NO_INSTANT
from inspector.session.report import context_report, show_report
from tests.oracle import read_json

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
        return _report(
            session, {"entries": 0, "distinctIds": 0, "roots": [], "leaves": [], "activeLeaf": None}
        )
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
    pairs = [(ours, theirs, at)]
    while pairs:  # an own stack: values may be nested deeply
        one, other, here = pairs.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            pairs.extend(
                (one.get(key), other.get(key), f"{here}.{key}") for key in reversed({**other, **one})
            )
        elif isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return (
                    f"{here}: ours has {len(one)} items, pi's {len(other)}: {_short(one)} | {_short(other)}"
                )
            pairs.extend(
                (a, b, f"{here}[{i}]" if len(here) < 300 else here)
                for i, (a, b) in reversed(list(enumerate(zip(one, other, strict=True))))
            )
        elif not _same(one, other):
            return f"{here}: ours {_short(one)}, pi's {_short(other)}"
    return None


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        # As the doubles that JavaScript holds: 18014398509482230 is how it writes 18014398509482232.
        return float(one) == float(other)
    return bool(one == other)


def as_json(value: Any) -> Any:
    """A report as a reader of our JSON output gets it."""
    return read_json(jsontext.dumps(value))


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
        found.append(
            f"hangs: ours {session.pi.hangs}, pi's {hangs} (cyclic {pi['cyclic']}, tree {pi['tree']})"
        )
    thrown = [
        pi[key]["error"] for key in ("stats", "breakdown", "name", "tree") if "error" in _record(pi[key])
    ]
    thrown += [
        context["error"]
        for context in pi["contexts"]
        if "error" in context and context["row"] == pi["activeLeaf"]
    ]
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
        "labels": {
            session.entry_name(row): label for row, label in pi["labels"] if row not in pi["shadowed"]
        },
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
    return [
        found for key, value in expected.items() if (found := unlike(ours.get(key), value, f"show.{key}"))
    ]


def _finite(record: dict[str, Any]) -> bool:
    return all(
        isinstance(value, (int, float)) and not isinstance(value, bool)
        for key, value in record.items()
        if key != "key"
    )


def _totals(session: Session, pi: dict[str, Any]) -> list[str]:
    """Sums equal pi's where pi's are numbers; else ours are finite all the same, and a flag says so."""
    ours = as_json(show_report(session))
    found = []
    stats, breakdown = pi["stats"], pi["breakdown"]
    sound = "error" not in stats and _finite(stats["totals"])
    if sound:
        found.append(unlike(ours["totals"], stats["totals"], "show.totals"))
    elif not all(
        isinstance(ours["totals"][key], (int, float)) and math.isfinite(ours["totals"][key]) for key in TOTALS
    ):
        found.append(f"show.totals: not finite: {ours['totals']}")
    # A message that cannot be read is no usage left out; that pi throws on it is said elsewhere.
    blameless = re.search("reading '(role|type)'", stats.get("error", ""))
    if not sound and not blameless and not ours["flags"]:
        found.append(f"show.flags: empty, but pi's totals are {stats}")
    if isinstance(breakdown, list) and sound:
        found.append(unlike(ours["breakdown"], breakdown, "show.breakdown"))
    elif isinstance(breakdown, list):
        # Rows with text for numbers are odd in pi or missing; the others are the same.
        rows = {row["key"]: row for row in ours["breakdown"]}
        found += [
            unlike(rows.get(row["key"]), row, f"show.breakdown {row['key']}")
            for row in breakdown
            if _finite(row)
        ]
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
            **{
                key: pi.get(key)
                for key in ("roles", "model", "thinkingLevel", *(LISTS[:1] if with_messages else ()))
            },
        }
        expected |= {
            key: pi[key]
            for key in ("llm", "wire", *(LISTS[1:] if with_messages else ()))
            if isinstance(pi[key], list)
        }
        if _finite({key: value for key, value in pi["tokens"].items() if value is not None}):
            expected["tokens"] = pi["tokens"]
        if "error" not in _record(pi["prompt"]):
            expected["prompt"] = pi["prompt"]
    return [
        found for key, value in expected.items() if (found := unlike(ours.get(key), value, f"{here}: {key}"))
    ]
