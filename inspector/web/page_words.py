"""The words of pages that scripts take over, in the reader's language before a script runs and where none does.

These templates are written in English and mark what is ours: ``data-word`` for the text of an element, ``data-word-title``,
``-label`` and ``-placeholder`` for its attributes. The words stand in ``static/js/words*.js``, and ``translatePage`` there
does in a browser what is done here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache

from flask import Response, request
from markupsafe import escape

from inspector import assets
from inspector.diagnosis.words import Language

COOKIE = "pi_inspector_language"
_YEAR = 365 * 24 * 3600
# An opening tag and the text behind it; within an attribute the templates escape both brackets.
_MARKED = re.compile(r"<([a-z0-9]+)((?:\s[^<>]*)?\sdata-word[^<>]*)>([^<]*)")
_ATTRIBUTE = re.compile(r'\s([a-z-]+)="([^"]*)"')
_PLACES = {
    "data-word-title": "title",
    "data-word-label": "aria-label",
    "data-word-placeholder": "placeholder",
}
_LANGUAGE = re.compile(r"^  (en|zh): \{$(.*?)^  \},$", re.MULTILINE | re.DOTALL)
_TEXT = r'"(?:[^"\\]|\\.)*"'
_WORD = re.compile(rf"({_TEXT}): ({_TEXT})")
_PARAMETER = re.compile(r"\{(\w+)\}")


def language() -> Language:
    """The language asked for, else the one remembered, else what the browser prefers."""
    asked = request.args.get("lang") or request.cookies.get(COOKIE)
    if asked in ("en", "zh"):
        return "zh" if asked == "zh" else "en"
    preferred = next(iter(request.accept_languages.values()), "")
    return "zh" if preferred.lower().startswith("zh") else "en"


def remember_language(answer: Response) -> None:
    """A language that was chosen in the address stays; the answer is for this language alone."""
    answer.headers["Vary"] = "Cookie, Accept-Language"
    asked = request.args.get("lang")
    if asked in ("en", "zh"):
        answer.set_cookie(COOKIE, asked, max_age=_YEAR, samesite="Strict", path="/")


def translated(page: str, lang: Language) -> str:
    """A page of ours in ``lang``; what has no words there stays as it is."""
    if lang == "en":
        return page
    words = all_words()[lang]
    return _MARKED.sub(lambda found: _element(found[1], found[2], found[3], words), page)


def said_word(name: str, lang: Language, **parameters: object) -> str:
    """One word of the catalog with its parameters; ``n`` chooses between one and many."""
    return _fill(all_words()[lang][name], {key: str(value) for key, value in parameters.items()})


def mark_name(name: str) -> str:
    """What an invisible character is called, in the language of the page; what has no words keeps Unicode's."""
    return all_words()[language()].get(f"mark.{name}", name)


@lru_cache(maxsize=1)
def all_words() -> dict[str, dict[str, str]]:
    """The catalog by language. The modules are written so that it can be read without running them (a test compares)."""
    found: dict[str, dict[str, str]] = {"en": {}, "zh": {}}
    for module in sorted((assets.static() / "js").glob("words*.js")):
        for lang, text in _LANGUAGE.findall(module.read_text("utf-8")):
            found[lang].update((json.loads(name), json.loads(words)) for name, words in _WORD.findall(text))
    return found


def _element(name: str, attributes: str, text: str, words: Mapping[str, str]) -> str:
    given = dict(_ATTRIBUTE.findall(attributes))
    parameters = {key.removeprefix("data-"): value for key, value in given.items()}
    for mark, place in _PLACES.items():
        if given.get(mark) in words:
            said = f'{place}="{escape(_fill(words[given[mark]], parameters))}"'
            attributes = re.sub(rf'\s{place}="[^"]*"', "", attributes) + f" {said}"
    if given.get("data-word") in words:
        text = str(escape(_fill(words[given["data-word"]], parameters)))
    return f"<{name}{attributes}>{text}"


def _fill(words: str, parameters: Mapping[str, str]) -> str:
    forms = words.split("||")
    many = len(forms) > 1 and parameters.get("n", "").replace(",", "") != "1"
    return _PARAMETER.sub(lambda found: parameters.get(found[1], found[0]), forms[1 if many else 0])
