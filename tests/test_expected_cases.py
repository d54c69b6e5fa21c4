"""The 43 made files of ../shared/cases, against the values that stand beside them.

Most values are pi's. Where pi refuses, throws or hangs, the right value for a reader that does none of this is asserted
by hand below, as the remarks in EXPECTED.md give it.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.session import Session, open_session
from inspector.session.report import context_report, show_report
from tests.comparison import as_json, unlike
from tests.conftest import SHARED

CASES = SHARED / "cases"
EXPECTED: dict[str, dict[str, Any]] = (
    json.loads((CASES / "EXPECTED.json").read_text(encoding="utf-8"))
    if (CASES / "EXPECTED.json").is_file()
    else {}
)
pytestmark = pytest.mark.skipif(not EXPECTED, reason="needs ../shared/cases beside the checkout")
NAMES = sorted(EXPECTED)
OPENED = [name for name in NAMES if "entries" in EXPECTED[name]]
PROJECTED = [name for name in NAMES if "threw" not in EXPECTED[name].get("projection", {"threw": ""})]
FALSY = {b"null", b"0", b"false", b'""'}


def opened(name: str) -> Session:
    return open_session(CASES / name)


def damage_lines(session: Session, *kinds: str) -> list[int]:
    return sorted({damage.line for damage in session.damage if damage.kind in kinds})


def plain(found: str | None) -> None:
    assert found is None, found


def test_every_case_is_here() -> None:
    assert len(NAMES) == 43
    assert {path.name for path in CASES.glob("*.jsonl")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_lines(name: str) -> None:
    """Physical lines, the malformed ones, and the values that are no records, all by number."""
    expected, session = EXPECTED[name]["lines"], opened(name)
    raw = (CASES / name).read_bytes()
    assert session.size == expected["bytes"]
    assert session.scan.lines == expected["physicalLines"]
    assert (
        damage_lines(session, "not-json", "torn", "joined", "nul", "bom", "too-deep") == expected["malformed"]
    )
    lines = raw.split(b"\n")
    strange = damage_lines(session, "not-a-record")
    falsy = [number for number in strange if lines[number - 1].strip() in FALSY]
    assert falsy == expected["falsyJsonSkipped"]
    others = [number for number in strange if number not in falsy]
    # Objects without a type are reported as well (case 15, line 10): they are no values that are not objects.
    assert [n for n in others if not lines[n - 1].lstrip().startswith(b"{")] == expected["nonObjectKept"]


@pytest.mark.parametrize("name", NAMES)
def test_what_pi_would_do(name: str) -> None:
    expected, session = EXPECTED[name], opened(name)
    refused = "threw" in expected["open"]
    assert session.pi.opens is not refused
    assert bool(session.pi.why) is refused
    assert bool(session.pi.writes_on_open) == expected["open"].get("fileChangedByOpen", False)
    assert session.pi.hangs is (expected.get("why", "").startswith("never returned"))
    threw = any(isinstance(part, dict) and "threw" in part for key, part in expected.items() if key != "open")
    assert bool(session.pi.throws) is threw


@pytest.mark.parametrize("name", OPENED)
def test_tree(name: str) -> None:
    expected, session = EXPECTED[name], opened(name)
    ours = as_json(show_report(session))
    plain(unlike(ours["entries"], expected["entries"]["listed"], "entries"))
    plain(unlike(ours["distinctIds"], expected["entries"]["distinctIds"], "distinctIds"))
    plain(unlike(ours["activeLeaf"], expected["entries"]["leaf"], "activeLeaf"))
    plain(unlike(ours["name"], expected["entries"]["name"], "name"))
    plain(unlike(ours["roots"], expected["tree"]["roots"], "roots"))
    plain(unlike(sorted(ours["leaves"]), sorted(expected["tree"]["leaves"]), "leaves"))
    plain(unlike(ours["labels"], expected["tree"]["labels"], "labels"))
    version = expected["load"]["version"]
    plain(unlike(ours["versionOnDisk"], None if version == "absent" else version, "versionOnDisk"))


@pytest.mark.parametrize("name", [name for name in OPENED if "15-" not in name and "31-" not in name])
def test_forks(name: str) -> None:
    """Children in pi's order. (In cases 15 and 31 pi shows one entry several times.)"""
    session = opened(name)
    forks = {
        session.entry_name(row): [session.entry_name(at) for at in rows]
        for row, rows in session.tree.forks.items()
    }
    theirs = EXPECTED[name]["tree"]["forks"]
    if "39-" in name:  # unreadable clocks: upstream's order is undefined, only the readable ones have one
        assert set(forks["c3900001"]) == set(theirs["c3900001"])
        assert forks["c3900001"].index("c39000bb") < forks["c3900001"].index("c39000aa")
    else:
        assert forks == theirs


@pytest.mark.parametrize("name", [name for name in OPENED if "threw" not in EXPECTED[name]["stats"]])
def test_counts(name: str) -> None:
    expected, ours = EXPECTED[name]["stats"], as_json(show_report(opened(name)))
    wanted = {
        "user": expected["userMessages"],
        "assistant": expected["assistantMessages"],
        "toolResults": expected["toolResults"],
        "toolCalls": expected["toolCalls"],
        "total": expected["totalMessages"],
    }
    plain(unlike(ours["messages"], wanted, "messages"))


@pytest.mark.parametrize("name", OPENED)
def test_totals(name: str) -> None:
    """Finite sums everywhere; pi's own breakdown where its numbers are numbers."""
    expected, ours = EXPECTED[name], as_json(show_report(opened(name)))
    finite = expected["finiteTotals"]
    for key in ("input", "output", "cacheRead", "cacheWrite"):
        assert ours["totals"][key] == finite[key]
    # Added as doubles, as pi does: case 85 goes beyond 2^53.
    assert ours["totals"]["tokens"] == sum(
        (finite[key] for key in ("output", "cacheRead", "cacheWrite")), float(finite["input"])
    )
    assert ours["totals"]["cost"] == pytest.approx(finite["cost"], abs=1e-12)
    stats, breakdown = expected["stats"], expected["breakdown"]
    odd = "threw" in stats or any(
        isinstance(value, str) for value in [stats["cost"], *stats["tokens"].values()]
    )
    if "55-" not in name and "85-" not in name:  # messages that cannot be read, a number beyond 2^53
        assert bool(ours["flags"]) is odd, ours["flags"]
    if not odd and isinstance(breakdown, list):
        plain(unlike(ours["breakdown"], breakdown, "breakdown"))


def shortened(names: list[Any]) -> bool:
    return any(isinstance(name, str) and " more ..." in name for name in names)


def like_short(ours: list[Any], short: list[Any], at: str) -> None:
    """Equal lists, where the expected one may have "... 1494 more ..." in its middle."""
    if not shortened(short):
        plain(unlike(ours, short, at))
        return
    [middle] = [number for number, name in enumerate(short) if isinstance(name, str) and " more ..." in name]
    tail = len(short) - middle - 1
    assert len(ours) == len(short) - 1 + int(short[middle].split()[1])
    assert ours[:middle] == short[:middle] and ours[-tail:] == short[middle + 1 :]


@pytest.mark.parametrize("name", PROJECTED)
def test_context(name: str) -> None:
    expected, session = EXPECTED[name], opened(name)
    ours = as_json(context_report(session, session.tree.active_leaf, messages=True))
    like_short(ours["path"], expected["branch"], "path")
    like_short(ours["contextEntries"], expected["contextEntries"], "contextEntries")
    projection = expected["projection"]
    plain(unlike(ours["model"], projection["model"], "model"))
    plain(unlike(ours["thinkingLevel"], projection["thinkingLevel"], "thinkingLevel"))
    assert len(ours["messages"]) == projection["messageCount"]
    rows = [row for row in projection["entries"] if isinstance(row, list)]
    if len(rows) == len(projection["entries"]):
        plain(unlike(ours["roles"], [role for row in rows for role in row[1:] if role != "-"], "roles"))
        plain(unlike(ours["visible"], [row[0] for row in rows if row[1:] != ["-"]], "visible"))
    like_short(ours["llm"], expected["llm"], "llm")


@pytest.mark.parametrize("name", PROJECTED)
def test_prompt_and_wire(name: str) -> None:
    expected, session = EXPECTED[name], opened(name)
    ours = as_json(context_report(session, session.tree.active_leaf, messages=True))
    prompt = expected["systemPrompt"]
    if prompt is None:
        assert ours["prompt"] is None
    else:
        assert ours["prompt"]["text"] == prompt["text"]
        assert sorted(ours["prompt"]["sections"]) == sorted(prompt["sections"])
        assert ours["prompt"]["tools"] == prompt["tools"]
    wire = [
        f"toolResult({message['toolCallId']})" if message["role"] == "toolResult" else message["role"]
        for message in ours["wireMessages"]
    ]
    like_short(wire, [as_wire_name(item) for item in expected["wire"]], "wire")
    like_short(ours["wire"], [as_wire_name(item).split("(")[0] for item in expected["wire"]], "wire roles")


def as_wire_name(item: Any) -> str:
    return str(item)


# What follows has no value of pi's.


def test_03_bom_is_named_and_the_entries_are_shown() -> None:
    session = opened("03-bom-before-header.jsonl")
    [mark] = [damage for damage in session.damage if damage.kind == "bom"]
    assert (mark.line, mark.offset) == (1, 0)
    ours = as_json(show_report(session))
    assert (ours["entries"], ours["roots"], ours["activeLeaf"]) == (2, ["c0300001"], "c0300002")
    assert (ours["totals"]["input"], ours["totals"]["output"]) == (100, 20)
    assert ours["pi"]["opens"] is False and "byte order mark" in ours["pi"]["why"]


def test_05_the_record_under_nul_padding_is_offered_for_salvage() -> None:
    session = opened("05-nul-padding-inside.jsonl")
    [nul] = [damage for damage in session.damage if damage.kind == "nul"]
    assert nul.line == 4
    assert [item["id"] for item in as_json(show_report(session))["damage"][0]["salvage"]] == ["c0500003"]


def test_07_both_joined_records_are_offered_for_salvage() -> None:
    ours = as_json(show_report(opened("07-two-records-one-line.jsonl")))
    [joined] = [damage for damage in ours["damage"] if damage["kind"] == "joined"]
    assert joined["line"] == 3
    assert [item["id"] for item in joined["salvage"]] == ["c0700002", "c0700003"]


def test_09_a_torn_last_record_is_torn() -> None:
    assert damage_lines(opened("09-torn-last-record.jsonl"), "torn") == [4]


def test_13_lone_surrogates_come_out_as_escapes() -> None:
    from inspector import jsontext

    session = opened("13-lone-surrogate.jsonl")
    assert damage_lines(session, "lone-surrogate")
    out = jsontext.dumps(context_report(session, session.tree.active_leaf, messages=True))
    out.decode("utf-8")
    assert b"\\ud83d" in out.lower()


def test_15_lines_that_are_no_records() -> None:
    session = opened("15-json-values-that-are-not-records.jsonl")
    assert damage_lines(session, "not-a-record") == [3, 4, 5, 6, 7, 8, 9, 10]


def test_17_an_empty_file_stays_empty() -> None:
    path = CASES / "17-zero-bytes.jsonl"
    session = open_session(path)
    assert (session.n, session.header, path.stat().st_size) == (0, None, 0)
    assert session.pi.opens and len(session.pi.writes_on_open) == 1
    assert as_json(show_report(session))["activeLeaf"] is None


def test_19_a_late_header_is_named() -> None:
    session = opened("19-title-record-before-header.jsonl")
    ours = as_json(show_report(session))
    assert damage_lines(session, "header-late") == [2]
    assert (ours["entries"], ours["roots"], ours["activeLeaf"]) == (2, ["c1900001"], "c1900002")
    assert (ours["totals"]["input"], ours["totals"]["output"]) == (100, 20)
    assert ours["pi"]["opens"] is False and "line 2" in ours["pi"]["why"]


def test_21_a_torn_header_loses_nothing_else() -> None:
    ours = as_json(show_report(opened("21-header-torn.jsonl")))
    assert (ours["entries"], ours["activeLeaf"], ours["pi"]["opens"]) == (3, "c2100003", False)
    assert (ours["totals"]["input"], ours["totals"]["output"]) == (300, 30)


def test_23_a_newer_version_is_read_and_named() -> None:
    session = opened("23-version-4-unknown-types.jsonl")
    assert damage_lines(session, "newer-version") == [1]
    assert damage_lines(session, "unknown-type")


def test_29_the_own_parent_ends_the_path() -> None:
    session = opened("29-own-parent.jsonl")
    ours = as_json(context_report(session, session.tree.active_leaf, messages=True))
    path = ["c2900001", "c2900002", "c2900003"]
    assert ours["path"] == ours["contextEntries"] == ours["visible"] == path
    assert ours["roles"] == ["user", "assistant", "user"] == ours["wire"]
    assert session.pi.hangs and damage_lines(session, "cycle")
    assert (ours["model"], ours["thinkingLevel"]) == (
        {"provider": "anthropic", "modelId": "claude-sonnet-4-5"},
        "off",
    )


def test_31_the_shadowed_entry_is_listed() -> None:
    session = opened("31-same-id-twice.jsonl")
    assert damage_lines(session, "duplicate-id")
    assert [session.cols.line[row] for row in session.tree.shadowed] == [3]


def test_55_unreadable_messages_stay_on_the_path() -> None:
    session = opened("55-message-null-absent-or-without-role.jsonl")
    ours = as_json(context_report(session, session.tree.active_leaf, messages=True))
    assert ours["path"] == ours["contextEntries"] == [f"c550000{n}" for n in range(1, 7)]
    shown = as_json(show_report(session))
    assert shown["entries"] == 6 and shown["pi"]["throws"]
    unreadable = [
        item["entry"] for item in ours["omitted"] if "read" in item["why"] or item.get("code") == "unreadable"
    ]
    assert len(unreadable) >= 2


def test_65_text_is_not_added_and_named() -> None:
    ours = as_json(show_report(opened("65-text-null-and-negative-numbers.jsonl")))
    assert ours["totals"]["cost"] == pytest.approx(-2808.9995)
    assert len(ours["flags"]) >= 2


def test_67_a_cost_without_total_is_summed_and_marked() -> None:
    ours = as_json(show_report(opened("67-no-total-and-zero-price.jsonl")))
    assert ours["totals"]["cost"] == pytest.approx(0.0045)
    assert any("derived" in flag or "parts" in flag for flag in ours["flags"])


def test_the_cases_are_left_as_they_are() -> None:
    for name in NAMES:
        before = (CASES / name).read_bytes()
        session = opened(name)
        show_report(session)
        assert (CASES / name).read_bytes() == before
