"""The rows about the pages: what was measured in Chromium beside what the project promises for 100,000 entries."""

from __future__ import annotations

import statistics
from pathlib import Path

import live
import pages
import web
from table import Row

TYPICAL = 1_000  # entries of a usual session
FIRST, AGAIN, TYPICAL_FIRST = 1.0, 0.4, 0.3  # seconds from click to painted
JUMP_MS, LETTER_MS = 300, 100
LATE_MS = 1_000
HEAP_MB, SLOW_PERCENT = 300, 1.0
ANSWER_BYTES = 2_000_000


def rows(command: list[str], session: Path, typical: Path, runs: int, scroll_seconds: float) -> list[Row]:
    """Measure both sessions and the use of the large one."""
    large = [web.visit(command, session) for _ in range(runs)]
    small = [web.visit(command, typical) for _ in range(runs)]
    felt = pages.feel(command, session, scroll_seconds)
    late = live.lateness(command, session)
    return [
        _seconds("page, first click to painted", [one.first for one in large], FIRST),
        _seconds("page, first, file changed since listed", [one.unread for one in large], FIRST),
        _seconds("page, clicked again", [one.again for one in large], AGAIN),
        _seconds(f"page of {TYPICAL:,} entries, first click", [one.first for one in small], TYPICAL_FIRST),
        _seconds(f"page of {TYPICAL:,} entries, file changed", [one.unread for one in small], TYPICAL_FIRST),
        Row("page, server afterwards", f"{max(one.server_mb for one in large):.0f} MB"),
        *_felt(felt, scroll_seconds),
        _milliseconds("page, appended to painted", late, LATE_MS, max(late)),
    ]


def _seconds(what: str, values: list[float], limit: float) -> Row:
    middle = statistics.median(values)
    return Row(what, f"{middle:.2f} s, worst {max(values):.2f}", "", f"{limit} s", middle <= limit)


def _milliseconds(what: str, values: list[float], limit: float, judged: float) -> Row:
    return Row(what, pages.median_and_worst(values), "", f"{limit:.0f} ms", judged <= limit)


def _felt(feel: pages.Feel, scroll_seconds: float) -> list[Row]:
    slow = f"{feel.slow_frames:.1f} % of {len(feel.frames)}, worst {max(feel.frames):.0f} ms"
    biggest = feel.biggest_answer
    return [
        Row(
            "page, biggest answer",
            f"{biggest / 1e6:.2f} MB",
            "",
            f"{ANSWER_BYTES / 1e6:.0f} MB",
            biggest <= ANSWER_BYTES,
        ),
        _milliseconds("page, jump by address", feel.jumps, JUMP_MS, statistics.median(feel.jumps)),
        _milliseconds("page, jump by the tree", feel.presses, JUMP_MS, statistics.median(feel.presses)),
        _milliseconds("page, letter in the filter", feel.letters, LETTER_MS, statistics.median(feel.letters)),
        Row(
            f"page, frames over {pages.FRAME_MS} ms in {scroll_seconds:.0f} s",
            slow,
            "",
            f"{SLOW_PERCENT:.0f} %",
            feel.slow_frames <= SLOW_PERCENT,
        ),
        Row(
            "page, JavaScript heap",
            f"{feel.heap_mb:.0f} MB",
            "",
            f"{HEAP_MB} MB",
            feel.heap_mb <= HEAP_MB,
        ),
    ]
