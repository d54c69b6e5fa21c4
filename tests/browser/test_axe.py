"""Every page and view under axe-core, in both themes, wide and narrow, in both languages: nothing serious is found.

axe is a tool for development (`make tools` installs it); where it is missing these tests skip.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from inspector import assets
from tests.browser.conftest import Server
from tests.browser.pages import open_list, ready, session_links
from tests.exported import write_page

pytestmark = pytest.mark.browser
TOP = Path(__file__).resolve().parent.parent.parent
AXE = Path(os.environ.get("CHECK_TOOLS", TOP / ".tools")) / "node_modules" / "axe-core" / "axe.min.js"
DEMO = assets.samples() / "demo-night-market.jsonl"
BAD = ("serious", "critical")
# Moderate ones fail too, but for one: in an exported page, which has no link out of itself, axe takes every link to an
# entry for one that skips to the content.
ALLOWED = {"skip-link"}
RUN = """async (root) => {
  const found = await axe.run(root, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } });
  return found.violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map((node) => node.target.join(" ")) }));
}"""
Look = tuple[str, int, str]
WIDE: Look = ("light", 1280, "en")
NARROW: Look = ("dark", 390, "zh")
DARK: Look = ("dark", 1280, "en")
LIGHT_NARROW: Look = ("light", 390, "zh")


class Checker:
    """Runs axe and collects what it finds, by the name of the state the page is in."""

    def __init__(self, page: Page, look: Look) -> None:
        if not AXE.is_file():
            pytest.skip("axe-core is not installed (make tools)")
        self.page, (theme, width, language) = page, look
        self.found: list[str] = []
        page.set_viewport_size({"width": width, "height": 844 if width < 700 else 800})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.add_init_script(
            f"try {{ localStorage.setItem('pi-inspector.language', '{language}'); document.cookie = 'pi_inspector_language={language}; path=/'; }} catch {{ /* an empty page */ }}"
        )

    def check(self, name: str, root: str = "html") -> None:
        """Look at what is below `root` now."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        rules: list[dict[str, Any]] = self.page.evaluate(RUN, root)
        for rule in rules:
            if rule["impact"] in BAD or rule["id"] not in ALLOWED:
                told = f"{name}: {rule['impact']} {rule['id']} ({rule['help']}) at"
                self.found.append(f"{told} {'; '.join(rule['nodes'][:5])}")

    def nothing(self) -> None:
        assert self.found == [], "\n".join(self.found)


def start(page: Page, server: Server, look: Look) -> tuple[Checker, dict[str, str], str]:
    """A checker on the list; the links from it, and the address of the server."""
    checker = Checker(page, look)
    open_list(page, server.url)
    return checker, session_links(page), "{0.scheme}://{0.netloc}".format(urlsplit(page.url))


def press(page: Page, key: str) -> None:
    """A key of the page, wherever the keyboard is."""
    page.locator("#tree").focus()
    page.keyboard.press(key)


@pytest.mark.parametrize("look", [WIDE, NARROW], ids=str)
def test_the_session_page(page: Page, samples_server: Server, look: Look) -> None:
    checker, links, _ = start(page, samples_server, look)
    page.goto(links[str(DEMO)] + "#entry=718d38dc&at=718d38dc&pane=seen")
    ready(page)
    page.wait_for_selector("#strip:not([hidden])")
    page.wait_for_selector("#side .seen-rows li", state="attached")
    checker.check("tree, transcript, context")
    page.evaluate("document.body.dataset.pane = 'tree'")
    page.locator("#tree-flat").click()
    page.locator("[data-filter=user]").click()
    checker.check("flat list, filter", ".pane-tree")
    page.locator("#tree-flat").click()
    page.locator("[data-filter=all]").click()
    checker.check("tree", ".pane-tree")
    page.evaluate(
        "document.body.dataset.pane = 'side'; document.querySelector('#side [data-pane=details]')?.click()"
    )
    checker.check("entry", "#side")
    views = {
        "u": ("#view-totals", "#view-totals .chart[data-drawn='1'] >> nth=0"),
        "m": ("#view-map", "#view-map [data-drawn='1']"),
        "d": ("#view-step", "#view-step [data-drawn='1']"),
        "c": ("#view-cut", "#view-cut [data-drawn='1']"),
    }
    for key, (root, drawn) in views.items():
        page.evaluate("document.body.dataset.pane = 'tree'")
        press(page, key)
        page.wait_for_selector(drawn)
        checker.check(root, root)
    page.evaluate("document.body.dataset.pane = 'tree'")
    press(page, "t")
    if page.locator("#strip").get_attribute("data-open") == "0":
        page.locator(".strip-fold").click()
    page.locator(".strip-plot").focus()
    page.keyboard.press("Home")
    page.wait_for_selector("html[data-time=then]")
    checker.check("an earlier moment", "#strip")
    page.locator("#help").click()
    checker.check("help", "#help-dialog")
    checker.nothing()


@pytest.mark.parametrize("look", [DARK, LIGHT_NARROW], ids=str)
def test_entries_of_every_kind(page: Page, samples_server: Server, look: Look) -> None:
    checker, links, _ = start(page, samples_server, look)
    places = {
        "demo-night-market": "#entry=4a04dd3a",
        "hostile-text": "",
        "context-edits": "",
        "shell-commands": "",
        "not-records": "#view=damage",
    }
    for name, fragment in list(places.items())[: 2 if look == LIGHT_NARROW else None]:
        page.goto(links[str(assets.samples() / f"{name}.jsonl")] + fragment)
        ready(page)
        checker.check(name)
    checker.nothing()


@pytest.mark.parametrize("look", [WIDE, NARROW], ids=str)
def test_list_error_and_pages_of_findings(page: Page, samples_server: Server, look: Look) -> None:
    checker, links, base = start(page, samples_server, look)
    checker.check("list")
    pages = [
        "/diagnose",
        "/diagnose?ask=stall+numbers+never+change",
        "/compare",
        "/integrity",
        "/share",
        "/plain",
    ]
    for address in pages:
        page.goto(links[str(DEMO)] + address)
        page.wait_for_selector("main")
        if address == "/compare":
            page.locator(".suggest a").first.click()
            page.wait_for_selector("[data-relation]")
        checker.check(address)
    page.goto(links[str(assets.samples() / "two-records-on-one-line.jsonl")] + "/integrity")
    checker.check("damage found")
    # A page that is served with 404 is an error in the console; its words are those of any other page.
    answer = page.request.get(f"{base}/s/nothing-here")
    assert answer.status == 404
    page.route(
        "**/failed", lambda route: route.fulfill(status=200, content_type="text/html", body=answer.text())
    )
    page.goto(f"{base}/failed")
    checker.check("error")
    checker.nothing()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(DEMO, tmp_path_factory.mktemp("axe") / "demo.html")


@pytest.mark.parametrize("look", [WIDE, NARROW], ids=str)
def test_the_exported_page(
    page: Page, exported: Path, serve: Callable[..., Server], samples_server: Server, look: Look
) -> None:
    checker, _, base = start(page, samples_server, look)
    page.route("**/exported", lambda route: route.fulfill(path=exported, content_type="text/html"))
    page.goto(f"{base}/exported")
    ready(page)
    checker.check("exported")
    checker.nothing()
