"""The second look at every byte: SHA-256 of the evidence, and the lines that are not UTF-8.

The typed pass validates syntax in fields it skips, lone surrogates and control characters included, but not
their UTF-8 (a test holds both). For large files this runs in a process of its own beside the typed pass; it is
handed the opened file and reads it again, so that hash and entries are of the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from inspector.evidence import _validator
from inspector.evidence.file import EvidenceFile

PARALLEL_FROM = 8 << 20  # bytes; below this a second process costs more than it saves


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hex SHA-256 of the bytes of the evidence, the numbers of lines that need the ladder, and those of lines with
    U+2028 or U+2029 in them: pi's session list ends a line there (opening does not)."""

    sha256: str
    suspects: frozenset[int]
    parted: frozenset[int]


class Validation:
    """A validation that may run beside other work: start it, do something else, then ask for ``result()``."""

    def __init__(self, evidence: EvidenceFile) -> None:
        self._evidence = evidence
        self._child = (
            _start(evidence) if evidence.size >= PARALLEL_FROM and (os.cpu_count() or 1) > 1 else None
        )

    def result(self) -> Verdict:
        """Wait for the verdict; where the second process could not do it, do it here."""
        if self._child is not None:
            answer, _ = self._child.communicate()
            if self._child.returncode == 0:
                return _verdict(answer)
        return validate(self._evidence)

    def stop(self) -> None:
        """End a validation nobody will ask for."""
        if self._child is not None and self._child.poll() is None:
            self._child.kill()
            self._child.communicate()


def validate(evidence: EvidenceFile) -> Verdict:
    """The verdict, worked out in this process."""
    digest, suspects, parted, _ = _validator.verdict(evidence.read, evidence.size)
    return Verdict(digest, frozenset(suspects), frozenset(parted))


def _start(evidence: EvidenceFile) -> subprocess.Popen[bytes] | None:
    if not hasattr(os, "pread"):
        return None  # Windows cannot read by position, so two processes would move each other's place
    worker = Path(__file__).with_name("_validator.py")
    command = [sys.executable, "-I", "-S", str(worker), str(evidence.size)]
    try:
        return subprocess.Popen(
            command, stdin=evidence.fileno(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None


def _verdict(answer: bytes) -> Verdict:
    first, _, parted = answer.decode("ascii").partition("|")
    digest, _, suspects = first.strip().partition(" ")
    return Verdict(digest, frozenset(map(int, suspects.split())), frozenset(map(int, parted.split())))
