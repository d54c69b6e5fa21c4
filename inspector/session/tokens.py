"""pi's estimate of tokens: characters by four, in UTF-16 units (FORMAT, Accounting). Far too low for Chinese."""

from __future__ import annotations

import math
from typing import Any

from inspector.session.jsvalue import STRINGIFY_LIMIT, depth_of, joins, stringify_units, truthy, units
from inspector.session.prompt import Prompt

IMAGE_UNITS = 4800  # what pi counts for an image


def estimate(message: Any) -> int:
    """Tokens of one message by pi's rule; 0 for roles it does not count. Fields of the wrong kind count nothing."""
    if not isinstance(message, dict):
        return 0
    role = message.get("role")
    if role == "system":
        return _quarter(_content(message.get("content")) + _system(message))
    if role in ("user", "custom", "toolResult"):
        return _quarter(_content(message.get("content")))
    if role == "assistant":
        content = message.get("content")
        return _quarter(sum(_reply_block(block) for block in content)) if isinstance(content, list) else 0
    if role == "bashExecution":
        return _quarter(_length(message.get("command")) + _length(message.get("output")))
    if role in ("branchSummary", "compactionSummary"):
        return _quarter(_length(message.get("summary")))
    return 0


def estimate_fault(message: Any) -> str | None:
    """Why pi's count of this message throws, None where it does not."""
    if not isinstance(message, dict):
        return None
    role = message.get("role")
    if role == "assistant":
        return _usage_fault(message.get("usage")) or _reply_fault(message.get("content"))
    if role in ("user", "custom", "toolResult", "system"):
        fault = _content_fault(message.get("content"))
        tools = message.get("toolsAdded")
        if fault is None and role == "system" and isinstance(tools, list) and _overflows(tools):
            return "its tools are nested deeper than its stack holds"
        return fault
    fields = {
        "bashExecution": ("command", "output"),
        "branchSummary": ("summary",),
        "compactionSummary": ("summary",),
    }
    for name in fields.get(role, ()) if isinstance(role, str) else ():
        if message.get(name) is None:
            return f"the {name} is null or absent"
    return None


def _usage_fault(usage: Any) -> str | None:
    deep = isinstance(usage, dict) and not all(map(joins, usage.values()))
    return "its usage is nested deeper than its stack holds" if deep else None


def _content_fault(content: Any) -> str | None:
    if isinstance(content, list):
        return "a content block is null" if any(block is None for block in content) else None
    return None if isinstance(content, str) else "the content is neither text nor a list"


def _reply_fault(content: Any) -> str | None:
    fault = _content_fault(content)
    if fault is not None or isinstance(content, str):
        return fault
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        names = _COUNTED.get(kind, ()) if isinstance(kind, str) else ()
        for name in names:
            if block.get(name) is None and not (name == "arguments" and name in block):
                return f"a block of type {kind} has no {name}"
        if kind == "toolCall" and _overflows(block["arguments"]):
            return "the arguments of a call are nested deeper than its stack holds"
    return None


_COUNTED = {"text": ("text",), "thinking": ("thinking",), "toolCall": ("name", "arguments")}


def _overflows(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(value) and depth_of(value) >= STRINGIFY_LIMIT


def estimate_prompt(prompt: Prompt | None) -> int:
    """Tokens of the replayed system message."""
    return 0 if prompt is None else estimate(prompt.as_message())


def usage_tokens(message: Any) -> float:
    """Context tokens that a good reply's own usage tells; 0 where it tells none (failed, aborted, no usage)."""
    if (
        not isinstance(message, dict)
        or message.get("role") != "assistant"
        or message.get("stopReason") in ("aborted", "error")
    ):
        return 0
    usage = message.get("usage")
    if not isinstance(usage, dict):
        return 0
    total = usage.get("totalTokens")
    if truthy(total):
        return float(total) if isinstance(total, (int, float)) and total > 0 else 0
    parts = [usage.get(name, math.nan) for name in ("input", "output", "cacheRead", "cacheWrite")]
    if any(part is not None and not isinstance(part, (int, float)) for part in parts):
        return 0
    summed = 0.0
    for part in parts:
        summed += float(part or 0)  # doubles, each sum rounded, as pi adds them
    return summed if summed > 0 else 0


def _quarter(length: int) -> int:
    return -(-length // 4)


def _length(value: Any) -> int:
    return units(value) if isinstance(value, str) else 0


def _content(content: Any) -> int:
    if isinstance(content, str):
        return units(content)
    if not isinstance(content, list):
        return 0
    total = 0
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            total += _length(block.get("text"))
        elif kind == "image":
            total += IMAGE_UNITS
    return total


def _system(message: dict[str, Any]) -> int:
    sections = message.get("sections")
    total = sum(_length(text) for text in sections.values()) if isinstance(sections, dict) else 0
    tools = message.get("toolsAdded")
    return total + (stringify_units(tools) if truthy(tools) else 0)


def _reply_block(block: Any) -> int:
    if not isinstance(block, dict):
        return 0
    kind = block.get("type")
    if kind == "text":
        return _length(block.get("text"))
    if kind == "thinking":
        return _length(block.get("thinking"))
    if kind == "toolCall":
        # JSON.stringify of an absent value has no text at all.
        return _length(block.get("name")) + (
            stringify_units(block["arguments"]) if "arguments" in block else 0
        )
    return 0
