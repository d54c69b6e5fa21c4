"""A repaired copy of a session in version 3, for pi to open, with a list of every change. The evidence stays as it is.

Lines that are sound go over byte for byte. What changes: the header (repaired or made), whole records inside lines
that pi cannot read (taken back), ids (given where there are none, renewed where two records share one), parents
(loops cut, missing ones left out), old versions (migrated), and the few fields on which pi 1.6.0 throws. What nobody
can repair stays and is found again by ``verify`` on the copy: unknown types and roles, kept ids that lead nowhere,
odd numbers, halves of surrogate pairs, deep nesting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from inspector.diagnosis.salvage_header import make_header
from inspector.diagnosis.salvage_ids import Chain, chain
from inspector.diagnosis.salvage_record import Records
from inspector.diagnosis.salvage_take import take_back
from inspector.errors import BadInput
from inspector.evidence.damage import Damage
from inspector.jsontext import dumps
from inspector.outfile import check_target, output_path, write_new
from inspector.session import Session, open_session
from inspector.session.unchanged import still_the_same
from inspector.session.verdict import no_session

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Salvaged:
    """The copy: where it is, its entries, what was changed (each with its line in the original), the damage that is
    left in it, and for each row of the original its id in the copy (None: left out)."""

    file: Path
    size: int
    sha256: str
    entries: int
    changes: tuple[str, ...]
    left: tuple[Damage, ...]
    names: tuple[str | None, ...]
    opens: bool


class Changes:
    """What was changed, by line of the original; line 0 for the file as a whole."""

    def __init__(self) -> None:
        self._said: list[tuple[int, str]] = []

    def add(self, line: int, text: str) -> None:
        """One change at a line."""
        self._said.append((line, f"line {line:,}: {text}" if line else text))

    def texts(self) -> tuple[str, ...]:
        """All of them in the order of lines."""
        return tuple(text for _, text in sorted(self._said, key=lambda one: one[0]))


def salvage(
    session: Session, out: str, force: bool = False, progress: Callable[[int, int], None] | None = None
) -> Salvaged:
    """Write the copy to ``out``. Raises ``BadInput`` where ``out`` may not or cannot be written, where the file is no
    session, and ``EvidenceError`` where the original was rewritten meanwhile; nothing is left behind then."""
    other = no_session(session)
    name = str(session.path)
    if other is not None:
        raise BadInput("not-a-session", f"{name} is {other}; there is nothing to salvage", name)
    target = _target(session, out, force)
    changes = Changes()
    links = _plan(session, changes)
    seen: list[tuple[tuple[Damage, ...], bool, str, int]] = []

    def proven(part: Path) -> None:
        still_the_same(session)
        copy = open_session(part)
        opens = copy.pi.opens and not copy.pi.hangs and not copy.pi.throws
        seen.append((tuple(copy.damage), opens, copy.sha256, copy.n))
        copy.evidence.close()

    size = write_new(
        target, _lines(session, links, changes, progress), [session.path], force, proven, [_numbers(session)]
    )
    left, opens, sha256, entries = seen[0]
    return Salvaged(target, size, sha256, entries, changes.texts(), left, links.names(), opens)


@contextmanager
def rehearsed(session: Session) -> Iterator[tuple[Session, tuple[str | None, ...]]]:
    """The copy that ``salvage`` would write, open while the block runs, and ``Salvaged.names``; nothing of it stays."""
    changes = Changes()
    links = _plan(session, changes)
    with TemporaryDirectory() as folder:
        part = Path(folder) / "copy"
        with open(part, "xb") as stream:
            stream.writelines(_lines(session, links, changes, None))
        copy = open_session(part)
        try:
            yield copy, links.names()
        finally:
            copy.evidence.close()


def _target(session: Session, out: str, force: bool) -> Path:
    target = output_path(out, "--salvage OUT.jsonl")
    check_target(target, [session.path], force, [_numbers(session)])
    if not force and target.parent.resolve() == session.path.parent.resolve():
        why = "lies beside the original, where pi would list and continue it as a session"
        raise BadInput("session-folder", f"{out} {why}; name another folder, or give --force", out)
    return target


def _numbers(session: Session) -> tuple[int, int]:
    return session.evidence.identity.inode, session.evidence.identity.device


def _plan(session: Session, changes: Changes) -> Chain:
    _lost_lines(session, changes)
    return chain(session, take_back(session, changes), changes)


def _lost_lines(session: Session, changes: Changes) -> None:
    """Lines and line ends that do not go over, whatever they hold."""
    scan = session.scan
    if not scan.ends_with_newline:
        changes.add(scan.lines, "the missing newline at the end is there")
    if scan.blank_lines:
        changes.add(0, f"{scan.blank_lines:,} blank line{'s' if scan.blank_lines > 1 else ''} left out")
    for header in scan.headers[1:]:
        changes.add(header.line, "the second header is left out")
    if scan.first_kept == "entry" and scan.headers:
        changes.add(scan.headers[0].line, "the header now stands first")


def _lines(
    session: Session, links: Chain, changes: Changes, progress: Callable[[int, int], None] | None
) -> Iterator[bytes]:
    header = make_header(session, links.header, changes)
    repaired = any(damage.line == 1 and damage.kind == "repaired-utf8" for damage in session.scan.damage)
    if session.header_line == 1 and header == session.header and not repaired:  # sound: as it stands
        yield next(session.evidence.lines()).removeprefix(BOM).rstrip(b"\n") + b"\n"
    else:
        yield dumps(header) + b"\n"
    records = Records(session, links, changes)
    for number, item in enumerate(links.items):
        yield records.line(item)
        if progress is not None and not number & 0xFFF:
            progress(number, len(links.items))
