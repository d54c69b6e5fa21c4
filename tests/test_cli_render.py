"""What the commands write for people: hostile text harmless, Chinese in columns, trees of any shape, any width."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.grid import Grid
from inspector.cli.main import run
from inspector.cli.render import Lines, cells, console, fit, many, money, pad, size, when, wrap_cells
from inspector.cli.safetext import one_line, safe
from tests.builders import Script, stamp

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
ALL_SAMPLES = sorted(SAMPLES.glob("*.jsonl"))
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
HOSTILE = (
    "\x1b]0;pwned\x07\x1b[2J\r\b\x9b31m\u202etxt.exe\u2066\u200b\ufeff\u2028[bold red]x[/] \ud83d :smile:"
)


# -- text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("茶 émoji 👍", "茶 émoji 👍"),
        ("a\x1b[31mb", "a^[[31mb"),
        ("a\nb\tc\x00\x7f", "a^Jb^Ic^@^?"),
        ("\x9b", "⟦U+009B⟧"),
        ("a\u202eb", "a⟦U+202E⟧b"),
        ("\u200b\u2060\ufeff", "⟦U+200B⟧⟦U+2060⟧⟦U+FEFF⟧"),
        ("\u2028", "⟦U+2028⟧"),
        ("\ud83d", "⟦U+D83D⟧"),
        ("a\u200db", "a⟦U+200D⟧b"),
        ("👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥", "👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥"),
        ("\U000e0041", "⟦U+E0041⟧"),
        ("\u3164\u00ad", "⟦U+3164⟧⟦U+00AD⟧"),
        ("[bold]not markup[/bold] :smile:", "[bold]not markup[/bold] :smile:"),
    ],
)
def test_safe(text: str, shown: str) -> None:
    assert safe(text) == shown


def test_line_breaks_stay_where_lines_are_wanted() -> None:
    assert safe("a\n\tb\r", newlines=True) == "a\n    b^M"


def test_one_line_folds_and_cuts() -> None:
    assert one_line("  a\n\n b\tc ") == "a b c"
    assert one_line("x" * 500, 10) == "x" * 10 + "…"
    assert one_line("\n" * 5000 + "x", 10).endswith("…")


def test_widths_count_columns_not_characters() -> None:
    assert cells("茶a👍") == 5
    assert fit("茶码项目", 5) == "茶码…"
    assert fit("茶码项目", 8) == "茶码项目"
    assert fit("abc", 0) == ""
    assert pad("茶", 4) == "茶  "
    assert wrap_cells("茶码项目 abc", 10) == ["茶码项目", "abc"]
    assert all(cells(part) <= 10 for part in wrap_cells("茶" * 30 + "x" * 30, 10))


def test_small_words() -> None:
    assert (many(1, "leaf", "leaves"), many(1200, "leaf", "leaves")) == ("1 leaf", "1,200 leaves")
    assert (money(0), money(0.01234), money(12.5), money(None)) == ("$0", "$0.0123", "$12.50", "-")
    assert (money(1e308), money(-1e15), money(1e14)) == (
        "$1.00e+308",
        "$-1.00e+15",
        "$100,000,000,000,000.00",
    )
    assert (size(5), size(2048), size(3 << 30)) == ("5 bytes", "2.0 KiB", "3.0 GiB")
    assert re.fullmatch(r"2026-05-0\d \d\d:\d\d [+-]\d\d:\d\d", when(1777885200000))
    assert (when(None), when(1e300)) == ("-", "out of range")


def test_lines_are_cut_at_the_width(capsys: pytest.CaptureFixture[str]) -> None:
    with Lines(console(), 20) as lines:
        lines.add(("12345 ", ""), ("茶" * 20, "user"), ("never", ""))
    assert capsys.readouterr().out == "12345 茶茶茶茶茶茶…\n"


# -- commands ----------------------------------------------------------------------------------------------


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(list(arguments)) == 0, capsys.readouterr()
    return capsys.readouterr().out


def hostile(tmp_path: Path) -> Path:
    """Text that wants to rule the terminal, in every field that is shown."""
    bad = HOSTILE
    script = Script(id=bad, cwd=bad, parentSession=bad)
    script.add("model_change", provider=bad, modelId=bad)
    first = script.user(bad, id=bad)
    script.reply(
        bad, {"type": "toolCall", "id": bad, "name": bad, "arguments": {bad: bad}}, model=bad, provider=bad
    )
    script.message("toolResult", content=[{"type": "image", "mimeType": bad, "data": "AAAA"}], toolName=bad)
    script.message(bad, content=bad)
    script.add(bad, text=bad)
    script.add("custom_message", customType=bad, content=bad, display=True)
    script.add("compaction", summary=bad, firstKeptEntryId=bad, tokensBefore=10)
    script.add("label", targetId=first, label=bad)
    script.add("session_info", name=bad)
    script.add("branch_summary", summary=bad, fromId=bad)
    script.message("system", content=bad, sections={bad: bad}, toolsAdded=[{"name": bad}])
    script.add("context_edit", targetId=first, replacement={"content": bad})
    lines = script.bytes() + b'{"type":"message","id":"\x1b[31m","parentId":"' + b"\x1b" + b'"}\n'
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(lines)
    return path


@pytest.mark.parametrize("width", ["80", "140"])
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("command", ["list", "show", "tree", "tree --all", "context", "context --messages"])
def test_hostile_text_stays_text(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    width: str,
    colour: bool,
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    path = hostile(tmp_path)
    place = ["--dir", str(tmp_path)] if command == "list" else [str(path)]
    shown = output(capsys, *command.split(), *place)
    plain = ESCAPES.sub("", shown)
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2028\u2066-\u2069\ufeff\ud800-\udfff]", plain
    )
    assert "U+202E" in plain
    if not colour:
        assert shown == plain


def test_no_line_is_wider_than_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(cwd="/工作/" + "目录" * 60)
    script.add("session_info", name="会员折扣" * 60)
    for _ in range(3):
        script.user("不要修改 legacy 目录。" * 60)
        script.reply("好的，" * 200)
    script.add("compaction", summary="目标" * 300, firstKeptEntryId=script.leaf, tokensBefore=123456)
    path = script.write(tmp_path / ("会" * 40 + ".jsonl"))
    whole = (str(path), script.records[0]["cwd"])  # what one copies is not broken, the terminal may wrap it
    for width in (40, 80, 140):
        monkeypatch.setenv("COLUMNS", str(width))
        for arguments in (
            ["list", "--dir", str(tmp_path)],
            ["show"],
            ["tree"],
            ["context"],
            ["context", "--messages"],
        ):
            place = [] if arguments[0] == "list" else [str(path)]
            for line in output(capsys, *arguments, *place).splitlines():
                copied = line.strip() in whole or re.fullmatch("  [0-9a-f]{64}", line)
                assert copied or cells(line) <= width, (arguments, line)


def test_the_tree_with_lanes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = Script()
    root = script.user("Question?", id="aa")
    for number in range(4):
        script.reply(f"Step {number}.")
    side = script.user("Left.", parent=root, id="bb")
    script.user("Left of left.", parent=side, id="cc")
    script.user("Right of left.", parent=side, id="dd")
    script.user("Straight on.", parent=root, id="ee")
    script.add("label", parent="ee", targetId="cc", label="keep this")
    path = script.write(tmp_path / "t.jsonl")
    lines = output(capsys, "tree", str(path)).splitlines()
    assert lines[0] == "10 entries · 2 forks · 4 leaves"
    drawn = [re.sub(r" +", " ", line) for line in lines[2:]]
    assert drawn == [
        "◆ user aa line 2 Question?",
        "├─╮",
        "│ ● assistant e0000002 line 3 Step 0.",
        "│ │ … 2 more entries",
        "│ ○ assistant e0000005 line 6 Step 3.",
        "├─╮",
        "│ ◆ user bb line 7 Left.",
        "│ ├─╮",
        "│ │ ○ user dd line 9 Right of left.",
        "│ ○ user cc line 8 [keep this] Left of left.",
        "● user ee line 10 Straight on.",
        "◉ label e000000a line 11 <- active leaf keep this",
    ]
    assert "Step 1." in output(capsys, "tree", str(path), "--all")
    assert all(cells(line) <= 30 for line in output(capsys, "tree", str(path), "--width", "30").splitlines())


def chain(path: Path, count: int) -> Path:
    with path.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(Script().records[0]) + "\n")
        parent = None
        for number in range(count):
            record = {
                "type": "custom",
                "customType": "x",
                "id": f"{number:x}",
                "parentId": parent,
                "timestamp": stamp(number),
            }
            stream.write(json.dumps(record) + "\n")
            parent = f"{number:x}"
    return path


def test_a_chain_of_20000_entries(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = chain(tmp_path / "c.jsonl", 20_000)
    assert len(output(capsys, "tree", str(path)).splitlines()) == 5
    assert len(output(capsys, "tree", str(path), "--all").splitlines()) == 20_002


@pytest.mark.parametrize("active_first", [True, False])
def test_thousands_of_forks_in_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], active_first: bool
) -> None:
    """A path with a side branch at every step, read from its end and from a leaf near its start."""
    path = tmp_path / "f.jsonl"
    count = 6_000
    with path.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps(Script().records[0]) + "\n")
        for number in range(count):
            parent = f"m{number - 1}" if number else None
            for name in (f"m{number}", f"s{number}"):
                stream.write(
                    json.dumps({"type": "custom", "id": name, "parentId": parent, "timestamp": stamp(0)})
                    + "\n"
                )
        if active_first:
            stream.write(
                json.dumps({"type": "custom", "id": "end", "parentId": "m0", "timestamp": stamp(1)}) + "\n"
            )
    folded = output(capsys, "tree", str(path)).splitlines()
    assert "folded (--all shows them)" in "\n".join(folded) or active_first
    drawn = output(capsys, "tree", str(path), "--all").splitlines()
    assert sum("line " in line for line in drawn) == 2 * count + active_first
    assert max(line.count("│ ") for line in drawn) <= 3
    assert len(folded) < 500 or active_first


def test_loops_and_repeated_ids_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = Script()
    script.user("Loop.", id="x", parent="y")
    script.user("Back.", id="y", parent="x")
    script.user("Twice.", id="z", parent=None)
    script.user("Twice again.", id="z", parent=None)
    shown = output(capsys, "tree", str(script.write(tmp_path / "l.jsonl")))
    assert "2 entries lead into a loop of parents" in shown
    assert "whose id a later line repeats" in shown
    for words in ("Loop.", "Back.", "Twice.", "Twice again."):
        assert words in shown


@pytest.mark.parametrize("odd", [5, True, {"a": [1]}, ["x"], 1e30])
def test_fields_of_an_odd_kind_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], odd: Any
) -> None:
    script = Script(cwd=odd, parentSession=odd, timestamp=odd, version=odd)
    target = script.user(odd)
    script.reply("Yes.", model=odd, provider=odd, usage=odd)
    script.message("toolResult", content=odd, toolName=odd, isError=odd)
    script.add("label", targetId=target, label=odd)
    script.add("session_info", name=odd)
    script.add("thinking_level_change", thinkingLevel=odd)
    script.add("model_change", provider=odd, modelId=odd)
    script.add("compaction", summary=odd, firstKeptEntryId=odd, tokensBefore=odd)
    script.add("context_edit", targetId=odd, replacement=odd)
    script.message("system", content=odd, sections=odd, toolsAdded=odd)
    script.add("branch_summary", summary=odd)
    path = str(script.write(tmp_path / "o.jsonl"))
    for arguments in (
        ["show"],
        ["show", "--json"],
        ["tree", "--all"],
        ["context"],
        ["context", "--messages"],
    ):
        assert output(capsys, *arguments, path)
    assert output(capsys, "list", "--dir", str(tmp_path))


def sample(name: str) -> str:
    return str(SAMPLES / f"{name}.jsonl")


@pytest.mark.parametrize("width", ["60", "80", "100", "140"])
@pytest.mark.parametrize("command", ["list", "show", "tree", "context", "context --messages"])
def test_no_blanks_at_the_end_and_no_two_empty_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    places = [["--dir", str(SAMPLES)]] if command == "list" else [[str(path)] for path in ALL_SAMPLES]
    for place in places:
        lines = output(capsys, *command.split(), *place).split("\n")
        assert [line for line in lines if line != line.rstrip()] == [], place
        if "--messages" not in command:  # there the empty lines are those of the messages
            assert ["", ""] not in [lines[at : at + 2] for at in range(len(lines))], place


def test_a_table_gives_way_in_its_words_and_never_in_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    grid = Grid(("", "left"), ("name", "left"), ("size", "right"), ("words", "wide"), ("none", "left"))
    grid.row("", ("茶" * 10, "id"), "1,234,567", "word " * 20, "-")
    grid.row("", "b", "5", "short", "-")
    with Lines(console(), 60) as lines:
        grid.print(lines)
    with Lines(console(), 200) as lines:
        grid.print(lines)
    narrow, wide = capsys.readouterr().out.splitlines()[:4], capsys.readouterr().out
    assert wide == ""
    assert "1,234,567" in narrow[2]
    assert "…" in narrow[2] and all(cells(line) <= 60 for line in narrow)
    assert cells(narrow[1]) == max(cells(line) for line in narrow)


def test_what_one_copies_is_never_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    cwd = "/home/ana/" + "a long way down/" * 8 + "boats"
    script = Script(cwd=cwd, parentSession=cwd + "/parent.jsonl")
    script.user("Hello.", parent="gone")
    folder = tmp_path / ("deep " * 20).strip()
    folder.mkdir()
    path = script.write(folder / "a.jsonl")
    (folder / "b.jsonl").write_text("no session\n")
    shown = output(capsys, "show", str(path)).splitlines()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    for value in (str(path), digest, cwd, cwd + "/parent.jsonl", f"{path}:2"):
        assert f"  {value}" in shown
    assert f"  {path}" in output(capsys, "context", str(path)).splitlines()
    assert f"  {folder / 'b.jsonl'}" in output(capsys, "list", "--dir", str(folder)).splitlines()
    monkeypatch.setenv("COLUMNS", "100")
    assert f"  sha256          {digest}" in output(capsys, "show", str(path)).splitlines()


def test_files_are_named_as_seen_from_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "here" / "-sub").mkdir(parents=True)
    path = Script().write(tmp_path / "here" / "-sub" / "a.jsonl")
    monkeypatch.chdir(tmp_path / "here")
    assert "file            ./-sub/a.jsonl\n" in output(capsys, "show", str(path))
    assert output(capsys, "context", str(path)).startswith("Context of ./-sub/a.jsonl\n")
    monkeypatch.chdir(tmp_path / "here" / "-sub")
    assert "file            a.jsonl\n" in output(capsys, "show", str(path))
    assert run(["show", "none.jsonl"]) == 2
    assert capsys.readouterr().err.startswith("pi-inspector: none.jsonl does not exist")
    assert run(["show", "none.jsonl", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["file"] == str(path.parent / "none.jsonl")
    monkeypatch.chdir("/")
    assert "file            ~/here/-sub/a.jsonl\n" in output(capsys, "show", str(path))
    assert json.loads(output(capsys, "show", str(path), "--json"))["file"] == str(path)


@pytest.mark.parametrize("path", ALL_SAMPLES, ids=lambda path: path.stem)
def test_the_parts_of_the_messages_make_up_the_whole(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = output(capsys, "show", str(path))
    line = re.search(r"^  messages +(.*)$", shown, re.M)
    assert line
    total, *parts = (int(number) for number in re.findall(r"\d+", line[1])) if line[1] != "none" else (0,)
    assert total == sum(parts) == json.loads(output(capsys, "show", str(path), "--json"))["messages"]["total"]
    assert re.search(r"^  tool calls +(none|\d+, inside the replies)$", shown, re.M)


def test_each_number_of_tokens_says_what_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = output(capsys, "context", sample("demo-night-market"), "--at", "718d38dc")
    assert "2,687 as pi counts: 2,687 used by the last reply, its output included, and 0 guessed" in shown
    assert "2,575 went in for the reply 718d38dc (line 73), cache included, its output not" in shown
    assert "In the context (13 entries; tokens guessed, four characters each)" in shown
    assert "estimate" not in shown


def test_an_empty_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Script().write(tmp_path / "e.jsonl")
    assert "no entries" in output(capsys, "tree", str(path))
    assert "0 entries" in output(capsys, "show", str(path))
    assert "no leaf" in output(capsys, "context", str(path))


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    path = Script()
    path.user("Hello.")
    file = str(path.write(tmp_path / "a.jsonl"))

    def shown(**environ: str) -> str:
        command = [sys.executable, "-m", "inspector", "tree", file]
        base: dict[str, Any] = {"PATH": "", "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}
        done = subprocess.run(command, capture_output=True, env={**base, **environ}, check=True)
        return done.stdout.decode("utf-8")

    assert "\x1b" not in shown(PYTHONIOENCODING="utf-8")
    assert "\x1b" in shown(PYTHONIOENCODING="utf-8", FORCE_COLOR="1")
    assert "\x1b" not in shown(PYTHONIOENCODING="utf-8", NO_COLOR="1", FORCE_COLOR="1")
    assert "\\u25c9" in shown(PYTHONIOENCODING="ascii")
