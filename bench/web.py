"""The viewer in Chromium, measured as a person meets it: by the page's own clock, from the click to the painted page."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from process import family, resident_kb

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
PATIENCE_MS = 120_000
READY = 'html[data-ready="1"]'
LINK = "a[data-session]"
NOTE_CLICK = """() => addEventListener("click", (event) => {
  sessionStorage.setItem("bench.click", String(performance.timeOrigin + event.timeStamp));
}, { capture: true, once: true })"""
PAINTED = "performance.timeOrigin + performance.getEntriesByName('painted')[0].startTime"
SINCE_CLICK = f"{PAINTED} - Number(sessionStorage.getItem('bench.click'))"
SIZE = {"width": 1440, "height": 900}


@dataclass(frozen=True, slots=True)
class Visit:
    """Seconds from click to painted: ``first`` in a server that has only listed the session, ``again`` a moment later,
    ``unread`` where the file became another since it was listed, so that the server reads it after the click. MB of the
    server in the end."""

    first: float
    again: float
    unread: float
    server_mb: float


@contextmanager
def server(command: list[str], session: Path) -> Iterator[tuple[str, int]]:
    """A viewer on one session: its address and process id."""
    process = subprocess.Popen(
        [*command, "serve", "--no-open", "--port", "0", str(session)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait(10)


@contextmanager
def tab(url: str) -> Iterator[Any]:
    """A page of a new browser on the list of sessions."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = (
            shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        )
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            page = browser.new_page(viewport=SIZE)
            page.goto(url)
            page.wait_for_selector(LINK, timeout=PATIENCE_MS)
            page.wait_for_load_state("networkidle")
            yield page
        finally:
            browser.close()


def visit(command: list[str], session: Path) -> Visit:
    """Start a viewer, click the session in its list: at first, again, and after the file has become another."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(shutil.copy(session, folder))
        with server(command, path) as (url, pid), tab(url) as page:
            first = open_session(page)
            _back(page, url)
            again = open_session(page)
            _back(page, url)
            os.utime(path)  # another state of the file: what the server knows of it no longer counts
            unread = open_session(page)
            memory = sum(resident_kb(one) for one in family(pid)) / 1024
        return Visit(first, again, unread, memory)


def open_session(page: Any) -> float:
    """Seconds from the click on the session in the list to the painted page, both by the clock of the pages: before it
    clicks, a driver waits for the link to stand still."""
    page.evaluate(NOTE_CLICK)
    page.click(LINK, no_wait_after=True)
    page.wait_for_selector(READY, timeout=PATIENCE_MS)
    return float(page.evaluate(SINCE_CLICK)) / 1000


def _back(page: Any, url: str) -> None:
    page.goto(url.split("?")[0])
    page.wait_for_selector(LINK, timeout=PATIENCE_MS)
    page.wait_for_load_state("networkidle")


def watch(page: Any) -> dict[str, int]:
    """Bytes on the wire of every answer, by request."""
    seen: dict[str, int] = {}
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.loadingFinished", lambda e: seen.__setitem__(e["requestId"], int(e["encodedDataLength"])))
    return seen
