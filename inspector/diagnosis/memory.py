"""Stage four: what the session itself records of prompt, context files and memory tools.

Memory stores, context files on disk and event logs are looked at by ``memory_sources.SOURCES``.
"""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Status, Step
from inspector.diagnosis.memory_calls import MemoryCall, memory_calls
from inspector.diagnosis.memory_prompt import PromptHistory, Removal, prompt_history
from inspector.diagnosis.memory_sources import SOURCES

SHOWN = 3
_NAMED = 20


def check(case: Case) -> list[Finding]:
    """Everything the memory stage says about the path to ``case.at``."""
    findings: list[Finding] = []
    if case.at >= 0:
        history = prompt_history(case)
        findings += [*_prompt(case, history), *_removed(case, history), *_calls(case)]
    for source in SOURCES:
        findings += source.look(case)
    if not SOURCES:
        findings.append(Finding("memory.not-looked-at", "unknown", detail_only=True))
    return findings


def _prompt(case: Case, history: PromptHistory) -> list[Finding]:
    prompt = history.now
    if prompt is None:
        code = "memory.prompt-none" if history.seen else "memory.prompt-not-recorded"
        evidence = tuple(case.evidence(row) for row in history.rows[-1:])
        status: Status = "ok" if not history.seen else "unknown"
        return [Finding(code, status, {"n": history.seen}, evidence=evidence, detail_only=True)]
    params = {
        "sections": list(prompt.sections),
        "tools": [name for name in prompt.tool_names if isinstance(name, str)],
        "n": len(prompt.sections),
        "t": len(prompt.tools),
        "characters": len(prompt.text),
        "messages": history.seen,
    }
    evidence = tuple(case.evidence(row) for row in history.rows[-3:])
    return [Finding("memory.prompt", "ok", params, evidence=evidence, detail_only=True)]


def _removed(case: Case, history: PromptHistory) -> list[Finding]:
    findings = []
    for one in history.sections[:SHOWN]:
        params = _removal(case, one)
        findings.append(
            Finding(
                "memory.section-removed",
                "warning",
                params,
                evidence=_both(case, one),
                next=(Step("show-context", _context(case, one)),),
            )
        )
    for one in history.gone_files[:SHOWN]:
        if any(one.row == section.row for section in history.sections if "context" in section.name):
            code, quiet = "memory.context-file-gone", True
        else:
            code, quiet = "memory.context-file-gone", False
        findings.append(
            Finding(
                code,
                "warning",
                _removal(case, one),
                evidence=_both(case, one),
                detail_only=quiet,
                next=(Step("same-folder", {"path": one.name}),),
            )
        )
    if history.tools:
        rows = sorted({one.row for one in history.tools})
        params = {
            "n": len(history.tools),
            "tools": [one.name for one in history.tools][:_NAMED],
            "lines": [f"L{case.session.cols.line[row]}" for row in rows],
        }
        findings.append(
            Finding("memory.tools-removed", "ok", params, evidence=tuple(map(case.evidence, rows[:_NAMED])))
        )
    return findings


def _removal(case: Case, one: Removal) -> dict[str, object]:
    session = case.session
    return {
        "name": one.name,
        "entry": session.entry_name(one.row),
        "line": session.cols.line[one.row],
        "set_by": session.entry_name(one.set_by),
        "set_line": session.cols.line[one.set_by],
    }


def _both(case: Case, one: Removal) -> tuple[Evidence, ...]:
    return (case.evidence(one.set_by), case.evidence(one.row))


def _context(case: Case, one: Removal) -> dict[str, object]:
    return {"file": str(case.session.path), "entry": case.session.entry_name(one.set_by)}


def _calls(case: Case) -> list[Finding]:
    calls, unread = memory_calls(case)
    if not calls:
        return []
    findings = [finding for call in _troubled(calls) for finding in _trouble(case, call)]
    reads = [call for call in calls if not call.writes and call.state in ("answered", "empty")]
    writes = [call for call in calls if call.writes and call.state == "answered"]
    for group, code in ((reads, "memory.retrievals"), (writes, "memory.writes")):
        if group:
            params = {
                **_call(case, group[-1]),
                "n": len(group) + (unread if group is reads else 0),
                "list": [_short(case, call) for call in group[-_NAMED:]],
            }
            findings.append(
                Finding(
                    code,
                    "ok",
                    params,
                    evidence=tuple(case.evidence(call.result) for call in group[-_NAMED:]),
                    detail_only=not any(map(_telling, group)),
                )
            )
    dropped = [call for call in reads if not call.sent and call.state == "answered"]
    if dropped:
        params = {"n": len(dropped), "list": [_short(case, call) for call in dropped[-_NAMED:]]}
        findings.append(
            Finding(
                "memory.answers-dropped",
                "ok",
                params,
                evidence=tuple(case.evidence(call.result) for call in dropped[-_NAMED:]),
                detail_only=True,
            )
        )
    return findings


def _telling(call: MemoryCall) -> bool:
    """False for MCP tools whose name speaks of nothing to do with memory or search."""
    return call.own or "search" in call.tool.lower()


def _troubled(calls: list[MemoryCall]) -> list[MemoryCall]:
    """The last calls that failed, stayed unanswered or found nothing; a tool that answered later is no trouble."""
    last_good = {call.tool: call.row for call in calls if call.state == "answered"}
    wrong = [call for call in calls if call.state != "answered" and _telling(call)]
    return [call for call in wrong if call.state == "empty" or call.row > last_good.get(call.tool, -1)][
        -SHOWN:
    ]


def _trouble(case: Case, call: MemoryCall) -> list[Finding]:
    params = _call(case, call)
    rows = (call.row,) if call.result in (-1, call.row) else (call.row, call.result)
    evidence = tuple(map(case.evidence, rows))
    if call.state == "empty":
        if call.writes:
            return []
        step = (Step("ask-other-words", {"tool": call.tool}),)
        return [Finding("memory.found-nothing", "warning", params, True, evidence, step)]
    if call.state == "failed":
        code = "memory.write-failed" if call.writes else "memory.retrieval-failed"
        return [
            Finding(
                code, "warning", params, False, evidence, (Step("check-memory-tool", {"tool": call.tool}),)
            )
        ]
    return [Finding("memory.unanswered", "warning", params, True, evidence)]


def _call(case: Case, call: MemoryCall) -> dict[str, object]:
    lines = case.session.cols.line
    return {
        "tool": call.tool,
        "query": call.asked,
        "answer": call.answer,
        "line": lines[call.row],
        "result_line": lines[call.result] if call.result >= 0 else None,
    }


def _short(case: Case, call: MemoryCall) -> str:
    return f"L{case.session.cols.line[call.row]} {call.tool} {call.asked[:60]}".rstrip()
