"""JSON about one session: its index, previews, entries, texts, pictures, context. Every answer is bounded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import orjson
from flask import Blueprint, Response, request

from inspector.diagnosis.said_of import said_of, with_said
from inspector.errors import BadInput
from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session.blocks import NoPicture, image_blocks, match_images, picture_at, shape, text_at
from inspector.session.context import context_at
from inspector.session.context_json import LISTS, context_json, messages_of
from inspector.session.find import find
from inspector.session.index import ExtraColumns, IndexPlan, part, plan
from inspector.session.row_lines import RowLines
from inspector.session.verdict import no_session
from inspector.web.access import number, opened, row, web, window
from inspector.web.answers import RAW_LIMIT, Kept, body_answer, json_answer
from inspector.web.library import Opened
from inspector.web.security import IMAGE_POLICY

area = Blueprint("api", __name__, url_prefix="/api/s/<key>")

PREVIEWS = 2_000  # rows of one answer
BLOCK = 500
MESSAGES = 100
TEXT_PART = 500_000  # characters of a long text in one answer
RAW_PART = 1_000_000  # bytes of a line in one answer
READ_LIMIT = 64 << 20  # bytes decoded for one answer
QUERY_LIMIT = 1_000


@area.get("/index")
def index(key: str) -> Response:
    """One part of the session index; part 0 says how many there are."""
    book, at = opened(key), number("part", 0)
    kept = cast(Kept, book.answers.get(("index", key, at), lambda: _index_part(book, key, at)))
    return kept.answer(f"{book.tag}-{at}")


def first_part(book: Opened, key: str) -> Kept:
    """The first part of the index, kept with the session."""
    return cast(Kept, book.answers.get(("index", key, 0), lambda: _index_part(book, key, 0)))


def _index_part(book: Opened, key: str, at: int) -> Kept:
    session = book.session
    columns = cast(ExtraColumns, book.answers.get("columns", lambda: ExtraColumns(session)))
    cut = cast(IndexPlan, book.answers.get("plan", lambda: plan(session, about(book, key), columns)))
    if at >= cut.parts:
        raise BadInput("bad-argument", f"part must be below {cut.parts}")
    return Kept(part(session, cut, at, columns))


def about(book: Opened, key: str) -> dict[str, Any]:
    """What the head of the index says beyond the session itself."""
    session = book.session
    told = {"eventLog": no_session(session) is not None, "said": said_of(session)}
    return {"key": key, "state": book.tag, "parentKey": _parent_key(session, key), **told}


def _parent_key(session: Session, key: str) -> str | None:
    """The key of the session that this one was forked from: by its path, else by its name in the same folder; None
    where it is not served. A header may name anything."""
    named = session.parent_session or ""
    name = named.replace("\\", "/").rpartition("/")[2]
    for path in (named, name and session.path.parent / name):
        try:
            found = web().shelf.served(Path(path)) if path else None
        except ValueError:
            continue
        if found is not None and found != key:
            return found
    return None


@area.get("/previews")
def previews(key: str) -> Response:
    """One line per row of a window; fewer rows than asked where their entries are very large."""
    session = opened(key).session
    return json_answer({"previews": preview_lines(session, window(session, PREVIEWS))})


def preview_lines(session: Session, rows: Sequence[int], most: int = READ_LIMIT) -> list[str]:
    """Previews of ``rows``, of the first of them where their entries take more than ``most`` bytes."""
    told = RowLines(session)
    lines, read = [], 0
    for at in rows:
        lines.append(told.line(at))
        read += session.cols.length[at]
        if read > most:
            break
    return lines


@area.get("/block")
def block(key: str) -> Response:
    """Entries of a window, or of ``rows=1,5,9``; fewer than asked where the answer would grow too large."""
    session = opened(key).session
    return body_answer(b'{"entries":' + entries_json(session, _asked_rows(session)) + b"}")


def entries_json(session: Session, rows: Sequence[int]) -> bytes:
    """A JSON list of the entries in ``rows``, of the first of them where it would grow too large."""
    pieces: list[bytes] = []
    size = read = 0
    for at in rows:
        piece = dumps(entry_json(session, at))
        if pieces and size + len(piece) > RAW_LIMIT:
            break
        pieces.append(piece)
        size += len(piece)
        read += session.cols.length[at]
        if read > READ_LIMIT:
            break
    return b"[" + b",".join(pieces) + b"]"


def _asked_rows(session: Session) -> list[int] | range:
    listed = request.args.get("rows")
    if listed is None:
        return window(session, BLOCK)
    asked = listed.split(",")[:BLOCK]
    if not all(item.isascii() and item.isdigit() and len(item) < 12 for item in asked):
        raise BadInput("bad-argument", "rows must be whole numbers with commas between them")
    return [int(item) for item in asked if int(item) < session.n]


def entry_json(session: Session, at: int) -> dict[str, Any]:
    """One entry as the page gets it."""
    shaped = shape(session.shown(at))
    cols = session.cols
    return {
        "row": at,
        "line": cols.line[at],
        "bytes": cols.length[at],
        "entry": shaped.value,
        "cuts": shaped.cuts,
    }


@area.get("/full")
def full(key: str) -> Response:
    """A long text whole, in parts: ``next`` is the ``start`` of the following part, null at the end."""
    session = opened(key).session
    at, start = row(session, "row"), number("start", 0)
    try:
        path = orjson.loads(request.args.get("path", ""))
        text = text_at(session.shown(at), path if isinstance(path, list) else [None])
    except (orjson.JSONDecodeError, KeyError) as error:
        raise BadInput("bad-argument", "path leads to no text in this entry") from error
    end = min(len(text), start + TEXT_PART)
    return json_answer(
        {
            "text": text[start:end],
            "chars": len(text),
            "start": start,
            "next": end if end < len(text) else None,
        }
    )


@area.get("/image")
def image(key: str) -> Response:
    """A picture, with a type of ours and a policy of its own; else why it is not shown."""
    session = opened(key).session
    try:
        picture = picture_at(session.shown(row(session, "row")), number("index"))
    except (KeyError, BadInput):
        return json_answer({"reason": "the entry has no image data with this number"})
    except NoPicture as error:
        # Not an HTTP error: a page that meets an odd picture is a page that works.
        return json_answer({"reason": str(error)})
    answer = Response(picture.data, mimetype=picture.mime)
    answer.headers["Content-Security-Policy"] = IMAGE_POLICY
    answer.headers["Content-Disposition"] = "inline"
    return answer


@area.get("/raw")
def raw(key: str) -> Response:
    """The physical line of an entry as text, bytes that are not UTF-8 replaced; ``cut`` says that more follows."""
    session = opened(key).session
    at = row(session, "row")
    cols = session.cols
    length = cols.length[at]
    text = session.evidence.read(cols.offset[at], min(length, RAW_PART)).decode("utf-8", "replace")
    return json_answer(
        {
            "text": text,
            "line": cols.line[at],
            "offset": cols.offset[at],
            "length": length,
            "cut": length > RAW_PART,
        }
    )


@area.get("/context")
def context(key: str) -> Response:
    """What the model saw at an entry; a very large answer comes in slices."""
    book = opened(key)
    at, which = row(book.session, "at"), number("slice", 0)
    kept = cast(list[Kept], book.answers.get(("context", at), lambda: _context(book.session, at)))
    if which >= len(kept):
        raise BadInput("bad-argument", f"slice must be below {len(kept)}")
    return kept[which].answer(f"{book.tag}-{at}-{which}")


def _context(session: Session, at: int) -> list[Kept]:
    return Kept(dumps(with_said(context_json(session, context_at(session, at))))).slices()


@area.get("/messages")
def messages(key: str) -> Response:
    """Messages of one of the three lists at an entry, by position; fewer than asked where they are large."""
    session = opened(key).session
    at, name, start = row(session, "at"), request.args.get("list", "wire"), number("from", 0)
    if name not in LISTS:
        raise BadInput("bad-argument", f"list must be one of {', '.join(LISTS)}")
    pieces: list[bytes] = []
    size = 0
    for item in messages_of(session, at, name, start, min(number("to", start + MESSAGES), start + MESSAGES)):
        piece = dumps(message_json(session, *item))
        if pieces and size + len(piece) > RAW_LIMIT:
            break
        pieces.append(piece)
        size += len(piece)
    return body_answer(b'{"messages":[' + b",".join(pieces) + b"]}")


def message_json(session: Session, role: str, of: int, value: Any) -> dict[str, Any]:
    """One message as the page gets it; images are numbered as in the entry at row ``of``."""
    known = match_images(value, session.value(of)) if of >= 0 and image_blocks(value) else {}
    shaped = shape(value, known)
    return {"role": role, "row": of, "value": shaped.value, "cuts": shaped.cuts}


@area.get("/find")
def find_text(key: str) -> Response:
    """Rows whose text holds ``q``, from row ``from`` on."""
    session = opened(key).session
    query = request.args.get("q", "")
    if len(query) > QUERY_LIMIT:
        raise BadInput("bad-argument", f"q must not be longer than {QUERY_LIMIT} characters")
    hits = find(session, query, min(number("from", 0), session.n))
    return json_answer({"rows": hits.rows, "searched": hits.searched, "truncated": hits.truncated})
