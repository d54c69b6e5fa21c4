"""A transcript in Markdown, for issues and notes: headings, text, tool calls and results in fences.

Values arrive redacted, so cutting a long output here cannot leave half a key. Every entry is there, at least as one
line; what is cut or left out says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from inspector import __version__
from inspector.export.leaveout import LEFT_OUT
from inspector.export.mdtext import code, fence, line, prose
from inspector.export.parts import PARTS
from inspector.export.selection import Prepared, Progress, Selection
from inspector.jsontext import dumps
from inspector.redaction.report import Place

OUTPUT_LINES = 60  # lines of a tool's output that are shown
OUTPUT_CHARS = 6_000
TAIL_LINES = 12  # of them from its end
_MEMBERS = frozenset(("type", "id", "parentId", "timestamp"))


def write(
    selection: Selection, title: str, note: str = "", progress: Progress | None = None
) -> Iterator[bytes]:
    """The bytes of the transcript. ``title`` and ``note`` are plain text, redacted by the caller."""
    yield _text(_opening(selection, title, note))
    if not selection.options.all_branches:
        for prepared in selection.entries(progress=progress):
            yield from _entry(prepared)
        return
    for heading, order in _branches(selection):
        yield _text(heading)
        for prepared in selection.entries(order, progress):
            yield from _entry(prepared)


def _opening(selection: Selection, title: str, note: str) -> list[str]:
    options, session = selection.options, selection.session
    what = "the whole file" if options.all_branches else "one branch"
    left = [
        PARTS[name].partition(" (")[0].partition(",")[0] for name in options.left_out if name != "identity"
    ]
    told = [f"# {line(title) if title.strip() else 'A session of the pi coding agent'}", ""]
    if note:
        told += [prose(note), ""]
    header = selection.header(session.session_id or "unknown", "")
    cwd = header.get("cwd")
    started = (session.header or {}).get("timestamp")
    if isinstance(started, str) and selection.redactor is not None:
        started = selection.redactor.text(started, Place(session.header_line, "header", "timestamp"))
    told += [
        f"- made by pi-inspector {__version__} from a pi session: {what}, {len(selection.rows):,} of {session.n:,} entries",
        *([f"- working directory: {code(cwd)}"] if isinstance(cwd, str) else []),
        *([f"- started: {line(started)}"] if isinstance(started, str) else []),
        f"- secrets: {'masked' if options.redact else 'not masked'}",
        *([f"- left out: {', '.join(left)}"] if left else []),
    ]
    return told


def _branches(selection: Selection) -> Iterator[tuple[list[str], Sequence[int]]]:
    """Headings and rows of the stretches without a fork, each before its children as /tree shows them; entries that a
    later one with the same id hides come last."""
    session = selection.session
    rows: dict[int, list[int]] = {}
    for row in range(session.n):
        rows.setdefault(session.tree.segment_of(row), []).append(row)
    segments = session.tree.segments_as_shown()
    for number, segment in enumerate(segments, 1):
        heading = []
        if len(segments) > 1:
            after = session.tree.parent[segment.first]
            where = f"after {code(session.entry_name(after))}" if after >= 0 else "from the start"
            heading = [f"## Branch {number:,}, {where}"]
        yield heading, rows.get(segment.number, [])
    if hidden := rows.get(-1, []):
        yield ["## Entries hidden by a later one with the same id"], hidden


def _text(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace") if lines else b""


def _entry(prepared: Prepared) -> Iterator[bytes]:
    blocks = [block for block in _blocks(prepared) if block]
    yield ("\n" + "\n\n".join(blocks) + "\n").encode("utf-8", "backslashreplace")


def _blocks(prepared: Prepared) -> Iterator[str]:
    entry = prepared.entry
    if not isinstance(entry, dict):
        yield _heading("Not a record", prepared, {})
        yield _data(entry, prepared.line)
        return
    kind = entry.get("type")
    maker = _KINDS.get(kind) if isinstance(kind, str) else None
    if maker is not None:
        yield from maker(entry, prepared)
        return
    yield _heading(f"Entry of type {line(_word(kind), 60)}", prepared, entry)
    yield _data(_rest(entry), prepared.line)


def _heading(words: str, prepared: Prepared, entry: dict[str, Any]) -> str:
    stamp, name = entry.get("timestamp"), entry.get("id")
    when = f" · {line(stamp, 30)}" if isinstance(stamp, str) else ""
    called = code(name[:40]) if isinstance(name, str) and name.strip() else f"line {prepared.line:,}"
    return f"### {words}{when} · {called}"


def _word(value: Any) -> str:
    return (
        value
        if isinstance(value, str)
        else "none"
        if value is None
        else dumps(value).decode("utf-8", "replace")
    )


def _rest(entry: dict[str, Any], *known: str) -> dict[str, Any]:
    return {key: item for key, item in entry.items() if key not in _MEMBERS and key not in known}


def _data(value: Any, at: int) -> str:
    """A value nobody has words for, as JSON, cut where it is long."""
    if value in ({}, [], None):
        return ""
    return _output(dumps(value, indent=True).decode("utf-8", "replace"), at, "json")


def _output(text: str, at: int, info: str = "") -> str:
    """A fenced text, long ones with their middle left out and a note that says how much."""
    lines = text.split("\n")
    if len(lines) <= OUTPUT_LINES and len(text) <= OUTPUT_CHARS:
        return fence(text, info)
    tail = lines[-TAIL_LINES:] if len(lines) > OUTPUT_LINES else []
    head = lines[: OUTPUT_LINES - len(tail)]
    first, last = "\n".join(head)[: OUTPUT_CHARS * 3 // 4], "\n".join(tail)[-OUTPUT_CHARS // 4 :]
    left = len(text) - len(first) - len(last)
    note = f"*({left:,} of {len(text):,} characters left out here; all of it stands on line {at:,} of the session)*"
    return "\n\n".join([fence(first, info), note, *([fence(last, info)] if last else [])])


# -- messages ------------------------------------------------------------------------------------------------


def _message(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
    message = entry.get("message")
    if not isinstance(message, dict):
        yield _heading("Message that cannot be read", prepared, entry)
        yield _data(message, prepared.line)
        return
    role = message.get("role")
    if role == "bashExecution":
        yield from _shell(message, entry, prepared)
        return
    words = _ROLES.get(role) if isinstance(role, str) else None
    about = {"assistant": _reply, "toolResult": _result}.get(role) if isinstance(role, str) else None
    lead = words or f"Message with the role {line(_word(role), 40)}"
    yield _heading(lead + (about(message) if about else ""), prepared, entry)
    error = message.get("errorMessage")
    yield from _content(message.get("content"), prepared.line, role)
    if isinstance(error, str) and error:
        yield fence(error)
    if role == "system":
        yield _data(
            {key: message[key] for key in ("sections", "toolsAdded", "toolsRemoved") if key in message},
            prepared.line,
        )
    if isinstance(nested := message.get("nestedCalls"), (list, dict)) and nested:
        yield "Calls made by that tool:"
        yield _data(nested, prepared.line)
    if words is None:
        yield _data(
            {key: item for key, item in message.items() if key not in ("role", "content", "timestamp")},
            prepared.line,
        )


_ROLES = {
    "user": "User",
    "assistant": "Assistant",
    "toolResult": "Tool result",
    "system": "System prompt",
    "custom": "Message of an extension",
}


def _reply(message: dict[str, Any]) -> str:
    model = message.get("model")
    stop = message.get("stopReason")
    failed = f" · {stop}, never sent again" if stop in ("error", "aborted") else ""
    return (f" · {line(model, 60)}" if isinstance(model, str) else "") + failed


def _result(message: dict[str, Any]) -> str:
    name = message.get("toolName")
    failed = " · error" if message.get("isError") is True else ""
    return (f" · {line(name, 60)}" if isinstance(name, str) else "") + failed


def _content(content: Any, at: int, role: Any) -> Iterator[str]:
    as_output = role in ("toolResult", "system")
    if isinstance(content, str):
        yield (_output(content, at) if as_output else prose(content)) if content.strip() else ""
        return
    if not isinstance(content, list):
        yield _data(content, at)
        return
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            text = block["text"]
            yield (_output(text, at) if as_output else prose(text)) if text.strip() else ""
        elif kind == "thinking" and isinstance(block.get("thinking"), str):
            yield "Thinking:"
            yield _output(block["thinking"], at)
        elif kind == "toolCall":
            yield from _call(block, at)
        elif kind == "image":
            yield f"*(an image, {line(_word(block.get('mimeType')), 40)}; Markdown cannot hold it)*"
        else:
            yield _data(block, at)


def _call(block: dict[str, Any], at: int) -> Iterator[str]:
    name, arguments = block.get("name"), block.get("arguments")
    yield f"Calls {code(name) if isinstance(name, str) else 'a tool without a name'}:"
    if isinstance(arguments, dict) and isinstance(arguments.get("command"), str):
        yield _output(arguments["command"], at, "sh")
        yield _data({key: item for key, item in arguments.items() if key != "command"}, at)
    else:
        yield _data(arguments, at) or "*(no arguments)*"


def _shell(message: dict[str, Any], entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
    kept = " · kept from the model" if message.get("excludeFromContext") else ""
    yield _heading(f"Command of the user{kept}", prepared, entry)
    yield _output(_word(message.get("command")), prepared.line, "sh")
    output, exit_code = message.get("output"), message.get("exitCode")
    if isinstance(output, str) and output.strip():
        yield _output(output, prepared.line)
    if isinstance(exit_code, (int, float)) and exit_code:
        yield f"Exit code {exit_code}"


# -- other entries -------------------------------------------------------------------------------------------


def _summary(words: str) -> Any:
    def maker(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
        yield _heading(words, prepared, entry)
        kept = entry.get("firstKeptEntryId")
        if isinstance(kept, str):
            yield f"What came before {code(kept[:40])} left the context; this summary took its place:"
        text = entry.get("summary")
        yield prose(text) if isinstance(text, str) else _data(text, prepared.line)
        yield _data(
            {key: entry[key] for key in ("systemMessage", "retainedTail", "details") if entry.get(key)},
            prepared.line,
        )

    return maker


def _extension(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
    yield _heading(f"Message of the extension {line(_word(entry.get('customType')), 60)}", prepared, entry)
    yield from _content(entry.get("content"), prepared.line, "custom")


def _state(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
    if entry.get("customType") == LEFT_OUT:
        part = entry["data"].get("part") if isinstance(entry.get("data"), dict) else None
        yield _heading("System prompt" if part == "prompt" else "Left out", prepared, entry)
        yield "*(left out of this export)*"
        return
    yield _heading(f"State of the extension {line(_word(entry.get('customType')), 60)}", prepared, entry)
    yield _data(entry.get("data"), prepared.line)


def _edit(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
    target = entry.get("targetId")
    name = code(target[:40]) if isinstance(target, str) else "an entry"
    omits = "replacement" in entry and entry["replacement"] is None
    yield _heading(f"Context edit: {'leaves out' if omits else 'replaces'} {name}", prepared, entry)
    replacement = entry.get("replacement")
    if isinstance(replacement, dict):
        yield from _content(replacement.get("content"), prepared.line, "user")


def _short(words: str, *members: str) -> Any:
    def maker(entry: dict[str, Any], prepared: Prepared) -> Iterator[str]:
        told = ", ".join(
            line(_word(entry[name]), 120) for name in members if entry.get(name) not in (None, "")
        )
        yield _heading(f"{words}{': ' + told if told else ''}", prepared, entry)

    return maker


_KINDS: dict[str, Any] = {
    "message": _message,
    "compaction": _summary("Compaction"),
    "branch_summary": _summary("Summary of a branch that was left"),
    "custom_message": _extension,
    "custom": _state,
    "context_edit": _edit,
    "label": _short("Label", "label", "targetId"),
    "session_info": _short("Session name", "name"),
    "model_change": _short("Model", "provider", "modelId"),
    "thinking_level_change": _short("Thinking level", "thinkingLevel"),
    "usage": _short("Spend outside the replies", "kind", "provider", "model"),
}
