"""Writes the samples again: ``python samples/generator``. ``--check`` only says whether anything would change.

The output is committed beside this folder; the same code always gives the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from builder import Story
from damaged import DAMAGED
from demo import demo
from small import SOUND

FOLDER = Path(__file__).resolve().parent.parent


def files() -> Iterator[tuple[str, bytes, str]]:
    """Name, bytes and one line of description of each sample."""
    yield (
        "demo-night-market.jsonl",
        demo().encode(),
        "The demo: a rule said first, lost by a compaction; see below",
    )
    for make in [*SOUND, *DAMAGED]:
        made = make()
        name = make.__name__.replace("_", "-").replace("utf8", "utf-8")
        body = made.encode() if isinstance(made, Story) else made
        yield f"{name}.jsonl", body, (make.__doc__ or "").strip().split("\n")[0].rstrip(".")


def readme(rows: list[tuple[str, bytes, str]]) -> bytes:
    """The list of samples in samples/README.md."""
    intro, _, story = (Path(__file__).with_name("README.in.md").read_text("utf-8")).partition(
        "<!-- list -->\n"
    )
    table = "".join(f"- `{name}` – {about}.\n" for name, _, about in rows)
    return (intro + table + story).encode()


def main() -> int:
    """Write or compare; exit 1 when ``--check`` finds a difference."""
    rows = list(files())
    wanted = {name: body for name, body, _ in rows} | {"README.md": readme(rows)}
    there = {p.name for p in FOLDER.glob("*.jsonl")} | {"README.md"}
    odd = sorted(there - wanted.keys()) + [n for n, body in wanted.items() if _differs(FOLDER / n, body)]
    if "--check" in sys.argv:
        print("\n".join(odd) or "samples are as the generator writes them")
        return 1 if odd else 0
    for name, body in wanted.items():
        (FOLDER / name).write_bytes(body)
    print(f"{len(rows)} samples, {sum(len(b) for b in wanted.values()):,} bytes")
    return 0


def _differs(path: Path, body: bytes) -> bool:
    return not path.exists() or path.read_bytes() != body


if __name__ == "__main__":
    sys.exit(main())
