"""Pictures without their metadata: EXIF, XMP, comments, text chunks and whatever is appended behind the picture.

Only the container is read, nothing is decoded or drawn. JPEG loses its orientation mark with its EXIF block.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = frozenset(
    (
        b"IHDR",
        b"PLTE",
        b"IDAT",
        b"IEND",
        b"tRNS",
        b"gAMA",
        b"cHRM",
        b"sRGB",
        b"bKGD",
        b"sBIT",
        b"pHYs",
        b"acTL",
        b"fcTL",
        b"fdAT",
        b"cICP",
    )
)
_WEBP_KEPT = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"))
_SPACE = re.compile(r"[\s]+")


def clean_base64(data: str) -> str | None:
    """Base64 of the picture without metadata: the same string where it has none, None where it is no PNG, JPEG, GIF or
    WebP or its structure is broken. Never raises."""
    try:
        raw = base64.b64decode(_SPACE.sub("", data).encode("ascii"), validate=True)
    except (ValueError, binascii.Error):
        return None
    kept = clean(raw)
    if kept is None:
        return None
    return data if kept == raw else base64.b64encode(kept).decode("ascii")


def clean(raw: bytes) -> bytes | None:
    """The picture without metadata, or None (as ``clean_base64``)."""
    try:
        if raw.startswith(_PNG):
            return _png(raw)
        if raw.startswith(b"\xff\xd8\xff"):
            return _jpeg(raw)
        if raw.startswith((b"GIF87a", b"GIF89a")):
            return _gif(raw)
        if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
            return _webp(raw)
    except (struct.error, IndexError, ValueError):
        return None
    return None


def _png(raw: bytes) -> bytes:
    parts, at = [_PNG], len(_PNG)
    while at < len(raw):
        (size,) = struct.unpack_from(">I", raw, at)
        kind = raw[at + 4 : at + 8]
        end = at + 12 + size
        if end > len(raw):
            raise ValueError("cut")
        if kind in _PNG_KEPT:
            parts.append(raw[at:end])
        at = end
        if kind == b"IEND":
            break
    return b"".join(parts)


def _jpeg(raw: bytes) -> bytes:
    parts, at = [b"\xff\xd8"], 2
    while True:
        if raw[at] != 0xFF:
            raise ValueError("no marker")
        while raw[at + 1] == 0xFF:
            at += 1
        code = raw[at + 1]
        if code == 0xD9:
            parts.append(b"\xff\xd9")
            return b"".join(parts)
        if 0xD0 <= code <= 0xD7 or code == 0x01:
            parts.append(raw[at : at + 2])
            at += 2
            continue
        (size,) = struct.unpack_from(">H", raw, at + 2)
        end = at + 2 + size
        if size < 2 or end > len(raw):
            raise ValueError("cut")
        if code in (0xE0, 0xEE) or not (0xE0 <= code <= 0xEF or code == 0xFE):
            parts.append(raw[at:end])
        at = end
        if code == 0xDA:
            at = _scan_end(raw, at)
            parts.append(raw[end:at])


def _scan_end(raw: bytes, at: int) -> int:
    """The end of compressed data: the next marker that is no stuffed byte and no restart."""
    while True:
        at = raw.index(b"\xff", at)
        code = raw[at + 1]
        if code == 0 or 0xD0 <= code <= 0xD7:
            at += 2
        elif code == 0xFF:
            at += 1
        else:
            return at


def _gif(raw: bytes) -> bytes:
    at = 13 + (3 << ((raw[10] & 7) + 1) if raw[10] & 0x80 else 0)
    parts = [raw[:at]]
    while True:
        begin, kind = at, raw[at]
        if kind == 0x3B:
            parts.append(b";")
            return b"".join(parts)
        if kind == 0x21:
            label = raw[at + 1]
            application = raw[at + 3 : at + 14]
            at = _blocks_end(raw, at + 2)
            if label == 0xF9 or (label == 0xFF and application in (b"NETSCAPE2.0", b"ANIMEXTS1.0")):
                parts.append(raw[begin:at])
        elif kind == 0x2C:
            packed = raw[at + 9]
            at += 10 + (3 << ((packed & 7) + 1) if packed & 0x80 else 0)
            at = _blocks_end(raw, at + 1)
            parts.append(raw[begin:at])
        else:
            raise ValueError("no block")


def _blocks_end(raw: bytes, at: int) -> int:
    while raw[at]:
        at += raw[at] + 1
    return at + 1


def _webp(raw: bytes) -> bytes:
    parts, at = [], 12
    (end_of_file,) = struct.unpack_from("<I", raw, 4)
    while at + 8 <= min(len(raw), end_of_file + 8):
        kind = raw[at : at + 4]
        (size,) = struct.unpack_from("<I", raw, at + 4)
        end = at + 8 + size + (size & 1)
        if at + 8 + size > len(raw):
            raise ValueError("cut")
        chunk = raw[at:end]
        if kind == b"VP8X":
            chunk = (
                chunk[:8] + bytes((chunk[8] & ~0x2C & 0xFF,)) + chunk[9:]
            )  # no profile, EXIF or XMP follows
        if kind in _WEBP_KEPT:
            parts.append(chunk)
        at = end
    body = b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body
