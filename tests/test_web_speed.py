"""What makes a click quick: a session that the list has read is not read again, its page begins to read at once, and
scripts that a browser has are not asked for again."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from inspector import assets
from inspector.session import Session, open_session
from inspector.web import library, listing, opening_api, scripts
from inspector.web.library import Library
from tests.builders import Script, call
from tests.web_client import Site


def write(path: Path, entries: int = 1) -> Path:
    script = Script()
    for number in range(entries):
        script.user(f"m{number}")
    return script.write(path)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files read, by whom: the list or the page."""
    done: list[str] = []

    def noted(who: str) -> Callable[..., Session]:
        def read(path: Path, *more: object, **other: object) -> Session:
            done.append(f"{who} {path.name}")
            return open_session(path, *more, **other)  # type: ignore[arg-type]

        return read

    # By its name: the package has a function that is called like this module.
    monkeypatch.setattr(import_module("inspector.store.catalog"), "open_session", noted("list"))
    monkeypatch.setattr(library, "open_session", noted("page"))
    monkeypatch.setattr(listing, "LONG_TO_READ", 0)
    return done


# -- what the list has read ------------------------------------------------------------------------------------


def test_a_session_that_the_list_has_read_is_not_read_again(tmp_path: Path, reads: list[str]) -> None:
    file = write(tmp_path / "a.jsonl", 3)
    site = Site(file)
    site.json("/api/list")
    assert site.api(file, "index")["n"] == 3
    assert reads == ["list a.jsonl"]


def test_a_small_one_is_read_again_since_that_takes_no_time(
    tmp_path: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "LONG_TO_READ", 2 << 20)
    file = write(tmp_path / "a.jsonl", 3)
    site = Site(file)
    site.json("/api/list")
    site.api(file, "index")
    assert reads == ["list a.jsonl", "page a.jsonl"]


def test_one_that_was_written_to_since_is_told_as_it_is_now(tmp_path: Path, reads: list[str]) -> None:
    file = write(tmp_path / "a.jsonl", 3)
    site = Site(file)
    site.json("/api/list")
    write(file, 5)
    assert site.api(file, "index")["n"] == 5


def test_one_that_was_met_by_a_link_is_read_by_its_real_name(tmp_path: Path, reads: list[str]) -> None:
    real = write(tmp_path / "real.jsonl", 3)
    link = tmp_path / "link.jsonl"
    link.symlink_to(real)
    site = Site(link)
    site.json("/api/list")
    assert site.api(link, "index")["file"] == str(real)
    assert reads == ["list link.jsonl", "page real.jsonl"]


def test_no_more_are_kept_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "OFFERED_ROWS", 5)
    shelf = Library(sessions=2)
    first, second, large = (write(tmp_path / f"{n}.jsonl", n) for n in (2, 3, 4))
    assert shelf.offer(open_session(first))
    assert not shelf.offer(open_session(large)), "more entries than are kept unasked"
    assert shelf.offer(open_session(second)) and not shelf.offer(open_session(second))
    opened = shelf.open(large)  # what a page asks for pushes out what was only offered
    assert shelf.open(large) is opened


# -- what the page begins --------------------------------------------------------------------------------------


def test_the_frame_begins_to_read_and_its_question_waits_for_that(tmp_path: Path, reads: list[str]) -> None:
    file = write(tmp_path / "a.jsonl", 3)
    site = Site(file)
    assert site.get(f"/s/{site.shelf.key(file)}").status_code == 200
    assert site.api(file, "index")["n"] == 3
    assert reads.count("page a.jsonl") == 1


def test_a_look_ahead_begins_to_read_as_well(tmp_path: Path, reads: list[str]) -> None:
    file = write(tmp_path / "a.jsonl", 3)
    site = Site(file)
    answer = site.client.head(f"/s/{site.shelf.key(file)}", base_url="http://127.0.0.1:5123")
    assert answer.status_code == 200 and not answer.data
    assert site.api(file, "index")["n"] == 3
    assert reads.count("page a.jsonl") == 1


# -- what a page shows first -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", sorted(assets.samples().glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_first_answer_says_what_the_questions_of_the_page_would_bring(sample: Path) -> None:
    site = Site(sample)
    index, first = site.api(sample, "index"), site.api(sample, "opening")
    assert first["state"] == index["state"]
    rows = open_session(sample).tree.path(index["active"])
    wanted = ",".join(map(str, rows[-opening_api.SHORT_BRANCH :]))
    entries = site.api(sample, "block", rows=wanted)["entries"] if rows else []
    assert first["entries"] == entries[-len(first["entries"]) :] and bool(first["entries"]) == bool(rows)
    for start, lines in first["previews"].items():
        assert lines == site.api(sample, "previews", **{"from": start, "to": int(start) + 250})["previews"]
    last = index["active"] // opening_api.WINDOW * opening_api.WINDOW
    assert last < 0 or str(last) in first["previews"]


def test_of_a_long_branch_the_end_is_sent_and_no_result_without_its_call(tmp_path: Path) -> None:
    script = Script()
    for number in range(300):
        script.user(f"m{number}")
    script.reply(call("bash", command="ls"))
    for number in range(30):
        script.result(f"r{number}")
    file = script.write(tmp_path / "a.jsonl")
    first = Site(file).api(file, "opening")
    assert [item["row"] for item in first["entries"]] == list(range(300, 331))
    assert {start: len(lines) for start, lines in first["previews"].items()} == {"0": 250, "250": 81}


def test_the_first_answer_is_cut_as_the_page_asks() -> None:
    """A guess that has drifted from the page would only cost a question more, and nobody would see it."""
    folder = assets.static() / "js"
    named = {
        name: int(number)
        for file in ("transcript.js", "previews.js")
        for name, number in re.findall(
            r"^const ([A-Z_]+) = (\d+);$", (folder / file).read_text("utf-8"), re.MULTILINE
        )
    }
    assert named["SHORT_BRANCH"] == opening_api.SHORT_BRANCH and named["WINDOW"] == opening_api.WINDOW
    assert named["FIRST_BATCH"] == 2 * opening_api.BEFORE_END
    calls = re.findall(r"low - (\d+) &&", (folder / "transcript.js").read_text("utf-8"))
    assert calls == [str(opening_api.CALL_ABOVE)]


def test_a_guess_reads_no_more_than_a_little_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_api, "READ_AHEAD", 100)
    file = write(tmp_path / "a.jsonl", 5)
    site = Site(file)
    lines = site.api(file, "opening")["previews"]["0"]
    assert lines == site.api(file, "previews", **{"from": 0, "to": len(lines)})["previews"] == ["m0"]


def test_a_file_that_cannot_be_read_is_told_by_the_first_answer_too(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl")
    site = Site(file)
    file.unlink()
    assert site.api(file, "opening", 404)["error"]["kind"] == "vanished"


# -- scripts and styles ----------------------------------------------------------------------------------------


def addresses(site: Site, page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', site.get(page).get_data(as_text=True))


def test_all_that_a_session_page_loads_may_be_kept_and_the_list_fetches_it_ahead(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl")
    site = Site(file)
    needed = addresses(site, f"/s/{site.shelf.key(file)}")
    for one in needed:
        answer = site.get(one)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, scripts.KEEP), one
    assert set(needed) <= set(addresses(site, "/"))


def test_an_address_of_another_state_is_asked_for_again(tmp_path: Path) -> None:
    site = Site(write(tmp_path / "a.jsonl"))
    for name in ("css/base.css", scripts.VIEWER):
        for query in (
            "",
            "?v=",
            "?v=0123456789abcdef01",
            "?v=" + scripts.asset("icon.svg").partition("=")[2],
        ):
            answer = site.get(f"/static/{name}{query}")
            assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-cache"), (name, query)
    assert site.get("/static/css/none.css?v=").headers["Cache-Control"] == "no-store"


def test_the_viewer_is_all_modules_as_one(tmp_path: Path) -> None:
    site = Site(write(tmp_path / "a.jsonl"))
    answer = site.get(scripts.asset(scripts.VIEWER))
    text = answer.get_data(as_text=True)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)
    assert "class SessionPage" in text and "class Transcript" in text
    again = site.get("/static/viewer.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304 and not again.data


def test_another_state_of_a_module_is_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = scripts.asset(scripts.VIEWER)
    folder = tmp_path / "js"
    folder.mkdir()
    for file in (assets.static() / "js").glob("*.js"):
        (folder / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(scripts, "_modules", lambda: folder)
    (folder / "main.js").write_text("const one = 1;\n", "utf-8")
    assert scripts.asset(scripts.VIEWER) != before
    assert Site(write(tmp_path / "a.jsonl")).get(scripts.asset(scripts.VIEWER)).data == b"const one = 1;\n"
