"""Two sessions, entries or leaves beside each other: what they share, what each has alone, what the model saw at each.

Decided by the content of entries (``compare_match``), never by names of files. Where a side is a whole file, the
whole file counts; where either side names an entry, both count as paths.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from inspector.diagnosis.compare_match import Match, Pair, match
from inspector.diagnosis.compare_prompt import Force, PromptDifference, in_force, prompt_difference
from inspector.session import Session
from inspector.session.context import Skeleton, skeleton

Relation = Literal["same", "grown", "fork", "rewritten", "migrated", "unrelated"]


@dataclass
class Side:
    """One side: a session and the row compared at (-1: it has no entry). ``named``: the user gave that entry, so that
    the path counts and not the file."""

    session: Session
    at: int
    named: bool = False

    @cached_property
    def frame(self) -> Skeleton:
        """Path, context list, boundary and edits at the entry."""
        return skeleton(self.session, self.at)

    @cached_property
    def path(self) -> frozenset[int]:
        """Rows from the root to the entry."""
        return frozenset(self.frame.path)

    @cached_property
    def context(self) -> frozenset[int]:
        """Rows of the context list."""
        return frozenset(self.frame.rows)

    @cached_property
    def force(self) -> Force:
        """Prompt, model and thinking level at the entry."""
        return in_force(self.session, self.frame)

    @property
    def latest(self) -> int | None:
        """The latest readable clock on the path, in ms UTC."""
        clocks = [at for at in map(self.session.cols.instant_or_none, self.frame.path) if at is not None]
        return max(clocks, default=None)

    @property
    def step(self) -> int:
        """1, 2 or 3: what pi's migrations do with the file's version."""
        version = self.session.version
        return 1 if version < 2 else 2 if version < 3 else 3

    def names(self, rows: list[int]) -> list[str]:
        """Names of entries."""
        return self.session.entry_names(rows)


class Comparison:
    """What two sides have in common. Rows are rows of the side that the name ends with."""

    def __init__(self, a: Side, b: Side) -> None:
        self.a, self.b = a, b
        self.match: Match = match(a.session, b.session)
        self.paths = a.named or b.named  # compared as paths, not as files
        self._scope_a = a.path if self.paths else range(a.session.n)
        self._scope_b = b.path if self.paths else range(b.session.n)
        b_of, a_of = self.match.b_of, self.match.a_of
        self.only_a = [row for row in sorted(self._scope_a) if b_of[row] not in self._scope_b]
        self.only_b = [row for row in sorted(self._scope_b) if a_of[row] not in self._scope_a]
        self.context_only_a = [row for row in a.frame.rows if b_of[row] not in b.context]
        self.context_only_b = [row for row in b.frame.rows if a_of[row] not in a.context]

    @property
    def one_file(self) -> bool:
        """True for two places in one file."""
        return self.a.session.evidence.identity == self.b.session.evidence.identity

    @cached_property
    def ancestor(self) -> Pair | None:
        """The last entry that is on both paths, as rows of A and of B."""
        b_of, path = self.match.b_of, self.b.path
        for row in reversed(self.a.frame.path):
            if b_of[row] in path:
                return row, b_of[row]
        return None

    @cached_property
    def shared(self) -> int:
        """How many entries both have."""
        return len(self._scope_a) - len(self.only_a)

    def _both(self, pairs: list[Pair]) -> list[Pair]:
        return [pair for pair in pairs if pair[0] in self._scope_a and pair[1] in self._scope_b]

    @cached_property
    def rewritten(self) -> list[Pair]:
        """Entries with one id and other content. Ids of eight digits meet by chance, so the entries must be of one
        type and one clock, unless there are many of them."""
        pairs = self._both(self.match.rewritten)
        one, other = self.a.session.cols, self.b.session.cols
        alike = [
            (a, b) for a, b in pairs
            if one.instant[a] == other.instant[b] and one.kind_name(a) == other.kind_name(b)
        ]  # fmt: skip
        return pairs if self.shared and 2 * len(pairs) >= self._smaller else alike

    @cached_property
    def renamed(self) -> list[Pair]:
        """Entries with one content under two ids."""
        return self._both(self.match.renamed)

    @cached_property
    def relabelled(self) -> list[Pair]:
        """Labels that a fork wrote again."""
        return self._both(self.match.relabelled)

    @property
    def _smaller(self) -> int:
        return min(len(self._scope_a), len(self._scope_b))

    @cached_property
    def alone(self) -> tuple[list[int], list[int]]:
        """What each side has alone, labels that a fork wrote again left out."""
        again_a, again_b = ({pair[0] for pair in self.relabelled}, {pair[1] for pair in self.relabelled})
        return [row for row in self.only_a if row not in again_a], [
            row for row in self.only_b if row not in again_b
        ]

    @cached_property
    def relation(self) -> Relation:
        """CONTRACT's word. ``grown``: one session, and one side holds all of the other; the same between two
        sessions is a ``fork`` that only one of them has gone on from."""
        one_id = self.a.session.session_id == self.b.session.session_id
        alone_a, alone_b = self.alone
        if not self.shared:
            if not (alone_a or alone_b):
                return "same"
            alike = len(self.renamed) + (len(self.rewritten) if one_id or self.renamed else 0)
            return "rewritten" if alike and 2 * alike >= self._smaller else "unrelated"
        if self.rewritten or self.renamed:
            return "rewritten"
        if self.a.step != self.b.step and (one_id or not (alone_a and alone_b)):
            return "migrated"
        if alone_a and alone_b:
            return "fork"
        if alone_a or alone_b:
            return "grown" if one_id else "fork"
        return "fork" if self.relabelled else "same"

    @cached_property
    def child(self) -> Literal["a", "b"] | None:
        """The side whose header names the other's file as the one it was forked from."""
        if self.one_file:
            return None
        a_names_b = _is_parent(self.a.session.parent_session, self.b.session)
        b_names_a = _is_parent(self.b.session.parent_session, self.a.session)
        return None if a_names_b == b_names_a else "a" if a_names_b else "b"

    @cached_property
    def now(self) -> Literal["a", "b"]:
        """The side that was written to last: B, where the clocks do not say otherwise."""
        latest_a, latest_b = self.a.latest, self.b.latest
        if latest_a is not None and latest_b is not None and latest_a > latest_b:
            return "a"
        return "b"

    @cached_property
    def edited(self) -> list[Pair]:
        """Entries of both contexts that a context edit changes or omits on one side, or otherwise on the other."""
        found = []
        for row in self.a.frame.rows:
            other = self.match.b_of[row]
            if other not in self.b.context:
                continue
            edit_a, edit_b = self.a.frame.edits.get(row), self.b.frame.edits.get(other)
            if (edit_a is None) != (edit_b is None) or (
                edit_a and edit_b and self.match.b_of[edit_a.row] != edit_b.row
            ):
                found.append((row, other))
        return found

    @cached_property
    def prompt(self) -> PromptDifference:
        """Sections and tools then and now."""
        return prompt_difference(self.a.force.prompt, self.b.force.prompt)


def compare_report(found: Comparison) -> dict[str, Any]:
    """``compare A B --json``."""
    from inspector.diagnosis.compare_why import why
    from inspector.diagnosis.compare_words import finding_json

    a, b, ancestor = found.a, found.b, found.ancestor
    return {
        "a": _side(a),
        "b": _side(b),
        "relation": found.relation,
        "commonAncestor": a.session.entry_name(ancestor[0]) if ancestor else None,
        "commonAncestorInB": b.session.entry_name(ancestor[1]) if ancestor else None,
        "shared": found.shared,
        "comparedAs": "paths" if found.paths else "files",
        "child": found.child,
        "now": found.now,
        "onlyA": a.names(found.only_a),
        "onlyB": b.names(found.only_b),
        "contextOnlyA": a.names(found.context_only_a),
        "contextOnlyB": b.names(found.context_only_b),
        "contextEdited": _pairs(found, found.edited),
        "rewritten": _pairs(found, found.rewritten),
        "renamed": _pairs(found, found.renamed),
        "labelsWrittenAgain": _pairs(found, found.relabelled),
        "prompt": _prompt(found),
        "why": [finding_json(one) for one in why(found)],
    }


def _side(side: Side) -> dict[str, Any]:
    session = side.session
    return {
        "file": str(session.path),
        "entry": session.entry_name(side.at) if side.at >= 0 else None,
        "line": session.cols.line[side.at] if side.at >= 0 else None,
        "activeLeaf": side.at == session.tree.active_leaf,
        "sessionId": session.session_id,
        "cwd": session.cwd,
        "parentSession": session.parent_session,
        "versionOnDisk": session.version_on_disk,
        "entries": session.n,
        "pathEntries": len(side.frame.path),
        "contextEntries": len(side.frame.rows),
        "model": side.force.model,
        "thinkingLevel": side.force.thinking,
        "unchanged": session.unchanged(),
    }


def _pairs(found: Comparison, pairs: list[Pair]) -> list[dict[str, str]]:
    names_a = found.a.names([pair[0] for pair in pairs])
    names_b = found.b.names([pair[1] for pair in pairs])
    return [{"a": a, "b": b} for a, b in zip(names_a, names_b, strict=True)]


def _prompt(found: Comparison) -> dict[str, Any]:
    prompt = found.prompt
    return {
        "sections": prompt.sections,
        "tools": prompt.tools,
        "content": prompt.content,
        "recorded": {"a": prompt.recorded[0], "b": prompt.recorded[1]},
    }


def _is_parent(stored: str | None, session: Session) -> bool:
    """True when a stored parentSession means this session: by its file name (folders move), or by the id in it."""
    if not stored:
        return False
    name = stored.replace("\\", "/").rsplit("/", 1)[-1]
    session_id = session.session_id
    return name == Path(os.path.abspath(session.path)).name or bool(
        session_id and (name == session_id or name.endswith(f"_{session_id}.jsonl"))
    )
