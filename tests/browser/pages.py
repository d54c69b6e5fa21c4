"""How the tests drive the pages: by the marks that CONTRACT promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect


def open_list(page: Page, url: str) -> None:
    """Open the printed address; the token leaves the address bar."""
    page.goto(url)
    page.wait_for_selector("a[data-session], .empty, .problems")
    assert "token" not in page.url


def session_links(page: Page) -> dict[str, str]:
    """Addresses of the session pages on the list, by file."""
    base = "{0.scheme}://{0.netloc}".format(urlsplit(page.url))
    rows = json.loads(page.evaluate("fetch('/api/list').then((answer) => answer.text())"))
    links = {row["file"]: f"{base}/s/{row['key']}" for row in rows["sessions"]}
    return links | {row["file"]: f"{base}/s/{row['key']}" for row in rows["problems"] if row["key"]}


def ready(page: Page) -> None:
    """Until tree and transcript are painted, and code has its colours or gets none."""
    page.wait_for_selector("html[data-ready='1']")
    page.wait_for_selector("link[data-colours]", state="detached")


def open_session(page: Page, url: str, file: Path, fragment: str = "") -> dict[str, Any]:
    """Open a session's page by way of the list; its index is the result."""
    open_list(page, url)
    link = session_links(page)[str(file)]
    page.goto(link + fragment)
    ready(page)
    return index_of(page)


def reopen(page: Page, fragment: str) -> None:
    """Load the session's page anew with another fragment."""
    url = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(url + fragment)
    ready(page)


def index_of(page: Page) -> dict[str, Any]:
    """The session index of the page that is open (small sessions: one part)."""
    script = (
        "fetch('/api/s/' + document.documentElement.dataset.key + '/index').then((answer) => answer.text())"
    )
    index: dict[str, Any] = json.loads(page.evaluate(script))
    return index


def name_of(index: dict[str, Any], row: int) -> str:
    """The name of an entry, as the page marks it."""
    name = index["ids"][row]
    return f"@line{index['cols']['line'][row]}" if name is None else str(name)


def entry(page: Page, name: str) -> Locator:
    """An entry in the transcript."""
    return page.locator(f"[data-entry={json.dumps(name)}]").first


def tree_row(page: Page, name: str) -> Locator:
    """A row of the tree."""
    return page.locator(f"[data-tree-entry={json.dumps(name)}]").first


def context_of(page: Page, row: int) -> dict[str, Any]:
    """The context view of a row, from the server."""
    script = "(row) => fetch(`/api/s/${document.documentElement.dataset.key}/context?at=${row}`).then((answer) => answer.text())"
    view: dict[str, Any] = json.loads(page.evaluate(script, row))
    return view


def path_of(index: dict[str, Any], row: int) -> list[int]:
    """Rows from the root to a row."""
    path: list[int] = []
    while row >= 0 and row not in path:
        path.append(row)
        row = index["cols"]["parent"][row]
    return path[::-1]


def transcript_names(page: Page) -> list[str]:
    """Names of the entries in the transcript, in order."""
    names: list[str] = page.eval_on_selector_all(
        "[data-entry]", "(nodes) => nodes.map((node) => node.dataset.entry)"
    )
    return names


def settled(page: Page, locator: Locator, attribute: str, value: str) -> None:
    """Wait until an attribute has a value."""
    expect(locator).to_have_attribute(attribute, value)
