"""The report of an export for people: what was masked where, never the value, and what is still to be read by eye."""

from __future__ import annotations

from typing import Any

from inspector.export.manifest import Output, Result, redactions
from inspector.export.mdtext import code, line
from inspector.export.parts import PARTS
from inspector.export.sharing import Way

PLACES = 200  # places listed for each rule


def still_to_read(result: Result) -> list[str]:
    """What no rule can judge, so that a person should look at it before handing the artefact on."""
    options = result.options
    said = []
    if options.redact:
        said.append(
            "Secrets without a form that a rule knows (a password in a sentence, an internal name) are not found: "
            "read the user's messages and the tool results once."
        )
    else:
        said.append("Nothing was masked: every key and password in the session is in the artefact.")
    if not options.redaction.choices:
        said.append(
            "E-mail addresses, host names, IP addresses and phone numbers stay as they are (--mask-choice masks them)."
        )
    if "images" in options.parts:
        said.append("Images are in it, and nobody has looked at what they show.")
    if "thinking" in options.parts:
        said.append("Thinking is in it, which may say what the replies do not.")
    if "prompt" in options.parts:
        said.append("The system prompt is in it, with context files of the project.")
    if "private" in options.parts:
        said.append("Output of !! commands is in it, which was kept from the model.")
    said.append("File contents, paths and names of people and projects in the conversation stay as they are.")
    if options.all_branches:
        said.append("All branches are in it, also those that were given up.")
    if options.redact:
        said += [
            f"{text[:1].upper()}{text[1:]}."
            for _, _, text in (one.partition(": ") for one in result.masked.always)
        ]
    return [*said, *_advice(result)]


LOOKS = {
    "long-base64": "long base64, which may be anything",
    "random-text": "text that looks drawn by lot",
    "internal-host": "names of internal hosts",
    "private-address": "addresses of a private network",
    "e-mail": "e-mail addresses",
    "secret-spoken-of": "a secret that somebody speaks of",
}


def _advice(result: Result) -> list[str]:
    """Places that look like something no rule can decide, by kind."""
    lines: dict[str, dict[int, None]] = {}
    for kind, at in result.masked.advice:
        lines.setdefault(kind, {})[at.line] = None
    return [
        f"Look at {LOOKS.get(kind, kind)}: {'lines' if len(found) > 1 else 'line'} {', '.join(f'{one:,}' for one in found)}."
        for kind, found in lines.items()
    ]


def markdown(
    results: list[Result], created: str, source_name: str, ways: list[Way], files: dict[str, Output]
) -> str:
    """``report.md`` of a bundle. ``source_name`` as it may be told."""
    first = results[0]
    out = ["# Report of the export", "", *_facts(first, created, source_name)]
    out += ["", "## Files", ""]
    out += [f"- {code(name)}: {one.bytes:,} bytes, SHA-256 {code(one.sha256)}" for name, one in files.items()]
    out += ["", "## Masked", "", *_masked(first), "", "## Proven", ""]
    if first.options.redact:
        out.append(
            "Every file was read again after it was written, its embedded blocks decoded; nothing that the rules know "
            "was found."
        )
    else:
        out.append("Redaction was off, so nothing was proven.")
    if told := list(dict.fromkeys(text for result in results for text in result.warnings)):
        out += ["", "## To know", "", *(f"- {line(text, 600)}" for text in told)]
    out += [
        "",
        "## Still to be read by a person",
        "",
        *(f"- {line(text, 600)}" for text in still_to_read(first)),
    ]
    out += [
        "",
        "## How pi itself would share it",
        "",
        "Nothing was sent. These are the commands to run yourself:",
        "",
    ]
    for way in ways:
        out += [f"**{line(way.title)}.** {line(way.words, 600)}", "", "```sh", *way.commands, "```", ""]
    return "\n".join(out).rstrip("\n") + "\n"


def _facts(first: Result, created: str, source_name: str) -> list[str]:
    options = first.options
    left = [
        f"{PARTS[name]}{f' ({first.taken[name]:,})' if first.taken[name] else ''}"
        for name in options.left_out
        if name != "identity"
    ]
    return [
        f"- made: {line(created)}",
        f"- from: {code(source_name)}, SHA-256 {code(first.sha256)}",
        "- the source was only read: its size, modification time and inode were the same before and after",
        f"- holds: {'the whole file' if options.all_branches else 'one branch'}, {first.entries:,} entries",
        f"- left out: {'; '.join(line(one) for one in left) or 'nothing'}",
        f"- home directory and user name: {'as they are' if 'identity' in options.parts else 'masked'}",
    ]


def _masked(first: Result) -> list[str]:
    out = []
    for rule in redactions(first):
        out += [f"### {line(rule['rule'])}: {rule['count']:,}", ""]
        out += [_place(one) for one in rule["places"][:PLACES]]
        if len(rule["places"]) > PLACES:
            out.append(f"- and {rule['count'] - PLACES:,} more (manifest.json has more of them)")
        out.append("")
    if out:
        return out[:-1]
    return ["Nothing was found to be masked." if first.options.redact else "Nothing was masked."]


def _place(one: dict[str, Any]) -> str:
    where = f"line {one['line']:,}, {code(str(one['entry']))}, {code(str(one['field']) or 'text')}"
    if not one["line"]:
        where = f"the {line(str(one['entry']), 40)} given to the export"
    return f"- {where}: {code(str(one['placeholder']))}"
