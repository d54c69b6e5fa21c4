"""The data that an exported page carries: index, stored lines, contexts, each gzipped in base64.

Every piece is an element of its own, so that the page unpacks only what somebody looks at. The base64 alphabet holds
no character of markup: whatever a session says, it cannot end its element. The last blocks come first, since the page
opens at the leaf and may start while the browser still reads the rest. Compressing lets other threads run.
"""

from __future__ import annotations

import base64
import gzip
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock, Semaphore
from typing import Any

from inspector.diagnosis.said_of import with_said
from inspector.export.leftrows import LeftRows
from inspector.jsontext import dumps
from inspector.packing import gzip_fast
from inspector.session.context import context_at
from inspector.session.context_json import context_json
from inspector.session.index import ExtraColumns, part, plan
from inspector.session.load import Session
from inspector.session.usage import usage_columns

FORMAT = 1
HEAD = "pi-session-data"
USAGE = "pi-usage"
BLOCK_ROWS = 400
BLOCK_BYTES = 384 << 10  # of stored lines; one line may be larger and then has a block of its own
CONTEXTS = 40  # leaves whose context is worked out beforehand, latest first
CONTEXT_ROWS = 250_000  # and the length of their paths in all
CONTEXT_BYTES = 256 << 20  # and of the entries read for them
SMALL = 8 << 20  # bytes of a session that is worth compressing well; above, time counts more
_THREADS = 2
AHEAD = 160  # compressed blocks in memory that wait to be written

Piece = tuple[str, bytes]


def elements(
    session: Session, extra: dict[str, Any] | None = None, left: LeftRows | None = None
) -> Iterator[bytes]:
    """The data elements of a page, one after another. ``extra`` are keys of the index that the exporter sets itself
    (file, hash, damage); ``left`` knows the rows from which a part was left out."""
    starts = block_starts(session.cols.length)
    told = contexts(session)
    yield _element(HEAD, _head(session, starts, told))
    pack = partial(_pack, _gzip_small if session.size <= SMALL else gzip_fast)
    blocks = _Ahead(_blocks(session, starts), len(starts), pack)
    try:
        for name, data in _index(session, extra):
            yield pack(name, data)
        yield pack(USAGE, dumps(usage_columns(session)))
        views = []
        for piece in _contexts(session, told, left):
            views.append(blocks.later(piece))
            yield from blocks.ready()
        yield from blocks.rest()
        for view in views:
            yield view.result()
    finally:
        blocks.close()


class _Ahead:
    """Blocks that other threads read and compress while this one works out index and contexts; so many of them wait to be
    written and no more. Their order is about that of ``pieces``, of which there are ``count``."""

    def __init__(self, pieces: Iterator[Piece], count: int, pack: Callable[[str, bytes], bytes]) -> None:
        self._pieces, self._pack = pieces, pack
        self._turn, self._room, self._ended = Lock(), Semaphore(AHEAD), False
        self._pool = ThreadPoolExecutor(_THREADS)
        self._coming = deque(self._pool.submit(self._next) for _ in range(count))

    def _next(self) -> bytes:
        self._room.acquire()
        with self._turn:
            if self._ended:
                return b""
            piece = next(self._pieces)
        return self._pack(*piece)

    def later(self, piece: Piece) -> Future[bytes]:
        """Have ``piece`` compressed after the blocks."""
        return self._pool.submit(self._pack, *piece)

    def ready(self) -> Iterator[bytes]:
        """Those that are there already."""
        while self._coming and self._coming[0].done():
            yield self._taken()

    def rest(self) -> Iterator[bytes]:
        """All others."""
        while self._coming:
            yield self._taken()

    def _taken(self) -> bytes:
        data = self._coming.popleft().result()
        self._room.release()
        return data

    def close(self) -> None:
        """End the threads, also where somebody does not want the rest."""
        self._ended = True
        self._room.release(_THREADS)
        self._pool.shutdown(cancel_futures=True)


def block_starts(lengths: Iterable[int]) -> list[int]:
    """First rows of the blocks."""
    starts: list[int] = []
    size = 0
    for row, length in enumerate(lengths):
        if not starts or row - starts[-1] >= BLOCK_ROWS or size + length > BLOCK_BYTES:
            starts.append(row)
            size = 0
        size += length
    return starts


def contexts(session: Session) -> list[int]:
    """Leaves whose context view the page carries: the active one, then those written last, within bounds."""
    tree, cols = session.tree, session.cols
    leaves = sorted(
        {*tree.leaves, tree.active_leaf} - {-1}, key=lambda row: (row == tree.active_leaf, row), reverse=True
    )
    chosen: list[int] = []
    rows = size = 0
    for leaf in leaves[:CONTEXTS]:
        rows += tree.depth[leaf] + 1
        size += sum(cols.length[row] for row in tree.path(leaf)) if rows <= CONTEXT_ROWS else 0
        if rows > CONTEXT_ROWS or size > CONTEXT_BYTES:
            break
        chosen.append(leaf)
    return chosen


def _head(session: Session, starts: list[int], told: list[int]) -> bytes:
    return dumps(
        {
            "format": FORMAT,
            "version": 3 if session.version >= 3 else 2 if session.version >= 2 else 1,
            "blocks": starts,
            "contexts": told,
        }
    )


def _index(session: Session, extra: dict[str, Any] | None) -> Iterator[Piece]:
    cut = plan(session, extra)
    columns = ExtraColumns(session)
    for number in range(cut.parts):
        yield f"pi-index-{number}", part(session, cut, number, columns)


def _contexts(session: Session, told: list[int], left: LeftRows | None) -> Iterator[Piece]:
    for leaf in told:
        view = context_json(session, context_at(session, leaf))
        yield f"pi-context-{leaf}", dumps(with_said(view if left is None else left.mend(view)))


def _blocks(session: Session, starts: list[int]) -> Iterator[Piece]:
    """Blocks from the last to the first."""
    ends = [*starts[1:], session.n]
    for number in range(len(starts) - 1, -1, -1):
        yield f"pi-entries-{number}", b"\n".join(read_rows(session, starts[number], ends[number]))


def read_rows(session: Session, first: int, stop: int) -> list[bytes]:
    """The stored lines of some rows, read in one go where they stand close together."""
    offset, length = session.cols.offset, session.cols.length
    start, end = offset[first], offset[stop - 1] + length[stop - 1]
    if end - start > 2 * sum(length[first:stop]) + BLOCK_BYTES:
        return [session.raw(row) for row in range(first, stop)]
    data = session.evidence.read(start, end - start)
    return [data[offset[row] - start : offset[row] - start + length[row]] for row in range(first, stop)]


def _pack(squeeze: Callable[[bytes], bytes], name: str, data: bytes) -> bytes:
    return _element(name, b'"' + base64.b64encode(squeeze(data)) + b'"')


def _gzip_small(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)


def _element(name: str, text: bytes) -> bytes:
    return b'<script type="application/json" id="' + name.encode("ascii") + b'">' + text + b"</script>\n"


def source_lines(session: Session, lines: Iterable[int]) -> None:
    """Name the rows of a session that was made for the export by the lines of the file it was made from."""
    session.cols.line[:] = array(session.cols.line.typecode, lines)
