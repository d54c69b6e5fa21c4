"""``file://`` URLs in place of paths, as node's ``fileURLToPath`` reads them: what pi does with a cwd or path so written."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

_REMOVED = re.compile(r"[\t\n\r]")
_HALF = re.compile("[\ud800-\udfff]")
_TRIMMED = "".join(map(chr, range(0x21)))
_DRIVE = re.compile(r"[A-Za-z][:|]\Z")
_NO_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_HIDDEN_SLASH = re.compile(r"%2f", re.IGNORECASE)


def is_file_url(text: str) -> bool:
    """True for what pi hands to ``fileURLToPath``."""
    return text.startswith("file://")


def file_url_path(text: str) -> str:
    """The path of a file URL. Raises ``ValueError`` where it names a host, hides a slash, or has escapes that are no
    UTF-8: node throws there."""
    rest = re.split(
        r"[?#]", _HALF.sub("\ufffd", _REMOVED.sub("", text.rstrip(_TRIMMED)))[len("file://") :], maxsplit=1
    )[0]
    host, _, path = rest.replace("\\", "/").partition("/")
    if _DRIVE.match(host):
        host, path = "", f"{host[0]}:/{path}"
    if os.name == "nt":
        from urllib.request import url2pathname  # here, since it brings in http and mail

        return url2pathname(f"/{path}")
    if unquote(host).lower() not in ("", "localhost"):
        raise ValueError(f"a file URL must not name a host: {text!r}")
    if _HIDDEN_SLASH.search(path):
        raise ValueError(f"a file URL must not hide a slash: {text!r}")
    if _NO_ESCAPE.search(path):
        raise ValueError(f"a percent sign that begins no escape: {text!r}")
    return unquote(f"/{path}", errors="strict")
