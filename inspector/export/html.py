"""HTML: one self-contained file that is the viewer, with the session inside. It loads nothing and sends nothing.

Every number of the page is computed from what is exported: prepared entries are written to a temporary file and read
again as a session, so that nothing left out can be in the page by way of an index, a preview or a total. Lines keep
the numbers that they have in the source; name, size and hash are the source's too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.diagnosis.said_of import said_of
from inspector.export import page_data, page_frame
from inspector.export.leftrows import LeftRows
from inspector.export.page_frame import Named, Note, Total
from inspector.export.parts import PARTS, RULE_WORDS
from inspector.export.prepared import prepared_copy
from inspector.export.selection import source_name, when
from inspector.session import Session
from inspector.session import kinds as k
from inspector.session.index_head import head_damage
from inspector.session.jsvalue import instant, iso
from inspector.session.ledger import ledger
from inspector.session.preview import one_line, preview
from inspector.session.verdict import no_session

if TYPE_CHECKING:
    from inspector.export.selection import Progress, Selection

TITLE_LIMIT = 200
NOTE_LIMIT = 20_000  # characters


def write(
    selection: Selection,
    session_id: str,
    now: str,
    title: str = "",
    note: str = "",
    by: str = "",
    progress: Progress | None = None,
) -> Iterator[bytes]:
    """The bytes of the page. ``session_id`` and ``now`` (ISO 8601, the time of the export) as in ``Selection.header``;
    ``title``, ``note`` and ``by`` (who exports) are the exporter's own words and are not redacted."""
    source = selection.session
    with _prepared(selection, session_id, now, progress) as session:
        left = None
        if session.n == len(selection.rows):
            left = LeftRows(source, session, selection.rows, selection.left_rows)
        about = _about(selection) | {"leftOut": selection.options.left_out}
        if left is not None:
            about["leftOutRows"] = left.told
        about["copied"] = _own_header(selection, session)
        if source.is_v1 and session is not source:
            about["madeIds"] = True
        if not selection.options.all_branches and session.n < source.n:
            about["sourceEntries"] = source.n
        told = _note(selection, session, about["file"], now)
        told |= {
            "title": title or _title(session, about["file"]),
            "by": by,
            "text": note[:NOTE_LIMIT].splitlines(),
            "totals": totals(session),
        }
        if title:
            about["name"] = one_line(title, TITLE_LIMIT)
        yield from page(session, Note(**told), about, left)


def totals(session: Session) -> list[Total]:
    """What the exported entries hold and cost. No word of the session is in it."""
    known, tree = ledger(session), session.tree
    counts, total = known.counts, known.total
    found = [Total("Entries · 条目", f"{session.n:,}")]
    if no_session(session) is None:
        roles = f"user {counts.user:,}, assistant {counts.assistant:,}, tool results {counts.tool_results:,}"
        found += [
            Total("Messages · 消息", f"{counts.total:,} ({roles})"),
            Total("Branches · 分支", f"{len(tree.leaves):,}"),
            Total("Compactions · 压缩", f"{session.cols.kind.count(k.COMPACTION):,}"),
        ]
    if total.records:
        cache = f"cache read {total.cache_read:,.0f}, cache write {total.cache_write:,.0f}"
        tokens = f"{total.tokens:,.0f} (input {total.input:,.0f}, output {total.output:,.0f}, {cache})"
        found += [
            Total("Tokens · 词元", tokens),
            Total("Cost · 费用", f"${total.cost:,.4f}" if isfinite(total.cost) else "?"),
        ]
    return found


def page(
    session: Session, note: Note, extra: dict[str, Any] | None = None, left: LeftRows | None = None
) -> Iterator[bytes]:
    """The page of a session as it is, all of it. ``extra`` are keys of the index that the caller sets himself; ``left``
    knows the rows from which a part was left out."""
    before, behind = page_frame.frame(note)
    yield before
    extra = extra or {}
    damage = [one["message"] for one in extra["damage"]] if "damage" in extra else None
    keys = {"eventLog": no_session(session) is not None, "said": said_of(session, damage), **extra}
    yield from page_data.elements(session, keys, left)
    yield behind


@contextmanager
def _prepared(
    selection: Selection, session_id: str, now: str, progress: Progress | None
) -> Iterator[Session]:
    """What is exported, as a session: the source where nothing is changed, else a copy that is gone afterwards."""
    source = selection.session
    if selection.options.faithful and selection.options.all_branches:
        yield source
        return
    with prepared_copy(selection, session_id, now, progress) as session:
        if session.n == len(selection.rows):
            page_data.source_lines(session, map(source.cols.line.__getitem__, selection.rows))
        yield session


def _about(selection: Selection) -> dict[str, Any]:
    """What the page says of the file it was made from; redacted like everything else."""
    source, redactor = selection.session, selection.redactor
    about = {
        "file": source_name(source, selection.options),
        "size": source.size,
        "sha256": source.sha256,
        "modified": iso(source.modified_ms),
        **head_damage(source),
    }
    if redactor is None:
        return about
    from inspector.redaction.engine import Place

    masked: dict[str, Any] = redactor.value(about, Place(source.header_line, "header", "file"))
    return masked | {"sha256": source.sha256}


def _own_header(selection: Selection, copy: Session) -> dict[str, Any] | None:
    """What the header of the copy does not tell of the source, redacted: None where it is the source's own."""
    source, redactor = selection.session, selection.redactor
    stored, made = source.header or {}, copy.header or {}
    if made == stored:
        return None
    parent, started = stored.get("parentSession"), instant(stored.get("timestamp"))
    told = {
        "newId": copy.session_id != source.session_id,
        "started": None if started == k.NO_INSTANT else iso(started),
        "fork": isinstance(parent, str) and parent != "" and "parentSession" not in made,
    }
    if redactor is None:
        return told
    from inspector.redaction.engine import Place

    masked: dict[str, Any] = redactor.value(told, Place(source.header_line, "header", "timestamp"))
    return masked


def _note(selection: Selection, session: Session, file: str, now: str) -> dict[str, Any]:
    options, redactor = selection.options, selection.redactor
    counts: Counter[str] = Counter()
    if redactor is not None:
        counts.update(redactor.report().counts)
    parts = [(name, selection.taken[name]) for name in options.left_out if name != "identity"]
    return {
        "file": file,
        "sha256": selection.session.sha256,
        "when": when(now),
        "exported": session.n,
        "total": selection.session.n,
        "whole": options.all_branches,
        "left_out": [Named(name, PARTS[name], taken) for name, taken in parts if taken],
        "redacted": options.redact,
        "masked": sum(counts.values()),
        "rules": [Named(rule, RULE_WORDS.get(rule, ""), count) for rule, count in sorted(counts.items())],
    }


def _title(session: Session, file: str) -> str:
    """The session's name, else what its user said first, else the name of the file."""
    roles = session.cols.role
    first = next((row for row in range(session.n) if roles[row] == k.USER), -1)
    said = preview(session.value(first)) if first >= 0 and not session.name else ""
    return one_line(session.name or said or Path(file).name, TITLE_LIMIT)
