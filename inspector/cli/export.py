"""``export``: a session to hand over, as a page, a session file, a transcript or a chat list, redacted and proven."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inspector.cli.common import (
    Progress,
    dir_option,
    emit,
    entry_row,
    file_argument,
    json_option,
    open_file,
    say,
)
from inspector.cli.ending import ended_gently
from inspector.errors import BadInput

if TYPE_CHECKING:
    from inspector.export.bundle import Bundle
    from inspector.export.manifest import Result
    from inspector.export.run import Job
    from inspector.redaction.known import Loaded
    from inspector.redaction.options import RedactionOptions
    from inspector.session import Session

CHOICES = ("email", "hosts", "ip", "phone")
Command = Callable[..., Any]


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def put(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return put


_output_options = _options(
    click.option(
        "--to", metavar="FORMAT", help="html, jsonl, markdown or json (without it the suffix of OUT tells)."
    ),
    click.option("-o", "--out", "out", metavar="OUT", help="The file to write."),
    click.option(
        "--bundle",
        metavar="DIR",
        help="Write page, session file, report and manifest into the folder DIR instead.",
    ),
    click.option("--dry-run", is_flag=True, help="Only show what would be masked and where; write nothing."),
    click.option(
        "--force",
        is_flag=True,
        help="Replace what exists, or write among sessions (never over the session itself).",
    ),
    click.option("--title", default="", metavar="TEXT", help="The title on top of a page or a transcript."),
    click.option("--note", default="", metavar="TEXT", help="A note to the reader below it."),
)
_choice_options = _options(
    click.option(
        "--branch",
        metavar="ENTRY",
        help="The branch that ends at this entry (id or @lineN), not the active one.",
    ),
    click.option("--all-branches", is_flag=True, help="The whole file with all its branches."),
    click.option(
        "--with",
        "parts",
        multiple=True,
        metavar="PART",
        help="Take along: images, thinking, prompt, private, identity (repeat, or with commas).",
    ),
    click.option("--no-redact", is_flag=True, help="Do not mask secrets."),
    click.option(
        "--everything", is_flag=True, help="A faithful copy: all branches, all parts, nothing masked."
    ),
)
_redaction_options = _options(
    click.option(
        "--mask-choice",
        "choices",
        multiple=True,
        metavar="|".join(CHOICES),
        help="Mask e-mail addresses, host names, IP addresses or phone numbers, too (repeat, or with commas).",
    ),
    click.option("--known", "known", multiple=True, metavar="FILE", help="Mask these values: one a line."),
    click.option(
        "--known-env",
        is_flag=True,
        help="Mask the values of environment variables that are named like secrets.",
    ),
    click.option(
        "--auth",
        multiple=True,
        metavar="FILE",
        help="Mask the credentials in FILE (pi's auth.json, a .env).",
    ),
    click.option(
        "--pattern", "patterns", multiple=True, metavar="RE", help="Mask what this expression (RE2) matches."
    ),
    click.option("--allow", multiple=True, metavar="TEXT", help="Leave TEXT as it is; of a file its lines."),
)


@click.command(
    "export", short_help="Hand a session over: page, session file, transcript; redacted and proven."
)
@file_argument
@_output_options
@_choice_options
@_redaction_options
@dir_option
@json_option
def command(
    file: str,
    out: str | None,
    bundle: str | None,
    dry_run: bool,
    folder: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Export a session as one HTML page (the viewer, offline), as JSONL that pi opens, as a Markdown transcript, or as the
    list of chat messages at the leaf (json).

    The defaults are safe: the active branch only, secrets masked, home directory and user name masked; images, thinking,
    system prompt with context files, and output of !! commands are left out. What is written is read again and
    checked before it gets its name: with anything left in it there is no file. Nothing is sent anywhere.

    \b
    Exit status: 0 written; 1 the check found something, nothing is written.

    \b
    Examples:
      pi-inspector export FILE -o session.html
      pi-inspector export FILE --to markdown -o notes.md --branch 4f2a91c0
      pi-inspector export FILE --to jsonl -o copy.jsonl --everything
      pi-inspector export FILE --dry-run
      pi-inspector export FILE --bundle handover
    """
    _one_output(out, bundle, dry_run)
    redaction = _redaction(given)
    session = open_file(file, folder)
    job = _job(session, out, bundle, dry_run, given, redaction)
    if given["no_redact"] or given["everything"]:
        say("secrets are NOT masked in this export: redaction is off")
    if dry_run:
        return _rehearse(job, ("jsonl", "html") if bundle is not None else (job.to,), as_json)
    path = _target(job, out, bundle, given["force"], _session_folders(folder))
    if not as_json:
        from inspector.cli.exportview import say_choice

        say_choice(job)
    if bundle is not None:
        return _bundle(job, path, given["force"], as_json)
    return _export(job, path, given["force"], as_json)


def _target(job: Job, out: str | None, bundle: str | None, force: bool, folders: list[Path]) -> Path:
    """Where to write, checked; what there is to know about the place is said."""
    from inspector.export.run import SUFFIXES
    from inspector.export.target import check_file, check_folder, near_sessions

    if bundle is not None:
        return check_folder(job.session, bundle, force, folders)
    assert out is not None
    if out == "-":
        raise BadInput("output", "an export is proven as a file; name one: -o FILE (not -)", out)
    path = check_file(job.session, out, force, folders, job.to)
    told = near_sessions(job.session, path, job.to, folders)
    if told:
        say(told)
    suffix = SUFFIXES.get(path.suffix.lower())
    if suffix is not None and suffix != job.to:
        say(f"{out} is named like {suffix} and holds {job.to} (--to)")
    return path


def _one_output(out: str | None, bundle: str | None, dry_run: bool) -> None:
    if out is not None and bundle is not None:
        raise BadInput("usage", "give -o OUT or --bundle DIR, not both")
    if out is None and bundle is None and not dry_run:
        raise BadInput("usage", "say where to write: -o OUT or --bundle DIR (or look first: --dry-run)")


def _job(
    session: Session,
    out: str | None,
    bundle: str | None,
    dry_run: bool,
    given: dict[str, Any],
    redaction: RedactionOptions,
) -> Job:
    from inspector.export.parts import ExportOptions, everything, parse_parts
    from inspector.export.run import Job, format_of

    if given["branch"] is not None and given["all_branches"]:
        raise BadInput("usage", "give --branch ENTRY or --all-branches, not both")
    if given["no_redact"] or given["everything"]:
        asked = [
            name
            for name in ("mask_choice", "known", "known_env", "auth", "pattern")
            if given[_NAMES.get(name, name)]
        ]
        if asked:
            option = asked[0].replace("_", "-")
            raise BadInput(
                "usage", f"--{option} asks for masking, and redaction is switched off; give one or the other"
            )
    row = None if given["branch"] is None else entry_row(session, given["branch"])
    if given["everything"]:
        options = everything(row)
    else:
        options = ExportOptions(
            row, given["all_branches"], parse_parts(given["parts"]), not given["no_redact"], redaction
        )
    to = (
        "jsonl"
        if bundle is not None or (dry_run and out is None and given["to"] is None)
        else format_of(given["to"], [out or ""])
    )
    if to == "json" and given["all_branches"]:
        raise BadInput("usage", "a list of messages is that of one branch; leave out --all-branches")
    return Job(session, options, to, given["title"], given["note"])


_NAMES = {"mask_choice": "choices", "pattern": "patterns"}


def _redaction(given: dict[str, Any]) -> RedactionOptions:
    """What is to be masked beyond the rules, read before the session is."""
    from inspector.redaction import known
    from inspector.redaction.options import RedactionOptions

    loaded = []
    for path in given["known"]:
        loaded.append(known.from_list(path))
        _say_empty(loaded[-1], f"no value was found in {path} (--known)")
    for path in given["auth"]:
        loaded.append(known.from_auth_file(path))
        _say_empty(loaded[-1], f"no credential was found in {path} (--auth)")
    if given["known_env"]:
        from inspector.export.ownwords import in_format

        found = known.from_environment()
        values = tuple(value for value in found.values if not in_format(value))
        loaded.append(replace(found, values=values))
        _say_empty(found, "no variable of the environment is named like a secret (--known-env)")
    if skipped := sum(one.skipped for one in loaded):
        say(f"{skipped:,} known values are too short to be masked everywhere, and are not")
    allowed = [text for one in given["allow"] for text in _texts(one)]
    return RedactionOptions(
        choices=_choices(given["choices"]),
        known=tuple(dict.fromkeys(value for one in loaded for value in one.values)),
        patterns=tuple(given["patterns"]),
        allow=tuple(dict.fromkeys(allowed)),
    )


def _say_empty(loaded: Loaded, words: str) -> None:
    if not loaded.values and not loaded.skipped:
        say(words)


def _choices(given: tuple[str, ...]) -> frozenset[str]:
    """Choices, repeated or with commas."""
    names = {name.strip().lower() for text in given for name in text.split(",")} - {""}
    for name in sorted(names - set(CHOICES)):
        raise BadInput("usage", f"there is no choice {name!r}; choices are: {', '.join(CHOICES)}")
    return frozenset(names)


def _texts(given: str) -> list[str]:
    """What is allowed to stay: the lines of a file of that name, or the text itself."""
    try:
        lines = Path(given).read_text("utf-8", "replace").splitlines() if Path(given).is_file() else [given]
    except (OSError, ValueError) as error:
        raise BadInput("unreadable", f"{given} cannot be read", given) from error
    return [line.strip() for line in lines if line.strip()]


def _session_folders(folder: str | None) -> list[Path]:
    from inspector.store import find_places

    places = find_places(session_dir=folder)
    return [places.root.path, places.default_sessions, find_places().root.path]


def _rehearse(job: Job, formats: tuple[str, ...], as_json: bool) -> int:
    from inspector.export.manifest import report
    from inspector.export.run import rehearse

    with Progress("reading", job.session.size) as progress, ended_gently():
        for to in formats:
            result = rehearse(replace(job, to=to), progress.report, proven=True)
            if result.residual:
                break
    if as_json:
        emit(report(result))
    else:
        from inspector.cli.exportview import print_rehearsal

        print_rehearsal(result)
    return 1 if result.residual else 0


def _export(job: Job, path: Path, force: bool, as_json: bool) -> int:
    from inspector.export.manifest import report
    from inspector.export.run import export

    with Progress("writing", job.session.size) as progress, ended_gently():
        result: Result = export(job, path, force, progress.report)
    if as_json:
        emit(report(result))
    else:
        from inspector.cli.exportview import print_result

        print_result(result)
    return 1 if result.residual else 0


def _bundle(job: Job, path: Path, force: bool, as_json: bool) -> int:
    from inspector.export.bundle import write_bundle
    from inspector.export.manifest import manifest

    with Progress("writing", job.session.size) as progress, ended_gently():
        made: Bundle = write_bundle(job, path, force, progress.report)
    if as_json:
        told = manifest(list(made.results), made.files, job.now, str(job.session.path))
        emit({"bundle": None if made.folder is None else os.path.abspath(made.folder), **told})
    else:
        from inspector.cli.exportview import print_bundle

        print_bundle(made)
    if made.folder is not None and force:
        older = sorted(set(os.listdir(made.folder)) - made.files.keys())
        if older:
            say(f"also in {made.folder}, from before and no part of this bundle: {', '.join(older)}")
    return 1 if made.folder is None else 0
