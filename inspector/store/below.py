"""What lies further down than anybody looks: a folder that a user named is read itself and one level below, as pi's own
layout has it. Files in folders below that are counted and told, so that they are not missed without a word."""

from __future__ import annotations

import os
import shlex
import time
from collections import deque
from collections.abc import Collection
from pathlib import Path

MOST_FOLDERS = 2_000  # folders that are looked into, nearest first
MOST_LEVELS = 6  # below the named folder
MOST_SECONDS = 0.1  # a slow disk must not hold up a list
PARENTS = 3  # named in the command
_NO_SESSIONS = frozenset((".git", "node_modules"))  # many folders, never a session of anybody's


def note_below(root: Path, suffix: str, read: Collection[tuple[int, int]]) -> str | None:
    """One sentence about the files whose names end in ``suffix`` in folders deeper than one level below ``root``, with
    the command that shows them; None where there are none. Links are not followed. ``read``: device and inode of the
    folders that were read anyway."""
    counts, whole = _count(root, suffix, read)
    if not counts:
        return None
    files = sum(counts.values())
    above: dict[Path, int] = {}
    for folder, count in counts.items():
        above[folder.parent] = above.get(folder.parent, 0) + count
    named = sorted(above, key=lambda folder: (-above[folder], os.fsencode(folder)))
    more = len(named) - PARENTS
    lie = "1 .jsonl file lies" if files == 1 else f"{files:,} .jsonl files lie"
    where = "1 folder" if len(counts) == 1 else f"{len(counts):,} folders"
    words = f"{lie} in {where} further down than the list looks, which is {root} and the folders in it"
    command = f"pi-inspector serve {' '.join(shlex.quote(str(folder)) for folder in named[:PARENTS])}"
    rest = f" (and {more:,} more such folder{'' if more == 1 else 's'})" if more > 0 else ""
    return f"{'' if whole else 'at least '}{words}; to see them: {command}{rest}"


def _count(root: Path, suffix: str, read: Collection[tuple[int, int]]) -> tuple[dict[Path, int], bool]:
    """Files per folder, and whether all folders were looked into."""
    counts: dict[Path, int] = {}
    todo = deque([(root, 0)])
    looked, end = 0, time.monotonic() + MOST_SECONDS
    whole = True
    while todo:
        folder, level = todo.popleft()
        if looked >= MOST_FOLDERS or (looked and time.monotonic() > end):
            return counts, False
        looked += 1
        files, below = _entries(folder, suffix)
        if level > 1 and files and not _was_read(folder, read):
            counts[folder] = files
        if level < MOST_LEVELS:
            todo.extend((path, level + 1) for path in below)
        elif below:
            whole = False
    return counts, whole


def _entries(folder: Path, suffix: str) -> tuple[int, list[Path]]:
    """How many files with that ending are in a folder, and its folders; links are neither."""
    files = 0
    below: list[Path] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in _NO_SESSIONS:
                        below.append(folder / entry.name)
                elif entry.name.endswith(suffix) and entry.is_file(follow_symlinks=False):
                    files += 1
    except OSError:
        pass  # a folder that cannot be read holds nothing that could be shown
    return files, sorted(below)


def _was_read(folder: Path, read: Collection[tuple[int, int]]) -> bool:
    try:
        info = os.stat(folder)
    except OSError:
        return False
    return (info.st_dev, info.st_ino) in read
