"""What the commands share: options, opening a FILE, JSON on standard output, progress on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from inspector.cli.stdio import whisper
from inspector.errors import BadInput

if TYPE_CHECKING:
    from inspector.session import Session

Command = TypeVar("Command", bound=Callable[..., Any])
PROGRESS_FROM = 32 << 20  # bytes; smaller files are read before anybody wonders


def json_option(command: Command) -> Command:
    """``--json``."""
    help_text = "Print one JSON value for scripts instead of text."
    return click.option("--json", "as_json", is_flag=True, help=help_text)(command)


def dir_option(command: Command) -> Command:
    """``--dir DIR``, the session folder to look in."""
    return click.option(
        "--dir",
        "--session-dir",
        "folder",
        metavar="DIR",
        type=click.Path(file_okay=False),
        help="Look for sessions in DIR instead of where pi keeps them.",
    )(command)


def file_argument(command: Command) -> Command:
    """``FILE``: a path, or a session id or its beginning."""
    return click.argument("file", metavar="FILE", shell_complete=_complete_file)(command)


def file_argument_optional(command: Command) -> Command:
    """``[FILE]``: the same, or nothing for the session that ``pi --continue`` opens here."""
    return click.argument("file", metavar="[FILE]", required=False, shell_complete=_complete_file)(command)


def open_file(spec: str, folder: str | None) -> Session:
    """The session that FILE means. Raises ``BadInput`` and ``EvidenceError`` with a line for the user."""
    from inspector.store import find_places, resolve

    return open_path(resolve(spec, find_places(session_dir=folder)))


def open_path(path: Path) -> Session:
    """The session at a path. Raises ``EvidenceError`` with a line for the user."""
    from inspector.session import open_session, require_session

    with Progress("reading", _size(path)) as progress:
        session = open_session(path, progress.report)
    require_session(session)
    return session


def entry_row(session: Session, name: str | None) -> int:
    """The row that ``--at ENTRY`` names, the active leaf without it (-1 where there is none).

    Raises ``BadInput`` for an entry that is not in the file.
    """
    if name is None:
        return session.tree.active_leaf
    try:
        return session.find_row(name)
    except KeyError:
        message = f"{session.path} has no entry {name}; entries are named by id or @lineN, see: pi-inspector tree FILE --all"
        raise BadInput("no-entry", message, str(session.path)) from None


def emit(value: dict[str, Any]) -> None:
    """One JSON value on standard output, in UTF-8 whatever the terminal says; iterators in it become lists."""
    from inspector.jsontext import pieces

    sys.stdout.flush()
    for piece in pieces(value):
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def say(message: str) -> None:
    """One safe line on standard error."""
    from inspector.cli.safetext import safe

    whisper(safe(message, newlines=True) + "\n")


class Progress:
    """A counter on standard error, shown only on a terminal and only for long work."""

    def __init__(self, what: str, amount: int = 0, unit: str = "%") -> None:
        self._what = what
        self._shown = False
        self._active = sys.stderr.isatty() and amount >= PROGRESS_FROM
        self._unit = unit

    def report(self, done: int, of: int) -> None:
        """``done`` of ``of``; may be called often."""
        if self._active and of:
            shown = f"{100 * done // of} %" if self._unit == "%" else f"{done:,} of {of:,} {self._unit}"
            whisper(f"\r{self._what} {shown} ")
            self._shown = True

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            whisper("\r" + " " * 40 + "\r")


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except (OSError, ValueError):
        return 0


def _complete_file(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Session ids of this directory, and whatever files the shell offers."""
    items = [CompletionItem(begun, type="file")]
    try:
        from inspector.store import find, find_places
        from inspector.store.header import Header

        for file in find(find_places()).files:
            if isinstance(file.header, Header) and file.header.id.startswith(begun):
                items.append(CompletionItem(file.header.id, help=file.header.created))
    except (BadInput, ValueError, OSError):
        pass
    return items
