"""A client inside the gates, for tests of the pages and the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from inspector.web.app import create_app
from inspector.web.config import Token, WebConfig
from inspector.web.shelf import Shelf, look_at

PORT = 5123
BASE = f"http://127.0.0.1:{PORT}"


class Site:
    """The application over some files, with a client that has been let in."""

    def __init__(
        self, *paths: Path, token: bool = True, host: str = "127.0.0.1", budget: float | None = None
    ) -> None:
        self.shelf = Shelf(lambda: look_at(list(paths), None))
        self.config = WebConfig(self.shelf, host, PORT, Token() if token else None)
        self.app = create_app(self.config)
        self.client: FlaskClient = self.app.test_client()
        self.shelf.look()
        if self.config.token is not None:
            self.client.get("/", query_string={"token": self.config.token.text}, base_url=BASE)

    def get(self, path: str, **more: Any) -> Any:
        """Answer to a GET with the cookie."""
        return self.client.get(path, **{"base_url": BASE, "buffered": True, **more})

    def json(self, path: str, status: int = 200, **more: Any) -> Any:
        """The JSON of an answer, whose status must be as said."""
        answer = self.get(path, **more)
        assert answer.status_code == status, (path, answer.status_code, answer.data[:300])
        return answer.get_json()

    def api(self, file: Path, route: str, status: int = 200, **query: Any) -> Any:
        """The JSON of an API route of a file."""
        return self.json(f"/api/s/{self.shelf.key(file)}/{route}", status, query_string=query)
