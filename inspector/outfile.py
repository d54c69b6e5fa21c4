"""Writing what the user asked for: beside its place first, then renamed, and never over evidence.

A file that exists is replaced only where the user says so; a source is never replaced. An interruption leaves
nothing behind under the wanted name, and what lies there meanwhile has a name that pi takes for no session.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

from inspector.errors import BadInput

_BUFFER = 1 << 20  # bytes
Numbers = tuple[int, int]  # inode and device of a file as it was opened: it may have been moved since


def output_path(out: str, option: str) -> Path:
    """The path that ``option`` was given, in a folder that is there. Raises ``BadInput`` (``output``)."""
    if not out or "\0" in out:
        raise BadInput("output", f"the name of the output is empty or no name; give {option}", out or None)
    path = Path(out)
    try:
        if path.parent.resolve(strict=True).is_dir():
            return path
        reason = f"{path.parent} is no folder"
    except (OSError, ValueError, RuntimeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    raise BadInput("output", f"{out} cannot be written: {reason}", out)


def write_new(
    path: Path,
    parts: Iterable[bytes],
    sources: Iterable[Path] = (),
    force: bool = False,
    check: Callable[[Path], None] | None = None,
    opened: Iterable[Numbers] = (),
) -> int:
    """Write ``parts`` to ``path``; the number of bytes. ``check`` is given the whole file before it gets its name; what
    it raises leaves nothing behind. Raises ``BadInput`` (kinds ``exists``, ``is-source``, ``output``) with one line for
    the user where that must not or cannot be done. Others may read it only where they may read the sources."""
    sources = list(sources)
    check_target(path, sources, force, opened)
    mode = mode_like(sources)
    # The name is known before the file is there, so that no signal can come between the two.
    part = path.parent / f".{path.name[:40]}.{secrets.token_hex(8)}.part"
    written = 0
    try:
        with open(part, "xb", buffering=_BUFFER, opener=_own) as stream:
            for piece in parts:
                written += stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        if check is not None:
            check(part)
        part.chmod(mode)
        if force:
            part.replace(path)
        else:
            _place(part, path)
    except OSError as error:
        raise _cannot(path, error) from error
    finally:
        part.unlink(missing_ok=True)
    return written


def _own(name: str, flags: int) -> int:
    """Until it has its name nobody else may read it."""
    return os.open(name, flags, 0o600)


def mode_like(sources: Iterable[Path]) -> int:
    """The mode of a new file: what the umask leaves, and for others never more than a source grants them."""
    mode = 0o666 & ~_umask()
    for source in sources:
        try:
            mode &= stat.S_IMODE(source.stat().st_mode) | 0o600
        except OSError:
            continue  # it was moved meanwhile
    return mode


def check_target(
    path: Path, sources: Iterable[Path] = (), force: bool = False, opened: Iterable[Numbers] = ()
) -> None:
    """Raise ``BadInput`` where ``path`` is a source (by whatever name or link), a folder, a device or pipe, or
    exists without ``force``."""
    if any(_same(path, source) for source in sources):
        raise _is_source(path)
    not_opened(path, opened)
    if path.is_dir():
        raise BadInput("output", f"{path} is a folder; name a file", str(path))
    if path.exists() and not path.is_file():
        raise BadInput("output", f"{path} is a device or pipe, no regular file; name another", str(path))
    if not force and os.path.lexists(path):
        raise _exists(path)


def not_opened(path: Path, opened: Iterable[Numbers]) -> None:
    """Raise ``BadInput`` (``is-source``) where ``path`` is one of the files that were opened, by its numbers."""
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return
    if (info.st_ino, info.st_dev) in set(opened):
        raise _is_source(path)


def _place(part: Path, path: Path) -> None:
    """Give ``part`` its name, unless somebody took the name meanwhile."""
    try:
        os.link(part, path)  # unlike a rename it fails where the name is taken
    except FileExistsError as error:
        raise _exists(path) from error
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


def _is_source(path: Path) -> BadInput:
    return BadInput("is-source", f"{path} is the session itself; name another file for the output", str(path))


def _exists(path: Path) -> BadInput:
    return BadInput("exists", f"{path} exists; name another file, or give --force to replace it", str(path))


def _cannot(path: Path, error: OSError | ValueError) -> BadInput:
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return BadInput("output", f"{path} cannot be written: {reason}; nothing was left behind", str(path))
