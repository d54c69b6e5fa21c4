"""The routes behind the live view and the usage charts: what a file gained, and every record that was billed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.session import open_session
from inspector.session.growth import continues
from inspector.session.usage import usage_columns
from tests.builders import Script, usage
from tests.web_client import Site


def talk() -> Script:
    script = Script()
    script.user("make a pot")
    script.reply("which glaze?", usage=usage(2000, 20, 0, 500))
    script.user("celadon")
    return script


@pytest.fixture
def grown(tmp_path: Path) -> tuple[Site, Path, Script, dict[str, Any]]:
    script = talk()
    path = script.write(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    return site, path, script, site.api(path, "index")


def test_nothing_new_is_the_same(grown: Any) -> None:
    site, path, _, index = grown
    assert site.api(path, "live", state=index["state"])["status"] == "same"


def test_new_rows_come_with_the_whole_head(grown: Any) -> None:
    site, path, script, index = grown
    script.reply("done", usage=usage(10, 5, 2400, 0))
    script.add("custom", customType="kiln", data={})
    script.write(path)
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["from"], answer["to"]) == ("grown", 3, 5)
    whole = site.api(path, "index")
    assert answer["state"] == whole["state"]
    for name, column in whole["cols"].items():
        assert answer["cols"][name] == column[3:], name
    assert answer["ids"] == whole["ids"][3:]
    assert answer["head"]["strings"] == whole["strings"]
    assert answer["parents"] is None
    assert site.api(path, "block", rows="4", state=answer["state"])["entries"][0]["row"] == 4


def test_a_page_that_stays_put_costs_a_look_at_the_size(grown: Any) -> None:
    site, path, script, index = grown
    script.user("more")
    script.write(path)
    answer = site.api(path, "live", state=index["state"], peek=1)
    assert answer["status"] == "more" and answer["bytes"] > 0
    assert site.api(path, "block", rows="0", state=index["state"])["entries"]


def test_a_line_that_is_not_finished_is_waited_for(grown: Any) -> None:
    site, path, script, index = grown
    script.user("more")
    path.write_bytes(script.bytes()[:-9])
    assert site.api(path, "live", state=index["state"])["status"] == "writing"
    old = path.stat().st_mtime - 60
    os.utime(path, (old, old))
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["head"]["damageTotal"]) == ("grown", 1)


def test_gone_shrunk_and_changed_are_told_apart(grown: Any) -> None:
    site, path, _, index = grown
    state = index["state"]
    assert site.api(path, "live", state="other")["status"] == "unknown"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert site.api(path, "live", state=state)["status"] == "shrunk"
    other = Script()
    for number in range(9):
        other.user(f"another story {number}", id=f"x{number}")
    other.write(path)
    assert site.api(path, "live", state=state)["status"] == "changed"
    path.unlink()
    assert site.api(path, "live", state=state)["status"] == "gone"


def test_an_id_that_comes_again_changes_the_parents_of_old_rows(tmp_path: Path) -> None:
    script = talk()
    path = script.write(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    index = site.api(path, "index")
    first = script.records[1]["id"]
    script.user("again", id=first, parent=None)
    script.write(path)
    answer = site.api(path, "live", state=index["state"])
    assert answer["parents"] == site.api(path, "index")["cols"]["parent"][:3]
    assert answer["head"]["shadowed"] == [0]


def test_the_file_is_only_read(grown: Any) -> None:
    site, path, script, index = grown
    script.user("more")
    script.write(path)
    before = (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
    site.api(path, "live", state=index["state"])
    assert before == (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)


@pytest.mark.parametrize("sample", sorted(assets.samples().glob("*.jsonl")), ids=lambda path: path.stem)
def test_usage_adds_up_to_the_ledger(sample: Path) -> None:
    site = Site(assets.samples())
    answer = site.api(sample, "usage")
    totals = site.api(sample, "index")["totals"]
    assert answer["next"] is None and answer["n"] == len(answer["row"])
    for name in ("input", "output", "cacheRead", "cacheWrite", "cost"):
        assert sum(value or 0 for value in answer[name]) == pytest.approx(totals[name])


def test_usage_says_who_was_billed(tmp_path: Path) -> None:
    script = talk()
    script.result("r", usage=usage(7, 1))
    script.add("usage", kind="cache_warm", provider="p", model="m", usage=usage(1, 1, 900))
    first = script.records[1]["id"]
    script.add("compaction", summary="s", firstKeptEntryId=first, tokensBefore=9, usage=usage(3, 2))
    script.add("branch_summary", summary="s", fromId=first, usage=usage(3, 2))
    script.reply("no number", usage={"input": "many", "output": 1})
    session = open_session(script.write(tmp_path / "s.jsonl"))
    told = usage_columns(session)
    names = [told["sources"][number] for number in told["source"]]
    assert names == ["reply", "tool", "hidden", "compaction", "branch_summary", "reply"]
    assert (told["input"][-1], told["cost"][-1]) == (None, None)
    assert [told["keys"][key] for key in told["key"]][2] == "p/m"


def test_only_growth_continues(tmp_path: Path) -> None:
    script = talk()
    old = open_session(script.write(tmp_path / "a.jsonl"))
    script.user("more")
    new = open_session(script.write(tmp_path / "b.jsonl"))
    assert continues(old, new) and not continues(new, old)


LINE = b'{"type":"custom","id":"%s","parentId":null,"timestamp":"2026-05-04T09:00:00Z","customType":"kiln"}\n'


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as file:
        file.write(raw)


def test_only_what_is_new_is_read(grown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    site, path, script, index = grown
    monkeypatch.delattr("inspector.web.library.open_session")
    state = index["state"]
    for number in range(4):
        script.user(f"more {number}")
        script.write(path)
        answer = site.api(path, "live", state=state)
        state = answer["state"]
        assert (answer["status"], answer["to"]) == ("grown", 4 + number)
        assert answer["head"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert site.api(path, "index")["state"] == state


def test_whole_lines_do_not_wait_for_the_one_that_is_being_written(grown: Any) -> None:
    site, path, _, index = grown
    whole = LINE % b"first" + LINE % b"second"
    append(path, whole[:-50])
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["to"], answer["head"]["damageTotal"]) == ("grown", 4, 0)
    state = answer["state"]
    assert site.api(path, "live", state=state)["status"] == "writing"
    assert site.api(path, "index")["damageTotal"] == 1, "who opens the file now sees the line as it is"
    append(path, whole[-50:])
    answer = site.api(path, "live", state=state)
    assert (answer["status"], answer["from"], answer["ids"]) == ("grown", 4, ["second"])


def test_a_file_that_was_only_touched_is_the_same(grown: Any) -> None:
    site, path, _, index = grown
    os.utime(path, (1, 1))
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["sha256"]) == ("same", index["sha256"])
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"celadon", b"tenmoku"))
    assert site.api(path, "live", state=index["state"])["status"] == "changed"
    assert site.api(path, "block", rows="0", state=index["state"])["error"]["kind"] == "changed"
    path.write_bytes(raw)
    assert site.api(path, "live", state=index["state"])["status"] == "same"


def replace_file(path: Path, raw: bytes) -> None:
    other = path.with_suffix(".new")
    other.write_bytes(raw)
    other.replace(path)


def test_another_file_in_its_place(grown: Any) -> None:
    site, path, _, index = grown
    raw = path.read_bytes()
    replace_file(path, raw.replace(b"celadon", b"tenmoku") + LINE % b"more")
    assert site.api(path, "live", state=index["state"])["status"] == "changed"
    replace_file(path, raw + LINE % b"more")
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["ids"]) == ("grown", ["more"])
    replace_file(path, raw[:-1])
    assert site.api(path, "live", state=index["state"])["status"] == "shrunk"


def test_a_migration_by_pi_is_a_rewrite(tmp_path: Path) -> None:
    """pi writes a file of version 2 anew, under the same inode, and goes on."""
    script = talk()
    script.records[0]["version"] = 2
    path = script.write(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    index = site.api(path, "index")
    append(path, LINE % b"by an older pi")
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["to"]) == ("grown", 4)
    script.records[0]["version"] = 3
    path.write_bytes(script.bytes() + LINE % b"by an older pi" + LINE % b"more")
    assert site.api(path, "live", state=answer["state"])["status"] == "changed"


def test_cut_short_and_written_on(grown: Any) -> None:
    site, path, _, index = grown
    raw = path.read_bytes()
    with path.open("r+b") as file:
        file.truncate(len(raw) - 30)
        file.seek(0, os.SEEK_END)
        file.write(b"\n" + LINE % b"a" + LINE % b"b")
    assert site.api(path, "live", state=index["state"])["status"] == "changed"


def test_two_pages_at_different_states(grown: Any) -> None:
    site, path, _, index = grown
    state = index["state"]
    for number in range(8):
        append(path, LINE % b"n%d" % number)
        state = site.api(path, "live", state=state)["state"]
        assert site.api(path, "live", state=index["state"], peek=1)["status"] == "more"
        assert site.api(path, "block", rows="0", state=index["state"])["entries"]
    answer = site.api(path, "live", state=index["state"])
    assert (answer["from"], answer["to"], answer["state"]) == (3, 11, state)


def test_a_page_that_comes_back_catches_up(grown: Any) -> None:
    site, path, _, index = grown
    state = index["state"]
    for number in range(8):
        append(path, LINE % b"n%d" % number)
        state = site.api(path, "live", state=state)["state"]
    assert site.config.library.kept(path, index["state"]) is None
    answer = site.api(path, "live", state=index["state"])
    assert (answer["status"], answer["from"], answer["to"]) == ("grown", 3, 11)


def test_a_server_that_was_started_anew_knows_the_file_as_it_stands(grown: Any) -> None:
    _, path, script, index = grown
    anew = Site(path.parent)
    assert anew.api(path, "live", state=index["state"])["status"] == "same"
    script.user("more")
    script.write(path)
    assert anew.api(path, "live", state=index["state"])["status"] == "grown"
    third = Site(path.parent)
    assert third.api(path, "live", state=index["state"])["status"] == "unknown"
