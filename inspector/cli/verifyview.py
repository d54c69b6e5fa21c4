"""The page that ``verify`` prints, from the report that ``verify --json`` gives, in either language."""

from __future__ import annotations

from typing import Any

from inspector.cli.pagewords import Say, clock
from inspector.cli.render import Lines, console, file_path, pad, when_iso
from inspector.cli.safetext import safe
from inspector.diagnosis.words import Language, shell_word
from inspector.diagnosis.words_file import kind_name, said

SHOWN = 20  # damages or changes before the rest is folded
AT = 18  # column of the values
Report = dict[str, Any]


def print_verify(report: Report, everything: bool, language: Language = "en") -> None:
    """Print the whole page on standard output."""
    limit, say = (1_000_000_000 if everything else SHOWN), Say(language)
    with Lines(console()) as lines:
        damage = report["damage"]
        found = say("damaged", n=len(damage)) if damage else say("clean")
        lines.whole((found, "bad" if damage else "good"), file_path(report["file"]), "head")
        if report["note"]:
            lines.wrapped(say("note", note=report["note"]), 2, ("! ", "bad"))
        _identity(report, say, lines)
        _pi(report["pi"], say, lines)
        _damage(say("damage", n=len(damage)), report["file"], damage, limit, say, lines)
        if report["salvaged"]:
            _salvaged(report["salvaged"], limit, say, lines)


def _head(lines: Lines, title: str) -> None:
    lines.add(("", ""))
    lines.add((title, "head"))


def _identity(report: Report, say: Say, lines: Lines) -> None:
    before, after = report["identity"]["before"], report["identity"]["after"]
    lines.fact(say("size"), say("size-value", size=report["size"], n=report["lines"]), AT)
    lines.whole_fact("sha256", report["sha256"], AT)
    modified = say("modified-value", when=clock(when_iso(before["modified"]), say), inode=before["inode"])
    lines.fact(say("modified"), modified, AT)
    if report["unchanged"]:
        lines.fact(say("read"), say("read-same"), AT, "good")
    elif after is None:
        lines.fact(say("read"), say("read-gone"), AT, "bad")
    else:
        grown = after["inode"] == before["inode"] and after["size"] > before["size"]
        name = "read-grown" if grown else "read-changed"
        lines.fact(
            say("read"),
            say(name, size=after["size"], when=clock(when_iso(after["modified"]), say)),
            AT,
            "warn",
        )


def _pi(pi: Report, say: Say, lines: Lines) -> None:
    _head(lines, say("pi", version=pi["version"]))
    if pi["opens"]:
        lines.fact(say("opens"), say("opens-yes"), AT, "good")
    else:
        lines.fact(say("opens"), safe(say("opens-no", why=pi["why"] or "")), AT, "bad")
    for note in pi["writesOnOpen"]:
        who = "" if note.startswith("that ") or say.language != "en" else "pi "
        lines.fact(say("opening"), who + safe(said(note, say.language)), AT, "warn")
    if pi["opens"] and not pi["writesOnOpen"]:
        lines.fact(say("opening"), say("leaves"), AT)
    if pi["hangs"]:
        lines.fact(say("hangs"), say("hangs-yes"), AT, "bad")
    if pi["throws"]:
        lines.fact(say("throws"), safe(said(pi["throws"], say.language)), AT, "bad")


def _damage(title: str, file: str, damage: list[Report], limit: int, say: Say, lines: Lines) -> None:
    if not damage:
        return
    _head(lines, title)
    for one in damage[:limit]:
        place = file_path(file) + (f":{one['line']}" if one["line"] else "")
        lines.whole((f"  {pad(kind_name(one['kind'], say.language), AT - 3)} ", "bad"), place)
        lines.wrapped(safe(said(one["message"], say.language)), AT)
        if one["length"]:
            last = one["offset"] + one["length"] - 1
            lines.wrapped(say("bytes", first=one["offset"], last=last), AT, style="note")
        for found in one["salvage"]:
            params = {"type": safe(str(found["type"])), "offset": found["offset"]}
            if found["id"] is not None:
                params["id"] = safe(str(found["id"]))
            lines.wrapped(say("inside" if found["id"] is None else "inside-id", **params), AT)
    _more(lines, say, len(damage), limit)


def _more(lines: Lines, say: Say, count: int, limit: int) -> None:
    if count > limit:
        lines.add(("  " + say("more", n=count - limit), "note"))


def _salvaged(salvaged: Report, limit: int, say: Say, lines: Lines) -> None:
    _head(lines, say("copy"))
    path = file_path(salvaged["file"])
    lines.whole_fact(say("file"), path, AT)
    lines.fact(say("holds"), say("copy-holds", n=salvaged["entries"], size=salvaged["size"]), AT)
    lines.whole_fact("sha256", salvaged["sha256"], AT)
    if salvaged["piOpens"]:
        # The short form goes into a command only where it needs no quotes.
        whole = shell_word(salvaged["file"])
        lines.whole_fact(say("open"), f"pi --session {path if whole == salvaged['file'] else whole}", AT)
    changes, left = salvaged["changes"], salvaged["left"]
    _head(lines, say("changes", n=len(changes)) if changes else say("no-changes"))
    for change in changes[:limit]:
        lines.wrapped(safe(said(change, say.language)), 4, ("  - ", "note"))
    _more(lines, say, len(changes), limit)
    _damage(say("left", n=len(left)), salvaged["file"], left, limit, say, lines)
