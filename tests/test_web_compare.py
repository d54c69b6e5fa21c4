"""The compare page and the question for an expression: what is not recorded is not missing, files are told apart."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from inspector.cli.main import run
from tests.builders import Script
from tests.test_web_diagnose import forgetful, mark, page_of
from tests.web_client import Site


def recorded_and_not(folder: Path) -> tuple[Path, Path]:
    """A session with a prompt, and one of an older pi without any."""
    one, other = Script(id="one"), Script(id="other")
    one.message("system", content="", sections={"notes": "The barn door stays shut."})
    one.user("Who is the mare?")
    other.user("Who is the mare?")
    return one.write(folder / "one.jsonl"), other.write(folder / "other.jsonl")


def test_sections_of_one_side_are_not_missing_where_none_are_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = recorded_and_not(tmp_path)
    site = Site(tmp_path)
    page = page_of(site, one, "compare", other=site.shelf.key(other))
    shown = page[page.index("data-prompt") :]
    assert set(re.findall(r'data-state="(\w+)"', shown)) == {"recorded"} and "notes" in shown
    assert run(["compare", str(one), str(other), "--lang", "en"]) in (0, 1)
    printed = capsys.readouterr().out
    assert re.search(r"(?m)^  sections +notes$", printed) and "only in A: notes" not in printed


def test_the_chooser_tells_two_of_the_same_words_apart(tmp_path: Path) -> None:
    one, other = recorded_and_not(tmp_path)
    site = Site(tmp_path)
    page = page_of(site, one, "compare")
    assert re.search(rf'<option value="{site.shelf.key(other)}">[^<]*other\.jsonl</option>', page)


def test_an_expression_that_finds_an_empty_text_is_refused(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    for lang, words in (("en", "also finds an empty text"), ("zh", "也匹配空文本")):
        assert words in page_of(site, file, status=400, ask="q*", regex="1", lang=lang)


def test_a_page_names_no_option_of_the_terminal(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    page = html.unescape(page_of(Site(tmp_path), file, ask="zebra quartz", lang="en"))
    assert "or search every session" in page and "or --all" not in page


def test_steps_stand_with_what_they_follow_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = recorded_and_not(tmp_path)
    site = Site(tmp_path)
    page = page_of(site, one, "compare", other=site.shelf.key(other))
    assert mark(page, "data-relation")["data-relation"] == "unrelated"
    run(["compare", str(one), str(other), "--lang", "en"])
    printed = capsys.readouterr().out
    assert "→" in printed[: printed.index("\nA  ")]
    why = printed.find("Why ")
    assert why < 0 or not printed[why:].splitlines()[1].lstrip().startswith("→")
