"""The exported page from file://, without a server: the same walk as the served page, and no harm from any session."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from inspector.cli.main import run
from inspector.export.parts import ExportOptions
from inspector.export.run import Job, export
from inspector.session import open_session
from inspector.session.context import context_at
from inspector.session.context_json import context_json
from tests.browser.conftest import WAIT, Watch
from tests.browser.marionette import Firefox
from tests.browser.pages import entry, name_of, path_of, ready, transcript_names, tree_row
from tests.browser.test_safety import CASES, HOSTILE, SAMPLES, look_around
from tests.builders import Script
from tests.exported import index_of, write_page

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class FileWatch(Watch):
    """The page's own file is the one request that is allowed."""

    def _request(self, request: object) -> None:
        parts = urlsplit(str(getattr(request, "url", "")))
        own = parts.scheme == "file" and parts.path.endswith(".html")
        self._note(not own and parts.scheme not in ("blob", "data"), f"request: {parts.geturl()[:200]}")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh, watched page without a network."""
    context = browser.new_context(viewport={"width": 1400, "height": 900}, offline=True)
    page = context.new_page()
    page.set_default_timeout(WAIT)
    watch = FileWatch(page)
    yield page
    marker = page.evaluate("window.hostile || null")
    context.close()
    assert watch.bad == []
    assert marker is None, "a script from a session ran"


def open_file(page: Page, path: Path, fragment: str = "") -> None:
    page.goto("about:blank")
    page.goto(path.as_uri() + fragment)
    ready(page)


@pytest.fixture(scope="module")
def demo_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(DEMO, tmp_path_factory.mktemp("export") / "demo.html", text=["For Mei."], by="a tester")


@pytest.fixture(scope="module")
def safe_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As the command makes it by default, all branches."""
    out = tmp_path_factory.mktemp("safe") / "demo.html"
    assert export(Job(open_session(DEMO), ExportOptions(all_branches=True), "html"), out).output is not None
    return out


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> dict[str, Any]:
    return index_of(demo_file.read_bytes())


def test_title_note_tree_and_transcript(page: Page, demo_file: Path, demo: dict[str, Any]) -> None:
    open_file(page, demo_file)
    expect(page).to_have_title(re.compile("夜市"))
    note = page.locator("#export-note")
    expect(note).to_contain_text("whole file, 81 entries")
    expect(note.get_by_text("For Mei.")).to_be_visible()
    expect(note.locator("#export-said h2")).to_contain_text("夜市")
    page.locator("#export-said-close").click()
    expect(note.get_by_text("For Mei.")).to_be_hidden()
    page.locator("#export-more").click()
    expect(note).to_contain_text(demo["sha256"])
    leaf = name_of(demo, demo["active"])
    expect(entry(page, leaf)).to_be_visible()
    expect(tree_row(page, leaf)).to_be_visible()
    expect(tree_row(page, leaf)).to_contain_text("The old numbers are back")
    wanted = [name_of(demo, row) for row in path_of(demo, demo["active"])]
    page.wait_for_function("(n) => document.querySelectorAll('[data-entry]').length === n", arg=len(wanted))
    assert transcript_names(page) == wanted


def test_branches_cut_and_switch(page: Page, demo_file: Path, demo: dict[str, Any]) -> None:
    open_file(page, demo_file)
    other = name_of(demo, next(item["leaf"] for item in demo["branches"] if not item["active"]))
    page.locator("[data-leaf-chooser]").select_option(other)
    expect(entry(page, other)).to_be_visible()
    compaction = demo["compactions"][0]
    leaf = next(b["leaf"] for b in demo["branches"] if compaction["row"] in path_of(demo, b["leaf"]))
    open_file(page, demo_file, f"#entry={name_of(demo, compaction['cut'])}&leaf={name_of(demo, leaf)}")
    cut = page.locator(f"[data-cut='{name_of(demo, compaction['row'])}']")
    expect(cut).to_contain_text("fees are whole yuan")
    path = path_of(demo, demo["active"])
    middle, last = name_of(demo, path[len(path) // 2]), name_of(demo, path[-1])
    open_file(page, demo_file, f"#entry={middle}")
    page.locator("[data-seen-switch]").click()
    expect(entry(page, last)).to_have_attribute("data-visibility", "other-branch")
    assert f"at={middle}" in page.url


@pytest.mark.parametrize("which", range(3))
def test_rails_say_what_the_context_says(
    page: Page, demo_file: Path, demo: dict[str, Any], which: int
) -> None:
    session = open_session(DEMO)
    leaf = demo["branches"][which]["leaf"]
    view = context_json(session, context_at(session, leaf))
    words = {row: word for word, rows in view["visibility"].items() for row in rows}
    open_file(page, demo_file, f"#entry={name_of(demo, leaf)}&at={name_of(demo, leaf)}&pane=seen")
    for row in view["path"]:
        expect(page.locator(f"[data-entry='{name_of(demo, row)}']")).to_have_attribute(
            "data-visibility", words[row]
        )
    expect(page.locator("#side .lead")).to_contain_text(f"{len(view['wire'])} messages")


def test_a_context_between_the_leaves_says_how_it_was_worked_out(
    page: Page, demo_file: Path, demo: dict[str, Any]
) -> None:
    session = open_session(DEMO)
    row = path_of(demo, demo["active"])[20]
    view = context_json(session, context_at(session, row))
    open_file(page, demo_file, f"#entry={name_of(demo, row)}&at={name_of(demo, row)}&pane=seen")
    side = page.locator("#side")
    expect(side).to_contain_text("from the columns in this page")
    sent = [item for item in view["wire"] if item["row"] >= 0]
    expect(side.locator(".lead")).to_contain_text(f"{len(sent)} of {len(view['path'])} entries")
    expect(side).to_contain_text(view["model"]["modelId"])
    expect(side.locator(".seen-list .seen-row")).to_have_count(len(view["entries"]))


def test_what_is_left_out_is_called_so_and_keeps_its_rail(page: Page, safe_file: Path) -> None:
    index = index_of(safe_file.read_bytes())
    prompt = next(row for row in index["leftOutRows"]["prompt"] if index["cols"]["line"][row] == 5)
    open_file(page, safe_file, f"#entry={name_of(index, prompt)}&pane=seen")
    shown = entry(page, name_of(index, prompt))
    expect(shown).to_have_attribute("data-visibility", "summary")
    expect(shown.locator(".entry-head")).to_contain_text("system prompt")
    expect(shown.locator(".tag")).to_have_text("left out of this copy")
    expect(shown).not_to_contain_text("never sent")
    expect(tree_row(page, name_of(index, prompt))).to_contain_text("system prompt left out of this copy")
    expect(page.locator("#legend [data-rail=summary]")).to_be_visible()
    reply = index["leftOutRows"]["thinking"][0]
    expect(entry(page, name_of(index, reply)).locator(".tag")).to_have_text("thinking left out")
    open_file(page, safe_file, "#pane=seen")
    side = page.locator("#side")
    expect(side.locator("[data-part=left-out]")).to_contain_text(
        "4 parts of what was sent are left out of this copy"
    )
    expect(side.locator("[data-part=left-out]")).to_contain_text("system prompt 1")
    expect(side).to_contain_text("A system prompt was in force here")
    page.locator("#language").click()
    ready(page)
    expect(side.locator("[data-part=left-out]")).to_contain_text("已从此副本略去")


def test_the_note_names_the_source_and_not_its_folder(page: Page, safe_file: Path) -> None:
    open_file(page, safe_file)
    page.locator("#export-more").click()
    expect(page.locator("#export-facts")).to_contain_text("demo-night-market.jsonl")
    expect(page.locator("#export-facts")).to_contain_text("thinking, with its signatures ×10")
    assert str(DEMO.parent) not in page.content()


def test_a_message_as_stored_is_called_so(page: Page, demo_file: Path) -> None:
    open_file(page, demo_file, "#pane=seen")
    side = page.locator("#side")
    side.locator(".seen-list summary").first.click()
    expect(side).to_contain_text("As the entry stores it")


def test_details_raw_find_keys_and_address(page: Page, demo_file: Path, demo: dict[str, Any]) -> None:
    name = name_of(demo, demo["active"])
    open_file(page, demo_file, f"#entry={name}&pane=raw")
    expect(page.locator("#side")).to_contain_text('"id"')
    page.locator("#tree").focus()
    selected = page.locator("#tree [aria-selected='true']").first
    before = selected.get_attribute("data-tree-entry") or ""
    page.keyboard.press("ArrowUp")
    expect(selected).not_to_have_attribute("data-tree-entry", before)
    page.keyboard.press("[")
    expect(page.locator(f"[data-entry='{name}']")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("陶笛 13")
    expect(page.locator("#filter-status")).to_contain_text("1 found")
    page.keyboard.press("Escape")
    page.locator("#help").click()
    heads = page.locator("#help-dialog .key-group h4").all_text_contents()
    assert "On the time strip" in heads and "In the list of sessions" not in heads
    page.keyboard.press("Escape")
    page.locator("[role=tab][data-view=totals]").click()
    expect(page.locator("#view-totals")).to_contain_text(demo["sha256"])
    page.reload()
    ready(page)
    expect(page.locator("#view-totals")).to_be_visible()
    page.locator("#theme").click()
    page.locator("#language").click()
    ready(page)
    expect(page.locator("#export-note")).to_contain_text("导出的副本")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_opens_in_peace(page: Page, path: Path, tmp_path: Path) -> None:
    open_file(page, write_page(path, tmp_path / "page.html"))
    look_around(page)


@pytest.mark.skipif(not CASES, reason="the shared cases are not here")
def test_every_case_opens_in_peace(page: Page, tmp_path: Path) -> None:
    for path in CASES:
        open_file(page, write_page(path, tmp_path / "page.html"))


def test_hostile_text_stays_text(page: Page, tmp_path: Path) -> None:
    script = Script(id=HOSTILE, cwd=HOSTILE, parentSession=HOSTILE)
    first = script.user(HOSTILE, id=HOSTILE)
    script.reply(
        {"type": "thinking", "thinking": HOSTILE}, HOSTILE, {"type": HOSTILE, "text": HOSTILE},
        {"type": "toolCall", "id": HOSTILE, "name": HOSTILE, "arguments": {HOSTILE: HOSTILE, "command": HOSTILE}},
        model=HOSTILE, provider=HOSTILE, errorMessage=HOSTILE,
    )  # fmt: skip
    script.result(HOSTILE, id=HOSTILE, toolName=HOSTILE, details={HOSTILE: HOSTILE})
    script.user(
        [{"type": "image", "mimeType": HOSTILE, "data": "PHN2ZyBvbmxvYWQ9J3dpbmRvdy5ob3N0aWxlPTknLz4="}]
    )
    script.add("label", targetId=first, label=HOSTILE)
    script.add("session_info", name=HOSTILE)
    script.add("compaction", summary=HOSTILE, firstKeptEntryId=first, tokensBefore=HOSTILE)
    script.add(HOSTILE, text=HOSTILE)
    source = script.write(tmp_path / "hostile.jsonl")
    open_file(
        page,
        write_page(source, tmp_path / "page.html", title=HOSTILE, file=HOSTILE, by=HOSTILE, text=[HOSTILE]),
    )
    page.locator("#export-more").click()
    look_around(page)
    assert page.locator("body :is(iframe, form, base, object, embed)").count() == 0
    assert page.locator("body img").count() == 0
    hrefs = page.locator("body a[href]").evaluate_all(
        "(nodes) => nodes.map((node) => node.getAttribute('href'))"
    )
    assert not [href for href in hrefs if re.match(r"\s*(javascript|data|vbscript):", href, re.IGNORECASE)]


def test_pictures_come_from_inside(page: Page, tmp_path: Path) -> None:
    script = Script()
    script.user([{"type": "text", "text": "look"}, {"type": "image", "mimeType": "image/png", "data": PNG}])
    open_file(page, write_page(script.write(tmp_path / "picture.jsonl"), tmp_path / "page.html"))
    expect(page.locator("#transcript img")).to_have_attribute("src", re.compile("^blob:"))
    expect(page.locator("#transcript figcaption")).to_contain_text("1 × 1")


def test_without_scripts_title_and_note_can_be_read(browser: Browser, demo_file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(demo_file.as_uri())
    expect(page.get_by_text("For Mei.")).to_be_visible()
    expect(page.locator("noscript .notice")).to_be_visible()
    expect(page.locator(".panes")).to_be_hidden()
    context.close()


def test_a_file_that_was_cut_off_says_so(browser: Browser, demo_file: Path, tmp_path: Path) -> None:
    whole = demo_file.read_bytes()
    short = tmp_path / "short.html"
    short.write_bytes(whole[: whole.index(b'id="pi-entries-0"') + 200])
    context = browser.new_context()
    page = context.new_page()
    page.goto(short.as_uri())
    ready(page)
    expect(page.locator("#notices")).to_contain_text("cut off")
    context.close()


def test_paper_shows_the_branch_in_full_and_nothing_of_the_frame(page: Page, tmp_path: Path) -> None:
    script = Script()
    for number in range(700):
        script.user(f"question {number}")
    script.reply(
        {"type": "thinking", "thinking": "a thought " * 20}, "\n".join(f"row {n}" for n in range(90))
    )
    script.result("\n".join(f"out {n}" for n in range(90)))
    open_file(page, write_page(script.write(tmp_path / "long.jsonl"), tmp_path / "page.html"))
    page.evaluate(
        "window.print = () => { window.printed = [document.querySelectorAll('[data-entry]').length, document.getElementById('transcript').textContent.includes('out 89'), document.getElementById('transcript').textContent.includes('a thought a thought')]; }"
    )
    page.locator("#print").click()
    page.wait_for_function("window.printed")
    assert page.evaluate("window.printed") == [702, True, True]
    page.wait_for_function("document.querySelectorAll('[data-entry]').length < 702")
    page.emulate_media(media="print")
    for hidden in (".topbar", "#tree", "#side", ".legend", ".export-line"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#export-facts")).to_be_visible()
    assert page.locator("#transcript").evaluate("(node) => getComputedStyle(node).overflowY") == "visible"


def test_dark_light_and_phone(browser: Browser, demo_file: Path) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.goto(demo_file.as_uri())
        ready(page)
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        context.close()
    assert len(grounds) == 2


def test_firefox_shows_the_same(demo_file: Path, demo: dict[str, Any], tmp_path: Path) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox")
    wanted = len(path_of(demo, demo["active"]))
    with Firefox(program, tmp_path) as firefox:
        firefox.ask("WebDriver:Navigate", {"url": demo_file.as_uri()})
        firefox.until("return document.documentElement.dataset.ready === '1'")
        firefox.until(f"return document.querySelectorAll('[data-entry]').length === {wanted}")
        assert "夜市" in firefox.run("return document.title")
        firefox.run(
            "document.querySelector('[data-pane-button], #filter').focus(); location.hash = '#view=totals'"
        )
        firefox.until("return !document.getElementById('view-totals').hidden")
        leaf = next(item["leaf"] for item in demo["branches"] if not item["active"])
        firefox.run(f"location.hash = '#entry={name_of(demo, leaf)}'")
        firefox.until(f"return document.querySelector('[data-entry=\"{name_of(demo, leaf)}\"]') !== null")


def test_paper_says_when_it_holds_a_part(page: Page, tmp_path: Path) -> None:
    """The browser's own command cannot wait for more than what is laid out."""
    script = Script()
    for number in range(900):
        script.user(f"word {number}")
    open_file(page, write_page(script.write(tmp_path / "s.jsonl"), tmp_path / "s.html"))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for name in ("#print-range", "#print-range-end"):
        assert re.search(r"Only entries \d+ to 900 of 900", page.locator(name).text_content() or "")


def test_a_step_says_what_the_copy_can_tell(page: Page, demo_file: Path) -> None:
    """Prompt, tools and edits are worked out at every entry; sizes only at the ends of branches, and it says so."""
    open_file(page, demo_file, "#entry=@line30&view=step")
    step = page.locator("#view-step [data-drawn]")
    expect(step.locator("dl")).to_contain_text("worked out for the ends of branches only")
    expect(step.locator("dl")).to_contain_text("unchanged (4)")
    expect(step.locator("[data-step=new] .seen-row").last).to_contain_text("120 lines of last year's fees")
    expect(step.locator("[data-step=new] .seen-row").last).to_contain_text("replaced L28")
    page.get_by_role("button", name=re.compile("Reply after")).click()
    expect(step.locator("dl")).to_contain_text("+ translate")
    expect(step).not_to_contain_text("not recorded")


def test_the_head_of_a_copy_tells_of_the_source(page: Page, tmp_path: Path) -> None:
    script = Script(
        id="the-source", parentSession="/elsewhere/parent.jsonl", timestamp="2025-01-02T03:04:05.000Z"
    )
    script.user("hello", id="u1")
    script.reply("good day", id="a1")
    source = script.write(tmp_path / "source.jsonl")
    for options, parent in ((["--all-branches"], "parent.jsonl"), ([], "this copy does not name it")):
        made = tmp_path / f"copy{len(options)}.html"
        assert run(["export", str(source), "-o", str(made), *options]) == 0
        open_file(page, made, "#entry=u1")
        head = page.locator(".session-head")
        expect(head).to_contain_text("2 Jan 2025, 03:04:05")
        expect(head).to_contain_text(parent)
        expect(head).to_contain_text("(of this copy)")
        expect(head).not_to_contain_text("the-source")


def test_sums_of_one_branch_are_called_those_of_the_copy(page: Page, safe_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "branch.html"
    assert export(Job(open_session(DEMO), ExportOptions(), "html"), out).output is not None
    open_file(page, out, "#view=totals")
    usage = page.locator("#view-totals")
    expect(usage.locator("[data-part=copied]")).to_contain_text(
        "it holds 71 of the 81 entries of the session"
    )
    expect(usage).to_contain_text("Totals of this copy")
    expect(usage).not_to_contain_text("of the file")
    expect(usage).to_contain_text("81 entries, 71 of them in this copy")
    open_file(page, safe_file, "#view=totals")
    expect(usage).to_contain_text("Every reply of the file, on any branch")
    expect(usage.locator("[data-part=copied]")).to_have_count(0)
