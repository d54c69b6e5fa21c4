"""Values nested deeper than any recursion goes: every answer is given, and where pi's own stack ends, we say so."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inspector import jsontext
from inspector.cli.main import cli
from inspector.session import open_session
from inspector.session.jsvalue import JOIN_LIMIT, STRINGIFY_LIMIT, depth_of, joins, js_string, same
from inspector.session.report import context_report, show_report, tree_report
from inspector.session.wire import Target, Wire
from inspector.store import find, find_places
from inspector.store.catalog import catalog
from tests.builders import MODEL, PROVIDER, Script, text, usage
from tests.oracle import PiBridge
from tests.web_client import Site

HOLE = "a hole to be filled with brackets"
COMMANDS = (["show"], ["tree"], ["context"], ["context", "--messages"])


def deep(depth: int) -> str:
    return "[" * depth + "3" + "]" * depth


def nested(depth: int) -> Any:
    value: Any = 3
    for _ in range(depth):
        value = [value]
    return value


def written(path: Path, script: Script, depth: int) -> Path:
    """The file with the hole in it filled: json.dumps could not write such a value."""
    path.write_bytes(script.bytes().replace(json.dumps(HOLE).encode(), deep(depth).encode()))
    return path


def of_message(role: str, **fields: Any) -> Script:
    script = Script()
    script.user("hello", id="u")
    script.message(role, **{"content": [text("x")], **fields})
    return script


def of_entry(kind: str, **fields: Any) -> Script:
    script = Script()
    script.user("hello", id="u")
    script.add(kind, **fields)
    script.user("go on")
    return script


def timed(kind: str, role: str | None) -> Script:
    script = of_entry(kind, customType="c", content="words") if role is None else of_message(role)
    script.records[2]["timestamp"] = HOLE
    return script


def siblings() -> Script:
    script = timed("message", "user")
    script.user("the other", parent="u")
    return script


PLACES: dict[str, Script] = {
    "version": Script(HOLE),
    "summary": of_entry("compaction", summary=HOLE, firstKeptEntryId="u"),
    "branch summary": of_entry("branch_summary", summary=HOLE),
    "label": of_entry("label", targetId="u", label=HOLE),
    "model": of_entry("model_change", provider=HOLE, modelId=HOLE),
    "thinking level": of_entry("thinking_level_change", thinkingLevel=HOLE),
    "kept id": of_entry("compaction", summary="s", firstKeptEntryId=HOLE),
    "parent": of_entry("custom", parent=HOLE),
    "id": of_entry("custom", id=HOLE),
    "replacement": of_entry("context_edit", targetId="u", replacement={"content": HOLE}),
    "clock of a message": timed("custom_message", None),
    "clock of siblings": siblings(),
    "output": of_message("bashExecution", command="ls", output=HOLE),
    "exit code": of_message("bashExecution", command="ls", output="", exitCode=HOLE),
    "provider": of_message("assistant", provider=HOLE, model="m", usage=usage()),
    "text": of_message("user", content=[{"type": "text", "text": HOLE}]),
    "text of a prompt": of_message("system", content=[{"type": "text", "text": HOLE}]),
    "tool name": of_message("assistant", content=[{"type": "toolCall", "id": "c", "name": HOLE, "arguments": {}}]),
    "call id": of_message("assistant", content=[{"type": "toolCall", "id": HOLE, "name": "n", "arguments": {}}]),
    "tools": of_message("system", content="", toolsAdded=[{"name": "n", "parameters": HOLE}]),
    "usage": of_message("assistant", usage={**usage(), "totalTokens": 0, "input": HOLE}),
    "role": of_message(HOLE),
}  # fmt: skip


@pytest.mark.parametrize("depth", [480, 1500, 20_000])
@pytest.mark.parametrize("place", PLACES)
def test_every_answer_is_given(tmp_path: Path, place: str, depth: int) -> None:
    file = written(tmp_path / "deep.jsonl", PLACES[place], depth)
    session = open_session(file)
    jsontext.dumps(show_report(session))
    jsontext.dumps(tree_report(session))
    jsontext.dumps(context_report(session, session.tree.active_leaf, messages=True))
    if depth == 1500:
        for command in COMMANDS:
            run = CliRunner().invoke(cli, [command[0], str(file), *command[1:]], standalone_mode=False)
            assert run.exception is None, (command, run.exception)


def test_one_deep_file_does_not_hide_the_list(tmp_path: Path) -> None:
    for number, script in enumerate(PLACES.values()):
        written(tmp_path / f"{number}.jsonl", script, 1500)
    site = Site(tmp_path)
    assert site.get("/").status_code == 200
    answer = site.json("/api/list")
    assert len(answer["sessions"]) == len(PLACES) and not answer["problems"]


def test_a_fault_of_ours_is_a_problem_of_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("inspector.store.catalog")  # the package has a function of that name
    for name in ("good", "bad"):
        of_message("user").write(tmp_path / f"{name}.jsonl")
    real = module.open_session

    def failing(path: Path) -> Any:
        if path.name == "bad.jsonl":
            raise RecursionError("too deep")
        return real(path)

    monkeypatch.setattr(module, "open_session", failing)
    monkeypatch.setattr(module, "_CACHE", {})
    listed = catalog(find(find_places(session_dir=str(tmp_path))))
    assert [row.file.name for row in listed.rows] == ["good.jsonl"]
    assert [(problem.file.name, problem.kind) for problem in listed.problems] == [("bad.jsonl", "internal")]
    site = Site(tmp_path)
    assert site.get("/").status_code == 200
    answer = site.json("/api/list")
    assert len(answer["sessions"]) == 1
    assert "RecursionError: too deep" in answer["problems"][0]["why"]


THROWING = ["version", "summary", "branch summary", "clock of a message", "clock of siblings", "output", "text of a prompt", "tools", "usage"]  # fmt: skip


@pytest.mark.parametrize("place", THROWING)
def test_where_the_stack_of_pi_ends(pi: PiBridge, tmp_path: Path, place: str) -> None:
    for depth, ends in ((JOIN_LIMIT - 70, False), (STRINGIFY_LIMIT + 70, True)):
        file = written(tmp_path / "deep.jsonl", PLACES[place], depth)
        session = open_session(file)
        if place != "version":  # there pi throws, and the bridge with it, which cannot write such a header
            answer = pi.session(file)
            assert ("Maximum call stack" in json.dumps(answer)) is ends
        context = context_report(session, session.tree.active_leaf)
        assert bool(session.pi.why or session.pi.throws or context["throws"]) is ends


def test_a_rewrite_that_pi_cannot_write(pi: PiBridge, tmp_path: Path) -> None:
    script = of_entry("custom", customType="c", data=HOLE)
    script.records[0]["version"] = 2
    file = written(tmp_path / "deep.jsonl", script, 5_000)
    assert "Maximum call stack" in pi.session(file)["error"]
    session = open_session(file)
    assert not session.pi.opens and "line 3" in (session.pi.why or "")


def test_text_of_nested_arrays() -> None:
    assert js_string([1, [None, [2, []]], None, "a"]) == "1,,2,,,a"
    assert js_string(nested(200_000)) == "3"
    assert js_string([]) == "" and js_string([{}]) == "[object Object]"
    assert joins(nested(1000)) and not joins(nested(5000))
    assert depth_of({"a": [{}]}) == 3 and depth_of(3) == 0


def test_arrays_are_the_same_only_as_one_object() -> None:
    assert same([1], [1], True) and not same([1], [1], False)
    assert not same(True, 1, True) and same(1, 1.0, False) and same("a", "a", False)
    reply = {"role": "assistant", "provider": [PROVIDER], "model": MODEL, "api": "x"}
    thought = {**reply, "content": [{"type": "thinking", "thinking": "hm"}]}
    for row, kept in ((4, 1), (5, 0)):
        wire = Wire(Target([PROVIDER], MODEL, "x", own_row=4))
        [(sent, _)] = list(wire.feed(thought, row))
        assert len(sent["content"]) == kept


def test_calls_whose_ids_are_arrays_are_never_answered() -> None:
    wire = Wire(Target("p", "m", "x"))
    call = {"type": "toolCall", "id": ["a"], "name": "n", "arguments": {}}
    list(wire.feed({"role": "assistant", "content": [call]}, 0))
    list(wire.feed({"role": "toolResult", "toolCallId": ["a"], "content": []}, 1))
    assert [row for _, row in wire.close()] == [-1]
