#!/usr/bin/env python3
"""Takes the picture in README again: .venv/bin/python docs/picture.py. It shows the demo where the rule is lost."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
DEMO = HERE.parent / "samples" / "demo-night-market.jsonl"
AT = "718d38dc"  # the reply that never heard of the rule
ENTRY = "ba4f53e6"  # the first message that the compaction kept
TO_THE_CUT = """() => {
    const cut = document.querySelector('[data-cut]');
    cut.scrollIntoView({ block: 'start' });
    let pane = cut;
    while (pane.scrollHeight <= pane.clientHeight || getComputedStyle(pane).overflowY === 'visible') pane = pane.parentElement;
    pane.scrollTop -= 230;
}"""
SIZE = {"width": 1360, "height": 860}


def main() -> None:
    """Serve the demo, open it at that reply, save what is on screen."""
    command = [sys.executable, "-m", "inspector", "serve", "--no-open", "--port", "0", str(DEMO)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        with sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport=SIZE, timezone_id="Asia/Shanghai", locale="en-GB")
            page.goto(url)
            address = page.get_attribute("a[data-session]", "href")
            page.goto(f"{page.url.rstrip('/')}{address}#entry={ENTRY}&at={AT}")
            page.wait_for_selector('html[data-ready="1"]')
            page.evaluate(TO_THE_CUT)
            page.wait_for_timeout(800)
            page.screenshot(path=HERE / "session.png")
            browser.close()
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
