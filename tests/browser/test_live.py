"""Live: the page follows a file that is being written, stays put when told to, and keeps what it has when the file goes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.pages import entry, open_session, tree_row
from tests.builders import Script, call

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
    expect(page.locator("[data-subject=live]")).to_contain_text("shorter", timeout=SECOND)
    expect(entry(page, shown)).to_be_visible()
    path.unlink()
    expect(page.locator("[data-subject=live]")).to_contain_text("no longer there", timeout=SECOND)
    expect(entry(page, shown)).to_be_visible()
    path.write_bytes(whole)
    expect(page.locator("[data-subject=live]")).to_contain_text("there again", timeout=SECOND)


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
