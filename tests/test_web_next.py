"""What a page of findings leads to next: near lines, commands, the line that words come from, numbers that agree."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from inspector.diagnosis import start
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words import fill
from inspector.session.load import open_session
from inspector.session.report import branch_words
from tests.builders import Script
from tests.test_web_diagnose import forgetful, mark, page_of
from tests.web_client import BASE, Site

DEMO = Path(__file__).parent.parent / "samples" / "demo-night-market.jsonl"


def text_of(page: str) -> str:
    """The words of a page, white space folded."""
    body = re.sub(r"<(script|style|noscript|svg)\b.*?</\1>", "", page[page.index("<main") :], flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", body)).split())


def test_instants_have_their_own_seconds_everywhere() -> None:
    """Entry L82 is of 07:47:53.023, L77 of 07:45:38.323."""
    site = Site(DEMO)
    knew = page_of(site, DEMO, ask="The old numbers are back", lang="en")
    assert "2026-09-11 07:47:53 UTC" in text_of(knew)
    both = text_of(page_of(site, DEMO, "compare", a="@line77", b="@line82", lang="en"))
    assert "2026-09-11 07:47:53 UTC" in both and "2026-09-11 07:45:38 UTC" in both
    for page in (knew, both, page_of(site, DEMO), page_of(site, DEMO, "plain")):
        assert not re.search(r"\d\d:\d\d UTC", re.sub(r"\d\d:\d\d:\d\d UTC", "", page))


def test_a_near_line_can_be_asked_for_itself(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(file)
    page = page_of(site, file, ask="leave the legacy task files alone", at=names["end"], lang="en")
    key = site.shelf.key(file)
    assert (
        f'href="/s/{key}/diagnose?at={names["end"]}&amp;entry={names["rule"]}">Ask for this line</a>' in page
    )
    answer = page_of(site, file, at=names["end"], entry=names["rule"])
    assert mark(answer, "data-verdict")["data-stage"] == "compaction"


def test_a_command_of_ours_has_its_page_beside_it(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(file)
    key = site.shelf.key(file)
    page = page_of(site, file, ask="xyzzy.plugh", regex="1", lang="en")
    every = f'href="/s/{key}/diagnose?ask=xyzzy.plugh&amp;regex=1&amp;all=1"'
    assert f"{every}>Search every served session here</a>" in page and page.count(every) == 2
    page = page_of(site, file, ask="xyzzy", all="1", lang="en")
    assert "pi-inspector trace xyzzy" in page and "Search every served session here" not in page
    page = page_of(site, file, ask="Letters are done", lang="zh")
    shown = f'#entry={names["end"]}&amp;at={names["end"]}&amp;pane=seen">在这里查看</a>'
    assert "pi-inspector context" in page and shown in page


def test_a_warning_apart_from_the_phrase_is_no_answer(tmp_path: Path) -> None:
    site = Site(DEMO)
    stages = re.findall(r'<li class="stage" data-status="(\w+)"( data-aside)?>', page_of(site, DEMO))
    assert [aside for status, aside in stages if status == "warning"] == [""]
    page = page_of(site, DEMO, ask="stall numbers never change", lang="en")
    stages = re.findall(r'<li class="stage" data-status="(\w+)"( data-aside)?>', page)
    assert stages[1:3] == [("warning", " data-aside"), ("lost", "")]
    assert "look here · apart from what was asked" in page


def test_a_warning_without_a_step_is_not_called_nothing() -> None:
    page = text_of(page_of(Site(DEMO), DEMO, lang="en"))
    assert "The statement on top asks for a look" in page and "Nothing for sure" not in page


def test_words_are_of_the_line_that_says_them(tmp_path: Path) -> None:
    script = Script()
    kept = script.user("Tidy the shed.")
    said = script.reply("Committed the shed.")
    leaf = script.add("compaction", summary="Shed.", firstKeptEntryId=kept, tokensBefore=9)
    file = script.write(tmp_path / "s.jsonl")
    session = open_session(file)
    assert branch_words(session, session.find_row(leaf)) == (session.find_row(said), "Committed the shed.")
    assert branch_words(session, session.find_row(said)) == (session.find_row(said), "Committed the shed.")
    site = Site(file)
    page = page_of(site, file, lang="en")
    assert "the last line of the file: “Committed the shed.” (said on L3)" in text_of(page)
    assert "L4 · active leaf · L3: Committed the shed." in page
    assert "“Committed the shed.”（出自 L3）" in text_of(page_of(site, file, lang="zh"))
    assert "No reply after it says how large its prompt was." in text_of(page)
    assert "unknown measured" not in page and "L4: Committed" not in page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_name_of_a_line_is_never_grouped(language: str) -> None:
    assert fill("L{line}, {line}", {"line": 12345}, "zh" if language == "zh" else "en") == "L12345, 12,345"


def test_a_picked_phrase_ends_where_a_sentence_or_a_word_does(tmp_path: Path) -> None:
    script = Script()
    rows = {
        script.user(
            "We make the stall plan for the market. One rule before anything else: stall numbers never change, they are "
            "painted on the ground. Prices are whole yuan."
        ): "We make the stall plan for the market.",
        script.user("word " * 40): ("word " * 24).strip(),
        script.user("编号从不改变，" * 30): None,
        script.user("x" * 300): "x" * 120,
        script.user("Short one, no end"): "Short one, no end",
    }
    session = open_session(script.write(tmp_path / "s.jsonl"))
    for name, expected in rows.items():
        row = session.find_row(name)
        phrase = start.phrase_of(session, row)
        assert len(phrase) <= start.PICKED and (expected is None or phrase == expected)
        assert expected is not None or phrase.endswith("，")
        assert row in {
            one.row for one in trace(session, Needle(phrase), session.tree.active_leaf, None).occurrences
        }


def test_numbers_of_the_share_page_agree() -> None:
    site = Site(DEMO)
    page = site.get(f"/s/{site.shelf.key(DEMO)}/share?lang=en").get_data(as_text=True)
    places = mark(page, "data-share")["data-masked"]
    listed = page[page.index("data-preview-list") : page.index("data-ways")]
    assert (
        f"{places} places would be masked" in page and f'<span class="count">{places} places</span>' in listed
    )
    # No value has a tick, and both places are one field of the header.
    assert 'name="mask"' not in listed and "false alarm" not in listed and "Nothing here has a tick" in listed
    assert "2 times there" in listed and "not listed" not in listed and 'id="result"' in page
    assert "data-previewed" not in page


def test_a_preview_that_was_asked_for_says_so_where_it_is(tmp_path: Path) -> None:
    file = Script(cwd="/home/planted/shop")
    for n in range(9):
        file.user(f"{n}: see /home/planted/shop/a{n}.txt, key sk-ant-api03-{'Ab3' * 24}")
    path = file.write(tmp_path / "s.jsonl")
    site = Site(path)
    answer = site.client.post(
        f"/s/{site.shelf.key(path)}/share?lang=en",
        base_url=BASE,
        data={"press": "preview", "to": "html"},
        headers={"Origin": BASE, "Sec-Fetch-Site": "same-origin"},
    )
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200, page[:500]
    assert f'action="/s/{site.shelf.key(path)}/share#result"' in page and page.count('id="result"') == 1
    assert re.search(r'role="status" data-previewed>The preview is made: \d+ places would be masked', page)
    assert "4 further places" in page and page.count(">L10</a>") >= 1


def test_an_error_page_has_what_other_pages_have(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    page = Site(file).get(f"/s/{'0' * 32}/diagnose").get_data(as_text=True)
    for name in ("language", "theme", "help"):
        assert f'id="{name}"' in page
    assert 'id="help-dialog"' in page and 'class="topbar-icons" hidden' in page


def test_one_page_writes_numbers_in_one_way() -> None:
    size = DEMO.stat().st_size
    page = page_of(Site(DEMO), DEMO, "integrity")
    assert page.count(f"{size:,}") >= 3 and f">{size}<" not in page
