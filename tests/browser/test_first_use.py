"""What somebody meets who uses the viewer for the first time: nothing jumps, nothing contradicts, every key answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, open_session, ready
from tests.builders import Script

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
EARLY, REPLY, LABELLED, RESULT = "c894da8d", "718d38dc", "292db510", "c79f001e"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    return open_session(page, samples_server.url, DEMO)


def places(page: Page, selector: str) -> list[tuple[int, int]]:
    boxes = [node.bounding_box() or {} for node in page.locator(selector).filter(visible=True).all()]
    return [(round(box["x"]), round(box["y"])) for box in boxes]


@pytest.mark.parametrize("name", [EARLY, REPLY])
def test_on_a_phone_a_row_of_the_tree_leads_to_its_entry(
    page: Page, samples_server: Server, name: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_session(page, samples_server.url, DEMO)
    for _ in range(2):  # the second time it is chosen already
        page.locator("[data-pane-button=tree]").click()
        page.locator("[data-filter=user]" if name == EARLY else "[data-filter=all]").click()
        page.locator(f"[data-tree-entry='{name}']").click()
        expect(entry(page, name).locator(".entry-head")).to_be_in_viewport()


def test_pressing_a_copy_button_moves_no_other(page: Page, demo: dict[str, Any]) -> None:
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    before = places(page, ".side-actions .button")
    page.get_by_role("button", name="Copy file:line").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert places(page, ".side-actions .button") == before


def test_a_word_that_answers_a_key_pushes_nothing_down(page: Page, demo: dict[str, Any]) -> None:
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    before = places(page, ".panes, .tab")
    for key, subject in (("y", "copy"), ("n", "find")):
        page.keyboard.press(key)
        expect(page.locator(f"[data-subject={subject}]")).to_be_visible()
        assert places(page, ".panes, .tab") == before


def test_the_tabs_stay_where_they_are_while_the_switch_changes_its_words(
    page: Page, demo: dict[str, Any]
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})  # tabs and switch stand in one row
    before = places(page, ".tab")
    entry(page, REPLY).locator(".entry-head").click()
    page.locator("[data-seen-switch]").click()
    expect(page.locator("[data-seen-switch]")).to_have_attribute("aria-pressed", "true")
    assert places(page, ".tab") == before


def test_home_and_end_go_to_the_ends_of_the_tree_from_the_start(page: Page, demo: dict[str, Any]) -> None:
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("Home")
    expect(page.locator(".tree-row.is-active")).to_contain_text("L2,")
    page.keyboard.press("End")
    expect(page.locator(".tree-row.is-active")).to_contain_text("L82,")


def test_a_reply_is_told_apart_from_what_it_was_given(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, f"#entry={REPLY}&pane=seen")
    expect(page.locator("[data-part=itself]")).to_contain_text("goes out with the next one")
    last = page.locator(".seen-item").last
    expect(last).to_contain_text("the reply itself")
    expect(page.locator(".seen-item .tag")).to_have_count(1)
    # At a word of the user there is no such thing.
    open_session(page, samples_server.url, DEMO, "#entry=ab172551&pane=seen")
    expect(page.locator(".seen-item").first).to_be_visible()
    expect(page.locator("[data-part=itself]")).to_have_count(0)


def test_a_label_does_not_hide_what_became_of_an_entry(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, f"#entry={LABELLED}")
    tags = page.locator(f"[data-tree-entry='{LABELLED}'] .tree-tag")
    expect(tags).to_have_text(["the rule (said first)", "dropped"])


def test_a_result_that_is_copied_says_what_was_asked(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, f"#entry={RESULT}")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy as Markdown").click()
    page.wait_for_function("() => window.copied !== undefined")
    copied = page.evaluate("window.copied")
    assert "**call: read**" in copied and copied.count("```") == 4


def test_on_a_phone_a_link_to_a_pane_opens_it(page: Page, samples_server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_session(page, samples_server.url, DEMO, f"#entry={REPLY}&pane=seen")
    expect(page.locator("#side-body .lead")).to_be_in_viewport()
    page.locator(".bottombar [data-view=transcript]").click()
    expect(entry(page, REPLY)).to_be_in_viewport()
    assert "pane=" not in page.url, "where the pane is not seen, the address does not name it"
    page.locator("[data-pane-button=side]").click()
    page.get_by_role("tab", name="Raw").click()
    assert "pane=raw" in page.url


def test_where_the_side_pane_lies_over_the_others_a_link_opens_it_and_closing_it_is_remembered(
    page: Page, samples_server: Server
) -> None:
    page.set_viewport_size({"width": 1000, "height": 800})
    open_session(page, samples_server.url, DEMO, f"#entry={REPLY}&pane=seen")
    expect(page.locator("#side-body .lead")).to_be_visible()
    page.locator(".side-close").click()
    expect(page.locator("#side-body")).to_be_hidden()
    page.wait_for_function("() => !location.hash.includes('pane=')")
    page.reload()
    ready(page)
    expect(page.locator("#side-body")).to_be_hidden()


def test_choosing_a_time_zone_keeps_the_help_open(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#help").click()
    page.locator("#set-zone").select_option("Asia/Shanghai")
    page.wait_for_function("() => document.body.innerText.includes('GMT+8')")
    expect(page.locator("#set-zone")).to_be_in_viewport()
    expect(page.locator("#set-zone")).to_have_value("Asia/Shanghai")
    page.keyboard.press("Escape")
    page.reload()
    ready(page)
    expect(page.locator("#help-dialog")).to_be_hidden()


def test_what_is_found_adds_up(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#filter").fill("assistant")
    status = page.locator("#filter-status")
    expect(status).to_contain_text("searched all")
    numbers = re.findall(r"\d+", status.inner_text().replace(",", ""))
    shown, found, others = int(numbers[0]), int(numbers[3]), int((numbers + ["0"])[4])
    assert others > 0 and shown == found + others


def test_a_button_that_keeps_hits_out_is_told(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#filter").fill("rule")
    status = page.locator("#filter-status")
    expect(status).to_contain_text("searched all")
    page.locator("[data-filter=user]").click()
    expect(status).to_contain_text("kept out by the button")
    numbers = [int(number) for number in re.findall(r"\d+", status.inner_text().replace(",", ""))]
    shown, found, kept_out = numbers[0], numbers[3], numbers[4]
    assert shown == found - kept_out


@pytest.mark.parametrize("path", ["", "s/none"])
def test_without_scripts_the_language_stands_at_the_edge(
    browser: Browser, samples_server: Server, path: str
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 700})
    page = context.new_page()
    page.goto(samples_server.url)
    page.goto(samples_server.url.split("?")[0] + path)
    box = page.locator(".topbar a[lang]").bounding_box()
    assert box is not None and 1280 - 40 < box["x"] + box["width"] <= 1280
    context.close()


def test_a_session_that_holds_no_entry_yet_says_what_is_known(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    open_session(page, serve(tmp_path).url, Script(id="only", cwd="/clay").write(tmp_path / "only.jsonl"))
    expect(page.locator("#transcript")).to_contain_text("/clay")
    expect(page.locator("#transcript")).to_contain_text("This file holds no entries.")


def test_an_event_log_has_no_strip_of_time(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    header = Script(id="log").bytes()
    events = b'{"type":"agent_start"}\n{"type":"turn_start"}\n{"type":"agent_end"}\n'
    (tmp_path / "log.jsonl").write_bytes(header + events)
    index = open_session(page, serve(tmp_path).url, tmp_path / "log.jsonl")
    assert index["eventLog"]
    expect(page.locator("#strip")).to_be_hidden()
