"""Versions of the format: what pi's migrations make of a file, done on the columns and on single entries.

v1 to v2 gives every entry a new id and the previous entry as parent and turns a compaction's
``firstKeptEntryIndex`` into an id; v2 to v3 renames the role ``hookMessage`` (FORMAT, Versions). pi's new ids are
random; here an entry of a v1 file has no id and is named by its line.
"""

from __future__ import annotations

import math
from array import array
from typing import Any

from inspector.session.jsvalue import coerced_number, number_text, told
from inspector.session.kinds import CUSTOM_ROLE
from inspector.session.scanned import Scan

CURRENT = 3


def version_number(stored: Any, absent: bool) -> float:
    """The version as pi compares it: absent or null is 1, all else by JavaScript's coercion (NaN possible)."""
    return 1.0 if absent or stored is None else coerced_number(stored)


def needs_rewrite(version: float) -> bool:
    """True when pi would rewrite the file as version 3 on opening it."""
    return not version >= CURRENT


def renames_hook_role(version: float) -> bool:
    """True for versions below 3. A version that is no number is rewritten, yet migrated in nothing."""
    return version < CURRENT


def migrate(scan: Scan, version: float) -> None:
    """Bring the columns to version 3, in memory."""
    columns = scan.columns
    if version < 2:
        count = len(columns)
        columns.parent = array("i", range(-1, count - 1))
        columns.ids = [("line", line) for line in columns.line]
        scan.parents = {0: None} if count else {}
        scan.index, scan.duplicates = {key: row for row, key in enumerate(columns.ids)}, []
        scan.labels = {}
    if renames_hook_role(version):
        rename_hook_role(scan)


def rename_hook_role(scan: Scan) -> None:
    """``hookMessage`` becomes ``custom`` in the role column."""
    roles = scan.columns.roles
    old = roles.index.get("hookMessage")
    if old is not None:
        column = scan.columns.role
        for row, role in enumerate(column):
            if role == old:
                column[row] = CUSTOM_ROLE


def kept_row_of_index(scan: Scan, row: int) -> int:
    """v1: the row that a compaction's ``firstKeptEntryIndex`` names, -1 where it names none that pi can use.

    The index counts parsed records, headers included; only entries up to the compaction itself have their new
    id when pi converts it.
    """
    index = scan.kept_index.get(row, math.nan)
    if index != index or index < 0 or not float(index).is_integer():
        return -1
    position = int(index)
    for header in scan.headers:
        place = header.rows_before + scan.headers.index(header)
        if place == int(index):
            return -1
        if place < int(index):
            position -= 1
    return position if position <= row else -1


def version_words(stored: Any, absent: bool) -> str:
    """A version for messages: "1 (absent)", "2", "\\"3\\"" …"""
    if absent:
        return "1 (none recorded)"
    return (
        number_text(stored)
        if isinstance(stored, (int, float)) and not isinstance(stored, bool)
        else told(stored)
    )
