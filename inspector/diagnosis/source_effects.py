"""Calls that acted outside the conversation: pushes, publications, deletions, messages. Never to be repeated blindly."""

from __future__ import annotations

import re
from typing import Any

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Finding, Status, Step
from inspector.diagnosis.source_calls import Call, Log
from inspector.diagnosis.source_shell import Words, program, simple_commands
from inspector.session.preview import one_line

SHOWN = 40  # calls named in one finding
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TOOL_WORDS = frozenset(
    "send sends delete deletes publish publishes pay pays payment deploy deploys remove refund purchase transfer".split()
)
# First words after the program that make it one with effects; "" stands for any use of it.
_SUBCOMMANDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("npm", "pnpm", "yarn", "bun", "cargo", "poetry", "uv", "hatch", "flit"), ("publish", "unpublish")
    ),
    "git": ("push", "send-email", "clean"),
    "twine": ("upload",),
    "gem": ("push",),
    "mvn": ("deploy",),
    "vsce": ("publish",),
    "docker": ("push", "rm", "rmi", "prune"),
    "podman": ("push", "rm", "rmi", "prune"),
    "kubectl": ("apply", "delete", "create", "replace", "patch", "scale", "rollout", "drain"),
    "helm": ("install", "upgrade", "uninstall", "delete", "rollback"),
    "terraform": ("apply", "destroy"),
    "tofu": ("apply", "destroy"),
    "pulumi": ("up", "destroy"),
    "fly": ("deploy",),
    "flyctl": ("deploy",),
    "vercel": ("deploy", "--prod"),
    "netlify": ("deploy",),
    "wrangler": ("deploy", "publish"),
    "firebase": ("deploy",),
    "gcloud": ("deploy", "delete"),
    "aws": ("rm", "mb", "rb", "delete-object", "deploy", "invoke"),
    **dict.fromkeys(
        ("ssh", "scp", "sftp", "mail", "mailx", "sendmail", "mutt", "rm", "rmdir", "unlink"), ("",)
    ),
    **dict.fromkeys(("shred", "dropdb", "remove-item", "send-mailmessage", "shutdown", "reboot"), ("",)),
}
_GH = {
    "pr": ("create", "merge", "close", "comment", "review"),
    "issue": ("create", "close", "comment", "delete"),
}
_GH |= {"release": ("create", "delete", "upload"), "repo": ("create", "delete"), "gist": ("create", "delete")}
_METHOD = re.compile(r"(?:-X|--request=?)?(POST|PUT|PATCH|DELETE)\Z", re.IGNORECASE)
_BODY = ("-d", "--data", "-F", "--form", "-T", "--upload-file", "--json", "--post-data", "--post-file")
_SQL = re.compile(r"\b(?:DROP|DELETE|TRUNCATE)\s+(?:TABLE|FROM|DATABASE)?", re.IGNORECASE)
_REMOTE = re.compile(r"[\w.@-]{2,}:")
_HARMLESS = frozenset(
    ("--dry-run", "--help", "-h", "--version", "-V", "--dry-run=client", "--dry-run=server")
)


def has_effect(call: Call) -> bool:
    """True where the call acts on something that a repetition would hit again, by its words."""
    return bool(_effect(call))


def _effect(call: Call) -> str:
    """The part of the call that acts, in one line; "" where none does."""
    if call.command is not None:
        acting = [" ".join(argv) for argv in simple_commands(call.command) if _acts(argv)]
        return f"{call.name}: {one_line('; '.join(dict.fromkeys(acting)), 120)}" if acting else ""
    words = {word.lower() for word in _WORD.findall(call.name)}
    return "" if words.isdisjoint(_TOOL_WORDS) else call.text


def _acts(argv: Words) -> bool:
    tool, rest = program(argv), argv[1:]
    if not _HARMLESS.isdisjoint(rest):
        return False
    wanted = _SUBCOMMANDS.get(tool)
    if wanted is not None:
        return wanted == ("",) or any(
            word in wanted for word in [w for w in rest if w[:1] != "-" or w in wanted][:4]
        )
    if tool in ("curl", "wget", "http", "https", "xh"):
        return _sends(rest)
    if tool in ("gh", "glab"):
        plain = [word for word in rest if word[:1] != "-"]
        return len(plain) > 1 and (plain[1] in _GH.get(plain[0], ()) or (plain[0] == "api" and _sends(rest)))
    if tool == "rsync":
        return any(_REMOTE.match(word) for word in rest if word[:1] != "-")
    if tool == "find":
        return "-delete" in rest
    if tool in ("psql", "mysql", "sqlite3", "mariadb"):
        return any(_SQL.search(word) for word in rest)
    return False


def _sends(words: Words) -> bool:
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        match = _METHOD.match(word)
        if match and (word[:1] == "-" or before in ("-X", "--request", "--method") or at == 0):
            return True
        if word in _BODY or word.startswith(("--data", "--form", "--post-")):
            return not any(w in ("-G", "--get", "-XGET") for w in words)
    return False


def effects(case: Case, log: Log) -> list[Finding]:
    """Calls with effects: done, tried and failed, and asked for without a result."""
    groups: dict[str, list[Call]] = {"ok": [], "failed": [], "missing": []}
    for call in log.calls:
        state = {"elsewhere": "ok", "later": "ok"}.get(call.state, str(call.state))
        if state in groups and has_effect(call):
            groups[state].append(call)
    again = (Step("do-not-repeat"),)
    found = []
    for state, code in (("ok", "source.side-effects"), ("failed", "source.side-effects-failed")):
        if groups[state]:
            found.append(listed(case, code, "ok", groups[state], next=again))
    if groups["missing"]:
        steps = (Step("check-before-repeat"), *again)
        found.append(listed(case, "source.side-effects-open", "warning", groups["missing"], next=steps))
    return found


def listed(case: Case, code: str, status: Status, calls: list[Call], **fields: Any) -> Finding:
    """One finding on several calls, newest first; each with its line."""
    newest = calls[::-1][:SHOWN]
    lines = [case.session.cols.line[call.row] for call in newest]
    params = {
        "n": len(calls),
        "calls": [f"L{line} {_shown(call)}" for call, line in zip(newest, lines, strict=True)],
        "lines": lines,
    }
    return Finding(code, status, params, evidence=tuple(case.evidence(call.row) for call in newest), **fields)


def _shown(call: Call) -> str:
    return _effect(call) or (call.text if call.command is None else f"{call.name}: {call.text}")
