"""The session index against the session: columns, names, links, parts, bounds."""

from __future__ import annotations

import gzip
import json
import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.jsontext import dumps
from inspector.session import Session, open_session
from inspector.session import kinds as k
from inspector.session.index import ExtraColumns, part, plan, whole
from inspector.session.report import show_report
from tests.builders import Script, usage

SAMPLES = sorted(assets.samples().glob("*.jsonl"))


def unpack(session: Session) -> dict[str, Any]:
    """The index as the page puts it together from its parts."""
    cut, columns = plan(session, {"key": "k"}), ExtraColumns(session)
    index: dict[str, Any] = json.loads(part(session, cut, 0, columns))
    for number in range(1, index["parts"]):
        more = json.loads(part(session, cut, number, columns))
        for name, values in more["cols"].items():
            index["cols"][name].extend(values)
        index["ids"].extend(more["ids"])
    return index


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_index_says_what_the_session_says(sample: Path) -> None:
    session = open_session(sample)
    index = unpack(session)
    cols, strings = index["cols"], index["strings"]
    assert index["format"] == 1 and index["key"] == "k" and index["n"] == session.n
    assert {len(column) for column in cols.values()} | {len(index["ids"])} == {session.n}
    for row in range(session.n):
        name = index["ids"][row] if index["ids"][row] is not None else f"@line{cols['line'][row]}"
        assert name == json.loads(dumps(session.entry_name(row)))
        assert strings[cols["kind"][row]] == session.cols.kind_name(row)
        assert strings[cols["role"][row]] == session.cols.role_name(row)
        assert strings[cols["what"][row]] == session.cols.what_name(row)
        assert cols["flags"][row] == session.cols.flags[row]
        assert cols["bytes"][row] == len(session.raw(row))
        assert cols["time"][row] == session.cols.instant_or_none(row)
        assert cols["parent"][row] == session.tree.parent[row]
    assert index["active"] == session.tree.active_leaf
    assert index["leaves"] == session.tree.leaves
    assert index["labels"] == {str(row): text for row, text in session.labels.items()}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_head_says_what_show_says(sample: Path) -> None:
    session = open_session(sample)
    index, show = unpack(session), json.loads(dumps(show_report(session)))
    same = ("file", "size", "sha256", "modified", "name", "cwd", "parentSession", "versionOnDisk", "pi")
    for key in (*same, "messages", "totals", "breakdown", "types", "roles"):
        assert index[key] == show[key], key
    assert (index["flagsText"], index["damageTotal"]) == (show["flags"], len(show["damage"]))

    def name(row: int) -> Any:
        return json.loads(dumps(session.entry_name(row))) if row >= 0 else None

    assert [
        (name(b["leaf"]), b["active"], b["entries"], b["own"], name(b["forkedAt"])) for b in index["branches"]
    ] == [(b["leaf"], b["active"], b["entries"], b["own"], b["forkedAt"]) for b in show["branches"]]
    assert [
        (name(c["row"]), c["kept"], c["dropped"], name(c["cut"]), c["after"]) for c in index["compactions"]
    ] == [
        (c["id"], c["kept"], c["dropped"], c["cutBefore"], c["tokensAfterMeasured"])
        for c in show["compactions"]
    ]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_one_piece_equals_the_parts(sample: Path) -> None:
    session = open_session(sample)
    assert json.loads(dumps(whole(session, {"key": "k"}))) == unpack(session)


def test_links_lead_to_targets_and_kept_rows(tmp_path: Path) -> None:
    script = Script()
    asked = script.user("one")
    script.reply("two", usage=usage(input=7, cache_read=20, cache_write=3, cost=0.5))
    kept = script.user("three")
    script.add("compaction", summary="s", firstKeptEntryId=kept, tokensBefore=9)
    script.add("context_edit", targetId=asked, replacement=None)
    script.add("label", targetId=kept, label="here")
    script.add("compaction", summary="s", firstKeptEntryId="nowhere", tokensBefore=9)
    index = unpack(open_session(script.write(tmp_path / "s.jsonl")))
    assert index["cols"]["link"] == [-1, -1, -1, 2, 0, 2, -1]
    assert index["cols"]["ctx"] == [0, 30, 0, 0, 0, 0, 0]
    assert index["cols"]["cost"][1] == 0.5
    assert index["cols"]["flags"][4] & k.OMITS
    assert [(item["row"], item["cut"], item["found"]) for item in index["compactions"]] == [
        (3, 2, True),
        (6, index["compactions"][1]["cut"], False),
    ]
    assert index["labels"] == {"2": "here"}


def test_branches_are_rows(tmp_path: Path) -> None:
    script = Script()
    root = script.user("root")
    script.user("left")
    script.user("right", parent=root)
    index = unpack(open_session(script.write(tmp_path / "s.jsonl")))
    assert [(b["leaf"], b["active"], b["entries"], b["own"], b["forkedAt"]) for b in index["branches"]] == [
        (1, False, 2, 1, 0),
        (2, True, 2, 1, 0),
    ]


@pytest.mark.parametrize("id_length", [8, 36, 150])
def test_every_part_is_small_on_the_wire(tmp_path: Path, id_length: int) -> None:
    rng = random.Random(7)
    lines = ['{"type":"session","version":3,"id":"s","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/x"}']
    parent = "null"
    for number in range(60_000):
        name = (uuid.UUID(int=rng.getrandbits(128)).hex * 5)[:id_length]
        if id_length > 32:
            name = "".join(rng.choices("0123456789abcdef", k=id_length))
        stamp = f"2026-05-{1 + number // 5000:02d}T{number % 24:02d}:{number % 60:02d}:{rng.randrange(60):02d}.{rng.randrange(1000):03d}Z"
        lines.append(
            f'{{"type":"custom","customType":"c{number % 7}","id":"{name}","parentId":{parent},"timestamp":"{stamp}"}}'
        )
        parent = f'"{name}"'
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(lines) + "\n")
    session = open_session(path)
    cut, columns = plan(session), ExtraColumns(session)
    sizes = [len(gzip.compress(part(session, cut, number, columns), 1)) for number in range(cut.parts)]
    assert max(sizes) <= 2_000_000, sizes
    assert unpack(session)["n"] == 60_000


def test_unwieldy_names_are_cut_and_ids_named_by_line(tmp_path: Path) -> None:
    script = Script(cwd="/" + "d" * 50_000)
    script.user("hello", id="i" * 10_000)
    script.add("custom", customType="c" * 10_000)
    script.add("t" * 10_000)
    script.add("label", targetId="i" * 10_000, label="l" * 10_000)
    script.add("session_info", name="n" * 10_000)
    index = unpack(open_session(script.write(tmp_path / "s.jsonl")))
    assert index["ids"][0] is None and index["cols"]["line"][0] == 2
    assert len(json.dumps({**index, "ids": []})) < 60_000


def test_many_distinct_names_stay_bounded(tmp_path: Path) -> None:
    script = Script()
    for number in range(7_000):
        script.add("custom", customType=f"c{number}")
    index = unpack(open_session(script.write(tmp_path / "s.jsonl")))
    names = [index["strings"][at] for at in index["cols"]["what"]]
    assert names[:3] == ["c0", "c1", "c2"] and names[-1] == "…" and len(index["strings"]) < 6_000


def test_ids_that_look_like_line_names_or_hold_half_characters(tmp_path: Path) -> None:
    script = Script()
    script.user("a", id="@line9")
    script.user("b", id="\ud83d")
    script.user("c", id="@home")
    session = open_session(script.write(tmp_path / "s.jsonl"))
    index = unpack(session)
    assert index["ids"] == [None, "\ud83d", "@home"]


def test_a_file_of_loose_entries_stays_bounded(tmp_path: Path) -> None:
    lines = ['{"type":"session","version":3,"id":"s","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/x"}']
    lines += [f'{{"type":"custom","customType":"c","id":"{n:08x}","parentId":null}}' for n in range(60_000)]
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(lines) + "\n")
    session = open_session(path)
    index = unpack(session)
    assert (index["branchesTotal"], len(index["branches"])) == (60_000, 25_000)
    assert (index["rootsTotal"], len(index["roots"])) == (60_000, 50_000)
    assert any(branch["active"] for branch in index["branches"])
    cut, columns = plan(session), ExtraColumns(session)
    assert max(len(gzip.compress(part(session, cut, n, columns), 1)) for n in range(cut.parts)) <= 2_000_000


@pytest.mark.parametrize(
    ("input_", "read", "written", "measured"),
    [
        (10, 5, 1, 16),
        (0, 0, 0, None),
        (0.5, 0, 0, 0.5),
        (-3, 0, 0, -3),
        (2**60, 0, 0, 2.0**60),  # no longer an exact count
        (-(2**60), 0, 0, -(2.0**60)),
        ("7", 5, 1, 6),  # no number: left out
    ],
)
def test_prompt_sizes_and_costs_of_odd_records_stand_beside_plain_ones(
    tmp_path: Path, input_: Any, read: Any, written: Any, measured: float | None
) -> None:
    script = Script()
    plain = script.reply("plain", usage=usage(100, 1, cost=0.1234567))
    odd = script.reply(
        "odd", usage={"input": input_, "cacheRead": read, "cacheWrite": written, "cost": {"total": -0.5}}
    )
    session = open_session(script.write(tmp_path / "s.jsonl"))
    columns = ExtraColumns(session)
    rows = session.find_row(plain), session.find_row(odd)
    assert columns.ctx == {rows[0]: 100, **({rows[1]: measured} if measured is not None else {})}
    assert {type(size) for size in columns.ctx.values()} == {int, type(measured or 100)}
    assert columns.cost == {rows[0]: 0.123457, rows[1]: -0.5}
    assert ExtraColumns(session, rows[1]).cost == {rows[1]: -0.5}
