"""What git's subcommands do to files of the working tree."""

from __future__ import annotations

import posixpath
import re

from inspector.diagnosis.shell_words import FILE, Pen, move, plain, remove, value
from inspector.diagnosis.source_shell import Words

_GIT_VALUED = "-C -c --git-dir --work-tree --namespace"
_GIT_WHOLE = frozenset("merge pull rebase revert cherry-pick bisect".split())


def git(pen: Pen, argv: Words) -> None:
    """The rule of git: what it names, and where it changes files that it does not name."""
    words = plain(argv, _GIT_VALUED)
    if not words:
        return
    sub = words[0]
    rest = argv[argv.index(sub, 1) :]
    folder = value(argv[: argv.index(sub, 1)], "-C") or ""
    if {"--help", "-h", "--dry-run"} & set(rest):
        return
    if sub in _GIT_WHOLE or _git_changes(sub, rest):
        pen.untold()
    if sub in ("checkout", "restore"):
        _git_checkout(pen, sub, rest, folder)
    elif sub in ("rm", "mv") and not {"--cached", "-n"} & set(rest):
        names = [posixpath.join(folder, word) for word in plain(rest)]
        (remove if sub == "rm" else move)(pen, [sub, *names])
    elif sub == "clone":
        names = plain(rest, "-b --branch --depth -o --origin -c --config --reference")
        base = posixpath.basename(names[0].rstrip("/").rpartition(":")[2]) if names else ""
        name = names[1] if len(names) > 1 else base.removesuffix(".git")
        pen.folder(posixpath.join(folder, name)) if name else None
    elif sub == "worktree" and rest[1:2] == ["add"]:
        for word in plain(rest[1:], "-b -B --reason")[:1]:
            pen.folder(posixpath.join(folder, word))


def _git_changes(sub: str, rest: Words) -> bool:
    """True where the subcommand changes files that it does not name."""
    words = set(rest)
    if sub == "stash":
        return rest[1:2] == [] or rest[1] in ("push", "pop", "apply", "save", "branch") or rest[1][:1] == "-"
    if sub in ("apply", "am"):
        return not {"--check", "--stat", "--numstat", "--summary", "--cached"} & words
    if sub == "reset":
        return bool({"--hard", "--merge", "--keep"} & words)
    if sub == "submodule":
        return rest[1:2] in (["update"], ["add"], ["deinit"])
    if sub == "switch":
        return not {"-c", "-C", "--create", "--orphan"} & words or len(plain(rest)) > 1
    if sub == "clean":
        return not any(re.fullmatch(r"-[a-zA-Z]*n[a-zA-Z]*", word) for word in rest)
    return False


def _git_checkout(pen: Pen, sub: str, rest: Words, folder: str) -> None:
    if sub == "restore" and {"--staged", "-S"} & set(rest) and not {"--worktree", "-W"} & set(rest):
        return
    made = {"-b", "-B", "--orphan"} & set(rest)
    if "--" in rest:
        names = rest[rest.index("--") + 1 :]
    else:
        words = plain(rest, "-b -B --orphan -s --source --pathspec-from-file")
        names = [word for word in words if not made and (sub == "restore" or FILE.match(word))]
        if len(names) < len(words) and (not names or made):
            pen.untold()
    for name in names:
        pen.write(posixpath.join(folder, name))
