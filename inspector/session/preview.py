"""One plain line for an entry, for tree rows, leaf lists and catalogs.

The line is content, not markup: control characters stay as they are and whoever shows it makes them visible.
White space is one blank, so that a line stays one line.
"""

from __future__ import annotations

from typing import Any

LONGEST = 160  # characters of a preview
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


def preview(entry: Any, limit: int = LONGEST) -> str:
    """One line of at most ``limit`` characters for a decoded entry of any shape; "" where there is nothing to say."""
    if not isinstance(entry, dict):
        return ""
    kind = entry.get("type")
    maker = _MAKERS.get(kind) if isinstance(kind, str) else None
    return one_line(maker(entry) if maker else _unknown(entry), limit)


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
    """A tool call as ``name: main argument``."""
    return f"{_text(name) or 'tool'}: {argument}" if (argument := _main_argument(arguments)) else _text(name)


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
    return _text(entry.get("type"))


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
