"""The branches of a session: one per leaf, with what it has alone."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.session.kinds import NO_INSTANT
from inspector.session.load import Session


@dataclass(frozen=True, slots=True)
class Branch:
    """A path from the root to ``leaf`` (row). ``entries`` is its length, ``own`` counts entries since the last fork
    on it, ``forked_at`` is that fork's row or -1, ``modified`` the latest readable clock among its own (ms UTC)."""

    leaf: int
    active: bool
    entries: int
    own: int
    forked_at: int
    modified: int | None


def branches(session: Session) -> list[Branch]:
    """Branches in file order of their leaves; the active leaf is among them even if entries follow below it."""
    tree = session.tree
    leaves = list(tree.leaves)
    if tree.active_leaf >= 0 and tree.active_leaf not in leaves:
        leaves.append(tree.active_leaf)
    return [_branch(session, row) for row in leaves]


def _branch(session: Session, leaf: int) -> Branch:
    tree, instants = session.tree, session.cols.instant
    number = tree.segment_of(leaf)
    if number < 0:
        return Branch(
            leaf, leaf == tree.active_leaf, len(tree.path(leaf)), 1, -1, session.cols.instant_or_none(leaf)
        )
    segment = tree.segments[number]
    latest, at, own = NO_INSTANT, leaf, 0
    while at >= 0:
        own += 1
        latest = max(latest, instants[at])
        if at == segment.first:
            break
        at = tree.parent[at]
    forked = tree.segments[segment.parent].last if segment.parent >= 0 else -1
    modified = None if latest == NO_INSTANT else latest
    return Branch(leaf, leaf == tree.active_leaf, tree.depth[leaf], own, forked, modified)
