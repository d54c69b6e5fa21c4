"""Why one side does not know what the other knows: findings on a comparison, the most telling first.

The side written to last is *now*, the other one *then*; what is told is what now lacks of then.
"""

from __future__ import annotations

import os
from pathlib import Path

from inspector.diagnosis.compare import Comparison, Side
from inspector.diagnosis.compare_prompt import lost_text
from inspector.diagnosis.finding import Evidence, Finding, Params, Step
from inspector.session import kinds as k
from inspector.session.omissions import SPEAKING, never_sent
from inspector.session.preview import preview
from inspector.store.paths import same_folder

_WHERE = frozenset(("cwd", "date", "time", "env", "environment"))  # sections that say where and when
_OWN = frozenset(("preamble", "tools", "docs"))  # sections that pi words anew from version to version
_LOOKED_AT = 200  # entries searched for one whose words name a stretch


def why(found: Comparison) -> list[Finding]:
    """The relation first, then what keeps knowledge of *then* from *now*."""
    view = _View(found)
    findings = [_relation(view)]
    for part in (_elsewhere, _cut, _prompt_lost, _has_all, _edited, _leaf, _folder, _prompt, _model):
        findings.extend(part(view))
    return findings


class _View:
    """A comparison with *then* and *now* told apart."""

    def __init__(self, found: Comparison) -> None:
        self.found = found
        self.swapped = found.now == "a"
        self.then, self.now = (found.b, found.a) if self.swapped else (found.a, found.b)
        self.names: Params = {"then": "B" if self.swapped else "A", "now": "A" if self.swapped else "B"}
        self.partner = found.match.a_of if self.swapped else found.match.b_of
        self.missing = found.context_only_b if self.swapped else found.context_only_a

    def counts(self) -> Params:
        """How much is shared and alone."""
        alone_a, alone_b = (len(rows) for rows in self.found.alone)
        then, now = (alone_b, alone_a) if self.swapped else (alone_a, alone_b)
        return {**self.names, "shared": self.found.shared, "then_alone": then, "now_alone": now}


def evidence(side: Side, row: int) -> Evidence:
    """The source line of an entry."""
    return Evidence(side.session.path, side.session.cols.line[row], side.session.entry_name(row))


def _words(side: Side, rows: list[int]) -> tuple[int, str]:
    """The first of ``rows`` that was said by somebody, and its words; a user message before all else."""
    cols = side.session.cols
    near = rows[:_LOOKED_AT]
    said = [row for row in near if cols.role[row] == k.USER] or [
        row for row in near if cols.kind[row] in SPEAKING
    ]
    row = (said or rows)[0]
    return row, preview(side.session.value(row))


def _relation(view: _View) -> Finding:
    found = view.found
    params = {**view.counts(), "entry": None, "line": None, "line_b": None}
    places: tuple[Evidence, ...] = ()
    if found.ancestor:
        row_a, row_b = found.ancestor
        places = (evidence(found.a, row_a), *(() if found.one_file else (evidence(found.b, row_b),)))
        params |= {"entry": places[0].entry, "line": places[0].line, "line_b": places[-1].line}
    code = found.relation
    steps: tuple[Step, ...] = ()
    if code == "fork" and not found.ancestor:
        code_name = "compare.fork-loose"
    elif code == "fork" and found.one_file:
        code_name = "compare.branches"
    elif code == "fork":
        code_name = "compare.fork-of" if found.child else "compare.fork"
        child = found.child or ""
        params |= {"child": child.upper(), "parent": "B" if child == "a" else "A"}
    elif code == "grown":
        alone_a, alone_b = found.alone
        params |= {"more": "A" if alone_a else "B", "less": "B" if alone_a else "A"}
        params |= {"extra": len(alone_a or alone_b)}
        code_name = "compare.further" if found.paths else "compare.grown"
    elif code == "rewritten":
        params |= {"changed": len(found.rewritten), "renamed": len(found.renamed)}
        code_name = "compare.rewritten"
    elif code == "migrated":
        older = "A" if found.a.step < found.b.step else "B"
        params |= {"old": older, "new": "B" if older == "A" else "A", "step": min(found.a.step, found.b.step)}
        code_name = "compare.migrated"
    else:
        code_name = f"compare.{code}"
        if code == "unrelated" and not found.one_file:
            steps = (Step("open-session", {"path": str(view.then.session.path)}),)
    return Finding(code_name, "ok", params, evidence=places, next=steps)


def _elsewhere(view: _View) -> list[Finding]:
    """Entries of then's context that are nowhere on now's path."""
    rows = [row for row in view.missing if view.partner[row] not in view.now.path]
    rows = [row for row in rows if view.then.session.cols.kind[row] in SPEAKING]
    if not rows or view.found.relation == "unrelated":
        return []
    row, text = _words(view.then, rows)
    params: Params = {**view.names, "n": len(rows), "text": text, "line": view.then.session.cols.line[row]}
    steps = [Step("restate", {"text": text})] if view.then.session.cols.role[row] == k.USER else []
    if not view.found.one_file:
        steps.append(Step("open-session", {"path": str(view.then.session.path)}))
    return [
        Finding(
            "compare.not-on-path", "warning", params, evidence=(evidence(view.then, row),), next=tuple(steps)
        )
    ]


def _cut(view: _View) -> list[Finding]:
    """Entries on now's path that a compaction there took out of its context."""
    boundary = view.now.frame.boundary
    if boundary is None:
        return []
    rows = [row for row in view.missing if view.partner[row] in view.now.path]
    rows = [row for row in rows if not never_sent(view.then.session, row)]
    if view.now.session.cols.flags[boundary.row] & k.CHECKPOINT:  # it brings the prompt back
        rows = [row for row in rows if view.then.session.cols.role[row] != k.SYSTEM]
    if not rows:
        return []
    row, text = _words(view.then, rows)
    compaction = evidence(view.now, boundary.row)
    params: Params = {**view.names, "n": len(rows), "entry": compaction.entry, "line": compaction.line}
    params |= {"text": text}
    steps = (Step("restate", {"text": text}),) if view.then.session.cols.role[row] == k.USER else ()
    places = (compaction, evidence(view.then, row))
    return [Finding("compare.cut-off", "warning", params, evidence=places, next=steps)]


def headline(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings that the page says first of all: the relation, and prompt text that is lost for sure."""
    return findings[0], *(one for one in findings[1:] if one.status == "lost")


def _prompt_lost(view: _View) -> list[Finding]:
    """Prompt text that then had and now has not: a loss, but between unrelated sessions or in pi's own words only a
    warning. Another folder alone is told by the folders."""
    lost = lost_text(view.then.force.prompt, view.now.force.prompt)
    telling = sorted((name for name in lost if name not in _WHERE), key=lambda name: name in _OWN)
    if not telling:
        return []
    text = lost[telling[0]]
    steps = (Step("restate", {"text": text}), Step("agents-md", {"text": text}))
    params: Params = {**view.names, "n": len(lost), "names": list(lost), "section": telling[0], "text": text}
    places = (_says_section(view.then, telling[0]), _says_section(view.now, telling[0]))
    found = tuple(one for one in places if one is not None)
    if view.found.relation == "unrelated" or telling[0] in _OWN:
        return [Finding("compare.prompt-lost", "warning", params, evidence=found)]
    return [Finding("compare.prompt-lost", "lost", params, evidence=found, next=steps)]


def _says_section(side: Side, name: str) -> Evidence | None:
    """The last system message of the context that sets or removes a section of the prompt."""
    roles = side.session.cols.role
    rows = [row for row in side.frame.rows if roles[row] == k.SYSTEM]
    for row in reversed(rows[-_LOOKED_AT:]):
        message = side.session.value(row).get("message")
        sections = message.get("sections") if isinstance(message, dict) else None
        if isinstance(sections, dict) and name in sections:
            return evidence(side, row)
    return None


def _has_all(view: _View) -> list[Finding]:
    """Nothing that speaks is missing. Only where prompt, tools and edits take nothing away either, whatever now does
    not know is no matter of what it was sent."""
    if view.found.relation == "same" or not view.then.frame.rows:
        return []
    if any(view.then.session.cols.kind[row] in SPEAKING for row in view.missing):
        return []
    prompt, gone = view.found.prompt, "onlyB" if view.swapped else "onlyA"
    whole = (
        prompt.recorded[0] == prompt.recorded[1]
        and prompt.content not in ("changed", gone)
        and not lost_text(view.then.force.prompt, view.now.force.prompt)
        and not {gone, "changed"} & set(prompt.tools.values())
        and gone not in prompt.sections.values()
        and not view.found.edited
    )
    return [Finding("compare.has-all" if whole else "compare.has-messages", "ok", dict(view.names))]


def _edited(view: _View) -> list[Finding]:
    """Entries of both contexts that context edits change or leave out on one side."""
    pairs = view.found.edited
    if not pairs:
        return []
    row_a, row_b = pairs[0]
    places = (evidence(view.found.a, row_a), evidence(view.found.b, row_b))
    return [Finding("compare.edited", "warning", {"n": len(pairs)}, evidence=places)]


def _leaf(view: _View) -> list[Finding]:
    """Which entry pi goes on from, where a side is another one."""
    findings = []
    for letter, side in (("A", view.found.a), ("B", view.found.b)):
        leaf = side.session.tree.active_leaf
        if side.at < 0 or leaf < 0 or side.at == leaf:
            continue
        below = side.at in set(side.session.tree.path(leaf))
        params: Params = {"side": letter, "leaf": side.session.entry_name(leaf)}
        params |= {"line": side.session.cols.line[leaf], "at": side.session.entry_name(side.at)}
        code = "compare.leaf-below" if below else "compare.leaf-elsewhere"
        findings.append(Finding(code, "ok", params, evidence=(evidence(side, leaf),)))
    return findings


def _folder(view: _View) -> list[Finding]:
    """Folders that differ; a folder that is gone while one of its name exists may have been renamed."""
    then, now = view.then.session.cwd, view.now.session.cwd
    if view.found.one_file or not then or not now:
        return []
    params: Params = {**view.names, "then_cwd": then, "now_cwd": now}
    if _one_folder(then, now):
        fresh = view.found.relation == "unrelated"
        return [Finding("compare.fresh-start", "ok", params)] if fresh else []
    gone = not os.path.isdir(then)
    if gone and Path(then).name == Path(now).name:
        return [Finding("compare.folder-moved", "warning", params, lead=True)]
    return [Finding("compare.folders", "ok", {**params, "gone": gone})]


def _one_folder(left: str, right: str) -> bool:
    try:
        return same_folder(left, right)
    except ValueError:
        return left == right


def _prompt(view: _View) -> list[Finding]:
    prompt = view.found.prompt
    then, now = (prompt.recorded[1], prompt.recorded[0]) if view.swapped else prompt.recorded
    if not then or not now:
        if then == now:
            return []
        return [
            Finding("compare.prompt-unrecorded", "unknown", {"side": view.names["now" if then else "then"]})
        ]
    gone = "onlyB" if view.swapped else "onlyA"
    findings = []
    for what, states in (("sections", prompt.sections), ("tools", prompt.tools)):
        lost = [name for name, state in states.items() if state == gone]
        changed = [name for name, state in states.items() if state == "changed"]
        added = [name for name, state in states.items() if state not in ("same", "changed", gone)]
        if lost:
            params: Params = {**view.names, "names": lost}
            findings.append(Finding(f"compare.{what}-gone", "warning", params))
        if changed:
            findings.append(Finding(f"compare.{what}-changed", "ok", {**view.names, "names": changed}))
        if added:
            findings.append(Finding(f"compare.{what}-added", "ok", {**view.names, "names": added}))
    if prompt.content not in ("same", None):
        findings.append(Finding("compare.prompt-text", "warning", dict(view.names)))
    return findings


def _model(view: _View) -> list[Finding]:
    then, now = view.then.force, view.now.force
    if then.model == now.model or not then.model or not now.model:
        return []
    params = {**view.names, "then_model": model_name(then.model), "now_model": model_name(now.model)}
    return [Finding("compare.model", "ok", params)]


def model_name(model: Params) -> str:
    """Provider and model as they were recorded, "?" for what was not."""
    return "/".join(str(model.get(part) or "?") for part in ("provider", "modelId"))
