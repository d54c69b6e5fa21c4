"""What a run of the redaction is asked to do. Secret values travel in here and are never printed."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

_HOME = re.compile(
    r"\A(?:file:/{2,3})?(?:/home/|/Users/|/mnt/[a-z]/Users/|/?[A-Za-z]:[\\/]+Users[\\/]+)([^\\/]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RedactionOptions:
    """``enabled``: rules, known values, choices and patterns apply, signatures and image metadata go; without it only
    the identity is masked. ``choices``: names of ``rules.CHOICES`` (email, hosts, ip, phone). ``known``: exact values
    to mask (``known``). ``patterns``: the user's own RE2 expressions. ``allow``: exact values to leave alone, or
    ``re:EXPRESSION`` that must match the whole value. ``mask_identity``: home directory and user name are masked;
    ``home`` and ``user`` None means this machine's, ``names`` are more user names (``name_in`` finds one in a cwd).
    ``advise``: collect what a person should still read."""

    enabled: bool = True
    choices: frozenset[str] = frozenset()
    known: tuple[str, ...] = field(default=(), repr=False)
    patterns: tuple[str, ...] = field(default=(), repr=False)
    allow: tuple[str, ...] = field(default=(), repr=False)
    mask_identity: bool = True
    home: str | None = None
    user: str | None = None
    names: tuple[str, ...] = ()
    advise: bool = True


def home_and_names(
    options: RedactionOptions, environ: Mapping[str, str] = os.environ
) -> tuple[list[str], list[str]]:
    """The home directories and user names to mask. Never raises; what this machine does not tell is left out."""
    home = options.home
    if home is None:
        try:
            home = str(Path.home())
        except (RuntimeError, OSError):
            home = ""
    user = options.user
    if user is None:
        user = next((environ[name] for name in ("USER", "LOGNAME", "USERNAME") if environ.get(name)), "")
    names = [name for name in (user, name_in(home), *options.names) if name]
    return [home.rstrip("/\\")] if len(home.rstrip("/\\")) > 1 else [], list(dict.fromkeys(names))


def name_in(path: str | None) -> str:
    """The user name in a path below a home directory of any system; "" where there is none."""
    match = _HOME.match(path) if path else None
    return match.group(1) if match else ""
