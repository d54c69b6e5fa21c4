"""gzip where time counts: any reader takes it, with the quick library or without."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable

import pytest

from inspector import packing


@pytest.mark.parametrize("deflate", [packing._deflate, None], ids=["quick", "plain"])
def test_what_was_packed_comes_back(
    deflate: Callable[[bytes, int, int], bytes] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "_deflate", deflate)
    dice = random.Random(3)
    texts = [b"", b"{}", b"say it again " * 40_000, dice.randbytes(70_000)]
    for text in texts:
        packed = packing.gzip_fast(text)
        assert gzip.decompress(packed) == text
        assert packed == packing.gzip_fast(text)  # no clock in it
        assert packed[:4] == b"\x1f\x8b\x08\x00"  # no name, no comment
        assert packed[4:8] == bytes(4)
    assert len(packing.gzip_fast(texts[2])) < len(texts[2]) // 50
