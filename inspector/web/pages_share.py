"""What the Share page asks and shows: choices from its form, false alarms as marks of values, masked places in place.

A value never goes to the page. Its checkbox carries a mark, a hash keyed with a secret of this start; the server finds
the value again by masking anew and puts it on the allow list of the run, and so of its proof.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from flask import request

from inspector.errors import BadInput
from inspector.export.manifest import Result, report
from inspector.export.parts import PARTS, ExportOptions
from inspector.export.run import ASKS, FORMATS, NEW_ID, Job, rehearse
from inspector.export.selection import Selection, raw_rows
from inspector.redaction.engine import Place, Redactor
from inspector.redaction.known import SHORTEST
from inspector.redaction.options import RedactionOptions
from inspector.redaction.rules import IMAGE, TEXT
from inspector.session import Session
from inspector.session.preview import one_line
from inspector.web.access import shown
from inspector.web.pages_findings import Values
from inspector.web.pages_frame import WAIT, Frame, working
from inspector.web.pages_text import Part, parts, plain
from inspector.web.pages_words import has_word

CHOICES = ("email", "hosts", "ip", "phone")
EVERY = "*"  # the branch that is none: the whole file
MOST = 200  # values on the page
PLACES = 5  # places of one value
AROUND = 60  # characters on either side of a placeholder
LONGEST = 2_000  # characters of title and note
_WARNED = {NEW_ID: "share.warn.new-id", ASKS: "share.warn.asks"}
_SECRET = secrets.token_bytes(32)
_one = threading.BoundedSemaphore(1)


@contextmanager
def alone() -> Iterator[None]:
    """Room for one export; ``BadInput`` (``busy``) where another one is still being made."""
    if not _one.acquire(timeout=WAIT):
        raise BadInput("busy", "Another export is still being made; try again in a moment")
    try:
        with working():
            yield
    finally:
        _one.release()


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form says; the safe defaults where nothing was sent. ``terms`` and ``allow`` as typed. ``shown`` and
    ``masked``: marks of the values that the page showed, and of those that kept their tick."""

    to: str = "html"
    branch: str = ""
    parts: frozenset[str] = frozenset()
    redact: bool = True
    choices: frozenset[str] = frozenset()
    terms: str = field(default="", repr=False)
    allow: str = field(default="", repr=False)
    title: str = ""
    note: str = ""
    shown: tuple[str, ...] = ()
    masked: frozenset[str] = frozenset()

    @property
    def alarms(self) -> frozenset[str]:
        """Marks of values whose tick was taken away."""
        return frozenset(self.shown) - self.masked


def asked() -> Asked:
    """The form of this request. Whatever is no choice of ours falls back to the safe one."""
    form = request.form
    if not form:
        return Asked()
    to = form.get("to", "html")
    return Asked(
        to if to in FORMATS else "html",
        form.get("branch", ""),
        frozenset(form.getlist("with")) & PARTS.keys(),
        form.get("redact") != "off",
        frozenset(form.getlist("choice")) & frozenset(CHOICES),
        shown(form.get("terms")) or "",
        shown(form.get("allow")) or "",
        (shown(form.get("title")) or "")[:LONGEST],
        (shown(form.get("note")) or "")[:LONGEST],
        tuple(dict.fromkeys(one for one in form.getlist("shown") if _is_mark(one))),
        frozenset(form.getlist("mask")),
    )


def job_of(frame: Frame, wish: Asked) -> Job:
    """The export that was asked for, false alarms not yet looked up. Raises ``BadInput`` in words of the page."""
    terms, allow = _lines(wish.terms), _lines(wish.allow)
    if any(len(term) < SHORTEST for term in terms):
        raise BadInput("entry", frame.say("share.short-term", n=SHORTEST))
    if not wish.redact and (terms or wish.choices):
        raise BadInput("entry", frame.say("share.off-terms"))
    every = wish.branch == EVERY and wish.to != "json"
    row = None if wish.branch in ("", EVERY) else frame.row(wish.branch)
    redaction = RedactionOptions(choices=wish.choices, known=terms, allow=allow)
    options = ExportOptions(row, every, wish.parts, wish.redact, redaction)
    return Job(frame.session, options, wish.to, wish.title, wish.note)


def without_alarms(job: Job, alarms: frozenset[str]) -> tuple[Job, Result | None]:
    """The export with false alarms on its allow list, and the run that found them (None where there are none)."""
    if not alarms or not job.options.redact:
        return job, None
    first = rehearse(job)
    found = _values(first).values_of(one.placeholder for one in first.masked.findings)
    # A value that reads like an expression of the allow list would be taken for one: it stays masked.
    values = tuple(value for value in found if mark_of(value) in alarms and not value.startswith("re:"))
    redaction = replace(job.options.redaction, allow=(*job.options.redaction.allow, *values))
    options = replace(job.options, redaction=redaction)
    return Job(job.session, options, job.to, job.title, job.note, job.now, job.session_id), first


def mark_of(value: str) -> str:
    """What stands for a value on the page: the same while the server runs, and nobody else can work it out."""
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), key=_SECRET, digest_size=8).hexdigest()


def preview_values(frame: Frame, job: Job, alarms: frozenset[str]) -> Values:
    """What the page shows of a run that writes nothing."""
    final, first = without_alarms(job, alarms)
    result = rehearse(final)
    told = report(result)
    masked = _groups(frame, result, told, alarms)
    kept: list[Values] = []
    if first is not None:
        still = {one["mark"] for one in masked}
        found = _groups(frame, first, report(first), alarms)
        kept = [{**one, "ticked": False, "stays": True} for one in found if one["mark"] in alarms - still]
    values = [*kept, *masked]
    rest = values[MOST:]
    for one in values[:MOST]:
        one["places"] = [_place(frame, one, each) for each in one["places"]]
    total = sum(one["count"] for one in told["redactions"])
    return {
        "state": "ok" if result.options.redact else "warning",
        "headline": _headline(frame, result, total),
        "total": total,
        "size": result.size,
        "left_out": [(name, n) for name, n in told["leftOut"].items() if n],
        "values": values[:MOST],
        "more": len(rest),
        "warnings": [_warning(frame, one) for one in told["warnings"]],
        "advice": [_advice(frame, one) for one in result.masked.always] if result.redactor else [],
    }


def residual_values(frame: Frame, result: Result) -> list[Values]:
    """Where the proof found something, and what can be done about it; never what it found."""
    return [
        {
            "rule": one["rule"],
            "at": frame.say("share.residual-at", line=one["place"]["line"]),
            "entry": parts(one_line(_hidden(result, one["place"]["entry"]), 80)),
            "field": parts(one_line(_hidden(result, one["place"]["field"]), 160)),
            "hint": frame.say(f"share.hint.{_hint(one['rule'])}"),
        }
        for one in report(result)["residuals"]
    ]


def _warning(frame: Frame, text: str) -> list[Part]:
    """A warning of the export in the language of the page, where we have words for it."""
    return parts(frame.say(_WARNED[text]) if text in _WARNED else text)


def _advice(frame: Frame, text: str) -> list[Part]:
    kind, _, words = text.partition(": ")
    name = f"share.advice.{kind}"
    return parts(frame.say(name) if has_word(name) else words)


def _hidden(result: Result, name: str) -> str:
    """Ids and property names of an artefact may be what the proof found."""
    return result.redactor.auditor().text(name, Place(0, "", "")) if result.redactor else name


def _hint(rule: str) -> str:
    if rule == "identity":
        return "identity"
    return "parts" if rule in ("signature", "image", "image-metadata") else "value"


def _headline(frame: Frame, result: Result, total: int) -> str:
    if not result.options.redact:
        return frame.say("share.headline-off", entries=result.entries)
    return frame.say("share.headline" if total else "share.headline-none", n=total, entries=result.entries)


# -- masked values ---------------------------------------------------------------------------------------


def _groups(frame: Frame, result: Result, told: Values, alarms: frozenset[str]) -> list[Values]:
    """The masked values in the order of their rules, each with its first places and the masked text around it."""
    groups: dict[tuple[str, str], Values] = {}
    for rule in told["redactions"]:
        for place in rule["places"]:
            key = (rule["rule"], place["placeholder"])
            numbered = key[1].startswith("[")
            made = {"rule": key[0], "placeholder": key[1], "places": [], "mark": ""}
            one = groups.setdefault(key, {**made, "count": 0 if numbered else rule["count"]})
            one["count"] += numbered
            if len(one["places"]) < PLACES and place not in one["places"]:
                one["places"].append(place)
    redactor = result.redactor
    for number, one in enumerate(groups.values()):
        numbered = one["placeholder"].startswith("[") and one["rule"] not in (IMAGE, TEXT)
        if number < MOST * 2 and redactor is not None and numbered:
            one["mark"] = next(map(mark_of, redactor.values_of((one["placeholder"],))), "")
        one["ticked"], one["stays"] = one["mark"] not in alarms, False
    _excerpts(frame.session, result, list(groups.values())[:MOST])
    return list(groups.values())


def _excerpts(session: Session, result: Result, groups: list[Values]) -> None:
    """Put the masked text around each placeholder beside its place; entries are prepared anew, by the same run."""
    selection = Selection(session, result.options, result.redactor)
    texts: dict[int, list[str]] = {}
    for one in groups:
        if not one["placeholder"].startswith("["):
            continue
        used: dict[int, int] = {}
        for place in one["places"]:
            line = place["line"]
            if line not in texts:
                texts[line] = _texts(_prepared(session, selection, line))
            holding = [text for text in texts[line] if one["placeholder"] in text]
            at = used.get(line, 0)
            used[line] = at + 1
            if holding:
                place["around"] = _around(holding[min(at, len(holding) - 1)], one["placeholder"])


def _prepared(session: Session, selection: Selection, line: int) -> Any:
    if line and line == session.header_line:
        return selection.header("", "")
    try:
        row = session.row_of_line(line)
    except KeyError:
        return None
    return next((selection.prepare(row, raw) for row, raw in raw_rows(session, [row])), None)


def _texts(value: Any) -> list[str]:
    """All strings with a placeholder, names of properties too, in the order of the entry."""
    found: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if "[REDACTED:" in item:
                found.append(item)
        elif isinstance(item, dict):
            stack.extend(part for pair in reversed(item.items()) for part in reversed(pair))
        elif isinstance(item, list):
            stack.extend(reversed(item))
    return found


def _around(text: str, placeholder: str) -> list[Part]:
    before, _, after = text.partition(placeholder)
    lead, rest = before[-AROUND:], after[:AROUND]
    return [
        *parts(("…" if len(before) > AROUND else "") + lead),
        Part("hit", placeholder),
        *parts(rest + ("…" if len(after) > AROUND else "")),
    ]


def _place(frame: Frame, one: Values, place: Values) -> Values:
    line, entry = place["line"], place["entry"]
    label, href = f"L{line}", None
    if entry in ("title", "note") and not line:
        label = frame.say(f"share.at-{entry}")
    elif line == frame.session.header_line:
        label = f"L{line} {frame.say('share.at-header')}"
    else:
        try:
            href = frame.entry(frame.session.row_of_line(line), at="")
        except KeyError:
            pass
    name = "" if entry in ("title", "note", "header") and not href else plain(one_line(entry, 40))
    return {
        "label": label,
        "href": href,
        "title": name,
        "entry": name,
        "field": parts(one_line(place["field"], 120)),
        "around": place.get("around", []),
    }


def _values(result: Result) -> Redactor:
    if result.redactor is None:
        raise BadInput("usage", "nothing was masked")
    return result.redactor


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_stripped(text.splitlines())))


def _stripped(lines: Iterable[str]) -> Iterator[str]:
    return (line.strip() for line in lines if line.strip())


def _is_mark(text: str) -> bool:
    return len(text) == 16 and not text.strip("0123456789abcdef")
