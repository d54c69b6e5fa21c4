"""What the one pass over a file found, before versions and the tree are looked at."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, fields
from typing import Any

from inspector.evidence.damage import Damage
from inspector.session.columns import Columns, UsageTable


@dataclass(slots=True)
class HeaderLine:
    """A record of type session: where it stands (``offset`` and ``length`` in bytes, without LF) and what it holds."""

    value: dict[str, Any]
    line: int
    rows_before: int
    offset: int
    length: int


@dataclass(slots=True)
class Scan:
    """What the pass found, before versions and the tree are looked at."""

    columns: Columns = field(default_factory=Columns)
    usages: UsageTable = field(default_factory=UsageTable)
    headers: list[HeaderLine] = field(default_factory=list)
    first_kept: str = "none"  # the first value pi keeps: "header", "entry" or "none"
    parents: dict[int, Any] = field(default_factory=dict)  # stored parentId where no earlier entry has it
    labels: dict[Hashable, Any] = field(default_factory=dict)
    label_targets: dict[int, Any] = field(default_factory=dict)
    name: str | None = None
    odd_name_line: int = 0  # the last session_info, where its name is no text: pi throws on it
    null_blocks: list[int] = field(
        default_factory=list
    )  # lines of replies with a null content block: pi throws
    kept_index: dict[int, float] = field(default_factory=dict)  # v1: firstKeptEntryIndex by row
    kept_ids: dict[int, Any] = field(default_factory=dict)
    edit_targets: dict[int, Any] = field(default_factory=dict)
    index: dict[Hashable, int] = field(default_factory=dict)
    duplicates: list[int] = field(default_factory=list)
    primitives: list[int] = field(default_factory=list)  # lines of kept values that are no objects
    damage: list[Damage] = field(default_factory=list)
    refused: int = 0
    tool_calls: int = 0
    replies_without_usage: list[int] = field(default_factory=list)
    usage_without_cost: list[int] = field(
        default_factory=list
    )  # pi's totals throw on these, and on the ones above
    null_messages: list[int] = field(default_factory=list)  # message entries whose message is null or absent
    edits_without_replacement: list[int] = field(default_factory=list)
    odd_content: list[int] = field(default_factory=list)  # rows with content on which pi may throw
    lines: int = 0
    blank_lines: int = 0
    ends_with_newline: bool = True
    deepest: tuple[int, int] = (0, 0)  # levels of nesting of the deepest value over 1,000, and its line
    deep_texts: list[tuple[int, str]] = field(
        default_factory=list
    )  # rows and fields with arrays that overflow pi's stack where it needs them as text
    over_long: list[int] = field(default_factory=list)

    def copy(self) -> Scan:
        """A scan that can go on, while whoever has this one still reads it. What the containers hold is shared: it is
        never changed."""
        return Scan(**{one.name: _copied(getattr(self, one.name)) for one in fields(self)})


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (Columns, UsageTable, dict, list)) else value
