"""How pi itself would share a session, and the commands for it. We send nothing: the user runs them, or does not.

Facts of pi 1.6.0 (FORMAT, Export and share): ``/share`` uploads the active branch to Radius where the user is logged in
there, else it puts its own HTML page into a secret gist by the GitHub command line tool.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """One way to share: what it does, and the lines to type."""

    title: str
    words: str
    commands: tuple[str, ...]


def ways(html: str | None, jsonl: str | None) -> list[Way]:
    """The ways that there are for a page and a session file at these paths (None: not made)."""
    found = []
    if html is not None:
        found.append(
            Way(
                "A secret gist, as pi's /share makes it",
                "Anybody who has the link can read it. pi puts its own page there, with every branch of the file in it and "
                "nothing masked; this puts the exported page there instead.",
                (f"gh gist create --public=false {shlex.quote(html)}",),
            )
        )
    if jsonl is not None:
        found.append(
            Way(
                "Radius, or a gist made by pi",
                "pi opens the exported file, not the original; /share then sends its branch together with the system "
                "prompt and the tools of that run: to Radius where you are logged in (visible to your organization), else "
                'to a secret gist. The setting "sessionShareDestination" ("auto", "gist", "radius") decides.',
                (f"pi --session {shlex.quote(jsonl)}", "/login radius", "/share"),
            )
        )
    return found
