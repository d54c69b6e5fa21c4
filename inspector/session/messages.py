"""From entries to messages, and from messages to what a model is given (FORMAT, steps 3 to 5).

Each step is pi's own, with JavaScript's rules where a field is not what pi would write; a step that makes pi
throw raises ``PiThrows`` with the reason.
"""

from __future__ import annotations

from typing import Any

from inspector.session import strings
from inspector.session.jsvalue import instant, joins, js_string, truthy
from inspector.session.kinds import NO_INSTANT

ABSENT = object()
EDITABLE = ("user", "assistant", "toolResult", "custom")


class PiThrows(Exception):
    """pi 1.6.0 raises an error at this point; the text says on what."""


TOO_NESTED = "arrays are nested deeper than its stack holds"


def pi_text(value: Any, absent: bool = False) -> str:
    """``String(value)`` as pi gets it; raises ``PiThrows`` where it overflows pi's stack."""
    if isinstance(value, list) and not joins(value):
        raise PiThrows(TOO_NESTED)
    return js_string(value, absent)


def date_value(value: Any) -> int | None:
    """``new Date(value).getTime()`` as JSON: None for an invalid date; null, false and true count as 0, 0 and 1."""
    if value is None or isinstance(value, bool):
        return int(bool(value))
    at = instant(pi_text(value) if isinstance(value, list) else value)
    return None if at == NO_INSTANT else at


def without_absent(pairs: dict[str, Any]) -> dict[str, Any]:
    """A dict without the members JavaScript would leave undefined."""
    return {key: value for key, value in pairs.items() if value is not ABSENT}


def entry_messages(entry: dict[str, Any]) -> list[Any]:
    """The messages an entry contributes to the context, before edits. Members may be no dicts on odd files."""
    kind = entry.get("type")
    if kind == "message":
        return [_plain(entry.get("message"))]
    if kind == "custom_message":
        content = entry.get("content")
        return [
            without_absent(
                {
                    "role": "custom",
                    "customType": entry.get("customType", ABSENT),
                    "content": [] if content is None else content,
                    "display": entry.get("display", ABSENT),
                    "details": entry.get("details", ABSENT),
                    "timestamp": date_value(entry.get("timestamp", ABSENT)),
                }
            )
        ]
    if kind == "branch_summary" and truthy(entry.get("summary")):
        return [_summary("branchSummary", entry, "fromId")]
    if kind == "compaction":
        summary = _summary("compactionSummary", entry, "tokensBefore")
        system = entry.get("systemMessage")
        return [system, summary] if truthy(system) else [summary]
    return []


def _plain(message: Any) -> Any:
    if message is None:
        raise PiThrows("message is null or absent")
    if isinstance(message, dict) and message.get("content") is None:
        role = message.get("role")
        if role == "system":
            return {**message, "content": ""}
        if role in ("user", "assistant", "toolResult"):
            return {**message, "content": []}
    return message


def _summary(role: str, entry: dict[str, Any], extra: str) -> dict[str, Any]:
    return without_absent(
        {
            "role": role,
            "summary": entry.get("summary", ABSENT),
            extra: entry.get(extra, ABSENT),
            "timestamp": date_value(entry.get("timestamp", ABSENT)),
        }
    )


def apply_edit(messages: list[Any], edit: dict[str, Any]) -> list[Any]:
    """``messages`` under a context edit: omitted, or with other content where the role allows it."""
    replacement = edit.get("replacement", ABSENT)
    if replacement is None:
        return []
    edited = []
    for message in messages:
        role = message.get("role") if isinstance(message, dict) else None
        if role not in EDITABLE:
            edited.append(message)
            continue
        if replacement is ABSENT:
            raise PiThrows("a context edit has no replacement")
        content = replacement.get("content", ABSENT) if isinstance(replacement, dict) else ABSENT
        if role in ("assistant", "toolResult") and isinstance(content, str):
            content = [{"type": "text", "text": content}]
        edited.append(without_absent({**message, "content": content}))
    return edited


def to_llm(message: Any) -> dict[str, Any] | None:
    """A message for the model, None where pi gives it none (excluded commands, unknown roles)."""
    if message is None:
        raise PiThrows("a message is null")
    role = message.get("role") if isinstance(message, dict) else None
    if role in ("system", "user", "assistant", "toolResult"):
        return dict(message)
    if role == "bashExecution":
        return (
            None if truthy(message.get("excludeFromContext")) else _user(message, [_text(bash_text(message))])
        )
    if role == "custom":
        content = message.get("content", ABSENT)
        return _user(message, [_text(content)] if isinstance(content, str) else content)
    if role == "branchSummary":
        return _user(
            message, [_text(strings.BRANCH_BEFORE + _member(message, "summary") + strings.BRANCH_AFTER)]
        )
    if role == "compactionSummary":
        return _user(
            message,
            [_text(strings.COMPACTION_BEFORE + _member(message, "summary") + strings.COMPACTION_AFTER)],
        )
    return None


def bash_text(message: dict[str, Any]) -> str:
    """What a ``!`` command and its output become as text for the model."""
    text = f"Ran `{_member(message, 'command')}`\n"
    if truthy(message.get("output")):
        text += f"```\n{_member(message, 'output')}\n```"
    else:
        text += strings.NO_OUTPUT
    code = message.get("exitCode")
    if truthy(message.get("cancelled")):
        text += strings.CANCELLED
    elif code is not None and not (
        isinstance(code, (int, float)) and not isinstance(code, bool) and code == 0
    ):
        text += strings.EXIT_CODE + pi_text(code)
    if truthy(message.get("truncated")) and truthy(message.get("fullOutputPath")):
        text += strings.TRUNCATED.format(path=_member(message, "fullOutputPath"))
    return text


def _member(message: dict[str, Any], name: str) -> str:
    return pi_text(message.get(name), absent=name not in message)


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _user(message: dict[str, Any], content: Any) -> dict[str, Any]:
    return without_absent({"role": "user", "content": content, "timestamp": message.get("timestamp", ABSENT)})
