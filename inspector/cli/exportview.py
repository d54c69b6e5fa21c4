"""What ``export`` says: the choice before it writes, the result, the masks by rule with places and never a value."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from inspector.cli.common import say
from inspector.cli.grid import Grid
from inspector.cli.render import Lines, console, file_path, many, size
from inspector.cli.safetext import safe
from inspector.export.bundle import Bundle
from inspector.export.bundlereport import still_to_read
from inspector.export.manifest import Result, redactions
from inspector.export.parts import PARTS
from inspector.export.proof import needs_proof
from inspector.export.run import Job, chosen
from inspector.export.sharing import Way, ways

AT = 16
PLACES = 6  # places told for each rule
RESIDUALS = 20
MASK = (
    "mask a value: write it into a file, one a line, and give --known FILE; or describe it with --pattern RE"
)
ALLOW = "leave a value, where it is no secret: --allow TEXT, or --allow FILE with one a line"
OWN = "of your own list or pattern: take the value off the list, or make the pattern narrower"
_OWN_RULES = frozenset(("known", "pattern"))


def say_choice(job: Job) -> None:
    """Size and choice on standard error, before anything is written."""
    options, selection, session = job.options, chosen(job), job.session
    if options.all_branches:
        what = "the whole file"
    else:
        what = "the active branch" if options.branch is None else "the branch that ends at that entry"
    entries = f"{len(selection.rows):,} of {many(session.n, 'entry', 'entries')}"
    say(f"exporting {what}: {entries}, {size(selection.size)} of {size(session.size)}")
    left = [name for name in options.left_out if name != "identity"]
    if left:
        words = "; ".join(PARTS[name].partition(" (")[0] for name in left)
        say(f"left out: {words} (--with {','.join(left)} takes them along)")
    masked = ["secrets"] * options.redact + ["home directory and user name"] * (
        "identity" not in options.parts
    )
    say(f"masked: {', '.join(masked) or 'nothing'}")


def print_result(result: Result) -> None:
    """The page for one artefact, or for what the check found in it."""
    with Lines(console()) as lines:
        if result.output is None:
            _residual(lines, [result])
            return
        path = file_path(result.output.file)
        lines.whole(("Written: ", "good"), path, "head")
        _facts(lines, result)
        _masked(lines, result)
        _notes(lines, result.warnings, still_to_read(result))
        page, copy = (path if result.to == to else None for to in ("html", "jsonl"))
        if told := ways(page, copy):
            _sharing(lines, told)


def print_rehearsal(result: Result) -> None:
    """The page of a dry run."""
    with Lines(console()) as lines:
        if result.residual:
            _residual(lines, [result])
            return
        lines.whole(
            ("Nothing written; this is what an export would do with ", ""), file_path(result.file), "head"
        )
        lines.fact(
            "holds", f"{many(result.entries, 'entry', 'entries')}, {size(result.size)} in the session", AT
        )
        _taken(lines, result)
        if needs_proof(result.options):
            lines.fact("checked", "made in a temporary file and read again: nothing was left in it", AT)
        _masked(lines, result)
        _notes(lines, result.warnings, still_to_read(result))


def print_bundle(made: Bundle) -> None:
    """The page for a bundle."""
    with Lines(console()) as lines:
        if made.folder is None:
            _residual(lines, made.results)
            return
        lines.whole(("Written: ", "good"), file_path(str(made.folder)), "head")
        for name, one in made.files.items():
            lines.whole(("  ", ""), safe(name))
            lines.wrapped(f"{one.bytes:,} bytes, sha256 {one.sha256}", 4, style="note")
        first = made.results[0]
        _taken(lines, first)
        _masked(lines, first)
        told = list(dict.fromkeys(text for result in made.results for text in result.warnings))
        _notes(lines, told, still_to_read(first))
        inside = {result.to: file_path(result.output.file) for result in made.results if result.output}
        _sharing(lines, ways(inside.get("html"), inside.get("jsonl")))


def _facts(lines: Lines, result: Result) -> None:
    assert result.output is not None
    lines.fact("size", f"{result.output.bytes:,} bytes", AT)
    lines.whole_fact("sha256", result.output.sha256, AT)
    lines.fact(
        "holds",
        f"{many(result.entries, 'entry', 'entries')} ({'the whole file' if result.scope == 'file' else 'one branch'})",
        AT,
    )
    _taken(lines, result)
    lines.fact("source", "only read; its size and modification time are as before", AT)
    lines.whole_fact("", result.sha256, AT)


def _taken(lines: Lines, result: Result) -> None:
    left = [(name, result.taken[name]) for name in result.options.left_out if name != "identity"]
    if left:
        told = ", ".join(f"{name} {count:,}" if count else f"{name} (none there)" for name, count in left)
        lines.fact("left out", told, AT)


def _head(lines: Lines, title: str) -> None:
    lines.add(("", ""))
    lines.add((title, "head"))


def _masked(lines: Lines, result: Result) -> None:
    rules = redactions(result)
    if not rules:
        if result.options.redact:
            _head(lines, "Masked: nothing was found")
        return
    _head(lines, f"Masked ({sum(rule['count'] for rule in rules):,})")
    grid = Grid(("rule", "left"), ("count", "right"), ("places", "wide"))
    for rule in rules:
        grid.row(safe(rule["rule"]), f"{rule['count']:,}", _places(result.file, rule["places"]))
    grid.print(lines)


def _places(file: str, places: list[dict[str, Any]]) -> str:
    numbers = list(dict.fromkeys(one["line"] for one in places if one["line"]))
    shown = " ".join(f":{number}" for number in numbers[:PLACES])
    more = f" and {many(len(numbers) - PLACES, 'more line')}" if len(numbers) > PLACES else ""
    return f"{safe(os.path.basename(file))}{shown}{more}" if numbers else "title or note"


def _notes(lines: Lines, warnings: Sequence[str], reading: Sequence[str]) -> None:
    if warnings:
        _head(lines, "To know")
        for text in warnings:
            lines.wrapped(safe(text), 4, ("  ! ", "warn"))
    _head(lines, "Still to be read by a person")
    for text in reading:
        lines.wrapped(text, 4, ("  - ", "note"))


def _sharing(lines: Lines, told: Sequence[Way]) -> None:
    _head(lines, "Sharing it: nothing was sent; these are the commands to run yourself")
    for way in told:
        lines.wrapped(f"{way.title}. {way.words}", 4, ("  - ", "note"))
        for command in way.commands:
            lines.whole(("      ", ""), safe(command), "id")


def _residual(lines: Lines, results: Sequence[Result]) -> None:
    found = [(result, one) for result in results for one in result.residual]
    title = f"Nothing written: the check found {many(len(found), 'place')} in what was to go out"
    lines.wrapped(title, 2, ("", ""), "bad")
    for result, one in found[:RESIDUALS]:
        where = f"line {one.place.line:,}" if one.place.line else "in it"
        named = f", {safe(one.place.field)}" if one.place.field else ""
        if one.source:
            named += f"; in the session {safe(os.path.basename(result.file))}:{one.source}"
        elif one.place.entry:
            named += f"; entry {safe(one.place.entry)}"
        lines.wrapped(f"{safe(one.rule)}: {result.to}, {where}{named}", 4, ("  ! ", "bad"))
        if one.hint:
            lines.wrapped(safe(one.hint), 6, style="note")
    if len(found) > RESIDUALS:
        lines.add((f"  and {len(found) - RESIDUALS:,} more (--json has them all)", "note"))
    _head(lines, "What to do")
    rules = {one.rule for _, one in found}
    for text in [MASK] * bool(rules - _OWN_RULES) + [OWN] * bool(rules & _OWN_RULES) + [ALLOW]:
        lines.wrapped(text, 4, ("  - ", "note"))
