"""Files of the workspace, looked at with care: regular files inside it only, links out of it not followed, hash
first, and no more than a stated cap read."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

READ_CAP = 4 << 20  # bytes of one file that are read for a comparison
ALL_CAP = 64 << 20  # bytes read in one check
_BUFFER = 1 << 20
ENTRIES = 20_000  # names looked at when a file is looked for elsewhere
SECONDS = 0.15
_DEPTH = 12
_SKIPPED = frozenset(
    ".git .hg .svn node_modules .venv venv __pycache__ .mypy_cache .pytest_cache .ruff_cache .tox .cache target".split()
)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

Trouble = Literal["missing", "link", "kind", "unreadable", "large"]


@dataclass(slots=True)
class Disk:
    """One workspace. ``read`` counts the bytes read so far, so that the whole check stays within ``ALL_CAP``."""

    root: Path
    read: int = 0
    _real: str = field(init=False, default="")

    def __post_init__(self) -> None:
        self._real = os.path.realpath(self.root)

    def usable(self) -> bool:
        """True where the workspace is a folder whose names can be listed."""
        try:
            with os.scandir(self._real):
                return True
        except (OSError, ValueError):
            return False

    def find(self, path: Path) -> tuple[str, os.stat_result] | Trouble:
        """The real path and state of a regular file inside the workspace, or what is in the way."""
        try:
            real = os.path.realpath(path)
            if real != self._real and not real.startswith(self._real.rstrip(os.sep) + os.sep):
                return "link"
            info = os.lstat(real)
        except (FileNotFoundError, NotADirectoryError):
            return "missing"
        except (OSError, ValueError):
            return "unreadable"
        return (real, info) if stat.S_ISREG(info.st_mode) else "kind"

    def digest(self, real: str, size: int) -> str | None:
        """SHA-256 of a file of that size; None where it cannot be read."""
        if self.read + size > ALL_CAP:
            return None
        value, left = hashlib.sha256(), size
        try:
            with open(os.open(real, os.O_RDONLY | _NOFOLLOW), "rb", buffering=0) as stream:
                while left > 0 and (part := stream.read(min(_BUFFER, left))):
                    value.update(part)
                    left -= len(part)
        except OSError:
            return None
        self.read += size
        return value.hexdigest()

    def text(self, real: str, size: int) -> str | Trouble:
        """The file as pi's read tool decodes it, up to ``READ_CAP``."""
        if size > READ_CAP or self.read + size > ALL_CAP:
            return "large"
        try:
            with open(os.open(real, os.O_RDONLY | _NOFOLLOW), "rb", buffering=0) as stream:
                raw = stream.readall()[: READ_CAP + 1] if size == 0 else _read(stream.fileno(), size)
        except OSError:
            return "unreadable"
        self.read += len(raw)
        return raw.decode("utf-8", "replace")

    def search(self, names: set[str], sizes: set[int]) -> Search:
        """Files of the workspace with one of these base names or sizes: breadth first, bounded by number and time."""
        found = Search()
        queue = deque([(self._real, 0)])
        until = time.monotonic() + SECONDS
        while queue:
            folder, depth = queue.popleft()
            try:
                with os.scandir(folder) as members:
                    for member in members:
                        found.looked += 1
                        if found.looked > ENTRIES or time.monotonic() > until:
                            found.complete = False
                            return found
                        self._member(member, depth, names, sizes, found, queue)
            except OSError:
                continue
        return found

    def _member(
        self,
        member: os.DirEntry[str],
        depth: int,
        names: set[str],
        sizes: set[int],
        found: Search,
        queue: deque[tuple[str, int]],
    ) -> None:
        try:
            if member.is_dir(follow_symlinks=False):
                if member.name not in _SKIPPED and depth < _DEPTH:
                    queue.append((member.path, depth + 1))
                return
            if not member.is_file(follow_symlinks=False):
                return
            if member.name in names:
                found.by_name.setdefault(member.name, []).append(member.path)
            if sizes and (size := member.stat(follow_symlinks=False).st_size) in sizes:
                found.by_size.setdefault(size, []).append(member.path)
        except OSError:
            return

    def shown(self, real: str) -> str:
        """A path below the workspace, relative to it."""
        return os.path.relpath(real, self._real).replace(os.sep, "/")


@dataclass(slots=True)
class Search:
    """What a walk found: full paths by base name and by size; ``complete`` False where it stopped at a bound."""

    by_name: dict[str, list[str]] = field(default_factory=dict)
    by_size: dict[int, list[str]] = field(default_factory=dict)
    looked: int = 0
    complete: bool = True

    def drop(self, paths: set[str]) -> None:
        """Leave these files out."""
        for found in (self.by_name, self.by_size):
            for members in found.values():
                members[:] = [path for path in members if path not in paths]


def _read(handle: int, size: int) -> bytes:
    parts = []
    while size > 0 and (part := os.read(handle, min(size, _BUFFER))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
