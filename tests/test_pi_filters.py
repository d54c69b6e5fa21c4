"""The five modes of pi's tree: our chips show the entries that pi's own selector shows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.jsontext import dumps
from inspector.session import Session, open_session
from inspector.session import kinds as k
from inspector.session.index import whole
from inspector.session.verdict import pi_verdict
from tests.builders import API, MODEL, PROVIDER, Script, usage
from tests.conftest import SHARED, TOP
from tests.oracle import NodeLines, pi_missing

FILES = [
    *sorted((TOP / "samples").glob("*.jsonl")),
    *sorted((SHARED / "cases").glob("*.jsonl")),
    *sorted(path for path in (SHARED / "corpus").glob("*/*.jsonl") if ".events." not in path.name),
]
MODES = ["default", "no-tools", "user-only", "labeled-only", "all"]
CALL = {"type": "toolCall", "id": "c", "name": "read", "arguments": {"path": "a"}}
BLANKS = " \t\n\r\v\f\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
# What a reply holds, how it stopped, and whether pi's tree has it where it is no leaf.
REPLIES: list[tuple[str, Any, Any, bool]] = [
    ("call", [CALL], "toolUse", False),
    ("text", [{"type": "text", "text": "x"}], "stop", True),
    ("blank", [{"type": "text", "text": BLANKS}, CALL], "toolUse", False),
    ("text-after-blanks", [CALL, {"type": "text", "text": BLANKS + "."}], "toolUse", True),
    ("no-blank", [{"type": "text", "text": "\u200b"}], "stop", True),  # JavaScript trims no zero-width space
    ("control", [{"type": "text", "text": "\x08"}], "stop", True),
    ("chinese", [{"type": "text", "text": "好"}], "stop", True),
    ("second-text", [{"type": "text", "text": ""}, {"type": "text", "text": "b"}], "stop", True),
    ("thinking", [{"type": "thinking", "thinking": "aloud"}], "stop", False),
    ("text-of-another-type", [{"type": "image", "text": "not read"}], "stop", False),
    ("text-null", [{"type": "text", "text": None}, CALL], "toolUse", False),
    ("text-absent", [{"type": "text"}], "stop", False),
    ("string", "said so", "stop", True),
    ("blank-string", BLANKS, "stop", False),
    ("null", None, "stop", False),
    ("nothing", [], "stop", False),
    ("error", [CALL], "error", True),
    ("aborted", [], "aborted", True),
    ("length", [CALL], "length", True),
    ("no-reason", [CALL], None, False),
    ("empty-reason", [CALL], "", False),
    ("reason-of-another-type", [CALL], 5, True),
    ("half-a-pair", [{"type": "text", "text": "\ud800"}], "stop", True),
    ("call-again", [CALL], "toolUse", False),
]


@pytest.fixture(scope="module")
def node() -> Iterator[NodeLines]:
    if reason := pi_missing():
        pytest.skip(reason)
    lines = NodeLines("tree_filters.mjs")
    yield lines
    lines.close()


def shown(node: NodeLines, path: Path, session: Session) -> dict[str, Any]:
    index = json.loads(dumps(whole(session)))
    [line] = node.exchange([json.dumps({"file": str(path), "index": index})])
    answer: dict[str, Any] = json.loads(line)
    assert "fault" not in answer, answer
    return answer


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_mode_shows_what_pi_shows(path: Path, node: NodeLines) -> None:
    session = open_session(path)
    told = pi_verdict(session)
    if told.hangs:
        pytest.skip("pi does not come back from this file")
    answer = shown(node, path, session)
    if "pi" not in answer:
        assert not told.opens or told.throws, answer["refuses"]
        return
    assert answer["ours"] == answer["pi"]
    assert list(answer["pi"]) == MODES


def replies(folder: Path, ascii_only: bool) -> tuple[Path, dict[str, int]]:
    """A file with every kind of reply, and its rows by name; the last one is the active leaf."""
    script = Script()
    script.user("go")
    rows = {}
    about = {"provider": PROVIDER, "model": MODEL, "api": API, "usage": usage()}
    for name, content, stop, _ in REPLIES:
        rows[name] = len(script.records) - 1
        script.message("assistant", content=content, stopReason=stop, **about)
    path = folder / "replies.jsonl"
    lines = [json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in script.records]
    path.write_bytes("".join(lines).encode("utf-8", "surrogatepass"))
    return path, rows


@pytest.mark.parametrize("ascii_only", [True, False], ids=["escaped", "as-it-is"])
def test_replies_without_words(tmp_path: Path, ascii_only: bool) -> None:
    path, rows = replies(tmp_path, ascii_only)
    flags = open_session(path).cols.flags
    assert {name: not flags[row] & k.WORDLESS for name, row in rows.items()} == {
        name: kept for name, _, _, kept in REPLIES
    }


@pytest.mark.parametrize("ascii_only", [True, False], ids=["escaped", "as-it-is"])
def test_replies_without_words_in_pi(tmp_path: Path, node: NodeLines, ascii_only: bool) -> None:
    path, rows = replies(tmp_path, ascii_only)
    answer = shown(node, path, open_session(path))
    kept = {name for name, _, _, shown_by_pi in REPLIES if shown_by_pi} | {REPLIES[-1][0]}
    assert {name for name, row in rows.items() if row in answer["pi"]["all"]} == kept
    assert answer["ours"] == answer["pi"]
