"""The redactor: decoded values in, values without secrets out, the same placeholder for the same value everywhere.

It never changes what it is given, never raises on what a session may hold, never recurses. Each text is masked until
nothing is found any more, so redacting twice changes nothing, and an audit with the same rules is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from inspector.redaction import rules as table
from inspector.redaction.advice import Advisor
from inspector.redaction.contexts import property_secret
from inspector.redaction.finder import PLACEHOLDER, Finder, Span, compiled, own_pattern, re2_options
from inspector.redaction.glance import Glance, readable
from inspector.redaction.identity import Identity
from inspector.redaction.options import RedactionOptions, home_and_names
from inspector.redaction.report import ALWAYS, USER_NAME, Masked, Place, Report
from inspector.redaction.rule import entropy, has_digit
from inspector.redaction.walk import Walk, gather

__all__ = ["Masked", "Place", "Redactor", "Report"]

QUIET, DULL, FAMILIAR = 1, 2, 4  # what a glance tells of a line
_ROUNDS = 12
_LEARNED = 2000
_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_WHOLE = 1 << 30  # the rank of a value that its property's name makes secret: every rule names it better
_NOT_LEARNED = frozenset(
    (table.KNOWN, table.PATTERN, table.IMAGE, table.TEXT, table.IDENTITY, "email", "host", "ip", "phone")
)


class Redactor:
    """One run. Raises ``BadInput`` where the options hold a pattern that RE2 refuses or an unknown choice.

    Best used twice over the entries: first ``learn`` each, then ``value`` each. A password that only its surroundings
    tell (``postgres://u:PASSWORD@…``) is then masked where it stands alone too, also in earlier entries; the audit looks
    for it everywhere. One pass with ``value`` alone is sound but may fail the audit for that reason."""

    def __init__(self, options: RedactionOptions) -> None:
        self.options = options
        self._identity = Identity(*home_and_names(options)) if options.mask_identity else None
        self._allowed = frozenset(text for text in options.allow if not text.startswith("re:"))
        self._allowed_like = [_own(text[3:]) for text in options.allow if text.startswith("re:")]
        self._placeholders: dict[str, str] = {}
        self._learned: dict[str, str] = {}  # value -> the rule that found it
        self._active = 0  # learned values that the finder knows
        self._report = Report(always=self._always())
        self._advisor = Advisor(self._identity.words if self._identity else ()) if options.advise else None
        self._learning = False
        self._numbers: dict[str, int] = {}  # placeholders given out, by rule
        self.plain: set[str] = set()
        self._build()

    def _build(self) -> None:
        extra = tuple(self._identity.triggers()) if self._identity else ()
        hides = self._identity.hides if self._identity else None
        self._finder = Finder(self.options, self.options.known, self._learned, extra, hides)
        patterns = self.options.patterns if self.options.enabled else ()
        self._glance = Glance(self._finder.triggers, patterns, self.drops, re2_options())
        known = len(self._finder.triggers)
        self._about_identity = frozenset(range(known - len(extra), known))
        self._glance_learned = Glance(self._finder.known_triggers, (), False, re2_options())
        self._active = len(self._learned)
        self.plain.clear()

    def _always(self) -> tuple[str, ...]:
        return (*ALWAYS, USER_NAME) if self._identity is not None and self._identity.bound else ALWAYS

    def names_user(self, prop: str, text: object) -> bool:
        """True where a property of this name says that its value is a user name to mask."""
        return type(text) is str and self._identity is not None and self._identity.is_bound(prop, text)

    @property
    def user_bound(self) -> bool:
        """True where a user name is masked only where its place tells what it is."""
        return self._identity is not None and bool(self._identity.bound)

    # -- what callers use --------------------------------------------------------------------------------

    @property
    def drops(self) -> bool:
        """True where signatures, encrypted reasoning and image metadata are taken out."""
        return self.options.enabled

    def learn(self, value: Any) -> None:
        """Look for secrets in a decoded value and remember those that may stand elsewhere without their surroundings.
        Nothing is reported."""
        report, self._report, self._learning = self._report, Report(), True
        try:
            self._walked(value, Place(0, "", ""))
        finally:
            self._report, self._learning = report, False

    def activate(self) -> None:
        """From here on mask every learned value wherever it stands; ``value`` does so after ``learn`` by itself."""
        if len(self._learned) != self._active:
            self._build()

    def value(self, value: Any, place: Place) -> Any:
        """``value`` without secrets: the same object where nothing was found, else a new one. ``place.field`` is put
        before the paths in the report."""
        result, texts = self._walked(value, place)
        if self._advisor is not None and not self._learning:
            if result is not value:
                texts = gather(result, self)[0]
            self._advisor.look(texts, place, self._report)
        return result

    def text(self, text: str, place: Place, kind: str = "") -> str:
        """``text`` without secrets. ``kind``: "password" or "secret" where the name beside it says that it is one."""
        data = text.encode("utf-8", "surrogatepass")
        masked = self._masked(data, kind, place)
        return text if masked is data else masked.decode("utf-8", "surrogatepass")

    def glance(self, raw: bytes, utf8: bool = False) -> int:
        """What a look at the stored bytes of a JSON line tells, which saves the decoding of most: ``QUIET`` where its value,
        or any part of it, would come back from ``value`` and ``learn`` as it is; ``FAMILIAR`` where there may be a home or a
        user's name and else nothing, so that ``learn`` has no use for it; ``DULL`` where there is nothing in it that a person
        should read. 0 means no more than: decode it and see. ``utf8``: it is
        known to be."""
        text = readable(raw, utf8)
        if text is None:
            return 0
        if woken := self._glance.woken(text):
            return FAMILIAR if self._about_identity.issuperset(woken) else 0
        return QUIET if self._advisor is not None and not self._advisor.quiet(text) else QUIET | DULL

    def skips(self, raw: bytes, seen: int | None = None) -> bool:
        """True where ``value`` would give the value of a JSON line back with nothing to say. ``seen``: what ``glance`` told of
        the line before anything was learned."""
        if self._identity is None and not self.options.enabled:
            return True
        self._catch_up()
        if seen is None:
            seen = self.glance(raw)
        elif seen & QUIET and self._learned:
            text = readable(raw)
            if text is None or self._glance_learned.woken(text):
                return False
        return bool(seen & QUIET) and (self._advisor is None or bool(seen & DULL) or not self._advisor.kinds)

    def report(self) -> Report:
        """What was masked until now; goes on being filled."""
        names: dict[str, int] = {}
        for placeholder in self._placeholders.values():
            name = placeholder[len("[REDACTED:") :].partition("#")[0]
            names[name] = names.get(name, 0) + 1
        self._report.values = dict(sorted(names.items()))
        return self._report

    def values_of(self, placeholders: Iterable[str]) -> tuple[str, ...]:
        """The values behind ``placeholders``, for the allow list of another run. Secret: never to be shown or sent."""
        wanted = frozenset(placeholders)
        return tuple(value for value, placeholder in self._placeholders.items() if placeholder in wanted)

    def auditor(self) -> Redactor:
        """A redactor with the same rules that also looks for every value of this run, for the proof."""
        other = Redactor.__new__(Redactor)
        other.__dict__.update(self.__dict__)
        other._placeholders = dict(self._placeholders)
        other._learned = dict(self._learned)
        other._report = Report()
        other._advisor = None
        other._numbers, other.plain = dict(self._numbers), set()
        if len(other._learned) != other._active:
            other._build()
        return other

    # -- masking a text ----------------------------------------------------------------------------------

    def _walked(self, value: Any, place: Place) -> tuple[Any, list[str]]:
        if not self._learning:
            self._catch_up()
        if self._identity is None and not self.options.enabled:
            return value, []
        texts, suspect = gather(value, self)
        if (
            not suspect
            and not self._glance.blind
            and not self._finder.wakes(_clean("\x00\n".join((*texts, "")).encode("utf-8", "surrogatepass")))
        ):
            return value, texts
        return Walk(self, place).run(value), texts

    def _catch_up(self) -> None:
        """What was learned counts from the first value on that is masked."""
        if len(self._learned) != self._active and not self._report.counts:
            self.activate()

    def quiet(self, text: str) -> bool:
        """True where no rule has anything to say about ``text``."""
        return not self._finder.wakes(_clean(text.encode("utf-8", "surrogatepass")))

    def _masked(self, stored: bytes, kind: str, place: Place) -> bytes:
        data = stored
        for _ in range(_ROUNDS):
            clean = _clean(data)
            woken = self._finder.wakes(clean)
            if not woken and not kind:
                return data
            spans = [s for s in self._finder.spans(clean, woken or []) if not self._allows(s.value)]
            if kind and self.options.enabled:
                spans += self._whole(clean, kind)
            before = data
            if spans:
                data = self._replaced(data, clean, spans, place)
            if self._identity is not None and woken:
                masked, times = self._identity.mask(data, _splice)
                if masked != data:
                    data = masked
                    self._report.add(table.IDENTITY, "~", place, times)
            if data == before:
                return before
        return self._placeholder(table.TEXT, data.decode("utf-8", "replace"), place).encode()

    def _whole(self, clean: bytes, kind: str) -> list[Span]:
        bare = PLACEHOLDER.sub(b"", clean).decode("utf-8", "replace").strip()
        if not bare or self._allows(bare) or not property_secret(kind, bare):
            return []
        return [Span(0, len(clean), _WHOLE, kind, bare)]

    def _replaced(self, data: bytes, clean: bytes, spans: list[Span], place: Place) -> bytes:
        edits = []
        for start, end, name, value in _merged(clean, spans):
            edits.append((start, end, self._placeholder(name, value, place).encode()))
        return _splice(data, edits)

    def _placeholder(self, name: str, value: str, place: Place) -> str:
        placeholder = self._placeholders.get(value)
        if placeholder is None:
            number = self._next_number(name)
            placeholder = self._placeholders[value] = f"[REDACTED:{name}#{number}]"
            if name not in _NOT_LEARNED and _stands_alone(value) and len(self._learned) < _LEARNED:
                self._learned[value] = name
        self._report.add(placeholder[len("[REDACTED:") :].partition("#")[0], placeholder, place)
        return placeholder

    def _next_number(self, name: str) -> int:
        self._numbers[name] = self._numbers.get(name, 0) + 1
        return self._numbers[name]

    def hidden(self, name: str, value: str, place: Place) -> str:
        """The placeholder for a value that the walk masks whole."""
        return self._placeholder(name, value, place)

    def dropped(self, name: str, place: Place) -> None:
        """Count something that was taken out without a placeholder."""
        self._report.add(name, "", place)

    def named(self, place: Place) -> None:
        """Count a user name that the walk masked."""
        self._report.add(table.IDENTITY, "~", place)

    def _allows(self, value: str) -> bool:
        if value in self._allowed:
            return True
        return any(like.fullmatch(value.encode("utf-8", "replace")) for like in self._allowed_like)


def _own(pattern: str) -> Any:
    """An expression of the allow list; ``BadInput`` where RE2 refuses it."""
    own_pattern(pattern)
    return compiled(pattern)


def _stands_alone(value: str) -> bool:
    """True for a value that can be looked for everywhere: long and odd enough that no other text is meant."""
    if not 8 <= len(value) <= 512 or any(c.isspace() for c in value) or "[REDACTED:" in value:
        return False
    return (has_digit(value) and entropy(value) >= 2.75) or entropy(value) >= 3.6


def _clean(data: bytes) -> bytes:
    """Lone surrogates as U+FFFD: as many bytes, and RE2 takes them."""
    return _HALF.sub(b"\xef\xbf\xbd", data) if b"\xed" in data else data


def _splice(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    parts: list[bytes] = []
    here = 0
    for start, end, new in edits:
        if start < here:
            continue
        parts += (data[here:start], new)
        here = end
    parts.append(data[here:])
    return b"".join(parts)


def _merged(clean: bytes, spans: list[Span]) -> list[tuple[int, int, str, str]]:
    """Spans without overlap: (start, end, rule, value). The widest names a group; among equals the earlier rule does,
    and the deepest view has the plainest value."""
    groups: list[tuple[int, int, list[Span]]] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if groups and span.start < groups[-1][1]:
            start, end, inside = groups[-1]
            groups[-1] = (start, max(end, span.end), [*inside, span] if len(inside) < 50 else inside)
        else:
            groups.append((span.start, span.end, [span]))
    merged = []
    for start, end, inside in groups:
        full = [s for s in inside if s.start == start and s.end == end]
        best = min(reversed(full or inside), key=lambda s: s.rank)
        value = best.value if full else clean[start:end].decode("utf-8", "replace")
        merged.append((start, end, best.name, value))
    return merged
