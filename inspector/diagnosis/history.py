"""Who had a phrase when, along a path: timeline, gaps, the last reply that had it, and where to go back to."""

from __future__ import annotations

from bisect import bisect_right

from inspector.diagnosis.going_back import listed
from inspector.diagnosis.hits import Hits
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.sight import NONE, Sight
from inspector.diagnosis.traced import Gap, Stretch, Trace
from inspector.session import kinds as k
from inspector.session.context import settings, skeleton, wire_target
from inspector.session.load import Session


def history(result: Trace, sight: Sight) -> None:
    """Who had it when: the timeline, the gaps, the last reply that had it and what took it away."""
    session, path = result.session, sight.path
    roles, flags = session.cols.role, session.cols.flags
    replies = [at for at, row in enumerate(path) if roles[row] == k.ASSISTANT and not flags[row] & k.FAILED]
    edges = [change.at for change in sight.changes]
    makers = [path[change.by] for change in sight.changes]
    states = [NONE, *(change.state for change in sight.changes)]
    for number, state in enumerate(states):
        # A reply saw the context that ended right before it.
        low = bisect_right(replies, edges[number - 1]) if number else 0
        high = bisect_right(replies, edges[number]) if number < len(edges) else len(replies)
        if high > low:
            _add_stretch(result, path[replies[low]], path[replies[high - 1]], high - low, state)
            if state != NONE:
                result.last_seen_by = path[replies[high - 1]]
        if number and state == NONE:
            back = makers[number] if number < len(edges) else -1
            if high > low or back < 0:
                last = path[replies[high - 1]] if high > low else -1
                result.gaps.append(Gap(makers[number - 1], back, high - low, last))
    if states[-1] == NONE and edges:
        result.lost_by = makers[-1]
        result.back_row = _last_with_it(session, sight, len(edges) - 1, sight.changes[-1].by)
        result.replies_since = result.gaps[-1].replies if result.gaps else 0


_HAD = ("none", "summary", "verbatim")


def _add_stretch(result: Trace, first: int, last: int, count: int, state: int) -> None:
    had = _HAD[state]
    if result.timeline and result.timeline[-1].had == had:
        before = result.timeline.pop()
        result.timeline.append(Stretch(before.first, last, before.replies + count, had))
    else:
        result.timeline.append(Stretch(first, last, count, had))


def left_behind(result: Trace, needle: Needle, hits: Hits, row: int) -> None:
    """On another branch: the last reply there that had it, and the entry by which this path left that branch."""
    session, tree = result.session, result.session.tree
    leaf = _latest_below(session, row)
    there = skeleton(session, leaf)
    model, _ = settings(session, there.path)
    other = Trace(session, needle, leaf, ())
    target = wire_target(session, there.rows, there.edits, model)
    seen = Sight(session, needle, hits, there.path, target)
    history(other, seen)
    if other.last_seen_by >= 0:
        result.last_seen_by = other.last_seen_by
    result.back_row = other.back_row
    if other.lost_by < 0:
        result.back_row = _last_with_it(session, seen, len(seen.changes), len(there.path))
    if result.lost_how == "disconnected":
        return  # no entry took it away: one is missing
    here = tree.path(result.at)
    shared = 0
    while shared < min(len(here), len(there.path)) and here[shared] == there.path[shared]:
        shared += 1
    result.lost_by = here[shared] if shared < len(here) else -1


def _last_with_it(session: Session, sight: Sight, count: int, end: int) -> int:
    """The last entry before position ``end`` that pi's /tree lists and at which it was in view, ``count`` changes in
    force there; -1 where there is none."""
    start = sight.changes[count - 1].at if count else 0
    return listed(session, reversed(sight.path[start:end]))


def _latest_below(session: Session, row: int) -> int:
    """The leaf below ``row`` that stands last in the file."""
    return max((leaf for leaf in session.tree.leaves if session.tree.is_ancestor(row, leaf)), default=row)
