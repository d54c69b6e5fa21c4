"""What is exported, as a session of its own: for formats that compute something from the entries which go out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.errors import BadInput
from inspector.evidence.file import BUFFER
from inspector.export.jsonl import write
from inspector.session import Session, open_session

if TYPE_CHECKING:
    from inspector.export.selection import Progress, Selection


@contextmanager
def prepared_copy(
    selection: Selection, session_id: str, now: str, progress: Progress | None
) -> Iterator[Session]:
    """The prepared entries as a session in a temporary file, which is gone afterwards. Raises ``BadInput`` (``output``)
    where there is no room for it."""
    folder = temporary_folder()
    with folder as name:
        path = Path(name) / "prepared.jsonl"
        try:
            with open(path, "wb", buffering=BUFFER) as stream:
                stream.writelines(write(selection, session_id, now, progress))
        except OSError as error:
            raise _cannot(Path(name).parent, error) from error
        session = open_session(path)
        try:
            yield session
        finally:
            session.evidence.close()


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that is gone afterwards. Raises ``BadInput`` (``output``) where there is none to be had."""
    try:
        return tempfile.TemporaryDirectory(prefix="pi-inspector-", ignore_cleanup_errors=True)
    except OSError as error:
        raise _cannot(Path(error.filename or tempfile.gettempdir()).parent, error) from error


def _cannot(folder: Path, error: OSError) -> BadInput:
    return BadInput(
        "output",
        f"the temporary folder {folder} cannot be written: {error.strerror or error}; name another one: TMPDIR=FOLDER",
        str(folder),
    )
