"""Branch, summaries: what a branch summary on the path carried over from the branch that was left, and what it could
not: tool results never enter, thinking neither, and where the branch was too long its oldest entries fall off."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from inspector.diagnosis.branch_rows import SHOWN, last_words, way_back
from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding, Step
from inspector.diagnosis.going_back import go_back
from inspector.session import kinds as k
from inspector.session.preview import content_line

_SUMMARIES = 20  # of one path, the last ones
_TOLD = 3  # of them told without --all
_USERS = 200  # user messages of a branch that are compared with its summary
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[。！？；])")
_RULE = re.compile(
    r"\b(don't|do not|never|must|only|always|every|each|no longer|avoid|not allowed|forbidden)\b"
    r"|不要|别|必须|只能|禁止|务必|一律|不准|不得|永远|始终|每次|每个",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w./-]{3,}|\d[\w.:/-]*", re.ASCII)
_CJK = re.compile(r"[\u3400-\u9fff]{2,}")
_COMMON = frozenset(
    """about after also always anything because before could does done each every from have into just keep like make
    must need never only other please should some something than that their them then there these they this those
    very want what when where which while will with without would your""".split()
)
_SURVIVES = 0.5  # share of a sentence's terms below which it is told


def summary_findings(case: Case) -> list[Finding]:
    """Every branch summary on the path."""
    kinds, on_path = case.session.cols.kind, case.on_path
    rows, at = [], 0
    try:
        while True:
            at = kinds.index(k.BRANCH_SUMMARY, at)
            if at in on_path:
                rows.append(at)
            at += 1
    except ValueError:
        pass
    found: list[Finding] = []
    for number, row in enumerate(reversed(rows[-_SUMMARIES:])):
        told = _summary(case, row)
        # Older ones that carried something over are for --all.
        found.extend(
            replace(one, detail_only=True) if number >= _TOLD and one.status == "ok" else one for one in told
        )
    return found


def _summary(case: Case, row: int) -> list[Finding]:
    session, cols = case.session, case.session.cols
    entry = session.value(row)
    left = _summarised(case, row, entry)
    told = cols.usage[row]
    usage = session.usages
    params: dict[str, Any] = {
        "line": cols.line[row],
        "entry": session.entry_name(row),
        "n": len(left),
        "users": sum(cols.role[one] == k.USER for one in left),
        "results": sum(cols.role[one] == k.TOOL_RESULT for one in left),
        "files": _files(entry.get("details")) or ["–"],
        "read": None if told < 0 else usage.input[told] + usage.cache_read[told] + usage.cache_write[told],
    }
    evidence = [case.evidence(row)]
    steps: list[Step] = []
    if left:
        tip = last_words(session, left)
        params["left_line"] = cols.line[tip]
        evidence.append(case.evidence(tip))
        steps += go_back(session, reversed(left))
    if cols.flags[row] & k.EMPTY:
        code = "branch.summary-empty" if left else "branch.summary-empty-nothing"
        status = "warning" if any(cols.role[one] == k.USER for one in left) else "ok"
        return [Finding(code, status, params, evidence=tuple(evidence), next=tuple(steps))]  # type: ignore[arg-type]
    if not left:
        return [
            Finding("branch.summary-of-nothing", "ok", params, evidence=tuple(evidence), detail_only=True)
        ]
    found = [Finding("branch.summary", "ok", params, evidence=tuple(evidence), next=tuple(steps))]
    summary = entry.get("summary")
    if isinstance(summary, str):
        found.extend(_left_out(case, row, left, summary))
    return found


def _summarised(case: Case, row: int, entry: dict[str, Any]) -> list[int]:
    """Rows of the branch that was left: from ``fromId`` up to the path, else from the line before."""
    session = case.session
    stored = entry.get("fromId")
    leaf = session.scan.index.get(stored, -1) if isinstance(stored, str) else -1
    if stored == "root":
        return []  # there was no leaf to leave
    if leaf < 0 or leaf in case.on_path:
        leaf = row - 1
    return [one for one in way_back(case, leaf) if one < row] if leaf >= 0 else []


def _files(details: Any) -> list[str]:
    names = details.get("modifiedFiles") if isinstance(details, dict) else None
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _left_out(case: Case, row: int, left: list[int], summary: str) -> list[Finding]:
    """Sentences of the user on the left branch that read like rules, and whose terms the summary lacks (a lead)."""
    session = case.session
    held = summary.lower()
    missing: list[tuple[int, str]] = []
    users = [one for one in left if session.cols.role[one] == k.USER]
    for one in users[-_USERS:]:
        message = session.value(one).get("message")
        text = content_line(message.get("content")) if isinstance(message, dict) else ""
        for sentence in _SENTENCE.split(text[:4000]):
            terms = _terms(sentence)
            if not _RULE.search(sentence) or len(terms) < 2:
                continue
            if sum(term in held for term in terms) < _SURVIVES * len(terms):
                missing.append((one, sentence.strip()))
    if not missing:
        return []
    texts = [text for _, text in missing]
    params = {"n": len(missing), "text": texts[0], "line": session.cols.line[row], "texts": texts}
    evidence = (*(case.evidence(one) for one, _ in missing[:SHOWN]), case.evidence(row))
    step = (Step("restate", {"text": texts[0]}), Step("agents-md", {"text": texts[0]}))
    return [Finding("branch.summary-left-out", "warning", params, lead=True, evidence=evidence, next=step)]


def _terms(sentence: str) -> set[str]:
    """What is particular in a sentence: longer words, numbers, and pairs of CJK characters."""
    bare = _RULE.sub(" ", sentence)
    words = {word.lower().rstrip(".") for word in _WORD.findall(bare)} - _COMMON
    pairs = {run[i : i + 2] for run in _CJK.findall(bare) for i in range(len(run) - 1)}
    return words | pairs
