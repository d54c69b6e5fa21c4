"""JSON for a page that opens at the end of its session: what it is going to ask as soon as it has read the index.

The browser asks for it together with the page, so that the answer is worked out while the scripts are read. It is a
guess at what will be needed: whatever is not in it, the page asks for as ever.
"""

from __future__ import annotations

from typing import cast

from flask import Blueprint, Response

from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session import kinds as k
from inspector.web.access import opened
from inspector.web.answers import Kept
from inspector.web.api import entries_json, first_part, preview_lines
from inspector.web.library import Opened

area = Blueprint("opening_api", __name__, url_prefix="/api/s/<key>")

# As the page asks (transcript.js, previews.js).
SHORT_BRANCH = 160  # entries of a branch that is laid out whole
BEFORE_END = 20  # entries before the last one that are laid out first of a longer one
CALL_ABOVE = 50  # tool results that may stand between these and the reply that asked for them
WINDOW = 250  # previews asked for at once
READ_AHEAD = 8 << 20  # bytes decoded for a window: a guess must not keep waiting for what may not be needed


@area.get("/opening")
def opening(key: str) -> Response:
    """``{"state", "entries", "previews"}``: the entries with which the transcript of the active leaf begins, and
    windows of previews by their first row, those of the title and of the end of the tree."""
    book = opened(key)
    first_part(book, key)  # the page waits for that one: it comes first
    kept = cast(Kept, book.answers.get("opening", lambda: Kept(_opening(book))))
    return kept.answer(book.tag)


def _opening(book: Opened) -> bytes:
    session = book.session
    windows = {start: list(range(start, min(session.n, start + WINDOW))) for start in _windows(session)}
    previews = {str(start): preview_lines(session, rows, READ_AHEAD) for start, rows in windows.items()}
    entries = entries_json(session, _last_rows(session))
    return (
        b'{"state":' + dumps(book.tag) + b',"entries":' + entries + b',"previews":' + dumps(previews) + b"}"
    )


def _last_rows(session: Session) -> list[int]:
    path = session.tree.path(session.tree.active_leaf)
    if len(path) <= SHORT_BRANCH:
        return path
    start = len(path) - 1 - BEFORE_END
    least = start - CALL_ABOVE
    while start > max(0, least) and session.cols.role[path[start]] == k.TOOL_RESULT:
        start -= 1
    return path[start:]


def _windows(session: Session) -> list[int]:
    """Where the windows begin: that of the first words of the user, and those of the last rows, which stand beside
    each other in a tree that is not long."""
    roles, end = session.cols.role, session.tree.active_leaf
    said = next((row for row in range(min(session.n, WINDOW)) if roles[row] == k.USER), -1)
    wanted = [said, end] if end < 0 or end % WINDOW >= 40 else [said, end, end - WINDOW]
    return sorted({row // WINDOW * WINDOW for row in wanted if row >= 0})
