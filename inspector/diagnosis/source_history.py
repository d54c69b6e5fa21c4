"""What the path shows of each file: read, changed, requested without a result, named by a shell command afterwards."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding, Step
from inspector.diagnosis.source_calls import Call, Log
from inspector.diagnosis.source_effects import has_effect, listed
from inspector.diagnosis.source_files import KINDS, Folders, Story, Touch, mentions, quote
from inspector.diagnosis.source_shell import may_change, named_files
from inspector.session import kinds as k

FILES = 200  # files with a line of their own
LEADS = 30  # leads of one kind
SHELL_LEADS = 5  # of them on shell commands that are shown without --all
_OFF_PATH = 500  # results off the path that are read


def histories(case: Case, log: Log, files: list[Story]) -> list[Finding]:
    """One line per file: the last read, edit and write that a result confirms. Details, all of them."""
    found = []
    for story in files[:FILES]:
        read, change = story.last("read"), story.last("edit", "write")
        attached = story.last("attached")
        if read and change:
            code = (
                "source.file-edited-after-read"
                if read.place < change.place
                else "source.file-read-after-edit"
            )
            found.append(_history(case, code, story, read, change))
        elif read:
            found.append(_history(case, "source.file-read", story, read))
        elif log.start:
            continue  # a read may lie before what was looked at
        elif change:
            code = "source.file-written" if change.kind == "write" else "source.file-edited-unread"
            found.append(_history(case, code, story, change))
        elif attached:
            found.append(_history(case, "source.file-attached", story, attached))
    return found + _dropped(case, files)


def _dropped(case: Case, files: list[Story]) -> list[Finding]:
    """Files whose text the model had once and has no more: every read and write of it was cut off."""
    shown = set(case.frame.rows)
    gone = [s for s in files if s.last() and not any(t.ok and _has_text(t, shown) for t in s.touches)]
    if not gone or case.frame.boundary is None:
        return []
    params = {"n": len(gone), "paths": [story.path for story in gone]}
    evidence = (
        case.evidence(case.frame.boundary.row),
        *(case.evidence(s.touches[-1].row) for s in gone[:40]),
    )
    return [Finding("source.reads-dropped", "ok", params, False, evidence, (), True)]


def _has_text(touch: Touch, shown: set[int]) -> bool:
    """True where the entry that carries the file's text is in the context list."""
    carrier = touch.call.result if touch.call and touch.kind == "read" else touch.row
    return carrier in shown


def _history(case: Case, code: str, story: Story, *touches: Touch) -> Finding:
    cols = case.session.cols
    params: dict[str, object] = {"path": story.path}
    for touch in touches:
        params["change" if touch.kind in ("edit", "write") else touch.kind] = cols.line[touch.row]
    evidence = tuple(case.evidence(touch.row) for touch in touches)
    evidence += tuple(
        case.evidence(t.call.result) for t in touches if t.call and t.call.result not in (-1, t.row)
    )
    return Finding(code, "ok", params, False, evidence, (), True)


def requests(case: Case, log: Log, files: list[Story]) -> list[Finding]:
    """Calls without a result, and files whose last change failed."""
    found: list[Finding] = []
    for story in files:
        asked = [t for t in story.touches if t.call and t.call.state == "missing"]
        last = story.last()
        open_ones = [t for t in asked if not last or last.place < t.place]
        if open_ones and len(found) < LEADS:
            touch = open_ones[-1]
            params = {"path": story.path, "tool": _name(touch), "line": case.session.cols.line[touch.row]}
            steps = (Step("check-file", {"path": story.path}),)
            found.append(
                Finding("source.file-requested", "warning", params, False, (case.evidence(touch.row),), steps)
            )
    found += _failed_changes(case, files)
    return found + _other_calls(case, log)


def _failed_changes(case: Case, files: list[Story]) -> list[Finding]:
    found = []
    for story in files:
        changes = [t for t in story.touches if t.kind in ("edit", "write") and t.call]
        last = changes[-1] if changes else None
        if last is None or last.call is None or last.call.state != "failed":
            continue
        params = {"path": story.path, "tool": _name(last), "line": case.session.cols.line[last.row]}
        evidence = (case.evidence(last.row), case.evidence(last.call.result))
        steps = (Step("check-file", {"path": story.path}),)
        found.append(Finding("source.change-failed", "warning", params, True, evidence, steps))
    return found[:LEADS]


def _other_calls(case: Case, log: Log) -> list[Finding]:
    found = []
    done = {(call.name, call.text): call.place for call in log.calls if call.state == "ok"}
    missing = [
        call
        for call in log.calls
        if call.state == "missing"
        and not (call.name.lower() in KINDS and call.path)
        and not has_effect(call)
        and done.get((call.name, call.text), -1) < call.place
    ]
    if missing:
        found.append(listed(case, "source.calls-without-result", "warning", missing))
    elsewhere = [call for call in log.calls if call.state == "elsewhere"]
    if elsewhere:
        finding = listed(case, "source.result-elsewhere", "warning", elsewhere)
        results = tuple(case.evidence(call.result) for call in elsewhere[::-1])
        found.append(
            Finding(
                finding.code, "warning", finding.params, False, (*finding.evidence, *results), finding.next
            )
        )
    unrun = [call for call in log.calls if call.state == "not-run"]
    if unrun:
        found.append(listed(case, "source.calls-not-run", "ok", unrun, detail_only=True))
    failed = [call for call in log.calls if call.state == "failed"]
    if failed:
        found.append(listed(case, "source.calls-failed", "ok", failed, detail_only=True))
    return found


def _name(touch: Touch) -> str:
    return touch.call.name if touch.call else ""


def named_only(case: Case, log: Log, folders: Folders, files: list[Story]) -> list[Finding]:
    """Files that the user pointed at with ``@`` and that no tool read: the model may never have seen them."""
    found = []
    commands = [call.command for call in (*log.calls, *log.shell) if call.command]
    for story, row in mentions(case, log, folders, files)[:LEADS]:
        if any(_base(story.path) in command for command in commands):
            continue  # a shell command may have shown it
        params = {"path": story.path, "line": case.session.cols.line[row], "text": quote(case, row)}
        steps = (Step("check-file", {"path": story.path}),)
        found.append(Finding("source.file-mentioned", "unknown", params, True, (case.evidence(row),), steps))
    return found


def shell_leads(case: Case, log: Log, files: list[Story], unchanged: frozenset[str]) -> list[Finding]:
    """Shell commands that name a file after the model's last touch: what they changed, no tool call shows."""
    wanted: dict[str, list[Story]] = {}
    for story in files[:FILES]:
        if story.last() and story.full not in unchanged:
            wanted.setdefault(_base(story.path), []).append(story)
    found: dict[str, tuple[Finding, int]] = {}
    commands = [call for call in (*log.calls, *log.shell) if call.command and call.state in ("ok", "failed")]
    for call in sorted(commands, key=lambda one: -one.place):
        for word in named_files(call.command or ""):
            for story in wanted.get(_base(word), ()):
                last = story.last()
                if not last or last.place >= call.place or not _same_end(story.full, word):
                    continue
                changes = may_change(call.command or "", _base(word))
                if story.full not in found or (changes and found[story.full][0].detail_only):
                    found[story.full] = (_named(case, story, call, last, changes), call.place)
    ordered = sorted(found.values(), key=lambda pair: (pair[0].detail_only, -pair[1]))
    return [
        finding if at < SHELL_LEADS or finding.detail_only else replace(finding, detail_only=True)
        for at, (finding, _) in enumerate(ordered[: 2 * LEADS])
    ]


def _named(case: Case, story: Story, call: Call, last: Touch, changes: bool) -> Finding:
    lines = case.session.cols.line
    params = {"path": story.path, "command": call.text, "line": lines[call.row], "last": lines[last.row]}
    evidence = (case.evidence(call.row), case.evidence(last.row))
    if not changes:
        return Finding("source.shell-names-file", "ok", params, True, evidence, (), True)
    steps = (Step("check-file", {"path": story.path}),)
    return Finding("source.shell-may-change", "unknown", params, True, evidence, steps)


def _base(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def _same_end(full: str, word: str) -> bool:
    """True where the word, as a path, ends as the file's path does."""
    parts = [part for part in word.replace("\\", "/").split("/") if part not in ("", ".", "..", "~")]
    return full.replace("\\", "/").split("/")[-len(parts) :] == parts if parts else False


def off_path_changes(case: Case, folders: Folders, files: list[Story], wanted: set[str]) -> list[Finding]:
    """For files that differ today: an edit or write in this session that is not on the path. Leaving a branch undoes
    nothing on disk."""
    cols, left = case.session.cols, _OFF_PATH
    names = {
        number for number, name in enumerate(cols.whats.names) if KINDS.get(name.lower()) in ("edit", "write")
    }
    stories = {folders.key(story): story for story in files if story.path in wanted}
    found: dict[str, Finding] = {}
    for row in range(case.session.n - 1, -1, -1):
        if not stories or left <= 0:
            break
        if cols.role[row] != k.TOOL_RESULT or cols.what[row] not in names or row in case.on_path:
            continue
        left -= 1
        path, asked = _path_of_result(case, row)
        story = folders.story(path, len(case.path)) if path else None
        hit = stories.pop(folders.key(story), None) if story and not cols.flags[row] & k.ERROR else None
        if hit:
            params = {"path": hit.path, "line": cols.line[asked]}
            later = case.session.tree.is_ancestor(case.at, asked)
            code = "source.changed-later" if later else "source.changed-on-branch"
            found[hit.path] = Finding(code, "ok", params, False, (case.evidence(asked), case.evidence(row)))
    return list(found.values())


def off_path_files(case: Case, folders: Folders) -> list[Story]:
    """Files that a read, edit or write in this session touched off the path, without their touches."""
    cols = case.session.cols
    names = {number for number, name in enumerate(cols.whats.names) if name.lower() in KINDS}
    rows = (
        row
        for row in range(case.session.n - 1, -1, -1)
        if cols.role[row] == k.TOOL_RESULT
        and cols.what[row] in names
        and row not in case.on_path
        and not cols.flags[row] & k.ERROR
    )
    paths = (_path_of_result(case, row)[0] for row in islice(rows, _OFF_PATH))
    found = (folders.story(path, len(case.path)) for path in paths if path)
    return [story for story in found if story is not None]


def _path_of_result(case: Case, row: int) -> tuple[str | None, int]:
    """The path argument of the call that a result answers, and the reply's row."""
    session = case.session
    message = session.value(row).get("message")
    id = message.get("toolCallId") if isinstance(message, dict) else None
    at = session.tree.parent[row]
    for _ in range(40):
        if at < 0:
            break
        if session.cols.role[at] == k.ASSISTANT:
            reply = session.value(at).get("message")
            content = reply.get("content") if isinstance(reply, dict) else None
            for block in content if isinstance(content, list) else []:
                given = block.get("arguments") if isinstance(block, dict) and block.get("id") == id else None
                if isinstance(given, dict) and isinstance(given.get("path"), str):
                    return given["path"], at
        at = session.tree.parent[at]
    return None, -1
