"""Files that were not made for this comparison: our reports equal pi's at every leaf."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.session import open_session
from tests.comparison import differences
from tests.conftest import SHARED, TOP
from tests.oracle import PiBridge

SAMPLES = sorted((TOP / "samples").glob("*.jsonl"))
CASES = sorted((SHARED / "cases").glob("*.jsonl"))
CORPUS = [path for path in sorted((SHARED / "corpus").glob("*/*.jsonl")) if ".events." not in path.name]
REAL = [
    "branches", "compactions", "edits", "failures", "fork-parent", "hidden-cost", "switches", "talk", "threshold",
]  # fmt: skip
EVERY_ROW = 120  # entries; in longer files only leaves and some rows between are compared


def compare(file: Path, pi: PiBridge) -> None:
    before = file.read_bytes()
    session = open_session(file)
    rows = list(range(session.n))
    at: str | list[int] = rows if session.n <= EVERY_ROW else "leaves"
    found = differences(session, pi.session(file, at, messages=True))
    if session.n > EVERY_ROW:
        step = session.n // 12
        found += differences(session, pi.session(file, rows[step // 2 :: step], messages=True))
    assert not found, "\n".join(found[:8])
    assert file.read_bytes() == before


@pytest.mark.parametrize("file", SAMPLES, ids=lambda path: path.name)
def test_samples(file: Path, pi: PiBridge) -> None:
    compare(file, pi)


@pytest.mark.parametrize("name", REAL)
def test_sessions_written_by_pi(name: str, real_sessions: list[Path], pi: PiBridge) -> None:
    [file] = [path for path in real_sessions if path.stem == name]
    compare(file, pi)


def test_forks_written_by_pi(real_sessions: list[Path], pi: PiBridge) -> None:
    forks = [path for path in real_sessions if path.stem not in REAL]
    assert len(forks) == 2
    for file in forks:
        assert open_session(file).parent_session, "a fork names the file it came from"
        compare(file, pi)


def test_real_sessions_hold_what_they_are_written_for(real_sessions: list[Path], pi: PiBridge) -> None:
    """Should pi change so that a scenario no longer does what its name says, this says so."""
    held = {path.stem: path.read_text(encoding="utf-8") for path in real_sessions}
    assert held["compactions"].count('"type":"compaction"') == 2
    assert held["threshold"].count('"type":"compaction"') >= 1
    assert held["branches"].count('"type":"branch_summary"') == 1
    assert len(pi.session(next(p for p in real_sessions if p.stem == "branches"))["leaves"]) >= 3
    assert held["edits"].count('"type":"context_edit"') == 4
    assert held["hidden-cost"].count('"type":"usage"') == 3
    assert held["failures"].count('"stopReason":"aborted"') == 2
    assert held["failures"].count('"replacement":null') >= 4, "pi omits each retried reply"
    assert '"type":"image"' in held["switches"] and '"toolsRemoved"' in held["switches"]
    assert '"excludeFromContext":true' in held["talk"] and '"display":false' in held["talk"]


@pytest.mark.skipif(not CASES, reason="needs ../shared beside the checkout")
@pytest.mark.parametrize("file", CASES, ids=lambda path: path.name)
def test_shared_cases(file: Path, pi: PiBridge) -> None:
    compare(file, pi)


@pytest.mark.skipif(not CORPUS, reason="needs ../shared beside the checkout")
@pytest.mark.parametrize("file", CORPUS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shared_corpus(file: Path, pi: PiBridge) -> None:
    compare(file, pi)
