"""The compaction stage: small made-up sessions with right findings, in English and Chinese, and the shared corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.diagnosis.case import Case
from inspector.diagnosis.compaction import check
from inspector.diagnosis.compaction_boundaries import boundaries
from inspector.diagnosis.compaction_constraints import lost_statements, rules_across
from inspector.diagnosis.compaction_statements import statements
from inspector.diagnosis.compaction_summary import read_summary
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.terms import salient, terms
from inspector.diagnosis.words import LANGUAGES, fill
from inspector.diagnosis.words_common import STEPS as COMMON
from inspector.diagnosis.words_compaction import STEPS, WORDS
from inspector.session.load import open_session
from tests.builders import Script, call
from tests.conftest import SHARED

WHOLE = (
    "## Goal\nBuild.\n\n## Constraints & Preferences\n- {rules}\n\n## Progress\n### Done\n- [x] start\n\n"
    "## Key Decisions\n- {decision}\n\n## Next Steps\n1. go on\n\n## Critical Context\n- see src/a.py\n"
)


def compact(script: Script, summary: str, kept: str | None, **fields: Any) -> str:
    """A compaction entry; ``kept`` None leaves the kept id out."""
    named = {} if kept is None else {"firstKeptEntryId": kept}
    return script.add("compaction", summary=summary, tokensBefore=9_000, **named, **fields)


def system(script: Script, content: str, **fields: Any) -> str:
    return script.message("system", content=content, **fields)


def run(
    script: Script, tmp_path: Path, at: str | None = None, workspace: Path | None = None
) -> list[Finding]:
    session = open_session(script.write(tmp_path / "s.jsonl"))
    row = session.tree.active_leaf if at is None else session.find_row(at)
    return check(Case(session, row, workspace=workspace))


def one(findings: list[Finding], code: str) -> Finding:
    found = [finding for finding in findings if finding.code == f"compaction.{code}"]
    assert found, f"{code} not in {[finding.code for finding in findings]}"
    return found[0]


def lines(finding: Finding) -> list[int | None]:
    return [evidence.line for evidence in finding.evidence]


def talk(first: str, summary: str, *behind: str, kept: str = "and now the second part") -> Script:
    """A first message and reply that are dropped, a kept pair, the compaction, and what was said behind it."""
    script = Script()
    script.user(first)
    script.reply("Understood.")
    keep = script.user(kept)
    script.reply("Done with that.")
    compact(script, summary, keep)
    for words in behind:
        script.user(words)
        script.reply("Fine.")
    return script


RULES = [
    ("Never push to the main branch.", "## Goal\nShip it.\n## Next Steps\n1. test\n"),
    ("Please don't touch the vendor folder.", "Work on the parser."),
    ("You must ask before deleting a table.", "The schema was drawn."),
    ("Answer only in Dutch.", "The user asked about prices."),
    ("Always round to half hours.", "Tides were read."),
    ("重要：不要修改 legacy 目录。", "## Goal\n加会员折扣\n## Next Steps\n1. 价格表\n"),
    ("金额必须保留两位小数。", "正在改价格表。"),
    ("回答只能用中文。", "已经看过源码。"),
    ("禁止直接访问生产数据库。", "已经写好查询。"),
    ("Ship it to the shop (never to the warehouse).", "Work."),
    ("The report must not name a client.", "Work."),
    ("Staging is no longer allowed as a target.", "Work."),
    ("别动配置文件 app.toml。", "接口已经写好。"),
    ("記住：不得刪除備份檔。", "介面已經寫好。"),
]


@pytest.mark.parametrize(("rule", "summary"), RULES)
def test_lost_rule(rule: str, summary: str, tmp_path: Path) -> None:
    finding = one(run(talk(rule, summary, "Go on."), tmp_path), "dropped-constraint")
    assert (finding.status, finding.lead) == ("warning", True)
    assert (finding.params["text"], finding.params["line"]) == (rule, 2)
    assert lines(finding) == [2, 6]
    assert [step.code for step in finding.next] == ["restate", "agents-md", "go-back", "compacts-again-maybe"]


KEPT = [
    ("Never push to the main branch.", "Constraints: no pushes to branch main."),
    ("Answer only in Dutch.", "User wants Dutch answers."),
    ("不要修改 legacy 目录。", "用户要求 legacy 目录保持原样。"),
    ("Do not dig below 31 m: the spring starts there.", "- not below 31 m"),
    ("It never worked before.", "Nothing."),
    ("The tests don't pass here.", "Nothing."),
    ("Why must we never use it?", "Nothing."),
    ("特别的识别问题，要不要改？", "没有。"),
    ("There is only one file.", "Nothing."),
    ("```\nnever do this\n```", "Nothing."),
    ("Look it up in the old log if you need to (don't read the full file!).", "Nothing."),
    ("This plan must be written in such a way that a new session can pick it up.", "Nothing."),
    ("Here is the log:\nWARN: field must not be null\nERROR: never reached\nPlease fix.", "Nothing."),
    (
        "The session file is append-only. Themes no longer crash. It crashed, that should never happen.",
        "Nothing.",
    ),
]


@pytest.mark.parametrize(("said", "summary"), KEPT)
def test_no_lost_rule(said: str, summary: str, tmp_path: Path) -> None:
    codes = {finding.code for finding in run(talk(said, summary, "Go on."), tmp_path)}
    assert not [code for code in codes if "constraint" in code or "fact" in code]


def test_rule_in_checkpoint_or_kept_range_is_there(tmp_path: Path) -> None:
    script = Script()
    system(script, "", sections={"rules": "Never push to the main branch."})
    script.user("Never push to the main branch.")
    script.reply("Right.")
    keep = script.user("Go on.")
    script.reply("Going.")
    compact(
        script,
        "Work.",
        keep,
        systemMessage={"role": "system", "sections": {"rules": "Never push to the main branch."}},
    )
    assert "compaction.dropped-constraint" not in {finding.code for finding in run(script, tmp_path)}


def test_rule_said_again(tmp_path: Path) -> None:
    script = talk(
        "不要修改 legacy 目录。", "加折扣。", "价格表也要改。", "改回去。以后记住：不要修改 legacy 目录。"
    )
    finding = one(run(script, tmp_path), "restated-constraint")
    assert (finding.params["again"], finding.params["replies"]) == (9, 1)
    assert lines(finding) == [2, 6, 9]


def test_files_changed_while_a_rule_was_gone(tmp_path: Path) -> None:
    script = talk("Never change the legacy folder.", "A discount.")
    script.user("Fix the price.")
    script.reply(call("write", "c1", path="legacy/price.py", content="x"), stopReason="toolUse")
    script.result("ok", "c1", toolName="write")
    script.user("Never change the legacy folder.")
    finding = one(run(script, tmp_path), "changed-without")
    assert finding.lead and lines(finding) == [9]
    assert (finding.params["n"], finding.params["files"]) == (1, ["legacy/price.py (L9)"])
    assert finding.params["text"] == "Never change the legacy folder."


def test_no_words_about_no_share(tmp_path: Path) -> None:
    script = Script()
    for number in range(40):
        script.user("many words " * 40 + str(number))
        script.reply("more words " * 40)
    script.reply(call("ls", "c1"), stopReason="toolUse")
    script.result("a", "c1", toolName="ls")
    assert "compaction.result-share" not in {finding.code for finding in run(script, tmp_path)}


def test_later_summary_lost_rule_and_fact(tmp_path: Path) -> None:
    script = Script()
    script.user("The gate word is MARROW-PIPE. Never open a sealed crate.")
    script.reply("Noted.")
    keep = script.user("Read the quay.")
    script.reply("Read.")
    compact(script, "gate word MARROW-PIPE, never open a sealed crate", keep)
    script.user("Next quay.")
    script.reply("Read too.")
    keep = script.user("Total?")
    script.reply("7913.")
    compact(script, "Tallies only.", keep)
    findings = run(script, tmp_path)
    rule, fact = one(findings, "dropped-constraint-again"), one(findings, "dropped-fact-again")
    assert lines(rule) == lines(fact) == [2, 6, 11]
    assert "MARROW-PIPE" in fact.params["text"]
    assert one(findings, "boundary-repeated").params["line"] == 11


def test_lost_fact_and_more(tmp_path: Path) -> None:
    said = "\n".join(f"The code of door {n} is KEY-{n}0." for n in range(6))
    findings = run(talk(said, "Doors.", "Go on."), tmp_path)
    assert one(findings, "dropped-fact").params["text"].startswith("The code of door")
    assert one(findings, "more-facts").params["n"] == 3
    rules = "\n".join(
        f"Never open door {word} before noon." for word in ("red", "blue", "green", "grey", "black")
    )
    assert one(run(talk(rules, "Doors.", "Go on."), tmp_path), "more-constraints").params["n"] >= 1


def test_old_messages_are_counted_when_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.diagnosis.compaction_constraints.MESSAGES", 1)
    script = Script()
    for words in ("one", "two", "three"):
        script.user(words)
        script.reply("ok")
    compact(script, "Counting.", script.user("four"))
    assert one(run(script, tmp_path), "not-all-read").params["unread"] == 2


def test_siblings(tmp_path: Path) -> None:
    for second, code in (("not below 31 m", "sibling-differs"), ("Nothing at all.", "sibling")):
        script = Script()
        script.user("Do not dig below 31 m.")
        script.reply("Not below.")
        keep = script.user("Second shaft.")
        fork = script.reply("Wet.")
        compact(script, "Find water.", keep)
        script.user("How deep?")
        lacking = script.reply("As deep as needed.")
        script.leaf = fork
        compact(script, second, keep)
        script.user("Again.")
        finding = one(run(script, tmp_path), code)
        assert finding.status == "ok" and set(lines(finding)) >= {6, 9}
        if code == "sibling-differs":
            assert finding.lead and finding.params["has"] == "e0000008"
            other = one(run(script, tmp_path, lacking), code)
            assert other.status == "warning" and other.params["lacks"] == "e0000005"


def test_boundary_numbers(tmp_path: Path) -> None:
    finding = one(run(talk("Hello.", "Greeting.", "Go on."), tmp_path), "boundary")
    wanted = {
        "kept": 2,
        "dropped": 2,
        "tokens_before": 9_000,
        "before": 100,
        "before_line": 5,
        "after": 100,
        "after_line": 8,
    }
    assert {key: finding.params[key] for key in wanted} == wanted
    assert lines(finding) == [6, 5, 8]


def test_none_and_elsewhere(tmp_path: Path) -> None:
    script = Script()
    root = script.user("Hello.")
    script.reply("Hi.")
    assert one(run(script, tmp_path), "none").detail_only
    compact(script, "x", root)
    script.leaf = root
    script.reply("Other.")
    assert one(run(script, tmp_path), "elsewhere").params["n"] == 1


def kept_ids() -> dict[str, Callable[[Script, str, str], str]]:
    return {
        "keeps-nothing": lambda s, side, _: s.add("compaction", id="cc", summary="s", firstKeptEntryId="cc"),
        "bad-kept-id": lambda s, side, _: compact(s, "s", side),
        "kept-id-missing": lambda s, side, _: compact(s, "s", "gone"),
        "no-kept-id": lambda s, side, _: compact(s, "s", None),
        "retained-tail": lambda s, side, _: compact(
            s, "s", None, retainedTail=[{"role": "user", "content": "x"}]
        ),
    }


@pytest.mark.parametrize("code", list(kept_ids()))
def test_kept_ids(code: str, tmp_path: Path) -> None:
    script = Script()
    root = script.user("Root.")
    side = script.user("Left.")
    script.leaf = root
    script.reply("Right.")
    kept_ids()[code](script, side, root)
    script.user("Why?")
    findings = run(script, tmp_path)
    finding = one(findings, code)
    assert finding.status == ("ok" if code == "keeps-nothing" else "warning") and not finding.lead
    assert lines(finding)[0] == 5 and finding.params["dropped"] == 2


@pytest.mark.parametrize(
    ("code", "checkpoint", "content", "sections", "back"),
    [
        ("checkpoint", True, "House rule.", {}, False),
        ("checkpoint-missing", False, "House rule.", {"rules": "x"}, True),
        ("checkpoint-sections", False, "", {"rules": "x"}, False),
        ("checkpoint-returned", False, "", {"rules": "x"}, True),
    ],
)
def test_checkpoints(
    code: str, checkpoint: bool, content: str, sections: dict[str, str], back: bool, tmp_path: Path
) -> None:
    script = Script()
    system(script, content, sections=sections)
    keep = script.user("Price?")
    script.reply("42.")
    fields = {"systemMessage": {"role": "system", "content": content}} if checkpoint else {}
    compact(script, "Prices.", keep, **fields)
    if back:
        system(script, "", sections=sections)
    script.user("And?")
    finding = one(run(script, tmp_path), code)
    assert finding.status == ("warning" if code in ("checkpoint-missing", "checkpoint-sections") else "ok")
    assert lines(finding)[0] == 5


def test_no_word_of_checkpoints_without_system_messages(tmp_path: Path) -> None:
    codes = [finding.code for finding in run(talk("Hello.", "Greeting."), tmp_path)]
    assert not [code for code in codes if "checkpoint" in code]


@pytest.mark.parametrize("code", ["split-turn", "split-turn-whole", "split-turn-missing"])
def test_split_turns(code: str, tmp_path: Path) -> None:
    script = Script()
    script.user("Total the logs.")
    script.reply("First.", call(path="a"))
    script.result("1")
    keep = (
        script.user("x") if code == "split-turn-whole" else script.reply("Second.", call(id="c2", path="b"))
    )
    script.result("2", id="c2")
    part = "\n\n---\n\n**Turn Context (split turn):**\n\n## Original Request\nTotal.\n\n## Progress So Far\n- 1\n"
    compact(script, "## Goal\nTotal." + ("" if code == "split-turn-missing" else part), keep)
    script.reply("Third.")
    finding = one(run(script, tmp_path), code)
    if code == "split-turn-missing":
        assert finding.lead and lines(finding) == [7, 5, 2]
    else:
        assert finding.params["missing"] == ["Context Needed to Continue"]


def test_automatic_compaction_compacts_again(tmp_path: Path) -> None:
    script = Script()
    script.user("Never count kiln 4.")
    script.reply("Ready.")
    script.user("Total the logs.")
    keep = script.reply("Reading.", call(path="a"))
    script.result("1")
    compact(script, "Total the logs.", keep)
    script.reply("361.")
    finding = one(run(script, tmp_path), "dropped-constraint")
    assert finding.next[-1].code == "compacts-again-auto"


def test_unsent_message(tmp_path: Path) -> None:
    script = Script()
    script.user("Hello.")
    script.reply("Hi.")
    script.user("A very long message.")
    script.reply("", stopReason="error")
    script.add("compaction", id="cc", summary="s", firstKeptEntryId="cc")
    finding = one(run(script, tmp_path), "unsent-summarised")
    assert finding.params["text"] == "A very long message." and lines(finding) == [4, 6]


@pytest.mark.parametrize(
    ("code", "summary", "lead"),
    [
        ("summary-empty", "  ", False),
        ("summary-refuses", "There is no conversation to summarize.", True),
        ("summary-refuses", "没有可总结的对话。", True),
    ],
)
def test_worthless_summaries(code: str, summary: str, lead: bool, tmp_path: Path) -> None:
    finding = one(run(talk("Hello.", summary, "Go on."), tmp_path), code)
    assert (finding.status, finding.lead, lines(finding)) == ("warning", lead, [6])


def test_omitted_summary(tmp_path: Path) -> None:
    script = talk("The word is GANNET.", "The word is GANNET.")
    script.add("context_edit", targetId="e0000005", replacement=None)
    findings = run(script, tmp_path)
    assert lines(one(findings, "summary-omitted")) == [7, 6]
    assert "GANNET" in one(findings, "dropped-fact").params["text"]


@pytest.mark.parametrize(
    ("code", "summary", "fields"),
    [
        ("from-extension", "anything", {"fromHook": True}),
        ("other-shape", "Plain prose.", {}),
        ("sections-whole", WHOLE.format(rules="a rule", decision="b"), {}),
        ("sections-empty", WHOLE.format(rules="(none)", decision="b"), {}),
        ("sections-missing", "## Goal\nx\n## Next Steps\n1. y", {}),
        ("sections-both", "## Goal\nx\n## Next Steps\n(无)", {}),
    ],
)
def test_sections(code: str, summary: str, fields: dict[str, Any], tmp_path: Path) -> None:
    script = Script()
    keep = script.user("Hello.")
    script.reply("Hi.")
    compact(script, summary, keep, **fields)
    assert one(run(script, tmp_path), code).status == "ok"


@pytest.mark.parametrize("whole", [True, False])
def test_branch_summary_sections(whole: bool, tmp_path: Path) -> None:
    script = Script()
    script.user("Hello.")
    summary = (
        WHOLE.format(rules="a rule", decision="b").split("## Critical")[0]
        if whole
        else "## Goal\nx\n## Progress\n(none)"
    )
    script.add("branch_summary", summary=summary, fromId="e0000001")
    finding = one(run(script, tmp_path), "branch-sections-whole" if whole else "branch-sections")
    assert finding.params["of"] == 5
    if not whole:
        assert "Critical Context" not in finding.params["lacking"]


def test_items_of_the_previous_summary(tmp_path: Path) -> None:
    script = Script()
    keep = script.user("Hello.")
    script.reply("Hi.")
    compact(
        script, WHOLE.format(rules="sealed crates stay closed", decision="SQLite instead of Postgres"), keep
    )
    keep = script.user("Go on.")
    script.reply("Done.")
    compact(script, "Only tallies.", keep)
    findings = run(script, tmp_path)
    rules, notes = one(findings, "summary-dropped-rules"), one(findings, "summary-dropped-notes")
    assert rules.params["text"] == "sealed crates stay closed" and lines(rules) == [4, 7]
    assert notes.params["texts"][0] == "SQLite instead of Postgres"


def test_what_no_summary_can_hold(tmp_path: Path) -> None:
    script = Script()
    script.user("Read.")
    script.reply({"type": "thinking", "thinking": "hm"}, call(path="a"))
    script.result("x" * 5_000)
    script.reply("Read.")
    compact(script, "Read a file.", script.user("Next."))
    findings = run(script, tmp_path)
    assert lines(one(findings, "results-cut")) == [7, 4]
    assert lines(one(findings, "thinking-left-out")) == [7, 3]


def test_three_questions(tmp_path: Path) -> None:
    findings = run(talk("Hello.", "It went well."), tmp_path)
    assert [one(findings, code).lead for code in ("no-sources", "no-scope", "no-undone")] == [True] * 3
    whole = WHOLE.format(rules="a", decision="b")
    assert one(run(talk("Hello.", whole), tmp_path), "three-answered").detail_only


def test_paths_of_the_summary(tmp_path: Path) -> None:
    work = tmp_path / "work"
    (work / "src").mkdir(parents=True)
    (work / "src" / "a.py").write_text("x")
    summary = "See src/a.py.\n<read-files>\nsrc/a.py\n../outside.txt\n/etc/passwd\n</read-files>"
    assert one(run(talk("Hello.", summary), tmp_path, workspace=work), "paths-resolve").params["of"] == 1
    summary += "\n<modified-files>\nsrc/gone.py\n/work/pots/also.py\n</modified-files>"
    finding = one(run(talk("Hello.", summary), tmp_path, workspace=work), "paths-gone")
    assert finding.lead and finding.params["paths"] == ["src/gone.py", "/work/pots/also.py"]
    codes = {finding.code for finding in run(talk("Hello.", summary), tmp_path)}
    assert not [code for code in codes if "paths" in code]


def test_context_edits(tmp_path: Path) -> None:
    script = Script()
    users = [script.user(f"message {n}") for n in range(7)]
    failed = script.reply("", stopReason="error")
    good = script.reply("Long answer.", call(path="a"))
    result = script.result("text")
    for target in (*users[1:], failed, good):
        script.add("context_edit", targetId=target, replacement=None)
    script.add("context_edit", targetId=users[0], replacement={"content": "other"})
    script.add("context_edit", targetId=result, replacement={"content": "(cut)"})
    script.add("context_edit", targetId="nowhere", replacement=None)
    findings = run(script, tmp_path)
    counts = {
        code: one(findings, code).params.get("n")
        for code in ("edits-omit", "edits-replace", "edits-retry", "edits-more", "edits-idle")
    }
    assert counts == {"edits-omit": 1, "edits-replace": 1, "edits-retry": 1, "edits-more": 2, "edits-idle": 1}
    assert one(findings, "edit-omits-user").params["text"] == "message 3"
    assert one(findings, "edit-replaces-user").params["line"] == 2


@pytest.mark.parametrize("size", [100, 200_000])
def test_share_of_tool_results(size: int, tmp_path: Path) -> None:
    script = Script()
    script.user("Read.")
    script.reply(call(path="a"))
    script.result("x" * size)
    finding = one(run(script, tmp_path), "drowned" if size > 1_000 else "result-share")
    assert finding.lead and lines(finding) == [4]


@pytest.mark.parametrize(
    ("name", "at", "code", "text"),
    [
        ("03-kiln-threshold", "", "dropped-constraint", "its losses do not count towards ours"),
        ("05-harbour-three-compactions", "", "dropped-fact-again", "MARROW-PIPE"),
        ("05-harbour-three-compactions", "8f62f084", "dropped-fact", "Ilse Vantongeren"),
        ("17-chama-legacy-zh", "", "restated-constraint", "不要修改 legacy 目录"),
        ("17-chama-legacy-zh", "84f51d0e", "dropped-constraint", "不要修改 legacy 目录"),
        ("25-well-back-and-compact-again", "", "sibling-differs", "Do not dig below 31 m"),
        ("25-well-back-and-compact-again", "385f85b1", "dropped-constraint", "Do not dig below 31 m"),
    ],
)
def test_sessions_written_by_pi(name: str, at: str, code: str, text: str) -> None:
    path = SHARED / "corpus" / "_pi16" / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("the shared corpus is not here")
    session = open_session(path)
    findings = check(Case(session, session.find_row(at) if at else session.tree.active_leaf))
    assert any(text in finding.params["text"] for finding in findings if finding.code == f"compaction.{code}")


def test_terms() -> None:
    assert terms("The gate word is MARROW-PIPE, in src/a.py") == {"gate", "word", "marrow-pipe", "src/a.py"}
    assert salient("Round `foo bar` to 31 metres, fooBar my_var") == {"foo bar", "31", "foobar", "my_var"}
    assert terms("不要修改目录") == {"不要", "要修", "修改", "改目", "目录"}
    assert terms("ＡＢＣ１２") == {"abc12"} and terms("") == frozenset()


def test_summary_parts() -> None:
    summary = read_summary(
        "## Goal\nx\n## constraints and preferences\n- (none)\n<read-files>\na.py\n</read-files>"
    )
    assert summary.state() == (
        ["Goal"],
        ["Constraints & Preferences"],
        ["Progress", "Key Decisions", "Next Steps", "Critical Context"],
    )
    assert summary.files == ("a.py",) and summary.turn is None
    assert not list(statements(0, "<skill name='x'>never do it this way</skill>"))


@pytest.mark.parametrize(
    "said",
    [
        "Never mind the typo.",
        "Nevermind, I found the file.",
        "Don’t worry about the long output.",
        "Can't wait to see the harbour map.",
        "No worries about the harbour map.",
        "I must say the harbour map looks good.",
        "Better late than never with the harbour map.",
        "别担心，只能说这样了。",
        "别急，慢慢看这个文件。",
        "不要紧，这个拼写错误没关系。",
        "不要担心这个拼写错误。",
        "只能这样了，谢谢你的解释。",
        "別擔心這個拼寫錯誤。",
    ],
)
def test_idioms_are_no_rules(said: str) -> None:
    assert [one for one in statements(0, said) if one.kind == "rule"] == []


@pytest.mark.parametrize(
    "said",
    [
        "Never mind the typo, but don't touch the vendor folder.",
        "Never mix tabs and blanks.",
        "The header must say who wrote the file.",
        "别担心，不过不要修改 legacy 目录。",
        "别急着提交代码，先跑测试。",
        "回答只能说中文，代码注释也一样。",
        "以后只能这样写提交说明。",
        "不要说英文，代码注释也一样。",
    ],
)
def test_rules_beside_idioms_stay(said: str) -> None:
    assert [one.kind for one in statements(0, said)] == ["rule"]


def test_every_finding_has_words_in_both_languages(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert not [code for code in WORDS if code.split(".", 1)[1] not in source]
    script = talk("Never push to the main branch. The word is GANNET.", "Plain.", "Go on.")
    findings = run(script, tmp_path)
    for path in [*(SHARED / "cases").glob("*.jsonl"), *(SHARED / "corpus" / "_pi16").glob("??-*[a-z].jsonl")]:
        session = open_session(path)
        findings += check(Case(session, session.tree.active_leaf))
    for finding in findings:
        words = WORDS[finding.code]
        for template in words:
            fill(template, finding.params, "en" if template in words[:2] else "zh")
        for step in finding.next:
            for language in LANGUAGES:
                fill(getattr(STEPS.get(step.code) or COMMON[step.code], language), step.params, language)


def test_the_rules_across_a_cut_are_those_of_the_checklist() -> None:
    compared = 0
    for path in [*assets.samples().glob("*.jsonl"), *(SHARED / "corpus").glob("*/*.jsonl")]:
        session = open_session(path)
        case = Case(session, session.tree.active_leaf)
        bounds = boundaries(case)
        if not bounds or case.frame.edits:
            continue
        compared += 1
        rules = rules_across(session, bounds[-1].row)
        assert rules is not None
        assert not set(map(str, rules.kept)) & set(map(str, rules.lost))
        lost = [one.statement for one in lost_statements(case, bounds)[0] if one.statement.kind == "rule"]
        assert sorted(map(str, lost)) == sorted(map(str, rules.lost)), path.name
    assert compared > 2


def test_what_cuts_nothing_has_no_rules(tmp_path: Path) -> None:
    script = Script()
    script.user("never do that again", id="u1")
    assert rules_across(open_session(script.write(tmp_path / "s.jsonl")), 0) is None
