"""One entry as pieces of a line: kind or role, id, line number, labels, and its first words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cli.render import ROLE_STYLES, Piece, cells, pad
from inspector.cli.safetext import any_line, one_line, safe
from inspector.errors import EvidenceError
from inspector.session import kinds as k
from inspector.session.preview import preview

if TYPE_CHECKING:
    from inspector.session import Session

KIND_STYLES = {
    "compaction": "compaction",
    "branch_summary": "summary",
    "context_edit": "warn",
    "custom_message": "summary",
}
KIND_WIDTH = 13
_WORDS = {
    "toolResult": "result",
    "bashExecution": "shell",
    "custom_message": "custom msg",
    "branch_summary": "branch sum.",
    "session_info": "name",
    "model_change": "model",
    "thinking_level_change": "thinking",
    "context_edit": "edit",
}
_FLAGS = (
    (k.FAILED, "failed"),
    (k.EXCLUDED, "excluded"),
    (k.SHADOWED, "shadowed"),
    (k.UNREADABLE, "unreadable"),
    (k.EMPTY, "empty"),
    (k.UNKNOWN_ROLE, "role unknown to pi"),
    (k.OMITS, "omits"),
)


def title_of(words: str | None) -> str:
    """What a session is called in a list and over its own page: its name or its first words, as in pi's list."""
    from inspector.store.catalog import NO_MESSAGES

    return one_line(words or NO_MESSAGES)


def kind_of(session: Session, row: int) -> tuple[str, str]:
    """What an entry is in one word, and its style."""
    kind = session.cols.kind_name(row)
    if kind == "message":
        role = session.cols.role_name(row)
        return (_WORDS.get(role, role) or "message"), ROLE_STYLES.get(role, "none")
    return (_WORDS.get(kind, kind) or "no type"), KIND_STYLES.get(kind, "note")


def kind_piece(session: Session, row: int) -> Piece:
    """The word in a column of its own."""
    word, style = kind_of(session, row)
    return pad(one_line(word, KIND_WIDTH), KIND_WIDTH) + " ", style


def name_pieces(session: Session, row: int, width: int = 8, form: str = "line {:<{}}") -> list[Piece]:
    """Id and line, the line in ``form`` (number and its width). An entry that is named by its line shows that once."""
    name = safe(session.entry_name(row))
    line = session.cols.line[row]
    place = form.format(line, len(str(session.cols.line[-1]))) + "  "
    if name == f"@line{line}":
        return [(pad(name, width + cells(place)) + " ", "id")]
    return [(pad(name, max(width, min(len(name), 40))) + " ", "id"), (place, "note")]


UNREAD = "(the file was changed while it was read)"


def words(session: Session, row: int, unread: str = UNREAD) -> str:
    """The entry's first words; a file that changed meanwhile gives a note instead."""
    try:
        return one_line(preview(session.value(row)), 200)
    except EvidenceError:
        return unread


def tags(session: Session, row: int, active: int = -1) -> list[Piece]:
    """Label, flags, and the mark of the active leaf."""
    pieces: list[Piece] = []
    if row == active:
        pieces.append(("<- active leaf ", "active"))
    label = session.labels.get(row)
    if label:
        pieces.extend([(f"[{any_line(label, 40)}]", "tag"), (" ", "")])
    flags = session.cols.flags[row]
    for bit, word in _FLAGS:
        if flags & bit:
            pieces.append((f"({word}) ", "bad"))
    return pieces
