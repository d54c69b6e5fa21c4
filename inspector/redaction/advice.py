"""What a person should still read: places that look like something no rule can decide. Heuristics, told as such."""

from __future__ import annotations

from collections.abc import Iterable

import re2

from inspector.redaction.finder import clean_bytes, compiled, re2_options
from inspector.redaction.report import Place, Report
from inspector.redaction.rule import entropy

PLACES = 20  # of one kind; then the kind is only counted no further
_SIZE = 1_000_000  # bytes of one entry looked at

# kind -> expression; the words for people are the exporter's.
LOOKS: dict[str, str] = {
    "long-base64": r"[0-9A-Za-z+/]{160}",
    "random-text": r"[0-9A-Za-z_+/-]{32}",
    "internal-host": r"[0-9A-Za-z-]\.(?:internal|corp|intranet|intra|lan|localdomain)(?:[^0-9A-Za-z-]|$)",
    "private-address": r"(?:^|[^0-9.])(?:10\.[0-9]{1,3}|192\.168|172\.(?:1[6-9]|2[0-9]|3[01]))\.[0-9]{1,3}\.[0-9]{1,3}",
    "e-mail": r"[0-9A-Za-z._-]@[0-9A-Za-z-]+(?:\.[a-z]+)*\.(?:com|net|org|edu|gov|io|dev|cn|de|fr|jp|uk|eu)(?:[^0-9A-Za-z]|$)",
    "secret-spoken-of": r"(?i)(?:my|the|our|your) (?:password|passphrase|secret key|api key) is|密码(?:是|为)",
}
_RANDOM = r"[0-9A-Za-z_+/-]{32,}={0,2}"


class Advisor:
    """Collects ``Report.advice``: entries to read, at most ``PLACES`` of each kind."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.active = dict(LOOKS)
        self._random = compiled(_RANDOM)
        self._build()

    def _build(self) -> None:
        self.kinds = list(self.active)
        self.set = re2.Set.SearchSet(re2_options())
        for pattern in self.active.values():
            self.set.Add(pattern.encode())
        if self.kinds:
            self.set.Compile()

    def quiet(self, text: bytes) -> bool:
        """True where nothing in ``text`` (UTF-8) or any part of it could be told by ``look``."""
        return not self.kinds or not self.set.Match(text)

    def look(self, texts: list[str], place: Place, report: Report) -> None:
        """Ask the heuristics about the (masked) texts of an entry."""
        if not self.kinds:
            return
        data = clean_bytes("\n".join(texts))[:_SIZE]
        full = []
        for number in self.set.Match(data) or ():
            kind = self.kinds[number]
            if kind == "random-text" and not self._has_random(data):
                continue
            report.advice.append((kind, place))
            report.advice_counts[kind] = report.advice_counts.get(kind, 0) + 1
            if report.advice_counts[kind] >= PLACES:
                full.append(kind)
        if full:
            for kind in full:
                del self.active[kind]
            self._build()

    def _has_random(self, data: bytes) -> bool:
        for count, match in enumerate(self._random.finditer(data)):
            text = match.group().decode("ascii")
            if count > 200:
                return False
            mixed = (
                any(c.isdigit() for c in text)
                and any(c.isupper() for c in text)
                and any(c.islower() for c in text)
            )
            if (
                mixed
                and len(text) < 160
                and entropy(text) >= 4.2
                and text.count("/") < 3
                and text.count("-") < 4
            ):
                return True
        return False
