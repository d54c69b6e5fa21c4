"""The English sentences that the pages' JSON holds about a session, with their Chinese, which a page looks up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.diagnosis.words_file import said
from inspector.session import Session
from inspector.session.index_head import DAMAGE_LIMIT, NAMES_LIMIT, clip
from inspector.session.ledger import ledger


def said_of(session: Session, damage: Iterable[str] | None = None) -> dict[str, str]:
    """Chinese by English for damage, what pi does with the file and what its totals leave out, as far as the index
    carries them; what has no words here is not in it. ``damage``: its messages where the index has others."""
    pi = session.pi
    if damage is None:
        damage = [one.message for one in session.damage[:DAMAGE_LIMIT]]
    texts = [*damage, *pi.writes_on_open, *ledger(session).flags[:NAMES_LIMIT], pi.why or "", pi.throws or ""]
    told = {text: said(text, "zh") for text in map(clip, dict.fromkeys(texts))}
    return {text: words for text, words in told.items() if words != text}


def with_said(context: dict[str, Any]) -> dict[str, Any]:
    """A context view; ``throwsSaid`` is the Chinese of where pi fails."""
    throws = context["throws"]
    return context if throws is None else {**context, "throwsSaid": said(throws, "zh")}
