"""Entries of the plain transcript as plain values for the template: what each is, its state, facts, body, anchor."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.preview import one_line
from inspector.session.verdict import no_session
from inspector.web.pages_findings import stamp
from inspector.web.pages_frame import Frame, entry_name
from inspector.web.pages_plain_bodies import Calls, body, text_of
from inspector.web.pages_plain_parts import Pieces, Values, bytes_text, cost_text, token_text
from inspector.web.pages_plain_status import Branch
from inspector.web.pages_text import parts, plain
from inspector.web.pages_words import has_word

READ_LIMIT = 48 << 20  # bytes decoded for one page; entries that come later are only named
_ANCHOR = re.compile(r"[A-Za-z0-9_.@:-]{1,80}\Z", re.ASCII)
_CLASSES = {"compaction": "summary", "branch_summary": "summary", "context_edit": "edit"}
_ROLE_CLASSES = {"user": "user", "assistant": "assistant", "toolResult": "tool", "bashExecution": "tool"}
_USUAL = frozenset(("", "stop", "toolUse", "error", "aborted"))


def anchor(session: Session, row: int) -> str:
    """The id of an entry's element: its own id where an address can hold that, else its line."""
    name = entry_name(session, row)
    return f"e-{name if _ANCHOR.match(name) else f'@line{session.cols.line[row]}'}"


def page_values(frame: Frame, branch: Branch, start: int, stop: int, chosen: int) -> list[Values]:
    """The entries at these places of a branch; ``chosen`` is the row asked for, -1 for none."""
    session, rows = frame.session, branch.rows[start:stop]
    entries = _read(session, rows)
    results, calls = _calls(entries)
    found = []
    for at, row in enumerate(rows, start):
        values = _entry(frame, branch, row, at, row == chosen)
        if row in entries:
            _fill(frame, values, row, entries[row], results, calls)
        else:
            size = bytes_text(session.cols.length[row])
            pieces = Pieces(frame, row, None)
            values["body"] = [{**pieces.note("plain.too-large", size=size), "more": pieces.raw()}]
        found.append(values)
    return found


def _read(session: Session, rows: Iterable[int]) -> dict[int, Any]:
    """The entries at these rows, as far as the limit goes."""
    found: dict[int, Any] = {}
    left = READ_LIMIT
    for row in rows:
        if (length := session.cols.length[row]) <= left:
            left -= length
            found[row] = session.shown(row)
    return found


def _calls(entries: dict[int, Any]) -> tuple[Calls, Calls]:
    """Rows of the results on this page by the id of their call, and rows of the calls."""
    results: Calls = {}
    calls: Calls = {}
    for row, entry in entries.items():
        message = entry.get("message") if isinstance(entry, dict) else None
        if not isinstance(message, dict):
            continue
        if message.get("role") == "toolResult":
            results.setdefault(text_of(message.get("toolCallId")), row)
        elif isinstance(message.get("content"), list):
            blocks = (block for block in message["content"] if isinstance(block, dict))
            calls |= {text_of(block.get("id")): row for block in blocks if block.get("type") == "toolCall"}
    return results, calls


# -- the head of an entry --------------------------------------------------------------------------------


def _entry(frame: Frame, branch: Branch, row: int, at: int, chosen: bool) -> Values:
    session = frame.session
    word, code = branch.status(row, at)
    log = no_session(session) is not None  # its lines are on no branch and are sent nowhere
    short = f"plain.short.{code}"
    told = frame.say(f"plain.status.{word}")
    if word in ("sent", "summary", "edited") and not branch.reached:
        told = frame.say("plain.would", status=told)
    elif word not in ("dropped", "summary") and has_word(short):
        told = f"{told} · {frame.say(short)}"
    label = session.labels.get(row)
    return {
        "anchor": anchor(session, row),
        "name": plain(one_line(session.entry_name(row), 80)),
        "line": session.cols.line[row],
        "kind": plain(_kind(frame, row)),
        "class": _class(session, row),
        "rail": "never" if log else word,
        "status": "" if log else told,
        "what": _what(session, row),
        "tags": [] if log else _tags(frame, row, word),
        "label": parts(one_line(label, 80)) if label else None,
        "time": frame.times(stamp(session.cols.instant_or_none(row)) or frame.say("plain.meta.no-time")),
        "facts": [],
        "call": None,
        "body": [],
        "chosen": chosen,
        "cut": branch.begins_view(row),
    }


def _kind(frame: Frame, row: int) -> str:
    cols, say = frame.session.cols, frame.say
    kind, role = cols.kind_name(row), cols.role_name(row)
    if kind != "message":
        known = cols.kind[row] < len(k.ENTRY_TYPES)
        return say(f"plain.kind.{kind}") if known else one_line(kind, 60) or say("plain.kind.none")
    if cols.flags[row] & k.EXCLUDED:
        return say("plain.kind.private")
    known = 0 < cols.role[row] < len(k.ROLES)
    return say(f"plain.role.{role}") if known else one_line(role, 60) or say("plain.role.none")


def _class(session: Session, row: int) -> str:
    """A word for the colour, never made of a stranger's text."""
    kind = session.cols.kind_name(row)
    if kind != "message":
        return _CLASSES.get(kind, "state")
    return _ROLE_CLASSES.get(session.cols.role_name(row), "state")


def _what(session: Session, row: int) -> str | None:
    cols = session.cols
    named = cols.role[row] == k.TOOL_RESULT or cols.kind[row] in (k.CUSTOM, k.CUSTOM_MESSAGE, k.USAGE)
    return plain(one_line(cols.what_name(row), 80)) if named and cols.what[row] else None


def _tags(frame: Frame, row: int, word: str) -> list[Values]:
    session, flags, say = frame.session, frame.session.cols.flags[row], frame.say
    tags = [("", "active")] if row == session.tree.active_leaf else []
    if flags & k.ABORTED:
        tags.append(("bad", "aborted"))
    elif flags & k.FAILED:
        tags.append(("bad", "failed"))
    elif flags & k.ERROR:
        tags.append(("bad", "error"))
    if flags & k.HIDDEN:
        tags.append(("", "sent-hidden" if word == "sent" else "hidden"))
    if flags & k.SHADOWED:
        tags.append(("warn", "shadowed"))
    return [{"class": kind, "text": say(f"plain.tag.{name}")} for kind, name in tags]


# -- what only the entry itself tells --------------------------------------------------------------------


def _fill(frame: Frame, values: Values, row: int, entry: Any, results: Calls, calls: Calls) -> None:
    pieces = Pieces(frame, row, entry)
    message = entry.get("message") if isinstance(entry, dict) else None
    if isinstance(message, dict):
        stop = text_of(message.get("stopReason"))
        if message.get("role") == "assistant" and stop not in _USUAL:
            text = frame.say("plain.tag.stop", reason=plain(one_line(stop, 40)))
            values["tags"].append({"class": "warn", "text": text})
        called = calls.get(text_of(message.get("toolCallId")), -1)
        if frame.session.cols.role[row] == k.TOOL_RESULT and called >= 0:
            values["call"] = pieces.place("plain.body.call", called)
    values["facts"] = _facts(frame, row, message)
    values["body"] = body(pieces, results)


def _facts(frame: Frame, row: int, message: Any) -> list[str]:
    """Model, tokens and cost of a call to a model, as the ledger counts them."""
    session, found = frame.session, []
    if isinstance(message, dict) and session.cols.role[row] == k.ASSISTANT:
        model = text_of(message.get("responseModel")) or text_of(message.get("model"))
        found.append(plain(one_line(model, 80)))
    at, table = session.cols.usage[row], session.usages
    if at >= 0:
        sent, out = table.prompt_size(at), table.output[at]
        if sent or (out == out and out):
            found.append(frame.say("plain.meta.tokens", sent=token_text(sent), out=token_text(out)))
        if table.cost[at] == table.cost[at]:
            found.append(cost_text(table.cost[at]))
    return [fact for fact in found if fact]
