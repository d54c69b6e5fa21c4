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
    assert site.api(path, "live", state="other")["status"] == "changed"
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
