"""The main job in a browser: from the list to a session, its branches, its cut, and what the model saw."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import (
    context_of,
    entry,
    index_of,
    name_of,
    open_list,
    open_session,
    path_of,
    ready,
    reopen,
    transcript_names,
    tree_row,
)

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    return open_session(page, samples_server.url, DEMO)


def test_from_the_list_to_tree_and_transcript(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    expect(page.locator("a[data-session]").first).to_be_visible()
    page.locator("a[data-session]", has_text="夜市").first.click()
    ready(page)
    index = index_of(page)
    assert index["file"] == str(DEMO)
    leaf = name_of(index, index["active"])
    expect(entry(page, leaf)).to_be_visible()
    expect(tree_row(page, leaf)).to_be_visible()
    assert entry(page, leaf).get_attribute("data-line") == str(index["cols"]["line"][index["active"]])


def test_the_transcript_shows_the_branch(page: Page, demo: dict[str, Any]) -> None:
    wanted = [name_of(demo, row) for row in path_of(demo, demo["active"])]
    assert [name for name in transcript_names(page) if name in set(wanted)] == wanted
    assert set(transcript_names(page)) == set(wanted)


def test_another_branch_changes_the_transcript(page: Page, demo: dict[str, Any]) -> None:
    other = next(item["leaf"] for item in demo["branches"] if not item["active"])
    shown, hidden = name_of(demo, other), name_of(demo, demo["active"])
    expect(page.locator(f"[data-entry='{shown}']")).to_have_count(0)
    chooser = page.locator("[data-leaf-chooser]")
    values = chooser.locator("option").evaluate_all("(nodes) => nodes.map((node) => node.value)")
    chooser.select_option(next(value for value in values if value in (str(other), shown)))
    expect(entry(page, shown)).to_be_visible()
    expect(page.locator(f"[data-entry='{hidden}']")).to_have_count(0)


def test_the_cut_stands_before_the_first_kept_entry(page: Page, demo: dict[str, Any]) -> None:
    compaction = demo["compactions"][0]
    leaf = next(b["leaf"] for b in demo["branches"] if compaction["row"] in path_of(demo, b["leaf"]))
    reopen(page, f"#entry={name_of(demo, leaf)}")
    cut = page.locator(f"[data-cut='{name_of(demo, compaction['row'])}']")
    expect(cut).to_have_count(1)
    after = cut.evaluate(
        "(node) => { while (node && !node.nextElementSibling) node = node.parentElement; node = node.nextElementSibling; return (node.matches('[data-entry]') ? node : node.querySelector('[data-entry]')).dataset.entry; }"
    )
    assert after == name_of(demo, compaction["cut"])
    expect(cut).to_contain_text("fees are whole yuan")
    more = cut.get_by_role("button", name=re.compile("in full"))
    if more.count() > 0 and more.is_visible():  # a short summary is shown in full at once
        more.click()
        expect(cut.locator(".clipped")).to_have_count(0)
    expect(page.locator(f"[data-entry='{name_of(demo, compaction['row'])}']")).to_have_count(1)


@pytest.mark.parametrize("which", range(3))
def test_rails_say_what_the_context_says(page: Page, demo: dict[str, Any], which: int) -> None:
    leaf = demo["branches"][which]["leaf"]
    view = context_of(page, leaf)
    words = {row: word for word, rows in view["visibility"].items() for row in rows}
    reopen(page, f"#entry={name_of(demo, leaf)}&at={name_of(demo, leaf)}")
    for row in view["path"]:
        expect(page.locator(f"[data-entry='{name_of(demo, row)}']")).to_have_attribute(
            "data-visibility", words[row]
        )


def test_the_switch_shows_what_the_model_saw_at_an_entry(page: Page, demo: dict[str, Any]) -> None:
    path = path_of(demo, demo["active"])
    middle, last = name_of(demo, path[len(path) // 2]), name_of(demo, path[-1])
    tree_row(page, last)
    entry(page, middle).locator(".entry-head").click()
    page.locator("[data-seen-switch]").click()
    expect(entry(page, last)).to_have_attribute("data-visibility", "other-branch")
    assert f"at={middle}" in page.url


def test_an_address_brings_the_view_back(page: Page, demo: dict[str, Any]) -> None:
    path = path_of(demo, demo["active"])
    name = name_of(demo, path[3])
    reopen(page, f"#entry={name}&at={name}&view=totals")
    expect(page.locator("[role=tab][data-view=totals]")).to_have_attribute("aria-selected", "true")
    page.locator("[role=tab][data-view=transcript]").click()
    expect(entry(page, name)).to_have_attribute(
        "data-visibility", re.compile("sent|edited|never|dropped|summary")
    )


def test_keys_move_in_the_tree_and_change_branch(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#tree").focus()
    selected = page.locator("#tree [aria-selected='true']")
    before = selected.first.get_attribute("data-tree-entry")
    page.keyboard.press("ArrowUp")
    expect(selected.first).not_to_have_attribute("data-tree-entry", before or "")
    page.keyboard.press("ArrowDown")
    expect(selected.first).to_have_attribute("data-tree-entry", before or "")
    leaf = name_of(demo, demo["active"])
    page.keyboard.press("[")
    expect(page.locator(f"[data-entry='{leaf}']")).to_have_count(0)
    page.keyboard.press("]")
    expect(entry(page, leaf)).to_be_attached()
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("#filter")).to_be_focused()
    page.keyboard.type("陶笛")
    expect(page.locator("#tree [data-tree-entry]").first).to_be_visible()


def test_raw_line_of_an_entry(page: Page, demo: dict[str, Any]) -> None:
    name = name_of(demo, demo["active"])
    reopen(page, f"#entry={name}&pane=raw")
    expect(page.locator("#side")).to_contain_text('"id"')
    expect(page.locator("#side")).to_contain_text(name)


def test_stamps_carry_date_and_zone(page: Page, demo: dict[str, Any]) -> None:
    text = page.locator("[data-entry] time").first.text_content() or ""
    assert re.search(r"2026", text) and re.search(r"UTC|GMT|[A-Z]{2,5}|[+-]\d", text), text
