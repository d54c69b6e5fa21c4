"""Claims of success in replies, held against the commands that ran: a lead wherever nothing shows them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.source_calls import Call, Log, result_text
from inspector.diagnosis.source_files import KINDS
from inspector.diagnosis.source_shell import is_check, is_test
from inspector.session.preview import one_line

Topic = Literal["tests", "fixed", "done"]

_TESTS = re.compile(
    r"\b(?:all|the|every|both|\d+)?\s*(?:unit |integration |\w+ )?tests?(?: suite)? (?:now )?(?:all )?"
    r"(?:pass(?:es|ed)?|succeed(?:s|ed)?|(?:is|are) (?:now )?(?:all )?(?:green|passing))\b"
    r"|\ball (?:\d+ )?(?:checks |tests )?(?:are )?green\b|\beverything (?:passes|is green)\b|\b\d+ (?:tests )?passed\b"
    r"|测试(?:用例)?(?:都|全部|已经?|均|现在)*(?:通过|跑通)|(?:全部|都|所有)测试?(?:用例)?(?:都|均|已)?通过",
    re.IGNORECASE,
)
_FIXED = re.compile(
    r"^\W*(?:i(?:'ve|’ve| have)? )?(?:now )?fixed\b(?![- ](?:width|size|point|price|rate|number|length|cost|income|position))"
    r"|\b(?:bug|issue|problem|error|crash|it|this|that|failure|regression)(?: (?:is|was|has been|got|should now be))?"
    r" (?:now )?(?:fixed|resolved)\b|\bi(?:'ve|’ve| have) (?:now )?fixed\b"
    r"|(?:已经?|都|全部)(?:经)?(?:修复|修好|解决)(?!方案|办法)|修复(?:完成|完毕|好了)|问题(?:已|解决了)",
    re.IGNORECASE | re.MULTILINE,
)
_DONE = re.compile(
    r"^\W*(?:all )?(?:done|finished)\s*(?:[.!:,—–-]|$)|^\s*[-*+\d.]+\s*\[[xX]\] \S"
    r"|\b(?:everything|it all|the (?:task|work|feature|implementation)) (?:is|are)(?: now)? (?:done|complete|finished)\b"
    r"|(?:已经?|都|全部)(?:经)?(?:完成|搞定|做完)|任务完成",
    re.IGNORECASE | re.MULTILINE,
)
_TOPICS: tuple[tuple[Topic, re.Pattern[str]], ...] = (("tests", _TESTS), ("fixed", _FIXED), ("done", _DONE))
_ANY = "pass green succeed fixed resolved done finished complete [x] 通过 修复 修好 解决 完成 搞定 做完 跑通".split()
# What stands before a claim in its clause and takes it back.
_HEDGE = re.compile(
    r"\b(?:not|no|never|none|without|if|once|until|till|when|whether|unless|should|must|would|will|could|can|may|might|"
    r"to|ensure|verify|check|confirm|before|after|so that|need|want|expect|make sure|sure|let|assuming|only|while)\b"
    r"|n['’]t\b|没|未|不|如果|若|直到|确保|是否|应该|应当|等|待|需要|才能|之后|以前|之前|希望|可能|当",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\s*(?:\?|？|吗|before\b|once\b|if\b|when\b|后[，,再]|之后|以后|之前|的话)")
_CLAUSE = re.compile(r"[.!?;:\n。！？；：，,]")
_FENCE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|^>.*$", re.DOTALL | re.MULTILINE)
_BAD_OUTPUT = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^FAILED\b|^FAIL\b|^not ok\b|\btest result: FAILED"
    r"|npm ERR!|\bExit(?:ed with| code:?) [1-9]",
    re.MULTILINE,
)
_PROSE = re.compile(r"\.(?:md|markdown|mdx|txt|rst|adoc|csv|json|ya?ml|toml|log|html?|svg)\Z", re.IGNORECASE)


@dataclass(slots=True)
class _Run:
    call: Call
    good: bool


@dataclass(slots=True)
class _Record:
    """What happened on the path, in order: runs of tests, of anything that checks, and changes to code."""

    tests: list[_Run] = field(default_factory=list)
    checks: list[_Run] = field(default_factory=list)
    changes: list[Call] = field(default_factory=list)


def may_claim(text: str) -> bool:
    """True where a reply is worth reading for claims."""
    low = text.lower()
    return any(word in low for word in _ANY)


def claims(text: str) -> list[tuple[Topic, str]]:
    """Claims of success in a reply, with the sentence that makes each; code, quotations, conditions and negations
    are no claims."""
    found = []
    text = _FENCE.sub(" ", text)
    for topic, pattern in _TOPICS:
        for match in pattern.finditer(text):
            said = match.start() + len(match[0]) - len(match[0].lstrip())
            start = max(
                (one.end() for one in _CLAUSE.finditer(text, max(0, said - 120), said)),
                default=max(0, said - 120),
            )
            before = text[start:said]
            # A box that is ticked, or a word at the start, has nothing before it.
            if _HEDGE.search(before) or _AFTER.match(text, match.end()):
                continue
            line_end = text.find("\n", match.end())
            line_start = text.rfind("\n", 0, said) + 1
            found.append((topic, one_line(text[line_start : line_end if line_end >= 0 else len(text)], 160)))
            break
    return found


def unproven(case: Case, log: Log) -> list[Finding]:
    """Leads on claims that no run before them shows, the newest of each kind; those that a later good run made true
    are left out."""
    if not log.replies:
        return []
    record = _record(case, log)
    found: dict[tuple[str, Topic], Finding] = {}
    replies: dict[tuple[str, Topic], set[int]] = {}
    for place, row, text in reversed(log.replies):
        for topic, quote in claims(text):
            finding = _judge(case, record, topic, place, row, quote, log.start > 0)
            if finding:
                key = (finding.code, topic)
                replies.setdefault(key, set()).add(row)
                found.setdefault(key, finding)
    # One sentence may claim several things at once, or stand in several replies; it is told once, as a topic that
    # asks for a look before one that does not.
    told: dict[tuple[str, object], Finding] = {}
    rows: dict[tuple[str, object], set[int]] = {}
    for key, finding in sorted(found.items(), key=lambda pair: pair[1].detail_only):
        same = (finding.code, finding.params["text"])
        told.setdefault(same, finding)
        rows.setdefault(same, set()).update(replies[key])
    for same, finding in told.items():
        finding.params["n"] = len(rows[same])
    return list(told.values())


def _record(case: Case, log: Log) -> _Record:
    record = _Record()
    for call in sorted((*log.calls, *log.shell), key=lambda one: one.place):
        if call.command and call.state in ("ok", "failed"):
            if is_test(call.command):
                record.tests.append(_Run(call, call.state == "ok" and not _says_failed(case, call)))
            if is_check(call.command):
                record.checks.append(_Run(call, call.state == "ok"))
        kind = KINDS.get(call.name.lower())
        if kind in ("edit", "write") and call.state == "ok" and call.path and not _PROSE.search(call.path):
            record.changes.append(call)
    return record


def _says_failed(case: Case, call: Call) -> bool:
    """A pipe hides the exit code of a test run; its output tells."""
    if call.result < 0 or call.nested:
        return False
    message = case.session.value(call.result).get("message")
    output = message.get("output") if isinstance(message, dict) else None
    text = output if isinstance(output, str) else result_text(message)
    return bool(_BAD_OUTPUT.search(text[-4_000:]))


def _judge(
    case: Case, record: _Record, topic: Topic, place: int, row: int, quote: str, cut: bool
) -> Finding | None:
    runs = record.tests if topic == "tests" else record.checks
    at = bisect_right(runs, place, key=lambda run: run.call.place)
    changes = record.changes[: bisect_right(record.changes, place, key=lambda call: call.place)]
    if any(run.good for run in runs[at:]) or (topic != "tests" and not changes):
        return None
    before = runs[:at]
    evidence = [case.evidence(row)]
    params: dict[str, object] = {"text": quote, "line": case.session.cols.line[row], "topic": topic}
    if not before and cut:
        return None  # a run may lie before what was looked at
    if not before:
        return _lead(case, "source.claim-without-run", topic, params, evidence)
    last = before[-1]
    params |= {"command": last.call.text, "run": case.session.cols.line[last.call.row]}
    evidence.append(case.evidence(last.call.row))
    if not last.good:
        return (
            _lead(case, "source.claim-after-failed-run", topic, params, evidence)
            if topic == "tests"
            else None
        )
    if changes and changes[-1].place > last.call.place:
        params |= {"path": changes[-1].path, "edit": case.session.cols.line[changes[-1].row]}
        evidence.append(case.evidence(changes[-1].row))
        return _lead(case, "source.claim-after-edits", topic, params, evidence)
    return None


def _lead(
    case: Case, code: str, topic: Topic, params: dict[str, object], evidence: list[Evidence]
) -> Finding:
    return Finding(code, "warning", params, True, tuple(evidence), (Step("run-check"),), topic == "done")
