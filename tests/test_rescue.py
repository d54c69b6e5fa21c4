"""A repaired copy is offered where the phrase can be reached in it, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.diagnosis.answer import steps, trace_json, verdict
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.salvage import salvage
from inspector.diagnosis.trace import trace
from inspector.errors import InspectorError
from inspector.session import Session, open_session
from inspector.session.preview import preview

SHARED = Path(__file__).resolve().parents[2] / "shared" / "cases"
CASES = sorted(SHARED.glob("*.jsonl"))


def phrases(session: Session) -> list[str]:
    """The ends of some texts, and words out of every line that pi cannot read."""
    found = []
    for row in range(min(session.n, 12)):
        text = preview(session.value(row)).rsplit(": ", 1)[-1].strip("…").strip()
        if len(text.strip()) > 5:
            found.append(text[-24:])
    for damage in session.scan.damage:
        raw = session.evidence.read(damage.offset, damage.length).decode("utf-8", "replace")
        found += [part[-20:] for part in raw.split('"') if " " in part.strip() and part.isprintable()][-2:]
    return found


@pytest.mark.parametrize("file", CASES, ids=lambda path: path.stem)
def test_a_copy_is_offered_where_it_helps(file: Path, tmp_path: Path) -> None:
    session = open_session(file)
    lost = [
        one
        for one in (trace(session, Needle(text), session.tree.active_leaf) for text in phrases(session))
        if one.lost_at == "storage"
    ]
    if not lost:
        return
    salvaged = salvage(session, str(tmp_path / "copy.jsonl"))
    copy = open_session(salvaged.file)
    for one in lost:
        offered = [step.code for step in steps(one)]
        again = trace(copy, one.needle, copy.tree.active_leaf)
        if "go-in-copy" in offered or "go-in-copy-user" in offered:
            assert (again.visible, again.lost_at) == (False, "branch")
        else:
            assert again.visible == ("salvage" in offered)
        assert ("salvage" in offered) == (again.visible or again.lost_at == "branch")
        assert not one.visible and trace_json(one)["via"] == []


def case(number: str, phrase: str) -> tuple[str, list[str], str]:
    (file,) = SHARED.glob(f"{number}-*.jsonl")
    session = open_session(file)
    traced = trace(session, Needle(phrase), session.tree.active_leaf)
    return verdict(traced).code, [step.code for step in steps(traced)], verdict(traced).text()


@pytest.mark.skipif(not CASES, reason="the shared cases are not here")
def test_the_cases_that_were_told_wrong() -> None:
    code, told, text = case("09", "Stop at 1220")
    assert (code, told) == ("trace.lost-damaged", ["raw-line", "restate"])
    code, told, text = case("05", "BRISK-MAGPIE-7")
    assert (code, told) == ("trace.lost-cut-by-damage", ["salvage", "restate"])
    assert "cannot read L4" in text
    code, told, text = case("31", "Original answer about bisque")
    assert (code, told) == ("trace.lost-shadowed", ["salvage", "go-in-copy", "restate"])
    code, told, text = case("55", "under the blue pot")
    assert (code, told) == ("trace.pi-throws", ["salvage"])


def test_in_a_refused_file_what_a_branch_holds_is_at_storage_too(tmp_path: Path) -> None:
    """No byte of it is given to a model; what would keep it out besides is told."""
    file = tmp_path / "s.jsonl"
    line = '{"type":"message","id":"%s","parentId":%s,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":"%s"}}\n'
    file.write_text(line % ("a", "null", "root") + line % ("b", '"a"', "SIDE-7") + line % ("c", '"a"', "on"))
    session = open_session(file)
    traced = trace(session, Needle("SIDE-7"), session.tree.active_leaf)
    assert (traced.visible, traced.lost_at, traced.besides) == (False, "storage", "branch")
    assert verdict(traced).code == "trace.pi-refuses-besides"
    assert "another branch (L2)" in verdict(traced).text() and "L2" in verdict(traced).text("zh")
    assert [step.code for step in steps(traced)] == ["salvage", "go-in-copy-user"]


def test_an_event_log_is_no_session(tmp_path: Path) -> None:
    head = '{"type":"session","version":3,"id":"s-1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/x"}\n'
    log, own = tmp_path / "s.events.jsonl", tmp_path / "s.jsonl"
    log.write_text(
        head + '{"type":"agent_start"}\n{"type":"message_end","message":{"role":"user","content":"tide 7"}}\n'
    )
    traced = trace(open_session(log), Needle("tide 7"), -1)
    assert [step.code for step in steps(traced)] == ["find-session-of-log"]
    own.write_text(head)
    traced = trace(open_session(log), Needle("tide 7"), -1)
    assert (traced.visible, traced.lost_at, verdict(traced).code) == (False, None, "trace.event-log")
    assert traced.log_of == own and [step.code for step in steps(traced)] == ["trace-session"]
    assert [one.how for one in traced.occurrences] == ["unknown-role"]
    with pytest.raises(InspectorError):
        salvage(open_session(log), str(tmp_path / "out" / "copy.jsonl"))
