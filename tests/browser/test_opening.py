"""What a session page asks for before it is painted, and that it shows the same however it was opened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import name_of, open_session, ready

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


# By the page's own clock: routes of the API asked before the mark that tells of the painted page.
ASKED = """() => performance.getEntriesByType("resource")
  .filter((one) => one.startTime < performance.getEntriesByName("painted")[0].startTime)
  .map((one) => /\\/api\\/s\\/[^/]+\\/([a-z]+)/.exec(one.name)?.[1]).filter(Boolean)"""


def asked(page: Page, address: str) -> set[str]:
    page.goto("about:blank")
    page.goto(address)
    ready(page)
    return set(page.evaluate(ASKED))


def test_a_page_that_opens_at_the_end_asks_once_for_all_that_it_shows(
    page: Page, samples_server: Server
) -> None:
    open_session(page, samples_server.url, DEMO)
    address = page.url.partition("#")[0]
    assert asked(page, address) == {"index", "opening"}
    assert page.locator(".entry.is-chosen").count() == 1
    expect(page.locator(".tree-row.is-active")).to_contain_text(
        "The old numbers ar"
    )  # its preview, not its kind alone


def test_a_page_that_opens_elsewhere_does_not_ask_for_the_end(page: Page, samples_server: Server) -> None:
    index = open_session(page, samples_server.url, DEMO)
    address = page.url.partition("#")[0]
    whole = page.locator("#transcript").inner_text()
    last = name_of(index, index["active"])
    assert asked(page, f"{address}#entry={last}") == {"index", "block", "previews"}
    assert page.locator("#transcript").inner_text() == whole


def test_code_is_coloured_after_the_first_paint_and_where_the_colours_do_not_come_it_is_read_all_the_same(
    page: Page, browser: Browser, samples_server: Server
) -> None:
    open_session(page, samples_server.url, DEMO)
    coloured = page.locator("#transcript [class*=hljs-]")
    expect(coloured.first).to_be_attached()
    whole = page.locator("#transcript").inner_text()
    loads = "() => performance.getEntriesByType('resource').find((one) => one.name.includes('highlight')).startTime"
    painted = page.evaluate("performance.getEntriesByName('painted')[0].startTime")
    assert page.evaluate(loads) >= painted
    context = browser.new_context(
        viewport=page.viewport_size
    )  # of its own: what fails to load is an error elsewhere
    other = context.new_page()
    other.route(re.compile("highlight"), lambda route: route.abort())
    open_session(other, samples_server.url, DEMO)
    expect(other.locator("#transcript [class*=hljs-]")).to_have_count(0)
    expect(other.locator("#transcript")).to_contain_text("python plan.py")
    assert other.locator("#transcript").inner_text() == whole
    context.close()
