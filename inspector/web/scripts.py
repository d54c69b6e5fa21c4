"""Addresses of scripts and styles that change with their content, so that a browser may keep what it has.

The session page loads its modules joined into one: fifty small answers would be worked out by the very process that
reads the session meanwhile. A browser that has them asks for nothing, and a newer file has another address.
"""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, request

from inspector import assets
from inspector.export.page_script import ENTRY, joined

area = Blueprint("scripts", __name__)

KEEP = "private, max-age=31536000, immutable"
VIEWER = "viewer.js"  # the address of the joined modules; no file has this name
SESSION_STYLES = ("css/session.css", "css/entry.css", "css/views.css", "vendor/uPlot.min.css")
SESSION_LIBRARIES = (
    "vendor/purify.min.js",
    "vendor/marked.umd.js",
    "vendor/marked-cjk-friendly.js",  # the scripts take it for the last one (vendor.js)
)
COLOURS = "vendor/highlight.min.js"  # what is painted first waits for no colours


@area.get(f"/static/{VIEWER}")
def viewer() -> Response:
    """The modules of the session page as one."""
    state = _state(VIEWER)
    answer = Response(_viewer(state), mimetype="text/javascript")
    answer.set_etag(state)
    answer.make_conditional(request)
    return answer


def asset(name: str) -> str:
    """The address of a static file (``css/base.css``) in its present state."""
    return f"/static/{name}?v={_state(name)}"


def session_styles() -> list[str]:
    """Addresses of the styles of a session page, in their order."""
    return [asset(name) for name in SESSION_STYLES]


def session_libraries() -> list[str]:
    """Addresses of the carried libraries that a session page starts with."""
    return [asset(name) for name in SESSION_LIBRARIES]


def session_colours() -> str:
    """Address of the carried library that a session page loads once it is painted."""
    return asset(COLOURS)


def may_keep() -> bool:
    """True where the request names the present state of a static file: that answer never changes."""
    given = request.args.get("v")
    return given is not None and given == _state(request.path.removeprefix("/static/"))


def _state(name: str) -> str:
    """A name for the content of a static file, told by the clock and the size of what it is made of; "" where there
    is no such file."""
    files = sorted(_modules().glob("*.js")) if name == VIEWER else [assets.static() / name]
    digest = hashlib.blake2b(digest_size=9)
    for file in files:
        try:
            info = os.stat(file)
        except (OSError, ValueError):
            return ""
        digest.update(f"{file.name}\0{info.st_mtime_ns}\0{info.st_size}\0".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _viewer(state: str) -> bytes:
    return joined(_modules(), ENTRY).encode("utf-8")


def _modules() -> Path:
    return assets.static() / "js"
