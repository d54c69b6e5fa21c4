"""Every page of every odd file answers: no entry, number or half of a character makes one fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector import assets
from inspector.errors import InspectorError
from inspector.session import open_session
from tests.builders import Script
from tests.conftest import SHARED
from tests.web_client import Site

ODD = [*sorted(assets.samples().glob("*.jsonl")), *sorted((SHARED / "cases").glob("*.jsonl"))]
PAGES = ("", "/diagnose", "/integrity", "/share", "/compare", "/plain")


@pytest.mark.parametrize("path", ODD, ids=lambda path: path.name)
def test_every_page_answers(path: Path) -> None:
    site = Site(path)
    base = f"/s/{site.shelf.key(path)}"
    for page in PAGES:
        assert site.get(base + page).status_code in (200, 404), page
    try:
        lines = list(open_session(path).cols.line)
    except InspectorError:
        return
    for line in lines[:: max(1, len(lines) // 4)]:
        query = {"entry": f"@line{line}"}
        assert site.get(f"{base}/diagnose", query_string=query).status_code in (200, 400), line
        assert site.get(f"{base}/plain", query_string=query).status_code in (200, 303), line


def test_a_phrase_with_half_of_a_character_is_asked_for(tmp_path: Path) -> None:
    script = Script()
    script.user("half of one: \ud83d, and never push", id="u1")
    path = script.write(tmp_path / "half.jsonl")
    site = Site(path)
    answer = site.get(f"/s/{site.shelf.key(path)}/diagnose", query_string={"entry": "u1"})
    assert answer.status_code == 200
    assert "half of one: \ufffd" in answer.get_data(as_text=True)


def test_a_session_without_a_branch_to_share_says_what_to_choose(tmp_path: Path) -> None:
    script = Script()
    script.user("an entry whose id is a number", id="u1")
    path = tmp_path / "numbers.jsonl"
    path.write_bytes(script.bytes().replace(b'"u1"', b"7"))
    site = Site(path)
    answer = site.get(f"/s/{site.shelf.key(path)}/share")
    assert answer.status_code == 200
    assert "all branches" in answer.get_data(as_text=True)
