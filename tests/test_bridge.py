"""The bridge to pi and the comparison that rests on it: they answer right, survive trouble, and can fail."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.session import open_session
from tests.builders import Script, call, text
from tests.comparison import differences, unlike
from tests.conftest import SHARED
from tests.oracle import JsonParse, NodeLines, PiBridge, PiFault, node_missing, pi_missing

GOLDEN = sorted((SHARED / "corpus" / "golden").glob("*.json"))


def rich(path: Path) -> Path:
    """A file in which every part of an answer holds something."""
    script = Script()
    script.message("system", content="base", sections={"rules": "none"}, toolsAdded=[{"name": "read"}])
    first = script.user("one")
    reply = script.reply("two", call("read", "c1", path="a"), call("read", "c2", path="b"))
    script.result("three", "c1")
    script.add("context_edit", targetId=first, replacement={"content": "edited"})
    script.add("label", targetId=first, label="here")
    script.add("session_info", name="rich")
    script.user("other branch", parent=reply)
    script.reply("four")
    return script.write(path)


def test_goldens_are_what_the_bridge_says(pi: PiBridge) -> None:
    """Another program, of other hands, asked the same pi: both must have understood it alike."""
    if not GOLDEN:
        pytest.skip("needs ../shared/corpus/golden beside the checkout")
    compared = 0
    for path in GOLDEN:
        golden = json.loads(path.read_text(encoding="utf-8"))
        folder, _, _ = path.stem.rpartition("__")
        file = next(iter((SHARED / "corpus").glob(f"{folder}/{golden['file']}")))
        ours = pi.session(file)
        ids = ours["ids"]
        assert (ours["entries"], ours["distinctIds"]) == (golden["entries"], golden["distinctIds"]), path.name
        assert ours["versionOnDisk"] == golden["versionOnDisk"]
        assert unlike(ours["stats"].get("totals"), golden["totals"]) is None or "error" in ours["stats"], (
            path.name
        )
        assert unlike(ours["breakdown"], golden["breakdown"]) is None, path.name
        contexts = golden.get("contexts", [])
        by_leaf = {ids[context["row"]]: context for context in ours["contexts"]}
        random_ids = golden["versionOnDisk"] is None or golden["versionOnDisk"] < 2
        failed = [context for context in contexts if "error" in context]
        assert len(failed) == sum("error" in context for context in ours["contexts"]), path.name
        for number, theirs in enumerate(contexts):
            if "error" in theirs:
                continue
            mine = ours["contexts"][number] if random_ids else by_leaf[theirs.get("leaf")]
            assert len(mine["path"]) == theirs["path"]
            for key in ("roles", "model", "thinkingLevel", "tokens", "wire"):
                assert unlike(mine[key], theirs[key]) is None, (path.name, key)
            assert len(mine["llm"]) == theirs["llmCount"]
            if not random_ids:
                for key in ("contextEntries", "visible"):
                    assert [ids[row] for row in mine[key]] == theirs[key], (path.name, key)
            compared += 1
    assert compared >= len(GOLDEN)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every scalar of a JSON value stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))
    elif value is not None:
        yield path


def changed(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, (int, float)) else f"{value}x"


UNCOMPARED = {
    "header",
    "empty",
    "opens",
    "types",
}  # facts for the comparison itself, or no part of our reports


def test_every_changed_value_is_found(tmp_path: Path, pi: PiBridge) -> None:
    """Change pi's answer in one place, and the comparison must say so: nothing in it is there for show."""
    file = rich(tmp_path / "rich.jsonl")
    session = open_session(file)
    answer = pi.session(file, messages=True)
    assert differences(session, answer) == []
    unseen = []
    for path in places(answer):
        if path[0] in UNCOMPARED or path[-1] == "row":
            continue
        other = copy.deepcopy(answer)
        inner = other
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = changed(inner[path[-1]])
        try:
            found = differences(session, other)
        except (KeyError, IndexError):
            found = ["no such row"]
        if not found:
            unseen.append(path)
    assert not unseen


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (0, None, False),
        ("", None, False),
        ([], None, False),
        ({"a": None}, {}, True),
        ([None], [], False),
        ([1, 2], [2, 1], False),
        ({"a": [{"b": "x"}]}, {"a": [{"b": "y"}]}, False),
        ("1", 1, False),
        (2**53 + 1, 2**53, True),
        (0.1 + 0.2, 0.3, False),
        ("\ud83d", "\ufffd", False),
    ],
)
def test_unlike(one: Any, other: Any, same: bool) -> None:
    assert (unlike(one, other) is None) is same
    assert (unlike(other, one) is None) is same


def test_unlike_of_deep_values() -> None:
    def nested(core: Any) -> Any:
        for _ in range(20_000):
            core = [core]
        return core

    assert unlike(nested(1), nested(1)) is None
    assert unlike(nested(1), nested(2)) is not None


def test_a_dead_process_is_replaced(tmp_path: Path, pi: PiBridge) -> None:
    file = rich(tmp_path / "rich.jsonl")
    before = pi.session(file)
    pi.close()
    assert pi.session(file) == before


@pytest.mark.skipif(pi_missing() is not None, reason=str(pi_missing()))
def test_a_slow_answer_is_a_fault_and_no_wait() -> None:
    hasty = PiBridge(seconds=0.0)
    with pytest.raises(PiFault, match="no answer"):
        hasty.folder_name("/x")
    hasty.close()


def test_a_bad_request_is_a_fault(pi: PiBridge) -> None:
    with pytest.raises(PiFault, match="no-such-file"):
        pi.session(Path("/no-such-file.jsonl"))
    assert pi.folder_name("/a/b") == "--a-b--", "and the next one is served"


@pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))
def test_a_script_that_ends_is_a_fault() -> None:
    lines = NodeLines("no-such-script.mjs")
    with pytest.raises(PiFault):
        lines.exchange(["x"])
    lines.close()


@pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))
def test_rendering_of_values() -> None:
    """The notation itself, by hand, so that both sides of test_json_parse cannot be wrong together."""
    parse = JsonParse()
    rendered = parse([b'{"b":1,"1":[null,true,"a"]}', b"1e999", b"-0", b"nope", rb'"\ud83d"'])
    parse.close()
    assert rendered == [
        '{ :0031 [ n t "0061 ] :0062 #3ff0000000000000 }',
        "#7ff0000000000000",
        "#0000000000000000",
        None,
        '"d83d',
    ]


def test_loops_are_answered_and_left_out(tmp_path: Path, pi: PiBridge) -> None:
    script = Script()
    script.user("fine")
    script.user("loop", id="a", parent="b")
    script.user("loop", id="b", parent="a")
    script.user("below", id="c", parent="b")
    answer = pi.session(script.write(tmp_path / "loop.jsonl"), "every")
    assert answer["cyclic"] == [1, 2, 3]
    assert [context["row"] for context in answer["contexts"]] == [0]


def test_pi_writes_to_the_copy_only(tmp_path: Path, pi: PiBridge) -> None:
    script = Script(1)
    script.user([text("old")])
    file = tmp_path / "v1.jsonl"
    file.write_bytes(script.bytes().rstrip(b"\n"))
    before = file.read_bytes()
    assert pi.session(file)["writesOnOpen"] is True
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["v1.jsonl"]
