"""All words of the room in one place: from codes with parameters to sentences, in either language."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from inspector.diagnosis.finding import Finding, Step
from inspector.diagnosis.words import Language, Said, StepWords, Words, fill, fill_step
from inspector.diagnosis.words_common import STAGE_NAMES, STATUS_NAMES

# In the order in which a step is looked for; a module is imported when something in it is wanted.
MODULES = ("common", "trace", "asked", "storage", "branch", "compaction", "memory", "source")


@cache
def _module(name: str) -> ModuleType:
    return import_module(f"inspector.diagnosis.words_{name}")


def words_of(code: str) -> Words:
    """The words of a finding or verdict. ``KeyError`` for a code without words: a defect of ours."""
    stage = code.partition(".")[0]
    name = "asked" if ".phrase-" in code else "trace" if stage == "doctor" else stage
    found: Words = _module(name).WORDS[code]
    return found


def step_words(code: str) -> StepWords:
    """The words of a step. ``KeyError`` as above."""
    for name in MODULES:
        found: StepWords | None = _module(name).STEPS.get(code)
        if found is not None:
            return found
    raise KeyError(code)


def title(code: str, params: dict[str, Any], language: Language = "en", whole: bool = False) -> str:
    """The statement of a finding or verdict; ``whole`` with every member of its lists."""
    words = words_of(code)
    return fill(words.en if language == "en" else words.zh, params, language, whole)


def detail(code: str, params: dict[str, Any], language: Language = "en", whole: bool = False) -> str:
    """Reason and numbers behind it, "" where the statement says it all; ``whole`` as in ``title``."""
    words = words_of(code)
    return fill(words.en_detail if language == "en" else words.zh_detail, params, language, whole).strip()


def step(one: Step, language: Language = "en") -> str:
    """One thing to do."""
    words = step_words(one.code)
    return fill(words.en if language == "en" else words.zh, one.params, language)


def step_parts(one: Step, language: Language = "en") -> Said:
    """The same with its command by itself."""
    words = step_words(one.code)
    return fill_step(words.en if language == "en" else words.zh, one.params, language)


def stage_name(stage: str, language: Language = "en") -> str:
    """The name of a stage."""
    return STAGE_NAMES[stage][language != "en"]


def status_name(status: str, language: Language = "en") -> str:
    """A status in words."""
    return STATUS_NAMES[status][language != "en"]


def finding_json(finding: Finding, language: Language = "en") -> dict[str, Any]:
    """CONTRACT's finding; ``detailOnly`` marks what is good to know and asks for nothing."""
    return {
        "code": finding.code,
        "params": finding.params,
        "status": finding.status,
        "title": title(finding.code, finding.params, language),
        "detail": detail(finding.code, finding.params, language),
        "lead": finding.lead,
        "evidence": [one.as_json() for one in finding.evidence],
        "next": [step(one, language) for one in finding.next],
        "detailOnly": finding.detail_only,
    }
