"""A file opened as evidence: read-only, its size at the start, physical lines split on LF alone.

A session may be written while we read it, so the size seen at opening is the end of the evidence, spans are
read again with ``pread`` (a mapping would fault if the file shrank), and the identity is compared afterwards.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType

from inspector.errors import EvidenceError

BUFFER = 1 << 20
_SEEKING = Lock()  # where there is no pread, threads share one place in a file


@dataclass(frozen=True, slots=True)
class Identity:
    """What tells one state of a file from another: bytes, modification time in ns, inode and device."""

    size: int
    mtime_ns: int
    inode: int
    device: int


class EvidenceFile:
    """One file, opened read-only. ``size`` is its length in bytes when it was opened, or less where only so many bytes
    at its start are the evidence.

    Raises ``EvidenceError`` (kinds ``missing``, ``folder``, ``permission``, ``not-a-file``, ``unreadable``) where
    there is nothing to read at all; whatever the bytes are is no error.
    """

    def __init__(self, path: str | os.PathLike[str], size: int | None = None) -> None:
        self.path = Path(path)
        self._handle = _open_read_only(self.path)
        self.identity = _identity(os.fstat(self._handle))
        self.size = self.identity.size if size is None else min(size, self.identity.size)

    def lines(self) -> Iterator[bytes]:
        """Physical lines from the start, each with its LF if it has one, ending at ``size``."""
        left = self.size
        # Read by position: other threads may be at other places of the same file.
        with io.BufferedReader(_Bytes(self._handle), BUFFER) as stream:
            for line in stream:
                if len(line) >= left:
                    yield line[:left] if len(line) > left else line
                    return
                left -= len(line)
                yield line

    def fileno(self) -> int:
        """The descriptor, for a process that is to read the very same file; its offset is nobody's to rely on."""
        return self._handle

    def read(self, offset: int, length: int) -> bytes:
        """The bytes of a span; shorter where the file has shrunk since."""
        parts: list[bytes] = []
        while length > 0:
            part = _pread(self._handle, min(length, 1 << 30), offset)
            if not part:
                break
            parts.append(part)
            offset += len(part)
            length -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def identity_now(self) -> Identity | None:
        """The identity of what the path names at this moment, None where it is gone."""
        try:
            return _identity(os.stat(self.path))
        except OSError:
            return None

    def unchanged(self) -> bool:
        """True while the path still names the very file and state that was opened."""
        return self.identity_now() == self.identity

    def grew(self) -> bool:
        """True when the opened file is longer now than at opening: somebody is writing it."""
        return os.fstat(self._handle).st_size > self.size

    def close(self) -> None:
        """Let the file go; reading spans is over."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> EvidenceFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", -1) >= 0:
            self.close()


class _Bytes(io.RawIOBase):
    """The bytes behind an open handle, from the start. Closing it leaves the handle alone."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._at = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill ``buffer`` with what follows; 0 at the end of the file."""
        if hasattr(os, "preadv"):
            count = os.preadv(self._handle, [buffer], self._at)
        else:
            part = _pread(self._handle, len(buffer), self._at)
            count = len(part)
            buffer[:count] = part
        self._at += count
        return count


def _open_read_only(path: Path) -> int:
    name = str(path)
    try:
        # Asked before opening: a FIFO would block the open, and a folder opens on some systems.
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise EvidenceError(
                "folder", f"{name} is a folder, not a session file; give a .jsonl file inside it", name
            )
        if not stat.S_ISREG(mode):
            raise EvidenceError(
                "not-a-file", f"{name} is not a regular file; give a .jsonl session file", name
            )
        return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise EvidenceError(
            "missing", f"{name} does not exist; check the path or run: pi-inspector list", name
        ) from error
    except PermissionError as error:
        raise EvidenceError(
            "permission", f"{name} may not be read by this user; ask its owner or copy it", name
        ) from error
    except (OSError, ValueError) as error:
        raise EvidenceError("unreadable", f"{name} cannot be read: {_reason(error)}", name) from error


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _identity(info: os.stat_result) -> Identity:
    return Identity(info.st_size, info.st_mtime_ns, info.st_ino, info.st_dev)


def _pread(handle: int, length: int, offset: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(handle, length, offset)
    with _SEEKING:
        os.lseek(handle, offset, os.SEEK_SET)
        return os.read(handle, length)
