"""What the views share: the running configuration, the opened session behind a key, arguments of a query."""

from __future__ import annotations

import re
from typing import cast

from flask import current_app, request

from inspector.errors import BadInput
from inspector.session import Session
from inspector.web.config import WebConfig
from inspector.web.library import Opened

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


def web() -> WebConfig:
    """The configuration of this server."""
    return cast(WebConfig, current_app.config["WEB"])


def opened(key: str) -> Opened:
    """The session behind a key, as the page that asks has seen it (``state`` in the query) or as it is now."""
    config = web()
    return config.library.open(config.shelf.path(key), request.args.get("state"))


def number(name: str, default: int | None = None) -> int:
    """An argument that is a whole number, not below zero. ``BadInput`` where it is missing or something else."""
    text = request.args.get(name)
    if text is None and default is not None:
        return default
    if text is None or not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise BadInput("bad-argument", f"{name} must be a whole number")
    return int(text)


def row(session: Session, name: str) -> int:
    """An argument that is the row of an entry."""
    at = number(name)
    if at >= session.n:
        raise BadInput("bad-argument", f"{name} must be below {session.n}, the number of entries")
    return at


def window(session: Session, limit: int) -> range:
    """The rows from ``from`` up to, not with, ``to``; at most ``limit`` of them."""
    first = min(number("from", 0), session.n)
    last = min(number("to", first + limit), session.n, first + limit)
    return range(first, max(first, last))


def shown(text: str | None) -> str | None:
    """``text`` as a page can carry it: NUL, halves of surrogate pairs and undecodable bytes of file names become
    U+FFFD."""
    return None if text is None else _UNSENDABLE.sub("\ufffd", text)
