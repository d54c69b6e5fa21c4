"""The words to be said again: what the user said first, as far as it can be told, and never material."""

from __future__ import annotations

import re

from inspector.diagnosis.needle import Needle, fold, normal
from inspector.diagnosis.pieces import pieces
from inspector.diagnosis.terms import terms
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.session import kinds as k

_READ = 300  # messages of the user that are looked through for other words of the same
# Who says a thing in words of their own, the best first.
_SPEAKERS = ("user", "assistant", "system", "custom_message", "compaction", "branch_summary")
_WHERES = frozenset(("text", "prompt", "checkpoint", "summary", "thinking"))
_DATA = re.compile(r'\A\W*[{\[]|"\s*:\s*["{\[\d]')
_QUESTION = re.compile(r"[?？][\"'”’」』)）]*\Z")


def words_again(trace: Trace) -> str:
    """The sentence to be said again, or to be written down: the first one of the user that holds the phrase, on the
    path before others; then one of the user that says the same in other words, then what the model or a summary made
    of it; where only tools, files and data hold it, the phrase itself."""
    said = _best(trace)
    if said is not None and said.role != "user" and (other := _in_other_words(trace)):
        return other
    if said is not None:
        return _sentence(trace, said)
    return _of_bytes(trace) or _plain(trace)


def _best(trace: Trace) -> Occurrence | None:
    """The place whose words are best said again. Sentences are cut only until one will do: there may be a hundred
    thousand."""
    for speaker in _SPEAKERS:
        places = [one for one in trace.occurrences if one.where in _WHERES and one.role == speaker]
        places.sort(key=lambda one: (one.row < 0, not one.on_path, one.row))
        asked = None
        for one in places:
            words = _sentence(trace, one)
            if words and not _DATA.search(words):
                if not _QUESTION.search(words):
                    return one
                asked = asked or one
        if asked is not None:
            return asked
    return None


def _sentence(trace: Trace, one: Occurrence) -> str:
    if one.row >= 0:
        return one.statement
    return "" if one.where == "damaged-bytes" else one.excerpt.strip("…").strip()


def _in_other_words(trace: Trace) -> str:
    """A sentence of the user on the path that has every term of the phrase; "" for none."""
    wanted = set() if trace.needle.regex else terms(normal(trace.needle.phrase))
    if len(wanted) < 2:
        return ""
    session = trace.session
    rows = (
        [row for row in session.tree.path(trace.at) if session.cols.role[row] == k.USER]
        if trace.at >= 0
        else []
    )
    rarest = Needle(max(wanted, key=lambda term: (any(map(str.isdigit, term)), len(term), term)))
    for row in rows[:_READ]:
        for piece in pieces(session.value(row)):
            words = rarest.statement(piece.text) if piece.where == "text" else None
            if words and all(term in fold(normal(words)) for term in wanted) and not _QUESTION.search(words):
                return words
    return ""


def _of_bytes(trace: Trace) -> str:
    """The string that holds the phrase in a record that is broken; "" for none."""
    for one in trace.occurrences:
        if one.where == "damaged-bytes":
            for text in one.excerpt.split('"'):
                if trace.needle.span(text) is not None and not _DATA.search(text):
                    return text.strip("…").strip()
    return ""


def _plain(trace: Trace) -> str:
    """The phrase as it was asked for; for an expression what it found."""
    if trace.needle.regex:
        for one in trace.occurrences:
            if (span := trace.needle.span(one.excerpt)) is not None and span[0] < span[1]:
                return one.excerpt[span[0] : span[1]]
    return trace.needle.phrase
