"""Hypothesis strategies for session files: trees of every entry type and role, from plain to odd.

A file is drawn entry by entry, so that parents, targets, kept ids and tool calls mostly point at something that is
there. `odd=True` adds values that no pi wrote: missing and doubled ids, cycles, text for numbers, records that are
no objects. pi may throw on those; then the test compares only that we say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.builders import stamp, text

Draw = Callable[[st.SearchStrategy[Any]], Any]
MISSING: Any = object()
INFINITE = "1e999 without quotes"

WORDS = st.sampled_from([
    "Fire the kiln slowly.", "", " ", "ok", "釉薬を確認してください。", "done 🏺👩‍👩‍👧", "half \ud83d emoji", "a\u2028b\u0085c",
    "line one\nline two\r\n", "\x00\x1b[31mred", "x" * 41, "<b>&amp;</b>", "\ufeffmark",
])  # fmt: skip
MODELS = st.sampled_from(
    [
        ("anthropic", "claude-a", "messages"),
        ("anthropic", "claude-b", "messages"),
        ("openai", "gpt-c", "responses"),
    ]
)
CALL_IDS = st.sampled_from(["t1", "t2", "t3"])
SECTIONS = st.sampled_from(["rules", "cwd", "10", "2", "skills", "toString"])
TOOLS = st.sampled_from(["read", "write", "bash"])
ODD_IDS = st.sampled_from(
    [
        "",
        "é🏺",
        "\ud800",
        "@line3",
        "constructor",
        "__proto__",
        "0",
        7,
        0,
        -0.0,
        None,
        True,
        MISSING,
        "e1",
        "e2",
    ]
)
TIMES = st.sampled_from([
    "2026-05-04T11:00:00+02:00", "2026-05-04T09:00:00Z", "2026-05-04", 1777885200000, "not a time", MISSING, None, "",
    "2026-05-04T09:00:00.1239Z", "+002026-05-04T09:00:00Z", "2026-05-04T24:00:00Z", 1e300, -1, "1969-12-31T23:59:59.999Z", True,
])  # fmt: skip
NUMBERS = st.sampled_from([0, 1, 17, 250, 10**6, 2**53 + 1, -5, 0.5])
ODD_NUMBERS = st.sampled_from(["12", None, MISSING, INFINITE, True, [], {}, "", -0.0, 1e21, "x"])
COSTS = st.sampled_from([0, 0.0001, 0.003, 0.1, 0.2, 1e-9, 3.25])
JUNK_LINES = st.sampled_from(
    [
        b"",
        b"   ",
        b"\t\r",
        b"null",
        b"0",
        b"false",
        b'""',
        b"{broken",
        b"\x00\x00\x00",
        b'{"type":"message"',
        b"-0",
        b"\xff\xfe",
    ]
)
ODD_LINES = st.sampled_from([b"[]", b'"text"', b"true", b"{}", b"42", b'[{"type":"message"}]', b'{"type":null}', b'{"type":7,"id":"n"}', b'{"type":"session","id":"again","version":3,"timestamp":"2026-05-04T09:00:00Z","cwd":"/other"}'])  # fmt: skip


def maybe(draw: Draw, percent: int) -> bool:
    """True in about `percent` of a hundred draws; shrinks to False."""
    return bool(draw(st.integers(0, 99)) >= 100 - percent)


def put(record: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """`record` with the fields that are not MISSING."""
    record.update({key: value for key, value in fields.items() if value is not MISSING})
    return record


class Maker:
    """Draws one file. Knows the ids so far, so that references can be right or wrong on purpose."""

    def __init__(self, draw: Draw, odd: bool) -> None:
        self.draw = draw
        self.odd = odd
        self.ids: list[Any] = []

    def strange(self, percent: int) -> bool:
        return self.odd and maybe(self.draw, percent)

    def target(self) -> Any:
        """The id of some entry: before, after or nowhere."""
        choices = [*self.ids[-4:], *self.ids, "e4", "nowhere"]
        return self.draw(st.sampled_from(choices))

    def number(self) -> Any:
        return self.draw(ODD_NUMBERS) if self.strange(4) else self.draw(NUMBERS)

    def usage(self) -> Any:
        if self.strange(6):
            return self.draw(st.sampled_from([None, MISSING, {}, [], "usage", {"input": 3}, {"cost": None}]))
        if maybe(self.draw, 10):
            nothing = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0}
            return {**nothing, "cost": {"total": 0}}
        fields = {key: self.number() for key in ("input", "output", "cacheRead", "cacheWrite")}
        record = put({}, **fields, totalTokens=self.draw(st.sampled_from([MISSING, 0, 900, 123456])))
        cost = put(
            {}, input=self.draw(COSTS), total=self.draw(ODD_NUMBERS) if self.strange(5) else self.draw(COSTS)
        )
        return put(record, cost=cost, reasoning=self.draw(st.sampled_from([MISSING, 3])))

    def blocks(self) -> list[Any]:
        """Content of a user message, a tool result or a custom message."""
        image = {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="}
        block = st.one_of(WORDS.map(text), st.just(image))
        found = self.draw(st.lists(block, max_size=3))
        if self.strange(5):
            found.append(
                self.draw(
                    st.sampled_from(
                        [
                            {"type": "video"},
                            {"type": "text"},
                            {"type": "text", "text": None},
                            {},
                            None,
                            "text",
                            3,
                        ]
                    )
                )
            )
        return found

    def content(self) -> Any:
        if self.strange(10):
            return self.draw(st.sampled_from([None, MISSING, 5, {}, False]))
        return self.draw(WORDS) if maybe(self.draw, 40) else self.blocks()

    def reply_block(self) -> Any:
        kind = self.draw(
            st.sampled_from(["text", "toolCall", "toolCall", "thinking", "thinking", "redacted"])
        )
        if kind == "text":
            return put(text(self.draw(WORDS)), textSignature=self.draw(st.sampled_from([MISSING, "sig"])))
        if kind == "thinking":
            signature = self.draw(st.sampled_from([MISSING, "", "sig"]))
            return put({"type": "thinking", "thinking": self.draw(WORDS)}, thinkingSignature=signature)
        if kind == "redacted":
            return {"type": "thinking", "thinking": "", "redacted": True, "thinkingSignature": "data"}
        arguments = self.draw(
            st.sampled_from(
                [{"path": "a.txt"}, {}, {"n": 1e21, "t": "é"}, {"deep": [[1.0, None]], "2": 2, "1": 1}]
            )
        )
        made = {
            "type": "toolCall",
            "id": self.draw(CALL_IDS),
            "name": self.draw(TOOLS),
            "arguments": arguments,
        }
        if self.strange(5):
            made.update(
                self.draw(
                    st.sampled_from(
                        [{"arguments": None}, {"name": None}, {"arguments": "text"}, {"id": None}]
                    )
                )
            )
        return put(made, thoughtSignature=self.draw(st.sampled_from([MISSING, MISSING, "sig"])))

    def assistant(self) -> dict[str, Any]:
        provider, model, api = self.draw(MODELS)
        content: Any = [self.reply_block() for _ in range(self.draw(st.integers(0, 3)))]
        if self.strange(8):
            content = self.draw(st.sampled_from([None, MISSING, "text", [None], [{"type": "video"}], {}]))
        reason = self.draw(
            st.sampled_from(["stop", "toolUse", "stop", "error", "aborted", "length", MISSING])
        )
        return put(
            {"role": "assistant", "provider": provider, "model": model, "api": api},
            content=content,
            stopReason=reason,
            usage=self.usage(),
            responseModel=self.draw(st.sampled_from([MISSING, MISSING, MISSING, "routed", None])),
            errorMessage="503" if reason == "error" else MISSING,
        )

    def tool_result(self) -> dict[str, Any]:
        record = {"role": "toolResult", "toolCallId": self.draw(CALL_IDS), "toolName": self.draw(TOOLS)}
        spent = self.usage() if maybe(self.draw, 15) else MISSING
        content = self.content() if self.odd else self.blocks()
        return put(record, content=content, isError=self.draw(st.booleans()), usage=spent)

    def system(self) -> dict[str, Any]:
        content: Any = (
            self.draw(WORDS) if maybe(self.draw, 70) else [text(self.draw(WORDS)), text(self.draw(WORDS))]
        )
        if self.strange(8):
            content = self.draw(st.sampled_from([None, MISSING, 3, []]))
        patch = self.draw(st.dictionaries(SECTIONS, st.one_of(WORDS, st.none()), max_size=3))
        added = [
            {"name": name, "description": "does", "parameters": {"type": "object"}}
            for name in self.draw(st.lists(TOOLS, max_size=2))
        ]
        removed = [{"name": name} for name in self.draw(st.lists(TOOLS, max_size=1))]
        return put(
            {"role": "system"},
            content=content,
            sections=patch if patch or maybe(self.draw, 20) else MISSING,
            toolsAdded=added or MISSING,
            toolsRemoved=removed or MISSING,
        )

    def bash(self) -> dict[str, Any]:
        odd_output = [MISSING, None, 5] if self.odd else []
        return put(
            {"role": "bashExecution", "command": self.draw(WORDS)},
            output=self.draw(st.sampled_from(["", "one\ntwo\n", "窯 🏺", *odd_output])),
            exitCode=self.draw(st.sampled_from([0, 1, None, MISSING, 130, -1, 1.5, 1e21, "2"])),
            cancelled=self.draw(st.booleans()),
            truncated=self.draw(st.booleans()),
            fullOutputPath=self.draw(st.sampled_from([MISSING, "/tmp/out.log"])),
            excludeFromContext=self.draw(st.sampled_from([MISSING, False, True])),
        )

    def message(self) -> Any:
        if self.strange(3):
            return self.draw(st.sampled_from([None, MISSING, "text", [], 7, {}, {"role": None}]))
        role = self.draw(
            st.sampled_from(
                ["user"] * 4
                + ["assistant"] * 5
                + ["toolResult"] * 4
                + ["system"] * 2
                + ["bash", "custom", "other"]
            )
        )
        if role == "user":
            made = put({"role": "user"}, content=self.content())
        elif role == "custom":
            named = self.draw(st.sampled_from(["custom", "hookMessage"]))
            made = put({"role": named, "customType": "note", "display": True}, content=self.content())
        elif role == "other":
            made = {
                "role": self.draw(st.sampled_from(["robot", "branchSummary", "compactionSummary", ""])),
                "content": "?",
                "summary": "s",
            }
        else:
            makers = {
                "assistant": self.assistant,
                "toolResult": self.tool_result,
                "system": self.system,
                "bash": self.bash,
            }
            made = makers[role]()
        return put(
            made,
            timestamp=self.draw(
                st.sampled_from(
                    [1777885200000, 1777885201000, MISSING] + (["soon", None] if self.odd else [])
                )
            ),
        )

    def compaction(self, own: Any) -> dict[str, Any]:
        kept = self.draw(st.sampled_from([*self.ids, *self.ids[-3:], own, "nowhere", MISSING]))
        checkpoint: Any = {**self.system(), "timestamp": 1777885200000} if maybe(self.draw, 50) else MISSING
        return put(
            {},
            summary=MISSING if self.strange(6) else self.draw(WORDS),
            tokensBefore=self.number(),
            firstKeptEntryId=kept if kept is None or isinstance(kept, str) else MISSING,
            firstKeptEntryIndex=self.draw(st.sampled_from([MISSING, 0, 1, 2, 99, 1.5, -1, "1"])),
            systemMessage=checkpoint,
            usage=self.usage() if maybe(self.draw, 40) else MISSING,
            fromHook=self.draw(st.sampled_from([MISSING, True])),
        )

    def edit(self) -> dict[str, Any]:
        plain = [None, None, {"content": "edited"}, {"content": [text("edited")]}, {"content": []}]
        odd = [MISSING, {}, {"content": None}, "text", 0]
        return put(
            {"targetId": self.target()},
            replacement=self.draw(st.sampled_from(plain + odd if self.strange(20) else plain)),
        )

    def body(self, kind: str, own: Any) -> dict[str, Any]:
        """The fields of an entry of this type besides type, id, parent and time."""
        draw = self.draw
        if kind == "message":
            return put({}, message=self.message())
        if kind == "compaction":
            return self.compaction(own)
        if kind == "context_edit":
            return self.edit()
        if kind == "branch_summary":
            summary = draw(st.sampled_from(["## Goal\nBack.", "", MISSING, None, "窯"]))
            return put(
                {"fromId": self.target()}, summary=summary, usage=self.usage() if maybe(draw, 30) else MISSING
            )
        if kind == "label":
            labels = ["first", "second 🏺", "", MISSING, None] + ([5, True, "\ud83d"] if self.odd else [])
            return put({"targetId": self.target()}, label=draw(st.sampled_from(labels)))
        if kind == "session_info":
            names = ["kiln", "  padded\t", "\ufeff\u00a0x\u3000", "", "   ", "\x1cx\x1f", MISSING, None] + (
                [5] if self.odd else []
            )
            return put({}, name=draw(st.sampled_from(names)))
        if kind == "model_change":
            provider, model, _ = draw(MODELS)
            return {"provider": provider, "modelId": model}
        if kind == "thinking_level_change":
            return put(
                {},
                thinkingLevel=draw(
                    st.sampled_from(["off", "low", "high", "new"] + ([MISSING, None] if self.odd else []))
                ),
            )
        if kind == "usage":
            provider, model, _ = draw(MODELS)
            return put(
                {
                    "kind": draw(st.sampled_from(["cache_warm", "title", ""])),
                    "provider": provider,
                    "model": model,
                },
                usage=self.usage(),
            )
        if kind == "custom_message":
            return put(
                {"customType": "board", "display": draw(st.booleans())},
                content=self.content(),
                details=draw(st.sampled_from([MISSING, {"a": 1}])),
            )
        return {"data": {"any": [1, None, "x"]}, "customType": "state"}

    def parent(self, number: int, own: Any) -> Any:
        place = self.draw(st.integers(0, 99))
        before = self.ids[-1] if self.ids else None
        if place < 72 or not self.ids:
            return before
        if place < 90:
            return self.draw(st.sampled_from(self.ids))
        if place < 94 or not self.odd:
            return self.draw(st.sampled_from([None, "nowhere"]))
        return self.draw(
            st.sampled_from([MISSING, "", f"e{number + 2}", 7, 0, own, True, "nowhere", f"e{number + 1}"])
        )

    def entry(self, number: int) -> dict[str, Any]:
        kind = self.draw(st.sampled_from(KINDS))
        own = self.draw(ODD_IDS) if self.strange(8) else f"e{number}"
        if self.ids and self.strange(4):
            own = self.draw(st.sampled_from(self.ids))
        record: dict[str, Any] = {"type": kind}
        if self.strange(2):
            record = self.draw(st.sampled_from([{}, {"type": None}, {"type": 3}]))
        put(record, id=own, parentId=self.parent(number, own))
        put(
            record,
            timestamp=self.draw(TIMES) if maybe(self.draw, 15) else stamp(number),
            **self.body(kind, own),
        )
        if own is not MISSING:
            self.ids.append(own)
        return record


KINDS = ["message"] * 14 + ["compaction"] * 2 + ["context_edit"] * 3 + [
    "branch_summary", "label", "session_info", "model_change", "thinking_level_change", "usage", "custom",
    "custom_message", "custom_message", "mystery",
]  # fmt: skip


def line(record: dict[str, Any], ascii_only: bool) -> bytes:
    """One record as JSON bytes."""
    try:
        raw = json.dumps(record, ensure_ascii=ascii_only).encode("utf-8")
    except UnicodeEncodeError:
        raw = json.dumps(record).encode("utf-8")
    return raw.replace(json.dumps(INFINITE).encode("ascii"), b"1e999")


@st.composite
def session_files(draw: Draw, odd: bool = False, max_entries: int = 14) -> bytes:
    """The bytes of a session file with a header that pi accepts."""
    maker = Maker(draw, odd)
    versions = [3, 3, 3, 3, 3, 3, 1, 2, MISSING, 4] + (
        ["3", 2.5, True, "2", "x", None, 1e3, [], {}] if odd else []
    )
    head = put(
        {"type": "session"},
        version=draw(st.sampled_from(versions)),
        id="s-1",
        timestamp="2026-05-04T09:00:00.000Z",
        cwd="/work/pots",
    )
    lines = [line(head, True)]
    for number in range(1, draw(st.integers(1, max_entries)) + 1):
        if maybe(draw, 8):
            lines.append(draw(JUNK_LINES))
        if odd and maybe(draw, 4):
            lines.append(draw(ODD_LINES))
        lines.append(line(maker.entry(number), draw(st.booleans())))
    ending = b"\r\n" if maybe(draw, 10) else b"\n"
    return ending.join(lines) + draw(st.sampled_from([ending, ending, b""]))


def json_texts() -> st.SearchStrategy[bytes]:
    """JSON documents as writers make them, in UTF-8, some of them deep."""
    scalars = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=8),
        st.sampled_from(["\ud83d", "\udc00\ud800", "\u2028", 10**400, 2**53 + 1, -0.0, 5e-324, 1.7976931348623157e308]),
    )  # fmt: skip
    values = st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
        max_leaves=12,
    )
    return st.builds(_json_bytes, values, st.booleans(), st.sampled_from([None, 1]))


def _json_bytes(value: Any, ascii_only: bool, indent: int | None) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent).encode("utf-8")


SPLICES = st.sampled_from([
    b"\xff", b"\x80", b"\xed\xa0\x80", b"\xe2\x82", b"\xf0\x9f", b"\xef\xbb\xbf", b"\x00", b"\r", b"\t", b" ", b"\xc2\xa0", b"\xe2\x80\xa8",
    b"NaN", b"Infinity", b"1e999", b"01", b".", b"-", b"+", b"e", b"E+", b",", b":", b'"', b"\\", b"\\u12", b"\\ud83d", b"\\x41",
    b"[", b"]", b"{", b"}", b"null", b"//", b"'", b"0", b"9" * 20, b"\x0b", b"\x0c", b"\x7f", b"\xc0\xaf", b"\xf4\x90\x80\x80",
])  # fmt: skip


@st.composite
def almost_json(draw: Draw) -> bytes:
    """JSON documents with a few bytes changed, put in or cut off."""
    raw = bytearray(draw(json_texts()))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(raw)))
        change = draw(st.sampled_from(["insert", "replace", "delete", "cut", "flip"]))
        if change == "insert":
            raw[at:at] = draw(SPLICES)
        elif change == "replace":
            raw[at : at + 1] = draw(SPLICES)
        elif change == "delete":
            del raw[at : at + draw(st.integers(1, 4))]
        elif change == "cut":
            del raw[at:]
        elif at < len(raw):
            raw[at] ^= 1 << draw(st.integers(0, 7))
    return bytes(raw)
