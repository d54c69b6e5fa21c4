"""What was billed, over every entry of the file: all branches, compacted or not, hidden calls included.

Sums follow pi's /session, in file order, so that they agree to the last digit. Where pi's own numbers are not
numbers (absent, text, infinite), ours are the finite sum, and ``flags`` says what was left out (FORMAT, Accounting).
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from inspector.session import kinds as k
from inspector.session.columns import (
    COST_DERIVED,
    COST_MISSING,
    COST_NO_NUMBER,
    NEGATIVE,
    NONE_GIVEN,
    NOT_FINITE,
    TOKENS_MISSING,
)
from inspector.session.jsvalue import number_text
from inspector.session.load import Session


@dataclass(slots=True)
class Sum:
    """Tokens by kind and dollars; ``tokens`` is the sum of the four, reasoning and 1h writes lie inside them."""

    input: float = 0.0
    output: float = 0.0
    cache_read: float = 0.0
    cache_write: float = 0.0
    cost: float = 0.0
    records: int = 0

    @property
    def tokens(self) -> float:
        """Input, output, cache reads and cache writes together."""
        return finite_sum((self.input, self.output, self.cache_read, self.cache_write))

    def as_json(self) -> dict[str, Any]:
        """CONTRACT's ``totals``."""
        return {
            "input": whole(self.input),
            "output": whole(self.output),
            "cacheRead": whole(self.cache_read),
            "cacheWrite": whole(self.cache_write),
            "tokens": whole(self.tokens),
            "cost": whole(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages over all branches, as pi's /session counts them."""

    user: int
    assistant: int
    tool_results: int
    tool_calls: int
    total: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """Totals, the breakdown by pi's keys (rows with cost or tokens, by cost falling), counts, and what is odd."""

    total: Sum
    breakdown: list[tuple[str, Sum]]
    counts: Counts
    flags: list[str]


def whole(value: float) -> float | int:
    """A float that holds an integer as an integer, so that JSON shows 240 and not 240.0."""
    return int(value) if value - value == 0.0 and abs(value) < 2**63 and value == int(value) else value


def ledger(session: Session) -> Ledger:
    """The ledger of one file."""
    table = session.usages
    tally = _tally(session)
    total, too_much = _sum(tally.sums, tally.records), set(tally.too_much)
    by_key = {key: _sum(sums, records) for key, (sums, records) in tally.by_key.items()}
    rows = [
        (table.keys.names[key], group) for key, group in by_key.items() if group.cost > 0 or group.tokens > 0
    ]
    rows.sort(key=lambda row: -row[1].cost)
    flags = _flags(session) + _overflow(session, total, too_much)
    return Ledger(total, rows, _counts(session), flags)


@dataclass(frozen=True, slots=True)
class _Tally:
    """Sums over the first ``records`` records, in the order of ``Sum``'s fields, all and by billing key (with their
    number), and the places left out because the sum went beyond any finite value. A session that was read on
    takes it over (``Session.carried``): sums go on in file order, so they are those of a new start to the last digit."""

    records: int
    sums: tuple[float, ...]
    too_much: frozenset[int]
    by_key: dict[int, tuple[tuple[float, ...], int]]


_NOTHING = (0.0,) * 5


def _tally(session: Session) -> _Tally:
    table = session.usages
    before: _Tally = session.carried.get("ledger") or _Tally(0, _NOTHING, frozenset(), {})
    if before.records == len(table):
        return before
    columns = (table.input, table.output, table.cache_read, table.cache_write, table.cost)
    start, too_much = before.records, set(before.too_much)
    fresh = [column[start:] for column in columns]
    sums = tuple(finite_sum(new, too_much, then, start) for new, then in zip(fresh, before.sums, strict=True))
    by_key = dict(before.by_key)
    for key, places in _places_by_key(table.key[start:]).items():
        then, records = by_key.get(key, (_NOTHING, 0))
        parts = zip(fresh, then, strict=True)
        more = tuple(finite_sum(list(map(new.__getitem__, places)), None, old) for new, old in parts)
        by_key[key] = (more, records + len(places))
    tally = session.carried["ledger"] = _Tally(len(table), sums, frozenset(too_much), by_key)
    return tally


def _places_by_key(keys: array[int]) -> dict[int, list[int]]:
    """The places of the records of each key, both in file order: one look at all, however many models there are."""
    found: dict[int, list[int]] = {}
    for at, key in enumerate(keys):
        if key in found:
            found[key].append(at)
        else:
            found[key] = [at]
    return found


def _sum(sums: tuple[float, ...], records: int) -> Sum:
    return Sum(sums[0], sums[1], sums[2], sums[3], sums[4], records)


def finite_sum(
    values: Sequence[float], too_much: set[int] | None = None, start: float = 0.0, first: int = 0
) -> float:
    """The sum in order, one addition after the other as pi does it; numbers that are not finite are left out, and
    those that would carry the sum beyond any finite value: their places are added to ``too_much``. The sum of
    earlier values may be its ``start``; the place of the first value is ``first`` then.

    Not ``sum()``: from Python 3.12 on it corrects rounding, and pi does not.
    """
    total = reduce(operator.add, values, start)
    if total - total == 0.0:
        return total  # one number that is not finite would have made the sum so
    total = start
    for at, value in enumerate(values, first):
        if value - value != 0.0:
            continue
        more = total + value
        if more - more == 0.0:
            total = more
        elif too_much is not None:
            too_much.add(at)
    return total


def _counts(session: Session) -> Counts:
    cols = session.cols
    roles = cols.role
    total = cols.kind.count(k.MESSAGE)
    return Counts(
        roles.count(k.USER),
        roles.count(k.ASSISTANT),
        roles.count(k.TOOL_RESULT),
        session.scan.tool_calls,
        total,
    )


def _flags(session: Session) -> list[str]:
    table, scan, line = session.usages, session.scan, session.cols.line
    kinds = (
        (TOKENS_MISSING, "token counts that are absent or no numbers, left out of the sum"),
        (
            NONE_GIVEN,
            "all counts zero beside a content: the provider gave none, unknown and no recorded zero",
        ),
        (COST_MISSING, "no cost recorded, unknown and not in the sum"),
        (COST_NO_NUMBER, "a cost that is no number, left out of the sum"),
        (COST_DERIVED, "cost without a total, derived as the sum of its parts"),
        (NOT_FINITE, "numbers beyond any finite value, left out of the sum"),
        (NEGATIVE, "a cost below zero, summed as stored (the sum is {without} without)"),
    )
    flags = []
    met = set(table.flags)
    for bit, words in kinds:
        if not any(bits & bit for bits in met):
            continue
        lines = [line[row] for row, bits in zip(table.row, table.flags, strict=True) if bits & bit]
        if bit == NEGATIVE:
            words = words.format(without=_without_negative(table.cost))
        if lines:
            flags.append(f"{words}: {_lines(lines)}")
    for rows, words in (
        (scan.replies_without_usage, "no usage recorded, unknown and not in the sum"),
        (scan.null_messages, "no message to read usage from, pi's own count fails"),
    ):
        if rows:
            flags.append(f"{words}: {_lines([line[row] for row in rows])}")
    return flags


def _without_negative(costs: Sequence[float]) -> str:
    return number_text(finite_sum([cost for cost in costs if not cost < 0]))


def _overflow(session: Session, total: Sum, too_much: set[int]) -> list[str]:
    """What a sum beyond any finite value left out; pi's own sum is Infinity there."""
    flags = []
    if too_much:
        lines = [session.cols.line[session.usages.row[at]] for at in sorted(too_much)]
        flags.append(f"the sum goes beyond any finite value, left out of it: {_lines(lines)}")
    parts = (total.input, total.output, total.cache_read, total.cache_write)
    left: set[int] = set()
    finite_sum(parts, left)
    if left:
        names = ("input", "output", "cache reads", "cache writes")
        what = ", ".join(names[at] for at in sorted(left))
        flags.append(f"all tokens together go beyond any finite value, left out of that sum: {what}")
    return flags


def _lines(lines: list[int]) -> str:
    shown = ", ".join(str(number) for number in lines[:5])
    return f"line{'s' if len(lines) > 1 else ''} {shown}" + (
        f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    )
