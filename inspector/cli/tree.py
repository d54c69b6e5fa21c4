"""``tree``: the session tree with lanes, drawn without recursion and written as it is worked out.

The active path runs straight down on the left; side branches hang to the right of their fork and come before the
path goes on. Off the active path the child with most below it goes on straight, so that lanes stay few (at most
the logarithm of the forks) however odd the tree.
"""

from __future__ import annotations

import click

from inspector.cli.common import dir_option, emit, file_argument, json_option, open_file


@click.command("tree", short_help="Draw the tree: forks, branches, compactions, the active path.")
@file_argument
@click.option(
    "--all", "-a", "everything", is_flag=True, help="Every entry and every side branch, nothing folded."
)
@click.option("--width", type=click.IntRange(20, 1000), help="Columns to use, instead of the terminal's.")
@dir_option
@json_option
def command(file: str, everything: bool, width: int | None, folder: str | None, as_json: bool) -> int:
    """Draw the tree of a session: where it forked, which branches there are, which one pi goes on with.

    Runs of entries without a fork are folded to their ends and to what matters in between (compactions, branch
    summaries, labels); --all shows every entry. Each line names the entry's id and its line in the file.

    \b
    Examples:
      pi-inspector tree FILE
      pi-inspector tree FILE --all --width 200 | less -R
      pi-inspector tree FILE --json
    """
    session = open_file(file, folder)
    if as_json:
        from inspector.session.report import tree_report

        emit(tree_report(session))
        return 0
    from inspector.cli import render
    from inspector.cli.notices import print_notices
    from inspector.cli.treeview import TreeView

    with render.Lines(render.console(), width) as lines:
        print_notices(session, lines)
        for pieces in TreeView(session, everything).lines():
            lines.add(*pieces)
    return 0
