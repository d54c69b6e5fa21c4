"""The small samples of sound files: one per version, one per feature that changes what the model sees or what it cost."""

from __future__ import annotations

import zlib

from builder import Record, Story, text, thinking
from pictures import base64_of, street_plan
from prompt import TOOLS, sections

CWD = "/home/ana/bakery"


def start_of(name: str) -> str:
    """When a sample begins: each on a day and at a minute of its own, so that lists and ids tell them apart."""
    number = zlib.crc32(name.encode())
    return f"2026-05-{1 + number % 28:02d}T{6 + number // 28 % 12:02d}:{number // 336 % 60:02d}:00.000Z"


def talk(story: Story, question: str, answer: str) -> str:
    """A question and its answer."""
    story.user(question)
    return story.reply(answer)


def _bakery(name: str, **options: object) -> Story:
    story = Story(name, CWD, start_of(name), **options)  # type: ignore[arg-type]
    if options.get("version", 3) == 3:
        story.settings("anthropic", "claude-sonnet-4-5")
    return story


def _without_tree(record: Record) -> Record:
    return {k: v for k, v in record.items() if k not in ("id", "parentId")}


def v1_plain() -> Story:
    """Version 1: no ids, no parents, order is everything."""
    s = _bakery("v1-plain", version=None)
    talk(s, "How long does the rye rise?", "Two hours at 26 degrees.")
    talk(s, "And the wheat?", "One hour.")
    s.lines = [s.lines[0], *(_without_tree(r) for r in s.lines[1:] if isinstance(r, dict))]
    return s


def v1_compaction_index() -> Story:
    """Version 1 with a compaction that names its first kept record by number, header counted as 0."""
    s = _bakery("v1-compaction-index", version=None)
    talk(s, "The oven door sticks, never slam it.", "Understood.")
    kept = s.user("Which loaf goes first?")
    s.reply("The rye.")
    s.compact("Baking order: rye first.", kept, 60)
    s.message(
        {
            "role": "hookMessage",
            "customType": "timer",
            "content": "ten minutes left",
            "display": True,
            "timestamp": s.ms(),
        }
    )
    talk(s, "And then?", "The wheat.")
    out: list[Record | str | bytes] = [s.lines[0]]
    for record in s.lines[1:]:
        assert isinstance(record, dict)
        old = _without_tree(record)
        if old["type"] == "compaction":
            old = {k: v for k, v in old.items() if k not in ("firstKeptEntryId", "fromHook", "usage")}
            old["firstKeptEntryIndex"] = 3
        out.append(old)
    s.lines = out
    return s


def v2_hook_message() -> Story:
    """Version 2: ids and parents, and an extension's message under its old role."""
    s = _bakery("v2-hook-message", version=2)
    talk(s, "Warm the oven.", "230 degrees in twenty minutes.")
    s.message(
        {
            "role": "hookMessage",
            "customType": "timer",
            "content": "the oven is warm",
            "display": True,
            "timestamp": s.ms(),
        }
    )
    s.reply("Then the rye goes in.")
    return s


def v3_plain() -> Story:
    """Version 3 as pi 1.6.0 writes it: prompt, tools, one question, one tool, one answer."""
    s = _bakery("v3-plain")
    s.system(sections(CWD, "Weights are in grams."), TOOLS)
    s.user("How much flour is in the rye?")
    call = s.call("read", path="rye.txt")
    s.reply(thinking("The recipe is a file."), call)
    s.result(call, "flour 620\nwater 430\nsalt 12\n")
    s.reply("620 grams.")
    return s


def forks_and_labels() -> Story:
    """Two roots, three leaves, a label that was cleared, a session name that was changed."""
    s = _bakery("forks-and-labels")
    first = talk(s, "Rolls or loaves today?", "Loaves, it is Monday.")
    talk(s, "Rolls after all.", "Then 80 rolls.")
    s.go_back(first)
    loaf = talk(s, "Loaves it is.", "40 loaves.")
    s.add("session_info", name="Monday")
    s.label(loaf, "decided")
    s.label(first, "start")
    s.label(first, None)
    s.go_back(None)
    s.add("session_info", name="Monday, from the start again")
    talk(s, "Forget all of that: what is in stock?", "Rye, 12 kilos.")
    return s


def compaction_without_checkpoint() -> Story:
    """A system message, then a compaction that brings no prompt back, and a second compaction after it."""
    s = _bakery("compaction-without-checkpoint")
    s.system(sections(CWD, "Never sell yesterday's bread."), content="The till closes at six.")
    talk(s, "The customer's word is GINGER-COMET.", "Noted.")
    kept = talk(s, "What is left over?", "Three loaves.")
    s.compact(
        "## Goal\nSell what is left.\n\n## Critical Context\n- the customer's word is GINGER-COMET", kept, 40
    )
    second = talk(s, "At what price?", "Half.")
    s.compact("## Goal\nSell what is left at half price.", second, 20)
    talk(s, "What was the customer's word?", "I do not see one.")
    return s


def kept_id_not_on_path() -> Story:
    """Two compactions whose kept id leads nowhere: one names another branch, one a record that is not there."""
    s = _bakery("kept-id-not-on-path")
    root = talk(s, "Order flour.", "Which mill?")
    other = talk(s, "The old mill.", "Ordered from the old mill.")
    s.go_back(root)
    talk(s, "The new mill.", "Ordered from the new mill.")
    s.compact("Flour is ordered.", other, 0)
    talk(s, "When does it come?", "On Thursday.")
    s.compact("Flour comes on Thursday.", "00000000", 0)
    talk(s, "From which mill?", "That is not in what I have.")
    return s


def context_edits() -> Story:
    """Edits of the context: a result replaced, a reply shortened twice, a user message left out, one of no effect."""
    s = _bakery("context-edits")
    secret = s.user("The safe is behind the flour.")
    reply = s.reply("I will not repeat that.")
    call = s.call("bash", command="cat orders.txt")
    s.user("Which orders are open?")
    s.reply(call)
    result = s.result(call, "\n".join(f"order {n}: {n * 3} rolls" for n in range(1, 40)))
    s.add("context_edit", targetId=result, replacement={"content": [text("[39 orders, trimmed]")]})
    s.add("context_edit", targetId=reply, replacement={"content": "Fine."})
    s.add("context_edit", targetId=reply, replacement={"content": "Good."})
    s.add("context_edit", targetId=secret, replacement=None)
    s.add("context_edit", targetId="ffffffff", replacement=None)
    s.reply("39 orders are open.")
    return s


def branch_summaries() -> Story:
    """A branch left with a summary, one left with an empty summary, one begun before everything."""
    s = _bakery("branch-summaries")
    root = talk(s, "Try sourdough.", "It needs three days.")
    leaf = talk(s, "Then yeast.", "Two hours.")
    s.go_back(root)
    s.add(
        "branch_summary",
        "yeast",
        fromId=leaf,
        summary="## Goal\nBake with yeast.\n\n## Key Decisions\n- yeast takes two hours",
        details={"readFiles": [], "modifiedFiles": []},
        usage=s.usage(300, 30, -1),
        fromHook=False,
    )
    leaf = talk(s, "We have three days.", "Sourdough then.")
    s.go_back(root)
    s.add("branch_summary", None, fromId=leaf, summary="", fromHook=True)
    talk(s, "Neither: flat bread.", "Twenty minutes.")
    s.go_back(None)
    s.add("branch_summary", "old", fromId="root", summary="Nothing was settled.", fromHook=False)
    talk(s, "Start over.", "What shall we bake?")
    return s


def failed_and_aborted_replies() -> Story:
    """Replies that never count: one cut off by the person, one failed and retried, one cut off while a tool ran."""
    s = _bakery("failed-and-aborted-replies")
    s.user("Write the price list.")
    s.reply("Rye 4.20, wheat 3.9", stop="aborted", errorMessage="Request was aborted")
    s.user("Start with the rolls.")
    failed = s.reply(stop="error", error="503 service unavailable")
    s.add("context_edit", targetId=failed, replacement=None)
    call = s.call("bash", command="sleep 60; cat rolls.txt")
    s.reply(call)
    s.result(call, "Command aborted", error=True)
    s.reply(stop="aborted", error="Request was aborted")
    s.user("Without the file, please.")
    lost = s.call("read", path="prices.txt")
    s.reply("One moment.", lost)
    s.user("Just from memory.")
    s.reply("Rolls are 0.60.")
    return s


def hidden_usage() -> Story:
    """Money outside the replies: usage records, a tool's own model, a compaction, a branch summary."""
    s = _bakery("hidden-usage")
    s.user("Translate the menu.")
    call = s.call("translate", text="Rye bread", to="fr")
    s.reply(call)
    s.add(
        "usage",
        kind="cache_warm",
        provider="anthropic",
        model="claude-sonnet-4-5",
        usage=s.usage(900, 1, 896),
    )
    s.result(call, "pain de seigle", usage=s.usage(210, 14, 0, model="gemini-2.5-flash"))
    kept = s.reply("Pain de seigle.")
    s.add(
        "usage",
        kind="title",
        provider="google",
        model="gemini-2.5-flash",
        usage=s.usage(400, 9, 0, model="gemini-2.5-flash"),
        note="session title",
    )
    s.compact("The menu is being translated.", kept, 30)
    talk(s, "And wheat bread?", "Pain de froment.")
    return s


def shell_commands() -> Story:
    """Commands of the person: one for the model, one that failed, one kept private, one cut off."""
    s = _bakery("shell-commands")
    s.user("I ran a few things, have a look.")
    s.shell("ls", "rye.txt\nwheat.txt\n")
    s.shell("cat rye.tx", "cat: rye.tx: No such file or directory\n", 1)
    s.shell("cat till-code.txt", "4471\n", private=True)
    s.message(
        {
            "role": "bashExecution",
            "command": "tail -f log",
            "output": "",
            "cancelled": True,
            "truncated": False,
            "timestamp": s.ms(),
        },
        "tail",
    )
    s.reply("There is a typing error in the second one.")
    return s


def two_models() -> Story:
    """A model without pictures takes over from one that thinks: its thinking and the picture do not go along."""
    s = _bakery("two-models")
    s.user(
        "What is on this plan?", {"type": "image", "data": base64_of(street_plan()), "mimeType": "image/png"}
    )
    s.reply(thinking("Two rows of stalls.", "sig-1"), "Two rows of stalls and water.")
    s.use("llama.cpp", "qwen3-coder-local")
    s.level = "low"
    s.add("thinking_level_change", thinkingLevel="low")
    s.user("How many?")
    s.reply(thinking(""), thinking("Six a row."), "Twelve.")
    return s


def two_windows() -> Story:
    """Two windows wrote one file: children of one record take turns, and one window never saw the other's."""
    s = _bakery("two-windows")
    shared = talk(s, "Paint the sign.", "Which colour?")
    one = s.user("Blue.")
    s.leaf = shared
    two = s.user("Green.")
    s.leaf = one
    one = s.reply("Blue it is.")
    s.leaf = two
    two = s.reply("Green it is.")
    s.leaf = one
    s.user("Who said green?")
    s.leaf = two
    s.user("A second coat, please.")
    return s


def fork_parent() -> Story:
    """The parent of a fork: worked in after the fork was made."""
    s = _bakery("fork-parent")
    point = talk(s, "Plan the week.", "Monday rye, Tuesday wheat.")
    s.label(point, "plan")
    talk(s, "Wednesday off.", "Then Thursday rolls.")
    return s


def fork_child() -> Story:
    """A fork of fork-parent from its first answer: the same ids, the label written again at the end."""
    parent = fork_parent()
    s = Story("fork-child", CWD, "2026-06-01T06:40:00.000Z", parent=f"{CWD}/sessions/fork-parent.jsonl")
    s.lines += parent.lines[1:5]
    label = parent.lines[5]
    last = parent.lines[4]
    assert isinstance(label, dict) and isinstance(last, dict)
    s.leaf = last["id"]
    s.lines.append({**label, "id": s.new_id(), "parentId": s.leaf})
    s.leaf = s.lines[-1]["id"]  # type: ignore[index,call-overload]
    s._size[s.leaf], s._cached[s.leaf] = 120, 0
    talk(s, "Wednesday too.", "Wednesday rolls.")
    return s


SOUND = [
    v1_plain,
    v1_compaction_index,
    v2_hook_message,
    v3_plain,
    forks_and_labels,
    compaction_without_checkpoint,
    kept_id_not_on_path,
    context_edits,
    branch_summaries,
    failed_and_aborted_replies,
    hidden_usage,
    shell_commands,
    two_models,
    two_windows,
    fork_parent,
    fork_child,
]
