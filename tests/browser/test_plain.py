"""A browser without scripts: from the list to the transcript, page by page, and from a finding to its entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import WAIT, Server
from tests.browser.test_layout import CUT_OFF
from tests.builders import Script

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A page in which no script of a page runs."""
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 1280, "height": 900}, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(WAIT)
    yield page
    context.close()


def test_a_session_is_read_page_by_page(plain: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    script = Script()
    script.add("session_info", name="Pots and <b>lids</b>")
    for number in range(75):
        script.user(f"question {number}")
        script.reply(f"answer {number}", "and more")
    early, end = script.records[4]["id"], script.leaf
    script.user("another way", parent=early)
    script.reply("tried")
    script.user("the end", parent=end)
    script.write(tmp_path / "pots.jsonl")
    plain.goto(serve(tmp_path).url)
    assert plain.locator("button:visible, input:visible").count() == 0, (
        "nothing is offered that needs scripts"
    )
    plain.get_by_role("link", name="Pots and <b>lids</b>").click()
    plain.wait_for_url(re.compile("/plain$"))
    expect(plain.locator("h1")).to_have_text("Pots and <b>lids</b>")
    entries = plain.locator("[data-entry]")
    expect(entries).to_have_count(100)
    plain.get_by_role("link", name="Next").first.click()
    expect(entries).to_have_count(52)
    expect(entries.last).to_contain_text("the end")
    tried = plain.locator("#leaf option", has_text="tried").get_attribute("value")
    plain.get_by_label("Branch, named by its last entry").select_option(tried)
    plain.get_by_role("button", name="Show").click()
    expect(entries).to_have_count(6)
    plain.get_by_label("Entry: its id or line").fill("L120")
    plain.get_by_role("button", name="Go").click()
    expect(plain.locator("[data-entry].is-chosen")).to_be_in_viewport()
    assert "page=2" in plain.url and "#e-" in plain.url
    plain.get_by_role("link", name="中文").click()
    expect(plain.get_by_text("纯文本对话").first).to_be_visible()


def test_a_finding_leads_to_its_entry(plain: Page, samples_server: Server) -> None:
    plain.goto(samples_server.url)
    plain.get_by_role("link", name=re.compile("stall plan")).first.click()
    plain.get_by_role("link", name="Diagnose").click()
    plain.get_by_role("searchbox").fill("painted on the ground")
    plain.get_by_role("button", name="Why doesn").click()
    plain.locator("#answer").get_by_role("link", name=re.compile(r"^L\d+$")).first.click()
    expect(plain.locator("[data-entry].is-chosen")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_schemes_and_a_phone(plain: Page, samples_server: Server, language: str) -> None:
    plain.goto(samples_server.url)
    plain.get_by_role("link", name=re.compile("stall plan")).first.click()
    plain.wait_for_url(re.compile("/plain$"))
    plain.goto(f"{plain.url}?lang={language}")
    light = plain.evaluate(GROUND)
    plain.emulate_media(color_scheme="dark")
    assert plain.evaluate(GROUND) != light
    plain.set_viewport_size({"width": 390, "height": 844})
    assert plain.evaluate(SIDEWAYS) == 0
    assert plain.evaluate(CUT_OFF, ".plain-entry > header, .plain-facts dd, .tag, .status") == []
