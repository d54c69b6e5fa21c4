"""The trace on sessions thrown together: at every entry of a path it must say what the whole context says there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from inspector.diagnosis.answer import trace_json, verdict
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.pieces import message_pieces, system_pieces
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words import LANGUAGES
from inspector.session import Session, open_session
from inspector.session import kinds as k
from tests.sent import wire_for
from tests.stories import Tale

PHRASE = "纸鸢 No 7"
MODELS = ({"provider": "left", "model": "a", "api": "x"}, {"provider": "right", "model": "b", "api": "y"})


class Thrown:
    """One session thrown together. The phrase falls anywhere: talk, thinking, arguments, results, summaries, edits,
    prompts and checkpoints, on any branch."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.tale = Tale()
        self.ids: list[str] = []
        self.model = MODELS[0]
        for _ in range(self.dice.randint(4, 26)):
            if self.ids and self.dice.random() < 0.08:
                self.tale.back(self.dice.choice(self.ids))
            self._throw()
            assert self.tale.leaf is not None
            self.ids.append(self.tale.leaf)

    def _words(self, share: float = 0.25) -> str:
        return f"about {PHRASE} then" if self.dice.random() < share else f"line {len(self.ids)}"

    def _throw(self) -> None:
        dice, tale = self.dice, self.tale
        if dice.random() < 0.03:
            self.model = dice.choice(MODELS)  # other writers change the model without an entry for it
        kind = dice.choices("uatcespbm", (30, 28, 8, 8, 10, 5, 3, 4, 4))[0]
        if not self.ids and kind in "ceb":
            kind = "u"
        if kind == "u":
            tale.user(self._words())
        elif kind == "a":
            thought = {"type": "thinking", "thinking": self._words(), "thinkingSignature": "s"}
            failed = {"stopReason": "error"} if dice.random() < 0.08 else {}
            tale.reply(*([thought] if dice.random() < 0.4 else []), self._words(), **self.model, **failed)
        elif kind == "t":
            tale.tool("read", self._words(), path=self._words())
        elif kind == "c":
            prompt = {"role": "system", "content": "", "sections": {"r": self._words()}, "timestamp": 5}
            more = {"systemMessage": prompt} if dice.random() < 0.4 else {}
            tale.cut(self._words(0.5), dice.choice(self.ids), id=f"c{len(self.ids)}", **more)
        elif kind == "e":
            target = dice.choice(self.ids[-6:])
            tale.edit(target, None if dice.random() < 0.4 else self._words(), id=f"x{len(self.ids)}")
        elif kind in "sp":
            tale.system(sections={dice.choice("rs"): dice.choice([self._words(), None, self._words()])})
        elif kind == "b":
            tale.add("branch_summary", fromId=dice.choice(self.ids), summary=self._words())
        else:
            self.model = dice.choice(MODELS)
            tale.add("model_change", provider=self.model["provider"], modelId=self.model["model"])


def has(session: Session, needle: Needle, row: int, reply: int = -1) -> str:
    """How the phrase stands in the whole context at ``row``; for the model of ``reply`` where one is given."""
    context, sent = wire_for(session, row, reply)
    found = set()
    if context.prompt is not None:
        pieces = system_pieces(context.prompt.as_message(), "prompt")
        found |= {"verbatim" for piece in pieces if needle.span(piece.text)}
    for message, at in sent:
        if at < 0 or message.get("role") == "system":
            continue
        summary = session.cols.kind[at] in (k.COMPACTION, k.BRANCH_SUMMARY)
        if any(needle.span(piece.text) for piece in message_pieces(message) if not piece.never):
            found.add("summary" if summary else "verbatim")
    return "verbatim" if "verbatim" in found else "summary" if found else "none"


@pytest.mark.parametrize("seed", range(120))
def test_the_trace_says_what_the_context_says(seed: int, tmp_path: Path) -> None:
    thrown = Thrown(seed)
    session = open_session(thrown.tale.write(tmp_path / "s.jsonl"))
    needle = Needle(PHRASE)
    at = session.tree.active_leaf if thrown.dice.random() < 0.6 else thrown.dice.randrange(session.n)
    answer = trace(session, needle, at)
    path = session.tree.path(at)
    states = [has(session, needle, row) for row in path]
    assert answer.visible == (states[-1] != "none")
    had = {}
    place = {row: number for number, row in enumerate(path)}
    for stretch in answer.timeline:
        for number in range(place[stretch.first], place[stretch.last] + 1):
            had[path[number]] = stretch.had
    cols = session.cols
    replies = [
        number
        for number, row in enumerate(path)
        if cols.role[row] == k.ASSISTANT and not cols.flags[row] & k.FAILED and answer.found
    ]
    before = [
        has(session, needle, path[number - 1], row if cols.role[row] == k.ASSISTANT else -1)
        if number
        else "none"
        for number, row in enumerate(path)
    ]
    assert {path[number]: before[number] for number in replies} == {
        row: had.get(row) for row in (path[n] for n in replies)
    }
    if answer.visible or answer.lost_at in ("compaction", "source"):
        knew = [path[number] for number in replies if before[number] != "none"]
        assert answer.last_seen_by == (knew[-1] if knew else -1)
    if not answer.visible and answer.lost_at in ("compaction", "source"):
        pairs = [(states[n - 1], before[n], states[n]) for n in range(1, len(path))]
        turns = [
            n
            for n, (a, b, c) in enumerate(pairs, 1)
            if (a != "none" and b == "none") or (b != "none" and c == "none")
        ]
        assert answer.lost_by == (path[turns[-1]] if turns else -1)
    assert (answer.lost_at is None) == (answer.visible or not answer.found)
    written = trace_json(answer)
    assert written["lostAt"] == answer.lost_at
    for language in LANGUAGES:
        spoken = verdict(answer).text(language)
        assert "{" not in spoken and "unknown" not in spoken and "未知" not in spoken, spoken
