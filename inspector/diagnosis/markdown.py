"""A diagnosis as Markdown, for an issue or a note. Session text stays text: nothing in it becomes markup."""

from __future__ import annotations

import re
from collections.abc import Callable

from inspector.diagnosis.difference_text import told
from inspector.diagnosis.story import Block

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+!|~&])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def markdown(blocks: list[Block]) -> str:
    """The blocks as Markdown, ending with a newline."""
    lines: list[str] = []
    before = ""
    for block in blocks:
        if lines and not (block.kind in _LISTS and before in _LISTS):
            lines.append("")
        lines.append(_MAKERS.get(block.kind, _paragraph)(block))
        before = block.kind
    return "\n".join(lines) + "\n"


def plain(text: str) -> str:
    """Text in which no sign means anything to Markdown or a terminal."""
    return _SPECIAL.sub(r"\\\1", _visible(" ".join(text.split())))


def _visible(text: str) -> str:
    return _CONTROL.sub(lambda match: f"⟦U+{ord(match.group()):04X}⟧", text)


_LISTS = ("finding", "detail", "step", "row", "fact")


def _paragraph(block: Block) -> str:
    return plain(told(block.text).text)


def _detail(block: Block) -> str:
    detail = told(block.text)
    if not detail.lines:
        return f"   {plain(detail.text)}"
    return f"   {plain(detail.text)} {plain(detail.caption)}\n\n{_fenced(detail.lines)}"


def _fenced(lines: tuple[str, ...]) -> str:
    """Lines as they are in a block that nothing in them can end: its fence is longer than any run of ticks."""
    shown = [_visible(line.replace("\t", "    ")) for line in lines]
    ticks = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, ticks + 1)
    return "\n".join(f"   {line}".rstrip() for line in (f"{fence}diff", *shown, fence)) + "\n"


def _colon(lead: str) -> str:
    return ": " if lead.isascii() else "："


def _fact(block: Block) -> str:
    return f"- {plain(block.lead)}{_colon(block.lead)}{plain(block.text)}"


def _stage(block: Block) -> str:
    return f"## {plain(block.lead)}{_colon(block.lead)}{plain(block.text)}"


def _finding(block: Block) -> str:
    lead = f"*{plain(block.lead)}*{_colon(block.lead)}" if block.lead else ""
    return f"- {lead}{plain(block.text)}"


def _step(block: Block) -> str:
    lead = f"   {plain(block.lead)}" if block.lead == "→" else block.lead
    if block.mark is None:
        return f"{lead} {plain(block.text)}"
    before, command, after = (
        block.text[: block.mark[0]],
        block.text[slice(*block.mark)],
        block.text[block.mark[1] :],
    )
    return f"{lead} {plain(before)} {_code(command)}{plain(after)}"


def _code(text: str) -> str:
    """A command as it is to be typed: between ticks, more of them than it has in a row."""
    shown = _visible(" ".join(text.split()))
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    edge = " " if "`" in (shown[:1], shown[-1:]) else ""
    return f"{ticks}{edge}{shown}{edge}{ticks}"


_MAKERS: dict[str, Callable[[Block], str]] = {
    "title": lambda block: f"# {plain(block.text)}",
    "verdict": lambda block: f"**{plain(block.text)}**",
    "heading": lambda block: f"## {plain(block.text)}",
    "stage": _stage,
    "fact": _fact,
    "finding": _finding,
    "detail": _detail,
    "step": _step,
    "row": lambda block: f"- {plain(block.lead)}: {plain(block.text)}",
}
