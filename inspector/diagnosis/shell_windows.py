"""The same for PowerShell's cmdlets and the commands of cmd.exe."""

from __future__ import annotations

import ntpath

from inspector.diagnosis.shell_words import Pen, Rule
from inspector.diagnosis.source_shell import Words

_SWITCHES = frozenset(
    "-force -recurse -append -noclobber -nonewline -passthru -verbose -asbytestream -update "
    "-usebasicparsing -notypeinformation -container -nooverwrite -whatif -confirm".split()
)
_PATHS = ("-path", "-literalpath", "-filepath", "-outfile", "-destinationpath")


def _parts(argv: Words) -> tuple[dict[str, str], Words]:
    """Parameters by name in small letters, and the words without one."""
    given, found, at = dict[str, str](), list[str](), 1
    while at < len(argv):
        word = argv[at].lower()
        if word[:1] == "-" and len(word) > 1:
            name, sign, joined = word.partition(":")
            if sign or name in _SWITCHES or at + 1 >= len(argv):
                given[name] = joined
            else:
                given[name] = argv[at + 1]
                at += 1
        elif not (word[:1] == "/" and len(word) <= 3):  # an option of cmd.exe
            found.append(argv[at])
        at += 1
    return given, found


def _named(given: dict[str, str], found: Words) -> Words:
    """The files that the command names first, by parameter or by place."""
    named = next((given[key] for key in _PATHS if given.get(key)), None) or (found[0] if found else "")
    return [name.strip() for name in named.split(",") if name.strip()]


def _write(pen: Pen, argv: Words) -> None:
    given, found = _parts(argv)
    for name in () if "-whatif" in given else _named(given, found):
        pen.write(name)


def _download(pen: Pen, argv: Words) -> None:
    name = _parts(argv)[0].get("-outfile")
    if name:
        pen.write(name)


def _remove(pen: Pen, argv: Words) -> None:
    given, found = _parts(argv)
    if "-whatif" in given:
        return
    for name in [*_named(given, found), *found[1:]]:
        pen.remove(name)


def _new(pen: Pen, argv: Words) -> None:
    given, found = _parts(argv)
    folder = given.get("-itemtype", "").lower().startswith("dir")
    names = _named(given, found)
    if given.get("-name"):
        names = [ntpath.join(*names[:1], given["-name"]).replace("\\", "/") if names else given["-name"]]
    for name in () if "-whatif" in given else names:
        pen.folder(name) if folder else pen.write(name)


def _folder(pen: Pen, argv: Words) -> None:
    for name in _parts(argv)[1]:
        pen.folder(name)


def _carry(pen: Pen, argv: Words) -> None:
    given, found = _parts(argv)
    sources = _named(given, found)
    rest = found if any(given.get(key) for key in _PATHS) else found[1:]
    target = given.get("-destination") or given.get("-newname") or (rest[0] if rest else "")
    if "-whatif" in given or not sources:
        return
    if argv[0].lower() in _TAKE_AWAY:
        for name in sources:
            pen.remove(name)
    if given.get("-newname") or argv[0].lower() in _RENAME:
        target = ntpath.join(ntpath.dirname(sources[0]), target)
    last = ntpath.basename(sources[0].rstrip("/\\"))
    if target and (target[-1] in "/\\" or target in (".", "..")):
        pen.write(f"{target.rstrip('/' + chr(92))}/{last}")
    elif target:
        pen.write(target)
    else:
        pen.untold()


def _unpack(pen: Pen, argv: Words) -> None:
    pen.untold()


_RENAME = frozenset(("rename-item", "rni", "ren", "rename"))
_TAKE_AWAY = _RENAME | frozenset(("move-item", "mi", "move"))
CMDLETS: dict[str, Rule] = {
    **dict.fromkeys("set-content add-content out-file clear-content tee-object export-csv".split(), _write),
    **dict.fromkeys("export-clixml compress-archive ac".split(), _write),
    **dict.fromkeys(
        ("invoke-webrequest", "iwr", "invoke-restmethod", "irm", "start-bitstransfer"), _download
    ),
    **dict.fromkeys(("remove-item", "ri", "del", "erase", "rd"), _remove),
    **dict.fromkeys(("new-item", "ni"), _new),
    "md": _folder,
    **dict.fromkeys((*_TAKE_AWAY, "copy-item", "cpi", "copy", "xcopy", "robocopy"), _carry),
    "expand-archive": _unpack,
}
