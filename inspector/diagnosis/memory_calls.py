"""Calls of memory and retrieval tools on a path: what was asked, what came back, whether the answer is still sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from inspector.diagnosis.case import Case
from inspector.session import kinds as k
from inspector.session.preview import content_line, one_line

READ = 300  # calls that are decoded, the last ones
LAST = 200  # replies at the end of the path that are searched for calls without a result
_NAME = re.compile(
    r"memory(?:[_.-]?\w+)*|\w+_memory|session_search|knowledge_search|recall|remember|mcp__.+|.+_search",
    re.ASCII,
)
_OWN = re.compile(
    r"memory.*|.*_memory|session_search|knowledge_search|recall|remember|mcp__.*(?:memory|knowledge|recall).*"
)
_WRITES = re.compile(
    r"(?:^|_)(?:add|set|save|store|write|replace|remove|delete|create|update|remember|append)(?:_|$)"
)
_NOT_MEMORY = frozenset(("web_search", "code_search", "file_search", "image_search", "tool_search"))
_RAW = re.compile(
    rb'"name"\s*:\s*"(?:memory|session_search"|knowledge_search"|recall"|remember"|mcp__|\w+_(?:search|memory)")'
)
_NESTED = re.compile(rb'"nestedCalls"\s*:\s*\[\s*\{')
_ASKED = ("query", "q", "pattern", "search", "key", "text", "content", "name", "topic", "old_text", "phrase")
_NOTHING = re.compile(
    r"\s*(?:\[\s*\]|\{\s*\}|null|none|0|(?:there (?:are|is|were) )?no (?:relevant |matching |stored |saved )?\w*\s?"
    r"(?:results?|match(?:es)?|memor(?:y|ies)|entries|entry|"
    r"sessions?|facts?|nodes?|hits?|documents?|items?)\b.*|nothing (?:found|stored|saved|matched).*|not found\b.*"
    r"|0 (?:results|matches|hits|memories)\b.*"
    r"|(?:没有|未)(?:找到|相关|匹配|任何|记忆).*|无(?:结果|匹配|记录).*|"
    r'\{\s*"(?:results|memories|entities|matches|items|hits)"\s*:\s*\[\s*\](?:\s*,[^\[\]]{0,200})?\s*\})\s*',
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class MemoryCall:
    """A call of ``tool`` in the reply at ``row``; ``result`` is the row of its answer, -1 where none stands on the path.
    ``asked``: its query or key; ``answer``: the answer as one line; ``sent``: the answer is still in the context."""

    tool: str
    row: int
    result: int
    asked: str
    answer: str
    state: Literal["answered", "empty", "failed", "unanswered"]
    writes: bool
    own: bool
    sent: bool


def is_memory_tool(name: str) -> bool:
    """True for names of memory and retrieval tools; a search of the web or of code is none."""
    low = name.lower()
    return low not in _NOT_MEMORY and not low.startswith("web") and _NAME.fullmatch(low) is not None


def memory_calls(case: Case) -> tuple[list[MemoryCall], int]:
    """The calls in path order (the last 300 of them), and how many earlier ones were not read."""
    cols, path = case.session.cols, case.path
    tools = {at for at, name in enumerate(cols.whats.names) if is_memory_tool(name)}
    results = (
        [row for row in path if cols.role[row] == k.TOOL_RESULT and cols.what[row] in tools] if tools else []
    )
    sent = frozenset(case.frame.rows) - {target for target, edit in case.frame.edits.items() if edit.omits}
    found = [call for row in results[-READ:] if (call := _answered(case, row, sent))]
    known = {(call.row, call.tool) for call in found}
    tail = [row for row in path[-6 * LAST :] if cols.role[row] in (k.ASSISTANT, k.TOOL_RESULT)][-2 * LAST :]
    for row in tail:
        raw = case.session.raw(row)
        if cols.role[row] == k.ASSISTANT and _RAW.search(raw) and not cols.flags[row] & k.FAILED:
            found += [call for call in _open_calls(case, row) if (call.row, call.tool) not in known]
        elif cols.role[row] == k.TOOL_RESULT and _NESTED.search(raw):
            found += _nested(case, row, row in sent)
    return sorted(found, key=lambda call: call.row), max(0, len(results) - READ)


def _answered(case: Case, row: int, sent: frozenset[int]) -> MemoryCall | None:
    message = _message(case, row)
    name, call_id = case.session.cols.what_name(row), message.get("toolCallId")
    at, arguments = _call_of(case, row, call_id)
    failed = bool(case.session.cols.flags[row] & k.ERROR)
    text = one_line(content_line(message.get("content")), 160)
    state: Literal["answered", "empty", "failed"] = (
        "failed" if failed else "empty" if _is_nothing(message) else "answered"
    )
    return MemoryCall(
        name,
        at if at >= 0 else row,
        row,
        _asked(arguments),
        text,
        state,
        _writes(name, arguments),
        _own(name),
        row in sent,
    )


def _call_of(case: Case, row: int, call_id: Any) -> tuple[int, Any]:
    """The reply above ``row`` that made a call, and the call's arguments."""
    session = case.session
    at = session.tree.parent[row]
    for _ in range(60):
        if at < 0:
            break
        if session.cols.role[at] == k.ASSISTANT:
            for block in _calls(case, at):
                if block.get("id") == call_id:
                    return at, block.get("arguments")
        at = session.tree.parent[at]
    return -1, None


def _open_calls(case: Case, row: int) -> Iterator[MemoryCall]:
    """Memory calls in a reply that no result on the path answers."""
    cols = case.session.cols
    start = case.session.tree.depth[row]
    behind = case.path[start : start + 60] if start <= len(case.path) else []
    answered = {_message(case, one).get("toolCallId") for one in behind if cols.role[one] == k.TOOL_RESULT}
    for block in _calls(case, row):
        name = block.get("name")
        if isinstance(name, str) and is_memory_tool(name) and block.get("id") not in answered:
            arguments = block.get("arguments")
            yield MemoryCall(
                name, row, -1, _asked(arguments), "", "unanswered", _writes(name, arguments), _own(name), True
            )


def _nested(case: Case, row: int, sent: bool) -> Iterator[MemoryCall]:
    """Memory calls that a script made: they stand only in ``nestedCalls`` of its result."""
    calls = _message(case, row).get("nestedCalls")
    for one in calls[:100] if isinstance(calls, list) else []:
        if not isinstance(one, dict):
            continue
        name = one.get("toolName") or one.get("name")
        if not isinstance(name, str) or not is_memory_tool(name):
            continue
        arguments = one.get("arguments", one.get("args"))
        result = one.get("result")
        content = result.get("content") if isinstance(result, dict) else one.get("content", result)
        failed = one.get("isError") is True
        state: Literal["answered", "failed"] = "failed" if failed else "answered"
        text = one_line(content_line(content), 160)
        yield MemoryCall(
            name, row, row, _asked(arguments), text, state, _writes(name, arguments), _own(name), sent
        )


def _message(case: Case, row: int) -> dict[str, Any]:
    message = case.session.value(row).get("message")
    return message if isinstance(message, dict) else {}


def _calls(case: Case, row: int) -> list[dict[str, Any]]:
    content = _message(case, row).get("content")
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == "toolCall"]


def _asked(arguments: Any) -> str:
    if isinstance(arguments, str):
        return one_line(arguments, 120)
    if not isinstance(arguments, dict):
        return ""
    for name in _ASKED:
        if isinstance(arguments.get(name), str) and arguments[name].strip():
            return one_line(arguments[name], 120)
    return one_line(
        next((value for value in arguments.values() if isinstance(value, str) and value.strip()), ""), 120
    )


def _is_nothing(message: dict[str, Any]) -> bool:
    content = message.get("content")
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    texts = [b["text"] for b in blocks if isinstance(b, dict) and isinstance(b.get("text"), str)]
    if any(isinstance(block, dict) and block.get("type") == "image" for block in blocks):
        return False
    whole = "\n".join(texts)
    return len(whole) < 400 and (not whole.strip() or _NOTHING.fullmatch(whole) is not None)


def _writes(name: str, arguments: Any) -> bool:
    action = arguments.get("action") if isinstance(arguments, dict) else None
    return _WRITES.search(name.lower()) is not None or (
        isinstance(action, str) and _WRITES.search(action.lower()) is not None
    )


def _own(name: str) -> bool:
    return _OWN.fullmatch(name.lower()) is not None
