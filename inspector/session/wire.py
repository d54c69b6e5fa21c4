"""The last step all providers share: messages for the model to messages on the wire (FORMAT, step 6).

Works message by message, so that a context of any length streams through it. Every message carries the row of
the entry it comes from; -1 marks a tool result that pi makes up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inspector.session import strings
from inspector.session.jsvalue import JS_SPACE, same, truthy
from inspector.session.messages import ABSENT, PiThrows, without_absent

Sent = tuple[dict[str, Any], int]


@dataclass(frozen=True, slots=True)
class Target:
    """The model that answers next. ``api`` is ``ABSENT`` where no reply of its own tells it; ``own_row`` is the row
    of that reply: names that are arrays or objects are the same there and nowhere else."""

    provider: Any
    model: Any
    api: Any
    images: bool = True
    own_row: int = -1


class Wire:
    """Feed it messages in order, then ``close()`` it; both give what goes out with the row it comes from."""

    def __init__(self, target: Target) -> None:
        self._target = target
        # Names that are texts, nearly always, need no look at what they are compared with.
        self._plain = all(type(one) is str for one in (target.provider, target.model, target.api))
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
        content = self._own_content(message, row)
        yield from self.close()
        if message.get("stopReason") in ("error", "aborted"):
            return
        calls = [block for block in content if isinstance(block, dict) and block.get("type") == "toolCall"]
        if calls:
            self._calls, self._answered = calls, set()
        yield {**message, "content": content}, row

    def _own_content(self, message: dict[str, Any], row: int) -> list[Any]:
        content = message["content"]
        if not isinstance(content, list):
            raise PiThrows("the content of a reply is no list")
        is_same = self._is_same(message, row)
        return [kept for block in content for kept in _block(block, is_same)]

    def _is_same(self, message: dict[str, Any], row: int) -> bool:
        """True where the reply is the target's own: provider, api and model are the same."""
        target = self._target
        provider, api, model = (message.get(name, ABSENT) for name in ("provider", "api", "model"))
        if self._plain:
            return bool(provider == target.provider and api == target.api and model == target.model)
        own = row == target.own_row
        pairs = ((provider, target.provider), (api, target.api), (model, target.model))
        return all(same(one, other, own) for one, other in pairs)


def _block(block: Any, same_model: bool) -> list[Any]:
    if block is None:
        raise PiThrows("a content block is null")
    if not isinstance(block, dict):
        return [block]
    kind = block.get("type")
    if kind == "thinking":
        signed = truthy(block.get("redacted")) or truthy(block.get("thinkingSignature"))
        text = block.get("thinking")
        blank = not truthy(text) or (isinstance(text, str) and not text.strip(JS_SPACE))
        return [block] if same_model and (signed or not blank) else []
    if kind == "text" and not same_model:
        return [without_absent({"type": "text", "text": block.get("text", ABSENT)})]
    if kind == "toolCall" and not same_model and truthy(block.get("thoughtSignature")):
        return [{key: value for key, value in block.items() if key != "thoughtSignature"}]
    return [block]


def _call_id(value: Any) -> Any:
    """An id as a member of a JavaScript ``Set``: an array or object is equal to nothing but itself."""
    if isinstance(value, (bool, dict, list)):
        return ("boolean", value) if isinstance(value, bool) else object()
    return ("number", float(value)) if isinstance(value, (int, float)) else value


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
