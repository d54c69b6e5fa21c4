"""The system prompt and tools in force: the replay of every system message in a context (FORMAT, step 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.session.jsvalue import key_order, truthy
from inspector.session.messages import ABSENT, PiThrows, pi_text


@dataclass(frozen=True, slots=True)
class Prompt:
    """``text`` as pi-ai renders it, ``content`` the free text, ``sections`` by name in order, ``tools`` as declared."""

    text: str
    content: str
    sections: dict[str, Any]
    tools: list[Any]
    timestamp: Any = None

    @property
    def tool_names(self) -> list[Any]:
        """Names of the tools in force, in the order they were added."""
        return [tool.get("name") if isinstance(tool, dict) else None for tool in self.tools]

    def as_message(self) -> dict[str, Any]:
        """The one system message that says the same."""
        message: dict[str, Any] = {"role": "system", "content": self.content}
        if self.sections:
            message["sections"] = self.sections
        if self.tools:
            message["toolsAdded"] = self.tools
        return {**message, "timestamp": self.timestamp}


class PromptReplay:
    """Feed it system messages in order, then ask for ``result()``."""

    def __init__(self) -> None:
        self._content: list[str] = []
        self._sections: dict[str, Any] = {}
        self._tools: dict[Any, Any] = {}
        self._timestamp: Any = ABSENT
        self.fed = 0

    def feed(self, message: dict[str, Any]) -> None:
        """One system message: free text is appended, sections are patched by name, tools removed, then added."""
        self.fed += 1
        if self._timestamp is ABSENT or self._timestamp is None:
            self._timestamp = message.get("timestamp", ABSENT)
        text = content_text(message.get("content", ABSENT))
        if text:
            self._content.append(text)
        sections = message.get("sections")
        for name, value in _sections(sections):
            if value is None:
                self._sections.pop(name, None)
            else:
                self._sections[name] = value
        for tool in _members(message.get("toolsRemoved")):
            self._tools.pop(_name_key(tool), None)
        for tool in _members(message.get("toolsAdded")):
            self._tools[_name_key(tool)] = tool

    def result(self) -> Prompt | None:
        """The prompt in force, None where no system message was seen: not recorded."""
        tools = list(self._tools.values())
        if not self.fed or (self._timestamp is ABSENT and not tools):
            return None
        ordered = {name: self._sections[name] for name in key_order(self._sections)}
        content = "\n\n".join(self._content)
        parts = [content, *ordered.values()]
        text = "\n\n".join(part for part in parts if isinstance(part, str) and part)
        return Prompt(text, content, ordered, tools, None if self._timestamp is ABSENT else self._timestamp)


def content_text(content: Any) -> str:
    """The text of a message's content: the string, or its text blocks."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise PiThrows("the content of a system message is neither text nor a list")
    if any(block is None for block in content):
        raise PiThrows("a content block of a system message is null")
    blocks = [block for block in content if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(pi_text(block["text"]) if block.get("text") is not None else "" for block in blocks)


def _sections(sections: Any) -> list[tuple[str, Any]]:
    if isinstance(sections, dict):
        return [(name, sections[name]) for name in key_order(sections)]
    if isinstance(sections, (list, str)):
        return [(str(i), item) for i, item in enumerate(sections)]
    return []


def _members(tools: Any) -> list[Any]:
    if tools is None:
        return []
    if not isinstance(tools, list):
        raise PiThrows("a list of tools is no list")
    if any(tool is None for tool in tools):
        raise PiThrows("a tool is null")
    return tools


def _name_key(tool: Any) -> Any:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if not isinstance(name, (dict, list)) else id(name) if truthy(name) else None
