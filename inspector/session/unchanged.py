"""Is the file still what was read? Asked before anything that was made of it gets a name."""

from __future__ import annotations

import hashlib

from inspector.errors import EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.session.load import Session


def still_the_same(session: Session) -> None:
    """Raise ``EvidenceError`` where the bytes that were read are no longer those of the file; growing behind them is
    no harm."""
    if session.unchanged():
        return
    digest, left = hashlib.sha256(), session.size
    try:
        with EvidenceFile(session.path) as evidence:
            for raw in evidence.lines():
                digest.update(raw[:left])
                left -= min(left, len(raw))
    except EvidenceError:
        left = 1
    if left or digest.hexdigest() != session.sha256:
        name = str(session.path)
        raise EvidenceError("changed", f"{name} was changed while it was read; run it again", name)
