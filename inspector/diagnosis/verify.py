"""The integrity of a session file: its hash, whether it stayed as it was while it was read, and all damage in it."""

from __future__ import annotations

from typing import Any

from inspector.diagnosis.salvage import Salvaged
from inspector.evidence.file import Identity
from inspector.session import Session
from inspector.session.jsvalue import iso
from inspector.session.report import damage_json, pi_json
from inspector.session.verdict import no_session


def verify_report(session: Session, salvaged: Salvaged | None = None) -> dict[str, Any]:
    """``verify FILE --json``. The identity afterwards is taken now, so call this last."""
    before, after = session.evidence.identity, session.evidence.identity_now()
    return {
        "file": str(session.path),
        "size": session.size,
        "sha256": session.sha256,
        "unchanged": before == after,
        "identity": {"before": _identity(before), "after": _identity(after)},
        "pi": pi_json(session),
        "versionOnDisk": session.version_on_disk,
        "lines": session.scan.lines,
        "entries": session.n,
        "damage": [damage_json(damage) for damage in session.damage],
        "note": no_session(session),
        "salvaged": None if salvaged is None else salvaged_json(salvaged),
    }


def salvaged_json(salvaged: Salvaged) -> dict[str, Any]:
    """CONTRACT's ``salvaged``; ``left`` is the damage that the copy still has."""
    return {
        "file": str(salvaged.file),
        "entries": salvaged.entries,
        "changes": list(salvaged.changes),
        "size": salvaged.size,
        "sha256": salvaged.sha256,
        "piOpens": salvaged.opens,
        "left": [damage_json(damage) for damage in salvaged.left],
    }


def _identity(identity: Identity | None) -> dict[str, Any] | None:
    if identity is None:
        return None
    return {
        "size": identity.size,
        "modified": iso((identity.mtime_ns + 500_000) // 1_000_000),
        "mtimeNs": str(identity.mtime_ns),
        "inode": identity.inode,
        "device": identity.device,
    }
