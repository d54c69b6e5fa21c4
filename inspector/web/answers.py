"""JSON answers: never failing on odd values, compressed when that helps, and errors as one clear object."""

from __future__ import annotations

import gzip
from typing import Any

from flask import Response, request

from inspector.diagnosis.words_file import said
from inspector.errors import InspectorError
from inspector.jsontext import dumps
from inspector.packing import gzip_fast

COMPRESS_FROM = 16 * 1024  # bytes; below, compressing costs more than it saves on one machine
WIRE_LIMIT = 2_000_000  # bytes of one answer on the wire
SLICE = 1_500_000  # bytes on the wire of one part of an answer that would be larger
RAW_LIMIT = 1_500_000  # bytes of JSON that we collect before an answer ends early, compressed or not
STATUS = {"vanished": 404, "missing": 404, "outside": 403, "permission": 403, "changed": 409}


class Kept:
    """A JSON answer kept for whoever asks again: compressed, where that is worth it."""

    def __init__(self, body: bytes) -> None:
        self.packed = gzip_fast(body) if len(body) >= COMPRESS_FROM else None
        self._body = body if self.packed is None else b""

    @property
    def body(self) -> bytes:
        """The JSON."""
        return self._body if self.packed is None else gzip.decompress(self.packed)

    @property
    def wire(self) -> int:
        """Bytes on the wire to a browser."""
        return len(self._body if self.packed is None else self.packed)

    def answer(self, tag: str) -> Response:
        """The answer in the form that the browser takes; ``tag`` names the content for scripts that ask again."""
        if self.packed is not None and _takes_gzip():
            return _answer(self.packed, "gzip", tag=tag)
        return _answer(self.body, None, tag=tag)

    def slices(self) -> list[Kept]:
        """A very large answer as several: ``{"slice", "slices", "text"}``, whose texts joined are the JSON."""
        if self.wire <= WIRE_LIMIT:
            return [self]
        text = self.body.decode("utf-8")
        count = -(-self.wire // SLICE)
        size = -(-len(text) // count)
        pieces = [text[at * size : (at + 1) * size] for at in range(count)]
        return [Kept(dumps({"slice": at, "slices": count, "text": piece})) for at, piece in enumerate(pieces)]


def json_answer(value: Any, status: int = 200) -> Response:
    """``value`` as JSON."""
    return body_answer(dumps(value), status)


def body_answer(body: bytes, status: int = 200) -> Response:
    """JSON bytes, compressed where that helps and the browser takes it."""
    if len(body) >= COMPRESS_FROM and _takes_gzip():
        return _answer(gzip_fast(body), "gzip", status)
    return _answer(body, None, status)


def error_answer(kind: str, message: str, file: str | None = None, status: int = 400) -> Response:
    """CONTRACT's error object; ``said`` is the message in Chinese, where there are words for it."""
    error = {"kind": kind, "message": message, "file": file, "said": said(message, "zh")}
    return json_answer({"error": error}, status)


def status_of(error: InspectorError) -> int:
    """The HTTP status that fits an error about a file or a call."""
    return STATUS.get(error.kind, 400)


def _takes_gzip() -> bool:
    return bool(request.accept_encodings["gzip"] > 0)


def _answer(body: bytes, encoding: str | None, status: int = 200, tag: str | None = None) -> Response:
    answer = Response(status=status, mimetype="application/json")
    answer.headers["Vary"] = "Accept-Encoding, Cookie"
    if tag is not None:
        answer.set_etag(tag)
        if request.if_none_match.contains_weak(tag):
            answer.status_code = 304
            return answer
    if encoding is not None:
        answer.headers["Content-Encoding"] = encoding
    answer.set_data(body)
    return answer
