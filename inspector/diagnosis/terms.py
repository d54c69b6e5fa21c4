"""The salient terms of a text: what would still be there if somebody said the same thing in other words.

Paths, identifiers, numbers, quoted text, pairs of neighbouring Chinese, Japanese or Korean characters, and words
that carry meaning. Two texts are compared by the terms they share; every comparison made with them is a heuristic.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

LONGEST = 20_000  # characters of a text that are looked at
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_PIECE = re.compile(
    rf"[{_CJK}]+|[0-9]+(?:[.,][0-9]+)+%?(?!\w)|(?:~?/|\.\.?/)?[^\W{_CJK}](?:[^\W{_CJK}]|[_@#~./\\:+%'’&=-])*|--?[A-Za-z][\w-]*"
)
_QUOTED = re.compile(
    r"`([^`\n]{2,80})`|\"([^\"\n]{2,80})\"|“([^”\n]{2,80})”|‘([^’\n]{2,80})’|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》"
)
_NUMBER = re.compile(r"[0-9]+(?:[.,:][0-9]+)*%?")
_FILE = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,7}")
_CAMEL = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_IS_CJK = re.compile(rf"[{_CJK}]")
_EDGES = "./\\:+'’&=-~#@%"


def terms(text: str) -> frozenset[str]:
    """All terms of ``text`` in lower case and normal width: ``salient`` ones and words of three letters or more that
    are no stop words. The first 20,000 characters count."""
    hard, soft = _split(text)
    return frozenset(hard | soft)


def salient(text: str) -> frozenset[str]:
    """The terms of ``text`` that are no plain words: paths and file names, identifiers, numbers, quoted text, and
    pairs of neighbouring CJK characters, in lower case and normal width. Empty for plain English prose."""
    return frozenset(_split(text)[0])


def stem(term: str) -> str:
    """``term`` without an English plural or the endings -ed and -ing, so that "answers" meets "answer"."""
    if not term.isalpha() or not term.isascii() or len(term) < 4:
        return term
    for ending, instead in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= 3:
            return term[: len(term) - len(ending)] + instead
    return term


def stems(text: str) -> frozenset[str]:
    """The stems of all terms of ``text``."""
    return frozenset(map(stem, terms(text)))


@lru_cache(maxsize=512)
def _split(text: str) -> tuple[frozenset[str], frozenset[str]]:
    text = unicodedata.normalize("NFKC", text[:LONGEST])
    hard: set[str] = set()
    soft: set[str] = set()
    for match in _QUOTED.finditer(text):
        quoted = " ".join(next(group for group in match.groups() if group).lower().split())
        if len(quoted) > 1 and quoted not in STOP:
            hard.add(quoted)
    for match in _PIECE.finditer(text):
        piece = match.group()
        if _IS_CJK.match(piece):
            hard.update(_pairs(piece))
        else:
            _latin(piece, hard, soft)
    return frozenset(hard), frozenset(soft - hard)


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return []
    return [run[i : i + 2] for i in range(len(run) - 1) if not _EMPTY_CJK & set(run[i : i + 2])]


def _latin(piece: str, hard: set[str], soft: set[str]) -> None:
    piece = piece.rstrip(_EDGES)
    low = piece.lower()
    if not piece or low in STOP:
        return
    path = "/" in piece or "\\" in piece or _FILE.fullmatch(piece)
    if path or _NUMBER.fullmatch(piece) or _is_identifier(piece):
        hard.add(low)
    else:
        for word in re.split(r"[^\w]+", re.sub(r"['’](?:s|re|ve|ll|d|t|m)\b", "", low)):
            if len(word) > 2 and word not in STOP:
                soft.add(word)


def _is_identifier(piece: str) -> bool:
    if piece.startswith("-") or "_" in piece or "::" in piece or "@" in piece:
        return True
    if any(char.isdigit() for char in piece) and any(char.isalpha() for char in piece):
        return True
    return bool(_CAMEL.search(piece)) or (len(piece) > 2 and piece.isupper() and piece.isascii())


_ENDINGS = (
    ("sses", "ss"),
    ("xes", "x"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ies", "y"),
    ("ss", "ss"),
    ("us", "us"),
    ("s", ""),
    ("ing", ""),
    ("ed", ""),
)
_EMPTY_CJK = frozenset("的了吗呢吧啊呀嘛哦着过们和与或在是就也都还很再把被让给对从这那其之")
STOP = frozenset(
    """a about after again all also an and any are aren't as at be because been before being both but by can can't
    cannot could did didn't do does doesn't doing don't dont done each either else etc ever every few for from get
    gets getting go goes going got had has have having he her here hers him his how i if i'm in into is isn't it it's
    its itself just let let's like lot made make makes many may maybe me might more most much must mustn't my need
    needs no nor not now of off ok okay on once one ones only or other our ours out over own per please put quite
    rather really same say see shall she should shouldn't since so some something still such sure take than thank
    thanks that that's the their theirs them then there there's these they thing things this those though through
    thus to too toward towards under until up upon us use used using very want wants was wasn't way we well were
    weren't what when where whether which while who whom whose why will with won't would wouldn't yes yet you your
    yours you're always never ensure important remember sure avoid""".split()
)
