"""What pi 1.6.0 does with a file: does it open, what would it write, where does it hang or throw.

Facts: FORMAT, Lines, Versions, Tree; KNOWN-TROUBLE, "Found while checking".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.session.versions import needs_rewrite, version_words

if TYPE_CHECKING:
    from inspector.session.load import Session


@dataclass(frozen=True, slots=True)
class PiVerdict:
    """``opens`` false comes with ``why``; ``writes_on_open`` are sentences; ``hangs`` means that opening or /tree
    never returns; ``throws`` says where pi raises an error, None where it does not."""

    opens: bool
    why: str | None
    writes_on_open: tuple[str, ...]
    hangs: bool
    throws: str | None


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
        if session.is_v1 and scan.primitives:
            return f"its migration of version 1 throws on line {scan.primitives[0]}, which holds a bare value"
        return None
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
    unpaid = [line[row] for row in scan.replies_without_usage]
    if unpaid:
        parts.append(f"counting usage (no usage on {_lines(unpaid)})")
    priceless = [line[row] for row in scan.usage_without_cost]
    if priceless:
        parts.append(f"counting cost (usage without cost on {_lines(priceless)})")
    if scan.null_blocks:
        parts.append(f"counting tool calls (a null content block on {_lines(scan.null_blocks)})")
    if scan.odd_name_line:
        parts.append(f"reading the session name (no text on line {scan.odd_name_line})")
    return "; ".join(parts) or None


def _lines(lines: list[int]) -> str:
    shown = ", ".join(str(number) for number in lines[:5])
    more = f" and {len(lines) - 5} more" if len(lines) > 5 else ""
    return f"line{'s' if len(lines) > 1 else ''} {shown}{more}"
