"""Offline reader of session files of the pi coding agent.

Rooms, each knowing only those before it: ``evidence`` (bytes), ``session`` (one file as pi understands it),
``store`` (many files), then ``cli`` and ``web``. Evidence is only ever read.
"""

__version__ = "0.1.0"
