"""Usage in a browser: sums that reconcile, charts that are drawn, misses with their reasons."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import index_of, name_of, open_session, path_of, reopen
from tests.builders import Script

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    index = open_session(page, samples_server.url, DEMO, "#view=totals")
    expect(page.locator("[data-part=usage][data-drawn]")).to_be_visible()
    return index


def dollars(text: str) -> float:
    return float(re.sub(r"[^0-9.]", "", text))


def test_the_three_totals_reconcile(page: Page, demo: dict[str, Any]) -> None:
    rows = page.locator(".reconcile tbody tr")
    costs = {
        row.locator("td").nth(0).inner_text(): dollars(row.locator("td").nth(3).inner_text())
        for row in rows.all()
    }
    parts = sum(cost for name, cost in costs.items() if name.startswith("+"))
    assert costs["replies only"] + parts == pytest.approx(costs["all billed"], abs=2e-4)
    assert costs["all billed"] - costs["− other branches"] == pytest.approx(costs["this branch"], abs=2e-4)
    assert costs["all billed"] == pytest.approx(demo["totals"]["cost"], abs=1e-4)


def test_another_branch_has_another_sum(page: Page, demo: dict[str, Any]) -> None:
    last = page.locator(".reconcile tbody tr").last
    before = last.inner_text()
    page.locator("[data-leaf-chooser]").select_option(index=0)
    expect(last).not_to_have_text(before)


def test_the_context_chart_is_of_the_branch_that_is_shown(page: Page, demo: dict[str, Any]) -> None:
    about = page.locator("[data-part=usage] h3", has_text="Context size").locator("+ p")
    expect(about).to_contain_text("Largest on this branch: 5,900 at L51. Cut by a compaction at L65")
    rows = {line: row for row, line in enumerate(demo["cols"]["line"])}
    page.locator("[data-leaf-chooser]").select_option(value=name_of(demo, rows[45]))
    expect(about).not_to_contain_text("L51")
    expect(about).not_to_contain_text("L65")
    largest = max(demo["cols"]["ctx"][row] for row in path_of(demo, rows[45]))
    expect(about).to_contain_text(f"Largest on this branch: {largest:,} at")


def test_what_a_summary_cost_is_not_known_where_no_usage_is_recorded(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    first = script.user("one")
    for _ in range(2):
        script.reply("two", usage={"input": 5000, "output": 1, "cost": {"total": 0.1}})
        script.add("compaction", summary="s", firstKeptEntryId=first, tokensBefore=9)
    file = script.write(tmp_path / "s.jsonl")
    open_session(page, serve(tmp_path).url, file, "#view=totals")
    expect(page.locator("[data-part=unrecorded]")).to_contain_text("2 compactions without recorded usage")
    expect(page.locator(".reconcile tr", has_text="all billed")).to_contain_text("Not in it: 2 compactions")
    expect(page.locator("[data-part=usage]")).not_to_contain_text("Nothing else was billed")


def test_sums_keep_their_columns_in_a_narrow_pane(page: Page, demo: dict[str, Any]) -> None:
    page.set_viewport_size({"width": 820, "height": 900})
    cells = [cell.bounding_box() for cell in page.locator(".reconcile tbody tr").first.locator("td").all()]
    tops = [round(cell["y"]) for cell in cells if cell is not None]
    assert len(tops) == 5 and len(set(tops[:4])) == 1 and tops[4] > tops[0]


def test_charts_are_drawn_and_lead_to_their_entry(page: Page, demo: dict[str, Any]) -> None:
    expect(page.locator(".chart[data-drawn] canvas")).to_have_count(4)
    page.wait_for_timeout(100)
    box = page.locator(".chart .u-over").first
    box.hover(position={"x": 200, "y": 40})
    expect(page.locator(".chart-note:visible")).to_contain_text(re.compile(r"L\d+: [\d,]+ tokens"))
    box.click(position={"x": 200, "y": 40})
    expect(page.locator("[role=tab][data-view=transcript]")).to_have_attribute("aria-selected", "true")


def test_misses_have_reasons_that_link(page: Page, demo: dict[str, Any]) -> None:
    usage = page.locator("[data-part=usage]")
    expect(usage).to_contain_text("after a compaction")
    expect(usage).to_contain_text("another model")
    expect(usage).to_contain_text("jump from another branch")
    expect(usage).to_contain_text("no file records what a cache held")
    number = int(usage.locator("h4", has_text="Cache misses").locator(".count").inner_text())
    words = usage.locator("h4", has_text="Cache misses").locator("+ p").inner_text()
    counted = re.match(
        r"By pi’s rule it is (\d+) of them, [\d,]+ tokens paid again: pi leaves out what comes", words
    )
    assert counted and 0 < int(counted[1]) < number, words
    reasons = re.search(r"Likely reasons: (.*?)\. They are leads", words)
    assert reasons and sum(map(int, re.findall(r"\((\d+)\)", reasons[1]))) == number, words


def test_hidden_usage_is_a_series_of_its_own(page: Page, demo: dict[str, Any]) -> None:
    expect(page.locator("[data-part=usage]")).to_contain_text("cache_warm")


@pytest.mark.parametrize("sample", sorted(assets.samples().glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_sample_has_a_usage_view(page: Page, samples_server: Server, sample: Path) -> None:
    open_session(page, samples_server.url, sample, "#view=totals")
    expect(page.locator("[data-part=usage][data-drawn]")).to_have_count(1)


def test_chinese_has_no_english_left(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#language").click()
    expect(page.locator("[data-part=usage][data-drawn]")).to_contain_text("仅回复")
    reopen(page, "#view=totals")
    assert index_of(page)["n"] == demo["n"]
    assert "replies only" not in json.dumps(page.locator("[data-part=usage]").inner_text())
