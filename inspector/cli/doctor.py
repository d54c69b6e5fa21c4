"""``doctor``: the checklist of one session, storage to source, and with ``--ask`` the verdict on a phrase."""

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
from inspector.outfile import write_new


@click.command("doctor", short_help="Why did it forget: the checklist, storage to source.")
@file_argument_optional
@click.option(
    "--ask",
    metavar="PHRASE",
    help="What the model should have known; looked for in FILE and its family beside it (parent, forks, copies), without "
    "FILE in all sessions of this directory.",
)
@click.option("--at", "entry", metavar="ENTRY", help="The entry (id or @lineN) instead of the active leaf.")
@click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(),
    help="The folder the session worked in, to compare files with what the model saw (without it: the cwd of the "
    "session, if it exists).",
)
@click.option(
    "--report", metavar="OUT.md", type=click.Path(dir_okay=False), help="Write the report as Markdown too."
)
@click.option("--force", is_flag=True, help="Let --report replace a file.")
@click.option(
    "--all", "-a", "everything", is_flag=True, help="Every statement with its details, nothing folded."
)
@lang_option
@dir_option
@json_option
def command(
    file: str | None,
    ask: str | None,
    entry: str | None,
    workspace: str | None,
    report: str | None,
    force: bool,
    everything: bool,
    lang: str | None,
    folder: str | None,
    as_json: bool,
) -> int:
    """Check a session in the order in which things get lost: storage, branch, compaction, memory, source.

    Without FILE the session that pi --continue opens here is checked, and with --ask all sessions of this directory
    are searched; with FILE, that file and its family beside it are. A statement marked as a lead is a
    heuristic. Nothing is changed, no command of the session is run.

    \b
    Exit status: 0 nothing found; 1 something is lost or needs a look.

    \b
    Examples:
      pi-inspector doctor FILE
      pi-inspector doctor FILE --ask "do not touch legacy"
      pi-inspector doctor --workspace . --report why.md
    """
    from inspector.diagnosis import start
    from inspector.diagnosis.doctor import diagnose, doctor_json
    from inspector.diagnosis.markdown import markdown
    from inspector.diagnosis.needle import Needle
    from inspector.diagnosis.story import doctor_story
    from inspector.store import find_places, resolve

    needle = Needle(ask) if ask is not None else None
    places = find_places(session_dir=folder)
    path: Path = resolve(file, places) if file else start.file_here(places)
    session = open_path(path)
    at = entry_row(session, entry)
    asked = None
    if needle is not None:
        with Progress("searching", 1 << 40, "files") as progress:
            asked = start.ask(
                session,
                needle,
                at,
                places,
                cwd_too=file is None,
                family_too=file is not None,
                progress=progress.report,
            )
    diagnosis = diagnose(start.case_for(session, at, places, workspace, asked))
    blocks = doctor_story(diagnosis, language(lang), everything)
    if report is not None:
        write_new(Path(report), [markdown(blocks).encode("utf-8", "replace")], [session.path], force)
    if as_json:
        emit(doctor_json(diagnosis))
    else:
        print_story(blocks)
    return 1 if diagnosis.found_something else 0
