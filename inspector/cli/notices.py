"""What a reader must know before anything else is believed: the file is no session, or pi refuses, hangs or throws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cli.pagewords import WORDS, Say
from inspector.cli.safetext import safe
from inspector.session.verdict import no_session

if TYPE_CHECKING:
    from inspector.cli.render import Lines
    from inspector.diagnosis.words import Language
    from inspector.session import Session

CHANGED = WORDS["changed-meanwhile"][0]


def print_notices(session: Session, lines: Lines, throws: bool = True, language: Language = "en") -> None:
    """One "!" line for each; ``throws`` false where the caller says more exactly where pi throws."""
    for notice in notices(session, throws, language):
        lines.wrapped(notice, 2, ("! ", "bad"))


def notices(session: Session, throws: bool = True, language: Language = "en") -> list[str]:
    """The notices on a file as safe sentences; none where all is well."""
    from inspector.session.load import PI_VERSION as VERSION

    pi, told, say = session.pi, [], Say(language)
    if not session.unchanged():
        told.append(say("changed-meanwhile"))
    other = no_session(session)
    if other is not None:
        told.append(say("note", note=other))
    if not pi.opens:
        told.append(say("refuses", version=VERSION, why=pi.why or ""))
    loop = loop_words(len(session.tree.cyclic), language)
    if pi.hangs:
        told.append(say("hangs-on", version=VERSION, why=loop or say("endless")))
    elif loop:
        told.append(loop)
    if pi.throws and throws:
        told.append(say("throws-on", version=VERSION, why=pi.throws))
    return [safe(notice) for notice in told]


def loop_words(entries: int, language: Language = "en") -> str:
    """Why a loop has neither root nor leaf; "" where there is none."""
    return Say(language)("loop-one" if entries == 1 else "loop", n=entries) if entries else ""
