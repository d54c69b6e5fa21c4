"""What a reader sees at the widths of a phone, a tablet, a small and a large window: nothing is cut, nothing hidden."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import (
    entry,
    name_of,
    open_list,
    open_session,
    ready,
    reopen,
    session_links,
    tree_row,
)
from tests.builders import Script, call, header, usage

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
WIDTHS = {390: 844, 768: 1024, 1024: 800, 1280: 800, 1400: 900}
FIRST_KEPT = "ba4f53e6"
CUT_OFF = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1 || node.scrollWidth > node.clientWidth + 1);
}).map((node) => node.textContent)"""


def set_width(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": WIDTHS[width]})


def language(page: Page, name: str) -> None:
    page.add_init_script(
        f"try {{ localStorage.setItem('pi-inspector.language', '{name}'); }} catch {{ /* an empty page */ }}"
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_list_cuts_neither_names_nor_tags(
    page: Page, samples_server: Server, width: int, lang: str
) -> None:
    set_width(page, width)
    language(page, lang)
    open_list(page, samples_server.url)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    table = page.locator("#session-table")
    assert table.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    assert page.evaluate(CUT_OFF, ".tag:not(.fork)") == []
    names = page.locator(".name-line > a").evaluate_all(
        "(nodes) => nodes.filter((node) => node.clientWidth < Math.min(120, node.scrollWidth)).map((node) => node.textContent)"
    )
    assert names == []


@pytest.mark.parametrize("width", WIDTHS)
def test_damage_shows_in_the_list_at_every_width(page: Page, samples_server: Server, width: int) -> None:
    set_width(page, width)
    open_list(page, samples_server.url)
    row = page.locator("tr[data-row*='not-records.jsonl']")
    expect(row.locator(".cell-damage")).to_be_visible()
    expect(row.locator(".cell-damage")).to_contain_text("8")
    expect(page.locator("tr[data-row*='bom-before-header.jsonl']")).to_contain_text("pi refuses it")


@pytest.fixture(scope="module")
def now_and_then(serve: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The same session as it is while pi writes it, and long after: the bar above has a button more."""
    folder = tmp_path_factory.mktemp("times")
    for name in ("now", "then"):
        shutil.copyfile(DEMO, folder / f"{name}.jsonl")
    os.utime(folder / "then.jsonl", (1_700_000_000, 1_700_000_000))
    return {"server": serve(folder), "folder": folder}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("live", ["then", "now", "paused", "waiting"])
def test_the_session_page_fits(page: Page, now_and_then: dict[str, Any], live: str, lang: str) -> None:
    language(page, lang)
    file = now_and_then["folder"] / ("then.jsonl" if live == "then" else "now.jsonl")
    os.utime(now_and_then["folder"] / "now.jsonl")
    if live in ("paused", "waiting"):
        page.add_init_script("localStorage.setItem('pi-inspector.live', 'off')")
    open_session(page, now_and_then["server"].url, file, f"#entry={FIRST_KEPT}&at=718d38dc")
    expect(page.locator("#live")).to_have_attribute(
        "data-state", {"then": "rest", "now": "watch"}.get(live, "off")
    )
    if live == "waiting":
        with file.open("ab") as stream:
            stream.write(
                json.dumps({"type": "label", "id": "aaaa0001", "targetId": FIRST_KEPT}).encode() + b"\n"
            )
        expect(page.locator("#live .count")).to_be_visible()
    for width in [*WIDTHS, *range(320, 1700, 45), 1321, 1600]:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(CUT_OFF, ".topbar button") == [], width
        if live == "then" or (live != "waiting" and width >= min(WIDTHS)):
            assert page.evaluate(CUT_OFF, "#place b") == [], width
        assert page.locator("#place b").evaluate("(node) => node.clientWidth") >= 60, width
        expect(page.locator("#help")).to_be_in_viewport(ratio=1)
    expect(page.locator("#place b")).to_have_text("夜市 stall plan 🏮")


def test_a_long_folder_leaves_room_for_the_name(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, assets.samples() / "hostile-text.jsonl")
    name, folder = page.locator("#place b"), page.locator("#place .place-cwd")
    assert name.evaluate("(node) => node.clientWidth") > folder.evaluate("(node) => node.clientWidth")
    assert name.evaluate("(node) => node.clientWidth") > 120


# -- the place named in the address ------------------------------------------------------------------------


def visible_below_the_header(page: Page, name: str) -> None:
    """The entry is on screen inside the transcript, and stays there."""
    page.wait_for_function(
        """(name) => {
          const node = document.querySelector(`[data-entry="${name}"]`);
          if (!node || document.querySelector('.card-summary p.muted')) return false;
          const box = node.getBoundingClientRect(), pane = document.getElementById('transcript').getBoundingClientRect();
          return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
        }""",
        arg=name,
    )
    page.wait_for_timeout(300)
    box, pane = entry(page, name).bounding_box(), page.locator("#transcript").bounding_box()
    assert (
        box
        and pane
        and pane["y"] - 1 <= box["y"] < box["y"] + box["height"] <= pane["y"] + pane["height"] + 1
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_an_entry_behind_a_cut_is_on_screen(page: Page, samples_server: Server, width: int) -> None:
    set_width(page, width)
    index = open_session(page, samples_server.url, DEMO, f"#entry={FIRST_KEPT}")
    visible_below_the_header(page, FIRST_KEPT)
    page.reload()
    ready(page)
    visible_below_the_header(page, FIRST_KEPT)
    far = name_of(index, 3)
    page.evaluate("(name) => { location.hash = `#entry=${name}`; }", far)
    visible_below_the_header(page, far)
    page.evaluate("(name) => { location.hash = `#entry=${name}`; }", FIRST_KEPT)
    visible_below_the_header(page, FIRST_KEPT)


def test_the_reader_s_own_scrolling_ends_the_hold(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, f"#entry={FIRST_KEPT}")
    visible_below_the_header(page, FIRST_KEPT)
    page.locator("#transcript").evaluate("(node) => { node.scrollTop = 0; }")
    page.wait_for_timeout(200)
    page.set_viewport_size({"width": 1300, "height": 700})
    page.wait_for_timeout(300)
    assert page.locator("#transcript").evaluate("(node) => node.scrollTop") == 0


# -- event logs --------------------------------------------------------------------------------------------


@pytest.fixture
def event_log(tmp_path: Path) -> Path:
    lines = [header(id="ev"), {"type": "agent_start"}, {"type": "turn_start"}, {"type": "message_start"}]
    lines += [{"type": "message_end"}, {"type": "turn_end"}, {"type": "agent_end"}]
    path = tmp_path / "run.events.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_an_event_log_is_called_one(page: Page, serve: Callable[..., Server], event_log: Path) -> None:
    server = serve(event_log)
    open_list(page, server.url)
    row = page.locator("tr[data-row]")
    expect(row).to_contain_text("event log, no session")
    assert "6" not in row.locator("td.num").nth(4).inner_text()  # no damage is claimed
    page.goto(session_links(page)[str(event_log)])
    ready(page)
    expect(page.locator("#notices")).to_contain_text("event log")
    expect(page.locator("#notices")).not_to_contain_text("damaged")
    expect(page.locator("#damage-count")).to_have_text("")
    expect(page.locator("[data-leaf-chooser]")).to_be_hidden()
    expect(page.locator("#tree .tree-tag", has_text="leaf")).to_have_count(0)
    # A type is said once, and what stands in the line is shown, with nothing made up.
    assert page.locator("#tree").inner_text().count("turn_start") == 1
    assert re.findall(r'"(?:id|parentId)"', page.locator("#transcript").inner_text()) == []


def test_an_empty_file_is_called_one(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").touch()
    server = serve(tmp_path)
    open_list(page, server.url)
    page.goto(session_links(page)[str(tmp_path / "none.jsonl")])
    ready(page)
    for place in ("#transcript", ".pane-tree"):
        expect(page.locator(place)).to_contain_text(
            "This file is empty (0 bytes); pi would start a new session"
        )


@pytest.mark.parametrize(
    "sample", ["hostile-text", "newer-version-unknown-types", "context-edits", "demo-night-market"]
)
def test_transcript_and_details_say_the_same(page: Page, samples_server: Server, sample: str) -> None:
    open_session(page, samples_server.url, assets.samples() / f"{sample}.jsonl")
    page.wait_for_timeout(600)  # the source's own answer has come
    articles = page.locator("[data-entry]")
    for at in range(max(0, articles.count() - 25), articles.count()):
        article = articles.nth(at)
        article.locator(".line-link").click()
        expect(page.locator("#side .verdict b")).to_have_text(
            article.locator(".entry-head .status").inner_text()
        )


# -- what the model saw ------------------------------------------------------------------------------------


def test_the_wire_previews_the_message_that_is_sent(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, "#pane=seen")
    first = page.locator("#side .seen-rows li").first
    expect(first).to_contain_text("system prompt")
    expect(first).not_to_contain_text("Goal")
    expect(first).to_contain_text("preamble")


def test_the_numbers_say_what_they_are(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, "#pane=seen")
    side = page.locator("#side")
    expect(side).to_contain_text("2,868 tokens: input, cache read and cache write of the reply at L82")
    expect(side).to_contain_text("2,924 tokens: all that the last reply was billed for, its output included")
    expect(side).not_to_contain_text("too low")


def test_a_guess_is_called_one(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    script = Script()
    script.user("今天天气很好，我们去公园吧")
    both = Script(id="both")
    both.user("one")
    both.message(
        "assistant", content=[{"type": "text", "text": "two"}], provider="p", model="m", usage=usage()
    )
    both.user("three")
    server = serve(script.write(tmp_path / "guess.jsonl"), both.write(tmp_path / "both.jsonl"))
    open_session(page, server.url, tmp_path / "guess.jsonl", "#pane=seen")
    expect(page.locator("#side")).to_contain_text("all guessed: characters / 4 (too low for Chinese)")
    open_session(page, server.url, tmp_path / "both.jsonl", "#pane=seen")
    expect(page.locator("#side")).to_contain_text("120 that the last reply was billed for")


def test_the_switch_says_what_it_would_change(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    switch, legend = page.locator("[data-seen-switch]"), page.locator("#legend")
    expect(switch).to_be_disabled()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(legend.locator("[data-rail=after]")).to_be_hidden()
    tree_row(page, "718d38dc").click()
    expect(switch).to_be_enabled()
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(legend.locator("[data-rail=after]")).to_be_visible()
    last = entry(page, "48d8fdd9")
    expect(last).to_have_attribute("data-rail", "after")
    expect(last.locator(".status")).to_have_text("after this point")
    switch.click()  # again: back to the leaf
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_the_prompt_before_the_cut_is_sent_again(page: Page, samples_server: Server) -> None:
    index = open_session(page, samples_server.url, DEMO)
    system = next(row for row, role in enumerate(index["cols"]["role"]) if index["strings"][role] == "system")
    reopen(page, f"#entry={name_of(index, system)}")
    expect(entry(page, name_of(index, system)).locator(".status")).to_have_text("sent by checkpoint")
    expect(page.locator("#side .verdict")).to_contain_text("sends the prompt again")


# -- headers, chooser, tables ------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_the_state_stands_beside_the_kind_in_every_header(
    page: Page, samples_server: Server, width: int
) -> None:
    set_width(page, width)
    open_session(page, samples_server.url, DEMO)
    apart = page.locator(".entry-head").evaluate_all(
        """(heads) => heads.filter((head) => {
          const kind = head.querySelector('.entry-kind').getBoundingClientRect(), chip = head.querySelector('.status').getBoundingClientRect();
          return chip.width > 0 && Math.abs(chip.top - kind.top) > 8;
        }).length"""
    )
    assert apart == 0


def test_the_chooser_shows_how_a_branch_ends(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    words = page.locator("[data-leaf-chooser] option:checked").inner_text()
    assert words.startswith("3 of 3 · The old numbers are back")


def test_the_legend_is_there_on_a_phone(page: Page, samples_server: Server) -> None:
    set_width(page, 390)
    open_session(page, samples_server.url, DEMO)
    legend = page.locator("#legend")
    expect(legend.locator("[data-rail=sent]")).to_be_visible()
    expect(legend.locator("[data-rail=dropped]")).to_be_visible()
    expect(legend.locator("[data-rail=after]")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 768])
def test_the_damage_table_is_whole_in_a_narrow_pane(page: Page, samples_server: Server, width: int) -> None:
    set_width(page, width)
    open_session(page, samples_server.url, assets.samples() / "not-records.jsonl", "#view=damage")
    box = page.locator("#view-damage .table-scroll")
    assert box.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
    assert box.locator("code").first.evaluate("(node) => node.getClientRects().length") == 1
    expect(box).to_contain_text("a bare value")


def test_the_totals_add_up(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, "#view=totals")
    tables = page.locator("#view-totals .sheet-columns table")
    cells = [int(text.replace(",", "")) for text in tables.nth(0).locator("td.num").all_inner_texts()]
    assert sum(cells[:-1]) == cells[-1] == 65
    expect(tables.nth(1).locator("thead")).not_to_contain_text("Tokens")
    expect(tables.nth(1)).to_contain_text("$0.1042")
    expect(page.locator("#view-totals")).to_contain_text("55.9 KiB")


# -- nothing found, nobody let in --------------------------------------------------------------------------


def test_a_filter_without_hits_says_so_beside_the_filter(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    page.locator("#filter").fill("zzzzqq")
    expect(page.locator("#tree-empty")).to_be_visible()
    box, words = page.locator("#filter").bounding_box(), page.locator("#tree-empty").bounding_box()
    assert box and words and words["y"] - box["y"] < 120


def test_the_list_is_sorted_by_what_is_asked(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    rows = page.locator("tr[data-row]")
    given = rows.evaluate_all("(nodes) => nodes.map((node) => node.dataset.row)")
    costs = "(nodes) => nodes.map((node) => node.dataset.cost === '' || node.dataset.cost === undefined ? -1 : Number(node.dataset.cost))"
    page.locator("#list-sort").select_option("cost")
    found = rows.evaluate_all(costs)
    assert found == sorted(found, reverse=True) and found[0] > found[-1]
    page.reload()
    assert rows.evaluate_all(costs) == found
    page.locator("#list-sort").select_option("last")
    assert rows.evaluate_all("(nodes) => nodes.map((node) => node.dataset.row)") == given


def test_the_list_by_keyboard(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    links = page.locator("a[data-session]")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    # As cards, the ring and the ground of the row with the keyboard are one, not one for each word in it.
    page.set_viewport_size({"width": 1100, "height": 800})
    row = page.locator("tr[data-row]", has=page.locator("a[data-session]:focus"))
    expect(row).to_have_css("outline-style", "solid")
    expect(links.nth(1)).to_have_css("outline-style", "none")
    expect(row.locator("td.cell-time")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    page.keyboard.press("/")
    page.keyboard.type("night-market.jsonl")
    expect(page.locator("#search-status")).to_contain_text("1 of")
    page.keyboard.press("Enter")
    ready(page)
    expect(page.locator("#place b")).to_have_text("夜市 stall plan 🏮")


def test_a_list_without_hits_shows_no_empty_table(page: Page, samples_server: Server) -> None:
    open_list(page, samples_server.url)
    page.locator("#search").fill("zzzzqq")
    expect(page.locator("#session-table")).to_be_hidden()
    expect(page.locator("#search-none")).to_contain_text("No session matches")
    expect(page.locator("#search-status")).to_have_text(re.compile("^0 of [0-9]+ sessions$"))
    page.keyboard.press("Escape")
    expect(page.locator("#session-table")).to_be_visible()


@pytest.mark.parametrize(("lang", "words"), [("en", "printed at its start, in the terminal"), ("zh", "终端")])
def test_without_the_token_the_page_says_where_it_is(
    page: Page, samples_server: Server, lang: str, words: str
) -> None:
    language(page, lang)
    answer = page.request.get(samples_server.url.split("?")[0])
    assert answer.status == 403 and "Back to the list" not in answer.text()
    page.route(
        "**/locked", lambda route: route.fulfill(status=200, content_type="text/html", body=answer.text())
    )
    page.goto(samples_server.url.split("?")[0] + "locked")
    expect(page.locator("main")).to_contain_text(words)


def test_a_call_without_arguments_keeps_its_header(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script(id="calls")
    script.user("go")
    content: list[dict[str, Any]] = [call("ls")]
    script.message("assistant", content=content, provider="p", model="m" * 200, usage=usage())
    server = serve(script.write(tmp_path / "calls.jsonl"))
    set_width(page, 390)
    open_session(page, server.url, tmp_path / "calls.jsonl")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("#transcript").evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0
