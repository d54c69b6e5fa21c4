"""CONTRACT's answers for one session as plain values, ready for ``jsontext.dumps``: show, context, tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from inspector.evidence.damage import Damage
from inspector.session import kinds as k
from inspector.session.branches import branches
from inspector.session.compaction import compactions, tokens_before
from inspector.session.context import Context, context_at, keep_messages
from inspector.session.jsvalue import iso
from inspector.session.ledger import ledger, whole
from inspector.session.load import PI_VERSION, Session
from inspector.session.preview import one_line, preview
from inspector.session.verdict import no_session

_LOOK_BACK = 40  # entries looked at, from a leaf up, for a line that says what the branch is about


def show_report(session: Session) -> dict[str, Any]:
    """``show FILE --json``."""
    book = ledger(session)
    return {
        "file": str(session.path),
        "size": session.size,
        "sha256": session.sha256,
        "modified": iso(session.modified_ms),
        "pi": pi_json(session),
        "header": session.header,
        "versionOnDisk": session.version_on_disk,
        "name": session.name,
        "cwd": session.cwd,
        "parentSession": session.parent_session,
        "entries": session.n,
        "distinctIds": session.distinct_ids,
        "roots": _names(session, session.tree.roots),
        "leaves": _names(session, session.tree.leaves),
        "activeLeaf": name_or_none(session, session.tree.active_leaf),
        "cyclic": _names(session, session.tree.cyclic),
        "branches": [_branch(session, branch) for branch in branches(session)],
        "labels": _labels(session),
        "types": _tally(session.cols.kind, session.cols.kinds.names),
        "roles": _tally(session.cols.role, session.cols.roles.names),
        "messages": {
            "user": book.counts.user,
            "assistant": book.counts.assistant,
            "toolResults": book.counts.tool_results,
            "toolCalls": book.counts.tool_calls,
            "total": book.counts.total,
        },
        "totals": book.total.as_json(),
        "flags": book.flags,
        "breakdown": [
            {"key": key, "cost": whole(group.cost), "tokens": whole(group.tokens)}
            for key, group in book.breakdown
        ],
        "compactions": compactions_json(session),
        "damage": [damage_json(damage) for damage in session.damage],
        "unchanged": session.unchanged(),
        "note": no_session(session),
    }


def pi_json(session: Session) -> dict[str, Any]:
    """What pi does with the file, CONTRACT's ``pi``."""
    pi = session.pi
    return {
        "version": PI_VERSION,
        "opens": pi.opens,
        "why": pi.why,
        "writesOnOpen": list(pi.writes_on_open),
        "hangs": pi.hangs,
        "throws": pi.throws,
    }


def damage_json(damage: Damage) -> dict[str, Any]:
    """One damage as CONTRACT writes it."""
    return {
        "line": damage.line,
        "offset": damage.offset,
        "length": damage.length,
        "kind": damage.kind,
        "message": damage.message,
        "salvage": [{"type": one.type, "id": one.id, "offset": one.offset} for one in damage.salvage],
    }


def compactions_json(session: Session) -> list[dict[str, Any]]:
    """CONTRACT's ``compactions``; ``tokensBefore`` and the kept id are as stored."""
    rows = []
    for facts in compactions(session):
        entry = session.value(facts.row)
        rows.append(
            {
                "id": session.entry_name(facts.row),
                "line": session.cols.line[facts.row],
                "onActivePath": facts.on_active_path,
                "tokensBefore": tokens_before(entry),
                "firstKeptEntryId": entry.get("firstKeptEntryId"),
                "cutBefore": name_or_none(session, facts.cut),
                "kept": facts.kept,
                "dropped": facts.dropped,
                "checkpoint": facts.checkpoint,
                "tokensAfterMeasured": None if facts.after is None else whole(facts.after),
            }
        )
    return rows


def context_stream(session: Session, row: int, messages: bool = False) -> dict[str, Any]:
    """The same for ``jsontext.pieces``: lists with an item for every entry of the path are iterators here, since a
    million small objects at once take hundreds of megabytes."""
    lists: dict[str, list[Any]] = {}
    if messages:
        context, lists = keep_messages(session, row)
    else:
        context = context_at(session, row, sizes=False)
    report = _context(session, context)
    if messages:
        report |= {"messages": lists["messages"], "llmMessages": lists["llm"], "wireMessages": lists["wire"]}
    return report


def context_report(session: Session, row: int, messages: bool = False) -> dict[str, Any]:
    """``context FILE --at ENTRY --json`` for the entry at ``row`` (-1: no entry, an empty context)."""
    report = context_stream(session, row, messages)
    return {key: list(value) if isinstance(value, Iterator) else value for key, value in report.items()}


def _context(session: Session, context: Context) -> dict[str, Any]:
    name, lines = session.entry_name, session.cols.line
    return {
        "file": str(session.path),
        "leaf": name_or_none(session, context.at),
        "path": session.each_name(context.path),
        "contextEntries": session.each_name(context.rows),
        "visible": session.each_name(context.visible),
        "roles": (role for role, _ in context.messages),
        "llm": (role for role, _ in context.llm),
        "wire": (role for role, _, _ in context.wire),
        "model": context.model,
        "thinkingLevel": context.thinking_level,
        "tokens": tokens_json(context),
        "tokensMeasured": None if context.measured is None else whole(context.measured),
        "compaction": _boundary(session, context),
        "edits": [
            {"id": name(e.row), "target": name(e.target), "omits": e.omits} for e in context.edits.values()
        ],
        "omitted": (
            {"entry": entry, "line": lines[row], "code": code, "why": why}
            for entry, (row, code, why) in zip(
                session.each_name(context.omitted.rows()), context.omitted, strict=True
            )
        ),
        "prompt": prompt_json(context),
        "promptRecorded": context.prompt_recorded,
        "promptTakenBy": name_or_none(session, context.prompt_taken_by),
        "throws": context.throws,
    }


def tokens_json(context: Context) -> dict[str, Any]:
    """pi's estimate under pi's names."""
    tokens = context.tokens
    return {
        "tokens": whole(tokens.tokens),
        "usageTokens": whole(tokens.usage_tokens),
        "trailingTokens": whole(tokens.trailing_tokens),
        "lastUsageIndex": tokens.last_usage_index,
    }


def prompt_json(context: Context) -> dict[str, Any] | None:
    """The prompt in force, None where none is recorded."""
    prompt = context.prompt
    return (
        None
        if prompt is None
        else {"text": prompt.text, "tools": prompt.tool_names, "sections": prompt.sections}
    )


def _boundary(session: Session, context: Context) -> dict[str, Any] | None:
    boundary = context.boundary
    if boundary is None:
        return None
    kept = session.value(boundary.row).get("firstKeptEntryId")
    return {"id": session.entry_name(boundary.row), "firstKeptEntryId": kept, "found": boundary.found}


def tree_report(session: Session) -> dict[str, Any]:
    """``tree FILE --json``: segments as a flat list, parents before children, siblings in pi's order; the numbers
    count in that order too."""
    tree = session.tree
    active = tree.segment_of(tree.active_leaf) if tree.active_leaf >= 0 else -1
    order = tree.segments_as_shown()
    number = {segment.number: at for at, segment in enumerate(order)}
    return {
        "file": str(session.path),
        "roots": _names(session, tree.roots),
        "segments": [
            {
                "id": at,
                "parent": number.get(segment.parent),
                "first": session.entry_name(segment.first),
                "last": session.entry_name(segment.last),
                "entries": segment.entries,
                "leaf": segment.leaf,
                "active": segment.number == active,
            }
            for at, segment in enumerate(order)
        ],
        "cyclic": _names(session, tree.cyclic),
    }


def name_or_none(session: Session, row: int) -> str | None:
    """An entry's name, None for row -1."""
    return session.entry_name(row) if row >= 0 else None


def branch_preview(session: Session, leaf: int) -> str:
    """One line on what a branch ends with: the last talk on it, else whatever its last entry says."""
    return branch_words(session, leaf)[1]


def branch_words(session: Session, leaf: int) -> tuple[int, str]:
    """The same with the row that says it, which need not be the leaf's own."""
    cols, parent = session.cols, session.tree.parent
    row = leaf
    for _ in range(_LOOK_BACK):
        if row < 0:
            break
        if cols.role[row] in (k.USER, k.ASSISTANT):
            line = preview(session.value(row))
            if line:
                return row, line
        row = parent[row]
    line = preview(session.value(leaf))
    if not line and cols.kind[leaf] >= len(k.ENTRY_TYPES):
        line = cols.kind_name(leaf)  # a type that pi does not know may be all there is
    return leaf, one_line(line)


def _branch(session: Session, branch: Any) -> dict[str, Any]:
    return {
        "leaf": session.entry_name(branch.leaf),
        "active": branch.active,
        "entries": branch.entries,
        "own": branch.own,
        "forkedAt": name_or_none(session, branch.forked_at),
        "modified": iso(branch.modified),
        "preview": branch_preview(session, branch.leaf),
    }


def _labels(session: Session) -> dict[str, Any]:
    """Labels as stored, by the name of their target."""
    index = session.scan.index
    return {session.entry_name(index[key]): text for key, text in session.scan.labels.items() if key in index}


def _names(session: Session, rows: list[int]) -> list[str]:
    return session.entry_names(rows)


def _tally(column: Any, names: list[str]) -> dict[str, int]:
    counts = Counter(column)
    return {name: counts[number] for number, name in enumerate(names) if counts[number] and name}
