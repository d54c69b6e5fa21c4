"""The transcript as plain pages: what they say, how they are cut, and that no text of a session becomes markup."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.session import Session, open_session
from inspector.session.context import context_at
from inspector.session.context_json import context_json, visibility
from inspector.session.ledger import ledger
from inspector.web import plain_page
from inspector.web.nearest import nearest_rows
from inspector.web.pages_plain_status import Branch
from inspector.web.pages_plain_words import PLAIN_WORDS
from inspector.web.plain_page import PAGE
from tests.builders import Script, call, text, usage
from tests.conftest import SHARED
from tests.web_client import Site

SAMPLES = sorted(assets.samples().glob("*.jsonl"))
CASES = sorted((SHARED / "cases").glob("*.jsonl"))


def plain_of(site: Site, file: Path, status: int = 200, **query: str) -> str:
    """The text of a page of the plain transcript."""
    answer = site.get(f"/s/{site.shelf.key(file)}/plain", query_string=query)
    assert answer.status_code == status, answer.get_data(as_text=True)[-2_000:]
    return str(answer.get_data(as_text=True))


def test_an_empty_file_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").touch()
    site = Site(tmp_path)
    assert "This file is empty (0 bytes)" in plain_of(site, tmp_path / "none.jsonl")
    assert "此文件是空的（0 字节）" in plain_of(site, tmp_path / "none.jsonl", lang="zh")


def article(page: str, line: int) -> str:
    """The element of the entry on a line, its markup as it is."""
    found = re.search(rf"<article(?:(?!</article>).)*?>L{line}</a></header>.*?</article>", page, re.S)
    assert found is not None, line
    start = page.rindex("<article", 0, found.end())
    return page[start : found.end()]


def words(markup: str) -> str:
    """What one reads of some markup."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", markup))).strip()


def lines(page: str) -> list[int]:
    """Lines of the entries of a page, in order."""
    return [int(line) for line in re.findall(r">L(\d+)</a></header>", page)]


@pytest.fixture
def long(tmp_path: Path) -> tuple[Site, Path, Script]:
    """A session of 250 entries, and a branch of three that leaves it at the tenth."""
    script = Script()
    for number in range(125):
        script.user(f"question {number}")
        script.reply(f"answer {number}")
    end = script.leaf
    script.user("aside", id="aside001", parent=script.records[10]["id"])
    script.reply("aside answered", id="aside002")
    script.user("the end", parent=end)
    file = script.write(tmp_path / "long.jsonl")
    return Site(file), file, script


# -- pages and the way through them ----------------------------------------------------------------------


def test_pages_hold_a_hundred_entries_of_the_active_branch(long: tuple[Site, Path, Script]) -> None:
    site, file, _ = long
    path = [*range(2, 252), 254]
    assert lines(plain_of(site, file)) == path[:PAGE]
    assert lines(plain_of(site, file, page="2")) == path[PAGE : 2 * PAGE]
    last = plain_of(site, file, page="3")
    assert lines(last) == path[2 * PAGE :]
    beyond = plain_of(site, file, status=404, page="99")
    assert lines(beyond) == path[2 * PAGE :] and "There is no page 99: this branch has 3." in beyond
    assert "“entry=” in the address names nothing" in plain_of(site, file, status=404, entry="")
    assert "Entries 201 to 251 of 251, page 3 of 3" in last
    key = site.shelf.key(file)
    found = dict(re.findall(r'<a class="button" rel="(\w+)" href="([^"]+)"', last))
    assert found == {"first": f"/s/{key}/plain?page=1", "prev": f"/s/{key}/plain?page=2"}
    assert "page must be a whole number" in plain_of(site, file, status=400, page="x")


def test_the_head_says_what_the_ledger_says(long: tuple[Site, Path, Script]) -> None:
    site, file, _ = long
    session = open_session(file)
    known, page = ledger(session), plain_of(site, file)
    facts = {
        words(name): words(value) for name, value in re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", page)
    }
    assert facts["Entries"] == "253"
    assert facts["Messages"] == f"{known.counts.total} (127 user, 126 assistant, 0 tool results)"
    assert facts["Tokens"].startswith(f"{known.total.tokens:,.0f} (")
    assert facts["Cost"] == f"${known.total.cost:,.2f}"
    assert facts["Active leaf"] == f"L254 · {session.entry_name(252)}"
    assert facts["Damage"] == "none"


def test_a_branch_is_chosen_by_its_leaf(long: tuple[Site, Path, Script]) -> None:
    site, file, _ = long
    page = plain_of(site, file, leaf="aside002")
    assert lines(page) == [*range(2, 12), 252, 253]
    assert re.search(r'<option value="aside002" selected>L253 ', page)
    assert re.search(r'<option value="" >|<option value="">', page)
    whole = plain_of(site, file, leaf=plain_page.WHOLE, page="3")
    assert lines(whole) == list(range(202, 255))
    assert 'data-rail="other-branch"' in article(whole, 252)


def test_a_link_to_an_entry_opens_the_page_that_holds_it(long: tuple[Site, Path, Script]) -> None:
    site, file, script = long
    name, key = script.records[150]["id"], site.shelf.key(file)
    for asked in (name, "@line151", "L151", "151"):
        answer = site.get(f"/s/{key}/plain", query_string={"entry": asked})
        assert (answer.status_code, answer.headers["Location"]) == (
            303,
            f"/s/{key}/plain?page=2&at={name}#e-{name}",
        )
    page = plain_of(site, file, page="2", at=name)
    assert f'is-chosen" id="e-{name}"' in page
    elsewhere = site.get(f"/s/{key}/plain", query_string={"entry": "aside001", "lang": "zh"})
    assert (
        elsewhere.headers["Location"] == f"/s/{key}/plain?leaf=aside002&page=1&at=aside001&lang=zh#e-aside001"
    )


def test_an_unknown_entry_is_said_and_the_nearest_offered(long: tuple[Site, Path, Script]) -> None:
    site, file, script = long
    key = site.shelf.key(file)
    for asked, offered in (
        ("aside00x", "aside001"),
        ("L900", script.records[253]["id"]),
        ("zz", script.leaf),
    ):
        page = plain_of(site, file, status=404, entry=asked)
        assert f"There is no entry “{asked}” in this file." in page
        assert f'<a href="/s/{key}/plain?entry={offered}">' in page
        assert lines(page), "the transcript is there all the same"
    assert "没有条目" in plain_of(site, file, status=404, leaf="nowhere", lang="zh")
    session = open_session(file)
    assert [session.entry_name(row) for row in nearest_rows(session, "aside00", 2)] == [
        "aside001",
        "aside002",
    ]


@pytest.mark.parametrize("asked", ["side001", "aisde001", "aside0001", "ASIDE001"])
def test_a_slip_of_the_pen_is_near(long: tuple[Site, Path, Script], asked: str) -> None:
    session = open_session(long[1])
    assert session.entry_name(nearest_rows(session, asked, 5)[0]) == "aside001"


def test_what_is_far_from_all_has_nothing_near(long: tuple[Site, Path, Script]) -> None:
    session = open_session(long[1])
    assert nearest_rows(session, "quite another thing", 5) == [] == nearest_rows(session, " ", 5)


def test_an_entry_whose_id_was_taken_is_reached_by_its_line() -> None:
    file = assets.samples() / "duplicate-id.jsonl"
    session, site = open_session(file), Site(file)
    [hidden] = session.tree.shadowed
    line = session.cols.line[hidden]
    answer = site.get(f"/s/{site.shelf.key(file)}/plain", query_string={"entry": f"L{line}"})
    assert answer.status_code == 303 and answer.headers["Location"].endswith(f"#e-@line{line}")
    page = site.get(answer.headers["Location"]).get_data(as_text=True)
    assert "id repeated later" in article(page, line)


def test_a_page_costs_what_its_entries_cost(
    long: tuple[Site, Path, Script], monkeypatch: pytest.MonkeyPatch
) -> None:
    site, file, _ = long
    plain_of(site, file)
    read: list[int] = []
    monkeypatch.setattr(Session, "raw", lambda self, row, raw=Session.raw: read.append(row) or raw(self, row))
    plain_of(site, file, page="2")
    assert len(read) <= PAGE + 2


# -- what entries say ------------------------------------------------------------------------------------


def told(tmp_path: Path, script: Script, **query: str) -> str:
    """The plain page of a session made by hand."""
    file = script.write(tmp_path / "told.jsonl")
    return plain_of(Site(file), file, **query)


def test_states_and_endings_are_said(tmp_path: Path) -> None:
    script = Script()
    script.add("custom_message", customType="hint", content="psst", display=False)
    script.message("bashExecution", command="ls", output="a", exitCode=3, excludeFromContext=True)
    script.reply("half", stopReason="length")
    script.reply(stopReason="error", errorMessage="overloaded")
    script.reply(stopReason="aborted")
    target = script.user("old words")
    script.add("context_edit", targetId=target, replacement={"content": "new words"})
    script.add("label", targetId=target, label="rule")
    page = told(tmp_path, script)
    said = {line: words(article(page, line)) for line in lines(page)}
    assert "sent, but hidden on pi’s screen" in said[2] and "extension message hint" in said[2]
    assert "bash (private)" in said[3] and "never sent · !!" in said[3] and "exit code 3" in said[3]
    assert "ended: length" in said[4] and "claude-sonnet-4-5 · 100 in · 20 out · $0.0100" in said[4]
    assert "failed" in said[5] and "never sent · failed reply" in said[5] and "Error: overloaded" in said[5]
    assert "aborted" in said[6] and "The reply has no content." in said[6]
    assert "edited · replaced" in said[7] and "rule" in said[7]
    assert "Replaces the content of L7 with: new words" in said[8]
    assert "Label on L7: rule" in said[9] and "active leaf" in said[9]
    chinese = told(tmp_path, script, lang="zh")
    assert "会发送，但 pi 屏幕上隐藏" in chinese and "从未发送 · 失败的回复" in chinese
    assert '<html lang="zh-CN"' in chinese


def test_calls_and_results_name_each_other(tmp_path: Path) -> None:
    script = Script()
    script.reply(
        "look", call("read", "c1", path="a.py"), call("edit", "c2", path="b", oldText="x\ny", newText="x\nz")
    )
    script.result("\x1b[31mred\x1b[0m\r\n\x07", "c1", isError=True)
    page = told(tmp_path, script)
    reply, result = article(page, 2), article(page, 3)
    assert "read a.py result L3" in words(reply)
    assert '<span data-sign="-">-y' in reply and '<span data-sign="+">+z' in reply
    assert "tool read sent active leaf error" in words(result) and "call L2" in words(result)
    assert "red\n" in result and "⟦BEL⟧" in result and "31m" not in result


def test_a_skill_folds_before_the_words_of_the_user(tmp_path: Path) -> None:
    script = Script()
    skill = '<skill name="tidy" location="/s/SKILL.md">\nPut things away.\n</skill>'
    script.user([text(f"{skill}\n\nthe kitchen first"), text("and the hall")])
    script.user(skill)
    path = script.write(tmp_path / "s.jsonl")
    page = plain_of(Site(tmp_path), path)
    said = words(article(page, 2))
    assert re.search(
        r"skill tidy /s/SKILL\.md The model was sent .* Put things away\. the kitchen first and the hall",
        said,
    )
    assert "<details" in article(page, 2) and "&lt;skill" not in page
    assert "No words of the user’s own behind it." in words(article(page, 3))


def test_the_cut_of_a_compaction(tmp_path: Path) -> None:
    script = Script()
    script.user("dropped one")
    kept = script.user("kept one")
    script.add("compaction", summary="In short.", firstKeptEntryId=kept, tokensBefore=1234)
    page = told(tmp_path, script)
    assert 'data-rail="dropped"' in article(page, 2)
    assert page.index("The model’s view begins here.") < page.index(f'id="e-{kept}"')
    assert "Cuts before L3. 1,234 tokens before. In short." in words(article(page, 4))


def test_pictures_are_named_and_only_good_ones_offered() -> None:
    file = assets.samples() / "images-odd.jsonl"
    page = plain_of(Site(file), file)
    assert "Picture image/svg+xml, 90 B · not shown" in words(page)
    assert len(re.findall(r'href="/api/s/[0-9a-f]+/image\?row=0&amp;index=\d"', page)) == 2
    assert "<img" not in page


@pytest.mark.parametrize("file", [*SAMPLES, *CASES], ids=lambda path: path.name)
def test_states_are_those_of_the_context(file: Path) -> None:
    """Told by the columns alone, they equal what the whole entries tell; where pi throws, nothing can be compared."""
    session = open_session(file)
    for leaf in session.tree.leaves:
        context = context_at(session, leaf)
        if context.throws:
            continue
        wanted = {row: word for word, rows in visibility(session, context).items() for row in rows}
        branch = Branch(session, leaf)
        assert {row: branch.status(row, at)[0] for at, row in enumerate(branch.rows)} == wanted


# -- long texts ------------------------------------------------------------------------------------------


def test_a_long_text_is_cut_and_stands_whole_elsewhere(tmp_path: Path) -> None:
    script, whole = Script(), "好 <b>text</b> \u202e" * 2_000 + "END"
    script.user([text("first"), text(whole)])
    script.user(whole)
    file = script.write(tmp_path / "long.jsonl")
    site = Site(file)
    page = plain_of(site, file)
    assert "END" not in page
    first, second = (
        html.unescape(one) for one in re.findall(r'href="(/s/[^"]+/plain/text\?[^"]+path=[^"]+)"', page)
    )
    assert f"All {len(whole):,} characters as text" in page
    for address in (first, second):
        answer = site.get(address)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.get_data(as_text=True) == whole.replace("\u202e", "⟦U+202E⟧")


def test_texts_by_address(long: tuple[Site, Path, Script], monkeypatch: pytest.MonkeyPatch) -> None:
    site, file, script = long
    base = f"/s/{site.shelf.key(file)}/plain/text"
    raw = site.get(base, query_string={"row": "0"})
    assert json.loads(raw.get_data(as_text=True)) == script.records[1]
    path = json.dumps(["message", "content"])
    monkeypatch.setattr(plain_page, "TEXT", 5)
    part = site.get(base, query_string={"row": "0", "path": path}).get_data(as_text=True)
    assert part == "quest\n⟦5 / 10 → &start=5⟧\n"
    assert site.get(base, query_string={"row": "0", "path": path, "start": "5"}).data == b"ion 0"
    for bad in ({"row": "999"}, {"row": "0", "path": "["}, {"row": "0", "path": '["gone"]'}, {}):
        assert site.get(base, query_string=bad).status_code == 400


def test_no_entry_makes_a_page_too_large(tmp_path: Path) -> None:
    script = Script()
    script.user([text("word " * 5_000) for _ in range(200)])
    script.add("custom", customType="x", data={"deep": {"text": "y" * 50_000}})
    page = told(tmp_path, script)
    assert len(page) < 200_000
    assert "140 parts more, not shown here." in words(page)
    assert "The stored line as text" in article(page, 3)


# -- hostile content -------------------------------------------------------------------------------------

TAGS = set(
    "html head meta title link script noscript body header a span p b nav button main h1 dl dt dd div form label select "
    "option input article time details summary bdi code pre dialog h2".split()
)
ATTRIBUTES = set(
    "lang data-key data-language charset name content rel href type src class title aria-label aria-current aria-hidden "
    "aria-disabled id hidden role method action for value selected required maxlength autocomplete spellcheck data-entry "
    "data-rail data-sign data-zone datetime dir aria-labelledby data-word data-word-label data-word-title".split()
)
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class Reader(HTMLParser):
    """Notes every tag, attribute and address of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src", "action"):
                self.addresses.add(value or "")


@pytest.fixture(scope="module")
def everything() -> Site:
    """Samples and cases on one site."""
    return Site(*(path for path in (assets.samples(), SHARED / "cases") if path.is_dir()))


@pytest.mark.parametrize("file", [*SAMPLES, *CASES], ids=lambda path: path.name)
def test_nothing_becomes_markup(file: Path, everything: Site) -> None:
    for query in ({}, {"leaf": plain_page.WHOLE, "lang": "zh"}):
        page, reader = plain_of(everything, file, **query), Reader()
        reader.feed(page)
        reader.close()
        assert reader.tags <= TAGS, reader.tags - TAGS
        assert reader.attributes <= ATTRIBUTES, reader.attributes - ATTRIBUTES
        assert all(re.match(r"/(?!/)|#|\?", address) for address in reader.addresses)
        assert not UNSEEN.search(page)
        assert page.count("<script") == 2


def test_anchors_and_links_survive_any_id(tmp_path: Path) -> None:
    script = Script()
    for name in ("a b", '"><script>', "é", "x" * 100, "#?&", "\u202eab", "@line3"):
        script.user("words", id=name)
    file = script.write(tmp_path / "ids.jsonl")
    site = Site(file)
    page = plain_of(site, file)
    found = re.findall(r'<article [^>]*id="([^"]+)"', page)
    assert found == [f"e-@line{line}" for line in range(2, 9)]
    for target in re.findall(r'href="#([^"]+)" title', page):
        assert target in found
    for line in range(2, 9):
        answer = site.get(f"/s/{site.shelf.key(file)}/plain", query_string={"entry": f"L{line}"})
        assert answer.status_code == 303 and "\n" not in answer.headers["Location"]
        assert "is-chosen" in article(site.get(answer.headers["Location"]).get_data(as_text=True), line)


def test_words_are_complete() -> None:
    for name, (en, zh) in PLAIN_WORDS.items():
        assert en and zh, name
        assert sorted(re.findall(r"\{(\w+)", en)) == sorted(re.findall(r"\{(\w+)", zh)), name


def test_without_scripts_the_session_page_leads_here(long: tuple[Site, Path, Script]) -> None:
    site, file, _ = long
    key = site.shelf.key(file)
    page = site.get(f"/s/{key}").get_data(as_text=True)
    assert f'<noscript><meta http-equiv="refresh" content="0; url=/s/{key}/plain"></noscript>' in page
    found = site.get(f"/s/{key}/diagnose", query_string={"ask": "question 3"}).get_data(as_text=True)
    link = re.search(
        r'<noscript><a class="line" href="([^"]+/plain\?entry=[^"]+)">(L\d+)</a></noscript>', found
    )
    assert link is not None
    answer = site.get(html.unescape(link[1]))
    assert answer.status_code == 303


def test_cost_of_a_compaction_is_shown(tmp_path: Path) -> None:
    script = Script()
    script.user("one")
    script.add("compaction", summary="s", firstKeptEntryId=None, tokensBefore="many", usage=usage(cost=0.5))
    script.add("usage", kind="title", provider="p", model="m", usage=usage(cost=2.5))
    page: Any = told(tmp_path, script)
    assert "$0.5000" in words(article(page, 3)) and "Nothing before it is kept." in words(article(page, 3))
    assert "Billed, not part of the conversation: p/m" in words(article(page, 4)) and "$2.50" in article(
        page, 4
    )


@pytest.mark.parametrize("name", ["header-late", "odd-messages"])
def test_where_pi_does_not_get_nothing_is_said_to_be_sent(name: str) -> None:
    session = open_session(next(file for file in SAMPLES if file.stem == name))
    assert not Branch(session, session.tree.active_leaf).reached


def test_what_is_never_sent_stays_that_behind_a_cut(tmp_path: Path) -> None:
    """In the rail of both pages, and with its own reason."""
    script = Script()
    script.add("custom", id="state", customType="x", data=1)
    script.add("label", id="label", targetId="state", label="l")
    script.message("bashExecution", id="private", command="ls", output="", excludeFromContext=True)
    script.user("said", id="said")
    script.add("compaction", id="cut", summary="s", firstKeptEntryId="cut")
    session = open_session(script.write(tmp_path / "s.jsonl"))
    row = {name: session.find_row(name) for name in ("state", "label", "private", "said")}
    told = context_json(session, context_at(session, session.tree.active_leaf))
    codes = {item["row"]: item["code"] for item in told["omitted"]}
    assert [codes[row[name]] for name in row] == ["state", "bookkeeping", "excluded", "before-boundary"]
    assert told["visibility"]["never"] == [row["state"], row["label"], row["private"]]
    branch = Branch(session, session.tree.active_leaf)
    assert [branch.status(at, at) for at in range(4)] == [
        ("never", "state"),
        ("never", "bookkeeping"),
        ("never", "excluded"),
        ("dropped", "before-boundary"),
    ]
