"""Values the user knows to be secret: where to take them from, and every form in which they may stand in a text.

The loaders read only what the user points to. What they give is held in memory for the run and never printed; errors
name the file, never its content.
"""

from __future__ import annotations

import base64
import html
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from inspector.errors import BadInput
from inspector.evidence.ladder import Decoded, decode

SHORTEST = 4  # characters; a shorter value would mask half of a text
SHORTEST_GUESSED = 8  # of a value that a name suggests, not a person
_LARGEST = 16 << 20
_NAME = re.compile(r"(?i)key|token|secret|passw|passphrase|credential|_pwd|_pass\b|_auth\b")
_NOT_SECRET = re.compile(
    r"(?i)\A(?:/[^\s]*|[a-z]:\\.*|true|false|yes|no|[0-9]{1,7}|https?://[^@]*|none|null)\Z"
)
_IN_AUTH = re.compile(
    r"(?i)key|token|secret|passw|access|refresh|auth|credential|cookie|session|bearer|private"
)
_NO_VALUE = frozenset(("type", "provider", "expires", "scope", "email", "url", "endpoint", "name", "id"))


@dataclass(frozen=True, slots=True)
class Loaded:
    """``values`` to mask; ``skipped``: how many were too short to be masked everywhere."""

    values: tuple[str, ...] = field(repr=False)
    skipped: int = 0


def from_list(path: str | os.PathLike[str]) -> Loaded:
    """One value a line; blank lines and lines that begin with # and a blank are passed over. Raises ``BadInput``."""
    lines = _text(path).splitlines()
    return _kept((line.strip() for line in lines if line.strip() and not line.startswith("# ")), SHORTEST)


def from_environment(environ: Mapping[str, str] = os.environ) -> Loaded:
    """Values of environment variables whose names speak of a key, token, secret or password."""
    return _kept(
        (value for name, value in environ.items() if _NAME.search(name) and not _NOT_SECRET.match(value)),
        SHORTEST_GUESSED,
    )


def from_auth_file(path: str | os.PathLike[str]) -> Loaded:
    """Secrets in a JSON file such as pi's ``auth.json``, or in lines of ``NAME=value``. Raises ``BadInput``.

    Of JSON: strings under names that speak of secrets, at any depth, and strings right under a provider's name."""
    text = _text(path)
    decoded = decode(text.encode("utf-8", "surrogatepass"))
    if isinstance(decoded, Decoded) and isinstance(decoded.value, (dict, list)):
        return _kept(_auth_values(decoded.value), SHORTEST_GUESSED)
    pairs = (
        line.removeprefix("export ").partition("=")
        for line in text.splitlines()
        if not line.lstrip().startswith("#")
    )
    values = (value.strip().strip("\"'") for name, _, value in pairs if _NAME.search(name))
    return _kept((value for value in values if not _NOT_SECRET.match(value)), SHORTEST_GUESSED)


def _auth_values(value: Any) -> Iterator[str]:
    stack: list[tuple[str, Any]] = [("", value)]
    while stack:
        name, item = stack.pop()
        if isinstance(item, dict):
            stack.extend((str(key), inner) for key, inner in item.items())
        elif isinstance(item, list):
            stack.extend((name, inner) for inner in item)
        elif isinstance(item, str) and name.lower() not in _NO_VALUE and not _NOT_SECRET.match(item):
            odd = len(item) >= 16 and any(c.isdigit() for c in item) and " " not in item
            if odd or _IN_AUTH.search(name):
                yield item


def _kept(values: Iterable[str], shortest: int) -> Loaded:
    kept: dict[str, None] = {}
    skipped = 0
    for value in values:
        if len(value) >= shortest:
            kept[value] = None
        elif value:
            skipped += 1
    return Loaded(tuple(kept), skipped)


def _text(path: str | os.PathLike[str]) -> str:
    try:
        file = Path(path)
        if file.stat().st_size > _LARGEST:
            raise BadInput(
                "known-values",
                f"{path} is larger than {_LARGEST >> 20} MB; is it a list of values?",
                str(path),
            )
        return file.read_bytes().decode("utf-8-sig", "replace")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no usable file name"
        raise BadInput("known-values", f"{path} cannot be read: {reason}", str(path)) from error


def forms(value: str) -> set[str]:
    """``value`` as it may stand in a text: plain, as in a URL, in JSON (once and twice escaped), in HTML, in hex, and in
    base64 at any of its three offsets (without the characters that neighbours share)."""
    raw = value.encode("utf-8", "replace")
    found = {value, html.escape(value), html.escape(value, quote=False)}
    for coded in (quote(raw, safe=""), quote(raw, safe="/"), quote_plus(raw)):
        found |= {coded, re.sub("%[0-9A-F]{2}", lambda m: m.group().lower(), coded)}
    for plain in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        once = plain[1:-1]
        found |= {once, once.replace("/", "\\/"), json.dumps(once, ensure_ascii=False)[1:-1]}
    if len(raw) >= 8:
        found |= {raw.hex(), raw.hex().upper()}
        for offset in range(3):
            coded = base64.b64encode(b"\0" * offset + raw).decode()
            end = len(coded.rstrip("=")) - (1 if (offset + len(raw)) % 3 else 0)
            cut = coded[(0, 2, 3)[offset] : end]
            found |= {cut, cut.replace("+", "-").replace("/", "_")}
    return {form for form in found if len(form) >= min(SHORTEST, len(value))}
