"""One export from choice to named file: checked, prepared, written beside its place, proven, renamed."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from inspector.errors import BadInput
from inspector.export.manifest import Output, Result
from inspector.export.ownwords import refuse_format_words
from inspector.export.parts import ExportOptions
from inspector.export.prepared import temporary_folder
from inspector.export.proof import Residue, needs_proof, prove
from inspector.export.selection import REPAIRED, Progress, Selection, leaf, not_read, raw_rows, when
from inspector.outfile import write_new
from inspector.redaction.audit import Residual
from inspector.redaction.engine import FAMILIAR, QUIET, Place, Redactor, Report
from inspector.session import Session
from inspector.session.unchanged import still_the_same
from inspector.session.verdict import no_session
from inspector.session.versions import needs_rewrite, version_words

FORMATS = ("html", "jsonl", "markdown", "json")
SUFFIXES = {
    ".html": "html",
    ".htm": "html",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".markdown": "markdown",
    ".json": "json",
}
NEW_ID = "the exported session has a new id, so that pi does not take it for the original"
ASKS = (
    "its working directory is masked: where that folder does not exist, pi asks on opening it whether to go on in the "
    "current one"
)


@dataclass(slots=True)
class Job:
    """One export to come. ``title`` and ``note`` are shown on top of a page and a transcript; ``now`` is the time of
    the export (ISO 8601), ``session_id`` the id of a redacted copy."""

    session: Session
    options: ExportOptions
    to: str
    title: str = ""
    note: str = ""
    now: str = field(default_factory=lambda: _iso(time.time()))
    session_id: str = ""

    def __post_init__(self) -> None:
        if self.to not in FORMATS:
            raise BadInput("usage", f"there is no format {self.to!r}; formats are: {', '.join(FORMATS)}")
        if self.to == "json" and self.options.all_branches:  # messages are those at one leaf
            self.options = replace(self.options, all_branches=False)
        if not self.session_id:
            keeps = self.options.faithful and self.session.session_id
            self.session_id = self.session.session_id or "" if keeps else uuid7()


def export(
    job: Job,
    out: Path,
    force: bool = False,
    progress: Progress | None = None,
    check: Callable[[], None] | None = None,
) -> Result:
    """Write the artefact to ``out`` (checked by ``target``). A result without ``output`` has what the proof found, and
    nothing was written then. ``check`` is asked once all is written. Raises ``BadInput`` and ``EvidenceError``."""
    selection, redactor = _begin(job, progress)
    title, note = _told(job, redactor)
    digest = hashlib.sha256()
    parts = _counted(_write(job, selection, title, note, progress), digest)

    def proven(part: Path) -> None:
        still_the_same(job.session)
        if needs_proof(job.options):
            prove(part, redactor, job.to, [job.session.sha256, job.session_id, job.now, when(job.now)])
        if check is not None:
            check()

    try:
        size = write_new(out, parts, [job.session.path], force, check=proven)
    except Residue as residue:
        return _result(job, selection, redactor, None, residue)
    return _result(job, selection, redactor, Output(str(out), size, digest.hexdigest()))


def rehearse(job: Job, progress: Progress | None = None, proven: bool = False) -> Result:
    """A dry run: everything is prepared, nothing is written. ``proven``: the artefact is made in a temporary file, which
    is gone afterwards, and searched as that of an export is."""
    if proven:
        with temporary_folder() as folder:
            return replace(export(job, Path(folder) / f"dry-run.{job.to}", progress=progress), output=None)
    selection, redactor = _begin(job, progress)
    _told(job, redactor)
    selection.header(job.session_id, job.now)
    for _ in selection.entries(progress=progress):
        pass
    return _result(job, selection, redactor, None)


def chosen(job: Job) -> Selection:
    """The selection alone, to tell its size before anything is read."""
    return Selection(job.session, job.options, None)


def _begin(job: Job, progress: Progress | None) -> tuple[Selection, Redactor | None]:
    session, options = job.session, job.options
    if job.to == "jsonl" and not session.pi.opens:
        name = str(session.path)
        raise BadInput(
            "pi-refuses",
            f"pi does not open {name}: {session.pi.why}; repair a copy first: pi-inspector verify {name} --salvage OUT",
            name,
        )
    if not options.all_branches and leaf(session, options) < 0:
        name = str(session.path)
        if told := no_session(session):
            raise BadInput(
                "no-session",
                f"{name} is {told}; there is no branch to export: --all-branches takes all of it",
                name,
            )
        raise BadInput(
            "no-branch",
            f"{name} has no branch that pi would go on with; give --all-branches or --branch ENTRY",
            name,
        )
    rules = options.rules(session.cwd)
    refuse_format_words(rules)
    redactor = Redactor(rules) if needs_proof(options) else None
    seen = b"" if redactor is None or not options.redact else _learn(job, redactor, progress)
    return Selection(session, options, redactor, seen), redactor


def _learn(job: Job, redactor: Redactor, progress: Progress | None) -> bytes | bytearray:
    """A first pass: a password that only its surroundings tell is then masked where it stands alone, too. What a glance at
    the lines told, by row, for the second pass."""
    session = job.session
    selection = Selection(session, job.options, None)
    redactor.learn([job.title, job.note, session.name or ""])
    redactor.learn(selection.header("", job.now))
    seen = bytearray(session.n)
    repaired = {damage.line for damage in session.scan.damage if damage.kind == REPAIRED}
    lines = session.cols.line
    for row, raw in raw_rows(session, selection.rows, progress):
        seen[row] = redactor.glance(raw, utf8=lines[row] not in repaired)
        if not seen[row] & (QUIET | FAMILIAR):
            redactor.learn(selection.prepare(row, raw))
    redactor.activate()
    return seen


def _told(job: Job, redactor: Redactor | None) -> tuple[str, str]:
    """Title and note, redacted: they may be the session's own words, or quote them."""
    title = job.title or job.session.name or ""
    if redactor is None:
        return title, job.note
    return redactor.text(title, Place(0, "title", "")), redactor.text(job.note, Place(0, "note", ""))


def _write(
    job: Job, selection: Selection, title: str, note: str, progress: Progress | None
) -> Iterator[bytes]:
    """The artefact's bytes from the module of its format, which is imported when it is wanted."""
    module: Any = import_module(f"inspector.export.{'chat' if job.to == 'json' else job.to}")
    if job.to == "html":
        yield from module.write(selection, job.session_id, job.now, title, note, progress=progress)
    elif job.to == "markdown":
        yield from module.write(selection, title, note, progress)
    else:
        yield from module.write(selection, job.session_id, job.now, progress)


def _counted(parts: Iterable[bytes], digest: hashlib._Hash) -> Iterator[bytes]:
    for part in parts:
        digest.update(part)
        yield part


def _result(
    job: Job,
    selection: Selection,
    redactor: Redactor | None,
    output: Output | None,
    residue: Residue | None = None,
) -> Result:
    session = job.session
    masked = redactor.report() if redactor is not None else Report()
    cwd_masked = any(one.place.field == "cwd" and one.place.entry == "header" for one in masked.findings)
    return Result(
        job.to,
        job.options,
        str(session.path),
        session.sha256,
        True,  # still_the_same has raised otherwise
        len(selection.rows),
        selection.size,
        output,
        masked,
        tuple(_sourced(job, selection, residue.found)) if residue is not None else (),
        tuple(warnings(job, cwd_masked)),
        selection.taken,
        redactor,
    )


def _sourced(job: Job, selection: Selection, found: Iterable[Residual]) -> Iterator[Residual]:
    """Places with the line of the session, where the entry's name tells it."""
    session = job.session
    lines: dict[str, int] = {}
    for one in found:
        if one.place.entry and not lines:
            lines = {session.entry_name(row): session.cols.line[row] for row in selection.rows}
        yield replace(one, source=lines.get(one.place.entry, 0))


def warnings(job: Job, cwd_masked: bool = False) -> list[str]:
    """What whoever hands the artefact on should know. ``cwd_masked``: the header's working directory is another now."""
    session, options = job.session, job.options
    said = [*_pi_words(session)]
    if not options.redact:
        said.append("secrets are NOT masked (redaction is off)")
    if job.to == "jsonl":
        if not options.faithful:
            said.append(NEW_ID)
            if cwd_masked:
                said.append(ASKS)
        words = version_words(session.version_on_disk, session.version_absent)
        if needs_rewrite(session.version):
            said.append(f"written as version 3, as pi rewrites it (the source is version {words})")
        if not options.all_branches:
            said.extend(_branch_words(session, options))
    return [*said, *not_read(session)]


def _pi_words(session: Session) -> Iterator[str]:
    if not session.pi.opens:
        yield f"pi 1.6.0 refuses the source: {session.pi.why}; the export holds what could be read all the same"
    if session.tree.cuts:
        yield "the source has a loop among its parents, on which pi hangs; it is cut in the export"
    if not session.unchanged():
        yield "somebody is writing the session; the export is of the state when it was opened"


def _branch_words(session: Session, options: ExportOptions) -> Iterator[str]:
    """What pi's own export of a branch loses as well."""
    row = leaf(session, options)
    on_path = session.tree.on_path(row)
    lost = [
        at
        for at in session.scan.label_targets
        if not on_path[at] and (target := session.target_row(at)) >= 0 and on_path[target]
    ]
    if lost:
        many = "labels of this branch were" if len(lost) > 1 else "label of this branch was"
        yield f"{len(lost):,} {many} set or cleared on another one and not in the export, as in pi's own"


def format_of(to: str | None, outs: Sequence[str]) -> str:
    """The format that was named, or that the output's suffix tells. Raises ``BadInput`` where neither does."""
    if to is not None:
        return to
    for out in outs:
        if found := SUFFIXES.get(os.path.splitext(out)[1].lower()):
            return found
    raise BadInput("usage", f"say what to make: --to {'|'.join(FORMATS)}")


def uuid7() -> str:
    """A new session id, as pi makes them."""
    number = (int(time.time() * 1000) & (2**48 - 1)) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 7 << 76
    number = number & ~(3 << 62) | 2 << 62
    text = f"{number:032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
