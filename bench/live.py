"""How late a page shows what is appended to the session that it has open: to a copy, as pi appends, a turn at a time."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from web import open_session, server, tab

APPENDS = 10
ENTRIES = 10  # of each append
PAUSE_MS = 1_300  # between two of them, never in step with the questions of the page
STEP_MS = 97

# Notes the clock when an entry has been painted, in the tree and in the transcript.
LOOK = """() => {
  window.came = {};
  const painted = (done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  });
  for (const [root, name] of [["#tree", "treeEntry"], ["#transcript", "entry"]]) {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const id = node.dataset && node.dataset[name];
        if (id) painted(() => { window.came[`${root} ${id}`] ??= Date.now(); });
      }
    }).observe(document.querySelector(root), { childList: true, subtree: true });
  }
}"""
THERE = """(id) => window.came[`#tree ${id}`] && window.came[`#transcript ${id}`]"""
LATEST = """(id) => Math.max(window.came[`#tree ${id}`], window.came[`#transcript ${id}`])"""


def lateness(command: list[str], session: Path) -> list[float]:
    """Milliseconds from each append (written, so that readers see it) to its last entry painted in tree and transcript."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / session.name
        shutil.copy(session, copy)
        os.utime(copy)
        with server(command, copy) as (url, _), tab(url) as page:
            open_session(page)
            page.wait_for_timeout(2 * PAUSE_MS)
            page.evaluate(LOOK)
            parent = _last_id(copy)
            times = []
            for number in range(APPENDS):
                page.wait_for_timeout(PAUSE_MS + number * STEP_MS)
                parent, since = _append(copy, parent, number)
                page.wait_for_function(THERE, arg=parent, polling=20)
                times.append(float(page.evaluate(LATEST, parent)) - since)
            return times


def _last_id(path: Path) -> str:
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - (1 << 20)))
        return str(json.loads(stream.read().splitlines()[-1])["id"])


def _append(path: Path, parent: str, number: int) -> tuple[str, float]:
    """Append some turns; the id of the last entry, and the clock in milliseconds when it was written."""
    lines = []
    for at in range(ENTRIES):
        name = f"{0xBE000000 + number * ENTRIES + at:08x}"
        entry = {
            "type": "message",
            "id": name,
            "parentId": parent,
            "timestamp": _now(),
            "message": _message(at),
        }
        lines.append(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        parent = name
    with path.open("ab") as stream:
        stream.write(b"".join(lines))
        stream.flush()
        return parent, time.time() * 1000


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())


def _message(at: int) -> dict[str, Any]:
    if at % 2 == 0:
        return {"role": "user", "content": "and the next one, please"}
    cost = {"input": 0.001, "output": 0.002, "cacheRead": 0.001, "cacheWrite": 0.0, "total": 0.004}
    usage = {
        "input": 10,
        "output": 20,
        "cacheRead": 5_000,
        "cacheWrite": 100,
        "totalTokens": 5_130,
        "cost": cost,
    }
    text = [{"type": "text", "text": "Here is **what came of it**:\n\n- one\n- two\n"}]
    told = {"role": "assistant", "provider": "anthropic", "model": "claude-sonnet-4-5", "stopReason": "stop"}
    return {**told, "content": text, "usage": usage}
