"""Stage 2: every finding of the branch stage on a small made-up session, with its evidence and its words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis import branch, words_branch, words_common
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.words import LANGUAGES, fill
from inspector.session.load import open_session
from inspector.store.roots import Places, Root
from tests.builders import START, Script, call, stamp

STEPS = {**words_common.STEPS, **words_branch.STEPS}
Made = tuple[Case, dict[str, Any]]
CASES: dict[str, Callable[[Path], Made]] = {}


def made(code: str) -> Callable[[Callable[[Path], Made]], Callable[[Path], Made]]:
    """Register a builder: a case that must give ``code``, and what the finding must hold."""

    def keep(builder: Callable[[Path], Made]) -> Callable[[Path], Made]:
        CASES[code] = builder
        return builder

    return keep


def case_of(script: Script, tmp_path: Path, at: str | None = None, places: Places | None = None) -> Case:
    session = open_session(script.write(tmp_path / "s.jsonl"))
    row = session.tree.active_leaf if at is None else session.find_row(at)
    return Case(session, row, places)


def forked(left: bool = True) -> tuple[Script, str, str]:
    """A question and an answer (lines 2, 3), and a branch from the answer (4, 5)."""
    script = Script()
    script.user("We build a tide table.")
    fork = script.reply("Understood.")
    tip = fork
    if left:
        script.user("Try it with JSON.")
        tip = script.reply("JSON it is.")
    return script, fork, tip


def writes(script: Script, path: str, id: str, tool: str = "write", **result: Any) -> None:
    script.reply(call(tool, id, path=path, content="x"), stopReason="toolUse")
    script.result("done", id, toolName=tool, **result)


@made("branch.leaf")
def _leaf(tmp_path: Path) -> Made:
    return case_of(forked()[0], tmp_path), {"status": "ok", "line": 5, "text": "JSON it is.", "at": [5]}


@made("branch.leaf-bookkeeping")
def _bookkeeping(tmp_path: Path) -> Made:
    script, _, tip = forked()
    script.add("label", targetId=tip, label="json")
    return case_of(script, tmp_path), {"status": "ok", "kind": "label", "talk": 5, "at": [6, 5]}


@made("branch.leaf-of-refused")
def _refused(tmp_path: Path) -> Made:
    script, _, _ = forked()
    script.records[0]["id"] = 7
    return case_of(script, tmp_path), {"status": "ok", "line": 5}


@made("branch.asked-earlier")
def _earlier(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    return case_of(script, tmp_path, fork), {"status": "ok", "line": 3, "last": 5}


@made("branch.later")
def _later(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    return case_of(script, tmp_path, fork), {"status": "ok", "n": 2, "at": [3, 5]}


@made("branch.asked-elsewhere")
def _elsewhere(tmp_path: Path) -> Made:
    script, fork, tip = forked()
    script.user("Take CSV instead.", parent=fork)
    return case_of(script, tmp_path, tip), {"status": "ok", "line": 5, "last": 6}


@made("branch.bookkeeping-moved-leaf")
def _moved(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    script.add("usage", parent=fork, kind="exit", provider="p", model="m")
    wanted = {"kind": "usage", "line": 6, "left_line": 5, "n": 2, "text": "JSON it is.", "at": [6, 5]}
    return case_of(script, tmp_path), {"status": "warning", "steps": ["go-back"], **wanted}


@made("branch.leaf-has-children")
def _inner(tmp_path: Path) -> Made:
    script = Script()
    script.user("Root.", id="a", parent=None)
    script.user("Child.", id="c", parent="b")
    script.user("Inner.", id="b", parent="a")
    return case_of(script, tmp_path), {"status": "warning", "n": 1, "line": 4, "at": [4, 3]}


@made("branch.other-leaf")
def _other(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    script.user("改用 CSV。", parent=fork)
    wanted = {"line": 5, "n": 2, "users": 1, "replies": 1, "fork": 3, "text": "JSON it is.", "at": [5, 3]}
    return case_of(script, tmp_path), {"status": "ok", "steps": ["go-back"], **wanted}


@made("branch.other-root")
def _other_root(tmp_path: Path) -> Made:
    script, _, _ = forked()
    script.user("From the start again.", parent=None)
    return case_of(script, tmp_path), {"status": "ok", "line": 5, "n": 4}


@made("branch.failed-leaf")
def _failed(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    script.reply(stopReason="error", errorMessage="503")
    script.reply("Now it works.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "line": 4}


@made("branch.silent-leaf")
def _silent(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    script.add("model_change", provider="p", modelId="m")
    script.user("Go on.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "line": 4}


@made("branch.more-leaves")
def _many(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    for number in range(10):
        script.user(f"Attempt {number}.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "n": 1}


@made("branch.interleaved")
def _windows(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    one = script.user("Window one: queen 3 has a yellow dot.", parent=fork)
    two = script.user("第二个窗口：风箱要换。", parent=fork)
    one = script.reply("Yellow dot.", parent=one)
    script.reply("Noted.", parent=two)
    wanted = {"n": 3, "lines": [5, 6, 7], "line": 6, "text": "Yellow dot."}
    return case_of(script, tmp_path), {
        "status": "warning",
        "lead": True,
        "steps": ["one-window", "go-back"],
        **wanted,
    }


@made("branch.jump")
def _jump(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    script.user("Take CSV instead.", parent=fork)
    wanted = {"line": 6, "parent": 3, "n": 2, "left_line": 5, "text": "JSON it is.", "at": [6, 5]}
    return case_of(script, tmp_path), {"status": "ok", "steps": ["go-back"], **wanted}


@made("branch.jump-bookkeeping")
def _jump_bookkeeping(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    script.add("model_change", parent=fork, provider="p", modelId="m")
    script.user("Take CSV instead.")
    return case_of(script, tmp_path), {"status": "ok", "kind": "model_change", "line": 6}


@made("branch.started-over")
def _over(tmp_path: Path) -> Made:
    script, _, _ = forked()
    script.user("From the start again.", parent=None)
    return case_of(script, tmp_path), {"status": "ok", "line": 6, "n": 4, "steps": ["go-back"]}


@made("branch.returned")
def _returned(tmp_path: Path) -> Made:
    script, fork, tip = forked()
    script.user("Take CSV instead.", parent=fork)
    script.user("No, JSON after all.", parent=tip)
    script.records[-1]["timestamp"] = stamp(900)
    return case_of(script, tmp_path), {"status": "ok", "line": 7}


@made("branch.retry")
def _retry(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    script.reply(stopReason="error", errorMessage="503")
    script.reply("Now it works.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "line": 5}


@made("branch.jump-over-nothing")
def _over_nothing(tmp_path: Path) -> Made:
    script, fork, _ = forked(left=False)
    script.add("model_change", provider="p", modelId="m")
    script.user("Go on.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "line": 5}


@made("branch.more-jumps")
def _more_jumps(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    for number in range(6):
        script.user(f"Left {number}.")
        fork = script.user(f"Attempt {number}.", parent=fork)
    return case_of(script, tmp_path), {"status": "ok", "n": 2}


def summarised(text: str, *said: str, **fields: Any) -> Script:
    script, fork, tip = forked()
    for words in said:
        script.user(words)
        script.reply(call("bash", "b1", command="ls"), stopReason="toolUse")
        tip = script.result("a\nb", "b1", toolName="bash")
    script.add("branch_summary", parent=fork, fromId=tip, summary=text, **fields)
    script.user("Take CSV instead.")
    return script


@made("branch.summary")
def _summary(tmp_path: Path) -> Made:
    script = summarised("## Goal\nTry JSON", "How fast is it?", details={"modifiedFiles": ["tides.json"]})
    wanted = {"line": 9, "n": 5, "users": 2, "results": 1, "files": ["tides.json"], "at": [9, 7]}
    return case_of(script, tmp_path), {"status": "ok", "steps": ["go-back"], **wanted}


@made("branch.summary-left-out")
def _left_out(tmp_path: Path) -> Made:
    script = summarised(
        "## Goal\nTry JSON",
        "Sure. Always round the times to the half hour.",
        "不要修改 legacy 目录里的价目表。",
    )
    wanted = {"n": 2, "text": "Always round the times to the half hour.", "at": [6, 9, 12]}
    return case_of(script, tmp_path), {
        "status": "warning",
        "lead": True,
        "steps": ["restate", "agents-md"],
        **wanted,
    }


@made("branch.summary-empty")
def _empty(tmp_path: Path) -> Made:
    return case_of(summarised(""), tmp_path), {"status": "warning", "n": 2, "users": 1, "line": 6}


@made("branch.summary-empty-nothing")
def _empty_nothing(tmp_path: Path) -> Made:
    script, _, _ = forked()
    script.add("branch_summary", fromId="root", summary="")
    return case_of(script, tmp_path), {"status": "ok", "line": 6}


@made("branch.summary-of-nothing")
def _of_nothing(tmp_path: Path) -> Made:
    script, _, _ = forked()
    script.add("branch_summary", fromId="gone", summary="Nothing was settled.")
    return case_of(script, tmp_path), {"status": "ok", "line": 6}


@made("branch.files-written")
def _files(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    writes(script, "tides.json", "w1")
    writes(script, "main.py", "w2", tool="edit", details={"patch": "--- main.py\n+++ main.py\n"})
    writes(script, "broken.py", "w3", isError=True)
    script.reply(call("write", "w4", path="never-ran.py"), stopReason="toolUse")
    script.user("Take CSV instead.", parent=fork)
    script.reply(call("bash", "b1", command="cat ./main.py"), stopReason="toolUse")
    wanted = {"files": ["main.py", "tides.json"], "shown": ["main.py"], "told": ["–"], "at": [7, 9]}
    return case_of(script, tmp_path), {"status": "warning", "steps": ["check-file"], **wanted}


@made("branch.files-seen-since")
def _seen(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    writes(script, "tides.json", "w1")
    script.user("Take CSV instead.", parent=fork)
    script.reply(call("read", "r1", path="/work/pots/tides.json"), stopReason="toolUse")
    return case_of(script, tmp_path), {"status": "ok", "files": ["tides.json"], "at": [9]}


def runs(script: Script, command: str, id: str, tool: str = "bash", **result: Any) -> None:
    script.reply(call(tool, id, command=command), stopReason="toolUse")
    script.result("done", id, toolName=tool, **result)


@made("branch.shell-writes")
def _shell(tmp_path: Path) -> Made:
    script, fork, _ = forked()
    runs(script, "sed -i 's/4/5/' 价目表.md && echo ok > /dev/null", "b1")  # line 7
    runs(script, "cat main.py > copy.py; git stash", "b2", isError=True)  # 9
    runs(script, "rm -f old.txt", "b3")  # 11
    runs(script, "grep -rn '>' . 2>/dev/null | tee /dev/null", "b4")
    script.reply(call("bash", "b5", command="echo x > never-ran.txt"), stopReason="toolUse")
    script.message("bashExecution", command="touch mine.txt", output="", exitCode=0, cancelled=False)  # 15
    script.user("先不改。", parent=fork)
    script.reply(call("bash", "b6", command="ls"), stopReason="toolUse")
    wanted = {
        "files": ["价目表.md", "copy.py", "old.txt", "mine.txt"],
        "gone": ["old.txt"],
        "commands": ["cat main.py > copy.py; git stash"],
        "failed": 1,
        "steps": ["check-file", "check-file", "look-at-disk"],
        "at": [7, 9, 11, 15],
    }
    return case_of(script, tmp_path), {"status": "warning", "lead": True, **wanted}


# -- other sessions of the cwd ---------------------------------------------------------------------------------------


def shared(tmp_path: Path, name: str, **fields: Any) -> Script:
    """The menu was read: lines 2 to 5, the same ids in every file."""
    script = Script(cwd=str(tmp_path), id=name, **fields)
    script.user("Read the menu.")
    script.reply(call("read", "r1", path="menu.txt"), stopReason="toolUse")
    script.result("soup 4", "r1")
    script.reply("Soup costs 4.")
    return script


def renamed(script: Script, prefix: str, keep: int = 0) -> Script:
    """Ids of its own for all entries but the first ``keep``."""
    first = {record["id"]: f"{prefix}{number:07}" for number, record in enumerate(script.records[1 + keep :])}
    for record in script.records[1:]:
        record["id"] = first.get(record["id"], record["id"])
        record["parentId"] = first.get(record["parentId"], record["parentId"])
    return script


def shift(script: Script, seconds: int, last: int = 99) -> Script:
    """Move the clocks of the last entries."""
    for number, record in enumerate(script.records[-last:]):
        record["timestamp"] = stamp(seconds + number)
    return script


def together(tmp_path: Path, own: Script, other: Script) -> Case:
    other.write(tmp_path / "other.jsonl")
    places = Places(str(tmp_path), tmp_path / "agent", Root(tmp_path, True, "--dir"), True)
    return case_of(own, tmp_path, places=places)


def fork_pair(tmp_path: Path) -> tuple[Script, Script]:
    """09-inn: the parent put pie on the menu before the child went on."""
    parent, child = shared(tmp_path, "parent"), shared(tmp_path, "child", parentSession="other.jsonl")
    parent.user("Add pie for 6.")
    writes(parent, "menu.txt", "w1", tool="edit")
    parent.reply("派已加到菜单上。")
    child.user("Instead add stew.")
    writes(child, "market.txt", "w2")
    return shift(renamed(child, "c", 4), 900, 3), renamed(parent, "p", 4)


@made("branch.family-wrote")
def _family_wrote(tmp_path: Path) -> Made:
    child, parent = fork_pair(tmp_path)
    return together(tmp_path, child, parent), {
        "status": "warning",
        "files": ["menu.txt"],
        "steps": ["check-file"],
        "at": [8],
    }


@made("branch.family")
def _family(tmp_path: Path) -> Made:
    child, parent = fork_pair(tmp_path)
    wanted = {"n": 4, "shared": 4, "users": 1, "text": "派已加到菜单上。", "steps": ["open-session"]}
    return together(tmp_path, child, parent), {"status": "ok", **wanted}


def stranger(tmp_path: Path, seconds: int) -> Script:
    script = Script(cwd=str(tmp_path), id="stranger")
    script.user("Raise the price.")
    writes(script, "./menu.txt", "w1")
    writes(script, "unrelated.txt", "w2")
    return shift(renamed(script, "x"), seconds, 5)


@made("branch.others-wrote")
def _others_wrote(tmp_path: Path) -> Made:
    own = shared(tmp_path, "own")
    own.user("What does soup cost?")
    shift(own, 900, 1)
    return together(tmp_path, own, stranger(tmp_path, 500)), {"status": "warning", "files": ["./menu.txt"]}


@made("branch.others-wrote-since")
def _others_since(tmp_path: Path) -> Made:
    return together(tmp_path, shared(tmp_path, "own"), stranger(tmp_path, 5000)), {
        "status": "ok",
        "files": ["./menu.txt"],
    }


@made("branch.others-shell")
def _others_shell(tmp_path: Path) -> Made:
    own = shared(tmp_path, "own")
    own.user("What does soup cost?")
    shift(own, 900, 1)
    other = Script(cwd=str(tmp_path), id="stranger")
    other.user("Raise the price.")
    runs(other, "sed -i s/4/5/ menu.txt; echo x > unrelated.txt; git pull", "b1")
    shift(renamed(other, "x"), 500, 3)
    wanted = {
        "files": ["menu.txt"],
        "commands": [],
        "name": "other.jsonl",
        "steps": ["check-file"],
        "at": [4],
    }
    return together(tmp_path, own, other), {"status": "warning", "lead": True, **wanted}


@made("branch.others-shell-since")
def _others_shell_since(tmp_path: Path) -> Made:
    child, parent = shared(tmp_path, "child", parentSession="other.jsonl"), shared(tmp_path, "parent")
    runs(parent, "git checkout 冬季菜单", "b1")
    shift(renamed(parent, "p", 4), 5000, 2)
    child.user("Add stew.")
    wanted = {"files": [], "commands": ["git checkout 冬季菜单"], "steps": ["look-at-disk"], "at": [7]}
    return together(tmp_path, renamed(child, "c", 4), parent), {"status": "ok", "lead": True, **wanted}


@made("branch.others-not-read")
def _not_read(tmp_path: Path) -> Made:
    for number in range(14):
        Script(cwd=str(tmp_path), id=f"n{number}").write(tmp_path / f"n{number}.jsonl")
    return together(tmp_path, shared(tmp_path, "own"), stranger(tmp_path, 1)), {
        "status": "ok",
        "n": 3,
        "read": 12,
    }


# -- tests -----------------------------------------------------------------------------------------------------------


def held(finding: Finding, wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if name == "status":
            assert finding.status == value
        elif name == "lead":
            assert finding.lead is value
        elif name == "at":
            assert [one.line for one in finding.evidence] == value
        elif name == "steps":
            assert [step.code for step in finding.next] == value
        else:
            assert finding.params[name] == value, name


def spoken(finding: Finding) -> None:
    words = words_branch.WORDS[finding.code]
    for language in LANGUAGES:
        told = [
            fill(part, finding.params, language) for part in (words[:2] if language == "en" else words[2:])
        ]
        told += [fill(STEPS[s.code][0 if language == "en" else 1], s.params, language) for s in finding.next]
        assert told[0]
        assert not any("{" in one or "!" in one for one in told)


@pytest.mark.parametrize("code", sorted(CASES))
def test_each_code_is_found_where_it_should_be(code: str, tmp_path: Path) -> None:
    case, wanted = CASES[code](tmp_path)
    found = branch.check(case)
    for finding in found:
        spoken(finding)
        assert finding.evidence
    mine = [finding for finding in found if finding.code == code]
    assert mine, [finding.code for finding in found]
    held(mine[0], {"lead": False, **wanted})


def test_every_code_with_words_has_a_case() -> None:
    assert set(words_branch.WORDS) == set(CASES)


@pytest.mark.parametrize("words", ["Glaze it blue.", "把它涂成蓝色。"])
def test_one_branch_has_nothing_to_say(tmp_path: Path, words: str) -> None:
    script = Script()
    script.user(words)
    writes(script, "plan.md", "w1")
    script.reply("Done.")
    assert [finding.code for finding in branch.check(case_of(script, tmp_path))] == ["branch.leaf"]


def test_going_back_and_forth_by_hand_is_no_second_window(tmp_path: Path) -> None:
    script, fork, tip = forked()
    other = script.user("Take CSV instead.", parent=fork)
    shift(script, 600, 1)
    script.user("No, JSON after all.", parent=tip)
    shift(script, 1200, 1)
    script.reply("Back to JSON.")
    shift(script, 1205, 1)
    assert other
    assert "branch.interleaved" not in {finding.code for finding in branch.check(case_of(script, tmp_path))}


def shell_of(script: Script, tmp_path: Path) -> list[Finding]:
    return [one for one in branch.check(case_of(script, tmp_path)) if one.code == "branch.shell-writes"]


@pytest.mark.parametrize(
    ("there", "here", "left"),
    [
        ("echo x > a.md; echo y > b.md", "cat ./a.md", ["b.md"]),
        ("echo x > 价目表.md", "head 价目表.md", None),
        ("echo x > a.md", "cat data.md a.mdx", ["a.md"]),
        ("git stash pop", "git -C . status --short", None),
        ("git stash pop", "echo status", []),
        ("touch plan.md && git stash pop", "git diff", ["plan.md"]),
        ("ls > /dev/null", "ls", None),
    ],
)
def test_what_a_command_here_showed_since_is_left_out(
    there: str, here: str, left: list[str] | None, tmp_path: Path
) -> None:
    script, fork, _ = forked()
    runs(script, there, "b1")
    script.user("Take CSV instead.", parent=fork)
    runs(script, here, "b2")
    found = shell_of(script, tmp_path)
    assert [one.params["files"] for one in found] == ([] if left is None else [left])


def test_commands_before_and_what_tool_calls_wrote_are_no_part_of_the_lead(tmp_path: Path) -> None:
    script = Script()
    script.user("We build a tide table.")
    runs(script, "echo x > before.md", "b0")
    fork = script.reply("Understood.")
    writes(script, "tides.json", "w1")
    runs(script, "sed -i s/a/b/ tides.json; echo x >> more.json", "b1")
    script.user("Take CSV instead.", parent=fork)
    script.reply(call("read", "r1", path="elsewhere.md"), stopReason="toolUse")
    (found,) = shell_of(script, tmp_path)
    assert found.params["files"] == ["more.json"]
    assert "branch.files-written" in {one.code for one in branch.check(case_of(script, tmp_path))}


@pytest.mark.parametrize(
    ("command", "detail"),
    [("mkdir -p build", True), ("ls > /tmp/out.txt", True), ("ls > /tmp/out.txt; touch a.md", False)],
)
def test_folders_and_passing_files_ask_for_nothing(command: str, detail: bool, tmp_path: Path) -> None:
    script, fork, _ = forked()
    runs(script, command, "b1")
    script.user("Take CSV instead.", parent=fork)
    (found,) = shell_of(script, tmp_path)
    assert found.detail_only is detail


def test_commands_of_a_script_and_of_powershell(tmp_path: Path) -> None:
    script, fork, _ = forked()
    nested = {
        "calls": [
            {"id": "c/1", "name": "bash", "arguments": {"command": "echo x > a.md"}, "status": "ok"},
            {"id": "c/2", "name": "write", "arguments": {"path": "b.md"}, "status": "ok"},
            {"id": "c/3", "name": "write", "arguments": {"path": "c.md"}, "status": "error"},
        ],
        "complete": True,
    }
    script.reply(call("codemode", "c", code="…"), stopReason="toolUse")
    script.result("done", "c", toolName="codemode", nestedCalls=nested)
    runs(script, "Set-Content .\\记录.txt '一'", "p", tool="powershell")
    script.user("Take CSV instead.", parent=fork)
    found = {
        one.code: one.params["files"]
        for one in branch.check(case_of(script, tmp_path))
        if "files" in one.params
    }
    assert found == {"branch.files-written": ["b.md"], "branch.shell-writes": ["a.md", ".\\记录.txt"]}


def test_an_empty_session_has_no_branch(tmp_path: Path) -> None:
    assert branch.check(case_of(Script(), tmp_path)) == []


def test_ten_thousand_entries_on_many_branches_are_quick(tmp_path: Path) -> None:
    script, fork, _ = forked()
    for number in range(2_000):
        script.user(f"Attempt {number}.", parent=fork if number % 3 else None)
    case = case_of(script, tmp_path)
    found = branch.check(case)
    assert len([finding for finding in found if not finding.detail_only]) < 20


def test_other_files_are_left_as_they_were(tmp_path: Path) -> None:
    child, parent = fork_pair(tmp_path)
    case = together(tmp_path, child, parent)
    os.utime(tmp_path / "other.jsonl", (START.timestamp() + 9_000,) * 2)
    before = (tmp_path / "other.jsonl").read_bytes(), (tmp_path / "other.jsonl").stat().st_mtime_ns
    branch.check(case)
    assert ((tmp_path / "other.jsonl").read_bytes(), (tmp_path / "other.jsonl").stat().st_mtime_ns) == before
