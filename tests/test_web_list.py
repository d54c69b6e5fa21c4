"""The list page: what was found, with reasons, and hostile text stays text."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path

import pytest

from inspector.store import find_places
from inspector.web.listing import Counter, listing
from inspector.web.shelf import Shelf, look_at
from tests.builders import Script
from tests.web_client import Site

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'{{7*7}}\x1b[31m\u202e"


def write(path: Path, words: str, **header: object) -> Path:
    script = Script(**header)
    script.user(words)
    return script.write(path)


def test_sessions_and_problems(tmp_path: Path) -> None:
    write(tmp_path / "one.jsonl", "First words", id="one")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)) * 40)
    (tmp_path / "folder.jsonl").mkdir()
    site = Site(tmp_path)
    page = site.get("/").get_data(as_text=True)
    assert re.findall(r'data-session="([^"]*)"', page) == ["one"]
    assert "First words" in page
    problems = {Path(item["file"]).name: item for item in site.json("/api/list")["problems"]}
    assert set(problems) == {"empty.jsonl", "binary.jsonl", "folder.jsonl"}
    assert all(item["why"] for item in problems.values())
    assert problems["folder.jsonl"]["key"] is None
    for name in problems:
        assert name in page
    for name in ("empty.jsonl", "binary.jsonl"):
        assert site.get(f"/s/{problems[name]['key']}").status_code == 200
        assert site.api(tmp_path / name, "index")["pi"]["opens"] is (name == "empty.jsonl")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", "x").chmod(0)
    assert [item["kind"] for item in Site(tmp_path).json("/api/list")["problems"]] == ["permission"]


def test_markup_in_any_field_is_text(tmp_path: Path) -> None:
    script = Script(id=HOSTILE, cwd="/w/" + HOSTILE, parentSession=HOSTILE)
    script.user(HOSTILE, id=HOSTILE)
    script.add("session_info", name=HOSTILE)
    name = HOSTILE.replace("/", "_").replace("\x1b", "")[:80] + ".jsonl"
    script.write(tmp_path / name)
    (tmp_path / "<b>bad.jsonl").write_text("<script>alert(3)</script>\n")
    page = Site(tmp_path).get("/").get_data(as_text=True)
    assert "<script>alert" not in page and "<img src=x" not in page and "<b>bad" not in page
    assert "49" not in re.findall(r"data-session=\"([^\"]*)\"", page)[0]
    assert html.escape("<script>alert(1)</script>") in page


def test_lone_surrogates_and_odd_file_names(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", "cut \ud83d here", id="\ud83d", cwd="/w/\udfff")
    if os.name == "posix":
        try:
            (tmp_path / os.fsdecode(b"na\xffme.jsonl")).write_bytes((tmp_path / "s.jsonl").read_bytes())
        except OSError:
            pass  # a file system that wants UTF-8
    site = Site(tmp_path)
    assert site.get("/").status_code == 200
    answer = site.json("/api/list")
    assert answer["sessions"][0]["id"] == "\ud83d"
    for row in answer["sessions"]:
        assert site.get(f"/s/{row['key']}").status_code == 200


def test_forks_stand_below_their_parents(tmp_path: Path) -> None:
    parent = write(tmp_path / "parent.jsonl", "p", id="parent")
    child = write(tmp_path / "child.jsonl", "c", id="child", parentSession=str(parent))
    write(tmp_path / "grand.jsonl", "g", id="grand", parentSession=str(child))
    write(tmp_path / "loop.jsonl", "l", id="loop", parentSession=str(tmp_path / "loop.jsonl"))
    rows = Site(tmp_path).json("/api/list")["sessions"]
    order = [(row["id"], row["depth"]) for row in rows if row["id"] != "loop"]
    assert order == [("parent", 0), ("child", 1), ("grand", 2)]
    assert len(rows) == 4


def test_a_moved_parent_is_known_by_its_name(tmp_path: Path) -> None:
    write(tmp_path / "p.jsonl", "p", id="parent")
    write(tmp_path / "c.jsonl", "c", id="child", parentSession="C:\\old\\p.jsonl")
    write(tmp_path / "d.jsonl", "d", id="other", parentSession="/elsewhere/none.jsonl")
    rows = Site(tmp_path).json("/api/list")["sessions"]
    assert {row["id"]: row["depth"] for row in rows} == {"parent": 0, "child": 1, "other": 0}


def test_what_is_not_counted_in_time_is_pending_and_counted_later(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path / f"s{number}.jsonl", f"words {number}", id=f"s{number}")
    shelf, counter = Shelf(lambda: look_at([tmp_path], None)), Counter()
    first = listing(shelf, counter, budget=-1)
    assert first.pending == 3 and all(row["pending"] and row["entries"] is None for row in first.sessions)
    assert {row["id"] for row in first.sessions} == {"s0", "s1", "s2"}
    counter.wait()
    again = listing(shelf, counter, budget=-1)
    assert again.pending == 0 and {row["first"] for row in again.sessions} == {
        "words 0",
        "words 1",
        "words 2",
    }


def test_the_pending_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "s.jsonl", "words", id="s")
    monkeypatch.setattr("inspector.web.list_page.BUDGET", -1.0)
    page = Site(tmp_path).get("/")
    assert page.status_code == 200 and "data-session" in page.get_data(as_text=True)


def test_samples_stand_in_where_nothing_is_found(tmp_path: Path) -> None:
    places = find_places(cwd=tmp_path, environ={"PI_CODING_AGENT_DIR": str(tmp_path / "agent")})
    look = look_at([], places)
    assert look.sample and look.looked_at == (tmp_path / "agent" / "sessions",)
    assert any("demo" in file.path.name for file in look.found.files)
    folder = places.default_folder(str(tmp_path))
    folder.mkdir(parents=True)
    write(folder / "s.jsonl", "mine", cwd=str(tmp_path))
    look = look_at([], places)
    assert not look.sample and len(look.found.files) == 1


def test_a_folder_named_and_empty_shows_no_samples(tmp_path: Path) -> None:
    page = Site(tmp_path).get("/").get_data(as_text=True)
    assert "data-session" not in page and str(tmp_path) in page


def test_a_file_that_vanished_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "s.jsonl", "x")
    site = Site(tmp_path)
    path.unlink()
    error = site.api(path, "index", 404)["error"]
    assert error["kind"] == "vanished" and error["file"] == str(path) and "no longer" in error["message"]
    page = site.get(f"/s/{site.shelf.key(path)}")
    assert page.status_code == 404 and b"no longer" in page.data
