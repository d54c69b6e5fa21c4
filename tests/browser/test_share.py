"""Sharing in a browser without scripts: look, untick a false alarm, download what holds no key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.pages import open_list, open_session, session_links
from tests.test_web_share import KEY, OTHER, planted

pytestmark = pytest.mark.browser


def test_from_the_transcript_to_the_share_page(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file = planted(tmp_path / "s.jsonl")
    open_session(page, serve(tmp_path).url, file)
    page.locator("nav.pages a[data-page=share]").click()
    expect(page.locator("[data-share]")).to_be_visible()
    expect(page.locator(".tab[aria-current=page]")).to_have_text("Share")


def test_untick_and_download(browser: Browser, serve: Callable[..., Server], tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    context = browser.new_context()
    page = context.new_page()
    open_list(page, serve(tmp_path).url)
    link = session_links(page)[str(file)]
    still = browser.new_context(
        java_script_enabled=False,
        storage_state=context.storage_state(),
        viewport={"width": 390, "height": 844},
    )
    page = still.new_page()
    page.goto(link + "/share")
    page.locator("select[name=to]").select_option("jsonl")
    page.locator("select[name=branch]").select_option("*")
    page.locator("[data-preview]").click()
    other = page.locator("[data-placeholder^='[REDACTED:github']")
    expect(other.locator("mark").first).to_be_visible()
    other.locator("input[name=mask]").uncheck()
    page.locator("[data-preview]").click()
    expect(page.locator("[data-ticked=false]")).to_have_count(1)
    with page.expect_download() as got:
        page.locator("[data-download]").click()
    data = Path(got.value.path()).read_bytes()
    assert got.value.suggested_filename.endswith(".jsonl")
    assert KEY.encode() not in data and OTHER.encode() in data
    still.close()
    context.close()
