"""The phrase asked for in words: what to say again, the gap it came back from, and the stage that says what was lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis.answer import steps, trace_json, verdict
from inspector.diagnosis.case import Case
from inspector.diagnosis.doctor import Diagnosis, diagnose
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words_again import words_again
from inspector.session import open_session
from tests.builders import Script, call


def asked(script: Script, folder: Path, phrase: str, at: str = "") -> Diagnosis:
    session = open_session(script.write(folder / "a.jsonl"))
    row = session.find_row(at) if at else session.tree.active_leaf
    return diagnose(Case(session, row, trace=trace(session, Needle(phrase), row)))


def told(diagnosis: Diagnosis) -> dict[str, Finding]:
    found = [one for report in diagnosis.stages for one in report.findings if ".phrase-" in one.code]
    for one in found:
        stage = next(report for report in diagnosis.stages if one in report.findings)
        assert stage.status == one.status and stage.findings[0] is one
    return {one.code: one for one in found}


def compact(script: Script, summary: str, kept: str, **fields: Any) -> str:
    return script.add("compaction", summary=summary, firstKeptEntryId=kept, tokensBefore=5000, **fields)


def lines(finding: Finding) -> list[int | None]:
    return [one.line for one in finding.evidence]


def gap(folder: Path) -> Diagnosis:
    script = Script()
    script.user("Never touch the legacy folder.")
    script.reply("Right.")
    compact(script, "A discount.", script.user("Go on."))
    script.reply(call("write", "c1", path="legacy/a.py", content="x"), stopReason="toolUse")
    script.result("ok", "c1", toolName="write")
    script.reply("Changed.")
    script.user("I said: never touch the legacy folder!")
    script.reply("Sorry.")
    return asked(script, folder, "touch the legacy folder")


def test_gap_names_its_gate_its_files_and_a_place_inside(tmp_path: Path) -> None:
    diagnosis = gap(tmp_path)
    asked_for = diagnosis.case.trace
    assert asked_for is not None
    answer = verdict(asked_for)
    assert answer.code == "trace.visible-gap"
    assert "L5, a compaction, took it away, and 2 replies did not have it until L9." in answer.text()
    assert "Files were changed in between: legacy/a.py (L7)." in answer.text()
    assert "L5（压缩）" in answer.text("zh") and "其间改动了文件：legacy/a.py (L7)。" in answer.text("zh")
    todo = {step.code: step.params for step in steps(asked_for)}
    assert todo["show-context"]["entry"] == diagnosis.case.session.entry_name(6)
    assert todo["compact-with"]["text"] == "Never touch the legacy folder."
    found = told(diagnosis)
    assert list(found) == ["compaction.phrase-gap"] and lines(found["compaction.phrase-gap"]) == [5, 9]


def test_gap_by_an_edit_is_told_by_the_source(tmp_path: Path) -> None:
    script = Script()
    key = script.user("Key is JADE-3.")
    script.reply("ok")
    script.add("context_edit", targetId=key, replacement="Key is [gone].")
    script.user("next")
    script.reply("?")
    script.user("I said JADE-3 already!")
    script.reply("sorry")
    diagnosis = asked(script, tmp_path, "JADE-3")
    found = told(diagnosis)
    assert list(found) == ["source.phrase-gap"] and lines(found["source.phrase-gap"]) == [4, 7]
    assert diagnosis.case.trace is not None and words_again(diagnosis.case.trace) == "Key is JADE-3."


def test_gap_by_a_change_of_model_says_nobody_said_it(tmp_path: Path) -> None:
    script = Script()
    script.user("Hi")
    thought = {"type": "thinking", "thinking": "The vault number is ZEBRA-11.", "thinkingSignature": "s"}
    script.reply(thought, "Hello.")
    script.add("model_change", provider="openai", modelId="m2")
    script.user("Next")
    script.reply("Hm.", provider="openai", model="m2", api="openai-responses")
    script.add("model_change", provider="anthropic", modelId="claude-sonnet-4-5")
    script.user("back")
    script.reply("Back.")
    asked_for = asked(script, tmp_path, "ZEBRA-11").case.trace
    assert asked_for is not None
    answer = verdict(asked_for)
    assert answer.code == "trace.visible-gap-model"
    assert (
        "the model that thought it answers again" in answer.text() and "said or brought" not in answer.text()
    )
    assert "没有人把它说出来过" in answer.text("zh")


def lost_at_compaction(script: Script) -> tuple[str, str, list[int]]:
    script.user("The valve is 19 mm.")
    script.reply("Noted.")
    compact(script, "Pipes.", script.user("Go on."))
    script.reply("Yes.")
    return "19 mm", "compaction.phrase-lost", [2, 5]


def lost_at_branch(script: Script) -> tuple[str, str, list[int]]:
    root = script.user("Start.")
    script.user("The valve is 19 mm.")
    script.user("Again.", parent=root)
    return "19 mm", "branch.phrase-lost", [3]


def lost_at_source(script: Script) -> tuple[str, str, list[int]]:
    root = script.user("Start.")
    script.add("label", targetId=root, label="pricing-settled")
    script.user("Go on.")
    return "pricing-settled", "source.phrase-lost", [3]


def lost_at_storage(script: Script) -> tuple[str, str, list[int]]:
    script.user("The valve is 19 mm.")
    script.user("Go on.", parent="nowhere")
    return "19 mm", "storage.phrase-lost", [2]


@pytest.mark.parametrize("make", [lost_at_compaction, lost_at_branch, lost_at_source, lost_at_storage])
def test_the_stage_says_what_was_lost(make: Any, tmp_path: Path) -> None:
    script = Script()
    phrase, code, where = make(script)
    found = told(asked(script, tmp_path, phrase))
    assert list(found) == [code] and found[code].status == "lost" and lines(found[code]) == where


def test_said_later_is_not_said_yet(tmp_path: Path) -> None:
    script = Script()
    first = script.user("Start.")
    script.user("The valve is 19 mm.")
    assert list(told(asked(script, tmp_path, "19 mm", first))) == ["source.phrase-later"]


def test_compaction_with_a_bad_boundary_or_without_its_summary(tmp_path: Path) -> None:
    script = Script()
    root = script.user("Root.")
    other = script.user("Oxide.")
    script.user("Which?", parent=root)
    script.reply("Stain used.")
    cut = compact(script, "They talk of stain.", other)
    script.user("Why?")
    diagnosis = asked(script, tmp_path, "stain used")
    text = diagnosis.verdict.text()
    assert f"the entry from which it says that it keeps ({other}) is not on this path" in text
    assert "Its summary, which is sent, still has a part of it: stain." in text
    assert "stain" in diagnosis.verdict.text("zh") and "截断点有问题" in diagnosis.verdict.text("zh")
    script.add("context_edit", targetId=cut, replacement=None)
    text = asked(script, tmp_path, "stain used").verdict.text()
    assert "itself left out, by the context edit at L8" in text and "still has" not in text


SAID = [
    # The user's own first saying, not what was made of it.
    (["u:Valve size is 19 mm.", "a:19 mm, noted."], "19 mm", "Valve size is 19 mm."),
    (["u:Is it 19 mm?", "u:Valve size is 19 mm."], "19 mm", "Valve size is 19 mm."),
    (
        ["u:Do not dig below 31 m: a spring.", "a:Not below 31 m."],
        "not below 31 m",
        "Do not dig below 31 m: a spring.",
    ),
    (
        ["u:先看源码。重要：不要修改 legacy 目录。", "u:以后记住：不要修改 legacy 目录。"],
        "修改 legacy 目录",
        "重要：不要修改 legacy 目录。",
    ),
    (["u:Read it.", "a:The code is OTTER-4."], "OTTER-4", "The code is OTTER-4."),
    # Material is nothing to be said again.
    (["u:Look.", "t:AGENTS.md main.py import json print(1)"], "import json", "import json"),
    (["u:Look.", 'a:{"stamp": 1278, "valve": "dry"}'], "1278", "1278"),
]


@pytest.mark.parametrize(("said", "phrase", "wanted"), SAID)
def test_words_to_say_again(said: list[str], phrase: str, wanted: str, tmp_path: Path) -> None:
    script = Script()
    for one in said:
        {"u": script.user, "a": script.reply, "t": script.result}[one[0]](one[2:])
    asked_for = asked(script, tmp_path, phrase).case.trace
    assert asked_for is not None and words_again(asked_for) == wanted


def test_no_clause_about_no_replies_and_no_place_twice(tmp_path: Path) -> None:
    script = Script()
    script.user("The valve is 19 mm.")
    script.reply("Noted.")
    compact(script, "Pipes.", script.user("Go on."))
    answer = trace_json(asked(script, tmp_path, "19 mm").case.trace)  # type: ignore[arg-type]
    assert (
        "The last reply that had it was L3." in answer["explanation"]
        and "0 replies" not in answer["explanation"]
    )
    system = {"role": "system", "sections": {"rules": "Valves are 21 mm."}}
    script.message("system", content="", sections={"rules": "Valves are 21 mm."})
    compact(script, "Valves are 21 mm.", script.user("Go on."), systemMessage=system)
    via = trace_json(asked(script, tmp_path, "21 mm").case.trace)["via"]  # type: ignore[arg-type]
    assert len(via) == len(set(via)) > 0
