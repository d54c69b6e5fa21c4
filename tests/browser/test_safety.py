"""Every sample opens without a script of its own, a request elsewhere, or an error on the console."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import open_list, open_session, ready, session_links, tree_row
from tests.builders import Script
from tests.conftest import SHARED

pytestmark = pytest.mark.browser
SAMPLES = sorted(assets.samples().glob("*.jsonl"))
CASES = sorted((SHARED / "cases").glob("*.jsonl"))
MARKS = [
    "<script>window.hostile = 1</script>",
    "<img src=x onerror='window.hostile = 2'>",
    "<svg onload='window.hostile = 3'></svg>",
    "[link](javascript:window.hostile=4)",
    "<a href='javascript:window.hostile=5' id=tree>x</a>",
    "![picture](http://192.0.2.1/x.png)",
    "<iframe srcdoc='<script>parent.hostile=6</script>'></iframe>",
    '"><script>window.hostile = 7</script>',
    "</script><script>window.hostile = 8</script>",
    "\x1b[31mred\x1b]8;;http://192.0.2.1\x07link\x1b]8;;\x07 \u202etxt.exe\u202c",
    "<style>@import 'http://192.0.2.1/x.css'</style><base href='http://192.0.2.1/'>",
    "<form action='http://192.0.2.1/'><input name=x></form>",
]
HOSTILE = "\n\n".join(MARKS)
LOADING = re.compile("Loading|Working out what")


def look_around(page: Page) -> None:
    """Every view and pane of a session page, once."""
    for view in ("totals", "damage", "transcript"):
        page.locator(f"[role=tab][data-view={view}]").click()
    for pane in ("Seen by model", "Raw", "Details"):
        page.locator("#side [role=tab]", has_text=pane).click()
        expect(page.locator("#side")).not_to_contain_text(LOADING)
    # Not "no request for a while": a page asks again and again whether its file grew.
    expect(page.locator("#transcript")).not_to_contain_text(LOADING)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_opens_in_peace(page: Page, samples_server: Server, sample: Path) -> None:
    open_session(page, samples_server.url, sample)
    look_around(page)


@pytest.mark.skipif(not CASES, reason="the shared cases are not here")
def test_every_case_opens_in_peace(page: Page, serve: Callable[..., Server]) -> None:
    server = serve(SHARED / "cases")
    open_list(page, server.url)
    links = session_links(page)
    assert len(links) >= len(CASES) - 2
    for link in links.values():
        page.goto(link)
        ready(page)


def test_hostile_text_in_every_field_stays_text(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    script = Script(id=HOSTILE, cwd=HOSTILE, parentSession=HOSTILE)
    first = script.user(HOSTILE, id=HOSTILE)
    script.reply(
        {"type": "thinking", "thinking": HOSTILE},
        HOSTILE,
        {
            "type": "toolCall",
            "id": HOSTILE,
            "name": HOSTILE,
            "arguments": {HOSTILE: HOSTILE, "command": HOSTILE, "path": HOSTILE},
        },
        {"type": HOSTILE, "text": HOSTILE},
        model=HOSTILE,
        provider=HOSTILE,
        stopReason="error",
        errorMessage=HOSTILE,
    )
    script.result(HOSTILE, id=HOSTILE, toolName=HOSTILE, isError=True, details={HOSTILE: HOSTILE})
    script.user(
        [
            {
                "type": "image",
                "mimeType": "image/svg+xml" + HOSTILE,
                "data": "PHN2ZyBvbmxvYWQ9J3dpbmRvdy5ob3N0aWxlPTknLz4=",
            }
        ]
    )
    script.message("bashExecution", command=HOSTILE, output=HOSTILE, exitCode=HOSTILE)
    script.message("custom", customType=HOSTILE, content=HOSTILE, display=True)
    script.message(HOSTILE, content=HOSTILE)
    script.message(
        "system",
        content=HOSTILE,
        sections={HOSTILE: HOSTILE},
        toolsAdded=[{"name": HOSTILE, "description": HOSTILE}],
    )
    script.add("compaction", summary=HOSTILE, firstKeptEntryId=first, tokensBefore=HOSTILE, details=HOSTILE)
    script.add("branch_summary", summary=HOSTILE, fromId=HOSTILE)
    script.add("label", targetId=first, label=HOSTILE)
    script.add("session_info", name=HOSTILE)
    script.add("model_change", provider=HOSTILE, modelId=HOSTILE)
    script.add("thinking_level_change", thinkingLevel=HOSTILE)
    script.add("custom", customType=HOSTILE, data=HOSTILE)
    script.add("custom_message", customType=HOSTILE, content=HOSTILE, display=True)
    script.add("context_edit", targetId=first, replacement={"content": HOSTILE})
    script.add("usage", kind=HOSTILE, provider=HOSTILE, model=HOSTILE, usage={"input": HOSTILE})
    script.add(HOSTILE, text=HOSTILE)
    script.user("end", timestamp=HOSTILE)
    path = script.write(tmp_path / "hostile.jsonl")
    with open(path, "a") as stream:
        stream.write(HOSTILE.replace("\n", " ") + "\n")
    server = serve(tmp_path)
    open_session(page, server.url, path)
    look_around(page)
    assert (
        page.locator("#transcript iframe, #transcript form, #transcript script, #transcript base").count()
        == 0
    )
    assert page.locator("#transcript img[src^='http']").count() == 0
    for link in page.locator("#transcript a[href]").evaluate_all(
        "(nodes) => nodes.map((node) => node.getAttribute('href'))"
    ):
        assert not link.strip().lower().startswith(("javascript:", "data:", "vbscript:")), link
    assert "\u202e" not in page.locator("#transcript").inner_text().replace("\u2066", "")


def test_values_that_refuse_to_become_text_or_number_are_shown(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    """JSON may bring properties that JavaScript takes for methods; converting such a value throws."""
    odd = {"toString": 1, "valueOf": 1, "toJSON": 1, "length": -1}
    script = Script()
    first = script.user([odd, {"type": odd, "text": odd}, {"type": "image", "mimeType": odd, "index": odd}])
    script.reply(
        {"type": "thinking", "thinking": odd},
        {"type": "toolCall", "id": odd, "name": odd, "arguments": {"path": odd, "command": odd}},
        {"type": "toolCall", "id": "w", "name": "write", "arguments": {"path": odd, "content": "words"}},
        {"type": "toolCall", "id": "e", "name": "edit", "arguments": {"path": "x", "edits": [odd]}},
        model=odd,
        provider=odd,
        usage={"input": odd, "output": odd, "cacheRead": odd, "cost": {"total": odd}},
        stopReason=odd,
        durationMs=odd,
    )
    script.result("back", id="w", toolName=odd, isError=odd, details=odd, nestedCalls=[odd])
    script.message("bashExecution", command=odd, output=odd, exitCode=odd)
    script.message("system", content=odd, sections={"rules": odd}, toolsAdded=[odd], toolsRemoved=[odd])
    script.add("model_change", provider=odd, modelId=odd)
    script.add("thinking_level_change", thinkingLevel=odd)
    script.add("custom", customType=odd, data=odd)
    script.add("context_edit", targetId=first, replacement=odd)
    script.add("usage", kind=odd, usage=odd)
    script.add("label", targetId=first, label=odd)
    script.reply("the last words")
    server = serve(tmp_path)
    open_session(page, server.url, script.write(tmp_path / "odd.jsonl"))
    look_around(page)
    expect(page.locator("#transcript .entry")).to_have_count(len(script.records) - 1)
    expect(page.locator("#transcript")).to_contain_text("the last words")
    expect(page.locator("#transcript")).not_to_contain_text("unusual shape")
    page.locator("#side [role=tab]", has_text="Seen by model").click()
    expect(page.locator("#side .facts").first).to_be_visible()


def test_a_small_table_does_not_become_a_million_cells(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    columns, rows = 1_500, 1_500
    table = "|a" * columns + "|\n" + "|-" * columns + "|\n" + "|\n" * rows
    script = Script(cwd="/work")
    script.reply("| n | of |\n|---|---|\n| 1 | 2 |", id="small")
    script.reply(f"before\n\n{table}\nafter", id="large")
    file = script.write(tmp_path / "table.jsonl")
    open_session(page, serve(tmp_path).url, file)
    expect(page.locator("[data-entry=small] td")).to_have_text(["1", "2"])
    large = page.locator("[data-entry=large]")
    expect(large).to_contain_text("after")
    expect(large.locator("td")).to_have_count(0)
    expect(large.locator("pre")).to_contain_text("|a|a|a")


def test_a_row_of_the_tree_is_one_line_whatever_it_holds(
    page: Page, serve: Callable[..., Server], tmp_path: Path
) -> None:
    marks = "".join(chr(code) for code in [*range(0xE0041, 0xE0060), 0xE007F, 0x202E, 0x2066, 0x200B, 0x0B])
    script = Script(cwd="/work")
    names = [script.user(f"{marks} {number} {marks}") for number in range(6)]
    file = script.write(tmp_path / "marks.jsonl")
    open_session(page, serve(tmp_path).url, file)
    for name in names:
        row = tree_row(page, name)
        expect(row).to_be_visible()
        outside = row.evaluate(
            """(row) => {
              const box = row.getBoundingClientRect();
              const boxes = [...row.querySelectorAll('.tree-text, .tree-text .mark')].flatMap((node) => [...node.getClientRects()]);
              return boxes.filter((one) => one.top < box.top - 0.5 || one.bottom > box.bottom + 0.5).length;
            }"""
        )
        assert outside == 0
        row.click()
        expect(row).to_have_class(re.compile("is-chosen"))


def test_a_page_without_the_token_is_told_what_to_do(browser: Browser, samples_server: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(samples_server.url.split("?")[0])
    expect(page.locator("body")).to_contain_text("printed at its start")
    expect(page.locator("main a")).to_have_count(0)  # every page of ours would refuse as well
    context.close()


def test_dark_light_and_chinese(browser: Browser, samples_server: Server) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        open_list(page, samples_server.url)
        grounds.add(
            page.evaluate(
                "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
            )
        )
        expect(page.locator("body")).to_contain_text("夜市")
        context.close()
    assert len(grounds) == 2
