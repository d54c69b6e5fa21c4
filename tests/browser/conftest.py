"""A running server and a watched browser: any request off loopback, any console error, any dialog fails the test."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Error, Page, sync_playwright  # noqa: E402

from inspector import assets  # noqa: E402

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
WAIT = 20_000  # ms; a slow machine is no failure


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium from the path, else playwright's own; skips where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as driver:
        try:
            chosen = driver.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            pytest.skip(f"no Chromium could be started: {str(error).splitlines()[0]}")
        yield chosen
        chosen.close()


class Server:
    """A server of ours in a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "inspector", "serve", "--no-open", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(f"the server did not start: {self.process.stderr.read()}")

    def stop(self) -> None:
        """End it; what it had to say on standard error fails the test when it is a traceback."""
        self.process.terminate()
        _, errors = self.process.communicate()
        assert "Traceback" not in errors, errors


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., Server]]:
    """Starts servers; one per set of arguments."""
    running: dict[tuple[str, ...], Server] = {}

    def start(*paths: Path) -> Server:
        key = tuple(str(path) for path in paths)
        if key not in running:
            running[key] = Server(*key)
        return running[key]

    yield start
    for server in running.values():
        server.stop()


@pytest.fixture(scope="session")
def samples_server(serve: Callable[..., Server]) -> Server:
    """A server over the samples."""
    return serve(assets.samples())


class Watch:
    """What a page did that it must not do."""

    def __init__(self, page: Page) -> None:
        self.bad: list[str] = []
        page.on("request", self._request)
        page.on(
            "console",
            lambda message: self._note(message.type in ("error", "warning"), f"console: {message.text}"),
        )
        page.on("pageerror", lambda error: self._note(True, f"script: {error}"))
        page.on("dialog", lambda dialog: (self._note(True, f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("popup", lambda other: self._note(True, f"window: {other.url}"))
        page.on("download", lambda item: self._note(True, f"download: {item.url}"))

    def _note(self, bad: bool, text: str) -> None:
        if bad:
            self.bad.append(text)

    def _request(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        parts = urlsplit(url)
        self._note(parts.scheme not in ("blob", "data") and parts.hostname != "127.0.0.1", f"request: {url}")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh, watched page; fails at the end if it did what it must not."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    page.set_default_timeout(WAIT)
    watch = Watch(page)
    yield page
    marker = page.evaluate("window.hostile || null")
    context.close()
    assert watch.bad == []
    assert marker is None, "a script from a session ran"
