"""Exported pages for the tests: written whole, and read again as the audit and the browser read them; and the modules of
the page, asked in node."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.export import html
from inspector.export.page_frame import Note
from inspector.jsontext import dumps
from inspector.session import Session, open_session
from tests.oracle import node_missing, node_path

ELEMENT = re.compile(rb'<script type="application/json" id="(pi-[a-z-]+(?:\d+)?)">(.*?)</script>', re.DOTALL)


def note(session: Session, **changes: Any) -> Note:
    """What a page tells on top."""
    facts: dict[str, Any] = {
        "title": session.name or session.path.name,
        "file": str(session.path),
        "sha256": session.sha256,
        "when": "2026-11-30 09:00:00 UTC",
        "exported": session.n,
        "total": session.n,
        "whole": True,
        "redacted": False,
    }
    return Note(**facts | changes)


def page_bytes(path: Path, **changes: Any) -> bytes:
    """The page of a whole session."""
    session = open_session(path)
    return b"".join(html.page(session, note(session, **changes)))


def write_page(source: Path, out: Path, **changes: Any) -> Path:
    """The same as a file."""
    session = open_session(source)
    with open(out, "wb") as stream:
        stream.writelines(html.page(session, note(session, **changes)))
    return out


def elements(page: bytes) -> dict[str, bytes]:
    """The data elements of a page, unpacked."""
    found = {}
    for name, text in ELEMENT.findall(page):
        data = base64.b64decode(text[1:-1], validate=True) if text.startswith(b'"') else text
        found[name.decode()] = gzip.decompress(data) if text.startswith(b'"') else data
    return found


def index_of(page: bytes) -> dict[str, Any]:
    """The session index inside a page (small sessions: one part)."""
    index: dict[str, Any] = json.loads(elements(page)["pi-index-0"])
    return index


def lines_of(page: bytes) -> list[bytes]:
    """The stored lines inside a page, by row."""
    found = elements(page)
    names = sorted(
        (name for name in found if name.startswith("pi-entries-")), key=lambda name: int(name[11:])
    )
    return [line for name in names for line in found[name].split(b"\n")]


def in_page(script: str, given: Any, tmp_path: Path) -> Any:
    """The ``answer`` of a module script to ``input``; ``JS/`` in it leads to our modules. Skips where there is no node."""
    node = node_path()
    if node is None:
        pytest.skip(str(node_missing()))
    data, path = tmp_path / "input.json", tmp_path / "run.mjs"
    data.write_bytes(dumps(given))
    modules = (assets.static() / "js").as_uri()
    path.write_text(
        'import { readFileSync } from "node:fs";\n'
        f'const input = JSON.parse(readFileSync({json.dumps(str(data))}, "utf8"));\n'
        f"{script.replace('JS/', modules + '/')}\nprocess.stdout.write(JSON.stringify(answer));"
    )
    done = subprocess.run([node, str(path)], capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)
