"""The messages at a leaf as a chat-completions style list, for evaluation tools: what went out on the wire.

It is computed from the prepared entries, by the same projection as everywhere else: replies that failed are not in it,
and a call nobody answered has the result that pi makes up. Roles are system, user, assistant and tool.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from inspector.evidence.file import BUFFER
from inspector.export.prepared import prepared_copy
from inspector.export.selection import Progress, Selection, leaf
from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session.context import context_at
from inspector.session.jsvalue import js_string

IN_MEMORY = 32 << 20  # bytes of messages before they go to a temporary file


def write(
    selection: Selection, session_id: str, now: str, progress: Progress | None = None
) -> Iterator[bytes]:
    """The bytes of one JSON array."""
    prepared = prepared_session(selection, session_id, now, progress)
    with prepared as (session, row), tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
        lead = b""

        def keep(name: str, message: Any, _row: int) -> None:
            nonlocal lead
            if name == "wire" and message.get("role") != "system":
                kept.write(lead + dumps(_turned(message)))
                lead = b",\n"

        context = context_at(session, row, keep, sizes=False)
        yield b"["
        if context.prompt is not None and context.prompt.text:
            yield dumps({"role": "system", "content": context.prompt.text}) + (b",\n" if lead else b"")
        kept.seek(0)
        while block := kept.read(BUFFER):
            yield block
        yield b"]\n"


@contextmanager
def prepared_session(
    selection: Selection, session_id: str, now: str, progress: Progress | None = None
) -> Iterator[tuple[Session, int]]:
    """The prepared entries as a session of their own, and the row of the leaf in it: the source itself where nothing
    is changed, else a copy in a temporary file that is gone afterwards."""
    source = selection.session
    row = leaf(source, selection.options)
    if selection.options.faithful:
        yield source, row
        return
    with prepared_copy(selection, session_id, now, progress) as session:
        yield session, row if selection.options.all_branches else session.n - 1


def _turned(message: dict[str, Any]) -> dict[str, Any]:
    role, content = message.get("role"), message.get("content")
    if role == "assistant":
        return _reply(content)
    if role == "toolResult":
        answer = {"role": "tool", "tool_call_id": _word(message.get("toolCallId"))}
        if isinstance(message.get("toolName"), str):
            answer["name"] = message["toolName"]
        return {**answer, "content": _parts(content)}
    return {"role": "user", "content": _parts(content)}


def _reply(content: Any) -> dict[str, Any]:
    texts, thoughts, calls = [], [], []
    for block in content if isinstance(content, list) else []:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            texts.append(_word(block.get("text")))
        elif kind == "thinking":
            thoughts.append(_word(block.get("thinking")))
        elif kind == "toolCall":
            arguments = block.get("arguments")
            made = {
                "name": _word(block.get("name")),
                "arguments": dumps({} if arguments is None else arguments).decode(),
            }
            calls.append({"id": _word(block.get("id")), "type": "function", "function": made})
    reply: dict[str, Any] = {"role": "assistant", "content": "\n".join(texts) if texts or not calls else None}
    if any(thoughts):
        reply["reasoning_content"] = "\n".join(thoughts)
    if calls:
        reply["tool_calls"] = calls
    return reply


def _parts(content: Any) -> Any:
    """Text where there is only text, else a list of parts with images as data URLs."""
    if not isinstance(content, list):
        return _word(content)
    parts: list[dict[str, Any]] = []
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            parts.append({"type": "text", "text": _word(block.get("text"))})
        elif kind == "image" and isinstance(block.get("data"), str):
            url = f"data:{_word(block.get('mimeType'))};base64,{block['data']}"
            parts.append({"type": "image_url", "image_url": {"url": url}})
    if all(part["type"] == "text" for part in parts):
        return "\n".join(part["text"] for part in parts)
    return parts


def _word(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else js_string(value)
