"""The header of a salvaged copy: the one the file has, brought to version 3, or one made from what is left of it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.diagnosis.salvage_take import Taken
from inspector.session import Session
from inspector.session.jsvalue import instant, iso
from inspector.session.kinds import NO_INSTANT
from inspector.session.versions import CURRENT, version_words

if TYPE_CHECKING:
    from inspector.diagnosis.salvage import Changes

_SESSION_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z")
_FILE_STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z_")
_FIELD = re.compile(r'"(id|timestamp|cwd|parentSession)"\s*:\s*("(?:[^"\\]|\\.)*")')
_TORN = frozenset(("not-json", "torn", "joined", "nul"))
_LOOKED_AT = 64 << 10  # bytes of a broken header; fields of an honest one stand at its start


def make_header(session: Session, taken: Taken | None, changes: Changes) -> dict[str, Any]:
    """The header record. Everything invented is told."""
    base, line = _base(session, taken, changes)
    header: dict[str, Any] = {"type": "session", "version": CURRENT, "id": None, "timestamp": None}
    header |= {name: item for name, item in base.items() if name not in ("type", "version")}
    if base and base.get("version") != CURRENT:
        words = version_words(base.get("version"), "version" not in base)
        changes.add(line, f"the header says version 3 now, it was version {words}")
    if not isinstance(header["id"], str):
        header["id"] = _made_id(session, line, changes)
    if header["timestamp"] is None or instant(header["timestamp"]) == NO_INSTANT:
        header["timestamp"] = _made_stamp(session, line, changes)
    if not isinstance(header.get("cwd", ""), str):
        del header["cwd"]
        changes.add(line, "the cwd in the header is no text; it is left out")
    if session.header is None and "cwd" not in header:
        changes.add(line, "the cwd is lost, and none is invented: pi takes the folder that it is started in")
    return header


def _base(session: Session, taken: Taken | None, changes: Changes) -> tuple[dict[str, Any], int]:
    """What there is of a header, and its line (0: nowhere)."""
    if session.header is not None:
        return session.header, session.header_line
    if taken is not None:
        changes.add(
            taken.line, f"the header at byte {taken.offset:,}, whole inside the line, stands first now"
        )
        return taken.value, taken.line
    for damage in session.scan.damage:
        if damage.kind not in _TORN:
            continue
        raw = session.evidence.read(damage.offset, min(damage.length, _LOOKED_AT))
        if b'"session"' in raw[:200]:
            fields = _fields(raw.decode("utf-8", "replace"))
            names = ", ".join(fields) or "nothing"
            text = f"a header is made from what is left of the broken one ({names} could be read)"
            changes.add(damage.line, text)
            return {"version": CURRENT, **fields}, damage.line
    changes.add(0, "the file has no header; one is made (invented)")
    return {}, 0


def _fields(text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, quoted in _FIELD.findall(text):
        try:
            fields.setdefault(name, json.loads(quoted, strict=False))
        except ValueError:
            continue
    return fields


def _made_id(session: Session, line: int, changes: Changes) -> str:
    """The session id in the name of the file as pi gives it; without one an id made from the content."""
    stem = Path(session.path).name.removesuffix(".jsonl")
    stamp = _FILE_STAMP.match(stem)
    if stamp and _SESSION_ID.match(stem[stamp.end() :]):
        changes.add(line, f"the session id is taken from the name of the file: {stem[stamp.end() :]}")
        return stem[stamp.end() :]
    made = f"salvaged-{hashlib.sha256(session.sha256.encode()).hexdigest()[:12]}"
    changes.add(line, f"the session id is lost; {made} stands in for it (invented)")
    return made


def _made_stamp(session: Session, line: int, changes: Changes) -> str:
    stamp = _FILE_STAMP.match(Path(session.path).name)
    if stamp:
        day, minutes, seconds, millis = stamp.groups()
        made = f"{day}:{minutes}:{seconds}.{millis}Z"
        if instant(made) != NO_INSTANT:
            changes.add(line, f"the time of the session is taken from the name of the file: {made}")
            return made
    first = next((iso(at) for at in session.cols.instant if iso(at)), None)
    made = first or iso(session.modified_ms) or "1970-01-01T00:00:00.000Z"
    source = "its first entry" if first else "the file's modification time"
    changes.add(line, f"the time of the session is lost; that of {source} stands in for it: {made}")
    return made
