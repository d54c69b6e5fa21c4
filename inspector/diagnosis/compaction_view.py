"""What was said, as lines to compare with: the texts a model could read at some point, and whether a statement is
among them. A comparison by shared terms is a heuristic, whatever it says."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from inspector.diagnosis.terms import stem
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.messages import PiThrows, apply_edit

SURVIVES = 0.5  # share of a statement's terms in one line that counts as said
IN_RESULT = 0.8  # the same in a tool result, where terms stand for other reasons
LONGEST = 20_000  # characters of one text that are compared
_WORD = re.compile(r"[0-9]+(?:[.,][0-9]+)*|[^\W\d_][\w]*")
_LINES = re.compile(r"\n+|(?<=[.!?])\s+|(?<=[。！？；])")


@dataclass(frozen=True, slots=True)
class Said:
    """One text at a row. ``weak``: a tool result or a prompt, where terms stand for many reasons."""

    row: int
    text: str
    weak: bool = False


@dataclass
class View:
    """Texts that a model could read, with an index of their lines made at the first question."""

    said: list[Said] = field(default_factory=list)
    _index: _Index | None = field(default=None, repr=False)

    def share(self, wanted: frozenset[str], one_of: frozenset[str] = frozenset()) -> tuple[float, int]:
        """The largest share of ``wanted`` (stems) in one line, and the row of that line; weak lines count only from
        ``IN_RESULT`` on, and where ``one_of`` is given, only lines with one of these."""
        if not wanted:
            return 0.0, -1
        index = self._indexed()
        counts = Counter(line for term in wanted for line in index.where(term))
        allowed = {line for term in one_of for line in index.where(term)} if one_of else counts.keys()
        best, at = 0.0, -1
        for line, count in counts.items():
            share = count / len(wanted)
            row, weak = index.rows[line]
            if share > best and line in allowed and (not weak or share >= IN_RESULT):
                best, at = share, row
        return best, at

    def mentions(self, term: str) -> int:
        """The row of the first text in which ``term`` stands, -1 for none."""
        lines = self._indexed().where(term)
        return self._indexed().rows[lines[0]][0] if lines else -1

    def _indexed(self) -> _Index:
        if self._index is None:
            self._index = _Index(self.said)
        return self._index


class _Index:
    """Lines in which a term stands: plain words and numbers as words (stems), all else as a part of the text."""

    def __init__(self, said: list[Said]) -> None:
        self.rows: list[tuple[int, bool]] = []
        self._words: dict[str, list[int]] = {}
        self._starts: list[int] = []
        self._found: dict[str, list[int]] = {}
        lines: list[str] = []
        at = 0
        for one in said:
            for line in split_lines(one.text[:LONGEST].lower()):
                for word in set(map(stem, _WORD.findall(line))):
                    self._words.setdefault(word, []).append(len(lines))
                self.rows.append((one.row, one.weak))
                self._starts.append(at)
                lines.append(line)
                at += len(line) + 1
        self._text = "\n".join(lines)

    def where(self, term: str) -> list[int]:
        """Numbers of the lines with ``term``, rising."""
        if term in self._words:
            return self._words[term]
        if term.isalnum() and term.isascii():
            return []
        if term not in self._found:
            self._found[term] = self._search(term)
        return self._found[term]

    def _search(self, term: str) -> list[int]:
        lines: list[int] = []
        at = self._text.find(term)
        while at >= 0:
            line = bisect_right(self._starts, at) - 1
            lines.append(line)
            after = self._starts[line + 1] if line + 1 < len(self._starts) else len(self._text)
            at = self._text.find(term, after)
        return lines


def split_lines(text: str) -> list[str]:
    """Lines and sentences of a text."""
    return [line for line in _LINES.split(text) if line.strip()]


def view_of(
    session: Session, rows: Iterable[int], edits: dict[int, int] | None = None, results: bool = True
) -> View:
    """The texts of entries as a model is given them; ``edits``: rows of the context edits in force by target."""
    view = View()
    for row in rows:
        if session.cols.flags[row] & (k.FAILED | k.EXCLUDED | k.UNREADABLE | k.EMPTY):
            continue
        weak = session.cols.role[row] in (k.TOOL_RESULT, k.BASH, k.SYSTEM)
        if weak and not results and session.cols.role[row] != k.SYSTEM:
            continue
        edit = (edits or {}).get(row)
        view.said.extend(Said(row, text, weak) for text in texts_of(session, row, edit) if text)
    return view


def texts_of(session: Session, row: int, edit: int | None = None) -> Iterator[str]:
    """What an entry says to the model, by text; nothing for what an edit omits."""
    entry = session.value(row)
    message = entry.get("message") if entry.get("type") == "message" else entry
    if not isinstance(message, dict):
        return
    if edit is not None:
        try:
            messages = apply_edit([message], session.value(edit))
        except PiThrows:
            return
        if not messages:
            return
        message = messages[0]
    yield from message_texts(message)


def message_texts(message: dict[str, Any]) -> Iterator[str]:
    """The texts of a message of any shape: content, a shell command with its output, a summary, prompt sections."""
    for name in ("summary", "command", "output"):
        if isinstance(message.get(name), str):
            yield message[name]
    content = message.get("content")
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
                yield block["text"]
    sections = message.get("sections")
    if isinstance(sections, dict):
        yield from (text for text in sections.values() if isinstance(text, str))
