"""The JSON routes: bounded, never failing on odd content, steady while a file grows."""

from __future__ import annotations

import base64
import gzip
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.session import open_session
from inspector.web import answers, api
from tests.builders import Script, call
from tests.web_client import Site

SAMPLES = sorted(assets.samples().glob("*.jsonl"))
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
WIRE = 2_000_000


@pytest.fixture(scope="module")
def samples() -> Site:
    return Site(assets.samples())


def site_of(script: Script, tmp_path: Path) -> tuple[Site, Path]:
    path = script.write(tmp_path / "s.jsonl")
    return Site(tmp_path), path


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_every_route_answers_for_every_sample(samples: Site, sample: Path) -> None:
    index = samples.api(sample, "index")
    count = index["n"]
    state = index["state"]
    assert len(samples.api(sample, "previews", **{"from": 0, "to": count})["previews"]) == count
    entries = samples.api(sample, "block", **{"from": 0, "to": count}, state=state)["entries"]
    assert [item["row"] for item in entries] == list(range(count))
    for item in entries:
        raw = samples.api(sample, "raw", row=item["row"])
        assert raw["length"] == item["bytes"] == index["cols"]["bytes"][item["row"]]
        assert raw["line"] == item["line"] == index["cols"]["line"][item["row"]]
    for row in [*index["leaves"], *({index["active"]} - {-1})]:
        view = samples.api(sample, "context", at=row)
        assert view["at"] == row and view["path"] == open_session(sample).tree.path(row)
        for name in ("llm", "wire"):
            got = samples.api(sample, "messages", at=row, list=name)["messages"]
            wanted = view[name][: api.MESSAGES]
            assert [(m["role"], m["row"]) for m in got] == [(m["role"], m["row"]) for m in wanted]
        got = samples.api(sample, "messages", at=row, list="messages")["messages"]
        assert list(dict.fromkeys(m["row"] for m in got)) == view["visible"][: len(got)]


def test_entries_are_what_their_lines_hold(tmp_path: Path) -> None:
    """Without a header the file counts as version 1, whose entries have no ids: none is made up for a page."""
    lines = [{"type": "turn_start"}, {"type": "message", "message": {"role": "hookMessage", "content": "x"}}]
    kept = {"type": "compaction", "summary": "s", "firstKeptEntryIndex": 1}
    path = tmp_path / "events.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in [*lines, kept, [1], 7]), "utf-8")
    entries = [item["entry"] for item in Site(tmp_path).api(path, "block")["entries"]]
    assert entries == [lines[0], {**lines[1], "message": {"role": "custom", "content": "x"}}, kept, [1], 7]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_visibility_covers_the_path_once_and_agrees_with_the_wire(samples: Site, sample: Path) -> None:
    index = samples.api(sample, "index")
    for row in range(index["n"]):
        view = samples.api(sample, "context", at=row)
        words = view["visibility"]
        assert set(words) <= {"sent", "summary", "dropped", "never", "edited"}
        placed = [at for rows in words.values() for at in rows]
        assert sorted(placed) == sorted(view["path"])
        on_wire = {item["row"] for item in view["wire"]} - {-1}
        assert set(words.get("sent", [])) <= on_wire
        edited = {item["target"] for item in view["edits"]}
        assert on_wire <= set(words.get("sent", [])) | edited | set(words.get("edited", []))


def test_a_message_with_words_of_its_own_is_previewed_by_them(samples: Site, tmp_path: Path) -> None:
    demo = assets.samples() / "demo-night-market.jsonl"
    at = samples.api(demo, "index")["active"]
    view = samples.api(demo, "context", at=at)
    for name in ("llm", "wire"):
        first, second = view[name][:2]
        assert first["row"] == second["row"] == view["compaction"]["row"]
        assert first["role"] == "system" and first["preview"].startswith("preamble")
        assert "preview" not in second
    script = Script()
    edited = script.user("the old words")
    script.add("context_edit", targetId=edited, replacement={"content": "the new words"})
    script.user("next")
    path = script.write(tmp_path / "s.jsonl")
    wire = Site(path).api(path, "context", at=2)["wire"]
    assert [item.get("preview") for item in wire] == ["the new words", None]


def test_windows_are_half_open_and_limited(tmp_path: Path) -> None:
    script = Script()
    for number in range(700):
        script.user(f"m{number}")
    site, path = site_of(script, tmp_path)
    assert site.api(path, "previews", **{"from": 3, "to": 5})["previews"] == ["m3", "m4"]
    assert site.api(path, "previews", **{"from": 699, "to": 9999})["previews"] == ["m699"]
    assert site.api(path, "previews", **{"from": 9999, "to": 1})["previews"] == []
    assert len(site.api(path, "block", **{"from": 0, "to": 700})["entries"]) == api.BLOCK
    got = site.api(path, "block", rows="5,1,699,7000")["entries"]
    assert [item["row"] for item in got] == [5, 1, 699]
    view = site.api(path, "messages", at=699, list="llm", **{"from": 650})["messages"]
    assert [item["row"] for item in view] == list(range(650, 700))
    assert site.api(path, "messages", at=699, list="llm", **{"from": 9999})["messages"] == []


@pytest.mark.parametrize(
    ("route", "query"),
    [
        ("previews", {"from": "-1"}),
        ("previews", {"from": "x"}),
        ("previews", {"from": "1" * 400}),
        ("previews", {"from": "²"}),
        ("block", {"rows": "1,x"}),
        ("block", {"rows": "-1"}),
        ("raw", {}),
        ("raw", {"row": "1"}),
        ("full", {"row": "0", "path": "x"}),
        ("full", {"row": "0", "path": "[" * 100_000}),
        ("full", {"row": "0", "path": '{"a":1}'}),
        ("full", {"row": "0", "path": '["nothing"]'}),
        ("context", {"at": "7"}),
        ("context", {}),
        ("messages", {"at": "0", "list": "__class__"}),
        ("index", {"part": "1"}),
        ("find", {"q": "x" * 2_000}),
    ],
)
def test_calls_that_make_no_sense_are_told_so(tmp_path: Path, route: str, query: dict[str, str]) -> None:
    script = Script()
    script.user("only one")
    site, path = site_of(script, tmp_path)
    error = site.api(path, route, 400, **query)["error"]
    assert error["kind"] == "bad-argument" and error["message"]


def test_long_texts_are_cut_and_come_in_parts(tmp_path: Path) -> None:
    text = "长text" * 400_000
    script = Script()
    script.user([{"type": "text", "text": text}])
    site, path = site_of(script, tmp_path)
    item = site.api(path, "block", rows="0")["entries"][0]
    assert item["cuts"] == [{"path": ["message", "content", 0, "text"], "chars": len(text)}]
    got, start = "", 0
    while start is not None:
        answer = site.api(path, "full", row=0, path=json.dumps(item["cuts"][0]["path"]), start=start)
        got, start = got + answer["text"], answer["next"]
    assert got == text
    raw = site.api(path, "raw", row=0)
    assert raw["cut"] and len(raw["text"]) <= api.RAW_PART


def test_answers_stay_below_the_limit_on_the_wire(tmp_path: Path) -> None:
    rng = random.Random(3)
    script = Script()
    for _ in range(150):
        script.user(base64.b64encode(rng.randbytes(15_000)).decode())
    site, path = site_of(script, tmp_path)
    rows: list[int] = []
    while len(rows) < 150:
        answer = site.get(
            f"/api/s/{site.shelf.key(path)}/block",
            query_string={"from": len(rows), "to": 150},
            headers={"Accept-Encoding": "identity"},
        )
        assert len(answer.data) < WIRE
        got = [item["row"] for item in answer.get_json()["entries"]]
        assert got == list(range(len(rows), len(rows) + len(got))) and got
        rows.extend(got)
    answer = site.get(f"/api/s/{site.shelf.key(path)}/messages", query_string={"at": 149})
    assert len(answer.data) < WIRE and answer.get_json()["messages"]


def test_compression_is_used_when_accepted(samples: Site) -> None:
    path = f"/api/s/{samples.shelf.key(SAMPLES[0])}/index"
    demo = next(sample for sample in SAMPLES if "demo" in sample.name)
    path = f"/api/s/{samples.shelf.key(demo)}/block?from=0&to=200"
    plain = samples.get(path, headers={"Accept-Encoding": "identity"})
    packed = samples.get(path, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip" and gzip.decompress(packed.data) == plain.data
    assert samples.get(path, headers={"Accept-Encoding": "gzip;q=0"}).data == plain.data


def test_a_very_large_context_comes_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    for number in range(3_000):
        script.user(f"m{number}")
    site, path = site_of(script, tmp_path)
    whole = site.api(path, "context", at=2_999)
    monkeypatch.setattr(answers, "WIRE_LIMIT", 5_000)
    monkeypatch.setattr(answers, "SLICE", 5_000)
    cut = Site(tmp_path)
    first = cut.api(path, "context", at=2_999)
    texts = [cut.api(path, "context", at=2_999, slice=at)["text"] for at in range(first["slices"])]
    assert first["slices"] > 2 and json.loads("".join(texts)) == whole
    cut.api(path, "context", 400, at=2_999, slice=first["slices"])


def test_an_unchanged_index_needs_no_second_answer(samples: Site) -> None:
    path = f"/api/s/{samples.shelf.key(SAMPLES[0])}/index"
    tag = samples.get(path).headers["ETag"]
    again = samples.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_deep_values_and_half_characters(tmp_path: Path) -> None:
    script = Script()
    script.user("half \ud83d")
    path = script.write(tmp_path / "s.jsonl")
    deep = (
        '{"type":"custom","id":"deep","parentId":"e0000001","customType":"x","data":'
        + "[" * 30_000
        + "]" * 30_000
        + "}\n"
    )
    with open(path, "a") as stream:
        stream.write(deep)
    site = Site(tmp_path)
    entries = site.api(path, "block", **{"from": 0, "to": 2})["entries"]
    assert entries[0]["entry"]["message"]["content"] == "half \ud83d"
    assert [list(cut)[1] for cut in entries[1]["cuts"]] == ["tooDeep"]
    assert site.api(path, "raw", row=1)["text"] == deep[:-1]
    assert site.api(path, "context", at=1)["path"] == [0, 1]
    assert site.api(path, "find", q="half")["rows"] == [0]


def test_bytes_that_are_no_text_are_shown_replaced(tmp_path: Path) -> None:
    script = Script()
    script.user("caf\xe9")
    path = tmp_path / "s.jsonl"
    path.write_bytes(
        json.dumps(script.records[0]).encode()
        + b"\n"
        + json.dumps(script.records[1], ensure_ascii=False).encode("latin-1")
        + b"\n"
    )
    site = Site(tmp_path)
    assert "caf\ufffd" in site.api(path, "raw", row=0)["text"]
    assert site.api(path, "block", rows="0")["entries"][0]["entry"]["message"]["content"] == "caf\ufffd"


def test_pictures_have_our_type_and_a_closed_policy(tmp_path: Path) -> None:
    def block(data: bytes, mime: str) -> dict[str, Any]:
        return {"type": "image", "mimeType": mime, "data": base64.b64encode(data).decode()}

    script = Script()
    script.user([block(PNG, "text/html"), block(b"<svg onload='x()'/>", "image/png")])
    site, path = site_of(script, tmp_path)
    url = f"/api/s/{site.shelf.key(path)}/image"
    answer = site.get(url, query_string={"row": 0, "index": 0})
    assert (answer.mimetype, answer.data) == ("image/png", PNG)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; sandbox")
    for index in (1, 2):
        answer = site.get(url, query_string={"row": 0, "index": index})
        assert answer.mimetype == "application/json" and answer.get_json()["reason"]
    item = site.api(path, "block", rows="0")["entries"][0]
    assert [part["index"] for part in item["entry"]["message"]["content"]] == [0, 1]
    assert "data" not in item["entry"]["message"]["content"][0]


def test_a_growing_file_keeps_answering_as_it_was_loaded(tmp_path: Path) -> None:
    script = Script()
    script.user("one")
    site, path = site_of(script, tmp_path)
    state = site.api(path, "index")["state"]
    script.reply("two", call())
    with open(path, "ab") as stream:
        stream.write(json.dumps(script.records[-1]).encode() + b"\n")
    assert site.api(path, "context", at=0, state=state)["path"] == [0]
    site.api(path, "raw", 400, row=1, state=state)
    fresh = site.api(path, "index")
    assert fresh["n"] == 2 and fresh["state"] != state
    assert site.api(path, "raw", row=1, state=fresh["state"])["line"] == 3


def test_a_rewritten_file_is_told(tmp_path: Path) -> None:
    script = Script()
    script.user("one")
    script.user("two")
    site, path = site_of(script, tmp_path)
    state = site.api(path, "index")["state"]
    other = Script()
    other.user("x")
    os.replace(other.write(tmp_path / "new"), path)
    error = site.api(path, "raw", row=0, state=state)["error"]
    assert error["kind"] == "changed" and "load the page again" in error["message"]
    assert site.api(path, "raw", row=0, state="nonsense")["error"]["kind"] == "changed"


def test_a_fault_of_ours_is_a_sentence_not_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    script = Script()
    script.user("one")
    site, path = site_of(script, tmp_path)

    def broken(session: Any) -> Any:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr(api, "RowLines", broken)
    answer = site.get(f"/api/s/{site.shelf.key(path)}/previews?from=0&to=1")
    assert answer.status_code == 500 and answer.get_json()["error"]["kind"] == "fault"
    assert b"secret" not in answer.data and b"Traceback" not in answer.data
    assert "secret detail" in caplog.text
