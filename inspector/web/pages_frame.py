"""What the pages of findings share: language, the bar on top, the entry asked about, addresses of entries, the queue."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from flask import Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from inspector.errors import BadInput, InspectorError
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.preview import one_line, preview
from inspector.session.report import branch_words
from inspector.web.access import opened, shown, web
from inspector.web.answers import status_of
from inspector.web.nearest import offered_rows
from inspector.web.page_words import language, remember_language
from inspector.web.pages_text import Part, plain, sentence
from inspector.web.pages_words import has_word, word

_EXPLAINED = ("empty", "event-log", "not-a-session")  # what the file is: an answer, not a failure to give one
OFFERED = 5  # entries offered where one is unknown
LEAVES = 200  # a chooser with more helps nobody
AT_ONCE = 3  # answers that take long, so that the other threads are free for everybody else
WAIT = 8.0  # seconds for one of them to end
_queue = threading.BoundedSemaphore(AT_ONCE)


class Near(NamedTuple):
    """An entry that may have been meant: words for a link, and where it leads."""

    text: str
    href: str


class Choice(NamedTuple):
    """An option of a chooser."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """What cannot be answered, in one sentence, the HTTP status that goes with it, and what may have been meant."""

    text: str
    status: int
    near: tuple[Near, ...] = ()


class UnknownEntry(BadInput):
    """No entry of the session has the ``name``; ``near`` holds names and lines of those that come nearest."""

    def __init__(self, name: str, message: str, near: list[tuple[str, int]]) -> None:
        super().__init__("entry", message)
        self.name, self.near = name, near


@contextmanager
def working() -> Iterator[None]:
    """Room for one long answer. ``BadInput`` (``busy``) where ``AT_ONCE`` others are still being worked on."""
    if not _queue.acquire(timeout=WAIT):
        raise BadInput("busy", "Other questions are still being worked on; reload this page in a moment")
    try:
        yield
    finally:
        _queue.release()


class Frame:
    """One page about the session behind ``key``."""

    def __init__(self, key: str, view: str) -> None:
        self.key, self.view = key, view
        self.lang = language()
        self.session = opened(key).session
        self.at_name = request.args.get("at", "")

    def say(self, name: str, /, **params: Any) -> str:
        """A word of the catalog in the language of the page."""
        return word(name, self.lang, **params)

    def times(self, text: str | None) -> list[Part]:
        """Words of ours with the instants in them marked (``pages_text.sentence``)."""
        return sentence(text or "")

    def row(self, name: str) -> int:
        """The row that ``name`` names; the active leaf for "". ``UnknownEntry`` where there is none."""
        if not name:
            return self.session.tree.active_leaf
        try:
            return self.session.find_row(name)
        except KeyError:
            session = self.session
            rows, alike = offered_rows(session, name, OFFERED)
            near = [(entry_name(session, row), session.cols.line[row]) for row in rows]
            said = self.say("problem.entry", name=plain(one_line(name, 80)))
            said += "" if alike else f" {self.say('plain.instead')}"
            raise UnknownEntry(name, said, near) from None

    def problem(self, error: InspectorError) -> Problem:
        """An error in the language of the page, where we have words for its kind."""
        if isinstance(error, UnknownEntry):
            # The same page with the entry in the place of the name, whichever part of the address had it.
            near = tuple(
                Near(f"{plain(name[:60])} (L{line})", _instead(error.name, name)) for name, line in error.near
            )
            return Problem(error.message, 404, near)
        status = 503 if error.kind == "busy" else 200 if error.kind in _EXPLAINED else status_of(error)
        if error.kind in ("entry", "other"):
            return Problem(error.message, status)
        name = f"problem.{error.kind}"
        return Problem(self.say(name) if has_word(name) else plain(error.message), status)

    # -- addresses ---------------------------------------------------------------------------------------

    def page(self, view: str, **query: str) -> str:
        """Another page about this session; the entry asked about stays."""
        kept = {"at": self.at_name, **query} if view in ("diagnose", "compare") else query
        return address(self.key, view, kept)

    def transcript(self, fragment: str = "") -> str:
        """The session page."""
        if not fragment and self.at_name:
            fragment = f"#entry={_quoted(self.at_name)}&at={_quoted(self.at_name)}"
        return f"/s/{quote(self.key)}{fragment}"

    def entry(self, row: int, at: str | None = None, pane: str = "") -> str:
        """An entry in the transcript, as it is seen from ``at`` (the entry asked about)."""
        return entry_address(
            self.key, entry_name(self.session, row), self.at_name if at is None else at, pane
        )

    def line(self, row: int) -> str:
        """The line of an entry as a label."""
        return f"L{self.session.cols.line[row]}"

    # -- the bar on top ----------------------------------------------------------------------------------

    def title(self) -> str:
        """The session's name, else what the user said first, else the file."""
        session, roles = self.session, self.session.cols.role
        if session.name:
            return plain(one_line(session.name, 120))
        first = next((row for row in range(min(session.n, 5_000)) if roles[row] == k.USER), -1)
        said = preview(session.value(first), 90) if first >= 0 else ""
        return plain(said or session.path.name)

    def leaves(self, chosen: str, everything: bool = False) -> list[Choice]:
        """The leaves to choose from, the active one first under ""; an entry that is no leaf is added.
        ``everything``: the active leaf has its name as value, and "" stands for the whole file."""
        session = self.session
        active = session.tree.active_leaf
        rows = [row for row in session.tree.leaves if row != active][-LEAVES:]
        rows = ([active] if active >= 0 else []) + rows[::-1]
        try:
            row = session.find_row(chosen) if chosen else -1
        except KeyError:
            row = -1
        if row >= 0 and row not in rows:
            rows.insert(0, row)
        choices = [Choice("", self.say("leaf.file"), not chosen)] if everything else []
        for one in rows:
            value = entry_name(session, one) if everything or one != active else ""
            choices.append(Choice(value, self._leaf(one), one == row or (not chosen and not value)))
        return choices

    def _leaf(self, row: int) -> str:
        session = self.session
        leaf = row == session.tree.active_leaf
        at, words = branch_words(session, row)
        said = plain(one_line(words, 60))
        if said and at != row:
            said = f"{self.line(at)}: {said}"  # the words are another entry's
        return " · ".join(filter(None, (self.line(row), self.say("leaf.active") if leaf else "", said)))

    def render(self, template: str, status: int = 200, **values: Any) -> AnyResponse:
        """The page, with the words at hand; the language chosen in the address is remembered."""
        session = self.session
        page = render_template(
            template,
            frame=self,
            lang=self.lang,
            key=self.key,
            view=self.view,
            w=self.say,
            file=plain(str(session.path)),
            cwd=plain(session.cwd) if session.cwd else None,
            title=self.title(),
            other_language=self._other_language(),
            **values,
        )
        # A phrase may hold half of a surrogate pair, which no answer can carry.
        answer = Response(shown(page), status=status, mimetype="text/html")
        remember_language(answer)
        return answer

    def _other_language(self) -> str:
        rest = [(name, value) for name, value in request.args.items(multi=True) if name != "lang"]
        return "?" + urlencode([*rest, ("lang", "en" if self.lang == "zh" else "zh")], errors="replace")


def address(key: str, view: str, query: Mapping[str, str]) -> str:
    """A page about a session with the parts of its query that say something."""
    rest = urlencode({name: value for name, value in query.items() if value}, errors="replace")
    return f"/s/{quote(key)}/{view}" + (f"?{rest}" if rest else "")


def entry_address(key: str, name: str, at: str = "", pane: str = "") -> str:
    """The session page at an entry."""
    more = "".join(f"&{part}={_quoted(value)}" for part, value in (("at", at), ("pane", pane)) if value)
    return f"/s/{quote(key)}#entry={_quoted(name)}{more}"


def entry_name(session: Session, row: int) -> str:
    """A name that can stand in an address: the id, or the line where the id holds what cannot be sent or seen."""
    name = session.entry_name(row)
    return name if plain(name) == name else f"@line{session.cols.line[row]}"


def served_key(path: Path) -> str | None:
    """The key of another file, None where it is not served."""
    return web().shelf.served(path)


def _instead(unknown: str, name: str) -> str:
    given = request.args.items(multi=True)
    return "?" + urlencode(
        [(part, name if value == unknown else value) for part, value in given], errors="replace"
    )


def _quoted(text: str) -> str:
    return quote(text, safe="@", errors="replace")
