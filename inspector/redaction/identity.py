"""Home directory and user name, in every spelling a session has for them.

``/home/NAME``, ``/Users/NAME``, ``C:\\Users\\NAME`` (also below ``/mnt/c``, as ``file://`` URL, URL-encoded, with doubled
backslashes) and the names of session folders, ``--home-NAME-work--``. A home becomes ``~``, inside URLs and folder
names ``user``; a user name that stands as a part of a path becomes ``user``. Names that every system has as folders
(``dev``, ``root``) are masked only as a home.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

import re2

from inspector.redaction.names import is_distinctive, is_role

MASK = "user"
_NOBODY = re.compile(
    rb"(?i)[/\\F](?:linuxbrew|Shared|Public|Default|All Users)\Z"
)  # homes that belong to no person
_NAME = (
    r"(?:[\p{Latin}\p{Greek}\p{Cyrillic}\pN_](?:[\p{Latin}\p{Greek}\p{Cyrillic}\pN\pM_.-]*[\p{Latin}\p{Greek}\p{Cyrillic}\pN\pM_])?"
    r"|[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]+|[\p{Arabic}\p{Hebrew}\p{Thai}\p{Devanagari}]+)"
)
_SLASH = r"(?:/|\\+/|%2[Ff]|%252[Ff])"
_BACK = r"(?:/|\\+|%5[Cc]|%255[Cc]|%2[Ff])"
_EDGE = r"(?:^|[^0-9A-Za-z_./~%-]|%(?:2[0268C]|3[ABD]|5[BD]|7[BC])|\\[nrt]|\x1b\[[0-9;]*m|[^0-9A-Za-z]-[A-Z])"

# Wakes the masking; asked together with the triggers of the rules.
TRIGGER = (
    rf"(?:{_SLASH}|\\)(?:home|Users)|(?i)[\\/:CF]users|--(?:[A-Za-z]--)?(?:home|Users)-|[\\/]-(?:home|Users)-"
)

# The same before an exact home, for Python's re: a path may follow file://, an escape, a colour, a flag as in -I.
_BEFORE = (r"(?:(?<![\w~./-]", r")|(?<=file://", r")|(?<=\\[nrt]", r")|(?<=[0-9\[]m", r")|(?<=-[A-Z]", "))")
_WINDOWS = rf"(?i:[a-z](?::|%3a){_BACK}users{_BACK}){_NAME}"


def _compiled(pattern: str) -> re2._Regexp:
    return re2.compile(pattern.encode())


_GENERAL: tuple[tuple[re2._Regexp, bytes], ...] = (
    # file:///home/ann, file:///C:/Users/ann: the URL must stay one.
    (
        _compiled(rf"(?i)file:{_SLASH}+(?:(?:[a-z](?::|%3a){_SLASH}users|home|users){_SLASH})({_NAME})"),
        b"user",
    ),
    (_compiled(rf"{_EDGE}((?:{_SLASH}mnt|){_SLASH}[a-z]{_SLASH}Users{_SLASH}{_NAME})"), b"~"),
    (_compiled(rf"(?:^|[^0-9A-Za-z])({_WINDOWS}(?: [^\s\\/:*?\"<>|]+){{1,2}})[\\/]"), b"~"),
    (_compiled(rf"(?:^|[^0-9A-Za-z])({_WINDOWS})"), b"~"),
    (_compiled(rf"{_EDGE}({_SLASH}(?:home|Users){_SLASH}{_NAME})"), b"~"),
    (_compiled(r"--(?:[A-Za-z]--)?(?:home|Users)-([^-/\\\s\"'`]+)-(?:[^/\\\s\"'`]*-)?-"), b"user"),
    (_compiled(r"[/\\]-(?:home|Users)-([^-/\\\s\"'`]+)(?:-|[/\\\s\"'`]|$)"), b"user"),
)

# Around a name that is masked as a word: no letter or digit, but for what ends an escape or a colour.
_BORDER_BEFORE = (
    r"(?:(?<![0-9A-Za-z]",
    r")(?<![\xc3-\xca][\x80-\xbf]",
    r")|(?<=\\[nrtbf]",
    r")|(?<=[0-9\[]m",
    r")|(?<=%[2-7][0-9A-Fa-f]",
    "))",
)
_BORDER_AFTER = r"(?![0-9A-Za-z]|[\xc3-\xca][\x80-\xbf])"
# Where a word is a user's name whatever it means else.
_END = r"(?:[^0-9A-Za-z_.-]|[.]\s|[.]?$)"
_USER_PLACES = (
    r"[-dlbcps][-r][-w][-xsStT][-r][-w][-xsStT][-r][-w][-xsStT][.+@]?\s+[0-9]+\s+(NAME)\s",
    r"[-dlbcps][-r][-w][-xsStT][-r][-w][-xsStT][-r][-w][-xsStT][.+@]?\s+[0-9]+\s+\S+\s+(NAME)\s",
    r"(?:^|[^0-9A-Za-z_.+-]|\\[nrt])(NAME)@[0-9A-Za-z]",
    rf"(?i)(?:user|logname|username|login)=[\"']?(NAME){_END}",
    r"(?i)\"(?:user|user_?name|login|logname|owner|author|whoami)\\*\"\s*:\s*\\*\"(NAME)\\*\"",
    rf"(?m)(?:Author|Committer|Owner|Login):\s+(NAME){_END}",
    rf"(?:sudo|runuser|doas)\s+(?:-[A-Za-z]+\s+)*-u\s+(NAME){_END}",
    rf"\bsu\s+(?:-l?\s+)?(NAME){_END}",
    rf"chown\s+(?:-[A-Za-z]+\s+)*(NAME){_END}",
    rf"chown\s+(?:-[A-Za-z]+\s+)*[^\s:]+:(NAME){_END}",
    rf"(?m)whoami(?:\r?\n|\\n)(NAME){_END}",
    r"[0-9]+\((NAME)\)",
    r"(?:/tmp|/run|/var/[a-z]+)/[0-9A-Za-z_.-]*[-_.](NAME)(?:/|\s|$)",
)
USER_PROPERTIES = frozenset(
    ("user", "username", "user_name", "login", "logname", "owner", "author", "whoami")
)


class Identity:
    """The masking for the given home directories and user names. ``mask`` works on UTF-8 bytes."""

    def __init__(self, homes: Iterable[str], names: Iterable[str]) -> None:
        self.exact: list[tuple[bytes, re.Pattern[bytes], bytes]] = []
        self.by_place: list[tuple[bytes, re2._Regexp, bytes]] = []
        spelled: set[str] = set()
        for home in homes:
            spelled |= _spellings(home)
            flat = re.sub(r"[/\\:]", "-", home.lstrip("/\\"))
            if re.search(r"[/\\]", home.strip("/\\")):
                self._add("-" + flat, (), r"(?=-|[/\\\s\"'`]|\Z)", f"-{MASK}")
        for home in sorted(spelled, key=len, reverse=True):
            before = (r"(?<![A-Za-z0-9]", ")") if home[0].isalpha() else _BEFORE
            self._add(home, before, r"(?![A-Za-z0-9_-]|\.[A-Za-z0-9])", "~")
        self.words = list(spelled)
        self.contexts: list[str] = []
        self.bound: set[str] = set()  # names that are masked only where the place says what they are
        for name in dict.fromkeys(names):
            if is_role(name) or re.search(r"[/\\]", name):
                continue
            if is_distinctive(name):
                self._whole_word(name)
            else:
                self._in_context(name)
            for form in sorted({name, quote(name)}):
                leads = ("/", "\\", "%2F", "%2f", "%5C", "%5c", "~")
                self.words += [lead + form for lead in (*leads, "-home-", "-Users-")]
                after = r"(?=[/\\]|%2[Ff]|%5[Cc]|[\s\"'`,;:)\]}>]|\.?\Z|\.\s)"
                self._add(
                    form, (r"(?:(?<=[/\\]", r")|(?<=%2[Ff]", r")|(?<=%5[Cc]", ")|(?<=~", "))"), after, MASK
                )
                self._add(form, ("(?:(?<=-home-", ")|(?<=-Users-", "))"), "(?=-)", MASK)

    def _whole_word(self, name: str) -> None:
        """The name wherever no letter or digit is beside it; in scripts without blanks wherever it stands."""
        self.words.append(name)
        latin = name.isascii()
        before = _BORDER_BEFORE if latin else ()
        for form in dict.fromkeys((name, name.lower(), name.upper(), name.capitalize())):
            self._add(form, before, _BORDER_AFTER if latin else "", MASK)

    def _in_context(self, name: str) -> None:
        self.bound.add(name)
        word = re2.escape(name)
        self.contexts += [pattern.replace("NAME", word) for pattern in _USER_PLACES]
        self.by_place += [
            (name.encode("utf-8", "replace"), _compiled(pattern.replace("NAME", word)), MASK.encode())
            for pattern in _USER_PLACES
        ]

    def is_bound(self, prop: str, text: str) -> bool:
        """True where a property of this name holds a user name that is masked only in such places."""
        return text in self.bound and prop.lower() in USER_PROPERTIES

    def hides(self, data: bytes) -> bool:
        """True where something in ``data`` (UTF-8) would be masked."""
        return any(word in data and pattern.search(data) for word, pattern, _ in self.exact) or any(
            not _NOBODY.search(match.group(1)) and match.group(1) != b"user"
            for general, _ in _GENERAL
            for match in general.finditer(data)
        )

    def _add(self, word: str, before: tuple[str, ...], after: str, mask: str) -> None:
        """``before`` is a look-behind with holes for the word, which comes first: a search for plain text is fast."""
        literal = re.escape(word)
        pattern = literal + (literal.join(before) if before else "") + after
        self.exact.append(
            (word.encode("utf-8", "replace"), re.compile(pattern.encode("utf-8", "replace")), mask.encode())
        )

    def triggers(self) -> list[str]:
        """RE2 expressions, one of which matches wherever there is something to mask."""
        words = [re2.escape(word.encode("utf-8", "replace").decode()) for word in dict.fromkeys(self.words)]
        return [TRIGGER, *(["(?i)(?:" + "|".join(words) + ")"] if words else []), *self.contexts]

    def mask(
        self, data: bytes, splice: Callable[[bytes, list[tuple[int, int, bytes]]], bytes]
    ) -> tuple[bytes, int]:
        """``data`` (UTF-8) with the identity masked, and how many places that were. ``splice`` replaces spans."""
        count = 0
        for word, pattern, mask in self.exact:
            if word in data:
                data, changed = pattern.subn(mask, data)
                count += changed
        for word, place, mask in self.by_place:
            if word in data and (found := [(*match.span(1), mask) for match in place.finditer(data)]):
                data = splice(data, found)
                count += len(found)
        for general, mask in _GENERAL:
            spans = [
                (*match.span(1), mask)
                for match in general.finditer(data)
                if match.group(1) != b"user" and not _NOBODY.search(match.group(1))
            ]
            if spans:
                data = splice(data, spans)
                count += len(spans)
        return data, count


def _spellings(home: str) -> set[str]:
    """A home directory as paths are written: slashes, backslashes single and doubled, in a URL."""
    found = {
        home,
        quote(home),
        quote(home, safe=""),
        quote(home, safe="").replace("%2F", "%2f"),
        home.replace("/", "\\/"),
    }
    if "\\" in home:
        found |= {home.replace("\\", "\\\\"), home.replace("\\", "\\\\\\\\"), home.replace("\\", "/")}
    return {form for form in found if len(form) > 1}
