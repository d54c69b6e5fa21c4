"""The standard streams, which may be closed, full, or read by somebody who leaves.

A failure to write the answer is told apart from a failure to read evidence, and never ends in a traceback.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CLOSED = "cannot write the output: standard output is closed"


class OutputError(Exception):
    """Standard output takes no more. Not an ``OSError``: those are about files that we read, and click and rich
    end the program with status 1 on some of them."""

    @property
    def reader_left(self) -> bool:
        """True where whoever read the output has enough (``| head``), which is no failure."""
        cause = self.__cause__
        # Windows calls it an invalid argument.
        on_windows = os.name == "nt" and isinstance(cause, OSError) and cause.errno == errno.EINVAL
        return isinstance(cause, BrokenPipeError) or on_windows

    @property
    def why(self) -> str:
        """One line for the user."""
        cause = self.__cause__
        return f"cannot write the output: {(isinstance(cause, OSError) and cause.strerror) or cause}"


class Guarded:
    """A stream, or the bytes below it, that fails with ``OutputError``."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, data: Any) -> Any:
        """As the stream does it."""
        try:
            return self._stream.write(data)
        except OSError as error:
            raise OutputError from error

    def flush(self) -> None:
        """As the stream does it."""
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError from error

    @property
    def buffer(self) -> Guarded:
        """The bytes below, guarded too."""
        return Guarded(self._stream.buffer)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def guarded_output() -> Iterator[None]:
    """Within, ``sys.stdout`` raises ``OutputError`` where it cannot be written."""
    stream: Any = sys.stdout
    sys.stdout = Guarded(stream)
    try:
        yield
    finally:
        sys.stdout = stream


def prepare() -> None:
    """Make the streams fit for us. A closed one gets the null device in its place, so that no evidence is opened
    under its number; a terminal that cannot show a character shows its escape."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def silence(stream: Any) -> None:
    """Turn a stream that failed to the null device, so that Python has no second complaint when it ends."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError, AttributeError):
        pass


def whisper(text: str) -> None:
    """Write to standard error; where that fails there is nobody left to tell."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)
