"""What the Share page asks: choices from its form, secrets held for it, false alarms as marks of values.

A value never goes to the page by itself. Its checkbox carries a mark (``share_desk``); the server finds the value again
and puts it on the allow list of the run, and so of its proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from flask import request

from inspector.errors import BadInput
from inspector.export.parts import PARTS, ExportOptions, everything
from inspector.export.run import FORMATS, Job, rehearse
from inspector.redaction.finder import own_pattern
from inspector.redaction.known import SHORTEST
from inspector.redaction.options import RedactionOptions
from inspector.session.preview import one_line
from inspector.web.access import shown
from inspector.web.pages_frame import Frame
from inspector.web.pages_text import plain
from inspector.web.share_desk import MOST_SECRETS, hold, is_mark, is_page, mark_of, masked_values, new_page

CHOICES = ("email", "hosts", "ip", "phone")
MASKING = ("on", "off", "everything")
BUNDLE = "bundle"
FORMS = (*FORMATS, BUNDLE)
EVERY = "*"  # the branch that is none: the whole file
LIMITS = {
    "title": 2_000,
    "note": 2_000,
    "terms": 20_000,
    "patterns": 20_000,
    "allow": 20_000,
    "secrets": 60_000,
}
BODY = 1 << 20  # bytes of a form
PATTERNS = 100
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form says; the safe defaults where nothing was sent. ``terms``, ``patterns`` and ``allow`` as typed.
    ``secrets`` are held for ``page`` and never written to it; ``lost``: the page had some that are held no longer;
    ``short``: how many were too short; ``long`` and ``many``: a list was longer than we take, which must not be cut in silence.
    ``shown`` and ``masked``: marks of the values that the page showed, and of those that kept their tick. ``pressed``:
    somebody asked for a preview. ``turn``: how the page calls this run."""

    page: str = field(default_factory=new_page)
    turn: str = ""
    to: str = "html"
    branch: str = ""
    parts: frozenset[str] = frozenset()
    masking: str = "on"
    choices: frozenset[str] = frozenset()
    terms: str = field(default="", repr=False)
    patterns: str = field(default="", repr=False)
    allow: str = field(default="", repr=False)
    title: str = ""
    note: str = ""
    secrets: tuple[str, ...] = field(default=(), repr=False)
    short: int = 0
    lost: bool = False
    long: bool = False
    many: bool = False
    shown: tuple[str, ...] = ()
    masked: frozenset[str] = frozenset()
    pressed: bool = False

    @property
    def alarms(self) -> frozenset[str]:
        """Marks of values whose tick was taken away."""
        return frozenset(self.shown) - self.masked

    @property
    def redact(self) -> bool:
        """True where secrets are masked."""
        return self.masking == "on"


def asked(key: str) -> Asked:
    """The form of this request about the session ``key``. Whatever is no choice of ours falls back to the safe one."""
    request.max_content_length = BODY
    form = request.form
    if not form:
        return Asked(pressed=True)
    to, masking, page = form.get("to", "html"), form.get("redact", "on"), form.get("page", "")
    page = page if is_page(page) else new_page()
    long = any(len(form.get(name, "")) > limit for name, limit in LIMITS.items())
    pasted = () if long else _lines(_text("secrets"))
    long_enough = [one for one in pasted if len(one) >= SHORTEST]
    secrets = hold(key, page, long_enough, forget="forget" in form)
    many = len(secrets) > MOST_SECRETS
    if many:
        secrets = hold(key, page, ())
    had = form.get("holds", "0")
    expected = int(had) if had.isascii() and had.isdigit() and len(had) < 6 and "forget" not in form else 0
    return Asked(
        page,
        form.get("turn", "")[:12],
        to if to in FORMS else "html",
        form.get("branch", ""),
        frozenset(form.getlist("with")) & PARTS.keys(),
        masking if masking in MASKING else "on",
        frozenset(form.getlist("choice")) & frozenset(CHOICES),
        _text("terms"),
        _text("patterns"),
        _text("allow"),
        _text("title"),
        _text("note"),
        secrets,
        len(pasted) - len(long_enough),
        len(secrets) < expected,
        long,
        many,
        tuple(dict.fromkeys(one for one in form.getlist("shown") if is_mark(one))),
        frozenset(form.getlist("mask")),
        form.get("press") != "language",
    )


def _text(name: str) -> str:
    text = (shown(request.form.get(name)) or "").replace("\r\n", "\n")
    return text[: LIMITS[name]]


def job_of(frame: Frame, wish: Asked) -> Job:
    """The export that was asked for, false alarms not yet looked up. Raises ``BadInput`` in words of the page."""
    terms, allow, patterns = _lines(wish.terms), _lines(wish.allow), _lines(wish.patterns)
    if wish.lost:
        raise BadInput("entry", frame.say("share.lost"))
    if wish.long:
        raise BadInput("entry", frame.say("share.too-long", n=LIMITS["secrets"], other=LIMITS["terms"]))
    if wish.many or len(patterns) > PATTERNS:
        raise BadInput("entry", frame.say("share.too-many", n=MOST_SECRETS, patterns=PATTERNS))
    if any(len(term) < SHORTEST for term in terms):
        raise BadInput("entry", frame.say("share.short-term", n=SHORTEST))
    if not wish.redact and (terms or patterns or wish.secrets or wish.choices):
        raise BadInput("entry", frame.say("share.off-terms"))
    for text in patterns:
        _usable(frame, text, "share.bad-pattern")
    for text in allow:
        if text.startswith("re:"):
            _usable(frame, text[3:], "share.bad-allow")
    every = wish.branch == EVERY and wish.to != "json"
    row = None if wish.branch in ("", EVERY) else frame.row(wish.branch)
    known = tuple(dict.fromkeys((*terms, *wish.secrets)))
    redaction = RedactionOptions(choices=wish.choices, known=known, patterns=patterns, allow=allow)
    options = ExportOptions(row, every, wish.parts, wish.redact, redaction)
    if wish.masking == "everything":
        options = everything(row)
    return Job(frame.session, options, "jsonl" if wish.to == BUNDLE else wish.to, wish.title, wish.note)


def _usable(frame: Frame, pattern: str, words: str) -> None:
    try:
        own_pattern(pattern)
    except BadInput as error:
        why = error.message.removeprefix(f"the pattern {pattern!r} is no RE2 expression: ")
        raise BadInput("entry", frame.say(words, pattern=_quiet(pattern), why=_quiet(why))) from None


def _quiet(text: str) -> str:
    return plain(one_line(text, 90))


def without_alarms(key: str, job: Job, alarms: frozenset[str], progress: Progress | None = None) -> Job:
    """The export with false alarms on its allow list. The session is read for them only where they are no longer
    held."""
    if not alarms or not job.options.redact:
        return job
    found = {mark: value for mark in alarms if (value := masked_values.find(key, mark)) is not None}
    if len(found) < len(alarms):
        first = rehearse(job, progress)
        if first.redactor is not None:
            wanted = first.redactor.values_of(one.placeholder for one in first.masked.findings)
            found |= {mark: value for value in wanted if (mark := mark_of(value)) in alarms}
    # A value that reads like an expression of the allow list would be taken for one: it stays masked.
    values = tuple(value for value in found.values() if not value.startswith("re:"))
    redaction = replace(job.options.redaction, allow=(*job.options.redaction.allow, *values))
    options = replace(job.options, redaction=redaction)
    return Job(job.session, options, job.to, job.title, job.note, job.now, job.session_id)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_stripped(text.splitlines())))


def _stripped(lines: Iterable[str]) -> Iterator[str]:
    return (line.strip() for line in lines if line.strip())
