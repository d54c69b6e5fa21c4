"""Diagnose, Compare and Integrity as pages: right states without scripts, both languages, hostile text stays text."""

from __future__ import annotations

import html
import os
import re
import string
import threading
from pathlib import Path
from urllib.parse import unquote

import pytest

from inspector import assets
from inspector.diagnosis.words import Said
from inspector.web import pages_frame
from inspector.web.pages_text import Part, hits, parts, plain, said_parts, sentence, terms
from inspector.web.pages_words import WORDS
from tests.builders import Script, call
from tests.web_client import Site

RULE = "Never touch the files under legacy/ in this task"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'{{7*7}}\x1b[31m\u202eevil\u202c"
STAGES = ["storage", "branch", "compaction", "memory", "source"]


def forgetful(path: Path) -> tuple[Path, dict[str, str]]:
    """A session in which a compaction drops a rule."""
    script, names = Script(), {}
    names["rule"] = script.user(RULE)
    names["early"] = script.reply("Understood.")
    names["kept"] = script.user("Go on with the invoices")
    names["knew"] = script.reply("Invoices are done.")
    names["cut"] = script.add(
        "compaction", summary="Invoices were made.", firstKeptEntryId=names["kept"], tokensBefore=900
    )
    script.user("And the dunning letters")
    names["leaf"] = script.reply("Letters are done.")
    names["aside"] = script.user("Try it another way", parent=names["early"])
    names["other"] = script.reply("Tried.")
    script.user("Back again", parent=names["leaf"])
    names["end"] = script.reply("Here we are.")
    return script.write(path), names


def page_of(site: Site, file: Path, view: str = "diagnose", status: int = 200, **query: str) -> str:
    """The text of a page."""
    answer = site.get(f"/s/{site.shelf.key(file)}/{view}", query_string=query)
    assert answer.status_code == status, answer.get_data(as_text=True)[-2_000:]
    return str(answer.get_data(as_text=True))


def mark(page: str, name: str) -> dict[str, str]:
    """The data attributes of the element that has ``name``."""
    found = re.search(rf"<[a-z]+[^>]*\b{name}\b[^>]*>", page)
    assert found is not None, name
    return {key: html.unescape(value) for key, value in re.findall(r'(data-[\w-]+)="([^"]*)"', found.group())}


# -- diagnose --------------------------------------------------------------------------------------------


def test_a_rule_lost_at_compaction(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    page = page_of(site, file, ask="files under legacy/")
    verdict = mark(page, "data-verdict")
    assert (verdict["data-stage"], verdict["data-status"]) == ("compaction", "lost")
    assert re.findall(r'data-stage-card="(\w+)" data-status="(\w+)"', page)[2] == ("compaction", "lost")
    assert [stage for stage, _ in re.findall(r'data-stage-card="(\w+)" data-status="(\w+)"', page)] == STAGES
    key = site.shelf.key(file)
    assert f'data-last-knew href="/s/{key}#entry={names["knew"]}&amp;at={names["knew"]}"' in page
    assert "<mark>files under legacy/</mark>" in page
    assert f"#entry={names['rule']}&amp;pane=raw" in page
    assert 'data-had="verbatim"' in page and 'data-had="none"' in page and 'data-had="took"' in page


def test_the_entry_asked_about_decides(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    assert mark(page_of(site, file, ask="legacy/", at=names["knew"]), "data-verdict")["data-status"] == "ok"
    page = page_of(site, file, ask="dunning letters", at=names["other"])
    assert mark(page, "data-verdict")["data-stage"] == "branch"
    assert re.search(rf'<option value="{names["other"]}" selected>', page)
    # An entry that is no leaf is added to the chooser, and links keep it.
    page = page_of(site, file, ask="legacy/", at="@line3")
    assert re.search(rf'<option value="{names["early"]}" selected>', page) and "&amp;at=@line3" in page


def test_health_without_a_phrase(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    for query in ({}, {"ask": "", "health": "1"}):
        page = page_of(site, file, **query)
        assert mark(page, "data-verdict")["data-code"]
        assert re.findall(r'data-stage-card="(\w+)"', page) == STAGES
        assert "<mark>" not in page


def test_leads_with_steps_are_something_to_look_at(tmp_path: Path) -> None:
    """Where nothing is wrong for sure, the page sends to the leads instead of saying that nothing is to be done."""
    file, _ = forgetful(tmp_path / "s.jsonl")
    script = Script()
    script.user("Hello")
    script.reply("Hello.")
    quiet = script.write(tmp_path / "t.jsonl")
    site = Site(tmp_path)
    page = page_of(site, file)
    assert mark(page, "data-verdict")["data-status"] == "ok"
    assert "1 lead below may ask for something" in page
    assert "下面有 1 条线索可能需要处理" in page_of(site, file, lang="zh")
    page = page_of(site, quiet, lang="en")
    assert "Nothing needs to be done here." in page and "may ask for something" not in page


def test_not_found_lists_the_nearest_lines(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    page = page_of(Site(tmp_path), file, ask="leave the legacy task files alone")
    assert mark(page, "data-verdict") == {
        "data-stage": "",
        "data-status": "unknown",
        "data-code": "trace.not-found",
    }
    assert "<mark>legacy</mark>" in page and "all=1" in page


@pytest.mark.parametrize(
    ("query", "words", "worte"),
    [
        ({"ask": " "}, "The phrase is empty", "要查的内容是空的"),
        ({"ask": "x", "at": "nowhere"}, "There is no entry “nowhere”", "没有条目“nowhere”"),
        ({"at": "@line99"}, "There is no entry “@line99”", "没有条目“@line99”"),
        ({"ask": "(x", "regex": "1"}, "cannot be used: missing )", "无法使用：missing )"),
        ({"ask": "x" * 1_001}, "longer than 1,000 characters", "超过 1,000 个字符"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(
    tmp_path: Path, query: dict[str, str], words: str, worte: str
) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    for language, expected in (("en", words), ("zh", worte)):
        status = 404 if "entry" in words else 400
        page = page_of(site, file, status=status, lang=language, **query)
        assert expected in html.unescape(page) and 'role="alert"' in page and "data-verdict" not in page


def test_the_nearest_entries_are_offered_in_place_of_an_unknown_one(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site, cut = Site(tmp_path), names["kept"][:-1]
    page = page_of(site, file, status=404, ask="legacy", at=f"x{cut[1:]}3", lang="en")
    assert f'<a href="?ask=legacy&amp;at={names["kept"]}&amp;lang=en">{names["kept"]} (L4)</a>' in page
    page = page_of(site, file, "compare", status=404, a=names["kept"].upper() + "0", b=names["other"])
    assert f'href="?a={names["kept"]}&amp;b={names["other"]}"' in page


def test_an_answer_at_the_active_leaf_has_an_address_of_its_own(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    page = page_of(Site(tmp_path), file, ask="legacy", at="", lang="en")
    own = f"?ask=legacy&amp;at={names['end']}"
    assert f'<link rel="canonical" href="{own}">' in page and f'data-permalink href="{own}"' in page


def test_a_regular_expression(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    page = page_of(Site(tmp_path), file, ask="leg[a-z]+/", regex="1")
    assert mark(page, "data-verdict")["data-stage"] == "compaction" and "<mark>legacy/</mark>" in page


def test_other_sessions_only_when_asked_and_only_served_ones(tmp_path: Path) -> None:
    served, hidden = tmp_path / "served", tmp_path / "hidden"
    served.mkdir()
    hidden.mkdir()
    script = Script(id="one")
    script.user("nothing of that")
    file = script.write(served / "one.jsonl")
    for folder, name in ((served, "two"), (hidden, "three")):
        other = Script(id=name)
        other.user(f"the walnut cake, said in {name}")
        other.write(folder / f"{name}.jsonl")
    site = Site(served)
    assert mark(page_of(site, file, ask="walnut cake"), "data-verdict")["data-code"] == "trace.not-found"
    page = page_of(site, file, ask="walnut cake", all="1")
    assert mark(page, "data-verdict")["data-code"] == "trace.lost-session"
    assert f"/s/{site.shelf.key(served / 'two.jsonl')}#entry=@line2" in page
    assert "said in two" in page and "three" not in page


@pytest.mark.parametrize("name", ["empty", "log", "words"])
def test_what_is_no_session_says_so(tmp_path: Path, name: str) -> None:
    content = {
        "empty": "",
        "log": '{"type":"session","version":3,"id":"x","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/w"}\n'
        + '{"type":"agent_start"}\n{"type":"turn_start"}\n',
        "words": "these are\nno records\n",
    }
    file = tmp_path / f"{name}.jsonl"
    file.write_text(content[name])
    site = Site(tmp_path)
    page = page_of(site, file, lang="zh")
    assert 'role="alert"' in page and "data-verdict" not in page
    assert {"empty": "0 字节", "log": "事件日志", "words": "没有会话记录"}[name] in page
    assert page_of(site, file, "integrity")


def test_long_answers_leave_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    monkeypatch.setattr(pages_frame, "WAIT", 0.01)
    monkeypatch.setattr(pages_frame, "_queue", threading.BoundedSemaphore(1))
    with pages_frame.working():
        page = page_of(site, file, status=503, lang="en")
        assert "still being worked on" in page
        assert site.api(file, "previews")["previews"]
    assert page_of(site, file)


# -- language and hostile text ---------------------------------------------------------------------------


def test_the_language_is_asked_for_remembered_or_the_browsers(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    path = f"/s/{site.shelf.key(file)}/diagnose"
    assert 'lang="en"' in site.get(path).get_data(as_text=True)[:60]
    preferred = site.get(path, headers={"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"})
    assert 'lang="zh-CN"' in preferred.get_data(as_text=True)[:60]
    chosen = site.get(path + "?lang=zh")
    assert "SameSite=Strict" in chosen.headers["Set-Cookie"]
    page = site.get(path).get_data(as_text=True)
    assert 'lang="zh-CN"' in page[:60] and "各阶段的发现" in page and "lang=en" in page
    assert "Vary" in chosen.headers
    assert 'lang="en"' in site.get(path + "?lang=en").get_data(as_text=True)[:60]


def test_every_word_in_both_languages_with_the_same_parameters() -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    for key, (en, zh) in WORDS.items():
        assert en and zh, key
        assert names(en) == names(zh), key


@pytest.mark.parametrize("view", ["diagnose", "compare", "integrity"])
def test_hostile_text_is_text(tmp_path: Path, view: str) -> None:
    script = Script(id=HOSTILE, cwd="/w/" + HOSTILE, parentSession=HOSTILE)
    first = script.user("remember " + HOSTILE, id=HOSTILE)
    script.reply(HOSTILE, {"type": "toolCall", "id": "c", "name": HOSTILE, "arguments": {"command": HOSTILE}})
    script.user("aside " + HOSTILE, parent=first)
    script.add("compaction", summary=HOSTILE, firstKeptEntryId=first, tokensBefore=1)
    script.add("session_info", name=HOSTILE)
    script.user("end \ud83d" + HOSTILE)
    file = script.write(tmp_path / ("h" + HOSTILE.replace("/", "_").replace("\x1b", "")[:60] + ".jsonl"))
    site = Site(tmp_path)
    for lang in ("en", "zh"):
        for query in ({"ask": HOSTILE}, {"ask": "remember"}, {"a": HOSTILE}, {"at": HOSTILE}, {}):
            page = page_of(site, file, view, lang=lang, **query)
            assert "<script>alert" not in page and "<img src=x" not in page
            page = re.sub(r'<input[^>]*name="ask"[^>]*>', "", page)  # holds what was typed, as it was typed
            assert "\x1b" not in page and "\0" not in page and "49[31m" not in page
            assert "\u202e" not in page
            assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=\"", page)


@pytest.mark.parametrize("sample", sorted(assets.samples().glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_sample_has_its_pages(sample: Path) -> None:
    site = Site(sample)
    for view in ("diagnose", "compare", "integrity"):
        for lang in ("en", "zh"):
            answer = site.get(f"/s/{site.shelf.key(sample)}/{view}?lang={lang}")
            assert answer.status_code in (200, 400), view
            assert answer.status_code == 200 or b'role="alert"' in answer.data
    answer = site.get(f"/s/{site.shelf.key(sample)}/diagnose?ask=a")
    assert answer.status_code in (200, 400)


# -- compare ---------------------------------------------------------------------------------------------


def test_two_leaves_of_one_file(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(tmp_path)
    page = page_of(site, file, "compare", a=names["end"], b=names["other"])
    assert mark(page, "data-relation")["data-relation"] == "fork"
    ancestor = page[page.index("data-ancestor") : page.index("data-list")]
    assert f"#entry={names['early']}" in ancestor
    only_b = page[page.index('data-of="B"') :]
    assert "Try it another way" in only_b[:1_500]
    assert f"/s/{site.shelf.key(file)}#entry={names['aside']}" in only_b


def test_two_files_and_stale_choices(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "a.jsonl")
    script = Script(id="s-other")
    script.user("Something else")
    other = script.write(tmp_path / "b.jsonl")
    site = Site(tmp_path)
    key = site.shelf.key(other)
    page = page_of(site, file, "compare", other=key)
    assert mark(page, "data-relation")["data-relation"] == "unrelated"
    assert re.search(rf'<option value="{key}" selected>', page) and f"/s/{key}#entry=" in page
    # An entry that was chosen for another session means nothing in this one.
    stale = page_of(site, file, "compare", other=key, b=names["other"], was=site.shelf.key(file))
    assert mark(stale, "data-relation")["data-relation"] == "unrelated"
    assert "no entry" in page_of(site, file, "compare", 404, other=key, b=names["other"], lang="en")
    assert "No served session" in page_of(site, file, "compare", 400, other="f" * 32, lang="en")


def test_nothing_chosen_suggests(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "a.jsonl")
    script = Script(id="s-other")
    script.user("Something else")
    other = script.write(tmp_path / "b.jsonl")
    site = Site(tmp_path)
    page = page_of(site, file, "compare")
    assert "data-relation" not in page
    assert f"a={names['end']}&amp;b={names['other']}" in page and f"other={site.shelf.key(other)}" in page


def test_the_family_is_suggested_before_the_folder(tmp_path: Path) -> None:
    paths = {name: tmp_path / f"{name}.jsonl" for name in ("child", "parent", "fork", "sibling")}
    forked = {"child": "/p/parent.jsonl", "fork": "/p/child.jsonl", "sibling": "C:\\p\\parent.jsonl"}
    for name, path in [*paths.items(), *((f"x{n}", tmp_path / f"x{n}.jsonl") for n in range(13))]:
        parent = {"parentSession": forked[name]} if name in forked else {}
        script = Script(id=f"s-{name}", **parent)
        script.user(f"This is {name}")
        script.write(path)
    os.utime(paths["parent"], (1, 1))  # the oldest of all
    site = Site(tmp_path)
    page = page_of(site, paths["child"], "compare", lang="en")
    near = re.findall(r'<li><a href="[^"]*other=([0-9a-f]+)"[^>]*>([^<]*)', page)
    assert [key for key, _ in near[:3]] == [
        site.shelf.key(paths[name]) for name in ("parent", "fork", "sibling")
    ]
    assert near[0][1].startswith("parent of this session · ") and len(near) == 12


# -- integrity -------------------------------------------------------------------------------------------


def test_integrity_of_a_sound_file(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "s.jsonl")
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    site = Site(tmp_path)
    page = page_of(site, file, "integrity")
    assert mark(page, "data-integrity")["data-status"] == "ok"
    assert site.api(file, "index")["sha256"] in page and 'data-unchanged="true"' in page
    assert "--salvage" not in page
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_integrity_of_a_damaged_file(tmp_path: Path) -> None:
    file, _ = forgetful(tmp_path / "a b.jsonl")
    with open(file, "a") as stream:
        stream.write('{"type":"message","id":"x1","pa\n')
    site = Site(tmp_path)
    page = html.unescape(page_of(site, file, "integrity", lang="en"))
    damage = site.api(file, "index")["damage"]
    assert mark(page, "data-integrity")["data-status"] == "warning"
    assert re.findall(r'<tr data-kind="([\w-]+)"', page) == [one["kind"] for one in damage]
    assert f"byte {damage[0]['offset']:,}, {damage[0]['length']:,} long" in page
    assert f"pi-inspector verify '{file}' --salvage OUT.jsonl" in page
    assert "#view=damage" in page
    line = damage[0]["line"]
    assert f'id="damage-torn-L{line}"' in page and f'href="#damage-torn-L{line}"' in page


@pytest.mark.parametrize(
    "name",
    ["demo-night-market", "not-records", "nul-padding", "odd-numbers", "context-edits", "hostile-text"],
)
def test_every_finding_has_an_address_of_its_own(name: str) -> None:
    sample = assets.samples() / f"{name}.jsonl"
    site = Site(sample)
    for view in ("diagnose", "integrity", "compare?a=@line2"):
        page = site.get(f"/s/{site.shelf.key(sample)}/{view}").get_data(as_text=True)
        names = re.findall(r' id="([^"]*)"', page)
        assert len(names) == len(set(names)), view
        links = re.findall(r'class="self-link" href="#([^"]*)"', page)
        assert {html.unescape(unquote(link)) for link in links} <= set(map(html.unescape, names)), view
        assert len(links) >= page.count('class="finding"')


# -- text ------------------------------------------------------------------------------------------------


def test_parts_of_text() -> None:
    from inspector.diagnosis.needle import Needle

    assert parts("a\x1bb") == [Part("", "a"), Part("mark", "⟦ESC⟧", "U+001B"), Part("", "b")]
    assert plain("x\u202ey\0\ud83d") == "x⟦U+202E⟧y⟦NUL⟧\ufffd"
    assert (
        plain("👩\u200d🚀 🏳️\u200d🌈 क\u094d\u200dष tab\tline\n")
        == "👩\u200d🚀 🏳️\u200d🌈 क\u094d\u200dष tab\tline\n"
    )
    assert plain("a\u200db") == "a⟦U+200D⟧b"
    assert sentence("At L12 and L13.", {"12": "/x"}) == [
        Part("", "At "),
        Part("link", "L12", "/x"),
        Part("", " and L13."),
    ]
    assert said_parts(Said("At L3, open it: ", "pi --session 'a b'", "; yes."), {"3": "/x"}) == [
        Part("", "At "),
        Part("link", "L3", "/x"),
        Part("", ", open it: "),
        Part("code", "pi --session 'a b'"),
        Part("", "; yes."),
    ]
    assert said_parts(Said("Near the limit: pi --compacts again.")) == [
        Part("", "Near the limit: pi --compacts again.")
    ]
    found = hits("The cake, the  Cake  and THE cakes", Needle("the cake"))
    assert [part.text for part in found if part.kind == "hit"] == ["The cake", "the Cake", "THE cake"]
    assert "".join(part.text for part in found) == "The cake, the Cake and THE cakes"
    assert [part.text for part in terms("不要修改 legacy", ("不要", "legacy")) if part.kind] == [
        "不要",
        "legacy",
    ]


def test_a_difference_is_a_block_of_lines_and_not_in_the_headline(tmp_path: Path) -> None:
    script = Script(cwd=str(tmp_path))
    script.reply(call("read", "c1", path="glaze.txt"), stopReason="toolUse")
    script.result("ash\n<b>line two</b>\n", "c1", toolName="read")
    (tmp_path / "glaze.txt").write_text("ash\nline 2\n", "utf-8")
    file = script.write(tmp_path / "s.jsonl")
    page = page_of(Site(tmp_path), file)
    block = re.search(r'<pre class="difference">(.*?)</pre>', page, re.DOTALL)
    assert block is not None
    assert '<span data-sign="-">-&lt;b&gt;line two&lt;/b&gt;\n</span>' in block[1]
    assert '<span data-sign="+">+line 2\n</span>' in block[1]
    assert page.count("line two") == 1  # not in the headline, which has the sentences before it


def test_the_headline_of_a_comparison_names_what_the_prompt_lost(tmp_path: Path) -> None:
    script = Script(id="p")
    script.message("system", content="", sections={"notes": "The barn door stays shut."})
    script.user("Who is the mare?")
    script.write(tmp_path / "a.jsonl")
    script.message("system", content="", sections={"notes": "The wheel turns left."})
    script.user("How many sacks?")
    script.write(tmp_path / "b.jsonl")
    site = Site(tmp_path)
    other = site.shelf.key(tmp_path / "b.jsonl")
    page = page_of(site, tmp_path / "a.jsonl", "compare", other=other)
    head = re.search(r'<h2[^>]*id="relation">(.*?)</h2>', page, re.DOTALL)
    assert head is not None and "text that B lacks, in 1 section: notes" in head[1]
    assert "Whatever the model had" not in page
    assert 'data-code="compare.prompt-lost" data-status="lost"' in page


def test_an_entry_can_be_asked_about_in_place_of_a_phrase(tmp_path: Path) -> None:
    file, names = forgetful(tmp_path / "s.jsonl")
    site = Site(file)
    page = page_of(site, file, entry=names["rule"])
    assert mark(page, "data-verdict")["data-stage"] == "compaction"
    assert (
        mark(page_of(site, file, entry=names["rule"], at=names["knew"]), "data-verdict")["data-stage"] == ""
    )
    assert "nosuch" in page_of(site, file, status=404, entry="nosuch")
    assert "data-verdict" not in page_of(site, file, status=404, entry="nosuch")


def test_instants_of_ours_are_marked_and_quotes_left_alone() -> None:
    found = sentence("Written 2026-05-04 09:00 UTC after “at 2026-05-04 08:00 UTC” in L7.", {"7": "/x"})
    assert [(part.kind, part.text, part.extra) for part in found if part.kind] == [
        ("time", "2026-05-04 09:00 UTC", "2026-05-04T09:00Z"),
        ("link", "L7", "/x"),
    ]
    assert "".join(part.text for part in found).endswith("“at 2026-05-04 08:00 UTC” in L7.")
