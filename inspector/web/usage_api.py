"""JSON about what a session cost: every record of usage as columns."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Response

from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session.usage import COLUMNS, usage_columns
from inspector.web.access import number, opened
from inspector.web.answers import Kept
from inspector.web.library import ViewCache

area = Blueprint("usage_api", __name__, url_prefix="/api/s/<key>")

RECORDS = 100_000  # records of one answer


@area.get("/usage")
def usage(key: str) -> Response:
    """Records of usage from number ``from`` on; ``next`` is where to go on, null at the end."""
    book, start = opened(key), number("from", 0)
    kept = cast(Kept, book.answers.get(("usage", start), lambda: _part(book.answers, book.session, start)))
    return kept.answer(f"{book.tag}-usage-{start}")


def _part(answers: ViewCache, session: Session, start: int) -> Kept:
    whole = cast(dict[str, Any], answers.get("usage", lambda: usage_columns(session)))
    stop = min(whole["n"], start + RECORDS)
    cut = {name: values[start:stop] for name, values in whole.items() if name in COLUMNS}
    rest = {name: values for name, values in whole.items() if name not in COLUMNS}
    return Kept(dumps({**rest, **cut, "from": start, "next": stop if stop < whole["n"] else None}))
