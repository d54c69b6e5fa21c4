"""The short way for the lines that make up nearly all of a session: well-formed user messages, replies and results.

What takes fourteen calls a line in ``scan`` is one call here. A line that is odd in any way is left to ``scan``,
which knows every case; both ways fill the columns alike (a test compares them on every sample).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import UNSET, Raw

from inspector.session import kinds as k
from inspector.session.columns import pack_row, pack_usage
from inspector.session.jsvalue import HOURS, JS_SPACE, MILLIS, SECONDS, instant
from inspector.session.records import Cost, Message, Record, Usage

if TYPE_CHECKING:
    from inspector.session.scan import Scanner

_CHUNK = 640 << 10  # bytes of packed rows that are split into columns at once
_STOP_FLAGS: dict[object, int] = {"error": k.ERROR | k.FAILED, "aborted": k.ABORTED | k.FAILED}
# Values of stopReason with which pi leaves a reply without text out of its tree.
_ORDERLY: frozenset[object] = frozenset((UNSET, None, "", "stop", "toolUse"))
# A stored string with a visible sign at its start, after common blanks: nothing more needs to be decoded. The bytes left
# out begin the blanks of JavaScript that are not ASCII (U+00A0, U+1680, U+2000 and on, U+3000, U+FEFF).
_begins_with_words = re.compile(rb'"(?:\\[ntr]| )*[^\x00-\x20"\\\xc2\xe1\xe2\xe3\xef]').match


def calls_and_flags(message: Message) -> tuple[int, int]:
    """How many tools a reply calls, and its flags (``kinds``): how it ended, and whether it holds text that is not
    blank, as pi judges both for its tree."""
    content, calls, said = message.content, 0, False
    if type(content) is list:
        for block in content:
            kind = block.type
            if kind == "toolCall":
                calls += 1
            elif kind == "text" and not said:
                text = block.text
                said = text is not UNSET and (_begins_with_words(text) is not None or _words_within(text))
    elif type(content) is str:
        said = bool(content.strip(JS_SPACE))
    stop = message.stopReason
    return calls, _STOP_FLAGS.get(stop, 0) if said or stop not in _ORDERLY else k.WORDLESS


def _words_within(text: Raw) -> bool:
    stored = bytes(text)
    return stored[:1] == b'"' and bool(json.loads(stored).strip(JS_SPACE))


def plain_rows(scanner: Scanner) -> Callable[[Record, int, int, int], bool]:
    """A function ``(record, line, offset, length)`` that adds a plain row to the scanner's present ``scan`` and
    says True, or False, with nothing changed, where the record is not plain. Make a new one after a header: the
    scan may be another by then."""
    scan, models = scanner.scan, scanner.models
    columns, usages, index = scan.columns, scan.usages, scan.index
    ids, whats, rows = columns.ids, columns.whats.index, columns.packed
    add_row, add_bill = rows.extend, usages.packed.extend
    row_of, hour_of, second_of, milli_of = index.get, HOURS.get, SECONDS.get, MILLIS.get
    no_usage = (UNSET, None)

    def add(record: Record, line: int, offset: int, length: int) -> bool:
        message, key, parent, stamp = record.message, record.id, record.parentId, record.timestamp
        if record.type != "message" or type(message) is not Message or type(key) is not str or key in index:
            return False
        if not parent or type(stamp) is not str:
            return False
        at = row_of(parent, -1)
        if at < 0:
            return False
        hour, second, milli = hour_of(stamp[:14]), second_of(stamp[14:19]), milli_of(stamp[19:])
        when = instant(stamp) if hour is None or second is None or milli is None else hour + second + milli
        role, usage = message.role, message.usage
        flags = what = calls = 0
        bill = -1
        if role == "assistant":
            numbers = models.get((message.provider, message.model, message.responseModel))
            if numbers is None or type(usage) is not Usage or type(message.content) is str:
                return False
            number, (what, bill) = k.ASSISTANT, numbers
            calls, flags = calls_and_flags(message)
        elif role == "toolResult":
            known = whats.get(message.toolName)  # type: ignore[arg-type]
            if known is None or usage not in no_usage:
                return False
            number, what, flags = k.TOOL_RESULT, known, k.ERROR if message.isError is True else 0
        elif role == "user":
            number = k.USER
        else:
            return False
        row, billed = len(ids), -1
        if bill >= 0:
            cost, total = usage.cost, usage.totalTokens  # type: ignore[union-attr]
            counts = (usage.input, usage.output, usage.cacheRead, usage.cacheWrite)  # type: ignore[union-attr]
            dollars = cost.total if type(cost) is Cost else None
            if type(dollars) is not float or not 0.0 <= dollars < 1e300 or type(total) is not float:
                return False
            first, second_count, third, fourth = counts
            if not type(first) is type(second_count) is type(third) is type(fourth) is float:
                return False
            whole = first + second_count + third + fourth
            if whole - whole != 0.0 or not whole:
                return False
            billed = usages.count
            usages.count = billed + 1
            add_bill(pack_usage(row, bill, 0, *counts, total, dollars))
            flags |= k.HAS_USAGE
            scan.tool_calls += calls
        ids.append(key)
        index[key] = row
        add_row(pack_row(offset, length, line, at, when, k.MESSAGE, number, what, flags, billed))
        if len(rows) >= _CHUNK:
            columns.settle()
            usages.settle()
        return True

    return add
