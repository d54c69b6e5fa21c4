"""Live: the page follows a file that is being written, stays put when told to, and keeps what it has when the file goes."""

from __future__ import annotations

import hashlib
import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.pages import entry, open_session, tree_row
from tests.builders import Script, call, usage

pytestmark = pytest.mark.browser
SECOND = 6_000  # ms; how late an entry really is says the bench, this is for machines that do much else


def talk(rows: int = 3) -> Script:
    script = Script()
    for number in range(rows):
        script.user(f"question {number}")
        script.reply(f"answer {number}")
    return script


def append(path: Path, script: Script) -> None:
    """Write what the script has more, as pi does: at the end of the file."""
    with path.open("ab") as file:
        file.write(script.bytes()[path.stat().st_size :])


@pytest.fixture
def session(page: Page, serve: Callable[..., Server], tmp_path: Path) -> tuple[Path, Script, dict[str, Any]]:
    script = talk()
    path = script.write(tmp_path / "live.jsonl")
    return path, script, open_session(page, serve(tmp_path).url, path)


def test_new_entries_come_without_a_reload(page: Page, session: Any) -> None:
    path, script, _ = session
    page.evaluate("window.samePage = 1")
    made = script.reply("let me look", call("read", "c9", path="clay.md"))
    append(path, script)
    expect(entry(page, made)).to_be_visible(timeout=SECOND)
    result = script.result("wet clay", "c9")
    append(path, script)
    expect(entry(page, result)).to_be_visible(timeout=SECOND)
    expect(entry(page, made)).not_to_contain_text("no result on this branch")
    expect(tree_row(page, result)).to_be_visible()
    assert page.evaluate("window.samePage") == 1
    expect(page.locator("#strip")).to_contain_text("9 lines")
    expect(page.locator("#live")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-entry]")).to_have_count(8)


def test_a_new_branch_is_followed(page: Page, session: Any) -> None:
    path, script, _ = session
    first = script.records[1]["id"]
    script.reply("old branch ends")
    last = script.user("from the start again", parent=first)
    append(path, script)
    expect(entry(page, last)).to_be_visible(timeout=SECOND)
    expect(page.locator("[data-entry]")).to_have_count(2)
    expect(page.locator("#leaf-chooser option")).to_have_count(2)


def test_a_compaction_brings_its_cut(page: Page, session: Any) -> None:
    path, script, _ = session
    kept = script.records[5]["id"]
    made = script.add("compaction", summary="only clay matters", firstKeptEntryId=kept, tokensBefore=900)
    append(path, script)
    expect(page.locator(f"[data-cut='{made}']")).to_be_attached(timeout=SECOND)
    expect(entry(page, script.records[1]["id"])).to_have_attribute("data-visibility", "dropped")


def test_staying_put(page: Page, session: Any) -> None:
    path, script, _ = session
    page.locator("#live").click()
    made = script.user("unseen for now")
    append(path, script)
    expect(page.locator("#live")).to_contain_text("new", timeout=SECOND)
    expect(entry(page, made)).to_have_count(0)
    page.locator("#live").click()
    expect(entry(page, made)).to_be_visible(timeout=SECOND)


def test_the_reader_who_reads_elsewhere_is_not_moved(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = talk(60)
    path = script.write(tmp_path / "long.jsonl")
    open_session(page, serve(tmp_path).url, path, f"#entry={script.records[20]['id']}")
    box = page.locator("#transcript")
    expect(page.locator("[data-entry]")).to_have_count(120)
    page.wait_for_timeout(600)
    before = box.evaluate("(node) => node.scrollTop")
    made = script.user("at the end")
    append(path, script)
    expect(entry(page, made)).to_be_attached(timeout=SECOND)
    assert abs(box.evaluate("(node) => node.scrollTop") - before) < 4


def test_shrunk_and_gone_keep_what_is_loaded(page: Page, session: Any) -> None:
    path, script, _ = session
    shown = script.records[-1]["id"]
    page.wait_for_timeout(700)  # until nothing more is asked for
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    switch, notice = page.locator("#live"), page.locator("[data-subject=live]")
    expect(notice).to_contain_text("shorter", timeout=SECOND)
    expect(switch).to_have_attribute("data-state", "lost")
    expect(switch).to_have_text("Stopped")
    assert switch.get_attribute("aria-pressed") is None
    expect(entry(page, shown)).to_be_visible()
    path.unlink()
    expect(notice).to_contain_text("no longer there", timeout=SECOND)
    expect(entry(page, shown)).to_be_visible()
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy as Markdown").click()
    page.wait_for_function("() => window.copied !== undefined")
    assert "answer 2" in page.evaluate("window.copied"), "what is shown needs no file"
    entry(page, script.records[2]["id"]).locator(".entry-head").click()
    page.locator("[data-seen-switch]").click()
    expect(page.locator("[data-subject=context]")).to_contain_text("could not be worked out", timeout=SECOND)
    path.write_bytes(whole)
    expect(notice).to_contain_text("there again", timeout=SECOND)
    expect(page.locator("[data-subject=context]")).to_have_count(0, timeout=SECOND)
    expect(switch).not_to_have_attribute("data-state", "lost")


def test_the_file_is_only_read(page: Page, session: Any) -> None:
    path, script, _ = session
    script.user("more")
    append(path, script)
    before = (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
    expect(entry(page, script.records[-1]["id"])).to_be_visible(timeout=SECOND)
    assert before == (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)


def test_a_rewritten_file_is_said_and_what_is_loaded_stays(page: Page, session: Any) -> None:
    path, script, _ = session
    shown = script.records[-1]["id"]
    page.wait_for_timeout(700)  # until nothing more is asked for
    path.write_bytes(path.read_bytes().replace(b"answer 0", b"another answer") * 2)
    notice = page.locator("[data-subject=live]")
    expect(notice).to_contain_text("rewritten", timeout=SECOND)
    expect(notice.get_by_role("button", name="Load again")).to_be_visible()
    expect(entry(page, shown)).to_be_visible()
    expect(page.locator("[data-entry]")).to_have_count(6)


def test_a_line_that_comes_in_pieces_is_shown_once_and_whole(page: Page, session: Any) -> None:
    path, script, _ = session
    first, second = script.user("whole at once"), script.user("in pieces")
    more = script.bytes()[path.stat().st_size :]
    with path.open("ab", buffering=0) as file:
        file.write(more[:-40])
        expect(entry(page, first)).to_be_visible(timeout=SECOND)
        expect(entry(page, second)).to_have_count(0)
        file.write(more[-40:])
    expect(entry(page, second)).to_contain_text("in pieces", timeout=SECOND)
    expect(page.locator("[data-entry]")).to_have_count(8)
    expect(page.locator("#damage-count")).to_have_text("")


def test_what_the_head_says_follows(page: Page, serve: Callable[..., Server], tmp_path: Path) -> None:
    script = Script()
    path = script.write(tmp_path / "empty.jsonl")
    open_session(page, serve(tmp_path).url, path)
    name = page.locator("#place b")
    expect(name).to_have_text("empty.jsonl")
    script.user("how to fire celadon")
    append(path, script)
    expect(name).to_have_text("how to fire celadon", timeout=SECOND)
    script.add("session_info", name="kiln log")
    append(path, script)
    expect(name).to_have_text("kiln log", timeout=SECOND)
    expect(page).to_have_title("kiln log · pi-inspector")
    with path.open("ab") as file:
        file.write(b"no record\n")
    expect(page.locator("#damage-count")).to_have_text("1", timeout=SECOND)
    expect(page.locator("[data-subject=damage]")).to_contain_text("1 damaged place")


def test_a_comparison_is_not_changed_by_what_comes(page: Page, session: Any) -> None:
    path, script, _ = session
    reply = script.records[-1]["id"]
    open_view = "() => document.querySelector('#view-step .step-body')?.dataset.drawn === '1'"
    page.evaluate("location.hash = location.hash + '&view=step'")
    page.wait_for_function(open_view)
    about = page.locator("#view-step .step-about")
    before = about.text_content()
    script.user("and then?")
    made = script.reply("then it is glazed")
    append(path, script)
    expect(tree_row(page, made)).to_be_visible(timeout=SECOND)
    expect(entry(page, made)).to_be_attached(timeout=SECOND)
    expect(about).to_have_text(before or "-")
    assert "view=step" in page.url and f"entry={reply}" in page.url
    page.keyboard.press("Escape")
    expect(page.locator("#view-transcript")).to_be_visible()


def test_a_server_that_was_started_anew_is_said_and_gone_on_with(browser: Browser, tmp_path: Path) -> None:
    script = talk()
    path = script.write(tmp_path / "live.jsonl")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    context = browser.new_context()
    page = context.new_page()
    first = Server("--port", port, str(tmp_path))
    open_session(page, first.url, path)
    first.stop()
    second = Server("--port", port, str(tmp_path))
    try:
        notice = page.locator("[data-subject=live]")
        expect(notice).to_contain_text("started anew", timeout=2 * SECOND)
        context.new_page().goto(second.url)
        expect(notice).to_have_count(0, timeout=2 * SECOND)
        made = script.user("after the restart")
        append(path, script)
        expect(entry(page, made)).to_be_visible(timeout=SECOND)
    finally:
        context.close()
        second.stop()


def test_entries_that_come_while_a_branch_is_laid_out_are_shown(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = talk()
    path = script.write(tmp_path / "busy.jsonl")
    open_session(page, serve(tmp_path).url, path)
    held: list[Route] = []
    free = False
    page.route(re.compile("/block"), lambda route: route.continue_() if free else held.append(route))
    # The first is on its way, with the second the branch is laid out anew, and the third comes meanwhile.
    for words in ("one", "two", "three"):
        made = script.user("\n\n".join([words] * 60))  # higher than the window
        append(path, script)
        expect(tree_row(page, made)).to_be_attached(timeout=SECOND)
    assert held
    waiting, free = list(held), True
    for route in waiting:
        route.continue_()
    expect(entry(page, made)).to_be_in_viewport(timeout=SECOND)
    lines = page.locator("#transcript article").evaluate_all("(all) => all.map((one) => one.dataset.line)")
    assert lines == [str(line) for line in range(2, 11)]
    assert page.locator("#transcript .edge").last.inner_text() == "End of this branch."


def test_a_session_that_grows_folds_nothing_over_the_chosen_entry(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script()
    script.user("go")
    for number in range(28):
        script.reply(call("read", f"c{number}", path=f"{number}.md"))
        script.result("text", f"c{number}")
    path = script.write(tmp_path / "runs.jsonl")
    open_session(page, serve(tmp_path).url, path, "#entry=@line20")
    row = page.locator(".tree-row.is-chosen")
    expect(row).to_contain_text("L20,")
    for number in range(28, 34):  # from so many entries on runs fold
        script.reply(call("read", f"c{number}", path=f"{number}.md"))
        last = script.result("text", f"c{number}")
    append(path, script)
    expect(entry(page, last)).to_be_attached(timeout=SECOND)
    expect(row).to_contain_text("L20,")
    expect(row).to_be_visible()


def test_the_card_of_a_cut_tells_what_the_first_reply_behind_it_measured(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = talk()
    script.add("compaction", summary="so far", firstKeptEntryId=script.records[1]["id"], tokensBefore=2_900)
    path = script.write(tmp_path / "card.jsonl")
    open_session(page, serve(tmp_path).url, path)
    numbers = page.locator(".card-numbers")
    expect(numbers).to_contain_text("2.9k tokens before")
    script.reply("behind it", usage=usage(2_500, 10))
    append(path, script)
    expect(numbers).to_contain_text("2.9k → 2.5k tokens", timeout=SECOND)


def test_a_folder_in_the_place_of_the_file_is_no_shorter_file(page: Page, session: Any) -> None:
    path, _, _ = session
    page.wait_for_timeout(700)  # until nothing more is asked for
    path.unlink()
    path.mkdir()
    expect(page.locator("[data-subject=live]")).to_contain_text("no longer there", timeout=SECOND)
