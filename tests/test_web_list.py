"""The list page: what was found, with reasons, and hostile text stays text."""

from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path

import pytest

from inspector.cli.render import money, size
from inspector.store import find_places
from inspector.web.listing import Counter, listing
from inspector.web.shelf import Shelf, look_at
from tests.builders import Script, header
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


def test_rows_stand_in_the_order_of_the_time_they_show(tmp_path: Path) -> None:
    for number, (said, made) in enumerate(
        [("2026-01-05", ""), ("", "2026-03-01"), ("2026-02-01", ""), ("", "")]
    ):
        script = Script(id=f"s{number}", timestamp=f"{made or '2025-01-01'}T00:00:00.000Z")
        if said:
            script.add("message", message={"role": "user", "content": "x"}, timestamp=f"{said}T00:00:00.000Z")
        os.utime(script.write(tmp_path / f"s{number}.jsonl"), (1.9e9 + number, 1.9e9 + number))
    site = Site(tmp_path)
    rows = site.json("/api/list")["sessions"]
    assert [row["id"] for row in rows] == ["s1", "s2", "s0", "s3"]
    shown = re.findall(r'data-instant="([^"]*)"', site.get("/").get_data(as_text=True))
    assert shown == [row["activity"] for row in rows] == sorted(shown, reverse=True)


def test_a_fork_is_indented_only_under_its_own_parent(tmp_path: Path) -> None:
    def at(day: int, name: str, folder: Path = tmp_path, **header: object) -> Path:
        script = Script(id=name, **header)
        stamp = f"2026-01-{day:02}T00:00:00.000Z"
        script.add("message", message={"role": "user", "content": name}, timestamp=stamp)
        return script.write(folder / f"{name}.jsonl")

    parent = at(10, "parent")
    at(9, "under", parentSession=str(parent))
    at(8, "beside", parentSession=str(parent))
    at(20, "newer", parentSession=str(parent))
    at(7, "stranger")
    at(6, "late", parentSession=str(parent))
    other = tmp_path / "other"
    other.mkdir()
    at(1, "session", other)
    at(5, "no-kin", parentSession="/elsewhere/session.jsonl")
    site = Site(tmp_path, other)
    rows = {row["id"]: row for row in site.json("/api/list")["sessions"]}
    assert list(rows) == ["newer", "parent", "under", "beside", "stranger", "late", "no-kin", "session"]
    assert {name for name, row in rows.items() if row["depth"]} == {"under", "beside"}
    assert {name for name, row in rows.items() if row["fork_of"]} == {"newer", "late"}
    assert rows["late"]["fork_of"] == {"key": rows["parent"]["key"], "title": "parent"}
    page = site.get("/").get_data(as_text=True)
    assert page.count('data-word="list.forkOf"') == 2 and page.count('data-word="list.fork"') == 1


def test_a_parent_elsewhere_is_known_by_the_id_in_its_name(tmp_path: Path) -> None:
    name = "2026-05-04T09-00-00-000Z_019eba4b-fa40-738c-a80a-b3a98e802bd5.jsonl"
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    write(tmp_path / "a" / name, "p", id="parent")
    write(tmp_path / "b" / "child.jsonl", "c", id="child", parentSession=f"/old/place/{name}")
    rows = {row["id"]: row for row in Site(tmp_path / "a", tmp_path / "b").json("/api/list")["sessions"]}
    assert rows["child"]["depth"] == 1 or rows["child"]["fork_of"]["title"] == "p"


def test_an_event_log_is_named_as_one_and_no_damage_claimed(tmp_path: Path) -> None:
    lines = [header(id="ev"), *({"type": kind} for kind in ("agent_start", "turn_start", "message_start"))]
    (tmp_path / "e.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    write(tmp_path / "s.jsonl", "x", id="s")
    site = Site(tmp_path)
    rows = {row["id"]: row for row in site.json("/api/list")["sessions"]}
    assert rows["ev"]["event_log"] and not rows["s"]["event_log"]
    page = site.get("/").get_data(as_text=True)
    assert page.count('data-word="list.eventLog"') == 1 and "warn-text" not in page
    assert site.api(tmp_path / "e.jsonl", "index")["eventLog"] is True
    assert site.api(tmp_path / "s.jsonl", "index")["eventLog"] is False


def test_long_first_words_end_with_an_ellipsis(tmp_path: Path) -> None:
    write(tmp_path / "s.jsonl", "many words " * 100)
    first = Site(tmp_path).json("/api/list")["sessions"][0]["first"]
    assert len(first) <= 200 and first.endswith("…")


@pytest.mark.parametrize("cost", [0, 0.00004, 0.0042, 0.1042, 0.99999, 1, 12.5, 1234.5, -0.5])
def test_money_is_written_as_on_the_terminal(tmp_path: Path, cost: float) -> None:
    script = Script()
    script.message("assistant", content=[], usage={"input": 1, "output": 1, "cost": {"total": cost}})
    script.write(tmp_path / "s.jsonl")
    assert f">{money(cost)}</td>" in Site(tmp_path).get("/").get_data(as_text=True)


def test_sizes_are_written_as_on_the_terminal(tmp_path: Path) -> None:
    for words in (10, 2_000, 60_000, 3_000_000):
        path = write(tmp_path / "s.jsonl", "x" * words)
        written = size(path.stat().st_size).replace(" bytes", " B")
        assert f">{written}</td>" in Site(tmp_path).get("/").get_data(as_text=True)


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


def test_a_field_takes_no_more_room_than_a_path_may(tmp_path: Path) -> None:
    script = Script(cwd="/" + "d" * 300_000)
    script.user("hello")
    script.add("session_info", name="n" * 500_000)
    script.write(tmp_path / "long.jsonl")
    page = Site(tmp_path).get("/").get_data(as_text=True)
    assert len(page) < 100_000 and "d" * 4_000 in page
