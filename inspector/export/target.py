"""Where an export may be written: never over the source, not among pi's sessions, not over anything without leave."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from inspector.errors import BadInput
from inspector.outfile import check_target, not_opened, output_path
from inspector.session import Session

_NO_NAME = re.compile(r"[^\w.-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\Z", re.IGNORECASE)
NAME_BYTES = 80
_OPTION = "-o FILE"


def check_file(
    session: Session, out: str, force: bool, folders: Sequence[Path] = (), to: str = "jsonl"
) -> Path:
    """The path to write to. ``folders`` are those in which pi keeps sessions: no session file goes there. Raises
    ``BadInput`` with the reason."""
    path = output_path(out, _OPTION)
    not_the_source(session, path)
    check_target(path, [session.path], force)
    if not force and _as_session(path, to):
        _not_among_sessions(path.parent, folders, out)
    return path


def near_sessions(session: Session, path: Path, to: str, folders: Sequence[Path]) -> str:
    """What to know about a place beside sessions; "" for any other place."""
    if _among(path.parent, folders):
        return f"{path} lies in a folder where pi keeps sessions"
    if _as_session(path, to) and _real(path.parent) == _real(session.path.parent):
        return f"{path} lies beside the session: a tool that lists that folder shows both"
    return ""


def _as_session(path: Path, to: str) -> bool:
    """True for what pi, which goes by the name, takes for a session."""
    return to == "jsonl" or path.suffix.lower() == ".jsonl"


def check_folder(session: Session, out: str, force: bool, folders: Sequence[Path] = ()) -> Path:
    """The folder of a bundle: a new one, an empty one, or with ``force`` any."""
    path = output_path(out, _OPTION)
    if os.path.lexists(path) and not path.is_dir():
        raise BadInput("output", f"{out} is no folder; name a folder for the bundle", out)
    if not force:
        try:
            filled = path.is_dir() and any(path.iterdir())
        except OSError as error:
            raise BadInput("output", f"{out} cannot be read: {error.strerror}", out) from error
        if filled:
            raise BadInput(
                "exists",
                f"{out} is not empty; name another folder, or give --force to replace files of the same names",
                out,
            )
        _not_among_sessions(path, folders, out)
    return path


def not_the_source(session: Session, path: Path) -> None:
    """Raise ``BadInput`` where ``path`` is the session, by its number as well: the file may have other names, and may
    have been moved since it was opened."""
    not_opened(path, [(session.evidence.identity.inode, session.evidence.identity.device)])


def _not_among_sessions(folder: Path, folders: Sequence[Path], out: str) -> None:
    if _among(folder, folders):
        raise BadInput(
            "session-folder",
            f"{out} lies in a folder where pi keeps sessions, and pi would list it; name another folder, or give --force",
            out,
        )


def _among(folder: Path, folders: Sequence[Path]) -> bool:
    here = _real(folder)
    return any(here == root or root in here.parents for root in map(_real, folders))


def _real(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return Path(os.path.abspath(path))


def safe_name(name: str | None, session_id: str | None) -> str:
    """A file name without suffix from a session's name and id: letters and digits of any script, the rest as hyphens,
    no leading dot, no device name, at most some 90 bytes."""
    words = _slug(name or "", NAME_BYTES)
    short = _slug(session_id or "", 40)[:8].strip("-.")
    made = "-".join(part for part in (words or "session", short) if part)
    first, dot, rest = made.partition(".")  # a device keeps its meaning with a suffix
    return f"{first}-{dot}{rest}" if _RESERVED.match(first) else made


def _slug(text: str, limit: int) -> str:
    normal = unicodedata.normalize("NFC", text.encode("utf-8", "ignore").decode("utf-8"))
    slug = _NO_NAME.sub("-", normal)
    slug = slug.encode("utf-8")[:limit].decode("utf-8", "ignore")
    return re.sub(r"-{2,}", "-", slug).strip("-._")
