"""Where in a text something must be masked: one pass of all triggers, then only the rules that woke, on every view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import re2

from inspector.errors import BadInput
from inspector.redaction import rules as table
from inspector.redaction.contexts import FLAG_TRIGGER
from inspector.redaction.known import forms
from inspector.redaction.options import RedactionOptions
from inspector.redaction.packed import TRIGGER as PACKED
from inspector.redaction.packed import readable
from inspector.redaction.rule import Rule
from inspector.redaction.views import LEVELS, View, unescaped
from inspector.redaction.views import TRIGGER as ESCAPED

PLACEHOLDER = re.compile(rb"\[REDACTED:(?:%s)#[1-9][0-9]{0,8}\]" % "|".join(table.rule_names()).encode())
_CHUNK = 20_000  # characters of known values in one expression
_HALF = re.compile("[\ud800-\udfff]")
_INNER = re.compile(rb"[0-9A-Za-z\x80-\xff]")


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes ``start`` to ``end`` of a text, the rule (its place in the table tells precedence) and the plain value."""

    start: int
    end: int
    rank: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class _Compiled:
    rank: int
    rule: Rule
    pattern: re2._Regexp
    groups: int


def re2_options() -> re2.Options:
    """Quiet, and with room for the automaton of all triggers."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 64 << 20
    return options


def compiled(pattern: str) -> re2._Regexp:
    """``pattern`` for UTF-8 bytes."""
    return re2.compile(pattern.encode("utf-8"), re2_options())


_once = lru_cache(maxsize=None)(compiled)


def clean_bytes(text: str) -> bytes:
    """UTF-8 of ``text`` for matching: lone surrogates, which RE2 refuses, become U+FFFD, three bytes like themselves."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _HALF.sub("\ufffd", text).encode("utf-8")


class Finder:
    """The rules of one run, compiled. Raises ``BadInput`` (kind ``pattern``) for a pattern of the user's that RE2 refuses
    and for a choice that does not exist."""

    def __init__(
        self,
        options: RedactionOptions,
        values: tuple[str, ...] = (),
        learned: Mapping[str, str] | None = None,
        extra: tuple[str, ...] = (),
        hides: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.known: dict[str, str] = {}
        self._learned = dict(learned or {})
        self._hides = hides
        rules: list[Rule] = []
        if options.enabled:
            rules += self._known_rules(values)
            rules += [own_pattern(text) for text in options.patterns]
            rules += table.RULES
            for choice in sorted(options.choices):
                if choice not in table.CHOICES:
                    raise BadInput(
                        "usage", f"there is no choice {choice!r}; choices are: {', '.join(table.CHOICES)}"
                    )
                rules += table.CHOICES[choice]
        self.known_triggers = tuple(rule.trigger for rule in rules if rule.name == table.KNOWN)
        self._compile(rules, options.enabled, extra)

    def _compile(self, rules: list[Rule], enabled: bool, extra: tuple[str, ...]) -> None:
        self.set = re2.Set.SearchSet(re2_options())
        self.woken: list[tuple[int, ...]] = []  # number of a trigger -> rules
        by_trigger: dict[str, list[int]] = {}
        self.rules: list[_Compiled] = []
        for rank, rule in enumerate(rules):
            # The table is compiled once for all runs; what the user knows is not kept longer than its run.
            pattern = (
                compiled(rule.pattern) if rule.name in (table.KNOWN, table.PATTERN) else _once(rule.pattern)
            )
            self.rules.append(_Compiled(rank, rule, pattern, pattern.groups))
            by_trigger.setdefault(rule.trigger, []).append(rank)
        if enabled:
            by_trigger.setdefault(ESCAPED, [])
            by_trigger.setdefault(PACKED, [])
            by_trigger.setdefault(FLAG_TRIGGER, [])
        for trigger in extra:
            by_trigger.setdefault(trigger, [])
        for trigger, ranks in by_trigger.items():
            self.set.Add(trigger.encode("utf-8"))
            self.woken.append(tuple(ranks))
        self.triggers = tuple(by_trigger)
        self.escaped = self.triggers.index(ESCAPED) if enabled else -1
        self.packed = self.triggers.index(PACKED) if enabled else -1
        self.empty = not by_trigger
        if not self.empty:
            self.set.Compile()

    def _known_rules(self, values: tuple[str, ...]) -> list[Rule]:
        for value in values:
            for form in forms(_HALF.sub("\ufffd", value)) if value else ():
                self.known.setdefault(form, value)
        for value in self._learned:
            self.known.setdefault(value, value)
        ordered = sorted(self.known, key=lambda form: (-len(form), form))
        chunks: list[list[str]] = [[]]
        size = 0
        for form in ordered:
            if size > _CHUNK:
                chunks.append([])
                size = 0
            chunks[-1].append(re2.escape(form))
            size += len(form)
        patterns = ["|".join(chunk) for chunk in chunks if chunk]
        return [Rule(table.KNOWN, pattern, pattern) for pattern in patterns]

    def wakes(self, data: bytes) -> list[int] | None:
        """Numbers of triggers that match ``data``, None where all is quiet: the one pass that every entry pays."""
        found: list[int] | None = None if self.empty else self.set.Match(data)
        return found

    def spans(self, data: bytes, woken: list[int]) -> list[Span]:
        """What must be masked in ``data``, by the rules that ``woken`` names and in all views. Spans may overlap."""
        found: list[Span] = []
        chain: list[View] = []
        seen, here = data, woken
        for level in range(LEVELS):
            guarded = _placeholders(seen)
            for rank in sorted({rank for number in here for rank in self.woken[number]}):
                self._matches(self.rules[rank], seen, guarded, chain, found)
            if self.packed in here:
                self._unpacked(seen, chain, found)
            view = unescaped(seen, self.escaped in here) if level + 1 < LEVELS else None
            if view is None:
                break
            chain.append(view)
            seen = view.data
            here = self.wakes(seen) or []
        return found

    def _unpacked(self, data: bytes, chain: list[View], found: list[Span]) -> None:
        """Mask what is packed whole where there is something in it; packed once more inside, it is not looked into."""
        for start, end, text in readable(data):
            inside: list[Span] = []
            levels: list[View] = []
            seen = text
            while True:
                woken = self.wakes(seen) or []
                for rank in sorted({rank for number in woken for rank in self.woken[number]}):
                    self._matches(self.rules[rank], seen, _placeholders(seen), [], inside)
                view = unescaped(seen, self.escaped in woken) if len(levels) + 1 < LEVELS else None
                if not inside and self._hides is not None and woken and self._hides(seen):
                    inside.append(Span(0, len(seen), len(self.rules), table.IDENTITY, ""))
                if inside or view is None:
                    break
                levels.append(view)
                seen = view.data
            if inside:
                best = min(inside, key=lambda span: span.rank)
                value = data[start:end].decode("utf-8", "replace")
                for view in reversed(chain):
                    start, end = view.back(start, end)
                found.append(Span(start, end, best.rank, best.name, value))

    def _matches(
        self,
        one: _Compiled,
        data: bytes,
        guarded: list[tuple[int, int]],
        chain: list[View],
        found: list[Span],
    ) -> None:
        for match in one.pattern.finditer(data):
            start, end = match.span(0)
            for group in range(1, one.groups + 1):
                if match.span(group)[0] >= 0:
                    start, end = match.span(group)
                    break
            if start == end:
                continue
            if guarded:
                start, end, bare = _around(data, start, end, guarded)
                if not (_INNER.search(bare) if one.rule.name != table.PATTERN else bare):
                    continue
            else:
                bare = data[start:end]
            value = bare.decode("utf-8", "replace")
            if one.rule.check is not None and not one.rule.check(value):
                continue
            name = one.rule.name
            if name == table.KNOWN:
                value = self.known.get(value, value)
                name = self._learned.get(value, name)  # of what was learned, the rule that found it
            for view in reversed(chain):
                start, end = view.back(start, end)
            found.append(Span(start, end, one.rank, name, value))


def own_pattern(text: str) -> Rule:
    """A rule of the user's own. Raises ``BadInput`` (kind ``pattern``) where RE2 refuses it."""
    try:
        compiled(text)
    except (re2.error, UnicodeEncodeError) as error:
        raise BadInput("pattern", f"the pattern {text!r} is no RE2 expression: {_said(error)}") from error
    return Rule(table.PATTERN, text, text)


def _said(error: Exception) -> str:
    what = error.args[0] if error.args else ""
    return what.decode("utf-8", "replace") if isinstance(what, bytes) else str(what)


def _placeholders(data: bytes) -> list[tuple[int, int]]:
    return [match.span() for match in PLACEHOLDER.finditer(data)] if b"[REDACTED:" in data else []


def _around(data: bytes, start: int, end: int, guarded: list[tuple[int, int]]) -> tuple[int, int, bytes]:
    """The span grown over placeholders that it cuts, and its bytes without placeholders."""
    low, parts = start, []
    for a, b in guarded:
        if b <= start or a >= end:
            continue
        if a < low:
            low = a
        else:
            parts.append(data[start:a])
        start, end = b, max(b, end)
    parts.append(data[start:end])
    return low, end, b"".join(parts)
