"""What an export reports about itself: the answer of ``export --json``, and the manifest of a bundle."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from inspector import __version__
from inspector.export.parts import ExportOptions
from inspector.redaction.audit import Residual
from inspector.redaction.engine import Place, Redactor, Report

UNCHANGED = "The session file was only read. Its bytes are those whose SHA-256 stands here; nothing was written to it."


@dataclass(frozen=True, slots=True)
class Output:
    """A file that was written: its path, bytes, SHA-256 in hex."""

    file: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Result:
    """One export. ``output`` is None for a dry run and where the proof found something (``residual``). ``taken``
    counts what was left out by part; ``size`` is bytes of the chosen lines in the source."""

    to: str
    options: ExportOptions
    file: str
    sha256: str
    unchanged: bool
    entries: int
    size: int
    output: Output | None = None
    masked: Report = field(default_factory=Report)
    residual: tuple[Residual, ...] = ()
    warnings: tuple[str, ...] = ()
    taken: Counter[str] = field(default_factory=Counter)
    redactor: Redactor | None = field(default=None, repr=False, compare=False)  # knows the values: never told

    @property
    def scope(self) -> str:
        """``branch`` or ``file``."""
        return "file" if self.options.all_branches else "branch"


def report(result: Result) -> dict[str, Any]:
    """The answer of ``export --json`` (CONTRACT); keys beside those of the contract: ``to``, ``leftOut``,
    ``residuals``, ``advice`` (places to read by eye)."""
    hide = _hider(result.redactor)
    return {
        "source": {
            "file": os.path.abspath(result.file),
            "sha256": result.sha256,
            "unchanged": result.unchanged,
        },
        "output": None
        if result.output is None
        else {
            "file": os.path.abspath(result.output.file),
            "bytes": result.output.bytes,
            "sha256": result.output.sha256,
        },
        "to": result.to,
        "scope": result.scope,
        "entries": result.entries,
        "redactions": redactions(result),
        "leftOut": {name: result.taken[name] for name in result.options.left_out if name != "identity"},
        "residual": len(result.residual),
        "residuals": [{"rule": one.rule, "place": place(one), "hint": one.hint} for one in result.residual],
        "warnings": list(result.warnings),
        "advice": [
            {"kind": kind, "line": at.line, "entry": hide(at.entry), "field": hide(at.field)}
            for kind, at in result.masked.advice
        ],
    }


def redactions(result: Result) -> list[dict[str, Any]]:
    """What was masked, by rule, with places and never a value. Of a rule with very many, ``count`` has all of them and
    ``places`` the first."""
    masked, hide = result.masked, _hider(result.redactor)
    places: dict[str, list[dict[str, Any]]] = {rule: [] for rule in masked.counts}
    for one in masked.findings:
        at = {"line": one.place.line, "entry": hide(one.place.entry), "field": hide(one.place.field)}
        places[one.rule].append({**at, "placeholder": one.placeholder})
    return [{"rule": rule, "count": masked.counts[rule], "places": places[rule]} for rule in sorted(places)]


def _hider(redactor: Redactor | None) -> Callable[[str], str]:
    """Ids and property names may hold what was masked, too."""
    if redactor is None:
        return str
    auditor, known = redactor.auditor(), dict[str, str]()

    def hide(name: str) -> str:
        if name not in known:
            known[name] = auditor.text(name, Place(0, "", ""))
        return known[name]

    return hide


def place(residual: Residual) -> dict[str, Any]:
    """Where in the artefact something was found; ``source``: its line in the session, where that is known."""
    at = residual.place
    return {"line": at.line, "entry": at.entry, "field": at.field, "source": residual.source or None}


def manifest(
    results: list[Result], files: dict[str, Output], created: str, source_name: str
) -> dict[str, Any]:
    """The value of ``manifest.json``: who made what from what. Paths are names within the bundle, and
    ``source_name`` is the name of the source as it may be told."""
    first = results[0]
    artefacts = []
    for result in results:
        told = report(result)
        told["source"]["file"] = source_name
        if result.output is not None:
            told["output"]["file"] = os.path.basename(result.output.file)
        artefacts.append(told)
    return {
        "tool": {"name": "pi-inspector", "version": __version__},
        "created": created,
        "options": options_told(first.options),
        "source": {
            "file": source_name,
            "sha256": first.sha256,
            "unchanged": first.unchanged,
            "statement": UNCHANGED,
        },
        "artefacts": artefacts,
        "files": [{"file": name, "bytes": one.bytes, "sha256": one.sha256} for name, one in files.items()],
    }


def options_told(options: ExportOptions) -> dict[str, Any]:
    """The options without any value that is to be kept secret: of exact values, patterns and exceptions only how many."""
    rules = options.redaction
    return {
        "scope": "file" if options.all_branches else "branch",
        "redact": options.redact,
        "with": sorted(options.parts),
        "choices": sorted(rules.choices),
        "knownValues": len(rules.known),
        "patterns": len(rules.patterns),
        "allowed": len(rules.allow),
    }
