"""A session read on from where its file ended is the session that opening the longer file gives."""

from __future__ import annotations

import hashlib
import json
import os
from array import array
from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inspector import assets
from inspector.errors import EvidenceError
from inspector.evidence import standing
from inspector.evidence.file import EvidenceFile
from inspector.evidence.standing import Marks, take_marks
from inspector.session import Session, open_session
from inspector.session.columns import Columns, UsageTable
from inspector.session.extend import can_grow, extend
from inspector.session.growth import continues, growth
from inspector.session.index import whole
from inspector.session.report import context_report, show_report, tree_report
from inspector.session.usage import usage_columns
from tests.builders import Script, usage
from tests.conftest import SHARED
from tests.generated import session_files

EXAMPLES = int(os.environ.get("PI_INSPECTOR_EXAMPLES", "60"))
Draw = Callable[[st.SearchStrategy[Any]], Any]
FILES = [*sorted(assets.samples().glob("*.jsonl")), *sorted((SHARED / "cases").glob("*.jsonl"))]
HEADER = b'{"type":"session","version":3,"id":"s","timestamp":"2026-05-04T09:00:00Z","cwd":"/work"}\n'
always = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def plain(value: Any) -> Any:
    """A value of the scan as something that compares by content, order and NaN included."""
    if isinstance(value, array):
        return (value.typecode, value.tobytes())
    if isinstance(value, (Columns, UsageTable)):
        return {name: plain(one) for name, one in vars(value).items()}
    if hasattr(value, "names") and hasattr(value, "index"):
        return (value.names, value.index)
    return repr(value)


def everything(session: Session) -> dict[str, Any]:
    """All that is known of a session, ready to be compared."""
    tree = session.tree
    told = {f"scan.{one.name}": plain(getattr(session.scan, one.name)) for one in fields(session.scan)}
    contexts = [context_report(session, row) for row in {tree.active_leaf, *tree.leaves[:3]}]
    told |= {
        "index": json.dumps(whole(session), sort_keys=True),
        "show": repr(show_report(session)),
        "tree": repr(tree_report(session)),
        "usage": repr(usage_columns(session)),
        "contexts": repr(contexts),
        "orphans": (tree.orphans, tree.cyclic, tree.cuts, tree.view_is_endless, tree.parent.tobytes()),
        "names": session.entry_names(range(session.n)),
        "file": (session.size, session.sha256, sorted(session.parted), session.header_line),
        "labels": repr(session.labels),
    }
    return told


def marked(path: Path) -> tuple[Session, Marks]:
    session = open_session(path)
    return session, take_marks(session.evidence)


def check_pieces(path: Path, raw: bytes, ends: list[int], hash_first: bool) -> None:
    """Write ``raw`` piece by piece; at each end the session read on is compared with the one opened anew."""
    path.write_bytes(b"")
    kept: tuple[Session, Marks] | None = None
    at = 0
    for end in ends:
        with path.open("ab") as file:
            file.write(raw[at:end])
        at = end
        fresh = open_session(path)
        seen = everything(kept[0]) if kept is not None and hash_first else None
        grown = extend(*kept) if kept is not None else None
        if grown is not None and kept is not None:
            session, marks = grown
            assert marks.size == session.size == fresh.size
            assert everything(session) == everything(fresh)
            if hash_first:
                assert session.running.known is not None
                assert everything(kept[0]) == seen, "the session that was open has changed"
            check_answer(kept[0], session)
        elif kept is not None:
            assert fresh.size == kept[0].size or not can_grow(*kept)
        kept = grown or (fresh, take_marks(fresh.evidence))
        if hash_first:
            kept[0].running.prepare()


def check_answer(old: Session, new: Session) -> None:
    """The index that a page has, with the answer of the live route joined to it, is the index of the longer file."""
    if continues(old, new):
        joined, fresh = grown_index(whole(old), growth(old, new, {})), whole(new)
        joined["sha256"] = fresh["sha256"]
        assert json.dumps(joined, sort_keys=True) == json.dumps(fresh, sort_keys=True)


def grown_index(index: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """What live-model.js does."""
    head, count, moved = answer["head"], answer["from"], answer["strings"]
    before, now = moved["rest"]
    cols = {}
    for name, values in deepcopy(index["cols"]).items():
        if name == "parent" and answer["parents"] is not None:
            values = answer["parents"]
        if name in ("role", "what") and moved[name]:
            values = [now if value == before else value + moved[name] for value in values]
        for row, value in answer["changed"].get(name, {}).items():
            values[int(row)] = value
        cols[name] = values + answer["cols"][name]
    ids = [*index["ids"], *answer["ids"]]
    for row in head["shadowed"]:
        ids[row] = None if row < count else ids[row]
    place = {"part": 0, "parts": 1, "from": 0, "to": head["n"]}
    return {**head, **place, "cols": cols, "ids": ids}


@st.composite
def cut_files(draw: Draw) -> tuple[bytes, list[int]]:
    """A file and where its pieces end: mostly at line ends, some inside a line or between CR and LF."""
    raw = draw(st.one_of(session_files(), session_files(odd=True, max_entries=10)))
    if draw(st.integers(0, 9)) == 9:
        raw = raw.partition(b"\n")[2] or raw  # no header
    lines = [at + 1 for at, byte in enumerate(raw) if byte == 10]
    ends = draw(st.lists(st.sampled_from(lines), max_size=4)) if lines else []
    ends += draw(st.lists(st.integers(0, len(raw)), max_size=2))
    return raw, sorted({*ends, len(raw)})


@given(cut_files(), st.booleans())
@always
@example(
    (HEADER + b'{"type":"message"}\n' + HEADER, [len(HEADER), len(HEADER) + 19, 2 * len(HEADER) + 19]), True
)
@example((b'{"title":"x"}\n' * 3 + HEADER, [14, 28, 42, 42 + len(HEADER)]), False)
def test_reading_on_is_opening_anew(tmp_path: Path, cut: tuple[bytes, list[int]], hash_first: bool) -> None:
    check_pieces(tmp_path / "s.jsonl", *cut, hash_first)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_line_by_line(tmp_path: Path, path: Path) -> None:
    raw = path.read_bytes()
    if len(raw) > 400_000:
        pytest.skip("large")
    lines = [at + 1 for at, byte in enumerate(raw) if byte == 10]
    step = max(1, len(lines) // 4)
    middle = len(raw) // 2
    check_pieces(tmp_path / "s.jsonl", raw, sorted({*lines[::step], middle, len(raw)}), len(raw) % 2 == 0)


def script() -> Script:
    made = Script()
    made.user("make a pot")
    made.reply("which glaze?", usage=usage(2000, 20, 0, 500))
    return made


@pytest.fixture
def grown(tmp_path: Path) -> tuple[Path, Session, Marks]:
    path = script().write(tmp_path / "s.jsonl")
    return path, *marked(path)


def append(path: Path, raw: bytes) -> None:
    with path.open("ab") as file:
        file.write(raw)


LINE = (
    b'{"type":"custom","id":"later","parentId":null,"timestamp":"2026-05-04T09:00:00Z","customType":"kiln"}\n'
)


def test_a_late_entry_changes_what_points_at_it(tmp_path: Path) -> None:
    made = script()
    made.add("label", targetId="late", label="soon")
    made.user("child", parent="late")
    path = made.write(tmp_path / "s.jsonl")
    old, marks = marked(path)
    made.user("here", id="late", parent=None)
    made.add("model_change", provider="p", modelId="m")
    made.write(path)
    found = extend(old, marks)
    assert found is not None
    answer = growth(old, found[0], {})
    assert answer["changed"]["link"] == {"2": 4} and answer["parents"][3] == 4
    assert old.target_row(2) == -1, "the session that was open knows nothing of it"


def test_a_hash_is_never_told_before_it_is_known(grown: tuple[Path, Session, Marks]) -> None:
    path, old, marks = grown
    append(path, LINE)
    found = extend(old, marks)
    assert found is not None and found[0].running.known is None
    assert growth(old, found[0], {})["head"]["sha256"] is None
    assert found[0].sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    append(path, LINE)
    again = extend(*found)
    assert again is not None and again[0].running.known == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_hash_of_bytes_that_are_gone_is_refused(grown: tuple[Path, Session, Marks]) -> None:
    path, old, marks = grown
    append(path, LINE)
    found = extend(old, marks)
    assert found is not None
    raw = bytearray(path.read_bytes())
    raw[-30:-25] = b"XXXXX"
    path.write_bytes(raw)
    with pytest.raises(EvidenceError) as caught:
        _ = found[0].sha256
    assert caught.value.kind == "changed" and not found[0].running.holds()


def rewrite(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Change the file in place, under the same inode."""
    raw = change(path.read_bytes())
    with path.open("r+b") as file:
        file.write(raw)
        file.truncate()


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: raw.replace(b'"version"', b'"Version"') + LINE,
        lambda raw: raw.replace(b"pot", b"cup") + LINE,
        lambda raw: raw.replace(b"pot", b"bowl") + LINE,
        lambda raw: raw[:-20] + b"\n" + LINE + LINE,
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw,
    ],
    ids=["migrated", "one word", "one letter more", "cut and written on", "shrunk", "the same"],
)
def test_what_was_rewritten_is_not_read_on(
    grown: tuple[Path, Session, Marks], change: Callable[[bytes], bytes]
) -> None:
    path, old, marks = grown
    rewrite(path, change)
    assert extend(old, marks) is None


def test_another_file_at_the_path_is_not_read_on(grown: tuple[Path, Session, Marks]) -> None:
    path, old, marks = grown
    other = path.with_name("other")
    other.write_bytes(path.read_bytes() + LINE)
    other.replace(path)
    assert extend(old, marks) is None
    path.unlink()
    assert extend(old, marks) is None


def test_an_old_version_is_read_anew(tmp_path: Path) -> None:
    for version in (b"1", b"2"):
        path = tmp_path / "s.jsonl"
        path.write_bytes(HEADER.replace(b'"version":3', b'"version":' + version) + LINE)
        old, marks = marked(path)
        append(path, LINE)
        assert extend(old, marks) is None


def test_a_line_that_is_not_finished_can_be_left_out(grown: tuple[Path, Session, Marks]) -> None:
    path, old, marks = grown
    append(path, LINE[:40])
    assert extend(old, marks, whole_lines=True) == (old, marks)
    append(path, LINE[40:] + LINE[:7])
    found = extend(old, marks, whole_lines=True)
    assert found is not None and found[0].size == old.size + len(LINE) and found[0].n == old.n + 1
    append(path, LINE[7:])
    again = extend(*found)
    assert again is not None and everything(again[0]) == everything(open_session(path))


def test_marks_of_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "EDGE", 100)
    monkeypatch.setattr(standing, "SAMPLE", 10)
    monkeypatch.setattr(standing, "SAMPLES", 9)
    path, raw = tmp_path / "f", bytes(range(1, 251)) * 8 + b"\n"
    path.write_bytes(raw)
    marks = take_marks(EvidenceFile(path))
    assert marks.whole_lines

    def stand(changed: bytes) -> bool:
        path.write_bytes(changed)
        return marks.stand(EvidenceFile(path))

    assert stand(raw) and stand(raw + b"more")
    assert not stand(raw[:-1]), "shorter"
    assert not stand(b"X" + raw[1:]) and not stand(raw[:-2] + b"X\n"), "at the edges"
    assert not stand(raw[:300] + raw[301:] + b"more"), "moved by a byte"
    assert stand(raw[:130] + b"X" + raw[131:]), "between samples, in place: only the hash tells"


def test_replies_before_a_late_header_leave_no_models_behind(tmp_path: Path) -> None:
    made = Script()
    made.reply("another program's", usage=usage(5, 5))
    made.reply("ours", usage=usage(7, 1))
    header, foreign, ours = made.bytes().splitlines(keepends=True)
    foreign = foreign.replace(json.dumps(made.records[1]["id"]).encode(), b"null", 1)
    path = tmp_path / "s.jsonl"
    path.write_bytes(foreign + header + ours)
    report = show_report(open_session(path))
    assert (report["entries"], report["totals"]["input"], len(report["breakdown"])) == (1, 7, 1)


def test_two_may_read_the_lines_of_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.evidence.file.BUFFER", 4)
    path = tmp_path / "f"
    path.write_bytes(b"one\ntwo\nthree\nfour")
    evidence = EvidenceFile(path)
    pairs = list(zip(evidence.lines(), evidence.lines(), strict=True))
    assert pairs == [(line, line) for line in (b"one\n", b"two\n", b"three\n", b"four")]
    evidence.read(0, 3)
    assert list(EvidenceFile(path, 6).lines()) == [b"one\n", b"tw"]


def test_a_hash_goes_on_from_the_furthest_state(grown: tuple[Path, Session, Marks]) -> None:
    path, old, marks = grown
    states = [(old, marks)]
    for _ in range(3):
        append(path, LINE)
        found = extend(*states[-1])
        assert found is not None
        states.append(found)
    raw = path.read_bytes()
    first, second, third = (session for session, _ in states[1:])
    assert (first.running.known, third.running.unread) == (None, len(raw))
    second.running.prepare()
    assert (third.running.unread, first.running.unread) == (len(LINE), first.size)
    hashes = [session.sha256 for session in (old, first, second, third)]
    assert hashes == [hashlib.sha256(raw[: old.size + number * len(LINE)]).hexdigest() for number in range(4)]
