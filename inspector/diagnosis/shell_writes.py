"""Files that a shell command may write, move or remove, as far as its words name them.

Nothing is run or expanded but plain variables of the command itself. A command that writes and whose words do not
name the file (``git stash pop``, ``rm *.log``) is told from one that only reads. What programs write by themselves
(builds, tests, scripts of the project) no command tells.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import Literal

from inspector.diagnosis.shell_programs import PROGRAMS, inner
from inspector.diagnosis.shell_scripts import script_writes, static_writes
from inspector.diagnosis.shell_windows import CMDLETS
from inspector.diagnosis.source_shell import Command, Words, program, shell_commands
from inspector.store.paths import is_windows

COMMAND = 20_000  # characters of a command that are read
NAMES = 200  # files of one command
_NESTED = 20  # programs run by programs, of one command
LONGEST = 400  # characters of a path
How = Literal["write", "remove", "folder"]
_ODD = re.compile(r"[*?\[\]`$<>|\"\x00-\x1f]|://")
_WHOLE = re.compile(r"(?:~|/*(?:\.{0,2}/+)*\.{0,2})/*")  # a folder with all that is in it
_BRACES = re.compile(r"([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)\Z")
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(?:env:)?(\w+))")
_NOWHERE = re.compile(r"/dev/|/proc/|-\Z|(?:nul|\$null)\Z", re.IGNORECASE)
_TESTS = frozenset(("[[", "[", "test"))
_CD = frozenset(("cd", "pushd", "set-location", "chdir"))


@dataclass(slots=True)
class ShellWrites:
    """``files``: what happens to each, in the order of the command; ``untold``: it may write others, too."""

    files: dict[str, How] = field(default_factory=dict)
    untold: bool = False

    def __bool__(self) -> bool:
        return self.untold or bool(self.files)


def shell_writes(command: str, windows: bool = False) -> ShellWrites:
    """What a command may write. ``windows``: it is given to PowerShell."""
    reader = Reader(windows)
    command = command[:COMMAND]
    for one in shell_commands(command, windows):
        if not one.away:
            reader.read(one)
    if "::" in command:
        for name in static_writes(command):
            reader.write(name)
    return reader.found


class Reader:
    """Goes through the simple commands of a line in order; what a program writes, its rule tells it by ``write``,
    ``remove``, ``folder`` and ``untold``."""

    def __init__(self, windows: bool) -> None:
        self.found = ShellWrites()
        self.windows = windows
        self._folders: list[str | None] = [""]
        self._known: dict[str, Words] = {"HOME": ["~"]}
        self._scripts: dict[str, str] = {}

    def read(self, one: Command) -> None:
        """One simple command."""
        del self._folders[one.depth + 1 :]
        self._folders += self._folders[-1:] * (one.depth + 1 - len(self._folders))
        argv = one.argv
        tool = program(argv) if argv else ""
        if tool not in _TESTS:
            for name in one.outputs:
                if not name.isdigit():
                    self.write(name)
        if not argv:
            self._remember(one.before)
        elif tool in _CD:
            self._move(argv)
        elif tool == "for" and argv[2:3] == ["in"]:
            self._known[argv[1]] = argv[3:]
        else:
            self._program(self._after_xargs(one) if "xargs" in one.before else argv, one)

    def _program(self, argv: Words, one: Command) -> None:
        """The rules of the program, and of programs that it is told to run."""
        todo, steps = [argv], 0
        while todo and steps < _NESTED:
            argv, steps = todo.pop(), steps + 1
            if not argv:
                continue
            tool = program(argv)
            told_to_run = inner(argv)
            if told_to_run is not None:
                todo.append(told_to_run)
                continue
            if tool == "find":
                todo.extend(self._found_by(argv))
            elif tool in CMDLETS:
                CMDLETS[tool](self, argv)
            elif tool in PROGRAMS:
                PROGRAMS[tool](self, argv)
            script = self._script(tool, argv, one)
            if script:
                names, more = script_writes(script)
                for name in names:
                    self.write(name)
                self.found.untold |= more
        if one.body and one.outputs:
            self._scripts.update(dict.fromkeys(one.outputs, one.body))

    def _script(self, tool: str, argv: Words, one: Command) -> str:
        """The text of a script that is given in place, or was written by the same command."""
        flag = _SCRIPT_FLAGS.get(tool)
        if flag is None:
            return ""
        given = [argv[at + 1] for at, word in enumerate(argv[:-1]) if flag.fullmatch(word)]
        named = next((word for word in argv[1:] if word[:1] != "-"), "")
        return "\n".join([*given, one.body if not one.outputs else "", self._scripts.get(named, "")]).strip()

    def _found_by(self, argv: Words) -> list[Words]:
        """What ``find`` runs."""
        found, at = [], 0
        while at < len(argv):
            if argv[at] == "-delete":
                self.untold()
            if argv[at] in ("-exec", "-execdir", "-ok"):
                end = next((n for n in range(at, len(argv)) if argv[n] in (";", "+")), len(argv))
                found.append([("$found" if word == "{}" else word) for word in argv[at + 1 : end]])
                at = end
            at += 1
        return found

    @staticmethod
    def _after_xargs(one: Command) -> Words:
        """What ``xargs`` runs, with a name that nobody knows where it puts one."""
        argv, at = one.argv, 0
        while at < len(argv) and argv[at][:1] == "-":
            at += 2 if argv[at] in ("-I", "-n", "-P", "-d", "-L", "-s", "-a", "-E") else 1
        words = [word.replace("{}", "$found") for word in argv[at:]]
        return words if "-I" in argv[:at] or "-I{}" in argv[:at] else [*words, "$found"]

    def _remember(self, before: Words) -> None:
        for word in before:
            name, sign, value = word.partition("=")
            if sign:
                self._known[name] = self.expanded(value)

    def _move(self, argv: Words) -> None:
        names = [word for word in argv[1:] if word[:1] != "-"]
        target = self.expanded(names[0])[0] if names else "~"
        odd = "-" in argv or _ODD.search(target)
        self._folders[-1] = None if odd else self._inside(target)

    def _inside(self, name: str) -> str | None:
        folder = self._folders[-1]
        if name[:1] in ("/", "~") or is_windows(name):
            return name if is_windows(name) else posixpath.normpath(name)
        if folder is None:
            return None
        return posixpath.normpath(f"{folder}/{name}") if folder else posixpath.normpath(name)

    def expanded(self, word: str) -> Words:
        """A word with the variables that the command itself sets, and one pair of braces; at most ``NAMES``."""
        match = _VARIABLE.search(word)
        known = self._known.get(match[1] or match[2]) if match else None
        words = [word]
        if match and known:
            words = [f"{word[: match.start()]}{value}{word[match.end() :]}" for value in known[:NAMES]]
        split = []
        for one in words:
            braces = _BRACES.match(one)
            parts = braces[2].split(",") if braces else []
            split += [f"{braces[1]}{part}{braces[3]}" for part in parts] if braces else [one]
        return split[:NAMES]

    def write(self, word: str, how: How = "write") -> None:
        """The command writes what this word names."""
        if _NOWHERE.match(word) or not word:
            return
        for name in self.expanded(word):
            odd = _ODD.search(name) or "{" in name or len(name) > LONGEST or _WHOLE.fullmatch(name)
            path = None if odd else self._inside(name)
            if path is None or len(self.found.files) >= NAMES:
                self.untold()
            else:
                self.found.files.pop(path, None)
                self.found.files[path] = how

    def remove(self, word: str) -> None:
        """The command takes away what this word names."""
        self.write(word, "remove")

    def folder(self, word: str) -> None:
        """The command makes a folder of this name."""
        self.write(word, "folder")

    def untold(self) -> None:
        """The command writes, and its words do not tell what."""
        self.found.untold = True


_CODE = re.compile(r"-c")
_SCRIPT_FLAGS = {
    **dict.fromkeys(("python", "python3", "python2", "pypy3", "py"), _CODE),
    **dict.fromkeys(("node", "bun", "deno", "tsx", "ruby"), re.compile(r"-\w*e|-\w*p|--eval|--print|eval")),
    "perl": re.compile(r"-\w*[eE]"),
    "php": re.compile(r"-r"),
}
