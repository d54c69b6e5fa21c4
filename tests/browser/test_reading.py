"""Reading on: hits of a search, folds, skills, the head of a session, calls in one line. In the served page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, name_of, open_session, ready, reopen
from tests.builders import Script, call, text

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
LONG = "\n".join(f"line {number}" + (" deepword here" if number == 50 else "") for number in range(1, 61))
SKILL = (
    '<skill name="tidy" location="/skills/tidy/SKILL.md">\nPut things away.\n</skill>\n\nthe kitchen first'
)
OLD = "\n".join(f"old {number}" for number in range(40))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fork of a session with a thought, a long result, an edit, a skill; beside it the one it was forked from."""
    folder = tmp_path_factory.mktemp("reading")
    first = Script(id="first")
    first.user("where it began")
    first.write(folder / "first.jsonl")
    script = Script(id="second", parentSession="/elsewhere/first.jsonl")
    script.user("go")
    thought = {"type": "thinking", "thinking": "One line first.\n\nThen the quietword."}
    script.reply(
        thought,
        call("read", id="c1", path="PLAN.md", offset=95, limit=20),
        call("grep", id="c2", pattern="pa+", path="src", ignoreCase=True),
    )
    script.result(LONG, id="c1", durationMs=94)
    script.result("src/a.md: paa", id="c2", toolName="grep")
    script.reply(
        call("edit", id="c3", path="notes.md", oldText=OLD, newText=OLD.replace("old 39", "*new* 39"))
    )
    script.user(SKILL)
    return script.write(folder / "second.jsonl")


@pytest.fixture
def opened(page: Page, serve: Callable[..., Server], told: Path) -> dict[str, Any]:
    return open_session(page, serve(told.parent).url, told)


def look_for(page: Page, words: str) -> Locator:
    """Type into the filter, wait until all texts were searched, go to the first hit: its article."""
    page.locator("#filter").fill(words)
    expect(page.locator("#filter-status")).to_contain_text("searched all")
    page.locator("#filter").press("Enter")
    return page.locator("article.is-chosen")


def wait_for_marks(page: Page, count: int) -> None:
    """Until so many places of the transcript are marked."""
    script = """(count) => new Promise((done) => {
        const look = () => ((CSS.highlights.get("find")?.size ?? 0) === count ? done() : requestAnimationFrame(look));
        look();
    })"""
    page.evaluate(script, count)


def seen_marks(page: Page) -> list[str]:
    """Words under the strong mark, where they can be seen in the window of the transcript."""
    script = """() => [...CSS.highlights.get("find-now")].filter((range) => {
        const box = range.getBoundingClientRect();
        const pane = document.querySelector("#transcript").getBoundingClientRect();
        return box.height > 0 && box.top >= pane.top && box.bottom <= pane.bottom;
    }).map(String)"""
    found: list[str] = page.evaluate(script)
    return found


def test_a_hit_is_shown_in_the_tree_and_brought_into_view(page: Page, opened: dict[str, Any]) -> None:
    chosen = look_for(page, "DEEPword here")
    expect(chosen).to_have_attribute("data-entry", name_of(opened, 2))
    expect(page.locator("#tree .hit")).to_have_text(["deepword here"])
    expect(page.locator("#tree .tree-row.is-chosen")).to_contain_text("…line 50 deepword")
    expect(chosen).to_contain_text("line 60")
    wait_for_marks(page, 1)
    assert seen_marks(page) == ["deepword here"]
    # In a thought that was folded.
    fold = entry(page, name_of(opened, 1)).locator("details.thinking")
    expect(fold).not_to_have_attribute("open", "")
    expect(look_for(page, "quietword")).to_have_attribute("data-entry", name_of(opened, 1))
    expect(fold).to_have_attribute("open", "")
    assert seen_marks(page) == ["quietword"]
    page.locator("#filter").fill("")
    wait_for_marks(page, 0)


def test_from_hit_to_hit_and_back(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    script = Script()
    script.user("a pear and a Pear, and a pear", id="u1")
    script.reply("nothing here", id="r1")
    script.reply("**pe**ar, then\n\nmore pear", id="r2")
    open_session(page, serve(tmp_path).url, script.write(tmp_path / "pears.jsonl"))
    # Where the strong mark begins: the entry, the text before it there.
    script_here = """() => { const [range] = CSS.highlights.get("find-now");
        const article = range.startContainer.parentElement.closest("article");
        const before = new Range(); before.setStart(article.querySelector(".entry-body"), 0);
        before.setEnd(range.startContainer, range.startOffset);
        return [article.dataset.entry, before.toString().match(/pear/gi)?.length ?? 0, String(range)]; }"""
    steps = [("u1", 0, "pear"), ("u1", 1, "Pear"), ("u1", 2, "pear"), ("r2", 0, "pear"), ("r2", 1, "pear")]
    page.locator("[data-tree-entry=u1]").click()
    look_for(page, "pear")
    seen = []
    for key in "nnnnnNNNNN":
        seen.append(tuple(page.evaluate(script_here)))
        page.locator("#tree").focus()
        page.keyboard.press(key)
    assert seen == [*steps, steps[0], *reversed(steps[1:])]
    assert tuple(page.evaluate(script_here)) == steps[0]
    # What is pressed in the tree begins at its first place again.
    page.keyboard.press("N")
    assert tuple(page.evaluate(script_here)) == steps[-1]
    page.locator("[data-tree-entry=u1]").click()
    assert tuple(page.evaluate(script_here)) == steps[0]


def test_hits_behind_what_is_loaded_and_in_a_summary(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    script.user("first of all", id="u1")
    script.reply("big " + "word " * 12_000 + " zebra far", id="long")
    script.user("我们喝茶吧", id="zh")
    summary = "## Goal\n" + "\n\n".join(f"paragraph {n}" for n in range(40)) + "\n\nthe giraffe comes last"
    script.add("compaction", id="cut", summary=summary, firstKeptEntryId="zh", tokensBefore=900)
    script.reply("on we go", id="end")
    file = script.write(tmp_path / "far.jsonl")
    open_session(page, serve(tmp_path).url, file)
    look_for(page, "zebra")
    expect(page.locator("[data-entry=long]")).to_contain_text("zebra far")
    wait_for_marks(page, 1)
    look_for(page, "giraffe")
    expect(page.locator("[data-cut=cut]")).to_contain_text("the giraffe comes last")
    wait_for_marks(page, 1)
    look_for(page, "茶")
    expect(page.locator("[data-entry=zh]")).to_have_class(re.compile("is-chosen"))
    wait_for_marks(page, 1)
    page.locator("#filter").fill("no such words")
    expect(page.locator("#filter-status")).to_contain_text("0 found")
    page.locator("#filter").press("Enter")
    expect(page.locator("[data-subject=find]")).to_be_visible()
    page.locator("#filter").fill("giraffe")
    expect(page.locator("[data-subject=find]")).to_have_count(0)


def test_thinking_and_output_open_all_at_once_and_stay_so(page: Page, opened: dict[str, Any]) -> None:
    result = entry(page, name_of(opened, 2))
    fold = entry(page, name_of(opened, 1)).locator("details.thinking")
    expect(result).not_to_contain_text("line 60")
    page.keyboard.press("T")
    page.keyboard.press("O")
    expect(result).to_contain_text("line 60")
    page.reload()
    ready(page)
    expect(result).to_contain_text("line 60")
    expect(fold).to_have_attribute("open", "")
    page.locator("#folds-outputs").click()
    page.locator("#folds-thinking").click()
    expect(result).not_to_contain_text("line 60")
    expect(fold).not_to_have_attribute("open", "")
    expect(page.locator("#folds-outputs")).to_have_attribute("aria-pressed", "false")


def test_a_skill_folds_and_is_named_everywhere(page: Page, opened: dict[str, Any]) -> None:
    name = name_of(opened, 5)
    expect(page.locator(f"[data-tree-entry='{name}']")).to_contain_text("[skill] tidy the kitchen first")
    article = entry(page, name)
    expect(article.locator("summary")).to_have_text("skill tidy /skills/tidy/SKILL.md")
    expect(article.locator(".entry-body > .text")).to_have_text("the kitchen first")
    expect(article).not_to_contain_text("Put things away.")
    article.locator("summary").click()
    expect(article).to_contain_text("Put things away.")
    expect(article.locator(".note")).to_contain_text("The model was sent this text too")
    expect(page.locator("#leaf-chooser")).to_contain_text("[skill] tidy the kitchen first")


def test_the_head_says_what_is_known_and_the_name_leads_to_it(page: Page, opened: dict[str, Any]) -> None:
    page.locator("[data-view=totals]").first.click()
    page.locator(".place-name").click()
    head = page.locator(".session-head")
    expect(head).to_be_in_viewport()
    facts = head.locator("dd")
    expect(facts.nth(0)).to_have_text("second")
    expect(facts.nth(4).locator("a")).to_have_text("/elsewhere/first.jsonl")
    expect(facts.nth(5)).to_have_text("anthropic/claude-sonnet-4-5")
    expect(facts.nth(6)).to_have_text("2 of the user · 2 replies · 3 tool calls · 2 results")
    expect(facts.nth(7)).to_contain_text("240 tokens · $0.02")
    facts.nth(4).locator("a").click()
    ready(page)
    expect(page.locator(".session-head dd").nth(0)).to_have_text("first")
    expect(page.locator(".session-head dd").nth(5)).to_have_text("not recorded")
    expect(page.locator(".session-head dd").nth(7)).to_have_text("not recorded")


def test_calls_are_one_line_and_lead_their_results(page: Page, opened: dict[str, Any]) -> None:
    heads = entry(page, name_of(opened, 1)).locator(".call")
    expect(heads.nth(0)).to_have_text(re.compile(r"^read PLAN\.md:95-114\s*took 94 ms result$"))
    expect(heads.nth(1)).to_have_text(re.compile(r"^grep /pa\+/ in src\s*ignoreCase"))
    row = page.locator(f"[data-tree-entry='{name_of(opened, 2)}']")
    expect(row).to_contain_text("tool read PLAN.md:95-114 · line 1")
    # Markdown in a diff is set as it is written.
    diff = entry(page, name_of(opened, 4)).locator(".diff-box")
    expect(diff.locator(".added")).to_contain_text("*new* 39")
    expect(diff.locator("[class^=hljs]")).to_have_count(0)


def test_no_row_of_a_diff_is_lower_than_a_line(page: Page, samples_server: Server) -> None:
    index = open_session(page, samples_server.url, DEMO)
    name = name_of(index, index["cols"]["line"].index(20))
    reopen(page, f"#entry={name}")
    box = entry(page, name).locator(".diff-box").first
    expect(box.locator(".diff-counts")).to_have_text("+4 −0")
    heights = box.locator(".diff-text").evaluate_all("(cells) => cells.map((cell) => cell.offsetHeight)")
    assert len(heights) >= 4 and min(heights) >= 18, heights


def test_a_reply_of_many_parts_comes_by_the_hundred_and_search_comes_to_all(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    script.user("go", id="u1")
    script.reply(*(text(f"part {number} end") for number in range(430)), id="r1")
    open_session(page, serve(tmp_path).url, script.write(tmp_path / "parts.jsonl"))
    reply = entry(page, "r1")
    parts, more = reply.locator(".text"), reply.locator(".more-blocks .button")
    expect(parts).to_have_count(100)
    expect(more).to_have_text("Show 100 of 330 more parts")
    more.click()
    expect(parts).to_have_count(200)
    look_for(page, "part 421 end")
    expect(parts).to_have_count(430)
    assert seen_marks(page) == ["part 421 end"]
    expect(more).to_have_count(0)


def test_hits_in_thinking_come_in_their_turn(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    script.user("go", id="u1")
    thought = {"type": "thinking", "thinking": "First line.\n\nA quokka hides here."}
    script.reply(thought, call("grep", id="c1", pattern="quokka"), id="r1")
    script.reply("no animal", id="r2")
    open_session(page, serve(tmp_path).url, script.write(tmp_path / "thought.jsonl"))
    chosen = look_for(page, "quokka")
    expect(chosen).to_have_attribute("data-entry", "r1")
    where = "() => [...CSS.highlights.get('find-now')].map((one) => Boolean(one.startContainer.parentElement.closest('.thinking')))"
    assert page.evaluate(where) == [True]
    page.locator("#filter").press("Enter")
    assert page.evaluate(where) == [False]


def test_a_change_far_inside_a_huge_line_is_shown(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    old, new = ("x" * 60_000 + f" {word} " + "y" * 60_000 for word in ("one", "two"))
    script = Script()
    script.user("go")
    script.reply(call("edit", id="c1", path="a.txt", oldText=old, newText=new), id="r1")
    open_session(page, serve(tmp_path).url, script.write(tmp_path / "huge.jsonl"))
    box = entry(page, "r1").locator(".diff-of")
    expect(box.locator(".diff-counts")).to_have_text("no difference in the beginning")
    box.get_by_role("button", name="Load the whole text").click()
    expect(box.locator(".diff-counts")).to_have_text("+1 −1")
    expect(box.locator(".diff-part")).to_have_text(["one", "two"])
    assert len(box.inner_text()) < 5_000
