#!/usr/bin/env python3
"""Writes a large session file for measurements: make_session.py OUT --entries N [--branches N] [--seed N].

The shape is that of long real sessions: replies with thinking and tool calls, results of very uneven length, a few
pictures, branches left with a summary, compactions with a checkpoint, edits, labels, hidden usage, failed replies.
100,000 entries are about 190 MB. The same arguments give the same bytes. ``--branches`` may be up to a fifth of the
entries; ``--branches 0 --compactions 0`` gives one long chain.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]

WORDS = (
    "parser window branch summary reader offset column leaf cache token field schema handler test fixture value "
    "commit review deploy server client socket thread buffer stream folder result error trace retry limit budget "
    "分支 摘要 上下文 记录 文件 结果 约束 检查 继续 修改 测试 会话 缓存 错误 字段"
).split()
TOOLS = ("read", "bash", "edit", "write", "grep")
START = 1_790_000_000_000


class Text:
    """Prose of a wanted length, cut from one long text: fast, and no two pieces alike."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        words = rng.choices(WORDS, k=400_000)
        self._pool = " ".join(w + ("\n" if n % 23 == 0 else "") for n, w in enumerate(words))

    def cut(self, median: int, spread: float = 1.0, most: int = 60_000) -> str:
        """A piece of about ``median`` characters, sometimes far longer."""
        size = min(most, 20 + int(self._rng.lognormvariate(0, spread) * median))
        at = self._rng.randrange(len(self._pool) - size)
        return self._pool[at : at + size]


class Writer:
    """Makes one record after another, keeping the path to the leaf."""

    def __init__(self, entries: int, branches: int, compactions: int, images: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.text = Text(self.rng)
        self.entries = entries
        self.path: list[str] = []
        self.now = START
        self.context = 6_000
        self.open_call: tuple[str, str] | None = None
        self.step = 400 if branches < 1000 else 6
        self.forks, self.cuts, self.pictures = (self._places(n) for n in (branches, compactions, images))

    def _places(self, count: int) -> set[int]:
        room = range(40, max(41, self.entries))
        return set(self.rng.sample(room, min(count, len(room) - 1)))

    def records(self) -> Iterator[Record]:
        """The header, then every entry."""
        yield {
            "type": "session",
            "version": 3,
            "id": "bench-session",
            "timestamp": stamp(START),
            "cwd": "/srv/bench",
        }
        for number in range(self.entries):
            self.now += self.rng.randint(500, 30_000)
            name = f"{number:08x}"
            kind, fields = self._next(number)
            parent = self.path[-1] if self.path else None
            yield {"type": kind, "id": name, "parentId": parent, "timestamp": stamp(self.now), **fields}
            self.path.append(name)

    def _next(self, number: int) -> tuple[str, Record]:
        if number == 0:
            return "message", {"message": self._system()}
        if number in self.forks and len(self.path) > 10:
            return self._fork()
        if number in self.cuts and len(self.path) > 60:
            return self._compaction()
        if self.open_call:
            return "message", {"message": self._result(number in self.pictures)}
        roll = self.rng.random()
        if roll < 0.12:
            return "message", {
                "message": {"role": "user", "content": self.text.cut(140), "timestamp": self.now}
            }
        if roll < 0.93:
            return "message", {"message": self._reply(number)}
        return self._small(roll, number)

    def _system(self) -> Record:
        sections = {"preamble": self.text.cut(900), "rules": self.text.cut(300), "cwd": "/srv/bench"}
        tools = [{"name": tool, "description": tool, "parameters": {"type": "object"}} for tool in TOOLS]
        return {
            "role": "system",
            "content": "",
            "sections": sections,
            "toolsAdded": tools,
            "timestamp": self.now,
        }

    def _system_patch(self) -> Record:
        return {
            "role": "system",
            "content": "",
            "sections": {"rules": self.text.cut(300)},
            "timestamp": self.now,
        }

    def _fork(self) -> tuple[str, Record]:
        left, self.open_call = self.path[-1], None
        del self.path[-min(len(self.path) - 5, self.rng.randint(1, self.step)) :]
        return "branch_summary", {
            "fromId": left,
            "summary": self.text.cut(1200),
            "usage": self._usage(25_000),
        }

    def _compaction(self) -> tuple[str, Record]:
        before, self.context, self.open_call = self.context, 20_000, None
        return "compaction", {
            "summary": "## Goal\n" + self.text.cut(3000),
            "firstKeptEntryId": self.path[-self.rng.randint(10, 50)],
            "tokensBefore": before,
            "details": {"readFiles": ["src/one.py"], "modifiedFiles": ["src/two.py"]},
            "usage": self._usage(before),
            "fromHook": False,
            "systemMessage": self._system(),
        }

    def _result(self, picture: bool) -> Record:
        call, tool = self.open_call or ("", "")
        self.open_call = None
        content: list[Record] = [{"type": "text", "text": self.text.cut(720, 1.4)}]
        if picture:
            data = base64.b64encode(self.rng.randbytes(900_000)).decode()
            content.append({"type": "image", "data": data, "mimeType": "image/png"})
        message: Record = {"role": "toolResult", "toolCallId": call, "toolName": tool, "content": content}
        if self.rng.random() < 0.01:
            message["usage"] = self._usage(4_000)
        return message | {"isError": self.rng.random() < 0.05, "timestamp": self.now}

    def _reply(self, number: int) -> Record:
        self.context = 20_000 if self.context > 180_000 else self.context + self.rng.randint(50, 900)
        content: list[Record] = [
            {"type": "thinking", "thinking": self.text.cut(210)},
            {"type": "text", "text": self.text.cut(260)},
        ]
        stop = "stop"
        if self.rng.random() < 0.02:
            stop = self.rng.choice(("error", "aborted"))
        elif self.rng.random() < 0.75:
            tool, stop = self.rng.choice(TOOLS), "toolUse"
            self.open_call = (f"call_{number}", tool)
            arguments = {"path": f"src/{self.rng.choice(WORDS)}.py", "command": self.text.cut(40)}
            content.append({"type": "toolCall", "id": f"call_{number}", "name": tool, "arguments": arguments})
        who = {"api": "anthropic-messages", "provider": "anthropic", "model": "claude-sonnet-4-5"}
        end = {"usage": self._usage(self.context), "stopReason": stop, "timestamp": self.now}
        return {"role": "assistant", "content": content, **who, **end}

    def _small(self, roll: float, number: int) -> tuple[str, Record]:
        if roll < 0.95:
            who = {"kind": "cache_warm", "provider": "anthropic", "model": "claude-sonnet-4-5"}
            return "usage", {**who, "usage": self._usage(self.context)}
        if roll < 0.97 or len(self.path) < 6:
            return "custom", {"customType": "progress", "data": {"step": number}}
        if roll < 0.9715:
            return "message", {"message": self._system_patch()}
        if roll < 0.978:
            return "label", {"targetId": self.path[-3], "label": f"mark {number}"}
        if roll < 0.985:
            return "context_edit", {"targetId": self.path[-2], "replacement": None}
        return "custom_message", {"customType": "note", "content": self.text.cut(120), "display": True}

    def _usage(self, prompt: int) -> Record:
        output, cached = self.rng.randint(20, 1500), prompt * 9 // 10
        counts = {"input": 5, "output": output, "cacheRead": cached, "cacheWrite": prompt - cached}
        rates = {"input": 3e-6, "output": 15e-6, "cacheRead": 0.3e-6, "cacheWrite": 3.75e-6}
        cost = {key: count * rates[key] for key, count in counts.items()}
        return {**counts, "totalTokens": sum(counts.values()), "cost": cost | {"total": sum(cost.values())}}


def stamp(ms: int) -> str:
    """ISO text of an instant; the days of one month are enough here."""
    day, rest = divmod(ms - START, 86_400_000)
    month, day = divmod(day, 28)
    hour, rest = divmod(rest, 3_600_000)
    minute, rest = divmod(rest, 60_000)
    year, month = divmod(month, 12)
    second, rest = divmod(rest, 1000)
    return f"{2026 + year}-{month + 1:02d}-{day + 1:02d}T{hour:02d}:{minute:02d}:{second:02d}.{rest:03d}Z"


def make(
    out: Path, entries: int, branches: int = 40, compactions: int = 12, images: int = 5, seed: int = 1
) -> None:
    """Write the file; a half-written one never keeps the name."""
    part = out.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="\n") as stream:
        for record in Writer(entries, branches, compactions, images, seed).records():
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    part.replace(out)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("out", type=Path)
    for name, default in (
        ("entries", 100_000),
        ("branches", 40),
        ("compactions", 12),
        ("images", 5),
        ("seed", 1),
    ):
        options.add_argument(f"--{name}", type=int, default=default)
    make(**vars(options.parse_args()))
