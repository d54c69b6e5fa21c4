"""The phrase somebody asks for: how it is compared, and which lines of a file are worth decoding for it.

Comparing ignores case, full and half width, how white space runs, and whether an accent is joined to its letter, so
that words copied from a terminal are found. Regular expressions run on a linear-time engine (google-re2).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import re2

from inspector.diagnosis.joined import joined, spelled
from inspector.errors import BadInput
from inspector.evidence.file import EvidenceFile

EXCERPT = 60  # characters shown on either side of a hit
STATEMENT = 240  # characters of a sentence that is quoted whole
_NEAR = 4 * EXCERPT  # characters on either side of a hit that nearly always hold an excerpt
CHUNK = 1 << 18  # bytes searched at a time: small enough that memory is used again
_OTHER_WIDTH = re.compile("[\u3000\uff01-\uff5e\uff61-\uff9f]")
_KANA = re.compile("[\uff61-\uff9f]")
_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
# Signs that belong to the letter before them and are no letters of their own, as vowel signs of Indian scripts are.
_ACCENT = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
_TAG = re.compile(r"</?[a-z][a-z_-]*(?: [^<>]*)?/?>")
_END = re.compile(r"[.!?;](?=\s|$)|[。！？；\n]")
# What can spell a letter or digit without being it: escapes beyond the control characters, and wide forms.
_ODD = (
    rb"\\u(?:[1-9a-fA-F][0-9a-fA-F]{3}|0[1-9a-fA-F][0-9a-fA-F]{2}|00[2-9a-fA-F][0-9a-fA-F])",
    rb"\xef(?:\xbc[\x90-\x99\xa1-\xba]|\xbd[\x81-\x9a\xa1-\xbf]|\xbe[\x80-\x9f])",
)


class Needle:
    """A phrase, or a regular expression, ready to be looked for. Raises ``BadInput`` (kind ``phrase``) for an empty
    phrase and for an expression that re2 does not take, kind ``empty-match`` for one that finds an empty text."""

    def __init__(self, phrase: str, regex: bool = False) -> None:
        self.phrase = phrase
        self.regex = regex
        self._folded = fold(normal(one_blank(phrase)))
        if not self._folded.strip():
            raise BadInput("phrase", "the phrase is empty; give the words that the model should have known")
        self._pattern = _pattern(phrase) if regex else None
        self._raw = None if regex else _raw_pattern(self._folded)
        self._word = max(self._folded.split(" "), key=len)
        first = self._folded[:1]
        self._plain = not regex and (first < "\u0300" or "\u3400" <= first <= "\u9fff")
        self._last: tuple[str | None, tuple[int, int] | None] = (None, None)

    def span(self, text: str) -> tuple[int, int] | None:
        """Where the first hit lies in ``one_blank(text)`` (for an expression: in ``text``), None without one."""
        asked, found = self._last
        if asked is not text:  # the same text is asked about several times in a row
            found = self._find(text)
            self._last = (text, found)
        return found

    def _find(self, text: str) -> tuple[int, int] | None:
        plain = widths(text if self.regex else one_blank(text))
        form = joined(plain)
        if form is None:
            return self._place(plain)
        span = self._place(form.text)
        return None if span is None else form.span(*span)

    def _place(self, plain: str) -> tuple[int, int] | None:
        if self._pattern is not None:
            text, at = _encodable(plain), 0
            while (match := self._pattern.search(text, at)) is not None:
                if not _is_cut(text, match.end()):
                    return match.start(), match.end()
                at = match.end()
            return None
        at = _find_whole(_lowered(plain), self._folded)
        return (at, at + len(self._folded)) if at >= 0 else None

    def holds(self, text: str) -> bool:
        """True where ``span`` finds something, mostly at a small part of its cost."""
        if self._plain and (at := (low := text.lower()).find(self._folded)) >= 0:
            end = at + len(self._folded)
            if end >= len(low) or low[end] < "\u0300" or "\u3400" <= low[end] <= "\u9fff":
                return True  # nothing behind it joins it, and nothing is made of other widths
        small = None if self.regex else _comparable(text)
        if small is None:
            return self.span(text) is not None
        if _find_whole(small, self._folded) >= 0:
            return True
        # White space may run otherwise between the words, but each of them stands somewhere.
        return " " in self._folded and self._word in small and self.span(text) is not None

    def excerpt(self, text: str) -> str | None:
        """The first hit with its surroundings on one line, None without one."""
        return self._near_excerpt(text) or self._excerpt(text)

    def _near_excerpt(self, text: str) -> str | None:
        """The same from the text near the hit alone; None where that does not tell."""
        if self.regex or " " in self._folded or (small := _comparable(text)) is None:
            return None
        at = _find_whole(small, self._folded)
        if at < 0:
            return None
        end = at + len(self._folded)
        low, high = max(0, at - _NEAR), min(len(text), end + _NEAR)
        before = (
            f"{text[low:at]}|".split()
        )  # the bar stands for the hit: it shows whether a blank is next to it
        after = f"|{text[end:high]}".split()
        left, right = " ".join(before)[:-1], " ".join(after)[1:]
        if (low and len(left) <= EXCERPT) or (high < len(text) and len(right) <= EXCERPT):
            return None
        inner = one_blank(left[-EXCERPT:] + text[at:end] + right[:EXCERPT])
        return ("…" if len(left) > EXCERPT else "") + inner + ("…" if len(right) > EXCERPT else "")

    def _excerpt(self, text: str) -> str | None:
        span = self.span(text)
        if span is None:
            return None
        shown = text if self.regex else one_blank(text)
        start, end = max(0, span[0] - EXCERPT), min(len(shown), span[1] + EXCERPT)
        inner = one_blank(shown[start:end])
        return ("…" if start else "") + inner + ("…" if end < len(shown) else "")

    def statement(self, text: str) -> str | None:
        """The sentence around the first hit, on one line and cut to ``STATEMENT`` characters; None without a hit."""
        span = self.span(text)
        if span is None:
            return None
        shown = text if self.regex else one_blank(text)
        start = max((match.end() for match in _END.finditer(shown, 0, span[0])), default=0)
        after = _END.search(shown, max(span[0], span[1] - 1))
        end = after.end() if after else len(shown)
        if end - start > STATEMENT:
            low, high = max(start, span[0] - 40), min(end, max(span[1], span[0] + STATEMENT - 40))
            # Whole words only, as far as there are blanks.
            start = shown.find(" ", low, span[0]) + 1 or low if low > start else low
            end = shown.rfind(" ", span[1], high) if high < end and " " in shown[span[1] : high] else high
        return one_blank(_TAG.sub(" ", shown[start:end])) or one_blank(shown[span[0] : span[1]])

    def lines(self, evidence: EvidenceFile) -> Iterator[int]:
        """Offsets in bytes inside lines that may hold the phrase, at most one a line, rising. Says yes in vain now
        and then, never no: the phrase is looked for as JSON spells it, and whatever may spell it another way."""
        if self._raw is None:
            yield from _every_line(evidence)
            return
        patterns = [_bytes_pattern(self._raw), *(_bytes_pattern(one, latin=True) for one in _ODD)]
        for start, chunk in chunks(evidence):
            found: set[int] = set()
            for pattern in patterns:
                collect(pattern, chunk, found)
            yield from (start + at for at in sorted(found))


def one_blank(text: str) -> str:
    """``text`` with every run of white space as one blank, none at the ends."""
    return " ".join(text.split())


def widths(text: str) -> str:
    """Full-width letters, digits and signs as plain ones, half-width kana as full ones (which may join two)."""
    if text.isascii():
        return text
    if _OTHER_WIDTH.search(text) is None:
        return text  # nearly always: a look by the engine costs a tenth of the translation
    return _KANA.sub(lambda match: unicodedata.normalize("NFKC", match.group()), text.translate(_WIDTH))


def normal(text: str) -> str:
    """``text`` in plain width, accents joined to their letters as in the text that is searched: no sign becomes
    another one by itself."""
    text = widths(text)
    form = joined(text)
    return text if form is None else form.text


def fold(text: str) -> str:
    """``text`` for comparing: plain width, small letters; as long as it was."""
    return _lowered(widths(text))


def _comparable(text: str) -> str | None:
    """``text`` for comparing, in which every character is where it was; None where accents would have to be joined."""
    if not text.isascii():
        text = widths(text)
        if not unicodedata.is_normalized("NFC", text):
            return None
    return _lowered(text)


def _is_cut(text: str, end: int) -> bool:
    """True where a hit would end between a letter and its accent: "cafe" is not said where the word has one, be it
    written in one character or in two."""
    return (
        end < len(text)
        and text[end] >= "\u0300"
        and bool(end)
        and text[end - 1].isalnum()
        and (_ACCENT.match(text[end]) is not None)
    )


def _find_whole(text: str, wanted: str) -> int:
    """Where ``wanted`` stands first without cutting off an accent, -1 for nowhere."""
    at = text.find(wanted)
    while at >= 0 and _is_cut(text, at + len(wanted)):
        at = text.find(wanted, at + 1)
    return at


def _lowered(text: str) -> str:
    small = text.lower()
    return small if len(small) == len(text) else "".join(char.lower()[:1] for char in text)


def chunks(evidence: EvidenceFile, size: int = CHUNK) -> Iterator[tuple[int, bytes]]:
    """The evidence in blocks of whole lines: offset and bytes. A line longer than ``size`` makes a block alone."""
    offset, wanted = 0, size
    while offset < evidence.size:
        block = evidence.read(offset, min(wanted, evidence.size - offset))
        if not block:
            return
        cut = block.rfind(b"\n") + 1
        if not cut and offset + len(block) < evidence.size:
            wanted *= 2
            continue
        if cut and offset + len(block) < evidence.size:
            block = block[:cut]
        yield offset, block
        offset += len(block)
        wanted = size


def collect(pattern: re2._Regexp[bytes], block: bytes, found: set[int]) -> None:
    """Add the start of each line of ``block`` that the pattern finds something in."""
    at = 0
    while (match := pattern.search(block, at)) is not None:
        found.add(block.rfind(b"\n", 0, match.start()) + 1)
        at = block.find(b"\n", match.end()) + 1
        if not at:
            return


def _every_line(evidence: EvidenceFile) -> Iterator[int]:
    offset = 0
    for raw in evidence.lines():
        yield offset
        offset += len(raw)


def _raw_pattern(folded: str) -> bytes | None:
    """A pattern for the bytes of a line, from the first letter or digit of the phrase on; None without one."""
    start = next((at for at, char in enumerate(folded) if char.isalnum()), -1)
    if start < 0:
        return None
    return "".join(_spelled(char) for char in folded[start:]).encode("utf-8")


def _spelled(char: str) -> str:
    if char == " ":
        return _BLANKS
    if not char.isascii() and (ways := spelled(char)) is not None:
        return ways
    if char.isalnum():
        return str(re2.escape(char))
    if char < " " or "\ud800" <= char <= "\udfff":
        return r"\\u[0-9a-f]{4}"
    wide = chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char
    return f"(?:{_SHORT.get(char, re2.escape(char))}|{re2.escape(wide)})"


_BLANKS = r"(?:\s|\\[nrtbf]|\\u00[01][0-9a-f]|[\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}])+"
_SHORT = {'"': r"\\\"", "\\": r"\\\\", "/": r"\\?/"}


def literal(text: str) -> re2._Regexp[bytes]:
    """A pattern for the bytes of a plain text, whatever the case and however its accents are written."""
    ways = re2.escape(text) if text.isascii() else "".join(spelled(char) or re2.escape(char) for char in text)
    return _bytes_pattern(ways.encode("utf-8", "replace"))


def _bytes_pattern(pattern: bytes, latin: bool = False) -> re2._Regexp[bytes]:
    options = re2.Options()
    options.case_sensitive = latin
    options.log_errors = False
    if latin:
        options.encoding = re2.Options.Encoding.LATIN1
    return re2.compile(pattern, options)


def _pattern(expression: str) -> re2._Regexp[str]:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = 64 << 20
    try:
        found = re2.compile(_encodable(unicodedata.normalize("NFC", expression)), options)
    except re2.error as error:
        reason = error.args[0] if error.args else "unknown"
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        message = f"the expression {expression!r} cannot be used: {reason} (google-re2, no look-around or back-references)"
        raise BadInput("phrase", message) from None
    if any((match := found.search(text)) and match.end() == match.start() for text in _PROBES):
        message = f"the expression {expression!r} also finds an empty text, which is everywhere; ask for at least one character"
        raise BadInput("empty-match", message)
    return found


_PROBES = (
    "",
    "a",
    " a b\n",
)  # an expression that finds nothing but an empty text in one of them asks for none


def _encodable(text: str) -> str:
    """Lone surrogates have no UTF-8; the engine gets U+FFFD in their place, which is as long."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text
