"""Runs a command to its end and says how long it took and how much memory it had, child processes included."""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

SAMPLE_SECONDS = 0.004


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds on the wall and MB of the biggest process (itself or any child that it waited for)."""

    seconds: float
    biggest_mb: float


def run(command: list[str]) -> Run:
    """One run, output thrown away. Raises RuntimeError when the command fails (exit 1 means found something)."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return Run(seconds, used.ru_maxrss / 1024)


def together_mb(command: list[str]) -> float | None:
    """MB of the process and all its children together, at the worst moment seen; a run of its own, since looking
    often slows it down. Pages that processes share count once for each. None where there is no /proc."""
    if not Path("/proc/self/task").exists():
        return None
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    worst = 0
    while process.poll() is None:
        worst = max(worst, sum(resident_kb(pid) for pid in family(process.pid)))
        time.sleep(SAMPLE_SECONDS)
    return worst / 1024


def family(pid: int) -> list[int]:
    """``pid`` and its living descendants."""
    found, todo = [], [pid]
    while todo:
        current = todo.pop()
        found.append(current)
        try:
            for task in Path(f"/proc/{current}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return found


def resident_kb(pid: int) -> int:
    """KB of memory that a process holds now; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS:")), 0)
