"""Sharing in a browser, with scripts and without: look, untick a false alarm, download what holds no key."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.pages import open_list, open_session, session_links
from tests.test_web_share import KEY, OTHER, TERM, planted

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


def test_choices_secrets_and_a_bundle(
    page: Page, browser: Browser, serve: Callable[..., Server], tmp_path: Path
) -> None:
    file = planted(tmp_path / "s.jsonl")
    page.set_viewport_size({"width": 390, "height": 844})
    open_list(page, serve(tmp_path).url)
    page.goto(session_links(page)[str(file)] + "/share?lang=en")
    page.locator("select[name=to]").select_option("bundle")
    page.locator("details.share-more > summary").click()
    page.locator("textarea[name=secrets]").fill(TERM)
    page.locator("input[name=title]").fill("For you")
    page.locator("input[name=title]").press("Enter")  # a preview, not another language
    expect(page.locator("[data-holds='1']")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-language", "en")
    expect(page.locator("[data-placeholder='[REDACTED:known#1]'] mark")).to_be_visible()
    assert TERM not in page.content() and TERM not in page.url

    # A value is there only while somebody looks at it.
    key = page.locator("[data-rule=anthropic-key]")
    assert KEY not in key.inner_html()
    key.locator("[data-reveal]").click()
    expect(key.locator(".masked-value")).to_have_text(KEY)
    key.locator("[data-reveal]").click()
    expect(key.locator(".masked-value")).to_have_count(0)

    # What is not masked is said at once; what was changed since the preview, too.
    expect(page.locator("[data-stale]")).to_be_hidden()
    page.locator("input[name=redact][value=off]").check()
    expect(page.locator("[data-when=off]")).to_be_visible()
    expect(page.locator("[data-stale]")).to_be_visible()
    page.locator("input[name=redact][value=on]").check()

    page.locator("#language").click()
    expect(page.locator("html")).to_have_attribute("data-language", "zh")
    expect(page.locator("[data-holds='1']")).to_be_visible()
    expect(page.locator("select[name=to]")).to_have_value("bundle")
    expect(page.locator("input[name=title]")).to_have_value("For you")
    assert page.evaluate("document.documentElement.scrollWidth") == 390

    # The watched page must not load anything down; another one of the same user may.
    other = browser.new_context(storage_state=page.context.storage_state())
    taken = other.new_page()
    taken.goto(page.url.split("?")[0])
    taken.locator("select[name=to]").select_option("bundle")
    taken.locator("select[name=branch]").select_option("*")
    with taken.expect_download() as got:
        taken.locator("[data-download]").click()
    expect(taken.locator("#working")).to_have_text(re.compile("^\\s*完成"))
    expect(taken.locator("[data-download]")).to_be_enabled()
    with zipfile.ZipFile(got.value.path()) as archive:
        assert archive.testzip() is None and len(archive.namelist()) == 4
        assert all(KEY.encode() not in archive.read(name) for name in archive.namelist())
    other.close()
