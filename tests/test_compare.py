"""``compare``: how two sessions stand to each other, what each has alone, and why one does not know it."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from inspector.cli.compare import split_entry
from inspector.cli.main import run
from inspector.cli.pagewords import WORDS as PAGE_WORDS
from inspector.diagnosis.compare import Comparison, Side, compare_report
from inspector.diagnosis.compare_why import model_name, why
from inspector.diagnosis.compare_words import WORDS, detail, steps, title
from inspector.diagnosis.salvage import salvage
from inspector.session import open_session
from tests.builders import Script
from tests.conftest import SHARED, TOP

SAMPLES = TOP / "samples"
PI16 = SHARED / "corpus" / "_pi16"
SEEN: set[str] = set()  # codes that some test has met


def side(path: Path, entry: str | None = None) -> Side:
    session = open_session(path)
    row = session.tree.active_leaf if entry is None else session.find_row(entry)
    return Side(session, row, entry is not None)


def compared(a: Path, b: Path, entry_a: str | None = None, entry_b: str | None = None) -> Comparison:
    left = side(a, entry_a)
    if a == b:
        row = left.session.find_row(entry_b) if entry_b else left.session.tree.active_leaf
        found = Comparison(left, Side(left.session, row, entry_b is not None))
    else:
        found = Comparison(left, side(b, entry_b))
    for finding in why(found):  # every template fills, in both languages
        SEEN.add(finding.code)
        for language in ("en", "zh"):
            said = [title(finding, language), detail(finding, language), *steps(finding, language)]  # type: ignore[arg-type]
            assert said[0] and not any("{" in one and "}" in one for one in said)
    return found


def report(*arguments: Any) -> dict[str, Any]:
    return compare_report(compared(*arguments))


def codes(found: Comparison) -> list[str]:
    return [finding.code.removeprefix("compare.") for finding in why(found)]


def told(found: Comparison) -> list[tuple[str, str]]:
    return [(finding.code, finding.status) for finding in why(found)]


def parent_script() -> Script:
    script = Script(id="parent", cwd="/nowhere/pots")
    script.user("Blue is forbidden.", id="u1")
    script.reply("Noted.", id="a1")
    script.add("label", id="l1", targetId="u1", label="rule")
    script.user("Now the vase.", id="u2")
    script.reply("A vase.", id="a2")
    return script


def forked(script: Script, leaf: str, **head: Any) -> Script:
    """What pi's fork writes: the path without its labels, chained anew, and the labels again at the end."""
    fields = {"id": "child", "parentSession": "/old/place/a.jsonl", "cwd": "/nowhere/pots", **head}
    child = Script(**fields)
    for record in script.records[1:]:
        if record["type"] == "label":
            continue
        child.records.append({**copy.deepcopy(record), "parentId": child.leaf})
        child.leaf = record["id"]
        if record["id"] == leaf:
            break
    child.records.append(
        {"type": "label", "id": "again", "parentId": child.leaf, "timestamp": "2026-05-04T09:00:03.000Z"}
        | {"targetId": "u1", "label": "rule"}
    )
    child.leaf = "again"
    return child


def write(tmp_path: Path, name: str, *scripts: Script | list[Any]) -> Path:
    path = tmp_path / f"{name}.jsonl"
    for script in scripts:
        records = script.records if isinstance(script, Script) else script
        path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records))
    return path


# -- the relation --------------------------------------------------------------------------------------------


def test_the_same_and_grown(tmp_path: Path) -> None:
    script = parent_script()
    a = write(tmp_path, "a", script)
    same = report(a, write(tmp_path, "copy", script))
    assert (
        same["relation"] == "same" and same["onlyA"] == same["onlyB"] == [] and same["commonAncestor"] == "a2"
    )
    script.user("And a bowl.", id="u3")
    grown = report(a, write(tmp_path, "b", script))
    assert (grown["relation"], grown["onlyA"], grown["onlyB"]) == ("grown", [], ["u3"])
    assert report(tmp_path / "b.jsonl", a)["relation"] == "grown"


def test_a_fork_and_what_it_rewrites_is_no_difference(tmp_path: Path) -> None:
    script = parent_script()
    child = forked(script, "u2")
    child.reply("A blue vase.", id="c1")
    found = report(write(tmp_path, "a", script), write(tmp_path, "b", child))
    assert (found["relation"], found["commonAncestor"], found["child"]) == ("fork", "u2", "b")
    assert (found["onlyA"], found["onlyB"]) == (["l1", "a2"], ["again", "c1"])
    assert found["labelsWrittenAgain"] == [{"a": "l1", "b": "again"}]
    assert found["why"][0]["code"] == "compare.fork-of"
    other = forked(script, "u2")
    other.records[0].pop("parentSession")
    other.reply("Red.", id="c2")
    assert codes(compared(tmp_path / "a.jsonl", write(tmp_path, "c", other)))[0] == "fork"


def test_a_fork_that_only_one_side_has_gone_on_from(tmp_path: Path) -> None:
    script = parent_script()
    child = forked(script, "a2")
    a, b = write(tmp_path, "a", script), write(tmp_path, "b", child)
    assert report(a, b)["relation"] == "fork"  # nothing but the label is another
    child.user("On it goes.", id="c1")
    assert report(a, write(tmp_path, "c", child))["relation"] == "fork"


def test_a_kept_id_that_named_a_label(tmp_path: Path) -> None:
    script = parent_script()
    script.add("compaction", id="k", summary="S", firstKeptEntryId="l1", tokensBefore=9)
    child = forked(script, "k")
    assert child.records[-2]["id"] == "k"
    child.records[-2]["firstKeptEntryId"] = "u2"
    found = report(write(tmp_path, "a", script), write(tmp_path, "b", child))
    assert found["onlyA"] == ["l1"] and found["onlyB"] == ["again"]
    child.records[-2]["firstKeptEntryId"] = "a2"
    found = report(write(tmp_path, "a", script), write(tmp_path, "b", child))
    assert (found["relation"], found["rewritten"]) == ("rewritten", [{"a": "k", "b": "k"}])


def test_an_export_of_pi_chains_anew_and_dates_anew(tmp_path: Path) -> None:
    records = copy.deepcopy(parent_script().records)
    records[0]["timestamp"] = "2026-12-01T00:00:00.000Z"
    found = report(write(tmp_path, "a", parent_script()), write(tmp_path, "b", records))
    assert found["relation"] == "same"
    script = parent_script()
    script.user("A side branch.", id="s1", parent="a1")
    script.user("Back.", id="m1", parent="a2")
    main = [record for record in copy.deepcopy(script.records) if record.get("id") != "s1"]
    found = report(write(tmp_path, "c", script), write(tmp_path, "d", main))
    assert (found["relation"], found["onlyA"]) == ("grown", ["s1"])


def test_rewritten_content_and_ids(tmp_path: Path) -> None:
    script, other = parent_script(), parent_script()
    other.records[1]["message"]["content"] = "*** is forbidden."
    found = report(write(tmp_path, "a", script), write(tmp_path, "b", other))
    assert (found["relation"], found["onlyA"], found["onlyB"]) == ("rewritten", ["u1"], ["u1"])
    renumbered = copy.deepcopy(script.records)
    for number, record in enumerate(renumbered[1:]):
        record |= {"id": f"n{number}", "parentId": f"n{number - 1}" if number else None}
    found = report(tmp_path / "a.jsonl", write(tmp_path, "c", renumbered))
    assert found["relation"] == "rewritten" and len(found["renamed"]) >= 4


@pytest.mark.parametrize(
    "path",
    [
        SAMPLES / "v1-plain.jsonl",
        SAMPLES / "v1-compaction-index.jsonl",
        SAMPLES / "v2-hook-message.jsonl",
        SAMPLES / "version-missing.jsonl",
    ],
    ids=lambda path: path.stem,
)
def test_migrated(path: Path, tmp_path: Path) -> None:
    salvaged = salvage(open_session(path), str(tmp_path / "b.jsonl"))
    found = report(path, salvaged.file)
    assert found["relation"] == "migrated" and found["onlyA"] == found["onlyB"] == []
    assert found["contextOnlyA"] == found["contextOnlyB"] == []
    assert found["commonAncestor"] is not None


def test_a_migrated_file_that_went_on(tmp_path: Path) -> None:
    salvaged = salvage(open_session(SAMPLES / "v1-plain.jsonl"), str(tmp_path / "b.jsonl"))
    with open(salvaged.file, "ab") as stream:
        record = {"type": "message", "id": "new", "parentId": salvaged.names[-1]}
        record |= {"timestamp": "2026-12-01T00:00:00.000Z", "message": {"role": "user", "content": "More"}}
        stream.write(json.dumps(record).encode() + b"\n")
    found = report(SAMPLES / "v1-plain.jsonl", salvaged.file)
    assert (found["relation"], found["onlyA"], found["onlyB"]) == ("migrated", [], ["new"])


def test_version_1_that_grew(tmp_path: Path) -> None:
    raw = (SAMPLES / "v1-plain.jsonl").read_bytes()
    (tmp_path / "a.jsonl").write_bytes(b"".join(raw.splitlines(True)[:3]))
    found = report(tmp_path / "a.jsonl", SAMPLES / "v1-plain.jsonl")
    assert found["relation"] == "grown" and found["onlyA"] == [] and found["onlyB"][0] == "@line4"


def test_unrelated_although_all_ids_are_the_same(tmp_path: Path) -> None:
    a, b = Script(id="x"), Script(id="y")
    for script, word in ((a, "tea"), (b, "coffee")):
        for number in range(4):
            script.user(f"{word} {number}")
    for record in b.records[1:]:
        record["timestamp"] = record["timestamp"].replace("2026-05", "2026-07")
    found = report(write(tmp_path, "a", a), write(tmp_path, "b", b))
    assert (found["relation"], found["commonAncestor"]) == ("unrelated", None)
    assert len(found["onlyA"]) == len(found["onlyB"]) == 4


def test_two_leaves_of_one_file() -> None:
    path = PI16 / "25-well-back-and-compact-again.jsonl"
    if not path.exists():
        pytest.skip("needs the shared corpus")
    found = compared(path, path, "385f85b1", "6a6a02c4")
    answer = compare_report(found)
    assert (answer["relation"], answer["commonAncestor"]) == ("fork", "f9be3d64")
    assert answer["onlyA"] == ["0d10b337", "e2538601", "385f85b1"]
    assert answer["onlyB"] == ["b605d4ea", "74296409", "6a6a02c4"]
    assert codes(found)[0] == "branches" and "leaf-elsewhere" in codes(found)
    further = compared(path, path, "f9be3d64", "6a6a02c4")
    assert further.relation == "grown" and codes(further)[0] == "further" and "leaf-below" in codes(further)
    assert {"cut-off"} <= set(codes(further))


def test_a_fork_that_pi_wrote() -> None:
    if not PI16.exists():
        pytest.skip("needs the shared corpus")
    found = report(PI16 / "09-inn-fork-parent.jsonl", PI16 / "09-inn-fork-child.jsonl")
    assert (found["relation"], found["commonAncestor"], found["child"]) == ("fork", "7169f70d", "b")
    assert found["onlyB"] == ["42eb884b", "1c28fa2a", "fd85de5c", "b3e6823d", "b6210a64"]
    grown = report(PI16 / "21-barn-source.jsonl", PI16 / "21-mill-imported.jsonl")
    assert grown["relation"] == "grown" and grown["prompt"]["sections"]["cwd"] == "changed"
    assert grown["prompt"]["tools"]["read"] == "same"


def test_every_file_with_itself_and_with_others() -> None:
    files = sorted(SAMPLES.glob("*.jsonl"))
    for path, other in zip(files, files[1:] + files[:1], strict=True):
        assert report(path, path)["relation"] == "same"
        assert report(path, other)["relation"] in ("unrelated", "fork")


# -- why one does not know it --------------------------------------------------------------------------------


def test_what_a_compaction_took(tmp_path: Path) -> None:
    script = parent_script()
    a = write(tmp_path, "a", script)
    script.add("compaction", id="k", summary="Vases.", firstKeptEntryId="u2", tokensBefore=9)
    script.user("Which colour?", id="u3")
    found = compared(a, write(tmp_path, "b", script))
    assert found.relation == "grown"
    assert compare_report(found)["contextOnlyA"] == ["u1", "a1", "l1"]
    [cut] = [one for one in why(found) if one.code == "compare.cut-off"]
    assert (
        cut.params["entry"] == "k"
        and cut.params["n"] == 2
        and "Blue is forbidden" in title(cut) + detail(cut)
    )
    assert [one.line for one in cut.evidence] == [7, 2] and cut.next[0].code == "restate"


def test_what_was_said_on_another_branch(tmp_path: Path) -> None:
    script = parent_script()
    script.user("从这里开始只用中文。", id="v1", parent="a1")
    script.reply("好的。", id="v2")
    path = write(tmp_path, "a", script)
    found = compared(path, path, "v2", "a2")
    assert found.now == "a"  # the branch written to last
    [missing] = [one for one in why(found) if one.code == "compare.not-on-path"]
    assert missing.params["n"] == 2 and missing.params["then"] == "B"
    assert "Now the vase." in title(missing) and "“Now the vase.”" in title(missing, "zh")


def test_edits_prompt_tools_and_model(tmp_path: Path) -> None:
    def system(script: Script, **fields: Any) -> None:
        script.message("system", content="", **fields)

    tools = [{"name": "read", "description": "r"}, {"name": "write", "description": "w"}]
    script = Script(id="p")
    system(script, id="s1", sections={"rules": "No blue.", "docs": "D"}, toolsAdded=tools)
    script.user("Draw.", id="u1")
    script.reply("Drawn.", id="a1")
    a = write(tmp_path, "a", script)
    changed = {"rules": None, "docs": "E", "skills": "S"}
    added = [{"name": "read", "description": "other"}, {"name": "grep", "description": "g"}]
    system(script, id="s2", sections=changed, toolsRemoved=[tools[1]], toolsAdded=added)
    script.records[-1]["message"]["content"] = "Free."
    script.add("context_edit", id="e", targetId="u1", replacement=None)
    script.reply("Again.", id="a2", model="other-model")
    found = compared(a, write(tmp_path, "b", script))
    answer = compare_report(found)
    assert answer["prompt"] == {
        "sections": {"rules": "onlyA", "docs": "changed", "skills": "onlyB"},
        "tools": {"read": "changed", "write": "onlyA", "grep": "onlyB"},
        "content": "onlyB",
        "recorded": {"a": True, "b": True},
    }
    assert answer["contextEdited"] == [{"a": "u1", "b": "u1"}]
    expected = "edited sections-gone sections-changed sections-added tools-gone tools-changed tools-added"
    assert set(expected.split()) | {"prompt-text", "model"} <= set(codes(found))
    bare = parent_script()
    assert "prompt-unrecorded" in codes(compared(a, write(tmp_path, "c", bare)))


def test_prompt_text_that_is_gone_is_a_loss(tmp_path: Path) -> None:
    def system(script: Script, **sections: str | None) -> None:
        script.message("system", content="", sections=sections)

    script = Script(id="p")
    where = "<cwd>\n/tmp/barn\n</cwd>"
    system(script, preamble="Help.", notes="<notes>\nThe barn door\nstays shut.\n</notes>", cwd=where)
    script.user("Who is the mare?", id="u1")
    script.reply("Pepperine.", id="a1")
    a = write(tmp_path, "a", script)
    assert "has-all" not in codes(compared(a, a))
    script.user("How many bales?")
    assert "has-all" in codes(compared(a, write(tmp_path, "on", script)))
    system(script, notes="New: <notes>\nThe barn door\nstays shut.\nAlways.\n</notes>")
    more = codes(compared(a, write(tmp_path, "more", script)))  # text that only grew
    assert "has-all" in more and "prompt-lost" not in more
    system(script, cwd="<cwd>\n/tmp/mill\n</cwd>")
    moved = codes(compared(a, write(tmp_path, "moved", script)))
    assert "has-messages" in moved and "prompt-lost" not in moved
    system(script, notes="<notes>\nThe wheel turns left.\n</notes>")
    found = why(compared(a, write(tmp_path, "b", script)))
    assert not [one for one in found if one.code == "compare.has-all"]
    lost = found[1]
    assert (lost.code, lost.status, lost.params["names"]) == ("compare.prompt-lost", "lost", ["notes", "cwd"])
    assert lost.params["text"] == "The barn door" and [one.line for one in lost.evidence] == [2, 8]
    system(script, notes=None)
    assert "prompt-lost" in codes(compared(a, write(tmp_path, "c", script)))
    other = Script(id="q")  # between unrelated sessions, or in pi's own words, it is told, and not as a loss
    system(other, notes="None.")
    assert ("compare.prompt-lost", "warning") in told(compared(a, write(tmp_path, "other", other)))
    script = copy.deepcopy(script)
    own = write(tmp_path, "own", script)
    system(script, preamble="Assist.")
    assert ("compare.prompt-lost", "warning") in told(compared(own, write(tmp_path, "newer", script)))


@pytest.mark.skipif(not PI16.is_dir(), reason="the corpus is not here")
def test_a_session_imported_elsewhere_says_what_its_prompt_lost(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(PI16 / f"21-{name}.jsonl") for name in ("barn-source", "mill-imported")]
    _, said, _ = call(capsys, *files)
    assert "Whatever the model had" not in said
    assert said.splitlines()[1].endswith("2 sections: project_context, cwd.")
    assert "The barn door stays shut at night." in " ".join(said.split())


def test_folders(tmp_path: Path) -> None:
    here = tmp_path / "new" / "pots"
    here.mkdir(parents=True)
    one, two = Script(id="x", cwd="/gone/pots"), Script(id="y", cwd=str(here))
    one.user("Tea.", id="t")
    two.user("Coffee.", id="c")
    a, b = write(tmp_path, "a", one), write(tmp_path, "b", two)
    moved = why(compared(a, b))
    assert moved[0].code == "compare.unrelated" and moved[0].next[0].params == {"path": str(a)}
    assert [finding.lead for finding in moved if finding.code == "compare.folder-moved"] == [True]
    two.records[0]["cwd"] = "/gone/pots"
    assert "fresh-start" in codes(compared(a, write(tmp_path, "c", two)))
    two.records[0]["cwd"] = "/elsewhere"
    assert "folders" in codes(compared(a, write(tmp_path, "d", two)))


def test_history_that_is_not_on_both_paths(tmp_path: Path) -> None:
    script = parent_script()
    a = copy.deepcopy(script)
    a.user("Another root.", id="r1", parent=None)
    b = copy.deepcopy(script)
    b.user("A root of mine.", id="r2", parent=None)
    found = compared(write(tmp_path, "a", a), write(tmp_path, "b", b))
    assert (found.relation, found.ancestor) == ("fork", None) and codes(found)[0] == "fork-loose"
    assert "has-all" in codes(compared(tmp_path / "a.jsonl", write(tmp_path, "c", script), "u1"))


def test_every_code_was_met_and_has_words_in_both_languages(tmp_path: Path) -> None:
    for name in (
        "the_same_and_grown a_fork_and_what_it_rewrites_is_no_difference rewritten_content_and_ids "
        "what_a_compaction_took what_was_said_on_another_branch edits_prompt_tools_and_model folders "
        "prompt_text_that_is_gone_is_a_loss "
        "history_that_is_not_on_both_paths unrelated_although_all_ids_are_the_same"
    ).split():
        folder = tmp_path / name
        folder.mkdir()
        globals()[f"test_{name}"](folder)
    folder = tmp_path / "migrated"
    folder.mkdir()
    test_migrated(SAMPLES / "v1-plain.jsonl", folder)
    script = parent_script()
    script.user("Side.", id="s1", parent="a1")
    path = write(tmp_path, "one", script)
    compared(path, path, "u1", "a2")
    compared(path, path, "a2", "s1")
    compared(path, path, "u1", "s1")
    assert set(WORDS) == SEEN
    for code, words in WORDS.items():
        assert words.en and words.zh and bool(words.en_detail) == bool(words.zh_detail), code
        fields = [
            set(re.findall(r"{(\w+)", one + two))
            for one, two in ((words.en, words.en_detail), (words.zh, words.zh_detail))
        ]
        assert fields[0] == fields[1], code


# -- the command ---------------------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["compare", *arguments])
    taken = capsys.readouterr()
    return code, taken.out, taken.err


def test_file_and_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").touch()
    Path("b#c.jsonl").touch()
    assert split_entry("a.jsonl") == ("a.jsonl", None)
    assert split_entry("a.jsonl#x1") == ("a.jsonl", "x1")
    assert split_entry("a.jsonl#x#1") == ("a.jsonl", "x#1")
    assert split_entry("b#c.jsonl") == ("b#c.jsonl", None)
    assert split_entry("b#c.jsonl#@line3") == ("b#c.jsonl", "@line3")
    assert split_entry("019eba4b#x1") == ("019eba4b", "x1")
    assert split_entry("#x1") == ("", "x1")


def test_the_answer_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    parent, child = str(SAMPLES / "fork-parent.jsonl"), str(SAMPLES / "fork-child.jsonl")
    code, said, err = call(capsys, parent, child, "--json")
    answer = json.loads(said)
    assert (code, err) == (0, "")
    keys = "a b relation commonAncestor onlyA onlyB contextOnlyA contextOnlyB prompt"
    assert set(keys.split()) <= set(answer)
    assert set(answer["prompt"]) >= {"sections", "tools"}
    assert answer["a"]["file"] == parent and answer["b"]["entry"] == "63d469f9"
    _, said, _ = call(capsys, f"{parent}#@line5", "#95aca892", "--json")
    answer = json.loads(said)
    assert (answer["a"]["entry"], answer["relation"], answer["comparedAs"]) == ("98f23428", "grown", "paths")


@pytest.mark.parametrize("columns", [80, 140])
def test_the_page_for_people(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(TOP)
    code, said, _ = call(capsys, "samples/fork-parent.jsonl", "samples/fork-child.jsonl")
    assert code == 0 and said.startswith("B was forked from A: 4 entries the same")
    assert "samples/fork-child.jsonl:5" in said and "Only in the file of A (2 entries)" in said
    assert "1 label was written again by the fork" in said and "not recorded" in said
    assert all(len(line) <= columns or " " not in line.strip() for line in said.splitlines())


def test_the_page_in_chinese(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    files = [str(SAMPLES / f"fork-{name}.jsonl") for name in ("parent", "child")]
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    _, said, _ = call(capsys, *files)
    assert "提示词与工具" in said and "当前叶" in said and "forked" not in said
    assert call(capsys, *files, "--lang", "zh")[1] == said
    assert "Prompt and tools" in call(capsys, *files, "--lang", "en")[1]


@pytest.mark.parametrize("name", sorted(PAGE_WORDS))
def test_the_words_of_the_pages_fill_alike_in_both_languages(name: str) -> None:
    english, chinese = ({part[1] for part in Formatter().parse(text)} for text in PAGE_WORDS[name])
    assert english == chinese or english | {None} == chinese | {None}


def test_hostile_content_stays_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = Script(id="x\x1b[31m", cwd="/x\x1b]8;;\u202e", parentSession="/p\x1b[2J.jsonl")
    script.user("\x1b[31mred\u202e", id="\x1b[1m")
    other = Script(id="y")
    other.user("plain", id="z")
    code, said, _ = call(capsys, str(write(tmp_path, "a", script)), str(write(tmp_path, "b", other)))
    assert code == 0 and "\x1b" not in said and "\u202e" not in said


def test_bad_calls(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = str(SAMPLES / "v3-plain.jsonl")
    (tmp_path / "empty.jsonl").touch()
    for a, b in (
        (good, str(tmp_path / "none.jsonl")),
        (str(tmp_path), good),
        (good, f"{good}#nobody"),
        (good, f"{good}#"),
        (f"{good}#@line9999", good),
        ("#x", good),
        ("", good),
        (good, ""),
        (good, str(tmp_path / "empty.jsonl")),
    ):
        code, said, err = call(capsys, a, b)
        assert code == 2 and said == "" and err.count("\n") == 1, (a, b, err)
    code, said, err = call(capsys, good)
    assert code == 2 and err.count("\n") == 1


def test_a_model_is_named_as_far_as_it_was_recorded() -> None:
    given = ({"provider": "p", "modelId": "m"}, {"provider": None, "modelId": "m"}, {})
    assert [model_name(model) for model in given] == ["p/m", "?/m", "?/?"]
