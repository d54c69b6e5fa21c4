"""The ``pi-inspector`` command: finds the sub command, and turns every error into one line and an exit code.

Exit codes (CONTRACT): 0 done, 1 something was found (``list``, ``show``, ``tree``, ``context`` and ``serve`` never
answer 1, damage included), 2 the input or the call is unusable, 3 a fault of ours.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from inspector import __version__
from inspector.cli.common import emit, say
from inspector.errors import InspectorError

PROGRAM = "pi-inspector"
DEBUG_VARIABLE = "PI_INSPECTOR_DEBUG"
# Command → module; a module is imported when its command or its help is wanted.
COMMANDS = {
    "list": "inspector.cli.list_",
    "show": "inspector.cli.show",
    "tree": "inspector.cli.tree",
    "context": "inspector.cli.context",
    "serve": "inspector.cli.serve",
}


class ReaderLeft(Exception):
    """Whoever read our output has enough (``| head``). Not an ``OSError``, for click would call that a failure."""


class Commands(click.Group):
    """The commands in the order in which one needs them."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for, and write out what it said."""
        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            raise ReaderLeft from error
        return answer

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in our order, not the alphabet's."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        module = COMMANDS.get(cmd_name)
        return None if module is None else import_module(module).command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; a file in place of a command gets a hint instead of "no such command"."""
        name = args[0] if args else ""
        if name not in COMMANDS and os.path.lexists(name):
            ctx.fail(f"{name!r} is a file or folder, not a command. Did you mean: {PROGRAM} {_meant(name)}")
        return super().resolve_command(ctx, args)


def _meant(name: str) -> str:
    return f"list --dir {name}" if os.path.isdir(name) else f"show {name}"


HELP = """Read session files of the pi coding agent, offline and without touching them.

Shows the session tree, the branches, where a compaction cut, and what the model saw at any entry, exactly as
pi 1.6.0 works it out. Without a command, the viewer opens in the browser (the same as: serve).

\b
Where did my session go?        pi-inspector list --all
What is in it?                  pi-inspector show FILE
Which branches are there?       pi-inspector tree FILE
What did the model see here?    pi-inspector context FILE --at ENTRY
All of it, in the browser:      pi-inspector serve

FILE is a path, a session id, or the beginning of an id that no other session shares. ENTRY is an entry id, or
@lineN for the entry on line N.

\b
Exit status: 0 done; 1 something was found (none of the commands here answers 1, damage included);
2 the input or the call is unusable; 3 a fault of pi-inspector.
"""
EPILOG = """\b
Completion for the shell, for bash (zsh and fish likewise):
  eval "$(_PI_INSPECTOR_COMPLETE=bash_source pi-inspector)"
"""


@click.group(
    cls=Commands,
    invoke_without_command=True,
    help=HELP,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.option(
    "--debug", is_flag=True, help=f"Show the traceback of an unexpected error (or set {DEBUG_VARIABLE})."
)
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> Any:
    """Kept short: the help text is ``HELP``."""
    if debug:
        os.environ[DEBUG_VARIABLE] = "1"
    if ctx.invoked_subcommand is None:
        serve = cli.get_command(ctx, "serve")
        assert serve is not None
        return ctx.invoke(serve)
    return None


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows its escape; it never ends the program.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    as_json = "--json" in arguments
    try:
        code = cli.main(arguments, prog_name=PROGRAM, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.UsageError as error:
        return _usage(error, as_json)
    except click.ClickException as error:
        return _report("usage", error.format_message(), None, 2, as_json)
    except InspectorError as error:
        return _report(error.kind, error.message, error.file, error.exit_code, as_json)
    except (click.Abort, KeyboardInterrupt):
        return 130
    except (ReaderLeft, BrokenPipeError):
        return _reader_left()
    except Exception as error:
        return _fault(error, as_json)


def _usage(error: click.UsageError, as_json: bool) -> int:
    hint = f"see: {error.ctx.command_path} --help" if error.ctx is not None else f"see: {PROGRAM} --help"
    return _report("usage", f"{error.format_message()} ({hint})", None, 2, as_json)


def _report(kind: str, message: str, file: str | None, code: int, as_json: bool) -> int:
    say(f"{PROGRAM}: {' '.join(message.split())}")
    if as_json:
        try:
            emit({"error": {"kind": kind, "message": message, "file": file}})
        except BrokenPipeError:
            _reader_left()
    return code


def _reader_left() -> int:
    """No error, and no second complaint while Python ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    return 0


def _fault(error: Exception, as_json: bool) -> int:
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        traceback.print_exc()
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    hint = f"please report it with the traceback that {PROGRAM} --debug … prints"
    return _report(
        "internal", f"a fault of {PROGRAM}, not of your file: {what[:300]}; {hint}", None, 3, as_json
    )
