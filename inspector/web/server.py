"""Runs the pages: takes a port, prints the address, opens the browser, serves until Ctrl-C."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import waitress

from inspector.errors import BadInput
from inspector.store import Places
from inspector.web.app import create_app
from inspector.web.config import Token, WebConfig
from inspector.web.security import WILDCARDS
from inspector.web.shelf import Shelf, look_at

THREADS = 6
TURN_SECONDS = 0.001  # how long a thread that reads a session may keep those waiting that answer in a moment


def run_server(
    paths: list[Path],
    roots: Places | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    token: bool = True,
    open_browser: bool = True,
    announce: Callable[[str], None] = lambda url: None,
) -> None:
    """Serve the sessions in ``paths``, or those of the session root in ``roots``, until interrupted.

    ``port`` 0 means any free one, and a busy one falls back to that. ``announce`` gets the address to open, once,
    when the server already answers. Raises ``BadInput`` for a path that does not exist and for a host that cannot
    be listened on.
    """
    shelf = Shelf(lambda: look_at(paths, roots))
    shelf.look()
    sys.setswitchinterval(TURN_SECONDS)
    with listening_socket(host, port) as sock:
        secret = Token() if token else None
        config = WebConfig(shelf, host, sock.getsockname()[1], secret, places=roots)
        server = waitress.create_server(
            create_app(config),
            sockets=[sock],
            threads=THREADS,
            ident=None,
            max_request_body_size=1 << 20,  # a form of the Share page; other routes take less
            clear_untrusted_proxy_headers=True,
        )
        logging.getLogger("waitress").setLevel(logging.ERROR)
        announce(address(config, config.token.text if config.token else None))
        if open_browser and can_open_browser():
            ticket = config.token.ticket() if config.token else None
            threading.Thread(target=webbrowser.open, args=(address(config, ticket),), daemon=True).start()
        try:
            server.run()
        finally:
            server.close()


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to ``host`` and ``port``, or to a free port where that one is busy. ``BadInput`` where the
    host is none of this machine."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError as error:
        raise BadInput("bad-host", f"{host} is no address of this machine ({error.strerror})") from error
    except ValueError as error:  # a name that cannot be one: too long, empty between dots, half a character
        raise BadInput("bad-host", f"{host} is no name of a machine") from error
    # "localhost" may stand for two addresses; the first of the older kind is understood everywhere.
    family, kind, protocol, _, place = min(found, key=lambda item: item[0] != socket.AF_INET)
    for number in dict.fromkeys((port, 0)):
        sock = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind((place[0], number, *place[2:]))
            return sock
        except OSError as error:
            sock.close()
            failure = error
    message = f"{host}:{port} cannot be listened on ({failure.strerror}); choose another --host or --port"
    raise BadInput("bad-host", message) from failure


def address(config: WebConfig, token: str | None) -> str:
    """The address to open."""
    host = "127.0.0.1" if config.host in WILDCARDS else config.host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{config.port}/" + (f"?token={token}" if token else "")


def can_open_browser() -> bool:
    """False where no window could open (a server, a container), so that no text browser takes the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("WSL_DISTRO_NAME")
    )
