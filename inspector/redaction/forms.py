"""Secrets in the forms that files and commands have: environments, YAML and XML settings, SQL, calls, command lines."""

from __future__ import annotations

from inspector.redaction.contexts import NAMES, named_secret
from inspector.redaction.rule import (
    Rule,
    chosen_text,
    has_digit,
    literal_text,
    no_sample,
    odd_word,
    password_text,
    random_text,
)

_Q = r"\\*[\"'`]"
_END = r"(?:[^!-~]|[\"'`,;&|)\]}<\\]|$)"
_ENV = (
    r"(?:PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|SECRET|TOKEN|API_?KEY|SECRET_KEY|ACCESS_KEY|PRIVATE_KEY|AUTH_KEY|"
    r"ENCRYPTION_KEY|SIGNING_KEY|SECRET_KEY_BASE)"
)
_BARE = r"[!#$%*+./0-9:=?@A-Z^_a-z~-]"
_SECRETISH = (
    r"client[_-]?secret|api[_-]?key|app[_-]?key|secret[_-]?key|access[_-]?key|auth[_-]?token|access[_-]?token|api[_-]?token|"
    r"refresh[_-]?token"
)


def _env(text: str) -> bool:
    return literal_text(text) and not text.startswith(("/", "~", "."))


def _user_word(text: str) -> bool:
    return no_sample(text) and not text.isdigit()


def _session(text: str) -> bool:
    return random_text(text) and not (len(text) == 36 and text.count("-") == 4)


def _said(text: str) -> bool:
    """Behind 秘密, which any secret is called: with a digit."""
    return has_digit(text) and password_text(text)


ENVIRONMENT: tuple[Rule, ...] = (
    Rule(
        "secret",
        rf"{_ENV}=\\*[\"']?{_BARE}",
        rf"(?:^|[^0-9A-Za-z])[0-9A-Z_]*{_ENV}=\\*[\"']?({_BARE}{{6,}}){_END}",
        _env,
    ),
    Rule(
        "secret",
        rf"{_ENV}{_Q}?(?:\s*:\s*|\s+=\s*|=\s+){_Q}",
        rf"(?:^|[^0-9A-Za-z])[0-9A-Z_]*{_ENV}(?:{_Q})?(?:\s*:\s*|\s+=\s*|=\s+){_Q}([^\s\"'`\\]{{6,}}){_Q}",
        _env,
    ),
    Rule(
        "secret", rf"{_ENV}\s+[^\s=:]", rf"(?:ENV|ARG|setx)\s+[0-9A-Z_]*{_ENV}\s+[\"']?({_BARE}{{6,}})", _env
    ),
    Rule(
        "secret",
        rf"(?i)(?:{NAMES})(?:\\*[\"'])?(?:\r?\n|\\+(?:r\\+)?n)\s*value:",
        rf"(?i)name:\s*(?:\\*[\"'])?[0-9A-Za-z_.-]*(?:{NAMES})(?:\\*[\"'])?(?:\r?\n|\\+(?:r\\+)?n)\s*value:\s*(?:\\*[\"'])?({_BARE}{{6,}})",
        _env,
    ),
    Rule(
        "secret",
        rf"(?i)(?:{_SECRETISH})=[\"']?{_BARE}",
        rf"(?i)(?:^|[^0-9A-Za-z])(?:[a-z_]*_)?(?:{_SECRETISH})=[\"']?({_BARE}{{6,}}){_END}",
        lambda text: has_digit(text) and literal_text(text),
    ),
    Rule(
        "secret",
        r"(?:密钥|秘钥|令牌|秘密)[\"'`”」]?\s*[:=：＝]",
        r"(?:密钥|秘钥|令牌|秘密)[\"'`”」]?\s*[:=：＝]\s*[\"'`“「]?([^\s\"'`”」，。；,;\x1b]{6,})",
        _said,
    ),
    Rule(
        "password",
        r"(?:密码|口令)[\"'`”」]?\s*(?:[:=：＝]|是|为)",
        r"(?:密码|口令)[\"'`”」]?\s*(?:[:=：＝]|是|为)\s*[\"'`“「]?([!-~]{6,}?)(?:[^!-~]|[,;\"'`]|[.]?\s|[.]?$)",
        literal_text,
    ),
    Rule(
        "password",
        r"(?i)passw(?:or)?d(?:\\*[\"'])?\s*[:=]\s*[A-Za-z]{8}",
        rf"(?i)passw(?:or)?d(?:\\*[\"'])?\s*[:=]\s*([A-Za-z]{{8,64}}){_END}",
        odd_word,
    ),
    Rule(
        "password",
        r"(?i)--?(?:[a-z-]*password|passwd|passphrase|pass|pwd)[ =]",
        rf"(?i)(?:^|\s)--?(?:[a-z-]*password|passwd|passphrase|pass|pwd)[ =][\"']?([A-Za-z]{{8,64}}){_END}",
        odd_word,
    ),
)

SETTINGS: tuple[Rule, ...] = (
    Rule(
        "secret",
        rf"(?i)(?:{NAMES})(?:\s[^<>]*)?>[^<>\s]{{4}}",
        rf"(?i)<[\w:.-]*(?:{NAMES})(?:\s[^<>]*)?>\s*([^<>\s{{}}]{{4,}})\s*</",
        lambda text: chosen_text(text) or (has_digit(text) and literal_text(text)),
    ),
    Rule(
        "secret",
        rf"(?i)(?:{NAMES})\\*[\"']\s+value\s*=",
        rf"(?i)(?:key|name)\s*=\s*\\*[\"'][^\"'<>\n]*(?:{NAMES})\\*[\"']\s+value\s*=\s*\\*[\"']([^\"'\n\\{{}}]{{4,}})\\*[\"']",
        lambda text: chosen_text(text) or literal_text(text),
    ),
    Rule(
        "password",
        r"(?i)password\s+\\*'",
        r"(?i)(?:with|encrypted|login|user|role)\b[^\n;']*\bpassword\s+\\*'([^'\n\s\\]{3,})\\*'",
        no_sample,
    ),
    Rule("password", r"PASSWORD\s+\\*'", r"\bPASSWORD\s+\\*'([^'\n\s\\]{4,})\\*'", chosen_text),
    # A name, then its value: the arguments of a call, or a pair in a list.
    Rule(
        "secret",
        rf"(?i)(?:{NAMES}){_Q}\s*,\s*{_Q}",
        rf"(?i){_Q}[\w.-]*(?:{NAMES}){_Q}\s*,\s*{_Q}([^\"'`\n\\\s]{{6,}}){_Q}\s*[)\]]",
        named_secret,
    ),
    Rule(
        "secret",
        rf"(?i)set_?(?:{NAMES})\(\s*{_Q}",
        rf"(?i)set_?(?:{NAMES})\(\s*{_Q}([^\"'`\n\\\s]{{4,}}){_Q}",
        lambda text: chosen_text(text) or literal_text(text),
    ),
    Rule(
        "secret",
        r"(?i)\"(?:tokens|passwords|secrets|api_?keys|access_?tokens)\\*\"\s*:\s*\[",
        r"(?i)\"(?:tokens|passwords|secrets|api_?keys|access_?tokens)\\*\"\s*:\s*\[\s*\\*\"([^\"\n\\\s]{8,})",
        named_secret,
    ),
    Rule(
        "secret",
        r"(?i)(?:bearer|oauth2?)\\*[\"']?\s*[:=]",
        r"(?i)(?:^|[^0-9A-Za-z])(?:bearer|oauth2?)(?:\\*[\"'])?\s*[:=]\s*\\*[\"']?([0-9A-Za-z._~+/=-]{8,})",
        random_text,
    ),
)

SESSIONS: tuple[Rule, ...] = (
    Rule(
        "cookie",
        r"(?i)(?:sessionid|connect\.sid|\bsid)\\*[\"']?\s*[=:]",
        r"(?i)(?:^|[^0-9A-Za-z])(?:[a-z]*sessionid|connect\.sid|sid)(?:\\*[\"'])?\s*[=:]\s*\\*[\"']?([0-9A-Za-z._%+/=-]{12,})",
        _session,
    ),
    Rule(
        "cookie",
        r"(?i)\bcookie:\s",
        r"(?i)(?:^|[^0-9A-Za-z])cookie:\s+([0-9A-Za-z._%+/-]{12,})(?:\s|\\|$)",
        random_text,
    ),
    Rule(
        "cookie",
        r"(?i)(?:sid|sessionid)\\*[\"']\s*,\s*\\*[\"']value",
        r"(?i)\\*[\"']name\\*[\"']\s*:\s*\\*[\"'](?:s?sid|[a-z]*sessionid|connect\.sid)\\*[\"']\s*,\s*\\*[\"']value\\*[\"']\s*:\s*\\*[\"']([^\"'\\\n]{8,})",
        named_secret,
    ),
)

COMMANDS: tuple[Rule, ...] = (
    Rule(
        "password",
        r"\bmongo[a-z]*\s",
        r"\bmongo(?:sh|dump|restore|export|import)?\s[^\n|;]*?\s-p\s+[\"']?([^\s\"'|;-][^\s\"'|;]{3,})",
        _user_word,
    ),
    Rule(
        "password",
        r"docker\s+login\b",
        r"docker\s+login\b[^\n|;]*?\s-p\s*[\"']?([^\s\"'|;-][^\s\"'|;]{3,})",
        _user_word,
    ),
    Rule(
        "password",
        r"--password-stdin",
        r"(?:echo|printf)\s+(?:-n\s+)?[\"']?([^\s\"'|$-][^\s\"'|]{3,})[\"']?\s*\|[^\n|]*--password-stdin",
        _user_word,
    ),
    Rule(
        "password",
        r"redis-cli\b",
        r"redis-cli\b[^\n|;]*?\s-a\s+[\"']?([^\s\"'|;-][^\s\"'|;]{3,})",
        _user_word,
    ),
)

FORMS: tuple[Rule, ...] = (*ENVIRONMENT, *SETTINGS, *SESSIONS, *COMMANDS)
