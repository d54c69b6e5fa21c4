"""The page that ``show`` prints, from the report that ``show --json`` gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from inspector.cli.render import (
    Lines,
    console,
    count,
    many,
    money,
    pad,
    short_path,
    size,
    table,
    text,
    when_iso,
    wrap_cells,
)
from inspector.cli.safetext import any_line, one_line, safe

SHOWN = 15  # rows of a table before the rest is folded
Report = dict[str, Any]
DATES_FROM = 100  # columns from which a branch shows its date beside its words
MORE = "--all shows them"


def print_show(report: Report, everything: bool) -> None:
    """Print the whole page on standard output."""
    out = console()
    limit = 1_000_000_000 if everything else SHOWN
    with Lines(out) as lines:
        _facts(report, lines)
        _pi(report["pi"], lines)
        _counts(report, lines)
    _totals(report, out)
    _branches(report, out, limit)
    _compactions(report, out, limit)
    with Lines(out) as lines:
        _labels(report, lines, limit)
        _damage(report, lines, limit)


def _fact(lines: Lines, name: str, value: str, style: str = "") -> None:
    """One "name  value" line; a long value goes on over further lines, nothing is cut."""
    first = (f"  {pad(name, 15)} ", "label")
    for part in wrap_cells(value, lines.width - 18):
        lines.add(first, (part, style))
        first = (" " * 18, "")


def _facts(report: Report, lines: Lines) -> None:
    header = report["header"] if isinstance(report["header"], dict) else {}
    title = report["name"] or "session without a name"
    lines.add((one_line(title), "head"))
    _fact(lines, "file", short_path(report["file"]))
    _fact(lines, "size", f"{size(report['size'])}, modified {when_iso(report['modified'])}")
    _fact(lines, "sha256", report["sha256"])
    _fact(lines, "session id", one_line(str(header.get("id") or "none recorded")))
    _fact(lines, "created", _stamp(header.get("timestamp")))
    _fact(lines, "directory", one_line(report["cwd"]) if report["cwd"] else "none recorded")
    version = report["versionOnDisk"]
    _fact(
        lines, "version", "none recorded (pi takes it for 1)" if version is None else one_line(str(version))
    )
    if report["parentSession"]:
        _fact(lines, "forked from", one_line(report["parentSession"]))


def _stamp(stored: Any) -> str:
    from inspector.session.jsvalue import instant, iso

    shown = when_iso(iso(instant(stored)))
    return (
        shown
        if shown != "-"
        else ("none recorded" if stored is None else f"unreadable: {one_line(str(stored), 60)}")
    )


def _pi(pi: Report, lines: Lines) -> None:
    lines.add(("", ""))
    lines.add((f"What pi {pi['version']} does with it", "head"))
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
    said = report["messages"]
    lines.add(("", ""))
    lines.add(("What is in it", "head"))
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
        _fact(
            lines, "loops", f"{many(len(report['cyclic']), 'entry', 'entries')} in a loop of parents", "bad"
        )
    talk = f"{count(said['user'])} from the user, {many(said['assistant'], 'reply', 'replies')}, "
    talk += f"{many(said['toolCalls'], 'tool call')}, {many(said['toolResults'], 'result')}; {count(said['total'])} in all"
    _fact(lines, "messages", talk)
    _fact(lines, "entry types", _tally(report["types"]))
    _fact(lines, "roles", _tally(report["roles"]))


def _tally(counts: dict[str, int]) -> str:
    return (
        ", ".join(f"{one_line(name, 40) or '(none)'} {number:,}" for name, number in counts.items()) or "none"
    )


def _totals(report: Report, out: Console) -> None:
    totals = report["totals"]
    grid = table("Spend, all branches", [("", "left"), *((name, "right") for name in _TOTAL_HEADS)])
    grid.add_row("total", *(count(totals[key]) for key in _TOTAL_KEYS), money(totals["cost"]))
    out.print()
    out.print(grid)
    if report["breakdown"]:
        parts = table("", [("by model", "left"), ("tokens", "right"), ("cost", "right")])
        for row in report["breakdown"]:
            parts.add_row(text(row["key"]), count(row["tokens"]), money(row["cost"]))
        out.print(parts)
    with Lines(out) as lines:
        for flag in report["flags"]:
            _fact(lines, "left out", safe(flag), "warn")


_TOTAL_KEYS = ("input", "output", "cacheRead", "cacheWrite", "tokens")
_TOTAL_HEADS = ("input", "output", "cache read", "cache write", "tokens", "cost")


def _branches(report: Report, out: Console, limit: int) -> None:
    rows = sorted(report["branches"], key=lambda row: not row["active"])
    columns = [
        ("", "left"),
        ("leaf", "left"),
        ("entries", "right"),
        ("own", "right"),
        ("forked at", "left"),
        ("last words", "wide"),
    ]
    grid = table(f"Branches ({len(rows):,})", columns)
    for row in rows[:limit]:
        words = Text(f"{when_iso(row['modified'])}  " if out.width >= DATES_FROM else "", style="note")
        words.append_text(text(row["preview"] or ""))
        words.no_wrap, words.overflow = True, "ellipsis"
        grid.add_row(
            Text("*" if row["active"] else "", style="mark"),
            text(row["leaf"], "id"),
            count(row["entries"]),
            count(row["own"]),
            text(row["forkedAt"] or "-"),
            words,
        )
    _show(grid, out, rows, limit)


def _compactions(report: Report, out: Console, limit: int) -> None:
    rows = report["compactions"]
    if not rows:
        return
    columns = [
        ("", "left"),
        ("compaction", "left"),
        ("line", "right"),
        ("before", "right"),
        ("kept", "right"),
    ]
    columns += [("dropped", "right"), ("after", "right"), ("cut before", "wide")]
    grid = table(f"Compactions ({len(rows):,})", columns)
    for row in rows[:limit]:
        grid.add_row(
            Text("*" if row["onActivePath"] else "", style="mark"),
            text(row["id"], "id"),
            str(row["line"]),
            _tokens(row["tokensBefore"]),
            count(row["kept"]),
            count(row["dropped"]),
            _tokens(row["tokensAfterMeasured"]),
            text(row["cutBefore"] or f"nothing kept ({_named(row['firstKeptEntryId'])})"),
        )
    _show(grid, out, rows, limit)
    with Lines(out) as lines:
        legend = "* on the active path; before and after in tokens, after as the next reply measured it"
        lines.wrapped_styled(legend, 2, "note")


def _named(stored: Any) -> str:
    return f"names {stored}" if isinstance(stored, str) else "names no entry"


def _tokens(number: Any) -> str:
    good = isinstance(number, (int, float)) and not isinstance(number, bool)
    return count(number) if good else "-"


def _show(grid: Table, out: Console, rows: list[Any], limit: int) -> None:
    out.print()
    out.print(grid)
    if len(rows) > limit:
        with Lines(out) as lines:
            lines.add((f"  and {len(rows) - limit:,} more ({MORE})", "note"))


def _labels(report: Report, lines: Lines, limit: int) -> None:
    _listed(lines, "Labels", list(report["labels"].items()), limit, _label)


def _label(lines: Lines, item: tuple[str, Any]) -> None:
    lines.add(("  ", ""), (f"[{any_line(item[1], 60)}]", "tag"), (f" on {safe(item[0])}", ""))


def _damage(report: Report, lines: Lines, limit: int) -> None:
    where = short_path(report["file"])

    def add(lines: Lines, item: Report) -> None:
        place = f"{where}:{item['line']}" if item["line"] else where
        lines.add((f"  {pad(item['kind'], 15)} ", "bad"), (place, ""))
        lines.wrapped(safe(item["message"]), 18)
        for found in item["salvage"]:
            kind, name = safe(str(found["type"])), safe(str(found["id"]))
            lines.wrapped(
                f"whole inside: a record of type {kind}, id {name}, at byte {found['offset']:,}", 18
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
    lines.add(("", ""))
    lines.add((f"{title} ({len(items):,})", "head"))
    for item in items[:limit]:
        add(lines, item)
    if len(items) > limit:
        lines.add((f"  and {len(items) - limit:,} more ({MORE})", "note"))
