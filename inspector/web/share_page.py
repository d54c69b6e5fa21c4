"""Share: choose, see what would be masked where, untick false alarms, add terms, download; works without scripts.

The choices travel in the body of the request, never in an address: terms to mask are secrets, and addresses are kept
by browsers. What is downloaded is made in a folder of its own, proven, sent and deleted.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from flask import Blueprint, redirect, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from inspector.errors import BadInput, InspectorError
from inspector.export.manifest import Result
from inspector.export.parts import PARTS
from inspector.export.run import FORMATS, Job, chosen, export
from inspector.export.selection import leaf
from inspector.export.sharing import ways
from inspector.export.target import safe_name
from inspector.redaction.engine import Place, Redactor
from inspector.session.load import require_session
from inspector.session.verdict import no_session
from inspector.web.integrity_page import bytes_text
from inspector.web.pages_findings import Values
from inspector.web.pages_frame import Frame, address
from inspector.web.pages_share import (
    CHOICES,
    EVERY,
    Asked,
    alone,
    asked,
    job_of,
    preview_values,
    residual_values,
    without_alarms,
)
from inspector.web.pages_text import parts

area = Blueprint("share_page", __name__)

UNASKED = 8 << 20  # bytes of a selection that is previewed without being asked for
SUFFIXES = {"html": ".html", "jsonl": ".jsonl", "markdown": ".md", "json": ".json"}


@area.get("/s/<key>/share")
def share_page(key: str) -> AnyResponse:
    """The choices at their safe defaults, with the preview where that takes no long time."""
    return _page(Frame(key, "share"), Asked(), False)


@area.post("/s/<key>/share")
def share_preview(key: str) -> AnyResponse:
    """The preview of what was chosen."""
    return _page(Frame(key, "share"), asked(), True)


@area.get("/s/<key>/share/download")
def share_again(key: str) -> AnyResponse:
    """The page itself: the way to another language leads here from what the proof found."""
    lang = request.args.get("lang", "")
    return redirect(address(key, "share", {"lang": lang if lang in ("en", "zh") else ""}), 303)


@area.post("/s/<key>/share/download")
def share_download(key: str) -> AnyResponse:
    """The artefact as an attachment; a page with the places instead where the proof found something."""
    frame, wish = Frame(key, "share"), asked()
    folder = tempfile.TemporaryDirectory(prefix="pi-inspector-share-", ignore_cleanup_errors=True)
    sent = False
    try:
        with alone():
            _readable(frame)
            job, _ = without_alarms(job_of(frame, wish), wish.alarms)
            name = _file_name(job)
            result = export(job, Path(folder.name) / f"artefact{SUFFIXES[job.to]}")
        if result.output is None:
            return _residual(frame, wish, result)
        answer = send_file(
            result.output.file, "application/octet-stream", as_attachment=True, download_name=name, max_age=0
        )
        answer.direct_passthrough = False  # passed through, an answer is not told of its end
        answer.call_on_close(folder.cleanup)
        sent = True
        return answer
    except InspectorError as error:
        problem = frame.problem(error)
        return _render(frame, wish, problem.status, problem=problem.text)
    finally:
        if not sent:
            folder.cleanup()


def _page(frame: Frame, wish: Asked, pressed: bool) -> AnyResponse:
    try:
        _readable(frame)
        job = job_of(frame, wish)
        large = 0 if pressed or leaf(frame.session, job.options) < 0 else chosen(job).size
        if large > UNASKED:
            return _render(frame, wish, large=bytes_text(large))
        with alone():
            found = preview_values(frame, job, wish.alarms)
    except InspectorError as error:
        problem = frame.problem(error)
        return _render(frame, wish, problem.status, problem=problem.text)
    found["size"] = bytes_text(found["size"])
    return _render(frame, wish, found=found)


def _residual(frame: Frame, wish: Asked, result: Result) -> AnyResponse:
    return _render(frame, wish, 422, residual=residual_values(frame, result))


def _readable(frame: Frame) -> None:
    session = frame.session
    if no_session(session) is not None:
        raise BadInput("event-log", "an event log, not a session", str(session.path))
    require_session(session)


def _render(
    frame: Frame,
    wish: Asked,
    status: int = 200,
    problem: str | None = None,
    large: str | None = None,
    found: Values | None = None,
    residual: list[Values] | None = None,
) -> AnyResponse:
    answer = frame.render(
        "share.html",
        status,
        problem=problem,
        large=large,
        found=found,
        residual=residual,
        wish=wish,
        formats=FORMATS,
        part_names=list(PARTS),
        choices=CHOICES,
        every=EVERY,
        leaves=frame.leaves("" if wish.branch == EVERY else wish.branch),
        ways=_ways(frame),
    )
    # With "no-referrer" a browser sends no origin along with a form, and the gate would take ours for a foreign one.
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer


def _ways(frame: Frame) -> list[Values]:
    """How pi itself would share, with the commands for files by names of ours."""
    name = safe_name(None, frame.session.session_id)
    made = zip(("html", "jsonl"), ways(f"{name}.html", f"{name}.jsonl"), strict=True)
    return [
        {
            "title": frame.say(f"share.way.{to}"),
            "words": frame.say(f"share.way-words.{to}"),
            "commands": [parts(command, "code") for command in way.commands],
        }
        for to, way in made
    ]


def _file_name(job: Job) -> str:
    """The name of the download: none of the session's words where there is something in them to mask."""
    name = job.title or job.session.name or ""
    if job.options.redact or "identity" not in job.options.parts:
        redactor = Redactor(job.options.rules(job.session.cwd))
        name = name if redactor.text(name, Place(0, "name", "")) == name else ""
    return os.path.basename(safe_name(name, job.session.session_id)) + SUFFIXES[job.to]
