"""Fixtures that several test files share. Each file of tests keeps its own helpers to itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oracle import PiBridge, pi_missing, write_real_sessions

TOP = Path(__file__).resolve().parent.parent
SHARED = TOP.parent / "shared"


@pytest.fixture(scope="session")
def pi() -> Iterator[PiBridge]:
    """pi itself; skips where it is not installed."""
    if reason := pi_missing():
        pytest.skip(reason)
    bridge = PiBridge()
    yield bridge
    bridge.close()


@pytest.fixture(scope="session")
def real_sessions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Sessions that pi wrote a moment ago, through its SDK and a scripted model."""
    if reason := pi_missing():
        pytest.skip(reason)
    return write_real_sessions(tmp_path_factory.mktemp("written-by-pi"))
