"""The head of a session index: all that is not one value per row. Bounded, whatever a file holds."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

from inspector.evidence.damage import Damage
from inspector.session.blocks import shape
from inspector.session.branches import Branch, branches
from inspector.session.columns import Columns, Table
from inspector.session.compaction import CompactionFacts, compactions, tokens_before
from inspector.session.jsvalue import iso, js_string
from inspector.session.ledger import ledger, whole
from inspector.session.load import Session
from inspector.session.preview import LONGEST, one_line
from inspector.session.report import branch_words, damage_json, pi_json

FORMAT = 1
TEXT_LIMIT = 2_000  # characters of a name, a folder, a reason
STRING_LIMIT = 200
NAMES_LIMIT = 5_000  # distinct models, tools, types; the rest is called "…"
PREVIEWED = 2_000  # branches with a preview, latest first; others get theirs as rows
DAMAGE_LIMIT = 2_000
BRANCHES_LIMIT = 25_000  # branches told, latest first where there are more
ROWS_LIMIT = 50_000  # rows in each list of rows
LABELS_LIMIT = 20_000
CUT = "…"


def head(session: Session, wait: bool = True) -> dict[str, Any]:
    """The head as a dict ready for JSON (lone surrogates possible). Without ``wait`` a hash that would have to be worked
    out is None."""
    tree = session.tree
    return {
        "format": FORMAT,
        **_file(session, wait),
        "n": session.n,
        "strings": StringTable(session.cols).strings,
        "active": tree.active_leaf,
        **_row_lists(session),
        **_labels(session),
        **_branches(session),
        "compactions": [_compaction(session, facts) for facts in compactions(session)],
        **_totals(session),
        "types": _tally(session.cols.kind, session.cols.kinds),
        "roles": _tally(session.cols.role, session.cols.roles),
        **head_damage(session),
    }


def head_damage(session: Session) -> dict[str, Any]:
    """Damage in the head: the first places, and how many there are."""
    damage = session.damage
    return {"damage": [_damage(item) for item in damage[:DAMAGE_LIMIT]], "damageTotal": len(damage)}


def _row_lists(session: Session) -> dict[str, Any]:
    """Lists of rows, each with its true length: a file of a million loose entries has a million roots."""
    tree = session.tree
    lists = {
        "roots": tree.roots,
        "leaves": tree.leaves,
        "cyclic": tree.cyclic,
        "shadowed": sorted(tree.shadowed),
    }
    cut = {name: rows[:ROWS_LIMIT] for name, rows in lists.items()}
    return {**cut, **{f"{name}Total": len(rows) for name, rows in lists.items()}}


def _file(session: Session, wait: bool) -> dict[str, Any]:
    verdict = pi_json(session)
    return {
        "file": str(session.path),
        "size": session.size,
        "sha256": session.sha256 if wait else session.running.known,
        "modified": iso(session.modified_ms),
        "id": _clipped(session.session_id),
        "name": _clipped(session.name),
        "cwd": _clipped(session.cwd),
        "parentSession": _clipped(session.parent_session),
        "header": shape(session.header).value,
        "versionOnDisk": shape(session.version_on_disk).value,
        "pi": {**verdict, "why": _clipped(verdict["why"]), "throws": _clipped(verdict["throws"])},
    }


def _totals(session: Session) -> dict[str, Any]:
    book = ledger(session)
    counts = book.counts
    return {
        "messages": {
            "user": counts.user,
            "assistant": counts.assistant,
            "toolResults": counts.tool_results,
            "toolCalls": counts.tool_calls,
            "total": counts.total,
        },
        "totals": book.total.as_json(),
        "breakdown": [
            {"key": clip(key, STRING_LIMIT), "cost": whole(group.cost), "tokens": whole(group.tokens)}
            for key, group in book.breakdown[:NAMES_LIMIT]
        ],
        "flagsText": [clip(text) for text in book.flags[:NAMES_LIMIT]],
    }


def _clipped(text: str | None) -> str | None:
    return None if text is None else clip(text)


def _tally(column: array[int], table: Table) -> dict[str, int]:
    """How many rows have each name of a table; the empty name is left out."""
    counts = Counter(column)
    names = table.names[:NAMES_LIMIT]
    return {clip(name, STRING_LIMIT): counts[at] for at, name in enumerate(names) if name and counts[at]}


def _labels(session: Session) -> dict[str, Any]:
    """Labels in force by the row they stand on, and those that a later label entry renamed or cleared by the row of
    their own entry, so that an earlier point in time can be shown. Together no more than ``LABELS_LIMIT``."""
    now = {str(row): one_line(text, LONGEST) for row, text in list(session.labels.items())[:LABELS_LIMIT]}
    past = _past_labels(session, LABELS_LIMIT - len(now))
    return {"labels": now, "pastLabels": past}


def _past_labels(session: Session, room: int) -> dict[str, str]:
    """Texts of the label entries that are not the last one of their target; those that clear have none."""
    last: dict[int, int] = {}
    past: list[int] = []
    for row in session.scan.label_targets:
        target = session.target_row(row)
        if target in last:
            past.append(last[target])
        if target >= 0:
            last[target] = row
    found: dict[str, str] = {}
    for row in past[-room:] if room > 0 else ():
        if text := session.value(row).get("label"):
            found[str(row)] = one_line(js_string(text), LONGEST)
    return found


def _branches(session: Session) -> dict[str, Any]:
    """Branches by row, in file order of their leaves; previews for the latest only, all others can be had as rows."""
    found = branches(session)
    latest = sorted(found, key=lambda branch: (branch.active, branch.modified or 0), reverse=True)
    told = {branch.leaf for branch in latest[:BRANCHES_LIMIT]}
    shown = {branch.leaf for branch in latest[:PREVIEWED]}
    rows = [_branch(session, branch, branch.leaf in shown) for branch in found if branch.leaf in told]
    return {"branches": rows, "branchesTotal": len(found)}


def _branch(session: Session, branch: Branch, shown: bool) -> dict[str, Any]:
    said, words = branch_words(session, branch.leaf) if shown else (branch.leaf, "")
    return {
        "leaf": branch.leaf,
        "active": branch.active,
        "entries": branch.entries,
        "own": branch.own,
        "forkedAt": branch.forked_at,
        "modified": branch.modified,
        "preview": words,
        "saidAt": said,
    }


def _compaction(session: Session, facts: CompactionFacts) -> dict[str, Any]:
    entry = session.value(facts.row)
    summary = entry.get("summary")
    return {
        "row": facts.row,
        "tokensBefore": tokens_before(entry),
        "kept": facts.kept,
        "dropped": facts.dropped,
        "cut": facts.cut,
        "found": facts.cut >= 0,
        "retainNone": facts.retain_none,
        "after": None if facts.after is None else whole(facts.after),
        "checkpoint": facts.checkpoint,
        "summary": len(summary) if isinstance(summary, str) else 0,
    }


def _damage(item: Damage) -> dict[str, Any]:
    told = damage_json(item)
    salvage = [
        {**one, "type": clip(one["type"], STRING_LIMIT), "id": _clipped(one["id"])}
        for one in told["salvage"][:20]
    ]
    return {**told, "message": clip(told["message"]), "salvage": salvage}


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

    def moved(self, before: StringTable) -> dict[str, Any]:
        """How numbers into an earlier, shorter table become numbers into this one: by how much those of roles and
        whats grow, and ``rest``, the numbers of the cut names' place before and now, which is no matter of adding."""
        role, what = (now - then for now, then in zip(self._starts[1:], before._starts[1:], strict=True))
        return {"role": role, "what": what, "rest": [before._rest, self._rest]}

    def _shifted(self, part: int, numbers: array[int]) -> list[int]:
        start, limit, rest = self._starts[part], len(self._parts[part]), self._rest
        if limit < NAMES_LIMIT:
            return [start + number for number in numbers] if start else numbers.tolist()
        return [start + number if number < limit else rest for number in numbers]


def clip(text: str, limit: int = TEXT_LIMIT) -> str:
    """``text``, cut to ``limit`` characters with an ellipsis as the last."""
    return text if len(text) <= limit else text[: limit - 1] + CUT
