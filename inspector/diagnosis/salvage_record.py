"""One record of a salvaged copy: as its bytes stand where it is sound, else decoded, changed and written anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from inspector.diagnosis.salvage_ids import Chain
from inspector.errors import EvidenceError
from inspector.jsontext import dumps
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.jsvalue import js_string
from inspector.session.versions import renames_hook_role

if TYPE_CHECKING:
    from inspector.diagnosis.salvage import Changes

STUB = "pi-inspector-salvage"  # customType of an entry that stands for what pi 1.6.0 cannot bear
_ZERO_COST = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}
_ZERO_USAGE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0}
_NO_LIST = re.compile(rb'"content"\s*:\s*[^\s\[n]')  # may be the content of a reply that is no list
_BILLED_APART = frozenset(("usage", "compaction", "branch_summary"))
_NO_MESSAGE = "it has no message, on which pi throws"
_NO_REPLACEMENT = "a context edit without replacement, on which pi throws"


class Records:
    """Makes the lines of a copy, telling ``changes`` of each record whose content changes."""

    def __init__(self, session: Session, links: Chain, changes: Changes) -> None:
        self._session, self._links, self._changes = session, links, changes
        self._renames = renames_hook_role(session.version)
        scan, line = session.scan, session.cols.line
        self._unfit = dict.fromkeys(scan.null_messages, _NO_MESSAGE)
        self._unfit |= dict.fromkeys(scan.edits_without_replacement, _NO_REPLACEMENT)
        self._over_long = {session.row_of_line(number) for number in scan.over_long if self._holds(number)}
        self._unpaid = set(scan.replies_without_usage) | set(scan.usage_without_cost)
        self._odd_lines = {*scan.null_blocks, scan.odd_name_line}
        self._odd_content = set(scan.odd_content)
        self._odd_bytes = {damage.line for damage in scan.damage if damage.kind == "repaired-utf8"}
        self._odd = {
            row for row, number in enumerate(line) if number in self._odd_lines or number in self._odd_bytes
        } if self._odd_bytes or self._odd_lines != {0} else set()  # fmt: skip
        self._old_roles = self._renames and "hookMessage" in session.cols.roles.index
        self._every = links.numbered

    def _holds(self, number: int) -> bool:
        try:
            self._session.row_of_line(number)
        except KeyError:
            return False
        return True

    def line(self, item: int) -> bytes:
        """The line of an item, with its LF."""
        links = self._links
        if item >= links.rows:
            taken = links.taken[item - links.rows]
            why = _unfit(taken.value) or _unfit_content(taken.value)
            if why is not None:
                return self._stub(item, taken.value, f"{why}; it stays as state (custom), with what it held")
            return self._written(item, taken.value, taken.line)
        if item in self._over_long:
            return self._stub(
                item, {}, "longer than the longest text that Node can hold; its content is left out"
            )
        if not self._touched(item):
            raw = self._raw(item)
            if self._session.cols.role[item] != k.ASSISTANT or not _NO_LIST.search(raw):
                return raw
            value = self._session.stored(item)
            if isinstance(value["message"].get("content"), (list, type(None))):
                return raw
        value = self._session.stored(item)
        why = self._unfit.get(item) or _unfit_content(value)
        if why is not None:
            return self._stub(item, value, f"{why}; it stays as state (custom), with what it held")
        return self._written(item, value, self._session.cols.line[item])

    def _touched(self, row: int) -> bool:
        links = self._links
        if (
            self._every
            or row in links.ids
            or row in links.parents
            or row in links.kept
            or row in links.targets
        ):
            return True
        if row in self._unfit or row in self._unpaid or row in self._odd or row in self._odd_content:
            return True
        return self._old_roles and self._session.cols.role[row] == k.CUSTOM_ROLE

    def _raw(self, row: int) -> bytes:
        raw = self._session.raw(row)
        if len(raw) != self._session.cols.length[row]:
            name = str(self._session.path)
            raise EvidenceError("changed", f"{name} was changed while it was read; run it again", name)
        return raw + b"\n"

    def _written(self, item: int, value: dict[str, Any], line: int) -> bytes:
        """The record with its place in the copy, and with what pi cannot bear put right."""
        message = value.get("message")
        old = isinstance(message, dict) and message.get("role") == "hookMessage"
        if self._renames and old and value.get("type") == "message":
            message["role"] = "custom"  # type: ignore[index]
            self._changes.add(line, "the old role hookMessage is custom now")
        self._repair(item, value, line)
        self._place(item, value)
        return dumps(value) + b"\n"

    def _place(self, item: int, value: dict[str, Any]) -> None:
        links = self._links
        value["id"] = links.id_of(item)
        if item in links.parents:
            value["parentId"] = links.parents[item]
        if item in links.kept:
            value["firstKeptEntryId"] = links.kept[item]
        if self._every and value.get("type") == "compaction":
            value.pop("firstKeptEntryIndex", None)
        if item in links.targets:
            value["targetId"] = links.targets[item]

    def _repair(self, row: int, value: dict[str, Any], line: int) -> None:
        came_back = row >= self._links.rows
        if came_back or row in self._unpaid:
            self._pay(value, line)
        message = value.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str) and message.get("role") == "assistant":  # type: ignore[union-attr]
            message["content"] = [{"type": "text", "text": content}]  # type: ignore[index]
            self._changes.add(
                line, "the text of the reply is a block now; pi throws on bare text when it sends"
            )
        if not came_back and row not in self._odd and row not in self._odd_content:
            return
        holder = value if value.get("type") == "custom_message" else message
        self._mend_content(holder, line)
        if not came_back and line in self._odd_bytes:
            self._changes.add(line, "bytes that are not UTF-8 are U+FFFD now, as pi reads them")
        if value.get("type") == "session_info" and not isinstance(value.get("name", ""), (str, type(None))):
            value["name"] = js_string(value["name"])
            self._changes.add(line, "the session name is text now; pi throws on anything else")

    def _mend_content(self, holder: Any, line: int) -> None:
        """Null blocks go, and a custom message has content."""
        if not isinstance(holder, dict):
            return
        content = holder.get("content")
        if isinstance(content, list) and None in content:
            holder["content"] = [block for block in content if block is not None]
            self._changes.add(line, "a null content block is left out, on which pi throws")
        elif content is None and holder.get("role") == "custom":
            holder["content"] = []
            self._changes.add(
                line, "no content is recorded, on which pi throws: an empty list stands in for it"
            )

    def _pay(self, value: dict[str, Any], line: int) -> None:
        """Usage as zeros where none is recorded and pi's totals throw on that."""
        kind = value.get("type")
        holder = value if kind in _BILLED_APART else value.get("message")
        if not isinstance(holder, dict):
            return
        usage = holder.get("usage")
        if usage is None and (kind == "usage" or holder.get("role") == "assistant"):
            holder["usage"] = {**_ZERO_USAGE, "cost": dict(_ZERO_COST)}
            self._changes.add(
                line, "no usage is recorded, on which pi throws: zeros stand in for it (invented)"
            )
        elif isinstance(usage, dict) and usage.get("cost") is None:
            usage["cost"] = dict(_ZERO_COST)
            self._changes.add(
                line, "no cost is recorded, on which pi throws: zeros stand in for it (invented)"
            )

    def _stub(self, item: int, stored: dict[str, Any], why: str) -> bytes:
        """State in the place of an entry that pi cannot bear, so that what hangs on it keeps its path."""
        links, session = self._links, self._session
        line = session.cols.line[item] if item < links.rows else links.taken[item - links.rows].line
        self._changes.add(line, why)
        value: dict[str, Any] = {"type": "custom", "id": links.id_of(item)}
        value["parentId"] = stored.get("parentId") if stored else self._above(item)
        if "timestamp" in stored:
            value["timestamp"] = stored["timestamp"]
        data = {"why": why, "line": line, **({"record": dict(stored)} if stored else {})}
        value |= {"customType": STUB, "data": data}
        self._place(item, value)
        return dumps(value) + b"\n"

    def _above(self, row: int) -> str | None:
        parent = self._session.tree.parent[row]
        return self._links.id_of(parent) if parent >= 0 else None


def _unfit(value: dict[str, Any]) -> str | None:
    """Why pi cannot bear a record that came back; rows are told by the columns."""
    if value.get("type") == "message" and value.get("message") is None:
        return _NO_MESSAGE
    return _NO_REPLACEMENT if value.get("type") == "context_edit" and "replacement" not in value else None


def _unfit_content(value: dict[str, Any]) -> str | None:
    """Why pi cannot count or send content that is neither text nor a list."""
    kind = value.get("type")
    holder = value if kind == "custom_message" else value.get("message") if kind == "message" else None
    if not isinstance(holder, dict) or isinstance(holder.get("content"), (str, list, type(None))):
        return None
    role = "custom" if kind == "custom_message" else holder.get("role")
    if role == "assistant":
        return "the content of the reply is no list, on which pi throws when it sends"
    return "the content is neither text nor a list, on which pi throws" if role in _COUNTED else None


_COUNTED = ("user", "toolResult", "custom", "hookMessage", "system")
