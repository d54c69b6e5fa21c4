"""README is true: its commands run and print what it shows, its make targets and files exist.

`UPDATE_README=1 pytest tests/test_readme.py` writes the outputs again. In a shown output a line with only … stands for
any lines, and times of files for any times.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.cli.main import COMMANDS

TOP = Path(__file__).resolve().parent.parent
README = TOP / "README.md"
CONSOLE = re.compile(r"```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```", re.S)
SHELL = re.compile(r"```sh\n(.*?)```", re.S)
EXITS = {"samples/missing.jsonl": 2, " trace ": 1, " doctor ": 1, " verify ": 1}
# Which lines of a long output are shown: so many first, so many last.
EXCERPTS = {
    "list": (3, 3),  # the one sample whose mark hangs on no file time
    "show samples/two-records-on-one-line.jsonl": (0, 7),
    "doctor samples": (6, 41),
    "compare samples/demo-night-market.jsonl": (44, 0),
}
ELLIPSIS = "…"
COLUMNS = "100"


def run(command: str) -> tuple[int, str]:
    """Exit status and everything printed, as in a terminal of 100 columns."""
    words = shlex.split(command)
    assert words[0] == "pi-inspector", command
    settings = {
        "COLUMNS": COLUMNS,
        "NO_COLOR": "1",
        "TZ": "UTC",
        "PYTHONUTF8": "1",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "USER": "wren-whitlock",  # a name that no text holds by chance: what is said of it depends on the name
    }
    done = subprocess.run(
        [sys.executable, "-m", "inspector", *words[1:]],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", cwd=TOP, env=os.environ | settings, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def plain(text: str) -> str:
    """Without what differs from checkout to checkout: times and inodes of files, trailing blanks."""
    text = re.sub(r"\binode \d+", "inode", text)
    text = re.sub(r"\b20\d\d-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?", "TIME", text)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def agrees(shown: str, printed: str) -> bool:
    pieces = [re.escape(plain(piece).strip("\n")) for piece in re.split(rf"(?m)^{ELLIPSIS}$", shown)]
    return (
        re.fullmatch("(.*\n)*".join(pieces).replace("(.*\n)*", "(?s:.*)"), plain(printed).strip("\n"))
        is not None
    )


def examples() -> list[tuple[str, str]]:
    return [(m["command"], m["output"]) for m in CONSOLE.finditer(README.read_text("utf-8"))]


def update() -> None:
    """Put what the commands print now into README."""

    def block(match: re.Match[str]) -> str:
        lines = run(match["command"])[1].rstrip().split("\n")
        first, last = next((n for c, n in EXCERPTS.items() if f" {c}" in match["command"]), (len(lines), 0))
        if first + last < len(lines):
            lines = [*lines[:first], ELLIPSIS, *lines[len(lines) - last :]]
        output = "\n".join(line.rstrip() for line in lines)
        return f"```console\n$ {match['command']}\n{output}\n```"

    README.write_text(CONSOLE.sub(block, README.read_text("utf-8")), "utf-8")


if os.environ.get("UPDATE_README"):
    update()


@pytest.mark.parametrize(("command", "shown"), examples(), ids=[c for c, _ in examples()])
def test_examples_print_what_readme_shows(command: str, shown: str) -> None:
    code, printed = run(command)
    assert code == next((status for word, status in EXITS.items() if word in command), 0), printed
    assert agrees(shown, printed), printed


def test_readme_says_what_its_outputs_depend_on() -> None:
    text = README.read_text("utf-8")
    assert f"a terminal of {COLUMNS} columns with the clock on UTC" in text
    for name in ("PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR", "NO_COLOR"):
        assert f"`{name}`" in text


def test_readme_says_how_to_call_what_is_not_on_the_path() -> None:
    text = README.read_text("utf-8")
    assert "`.venv/bin/pi-inspector`" in text
    assert 'make run ARGS="' in text
    assert "_PI_INSPECTOR_COMPLETE=bash_source" in text


def test_deep_json_is_read_as_readme_says() -> None:
    printed = run("pi-inspector context samples/deep-nesting.jsonl --messages --json")[1]
    depth = sys.getrecursionlimit()
    assert "sys.setrecursionlimit(10_000)" in README.read_text("utf-8")
    try:
        if sys.version_info < (3, 12):
            with pytest.raises(RecursionError):
                json.loads(printed)
            sys.setrecursionlimit(10_000)
            assert json.loads(printed)["leaf"]
    finally:
        sys.setrecursionlimit(depth)


def test_there_are_examples_for_the_commands() -> None:
    shown = {command.split()[1] for command, _ in examples()}
    assert shown >= set(COMMANDS) - {"serve"}


def shell_lines() -> list[str]:
    return [
        line.partition("#")[0].strip()
        for block in SHELL.findall(README.read_text("utf-8"))
        for line in block.splitlines()
    ]


def test_make_targets_exist() -> None:
    targets = {line.split()[1] for line in shell_lines() if line.startswith("make ")}
    rules = set(re.findall(r"(?m)^([a-z]+):", (TOP / "Makefile").read_text("utf-8")))
    assert {"run", "test", "lint", "bench", "oracle"} <= targets <= rules


def test_commands_named_exist() -> None:
    text = README.read_text("utf-8")
    named = set(re.findall(r"pi-inspector ([a-z]+)", text)) | set(re.findall(r"(?m)^### ([a-z]+):", text))
    known = run("pi-inspector --help")[1]
    assert [name for name in sorted(named - {"says"}) if not re.search(rf"(?m)^ +{name} ", known)] == []


def test_options_named_exist() -> None:
    helps = "".join(run(f"pi-inspector {name} --help")[1] for name in ("", *COMMANDS))
    options = set(re.findall(r"`(--[a-z-]+)`", README.read_text("utf-8"))) - {"--continue"}
    assert [option for option in sorted(options) if option not in helps] == []


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text("utf-8"))
    assert [link for link in links if not (TOP / link).exists()] == []
