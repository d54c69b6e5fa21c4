"""The page that ``context`` prints."""

from __future__ import annotations

from inspector.cli.entryline import kind_of, kind_piece, name_pieces, words
from inspector.cli.render import Lines, console, count, many, pad, short_path, wrap_cells
from inspector.cli.safetext import one_line, safe
from inspector.session import Session
from inspector.session.context import Context, Edit, Tokens
from inspector.session.omissions import Omission
from inspector.session.prompt import Prompt

HEAD, TAIL = 40, 120  # entries shown at the two ends of a long context
NAMED = 6  # omitted entries named per reason
FOLD = "(--all shows them)"
UNRECORDED = "not recorded (pi before 0.86.0 stored none); that is not the same as no prompt"


def print_context(session: Session, context: Context, everything: bool) -> None:
    """Print a context on standard output; ``everything``: nothing folded."""
    with Lines(console()) as lines:
        _heading(session, context, lines)
        _entries(session, context, everything, lines)
        _omitted(session, context, everything, lines)
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


def _heading(session: Session, context: Context, lines: Lines) -> None:
    lines.add((f"Context of {short_path(str(session.path))}", "head"))
    if context.at < 0:
        _fact(lines, "at", "no leaf: pi would start from an empty context here", "warn")
    else:
        leaf = " (the active leaf)" if context.at == session.tree.active_leaf else ""
        _fact(
            lines, "at", f"{_place(session, context.at)}, {one_line(kind_of(session, context.at)[0])}{leaf}"
        )
    if context.throws:
        _fact(lines, "pi throws", f"{safe(context.throws)}; what can be told all the same:", "bad")
    model = context.model
    named = f"{model['provider']}/{model['modelId']}" if model else "none recorded"
    _fact(lines, "model", f"{one_line(named)}, thinking {one_line(str(context.thinking_level))}")
    _fact(lines, "path", _sizes(context))
    _fact(lines, "tokens", _tokens(context.tokens))
    if context.measured is not None:
        by = _place(session, context.measured_row)
        _fact(lines, "measured", f"{count(context.measured)} tokens were really sent for {by}")
    _boundary(session, context, lines)
    for edit in context.edits.values():
        _fact(lines, "edit", _edit(session, edit))
    _fact(lines, "prompt", _prompt(context.prompt), "" if context.prompt else "warn")


def _sizes(context: Context) -> str:
    path = f"{many(len(context.path), 'entry', 'entries')}, of which {len(context.rows):,} in the context"
    return f"{path}; {many(len(context.llm), 'message')} for the model, {len(context.wire):,} sent"


def _tokens(tokens: Tokens) -> str:
    said = f"{count(tokens.tokens)} by pi's estimate"
    if tokens.last_usage_index is None:
        return f"{said}, all of it from counting characters (far too low for Chinese)"
    return f"{said}: {count(tokens.usage_tokens)} reported with the last reply, {count(tokens.trailing_tokens)} guessed after it"


def _boundary(session: Session, context: Context, lines: Lines) -> None:
    boundary = context.boundary
    if boundary is None:
        _fact(lines, "compaction", "none on this path")
        return
    at = _place(session, boundary.row)
    if boundary.found:
        _fact(lines, "compaction", f"{at} keeps what comes from {_place(session, boundary.kept_row)} on")
        return
    kept = session.value(boundary.row).get("firstKeptEntryId")
    what = (
        f"names {one_line(kept, 60)} as first kept, not before it on this path"
        if isinstance(kept, str)
        else "names no entry"
    )
    _fact(lines, "compaction", f"{at} {what}: nothing from before it is kept", "warn")


def _edit(session: Session, edit: Edit) -> str:
    verb = "omits" if edit.omits else "replaces the content of"
    return f"{_place(session, edit.row)} {verb} {_place(session, edit.target)}"


def _place(session: Session, row: int) -> str:
    """``id (line N)``, or ``@lineN`` alone."""
    name = one_line(session.entry_name(row), 60)
    line = session.cols.line[row]
    return name if name == f"@line{line}" else f"{name} (line {line})"


def _prompt(prompt: Prompt | None) -> str:
    if prompt is None:
        return UNRECORDED
    tools = ", ".join(one_line(str(name), 40) for name in prompt.tool_names) or "none"
    sections = ", ".join(one_line(name, 40) for name in prompt.sections) or "none"
    return f"{many(len(prompt.text), 'character')}; sections: {sections}; tools: {tools}"


def _entries(session: Session, context: Context, everything: bool, lines: Lines) -> None:
    rows = context.rows
    why = {omission.row: omission.why for omission in context.omitted}
    sizes: dict[int, int] = {}
    for _, row, tokens in context.wire:
        sizes[row] = sizes.get(row, 0) + tokens
    lines.add(("", ""))
    lines.add(
        (f"In the context ({many(len(rows), 'entry', 'entries')}), with pi's estimate of tokens", "head")
    )
    folded = len(rows) - HEAD - TAIL
    for at, row in enumerate(rows):
        if not everything and folded > 0 and HEAD <= at < HEAD + folded:
            if at == HEAD:
                lines.add((f"  … {folded:,} more entries {FOLD}", "note"))
            continue
        _entry(session, context, row, sizes.get(row), why.get(row, "gives no message"), lines)
    made_up = sizes.get(-1)
    if made_up is not None:
        count_ = sum(1 for _, row, _ in context.wire if row < 0)
        lines.add((f"  + {many(count_, 'made-up result')} for calls that nobody answered", "warn"))
    if rows:
        lines.add(("  → sent   ✎ sent as edited   · not sent", "note"))


def _entry(session: Session, context: Context, row: int, size: int | None, why: str, lines: Lines) -> None:
    sent = size is not None
    mark = ("✎ " if row in context.edits else "→ ", "good") if sent else ("· ", "bad")
    lines.add(
        ("  ", ""),
        mark,
        kind_piece(session, row),
        *name_pieces(session, row),
        (f"{'' if size is None else format(size, ',d'):>7}  ", "note"),
        ("" if sent else f"({safe(why)}) ", "warn"),
        (words(session, row), "" if sent else "note"),
    )


def _omitted(session: Session, context: Context, everything: bool, lines: Lines) -> None:
    groups: dict[str, list[Omission]] = {}
    for omission in context.omitted:
        groups.setdefault(omission.why, []).append(omission)
    if not groups:
        return
    lines.add(("", ""))
    total = many(len(context.omitted), "entry", "entries")
    lines.add((f"On the path and not sent as it stands ({total})", "head"))
    for why, omissions in groups.items():
        lines.wrapped(f"{len(omissions):,}  {safe(why)}", 4, ("  - ", "warn"))
        shown = omissions if everything else omissions[:NAMED]
        more = f" and {len(omissions) - len(shown):,} more {FOLD}" if len(shown) < len(omissions) else ""
        lines.wrapped(", ".join(_place(session, omission.row) for omission in shown) + more, 7)
