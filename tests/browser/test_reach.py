"""What must be reached and read at any width: the pages of findings, the help, the map, what cannot be seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, open_list, open_session, ready, session_links
from tests.builders import Script

DEMO = assets.samples() / "demo-night-market.jsonl"
HOSTILE = assets.samples() / "hostile-text.jsonl"


def test_every_page_is_reached_from_a_session_on_a_phone(page: Page, samples_server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_session(page, samples_server.url, DEMO)
    bar = page.locator(".bottombar")
    names = ["Tree", "Transcript", "Entry", "Usage", "Damage", "Diagnose", "Compare", "Integrity", "Share"]
    assert bar.locator("> *").all_inner_texts() == names
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    bar.get_by_text("Tree").click()
    expect(page.locator(".tree-row.is-chosen")).to_be_in_viewport(ratio=0.9)
    for name in names[-3:]:
        bar.get_by_text(name).click()
        expect(page.locator(".tabs [aria-current=page]")).to_have_text(name)
        expect(page.locator(".tabs").get_by_text("Usage")).to_be_visible()
        page.go_back()
        ready(page)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_zone_of_a_time_is_not_cut_in_the_list(page: Page, samples_server: Server, lang: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 860})
    open_list(page, samples_server.url)
    if lang == "zh":
        page.locator("#language").click()
        page.wait_for_selector("html[lang='zh-CN'] a[data-session]")
    cells = page.locator("td.cell-time")
    expect(cells.first).to_contain_text("UTC")
    assert not cells.evaluate_all(
        "(nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth).length"
    )


def test_the_help_is_on_every_page(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    link = session_links(page)[str(DEMO)]
    for address in (page.url, *(f"{link}/{name}" for name in ("diagnose", "compare", "integrity", "share"))):
        page.goto(address)
        page.locator("#help").click()
        expect(page.locator("#help-dialog h3", has_text="Words")).to_be_visible()
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("?")
        expect(page.locator("#help-dialog")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_list_shows_what_cannot_be_seen(browser: Browser, samples_server: Server, scripts: bool) -> None:
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(samples_server.url)
    link = page.locator(f"a[data-session][title='{HOSTILE}']")
    expect(link.locator(".mark").first).to_have_text("\u27e6ESC\u27e7")
    table = page.locator("table.sessions")
    words = table.inner_text() + "".join(
        table.locator("[title]").evaluate_all("(nodes) => nodes.map((node) => node.title)")
    )
    assert not set(words) & set("\x1b\u200b\u202e\u2066")
    context.close()


def test_kept_and_dropped_stand_side_by_side(page: Page, samples_server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_session(page, samples_server.url, DEMO, "#view=cut")
    dropped, kept = (page.locator(f".cut-{name}").bounding_box() for name in ("dropped", "kept"))
    assert dropped is not None and kept is not None
    assert dropped["y"] == kept["y"] and dropped["x"] + dropped["width"] < kept["x"]


def test_the_map_is_fitted_and_grows_around_the_node_that_is_held(page: Page, samples_server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    open_session(page, samples_server.url, DEMO, "#view=map")
    canvas = page.locator(".map-canvas")
    expect(page.locator("[data-part=map]")).to_have_attribute("data-drawn", "1")
    over = "(node) => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
    assert canvas.evaluate(over) == [0, 0]
    expect(page.get_by_label("Smaller")).to_be_disabled()
    held = page.locator(".map-node[tabindex='0']")
    name = held.get_attribute("data-segment")
    held.focus()
    for _ in range(2):
        page.keyboard.press("+")
    assert canvas.evaluate(over)[0] > 0
    expect(page.locator(".map-node:focus")).to_have_attribute("data-segment", str(name))
    expect(held.locator(".map-dot")).to_be_in_viewport()
    page.keyboard.press("0")
    assert canvas.evaluate(over) == [0, 0]


def test_the_card_of_a_cut_names_the_rules_that_survive(
    page: Page, tmp_path: Path, serve: Callable[..., Server]
) -> None:
    script = Script(cwd="/work")
    script.user("Never push to the main branch without asking.", id="r1")
    script.user("Always write the migration notes in German.", id="r2")
    for number in range(3):
        script.reply(f"working on step {number}", id=f"a{number}")
    script.user("go on", id="u9")
    summary = "The user said: never push to the main branch without asking."
    script.add("compaction", id="c1", summary=summary, firstKeptEntryId="u9", tokensBefore=9_000)
    script.reply("done", id="a9")
    file = script.write(tmp_path / "rules.jsonl")
    open_session(page, serve(tmp_path).url, file, "#entry=u9")
    rules = page.locator("[data-cut=c1] .card-rules")
    expect(rules).to_contain_text("1 of 2 rules of the user still stand after the cut")
    expect(rules.locator(".tag")).to_have_text("lead")
    rules.locator("summary").click()
    expect(rules.locator("li")).to_have_text(
        ["L2 Never push to the main branch without asking.", "L3 Always write the migration notes in German."]
    )
    rules.get_by_text("L3").click()
    expect(entry(page, "r2")).to_be_in_viewport()


@pytest.mark.parametrize("name", ["diagnose", "compare", "integrity"])
def test_a_finding_that_is_not_there_is_said(page: Page, samples_server: Server, name: str) -> None:
    open_list(page, samples_server.url)
    page.goto(session_links(page)[str(DEMO)] + f"/{name}#finding-none-L9")
    expect(page.locator("#unknown-name")).to_contain_text("finding-none-L9")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
