"""Writes session records in the shapes that pi 1.6.0 writes, with a clock, ids and prices of its own.

Everything follows from the name of the session and the calls made: the same calls give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

Record = dict[str, Any]

RATES = {  # dollars for a million tokens: input, output, cache read, cache write
    "claude-sonnet-4-5": (3.0, 15.0, 0.3, 3.75),
    "gpt-5.1-codex": (1.25, 10.0, 0.125, 0.0),
    "gemini-2.5-flash": (0.3, 2.5, 0.075, 0.0),
    "qwen3-coder-local": (0.0, 0.0, 0.0, 0.0),
}
APIS = {
    "anthropic": "anthropic-messages",
    "openai": "openai-responses",
    "google": "google-generative-ai",
    "llama.cpp": "openai-completions",
}


def text(value: str) -> Record:
    """A text block."""
    return {"type": "text", "text": value}


def thinking(value: str, signature: str | None = None) -> Record:
    """A thinking block."""
    block = {"type": "thinking", "thinking": value}
    return {**block, "thinkingSignature": signature} if signature else block


def tokens_of(value: object) -> int:
    """About as many tokens as a model counts: better than four characters each, and right for Chinese."""
    plain = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    wide = sum(1 for c in plain if c > "\u2e7f")
    return round((len(plain) - wide) / 3.6 + wide * 1.1) + 4


class Story:
    """One session file, grown record by record from a leaf, as pi grows it."""

    def __init__(
        self, name: str, cwd: str, start: str, *, version: int | None = 3, parent: str | None = None
    ) -> None:
        self.name = name
        self.now = datetime.fromisoformat(start).astimezone(UTC)
        self.leaf: str | None = None
        self.provider, self.model, self.level = "anthropic", "claude-sonnet-4-5", "off"
        self.lines: list[Record | str | bytes] = []
        self._ids = 0
        self._calls = 0
        self._size: dict[str | None, int] = {None: 0}
        self._cached: dict[str | None, int] = {None: 0}
        digest = hashlib.sha256(name.encode()).hexdigest()
        ms = f"{int(self.now.timestamp() * 1000):012x}"
        self.session = f"{ms[:8]}-{ms[8:]}-7{digest[:3]}-a{digest[3:6]}-{digest[6:18]}"
        head: Record = {"type": "session"}
        if version is not None:
            head["version"] = version
        head |= {"id": self.session, "timestamp": self.stamp(), "cwd": cwd}
        if parent:
            head["parentSession"] = parent
        self.lines.append(head)

    # --- clock and names ---

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def stamp(self) -> str:
        """Now, as pi writes it on a record."""
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{self.now.microsecond // 1000:03d}Z"

    def ms(self) -> int:
        """Now, as pi writes it on a message."""
        return int(self.now.timestamp() * 1000)

    def new_id(self) -> str:
        """The next record id: eight hex digits."""
        self._ids += 1
        return hashlib.sha256(f"{self.name}/{self._ids}".encode()).hexdigest()[:8]

    # --- records ---

    def add(self, kind: str, weigh: object = None, /, **fields: Any) -> str:
        """A record below the leaf; it becomes the leaf. ``weigh`` is what it adds to the context."""
        entry = self.new_id()
        place = {"id": entry, "parentId": self.leaf, "timestamp": self.stamp()}
        own_first = kind in ("custom", "custom_message")
        record = {"type": kind, **fields, **place} if own_first else {"type": kind, **place, **fields}
        self._size[entry] = self._size[self.leaf] + (tokens_of(weigh) if weigh is not None else 0)
        self._cached[entry] = self._cached[self.leaf]
        self.leaf = entry
        self.lines.append(record)
        return entry

    def message(self, message: Record, weigh: object = None) -> str:
        """A message record."""
        return self.add("message", weigh, message=message)

    def settings(self, provider: str, model: str, level: str = "off") -> None:
        """A model and a thinking level."""
        self.use(provider, model)
        self.level = level
        self.add("thinking_level_change", thinkingLevel=level)

    def use(self, provider: str, model: str) -> str:
        """Another model from here on."""
        self.provider, self.model = provider, model
        entry = self.add("model_change", provider=provider, modelId=model)
        self._cached[entry] = 0
        return entry

    def system(self, sections: Record, tools: list[Record] | None = None, content: str = "") -> str:
        """A system message: sections by name, tools added."""
        message: Record = {"role": "system", "content": content, "sections": sections, "timestamp": self.ms()}
        if tools:
            message["toolsAdded"] = tools
        return self.message(message, [content, sections, tools])

    def user(self, *content: str | Record) -> str:
        """What a person says; some time passes first."""
        self.wait(41)
        blocks = [text(c) if isinstance(c, str) else c for c in content]
        weigh = [b if b["type"] == "text" else "x" * 4800 for b in blocks]
        return self.message({"role": "user", "content": blocks, "timestamp": self.ms()}, weigh)

    def call(self, name: str, **arguments: Any) -> Record:
        """A tool call block with a fresh id."""
        self._calls += 1
        return {"type": "toolCall", "id": f"call_{self._calls:03d}", "name": name, "arguments": arguments}

    def usage(self, prompt: int, output: int, cached: int = 0, model: str | None = None) -> Record:
        """Numbers for a request of ``prompt`` tokens, of which ``cached`` came from the cache."""
        rates = RATES[model or self.model]
        writes = rates[3] > 0 and cached >= 0
        fresh = 4 if writes else prompt - max(cached, 0)
        counts = (fresh, output, max(cached, 0), prompt - max(cached, 0) - fresh if writes else 0)
        cost = [round(n * rate / 1e6, 10) for n, rate in zip(counts, rates, strict=True)]
        names = ("input", "output", "cacheRead", "cacheWrite")
        prices = dict(zip(names, cost, strict=True))
        total = {"total": round(sum(cost), 10), "totalFromProvider": False}
        return {**dict(zip(names, counts, strict=True)), "totalTokens": sum(counts), "cost": prices | total}

    def reply(
        self, *content: str | Record, stop: str | None = None, error: str | None = None, **extra: Any
    ) -> str:
        """What the model answers. The prompt is what stands above; what the last request had comes from the cache."""
        self.wait(3)
        blocks = [text(c) if isinstance(c, str) else c for c in content]
        calls = any(b.get("type") == "toolCall" for b in blocks)
        prompt, cached = self._size[self.leaf], self._cached[self.leaf]
        out = sum(tokens_of(b) for b in blocks)
        usage = self.usage(prompt, out, min(cached, prompt - 4)) if error is None else self._no_usage()
        message: Record = {
            "role": "assistant",
            "content": blocks,
            "api": APIS[self.provider],
            "provider": self.provider,
            "model": self.model,
            "usage": extra.pop("usage", usage),
            "stopReason": stop or ("toolUse" if calls else "stop"),
            "timestamp": self.ms(),
        }
        if error is not None:
            message["errorMessage"] = error
        message |= {"durationMs": 900 + 11 * out, "thinkingLevel": self.level, **extra}
        self.wait(1 + out / 90)
        entry = self.message(message, blocks)
        if error is None:
            self._cached[entry] = prompt
        return entry

    @staticmethod
    def _no_usage() -> Record:
        names = ("input", "output", "cacheRead", "cacheWrite")
        return {**dict.fromkeys(names, 0), "totalTokens": 0, "cost": {**dict.fromkeys(names, 0), "total": 0}}

    def result(self, call: Record, output: str | list[Record], *, error: bool = False, **extra: Any) -> str:
        """What a tool gave back for ``call``."""
        self.wait(0.4)
        blocks = [text(output)] if isinstance(output, str) else output
        message = {
            "role": "toolResult",
            "toolCallId": call["id"],
            "toolName": call["name"],
            "content": blocks,
            **extra,
            "isError": error,
            "durationMs": 12 + len(str(output)) % 400,
            "timestamp": self.ms(),
        }
        return self.message(message, blocks)

    def edited(self, call: Record, diff: str, first: int) -> str:
        """The result of an edit, with the diff that pi keeps beside it."""
        path = call["arguments"]["path"]
        body = re.sub(r"(?m)^([-+ ]) *\d+ ?", r"\1", diff)
        details = {
            "diff": diff,
            "patch": f"--- {path}\n+++ {path}\n@@ -{first} +{first} @@\n{body}\n",
            "firstChangedLine": first,
        }
        return self.result(
            call, f"Replaced {len(call['arguments']['edits'])} block(s) in {path}.", details=details
        )

    def shell(self, command: str, output: str, code: int = 0, *, private: bool = False) -> str:
        """A command that the person ran: ``!`` goes to the model, ``!!`` (private) does not."""
        self.wait(9)
        message: Record = {
            "role": "bashExecution",
            "command": command,
            "output": output,
            "exitCode": code,
            "cancelled": False,
            "truncated": False,
            "timestamp": self.ms(),
        }
        if private:
            message["excludeFromContext"] = True
        return self.message(message, None if private else [command, output])

    def go_back(self, entry: str | None) -> None:
        """Continue from another record: the next one becomes its child."""
        self.wait(75)
        self.leaf = entry

    def label(self, target: str, name: str | None) -> str:
        """A bookmark on a record; None clears it."""
        fields = {"targetId": target} if name is None else {"targetId": target, "label": name}
        return self.add("label", **fields)

    def compact(self, summary: str, kept: str, tail: int, **fields: Any) -> str:
        """A compaction that keeps from ``kept`` on; ``tail`` is about how many tokens stay."""
        self.wait(14)
        before = self._size[self.leaf]
        usage = fields.pop("usage", self.usage(before, tokens_of(summary), -1))
        entry = self.add(
            "compaction",
            summary=summary,
            firstKeptEntryId=kept,
            tokensBefore=before,
            **fields,
            usage=usage,
            fromHook=False,
        )
        self._size[entry], self._cached[entry] = tail + tokens_of(summary), 0
        return entry

    def raw(self, line: str | bytes | Record) -> None:
        """A line as it is."""
        self.lines.append(line)

    def encode(self, *, final_newline: bool = True) -> bytes:
        """The bytes of the file."""
        body = b"\n".join(line_bytes(line) for line in self.lines)
        return body + (b"\n" if final_newline else b"")


def line_bytes(line: Record | str | bytes) -> bytes:
    """One line without its newline: a record as pi's JSON, text and bytes as they are."""
    if isinstance(line, bytes):
        return line
    if isinstance(line, str):
        return line.encode()
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
