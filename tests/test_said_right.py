"""What we say beside pi's own values: where it throws, what took the prompt, what a sum leaves out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from inspector.cli.main import cli
from inspector.session import Session, open_session
from inspector.session.context import context_at
from inspector.session.context_json import context_json, visibility
from inspector.session.index import ExtraColumns
from inspector.session.report import context_report, show_report, tree_report
from tests.builders import Script, call, usage
from tests.comparison import as_json
from tests.conftest import SHARED
from tests.oracle import PiBridge

CASES = SHARED / "cases"
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="needs ../shared/cases beside the checkout")


def saved(tmp_path: Path, script: Script) -> Session:
    return open_session(script.write(tmp_path / "s.jsonl"))


def case(number: int) -> Session:
    return open_session(next(CASES.glob(f"{number}-*.jsonl")))


# -- where pi's count of tokens throws ---------------------------------------------------------------------

UNCOUNTABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "content is a number": ("user", {"content": 7}),
    "custom without content": ("custom", {"customType": "c"}),
    "command without a command": ("bashExecution", {}),
    "command without output": ("bashExecution", {"command": "ls"}),
    "summary is absent": ("branchSummary", {}),
    "text block without text": ("assistant", {"content": [{"type": "text"}], "usage": None}),
    "thinking is null": ("assistant", {"content": [{"type": "thinking", "thinking": None}], "usage": None}),
    "call without a name": (
        "assistant",
        {"content": [{"type": "toolCall", "id": "c", "arguments": {}}], "usage": None},
    ),
    "call without arguments": (
        "assistant",
        {"content": [{"type": "toolCall", "id": "c", "name": "n"}], "usage": None},
    ),
}
COUNTABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "text is a number": ("user", {"content": [{"type": "text", "text": 7}]}),
    "content is null": ("user", {"content": None}),
    "arguments are null": ("assistant", {"content": [{**call(), "arguments": None}], "usage": usage()}),
    "output is a number": ("bashExecution", {"command": "ls", "output": 3}),
    "unknown block": ("toolResult", {"content": [{"type": "odd"}, 3], "toolCallId": "c"}),
}


@pytest.mark.parametrize("name", [*UNCOUNTABLE, *COUNTABLE])
def test_where_the_count_throws_is_said_with_its_line(pi: PiBridge, tmp_path: Path, name: str) -> None:
    role, fields = {**UNCOUNTABLE, **COUNTABLE}[name]
    script = Script()
    script.user("hello")
    script.message(role, **fields)
    session = saved(tmp_path, script)
    [theirs] = pi.session(session.path)["contexts"]
    ours = as_json(context_report(session, session.tree.active_leaf))
    assert ("error" in theirs["tokens"]) is (name in UNCOUNTABLE)
    if name in UNCOUNTABLE:
        assert ours["throws"].startswith("counting tokens: ") and ours["throws"].endswith("(line 3)")
        assert isinstance(ours["tokens"]["tokens"], int)
    else:
        assert ours["throws"] is None


def test_what_stands_before_the_last_usage_is_not_counted(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    script.user(7)
    script.reply("fine")
    session = saved(tmp_path, script)
    rows = pi.session(session.path, [0, 1])["contexts"]
    assert ["error" in row["tokens"] for row in rows] == [True, False]
    assert [bool(context_at(session, row).throws) for row in (0, 1)] == [True, False]


def test_an_edit_that_leaves_no_content(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    target = script.reply("words")
    script.add("context_edit", targetId=target, replacement=5)
    session = saved(tmp_path, script)
    [theirs] = pi.session(session.path)["contexts"]
    assert "error" in theirs["tokens"]
    context = context_at(session, session.tree.active_leaf)
    assert context.throws == "counting tokens: the content is neither text nor a list (line 2)"


# -- prompt ------------------------------------------------------------------------------------------------


def run_cli(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    assert result.exception is None, result.exception
    return " ".join(result.output.split())


@needs_cases
def test_a_prompt_that_a_compaction_took_is_not_unrecorded() -> None:
    session = case(41)
    leaf = session.tree.active_leaf
    ours = as_json(context_report(session, leaf))
    assert (ours["prompt"], ours["promptRecorded"], ours["promptTakenBy"]) == (None, True, "c4100006")
    page = context_json(session, context_at(session, leaf))
    assert (page["promptRecorded"], page["promptTakenBy"]) == (True, session.find_row("c4100006"))
    said = run_cli("context", str(session.path))
    assert "recorded, but missing here: compaction c4100006 (line 7) took it" in said
    assert "free content does not return" in said and "not recorded" not in said


@needs_cases
def test_a_prompt_that_was_never_stored_is_unrecorded() -> None:
    session = case(65)
    ours = as_json(context_report(session, session.tree.active_leaf))
    assert (ours["prompt"], ours["promptRecorded"], ours["promptTakenBy"]) == (None, False, None)
    assert "not recorded (pi before 0.86.0 stored none)" in run_cli("context", str(session.path))


def test_the_first_compaction_behind_a_prompt_takes_it(tmp_path: Path) -> None:
    script = Script()
    script.message("system", content="be kind", id="p")
    script.user("a", id="a")
    script.add("compaction", id="c1", summary="s", firstKeptEntryId="a")
    script.user("b", id="b")
    script.add("compaction", id="c2", summary="s", firstKeptEntryId="b")
    kept = script.user("c")
    script.message("system", content="new", id="p2")
    script.add("context_edit", id="e", targetId="p2", replacement=None)
    session = saved(tmp_path, script)
    taken = {
        name: context_report(session, session.find_row(name))["promptTakenBy"]
        for name in ("p", "c1", kept, "p2", "e")
    }
    assert taken == {"p": None, "c1": "c1", kept: "c1", "p2": None, "e": "e"}


@needs_cases
def test_a_prompt_in_the_kept_range_is_dropped() -> None:
    """The rail says what the card of the boundary counts."""
    session = case(41)
    words = visibility(session, context_at(session, session.tree.active_leaf))
    assert words["dropped"] == [session.find_row("c4100001")] and "never" not in words
    [compaction] = as_json(show_report(session))["compactions"]
    assert compaction["dropped"] == 1


# -- a summary that an edit leaves out -----------------------------------------------------------------------


@needs_cases
def test_nothing_stands_for_what_a_compaction_cut_where_its_summary_is_left_out() -> None:
    session = case(81)
    why = {row["entry"]: row for row in context_report(session, session.tree.active_leaf)["omitted"]}
    for number in range(1, 5):
        row = why[f"c810000{number}"]
        assert row["code"] == "before-boundary"
        assert "only its summary is sent" not in row["why"] and "c8100008 leaves that out" in row["why"]
    before = {row["entry"]: row for row in context_report(session, session.find_row("c8100007"))["omitted"]}
    assert before["c8100001"]["why"].endswith("c8100007; only its summary is sent")


def test_a_checkpoint_that_an_edit_leaves_out_brings_no_prompt_back(tmp_path: Path) -> None:
    script = Script()
    script.message("system", content="be kind", id="p")
    script.user("a")
    prompt = {"role": "system", "content": "be kind", "timestamp": 1}
    script.add("compaction", id="c", summary="s", firstKeptEntryId="p", systemMessage=prompt)
    script.add("context_edit", id="e", targetId="c", replacement=None)
    session = saved(tmp_path, script)
    at = {name: context_at(session, session.find_row(name)) for name in ("c", "e")}
    assert visibility(session, at["c"])["summary"] == [0] and 0 in visibility(session, at["e"])["dropped"]
    assert at["c"].prompt is not None and at["e"].prompt_taken_by == session.find_row("e")


# -- sums --------------------------------------------------------------------------------------------------


def flags_of(session: Session) -> list[str]:
    flags: list[str] = as_json(show_report(session))["flags"]
    return flags


@needs_cases
def test_costs_that_are_text_or_below_zero() -> None:
    flags = flags_of(case(65))
    assert "a cost that is no number, left out of the sum: line 3" in flags
    assert "a cost below zero, summed as stored (the sum is 0.0005 without): line 5" in flags
    assert not any("no cost recorded" in flag for flag in flags)
    said = run_cli("show", str(case(65).path))
    assert "left out a cost that is no number" in said and "note a cost below zero, summed as stored" in said


def test_a_cost_that_is_no_object_is_no_missing_cost(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    script.reply("a", usage={**usage(), "cost": 0.02})
    script.reply("b", usage={**usage(), "cost": {"input": "x", "output": 0.1}})
    script.reply("c", usage={**usage(), "cost": {"input": 0.1}})
    session = saved(tmp_path, script)
    assert "error" not in pi.session(session.path)["stats"] and session.pi.throws is None
    assert flags_of(session) == [
        "a cost that is no number, left out of the sum: lines 2, 3",
        "cost without a total, derived as the sum of its parts: line 4",
    ]
    assert as_json(show_report(session))["totals"]["cost"] == 0.1


def test_zeros_beside_a_content_are_no_recorded_zero(tmp_path: Path) -> None:
    zero = usage(0, 0, cost=0)
    script = Script()
    script.reply("words", usage=zero)
    script.reply(call(), usage=zero, stopReason="toolUse")
    script.reply(usage=zero, stopReason="error")  # nothing was said, so nothing was billed
    script.reply("free", usage=usage(10, 5, cost=0))  # a price of zero is a price
    flags = flags_of(saved(tmp_path, script))
    assert flags == [
        "all counts zero beside a content: the provider gave none, unknown and no recorded zero: lines 2, 3"
    ]


def test_what_was_really_sent_is_the_finite_sum(tmp_path: Path) -> None:
    script = Script()
    script.user("a", id="a")
    script.add("compaction", id="c", summary="s", firstKeptEntryId="a")
    reply = script.reply("b", usage={"input": 300, "output": 20, "cost": {"total": 0.1}})
    session = saved(tmp_path, script)
    [compaction] = as_json(show_report(session))["compactions"]
    assert compaction["tokensAfterMeasured"] == 300
    assert as_json(context_report(session, session.find_row(reply)))["tokensMeasured"] == 300
    assert ExtraColumns(session).ctx == {session.find_row(reply): 300}


# -- the tree ----------------------------------------------------------------------------------------------


def test_segments_come_in_the_order_of_the_tree(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    script.user("root", id="r")
    script.user("late", id="late", parent="r")
    script.user("end", id="end")
    script.user("early", id="early", parent="r")
    script.user("below", id="below")
    script.user("other root", id="r2", parent=None)
    script.user("beside", id="beside", parent="early")
    script.records[2]["timestamp"] = "2026-05-04T10:00:00.000Z"
    session = saved(tmp_path, script)
    tree = as_json(tree_report(session))
    theirs = pi.session(session.path)["tree"]["children"]
    assert [session.entry_name(row) for row in theirs["0"]] == ["early", "late"]
    rows = [(part["id"], part["parent"], part["first"], part["last"]) for part in tree["segments"]]
    assert rows == [
        (0, None, "r", "r"),
        (1, 0, "early", "early"),
        (2, 1, "below", "below"),
        (3, 1, "beside", "beside"),
        (4, 0, "late", "end"),
        (5, None, "r2", "r2"),
    ]


def test_an_entry_with_a_shadowed_child_alone_is_no_leaf(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    script.user("a", id="a")
    script.user("b", id="b")
    script.user("first of its id", id="twice", parent="b")
    script.user("second of its id", id="twice", parent="a")
    session = saved(tmp_path, script)
    leaves = as_json(show_report(session))["leaves"]
    assert leaves == [session.entry_name(row) for row in pi.session(session.path)["leaves"]] == ["twice"]
    ends = [part["last"] for part in as_json(tree_report(session))["segments"] if part["leaf"]]
    assert ends == leaves


# -- lines and calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_a_record_with_a_word_that_json_lacks_is_not_joined(tmp_path: Path, word: str) -> None:
    script = Script()
    script.user("say NaN", id="u")
    line = json.dumps({"type": "message", "id": "n", "parentId": "u", "note": 'a "NaN" in text', "x": 0})
    file = tmp_path / "s.jsonl"
    bad = line.replace('"x": 0', f'"x": {word}').encode()
    file.write_bytes(script.bytes() + bad + b"\n")
    session = open_session(file)
    [damage] = session.damage
    assert (damage.line, damage.kind, damage.salvage) == (3, "not-json", ())
    place = len(script.bytes()) + bad.index(word.encode(), bad.index(b'"x"'))
    assert f"(byte {place}: {word} is not JSON)" in damage.message


def test_serve_needs_no_name_before_its_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called: list[dict[str, Any]] = []
    monkeypatch.setattr("inspector.web.server.run_server", lambda **options: called.append(options))
    for arguments in (
        ["--no-open", "--port", "0"],
        ["--port=0", "--no-open"],
        ["--debug", "--no-open", "--port", "0"],
    ):
        CliRunner().invoke(cli, arguments, standalone_mode=False, catch_exceptions=False)
    assert [(options["port"], options["open_browser"]) for options in called] == [(0, False)] * 3
    for arguments in (["--nonsense"], ["--dir", str(tmp_path), "list"]):
        assert CliRunner().invoke(cli, arguments).exit_code == 2
    assert len(called) == 3
