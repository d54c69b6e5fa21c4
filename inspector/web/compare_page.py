"""Compare: two leaves, entries or files beside each other, and why one does not know what the other knows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from inspector.diagnosis.compare import Comparison, Side
from inspector.errors import BadInput, InspectorError
from inspector.session import Session
from inspector.session.preview import one_line
from inspector.session.skill import words_of_user
from inspector.store.catalog import Row
from inspector.store.header import Header
from inspector.store.locate import SessionFile
from inspector.web.access import web
from inspector.web.pages_comparison import comparison_values
from inspector.web.pages_findings import Values, stamp
from inspector.web.pages_frame import Choice, Frame, entry_name, working
from inspector.web.pages_text import plain
from inspector.web.shelf import UnknownKey

area = Blueprint("compare_page", __name__)

SESSIONS = 300  # options of the chooser
SUGGESTED = 6
COUNTING = 0.3  # seconds for sessions that the list has not counted yet
_KIN = ("parent", "fork", "copy", "sibling")  # in the order in which they are worth a look


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the address asks for: entries ("" for none) and the key of the other session ("" for this one)."""

    a: str
    b: str
    other: str

    @property
    def nothing(self) -> bool:
        return not (self.a or self.b or self.other)


@area.get("/s/<key>/compare")
def compare_page(key: str) -> AnyResponse:
    """The page: the choosers, and the comparison where something was chosen."""
    frame, chosen = Frame(key, "compare"), _chosen(key)
    files = _files(frame)
    try:
        other = _other(frame, chosen)
    except InspectorError as error:
        chosen, other = _Chosen(chosen.a, "", ""), frame
        form = _form(frame, chosen, other, files)
        problem = frame.problem(error)
        return frame.render("compare.html", problem.status, form=form, problem=problem, found=None, near=[])
    form = _form(frame, chosen, other, files)
    if chosen.nothing:
        near = _suggestions(frame, files)
        return frame.render("compare.html", form=form, problem=None, found=None, near=near)
    try:
        with working():
            found = _compare(frame, other, chosen)
            values = comparison_values(found, frame, (frame.key, other.key))
    except InspectorError as error:
        problem = frame.problem(error)
        return frame.render("compare.html", problem.status, form=form, problem=problem, found=None, near=[])
    return frame.render("compare.html", form=form, problem=None, found=values, near=[])


def _chosen(key: str) -> _Chosen:
    given = request.args
    other = given.get("other", "")
    other = "" if other == key else other
    # An entry of B was chosen in the session that was B then; in another one it means nothing.
    known = given.get("was") in (None, other or key)
    return _Chosen(given.get("a", given.get("at", "")), given.get("b", "") if known else "", other)


def _other(frame: Frame, chosen: _Chosen) -> Frame:
    if not chosen.other:
        return frame
    try:
        return Frame(chosen.other, "compare")
    except UnknownKey:
        raise BadInput("other", frame.say("problem.other")) from None


def _compare(frame: Frame, other: Frame, chosen: _Chosen) -> Comparison:
    return Comparison(_side(frame, chosen.a), _side(other, chosen.b))


def _side(frame: Frame, name: str) -> Side:
    return Side(frame.session, frame.row(name), bool(name))


def _form(frame: Frame, chosen: _Chosen, other: Frame, files: list[SessionFile]) -> Values:
    sessions = [Choice("", frame.say("compare.this"), not chosen.other)]
    for file in files[:SESSIONS]:
        key = web().shelf.key(file.path)
        sessions.append(Choice(key, _label(file), key == chosen.other))
    if chosen.other and not any(one.chosen for one in sessions):
        sessions.append(Choice(chosen.other, plain(other.session.path.name), True))
    return {
        "a": frame.leaves(chosen.a, everything=True),
        "b": other.leaves(chosen.b, everything=True),
        "sessions": sessions,
        "was": chosen.other or frame.key,
    }


def _label(file: SessionFile) -> str:
    """What tells sessions apart in a chooser: name or first words, as far as the list knows them, time and file."""
    row = web().counter.known(file.path)
    # The time as in the list of sessions: the last activity, and that of the file only where no more is known.
    latest = row.activity if row is not None else file.mtime_ms
    words = (row.name or words_of_user(row.first_message or "")) if row is not None else ""
    # The name of the file last: a fork and its parent begin with the same words.
    return " · ".join(filter(None, (plain(one_line(words, 60)), stamp(latest), plain(file.path.name))))


def _files(frame: Frame) -> list[SessionFile]:
    """The other sessions that are served: the family first, then those of the same folder, the latest first."""
    own, cwd = frame.session.path.resolve(), frame.session.cwd
    shelf = web().shelf
    files = [
        file
        for file in shelf.look().found.files
        if isinstance(file.header, Header) and shelf.served(file.path) and file.path.resolve() != own
    ]
    counted = web().counter.rows(files, COUNTING)
    latest = {path: row.activity for path, row in counted.items() if isinstance(row, Row)}

    def place(file: SessionFile) -> tuple[int, bool, float]:
        kin = _kin(frame.session, file)
        rank = _KIN.index(kin) if kin else len(_KIN)
        return rank, _cwd(file) != cwd, -latest.get(file.path, file.mtime_ms)

    return sorted(files, key=place)


def _cwd(file: SessionFile) -> str | None:
    return file.header.cwd if isinstance(file.header, Header) else None


def _suggestions(frame: Frame, files: list[SessionFile]) -> list[Values]:
    """What may be worth a comparison: other leaves of this file, its family, the same folder."""
    session, found = frame.session, list[Values]()
    active = session.tree.active_leaf
    for leaf in [choice for choice in frame.leaves("", everything=True)[2:] if choice.value][:SUGGESTED]:
        if active >= 0:
            text = f"{frame.line(active)} ↔ {leaf.label}"
            found.append(
                {
                    "text": text,
                    "href": frame.page("compare", at="", a=entry_name(session, active), b=leaf.value),
                }
            )
    for file in files:
        kin = _kin(session, file)
        if len(found) >= 2 * SUGGESTED or not (kin or _cwd(file) == session.cwd):
            continue
        text = " · ".join(filter(None, (frame.say(f"compare.kin.{kin}") if kin else "", _label(file))))
        found.append({"text": text, "href": frame.page("compare", at="", other=web().shelf.key(file.path))})
    return found


def _kin(session: Session, file: SessionFile) -> str:
    """What another file is to this session by the headers, one of ``_KIN``; "" where they share no history."""
    header = file.header
    if not isinstance(header, Header):
        return ""
    named, parent = _base(session.parent_session), _base(header.parent_session)
    if named and file.path.name == named:
        return "parent"
    if parent == session.path.name:
        return "fork"
    if header.id == session.session_id:
        return "copy"
    return "sibling" if named and parent == named else ""


def _base(stored: str | None) -> str:
    """The name of a file in a path that a header gives; the path itself is never opened."""
    return (stored or "").replace("\\", "/").rpartition("/")[2]
