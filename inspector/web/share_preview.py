"""The preview of the Share page: masked values by placeholder, each with the masked text around it where it stands.

A ``Preview`` holds words of the session, masked, and no value, so that it can be kept and shown in either language.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from inspector.export.manifest import Result, report
from inspector.export.run import Job, rehearse
from inspector.export.selection import Selection, raw_rows
from inspector.redaction.engine import Place
from inspector.redaction.report import PLACES as MOST_PLACES
from inspector.redaction.rules import IDENTITY, IMAGE, KNOWN, PATTERN, TEXT
from inspector.session import Session
from inspector.web.pages_share import Progress, without_alarms
from inspector.web.pages_text import Part, parts
from inspector.web.share_desk import keep_preview, kept_preview, mark_of, masked_values

MOST = 200  # values on the page
PLACES = 5  # places of one value with the text around them
LISTED = 50  # places of one value at all
AROUND = 60  # characters on either side of a placeholder
_BY_CHOICE = ("email", "host", "ip", "phone")


@dataclass(slots=True)
class Spot:
    """A place of a masked value, with the masked text around it; ``times``: how often it stands there."""

    line: int
    entry: str
    path: str
    around: list[Part] = field(default_factory=list)
    times: int = 1


@dataclass(slots=True)
class Group:
    """A masked value: ``placeholder`` ("~" for home and user name, "" where it was taken out whole), its first places,
    how many there are (``over``: at least). ``mark`` and ``length``: of the value, "" where it is none to be left alone;
    ``stays``: its tick was taken away, so that it is not masked. ``repeated``: of ``count``, how many more stand at the
    places in ``spots``, which of them is not told."""

    rule: str
    placeholder: str
    count: int = 0
    over: bool = False
    mark: str = ""
    length: int = 0
    ticked: bool = True
    stays: bool = False
    repeated: int = 0
    spots: list[Spot] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Preview:
    """What an export would do. ``size``: bytes of the chosen entries; ``distinct``: masked values, shown or not;
    ``total``: masked places; ``left_out``: by part; ``advice``: lines to read by eye, by kind; ``always``: texts."""

    redact: bool
    faithful: bool
    scope: str
    entries: int
    size: int
    total: int
    distinct: int
    groups: tuple[Group, ...]
    left_out: dict[str, int]
    warnings: tuple[str, ...]
    advice: dict[str, list[int]]
    always: tuple[str, ...]

    @property
    def more(self) -> int:
        """Values that are masked and not shown."""
        return max(0, self.distinct - sum(not one.stays for one in self.groups))


def preview_name(key: str, job: Job, alarms: frozenset[str] = frozenset()) -> str:
    """What one preview of a session in one state is kept under: a hash, since terms to mask go into it."""
    options, rules = job.options, job.options.redaction
    asked = (
        options.branch,
        options.all_branches,
        sorted(options.parts),
        options.redact,
        sorted(rules.choices),
    )
    words = (rules.known, rules.patterns, rules.allow, job.to, job.title, job.note, sorted(alarms))
    told = repr((key, job.session.sha256, job.session.size, asked, words))
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def known_preview(key: str, job: Job, alarms: frozenset[str]) -> Preview | None:
    """The preview, where it was made before."""
    found: Preview | None = kept_preview(preview_name(key, job, alarms))
    return found


def make_preview(key: str, job: Job, alarms: frozenset[str], progress: Progress) -> Preview:
    """The preview of a run that writes nothing. With false alarms there is one without them before it."""
    made = known_preview(key, job, alarms)
    if made is None and not alarms:
        made = _preview(key, job, rehearse(job, progress))
        keep_preview(preview_name(key, job), made)
    if made is None:
        first = make_preview(key, job, frozenset(), progress)
        made = _preview(key, job, rehearse(without_alarms(key, job, alarms), progress))
        made = _with_alarms(made, first, alarms)
        keep_preview(preview_name(key, job, alarms), made)
    return made


def _with_alarms(made: Preview, first: Preview, alarms: frozenset[str]) -> Preview:
    """Values that stay as they are come first. One that is masked all the same has no tick: it is part of a larger one."""
    still = {one.mark for one in made.groups}
    kept = [one for one in first.groups if one.mark in alarms - still]
    masked = [replace(one, ticked=one.mark not in alarms) for one in made.groups]
    groups = [*(replace(one, ticked=False, stays=True) for one in kept), *masked]
    return replace(made, groups=tuple(groups[:MOST]))


def _preview(key: str, job: Job, result: Result) -> Preview:
    told = report(result)
    groups = _groups(result, told)
    own = [one for one in groups if one.placeholder.startswith("[")]
    others = len(groups) - len(own)
    groups = groups[:MOST]
    for one in groups:
        _mark(key, result, one)
    _excerpts(job, result, groups)
    lines: dict[str, list[int]] = {}
    for kind, at in result.masked.advice:
        if at.line not in lines.setdefault(kind, []):
            lines[kind].append(at.line)
    return Preview(
        result.options.redact,
        result.options.faithful,
        result.scope,
        result.entries,
        result.size,
        sum(one["count"] for one in told["redactions"]),
        max(len(own), sum(result.masked.values.values())) + others,
        tuple(groups),
        {name: n for name, n in told["leftOut"].items() if n},
        tuple(told["warnings"]),
        lines,
        tuple(result.masked.always) if result.options.redact else (),
    )


def _groups(result: Result, told: dict[str, Any]) -> list[Group]:
    """Masked values with their first places: what the rules found, then what the user described, then the rest."""
    groups: dict[tuple[str, str], Group] = {}
    spots: dict[tuple[str, str, int, str, str], Spot] = {}
    for rule in told["redactions"]:
        name, count = rule["rule"], rule["count"]
        for place in rule["places"]:
            placeholder = place["placeholder"]
            numbered = placeholder.startswith("[")
            made = Group(name, placeholder, 0 if numbered else count, numbered and count > MOST_PLACES)
            one = groups.setdefault((name, placeholder), made)
            one.count += numbered
            where = (place["line"], place["entry"], place["field"])
            if (known := spots.get((name, placeholder, *where))) is not None:
                known.times += 1
            elif len(one.spots) < LISTED:
                one.spots.append(spots.setdefault((name, placeholder, *where), Spot(*where)))
    for one in groups.values():
        _repeat(one)
    return sorted(groups.values(), key=_order)


def _repeat(one: Group) -> None:
    """What a rule masks whole is counted, but each place of it is told once."""
    again = one.count - sum(spot.times for spot in one.spots)
    if again <= 0 or one.placeholder.startswith("[") or one.count >= MOST_PLACES or len(one.spots) >= LISTED:
        return
    if len(one.spots) == 1:
        one.spots[0].times += again
    else:
        one.repeated = again


def _order(one: Group) -> tuple[int, str]:
    """Few and grave ones first: of what was masked by choice there may be very many."""
    if one.rule in _BY_CHOICE:
        return 2, one.rule
    if one.rule in (IDENTITY, IMAGE, TEXT) or not one.placeholder.startswith("["):
        return 3, one.rule
    return int(one.rule in (KNOWN, PATTERN)), one.rule


def _mark(key: str, result: Result, one: Group) -> None:
    if result.redactor is None or not one.placeholder.startswith("[") or one.rule in (IMAGE, TEXT):
        return
    for value in result.redactor.values_of((one.placeholder,)):
        one.mark, one.length = mark_of(value), len(value)
        masked_values.remember(key, value)


# -- the text around -----------------------------------------------------------------------------------------


def _excerpts(job: Job, result: Result, groups: list[Group]) -> None:
    """Put the masked text around each placeholder beside its place; entries are prepared anew, by the same run."""
    wanted: dict[int, list[tuple[Group, Spot]]] = {}
    for one in groups:
        for spot in one.spots[:PLACES]:
            if one.placeholder.startswith("["):
                wanted.setdefault(spot.line, []).append((one, spot))
    selection = Selection(job.session, result.options, result.redactor)
    for line, pairs in wanted.items():
        used: Counter[str] = Counter()
        texts = list(_texts(_prepared(job, result, selection, line)))
        for one, spot in pairs:
            holding = [text for text in texts if one.placeholder in text]
            if holding:
                text = holding[min(used[one.placeholder], len(holding) - 1)]
                spot.around = _around(text, one.placeholder)
            used[one.placeholder] += 1


def _prepared(job: Job, result: Result, selection: Selection, line: int) -> Any:
    session: Session = job.session
    if not line and result.redactor is not None:
        told = (job.title or session.name or "", job.note)
        return [result.redactor.text(text, Place(0, "title", "")) for text in told]
    if line == session.header_line:
        return selection.header("", "")
    try:
        row = session.row_of_line(line)
    except KeyError:
        return None
    return next((selection.prepare(row, raw) for row, raw in raw_rows(session, [row])), None)


def _texts(value: Any) -> Iterator[str]:
    """All strings with a placeholder, names of properties too, in the order of the entry."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if "[REDACTED:" in item:
                yield item
        elif isinstance(item, dict):
            stack.extend(part for pair in reversed(item.items()) for part in reversed(pair))
        elif isinstance(item, list):
            stack.extend(reversed(item))


def _around(text: str, placeholder: str) -> list[Part]:
    before, _, after = text.partition(placeholder)
    lead, rest = before[-AROUND:], after[:AROUND]
    return [
        *parts(("…" if len(before) > AROUND else "") + lead),
        Part("hit", placeholder),
        *parts(rest + ("…" if len(after) > AROUND else "")),
    ]
