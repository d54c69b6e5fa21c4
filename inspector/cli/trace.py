"""``trace``: every place a phrase stands in, and whether the model sees it at an entry; if not, what took it away."""

from __future__ import annotations

from pathlib import Path

import click

from inspector.cli.common import (
    Progress,
    dir_option,
    emit,
    entry_row,
    file_argument_optional,
    json_option,
    open_path,
)
from inspector.cli.storyview import lang_option, language, print_story


@click.command("trace", short_help="Find a phrase, and why the model does not see it.")
@click.argument("phrase", metavar="PHRASE")
@file_argument_optional
@click.option("--at", "entry", metavar="ENTRY", help="The entry (id or @lineN) instead of the active leaf.")
@click.option("--regex", is_flag=True, help="PHRASE is a regular expression (google-re2: linear time).")
@click.option(
    "--all",
    "-a",
    "everything",
    is_flag=True,
    help="Search the family of the session and every root too; without it FILE alone, or the sessions of this "
    "directory.",
)
@lang_option
@dir_option
@json_option
def command(
    phrase: str,
    file: str | None,
    entry: str | None,
    regex: bool,
    everything: bool,
    lang: str | None,
    folder: str | None,
    as_json: bool,
) -> int:
    """Say where PHRASE stands and whether the model sees it.

    Upper and lower case, full and half width, and line breaks make no difference. Without FILE the session that
    pi --continue opens here is traced, and the other sessions of this directory are searched as well.

    \b
    Exit status: 0 the model sees it; 1 it is lost, or stands nowhere.

    \b
    Examples:
      pi-inspector trace "do not touch legacy" FILE
      pi-inspector trace "不要修改" FILE --at 84f51d0e
      pi-inspector trace "port 8443" --all
    """
    from inspector.diagnosis.answer import trace_json
    from inspector.diagnosis.needle import Needle
    from inspector.diagnosis.start import ask, file_here
    from inspector.store import find_places, resolve

    needle = Needle(phrase, regex)
    places = find_places(session_dir=folder)
    path: Path = resolve(file, places) if file else file_here(places, everything)
    session = open_path(path)
    at = entry_row(session, entry)
    with Progress("searching", 1 << 40, "files") as progress:
        traced = ask(session, needle, at, places, everything, cwd_too=file is None, progress=progress.report)
    if as_json:
        emit(trace_json(traced))
    else:
        from inspector.diagnosis.story import trace_story

        print_story(trace_story(traced, language(lang)))
    return 0 if traced.visible else 1
