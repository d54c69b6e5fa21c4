"""The address follows what is shown, Back restores what was left, and what an address names in vain is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import entry, open_session, ready, reopen, tree_row
from tests.builders import Script, call

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


def test_where_nothing_is_near_both_ends_are_offered(demo: Page) -> None:
    for part in ("entry", "at", "time"):
        reopen(demo, f"#{part}=deadbeef")
        notice = demo.locator(f"[data-subject='unknown-{part}']")
        expect(notice).to_contain_text("No id comes near it. There is the first entry (L2), the leaf (L")
    notice.get_by_role("link", name="the first entry").click()
    demo.wait_for_function("() => document.documentElement.dataset.time === 'then'")
    expect(demo.locator("#notices [data-subject^='unknown']")).to_have_count(0)
    reopen(demo, "#entry=")
    expect(demo.locator("[data-subject='unknown-entry']")).to_contain_text(
        "“entry=” in the address names nothing"
    )


def test_a_line_or_an_id_alone_is_an_entry(demo: Page) -> None:
    reopen(demo, f"#{OTHER}")
    assert fragment(demo)["entry"] == OTHER
    line = demo.locator(f"[data-entry='{OTHER}']").get_attribute("data-line")
    reopen(demo, f"#L{line}")
    assert fragment(demo)["entry"] == OTHER
    expect(demo.locator("#notices [data-subject^='unknown']")).to_have_count(0)
    reopen(demo, "#%%%&show=tool:nosuch")
    expect(demo.locator("[data-subject='unknown-part']")).to_contain_text("“%%%”")
    expect(demo.locator("[data-subject='unknown-show']")).to_contain_text("tool “nosuch”")


def test_a_damaged_place_has_an_address(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, assets.samples() / "not-records.jsonl", "#view=damage")
    row = page.locator("#view-damage tr[data-damage]").nth(2)
    name = row.get_attribute("data-damage") or ""
    row.locator(".self-link").click()
    assert fragment(page)["damage"] == name
    page.reload()
    ready(page)
    expect(page.locator(f"tr.is-named[data-damage='{name}']")).to_be_in_viewport()
    page.goto(re.sub(r"#.*", f"/integrity#damage-{name}", page.url))
    expect(page.locator(f"tr:target[id='damage-{name}']")).to_be_in_viewport()


def test_a_folded_finding_is_unfolded_by_its_address(demo: Page) -> None:
    demo.goto(re.sub(r"#.*", "/diagnose", demo.url))
    folded = demo.locator("details:not([open]) li.finding").first
    name = folded.get_attribute("id") or ""
    assert name.startswith("finding-")
    demo.goto(re.sub(r"#.*", "", demo.url) + f"#{name}")
    expect(demo.locator(f"[id='{name}']")).to_be_in_viewport()
    link = demo.locator(f"[id='{name}'] .self-link").first
    expect(link).to_have_attribute("href", f"#{name}")
    expect(link).to_have_attribute("aria-label", "Link to this finding")


def test_a_filter_that_hides_the_chosen_entry_gives_it_back(demo: Page) -> None:
    reopen(demo, f"#entry={OTHER}")
    tree = demo.locator("#tree")
    active = tree.get_attribute("aria-activedescendant")
    expect(tree.locator("[aria-selected=true]")).to_have_attribute("data-tree-entry", OTHER)
    demo.locator("#chips [data-filter=labelled]").click()
    expect(tree.locator("[aria-selected=true]")).to_have_count(0)
    near = tree.get_attribute("aria-activedescendant")
    demo.reload()
    ready(demo)
    expect(tree).to_have_attribute("aria-activedescendant", near or "-")
    demo.locator("#chips [data-filter=all]").click()
    expect(tree).to_have_attribute("aria-activedescendant", active or "-")
    expect(tree.locator("[aria-selected=true]")).to_have_attribute("data-tree-entry", OTHER)


def test_a_run_says_that_it_can_be_unfolded_and_then_no_more(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    script.user("turn all pots")
    for number in range(40):
        script.reply("next", call("bash", f"c{number}", command="turn"))
        script.result("turned", f"c{number}")
    script.reply("done")
    open_session(page, serve(tmp_path).url, script.write(tmp_path / "run.jsonl"))
    tree = page.locator("#tree")
    fold = tree.locator(".is-fold").first
    expect(fold).to_have_attribute("aria-expanded", "false")
    level = fold.get_attribute("aria-level") or "-"
    item = fold.get_attribute("id")
    fold.click()
    first = tree.locator(f"#{item}")
    expect(first).not_to_have_class(re.compile("is-fold"))
    expect(first).to_have_attribute("aria-level", level)
    assert first.get_attribute("aria-expanded") is None, "the rest of the run stands beside it, not below"


def test_escape_leaves_a_view_before_the_tree(demo: Page) -> None:
    demo.keyboard.press("u")
    expect(demo.locator("#view-totals")).to_be_visible()
    demo.keyboard.press("Escape")
    expect(demo.locator("#view-transcript")).to_be_visible()
    expect(demo.locator("#transcript")).to_be_focused()
    demo.keyboard.press("Escape")
    expect(demo.locator("#tree")).to_be_focused()


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
