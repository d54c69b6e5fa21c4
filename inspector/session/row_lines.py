"""One line per row of a session: the preview of its entry, with what a tool result was asked for in front.

A result names its call by id only; the call stands in a reply above it. Replies that were read are kept for a moment:
their results follow them, so a window of rows reads hardly any reply twice.
"""

from __future__ import annotations

from typing import Any

from inspector.session import kinds as k
from inspector.session.load import Session
from inspector.session.preview import LONGEST, preview

_LOOK_UP = 40  # entries above a result; pi writes the results of one reply right below it
_KEPT = 50  # replies
_CALLS = 1_000  # calls of one reply


class RowLines:
    """Previews of one session's rows, for one window."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._calls: dict[int, dict[str, Any]] = {}

    def line(self, row: int, limit: int = LONGEST) -> str:
        """The line of ``row``, at most ``limit`` characters."""
        entry = self._session.value(row)
        return preview(entry, limit, self._call(row, entry))

    def _call(self, row: int, entry: dict[str, Any]) -> Any:
        """The call that a tool result answers, None where there is none above it."""
        cols = self._session.cols
        if cols.role[row] != k.TOOL_RESULT or cols.kind[row] != k.MESSAGE:
            return None
        message = entry.get("message")
        wanted = message.get("toolCallId") if isinstance(message, dict) else None
        if not isinstance(wanted, str):
            return None
        parent = self._session.tree.parent
        at = parent[row]
        for _ in range(_LOOK_UP):
            if at < 0:
                return None
            if cols.role[at] == k.ASSISTANT and cols.kind[at] == k.MESSAGE:
                found = self._calls_of(at).get(wanted)
                if found is not None:
                    return found
            at = parent[at]
        return None

    def _calls_of(self, row: int) -> dict[str, Any]:
        known = self._calls.get(row)
        if known is None:
            known = _calls_in(self._session.value(row))
            if len(self._calls) >= _KEPT:
                del self._calls[next(iter(self._calls))]
            self._calls[row] = known
        return known


def _calls_in(entry: dict[str, Any]) -> dict[str, Any]:
    """Tool calls of a reply by id; of two with one id the later, as pi's tree takes it."""
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content[:_CALLS] if isinstance(content, list) else []
    calls = (block for block in blocks if isinstance(block, dict) and block.get("type") == "toolCall")
    return {call["id"]: call for call in calls if isinstance(call.get("id"), str)}
