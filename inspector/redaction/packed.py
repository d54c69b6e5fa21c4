"""Text inside text: base64, hex and gzip, as configuration files, tokens and tool results carry it.

Only what decodes to readable text is looked into. The signature of such base64 and hex is rare enough in anything else
that looking for it wakes nothing in vain.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator

# Four signs of base64 that stand for three bytes of printable ASCII; six such groups hold 18 bytes.
_GROUP = "[I-Za-f][C-HS-Xi-ny-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][0-9A-Za-z+/_-]"
_TEXTS = f"(?:{_GROUP}){{6}}"
_HEX = "(?:[2-7][0-9A-Fa-f]){16}"
# Wakes the look into packed text, together with the rules. gzip begins with the same signs in base64.
TRIGGER = f"{_TEXTS}|{_HEX}|H4sI[0-9A-Za-z+/_-]{{16}}"
_RUN = re.compile(rb"[0-9A-Za-z+/_-]{16,}(?:(?:\\[rn])*[\r\n]+[ \t]*[0-9A-Za-z+/_-]{4,})*={0,2}")
_SIGN = re.compile(f"{_TEXTS}|H4sI".encode())
_HEX_RUN = re.compile(f"{_HEX}(?:[0-9A-Fa-f]{{2}})*".encode())
_BREAKS = re.compile(rb"(?:\\[rn])*[\r\n]+[ \t]*")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
UNPACKED = 16 << 20  # bytes of one gzip that are looked into


def readable(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Runs of ``data`` (UTF-8) that hold text: start, end, and the text."""
    for run in _RUN.finditer(data):
        sign = _SIGN.search(run[0])
        if sign and (text := _of_base64(run[0], sign.start())):
            yield run.start(), run.end(), text
    for run in _HEX_RUN.finditer(data):
        text = bytes.fromhex(run[0].decode("ascii"))
        yield run.start(), run.end(), _valid(text)


def _of_base64(run: bytes, sign: int) -> bytes:
    """The text in a run; ``sign`` tells where a group of four begins."""
    breaks = sum(len(one) for one in _BREAKS.findall(run[:sign]))
    flat = _BREAKS.sub(b"", run).rstrip(b"=").translate(_URL_SAFE)
    flat = flat[(sign - breaks) % 4 :]
    flat = flat[:-1] if len(flat) % 4 == 1 else flat
    try:
        raw = base64.b64decode(flat + b"=" * (-len(flat) % 4))
    except binascii.Error:
        return b""
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = zlib.decompressobj(wbits=31).decompress(raw, UNPACKED)
        except zlib.error:
            return b""
    return _valid(raw)


def _valid(raw: bytes) -> bytes:
    """UTF-8, so that RE2 takes it."""
    return raw.decode("utf-8", "replace").encode()
