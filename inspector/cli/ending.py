"""Being told to end while a file is written: as Ctrl-C, so that no half file is left behind."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Ended(KeyboardInterrupt):
    """Told to end by signal ``number``."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def exit_code(error: BaseException) -> int:
    """What a shell expects of a program that a signal ended, as click hands it on."""
    for one in (error, error.__cause__):
        if isinstance(one, Ended):
            return 128 + one.number
    return 128 + signal.SIGINT


@contextmanager
def ended_gently() -> Iterator[None]:
    """Within, SIGTERM and SIGHUP raise ``Ended``, a ``KeyboardInterrupt``, and cleaning up runs."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _frame: Any) -> None:
        raise Ended(number)

    before = {number: signal.signal(number, stop) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
