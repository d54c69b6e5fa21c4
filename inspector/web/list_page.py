"""The first page: the sessions found, as a table that works without scripts."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template

from inspector.diagnosis.words_file import said
from inspector.web.access import shown, web
from inspector.web.answers import json_answer
from inspector.web.listing import BUDGET, Listing, listing
from inspector.web.page_words import language, remember_language, said_word, translated
from inspector.web.pages_text import parts, plain

area = Blueprint("list_page", __name__)

_LONGEST = 4_200  # characters of a field: a path may have 4,096, and what is longer is read on the session's own page


@area.get("/")
def list_page() -> Response:
    """The list as a page."""
    lang = language()
    words = {"visible": parts, "plain": plain, "said": partial(said, language="zh"), "lang": lang}
    words["heading"] = said_word("list.title", lang)
    words["shown"] = partial(said_word, "list.shown", lang)
    answer = Response(translated(render_template("list.html", **_sendable(_listing()), **words), lang))
    remember_language(answer)
    return answer


@area.get("/api/list")
def api_list() -> Response:
    """The same as JSON."""
    return json_answer(asdict(_listing()))


def _listing() -> Listing:
    config = web()
    return listing(config.shelf, config.counter, BUDGET)


def _sendable(page: Listing) -> dict[str, Any]:
    values = asdict(page)
    for name in ("sessions", "problems"):
        values[name] = [_row(row) for row in values[name]]
    for name in ("roots", "looked_at", "notes"):
        values[name] = [_text(value) for value in values[name]]
    return values


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: _row(value) if isinstance(value, dict) else _text(value) for key, value in row.items()}


def _text(value: Any) -> Any:
    return (
        shown(value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…")
        if isinstance(value, str)
        else value
    )
