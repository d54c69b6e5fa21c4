"""Each file that the path touched: how its path is meant, who read, wrote or attached it, and where that is written."""

from __future__ import annotations

import ntpath
import os
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from inspector.diagnosis.case import Case
from inspector.diagnosis.source_calls import Call, Log, result_text
from inspector.session import kinds as k
from inspector.session.preview import one_line
from inspector.store.paths import is_windows, resolve

KINDS: dict[str, Literal["read", "edit", "write"]] = {
    **dict.fromkeys(("read", "read_file", "view", "view_file", "open_file"), "read"),
    **dict.fromkeys(
        ("edit", "edit_file", "multi_edit", "multiedit", "str_replace", "replace_in_file"), "edit"
    ),
    **dict.fromkeys(("write", "write_file", "create_file", "save_file", "write_to_file"), "write"),
}
_ATTACHED = re.compile(r'<file name="([^"\n]+)">(.*?)</file>', re.DOTALL)
_MENTION = re.compile(r'(?:^|(?<=[\s(（,，:：]))@(?:"([^"\n]+)"|([^\s"@,;，。；）)]+))')
_SUFFIX = re.compile(r"\.[A-Za-z][\w]{0,9}\Z", re.ASCII)
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_CWD = re.compile(r"<cwd>\s*(.+?)\s*</cwd>", re.DOTALL)
_PATCHES = 200  # system messages read for a change of folder


@dataclass(slots=True)
class Touch:
    """One access to a file. ``call`` is None for an attachment in a user message, whose row is ``row``."""

    kind: Literal["read", "edit", "write", "attached"]
    place: int
    row: int
    call: Call | None = None

    @property
    def ok(self) -> bool:
        """True where a result says that it happened."""
        return self.call is None or self.call.state == "ok"


@dataclass(slots=True)
class Story:
    """One file: ``path`` as shown (relative to the working directory where inside), ``full`` as meant, ``relative``
    to the session's folder or None outside; its touches oldest first."""

    path: str
    full: str
    relative: str | None
    touches: list[Touch] = field(default_factory=list)

    def last(self, *kinds: str, ok: bool = True) -> Touch | None:
        """The newest touch of these kinds (any without), successful ones only with ``ok``."""
        found = (t for t in reversed(self.touches) if (not kinds or t.kind in kinds) and (t.ok or not ok))
        return next(found, None)


class Folders:
    """What a path in a call means: relative to the header's cwd, or to the folder that the prompt named by then."""

    def __init__(self, case: Case, log: Log) -> None:
        cwd = case.session.cwd
        self.cwd = cwd if cwd and (cwd.startswith("/") or is_windows(cwd)) else None
        self._moved: list[tuple[int, str]] = []
        cols = case.session.cols
        places = [n for n in range(log.start, len(case.path)) if cols.role[case.path[n]] == k.SYSTEM]
        for place in places[-_PATCHES:]:
            message = case.session.value(case.path[place]).get("message")
            sections = message.get("sections") if isinstance(message, dict) else None
            named = sections.get("cwd") if isinstance(sections, dict) else None
            match = _CWD.search(named) if isinstance(named, str) else None
            if match and (match[1].startswith("/") or is_windows(match[1])):
                self._moved.append((place, match[1]))

    def story(self, text: str, place: int) -> Story | None:
        """A story without touches for a path as the call has it; None where the path can mean nothing."""
        text = _SPACES.sub(" ", text).removeprefix("@")
        base = next((cwd for at, cwd in reversed(self._moved) if at < place), self.cwd)
        if not text.strip() or "\0" in text or "\n" in text:
            return None
        try:
            full = self._full(text, base)
        except (ValueError, UnicodeError):
            return None
        relative = self._relative(full)
        return Story(relative or (text if text.startswith("~") else full), full, relative)

    def _full(self, text: str, base: str | None) -> str:
        if base and is_windows(base) and not text.startswith(("~", "file:")):
            return ntpath.normpath(ntpath.join(base, text))
        return resolve(text, base or "/")

    def _relative(self, full: str) -> str | None:
        if not self.cwd or full == self.cwd:
            return None
        if is_windows(self.cwd):
            base = ntpath.normpath(self.cwd).rstrip("\\") + "\\"
            inside = ntpath.normcase(full).startswith(ntpath.normcase(base))
            return full[len(base) :].replace("\\", "/") if inside else None
        base = posixpath.normpath(self.cwd).rstrip("/") + "/"
        return full[len(base) :] if full.startswith(base) else None

    def key(self, story: Story) -> str:
        """What two spellings of one file have in common."""
        return story.full.lower() if is_windows(story.full) else story.full


def stories(case: Case, log: Log, folders: Folders) -> list[Story]:
    """Files touched by read, edit and write calls or attached by the user, newest touch first. Calls that never ran
    are left out."""
    found: dict[str, Story] = {}
    touches: list[tuple[str, Touch]] = []
    for call in log.calls:
        kind = KINDS.get(call.name.lower())
        if kind and call.path and call.state not in ("not-run", "later"):
            touches.append((call.path, Touch(kind, call.place, call.row, call)))
    for place, row in log.users:
        if b"<file name=" in case.session.raw(row):
            for match in _ATTACHED.finditer(_said(case, row)):
                touches.append((match[1], Touch("attached", place, row)))
    for text, touch in sorted(touches, key=lambda pair: pair[1].place):
        story = folders.story(text, touch.place)
        if story:
            found.setdefault(folders.key(story), story).touches.append(touch)
    return sorted(found.values(), key=lambda story: -story.touches[-1].place)


def attached_text(case: Case, story: Story, row: int, folders: Folders) -> str | None:
    """What an attachment of the file said; None where it holds a picture or nothing."""
    for match in _ATTACHED.finditer(_said(case, row)):
        other = folders.story(match[1], 0)
        if other and folders.key(other) == folders.key(story) and match[2].startswith("\n"):
            return match[2][1:].removesuffix("\n")
    return None


def mentions(case: Case, log: Log, folders: Folders, touched: list[Story]) -> list[tuple[Story, int]]:
    """Files that user messages name with ``@`` and that nothing touched, each with the newest row; a lead, since an
    ``@`` may be anything."""
    known = {folders.key(story) for story in touched}
    found: dict[str, tuple[Story, int]] = {}
    for place, row in reversed(log.users):
        if b"@" not in case.session.raw(row):
            continue
        for match in _MENTION.finditer(_ATTACHED.sub("", _said(case, row))[:20_000]):
            text = (match[1] or match[2]).rstrip(".:!?'`*")
            scope = not match[1] and text.count("/") == 1 and not _SUFFIX.search(text)
            if scope or not (_SUFFIX.search(text) or "/" in text) or "(" in text or "://" in text:
                continue
            story = folders.story(text, place)
            if story and folders.key(story) not in known:
                found.setdefault(folders.key(story), (story, row))
    return list(found.values())


def _said(case: Case, row: int) -> str:
    return result_text(case.session.value(row).get("message"))


def inside(case: Case, story: Story) -> Path | None:
    """Where the file would be in the workspace; None without a workspace and for files outside of it."""
    if case.workspace is None:
        return None
    if story.relative is not None:
        return case.workspace.joinpath(*story.relative.split("/"))
    root = os.path.abspath(case.workspace).rstrip("/") + "/"
    return Path(story.full) if story.full.startswith(root) else None


def quote(case: Case, row: int) -> str:
    """The text of an entry in one line."""
    from inspector.session.preview import preview

    return one_line(preview(case.session.value(row)), 90)


def line(case: Case, row: int) -> Any:
    """The physical line of a row."""
    return case.session.cols.line[row]
