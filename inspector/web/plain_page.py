"""The transcript as plain pages: all that a browser without scripts needs to read a session, a hundred entries a page.

What a page costs does not grow with the session: the branch is laid out from the columns once and kept, totals too,
and only the entries of the page are decoded. Long texts are cut, and stand whole behind an address of their own.
"""

from __future__ import annotations

import os
from typing import Any, cast

import orjson
from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from inspector.errors import BadInput, InspectorError
from inspector.session import Session
from inspector.session.blocks import text_at
from inspector.session.ledger import Ledger, ledger
from inspector.session.verdict import no_session
from inspector.web.access import number, opened, row
from inspector.web.library import Opened
from inspector.web.nearest import LINE, offered_rows
from inspector.web.pages_frame import LEAVES, OFFERED, Choice, Frame, Near, address, entry_name
from inspector.web.pages_plain import anchor, page_values
from inspector.web.pages_plain_parts import Values, cost_text
from inspector.web.pages_plain_status import Branch
from inspector.web.pages_text import parts, plain

area = Blueprint("plain_page", __name__)

PAGE = 100  # entries
WHOLE = "@all"  # the name of "every entry" among the leaves; no entry is named so
TEXT = 1_000_000  # characters of one text answer
_LONGEST = 300  # characters of a name that an address gives


@area.get("/s/<key>/plain")
def plain_page(key: str) -> AnyResponse:
    """A page of the transcript: ``leaf`` names the branch, ``page`` counts from 1, ``entry`` asks for the page that
    holds an entry, ``at`` marks one."""
    frame, book = Frame(key, "plain"), opened(key)
    session = book.session
    problem = None
    asked = request.args.get("entry", "").strip()[:_LONGEST]
    leaf_name = request.args.get("leaf", "")[:_LONGEST]
    if asked:
        found = find(session, asked)
        if found >= 0:
            return _to_entry(frame, book, found, leaf_name)
        problem = _unknown(frame, asked)
    elif "entry" in request.args:
        problem = {"text": parts(frame.say("plain.no-name")), "near": []}
    leaf = _leaf(session, leaf_name)
    if leaf is None:
        problem = problem or _unknown(frame, leaf_name)
        leaf, leaf_name = session.tree.active_leaf, ""
    elif leaf_name not in ("", WHOLE):
        leaf_name = _leaf_name(session, leaf)
    try:
        branch = _branch(book, leaf, _is_whole(session, leaf_name))
        values = _page(frame, book, branch, leaf_name)
        asked_page = number("page", 1)
        if problem is None and not 1 <= asked_page <= _pages(branch):
            words = frame.say("plain.no-page", page=asked_page, pages=_pages(branch))
            problem = {"text": parts(words), "near": []}
    except InspectorError as error:
        told = frame.problem(error)
        empty: Values = {
            "facts": [],
            "leaves": [],
            "entries": [],
            "pager": None,
            "note": None,
            "form": _form(leaf_name),
        }
        return frame.render(
            "plain.html", told.status, problem={"text": parts(told.text), "near": []}, **empty
        )
    return frame.render("plain.html", 404 if problem else 200, problem=problem, **values)


@area.get("/s/<key>/plain/text")
def plain_text(key: str) -> Response:
    """A text of an entry whole (``path``), or its stored line: as text, what cannot be seen made visible. A very long
    one comes in parts; the last line of a part tells the address of the next."""
    session = opened(key).session
    at, start = row(session, "row"), number("start", 0)
    try:
        asked = request.args.get("path")
        if asked is None:
            text = session.raw(at).decode("utf-8", "replace")
        else:
            path = orjson.loads(asked)
            text = text_at(session.shown(at), path if isinstance(path, list) else [None])
    except (orjson.JSONDecodeError, KeyError) as error:
        raise BadInput("bad-argument", "path leads to no text in this entry") from error
    shown, end = plain(text[start : start + TEXT].replace("\r\n", "\n")), start + TEXT
    if end < len(text):
        shown += f"\n⟦{end:,} / {len(text):,} → &start={end}⟧\n"
    answer = Response(shown.encode("utf-8", "replace"), content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = "inline"
    return answer


# -- which entries ---------------------------------------------------------------------------------------


def find(session: Session, name: str) -> int:
    """The row of an entry by its id, or by its line (``@line12``, ``L12``, ``12``); -1 where there is none."""
    try:
        return session.find_row(name)
    except KeyError:
        pass
    match = LINE.match(name)
    try:
        return session.row_of_line(int(match[1])) if match else -1
    except KeyError:
        return -1


def _unknown(frame: Frame, name: str) -> Values:
    """What the page says of an entry that is not there: the nearest ones, else the active leaf."""
    session = frame.session
    rows, near = offered_rows(session, name, OFFERED)
    instead = "" if near else frame.say("plain.instead")
    told = frame.say("plain.unknown", name=plain(name[:80]))
    return {"text": parts(f"{told} {instead}".strip()), "near": [_near(frame, row) for row in rows]}


def _near(frame: Frame, row: int) -> Near:
    name = entry_name(frame.session, row)
    return Near(f"{plain(name[:60])} ({frame.line(row)})", address(frame.key, "plain", {"entry": name}))


def _is_whole(session: Session, leaf_name: str) -> bool:
    return leaf_name == WHOLE or no_session(session) is not None


def _leaf(session: Session, name: str) -> int | None:
    """The row of the branch's last entry (-1: there is none); None where no entry has this name."""
    if name in ("", WHOLE):
        return session.tree.active_leaf
    found = find(session, name)
    return found if found >= 0 else None


def _leaf_name(session: Session, leaf: int) -> str:
    """The name of a branch in addresses: nothing for the active one."""
    return "" if leaf == session.tree.active_leaf else entry_name(session, leaf)


def _branch(book: Opened, leaf: int, whole: bool) -> Branch:
    session = book.session
    rows = range(session.n) if whole else None
    return cast(Branch, book.answers.get(("plain", leaf, whole), lambda: Branch(session, leaf, rows)))


def _to_entry(frame: Frame, book: Opened, found: int, leaf_name: str) -> AnyResponse:
    """The page that holds an entry, on the branch asked for where it lies on it, else on one that it lies on."""
    session = book.session
    leaf, whole = _leaf(session, leaf_name), _is_whole(session, leaf_name)
    branch = _branch(book, session.tree.active_leaf if leaf is None else leaf, whole)
    if found not in branch.rows:
        leaf = _leaf_for(session, found)
        leaf_name = _leaf_name(session, leaf)
        branch = _branch(book, leaf, False)
    page = branch.rows.index(found) // PAGE + 1
    query = {"leaf": leaf_name, "page": str(page), "at": entry_name(session, found)}
    if (lang := request.args.get("lang")) in ("en", "zh"):
        query["lang"] = lang
    return redirect(f"{address(frame.key, 'plain', query)}#{anchor(session, found)}", 303)


def _leaf_for(session: Session, found: int) -> int:
    """The leaf whose branch shows an entry: the active one where it can, else the one written last, else the entry."""
    tree = session.tree
    if found in tree.shadowed or found in tree.cyclic:
        return found
    leaves = [tree.active_leaf, *reversed(tree.leaves)]
    return next((leaf for leaf in leaves if leaf >= 0 and tree.is_ancestor(found, leaf)), found)


# -- the page --------------------------------------------------------------------------------------------


def _pages(branch: Branch) -> int:
    return max(1, -(-len(branch.rows) // PAGE))


def _page(frame: Frame, book: Opened, branch: Branch, leaf_name: str) -> Values:
    count = len(branch.rows)
    pages = _pages(branch)
    page = max(1, min(number("page", 1), pages))
    start = (page - 1) * PAGE
    stop = min(count, start + PAGE)
    chosen = find(frame.session, frame.at_name) if frame.at_name else -1
    return {
        "facts": _facts(frame, book),
        "leaves": _leaves(frame, book, leaf_name),
        "form": _form(leaf_name),
        "entries": page_values(frame, branch, start, stop, chosen),
        "note": frame.say("plain.event-log") if no_session(frame.session) is not None else None,
        "pager": _pager(frame, leaf_name, page, pages, (start + 1, stop, count)) if count else None,
    }


def _form(leaf_name: str) -> Values:
    return {"leaf": plain(leaf_name)}


def _pager(frame: Frame, leaf_name: str, page: int, pages: int, span: tuple[int, int, int]) -> Values:
    def link(to: int) -> str | None:
        if to == page or not 1 <= to <= pages:
            return None
        return address(frame.key, "plain", {"leaf": leaf_name, "page": str(to)})

    first, last, count = span
    return {
        "text": frame.say("plain.range", first=first, last=last, n=count, page=page, pages=pages),
        "many": pages > 1,
        "page": page,
        "pages": pages,
        "links": [
            {"name": frame.say("plain.first"), "rel": "first", "href": link(1)},
            {"name": frame.say("plain.previous"), "rel": "prev", "href": link(page - 1)},
            {"name": frame.say("plain.next"), "rel": "next", "href": link(page + 1)},
            {"name": frame.say("plain.last"), "rel": "last", "href": link(pages)},
        ],
    }


def _leaves(frame: Frame, book: Opened, leaf_name: str) -> Values | None:
    """The branches to choose from; their first words are looked up once."""
    session = frame.session
    if not session.n or no_session(session) is not None:
        return None
    kept = cast(list[Choice], book.answers.get(("plain-leaves", frame.lang), lambda: frame.leaves("")))
    choices = [(one.value, one.label) for one in kept]
    if leaf_name not in ("", WHOLE, *(value for value, _ in choices)):
        choices += [(one.value, one.label) for one in frame.leaves(leaf_name) if one.chosen]
    choices.append((WHOLE, frame.say("plain.whole")))
    return {
        "choices": [Choice(value, label, value == leaf_name) for value, label in choices],
        "more": max(0, len(session.tree.leaves) - LEAVES),
    }


def _facts(frame: Frame, book: Opened) -> list[Values]:
    """The head of the page: what the file holds and cost, where it is damaged, where pi would go on."""
    session, say = frame.session, frame.say
    known = cast(Ledger, book.answers.get("ledger", lambda: ledger(session)))
    facts = [_fact(say("plain.entries"), f"{session.n:,}")]
    if no_session(session) is None:
        counts = known.counts
        told = {
            "total": counts.total,
            "user": counts.user,
            "assistant": counts.assistant,
            "tool": counts.tool_results,
        }
        facts.append(_fact(say("plain.messages"), say("plain.messages-value", **told)))
        facts += _billed(frame, known)
        leaf = session.tree.active_leaf
        name = (
            say("plain.active-none")
            if leaf < 0
            else f"L{session.cols.line[leaf]} · {plain(entry_name(session, leaf)[:60])}"
        )
        href = address(frame.key, "plain", {"entry": entry_name(session, leaf)}) if leaf >= 0 else None
        facts.append(_fact(say("plain.active"), name, href))
        damaged = len(session.damage)
        words = say("plain.damage-value", n=damaged) if damaged else say("plain.damage-none")
        facts.append(
            _fact(say("plain.damage"), words, frame.page("integrity") if damaged else None, bad=bool(damaged))
        )
    return [*facts, _fact(say("plain.file"), plain(os.fsdecode(session.path)))]


def _billed(frame: Frame, known: Ledger) -> list[Values]:
    say, total = frame.say, known.total
    if not total.records:
        return [_fact(say("plain.cost"), say("plain.no-usage"))]
    told: dict[str, Any] = {
        "tokens": f"{total.tokens:,.0f}",
        "input": f"{total.input:,.0f}",
        "output": f"{total.output:,.0f}",
        "read": f"{total.cache_read:,.0f}",
        "written": f"{total.cache_write:,.0f}",
    }
    cost = cost_text(total.cost)
    if known.flags:
        cost = f"{cost} · {say('plain.odd', n=len(known.flags))}"
    return [_fact(say("plain.tokens"), say("plain.tokens-value", **told)), _fact(say("plain.cost"), cost)]


def _fact(name: str, text: str, href: str | None = None, bad: bool = False) -> Values:
    return {"name": name, "text": text, "href": href, "bad": bad}
