"""Pages that scripts take over, in Chinese where no script runs; the catalog that both sides read."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.web.page_words import all_words, said_word, translated
from tests.builders import Script
from tests.oracle import node_missing, node_path
from tests.web_client import Site


@pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))
def test_the_catalog_is_what_the_scripts_have() -> None:
    module = (assets.static() / "js" / "words.js").as_uri()
    program = f"import {{ WORDS }} from {json.dumps(module)}; console.log(JSON.stringify(WORDS));"
    ran = subprocess.run(
        [str(node_path()), "--input-type=module", "-e", program], capture_output=True, check=True, timeout=60
    )
    assert json.loads(ran.stdout) == all_words()


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ('<b data-word="list.empty">No session found.</b>', '<b data-word="list.empty">没有找到会话。</b>'),
        (
            '<th title="x" data-word-title="list.refused" class="a">y</th>',
            '<th data-word-title="list.refused" class="a" title="pi 拒绝它">y</th>',
        ),
        (
            '<p data-word="list.pending" data-n="3">3 not counted</p>',
            '<p data-word="list.pending" data-n="3">3 个尚未统计：请稍后刷新</p>',
        ),
        # What has no words, and what strangers wrote, stays.
        ('<b data-word="no.such">kept</b>', '<b data-word="no.such">kept</b>'),
        (
            "<td>data-word=&#34;list.empty&#34; &lt;b&gt;</td>",
            "<td>data-word=&#34;list.empty&#34; &lt;b&gt;</td>",
        ),
        (
            '<tr data-row="x data-word=&#34;list.empty&#34; &gt;"><td>z</td></tr>',
            '<tr data-row="x data-word=&#34;list.empty&#34; &gt;"><td>z</td></tr>',
        ),
    ],
)
def test_marked_words_are_put_into_the_page(english: str, chinese: str) -> None:
    assert translated(english, "zh") == chinese
    assert translated(english, "en") == english


def test_one_and_many() -> None:
    assert [said_word("list.shown", "en", n=n) for n in (0, 1, 2)] == [
        "0 sessions",
        "1 session",
        "2 sessions",
    ]
    assert said_word("list.shown", "zh", n=1) == "1 个会话"


def site(tmp_path: Path) -> Site:
    Script(id="one", cwd="/one").write(tmp_path / "one.jsonl")
    (tmp_path / "empty.jsonl").touch()
    return Site(tmp_path)


def visible(page: str) -> str:
    return re.sub(r"<[^>]*>", " ", page[page.index("<body") :])


def test_the_list_without_scripts_is_chinese_for_who_reads_chinese(tmp_path: Path) -> None:
    there = site(tmp_path)
    chinese = there.get("/", headers={"Accept-Language": "zh-TW,zh;q=0.9,en;q=0.8"})
    page = chinese.get_data(as_text=True)
    assert '<html lang="zh-CN"' in page and "Accept-Language" in chinese.headers["Vary"]
    assert "空文件（0 字节）；pi 会在其中开始新会话" in visible(page)
    # No word of ours is left in English; what is English is the file's, a unit, or the product's name.
    words = set(re.findall(r"[A-Za-z]+", visible(page).replace(str(tmp_path), "")))
    assert words <= {"one", "empty", "jsonl", "pi", "inspector", "KiB", "B", "UTC", "EN", "Esc", "id"}
    assert '<html lang="en"' in there.get("/").get_data(as_text=True)


def test_a_language_chosen_without_scripts_stays(tmp_path: Path) -> None:
    there = site(tmp_path)
    switch = re.search(
        r'<noscript><a class="button icon" href="([^"]+)"', there.get("/").get_data(as_text=True)
    )
    assert switch is not None and switch[1] == "?lang=zh"
    assert "会话" in visible(there.get("/?lang=zh").get_data(as_text=True))
    page = there.get("/").get_data(as_text=True)
    assert '<html lang="zh-CN"' in page and 'href="?lang=en"' in page
    lost = there.get("/s/nothing").get_data(as_text=True)
    assert '<html lang="zh-CN"' in lost and "返回列表" in visible(lost)


def test_the_frame_of_a_session_begins_in_the_language_of_the_reader(tmp_path: Path) -> None:
    there = site(tmp_path)
    address = f"/s/{there.shelf.key(tmp_path / 'one.jsonl')}"
    page = there.get(address, headers={"Accept-Language": "zh-CN"}).get_data(as_text=True)
    assert '<html lang="zh-CN"' in page and "对话" in visible(page) and "Transcript" not in visible(page)


def test_an_invisible_character_has_a_name_in_the_language_of_the_page(tmp_path: Path) -> None:
    script = Script(id="one")
    script.user("a\u202eb\ufeffc\u3164d")
    file = script.write(tmp_path / "one.jsonl")
    there = Site(tmp_path)
    for lang, names in (
        ("en", ["right-to-left override", "byte order mark", "hangul filler"]),
        ("zh", ["从右到左强制覆盖", "字节顺序标记", "hangul filler"]),
    ):
        page = there.get(f"/s/{there.shelf.key(file)}/plain?lang={lang}").get_data(as_text=True)
        body = page[page.index("<article") :]
        assert re.findall(r'<span class="mark" title="([^"]*)"', body) == names


@pytest.mark.parametrize(
    ("path", "method", "more"),
    [
        ("/nope", "GET", {}),
        ("/nope", "POST", {}),
        ("/", "POST", {"headers": {"Origin": "http://127.0.0.1:5123"}}),
        ("/", "GET", {"headers": {"Host": "evil.example"}}),
        ("/?token=wrong", "GET", {}),
        ("/s/none", "GET", {}),
        ("/api/nope", "GET", {}),
    ],
)
def test_why_a_page_is_not_given_is_said_in_chinese(
    tmp_path: Path, path: str, method: str, more: dict[str, Any]
) -> None:
    there = site(tmp_path)
    headers = {"Accept-Language": "zh-CN", **more.get("headers", {})}
    answer = there.client.open(path, method=method, base_url="http://127.0.0.1:5123", headers=headers)
    assert answer.status_code >= 400
    if path.startswith("/api/"):
        said = answer.get_json()["error"]["said"]
    else:
        page = answer.get_data(as_text=True)
        assert "· pi-inspector</title>" in page
        said = visible(page) + page[page.index("<title>") : page.index("</title>")]
    words = set(re.findall(r"[A-Za-z]+", re.sub(r"pi-inspector|/s/none|<title>", "", said)))
    assert words <= {"EN", "Esc"}, words
