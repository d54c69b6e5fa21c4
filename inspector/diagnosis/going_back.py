"""The step back to an entry by pi's /tree: only entries that it lists can be picked, each named as it is listed there.

A format fact: /tree leaves out replies that only call tools, whatever its filter (they show as their results do), and
labels, settings, edits and state unless asked for all. Picking a message of the user, or of an extension, leads to its
parent and puts its text into the editor.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from inspector.diagnosis.finding import Step
from inspector.jsontext import dumps
from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.preview import one_line

_LOOK_BACK = 60  # entries looked at for one that /tree lists
_CALL_BACK = 30  # entries looked at for the call of a result
_CUT = 200  # characters of a message that /tree lists
_COMMAND, _ARGUMENTS = 50, 40  # of a command, and of the arguments of other tools
_ROLES = frozenset((k.USER, k.ASSISTANT, k.TOOL_RESULT, k.BASH))
_NEVER = k.WORDLESS | k.SHADOWED | k.UNREADABLE


def go_back(session: Session, rows: Iterable[int]) -> list[Step]:
    """The step back to the first of ``rows`` (the best place first) that /tree lists; none where it lists none. Failed
    replies and messages of extensions only where nothing else is listed."""
    row = listed(session, rows)
    if row < 0:
        return []
    role, kind = session.cols.role[row], session.cols.kind[row]
    code = (
        "go-back-user" if role == k.USER else "go-back-extension" if kind == k.CUSTOM_MESSAGE else "go-back"
    )
    return [Step(code, {"text": tree_text(session, row), "line": str(session.cols.line[row])})]


def listed(session: Session, rows: Iterable[int]) -> int:
    """The first of ``rows`` that /tree lists under a name of its own, -1 for none; at most ``_LOOK_BACK`` are looked
    at."""
    second = -1
    for number, row in enumerate(rows):
        if number == _LOOK_BACK:
            break
        if not tree_text(session, row):
            continue
        if session.cols.kind[row] != k.CUSTOM_MESSAGE and not session.cols.flags[row] & k.FAILED:
            return row
        second = row if second < 0 else second
    return second


def tree_text(session: Session, row: int) -> str:
    """How /tree lists an entry, on one line without the name of the speaker; "" where it does not, or where the line
    would say nothing that tells one entry from another."""
    cols = session.cols
    kind, role = cols.kind[row], cols.role[row]
    if cols.flags[row] & _NEVER or (kind == k.MESSAGE and role not in _ROLES):
        return ""
    if kind not in (k.MESSAGE, k.COMPACTION, k.BRANCH_SUMMARY, k.CUSTOM_MESSAGE):
        return ""
    entry = session.value(row)
    if kind == k.COMPACTION:
        tokens = entry.get("tokensBefore")
        if not isinstance(tokens, (int, float)) or isinstance(tokens, bool) or not 0 <= tokens < 1e15:
            return ""
        return f"[compaction: {int(tokens / 1000 + 0.5)}k tokens]"
    if kind == k.BRANCH_SUMMARY:
        return one_line(f"[branch summary]: {_string(entry.get('summary'))}")
    if kind == k.CUSTOM_MESSAGE:
        return one_line(f"[{_string(entry.get('customType'))}]: {_texts(entry.get('content'))}")
    message = entry["message"]
    if role == k.BASH:
        return one_line(f"[bash]: {_string(message.get('command'))}")
    if role == k.TOOL_RESULT:
        return one_line(_result(session, row, message))
    said = one_line(_texts(message.get("content"))[:_CUT])
    if said or role == k.USER or cols.flags[row] & k.ABORTED:
        return said
    return one_line(_string(message.get("errorMessage"))[:80])


def _texts(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    return "".join(_string(block.get("text")) for block in blocks if block.get("type") == "text")


def _result(session: Session, row: int, message: dict[str, Any]) -> str:
    wanted, at = message.get("toolCallId"), row
    for _ in range(_CALL_BACK):
        at = session.tree.parent[at]
        if at < 0:
            break
        made = session.value(at).get("message")
        content = made.get("content") if isinstance(made, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "toolCall" and block.get("id") == wanted:
                return _call(_string(block.get("name")), block.get("arguments"))
    return f"[{_string(message.get('toolName')) or 'tool'}]"


def _call(name: str, given: Any) -> str:
    arguments: dict[str, Any] = given if isinstance(given, dict) else {}
    path = _string(arguments.get("path"))
    if name in ("read", "write", "edit"):
        place = path or _string(arguments.get("file_path"))
        return f"[{name}: {place}{_span(arguments) if name == 'read' else ''}]"
    if name == "bash":
        command = _string(arguments.get("command"))
        return f"[bash: {command.strip()[:_COMMAND]}{'...' if len(command) > _COMMAND else ''}]"
    if name in ("grep", "find"):
        mark = "/" if name == "grep" else ""
        return f"[{name}: {mark}{_string(arguments.get('pattern'))}{mark} in {path or '.'}]"
    if name == "ls":
        return f"[ls: {path or '.'}]"
    written = dumps(given).decode("utf-8")
    return f"[{name}: {written[:_ARGUMENTS]}{'...' if len(written) > _ARGUMENTS else ''}]"


def _span(arguments: dict[str, Any]) -> str:
    """The lines that a read asked for."""
    first, count = arguments.get("offset"), arguments.get("limit")
    if not all(one is None or (isinstance(one, int) and not isinstance(one, bool)) for one in (first, count)):
        return ""
    if first is None and count is None:
        return ""
    start = 1 if first is None else first
    return f":{start}" if count is None else f":{start}-{start + count - 1}"


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""
