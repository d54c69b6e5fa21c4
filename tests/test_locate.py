"""Finding sessions: places, headers, what --continue opens, rows of the list; compared with pi where it is there."""

from __future__ import annotations

import json
import os
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis.words_file import said
from inspector.errors import BadInput
from inspector.session.jsvalue import iso
from inspector.store import catalog, find, find_in, find_places, list_report, resolve
from inspector.store.continues import continued, marked
from inspector.store.header import SCAN_LIMIT, Header, NoHeader, read_header
from inspector.store.paths import default_folder_name, expand, same_folder
from inspector.store.paths import resolve as resolve_path
from inspector.web.listing import Counter, listing
from inspector.web.shelf import Shelf, look_at
from tests.builders import Script, stamp
from tests.oracle import PiBridge, pi_missing

CASES = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"
needs_pi = pytest.mark.skipif(pi_missing() is not None, reason=str(pi_missing()))
needs_cases = pytest.mark.skipif(
    not CASES.is_dir(), reason="the reference cases are not beside this checkout"
)
as_root = pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="root may read everything")
HERE = "/work/pots"
# The package exports a function of the same name.
catalog_module = import_module("inspector.store.catalog")


def write(
    path: Path, id: str = "s-1", cwd: Any = HERE, mtime: float = 1_700_000_000.0, words: str = "Hello."
) -> Path:
    script = Script(id=id, cwd=cwd)
    script.user(words)
    script.reply("Good day.")
    path.parent.mkdir(parents=True, exist_ok=True)
    script.write(path)
    os.utime(path, (mtime, mtime))
    return path


def places_in(tmp_path: Path, **environ: str) -> Any:
    return find_places(HERE, environ={"PI_CODING_AGENT_DIR": str(tmp_path / "agent"), **environ})


# -- paths and folder names --------------------------------------------------------------------------------

NAMES = [
    ("/home/ilse/my projects/kiln.v2", "--home-ilse-my projects-kiln.v2--"),
    ("/a/b/c/d", "--a-b-c-d--"),
    ("/a-b/c-d", "--a-b-c-d--"),
    ("/", "----"),
    ("/home/ilse/kiln/", "--home-ilse-kiln--"),
    ("/home/ilse/x/../kiln", "--home-ilse-kiln--"),
    ("/srv/x:y", "--srv-x-y--"),
    ("/home/ilse/back\\slash", "--home-ilse-back-slash--"),
    ("/home/ilse/--dash--", "--home-ilse---dash----"),
    ("//double/slash", "--double-slash--"),
    ("/茶/目录", "--茶-目录--"),
]


@pytest.mark.parametrize(("cwd", "name"), NAMES)
def test_default_folder_name(cwd: str, name: str) -> None:
    assert default_folder_name(cwd) == name


@needs_pi
@pytest.mark.parametrize("cwd", [cwd for cwd, _ in NAMES])
def test_default_folder_name_is_what_pi_makes(pi: PiBridge, cwd: str) -> None:
    assert default_folder_name(cwd) == pi.folder_name(cwd)


def test_a_windows_cwd_has_the_folder_that_pi_makes_on_windows() -> None:
    assert default_folder_name("C:\\Users\\Teo Quill\\clay") == "--C--Users-Teo Quill-clay--"
    assert same_folder("C:\\Users\\Teo", "c:\\users\\teo\\")
    assert not same_folder("/Users/Teo", "/users/teo")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("~", "/h"),
        ("~/a/../b", "/h/b"),
        ("~other/a", "/base/~other/a"),
        ("a/b", "/base/a/b"),
        ("../a", "/a"),
        ("/a//b/./c/", "/a/b/c"),
        ("file:///a/b%20c", "/a/b c"),
        ("file://localhost/a", "/a"),
    ],
)
def test_paths_are_read_as_pi_reads_them(monkeypatch: pytest.MonkeyPatch, text: str, path: str) -> None:
    monkeypatch.setenv("HOME", "/h")
    assert resolve_path(text, "/base") == path


@pytest.mark.parametrize("url", ["file://host/a", "file:///a%2Fb", "file:///%ff"])
def test_file_urls_that_pi_refuses(url: str) -> None:
    with pytest.raises(ValueError):
        expand(url)


# -- where pi looks ----------------------------------------------------------------------------------------


def settings(folder: Path, text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(text, encoding="utf-8")


def test_order_of_the_session_roots(tmp_path: Path) -> None:
    project, agent = tmp_path / "project", tmp_path / "agent"
    project.mkdir()
    environ = {"PI_CODING_AGENT_DIR": str(agent)}
    assert find_places(project, environ=environ).root.path == agent / "sessions"
    assert not find_places(project, environ=environ).root.flat
    settings(agent, '{"sessionDir": "/global"}')
    assert find_places(project, environ=environ).root.path == Path("/global")
    settings(project / ".pi", '\ufeff{"sessionDir": "own"}')
    assert find_places(project, environ=environ).root.path == project / "own"
    environ["PI_CODING_AGENT_SESSION_DIR"] = "~/variable"
    assert find_places(project, environ=environ).root.path == Path.home() / "variable"
    named = find_places(project, "given", environ)
    assert named.root.path == project / "given"
    assert named.named


@pytest.mark.parametrize("empty", ['{"sessionDir": ""}', '{"sessionDir": null}'])
def test_an_empty_project_setting_hides_the_global_one(tmp_path: Path, empty: str) -> None:
    settings(tmp_path / "agent", '{"sessionDir": "/global"}')
    settings(tmp_path / "project" / ".pi", empty)
    places = find_places(tmp_path / "project", environ={"PI_CODING_AGENT_DIR": str(tmp_path / "agent")})
    assert places.root.path == tmp_path / "agent" / "sessions"


@pytest.mark.parametrize("text", ["{", "[1]", '"x"', '{"sessionDir": 7}', '{"sessionDir": "file://host/x"}'])
def test_settings_that_cannot_be_used_are_passed_over(tmp_path: Path, text: str) -> None:
    settings(tmp_path / "agent", text)
    places = find_places(tmp_path, environ={"PI_CODING_AGENT_DIR": str(tmp_path / "agent")})
    assert places.root.path == tmp_path / "agent" / "sessions"
    assert bool(places.notes) == (text != "[1]")


def test_a_variable_that_is_no_path_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="PI_CODING_AGENT_SESSION_DIR"):
        places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR="file://host/x")


# -- headers -----------------------------------------------------------------------------------------------

GOOD = b'{"type":"session","version":3,"id":"h","cwd":"/x","timestamp":"t"}'
HEADERS: dict[str, tuple[bytes, str | None]] = {
    "plain": (GOOD + b"\n", None),
    "without a newline": (GOOD, None),
    "after blanks, nonsense and falsy values": (b'\n  \nnonsense\nnull\n0\n""\nfalse\n' + GOOD, None),
    "crlf": (GOOD + b"\r\n", None),
    "a mark before a second one": (b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD, None),
    "empty": (b"", "empty"),
    "blank": (b"\n\n", "not-a-session"),
    "text": (b"hello\nworld\n", "not-a-session"),
    "binary": (bytes(range(256)) * 20, "binary"),
    "mark": (b"\xef\xbb\xbf" + GOOD, "not-a-session"),
    "title first": (b'{"type":"title"}\n' + GOOD, "not-a-session"),
    "array first": (b"[]\n" + GOOD, "not-a-session"),
    "number first": (b"1\n" + GOOD, "not-a-session"),
    "no id": (b'{"type":"session"}\n' + GOOD, "not-a-session"),
    "id is no text": (b'{"type":"session","id":5}\n', "not-a-session"),
    "id empty": (b'{"type":"session","id":""}\n', None),
    "just within the limit": (b" " * (SCAN_LIMIT - len(GOOD)) + GOOD, None),
    "one byte beyond": (b" " * (SCAN_LIMIT - len(GOOD) + 1) + GOOD, "header-too-far"),
    "newline beyond the limit": (b" " * (SCAN_LIMIT - len(GOOD)) + GOOD + b"\n", "header-too-far"),
    "whole line within the limit": (b" " * (SCAN_LIMIT - len(GOOD) - 1) + GOOD + b"\n" + b"x" * 100, None),
    "bad bytes in a field": (b'{"type":"session","id":"h","cwd":"/\xff"}\n', None),
}


@pytest.mark.parametrize("name", HEADERS)
def test_header(tmp_path: Path, name: str) -> None:
    raw, kind = HEADERS[name]
    path = tmp_path / "x.jsonl"
    path.write_bytes(raw)
    header = read_header(path)
    assert (header.kind if isinstance(header, NoHeader) else None) == kind


@needs_pi
def test_headers_are_accepted_where_pi_accepts_them(tmp_path: Path, pi: PiBridge) -> None:
    for number, (name, (raw, kind)) in enumerate(HEADERS.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "x.jsonl").write_bytes(raw)
        assert (pi.continues(folder) == "x.jsonl") == (kind is None), name


def test_header_fields_that_are_no_text_are_none(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b'{"type":"session","id":"h","cwd":5,"timestamp":null}\n')
    assert read_header(path) == Header("h", None, None, None)


# -- what --continue opens ---------------------------------------------------------------------------------


def test_continue_takes_the_newest_of_the_folder_whatever_its_cwd(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    folder = places.default_folder(HERE)
    write(folder / "a.jsonl", "a", HERE, 100)
    write(folder / "b.jsonl", "b", "/work-pots", 200)
    (folder / "c.jsonl").write_bytes(b"no session\n")
    answer = continued(places)
    assert answer.file == folder / "b.jsonl"
    assert "1 newer without a readable header" in answer.why
    assert marked(find(places)) == {folder / "b.jsonl"}


def test_continue_in_a_custom_folder_asks_for_the_cwd(tmp_path: Path) -> None:
    root = tmp_path / "flat"
    places = places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR=str(root))
    write(root / "a.jsonl", "a", HERE + "/../pots/", 100)
    write(root / "b.jsonl", "b", "/elsewhere", 200)
    write(root / "c.jsonl", "c", "", 300)
    assert continued(places).file == root / "a.jsonl"
    assert marked(find(places, everything=True)) == {root / "a.jsonl", root / "b.jsonl"}
    assert [file.path.name for file in find(places).files] == ["a.jsonl"]
    assert find(places).elsewhere == 2


def test_a_custom_folder_that_is_the_default_one_is_no_custom_folder(tmp_path: Path) -> None:
    folder = places_in(tmp_path).default_folder(HERE)
    places = places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR=str(folder))
    write(folder / "b.jsonl", "b", "/elsewhere", 200)
    assert continued(places).file == folder / "b.jsonl"
    assert len(find(places).files) == 1


def test_a_dangling_link_makes_continue_find_nothing(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    folder = places.default_folder(HERE)
    write(folder / "a.jsonl")
    (folder / "z.jsonl").symlink_to(tmp_path / "gone")
    answer = continued(places)
    assert answer.file is None
    assert "z.jsonl" in answer.why
    found = find(places)
    assert not marked(found)
    assert [(problem.file.name, problem.kind) for problem in found.problems] == [("z.jsonl", "missing")]


def test_equal_times_keep_the_order_of_names_as_in_node(tmp_path: Path) -> None:
    folder = places_in(tmp_path).default_folder(HERE)
    for name in ("b", "é", "a", "B"):
        write(folder / f"{name}.jsonl", name, HERE, 100)
    assert continued(places_in(tmp_path)).file == folder / "B.jsonl"


def test_files_below_a_custom_folder_are_hinted_at(tmp_path: Path) -> None:
    root = tmp_path / "flat"
    places = places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR=str(root))
    write(root / "a.jsonl")
    assert find(places, everything=True).notes == ()
    write(root / "--work-pots--" / "b.jsonl", "b")
    write(root / "--work-pots--" / "c.jsonl", "c")
    for everything in (False, True):
        found = find(places, everything)
        assert [file.path.name for file in found.files] == ["a.jsonl"]
        (note,) = found.notes
        assert "2 .jsonl files lie in folders below" in note and "--dir" in note
    named = find_places(HERE, root, {"PI_CODING_AGENT_DIR": str(tmp_path / "agent")})
    assert len(find(named).files) == 3 and find(named).notes == ()


@needs_pi
def test_pi_does_not_look_below_a_custom_folder(tmp_path: Path, pi: PiBridge) -> None:
    write(tmp_path / "a.jsonl")
    write(tmp_path / "--work-pots--" / "b.jsonl", "b")
    assert [Path(row["file"]).name for row in pi.listing(tmp_path)] == ["a.jsonl"]


def test_the_source_of_the_session_folder_is_told(tmp_path: Path) -> None:
    assert places_in(tmp_path).root.source == "the one below $PI_CODING_AGENT_DIR"
    assert find_places(HERE, environ={}).root.source == "pi's default"
    custom = places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR="/x")
    assert custom.root.source == "$PI_CODING_AGENT_SESSION_DIR"


@needs_pi
def test_continue_agrees_with_pi(tmp_path: Path, pi: PiBridge) -> None:
    folder = tmp_path / "flat"
    places = places_in(tmp_path, PI_CODING_AGENT_SESSION_DIR=str(folder))
    mine = HERE

    def same() -> None:
        theirs = pi.continues(folder, mine)
        ours = continued(places).file
        assert (ours.name if ours else None) == theirs

    folder.mkdir()
    same()
    write(folder / "b.jsonl", "b", mine, 100)
    write(folder / "a.jsonl", "a", mine, 100)
    same()
    write(folder / "c.jsonl", "c", "/elsewhere", 300)
    same()
    os.utime(folder / "b.jsonl", ns=(0, 100_000_000_100))
    same()  # a difference too small for a double of milliseconds
    os.utime(folder / "b.jsonl", ns=(0, 100_001_000_000))
    same()
    write(folder / "d.jsonl", "d", 7, 400)
    (folder / "e.jsonl").mkdir()
    (folder / "f.jsonl").write_bytes(b"")
    same()
    write(folder / "g.jsonl", "g", "file://host/x", 500)
    same()
    (folder / "g.jsonl").unlink()
    (folder / "h.jsonl").symlink_to(tmp_path / "gone")
    same()


# -- finding -----------------------------------------------------------------------------------------------


def test_the_whole_layout_with_linked_folders(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    root = places.root.path
    write(root / "--a--" / "1.jsonl", "one", "/a")
    outside = tmp_path / "outside"
    write(outside / "2.jsonl", "two", "/b")
    (root / "--b--").symlink_to(outside)
    (root / "--gone--").symlink_to(tmp_path / "nothing")
    (root / "--a--" / "deeper").mkdir()
    write(root / "--a--" / "deeper" / "3.jsonl", "three")
    (root / "--a--" / "loop").symlink_to(root)
    write(tmp_path / "agent" / "old.jsonl", "old", "/old")
    (tmp_path / "agent" / "log.jsonl").write_text("{}\n")
    found = find(places, everything=True)
    assert sorted(file.path.name for file in found.files) == ["1.jsonl", "2.jsonl", "old.jsonl"]
    assert [problem.file.name for problem in found.problems] == ["--gone--"]
    assert marked(found) == {root / "--a--" / "1.jsonl", root / "--b--" / "2.jsonl"}


def test_other_directories_are_counted(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    write(places.root.path / "--a--" / "1.jsonl", "one", "/a")
    found = find(places)
    assert (found.files, found.elsewhere, found.roots) == ([], 1, (places.default_folder(HERE),))


def test_problem_files_come_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "binary.jsonl").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(100))
    (tmp_path / "other.jsonl").write_text('{"type":"title"}\n')
    os.mkfifo(tmp_path / "pipe.jsonl")
    found = find_in([tmp_path])
    kinds = {problem.file.name: problem.kind for problem in found.problems}
    assert kinds == {
        "folder.jsonl": "folder",
        "empty.jsonl": "empty",
        "binary.jsonl": "binary",
        "other.jsonl": "not-a-session",
        "pipe.jsonl": "not-a-file",
    }
    assert all(problem.why for problem in found.problems)
    assert catalog(found).rows == ()


@as_root
def test_a_file_without_permission_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl").chmod(0)
    assert [problem.kind for problem in find_in([tmp_path]).problems] == ["permission"]


def test_a_file_that_may_not_be_opened_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.jsonl")

    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert [(problem.file, problem.kind) for problem in find_in([tmp_path]).problems] == [
        (path, "permission")
    ]


def test_named_files_and_folders(tmp_path: Path) -> None:
    one = write(tmp_path / "one.bak", "one")
    write(tmp_path / "in" / "two.jsonl", "two")
    found = find_in([one, tmp_path / "in", one])
    assert sorted(file.path.name for file in found.files) == ["one.bak", "two.jsonl"]
    with pytest.raises(BadInput, match="does not exist"):
        find_in([tmp_path / "nothing"])


def test_a_folder_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    inner = write(tmp_path / "in" / "two.jsonl", "two").parent
    (inner / "empty.jsonl").touch()
    (tmp_path / "link").symlink_to(inner)
    found = find_in([tmp_path, inner, inner, inner / "two.jsonl"])
    assert len(found.files) == 1 and [problem.kind for problem in found.problems] == ["empty"]
    # A file that is linked under its own name is told of once, a link that leads nowhere in each folder.
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gone.jsonl").symlink_to(tmp_path / "nothing")
    (tmp_path / "x" / "empty.jsonl").symlink_to(inner / "empty.jsonl")
    kinds = [problem.kind for problem in catalog(find_in([tmp_path])).problems]
    assert sorted(kinds) == ["empty", "missing", "missing"]


def test_files_further_down_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = import_module("inspector.store.below")
    monkeypatch.setattr(below, "MOST_SECONDS", 60)
    write(tmp_path / "one" / "a.jsonl")
    assert find_in([tmp_path]).notes == ()
    write(tmp_path / "corpus" / "repo" / "a.jsonl")
    write(tmp_path / "corpus" / "other repo" / "b.jsonl")
    (tmp_path / "corpus" / "loop").symlink_to(tmp_path)
    (note,) = find_in([tmp_path]).notes
    assert note == (
        f"2 .jsonl files lie in 2 folders further down than the list looks, which is {tmp_path} and the folders in it; "
        f"to see them: pi-inspector serve {tmp_path}/corpus"
    )
    assert len(find_in([tmp_path / "corpus"]).files) == 2
    assert find_in([tmp_path, tmp_path / "corpus"]).notes == ()
    for name in ("b c", "d", "e"):
        write(tmp_path / name / "y" / "a.jsonl")
    (note,) = find_in([tmp_path]).notes
    assert note.endswith(f"serve {tmp_path}/corpus '{tmp_path}/b c' {tmp_path}/d (and 1 more such folder)")
    assert said(note, "zh") == (
        f"有 5 个 .jsonl 文件在更深的 5 个目录里，列表不看那么深，只看 {tmp_path} 和其中的目录；要查看它们："
        f"pi-inspector serve {tmp_path}/corpus '{tmp_path}/b c' {tmp_path}/d（这样的目录还有 1 个）"
    )
    monkeypatch.setattr(below, "MOST_FOLDERS", 8)
    (note,) = find_in([tmp_path]).notes
    assert note.startswith("at least ") and said(note, "zh").startswith("至少有 ")


def test_reasons_name_no_path_and_have_chinese_words(tmp_path: Path) -> None:
    lines = {
        "events": '{"type":"agent_start"}\n{"type":"turn_start"}\n',
        "broken-events": 'x\n{"type":"agent_start"}\n',
        "other": '{"type":"title"}\n',
        "untyped": '{"a":1}\n[]\n',
        "list": "[1]\n",
        "broken": "{\n",
        "bom": "\ufeff{\n",
        "blank": "\n",
        "cr": '{"type":"session","id":"x"}\r{}\r',
        "far": " " * (1 << 20) + "x\n",
        "empty": "",
        "binary": "\0" * 99,
        "no-id": '{"type":"session"}\n',
    }
    for name, text in lines.items():
        (tmp_path / f"{name}.jsonl").write_text(text, "utf-8")
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nothing")
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    found = find_in([tmp_path])
    shelf = Shelf(lambda: look_at([tmp_path], None))
    page = [(Path(item["file"]).stem, item["why"]) for item in listing(shelf, Counter()).problems]
    problems = [*page, *((problem.file.stem, problem.why) for problem in catalog(found).problems)]
    assert {name for name, _ in problems} == {*lines, "folder", "pipe", "gone", "loop"}
    for _, why in problems:
        assert str(tmp_path) not in why
        told = said(why, "zh").replace("pi --mode json", "").replace("pi --continue", "")
        assert not re.search(r"[a-z]{4,} [a-z]{2,} [a-z]{2,}", told), told


def test_thousands_of_files(tmp_path: Path) -> None:
    for folder in range(20):
        (tmp_path / f"--{folder}--").mkdir()
        for file in range(100):
            (tmp_path / f"--{folder}--" / f"{file:03}.jsonl").write_bytes(GOOD + b"\n")
    found = find_in([tmp_path])
    assert len(found.files) == 2000
    assert len(marked(found)) == 20


# -- from a name to a file ---------------------------------------------------------------------------------


def test_resolve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = places_in(tmp_path)
    root = places.root.path
    first = write(root / "--a--" / "1.jsonl", "abc-1", "/a")
    second = write(root / "--b--" / "2.jsonl", "abc-12", "/b")
    assert resolve("abc-1", places) == first
    assert resolve("abc-12", places) == second
    assert resolve(str(second), places) == second
    with pytest.raises(BadInput, match=r"abc-1 \(.*abc-12 \(") as caught:
        resolve("abc", places)
    assert caught.value.kind == "ambiguous"
    for unknown in ("zzz", ""):
        with pytest.raises(BadInput) as caught:
            resolve(unknown, places)
        assert caught.value.kind == "not-found"
    copy = write(root / "--b--" / "copy.jsonl", "abc-12", "/b")
    with pytest.raises(BadInput, match="several files") as caught:
        resolve("abc-12", places)
    assert str(copy) in caught.value.message and str(second) in caught.value.message


def test_a_path_wins_over_an_id(tmp_path: Path) -> None:
    places = find_places(tmp_path, environ={"PI_CODING_AGENT_DIR": str(tmp_path / "agent")})
    write(places.root.path / "--a--" / "1.jsonl", "name", "/a")
    path = write(tmp_path / "name")
    assert resolve("name", places) == path
    assert resolve("missing.jsonl", places) == tmp_path / "missing.jsonl"
    assert resolve("sub/x", places) == tmp_path / "sub" / "x"


# -- rows --------------------------------------------------------------------------------------------------


def test_rows_of_the_list(tmp_path: Path) -> None:
    script = Script(id="s", cwd="/x", parentSession="/p.jsonl")
    first = script.user(
        [{"type": "image"}, {"type": "text", "text": "Two"}, {"type": "text", "text": "words."}]
    )
    script.reply("Yes.")
    script.reply("Other.", parent=first)
    script.add("compaction", summary="…", firstKeptEntryId=first, tokensBefore=5)
    script.add("session_info", name=" Pots ")
    script.write(tmp_path / "a.jsonl")
    os.utime(tmp_path / "a.jsonl", (1000, 1000))
    (row,) = list_report(catalog(find_in([tmp_path])))["sessions"]
    assert row["cost"] == pytest.approx(0.02)
    row.pop("cost")
    assert row == {
        "file": str(tmp_path / "a.jsonl"),
        "id": "s",
        "name": "Pots",
        "cwd": "/x",
        "created": stamp(0),
        "modified": "1970-01-01T00:16:40.000Z",
        "lastTalk": stamp(3),
        "entries": 5,
        "messages": 3,
        "branches": 2,
        "compactions": 1,
        "firstMessage": "Two words.",
        "damage": 0,
        "parentSession": "/p.jsonl",
        "continues": True,
        "size": (tmp_path / "a.jsonl").stat().st_size,
        "refused": None,
        "unlisted": None,
        "note": None,
    }


def message(**fields: Any) -> dict[str, Any]:
    return {"type": "message", "id": "m", "parentId": None, "timestamp": stamp(5), **fields}


ODD: dict[str, list[Any]] = {
    "message null": [message(message=None)],
    "message absent": [message()],
    "message text": [message(message="x")],
    "content null": [message(message={"role": "user", "content": None})],
    "content absent": [message(message={"role": "user"})],
    "content object": [message(message={"role": "assistant", "content": {}})],
    "content number": [message(message={"role": "assistant", "content": 5})],
    "content null of a result": [message(message={"role": "toolResult", "content": None})],
    "null block": [message(message={"role": "user", "content": [None]})],
    "null elsewhere": [message(message={"role": "user", "content": [{"type": "x", "y": None}]})],
    "text null": [message(message={"role": "user", "content": [{"type": "text", "text": None}]})],
    "text number": [message(message={"role": "user", "content": [{"type": "text", "text": 5}]})],
    "no role": [message(message={"content": "x"})],
    "name no text": [{"type": "session_info", "id": "i", "parentId": None, "name": 5}],
    "name null": [{"type": "session_info", "id": "i", "parentId": None, "name": None}],
    "clock in the message": [message(message={"role": "user", "content": "a", "timestamp": 1000})],
    "clock is text": [message(message={"role": "user", "content": "a", "timestamp": "2020-01-01"})],
    "no clock": [message(timestamp="never", message={"role": "user", "content": "a"})],
    "earlier clock later": [
        message(message={"role": "user", "content": "a", "timestamp": 9_000_000_000_000}),
        message(id="n", message={"role": "assistant", "content": [], "timestamp": 1000}),
    ],
    "no messages": [{"type": "custom", "id": "c", "parentId": None}],
    "lone surrogate": [message(message={"role": "user", "content": "cut \ud83d"})],
}


@needs_pi
def test_rows_agree_with_the_list_of_pi(tmp_path: Path, pi: PiBridge) -> None:
    for name, records in ODD.items():
        lines = [json.dumps(record) for record in (*Script().records, *records)]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    theirs = {Path(row["file"]).name: row for row in pi.listing(tmp_path)}
    rows = {row.file.name: row for row in catalog(find_in([tmp_path])).rows}
    assert rows.keys() == {f"{name}.jsonl" for name in ODD}
    for name, row in rows.items():
        compare(name, row, theirs.get(name))


@needs_pi
@needs_cases
def test_rows_of_the_cases_agree_with_the_list_of_pi(pi: PiBridge) -> None:
    theirs = {Path(row["file"]).name: row for row in pi.listing(CASES)}
    rows = {row.file.name: row for row in catalog(find_in([CASES])).rows}
    # pi's list splits lines at a bare CR and at U+2028, where its loader does not: the loader is right.
    other = {name for name in rows if name.startswith(("01-", "11-"))}
    for name in other:
        del rows[name]
    for name, row in rows.items():
        compare(name, row, theirs.get(name))
    assert theirs.keys() - rows.keys() == other


def compare(name: str, row: Any, theirs: dict[str, Any] | None) -> None:
    assert (row.unlisted is None and row.refused is None) == (theirs is not None), name
    if theirs is None:
        return
    assert (row.id, row.cwd, row.name) == (theirs["id"], theirs["cwd"], theirs["name"]), name
    assert row.messages == theirs["messages"], name
    assert (row.first_message or "(no messages)") == theirs["firstMessage"], name
    if theirs["modified"] is not None:
        assert iso(row.activity) == theirs["modified"], name


def test_a_session_that_pi_does_not_list_still_has_a_row(tmp_path: Path) -> None:
    script = Script()
    script.user("Kept.")
    script.add("message", message=None)
    script.write(tmp_path / "a.jsonl")
    (row,) = catalog(find_in([tmp_path])).rows
    assert row.unlisted == "the message on line 3 is null or absent"
    assert row.first_message == "Kept."


def test_a_file_that_pi_refuses_has_a_row_and_a_problem(tmp_path: Path) -> None:
    script = Script()
    script.user("Behind a mark.")
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + script.bytes())
    listing = catalog(find_in([tmp_path]))
    assert listing.rows[0].refused
    assert not listing.rows[0].continues
    assert [problem.kind for problem in listing.problems] == ["not-a-session"]


def test_an_event_log_is_called_one(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(GOOD + b'\n{"type":"agent_start"}\n')
    (row,) = catalog(find_in([tmp_path])).rows
    assert row.note and "event log" in row.note


def test_mixed_directories_and_equal_ids_are_noted(tmp_path: Path) -> None:
    places = places_in(tmp_path)
    folder = places.default_folder(HERE)
    write(folder / "a.jsonl", "same", HERE)
    write(folder / "b.jsonl", "same", "/work-pots")
    notes = catalog(find(places)).notes
    assert any("2 working directories" in note for note in notes)
    assert any("share the session id same" in note for note in notes)


def test_a_changed_file_gets_a_new_row_and_progress_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    calls: list[tuple[int, int]] = []
    assert catalog(find_in([tmp_path]), lambda done, of: calls.append((done, of))).rows[0].entries == 2
    assert calls == [(1, 1)]
    with path.open("ab") as stream:
        stream.write(b'{"type":"custom","id":"z","parentId":null}\n')
    assert catalog(find_in([tmp_path])).rows[0].entries == 3


def test_a_fault_on_one_file_does_not_cost_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a.jsonl", "a")
    write(tmp_path / "b.jsonl", "b")
    honest = catalog_module.talk

    def fail(session: Any) -> Any:
        if session.session_id == "a":
            raise RuntimeError("boom")
        return honest(session)

    monkeypatch.setattr(catalog_module, "talk", fail)
    listing = catalog(find_in([tmp_path]))
    assert [row.id for row in listing.rows] == ["b"]
    assert [(problem.kind, "boom" in problem.why) for problem in listing.problems] == [("internal", True)]


def test_looking_leaves_no_trace(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl")
    before = (path.read_bytes(), path.stat().st_mtime_ns, sorted(os.listdir(tmp_path)))
    catalog(find_in([tmp_path]))
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(os.listdir(tmp_path))) == before
