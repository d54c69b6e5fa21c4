"""A session that says nothing, exported: everything in its artefacts is our own (``ownwords``)."""

from __future__ import annotations

import gzip
import json
import re
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from inspector.export.leaveout import LEFT_OUT
from inspector.export.parts import PARTS, ExportOptions
from inspector.session import Session, open_session

NOTHING = "\ue000"  # stands where a session would say something
_DATA = re.compile(rb'<script type="application/json" id="([a-z0-9-]+)">(.*)</script>\n')


def _records() -> Iterator[dict[str, Any]]:
    """Entries of every kind, each with the members that an artefact tells of."""
    n = NOTHING
    words = [{"type": "text", "text": n}]
    call = {"type": "toolCall", "id": n, "name": n, "arguments": {"command": n}}
    usage = dict.fromkeys(("input", "output", "cacheRead", "cacheWrite", "totalTokens"), 1)
    reply = {"role": "assistant", "provider": n, "model": n, "usage": usage}
    yield {"type": "message", "message": {"role": "system", "content": words}}
    yield {
        "type": "message",
        "message": {"role": "user", "content": [*words, {"type": "image", "mimeType": n}]},
    }
    thinking = {"type": "thinking", "thinking": n}
    bare = {**call, "arguments": {}}
    yield {
        "type": "message",
        "message": {**reply, "content": [thinking, call, bare], "stopReason": "toolUse"},
    }
    for error in (True, False):
        result = {"role": "toolResult", "toolCallId": n, "toolName": n, "isError": error, "content": words}
        yield {"type": "message", "message": {**result, "nestedCalls": [n]}}
    for reason in ("error", "aborted", "length"):
        yield {"type": "message", "message": {**reply, "content": words, "stopReason": reason}}
    for kept in (True, False):
        shell = {
            "role": "bashExecution",
            "command": n,
            "output": n,
            "exitCode": 1,
            "excludeFromContext": kept,
        }
        yield {"type": "message", "message": shell}
    yield {"type": "message", "message": {"role": "custom", "customType": n, "content": n}}
    yield {"type": "message", "message": {"role": n, "content": n}}
    yield {"type": "message", "message": n}
    yield {"type": "custom_message", "customType": n, "content": n, "display": True}
    for data in ({"part": "prompt"}, {"part": "private"}):
        yield {"type": "custom", "customType": LEFT_OUT, "data": data}
    yield {"type": "custom", "customType": n, "data": {}}
    yield {"type": "label", "targetId": "e0000001", "label": n}
    yield {"type": "session_info", "name": n}
    yield {"type": "model_change", "provider": n, "modelId": n}
    yield {"type": "thinking_level_change", "thinkingLevel": n}
    yield {"type": "usage", "kind": n, "provider": n, "model": n, "usage": usage}
    for replacement in (None, {"content": words}):
        yield {"type": "context_edit", "targetId": n, "replacement": replacement}
    yield {"type": "branch_summary", "fromId": "e0000001", "summary": n, "usage": usage}
    yield {"type": "compaction", "summary": n, "firstKeptEntryId": n, "tokensBefore": 1, "usage": usage}
    yield {"type": n}


def _lines() -> Iterator[str]:
    header = {"type": "session", "version": 3, "id": NOTHING, "timestamp": NOTHING, "cwd": NOTHING}
    yield json.dumps(header)
    parent = None
    for number, record in enumerate(_records()):
        name = f"e{number:07x}"
        yield json.dumps({**record, "id": name, "parentId": parent, "timestamp": NOTHING})
        parent = name


@contextmanager
def _session() -> Iterator[Session]:
    with tempfile.TemporaryDirectory(prefix="pi-inspector-", ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "nothing.jsonl"
        path.write_text("\n".join(_lines()) + "\n", "utf-8")
        session = open_session(path)
        try:
            yield session
        finally:
            session.evidence.close()


@cache
def data_of_nothing() -> tuple[Any, ...]:
    """The data of its page, decoded, but for stored lines; and of a manifest."""
    from inspector.export import html, manifest
    from inspector.export.selection import Selection

    found: list[Any] = []
    with _session() as session:
        options = ExportOptions(all_branches=True, parts=frozenset(PARTS), redact=False)
        page = b"".join(html.write(Selection(session, options, None), NOTHING, NOTHING, NOTHING))
        result = manifest.Result(
            "html", options, NOTHING, NOTHING, True, 1, 1, manifest.Output(NOTHING, 1, NOTHING)
        )
        found.append(manifest.manifest([result], {}, NOTHING, NOTHING))
    for name, text in _DATA.findall(page):
        if name.startswith(b"pi-entries"):
            continue
        data = gzip.decompress(b64decode(text[1:-1])) if text.startswith(b'"') else text
        found.append(json.loads(data))
    return tuple(found)


@cache
def page_of_nothing() -> tuple[str, ...]:
    """Lines of the frame of a page, in each of its shapes, that are not the same in every page."""
    from inspector.export import page_frame

    own = page_frame.own_lines()
    found: dict[str, None] = {}
    for whole in (True, False):
        for count in (0, 1):
            note = page_frame.Note(
                title=NOTHING,
                file=NOTHING,
                sha256=NOTHING,
                when=NOTHING,
                exported=1,
                total=1,
                whole=whole,
                by=NOTHING * count,
                text=[NOTHING] * count,
                left_out=[page_frame.Named(*one, 1) for one in PARTS.items()] * count,
                redacted=whole,
                masked=1,
                rules=[page_frame.Named("rule", count=1)] * count,
            )
            page = b"".join(page_frame.frame(note))
            found |= dict.fromkeys(raw.decode("utf-8") for raw in page.splitlines() if raw + b"\n" not in own)
    return tuple(line for line in found if len(line) < 4000)


@cache
def transcript_of_nothing() -> tuple[str, ...]:
    """Lines of transcripts of it, with and without parts and title."""
    from inspector.export import markdown
    from inspector.export.selection import Selection

    found: dict[str, None] = {}
    with _session() as session:
        for every in (True, False):
            for redact in (True, False):
                parts = frozenset(PARTS) if every else frozenset()
                selection = Selection(session, ExportOptions(None, every, parts, redact), None)
                text = b"".join(markdown.write(selection, NOTHING if every else "", NOTHING)).decode("utf-8")
                found |= dict.fromkeys(text.split("\n"))
    return tuple(re.sub(r"\be[0-9a-f]{7}\b", NOTHING, line) for line in found)
