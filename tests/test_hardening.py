"""Odd files, odd calls and odd surroundings that once cost too much, ended in a fault, or were told wrong."""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import notices
from inspector.cli.main import run
from inspector.cli.render import Lines, cells, console, wrap_cells
from inspector.errors import BadInput
from inspector.evidence import _validator, validate
from inspector.evidence.file import EvidenceFile
from inspector.jsontext import dumps, pieces
from inspector.session import jsvalue as js
from inspector.session import open_session
from inspector.session.fileurl import file_url_path
from inspector.session.kinds import NO_INSTANT
from inspector.session.load import Session
from inspector.session.report import context_report, context_stream, show_report
from inspector.store import find_in, find_places, resolve
from inspector.store.catalog import Row, catalog, list_report
from inspector.store.header import NoHeader, read_header
from inspector.web.server import listening_socket
from tests.builders import Script, usage
from tests.oracle import PiBridge, node_missing, node_path
from tests.web_client import PORT, Site

TOP = Path(__file__).resolve().parent.parent
SAMPLES = sorted((TOP / "samples").glob("*.jsonl"))
posix = pytest.mark.skipif(os.name != "posix", reason="pipes, links and devices of POSIX")


def call(*arguments: str, cwd: Path | None = None, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "inspector", *arguments]
    env = {**os.environ, "PYTHONPATH": str(TOP), **environ}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, env=env, cwd=cwd, check=False, encoding="utf-8"
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    script = Script()
    script.user("hello")
    script.reply("hi")
    return script.write(tmp_path / "s.jsonl")


# -- long contexts are written bit by bit --------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("messages", [False, True])
def test_a_context_written_bit_by_bit_is_the_same_text(path: Path, messages: bool) -> None:
    session = open_session(path)
    row = session.tree.active_leaf
    whole = dumps(context_report(session, row, messages))
    written = b"".join(pieces(context_stream(session, row, messages)))
    assert written == whole or json.loads(written) == json.loads(whole)
    if b"\\ud" not in whole:
        assert written == whole


def test_lists_of_any_length_and_content_are_written() -> None:
    for count in (0, 1, 8191, 8192, 8193, 20_000):
        value: dict[str, Any] = {"a": iter(range(count)), "b": [1]}
        assert json.loads(b"".join(pieces(value))) == {"a": list(range(count)), "b": [1]}
    odd = b"".join(pieces({"\ud800": iter(["\udfff", math.inf])}))
    assert odd == b'{"\\ud800":["\\udfff",null]}'
    assert b"".join(pieces({})) == b"{}"


def test_what_a_boundary_took_away_is_kept_as_rows(tmp_path: Path) -> None:
    script = Script()
    for number in range(50):
        script.user(f"word {number}")
    kept = script.user("kept")
    script.add("compaction", summary="s", firstKeptEntryId=kept, tokensBefore=5)
    script.user("after")
    session = open_session(script.write(tmp_path / "s.jsonl"))
    report = context_report(session, session.tree.active_leaf)
    lost = [one for one in report["omitted"] if one["code"] == "before-boundary"]
    assert [one["entry"] for one in lost] == report["path"][:50]
    marks = session.tree.on_path(session.tree.active_leaf)
    assert [row for row, mark in enumerate(marks) if mark] == session.tree.path(session.tree.active_leaf)


# -- hash and entries are of the same bytes ------------------------------------------------------------------


@posix
def test_a_file_replaced_while_it_is_opened_gets_its_own_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script()
    script.user("x" * (9 << 20))
    path, other = script.write(tmp_path / "a.jsonl"), tmp_path / "b.jsonl"
    right = hashlib.sha256(path.read_bytes()).hexdigest()
    other.write_bytes(path.read_bytes().replace(b"xxxx", b"yyyy"))
    start = validate._start

    def replaced(evidence: EvidenceFile) -> Any:
        os.replace(other, path)
        return start(evidence)

    monkeypatch.setattr(validate, "_start", replaced)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    session = open_session(path)
    assert session.sha256 == right and not session.unchanged()


@pytest.mark.parametrize("chunk", [1, 2, 3, 4, 5, 7, 64])
def test_pieces_of_any_size_give_the_verdict_of_whole_lines(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_validator, "CHUNK", chunk)
    chance = random.Random(chunk)
    parts = [b"a", b"\n", "é".encode(), "中".encode(), "🏺".encode(), b"\xff", b"\xed\xa0\x80", b"\xe4\xb8"]
    parts += [b"\xf0\x9f\x8f", b"\xc3", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xe2\x80", b"\xa8", b"\r\n"]
    for _ in range(400):
        raw = b"".join(chance.choice(parts) for _ in range(chance.randrange(12)))
        lines = raw.split(b"\n")
        digest, suspects, parted, done = _validator.verdict(lambda at, n, raw=raw: raw[at : at + n], len(raw))  # type: ignore[misc]
        bad = {at for at, line in enumerate(lines, 1) if line.decode("utf-8", "replace").encode() != line}
        assert (digest, set(suspects), done) == (hashlib.sha256(raw).hexdigest(), bad, len(raw))
        separated = {at for at, line in enumerate(lines, 1) if re.search(b"\xe2\x80[\xa8\xa9]", line)}
        assert set(parted) == separated


def test_one_long_line_takes_no_longer_than_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(Script().bytes() + b"x" * (60 << 20))
    begun = time.perf_counter()
    session = open_session(path)
    assert session.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert time.perf_counter() - begun < 20  # joined piece by piece it took minutes


# -- file URLs in place of a cwd -----------------------------------------------------------------------------

URLS: dict[str, str | None] = {
    "file:///a/b": "/a/b",
    "file://localhost/x": "/x",
    "file://LOCALHOST/x": "/x",
    "file://%6cocalhost/x": "/x",
    "file:///%E4%B8%AD": "/中",
    "file:///a?b#c": "/a",
    "file:///x\\y": "/x/y",
    "file://C|/x": "/C:/x",
    "file:///a\tb\n": "/ab",
    "file://": "/",
    "file:///a%3fb": "/a?b",
    "file:///\ud800": "/\ufffd",
    "file://host/x": None,
    "file://host:80/x": None,
    "file://[::1]/x": None,
    "file:///%ff": None,
    "file:///%zz": None,
    "file:///%": None,
    "file:///a%2Fb": None,
    "file:///%ED%A0%80": None,
}


@posix
@pytest.mark.parametrize("url", URLS)
def test_file_urls(url: str) -> None:
    if (path := URLS[url]) is None:
        with pytest.raises(ValueError):
            file_url_path(url)
    else:
        assert file_url_path(url) == path


@posix
@pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))
def test_file_urls_in_node() -> None:
    script = (
        "const {fileURLToPath} = require('node:url');"
        "const f = (t) => { try { return fileURLToPath(t) } catch { return null } };"
        "console.log(JSON.stringify(JSON.parse(require('node:fs').readFileSync(0)).map(f)))"
    )
    done = subprocess.run(
        [str(node_path()), "-e", script],
        input=json.dumps(list(URLS)).encode(),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == list(URLS.values())


@posix
@pytest.mark.parametrize("cwd", ["file://host/x", "file:///%ff", "file:///x", "/x"])
def test_a_cwd_that_pi_cannot_turn_into_a_path(tmp_path: Path, cwd: str) -> None:
    script = Script(cwd=cwd)
    script.user("hello")
    verdict = open_session(script.write(tmp_path / "s.jsonl")).pi
    assert verdict.opens is (cwd in ("file:///x", "/x"))
    assert verdict.opens or "file URL" in (verdict.why or "")


@posix
@pytest.mark.parametrize("cwd", ["file://host/x", "file:///%ff", "file:///x"])
def test_pi_opens_such_a_cwd_as_we_say(tmp_path: Path, cwd: str, pi: PiBridge) -> None:
    script = Script(cwd=cwd)
    script.user("hello")
    path = script.write(tmp_path / "s.jsonl")
    assert bool(pi.session(path)["opens"]) is open_session(path).pi.opens


# -- sums beyond any number ----------------------------------------------------------------------------------


def test_a_sum_beyond_any_number_is_finite_and_flagged(tmp_path: Path) -> None:
    script = Script()
    script.user("hello")
    for _ in range(3):
        script.reply("hi", usage={**usage(input=1, output=2), "input": 1e308})
    report = show_report(open_session(script.write(tmp_path / "s.jsonl")))
    assert report["totals"]["input"] == 1e308 and report["totals"]["output"] == 6
    assert report["totals"]["tokens"] == 1e308
    assert "the sum goes beyond any finite value, left out of it: lines 4, 5" in report["flags"]


def test_kinds_of_tokens_that_are_too_much_together(tmp_path: Path) -> None:
    script = Script()
    script.user("hello")
    script.reply("hi", usage={**usage(), "input": 1.5e308, "output": 1.5e308})
    report = show_report(open_session(script.write(tmp_path / "s.jsonl")))
    assert report["totals"]["tokens"] == 1.5e308
    assert [flag for flag in report["flags"] if "left out of that sum: output" in flag]
    assert report["breakdown"][0]["tokens"] == 1.5e308


def test_the_list_has_a_finite_cost(tmp_path: Path) -> None:
    script = Script()
    script.user("hello")
    for _ in range(3):
        script.reply("hi", usage=usage(cost=1e308))
    script.write(tmp_path / "s.jsonl")
    assert list_report(catalog(find_in([tmp_path])))["sessions"][0]["cost"] == 1e308


# -- many lines ----------------------------------------------------------------------------------------------


def test_lines_are_broken_at_blanks_and_nothing_is_lost() -> None:
    chance = random.Random(3)
    words = ["a", "bc", " ", "  ", "中", "文字", "🏺", "word" * 6, "é", "\n", "x" * 35, "好" * 20, "\u00a0"]
    for _ in range(3_000):
        content = "".join(chance.choice(words) for _ in range(chance.randrange(14)))
        width = chance.choice((5, 10, 11, 20, 40))
        broken = wrap_cells(content, width)
        assert all(cells(line) <= max(10, width) and line == line.rstrip() for line in broken)
        assert "".join("".join(broken).split()) == "".join(content.split())
    assert wrap_cells("one two three", 10) == ["one two", "three"]
    assert wrap_cells("", 10) == [""]
    assert wrap_cells(" " * 100_000 + "x" + " " * 100_000, 40)[-1] == "x"


def test_a_text_of_many_lines_is_the_same_as_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    content = "short\n\n  indented\n" + "long " * 30 + "\n好好\n" + "好" * 60 + "\nend"
    with Lines(console(), 40) as lines:
        lines.text(content, 3)
    at_once = capsys.readouterr().out
    with Lines(console(), 40) as lines:
        for line in content.split("\n"):
            lines.wrapped(line, 3)
    assert at_once == capsys.readouterr().out


@pytest.mark.parametrize("content", ["x\n" * 500_000, "好\n" * 250_000, "word ab " * 125_000, "好" * 500_000])
def test_messages_of_many_lines_are_printed_fast(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    script = Script()
    script.user(content)
    path = script.write(tmp_path / "s.jsonl")
    begun = time.perf_counter()
    assert run(["context", str(path), "--messages"]) == 0
    assert time.perf_counter() - begun < 15  # a second, on a machine that has nothing else to do
    assert len(capsys.readouterr().out) > len(content)


def test_a_terminal_of_a_million_columns(file: Path) -> None:
    for arguments in (["show", str(file)], ["tree", str(file)], ["list", "--dir", str(file.parent)]):
        done = call(*arguments, COLUMNS="99999999")
        assert done.returncode == 0
        assert max(map(len, done.stdout.splitlines())) <= 400


# -- a file that changes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["show"], ["tree"], ["context"], ["context", "--messages"]])
def test_a_change_while_reading_is_told(
    file: Path, command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run([*command, str(file)]) == 0
    assert notices.CHANGED not in capsys.readouterr().out
    monkeypatch.setattr(Session, "unchanged", lambda self: False)
    assert run([*command, str(file)]) == 0
    assert f"! {notices.CHANGED}" in capsys.readouterr().out


# -- one file under several names ------------------------------------------------------------------------------


@posix
def test_a_folder_linked_to_itself_shows_each_file_once(file: Path) -> None:
    (file.parent / "self").symlink_to(".")
    listing = catalog(find_in([file.parent]))
    assert [row.file for row in listing.rows] == [file]
    assert listing.notes == ()


@posix
def test_two_names_of_one_file_are_no_two_files(file: Path, tmp_path: Path) -> None:
    other = file.parent / "t.jsonl"
    other.symlink_to(file.name)
    listing = catalog(find_in([file.parent]))
    assert len(listing.rows) == 2  # pi lists both names too
    assert listing.notes == (f"one file has 2 names (links): {file}, {other}",)
    places = find_places(tmp_path, tmp_path)
    assert resolve("s-test", places) == file


# -- paths and settings that cannot be -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", ["file:///tmp/%00", "file://host/x", "/n" * 5000, "n" * 5000, "/x/../\udcff"]
)
@pytest.mark.parametrize("command", ["show", "tree", "context", "serve"])
def test_paths_that_cannot_be_are_bad_input(
    command: str, spec: str, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = ["--no-open", "--port", "0"] if command == "serve" else []
    assert run([command, *extra, spec]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1 and len(said) < 3_000


def test_the_middle_of_an_endless_name_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "/a" + "n" * 5000 + "z.jsonl"]) == 2
    assert re.search(r" /an{298}…n+z\.jsonl ", capsys.readouterr().err)
    assert run(["show", "--json", "/a" + "n" * 5000 + "z.jsonl"]) == 2
    assert "n" * 5000 in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "work" / ".pi").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    yield tmp_path / "work"


def test_a_session_dir_with_a_nul_is_told(project: Path) -> None:
    (project / ".pi" / "settings.json").write_text('{"sessionDir": "a\\u0000b"}')
    places = find_places()
    assert "holds a NUL" in places.notes[0] and not places.root.flat
    assert run(["list"]) == 0


def test_half_a_character_in_a_session_dir_is_what_node_makes_of_it(project: Path) -> None:
    (project / ".pi" / "settings.json").write_text('{"sessionDir": "a\\ud800b"}')
    assert find_places().root.path == project / "a\ufffdb"
    assert run(["list"]) == 0


@posix
@pytest.mark.parametrize("what", ["pipe", "device", "folder", "loop"])
def test_settings_that_are_no_file_do_not_hang_us(project: Path, what: str) -> None:
    path = project / ".pi" / "settings.json"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero" if what == "device" else path.name)
    done = call("list", cwd=project, COLUMNS="400")
    assert done.returncode == 0 and "settings.json" in done.stdout + done.stderr


@posix
def test_a_file_by_its_full_path_needs_no_current_folder(file: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); from inspector.cli.main import run; sys.exit(run(sys.argv[1:]))"

    def there(*arguments: str) -> subprocess.CompletedProcess[str]:
        gone.mkdir(exist_ok=True)
        command = [sys.executable, "-c", script, *arguments]
        env = {**os.environ, "PYTHONPATH": str(TOP)}
        return subprocess.run(
            command, cwd=gone, env=env, capture_output=True, text=True, timeout=60, check=False
        )

    for command in (["show"], ["tree"], ["context"], ["show", "--json"]):
        done = there(*command, str(file))
        assert (done.returncode, done.stderr) == (0, "")
    assert there("list", "--dir", str(file.parent)).returncode == 0
    for arguments in (["show", "s.jsonl"], ["list"]):
        done = there(*arguments)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1


@posix
def test_a_folder_option_that_is_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list", "--dir", "/dev/zero"]) == 2
    assert "is no folder" in capsys.readouterr().err


# -- words of the list -----------------------------------------------------------------------------------------


def row(path: Path) -> Row:
    [found] = catalog(find_in([path])).rows
    return found


SEPARATED: dict[str, tuple[bool, int, str | None, str | None]] = {
    # what: does pi list it, messages, first words, name
    "message": (True, 2, "second", "two"),
    "name": (True, 3, "first", "one"),
    "header": (False, 0, None, None),
    "none": (True, 3, "first", "two"),
}


def separated(folder: Path, what: str) -> Path:
    end = {what: "\u2028"}
    script = Script(cwd="/work" + end.get("header", ""))
    script.user("first" + end.get("message", ""))
    script.user("second")
    script.message("toolResult", toolName="read", content="x")
    script.add("session_info", name="one")
    script.add("session_info", name="two" + end.get("name", ""))
    lines = (json.dumps(record, ensure_ascii=False) + "\n" for record in script.records)
    path = folder / "s.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("what", SEPARATED)
def test_pi_lists_ends_lines_at_separators(tmp_path: Path, what: str) -> None:
    listed, messages, first, name = SEPARATED[what]
    found = row(separated(tmp_path, what))
    assert (found.unlisted is None) is listed and found.refused is None
    if listed:
        assert (found.messages, found.first_message, found.name) == (messages, first, name)


@pytest.mark.parametrize("what", SEPARATED)
def test_pi_ends_them_there(tmp_path: Path, what: str, pi: PiBridge) -> None:
    separated(tmp_path, what)
    listed, messages, first, name = SEPARATED[what]
    rows = pi.listing(tmp_path)
    assert bool(rows) is listed
    if listed:
        assert (rows[0]["messages"], rows[0]["firstMessage"], rows[0]["name"]) == (messages, first, name)


def test_files_that_pi_lists_and_never_opens(tmp_path: Path) -> None:
    for stored in (5, None):
        script = Script(id=stored)
        script.user("hello")
        found = read_header(script.write(tmp_path / "s.jsonl"))
        assert isinstance(found, NoHeader) and "pi lists it, but never opens" in found.why
    script = Script()
    script.user("hello")
    path = tmp_path / "cr.jsonl"
    path.write_bytes(script.bytes().replace(b"\n", b"\r"))
    found = read_header(path)
    assert isinstance(found, NoHeader) and "in CR alone" in found.why


def test_pi_lists_those(tmp_path: Path, pi: PiBridge) -> None:
    script = Script()
    script.user("hello")
    (tmp_path / "cr.jsonl").write_bytes(script.bytes().replace(b"\n", b"\r"))
    for name, stored in (("number", 5), ("none", None)):
        script = Script(id=stored)
        script.user("hello")
        script.write(tmp_path / f"{name}.jsonl")
    assert len(pi.listing(tmp_path)) == 3
    assert pi.continues(tmp_path) is None


@posix
def test_links_and_devices_are_called_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "zero.jsonl").symlink_to("/dev/zero")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    (tmp_path / "round").symlink_to("round")
    why = {problem.file.name: problem.why for problem in find_in([tmp_path]).problems}
    assert why["loop.jsonl"].startswith("a link that leads back to itself")
    assert why["gone.jsonl"].startswith("its target does not exist")
    assert why["round"] == "a link that leads back to itself"
    assert "a device" in why["zero.jsonl"]


# -- the server --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", [f"LOCALHOST:{PORT}", "LocalHost", f"[::1]:{PORT}", f"[0:0:0:0:0:0:0:1]:{PORT}"]
)
def test_the_server_knows_its_names_in_any_spelling(file: Path, host: str) -> None:
    site = Site(file.parent, token=False)
    assert site.get("/", headers={"Host": host}).status_code == 200


def test_a_head_with_the_token_is_let_in(file: Path) -> None:
    site = Site(file.parent)
    assert site.config.token is not None
    address = f"/?token={site.config.token.text}"
    assert site.client.head(address, base_url=f"http://127.0.0.1:{PORT}").status_code == 303
    assert site.client.head("/?token=x", base_url=f"http://127.0.0.1:{PORT}").status_code == 403


@pytest.mark.parametrize("host", ["", " ", "a" * 100, "a..b", "\ud800", "192.0.2.1"])
def test_a_host_that_cannot_be_is_one_line(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--no-open", "--port", "0", "--host", host]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    if host.strip():
        with pytest.raises(BadInput):
            listening_socket(host, 0)


# -- numbers of many digits --------------------------------------------------------------------------------------


def test_numbers_that_python_refuses_to_read() -> None:
    midnight = js.instant("2026-01-02T00:00:00.000Z")
    assert js.instant("2026-01-01T24:00:00." + "0" * 4301 + "Z") == midnight
    assert js.instant("2026-01-01T24:00:00." + "0" * 4300 + "1Z") == NO_INSTANT
    assert js.instant("2026-01-01T12:00:00." + "1" * 5000 + "Z") == midnight - 43_200_000 + 111
    for huge in ("0x" + "f" * 300, "0b" + "1" * 2000, "0o" + "7" * 400, "9" * 5000):
        assert js.coerced_number(huge) == math.inf
    assert js.coerced_number("0x" + "f" * 255) == 1.1235582092889474e307
    keys = ["1" * 4301, "b", "2", "4294967295", "4294967294", "0000000001"]
    assert js.key_order(dict.fromkeys(keys)) == [
        "2",
        "4294967294",
        "1" * 4301,
        "b",
        "4294967295",
        "0000000001",
    ]


def test_a_line_number_of_many_digits_is_no_entry(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["context", str(file), "--at", "@line" + "1" * 5000]) == 2
    assert "has no entry" in capsys.readouterr().err
