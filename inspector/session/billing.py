"""What a record of usage says: token counts, cost, and the row of pi's breakdown it belongs to (FORMAT, Accounting)."""

from __future__ import annotations

import math
from typing import Any

from msgspec import UNSET

from inspector.session import kinds as k
from inspector.session.columns import (
    COST_DERIVED,
    COST_MISSING,
    COST_NO_NUMBER,
    NEGATIVE,
    NOT_FINITE,
    TOKENS_MISSING,
)
from inspector.session.records import Message, Record, Usage

OTHER_KEY = "Tools/summaries"  # pi's name for what no model entry of its own paid
_NAN = math.nan


def cost_of(usage: Usage) -> tuple[float, int]:
    """Dollars of a record of usage and flags of ``columns``: the total, else the sum of its parts, else NaN."""
    cost = usage.cost
    if cost is UNSET or cost is None:
        return _NAN, COST_MISSING
    total = cost.total
    if type(total) is float:
        if total - total != 0.0:
            return total, COST_NO_NUMBER if total != total else NOT_FINITE
        return total, NEGATIVE if total < 0 else 0
    if total is None:
        return 0.0, 0
    parts = [
        part for part in (cost.input, cost.output, cost.cacheRead, cost.cacheWrite) if type(part) is float
    ]
    if not parts:
        return _NAN, COST_MISSING
    summed = sum(parts, 0.0)
    if summed - summed != 0.0:
        return _NAN, COST_NO_NUMBER if any(part != part for part in parts) else NOT_FINITE
    return math.fsum(parts), COST_DERIVED | (NEGATIVE if summed < 0 else 0)


def model_key(message: Message) -> str:
    """``provider/model`` of a reply, as pi names it in its breakdown."""
    model = message.responseModel
    return f"{or_undefined(message.provider)}/{or_undefined(message.model if model is UNSET or model is None else model)}"


def billing_key(record: Record, number: int) -> str:
    """The row of pi's breakdown that usage outside a reply belongs to (FORMAT, Accounting)."""
    if number == k.USAGE:
        return f"{or_undefined(record.provider)}/{or_undefined(record.model)}"
    return OTHER_KEY


def all_finite(counts: tuple[Any, ...]) -> bool:
    """True where all four counts are plain numbers: the common case."""
    first, second, third, fourth = counts
    if type(first) is type(second) is type(third) is type(fourth) is float:
        whole = first + second + third + fourth
        return bool(whole - whole == 0.0)
    return False


def odd_counts(counts: tuple[Any, ...]) -> tuple[tuple[Any, ...], int]:
    """Counts as numbers: null is 0 as in JavaScript, absent and unreadable ones NaN; and flags that say so."""
    flags = 0
    numbers = []
    for value in counts:
        number = value if type(value) is float else 0.0 if value is None else _NAN
        if number != number:
            flags |= TOKENS_MISSING
        elif number - number != 0.0:
            flags |= NOT_FINITE
        numbers.append(number)
    return tuple(numbers), flags


def or_undefined(value: Any) -> str:
    """A name as JavaScript puts it into text where it is no text."""
    return value if type(value) is str else "null" if value is None else "undefined"
