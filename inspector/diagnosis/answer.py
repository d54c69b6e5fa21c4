"""The trace in words: the code of its verdict with parameters, what to do next, and CONTRACT's JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.diagnosis.catalog import detail, step, title
from inspector.diagnosis.finding import Step
from inspector.diagnosis.traced import Occurrence, Trace
from inspector.diagnosis.words import Language, fill
from inspector.diagnosis.words_trace import PARTS, PLACES, TAKERS
from inspector.session import kinds as k
from inspector.session.preview import call_line, preview
from inspector.session.report import name_or_none

_CALL_BACK = 30  # entries looked at for the call of a result


@dataclass(frozen=True, slots=True)
class Verdict:
    """Code and parameters of the one sentence."""

    code: str
    params: dict[str, Any]

    def text(self, language: Language = "en") -> str:
        """The sentence and what it means."""
        params = self.params | {name: self._part(name, language) for name in ("since", "jump", "near")}
        said, more = title(self.code, params, language), detail(self.code, params, language)
        if not more:
            return said
        stop = "" if said.endswith((".", "?", "。", "？")) else "." if language == "en" else "。"
        return f"{said}{stop}{' ' if language == 'en' else ''}{more}"

    def sentence(self, language: Language = "en") -> str:
        """The one sentence alone."""
        return title(self.code, self.params | dict.fromkeys(("since", "jump", "near"), ""), language)

    def meaning(self, language: Language = "en") -> str:
        """What stands behind the sentence."""
        params = self.params | {name: self._part(name, language) for name in ("since", "jump", "near")}
        return detail(self.code, params, language)

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
    trouble = pi_trouble(trace)
    if trace.visible and trouble:
        return Verdict(f"trace.pi-{trouble}", params | {"why": _why(trace)})
    if trace.visible:
        return Verdict(_visible_code(trace), params)
    one = trace.decided_by
    assert one is not None
    if trace.lost_at == "compaction":
        return Verdict(
            "trace.lost-compaction" + ("-also" if _taken_otherwise(trace, k.COMPACTION) else ""), params
        )
    if trace.lost_at == "branch":
        return Verdict("trace.lost-session" if one.how == "other-session" else "trace.lost-branch", params)
    if one.where == "damaged-bytes":
        there = "-elsewhere" if one.how == "other-session" else ""
        return Verdict(f"trace.lost-damaged{there}", params)
    if one.how == "disconnected" and trace.at < 0:
        return Verdict("trace.lost-no-leaf", params)
    if one.how == "edited" and trace.edit < 0 and trace.lost_by < 0:
        return Verdict("trace.lost-edit-idle", params)
    if one.how in ("edited", "omitted") and trace.edit >= 0 and _taken_otherwise(trace, k.CONTEXT_EDIT):
        return Verdict("trace.lost-edit-also", params)
    return Verdict(f"trace.lost-{one.how}", params)


def pi_trouble(trace: Trace) -> str:
    """``refuses``, ``hangs`` or ``throws`` where pi can make no context from the file; "" where it can."""
    pi = trace.session.pi
    if not pi.opens:
        return "refuses"
    if pi.hangs:
        return "hangs"
    return "throws" if "building the context" in (pi.throws or "") else ""


def _why(trace: Trace) -> str:
    pi = trace.session.pi
    return pi.why or pi.throws or ""


def _taken_otherwise(trace: Trace, gate: int) -> bool:
    """True where what took it from view is of another kind than what keeps it out now."""
    return trace.lost_by >= 0 and trace.session.cols.kind[trace.lost_by] != gate


def _visible_code(trace: Trace) -> str:
    if any(gap.back >= 0 and gap.replies for gap in trace.gaps):
        return "trace.visible-gap"
    if trace.only_summary:
        return "trace.visible-summary"
    return "trace.visible-mention" if trace.mention_only else "trace.visible"


def _params(trace: Trace) -> dict[str, Any]:
    one = trace.decided_by
    gap = next((gap for gap in reversed(trace.gaps) if gap.back >= 0 and gap.replies), None)
    since = "since" if trace.last_seen_by >= 0 else "since-none"
    place = PLACES.get(one.where if one else "", PLACES["state"])
    gate = {"compaction": trace.cut, "source": trace.edit}.get(trace.lost_at or "", -1)
    by = trace.lost_by if trace.lost_by >= 0 else gate
    taker = TAKERS[_taker(trace, by)]
    return {
        "phrase": trace.needle.phrase,
        "at_line": _line(trace, trace.at),
        "via": [f"L{_line(trace, seen.row)}" for seen in trace.seen],
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
    if trace.visible and pi_trouble(trace):
        return [Step("salvage", {"file": str(trace.session.path)})]
    if trace.visible:
        return _visible_steps(trace)
    assert one is not None
    words = _statement(trace, _as_said(trace, one))
    if one.how == "later":
        return [Step("nothing-to-do")]
    if one.how == "other-session" and trace.lost_at != "storage":
        return [Step("open-session", {"path": str(one.evidence.file)}), Step("restate", {"text": words})]
    found = [Step("send-with-bang")] if one.how == "excluded" else []
    if trace.lost_at == "storage" and one.how != "disconnected":
        found.append(Step("salvage", {"file": str(one.evidence.file)}))
    found.append(Step("restate", {"text": words}))
    if trace.lost_at == "compaction":
        found += _back(trace, trace.back_row)
        if trace.back_row >= 0:
            found.append(Step("compacts-again"))
        found += [Step("compact-with", {"text": words}), Step("agents-md", {"text": words})]
    elif trace.lost_at == "branch":
        found += _back(trace, trace.back_row if trace.back_row >= 0 else one.row)
    elif one.how == "unpatched":
        found.append(Step("agents-md", {"text": words}))
    return found


def _visible_steps(trace: Trace) -> list[Step]:
    found = [Step("show-context", {"file": str(trace.session.path), "entry": _name(trace, trace.at)})]
    sent = next((one for one in trace.occurrences if one.on_wire), trace.occurrences[0])
    words = _statement(trace, _as_said(trace, sent))
    if any(gap.back >= 0 and gap.replies for gap in trace.gaps) or trace.only_summary:
        found += [Step("compact-with", {"text": words}), Step("agents-md", {"text": words})]
    elif trace.mention_only:
        found.append(Step("restate", {"text": words}))
    else:
        found.append(Step("guard"))
    return found


def _back(trace: Trace, row: int) -> list[Step]:
    if row < 0:
        return []
    session = trace.session
    text = _as_shown(trace, row)
    user = session.cols.role_name(row) == "user"
    return [Step("go-back-user" if user else "go-back", {"text": text, "line": _line(trace, row)})]


def _as_shown(trace: Trace, row: int) -> str:
    """An entry as pi's /tree names it: a tool result by its call, all else by its text."""
    session = trace.session
    if session.cols.role_name(row) == "toolResult":
        wanted, parent, at = session.value(row)["message"].get("toolCallId"), session.tree.parent, row
        for _ in range(_CALL_BACK):
            at = parent[at]
            if at < 0:
                break
            content = session.value(at).get("message")
            blocks = content.get("content") if isinstance(content, dict) else None
            for block in blocks if isinstance(blocks, list) else ():
                if isinstance(block, dict) and block.get("type") == "toolCall" and block.get("id") == wanted:
                    return f"[{call_line(block.get('name'), block.get('arguments'))}]"
    return preview(session.value(row)) or _name(trace, row)


def _name(trace: Trace, row: int) -> str:
    return trace.session.entry_name(row) if row >= 0 else ""


def _as_said(trace: Trace, one: Occurrence) -> Occurrence:
    """Where somebody said it, for an occurrence in a summary: its words are better said again than the summary's."""
    if one.where not in ("summary", "file-list"):
        return one
    said = [other for other in trace.occurrences if other.where == "text" and other.row >= 0]
    said.sort(key=lambda other: (other.role != "user", not other.on_path, -other.row))
    return said[0] if said else one


def _statement(trace: Trace, one: Occurrence) -> str:
    """The words to be said again: the sentence around the phrase."""
    return one.statement or one.excerpt.strip("…").strip() or trace.needle.phrase


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
        "via": [name(seen.row) for seen in trace.seen],
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
