"""Numbers that JSON can write and no counter can hold: every command answers, none fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from tests.builders import Script

ODD = ["1e999", "-1e999", "1" + "0" * 400, "1e308", "-5", "0.5", '"x"', "null", "true", "[]", "{}"]
PLACE = "@odd@"


def session(place: str) -> Script:
    script = Script(cwd="/work")
    script.user("never push without asking", id="u1")
    script.reply("fine", id="a1")
    script.user("go on", id="u2")
    script.add("compaction", id="c1", summary="a summary", firstKeptEntryId="u2", tokensBefore=100)
    script.reply("done", id="a2")
    records: dict[Any, Any] = {record.get("id"): record for record in script.records}
    cut, reply = records["c1"], records["a2"]
    if place == "kept index":
        del cut["firstKeptEntryId"]
    holder, name = {
        "tokens before": (cut, "tokensBefore"),
        "kept id": (cut, "firstKeptEntryId"),
        "kept index": (cut, "firstKeptEntryIndex"),
        "input": (reply["message"]["usage"], "input"),
        "cost": (reply["message"]["usage"]["cost"], "total"),
        "stamp": (reply, "timestamp"),
        "message stamp": (reply["message"], "timestamp"),
    }[place]
    holder[name] = PLACE
    return script


PLACES = ["tokens before", "kept id", "kept index", "input", "cost", "stamp", "message stamp"]


@pytest.mark.parametrize("place", PLACES)
def test_every_command_answers(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "odd.jsonl"
    for odd in ODD:
        file.write_bytes(session(place).bytes().replace(f'"{PLACE}"'.encode(), odd.encode()))
        for command in (["show"], ["context"], ["doctor"], ["doctor", "--json"], ["trace", "never push"]):
            code = run([*command, str(file)])
            told = capsys.readouterr()
            assert code in (0, 1), (command, odd, told.err)
            assert told.out and "fault" not in told.err
            assert " inf" not in told.out and "nan" not in told.out.split(), (command, odd)
