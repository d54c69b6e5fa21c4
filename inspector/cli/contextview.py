"""The page that ``context`` prints."""

from __future__ import annotations

from inspector.cli.entryline import kind_of, kind_piece, name_pieces, words
from inspector.cli.notices import print_notices
from inspector.cli.render import Lines, console, count, file_path, many
from inspector.cli.safetext import one_line, safe, shown
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.context import Context, Edit, Tokens
from inspector.session.omissions import told_apart

HEAD, TAIL = 40, 120  # entries shown at the two ends of a long context
NAMED = 6  # omitted entries named per reason
FOLD = "(--all shows them)"
COMES_BACK = "pi puts missing sections back with its next request, free content does not return"
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
        lines.wrapped(closing, 0, style="note")


def _fact(lines: Lines, name: str, value: str, style: str = "") -> None:
    lines.fact(name, value, 15, style)


def _heading(session: Session, context: Context, lines: Lines) -> None:
    lines.whole(("Context of ", "head"), file_path(str(session.path)), "head")
    print_notices(session, lines)
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
    named = f"{shown(model['provider'])}/{shown(model['modelId'])}" if model else "none recorded"
    _fact(lines, "model", f"{one_line(named)}, thinking {one_line(shown(context.thinking_level))}")
    _fact(lines, "path", _sizes(context))
    _fact(lines, "tokens", _tokens(context.tokens))
    if context.measured is not None:
        by = _place(session, context.measured_row)
        _fact(
            lines,
            "measured",
            f"{count(context.measured)} went in for the reply {by}, cache included, its output not",
        )
    _boundary(session, context, lines)
    for edit in context.edits.values():
        _fact(lines, "edit", _edit(session, edit))
    _fact(lines, "prompt", _prompt(session, context), "" if context.prompt else "warn")


def _sizes(context: Context) -> str:
    path = f"{many(len(context.path), 'entry', 'entries')}, of which {len(context.rows):,} in the context"
    return f"{path}; {many(len(context.llm), 'message')} for the model, {len(context.wire):,} sent"


def _tokens(tokens: Tokens) -> str:
    said = f"{count(tokens.tokens)} as pi counts"
    if tokens.last_usage_index is None:
        return f"{said}, all of it guessed (far too low for Chinese)"
    used, after = count(tokens.usage_tokens), count(tokens.trailing_tokens)
    return (
        f"{said}: {used} used by the last reply, its output included, and {after} guessed for what came after"
    )


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


def _prompt(session: Session, context: Context) -> str:
    prompt = context.prompt
    if prompt is None:
        return _no_prompt(session, context)
    tools = ", ".join(one_line(shown(name), 40) for name in prompt.tool_names) or "none"
    sections = ", ".join(one_line(name, 40) for name in prompt.sections) or "none"
    return f"{many(len(prompt.text), 'character')}; sections: {sections}; tools: {tools}"


def _no_prompt(session: Session, context: Context) -> str:
    if not context.prompt_recorded:
        return UNRECORDED
    row = context.prompt_taken_by
    if row < 0:
        return "recorded, but pi finds none in it"
    if session.cols.kind[row] == k.CONTEXT_EDIT:
        return f"recorded, but left out here by context edit {_place(session, row)}"
    return f"recorded, but missing here: compaction {_place(session, row)} took it; {COMES_BACK}"


def _entries(session: Session, context: Context, everything: bool, lines: Lines) -> None:
    rows = context.rows
    inside = set(rows)
    why = {omission.row: omission.why for omission in context.omitted if omission.row in inside}
    sizes: dict[int, int] = {}
    for _, row, tokens in context.wire:
        sizes[row] = sizes.get(row, 0) + tokens
    lines.add(("", ""))
    guess = "tokens guessed, four characters each"
    lines.wrapped(f"In the context ({many(len(rows), 'entry', 'entries')}; {guess})", 2, ("", ""), "head")
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
        lines.wrapped(f"+ {many(count_, 'made-up result')} for calls that nobody answered", 2, style="warn")
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
    groups: dict[str, list[int]] = {}
    for omission in told_apart(session, context):
        groups.setdefault(omission.why, []).append(omission.row)
    if not groups:
        return
    lines.add(("", ""))
    total = many(len(context.omitted), "entry", "entries")
    lines.wrapped(f"On the path and not sent as it stands ({total})", 2, ("", ""), "head")
    for why, lost in groups.items():
        lines.wrapped(f"{len(lost):,}  {safe(why)}", 4, ("  - ", "warn"))
        shown = lost if everything else lost[:NAMED]
        more = f" and {len(lost) - len(shown):,} more {FOLD}" if len(shown) < len(lost) else ""
        lines.wrapped(", ".join(_place(session, row) for row in shown) + more, 7)
