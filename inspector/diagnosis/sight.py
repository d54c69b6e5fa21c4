"""Who knew it when: along one path, at which entries the phrase was on the wire, in full or only in a summary.

What the model saw changes at few entries only: where the phrase is said, at compactions, edits and changes of the
prompt. So a path of any length is walked by those, boundary by boundary (FORMAT, steps 2 to 6), and each version
of an entry is looked at once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Any

from inspector.diagnosis.hits import Hit, Hits
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.pieces import Piece, message_pieces, system_pieces
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.messages import ABSENT, PiThrows, apply_edit, entry_messages, to_llm
from inspector.session.prompt import Prompt, PromptReplay
from inspector.session.wire import Target, Wire

TURNS = 200_000  # looks at thinking, once for each change of model; where it takes more, the last model counts for all
NONE, SUMMARY, VERBATIM = 0, 1, 2  # not at all, only in a summary, as it was said


@dataclass(frozen=True, slots=True)
class Change:
    """From path position ``at`` on (the entry there included) the model's view held the phrase as ``state`` says.
    ``by`` is the position of the entry that made it so: ``at``, or the one behind it where a reply of another model,
    with no model change before it, decides what is sent to it."""

    at: int
    state: int
    by: int


@dataclass(frozen=True, slots=True)
class Seen:
    """An entry through which the phrase is on the wire, and the pieces sent that hold it."""

    row: int
    pieces: tuple[Piece, ...]


class Sight:
    """The phrase along one path. ``target`` is the model of the projection at its end; which model answers decides
    whether thinking is sent."""

    def __init__(self, session: Session, needle: Needle, hits: Hits, path: list[int], target: Target) -> None:
        self._session, self._needle, self._hits = session, needle, hits
        self.path, self._target = path, target
        self._versions: dict[tuple[int, int, int], tuple[Piece, ...]] = {}
        self._position: dict[int, int] = {}
        edits = session.scan.edit_targets
        interesting = {*hits.rows, *session.scan.kept_ids, *edits}
        self._targets = {row: session.target_row(row) for row in edits}
        interesting.update(self._targets.values())
        for row in interesting:
            at = self._find(row)
            if at >= 0:
                self._position[row] = at
        self.compactions = sorted(
            self._position[row] for row in session.scan.kept_ids if row in self._position
        )
        self._edits = sorted(self._position[row] for row in edits if row in self._position)
        self._said = sorted(self._position[row] for row in hits.rows if row in self._position)
        wheres = {piece.where for hit in hits.rows.values() for piece in hit.pieces}
        self.prompts = bool(wheres & {"prompt", "checkpoint"})  # some prompt holds the phrase
        self._systems = self._system_positions()
        self.thoughts = [
            at for at in self._said if any(piece.thinking for piece in hits.rows[path[at]].pieces)
        ]
        self.early: list[int] = []  # positions right before replies by which the model changes
        self.models = self._models()
        self.changes = self._walk()

    def position(self, row: int) -> int:
        """Where a row that holds the phrase, a compaction or an edit stands on the path; -1 off it."""
        return self._position.get(row, -1)

    def seen(self) -> list[Seen]:
        """The entries through which it is on the wire at the end of the path, in path order."""
        end = len(self.path) - 1
        epoch = bisect_right(self.compactions, end) - 1
        view = _View(self, self.compactions[epoch] if epoch >= 0 else -1)
        for position in view.events(end):
            view.step(position)
        rows = [Seen(self.path[at], found) for at, found in view.members.items() if found]
        if view.prompt:
            rows.append(view.prompt)
        return sorted(rows, key=lambda one: self._find(one.row))

    # -- the walk ----------------------------------------------------------------------------------------

    def _find(self, row: int) -> int:
        if row < 0:
            return -1
        at = self._session.tree.depth[row] - 1
        return at if at < len(self.path) and self.path[at] == row else -1

    def _system_positions(self) -> list[int]:
        """System messages on the path; looked for only where a prompt anywhere holds the phrase."""
        if not self.prompts:
            return []
        roles = self._session.cols.role
        return [at for at, row in enumerate(self.path) if roles[row] == k.SYSTEM]

    def _models(self) -> list[tuple[int, Target]]:
        """Positions from which another model answers; one at the start where no thinking holds the phrase, since
        nothing else depends on it."""
        if not self.thoughts:
            return [(0, self._target)]
        session, cols = self._session, self._session.cols
        found = [(0, Target("", "", ABSENT))]
        apis: dict[str, Any] = {}
        what = -1  # of the reply before; a reply of the same model needs no look
        for at, row in enumerate(self.path):
            if cols.kind[row] == k.MODEL_CHANGE:
                entry = session.value(row)
                provider, model, what = entry.get("provider"), entry.get("modelId"), -1
                api = apis.get(repr((provider, model)), ABSENT)
            elif cols.role[row] == k.ASSISTANT and (cols.what[row] != what or row in self._hits.rows):
                provider, model, api = self._made_by(row)
                what = cols.what[row]
                apis[repr((provider, model))] = api
            else:
                continue
            target = Target(provider, model, api)
            if target != found[-1][1]:
                found.append((at, target))
                if cols.role[row] == k.ASSISTANT:
                    self.early.append(at - 1)  # what a reply saw was made for the model that gave it
        plain = all(type(one.provider) is str and type(one.model) is str for _, one in found)
        if plain and len(found) * len(self.thoughts) <= TURNS:
            return found
        self.early.clear()
        return [(0, self._target)]

    def _made_by(self, row: int) -> tuple[Any, Any, Any]:
        """Provider, model and api of a reply."""
        hit = self._hits.rows.get(row)
        if hit is not None and hit.made_by is not None:
            return hit.made_by
        message = self._session.value(row)["message"]
        return message.get("provider"), message.get("model"), message.get("api", ABSENT)

    def model_at(self, position: int) -> int:
        """The number of the model that answers after the entry at ``position``."""
        return max(0, bisect_right(self.models, position, key=lambda one: one[0]) - 1)

    def _walk(self) -> list[Change]:
        changes: list[Change] = []
        starts = [-1, *self.compactions]
        for number, start in enumerate(starts):
            end = starts[number + 1] - 1 if number + 1 < len(starts) else len(self.path) - 1
            view = _View(self, start)
            if start >= 0:
                _note(changes, start, view.state)
                self._ahead(view, start, changes)
            for position in view.events(end):
                view.step(position)
                _note(changes, position, view.state)
                self._ahead(view, position, changes)
        return changes

    def _ahead(self, view: _View, position: int, changes: list[Change]) -> None:
        """What the reply behind ``position`` saw, where it is by another model than the view was made for."""
        if self.between(self.early, position, position):
            view.turn(position + 1, position)
            _note(changes, position, view.state, position + 1)

    # -- one entry ---------------------------------------------------------------------------------------

    def version(self, row: int, edit: int, model: int) -> tuple[Piece, ...]:
        """The pieces of an entry that are sent to a model and hold the phrase, under the edit at row ``edit`` (-1:
        none)."""
        key = (row, edit, model)
        if key not in self._versions:
            self._versions[key] = self._look(row, edit, self.models[model][1])
        return self._versions[key]

    def _look(self, row: int, edit: int, target: Target) -> tuple[Piece, ...]:
        if edit < 0:
            hit = self._hits.rows.get(row)
            if hit is None:
                return ()
            if hit.as_stored and target.images and (known := _sent_as_stored(hit, target)) is not None:
                return known
        try:
            messages = entry_messages(self._session.value(row))
            if edit >= 0:
                messages = apply_edit(messages, self._session.value(edit))
            found = [piece for message in messages for piece in self._sent(message, row, target)]
        except PiThrows:
            return ()
        return tuple(piece for piece in found if self._needle.holds(piece.text))

    def _sent(self, message: Any, row: int, target: Target) -> list[Piece]:
        if not isinstance(message, dict) or message.get("role") == "system":
            return []  # the prompt counts by its replay
        turned = to_llm(message)
        if turned is None:
            return []
        wire = Wire(target)
        sent = [one for one, at in (*wire.feed(turned, row), *wire.close()) if at == row]
        if message.get("role") in ("assistant", "toolResult", "user"):
            return [piece for one in sent for piece in message_pieces(one) if not piece.never]
        return [piece for piece in message_pieces(message) if not piece.never] if sent else []

    def system_at(self, position: int) -> dict[str, Any] | None:
        """The system message of the entry at ``position``: its own, or the checkpoint of a compaction."""
        try:
            messages = entry_messages(self._session.value(self.path[position]))
        except PiThrows:
            return None
        return next((one for one in messages if isinstance(one, dict) and one.get("role") == "system"), None)

    def holds(self, prompt: Prompt) -> bool:
        """True where the prompt in force says it."""
        message = prompt.as_message()
        return any(self._needle.holds(piece.text) for piece in system_pieces(message, "prompt"))

    def between(self, places: list[int], start: int, end: int) -> list[int]:
        """Positions among ``places`` from ``start`` to ``end``, both included."""
        return places[bisect_left(places, start) : bisect_right(places, end)]

    def kept_from(self, compaction: int) -> int:
        """The position from which a compaction keeps entries; its own where it keeps none."""
        kept = self._session.kept_row(self.path[compaction])
        at = self._find(kept)
        return at if 0 <= at < compaction else compaction

    def edit_target(self, position: int) -> int:
        """The position that the edit at ``position`` points at; -1 off the path."""
        return self._find(self._targets[self.path[position]])

    def is_edit(self, position: int) -> bool:
        """True for a context edit."""
        return self.path[position] in self._targets

    def omits(self, position: int) -> bool:
        """True for a context edit that leaves its target out."""
        return bool(self._session.cols.flags[self.path[position]] & k.OMITS)

    def says(self, position: int) -> bool:
        """True for an entry that holds the phrase."""
        return self.path[position] in self._hits.rows

    def is_compaction(self, position: int) -> bool:
        """True for a compaction."""
        return self._session.cols.kind[self.path[position]] == k.COMPACTION

    def is_system(self, position: int) -> bool:
        """True for a system message."""
        return self._session.cols.role[self.path[position]] == k.SYSTEM

    @property
    def said(self) -> list[int]:
        """Positions of entries that hold the phrase."""
        return self._said

    @property
    def edits(self) -> list[int]:
        """Positions of context edits."""
        return self._edits

    @property
    def systems(self) -> list[int]:
        """Positions of system messages, where a prompt holds the phrase at all."""
        return self._systems


class _View:
    """The model's view behind one boundary (position of a compaction, -1: the start of the path), as it grows."""

    def __init__(self, sight: Sight, boundary: int) -> None:
        self._sight, self._boundary = sight, boundary
        self._first = sight.kept_from(boundary) if boundary >= 0 else 0
        self.members: dict[int, tuple[Piece, ...]] = {}
        self.prompt: Seen | None = None
        self._verbatim = self._summaries = 0
        self._edit_of: dict[int, int] = {}
        self._replay = PromptReplay()
        self._model = sight.model_at(boundary)
        if boundary >= 0:
            for at in sight.between(sight.edits, self._first, boundary - 1):
                self._edit(at)
            for at in sight.between(sight.said, self._first, boundary):
                self._refresh(at)
            if sight.prompts:
                self._feed(boundary)

    def events(self, end: int) -> list[int]:
        """Positions behind the boundary, up to ``end``, at which something may change."""
        sight, start = self._sight, self._boundary + 1
        switches = [at for at, _ in sight.models]
        places = (sight.said, sight.edits, sight.systems, switches, sight.early)
        return sorted({at for some in places for at in sight.between(some, start, end)})

    def step(self, position: int) -> None:
        """The entry at ``position`` is written."""
        sight = self._sight
        self.turn(position, position)
        if sight.is_edit(position):
            self._edit(position)
        self._refresh(position)
        if sight.is_system(position) and sight.prompts:
            self._feed(position)

    def turn(self, position: int, upto: int) -> None:
        """The model of ``position`` answers next: thinking up to ``upto`` is sent to its own model only."""
        if (model := self._sight.model_at(position)) != self._model:
            self._model = model
            for at in self._sight.between(self._sight.thoughts, self._first, upto):
                self._refresh(at)

    @property
    def state(self) -> int:
        """``VERBATIM`` where anything but summaries holds the phrase."""
        if self.prompt or self._verbatim:
            return VERBATIM
        return SUMMARY if self._summaries else NONE

    def _put(self, position: int, found: tuple[Piece, ...]) -> None:
        before = self.members.pop(position, ())
        for pieces, step in ((before, -1), (found, 1)):
            if pieces:
                if {piece.where for piece in pieces} - {"summary", "file-list"}:
                    self._verbatim += step
                else:
                    self._summaries += step
        if found:
            self.members[position] = found

    def _edit(self, position: int) -> None:
        target = self._sight.edit_target(position)
        if target >= 0 and (target >= self._first or target == self._boundary):
            self._edit_of[target] = position
            self._refresh(target)
            if self._sight.prompts and (self._sight.is_system(target) or target == self._boundary):
                self._replay_all(position)

    def _refresh(self, position: int) -> None:
        sight = self._sight
        inside = position == self._boundary or position > self._boundary or position >= self._first
        if not inside:
            return
        if position < self._boundary and (sight.is_system(position) or sight.is_compaction(position)):
            return  # in the kept range, but neither is sent again
        edit = self._edit_of.get(position, -1)
        found = sight.version(sight.path[position], sight.path[edit] if edit >= 0 else -1, self._model)
        self._put(position, found)

    def _feed(self, position: int) -> None:
        edit = self._edit_of.get(position, -1)
        message = None if edit >= 0 and self._sight.omits(edit) else self._sight.system_at(position)
        if message is not None:
            try:
                self._replay.feed(message)
            except PiThrows:
                return
        self._judge(position)

    def _judge(self, position: int) -> None:
        try:
            prompt = self._replay.result()
        except PiThrows:
            return
        if prompt is None or not self._sight.holds(prompt):
            self.prompt = None
        elif self._sight.says(position) or self.prompt is None:
            self.prompt = Seen(self._sight.path[position], (Piece(prompt.text, "prompt"),))

    def _replay_all(self, upto: int) -> None:
        """A system message was taken out by an edit: the prompt is put together anew."""
        self._replay, self.prompt = PromptReplay(), None
        places = self._sight.between(self._sight.systems, self._boundary + 1, upto)
        for at in ([self._boundary] if self._boundary >= 0 else []) + places:
            self._feed(at)


def _sent_as_stored(hit: Hit, target: Target) -> tuple[Piece, ...] | None:
    """What is sent of an entry whose texts go out as they are; None where only the wire can tell."""
    sent = tuple(piece for piece in hit.pieces if not piece.never)
    if not any(piece.thinking for piece in sent):
        return sent
    if hit.made_by is None or type(target.api) is not str:
        return None
    is_own = hit.made_by == (target.provider, target.model, target.api)
    return sent if is_own else tuple(piece for piece in sent if not piece.thinking)


def _note(changes: list[Change], position: int, state: int, by: int = -1) -> None:
    before = changes[-1].state if changes else NONE
    if state != before:
        changes.append(Change(position, state, max(by, position)))
