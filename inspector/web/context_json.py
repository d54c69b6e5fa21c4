"""The context view as the page reads it: rows instead of ids, lists of roles, reasons, what each row became."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.session import Session

LISTS = ("messages", "llm", "wire")


def context_json(session: Session, view: Any) -> dict[str, Any]:
    """The view as JSON values."""
    return {}


def messages_of(
    session: Session, view: Any, name: str, start: int, stop: int
) -> Iterator[tuple[str, int, Any]]:
    """Role, row (-1: made up by pi) and value of the messages of one list."""
    yield from ()
