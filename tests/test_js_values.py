"""JavaScript's view of values, beside node: text, number form, length, truth, order of names, dates."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inspector.session import jsvalue as js
from inspector.session.jsvalue import told
from inspector.session.kinds import NO_INSTANT
from inspector.session.messages import date_value
from inspector.session.scan import JS_SPACE
from tests.oracle import NodeLines, node_missing

pytestmark = pytest.mark.skipif(node_missing() is not None, reason=str(node_missing()))
EXAMPLES = int(os.environ.get("PI_INSPECTOR_EXAMPLES", "150"))
Ask = Callable[[Any], dict[str, Any]]


@pytest.fixture(scope="module")
def node() -> Iterator[Ask]:
    lines = NodeLines("js_values.mjs")

    def ask(value: Any) -> dict[str, Any]:
        [answer] = lines.exchange([json.dumps(value)])
        found: dict[str, Any] = json.loads(answer)
        return found

    yield ask
    lines.close()


many = settings(
    max_examples=EXAMPLES * 3,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
NUMBERS = st.one_of(
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    st.builds(
        lambda digits, power: float(f"{digits}e{power}"), st.integers(-(10**17), 10**17), st.integers(-30, 30)
    ),
)
TEXTS = st.one_of(
    st.text(max_size=6),
    st.sampled_from(
        [
            "\ud83d",
            "\udc00x",
            "🏺",
            "\u2028",
            '"\\/\b\f\n\r\t',
            "\x00\x1f\x7f",
            "0",
            "01",
            "10",
            "4294967294",
            "4294967295",
            "-1",
            "1.5",
            "__proto__",
        ]
    ),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)


@many
@given(number=NUMBERS)
@example(number=1e21)
@example(number=123456789012345680000.0)
@example(number=1e-6)
@example(number=1e-7)
@example(number=-0.0)
@example(number=5e-324)
@example(number=1.7976931348623157e308)
@example(number=100)
def test_number_form(number: float, node: Ask) -> None:
    assert js.number_text(number) == node(number)["string"]


@many
@given(value=VALUES)
def test_text_length_and_truth(value: Any, node: Ask) -> None:
    theirs = node(value)
    assert js.js_string(value) == theirs["string"]
    assert js.stringify_units(value) == theirs["json"]
    assert js.truthy(value) is theirs["truthy"]
    if isinstance(value, str):
        assert js.units(value) == theirs["length"]
        assert value.strip(JS_SPACE) == theirs["trimmed"]
    if isinstance(value, dict):
        assert js.key_order(value) == theirs["keys"]


@pytest.mark.parametrize(
    "name",
    [
        "\ufeff",
        "\u180e",
        "\x1c",
        "\x85",
        "\u200b",
        "\u3000",
        "\u1680",
        "\u2028",
        "\v",
        "\x1f",
        "\u00a0",
        "\u202f",
        "\u205f",
        "\u2060",
    ],
)
def test_white_space_is_javascripts(name: str, node: Ask) -> None:
    assert (name + "x" + name).strip(JS_SPACE) == node(name + "x" + name)["trimmed"]


@pytest.mark.parametrize(
    "value",
    [
        3,
        2.5,
        True,
        False,
        None,
        "3",
        " 3 ",
        "",
        "  ",
        "2.5",
        "3e0",
        "x",
        "0x3",
        ".5",
        "3.",
        "+3",
        "-1",
        "03",
        "NaN",
        "Infinity",
        "1_0",
        "\ufeff3",
        [],
        [3],
        ["2"],
        [1, 2],
        [[2]],
        {},
        [None],
        [True],
    ],
)
def test_numbers_as_comparisons_see_them(value: Any, node: Ask) -> None:
    theirs = node(value)["number"]
    ours = js.coerced_number(value)
    assert math.isnan(ours) if theirs == "NaN" else ours == float(theirs)


DAYS = st.builds("{:04d}-{:02d}-{:02d}".format, st.integers(1, 9999), st.integers(0, 13), st.integers(0, 32))
CLOCKS = st.builds("T{:02d}:{:02d}".format, st.integers(0, 25), st.integers(0, 61))
STAMPS = st.builds(
    "".join,
    st.tuples(
        DAYS,
        CLOCKS,
        st.sampled_from(["", ":00", ":59", ":60"]),
        st.sampled_from(["", ".0", ".9996", ".123456789", ".12"]),
        st.sampled_from(["Z", "+00:00", "-05:30", "+14:00", "+02:00", "-23:59", "+24:00"]),
    ),
)


@many
@given(stamp=STAMPS)
@example(stamp="2026-05-04T09:00:00.000Z")
@example(stamp="2026-05-04T24:00:00Z")
@example(stamp="2026-05-04T24:00:01Z")
@example(stamp="2024-02-29T00:00Z")
@example(stamp="2023-02-29T00:00Z")
@example(stamp="0001-01-01T00:00:00Z")
def test_what_is_read_as_a_date_is_what_node_reads(stamp: str, node: Ask) -> None:
    ours, theirs = js.instant(stamp), node(stamp)["date"]
    assert ours in (NO_INSTANT, theirs)


VALID = st.datetimes().map(lambda at: at.isoformat(timespec="milliseconds"))


@many
@given(stamp=VALID, zone=st.sampled_from(["Z", "+00:00", "-05:30", "+14:00"]))
def test_sound_dates_are_read(stamp: str, zone: str, node: Ask) -> None:
    assert js.instant(stamp + zone) == node(stamp + zone)["date"]


@pytest.mark.parametrize(
    "value",
    [
        0,
        -1,
        1.5,
        -1.5,
        8.64e15,
        8.64e15 + 2,
        1e300,
        None,
        True,
        False,
        "2026-05-04",
        "2026-05",
        "2026",
        "2026-05-04T09:00Z",
        "2026-05-04T09:00:00.1Z",
        "",
        "not a time",
        {},
        [],
    ],
)
def test_other_values_as_dates(value: Any, node: Ask) -> None:
    theirs = node(value)["date"]
    assert date_value(value) == theirs
    if value is None or isinstance(value, bool):
        assert js.instant(value) == NO_INSTANT, (
            "no clock that anybody wrote: shown as unreadable, not as 1970"
        )
    else:
        assert js.instant(value) == (NO_INSTANT if theirs is None else theirs)


@pytest.mark.parametrize(
    "value",
    [
        "May 4, 2026",
        "5",
        "2026-5-4",
        "2026-05-04 09:00 GMT",
        "+012026-01-01T00:00:00Z",
        "-000001-01-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        " 2026-05-04",
    ],
)
def test_free_text_is_left_unread_or_read_alike(value: str, node: Ask) -> None:
    assert js.instant(value) in (NO_INSTANT, node(value)["date"])


def test_a_stored_value_is_told_as_json_has_it() -> None:
    assert [told(value) for value in (None, True, False, 3, "x", [1], {"a": 1})] == [
        "null",
        "true",
        "false",
        "3",
        "'x'",
        "(an array)",
        "(an object)",
    ]
