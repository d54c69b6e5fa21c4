"""Which of its words a program writes: one rule for each of the programs that agents change files with."""

from __future__ import annotations

import re

from inspector.diagnosis.shell_git import git
from inspector.diagnosis.shell_words import FILE, REMOTE, Pen, Rule, copy, mkdir, move, plain, remove, value
from inspector.diagnosis.source_shell import Words, program


def inner(argv: Words) -> Words | None:
    """What ``npx``, ``uvx``, ``python -m`` and the like are to run; None for all else."""
    tool = program(argv)
    if tool in ("npx", "bunx", "uvx", "pipx"):
        words = [word for word in argv[1:] if word[:1] != "-"]
        at = argv.index(words[0], 1) if words else len(argv)
        return argv[at:]
    if tool in ("pnpm", "yarn", "npm") and argv[1:2] in (["dlx"], ["exec"]):
        return [word for word in argv[2:] if word != "--"]
    if tool[:6] == "python" and argv[1:2] == ["-m"]:
        return argv[2:]
    return None


# -- one way for many ------------------------------------------------------------------------------------


def _all(valued: str = "") -> Rule:
    def rule(pen: Pen, argv: Words) -> None:
        for word in plain(argv, valued):
            pen.write(word)

    return rule


def _first(valued: str = "") -> Rule:
    def rule(pen: Pen, argv: Words) -> None:
        for word in plain(argv, valued)[:1]:
            pen.write(word)

    return rule


def _output(*options: str) -> Rule:
    def rule(pen: Pen, argv: Words) -> None:
        name = value(argv, *options)
        if name and not REMOTE.match(name):
            pen.write(name)

    return rule


def _untold_at(words: str, but: str = "") -> Rule:
    """For programs whose first word, or first two joined by ``:``, say whether files of the project change."""
    wanted, harmless = frozenset(words.split()), frozenset(f"{but} --help --dry-run".split())

    def rule(pen: Pen, argv: Words) -> None:
        given = [word for word in argv[1:] if word[:1] != "-"][:2]
        if not wanted.isdisjoint([*given[:1], ":".join(given)]) and harmless.isdisjoint(argv):
            pen.untold()

    return rule


def _formatter(needs: str = "", but: str = "--check --diff") -> Rule:
    """For programs that put files into shape: named files, else whatever they find."""
    needed, harmless = frozenset(needs.split()), frozenset(f"{but} --help --version".split())

    def rule(pen: Pen, argv: Words) -> None:
        if (needed and needed.isdisjoint(argv)) or not harmless.isdisjoint(argv):
            return
        names = [word for word in plain(argv) if word not in needed and word not in ("check", "format")]
        for word in names:
            pen.write(word) if FILE.match(word) else pen.untold()
        if not names:
            pen.untold()

    return rule


# -- files as a whole ------------------------------------------------------------------------------------


def _dd(pen: Pen, argv: Words) -> None:
    for word in argv[1:]:
        if word.startswith("of="):
            pen.write(word[3:])


# -- files in place --------------------------------------------------------------------------------------

_SED_IN_PLACE = re.compile(r"-[nErsuz]*i.*|--in-place.*")
_PERL_IN_PLACE = re.compile(r"-[pnlaw0]*i.*")
_PERL_CODE = re.compile(r"-\w*[eE]")


def _sed(pen: Pen, argv: Words) -> None:
    if not any(_SED_IN_PLACE.fullmatch(word) for word in argv[1:]):
        return
    names = plain(argv, "-e --expression -f --file")
    given = any(word in ("-e", "-f") or word.startswith(("--expression", "--file")) for word in argv)
    names = names if given else names[1:]
    for word in names:
        pen.write(word)
    if not names:
        pen.untold()


def _perl(pen: Pen, argv: Words) -> None:
    if any(_PERL_IN_PLACE.fullmatch(word) for word in argv[1:]):
        given = [word for word in argv[1:] if _PERL_CODE.fullmatch(word) and not word.endswith("i")]
        names = plain(argv, " ".join(given))
        for word in names if given else names[1:]:
            pen.write(word)


def _awk(pen: Pen, argv: Words) -> None:
    if value(argv, "-i", "--include") == "inplace":
        for word in plain(argv, "-i --include -v -F -f")["-f" not in argv :]:
            pen.write(word)


def _patch(pen: Pen, argv: Words) -> None:
    if "--dry-run" not in argv:
        names = plain(argv, "-i -d -p -o -r --input --directory --output")
        pen.write(value(argv, "-o", "--output") or names[0]) if names else pen.untold()


def _ruff(pen: Pen, argv: Words) -> None:
    if "format" in argv[1:2] or "--fix" in argv:
        _formatter()(pen, argv)


# -- archives, downloads, databases ----------------------------------------------------------------------


def _tar(pen: Pen, argv: Words) -> None:
    mode = "".join(word.lstrip("-") for word in argv[1:2])
    if "x" in mode or "--extract" in argv:
        if "-O" not in argv and "--to-stdout" not in argv:
            pen.untold()
    elif "c" in mode or "--create" in argv:
        at = next((n for n, word in enumerate(argv[1:], 1) if re.fullmatch(r"-?[a-zA-Z]*f", word)), 0)
        name = argv[at + 1] if at and at + 1 < len(argv) else value(argv, "--file")
        if name:
            pen.write(name)


def _unpack(reading: str) -> Rule:
    def rule(pen: Pen, argv: Words) -> None:
        flags = "".join(word[1:] for word in argv[1:] if word[:1] == "-" and word[:2] != "--")
        if not set(reading) & set(flags) and len(argv) > 1:
            pen.untold()

    return rule


def _curl(pen: Pen, argv: Words) -> None:
    name = value(argv, "-o", "--output")
    if name:
        pen.write(name)
    elif "--remote-name" in argv or any(re.fullmatch(r"-[a-zA-Z]*O[a-zA-Z]*", word) for word in argv[1:]):
        pen.untold()
    else:
        last = next((n for n, word in enumerate(argv) if re.fullmatch(r"-[a-zA-Z]+o", word)), 0)
        if last and last + 1 < len(argv):
            pen.write(argv[last + 1])


def _wget(pen: Pen, argv: Words) -> None:
    if "--spider" in argv or "--help" in argv:
        return
    at = next((n for n, word in enumerate(argv) if re.fullmatch(r"-[a-zA-Z]*O-?", word)), 0)
    name = value(argv, "--output-document")
    if at:
        name = "-" if argv[at][-1] == "-" else (argv[at + 1] if at + 1 < len(argv) else None)
    pen.write(name) if name else pen.untold()


_SQL = re.compile(r"\b(?:INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|REPLACE)\b", re.IGNORECASE)


def _sqlite(pen: Pen, argv: Words) -> None:
    names = plain(argv, "-cmd -separator -init")
    if names[:1] and any(_SQL.search(word) for word in names[1:]):
        pen.write(names[0])


# -- the table -------------------------------------------------------------------------------------------

_PACKAGES = "add remove rm uninstall un update up upgrade init create"


def _packages(pen: Pen, argv: Words) -> None:
    """npm and its like: what changes the list of packages; ``install`` only where it names one."""
    words = plain(argv, "--prefix -C --cwd -w --workspace --filter")
    if "-g" in argv or "--global" in argv or "--dry-run" in argv or not words:
        return
    if words[0] in _PACKAGES.split() or (words[0] in ("install", "i") and len(words) > 1):
        pen.untold()


PROGRAMS: dict[str, Rule] = {
    **dict.fromkeys(("tee", "sponge", "ed", "ex"), _all()),
    "touch": _all("-d -t -r --date --reference"),
    "truncate": _all("-s --size -r --reference"),
    **dict.fromkeys(("cp", "install", "ln", "rsync", "scp"), copy),
    "mv": move,
    **dict.fromkeys(("rm", "unlink", "rmdir", "trash", "shred"), remove),
    "mkdir": mkdir,
    "dd": _dd,
    **dict.fromkeys(("sed", "gsed"), _sed),
    "perl": _perl,
    **dict.fromkeys(("awk", "gawk"), _awk),
    "patch": _patch,
    "ruff": _ruff,
    **dict.fromkeys(("black", "isort", "rustfmt"), _formatter()),
    **dict.fromkeys(("prettier", "biome"), _formatter("-w --write")),
    "eslint": _formatter("--fix", "--fix-dry-run"),
    **dict.fromkeys(("gofmt", "goimports", "shfmt"), _formatter("-w")),
    **dict.fromkeys(("clang-format", "autopep8", "yapf"), _formatter("-i --in-place")),
    "tar": _tar,
    "unzip": _unpack("lptZv"),
    **dict.fromkeys(("gzip", "gunzip", "xz", "bzip2", "zstd"), _unpack("ctl")),
    "zip": _first("-x -i -P"),
    "curl": _curl,
    "wget": _wget,
    "sqlite3": _sqlite,
    "git": git,
    **dict.fromkeys("gcc g++ cc c++ clang clang++ rustc swiftc ld nasm".split(), _output("-o")),
    **dict.fromkeys(("sort", "pandoc"), _output("-o", "--output")),
    **dict.fromkeys(("npm", "pnpm", "yarn", "bun"), _packages),
    "cargo": _untold_at("add remove rm new init update fmt fix", "--check --list"),
    "go": _untold_at("get generate fmt mod:tidy mod:init mod:edit work:init work:use"),
    **dict.fromkeys(("uv", "poetry", "pdm"), _untold_at("add remove update lock init new sync")),
}
