"""Writing a copy safely: never over something unless told to, never over the evidence, never half of it.

The copy is written beside its target under a name that pi does not take for a session, and gets its own name only
when it is complete.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from inspector.errors import BadInput
from inspector.session import Session


def check_target(session: Session, out: str, force: bool) -> Path:
    """The path to write to. Raises ``BadInput`` with the reason and what to do."""
    if not out or "\0" in out:
        raise BadInput("bad-output", "the name of the copy is empty or no name; give --salvage OUT.jsonl")
    target = Path(out)
    try:
        folder = target.parent.resolve(strict=True)
        if not folder.is_dir():
            raise NotADirectoryError(20, "not a folder")
        exists = os.path.lexists(target)
        mode = os.stat(target).st_mode if os.path.exists(target) else 0
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise BadInput("bad-output", f"{out} cannot be written: {reason}", out) from error
    if _is_evidence(target, session):
        message = (
            f"{out} is the session file itself (or a link to it), which is never written; give another name"
        )
        raise BadInput("same-file", message, out)
    if exists and mode and not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise BadInput("bad-output", f"{out} is {what}; give the name of a new file", out)
    if exists and not force:
        raise BadInput("exists", f"{out} exists already; give another name, or --force to replace it", out)
    if not force and folder == session.path.parent.resolve():
        why = "lies beside the original, where pi would list and continue it as a session"
        raise BadInput("beside-evidence", f"{out} {why}; give another folder, or --force", out)
    return target


def _is_evidence(target: Path, session: Session) -> bool:
    """True for the evidence under whatever name, hard links included."""
    if os.path.abspath(target) == os.path.abspath(session.path):
        return True
    try:
        info = os.stat(target)
    except (OSError, ValueError):
        return False
    return (info.st_ino, info.st_dev) == (session.evidence.identity.inode, session.evidence.identity.device)


@contextmanager
def written(target: Path, force: bool) -> Iterator[tuple[BinaryIO, Path]]:
    """A stream for the copy and the path of the part; leaving without an error gives it its name, leaving with one
    removes it. Failures to write come out as ``BadInput`` (kind ``unwritable``)."""
    part: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".part", dir=target.parent)
        part = Path(name)
        with open(handle, "wb", buffering=1 << 20) as stream:
            yield stream, part
        _give_name(part, target, force)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            "unwritable", f"{target} cannot be written: {reason}; nothing was left behind", str(target)
        ) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _give_name(part: Path, target: Path, force: bool) -> None:
    if force:
        os.replace(part, target)
        return
    try:
        os.link(part, target)  # unlike a rename it fails where the name was taken meanwhile
    except FileExistsError as error:
        raise BadInput("exists", f"{target} exists already; it was made just now", str(target)) from error
    except OSError:
        if os.path.lexists(target):
            raise
        os.rename(part, target)  # a file system without hard links
