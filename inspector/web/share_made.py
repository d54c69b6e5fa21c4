"""What the Share page hands out: an artefact, or a bundle as one ZIP file, made in a folder that goes when it was sent."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import BadInput
from inspector.export.bundle import write_bundle
from inspector.export.manifest import Result
from inspector.export.parts import ExportOptions
from inspector.export.run import Job, export
from inspector.export.target import check_file, safe_name
from inspector.redaction.engine import Place, Redactor
from inspector.session import Session
from inspector.store import find_places
from inspector.web.access import web
from inspector.web.pages_share import BUNDLE, Progress

SUFFIXES = {"html": ".html", "jsonl": ".jsonl", "markdown": ".md", "json": ".json", BUNDLE: ".zip"}
PASSES = {BUNDLE: 4}  # over the session: one to learn and one to write, for each artefact
FEWEST = 2
_OTHER_PLACES = ("/var/tmp",) if os.name == "posix" else ()
_PREFIX = "pi-inspector-share-"


@dataclass(frozen=True, slots=True)
class Made:
    """A file to send, and the name it is sent under; None where the proof found something (in ``results``)."""

    file: Path | None
    name: str
    results: tuple[Result, ...]


def stem_of(job: Job) -> str:
    """The name of a download without its suffix: none of the session's words where there is something in them to
    mask."""
    name = job.title or job.session.name or ""
    if name and _masks(job.options):
        redactor = Redactor(job.options.rules(job.session.cwd))
        name = name if redactor.text(name, Place(0, "name", "")) == name else ""
    return os.path.basename(safe_name(name, job.session.session_id))


def make(job: Job, to: str, folder: Path, progress: Progress) -> Made:
    """Make what was asked for in ``folder`` (``workshop``). Raises ``BadInput`` and
    ``EvidenceError``."""
    stem = stem_of(job)
    if to == BUNDLE:
        return _bundle(job, stem, folder, progress)
    file = folder / f"artefact{SUFFIXES[to]}"
    result = export(job, file, progress=progress)
    return Made(file if result.output is not None else None, stem + SUFFIXES[to], (result,))


def _bundle(job: Job, stem: str, folder: Path, progress: Progress) -> Made:
    """The bundle in a folder of its own inside the ZIP file. Pages and session files of any size go through piece by
    piece; each file is deleted once it is packed."""
    made = write_bundle(job, folder / "bundle", progress=progress)
    name = stem + SUFFIXES[BUNDLE]
    if made.folder is None:
        return Made(None, name, made.results)
    packed = folder / "bundle.zip"
    try:
        with zipfile.ZipFile(packed, "x", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for one in made.files:
                archive.write(made.folder / one, f"{stem}/{one}")
                (made.folder / one).unlink()
    except OSError as error:
        raise BadInput("output", f"the bundle cannot be packed: {error.strerror or error}") from error
    return Made(packed, name, made.results)


def _masks(options: ExportOptions) -> bool:
    return options.redact or "identity" not in options.parts


@contextmanager
def workshop(session: Session) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A folder to make something in, apart from those where pi looks for sessions, and how to delete it. Deleted at the
    end where an error ends it; otherwise by whoever has sent what is in it."""
    folder = _folder(session)
    try:
        yield Path(folder.name), folder.cleanup
    except BaseException:
        folder.cleanup()
        raise


def _folder(session: Session) -> tempfile.TemporaryDirectory[str]:
    places = web().places or find_places()
    among = [places.root.path, places.default_sessions]
    refused: BadInput | None = None
    for parent in dict.fromkeys((tempfile.gettempdir(), *_OTHER_PLACES)):
        try:
            check_file(session, os.path.join(parent, _PREFIX), False, among)
            return tempfile.TemporaryDirectory(prefix=_PREFIX, dir=parent, ignore_cleanup_errors=True)
        except BadInput as error:
            refused = refused or error
        except OSError as error:
            refused = refused or BadInput("output", f"{parent} cannot be written: {error.strerror or error}")
    raise refused or BadInput("output", "there is no folder for temporary files")
