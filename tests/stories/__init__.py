"""Made-up stories for the diagnosis: a session as somebody might have it, a question, and the right answer.

Right answers are worked out by hand from CONTRACT and FORMAT; ``why`` says in a sentence how. Entries are named, so
that an answer reads "lost by cut, last seen by before".
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.store.roots import Places, find_places
from tests.builders import START, Script, call

ANY: Any = object()  # an answer that neither CONTRACT nor pi settles


class Tale(Script):
    """A script with the turns that stories are made of, written as pi writes: text that is not ASCII stays as it is.
    ``mark`` begins the ids of entries without a name, so that two sessions share none by chance."""

    mark = "e"

    def add(self, type: str, *, id: str | None = None, **fields: Any) -> str:
        return super().add(type, id=f"{self.mark}{len(self.records):07x}" if id is None else id, **fields)

    def say(self, words: str, id: str | None = None, reply: str = "ok", reply_id: str | None = None) -> str:
        """A user message and a reply to it; gives the reply."""
        self.user(words, id=id)
        return self.reply(reply, id=reply_id)

    def system(self, content: str = "", id: str | None = None, **fields: Any) -> str:
        return self.message("system", id=id, content=content, **fields)

    def tool(self, name: str, answer: str | None, id: str | None = None, **arguments: Any) -> str:
        """A call and, unless ``answer`` is None, its result; ``failed`` and ``result`` (more fields) go to the result."""
        failed, more = arguments.pop("failed", False), arguments.pop("result", {})
        number = f"call-{len(self.records)}"
        entry = self.reply(call(name, number, **arguments), id=id, stopReason="toolUse")
        if answer is not None:
            self.result(answer, number, toolName=name, isError=failed, **more)
        return entry

    def answer(self, words: str, to: str, id: str) -> str:
        """A tool result with a name of its own."""
        entry = self.result(words, to)
        self.records[-1]["id"] = self.leaf = id
        return entry

    def cut(self, summary: str, kept: str | None, id: str = "cut", **fields: Any) -> str:
        """A compaction as pi writes it."""
        named = {} if kept is None else {"firstKeptEntryId": kept}
        base = {"tokensBefore": 90_000, "fromHook": False}
        return self.add("compaction", id=id, summary=summary, **{**base, **named, **fields})

    def edit(self, target: str, words: str | None, id: str) -> str:
        """A context edit: other words in place of the target's, or None to leave it out."""
        replacement = None if words is None else {"content": words}
        return self.add("context_edit", id=id, targetId=target, replacement=replacement)

    def back(self, to: str | None) -> None:
        """What /tree does: the next entry is a child of ``to``."""
        self.leaf = to

    def bytes(self) -> bytes:
        return b"".join(raw(record) for record in self.records)


def raw(record: Any) -> bytes:
    """A line of a session file."""
    return json.dumps(record, ensure_ascii=False).encode("utf-8") + b"\n"


class Scene:
    """A home folder with pi's sessions, and a project in it."""

    def __init__(self, top: Path, project: str = "pots") -> None:
        self.top = top
        self.agent = top / "agent"
        self.project = self.folder(f"work/{project}")
        self._tales = 0

    def folder(self, name: str) -> Path:
        path = self.top / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    @property
    def places(self) -> Places:
        return find_places(self.project, environ={"PI_CODING_AGENT_DIR": str(self.agent)})

    def tale(self, version: Any = 3, **header: Any) -> Tale:
        """A session of this project, not written yet."""
        tale = Tale(version, **{"cwd": str(self.project), "id": "0aa-own", **header})
        tale.mark = "edcba"[self._tales]
        self._tales += 1
        return tale

    def keep(self, content: Script | bytes, name: str = "own", age: int = 0, cwd: Path | None = None) -> Path:
        """Put a session where pi keeps those of ``cwd`` (this project), changed ``age`` seconds before the others."""
        folder = self.places.default_folder(str(cwd or self.project))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.jsonl"
        path.write_bytes(content if isinstance(content, bytes) else content.bytes())
        stamp = START.timestamp() + 1_000_000 - age
        os.utime(path, (stamp, stamp))
        return path

    def put(self, name: str, words: str) -> Path:
        """A file of the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, "utf-8")
        return path


def later(tale: Tale, seconds: int, first: int = 1) -> Tale:
    """The same talk, from record ``first`` on ``seconds`` later."""
    for record in tale.records[first:]:
        if "message" in record:
            record["message"]["timestamp"] += seconds * 1000
    return tale


@dataclass(frozen=True)
class Story:
    """``tell`` gives the session (or its file) that is asked ``ask`` at ``at`` ("": the active leaf). ``lost`` is the
    stage, None for visible. ``by``, ``last``, ``via`` and ``gaps`` name entries; ``hows`` must all occur. ``named``
    lists what the sentence and its meaning must name. ``findings`` must be there with that status (a "+" before it:
    a lead), ``absent`` must not. ``wide``: sessions of the cwd are searched too, ``all``: every one."""

    name: str
    why: str
    tell: Callable[[Scene], Script | Path]
    ask: str
    code: str
    lost: str | None = None
    found: bool = True
    by: str | None = None
    last: str | None = None
    via: tuple[str, ...] = ()
    gaps: tuple[tuple[str, str | None], ...] = ()
    mention: bool = False
    hows: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    next: tuple[str, ...] = ()
    findings: dict[str, str] = field(default_factory=dict)
    absent: tuple[str, ...] = ()
    at: str = ""
    wide: bool = False
    all: bool = False
    regex: bool = False
    workspace: bool = True
