"""A session that is being written: what stands behind the state that a page has loaded. The file is only read.

The page asks every second or so. Most answers cost one look at the file's size; only where it grew is it read.
"""

from __future__ import annotations

import os
import time
from typing import Any

from flask import Blueprint, Response, request

from inspector.errors import EvidenceError
from inspector.session.growth import continues, growth
from inspector.session.verdict import no_session
from inspector.web.access import web
from inspector.web.answers import json_answer
from inspector.web.library import Opened

area = Blueprint("live_api", __name__, url_prefix="/api/s/<key>")

SETTLE_SECONDS = 2.0  # a last line without an end that is older than this will not be finished soon


@area.get("/live")
def live(key: str) -> Response:
    """``{"status"}``: ``same``, ``writing`` (a line is not finished yet), ``gone``, ``shrunk``, ``changed`` (no longer
    what was loaded, or no longer known here), ``more`` (grew, for a page that only wants to know), or ``grown`` with
    the new rows and the whole head."""
    config = web()
    try:
        path = config.shelf.path(key)
        now = os.stat(path)
    except (EvidenceError, OSError):
        # No error status: the page keeps what it has, and asks again.
        return json_answer({"status": "gone"})
    book = config.library.kept(path, request.args.get("state", ""))
    if book is None:
        return json_answer({"status": "changed"})
    seen = book.session.evidence.identity
    if (now.st_size, now.st_ino) == (seen.size, seen.inode):
        return json_answer({"status": "same", "size": now.st_size})
    if now.st_size < seen.size:
        return json_answer({"status": "shrunk", "size": now.st_size})
    if request.args.get("peek"):
        return json_answer({"status": "more", "size": now.st_size, "bytes": now.st_size - seen.size})
    if time.time() - now.st_mtime < SETTLE_SECONDS and not _ends_a_line(str(path)):
        return json_answer({"status": "writing", "size": now.st_size})
    return json_answer(_grown(book, key))


def _ends_a_line(name: str) -> bool:
    try:
        with open(name, "rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"
    except (OSError, ValueError):
        return True


def _grown(book: Opened, key: str) -> dict[str, Any]:
    try:
        new = web().library.open(book.session.path)
    except EvidenceError:
        return {"status": "gone"}
    if not continues(book.session, new.session):
        return {"status": "changed"}
    about = {"key": key, "state": new.tag, "eventLog": no_session(new.session) is not None}
    return {"status": "grown", "state": new.tag, **growth(book.session, new.session, about)}
