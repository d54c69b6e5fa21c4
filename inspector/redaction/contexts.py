"""Secrets that are told by what stands around them: key blocks, headers, URLs, cookies, connection strings, assignments.

Text inside text is common (JSON in a string, a URL in a query), so separators allow backslashes; what is escaped any
further is found in the unescaped views of a text (``views``).
"""

from __future__ import annotations

import base64
import re
from functools import lru_cache

from inspector.redaction.rule import (
    Rule,
    entropy,
    has_digit,
    no_sample,
    password_text,
    quoted_password,
    random_text,
)

# Names of things that hold a secret. Their plural counts tokens, so it is not among them.
_PASSWORD = r"passw(?:or)?d|passwd|passphrase|passcode|pwd|userpass|user[_-]pass|[_-]pass"
_SECRET = (
    r"secret|token|api[_-]?key|app[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|auth[_-]?key|account[_-]?key|"
    r"access[_-]?key[_-]?id|shared[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|session[_-]?key|service[_-]?key|"
    r"deploy[_-]?key|license[_-]?key|credentials?|x-amz-signature|x-goog-signature|webhook[_-]?url|sessid|"
    r"[_-]auth|connection[_-]?string"
)
_TAIL = r"(?:[_-]?(?:value|key|base|base64|b64|hash|prod|production|dev|staging|live|main|default|new|old|[0-9]{1,2}))?"
_CHINESE = "密码|口令|密钥|秘钥|私钥|令牌|授权码|访问令牌|凭证"
_SEP = r"[\])}]?\s*(?:=>|:=|==|[:=：＝])\s*"
_Q = r"\\*[\"'`]"

_IS_PASSWORD = re.compile(rf"(?i)(?:\A|.*[^a-z]|.*)(?:{_PASSWORD}|\bpass|密码|口令){_TAIL}\Z", re.DOTALL)
_IS_SECRET = re.compile(
    rf"(?i)(?:.*?)(?:{_SECRET}|{_CHINESE}){_TAIL}\Z|\A(?:(?:proxy-|x-)?auth(?:orization)?|(?:set-)?cookie|bearer|jwt|pat|sas|sig|x-[a-z-]*auth[a-z-]*)\Z",
    re.DOTALL,
)

# Lists under these names hold secrets; any other plural counts something.
PLURALS = frozenset(
    ("tokens", "passwords", "secrets", "apikeys", "api_keys", "access_tokens", "accesstokens")
)
# A cookie in a list of pairs.
SESSION_NAME = re.compile(r"(?i)sid|ssid|sessionid|connect\.sid|asp\.net_sessionid")

# Wakes wherever ``secret_name`` would speak, in the text of a JSON line.
_BLANK = r"[\s\x0b\x1c-\x1f\x{85}\x{a0}\pZ]*"
NAME_TRIGGER = (
    rf"(?i)(?:(?:{_PASSWORD}|pass|{_SECRET}|{_CHINESE}){_TAIL}|\"{_BLANK}(?:(?:proxy-|x-)?auth(?:orization)?|(?:set-)?cookie|"
    rf"bearer|jwt|pat|sas|sig|x-[a-z-]*auth[a-z-]*)){_BLANK}\"\s*:"
)


@lru_cache(maxsize=4096)
def secret_name(name: str) -> str:
    """What a property of this name holds: "password", "secret", or ""."""
    name = name[-80:].strip()
    if _IS_PASSWORD.match(name):
        return "password"
    return "secret" if _IS_SECRET.match(name) else ""


def property_secret(kind: str, text: str) -> bool:
    """True where the whole value of a property named like ``kind`` ("password", "secret") is a secret."""
    if kind == "password":
        return quoted_password(text)
    return named_secret(text) or (";" in text and _cookies(text))


def named_secret(text: str) -> bool:
    """True for a quoted value under a name that says secret: less random than a bare one may be."""
    return random_text(text) or (len(text) >= 8 and has_digit(text) and password_text(text))


def _cookies(text: str) -> bool:
    """Some cookie in the header has a value that is longer than a flag."""
    return "=" in text and any(
        len(part.partition("=")[2].strip()) >= 6 and no_sample(part.partition("=")[2])
        for part in text.split(";")
    )


def _basic(text: str) -> bool:
    return (
        len(text) >= 8 and no_sample(text) and (has_digit(text) or text.endswith("=") or entropy(text) >= 3.2)
    )


def _url_password(text: str) -> bool:
    return (
        no_sample(text)
        and not any(c in text for c in "{}<>")
        and text.lower() not in ("...", "pw", "p", "port")
    )


def _pem(text: str) -> bool:
    return len(text) <= 20_000


def _bearer(text: str) -> bool:
    return (
        no_sample(text) and (has_digit(text) or len(text) >= 24) and len(text) >= 8 and entropy(text) >= 2.5
    )


BLOCKS: tuple[Rule, ...] = (
    Rule(
        "private-key",
        "PRIVATE KEY",
        r"(?s)-----BEGIN [0-9A-Z ]*PRIVATE KEY(?: BLOCK)?-----.*?-----END [0-9A-Z ]*PRIVATE KEY(?: BLOCK)?-----",
        _pem,
    ),
    # A block that was cut off, or that a tool numbered: what follows the first line and can be part of it.
    Rule(
        "private-key",
        "PRIVATE KEY",
        r"-----BEGIN [0-9A-Z ]*PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?:\s|\\[nr])+(?:(?:Proc-Type|DEK-Info|Version|Comment)[^\n\\]*|[0-9A-Za-z+/=]{16,}))+",
    ),
    Rule(
        "private-key", r"Private-Lines:", r"Private-Lines:\s*[0-9]+((?:(?:\s|\\[nr])+[0-9A-Za-z+/=]{16,})+)"
    ),
    Rule("jwt", r"eyJ[0-9A-Za-z_-]+\.[0-9A-Za-z_-]", r"eyJ[0-9A-Za-z_-]{8,}(?:\.[0-9A-Za-z_-]{4,}){1,4}\.?"),
)


def _decodes_to_pair(text: str) -> bool:
    """True where base64 gives ``name:password``: the word Basic also begins sentences."""
    try:
        return ":" in base64.b64decode(text + "=" * (-len(text) % 4), validate=True).decode("utf-8")
    except ValueError:
        return False


HEADERS: tuple[Rule, ...] = (
    Rule(
        "basic-auth",
        r"(?i)authorization",
        r"(?i)authorization\\*[\"'`]?\s*[:=,]\s*\\*[\"'`]?\s*basic\s+([0-9A-Za-z+/_-]{4,}={0,2})",
    ),
    Rule(
        "basic-auth",
        r"(?i)basic\s+[0-9A-Za-z+/]",
        r"(?:^|[^0-9A-Za-z])(?:[Bb]asic|BASIC)\s+([0-9A-Za-z+/]{8,}={0,2})",
        _decodes_to_pair,
    ),
    Rule("bearer-token", r"(?i)bearer\\*[\"'`]?\s", r"(?i)bearer\s+([0-9A-Za-z._~+/=-]{8,})", _bearer),
    Rule(
        "auth-header",
        r"(?i)authorization",
        r"(?i)authorization\\*[\"'`]?\s*[:=]\s*\\*[\"'`]?\s*(?:token|apikey|api-key|key|digest|bot|negotiate|ntlm|aws4-hmac-sha256)\s+([^\s\"'`\\][^\n\"'`\\]{7,})",
        no_sample,
    ),
    Rule(
        "auth-header",
        r"(?i)authorization",
        r"(?i)authorization\\*[\"'`]?\s*[:=]\s*\\*[\"'`]?\s*([0-9A-Za-z._~+/=-]{16,})",
        random_text,
    ),
    Rule(
        "cookie",
        r"(?i)cookie\\*[\"'`]?\s*[:=]",
        r"(?i)(?:^|[^0-9A-Za-z]|\x1b\[[0-9;]*m)(?:set-)?cookie\\*[\"'`]?\s*:\s*\[?\s*\\*[\"'`]?([^\s\"'`\\=;,]+=[^\n\"'`\\]+)",
        _cookies,
    ),
    Rule(
        "cookie",
        r"(?i)--cookie|\s-b\s",
        r"(?:\s--cookie[ =]|\s-b\s)[\"']?([0-9A-Za-z_.-]+=[^\n\"']+)",
        _cookies,
    ),
)

URLS: tuple[Rule, ...] = (
    Rule(
        "url-password",
        r":(?:\\*/|%2[Ff]){2}[^\s/\"'<>@]*:[^\s\"'<>]*@",
        r"[0-9A-Za-z]:(?:\\*/){2}[^\s/:@\"'<>]*:([^\s/\"'<>`]+)@[^\s@]",
        _url_password,
    ),
    # With a slash in the password, which is no URL any more but is written all the same; a port is no password.
    Rule(
        "url-password",
        r":(?:\\*/|%2[Ff]){2}[^\s/\"'<>@]*:[^\s\"'<>]*@",
        r"[0-9A-Za-z]:(?:\\*/){2}[^\s/:@\"'<>]+:([0-9]*[^0-9\s/\"'<>@`][^\s\"'<>@`]*)@[^\s@]",
        _url_password,
    ),
    Rule(
        "url-password",
        r"(?:nats|tls|rediss?|amqps?):(?:\\*/){2}[0-9A-Za-z]",
        r"(?:nats|tls|rediss?|amqps?):(?:\\*/){2}([0-9A-Za-z_-]{8,})@[^\s@]",
        password_text,
    ),
    Rule(
        "url-password",
        r":(?:\\*/|%2[Ff]){2}[^\s/\"'<>@]*@",
        r"https?:(?:\\*/){2}([0-9A-Za-z_-]{10,})(?::[^\s/@\"'<>]*)?@[^\s@]",
        random_text,
    ),
    Rule("connection-string", r"jdbc:oracle", r"jdbc:oracle:[a-z]+:[^/\s\"']+/([^@\s\"']+)@", _url_password),
    Rule(
        "connection-string",
        r"(?i)(?:password|pwd)\s*=[^;\s]",
        r"(?i)(?:server|data source|host|uid|user id|user|username|driver|database|initial catalog)\s*="
        r"[^;\n\"]*;[^\n\"]*?\b(?:password|pwd)\s*=\s*[{]?([^;\s\"'}\\]+)",
        no_sample,
    ),
    Rule(
        "connection-string",
        r"(?i)(?:password|pwd)\s*=[^;\s]",
        r"(?i)\b(?:password|pwd)\s*=\s*[{]?([^;\s\"'}\\]+)[}]?;[^\n\"]*?"
        r"(?:server|data source|host|uid|user id|driver|database|initial catalog)\s*=",
        no_sample,
    ),
)

_VALUE = r"[^\s\"'`,;&<>(){}\[\]|\\\x1b]"
NAMES = rf"(?:{_PASSWORD}|{_SECRET}){_TAIL}"


def _assignment(name: str, names: str, sep: str, plain: bool = True) -> tuple[Rule, ...]:
    """Rules for ``names`` before ``sep``: a quoted value (any length, to its quote), and a bare one."""
    trigger = rf"(?i)(?:{names})(?:{_Q})?{sep}(?:{_Q})?[^\s]"
    password = name == "password"
    made = [
        Rule(
            name,
            trigger,
            rf"(?i)(?:{names})(?:{_Q})?{sep}\\*{mark}([^{mark}\n\\]{{4,}})\\*{mark}",
            quoted_password if password else named_secret,
        )
        for mark in ('"', "'", "`")
    ]
    bare = Rule(
        name,
        trigger,
        rf"(?i)(?:{names})(?:{_Q})?{sep}(?:{_Q})?({_VALUE}{{4,}})",
        password_text if password else random_text,
    )
    return (*made, bare) if plain else tuple(made)


ASSIGNMENTS: tuple[Rule, ...] = (
    *_assignment("password", rf"(?:{_PASSWORD}|(?:^|[^0-9A-Za-z]|\x1b\[[0-9;]*m)pass){_TAIL}", _SEP),
    *_assignment("secret", rf"(?:{_SECRET}|(?:^|[^0-9A-Za-z])(?:auth|jwt|sas)){_TAIL}", _SEP),
    Rule(
        "password",
        "(?:密码|口令)",
        r"(?:密码|口令)[\"'`”」]?\s*(?:[:=：＝]|是|为)\s*[\"'`“「]?([^\s\"'`”」，。；,;\x1b]{4,})",
        password_text,
    ),
    Rule(
        "secret",
        f"(?:{_CHINESE})",
        rf"(?:{_CHINESE})[\"'`”」]?\s*(?:[:=：＝]|是|为)\s*[\"'`“「]?([^\s\"'`”」，。；,;\x1b]{{4,}})",
        random_text,
    ),
    Rule(
        "password",
        r"(?i)--?(?:[a-z-]*password|passwd|passphrase|pass|pwd)\s",
        r"(?i)(?:^|\s)--?(?:[a-z-]*password|passwd|passphrase|pass|pwd)\s+[\"']?([^\s\"']{4,})",
        password_text,
    ),
    Rule(
        "secret",
        r"(?i)--?[a-z-]*(?:token|secret|key)\s",
        r"(?i)(?:^|\s)--[a-z-]*(?:token|secret|api-?key|access-?key|secret-?key|private-?key)\s+[\"']?([^\s\"']{8,})",
        random_text,
    ),
    Rule(
        "password",
        r"curl\b",
        r"curl\b[^\n]*?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']+:([^\s\"'@]+)",
        no_sample,
    ),
    Rule(
        "password",
        r"(?:mysql|mysqldump|mysqladmin|mariadb)\b",
        r"(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]*?\s-p([^\s\"'|;]{4,})",
        password_text,
    ),
    Rule("password", r"sshpass\b", r"sshpass\s+-p\s*[\"']?([^\s\"']{3,})", no_sample),
    Rule("password", r"(?i)login\s", r"(?i)login\s+\S+\s+password\s+(\S{3,})", no_sample),
    Rule(
        "password",
        r"(?i)identified\s",
        r"(?i)identified\s+(?:with\s+\S+\s+)?by\s+\\*'([^'\n]{3,})'",
        no_sample,
    ),
    Rule(
        "secret",
        r"(?i)\\*[\"']value\\*[\"']",
        rf"(?i)\\*[\"'](?:name|key)\\*[\"']\s*:\s*\\*[\"'][^\"'\\]*(?:{NAMES})\\*[\"']\s*,\s*\\*[\"']value\\*[\"']\s*:\s*\\*[\"']([^\"'\\\n]{{4,}})",
        password_text,
    ),
    Rule(
        "password-hash",
        r"\$(?:2[abxy]|5|6|y|argon2id?|scrypt|pbkdf2[a-z0-9-]*)\$",
        r"\$(?:2[abxy]|5|6|y|argon2id?|scrypt|pbkdf2[a-z0-9-]*)\$[0-9A-Za-z./$,=+_-]{20,}",
    ),
)

# Wakes the look at neighbours in a list ("--password", "value"): the strings of an entry are joined by NUL and LF.
FLAG_TRIGGER = (
    rf"(?i)(?:--?[a-z-]*(?:password|passwd|passphrase|pass|pwd|token|secret|key)|{NAMES}|authorization)\x00"
)
# The same for a pair in a list, in the text of a JSON line.
PAIR_TRIGGER = rf"(?i)\[\s*\"[^\"]*(?:{NAMES}|{_CHINESE}|auth|authorization|cookie|bearer|jwt|pat|sas|sig|pass)[^\"]*\"\s*,\s*\""
