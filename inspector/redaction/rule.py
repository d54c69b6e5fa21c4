"""A rule of the table, and the few yes-or-no questions that rules ask about what they matched."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

Check = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of secret.

    ``pattern`` and ``trigger`` are RE2 expressions. The value is the first group that took part, or the whole match
    where there is none. ``trigger`` is short and must match wherever ``pattern`` can: one pass over an entry asks all
    triggers at once, and most entries wake none. ``check`` may refuse a value (a sample, a variable)."""

    name: str
    trigger: str
    pattern: str
    check: Check | None = None


def entropy(text: str) -> float:
    """Shannon entropy of the characters of ``text``, in bits per character; 0 for an empty text."""
    size = len(text)
    if not size:
        return 0.0
    return -sum(n / size * math.log2(n / size) for n in Counter(text).values())


def has_digit(text: str) -> bool:
    """True where an ASCII digit is among the characters."""
    return any("0" <= c <= "9" for c in text)


_SAMPLE = re.compile(
    r"(?i)\A(?:pass(?:word|wd|phrase)?|pwd|secret|token|string|none|null|true|false|undefined|required|optional|hidden|text|"
    r"changeme|change_me|example|placeholder|redacted|masked|test|bearer|basic|api[_-]?key|your[_-].*|<.*|\{\{.*|\*+|x+|\.+|…|"
    r"-+|\[redacted\]|my[_-]?(?:password|secret|token)|number|boolean|bool|str|int|any|object|unknown|enabled|disabled)\Z"
)
_VARIABLE = re.compile(
    r"\A(?:\$\{?[A-Za-z_]\w*\}?|\$\(.*|%[A-Za-z_]\w*%|\$\{.*\}|\{[\w.]*\}|\$\{\{.*|%\(?\w*\)?[sd]|<[^<>]*>|"
    r"[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+|(?:process\.env|os\.environ|import\.meta|env|config|self|this)\b.*)\Z"
)
_PLACE = re.compile(
    r"(?i)\A(?:https?:/|file:/|[a-z]:[\\/]|\.{1,2}/|~|@/)|\A/?[\w.@-]+(?:/[\w.@-]+)+/?(?::[0-9:]*)?\Z|\A/[\w.-]*\Z"
)
_DATE = re.compile(r"\A\d{4}-\d\d-\d\d")


_ENDING = re.compile(r"\.(?:jsonl?|txt|md|log|html?|ya?ml|env|ini|cfg|conf|csv)\Z")


def no_sample(text: str) -> bool:
    """True unless ``text`` is plainly no secret: a template, a variable, one character over and over, a stock word."""
    text = _ENDING.sub("", text)
    return not (_SAMPLE.match(text) or _VARIABLE.match(text) or len(set(text)) < 2)


def _is_place(text: str) -> bool:
    """A path or a URL; long random base64 can look like a path too."""
    return bool(_PLACE.match(text)) and not (
        len(text) >= 32
        and entropy(text) > 4.2
        and text.count("/") < 5
        and not text.startswith(("http", "file", ".", "~"))
    )


def random_text(text: str) -> bool:
    """True for what looks drawn by lot: at least 8 characters, a digit, a letter, entropy of at least 3.2 bits; or long
    and without a digit, but changing case as no word does."""
    if len(text) < 8 or not no_sample(text) or _is_place(text) or _DATE.match(text):
        return False
    if any(c in text for c in "()<>{}[]") or any(c.isspace() for c in text):
        return False
    if not any(c.isalpha() for c in text):
        return False
    if has_digit(text):
        return entropy(text) >= 3.2 and not _type_name(text)
    if _words_share(text) >= 0.75:
        return False
    return len(text) >= 20 and entropy(text) >= 3.6 and _flips(text) >= len(text) * 0.3


_SEGMENT = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_VOWEL = re.compile("[aeiouyAEIOUY]")


def _words_share(text: str) -> float:
    """How much of an identifier is words: the share of its letters in parts of three and more that can be spoken."""
    letters = sum(c.isalpha() for c in text)
    spoken = sum(len(part) for part in _SEGMENT.findall(text) if len(part) >= 3 and _VOWEL.search(part))
    return spoken / letters if letters else 0.0


def _type_name(text: str) -> bool:
    """True for the name of a class with a number in it, such as ``Ed25519PrivateKey``."""
    return (
        text.isalnum()
        and text[0].isupper()
        and sum(c.isdigit() for c in text) <= 5
        and len(_SEGMENT.findall(text)) >= 2
        and _words_share(text) >= 0.8
        and any(len(part) >= 6 for part in _SEGMENT.findall(text))
    )


_CONSONANTS = re.compile("(?i)[bcdfghjklmnpqrstvwxz]{5,}")
_REFERS = re.compile(
    r"(?i)pass|pwd|token|secret|key|cred|your|example|sample|dummy|fake|placeholder|here|todo|change|replace|insert|value|"
    r"string|param|option|default|input|config|prompt|require|missing|invalid|undefined|function|random|generat|encrypt|"
    r"hash|auth|login|user|env|file|path|name|field|type|none|null|true|false|xxx|test|foo|bar"
)


def odd_word(text: str) -> bool:
    """True for letters that are no word: five consonants in a row, or no end; for ``password: WORD`` in running text."""
    if not (8 <= len(text) <= 64 and text.isascii() and text.isalpha()):
        return False
    if _REFERS.search(text) or not no_sample(text):
        return False
    if _words_share(text) >= 0.75 and not (text.islower() and len(text) >= 20):
        return False
    return (
        bool(_CONSONANTS.search(text))
        or (text.islower() and len(text) >= 20)
        or _flips(text) * 2 >= len(text)
    )


def chosen_text(text: str) -> bool:
    """``password_text``, and letters alone that are no word."""
    return password_text(text) or odd_word(text)


def literal_text(text: str) -> bool:
    """True for the value of ``NAME_PASSWORD=value``: six characters or more, whatever they are, but no stand-in, reference, path
    or call."""
    if not 6 <= len(text) <= 400 or not no_sample(text) or _is_place(text) or len(set(text)) < 4:
        return False
    if text.endswith("..."):
        return False  # only how a key begins
    if any(c in text for c in "(){}<>[]`$") or any(c.isspace() for c in text) or not text.isascii():
        return False
    if has_digit(text) and password_text(text):
        return not _type_name(text)
    if text.isdigit():
        return False
    return not _REFERS.search(text) and not re.fullmatch(r"[A-Z][A-Z_]*_[A-Z_]*|[a-z]+(?:_[a-z]+)+", text)


def _flips(text: str) -> int:
    return sum(a.isupper() != b.isupper() for a, b in pairwise(text) if a.isalpha() and b.isalpha())


def password_text(text: str) -> bool:
    """True for what a person may have chosen as a password: letters with a digit or a sign, no word, path or call."""
    if random_text(text):
        return True
    if not 4 <= len(text) <= 200 or not no_sample(text) or _is_place(text):
        return False
    if any(c in text for c in "(){}<>[]`") or any(c.isspace() for c in text):
        return False
    mixed = has_digit(text) and any(c.isalpha() for c in text)
    signs = any(c in text for c in "!@#$%^&*+~") and any(c.isalnum() for c in text)
    digits = text.isdigit() and len(text) >= 6
    return (mixed or signs or digits) and len(set(text)) >= 4


def quoted_password(text: str) -> bool:
    """Like ``password_text``; a quoted value of six characters or more without a blank counts too."""
    return password_text(text) or (
        6 <= len(text) <= 200
        and no_sample(text)
        and not _is_place(text)
        and not any(c.isspace() or c in "(){}<>[]`,;" for c in text)
        and text.isascii()
        and len(set(text)) >= 4
    )


def key_tail(text: str) -> bool:
    """For keys whose prefix also occurs in words: a digit and some entropy."""
    return has_digit(text) and entropy(text) >= 3.0
