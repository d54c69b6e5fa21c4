"""README is true: its commands run and print what it shows, its make targets and files exist.

`UPDATE_README=1 pytest tests/test_readme.py` writes the outputs again. In a shown output a line with only … stands for
any lines, and times of files for any times.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
README = TOP / "README.md"
CONSOLE = re.compile(r"```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```", re.S)
SHELL = re.compile(r"```sh\n(.*?)```", re.S)
EXITS = {"samples/missing.jsonl": 2}
# Which lines of a long output are shown: so many first, so many last.
EXCERPTS = {
    "list": (7, 0),
    "show samples/demo-night-market.jsonl": (57, 0),
    "show samples/two-records-on-one-line.jsonl": (0, 7),
}
ELLIPSIS = "…"


def run(command: str) -> tuple[int, str]:
    """Exit status and everything printed, as in a terminal of 100 columns; paths as seen from the checkout."""
    words = shlex.split(command)
    assert words[0] == "pi-inspector", command
    settings = {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TZ": "UTC",
        "PYTHONUTF8": "1",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    done = subprocess.run(
        [sys.executable, "-m", "inspector", *words[1:]],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", cwd=TOP, env=os.environ | settings, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.replace(f"{TOP}{os.sep}", "")


def plain(text: str) -> str:
    """Without what differs from checkout to checkout: times of files and what hangs on them, trailing blanks."""
    text = re.sub(r"(?m)^\* (?=TIME|20)", "  ", text)  # what pi --continue would open
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


def test_there_are_examples_for_the_commands() -> None:
    shown = {command.split()[1] for command, _ in examples()}
    assert shown >= {"list", "show", "tree", "context"}


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
    helps = "".join(
        run(f"pi-inspector {name} --help")[1] for name in ("", "list", "show", "tree", "context", "serve")
    )
    options = set(re.findall(r"`(--[a-z-]+)`", README.read_text("utf-8"))) - {"--continue"}
    assert [option for option in sorted(options) if option not in helps] == []


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README.read_text("utf-8"))
    assert [link for link in links if not (TOP / link).exists()] == []
