"""``export`` as people and scripts use it: safe defaults, refusals, proof, dry run, bundles, nothing half written."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.export import proof
from inspector.redaction.audit import Residual
from inspector.redaction.engine import Place, Redactor
from inspector.redaction.options import RedactionOptions
from tests.builders import MODEL, Script, call, text

KEY = "sk-" + "ant-api03-" + "Zq7Rt2Lm9Xc4Vb6Nw1Kp8Hs3Df5Gj0AyUeIoQiTrEwPa"
FORGE = "ghp_" + "Zq7Rt2Lm9Xc4Vb6Nw1Kp8Hs3Df5Gj0AyUeIo"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    monkeypatch.delenv("PI_CODING_AGENT_SESSION_DIR", raising=False)
    monkeypatch.setenv("HOME", "/home/juno")
    monkeypatch.setenv("USER", "juno")
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A session with everything that stays at home by default, a key, and a second branch."""
    script = Script(id="0199aaaa-bbbb", cwd="/home/juno/work")
    script.message("system", content="PROMPT-WORDS", id="s1")
    script.user(f"My key is {KEY}. Look at /home/juno/work/notes.", id="u1")
    thinking = {"type": "thinking", "thinking": "THOUGHT-WORDS", "thinkingSignature": "SIGNATURE"}
    script.reply(thinking, "I see.", call("bash", "c1", command=f"curl -H 'x-api-key: {KEY}'"), id="a1")
    image = {"type": "image", "data": PIXEL, "mimeType": "image/png"}
    script.message(
        "toolResult", content=[text("done"), image], toolCallId="c1", toolName="bash", isError=False, id="r1"
    )
    bash = {"command": "cat notes", "output": "PRIVATE-WORDS", "exitCode": 0, "excludeFromContext": True}
    script.message("bashExecution", **bash, id="b1")
    script.reply("OTHER-BRANCH", id="x1", parent="u1")
    script.user("And now?", id="u2", parent="b1")
    script.reply("Now we end.", id="a2")
    folder = tmp_path / "agent" / "sessions" / "--home-juno-work--"
    folder.mkdir(parents=True)
    return script.write(folder / "s.jsonl")


SECRETS = (
    "PROMPT-WORDS",
    "THOUGHT-WORDS",
    "SIGNATURE",
    "PRIVATE-WORDS",
    PIXEL[:30],
    "OTHER-BRANCH",
    KEY,
    "/home/juno",
)


def go(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = run(["export", *map(str, arguments)])
    taken = capsys.readouterr()
    return code, taken.out, taken.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> dict[str, Any]:
    got, out, err = go(capsys, *arguments, "--json")
    assert got == code, err
    value: dict[str, Any] = json.loads(out)
    return value


# -- safe defaults -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["jsonl", "markdown", "json"])
def test_by_default_nothing_private_goes_out(
    source: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = answer(capsys, source, "--to", to, "-o", "out")
    written = Path("out").read_text("utf-8")
    for words in SECRETS:
        assert words not in written, words
    assert "Now we end." in written and "[REDACTED:" in written
    assert told["scope"] == "branch" and told["entries"] == 7 and told["residual"] == 0
    assert told["output"] == {
        "file": str(Path("out").absolute()),
        "bytes": len(written.encode()),
        "sha256": hashlib.sha256(written.encode()).hexdigest(),
    }
    assert told["source"] == {
        "file": str(source), "sha256": hashlib.sha256(source.read_bytes()).hexdigest(), "unchanged": True,
    }  # fmt: skip
    [rule] = [one for one in told["redactions"] if "key" in one["rule"]]
    assert rule["count"] == len(rule["places"]) >= 2
    assert {place["line"] for place in rule["places"]} >= {3, 4}
    assert {place["entry"] for place in rule["places"]} >= {"u1", "a1"}
    assert KEY not in json.dumps(told)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("prompt", "PROMPT-WORDS"),
        ("thinking", "THOUGHT-WORDS"),
        ("private", "PRIVATE-WORDS"),
        ("images", PIXEL[:30]),
    ],
)
def test_each_part_comes_in_when_asked_for(
    source: Path, part: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(capsys, source, "-o", "out.jsonl", "--with", part)
    written = Path("out.jsonl").read_text("utf-8")
    assert words in written
    for other in set(SECRETS) - {words, PIXEL[:30]}:
        assert other not in written


def test_the_same_value_has_one_placeholder(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, source, "-o", "out.jsonl")
    [rule] = [one for one in told["redactions"] if "key" in one["rule"]]
    assert {one["placeholder"] for one in rule["places"]} == {f"[REDACTED:{rule['rule']}#1]"}


def test_everything_is_the_file_itself(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = go(capsys, source, "-o", "out.jsonl", "--everything")
    assert code == 0 and Path("out.jsonl").read_bytes() == source.read_bytes()
    assert "secrets are NOT masked" in err and "NOT masked" in out


def test_no_redact_is_said_aloud_even_to_scripts(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = go(capsys, source, "-o", "out.jsonl", "--no-redact", "--json")
    assert (
        code == 0 and "NOT masked" in err and any("NOT masked" in one for one in json.loads(out)["warnings"])
    )
    written = Path("out.jsonl").read_text("utf-8")
    assert KEY in written and "/home/juno" not in written, "identity is a part of its own"


def test_size_and_choice_are_said_before(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = go(capsys, source, "-o", "out.jsonl")
    assert "exporting the active branch: 7 of 8 entries, 2." in err and "KiB" in err
    assert "left out: images" in err and "masked: secrets, home directory and user name" in err


def test_a_redacted_copy_has_a_new_id_and_says_so(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, source, "-o", "out.jsonl")
    header = json.loads(Path("out.jsonl").read_text("utf-8").splitlines()[0])
    assert header["id"] != "0199aaaa-bbbb" and len(header["id"]) == 36
    assert any("new id" in one for one in told["warnings"]) and any(
        "pi asks" in one for one in told["warnings"]
    )


# -- branches ------------------------------------------------------------------------------------------------


def test_a_branch_by_its_end(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, source, "-o", "out.jsonl", "--branch", "x1")
    written = Path("out.jsonl").read_text("utf-8")
    assert "OTHER-BRANCH" in written and "Now we end." not in written and told["entries"] == 3


def test_all_branches(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, source, "-o", "out.md", "--all-branches")
    assert told["scope"] == "file" and told["entries"] == 8 and told["to"] == "markdown"
    written = Path("out.md").read_text("utf-8")
    assert (
        "OTHER-BRANCH" in written.replace("\\", "") and written.count("## Branch") == 3 and KEY not in written
    )


def test_chat_messages(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, source, "-o", "out.json", "--everything")["scope"] == "branch"
    messages = json.loads(Path("out.json").read_text("utf-8"))
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "tool", "user", "assistant"]
    [made] = messages[2]["tool_calls"]
    assert made["id"] == messages[3]["tool_call_id"] == "c1" and made["type"] == "function"
    assert json.loads(made["function"]["arguments"]) == {"command": f"curl -H 'x-api-key: {KEY}'"}
    assert messages[0]["content"] == "PROMPT-WORDS" and messages[2]["reasoning_content"] == "THOUGHT-WORDS"
    assert messages[3]["content"][1]["image_url"]["url"] == f"data:image/png;base64,{PIXEL}"
    answer(capsys, source, "-o", "safe.json")
    safe = json.loads(Path("safe.json").read_text("utf-8"))
    assert [one["role"] for one in safe] == ["user", "assistant", "tool", "user", "assistant"]
    assert "data:image" not in json.dumps(safe) and "reasoning_content" not in safe[1]


# -- refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["itself", "link", "hard", "dots"])
def test_the_source_is_never_written(source: Path, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = {
        "itself": source,
        "link": Path("l.jsonl"),
        "hard": Path("h.jsonl"),
        "dots": source.parent / ".." / source.parent.name / "s.jsonl",
    }[how]
    if how == "link":
        out.symlink_to(source)
    elif how == "hard":
        os.link(source, out)
    before = source.read_bytes(), source.stat().st_mtime_ns
    told = answer(capsys, source, "--to", "jsonl", "-o", out, "--force", code=2)
    assert told["error"]["kind"] == "is-source"
    assert (source.read_bytes(), source.stat().st_mtime_ns) == before


def test_not_among_sessions_without_force(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = source.parent.parent / "--other--"
    elsewhere.mkdir()
    for out in (source.parent / "x.jsonl", elsewhere / "x.jsonl", source.parent.parent / "x.jsonl"):
        assert answer(capsys, source, "-o", out, code=2)["error"]["kind"] == "session-folder"
        assert not out.exists()
    assert answer(capsys, source, "--bundle", elsewhere / "b", code=2)["error"]["kind"] == "session-folder"
    assert answer(capsys, source, "-o", elsewhere / "x.jsonl", "--force")["output"]["bytes"]
    code, _, err = go(capsys, source, "-o", source.parent / "x.md")  # no session to pi, whatever the folder
    assert code == 0 and "where pi keeps sessions" in err
    plain = Path("plain")
    plain.mkdir()
    copy = plain / "a.jsonl"
    copy.write_bytes(source.read_bytes())
    code, _, err = go(capsys, copy, "-o", plain / "a.html")
    assert code == 0 and "beside" not in err
    code, _, err = go(capsys, copy, "-o", plain / "b.jsonl")
    assert code == 0 and "lies beside the session" in err


def test_nothing_is_replaced_without_force(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("out.md").write_text("mine")
    assert answer(capsys, source, "-o", "out.md", code=2)["error"]["kind"] == "exists"
    assert Path("out.md").read_text() == "mine"
    answer(capsys, source, "-o", "out.md", "--force")
    assert Path("out.md").read_text("utf-8").startswith("# ")


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["-o", "no/such/folder/x.md"], "output"),
        (["-o", ".", "--to", "html"], "output"),
        (["-o", "", "--to", "html"], "output"),
        (["-o", "x\0y.md"], "output"),
        (["-o", "x.unknown"], "usage"),
        (["-o", "x.md", "--to", "pdf"], "usage"),
        (["-o", "x.md", "--with", "secrets"], "usage"),
        (["-o", "x.md", "--branch", "nobody"], "no-entry"),
        (["-o", "x.md", "--branch", "u1", "--all-branches"], "usage"),
        (["-o", "x.md", "--bundle", "b"], "usage"),
        (["-o", "x.json", "--all-branches"], "usage"),
        (["-o", "x.md", "--no-redact", "--mask-choice", "email"], "usage"),
        (["-o", "x.md", "--everything", "--pattern", "x+"], "usage"),
        ([], "usage"),
        (["-o", "x.md", "--known", "nowhere.txt"], "known-values"),
    ],
)
def test_calls_that_cannot_be_answered(
    source: Path, arguments: list[str], kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, source, *arguments, code=2)["error"]["kind"] == kind
    assert not list(Path().iterdir())


def test_odd_names(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("名 字 'x' $(x);.md", "-dash.md", "a\nb.md", "x" * 200 + ".md", "\udcff.md"):
        code, out, _ = go(capsys, source, "-o", f"./{name}")
        assert code == 0 and Path(name).stat().st_size and "\nb.md" not in out


def test_what_pi_refuses_is_no_session_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "late.jsonl"
    bad.write_text('{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"hi"}}\n')
    told = answer(capsys, bad, "-o", "out.jsonl", code=2)
    assert told["error"]["kind"] == "pi-refuses" and "--salvage" in told["error"]["message"]
    assert any("refuses" in one for one in answer(capsys, bad, "-o", "out.md")["warnings"])


def test_damage_is_told(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source.write_bytes(source.read_bytes() + b'{"type":"message","id":"torn","mess')
    told = answer(capsys, source, "-o", "out.jsonl", "--everything")
    assert any("line 10 is not in the export" in one for one in told["warnings"])
    assert b"torn" not in Path("out.jsonl").read_bytes() and Path("out.jsonl").read_bytes().endswith(b"\n")


# -- the proof -----------------------------------------------------------------------------------------------


def test_what_the_proof_finds_leaves_no_file(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        Residual("some-key", Place(3, "@line3", "message.content"), "mask it with --pattern, or --allow it")
    ]
    monkeypatch.setattr(proof, "_searched", lambda *_: iter(found))
    told = answer(capsys, source, "-o", "out.jsonl", code=1)
    assert told["output"] is None and told["residual"] == 1
    assert told["residuals"] == [
        {
            "rule": "some-key",
            "place": {"line": 3, "entry": "@line3", "field": "message.content", "source": None},
            "hint": found[0].hint,
        }
    ]
    code, out, _ = go(capsys, source, "-o", "out.jsonl")
    assert code == 1 and "some-key" in out and "line 3" in out and "--allow" in out
    assert go(capsys, source, "--bundle", "b")[0] == 1
    assert not list(Path().iterdir())


def test_a_failed_proof_keeps_what_was_there(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out.md").write_text("mine")
    found = [Residual("some-key", Place(3, "", ""), "hint")]
    monkeypatch.setattr(proof, "_searched", lambda *_: iter(found))
    assert go(capsys, source, "-o", "out.md", "--force")[0] == 1
    assert Path("out.md").read_text() == "mine"


# -- dry run -------------------------------------------------------------------------------------------------


def test_a_dry_run_shows_places_and_writes_nothing(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = go(capsys, source, "--dry-run")
    assert code == 0 and "s.jsonl:3" in out.replace("\n", "") and "Still to be read by a person" in out
    assert KEY not in out and not list(Path().iterdir())
    told = answer(capsys, source, "--dry-run")
    assert told["output"] is None and told["redactions"] and told["leftOut"] == {
        "images": 1, "thinking": 1, "prompt": 1, "private": 1,
    }  # fmt: skip


# -- bundles -------------------------------------------------------------------------------------------------


def test_a_bundle(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = source.read_bytes()
    code, out, _ = go(capsys, source, "--bundle", "b")
    assert code == 0 and "gh gist create" in out and "nothing was sent" in out
    names = sorted(path.name for path in Path("b").iterdir())
    assert names == ["manifest.json", "report.md", "session-0199aaaa.html", "session-0199aaaa.jsonl"]
    told = json.loads(Path("b/manifest.json").read_text("utf-8"))
    assert (
        told["tool"]["name"] == "pi-inspector"
        and told["source"]["sha256"] == hashlib.sha256(before).hexdigest()
    )
    assert "only read" in told["source"]["statement"] and told["source"]["unchanged"] is True
    for one in told["files"]:
        data = Path("b", one["file"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (one["bytes"], one["sha256"])
    assert [one["output"]["file"] for one in told["artefacts"]] == [
        "session-0199aaaa.jsonl",
        "session-0199aaaa.html",
    ]
    assert told["artefacts"][0]["redactions"] and told["options"]["redact"] is True
    report = Path("b/report.md").read_text("utf-8")
    assert "line 3" in report and "Still to be read" in report and "gh gist create" in report
    for name in names:
        written = Path("b", name).read_bytes()
        assert KEY.encode() not in written and b"/home/juno" not in written, name
    assert source.read_bytes() == before
    assert answer(capsys, source, "--bundle", "b", code=2)["error"]["kind"] == "exists"
    assert answer(capsys, source, "--bundle", "b", "--force")["bundle"] == str(Path("b").absolute())


def test_bundle_names_come_from_the_name_safely(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, name in enumerate(
        ["../../etc/passwd", "夜市 <plan>", "CON", "....", f"key {KEY}", "x" * 500, "a/b\\c:d\n\x1b[31m"]
    ):
        script = Script(id="../evil", cwd="/work")
        script.user("Hi", id="u1")
        script.add("session_info", name=name, id="n1")
        file = script.write(tmp_path / f"in{number}.jsonl")
        code, out, err = go(capsys, file, "--bundle", f"b{number}")
        assert code == 0, err
        made = sorted(path.name for path in Path(f"b{number}").iterdir())
        assert len(made) == 4 and all(len(one.encode()) < 120 and one[0] not in ".-" for one in made)
        assert not any(KEY[10:] in one or one.lower()[:4] == "con." for one in made) and "\x1b" not in out


# -- what goes wrong half-way --------------------------------------------------------------------------------


def big(folder: Path) -> Path:
    script = Script(cwd="/work")
    for number in range(4_000):
        script.user("words " * 300, id=f"u{number}")
    return script.write(folder / "big.jsonl")


COMMAND = [sys.executable, "-m", "inspector", "export"]


def test_no_space(tmp_path: Path) -> None:
    file = big(tmp_path)
    for arguments in (["-o", "out.jsonl"], ["-o", "out.md"], ["--bundle", "b"]):
        done = subprocess.run(
            [*COMMAND, str(file), *arguments], capture_output=True, encoding="utf-8", check=False, timeout=60, env=environment(),
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)),
        )  # fmt: skip
        assert done.returncode == 2 and "cannot be written" in done.stderr, done.stderr
    assert not list(Path().iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("arguments", [["-o", "out.jsonl"], ["--bundle", "b"]], ids=["file", "bundle"])
def test_an_interruption_leaves_nothing(tmp_path: Path, number: signal.Signals, arguments: list[str]) -> None:
    file = big(tmp_path)
    with subprocess.Popen(
        [*COMMAND, str(file), *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment(),
    ) as process:
        end = time.monotonic() + 20
        while not list(Path().iterdir()) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.002)
        process.send_signal(number)
        code = process.wait(20)
    left = [path.name for path in Path().iterdir()]
    assert (code == 128 + number and not left) or (code == 0 and left in (["out.jsonl"], ["b"])), (code, left)


def environment() -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(
            filter(None, [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")])
        ),
    }


def test_no_permission(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("inspector.outfile._own", refuse)
    told = answer(capsys, source, "-o", "out.jsonl", code=2)
    assert "Permission denied" in told["error"]["message"]


def test_a_source_that_changes_meanwhile(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspector.export import run as module

    real = module.still_the_same

    def rewritten(session: Any) -> None:
        source.write_bytes(source.read_bytes().replace(b"Now we end.", b"Now we END."))
        real(session)

    monkeypatch.setattr(module, "still_the_same", rewritten)
    assert answer(capsys, source, "-o", "out.jsonl", code=2)["error"]["kind"] == "changed"
    assert not list(Path().iterdir())


def test_the_model_is_named(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go(capsys, source, "-o", "out.md")
    assert MODEL in Path("out.md").read_text("utf-8")


# -- the proof itself ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["jsonl", "markdown", "json", "html"])
@pytest.mark.parametrize(
    "words", [f"x {KEY} y", f"see `{KEY}`", f"```\n{KEY}\n```", f"is {FORGE}", "/home/juno/x_y"]
)
def test_the_proof_finds_what_a_format_let_through(
    tmp_path: Path, to: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the masking of values switched off nothing may get out, whatever a format escapes or packs."""
    script = Script(cwd="/work")
    script.user(words, id="u1")
    script.reply(call("bash", "c1", command=words), id="a1")
    file = script.write(tmp_path / "s.jsonl")
    monkeypatch.setattr(
        "inspector.export.selection.Selection.prepare", lambda self, row, raw: self.value(row, raw)
    )
    told = answer(capsys, file, "--to", to, "-o", "out", code=1)
    assert told["residual"] >= 1 and all(one["hint"] and one["rule"] for one in told["residuals"])
    assert not any(key in json.dumps(told) for key in (KEY, FORGE)) and not list(Path().iterdir())


def test_a_key_as_property_name_or_id_is_never_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Script(cwd="/work")
    script.user("Hi", id=f"id-{KEY}")
    script.reply(call("bash", KEY, **{KEY: KEY}), id="a1")
    script.add("label", targetId=f"id-{KEY}", label=KEY, id="l1")
    script.add("custom", customType=KEY, data={KEY: [{KEY: 1}]}, id="x1")
    script.add("session_info", name=f"my {KEY}", id="n1")
    file = script.write(tmp_path / "s.jsonl")
    for to in ("jsonl", "markdown", "json", "html"):
        scope = [] if to == "json" else ["--all-branches"]
        told = answer(capsys, file, "--to", to, "-o", f"out.{to}", *scope)
        assert KEY not in json.dumps(told) and told["redactions"]
        assert KEY.encode() not in Path(f"out.{to}").read_bytes()
    code, out, err = go(capsys, file, "--dry-run")
    assert code == 0 and KEY not in out + err
    code, out, err = go(capsys, file, "--bundle", "b")
    assert code == 0 and KEY not in out + err
    assert all(KEY.encode() not in path.read_bytes() and KEY not in path.name for path in Path("b").iterdir())
    # Ids are masked alike wherever they stand, so the branch still hangs together.
    entries = [json.loads(line) for line in Path("out.jsonl").read_text("utf-8").splitlines()[1:]]
    assert [one["parentId"] for one in entries] == [None, *[one["id"] for one in entries[:-1]]]


def test_known_values_patterns_choices_and_exceptions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(cwd="/work")
    script.user(
        "Project Bluebird-Nine, order ZX-4471, mail ann@example-corp.com, 10.20.30.40, token swordfish99",
        id="u1",
    )
    file = script.write(tmp_path / "s.jsonl")
    Path("known.txt").write_text("Bluebird-Nine\n")
    Path("auth.json").write_text(json.dumps({"anthropic": {"type": "api_key", "key": "swordfish99"}}))
    options = [
        "--known",
        "known.txt",
        "--auth",
        "auth.json",
        "--pattern",
        r"ZX-\d{4}",
        "--mask-choice",
        "email",
        "--mask-choice",
        "ip",
    ]
    told = answer(capsys, file, "-o", "out.jsonl", *options)
    written = Path("out.jsonl").read_text("utf-8")
    for words in ("Bluebird-Nine", "swordfish99", "ZX-4471", "ann@", "10.20.30.40"):
        assert words not in written and words not in json.dumps(told), words
    answer(capsys, file, "-o", "allowed.jsonl", *options, "--allow", "ZX-4471")
    assert "ZX-4471" in Path("allowed.jsonl").read_text("utf-8")
    monkeypatch.setenv("DEPLOY_TOKEN", "Bluebird-Nine")
    answer(capsys, file, "-o", "env.jsonl", "--known-env")
    assert "Bluebird-Nine" not in Path("env.jsonl").read_text("utf-8")
    assert answer(capsys, file, "-o", "x.jsonl", "--pattern", "(", code=2)["error"]["message"]


def test_terms_that_our_own_words_and_numbers_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What every page says, hashes and times are no session's words: they are no reason to refuse."""
    script = Script(cwd="/work")
    script.user("In Transcript: order 123456, Damage of it, Chosen entry", id="u1")
    file = script.write(tmp_path / "s.jsonl")
    Path("known.txt").write_text("Transcript\nDamage\nChosen entry\n")
    for to in ("html", "jsonl", "markdown", "json"):
        told = answer(
            capsys, file, "--to", to, "-o", f"out.{to}", "--known", "known.txt", "--pattern", r"[0-9]{6}"
        )
        assert {one["rule"]: one["count"] for one in told["redactions"]}.keys() == {"known", "pattern"}
        assert b"order 123456" not in Path(f"out.{to}").read_bytes()
    assert go(capsys, file, "--bundle", "b", "--known", "known.txt", "--pattern", r"[0-9a-f]{16}")[0] == 0


def test_title_and_note_are_masked_like_the_session(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for to in ("html", "markdown"):
        answer(
            capsys,
            source,
            "--to",
            to,
            "-o",
            f"out.{to}",
            "--title",
            f"of {KEY}",
            "--note",
            f"at /home/juno/x\ntoken={FORGE}",
        )
        written = Path(f"out.{to}").read_text("utf-8")
        assert not any(words in written for words in (KEY, FORGE, "/home/juno")) and "~/x" in written.replace(
            "\\", ""
        )


def test_no_room_for_the_temporary_copy(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspector.export import prepared

    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")
        yield b""

    monkeypatch.setattr(prepared, "write", full)
    for to in ("html", "json"):
        told = answer(capsys, source, "--to", to, "-o", "out", code=2)
        assert "temporary folder" in told["error"]["message"] and "TMPDIR" in told["error"]["message"]
    assert "temporary folder" in answer(capsys, source, "--bundle", "b", code=2)["error"]["message"]
    assert not list(Path().iterdir())


# -- values and patterns of the user's own -------------------------------------------------------------------


@pytest.mark.parametrize("to", ["html", "jsonl", "markdown", "json", "bundle"])
@pytest.mark.parametrize(
    "own", [("--pattern", r"\d{4}-\d{2}-\d{2}"), ("--pattern", r"\d+"), ("--known", "Export\n2026")]
)
def test_words_of_our_own_do_not_fail_the_proof(
    source: Path, to: str, own: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    option, value = own
    if option == "--known":
        Path("list.txt").write_text(value)
        value = "list.txt"
    where = ["--bundle", "out"] if to == "bundle" else ["--to", to, "-o", "out"]
    code, _, err = go(capsys, source, *where, option, value)
    assert code == 0, err


@pytest.mark.parametrize("to", ["html", "markdown", "json"])
def test_what_the_session_says_is_still_proven_with_values_of_ones_own(
    source: Path, to: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The redactor is made blind for one entry: the proof finds what it left."""
    from inspector.export import run as runner
    from inspector.export.selection import Selection

    Path("list.txt").write_text("now?\n")
    real = Selection.entries

    def leaky(self: Selection, *given: Any, **more: Any) -> Any:
        for prepared in real(self, *given, **more):
            if prepared.entry.get("id") == "u2":
                prepared.entry["message"]["content"] = "And now?"
            yield prepared

    assert runner.Selection is Selection
    monkeypatch.setattr(Selection, "entries", leaky)
    told = answer(capsys, source, "--to", to, "-o", "out", "--known", "list.txt", code=1)
    assert {one["rule"] for one in told["residuals"]} == {"known"}
    assert "take it off the list" in told["residuals"][0]["hint"]
    if to != "json":
        assert {(one["place"]["entry"], one["place"]["source"]) for one in told["residuals"]} >= {("u2", 8)}
    code, out, _ = go(capsys, source, "--to", to, "-o", "out", "--known", "list.txt", "--dry-run")
    assert code == 1 and "of your own list" in out and "describe it with" not in out
    assert not Path("out").exists()


PLACES = ("prompt", "reply", "argument", "result", "label", "name", "provider", "extension", "cwd")


def _saying(value: str, where: str, path: Path) -> Path:
    """A session that says ``value`` at one place only."""
    at = dict.fromkeys(PLACES, "x") | {where: value}
    script = Script(cwd=f"/srv/{at['cwd']}")
    first = script.user(at["prompt"])
    script.reply(text(at["reply"]), call("bash", "c1", command=f"echo {at['argument']}"))
    script.result(at["result"], "c1")
    script.add("label", targetId=first, label=at["label"])
    script.add("session_info", name=at["name"])
    script.add("model_change", provider=at["provider"], modelId="m")
    script.add("custom", customType=at["extension"], data={})
    return script.write(path)


@pytest.mark.parametrize("to", ["html", "jsonl", "markdown", "json"])
def test_no_value_of_ones_own_passes_as_a_word_of_ours(
    to: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is masked on purpose: a bare number and a word of the page itself are found wherever the session says
    them."""
    for value in ("482913", "12,345", "Transcript"):
        redactor = Redactor(RedactionOptions(known=(value,)))
        for where in PLACES:
            file = _saying(value, where, tmp_path / "saying.jsonl")
            code, _, err = go(
                capsys, file, "--no-redact", "--with", "identity", "--to", to, "-o", "out", "--force"
            )
            assert code == 0, err
            if to == "html" or value in Path("out").read_text("utf-8"):
                with pytest.raises(proof.Residue):
                    proof.prove(Path("out"), redactor, to)


@pytest.mark.parametrize("word", ["user", "message", "assistant", "bash", "session"])
def test_a_word_of_the_format_is_refused(source: Path, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("list.txt").write_text(word)
    code, _, err = go(capsys, source, "-o", "out.html", "--known", "list.txt")
    assert code == 2 and f"`{word}`" in err and "word of the format itself" in err
    code, _, err = go(capsys, source, "-o", "out.html", "--pattern", word[:3] + "[a-zA-Z]+")
    assert code == 2 and "word of the format itself" in err


def test_what_does_nothing_is_said(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty.txt").write_text("\n")
    Path("auth.json").write_text("{}")
    code, _, err = go(capsys, source, "-o", "a.md", "--known", "empty.txt", "--auth", "auth.json")
    assert code == 0 and "no value was found in empty.txt" in err
    assert "no credential was found in auth.json" in err
    assert "empty pattern" in go(capsys, source, "-o", "b.md", "--pattern", "")[2]
    assert go(capsys, source, "-o", "c.md", "--mask-choice", "email,hosts")[0] == 0
    assert "there is no choice 'x'" in go(capsys, source, "-o", "d.md", "--mask-choice", "email,x")[2]
    assert "not -" in go(capsys, source, "--to", "html", "-o", "-")[2] and not Path("-").exists()
    assert "holds html" in go(capsys, source, "--to", "html", "-o", "e.md")[2]


def test_others_may_read_no_more_than_of_the_source(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = os.umask(0o022)
    try:
        for mode, folder_mode in ((0o600, 0o700), (0o640, 0o750), (0o644, 0o755)):
            source.chmod(mode)
            go(capsys, source, "-o", f"{mode:o}.md")
            go(capsys, source, "--bundle", f"b{mode:o}")
            assert Path(f"{mode:o}.md").stat().st_mode & 0o777 == mode
            assert Path(f"b{mode:o}").stat().st_mode & 0o777 == folder_mode
            assert {one.stat().st_mode & 0o777 for one in Path(f"b{mode:o}").iterdir()} == {mode}
    finally:
        os.umask(before)


def test_an_event_log_is_called_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    lines = [
        {"type": "session", "version": 3, "id": "x", "timestamp": "", "cwd": "/"},
        {"type": "agent_start"},
    ]
    log.write_text("\n".join(map(json.dumps, lines)) + "\n")
    code, _, err = go(capsys, log, "-o", "x.md")
    assert code in (0, 2) and (code == 0 or "event log" in err)


def test_older_files_of_a_bundle_are_told(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go(capsys, source, "--bundle", "b", "--title", "one")
    _, _, err = go(capsys, source, "--bundle", "b", "--title", "two", "--force")
    assert "from before" in err and "one-" in err
