"""The columns: one row per entry in file order, plain arrays, so that memory follows entries and not bytes.

Row numbers start at 0 with the first entry; the header has none. Parents are rows, -1 where pi's walk from
entry to parent ends (no parent, a falsy one, or one that is in no line).
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Hashable
from copy import copy
from typing import Any, TypeVar

from inspector.session.kinds import ENTRY_TYPES, NO_INSTANT, ROLES

_CHUNK = 10 * 8 * 8192  # bytes of packed rows that are split into columns at once
_LOW_FIRST = sys.byteorder == "little"
pack_row = struct.Struct("=10q").pack
pack_usage = struct.Struct("=3q6d").pack


class Table:
    """Strings by number, in order of first use."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        self.names: list[str] = list(names)
        self.index: dict[str, int] = {name: i for i, name in enumerate(names)}

    def copy(self) -> Table:
        """The same names under the same numbers."""
        return Table(tuple(self.names))

    def add(self, name: str) -> int:
        """The number of ``name``, given now if it is new."""
        try:
            return self.index[name]
        except KeyError:
            number = self.index[name] = len(self.names)
            self.names.append(name)
            return number


class Columns:
    """Arrays by row. ``offset``/``length`` in bytes (length without LF), ``instant`` in ms UTC or ``NO_INSTANT``,
    ``kind`` and ``role`` are numbers into ``kinds`` and ``roles``, ``what`` into ``whats`` (model of a reply, tool of
    a result, custom type, usage kind), ``flags`` as in ``kinds.py``, ``usage`` a row of ``UsageTable`` or -1."""

    def __init__(self) -> None:
        self.offset = array("q")
        self.length = array("q")
        self.line = array("i")
        self.parent = array("i")
        self.instant = array("q")
        self.kind = array("H")
        self.role = array("H")
        self.what = array("i")
        self.flags = array("H")
        self.usage = array("i")
        self.ids: list[Hashable] = []
        self.kinds = Table(ENTRY_TYPES)
        self.roles = Table(ROLES)
        self.whats = Table(("",))

        self.packed = bytearray()

    def __len__(self) -> int:
        return len(self.ids)

    def copy(self) -> Columns:
        """The same rows in arrays of their own; the ids themselves are shared. Call ``settle`` first."""
        return copied(self, Columns())

    def add(self, row: tuple[int, int, int, int, int, int, int, int, int, int]) -> None:
        """One row: offset, length, line, parent, instant, kind, role, what, flags, usage. Call ``settle`` before
        reading the arrays: rows are packed first, since one call for ten numbers costs a fifth of ten calls."""
        self.packed += pack_row(*row)
        if len(self.packed) >= _CHUNK:
            self.settle()

    def settle(self) -> None:
        """Move packed rows into the arrays."""
        split(self.packed, self._arrays())

    def _arrays(self) -> tuple[array[int], ...]:
        return (
            self.offset,
            self.length,
            self.line,
            self.parent,
            self.instant,
            self.kind,
            self.role,
            self.what,
            self.flags,
            self.usage,
        )

    def kind_name(self, row: int) -> str:
        """The entry's type as stored, "" where it has none."""
        return self.kinds.names[self.kind[row]]

    def role_name(self, row: int) -> str:
        """The message's role as stored, "" for other entries and where it has none."""
        return self.roles.names[self.role[row]]

    def what_name(self, row: int) -> str:
        """Model, tool name, custom type or usage kind; "" where none applies."""
        return self.whats.names[self.what[row]]

    def instant_or_none(self, row: int) -> int | None:
        """The entry's clock in milliseconds UTC, None where unreadable."""
        value = self.instant[row]
        return None if value == NO_INSTANT else value


class UsageTable:
    """What was billed, one row per record of usage in file order; NaN where a number is absent or unreadable."""

    def __init__(self) -> None:
        self.row = array("i")
        self.input = array("d")
        self.output = array("d")
        self.cache_read = array("d")
        self.cache_write = array("d")
        self.total = array("d")
        self.cost = array("d")
        self.flags = array("B")
        self.key = array("i")
        self.keys = Table()
        self.count = 0
        self.packed = bytearray()

    def __len__(self) -> int:
        return self.count

    def copy(self) -> UsageTable:
        """The same records in arrays of their own. Call ``settle`` first."""
        return copied(self, UsageTable())

    def add(
        self, row: int, key: int, flags: int, numbers: tuple[float, float, float, float, float, float]
    ) -> None:
        """One record: its row, billing key, flags, and input, output, cache read, cache write, total, cost."""
        self.packed += pack_usage(row, key, flags, *numbers)
        self.count += 1
        if len(self.packed) >= _CHUNK:
            self.settle()

    def prompt_size(self, at: int) -> float:
        """Input, cache reads and cache writes of a record together; counts that are no finite numbers left out."""
        parts = (self.input[at], self.cache_read[at], self.cache_write[at])
        size = parts[0] + parts[1] + parts[2]
        return size if size - size == 0.0 else sum((part for part in parts if part - part == 0.0), 0.0)

    def settle(self) -> None:
        """Move packed records into the arrays; call it before reading them."""
        numbers = (self.input, self.output, self.cache_read, self.cache_write, self.total, self.cost)
        split(self.packed, (self.row, self.key, self.flags, *numbers))


_Rows = TypeVar("_Rows", Columns, UsageTable)


def copied(rows: _Rows, into: _Rows) -> _Rows:
    """``into``, with a copy of every array, list and table of ``rows``."""
    for name, value in vars(rows).items():
        setattr(
            into,
            name,
            value if isinstance(value, int) else copy(value) if isinstance(value, array) else value.copy(),
        )
    return into


def split(packed: bytearray, columns: tuple[array[Any], ...]) -> None:
    """Move packed rows, eight bytes a number, into the columns, and empty ``packed``. A narrow column takes the
    low part of each number; what does not fit it was never written (rows and lines are below 2**31)."""
    width = len(columns)
    with memoryview(packed) as view:
        for number, column in enumerate(columns):
            parts = 8 // column.itemsize
            start = number * parts + (0 if _LOW_FIRST else parts - 1)
            with view.cast(column.typecode) as numbers:  # type: ignore[arg-type]
                column.frombytes(numbers[start :: width * parts].tobytes())
    packed.clear()


TOKENS_MISSING = 1  # one of the four counts is absent or no number
COST_MISSING = 2  # no cost, neither total nor parts
COST_DERIVED = 4  # the sum of the parts stands in for an absent total
NOT_FINITE = 8  # a number beyond what a float holds (1e999)
NEGATIVE = 16  # a cost below zero (a router's price sentinel)
COST_NO_NUMBER = 32  # a cost is recorded, but is no number
NONE_GIVEN = 64  # all four counts are zero beside a content: the provider gave none


class _Absent:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


UNDEFINED = _Absent("undefined")
NULL = _Absent("null")


def map_key(value: Any, row: int) -> Hashable:
    """An id as a key of a JavaScript ``Map``: strings, numbers and booleans by value, objects by identity."""
    if value is None:
        return NULL
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, (int, float)):
        return ("number", float(value))
    return ("object", row)
