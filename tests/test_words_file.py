"""Every sentence about a file, its damage, pi's ways with it and the changes of a copy has its Chinese."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from inspector.cli.main import run
from inspector.cli.render import cells, wrap_cells
from inspector.diagnosis import words_file
from inspector.diagnosis.said_of import said_of, with_said
from inspector.diagnosis.salvage import salvage
from inspector.diagnosis.words_file import kind_name, said
from inspector.errors import InspectorError
from inspector.session import open_session
from inspector.session.context import context_at
from inspector.session.context_json import context_json
from inspector.session.index_head import head
from inspector.session.verdict import EVENT_LOG
from inspector.web.listing import Counter, listing
from inspector.web.shelf import Shelf, look_at
from tests.conftest import SHARED, TOP

FILES = sorted({*(TOP / "samples").glob("*.jsonl"), *(SHARED / "cases").glob("*.jsonl")})
CHINESE = re.compile("[\u4e00-\u9fff]")
SOURCES = (
    "evidence/damage.py",
    "session/findings.py",
    "session/scan.py",
    "session/verdict.py",
    *(f"diagnosis/salvage{part}.py" for part in ("", "_header", "_ids", "_record", "_take")),
)


def sentences(path: Path, tmp_path: Path) -> list[str]:
    session = open_session(path)
    pi = session.pi
    found = [damage.message for damage in session.damage] + [
        *pi.writes_on_open,
        pi.why or "",
        pi.throws or "",
    ]
    try:
        made = salvage(session, str(tmp_path / "copy.jsonl"))
        found += [*made.changes, *(damage.message for damage in made.left)]
    except InspectorError:
        pass
    return [text for text in found if text]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_said_of_a_file_is_said_in_chinese(path: Path, tmp_path: Path) -> None:
    for text in sentences(path, tmp_path):
        turned = said(text, "zh")
        assert said(text) == text
        assert CHINESE.search(turned), text
        # Nothing of the sentence is left but names of fields, ids and what strangers wrote.
        assert not re.search(r"\b(?:the|it|its|is|are|on|of|line|pi \w+s)\b", turned.split("：")[0]), turned


def test_every_kind_of_damage_has_a_name() -> None:
    source = "".join((TOP / "inspector" / name).read_text("utf-8") for name in SOURCES)
    for kind, chinese in words_file.KINDS.items():
        assert f'"{kind}"' in source and CHINESE.search(chinese)
        assert kind_name(kind) == kind and kind_name(kind, "zh") == chinese
    assert kind_name("unheard-of", "zh") == "unheard-of"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_page_has_the_chinese_of_every_sentence_it_shows(path: Path) -> None:
    session = open_session(path)
    index, told = head(session), said_of(session)
    pi = index["pi"]
    shown = [damage["message"] for damage in index["damage"]] + index["flagsText"] + pi["writesOnOpen"]
    for text in filter(None, [*shown, pi["why"], pi["throws"]]):
        assert CHINESE.search(told[text]), text
    if session.n:
        view = with_said(context_json(session, context_at(session, max(session.tree.active_leaf, 0))))
        assert view["throws"] is None or CHINESE.search(view["throwsSaid"])


@pytest.mark.parametrize("place", [TOP / "samples", SHARED / "cases"], ids=["samples", "cases"])
def test_the_list_has_the_chinese_of_its_sentences(place: Path) -> None:
    shelf = Shelf(lambda: look_at([place], None))
    page = listing(shelf, Counter(), 60.0)
    texts = [row[name] for row in page.sessions for name in ("why", "note")]
    for text in filter(None, [*texts, *(row["why"] for row in page.problems), *page.notes]):
        assert CHINESE.search(said(text, "zh")), text


def literal(node: ast.expr) -> str | None:
    """A text as it stands in code, with 7 in place of what is put in; None for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "7" for part in node.values)
        return "".join(str(part) for part in parts)
    return None


# What is put in is a piece of the sentence in these: an ending, a beginning, a name with a blank before it.
PIECED = {
    "7 (line 7)": "firstKeptEntryIndex 3 is now firstKeptEntryId 5c230020 (line 7)",
    "7 blank line7 left out": "7 blank lines left out",
    "7 (pi would number anew and lose the branches)": "version 1, yet all entries have ids and parents: they are kept "
    "(pi would number anew and lose the branches)",
    "the 7 record7 at byte 7, whole inside the line, is an entry again": "the 7 record at byte 7, whole inside the "
    "line, is an entry again",
    "the time of the session is lost; that of 7 stands in for it: 7": "the time of the session is lost; that of the "
    "file's modification time stands in for it: 7",
}


def test_no_change_of_a_copy_lacks_words() -> None:
    """By the code itself: a change that no file of ours gives has its Chinese, too."""
    found = set()
    for name in SOURCES:
        for node in ast.walk(ast.parse((TOP / "inspector" / name).read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "add"
            ):
                found.update(text for arg in node.args[1:] if (text := literal(arg)) and " " in text)
    assert len(found) > 30 and set(PIECED) <= found
    assert [text for text in found if not CHINESE.search(said(PIECED.get(text, text), "zh"))] == []


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        (EVENT_LOG, "事件日志（pi --mode json 的输出）"),
        (
            "building the context and counting usage (message null or absent on line 6); "
            "counting usage (no usage on lines 1, 2, 3, 4, 5 and 6 more)",
            "构建上下文和统计用量时（第 6 行的 message 为 null 或不存在）；"
            "统计用量时（第 1、2、3、4、5 及另外 6 行没有用量）",
        ),
        (
            "line 7: left out: an array instead of a record; pi keeps it as an entry",
            "第 7 行：略去：数组而不是记录；pi 把它当作条目保留",
        ),
        (
            "its firstKeptEntryId 'a; b' (line 4) is not on its path before it; pi keeps nothing from before this compaction",
            "它的 firstKeptEntryId 'a; b'（第 4 行）不在它之前的路径上；这次压缩之前的内容 pi 一条也不保留",
        ),
        (
            "not JSON, so pi skips the line (byte 905: Expecting value)",
            "不是 JSON，pi 会跳过这一行（字节 905：此处应有一个值）",
        ),
        (
            "line 1 cannot be read (torn), and no other line is a header",
            "第 1 行无法读取（残缺的行），其他行也不是文件头",
        ),
        (
            "rewrites the file as version 3 (it is version 1 (none recorded))",
            "会把文件重写为版本 3（现在是版本 1（未记录））",
        ),
        (
            "pi 1.6.0 knows no entry type '{n} \u202e'; it stays in the tree and sends nothing",
            "pi 1.6.0 不认识条目类型 '{n} \u202e'；它留在树里，不发送任何内容",
        ),
        ("something nobody has said before", "something nobody has said before"),
        ("", ""),
    ],
)
def test_sentences(english: str, chinese: str) -> None:
    assert said(english, "zh") == chinese


def test_text_of_strangers_is_not_looked_at_for_long() -> None:
    text = "the " + "x record y at byte 7, " * 100_000
    assert said(text, "zh") == text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_command_for_the_shell_is_never_broken(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, report = TOP / "samples" / "header-late.jsonl", tmp_path / "report.md"
    wanted = f"pi-inspector verify {path} --salvage OUT.jsonl"
    for columns in ("40", "80", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run(["doctor", str(path), "--lang", language, "--report", str(report), "--force"]) == 1
        assert wanted in capsys.readouterr().out
    assert f"`{wanted}`" in report.read_text("utf-8")


def test_chinese_lines_break_between_characters_and_never_before_a_full_stop() -> None:
    text = "见“存储”：pi 拒绝打开这个文件，或者会一直卡住。这里关于分支的说明（在修复之后）才成立。"
    for width in range(12, 90):
        lines = wrap_cells(text, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(cells(line) <= width for line in lines)
        assert not any(line[0] in "，。：）”" or line[-1] in "（“" for line in lines)
        assert all(cells(line) > width - 8 for line in lines[:-1])
    assert wrap_cells("rice noodles (米线), kites (风筝)", 18) == ["rice noodles", "(米线), kites", "(风筝)"]
    assert len(wrap_cells("（" * 50_000, 80)) == 1_250


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("/a/b.jsonl cannot be read: Permission denied", "/a/b.jsonl 无法读取：没有权限"),
        ("it cannot be read (Too many levels of symbolic links)", "无法读取（符号链接层数过多）"),
        ("x.html cannot be written: No space left on device; nothing was left behind", "x.html 无法写入：磁盘空间不足；没有留下任何内容"),
        ("the temporary folder /t cannot be written: Read-only file system; name another one: TMPDIR=FOLDER", "无法写入临时目录 /t：文件系统只读；请指定另一个：TMPDIR=FOLDER"),
        ("x cannot be read: something new (12)", "x 无法读取：something new (12)"),
    ],
)  # fmt: skip
def test_what_the_operating_system_says_is_said_in_chinese(english: str, chinese: str) -> None:
    assert said(english, "zh") == chinese
