"""The app factory: security first, then the areas, then errors as pages or JSON, never as a traceback."""

from __future__ import annotations

import logging
from typing import cast

from flask import Flask, Response, render_template, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException, InternalServerError
from werkzeug.wrappers import Response as AnyResponse

from inspector import __version__, assets
from inspector.diagnosis.words_file import said
from inspector.errors import InspectorError
from inspector.web import (
    api,
    compare_page,
    diagnose_page,
    integrity_page,
    list_page,
    live_api,
    opening_api,
    plain_page,
    rules_api,
    scripts,
    security,
    session_page,
    share_page,
    usage_api,
)
from inspector.web.answers import error_answer, status_of
from inspector.web.config import WebConfig
from inspector.web.page_words import language, mark_name, remember_language, said_word, translated
from inspector.web.shelf import UnknownKey

_LOG = logging.getLogger(__name__)
_OVERTAKEN = ("vanished", "missing", "changed")  # what may happen to a file while a page shows it
_TITLES = {400: "Not understood", 403: "Not allowed", 404: "Not found", 405: "Not allowed", 413: "Too large"}
_WORDS = {
    404: "There is no such page.",
    405: "This address cannot be asked in that way.",
    413: "The request is larger than anything this server takes.",
}
_UNKNOWN_KEY = (
    "No session with this address is served here: its file was moved, renamed or deleted, or lies outside the folders"
    " that this server was started with. Open the list and choose again."
)


def create_app(config: WebConfig) -> Flask:
    """The web application for one start of the server."""
    app = Flask("inspector.web", template_folder=str(assets.templates()), static_folder=str(assets.static()))
    app.config["WEB"] = config
    app.jinja_env.undefined = StrictUndefined if app.testing else app.jinja_env.undefined
    app.jinja_env.globals.update(version=__version__, lang="en", asset=scripts.asset, scripts=scripts)
    app.jinja_env.filters["mark_name"] = mark_name
    security.install(app, config)
    pages = (list_page, session_page, diagnose_page, compare_page, integrity_page, share_page, plain_page)
    for page in (*pages, api, opening_api, usage_api, rules_api, live_api, scripts):
        app.register_blueprint(page.area)
    app.after_request(_script_type)
    app.register_error_handler(UnknownKey, _unknown_key)
    app.register_error_handler(InspectorError, _inspector_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _fault)
    return app


def _script_type(response: Response) -> Response:
    """Modules need this type, and the registry of Windows may say otherwise."""
    if request.path.endswith((".js", ".mjs")) and response.status_code == 200:
        response.headers["Content-Type"] = "text/javascript; charset=utf-8"
    return response


def _unknown_key(error: UnknownKey) -> AnyResponse:
    return _failure(404, "unknown-session", _UNKNOWN_KEY)


def _inspector_error(error: InspectorError) -> AnyResponse:
    if error.kind in _OVERTAKEN and request.path.startswith("/api/") and request.args.get("state"):
        # A page that has the session loaded keeps it and says what happened to the file: no failure of the page's, and
        # nothing for the console of the browser.
        return error_answer(error.kind, error.message, error.file, 200)
    return _failure(status_of(error), error.kind, error.message, error.file)


def _http_error(error: HTTPException) -> AnyResponse:
    if error.response is not None:
        return cast(AnyResponse, error.response)
    status = error.code or 500
    if status < 400:
        return error.get_response()
    words = _WORDS.get(status) or error.description or error.name
    answer = _failure(status, error.name.lower().replace(" ", "-"), words)
    for name, value in error.get_headers():
        if name == "Allow":
            answer.headers[name] = value
    return answer


def _fault(error: Exception) -> AnyResponse:
    _LOG.error("fault in %s", request.path, exc_info=error)
    words = "pi-inspector made a mistake here; the session file is untouched. The terminal shows the details."
    return _failure(InternalServerError.code, "fault", words)


def _failure(status: int, kind: str, message: str, file: str | None = None) -> AnyResponse:
    """One sentence for whoever asked: JSON for scripts, a page for people."""
    if request.path.startswith("/api/"):
        return error_answer(kind, message, file, status)
    title = _TITLES.get(status, "Something went wrong")
    list_url = "/" if security.let_in() else None
    # The one thing that helps somebody without the token: the address in the terminal.
    locked = status == 403 and list_url is None and request.method == "GET"
    told = {
        "status": status,
        "kind": kind,
        "title": title,
        "message": message,
        "said": said(message, "zh"),
        "file": file,
    }
    lang = language()
    title_word = said_word(f"error.title{status}", lang) if status in _TITLES else None
    page = render_template(
        "error.html", **told, list_url=list_url, locked=locked, lang=lang, title_word=title_word
    )
    answer = Response(translated(page, lang), status=status, mimetype="text/html")
    if request.method == "GET":
        remember_language(answer)
    return answer
