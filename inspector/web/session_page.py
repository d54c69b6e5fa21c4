"""The page of one session: an empty frame that the scripts fill from the API.

The frame does not wait for the session to be read: that begins when the frame is asked for, and goes on while the
browser loads the scripts.
"""

from __future__ import annotations

import threading
from pathlib import Path

from flask import Blueprint, Response, render_template

from inspector.session.preview import one_line
from inspector.session.skill import words_of_user
from inspector.store.header import Header, read_header
from inspector.web.access import shown, web
from inspector.web.api import first_part
from inspector.web.config import WebConfig
from inspector.web.page_words import language, remember_language, translated

area = Blueprint("session_page", __name__)

_beginning = threading.Lock()  # one session at a time is read before its page asks for it


@area.get("/s/<key>")
def session_page(key: str) -> Response:
    """The frame, with what the title line needs."""
    config = web()
    path = config.shelf.path(key)
    config.library.check(path)
    _begin(config, key, path)
    name, title, cwd = _title(path)
    lang = language()
    page = render_template(
        "session.html",
        lang=lang,
        key=key,
        title=shown(one_line(title, 120)),
        file=shown(str(path)),
        cwd=shown(cwd),
        name=shown(name),
        list_url="/",
    )
    answer = Response(translated(page, lang))
    remember_language(answer)  # without scripts the plain transcript follows, which is to speak it too
    return answer


def _begin(config: WebConfig, key: str, path: Path) -> None:
    """Open the session and work out what its page asks first, in a thread. The page's own question waits for it."""
    if not _beginning.acquire(blocking=False):
        return

    def work() -> None:
        try:
            first_part(config.library.open(path), key)
        except Exception:
            pass  # the page's own question meets the same, and tells it
        finally:
            _beginning.release()

    threading.Thread(target=work, name="open session", daemon=True).start()


def _title(path: Path) -> tuple[str | None, str, str | None]:
    """Name, title and folder, as far as they are known without reading the whole file."""
    row = web().counter.known(path)
    if row is not None:
        return row.name, row.name or words_of_user(row.first_message or "") or row.id or path.name, row.cwd
    header = read_header(path)
    if isinstance(header, Header):
        return None, header.id or path.name, header.cwd
    return None, path.name, None
