"""The Share page: choices, masked places in place, false alarms, downloads without a planted key, what the proof finds."""

from __future__ import annotations

import hashlib
import html
import io
import json
import os
import re
import tempfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from inspector import assets
from inspector.errors import BadInput
from inspector.export import run
from inspector.export.proof import Residue
from inspector.export.sharing import ways
from inspector.redaction.advice import LOOKS
from inspector.redaction.audit import Residual
from inspector.redaction.engine import Place
from inspector.redaction.report import ALWAYS
from inspector.web import share_desk, share_made, share_page
from inspector.web.pages_share_words import SHARE_WORDS
from inspector.web.share_desk import mark_of
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
        assert re.search(
            r'<a class="line" href="/s/[0-9a-f]{32}#entry=e0000001" target="_blank" rel="noopener"[^>]*>L2</a>',
            preview,
        )
        assert KEY not in preview and "/home/planted" not in preview
        assert 'href="/s/' in page and "/share" in page and "/login radius" in page
    assert "Our key is" in preview


def test_the_address_may_choose_the_branch(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    address = f"/s/{site.shelf.key(file)}/share?lang=en&branch="
    leaf = site.api(file, "index")["ids"][3]
    chosen = site.get(address + leaf).get_data(as_text=True)
    assert re.search(rf'<option value="{leaf}" selected>', chosen)
    unknown = site.get(address + "deadbeef")
    page = html.unescape(unknown.get_data(as_text=True))
    assert unknown.status_code == 404 and "There is no entry “deadbeef” in this file" in page
    assert re.search(r'<a href="\?lang=en&branch=[^"]+">', page), "the nearest is offered"


def test_why_pi_refuses_is_said_in_chinese() -> None:
    file = assets.samples() / "header-missing.jsonl"
    site = Site(file)
    page = site.get(f"/s/{site.shelf.key(file)}/share?lang=zh").get_data(as_text=True)
    assert "拒绝源文件：没有文件头" in page


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
    assert 'data-rule="some-key"' in page and "session file (JSONL), line 3" in page
    assert "terms to mask" in page
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
    monkeypatch.setattr(share_desk, "WAIT", 0.05)
    with share_desk.at_work(share_desk.new_page(), "1", 1):
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
        share(site, file, 404, branch=HOSTILE).get_data(as_text=True),
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
    in_chinese(answer.get_data(as_text=True))


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


# -- bundles, secrets, patterns, everything --------------------------------------------------------------------


def field(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_a_bundle_is_one_file(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    answer = share(site, file, download=True, to="bundle", branch="*", title="夜市/../con")
    assert answer.headers["Cache-Control"] == "no-store" and "ETag" not in answer.headers
    assert answer.headers["Content-Disposition"].startswith("attachment;")
    with zipfile.ZipFile(io.BytesIO(answer.get_data())) as archive:
        held = {PurePosixPath(name): archive.read(name) for name in archive.namelist()}
    assert {len(path.parts) for path in held} == {2} and len({path.parent for path in held}) == 1
    named = {path.name: data for path, data in held.items()}
    assert {"report.md", "manifest.json"} < named.keys() and len(named) == 4
    told = json.loads(named["manifest.json"])
    assert told["source"]["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert told["source"]["unchanged"] is True and told["options"]["scope"] == "file"
    for one in told["files"]:
        assert hashlib.sha256(named[one["file"]]).hexdigest() == one["sha256"]
    for data in named.values():
        assert KEY.encode() not in data and OTHER.encode() not in data and b"/home/planted" not in data
    assert os.listdir(tmp_path / "tmp") == []


def test_a_bundle_that_the_proof_refuses_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    real = run.prove

    def found(part: Path, redactor: Any, to: str, facts: Any = ()) -> None:
        if to == "html":
            raise Residue([Residual("identity", Place(7, "", ""), "")])
        real(part, redactor, to, facts)

    monkeypatch.setattr(run, "prove", found)
    page = share(site, file, 422, download=True, to="bundle").get_data(as_text=True)
    assert "page (HTML), line 7" in page and "home directory or user name is left" in page
    assert 'value="bundle" selected' in page and os.listdir(tmp_path / "tmp") == []


def test_pasted_secrets_are_held_and_never_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    first = share(site, file, branch="*", secrets=f"{TERM}\nabc\n", lang="en").get_data(as_text=True)
    assert TERM not in first and "[REDACTED:known#1]" in first and field(first, "holds") == "1"
    assert "1 line was too short" in first and TERM not in caplog.text
    form = {"branch": "*", "page": field(first, "page"), "holds": "1", "to": "jsonl"}
    data = share(site, file, download=True, **form).get_data()
    assert TERM.encode() not in data and KEY.encode() not in data
    more = share(site, file, secrets="another-secret", **form).get_data(as_text=True)
    assert field(more, "holds") == "2"
    forgotten = share(site, file, forget="1", **form).get_data(as_text=True)
    assert field(forgotten, "holds") == "0" and TERM in html.unescape(forgotten)
    # Held no longer (a server started anew): nothing goes out without them.
    for end in (False, True):
        lost = share(site, file, 400, download=end, **form)
        assert "Paste them again" in lost.get_data(as_text=True) and "Content-Disposition" not in lost.headers
        assert field(lost.get_data(as_text=True), "holds") == "0"
    other = share(site, file, 400, **{**form, "page": "f" * 32}).get_data(as_text=True)
    assert 'role="alert"' in other
    many = "\n".join(f"secret-{number:05}" for number in range(share_desk.MOST_SECRETS + 1))
    refused = share(site, file, 400, secrets=many).get_data(as_text=True)
    assert "at most 2,000 secrets" in refused and field(refused, "holds") == "0"
    # Longer than other forms may be; what is too long is refused, not cut.
    long = "\n".join(f"{number:04}{'x' * 300}" for number in range(190))
    assert field(share(site, file, secrets=long).get_data(as_text=True), "holds") == "190"
    refused = share(site, file, 400, secrets=long + "x" * 3_000).get_data(as_text=True)
    assert "60,000 characters" in refused and field(refused, "holds") == "0"
    share(site, file, 413, secrets="x" * 1_100_000)


def test_patterns_of_the_user(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    page = share(site, file, branch="*", patterns="Project (N[a-z]+)\n").get_data(as_text=True)
    assert "[REDACTED:pattern#1]" in page and "for Project <mark>" in page
    data = share(site, file, download=True, to="jsonl", branch="*", patterns="Project (N[a-z]+)").get_data()
    assert b"Project [REDACTED:pattern#1]" in data and b"Nightjar" not in data
    for given in ("(", "(?=x)", "x{9999}", "\\1"):
        bad = html.unescape(share(site, file, 400, patterns=given).get_data(as_text=True))
        told = re.search(r'role="alert">([^<]*)<', bad)
        assert told is not None and f"“{given}”" in told[1] and "RE2" in told[1] and "\n" not in told[1]
        assert f"\n{given}</textarea>" in bad


def test_a_faithful_copy_is_said_aloud(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    page = share(site, file, redact="everything").get_data(as_text=True)
    assert 'data-status="warning"' in page and "A faithful copy: 7 entries" in page
    data = share(site, file, download=True, to="jsonl", redact="everything").get_data()
    assert data == file.read_bytes()
    assert 'role="alert"' in share(site, file, 400, redact="everything", choice="ip").get_data(as_text=True)


def test_another_language_keeps_what_was_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    form = {"branch": "*", "to": "bundle", "title": "For you", "note": "one\ntwo", "patterns": "N[a-z]+jar"}
    form |= {"choice": "phone", "with": "thinking", "secrets": "Nightjar-held"}
    page = share(site, file, **form).get_data(as_text=True)
    assert 'formaction="/s/' in page and "share?lang=zh" in page
    form |= {"page": field(page, "page"), "holds": "1", "secrets": "", "press": "language"}
    monkeypatch.setattr(share_page, "make_preview", None)  # what was seen is not worked out anew
    monkeypatch.setattr(share_page, "UNASKED", 10)
    path = f"/s/{site.shelf.key(file)}/share?lang=zh"
    other = site.client.post(path, base_url=BASE, data=form, headers=OWN).get_data(as_text=True)
    assert 'lang="zh-CN"' in other and "将被遮盖" in other and "data-preview-list" in other
    for kept in ('value="bundle" selected', 'value="*" selected', 'value="For you"', "one\ntwo</textarea>"):
        assert kept in other
    assert 'value="phone" checked' in other and 'value="thinking" checked' in other
    assert "N[a-z]+jar</textarea>" in other and field(other, "holds") == "1" and "Nightjar-held" not in other


def test_one_value_is_shown_when_it_is_asked_for(tmp_path: Path) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    path = f"/s/{site.shelf.key(file)}/share/value"
    share(site, file)

    def ask(mark: str, headers: dict[str, str] = OWN) -> Any:
        return site.client.post(path, base_url=BASE, data={"mark": mark}, headers=headers)

    assert ask(mark_of(KEY)).get_json() == {"value": KEY}
    assert ask(mark_of(KEY)).headers["Cache-Control"] == "no-store"
    assert ask("0" * 16).status_code == 404 and site.get(path).status_code == 405
    assert ask(mark_of(KEY), {"Origin": "http://evil.test"}).status_code == 403


def test_work_can_be_followed_and_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = planted(tmp_path / "s.jsonl")
    site = Site(file)
    path = f"/s/{site.shelf.key(file)}/share/progress"
    page = share_desk.new_page()
    told: list[dict[str, Any]] = []
    real = share_page.make_preview

    def stopped(*given: Any) -> Any:
        for form in ({}, {"stop": "1"}):
            other = site.app.test_client()
            other.get(
                "/",
                query_string={"token": site.config.token.text if site.config.token else ""},
                base_url=BASE,
            )
            data = {"page": page, **form}
            told.append(other.post(path, base_url=BASE, data=data, headers=OWN).get_json())
        return real(*given)

    monkeypatch.setattr(share_page, "make_preview", stopped)
    answer = share(site, file, 400, page=page, turn="3", branch="*").get_data(as_text=True)
    assert "Stopped; nothing was made" in answer and "data-preview-list" not in answer
    assert told[0] == {"state": "working", "done": 0.0, "turn": "3"}
    assert share_desk.how_far(page)["state"] == "ended"
    assert share_desk.how_far("0" * 32)["state"] == "none"


def test_a_later_preview_of_a_page_ends_the_earlier_one() -> None:
    page = share_desk.new_page()
    with share_desk.at_work(page, "1", 2, replaceable=True) as work:
        work.progress(1, 2)
        work.progress(2, 2)
        work.progress(1, 4)
        assert 0.5 < work.done < 0.75
        with (
            pytest.MonkeyPatch.context() as patch,
            pytest.raises(BadInput, match="still being made"),
        ):
            patch.setattr(share_desk, "WAIT", 0.01)
            with share_desk.at_work(page, "2", 2):
                pass
        with pytest.raises(BadInput, match="stopped"):
            work.progress(2, 4)


def test_temporary_files_lie_apart_from_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = tmp_path / "agent"
    folder = agent / "sessions" / "--a--"
    folder.mkdir(parents=True)
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(agent))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(share_made, "_OTHER_PLACES", ())
    file = planted(folder / "s.jsonl")
    site = Site(file)
    assert "TMPDIR" in share(site, file, 400, download=True).get_data(as_text=True)
    monkeypatch.setattr(share_made, "_OTHER_PLACES", (str(tmp_path / "tmp"),))
    assert share(site, file, download=True, to="jsonl").get_data()
    assert os.listdir(folder) == ["s.jsonl"] and os.listdir(tmp_path / "tmp") == []


def test_a_session_without_entries(tmp_path: Path) -> None:
    file = Script().write(tmp_path / "s.jsonl")
    site = Site(file)
    text = site.get(f"/s/{site.shelf.key(file)}/share").get_data(as_text=True)
    assert "This session has no entries" in text and "data-advice" not in text
    assert share(site, file, download=True, to="jsonl", branch="*").get_data().count(b"\n") == 1


def in_chinese(page: str) -> None:
    """What to know and what to read is told in Chinese."""
    for card in re.findall(r"<section[^>]* data-(?:advice|warnings)>(.*?)</section>", page, re.DOTALL):
        for item in re.findall(r"<li.*?</li>", card, re.DOTALL):
            assert re.search("[\u4e00-\u9fff]", item), item


def test_what_to_read_is_told_in_chinese(tmp_path: Path) -> None:
    script = Script()
    script.user("our password is kept; mail a.b@corp.com, ask db.corp.internal or 10.1.2.3 " + "Ab3" * 60)
    file = script.write(tmp_path / "s.jsonl")
    site = Site(file)
    page = site.get(f"/s/{site.shelf.key(file)}/share?lang=zh").get_data(as_text=True)
    assert page.count("请查看") >= 4
    in_chinese(page)
    assert all(f"share.look.{kind}" in SHARE_WORDS for kind in LOOKS)
    assert all(f"share.advice.{text.partition(':')[0]}" in SHARE_WORDS for text in ALWAYS)
