"""The one catalog of words for findings, stages, steps and traces, in English and Simplified Chinese.

A template names its parameters in braces. A format behind a colon says how a parameter is written:
``{n:entry,entries}`` a count with its noun, ``{text:quote}`` a quotation cut to one short line,
``{text:words}`` a longer one for words to be said again, ``{at:time}`` an
instant (ms UTC) as date and time in UTC, ``{rows:list}`` a list joined and cut (its
sentence is left out where it is empty, as that of ``{n:some}`` for 0 or None and of ``{flag:when}``, which writes
nothing itself, for False), ``{share:percent}`` a share of 1,
``{path:sh}`` one word of a shell command: whatever stands in a command is content of strangers,
``{line:aside}`` the line that words were taken from, nothing for None,
``{why:said}`` a sentence about the file, which ``words_file`` has in Chinese.
A parameter that is None reads "unknown".
"""

from __future__ import annotations

import re
import shlex
import string
import unicodedata
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from inspector.diagnosis.words_file import said
from inspector.session.jsvalue import iso
from inspector.session.preview import one_line

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
_LIST = 8  # members of a list that are named
_QUOTE = 90  # characters of a quotation
_WORDS = 240  # characters of words that somebody is to say again
# Not to be seen, beside the categories C*, Zl and Zp.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Templates in sentences, and parameters that may name nothing.
_STOP = re.compile(r"(?<=\. )|(?<=[。；])")
_MAYBE_NONE = re.compile(r"\{(\w+):(?:list|some|when)\}")
_NOTHING: tuple[Any, ...] = ([], (), ["–"], 0, None)
_LINE = re.compile(r"(?<![A-Za-z])L\{(\w+)\}")
_FOLDED = re.compile(r"\A\s|\s\Z|\s\s|[^\S ]")
_HALF = re.compile("[\ud800-\udbff]|[\udc00-\udc7f\udd00-\udfff]")  # no byte of a file name
# Where a command begins in a template, and what ends it; templates are ours, so nothing in a parameter counts.
_COMMAND = re.compile(
    r"(.*?[:：] ?)((?:pi --|pi-inspector |cd \{|/compact ).+?)((?:[;；，。]|\.(?= |\Z)|, ).*)?", re.DOTALL
)


class Words(NamedTuple):
    """Title (one line, a whole statement) and detail ("" where the title says it all) in both languages."""

    en: str
    en_detail: str
    zh: str
    zh_detail: str


class StepWords(NamedTuple):
    """A step in both languages."""

    en: str
    zh: str


class Said(NamedTuple):
    """A step in three parts: the words before its command, the command ("" for none), and the words after it."""

    before: str
    command: str = ""
    after: str = ""


class _Formatter(string.Formatter):
    def __init__(self, language: Language, whole: bool) -> None:
        self._zh, self._whole = language == "zh", whole

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "when":
            return ""
        if format_spec == "line":
            return "?" if value is None else str(value)
        if format_spec == "aside":
            return "" if value is None else f"（出自 L{value}）" if self._zh else f" (said on L{value})"
        if value is None:
            return "未知" if self._zh else "unknown"
        if format_spec in ("quote", "words"):
            text = one_line(str(value), _QUOTE if format_spec == "quote" else _WORDS)
            return f"“{text}”"
        if format_spec == "said":
            return said(str(value), "zh" if self._zh else "en")
        if format_spec == "sh":
            return shell_word(str(value))
        if format_spec == "time":
            return (iso(value) or ("未知" if self._zh else "unknown"))[:19].replace("T", " ") + " UTC"
        if format_spec == "percent":
            return f"{round(100 * value)} %"
        if format_spec == "some":
            format_spec = ""
        if format_spec == "list":
            return self._list(list(value))
        if "," in format_spec:
            one, many = format_spec.split(",", 1)
            return f"{value:,}" if self._zh else f"{value:,} {one if value == 1 else many}"
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and not format_spec:
            return f"{value:,}"
        if isinstance(value, (list, tuple)) and not format_spec:
            return self._list(list(value))
        return str(super().format_field(value, format_spec))

    def _list(self, members: list[Any]) -> str:
        named = members if self._whole else members[:_LIST]
        shown = ("、" if self._zh else ", ").join(str(member) for member in named) or "–"
        more = len(members) - len(named)
        if not more:
            return shown
        return f"{shown} 等 {len(members)} 项" if self._zh else f"{shown} and {more} more"


_FORMATTERS = {
    (language, whole): _Formatter(language, whole) for language in LANGUAGES for whole in (False, True)
}


def fill(template: str, params: Mapping[str, Any], language: Language = "en", whole: bool = False) -> str:
    """A template with its parameters; ``whole`` names every member of a list. Raises ``KeyError`` for a parameter that
    is not given. A sentence that names what there is none of, by an empty list or by ``{n:some}`` of 0, is left out
    where others stay."""
    told = _LINE.sub(r"L{\1:line}", _told(template, params))  # a name of a line, no amount: never grouped
    return _FORMATTERS[language, whole].vformat(told, (), params)


def _told(template: str, params: Mapping[str, Any]) -> str:
    """The template without the sentences that would tell of nothing."""
    if ":list}" not in template and ":some}" not in template and ":when}" not in template:
        return template
    sentences = _STOP.split(template)
    told = [
        one
        for one in sentences
        if not any(params.get(name, True) in _NOTHING for name in _MAYBE_NONE.findall(one))
    ]
    return "".join(told) if told else template


def fill_step(template: str, params: Mapping[str, Any], language: Language = "en") -> Said:
    """The same for a step, with its command by itself."""
    match = _COMMAND.fullmatch(template)
    if match is None:
        return Said(fill(template, params, language))
    return Said(*(fill(part or "", params, language) for part in match.groups()))


def shell_word(text: str) -> str:
    """``text`` as one word of a shell command. What cannot be seen, or is lost where white space is folded, is written
    as its bytes (``$'...'``, which bash, zsh and ksh know), so that a command can be copied from any screen."""
    text = _HALF.sub("\ufffd", text)
    if not _FOLDED.search(text) and not any(map(_is_unseen, text)):
        return shlex.quote(text)
    return "$'" + "".join(map(_escaped, text)) + "'"


def _is_unseen(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] == "C" or category in ("Zl", "Zp") or _UNSEEN.match(char) is not None


def _escaped(char: str) -> str:
    if char in "\\'":
        return f"\\{char}"
    if not char.isspace() and not _is_unseen(char):
        return char
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))
