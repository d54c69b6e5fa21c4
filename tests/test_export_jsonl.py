"""JSONL exports through pi itself: pi 1.6.0 opens what we write and sees the same context, at every leaf."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.export.parts import PARTS, ExportOptions, everything
from inspector.export.run import Job, export
from inspector.session import Session, open_session
from tests.builders import Script
from tests.comparison import unlike
from tests.conftest import SHARED, TOP
from tests.oracle import NodeLines, PiBridge, pi_missing, read_json

SAMPLES = sorted((TOP / "samples").glob("*.jsonl"))
CASES = sorted((SHARED / "cases").glob("*.jsonl"))
CORPUS = [path for path in sorted((SHARED / "corpus").glob("*/*.jsonl")) if ".events." not in path.name]
FILES = [*SAMPLES, *CASES, *CORPUS]
MANY = 60  # leaves of a session that is made here; no other has so many
SAME = (
    "roles",
    "visible",
    "model",
    "thinkingLevel",
    "tokens",
    "prompt",
    "llm",
    "wire",
    "messages",
    "llmMessages",
    "wireMessages",
)
PARTED = ("model", "thinkingLevel", "messages", "llmMessages", "wireMessages")


def exported(session: Session, options: ExportOptions, out: Path) -> Path:
    result = export(
        Job(session, options, "jsonl", session_id="" if options.faithful else "a-new-id"), out, force=True
    )
    assert result.output is not None and not result.residual
    return out


def answers(pi: PiBridge, file: Path, rows: list[int]) -> dict[int, dict[str, Any]]:
    """pi's contexts by row; none at rows where it would never return."""
    told = pi.session(file, rows, messages=True)
    assert told.get("opens"), f"pi does not open {file}: {told.get('error')}"
    return {context["row"]: context for context in told["contexts"]}


def leaves(session: Session) -> list[int]:
    rows = dict.fromkeys([*session.tree.leaves, session.tree.active_leaf])
    return [row for row in rows if row >= 0]


def without_parts(value: Any) -> Any:
    """A list of messages as it is without images, thinking, prompts and private output; in place."""
    if not isinstance(value, list):
        return value
    value = [one for one in value if not (isinstance(one, dict) and one.get("role") == "system")]
    stack: list[Any] = list(value)
    while stack:
        box = stack.pop()
        if isinstance(box, dict):
            box.pop("thinkingSignature", None)
            box.pop("thoughtSignature", None)
            if box.get("role") == "bashExecution" and box.get("excludeFromContext"):
                box.pop("output", None)
                box.pop("fullOutputPath", None)
            text = box.get("text")
            if (box.get("type") == "image" and "data" in box) or (
                isinstance(text, str) and text.startswith("[image left")
            ):
                box.clear()
                box["type"] = "picture"
            stack.extend(box.values())
        elif isinstance(box, list):
            box[:] = [one for one in box if not (isinstance(one, dict) and one.get("type") == "thinking")]
            stack.extend(box)
    return value


def unlike_contexts(
    ours: dict[str, Any], theirs: dict[str, Any], keys: tuple[str, ...], rows: list[int]
) -> list[str]:
    """Where pi sees another context in the export; ``rows`` are those of the source, in the export's order."""
    if "error" in theirs or "error" in ours:
        return (
            []
            if ours.get("error") == theirs.get("error")
            else [f"{ours.get('error')} | {theirs.get('error')}"]
        )
    found = []
    for key in keys:
        one, other = ours.get(key), theirs.get(key)
        if key == "visible":
            one = [rows[row] for row in ours["visible"]]
        if keys is PARTED:
            one, other = without_parts(one), without_parts(other)
        if difference := unlike(one, other):
            found.append(f"{key}{difference}")
    return found


def same_at_every_leaf(
    pi: PiBridge, file: Path, tmp_path: Path, options: ExportOptions, keys: tuple[str, ...]
) -> None:
    session = open_session(file)
    before = file.read_bytes()
    rows = leaves(session)
    source = answers(pi, file, rows)
    for row in rows:
        one = ExportOptions(row, False, options.parts, options.redact)
        out = exported(session, one, tmp_path / "out.jsonl")
        path = session.tree.path(row)
        ours = answers(pi, out, [len(path) - 1])
        if row not in source or not ours:
            continue  # pi never returns from this leaf, or cannot be asked for it
        found = unlike_contexts(ours[len(path) - 1], source[row], keys, path)
        assert not found, f"{session.entry_name(row)}: {found[:4]}"
    assert file.read_bytes() == before


def whole_file(
    pi: PiBridge, file: Path, tmp_path: Path, options: ExportOptions, keys: tuple[str, ...]
) -> None:
    session = open_session(file)
    out = exported(session, options, tmp_path / "whole.jsonl")
    rows = leaves(session)
    source, ours = answers(pi, file, rows), answers(pi, out, rows)
    for row in source:
        if row not in session.tree.cuts:
            found = unlike_contexts(ours[row], source[row], keys, list(range(session.n)))
            assert not found, f"{session.entry_name(row)}: {found[:4]}"


def opened_by_pi(file: Path) -> bool:
    session = open_session(file)
    return session.pi.opens and session.size > 0


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_faithful_branch_is_the_same_to_pi(file: Path, pi: PiBridge, tmp_path: Path) -> None:
    if opened_by_pi(file):
        same_at_every_leaf(pi, file, tmp_path, everything(0), SAME)


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_branch_without_parts_is_the_same_up_to_them(file: Path, pi: PiBridge, tmp_path: Path) -> None:
    if opened_by_pi(file):
        same_at_every_leaf(
            pi, file, tmp_path, ExportOptions(parts=frozenset(["identity"]), redact=False), PARTED
        )


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_whole_file_is_the_same_to_pi(file: Path, pi: PiBridge, tmp_path: Path) -> None:
    if opened_by_pi(file):
        whole_file(pi, file, tmp_path, everything(), SAME)
        whole_file(pi, file, tmp_path, ExportOptions(None, True, frozenset(["identity"]), False), PARTED)


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_redacted_copy_has_the_same_shape_to_pi(file: Path, pi: PiBridge, tmp_path: Path) -> None:
    if not opened_by_pi(file):
        return
    session = open_session(file)
    for options in (ExportOptions(None, True), ExportOptions(None, True, frozenset(PARTS))):
        out = exported(session, options, tmp_path / "whole.jsonl")
        rows = leaves(session)
        source, ours = answers(pi, file, rows), answers(pi, out, rows)
        for row in source:
            if row in session.tree.cuts or "error" in source[row]:
                continue
            for key in ("roles", "llm", "wire"):
                if isinstance(source[row][key], list):
                    spoken = [role for role in source[row][key] if role != "system" or options.parts]
                    assert ours[row][key] == spoken, f"{session.entry_name(row)}: {key}"
            assert ours[row]["path"] == source[row]["path"]


def test_a_session_of_many_leaves(pi: PiBridge, tmp_path: Path) -> None:
    script = Script()
    trunk = [script.user("root")]
    for number in range(MANY):
        script.user(f"question {number}", parent=trunk[number // 3])
        trunk.append(
            script.reply({"type": "thinking", "thinking": "hm"}, f"answer {number}", parent=trunk[-1])
        )
        if number % 20 == 19:
            script.add(
                "compaction", summary="so far", firstKeptEntryId=trunk[-4], tokensBefore=100, parent=trunk[-1]
            )
    file = script.write(tmp_path / "many.jsonl")
    assert len(leaves(open_session(file))) > MANY
    same_at_every_leaf(pi, file, tmp_path, everything(0), SAME)
    same_at_every_leaf(pi, file, tmp_path, ExportOptions(parts=frozenset(["identity"]), redact=False), PARTED)
    whole_file(pi, file, tmp_path, everything(), SAME)


def plain_numbers(line: bytes) -> Any:
    """A record as pi writes it: an infinite number, which a stored line may hold, is null."""
    value = read_json(line)
    stack = [value]
    while stack:
        box = stack.pop()
        for key, item in (
            box.items() if isinstance(box, dict) else enumerate(box) if isinstance(box, list) else ()
        ):
            if isinstance(item, float) and not math.isfinite(item):
                box[key] = None
            stack.append(item)
    return value


@pytest.fixture(scope="module")
def pi_exports() -> Iterator[NodeLines]:
    if reason := pi_missing():
        pytest.skip(reason)
    node = NodeLines("export_branch.mjs")
    yield node
    node.close()


@pytest.mark.parametrize("file", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_branch_is_what_pi_itself_exports(file: Path, pi_exports: NodeLines, tmp_path: Path) -> None:
    session = open_session(file)
    if not session.pi.opens or session.pi.hangs or session.tree.active_leaf < 0 or not session.size:
        return
    out = exported(session, everything(session.tree.active_leaf), tmp_path / "out.jsonl")
    ours = [plain_numbers(line) for line in out.read_bytes().split(b"\n")[:-1]]
    theirs = [
        read_json(line.encode()) for line in read_json(pi_exports.exchange([str(file)])[0].encode())["lines"]
    ]
    now = ours[0].pop("timestamp"), theirs[0].pop("timestamp")
    assert [len(one) for one in now] == [24, 24], "both are of this moment"
    stored, resolved = ours[0].pop("cwd", ""), theirs[0].pop("cwd")
    assert str(resolved).endswith(str(stored).rstrip("/")), (
        "as stored, where pi makes it a path of the machine it runs on"
    )
    if session.is_v1:  # pi makes up other ids
        ids = {one["id"]: other["id"] for one, other in zip(theirs[1:], ours[1:], strict=True)}
        for one in theirs[1:]:
            one |= {
                key: ids.get(one[key], one[key])
                for key in ("id", "parentId", "firstKeptEntryId")
                if key in one
            }
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert not (found := unlike(one, other)), found
