"""Findings and entries as plain values for the templates: words as parts, evidence as links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from inspector.diagnosis import catalog
from inspector.diagnosis.difference_text import sign, told
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.words import Said
from inspector.session.jsvalue import iso
from inspector.web.pages_frame import Frame, entry_address, served_key
from inspector.web.pages_steps import step_link
from inspector.web.pages_text import parts, plain, rows_shown, said_parts, sentence

EVIDENCE = 12  # links of one finding before the rest is only counted
Values = dict[str, Any]


def stamp(ms: float | int | None) -> str | None:
    """Date and time in UTC to the second, None where there is no readable instant."""
    text = iso(ms) if ms is not None else None
    return None if text is None else f"{text[:19].replace('T', ' ')} UTC"


class Evidences:
    """Addresses of evidence, for one page."""

    def __init__(self, frame: Frame, at: str | None = None) -> None:
        self.frame = frame
        self.at = at
        self._own = str(frame.session.path)
        self._damaged = {damage.line for damage in frame.session.damage}
        self._anchors = Counter[str]()

    def address(self, one: Evidence) -> str | None:
        """Where a piece of evidence can be looked at; None where no page shows it."""
        if str(one.file) != self._own:
            return self._elsewhere(one)
        session = self.frame.session
        if one.entry is not None and one.line is not None:
            try:
                return self.frame.entry(session.row_of_line(one.line), self.at)
            except KeyError:
                pass
        if one.line in self._damaged:
            return self.frame.transcript("#view=damage")
        return (
            self.frame.transcript("#view=totals")
            if one.line is None or one.line == session.header_line
            else None
        )

    def _elsewhere(self, one: Evidence) -> str | None:
        key = served_key(Path(one.file))
        if key is None:
            return None
        # By its line an entry can be found even where its id is not served here.
        return entry_address(key, f"@line{one.line}") if one.line else f"/s/{key}"

    def anchor(self, finding: Finding) -> str:
        """A name for a finding in the address of its page, readable and each once: its code and the first line that it
        rests on. Entries are only ever added to a file, so it stays the same."""
        line = next((one.line for one in finding.evidence if one.line), None)
        name = f"finding-{finding.code}" + (f"-L{line}" if line else "")
        self._anchors[name] += 1
        count = self._anchors[name]
        return name if count == 1 else f"{name}-{count}"

    def link(self, one: Evidence) -> Values:
        """A piece of evidence as a link: ``L12`` for this file, the file's name before it for another."""
        own, line = str(one.file) == self._own, f"L{one.line}" if one.line else ""
        name = Path(one.file).name or str(one.file)
        label = line if own and line else f"{name}:{one.line}" if line else name
        return {
            "label": plain(label),
            "href": self.address(one),
            "title": plain(f"{one.file}{':' if line else ''}{one.line or ''}"),
        }

    def lines(self, evidence: Iterable[Evidence], params: Values | None = None) -> dict[str, str]:
        """Addresses of the lines that a sentence may name: those of its evidence, and of this file's entries where
        a parameter gives a line."""
        found: dict[str, str] = {}
        for one in evidence:
            address = self.address(one) if one.line else None
            if address is not None:
                found.setdefault(str(one.line), address)
        for value in _numbers(params or {}):
            if value not in found:
                self._own_line(value, found)
        return found

    def _own_line(self, text: str, found: dict[str, str]) -> None:
        try:
            found[text] = self.frame.entry(self.frame.session.row_of_line(int(text)), self.at)
        except (KeyError, ValueError):
            pass


def _numbers(params: Values) -> Iterable[str]:
    """Line numbers among the parameters of a sentence: by the names that carry them."""
    for name, value in params.items():
        if name == "via" and isinstance(value, list):
            yield from (str(one).removeprefix("L") for one in value)
        elif name == "line" or name.endswith(("_line", "lines")):
            for one in value if isinstance(value, (list, tuple)) else (value,):
                text = str(one).removeprefix("L")
                if text.isascii() and text.isdigit():
                    yield text


def finding_values(finding: Finding, frame: Frame, evidences: Evidences) -> Values:
    """A finding of the checklist."""
    lang = frame.lang
    values = said_values(
        finding,
        catalog.title(finding.code, finding.params, lang),
        catalog.detail(finding.code, finding.params, lang),
        [catalog.step_parts(one, lang) for one in finding.next],
        frame,
        evidences,
    )
    for words, step in zip(values["next"], finding.next, strict=True):
        words += step_link(step, frame)
    return values


def said_values(
    finding: Finding, title: str, detail: str, steps: list[Said], frame: Frame, evidences: Evidences
) -> Values:
    """A finding whose words are at hand."""
    lines, known = evidences.lines(finding.evidence, finding.params), told(detail)
    shown = rows_shown(len(finding.evidence), EVIDENCE)
    return {
        "id": evidences.anchor(finding),
        "code": finding.code,
        "status": finding.status,
        "status_word": catalog.status_name(finding.status, frame.lang),
        "lead": finding.lead,
        "title": sentence(title, lines),
        "detail": sentence(known.text, lines),
        "caption": parts(known.caption),
        "difference": [{"sign": sign(line), "text": parts(line or " ")} for line in known.lines],
        "evidence": [evidences.link(one) for one in finding.evidence[:shown]],
        "more": max(0, len(finding.evidence) - shown),
        "next": [said_parts(one, lines) for one in steps],
    }


def step_values(step: Step, frame: Frame, evidences: Evidences) -> list[Any]:
    """A next step."""
    said = said_parts(catalog.step_parts(step, frame.lang), evidences.lines((), step.params))
    return said + step_link(step, frame)
