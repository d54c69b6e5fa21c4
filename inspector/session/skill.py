"""A skill that a user called by name: pi puts the skill's own text in front of the user's words, in one message.

pi 1.6.0 writes ``<skill name="NAME" location="FILE">``, the text of the skill and ``</skill>`` on lines of their own,
then an empty line and what the user wrote, if anything. Its screen shows the two apart; the model is sent them as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEAD = re.compile(r'<skill name="([^"]+)" location="([^"]+)">\n')
_END = "\n</skill>"
_HEAD_LIMIT = 10_000  # characters; a name and a path are shorter


@dataclass(frozen=True, slots=True)
class Skill:
    """A message taken apart: the skill's ``name``, the file it was read from, its ``text``, the user's own ``words``
    ("" where there are none)."""

    name: str
    location: str
    text: str
    words: str


def skill_in(text: str) -> Skill | None:
    """The skill that ``text`` begins with, by pi's own rule: the first end that nothing follows, or an empty line and
    more. None where it begins with none."""
    if not text.startswith('<skill name="'):
        return None
    head = _HEAD.match(text[:_HEAD_LIMIT])
    if head is None:
        return None
    start = at = head.end()
    while (at := text.find(_END, at)) >= 0:
        after = at + len(_END)
        if after == len(text) or (text.startswith("\n\n", after) and len(text) > after + 2):
            return Skill(head.group(1), head.group(2), text[start:at], text[after:].strip())
        at += 1
    return None


def words_of_user(text: str) -> str:
    """What a user message says in one line: ``[skill] NAME`` and the user's own words where it begins with a skill,
    else ``text`` itself."""
    skill = skill_in(text)
    return text if skill is None else f"[skill] {skill.name} {skill.words}".rstrip()
