"""The tool calls on a path with what became of each: one walk, newest first, capped.

A result belongs to the nearest earlier call with its id. Calls that a script made (``nestedCalls`` of a result) count
as calls; what a failed reply asked for never ran, since pi stops before the tools then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from inspector.diagnosis.case import Case
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.preview import call_line, one_line

CALLS = 3_000  # calls looked at, from the newest back
BYTES = 64 << 20  # bytes of entries decoded for them
ENTRIES = 8_000  # replies, results and commands decoded
USERS = 1_000  # user messages kept for what they name
COMMAND = 4_000  # characters of a shell command that are read
SHELLS = frozenset(("bash", "powershell", "shell", "sh", "run_terminal", "execute_command", "exec"))
_PATHS = ("path", "file_path", "filePath", "filename")
_LINE = 120  # characters of a call in one line
_TEXT = 20_000  # characters of a reply in which claims are looked for
_EXIT = re.compile(r"(?:Command exited with code [1-9]|Command aborted|Command timed out after)[^\n]*\s*\Z")
_AHEAD = 400  # rows behind a call in which its result may stand on another branch
_ASKED = 50  # calls for which that is looked up

State = Literal["ok", "failed", "missing", "not-run", "later", "elsewhere"]


@dataclass(slots=True)
class Call:
    """One call. ``row`` is where it is recorded (the result's entry for a nested one), ``place`` its index in the
    path, ``block`` its number there. ``state``: what the result says; ``later``: the result comes after the entry
    asked about; ``elsewhere``: it stands on another branch only."""

    row: int
    place: int
    block: int
    name: str
    id: Any
    path: str | None
    command: str | None
    text: str
    state: State = "missing"
    result: int = -1
    nested: bool = False


@dataclass(slots=True)
class Log:
    """Calls oldest first, replies whose text may claim something, shell commands the user ran himself, user
    messages. ``start``: the first index of the path that was looked at (0: all of it)."""

    calls: list[Call] = field(default_factory=list)
    replies: list[tuple[int, int, str]] = field(default_factory=list)  # place, row, text
    shell: list[Call] = field(default_factory=list)
    users: list[tuple[int, int]] = field(default_factory=list)  # place, row
    start: int = 0


def collect(case: Case, keep: Callable[[str], object]) -> Log:
    """The log at ``case.at``; ``keep`` says which reply texts are worth keeping."""
    walk = _Walk(case, keep)
    walk.run()
    log = walk.log
    for members in (log.calls, log.replies, log.shell, log.users):
        members.reverse()
    _ask_elsewhere(case, log)
    return log


class _Walk:
    def __init__(self, case: Case, keep: Callable[[str], object]) -> None:
        self.session = case.session
        self.path = case.path
        self.keep = keep
        self.log = Log()
        self.results: dict[Any, list[tuple[int, State]]] = {}
        self.read = self.entries = 0

    def run(self) -> None:
        cols = self.session.cols
        for place in range(len(self.path) - 1, -1, -1):
            row = self.path[place]
            role = cols.role[row]
            if role not in (k.ASSISTANT, k.TOOL_RESULT, k.BASH, k.USER):
                continue
            if len(self.log.calls) >= CALLS or self.read >= BYTES or self.entries >= ENTRIES:
                self.log.start = place + 1
                return
            if role == k.USER:
                if len(self.log.users) < USERS:
                    self.log.users.append((place, row))
                continue
            self.read += cols.length[row]
            self.entries += 1
            message = self.session.value(row).get("message")
            if isinstance(message, dict):
                self._message(place, row, role, message)

    def _message(self, place: int, row: int, role: int, message: dict[str, Any]) -> None:
        if role == k.ASSISTANT:
            self._reply(place, row, message)
        elif role == k.TOOL_RESULT:
            state: State = "failed" if _failed(message) else "ok"
            self.results.setdefault(_key(message.get("toolCallId")), []).append((row, state))
            self._nested(place, row, message)
        elif isinstance(message.get("command"), str):
            call = _call(place, row, 0, "!", None, {"command": message["command"]})
            done = message.get("exitCode") == 0 and not message.get("cancelled")
            call.state, call.result = ("ok" if done else "failed"), row
            self.log.shell.append(call)

    def _reply(self, place: int, row: int, message: dict[str, Any]) -> None:
        blocks = list(content_blocks(message))
        failed = bool(self.session.cols.flags[row] & k.FAILED)
        calls = [
            _call(place, row, number, block.get("name"), block.get("id"), block.get("arguments"))
            for number, block in blocks
            if block.get("type") == "toolCall"
        ]
        for call in calls:
            waiting = self.results.get(_key(call.id))
            if waiting:
                call.result, call.state = waiting.pop()
            elif failed:
                call.state = "not-run"
        for call in calls:
            self.results.pop(_key(call.id), None)
        self.log.calls.extend(reversed(calls))
        texts = [str(block["text"]) for _, block in blocks if isinstance(block.get("text"), str)]
        text = "\n".join(texts)[-_TEXT:]
        if text and not failed and self.keep(text):
            self.log.replies.append((place, row, text))

    def _nested(self, place: int, row: int, message: dict[str, Any]) -> None:
        stored = message.get("nestedCalls")
        members = stored.get("calls") if isinstance(stored, dict) else stored
        for number, one in reversed(list(enumerate(members)) if isinstance(members, list) else []):
            if not isinstance(one, dict):
                continue
            call = _call(place, row, number, one.get("name"), one.get("id"), one.get("arguments"))
            states: dict[Any, State] = {"ok": "ok", "error": "failed"}
            status = one.get("status")
            call.state = states.get(status, "missing") if isinstance(status, str) else "missing"
            call.result = row if call.state != "missing" else -1
            call.nested = True
            self.log.calls.append(call)


def content_blocks(message: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The blocks of a message's content that are objects, with their numbers; a plain text counts as one block."""
    content = message.get("content")
    if isinstance(content, str):
        yield 0, {"type": "text", "text": content}
    elif isinstance(content, list):
        for number, block in enumerate(content):
            if isinstance(block, dict):
                yield number, block


def result_text(message: Any) -> str:
    """All text of a result or user message, as one string."""
    if not isinstance(message, dict):
        return ""
    return "".join(
        block["text"] for _, block in content_blocks(message) if isinstance(block.get("text"), str)
    )


def arguments(session: Session, call: Call) -> dict[str, Any]:
    """The call's arguments, decoded again; ``{}`` where they are no object or were left out of the record."""
    message = session.value(call.row).get("message")
    if not isinstance(message, dict):
        return {}
    if call.nested:
        stored = message.get("nestedCalls")
        members = stored.get("calls") if isinstance(stored, dict) else stored
        block = members[call.block] if isinstance(members, list) else None
    else:
        block = dict(content_blocks(message)).get(call.block)
    given = block.get("arguments") if isinstance(block, dict) else None
    return given if isinstance(given, dict) else {}


def _call(place: int, row: int, block: int, name: Any, id: Any, given: Any) -> Call:
    name = name if isinstance(name, str) and name else "?"
    path = command = None
    if isinstance(given, dict):
        path = next((given[key] for key in _PATHS if isinstance(given.get(key), str) and given[key]), None)
        command = given.get("command") if isinstance(given.get("command"), str) else None
    shell = command is not None and (name.lower() in SHELLS or name == "!")
    text = one_line(command or "", _LINE) if shell else one_line(call_line(name, given), _LINE)
    return Call(
        row, place, block, name, id, path, command[:COMMAND] if shell and command else None, text or name
    )


def _failed(message: dict[str, Any]) -> bool:
    if message.get("isError") is True:
        return True
    content = message.get("content")
    last = content[-1] if isinstance(content, list) and content else None
    text = last.get("text") if isinstance(last, dict) else content
    end = text[-200:] if isinstance(text, str) else ""
    return "Command " in end and bool(_EXIT.search(end))


def _key(id: Any) -> Any:
    return id if isinstance(id, str) else ("other", repr(id))


def _ask_elsewhere(case: Case, log: Log) -> None:
    """Where a call has no result on the path: does one stand below the entry asked about, or on another branch?"""
    session, cols = case.session, case.session.cols
    asked = [call for call in log.calls if call.state == "missing" and not call.nested][-_ASKED:]
    for call in asked:
        for row in range(call.row + 1, min(call.row + _AHEAD, session.n)):
            if cols.role[row] != k.TOOL_RESULT or row in case.on_path:
                continue
            message = session.value(row).get("message")
            if not isinstance(message, dict) or _key(message.get("toolCallId")) != _key(call.id):
                continue
            if session.tree.is_ancestor(call.row, row):
                call.state = "later" if session.tree.is_ancestor(case.at, row) else "elsewhere"
                call.result = row
                break
