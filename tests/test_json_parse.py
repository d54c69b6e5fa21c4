"""The decoding ladder beside JavaScript's `JSON.parse`: same answers to the same bytes."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.evidence.ladder import Decoded, Refused, decode
from tests.generated import almost_json, json_texts
from tests.oracle import JsonParse, node_missing

pytestmark = pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))

EXAMPLES = int(os.environ.get("PI_INSPECTOR_EXAMPLES", "150"))
DEEP = 50_000

ACCEPTED = {
    "number": b"1", "negative zero": b"-0", "negative zero float": b"-0.0", "infinite": b"1e999", "minus infinite": b"-1e999",
    "underflow": b"1e-999", "smallest": b"5e-324", "half": b"2.5", "exponent": b"1E+2", "zero exponent": b"0e5",
    "2^53 + 1": b"9007199254740993", "2^53": b"9007199254740992", "2^63": b"9223372036854775808", "2^64": b"18446744073709551616",
    "-2^53 - 1": b"[-9007199254740993]", "1e21 in digits": b"1000000000000000000000", "2^64 float": b"1.8446744073709552e19",
    "5,000 digits": b"9" * 5000, "5,000 digits in a list": b"[-" + b"7" * 5000 + b"]", "300 digits": b"8" * 300, "long fraction": b"0." + b"3" * 5000,
    "string": b'"a"', "escapes": rb'"\"\\\/\b\f\n\r\t\u00e9"', "lone high": rb'"\ud83d"', "lone low": rb'"\ude00"', "swapped": rb'"\ude00\ud83d"',
    "pair": rb'"\ud83d\ude00"', "pair in two cases": rb'"\uD83D\uDe00"', "lone name": rb'{"\ud83d":1}', "escaped NUL": rb'"\u0000"',
    "DEL": b'"\x7f"', "line separator": '"\u2028\u2029\u0085"'.encode(), "BOM inside": '"\ufeff"'.encode(), "emoji": '"🏺"'.encode(),
    "bad byte in string": b'"\xff"', "bad byte in name": b'{"\xff":1,"\xfe":2}', "surrogate bytes": b'"\xed\xa0\xbd\xed\xb8\x80"',
    "one surrogate": b'"\xed\xa0\x80x"', "torn sequence": b'"\xe2\x82"', "torn sequence of four": b'"\xf0\x9f\x8f"', "overlong": b'"\xc0\xaf"', "overlong of three": b'"\xe0\x80\xaf"',
    "beyond Unicode": b'"\xf4\x90\x80\x80"', "five bytes": b'"\xf8\x88\x80\x80\x80"', "bad, then good": b'"\xe2\x28\xa1\xe2\x82\xac"', "bad and lone": b'"\xff\\ud83d"',
    "lone with big number": rb'{"a":"\ud83d","n":9007199254740993}', "bad with big number": b'{"a":"\xff","n":12345678901234567890}',
    "white space": b" \t\r\n[ \r1 , \t2 ] \r", "bare CR": b'{"a":\r1\r}', "double names": b'{"a":1,"b":2,"a":3}', "double names with boxes": b'{"a":[1],"a":{"b":1}}',
    "integer names": b'{"b":1,"10":2,"2":3,"":4}', "prototype": b'{"__proto__":{"x":1},"constructor":1}', "empty": b'[{},[],"",{"":{}}]', "words": b"[true,false,null]",
    "one name by two spellings": rb'{"\u0061":1,"a":2}', "deep lists": b"[" * DEEP + b"]" * DEEP, "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "deep mixed": b'[{"b":' * DEEP + b'"x"' + b"}]" * DEEP, "deep with space": b"[ \n" * 2000 + b"-1.5e3" + b" ]" * 2000, "1,025 levels": b"[" * 1025 + b"]" * 1025,
    "deep with double names": b'{"a":1,"a":' * 3000 + rb'"\ud83d"' + b"}" * 3000, "deep with big number": b"[" * 3000 + b"9007199254740993" + b"]" * 3000,
    "LF at the end": b"{}\n", "CR LF at the end": b"{}\r\n",
}  # fmt: skip

REFUSED = {
    "nothing": b"", "blank": b"  \t", "NaN": b"NaN", "Infinity": b"[Infinity]", "-Infinity": b"-Infinity", "leading zero": b"01", "minus leading zero": b"-01",
    "bare point": b"1.", "no digits before": b".5", "plus": b"+1", "two signs": b"--1", "empty exponent": b"1e", "hexadecimal": b"0x10", "underscore": b"1_000", "minus": b"-",
    "hex escape": rb'"\x41"', "short escape": rb'"\u00"', "short escape at end": rb'"\u12', "odd escape": rb'"\a"', "escape with sign": rb'"\u+123"', "escape with space": rb'"\u 123"', "escape with underscore": rb'"\u1_23"', "capital U": rb'"\U00000041"',
    "raw tab": b'"\t"', "raw LF": b'"\n"', "raw NUL": b'"\x00"', "raw 1f": b'"\x1f"', "NUL outside": b"\x00{}", "NULs after": b"{}\x00\x00", "only NULs": b"\x00" * 8,
    "BOM": b"\xef\xbb\xbf{}", "BOM after": b"{}\xef\xbb\xbf", "no-break space": b"\xc2\xa0{}", "line separator": b"\xe2\x80\xa8{}", "vertical tab": b"\x0b1", "form feed": b"1\x0c", "next line": b"\xc2\x851",
    "comment": b"{}//x", "block comment": b"/*x*/1", "trailing comma": b"[1,]", "trailing comma in object": b'{"a":1,}', "double comma": b"[1,,2]", "leading comma": b"[,1]", "single quotes": b"{'a':1}",
    "bare name": b"{a:1}", "no colon": b'{"a" 1}', "number as name": b"{1:2}", "unclosed list": b"[1", "unclosed object": b'{"a":1', "unclosed string": b'"abc', "two values": b"1 2", "two objects": b"{}{}", "stray bracket": b"]", "wrong bracket": b"[1}",
    "capital word": b"True", "None": b"None", "torn word": b"nul", "long word": b"nulll", "bad byte outside": b"\xff", "bad byte in number": b"1\xff2", "bad byte after": b"{}\xff", "bad byte in word": b"tr\xffue",
    "torn value": b'{"type":"message","id":"a', "deep and unclosed": b"[" * DEEP, "deep and torn": b'{"a":' * DEEP, "deep, wrong end": b"[" * 3000 + b"}" * 3000, "deep with NaN": b"[" * 3000 + b"NaN" + b"]" * 3000, "deep with junk": b"[" * 3000 + b"]" * 3000 + b"x",
    "deep, leading zero": b"[" * 3000 + b"01" + b"]" * 3000, "deep, bare point": b"[" * 3000 + b"1." + b"]" * 3000, "deep, raw tab": b"[" * 3000 + b'"\t"' + b"]" * 3000, "deep, trailing comma": b"[" * 3000 + b"1,]" + b"]" * 2999, "deep, short escape": b"[" * 3000 + rb'"\u12"' + b"]" * 3000,
    "Arabic digit": "\u0661".encode(), "full-width digit": "[1\uff11]".encode(), "deep, Arabic digit": b"[" * 3000 + "\u0661".encode() + b"]" * 3000,
    "lone escape outside": rb"\ud83d", "lone with NaN": rb'["\ud83d",NaN]', "bad with Infinity": b'["\xff",-Infinity]',
}  # fmt: skip


def rendered(root: Any) -> str:
    """Our value in the notation of tests/pi/json_parse.mjs: exact numbers, UTF-16 units, names sorted."""
    out: list[str] = []
    stack: list[tuple[str, Any]] = [("value", root)]
    while stack:
        kind, item = stack.pop()
        if kind == "token":
            out.append(item)
        elif isinstance(item, list):
            out.append("[")
            stack.append(("token", "]"))
            stack.extend(("value", child) for child in reversed(item))
        elif isinstance(item, dict):
            out.append("{")
            stack.append(("token", "}"))
            for name, key in sorted(((units(key), key) for key in item), reverse=True):
                stack.append(("value", item[key]))
                stack.append(("token", f":{name}"))
        else:
            out.append(scalar(item))
    return " ".join(out)


def units(words: str) -> str:
    return words.encode("utf-16-be", "surrogatepass").hex()


def scalar(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "n", True: "t", False: "f"}[value]
    if isinstance(value, (int, float)):
        number = float(value)
        assert number == value, f"{value} is not a JavaScript number"
        # Zero has no sign here, as in everything JavaScript writes of it.
        return f"#{struct.pack('>d', number or 0.0).hex()}"
    assert isinstance(value, str)
    return f'"{units(value)}'


def ours(raw: bytes) -> str | None:
    answer = decode(raw)
    if isinstance(answer, Refused):
        assert 0 <= answer.position <= len(raw)
        assert answer.message
        return None
    assert isinstance(answer, Decoded)
    return rendered(answer.value)


@pytest.fixture(scope="module")
def javascript() -> Iterator[JsonParse]:
    parse = JsonParse()
    yield parse
    parse.close()


@pytest.fixture(scope="module")
def answers(javascript: JsonParse) -> dict[bytes, str | None]:
    inputs = [*ACCEPTED.values(), *REFUSED.values()]
    return dict(zip(inputs, javascript(inputs), strict=True))


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepts_what_javascript_accepts(name: str, answers: dict[bytes, str | None]) -> None:
    raw = ACCEPTED[name]
    assert answers[raw] is not None, "the table is wrong: JSON.parse refuses this"
    assert ours(raw) == answers[raw]


@pytest.mark.parametrize("name", REFUSED)
def test_refuses_what_javascript_refuses(name: str, answers: dict[bytes, str | None]) -> None:
    raw = REFUSED[name]
    assert answers[raw] is None, "the table is wrong: JSON.parse accepts this"
    assert ours(raw) is None


@pytest.mark.parametrize(
    ("raw", "note"),
    [
        (b'{"a":"x"}', None),
        (b'"\xff"', "repaired-utf8"),
        (rb'"\ud83d"', "lone-surrogate"),
        (rb'{"\udc00":1}', "lone-surrogate"),
        (rb'"\ud83d\ude00"', None),
        (b"[" * 5000 + b"]" * 5000, "too-deep"),
        ('"\ufffd"'.encode(), None),
    ],
)
def test_says_what_it_had_to_bear(raw: bytes, note: str | None) -> None:
    answer = decode(raw)
    assert isinstance(answer, Decoded)
    assert answer.notes == (() if note is None else (note,))


def examples(factor: int) -> settings:
    return settings(
        max_examples=EXAMPLES * factor,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


@examples(6)
@given(raw=almost_json())
def test_agrees_on_json_with_changed_bytes(raw: bytes, javascript: JsonParse) -> None:
    assert ours(raw) == javascript([raw])[0]


@examples(4)
@given(raw=json_texts())
def test_agrees_on_sound_json(raw: bytes, javascript: JsonParse) -> None:
    theirs = javascript([raw])[0]
    assert theirs is not None
    assert ours(raw) == theirs


SOUP = '[]{}",:0123456789eE+-. \\utrfalsn\r\t'


@examples(12)
@given(raw=st.binary(max_size=24) | st.text(alphabet=SOUP, max_size=12).map(str.encode))
def test_agrees_on_any_bytes(raw: bytes, javascript: JsonParse) -> None:
    assert ours(raw) == javascript([raw])[0]
