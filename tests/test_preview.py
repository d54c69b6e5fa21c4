"""One line per entry, whatever the entry is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.session import open_session
from inspector.session.preview import LONGEST, call_about, one_line, preview
from inspector.session.row_lines import RowLines
from inspector.session.skill import Skill, skill_in, words_of_user
from tests.builders import Script, call


def message(role: str, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, **fields}}


CASES: list[tuple[dict[str, Any], str]] = [
    (message("user", content="two\nlines\t here"), "two lines here"),
    (
        message(
            "user", content=[{"type": "image", "mimeType": "image/png"}, {"type": "text", "text": "look"}]
        ),
        "look",
    ),
    (message("user", content=[{"type": "image", "mimeType": "image/png"}]), "[image image/png]"),
    (message("assistant", content=[{"type": "thinking", "thinking": "hm"}]), "hm"),
    (
        message(
            "assistant",
            content=[
                {"type": "thinking", "thinking": "hm"},
                {"type": "toolCall", "name": "read", "arguments": {"path": "a.py"}},
            ],
        ),
        "read: a.py",
    ),
    (message("assistant", content=[{"type": "toolCall", "name": "now", "arguments": {}}]), "now"),
    (
        message(
            "assistant",
            content=[{"type": "toolCall", "name": "bash", "arguments": {"timeout": 5, "command": "ls\n-l"}}],
        ),
        "bash: ls -l",
    ),
    (message("assistant", content=[], stopReason="error", errorMessage="529"), "529"),
    (message("toolResult", toolName="read", content=[]), "read"),
    (message("bashExecution", command="make", output="x"), "bash: make"),
    (message("system", content="", sections={"rules": "x", "cwd": "y"}), "rules, cwd"),
    (message("user", content=None), ""),
    (
        message("user", content='<skill name="tidy" location="/s/SKILL.md">\nRules.\n</skill>\n\ngo'),
        "[skill] tidy go",
    ),
    ({"type": "message", "message": None}, ""),
    ({"type": "compaction", "summary": "## Goal\nDo it"}, "## Goal Do it"),
    ({"type": "branch_summary", "summary": ""}, ""),
    ({"type": "label", "label": "here"}, "here"),
    ({"type": "session_info", "name": " N "}, "N"),
    ({"type": "model_change", "provider": "p", "modelId": "m"}, "p/m"),
    ({"type": "thinking_level_change", "thinkingLevel": "high"}, "high"),
    ({"type": "usage", "kind": "cache_warm", "provider": "p", "model": "m"}, "cache_warm: p/m"),
    ({"type": "context_edit", "targetId": "e1", "replacement": None}, "omit e1"),
    ({"type": "context_edit", "targetId": "e1", "replacement": {"content": "short"}}, "replace e1: short"),
    ({"type": "custom_message", "customType": "clock", "content": "noon"}, "clock: noon"),
    ({"type": "custom", "customType": "state", "data": {}}, "state"),
    ({"type": "new_thing", "text": "words"}, "words"),
    ({"type": "new_thing"}, ""),
    ({"type": "message_end", "message": {"role": "user", "content": "words"}}, "words"),
    (
        {"type": "tool_execution_start", "toolName": "bash", "args": {"command": "ls"}},
        "bash: ls",
    ),
    ({"type": "tool_execution_end", "toolName": "now", "result": {"content": []}}, "now"),
    ({"type": "tool_execution_end", "toolName": 7}, ""),
    ({}, ""),
    ({"type": 7}, ""),
]


@pytest.mark.parametrize(("entry", "line"), CASES)
def test_what_an_entry_says(entry: dict[str, Any], line: str) -> None:
    assert preview(entry) == line


@pytest.mark.parametrize(
    "entry",
    [None, 3, [], "x", message("assistant", content=[None, 3]), message("assistant", content={"a": 1})],
)
def test_odd_entries_say_nothing(entry: Any) -> None:
    assert preview(entry) == ""


def test_a_long_text_is_one_short_line() -> None:
    line = one_line("wörd " * 1_000_000)
    assert len(line) <= LONGEST and line.endswith("…")
    assert "\n" not in line


SKILL = '<skill name="tidy up" location="/s/SKILL.md">\nOne.\n</skill>\n\nstill the skill\n</skill>'


def test_a_skill_and_the_words_of_the_user_are_told_apart() -> None:
    assert skill_in('<skill name="a" location="/s">\nOne.\n</skill>') == Skill("a", "/s", "One.", "")
    assert skill_in('<skill name="a" location="/s">\nOne.\n</skill>\n\n go \non') == Skill(
        "a", "/s", "One.", "go \non"
    )
    # The first end that an empty line and more follow, as pi's own pattern finds it.
    first = skill_in(SKILL)
    assert first is not None and (first.text, first.words) == ("One.", "still the skill\n</skill>")
    assert words_of_user(SKILL) == "[skill] tidy up still the skill\n</skill>"


@pytest.mark.parametrize(
    "words",
    [
        "plain",
        '<skill name="a" location="/s">One.</skill>',
        '<skill name="a" location="/s">\nOne.\n</skill> and more',
        '<skill name="a" location="/s">\nOne.\n</skill>\n\n',
        '<skill name="" location="/s">\nOne.\n</skill>',
        ' <skill name="a" location="/s">\nOne.\n</skill>',
        '<skill name="a" location="/s">\n' + "\n</skill>x" * 50_000,
    ],
)
def test_what_only_looks_like_a_skill_stays_as_it_is(words: str) -> None:
    assert skill_in(words) is None
    assert words_of_user(words) == words


@pytest.mark.parametrize(
    ("name", "given", "about"),
    [
        ("read", {"path": "PLAN.md", "offset": 95, "limit": 20}, "PLAN.md:95-114"),
        ("read", {"path": "PLAN.md", "offset": 95}, "PLAN.md:95"),
        ("read", {"path": "PLAN.md", "limit": 20}, "PLAN.md:1-20"),
        ("read", {"path": "PLAN.md", "offset": "x"}, "PLAN.md"),
        ("read", {"path": "PLAN.md", "offset": 1.5, "limit": True}, "PLAN.md"),
        ("grep", {"pattern": "pa+", "path": "src", "glob": "*.py"}, "/pa+/ in src (*.py)"),
        ("grep", {"pattern": "pa+"}, "/pa+/ in ."),
        ("find", {"pattern": "*.md", "path": "docs"}, "*.md in docs"),
        ("ls", {}, "."),
        ("ls", {"path": "docs", "limit": 3}, "docs"),
        ("other", {"path": "a", "offset": 3}, "a"),
        ("read", "text", "text"),
        ("read", None, ""),
    ],
)
def test_what_a_call_is_about(name: str, given: Any, about: str) -> None:
    assert call_about(name, given) == about


def test_a_result_leads_with_its_call(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.reply(call("edit", id="c1", path="a.md"), call("bash", id="c2", command="make " + "x" * 200))
    script.result("Replaced 1 block", id="c1", toolName="edit")
    script.result("built", id="c2", toolName="bash")
    script.result("lost", id="c9", toolName="bash")
    script.result("odd", id="c1", toolCallId=7)
    session = open_session(script.write(tmp_path / "s.jsonl"))
    told = RowLines(session)
    lines = [told.line(row) for row in range(session.n)]
    assert lines[2] == "a.md · Replaced 1 block"
    assert lines[3].startswith("make xxx") and lines[3].endswith("x… · built") and len(lines[3]) == 98
    assert lines[4:] == ["lost", "odd"]
