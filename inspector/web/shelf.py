"""Which files are served, and under which keys. A page never names a path: it names a key that we gave out.

A key is a hash of the path: the same at every start, so that a link stays good, and without the path in it. It is no
secret and lets nobody in: that is for the token of the start, and a key counts only for files found in the served folders.
Each time a file is opened its real place is looked at again, so that a link swapped in later leads nowhere.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from inspector import assets
from inspector.errors import EvidenceError
from inspector.store import Found, Places, find, find_in
from inspector.store.locate import Problem

RESCAN_SECONDS = 2.0  # an unknown key makes us look at the folders again, but not more often than this
_PERSON = b"pi-inspector key"  # so that the key equals no other hash of the path
_OUTSIDE = "a link that leads outside the served folders, so it is not opened; name its target to serve it"


class UnknownKey(Exception):
    """No file is served under this key."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found. ``sample``: these are the sample sessions, because nothing was found at
    ``looked_at``."""

    found: Found
    looked_at: tuple[Path, ...]
    sample: bool = False


def look_at(paths: list[Path], places: Places | None) -> Look:
    """The sessions in ``paths``; without any, all below the session root of ``places``, else the samples.

    Raises ``BadInput`` where a named path does not exist.
    """
    if paths:
        named = find_in(paths)
        return Look(named, named.roots)
    found = find(places, everything=True) if places is not None else None
    if found is not None and (found.files or found.refused or (places is not None and places.named)):
        return Look(found, found.roots)
    samples = find_in([assets.samples()])
    if found is None:
        return Look(samples, (), True)
    problems, notes = (*found.folder_problems, *samples.folder_problems), (*found.notes, *samples.notes)
    return Look(replace(samples, folder_problems=problems, notes=notes), found.roots, True)


class Shelf:
    """The served files. ``look`` finds them anew each time it is called."""

    def __init__(self, look: Callable[[], Look]) -> None:
        self._look = look
        self._paths: dict[str, Path] = {}
        self._places: dict[str, str] = {}  # where a file named by the user really was when first seen
        self._roots: dict[
            tuple[Path, ...], tuple[str, ...]
        ] = {}  # real places of the folders at the first look
        self._looked = -RESCAN_SECONDS
        self._lock = threading.Lock()

    def key(self, path: Path) -> str:
        """The key of a file, 32 hexadecimal digits."""
        return hashlib.blake2b(os.fsencode(os.path.abspath(path)), digest_size=16, person=_PERSON).hexdigest()

    def look(self) -> Look:
        """Look at the folders again and remember every file in them. A link that leads outside the served places
        is a problem, not a file: nothing of what it points at is shown."""
        seen = self._look()
        with self._lock:
            found = seen.found
            if found.roots not in self._roots:
                self._roots[found.roots] = _served_roots(found)
            self._looked = time.monotonic()
            return replace(seen, found=self._admit(found))

    def path(self, key: str) -> Path:
        """The file behind a key, where it really lies now. Raises ``UnknownKey``, and ``EvidenceError`` (kinds
        ``vanished``, ``outside``) where the file is gone or no longer lies inside the served places."""
        path = self._paths.get(key)
        if path is None and time.monotonic() - self._looked >= RESCAN_SECONDS:
            self.look()
            path = self._paths.get(key)
        if path is None:
            raise UnknownKey(key)
        name, real = str(path), os.path.realpath(path)
        if not os.path.exists(real):
            raise EvidenceError("vanished", f"{name} is no longer there; it was moved or deleted", name)
        if not self._allowed(key, real):
            raise EvidenceError("outside", f"{name} is {_OUTSIDE}", name)
        return Path(real)

    def served(self, path: Path) -> str | None:
        """The key of a file that is served, None for any other."""
        key = self.key(path)
        return key if key in self._paths else None

    def _admit(self, found: Found) -> Found:
        named = set(found.roots)
        folders, problems = [], list(found.folder_problems)
        for folder in found.folders:
            inside = []
            for file in folder.files:
                key, real = self.key(file.path), os.path.realpath(file.path)
                if file.path in named:
                    self._places.setdefault(key, real)
                if self._allowed(key, real):
                    self._paths[key] = Path(os.path.abspath(file.path))
                    inside.append(file)
                else:
                    problems.append(Problem(file.path, "outside", _OUTSIDE))
            folders.append(replace(folder, files=tuple(inside)))
        return replace(found, folders=tuple(folders), folder_problems=tuple(problems))

    def _allowed(self, key: str, real: str) -> bool:
        if self._places.get(key) == real:
            return True
        return any(_inside(real, root) for roots in self._roots.values() for root in roots)


def _served_roots(found: Found) -> tuple[str, ...]:
    """The real places of the folders, as they are at the first look: linked folders lead where they led then.
    A folder that stands only for files named one by one is none."""
    loose = {root.parent for root in found.roots if not os.path.isdir(root)}
    folders = (folder.path for folder in found.folders if folder.path not in loose)
    places = [*(root for root in found.roots if not os.path.isfile(root)), *folders]
    return tuple(dict.fromkeys(os.path.realpath(place) for place in places))


def _inside(real: str, root: str) -> bool:
    return real.startswith(root.rstrip(os.sep) + os.sep)
