"""Whatever the bytes: nothing raises, nothing is dropped in silence, nothing is written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inspector import jsontext
from inspector.evidence.file import EvidenceFile
from inspector.session import Session, open_session
from inspector.session.report import context_report, show_report, tree_report
from tests.builders import Script
from tests.generated import SPLICES, session_files

EXAMPLES = int(os.environ.get("PI_INSPECTOR_EXAMPLES", "150"))
Draw = Callable[[st.SearchStrategy[Any]], Any]

always = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)


@st.composite
def broken_files(draw: Draw) -> bytes:
    """Session files with bytes put in, cut out, doubled and torn off, newlines among them."""
    raw = bytearray(draw(session_files(odd=True)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(raw)))
        end = at + draw(st.integers(0, 40))
        change = draw(st.sampled_from(["insert", "delete", "double", "join", "cut"]))
        if change == "insert":
            raw[at:at] = draw(st.one_of(SPLICES, st.just(b"\n"), st.binary(max_size=6)))
        elif change == "delete":
            del raw[at:end]
        elif change == "double":
            raw[at:at] = raw[at:end]
        elif change == "join" and b"\n" in raw:
            del raw[raw.index(b"\n", min(at, len(raw) - 1) if b"\n" in raw[at:] else 0)]
        elif change == "cut":
            del raw[at:]
    return bytes(raw)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bytes") / "session.jsonl"


ANY = st.one_of(
    st.binary(max_size=200),
    broken_files(),
    st.lists(st.one_of(SPLICES, st.just(b"\n"), st.just(b'{"type":"session","id":"s"}')), max_size=12).map(
        b"".join
    ),
)


@always
@given(raw=ANY)
@example(raw=b"")
@example(raw=b"\n")
@example(raw=b"\r\n\r")
def test_lines_cover_every_byte(raw: bytes, file: Path) -> None:
    file.write_bytes(raw)
    with EvidenceFile(file) as evidence:
        lines = list(evidence.lines())
    assert b"".join(lines) == raw
    assert all(line.endswith(b"\n") for line in lines[:-1])
    assert not any(b"\n" in line[:-1] for line in lines)
    assert b"" not in lines


def physical(raw: bytes) -> list[tuple[int, bytes]]:
    """(offset, bytes without LF) of every physical line; what follows the last LF only if it is not empty."""
    found, at = [], 0
    for line in raw.split(b"\n"):
        found.append((at, line))
        at += len(line) + 1
    if found[-1][1] == b"":
        found.pop()
    return found


def check_spans(session: Session, raw: bytes) -> None:
    lines = physical(raw)
    told = {damage.line for damage in session.damage}
    rows = {}
    for row in range(session.n):
        number = session.cols.line[row]
        assert (session.cols.offset[row], session.raw(row)) == (lines[number - 1][0], lines[number - 1][1])
        rows[number] = row
    assert len(rows) == session.n
    assert list(rows) == sorted(rows), "rows stand in file order"
    heads = {head.line for head in session.scan.headers}
    for number, (_, line) in enumerate(lines, 1):
        blank = not line.decode("utf-8", "replace").strip()
        assert blank or number in rows or number in heads or number in told, (
            f"line {number} is dropped in silence: {line[:80]!r}"
        )
    for damage in session.damage:
        assert 0 <= damage.offset <= damage.offset + damage.length <= len(raw)
        assert damage.message
        for piece in damage.salvage:
            assert raw[piece.offset : piece.offset + 1] == b"{"


@always
@given(raw=ANY)
@example(raw=b"")
@example(raw=b"\x00" * 70)
@example(raw=b"[" * 3000 + b"\n")
@example(
    raw=b'{"type":"session","version":3,"id":"s"}\n{"type":"message","id":"a","parentId":"a","message":[]}\n'
)
@example(
    raw=b'{"type":"session","version":3,"id":"s"}\n{"type":"label","id":"a","timestamp":"0001-01-01T00:00:00+14:00"}\n'
)
@example(
    raw=b'{"type":"session","version":3,"id":"s"}\n{"type":"label","id":"a","timestamp":"9999-12-31T23:59:59-12:00"}\n'
)
def test_any_bytes_open_and_report(raw: bytes, file: Path) -> None:
    file.write_bytes(raw)
    session = open_session(file)
    check_spans(session, raw)
    for report in (show_report(session), tree_report(session)):
        json.loads(jsontext.dumps(report))
    for row in range(session.n):
        session.value(row)
        assert session.find_row(session.entry_name(row)) == row
        json.loads(jsontext.dumps(context_report(session, row, messages=True)))
    assert file.read_bytes() == raw
    assert [path.name for path in file.parent.iterdir()] == [file.name], (
        "something was written beside the evidence"
    )


def test_two_readings_are_equal(file: Path) -> None:
    """Nothing depends on the moment, on sets or on hashes."""
    script = Script()
    for number in range(30):
        script.user(f"words {number}")
        script.reply(f"answer {number}", parent=f"e{max(1, number):07x}")
    file.write_bytes(script.bytes())
    first, second = open_session(file), open_session(file)
    assert jsontext.dumps(show_report(first)) == jsontext.dumps(show_report(second))
    assert jsontext.dumps(tree_report(first)) == jsontext.dumps(tree_report(second))
