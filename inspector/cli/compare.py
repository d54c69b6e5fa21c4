"""``compare``: two sessions, entries or leaves beside each other, and why one does not know what the other knows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from inspector.cli.common import dir_option, emit, entry_row, json_option, open_file
from inspector.cli.storyview import lang_option, language
from inspector.errors import BadInput

if TYPE_CHECKING:
    from inspector.diagnosis.compare import Side


@click.command(
    "compare", short_help="Compare two sessions or entries: what each has alone, what the model saw."
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--all", "-a", "everything", is_flag=True, help="Every entry, nothing folded.")
@lang_option
@dir_option
@json_option
def command(a: str, b: str, everything: bool, lang: str | None, folder: str | None, as_json: bool) -> int:
    """Show how two sessions stand to each other, and why one does not know what the other knows.

    A and B are FILE or FILE#ENTRY; "#ENTRY" alone as B means an entry of the file of A. Without an entry the files are
    compared as wholes and their contexts at the active leaf; with one, the paths. What pi rewrites in a fork, an export
    or a migration (parents, new ids for version 1, a kept id that named a label) is no difference.

    \b
    Examples:
      pi-inspector compare YESTERDAY.jsonl TODAY.jsonl
      pi-inspector compare FILE#1258e2e6 FILE#@line42
    """
    from inspector.diagnosis.compare import Comparison

    side_a = _side(a, folder, None)
    side_b = _side(b, folder, side_a)
    found = Comparison(side_a, side_b)
    if as_json:
        from inspector.diagnosis.compare import compare_report

        emit(compare_report(found))
        return 0
    from inspector.cli.compareview import print_comparison

    print_comparison(found, everything, language(lang))
    return 0


def _side(spec: str, folder: str | None, other: Side | None) -> Side:
    """The side that ``spec`` names. A file that ``other`` has opened is not opened again."""
    from inspector.diagnosis.compare import Side

    file, entry = split_entry(spec)
    if not file:
        if other is None or entry is None:
            raise BadInput("usage", f"{spec!r} names no file; give FILE or FILE#ENTRY", None)
        session = other.session
    elif other is not None and _same_file(file, str(other.session.path)):
        session = other.session
    else:
        session = open_file(file, folder)
    if entry == "":
        raise BadInput("no-entry", f"{spec} names no entry after the #; give FILE#ENTRY or FILE", file)
    return Side(session, entry_row(session, entry), entry is not None)


def split_entry(spec: str) -> tuple[str, str | None]:
    """FILE and ENTRY of "FILE#ENTRY". A path may hold "#" itself: what exists as it stands is a file, and else the
    shortest beginning that exists is."""
    if "#" not in spec or os.path.lexists(spec):
        return spec, None
    at = spec.find("#")
    while at >= 0:
        if os.path.lexists(spec[:at]):
            return spec[:at], spec[at + 1 :]
        at = spec.find("#", at + 1)
    file, _, entry = spec.partition("#")
    return file, entry


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
