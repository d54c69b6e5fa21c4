"""What the page works out by itself says what the server says: filters, labels of an earlier line, exported contexts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from inspector import assets
from inspector.export import page_data
from inspector.jsontext import dumps
from inspector.session import Session, open_session
from inspector.session.context import context_at
from inspector.session.context_json import context_json
from inspector.session.index import whole
from tests.builders import Script
from tests.conftest import SHARED
from tests.exported import ELEMENT, in_page

SAMPLES = sorted(assets.samples().glob("*.jsonl"))
CORPUS = [
    path
    for path in sorted((SHARED / "corpus").rglob("*.jsonl"))
    if "events" not in str(path) and path.stat().st_size < 400_000
]
LEAVES = 6
BETWEEN = 9


def some_rows(session: Session) -> list[int]:
    """The active leaf, some other leaves, and rows spread over the file."""
    tree = session.tree
    spread = range(0, session.n, max(1, session.n // BETWEEN))
    return sorted({*tree.leaves[:LEAVES], tree.active_leaf, *spread} - {-1})


def views(session: Session) -> list[dict[str, Any]]:
    return [context_json(session, context_at(session, row)) for row in some_rows(session)]


SEEN = """
import { FILTERS } from "JS/filter.js";
import { SessionModel } from "JS/index-model.js";
import { localVisibility, visibilityFromContext } from "JS/visibility.js";
const answer = input.map(({ index, contexts }) => {
  const model = new SessionModel(index);
  const rows = (view, name) => [...model.line.keys()].filter((row) => FILTERS[name](model, view, row));
  return contexts.map((context) => [visibilityFromContext(model, context), localVisibility(model, context.at)].map((view) => ({ seen: rows(view, "seen"), lost: rows(view, "lost") })));
});"""


def test_the_filter_what_the_model_saw_is_what_is_on_the_wire(tmp_path: Path) -> None:
    files = [(path.stem, open_session(path)) for path in (*SAMPLES, *CORPUS)]
    given: list[dict[str, Any]] = [
        {"index": whole(session), "contexts": views(session)} for _, session in files
    ]
    compared = replaced = 0
    for (name, session), file, got in zip(files, given, in_page(SEEN, given, tmp_path), strict=True):
        for context, (exact, local) in zip(file["contexts"], got, strict=True):
            brought = set(context["visibility"].get("summary", []))
            sent = {item["row"] for item in context["wire"] if item["row"] >= 0} | brought
            place = (name, session.cols.line[context["at"]])
            assert set(exact["seen"]) == sent, place
            assert not sent & set(exact["lost"]), place
            omitted = {edit["target"] for edit in context["edits"] if edit["omits"]}
            assert not omitted & set(exact["seen"]), place
            replaced += sum(not edit["omits"] and edit["target"] in sent for edit in context["edits"])
            # The columns do not tell what pi throws on, and what a loop of parents leads to.
            if context["throws"] is None and not session.tree.cyclic:
                assert local == exact, place
            compared += 1
    assert compared > 300 and replaced > 3


LABELS = """
import { SessionModel } from "JS/index-model.js";
import { modelAt } from "JS/time-model.js";
const answer = input.map((index) => {
  const model = new SessionModel(index);
  return [...model.line.keys()].map((row) => Object.fromEntries(modelAt(model, row).labels));
});"""


def labels_at(session: Session, upto: int) -> dict[str, str]:
    """Labels by row as they stood when row ``upto`` was written, read off the entries themselves."""
    then: dict[str, str] = {}
    for row in session.scan.label_targets:
        target = str(session.target_row(row))
        if row > upto or int(target) < 0:
            continue
        then.pop(target, None)
        if text := session.value(row).get("label"):
            then[target] = text
    return then


def test_labels_of_an_earlier_line_are_those_of_then(tmp_path: Path) -> None:
    script = Script()
    one = script.user("one")
    for label in ("first", "second", "", "third"):
        script.add("label", targetId=one, label=label)
        script.reply(label)
    paths = [script.write(tmp_path / "s.jsonl"), *SAMPLES]
    sessions = [open_session(path) for path in paths]
    got = in_page(LABELS, [whole(session) for session in sessions], tmp_path)
    for path, session, moments in zip(paths, sessions, got, strict=True):
        if not session.tree.shadowed:
            assert moments == [labels_at(session, row) for row in range(session.n)], path.stem
    demo = next(at for at, path in enumerate(paths) if path.stem == "demo-night-market")
    by_line = dict(zip(sessions[demo].cols.line, got[demo], strict=True))
    rule = str(sessions[demo].cols.line.index(6))
    assert "the rule" in by_line[11][rule] == by_line[74][rule] != by_line[75][rule]
    assert rule not in by_line[10]
    assert [list(moment.values()) for moment in got[0]] == [
        [], ["first"], ["first"], ["second"], ["second"], [], [], ["third"], ["third"]
    ]  # fmt: skip


EXPORTED = """
import { EmbeddedSource } from "JS/embedded.js";
const answer = [];
for (const { elements, rows } of input) {
  const page = new EmbeddedSource(async (name) => elements[name] ?? null);
  await page.index();
  page.plan.contexts = [];
  const told = [];
  for (const row of rows) told.push(await page.context(row));
  answer.push(told);
}"""


def test_an_exported_page_knows_prompt_and_edits_at_every_entry(tmp_path: Path) -> None:
    files = [(path.stem, open_session(path)) for path in (*SAMPLES, *CORPUS)]
    files = [(name, session) for name, session in files if session.n and not session.tree.cyclic]
    given: list[dict[str, Any]] = []
    wanted: list[list[dict[str, Any]]] = []
    for _, session in files:
        page = b"".join(page_data.elements(session))
        texts = {name.decode(): text.decode() for name, text in ELEMENT.findall(page)}
        given.append({"elements": texts, "rows": some_rows(session)})
        wanted.append(views(session))
    prompts = previews = 0
    for (name, session), ours, theirs in zip(files, wanted, in_page(EXPORTED, given, tmp_path), strict=True):
        for one, other in zip(ours, theirs, strict=True):
            if one["throws"] is not None:
                continue
            place = (name, session.cols.line[one["at"]])
            for key in (
                "prompt",
                "promptRecorded",
                "promptTakenBy",
                "edits",
                "entries",
                "model",
                "thinkingLevel",
            ):
                assert other[key] == json.loads(dumps(one[key])), (place, key)
            sent = [item for item in one["wire"] if item["row"] >= 0]
            assert sorted(map(told, other["wire"])) == sorted(map(told, sent)), place
            prompts += one["prompt"] is not None
            previews += sum("preview" in item for item in sent)
    assert prompts > 100 and previews > 20


def told(item: dict[str, Any]) -> tuple[int, str, str]:
    return item["row"], item["role"], item.get("preview", "")


def test_the_parts_of_a_context_add_up_to_what_pi_counts(tmp_path: Path) -> None:
    script = """
import { SessionModel } from "JS/index-model.js";
import { contextShares } from "JS/step-model.js";
const answer = input.map(({ index, contexts }) => {
  const model = new SessionModel(index);
  return contexts.map((context) => Object.fromEntries(contextShares(model, context) ?? []));
});"""
    files = [(path.stem, open_session(path)) for path in (*SAMPLES, *CORPUS)]
    given: list[dict[str, Any]] = [
        {"index": whole(session), "contexts": views(session)} for _, session in files
    ]
    compared = unsent = 0
    for (name, session), file, got in zip(files, given, in_page(script, given, tmp_path), strict=True):
        for context, parts in zip(file["contexts"], got, strict=True):
            if context["throws"] is None and context["tokens"]["lastUsageIndex"] is None:
                place = (name, session.cols.line[context["at"]])
                assert sum(parts.values()) == context["tokens"]["tokens"], place
                compared += 1
                unsent += parts.get("unsent", 0) > 0
    assert compared > 100 and unsent
