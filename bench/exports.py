"""The rows about exports: pages, session files and transcripts beside the page that pi itself makes of the same file.

Whole processes, the proof included, memory of all processes together. pi runs with a home of its own that is empty.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

import process
import web
from table import Row

PI_EXPORT = "pi --export"
EVERYTHING_RATIO, REDACTED_RATIO = 0.35, 1.5  # of pi's wall time
EVERYTHING_SIZE, TYPICAL_SIZE = 0.3, 0.5  # of the size of pi's page
MEMORY_MB, PAINT_SECONDS, TYPICAL_SECONDS = 200, 2.0, 1.0
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@dataclass(frozen=True, slots=True)
class Case:
    """One export: what it is called, the name of its output, further arguments, its share of pi's time at most."""

    name: str
    out: str
    arguments: tuple[str, ...]
    ratio: float


ALL_PARTS = ("--all-branches", "--with", "images,thinking,prompt,private")
FAITHFUL = Case("everything, HTML", "everything.html", ("--everything",), EVERYTHING_RATIO)
CASES = (
    FAITHFUL,
    *(
        Case(f"{scope}, {name}", f"{number}{suffix}", arguments, REDACTED_RATIO)
        for number, (scope, arguments) in enumerate(
            (
                ("redacted branch", ()),
                ("redacted file", ("--all-branches",)),
                ("redacted file, all parts", ALL_PARTS),
            )
        )
        for name, suffix in (("HTML", ".html"), ("JSONL", ".jsonl"), ("Markdown", ".md"))
    ),
)


def rows(
    command: list[str], pi: list[str] | None, session: Path, typical: Path, runs: int, paint: bool
) -> list[Row]:
    """Measure both sessions; ``pi`` is the command of pi without arguments, None where it is not here."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        found = _large(command, pi, session, Path(folder), runs)
        if paint:
            found.append(_painted(Path(folder) / FAITHFUL.out))
        found += _typical(command, pi, typical, Path(folder), runs)
    return found


def _ours(command: list[str], case: Case, session: Path, folder: Path) -> list[str]:
    out = str(folder / case.out)
    return [*command, "export", str(session), "--force", "--json", "-o", out, *case.arguments]


def _theirs(pi: list[str] | None, session: Path, folder: Path) -> list[str]:
    home = folder / "home"
    home.mkdir(exist_ok=True)
    there = ["env", "-C", str(home), f"HOME={home}", "PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1"]
    return [*there, *(pi or ()), "--export", str(session.resolve()), str(folder / "pi.html")]


def _large(command: list[str], pi: list[str] | None, session: Path, folder: Path, runs: int) -> list[Row]:
    theirs: list[float] = []
    ours: dict[str, list[float]] = {case.name: [] for case in CASES}
    ratios: dict[str, list[float]] = {case.name: [] for case in CASES}
    for _ in range(runs):
        for case in CASES:
            # Right before each of ours: on a machine that others use, only neighbours can be compared.
            base = _seconds(_theirs(pi, session, folder), folder / "pi.html") if pi else 0.0
            taken = _seconds(_ours(command, case, session, folder), folder / case.out)
            theirs += [base] if pi else []
            ours[case.name].append(taken)
            ratios[case.name] += [taken / base] if pi else []
    found = []
    if pi:
        memory = process.together_mb(_theirs(pi, session, folder))
        found.append(Row(f"{PI_EXPORT}, wall", f"{statistics.median(theirs):.2f} s"))
        found.append(Row(f"{PI_EXPORT}, peak", f"{memory or 0:.0f} MB"))
    for case in CASES:
        found += _case(case, ours[case.name], ratios[case.name])
        memory = process.together_mb(_ours(command, case, session, folder)) or 0
        found.append(
            Row(f"{case.name}, peak", f"{memory:.0f} MB", "", f"{MEMORY_MB} MB", memory <= MEMORY_MB)
        )
    if pi:
        found.append(_size(FAITHFUL.name, folder / FAITHFUL.out, folder / "pi.html", EVERYTHING_SIZE))
    return found


def _case(case: Case, seconds: list[float], ratios: list[float]) -> list[Row]:
    ratio = statistics.median(ratios) if ratios else None
    return [
        Row(
            f"{case.name}, wall",
            f"{statistics.median(seconds):.2f} s",
            f"{ratio:.2f}" if ratio is not None else "",
            f"{case.ratio} of pi" if ratio is not None else "",
            ratio <= case.ratio if ratio is not None else None,
        )
    ]


def _seconds(command: list[str], out: Path) -> float:
    out.unlink(missing_ok=True)
    seconds = process.run(command).seconds
    if not out.exists():
        raise RuntimeError(f"{command} has written nothing")
    return seconds


def _size(name: str, ours: Path, theirs: Path, limit: float) -> Row:
    share = ours.stat().st_size / theirs.stat().st_size
    return Row(
        f"{name}, size",
        f"{ours.stat().st_size / 1e6:.2f} MB",
        f"{share:.2f}",
        f"{limit} of pi",
        share <= limit,
    )


def _painted(page: Path) -> Row:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        names = ("chromium", "chromium-browser", "google-chrome")
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, names)), None), args=web.FLAGS
        )
        try:
            tab = browser.new_page(viewport=web.SIZE)
            tab.goto(page.as_uri(), wait_until="commit")
            tab.wait_for_selector(web.READY, timeout=web.PATIENCE_MS)
            seconds = float(tab.evaluate(FIRST_PAINT)) / 1000
            painted = float(tab.evaluate(web.PAINTED.partition(" + ")[2])) / 1000
        finally:
            browser.close()
    value = f"{seconds:.2f} s, entries {painted:.2f}"
    return Row("everything, HTML, first paint", value, "", f"{PAINT_SECONDS} s", seconds <= PAINT_SECONDS)


def _typical(command: list[str], pi: list[str] | None, session: Path, folder: Path, runs: int) -> list[Row]:
    """A usual session: seconds are absolute, and the faithful page is beside pi's."""
    found = []
    for case in CASES[:4]:
        taken = [_seconds(_ours(command, case, session, folder), folder / case.out) for _ in range(runs)]
        middle = statistics.median(taken)
        name = f"usual session, {case.name}"
        found.append(
            Row(f"{name}, wall", f"{middle:.2f} s", "", f"{TYPICAL_SECONDS} s", middle <= TYPICAL_SECONDS)
        )
    if pi:
        _seconds(_theirs(pi, session, folder), folder / "pi.html")
        found.append(_size("usual session, HTML", folder / FAITHFUL.out, folder / "pi.html", TYPICAL_SIZE))
    return found
