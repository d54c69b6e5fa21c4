"""Session files made by hand, for tests: a small recorder that keeps the chain of parents, as pi does."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 5, 4, 9, tzinfo=UTC)
PROVIDER, MODEL, API = "anthropic", "claude-sonnet-4-5", "anthropic-messages"
UNSET: Any = object()


def header(version: Any = 3, **fields: Any) -> dict[str, Any]:
    """A session header; `version=UNSET` leaves the key out."""
    record = {
        "type": "session",
        "version": version,
        "id": "s-test",
        "timestamp": stamp(0),
        "cwd": "/work/pots",
    }
    if version is UNSET:
        del record["version"]
    return {**record, **fields}


def stamp(seconds: float) -> str:
    """The instant `seconds` after the start, as pi writes it."""
    return (START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def usage(
    input: int = 100, output: int = 20, cache_read: int = 0, cache_write: int = 0, cost: float = 0.01
) -> dict[str, Any]:
    """A usage record as providers report it; `cost` is its total."""
    return {
        "input": input,
        "output": output,
        "cacheRead": cache_read,
        "cacheWrite": cache_write,
        "totalTokens": input + output + cache_read + cache_write,
        "cost": {"input": cost / 2, "output": cost / 2, "cacheRead": 0, "cacheWrite": 0, "total": cost},
    }


def text(words: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": words}


def call(name: str = "read", id: str = "call_1", **arguments: Any) -> dict[str, Any]:
    """A tool call block."""
    return {"type": "toolCall", "id": id, "name": name, "arguments": arguments}


class Script:
    """Entries in file order. Each `add` is a child of the one before, unless `parent` says otherwise."""

    def __init__(self, version: Any = 3, **fields: Any) -> None:
        self.records: list[dict[str, Any]] = [header(version, **fields)]
        self.leaf: str | None = None

    def add(self, type: str, *, id: str | None = None, parent: Any = UNSET, **fields: Any) -> str:
        """Append an entry and return its id."""
        count = len(self.records)
        id = f"e{count:07x}" if id is None else id
        parent = self.leaf if parent is UNSET else parent
        record = {"type": type, "id": id, "parentId": parent, "timestamp": stamp(count), **fields}
        self.records.append(record)
        self.leaf = id
        return id

    def message(self, role: str, *, id: str | None = None, parent: Any = UNSET, **fields: Any) -> str:
        """Append a message entry of any role."""
        at = int(START.timestamp() * 1000) + len(self.records) * 1000
        return self.add("message", id=id, parent=parent, message={"role": role, "timestamp": at, **fields})

    def user(self, words: Any, **where: Any) -> str:
        """Append a user message."""
        return self.message("user", content=words, **where)

    def reply(self, *content: Any, **fields: Any) -> str:
        """Append an assistant message of text (str) and other blocks (dict)."""
        blocks = [text(block) if isinstance(block, str) else block for block in content]
        base = {"provider": PROVIDER, "model": MODEL, "api": API, "stopReason": "stop", "usage": usage()}
        return self.message("assistant", content=blocks, **{**base, **fields})

    def result(self, words: str, id: str = "call_1", **fields: Any) -> str:
        """Append a tool result."""
        base = {"toolCallId": id, "toolName": "read", "isError": False}
        return self.message("toolResult", content=[text(words)], **{**base, **fields})

    def bytes(self) -> bytes:
        """The file, one record per line."""
        return b"".join(json.dumps(record).encode("utf-8") + b"\n" for record in self.records)

    def write(self, path: Path) -> Path:
        """Write the file and return its path."""
        path.write_bytes(self.bytes())
        return path
