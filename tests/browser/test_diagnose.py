"""Diagnose, Compare and Integrity in a browser: by keyboard, with and without scripts, in both languages, on any width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import open_list, open_session, ready, session_links
from tests.browser.test_safety import HOSTILE
from tests.builders import Script
from tests.test_web_diagnose import forgetful

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


def test_asked_in_the_page_and_led_to_the_last_reply_that_knew(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    open_session(page, serve(tmp_path).url, file)
    page.locator("nav.pages a[data-page=diagnose]").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-code", "doctor.leads")
    page.locator("input[name=ask]").fill("files under legacy/")
    page.keyboard.press("Enter")
    verdict = page.locator("[data-verdict][data-stage=compaction]")
    expect(verdict).to_have_attribute("data-status", "lost")
    expect(page.locator("[data-stage-card]")).to_have_count(5)
    page.locator("[data-last-knew]").click()
    ready(page)
    expect(page.locator(f"[data-entry='{names['knew']}']")).to_be_visible()
    rule = page.locator(f"[data-entry='{names['rule']}']")
    expect(rule).to_have_attribute("data-visibility", "sent")
    # From here the pages of findings look from here.
    page.locator("nav.pages a[data-page=diagnose]").click()
    assert urlsplit(page.url).query == f"at={names['knew']}"


def test_evidence_leads_to_the_raw_line(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    page.goto(session_links(page)[str(DEMO)] + "/diagnose?ask=stall+numbers+never+change")
    expect(page.locator(".rows mark").first).to_have_text("stall numbers never change")
    page.locator(".raw-link").first.click()
    ready(page)
    expect(page.locator("#side")).to_contain_text("stall numbers never change")


def test_two_branches_compared(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    page.goto(session_links(page)[str(DEMO)] + "/compare")
    page.locator(".suggest a").first.click()
    expect(page.locator("[data-relation]")).to_have_attribute("data-relation", "fork")
    page.locator("[data-ancestor] a.line").first.click()
    ready(page)
    page.go_back()
    page.locator("select[name=other]").select_option(index=1)
    expect(page.locator("[data-relation]")).to_be_visible()
    assert "other=" in page.url and page.locator("select[name=other] option").first.inner_text() != ""


def test_integrity_names_every_damage(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    file = assets.samples() / "two-records-on-one-line.jsonl"
    page.goto(session_links(page)[str(file)] + "/integrity")
    expect(page.locator("tr[data-kind=joined]")).to_contain_text("422154ba")
    expect(page.locator("[data-salvage]")).to_contain_text("--salvage OUT.jsonl")
    page.locator("tr[data-kind=missing-parent] a.line").click()
    ready(page)


def test_language_is_one_for_all_pages(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    link = session_links(page)[str(DEMO)]
    page.goto(link + "/integrity")
    page.locator("#language").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("h2#headline")).to_contain_text("没有发现损坏")
    page.goto(link)
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator("nav.pages")).to_contain_text("诊断")
    page.locator("#language").click()
    ready(page)
    page.goto(link + "/diagnose")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("#theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_hostile_text_runs_nothing(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    script = Script(id="x", cwd="/w/" + HOSTILE, parentSession=HOSTILE)
    first = script.user("asked for " + HOSTILE)
    script.reply(HOSTILE, {"type": "toolCall", "id": "c", "name": HOSTILE, "arguments": {"command": HOSTILE}})
    script.user("aside " + HOSTILE, parent=first)
    script.add("compaction", summary=HOSTILE, firstKeptEntryId=HOSTILE, tokensBefore=HOSTILE)
    script.add("session_info", name=HOSTILE)
    script.user("end " + HOSTILE)
    file = script.write(tmp_path / "s.jsonl")
    with open(file, "a") as stream:
        stream.write(HOSTILE.replace("\n", " ") + "\n")
    open_list(page, serve(tmp_path).url)
    link = session_links(page)[str(file)]
    for address in ("/diagnose", "/diagnose?ask=hostile", "/diagnose?ask=asked+for&all=1", "/integrity"):
        page.goto(link + address)
        expect(page.locator("#answer")).to_be_visible()
        assert page.locator("main :is(script, iframe, img, base, style)").count() == 0
    page.goto(link + "/compare")
    page.locator(".suggest a").first.click()
    expect(page.locator("[data-relation]")).to_be_visible()
    for href in page.locator("a[href]").evaluate_all(
        "(nodes) => nodes.map((node) => node.getAttribute('href'))"
    ):
        assert href.startswith(("/", "#", "?")), href


@pytest.mark.parametrize("width", [390, 768, 1400])
def test_no_width_overflows(browser: Browser, samples_server: Server, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=True)
    page = context.new_page()
    open_list(page, samples_server.url)
    links = session_links(page)
    for name in ("demo-night-market", "hostile-text", "invalid-utf-8"):
        link = links[str(assets.samples() / f"{name}.jsonl")]
        for address in ("/diagnose", "/diagnose?ask=a&lang=zh", "/compare?a=@line3", "/integrity?lang=en"):
            page.goto(link + address)
            over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert over <= 0, (name, address, over)
    context.close()


def test_without_scripts(browser: Browser, samples_server: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    open_list(page, samples_server.url)
    link = session_links(page)[str(DEMO)]
    still = browser.new_context(java_script_enabled=False, storage_state=context.storage_state())
    page = still.new_page()
    page.goto(link + "/diagnose")
    page.locator("input[name=ask]").fill("stall numbers never change")
    page.locator(".button.primary").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator("#theme")).to_be_hidden()
    page.locator("#language").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.goto(link + "/integrity")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    context.close()
    still.close()


def test_an_entry_picked_in_the_page_is_asked_about(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    """From the chosen entry to its trace, at the entry from which the rail is seen."""
    file, _ = forgetful(tmp_path / "s.jsonl")
    open_session(page, serve(tmp_path).url, file)
    page.locator("[data-tree-entry]").first.click()
    page.locator("a[data-diagnose]").click()
    asked = page.locator("input[name=ask]").input_value()
    assert asked and not urlsplit(page.url).query.startswith("ask=")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-stage", "compaction")
