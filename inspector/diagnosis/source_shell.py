"""What a shell command does, as far as its words tell: names files, may change them, checks the work, acts outside.

The command is split as a shell would, roughly and in one pass: quotes, separators, here-documents left out. Nothing
is expanded. What comes of it is good for leads, and for lists that a person reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_HEREDOC = re.compile(
    r"(?<!<)<<(?!<)-?[ \t]*(['\"]?)(\w+)\1([^\n]*)\n(.*?)(?:^[ \t]*\2[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
# ESC stands for the sign that takes the meaning from the next one, BRACE for a brace that is a word of its own.
_SYNTAX = (
    r"'(?P<single>[^']*)'|\"(?P<double>(?:[^\"ESC]|ESC.)*)\"|(?<![^\s;|&(){}])#[^\n]*|(?P<blank>ESC\n|[ \t\r]+)"
    r"|ESC(?P<escaped>.)|(?P<sum>\(\([^()\n]*\)\))|\d*[<>]&[\d-]|(?P<out>&>>?|\d*>&|\d*>[>|]?)|(?P<into><<<|<<|\d*<)"
    r"|(?P<cut>&&|\|\||[;|&\n()]|BRACE)|(?P<word>[^\s'\"ESC;|&()<>OTHER]+|.)"
)


def _syntax(escape: str, brace: str, other: str) -> re.Pattern[str]:
    pattern = _SYNTAX.replace("ESC", re.escape(escape)).replace("BRACE", brace).replace("OTHER", other)
    return re.compile(pattern, re.DOTALL)


_SHELL = _syntax("\\", r"(?<![^\s;|&(){}])[{}](?=[\s;|&)]|\Z)", "")
_POWERSHELL = _syntax("`", "[{}]", "{}")
_BODY = re.compile("\0(\\d+)\0")
_ASSIGN = re.compile(r"[A-Za-z_]\w*=")
_LEADING = frozenset("sudo env time nohup then do else exec command xargs doas ! if while".split())
_NAMED = re.compile(r"[\w./~+\-\\]*[\w+\-]")
# Programs that are given a command as one quoted word; those of the second kind run it on other files.
_WRAPPERS = frozenset("bash sh zsh dash powershell pwsh cmd nix-shell nix watch".split())
_CONTAINERS = frozenset(("docker", "podman", "docker-compose"))
_SHELLS = frozenset("bash sh zsh dash".split())
_WINDOWS = frozenset(("powershell", "pwsh", "cmd"))
_RUN = frozenset("uv poetry pdm hatch rye pipx pipenv bundle mise direnv".split())
Words = list[str]


@dataclass(slots=True)
class Command:
    """A simple command: its words without redirections, and what stood before them (assignments, ``sudo``);
    ``outputs`` the names behind ``>``, ``body`` a here-document, ``depth`` how many parentheses are open, ``away``
    that it runs in a container."""

    argv: Words = field(default_factory=list)
    before: Words = field(default_factory=list)
    outputs: Words = field(default_factory=list)
    body: str = ""
    depth: int = 0
    away: bool = False


def simple_commands(command: str) -> Iterator[Words]:
    """The simple commands of a line or script, each as its words; what ``bash -c`` is given, too."""
    return (one.argv for one in shell_commands(command) if one.argv)


def shell_commands(command: str, windows: bool = False) -> Iterator[Command]:
    """The same with all that belongs to each. ``windows``: in PowerShell a backslash is a sign like any other."""
    bodies: list[str] = []

    def put_aside(match: re.Match[str]) -> str:
        bodies.append(match.group(4))
        return f"<<\0{len(bodies) - 1}\0{match.group(3)}"

    for one in _split(_HEREDOC.sub(put_aside, command), windows, bodies):
        yield one
        tool = program(one.argv) if one.argv else ""
        away = tool in _CONTAINERS
        if tool not in _WRAPPERS and not away:
            continue
        if one.body and tool in _SHELLS and set(one.argv[1:]) <= {"-", "-s", "-e", "-x"}:
            for inner in _split(one.body, False, bodies):
                inner.depth += one.depth + 1
                yield inner
        for word in one.argv[1:]:
            if " " in word:
                for inner in _split(word, tool in _WINDOWS, bodies):
                    inner.away, inner.depth = away, inner.depth + one.depth + 1
                    yield inner


def program(argv: Words) -> str:
    """The name of the program, without its folder."""
    return re.split(r"[/\\]", argv[0])[-1].lower().removesuffix(".exe")


def _split(command: str, windows: bool, bodies: list[str]) -> Iterator[Command]:
    one, word, target, depth = Command(), None, "", 0
    for part in (_POWERSHELL if windows else _SHELL).finditer(command):
        kind = part.lastgroup
        text = part.group(kind) if kind else ""
        if kind in ("single", "double", "escaped", "sum", "word"):
            word = (word or "") + text
            continue
        _keep(one, word, target, bodies)
        target, word = (target if kind == "blank" and word is None else ""), None
        if kind in ("out", "into"):
            target = text
        elif kind == "cut":
            if one.argv or one.outputs:
                yield _without_prefix(one)
            depth = max(0, depth + (text == "(") - (text == ")"))
            one = Command(depth=depth)
    _keep(one, word, target, bodies)
    if one.argv or one.outputs:
        yield _without_prefix(one)


def _keep(one: Command, word: str | None, target: str, bodies: list[str]) -> None:
    """Put a finished word where it belongs: among the words, or to the redirection before it."""
    if word is None:
        return
    if target == "<<" and (match := _BODY.match(word)) and int(match[1]) < len(bodies):
        one.body = bodies[int(match[1])]
    word = _BODY.sub("", word)
    if not target:
        one.argv.append(word)
    elif ">" in target:
        one.outputs.append(word)


def _without_prefix(one: Command) -> Command:
    words, at = one.argv, 0
    while at < len(words):
        word = words[at]
        if word in _LEADING or _ASSIGN.match(word):
            at += 1
        elif at + 2 < len(words) and (
            word == "timeout" or (word in _RUN and words[at + 1] in ("run", "exec"))
        ):
            at += 2
        else:
            break
    one.before, one.argv = words[:at], words[at:]
    return one


def named_files(command: str) -> set[str]:
    """Words that may be paths, as written; compare their last part."""
    return {word for word in _NAMED.findall(command) if len(word) > 2}


_CHANGERS = frozenset("rm mv tee truncate dd patch unzip tar black isort rustfmt ed ex".split()) | frozenset(
    ("move-item", "remove-item", "set-content", "add-content", "out-file")
)
_COPIERS = frozenset("cp install ln rsync scp copy-item".split())
# What a script that is given in place writes with.
_WRITES = re.compile(r"write|open\([^)\n]*,\s*(?:mode=)?['\"][rbt]*[wax+]|unlink|rename|shutil|\bdump\(")
_FLAGGED = {
    "sed": ("-i", "--in-place"),
    "perl": ("-i", "-pi"),
    "awk": ("-i",),
    "gofmt": ("-w",),
    "prettier": ("-w", "--write"),
    "eslint": ("--fix",),
    "ruff": ("format", "--fix"),
    "clang-format": ("-i",),
}
_GIT_CHANGERS = frozenset(
    "checkout restore stash apply reset mv rm merge pull rebase clean switch am".split()
)
_REMOVERS = frozenset(("rm", "mv", "unlink", "trash", "remove-item", "move-item"))
_SCRIPTS = frozenset(("python", "python3", "node", "ruby", "perl"))


def may_change(command: str, name: str) -> bool:
    """True where a part of the command that can write names ``name``, or a script given in place does."""
    for one in shell_commands(command):
        argv = one.argv
        if any(_names(word, name) for word in one.outputs):
            return True
        tool = program(argv) if argv else ""
        if tool in _SCRIPTS and (not argv[1:] or argv[1] in ("-", "-c", "-e")):
            if name in command and _WRITES.search(command):
                return True
            continue
        named = [at for at, word in enumerate(argv) if at and _names(word, name)]
        if not named:
            continue
        if tool in _CHANGERS or (tool in _COPIERS and named[-1] == len(argv) - 1):
            return True
        if any(word.startswith(_FLAGGED.get(tool, ("\0",))) for word in argv[1:]):
            return True
        if tool == "git" and argv[1] in _GIT_CHANGERS:
            return True
    return False


def _names(word: str, name: str) -> bool:
    """True where a word ends in the file's name, as a path or behind ``>`` or ``=``."""
    at = word.rfind(name)
    after = word[at + len(name) :]
    return at >= 0 and (not at or word[at - 1] in "/\\>=:\"'(") and (not after or after[0] in "\"'),:;")


def removes(command: str, name: str) -> bool:
    """True where the command takes ``name`` away: rm, mv, git rm, git mv."""
    for argv in simple_commands(command):
        head = argv[1] if program(argv) == "git" and len(argv) > 1 else program(argv)
        if head in _REMOVERS and any(_names(word, name) for word in argv[1:]):
            return True
    return False


# -- commands that check the work ------------------------------------------------------------------------

_TESTERS = frozenset(
    "pytest py.test tox nox jest vitest mocha ava phpunit rspec ctest unittest nextest playwright cypress bats".split()
)
_RUNNERS = frozenset(
    "npm pnpm yarn bun cargo go make just mvn gradle gradlew dotnet mix deno uv poetry pdm hatch npx bunx pipx rye "
    "docker podman docker-compose python python3 node php ruby bundle "
    "rake swift zig sbt lein stack cabal bazel nx turbo task".split()
)
_TESTING = re.compile(r"(?:^|[/_.:-])(?:tests?|spec|specs|check|ci)(?:$|[/_.:-])", re.IGNORECASE)
_CHECKERS = frozenset(
    "tsc mypy pyright ruff eslint flake8 pylint clippy golangci-lint shellcheck biome tsgo vue-tsc gcc g++ clang cc "
    "javac rustc cmake ninja python python3 node deno bun ruby perl php bash sh lua java dotnet".split()
)


def is_test(command: str) -> bool:
    """True for a command that runs tests, by its words."""
    return any(_tests(argv) for argv in simple_commands(command))


def _tests(argv: Words) -> bool:
    tool = program(argv)
    if tool in _TESTERS or _TESTING.search(tool):
        return True
    words = argv[1:6]
    if tool in _RUNNERS:
        return any(word.lower() in _TESTERS or _TESTING.search(word) for word in words if word[:2] != "--")
    return tool in ("bash", "sh") and any(_TESTING.search(word) for word in words)


def is_check(command: str) -> bool:
    """True for a command that runs tests, a build, a linter or a program: something that shows whether it works."""
    return any(_checks(argv) for argv in simple_commands(command))


def _checks(argv: Words) -> bool:
    tool = program(argv)
    return tool in _CHECKERS or tool in _RUNNERS or "/" in argv[0] or _tests(argv)
