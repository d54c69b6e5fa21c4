"""What a shell command does, as far as its words tell: names files, may change them, checks the work, acts outside.

The command is split as a shell would, roughly and in one pass: quotes, separators, here-documents left out. Nothing
is expanded. What comes of it is good for leads, and for lists that a person reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEREDOC = re.compile(
    r"<<-?[ \t]*(['\"]?)(\w+)\1([^\n]*)\n.*?(?:^[ \t]*\2[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_PART = re.compile(
    r"'(?P<single>[^']*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\"|\\(?P<escaped>.)|(?P<link>\d*>&\d|&>>?)"
    r"|(?P<cut>&&|\|\||[;|&\n(){}])|(?P<blank>[ \t\r]+)|(?P<word>[^\s'\"\\;|&(){}]+|.)",
    re.DOTALL,
)
_ASSIGN = re.compile(r"[A-Za-z_]\w*=")
_LEADING = frozenset("sudo env time nohup then do else exec command xargs doas ! if while".split())
_NAMED = re.compile(r"[\w./~+\-\\]*[\w+\-]")
# Programs that are given a command as one quoted word.
_WRAPPERS = frozenset(
    "bash sh zsh dash powershell pwsh cmd nix-shell nix docker podman docker-compose watch".split()
)
_RUN = frozenset("uv poetry pdm hatch rye pipx pipenv bundle mise direnv".split())
Words = list[str]


def simple_commands(command: str) -> Iterator[Words]:
    """The simple commands of a line or script, each as its words; what ``bash -c`` is given, too."""
    for words in _split(_HEREDOC.sub(r"<<\3", command)):
        argv = _without_prefix(words)
        if not argv:
            continue
        yield argv
        if program(argv) in _WRAPPERS:
            for word in argv[1:]:
                if " " in word:
                    yield from filter(None, map(_without_prefix, _split(word)))


def program(argv: Words) -> str:
    """The name of the program, without its folder."""
    return argv[0].rsplit("/", 1)[-1].lower()


def _split(command: str) -> Iterator[Words]:
    words: Words = []
    open_word: str | None = None
    for part in _PART.finditer(command):
        kind = part.lastgroup
        if kind in ("cut", "blank"):
            if open_word is not None:
                words.append(open_word)
            open_word = None
            if kind == "cut" and words:
                yield words
                words = []
            continue
        open_word = (open_word or "") + (part.group(kind) if kind else "")
    if open_word is not None:
        words.append(open_word)
    if words:
        yield words


def _without_prefix(words: Words) -> Words:
    at = 0
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
    return words[at:]


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
    for argv in simple_commands(command):
        tool = program(argv)
        if tool in _SCRIPTS and (not argv[1:] or argv[1] in ("-", "-c", "-e") or argv[1].startswith("<<")):
            if name in command and _WRITES.search(command):
                return True
            continue
        named = [at for at, word in enumerate(argv) if at and _names(word, name)]
        if not named:
            continue
        if tool in _CHANGERS or (tool in _COPIERS and named[-1] == len(argv) - 1):
            return True
        if any(word.startswith(_FLAGGED.get(tool, ("\0",))) for word in argv[1:]) or _redirects(argv, name):
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


def _redirects(argv: Words, name: str) -> bool:
    for at, word in enumerate(argv):
        if ">" in word and not word.endswith(("&1", "&2")):
            target = word.rsplit(">", 1)[1] or (argv[at + 1] if at + 1 < len(argv) else "")
            if _names(target, name):
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
