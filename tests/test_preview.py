"""One line per entry, whatever the entry is."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.session.preview import LONGEST, one_line, preview


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
    ({"type": "new_thing"}, "new_thing"),
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
