"""The page that ``verify`` prints, from the report that ``verify --json`` gives."""

from __future__ import annotations

from typing import Any

from inspector.cli.render import Lines, console, file_path, many, pad, when_iso
from inspector.cli.safetext import safe

SHOWN = 20  # damages or changes before the rest is folded
AT = 18  # column of the values
Report = dict[str, Any]


def print_verify(report: Report, everything: bool) -> None:
    """Print the whole page on standard output."""
    limit = 1_000_000_000 if everything else SHOWN
    with Lines(console()) as lines:
        damage = report["damage"]
        said = f"{many(len(damage), 'damage')} found" if damage else "No damage found"
        lines.whole((f"{said} in ", "bad" if damage else "good"), file_path(report["file"]), "head")
        if report["note"]:
            lines.wrapped(f"this is {safe(report['note'])}", 2, ("! ", "bad"))
        _identity(report, lines)
        _pi(report["pi"], lines)
        _damage(f"Damage ({len(damage):,})", report["file"], damage, limit, lines)
        if report["salvaged"]:
            _salvaged(report["salvaged"], limit, lines)


def _head(lines: Lines, title: str) -> None:
    lines.add(("", ""))
    lines.add((title, "head"))


def _identity(report: Report, lines: Lines) -> None:
    before, after = report["identity"]["before"], report["identity"]["after"]
    lines.fact("size", f"{report['size']:,} bytes, {many(report['lines'], 'line')}", AT)
    lines.whole_fact("sha256", report["sha256"], AT)
    lines.fact("modified", f"{when_iso(before['modified'])}, inode {before['inode']}", AT)
    if report["unchanged"]:
        lines.fact("while read", "unchanged: size, modification time and inode are as before", AT, "good")
    elif after is None:
        lines.fact("while read", "the file is gone now", AT, "bad")
    else:
        grown = after["inode"] == before["inode"] and after["size"] > before["size"]
        text = (
            f"changed by somebody else: {after['size']:,} bytes now, modified {when_iso(after['modified'])}"
        )
        hint = "; all said here is of the state before" if grown else "; run it again"
        lines.fact("while read", text + hint, AT, "warn")


def _pi(pi: Report, lines: Lines) -> None:
    _head(lines, f"What pi {pi['version']} would do with it")
    if pi["opens"]:
        lines.fact("opens it", "yes", AT, "good")
    else:
        lines.fact("opens it", f"no: {safe(pi['why'] or '')}", AT, "bad")
    for note in pi["writesOnOpen"]:
        who = "" if note.startswith("that ") else "pi "
        lines.fact("on opening", who + safe(note), AT, "warn")
    if pi["opens"] and not pi["writesOnOpen"]:
        lines.fact("on opening", "leaves the file as it is", AT)
    if pi["hangs"]:
        lines.fact("hangs", "yes: its walk along the parents never ends", AT, "bad")
    if pi["throws"]:
        lines.fact("throws", safe(pi["throws"]), AT, "bad")


def _damage(title: str, file: str, damage: list[Report], limit: int, lines: Lines) -> None:
    if not damage:
        return
    _head(lines, title)
    for one in damage[:limit]:
        place = file_path(file) + (f":{one['line']}" if one["line"] else "")
        lines.whole((f"  {pad(one['kind'], AT - 3)} ", "bad"), place)
        lines.wrapped(safe(one["message"]), AT)
        if one["length"]:
            span = f"bytes {one['offset']:,} to {one['offset'] + one['length'] - 1:,}"
            lines.wrapped(span, AT, style="note")
        for found in one["salvage"]:
            name = "" if found["id"] is None else f", id {safe(str(found['id']))}"
            lines.wrapped(
                f"whole inside: a {safe(str(found['type']))} record{name}, byte {found['offset']:,}", AT
            )
    _more(lines, len(damage), limit)


def _more(lines: Lines, count: int, limit: int) -> None:
    if count > limit:
        lines.add((f"  and {count - limit:,} more (--all shows them)", "note"))


def _salvaged(salvaged: Report, limit: int, lines: Lines) -> None:
    _head(lines, "Repaired copy")
    path = file_path(salvaged["file"])
    lines.whole_fact("file", path, AT)
    lines.fact("holds", f"{many(salvaged['entries'], 'entry', 'entries')}, {salvaged['size']:,} bytes", AT)
    lines.whole_fact("sha256", salvaged["sha256"], AT)
    if salvaged["piOpens"]:
        lines.whole_fact("open it", f"pi --session {path}", AT)
    changes, left = salvaged["changes"], salvaged["left"]
    _head(lines, f"Changes in the copy ({len(changes):,})" if changes else "Nothing had to be changed")
    for change in changes[:limit]:
        lines.wrapped(safe(change), 4, ("  - ", "note"))
    _more(lines, len(changes), limit)
    _damage(
        f"Left as it is, for nobody can know what was meant ({len(left):,})",
        salvaged["file"],
        left,
        limit,
        lines,
    )
