"""Our own words in an artefact: what templates, headings and field names put there, which no session can say.

A value or a pattern of the user's may well match them; the proof passes them over. What they are is never listed by
hand: a session that says nothing is exported, and what stands in its artefacts is ours. Numbers count as equal.
"""

from __future__ import annotations

import base64
import gzip
import re
from functools import cache
from typing import Any

from inspector.errors import BadInput
from inspector.evidence.ladder import Decoded, decode
from inspector.export import sayings
from inspector.export.parts import PARTS, RULE_WORDS
from inspector.export.sayings import NOTHING
from inspector.jsontext import dumps
from inspector.redaction import rules as table
from inspector.redaction.finder import compiled
from inspector.redaction.options import RedactionOptions
from inspector.session import kinds as k

_NUMBER = re.compile(r"\d[\d,]*")
_LETTER = re.compile(r"[A-Za-z]")
_CODE = re.compile(r"`([^`]+)`")
_NAMED = re.compile(r"⟦U\\?\+[0-9A-F]{4,6}⟧")  # a sign that would not be seen, named in a transcript
# A placeholder that a heading or a preview cut.
_CUT = re.compile(
    r"\\?\[(?:R[A-Z]{0,7}|REDACTED:[a-z0-9-]*(?:\\?#\d*)?)(?:…|(?=`)|\Z)|\A[A-Z]{0,8}:?[a-z0-9-]{0,40}#?\d+\]"
)
_MIDDLE = re.compile(
    r"\*\([\d,]+ of [\d,]+ characters left out here; all of it stands on line [\d,]+ of the session\)\*"
)
_LEFT = re.compile(
    "|".join(re.escape(words.partition(" (")[0].partition(",")[0]) for words in PARTS.values())
)
_DERIVED = re.compile(r"pi-(?:index|usage|context|session-data)")
# What pi reads of a line: with one of these masked it would not open the file, or not see what it holds.
FORMAT_WORDS = tuple(
    dict.fromkeys(
        (
            *("session", *k.ENTRY_TYPES, *filter(None, k.ROLES)),
            *("text", "thinking", "image", "toolCall"),
            *("type", "version", "id", "parentId", "timestamp", "cwd", "content", "summary", "arguments"),
            *("provider", "model", "modelId", "stopReason", "toolCallId", "toolName", "isError", "command", "output"),
            *("firstKeptEntryId", "tokensBefore", "fromId", "targetId", "replacement", "customType", "display"),
            *("mimeType", "data", "details", "name", "label", "usage", "thinkingLevel"),
        )
    )
)  # fmt: skip
_CHAT = (
    "role",
    "content",
    "tool",
    "tool_calls",
    "tool_call_id",
    "function",
    "name",
    "arguments",
    "image_url",
)


def refuse_format_words(options: RedactionOptions) -> None:
    """Raise ``BadInput`` for a known value, or a pattern, that hits a word of the format itself: with it masked, pi could
    not read the file. The word is no secret, and is told."""
    if not options.enabled:
        return
    for value in options.known:
        if word := in_format(value):
            part = f"`{value}`" if value == word else f"`{value}`, a part of `{word}`,"
            raise BadInput(
                "known-values", f"{part} is a word of the format itself; it cannot be masked: take it out"
            )
    for pattern in options.patterns:
        if not pattern.strip():
            raise BadInput("pattern", "an empty pattern masks nothing; give an RE2 expression")
        expression = compiled_or_none(pattern)
        if expression is None:
            continue  # the redactor says why it is none
        if expression.fullmatch(b""):
            raise BadInput("pattern", f"the pattern {pattern!r} matches an empty text, too; make it narrower")
        for word in FORMAT_WORDS:
            if expression.search(word.encode()):
                raise BadInput(
                    "pattern",
                    f"the pattern {pattern!r} matches `{word}`, a word of the format itself, which cannot be masked; "
                    "make it narrower",
                )


def compiled_or_none(pattern: str) -> Any:
    """The expression; None where RE2 refuses it."""
    try:
        return compiled(pattern)
    except Exception:  # re2.error is no public class of its own in every release
        return None


def in_format(value: str) -> str:
    """The word of the format that ``value`` is, or is a part of; "" for any other."""
    if value in FORMAT_WORDS:
        return value
    return next((word for word in FORMAT_WORDS if value and value in word), "")


# -- artefacts without our words ---------------------------------------------------------------------------


def without_own(data: bytes, form: str, name: str, to: str) -> bytes:
    """A block of an artefact with what is ours taken out, line by line: only what a session, or the exporter, says is
    left. ``form``, ``name``: as the proof has them."""
    if to == "manifest":
        return _said(data, our_strings())
    if to == "report":
        return _each(data, lambda text: " ".join(_CODE.findall(text)) if "`" in text else "")
    if form == "json":
        if to == "json":  # told nowhere else, so only names of members pass
            return _said(data, frozenset((*_CHAT, *FORMAT_WORDS)))
        return _said(data, our_strings()) if _DERIVED.match(name) else data
    return _each(data, lambda text: _bare(text, to))


def _each(data: bytes, change: Any) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    return "\n".join(map(change, text.split("\n"))).encode("utf-8", "surrogateescape")


def _bare(text: str, to: str) -> str:
    if not text.strip():
        return text
    if to == "html":
        text = re.sub(r"<dd>\s+</dd>", "<dd></dd>", _rules().sub("", text))
    elif text.startswith("- left out: "):
        return _LEFT.sub("", text[len("- left out: ") :])
    else:
        text = _CUT.sub("", _NAMED.sub("", _MIDDLE.sub("", text)))
    for expression in lines_of(to):
        if match := expression.fullmatch(text):
            return " ".join(match.groups())
    return text


@cache
def _rules() -> re.Pattern[str]:
    words = {f"part.{name}": text for name, text in PARTS.items()}
    words |= {f"rule.{name}": text for name, text in RULE_WORDS.items()}
    named = "|".join(
        f'<span data-word="{re.escape(name)}">{re.escape(text)}</span>' for name, text in words.items()
    )
    totals = r"<dt>[A-Z][a-z]+ · \w+</dt><dd>[\d,.$? ()a-z]+</dd>"
    return re.compile(rf"(?:<code>[a-z0-9-]{{1,40}}</code>|{named})(?: ×[\d,]+)?(?:; )?|{totals}")


def _said(data: bytes, own: frozenset[str]) -> bytes:
    """The strings of JSON, whole or in lines, that are not ours; each line stays on its line."""
    packed = data.strip().strip(b'"')
    if packed.startswith(b"H4sI"):
        data = gzip.decompress(base64.b64decode(packed))
    whole = decode(data)
    if isinstance(whole, Decoded):
        return dumps(_strings(whole.value, own))
    out = []
    for raw in data.split(b"\n"):
        result = decode(raw) if raw.strip() else None
        out.append(dumps(_strings(result.value, own)) if isinstance(result, Decoded) else raw)
    return b"\n".join(out)


def _strings(value: Any, own: frozenset[str]) -> list[Any]:
    """Strings and members in ``value``. A member whose name is not ours keeps it: it may tell what the value is."""
    found: list[Any] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            for key, inner in item.items():
                if key in own or key.isdigit():  # a row
                    stack.append(inner)
                elif isinstance(inner, (dict, list)):
                    found.append(key)
                    stack.append(inner)
                else:
                    found.append({key: inner})
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, str) and not _is_own(item, own):
            found.append(_CUT.sub("", item))
    return found


def _is_own(text: str, own: frozenset[str]) -> bool:
    """A bare number is never ours: it may be the very secret."""
    return text in own or (_LETTER.search(text) is not None and _NUMBER.sub("0", text) in own)


# -- what is ours --------------------------------------------------------------------------------------------


@cache
def our_strings() -> frozenset[str]:
    """Names of members and whole strings in the data of a page of a session that says nothing, and of a
    manifest; numbers as 0."""
    found: set[str] = set()
    stack: list[Any] = list(sayings.data_of_nothing())
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend([*item, *item.values()])
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, str) and NOTHING not in item:
            found |= {item, _NUMBER.sub("0", item)}
    return frozenset((*found, *PARTS, *table.rule_names(), *FORMAT_WORDS))


@cache
def lines_of(to: str) -> tuple[re.Pattern[str], ...]:
    """Lines of ours in an artefact, with a group where a session says something; the most telling first."""
    text = sayings.page_of_nothing() if to == "html" else sayings.transcript_of_nothing()
    if to == "html":
        text = tuple(_rules().sub("", line) for line in text)
    made = dict.fromkeys(line for line in text if _LETTER.search(line.replace(NOTHING, "")))
    order = sorted(made, key=lambda line: -len(line.replace(NOTHING, "")))
    return tuple(re.compile(_expression(line)) for line in order)


def _expression(line: str) -> str:
    pieces = (_NUMBER.sub(r"\\d[\\d,]*", re.escape(piece)) for piece in line.split(NOTHING))
    return "(.*)".join(pieces)
