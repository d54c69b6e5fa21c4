"""``serve``: the viewer in the browser, on this machine only, reading and never writing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspector.cli.common import dir_option, say
from inspector.errors import BadInput

if TYPE_CHECKING:
    from inspector.store import Places

PORT = 8377


@click.command("serve", short_help="Open the viewer in the browser (also without any command).")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@dir_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; a free one is taken when it is busy, and for 0.",
)
@click.option("--no-open", is_flag=True, help="Do not open a browser; only print the address.")
@click.option(
    "--no-token", is_flag=True, help="Let every user of this machine in (the address then holds no secret)."
)
def command(
    paths: tuple[str, ...], folder: str | None, host: str, port: int, no_open: bool, no_token: bool
) -> int:
    """Serve a viewer for the sessions that pi keeps, or for the files and folders named.

    Prints the address to open, the one line on standard output; hints and errors go to standard error. The address holds a
    token that changes with each start and keeps other users of this machine out. Nothing leaves the machine, and
    nothing is written. Stop it with Ctrl-C.

    \b
    Examples:
      pi-inspector serve
      pi-inspector serve ./old-sessions one-session.jsonl
      pi-inspector serve --port 0 --no-open
    """
    from inspector.store import find_places, resolve

    places = find_places(session_dir=folder)
    chosen = [resolve(path, places) for path in paths]
    for path in chosen:
        if not os.path.exists(path):
            raise BadInput(
                "missing", f"{path} does not exist; name a session file or a folder with some", str(path)
            )
    if places.named and not chosen and not os.path.isdir(places.root.path):
        name = str(places.root.path)
        raise BadInput("missing", f"{name} is no folder; --dir wants a folder with session files", name)
    _start(chosen, places, host, port, not no_token, not no_open)
    return 0


def _start(paths: list[Path], places: Places, host: str, port: int, token: bool, open_browser: bool) -> None:
    from inspector.web.server import run_server

    if not host.strip():
        raise BadInput("bad-host", "--host is empty; give an address of this machine, such as 127.0.0.1")

    def told(url: str) -> None:
        if not _is_loopback(host):
            say(
                f"warning: {host} can be reached from other machines; whoever has the address can read the sessions"
            )
        announce(url, places if not paths else None)

    run_server(
        paths=paths,
        roots=places,
        host=host,
        port=port,
        token=token,
        open_browser=open_browser,
        announce=told,
    )


def announce(url: str, places: Places | None = None) -> None:
    """The one line on standard output; on standard error what is served where ``places`` hold nothing, and how to
    stop."""
    click.echo(url)
    sys.stdout.flush()
    if places is not None and not places.named:
        from inspector.cli.render import short_path
        from inspector.web.shelf import look_at

        if look_at([], places).sample:
            say(f"no sessions in {short_path(str(places.root.path))}; these are the samples of pi-inspector")
    say("pi-inspector serves until Ctrl-C; open the address above in a browser")


def _is_loopback(host: str) -> bool:
    return host.lower() in ("localhost", "::1") or host.startswith("127.")
