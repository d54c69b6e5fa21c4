"""Accents joined to their letter or written behind it: one word, found in either form, with places in the text as it is."""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path

import pytest

from inspector.diagnosis.joined import joined, spelled
from inspector.diagnosis.near import nearest
from inspector.diagnosis.needle import Needle, one_blank
from inspector.diagnosis.trace import trace
from inspector.errors import BadInput
from inspector.evidence.file import EvidenceFile
from inspector.session import open_session
from tests.builders import Script

WORDS = (
    "café",
    "Ünïcødé",
    "Ǟ",
    "ế",
    "ḍ̇",
    "각하",
    "가",
    "ガラス",
    "パン",
    "naïve façade",
    "x̂ and ŷ",
    "한글 파일",
)


def forms(text: str) -> list[str]:
    return [text, *(unicodedata.normalize(form, text) for form in ("NFC", "NFD"))]


@pytest.mark.parametrize("word", WORDS)
def test_either_form_finds_either_form_and_cites_the_text_as_it_is(word: str) -> None:
    for asked in forms(word):
        for written in forms(word):
            text = f"We  said {written} twice, {written}."
            span = Needle(asked).span(text)
            assert span is not None
            assert one_blank(text)[slice(*span)] == one_blank(written)
            assert f"said {written} twice" in (Needle(asked).excerpt(text) or "")
            found = Needle(asked, regex=True).span(text)
            assert found is not None and text[slice(*found)] == written


@pytest.mark.parametrize("word", WORDS)
def test_no_line_is_passed_over(word: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    for escaped in (False, True):
        lines = [json.dumps({"t": f"a {way} b"}, ensure_ascii=escaped) for way in (*forms(word), "none")]
        path.write_text("\n".join(lines) + "\n", "utf-8")
        for asked in forms(word):
            with EvidenceFile(path) as evidence:
                found = list(Needle(asked).lines(evidence))
            starts = [sum(len(line.encode()) + 1 for line in lines[:at]) for at in range(3)]
            assert [start for start in starts if not any(start <= at < start + 8 for at in found)] == []


def test_half_width_kana_with_its_mark_is_one_letter() -> None:
    assert Needle("ガラス").span("青いｶﾞﾗｽの瓶") == (2, 6)
    assert Needle("ｶﾞﾗｽ").span("青いガラスの瓶") == (2, 5)


@pytest.mark.parametrize("regex", [False, True])
def test_a_letter_without_its_accent_is_another_one_in_either_form(regex: bool) -> None:
    for text in ("the cafe\u0301 opens", "the café opens"):
        needle = Needle("cafe", regex)
        assert (needle.span(text), needle.excerpt(text), needle.holds(text)) == (None, None, False)
    assert Needle("x", regex).span("an x\u0302 and x") == (10, 11)  # no character joins the two
    assert Needle("cafe", regex).span("cafe\u0301 and cafe") == (10, 14)
    assert Needle("क", regex).span("कि") == (0, 1)  # a vowel sign is written behind the letter in any form


def test_an_expression_that_finds_an_empty_text_is_refused() -> None:
    for expression in ("q*", "^", "$", r"\b", "a|", "(?m)^", r"\B", "()", "x{0,3}"):
        with pytest.raises(BadInput, match="finds an empty text"):
            Needle(expression, regex=True)
    for expression in ("q+", "^a", r"\bserver\b", "a.*b", "ab$"):
        Needle(expression, regex=True)


def test_an_excerpt_from_nearby_is_the_excerpt_of_the_whole() -> None:
    dice = random.Random(11)
    signs = [
        "a",
        "b",
        " ",
        "  ",
        "\n",
        "\t",
        "中",
        "port",
        "Port",
        "ｐort",
        "é",
        "e\u0301",
        "\u3000",
        "İ",
        "long" * 9,
    ]
    for _ in range(3_000):
        text = "".join(dice.choice(signs) for _ in range(dice.choice((3, 9, 300))))
        text = dice.choice(("", " " * 400)) + text
        for phrase in ("port", "a b", "é"):
            needle = Needle(phrase)
            assert needle.excerpt(text) == needle._excerpt(text)
            assert needle.holds(text) is (Needle(phrase).span(text) is not None)


def test_marks_in_another_order_are_the_same_letter(tmp_path: Path) -> None:
    one, other = "a\u0323\u0302", "a\u0302\u0323"  # dot below, circumflex
    assert Needle(one).span(f"x{other}y") == Needle(other).span(f"x{one}y") == (1, 4)
    path = tmp_path / "lines.jsonl"
    path.write_text(json.dumps(f"x{other}y\u1ead", ensure_ascii=False) + "\n", "utf-8")
    with EvidenceFile(path) as evidence:
        assert list(Needle(one).lines(evidence))


def test_plain_text_costs_nothing_and_keeps_its_places() -> None:
    for text in ("", "plain", "中文，不变", "café", "ガ", "\u212b and \uf900"):
        assert joined(text) is None
    for char in ("a", "7", "中", "ø", "ß"):
        assert spelled(char) is None
    assert spelled("\u0301") == r"\pM+"


def test_places_of_random_texts() -> None:
    dice = random.Random(7)
    signs = [
        *"abe o中",
        "\u0301",
        "\u0323",
        "\u0302",
        "é",
        "ǖ",
        "\u1112",
        "\u1161",
        "\u11ab",
        "한",
        "カ",
        "\u3099",
        "😀",
    ]
    for _ in range(3_000):
        text = "".join(dice.choice(signs) for _ in range(dice.randint(1, 24)))
        form = joined(text)
        if form is None:
            continue
        assert form.text == unicodedata.normalize("NFC", text)
        start = dice.randrange(len(form.text))
        end = dice.randint(start + 1, len(form.text))
        low, high = form.span(start, end)
        assert 0 <= low < high <= len(text)
        assert form.text[start:end] in unicodedata.normalize("NFC", text[low:high])
        assert form.span(0, len(form.text)) == (0, len(text))


def test_a_trace_finds_what_was_typed_in_the_long_form(tmp_path: Path) -> None:
    script = Script()
    script.user(
        unicodedata.normalize("NFD", "The menu of the Café Jérôme lies in the drawer. 价目表在抽屉里。")
    )
    script.reply("Noted.")
    session = open_session(script.write(tmp_path / "s.jsonl"))
    found = trace(session, Needle("café jérôme"), session.tree.active_leaf)
    assert (
        found.visible and unicodedata.normalize("NFC", found.occurrences[0].excerpt).count("Café Jérôme") == 1
    )
    lost = trace(session, Needle("drawer of the café"), session.tree.active_leaf)
    assert not lost.found and [near.row for near in lost.near] == [0]
    assert nearest(session, unicodedata.normalize("NFD", "menu café"))[0].row == 0
