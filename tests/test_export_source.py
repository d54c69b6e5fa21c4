"""What an export tells of the file it was made from: its name, and never the folder it lies in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.export.selection import bare_name
from tests.builders import Script
from tests.exported import elements, index_of

CLIENT = "secretclient-gmbh"
KEY = "ghp_" + "Zq7Rt2Lm9Xc4Vb6Nw1Kp8Hs3Df5Gj0AyUeIo"


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "agent"))
    monkeypatch.setenv("HOME", "/home/juno")
    monkeypatch.setenv("USER", "juno")
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")


def session(tmp_path: Path, name: str = "talk.jsonl") -> Path:
    """A fork, damaged, in a folder that names a client; no entry of it does."""
    folder = tmp_path / "work" / CLIENT / "--srv-plan--"
    folder.mkdir(parents=True)
    script = Script(cwd="/srv/plan", parentSession=str(folder / "before.jsonl"))
    script.message("system", content="Be brief.", id="s1")
    script.user(f"My key is {KEY}.", id="u1")
    script.reply({"type": "thinking", "thinking": "Hm."}, "I see.", id="a1")
    script.user("Shorter.", id="u2", parent="s1")
    script.reply("Yes.", id="a2")
    path = script.write(folder / name)
    path.write_bytes(path.read_bytes() + b'{"torn')
    return path


def go(*arguments: object) -> None:
    assert run(["export", *map(str, arguments)]) == 0


def said(path: Path) -> bytes:
    """All that an artefact holds, unpacked."""
    data = path.read_bytes()
    return data + b"\n".join(elements(data).values()) if path.suffix == ".html" else data


@pytest.mark.parametrize("more", [[], ["--no-redact"], ["--with", "images,thinking,prompt,private"]])
def test_no_artefact_names_the_folder_of_the_source(tmp_path: Path, more: list[str]) -> None:
    source = session(tmp_path)
    for to, *scope in (
        *(("html",), ("jsonl",), ("markdown",), ("json",)),
        *(("html", "--all-branches"), ("jsonl", "--all-branches"), ("markdown", "--all-branches")),
    ):
        out = Path(f"{to}{len(scope)}.{'html' if to == 'html' else 'txt'}")
        go(source, "--to", to, "-o", out, *scope, *more)
        assert CLIENT.encode() not in said(out) and str(tmp_path).encode() not in said(out), out
    go(source, "--bundle", "bundle", "--all-branches", *more)
    files = list(Path("bundle").iterdir())
    assert len(files) == 4
    for one in files:
        assert CLIENT not in one.name
        assert CLIENT.encode() not in said(one) and str(tmp_path).encode() not in said(one), one.name


def test_it_is_named_all_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = session(tmp_path)
    go(source, "--bundle", "bundle", "--all-branches")
    page = next(Path("bundle").glob("*.html")).read_bytes()
    head = json.loads(next(Path("bundle").glob("*.jsonl")).read_bytes().split(b"\n")[0])
    told = json.loads(Path("bundle/manifest.json").read_bytes())
    assert index_of(page)["file"] == "talk.jsonl" and b'<code class="wrap">talk.jsonl</code>' in page
    assert told["source"]["file"] == "talk.jsonl" == told["artefacts"][0]["source"]["file"]
    assert "- from: `talk.jsonl`, SHA-256" in Path("bundle/report.md").read_text("utf-8")
    assert head["parentSession"] == "before.jsonl" == index_of(page)["parentSession"]
    # What the command itself answers is for whoever ran it, and names the file as CONTRACT has it.
    capsys.readouterr()
    go(source, "--to", "jsonl", "-o", "x.jsonl", "--json")
    assert json.loads(capsys.readouterr().out)["source"]["file"] == str(source)


def test_a_name_is_read_as_everything_else(tmp_path: Path) -> None:
    source = session(tmp_path, f"{KEY}.jsonl")
    go(source, "--bundle", "bundle")
    for one in Path("bundle").iterdir():
        assert KEY.encode() not in said(one) and KEY not in one.name, one.name
    assert (
        json.loads(Path("bundle/manifest.json").read_bytes())["source"]["file"] == "[REDACTED:github-token#1]"
    )


@pytest.mark.parametrize("more", [["--with", "identity"], ["--everything"]])
def test_the_folder_stands_where_it_was_asked_for(tmp_path: Path, more: list[str]) -> None:
    source = session(tmp_path)
    go(source, "--bundle", "bundle", "--all-branches", *more)
    page = next(Path("bundle").glob("*.html")).read_bytes()
    index: dict[str, Any] = index_of(page)
    assert index["file"] == str(source) and index["parentSession"] == str(source.with_name("before.jsonl"))
    assert json.loads(Path("bundle/manifest.json").read_bytes())["source"]["file"] == str(source)


def test_names_of_paths_of_any_system() -> None:
    given = ["/a/b.jsonl", "C:\\Users\\x\\b.jsonl", "b.jsonl", "/a/b/", ""]
    assert [bare_name(one) for one in given] == ["b.jsonl", "b.jsonl", "b.jsonl", "b", ""]
