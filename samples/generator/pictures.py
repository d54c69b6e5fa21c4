"""Small pictures for the samples, made without any library and without compression, so that the bytes never differ."""

from __future__ import annotations

import base64
import struct
import zlib


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows: list[bytes], palette: list[tuple[int, int, int]]) -> bytes:
    """A PNG of palette indices, one byte a pixel, rows of equal length."""
    raw = b"".join(b"\0" + row for row in rows)
    stored = (
        b"\x78\x01\x01"
        + struct.pack("<HH", len(raw), len(raw) ^ 0xFFFF)
        + raw
        + struct.pack(">I", zlib.adler32(raw))
    )
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    colours = b"".join(bytes(c) for c in palette)
    body = _chunk(b"IHDR", head) + _chunk(b"PLTE", colours) + _chunk(b"IDAT", stored) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def street_plan() -> bytes:
    """The market street by night: stalls left and right, lanterns between, the canal below."""
    width, height = 96, 64
    rows = [bytearray(width) for _ in range(height)]
    for column in range(6):
        for side in (8, 38):
            for y in range(side, side + 12):
                for x in range(6 + column * 15, 17 + column * 15):
                    rows[y][x] = 1 + (column + side) % 3
    for x in range(4, width - 4):
        if x % 8 < 3:
            rows[29][x] = rows[28][x] = 4
    for y in range(56, 62):
        for x in range(width):
            rows[y][x] = 5 if (x // 3 + y) % 4 else 6
    palette = [
        (24, 26, 38),
        (192, 72, 58),
        (214, 150, 64),
        (86, 140, 120),
        (255, 214, 120),
        (38, 70, 120),
        (62, 104, 160),
    ]
    return png([bytes(r) for r in rows], palette)


def base64_of(data: bytes) -> str:
    """As it stands in a record."""
    return base64.b64encode(data).decode()
