"""The Share page: choices, masked places in place, false alarms, downloads without a planted key, what the proof finds."""

from __future__ import annotations

import html
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.export import run
from inspector.export.proof import Residue
from inspector.export.sharing import ways
from inspector.redaction.audit import Residual
from inspector.redaction.engine import Place
from inspector.web import pages_share, share_page
from inspector.web.pages_share import mark_of
from inspector.web.pages_share_words import SHARE_WORDS
from tests.builders import Script
from tests.redaction_corpus import Made
from tests.web_client import BASE, Site

MADE = Made(11)
KEY = "sk-ant-" + "api03-" + MADE.of(48)
OTHER = "gh" + "p_" + MADE.of(36)
TERM = "Project Nightjar"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'{{7*7}}\x1b[31m\u202eevil\u202c"
OWN = {"Origin": BASE, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Temporary files in a folder of the test."""
    monkeypatch.setenv("HOME", "/home/planted")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))


def planted(path: Path, **fields: Any) -> Path:
    """A session with two keys, a term, and a hostile text beside a key."""
    script = Script(cwd="/home/planted/shop", **fields)
    script.user(f"Our key is {KEY} and not to be told; it is for {TERM}.")
    first = script.reply(f"I will use {KEY} here.")
    script.user(f"{HOSTILE} push with {OTHER} please {HOSTILE}")
    script.reply("Done.")
    script.add("session_info", name=f"shop {KEY}")
    script.user("aside", parent=first)
    script.reply("Aside done.")
    return script.write(path)


def share(site: Site, file: Path, status: int = 200, download: bool = False, **form: Any) -> Any:
    """The answer to the form."""
    path = f"/s/{site.shelf.key(file)}/share" + ("/download" if download else "")
    answer = site.client.post(path, base_url=BASE, data=form, headers=OWN, buffered=True)
    assert answer.status_code == status, answer.get_data(as_text=True)[:3_000]
    return answer


def marks(page: str) -> list[str]:
    """What stands for the values that the page shows."""
    return re.findall(r'name="shown" value="([0-9a-f]{16})"', page)


def test_the_page_shows_choices_and_masked_places(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    for lang in ("en", "zh"):
        answer = site.get(f"/s/{site.shelf.key(file)}/share?lang={lang}")
        page = answer.get_data(as_text=True)
        assert answer.status_code == 200 and answer.headers["Referrer-Policy"] == "same-origin"
        preview = page[page.index("data-preview-list") : page.index("data-ways")]
        assert 'data-placeholder="[REDACTED:anthropic-key#1]"' in preview
        assert "<mark>[REDACTED:anthropic-key#1]</mark>" in preview and "message.content" in preview
        assert re.search(r'<a class="line" href="/s/[0-9a-f]{32}#entry=e0000001">L2</a>', preview)
        assert KEY not in preview and "/home/planted" not in preview
        assert 'href="/s/' in page and "/share" in page and "/login radius" in page
    assert "Our key is" in preview


def test_nothing_of_a_value_goes_to_the_page(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    page = share(site, file, branch="*").get_data(as_text=True)
    body = page[page.index("<main") :]
    body = re.sub(r'<select name="branch">.*?</select>', "", body, flags=re.DOTALL)  # the session's own words
    assert KEY not in body and OTHER not in body
    assert mark_of(KEY) in marks(page) and mark_of(OTHER) not in marks(page.replace(mark_of(OTHER), ""))


@pytest.mark.parametrize("to", ["html", "jsonl", "markdown", "json"])
def test_a_download_holds_no_key(tmp_path: Path, to: str) -> None:
    file = planted(tmp_path / "s.jsonl")
    before = file.read_bytes()
    site = Site(file)
    suffix = {"html": "html", "jsonl": "jsonl", "markdown": "md", "json": "json"}[to]
    answer = share(site, file, download=True, to=to, branch="*", terms=TERM)
    told = answer.headers["Content-Disposition"]
    assert told.startswith("attachment;") and f".{suffix}" in told and KEY not in told and "shop" not in told
    data = answer.get_data()
    assert len(data) > 100
    for secret in (KEY, OTHER, TERM, "/home/planted"):
        assert secret.encode() not in data
    assert to == "html" or b"[REDACTED:" in data
    assert os.listdir(tmp_path / "tmp") == [] and file.read_bytes() == before


def test_a_false_alarm_is_left_alone(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    page = share(site, file, branch="*").get_data(as_text=True)
    form = {"branch": "*", "to": "jsonl", "shown": marks(page)}
    form["mask"] = [mark for mark in marks(page) if mark != mark_of(KEY)]
    again = share(site, file, **form).get_data(as_text=True)
    assert "data-stays" in again and 'data-ticked="false"' in again
    assert mark_of(KEY) in marks(again) and f'value="{mark_of(KEY)}" aria' in again
    data = share(site, file, download=True, **form).get_data()
    assert KEY.encode() in data and OTHER.encode() not in data
    # Whatever else is chosen at the same time, a tick belongs to its value.
    both = share(site, file, download=True, **form, terms=TERM, choice=["hosts", "ip"]).get_data()
    assert KEY.encode() in both and OTHER.encode() not in both and TERM.encode() not in both


def test_terms_and_exceptions(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    page = share(site, file, terms=f"{TERM}\n\n", branch="*").get_data(as_text=True)
    assert "[REDACTED:known#1]" in page
    data = share(site, file, download=True, to="markdown", branch="*", allow=OTHER).get_data()
    assert KEY.encode() not in data and OTHER.encode() in data.replace(b"\\", b"")
    assert "at least 4" in share(site, file, 400, terms="ab", lang="en").get_data(as_text=True)
    off = share(site, file, 400, terms=TERM, redact="off").get_data(as_text=True)
    assert 'role="alert"' in off and TERM in off
    assert 'role="alert"' in share(site, file, 400, allow="re:(").get_data(as_text=True)


def test_masking_can_be_switched_off_by_that_word_alone(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    off = share(site, file, redact="off", branch="*")
    assert 'data-status="warning"' in off.get_data(as_text=True)
    assert KEY.encode() in share(site, file, download=True, to="jsonl", branch="*", redact="off").get_data()
    assert KEY.encode() not in share(site, file, download=True, to="jsonl", branch="*", redact="").get_data()
    odd = share(site, file, download=True, to="exe", **{"with": "everything"}).get_data()
    assert odd.lower().startswith(b"<!doctype html") and KEY.encode() not in odd


def test_what_the_proof_finds_is_told_and_nothing_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)

    def found(*_: Any) -> None:
        raise Residue([Residual("some-key", Place(3, "e1", f"message.{KEY}"), "hint")])

    monkeypatch.setattr(run, "prove", found)
    answer = share(site, file, 422, download=True, to="jsonl", shown=[mark_of(OTHER)])
    page = answer.get_data(as_text=True)
    assert "Content-Disposition" not in answer.headers and "data-residual" in page
    assert 'data-rule="some-key"' in page and "line 3 of the artefact" in page and "terms to mask" in page
    assert KEY not in page[page.index("data-residual") : page.index("data-choices")]
    assert marks(page) == [mark_of(OTHER)]
    assert os.listdir(tmp_path / "tmp") == []


def test_another_site_is_refused(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    path = f"/s/{site.shelf.key(file)}/share"
    foreign: list[dict[str, str]] = [
        {"Origin": "http://evil.test"},
        {"Origin": BASE, "Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {},
    ]
    for headers in foreign:
        for end in ("", "/download"):
            answer = site.client.post(path + end, base_url=BASE, data={"to": "jsonl"}, headers=headers)
            assert answer.status_code == 403 and "Content-Disposition" not in answer.headers
    there = site.get(path + "/download?lang=zh")
    assert there.status_code == 303 and there.headers["Location"] == path + "?lang=zh"


def test_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    monkeypatch.setattr(pages_share, "WAIT", 0.05)
    with pages_share.alone():
        assert 'role="alert"' in share(site, file, 503).get_data(as_text=True)
        assert "Content-Disposition" not in share(site, file, 503, download=True).headers
    share(site, file)
    assert os.listdir(tmp_path / "tmp") == []


def test_a_large_selection_is_previewed_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    monkeypatch.setattr(share_page, "UNASKED", 10)
    page = site.get(f"/s/{site.shelf.key(file)}/share").get_data(as_text=True)
    assert "data-large" in page and "data-preview-list" not in page
    assert "data-preview-list" in share(site, file).get_data(as_text=True)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl", id=HOSTILE)
    site = Site(file)
    for page in (
        share(site, file, branch="*").get_data(as_text=True),
        share(site, file, terms=HOSTILE, title=HOSTILE, note=HOSTILE, allow=HOSTILE).get_data(as_text=True),
        share(site, file, 400, branch=HOSTILE).get_data(as_text=True),
    ):
        assert "<script>alert" not in page and "<img src=x" not in page and "49[31m" not in page
        assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=\"", page)
    answer = share(site, file, download=True, title=HOSTILE + "\r\nX-Evil: 1")
    assert "X-Evil" not in answer.headers and "<" not in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("sample", sorted(assets.samples().glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_sample_has_its_page(sample: Path) -> None:
    site = Site(sample)
    for lang in ("en", "zh"):
        answer = site.get(f"/s/{site.shelf.key(sample)}/share?lang={lang}")
        assert answer.status_code == 200 or b'role="alert"' in answer.data


def test_the_ways_of_pi_are_those_of_the_bundle() -> None:
    for to, way in zip(("html", "jsonl"), ways("a.html", "a.jsonl"), strict=True):
        assert SHARE_WORDS[f"share.way.{to}"][0] == way.title
        assert SHARE_WORDS[f"share.way-words.{to}"][0] == way.words
    assert all(en and zh for en, zh in SHARE_WORDS.values())


def test_a_list_of_messages_is_of_one_branch(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    assert "one branch" in html.unescape(share(site, file, to="json", branch="*").get_data(as_text=True))
    json.loads(share(site, file, download=True, to="json", branch="*").get_data())
