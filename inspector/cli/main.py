"""The ``pi-inspector`` command: finds the sub command, and turns every error into one line and an exit code.

Exit codes (CONTRACT): 0 done, 1 something was found (``list``, ``show``, ``tree``, ``context`` and ``serve`` never
answer 1, damage included), 2 the input or the call is unusable (output that cannot be written, too), 3 a fault of ours.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from inspector import __version__
from inspector.cli.common import emit, say
from inspector.cli.ending import exit_code
from inspector.cli.stdio import CLOSED, OutputError, guarded_output, prepare, silence
from inspector.errors import InspectorError

PROGRAM = "pi-inspector"
DEBUG_VARIABLE = "PI_INSPECTOR_DEBUG"
WORD_LIMIT = 600
# Command → module; a module is imported when its command or its help is wanted.
COMMANDS = {
    "list": "inspector.cli.list_",
    "show": "inspector.cli.show",
    "tree": "inspector.cli.tree",
    "context": "inspector.cli.context",
    "doctor": "inspector.cli.doctor",
    "trace": "inspector.cli.trace",
    "compare": "inspector.cli.compare",
    "verify": "inspector.cli.verify",
    "export": "inspector.cli.export",
    "serve": "inspector.cli.serve",
}


class Commands(click.Group):
    """The commands in the order in which one needs them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in our order, not the alphabet's."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        module = COMMANDS.get(cmd_name)
        return None if module is None else import_module(module).command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does it; options of ``serve`` need no command before them."""
        at = next((at for at, word in enumerate(args) if word != "--debug"), len(args))
        first = args[at].partition("=")[0] if at < len(args) else ""
        if first.startswith("--") and not any(word in COMMANDS for word in args[at:]):
            own = {name for option in self.get_params(ctx) for name in option.opts}
            served = {
                name for option in import_module(COMMANDS["serve"]).command.params for name in option.opts
            }
            if first in served - own:
                args = [*args[:at], "serve", *args[at:]]
        return super().parse_args(ctx, args)

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
Hand it to somebody, redacted:  pi-inspector export FILE -o session.html

FILE is a path, a session id, or the beginning of an id that no other session shares. ENTRY is an entry id, or
@lineN for the entry on line N.

\b
Exit status:
  0  done
  1  the command looked for something and found it (trace: did not find it);
     list, show, tree, context, compare and serve only show: never 1
  2  the file or the call is unusable, or the output cannot be written
  3  a fault of pi-inspector
"""
EPILOG = """\b
Settings from the environment: PI_CODING_AGENT_DIR and
PI_CODING_AGENT_SESSION_DIR as in pi, NO_COLOR for no colours.

\b
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
    prepare()
    if sys.stdout is None:
        say(f"{PROGRAM}: {CLOSED}")
        return 2
    with guarded_output():
        try:
            code = _answer(arguments, "--json" in arguments)
            sys.stdout.flush()
            return code
        except OutputError as error:
            silence(sys.stdout)
            if error.reader_left:
                return 0
            say(f"{PROGRAM}: {error.why}")
            return 2


def _answer(arguments: list[str], as_json: bool) -> int:
    """What the command says on standard output, an error included; the exit code."""
    try:
        code = cli.main(arguments, prog_name=PROGRAM, standalone_mode=False)
        return code if isinstance(code, int) else 0
    except OutputError:
        raise
    except click.UsageError as error:
        return _usage(error, as_json)
    except click.ClickException as error:
        return _report("usage", error.format_message(), None, 2, as_json)
    except InspectorError as error:
        return _report(error.kind, error.message, error.file, error.exit_code, as_json)
    except (click.Abort, KeyboardInterrupt) as error:
        return exit_code(error)
    except Exception as error:
        return _fault(error, as_json)


def _usage(error: click.UsageError, as_json: bool) -> int:
    hint = f"see: {error.ctx.command_path} --help" if error.ctx is not None else f"see: {PROGRAM} --help"
    return _report("usage", f"{error.format_message()} ({hint})", None, 2, as_json)


def _report(kind: str, message: str, file: str | None, code: int, as_json: bool) -> int:
    """One line for people, which names the file as they would; with ``--json`` the error as a value, too."""
    line = message
    if file and os.path.isabs(file):
        from inspector.cli.render import file_path

        line = line.replace(file, file_path(file))
    say(f"{PROGRAM}: {' '.join(_cut(word) for word in line.split())}")
    if as_json:
        try:
            emit({"error": {"kind": kind, "message": message, "file": file}})
        except OutputError:
            silence(sys.stdout)
    return code


def _cut(word: str) -> str:
    """A word (a path, a name) without its middle where it is longer than anybody reads."""
    return word if len(word) <= WORD_LIMIT else f"{word[: WORD_LIMIT // 2]}…{word[-WORD_LIMIT // 2 :]}"


def _fault(error: Exception, as_json: bool) -> int:
    if os.environ.get(DEBUG_VARIABLE):
        import traceback

        say(traceback.format_exc().rstrip())
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    hint = f"please report it with the traceback that {PROGRAM} --debug … prints"
    return _report(
        "internal", f"a fault of {PROGRAM}, not of your file: {what[:300]}; {hint}", None, 3, as_json
    )
