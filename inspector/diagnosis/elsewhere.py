"""The same phrase in other session files: those of the same cwd, the family of a session, or every root."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from inspector.diagnosis.finding import Evidence
from inspector.diagnosis.hits import find_hits
from inspector.diagnosis.needle import Needle
from inspector.errors import InspectorError
from inspector.evidence.file import EvidenceFile
from inspector.session.load import Session, open_session
from inspector.session.verdict import no_session
from inspector.store.header import Header, read_header
from inspector.store.locate import SessionFile, find
from inspector.store.paths import same_folder
from inspector.store.roots import Places

PER_FILE = 20  # occurrences named for each other file; the count of files is never cut


@dataclass(frozen=True, slots=True)
class Foreign:
    """An occurrence in another file."""

    evidence: Evidence
    session_id: str | None
    where: str
    role: str
    excerpt: str


@dataclass(slots=True)
class Elsewhere:
    """Files searched beside the one asked about, what was found in them, and files that could not be read."""

    searched: list[str] = field(default_factory=list)
    places: list[Foreign] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def search(
    files: Iterable[Path], needle: Needle, progress: Callable[[int, int], None] | None = None
) -> Elsewhere:
    """Look through other files; one is opened as a session only where its bytes may hold the phrase."""
    result, todo = Elsewhere(), list(files)
    for number, path in enumerate(todo, 1):
        result.searched.append(str(path))
        try:
            with EvidenceFile(path) as evidence:
                worth = next(iter(needle.lines(evidence)), -1) >= 0
            if worth:
                session = open_session(path)
                if no_session(session) is None:  # an event log repeats what its session says
                    result.places.extend(_places(session, needle))
        except InspectorError:
            result.unreadable.append(str(path))
        if progress is not None:
            progress(number, len(todo))
    return result


def _places(session: Session, needle: Needle) -> list[Foreign]:
    hits = find_hits(session, needle)
    found = []
    for row in sorted(hits.rows):
        piece = hits.rows[row].pieces[0]
        evidence = Evidence(session.path, session.cols.line[row], session.entry_name(row))
        role = session.cols.role_name(row) or session.cols.kind_name(row)
        excerpt = needle.excerpt(piece.text) or ""
        found.append(Foreign(evidence, session.session_id, piece.where, role, excerpt))
        if len(found) == PER_FILE:
            break
    for broken in hits.broken[: PER_FILE - len(found)]:
        found.append(
            Foreign(
                Evidence(session.path, broken.line), session.session_id, "damaged-bytes", "", broken.excerpt
            )
        )
    return found


def neighbours(places: Places, session: Session | None, everything: bool) -> list[Path]:
    """Other session files: the family of ``session`` first, then, newest first, those of ``places.cwd``, or with
    ``everything`` the files beside it and every file below the roots."""
    found = find(places, everything=everything)
    files = [file for file in found.files if isinstance(file.header, Header)]
    if not everything:
        files = [file for file in files if _of_cwd(file, places.cwd)]
    paths = [file.path for file in sorted(files, key=lambda file: -file.mtime_ns)]
    if session is not None:
        paths.sort(key=lambda path: str(path) != session.parent_session)
        paths = [
            *family(session),
            *(sorted(session.path.parent.glob("*.jsonl")) if everything else ()),
            *paths,
        ]
        own = _key(session.path)
        paths = [path for path in paths if _key(path) != own]
    return list({_key(path): path for path in paths}.values())


def _of_cwd(file: SessionFile, cwd: str) -> bool:
    try:
        return (
            isinstance(file.header, Header)
            and bool(file.header.cwd)
            and same_folder(str(file.header.cwd), cwd)
        )
    except ValueError:
        return False


def family(session: Session) -> list[Path]:
    """Files beside a session that share history with it: of the name that its header gives its parent, those that
    name it as their parent, and copies with its id. A path in a header is compared, never opened."""
    names = {_base(session.parent_session)} - {""}
    found = []
    for path in sorted(session.path.parent.glob("*.jsonl")):
        header = read_header(path)
        if not isinstance(header, Header) or _key(path) == _key(session.path):
            continue
        if (
            path.name in names
            or _base(header.parent_session) == session.path.name
            or header.id == session.session_id
        ):
            found.append(path)
    return found


def session_of_log(log: Session) -> Path | None:
    """The session beside an event log whose header has the same id, None where there is none."""
    for path in family(log):
        header = read_header(path)
        if not isinstance(header, Header) or header.id != log.session_id:
            continue
        try:
            other = open_session(path)
        except InspectorError:
            continue
        if no_session(other) is None:
            return path
    return None


def _base(stored: str | None) -> str:
    return (stored or "").replace("\\", "/").rpartition("/")[2]


def _key(path: Path) -> str:
    try:
        return str(path.resolve())
    except OSError:
        return str(path)
