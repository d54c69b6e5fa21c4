"""``list``: the sessions of this directory or of all, what ``pi --continue`` would open, and what is no session."""

from __future__ import annotations

import click

from inspector.cli.common import PROGRESS_FROM, Progress, dir_option, emit, json_option


@click.command("list", short_help="List sessions, and which one `pi --continue` would open.")
@click.option(
    "--all",
    "-a",
    "everything",
    is_flag=True,
    help="Sessions of every directory, not of this one only, and every note.",
)
@dir_option
@json_option
def command(everything: bool, folder: str | None, as_json: bool) -> int:
    """List session files where pi keeps them, with their counts and anything wrong.

    Shown are the sessions of the current directory, as `pi --resume` lists them, with --all those of every
    directory; with --dir everything in DIR and in the folders in it. A * marks what `pi --continue` would open.
    Files that pi passes over come with the reason. The exit status is 0 whatever the list says.

    \b
    Examples:
      pi-inspector list
      pi-inspector list --all --json
      pi-inspector list --dir /mnt/backup/sessions
    """
    from inspector.store import catalog, find, find_places, list_report
    from inspector.store.continues import continued

    places = find_places(session_dir=folder)
    found = find(places, everything)
    total = sum(file.size for file in found.files)
    with Progress("reading", max(total, PROGRESS_FROM if len(found.files) > 500 else 0), "files") as progress:
        listing = catalog(found, progress.report)
    if as_json:
        emit(list_report(listing))
    else:
        from inspector.cli.listview import print_list

        print_list(listing, places, None if everything or folder else continued(places), everything)
    return 0
