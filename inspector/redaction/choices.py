"""Personal data, masked only where the user chooses so: e-mail, host names, IP addresses, phone numbers."""

from __future__ import annotations

import ipaddress

from inspector.redaction.rule import Rule

_LABEL = r"[\pL\pN](?:[\pL\pN-]*[\pL\pN])?"
_TOP = (
    "com|net|org|edu|gov|io|dev|app|ai|cn|hk|tw|jp|kr|de|fr|uk|eu|us|ca|au|nl|ch|info|biz|cloud|tech|xyz|co|me|tv|"
    "internal|intranet|intra|corp|lan|local|home|private|test"
)
_SAID_ALREADY = ("localhost", "example.com", "example.org", "example.net")


def _address(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if address.is_unspecified or address.is_loopback:
        return False
    return (
        address.version == 4
        or "%" in text
        or (len(text) >= 6 and any(c.isdigit() for c in text) and _spelled_out(text))
    )


def _spelled_out(text: str) -> bool:
    """Of IPv6: ``ab:cd::1`` is C++ as well; a whole address, or one that begins as those in use do."""
    return text.count(":") >= 4 or text.lower().startswith(
        ("2", "3", "fc", "fd", "fe8", "fe9", "fea", "feb", "ff", "::ffff:", "64:ff9b")
    )


def _mail(text: str) -> bool:
    return not text.startswith("git@")


def _host(text: str) -> bool:
    labels = text.lower().split(".")
    if len(labels) > 2 and labels[0] in ("com", "org", "net", "io", "dev", "edu"):
        return False  # the name of a package or an app
    return text.lower() not in _SAID_ALREADY and not text.replace(".", "").isdigit()


def _phone(text: str) -> bool:
    return 8 <= sum(c.isdigit() for c in text) <= 15


CHOICES: dict[str, tuple[Rule, ...]] = {
    "email": (
        Rule("email", r"@[\pL\pN]", rf"[\pL\pN._%+'-]*[\pL\pN_+-]@{_LABEL}(?:\.{_LABEL})*\.\pL{{2,}}", _mail),
    ),
    "hosts": (
        Rule("host", r"://[^\s/]", rf"://(?:[^\s/@\"'<>]*@)?({_LABEL}(?:\.{_LABEL})*)", _host),
        Rule("host", rf"@{_LABEL}", rf"[\pL\pN_-]@({_LABEL}(?:\.{_LABEL})+)", _host),
        Rule(
            "host",
            rf"(?i)\.(?:{_TOP})(?:[^\pL\pN_]|$)",
            rf"(?i)(?:^|[^\pL\pN_.@/\\-])({_LABEL}(?:\.{_LABEL})*\.(?:{_TOP}))(?:[^\pL\pN_(-]|$)",
            _host,
        ),
    ),
    "ip": (
        Rule(
            "ip",
            r"(?i)::ffff:[0-9]",
            r"(?i)(?:^|[^0-9A-Za-z:.])(::ffff:[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?:[^0-9A-Za-z.]|\.(?:[^0-9A-Za-z]|$)|$)",
            _address,
        ),
        Rule(
            "ip",
            r"[0-9]\.[0-9]+\.[0-9]+\.[0-9]",
            r"(?i)\bv(?:ersion)?[ =:]*[0-9][0-9.]*|(?:^|[^0-9.])([0-9]{1,3}(?:\.[0-9]{1,3}){3})",
            _address,
        ),
        Rule(
            "ip",
            r"[0-9A-Fa-f]:[0-9A-Fa-f:]*:[0-9A-Fa-f]",
            r"(?:^|[^0-9A-Za-z:.])((?:[0-9A-Fa-f]{1,4}::?){2,8}[0-9A-Fa-f]{0,4}(?:%[0-9A-Za-z]+)?)",
            _address,
        ),
        Rule(
            "ip",
            r"(?i)f[cdef][0-9a-f]{2}::[0-9a-f]",
            r"(?i)(?:^|[^0-9A-Za-z:.])(f[cdef][0-9a-f]{2}::[0-9a-f]{1,4}(?:%[0-9A-Za-z]+)?)",
            _address,
        ),
    ),
    "phone": (
        Rule("phone", r"(?i)tel:", r"(?i)tel:(\+?[0-9][0-9 ().-]{5,18}[0-9])", _phone),
        Rule(
            "phone",
            r"(?:^|[^0-9A-Za-z.])00[1-9]",
            r"(?:^|[^0-9A-Za-z.:+-])(00[1-9][0-9]{0,2}[ -][0-9]{2,4}(?:[ -][0-9]{3,8}){1,3})(?:[^0-9A-Za-z.]|$)",
            _phone,
        ),
        Rule(
            "phone",
            r"\(?0[0-9]{1,3}\)?[ -][0-9]{4}[ -][0-9]{4}",
            r"(?:^|[^0-9A-Za-z.])(\(?0[0-9]{1,3}\)?[ -][0-9]{4}[ -][0-9]{4})(?:[^0-9A-Za-z.]|$)",
            _phone,
        ),
        Rule("phone", r"\+[0-9]", r"(?:^|[^0-9A-Za-z+])(\+[0-9][0-9 ().-]{6,18}[0-9])", _phone),
        Rule(
            "phone",
            r"1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}",
            r"(?:^|[^0-9A-Za-z.])(1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4})(?:[^0-9A-Za-z.]|$)",
            _phone,
        ),
        Rule(
            "phone",
            r"[0-9]{3}[). -]+[0-9]{3}[. -][0-9]{4}",
            r"(?:^|[^0-9A-Za-z.])(\(?[0-9]{3}\)?[ .-][0-9]{3}[ .-][0-9]{4})(?:[^0-9A-Za-z.]|$)",
            _phone,
        ),
    ),
}
