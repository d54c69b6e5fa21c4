"""Finds the folders that lie beside the package: templates, static files, samples.

In an installed wheel they stand inside the package (``inspector/_assets/NAME``); in a checkout and in an
editable install at the top of the checkout. Whoever needs one asks here and nowhere else.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

NAMES = ("templates", "static", "samples")
"""The folders that exist."""


@cache
def folder(name: str) -> Path:
    """Absolute path of the folder ``name`` (one of ``NAMES``).

    Raises ValueError for another name, and FileNotFoundError, naming both places, when the folder is in
    neither.
    """
    if name not in NAMES:
        raise ValueError(f"no such asset folder: {name!r} (there are {', '.join(NAMES)})")
    package = Path(str(files("inspector"))).resolve()
    packed = package / "_assets" / name
    if packed.is_dir():
        return packed
    beside = package.parent / name
    if beside.is_dir() and _is_our_checkout(package.parent):
        return beside
    raise FileNotFoundError(
        f"the folder {name!r} of pi-inspector is missing: looked for {packed} (installed) "
        f"and {beside} (checkout, beside our pyproject.toml)"
    )


def templates() -> Path:
    """Where the Jinja templates are."""
    return folder("templates")


def static() -> Path:
    """Where scripts, styles and vendored libraries of the pages are."""
    return folder("static")


def samples() -> Path:
    """Where the sample sessions are."""
    return folder("samples")


def _is_our_checkout(root: Path) -> bool:
    """Whether ``root`` holds our own pyproject.toml.

    Without this question an unrelated ``templates`` folder in site-packages could be taken for ours.
    """
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(project.get("project", {}).get("name") == "pi-inspector")
