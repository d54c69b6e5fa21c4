"""The commands as scripts use them: exit codes, JSON, errors in one line, help."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.cli import main as cli_main
from inspector.cli.main import COMMANDS, run
from tests.builders import Script

TOP = Path(__file__).resolve().parent.parent
FILE_COMMANDS = ["show", "tree", "context"]


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the sessions of whoever runs it."""
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    monkeypatch.delenv("PI_CODING_AGENT_SESSION_DIR", raising=False)
    monkeypatch.delenv(cli_main.DEBUG_VARIABLE, raising=False)
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")


@pytest.fixture
def session(tmp_path: Path) -> Path:
    script = Script(id="abc-1", cwd=str(tmp_path / "cwd"))
    script.user("Remember: blue.", id="u1")
    script.reply("Yes.", id="a1")
    script.user("Again?", id="u2", parent="a1")
    script.reply("Blue.", id="a2")
    folder = tmp_path / "agent" / "sessions" / "--x--"
    folder.mkdir(parents=True)
    return script.write(folder / "s.jsonl")


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    taken = capsys.readouterr()
    return code, taken.out, taken.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = call(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    value: dict[str, Any] = json.loads(out)
    return value


# -- bad input ---------------------------------------------------------------------------------------------


def bad_files(tmp_path: Path) -> dict[str, tuple[str, str, str]]:
    """name → (FILE, kind of error, words in the line)."""
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "x.jsonl").mkdir()
    (folder / "empty.jsonl").touch()
    (folder / "binary.jsonl").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)))
    (folder / "text.jsonl").write_text("not a session\n")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    return {
        "missing": (str(folder / "none.jsonl"), "missing", "does not exist"),
        "missing, hostile name": (str(folder / "\x1b[31m\u202e.jsonl"), "missing", "^[[31m⟦U+202E⟧"),
        "folder": (str(folder), "folder", "is a folder"),
        "directory named x.jsonl": (str(folder / "x.jsonl"), "folder", "is a folder"),
        "empty": (str(folder / "empty.jsonl"), "empty", "empty"),
        "binary": (str(folder / "binary.jsonl"), "not-a-session", "no session records"),
        "text": (str(folder / "text.jsonl"), "not-a-session", "no session records"),
        "pipe": (str(folder / "pipe.jsonl"), "not-a-file", "not a regular file"),
        "dangling link": (str(folder / "gone.jsonl"), "missing", "does not exist"),
        "below a file": (str(folder / "text.jsonl" / "y.jsonl"), "missing", "does not exist"),
        "unknown id": ("no-such-id", "not-found", "neither a file nor the id"),
        "empty name": ("", "not-found", "neither"),
    }


@pytest.mark.parametrize("command", FILE_COMMANDS)
def test_bad_input_is_one_clear_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    for name, (file, kind, words) in bad_files(tmp_path).items():
        code, out, err = call(capsys, command, file)
        assert (code, out, err.count("\n")) == (2, "", 1), name
        assert words in err, name
        code, out, err = call(capsys, command, file, "--json")
        error = json.loads(out)["error"]
        assert (code, error["kind"], err.count("\n")) == (2, kind, 1), name
        assert error["message"] and set(error) == {"kind", "message", "file"}


def test_no_permission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, session: Path
) -> None:
    # Root may read everything, so the refusal of the system is played.
    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    code, _, err = call(capsys, "show", str(session))
    assert code == 2
    assert "may not be read" in err
    listing = answer(capsys, "list", "--all")
    assert [(Path(item["file"]).name, item["kind"]) for item in listing["problems"]] == [
        ("s.jsonl", "permission")
    ]


def test_the_list_shows_bad_files_with_the_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad_files(tmp_path)
    listing = answer(capsys, "list", "--dir", str(tmp_path / "bad"))
    kinds = {Path(item["file"]).name: item["kind"] for item in listing["problems"]}
    assert kinds == {
        "x.jsonl": "folder",
        "empty.jsonl": "empty",
        "binary.jsonl": "binary",
        "text.jsonl": "not-a-session",
        "pipe.jsonl": "not-a-file",
        "gone.jsonl": "missing",
    }
    code, out, _ = call(capsys, "list", "--dir", str(tmp_path / "bad"))
    assert code == 0
    assert "Passed over (6):" in out
    assert "a folder, not a session file" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["show"],
        ["show", "a", "b"],
        ["tree", "a", "--width", "x"],
        ["nonsense"],
        ["list", "--nope"],
        ["--nope"],
        ["serve", "--port", "70000"],
    ],
)
def test_bad_calls(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, out, err = call(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "--help" in err
    code, out, _ = call(capsys, *arguments, "--json")
    assert (code, json.loads(out)["error"]["kind"]) == (2, "usage")


def test_a_file_in_place_of_a_command_gets_a_hint(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    code, _, err = call(capsys, str(session))
    assert code == 2
    assert f"pi-inspector show {session}" in err
    code, _, err = call(capsys, str(session.parent))
    assert f"pi-inspector list --dir {session.parent}" in err


def test_an_unknown_entry(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    for name in ("zz", "@line999", "@line1"):
        code, out, err = call(capsys, "context", str(session), "--at", name, "--json")
        assert (code, json.loads(out)["error"]["kind"]) == (2, "no-entry")
        assert name in err


def test_a_missing_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "list", "--dir", str(tmp_path / "none"))
    assert code == 2
    assert "does not exist" in err


def test_a_fault_of_ours_is_exit_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, session: Path
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("boom\x1b[2J")

    monkeypatch.setattr("inspector.session.report.show_report", fail)
    code, out, err = call(capsys, "show", str(session))
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert "boom^[[2J" in err and "Traceback" not in err
    code, out, err = call(capsys, "--debug", "show", str(session), "--json")
    assert (code, json.loads(out)["error"]["kind"]) == (3, "internal")
    assert "Traceback" in err


# -- answers -----------------------------------------------------------------------------------------------


def test_file_is_a_path_an_id_or_its_beginning(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    for name in (str(session), os.path.relpath(session), "abc-1", "ab"):
        for command in FILE_COMMANDS:
            assert answer(capsys, command, name)["file"] == str(session)


def test_list(capsys: pytest.CaptureFixture[str], session: Path, tmp_path: Path) -> None:
    here = answer(capsys, "list")
    assert here["sessions"] == []
    assert here["elsewhere"] == 1
    listing = answer(capsys, "list", "--all")
    assert listing["roots"] == [str(tmp_path / "agent" / "sessions")]
    assert [(row["id"], row["continues"], row["branches"]) for row in listing["sessions"]] == [
        ("abc-1", True, 1)
    ]
    code, out, _ = call(capsys, "list")
    assert code == 0
    assert "No session files here" in out and "1 file of other directories" in out


def test_damage_does_not_change_the_exit_code(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    with session.open("ab") as stream:
        stream.write(b'{"type":"mess{"type":"message","id":"q"}\n')
    for command in FILE_COMMANDS:
        code, out, _ = call(capsys, command, str(session))
        assert code == 0
        assert out
    assert answer(capsys, "show", str(session))["damage"][0]["line"] == 6


def test_show_context_and_tree_json(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    shown = answer(capsys, "show", str(session))
    assert (shown["entries"], shown["activeLeaf"], shown["messages"]["user"]) == (4, "a2", 2)
    context = answer(capsys, "context", str(session), "--at", "a1")
    assert (context["leaf"], context["path"], context["wire"]) == ("a1", ["u1", "a1"], ["user", "assistant"])
    assert "wireMessages" not in context
    assert len(answer(capsys, "context", str(session), "--messages")["wireMessages"]) == 4
    assert answer(capsys, "context", str(session), "--at", "@line3")["leaf"] == "a1"
    tree = answer(capsys, "tree", str(session))
    assert [(segment["first"], segment["last"], segment["entries"]) for segment in tree["segments"]] == [
        ("u1", "a2", 4)
    ]


def test_text_answers_name_their_sources(capsys: pytest.CaptureFixture[str], session: Path) -> None:
    _, shown, _ = call(capsys, "show", str(session))
    assert "Spend, all branches" in shown and "No damage found" in shown and "abc-1" in shown
    _, context, _ = call(capsys, "context", str(session))
    assert "a2" in context and "line 5" in context and "not recorded" in context
    _, messages, _ = call(capsys, "context", str(session), "--messages")
    assert "4 messages sent" in messages and "Remember: blue." in messages


SAMPLES = TOP / "samples"
REFUSED = {
    "header-missing": "it has no header",
    "header-torn": "line 1 cannot be read (torn)",
    "header-late": "the header stands on line 2",
    "bom-before-header": "a byte order mark",
}


@pytest.mark.parametrize("arguments", [["tree"], ["context"], ["context", "--messages"]], ids=" ".join)
def test_tree_and_context_say_where_pi_refuses_hangs_or_throws(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "300")

    def told(name: str) -> list[str]:
        _, out, _ = call(capsys, *arguments, str(SAMPLES / f"{name}.jsonl"))
        return [line for line in out.splitlines() if line.startswith("! ")]

    for name, why in REFUSED.items():
        (line,) = told(name)
        assert line.startswith("! pi 1.6.0 refuses this file: ") and why in line
    (line,) = told("cycle")
    assert line.startswith("! pi 1.6.0 hangs on this file, for 4 entries lead into a loop of parents")
    (line,) = told("odd-messages")
    assert "throws" in line and "line 6" in line
    assert told("demo-night-market") == []


def test_a_loop_says_why_it_has_neither_root_nor_leaf(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    _, out, _ = call(capsys, "show", str(SAMPLES / "cycle.jsonl"))
    assert "0 roots, 0 leaves, active leaf 35d31b01" in out
    assert "4 entries lead into a loop of parents: pi finds no root above them and no leaf in the loop" in out


EVENTS = '{"type":"agent_start"}\n{"type":"message_start","message":{"role":"user","content":"x"}}\n'
HEADER = '{"type":"session","version":3,"id":"log-1","cwd":"/x","timestamp":"2026-05-04T09:00:00.000Z"}\n'


@pytest.mark.parametrize("header", [HEADER, ""], ids=["mode json", "rpc"])
def test_an_event_log_is_called_one_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, header: str
) -> None:
    path = tmp_path / "log" / "a.jsonl"
    path.parent.mkdir()
    path.write_text(header + EVENTS)
    for command in FILE_COMMANDS:
        _, out, _ = call(capsys, command, str(path))
        lines = [line for line in out.splitlines() if "event log" in line]
        assert lines == ["! this is an event log (what pi --mode json prints), not a session"], command
    assert answer(capsys, "show", str(path))["note"].startswith("an event log")
    assert "event log" in call(capsys, "list", "--dir", str(path.parent))[1]


def test_a_session_with_one_odd_record_is_no_event_log(
    capsys: pytest.CaptureFixture[str], session: Path
) -> None:
    with session.open("a") as stream:
        stream.write('{"type":"agent_start","id":"x","parentId":"a2"}\n')
    assert answer(capsys, "show", str(session))["note"] is None


def test_list_and_show_call_a_session_the_same(
    capsys: pytest.CaptureFixture[str], session: Path, tmp_path: Path
) -> None:
    assert call(capsys, "show", str(session))[1].splitlines()[0] == "Remember: blue."
    assert "Remember: blue." in call(capsys, "list", "--all")[1]
    empty = Script().write(tmp_path / "empty.jsonl")
    assert call(capsys, "show", str(empty))[1].splitlines()[0] == "(no messages)"
    script = Script()
    script.user("First words.")
    script.add("session_info", name="A name")
    named = script.write(tmp_path / "named.jsonl")
    assert call(capsys, "show", str(named))[1].splitlines()[0] == "A name"


def test_an_empty_list_says_where_it_looked_and_why(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = call(capsys, "list")
    assert "The session folder is the one below $PI_CODING_AGENT_DIR.\n" in out
    assert f"  {tmp_path / 'cwd'}\n" in out or f"This directory is {tmp_path / 'cwd'}\n" in out
    monkeypatch.setenv("PI_CODING_AGENT_SESSION_DIR", str(tmp_path / "flat"))
    assert "The session folder is $PI_CODING_AGENT_SESSION_DIR.\n" in call(capsys, "list")[1]
    monkeypatch.delenv("PI_CODING_AGENT_SESSION_DIR")
    monkeypatch.delenv("PI_CODING_AGENT_DIR")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "The session folder is pi's default.\n" in call(capsys, "list")[1]


def test_all_shows_every_note(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    for number in range(8):
        for copy in "ab":
            Script(id=f"same-{number}").write(tmp_path / f"{number}{copy}.jsonl")
    _, out, _ = call(capsys, "list", "--dir", str(tmp_path))
    assert "  and 2 more notes (--all shows them)\n" in out and "same-7:" not in out
    _, out, _ = call(capsys, "list", "--dir", str(tmp_path), "--all")
    assert "more note" not in out
    assert sum("share the session id" in line for line in out.splitlines()) == 8


def test_nothing_is_written(capsys: pytest.CaptureFixture[str], session: Path, tmp_path: Path) -> None:
    before = [(path, path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(tmp_path.rglob("*"))]
    for arguments in (["list", "--all"], *([command, str(session)] for command in FILE_COMMANDS)):
        call(capsys, *arguments)
    assert before == [
        (path, path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(tmp_path.rglob("*"))
    ]


# -- the program -------------------------------------------------------------------------------------------


def program(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "inspector", *arguments]
    env = {**os.environ, "PYTHONPATH": str(TOP), **environ}
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=env, check=False, timeout=60)


def test_version_and_help() -> None:
    assert program("--version").stdout == f"pi-inspector {inspector.__version__}\n"
    text = program("--help").stdout
    for name in COMMANDS:
        assert f"  {name} " in text
        assert "Examples:" in program(name, "--help").stdout


def test_help_fits_into_80_columns_and_says_what_1_means() -> None:
    texts = [program(*name, "--help", COLUMNS="80").stdout for name in ([], *([name] for name in COMMANDS))]
    assert [line for text in texts for line in text.splitlines() if len(line) > 80] == []
    assert "1  the command looked for something and found it" in texts[0]
    assert "NO_COLOR" in texts[0] and "PI_CODING_AGENT_SESSION_DIR" in texts[0]


def test_help_and_version_load_nothing_heavy() -> None:
    script = (
        "import sys; from inspector.cli.main import run; run(['--help']); run(['--version']);"
        "sys.exit(','.join(name for name in ('rich', 'flask', 'networkx', 'msgspec', 'orjson') if name in sys.modules))"
    )
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", env=env, check=False
    )
    assert (done.returncode, done.stderr.strip()) in ((0, ""), (1, ""))


def test_completion_for_the_shell() -> None:
    assert "pi_inspector_completion" in program(_PI_INSPECTOR_COMPLETE="bash_source").stdout.lower()
    words = program(
        _PI_INSPECTOR_COMPLETE="bash_complete", COMP_WORDS="pi-inspector sh", COMP_CWORD="1"
    ).stdout
    assert words.strip() == "plain,show"


def test_ids_are_completed(session: Path) -> None:
    folder = session.parent.parent / ("-" + str(Path.cwd()).replace("/", "-") + "--")
    folder.mkdir()
    session.rename(folder / "s.jsonl")
    words = program(
        _PI_INSPECTOR_COMPLETE="bash_complete", COMP_WORDS="pi-inspector show ab", COMP_CWORD="2"
    ).stdout
    assert "plain,abc-1" in words.split()


def test_a_reader_that_leaves_is_no_error(session: Path) -> None:
    with session.open("ab") as stream:
        for number in range(20_000):
            stream.write(b'{"type":"custom","id":"c%d","parentId":"a2"}\n' % number)
    command = [sys.executable, "-m", "inspector", "tree", str(session), "--all"]
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(30), process.stderr.read()) == (0, b"")


OUTPUTS = [
    ["list", "--all"],
    ["show", "ab"],
    ["show", "ab", "--json"],
    ["tree", "ab"],
    ["tree", "ab", "--json"],
    ["context", "ab"],
    ["context", "ab", "--messages"],
    ["context", "ab", "--json"],
    ["serve", "--no-open", "--port", "0"],
    ["--help"],
    ["show", "--help"],
    ["--version"],
]
each_output = pytest.mark.parametrize("arguments", OUTPUTS, ids=" ".join)
no_space = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")


def redirected(where: str, *arguments: str) -> tuple[int, str, str]:
    """Status, output and errors of the program, started by a shell with such redirections."""
    command = ["sh", "-c", f'exec "$@" {where}', "sh", sys.executable, "-m", "inspector", *arguments]
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=env, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


@each_output
def test_nobody_reads_the_output(session: Path, arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    command = [sys.executable, "-m", "inspector", *arguments]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=env, check=False, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@no_space
@each_output
def test_the_disk_is_full(session: Path, arguments: list[str]) -> None:
    code, _, err = redirected(">/dev/full", *arguments)
    assert (code, err) == (2, "pi-inspector: cannot write the output: No space left on device\n")


@each_output
def test_standard_output_is_closed(session: Path, arguments: list[str]) -> None:
    code, _, err = redirected(">&-", *arguments)
    assert (code, err) == (2, "pi-inspector: cannot write the output: standard output is closed\n")
    assert redirected(">&- 2>&- <&-", *arguments) == (2, "", "")


@pytest.mark.parametrize("where", ["2>&-", pytest.param("2>/dev/full", marks=no_space)])
def test_standard_error_takes_nothing(session: Path, where: str) -> None:
    code, out, _ = redirected(where, "show", "ab", "--json")
    assert (code, json.loads(out)["entries"]) == (0, 4)
    assert redirected(where, "show", "none.jsonl")[0] == 2
    assert json.loads(redirected(where, "show", "none.jsonl", "--json")[1])["error"]["kind"] == "missing"
    assert redirected(where, "nonsense")[0] == 2


@no_space
def test_an_error_stays_an_error_where_its_json_cannot_be_written() -> None:
    code, _, err = redirected(">/dev/full", "show", "none.jsonl", "--json")
    assert (code, err.count("\n")) == (2, 1)
    assert "none.jsonl does not exist" in err


def test_serve_prints_one_line(session: Path) -> None:
    command = [sys.executable, "-m", "inspector", "serve", "--no-open", "--port", "0", str(session)]
    env = {**os.environ, "PYTHONPATH": str(TOP)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, encoding="utf-8"
    ) as process:
        assert process.stdout
        try:
            line = process.stdout.readline()
            assert line.startswith("http://127.0.0.1:")
            assert "?token=" in line
            time.sleep(0.2)
        finally:
            process.terminate()
        assert process.stdout.read() == ""


def test_serve_says_that_it_shows_samples(session: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from inspector.cli.serve import announce
    from inspector.store import find_places

    announce("http://x/", find_places())
    assert "samples" not in capsys.readouterr().err
    session.unlink()
    announce("http://x/", find_places())
    taken = capsys.readouterr()
    assert taken.out == "http://x/\n"
    assert "no sessions in " in taken.err and "these are the samples" in taken.err
    announce("http://x/", None)
    assert "samples" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["serve"], []])
def test_no_command_is_serve(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr("inspector.web.server.run_server", lambda **given: seen.append(given))
    assert call(capsys, *arguments)[0] == 0
    (given,) = seen
    assert (given["paths"], given["host"], given["port"], given["token"], given["open_browser"]) == (
        [],
        "127.0.0.1",
        8377,
        True,
        True,
    )
    given["announce"]("http://127.0.0.1:8377/?token=x")
    assert capsys.readouterr().out == "http://127.0.0.1:8377/?token=x\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.jsonl"], "does not exist"),
        (["--dir", "none"], "no folder"),
        (["--host", "999.1.1.1"], "999.1.1.1"),
    ],
)
def test_serve_refuses_what_it_cannot_serve(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    code, out, err = call(capsys, "serve", "--no-open", "--port", "0", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_serve_warns_about_other_machines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.web.server.run_server", lambda **given: given["announce"]("http://x/"))
    assert "other machines" in call(capsys, "serve", "--host", "0.0.0.0")[2]
