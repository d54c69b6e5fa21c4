"""Map, step and cut in a browser, and the share of each part of a context."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import context_of, entry, name_of, open_session, path_of, reopen
from tests.builders import Script, call

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    return open_session(page, samples_server.url, DEMO)


def test_the_map_shows_segments_and_leads_to_them(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#tree-map").click()
    expect(page.locator("[data-part=map][data-drawn]")).to_be_visible()
    expect(page.locator(".map-node")).to_have_count(5)
    assert "view=map" in page.url
    page.locator("[data-part=map] .chip", has_text="cost").click()
    expect(page.locator(".map-node")).to_have_count(5)
    other = next(item["leaf"] for item in demo["branches"] if not item["active"])
    node = page.locator(".map-node", has_text=f"L{demo['cols']['line'][other]}").last
    node.locator(".map-dot").click()
    expect(entry(page, name_of(demo, other))).to_be_visible()


def test_segments_say_their_first_words_where_there_is_room(page: Page, demo: dict[str, Any]) -> None:
    reopen(page, "#view=map")
    words = page.locator(".map-words")
    expect(words).to_have_count(5)
    expect(words.first).to_contain_text("We make the stall plan")
    page.get_by_text("Segments as a list").click()
    expect(page.locator("[data-part=map] th").first).to_have_text("Segment")
    page.set_viewport_size({"width": 390, "height": 780})
    reopen(page, "#view=map")
    expect(page.locator(".map-node")).to_have_count(5)
    expect(words).to_have_count(0)
    page.set_viewport_size({"width": 1400, "height": 900})
    reopen(page, "#view=map")
    words.last.click()
    expect(page.locator("[role=tab][data-view=transcript]")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("view", ["map", "step", "cut"])
def test_a_view_without_a_tab_has_a_way_back(page: Page, demo: dict[str, Any], view: str) -> None:
    reopen(page, f"#view={view}")
    page.locator(f"#view-{view} [data-back]").click()
    expect(page.locator(f"#view-{view}")).to_be_hidden()
    expect(page.locator("[role=tab][data-view=transcript]")).to_have_attribute("aria-selected", "true")
    assert "view=" not in page.url


def test_what_changed_since_the_reply_before(page: Page, demo: dict[str, Any]) -> None:
    page.get_by_role("button", name="What changed since the reply before").click()
    expect(page.locator("#view-step [data-drawn]")).to_be_visible()
    replies = [
        row
        for row in path_of(demo, demo["active"])
        if demo["strings"][demo["cols"]["role"][row]] == "assistant"
    ]
    parents = [demo["cols"]["parent"][row] for row in replies[-2:]]
    before, after = (context_of(page, row)["wire"] for row in parents)
    old = {(item["role"], item["row"]) for item in before}
    new = [item for item in after if (item["role"], item["row"]) not in old]
    expect(page.locator("[data-step=new] .seen-row")).to_have_count(len(new))
    page.get_by_role("button", name=re.compile("Reply before")).click()
    expect(page.locator("#view-step")).to_contain_text(f"L{demo['cols']['line'][replies[-2]]}")
    reopen(page, f"#entry={name_of(demo, replies[-3])}&view=step")
    expect(page.locator("#view-step")).to_contain_text(f"L{demo['cols']['line'][replies[-3]]}")


def test_a_step_over_a_compaction_names_it(page: Page, demo: dict[str, Any]) -> None:
    cut = demo["compactions"][0]["row"]
    path = path_of(demo, demo["active"])
    first = next(
        row for row in path if row > cut and demo["strings"][demo["cols"]["role"][row]] == "assistant"
    )
    reopen(page, f"#entry={name_of(demo, first)}&view=step")
    expect(page.locator("#view-step")).to_contain_text("A compaction came between them")
    expect(page.locator("[data-step=gone] .seen-row").first).to_be_visible()


def test_kept_and_dropped_stand_side_by_side(page: Page, demo: dict[str, Any]) -> None:
    """One meaning of dropped: the card, the filter and the two columns say the same."""
    cut = demo["compactions"][0]
    lost = len(context_of(page, demo["active"])["visibility"]["dropped"])
    reopen(page, f"#entry={name_of(demo, cut['row'])}&show=lost")
    expect(page.locator("#filter-status")).to_have_text(f"{lost} of {demo['n']} entries")
    expect(page.locator(".cut .card-numbers")).to_contain_text(f"{lost} dropped")
    page.locator(".card-lost").click()
    for part, rows in (("kept", cut["kept"]), ("dropped", lost)):
        expect(page.locator(f"[data-part={part}] .seen-row")).to_have_count(rows)
    expect(page.locator(".cut-summary")).to_contain_text("fees are whole yuan")
    left, right = (page.locator(f"[data-part={part}]").bounding_box() for part in ("dropped", "kept"))
    assert left is not None and right is not None and left["y"] == right["y"] and left["x"] < right["x"]


def test_shares_of_the_context(page: Page, demo: dict[str, Any]) -> None:
    reopen(page, "#pane=seen")
    share = page.locator("[data-part=share]")
    expect(share).to_be_visible()
    view = context_of(page, demo["active"])
    counted = dict(view["counted"]["rows"])
    others = [item for item in view["wire"] if item["role"] != "system" and item["row"] not in {*counted, -1}]
    total = view["counted"]["prompt"] + sum(counted.values()) + sum(item["tokens"] for item in others)
    expect(share).to_contain_text(f"Sum of the parts: {total:,} tokens")
    expect(share.locator("li")).to_have_count(6)


@pytest.mark.parametrize("view", ["totals", "map", "step", "cut"])
def test_a_phone_shows_every_view_without_sideways_scroll(
    page: Page, demo: dict[str, Any], view: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    reopen(page, f"#view={view}")
    expect(page.locator(f"#view-{view}")).to_be_visible()
    page.wait_for_timeout(400)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(f"#view-{view}")
    assert box.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 1


def test_a_result_finds_its_call_when_that_comes_in(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    for number in range(40):
        script.user(f"before {number}")
    ids = [f"c{number}" for number in range(150)]
    script.reply(*(call("read", name, path=f"{name}.py") for name in ids))
    for name in ids:
        script.result("x = 1", name)
    file = script.write(tmp_path / "many.jsonl")
    open_session(page, serve(tmp_path).url, file)
    expect(page.locator("article.entry")).to_have_count(191)
    expect(page.locator(".entry-head .call-line")).to_have_count(150)
    expect(page.locator(".call-end .muted", has_text="no result")).to_have_count(0)
