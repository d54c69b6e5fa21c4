"""The memory stage: prompt history, memory and retrieval tool calls, and the hook for what lies outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis import memory
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.memory import check
from inspector.diagnosis.memory_calls import is_memory_tool
from inspector.diagnosis.words import LANGUAGES, fill
from inspector.diagnosis.words_common import STEPS as COMMON
from inspector.diagnosis.words_memory import STEPS, WORDS
from inspector.session.load import open_session
from tests.builders import Script, call
from tests.conftest import SHARED

AGENTS = '<project_context>\n<project_instructions path="/work/pots/AGENTS.md">\nx\n</project_instructions>\n</project_context>'


def system(script: Script, content: str = "", **fields: Any) -> str:
    return script.message("system", content=content, **fields)


def run(script: Script, tmp_path: Path) -> list[Finding]:
    session = open_session(script.write(tmp_path / "s.jsonl"))
    findings = check(Case(session, session.tree.active_leaf))
    for finding in findings:
        for language in LANGUAGES:
            words = WORDS[finding.code]
            for template in words[:2] if language == "en" else words[2:]:
                fill(template, finding.params, language)
            for step in finding.next:
                fill(getattr(STEPS.get(step.code) or COMMON[step.code], language), step.params, language)
    return findings


def one(findings: list[Finding], code: str) -> Finding:
    found = [finding for finding in findings if finding.code == f"memory.{code}"]
    assert found, f"{code} not in {[finding.code for finding in findings]}"
    return found[0]


def lines(finding: Finding) -> list[int | None]:
    return [evidence.line for evidence in finding.evidence]


def asked(tool: str, answer: str, *, error: bool = False, **arguments: Any) -> Script:
    script = Script()
    script.user("What do you remember?")
    script.reply(call(tool, **arguments))
    script.result(answer, toolName=tool, isError=error)
    script.reply("Well.")
    return script


def test_prompt_not_recorded_and_not_looked_at(tmp_path: Path) -> None:
    script = Script()
    script.user("Hello.")
    findings = run(script, tmp_path)
    assert [(finding.code, finding.status, finding.detail_only) for finding in findings] == [
        ("memory.prompt-not-recorded", "ok", True),
        ("memory.not-looked-at", "unknown", True),
    ]


def test_prompt_in_force(tmp_path: Path) -> None:
    script = Script()
    system(script, "Base.", sections={"rules": "r", "cwd": "/x"}, toolsAdded=[{"name": "read"}])
    script.user("你好。")
    finding = one(run(script, tmp_path), "prompt")
    assert (finding.params["sections"], finding.params["tools"]) == (["rules", "cwd"], ["read"])
    assert lines(finding) == [2]


def test_prompt_lost_in_a_compaction(tmp_path: Path) -> None:
    script = Script()
    system(script, "Base.")
    keep = script.user("Hello.")
    script.add("compaction", summary="s", firstKeptEntryId=keep)
    assert one(run(script, tmp_path), "prompt-none").status == "unknown"


def test_section_and_tools_taken_away(tmp_path: Path) -> None:
    script = Script()
    system(
        script,
        sections={"rules": "不要改 legacy", "skills": "a"},
        toolsAdded=[{"name": "read"}, {"name": "write"}],
    )
    script.user("Go.")
    system(script, sections={"rules": None, "skills": None}, toolsRemoved=[{"name": "write"}])
    system(script, sections={"skills": "b"})
    findings = run(script, tmp_path)
    section, tools = one(findings, "section-removed"), one(findings, "tools-removed")
    assert (section.params["name"], section.status, lines(section)) == ("rules", "warning", [2, 4])
    assert tools.params["tools"] == ["write"] and lines(tools) == [4] and tools.status == "ok"
    assert len([finding for finding in findings if finding.code == "memory.section-removed"]) == 1


def test_tools_removed_as_declarations(tmp_path: Path) -> None:
    script = Script()
    system(script, toolsAdded=[{"name": "read"}])
    system(script, toolsRemoved=[{"name": "read"}])
    assert one(run(script, tmp_path), "tools-removed").params["n"] == 1


@pytest.mark.parametrize("back", [True, False])
def test_context_file_gone(back: bool, tmp_path: Path) -> None:
    script = Script()
    system(script, sections={"project_context": AGENTS})
    script.user("Go.")
    system(script, sections={"project_context": AGENTS.replace("/pots/", "/mill/")})
    if back:
        system(script, sections={"project_context": AGENTS})
    findings = run(script, tmp_path)
    gone = [finding for finding in findings if finding.code == "memory.context-file-gone"]
    assert [finding.params["name"] for finding in gone] == [f"/work/{'mill' if back else 'pots'}/AGENTS.md"]
    assert lines(gone[0]) == ([4, 5] if back else [2, 4])


@pytest.mark.parametrize(
    ("tool", "answer", "arguments"),
    [
        ("memory_search", "door code: 4471", {"query": "door code"}),
        ("session_search", "2 sessions: kiln, harbour", {"query": "kiln"}),
        ("knowledge_search", "茶码项目：会员九折", {"query": "会员折扣"}),
        ("mcp__memory__search_nodes", '{"entities":[{"name":"kiln"}]}', {"query": "kiln"}),
    ],
)
def test_retrievals(tool: str, answer: str, arguments: dict[str, str], tmp_path: Path) -> None:
    finding = one(run(asked(tool, answer, **arguments), tmp_path), "retrievals")
    assert (finding.params["tool"], finding.params["query"], finding.params["answer"]) == (
        tool,
        arguments["query"],
        answer,
    )
    assert (finding.params["line"], finding.params["result_line"], lines(finding)) == (3, 4, [4])
    assert not finding.detail_only


@pytest.mark.parametrize(
    "answer", ["No results found.", "[]", "", '{"results": []}', "没有找到相关记忆。", "No memories matched."]
)
def test_found_nothing(answer: str, tmp_path: Path) -> None:
    finding = one(run(asked("memory_search", answer, query="门禁密码"), tmp_path), "found-nothing")
    assert (finding.status, finding.lead, lines(finding)) == ("warning", True, [3, 4])


def test_failures(tmp_path: Path) -> None:
    finding = one(
        run(asked("memory_search", "database is locked", error=True, query="x"), tmp_path), "retrieval-failed"
    )
    assert (finding.status, finding.lead) == ("warning", False)
    assert (
        one(run(asked("memory_add", "disk full", error=True, content="x"), tmp_path), "write-failed").lead
        is False
    )
    script = asked("memory_search", "locked", error=True, query="x")
    script.reply(call("memory_search", "call_2", query="x"))
    script.result("door 4", "call_2", toolName="memory_search")
    assert "memory.retrieval-failed" not in {finding.code for finding in run(script, tmp_path)}


def test_writes(tmp_path: Path) -> None:
    finding = one(run(asked("memory", "saved", action="add", content="不要改 legacy"), tmp_path), "writes")
    assert finding.params["query"] == "不要改 legacy"


def test_call_without_answer(tmp_path: Path) -> None:
    script = Script()
    script.user("Search.")
    script.reply(call("memory_search", query="kiln"))
    finding = one(run(script, tmp_path), "unanswered")
    assert finding.lead and lines(finding) == [3]


def test_nested_calls_of_a_script(tmp_path: Path) -> None:
    script = Script()
    script.user("Search.")
    script.reply(call("run"))
    nested = [{"toolName": "memory_search", "arguments": {"query": "kiln"}}, {"toolName": "read"}, 7]
    script.result("done", toolName="run", nestedCalls=nested)
    assert one(run(script, tmp_path), "retrievals").params["query"] == "kiln"


def test_answers_that_a_compaction_dropped(tmp_path: Path) -> None:
    script = asked("memory_search", "door 4", query="door")
    script.add("compaction", summary="s", firstKeptEntryId=script.user("Next."))
    finding = one(run(script, tmp_path), "answers-dropped")
    assert finding.detail_only and lines(finding) == [4]


def test_names_of_tools() -> None:
    names = (
        "memory",
        "memory_set",
        "session_search",
        "knowledge_search",
        "mcp__github__list",
        "notes_search",
        "user_memory",
    )
    assert all(map(is_memory_tool, names))
    assert not any(map(is_memory_tool, ("read", "bash", "web_search", "websearch", "grep", "memorandum x")))


def test_sources_are_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Store:
        name = "memory stores"

        def look(self, case: Case) -> list[Finding]:
            return [Finding("memory.not-looked-at", "ok", {"file": str(case.session.path)})]

    monkeypatch.setattr(memory, "SOURCES", (Store(),))
    script = Script()
    script.user("Hello.")
    assert run(script, tmp_path)[-1].params["file"].endswith("s.jsonl")


def test_odd_shapes_do_not_raise(tmp_path: Path) -> None:
    script = Script()
    system(script, sections=["a", None], toolsAdded=[None, 7], toolsRemoved={"x": 1})
    system(script, content=7)  # type: ignore[arg-type]
    script.reply(call("memory_search"), {"type": "toolCall", "name": None, "id": None, "arguments": None})
    script.message("toolResult", toolCallId="call_1", toolName="memory_search", content=None)
    script.message("toolResult", toolCallId=None, toolName="memory", content="text", nestedCalls={"a": 1})
    run(script, tmp_path)


@pytest.mark.parametrize(
    ("place", "code", "wanted"),
    [
        ("cases/83-prompt-sections-patched-away.jsonl", "section-removed", [2, 5]),
        ("corpus/_pi16/21-mill-imported.jsonl", "context-file-gone", [4, 11]),
    ],
)
def test_shared_sessions(place: str, code: str, wanted: list[int]) -> None:
    path = SHARED / place
    if not path.exists():
        pytest.skip("the shared corpus is not here")
    session = open_session(path)
    assert lines(one(check(Case(session, session.tree.active_leaf)), code)) == wanted


def test_every_code_is_emitted_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert not [code for code in WORDS if code.split(".", 1)[1] not in source]
