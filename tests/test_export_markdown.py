"""The Markdown transcript: whatever a session says, it stays text, and all of it is there."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inspector.export.markdown import OUTPUT_LINES
from inspector.export.mdtext import clean, code, escape, fence, line, prose
from inspector.export.parts import ExportOptions, everything
from inspector.export.run import Job, export
from inspector.session import open_session
from tests.builders import call, header, text
from tests.conftest import TOP

SAMPLES = sorted((TOP / "samples").glob("*.jsonl"))
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](http://127.0.0.1/track.png)",
    "[x](javascript:alert(1))",
    "<!-- hidden",
    "&lt;b&gt; &#60;",
    "```\nunclosed fence\n<b>",
    "````\n```\n# no heading\n````\n<i>after</i>",
    "~~~~ html\n<b>\n~~~",
    "    indented <b>code</b>",
    "> quote <b>\nlazy",
    "| a | b |\n|---|---|\n| <b> | x |",
    "text\n===\nmore\n---",
    "[ref]: http://example.com\n[ref]",
    "1. one\n   <b>two</b>",
    "- [ ] task\n- x\n\n      code",
    "`code` ``a ` b`` `",
    "\\<b> \\`x",
    "<?php ?> <![CDATA[x]]> <!DOCTYPE x>",
    "\x1b]8;;http://x\x07link\x1b]8;;\x07 \x1b[31mred",
    "$$ open formula | *a* _b_ ~~c~~",
    "中文**粗体**，`代码`。\n\n# 标题\n- 列表",
    "@someone please look at #12 and GH-3",
    "a\u2028b\u202ec\ud800d\x00",
]
ALLOWED = {"p", "h1", "h2", "h3", "pre", "code", "ul", "ol", "li", "br", "strong", "em", "hr", "blockquote"}


class Tags(HTMLParser):
    """Names of tags, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.links: list[Any] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name not in ("class", "start")]

    def handle_comment(self, data: str) -> None:
        self.tags.add("comment")

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def rendered(markdown: str) -> Tags:
    """As a renderer shows it that lets HTML through."""
    engine = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return Tags(engine.render(markdown))


def squeezed(words: str) -> str:
    return re.sub(r"[\s\u00a0]+", "", words)


def transcript(tmp_path: Path, entries: list[dict[str, Any]], options: ExportOptions | None = None) -> str:
    source, previous = tmp_path / "s.jsonl", None
    records = [header()]
    for number, one in enumerate(entries):
        records.append(
            {"id": f"e{number}", "parentId": previous, "timestamp": "2026-05-04T09:00:00.000Z", **one}
        )
        previous = f"e{number}"
    source.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    session = open_session(source)
    out = tmp_path / "out.md"
    result = export(Job(session, options or everything(), "markdown", title="T"), out, force=True)
    assert result.output is not None
    return out.read_text("utf-8")


def message(role: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "message": {"role": role, "content": content, **fields}}


@pytest.mark.parametrize("words", HOSTILE)
def test_prose_makes_no_markup(words: str) -> None:
    shown = rendered(prose(words) + "\n\nafter\n")
    assert shown.tags <= ALLOWED and not shown.links
    assert "after" in [one.strip() for one in shown.text], "what follows is swallowed"


@pytest.mark.parametrize("words", HOSTILE)
def test_a_fence_holds_its_text(words: str) -> None:
    shown = rendered(fence(words, "sh <b>") + "\n\nafter\n")
    assert shown.tags <= {"pre", "code", "p"}
    assert clean(words).rstrip("\n") in "".join(shown.text)
    assert shown.text[-2:] == ["after", "\n"]


PIECES = st.sampled_from(
    [
        *"`~<>[]()!*_#-+=|\\&$ \n\t:.1a中",
        "```",
        "~~~",
        "<b>",
        "</p>",
        "<!--",
        "-->",
        "[a](b)",
        "![a](b)",
        "\n\n",
        "    ",
        "@x",
        "&lt;",
        "http://x.y ",
    ]
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_no_text_makes_markup(words: str) -> None:
    shown = rendered(f"{prose(words)}\n\nafter\n")
    assert shown.tags <= ALLOWED and not shown.links, words
    assert shown.text[-2:] == ["after", "\n"] or shown.text[-3:-1] == ["after", "\n"], words
    one = rendered(f"# {line(words)}\n\n- {escape(words.replace(chr(10), ' '))} {code(words)}\n")
    assert one.tags <= ALLOWED and not one.links, words


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_prose_keeps_every_sign(words: str) -> None:
    shown = squeezed("".join(rendered(prose(words)).text))
    for sign in set(squeezed(clean(words))) - set("`~#*+-=.)0123456789@"):
        assert sign in shown, words


def test_hostile_text_in_every_place(tmp_path: Path) -> None:
    for words in HOSTILE:
        entries = [
            message("user", words),
            message(
                "assistant",
                [text(words), call(words, words, **{words: words, "command": words})],
                model=words,
                errorMessage=words,
            ),
            message("toolResult", [text(words)], toolName=words, toolCallId=words, isError=True),
            message("system", words, sections={words: words}),
            message(words, words, **{words: words}),
            {"type": "message", "message": {"role": "bashExecution", "command": words, "output": words}},
            {"type": "compaction", "summary": words, "firstKeptEntryId": words},
            {"type": "label", "targetId": words, "label": words},
            {"type": "custom", "customType": words, "data": {words: words}},
            {"type": "custom_message", "customType": words, "content": words},
            {"type": words, words: words},
        ]
        shown = rendered(transcript(tmp_path, entries))
        assert shown.tags <= ALLOWED and not shown.links, words


@pytest.mark.parametrize("file", SAMPLES, ids=lambda path: path.name)
def test_every_sample_has_a_transcript(file: Path, tmp_path: Path) -> None:
    session = open_session(file)
    if not session.n:
        return
    for options in (everything(), ExportOptions(None, True, frozenset(["identity"]), False)):
        out = tmp_path / "t.md"
        assert export(Job(session, options, "markdown"), out, force=True).output is not None
        told = out.read_text("utf-8")
        assert told.count("\n### ") >= session.n, "every entry has a heading"
        assert rendered(told).tags <= ALLOWED


def test_long_outputs_are_cut_with_a_note(tmp_path: Path) -> None:
    long = "\n".join(f"row {number}" for number in range(5_000))
    told = transcript(tmp_path, [message("user", "go"), message("toolResult", [text(long)], toolName="read")])
    assert "row 0\n" in told and "row 4999" in told and "row 2500" not in told
    assert re.search(
        r"\*\([\d,]+ of [\d,]+ characters left out here; all of it stands on line 3 of the session\)\*", told
    )
    assert told.count("\nrow ") <= OUTPUT_LINES + 2


def test_code_and_lists_keep_their_looks() -> None:
    told = prose("# Plan\n\n- one `x_y`\n- two\n\n```python\nprint('<b>')\n```\nend")
    assert told == "**Plan**\n\n- one `x_y`  \n- two\n\n```python\nprint('<b>')\n```\n\nend"


def test_names_and_numbers_notify_nobody() -> None:
    assert prose("ask @someone about #12") == "ask `@someone` about `#12`"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("mail [REDACTED:email#1]@h now", "mail `[REDACTED:email#1]@h` now"),
        ("[REDACTED:a#1][REDACTED:b#2]", "`[REDACTED:a#1][REDACTED:b#2]`"),
        ("`x`[REDACTED:a#1]#12, `y` `z`", "`x[REDACTED:a#1]#12`, `y` `z`"),
    ],
)
def test_code_spans_that_touch_become_one(text: str, shown: str) -> None:
    assert escape(text) == shown and prose(text) == shown
    assert squeezed("".join(rendered(prose(text)).text)) == squeezed(text.replace("`", ""))


def test_placeholders_stay_readable() -> None:
    assert prose("key [REDACTED:api-key#1] here") == "key `[REDACTED:api-key#1]` here"
