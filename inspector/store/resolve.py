"""From what a user types to one file: a path, a session id, or the start of an id that only one session has."""

from __future__ import annotations

import os
from pathlib import Path

from inspector.errors import BadInput
from inspector.store.header import Header
from inspector.store.locate import SessionFile, find
from inspector.store.paths import resolve as resolve_path
from inspector.store.roots import Places

SHOWN = 8  # candidates named in an error


def resolve(spec: str, places: Places) -> Path:
    """The file that ``spec`` means. A path wins over an id.

    Raises ``BadInput``: ``not-found`` where nothing matches, ``ambiguous`` where several sessions do (an imported
    copy shares its id with the original).
    """
    if not spec:
        raise BadInput(
            "not-found", "an empty name is neither a file nor a session id; run: pi-inspector list --all"
        )
    path = _as_path(spec, places)
    if path is not None:
        return path
    found = find(places, everything=True)
    files = [file for file in found.files if isinstance(file.header, Header)]
    exact = [file for file in files if _id(file) == spec]
    matches = exact or [file for file in files if _id(file).startswith(spec)]
    if len({file.identity for file in matches}) == 1:
        return matches[0].path  # one file, by whatever names
    if matches:
        raise BadInput("ambiguous", _several(spec, matches, bool(exact)), spec)
    where = ", ".join(str(root) for root in found.roots)
    raise BadInput(
        "not-found",
        f"{spec} is neither a file nor the id of a session in {where}; run: pi-inspector list --all",
        spec,
    )


def _as_path(spec: str, places: Places) -> Path | None:
    """The path, if ``spec`` looks like one (as pi decides it) or exists; it need not exist then."""
    looks = "/" in spec or os.sep in spec or spec.endswith(".jsonl")
    try:
        path = Path(resolve_path(spec, places.here))
    except ValueError as error:
        raise BadInput("bad-path", f"{spec} cannot be used as a path: {error}", spec) from error
    if "\0" in str(path):
        raise BadInput("bad-path", f"{spec} cannot be used as a path: it holds a NUL", spec)
    return path if looks or os.path.lexists(path) else None


def _id(file: SessionFile) -> str:
    return file.header.id if isinstance(file.header, Header) else ""


def _several(spec: str, matches: list[SessionFile], exact: bool) -> str:
    names = [str(file.path) if exact else f"{_id(file)} ({file.path})" for file in matches[:SHOWN]]
    more = f" and {len(matches) - SHOWN} more" if len(matches) > SHOWN else ""
    what = "is the id of several files" if exact else "begins several session ids"
    todo = "give the path" if exact else "give more of the id, or the path"
    return f"{spec} {what}: {', '.join(names)}{more}; {todo}"
