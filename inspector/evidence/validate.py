"""The second look at every byte: SHA-256 of the evidence, and the lines that are not UTF-8.

The typed pass validates syntax in fields it skips, lone surrogates and control characters included, but not
their UTF-8 (a test holds both). For large files this runs in a process of its own beside the typed pass; that
process reads the file again, read-only.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from inspector.evidence._validator import check
from inspector.evidence.file import EvidenceFile

PARALLEL_FROM = 8 << 20  # bytes; below this a second process costs more than it saves


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hex SHA-256 of the bytes of the evidence, and the numbers of lines that need the ladder."""

    sha256: str
    suspects: frozenset[int]


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
    digest = hashlib.sha256()
    suspects: list[int] = []
    for number, raw in enumerate(evidence.lines()):
        digest.update(raw)
        if not raw.isascii():
            check(raw, number, suspects)
    return Verdict(digest.hexdigest(), frozenset(suspects))


def _start(evidence: EvidenceFile) -> subprocess.Popen[bytes] | None:
    worker = Path(__file__).with_name("_validator.py")
    command = [sys.executable, "-I", "-S", str(worker), str(evidence.path.absolute()), str(evidence.size)]
    try:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return None


def _verdict(answer: bytes) -> Verdict:
    digest, _, numbers = answer.decode("ascii").strip().partition(" ")
    return Verdict(digest, frozenset(int(number) for number in numbers.split()))
