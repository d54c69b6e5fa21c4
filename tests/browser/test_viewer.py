"""Comfort of the viewer: filters, list, diffs, copying, time zone, help. In the served page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from inspector.session import kinds as k
from tests.browser.conftest import Server
from tests.browser.pages import context_of, entry, index_of, name_of, open_session, ready, reopen

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"


@pytest.fixture
def demo(page: Page, samples_server: Server) -> dict[str, Any]:
    return open_session(page, samples_server.url, DEMO)


def line_name(index: dict[str, Any], line: int) -> str:
    return name_of(index, index["cols"]["line"].index(line))


def shown_lines(page: Page) -> str:
    return page.locator("#filter-status").inner_text()


def test_chips_filter_as_in_pi_and_the_address_brings_them_back(page: Page, demo: dict[str, Any]) -> None:
    in_tree = [  # rows that pi's tree can show: it leaves out replies without text, the active leaf apart
        row
        for row, flags in enumerate(demo["cols"]["flags"])
        if not flags & k.WORDLESS or row == demo["active"]
    ]
    kinds = [demo["strings"][demo["cols"]["kind"][row]] for row in in_tree]
    roles = [demo["strings"][demo["cols"]["role"][row]] for row in in_tree]
    settings = {
        "label",
        "context_edit",
        "custom",
        "model_change",
        "thinking_level_change",
        "session_info",
        "usage",
    }
    wanted = {
        "default": sum(kind not in settings for kind in kinds),
        "noTools": sum(
            kind not in settings and role != "toolResult" for kind, role in zip(kinds, roles, strict=True)
        ),
        "piAll": len(kinds) - kinds.count("usage"),
        "user": roles.count("user"),
    }
    assert wanted["piAll"] < demo["n"]
    for chip, count in wanted.items():
        page.locator(f"[data-filter={chip}]").click()
        expect(page.locator("#filter-status")).to_have_text(f"{count} of {demo['n']} entries")
        expect(page.locator(f"[data-filter={chip}]")).to_be_focused()
        assert f"show={chip}" in page.url
    page.reload()
    ready(page)
    expect(page.locator("[data-filter=user]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#filter-status")).to_have_text(f"{wanted['user']} of {demo['n']} entries")


def test_what_was_lost_follows_the_point_of_view(page: Page, demo: dict[str, Any]) -> None:
    page.locator("[data-filter=lost]").click()
    count = int(shown_lines(page).split()[0])
    assert count >= len(context_of(page, demo["active"])["visibility"]["dropped"]) > 0
    first = name_of(demo, 0)
    reopen(page, f"#entry={first}&at={first}&show=lost")
    expect(page.locator("#tree-empty")).to_be_visible()


def test_by_tool(page: Page, demo: dict[str, Any]) -> None:
    chooser = page.get_by_label("By tool")
    chooser.select_option(
        label=next(text for text in chooser.locator("option").all_inner_texts() if "edit" in text)
    )
    rows = page.locator("#tree [data-tree-entry]")
    expect(rows.filter(has_not_text="edit")).to_have_count(0)
    expect(rows).not_to_have_count(0)
    assert "show=tool%3Aedit" in page.url


def test_search_says_what_it_has_searched_and_the_address_keeps_it(page: Page, demo: dict[str, Any]) -> None:
    page.locator("#filter").fill("painted on the ground")
    expect(page.locator("#filter-status")).to_contain_text("searched all 81 entries: text, thinking")
    page.wait_for_url(re.compile("find="))
    assert "thinking" in (page.locator("#filter-status").get_attribute("title") or "")
    page.reload()
    ready(page)
    expect(page.locator("#filter")).to_have_value("painted on the ground")


def test_the_list_is_the_tree_without_lanes(page: Page, demo: dict[str, Any]) -> None:
    name = line_name(demo, 20)
    reopen(page, f"#entry={name}")
    page.locator("#tree").focus()
    page.keyboard.press("f")
    tree = page.locator("#tree")
    expect(tree).to_have_attribute("role", "listbox")
    row = tree.locator(f"[data-tree-entry='{name}']")
    expect(row).to_have_attribute("role", "option")
    expect(row).to_have_attribute("aria-posinset", str(demo["cols"]["line"].index(20) + 1))
    expect(row).to_have_attribute("aria-setsize", str(demo["n"]))
    expect(row).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(tree.locator("[aria-selected=true]")).to_have_attribute("data-tree-entry", line_name(demo, 21))
    page.reload()
    ready(page)
    expect(tree).to_have_attribute("role", "listbox")
    page.locator("#tree-flat").click()
    expect(tree).to_have_attribute("role", "tree")


def test_errors_by_key(page: Page, demo: dict[str, Any]) -> None:
    reopen(page, f"#entry={name_of(demo, 0)}")
    page.locator("#tree").focus()
    page.keyboard.press("e")
    expect(page.locator(".entry.is-chosen .tag.bad").first).to_be_visible()
    page.keyboard.press("E")
    expect(page.locator("#notices")).to_contain_text("No error before")


def test_edits_are_diffs_in_both_forms(page: Page, demo: dict[str, Any]) -> None:
    name = line_name(demo, 14)
    reopen(page, f"#entry={name}")
    box = entry(page, name).locator(".diff-box")
    expect(box.locator(".diff-counts")).to_have_text("+2 −0")
    expect(box.locator(".diff-text.added")).to_have_count(2)
    box.get_by_role("button", name="Side by side").click()
    expect(box.locator("table.split")).to_have_count(1)
    expect(box.locator(".diff-text.nothing")).to_have_count(2)
    reopen(page, f"#entry={name}")
    expect(box.locator("table.split")).to_have_count(1)


def test_duration_and_failure_stand_beside_the_call(page: Page, demo: dict[str, Any]) -> None:
    name = line_name(demo, 18)
    reopen(page, f"#entry={name}")
    # One number: what pi recorded, as the result says too; the way from stamp to stamp is told behind it.
    end = entry(page, name).locator(".call-end")
    expect(end).to_have_text(re.compile(r"error\s+took \d+ ms\s+result"))
    took = re.search(r"took \d+ ms", end.inner_text())
    assert took is not None
    expect(entry(page, line_name(demo, 19)).locator(".entry-head")).to_contain_text(took.group())
    assert "400 ms after the reply" in (end.locator("[title]").first.get_attribute("title") or "")
    expect(entry(page, name).locator(".entry-head")).to_contain_text("+4.4 s")


def test_copying(page: Page, demo: dict[str, Any]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    name = line_name(demo, 14)
    reopen(page, f"#entry={name}")

    def copied(label: str) -> str:
        page.locator("#side").get_by_role("button", name=label).click()
        expect(page.locator("#side").get_by_role("button", name="Copied")).to_have_count(1)
        text: str = page.evaluate("navigator.clipboard.readText()")
        expect(page.locator("#side").get_by_role("button", name="Copied")).to_have_count(0)
        return text

    assert f"entry={name}" in copied("Copy link")
    assert copied("Copy file:line") == f"{DEMO}:14"
    assert json.loads(copied("Copy raw JSON"))["id"] == name
    markdown = copied("Copy as Markdown")
    assert markdown.startswith("### assistant · L14 · 2026-09-11T07:33:51") and "**call: edit**" in markdown
    page.keyboard.press("y")
    expect(page.locator("#notices")).to_contain_text("Link copied")


def test_the_time_zone_is_chosen_and_remembered(page: Page, demo: dict[str, Any]) -> None:
    name = line_name(demo, 14)
    reopen(page, f"#entry={name}")
    page.keyboard.press("?")
    with page.expect_navigation():
        page.locator("#set-zone").select_option("Asia/Tokyo")
    ready(page)
    expect(entry(page, name).locator("time").first).to_have_text(re.compile(r"16:33:51 (GMT\+9|JST)"))
    assert f"entry={name}" in page.url


@pytest.mark.parametrize("language", ["en", "zh"])
def test_help_explains_words_keys_and_misconceptions(
    browser: Browser, samples_server: Server, language: str
) -> None:
    context = browser.new_context(
        locale={"en": "en-GB", "zh": "zh-CN"}[language], viewport={"width": 390, "height": 800}
    )
    page = context.new_page()
    open_session(page, samples_server.url, DEMO)
    page.locator("#help").click()
    text = page.locator("#help-dialog").inner_text()
    assert "help." not in text and "key." not in text and "undefined" not in text
    wanted = {
        "en": [
            "Session history",
            "This turn’s context",
            "Summary",
            "Session tree",
            "External memory",
            "Retrieval",
            "Usual misconceptions",
        ],
        "zh": ["会话历史", "本轮的上下文", "摘要", "会话树", "外部记忆", "检索", "常见误解"],
    }
    assert [word for word in wanted[language] if word not in text] == []
    assert page.evaluate(
        "document.querySelector('#help-dialog').scrollWidth <= document.querySelector('#help-dialog').clientWidth"
    )
    context.close()


def test_an_odd_ending_a_hidden_message_and_a_huge_edit(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    def entry_of(number: int, **rest: Any) -> dict[str, Any]:
        return {
            "id": f"0000000{number}",
            "parentId": f"0000000{number - 1}" if number > 1 else None,
            "timestamp": f"2026-01-01T00:00:0{number}.000Z",
        } | rest

    call = {
        "type": "toolCall",
        "id": "c1",
        "name": "edit",
        "arguments": {
            "path": "a.py",
            "oldText": "\n".join(f"line {number}" for number in range(9000)) + "\n" + "x" * 50_000,
            "newText": "\n".join(f"line {number}" if number % 9 else "\x1b[31mnew" for number in range(9000)),
        },
    }
    records = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/"},
        entry_of(1, type="message", message={"role": "user", "content": "go"}),
        entry_of(
            2,
            type="message",
            message={
                "role": "assistant",
                "content": [{"type": "text", "text": "cut"}, call],
                "stopReason": "length",
                "model": "m",
                "provider": "p",
            },
        ),
        entry_of(3, type="custom_message", customType="x", content="quiet", display=False),
    ]
    file = tmp_path / "odd.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    open_session(page, serve(file).url, file)
    reply = entry(page, "00000002")
    expect(reply.locator(".entry-head")).to_contain_text("ended: length")
    expect(entry(page, "00000003").locator(".entry-head")).to_contain_text("hidden on pi’s screen")
    expect(entry(page, "00000003").locator(".status")).to_have_text("sent")
    box = reply.locator(".diff-box")
    assert box.locator("tr").count() < 200
    expect(reply.locator(".call")).to_contain_text("Only the beginning of these texts is compared.")
    reply.get_by_role("button", name="Load the whole text").click()
    expect(reply.locator(".call")).not_to_contain_text("Only the beginning")
    reply.get_by_role("button", name=re.compile("Show all")).click()
    expect(box.locator("tr").nth(500)).to_be_attached()
    assert box.locator("tr").count() < 6000
    index = index_of(page)
    assert index["n"] == 3
