"""Paths as pi reads them: tilde and ``file://``, resolving, comparing, and the folder name made from a cwd.

pi compares working directories as resolved paths, never as stored text, and on Windows without regard to case
(FORMAT, "Where sessions are"). A Windows path in a header is understood on every system.
"""

from __future__ import annotations

import ntpath
import os
import re

from inspector.session.fileurl import file_url_path, is_file_url

_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_SEPARATORS = re.compile(r"[/\\:]")


def home() -> str:
    """The home folder as pi sees it (``$HOME`` first)."""
    return os.path.expanduser("~")


def expand(text: str) -> str:
    """``text`` with a leading tilde or a ``file://`` URL turned into a path; may be relative.

    Raises ``ValueError`` for a file URL that pi cannot read either.
    """
    if text == "~":
        return home()
    if text.startswith("~/") or (os.name == "nt" and text.startswith("~\\")):
        return os.path.join(home(), text[2:])
    return file_url_path(text) if is_file_url(text) else text


def resolve(text: str, base: str | None = None) -> str:
    """``text`` as an absolute path without ``.`` and ``..``, relative to ``base`` (the current folder).

    Links are not followed. Raises ``ValueError`` as ``expand`` does, and where the current folder is needed and gone.
    """
    path = expand(text)
    if is_windows(path) and os.name != "nt":
        return ntpath.normpath(path)
    if not os.path.isabs(path):
        path = os.path.join(base or _here(), path)
    path = os.path.normpath(path)
    # POSIX gives two leading slashes a meaning of their own; node does not.
    return "/" + path.lstrip("/") if os.name != "nt" and path.startswith("//") else path


def _here() -> str:
    try:
        return os.getcwd()
    except OSError as error:
        raise ValueError("the current folder no longer exists") from error


def is_windows(path: str) -> bool:
    """True for a path with a drive letter or a share, as sessions from Windows hold them."""
    return bool(_DRIVE.match(path))


def comparison_key(text: str) -> str:
    """What two spellings of one folder have in common; Windows paths without case. ``ValueError`` as ``expand``."""
    path = resolve(text)
    return path.lower() if is_windows(path) else path


def same_folder(left: str, right: str) -> bool:
    """True when both texts name the same place. ``ValueError`` as ``expand``."""
    return comparison_key(left) == comparison_key(right)


def default_folder_name(cwd: str) -> str:
    """The folder below ``sessions`` that pi makes for a working directory. Cannot be undone: two directories
    may share one. ``ValueError`` as ``expand``."""
    path = resolve(cwd)
    return f"--{_SEPARATORS.sub('-', path[1:] if path[:1] in ('/', chr(92)) else path)}--"


def is_default_folder_name(name: str) -> bool:
    """True for a name of the form that ``default_folder_name`` gives."""
    return len(name) >= 4 and name.startswith("--") and name.endswith("--")
