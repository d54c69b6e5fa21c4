"""Session text as Markdown in which nothing is markup but what we make: for the Markdown transcript.

Prose comes out escaped, line for line; a fenced block in it becomes a fence of ours, longer than any run of the sign
inside. So no text can end a fence, open HTML, load a picture or name (and so notify) a person on a forge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import re2

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#+!|~&$])")
_SEQUENCE = re.compile(r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\-_]")
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_FENCE = re.compile(r" {0,8}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*\Z")
_INFO = re.compile(r"[A-Za-z0-9][A-Za-z0-9+#.-]{0,19}\Z")
_LEAD = re.compile(r"( *)(?:(#{1,6}) +(?=\S)|([-*+]) +(?=\S)|(\d{1,9})([.)]) +(?=\S))?")
# What stands in a code span in prose: spans of the text itself, placeholders, and words that a forge would link.
_CODED = re.compile(
    r"(`+)(?!`)(.+?)(?<!`)\1(?!`)"
    r"|(\[REDACTED:[^\]\s]{1,80}\])"
    r"|((?<![\w@])@[A-Za-z0-9][\w/.-]*|(?<!\w)(?:GH-|#)\d+\b)"
)
# A line that needs nothing but its indent kept: no sign that means anything, no list, no rule.
_PLAIN_LINE = re.compile(r"( *)[^\s0-9\\`*_{}\[\]<>#+!|~&$@=-][^\\`*_{}\[\]<>#+!|~&$@\t]*\Z")
_MAY_BE_CODED = re.compile(r"[`@#]|\[R|GH-")  # without any of which there is none of them
# A heading's words as they mostly are: nothing in them means anything to Markdown.
_WORDS = re.compile(r"[A-Za-z0-9.,:;()/'\"%=?-]+(?: [A-Za-z0-9.,:;()/'\"%=?-]+)*\Z")
_ODD, _MEANS = 0, 1


def _looked_for() -> re2.Set:
    """One look at a whole text, which is quick: is there a sign that must be named, is there one that means something?"""
    found = re2.Set.SearchSet()
    odd = r"[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{61c}\x{200b}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}]"
    means = r"(?m)[\\`*_{}\[\]<>#+!|~&$@\t]|GH-|^[ =-]|^[0-9]{1,9}[.)] |[\t\x0b\f\r\x1c-\x1f\x{85}\pZ]$"
    for pattern in (odd, means):
        found.Add(pattern.encode())
    found.Compile()
    return found


_LOOK = _looked_for()


def _look(text: str) -> list[int]:
    """``_ODD`` and ``_MEANS``, where they hold for ``text``; both where that cannot be said."""
    try:
        return _LOOK.Match(text.encode()) or []
    except UnicodeEncodeError:
        return [_ODD, _MEANS]


def clean(text: str) -> str:
    """``text`` for a file that people read: line ends are LF, terminal sequences go, other control signs, marks of
    direction and halves of surrogates are named as ⟦U+XXXX⟧."""
    return _cleaned(text) if _ODD in _look(text) else text


def _cleaned(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x1b" in text:
        text = _SEQUENCE.sub("", text)
    return _CONTROL.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", text)


def line(text: str, limit: int = 200) -> str:
    """``text`` on one line, escaped and cut: for headings and facts."""
    if len(text) <= limit and _WORDS.match(text) and "GH-" not in text:
        return text
    flat = " ".join(clean(text).split())
    return escape(flat if len(flat) <= limit else flat[: limit - 1] + "…")


def escape(text: str) -> str:
    """One line in which no sign means anything to Markdown; code spans of the text stay code spans."""
    if not _MAY_BE_CODED.search(text):
        return _SPECIAL.sub(r"\\\1", text)
    parts, at, span = [], 0, ""
    for match in _CODED.finditer(text):
        said = match[2].strip() or match[2] if match[1] else match[0]
        if span and at == match.start():
            span += said  # two spans without a sign between them would be none
        else:
            parts += [*([code(span)] if span else []), _SPECIAL.sub(r"\\\1", text[at : match.start()])]
            span = said
        at = match.end()
    parts += [*([code(span)] if span else []), _SPECIAL.sub(r"\\\1", text[at:])]
    return "".join(parts)


def code(text: str) -> str:
    """``text`` as a code span on one line; two signs of ``|`` in a table row are escaped by the caller."""
    if text.isascii() and text.isalnum():
        return f"`{text}`"
    flat = " ".join(clean(text).split("\n"))
    ticks = "`" * (_longest(flat, "`") + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}" if flat.strip() else "` `"


def fence(text: str, info: str = "") -> str:
    """``text`` as a fenced block that nothing in it can end."""
    body = clean(text)
    ticks = "`" * max(3, _longest(body, "`") + 1)
    return f"{ticks}{info if _INFO.match(info) else ''}\n{body.rstrip(chr(10))}\n{ticks}"


def prose(text: str) -> str:
    """Text of people and models, several paragraphs of it: fences, lists and headings keep their looks, all else is
    shown sign by sign."""
    found = _look(text)
    if not found:
        return _joined(text.split("\n")).strip("\n")
    out: list[str] = []
    for info, lines in _pieces((_cleaned(text) if _ODD in found else text).split("\n")):
        if info is None:
            out.extend(_prose_line(one) for one in lines)
        else:
            if out and out[-1]:
                out.append("")
            out.extend((fence("\n".join(lines), info), ""))
    return _joined(out).strip("\n")


def _pieces(lines: list[str]) -> Iterator[tuple[str | None, list[str]]]:
    """Runs of prose (None) and fenced blocks (their info word); a fence that nobody closes ends with the text."""
    prose_lines: list[str] = []
    at = 0
    while at < len(lines):
        match = _FENCE.match(lines[at])
        if not match:
            prose_lines.append(lines[at])
            at += 1
            continue
        if prose_lines:
            yield None, prose_lines
            prose_lines = []
        sign = match[1]
        closes = re.compile(rf" {{0,8}}{sign[0]}{{{len(sign)},}}[ \t]*\Z")
        end = next((i for i in range(at + 1, len(lines)) if closes.match(lines[i])), len(lines))
        yield match[2], lines[at + 1 : end]
        at = end + 1
    if prose_lines:
        yield None, prose_lines


def _prose_line(text: str) -> str:
    plain = _PLAIN_LINE.match(text)
    if plain is not None and "GH-" not in text and not text[-1].isspace():
        return "\u00a0" * plain.end(1) + text[plain.end(1) :]
    text = text.replace("\t", "    ").rstrip()
    match = _LEAD.match(text)
    assert match is not None
    indent, heading, bullet, number, dot = match.groups()
    rest = escape(text[match.end() :])
    if heading:
        return f"**{rest}**" if rest and not rest.startswith("*") else rest
    # Four blanks would make a code block of a line, so deeper ones are kept as hard blanks.
    lead = indent if len(indent) < 4 and (bullet or number or not indent) else "\u00a0" * len(indent)
    if bullet:
        return f"{lead}- {rest}"
    if number:
        return f"{lead}{number}{dot} {rest}"
    if rest[:1] in ("-", "="):  # no rule, no underlined heading, no list
        rest = "\\" + rest
    return lead + rest


def _joined(lines: list[str]) -> str:
    """Lines of prose with hard line breaks, so that what stood on lines of its own still does."""
    out = []
    for at, one in enumerate(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        out.append(one + ("  " if one and following and "\n" not in one else ""))
    return "\n".join(out)


def _longest(text: str, sign: str) -> int:
    longest = run = 0
    at = text.find(sign)
    while at >= 0:
        run = 1
        while text.startswith(sign, at + run):
            run += 1
        longest = max(longest, run)
        at = text.find(sign, at + run)
    return longest
