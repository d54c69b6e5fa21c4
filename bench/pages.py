"""What one feels in an open session: jumps, letters in the filter, scrolling, and the memory of the page.

All times are taken by the page itself. An action is over in the frame in which its result is painted.
"""

from __future__ import annotations

import random
import re
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from web import open_session, server, tab, watch

JUMPS = 21
WORDS = ("deploy", "bash", "assistant", "错误", "l5012", "summary")
VIEWS = ("totals", "map", "damage", "transcript")
WHEEL_MS = 30  # between two turns of the wheel
STEP_PX = 240
FRAME_MS = 50

# Runs in the page: ``act`` starts something; answers the milliseconds until ``there`` says that its result stands in
# the document and the frame that shows it has been painted.
HELPERS = """
window.bench = {
  painted: () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done();
    port2.postMessage(0);
  })),
  async until(act, there, most = 10000) {
    const start = performance.now();
    act();
    while (performance.now() - start < most) {
      await bench.painted();
      if (there()) return performance.now() - start;
    }
    throw new Error("never came");
  },
  onScreen(node, box) {
    if (!node || !box) return false;
    const a = node.getBoundingClientRect(), b = box.getBoundingClientRect();
    return a.bottom > b.top && a.top < b.bottom;
  },
  shown(line, inTree) {
    const tree = document.getElementById("tree"), text = document.getElementById("transcript");
    const article = text.querySelector(".entry.is-chosen");
    const row = tree.querySelector(".tree-row.is-active");
    const here = article && article.textContent.includes(`L${line}`) && bench.onScreen(article, text);
    return Boolean(here && (!inTree || (row && row.textContent.includes(`L${line},`) && bench.onScreen(row, tree))));
  },
};
"""
JUMP = """([hash, line]) => bench.until(() => { location.hash = hash; }, () => bench.shown(line, true))"""
# Far away in the tree: scroll there, then press on what stands in the middle. The press is what is measured.
PRESS = """async (share) => {
  const tree = document.getElementById("tree");
  tree.scrollTop = share * tree.scrollHeight;
  await bench.painted();
  await bench.painted();
  const rows = [...tree.querySelectorAll(".tree-row:not(.is-fold)")].filter((row) => bench.onScreen(row, tree));
  const row = rows[rows.length >> 1];
  const line = /, L(\\d+),/.exec(row.textContent)[1];
  return bench.until(() => row.click(), () => bench.shown(line, true));
}"""
LISTEN = """() => {
  const times = window.keys = [];
  document.getElementById("filter").addEventListener("input", (event) => {
    const start = event.timeStamp;
    bench.painted().then(() => times.push(performance.now() - start));
  }, true);
}"""
FRAMES = """() => {
  const times = window.frames_ = [];
  let last = 0;
  const next = (now) => {
    if (last) times.push(now - last);
    last = now;
    window.frameCall = requestAnimationFrame(next);
  };
  window.frameCall = requestAnimationFrame(next);
}"""
FRAMES_END = "() => { cancelAnimationFrame(window.frameCall); return window.frames_; }"


@dataclass(frozen=True, slots=True)
class Feel:
    """Milliseconds of jumps (address, then pressed in the tree) and of letters in the filter; of frames while
    scrolling; megabytes of the JavaScript heap after collection, all views seen; bytes of the biggest answer on the
    wire up to then."""

    jumps: list[float]
    presses: list[float]
    letters: list[float]
    frames: list[float]
    heap_mb: float
    biggest_answer: int

    @property
    def slow_frames(self) -> float:
        """Share of the frames that took longer than ``FRAME_MS``, in percent."""
        slow = sum(frame > FRAME_MS for frame in self.frames)
        return 100 * slow / max(1, len(self.frames))


def feel(command: list[str], session: Path, scroll_seconds: float) -> Feel:
    """Open the session and use it."""
    with server(command, session) as (url, _), tab(url) as page:
        answers = watch(page)
        open_session(page)
        page.evaluate(HELPERS)
        page.wait_for_timeout(1_000)  # what a page does once after it is painted is not what is measured
        rng = random.Random(4)
        places = rng.sample(_entries(session), JUMPS)
        jumps = [page.evaluate(JUMP, [f"#entry={name}", line]) for name, line in places]
        presses = [page.evaluate(PRESS, (at + 0.5) / JUMPS) for at in rng.sample(range(JUMPS), JUMPS)]
        letters = _letters(page)
        frames = _scroll(page, scroll_seconds)
        for view in VIEWS:
            page.click(f'.tabs [data-view="{view}"]' if view != "map" else "#tree-map")
            page.wait_for_timeout(500)
        return Feel(jumps, presses, letters, frames, _heap(page), max(answers.values(), default=0))


def median_and_worst(values: list[float]) -> str:
    """For a cell of the table."""
    return f"{statistics.median(values):.0f} ms, worst {max(values):.0f}"


def _entries(session: Path) -> list[tuple[str, int]]:
    """Id and line of every entry."""
    found = []
    with session.open("rb") as stream:
        for line, raw in enumerate(stream, 1):
            match = re.search(rb'"id":"([0-9a-f-]+)"', raw[:400])
            if match and line > 1:
                found.append((match[1].decode(), line))
    return found


def _letters(page: Any) -> list[float]:
    page.evaluate(LISTEN)
    for word in WORDS:
        page.click("#filter")
        page.keyboard.type(word, delay=120)
        for _ in word:
            page.keyboard.press("Backspace", delay=60)
    page.wait_for_timeout(600)
    return [float(time) for time in page.evaluate("window.keys")]


def _scroll(page: Any, seconds: float) -> list[float]:
    """Turn the wheel over the transcript, then over the tree, down and up; frames as the page sees them."""
    frames: list[float] = []
    for place in ("#transcript", "#tree"):
        page.evaluate(f"document.querySelector('{place}').scrollTop = 0")
        box = page.query_selector(place).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(300)
        page.evaluate(FRAMES)
        turns = int(seconds * 500 / WHEEL_MS)
        for turn in range(turns):
            page.mouse.wheel(0, STEP_PX if turn < turns * 0.6 else -STEP_PX)
            page.wait_for_timeout(WHEEL_MS)
        frames += page.evaluate(FRAMES_END)
    return frames


def _heap(page: Any) -> float:
    cdp = page.context.new_cdp_session(page)
    cdp.send("HeapProfiler.enable")
    cdp.send("HeapProfiler.collectGarbage")
    return float(cdp.send("Runtime.getHeapUsage")["usedSize"]) / 1e6
