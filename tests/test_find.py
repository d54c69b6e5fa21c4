"""Finding text in a session: decoded, in any case, bounded, and the quick filter never says no wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.session import open_session
from inspector.session.find import _filter, find, holds
from tests.builders import Script


def found(tmp_path: Path, texts: list[str], query: str, ascii_only: bool) -> list[int]:
    script = Script()
    for text in texts:
        script.user(text)
    path = tmp_path / "s.jsonl"
    path.write_text(
        "".join(json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in script.records),
        "utf-8",
        "surrogatepass",
    )
    return find(open_session(path), query).rows


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("夜市", [0]),
        ("stall", [0, 2]),
        ("STALL", [0, 2]),
        ("école", [1]),
        ('say "hi"', [1]),
        ("a/b\\c", [2]),
        ("line\nbreak", [3]),
        ("user", []),
        ("message", []),
        ("🏮", [3]),
        ("", []),
    ],
)
def test_what_is_said_is_found(tmp_path: Path, query: str, rows: list[int], ascii_only: bool) -> None:
    texts = ["夜市 Stall", 'École, say "hi"', "a/b\\c STALL", "line\nbreak 🏮"]
    assert found(tmp_path, texts, query, ascii_only) == rows


def test_image_data_are_not_said(tmp_path: Path) -> None:
    script = Script()
    script.user([{"type": "image", "mimeType": "image/png", "data": "QUJDREVG"}])
    assert find(open_session(script.write(tmp_path / "s.jsonl")), "QUJD").rows == []


def test_hits_and_time_are_bounded(tmp_path: Path) -> None:
    script = Script()
    for _ in range(600):
        script.user("needle")
    session = open_session(script.write(tmp_path / "s.jsonl"))
    hits = find(session, "needle", rows=10)
    assert (len(hits.rows), hits.searched, hits.truncated) == (10, 10, True)
    rest = find(session, "needle", start=hits.searched)
    assert (len(rest.rows), rest.searched, rest.truncated) == (590, 600, False)
    late = find(session, "needle", seconds=-1)
    assert late.truncated and late.searched == 0


def test_deep_values_are_searched() -> None:
    value: object = "needle"
    for _ in range(50_000):
        value = [value]
    assert holds(value, "needle")


@given(st.text(min_size=1, max_size=6), st.text(max_size=4), st.booleans())
def test_the_quick_filter_never_hides_a_hit(query: str, around: str, ascii_only: bool) -> None:
    raw = json.dumps({"t": around + query + around}, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert _filter(query)(raw)
