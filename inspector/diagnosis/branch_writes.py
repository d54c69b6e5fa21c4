"""Files that tool calls wrote, found by their results: a call without a result was requested, not shown to have run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.store.paths import comparison_key, resolve

READ = 600  # results that are decoded for one question, the last ones
LOOKED = 1_500  # replies of a path that are looked at for a later touch of a file, the last ones
_UP = 80  # entries walked up from a result to its call
_WRITES = re.compile(r"(?:\A|[_.-])(write|edit|multiedit|create|patch|replace)", re.IGNORECASE)
_TOUCHES = re.compile(r"(?:\A|[_.-])(read|write|edit|multiedit|create|patch|replace)", re.IGNORECASE)
_PATHS = ("path", "file_path", "filePath", "file", "filename")
_NESTED = b'"nestedCalls"'
_OLD_NAME = re.compile(r"^\+\+\+ (?:b/)?(.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Write:
    """``row`` is the result that shows the write, ``path`` as the call has it, ``key`` the same made comparable,
    ``at`` the clock of the result (ms UTC) or None."""

    path: str
    key: str
    row: int
    tool: str
    at: int | None


def writes(session: Session, rows: Iterable[int], cwd: str | None) -> list[Write]:
    """Files written by the calls whose results are among ``rows``; failed calls wrote nothing."""
    cols = session.cols
    results = [row for row in rows if cols.role[row] == k.TOOL_RESULT and not cols.flags[row] & k.ERROR]
    named = [row for row in results if _WRITES.search(cols.what_name(row))]
    calls = Calls(session)
    found = [write for row in named[-READ:] for write in _by_result(session, calls, row, cwd)]
    others = [row for row in results[-READ:] if not _WRITES.search(cols.what_name(row))]
    for row in others:
        raw = session.raw(row)
        if _NESTED in raw:
            found.extend(_nested(session, row, cwd))
    return sorted(found, key=lambda write: write.row)


class Calls:
    """Calls of replies by id, each reply decoded once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[int, dict[str, dict[str, Any]]] = {}

    def asked_by(self, row: int, message: dict[str, Any]) -> Any:
        """The arguments of the call that a result answers, None where it is not found."""
        call, at = message.get("toolCallId"), self._session.tree.parent[row]
        for _ in range(_UP):
            if at < 0:
                break
            if self._session.cols.role[at] == k.ASSISTANT and isinstance(call, str) and call in self.of(at):
                return self.of(at)[call].get("arguments")
            at = self._session.tree.parent[at]
        return None

    def of(self, row: int) -> dict[str, dict[str, Any]]:
        """The tool calls in a reply."""
        if row not in self._known:
            message = self._session.value(row).get("message")
            content = message.get("content") if isinstance(message, dict) else None
            self._known[row] = {
                block["id"]: block
                for block in (content if isinstance(content, list) else [])
                if isinstance(block, dict)
                and block.get("type") == "toolCall"
                and isinstance(block.get("id"), str)
            }
        return self._known[row]


def _by_result(session: Session, calls: Calls, row: int, cwd: str | None) -> list[Write]:
    message = session.value(row).get("message")
    if not isinstance(message, dict):
        return []
    path = path_in(calls.asked_by(row, message)) or _path_in_details(message.get("details"))
    return [written(session, row, path, cwd, session.cols.what_name(row))] if path else []


def _nested(session: Session, row: int, cwd: str | None) -> list[Write]:
    found = []
    for name, arguments, failed in nested_calls(session.value(row).get("message")):
        path = path_in(arguments)
        if path and not failed and _WRITES.search(name):
            found.append(written(session, row, path, cwd, name))
    return found


def nested_calls(message: Any) -> Iterator[tuple[str, Any, bool]]:
    """Calls made by a script inside a tool, which stand only in ``nestedCalls`` of its result: name, arguments, and
    whether the call did not end well."""
    for place in (message, message.get("details")) if isinstance(message, dict) else ():
        stored = place.get("nestedCalls") if isinstance(place, dict) else None
        members = stored.get("calls") if isinstance(stored, dict) else stored
        for one in members if isinstance(members, list) else []:
            name = one.get("name") or one.get("toolName") if isinstance(one, dict) else None
            if isinstance(name, str):
                arguments = one.get("arguments") or one.get("args") or one.get("input")
                yield name, arguments, bool(one.get("isError")) or one.get("status", "ok") != "ok"


def written(session: Session, row: int, path: str, cwd: str | None, tool: str) -> Write:
    """A write that the entry at ``row`` shows."""
    return Write(path, key_of(path, cwd), row, tool, session.cols.instant_or_none(row))


def path_in(arguments: Any) -> str | None:
    """The file that a call's arguments name."""
    if not isinstance(arguments, dict):
        return None
    return next(
        (arguments[name] for name in _PATHS if isinstance(arguments.get(name), str) and arguments[name]), None
    )


def _path_in_details(details: Any) -> str | None:
    patch = details.get("patch") if isinstance(details, dict) else None
    match = _OLD_NAME.search(patch[:4000]) if isinstance(patch, str) else None
    return match.group(1) if match else None


def key_of(path: str, cwd: str | None) -> str:
    """Two spellings of one file have the same key."""
    try:
        return comparison_key(resolve(path, cwd or "/"))
    except ValueError:
        return path


def touched(
    session: Session, rows: list[int], keys: set[str], names: set[str], cwd: str | None
) -> dict[str, int]:
    """Of the files with these keys, the last row of ``rows`` where a call read or wrote them. ``names`` are their base
    names: only replies whose bytes hold one are decoded."""
    if not keys or not names:
        return {}
    worth = _worth(names)
    replies = [row for row in rows if session.cols.role[row] == k.ASSISTANT][-LOOKED:]
    found: dict[str, int] = {}
    calls = Calls(session)
    for row in reversed(replies):
        raw = session.raw(row)
        if b'"toolCall"' not in raw or (worth is not None and not worth.search(raw)):
            continue
        for block in calls.of(row).values():
            name, path = block.get("name"), path_in(block.get("arguments"))
            if path and isinstance(name, str) and _TOUCHES.search(name):
                key = key_of(path, cwd)
                if key in keys:
                    found.setdefault(key, row)
        if len(found) == len(keys):
            break
    return found


def in_commands(session: Session, rows: list[int], found: Iterable[Write]) -> dict[str, int]:
    """Of the files, by key, the last of ``rows`` where a shell command names them: one of a reply, or one of the user
    whose output the model was sent."""
    cols, calls = session.cols, Calls(session)
    names = {write.key: base_names([write]).pop() for write in found}
    words = {
        key: re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])") for key, name in names.items() if name
    }
    worth = _worth(set(names.values()))
    roles = (k.ASSISTANT, k.BASH)
    looked = (
        [row for row in rows if cols.role[row] in roles and not cols.flags[row] & k.EXCLUDED] if words else []
    )
    named: dict[str, int] = {}
    for row in reversed(looked[-LOOKED:]):
        raw = session.raw(row)
        if b'"command"' not in raw or (worth is not None and not worth.search(raw)):
            continue
        for command in _commands(session, calls, row):
            for key, word in words.items():
                if key not in named and word.search(command):
                    named[key] = row
    return named


def _commands(session: Session, calls: Calls, row: int) -> Iterator[str]:
    given: list[Any]
    if session.cols.role[row] == k.BASH:
        given = [session.value(row).get("message")]
    else:
        given = [block.get("arguments") for block in calls.of(row).values()]
    for arguments in given:
        command = arguments.get("command") if isinstance(arguments, dict) else None
        if isinstance(command, str):
            yield command


def _worth(names: set[str]) -> re.Pattern[bytes] | None:
    """What the bytes of a reply hold that names one of these files: names are cut to what stands in JSON as it is.
    None where a name has no such part, so that every reply is worth decoding."""
    parts = [_plain(name) for name in names]
    return re.compile(b"|".join(re.escape(part) for part in parts)) if all(parts) else None


def _plain(name: str) -> bytes:
    """The longest stretch of plain characters in a name."""
    parts = re.findall(r"[A-Za-z0-9_.-]+", name)
    return max(parts, key=len, default="").encode()


def base_names(found: Iterable[Write]) -> set[str]:
    """Last parts of the paths."""
    return {re.split(r"[/\\]", write.path.rstrip("/\\"))[-1] for write in found}
