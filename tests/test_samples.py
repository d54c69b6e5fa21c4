"""Each sample has the property that its name promises, and the generator writes exactly what is there."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from inspector.session import Session, open_session
from inspector.session.report import context_report, show_report

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
Check = Callable[[Session, dict[str, Any]], bool]


@cache
def shown(name: str) -> tuple[Session, dict[str, Any]]:
    session = open_session(SAMPLES / f"{name}.jsonl")
    return session, show_report(session)


def kinds(name: str) -> set[str]:
    return {damage.kind for damage in shown(name)[0].damage}


def active(name: str) -> dict[str, Any]:
    session, _ = shown(name)
    return context_report(session, session.tree.active_leaf)


# What is wrong with each file, and nothing else.
DAMAGE = {
    "torn-last-line": {"torn"},
    "two-records-on-one-line": {"joined", "missing-parent"},
    "nul-padding": {"nul", "missing-parent"},
    "not-json": {"not-json"},
    "not-records": {"not-a-record"},
    "bom-before-header": {"bom"},
    "header-late": {"header-late", "not-a-record"},
    "header-missing": {"header-missing"},
    "header-torn": {"torn", "header-missing"},
    "header-twice": {"extra-header"},
    "newer-version-unknown-types": {"newer-version", "unknown-type"},
    "duplicate-id": {"duplicate-id"},
    "missing-parent": {"missing-parent"},
    "cycle": {"cycle"},
    "own-parent": {"cycle"},
    "lone-surrogate": {"lone-surrogate"},
    "invalid-utf-8": {"repaired-utf8"},
    "kept-id-not-on-path": {"bad-kept-id"},
    "odd-numbers": {"odd-field"},
    "odd-messages": {"odd-field"},
    "deep-nesting": {"too-deep"},
}
# Damage is not their subject: these may have some, or none.
FREE = {"hostile-text", "images-odd"}

PROMISES: dict[str, Check] = {
    "v1-plain": lambda s, r: r["versionOnDisk"] is None and r["activeLeaf"] == "@line5" and r["pi"]["opens"],
    "v1-compaction-index": lambda s, r: r["compactions"][0]["cutBefore"] == "@line4",
    "v2-hook-message": lambda s, r: (
        r["versionOnDisk"] == 2 and "custom" in active("v2-hook-message")["roles"]
    ),
    "v3-plain": lambda s, r: r["versionOnDisk"] == 3 and r["pi"]["writesOnOpen"] == [],
    "forks-and-labels": lambda s, r: (len(r["roots"]), len(r["leaves"]), len(r["labels"])) == (2, 3, 1),
    "compaction-without-checkpoint": lambda s, r: (
        len(r["compactions"]) == 2
        and "GINGER-COMET" not in str(context_report(s, s.tree.active_leaf, messages=True)["wireMessages"])
    ),
    "context-edits": lambda s, r: [e["omits"] for e in active("context-edits")["edits"]].count(True) == 1,
    "branch-summaries": lambda s, r: r["types"]["branch_summary"] == 3 and len(r["leaves"]) == 4,
    "failed-and-aborted-replies": lambda s, r: (
        active("failed-and-aborted-replies")["wire"].count("assistant") == 3
    ),
    "hidden-usage": lambda s, r: (
        {"Tools/summaries", "google/gemini-2.5-flash"} < {b["key"] for b in r["breakdown"]}
    ),
    "shell-commands": lambda s, r: active("shell-commands")["llm"].count("user") == 4,
    "two-models": lambda s, r: active("two-models")["model"]["provider"] == "llama.cpp",
    "two-windows": lambda s, r: len(r["leaves"]) == 2,
    "fork-parent": lambda s, r: r["parentSession"] is None and len(r["labels"]) == 1,
    "fork-child": lambda s, r: r["parentSession"].endswith("fork-parent.jsonl") and len(r["labels"]) == 1,
    "torn-last-line": lambda s, r: r["pi"]["writesOnOpen"] != [] and r["entries"] == 4,
    "two-records-on-one-line": lambda s, r: len(s.damage[0].salvage) == 2 and r["entries"] == 2,
    "nul-padding": lambda s, r: len(s.damage[0].salvage) == 1 and len(r["roots"]) == 2,
    "not-records": lambda s, r: len([d for d in s.damage if d.kind == "not-a-record"]) == 8,
    "version-missing": lambda s, r: len(r["leaves"]) == 1,
    "newer-version-unknown-types": lambda s, r: r["pi"]["opens"] and r["types"]["voice_note"] == 1,
    "cycle": lambda s, r: r["pi"]["hangs"] and len(r["cyclic"]) == 4,
    "own-parent": lambda s, r: r["pi"]["hangs"],
    "duplicate-id": lambda s, r: r["distinctIds"] == r["entries"] - 1,
    "child-before-parent": lambda s, r: r["activeLeaf"] not in r["leaves"],
    "unicode-line-separators": lambda s, r: r["entries"] == 6,
    "deep-nesting": lambda s, r: r["messages"]["toolCalls"] == 1,
    "odd-numbers": lambda s, r: (
        bool(r["flags"]) and all(isinstance(v, int | float) for v in r["totals"].values())
    ),
    "odd-messages": lambda s, r: r["pi"]["throws"] is not None,
    "hostile-text": lambda s, r: "<script>" in str(r["header"]) and "<img" in r["name"],
    "windows-paths": lambda s, r: r["cwd"] == "C:\\Users\\ana\\boats" and r["entries"] == 2,
    **dict.fromkeys(
        ("bom-before-header", "header-late", "header-missing", "header-torn"),
        lambda s, r: not r["pi"]["opens"],
    ),
}
NAMES = sorted(path.stem for path in SAMPLES.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_damage(name: str) -> None:
    if name not in FREE:
        assert kinds(name) == DAMAGE.get(name, set())


@pytest.mark.parametrize("name", sorted(PROMISES))
def test_promise(name: str) -> None:
    session, report = shown(name)
    assert PROMISES[name](session, report)


def test_every_sample_has_a_promise() -> None:
    promised = {*PROMISES, *DAMAGE, *FREE, "demo-night-market"}
    assert promised == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_reading_leaves_no_trace(name: str) -> None:
    path = SAMPLES / f"{name}.jsonl"
    before = path.stat(), hashlib.sha256(path.read_bytes()).hexdigest()
    session = open_session(path)
    assert (path.stat().st_mtime_ns, session.sha256) == (before[0].st_mtime_ns, before[1])


def test_the_generator_writes_what_is_there() -> None:
    check = subprocess.run(
        [sys.executable, str(SAMPLES / "generator"), "--check"], capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stdout + check.stderr


def test_the_list_names_every_sample() -> None:
    text = (SAMPLES / "README.md").read_text("utf-8")
    assert [name for name in NAMES if f"`{name}.jsonl`" not in text] == []


def test_the_demo_tells_its_story() -> None:
    session, report = shown("demo-night-market")
    rule = "painted on the ground"
    contexts = {
        leaf: str(context_report(session, session.find_row(leaf), messages=True)["wireMessages"])
        for leaf in report["leaves"]
    }
    assert report["name"] == "夜市 stall plan 🏮"
    assert len(report["leaves"]) == 3
    assert (
        rule
        in session.value(session.find_row(session.entry_name(min(session.labels))))["message"]["content"][0][
            "text"
        ]
    )
    assert "I said at the very start" in contexts[report["activeLeaf"]]
    # Lost at the compaction: before the person says it again, the active branch does not have it.
    [compaction] = report["compactions"]
    angry = next(row for row in range(session.n) if "I looked through everything" in str(session.value(row)))
    assert rule not in str(context_report(session, angry, messages=True)["wireMessages"])
    others = [text for leaf, text in contexts.items() if leaf != report["activeLeaf"]]
    assert all(rule in text for text in others)
    assert compaction["onActivePath"] and compaction["dropped"] > 30 and compaction["tokensAfterMeasured"]
    assert {
        "usage",
        "branch_summary",
        "context_edit",
        "label",
        "session_info",
        "custom",
        "custom_message",
        "model_change",
    } < set(report["types"])
    assert report["damage"] == [] and report["pi"]["opens"]
