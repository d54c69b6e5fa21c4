"""From what a user asks to a case: which file, which entry, which workspace, and where else to look."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from inspector.diagnosis.case import Case
from inspector.diagnosis.elsewhere import family, neighbours, search
from inspector.diagnosis.needle import Needle, one_blank
from inspector.diagnosis.pieces import pieces
from inspector.diagnosis.storage_folder import renamed_candidates
from inspector.diagnosis.trace import trace
from inspector.diagnosis.traced import Trace
from inspector.errors import BadInput
from inspector.session.load import Session
from inspector.store.continues import continued
from inspector.store.roots import Places

Progress = Callable[[int, int], None]
PICKED = 120  # characters of an entry that are looked for when it is picked
# Where a phrase may end, the best first: behind a sentence, before a blank, behind a mark of Chinese.
_ENDS = tuple(map(re.compile, (r"(?<=[.!?…]) |(?<=[。！？…])", r" |(?<=[，、；：])")))


def file_here(places: Places, everything: bool = False) -> Path:
    """The file that ``pi --continue`` opens in ``places.cwd``. Raises ``BadInput`` (``not-found``) with pi's reason
    where it would start a new session and no other session of the folder is there, nor, with ``everything``, any."""
    answer = continued(places)
    if answer.file is None:
        # pi would start a new session; what there is of this folder, or of it under another name, is asked instead.
        others = [*neighbours(places, None, False), *renamed_candidates(places)]
        if not others and everything:
            others = neighbours(places, None, True)
        if others:
            return others[0]
        raise BadInput(
            "not-found",
            f"no session for {places.cwd}: {answer.why}; name a file, or see: pi-inspector list --all",
        )
    return answer.file


def ask(
    session: Session,
    needle: Needle,
    at: int,
    places: Places | None = None,
    everything: bool = False,
    cwd_too: bool = False,
    family_too: bool = False,
    progress: Progress | None = None,
) -> Trace:
    """The trace of a phrase in a session. ``everything``: its family and every root too; ``cwd_too``: the other
    sessions of ``places.cwd``; ``family_too``: parent, children and copies beside it; where none of
    these is asked for, or without ``places``, this file alone."""
    elsewhere = None
    if places is not None and (everything or cwd_too):
        elsewhere = search(neighbours(places, session, everything), needle, progress)
    elif family_too:
        elsewhere = search(family(session), needle, progress)
    return trace(session, needle, at, elsewhere)


def phrase_of(session: Session, row: int) -> str:
    """The phrase that an entry picked in a page stands for: the start of its first text, at most ``PICKED`` characters,
    whole sentences where one ends in time, else whole words. Raises ``BadInput`` (``phrase``) for an entry without a
    text."""
    for piece in sorted(pieces(session.value(row)), key=lambda piece: (bool(piece.never), piece.thinking)):
        text = one_blank(piece.text)
        if any(char.isalnum() for char in text):
            return text[: _end_of_phrase(text)]
    raise BadInput("phrase", "this entry holds no text to look for")


def _end_of_phrase(text: str) -> int:
    """Where the start of a long text can be cut without a sentence, or at least a word, broken off."""
    if len(text) <= PICKED:
        return len(text)
    head = text[: PICKED + 1]
    for pattern in _ENDS:
        ends = [match.start() for match in pattern.finditer(head) if PICKED // 4 <= match.start() <= PICKED]
        if ends:
            return ends[-1]
    return PICKED


def case_for(
    session: Session, at: int, places: Places | None, workspace: str | None = None, asked: Trace | None = None
) -> Case:
    """A case with its workspace: the folder given, else the session's cwd if it exists. Raises ``BadInput``
    (``workspace``) for a folder that is none or may not be read."""
    if workspace is not None:
        return Case(session, at, places, _readable(workspace), True, asked)
    cwd = session.cwd
    folder = Path(cwd) if cwd and os.path.isabs(cwd) and os.path.isdir(cwd) else None
    return Case(session, at, places, folder, False, asked)


def _readable(workspace: str) -> Path:
    path = Path(workspace)
    try:
        with os.scandir(path):
            return path
    except NotADirectoryError:
        reason = "is no folder"
    except FileNotFoundError:
        reason = "does not exist"
    except (OSError, ValueError) as error:
        reason = f"cannot be read ({getattr(error, 'strerror', None) or error})"
    raise BadInput(
        "workspace",
        f"the workspace {workspace} {reason}; give the folder that the session worked in",
        workspace,
    )
