"""Who may ask, and what every answer carries.

Four gates before any view: the name in the ``Host`` header (a web page could point its own name at 127.0.0.1), the
per-start token (other users of the machine can reach the port too), the site a request comes from, and, for whatever
would change something, the same origin. The headers go on every answer, errors and static files included.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import quote, urlencode, urlsplit

from flask import Flask, Response, abort, current_app, g, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from inspector.web import scripts
from inspector.web.config import Token, WebConfig

LOOPBACK = ("127.0.0.1", "localhost", "::1")
WILDCARDS = ("", "0.0.0.0", "::")
PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+))(?::([0-9]{1,5}))?\Z", re.ASCII)
_STATIC = "/static/"
_SAFE = ("GET", "HEAD", "OPTIONS")


def install(app: Flask, config: WebConfig) -> None:
    """Put the gates before and the headers behind every request of ``app``."""
    # Flask's own check (TRUSTED_HOSTS) knows no IPv6 address and takes LOCALHOST for another name; ours covers all.
    app.config["SERVED_HOSTS"] = trusted_hosts(config.host)
    app.config["MAX_CONTENT_LENGTH"] = 64 * 1024
    app.before_request(lambda: _gate(config))
    app.after_request(_headers)


def trusted_hosts(host: str) -> frozenset[str]:
    """Names under which the server may be addressed: loopback, the chosen host, and for a wildcard this machine."""
    names = {*LOOPBACK}
    if host in WILDCARDS:
        names.update(_own_names())
    else:
        names.add(_plain(host))
    return frozenset(names)


def host_name(header: str) -> str | None:
    """The name in a ``Host`` header without its port, lower case; None where the header is malformed."""
    match = _HOST.match(header)
    if match is None or int(match.group(3) or 1) not in range(1, 65536):
        return None
    return _plain(match.group(1) or match.group(2))


def _plain(host: str) -> str:
    try:
        return str(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return host.lower().rstrip(".")


def _own_names() -> Iterable[str]:
    name = socket.gethostname()
    found = {name.lower(), socket.getfqdn().lower()}
    try:
        found.update(str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(name, None))
    except OSError:
        pass  # a machine that does not know its own name is reached by loopback names only
    return {_plain(item) for item in found}


# -- gates -------------------------------------------------------------------------------------------------


def _gate(config: WebConfig) -> AnyResponse | None:
    _check_host()
    if request.method not in _SAFE:
        _check_same_origin()
    if config.token is not None and not request.path.startswith(_STATIC):
        answer = _check_token(config.cookie, config.token)
        if answer is not None:
            return answer
    if request.path.startswith("/api/") and request.headers.get("Sec-Fetch-Site") in (
        "cross-site",
        "same-site",
    ):
        abort(403, "Another site asked for this; only pages of this server may.")
    g.let_in = not request.path.startswith(_STATIC)
    return None


def let_in() -> bool:
    """Did this request pass all gates? Only then does a link to another page lead anywhere."""
    return bool(g.get("let_in", False))


def _check_host() -> None:
    name = host_name(request.headers.get("Host", ""))
    if name is None or name not in current_app.config["SERVED_HOSTS"] or not request.host:
        abort(
            400, "This server answers to its own address only. Open the address that it printed at its start."
        )


def _check_same_origin() -> None:
    """A request that could change something must come from a page of ours; a missing sign counts as foreign."""
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None and site != "same-origin":
        abort(403, "Another site asked for this; only pages of this server may.")
    if origin is not None and urlsplit(origin)[:2] != (request.scheme, request.host):
        abort(403, "Another site asked for this; only pages of this server may.")
    if site is None and origin is None:
        abort(403, "It is not clear which site asked for this; only pages of this server may.")


def _check_token(cookie: str, token: Token) -> AnyResponse | None:
    given = request.args.get("token")
    if given is not None and request.method in ("GET", "HEAD"):
        if not token.admits(given):
            abort(
                403,
                "The token in the address is not the one of this start. Open the address that was printed last.",
            )
        answer = redirect(_clean_url(), 303)
        answer.set_cookie(cookie, token.text, httponly=True, samesite="Strict", path="/")
        return answer
    if not token.matches(request.cookies.get(cookie, "")):
        abort(
            403,
            "Open the address that pi-inspector printed at its start, in the terminal; it holds the token that lets you in.",
        )
    return None


def _clean_url() -> str:
    """The address asked for without its token; one leading slash, so that it cannot name another host."""
    rest = [(name, value) for name, value in request.args.items(multi=True) if name != "token"]
    path = "/" + quote(request.path.lstrip("/\\"), safe="/")
    return f"{path}?{urlencode(rest)}" if rest else path


# -- headers -----------------------------------------------------------------------------------------------


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # Session text belongs in no cache on disk. Our own scripts and styles may be kept, and are asked for again, cheaply,
    # where the address does not say which state of them is meant.
    if request.path.startswith(_STATIC) and response.status_code < 400:
        response.headers["Cache-Control"] = scripts.KEEP if scripts.may_keep() else "no-cache"
    else:
        response.headers["Cache-Control"] = "no-store"
    return response
