"""The strip of time: the tree as it stood when a line was written, and back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, name_of, open_session, path_of, reopen

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    index = open_session(page, samples_server.url, DEMO)
    expect(page.locator("#strip")).to_be_visible()
    return index


def drag(page: Page, share: float) -> None:
    """Drag the handle from the right end to a share of the width."""
    box = page.locator(".strip-plot").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * share, box["y"] + 20, steps=6)
    page.mouse.up()


def test_a_drag_shows_the_tree_as_it_stood(page: Page, demo: dict[str, Any]) -> None:
    drag(page, 0.5)
    row = demo["n"] // 2
    expect(page.locator("#strip")).to_contain_text(f"As of L{demo['cols']['line'][row]}")
    expect(page.locator("#filter-status")).to_contain_text(re.compile(rf"^{row + 1} entries"))
    expect(entry(page, name_of(demo, row))).to_be_visible()
    wanted = {name_of(demo, at) for at in path_of(demo, row)}
    expect(page.locator("[data-entry]")).to_have_count(len(wanted))
    assert f"time={name_of(demo, row)}" in page.url
    later = [item for item in demo["compactions"] if item["row"] > row]
    assert later and page.locator(".cut").count() == 0


def test_back_to_now(page: Page, demo: dict[str, Any]) -> None:
    drag(page, 0.3)
    expect(page.locator("html")).to_have_attribute("data-time", "then")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#filter-status")).to_contain_text(re.compile(rf"^{demo['n']} entries"))
    expect(entry(page, name_of(demo, demo["active"]))).to_be_visible()
    assert "time=" not in page.url


def test_a_label_of_then_is_the_one_that_stood(page: Page, demo: dict[str, Any]) -> None:
    rows = {line: row for row, line in enumerate(demo["cols"]["line"])}
    for line, label in ((12, "the rule"), (75, "the rule (said first)")):
        reopen(page, f"#time={name_of(demo, rows[line])}&show=labelled")
        row = page.locator(f"[data-tree-entry='{name_of(demo, rows[6])}']")
        expect(row.locator(".label-chip", has_text=re.compile(f"^{re.escape(label)}$"))).to_be_visible()


def test_the_address_brings_the_moment_back(page: Page, demo: dict[str, Any]) -> None:
    reopen(page, f"#time={name_of(demo, 30)}")
    expect(page.locator("#filter-status")).to_contain_text(re.compile(r"^31 entries"))


def test_keys_move_the_moment(page: Page, demo: dict[str, Any]) -> None:
    plot = page.locator(".strip-plot")
    plot.focus()
    page.keyboard.press("ArrowLeft")
    expect(plot).to_have_attribute("aria-valuenow", str(demo["n"] - 2))
    page.keyboard.press("Home")
    expect(page.locator("#filter-status")).to_contain_text(re.compile(r"^1 entr"))
    page.keyboard.press("End")
    expect(page.locator("html")).to_have_attribute("data-time", "now")


def test_usage_at_an_earlier_moment(page: Page, demo: dict[str, Any]) -> None:
    page.locator("[role=tab][data-view=totals]").click()
    last = page.locator(".reconcile tbody tr").nth(0)
    expect(last).to_be_visible()
    before = last.inner_text()
    drag(page, 0.4)
    expect(last).not_to_have_text(before)


def test_the_strip_folds_and_remembers(page: Page, demo: dict[str, Any]) -> None:
    page.locator(".strip-fold").click()
    expect(page.locator(".strip-plot")).to_be_hidden()
    reopen(page, "")
    expect(page.locator(".strip-plot")).to_be_hidden()


def test_nothing_is_undefined_while_the_handle_is_dragged(page: Page, demo: dict[str, Any]) -> None:
    """The panes follow when the hand rests; until then they show what is known."""
    page.evaluate("""() => {
        window.odd = new Set();
        const look = () => {
            for (const [word] of document.body.innerText.matchAll(/\\S*undefined\\S*|status\\.\\w+|\\? · \\?/g)) odd.add(word);
            requestAnimationFrame(look);
        };
        look();
    }""")
    box = page.locator(".strip-plot").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    page.mouse.down()
    for step in range(30):
        page.mouse.move(box["x"] + box["width"] * (1 - step / 32), box["y"] + 20)
    page.get_by_role("tab", name="Seen by model").dispatch_event("click")
    page.locator("[data-filter=seen]").dispatch_event("click")
    page.mouse.up()
    expect(page.locator("html")).to_have_attribute("data-time", "then")
    expect(page.locator("#side-body .lead")).to_be_visible()
    page.locator("[data-filter=all]").click()
    page.get_by_role("tab", name="Details").click()
    drag(page, 0.2)
    expect(page.locator("#side-body .verdict")).to_be_visible()
    assert page.evaluate("[...odd]") == []
