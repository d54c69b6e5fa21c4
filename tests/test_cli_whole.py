"""What ``doctor`` and ``trace`` print holds every word of what was found, at any width and in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inspector import assets
from inspector.cli.main import run
from inspector.cli.render import Lines, cells, console, wrap_cells
from inspector.cli.safetext import safe
from inspector.cli.storyview import print_story
from inspector.diagnosis.doctor import diagnose
from inspector.diagnosis.start import case_for
from inspector.diagnosis.story import Block, doctor_story
from inspector.diagnosis.words import LANGUAGES, fill
from inspector.session import open_session
from inspector.store import find_places
from tests.builders import Script

SAMPLES = sorted(assets.samples().glob("*.jsonl"))


def squeezed(text: str) -> str:
    """Without white space: Chinese is broken where there is none."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_every_statement_is_printed_whole(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = open_session(file)
    places = find_places(session_dir=str(tmp_path))
    diagnosis = diagnose(case_for(session, session.tree.active_leaf, places, None, None))
    for language in LANGUAGES:
        blocks = doctor_story(diagnosis, language)
        for width in (20, 60, 80, 140):
            monkeypatch.setenv("COLUMNS", str(width))
            print_story(blocks)
            shown = squeezed(capsys.readouterr().out)
            for block in blocks:
                if block.kind != "detail":  # a difference may be in it, which is printed line by line
                    assert squeezed(safe(block.text)) in shown, (width, block)
                    assert squeezed(safe(block.lead)) in shown, (width, block)


def test_the_first_line_of_a_lead_keeps_its_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    print_story([Block("finding", "seven words of a lead stand here now", "lead")])
    print_story([Block("fact", "what it is", "a name wider than its column")])
    assert capsys.readouterr().out.splitlines() == [
        "  lead: seven words of a lead stand here",
        "    now",
        "  a name wider than its column what it",
        "                  is",
    ]


def test_no_line_is_cut_behind_what_stands_before_it(capsys: pytest.CaptureFixture[str]) -> None:
    for taken in range(20):
        with Lines(console(), 20) as lines:
            lines.wrapped("words 茶码项目 morewordswithoutanyblank", 2, ("x" * taken, ""))
        out = capsys.readouterr().out
        assert squeezed("words 茶码项目 morewordswithoutanyblank") in squeezed(out)
        assert all(cells(line) <= 20 for line in out.splitlines())
    assert wrap_cells("ab cd", 10, 7) == ["ab", "cd"]
    assert wrap_cells("abcd", 10, 7) == ["", "abcd"]


def test_how_a_place_stands_is_not_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    script = Script()
    script.user("port 8443")
    file = tmp_path / "2026-03-06T15-48-36-123Z_019cc3d6-22f1-7045-8bdf-df54f236e9aa.jsonl"
    script.write(file)
    assert run(["trace", "port 8443", str(file), "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index(f"  {file.name}:2")
    assert re.fullmatch(r"    user · .*\w", lines[at + 1])


def test_with_all_no_list_is_folded() -> None:
    names = [f"f{number}" for number in range(20)]
    assert fill("{names:list}", {"names": names}).endswith("f7 and 12 more")
    assert fill("{names:list}", {"names": names}, whole=True) == ", ".join(names)
    assert fill("{names:list}", {"names": names}, "zh", whole=True) == "、".join(names)
