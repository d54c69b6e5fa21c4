"""The exported page: one file, a policy by hashes, data that cannot break out, the same numbers as the live page."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from inspector import assets
from inspector.diagnosis.said_of import said_of, with_said
from inspector.export import page_data, page_script
from inspector.export.html import totals
from inspector.jsontext import dumps
from inspector.session import open_session
from inspector.session.blocks import shape
from inspector.session.context import context_at
from inspector.session.context_json import context_json
from inspector.session.index import whole
from inspector.session.preview import preview
from tests.builders import Script
from tests.conftest import SHARED
from tests.exported import elements, in_page, index_of, lines_of, page_bytes

SAMPLES = sorted(assets.samples().glob("*.jsonl"))
CASES = sorted((SHARED / "cases").glob("*.jsonl"))
DEMO = assets.samples() / "demo-night-market.jsonl"
HOSTILE = "</script><script>window.hostile=1</script><!-- \"'><img src=x onerror=window.hostile=2>"


class Outline(HTMLParser):
    """Elements of a page with their attributes, texts of scripts and styles, and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.inline: list[tuple[str, dict[str, str | None], str]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: tuple[str, dict[str, str | None]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._open = (tag, dict(attrs))

    def handle_data(self, data: str) -> None:
        if self._open is not None:
            self.inline.append((*self._open, data))
            self._open = None

    def handle_endtag(self, tag: str) -> None:
        self._open = None


def outline(page: bytes) -> Outline:
    parser = Outline()
    parser.feed(page.decode("utf-8"))
    return parser


def policy_of(parser: Outline) -> str:
    metas = [attributes for tag, attributes in parser.tags if tag == "meta"]
    return str(next(meta["content"] for meta in metas if meta.get("http-equiv") == "Content-Security-Policy"))


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_names_every_script_and_style_and_nothing_else() -> None:
    parser = outline(page_bytes(DEMO))
    policy = policy_of(parser)
    scripts = [(attributes, text) for tag, attributes, text in parser.inline if tag == "script"]
    code = [text for attributes, text in scripts if "type" not in attributes]
    assert len(code) == 2
    packed = [text for attributes, text in scripts if attributes.get("type") == "application/gzip"]
    code += [gzip.decompress(base64.b64decode(text, validate=True)).decode() for text in packed]
    styles = [text for tag, _, text in parser.inline if tag == "style"]
    assert (len(code), len(styles)) == (9, 1)
    assert {digest(text) for text in code} == set(re.findall(r"'sha256-[^']+'", policy.split("style-src")[0]))
    assert f"style-src {digest(styles[0])};" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy and "strict-dynamic" not in policy and "http" not in policy


def test_nothing_in_the_page_names_another_file() -> None:
    parser = outline(page_bytes(DEMO))
    for tag, attributes in parser.tags:
        assert "src" not in attributes and "srcset" not in attributes, (tag, attributes)
        assert tag not in ("iframe", "object", "embed", "base", "form"), tag
        href = attributes.get("href") or "#"
        assert href.startswith(("#", "data:image/svg+xml,")), href
        assert not any(name.startswith("on") or name == "style" for name in attributes), (tag, attributes)


@pytest.mark.parametrize("path", [*SAMPLES, *CASES], ids=lambda path: path.stem)
def test_index_lines_and_contexts_are_those_of_the_session(path: Path) -> None:
    session = open_session(path)
    page = page_bytes(path)
    found = elements(page)
    index = json.loads(found["pi-index-0"])
    told = {"eventLog": index["eventLog"], "said": said_of(session)}
    assert index == json.loads(dumps(whole(session, told)))
    assert lines_of(page) == [session.raw(row) for row in range(session.n)]
    plan = json.loads(found["pi-session-data"])
    for leaf in plan["contexts"]:
        assert found[f"pi-context-{leaf}"] == dumps(
            with_said(context_json(session, context_at(session, leaf)))
        )
    if session.tree.active_leaf >= 0:
        assert plan["contexts"][0] == session.tree.active_leaf


def test_hostile_words_stay_words(tmp_path: Path) -> None:
    script = Script(id=HOSTILE, cwd=HOSTILE)
    script.user(HOSTILE, id=HOSTILE)
    script.add("session_info", name=HOSTILE)
    source = script.write(tmp_path / "</script><!--.jsonl".replace("/", "_"))
    page = page_bytes(source, title=HOSTILE, file=HOSTILE, by=HOSTILE, text=[HOSTILE, "\ud800"])
    parser = outline(page)
    assert HOSTILE.encode() not in page
    plain = [tag for tag, _ in outline(page_bytes(DEMO, text=["", ""], by="x")).tags if tag != "script"]
    assert [tag for tag, _ in parser.tags if tag != "script"] == plain
    assert [tag for tag, _ in parser.tags].count("script") == 9 + len(elements(page))
    assert not [tag for tag, _ in parser.tags if tag == "img"]


def test_data_elements_hold_base64_only() -> None:
    page = page_bytes(DEMO)
    for name, text in re.findall(rb'<script type="application/json" id="([^"]+)">(.*)</script>', page):
        assert re.fullmatch(rb'"[A-Za-z0-9+/=]+"|\{[\x20-\x3b\x3d-\x7e]*\}', text), name


def test_blocks_are_cut_by_bytes_and_rows() -> None:
    assert page_data.block_starts([]) == []
    assert page_data.block_starts([10] * 1000) == [0, 400, 800]
    large = page_data.BLOCK_BYTES
    assert page_data.block_starts([1, large + 1, 1, large - 1, 2]) == [0, 1, 2, 4]


def test_contexts_are_bounded(tmp_path: Path) -> None:
    script = Script()
    root = script.user("root")
    for number in range(60):
        script.user(f"leaf {number}", parent=root)
    session = open_session(script.write(tmp_path / "many.jsonl"))
    told = page_data.contexts(session)
    assert len(told) == page_data.CONTEXTS
    assert told[0] == session.tree.active_leaf


# -- what is left out is nowhere ----------------------------------------------------------------------------


def exported(path: Path, **choice: Any) -> bytes:
    """The page as the command makes it, without redaction of secrets."""
    engine = pytest.importorskip("inspector.redaction.engine")
    from inspector.export import html
    from inspector.export.parts import ExportOptions
    from inspector.export.selection import Selection

    session = open_session(path)
    options = ExportOptions(**choice)
    redactor = None if options.faithful else engine.Redactor(options.rules())
    selection = Selection(session, options, redactor)
    return b"".join(html.write(selection, "new-id", "2026-11-30T09:00:00.000Z", note="one\ntwo"))


def test_a_branch_keeps_its_lines_and_has_nothing_of_the_others() -> None:
    session = open_session(DEMO)
    page = exported(DEMO)
    index, path = index_of(page), session.tree.path(session.tree.active_leaf)
    assert index["cols"]["line"] == [session.cols.line[row] for row in path]
    assert (index["n"], index["sha256"], len(index["branches"])) == (len(path), session.sha256, 1)
    # The page says of its sums that they are those of a part; of a whole file it says nothing of the kind.
    assert index["sourceEntries"] == session.n > index["n"]
    assert "sourceEntries" not in index_of(exported(DEMO, all_branches=True))
    linear = assets.samples() / "v3-plain.jsonl"
    assert "sourceEntries" not in index_of(exported(linear))
    inside = b"\n".join(elements(page).values())
    off = [session.cols.ids[row] for row in range(session.n) if row not in set(path)]
    # A branch summary names the entry that it came from; that name goes along, as in pi's own export.
    assert off and not [key for key in off if f'"id":"{key}"'.encode() in inside]
    assert b"one branch, " in page and b'<p class="export-text">two</p>' in page


def test_what_is_left_out_is_in_no_preview_context_or_total(tmp_path: Path) -> None:
    script = Script(cwd="/home/somebody/pots")
    script.message("system", content="PROMPT-WORDS", sections={"PROMPT-SECTION": "x"})
    script.user("hello")
    script.reply({"type": "thinking", "thinking": "THOUGHT-WORDS", "thinkingSignature": "SIGNATURE"}, "fine")
    script.message(
        "bashExecution",
        command="PRIVATE-COMMAND",
        output="PRIVATE-OUTPUT",
        exitCode=0,
        excludeFromContext=True,
    )
    script.user([{"type": "image", "mimeType": "image/png", "data": "SU1BR0UtREFUQQ=="}])
    path = script.write(tmp_path / "parts.jsonl")
    page = exported(path)
    inside = page + b"\n".join(elements(page).values())
    for words in (b"PROMPT-WORDS", b"THOUGHT-WORDS", b"SIGNATURE", b"PRIVATE-OUTPUT", b"SU1BR0Ut"):
        assert words not in inside, words
    assert b"hello" in inside and b"parts left out: 4" in page and b"context files</span> \xc3\x971;" in page


def test_only_what_was_there_is_said_to_be_left_out(tmp_path: Path) -> None:
    script = Script(cwd="/home/somebody/pots")
    script.user("hello")
    script.reply({"type": "thinking", "thinking": "Hm."}, "fine")
    page = exported(script.write(tmp_path / "s.jsonl"))
    assert b"parts left out: 1" in page and b'"part.thinking"' in page and b'"part.images"' not in page
    assert b'<span data-word="rule.identity">home directory and user name</span> \xc3\x971' in page


@pytest.mark.parametrize("path", [DEMO, *(one for one in SAMPLES if one.stem in ("v3-plain", "two-models"))])
def test_rails_are_those_of_the_original_where_a_part_is_left_out(path: Path) -> None:
    """Words and reasons of every row; a prompt that stays at home was sent, or dropped, all the same."""
    session = open_session(path)
    page = exported(path, all_branches=True)
    found = elements(page)
    assert index_of(page)["leftOutRows"]
    for name in (one for one in found if one.startswith("pi-context-")):
        told = json.loads(found[name])
        right = context_json(session, context_at(session, told["at"]))
        assert {word: set(rows) for word, rows in told["visibility"].items() if rows} == {
            word: set(rows) for word, rows in right["visibility"].items()
        }
        codes = [[(one["row"], one["code"]) for one in view["omitted"]] for view in (told, right)]
        assert codes[0] == codes[1]


def test_rows_that_lost_a_part_are_told_and_keep_their_kind(tmp_path: Path) -> None:
    script = Script(cwd="/w")
    script.message("system", content="P", id="s1")
    script.user([{"type": "image", "mimeType": "image/png", "data": "SU1BR0UtREFUQQ=="}])
    script.reply({"type": "thinking", "thinking": "Hm."}, id="a1")
    prompt = {"role": "system", "content": "P"}
    script.add("compaction", summary="S", firstKeptEntryId="a1", tokensBefore=1, systemMessage=prompt)
    script.user("on")
    path = script.write(tmp_path / "s.jsonl")
    page, session = exported(path, all_branches=True), open_session(path)
    index = index_of(page)
    assert index["leftOutRows"] == {"images": [1], "prompt": [0, 3], "thinking": [2]}
    assert index["types"] == {"message": 4, "compaction": 1} and index["roles"]["system"] == 1
    assert index["cols"]["flags"] == session.cols.flags.tolist()
    assert index["compactions"][0]["checkpoint"] is True
    words = json.loads(elements(page)["pi-context-4"])["visibility"]
    assert words == {"summary": [0], "dropped": [1], "sent": [2, 3, 4]}


def test_a_faithful_copy_of_one_branch_holds_that_branch_only() -> None:
    from inspector.export.parts import PARTS

    page = exported(DEMO, parts=frozenset(PARTS), redact=False)
    assert index_of(page)["n"] < open_session(DEMO).n
    assert b"nothing left out" in page and b"not redacted" in page


# -- scripts ---------------------------------------------------------------------------------------------


def test_joining_leaves_no_import_and_no_export_and_needs_every_module_once() -> None:
    text = page_script.joined(assets.static() / "js", page_script.ENTRY)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    assert text.count("class EmbeddedSource") == text.count("class SessionPage {") == 1
    assert text.index("class EmbeddedSource") < text.index("class SessionPage {")


def test_joining_leaves_out_what_is_said_to_the_type_checker_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        """/** A module. */
import { b } from "./b.js";

/**
 * Two lines.
 * @type {(x: number) => string}
 */
export function a(x) {
  /** @type {string[]} */
  const out = [`${x} /** no comment */`];
  /** @type {Set<string>} */ (new Set(out)).add(b);
  // Why it is done: stays.
  return "/* stays */"; /** stays too */
}
"""
    )
    (tmp_path / "b.js").write_text('export const b = "b";\n')
    assert page_script.joined(tmp_path, "a.js").split("\n") == [
        'const b = "b";',
        "",
        "",
        "function a(x) {",
        "  const out = [`${x} /** no comment */`];",
        "  /** @type {Set<string>} */ (new Set(out)).add(b);",
        "  // Why it is done: stays.",
        '  return "/* stays */"; /** stays too */',
        "}",
        "",
    ]
    whole = page_script.joined(assets.static() / "js", page_script.ENTRY)
    assert not re.search(r"^\s*/\*\*[^*]*\*/$", whole, re.MULTILINE)


def test_a_ring_and_an_unknown_form_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = 1;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    (tmp_path / "c.js").write_text("export default 1;\n")
    with pytest.raises(ValueError, match="ring"):
        page_script.joined(tmp_path, "a.js")
    with pytest.raises(ValueError, match="cannot be joined"):
        page_script.joined(tmp_path, "c.js")


def test_scripts_can_stand_inside_a_page() -> None:
    assert (
        page_script.script_text("'<!--' /<script/ `</SCRIPT>` <!-")
        == r"'<\x21--' /<\x73cript/ `<\x2fSCRIPT>` <!-"
    )
    for script in (page_script.early(), page_script.module(), *page_script.vendored()):
        assert not re.search(rb"<!--|</?script", script.text, re.IGNORECASE)
    assert b"</" not in page_script.styles().text


def test_vendored_libraries_are_the_carried_ones() -> None:
    for name, script in zip(page_script.VENDORED, page_script.vendored(), strict=True):
        stored = (assets.static() / "vendor" / name).read_text("utf-8")
        assert script.text.decode().replace(r"<\x21--", "<!--").replace(r"<\x73cript", "<script") == stored, (
            name
        )


# -- what the page does itself is what the server does -----------------------------------------------------


# What `pi --mode json` prints: types that are of no session, with a whole message or a call in them.
EVENTS: tuple[dict[str, Any], ...] = (
    {"type": "turn_start"},
    {"type": "message_end", "message": {"role": "user", "content": [{"type": "text", "text": "Look."}]}},
    {"type": "message_update", "message": {"role": "assistant", "content": [], "errorMessage": "cut"}},
    {"type": "tool_execution_start", "toolName": "read", "args": {"path": "a.md", "offset": 3}},
    {"type": "tool_execution_end", "toolName": "constructor", "args": []},
    {"type": "agent_end", "messages": []},
)


def event_log(path: Path) -> Path:
    path.write_text("".join(f"{json.dumps(one)}\n" for one in EVENTS), "utf-8")
    return path


def test_what_has_no_id_gets_none_by_being_exported(tmp_path: Path) -> None:
    log = event_log(tmp_path / "events.jsonl")
    index = index_of(exported(log, all_branches=True))
    assert index["madeIds"] is True and index["n"] == len(EVENTS)
    assert "madeIds" not in index_of(exported(DEMO))


def all_values() -> list[tuple[str, Any]]:
    found = []
    for path in (*SAMPLES, *CASES):
        session = open_session(path)
        found += [
            (f"{path.stem} {row}", session.value(row))
            for row in range(min(session.n, 300))
            if session.cols.length[row] < 200_000
        ]
    return found


def test_previews_are_those_of_the_server(tmp_path: Path) -> None:
    values = all_values() + [(str(value), value) for value in EVENTS]
    script = 'import { previewOf } from "JS/preview.js"; const answer = input.map(previewOf);'
    got = in_page(script, [value for _, value in values], tmp_path)
    different = [
        (name, ours, theirs)
        for (name, value), theirs in zip(values, got, strict=True)
        if (ours := preview(value)) != theirs
    ]
    assert different == []


def test_shaped_entries_are_those_of_the_server(tmp_path: Path) -> None:
    values = all_values()
    script = 'import { shapeEntry } from "JS/shape.js"; const answer = input.map(shapeEntry);'
    got = in_page(script, [value for _, value in values], tmp_path)
    for (name, value), theirs in zip(values, got, strict=True):
        ours = shape(value)
        assert theirs["entry"] == json.loads(dumps(ours.value)), name
        assert theirs["cuts"] == ours.cuts, name


def test_numbers_of_the_page_are_those_of_its_entries() -> None:
    index = index_of(page_bytes(DEMO))
    assert index["n"] == sum(index["types"].values())
    assert index["cols"]["line"] == open_session(DEMO).cols.line.tolist()


def test_a_reader_is_told_that_prompts_were_left_out() -> None:
    index = index_of(exported(DEMO))
    assert index["leftOut"] == ["images", "thinking", "prompt", "private", "identity"]
    assert b"pi-inspector.left-out" in b"\n".join(lines_of(exported(DEMO)))


def test_totals_are_told_to_a_browser_without_scripts(tmp_path: Path) -> None:
    script = Script()
    script.user("hello")
    script.reply("hi there")
    found = {one.name: one.text for one in totals(open_session(script.write(tmp_path / "s.jsonl")))}
    assert found["Entries · 条目"] == "2" and found["Branches · 分支"] == "1"
    assert found["Messages · 消息"] == "2 (user 1, assistant 1, tool results 0)"
