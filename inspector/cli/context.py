"""``context``: what the model saw at an entry, entry by entry, with the reason for everything it did not see."""

from __future__ import annotations

import click

from inspector.cli.common import dir_option, emit, entry_row, file_argument, json_option, open_file


@click.command("context", short_help="Show what the model saw at an entry, and why not the rest.")
@file_argument
@click.option("--at", "entry", metavar="ENTRY", help="The entry (id or @lineN) instead of the active leaf.")
@click.option("--messages", is_flag=True, help="Print the messages themselves, as they go to the model.")
@click.option("--all", "-a", "everything", is_flag=True, help="Every entry, nothing folded.")
@dir_option
@json_option
def command(
    file: str, entry: str | None, messages: bool, everything: bool, folder: str | None, as_json: bool
) -> int:
    """Show the context that pi 1.6.0 builds at an entry, as far as the file tells.

    Lists the entries in the context and whether each one is sent, what the compaction kept, which edits apply, the
    system prompt, the model, and everything on the path that is left out, with the reason. Tokens are counted as pi
    does: what the last reply used, and four characters a token for all else (far too low for Chinese); measured is
    what the provider counted as input.

    \b
    Examples:
      pi-inspector context FILE
      pi-inspector context FILE --at 1258e2e6
      pi-inspector context FILE --at @line42 --messages
    """
    session = open_file(file, folder)
    row = entry_row(session, entry)
    if as_json or messages:
        from inspector.session.report import context_report, context_stream

        if as_json:
            emit(context_stream(session, row, messages=messages))
        else:
            from inspector.cli.messageview import print_messages

            print_messages(session, context_report(session, row, messages=messages))
        return 0
    from inspector.cli.contextview import print_context
    from inspector.session.context import context_at

    print_context(session, context_at(session, row), everything)
    return 0
