"""``verify``: the hash of a session file, all damage in it, and on demand a repaired copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inspector.cli.common import Progress, dir_option, emit, file_argument, json_option, open_file
from inspector.cli.ending import ended_gently
from inspector.cli.storyview import lang_option, language
from inspector.errors import BadInput

if TYPE_CHECKING:
    from inspector.diagnosis.salvage import Salvaged
    from inspector.session import Session


@click.command("verify", short_help="Check a session file for damage; write a repaired copy with --salvage.")
@file_argument
@click.option(
    "--salvage", "out", metavar="OUT", help="Write a repaired copy in version 3 to OUT, for pi to open."
)
@click.option("--force", is_flag=True, help="Replace OUT, or write it beside the original.")
@click.option(
    "--all", "-a", "everything", is_flag=True, help="Every damage and every change, nothing folded."
)
@lang_option
@dir_option
@json_option
def command(
    file: str,
    out: str | None,
    force: bool,
    everything: bool,
    lang: str | None,
    folder: str | None,
    as_json: bool,
) -> int:
    """Check a session file: hash, every damage with its bytes, what pi 1.6.0 would do on opening it.

    The file is only read. With --salvage a copy is written in which everything that can be put right is: lines that pi
    cannot read give back the whole records in them, loops are cut, old versions are migrated; every change is listed.
    Answers 1 where there is damage.

    \b
    Examples:
      pi-inspector verify FILE
      pi-inspector verify FILE --salvage /tmp/repaired.jsonl
    """
    if force and out is None:
        raise BadInput("usage", "--force goes with --salvage OUT; without it nothing is written", None)
    session = open_file(file, folder)
    from inspector.diagnosis.verify import verify_report

    salvaged = None if out is None else _salvage(session, out, force)
    report = verify_report(session, salvaged)
    if as_json:
        emit(report)
    else:
        from inspector.cli.verifyview import print_verify

        print_verify(report, everything, language(lang))
    return 1 if report["damage"] else 0


def _salvage(session: Session, out: str, force: bool) -> Salvaged:
    from inspector.diagnosis.salvage import salvage

    with Progress("writing", session.size) as progress, ended_gently():
        return salvage(session, out, force, progress.report)
