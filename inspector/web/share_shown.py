"""A preview, what the proof found, and pi's own ways to share, as plain values for the template in the page's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.diagnosis.words_file import said
from inspector.export.manifest import Result, report
from inspector.export.sharing import ways
from inspector.redaction.engine import Place
from inspector.session.preview import one_line
from inspector.web.integrity_page import bytes_text
from inspector.web.pages_findings import Values
from inspector.web.pages_frame import Frame
from inspector.web.pages_share import Asked
from inspector.web.pages_text import Part, parts, plain
from inspector.web.pages_words import has_word
from inspector.web.share_preview import PLACES, Group, Preview, Spot

_LINES = 12  # links of one kind of advice
_OFF = re.compile(r"secrets are NOT masked")
# Warnings of the export by what they say; their English words are those of the command line.
_WARNED = tuple(
    (name, re.compile(pattern, re.DOTALL))
    for name, pattern in (
        ("new-id", r"the exported session has a new id"),
        ("asks", r"its working directory is masked"),
        ("version", r"written as version 3, .* \(the source is version (?P<version>.*)\)\Z"),
        ("labels", r"(?P<n>[\d,]+) labels? of this branch"),
        ("refuses", r"pi 1\.6\.0 refuses the source: (?P<why>.*); the export holds"),
        ("loop", r"the source has a loop among its parents"),
        ("writing", r"somebody is writing the session"),
        ("unread", r"lines? (?P<lines>.*?) (?:is|are) not in the export: pi cannot read"),
        ("header", r"line (?P<line>[\d,]+) is not in the export: a second header"),
    )
)


def preview_values(frame: Frame, wish: Asked, found: Preview) -> Values:
    """What the page shows of a preview."""
    return {
        "state": "ok" if found.redact else "warning",
        "headline": _headline(frame, found),
        "total": found.total,
        "entries": found.entries,
        "pressed": wish.pressed,
        "facts": choice_facts(frame, wish, found.scope == "file", found.entries, found.size),
        "left_out": [
            (name, frame.say("share.left-out", n=n, part=frame.say(f"share.part.{name}")))
            for name, n in found.left_out.items()
        ],
        "values": [_group(frame, one) for one in found.groups],
        "count": frame.say("share.places", n=found.total),
        "ticks": any(one.mark for one in found.groups),
        "more": found.more,
        # That nothing is masked is the headline.
        "warnings": [_warning(frame, one) for one in found.warnings if not _OFF.match(one)],
        "reading": _reading(frame, wish, found),
    }


def _headline(frame: Frame, found: Preview) -> str:
    if not found.entries:
        return frame.say("share.headline-empty")
    if found.faithful:
        return frame.say("share.headline-faithful", entries=found.entries)
    if not found.redact:
        return frame.say("share.headline-off", entries=found.entries)
    name = "share.headline" if found.total else "share.headline-none"
    return frame.say(name, n=found.total, entries=found.entries)


def choice_facts(frame: Frame, wish: Asked, whole: bool, entries: int, size: int) -> list[str]:
    """Size and choice, in a few words each. ``size``: bytes of the chosen entries."""
    session = frame.session
    told = [
        frame.say(f"share.form.{wish.to}"),
        frame.say("share.all" if whole else "share.one-branch"),
        frame.say("share.holds", n=entries, total=session.n),
        frame.say("share.size", size=bytes_text(size), whole=bytes_text(session.size)),
    ]
    if wish.redact and "identity" in wish.parts:
        told.append(frame.say("share.identity-in"))
    return told


def _group(frame: Frame, one: Group) -> Values:
    return {
        "rule": one.rule,
        "placeholder": one.placeholder,
        "name": frame.say(f"share.rule.{one.rule}") if has_word(f"share.rule.{one.rule}") else one.rule,
        "count": frame.say("share.places-over" if one.over else "share.places", n=one.count),
        "more": max(0, one.count - one.repeated - sum(spot.times for spot in one.spots)),
        "repeated": one.repeated,
        "mark": one.mark,
        "length": frame.say("share.length", n=one.length) if one.length else "",
        "ticked": one.ticked,
        "stays": one.stays,
        "places": [_spot(frame, spot) for spot in one.spots[:PLACES]],
        "rest": [_spot(frame, spot) for spot in one.spots[PLACES:]],
    }


def _spot(frame: Frame, spot: Spot) -> Values:
    label, href, name = f"L{spot.line}", None, ""
    if not spot.line:
        label = frame.say("share.at-note" if spot.entry == "note" else "share.at-title")
    elif spot.line == frame.session.header_line:
        label = f"L{spot.line} {frame.say('share.at-header')}"
    else:
        name = plain(one_line(spot.entry, 40))
        href = _entry(frame, spot.line)
    return {
        "label": label,
        "href": href,
        "title": f"{plain(frame.session.path.name)}:{spot.line}" if spot.line else "",
        "entry": name,
        "field": parts(one_line(spot.path, 120)),
        "around": spot.around,
        "times": spot.times,
    }


def _entry(frame: Frame, line: int) -> str | None:
    try:
        return frame.entry(frame.session.row_of_line(line), at="")
    except KeyError:
        return None


def _warning(frame: Frame, text: str) -> list[Part]:
    """A warning of the export; the words of the command line where we have none of our own."""
    for name, pattern in _WARNED:
        if match := pattern.match(text):
            told = {part: said(text, frame.lang) for part, text in match.groupdict().items()}
            return parts(frame.say(f"share.warn.{name}", **told))
    return parts(text)


def _reading(frame: Frame, wish: Asked, found: Preview) -> list[Values]:
    """What a person should still read: by what goes along, by what looks odd, and what no rule can find."""
    if not found.entries:
        return []
    taken = {"images", "thinking", "prompt", "private"} if found.faithful else wish.parts
    names = ["formless" if found.redact else "unmasked"]
    if not wish.choices:
        names.append("personal")
    names += [name for name in ("images", "thinking", "prompt", "private") if name in taken]
    names += ["names", *(["branches"] if found.scope == "file" else [])]
    told: list[Values] = [
        {
            "kind": kind,
            "text": frame.say(f"share.look.{kind}") if has_word(f"share.look.{kind}") else plain(kind),
            "lines": [
                {"label": f"L{line}", "href": _entry(frame, line), "title": ""} for line in lines[:_LINES]
            ],
            "more": max(0, len(lines) - _LINES),
        }
        for kind, lines in found.advice.items()
    ]
    told += [_sentence(frame, name, f"share.read.{name}", name) for name in names]
    for text in found.always:
        kind, _, words = text.partition(": ")
        told.append(_sentence(frame, kind, f"share.advice.{kind}", words))
    return told


def _sentence(frame: Frame, kind: str, name: str, otherwise: str) -> Values:
    return {
        "kind": kind,
        "text": frame.say(name) if has_word(name) else plain(otherwise),
        "lines": [],
        "more": 0,
    }


def residual_values(frame: Frame, results: Sequence[Result]) -> list[Values]:
    """Where the proof found something, and what can be done about it; never what it found."""
    return [
        _residual(frame, result, one["rule"], one["place"])
        for result in results
        for one in report(result)["residuals"]
    ]


def _residual(frame: Frame, result: Result, rule: str, place: Values) -> Values:
    what, line = frame.say(f"share.form.{result.to}"), place["line"]
    href, label = _same_entry(frame, place["entry"])
    return {
        "rule": rule,
        "name": frame.say(f"share.rule.{rule}") if has_word(f"share.rule.{rule}") else rule,
        "at": frame.say("share.residual-at", line=line, what=what) if line else what,
        "href": href,
        "label": label,
        "title": "",
        "entry": parts(one_line(_hidden(result, place["entry"]), 80)),
        "field": parts(one_line(_hidden(result, place["field"]), 160)),
        "hint": _hint(rule),
    }


def _same_entry(frame: Frame, name: str) -> tuple[str | None, str]:
    """The entry of the session that one of the artefact goes back to: there somebody can see what was found."""
    try:
        row = frame.session.find_row(name) if name else -1
    except KeyError:
        row = -1
    return (frame.entry(row, at=""), frame.line(row)) if row >= 0 else (None, "")


def _hidden(result: Result, name: str) -> str:
    """Ids and property names of an artefact may be what the proof found."""
    return result.redactor.auditor().text(name, Place(0, "", "")) if result.redactor else name


def _hint(rule: str) -> str:
    if rule == "identity":
        return "identity"
    return "parts" if rule in ("signature", "image", "image-metadata") else "value"


def way_values(frame: Frame, name: str) -> list[Values]:
    """How pi itself would share, with the commands for files by the names that they are downloaded under."""
    made = zip(("html", "jsonl"), ways(f"{name}.html", f"{name}.jsonl"), strict=True)
    return [
        {
            "title": frame.say(f"share.way.{to}"),
            "words": frame.say(f"share.way-words.{to}"),
            "commands": [parts(command, "code") for command in way.commands],
        }
        for to, way in made
    ]
