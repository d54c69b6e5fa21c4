"""The page that ``show`` prints, from the report that ``show --json`` gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.cli.grid import Grid
from inspector.cli.notices import CHANGED, loop_words
from inspector.cli.render import (
    Lines,
    console,
    count,
    file_path,
    many,
    money,
    pad,
    size,
    when_iso,
)
from inspector.cli.safetext import any_line, one_line, safe, shown

PATH_LIMIT = 4096  # characters of a path shown; longer ones no system has
SHOWN = 15  # rows of a table before the rest is folded
Report = dict[str, Any]
DATES_FROM = 100  # columns from which a branch shows its date beside its words
AT = 18  # column of the values
MORE = "--all shows them"


def print_show(report: Report, title: str, everything: bool) -> None:
    """Print the whole page on standard output."""
    limit = 1_000_000_000 if everything else SHOWN
    with Lines(console()) as lines:
        lines.add((title, "head"))
        if not report["unchanged"]:
            lines.wrapped(CHANGED, 2, ("! ", "bad"))
        if report["note"]:
            lines.wrapped(f"this is {safe(report['note'])}", 2, ("! ", "bad"))
        _facts(report, lines)
        _pi(report["pi"], lines)
        _counts(report, lines)
        _totals(report, lines)
        _branches(report, lines, limit)
        _compactions(report, lines, limit)
        _labels(report, lines, limit)
        _damage(report, lines, limit)


def _fact(lines: Lines, name: str, value: str, style: str = "") -> None:
    lines.fact(name, value, AT, style)


def _head(lines: Lines, title: str) -> None:
    lines.add(("", ""))
    lines.add((title, "head"))


def _facts(report: Report, lines: Lines) -> None:
    header = report["header"] if isinstance(report["header"], dict) else {}
    lines.whole_fact("file", file_path(report["file"]), AT)
    _fact(lines, "size", f"{size(report['size'])}, modified {when_iso(report['modified'])}")
    lines.whole_fact("sha256", report["sha256"], AT)
    lines.whole_fact("session id", one_line(shown(header.get("id") or "none recorded")), AT)
    _fact(lines, "created", _stamp(header.get("timestamp")))
    lines.whole_fact("directory", one_line(report["cwd"] or "none recorded", PATH_LIMIT), AT)
    version = report["versionOnDisk"]
    _fact(
        lines, "version", "none recorded (pi takes it for 1)" if version is None else one_line(shown(version))
    )
    if report["parentSession"]:
        lines.whole_fact("forked from", one_line(report["parentSession"], PATH_LIMIT), AT)


def _stamp(stored: Any) -> str:
    from inspector.session.jsvalue import instant, iso

    shown = when_iso(iso(instant(stored)))
    return (
        shown
        if shown != "-"
        else ("none recorded" if stored is None else f"unreadable: {one_line(str(stored), 60)}")
    )


def _pi(pi: Report, lines: Lines) -> None:
    _head(lines, f"What pi {pi['version']} does with it")
    if pi["opens"]:
        _fact(lines, "opens it", "yes", "good")
    else:
        _fact(lines, "opens it", f"no: {safe(pi['why'] or '')}", "bad")
    for note in pi["writesOnOpen"]:
        _fact(lines, "on opening", f"pi {safe(note)} (pi-inspector never writes)", "warn")
    if pi["hangs"]:
        _fact(lines, "hangs", "yes: its walk along the parents never ends", "bad")
    if pi["throws"]:
        _fact(lines, "throws", safe(pi["throws"]), "bad")


def _counts(report: Report, lines: Lines) -> None:
    _head(lines, "What is in it")
    entries = many(report["entries"], "entry", "entries")
    if report["distinctIds"] != report["entries"]:
        entries += f" with {many(report['distinctIds'], 'distinct id')}"
    _fact(lines, "entries", entries)
    leaf = report["activeLeaf"]
    shape = (
        f"{many(len(report['roots']), 'root')}, {many(len(report['leaves']), 'leaf', 'leaves')}, active leaf "
    )
    _fact(lines, "tree", shape + (safe(leaf) if leaf is not None else "none"))
    if report["cyclic"]:
        _fact(lines, "loop", loop_words(len(report["cyclic"])), "bad")
    _fact(lines, "messages", _messages(report["messages"]))
    _fact(lines, "tool calls", _calls(report["messages"]["toolCalls"]))
    _fact(lines, "entry types", _tally(report["types"]))
    _fact(lines, "roles", _tally(report["roles"]))


def _messages(said: Report) -> str:
    """Message entries by who speaks; the parts make up the whole."""
    parts = [
        f"{count(said['user'])} from the user",
        many(said["assistant"], "reply", "replies"),
        many(said["toolResults"], "tool result"),
    ]
    others = said["total"] - said["user"] - said["assistant"] - said["toolResults"]
    if others:
        parts.append(many(others, "other"))
    return f"{count(said['total'])}: {', '.join(parts)}" if said["total"] else "none"


def _calls(number: int) -> str:
    return f"{count(number)}, inside the replies" if number else "none"


def _tally(counts: dict[str, int]) -> str:
    return (
        ", ".join(f"{one_line(name, 40) or '(none)'} {number:,}" for name, number in counts.items()) or "none"
    )


def _totals(report: Report, lines: Lines) -> None:
    totals = report["totals"]
    _head(lines, "Spend, all branches")
    grid = Grid(("", "left"), *((name, "right") for name in _TOTAL_HEADS))
    grid.row("total", *(count(totals[key]) for key in _TOTAL_KEYS), money(totals["cost"]))
    grid.print(lines)
    if report["breakdown"]:
        lines.add(("", ""))
        parts = Grid(("by model", "wide"), ("tokens", "right"), ("cost", "right"))
        for row in report["breakdown"]:
            parts.row(one_line(row["key"]), count(row["tokens"]), money(row["cost"]))
        parts.print(lines)
    for flag in report["flags"]:
        lost = "left out" in flag or "not in the sum" in flag
        _fact(lines, "left out" if lost else "note", safe(flag), "warn")


_TOTAL_KEYS = ("input", "output", "cacheRead", "cacheWrite", "tokens")
_TOTAL_HEADS = ("input", "output", "cache read", "cache write", "tokens", "cost")


def _branches(report: Report, lines: Lines, limit: int) -> None:
    rows = sorted(report["branches"], key=lambda row: not row["active"])
    if not rows:
        return
    dates = lines.width >= DATES_FROM
    _head(lines, f"Branches ({len(rows):,})")
    grid = Grid(
        ("", "left"),
        ("leaf", "left"),
        ("entries", "right"),
        ("own", "right"),
        ("forked at", "left"),
        ("last change" if dates else "", "left"),
        ("last words", "wide"),
    )
    for row in rows[:limit]:
        grid.row(
            ("*" if row["active"] else "", "mark"),
            (one_line(row["leaf"]), "id"),
            count(row["entries"]),
            count(row["own"]),
            (one_line(row["forkedAt"] or "-"), "id"),
            (when_iso(row["modified"]) if dates else "", "note"),
            one_line(row["preview"] or ""),
        )
    grid.print(lines)
    _more(lines, rows, limit)


def _compactions(report: Report, lines: Lines, limit: int) -> None:
    rows = report["compactions"]
    if not rows:
        return
    _head(lines, f"Compactions ({len(rows):,})")
    heads = (("line", "right"), ("before", "right"), ("kept", "right"), ("dropped", "right"))
    grid = Grid(("", "left"), ("compaction", "left"), *heads, ("after", "right"), ("cut before", "wide"))
    for row in rows[:limit]:
        grid.row(
            ("*" if row["onActivePath"] else "", "mark"),
            (one_line(row["id"]), "id"),
            str(row["line"]),
            _tokens(row["tokensBefore"]),
            count(row["kept"]),
            count(row["dropped"]),
            _tokens(row["tokensAfterMeasured"]),
            one_line(row["cutBefore"] or f"nothing kept ({_named(row['firstKeptEntryId'])})"),
        )
    grid.print(lines)
    _more(lines, rows, limit)
    legend = (
        "* on the active path; kept and dropped in entries of its path, those never sent included;"
        " before and after in tokens, after as the next reply measured it"
    )
    lines.wrapped(legend, 2, style="note")


def _named(stored: Any) -> str:
    return f"names {stored}" if isinstance(stored, str) else "names no entry"


def _tokens(number: Any) -> str:
    good = isinstance(number, (int, float)) and not isinstance(number, bool) and number - number == 0
    return count(number) if good else "-"


def _more(lines: Lines, rows: list[Any], limit: int) -> None:
    if len(rows) > limit:
        lines.add((f"  and {len(rows) - limit:,} more ({MORE})", "note"))


def _labels(report: Report, lines: Lines, limit: int) -> None:
    _listed(lines, "Labels", list(report["labels"].items()), limit, _label)


def _label(lines: Lines, item: tuple[str, Any]) -> None:
    lines.add(("  ", ""), (f"[{any_line(item[1], 60)}]", "tag"), (f" on {safe(item[0])}", ""))


def _damage(report: Report, lines: Lines, limit: int) -> None:
    where = file_path(report["file"])

    def add(lines: Lines, item: Report) -> None:
        place = f"{where}:{item['line']}" if item["line"] else where
        lines.whole((f"  {pad(item['kind'], AT - 3)} ", "bad"), place)
        lines.wrapped(safe(item["message"]), AT)
        for found in item["salvage"]:
            kind, name = safe(str(found["type"])), safe(str(found["id"]))
            lines.wrapped(
                f"whole inside: a record of type {kind}, id {name}, at byte {found['offset']:,}", AT
            )

    _listed(lines, "Damage", report["damage"], limit, add)
    if not report["damage"]:
        lines.add(("", ""))
        lines.add(("No damage found.", "good"))


def _listed(
    lines: Lines, title: str, items: list[Any], limit: int, add: Callable[[Lines, Any], None]
) -> None:
    if not items:
        return
    _head(lines, f"{title} ({len(items):,})")
    for item in items[:limit]:
        add(lines, item)
    _more(lines, items, limit)
