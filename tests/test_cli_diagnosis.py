"""``trace`` and ``doctor`` on the command line: what they print, their exit codes, and calls that cannot work."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.cli.main import run

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
    assert answer["gaps"] == [{"from": answer["lostBy"], "to": None, "lostBy": answer["lostBy"], "replies": 6}]
    assert answer["explanation"].startswith("Lost at compaction")


def test_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "trace", "zebra quartz", str(DEMO))[0] == 1
    assert ask(capsys, "trace", "night market", str(DEMO), "--at", "@line3")[0] in (0, 1)
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


@pytest.mark.parametrize("columns", ["40", "80", "140"])
def test_no_line_is_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    from inspector.cli.render import cells

    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (("trace", RULE), ("trace", "zebra quartz")):
        for line in ask(capsys, *arguments, str(DEMO))[1].splitlines():
            assert cells(line) <= int(columns), line


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
    assert ask(capsys, *arguments, "--force")[0] in (0, 1)
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
