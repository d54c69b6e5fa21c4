"""The trace in words: the code of its verdict with parameters, what to do next, and CONTRACT's JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.diagnosis.asked import boundary_parts, by_model, gap_files, told_gap
from inspector.diagnosis.catalog import detail, step, title
from inspector.diagnosis.finding import Stage, Step
from inspector.diagnosis.going_back import go_back
from inspector.diagnosis.rescue import rescue
from inspector.diagnosis.storage_file import cut_cause
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.diagnosis.words import Language, fill
from inspector.diagnosis.words_again import words_again
from inspector.diagnosis.words_trace import PARTS, PLACES, TAKERS
from inspector.session import kinds as k
from inspector.session.report import name_or_none

_PARTS = (
    "since",
    "jump",
    "near",
    "changed",
    "unkept",
    "omitted",
    "still",
)  # of a sentence, which may be left out


@dataclass(frozen=True, slots=True)
class Verdict:
    """Code and parameters of the one sentence."""

    code: str
    params: dict[str, Any]

    def text(self, language: Language = "en") -> str:
        """The sentence and what it means."""
        params = self._filled(language)
        said, more = title(self.code, params, language), detail(self.code, params, language)
        if not more:
            return said
        stop = (
            ""
            if said.rstrip("”」").endswith((".", "?", "!", "…", "。", "？", "！"))
            else "."
            if language == "en"
            else "。"
        )
        return f"{said}{stop}{' ' if language == 'en' else ''}{more}"

    def sentence(self, language: Language = "en", whole: bool = False) -> str:
        """The one sentence alone; ``whole`` with every member of its lists."""
        params = self.params | (dict.fromkeys(_PARTS, "") if self.code.startswith("trace.") else {})
        return title(self.code, params, language, whole)

    def meaning(self, language: Language = "en", whole: bool = False) -> str:
        """What stands behind the sentence; ``whole`` as above."""
        return detail(self.code, self._filled(language), language, whole)

    def _filled(self, language: Language) -> dict[str, Any]:
        parts = _PARTS if self.code.startswith("trace.") else ()
        params = self.params | {name: self._part(name, language) for name in parts}
        if "besides_code" in params:
            params["besides"] = title(params["besides_code"], params, language)
        return params

    def _part(self, name: str, language: Language) -> str:
        part = self.params.get(f"{name}_part")
        if not part:
            return ""
        return fill(PARTS[part][language != "en"], self.params, language)


def verdict(trace: Trace) -> Verdict:
    """The verdict on a trace."""
    params = _params(trace)
    if not trace.found:
        return Verdict("trace.not-found", params | {"near_part": "near" if trace.near else "far"})
    if trace.visible:
        return Verdict(_visible_code(trace), params)
    if trace.lost_how == "event-log":
        return Verdict("trace.event-log", params | {"n": len(trace.occurrences)})
    if not trace.lost_how.startswith("pi-"):
        return _lost(trace, params, trace.lost_at)
    params["why"] = _why(trace)
    if trace.besides is None:
        return Verdict(f"trace.{trace.lost_how}", params)
    return Verdict(
        f"trace.{trace.lost_how}-besides", params | {"besides_code": _lost(trace, params, trace.besides).code}
    )


def _lost(trace: Trace, params: dict[str, Any], lost_at: Stage | None) -> Verdict:
    """The verdict on what is lost at a gate in the file itself."""
    one = trace.decided_by
    assert one is not None
    if lost_at == "compaction":
        return Verdict(
            "trace.lost-compaction" + ("-also" if _taken_otherwise(trace, k.COMPACTION) else ""), params
        )
    if lost_at == "branch":
        return Verdict("trace.lost-session" if one.how == "other-session" else "trace.lost-branch", params)
    if one.where == "damaged-bytes":
        there = "-elsewhere" if one.how == "other-session" else ""
        return Verdict(f"trace.lost-damaged{there}", params)
    if one.how == "disconnected" and trace.at < 0:
        return Verdict("trace.lost-no-leaf", params)
    if one.how == "disconnected":
        cause = cut_cause(trace.session, trace.session.tree.path(trace.at)[0])
        if cause is not None:
            return Verdict("trace.lost-cut-by-damage", params | {"bad": str(cause.line)})
    if one.how == "edited" and trace.edit < 0 and trace.lost_by < 0:
        return Verdict("trace.lost-edit-idle", params)
    if one.how in ("edited", "omitted") and trace.edit >= 0 and _taken_otherwise(trace, k.CONTEXT_EDIT):
        return Verdict("trace.lost-edit-also", params)
    return Verdict(f"trace.lost-{one.how}", params)


def pi_trouble(trace: Trace) -> str:
    """Why pi gives no model anything from the file (``Trace.trouble``); "" where it does."""
    return trace.trouble


def _why(trace: Trace) -> str:
    pi = trace.session.pi
    return pi.why or pi.throws or ""


def _taken_otherwise(trace: Trace, gate: int) -> bool:
    """True where what took it from view is of another kind than what keeps it out now."""
    return trace.lost_by >= 0 and trace.session.cols.kind[trace.lost_by] != gate


def _visible_code(trace: Trace) -> str:
    gap = told_gap(trace)
    if gap is not None:
        return "trace.visible-gap-model" if by_model(trace, gap) else "trace.visible-gap"
    if trace.only_summary:
        return "trace.visible-summary"
    return "trace.visible-mention" if trace.mention_only else "trace.visible"


def _params(trace: Trace) -> dict[str, Any]:
    one = trace.decided_by
    gap = told_gap(trace)
    files = gap_files(trace, gap) if gap else []
    gap_taker = TAKERS[_taker(trace, gap.first if gap else -1)]
    since = "since" if trace.last_seen_by >= 0 else "since-none"
    since = "since-last" if since == "since" and not trace.replies_since else since
    place = PLACES.get(one.where if one else "", PLACES["state"])
    gate = {"compaction": trace.cut, "source": trace.edit}.get(trace.lost_at or "", -1)
    by = trace.lost_by if trace.lost_by >= 0 else gate
    taker = TAKERS[_taker(trace, by)]
    return boundary_parts(trace) | {
        "phrase": trace.needle.phrase,
        "at_line": _line(trace, trace.at),
        "via": list(dict.fromkeys(f"L{_line(trace, seen.row)}" for seen in trace.seen)),
        "line": one.evidence.line if one else None,
        "file": str(one.evidence.file) if one else None,
        "by_line": _line(trace, by),
        "cut_line": _line(trace, trace.cut),
        "edit_line": _line(trace, trace.edit),
        "taker": taker[0],
        "taker_zh": taker[1],
        "last_line": _line(trace, trace.last_seen_by),
        "replies": trace.replies_since,
        "place": place[0],
        "place_zh": place[1],
        "gap_line": _line(trace, gap.first) if gap else None,
        "back_line": _line(trace, gap.back) if gap else None,
        "gap_replies": gap.replies if gap else 0,
        "gap_taker": gap_taker[0],
        "gap_taker_zh": gap_taker[1],
        "gap_files": files,
        "changed_part": "changed" if files else None,
        "searched": list(trace.searched),
        "since_part": since if trace.lost_at in ("compaction", "source") and trace.lost_by >= 0 else None,
        "jump_part": "jump" if trace.lost_by >= 0 and trace.last_seen_by >= 0 else None,
    }


def _taker(trace: Trace, row: int) -> str:
    cols = trace.session.cols
    name = (cols.role_name(row) or cols.kind_name(row)) if row >= 0 else ""
    return name if name in TAKERS else ""


def _line(trace: Trace, row: int) -> str | None:
    """A line number as text, so that it is never grouped by thousands."""
    return str(trace.session.cols.line[row]) if row >= 0 else None


# -- what to do ------------------------------------------------------------------------------------------


def steps(trace: Trace) -> list[Step]:
    """Next steps that work in pi, the cheapest first."""
    one = trace.decided_by
    if not trace.found:
        return [Step("other-words", {"phrase": trace.needle.phrase, "file": str(trace.session.path)})]
    if trace.visible:
        return _visible_steps(trace)
    assert one is not None
    if trace.lost_how == "event-log":
        return [_session_of_log(trace)]
    words = words_again(trace)
    if trace.lost_how.startswith("pi-"):
        return _from_copy(trace, one) or [Step("restate-new", {"text": words})]
    if one.how == "later":
        return [Step("nothing-to-do")]
    if one.how == "other-session" and trace.lost_at != "storage":
        return [Step("open-session", {"path": str(one.evidence.file)}), Step("restate", {"text": words})]
    found = [Step("send-with-bang")] if one.how == "excluded" else []
    if trace.lost_at == "storage":
        found += _from_copy(trace, one)
    found.append(Step("restate", {"text": words}))
    if trace.lost_at == "compaction":
        back = _back(trace, trace.back_row)
        found += [*back, Step("compacts-again")] if back else []
        found += [Step("compact-with", {"text": words}), Step("agents-md", {"text": words})]
    elif trace.lost_at == "branch":
        found += _back(trace, trace.back_row if trace.back_row >= 0 else one.row)
    elif one.how == "unpatched":
        found.append(Step("agents-md", {"text": words}))
    return found


def _session_of_log(trace: Trace) -> Step:
    if trace.log_of is None:
        return Step("find-session-of-log", {"id": trace.session.session_id or "–"})
    return Step("trace-session", {"phrase": trace.needle.phrase, "file": str(trace.log_of)})


def _from_copy(trace: Trace, one: Occurrence) -> list[Step]:
    """A repaired copy, where the phrase can be reached in it; else where the words are to be taken from."""
    file = str(one.evidence.file)
    help_ = rescue(trace)
    if help_ is None:
        raw = one.where == "damaged-bytes"
        return [Step("raw-line", {"file": file, "line": _text(one.evidence.line)})] if raw else []
    found = [Step("salvage", {"file": file})]
    if help_.text:
        found.append(Step("go-in-copy-user" if help_.user else "go-in-copy", {"text": help_.text}))
    return found


def _text(line: int | None) -> str | None:
    return None if line is None else str(line)


def _visible_steps(trace: Trace) -> list[Step]:
    gap = told_gap(trace)
    there = gap.last if gap is not None else trace.at
    found = [Step("show-context", {"file": str(trace.session.path), "entry": _name(trace, there)})]
    words = words_again(trace)
    if gap is not None or trace.only_summary:
        found += [Step("compact-with", {"text": words}), Step("agents-md", {"text": words})]
    elif trace.mention_only:
        found.append(Step("restate", {"text": words}))
    else:
        found.append(Step("guard"))
    return found


def _back(trace: Trace, row: int) -> list[Step]:
    return go_back(trace.session, [row]) if row >= 0 else []


def _name(trace: Trace, row: int) -> str:
    return trace.session.entry_name(row) if row >= 0 else ""


# -- JSON ------------------------------------------------------------------------------------------------


def trace_json(trace: Trace) -> dict[str, Any]:
    """CONTRACT's ``trace``; ``timeline`` and ``code`` are added."""
    session, answer = trace.session, verdict(trace)
    name = session.entry_name
    return {
        "phrase": trace.needle.phrase,
        "searched": list(trace.searched),
        "file": str(session.path),
        "leaf": name_or_none(session, trace.at),
        "found": trace.found,
        "visible": trace.visible,
        "mentionOnly": trace.mention_only,
        "lostAt": trace.lost_at,
        "lostBy": name_or_none(session, trace.lost_by) if not trace.visible else None,
        "lastSeenBy": name_or_none(session, trace.last_seen_by),
        "via": list(dict.fromkeys(name(seen.row) for seen in trace.seen)) if trace.visible else [],
        "gaps": [
            {
                "from": name(gap.first),
                "to": name_or_none(session, gap.back),
                "lostBy": name(gap.first),
                "replies": gap.replies,
            }
            for gap in trace.gaps
        ],
        "occurrences": [occurrence_json(one) for one in trace.occurrences],
        "near": [
            {
                "entry": name(near.row),
                "line": session.cols.line[near.row],
                "excerpt": near.excerpt,
                "shared": list(near.shared),
            }
            for near in trace.near
        ],
        "explanation": answer.text(),
        "next": [step(one) for one in steps(trace)],
        "code": answer.code,
        "timeline": [
            {
                "from": name(stretch.first),
                "to": name(stretch.last),
                "replies": stretch.replies,
                "had": stretch.had,
            }
            for stretch in trace.timeline
        ],
    }


def occurrence_json(one: Occurrence) -> dict[str, Any]:
    """One occurrence as CONTRACT writes it."""
    return {
        "session": one.session_id,
        "file": str(one.evidence.file),
        "entry": one.evidence.entry,
        "line": one.evidence.line,
        "where": one.where,
        "role": one.role,
        "how": one.how,
        "onPath": one.on_path,
        "inContext": one.in_context,
        "onWire": one.on_wire,
        "excerpt": one.excerpt,
    }
