"""Generated session files: our reports equal pi's at every entry. PI_INSPECTOR_EXAMPLES sets how many files."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings

from inspector.session import open_session
from tests.builders import Script, text
from tests.comparison import differences
from tests.generated import session_files
from tests.oracle import PiBridge

EXAMPLES = int(os.environ.get("PI_INSPECTOR_EXAMPLES", "300"))

same_every_time = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("generated") / "session.jsonl"


def compare(raw: bytes, file: Path, pi: PiBridge) -> None:
    file.write_bytes(raw)
    theirs = pi.session(file, "every", messages=True)
    found = differences(open_session(file), theirs)
    assert not found, "\n".join(found[:6])
    assert file.read_bytes() == raw, "evidence was written to"


def edited_twice() -> bytes:
    script = Script()
    first = script.user("one")
    script.reply("two")
    script.add("context_edit", targetId=first, replacement=None)
    script.add("context_edit", targetId=first, replacement={"content": [text("again")]})
    script.user("three")
    return script.bytes()


def cut_and_kept() -> bytes:
    script = Script()
    script.message("system", content="base", sections={"2": "b", "10": "j", "rules": "r"})
    script.user("dropped")
    kept = script.reply("kept")
    script.add(
        "compaction",
        summary="s",
        firstKeptEntryId=kept,
        tokensBefore=9,
        systemMessage={"role": "system", "content": "back"},
    )
    script.user("after")
    return script.bytes()


@same_every_time
@example(raw=edited_twice())
@example(raw=cut_and_kept())
@given(raw=session_files())
def test_plain_files(raw: bytes, file: Path, pi: PiBridge) -> None:
    compare(raw, file, pi)


@same_every_time
@given(raw=session_files(odd=True))
def test_odd_files(raw: bytes, file: Path, pi: PiBridge) -> None:
    compare(raw, file, pi)


def seen_in(pi: dict[str, Any]) -> set[str]:
    """What of interest pi met in a file."""
    if not pi["opens"]:
        return {"refused by pi"}
    kinds = pi["types"]
    seen = {name for name in ("labels", "name", "cyclic", "shadowed") if pi[name]}
    seen |= {"throws"} if "error" in pi["stats"] else set()
    seen |= {"branches"} if len(pi["leaves"]) > 1 else set()
    for context in pi["contexts"]:
        if "error" in context:
            seen.add("throws")
            continue
        rows = context["contextEntries"]
        if kinds[rows[0]] == "compaction":
            seen.add("compacted")
            seen |= {"kept before the cut"} if any(row < rows[0] for row in rows[1:]) else set()
        shown = set(context["visible"])
        edits = [row for row in rows if kinds[row] == "context_edit"]
        seen |= (
            {"omitted"}
            if edits and any(kinds[row] in ("message", "custom_message") for row in rows if row not in shown)
            else set()
        )
        wire = context["wireMessages"]
        if isinstance(wire, list):
            seen |= (
                {"made-up result"}
                if any(message.get("timestamp") == 0 for message in wire if message)
                else set()
            )
            seen |= {"left out on the wire"} if len(wire) < len(context["llmMessages"]) else set()
        seen |= (
            {"prompt sections"}
            if isinstance(context["prompt"], dict) and context["prompt"].get("sections")
            else set()
        )
        seen |= {"measured tokens"} if context["tokens"].get("usageTokens") else set()
    return seen


@pytest.mark.parametrize(
    ("odd", "wanted"),
    [
        (
            False,
            {
                "branches",
                "labels",
                "name",
                "compacted",
                "kept before the cut",
                "omitted",
                "made-up result",
                "left out on the wire",
                "prompt sections",
                "measured tokens",
            },
        ),
        (True, {"throws", "cyclic", "shadowed", "compacted", "omitted", "made-up result", "labels"}),
    ],
)
def test_generated_files_are_worth_comparing(odd: bool, wanted: set[str], file: Path, pi: PiBridge) -> None:
    """The strategies reach what the comparison is for: without this the tests above could pass on dull files."""
    counts: Counter[str] = Counter()

    @settings(same_every_time, max_examples=150)
    @given(raw=session_files(odd=odd))
    def look(raw: bytes) -> None:
        file.write_bytes(raw)
        counts.update(seen_in(pi.session(file, "every", messages=True)))

    look()
    assert not {name: counts[name] for name in wanted if counts[name] < 2}, dict(counts)
