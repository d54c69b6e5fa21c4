"""Rows of an exported page from which a part was left out: the page says so there, and its rail shows what the original's
shows.

A system prompt that stays at home leaves an entry of type ``custom`` behind (``leaveout``), of which pi would say that it
is never sent. The page tells of the session it was made from, so such a row is a system message to it, and a compaction
that lost its prompt still has one; the lists of messages, their sizes and shares are those of the copy.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from inspector.export.leaveout import LEFT_OUT
from inspector.session import Session
from inspector.session import kinds as k

NOT_SENT = "not-sent"  # the reason of a row that could be sent, but of which nothing is on the wire


class LeftRows:
    """What was left out of which rows of ``copy``, the session that a page carries; ``rows`` are its rows in ``source``.
    ``by_part``: rows of the source, by name of the part."""

    def __init__(
        self, source: Session, copy: Session, rows: Sequence[int], by_part: dict[str, array[int]]
    ) -> None:
        self._source, self._copy, self._rows = source, copy, rows
        place = rows if isinstance(rows, range) or not by_part else {row: at for at, row in enumerate(rows)}
        self.told = {part: [place[row] for row in found] for part, found in sorted(by_part.items())}
        self._prompts = frozenset(self.told.get("prompt", ()))
        self._as_it_was()

    def _as_it_was(self) -> None:
        """Give the rows the kind that they have in the source."""
        cols, stored = self._copy.cols, self._source.cols
        unnamed = cols.whats.index[""]
        for row in self._prompts:
            before = self._rows[row]
            if stored.role[before] == k.SYSTEM and cols.what_name(row) == LEFT_OUT:
                cols.kind[row], cols.role[row], cols.what[row] = k.MESSAGE, k.SYSTEM, unnamed
            cols.flags[row] |= stored.flags[before] & k.CHECKPOINT

    def mend(self, view: dict[str, Any]) -> dict[str, Any]:
        """A context view of the copy (``context_json``) in which prompts that were sent are called so. Everything else is
        as in the source: a reply without its thinking goes out all the same, and notes stand where pictures stood."""
        bare = {one["row"] for one in view["omitted"] if one["code"] == NOT_SENT}
        words = view["visibility"]
        sent = bare & self._prompts & set(words.get("never", ()))
        if not sent:
            return view
        mended = {**words, "sent": sorted({*words.get("sent", ()), *sent})}
        mended["never"] = [row for row in words["never"] if row not in sent]
        omitted = [one for one in view["omitted"] if one["row"] not in sent]
        return {**view, "visibility": mended, "omitted": omitted}
