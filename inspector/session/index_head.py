"""The head of a session index: all that is not one value per row. Bounded, whatever a file holds."""

from __future__ import annotations

from array import array
from typing import Any

from inspector.session import kinds as k
from inspector.session.blocks import shape
from inspector.session.columns import Columns
from inspector.session.load import Session
from inspector.session.preview import LONGEST, one_line
from inspector.session.report import show_report

FORMAT = 1
TEXT_LIMIT = 2_000  # characters of a name, a folder, a reason
STRING_LIMIT = 200
NAMES_LIMIT = 5_000  # distinct models, tools, types; the rest is called "…"
PREVIEWED = 2_000  # branches with a preview, latest first; others get theirs as rows
DAMAGE_LIMIT = 2_000
LABELS_LIMIT = 20_000
CUT = "…"

_AS_REPORTED = (
    "file",
    "size",
    "sha256",
    "modified",
    "name",
    "cwd",
    "parentSession",
    "messages",
    "totals",
)


def head(session: Session) -> dict[str, Any]:
    """The head as a dict ready for JSON (lone surrogates possible)."""
    report = show_report(session)
    tree = session.tree
    return {
        "format": FORMAT,
        **{name: _clipped(report[name]) for name in _AS_REPORTED},
        "id": _clipped(session.session_id),
        "versionOnDisk": shape(report["versionOnDisk"]).value,
        "header": shape(session.header).value,
        "pi": _pi(report["pi"]),
        "n": session.n,
        "strings": StringTable(session.cols).strings,
        "roots": tree.roots,
        "leaves": tree.leaves,
        "active": tree.active_leaf,
        "cyclic": tree.cyclic,
        "shadowed": sorted(tree.shadowed),
        "labels": _labels(session),
        "branches": _branches(session, report["branches"]),
        "compactions": [_compaction(session, item) for item in report["compactions"]],
        "breakdown": [
            {**row, "key": clip(row["key"], STRING_LIMIT)} for row in report["breakdown"][:NAMES_LIMIT]
        ],
        "flagsText": [clip(text) for text in report["flags"][:NAMES_LIMIT]],
        "types": _counts(report["types"]),
        "roles": _counts(report["roles"]),
        "damage": [_damage(item) for item in report["damage"][:DAMAGE_LIMIT]],
        "damageTotal": len(report["damage"]),
    }


def _clipped(value: Any) -> Any:
    return clip(value) if isinstance(value, str) else value


def _pi(verdict: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [clip(text) for text in item] if isinstance(item, list) else _clipped(item)
        for name, item in verdict.items()
    }


def _counts(counts: dict[str, int]) -> dict[str, int]:
    return {clip(name, STRING_LIMIT): count for name, count in list(counts.items())[:NAMES_LIMIT]}


def _labels(session: Session) -> dict[str, str]:
    return {str(row): one_line(text, LONGEST) for row, text in list(session.labels.items())[:LABELS_LIMIT]}


def _row(session: Session, name: str | None) -> int:
    if name is None:
        return -1
    try:
        return session.find_row(name)
    except KeyError:
        return -1


def _branches(session: Session, reported: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Branches by row; previews for the latest only, all others can be had as rows."""
    rows = [_branch(session, item) for item in reported]
    latest = sorted(rows, key=lambda item: item["modified"] or 0, reverse=True)[:PREVIEWED]
    shown = {id(item) for item in latest}
    for item in rows:
        if id(item) not in shown and not item["active"]:
            item["preview"] = ""
    return rows


def _branch(session: Session, item: dict[str, Any]) -> dict[str, Any]:
    leaf = _row(session, item["leaf"])
    return {
        "leaf": leaf,
        "active": item["active"],
        "entries": item["entries"],
        "own": item["own"],
        "forkedAt": _row(session, item["forkedAt"]),
        "modified": session.cols.instant_or_none(leaf),
        "preview": one_line(item["preview"] or "", LONGEST),
    }


def _compaction(session: Session, item: dict[str, Any]) -> dict[str, Any]:
    row = session.row_of_line(item["line"])
    entry = session.value(row)
    summary = entry.get("summary")
    kept = session.kept_row(row)
    return {
        "row": row,
        "tokensBefore": shape(item["tokensBefore"]).value,
        "kept": item["kept"],
        "dropped": item["dropped"],
        "cut": _row(session, item["cutBefore"]),
        "found": kept >= 0 and kept != row and session.tree.is_ancestor(kept, row),
        "retainNone": kept == row,
        "after": item["tokensAfterMeasured"],
        "checkpoint": bool(session.cols.flags[row] & k.CHECKPOINT),
        "summary": len(summary) if isinstance(summary, str) else 0,
    }


def _damage(item: dict[str, Any]) -> dict[str, Any]:
    return {**item, "message": clip(item["message"]), "salvage": item["salvage"][:20]}


class StringTable:
    """One table for the names of kinds, roles and whats, each cut to a sane length and number."""

    def __init__(self, cols: Columns) -> None:
        self._parts = [table.names[:NAMES_LIMIT] for table in (cols.kinds, cols.roles, cols.whats)]
        self._starts = [0, len(self._parts[0]), len(self._parts[0]) + len(self._parts[1])]
        self._rest = sum(len(part) for part in self._parts)

    @property
    def strings(self) -> list[str]:
        """The table."""
        names = [name for part in self._parts for name in part]
        return [clip(name, STRING_LIMIT) for name in names] + [CUT]

    def kinds(self, numbers: array[int]) -> list[int]:
        """Kind numbers as numbers into the table."""
        return self._shifted(0, numbers)

    def roles(self, numbers: array[int]) -> list[int]:
        """Role numbers as numbers into the table."""
        return self._shifted(1, numbers)

    def whats(self, numbers: array[int]) -> list[int]:
        """What numbers as numbers into the table."""
        return self._shifted(2, numbers)

    def _shifted(self, part: int, numbers: array[int]) -> list[int]:
        start, limit, rest = self._starts[part], len(self._parts[part]), self._rest
        if limit < NAMES_LIMIT:
            return [start + number for number in numbers] if start else numbers.tolist()
        return [start + number if number < limit else rest for number in numbers]


def clip(text: str, limit: int = TEXT_LIMIT) -> str:
    """``text``, cut to ``limit`` characters with an ellipsis as the last."""
    return text if len(text) <= limit else text[: limit - 1] + CUT
