"""The body of each kind of entry in the plain transcript: one function per kind, in an explicit table.

They say what the viewer says (``static/js/entry-kinds.js``, ``entry-tools.js``); what nobody has words for is JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from inspector.session.preview import call_line, one_line
from inspector.session.skill import skill_in
from inspector.web.pages_plain_parts import BLOCKS, Path, Pieces, Values
from inspector.web.pages_text import Part, parts

COMMAND_TOOLS = ("bash", "shell", "exec")
Calls = dict[str, int]  # rows of results by the id of their call, on the page that is shown


def body(pieces: Pieces, results: Calls) -> list[Values]:
    """Blocks of the entry of ``pieces``."""
    entry = pieces.entry
    if not isinstance(entry, dict):
        return [pieces.note("plain.body.no-record"), pieces.json(entry)]
    kind = entry.get("type")
    if kind == "message":
        return _message(pieces, entry, results)
    maker = _KINDS.get(kind) if isinstance(kind, str) else None
    if maker is None:
        return [pieces.note("plain.body.unknown-type"), pieces.json(entry)]
    return maker(pieces, entry)


def text_of(value: Any) -> str:
    """A string of a value that should be one; "" for any other."""
    return value if isinstance(value, str) else ""


# -- content ---------------------------------------------------------------------------------------------


def _blocks(content: Any, path: Path) -> Iterator[tuple[Any, Path, Path]]:
    """Blocks of a content of any shape, each with its own path and that of its text."""
    if content is None:
        return
    if isinstance(content, str):
        yield {"type": "text", "text": content}, path, path
    elif isinstance(content, list):
        for at, block in enumerate(content):
            yield block, (*path, at), (*path, at, "text")
    else:
        yield content, path, path


def _talk(
    pieces: Pieces, content: Any, path: Path, results: Calls | None = None, **mode: bool
) -> list[Values]:
    found: list[Values] = []
    for number, (block, own, text_path) in enumerate(_blocks(content, path)):
        if number == BLOCKS:
            more = len(content) - number
            found += [{**pieces.note("plain.blocks-more", n=more), "more": pieces.raw()}]
            break
        made = _block(pieces, block, own, text_path, results, mode)
        if made is not None:
            found.append(made)
    return found


def _of_user(pieces: Pieces, content: Any) -> list[Values]:
    """What the user said; a skill that pi put in front of it folds."""
    path = ("message", "content")
    found = _talk(pieces, content, path)
    block, _, text_path = next(_blocks(content, path), (None, (), ()))
    said = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    skill = skill_in(text_of(said))
    if skill is None:
        return found
    say = pieces.frame.say
    inside = [pieces.note("plain.body.skill-sent"), pieces.text(skill.text, text_path)]
    words = pieces.text(skill.words, text_path) if skill.words else pieces.note("plain.body.skill-no-words")
    title = say("plain.body.skill", called=one_line(skill.name, 80))
    return [pieces.fold(title, inside, skill.location), words, *found[1:]]


def _block(
    pieces: Pieces, block: Any, path: Path, text_path: Path, results: Calls | None, mode: dict[str, bool]
) -> Values | None:
    if not isinstance(block, dict):
        return pieces.json(block)
    kind, text = block.get("type"), block.get("text")
    if kind == "text" and isinstance(text, str):
        return pieces.text(text, text_path, **mode) if text.strip() else None
    if kind == "thinking":
        thought = text_of(block.get("thinking"))
        if block.get("redacted") or not thought.strip():
            return pieces.note("plain.body.thinking-none")
        inside = pieces.text(thought, (*path, "thinking"))
        return pieces.fold(pieces.frame.say("plain.body.thinking"), [inside], thought.strip().split("\n")[0])
    if kind == "toolCall":
        return _call(pieces, block, path, results or {})
    if kind == "image":
        return pieces.image(block)
    named = one_line(text_of(kind), 60) or "?"
    return pieces.fold(pieces.frame.say("plain.body.block", type=named), [pieces.json(block)])


# -- tool calls ------------------------------------------------------------------------------------------


def _call(pieces: Pieces, block: Values, path: Path, results: Calls) -> Values:
    name, arguments, known = block.get("name"), block.get("arguments"), block.get("id")
    row = results.get(known, -1) if isinstance(known, str) else -1
    end = pieces.place("plain.body.result", row) if row >= 0 else []
    return pieces.call(name, arguments, end, _arguments(pieces, name, arguments, (*path, "arguments")))


def _arguments(pieces: Pieces, name: Any, given: Any, path: Path) -> list[Values]:
    if not isinstance(given, dict):
        return [] if given in (None, "") else [pieces.json(given)]
    command = given.get("command")
    if name in COMMAND_TOOLS and isinstance(command, str):
        rest = {key: value for key, value in given.items() if key != "command"}
        whole = [] if _fits(command) else [pieces.text(command, (*path, "command"), mono=True)]
        return [*whole, *([pieces.json(rest)] if rest else [])]
    if name == "edit" and (changes := _changes(pieces, given)):
        return changes
    if name == "write" and isinstance(given.get("content"), str):
        return [pieces.text(given["content"], (*path, "content"), mono=True)]
    simple = len(given) == 1 and _fits(call_line("", given)) and isinstance(next(iter(given.values())), str)
    return [] if simple or not given else [pieces.json(given)]


def _fits(text: str) -> bool:
    return len(text) <= 150 and "\n" not in text


def _changes(pieces: Pieces, given: Values) -> list[Values]:
    stored = given.get("edits")
    edits = stored if isinstance(stored, list) else [given]
    pairs = [
        (edit["oldText"], edit["newText"])
        for edit in edits
        if isinstance(edit, dict)
        and isinstance(edit.get("oldText"), str)
        and isinstance(edit.get("newText"), str)
    ]
    if not pairs or len(pairs) < len(edits):
        return []
    found = [pieces.difference(old, new) for old, new in pairs[:BLOCKS]]
    if len(pairs) > BLOCKS:
        found.append({**pieces.note("plain.blocks-more", n=len(pairs) - BLOCKS), "more": pieces.raw()})
    return found


# -- messages --------------------------------------------------------------------------------------------


def _message(pieces: Pieces, entry: Values, results: Calls) -> list[Values]:
    message = entry.get("message")
    if not isinstance(message, dict):
        return [pieces.note("plain.body.no-message"), pieces.json(entry)]
    role = message.get("role")
    if role == "assistant":
        return _reply(pieces, message, results)
    if role == "user":
        return _or_none(pieces, _of_user(pieces, message.get("content")))
    if role == "custom":
        return _or_none(pieces, _talk(pieces, message.get("content"), ("message", "content")))
    maker = _ROLES.get(role) if isinstance(role, str) else None
    if maker is None:
        return [pieces.note("plain.body.unknown-role"), pieces.json(message)]
    return maker(pieces, message)


def _or_none(pieces: Pieces, blocks: list[Values]) -> list[Values]:
    return blocks or [pieces.note("plain.body.none")]


def _reply(pieces: Pieces, message: Values, results: Calls) -> list[Values]:
    blocks = _talk(pieces, message.get("content"), ("message", "content"), results)
    error = text_of(message.get("errorMessage"))
    if error:
        blocks.append({"is": "error", "blocks": [pieces.text(error, ("message", "errorMessage"))]})
    return blocks or [pieces.note("plain.body.reply-none")]


def _result(pieces: Pieces, message: Values) -> list[Values]:
    blocks = _talk(pieces, message.get("content"), ("message", "content"), terminal=True)
    if not blocks:
        blocks = [pieces.note("plain.body.result-none")]
    details, nested = message.get("details"), message.get("nestedCalls")
    if isinstance(details, dict) and isinstance(details.get("diff"), str):
        text = pieces.text(details["diff"], ("message", "details", "diff"), mono=True)
        blocks.append(pieces.fold(pieces.frame.say("plain.body.diff"), [text]))
    elif details is not None:
        blocks.append(pieces.fold(pieces.frame.say("plain.body.details"), [pieces.json(details)]))
    if isinstance(nested, list) and nested:
        blocks.append(
            pieces.fold(pieces.frame.say("plain.body.nested", n=len(nested)), [pieces.json(nested)])
        )
    return blocks


def _shell(pieces: Pieces, message: Values) -> list[Values]:
    command, output = text_of(message.get("command")), text_of(message.get("output"))
    mark = "!!" if message.get("excludeFromContext") else "!"
    whole = [] if _fits(command) else [pieces.text(command, ("message", "command"), mono=True)]
    card = {**pieces.call(mark, {}, [], whole), "about": parts(one_line(command, 200))}
    found = [card]
    if output.strip():
        found.append(pieces.text(output, ("message", "output"), terminal=True))
    else:
        found.append(pieces.note("plain.body.result-none"))
    say, code = pieces.frame.say, message.get("exitCode")
    ending = [
        say("plain.body.cancelled") if message.get("cancelled") else "",
        say("plain.body.exit", code=f"{code:g}") if _is_number(code) and code else "",
        say("plain.body.truncated") if message.get("truncated") else "",
    ]
    if any(ending):
        found.append({"is": "note", "parts": parts(" · ".join(filter(None, ending)))})
    return found


def _system(pieces: Pieces, message: Values) -> list[Values]:
    say = pieces.frame.say
    blocks = _talk(pieces, message.get("content"), ("message", "content"), mono=True)
    sections = message.get("sections")
    for name, text in list(sections.items())[:BLOCKS] if isinstance(sections, dict) else ():
        path = ("message", "sections", name)
        if isinstance(text, str):
            inside = pieces.text(text, path, mono=True)
        else:
            inside = pieces.note("plain.body.section-removed") if text is None else pieces.json(text)
        blocks.append(pieces.fold(one_line(name, 80), [inside]))
    added, removed = message.get("toolsAdded"), message.get("toolsRemoved")
    if isinstance(added, list) and added:
        blocks.append(pieces.fold(say("plain.body.tools-added", n=len(added)), [pieces.json(added)]))
    if isinstance(removed, list) and removed:
        names = ", ".join(map(text_of, removed[:BLOCKS]))
        blocks.append(
            {"is": "line", "parts": parts(f"{say('plain.body.tools-removed')} {one_line(names, 400)}")}
        )
    return _or_none(pieces, blocks)


def _summed_up(pieces: Pieces, message: Values) -> list[Values]:
    return _summary(pieces, message, ("message", "summary"))


def _summary(pieces: Pieces, holder: Values, path: Path) -> list[Values]:
    summary = text_of(holder.get("summary"))
    return [pieces.text(summary, path) if summary.strip() else pieces.note("plain.body.summary-none")]


_ROLES: dict[str, Callable[[Pieces, Values], list[Values]]] = {
    "toolResult": _result,
    "bashExecution": _shell,
    "system": _system,
    "branchSummary": _summed_up,
    "compactionSummary": _summed_up,
}


# -- other entries ---------------------------------------------------------------------------------------


def _compaction(pieces: Pieces, entry: Values) -> list[Values]:
    session, say = pieces.frame.session, pieces.frame.say
    kept, before = session.kept_row(pieces.row), entry.get("tokensBefore")
    there = kept >= 0 and kept != pieces.row and session.tree.is_ancestor(kept, pieces.row)
    blocks = [pieces.about("plain.body.cuts-before", kept) if there else pieces.note("plain.body.cuts-all")]
    if _is_number(before):
        blocks[0]["parts"] += parts(" " + say("plain.body.tokens-before", n=f"{before:,.0f}"))
    blocks += _summary(pieces, entry, ("summary",))
    for member, name in (("systemMessage", "checkpoint"), ("retainedTail", "tail"), ("details", "details")):
        if entry.get(member) is not None:
            blocks.append(pieces.fold(say(f"plain.body.{name}"), [pieces.json(entry[member])]))
    return blocks


def _branch_summary(pieces: Pieces, entry: Values) -> list[Values]:
    row = pieces.frame.session.scan.index.get(text_of(entry.get("fromId")), -1)
    known = bool(text_of(entry.get("fromId")))
    blocks = [
        pieces.about("plain.body.from", row, entry.get("fromId"))
        if known
        else pieces.note("plain.body.from-unknown"),
        *_summary(pieces, entry, ("summary",)),
    ]
    if entry.get("details") is not None:
        blocks.append(pieces.fold(pieces.frame.say("plain.body.details"), [pieces.json(entry["details"])]))
    return blocks


def _edit(pieces: Pieces, entry: Values) -> list[Values]:
    target, new = pieces.frame.session.target_row(pieces.row), entry.get("replacement")
    if "replacement" in entry and new is None:
        return [pieces.about("plain.body.omits", target, entry.get("targetId"))]
    lead = pieces.about("plain.body.replaces", target, entry.get("targetId"))
    content, path = (
        (new.get("content"), ("replacement", "content")) if isinstance(new, dict) else (new, ("replacement",))
    )
    return [lead, *_or_none(pieces, _talk(pieces, content, path))]


def _label(pieces: Pieces, entry: Values) -> list[Values]:
    target, text = pieces.frame.session.target_row(pieces.row), text_of(entry.get("label"))
    name = "plain.body.label-set" if text.strip() else "plain.body.label-cleared"
    block = pieces.about(name, target, entry.get("targetId"))
    if text.strip():
        block["parts"] += [Part("", " "), *parts(one_line(text, 200))]
    return [block]


def _state(pieces: Pieces, entry: Values) -> list[Values]:
    if "data" not in entry:
        return [pieces.note("plain.body.none")]
    block = pieces.json(entry["data"])
    first = "".join(part.text for part in block["parts"])[:400]
    return [pieces.fold("", [block], first)]


def _extension_message(pieces: Pieces, entry: Values) -> list[Values]:
    blocks = _or_none(pieces, _talk(pieces, entry.get("content"), ("content",)))
    if entry.get("details") is not None:
        blocks.append(pieces.fold(pieces.frame.say("plain.body.details"), [pieces.json(entry["details"])]))
    return blocks


def _line(*members: str) -> Callable[[Pieces, Values], list[Values]]:
    def maker(pieces: Pieces, entry: Values) -> list[Values]:
        told = "/".join(filter(None, (text_of(entry.get(name)) for name in members)))
        return [pieces.said(told) if told else pieces.note("plain.body.none")]

    return maker


def _name(pieces: Pieces, entry: Values) -> list[Values]:
    name = text_of(entry.get("name"))
    return [pieces.said(name) if name.strip() else pieces.note("plain.body.name-cleared")]


def _usage(pieces: Pieces, entry: Values) -> list[Values]:
    named = "/".join(filter(None, (text_of(entry.get("provider")), text_of(entry.get("model")))))
    return [{"is": "line", "parts": parts(f"{pieces.frame.say('plain.body.usage')} {one_line(named, 200)}")}]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value - value == 0


_KINDS: dict[str, Callable[[Pieces, Values], list[Values]]] = {
    "compaction": _compaction,
    "branch_summary": _branch_summary,
    "custom_message": _extension_message,
    "custom": _state,
    "context_edit": _edit,
    "label": _label,
    "session_info": _name,
    "model_change": _line("provider", "modelId"),
    "thinking_level_change": _line("thinkingLevel"),
    "usage": _usage,
}
