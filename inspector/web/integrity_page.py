"""Integrity: the hash of a file, whether reading left it as it was, all damage in it, and what pi would do."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from inspector.diagnosis.verify import verify_report
from inspector.diagnosis.words_file import said
from inspector.errors import InspectorError
from inspector.session.preview import one_line
from inspector.web.pages_findings import Values
from inspector.web.pages_frame import Frame, working
from inspector.web.pages_text import parts, plain
from inspector.web.pages_words import has_word

area = Blueprint("integrity_page", __name__)

MOST = 500  # damaged places on the page
SALVAGED = 20  # records named for one damage
_AT_BYTE = re.compile(r"\b(byte |字节 )([0-9]{4,15})\b")
_MARKS = ("size", "modified", "inode", "device")


@area.get("/s/<key>/integrity")
def integrity_page(key: str) -> AnyResponse:
    """The page. It never writes: the repaired copy is a command to be run."""
    frame = Frame(key, "integrity")
    try:
        with working():
            report = verify_report(frame.session)
    except InspectorError as error:
        problem = frame.problem(error)
        return frame.render("integrity.html", problem.status, problem=problem.text)
    return frame.render("integrity.html", problem=None, **_page(frame, report))


def _page(frame: Frame, report: Values) -> Values:
    damage = [] if report["note"] else report["damage"]
    names = _names(damage[:MOST])
    version = report["versionOnDisk"]
    return {
        "state": "warning" if damage or report["note"] or not _well(report["pi"]) else "ok",
        "headline": _headline(frame, report, damage),
        "hash": report["sha256"],
        "size": bytes_text(report["size"]),
        "bytes": f"{report['size']:,}",
        "lines": f"{report['lines']:,}",
        "entries": f"{report['entries']:,}",
        "version": None if version is None else plain(one_line(str(version), 60)),
        "identity": _identity(report["identity"]),
        "unchanged": report["unchanged"],
        "pi": _pi(report["pi"], frame),
        "kinds": _kinds(frame, damage),
        "damage": [
            {"id": name, **_damage(frame, one)} for name, one in zip(names, damage[:MOST], strict=True)
        ],
        "more": max(0, len(damage) - MOST),
        "log": bool(report["note"]),
        "salvage": _command(frame) if damage or not _well(report["pi"]) else None,
    }


def _well(pi: Values) -> bool:
    return bool(pi["opens"]) and not pi["hangs"] and not pi["throws"]


def _headline(frame: Frame, report: Values, damage: list[Any]) -> str:
    if report["note"]:
        return frame.say("integrity.log")
    if damage:
        return frame.say("integrity.damaged", n=len(damage))
    return frame.say("integrity.clean", size=bytes_text(report["size"]), n=report["entries"])


def bytes_text(n: int) -> str:
    """A size for people."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= size:
            return f"{n / size:.1f} {unit}"
    return f"{n} B"


def _identity(identity: Values) -> list[Values]:
    before, after = identity["before"], identity["after"]
    rows = []
    for name in _MARKS:
        old, new = before[name], after[name] if after else None
        rows.append({"name": name, "before": _mark(name, old), "after": _mark(name, new), "same": old == new})
    return rows


def _mark(name: str, value: Any) -> str | None:
    """Sizes are grouped; inode and device are names, not amounts."""
    if value is None:
        return None
    if name == "size":
        return f"{value:,}"
    return value.replace("T", " ").replace("Z", " UTC") if isinstance(value, str) else str(value)


def _pi(pi: Values, frame: Frame) -> Values:
    return {
        "opens": pi["opens"],
        "why": parts(said(pi["why"] or "", frame.lang)),
        "hangs": pi["hangs"],
        "throws": parts(said(pi["throws"] or "", frame.lang)),
        "writes": [parts(said(one, frame.lang)) for one in pi["writesOnOpen"]],
    }


def _kinds(frame: Frame, damage: list[Values]) -> list[Values]:
    counted = Counter(one["kind"] for one in damage)
    return [{"kind": kind, "name": _kind(frame, kind), "n": n} for kind, n in counted.most_common()]


def _kind(frame: Frame, kind: str) -> str:
    return frame.say(f"damage.{kind}") if has_word(f"damage.{kind}") else kind


def _names(damage: list[Values]) -> list[str]:
    """Names of damaged places in addresses, as the page of the session has them: kind and line, and a number where a
    line has more of a kind."""
    met = Counter[str]()
    names = []
    for one in damage:
        name = f"{one['kind']}-L{one['line']}" if one["line"] else str(one["kind"])
        met[name] += 1
        names.append(f"damage-{name}" if met[name] == 1 else f"damage-{name}-{met[name]}")
    return names


def _damage(frame: Frame, one: Values) -> Values:
    line = one["line"]
    return {
        "line": f"L{line}" if line else frame.say("integrity.whole"),
        "href": _address(frame, line),
        "offset": f"{one['offset']:,}",
        "length": f"{one['length']:,}",
        "kind": one["kind"],
        "name": _kind(frame, one["kind"]),
        "message": parts(_grouped(said(one["message"], frame.lang))),
        "salvage": [_salvage(frame, each) for each in one["salvage"][:SALVAGED]],
        "salvage_more": max(0, len(one["salvage"]) - SALVAGED),
    }


def _grouped(message: str) -> str:
    """Places of bytes in a sentence written as all other numbers of the page."""
    return _AT_BYTE.sub(lambda match: f"{match[1]}{int(match[2]):,}", message)


def _address(frame: Frame, line: int) -> str | None:
    """The entry of a damaged line where it has one, else the list of damage beside the transcript."""
    try:
        return frame.entry(frame.session.row_of_line(line), at="", pane="raw")
    except KeyError:
        return frame.transcript("#view=damage") if line else None


def _salvage(frame: Frame, one: Values) -> str:
    name = plain(one_line(str(one["id"]), 40)) if one["id"] is not None else ""
    words = frame.say(
        "integrity.salvage-at",
        type=plain(one_line(str(one["type"]), 40)),
        name=name,
        offset=f"{one['offset']:,}",
    )
    return " ".join(words.split())


def _command(frame: Frame) -> list[Any]:
    return parts(f"pi-inspector verify {shlex.quote(str(frame.session.path))} --salvage OUT.jsonl", "code")
