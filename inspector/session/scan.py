"""The one pass over a file that fills the columns.

Each line is decoded by the typed decoder and goes down the ladder where that fails. A validator looks at every
byte as well (``evidence.validate``), because the typed decoder skips what it does not need unseen: lines it
names are read again here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import msgspec
from msgspec import UNSET

from inspector.evidence.damage import Damage, refused_line
from inspector.evidence.file import EvidenceFile
from inspector.evidence.ladder import Decoded, Refused, decode
from inspector.session import kinds as k
from inspector.session.billing import all_finite, billing_key, cost_of, model_key, odd_counts, or_undefined
from inspector.session.columns import NONE_GIVEN, UNDEFINED, map_key
from inspector.session.jsvalue import JS_SPACE, depth_of, instant, joins, truthy
from inspector.session.plain import calls_and_flags, plain_rows
from inspector.session.records import (
    AS_TEXT,
    DECODER,
    Message,
    Record,
    Usage,
    from_value,
    odd_content,
    odd_fields,
    odd_raw_content,
)
from inspector.session.scanned import HeaderLine, Scan

LONGEST_LINE = 0x1FFFFFE8  # code units in the longest string of Node 24; pi cannot hold a longer line
_NAN = math.nan


class Scanner:
    """Fills a ``Scan`` line by line. ``suspects`` are numbers of lines that must go down the ladder; ``scan`` is one to
    go on with, whose last line is whole."""

    def __init__(self, suspects: frozenset[int] = frozenset(), scan: Scan | None = None) -> None:
        self.scan = Scan() if scan is None else scan
        self.suspects = suspects
        self.laddered: set[int] = set()
        self.models: dict[tuple[Any, Any, Any], tuple[int, int]] = {}

    def run(self, evidence: EvidenceFile, progress: Callable[[int, int], None] | None = None) -> Scan:
        """Read the whole evidence. ``progress(bytes read, bytes in all)`` is called now and then."""
        return self.go_on(evidence.lines(), 0, evidence.size, progress)

    def go_on(
        self,
        lines: Iterable[bytes],
        offset: int,
        size: int,
        progress: Callable[[int, int], None] | None = None,
    ) -> Scan:
        """Read these lines, the first of which stands at ``offset`` and behind the lines already scanned."""
        suspects, plain = self.suspects, plain_rows(self)
        decode_typed = DECODER.decode
        line = self.scan.lines
        raw = b"\n"
        for raw in lines:
            line += 1
            length = len(raw)
            if line in suspects:
                self._ladder(raw, line, offset)
            else:
                try:
                    record = decode_typed(raw)
                except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
                    self._ladder(raw, line, offset)
                else:
                    if record.type == "session":
                        # The typed pass skips most of a header; it is one line, so it is decoded whole.
                        self._ladder(raw, line, offset)
                        plain = plain_rows(self)
                    elif not plain(record, line, offset, length - (raw[-1] == 10)):
                        self._add(record, line, offset, length - (raw[-1] == 10))
            offset += length
            if progress is not None and not line & 0x3FFF:
                progress(offset, size)
        scan = self.scan
        scan.columns.settle()
        scan.usages.settle()
        scan.lines = line
        scan.ends_with_newline = raw.endswith(b"\n")
        return scan

    # -- lines that are not plain ------------------------------------------------------------------------

    def _ladder(self, raw: bytes, line: int, offset: int) -> None:
        self.laddered.add(line)
        scan = self.scan
        body = raw[:-1] if raw.endswith(b"\n") else raw
        result = decode(body)
        if len(body) > LONGEST_LINE:
            scan.over_long.append(line)
        if isinstance(result, Refused):
            if not result.text.strip(JS_SPACE):
                scan.blank_lines += 1
                return
            scan.refused += 1
            scan.damage.append(refused_line(body, result, line, offset, is_record))
            return
        if "too-deep" in result.notes:
            self._deep(result.value, line)
        for note in result.notes:
            scan.damage.append(Damage(line, offset, len(body), note, _NOTES[note]))
        self._value(result, line, offset, len(body))

    def _deep(self, value: Any, line: int) -> None:
        """Remember what pi's own recursion does not get through."""
        scan = self.scan
        scan.deepest = max(scan.deepest, (depth_of(value), line))
        if not isinstance(value, dict):
            return
        row = len(scan.columns.ids)
        boxes = [("", value), ("usage.", value.get("usage"))]
        message = value.get("message")
        if isinstance(message, dict):
            boxes += [("message.", message), ("message.usage.", message.get("usage"))]
        for where, box in boxes:
            if isinstance(box, dict):
                names = (name for name in AS_TEXT if name in box and not joins(box[name]))
                scan.deep_texts.extend((row, where + name) for name in names)

    def _value(self, result: Decoded, line: int, offset: int, length: int) -> None:
        scan, value = self.scan, result.value
        if not truthy(value):
            scan.damage.append(
                Damage(line, offset, length, "not-a-record", "a bare value that pi skips without a word")
            )
            return
        if not isinstance(value, dict):
            what = "an array" if isinstance(value, list) else "a bare value"
            scan.damage.append(
                Damage(
                    line,
                    offset,
                    length,
                    "not-a-record",
                    f"{what} instead of a record; pi keeps it as an entry",
                )
            )
            if not isinstance(value, list):
                scan.primitives.append(line)
            value = {}
        odd = odd_fields(value)
        if odd:
            where = ", ".join(odd)
            scan.damage.append(
                Damage(line, offset, length, "odd-field", f"not of the kind that pi writes: {where}")
            )
        if value.get("type") == "session_info":
            name = value.get("name")
            scan.odd_name_line = 0 if name is None or isinstance(name, str) else line
        message = value.get("message")
        if (
            isinstance(message, dict)
            and message.get("role") == "assistant"
            and value.get("type") == "message"
        ):
            content = message.get("content")
            if isinstance(content, list) and None in content:
                scan.null_blocks.append(line)
        if (
            value.get("type") == "message"
            and isinstance(message, dict)
            and odd_content(message.get("content"))
        ):
            scan.odd_content.append(len(scan.columns.ids))
        self._add(from_value(value), line, offset, length, value)

    # -- records ---------------------------------------------------------------------------------------

    def _add(
        self, record: Record, line: int, offset: int, length: int, value: dict[str, Any] | None = None
    ) -> None:
        scan = self.scan
        if record.type == "session":
            self._header(record, line, offset, length, value or {})
            return
        columns = scan.columns
        row = len(columns.ids)
        if not row and scan.first_kept == "none":
            scan.first_kept = "entry"
        kind = record.type
        number = columns.kinds.add(kind if type(kind) is str else "")
        parent = self._identity(record, row)
        role = flags = what = 0
        usage: Any = UNSET
        key = -1
        if number == k.MESSAGE:
            message = record.message
            if message is UNSET or message is None:
                flags = k.UNREADABLE
                if value is None or value.get("message") is None:
                    scan.null_messages.append(row)
            else:
                role, flags, what, usage, key = self._message(message, row)
        elif number < len(k.ENTRY_TYPES):
            flags, what = self._other(record, number, row)
            usage = record.usage if number in _BILLED else UNSET
        elif record.id is UNSET and kind is UNSET:
            self._typeless(value, line, offset, length)
        billed = -1
        if usage is not UNSET and usage is not None:
            billed = len(scan.usages)
            flags |= k.HAS_USAGE
            said = role == k.ASSISTANT and bool(record.message.content)  # type: ignore[union-attr]
            self._usage(
                usage, key if key >= 0 else scan.usages.keys.add(billing_key(record, number)), row, said
            )
        columns.add(
            (offset, length, line, parent, instant(record.timestamp), number, role, what, flags, billed)
        )

    def _typeless(self, value: dict[str, Any] | None, line: int, offset: int, length: int) -> None:
        last = self.scan.damage[-1] if self.scan.damage else None
        if last is None or last.line != line or last.kind != "not-a-record":
            self.scan.damage.append(
                Damage(
                    line,
                    offset,
                    length,
                    "not-a-record",
                    "an object without type and id; pi keeps it as an entry",
                )
            )

    def _identity(self, record: Record, row: int) -> int:
        scan = self.scan
        stored = record.id
        key: Hashable = (
            stored if type(stored) is str else UNDEFINED if stored is UNSET else map_key(stored, row)
        )
        parent = record.parentId
        at = -1
        if type(parent) is str and parent:
            at = scan.index.get(parent, -1)
        if at < 0 or parent == stored:
            scan.parents[row] = parent
        scan.columns.ids.append(key)
        if key in scan.index:
            scan.duplicates.append(scan.index[key])
        scan.index[key] = row
        return at

    def _header(self, record: Record, line: int, offset: int, length: int, value: dict[str, Any]) -> None:
        scan = self.scan
        if scan.first_kept == "none":
            scan.first_kept = "header" if type(record.id) is str else "entry"
        if not scan.headers and scan.first_kept == "entry":
            self._foreign_before_header()
            scan = self.scan
        scan.headers.append(HeaderLine(value, line, len(scan.columns), offset, length))

    def _foreign_before_header(self) -> None:
        """Records without an id before a late header are another program's (a title record), no entries."""
        columns = self.scan.columns
        columns.settle()
        if not columns.ids or any(type(key) is str for key in columns.ids):
            return
        for row in range(len(columns)):
            kind = columns.kind_name(row) or "none"
            message = f"a record of type {kind!r} before the header; pi refuses a file that begins so"
            self.scan.damage.append(
                Damage(columns.line[row], columns.offset[row], columns.length[row], "not-a-record", message)
            )
        kept = self.scan
        self.models = {}  # its numbers are of the tables that go
        self.scan = Scan(
            damage=kept.damage, first_kept="entry", refused=kept.refused, blank_lines=kept.blank_lines
        )

    def _message(self, message: Message, row: int) -> tuple[int, int, int, Any, int]:
        """Role, flags, what, usage and billing key (-1: not told by the message) of a message."""
        columns = self.scan.columns
        name = message.role
        if type(name) is not str:
            return 0, k.UNREADABLE, 0, UNSET, -1
        content = message.content
        odd = type(content) is str if name == "assistant" else name in _CUSTOM and content in (None, UNSET)
        if odd and self.scan.odd_content[-1:] != [row]:
            self.scan.odd_content.append(row)
        role = columns.roles.add(name)
        if role == k.ASSISTANT:
            return self._reply(message, row)
        if role == k.TOOL_RESULT:
            what = columns.whats.add(message.toolName) if type(message.toolName) is str else 0
            return role, k.ERROR if message.isError is True else 0, what, message.usage, -1
        if role == k.BASH:
            return role, k.EXCLUDED if message.excludeFromContext is True else 0, 0, UNSET, -1
        if role >= len(k.ROLES) and name != "hookMessage":
            return role, k.UNKNOWN_ROLE, 0, UNSET, -1
        return role, 0, 0, UNSET, -1

    def _reply(self, message: Message, row: int) -> tuple[int, int, int, Any, int]:
        scan = self.scan
        calls, flags = calls_and_flags(message)
        scan.tool_calls += calls
        usage = message.usage
        if usage is UNSET or usage is None:
            scan.replies_without_usage.append(row)
        model = (message.provider, message.model, message.responseModel)
        numbers = self.models.get(model)
        if numbers is None:
            name = model_key(message)
            numbers = self.models[model] = (scan.columns.whats.add(name), scan.usages.keys.add(name))
        return k.ASSISTANT, flags, numbers[0], usage, numbers[1]

    def _other(self, record: Record, number: int, row: int) -> tuple[int, int]:
        scan = self.scan
        whats = scan.columns.whats
        if number == k.COMPACTION:
            scan.kept_ids[row] = record.firstKeptEntryId
            if record.firstKeptEntryIndex is not UNSET:
                scan.kept_index[row] = record.firstKeptEntryIndex
            system = record.systemMessage
            checkpoint = system is not UNSET and bytes(system)[:1] == b"{"
            return (k.CHECKPOINT if checkpoint else 0), 0
        if number == k.BRANCH_SUMMARY:
            return (0 if record.summary else k.EMPTY), 0
        if number == k.CONTEXT_EDIT:
            scan.edit_targets[row] = record.targetId
            replacement = record.replacement
            if replacement is UNSET:
                scan.edits_without_replacement.append(row)
                return 0, 0
            return (k.OMITS if bytes(replacement) == b"null" else 0), 0
        if number == k.LABEL:
            self._label(record, row)
        elif number == k.SESSION_INFO:
            if type(record.name) is str:
                scan.odd_name_line = 0
            scan.name = (record.name.strip(JS_SPACE) or None) if type(record.name) is str else None
        elif number in (k.CUSTOM, k.CUSTOM_MESSAGE):
            what = whats.add(record.customType) if type(record.customType) is str else 0
            if number == k.CUSTOM_MESSAGE and odd_raw_content(record.content):
                scan.odd_content.append(row)
            return (k.HIDDEN if record.display is False else 0), what
        elif number == k.USAGE:
            if record.usage is UNSET or record.usage is None:
                scan.replies_without_usage.append(row)
            return 0, whats.add(record.kind) if type(record.kind) is str else 0
        elif number == k.MODEL_CHANGE:
            return 0, whats.add(f"{or_undefined(record.provider)}/{or_undefined(record.modelId)}")
        return 0, 0

    def _label(self, record: Record, row: int) -> None:
        scan = self.scan
        target = record.targetId
        scan.label_targets[row] = target
        key: Hashable = (
            target if type(target) is str else UNDEFINED if target is UNSET else map_key(target, row)
        )
        if record.label:
            scan.labels[key] = record.label
        else:
            scan.labels.pop(key, None)

    def _usage(self, usage: Usage, key: int, row: int, said: bool) -> None:
        table = self.scan.usages
        counts = (usage.input, usage.output, usage.cacheRead, usage.cacheWrite)
        flags = NONE_GIVEN if said and counts == _ZEROS else 0
        if not all_finite(counts):
            counts, flags = odd_counts(counts)
        total = usage.totalTokens
        if usage.cost is UNSET or usage.cost is None:
            self.scan.usage_without_cost.append(row)
        cost, cost_flags = cost_of(usage)
        table.add(row, key, flags | cost_flags, (*counts, total if type(total) is float else _NAN, cost))  # type: ignore[arg-type]


_CUSTOM = ("custom", "hookMessage")
_ZEROS = (0.0, 0.0, 0.0, 0.0)
_BILLED = (k.USAGE, k.COMPACTION, k.BRANCH_SUMMARY)
_NOTES = {
    "repaired-utf8": "bytes that are not UTF-8; pi reads U+FFFD in their place",
    "lone-surrogate": "half of a surrogate pair (text cut inside an emoji); the record is valid",
    "too-deep": "nested over 1,000 levels deep; pi reads it, many tools do not",
}


def is_record(value: Any) -> bool:
    """True for a decoded object that is a session header or an entry, whole."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        return False
    return (
        value["type"] == "session"
        or value["type"] in k.ENTRY_TYPES
        or ("parentId" in value and "id" in value)
    )
