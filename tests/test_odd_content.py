"""Content of kinds that pi does not write: where pi throws on it we say so, and a repaired copy does not keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.diagnosis.answer import verdict
from inspector.diagnosis.doctor import diagnose
from inspector.diagnosis.needle import Needle
from inspector.diagnosis.salvage import salvage
from inspector.diagnosis.start import case_for
from inspector.diagnosis.trace import trace
from inspector.diagnosis.words_file import said
from inspector.session import open_session
from tests.builders import Script, usage
from tests.oracle import PiBridge

ABSENT = object()
CONTENTS: dict[str, Any] = {
    "object": {"a": "x"},
    "number": 5,
    "zero": 0,
    "true": True,
    "false": False,
    "null": None,
    "absent": ABSENT,
    "text": "words",
    "list of a number": [5],
    "list of null": [None],
}
ROLES = ("user", "assistant", "toolResult", "custom", "system", "custom_message")


def written(folder: Path, role: str, content: Any) -> Path:
    script = Script()
    script.user("The tide turns at six.")
    fields: dict[str, Any] = {} if content is ABSENT else {"content": content}
    if role == "custom_message":
        script.add("custom_message", customType="c", display=True, **fields)
    else:
        more = {"usage": usage(), "stopReason": "stop"} if role == "assistant" else {}
        script.message(role, **fields, **more)
        if content is ABSENT:
            script.records[-1]["message"].pop("content", None)
    script.user("Go on.")
    return script.write(folder / "s.jsonl")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", CONTENTS)
def test_where_pi_throws_is_said_and_mended(pi: PiBridge, tmp_path: Path, role: str, name: str) -> None:
    session = open_session(written(tmp_path, role, CONTENTS[name]))
    [theirs] = pi.session(session.path)["contexts"]
    throws = any(isinstance(theirs[part], dict) and "error" in theirs[part] for part in ("tokens", "wire"))
    assert session.pi.makes_no_request is throws
    if not throws:
        assert session.pi.throws is None
        return
    fault = session.pi.content_fault
    assert fault is not None and "(line 3)" in fault and said(fault, "zh") != fault
    assert [damage.line for damage in session.damage if damage.kind == "odd-field"] == [3]
    traced = trace(session, Needle("turns at six"), session.tree.active_leaf)
    assert (traced.visible, traced.lost_at, verdict(traced).code) == (False, "storage", "trace.pi-throws")
    told = diagnose(case_for(session, session.tree.active_leaf, None))
    [finding] = [one for one in told.stages[0].findings if one.code == "storage.throws-content"]
    assert [one.line for one in finding.evidence] == [3] and finding.status == "warning"
    (tmp_path / "out").mkdir()
    copy = salvage(session, str(tmp_path / "out" / "copy.jsonl"))
    assert copy.opens and any(change.startswith("line 3:") for change in copy.changes)
    [mended] = pi.session(copy.file)["contexts"]
    assert "error" not in mended["tokens"] and isinstance(mended["wire"], list)
