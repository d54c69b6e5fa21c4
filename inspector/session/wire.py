"""The last step all providers share: messages for the model to messages on the wire (FORMAT, step 6).

Works message by message, so that a context of any length streams through it. Every message carries the row of
the entry it comes from; -1 marks a tool result that pi makes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inspector.session import strings
from inspector.session.jsvalue import JS_SPACE, js_string, truthy
from inspector.session.messages import ABSENT, PiThrows, without_absent

Sent = tuple[dict[str, Any], int]


@dataclass(frozen=True, slots=True)
class Target:
    """The model that answers next. ``api`` is ``ABSENT`` where no reply of its own tells it."""

    provider: Any
    model: Any
    api: Any
    images: bool = True


class Wire:
    """Feed it messages in order, then ``close()`` it; both give what goes out with the row it comes from."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._calls: list[Any] = []
        self._answered: set[Any] = set()
        self._held: list[Sent] = []

    def feed(self, message: dict[str, Any], row: int) -> Iterator[Sent]:
        """What ``message`` sends; made-up results and held system messages may come before it."""
        if message.get("content") is None:
            message = {**message, "content": []}
        if not self._target.images:
            message = _without_images(message)
        role = message.get("role")
        if role == "assistant":
            yield from self._reply(message, row)
        elif role == "toolResult":
            self._answered.add(_call_id(message.get("toolCallId", ABSENT)))
            yield message, row
        elif role == "system" and self._calls:
            self._held.append((message, row))
        else:
            if role == "user":
                yield from self.close()
            yield message, row

    def close(self) -> Iterator[Sent]:
        """Results made up for calls nobody answered, then system messages that were held back."""
        for call in self._calls:
            if _call_id(call.get("id", ABSENT)) not in self._answered:
                yield _made_up(call), -1
        if self._calls:
            self._calls, self._answered = [], set()
        yield from self._held
        self._held = []

    def _reply(self, message: dict[str, Any], row: int) -> Iterator[Sent]:
        content = self._own_content(message)
        yield from self.close()
        if message.get("stopReason") in ("error", "aborted"):
            return
        calls = [block for block in content if isinstance(block, dict) and block.get("type") == "toolCall"]
        if calls:
            self._calls, self._answered = calls, set()
        yield {**message, "content": content}, row

    def _own_content(self, message: dict[str, Any]) -> list[Any]:
        content = message["content"]
        if not isinstance(content, list):
            raise PiThrows("the content of a reply is no list")
        target = self._target
        same = (
            message.get("provider", ABSENT) == target.provider
            and message.get("api", ABSENT) == target.api
            and message.get("model", ABSENT) == target.model
        )
        return [kept for block in content for kept in _block(block, same)]


def _block(block: Any, same: bool) -> list[Any]:
    if block is None:
        raise PiThrows("a content block is null")
    if not isinstance(block, dict):
        return [block]
    kind = block.get("type")
    if kind == "thinking":
        signed = truthy(block.get("redacted")) or truthy(block.get("thinkingSignature"))
        text = block.get("thinking")
        blank = not truthy(text) or (isinstance(text, str) and not text.strip(JS_SPACE))
        return [block] if same and (signed or not blank) else []
    if kind == "text" and not same:
        return [without_absent({"type": "text", "text": block.get("text", ABSENT)})]
    if kind == "toolCall" and not same and truthy(block.get("thoughtSignature")):
        return [{key: value for key, value in block.items() if key != "thoughtSignature"}]
    return [block]


def _call_id(value: Any) -> Any:
    return value if isinstance(value, str) or value is ABSENT else ("other", js_string(value))


def _made_up(call: dict[str, Any]) -> dict[str, Any]:
    """pi stamps it with the moment of sending; here it is 0, so that answers do not depend on the clock."""
    return without_absent(
        {
            "role": "toolResult",
            "toolCallId": call.get("id", ABSENT),
            "toolName": call.get("name", ABSENT),
            "content": [{"type": "text", "text": strings.NO_RESULT}],
            "isError": True,
            "timestamp": 0,
        }
    )


def _without_images(message: dict[str, Any]) -> dict[str, Any]:
    content, role = message.get("content"), message.get("role")
    if not isinstance(content, list) or role not in ("user", "toolResult"):
        return message
    words = strings.USER_IMAGE if role == "user" else strings.TOOL_IMAGE
    kept: list[Any] = []
    after_words = False
    for block in content:
        is_image = isinstance(block, dict) and block.get("type") == "image"
        if is_image and not after_words:
            kept.append({"type": "text", "text": words})
        if not is_image:
            kept.append(block)
        after_words = is_image or (isinstance(block, dict) and block.get("text") == words)
    return {**message, "content": kept}
