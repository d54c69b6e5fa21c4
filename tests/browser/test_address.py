"""The address follows what is shown, Back restores what was left, and what an address names in vain is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, open_session, ready, reopen, tree_row

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
LEAF = "48d8fdd9"
OTHER = "718d38dc"


def fragment(page: Page) -> dict[str, str]:
    """The parts of the address."""
    text = page.url.partition("#")[2]
    return dict(part.split("=", 1) for part in text.split("&") if "=" in part)


@pytest.fixture
def demo(page: Page, samples_server: Server) -> Page:
    open_session(page, samples_server.url, DEMO, f"#entry={OTHER}")
    return page


def test_an_unknown_entry_is_said_and_the_nearest_offered(demo: Page) -> None:
    reopen(demo, f"#entry={OTHER[:-1]}")
    notice = demo.locator("[data-subject='unknown-entry']")
    expect(notice).to_contain_text(f"no entry “{OTHER[:-1]}”")
    assert fragment(demo)["entry"] == LEAF, "the address is that of the entry shown"
    notice.get_by_role("link").first.click()
    expect(entry(demo, OTHER)).to_be_visible()
    assert fragment(demo)["entry"] == OTHER


def test_parts_that_mean_nothing_are_said(demo: Page) -> None:
    vain = {"time": "zzzz", "view": "nonsense", "pane": "x", "leaf": "yyyy", "show": "what", "size": "2"}
    reopen(demo, f"#entry={OTHER}&" + "&".join(f"{name}={value}" for name, value in vain.items()))
    for name, value in vain.items():
        expect(demo.locator(f"[data-subject='unknown-{name}']")).to_contain_text(value)
    assert fragment(demo) == {"entry": OTHER}


def test_back_restores_view_branch_and_entry(demo: Page) -> None:
    length = demo.evaluate("history.length")
    for _ in range(5):
        demo.keyboard.press("ArrowDown")
    assert demo.evaluate("history.length") == length, "moving does not flood the history"
    before = fragment(demo)
    demo.locator("[data-view='totals']").first.click()
    demo.locator("#tree-map").click()
    expect(demo.locator("#view-map")).to_be_visible()
    demo.locator("#view-map .chips button").nth(1).click()
    demo.wait_for_function("() => location.hash.includes('size=cost')")
    demo.go_back()
    expect(demo.locator("#view-totals")).to_be_visible()
    demo.go_back()
    expect(demo.locator("#view-transcript")).to_be_visible()
    assert fragment(demo) == before
    demo.go_forward()
    expect(demo.locator("#view-totals")).to_be_visible()
    demo.go_back()
    expect(demo.locator("#view-transcript")).to_be_visible()
    demo.keyboard.press("]")
    demo.wait_for_function("(leaf) => !location.hash.includes(leaf)", arg=before["entry"])
    demo.go_back()
    demo.wait_for_function("(name) => location.hash.includes(name)", arg=f"entry={before['entry']}")
    expect(tree_row(demo, before["entry"])).to_be_visible()


def test_the_map_and_the_list_have_addresses(demo: Page) -> None:
    reopen(demo, f"#entry={OTHER}&view=map&size=cost&tree=flat")
    expect(demo.locator("#view-map .chips button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(demo.locator("#tree")).to_have_attribute("role", "listbox")
    demo.locator("#tree-flat").click()
    demo.wait_for_function("() => !location.hash.includes('tree=')")


def test_time_and_entry_come_back_together(demo: Page) -> None:
    names = demo.evaluate(
        "fetch('/api/s/' + document.documentElement.dataset.key + '/index').then((a) => a.json()).then((i) => [i.ids[2], i.ids[12]])"
    )
    reopen(demo, f"#entry={names[0]}&time={names[1]}")
    demo.wait_for_function(
        "() => document.documentElement.dataset.time === 'then' && location.hash.includes('time=')"
    )
    assert fragment(demo)["entry"] == names[0] and fragment(demo)["time"] == names[1]


def test_an_answer_keeps_its_entry_and_times_their_zone(demo: Page) -> None:
    demo.evaluate("localStorage.setItem('pi-inspector.zone', 'Asia/Tokyo')")
    demo.goto(re.sub(r"#.*", "/diagnose?ask=legacy&at=", demo.url))
    demo.wait_for_function("() => /at=[0-9a-f]{8}/.test(location.search)")
    expect(demo.locator("[data-zone]")).to_contain_text("Asia/Tokyo")
    demo.goto(demo.url.replace("/diagnose", "/compare").partition("?")[0])
    stamps = demo.locator("select[data-stamps] option").all_text_contents()
    assert any(re.search(r"GMT\+9|JST", text) for text in stamps), stamps[:3]
    assert not any(" UTC" in text for text in stamps)
    demo.goto(demo.url.replace("/compare", "/plain"))
    expect(demo.locator("article time").first).to_have_text(re.compile(r"GMT\+9|JST"))


def test_search_says_what_it_covered(demo: Page) -> None:
    demo.locator("#filter").fill("market")
    status = demo.locator("#filter-status")
    expect(status).to_contain_text(
        re.compile(r"searched all \d+ entries: text, thinking, tool arguments and results")
    )
    ready(demo)
