"""Everything wrong with a file in one list: lines that cannot be read, and records that contradict each other."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.evidence.damage import Damage
from inspector.evidence.file import EvidenceFile
from inspector.session import kinds as k
from inspector.session.columns import NULL, UNDEFINED
from inspector.session.jsvalue import instant, told
from inspector.session.versions import CURRENT, version_words

if TYPE_CHECKING:
    from inspector.session.load import Session

_BLOCK = 1 << 16


def file_damage(session: Session) -> list[Damage]:
    """All damage in file order; of a line, damage of its bytes first."""
    found = [
        *session.scan.damage,
        *_header(session),
        *_types(session),
        *_unreadable(session),
        *_content(session),
        *_ids(session),
        *_parents(session),
        *_kept(session),
    ]
    return sorted(found, key=lambda damage: damage.line)


def _at(session: Session, row: int, kind: str, message: str) -> Damage:
    cols = session.cols
    return Damage(cols.line[row], cols.offset[row], cols.length[row], kind, message)


def _header(session: Session) -> list[Damage]:
    scan = session.scan
    found = []
    if session.header is None and session.size:
        found.append(
            Damage(
                1,
                0,
                0,
                "header-missing",
                "no header: version and folder are unknown, pi refuses the file",
            )
        )
    elif scan.first_kept == "entry" and scan.headers:
        message = (
            f"the header stands on line {scan.headers[0].line}, after other records; pi refuses the file"
        )
        found.append(Damage(scan.headers[0].line, 0, 0, "header-late", message))
    for header in scan.headers[1:]:
        message = "a second header; the first one counts, pi leaves this one out"
        found.append(Damage(header.line, 0, 0, "extra-header", message))
    if session.header is not None and session.version > CURRENT:
        words = version_words(session.version_on_disk, session.version_absent)
        message = f"version {words} is newer than 3; pi 1.6.0 reads it as version 3 without a word"
        found.append(Damage(session.header_line, 0, 0, "newer-version", message))
    if session.header is not None and not isinstance(session.header.get("id"), str):
        found.append(
            Damage(
                session.header_line, 0, 0, "odd-field", "the header has no id in text; pi refuses the file"
            )
        )
    found.extend(_header_fields(session))
    return [_spanned(session, damage) for damage in found]


def _header_fields(session: Session) -> list[Damage]:
    """Fields of the header that a repaired copy would put right."""
    header, odd = session.header, []
    if header is None:
        return []
    if not isinstance(header.get("cwd", ""), str):
        odd.append("the cwd in the header is no text")
    stamp = header.get("timestamp")
    if stamp is not None and instant(stamp) == k.NO_INSTANT:
        odd.append("the timestamp in the header is no time")
    return [Damage(session.header_line, 0, 0, "odd-field", what) for what in odd]


def _spanned(session: Session, damage: Damage) -> Damage:
    """Header records have no row, so their place comes from the scan; else it is line 1 that is meant."""
    for header in session.scan.headers:
        if header.line == damage.line:
            return replace(damage, offset=header.offset, length=header.length)
    return replace(damage, offset=0, length=_first_line(session.evidence)) if damage.line == 1 else damage


def _first_line(evidence: EvidenceFile) -> int:
    """Bytes of the first line without its LF."""
    length = 0
    while length < evidence.size:
        part = evidence.read(length, min(_BLOCK, evidence.size - length))
        end = part.find(b"\n")
        if end >= 0 or not part:
            return length + max(end, 0)
        length += len(part)
    return length


def _types(session: Session) -> list[Damage]:
    cols = session.cols
    names = cols.kinds.names
    if len(names) == len(k.ENTRY_TYPES):
        return []
    return [
        _at(
            session,
            row,
            "unknown-type",
            f"pi 1.6.0 knows no entry type {names[kind]!r}; it stays in the tree and sends nothing",
        )
        for row, kind in enumerate(cols.kind)
        if kind >= len(k.ENTRY_TYPES) and names[kind]
    ]


def _unreadable(session: Session) -> list[Damage]:
    cols = session.cols
    if not any(flags & k.UNREADABLE for flags in set(cols.flags)):
        return []
    known = {damage.line for damage in session.scan.damage if damage.kind == "odd-field"}
    nulls = set(session.scan.null_messages)
    return [
        _at(
            session,
            row,
            "odd-field",
            "message is null or absent" if row in nulls else "its role is no text; it is never sent",
        )
        for row, flags in enumerate(cols.flags)
        if flags & k.UNREADABLE and cols.line[row] not in known
    ]


def _content(session: Session) -> list[Damage]:
    """Content that no other check names and on which pi throws where it counts or sends it."""
    cols = session.cols
    known = {damage.line for damage in session.scan.damage if damage.kind == "odd-field"}
    found = []
    for row in session.scan.odd_content:
        if cols.line[row] in known:
            continue
        value = session.stored(row)
        message = value.get("message") if value.get("type") == "message" else value
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            what = "the content of the reply is bare text, on which pi throws when it sends"
        elif isinstance(content, list):
            if None not in content:
                continue
            what = "a content block is null, on which pi throws"
        else:
            what = "the content is neither text nor a list, on which pi throws"
        found.append(_at(session, row, "odd-field", what))
    return found


def _ids(session: Session) -> list[Damage]:
    cols = session.cols
    found = []
    first: dict[Hashable, int] = {}
    taken = {cols.ids[row] for row in session.tree.shadowed} - {UNDEFINED, NULL}
    for row, key in enumerate(cols.ids) if taken else ():
        if key not in taken:
            continue
        if key in first:
            message = f"the same id as line {first[key]}; pi reaches the last of them only"
            found.append(_at(session, row, "duplicate-id", message))
        first.setdefault(key, cols.line[row])
    return found


def _parents(session: Session) -> list[Damage]:
    found = [
        _at(
            session,
            row,
            "missing-parent",
            f"its parent {told(session.scan.parents[row])} is in no line; the path to it begins here",
        )
        for row in session.tree.orphans
    ]
    tree = session.tree
    for row in sorted(tree.cuts):
        target = session.entry_name(tree.cuts[row])
        message = f"its parents lead in a loop ({target} comes back to it); pi never returns from it, here the loop is cut"
        found.append(_at(session, row, "cycle", message))
    return found


def _kept(session: Session) -> list[Damage]:
    """A kept id that pi does not find on the path before the compaction, its own id apart: nothing is kept."""
    scan, tree = session.scan, session.tree
    found = []
    for row, stored in scan.kept_ids.items():
        kept = session.kept_row(row)
        if row in tree.shadowed or kept == row or (kept >= 0 and tree.is_ancestor(kept, row)):
            continue
        if session.is_v1:
            reason = "its firstKeptEntryIndex names no entry before it"
        elif type(stored) is not str:
            reason = "it has no firstKeptEntryId"
        elif kept < 0:
            reason = f"its firstKeptEntryId {stored!r} is in no line"
        else:
            reason = f"its firstKeptEntryId {stored!r} (line {session.cols.line[kept]}) is not on its path before it"
        found.append(
            _at(session, row, "bad-kept-id", f"{reason}; pi keeps nothing from before this compaction")
        )
    return found
