"""One plain line for an entry, for tree rows, leaf lists and catalogs.

The line is content, not markup: control characters stay as they are and whoever shows it makes them visible.
White space is one blank, so that a line stays one line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.session.skill import words_of_user

LONGEST = 160  # characters of a preview
ABOUT = 90  # of these, what a call was about
_MOST_LINES = 1_000_000_000  # no file has more
_READ = 2_000  # characters looked at; the rest of a long text cannot show
_MAIN_ARGUMENTS = (
    "command",
    "path",
    "file_path",
    "filePath",
    "pattern",
    "query",
    "url",
    "code",
    "prompt",
    "name",
)


def preview(entry: Any, limit: int = LONGEST, call: Any = None) -> str:
    """One line of at most ``limit`` characters for a decoded entry of any shape; "" where there is nothing to say.
    ``call`` is the block of the reply that a tool result answers, where it is known: what it was about comes first."""
    if not isinstance(entry, dict):
        return ""
    kind = entry.get("type")
    maker = _MAKERS.get(kind) if isinstance(kind, str) else None
    line = one_line(maker(entry) if maker else _unknown(entry), limit)
    about = call_about(call.get("name"), call.get("arguments")) if isinstance(call, dict) else ""
    return one_line(f"{one_line(about, ABOUT)} · {line}", limit) if about.strip() else line


def one_line(text: str, limit: int = LONGEST) -> str:
    """``text`` with white space folded, cut to ``limit`` characters (the last one then is an ellipsis)."""
    line = " ".join(text[: _READ + limit].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def content_line(content: Any) -> str:
    """The first text in message content; else what its blocks are: a call, thinking, an image."""
    if isinstance(content, str):
        return content
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    for block in blocks:
        text = block.get("text")
        if block.get("type") == "text" and isinstance(text, str) and text[:_READ].strip():
            return text
    for maker in (_call_line, _thinking_line, _image_line):
        for block in blocks:
            line = maker(block)
            if line:
                return line
    return ""


def call_line(name: Any, arguments: Any) -> str:
    """A tool call as ``name: what it is about``."""
    return f"{_text(name) or 'tool'}: {about}" if (about := call_about(name, arguments)) else _text(name)


def call_about(name: Any, arguments: Any) -> str:
    """What a tool call is about: the lines of a file, a pattern and where it is looked for, else its main argument."""
    maker = _ABOUT.get(name) if isinstance(name, str) and isinstance(arguments, dict) else None
    return (maker(arguments) if maker else "") or _main_argument(arguments)


def read_range(given: dict[str, Any]) -> str:
    """``:95-114`` for a read from line 95 of 20 lines; pi's ``offset`` counts from 1 and ``limit`` is a count. "" where
    neither is given as a whole number."""
    offset, limit = given.get("offset"), given.get("limit")
    start = 1 if offset is None else _whole(offset)
    if start is None or (offset is None and limit is None):
        return ""
    if limit is None:
        return f":{start}"
    count = _whole(limit)
    return "" if count is None else f":{start}-{start + count - 1}"


def _whole(value: Any) -> int | None:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value) if number and abs(value) < _MOST_LINES and value == int(value) else None


def _read_about(given: dict[str, Any]) -> str:
    path = _text(given.get("path")) or _text(given.get("file_path"))
    return f"{path}{read_range(given)}" if path else ""


def _grep_about(given: dict[str, Any]) -> str:
    pattern, where = _text(given.get("pattern")), _text(given.get("path"))
    glob = _text(given.get("glob"))
    return (
        " ".join(filter(None, (f"/{pattern}/", f"in {where or '.'}", glob and f"({glob})")))
        if pattern
        else ""
    )


def _find_about(given: dict[str, Any]) -> str:
    pattern = _text(given.get("pattern"))
    return f"{pattern} in {_text(given.get('path')) or '.'}" if pattern else ""


def _call_line(block: dict[str, Any]) -> str:
    return call_line(block.get("name"), block.get("arguments")) if block.get("type") == "toolCall" else ""


def _thinking_line(block: dict[str, Any]) -> str:
    return _text(block.get("thinking")) if block.get("type") == "thinking" else ""


def _image_line(block: dict[str, Any]) -> str:
    return (
        f"[image {_text(block.get('mimeType'))}]".replace(" ]", "]") if block.get("type") == "image" else ""
    )


def _main_argument(arguments: Any) -> str:
    if isinstance(arguments, str):
        return arguments
    if not isinstance(arguments, dict):
        return ""
    for name in _MAIN_ARGUMENTS:
        if isinstance(arguments.get(name), str) and arguments[name]:
            return str(arguments[name])
    return next((value for value in arguments.values() if isinstance(value, str) and value), "")


def _message(entry: dict[str, Any]) -> str:
    message = entry.get("message")
    if not isinstance(message, dict):
        return ""
    role = message.get("role")
    if role == "bashExecution":
        return f"bash: {_text(message.get('command'))}"
    if role in ("branchSummary", "compactionSummary"):
        return _text(message.get("summary"))
    line = content_line(message.get("content"))
    if role == "assistant" and isinstance(message.get("errorMessage"), str):
        return f"{line} — {message['errorMessage'][:_READ]}" if line else message["errorMessage"]
    if role == "user":
        return words_of_user(line)
    if role == "system" and not line:
        return _sections(message)
    if role == "toolResult" and not line:
        return _text(message.get("toolName"))
    return line


def _sections(message: dict[str, Any]) -> str:
    sections = message.get("sections")
    return ", ".join(list(sections)[:20]) if isinstance(sections, dict) else ""


def _label(entry: dict[str, Any]) -> str:
    return _text(entry.get("label"))


def _model(entry: dict[str, Any]) -> str:
    return "/".join(part for part in (_text(entry.get("provider")), _text(entry.get("modelId"))) if part)


def _usage(entry: dict[str, Any]) -> str:
    model = "/".join(part for part in (_text(entry.get("provider")), _text(entry.get("model"))) if part)
    return ": ".join(part for part in (_text(entry.get("kind")), model) if part)


def _custom(entry: dict[str, Any]) -> str:
    line = content_line(entry.get("content"))
    return ": ".join(part for part in (_text(entry.get("customType")), line) if part)


def _edit(entry: dict[str, Any]) -> str:
    target = _text(entry.get("targetId"))[:_READ]
    if entry.get("replacement", "") is None:
        return f"omit {target}".rstrip()
    replacement = entry.get("replacement")
    if isinstance(replacement, dict):
        replacement = replacement.get("content")
    return f"replace {target}: {content_line(replacement)}"


def _unknown(entry: dict[str, Any]) -> str:
    for name in ("text", "summary", "content", "message", "name", "title"):
        if isinstance(entry.get(name), str) and entry[name]:
            return str(entry[name])
    # Events of an event log hold a whole message, or what a tool was called with. Their type stands beside the line.
    if isinstance(entry.get("message"), dict):
        return _message(entry)
    return call_line(entry.get("toolName"), entry.get("args")) if _text(entry.get("toolName")) else ""


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


_MAKERS = {
    "message": _message,
    "compaction": lambda entry: _text(entry.get("summary")),
    "branch_summary": lambda entry: _text(entry.get("summary")),
    "custom_message": _custom,
    "custom": _custom,
    "label": _label,
    "session_info": lambda entry: _text(entry.get("name")),
    "model_change": _model,
    "thinking_level_change": lambda entry: _text(entry.get("thinkingLevel")),
    "usage": _usage,
    "context_edit": _edit,
}

# Tools of pi's own whose one main argument would not say all; pi's tree says the same of them.
_ABOUT: dict[str, Callable[[dict[str, Any]], str]] = {
    "read": _read_about,
    "grep": _grep_about,
    "find": _find_about,
    "ls": lambda given: _text(given.get("path")) or ".",
}
