"""JSON for the card of a cut: which rules of the user are still said behind it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from inspector.diagnosis.compaction_constraints import rules_across
from inspector.diagnosis.compaction_statements import Statement
from inspector.session import Session
from inspector.web.access import opened, row, shown
from inspector.web.answers import json_answer

area = Blueprint("rules_api", __name__, url_prefix="/api/s/<key>")

LISTED = 30  # rules of a kind; the numbers count all of them


@area.get("/rules")
def rules(key: str) -> Response:
    """For the compaction at ``row``: ``kept`` and ``lost``, each ``{"n", "rules": [{"row", "text"}]}`` with the newest
    rule first, and ``unread``, the number of the user's messages that were not read. A lead: it goes by words."""
    book = opened(key)
    at = row(book.session, "row")
    return json_answer(book.answers.get(("rules", at), lambda: _found(book.session, at)))


def _found(session: Session, at: int) -> dict[str, Any]:
    rules = rules_across(session, at)
    if rules is None:
        return {"kept": _listed([]), "lost": _listed([]), "unread": 0}
    return {"kept": _listed(rules.kept), "lost": _listed(rules.lost), "unread": rules.unread}


def _listed(rules: list[Statement]) -> dict[str, Any]:
    return {"n": len(rules), "rules": [{"row": one.row, "text": shown(one.text)} for one in rules[:LISTED]]}
