"""By keyboard, by finger and on a narrow screen: the map, the skip link, the bar on top, the help, the colours of diffs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import open_session
from tests.builders import Script

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
FOCUSED = "document.activeElement.getAttribute('aria-label') || ''"


def language(page: Page, name: str) -> None:
    page.add_init_script(
        f"try {{ localStorage.setItem('pi-inspector.language', '{name}'); }} catch {{ /* an empty page */ }}"
    )


def test_the_map_by_keyboard(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    page.locator("#tree").focus()
    page.keyboard.press("m")
    here = page.locator(".map-node:focus")
    expect(here).to_have_attribute(
        "aria-label", re.compile("L58–L82: 21 entries.*active leaf.*branch that is shown")
    )
    expect(here).to_have_attribute("aria-level", "3")
    expect(here.locator(".map-touch")).not_to_have_css("stroke", "rgba(0, 0, 0, 0)")
    expect(page.locator(".map-node[tabindex='0']")).to_have_count(1)
    expect(page.get_by_role("tree", name="Branch map").get_by_role("treeitem")).to_have_count(5)
    walked = []
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        walked.append(str(page.evaluate(FOCUSED)).split(":")[0].split("–")[1])
    assert walked == ["L77", "L82", "L57", "L45", "L39", "L45"]
    page.keyboard.press("Enter")
    expect(page.locator("#view-transcript")).to_be_visible()
    expect(page.locator("[data-entry][data-line='45']:focus")).to_be_visible()
    expect(page.locator("#tree .is-chosen")).to_contain_text("L45")


def test_the_size_by_cost_keeps_the_keyboard(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, "#view=map")
    page.wait_for_selector("[data-drawn='1']")
    chip = page.get_by_role("button", name="cost", exact=True)
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(chip).to_be_focused()


def test_letters_open_the_views_and_move_the_keyboard(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    for key, view in {"u": "totals", "d": "step", "c": "cut"}.items():
        page.keyboard.press(key)
        expect(page.locator(f"#view-{view}")).to_be_focused()
    page.keyboard.press("t")
    expect(page.locator("#transcript")).to_be_focused()


def test_the_skip_link_leads_to_what_is_shown(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO, "#view=totals")
    page.locator(".skip").focus()
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#view-totals")).to_be_focused()
    assert "view=totals" in page.url


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_bar_on_top_has_room_for_the_branch(page: Page, samples_server: Server, lang: str) -> None:
    language(page, lang)
    open_session(page, samples_server.url, DEMO, "#entry=718d38dc&at=718d38dc")
    for width, least in ((1440, 168), (1280, 250), (1110, 168), (1024, 250), (390, 220)):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.locator("#leaf-chooser").bounding_box()
        assert box is not None and box["width"] >= least, (width, box)
        bar = page.locator(".topbar").evaluate("(node) => node.scrollWidth - node.clientWidth")
        assert bar == 0 and page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_row_that_is_read_stays_in_the_tree(page: Page, samples_server: Server) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_session(page, samples_server.url, DEMO)
    expect(page.locator("#strip")).to_be_visible()
    expect(page.locator("#tree .is-chosen")).to_be_in_viewport(ratio=1)
    tree, row = page.locator("#tree").bounding_box(), page.locator("#tree .is-chosen").bounding_box()
    assert tree and row and row["y"] + row["height"] <= tree["y"] + tree["height"] + 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_view_scrolls_sideways_on_a_phone(page: Page, samples_server: Server, lang: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    language(page, lang)
    open_session(page, samples_server.url, DEMO, "#entry=718d38dc&pane=seen")
    for view in ("transcript", "totals", "damage", "map", "step", "cut"):
        page.evaluate("(view) => { location.hash = `#entry=718d38dc&view=${view}`; }", view)
        expect(page.locator(f"#view-{view}")).to_be_visible()
        over = page.evaluate(
            "[...document.querySelectorAll('.view:not([hidden]), .transcript')].map((node) => node.scrollWidth - node.clientWidth)"
        )
        assert max(over) <= 0, view
    for pane in ("tree", "side"):
        page.locator(f"[data-pane-button={pane}]").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#help").click()
    assert page.locator("#help-dialog").evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ["In the branch map", "Session history"]), ("zh", ["在分支地图中", "会话历史"])],
)
def test_the_help_tells_keys_and_words(
    page: Page, samples_server: Server, lang: str, words: list[str]
) -> None:
    language(page, lang)
    open_session(page, samples_server.url, DEMO)
    page.keyboard.press("?")
    dialog = page.locator("#help-dialog")
    expect(dialog.locator(".key-group")).to_have_count(7)
    for word in words:
        expect(dialog).to_contain_text(word)
    dialog.locator(".help-parts .chip").nth(2).click()
    expect(dialog.locator(".help-terms")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A session that edits a script, a line of markup, and a long file."""
    script = Script(id="edited")
    script.user("go")
    long = "".join(f"const name{at} = {at};\n" for at in range(3000))
    edits = [
        ("c1", "a.js", "const a = 1; // one\nlet b;\n", "const a = 2; // one\nlet b;\n"),
        ("c2", "b.html", "<img src=x onerror=alert(1)>\n", "<img src=y onerror=alert(1)>\n"),
        ("c3", "long.js", long, long.replace("name0 ", "first ")),
    ]
    for id, path, old, new in edits:
        script.reply(
            {
                "type": "toolCall",
                "id": id,
                "name": "edit",
                "arguments": {"path": path, "oldText": old, "newText": new},
            }
        )
    return script.write(tmp_path / "edited.jsonl")


def test_code_is_coloured_in_diffs(page: Page, serve: Callable[..., Server], edited: Path) -> None:
    open_session(page, serve(edited).url, edited)
    boxes = page.locator(".diff-box")
    first = boxes.nth(0)
    expect(first.locator(".added .hljs-keyword")).to_have_text("const")
    expect(first.locator(".added .diff-part")).to_have_text("2")
    expect(first.locator(".added .diff-part .hljs-number")).to_have_text("2")
    expect(first.locator(".removed .hljs-comment")).to_have_text("// one")
    lines = first.locator(".diff-text").evaluate_all(
        "(cells) => cells.map((cell) => [...cell.childNodes].filter((node) => !node.matches?.('.diff-sign, .visually-hidden')).map((node) => node.textContent).join(''))"
    )
    assert lines == ["const a = 1; // one", "const a = 2; // one", "let b;"]
    expect(boxes.nth(1).locator(".added")).to_contain_text("<img src=y onerror=alert(1)>")
    assert boxes.nth(1).locator("img").count() == 0
    expect(boxes.nth(2).locator(".added")).to_contain_text("first")
    expect(boxes.nth(2).locator(".hljs-keyword").first).to_be_visible()
    page.get_by_role("button", name="Load the whole text").click()
    expect(boxes.nth(2).locator("[class^=hljs]")).to_have_count(0)
    expect(boxes.nth(2).locator(".added")).to_contain_text("first")
    page.locator(".diff-forms [data-form=split]").first.click()
    expect(boxes.nth(0).locator(".added .hljs-keyword")).to_have_text("const")


def test_paper_is_light_and_holds_the_branch(page: Page, samples_server: Server) -> None:
    open_session(page, samples_server.url, DEMO)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    for hidden in (".pane-tree", "#side", "#strip", "#help", ".tabs"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("#place")).to_be_visible()
    entries = page.locator("[data-entry]")
    last = entries.last.bounding_box()
    assert last and last["y"] > 3000  # nothing scrolls: all of it is laid out, one below the other
    expect(entries.first).to_have_css("color", "rgb(17, 17, 17)")
