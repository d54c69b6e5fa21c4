"""``show``: everything about one session on a page: what pi would do with it, counts, spend, branches, cuts, damage."""

from __future__ import annotations

import click

from inspector.cli.common import dir_option, emit, file_argument, json_option, open_file


@click.command("show", short_help="Show one session: counts, totals, branches, compactions, damage.")
@file_argument
@click.option(
    "--all",
    "-a",
    "everything",
    is_flag=True,
    help="Every branch, compaction, label and damage, no matter how many.",
)
@dir_option
@json_option
def command(file: str, everything: bool, folder: str | None, as_json: bool) -> int:
    """Show what a session file holds and what pi 1.6.0 makes of it.

    Totals count every entry of the file, on all branches, hidden spend included, as pi's own /session does. Damage is
    listed with its line; it does not change the exit status, which is 0 whenever the file could be read.

    \b
    Examples:
      pi-inspector show FILE
      pi-inspector show 019eba4b --json
    """
    session = open_file(file, folder)
    from inspector.session.report import show_report

    report = show_report(session)
    if as_json:
        emit(report)
        return 0
    from inspector.cli.entryline import title_of
    from inspector.cli.showview import print_show
    from inspector.store.talk import first_words

    print_show(report, title_of(session.name or first_words(session)), everything)
    return 0
