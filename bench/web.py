"""The viewer, measured as a person meets it: from the click on a session to the painted page, server cold."""

from __future__ import annotations

import shutil
import subprocess
import time
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
PAINTED = "performance.timeOrigin + performance.getEntriesByName('painted')[0].startTime"


@dataclass(frozen=True, slots=True)
class Visit:
    """Seconds from click to painted, bytes of the biggest answer on the wire and its URL, MB of the server."""

    seconds: float
    biggest_answer: int
    biggest_url: str
    server_mb: float


def visit(command: list[str], session: Path) -> Visit:
    """Start a viewer, open the list, click the session, stop the viewer."""
    from playwright.sync_api import sync_playwright

    server = subprocess.Popen(
        [*command, "serve", "--no-open", "--port", "0", str(session)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        with sync_playwright() as playwright:
            chromium = (
                shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
            )
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page()
            answers = _watch(page)
            page.goto(url)
            page.wait_for_selector("a[data-session]", timeout=PATIENCE_MS)
            started = time.time()
            page.click("a[data-session]", no_wait_after=True)
            page.wait_for_selector('html[data-ready="1"]', timeout=PATIENCE_MS)
            # The page notes when it is painted; waiting for it from outside takes longer.
            seconds = page.evaluate(PAINTED) / 1000 - started
            browser.close()
        size, where = max(answers.values(), default=(0, ""))
        memory = sum(resident_kb(pid) for pid in family(server.pid)) / 1024
        return Visit(seconds, size, where, memory)
    finally:
        server.terminate()
        server.wait(10)


def _watch(page: Any) -> dict[str, tuple[int, str]]:
    """Bytes on the wire of every answer, by request."""
    seen: dict[str, tuple[int, str]] = {}
    urls: dict[str, str] = {}
    cdp = page.context.new_cdp_session(page)
    cdp.send("Network.enable")
    cdp.on("Network.requestWillBeSent", lambda e: urls.__setitem__(e["requestId"], e["request"]["url"]))
    cdp.on(
        "Network.loadingFinished",
        lambda e: seen.__setitem__(
            e["requestId"], (int(e["encodedDataLength"]), urls.get(e["requestId"], ""))
        ),
    )
    return seen
