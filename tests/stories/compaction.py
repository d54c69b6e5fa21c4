"""Stories of stage three: what boundaries dropped, kept and carried, older summaries, edits, checkpoints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.stories import Scene, Story, Tale, raw


def _dropped(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("记住：不要动 vendor 目录里的代码。", id="rule")
    tale.say("先改解析器。", id="kept", reply_id="before")
    tale.cut("## Goal\n改解析器\n## Next Steps\n1. 测试\n", "kept")
    tale.say("编译不过，修一下。", reply="改了 third/lex.c。")
    return tale


def _anger(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("金额一律保留两位小数。", id="rule")
    tale.say("做对账单。", id="kept", reply_id="before")
    tale.cut("## Goal\n做对账单\n", "kept")
    tale.say("加一列合计。", reply="合计 17.5。", reply_id="lapse")
    tale.say("又错了！我早说过：金额一律保留两位小数！", id="again", reply="17.50。", reply_id="end")
    return tale


def _second_lost_it(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("The word for the vault is COPPER-FINCH.", id="said")
    tale.say("Count the shelves.", id="kept1", reply_id="r2")
    tale.cut(
        "## Goal\nInventory\n## Critical Context\n- the word for the vault is COPPER-FINCH\n",
        "kept1",
        id="first",
    )
    tale.say("Count the drawers.", reply_id="r3")
    tale.say("Sum up.", id="kept2", reply_id="before")
    tale.cut("## Goal\nInventory\n## Progress\n- 40 shelves, 12 drawers\n", "kept2", id="second")
    tale.say("Open the vault.", reply="With what word?")
    return tale


def _reaches_back(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("The third sluice sticks below freezing.", id="said")
    tale.say("Draw the canal.", id="kept", reply_id="r2")
    tale.cut("## Goal\nDraw the canal, with locks of oak\n", "kept", id="first")
    tale.say("Add the towpath.", reply_id="lapse")
    tale.cut("## Goal\nDraw the canal\n", "said", id="second")
    tale.say("What about winter?", reply_id="end")
    return tale


def _old_summary_in_range(scene: Scene) -> Tale:
    tale = _reaches_back(scene)
    return tale


def _summary_omitted(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("印章由何会计保管。", id="said")
    tale.say("列清单。", id="kept", reply_id="r2")
    tale.cut("## Goal\n列清单\n## Critical Context\n- 印章由何会计保管\n", "kept")
    tale.say("再列一份。", reply_id="knew")
    tale.edit("cut", None, id="omit")
    tale.say("印章在谁那里？", reply="没有记录。")
    return tale


def _split_turn(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Sort the crates by weight, and leave crate 9 nailed shut.", id="turn")
    tale.tool("read", "crate 1: 40 kg", path="crates/1.txt")
    tale.tool("read", "crate 2: 55 kg", id="mid", path="crates/2.txt")
    summary = (
        "No prior history.\n\n---\n\n**Turn Context (split turn):**\n\n## Original Request\nSort the crates by weight\n"
        "## Progress So Far\ncrate 1 read\n## Context Needed to Continue\n- crates/\n"
    )
    tale.cut(summary, "mid")
    tale.tool("read", "crate 9: 12 kg", path="crates/9.txt")
    tale.reply("I opened all of them.")
    return tale


RULES = {"price_rules": "报价一律含税，不写未税价。"}


def _checkpoint(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.system(id="prompt", sections=RULES)
    tale.say("写报价单。", reply_id="r1")
    tale.say("再写一份。", id="kept", reply_id="r2")
    prompt = {"role": "system", "content": "", "sections": RULES, "timestamp": 1777885206000}
    tale.cut("## Goal\n写报价单\n", "kept", systemMessage=prompt)
    tale.say("第三份。", reply_id="end")
    return tale


def _no_checkpoint(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.system("You keep the books of a bakery. Quote every price with tax.", id="prompt")
    tale.say("Price the rye.", reply_id="r1")
    tale.say("And the spelt.", id="kept", reply_id="before")
    tale.cut("## Goal\nPrice list\n", "kept")
    tale.say("And the oats.", reply="2.10 net.")
    return tale


def _kept_id_unknown(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("整理车间。", reply_id="r1")
    tale.say("三号车床周六检修。", id="said", reply_id="before")
    tale.cut("## Goal\n整理车间\n", "no-such-entry")
    tale.say("周六排谁？", reply="三号车床排小刘。")
    return tale


def _version_one(scene: Scene) -> Path:
    def message(role: str, words: str) -> dict[str, Any]:
        more = (
            {"provider": "p", "model": "m", "api": "a", "stopReason": "stop", "usage": {}}
            if role == "assistant"
            else {}
        )
        content: Any = words if role == "user" else [{"type": "text", "text": words}]
        inner = {"role": role, "content": content, "timestamp": 1, **more}
        return {"type": "message", "timestamp": "2025-11-01T08:00:00.000Z", "message": inner}

    head = {
        "type": "session",
        "id": "0aa-own",
        "timestamp": "2025-11-01T08:00:00.000Z",
        "cwd": str(scene.project),
    }
    records = [
        head,
        message("user", "The ferry does not run on Thursdays."),
        message("assistant", "Understood."),
        message("user", "Plan the trip."),
        message("assistant", "Planned."),
        {
            "type": "compaction",
            "timestamp": head["timestamp"],
            "summary": "## Goal\nA trip\n",
            "firstKeptEntryIndex": 3,
            "tokensBefore": 9,
        },
        message("user", "When do we cross?"),
        message("assistant", "On Thursday."),
    ]
    return scene.keep(b"".join(raw(record) for record in records))


def _edit_then_cut(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("暗号是「青石板」。", id="said")
    tale.reply("好。", id="knew")
    tale.edit("said", None, id="omit")
    tale.say("接着走。", reply_id="r2")
    tale.say("到哪儿了？", id="kept", reply_id="r3")
    tale.cut("## Goal\n赶路\n", "kept")
    tale.say("报暗号。", reply="不知道。")
    return tale


def _only_in_list(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Look at the tiles.")
    tale.tool("read", "blue, 30 by 30", path="stock/tiles-2024.csv")
    tale.reply("Blue ones.")
    tale.say("Order some.", id="kept", reply_id="r2")
    summary = "## Goal\nOrder tiles\n\n<read-files>\nstock/tiles-2024.csv\n</read-files>\n"
    tale.cut(summary, "kept", details={"readFiles": ["stock/tiles-2024.csv"], "modifiedFiles": []})
    tale.say("How many?", reply_id="end")
    return tale


def _twice_repeated(scene: Scene, again: bool) -> Tale:
    tale = scene.tale()
    tale.say("导出文件名用拼音。", id="rule")
    tale.say("做导出。", id="kept1")
    tale.cut("## Goal\n做导出\n", "kept1", id="first")
    tale.say("再加一种格式。", reply_id="lapse1")
    tale.say("说过了：导出文件名用拼音！", id="again1", reply_id="r4")
    tale.say("做打印。", id="kept2", reply_id="before2")
    tale.cut("## Goal\n做打印\n", "kept2", id="second")
    tale.say("加页码。", reply_id="lapse2")
    if again:
        tale.say("第三遍：导出文件名用拼音。", id="again2", reply_id="end")
    return tale


def _summary_replaced(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Store the seed below 8 degrees.", id="said")
    tale.say("Sort the seed.", id="kept", reply_id="r2")
    tale.cut("## Goal\nSort the seed\n## Critical Context\n- store below 8 degrees\n", "kept")
    tale.edit("cut", "nothing of note", id="idle")
    tale.say("Where does it go?", reply_id="end")
    return tale


def _siblings(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("不要低于 31 米开挖。", id="rule")
    tale.say("挖二号井。", id="kept", reply_id="fork")
    tale.cut("## Goal\n挖二号井\n", "kept", id="lacks")
    tale.say("挖多深？", reply="四十米。", reply_id="deep")
    tale.back("fork")
    tale.cut("## Goal\n挖二号井，不要低于 31 米开挖\n", "kept", id="holds")
    tale.say("挖多深？", reply="三十米。", reply_id="shallow")
    return tale


def _bridge_dropped(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Tune the organ.", reply_id="fork")
    tale.say("The fourth stop is cracked.", id="said", reply_id="tip")
    tale.back("fork")
    tale.add(
        "branch_summary", id="bridge", fromId="tip", summary="## Goal\nTune; the fourth stop is cracked\n"
    )
    tale.say("Try the pedals.", reply_id="r2")
    tale.say("And the bellows.", id="kept", reply_id="before")
    tale.cut("## Goal\nTune the organ\n", "kept")
    tale.say("Play all stops.", reply="Playing.")
    return tale


def _edited_after_cut(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("仓门朝北开。", id="said")
    tale.say("画图。", id="kept", reply_id="before")
    tale.cut("## Goal\n画图\n", "kept", id="first")
    tale.say("门在哪边？", reply_id="lapse")
    tale.edit("said", None, id="omit")
    tale.cut("## Goal\n画图\n", "said", id="second")
    tale.say("再问一遍，门在哪边？", reply="南边。")
    return tale


STORIES = [
    Story(
        "规则被压缩丢掉",
        "规则在路径上，被边界切掉，摘要没有它；压缩前的最后一条回复还看得到，之后的看不到。",
        _dropped,
        "不要动 vendor 目录",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="before",
        gaps=(("cut", None),),
        hows=frozenset({"dropped"}),
        named=("L6", "L5"),
        findings={"compaction.dropped-constraint": "+warning", "compaction.boundary": "ok"},
        absent=("compaction.kept-id-missing", "compaction.restated-constraint"),
    ),
    Story(
        "丢了之后怒气冲冲地又说一遍",
        "现在可见，但只因为重说了：压缩到重说之间有一条回复看不到，句子要先讲缺口。",
        _anger,
        "金额一律保留两位小数",
        "trace.visible-gap",
        via=("again",),
        last="end",
        gaps=(("cut", "again"),),
        hows=frozenset({"dropped", "verbatim"}),
        named=("L6", "L9"),
        findings={"compaction.restated-constraint": "+warning"},
        absent=("compaction.dropped-constraint",),
    ),
    Story(
        "the older summary still had it",
        "The first summary carries the word, the second does not: the second took it, and the reply before it had it.",
        _second_lost_it,
        "vault is copper-finch",
        "trace.lost-compaction",
        lost="compaction",
        by="second",
        last="before",
        gaps=(("second", None),),
        hows=frozenset({"dropped"}),
        named=("L11", "L10"),
        findings={"compaction.dropped-fact-again": "+warning", "compaction.boundary-repeated": "ok"},
        absent=("compaction.dropped-fact",),
    ),
    Story(
        "the kept range reaches before an older compaction",
        "The second compaction keeps from the entry that the first had dropped, so it is sent again; the reply between "
        "the two did not have it.",
        _reaches_back,
        "third sluice",
        "trace.visible-gap",
        via=("said",),
        last="end",
        gaps=(("first", "second"),),
        hows=frozenset({"verbatim"}),
        absent=("compaction.kept-id-missing", "compaction.bad-kept-id", "compaction.dropped-fact"),
    ),
    Story(
        "only in an older summary whose row is kept",
        "An older compaction inside the kept range contributes nothing, so the second compaction took its summary away.",
        _old_summary_in_range,
        "locks of oak",
        "trace.lost-compaction",
        lost="compaction",
        by="second",
        last="lapse",
        gaps=(("second", None),),
        hows=frozenset({"dropped"}),
    ),
    Story(
        "摘要带着它，后来摘要被编辑略去",
        "原话被边界切掉，发送的内容里已没有含它的摘要：压缩；而在最后看到它的回复之后拿走它的是那次编辑，两处都要说。",
        _summary_omitted,
        "由何会计保管",
        "trace.lost-compaction-also",
        lost="compaction",
        by="omit",
        last="knew",
        gaps=(("omit", None),),
        hows=frozenset({"dropped", "omitted"}),
        named=("L6", "L9"),
        next=("“印章由何会计保管。”",),
        findings={"compaction.summary-omitted": "warning"},
    ),
    Story(
        "a turn was split and the request shortened",
        "The cut lies behind the user's message of the running turn, and the part for the turn's beginning lacks it; "
        "the kept reply itself still had it.",
        _split_turn,
        "crate 9 nailed shut",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="mid",
        gaps=(("cut", None),),
        hows=frozenset({"dropped"}),
        findings={"compaction.split-turn": "ok"},
        absent=("compaction.split-turn-missing", "compaction.split-turn-whole"),
    ),
    Story(
        "检查点带着提示词",
        "压缩自带的系统消息（检查点）含有这一节，重放后仍然生效：一直可见，没有缺口。",
        _checkpoint,
        "一律含税",
        "trace.visible",
        via=("cut",),
        last="end",
        hows=frozenset({"dropped", "verbatim"}),
        findings={"compaction.checkpoint": "ok", "memory.prompt": "ok"},
        absent=("compaction.checkpoint-missing", "compaction.checkpoint-sections", "memory.section-removed"),
    ),
    Story(
        "free prompt text and no checkpoint",
        "System messages before a compaction are never sent again, free content does not come back, and this compaction "
        "stores none: cut off by the boundary.",
        _no_checkpoint,
        "every price with tax",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="before",
        gaps=(("cut", None),),
        hows=frozenset({"dropped"}),
        findings={"compaction.checkpoint-missing": "warning"},
        absent=("compaction.checkpoint", "compaction.checkpoint-returned"),
    ),
    Story(
        "保留起点的 id 不存在",
        "firstKeptEntryId 在路径上找不到时，压缩之前什么都不保留，连紧挨着的那一轮也没了。",
        _kept_id_unknown,
        "周六检修",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="before",
        gaps=(("cut", None),),
        findings={"compaction.kept-id-missing": "warning"},
        absent=("compaction.bad-kept-id",),
    ),
    Story(
        "a file of the first version",
        "firstKeptEntryIndex 3 counts the header, so line 4 is the first kept; entries of such a file are named by line.",
        _version_one,
        "not run on thursdays",
        "trace.lost-compaction",
        lost="compaction",
        by="@line6",
        last="@line5",
        gaps=(("@line6", None),),
        hows=frozenset({"dropped"}),
        findings={"storage.rewrites": "ok"},
        absent=("storage.version-missing", "compaction.kept-id-missing"),
    ),
    Story(
        "先被编辑略去，又被压缩切掉",
        "现在卡在压缩：在路径上而被边界切掉；但拿走它的是更早的那次编辑，解释里两处都要点名。",
        _edit_then_cut,
        "青石板",
        "trace.lost-compaction-also",
        lost="compaction",
        by="omit",
        last="knew",
        gaps=(("omit", None),),
        hows=frozenset({"dropped"}),
        named=("L4", "L9"),
    ),
    Story(
        "only its name is left, in the file list",
        "The read was dropped; what is sent of it is a line of the summary's file list, a mention and no statement.",
        _only_in_list,
        "tiles-2024",
        "trace.visible-mention",
        via=("cut",),
        last="end",
        mention=True,
        hows=frozenset({"summarised", "dropped"}),
        absent=("compaction.kept-id-missing",),
    ),
    Story(
        "丢了两次，说了三遍",
        "两次压缩各丢一次，各有一条回复看不到，每次都靠重说才回来：两个缺口。",
        lambda scene: _twice_repeated(scene, True),
        "文件名用拼音",
        "trace.visible-gap",
        via=("again2",),
        last="end",
        gaps=(("first", "again1"), ("second", "again2")),
        named=("L13", "L16"),
    ),
    Story(
        "重说之后又被压缩丢掉",
        "第一个缺口因重说而结束，第二次压缩又拿走了重说的那句：丢在第二次压缩，最后看到的是它之前的回复。",
        lambda scene: _twice_repeated(scene, False),
        "文件名用拼音",
        "trace.lost-compaction",
        lost="compaction",
        by="second",
        last="before2",
        gaps=(("first", "again1"), ("second", None)),
        named=("L13", "L12"),
    ),
    Story(
        "an edit that replaces a summary does nothing",
        "On a compaction only an omission works; a replacement leaves the summary as it was, and it carries the rule.",
        _summary_replaced,
        "below 8 degrees",
        "trace.visible-summary",
        via=("cut",),
        last="end",
        hows=frozenset({"summarised", "dropped"}),
        next=("“Store the seed below 8 degrees.”",),
        absent=("compaction.summary-omitted", "compaction.dropped-constraint", "compaction.dropped-fact"),
    ),
    Story(
        "同一处压缩了两次，这一次的摘要没写",
        "这条路径上的压缩没带着它；另一条分支上的压缩带着，但不在这条路径上。",
        _siblings,
        "不要低于 31 米",
        "trace.lost-compaction",
        lost="compaction",
        by="lacks",
        last="fork",
        gaps=(("lacks", None),),
        findings={"compaction.sibling-differs": "+warning", "compaction.dropped-constraint": "+warning"},
        at="deep",
    ),
    Story(
        "同一处压缩了两次，这一次的摘要写了",
        "这条路径上的摘要含有它，会发送：只通过摘要可见，没有缺口。",
        _siblings,
        "不要低于 31 米",
        "trace.visible-summary",
        via=("holds",),
        last="shallow",
        hows=frozenset({"summarised", "dropped"}),
        findings={"compaction.sibling-differs": "+ok"},
        absent=("compaction.dropped-constraint",),
    ),
    Story(
        "a branch summary carried it, until a compaction",
        "The branch summary stands on the path and was cut off by the boundary; that got further than the words on the "
        "other branch.",
        _bridge_dropped,
        "fourth stop is cracked",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="before",
        gaps=(("cut", None),),
        hows=frozenset({"dropped", "other-branch"}),
    ),
    Story(
        "压缩拿走的，后来又被编辑挡住",
        "第二次压缩把它放回保留部分，但编辑仍略去它：现在卡在编辑（来源）；拿走它的是第一次压缩，两处都要点名。",
        _edited_after_cut,
        "仓门朝北",
        "trace.lost-edit-also",
        lost="source",
        by="first",
        last="before",
        gaps=(("first", None),),
        hows=frozenset({"omitted"}),
        named=("L6", "L9"),
    ),
]
