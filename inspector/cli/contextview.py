"""The page that ``context`` prints, and the messages in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.cli.entryline import kind_of, kind_piece, name_pieces, words
from inspector.cli.render import ROLE_STYLES, Lines, console, count, many, pad, short_path, wrap_cells
from inspector.cli.safetext import one_line, safe
from inspector.jsontext import dumps
from inspector.session import Session

HEAD, TAIL = 40, 120  # entries shown at the two ends of a long context
NAMED = 6  # omitted entries named per reason
Report = dict[str, Any]


def print_context(session: Session, report: Report, row: int, everything: bool) -> None:
    """Print the context at ``row`` on standard output."""
    with Lines(console()) as lines:
        _heading(session, report, row, lines)
        _prompt(report["prompt"], lines)
        _entries(session, report, everything, lines)
        _omitted(session, report, everything, lines)
        lines.add(("", ""))
        closing = (
            "As far as the file tells: no file records what extensions or a provider changed on the way."
        )
        lines.wrapped_styled(closing, 0, "note")


def _fact(lines: Lines, name: str, value: str, style: str = "") -> None:
    first = (f"  {pad(name, 12)} ", "label")
    for part in wrap_cells(value, lines.width - 15):
        lines.add(first, (part, style))
        first = (" " * 15, "")


def _heading(session: Session, report: Report, row: int, lines: Lines) -> None:
    lines.add((f"Context of {short_path(report['file'])}", "head"))
    if row < 0:
        _fact(lines, "at", "no leaf: pi would start from an empty context here", "warn")
    else:
        leaf = " (the active leaf)" if row == session.tree.active_leaf else ""
        place = f"{safe(session.entry_name(row))}, {kind_of(session, row)[0]}, line {session.cols.line[row]}{leaf}"
        _fact(lines, "at", one_line(place))
    model = report["model"]
    named = f"{model['provider']}/{model['modelId']}" if model else "none recorded"
    _fact(lines, "model", f"{one_line(named)}, thinking {one_line(str(report['thinkingLevel']))}")
    _fact(lines, "path", _sizes(report))
    _fact(lines, "tokens", _tokens(report["tokens"]))
    _compaction(session, report["compaction"], lines)
    for edit in report["edits"]:
        verb = "omits" if edit["omits"] else "replaces the content of"
        _fact(lines, "edit", one_line(f"{_place(session, edit['id'])} {verb} {_target(session, edit)}"))


def _sizes(report: Report) -> str:
    path, inside = len(report["path"]), len(report["contextEntries"])
    sent = report["wire"]
    wire = many(len(sent), "message") if isinstance(sent, list) else "nothing (pi throws)"
    llm = report["llm"]
    models = many(len(llm), "message") if isinstance(llm, list) else "none"
    return f"{many(path, 'entry', 'entries')}, of which {inside:,} in the context; {models} for the model, {wire} sent"


def _tokens(tokens: Any) -> str:
    if not isinstance(tokens, dict) or "tokens" not in tokens:
        return "unknown"
    total, usage, trailing = (tokens.get(key) for key in ("tokens", "usageTokens", "trailingTokens"))
    said = f"{count(total)} by pi's estimate"
    if tokens.get("lastUsageIndex") is None:
        return f"{said}, all of it estimated from characters (far too low for Chinese)"
    return f"{said}: {count(usage)} measured by the last reply, {count(trailing)} estimated after it"


def _compaction(session: Session, found: Report | None, lines: Lines) -> None:
    if found is None:
        _fact(lines, "compaction", "none on this path")
        return
    at = _place(session, found["id"])
    if found["found"]:
        _fact(
            lines, "compaction", one_line(f"{at} keeps from {_place(session, found['firstKeptEntryId'])} on")
        )
    else:
        kept = found["firstKeptEntryId"]
        what = (
            f"names {kept} as first kept, which is not before it on this path"
            if isinstance(kept, str)
            else "names no entry"
        )
        _fact(lines, "compaction", one_line(f"{at} {what}: nothing from before it is kept"), "warn")


def _place(session: Session, name: Any) -> str:
    """``id (line N)``; the name alone where it is in no line."""
    if not isinstance(name, str):
        return "an entry without id"
    try:
        return f"{name} (line {session.cols.line[session.find_row(name)]})"
    except KeyError:
        return name


def _target(session: Session, edit: Report) -> str:
    try:
        target = session.target_row(session.find_row(edit["id"]))
    except KeyError:
        return "an entry"
    return _place(session, session.entry_name(target)) if target >= 0 else "an entry"


def _prompt(prompt: Report | None, lines: Lines) -> None:
    if prompt is None:
        _fact(
            lines,
            "prompt",
            "not recorded (pi before 0.86.0 stored none); that is not the same as no prompt",
            "warn",
        )
        return
    tools = ", ".join(one_line(name, 40) for name in prompt["tools"]) or "none"
    _fact(
        lines,
        "prompt",
        f"{many(len(prompt['text']), 'character')}, sections {_names(prompt['sections'])}; tools: {tools}",
    )


def _names(sections: Report) -> str:
    return ", ".join(one_line(name, 40) for name in sections) or "none"


def _entries(session: Session, report: Report, everything: bool, lines: Lines) -> None:
    visible = set(report["visible"])
    why = {item["entry"]: item["why"] for item in report["omitted"]}
    edited = {session.target_row(session.find_row(edit["id"])) for edit in report["edits"]}
    names = report["contextEntries"]
    lines.add(("", ""))
    lines.add(
        (f"In the context ({many(len(names), 'entry', 'entries')}), in the order of the context", "head")
    )
    shown = (
        range(len(names))
        if everything or len(names) <= HEAD + TAIL
        else [*range(HEAD), *range(len(names) - TAIL, len(names))]
    )
    before = -1
    for at in shown:
        if at != before + 1:
            lines.add((f"  … {at - before - 1:,} more entries (--all shows them)", "note"))
        before = at
        name = names[at]
        row = session.find_row(name) if isinstance(name, str) else -1
        if row < 0:
            lines.add(("  - an entry without a name", "note"))
            continue
        sent = name in visible and name not in why
        mark = ("✎ " if row in edited else "→ ", "good") if sent else ("· ", "bad")
        reason = "" if sent else f"({safe(why.get(name, 'gives no message'))}) "
        words_ = (words(session, row), "" if sent else "note")
        lines.add(
            ("  ", ""), mark, kind_piece(session, row), *name_pieces(session, row), (reason, "warn"), words_
        )
    if names:
        lines.add(("  → sent   ✎ sent as edited   · not sent", "note"))


def _omitted(session: Session, report: Report, everything: bool, lines: Lines) -> None:
    groups: dict[str, list[Any]] = {}
    for item in report["omitted"]:
        groups.setdefault(item["why"], []).append(item["entry"])
    if not groups:
        return
    lines.add(("", ""))
    lines.add((f"On the path and not sent ({many(len(report['omitted']), 'entry', 'entries')})", "head"))
    for why, names in groups.items():
        lines.wrapped(f"{count(len(names))}  {safe(why)}", 5, ("  - ", "warn"))
        shown = names if everything else names[:NAMED]
        more = f" and {len(names) - len(shown):,} more (--all names them)" if len(shown) < len(names) else ""
        listed = ", ".join(safe(_place(session, name)) for name in shown)
        lines.wrapped(listed + more, 5)


# -- messages in full --------------------------------------------------------------------------------------


def print_messages(report: Report) -> None:
    """Print the messages on the wire, whole; without a wire (pi throws) the reason."""
    with Lines(console()) as lines:
        sent = report["wireMessages"]
        if not isinstance(sent, list):
            lines.wrapped(f"pi throws before it sends anything: {safe(str(sent))}", 2, ("! ", "bad"))
            return
        lines.add((f"{many(len(sent), 'message')} sent, as far as the file tells", "head"))
        for number, message in enumerate(sent, 1):
            role = str(message.get("role"))
            lines.add(("", ""))
            lines.add(
                (f"── {number:,}  {one_line(role, 40)}{_extra(message)}", ROLE_STYLES.get(role, "head"))
            )
            for part, style in _parts(message):
                for line in safe(part, newlines=True).split("\n"):
                    lines.wrapped_styled(line, 3, style)


def _extra(message: Report) -> str:
    name = message.get("toolName")
    failed = " (error)" if message.get("isError") is True else ""
    return (f"  {one_line(name, 60)}" if isinstance(name, str) else "") + failed


def _parts(message: Report) -> Iterator[tuple[str, str]]:
    """The pieces of a message as text: (text, style)."""
    content = message.get("content")
    if isinstance(content, str) and content:
        yield content, ""
    for block in content if isinstance(content, list) else ():
        yield _block(block)
    sections = message.get("sections")
    for name, text in sections.items() if isinstance(sections, dict) else ():
        yield f"[section {name}]" + (" removed" if text is None else ""), "label"
        if isinstance(text, str):
            yield text, ""
    for key in ("toolsAdded", "toolsRemoved"):
        if isinstance(message.get(key), list) and message[key]:
            names = (tool.get("name") if isinstance(tool, dict) else tool for tool in message[key])
            yield f"[{key}: {', '.join(str(name) for name in names)}]", "label"


def _block(block: Any) -> tuple[str, str]:
    kind = block.get("type") if isinstance(block, dict) else None
    if kind == "text":
        return str(block.get("text")), ""
    if kind == "thinking":
        return f"[thinking] {block.get('thinking')}", "note"
    if kind == "toolCall":
        arguments = dumps(block.get("arguments")).decode("utf-8")
        return f"[call {block.get('name')}] {arguments}", "tool"
    if kind == "image":
        size = len(block["data"]) * 3 // 4 if isinstance(block.get("data"), str) else 0
        return f"[image {block.get('mimeType')}, {size:,} bytes]", "label"
    return dumps(block).decode("utf-8"), "note"
