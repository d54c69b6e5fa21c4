"""The list that ``list`` prints: two lines a session, or a table where the terminal is wide; problems below."""

from __future__ import annotations

import re

from rich.console import Console
from rich.text import Text

from inspector.cli.render import Lines, console, count, many, money, short_path, table, when
from inspector.cli.safetext import one_line, safe
from inspector.store import Catalog, Places, Row
from inspector.store.catalog import NO_MESSAGES
from inspector.store.continues import Continued

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NOTES = 6
WIDE = 110  # columns from which a table fits


def print_list(listing: Catalog, places: Places, answer: Continued | None) -> None:
    """Print the list; ``answer`` is what ``pi --continue`` would do in this directory, where that was asked."""
    out = console()
    if listing.rows:
        if out.width >= WIDE:
            _table(listing, out)
        else:
            _rows(listing, out)
    with Lines(out) as lines:
        if not listing.rows:
            _nothing(listing, places, lines)
        if answer is not None:
            _continue(answer, lines)
        _rest(listing, lines)


def _title(row: Row) -> str:
    return one_line(row.name or row.first_message or NO_MESSAGES)


def _warning(row: Row) -> str:
    """What is wrong with a row, in a few words; "" where nothing is."""
    words = []
    if row.refused:
        words.append("pi refuses it")
    elif row.unlisted:
        words.append("missing from pi's own list")
    if row.note:
        words.append("event log, no session")
    elif row.damage:
        words.append(f"damage {row.damage:,}")
    return ", ".join(words)


def _rows(listing: Catalog, out: Console) -> None:
    """Two lines a session, for narrow terminals."""
    with Lines(out) as lines:
        for row in listing.rows:
            lines.add(
                ("* " if row.continues else "  ", "mark"),
                (when(row.activity), "label"),
                ("  ", ""),
                (_title(row), "head"),
            )
            facts = [
                many(row.entries, "entry", "entries"),
                many(row.branches, "branch", "branches"),
                *([many(row.compactions, "compaction")] if row.compactions else []),
                money(row.cost),
            ]
            warning = _warning(row)
            lines.add(
                ("  ", ""),
                (short_id(row.id), "id"),
                (f"  {' · '.join(facts)}", ""),
                (f"  ! {warning}" if warning else "", "bad"),
            )
            lines.add(("  ", ""), (short_path(row.cwd or "(no cwd recorded)"), "note"))


def _table(listing: Catalog, out: Console) -> None:
    columns = [("", "left"), ("last activity", "left"), ("session", "wide"), ("entries", "right")]
    columns += [("branches", "right"), ("compactions", "right"), ("cost", "right"), ("", "left")]
    grid = table("", columns)
    for row in listing.rows:
        title = Text(_title(row), style="head", overflow="ellipsis", no_wrap=True)
        where = f"{short_id(row.id)}  {short_path(row.cwd or '(no cwd recorded)')}"
        title.append(f"\n{where}", style="note")
        warning = _warning(row)
        grid.add_row(
            Text("*" if row.continues else "", style="mark"),
            when(row.activity),
            title,
            count(row.entries),
            count(row.branches),
            count(row.compactions),
            money(row.cost),
            Text(warning.replace(", ", "\n"), style="bad"),
        )
    out.print(grid)


def short_id(name: str | None) -> str:
    """An id to show and to type: of a UUID the part that holds its time, which is enough as a FILE."""
    if not name:
        return "(no id)"
    return name[:13] if _UUID.fullmatch(name) else one_line(name, 40)


def _nothing(listing: Catalog, places: Places, lines: Lines) -> None:
    where = ", ".join(short_path(str(root)) for root in listing.roots)
    lines.add(("No session files here. ", "head"), (f"Looked in {where}", ""))
    source = safe(places.root.source)
    lines.add((f"(the session folder is {source}; this directory is {short_path(places.cwd)})", "note"))
    if listing.elsewhere:
        hint = f"There are {many(listing.elsewhere, 'file')} of other directories: pi-inspector list --all"
        lines.add((hint, ""))
    elif not places.named:
        lines.add(("Sessions kept somewhere else: pi-inspector list --dir DIR", ""))


def _continue(answer: Continued, lines: Lines) -> None:
    if answer.file is None:
        lines.wrapped("pi --continue here: " + safe(answer.why), 2, ("! ", "warn"))
    else:
        lines.add(("* pi --continue here opens ", "label"), (safe(answer.file.name), ""))
        lines.add((f"  ({safe(answer.why)})", "note"))


def _rest(listing: Catalog, lines: Lines) -> None:
    for note in listing.notes[:NOTES]:
        lines.wrapped(safe(note), 2, ("! ", "warn"))
    if len(listing.notes) > NOTES:
        lines.add((f"  and {len(listing.notes) - NOTES:,} more notes (all of them with --json)", "note"))
    if listing.rows and listing.elsewhere:
        hint = f"{many(listing.elsewhere, 'file')} of other directories: pi-inspector list --all"
        lines.add((hint, "note"))
    if listing.problems:
        lines.add((f"Passed over ({len(listing.problems):,}):", "head"))
    for problem in listing.problems:
        lines.add(("  ", ""), (short_path(str(problem.file)), "warn"))
        lines.wrapped(safe(problem.why), 4)
