"""What ``pi --continue`` opens, and why: the newest modification time among files with a readable header.

Touching a file changes the answer, and one ``.jsonl`` that cannot be stat'ed makes pi find nothing at all, so the
reason is always told (FORMAT, "Where sessions are").
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.store.header import Header
from inspector.store.locate import Folder, Found, SessionFile, read_folder
from inspector.store.paths import comparison_key, same_folder
from inspector.store.roots import Places


@dataclass(frozen=True, slots=True)
class Continued:
    """``file`` is what pi would open, None for a new session; ``why`` is a sentence."""

    file: Path | None
    why: str


def continued(places: Places) -> Continued:
    """What ``pi --continue`` would open in ``places.cwd``."""
    path = places.root.path if places.root.flat else places.default_folder(places.cwd)
    by_cwd = places.root.flat and not same_folder(str(path), str(places.default_folder(places.cwd)))
    folder, problems = read_folder(path, by_cwd)
    if problems:
        return Continued(None, f"{path}: {problems[0].why}; pi starts a new session")
    return newest(folder, places.cwd)


def newest(folder: Folder, cwd: str | None) -> Continued:
    """pi's choice in one folder; ``cwd`` matters in a custom dir only."""
    if folder.unseen:
        name = folder.unseen[0].file.name
        return Continued(
            None, f"{name} cannot be looked at, so pi finds nothing in {folder.path} and starts a new session"
        )
    passed_over = 0
    pipe = stopping_pipe(folder)
    for file in by_time(folder):
        if file is pipe:
            why = f"{file.path.name} is a pipe, on which pi --continue waits for ever; it hides the older sessions here"
            return Continued(None, why)
        if not isinstance(file.header, Header):
            passed_over += 1
            continue
        try:
            if folder.by_cwd and not (cwd and file.header.cwd and same_folder(file.header.cwd, cwd)):
                continue
        except ValueError:
            return Continued(
                None,
                f"the cwd in {file.path.name} is a file URL that makes pi give up and start a new session",
            )
        return Continued(file.path, _reason(folder, file, passed_over))
    where = (
        f"no session file of this folder in {folder.path}"
        if folder.by_cwd
        else f"no session file in {folder.path}"
    )
    return Continued(None, f"{where}; pi starts a new session")


def _reason(folder: Folder, file: SessionFile, passed_over: int) -> str:
    scope = " among those of its cwd" if folder.by_cwd else ""
    newer = f"; {passed_over} newer without a readable header passed over" if passed_over else ""
    return f"the newest modification time{scope}{newer}"


def stopping_pipe(folder: Folder) -> SessionFile | None:
    """A pipe that is newer than every session of the folder that pi could choose before it: pi opens the files newest
    first and never comes back from this one."""
    for file in by_time(folder):
        if isinstance(file.header, Header) and not folder.by_cwd:
            return None
        if not isinstance(file.header, Header) and file.header.kind == "not-a-file" and file.path.is_fifo():
            return file
    return None


def by_time(folder: Folder) -> list[SessionFile]:
    """Newest first by mtime as node computes it; equal times keep the order of names."""
    return sorted(folder.files, key=lambda file: -file.mtime_ms)


def marked(found: Found) -> frozenset[Path]:
    """Files that ``pi --continue`` would open: one per folder of pi's layout, one per cwd of a custom dir."""
    chosen: set[Path] = set()
    for folder in found.folders:
        if folder.hidden or folder.unseen:
            continue
        if not folder.by_cwd:
            answer = newest(folder, None).file  # none behind a pipe
            chosen.update(() if answer is None else (answer,))
            continue
        chosen.update(_one_per_cwd(folder))
    return frozenset(chosen)


def _one_per_cwd(folder: Folder) -> list[Path]:
    firsts: dict[str, Path] = {}
    for file in by_time(folder):
        if not isinstance(file.header, Header) or not file.header.cwd:
            continue
        try:
            firsts.setdefault(comparison_key(file.header.cwd), file.path)
        except ValueError:
            break  # pi's search ends here, for every cwd that has no newer file
    return list(firsts.values())
