"""One session file as pi understands it: load, migrate, tree, context, wire, prompt, ledger, compaction.

Views are pure functions of a ``Session`` with frozen results. Nothing here prints, and nothing knows the terminal
or the web.
"""

from inspector.session.load import PI_VERSION, Session, open_session, require_session

__all__ = ["PI_VERSION", "Session", "open_session", "require_session"]
