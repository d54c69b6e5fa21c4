"""gzip where time counts: data of exported pages and answers to the browser."""

from __future__ import annotations

import gzip
from collections.abc import Callable

_deflate: Callable[[bytes, int, int], bytes] | None
try:
    from isal.isal_zlib import compress

    _deflate = compress
except ImportError:  # no wheel for this machine: slower, the same otherwise
    _deflate = None

_GZIP = 31  # window bits that ask for gzip's header; no time and no name stand in it


def gzip_fast(data: bytes) -> bytes:
    """``data`` as one gzip member, at the first level. Other threads run meanwhile."""
    return gzip.compress(data, 1, mtime=0) if _deflate is None else _deflate(data, 1, _GZIP)
