"""How the words of a command are read, and the rules for what copies, moves and removes."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import Protocol

from inspector.diagnosis.source_shell import Words, program

FILE = re.compile(r".*\.[A-Za-z][A-Za-z0-9_-]{0,9}\Z", re.DOTALL)
REMOTE = re.compile(r"[\w.@-]{2,}:(?!\\)")


class Pen(Protocol):
    """Takes what a rule says about the words of a command."""

    def write(self, word: str) -> None:
        """The file is written."""

    def remove(self, word: str) -> None:
        """The file is taken away."""

    def folder(self, word: str) -> None:
        """A folder is made."""

    def untold(self) -> None:
        """Something is written that the words do not name."""


Rule = Callable[[Pen, Words], None]


def plain(argv: Words, valued: str = "") -> Words:
    """The words that are no options; ``valued``: options with a value of their own, apart by blanks."""
    takes, found, at = valued.split(), [], 1
    while at < len(argv):
        word = argv[at]
        if word == "--":
            found += argv[at + 1 :]
            break
        if word in takes:
            at += 1
        elif word[:1] != "-" and word:
            found.append(word)
        at += 1
    return found


def value(argv: Words, *options: str) -> str | None:
    """What an option is given: the next word, or what stands behind ``=``; of ``-o`` what is joined to it, too."""
    for at, word in enumerate(argv[1:], 1):
        for option in options:
            if word == option:
                return argv[at + 1] if at + 1 < len(argv) else None
            if word.startswith(f"{option}=") or (len(option) == 2 and word.startswith(option)):
                return word[len(option) :].removeprefix("=") or None
    return None


def _into(pen: Pen, names: Words, target: str | None, folder: bool = False) -> None:
    """The last word is what is written, or the folder that the others go to."""
    sources = names if target is not None else names[:-1]
    if target is None:
        target = names[-1] if len(names) > 1 else "."
        sources = names[:-1] or names
    if REMOTE.match(target):
        return
    if not (folder or target[-1:] == "/" or target in (".", "..") or len(sources) > 1):
        pen.write(target)
        return
    for source in sources:
        name = posixpath.basename(source.rstrip("/").rpartition(":")[2])
        pen.write(posixpath.join(target, name)) if name else pen.untold()


def copy(pen: Pen, argv: Words) -> None:
    """cp and its like: the last word is written, or what lies in it."""
    if {"-n", "--dry-run"} & set(argv) and program(argv) == "rsync":
        return
    if program(argv) == "install" and {"-d", "--directory"} & set(argv):
        mkdir(pen, argv)
        return
    target = value(argv, "-t", "--target-directory")
    names = plain(argv, "-t --target-directory -m --mode -o -g -S -e --exclude --include -P -i -F")
    if names:
        _into(pen, names, target, target is not None)


def move(pen: Pen, argv: Words) -> None:
    """mv: the same, and the others are gone."""
    target = value(argv, "-t", "--target-directory")
    names = plain(argv, "-t --target-directory -S")
    if len(names) > (target is None):
        for word in names if target is not None else names[:-1]:
            pen.remove(word)
        _into(pen, names, target, target is not None)


def remove(pen: Pen, argv: Words) -> None:
    """rm and its like: what is named is gone."""
    for word in plain(argv):
        pen.remove(word)


def mkdir(pen: Pen, argv: Words) -> None:
    """mkdir: folders."""
    for word in plain(argv, "-m --mode"):
        pen.folder(word)
