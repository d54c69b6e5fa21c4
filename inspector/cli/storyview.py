"""Prints the blocks of a diagnosis on the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from inspector.cli.common import Command
from inspector.cli.render import Lines, Piece, cells, console
from inspector.cli.safetext import safe
from inspector.diagnosis.difference_text import sign, told

if TYPE_CHECKING:
    from inspector.diagnosis.story import Block
    from inspector.diagnosis.words import Language, Said

_SIGNS = {"+": "good", "-": "bad", "@": "note", "": ""}
_STATUS = {"ok": "good", "lost": "bad", "warning": "warn", "unknown": "note", "": ""}


def lang_option(command: Command) -> Command:
    """``--lang``: the language of the findings; without it that of the terminal."""
    help_text = "Language of the findings; without it as the terminal says (LC_ALL, LC_MESSAGES, LANG)."
    return click.option("--lang", type=click.Choice(["en", "zh"]), help=help_text)(command)


def language(chosen: str | None) -> Language:
    """The language chosen, else that of the environment, else English."""
    if chosen in ("en", "zh"):
        return "zh" if chosen == "zh" else "en"
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "zh" if named.lower().startswith("zh") else "en"


def print_story(blocks: list[Block]) -> None:
    """The blocks from top to bottom on standard output."""
    with Lines(console()) as lines:
        before = ""
        for block in blocks:
            loose = block.kind == "note" and before not in ("stage", "finding", "row", "detail", "step")
            if before and (loose or block.kind in ("heading", "stage", "verdict", "closing")):
                lines.add(("", ""))
            _PRINTERS[block.kind](lines, block)
            before = block.kind


def _title(lines: Lines, block: Block) -> None:
    lines.wrapped(safe(block.text), 0, ("", ""), "head")


def _fact(lines: Lines, block: Block) -> None:
    lines.fact(safe(block.lead), safe(block.text), 18, _STATUS[block.status])


def _verdict(lines: Lines, block: Block) -> None:
    style = "number" if block.status == "ok" else _STATUS[block.status]
    lines.wrapped(safe(block.text), 0, ("", ""), style)


def _text(lines: Lines, block: Block) -> None:
    lines.wrapped(safe(told(block.text).text), 0, ("", ""))  # the difference stands below, with its finding


def _heading(lines: Lines, block: Block) -> None:
    lines.wrapped(safe(block.text), 0, ("", ""), "head")


def _stage(lines: Lines, block: Block) -> None:
    lines.wrapped(safe(block.text), 2, (f"{safe(block.lead)}  ", "head"), _STATUS[block.status])


def _finding(lines: Lines, block: Block) -> None:
    if block.lead:
        colon = ": " if block.lead.isascii() else "："
        lines.wrapped(safe(block.text), 4, (f"  {safe(block.lead)}{colon}", "note"))
        return
    style = "" if block.status in ("ok", "unknown") else _STATUS[block.status]
    lines.wrapped(safe(block.text), 2, ("  ", ""), style)


def _detail(lines: Lines, block: Block) -> None:
    detail = told(block.text)
    lines.wrapped(safe(detail.text), 4, ("    ", ""), "note")
    if detail.lines:
        lines.wrapped(safe(detail.caption), 4, ("    ", ""), "note")
    for line in detail.lines:
        lines.wrapped(safe(line.replace("\t", "    ")), 8, ("      ", ""), _SIGNS[sign(line)])


def _step(lines: Lines, block: Block) -> None:
    from inspector.diagnosis.words import Said  # not for --help

    lead = f"    {block.lead} " if block.lead == "→" else f"  {block.lead} "
    start, end = block.mark or (len(block.text), len(block.text))
    print_step(lines, (lead, "label"), Said(block.text[:start], block.text[start:end], block.text[end:]))


def print_step(lines: Lines, lead: Piece, said: Said) -> None:
    """A step; a command for the shell is never broken, so that it can be copied: where the line is too narrow it stands
    on one of its own. What is said to pi (``/compact``) is a sentence and runs on."""
    text, indent = safe("".join(said)), cells(lead[0])
    if said.command[:1] in ("", "/") or indent + cells(text) <= lines.width:
        lines.wrapped(text, indent, lead)
        return
    lines.wrapped(safe(said.before.rstrip()), indent, lead)
    lines.whole((" " * indent, ""), safe(said.command))
    after = said.after.lstrip(";；，,。. ")
    if after:
        lines.wrapped(safe(after), indent)


def _row(lines: Lines, block: Block) -> None:
    _place(lines, safe(block.lead))
    if block.mark is None:
        lines.wrapped(safe(block.text), 4, ("    ", ""))
        return
    start, end = block.mark
    pieces = (safe(block.text[:start]), safe(block.text[start:end]), safe(block.text[end:]))
    if cells("".join(pieces)) + 4 <= lines.width:
        lines.add(("    ", ""), (pieces[0], ""), (pieces[1], "mark"), (pieces[2], ""))
    else:
        lines.wrapped("".join(pieces), 4, ("    ", ""))


def _place(lines: Lines, lead: str) -> None:
    """Where a row stands and how. The end tells most and is never cut: it goes to a line of its own where the name of
    the file leaves no room."""
    if cells(lead) + 2 <= lines.width:
        lines.add(("  ", ""), (lead, "id"))
        return
    file, gap, how = lead.partition("  ")
    lines.wrapped(file, 2, ("  ", ""), "id")
    if gap:
        lines.wrapped(how, 4, ("    ", ""), "id")


def _note(lines: Lines, block: Block) -> None:
    lines.wrapped(safe(block.text), 2, ("  ", ""), "note")


_PRINTERS = {
    "title": _title,
    "fact": _fact,
    "verdict": _verdict,
    "text": _text,
    "heading": _heading,
    "stage": _stage,
    "finding": _finding,
    "detail": _detail,
    "step": _step,
    "row": _row,
    "note": _note,
    "closing": _note,
}
