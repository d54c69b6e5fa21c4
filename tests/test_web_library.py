"""Opened sessions are kept, few, by the state of their file."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from inspector.errors import EvidenceError
from inspector.web import library
from inspector.web.library import Library, ViewCache
from tests.builders import Script


def write(path: Path, entries: int = 1) -> Path:
    script = Script()
    for number in range(entries):
        script.user(f"m{number}")
    return script.write(path)


def test_a_file_is_opened_once_per_state(tmp_path: Path) -> None:
    path, shelf = write(tmp_path / "a.jsonl"), Library()
    first = shelf.open(path)
    assert shelf.open(path) is first
    write(path, 2)
    second = shelf.open(path)
    assert second is not first and second.session.n == 2 and second.tag != first.tag


def test_only_a_few_are_kept(tmp_path: Path) -> None:
    paths = [write(tmp_path / f"{number}.jsonl") for number in range(4)]
    shelf = Library(sessions=2)
    opened = [shelf.open(path) for path in paths]
    assert shelf.open(paths[3]) is opened[3] and shelf.open(paths[2]) is opened[2]
    assert shelf.open(paths[0]) is not opened[0]
    assert opened[1].session.raw(0)  # whoever still holds it can read on


def test_large_sessions_leave_less_room(tmp_path: Path) -> None:
    shelf = Library(sessions=3, rows=10)
    small, large = write(tmp_path / "s.jsonl"), write(tmp_path / "l.jsonl", 20)
    kept = shelf.open(small)
    shelf.open(large)
    assert shelf.open(small) is not kept


def test_two_threads_open_a_file_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, shelf, calls = write(tmp_path / "a.jsonl"), Library(), []
    real = library.open_session
    monkeypatch.setattr(library, "open_session", lambda name: (calls.append(name), real(name))[1])
    start = threading.Barrier(6)

    def work() -> None:
        start.wait()
        shelf.open(path)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(EvidenceError) as caught:
        Library().open(tmp_path / "none.jsonl")
    assert caught.value.kind == "vanished"


def test_views_are_made_once_and_few_are_kept() -> None:
    cache, made = ViewCache(limit=2), []

    def make(key: str) -> str:
        return cache.get(key, lambda: (made.append(key), key.upper())[1])

    assert [make(key) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]
