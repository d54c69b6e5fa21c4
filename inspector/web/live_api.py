"""A session that is being written: what stands behind the state that a page has loaded. The file is only read.

The page asks a few times a second. Most answers cost one look at the file's size; where it grew, only what is new is
read (``session.extend``).
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, request

from inspector.errors import EvidenceError
from inspector.session.growth import continues, growth
from inspector.web.access import web
from inspector.web.answers import json_answer
from inspector.web.api import about
from inspector.web.library import Opened

area = Blueprint("live_api", __name__, url_prefix="/api/s/<key>")

SETTLE_SECONDS = 2.0  # a last line without an end that is older than this will not be finished soon
RECENT_SECONDS = 600.0  # a file written to within this time may grow soon


@area.get("/live")
def live(key: str) -> Response:
    """``{"status"}``: ``same``, ``writing`` (a line is not finished yet), ``gone``, ``shrunk``, ``changed`` (no longer
    what was loaded), ``unknown`` (a state that this server never showed, or long ago, and that is not the present one),
    ``more`` (grew, for a page that only wants to know), or ``grown`` with
    the new rows and the whole head. ``same`` comes with the hash of the file, None while it is not known."""
    config = web()
    try:
        path = config.shelf.path(key)
        now = os.stat(path)
        if not stat.S_ISREG(now.st_mode):
            return json_answer({"status": "gone"})  # something else has its name now
        tag = request.args.get("state", "")
        book = config.library.recall(path, tag)
        if book is None and config.library.is_now(path, tag):
            # A server that was started anew finds the file as the page of the one before has it.
            book = config.library.open(path)
    except (EvidenceError, OSError):
        # No error status: the page keeps what it has, and asks again.
        return json_answer({"status": "gone"})
    if book is None:
        return json_answer({"status": "changed" if config.library.knows(tag) else "unknown"})
    size, session = now.st_size, book.session
    if size < session.size:
        return json_answer({"status": "shrunk", "size": size})
    if now.st_ino == session.evidence.identity.inode and not book.stands(now):
        return json_answer({"status": "changed"})
    if size == session.size and now.st_ino == session.evidence.identity.inode:
        if time.time() - now.st_mtime < RECENT_SECONDS:
            book.read_soon()
        return json_answer({"status": "same", "size": size, "sha256": session.running.known})
    if request.args.get("peek"):
        return json_answer({"status": "more", "size": size, "bytes": size - session.size})
    return json_answer(_grown(book, key, path, time.time() - now.st_mtime < SETTLE_SECONDS))


def _grown(book: Opened, key: str, path: Path, busy: bool) -> dict[str, Any]:
    """The answer for a longer file. While it is ``busy`` a last line without an end is not finished yet."""
    library = web().library
    try:
        new = library.follow(path, busy)
        if new is None and busy and not _ends_a_line(path):
            return {"status": "writing"}
        new = new or library.open(path)
    except EvidenceError:
        return {"status": "gone"}
    if new.tag == book.tag:
        return {"status": "writing"}
    if not (continues(book.session, new.session) and book.begins(new)):
        return {"status": "changed"}
    return {"status": "grown", "state": new.tag, **growth(book.session, new.session, about(new, key))}


def _ends_a_line(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"
    except (OSError, ValueError):
        return True
