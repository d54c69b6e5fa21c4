"""Bytes: read-only files, line spans, the decoding ladder, what is wrong with a line. Knows nothing of pi's tree.

Nothing here writes, prints or imports another room.
"""

from inspector.evidence.damage import Damage, Salvage
from inspector.evidence.file import EvidenceFile, Identity
from inspector.evidence.ladder import Decoded, Refused, decode

__all__ = ["Damage", "Decoded", "EvidenceFile", "Identity", "Refused", "Salvage", "decode"]
