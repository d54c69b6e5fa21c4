"""The trace of a phrase: known answers, and what it says against the context put together entry by entry."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector import assets
from inspector.diagnosis.answer import trace_json
from inspector.diagnosis.needle import Needle, fold, one_blank
from inspector.diagnosis.pieces import message_pieces, pieces, system_pieces
from inspector.diagnosis.trace import trace
from inspector.errors import BadInput
from inspector.session import Session, open_session
from inspector.session import kinds as k
from tests.sent import wire_for

SHARED = Path(__file__).resolve().parents[2] / "shared"
SAMPLES = sorted(assets.samples().glob("*.jsonl"))


def known() -> list[Any]:
    """The rows of both tables of right answers."""
    rows = []
    for folder in (SHARED / "cases", SHARED / "corpus" / "_pi16"):
        table = folder / "TRACE.tsv"
        for line in table.read_text("utf-8").splitlines()[1:] if table.exists() else ():
            name, phrase, at, expected, via = [*line.split("\t"), "", ""][:5]
            rows.append(pytest.param(folder / name, phrase, at, expected, via, id=f"{name}-{phrase}-{at}"))
    return rows or [
        pytest.param(None, "", "", "", "", marks=pytest.mark.skip("needs ../shared beside the checkout"))
    ]


@pytest.mark.parametrize(("file", "phrase", "at", "expected", "via"), known())
def test_known_answers(file: Path, phrase: str, at: str, expected: str, via: str) -> None:
    session = open_session(file)
    row = session.find_row(at) if at else session.tree.active_leaf
    answer = trace_json(trace(session, Needle(phrase), row))
    assert ("visible" if answer["visible"] else answer["lostAt"]) == expected
    assert answer["found"]
    if expected == "visible":
        assert not via or via in answer["via"]
    assert answer["explanation"]


def brute(session: Session, needle: Needle, row: int, reply: int = -1) -> str:
    """What a model sees at ``row``: every message on the wire, and the prompt by its replay. For the model of
    ``reply`` where one is given."""
    context, sent = wire_for(session, row, reply)
    found = set()
    if context.prompt is not None:
        for piece in system_pieces(context.prompt.as_message(), "prompt"):
            found.update({"verbatim"} if needle.span(piece.text) else ())
    for message, at in sent:
        if at < 0 or message.get("role") == "system":
            continue
        summary = session.cols.kind[at] in (k.COMPACTION, k.BRANCH_SUMMARY)
        entry = session.value(at)
        stored = entry.get("message") if isinstance(entry.get("message"), dict) else {}
        summary = summary or stored.get("role") in ("branchSummary", "compactionSummary")
        own = list(pieces(entry)) if summary else list(message_pieces(message))
        if any(needle.span(piece.text) for piece in own if not piece.never):
            found.add("summary" if summary else "verbatim")
    return "verbatim" if "verbatim" in found else "summary" if found else "none"


def phrases(session: Session, rng: random.Random, count: int) -> list[str]:
    """Pieces of what the session holds, one word to a few words long."""
    found = []
    for row in rng.sample(range(session.n), min(session.n, count)):
        texts = [one_blank(piece.text) for piece in pieces(session.value(row))]
        for text in texts[:2]:
            start = rng.randrange(max(1, len(text) - 4))
            part = text[start : start + rng.randint(4, 24)].strip()
            if part:
                found.append(part)
    return found


REAL = sorted((SHARED / "corpus" / "_pi16").glob("*[!s].jsonl")) + sorted((SHARED / "cases").glob("*.jsonl"))


@pytest.mark.parametrize("file", [*SAMPLES, *REAL], ids=lambda path: path.stem)
def test_visible_and_the_timeline_are_what_the_context_says(file: Path) -> None:
    """Each reply is asked by itself: the context at its parent, put together in full."""
    if file.stem.endswith("events"):
        pytest.skip("an event log, no session")
    session = open_session(file)
    if not session.n or session.tree.cyclic or session.pi.throws:
        pytest.skip("no context to compare with")
    rng = random.Random(file.stem)
    leaves = session.tree.leaves[:3]
    for phrase in phrases(session, rng, 6):
        needle = Needle(phrase)
        for leaf in leaves:
            answer = trace(session, needle, leaf)
            expected = brute(session, needle, leaf)
            if expected == "summary" and answer.seen:
                assert not any(
                    one.on_wire and one.where not in ("summary", "file-list") for one in answer.occurrences
                )
            assert bool(answer.seen) == (expected != "none"), phrase
            assert answer.visible == (bool(answer.seen) and session.pi.opens), phrase
            had = {}
            path = session.tree.path(leaf)
            place = {row: at for at, row in enumerate(path)}
            for stretch in answer.timeline:
                for at in range(place[stretch.first], place[stretch.last] + 1):
                    had[path[at]] = stretch.had
            for at, row in enumerate(path):
                if (
                    session.cols.role[row] != k.ASSISTANT
                    or session.cols.flags[row] & k.FAILED
                    or not answer.found
                ):
                    continue
                assert had[row] == (brute(session, needle, path[at - 1], row) if at else "none"), (
                    phrase,
                    row,
                )


@given(st.text(max_size=30), st.text(max_size=8))
@example("", "\uf900")  # a sign that Unicode's own joining turns into another
def test_folding_keeps_places(text: str, other: str) -> None:
    """Offsets in the folded text are offsets in the text."""
    assert len(fold(text)) == len(text) or any(0xFF61 <= ord(char) < 0xFFA0 for char in text)
    if other.strip() and one_blank(other):
        needle = Needle(other)
        span = needle.span(f"{text} {other}")
        assert span is not None


def write(path: Path, *entries: dict[str, Any], ascii_only: bool = False) -> Session:
    """A session of user messages and others, chained."""
    lines: list[dict[str, Any]] = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/x"}
    ]
    for number, entry in enumerate(entries):
        parent = f"e{number - 1}" if number else None
        stamp = f"2026-01-01T00:00:{number:02d}.000Z"
        lines.append({"id": f"e{number}", "parentId": parent, "timestamp": stamp, **entry})
    path.write_text("".join(json.dumps(line, ensure_ascii=ascii_only) + "\n" for line in lines), "utf-8")
    return open_session(path)


def user(text: str) -> dict[str, Any]:
    return {"type": "message", "message": {"role": "user", "content": text, "timestamp": 1}}


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("Never touch the LEGACY folder", "never touch the legacy"),
        ("不要修改ｌｅｇａｃｙ目录", "不要修改legacy"),
        ("port　８４４３ is taken", "port 8443"),
        ("a line\nthat\t wraps", "line that wraps"),
        ('say "no" to it', 'say "no"'),
        ("C:\\work\\new", "c:\\work\\new"),
        ("ﾃｽﾄ で", "テスト"),
        ("naïve ÜBER", "NAÏVE über"),
        ("x → y (100 %)", "→ Y (100"),
        ("emoji 🐟 here", "🐟 here"),
        ("path a/b/c", "a/b/c"),
        ("!?", "!?"),
    ],
)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_spelling_makes_no_difference(tmp_path: Path, stored: str, asked: str, ascii_only: bool) -> None:
    session = write(tmp_path / "s.jsonl", user("hello"), user(stored), ascii_only=ascii_only)
    answer = trace(session, Needle(asked), session.tree.active_leaf)
    assert [one.row for one in answer.seen] == [1]
    assert answer.occurrences[0].how == "verbatim"


def test_regular_expressions_are_linear_and_bad_ones_are_refused(tmp_path: Path) -> None:
    session = write(tmp_path / "s.jsonl", user("a" * 5000 + "!"), user("code 4711-X"))
    answer = trace(session, Needle(r"code \d{4}-[a-z]", regex=True), 1)
    assert [one.row for one in answer.seen] == [1]
    assert not trace(session, Needle(r"(a+)+$b", regex=True), 1).found
    for bad in ("(", r"(?=x)", ""):
        with pytest.raises(BadInput):
            Needle(bad, regex=True)
    for empty in ("", "  \n"):
        with pytest.raises(BadInput):
            Needle(empty)


def test_near_lines_are_given_for_a_paraphrase(tmp_path: Path) -> None:
    session = write(
        tmp_path / "s.jsonl",
        user("The festival is on the ninth of Thaw; raise the price until then."),
        user("请不要动旧目录里的价格文件"),
        user("Nothing to do with it."),
    )
    english = trace(session, Needle("festival price raised on the ninth"), 2)
    assert not english.found and [near.row for near in english.near] == [0]
    assert {"festival", "price", "ninth"} <= set(english.near[0].shared)
    chinese = trace(session, Needle("别动旧目录的价格文件"), 2)
    assert [near.row for near in chinese.near] == [1]
    assert not trace(session, Needle("zebra quartz"), 2).near


def test_a_phrase_in_every_entry(tmp_path: Path) -> None:
    session = write(tmp_path / "s.jsonl", *[user(f"word {number}") for number in range(50)])
    answer = trace(session, Needle("word"), session.tree.active_leaf)
    assert len(answer.seen) == 50
