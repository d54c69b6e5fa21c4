"""Share: choose, see what would be masked where, untick false alarms, add terms, download; works without scripts.

The choices travel in the body of the request, never in an address: terms to mask are secrets, and addresses are kept
by browsers. What is downloaded is made in a folder of its own, proven, sent and deleted.
"""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from inspector.errors import BadInput, InspectorError
from inspector.export.parts import PARTS
from inspector.export.run import Job, chosen
from inspector.export.selection import leaf
from inspector.export.target import safe_name
from inspector.session.load import require_session
from inspector.session.verdict import no_session
from inspector.web.access import opened
from inspector.web.answers import json_answer
from inspector.web.integrity_page import bytes_text
from inspector.web.pages_findings import Values
from inspector.web.pages_frame import Frame, Near, address
from inspector.web.pages_share import (
    CHOICES,
    EVERY,
    FORMS,
    LIMITS,
    MASKING,
    Asked,
    asked,
    job_of,
    without_alarms,
)
from inspector.web.pages_text import parts
from inspector.web.share_desk import at_work, how_far, is_page, masked_values
from inspector.web.share_made import FEWEST, PASSES, Made, make, stem_of, workshop
from inspector.web.share_preview import Preview, known_preview, make_preview
from inspector.web.share_shown import choice_facts, preview_values, residual_values, way_values

area = Blueprint("share_page", __name__)

UNASKED = 8 << 20  # bytes of a selection that is previewed without being asked for
SPEED = 16 << 20  # bytes a second of a preview, roughly, to tell a user how long to wait
SHOWN = 4_000  # characters of a masked value that is looked at


@area.get("/s/<key>/share")
def share_page(key: str) -> AnyResponse:
    """The choices at their safe defaults, with the preview where that takes no long time; ``branch`` in the address
    chooses one, and an entry there that is none is said."""
    frame = Frame(key, "share")
    return _page(frame, Asked(branch=request.args.get("branch", "") if frame.session.n else EVERY))


@area.post("/s/<key>/share")
def share_preview(key: str) -> AnyResponse:
    """The preview of what was chosen."""
    frame = Frame(key, "share")
    return _page(frame, asked(key))


@area.get("/s/<key>/share/download")
def share_again(key: str) -> AnyResponse:
    """The page itself, for whoever loads the address of a download anew."""
    lang = request.args.get("lang", "")
    return redirect(address(key, "share", {"lang": lang if lang in ("en", "zh") else ""}), 303)


@area.post("/s/<key>/share/download")
def share_download(key: str) -> AnyResponse:
    """The artefact as an attachment; a page with the places instead where the proof found something."""
    frame, wish = Frame(key, "share"), asked(key)
    passes = PASSES.get(wish.to, FEWEST)
    try:
        _readable(frame)
        job = job_of(frame, wish)
        with at_work(wish.page, wish.turn, passes) as work, workshop(frame.session) as (folder, cleanup):
            job = without_alarms(key, job, wish.alarms, work.progress)
            made = make(job, wish.to, folder, work.progress)
            if made.file is not None:
                return _attachment(made, cleanup)
            cleanup()
    except InspectorError as error:
        problem = frame.problem(error)
        return _render(frame, wish, problem.status, problem=problem.text)
    return _render(frame, wish, 422, residual=residual_values(frame, made.results))


@area.post("/s/<key>/share/progress")
def share_progress(key: str) -> AnyResponse:
    """How far the work of a page is, for its script; with ``stop`` it ends."""
    opened(key)
    page = request.form.get("page", "")
    return json_answer(how_far(page if is_page(page) else "", "stop" in request.form))


@area.post("/s/<key>/share/value")
def share_value(key: str) -> AnyResponse:
    """One masked value, to judge whether it is a false alarm: sent when somebody at this machine asks for it."""
    opened(key)
    value = masked_values.find(key, request.form.get("mark", ""))
    if value is None:
        return json_answer({"value": None}, 404)
    shown = "".join(f"{part.text}" for part in parts(value[:SHOWN]))
    return json_answer({"value": shown + ("…" if len(value) > SHOWN else "")})


def _attachment(made: Made, cleanup: object) -> Response:
    assert made.file is not None and callable(cleanup)
    answer = send_file(
        made.file,
        "application/octet-stream",
        as_attachment=True,
        download_name=made.name,
        conditional=False,
        etag=False,
        max_age=0,
    )
    answer.direct_passthrough = False  # passed through, an answer is not told of its end
    answer.call_on_close(cleanup)
    return answer


def _page(frame: Frame, wish: Asked) -> AnyResponse:
    try:
        _readable(frame)
        job = job_of(frame, wish)
        found = known_preview(frame.key, job, wish.alarms)
        if found is None and not wish.pressed and (large := _large(frame, wish, job)):
            return _render(frame, wish, job=job, large=large)
        if found is None:
            with at_work(wish.page, wish.turn, FEWEST, replaceable=True) as work:
                found = make_preview(frame.key, job, wish.alarms, work.progress)
    except InspectorError as error:
        problem = frame.problem(error)
        # Who only opens the page asked for nothing wrong: it says what has to be chosen.
        opened_only = (
            request.method == "GET" and problem.status == 400 and not request.args.keys() - {"at", "lang"}
        )
        status = 200 if opened_only else problem.status
        return _render(frame, wish, status, problem=problem.text, near=problem.near)
    return _render(frame, wish, job=job, found=found)


def _large(frame: Frame, wish: Asked, job: Job) -> Values | None:
    """What to say of a selection that takes long to go through; None for any other."""
    whole = job.options.all_branches
    if not whole and leaf(frame.session, job.options) < 0:
        return None
    selection = chosen(job)
    size = selection.size
    if size <= UNASKED:
        return None
    facts = choice_facts(frame, wish, whole, len(selection.rows), size)
    return {"size": bytes_text(size), "seconds": max(1, round(size / SPEED)), "facts": facts}


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
    near: tuple[Near, ...] = (),
    job: Job | None = None,
    large: Values | None = None,
    found: Preview | None = None,
    residual: list[Values] | None = None,
) -> AnyResponse:
    name = stem_of(job) if job is not None else safe_name(None, frame.session.session_id)
    answer = frame.render(
        "share.html",
        status,
        problem=problem,
        near=near,
        large=large,
        found=None if found is None else preview_values(frame, wish, found),
        residual=residual,
        wish=wish,
        forms=FORMS,
        masking=MASKING,
        part_names=list(PARTS),
        choices=CHOICES,
        every=EVERY,
        longest=LIMITS["title"],
        leaves=frame.leaves("" if wish.branch == EVERY else wish.branch),
        ways=way_values(frame, name),
        other="en" if frame.lang == "zh" else "zh",
    )
    # With "no-referrer" a browser sends no origin along with a form, and the gate would take ours for a foreign one.
    answer.headers["Referrer-Policy"] = "same-origin"
    return answer
