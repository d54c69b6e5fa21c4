"""What a session page asks for before it is painted, and that it shows the same however it was opened."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

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
    assert "…" not in page.locator(".tree-row.is-active").inner_text()


def test_a_page_that_opens_elsewhere_does_not_ask_for_the_end(page: Page, samples_server: Server) -> None:
    index = open_session(page, samples_server.url, DEMO)
    address = page.url.partition("#")[0]
    whole = page.locator("#transcript").inner_text()
    last = name_of(index, index["active"])
    assert asked(page, f"{address}#entry={last}") == {"index", "block", "previews"}
    assert page.locator("#transcript").inner_text() == whole
