"""What was masked where, and what a person should still read. No value ever enters a report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

PLACES = 1000  # places kept for each rule; the count goes on


class Place(NamedTuple):
    """Where a text stands: physical line (0 unknown), entry name, and the path of the field, as
    ``message.content[2].arguments.command``."""

    line: int
    entry: str
    field: str


class Masked(NamedTuple):
    """One masked place. ``placeholder`` stands there now; "" where the value was dropped whole."""

    rule: str
    placeholder: str
    place: Place


@dataclass(slots=True)
class Report:
    """``findings``: places, at most ``PLACES`` for each rule. ``counts``: all of them, by rule. ``values``: distinct
    values, by rule. ``advice``: what to read by eye, as ``(kind, place)``, at most a few for each kind;
    ``advice_counts``: all of them. ``always``: advice that holds for every export."""

    findings: list[Masked] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    advice: list[tuple[str, Place]] = field(default_factory=list)
    advice_counts: dict[str, int] = field(default_factory=dict)
    always: tuple[str, ...] = ()

    def add(self, rule: str, placeholder: str, place: Place, times: int = 1) -> None:
        """Count ``times`` maskings at ``place``."""
        count = self.counts.get(rule, 0)
        self.counts[rule] = count + times
        if count < PLACES:
            self.findings.append(Masked(rule, placeholder, place))

    @property
    def total(self) -> int:
        """All places that were masked."""
        return sum(self.counts.values())


ALWAYS = (
    "keys-split: a key that is split over several text blocks, lines or messages cannot be found",
    "own-words: secrets that a person would recognise only by their meaning (names, customers, plans) are not looked for",
    "encodings: plain text in base64, hex or gzip is looked at; archives, encrypted data, double encodings and hex dumps in "
    "columns (xxd) are not",
    "pictures: what can be read in an image is not looked at, only metadata are taken out",
)
# Holds only where the user's name is an everyday word, or short.
USER_NAME = (
    "user-name: the user name is a short or everyday word; it is masked in paths and where the place says that it is a user, "
    "not in running text"
)
