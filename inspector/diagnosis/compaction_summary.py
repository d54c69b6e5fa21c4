"""A summary taken apart: its sections by pi's headings, the part of a split turn, the lists of files."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Headings that pi 1.6.0 asks the summarising model for (facts of the format).
SECTIONS = (
    "Goal",
    "Constraints & Preferences",
    "Progress",
    "Key Decisions",
    "Next Steps",
    "Critical Context",
)
PROGRESS = ("Done", "In Progress", "Blocked")
TURN = ("Original Request", "Progress So Far", "Context Needed to Continue")
_SPLIT = re.compile(r"^\W*Turn Context \(split turn\)\W*$", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#*:]*$")
_FILES = ("read-files", "modified-files")
_NOTHING = re.compile(r"(?:none|n/?a|nothing|empty|nil|无|没有|暂无|なし|-|…|\.{3})\W*(?:yet|so far)?\W*")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)、])\s+(?:\[[ xX]\]\s*)?(.+)$")
_REFUSAL = re.compile(
    r"no (?:prior |previous |actual )?(?:conversation|messages?|history|content) (?:to|was|were|has|have|provided|found|in|yet)"
    r"|(?:don't|do not|doesn't|does not) (?:see|have|contain) (?:any|a|the) (?:\w+ )?(?:conversation|messages?|history)"
    r"|nothing to summari[sz]e|(?:can't|cannot|can not|unable to|won't|failed to) "
    r"(?:\w+ )?(?:summari[sz]e|create a summary|compact|help|assist|comply)"
    r"|(?:summari[sz]ation|compaction) (?:has )?failed|please (?:provide|share|paste) the conversation|empty conversation"
    r"|没有(?:可供?|需要)?(?:总结|摘要|对话)|无法(?:总结|生成摘要|压缩)|对话(?:内容)?为空|摘要失败|压缩失败",
    re.IGNORECASE,
)
_LONGEST = 200_000  # characters of a summary that are read
_SHORT = 600  # a refusal is short; a long text that mentions one is none


@dataclass(frozen=True, slots=True)
class Summary:
    """``sections``: body by heading as written, of the history part; ``turn``: the same of the split-turn part, None
    where there is none; ``files``: names in the lists of files; ``text``: all of it."""

    text: str
    sections: dict[str, str]
    turn: dict[str, str] | None
    files: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """True where nothing is said."""
        return not self.text.strip()

    @property
    def shaped(self) -> bool:
        """True where at least two of pi's headings are there."""
        return sum(name in self.sections for name in SECTIONS) >= 2

    @property
    def refuses(self) -> bool:
        """True for a short text that says there was nothing to summarise or that it could not be done."""
        return not self.shaped and len(self.text) <= _SHORT and _REFUSAL.search(self.text) is not None

    def state(self, wanted: tuple[str, ...] = SECTIONS) -> tuple[list[str], list[str], list[str]]:
        """Which of the ``wanted`` sections are filled, there but empty, and missing."""
        filled, empty, missing = [], [], []
        for name in wanted:
            if name not in self.sections:
                missing.append(name)
            elif self.body(name):
                filled.append(name)
            else:
                empty.append(name)
        return filled, empty, missing

    def body(self, name: str) -> str:
        """What a section says, "" where it says nothing; Progress is what its three parts say."""
        parts = [self.sections.get(name, "")]
        if name == "Progress":
            parts += [self.sections.get(part, "") for part in PROGRESS]
        return "\n".join(part for part in parts if says_something(part)).strip()

    def items(self, name: str) -> list[str]:
        """The list items of a section (its lines, where it has no list)."""
        lines = [line for line in self.body(name).splitlines() if says_something(line)]
        found = [match.group(1).strip() for line in lines if (match := _ITEM.match(line))]
        return found or [line.strip() for line in lines]


def says_something(body: str) -> bool:
    """False for a body that is blank or a word for "nothing"."""
    bare = re.sub(r"[\s()\[\]*_`#•—-]+", " ", body).strip().lower().rstrip(".。")
    return bool(bare) and _NOTHING.fullmatch(bare) is None


def read_summary(text: str) -> Summary:
    """A summary of any shape."""
    text = text[:_LONGEST]
    bare, files = text, []
    for tag in _FILES:
        before, opening, rest = bare.partition(f"<{tag}>")
        body, closing, after = rest.partition(f"</{tag}>")
        if opening and closing:
            bare = before + after
            files += [line.strip() for line in body.splitlines()]
    split = _SPLIT.search(bare)
    history = bare[: split.start()] if split else bare
    turn = _sections(bare[split.end() :]) if split else None
    return Summary(text, _sections(history), turn, tuple(dict.fromkeys(name for name in files if name)))


def _sections(text: str) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        match = _HEADING.match(line)
        if match:
            name = _plain(match.group(1))
            found.setdefault(name, [])
        elif name and line.strip("-* \t") != "":
            found[name].append(line)
    return {name: "\n".join(lines) for name, lines in found.items()}


def _plain(heading: str) -> str:
    bare = heading.strip("*_ :").replace("&amp;", "&").replace(" and ", " & ")
    known = {name.lower(): name for name in (*SECTIONS, *PROGRESS, *TURN)}
    return known.get(bare.lower(), bare)
