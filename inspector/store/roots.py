"""Where pi would look for sessions: the agent folder, and the session root with the setting that decided it.

Order (FORMAT, "Where sessions are"): ``--session-dir``, then ``$PI_CODING_AGENT_SESSION_DIR``, then ``sessionDir``
in the project's ``.pi/settings.json`` over the global ``settings.json``, else ``<agent dir>/sessions``. At startup
pi reads the project's settings before it asks whether the project is trusted, so they always count here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.errors import BadInput, EvidenceError
from inspector.evidence.file import EvidenceFile
from inspector.evidence.ladder import Decoded, decode
from inspector.store.paths import default_folder_name, expand, resolve

AGENT_DIR_VARIABLE = "PI_CODING_AGENT_DIR"
SESSION_DIR_VARIABLE = "PI_CODING_AGENT_SESSION_DIR"
SETTINGS_LIMIT = 16 << 20  # bytes; a larger settings file is no settings file
_BOM = b"\xef\xbb\xbf"
_HALF = re.compile("[\ud800-\udfff]")
_NO_FOLDER = "the current folder no longer exists; change to another one, or name files by their full path"


@dataclass(frozen=True, slots=True)
class Root:
    """A folder with sessions. ``flat``: a custom session dir, where the files of all projects lie side by side;
    else pi's own layout with one sub folder per working directory. ``source`` says in words what named it."""

    path: Path
    flat: bool
    source: str


@dataclass(frozen=True, slots=True)
class Places:
    """What one run of pi in the folder ``here`` (None where it was deleted) would use. ``named``: the user pointed at
    the root in this very call, so all of it is meant. ``notes``: settings that could not be read, in words."""

    here: str | None
    agent_dir: Path
    root: Root
    named: bool = False
    notes: tuple[str, ...] = ()

    @property
    def cwd(self) -> str:
        """``here``, for whoever cannot do without. Raises ``BadInput`` where the current folder was deleted."""
        if self.here is None:
            raise BadInput("missing", _NO_FOLDER)
        return self.here

    @property
    def default_sessions(self) -> Path:
        """``<agent dir>/sessions``."""
        return self.agent_dir / "sessions"

    def default_folder(self, cwd: str) -> Path:
        """The folder that pi's own layout has for a working directory. ``ValueError`` for an odd file URL."""
        return self.default_sessions / default_folder_name(cwd)


def find_places(
    cwd: str | os.PathLike[str] | None = None,
    session_dir: str | os.PathLike[str] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Places:
    """The places for a run in ``cwd`` (the current folder). ``session_dir`` is what the user named, if anything.

    Raises ``BadInput`` where a variable or the named folder is a file URL that cannot be a path.
    """
    environ = os.environ if environ is None else environ
    here = resolve(os.fspath(cwd)) if cwd is not None else _current_folder()
    notes: list[str] = []
    agent = Path(_usable(environ.get(AGENT_DIR_VARIABLE) or "~/.pi/agent", f"${AGENT_DIR_VARIABLE}", here))
    if session_dir is not None and os.fspath(session_dir):
        path = _usable(os.fspath(session_dir), "--dir", here)
        return Places(here, agent, Root(Path(path), True, "--dir"), True, ())
    custom = environ.get(SESSION_DIR_VARIABLE)
    if custom:
        path = _usable(custom, f"${SESSION_DIR_VARIABLE}", here)
        return Places(here, agent, Root(Path(path), True, f"${SESSION_DIR_VARIABLE}"))
    setting = _session_dir_setting(here, agent, notes)
    if setting is not None:
        return Places(here, agent, setting, False, tuple(notes))
    source = f"the one below ${AGENT_DIR_VARIABLE}" if environ.get(AGENT_DIR_VARIABLE) else "pi's default"
    return Places(here, agent, Root(agent / "sessions", False, source), False, tuple(notes))


def _current_folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None


def _usable(text: str, source: str, base: str | None) -> str:
    try:
        path = resolve(text, base)
    except ValueError as error:
        raise BadInput("bad-path", f"{source} cannot be used: {error}") from error
    if "\0" in path:
        raise BadInput("bad-path", f"{source} cannot be used: a path cannot hold a NUL")
    return path


def _session_dir_setting(cwd: str | None, agent: Path, notes: list[str]) -> Root | None:
    """``sessionDir`` of the project over the global one; an empty or null one means pi's default."""
    folders = (agent,) if cwd is None else (Path(cwd) / ".pi", agent)
    for path in (folder / "settings.json" for folder in folders):
        settings = read_settings(path, notes)
        if "sessionDir" not in settings:
            continue
        value = settings["sessionDir"]
        if not value:
            return None
        if not isinstance(value, str):
            notes.append(f"sessionDir in {path} is no text; pi fails on it, here it is passed over")
            return None
        if "\0" in value:
            notes.append(f"sessionDir in {path} holds a NUL; pi fails on it, here it is passed over")
            return None
        try:
            # Half a surrogate pair goes to the file system as U+FFFD, as node writes it.
            return Root(Path(resolve(_HALF.sub("\ufffd", expand(value)), cwd)), True, f"sessionDir in {path}")
        except ValueError as error:
            notes.append(f"sessionDir in {path} cannot be used: {error}")
            return None
    return None


def read_settings(path: Path, notes: list[str]) -> dict[str, Any]:
    """The settings object of one file, ``{}`` where there is none; what went wrong is added to ``notes``."""
    try:
        with EvidenceFile(path) as file:
            raw = file.read(0, SETTINGS_LIMIT + 1)
    except EvidenceError as error:
        if error.kind == "not-a-file":
            notes.append(
                f"{path} is not a regular file; pi would wait on it for ever, here it is passed over"
            )
        elif error.kind != "missing":
            cause = error.__cause__
            why = cause.strerror if isinstance(cause, OSError) else "it is a folder"
            notes.append(f"{path} cannot be read ({why}); pi goes on without it")
        return {}
    except OSError as error:
        notes.append(f"{path} cannot be read ({error.strerror}); pi goes on without it")
        return {}
    raw = raw.removeprefix(_BOM)
    if not raw:
        return {}
    result = decode(raw) if len(raw) <= SETTINGS_LIMIT else None
    if not isinstance(result, Decoded) or not isinstance(result.value, (dict, list)):
        notes.append(f"{path} is not JSON; pi goes on without it")
        return {}
    return result.value if isinstance(result.value, dict) else {}
