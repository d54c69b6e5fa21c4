"""What the model saw at an entry, as far as the file tells: path, context list, messages, wire (FORMAT, steps 1 to 7).

Rows and edits come from the columns; payloads are decoded one entry at a time, so a context of any length streams.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from inspector.session import kinds as k
from inspector.session.jsvalue import same
from inspector.session.load import Session
from inspector.session.messages import ABSENT, PiThrows, apply_edit, entry_messages, to_llm
from inspector.session.omissions import SPEAKING, Omissions, omissions, prompt_source
from inspector.session.prompt import Prompt, PromptReplay
from inspector.session.tokens import estimate, estimate_fault, estimate_prompt, usage_tokens
from inspector.session.wire import Target, Wire


@dataclass(frozen=True, slots=True)
class Boundary:
    """The compaction in force: its row, the first kept row (-1: nothing is kept), the kept id as stored."""

    row: int
    kept_row: int
    found: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """The context edit that counts for a target: rows of both, and whether it omits the target."""

    row: int
    target: int
    omits: bool


@dataclass(frozen=True, slots=True)
class Tokens:
    """pi's estimate: ``tokens`` in all, of it from the usage of the reply at ``last_usage_index``, and trailing."""

    tokens: float
    usage_tokens: float
    trailing_tokens: float
    last_usage_index: int | None


@dataclass(slots=True)
class Skeleton:
    """The part of a context that the columns tell, without decoding a payload."""

    at: int
    path: list[int]
    rows: list[int]
    boundary: Boundary | None
    edits: dict[int, Edit]


@dataclass(slots=True)
class Context:
    """The context at row ``at`` (-1: an empty one). Message lists are pairs of role and row, ``wire`` with pi's
    estimate of tokens; row -1 is a tool result that pi makes up. ``counted`` has pi's estimate of the rows for which
    it is not that of their messages on the wire: pi counts them as stored, also those that are not sent. ``throws``
    says where pi would raise an error; what is given then is what can be told all the same. Where ``prompt`` is None,
    ``prompt_recorded`` tells whether the path holds one all the same, and ``prompt_taken_by`` the compaction or edit
    (row) that took it, else -1."""

    at: int
    path: list[int]
    rows: list[int]
    boundary: Boundary | None
    edits: dict[int, Edit]
    visible: list[int] = field(default_factory=list)
    messages: list[tuple[Any, int]] = field(default_factory=list)
    llm: list[tuple[str, int]] = field(default_factory=list)
    wire: list[tuple[str, int, int]] = field(default_factory=list)
    counted: dict[int, int] = field(default_factory=dict)
    model: dict[str, Any] | None = None
    thinking_level: Any = "off"
    tokens: Tokens = Tokens(0, 0, 0, None)
    prompt: Prompt | None = None
    prompt_recorded: bool = False
    prompt_taken_by: int = -1
    measured: float | None = None
    measured_row: int = -1
    throws: str | None = None
    omitted: Omissions = field(default_factory=Omissions)


Sink = Callable[[str, Any, int], None]


def skeleton(session: Session, row: int) -> Skeleton:
    """Path, context list, boundary and edits at ``row``, from the columns alone."""
    path = session.tree.path(row)
    kinds = session.cols.kind
    at = next((i for i in range(len(path) - 1, -1, -1) if kinds[path[i]] == k.COMPACTION), -1)
    if at < 0:
        rows, boundary = path, None
    else:
        compaction = path[at]
        kept = session.kept_row(compaction)
        try:
            first = path.index(kept, 0, at) if kept >= 0 else -1
        except ValueError:
            first = -1
        roles = session.cols.role
        stays = [one for one in path[first:at] if roles[one] != k.SYSTEM] if first >= 0 else []
        rows = [compaction, *stays, *path[at + 1 :]]
        boundary = Boundary(compaction, kept if first >= 0 else -1, first >= 0)
    edits: dict[int, Edit] = {}
    for one in rows:
        if kinds[one] == k.CONTEXT_EDIT:
            target = session.target_row(one)
            if target >= 0:
                edits[target] = Edit(one, target, bool(session.cols.flags[one] & k.OMITS))
    inside = set(rows)
    return Skeleton(
        row, path, rows, boundary, {target: edit for target, edit in edits.items() if target in inside}
    )


def context_at(session: Session, row: int, sink: Sink | None = None, sizes: bool = True) -> Context:
    """The context at ``row``. ``sink(list name, message, row)`` is given every message of the lists ``messages``,
    ``llm`` and ``wire`` in order, so that a caller can keep or page them. Without ``sizes``
    the estimate of each message on the wire is left out (-1), which saves a third of the time."""
    frame = skeleton(session, row)
    context = Context(row, frame.path, frame.rows, frame.boundary, frame.edits)
    context.model, context.thinking_level = settings(session, frame.path)
    projection = _Projection(session, context, sink, sizes)
    projection.run()
    context.measured, context.measured_row = measured_size(session, frame)
    context.omitted = omissions(session, context)
    context.prompt_recorded, context.prompt_taken_by = prompt_source(session, context)
    if context.throws is None:
        context.throws = projection.count_fault  # the lists are right all the same, so reasons come before it
    return context


def settings(session: Session, path: list[int]) -> tuple[dict[str, Any] | None, Any]:
    """Model (``provider``, ``modelId``; None where none is told) and thinking level: the last on the whole path."""
    cols = session.cols
    model: dict[str, Any] | None = None
    level: Any = "off"
    for row in reversed(path):
        if cols.kind[row] == k.MODEL_CHANGE:
            entry = session.value(row)
            model = {"provider": entry.get("provider"), "modelId": entry.get("modelId")}
        elif cols.role[row] == k.ASSISTANT:
            message = session.value(row)["message"]
            model = {"provider": message.get("provider"), "modelId": message.get("model")}
        else:
            continue
        break
    for row in reversed(path):
        if cols.kind[row] == k.THINKING_LEVEL_CHANGE:
            level = session.value(row).get("thinkingLevel")
            break
    return model, level


def wire_target(
    session: Session, rows: list[int], edits: dict[int, Edit], model: dict[str, Any] | None
) -> Target:
    """The model that a context is sent to; its api is that of its last own reply among ``rows``."""
    model = model or {"provider": "", "modelId": ""}
    provider, name, cols = model["provider"], model["modelId"], session.cols
    told_here = True  # until the entry that tells the model is passed, which is the last of these kinds
    for row in reversed(rows):
        edit = edits.get(row)
        if cols.role[row] == k.ASSISTANT and not (edit and edit.omits):
            message = session.value(row)["message"]
            if same(message.get("provider"), provider, told_here) and same(
                message.get("model"), name, told_here
            ):
                return Target(provider, name, message.get("api", ABSENT), own_row=row)
        told_here = told_here and cols.role[row] != k.ASSISTANT and cols.kind[row] != k.MODEL_CHANGE
    return Target(provider, name, ABSENT)


class _Projection:
    """One streaming pass: entries to messages to llm messages to the wire, with estimates on the way."""

    def __init__(self, session: Session, context: Context, sink: Sink | None, sizes: bool = True) -> None:
        self.session = session
        self.context = context
        self.sink = sink
        self.sizes = sizes
        self.billed_row = self._last_billed()  # what stands before it need not be estimated
        self.replay = PromptReplay()
        self.reply: Any = None  # the message that is being sent, as it is stored
        self.wire: Wire | None = Wire(wire_target(session, context.rows, context.edits, context.model))
        self.usage: tuple[float, int, int] | None = (
            None  # tokens, message index, row of the last usable reply
        )
        self.trailing = 0
        self.talk = 0
        self.trailing_fault: str | None = None
        self.talk_fault: str | None = None
        self.count_fault: str | None = None

    def run(self) -> None:
        context = self.context
        for index, row in enumerate(context.rows):
            messages = self._messages(row, index)
            if messages:
                context.visible.append(row)
            for message in messages:
                self._message(message, row)
        if self.wire is not None:
            self._send(self.wire.close())
        try:
            context.prompt = self.replay.result()
        except PiThrows as error:
            self._throws(str(error), -1)
        context.tokens = self._tokens() if self.billed_row < 0 else self._tokens_of_all()

    def _tokens_of_all(self) -> Tokens:
        """The estimate from the first message on: the reply that it was to start from gave none after all."""
        context = self.context
        again = Context(
            context.at, context.path, context.rows, context.boundary, context.edits, model=context.model
        )
        projection = _Projection(self.session, again, None, sizes=False)
        projection.billed_row = -1
        projection.run()
        self.count_fault = projection.count_fault
        return again.tokens

    def _messages(self, row: int, index: int) -> list[Any]:
        if self.session.cols.kind[row] not in SPEAKING or (
            index and self.session.cols.kind[row] == k.COMPACTION
        ):
            return []
        edit = self.context.edits.get(row)
        if edit and edit.omits:
            return []
        try:
            messages = entry_messages(self.session.value(row))
            return apply_edit(messages, self.session.value(edit.row)) if edit else messages
        except PiThrows as error:
            self._throws(str(error), row)
            return []

    def _message(self, message: Any, row: int) -> None:
        context = self.context
        role = message.get("role") if isinstance(message, dict) else None
        self._count(message, role, len(context.messages), row)
        context.messages.append((role, row))
        self._emit("messages", message, row)
        if role == "system":
            self._replay(message, row)
        elif self.sizes and (
            role in _SENT_OTHERWISE or (role == "assistant" and message.get("stopReason") in _NOT_SENT)
        ):
            self._counts(message, row)
        self.reply = message
        try:
            turned = to_llm(message)
            if turned is None:
                return
            context.llm.append((turned["role"], row))
            self._emit("llm", turned, row)
            if self.wire is not None:
                self._send(self.wire.feed(turned, row))
        except PiThrows as error:
            self._throws(str(error), row)

    def _replay(self, message: dict[str, Any], row: int) -> None:
        """A system message that pi's replay throws on still goes to the model."""
        try:
            self.replay.feed(message)
        except PiThrows as error:
            self._throws(str(error), row)

    def _send(self, sent: Any) -> None:
        for message, row in sent:
            size = estimate(message) if self.sizes else -1
            self.context.wire.append((message["role"], row, size))
            if self.sizes and message["role"] == "assistant" and _blocks(message) != _blocks(self.reply):
                self._counts(self.reply, row)  # it lost its thinking on the way
            self._emit("wire", message, row)

    def _counts(self, message: Any, row: int) -> None:
        self.context.counted[row] = self.context.counted.get(row, 0) + estimate(message)

    def _emit(self, name: str, message: Any, row: int) -> None:
        if self.sink is not None:
            self.sink(name, message, row)

    def _throws(self, reason: str, row: int) -> None:
        if self.context.throws is None:
            self.context.throws = self._placed(reason, row)

    def _placed(self, reason: str, row: int) -> str:
        return f"{reason} (line {self.session.cols.line[row]})" if row >= 0 else reason

    def _last_billed(self) -> int:
        """The row of the last reply whose own usage is the start of pi's estimate; -1 where the columns do not
        tell it for certain."""
        cols, edits, totals = self.session.cols, self.context.edits, self.session.usages.total
        for row in reversed(self.context.path):
            if cols.kind[row] in (k.COMPACTION, k.CONTEXT_EDIT):
                return -1
            if cols.role[row] == k.ASSISTANT and cols.usage[row] >= 0 and not cols.flags[row] & k.FAILED:
                return row if totals[cols.usage[row]] > 0 and row not in edits else -1
        return -1

    def _count(self, message: Any, role: Any, index: int, row: int) -> None:
        if self.billed_row >= 0:
            if row != self.billed_row:
                return
            self.billed_row = -1
        size, fault = estimate(message), estimate_fault(message)
        if fault is not None:
            fault = self._placed(f"counting tokens: {fault}", row)
        if role != "system":
            self.talk += size
            self.talk_fault = self.talk_fault or fault
        tokens = usage_tokens(message)
        if tokens:
            self.usage, self.trailing, self.trailing_fault = (tokens, index, row), 0, None
        else:
            self.trailing += size
            self.trailing_fault = self.trailing_fault or fault

    def _tokens(self) -> Tokens:
        self.count_fault = self.trailing_fault
        if self.usage is not None and not self._stale(self.usage[2]):
            tokens, index, _ = self.usage
            return Tokens(tokens + self.trailing, tokens, self.trailing, index)
        self.count_fault = self.trailing_fault or self.talk_fault
        whole = self.talk + estimate_prompt(self.context.prompt)
        return Tokens(whole, 0, whole, None)

    def _stale(self, row: int) -> bool:
        """True where a compaction or an edit came after that reply: its usage tells of another context."""
        kinds = self.session.cols.kind
        for one in reversed(self.context.path):
            if one == row:
                return False
            if kinds[one] in (k.COMPACTION, k.CONTEXT_EDIT):
                return True
        return row < 0


_NOT_SENT = ("error", "aborted")
_SENT_OTHERWISE = (
    "bashExecution",
    "branchSummary",
    "compactionSummary",
)  # in a sentence that pi does not count


def _blocks(message: Any) -> int:
    content = message.get("content")
    return len(content) if isinstance(content, list) else 0


def measured_size(session: Session, frame: Skeleton) -> tuple[float | None, int]:
    """Input, cache read and cache write of the last good reply of the context, and its row: what was really sent
    for it. None where no such reply stands behind the last boundary."""
    for row in reversed(frame.rows):
        if row == (frame.boundary.row if frame.boundary else -1):
            break
        size = reply_size(session, row)
        if size and (
            frame.boundary is None or session.tree.depth[row] > session.tree.depth[frame.boundary.row]
        ):
            return size, row
    return None, -1


def reply_size(session: Session, row: int) -> float:
    """Prompt tokens that a good reply was billed for: input + cacheRead + cacheWrite, of them those that are numbers
    (the finite sum); 0 where none is recorded."""
    cols = session.cols
    at = cols.usage[row]
    if at < 0 or cols.role[row] != k.ASSISTANT or cols.flags[row] & k.FAILED:
        return 0.0
    table = session.usages
    size = table.prompt_size(at)
    return size if size > 0 else 0.0


def keep_messages(session: Session, row: int) -> tuple[Context, dict[str, list[Any]]]:
    """The context with its three message lists in full, for callers that want them all in memory."""
    lists: dict[str, list[Any]] = {"messages": [], "llm": [], "wire": []}
    context = context_at(session, row, lambda name, message, _row: lists[name].append(message))
    return context, lists
