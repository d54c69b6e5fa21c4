"""The context view as the page reads it: rows instead of ids, reasons, and what became of every row of the path."""

from __future__ import annotations

from typing import Any

from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.blocks import shape
from inspector.session.context import Context, context_at
from inspector.session.index_head import clip
from inspector.session.omissions import Omission, told_apart
from inspector.session.preview import content_line, one_line, preview
from inspector.session.tokens import estimate_prompt

LISTS = ("messages", "llm", "wire")
EDITS_PREVIEWED = 1_000
PROMPT_LIMIT = 400_000  # characters of the prompt's text, and of all its sections
_TAKEN = ("before-boundary", "system-in-kept-range", "older-compaction")  # by a compaction
_EDITABLE = (k.USER, k.ASSISTANT, k.TOOL_RESULT, k.CUSTOM_ROLE)


def context_json(session: Session, view: Context) -> dict[str, Any]:
    """The view as JSON values; reasons are spelled out for the first row of each kind only."""
    boundary, other = view.boundary, _other_words(session, view)
    omitted = list(told_apart(session, view))
    return {
        "at": view.at,
        "path": view.path,
        "entries": view.rows,
        "visible": view.visible,
        "llm": [_message(role, row, other) for role, row in view.llm],
        "wire": [{**_message(role, row, other), "tokens": size} for role, row, size in view.wire],
        "counted": {"prompt": estimate_prompt(view.prompt), "rows": list(view.counted.items())},
        "omitted": _omitted(omitted),
        "edits": [{"row": e.row, "target": e.target, "omits": e.omits} for e in view.edits.values()],
        "compaction": None
        if boundary is None
        else {"row": boundary.row, "keptRow": boundary.kept_row, "found": boundary.found},
        "model": None if view.model is None else shape(view.model).value,
        "thinkingLevel": shape(view.thinking_level).value,
        "tokens": {
            "tokens": view.tokens.tokens,
            "usageTokens": view.tokens.usage_tokens,
            "trailingTokens": view.tokens.trailing_tokens,
            "lastUsageIndex": view.tokens.last_usage_index,
        },
        "measured": view.measured,
        "measuredRow": view.measured_row,
        "prompt": _prompt(view),
        "promptRecorded": view.prompt_recorded,
        "promptTakenBy": view.prompt_taken_by,
        "throws": None if view.throws is None else clip(view.throws),
        "visibility": visibility(session, view, omitted),
    }


def _message(role: Any, row: int, other: dict[tuple[str, int], str]) -> dict[str, Any]:
    """A message of a list; with a ``preview`` where its words are not those of its entry."""
    told: dict[str, Any] = {"role": role_text(role), "row": row}
    words = other.get((told["role"], row))
    return told if words is None else {**told, "preview": words}


def _other_words(session: Session, view: Context) -> dict[tuple[str, int], str]:
    """Previews, by role and row, of the messages whose words are not those that their entries are shown with: the
    prompt that a checkpoint brings back, and what an edit puts in place of a content."""
    found: dict[tuple[str, int], str] = {}
    boundary = view.boundary
    if boundary is not None:
        prompt = session.value(boundary.row).get("systemMessage")
        if isinstance(prompt, dict):
            found["system", boundary.row] = preview({"type": "message", "message": prompt})
    replaced = [edit for edit in view.edits.values() if not edit.omits and _editable(session, edit.target)]
    for edit in replaced[:EDITS_PREVIEWED]:
        new = session.value(edit.row).get("replacement")
        words = one_line(content_line(new.get("content") if isinstance(new, dict) else new))
        for role in ("user", "assistant", "toolResult", "custom"):
            found[role, edit.target] = words
    return found


def visibility(
    session: Session, view: Context, omitted: list[Omission] | None = None
) -> dict[str, list[int]]:
    """Every row of the path under one word: sent, edited, summary, dropped or never."""
    cols = session.cols
    on_wire = {row for _, row, _ in view.wire}
    codes = {item.row: item.code for item in (told_apart(session, view) if omitted is None else omitted)}
    cut = -1 if view.boundary is None else view.boundary.row
    edit = view.edits.get(cut)
    checkpoint = cut >= 0 and bool(cols.flags[cut] & k.CHECKPOINT) and not (edit and edit.omits)
    words: dict[str, list[int]] = {}
    for row in view.path:
        edit = view.edits.get(row)
        if edit is not None and (edit.omits or _editable(session, row)):
            word = "edited"
        elif row in on_wire:
            word = "sent"
        elif codes.get(row) in _TAKEN:
            # A checkpoint carries the prompt over the cut; nothing else of these rows comes through unsummarised.
            word = "summary" if checkpoint and cols.role[row] == k.SYSTEM else "dropped"
        else:
            word = "never"
        words.setdefault(word, []).append(row)
    return words


def _editable(session: Session, row: int) -> bool:
    """Roles whose content an edit can replace; all others it can only leave out."""
    return session.cols.kind[row] == k.CUSTOM_MESSAGE or session.cols.role[row] in _EDITABLE


def role_text(role: Any) -> str:
    """A role as text; "" for what is none."""
    return clip(role, 200) if isinstance(role, str) else ""


def _omitted(omitted: list[Omission]) -> list[dict[str, Any]]:
    told: set[str] = set()
    items = []
    for item in omitted:
        why = None if item.code in told else clip(item.why)
        told.add(item.code)
        items.append({"row": item.row, "code": item.code, "why": why})
    return items


def _prompt(view: Context) -> dict[str, Any] | None:
    prompt = view.prompt
    if prompt is None:
        return None
    sections: dict[str, str] = {}
    room = PROMPT_LIMIT
    for name, text in list(prompt.sections.items())[:1_000]:
        words = clip(text, max(200, room)) if isinstance(text, str) else ""
        sections[clip(name, 200)] = words
        room -= len(words)
    names = [clip(name, 200) for name in prompt.tool_names[:5_000] if isinstance(name, str)]
    return {"text": clip(prompt.text, PROMPT_LIMIT), "tools": names, "sections": sections}


class _Enough(Exception):
    """The messages asked for are there."""


def messages_of(session: Session, at: int, name: str, start: int, stop: int) -> list[tuple[str, int, Any]]:
    """Role, row (-1: made up by pi) and value of the messages ``start`` up to ``stop`` of one list at a row. The
    messages stream by; what stands behind ``stop`` is not worked out."""
    found: list[tuple[str, int, Any]] = []
    position = 0

    def keep(which: str, message: Any, row: int) -> None:
        nonlocal position
        if which != name:
            return
        if position >= stop:
            raise _Enough
        if position >= start:
            role = message.get("role") if isinstance(message, dict) else None
            found.append((role_text(role), row, message))
        position += 1

    try:
        if stop > start:
            context_at(session, at, keep)
    except _Enough:
        pass
    return found
