"""Where sessions are, beside pi: folder names, what `--continue` opens, and the rows of the session list."""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.store.catalog import catalog, list_report
from inspector.store.continues import newest
from inspector.store.locate import find_in, read_folder
from inspector.store.paths import default_folder_name
from tests.builders import Script
from tests.conftest import SHARED, TOP
from tests.oracle import PiBridge

FOLDERS = [
    "/home/ilse/my projects/kiln.v2", "/a/b/c/d", "/a-b/c-d", "/", "/home/ilse/kiln/", "/home/ilse/x/../kiln", "/srv/x:y",
    "/home/ilse/back\\slash", "/home/ilse/--dash--", "//double//slash/", "/a/./b", "/..", "/窯/🏺", "/with\nnewline", "/C:/x", "/\\x",
]  # fmt: skip


@pytest.mark.parametrize("cwd", FOLDERS)
def test_folder_name(cwd: str, pi: PiBridge) -> None:
    assert default_folder_name(cwd) == pi.folder_name(cwd)


PARTS = st.sampled_from(["a", "b c", "..", ".", "", "x:y", "\\", "-", "--", ".hidden", "é", "C:"])


@settings(
    max_examples=100,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(parts=st.lists(PARTS, max_size=6))
def test_folder_name_of_any_path(parts: list[str], pi: PiBridge) -> None:
    cwd = "/" + "/".join(parts)
    assert default_folder_name(cwd) == pi.folder_name(cwd)


def session(
    folder: Path, name: str, age: float, cwd: str = "/work/pots", before: bytes = b"", version: Any = 3
) -> Path:
    script = Script(version, cwd=cwd)
    script.user(f"Words of {name}")
    path = folder / f"{name}.jsonl"
    path.write_bytes(before + script.bytes())
    os.utime(path, (1_777_885_200 - age, 1_777_885_200 - age))
    return path


def chosen(folder: Path, cwd: str | None) -> str | None:
    read, problems = read_folder(folder, by_cwd=cwd is not None)
    assert not problems
    file = newest(read, cwd).file
    return None if file is None else file.name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A session dir with newer files that pi passes over."""
    session(tmp_path, "old", 500)
    session(tmp_path, "right", 300)
    session(tmp_path, "elsewhere", 200, cwd="/work/other")
    session(tmp_path, "spelled", 250, cwd="/work/x/../pots/")
    session(tmp_path, "no-cwd", 240, cwd="")
    session(tmp_path, "after-blank", 260, before=b"\n  \n{torn\nnull\n0\n")
    session(tmp_path, "late-header", 50, before=b'{"type":"title"}\n')
    session(tmp_path, "mark", 40, before=b"\xef\xbb\xbf")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "text.jsonl").write_bytes(b"hello\n")
    (tmp_path / "far.jsonl").write_bytes(b"x" * (1 << 20) + b"\n" + (tmp_path / "right.jsonl").read_bytes())
    (tmp_path / "notes.txt").write_bytes((tmp_path / "right.jsonl").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "cwd", [None, "/work/pots", "/work/other", "/work/pots/", "/work/pots/../other", "/nowhere"]
)
def test_what_continue_opens(cwd: str | None, folder: Path, pi: PiBridge) -> None:
    theirs = pi.continues(folder, cwd)
    assert chosen(folder, cwd) == theirs
    assert (theirs is None) is (cwd == "/nowhere"), (
        "the folder is made so that pi finds something else everywhere"
    )


def test_equal_times_keep_pis_order(tmp_path: Path, pi: PiBridge) -> None:
    for name in ("b", "a", "c"):
        session(tmp_path, name, 10)
    assert chosen(tmp_path, None) == pi.continues(tmp_path)


@pytest.mark.parametrize("size", [(1 << 20) - 1, 1 << 20, (1 << 20) + 1])
def test_the_header_scan_ends_at_one_mebibyte(size: int, tmp_path: Path, pi: PiBridge) -> None:
    """A single line that is the header, without a newline, as long as pi looks and one byte longer."""
    head = b'{"type":"session","id":"s","cwd":"'
    (tmp_path / "one.jsonl").write_bytes(head + b"x" * (size - len(head) - 2) + b'"}')
    theirs = pi.continues(tmp_path)
    assert chosen(tmp_path, None) == theirs
    assert (theirs is None) is (size > 1 << 20)


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_dangling_link_hides_everything(folder: Path, pi: PiBridge) -> None:
    (folder / "gone.jsonl").symlink_to(folder / "nothing-here")
    assert pi.continues(folder) is None
    assert chosen(folder, None) is None


def test_a_folder_with_the_name_of_a_session(tmp_path: Path, pi: PiBridge) -> None:
    session(tmp_path, "right", 300)
    (tmp_path / "x.jsonl").mkdir()
    assert chosen(tmp_path, None) == pi.continues(tmp_path) == "right.jsonl"


def milliseconds(stamp: str | None) -> float | None:
    return None if stamp is None else datetime.fromisoformat(stamp).timestamp() * 1000


# pi's list splits lines at U+2028, U+2029 and a bare CR too, which its own loader does not; we keep to the loader
# (the remark of case 01). Dates out of range are pi's "Invalid Date".
SPLIT_DIFFERENTLY = ("unicode-line-separators", "canonical-unicode-separators", "hostile-text", "bare-cr")


def compare_lists(folder: Path, pi: PiBridge) -> int:
    theirs = {row["file"]: row for row in pi.listing(folder)}
    listing = catalog(find_in([folder]))
    ours = {row.file.name: row for row in listing.rows}
    report = {Path(row["file"]).name: row for row in list_report(listing)["sessions"]}
    wrong = []
    for path in sorted(folder.glob("*.jsonl")):
        name = path.name
        row, pis = ours.get(name), theirs.get(name)
        if any(words in name for words in SPLIT_DIFFERENTLY):
            continue
        if pis is None:
            if row is not None and not (row.refused or row.unlisted):
                wrong.append(f"{name}: pi does not list it, we do not say so")
            continue
        if row is None:
            wrong.append(f"{name}: pi lists it, we do not")
            continue
        said = report[name]
        pairs = {
            "id": (said["id"], pis["id"]),
            "name": (said["name"], pis["name"]),
            "cwd": (said["cwd"] or "", pis["cwd"]),
            "parentSession": (said["parentSession"], pis["parentSession"]),
            "messages": (said["messages"], pis["messages"]),
            "firstMessage": (said["firstMessage"], pis["firstMessage"]),
            "created": (milliseconds(said["created"]), milliseconds(pis["created"])),
        }
        if pis["modified"] is not None:
            pairs["modified"] = (int(row.activity), milliseconds(pis["modified"]))
        wrong += [f"{name}: {key}: ours {a!r}, pi's {b!r}" for key, (a, b) in pairs.items() if a != b]
    assert not wrong, "\n".join(wrong)
    return len(theirs)


def test_list_of_sessions_written_by_pi(real_sessions: list[Path], pi: PiBridge) -> None:
    assert compare_lists(real_sessions[0].parent, pi) == len(real_sessions)


def test_list_of_samples(tmp_path: Path, pi: PiBridge) -> None:
    for path in (TOP / "samples").glob("*.jsonl"):
        shutil.copy(path, tmp_path)
    assert compare_lists(tmp_path, pi) > 10


def test_list_of_odd_folder(folder: Path, pi: PiBridge) -> None:
    assert compare_lists(folder, pi) >= 5


@pytest.mark.skipif(not (SHARED / "cases").is_dir(), reason="needs ../shared beside the checkout")
@pytest.mark.parametrize(
    "part",
    [
        "cases",
        "corpus/_pi16",
        "corpus/_derived",
        "corpus/Whamp__pi-session-recall",
        "corpus/badlogic__pi-mono",
    ],
)
def test_list_of_shared(part: str, tmp_path: Path, pi: PiBridge) -> None:
    for path in (SHARED / part).glob("*.jsonl"):
        if ".events." not in path.name:
            shutil.copy(path, tmp_path)
    assert compare_lists(tmp_path, pi) > 1
