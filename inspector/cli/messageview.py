"""The messages of a context in full, as they go out on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.cli.notices import print_notices
from inspector.cli.render import ROLE_STYLES, Lines, console, many
from inspector.cli.safetext import one_line, safe, shown
from inspector.jsontext import dumps
from inspector.session import Session

Report = dict[str, Any]


def print_messages(session: Session, report: Report) -> None:
    """Print the messages on the wire, whole; where pi refuses, hangs or throws, that comes first."""
    with Lines(console()) as lines:
        print_notices(session, lines, throws=not report["throws"])
        sent = report["wireMessages"]
        if report["throws"]:
            what = f"pi throws: {safe(report['throws'])}; it sends nothing. These are the messages that can be told:"
            lines.wrapped(what, 2, ("! ", "bad"))
        lines.add((f"{many(len(sent), 'message')} sent, as far as the file tells", "head"))
        for number, message in enumerate(sent, 1):
            role = shown(message.get("role"))
            lines.add(("", ""))
            lines.add(
                (f"── {number:,}  {one_line(role, 40)}{_extra(message)}", ROLE_STYLES.get(role, "head"))
            )
            for part, style in _parts(message):
                lines.text(safe(part, newlines=True), 3, style)


def _extra(message: Report) -> str:
    name = message.get("toolName")
    failed = " (error)" if message.get("isError") is True else ""
    return (f"  {one_line(name, 60)}" if isinstance(name, str) else "") + failed


def _parts(message: Report) -> Iterator[tuple[str, str]]:
    """The pieces of a message as text: (text, style)."""
    content = message.get("content")
    if isinstance(content, str) and content:
        yield content, ""
    for block in content if isinstance(content, list) else ():
        yield _block(block)
    sections = message.get("sections")
    for name, text in sections.items() if isinstance(sections, dict) else ():
        yield f"[section {name}]" + (" removed" if text is None else ""), "label"
        if isinstance(text, str):
            yield text, ""
    for key in ("toolsAdded", "toolsRemoved"):
        if isinstance(message.get(key), list) and message[key]:
            names = (tool.get("name") if isinstance(tool, dict) else tool for tool in message[key])
            yield f"[{key}: {', '.join(map(shown, names))}]", "label"


def _block(block: Any) -> tuple[str, str]:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return shown(block.get("text")), ""
    if kind == "thinking":
        return f"[thinking] {shown(block.get('thinking'))}", "note"
    if kind == "toolCall":
        arguments = dumps(block.get("arguments")).decode("utf-8")
        return f"[call {shown(block.get('name'))}] {arguments}", "tool"
    if kind == "image":
        size = len(block["data"]) * 3 // 4 if isinstance(block.get("data"), str) else 0
        return f"[image {shown(block.get('mimeType'))}, {size:,} bytes]", "label"
    return dumps(block).decode("utf-8"), "note"
