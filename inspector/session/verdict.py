"""What pi 1.6.0 does with a file: does it open, what would it write, where does it hang or throw.

Facts: FORMAT, Lines, Versions, Tree; KNOWN-TROUBLE, "Found while checking".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.session import kinds as k
from inspector.session.fileurl import file_url_path, is_file_url
from inspector.session.jsvalue import STRINGIFY_LIMIT, joins
from inspector.session.versions import needs_rewrite, version_words

if TYPE_CHECKING:
    from inspector.session.load import Session


EVENT_LOG = "an event log (what pi --mode json prints), not a session"
EVENT_TYPES = frozenset(
    f"{what}_{when}"
    for what in ("agent", "turn", "message", "tool_execution")
    for when in ("start", "update", "end")
)


def no_session(session: Session) -> str | None:
    """What a file is that looks like a session and is none; None for a session. An event log begins with a session
    header, so pi opens it and sees a root in every event."""
    kinds = session.cols.kinds
    events = [number for number, name in enumerate(kinds.names) if name in EVENT_TYPES]
    if not events:
        return None
    counted = Counter(session.cols.kind)
    # A session that an extension wrote one odd record into stays one.
    known = sum(counted[number] for number in range(len(k.ENTRY_TYPES)))
    return EVENT_LOG if sum(counted[number] for number in events) > known else None


@dataclass(frozen=True, slots=True)
class PiVerdict:
    """``opens`` false comes with ``why``; ``writes_on_open`` are sentences; ``hangs`` means that opening or /tree
    never returns; ``throws`` says where pi raises an error, None where it does not."""

    opens: bool
    why: str | None
    writes_on_open: tuple[str, ...]
    hangs: bool
    throws: str | None

    @property
    def content_fault(self) -> str | None:
        """The part of ``throws`` that is about content of an odd kind."""
        parts = (self.throws or "").split("; ")
        return next((part for part in parts if part.startswith((_COUNTING, _SENDING))), None)

    @property
    def makes_no_request(self) -> bool:
        """True where what throws stands between the active leaf and any request: the context, the count of its
        tokens before each one (pi's screen fails on that too), or the message to be sent."""
        return "building the context" in (self.throws or "") or self.content_fault is not None


def pi_verdict(session: Session) -> PiVerdict:
    """The verdict on a session as loaded."""
    why = _refusal(session)
    if why is not None:
        return PiVerdict(False, why, (), False, None)
    return PiVerdict(True, None, tuple(_writes(session)), _hangs(session), _throws(session))


def _refusal(session: Session) -> str | None:
    scan = session.scan
    if scan.over_long:
        return f"line {scan.over_long[0]} is longer than the longest text that Node can hold"
    if scan.first_kept == "header":
        if not joins(session.version_on_disk):
            return f"comparing the version on line {session.header_line} overflows its stack"
        depth, deep_line = scan.deepest
        if needs_rewrite(session.version) and depth >= STRINGIFY_LIMIT:
            return (
                f"rewriting line {deep_line}, nested {depth:,} levels deep, as version 3 overflows its stack"
            )
        if session.is_v1 and scan.primitives:
            return f"its migration of version 1 throws on line {scan.primitives[0]}, which holds a bare value"
        return _odd_cwd(session.cwd)
    if session.size == 0:
        return None
    bad = {damage.line: damage.kind for damage in scan.damage}
    if bad.get(1) == "bom":
        return "a byte order mark (byte 0 of line 1) makes the header unreadable"
    if session.header is not None and session.session_id is None:
        return f"the header on line {session.header_line} has no id in text"
    if session.header is not None:
        return f"the header stands on line {session.header_line}; the first record must be the header"
    if scan.first_kept == "none":
        return "no line holds a record"
    if 1 in bad:
        return f"line 1 cannot be read ({bad[1]}), and no other line is a header"
    return "it has no header (a first record of type session with an id)"


def _odd_cwd(cwd: str | None) -> str | None:
    """pi turns the cwd into a path before it reads any further; only ``--continue`` does not look at it."""
    if cwd is None or not is_file_url(cwd):
        return None
    try:
        file_url_path(cwd)
    except ValueError:
        what = "the cwd in its header is a file URL that is no path, so opening throws"
        return f"{what} (--continue in its own folder does not look at it)"
    return None


def _writes(session: Session) -> list[str]:
    if session.size == 0:
        return ["writes a new header into the empty file"]
    writes = []
    if not session.scan.ends_with_newline:
        writes.append("adds the missing newline at the end")
    if needs_rewrite(session.version):
        words = version_words(session.version_on_disk, session.version_absent)
        writes.append(f"rewrites the file as version 3 (it is version {words})")
        if session.scan.refused:
            count = session.scan.refused
            writes.append(f"that rewrite loses {count} unreadable line{'s' if count > 1 else ''} for good")
    return writes


def _hangs(session: Session) -> bool:
    tree = session.tree
    return tree.active_leaf in set(tree.cyclic) or tree.view_is_endless


def _throws(session: Session) -> str | None:
    scan, tree, line = session.scan, session.tree, session.cols.line
    parts = []
    path = set(tree.path(tree.active_leaf)) if scan.null_messages or scan.edits_without_replacement else set()
    nulls = [line[row] for row in scan.null_messages]
    if nulls:
        on_path = any(row in path for row in scan.null_messages)
        where = "building the context and counting usage" if on_path else "counting usage"
        parts.append(f"{where} (message null or absent on {_lines(nulls)})")
    edits = [row for row in scan.edits_without_replacement if row in path and session.target_row(row) in path]
    if edits:
        parts.append(
            f"building the context (context edit without replacement on {_lines([line[row] for row in edits])})"
        )
    elif fault := _content_fault(session):
        parts.append(fault)
    unpaid = [line[row] for row in scan.replies_without_usage]
    if unpaid:
        parts.append(f"counting usage (no usage on {_lines(unpaid)})")
    priceless = [line[row] for row in scan.usage_without_cost]
    if priceless:
        parts.append(f"counting cost (usage without cost on {_lines(priceless)})")
    if scan.null_blocks:
        parts.append(f"counting tool calls (a null content block on {_lines(scan.null_blocks)})")
    parts.extend(_overflows(session))
    if scan.odd_name_line:
        parts.append(f"reading the session name (no text on line {scan.odd_name_line})")
    return "; ".join(parts) or None


def _content_fault(session: Session) -> str | None:
    """Why content of an odd kind lets no request through from the active leaf, in the words of the context there."""
    tree, odd = session.tree, session.scan.odd_content
    if not odd or _hangs(session) or set(tree.path(tree.active_leaf)).isdisjoint(odd):
        return None
    from inspector.session.context import context_at  # needs a whole session, which needs this module

    fault = context_at(session, tree.active_leaf, sizes=False).throws
    if fault is None or fault.startswith(_COUNTING):
        return fault
    return f"{_SENDING}{fault}"


_COUNTING = "counting tokens: "
_SENDING = "sending: "


def _overflows(session: Session) -> list[str]:
    """Where arrays are nested too deep for pi to make text, a number or a date of them."""
    cols, tree = session.cols, session.tree
    parts = []
    dated = (k.CUSTOM_MESSAGE, k.COMPACTION, k.BRANCH_SUMMARY)
    for row, field in session.scan.deep_texts[:5]:
        what = None
        if field == "timestamp":
            if any(row in rows for rows in tree.forks.values()):
                what = "sorting /tree"
            elif cols.kind[row] in dated and row in tree.path(tree.active_leaf):
                what = "building the context"
        elif field == "provider" or field == "model":
            what = "counting cost" if cols.kind[row] == k.USAGE else None
        elif not field.endswith(("timestamp", "totalTokens")) and cols.usage[row] >= 0:
            what = "counting cost" if cols.role[row] == k.ASSISTANT or "usage" in field else None
        if what is not None:
            parts.append(f"{what} ({field} on line {cols.line[row]} is nested deeper than its stack)")
    return parts


def _lines(lines: list[int]) -> str:
    shown = ", ".join(str(number) for number in lines[:5])
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    return f"line{'s' if len(lines) > 1 else ''} {shown}{more}"
