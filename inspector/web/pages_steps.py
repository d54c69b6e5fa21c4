"""The way in the page beside a next step that is a command of ours."""

from __future__ import annotations

from pathlib import Path

from flask import request

from inspector.diagnosis.finding import Step
from inspector.web.pages_frame import Frame, address, entry_name, served_key
from inspector.web.pages_text import Part, parts


def step_link(step: Step, frame: Frame) -> list[Part]:
    """A link that does in the page what the step's command does, nothing where no page does it."""
    word, href = _page_of(step, frame)
    return [*parts(" "), Part("go", frame.say(word), href)] if href else []


def everywhere(phrase: str, frame: Frame) -> str:
    """The address of the same question to every served session."""
    return frame.page("diagnose", ask=phrase, regex=request.args.get("regex", ""), all="1")


def _page_of(step: Step, frame: Frame) -> tuple[str, str]:
    """The word for the link and where it leads, "" for nowhere."""
    params = step.params
    key = _key(params.get("file") or params.get("path"), frame)
    match step.code:
        case "show-context":
            return "step.context", _seen(str(params.get("entry") or ""), key, frame)
        case "other-words" if not request.args.get("all"):
            return "step.all", everywhere(str(params["phrase"]), frame)
        case "trace-session" if key:
            asked = {"ask": str(params["phrase"]), "regex": request.args.get("regex", "")}
            return "step.ask", address(key, "diagnose", asked)
        case "doctor-session" if key:
            return "step.check", address(key, "diagnose", {})
        case "find-session-of-log":
            return "step.list", "/"
        case "salvage" if key:
            return "step.damage", address(key, "integrity", {})
        case "look-into" if key:
            return "step.show", f"/s/{key}"
    return "", ""


def _key(file: object, frame: Frame) -> str | None:
    """The key of the file that a step is about; this session's own where it is that one."""
    if not isinstance(file, str) or not file:
        return None
    return frame.key if file == str(frame.session.path) else served_key(Path(file))


def _seen(name: str, key: str | None, frame: Frame) -> str:
    """What the model saw at an entry of this session."""
    if not name or key != frame.key:
        return ""
    try:
        row = frame.session.find_row(name)
    except KeyError:
        return ""
    return frame.entry(row, at=entry_name(frame.session, row), pane="seen")
