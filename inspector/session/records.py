"""The typed first pass over a line: only the fields that fill the columns are decoded, the rest is skipped.

A line that does not fit (another type in a field, a lone surrogate, odd nesting) raises and goes down the
ladder; ``from_value`` then fills the same struct from the whole value and names every field that is odd.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from inspector.session.jsvalue import JS_SPACE, truthy

Text = str | None | UnsetType
Number = float | None | UnsetType


class Cost(msgspec.Struct, gc=False):
    """Dollars as stored: `total`, else its parts."""

    total: Number = UNSET
    input: Number = UNSET
    output: Number = UNSET
    cacheRead: Number = UNSET
    cacheWrite: Number = UNSET


class Usage(msgspec.Struct, gc=False):
    """Token counts as stored by pi."""

    input: Number = UNSET
    output: Number = UNSET
    cacheRead: Number = UNSET
    cacheWrite: Number = UNSET
    totalTokens: Number = UNSET
    cost: Cost | None | UnsetType = UNSET


class Block(msgspec.Struct, gc=False):
    """A content block: its type, to count tool calls, and its text undecoded, to see whether there is any."""

    type: Text = UNSET
    text: Raw | UnsetType = UNSET


class Message(msgspec.Struct, gc=False):
    """What the columns need of a message."""

    role: Text = UNSET
    content: list[Block] | str | None | UnsetType = UNSET
    provider: Text = UNSET
    model: Text = UNSET
    responseModel: Text = UNSET
    stopReason: Text = UNSET
    usage: Usage | None | UnsetType = UNSET
    toolName: Text = UNSET
    isError: bool | None | UnsetType = UNSET
    excludeFromContext: bool | None | UnsetType = UNSET
    timestamp: float | str | None | UnsetType = UNSET


class Record(msgspec.Struct, gc=False):
    """One parsed line, header or entry."""

    type: Text = UNSET
    id: Text = UNSET
    parentId: Text = UNSET
    timestamp: str | None | UnsetType = UNSET
    message: Message | None | UnsetType = UNSET
    usage: Usage | None | UnsetType = UNSET
    summary: Text = UNSET
    firstKeptEntryId: Text = UNSET
    firstKeptEntryIndex: float | UnsetType = UNSET
    systemMessage: Raw | UnsetType = UNSET
    targetId: Text = UNSET
    replacement: Raw | UnsetType = UNSET
    label: Text = UNSET
    name: Text = UNSET
    customType: Text = UNSET
    content: Raw | UnsetType = UNSET
    display: bool | None | UnsetType = UNSET
    kind: Text = UNSET
    provider: Text = UNSET
    model: Text = UNSET
    modelId: Text = UNSET


DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def from_value(value: dict[str, Any]) -> Record:
    """A ``Record`` from a decoded entry of any shape: fields of pi's type as they are, flags by JavaScript's
    truth, all else left unset (``odd_fields`` names it). ``id`` and ``parentId`` are kept whatever they are."""
    record = Record()
    for name in _TEXT_FIELDS:
        item = value.get(name, UNSET)
        if name in ("id", "parentId", "targetId") or isinstance(item, str) or item is None:
            setattr(record, name, item)
    for name in ("kind", "provider", "model", "modelId", "timestamp", "firstKeptEntryId"):
        if isinstance(value.get(name), str):
            setattr(record, name, value[name])
    record.summary = "x" if truthy(value.get("summary")) else ""
    if not isinstance(value.get("label"), (str, type(None))):
        record.label = value["label"] if truthy(value["label"]) else ""
    record.timestamp = value.get("timestamp", UNSET)
    record.display = None if "display" not in value else truthy(value["display"])
    record.firstKeptEntryId = value.get("firstKeptEntryId", UNSET)
    if isinstance(value.get("firstKeptEntryIndex"), (int, float)) and not isinstance(
        value["firstKeptEntryIndex"], bool
    ):
        record.firstKeptEntryIndex = value["firstKeptEntryIndex"]
    if truthy(value.get("systemMessage")):
        record.systemMessage = Raw(b"{}")
    if "replacement" in value:
        record.replacement = Raw(b"null" if value["replacement"] is None else b"{}")
    if "content" in value:
        record.content = Raw(b"{}" if odd_content(value["content"]) else b"null")
    record.message = _message(value["message"]) if isinstance(value.get("message"), dict) else UNSET
    record.usage = _usage(value.get("usage"))
    return record


def odd_content(content: Any) -> bool:
    """True for content on which pi's count of tokens throws: neither text nor a list, or a list with a null block."""
    if isinstance(content, list):
        return any(block is None for block in content)
    return content is not None and not isinstance(content, str)


def odd_raw_content(content: Raw | UnsetType) -> bool:
    """The same of content that was not decoded; a list with the word null in it is called odd."""
    if content is UNSET:
        return False
    stored = bytes(content)
    return stored[:1] not in b'"n[' or (stored[:1] == b"[" and b"null" in stored)


def _message(value: dict[str, Any]) -> Message:
    message = Message()
    for name in ("role", "provider", "model", "responseModel", "stopReason", "toolName"):
        if isinstance(value.get(name), str):
            setattr(message, name, value[name])
    content = value.get("content")
    if isinstance(content, list):
        message.content = [_block(block) for block in content]
    elif isinstance(content, str):
        message.content = content
    if message.stopReason is UNSET and truthy(value.get("stopReason")):
        message.stopReason = "odd"
    message.isError = truthy(value.get("isError"))
    message.excludeFromContext = truthy(value.get("excludeFromContext"))
    message.usage = _usage(value.get("usage"))
    return message


def _block(value: Any) -> Block:
    if not isinstance(value, dict):
        return Block()
    kind, text = value.get("type"), value.get("text")
    said = isinstance(text, str) and text.strip(JS_SPACE)
    return Block(kind if isinstance(kind, str) else UNSET, Raw(b'"x"') if said else UNSET)


def _usage(value: Any) -> Usage | UnsetType:
    if not truthy(value):
        return UNSET
    usage = Usage()
    if isinstance(value, dict):
        for name in _TOKENS:
            setattr(usage, name, _number(value.get(name, UNSET)))
        cost = value.get("cost")
        if isinstance(cost, dict):
            parts = {
                name: _number(cost.get(name, UNSET))
                for name in ("total", "input", "output", "cacheRead", "cacheWrite")
            }
            usage.cost = Cost(**parts)
        elif cost is not None:
            usage.cost = Cost(total=math.nan)  # pi finds no total in it
    return usage


def _number(value: Any) -> Number:
    if value is None:
        return None
    if isinstance(value, UnsetType):
        return UNSET
    return float(value) if isinstance(value, (int, float)) else math.nan  # present but no number


_TOKENS = ("input", "output", "cacheRead", "cacheWrite", "totalTokens")
AS_TEXT = (  # fields that pi makes text, a number or a date of
    "timestamp",
    "provider",
    "model",
    "responseModel",
    "input",
    "output",
    "cacheRead",
    "cacheWrite",
    "totalTokens",
)
_TEXT_FIELDS = ("type", "id", "parentId", "targetId", "label", "name", "summary", "customType")


def odd_fields(value: dict[str, Any]) -> list[str]:
    """Names of fields in an entry that are not of the type pi writes (absent and null are no oddity,
    except a `message` entry without a message object or without a role)."""
    odd = [name for name in _TEXT_FIELDS if not isinstance(value.get(name), (str, type(None)))]
    if value.get("type") == "message":
        message = value.get("message")
        if not isinstance(message, dict):
            odd.append("message")
        else:
            odd.extend(_odd_message(message))
    usage = value.get("usage")
    odd.extend(_odd_usage("usage", usage) if usage is not None else ())
    return odd


def _odd_message(message: dict[str, Any]) -> list[str]:
    odd = [] if isinstance(message.get("role"), str) else ["message.role"]
    if not isinstance(message.get("content"), (str, list, type(None))):
        odd.append("message.content")
    if message.get("usage") is not None:
        odd.extend(_odd_usage("message.usage", message["usage"]))
    return odd


def _odd_usage(where: str, usage: Any) -> list[str]:
    if not isinstance(usage, dict):
        return [where]
    odd = [f"{where}.{name}" for name in _TOKENS if not _number_or_absent(usage.get(name))]
    cost = usage.get("cost")
    if cost is not None and not isinstance(cost, dict):
        odd.append(f"{where}.cost")
    elif isinstance(cost, dict):
        odd.extend(
            f"{where}.cost.{name}"
            for name, item in cost.items()
            if name == "total" and not _number_or_absent(item)
        )
    return odd


def _number_or_absent(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))
