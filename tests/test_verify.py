"""``verify`` and its salvage: all damage told, the evidence untouched, and a copy that pi itself opens."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.diagnosis.salvage import Salvaged, salvage
from inspector.errors import BadInput, EvidenceError
from inspector.session import Session, open_session
from inspector.session.report import context_report
from tests.builders import UNSET, Script, header, text
from tests.conftest import SHARED, TOP
from tests.oracle import PiBridge

# What nobody can repair, and a record that pi reads well although other readers stumble over it.
STAYS = frozenset(("lone-surrogate", "too-deep", "unknown-type", "odd-field", "bad-kept-id"))
FILES = sorted(
    {
        *(TOP / "samples").glob("*.jsonl"),
        *(SHARED / "cases").glob("*.jsonl"),
        *(SHARED / "corpus").glob("*/*.jsonl"),
    }
)
FILES = [path for path in FILES if not path.name.endswith(".events.jsonl") and path.stat().st_size]


def made(path: Path, tmp_path: Path) -> tuple[Session, Salvaged, Session]:
    session = open_session(path)
    salvaged = salvage(session, str(tmp_path / "out" / "copy.jsonl"))
    return session, salvaged, open_session(salvaged.file)


@pytest.fixture(autouse=True)
def folder_for_copies(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()


def lines(*records: Any) -> bytes:
    return b"".join((r if isinstance(r, bytes) else json.dumps(r).encode()) + b"\n" for r in records)


def file_of(tmp_path: Path, *records: Any, raw: bytes = b"") -> Path:
    path = tmp_path / "session.jsonl"
    path.write_bytes(raw or lines(*records))
    return path


def entry(id: str | None, parent: Any, words: str = "Hello", **fields: Any) -> dict[str, Any]:
    record = {"type": "message", "id": id, "parentId": parent, "timestamp": "2026-05-04T09:00:01.000Z"}
    record |= {"message": {"role": "user", "content": [text(words)], "timestamp": 1}, **fields}
    if id is None:
        del record["id"]
    return record


# -- with pi itself ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_pi_opens_every_copy_and_sees_the_same_context(pi: PiBridge, path: Path, tmp_path: Path) -> None:
    session, salvaged, copy = made(path, tmp_path)
    answer = pi.session(salvaged.file)
    assert answer["opens"] and not answer["writesOnOpen"] and not answer["cyclic"], answer
    assert "error" not in answer["stats"] and not answer["tree"].get("endless")
    assert answer["entries"] == salvaged.entries == copy.n
    assert all("error" not in context for context in answer["contexts"]), answer["contexts"]
    assert {damage.kind for damage in salvaged.left} <= STAYS
    assert salvaged.opens
    if not any(damage.salvage for damage in session.scan.damage):  # else the path holds what came back
        before = _context(session, session.tree.active_leaf, salvaged.names)
        leaf = copy.tree.active_leaf
        [context] = [one for one in answer["contexts"] if one["row"] == leaf]
        after = {name: copy.entry_names(context[name]) for name in ("path", "contextEntries")}
        assert (after["path"], after["contextEntries"]) == (before["path"], before["contextEntries"])
        if before["throws"] is None:
            assert context["roles"] == before["roles"] and context["wire"] == before["wire"]
        assert context["prompt"] == before["prompt"]
    assert session.unchanged()


def _context(session: Session, leaf: int, names: tuple[str | None, ...]) -> dict[str, Any]:
    """Our context of the original at its leaf, named as in the copy; entries that are left out are left out."""
    if leaf < 0:
        leaf = max((row for row in range(session.n) if names[row] is not None), default=-1)
    report = context_report(session, leaf)
    name_of = {session.entry_name(row): names[row] for row in range(session.n)}
    renamed = {
        key: [name_of[one] for one in report[key] if name_of[one] is not None]
        for key in ("path", "contextEntries")
    }
    return {**report, **renamed}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_salvaging_a_copy_again_changes_nothing(path: Path, tmp_path: Path) -> None:
    _, salvaged, copy = made(path, tmp_path)
    again = salvage(copy, str(tmp_path / "again.jsonl"))
    assert again.changes == ()
    assert again.sha256 == salvaged.sha256


def test_sound_lines_go_over_byte_for_byte(tmp_path: Path) -> None:
    path = TOP / "samples" / "demo-night-market.jsonl"
    _, salvaged, _ = made(path, tmp_path)
    assert salvaged.changes == () and salvaged.file.read_bytes() == path.read_bytes()


# -- what is changed -----------------------------------------------------------------------------------------

HEAD = header()


def texts(salvaged: Salvaged) -> str:
    return "\n".join(salvaged.changes)


def ids(session: Session) -> list[tuple[Any, Any]]:
    return [(session.value(row)["id"], session.value(row).get("parentId")) for row in range(session.n)]


def test_a_record_among_nul_bytes_comes_back_and_its_child_hangs_on_it_again(tmp_path: Path) -> None:
    inner = json.dumps(entry("b", "a")).encode()
    path = file_of(tmp_path, HEAD, entry("a", None), inner + b"\0" * 30, entry("c", "b"))
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a"), ("c", "b")] and not copy.damage
    at = path.read_bytes().index(inner)
    assert salvaged.changes == (
        f"line 3: the message record b at byte {at}, whole inside the line, is an entry again",
        "line 3: 30 NUL bytes left out",
        "line 4: hangs on b again, which came back from line 3",
    )


def test_a_torn_record_before_a_whole_one_is_quoted(tmp_path: Path) -> None:
    whole = json.dumps(entry("b", "a")).encode()
    path = file_of(tmp_path, HEAD, entry("a", None), b'{"type":"mess' + whole)
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a")]
    assert '13 bytes of a broken record left out: {"type":"mess' in texts(salvaged)


def test_a_record_that_is_part_of_a_broken_one_stays_away(tmp_path: Path) -> None:
    nested = json.dumps(entry("x", "a"))
    torn = f'{{"type":"message","id":"b","message":{{"details":[{nested},{{"more":'.encode()
    path = file_of(tmp_path, HEAD, entry("a", None), torn)
    session, salvaged, copy = made(path, tmp_path)
    assert session.damage[0].salvage  # it was found
    assert ids(copy) == [("a", None)]
    assert "part of a broken one and does not come back" in texts(salvaged)


def test_a_record_written_again_is_no_second_entry(tmp_path: Path) -> None:
    record = entry("b", "a")
    whole = json.dumps(record).encode()
    path = file_of(tmp_path, HEAD, entry("a", None), b"\0" + whole, record)
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a")]
    assert "line 3: the record b inside stands on line 4 as well" in salvaged.changes


def test_ids_that_two_records_share(tmp_path: Path) -> None:
    path = file_of(
        tmp_path, HEAD, entry("a", None), entry("b", "a", "one"), entry("b", "a", "two"), entry("c", "b")
    )
    _, salvaged, copy = made(path, tmp_path)
    [_, first, second, child] = ids(copy)
    assert second == ("b", "a") and child == ("c", "b")
    assert first[0] not in ("a", "b", "c") and first[1] == "a"
    assert salvaged.names == ("a", first[0], "b", "c")
    assert not copy.damage


def test_the_very_same_record_twice_stays_once(tmp_path: Path) -> None:
    path = file_of(tmp_path, HEAD, entry("a", None), entry("b", "a"), entry("b", "a"))
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a")]
    assert salvaged.changes == ("line 3: left out: the very same record stands on line 4",)


def test_ids_that_are_no_ids(tmp_path: Path) -> None:
    path = file_of(
        tmp_path, HEAD, entry("a", None), entry(None, "a"), {**entry("x", "a"), "id": 7}, entry("d", 7)
    )
    _, salvaged, copy = made(path, tmp_path)
    [_, second, third, last] = ids(copy)
    assert second[1] == third[1] == "a" and last == ("d", third[0])
    assert len({name for name, _ in ids(copy)}) == 4
    assert "no id that pi can use" in texts(salvaged)


def test_loops_are_cut_and_missing_parents_begin_trees(tmp_path: Path) -> None:
    path = file_of(
        tmp_path, HEAD, entry("a", "c"), entry("b", "a"), entry("c", "b"), entry("d", "gone"), entry("e", "e")
    )
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a"), ("c", "b"), ("d", None), ("e", None)]
    assert not copy.damage and not copy.tree.cyclic
    assert "line 5: its parent gone is nowhere; it begins a tree of its own" in salvaged.changes


def test_a_loop_through_a_record_that_came_back(tmp_path: Path) -> None:
    inner = json.dumps(entry("b", "c")).encode()
    path = file_of(tmp_path, HEAD, entry("a", None), inner + b"\0", entry("c", "b"))
    _, salvaged, copy = made(path, tmp_path)
    assert "the loop is cut" in texts(salvaged)
    assert not copy.tree.cyclic and ids(copy)[1:] == [("b", None), ("c", "b")]


def test_version_1_is_migrated_with_ids_that_stay_the_same(tmp_path: Path) -> None:
    path = TOP / "samples" / "v1-compaction-index.jsonl"
    _, salvaged, copy = made(path, tmp_path)
    again = salvage(open_session(path), str(tmp_path / "again.jsonl"))
    assert again.sha256 == salvaged.sha256 and copy.version_on_disk == 3
    names = [name for name, _ in ids(copy)]
    assert [parent for _, parent in ids(copy)] == [None, *names[:-1]]
    assert any("is now firstKeptEntryId" in text for text in salvaged.changes)


def test_a_compaction_of_version_1_that_comes_back_keeps_what_it_kept(tmp_path: Path) -> None:
    talk = [
        {
            "type": "message",
            "timestamp": "2026-05-04T09:00:01.000Z",
            "message": {"role": "user", "content": word},
        }
        for word in ("one", "two", "three")
    ]
    last = {"type": "compaction", "summary": "S", "firstKeptEntryIndex": 2, "tokensBefore": 9}
    joined = json.dumps(talk[2]).encode() + json.dumps(last).encode()
    path = file_of(tmp_path, {"type": "session", "id": "v1", "cwd": "/x"}, *talk[:2], joined)
    _, salvaged, copy = made(path, tmp_path)
    assert copy.n == 4 and not copy.damage
    assert copy.value(3)["firstKeptEntryId"] == copy.entry_name(1)
    assert "firstKeptEntryIndex" not in copy.value(3) and "is now firstKeptEntryId" in texts(salvaged)


def test_branches_of_a_file_without_a_version_are_kept(tmp_path: Path) -> None:
    head = header(UNSET)
    path = file_of(tmp_path, head, entry("a", None), entry("b", "a"), entry("c", "a"), entry("d", "gone"))
    _, salvaged, copy = made(path, tmp_path)
    assert ids(copy) == [("a", None), ("b", "a"), ("c", "a"), ("d", None)]
    assert "pi would number anew and lose the branches" in texts(salvaged)


def test_headers(tmp_path: Path) -> None:
    name = "2026-05-04T09-00-00-000Z_019eba4b-fa40-738c-a80a-b3a98e802bd5.jsonl"
    path = tmp_path / name
    path.write_bytes(lines(entry("a", None)))
    _, salvaged, copy = made(path, tmp_path)
    assert copy.header == {
        "type": "session",
        "version": 3,
        "id": "019eba4b-fa40-738c-a80a-b3a98e802bd5",
        "timestamp": "2026-05-04T09:00:00.000Z",
    }
    assert "the file has no header; one is made (invented)" in salvaged.changes
    path.write_bytes(
        b'{"type":"session","version":3,"id":"x1","cwd":"/a \\"b\\"","time\n' + lines(entry("a", None))
    )
    salvaged = salvage(open_session(path), str(tmp_path / "out" / "two.jsonl"))
    found = open_session(salvaged.file)
    assert (found.session_id, found.cwd) == ("x1", '/a "b"')
    path.write_bytes(json.dumps(HEAD).encode() + lines(entry("a", None)))
    salvaged = salvage(open_session(path), str(tmp_path / "out" / "three.jsonl"))
    found = open_session(salvaged.file)
    assert found.session_id == "s-test" and found.n == 1 and found.pi.opens


def test_bytes_that_are_not_utf_8_and_halves_of_pairs(tmp_path: Path) -> None:
    bad = json.dumps(entry("a", None, "caf#")).encode().replace(b"#", b"\xe9")
    half = json.dumps(entry("b", "a", "\ud83d")).encode()
    path = file_of(tmp_path, HEAD, bad, half)
    _, salvaged, copy = made(path, tmp_path)
    assert "caf\ufffd".encode() in salvaged.file.read_bytes() and b"\\ud83d" in salvaged.file.read_bytes()
    assert [damage.kind for damage in copy.damage] == ["lone-surrogate"]


def test_odd_header_fields_are_named_before_a_copy_mends_them(tmp_path: Path) -> None:
    head = json.dumps({"type": "session", "version": 3, "id": "q1", "timestamp": "bad", "cwd": {"a": 1}})
    session, salvaged, copy = made(
        file_of(tmp_path, head.encode(), json.dumps(entry("a", None, "x")).encode()), tmp_path
    )
    assert [(one.kind, one.line) for one in session.damage] == [("odd-field", 1)] * 2
    assert "cwd" in session.damage[0].message and "timestamp" in session.damage[1].message
    assert len(salvaged.changes) == 2 and not copy.damage


def test_fields_on_which_pi_throws(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    script.user("Hello", id="u")
    script.add("message", id="n", message=None)
    script.reply("Bare", id="r", usage=None)
    script.records[-1]["message"]["content"] = "Bare"
    script.reply({"type": "text", "text": "Gap"}, None, id="g")
    script.add("context_edit", id="e", targetId="u")
    script.add("session_info", id="s", name=["x"])
    script.reply("Free", id="f", usage={"input": 1, "output": 1, "cacheRead": 0, "cacheWrite": 0})
    session, salvaged, copy = made(script.write(tmp_path / "s.jsonl"), tmp_path)
    assert session.pi.throws and salvaged.opens and not copy.pi.throws
    answer = pi.session(salvaged.file)
    assert "error" not in answer["stats"] and answer["name"] == "x"
    assert all("error" not in one and isinstance(one["wire"], list) for one in answer["contexts"])
    assert [line for line in (2, 3, 4, 5, 6, 7, 8) if f"line {line}:" in texts(salvaged)] == [
        3,
        4,
        5,
        6,
        7,
        8,
    ]


# -- where it is written -------------------------------------------------------------------------------------


def test_what_is_never_written_over(tmp_path: Path) -> None:
    path = file_of(tmp_path, HEAD, entry("a", None))
    before = path.read_bytes()
    session = open_session(path)
    (tmp_path / "hard.jsonl").hardlink_to(path)
    (tmp_path / "out" / "soft.jsonl").symlink_to(path)
    (tmp_path / "out" / "dangling.jsonl").symlink_to(tmp_path / "out" / "nowhere")
    (tmp_path / "out" / "old.jsonl").write_text("old")
    for out in (path, tmp_path / "hard.jsonl", tmp_path / "out" / "soft.jsonl"):
        for force in (False, True):
            with pytest.raises(BadInput) as caught:
                salvage(session, str(out), force)
            assert caught.value.kind == "is-source"
    for out, kind in (
        ("", "output"),
        (str(tmp_path / "out"), "output"),
        (str(tmp_path / "none" / "x.jsonl"), "output"),
        (str(path / "x.jsonl"), "output"),
        ("\0", "output"),
        ("/dev/null", "output"),
        (str(tmp_path / "new.jsonl"), "session-folder"),
        (str(tmp_path / "out" / "old.jsonl"), "exists"),
        (str(tmp_path / "out" / "dangling.jsonl"), "exists"),
    ):
        with pytest.raises(BadInput) as caught:
            salvage(session, out)
        assert caught.value.kind == kind, out
    assert salvage(session, str(tmp_path / "out" / "old.jsonl"), force=True).entries == 1
    assert salvage(session, str(tmp_path / "new.jsonl"), force=True).entries == 1
    assert path.read_bytes() == before and session.unchanged()
    assert (tmp_path / "out" / "old.jsonl").read_bytes() == before


def test_a_disk_that_is_full_leaves_nothing(tmp_path: Path) -> None:
    path = TOP / "samples" / "images-odd.jsonl"
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "from inspector.cli.main import run; sys.exit(run(sys.argv[1:]))"
    )
    out = tmp_path / "out" / "copy.jsonl"
    command = [sys.executable, "-B", "-c", code, "verify", str(path), "--salvage", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=TOP, check=False)
    assert done.returncode == 2 and "nothing was left behind" in done.stderr
    assert done.stderr.count("\n") == 1 and os.listdir(tmp_path / "out") == []


def test_being_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with open(path, "wb") as stream:
        stream.write(lines(HEAD))
        parent = None
        for number in range(60_000):
            stream.write(lines({"type": "custom", "id": f"e{number}", "parentId": parent, "customType": 7}))
            parent = f"e{number}"
    out = tmp_path / "out"
    command = [sys.executable, "-m", "inspector", "verify", str(path), "--salvage", str(out / "copy.jsonl")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=TOP)
    for _ in range(3000):
        if os.listdir(out) or process.poll() is not None:
            break
        time.sleep(0.005)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode in (128 + signal.SIGTERM, 1, 0, -signal.SIGTERM)
    assert os.listdir(out) in ([], ["copy.jsonl"])
    if process.returncode == 128 + signal.SIGTERM:
        assert os.listdir(out) == []


def test_a_file_that_is_rewritten_meanwhile(tmp_path: Path) -> None:
    path = file_of(tmp_path, HEAD, entry("a", None))
    session = open_session(path)
    with open(path, "ab") as stream:
        stream.write(lines(entry("b", "a")))
    assert salvage(session, str(tmp_path / "out" / "grown.jsonl")).entries == 1
    path.write_bytes(path.read_bytes().replace(b"Hello", b"Jello"))
    with pytest.raises(EvidenceError) as caught:
        salvage(session, str(tmp_path / "out" / "other.jsonl"))
    assert caught.value.kind == "changed" and os.listdir(tmp_path / "out") == ["grown.jsonl"]


# -- the command ---------------------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["verify", *arguments])
    taken = capsys.readouterr()
    return code, taken.out, taken.err


def test_the_answer_for_scripts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, out = str(TOP / "samples" / "nul-padding.jsonl"), str(tmp_path / "out" / "copy.jsonl")
    code, said, _ = call(capsys, path, "--json")
    report = json.loads(said)
    assert code == 1 and report["salvaged"] is None and report["unchanged"] is True
    assert [damage["kind"] for damage in report["damage"]] == ["nul", "missing-parent"]
    assert report["identity"]["before"] == report["identity"]["after"]
    code, said, _ = call(capsys, path, "--salvage", out, "--json")
    salvaged = json.loads(said)["salvaged"]
    assert code == 1 and salvaged["file"] == out and salvaged["entries"] == 4
    assert all(isinstance(text, str) and "line" in text for text in salvaged["changes"])
    code, said, _ = call(capsys, out, "--json")
    assert code == 0 and json.loads(said)["damage"] == [] and salvaged["left"] == []


def test_the_page_for_people(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for columns in ("80", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        path, out = str(TOP / "samples" / "not-records.jsonl"), str(tmp_path / "out" / f"{columns}.jsonl")
        code, said, _ = call(capsys, path, "--salvage", out)
        assert code == 1 and "8 damages found" in said and f"{path}:4" in said and "bytes " in said
        assert (
            "unchanged: size, modification time and inode" in said
            and f"pi --session out/{columns}.jsonl" in said
        )
        loose = [line for line in said.splitlines() if len(line) > int(columns) and "/" not in line]
        assert all(len(line.strip()) == 64 for line in loose)  # hashes are never broken


def test_the_page_in_chinese(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, out = str(TOP / "samples" / "not-records.jsonl"), str(tmp_path / "copy.jsonl")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    code, said, _ = call(capsys, path, "--salvage", out)
    assert (
        code == 1 and said.startswith("发现 8 处损坏：") and "修复副本" in said and "字节 912 至 915" in said
    )
    assert "不是记录" in said and "单独一个值，pi 会不加提示地跳过" in said and "第 4 行：略去：" in said
    assert not re.search(r"\b(?:the|pi skips|left out)\b", said)
    assert call(capsys, path, "--lang", "en")[1].startswith("8 damages found in ")


def test_bad_calls(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(TOP / "samples" / "v3-plain.jsonl")
    (tmp_path / "empty.jsonl").touch()
    log = file_of(tmp_path, HEAD, {"type": "agent_start"}, {"type": "turn_start"})
    for arguments in (
        (str(tmp_path / "none.jsonl"),),
        (str(tmp_path / "empty.jsonl"),),
        (str(tmp_path),),
        (path, "--force"),
        (path, "--salvage", path),
        (str(log), "--salvage", str(tmp_path / "out" / "x.jsonl")),
    ):
        code, said, err = call(capsys, *arguments)
        assert code == 2 and said == "" and err.count("\n") == 1, arguments
    assert os.listdir(tmp_path / "out") == []


def test_the_command_for_a_copy_is_quoted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from inspector.cli.pagewords import Say
    from inspector.cli.render import Lines, console
    from inspector.cli.verifyview import _salvaged

    salvaged = {
        "file": "/tmp/sp ace's $(x)/a b.jsonl",
        "entries": 1,
        "size": 1,
        "sha256": "0",
        "piOpens": True,
        "changes": [],
        "left": [],
    }
    with Lines(console()) as lines:
        _salvaged(salvaged, 5, Say("en"), lines)
    assert f"pi --session {shlex.quote(salvaged['file'])}" in capsys.readouterr().out.replace("\n", "")
