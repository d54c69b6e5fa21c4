"""What a reader must know before anything else is believed: the file is no session, or pi refuses, hangs or throws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.cli.safetext import safe
from inspector.session.verdict import no_session

if TYPE_CHECKING:
    from inspector.cli.render import Lines
    from inspector.session import Session

CHANGED = "the file was changed while it was read; what follows may be neither its old state nor its new one"


def print_notices(session: Session, lines: Lines, throws: bool = True) -> None:
    """One "!" line for each; ``throws`` false where the caller says more exactly where pi throws."""
    for notice in notices(session, throws):
        lines.wrapped(notice, 2, ("! ", "bad"))


def notices(session: Session, throws: bool = True) -> list[str]:
    """The notices on a file as safe sentences; none where all is well."""
    from inspector.session.load import PI_VERSION

    pi, said = session.pi, []
    if not session.unchanged():
        said.append(CHANGED)
    other = no_session(session)
    if other is not None:
        said.append(f"this is {other}")
    if not pi.opens:
        said.append(
            f"pi {PI_VERSION} refuses this file: {safe(pi.why or '')}; here is what it holds all the same"
        )
    loop = loop_words(len(session.tree.cyclic))
    if pi.hangs:
        said.append(
            f"pi {PI_VERSION} hangs on this file, for {loop or 'its walk along the parents never ends'}"
        )
    elif loop:
        said.append(loop)
    if pi.throws and throws:
        said.append(f"pi {PI_VERSION} throws on this file: {safe(pi.throws)}")
    return said


def loop_words(entries: int) -> str:
    """Why a loop has neither root nor leaf; "" where there is none."""
    if not entries:
        return ""
    lead, them = ("entry leads", "it") if entries == 1 else ("entries lead", "them")
    where = f"pi finds no root above {them} and no leaf in the loop"
    return f"{entries:,} {lead} into a loop of parents: {where}; here it is cut open"
