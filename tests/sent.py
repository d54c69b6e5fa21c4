"""What goes to a model, put together in full: the context at an entry, or what a given reply was made from."""

from __future__ import annotations

from typing import Any

from inspector.session import Session
from inspector.session.context import Context, context_at
from inspector.session.messages import ABSENT
from inspector.session.wire import Target, Wire


def wire_for(session: Session, row: int, reply: int = -1) -> tuple[Context, list[tuple[Any, int]]]:
    """The context at ``row`` and its messages on the wire with their rows. With ``reply`` (a row), on the wire to the
    model that gave it (FORMAT, step 6), whatever the path tells about the model before."""
    lists: dict[str, list[tuple[Any, int]]] = {"messages": [], "llm": [], "wire": []}
    context = context_at(session, row, lambda name, message, at: lists[name].append((message, at)))
    if reply < 0:
        return context, lists["wire"]
    message = session.value(reply)["message"]
    own = Target(message.get("provider"), message.get("model"), message.get("api", ABSENT))
    wire = Wire(own)
    sent = [one for message, at in lists["llm"] for one in wire.feed(message, at)]
    return context, [*sent, *wire.close()]
