"""Opened sessions are kept, few, by the state of their file."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

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


def append(path: Path, entries: int = 1) -> Path:
    """Grow a file made by ``write``: ids go on counting."""
    return write(path, len(path.read_bytes().splitlines()) - 1 + entries)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every reading of a file from its start."""
    calls: list[Any] = []
    real = library.open_session
    monkeypatch.setattr(
        library, "open_session", lambda name, **more: (calls.append(name), real(name, **more))[1]
    )
    return calls


def test_a_file_that_grew_is_read_on(tmp_path: Path, readings: list[Any]) -> None:
    path, shelf = write(tmp_path / "a.jsonl"), Library()
    first = shelf.open(path)
    for _ in range(5):
        append(path)
        latest = shelf.open(path)
    assert (latest.session.n, first.session.n, len(readings)) == (6, 1, 1)
    path.write_bytes(path.read_bytes().replace(b"m0", b"M0"))
    assert shelf.open(path).session.value(0)["message"]["content"] == "M0" and len(readings) == 2


def test_a_growing_file_pushes_no_other_out(tmp_path: Path, readings: list[Any]) -> None:
    shelf = Library(sessions=2)
    other, path = write(tmp_path / "o.jsonl"), write(tmp_path / "a.jsonl")
    kept = shelf.open(other)
    for _ in range(9):
        append(path)
        latest = shelf.open(path)
    assert shelf.open(other) is kept and shelf.open(path) is latest and len(readings) == 2
    assert len(shelf._kept) == 1 + library.STATES


def test_the_state_that_a_page_shows_stays(tmp_path: Path, readings: list[Any]) -> None:
    path, shelf = write(tmp_path / "a.jsonl"), Library()
    first = shelf.open(path)
    for _ in range(9):
        append(path)
        shelf.open(path)
        assert shelf.kept(path, first.tag) is first
    assert len(readings) == 1


def test_a_state_that_was_let_go_is_read_again(tmp_path: Path, readings: list[Any]) -> None:
    path, shelf = write(tmp_path / "a.jsonl", 2), Library()
    tag = shelf.open(path).tag
    for _ in range(library.STATES + 1):
        append(path)
        shelf.open(path)
    assert shelf.kept(path, tag) is None
    again = shelf.open(path, tag)
    assert (again.tag, again.session.n, len(readings)) == (tag, 2, 2)
    assert shelf.recall(path, "never seen") is None
    path.write_bytes(path.read_bytes().replace(b"m0", b"M0"))
    with pytest.raises(EvidenceError) as caught:
        shelf.open(path, tag)
    assert caught.value.kind == "changed"


def test_large_sessions_that_grow_leave_less_room(tmp_path: Path) -> None:
    shelf = Library(rows=30)
    path = write(tmp_path / "a.jsonl", 20)
    for _ in range(4):
        append(path)
        latest = shelf.open(path)
    # The latest and the one before it, from which a page may just be coming.
    assert [one.session.n for one in shelf._kept.values()] == [23, 24]
    assert shelf.open(path) is latest


def test_a_session_that_was_read_elsewhere_is_taken_over_where_there_is_room(tmp_path: Path) -> None:
    shelf = Library(sessions=1)
    path, other = write(tmp_path / "a.jsonl"), write(tmp_path / "b.jsonl")
    session = library.open_session(path)
    append(path)
    assert not shelf.offer(session), "it has grown since"
    session = library.open_session(path)
    assert shelf.offer(session) and shelf.open(path).session is session
    assert not shelf.offer(library.open_session(other)) and not shelf.offer(session)


def test_what_samples_do_not_see_the_whole_hash_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, shelf = write(tmp_path / "a.jsonl", 3), Library()
    shelf.open(path)
    append(path)
    grown = shelf.open(path)
    monkeypatch.setattr(library.Marks, "stand", lambda marks, evidence: True)
    path.write_bytes(path.read_bytes().replace(b"m0", b"M0"))
    assert grown.stands(path.stat()) is False, "written to, and no longer"
    path.write_bytes(path.read_bytes() + b"\n")
    assert grown.stands(path.stat()) is True, "nobody has looked at all of it"
    grown.read_soon()
    assert grown.stands(path.stat()) is True, "it was read a moment ago"
    monkeypatch.setattr(library, "PROOF_SECONDS", -1.0)
    grown.read_soon()
    assert grown.stands(path.stat()) is False
