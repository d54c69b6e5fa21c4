"""The whole table, in order of precedence: where two rules match the same text, the earlier one names it."""

from __future__ import annotations

from inspector.redaction.choices import CHOICES
from inspector.redaction.contexts import ASSIGNMENTS, BLOCKS, HEADERS, URLS
from inspector.redaction.forms import FORMS
from inspector.redaction.providers import CLOUD_KEYS, CODE_KEYS, MODEL_KEYS, SERVICE_KEYS
from inspector.redaction.rule import Rule

RULES: tuple[Rule, ...] = (
    *BLOCKS,
    *MODEL_KEYS,
    *CLOUD_KEYS,
    *CODE_KEYS,
    *SERVICE_KEYS,
    *HEADERS,
    *URLS,
    *ASSIGNMENTS,
    *FORMS,
)

# Names that placeholders can carry besides those of the rules.
KNOWN, PATTERN, SIGNATURE, IMAGE, TEXT, IDENTITY = (
    "known",
    "pattern",
    "signature",
    "image",
    "text",
    "identity",
)


def rule_names() -> list[str]:
    """Every name that can stand in a placeholder."""
    names = [rule.name for rule in RULES]
    names += [rule.name for rules in CHOICES.values() for rule in rules]
    return sorted({*names, KNOWN, PATTERN, IMAGE, TEXT, IDENTITY})


__all__ = [
    "CHOICES",
    "IDENTITY",
    "IMAGE",
    "KNOWN",
    "PATTERN",
    "RULES",
    "SIGNATURE",
    "TEXT",
    "Rule",
    "rule_names",
]
