"""Stage five of the checklist: files, calls without results, claims and side effects, in made-up sessions."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis import source, source_calls, source_disk, source_workspace
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.source_claims import claims
from inspector.diagnosis.source_diff import difference
from inspector.diagnosis.source_effects import has_effect
from inspector.diagnosis.source_known import replaced
from inspector.diagnosis.source_shell import is_test, may_change, removes, simple_commands
from inspector.diagnosis.words import LANGUAGES, fill
from inspector.diagnosis.words_common import STEPS as COMMON_STEPS
from inspector.diagnosis.words_source import STEPS, WORDS
from inspector.session.load import open_session
from tests.builders import Script, call

EMITTED: set[str] = set()


class Story(Script):
    """A script with pi's three file tools and bash, each call with its own id and result."""

    def _run(self, name: str, words: str | None, failed: bool = False, **arguments: Any) -> str:
        id = f"c{len(self.records)}"
        entry = self.reply(call(name, id, **arguments), stopReason="toolUse")
        if words is not None:
            self.result(words, id, toolName=name, isError=failed)
        return entry

    def read(self, path: str, words: str | None, **arguments: Any) -> str:
        return self._run("read", words, path=path, **arguments)

    def puts(self, path: str, content: str, words: str | None = "Successfully wrote", **more: Any) -> str:
        return self._run("write", words, path=path, content=content, **more)

    def edit(
        self, path: str, old: str, new: str, words: str | None = "Successfully replaced", **more: Any
    ) -> str:
        return self._run("edit", words, path=path, edits=[{"oldText": old, "newText": new}], **more)

    def bash(self, command: str, words: str | None = "ok", failed: bool = False) -> str:
        return self._run("bash", words, failed, command=command)

    def line(self, entry: str) -> int:
        return next(n for n, record in enumerate(self.records, 1) if record.get("id") == entry)


@pytest.fixture
def check(tmp_path: Path) -> Callable[..., list[Finding]]:
    def run(script: Script, workspace: Path | None = None, at: str | None = None) -> list[Finding]:
        session = open_session(script.write(tmp_path / "session.jsonl"))
        row = session.tree.active_leaf if at is None else session.find_row(at)
        findings = source.check(
            Case(session, row, workspace=workspace, workspace_given=workspace is not None)
        )
        for finding in findings:
            speak(finding)
        return findings

    return run


def speak(finding: Finding) -> None:
    """Every finding has words for its parameters in both languages, and steps that are known."""
    EMITTED.add(finding.code)
    words = WORDS[finding.code]
    assert finding.code.startswith("source.")
    for language in LANGUAGES:
        title = fill(words.en if language == "en" else words.zh, finding.params, language)
        detail = fill(words.en_detail if language == "en" else words.zh_detail, finding.params, language)
        assert title and "{" not in title.replace(str(finding.params), ""), title
        assert "None" not in title + detail
    for step in finding.next:
        both = {**COMMON_STEPS, **STEPS}[step.code]
        assert fill(both.en, step.params) and fill(both.zh, step.params, "zh")


def pick(findings: list[Finding], code: str) -> Finding:
    found = [finding for finding in findings if finding.code == code]
    assert len(found) == 1, [finding.code for finding in findings]
    return found[0]


def codes(findings: list[Finding]) -> set[str]:
    return {finding.code for finding in findings}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "pots"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, words: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(words.encode() if isinstance(words, str) else words)
    return path


# -- files today -----------------------------------------------------------------------------------------

READ_THEN: list[tuple[str, str | bytes | None, str, dict[str, Any]]] = [
    ("a\nb\n", "a\nb\n", "source.files-unchanged", {"n": 1, "paths": ["glaze.txt"]}),
    ("a\nb\n", "a\nc\n", "source.file-changed", {"first": 2, "removed": 1, "added": 1}),
    ("a\nb\n", "a\nb\nc\n", "source.file-changed", {"removed": 0, "added": 1}),
    ("a\nb\n", "a\r\nb\r\n", "source.line-ends", {}),
    ("a\nb\n", "a\nb", "source.line-ends", {}),
    ("\ufeffa\nb\n", b"\xef\xbb\xbfa\nb\n", "source.files-unchanged", {}),
    (
        "a\ufffd\ufffd\n",
        b"a\xff\xe2\x82\n",
        "source.files-unchanged",
        {},
    ),  # as pi's read shows bytes that are not UTF-8
    ("", "", "source.files-unchanged", {}),
    ("a\n", None, "source.file-missing", {"path": "glaze.txt"}),
    ("a\n", b"x" * (5 << 20), "source.file-changed-large", {"size": 5 << 20}),
    ("Read image file [image/png]", b"\x89PNG", "source.file-image", {}),
    ("[Line 1 is 58.6KB, exceeds 50.0KB limit. Use bash: sed]", "x", "source.file-not-comparable", {}),
    ("  1\ta\n  2\tb\n  3\tc", "a\nb\nc\n", "source.file-not-comparable", {}),
    ("一号窑\n二号窑\n", "一号窑\n三号窑\n", "source.file-changed", {"first": 2}),
]


@pytest.mark.parametrize(("seen", "today", "code", "params"), READ_THEN)
def test_a_read_file_against_what_it_is_today(check, place, seen, today, code, params) -> None:
    story = Story()
    entry = story.read("glaze.txt", seen)
    if today is not None:
        put(place, "glaze.txt", today)
    finding = pick(check(story, place), code)
    assert finding.params.items() >= params.items()
    assert finding.evidence[0].line == story.line(entry) and not finding.lead
    assert finding.status == (
        "warning" if ("changed" in code and "unchanged" not in code) or "missing" in code else finding.status
    )


def test_the_difference_shows_what_the_model_saw(check, place) -> None:
    story = Story()
    story.read("src/kiln.py", "def heat():\n    return 900\n")
    put(place, "src/kiln.py", "def heat():\n    return 1220\n")
    finding = pick(check(story, place), "source.file-changed")
    assert "-    return 900" in finding.params["diff"] and "+    return 1220" in finding.params["diff"]
    assert finding.next[0].code == "check-file" and finding.next[0].params == {"path": "src/kiln.py"}


def test_edits_are_replayed_on_what_was_read(check, place) -> None:
    story = Story()
    story.read("kiln.py", "cone = 6\r\nhold = 10\r\n")
    story.edit("kiln.py", "cone = 6", "cone = 9")
    put(place, "kiln.py", "cone = 9\r\nhold = 10\r\n")
    found = check(story, place)
    assert codes(found) >= {"source.line-ends", "source.file-edited-after-read"}
    put(place, "kiln.py", "cone = 6\nhold = 10\n")  # somebody took the edit back
    assert pick(check(story, place), "source.file-changed").params["added"] == 1


PARTS: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"offset": 2, "limit": 2},
        "b\nc\n\n[1 more lines in file. Use offset=4 to continue.]",
        "a\nb\nc\nd",
        "same",
    ),
    (
        {"offset": 2, "limit": 2},
        "bb\ncc\n\n[1 more lines in file. Use offset=4 to continue.]",
        "a\nx\nbb\ncc\nd",
        "same",
    ),
    (
        {"offset": 2, "limit": 2},
        "bb\ncc\n\n[1 more lines in file. Use offset=4 to continue.]",
        "a\nbb\nCC\nd",
        "gone",
    ),
    (
        {},
        "aaa\n\n[Showing lines 1-1 of 9 (50.0KB limit). Use offset=2 to continue.]",
        "aaa\nwhatever",
        "same",
    ),
    ({}, "aaa\n\n... (8 more lines not shown. Use offset=2 to continue reading)", "aab\nwhatever", "gone"),
]


@pytest.mark.parametrize(("arguments", "seen", "today", "how"), PARTS)
def test_a_part_is_compared_as_a_part(check, place, arguments, seen, today, how) -> None:
    story = Story()
    story.read("long.txt", seen, **arguments)
    put(place, "long.txt", today)
    finding = pick(check(story, place), "source.parts-unchanged" if how == "same" else "source.part-changed")
    assert finding.status == ("ok" if how == "same" else "warning")


def test_an_edit_without_the_whole_known(check, place) -> None:
    story = Story()
    story.edit("glaze.py", "ash = 1", "ash = 22")
    put(place, "glaze.py", "lime = 2\nash = 22\n")
    assert codes(check(story, place)) >= {"source.parts-unchanged", "source.file-edited-unread"}
    put(place, "glaze.py", "lime = 2\nash = 1\n")
    finding = pick(check(story, place), "source.edit-not-there")
    assert finding.status == "warning" and finding.params["text"] == "ash = 22"


def test_a_missing_file_and_where_it_may_be(check, place) -> None:
    story = Story()
    story.read("notes/firing.md", "Cone 6, slowly.\n")
    story.puts("lost.md", "gone\n")
    put(place, "docs/firing-log.md", "Cone 6, slowly.\n")
    put(place, "archive/lost.md", "something else\n")
    found = check(story, place)
    assert sorted(f.params["path"] for f in found if f.code == "source.file-missing") == [
        "lost.md",
        "notes/firing.md",
    ]
    renamed = pick(found, "source.file-renamed")
    assert renamed.lead and renamed.params["others"] == ["docs/firing-log.md"]
    assert pick(found, "source.file-same-name").params["others"] == ["archive/lost.md"]


def test_files_that_the_session_knows_by_their_names_are_no_rename(check, place) -> None:
    story = Story()
    start = story.user("Sort the notes.")
    story.puts("other/lost.md", "kept aside\n")
    story.user("Again.", parent=start)
    story.read("lost.md", "same\n")
    story.read("copy.md", "same\n")
    story.read("docs/lost.md", "another\n")
    for name, words in (("copy.md", "same\n"), ("docs/lost.md", "another\n"), ("other/lost.md", "x\n")):
        put(place, name, words)
    found = check(story, place)
    assert pick(found, "source.file-missing").params["path"] == "lost.md"
    assert not codes(found) & {"source.file-renamed", "source.file-same-name"}
    put(place, "new/moved.md", "same\n")
    assert pick(check(story, place), "source.file-renamed").params["others"] == ["new/moved.md"]


def test_binary_files_are_not_shown_as_differences(check, place) -> None:
    story = Story()
    story.read("kiln.bin", "\0\0AB\n")
    story.read("log.dat", "\0\0\0AB\n\n[1 more lines in file. Use offset=4 to continue.]", offset=2, limit=1)
    put(place, "kiln.bin", b"\0\1" * 40)
    put(place, "log.dat", b"a\nb\nc\n")
    found = [one for one in check(story, place) if one.code == "source.file-changed-binary"]
    assert {one.params["path"] for one in found} == {"kiln.bin", "log.dat"}
    assert all(one.status == "warning" and "diff" not in one.params for one in found)


def test_a_file_that_the_session_itself_removed_is_no_warning(check, place) -> None:
    story = Story()
    story.puts("tmp_check.py", "print(1)\n")
    removal = story.bash("python tmp_check.py && rm tmp_check.py")
    finding = pick(check(story, place), "source.file-removed")
    assert finding.lead and finding.status == "ok" and finding.params["at"] == story.line(removal)


def test_another_folder_is_told_once(check, place) -> None:
    story = Story()
    for name in ("a.py", "b.py", "c.py"):
        story.read(name, "x\n")
    found = check(story, place)
    assert pick(found, "source.workspace-foreign").params["n"] == 3 and "source.file-missing" not in codes(
        found
    )


def test_without_a_workspace_and_with_an_unreadable_one(check, place, tmp_path) -> None:
    story = Story()
    story.read("a.py", "x\n")
    finding = pick(check(story), "source.not-compared")
    assert finding.status == "unknown" and finding.params["cwd"] == "/work/pots"
    assert pick(check(story, tmp_path / "nowhere"), "source.workspace-unreadable").status == "unknown"
    assert pick(check(story, put(place, "a.py", "x")), "source.workspace-unreadable").status == "unknown"


def test_links_folders_devices_and_files_outside(check, place, tmp_path) -> None:
    secret = put(tmp_path, "elsewhere/secret.txt", "hidden\n")
    story = Story()
    for name in (
        "link.txt",
        "folder.txt",
        "pipe.txt",
        "inner.txt",
        "../up.txt",
        "/etc/hosts",
        "~/x.txt",
        "sub/f.txt",
    ):
        story.read(name, "seen\n")
    (place / "link.txt").symlink_to(secret)
    (place / "sub").symlink_to(secret.parent)
    (place / "folder.txt").mkdir()
    os.mkfifo(place / "pipe.txt")
    put(place, "real.txt", "seen\n")
    (place / "inner.txt").symlink_to("real.txt")
    found = check(story, place)
    assert [f.params["path"] for f in found if f.code == "source.file-link-out"] == ["sub/f.txt", "link.txt"]
    assert [f.params["path"] for f in found if f.code == "source.file-not-regular"] == [
        "pipe.txt",
        "folder.txt",
    ]
    assert pick(found, "source.files-unchanged").params["paths"] == ["inner.txt"]
    assert pick(found, "source.files-outside").params["paths"] == ["~/x.txt", "/etc/hosts", "/work/up.txt"]


def test_unreadable_and_large_files(check, place, monkeypatch) -> None:
    story = Story()
    story.read("locked.txt", "a\n")
    story.edit("large.bin", "old text", "new text")
    put(place, "locked.txt", "b\n")
    put(place, "large.bin", b"x" * 5000)
    monkeypatch.setattr(source_disk, "READ_CAP", 4000)
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *a, **k: _deny(path) or real(path, *a, **k))
    found = check(story, place)
    assert pick(found, "source.file-unreadable").params["path"] == "locked.txt"
    assert pick(found, "source.file-too-large").params["path"] == "large.bin"


def _deny(path: Any) -> None:
    if str(path).endswith("locked.txt"):
        raise PermissionError(13, "Permission denied")


def test_more_files_than_are_compared(check, place, monkeypatch) -> None:
    monkeypatch.setattr(source_workspace, "FILES", 2)
    story = Story()
    for name in ("a", "b", "c"):
        put(place, name, "x\n")
        story.read(name, "x\n")
    found = check(story, place)
    assert pick(found, "source.files-unchanged").params["paths"] == ["c", "b"]
    assert pick(found, "source.files-over-cap").params == {"n": 1, "cap": 2}


def test_what_another_branch_or_a_later_entry_changed(check, place) -> None:
    story = Story()
    story.read("main.py", "one\n")
    here = story.reply("Read it.")
    other = story.puts("main.py", "two\n")
    put(place, "main.py", "two\n")
    found = check(story, place, here)
    assert pick(found, "source.changed-later").params == {"path": "main.py", "line": story.line(other)}
    story.user("Another way", parent=here)
    found = check(story, place)
    assert codes(found) >= {"source.file-changed", "source.changed-on-branch"}


def test_windows_paths_and_a_named_workspace(check, place) -> None:
    story = Story(cwd="C:\\Users\\ana\\pots")
    story.read("src\\kiln.py", "x\n")
    story.read("c:/Users/ana/pots/src/kiln.py", "x\n")
    story.read("D:\\other.py", "x\n")
    put(place, "src/kiln.py", "x\n")
    found = check(story, place)
    assert pick(found, "source.files-unchanged").params["paths"] == ["src/kiln.py"]
    assert pick(found, "source.files-outside").params["n"] == 1


def test_a_run_in_another_folder_is_told_by_the_prompt(check, place) -> None:
    story = Story()
    story.read("a.txt", "x\n")
    story.message("system", content="", sections={"cwd": "<cwd>\n/work/mill\n</cwd>"})
    story.read("b.txt", "x\n")
    put(place, "a.txt", "x\n")
    found = check(story, place)
    assert pick(found, "source.files-outside").params["paths"] == ["/work/mill/b.txt"]


# -- calls, results, mentions ----------------------------------------------------------------------------


def test_a_call_without_a_result_is_not_shown_to_have_run(check) -> None:
    story = Story()
    entry = story.puts("plan.md", "x", None)
    story.user("go on")
    story.bash("make", None)
    story.user("and?")
    found = check(story)
    finding = pick(found, "source.file-requested")
    assert finding.status == "warning" and finding.params == {
        "path": "plan.md",
        "tool": "write",
        "line": story.line(entry),
    }
    assert pick(found, "source.calls-without-result").params["n"] == 1
    story.read("plan.md", "x")  # later the file was seen after all
    story.bash("make")
    assert not codes(check(story)) & {"source.file-requested", "source.calls-without-result"}


def test_calls_of_a_failed_reply_never_ran(check) -> None:
    story = Story()
    story.reply(call("write", "c1", path="a", content="x"), stopReason="aborted")
    story.reply(call("bash", "c1", command="git push"), stopReason="error")
    found = check(story)
    assert pick(found, "source.calls-not-run").params["n"] == 2
    assert codes(found) == {"source.calls-not-run"}


def test_a_result_below_the_entry_or_on_another_branch(check) -> None:
    story = Story()
    start = story.user("run it")
    asked = story.reply(call("bash", "c1", command="make tiles"), stopReason="toolUse")
    story.result("ok", "c1", toolName="bash")
    assert codes(check(story, at=asked)) == set()
    story.user("other", parent=asked)
    finding = pick(check(story), "source.result-elsewhere")
    assert finding.status == "warning" and [e.line for e in finding.evidence] == [
        story.line(asked),
        story.line(asked) + 1,
    ]
    assert codes(check(story, at=start)) == {"source.no-calls"}


def test_the_nearest_earlier_call_with_the_id_has_the_result(check) -> None:
    story = Story()
    story.reply(call("write", "same", path="first.txt", content="1"), stopReason="toolUse")
    story.user("again")
    story.reply(call("write", "same", path="second.txt", content="2"), stopReason="toolUse")
    story.result("done", "same", toolName="write")
    assert pick(check(story), "source.file-requested").params["path"] == "first.txt"


def test_failures_are_kept_apart(check) -> None:
    story = Story()
    story.edit("kiln.py", "a", "b", "Could not find the exact text", failed=True)
    story.bash("make", "boom\n\nCommand exited with code 2")
    found = check(story)
    assert pick(found, "source.change-failed").lead
    assert pick(found, "source.calls-failed").params["n"] == 2


def test_nested_calls_count(check, place) -> None:
    story = Story()
    story.reply(call("codemode", "c1", code="…"), stopReason="toolUse")
    calls = [
        {"id": "c1/1", "name": "write", "status": "ok", "arguments": {"path": "made.txt", "content": "x\n"}},
        {"id": "c1/2", "name": "read", "status": "ok", "arguments": {"path": "seen.txt"}},
        {
            "id": "c1/3",
            "name": "bash",
            "status": "unfinished",
            "arguments": {"command": "git push origin main"},
        },
        {"id": "c1/4", "name": "write", "status": "ok", "argumentsBytes": 9000},
        "odd",
    ]
    story.result("ok", "c1", toolName="codemode", nestedCalls={"calls": calls, "complete": False})
    put(place, "made.txt", "x\n")
    put(place, "seen.txt", "y\n")
    found = check(story, place)
    assert pick(found, "source.files-unchanged").params["paths"] == ["made.txt"]
    assert pick(found, "source.file-not-comparable").params["path"] == "seen.txt"
    opened = pick(found, "source.side-effects-open")
    assert opened.status == "warning" and opened.params["calls"] == ["L3 bash: git push origin main"]


def test_attached_and_mentioned_files_were_not_read_by_a_tool(check, place) -> None:
    story = Story()
    story.user(
        '<file name="/work/pots/brief.md">\nMake six bowls.\n\n</file>\nSee @src/wheel.py and @anna, use @scope/pkg'
    )
    story.user("请看 @窑/温度.csv，别忘了")
    put(place, "brief.md", "Make seven bowls.\n")
    found = check(story, place)
    assert pick(found, "source.file-attached").params["path"] == "brief.md"
    assert pick(found, "source.file-changed").params["path"] == "brief.md"
    named = [f for f in found if f.code == "source.file-mentioned"]
    assert [f.params["path"] for f in named] == ["窑/温度.csv", "src/wheel.py"] and all(f.lead for f in named)
    story.read("src/wheel.py", "x")
    story.bash("head 窑/温度.csv")
    assert "source.file-mentioned" not in codes(check(story, place))


def test_the_history_of_each_file(check) -> None:
    story = Story()
    first = story.read("a.py", "x = 1\n")
    second = story.edit("./a.py", "x = 1", "x = 2")
    story.puts("b.py", "y\n")
    story.read("c.py", "z\n")
    story.edit("d.py", "1", "2")
    story.read("d.py", "2\n")
    found = check(story)
    finding = pick(found, "source.file-edited-after-read")
    assert finding.params == {"path": "a.py", "read": story.line(first), "change": story.line(second)}
    assert codes(found) >= {"source.file-written", "source.file-read", "source.file-read-after-edit"}
    assert all(f.detail_only for f in found if f.code.startswith("source.file-"))


def test_text_that_a_compaction_cut_off(check) -> None:
    story = Story()
    story.read("a.py", "x = 1\n")
    kept = story.user("next")
    cut = story.add("compaction", summary="## Goal", firstKeptEntryId=kept, tokensBefore=10)
    finding = pick(check(story), "source.reads-dropped")
    assert finding.params == {"n": 1, "paths": ["a.py"]} and finding.evidence[0].line == story.line(cut)


def test_shell_commands_that_name_a_file_afterwards(check, place) -> None:
    story = Story()
    story.read("a.py", "x = 1\n")
    story.read("b.py", "y = 1\n")
    story.bash("cat b.py | wc -l")
    changed = story.bash("cd src && sed -i s/1/2/ a.py")
    story.bash("cat a.py")
    found = check(story)
    finding = pick(found, "source.shell-may-change")
    assert finding.lead and (finding.params["path"], finding.params["line"]) == ("a.py", story.line(changed))
    quiet = pick(found, "source.shell-names-file")
    assert quiet.detail_only and quiet.params["path"] == "b.py"
    put(place, "a.py", "x = 1\n")  # compared and the same: nothing to say
    put(place, "b.py", "y = 1\n")
    assert not codes(check(story, place)) & {"source.shell-may-change", "source.shell-names-file"}


def test_only_the_newest_calls_are_looked_at(check, monkeypatch) -> None:
    monkeypatch.setattr(source_calls, "CALLS", 2)
    story = Story()
    for name in "abc":
        story.read(name, "x")
    finding = pick(check(story), "source.calls-cut")
    assert finding.params == {"n": 2, "line": 4, "skipped": 2}
    story = Story()  # what lies before may hold the run, the read, the call: nothing is said on it
    story.bash("pytest")
    story.read("d.py", "1")
    story.edit("d.py", "1", "2")
    story.bash("ls")
    story.user("see @a.py")
    story.reply("All tests pass.")
    assert codes(check(story)) == {"source.calls-cut", "source.not-compared"}


@pytest.mark.parametrize(
    "odd", [None, 5, "x", [], {"path": 3}, {"path": ""}, {"path": "a\0b"}, {"path": "\ud83d"}]
)
def test_odd_arguments_are_no_error(check, place, odd) -> None:
    story = Story()
    story.reply({"type": "toolCall", "id": 7, "name": "read", "arguments": odd}, "text", stopReason="toolUse")
    story.result("x", 7)
    story.reply({"type": "toolCall", "id": None, "name": None, "arguments": odd})
    story.message("assistant", content="plain done")
    story.message("toolResult", content=None, nestedCalls={"calls": {}})
    check(story, place)


def test_a_session_without_entries(check) -> None:
    assert codes(check(Story())) == {"source.no-calls"}


# -- claims ----------------------------------------------------------------------------------------------

CLAIMS = [
    ("All tests pass now.", "tests"),
    ("Everything works: 12 passed", "tests"),
    ("All green (539 passed).", "tests"),
    ("所有测试都通过了。", "tests"),
    ("测试已通过", "tests"),
    ("I've fixed the off-by-one.", "fixed"),
    ("The bug is fixed.", "fixed"),
    ("这个问题已修复。", "fixed"),
    ("Done. The kiln is ready.", "done"),
    ("- [x] glaze the bowls", "done"),
    ("任务已完成。", "done"),
    ("If the tests pass, push.", None),
    ("Make sure all tests pass before merging.", None),
    ("The tests do not pass yet.", None),
    ("Are the tests passing? Let me see whether tests pass.", None),
    ("A fixed-width column, fixed point numbers.", None),
    ("Fixed width columns are easier.", None),
    ("Once that is done, I continue.", None),
    ("`all tests pass` is printed at the end", None),
    ("- [ ] glaze the bowls", None),
    ("测试还没有通过。", None),
    ("如果测试通过，就提交。", None),
    ("修复后再运行测试", None),
    ("尚未完成", None),
]


@pytest.mark.parametrize(("words", "topic"), CLAIMS)
def test_what_is_a_claim(words: str, topic: str | None) -> None:
    assert [one for one, _ in claims(words)] == ([topic] if topic else [])


def test_claims_are_held_against_runs(check) -> None:
    story = Story()
    story.edit("kiln.py", "a", "b")
    claim = story.reply("Fixed it. All tests pass.")
    found = check(story)
    leads = [f for f in found if f.code == "source.claim-without-run"]
    assert "tests" in {f.params["topic"] for f in leads} and all(f.lead for f in leads)
    assert leads[0].evidence[0].line == story.line(claim)
    story.bash("cd app && python -m pytest -q 2>&1 | tail -3", "3 passed")  # what came later shows it
    assert not any(f.lead for f in check(story))
    story.edit("kiln.py", "b", "c")
    story.reply("所有测试都通过。")
    finding = pick(check(story), "source.claim-after-edits")
    assert finding.params["path"] == "kiln.py" and finding.params["command"].startswith("cd app")
    story.bash("pytest -q | tail -1", "1 failed, 2 passed")  # the pipe hides the exit code
    story.reply("All tests pass.")
    assert pick(check(story), "source.claim-after-failed-run").lead


def test_one_claim_in_several_replies_is_told_once(check) -> None:
    story = Story()
    story.reply("Done. Fixed. All tests pass.")
    story.edit("kiln.py", "a", "b")
    story.reply("Done. Fixed. All tests pass.")
    story.bash("ruff check .")
    last = story.reply("Done. Fixed. All tests pass.")
    leads = [one for one in check(story) if one.code.startswith("source.claim")]
    assert len({(one.code, one.params["text"]) for one in leads}) == len(leads)
    first = pick(leads, "source.claim-without-run")
    assert first.params["n"] == 3 and not first.detail_only
    assert first.params["line"] == story.line(last)


def test_a_claim_right_after_a_good_run_is_no_lead(check) -> None:
    story = Story()
    story.edit("kiln.py", "a", "b")
    story.message("bashExecution", command="make test", output="ok", exitCode=0)
    story.reply("Done. All tests pass and the bug is fixed.")
    story.puts("README.md", "notes")
    story.reply("Done.")
    assert not any(finding.lead for finding in check(story))


# -- side effects ----------------------------------------------------------------------------------------

EFFECTS = [
    ("git add -A && git commit -m 'x; git push' && git push origin main", True),
    ("npm publish --access public", True),
    ("uv run twine upload dist/*", True),
    ("twine upload dist/*", True),
    ("rm -rf build", True),
    ("sudo rm x", True),
    ("curl -X POST https://api/pay -d '{}'", True),
    ("curl -XDELETE https://api/1", True),
    ("curl --request PUT https://api/1", True),
    ("curl https://api/1", False),
    ("curl -G -d q=POST https://api", False),
    ("kubectl -n web apply -f x.yaml", True),
    ("kubectl get pods", False),
    ("terraform apply -auto-approve", True),
    ("terraform plan", False),
    ("docker push img", True),
    ("ssh host uptime", True),
    ("echo hi | mail -s x ana@example.org", True),
    ("gh pr create --fill", True),
    ("gh pr list", False),
    ("bash -c 'git push'", True),
    ("cat <<'EOF' > notes.md\ngit push\nEOF", False),
    ("echo 'git push'", False),
    ("git push --dry-run", False),
    ("git log --oneline", False),
    ("grep -rn 'rm -rf' .", False),
    ("rsync -a dist/ web@host:/srv", True),
    ("psql -c 'DROP TABLE bowls'", True),
    ("find . -name '*.pyc' -delete", True),
]


@pytest.mark.parametrize(("command", "wanted"), EFFECTS)
def test_commands_with_effects(command: str, wanted: bool) -> None:
    one = source_calls.Call(0, 0, 0, "bash", "c", None, command, command)
    assert has_effect(one) is wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("send_message", True),
        ("mcp__mail__sendEmail", True),
        ("deletePost", True),
        ("publish", True),
        ("pay", True),
    ]
    + [
        ("deploy_site", True),
        ("payload_view", False),
        ("read", False),
        ("resend", False),
        ("list_senders", False),
    ],
)
def test_tools_with_effects(name: str, wanted: bool) -> None:
    assert has_effect(source_calls.Call(0, 0, 0, name, "c", None, None, name)) is wanted


def test_effects_are_listed_and_not_to_be_repeated(check) -> None:
    story = Story()
    pushed = story.bash("git commit -am x && git push")
    story.bash("npm publish", "403", failed=True)
    found = check(story)
    finding = pick(found, "source.side-effects")
    assert finding.status == "ok" and [step.code for step in finding.next] == ["do-not-repeat"]
    assert finding.params["calls"] == [f"L{story.line(pushed)} bash: git push"]
    assert pick(found, "source.side-effects-failed").status == "ok"


# -- the parts -------------------------------------------------------------------------------------------


def test_the_shell_words() -> None:
    assert list(simple_commands("A=1 sudo x 'a b' 2>&1 | y && z; # w")) == [
        ["x", "a b"],
        ["y"],
        ["z"],
    ]
    assert (
        is_test("cd a && npm run test:unit")
        and is_test('nix-shell --run "pytest -q"')
        and is_test("go test ./...")
    )
    assert (
        is_test("./run-tests.sh")
        and is_test("make check")
        and not is_test("cat tests/a.py")
        and not is_test("ls test")
    )
    assert may_change("echo 1 > a.py", "a.py") and may_change("cp b.py src/a.py", "a.py")
    assert not may_change("cp a.py b.py", "a.py") and not may_change("cat a.py > b.txt", "a.py")
    assert may_change("python - <<'E'\nopen('a.py','w').write('x')\nE", "a.py")
    assert not may_change("python - <<'E'\nprint(open('a.py').read())\nE", "a.py")
    assert removes("git rm src/a.py", "a.py") and not removes("rm data.py", "a.py")


def test_replaying_edits() -> None:
    assert replaced("a b c", [("c", "3"), ("a", "1")]) == "1 b 3"
    assert replaced("a a", [("a", "1")]) is None and replaced("abc", [("ab", "1"), ("bc", "2")]) is None


def test_a_long_difference_is_cut_and_quick() -> None:
    change = difference([f"a{n}" for n in range(50_000)], [f"b{n}" for n in range(50_000)])
    assert (change.removed, change.added, change.first) == (50_000, 50_000, 1) and change.text.count(
        "\n"
    ) < 30
    change = difference(["x"] * 100 + ["old"], ["x"] * 100 + ["new"], 11)
    assert change.first == 111 and "@@ -111" in change.text


def test_every_code_was_emitted_here(request: pytest.FixtureRequest) -> None:
    here = [item for item in request.session.items if item.module is request.module]
    if len(here) < 100:
        pytest.skip("only a part of the module ran")
    assert set(WORDS) == EMITTED
