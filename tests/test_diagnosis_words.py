"""The catalog of words: both languages say the same, every finding fills its sentences, nothing is left over."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from inspector import assets
from inspector.cli.safetext import safe
from inspector.diagnosis.answer import steps, trace_json, verdict
from inspector.diagnosis.catalog import MODULES, detail, step, step_parts, title
from inspector.diagnosis.doctor import diagnose, doctor_json
from inspector.diagnosis.finding import Step
from inspector.diagnosis.markdown import markdown
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.start import case_for
from inspector.diagnosis.story import doctor_story, trace_story
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words import LANGUAGES, fill, fill_step, shell_word
from inspector.session import open_session
from inspector.store import find_places
from inspector.web.pages_text import plain

SAMPLES = sorted(assets.samples().glob("*.jsonl"))
WORDS = {
    code: words
    for name in MODULES[1:]
    for code, words in import_module(f"inspector.diagnosis.words_{name}").WORDS.items()
}
STEPS = {
    code: words
    for name in MODULES
    for code, words in import_module(f"inspector.diagnosis.words_{name}").STEPS.items()
}
# A noun that only one language counts, or a name that has a translation of its own.
PAIRS = {"place": "place_zh", "taker": "taker_zh", "gap_taker": "gap_taker_zh", "how": "how_zh"}


def fields(template: str) -> set[str]:
    """Names of the parameters in a template."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("code", sorted(WORDS))
def test_both_languages_use_the_same_parameters(code: str) -> None:
    words = WORDS[code]
    english = {PAIRS.get(name, name) for name in fields(words.en) | fields(words.en_detail)}
    chinese = fields(words.zh) | fields(words.zh_detail)
    assert english == chinese
    assert words.en and words.zh
    assert bool(words.en_detail) == bool(words.zh_detail)
    assert re.search(r"[\u4e00-\u9fff]", words.zh)
    assert not re.search(r"\w!", words.en)  # no exclamation


@pytest.mark.parametrize("code", sorted(STEPS))
def test_steps_too(code: str) -> None:
    words = STEPS[code]
    assert fields(words.en) == fields(words.zh)
    assert re.search(r"[\u4e00-\u9fff]", words.zh)


@pytest.mark.parametrize("code", sorted(STEPS))
def test_commands_take_whole_words(code: str) -> None:
    """What stands in a command is quoted for a shell, and no prose is part of a command."""
    commands = []
    for language, template in zip(LANGUAGES, STEPS[code], strict=True):
        params = dict.fromkeys(fields(template), "a b") | {"n": 1, "line": "3"}
        said = fill_step(template, params, language)
        assert "".join(said) == fill(template, params, language)
        assert not re.search(r"[:：] ?(?:pi --|pi-inspector |cd )", said.before + said.after)
        if said.command and not said.command.startswith("/"):
            assert said.command.isascii()
            assert "a b" not in said.command.replace("'a b'", "")
            commands.append(said.command)
    assert len(set(commands)) <= 1 and len(commands) in (0, 2)


HOSTILE_NAMES = [
    "/tmp/sp ace's $(x)/a b.jsonl",
    '/w/`id`;rm -rf ~/"x"\\y&&z|*?[a]{b,c}!#%',
    "/w/two  blanks /\ttab",
    "/w/line\nbreak\r",
    "/w/\x1b]0;evil\x07\x7f'quote'\\",
    "/w/\u202egnp.\u200b\u2028\ufe0f\U000e0041",
    "/w/caf\u00e9/猫 山.jsonl",
    "/w/\udcff\udc80raw",
    "-rf",
    "",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_word_of_a_command_is_that_word(name: str) -> None:
    """The shell hands the program the name, and nothing in the command is unseen or lost where blanks are folded."""
    word = shell_word(name)
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("no bash here")
    given = subprocess.run([bash, "-c", f"printf %s {word}"], capture_output=True, check=True).stdout
    assert given == name.encode("utf-8", "surrogateescape")
    assert word == safe(word) and word == " ".join(word.split()) and plain(word) == word
    assert fill("{name:sh}", {"name": name}) == word
    assert shell_word("/w/plain-1.jsonl") == "/w/plain-1.jsonl"
    assert shell_word("half \ud800") == "'half \ufffd'"


def test_words_of_others_are_no_command() -> None:
    said = step_parts(Step("restate", {"text": "do it: pi --session /x; then: pi-inspector list"}))
    assert (said.command, said.after) == ("", "")
    said = step_parts(Step("open-session", {"path": "/w/a: pi --x, y; z. .jsonl"}))
    assert said.command == "pi --session '/w/a: pi --x, y; z. .jsonl'" and not said.after
    said = fill_step("Open: pi --session {path:sh}; choose to go on.", {"path": "/w/a;b"})
    assert said == ("Open: ", "pi --session '/w/a;b'", "; choose to go on.")
    said = fill_step("打开：pi --session {path:sh}，并选择继续。", {"path": "/w/a，b"}, "zh")
    assert said == ("打开：", "pi --session '/w/a，b'", "，并选择继续。")


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_is_told_in_full(sample: Path, tmp_path: Path) -> None:
    """A finding without words, or a parameter without a place, would raise here."""
    session = open_session(sample)
    places = find_places(cwd=str(tmp_path), session_dir=str(sample.parent))
    asked = trace(session, Needle("the"), session.tree.active_leaf)
    for case in (
        case_for(session, session.tree.active_leaf, places),
        case_for(session, session.tree.active_leaf, None, str(tmp_path), asked),
    ):
        diagnosis = diagnose(case)
        for report in diagnosis.stages:
            for finding in report.findings:
                for language in LANGUAGES:
                    told = title(finding.code, finding.params, language)
                    told += detail(finding.code, finding.params, language)
                    told += "".join(step(one, language) for one in finding.next)
                    assert told and "None" not in told.split()
                for evidence in finding.evidence:
                    assert evidence.file.is_absolute() or evidence.file.exists()
        for language in LANGUAGES:
            assert markdown(doctor_story(diagnosis, language, everything=True)).startswith("# ")
        assert [stage["stage"] for stage in doctor_json(diagnosis)["stages"]] == [
            "storage",
            "branch",
            "compaction",
            "memory",
            "source",
        ]
    for language in LANGUAGES:
        assert verdict(asked).text(language)
        assert [step(one, language) for one in steps(asked)]
        assert trace_story(asked, language)
    assert trace_json(asked)["explanation"] == verdict(asked).text()


def test_a_sentence_that_would_tell_of_nothing_is_left_out() -> None:
    template = "By the words. Taken away: {gone:list}. Failed: {failed:some}."
    assert fill(template, {"gone": [], "failed": 0}).strip() == "By the words."
    assert fill(template, {"gone": ["–"], "failed": 2}) == "By the words. Failed: 2."
    assert fill(template, {"gone": ["a.txt"], "failed": 0}).strip() == "By the words. Taken away: a.txt."
    assert (
        fill("依据。移走：{gone:list}。失败：{failed:some} 条。", {"gone": [], "failed": 3}, "zh")
        == "依据。失败：3 条。"
    )
    assert fill("None: {gone:list}.", {"gone": []}) == "None: –."
