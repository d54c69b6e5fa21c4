"""The carried libraries are the files that VENDORED.md says they are."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "static" / "vendor"
ROW = re.compile(r"^\| `(?P<file>[^`]+)` \|.*\| `(?P<sha>[0-9a-f]{64})` \|$", re.MULTILINE)
EXPORT_LINE = "export { markedCjkFriendly as default };"
GLOBAL_LINE = "globalThis.markedCjkFriendly = markedCjkFriendly;"


def listed() -> dict[str, str]:
    """Name and SHA-256 of every file in the table."""
    text = (VENDOR / "VENDORED.md").read_text(encoding="utf-8")
    return {match["file"]: match["sha"] for match in ROW.finditer(text)}


def test_every_script_is_listed_with_its_hash() -> None:
    """A changed, missing or unlisted script fails."""
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.iterdir()
        if path.suffix in (".js", ".css")
    }
    assert found == listed()


def test_licence_texts_are_there() -> None:
    """Each licence file that the table names exists and is not empty."""
    text = (VENDOR / "VENDORED.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`([^`]+\.LICENSE[^`]*\.txt)`", text))
    assert len(names) == 7
    assert all((VENDOR / name).stat().st_size > 500 for name in names)


def test_the_made_script_is_the_original_in_a_wrapper() -> None:
    """marked-cjk-friendly comes as a module only; our classic form adds nothing to it."""
    source = (VENDOR / "marked-cjk-friendly.esm.js").read_text(encoding="utf-8")
    assert source.count(EXPORT_LINE) == 1
    made = "(function () {\n" + source.replace(EXPORT_LINE, GLOBAL_LINE) + "})();\n"
    assert (VENDOR / "marked-cjk-friendly.js").read_text(encoding="utf-8") == made
