"""A comparison as plain values for the template: the relation, the two sides, what each has alone, prompt and tools."""

from __future__ import annotations

from inspector.diagnosis.compare import Comparison, Side
from inspector.diagnosis.compare_why import headline, model_name, why
from inspector.diagnosis.compare_words import detail, step_parts, title
from inspector.diagnosis.words_common import ROLES
from inspector.session import Session
from inspector.session.omissions import SPEAKING
from inspector.session.preview import preview
from inspector.web.pages_findings import Evidences, Values, said_values, stamp
from inspector.web.pages_frame import Frame, entry_address, entry_name
from inspector.web.pages_text import parts, plain, rows_shown, said_parts, sentence

FIRST = 12  # entries of a list before the rest is folded
MOST = 300  # entries of a list on the page at all
_TIDY = {"same": 3, "changed": 0, "onlyA": 1, "onlyB": 2}  # what differs comes first


def comparison_values(found: Comparison, frame: Frame, keys: tuple[str, str]) -> Values:
    """All that the page shows; ``keys`` are the sessions of A and B."""
    findings, evidences, lang = why(found), Evidences(frame, ""), frame.lang
    first = findings[0]
    lines = evidences.lines(first.evidence, first.params)
    if not found.one_file and first.params.get("line") == first.params.get("line_b"):
        lines.pop(
            str(first.params.get("line")), None
        )  # one label for entries of two files leads nowhere for sure
    head, *lost = (title(one, lang) for one in headline(findings))
    sides = _Sides(found, frame, keys)
    return {
        "relation": found.relation,
        "title": sentence(head, lines),
        "lost": [parts(one) for one in lost],
        "detail": sentence(detail(first, lang), lines),
        "next": [said_parts(one) for one in step_parts(first, lang)],
        "now": found.now.upper(),
        "findings": [
            said_values(one, title(one, lang), detail(one, lang), step_parts(one, lang), frame, evidences)
            for one in findings[1:]
        ],
        "sides": [sides.facts("A", found.a), sides.facts("B", found.b)],
        "ancestor": sides.ancestor(),
        "lists": sides.lists(),
        "prompt": _prompt(found, frame),
    }


class _Sides:
    """Entries of both sides as links into their own files."""

    def __init__(self, found: Comparison, frame: Frame, keys: tuple[str, str]) -> None:
        self.found, self.frame = found, frame
        self.keys = dict(zip("AB", keys, strict=True))

    def facts(self, letter: str, side: Side) -> Values:
        session, frame = side.session, self.frame
        model = side.force.model
        say = frame.say
        known = model is not None and bool(model.get("provider") or model.get("modelId"))
        named = f"{model_name(model)}, {side.force.thinking}" if model is not None and known else None
        return {
            "letter": letter,
            "file": plain(session.path.name),
            "path": plain(str(session.path)),
            "name": plain(session.name) if session.name else None,
            "link": self._link(letter, session, side.at) if side.at >= 0 else None,
            "active": side.at >= 0 and side.at == session.tree.active_leaf,
            "last": stamp(side.latest),
            "holds": say(
                "compare.holds-value", n=session.n, path=len(side.frame.path), context=len(side.frame.rows)
            ),
            "cwd": plain(session.cwd) if session.cwd else None,
            "parent": plain(session.parent_session) if session.parent_session else None,
            "model": plain(str(named)) if named else None,
        }

    def ancestor(self) -> Values | None:
        pair = self.found.ancestor
        if pair is None:
            return None
        found, links = self.found, [self._row("A", self.found.a.session, pair[0], "")]
        if not found.one_file:
            links.append(self._row("B", found.b.session, pair[1], ""))
        return {"rows": links}

    def lists(self) -> list[Values]:
        found, say = self.found, self.frame.say
        alone_a, alone_b = found.alone
        only_a = [row for row in found.context_only_a if found.match.b_of[row] in found.b.path]
        only_b = [row for row in found.context_only_b if found.match.a_of[row] in found.a.path]
        lists = [
            self._list("only", "A", found.a, alone_a, say("compare.only", side="A")),
            self._list("only", "B", found.b, alone_b, say("compare.only", side="B")),
        ]
        rewritten = ([pair[0] for pair in found.rewritten], [pair[1] for pair in found.rewritten])
        for name, rows_a, rows_b in (("rewritten", *rewritten), ("context-only", only_a, only_b)):
            for letter, side, rows in (("A", found.a, rows_a), ("B", found.b, rows_b)):
                if rows:
                    lists.append(self._list(name, letter, side, rows, say(f"compare.{name}", side=letter)))
        return lists

    def _list(self, name: str, letter: str, side: Side, rows: list[int], heading: str) -> Values:
        session = side.session
        said = [row for row in rows if session.cols.kind[row] in SPEAKING]
        at = entry_name(session, side.at) if name == "context-only" and side.at >= 0 else ""
        shown = [self._row(letter, session, row, at) for row in said[:MOST]]
        first = rows_shown(len(shown), FIRST)
        return {
            "id": f"{name}-{letter}",
            "name": name,
            "letter": letter,
            "heading": heading,
            "count": len(rows),
            "first": shown[:first],
            "rest": shown[first:],
            "left": max(0, len(said) - MOST),
            "silent": len(rows) - len(said),
        }

    def _row(self, letter: str, session: Session, row: int, at: str) -> Values:
        role = session.cols.role_name(row) or session.cols.kind_name(row)
        named = ROLES.get(role, (role, role))[self.frame.lang != "en"]
        return {
            "letter": letter,
            "place": f"L{session.cols.line[row]}",
            "link": self._link(letter, session, row, at),
            "what": plain(named),
            "text": parts(preview(session.value(row))),
        }

    def _link(self, letter: str, session: Session, row: int, at: str = "") -> Values:
        address = entry_address(self.keys[letter], entry_name(session, row), at)
        return {
            "label": f"{letter} L{session.cols.line[row]}",
            "href": address,
            "title": plain(f"{session.path}:{session.cols.line[row]}"),
        }


def _prompt(found: Comparison, frame: Frame) -> Values:
    """Sections and tools with their state on both sides, what differs first."""
    prompt = found.prompt
    tables: list[Values] = []
    for name, states in (("sections", prompt.sections), ("tools", prompt.tools)):
        rows = sorted(states.items(), key=lambda item: _TIDY[item[1]])
        if rows:
            tables.append(
                {
                    "name": name,
                    # What one side does not record is not missing there.
                    "rows": [
                        {"name": plain(one), "state": state if all(prompt.recorded) else "recorded"}
                        for one, state in rows
                    ],
                }
            )
    missing = [side for side, known in zip("AB", prompt.recorded, strict=True) if not known]
    return {"tables": tables, "missing": missing, "content": prompt.content}
