"""The step back by /tree: what it names can be picked there, and is named as pi lists it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.diagnosis.answer import steps
from inspector.diagnosis.case import Case
from inspector.diagnosis.doctor import diagnose
from inspector.diagnosis.finding import Step
from inspector.diagnosis.going_back import go_back, listed, tree_text
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.trace import trace
from inspector.errors import InspectorError
from inspector.session import Session, open_session
from tests.builders import Script, call, text

SHARED = Path(__file__).resolve().parents[2] / "shared"
FILES = [
    *sorted(assets.samples().glob("*.jsonl")),
    *sorted((SHARED / "cases").glob("*.jsonl")),
    *sorted((SHARED / "corpus" / "_pi16").glob("*[!s].jsonl")),
    *sorted((SHARED / "corpus").glob("*/*.jsonl"))[:120],
]
HIDDEN = {"label", "context_edit", "custom", "model_change", "thinking_level_change", "session_info", "usage"}


def can_be_picked(entry: dict[str, Any]) -> bool:
    """pi's rule for its tree in the mode it opens with, told once more."""
    if entry["type"] in HIDDEN:
        return False
    message = entry.get("message")
    if entry["type"] != "message" or message["role"] != "assistant":
        return True
    content = message.get("content")
    blocks = [text(content)] if isinstance(content, str) else content if isinstance(content, list) else []
    said = [block for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return any((block.get("text") or "").strip() for block in said) or message.get("stopReason") not in (
        None,
        "",
        "stop",
        "toolUse",
    )


def backs(session: Session, at: int) -> list[Step]:
    """All steps back that a diagnosis gives, and those of the traces of some of its words."""
    found = [
        step for report in diagnose(Case(session, at)).stages for one in report.findings for step in one.next
    ]
    for row in range(0, session.n, max(1, session.n // 6)):
        words = tree_text(session, row)[:30].strip()
        if sum(char.isalnum() for char in words) > 4:
            found += steps(trace(session, Needle(words), at))
    return [step for step in found if step.code.startswith("go-back")]


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_step_back_can_be_taken(file: Path) -> None:
    if file.stat().st_size > 3_000_000:
        pytest.skip("a large file says no more here")
    try:
        session = open_session(file)
    except InspectorError:
        return
    at = session.tree.active_leaf
    for step in backs(session, at):
        row = list(session.cols.line).index(int(step.params["line"]))
        assert can_be_picked(session.value(row)), step
        assert step.params["text"] == tree_text(session, row) != ""
    session.evidence.close()


def test_entries_are_named_as_the_tree_names_them(tmp_path: Path) -> None:
    script = Script()
    named = {
        script.user("Mind the\n\tglaze."): "Mind the glaze.",
        script.reply(call("read", "c1", path="log/kiln.txt", offset=4, limit=3), stopReason="toolUse"): "",
        script.result("1240", "c1"): "[read: log/kiln.txt:4-6]",
        script.reply("Looking.", call("bash", "c2", command="make " + "x" * 60)): "Looking.",
        script.result("done", "c2", toolName="bash"): f"[bash: make {'x' * 45}...]",
        script.result("lost", "c3", toolName="grep"): "[grep]",
        script.message("bashExecution", command="ls", output="", exitCode=0): "[bash]: ls",
        script.add("compaction", summary="Pots.", firstKeptEntryId=None, tokensBefore=4600): (
            "[compaction: 5k tokens]"
        ),
        script.add("branch_summary", summary="We tried.", fromId="root"): "[branch summary]: We tried.",
        script.add("custom_message", customType="note", content="Rain", display=True): "[note]: Rain",
        script.add("label", targetId=None, label="here"): "",
        script.reply(call("ls", "c4"), stopReason="toolUse"): "",
        script.reply(stopReason="error", errorMessage="overloaded"): "overloaded",
    }
    session = open_session(script.write(tmp_path / "a.jsonl"))
    for name, wanted in named.items():
        assert tree_text(session, session.find_row(name)) == wanted


def test_a_reply_of_calls_alone_is_left_to_its_result(tmp_path: Path) -> None:
    script = Script()
    script.user("先看窑温")
    script.reply(call("read", "c1", path="窑.txt"), stopReason="toolUse")
    script.result("1240", "c1")
    script.reply(call("read", "c1", path="窑.txt"), stopReason="toolUse")
    script.add("label", targetId=None, label="这里")
    session = open_session(script.write(tmp_path / "a.jsonl"))
    assert listed(session, range(4, -1, -1)) == 2
    assert [(one.code, one.params) for one in go_back(session, range(4, -1, -1))] == [
        ("go-back", {"text": "[read: 窑.txt]", "line": "4"})
    ]
    assert go_back(session, [0])[0].code == "go-back-user"
    assert go_back(session, [1, 3, 4]) == []


def test_a_message_of_an_extension_only_where_nothing_else_is(tmp_path: Path) -> None:
    script = Script()
    script.user("Start")
    script.add("custom_message", customType="note", content="Rain", display=True)
    session = open_session(script.write(tmp_path / "a.jsonl"))
    assert go_back(session, [1, 0])[0].code == "go-back-user"
    assert go_back(session, [1])[0].code == "go-back-extension"
