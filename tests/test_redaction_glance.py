"""A glance at the bytes of a line never overlooks what decoding would find; the proof and the second pass rest on it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import jsontext
from inspector.evidence.ladder import Decoded, decode
from inspector.redaction.contexts import NAME_TRIGGER, secret_name
from inspector.redaction.engine import DULL, FAMILIAR, QUIET, Place, Redactor
from inspector.redaction.finder import compiled
from inspector.redaction.glance import readable
from inspector.redaction.options import RedactionOptions
from tests.redaction_corpus import KINDS, Kind, Made, places

PLACE = Place(1, "e", "")
KEY = "sk-" + "ant-" + Made().of(40)


def redactor(**changes: Any) -> Redactor:
    return Redactor(RedactionOptions(**{"home": "/home/ann", "user": "ann", **changes}))


def spellings(value: Any) -> list[bytes]:
    """The line as we, JavaScript and Python write it, and as nobody does."""
    plain = jsontext.dumps(value)
    return [
        plain,
        json.dumps(value).encode(),
        json.dumps(value, indent=1).replace("\n", "\r\n").encode("utf-8", "backslashreplace"),
        plain.replace(b"/", b"\\/"),
        re.sub(rb'"(?:[^"\\]|\\.)*"', lambda string: string[0].replace(b"s", b"\\u0073"), plain),
    ]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
def test_no_planted_secret_is_overlooked(kind: Kind) -> None:
    text, _ = kind[1](Made())
    one = redactor()
    for where, entry in places(text).items():
        for raw in spellings(entry):
            result = decode(raw)
            assert isinstance(result, Decoded), where
            assert not one.glance(raw) & (QUIET | FAMILIAR), (where, raw)


BITS = [
    *(kind[1](Made(seed))[0] for seed, kind in enumerate(KINDS)),
    "password", "token", "pass", "auth", "Set-Cookie", " sig ", "x-my-auth", "密钥", "value", "name", "API_KEY", "--token", "=", ": ",
    "/home/ann/x", "C:\\Users\\ann", "--home-ann-x--", "~ann/y", "hunter2x", "12345678", "\\", "\n", "\t", "\u2028", "\x00", "\x1b[1m", "é",
    "type", "image", "data", "image/png", "mimeType", "signature", "thinking", "redacted_thinking", "thinkingSignature", "\ud800", "a", "中",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(BITS), max_size=4).map("".join)
VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(-5, 10**20), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
ONE = redactor(
    choices=frozenset(("email", "ip", "phone", "hosts")), known=("hunter2x",), patterns=("[1-3]{3}4",)
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(VALUES, st.integers(0, 4))
def test_what_is_quiet_at_a_glance_comes_back_as_it_is(value: Any, how: int) -> None:
    raw = spellings(value)[how]
    seen = ONE.glance(raw)
    result = decode(raw)
    assert isinstance(result, Decoded)
    fresh = redactor(choices=ONE.options.choices, known=ONE.options.known, patterns=ONE.options.patterns)
    masked = fresh.value(result.value, PLACE)
    if seen & QUIET:
        assert masked is result.value, (value, masked)
        if seen & DULL:
            assert not fresh.report().advice
    elif seen & FAMILIAR:
        assert set(fresh.report().counts) <= {"identity"}, value


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "db_pass",
        "pass",
        "token",
        "X-API-Key",
        "auth",
        " sig\u2003",
        "Set-Cookie",
        "x-some-auth-id",
        "api_key_2",
        "口令",
    ],
)
def test_a_name_that_says_secret_wakes(name: str) -> None:
    assert secret_name(name)
    assert compiled(NAME_TRIGGER).search(f'{{"a":1,"{name}" :2}}'.encode())


def test_what_cannot_be_said_at_a_glance() -> None:
    one = redactor()
    assert one.glance(b'{"a":"b"}') == QUIET | DULL
    assert one.glance(b'{"a":"\xff"}') == 0, "no UTF-8"
    assert one.glance(b'{"a":"\\u0062"}') == 0, "a letter spelled out"
    assert one.glance(b'{"a":"\\u001b[1mb"}') == QUIET | DULL, "a colour is common"
    assert redactor(patterns=("^b",)).glance(b'{"a":"x"}') == 0, "where a text begins is not seen"
    assert redactor(patterns=("[^b]x",)).glance(b'{"a":"b"}') & QUIET
    assert one.glance(b'{"a":"/home/bob/x"}') & FAMILIAR
    assert one.glance(f'{{"a":"{Made().of(50)}"}}'.encode()) == QUIET, "something to read"


@pytest.mark.parametrize(
    "text",
    [
        'a\\n\\"b\\t\\\\n',
        "C:\\\\new\\\\table",
        '\\\\\\"',
        "\\\\\\\\",
        "\\u001b[0m\\/",
        "plain",
        "中文 \\r\\n",
    ],
)
def test_escapes_are_undone_as_json_undoes_them(text: str) -> None:
    assert readable(f'"{text}"'.encode()) == f'"{json.loads(chr(34) + text + chr(34))}"'.encode()


def test_what_was_learned_counts_for_lines_seen_before() -> None:
    word = Made().of(14)
    one = redactor()
    raw = jsontext.dumps({"t": f"it is {word}"})
    seen = one.glance(raw)
    assert seen & QUIET and one.skips(raw, seen)
    one.learn({"t": f"postgres://app:{word}@db/x"})
    one.activate()
    assert not one.skips(raw, seen) and not one.skips(raw)
    assert one.skips(jsontext.dumps({"t": "it is"}), seen)


def test_switched_off_everything_is_skipped() -> None:
    assert redactor(enabled=False, mask_identity=False).skips(KEY.encode())
    assert not redactor(enabled=False).skips(b'{"a":"/home/ann"}')
    assert redactor(enabled=False, advise=False).skips(jsontext.dumps({"a": KEY}))
