"""What an export takes along: which entries, which parts, redacted or not. The defaults are the safe ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from inspector.errors import BadInput
from inspector.redaction.options import RedactionOptions, name_in

PARTS = {
    "images": "images (a note stands in their place)",
    "thinking": "thinking, with its signatures",
    "prompt": "system prompt, tool declarations and context files",
    "private": "output of commands that were kept from the model (!!)",
    "identity": "home directory and user name as they are, not masked, and the folder of the source",
}

# What masks something else than a secret, in words; rules for secrets go by their names.
RULE_WORDS = {
    "identity": "home directory and user name",
    "signature": "signatures and encrypted reasoning",
    "image-metadata": "metadata of images",
    "image": "images that cannot be read",
    "text": "texts that could not be masked in part",
}


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """``branch``: the row whose path is exported, None for the active leaf. ``all_branches``: the whole file instead.
    ``parts``: names of ``PARTS`` that go along. ``redact``: secrets are masked, as ``redaction`` says."""

    branch: int | None = None
    all_branches: bool = False
    parts: frozenset[str] = frozenset()
    redact: bool = True
    redaction: RedactionOptions = field(default_factory=RedactionOptions)

    @property
    def faithful(self) -> bool:
        """True where nothing is left out and nothing masked, so that stored bytes can go out as they are."""
        return not self.redact and self.parts >= PARTS.keys()

    @property
    def left_out(self) -> list[str]:
        """Names of the parts that stay at home, in the order of ``PARTS``."""
        return [name for name in PARTS if name not in self.parts]

    def rules(self, cwd: str | None = None) -> RedactionOptions:
        """The options for the redactor: masking of home and user name is a part, not a matter of ``redact``. The name in
        the session's ``cwd`` is masked as well: it need not be of this machine."""
        names = (*self.redaction.names, *filter(None, [name_in(cwd)]))
        mask = "identity" not in self.parts
        return replace(self.redaction, enabled=self.redact, mask_identity=mask, names=names)


def everything(branch: int | None = None) -> ExportOptions:
    """A faithful copy: all branches (unless one is named), all parts, no redaction."""
    return ExportOptions(branch, branch is None, frozenset(PARTS), False)


def parse_parts(given: Iterable[str]) -> frozenset[str]:
    """Parts from the command line, repeated or with commas. Raises ``BadInput`` for a name that is none."""
    names = {name.strip().lower() for text in given for name in text.split(",")} - {""}
    for name in sorted(names - PARTS.keys()):
        raise BadInput("usage", f"there is no part {name!r}; parts are: {', '.join(PARTS)}")
    return frozenset(names)
