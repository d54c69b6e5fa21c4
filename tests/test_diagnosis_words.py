"""The catalog of words: both languages say the same, every finding fills its sentences, nothing is left over."""

from __future__ import annotations

import re
import string
from importlib import import_module
from pathlib import Path

import pytest

from inspector import assets
from inspector.diagnosis.answer import steps, trace_json, verdict
from inspector.diagnosis.catalog import MODULES, detail, step, title
from inspector.diagnosis.doctor import diagnose, doctor_json
from inspector.diagnosis.markdown import markdown
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.start import case_for
from inspector.diagnosis.story import doctor_story, trace_story
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words import LANGUAGES
from inspector.session import open_session
from inspector.store import find_places

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
PAIRS = {"place": "place_zh", "taker": "taker_zh"}


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
