"""Session files on disk: which there are, and why a ``.jsonl`` is no session.

One level of sub folders is looked at, links to folders included, as pi does; nothing is followed further, so a
loop of links cannot catch us. A file is opened for its header only.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from inspector.errors import BadInput
from inspector.store.below import note_below
from inspector.store.header import Header, NoHeader, read_header
from inspector.store.paths import is_default_folder_name, same_folder
from inspector.store.roots import Places

SUFFIX = ".jsonl"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that looks like a session file or folder and is none: where, the kind as in ``NoHeader``, why."""

    file: Path
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A ``.jsonl`` that could be stat'ed: size in bytes, mtime in ns, and its header or why there is none."""

    path: Path
    size: int
    mtime_ns: int
    inode: int
    header: Header | NoHeader

    @property
    def mtime_ms(self) -> float:
        """The modification time as node computes it: milliseconds as a double, which decides ties."""
        seconds, nanos = divmod(self.mtime_ns, 1_000_000_000)
        return seconds * 1000 + nanos / 1_000_000

    @property
    def identity(self) -> tuple[int, int, int]:
        """The same for every name of one file (links), and for no other."""
        return self.inode, self.size, self.mtime_ns

    @property
    def problem(self) -> Problem | None:
        """Why pi sees no session here, None where it does."""
        if isinstance(self.header, Header):
            return None
        return Problem(self.path, self.header.kind, self.header.why)


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder's ``.jsonl`` entries in order of their names. ``by_cwd``: pi picks by the header's cwd here (a
    custom session dir), else the folder as a whole belongs to one cwd. ``hidden``: pi itself never continues from
    here. ``unseen`` are entries that cannot be stat'ed; one is enough for ``--continue`` to find nothing."""

    path: Path
    by_cwd: bool
    files: tuple[SessionFile, ...]
    unseen: tuple[Problem, ...] = ()
    hidden: bool = False


@dataclass(frozen=True)
class Found:
    """What was looked at and what was there. ``roots`` are the folders looked at, in words of the file system;
    ``elsewhere`` counts session files of the same root that were not asked for."""

    roots: tuple[Path, ...]
    folders: tuple[Folder, ...]
    folder_problems: tuple[Problem, ...] = ()
    elsewhere: int = 0
    notes: tuple[str, ...] = field(default=())

    @cached_property
    def files(self) -> list[SessionFile]:
        """Files with a header that pi accepts."""
        return [file for folder in self.folders for file in folder.files if isinstance(file.header, Header)]

    @cached_property
    def refused(self) -> list[SessionFile]:
        """Files that pi passes over; some still hold readable records."""
        return [file for folder in self.folders for file in folder.files if isinstance(file.header, NoHeader)]

    @cached_property
    def problems(self) -> list[Problem]:
        """Every file and folder that is not what it looks like, with the reason."""
        found = list(self.folder_problems)
        for folder in self.folders:
            found.extend(folder.unseen)
            found.extend(problem for file in folder.files if (problem := file.problem) is not None)
        return found


def find(places: Places, everything: bool = False, progress: Progress | None = None) -> Found:
    """The session files of this cwd, or ``everything`` below the root. A root that the user named in this call
    is always meant as a whole. ``progress(folders done, folders in all)``."""
    root = places.root
    if places.named:
        if os.path.lexists(root.path) and not os.path.isdir(root.path):
            what = f"{root.path} is no folder; {root.source} wants a folder with session files"
            raise BadInput("not-a-folder", what, str(root.path))
        return find_in([root.path], progress)
    if root.flat:
        folder, bad = read_folder(root.path, by_cwd=not _is_default(places))
        wanted = folder if everything else _of_cwd(folder, places.cwd)
        notes = (*places.notes, *_deeper(places))
        return Found((root.path,), (wanted,), bad, len(folder.files) - len(wanted.files), notes)
    if everything:
        return _whole_layout(places, progress)
    path = places.default_folder(places.cwd)
    folder, bad = read_folder(path, by_cwd=False)
    elsewhere = sum(len(_names(other)) for other in _sub_folders(root.path)[0] if other != path)
    return Found((path,), (folder,), bad, elsewhere, places.notes)


def find_in(paths: Iterable[Path], progress: Progress | None = None) -> Found:
    """The session files in folders and files that a user named: of a folder its own and those one level below, each
    folder once. What lies deeper is told in a note.

    Raises ``BadInput`` where a named path does not exist.
    """
    folders: list[Folder] = []
    problems: list[Problem] = []
    roots: list[Path] = []
    loose: list[Path] = []
    read_before: dict[object, Path] = {}
    for path in paths:
        if not os.path.lexists(path):
            raise BadInput(
                "missing", f"{path} does not exist; name a session file or a folder with some", str(path)
            )
        if not os.path.isdir(path):
            loose.append(path)
            continue
        if path in roots:
            continue
        roots.append(path)
        below, links = _sub_folders(path)
        problems.extend(links)
        todo = _once([path, *below], read_before)
        for done, folder in enumerate(todo):
            read, bad = read_folder(folder, by_cwd=not is_default_folder_name(folder.name))
            problems.extend(bad)
            if read.files or read.unseen:
                folders.append(read)
            if progress is not None:
                progress(done + 1, len(todo))
    inside = {file.path for folder in folders for file in folder.files}
    folders.extend(_loose_folders([path for path in loose if path not in inside]))
    known = {key for key in read_before if isinstance(key, tuple)}
    notes = [note for root in roots if (note := note_below(root, SUFFIX, known)) is not None]
    roots.extend(path for path in loose if path not in roots)
    return Found(tuple(roots), tuple(folders), tuple(dict.fromkeys(problems)), notes=tuple(notes))


def read_folder(path: Path, by_cwd: bool, hidden: bool = False) -> tuple[Folder, tuple[Problem, ...]]:
    """One folder's ``.jsonl`` entries; an absent folder is empty, an unreadable one a problem."""
    files: list[SessionFile] = []
    unseen: list[Problem] = []
    try:
        names = _listing(path)
    except FileNotFoundError:
        return Folder(path, by_cwd, ()), ()
    except OSError as error:
        return Folder(path, by_cwd, ()), (
            Problem(path, _kind(error), f"the folder cannot be read ({error.strerror})"),
        )
    for name in names:
        _add(path / name, files, unseen)
    return Folder(path, by_cwd, tuple(files), tuple(unseen), hidden), ()


def _add(path: Path, files: list[SessionFile], unseen: list[Problem]) -> None:
    try:
        info = os.stat(path)
    except OSError as error:
        what = _link_words(error) if path.is_symlink() else f"it cannot be looked at ({error.strerror})"
        unseen.append(
            Problem(
                path, _kind(error), f"{what}; while it lies here, pi --continue finds nothing in this folder"
            )
        )
        return
    header: Header | NoHeader
    if stat.S_ISDIR(info.st_mode):
        header = NoHeader("folder", "a folder, not a session file")
    else:
        header = read_header(path)
    files.append(SessionFile(path, info.st_size, info.st_mtime_ns, info.st_ino, header))


def _link_words(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "a link that leads back to itself"
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return "its target does not exist (a dangling link)"
    return f"its target cannot be looked at ({error.strerror})"


def _kind(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "permission"
    return "missing" if isinstance(error, FileNotFoundError) else "unreadable"


def _listing(path: Path) -> list[str]:
    """Names that end in ``.jsonl`` in order of their bytes: node lists a folder that way, and pi's sort keeps it
    among equal times."""
    with os.scandir(path) as entries:
        return sorted((entry.name for entry in entries if entry.name.endswith(SUFFIX)), key=os.fsencode)


def _names(path: Path) -> list[str]:
    try:
        return _listing(path)
    except OSError:
        return []


def _sub_folders(root: Path) -> tuple[list[Path], list[Problem]]:
    """Sub folders and links to folders, by name; links that lead nowhere are problems."""
    folders: list[Path] = []
    problems: list[Problem] = []
    try:
        with os.scandir(root) as entries:
            found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    except FileNotFoundError:
        return [], []
    except OSError as error:
        return [], [Problem(root, _kind(error), f"the folder cannot be read ({error.strerror})")]
    for entry in found:
        if entry.name.endswith(SUFFIX):
            continue  # such a folder is reported as an entry of its own
        if _is_folder(entry):
            folders.append(root / entry.name)
        elif entry.is_symlink():
            problems.extend(_odd_link(root / entry.name))
    return folders, problems


def _odd_link(path: Path) -> list[Problem]:
    """A link that leads nowhere as a problem; links to files are none."""
    try:
        os.stat(path)
    except OSError as error:
        why = _link_words(error)
        if isinstance(error, FileNotFoundError):
            why = "a link to a folder or file that does not exist"
        return [Problem(path, _kind(error), why)]
    return []


def _once(folders: list[Path], before: dict[object, Path] | None = None) -> list[Path]:
    """Folders without those that are links to one before them (a link to itself would show every file twice), and
    without those in ``before``, which grows by the others."""
    seen: dict[object, Path] = {} if before is None else before
    new: list[Path] = []
    for folder in folders:
        key: object = folder
        with suppress(OSError):
            info = os.stat(folder)
            key = (info.st_dev, info.st_ino)
        if key not in seen:
            seen[key] = folder
            new.append(folder)
    return new


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _whole_layout(places: Places, progress: Progress | None) -> Found:
    root = places.root.path
    below, found = _sub_folders(root)
    problems = list(found)
    folders: list[Folder] = []
    for done, path in enumerate(below):
        folder, bad = read_folder(path, by_cwd=False, hidden=not is_default_folder_name(path.name))
        problems.extend(bad)
        if folder.files or folder.unseen:
            folders.append(folder)
        if progress is not None:
            progress(done + 1, len(below))
    old = _old_place(places.agent_dir)
    if old is not None:
        folders.append(old)
    return Found((root,), tuple(folders), tuple(problems), 0, places.notes)


def _old_place(agent_dir: Path) -> Folder | None:
    """pi 0.30.0 wrote sessions into the agent folder itself; 1.6.0 moves them away at startup. Other files of
    that folder are no business of ours."""
    folder, _ = read_folder(agent_dir, by_cwd=True, hidden=True)
    files = tuple(file for file in folder.files if isinstance(file.header, Header))
    return Folder(agent_dir, True, files, hidden=True) if files else None


def _of_cwd(folder: Folder, cwd: str) -> Folder:
    """A custom dir as pi lists it for one cwd; what has no header stays, its cwd being unknown."""
    if not folder.by_cwd:
        return folder
    kept = tuple(
        file for file in folder.files if isinstance(file.header, NoHeader) or belongs(file.header, cwd)
    )
    return Folder(folder.path, True, kept, folder.unseen)


def belongs(header: Header, cwd: str) -> bool:
    """True when the header's cwd is this one; an empty or absent cwd belongs to nobody."""
    if not header.cwd:
        return False
    try:
        return same_folder(header.cwd, cwd)
    except ValueError:
        return False


def _deeper(places: Places) -> list[str]:
    """Of a custom dir pi reads the files in it and none below, so a copy of pi's own layout looks empty to it."""
    root = places.root
    count = sum(len(_names(folder)) for folder in _once([root.path, *_sub_folders(root.path)[0]])[1:])
    if not count:
        return []
    files = "1 .jsonl file lies" if count == 1 else f"{count:,} .jsonl files lie"
    what = (
        f"{files} in folders below {root.path}, where pi does not look, for {root.source} is one flat folder"
    )
    return [f"{what}; name the folder with --dir to list them"]


def _is_default(places: Places) -> bool:
    """A custom dir that is the default folder of this cwd is treated as that folder."""
    try:
        return same_folder(str(places.root.path), str(places.default_folder(places.cwd)))
    except ValueError:
        return False


def _loose_folders(paths: list[Path]) -> list[Folder]:
    """Files named one by one, grouped as if each group were a custom dir that pi never continues from."""
    groups: dict[Path, list[Path]] = {}
    for path in paths:
        group = groups.setdefault(path.parent, [])
        if path not in group:
            group.append(path)
    folders = []
    for parent, members in groups.items():
        files: list[SessionFile] = []
        unseen: list[Problem] = []
        for path in members:
            _add(path, files, unseen)
        folders.append(Folder(parent, True, tuple(files), tuple(unseen), hidden=True))
    return folders
