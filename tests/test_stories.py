"""The stories of tests/stories: each is told, asked and answered; the answers must be those worked out by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis.answer import trace_json
from inspector.diagnosis.doctor import Diagnosis, diagnose, doctor_json
from inspector.diagnosis.finding import STAGES
from inspector.diagnosis.markdown import markdown
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.start import ask, case_for
from inspector.diagnosis.story import doctor_story, trace_story
from inspector.diagnosis.words import LANGUAGES
from inspector.session import kinds as k
from inspector.session.context import settings
from inspector.session.load import Session, open_session
from tests.oracle import PiBridge
from tests.stories import ANY, Scene, Story, branch, compaction, memory, source, storage

BY_STAGE = {
    "storage": storage.STORIES,
    "branch": branch.STORIES,
    "compaction": compaction.STORIES,
    "memory": memory.STORIES,
    "source": source.STORIES,
}
ALL = [
    pytest.param(story, id=f"{stage}-{number}-{story.name}")
    for stage, stories in BY_STAGE.items()
    for number, story in enumerate(stories, 1)
]
CHINESE = re.compile("[\u4e00-\u9fff]")
LEFT_OVER = re.compile(r"\{[a-z_]*(?::[a-z,]*)?\}|\bNone\b|\bnan\b|Lunknown|L未知")


def told(story: Story, tmp_path: Path) -> Diagnosis:
    scene = Scene(tmp_path)
    made = story.tell(scene)
    path = made if isinstance(made, Path) else scene.keep(made)
    session = open_session(path)
    at = session.find_row(story.at) if story.at else session.tree.active_leaf
    asked = ask(
        session, Needle(story.ask, story.regex), at, scene.places, everything=story.all, cwd_too=story.wide
    )
    return diagnose(case_for(session, at, scene.places, None, asked))


def same(got: Any, wanted: Any) -> bool:
    return wanted is ANY or got == wanted


@pytest.mark.parametrize("story", ALL)
def test_story(story: Story, tmp_path: Path) -> None:
    diagnosis = told(story, tmp_path)
    assert diagnosis.case.trace is not None
    answer = trace_json(diagnosis.case.trace)
    got = {
        "found": answer["found"],
        "visible": answer["visible"],
        "lostAt": answer["lostAt"],
        "lostBy": answer["lostBy"],
        "lastSeenBy": answer["lastSeenBy"],
        "via": answer["via"],
        "gaps": [(gap["from"], gap["to"]) for gap in answer["gaps"]],
        "mentionOnly": answer["mentionOnly"],
        "code": answer["code"],
        "near": [near["entry"] for near in answer["near"]],
    }
    wanted = {
        "found": story.found,
        "visible": story.found and story.lost is None,
        "lostAt": story.lost,
        "lostBy": story.by,
        "lastSeenBy": story.last,
        "via": list(story.via),
        "gaps": list(story.gaps),
        "mentionOnly": story.mention,
        "code": story.code,
        "near": list(story.near),
    }
    assert {key: value for key, value in got.items() if not same(value, wanted[key])} == {}, story.why
    assert story.hows <= {one["how"] for one in answer["occurrences"]}, story.why
    for gap in answer["gaps"]:
        assert gap["lostBy"] == gap["from"]
    for words in story.named:
        for language in LANGUAGES:
            spoken = diagnosis.verdict.text(language)
            assert re.search(rf"{re.escape(words)}(?!\d)", spoken), f"{words} not in: {spoken}"
    for words in story.next:
        assert any(words in step for step in answer["next"]), f"{words} not in {answer['next']}"


@pytest.mark.parametrize("story", ALL)
def test_checklist(story: Story, tmp_path: Path) -> None:
    diagnosis = told(story, tmp_path)
    found = {}
    for report in diagnosis.stages:
        for finding in report.findings:
            assert finding.code.startswith(f"{report.stage}."), finding.code
            found.setdefault(finding.code, ("+" if finding.lead else "") + finding.status)
    missing = {code: found.get(code) for code, status in story.findings.items() if found.get(code) != status}
    assert missing == {}, f"{story.why}\nfound: {sorted(found)}"
    assert [code for code in story.absent if code in found] == [], story.why
    assert [report.stage for report in diagnosis.stages] == list(STAGES)
    assert diagnosis.stage == story.lost
    assert diagnosis.found_something or (story.found and story.lost is None)
    if story.lost is not None:
        assert {report.status for report in diagnosis.stages if report.stage == story.lost} == {"lost"}


@pytest.mark.parametrize("story", ALL)
def test_words(story: Story, tmp_path: Path) -> None:
    diagnosis = told(story, tmp_path)
    trace = diagnosis.case.trace
    assert trace is not None
    answer = json.loads(json.dumps(doctor_json(diagnosis), allow_nan=False))
    assert answer["ask"] == story.ask and answer["verdict"]["text"] == answer["trace"]["explanation"]
    for finding in (one for stage in answer["stages"] for one in stage["findings"]):
        assert finding["title"] and not LEFT_OVER.search(
            " ".join([finding["title"], finding["detail"], *finding["next"]])
        )
    for language in LANGUAGES:
        for blocks in (doctor_story(diagnosis, language, True), trace_story(trace, language, True)):
            text = "\n".join(f"{block.lead} {block.text}" for block in blocks)
            assert not LEFT_OVER.search(text), LEFT_OVER.findall(text)
            assert markdown(blocks).strip()
        verdicts = [block.text for block in blocks if block.kind == "verdict"]
        assert len(verdicts) == 1 and bool(CHINESE.search(verdicts[0])) >= (language == "zh")
    case = diagnosis.case
    health = diagnose(case_for(case.session, case.at, case.places))
    assert health.verdict.code.startswith("doctor.") or health.status in ("lost", "warning")
    for language in LANGUAGES:
        spoken = health.verdict.text(language)
        assert spoken and not LEFT_OVER.search(spoken) and bool(CHINESE.search(spoken)) >= (language == "zh")


@pytest.mark.parametrize("story", ALL)
def test_nothing_is_told_twice(story: Story, tmp_path: Path) -> None:
    diagnosis = told(story, tmp_path)
    titles = [
        f"{one['title']} {one['detail']}"
        for stage in doctor_json(diagnosis)["stages"]
        for one in stage["findings"]
    ]
    twice = {told for told in titles if titles.count(told) > 1}
    assert twice == set()


def test_ten_for_each_stage_and_half_of_them_chinese() -> None:
    every = [story for stories in BY_STAGE.values() for story in stories]
    for stage, stories in BY_STAGE.items():
        assert len(stories) >= 10, stage
    chinese = sum(bool(CHINESE.search(story.name)) for story in every)
    assert 0.4 <= chinese / len(every) <= 0.6
    assert len({story.name for story in every}) == len(every) and all(story.why for story in every)


def sent(context: dict[str, Any]) -> str:
    """Every text that pi sends at an entry: the messages on the wire, and the prompt by its replay."""
    prompt = context["prompt"] or {}
    said = [message for message in context["wireMessages"] if message["role"] != "system"]
    stack: list[Any] = [said, prompt.get("text")]
    texts = []
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            texts.append(" ".join(item.split()))
        elif isinstance(item, dict):
            # What a message carries beside its content goes to no provider.
            kept = [value for key, value in item.items() if key not in ("details", "nestedCalls")]
            stack.extend(kept)
        elif isinstance(item, list):
            stack.extend(item)
    return "\n".join(texts).lower()


def _answered_by_another(session: Session, before: list[int], reply: int) -> bool:
    model, _ = settings(session, before)
    message = session.value(reply)["message"]
    return model is not None and model != {"provider": message["provider"], "modelId": message["model"]}


@pytest.mark.parametrize("story", ALL)
def test_pi_sends_it_or_not(story: Story, tmp_path: Path, pi: PiBridge) -> None:
    """pi is asked at the entry itself, and before each reply of the path whether that reply had it."""
    trace = told(story, tmp_path).case.trace
    assert trace is not None
    session, cols = trace.session, trace.session.cols
    path = session.tree.path(trace.at) if trace.at >= 0 else []
    if not path or "toolsAdded" in session.path.read_text("utf-8", "replace"):
        pytest.skip("nothing to ask pi about, or a prompt that is more than text")
    rows = sorted({trace.at, *path})
    contexts = {one["row"]: sent(one) for one in pi.session(session.path, rows, messages=True)["contexts"]}
    phrase = re.compile(story.ask if story.regex else re.escape(story.ask), re.IGNORECASE)
    has = {row: phrase.search(text) is not None for row, text in contexts.items()}
    assert has[trace.at] == (story.found and story.lost is None)
    replies = [
        (at, row)
        for at, row in enumerate(path)
        if at and cols.role[row] == k.ASSISTANT and not cols.flags[row] & k.FAILED
    ]
    if any(_answered_by_another(session, path[:at], row) for at, row in replies):
        return  # pi itself writes a model change first; what it would send there is meant for the model before
    had = [row for at, row in replies if has[path[at - 1]]]
    if story.lost is None or story.last is None or session.find_row(story.last) in path:
        assert (session.entry_name(had[-1]) if had else None) == story.last
    gap_rows = [
        row for at, row in replies if not has[path[at - 1]] and any(has[before] for before in path[:at])
    ]
    assert sum(gap["replies"] for gap in trace_json(trace)["gaps"]) == len(gap_rows)
