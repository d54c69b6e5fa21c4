"""The page that ``compare`` prints."""

from __future__ import annotations

from inspector.cli.entryline import kind_piece, name_pieces, words
from inspector.cli.notices import print_notices
from inspector.cli.render import Lines, console, file_path, many, when
from inspector.cli.safetext import one_line, safe
from inspector.diagnosis.compare import Comparison, Side
from inspector.diagnosis.compare_why import why
from inspector.diagnosis.compare_words import detail, steps, title
from inspector.diagnosis.finding import Evidence, Finding
from inspector.session.omissions import SPEAKING

SHOWN = 12  # entries of a list before the rest is folded
AT = 15  # column of the values
FOLD = "(--all shows them)"
MARKS = {"ok": ("· ", "note"), "unknown": ("? ", "warn"), "warning": ("! ", "warn"), "lost": ("! ", "bad")}


def print_comparison(found: Comparison, everything: bool) -> None:
    """Print a comparison on standard output; ``everything``: nothing folded."""
    findings = why(found)
    with Lines(console()) as lines:
        lines.wrapped(safe(title(findings[0])), 0, style="head")
        said = detail(findings[0])
        if said:
            lines.wrapped(safe(said), 2)
        for place in findings[0].evidence:
            lines.whole(("  ", ""), _place(place), "id")
        for letter, side in (("A", found.a), ("B", found.b)):
            _side(lines, letter, side)
        if len(findings) > 1 or findings[0].next:
            _head(lines, f"Why {found.now.upper()}, which was written to last, may not know it")
            _todo(lines, findings[0])
            for finding in findings[1:]:
                _finding(lines, finding)
        _lists(lines, found, everything)
        _prompt(lines, found)


def _head(lines: Lines, text: str) -> None:
    lines.add(("", ""))
    lines.add((text, "head"))


def _side(lines: Lines, letter: str, side: Side) -> None:
    session = side.session
    lines.add(("", ""))
    lines.whole((f"{letter}  ", "head"), file_path(str(session.path)), "head")
    print_notices(session, lines)
    if side.at < 0:
        lines.fact("at", "no leaf: pi would start from an empty context here", AT, "warn")
    else:
        leaf = ", the active leaf" if side.at == session.tree.active_leaf else ""
        where = f"{one_line(session.entry_name(side.at), 60)} (line {session.cols.line[side.at]}{leaf})"
        lines.fact("at", f"{where}, last written {when(side.latest)}", AT)
    entries = many(session.n, "entry", "entries")
    path, context = len(side.frame.path), len(side.frame.rows)
    lines.fact("holds", f"{entries}; {path:,} on this path, {context:,} in the context", AT)
    lines.whole_fact("directory", one_line(session.cwd or "none recorded", 4096), AT)
    if session.parent_session:
        lines.whole_fact("forked from", one_line(session.parent_session, 4096), AT)
    model = side.force.model
    named = f"{model.get('provider')}/{model.get('modelId')}" if model else "none recorded"
    lines.fact("model", f"{one_line(named)}, thinking {one_line(str(side.force.thinking))}", AT)


def _finding(lines: Lines, finding: Finding) -> None:
    lead = " (a lead, not a fact)" if finding.lead else ""
    lines.wrapped(safe(title(finding)) + lead, 4, ("  " + MARKS[finding.status][0], MARKS[finding.status][1]))
    said = detail(finding)
    if said:
        lines.wrapped(safe(said), 4, style="note")
    for place in finding.evidence:
        lines.whole(("    ", ""), _place(place), "id")
    _todo(lines, finding)


def _todo(lines: Lines, finding: Finding) -> None:
    for step in steps(finding):
        lines.wrapped(safe(step), 6, ("    → ", "good"))


def _place(place: Evidence) -> str:
    line = f":{place.line}" if place.line else ""
    return file_path(str(place.file)) + line


def _lists(lines: Lines, found: Comparison, everything: bool) -> None:
    where = "on the path" if found.paths else "in the file"
    alone_a, alone_b = found.alone
    for letter, side, rows in (("A", found.a, alone_a), ("B", found.b, alone_b)):
        _rows(lines, f"Only {where} of {letter}", side, rows, everything)
    if found.relabelled:
        count = many(len(found.relabelled), "label was", "labels were")
        lines.add(("", ""))
        lines.wrapped(f"{count} written again by the fork, under a new id.", 0, style="note")
    if found.rewritten:
        _rows(lines, "Rewritten, as A has them", found.a, [pair[0] for pair in found.rewritten], everything)
        _rows(lines, "Rewritten, as B has them", found.b, [pair[1] for pair in found.rewritten], everything)
    context_a = [row for row in found.context_only_a if found.match.b_of[row] in found.b.path]
    context_b = [row for row in found.context_only_b if found.match.a_of[row] in found.a.path]
    _rows(lines, "On both paths, in the context of A only", found.a, context_a, everything)
    _rows(lines, "On both paths, in the context of B only", found.b, context_b, everything)


def _rows(lines: Lines, heading: str, side: Side, rows: list[int], everything: bool) -> None:
    """A list of entries by their words; what never speaks (labels, settings, state) is only counted."""
    if not rows:
        return
    kinds = side.session.cols.kind
    said = rows if everything else [row for row in rows if kinds[row] in SPEAKING]
    silent = len(rows) - len(said)
    _head(lines, f"{heading} ({many(len(rows), 'entry', 'entries')})")
    lines.whole(("  ", ""), file_path(str(side.session.path)), "note")
    folded = 0 if everything else max(0, len(said) - SHOWN)
    for number, row in enumerate(said):
        if folded and SHOWN - 4 <= number < SHOWN - 4 + folded:
            if number == SHOWN - 4:
                lines.add((f"  … {folded:,} more {FOLD}", "note"))
            continue
        lines.add(
            ("  ", ""),
            kind_piece(side.session, row),
            *name_pieces(side.session, row),
            (words(side.session, row), ""),
        )
    if silent:
        lines.add((f"  + {silent:,} of settings, labels, state {FOLD}", "note"))


def _prompt(lines: Lines, found: Comparison) -> None:
    prompt = found.prompt
    _head(lines, "Prompt and tools")
    for letter, recorded in (("A", prompt.recorded[0]), ("B", prompt.recorded[1])):
        if not recorded:
            lines.wrapped(
                f"{letter}: not recorded (pi before 0.86.0 stored none), which is not the same as none", 2
            )
    for name, states in (("sections", prompt.sections), ("tools", prompt.tools)):
        for state, said, style in _STATES:
            names = [one_line(one, 60) for one, its in states.items() if its == state]
            if names:
                lines.fact(f"{name}", f"{said}: {', '.join(names)}", AT, style)
    if prompt.content not in (None, "same"):
        lines.fact("free text", _CONTENT[prompt.content], AT, "warn")


_STATES = (
    ("same", "the same", ""),
    ("changed", "changed", "warn"),
    ("onlyA", "only A", "warn"),
    ("onlyB", "only B", "warn"),
)
_CONTENT = {"changed": "changed", "onlyA": "only A has any", "onlyB": "only B has any"}
