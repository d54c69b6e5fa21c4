"""Does the beginning of a file that grew still hold what was read from it? Marks taken then are looked for again.

Sessions are append-only, with one exception: pi rewrites a file of an older version in place when it opens it (FORMAT,
Versions), and other programs may do anything. Hashing all of a large file at every look would cost more than reading
what is new, so the marks are samples, and a hash of everything (``evidence.running``) proves the rest when it is known.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from inspector.evidence.file import EvidenceFile

EDGE = 64 << 10  # bytes looked at whole at the start and at the end of the range
SAMPLE = 4 << 10
SAMPLES = 64  # places between, evenly spread


@dataclass(frozen=True, slots=True)
class Marks:
    """What ``size`` bytes at the start of a file looked like: inode, device, a digest of samples, and whether the
    last of those bytes is an LF.

    Seen: another file at the path, a file shorter than ``size``, any change in the first or last 64 kB of the range,
    and any change that moves what stands behind it (a line made longer or shorter, taken out or put in), because then
    the bytes at all later samples differ; a rewrite by pi changes the header, the first line. Not seen: bytes changed
    in place between two samples, with the length kept. Up to 384 kB all bytes are looked at."""

    size: int
    inode: int
    device: int
    digest: bytes
    whole_lines: bool

    def stand(self, evidence: EvidenceFile) -> bool:
        """True where ``evidence`` is the same file, at least as long, and holds the same bytes at the marks."""
        identity = evidence.identity
        if (identity.inode, identity.device) != (self.inode, self.device) or evidence.size < self.size:
            return False
        return _digest(evidence, self.size)[0] == self.digest


def take_marks(evidence: EvidenceFile) -> Marks:
    """Marks of all bytes of ``evidence``."""
    digest, whole_lines = _digest(evidence, evidence.size)
    return Marks(evidence.size, evidence.identity.inode, evidence.identity.device, digest, whole_lines)


def _digest(evidence: EvidenceFile, size: int) -> tuple[bytes, bool]:
    digest = hashlib.blake2b(str(size).encode("ascii"), digest_size=16)
    last = b""
    for offset, length in _places(size):
        last = evidence.read(offset, length)
        digest.update(last)
    return digest.digest(), last.endswith(b"\n") or not size


def _places(size: int) -> list[tuple[int, int]]:
    """Offset and length of what is looked at; the end of the range comes last."""
    if size <= 2 * EDGE + SAMPLE * SAMPLES:
        return [(0, size)]
    step = (size - 2 * EDGE - SAMPLE) // (SAMPLES - 1)
    between = [(EDGE + number * step, SAMPLE) for number in range(SAMPLES)]
    return [(0, EDGE), *between, (size - EDGE, EDGE)]
