"""Writing what the user asked for: beside its place first, then renamed, and never over evidence.

A file that exists is replaced only where the user says so; a source is never replaced. An interruption leaves
nothing behind under the wanted name.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from inspector.errors import BadInput


def write_new(
    path: Path,
    parts: Iterable[bytes],
    sources: Iterable[Path] = (),
    force: bool = False,
    check: Callable[[Path], None] | None = None,
) -> int:
    """Write ``parts`` to ``path``; the number of bytes. ``check`` is given the whole file before it gets its name; what
    it raises leaves nothing behind. Raises ``BadInput`` (kinds ``exists``, ``is-source``, ``output``) with one line for
    the user where that must not or cannot be done."""
    check_target(path, sources, force)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    part = Path(name)
    written = 0
    try:
        with os.fdopen(handle, "wb") as stream:
            for piece in parts:
                written += stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        if check is not None:
            check(part)
        part.chmod(0o666 & ~_umask())
        if force:
            part.replace(path)
        else:
            _place(part, path)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    finally:
        part.unlink(missing_ok=True)
    return written


def check_target(path: Path, sources: Iterable[Path] = (), force: bool = False) -> None:
    """Raise ``BadInput`` where ``path`` is a source (by whatever name or link), a folder, a device or pipe, or
    exists without ``force``."""
    for source in sources:
        if _same(path, source):
            raise BadInput(
                "is-source", f"{path} is the session itself; name another file for the output", str(path)
            )
    if path.is_dir():
        raise BadInput("output", f"{path} is a folder; name a file", str(path))
    if path.exists() and not path.is_file():
        raise BadInput("output", f"{path} is a device or pipe, no regular file; name another", str(path))
    if not force and os.path.lexists(path):
        raise BadInput(
            "exists", f"{path} exists; name another file, or give --force to replace it", str(path)
        )


def _place(part: Path, path: Path) -> None:
    """Give ``part`` its name, unless somebody took the name meanwhile."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        if os.path.lexists(path):
            raise
        part.replace(path)  # a file system without hard links


def _same(path: Path, source: Path) -> bool:
    try:
        return path.samefile(source)
    except OSError:
        return os.path.abspath(path) == os.path.abspath(source)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _cannot(path: Path, error: OSError | ValueError) -> BadInput:
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return BadInput("output", f"{path} cannot be written: {reason}", str(path))
