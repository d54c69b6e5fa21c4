"""``trace`` and ``doctor`` on the command line: what they print, their exit codes, and calls that cannot work."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.cli.main import run
from inspector.diagnosis.difference_text import told
from tests import builders as blocks
from tests.builders import Script

DEMO = assets.samples() / "demo-night-market.jsonl"
RULE = "stall numbers never change"


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = run(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal that runs the tests says."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


TRACE_KEYS = {
    "phrase", "searched", "file", "leaf", "found", "visible", "mentionOnly", "lostAt", "lostBy", "lastSeenBy", "via",
    "gaps", "occurrences", "near", "explanation", "next",
}  # fmt: skip
PLACE_KEYS = {
    "session", "file", "entry", "line", "where", "role", "how", "onPath", "inContext", "onWire", "excerpt",
}  # fmt: skip


def test_trace_json_has_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ask(capsys, "trace", RULE, str(DEMO), "--json")
    answer: dict[str, Any] = json.loads(out)
    assert (code, err) == (1, "")
    assert set(answer) >= TRACE_KEYS
    assert all(set(place) == PLACE_KEYS for place in answer["occurrences"])
    assert (answer["found"], answer["visible"], answer["lostAt"]) == (True, False, "compaction")
    assert answer["gaps"] == [
        {"from": answer["lostBy"], "to": None, "lostBy": answer["lostBy"], "replies": 6}
    ]
    assert answer["explanation"].startswith("Lost at compaction")


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "trace", "zebra quartz", str(DEMO))[0] == 1
    assert ask(capsys, "trace", RULE, str(DEMO), "--at", "@line64")[0] == 0
    clean = assets.samples() / "v3-plain.jsonl"
    clean = clean if clean.exists() else next(iter(sorted(assets.samples().glob("*.jsonl"))))
    code, out, _ = ask(capsys, "doctor", str(clean), "--json")
    facts = [one for stage in json.loads(out)["stages"] for one in stage["findings"] if not one["lead"]]
    assert code == any(one["status"] in ("lost", "warning") for one in facts)


def test_doctor_json_has_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, "doctor", str(DEMO), "--ask", RULE, "--json")
    answer = json.loads(out)
    assert set(answer) == {"file", "leaf", "ask", "verdict", "stages", "trace"}
    assert set(answer["verdict"]) == {"stage", "status", "code", "params", "text"}
    keys = {"code", "params", "status", "title", "detail", "lead", "evidence", "next"}
    for stage in answer["stages"]:
        assert set(stage) == {"stage", "status", "findings"}
        for finding in stage["findings"]:
            assert set(finding) >= keys
            assert all(set(one) == {"file", "line", "entry"} for one in finding["evidence"])
    assert answer["trace"]["phrase"] == RULE == answer["ask"]


def test_both_languages_on_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Who knew it" in ask(capsys, "trace", RULE, str(DEMO))[1]
    assert "谁看得到它" in ask(capsys, "trace", RULE, str(DEMO), "--lang", "zh")[1]
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "存储" in ask(capsys, "doctor", str(DEMO))[1]
    assert "Storage" in ask(capsys, "doctor", str(DEMO), "--lang", "en")[1]


def changed_file(folder: Path) -> Path:
    """A session that read a file which has changed since, with text that no page may act on."""
    script = Script(cwd=str(folder))
    script.reply(blocks.call("read", "c1", path="glaze.txt"), stopReason="toolUse")
    script.result("ash\nline two\n```\n<b>\nend\n", "c1", toolName="read")
    (folder / "glaze.txt").write_text("ash\nline 2\x1b[31m\n````\n<i>\nend\n", "utf-8")
    return script.write(folder / "s.jsonl")


def test_a_difference_is_told_line_by_line_and_never_in_a_headline(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, report = changed_file(tmp_path), tmp_path / "why.md"
    _, out, _ = ask(capsys, "doctor", str(file), "--workspace", str(tmp_path), "--report", str(report))
    lines = out.splitlines()
    assert "^J" not in out and "\x1b" not in out
    at = lines.index("      @@ -2,3 +2,3 @@")
    assert lines[at + 1 : at + 7] == [
        "      -line two", "      -```", "      -<b>", "      +line 2^[[31m", "      +````", "      +<i>",
    ]  # fmt: skip
    head = out.partition("Storage")[0]
    assert "First difference at line 2" in head and "line two" not in head and "difference," not in head
    text = report.read_text("utf-8")
    block = text.partition("   `````diff\n")[2].partition("\n   `````\n")[0]
    assert "   -line two\n   -```\n" in block and "   +line 2⟦U+001B⟧[31m" in block
    assert text.count("line two") == 1 and "\x1b" not in text


def test_only_a_difference_is_taken_apart() -> None:
    assert told("One.\nAs:\n@@ -1 +1 @@\n-a\n\n+b") == ("One.", "As:", ("@@ -1 +1 @@", "-a", "", "+b"))
    for text in ("One.", "One.\nTwo.", "One.\nTwo.\nthree", "a\nb\n-c\nd", ""):
        assert told(text) == (text, "", ())


@pytest.mark.parametrize("columns", ["40", "80", "140"])
def test_no_line_is_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    from inspector.cli.render import cells

    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (("trace", RULE), ("trace", "zebra quartz")):
        for line in ask(capsys, *arguments, str(DEMO))[1].splitlines():
            # A command for the shell is never broken.
            assert cells(line) <= int(columns) or line.strip().startswith("pi-inspector "), line


def test_the_report_is_written_once_and_never_over_the_session(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = tmp_path / "s.jsonl"
    session.write_bytes(DEMO.read_bytes())
    report = tmp_path / "why.md"
    arguments = ["doctor", str(session), "--ask", RULE, "--report", str(report)]
    ask(capsys, *arguments)
    text = report.read_text("utf-8")
    assert text.startswith("# Diagnosis of s.jsonl") and "## Compaction" in text
    code, _, err = ask(capsys, *arguments)
    assert code == 2 and "exists" in err and err.count("\n") == 1
    report.write_text("old", "utf-8")
    ask(capsys, *arguments, "--force")
    assert report.read_text("utf-8") == text
    code, _, err = ask(capsys, "doctor", str(session), "--report", str(session), "--force")
    assert code == 2 and "session itself" in err
    os.link(session, tmp_path / "hard.jsonl")
    assert ask(capsys, "doctor", str(session), "--report", str(tmp_path / "hard.jsonl"), "--force")[0] == 2
    assert session.read_bytes() == DEMO.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hard.jsonl", "s.jsonl", "why.md"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("trace", "", str(DEMO)), "empty"),
        (("trace", "  ", str(DEMO)), "empty"),
        (("trace", "(", str(DEMO), "--regex"), "expression"),
        (("trace", "x", str(DEMO), "--at", "nosuch"), "no entry nosuch"),
        (("trace", "x", "/nowhere/s.jsonl"), "does not exist"),
        (("doctor", str(DEMO), "--workspace", "/nowhere"), "does not exist"),
        (("doctor", str(DEMO), "--workspace", str(DEMO)), "is no folder"),
        (("doctor", str(DEMO), "--ask", ""), "empty"),
        (("doctor", str(DEMO), "--report", "/nowhere/x.md"), "cannot be written"),
    ],
)
def test_calls_that_cannot_work(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    """One line on standard error, exit 2, and the same as JSON where that is wanted."""
    code, out, err = ask(capsys, *arguments)
    assert (code, out) == (2, "") and words in err and err.count("\n") == 1
    code, out, _ = ask(capsys, *arguments, "--json")
    assert code == 2 and set(json.loads(out)["error"]) == {"kind", "message", "file"}


def test_without_a_file_the_session_of_this_folder_is_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that pi --continue opens is traced, the others of the folder are searched."""
    root, cwd = tmp_path / "sessions", tmp_path / "work"
    root.mkdir()
    cwd.mkdir()
    monkeypatch.chdir(cwd)
    code, _, err = ask(capsys, "trace", "x", "--dir", str(root))
    assert code == 2 and "no session for" in err
    for number, (name, words) in enumerate((("old", "the port is 8443"), ("new", "hello"))):
        lines = [
            {"type": "session", "version": 3, "id": name, "timestamp": "2026-01-01T00:00:00.000Z", "cwd": str(cwd)},
            {"type": "message", "id": "a", "parentId": None, "timestamp": "2026-01-01T00:00:01.000Z",
             "message": {"role": "user", "content": words, "timestamp": 1}},
        ]  # fmt: skip
        file = root / f"{name}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        os.utime(file, (1_700_000_000 + number, 1_700_000_000 + number))
    code, out, _ = ask(capsys, "trace", "port is 8443", "--dir", str(root), "--json")
    answer = json.loads(out)
    assert (code, answer["lostAt"]) == (1, "branch")
    assert Path(answer["file"]).name == "new.jsonl"
    assert [place["how"] for place in answer["occurrences"]] == ["other-session"]
    assert any("pi --session" in step for step in answer["next"])
    _, out, _ = ask(capsys, "doctor", "--dir", str(root), "--ask", "port is 8443", "--json")
    assert json.loads(out)["verdict"]["stage"] == "branch"


def test_a_report_never_replaces_a_pipe(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    code, _, err = ask(capsys, "doctor", str(DEMO), "--report", str(pipe), "--force")
    assert code == 2 and "no regular file" in err
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("sample", "phrase", "code"),
    [
        ("header-missing.jsonl", "the", "trace.pi-refuses"),
        ("cycle.jsonl", "the", "trace.pi-hangs"),
    ],
)
def test_where_pi_makes_no_context_nothing_is_called_visible(
    capsys: pytest.CaptureFixture[str], sample: str, phrase: str, code: str
) -> None:
    """ "In view" would be true of our reading only; the file is the trouble, so storage leads."""
    file = str(assets.samples() / sample)
    status, out, _ = ask(capsys, "trace", phrase, file, "--json")
    answer = json.loads(out)
    told = (status, answer["code"], answer["visible"], answer["lostAt"], answer["via"])
    assert told == (1, code, False, "storage", [])
    assert not any(place["onWire"] for place in answer["occurrences"])
    status, out, _ = ask(capsys, "doctor", file, "--ask", phrase, "--json")
    assert status == 1 and json.loads(out)["verdict"]["stage"] == "storage"


def entry(number: int, parent: int | None, **fields: Any) -> dict[str, Any]:
    """An entry of a made session."""
    stamp = f"2026-01-01T00:00:{number:02d}.000Z"
    return {
        "id": f"e{number}",
        "parentId": None if parent is None else f"e{parent}",
        "timestamp": stamp,
        **fields,
    }


def message(role: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": content, "timestamp": 1, **fields}}


def save(path: Path, *entries: dict[str, Any], **header: Any) -> Path:
    head = {
        "type": "session",
        "version": 3,
        "id": path.stem,
        "timestamp": "2026-01-01T00:00:00.000Z",
        "cwd": "/x",
    }
    lines = [head | header, *entries]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


def test_the_way_back_names_an_entry_that_the_tree_shows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """pi's /tree hides replies that only call tools; of parallel calls the last result is the place to go on from."""
    calls = [
        {"type": "toolCall", "id": "c1", "name": "read", "arguments": {"path": "p.txt"}},
        {"type": "toolCall", "id": "c2", "name": "read", "arguments": {"path": "q.txt"}},
    ]
    file = save(
        tmp_path / "s.jsonl",
        entry(1, None, **message("user", "Remember BANANA-1.")),
        entry(2, 1, **message("assistant", calls, provider="p", model="m", api="a", stopReason="toolUse")),
        entry(
            3, 2, **message("toolResult", [{"type": "text", "text": "P"}], toolCallId="c1", toolName="read")
        ),
        entry(
            4, 3, **message("toolResult", [{"type": "text", "text": "Q"}], toolCallId="c2", toolName="read")
        ),
        entry(5, 4, type="compaction", summary="## Goal\nRead.", firstKeptEntryId="e4", tokensBefore=9),
        entry(6, 5, **message("user", "Go on.")),
    )
    _, out, _ = ask(capsys, "trace", "BANANA-1", str(file), "--json")
    answer = json.loads(out)
    assert (answer["lostAt"], answer["lostBy"], answer["lastSeenBy"]) == ("compaction", "e5", "e2")
    back = next(step for step in answer["next"] if "/tree" in step)
    assert "[read: q.txt]" in back and "L5" in back


def test_the_family_is_asked_first_and_event_logs_are_no_sessions(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    save(tmp_path / "parent.jsonl", entry(1, None, **message("user", "Add pie for 6.")))
    save(tmp_path / "a-other.jsonl", entry(1, None, **message("user", "Many pieces.")))
    events = [{"type": "agent_start"}, {"type": "message_update", "text": "pie"}, {"type": "agent_end"}]
    save(tmp_path / "a-log.events.jsonl", *events)
    child = save(
        tmp_path / "child.jsonl",
        entry(1, None, **message("user", "Stew.")),
        parentSession="/elsewhere/sessions/parent.jsonl",
    )
    _, out, _ = ask(capsys, "trace", "pie", str(child), "--all", "--dir", str(tmp_path), "--json")
    answer = json.loads(out)
    assert answer["lostAt"] == "branch"
    assert Path(answer["occurrences"][0]["file"]).name == "parent.jsonl"
    assert "parent.jsonl" in answer["next"][0]
    assert not any("events" in place["file"] for place in answer["occurrences"])
    _, out, _ = ask(capsys, "doctor", str(child), "--ask", "pie", "--json")
    assert json.loads(out)["verdict"]["params"]["file"].endswith("parent.jsonl")


def test_words_to_say_again_are_whole_sentences_without_tags(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    long = "word " * 80 + "the barn door stays shut " + "tail " * 80
    file = save(
        tmp_path / "s.jsonl",
        entry(1, None, **message("user", "<rules>\n<item id='1'>Keep the gate closed.</item>\n</rules>")),
        entry(2, 1, **message("user", long)),
        entry(3, 2, type="compaction", summary="Nothing.", firstKeptEntryId="e3", tokensBefore=9),
        entry(4, 3, **message("user", "Go on.")),
    )
    _, out, _ = ask(capsys, "trace", "keep the gate", str(file), "--json")
    assert json.loads(out)["next"][0].endswith("“Keep the gate closed.”")
    _, out, _ = ask(capsys, "trace", "barn door stays", str(file), "--json")
    said = json.loads(out)["next"][0].split("“")[1].rstrip("”")
    assert "barn door stays shut" in said and set(said.split()) <= set(long.split())
