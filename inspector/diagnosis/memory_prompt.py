"""The history of the system prompt along a path: what each entry added, took away or brought back (FORMAT, step 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from inspector.diagnosis.case import Case
from inspector.session import kinds as k
from inspector.session.messages import PiThrows
from inspector.session.prompt import Prompt, PromptReplay

READ = 400  # system messages that are read, the last ones; a prompt changes a few times a session
_FILE = re.compile(r'<project_instructions path="([^"\n]{1,1000})">')


@dataclass(frozen=True, slots=True)
class Removal:
    """A prompt section or a tool that the entry at ``row`` took away; ``set_by`` had put it there last."""

    name: str
    row: int
    set_by: int


@dataclass
class PromptHistory:
    """``now``: the prompt in force, None where none is recorded. ``before``: by compaction row, the prompt right before
    it. ``sections``, ``tools``: what was taken away by a system message and has not come back. ``gone_files``: context
    files (path, row that had them, row that no longer did). ``seen``: system messages and checkpoints of the path."""

    now: Prompt | None = None
    before: dict[int, Prompt | None] = field(default_factory=dict)
    checkpoints: set[int] = field(default_factory=set)
    sections: list[Removal] = field(default_factory=list)
    tools: list[Removal] = field(default_factory=list)
    gone_files: list[Removal] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many system messages and checkpoints stand on the path."""
        return len(self.rows)


def prompt_history(case: Case) -> PromptHistory:
    """The replay along the path to ``case.at``."""
    cols = case.session.cols
    history = PromptHistory()
    steps = [row for row in case.path if cols.role[row] == k.SYSTEM or cols.kind[row] == k.COMPACTION]
    replay = PromptReplay()
    taken: dict[tuple[str, str], Removal] = {}
    put: dict[tuple[str, str], int] = {}
    files: dict[str, int] = {}
    gone: dict[str, Removal] = {}
    for row in steps[-READ:]:
        entry = case.session.value(row)
        if cols.kind[row] == k.COMPACTION:
            message = entry.get("systemMessage")
            history.before[row] = _result(replay)
            replay = PromptReplay()  # no system message before a compaction is kept
            if not isinstance(message, dict):
                continue
            history.checkpoints.add(row)
        else:
            edit = case.frame.edits.get(row)
            message = entry.get("message")
            if not isinstance(message, dict) or (edit is not None and edit.omits):
                continue
        history.rows.append(row)
        _follow(message, row, put, taken)
        try:
            replay.feed(message)
        except PiThrows:
            continue
        _files(_result(replay), row, files, gone)
    history.now = _result(replay)
    history.sections = [one for (what, _), one in taken.items() if what == "section"]
    history.tools = [one for (what, _), one in taken.items() if what == "tool"]
    history.gone_files = list(gone.values())
    return history


def _result(replay: PromptReplay) -> Prompt | None:
    try:
        return replay.result()
    except PiThrows:
        return None


def _follow(
    message: dict[str, Any], row: int, put: dict[tuple[str, str], int], taken: dict[tuple[str, str], Removal]
) -> None:
    sections = message.get("sections")
    changes = (
        [("section", name, value is not None) for name, value in sections.items()]
        if isinstance(sections, dict)
        else []
    )
    for key, here in (("toolsRemoved", False), ("toolsAdded", True)):
        members = message.get(key)
        names = (
            [
                tool.get("name") for tool in members if isinstance(tool, dict)
            ]  # pi goes by the name of an object
            if isinstance(members, list)
            else []
        )
        changes += [("tool", name, here) for name in names if isinstance(name, str)]
    for what, name, here in changes:
        if here:
            put[what, name] = row
            taken.pop((what, name), None)
        elif (what, name) in put:
            taken[what, name] = Removal(name, row, put[what, name])


def _files(prompt: Prompt | None, row: int, files: dict[str, int], gone: dict[str, Removal]) -> None:
    if prompt is None:
        return
    now = {path for text in prompt.sections.values() if isinstance(text, str) for path in _FILE.findall(text)}
    for path in now:
        files[path] = row
        gone.pop(path, None)
    for path in [path for path in files if path not in now]:
        gone[path] = Removal(path, row, files.pop(path))
