"""The lines nearest to a phrase that was not found: people paraphrase, and a typo is not a loss.

Nearness is shared terms (words and numbers; for Chinese and Japanese pairs of characters), rare ones counting more.
A lead, never a verdict.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass

from inspector.diagnosis.needle import Needle, chunks, collect, fold, literal, normal, one_blank
from inspector.diagnosis.pieces import pieces
from inspector.diagnosis.terms import terms as terms_of
from inspector.errors import EvidenceError
from inspector.session.load import Session
from inspector.session.preview import one_line

SHOWN = 5
TERMS = 8  # of a phrase; the longest ones
_LINES = 1_500  # lines looked at for one term; a term in more is too common to tell much
_DECODED = 60


@dataclass(frozen=True, slots=True)
class Near:
    """A line close to the phrase: its row, an excerpt, and the terms it shares."""

    row: int
    excerpt: str
    shared: tuple[str, ...]


def nearest(session: Session, phrase: str) -> list[Near]:
    """The entries that share most with the phrase, at most ``SHOWN``; fewer than two terms in common (or one rare
    one) is not near."""
    terms = sorted(terms_of(normal(phrase)), key=lambda term: (-len(term), term))[:TERMS]
    if not terms:
        return []
    rows: dict[int, set[str]] = defaultdict(set)
    weight: dict[str, float] = {}
    for term, found in _rows(session, terms).items():
        weight[term] = math.log((session.n + 1) / (len(found) + 0.5)) if found else 0.0
        for row in found:
            rows[row].add(term)
    score = {row: sum(weight[term] for term in shared) for row, shared in rows.items()}
    best = sorted(score, key=lambda row: (-score[row], row))[:_DECODED]
    found_near = [near for row in best if (near := _near(session, row, terms, weight)) is not None]
    found_near.sort(key=lambda near: (-sum(weight[term] for term in near.shared), near.row))
    return found_near[:SHOWN]


def _rows(session: Session, terms: list[str]) -> dict[str, set[int]]:
    """The rows of lines that hold each term as it is spelled, in one reading of the file."""
    offsets = session.cols.offset
    found: dict[str, set[int]] = {term: set() for term in terms}
    patterns = {term: literal(term) for term in terms}
    for start, block in chunks(session.evidence):
        for term, pattern in list(patterns.items()):
            lines: set[int] = set()
            collect(pattern, block, lines)
            found[term].update(bisect_right(offsets, start + at) - 1 for at in lines)
            if len(found[term]) >= _LINES:
                del patterns[term]
    for rows in found.values():
        rows.discard(-1)
    return found


def _near(session: Session, row: int, terms: list[str], weight: dict[str, float]) -> Near | None:
    """The piece of an entry that shares most; None where the terms stood in no text."""
    try:
        entry = session.value(row)
    except EvidenceError:
        return None
    best: tuple[float, str, tuple[str, ...]] = (0.0, "", ())
    for piece in pieces(entry):
        text = fold(normal(one_blank(piece.text)))
        shared = tuple(term for term in terms if term in text)
        value = sum(weight[term] for term in shared)
        if value > best[0]:
            best = (value, piece.text, shared)
    _, text, shared = best
    needed = 1 if len(terms) == 1 else max(2, -(-len(terms) // 4))
    if len(shared) < needed:
        return None
    return Near(row, _around(text, shared), shared)


def _around(text: str, shared: tuple[str, ...]) -> str:
    """The part of a text with the first shared term, on one line."""
    shown = one_blank(text)
    places = (Needle(term).span(shown) for term in shared)
    at = min((place[0] for place in places if place is not None), default=0)
    start = max(0, at - 40)
    return ("…" if start else "") + one_line(shown[start:], 140)
