"""A trace as plain values for the template: who knew it when, where it stands, the nearest lines."""

from __future__ import annotations

from inspector.diagnosis.traced import Occurrence, Stretch, Trace
from inspector.diagnosis.words_common import HOWS, ROLES, WHERES
from inspector.web.pages_findings import Evidences, Values, stamp
from inspector.web.pages_frame import Frame, entry_address, entry_name
from inspector.web.pages_text import hits, plain, rows_shown, terms

FIRST = 12  # rows shown before the rest is folded
MOST = 300  # rows on the page at all
STRETCHES = 40
_NARROWEST = 1.2  # per cent of the strip that the shortest stretch takes
_RAILS = {
    "verbatim": "sent",
    "summarised": "summary",
    "dropped": "dropped",
    "edited": "edited",
    "omitted": "edited",
    "unpatched": "edited",
    "other-branch": "other-branch",
    "other-session": "other-branch",
    "later": "other-branch",
    "shadowed": "other-branch",
    "disconnected": "other-branch",
}


def row_values(trace: Trace, frame: Frame, evidences: Evidences) -> Values:
    """The occurrences: those that tell most first, the rest folded."""
    rank = {
        id(one): (not one.on_wire, one is not trace.decided_by, at)
        for at, one in enumerate(trace.occurrences)
    }
    chosen = sorted(trace.occurrences, key=lambda one: rank[id(one)])
    shown = rows_shown(len(chosen), FIRST)
    first = sorted(chosen[:shown], key=lambda one: rank[id(one)][2])
    rest = sorted(chosen[shown:MOST], key=lambda one: rank[id(one)][2])
    return {
        "count": len(trace.occurrences),
        "first": [_occurrence(trace, one, frame, evidences) for one in first],
        "rest": [_occurrence(trace, one, frame, evidences) for one in rest],
        "left": max(0, len(trace.occurrences) - MOST),
    }


def _occurrence(trace: Trace, one: Occurrence, frame: Frame, evidences: Evidences) -> Values:
    second = frame.lang != "en"
    role = ROLES.get(one.role, (one.role, one.role))[second]
    where = WHERES.get(one.where)
    told = [role, where[second] if where else ""]
    link = evidences.link(one.evidence)
    raw = frame.entry(one.row, pane="raw") if one.row >= 0 else None
    if one.row >= 0 and one.evidence.line is not None:
        # An entry whose id a later one has taken is reached by its line.
        link["href"] = frame.entry(one.row)
    return {
        "link": link,
        "raw": raw,
        "what": plain(" · ".join(dict.fromkeys(filter(None, told)))),
        "how": HOWS[one.how][second],
        "rail": "sent" if one.on_wire and one.how == "verbatim" else _RAILS.get(one.how, "never"),
        "deciding": one is trace.decided_by,
        "text": hits(one.excerpt, trace.needle),
    }


def near_values(trace: Trace, frame: Frame) -> list[Values]:
    """The nearest lines of a phrase that stands nowhere."""
    return [
        {
            "link": {"label": frame.line(near.row), "href": frame.entry(near.row), "title": ""},
            "raw": frame.entry(near.row, pane="raw"),
            "ask": frame.page("diagnose", entry=entry_name(frame.session, near.row)),
            "text": terms(near.excerpt, near.shared),
            "shared": plain(", ".join(near.shared)),
        }
        for near in trace.near
    ]


# -- who knew it -----------------------------------------------------------------------------------------


def strip_values(trace: Trace, frame: Frame) -> Values:
    """The timeline: stretches of replies with what they saw, as bars and as a list, and what changed between."""
    stretches = trace.timeline
    total = sum(one.replies for one in stretches)
    return {
        "replies": total,
        "bars": _bars(stretches, total),
        "start": _clock(trace, stretches[0].first) if stretches else None,
        "end": _clock(trace, stretches[-1].last) if stretches else None,
        "turns": _items(trace, frame),
        "more": max(0, len(stretches) - STRETCHES),
    }


def _bars(stretches: list[Stretch], total: int) -> list[Values]:
    floor = min(_NARROWEST, 60 / max(1, len(stretches)))
    widths = [max(floor, 100 * one.replies / total) for one in stretches]
    scale, x, bars = 100 / (sum(widths) or 1), 0.0, []
    for one, width in zip(stretches, widths, strict=True):
        bars.append({"x": f"{x:.3f}", "width": f"{width * scale:.3f}", "had": one.had})
        x += width * scale
    return bars


def _items(trace: Trace, frame: Frame) -> list[Values]:
    """Stretches and turning points in the order of the path."""
    depth = trace.session.tree.depth
    found: list[tuple[int, int, Values]] = []
    for one in trace.timeline[:STRETCHES]:
        found.append((depth[one.first], 1, _stretch(trace, one, frame)))
    for gap in trace.gaps[:STRETCHES]:
        found.append((depth[gap.first], 0, _turn(trace, gap.first, "took", frame)))
        if gap.back >= 0:
            found.append((depth[gap.back], 0, _turn(trace, gap.back, "brought", frame)))
    found.sort(key=lambda item: item[:2])
    return [values for _, _, values in found]


def _stretch(trace: Trace, one: Stretch, frame: Frame) -> Values:
    ends = [one.first] if one.first == one.last else [one.first, one.last]
    clocks = list(dict.fromkeys(filter(None, (_clock(trace, row) for row in ends))))
    return {
        "kind": one.had,
        "links": [_link(frame, row) for row in ends],
        "text": frame.say(f"knew.{one.had}", n=one.replies),
        "when": " – ".join(clocks),
    }


def _turn(trace: Trace, row: int, what: str, frame: Frame) -> Values:
    session = trace.session
    role = session.cols.role_name(row) or session.cols.kind_name(row)
    named = ROLES.get(role, (role, role))[frame.lang != "en"]
    return {
        "kind": what,
        "links": [_link(frame, row)],
        "text": plain(f"{named} · {frame.say(f'knew.{what}')}"),
        "when": _clock(trace, row) or "",
    }


def _link(frame: Frame, row: int) -> Values:
    # Each reply is shown as it saw things itself.
    name = entry_name(frame.session, row)
    return {"label": frame.line(row), "href": entry_address(frame.key, name, name), "title": ""}


def _clock(trace: Trace, row: int) -> str | None:
    return stamp(trace.session.cols.instant_or_none(row))
