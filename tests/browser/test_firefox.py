"""The served page in Firefox: it paints, a click selects, the theme switches, and nothing complains."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.marionette import Firefox

pytestmark = pytest.mark.browser
DEMO = assets.samples() / "demo-night-market.jsonl"
OTHER = "718d38dc"


def test_the_served_page(samples_server: Server, tmp_path: Path) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox")
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(samples_server.url))
    with Firefox(program, tmp_path) as firefox:
        firefox.ask("WebDriver:Navigate", {"url": samples_server.url})
        link = f"[...document.querySelectorAll('a[data-session]')].find((node) => node.title === {json.dumps(str(DEMO))})"
        firefox.until(f"return Boolean({link})")
        firefox.ask("WebDriver:Navigate", {"url": firefox.run(f"return {link}.href")})
        firefox.until("return document.documentElement.dataset.ready === '1'")
        assert firefox.run("return document.querySelectorAll('#tree [role=treeitem]').length") > 10
        assert firefox.run("return document.querySelectorAll('#transcript [data-entry] .prose').length") > 5
        firefox.until("return !document.getElementById('strip').hidden")
        row = f"[data-tree-entry='{OTHER}']"
        firefox.click(row)
        firefox.until(f"return document.querySelector(\"{row}\").classList.contains('is-chosen')")
        firefox.until(f"return location.hash.includes('entry={OTHER}')")
        firefox.until(f"return document.querySelector('#side-body code')?.textContent === '{OTHER}'")
        ground = "return getComputedStyle(document.body).getPropertyValue('--bg')"
        firefox.click("#theme")
        assert firefox.run("return document.documentElement.dataset.theme") == "light"
        light = firefox.run(ground)
        firefox.click("#theme")
        assert firefox.run("return document.documentElement.dataset.theme") == "dark"
        assert firefox.run(ground) != light
        firefox.click("#tree-map")
        firefox.until("return document.querySelectorAll('.map-node').length === 5")
        firefox.click("[role=tab][data-view=totals]")
        firefox.until(
            "return document.querySelector(\"#view-totals .chart[data-drawn='1'] canvas\") !== null"
        )
        assert "\n".join(sorted(set(firefox.errors(origin)))) == ""
