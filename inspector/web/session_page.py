"""The page of one session: an empty frame that the scripts fill from the API."""

from __future__ import annotations

from flask import Blueprint, render_template

from inspector.session.preview import one_line
from inspector.web.access import opened, shown

area = Blueprint("session_page", __name__)


@area.get("/s/<key>")
def session_page(key: str) -> str:
    """The frame, with what the title line needs."""
    session = opened(key).session
    name, file = session.name, str(session.path)
    return render_template(
        "session.html",
        key=key,
        title=shown(one_line(name or session.session_id or session.path.name, 120)),
        file=shown(file),
        cwd=shown(session.cwd),
        name=shown(name),
        list_url="/",
    )
