"""The texts inside an entry, each with the place it stands in: what a phrase is looked for in.

Signatures, encrypted reasoning and image data are said by nobody and are left out. Nothing recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from inspector.session.jsvalue import truthy
from inspector.session.kinds import ENTRY_TYPES, ROLES

_LISTS = re.compile(r"<(read-files|modified-files)>.*?(?:</\1>|\Z)", re.DOTALL)
_UNSAID = frozenset(("thinkingSignature", "textSignature", "thoughtSignature", "encrypted_content", "type"))
_FRAME = frozenset(("type", "id", "parentId", "timestamp"))


class Piece(NamedTuple):
    """A text and where it stands. ``where`` as in CONTRACT; ``never``: the ``how`` of a place that no model is ever
    sent, "" for places that can reach one; ``thinking`` reaches only the model that wrote it."""

    text: str
    where: str
    never: str = ""
    thinking: bool = False


def pieces(entry: Any) -> Iterator[Piece]:
    """Every text of a decoded entry of any shape."""
    if not isinstance(entry, dict):
        return
    kind = entry.get("type")
    if kind == "message":
        yield from _message(entry.get("message"))
    elif kind == "custom_message":
        yield from _content(entry.get("content"), "text")
        yield from _all(entry.get("details"), "details", "extension-state")
    elif kind in ("compaction", "branch_summary"):
        yield from _summary(entry)
    elif kind == "label":
        yield from _all(entry.get("label"), "label", "extension-state")
    elif kind == "session_info":
        yield from _all(entry.get("name"), "name", "extension-state")
    elif kind == "context_edit":
        yield from _replacement(entry.get("replacement"))
    else:
        rest = {key: value for key, value in entry.items() if key not in _FRAME}
        yield from _all(rest, "state", "extension-state" if kind in ENTRY_TYPES else "unknown-role")


def message_pieces(message: Any) -> Iterator[Piece]:
    """Every text of a message, as stored or as sent."""
    yield from _message(message)


def _message(message: Any) -> Iterator[Piece]:
    if not isinstance(message, dict):
        yield from _all(message, "text", "unreadable")
        return
    role = message.get("role")
    if role == "assistant":
        failed = message.get("stopReason") in ("error", "aborted")
        for piece in (
            *_reply(message.get("content")),
            *_all(message.get("errorMessage"), "error", "extension-state"),
        ):
            yield piece._replace(never="failed-reply") if failed else piece
    elif role == "toolResult":
        yield from _content(message.get("content"), "tool-result")
        yield from _all(message.get("details"), "details", "extension-state")
        yield from _nested(message.get("nestedCalls"))
    elif role == "bashExecution":
        never = "excluded" if truthy(message.get("excludeFromContext")) else ""
        yield from _all(message.get("command"), "command", never)
        yield from _all(message.get("output"), "output", never)
    elif role == "system":
        yield from system_pieces(message, "prompt")
    elif role in ("branchSummary", "compactionSummary"):
        yield from _summary_text(message.get("summary"))
    else:
        known = role in ROLES or role == "hookMessage"
        for piece in _content(message.get("content"), "text"):
            yield piece if known else piece._replace(never="unknown-role")
        yield from _all(message.get("details"), "details", "extension-state")


def system_pieces(message: Any, where: str) -> Iterator[Piece]:
    """Texts of a system message: free text, sections with their names, tools."""
    if not isinstance(message, dict):
        return
    yield from _content(message.get("content"), where)
    sections = message.get("sections")
    if isinstance(sections, dict):
        for value in sections.values():
            yield from _all(value, where)
    yield from _all(message.get("toolsAdded"), where)


def _reply(content: Any) -> Iterator[Piece]:
    if isinstance(content, str):
        yield Piece(content, "text")
        return
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            yield from _all(block, "text")
            continue
        kind = block.get("type")
        if kind == "text":
            yield from _all(block.get("text"), "text")
        elif kind == "thinking":
            for piece in _all(block.get("thinking"), "thinking"):
                yield piece._replace(thinking=True)
        elif kind == "toolCall":
            yield from _all(block.get("arguments"), "tool-argument")
            yield from _all(block.get("name"), "tool-argument")
        else:
            yield from _all(block, "text")


def _content(content: Any, where: str) -> Iterator[Piece]:
    if isinstance(content, list):
        for block in content:
            if isinstance(block, dict) and block.get("type") == "text":
                yield from _all(block.get("text"), where)
            elif isinstance(block, dict) and block.get("type") == "image":
                continue
            else:
                yield from _all(block, where)
    else:
        yield from _all(content, where)


def _nested(calls: Any) -> Iterator[Piece]:
    """Calls that a script made: pi keeps them beside the result, no model is sent them."""
    yield from _all(calls, "tool-argument", "nested-call")


def _summary(entry: dict[str, Any]) -> Iterator[Piece]:
    yield from _summary_text(entry.get("summary"))
    yield from system_pieces(entry.get("systemMessage"), "checkpoint")
    yield from _all(entry.get("details"), "file-list", "extension-state")
    # An older writer's field: evidence, but pi 1.6.0 sends none of it.
    yield from _all(entry.get("retainedTail"), "state", "extension-state")


def _summary_text(summary: Any) -> Iterator[Piece]:
    if not isinstance(summary, str):
        yield from _all(summary, "summary")
        return
    lists = [match.group(0) for match in _LISTS.finditer(summary)]
    yield Piece(_LISTS.sub("\n", summary) if lists else summary, "summary")
    for text in lists:
        yield Piece(text, "file-list")


def _replacement(replacement: Any) -> Iterator[Piece]:
    content = replacement.get("content") if isinstance(replacement, dict) else replacement
    yield from _content(content, "text")


def _all(value: Any, where: str, never: str = "") -> Iterator[Piece]:
    """Every string inside a value, in the order it is written."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if item:
                yield Piece(item, where, never)
        elif isinstance(item, dict):
            image = item.get("type") == "image"
            inner = [
                inner for key, inner in item.items() if key not in _UNSAID and not (image and key == "data")
            ]
            stack.extend(reversed(inner))
        elif isinstance(item, list):
            stack.extend(reversed(item))
