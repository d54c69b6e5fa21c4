"""The page that ``compare`` prints."""

from __future__ import annotations

from inspector.cli.entryline import KIND_WIDTH, kind_of, kind_piece, name_pieces, words
from inspector.cli.notices import print_notices
from inspector.cli.pagewords import Say, clock
from inspector.cli.render import Lines, Piece, console, file_path, pad, when
from inspector.cli.safetext import one_line, safe
from inspector.cli.storyview import print_step
from inspector.diagnosis.compare import Comparison, Side
from inspector.diagnosis.compare_why import headline, why
from inspector.diagnosis.compare_words import detail, step_parts, title
from inspector.diagnosis.finding import Evidence, Finding
from inspector.diagnosis.words import Language
from inspector.diagnosis.words_common import ROLES
from inspector.session import Session
from inspector.session.omissions import SPEAKING

SHOWN = 12  # entries of a list before the rest is folded
AT = 15  # column of the values
LINES: dict[Language, str] = {"en": "line {:<{}}", "zh": "第 {:>{}} 行"}
MARKS = {"ok": ("· ", "note"), "unknown": ("? ", "warn"), "warning": ("! ", "warn"), "lost": ("! ", "bad")}


def print_comparison(found: Comparison, everything: bool, language: Language = "en") -> None:
    """Print a comparison on standard output; ``everything``: nothing folded."""
    findings, say = why(found), Say(language)
    with Lines(console()) as lines:
        first, *lost = headline(findings)
        lines.wrapped(safe(title(first, language)), 0, style="head")
        for one in lost:
            lines.wrapped(safe(title(one, language)), 0, style="bad")
        said = detail(first, language)
        if said:
            lines.wrapped(safe(said), 2)
        for place in first.evidence:
            lines.whole(("  ", ""), _place(place), "id")
        _todo(lines, say, first, 2)
        for letter, side in (("A", found.a), ("B", found.b)):
            _side(lines, say, letter, side)
        if len(findings) > 1:
            _head(lines, say("why", now=found.now.upper()))
            for finding in findings[1:]:
                _finding(lines, say, finding)
        _lists(lines, say, found, everything)
        _prompt(lines, say, found)


def _head(lines: Lines, text: str) -> None:
    lines.add(("", ""))
    lines.wrapped(text, 2, ("", ""), "head")


def _side(lines: Lines, say: Say, letter: str, side: Side) -> None:
    session = side.session
    lines.add(("", ""))
    lines.whole((f"{letter}  ", "head"), file_path(str(session.path)), "head")
    print_notices(session, lines, language=say.language)
    if side.at < 0:
        lines.fact(say("at"), say("at-none"), AT, "warn")
    else:
        name = "at-active" if side.at == session.tree.active_leaf else "at-value"
        entry, line = one_line(session.entry_name(side.at), 60), session.cols.line[side.at]
        lines.fact(say("at"), say(name, entry=entry, line=line, when=clock(when(side.latest), say)), AT)
    path, context = len(side.frame.path), len(side.frame.rows)
    lines.fact(say("holds"), say("holds-value", n=session.n, path=path, context=context), AT)
    lines.whole_fact(say("directory"), one_line(session.cwd or say("none-recorded"), 4096), AT)
    if session.parent_session:
        lines.whole_fact(say("forked"), one_line(session.parent_session, 4096), AT)
    model = side.force.model
    named = f"{model.get('provider')}/{model.get('modelId')}" if model else say("none-recorded")
    thinking = one_line(str(side.force.thinking))
    lines.fact(say("model"), say("model-value", model=one_line(named), thinking=thinking), AT)


def _finding(lines: Lines, say: Say, finding: Finding) -> None:
    lead = say("lead") if finding.lead else ""
    text = safe(title(finding, say.language)) + lead
    lines.wrapped(text, 4, ("  " + MARKS[finding.status][0], MARKS[finding.status][1]))
    said = detail(finding, say.language)
    if said:
        lines.wrapped(safe(said), 4, style="note")
    for place in finding.evidence:
        lines.whole(("    ", ""), _place(place), "id")
    _todo(lines, say, finding, 4)


def _todo(lines: Lines, say: Say, finding: Finding, indent: int) -> None:
    for step in step_parts(finding, say.language):
        print_step(lines, (" " * indent + "→ ", "good"), step)


def _place(place: Evidence) -> str:
    line = f":{place.line}" if place.line else ""
    return file_path(str(place.file)) + line


def _lists(lines: Lines, say: Say, found: Comparison, everything: bool) -> None:
    alone_a, alone_b = found.alone
    for letter, side, rows in (("A", found.a, alone_a), ("B", found.b, alone_b)):
        heading = say("only-path" if found.paths else "only-file", side=letter, n=len(rows))
        _rows(lines, say, heading, side, rows, everything)
    if found.relabelled:
        lines.add(("", ""))
        lines.wrapped(say("relabelled", n=len(found.relabelled)), 0, style="note")
    rewritten_a, rewritten_b = ([pair[at] for pair in found.rewritten] for at in (0, 1))
    context_a = [row for row in found.context_only_a if found.match.b_of[row] in found.b.path]
    context_b = [row for row in found.context_only_b if found.match.a_of[row] in found.a.path]
    for name, rows_a, rows_b in (
        ("rewritten", rewritten_a, rewritten_b),
        ("context-only", context_a, context_b),
    ):
        for letter, side, rows in (("A", found.a, rows_a), ("B", found.b, rows_b)):
            _rows(lines, say, say(name, side=letter, n=len(rows)), side, rows, everything)


def _rows(lines: Lines, say: Say, heading: str, side: Side, rows: list[int], everything: bool) -> None:
    """A list of entries by their words; what never speaks (labels, settings, state) is only counted."""
    if not rows:
        return
    kinds = side.session.cols.kind
    said = rows if everything else [row for row in rows if kinds[row] in SPEAKING]
    silent = len(rows) - len(said)
    _head(lines, heading)
    lines.whole(("  ", ""), file_path(str(side.session.path)), "note")
    folded = 0 if everything else max(0, len(said) - SHOWN)
    for number, row in enumerate(said):
        if folded and SHOWN - 4 <= number < SHOWN - 4 + folded:
            if number == SHOWN - 4:
                lines.add(("  " + say("folded", n=folded), "note"))
            continue
        lines.add(
            ("  ", ""),
            _kind(side.session, row, say),
            *name_pieces(side.session, row, form=LINES[say.language]),
            (words(side.session, row, say("unread")), ""),
        )
    if silent:
        lines.wrapped(say("silent", n=silent), 2, style="note")


def _kind(session: Session, row: int, say: Say) -> Piece:
    """What an entry is, in a column of its own."""
    name = session.cols.role_name(row) or session.cols.kind_name(row)
    known = ROLES.get(name) if name else ("", say("no-type"))
    if say.language == "en" or known is None:
        return kind_piece(session, row)
    return pad(known[1], KIND_WIDTH) + " ", kind_of(session, row)[1]


def _prompt(lines: Lines, say: Say, found: Comparison) -> None:
    prompt = found.prompt
    _head(lines, say("prompt"))
    for letter, recorded in (("A", prompt.recorded[0]), ("B", prompt.recorded[1])):
        if not recorded:
            lines.wrapped(say("unrecorded", side=letter), 2)
    for name, states in (("sections", prompt.sections), ("tools", prompt.tools)):
        if not all(prompt.recorded):  # what one side does not record is not missing there
            if states:
                lines.fact(say(name), ", ".join(one_line(one, 60) for one in states), AT)
            continue
        for state, style in _STATES:
            names = [one_line(one, 60) for one, its in states.items() if its == state]
            if names:
                lines.fact(say(name), say("state", state=say(state), names=", ".join(names)), AT, style)
    if prompt.content not in (None, "same"):
        lines.fact(say("free"), say(f"free-{prompt.content}"), AT, "warn")


_STATES = (("same", ""), ("changed", "warn"), ("onlyA", "warn"), ("onlyB", "warn"))
