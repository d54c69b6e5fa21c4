"""JSON answers: never failing on odd values, compressed when that helps, and errors as one clear object."""

from __future__ import annotations

import gzip
from typing import Any

from flask import Response, request

from inspector.errors import InspectorError
from inspector.jsontext import dumps

COMPRESS_FROM = 16 * 1024  # bytes; below, compressing costs more than it saves on one machine
WIRE_LIMIT = 2 * 1000 * 1000  # bytes of one answer on the wire
RAW_LIMIT = 1_500_000  # bytes of JSON that we collect before an answer ends early, compressed or not
STATUS = {"vanished": 404, "missing": 404, "outside": 403, "permission": 403, "changed": 409}


def json_answer(value: Any, status: int = 200) -> Response:
    """``value`` as JSON."""
    return body_answer(dumps(value), status=status)


def body_answer(
    body: bytes, packed: bytes | None = None, status: int = 200, tag: str | None = None
) -> Response:
    """JSON bytes, or their gzip (``packed``, made here if it is not at hand) where the browser takes it. ``tag``
    names the content, for scripts that ask again."""
    answer = Response(status=status, mimetype="application/json")
    answer.headers["Vary"] = "Accept-Encoding, Cookie"
    if tag is not None:
        answer.set_etag(tag)
        if request.if_none_match.contains_weak(tag):
            answer.status_code = 304
            return answer
    if request.accept_encodings["gzip"] > 0 and len(body) >= COMPRESS_FROM:
        body = pack(body) if packed is None else packed
        answer.headers["Content-Encoding"] = "gzip"
    answer.set_data(body)
    return answer


def pack(body: bytes) -> bytes:
    """gzip at level 1: for a reader on the same machine time counts more than bytes."""
    return gzip.compress(body, compresslevel=1, mtime=0)


def error_answer(kind: str, message: str, file: str | None = None, status: int = 400) -> Response:
    """CONTRACT's error object."""
    return json_answer({"error": {"kind": kind, "message": message, "file": file}}, status)


def status_of(error: InspectorError) -> int:
    """The HTTP status that fits an error about a file or a call."""
    return STATUS.get(error.kind, 400)
