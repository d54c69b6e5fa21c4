"""The list that ``list`` prints: two lines a session, or a table where the terminal is wide; problems below."""

from __future__ import annotations

import re

from inspector.cli.entryline import title_of
from inspector.cli.grid import Grid
from inspector.cli.render import Lines, cells, console, count, file_path, many, money, short_path, when
from inspector.cli.safetext import one_line, safe
from inspector.session.skill import words_of_user
from inspector.store import Catalog, Places, Row
from inspector.store.continues import Continued

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
NOTES = 6
WIDE = 120  # columns from which a table fits


def print_list(listing: Catalog, places: Places, answer: Continued | None, everything: bool) -> None:
    """Print the list; ``answer`` is what ``pi --continue`` would do in this directory, where that was asked, and
    ``everything`` leaves no note out."""
    with Lines(console()) as lines:
        if not listing.rows:
            _nothing(listing, places, lines)
        elif lines.width >= WIDE:
            _table(listing, lines)
        else:
            _rows(listing, lines)
        if answer is not None:
            _continue(answer, lines)
        _rest(listing, everything, lines)


def _title(row: Row) -> str:
    return title_of(row.name or words_of_user(row.first_message or ""))


def _where(row: Row) -> str:
    return short_path(row.cwd or "(no cwd recorded)")


def _warnings(row: Row) -> list[str]:
    """What is wrong with a row, in a few words each."""
    words = []
    if row.refused:
        words.append("pi refuses it")
    elif row.unlisted:
        words.append("missing from pi's own list")
    if row.note:
        words.append("event log, no session")
    elif row.damage:
        words.append(f"damage {row.damage:,}")
    return words


def _rows(listing: Catalog, lines: Lines) -> None:
    """A few lines a session, for narrow terminals."""
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
        name, counts = short_id(row.id), f"  {' · '.join(facts)}"
        warning = f"  ! {', '.join(words)}" if (words := _warnings(row)) else ""
        fits = cells(name + counts + warning) + 2 <= lines.width
        lines.add(("  ", ""), (name, "id"), (counts, ""), (warning if fits else "", "bad"))
        if not fits:
            lines.add((warning, "bad"))
        lines.add(("  ", ""), (_where(row), "note"))


def _table(listing: Catalog, lines: Lines) -> None:
    grid = Grid(
        ("", "left"),
        ("last activity", "left"),
        ("session", "wide"),
        ("entries", "right"),
        ("branches", "right"),
        ("compactions", "right"),
        ("cost", "right"),
        ("", "left"),
    )
    for row in listing.rows:
        first, second, *_ = *_warnings(row), "", ""
        grid.row(
            ("*" if row.continues else "", "mark"),
            (when(row.activity), "label"),
            (_title(row), "head"),
            count(row.entries),
            count(row.branches),
            count(row.compactions),
            money(row.cost),
            (first, "bad"),
        )
        where = f"{short_id(row.id)}  {_where(row)}"
        grid.row("", "", (where, "note"), "", "", "", "", (second, "bad"))
    grid.print(lines)


def short_id(name: str | None) -> str:
    """An id to show and to type: of a UUID the part that holds its time, which is enough as a FILE."""
    if not name:
        return "(no id)"
    return name[:13] if _UUID.fullmatch(name) else one_line(name, 40)


def _nothing(listing: Catalog, places: Places, lines: Lines) -> None:
    lines.add(("No session files here.", "head"))
    for root in listing.roots:
        lines.whole(("Looked in ", ""), short_path(str(root)))
    if not places.named:
        lines.wrapped(f"The session folder is {safe(places.root.source)}.", 0, style="note")
        lines.whole(("This directory is ", "note"), short_path(places.cwd), "note")
    if listing.elsewhere:
        lines.wrapped(_elsewhere(listing), 0)
    elif not places.named:
        lines.wrapped("Sessions kept somewhere else: pi-inspector list --dir DIR", 0)


def _elsewhere(listing: Catalog) -> str:
    return f"{many(listing.elsewhere, 'file')} of other directories: pi-inspector list --all"


def _continue(answer: Continued, lines: Lines) -> None:
    if answer.file is None:
        lines.wrapped("pi --continue here: " + safe(answer.why), 2, ("! ", "warn"))
    else:
        lines.whole(("* pi --continue here opens ", "label"), safe(answer.file.name))
        lines.wrapped(f"({safe(answer.why)})", 2, style="note")


def _rest(listing: Catalog, everything: bool, lines: Lines) -> None:
    shown = listing.notes if everything else listing.notes[:NOTES]
    for note in shown:
        lines.wrapped(safe(note), 2, ("! ", "warn"))
    if len(shown) < len(listing.notes):
        more = many(len(listing.notes) - len(shown), "more note")
        lines.add((f"  and {more} (--all shows them)", "note"))
    if listing.rows and listing.elsewhere:
        lines.wrapped(_elsewhere(listing), 0, style="note")
    if listing.problems:
        lines.add((f"Passed over ({len(listing.problems):,}):", "head"))
    for problem in listing.problems:
        lines.whole(("  ", ""), file_path(str(problem.file)), "warn")
        lines.wrapped(safe(problem.why), 4)
