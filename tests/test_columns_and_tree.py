"""The fast ways against the plain ones: rows filled in one call against the full walk, runs against single links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import assets
from inspector.evidence.file import EvidenceFile
from inspector.session import open_session
from inspector.session import scan as scan_module
from inspector.session.columns import Columns, UsageTable
from inspector.session.scan import Scanner

SAMPLES = sorted(assets.samples().glob("*.jsonl"))


def arrays(columns: Columns | UsageTable) -> dict[str, Any]:
    """What a table holds, NaN made comparable."""
    held = {name: value for name, value in vars(columns).items() if name != "packed"}
    return {
        name: repr(list(value))
        if hasattr(value, "typecode")
        else repr(vars(value) if hasattr(value, "names") else value)
        for name, value in held.items()
    }


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_the_short_way_fills_the_columns_as_the_long_way_does(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EvidenceFile(sample) as evidence:
        short = Scanner().run(evidence)
        monkeypatch.setattr(scan_module, "plain_rows", lambda _scanner: lambda *_row: False)
        long = Scanner().run(evidence)
    assert arrays(short.columns) == arrays(long.columns)
    assert arrays(short.usages) == arrays(long.usages)
    for name in ("index", "parents", "tool_calls", "duplicates", "replies_without_usage", "first_kept"):
        assert getattr(short, name) == getattr(long, name), name


def test_some_rows_do_take_the_short_way() -> None:
    """Else the test above would compare the long way with itself."""
    scanner, taken = Scanner(), []
    sample = assets.samples() / "demo-night-market.jsonl"
    from inspector.session.plain import plain_rows

    def counting(made: Scanner) -> Any:
        add = plain_rows(made)
        return lambda *row: taken.append(add(*row)) or taken[-1]

    with pytest.MonkeyPatch.context() as patch, EvidenceFile(sample) as evidence:
        patch.setattr(scan_module, "plain_rows", counting)
        scanner.run(evidence)
    assert taken.count(True) > len(taken) / 2


@st.composite
def linked(draw: st.DrawFn) -> list[tuple[str, str | None]]:
    """Ids and parents of up to 14 entries, forwards and backwards, now and then an id twice."""
    count = draw(st.integers(1, 14))
    ids = [
        f"e{draw(st.integers(0, 13)) if draw(st.integers(0, 9)) == 0 else number}" for number in range(count)
    ]
    chain = st.integers(0, 9)
    parents: list[str | None] = []
    for number in range(count):
        if draw(chain) < 6:
            parents.append(ids[number - 1] if number else None)
        else:
            parents.append(draw(st.sampled_from([None, "gone", *ids])))
    return list(zip(ids, parents, strict=True))


@given(entries=linked())
def test_runs_answer_as_single_links_do(
    tmp_path_factory: pytest.TempPathFactory, entries: list[tuple[str, str | None]]
) -> None:
    """Depth, forks, segments, leaves and paths, worked out here entry by entry from the parent of each."""
    path = tmp_path_factory.getbasetemp() / "linked.jsonl"
    lines = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/x"}
    ]
    for second, (name, parent) in enumerate(entries):
        stamp = f"2026-01-01T00:00:{second:02d}.000Z"
        lines.append(
            {"type": "custom", "customType": "x", "id": name, "parentId": parent, "timestamp": stamp}
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    tree = open_session(path).tree
    parent = list(tree.parent)
    rows = range(len(parent))

    def up(row: int) -> list[int]:
        trail = [row]
        while parent[trail[-1]] >= 0:
            trail.append(parent[trail[-1]])
        return trail

    assert list(tree.depth) == [len(up(row)) for row in rows]
    if not tree.cuts:
        assert [tree.path(row) for row in rows] == [up(row)[::-1] for row in rows]
    shown = [row for row in rows if row not in tree.shadowed]
    below = {at: [row for row in shown if parent[row] == at] for at in rows}
    assert tree.forks == {at: under for at, under in below.items() if len(under) > 1}
    for row in shown:
        segment = tree.segments[tree.segment_of(row)]
        at = parent[row]
        joined = at >= 0 and len(below[at]) == 1
        assert (segment.first == row) != joined
        assert (segment.last == row) == (len(below[row]) != 1)
        if joined:
            assert tree.segment_of(at) == tree.segment_of(row)
        else:
            assert segment.parent == (tree.segment_of(at) if at >= 0 else -1)
    for number, segment in enumerate(tree.segments):
        members = [row for row in shown if tree.segment_of(row) == number]
        assert segment.entries == len(members)
        # As show tells it: a shadowed child counts there, and a loop has no leaf.
        assert segment.leaf == (segment.last in tree.leaves)
        assert segment.parent < number
