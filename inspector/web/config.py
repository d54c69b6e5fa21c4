"""What a running server is told once, at its start."""

from __future__ import annotations

import hmac
import secrets
import threading
from dataclasses import dataclass, field

from inspector.store import Places
from inspector.web.library import Library
from inspector.web.listing import Counter
from inspector.web.shelf import Shelf


class Token:
    """The secret of one start. The printed address holds it; ``ticket`` is a second one that works once, for the
    browser that we open ourselves: other users of a machine can read the arguments of a program."""

    def __init__(self) -> None:
        self.text = secrets.token_urlsafe(24)
        self._tickets: set[str] = set()
        self._lock = threading.Lock()

    def ticket(self) -> str:
        """A new token that lets one browser in, once."""
        text = secrets.token_urlsafe(24)
        with self._lock:
            self._tickets.add(text)
        return text

    def matches(self, given: str) -> bool:
        """True for the token itself, compared in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.text.encode("utf-8"))

    def admits(self, given: str) -> bool:
        """True for the token and for a ticket, which is used up."""
        if self.matches(given):
            return True
        with self._lock:
            if given not in self._tickets:
                return False
            self._tickets.remove(given)
            return True


@dataclass(frozen=True, slots=True)
class WebConfig:
    """``host`` and ``port`` are where the server listens; ``token`` None switches the per-start token off."""

    shelf: Shelf
    host: str = "127.0.0.1"
    port: int = 0
    token: Token | None = field(default_factory=Token)
    library: Library = field(default_factory=Library)
    counter: Counter = field(default_factory=Counter)
    places: Places | None = None  # where pi keeps sessions: checks look there, pages name what they find

    def __post_init__(self) -> None:
        # What the list had to read, the page of that session need not read again.
        self.counter.keep = self.library.offer

    @property
    def cookie(self) -> str:
        """Name of the cookie; cookies do not know ports, so the name does, and several servers can run."""
        return f"pi_inspector_{self.port}"
