"""Prompt, tools and model at two entries: what was in force at one and is not at the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from inspector.diagnosis.compare_match import canonical
from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.context import Skeleton, settings
from inspector.session.messages import PiThrows, entry_messages
from inspector.session.prompt import Prompt, PromptReplay

State = Literal["same", "changed", "onlyA", "onlyB"]


@dataclass(frozen=True, slots=True)
class Force:
    """What was in force at an entry. ``prompt`` None: not recorded (or, with ``throws``, not to be read)."""

    prompt: Prompt | None
    model: dict[str, Any] | None
    thinking: Any
    throws: bool = False


@dataclass(frozen=True, slots=True)
class PromptDifference:
    """Sections and tools by name, the free text of the prompt, and on which sides a prompt is recorded at all."""

    sections: dict[str, State]
    tools: dict[str, State]
    content: State | None
    recorded: tuple[bool, bool]


def in_force(session: Session, frame: Skeleton) -> Force:
    """Prompt, tools, model and thinking level at the end of a path, from the few entries that set them."""
    roles, replay, throws = session.cols.role, PromptReplay(), False
    checkpoint = frame.boundary.row if frame.boundary else -1
    for row in frame.rows:
        if roles[row] != k.SYSTEM and row != checkpoint:
            continue
        edit = frame.edits.get(row)
        if edit and edit.omits:
            continue
        try:
            for message in entry_messages(session.value(row)):
                if isinstance(message, dict) and message.get("role") == "system":
                    replay.feed(message)
        except PiThrows:
            throws = True
    try:
        prompt = replay.result()
    except PiThrows:
        prompt, throws = None, True
    return Force(prompt, *settings(session, frame.path), throws)


def prompt_difference(a: Prompt | None, b: Prompt | None) -> PromptDifference:
    """How the two prompts differ; with neither recorded there is nothing to tell."""
    content: State | None = None
    if a is not None and b is not None:
        content = "same" if a.content == b.content else "changed"
        if bool(a.content) != bool(b.content):
            content = "onlyA" if a.content else "onlyB"
    return PromptDifference(
        _states(a.sections if a else {}, b.sections if b else {}),
        _states(_tools(a), _tools(b)),
        content,
        (a is not None, b is not None),
    )


def lost_text(then: Prompt | None, now: Prompt | None) -> dict[str, str]:
    """Sections of ``then`` with text that stands nowhere in ``now``, each with its first such line (a mere
    tag only where there is no other). A section that only moved, or got more text, has lost nothing."""
    if then is None or now is None:
        return {}
    values = [now.content, *now.sections.values()]
    left = " ".join(one for value in values for one in _lines(value))
    found: dict[str, str] = {}
    for name, value in then.sections.items():
        if canonical(value) == canonical(now.sections.get(name)):
            continue
        gone = [one for one in _lines(value) if one not in left]
        if gone:
            found[name] = next(
                (one for one in gone if not (one.startswith("<") and one.endswith(">"))), gone[0]
            )
    return found


def _lines(value: Any) -> list[str]:
    """The lines of a section with blanks folded; what is no text counts as its JSON."""
    text = value if isinstance(value, str) else dumps(value).decode("utf-8", "replace")
    return [folded for one in text.split("\n") if (folded := " ".join(one.split()))]


def _tools(prompt: Prompt | None) -> dict[str, Any]:
    if prompt is None:
        return {}
    return {str(name): tool for name, tool in zip(prompt.tool_names, prompt.tools, strict=True)}


def _states(a: dict[str, Any], b: dict[str, Any]) -> dict[str, State]:
    states: dict[str, State] = {}
    for name in {**a, **b}:
        if name not in b:
            states[name] = "onlyA"
        elif name not in a:
            states[name] = "onlyB"
        else:
            states[name] = "same" if canonical(a[name]) == canonical(b[name]) else "changed"
    return states
