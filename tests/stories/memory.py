"""Stories of stage four: what the prompt held and holds, and what memory and search tools were asked and said."""

from __future__ import annotations

from tests.stories import Scene, Story, Tale

INK = {"rules": "Label every jar in ink, with the date of the harvest.", "style": "Be brief."}
CONTEXT = (
    '<project_context>\n<project_instructions path="{folder}/AGENTS.md">\n{words}\n</project_instructions>\n'
    "</project_context>"
)


def _patched_away(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.system("You run a cellar.", id="prompt", sections=INK)
    tale.say("Put up the plums.", reply_id="labelled")
    tale.system(id="patch", sections={"rules": None})
    tale.say("And the pears.", reply="No label on those.", reply_id="end")
    return tale


def _other_folder(scene: Scene) -> Tale:
    tale = scene.tale()
    here = CONTEXT.format(folder="/srv/chafang", words="包装纸只用竹浆纸。")
    there = CONTEXT.format(folder="/srv/mofang", words="面粉过两遍筛。")
    tale.system(id="prompt", sections={"project_context": here})
    tale.say("包三两茶。", reply_id="knew")
    tale.system(id="patch", sections={"project_context": there})
    tale.say("再包一份。", reply="用塑料袋包好了。")
    return tale


def _answer_dropped(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("What do we know of the boiler?")
    tale.tool("memory_search", "boiler: serviced by Okafor, valve 2 replaced in March", query="boiler")
    tale.reply("It was serviced.", id="r1")
    tale.say("Write the report.", id="kept", reply_id="before")
    tale.cut("## Goal\nWrite a report on the boiler\n", "kept")
    tale.say("Who serviced it?", reply="I cannot say.")
    return tale


def _found_nothing(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("你还记得外婆的做法吗？")
    tale.tool("memory_search", "没有找到相关记忆", id="asked", query="腌雪里蕻的盐比例")
    tale.reply("没有记录。", id="end")
    return tale


def _not_stored(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Keep that number.")
    tale.tool("memory_add", "database is locked", id="tried", failed=True, text="boiler serial BX-77120")
    tale.reply("Kept.", id="end")
    return tale


def _unanswered(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("查一下库房的规矩。")
    tale.tool("knowledge_search", None, id="asked", query="库房防潮规定")
    tale.user("算了，先干活。")
    tale.reply("好。", id="end")
    return tale


def _tool_gone(scene: Scene) -> Tale:
    tale = scene.tale()
    diary = {
        "name": "kiln_diary",
        "description": "Reads the diary of firings.",
        "parameters": {"type": "object"},
    }
    tale.system("You help a potter.", id="prompt", toolsAdded=[diary])
    tale.say("How did the last firing go?", reply_id="had")
    tale.system(id="patch", toolsRemoved=[{"name": "kiln_diary"}])
    tale.say("And the one before?", reply="I have no means to look.")
    return tale


def _not_recorded(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("开始翻译。", reply="好。")
    tale.say("第二章。", reply="译好了。")
    return tale


def _retrieved(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Did we talk about the gate before?")
    tale.tool("session_search", "2 sessions: the gate must stay chained after dusk", query="gate")
    tale.reply("Yes, once.", id="said")
    tale.say("Close up for the night.", reply="Left it on the latch.", reply_id="end")
    return tale


def _back_again(scene: Scene, replies: bool) -> Tale:
    tale = scene.tale()
    rules = {"rules": "客人的名字一律用全名。"}
    tale.system(id="prompt", sections=rules)
    tale.say("写请柬。", reply_id="r1")
    tale.say("再写一张。", id="kept", reply_id="r2")
    tale.cut("## Goal\n写请柬\n", "kept")
    tale.user("第三张。")
    if replies:
        tale.reply("给小王的写好了。", id="lapse")
        tale.user("名字不对。")
    tale.system(id="returned", sections=rules)
    tale.reply("给王建国的写好了。", id="end")
    return tale


def _section_returned(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.system("You run a cellar.", id="prompt", sections=INK)
    tale.say("Put up the plums.")
    tale.system(id="patch", sections={"rules": None})
    tale.say("And the pears.", reply_id="lapse")
    tale.system(id="returned", sections={"rules": INK["rules"]})
    tale.say("And the quinces.", reply_id="end")
    return tale


def _patched_but_said(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.system(id="prompt", sections={"rules": "称重精确到克。"})
    tale.say("称重精确到克，这很要紧。", id="said")
    tale.system(id="patch", sections={"rules": None})
    tale.say("称盐。", reply_id="end")
    return tale


STORIES = [
    Story(
        "a prompt section was patched away",
        "A section set to null is removed by the replay, though the old message still carries it: source, by the patch.",
        _patched_away,
        "every jar in ink",
        "trace.lost-unpatched",
        lost="source",
        by="patch",
        last="labelled",
        gaps=(("patch", None),),
        hows=frozenset({"unpatched"}),
        named=("L2", "L5", "L4"),
        findings={"memory.section-removed": "warning", "memory.prompt": "ok"},
        absent=("memory.context-file-gone", "compaction.checkpoint-missing"),
    ),
    Story(
        "在那一节被拿掉之前问",
        "问的是更早的位置，那时重放里还有这一节：可见；之后的补丁不在这条路径上。",
        _patched_away,
        "HARVEST",
        "trace.visible",
        via=("prompt",),
        last="labelled",
        hows=frozenset({"verbatim"}),
        findings={"memory.prompt": "ok"},
        absent=("memory.section-removed",),
        at="labelled",
    ),
    Story(
        "换了目录，AGENTS.md 也换了",
        "同名的一节被新目录的内容替换，旧的一节不再生效：来源，由那条系统消息拿走。",
        _other_folder,
        "只用竹浆纸",
        "trace.lost-unpatched",
        lost="source",
        by="patch",
        last="knew",
        gaps=(("patch", None),),
        hows=frozenset({"unpatched"}),
        findings={"memory.context-file-gone": "warning"},
        absent=("memory.section-removed",),
    ),
    Story(
        "an answer from memory fell to a compaction",
        "The answer stands on the path before the first kept entry, and the summary has no word of it: compaction.",
        _answer_dropped,
        "serviced by okafor",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="before",
        gaps=(("cut", None),),
        hows=frozenset({"dropped"}),
        findings={"memory.answers-dropped": "ok", "memory.retrievals": "ok"},
        absent=("memory.found-nothing", "memory.unanswered"),
    ),
    Story(
        "问了记忆，没有找到",
        "这句话只在模型自己的查询参数里，会发送但没有人当作一句话说过：仅为提及。",
        _found_nothing,
        "雪里蕻的盐比例",
        "trace.visible-mention",
        via=("asked",),
        last="end",
        mention=True,
        hows=frozenset({"verbatim"}),
        findings={"memory.found-nothing": "+warning"},
        absent=("memory.retrieval-failed", "memory.answers-dropped", "memory.unanswered"),
    ),
    Story(
        "it said it had kept it",
        "The call failed, so nothing is stored; the number is in view only as the argument of that call.",
        _not_stored,
        "bx-77120",
        "trace.visible-mention",
        via=("tried",),
        last="end",
        mention=True,
        findings={"memory.write-failed": "warning"},
        absent=("memory.writes", "memory.retrieval-failed"),
    ),
    Story(
        "查询没有等到结果",
        "调用没有结果，pi 会补一条报错结果；查询的话仍作为参数发送：仅为提及。",
        _unanswered,
        "库房防潮规定",
        "trace.visible-mention",
        via=("asked",),
        last="end",
        mention=True,
        findings={"memory.unanswered": "+warning"},
        absent=("memory.found-nothing",),
    ),
    Story(
        "the tool for it was taken away",
        "A removed tool is no part of the prompt in force; its description went with the patch: source.",
        _tool_gone,
        "diary of firings",
        "trace.lost-unpatched",
        lost="source",
        by="patch",
        last="had",
        gaps=(("patch", None),),
        hows=frozenset({"unpatched"}),
        findings={"memory.tools-removed": "ok"},
        absent=("memory.section-removed",),
    ),
    Story(
        "没有记录提示词",
        "文件里没有系统消息：提示词未记录，不等于没有；问的话哪儿都没有，是未找到而不是丢失。",
        _not_recorded,
        "人名保留原文",
        "trace.not-found",
        found=False,
        findings={"memory.prompt-not-recorded": "ok"},
        absent=("memory.prompt-none", "memory.section-removed"),
    ),
    Story(
        "it was looked up and not used",
        "The result of the search is on the wire; nobody said it as a statement, so it is only a mention.",
        _retrieved,
        "chained after dusk",
        "trace.visible-mention",
        via=("e0000003",),
        last="end",
        mention=True,
        hows=frozenset({"verbatim"}),
        findings={"memory.retrievals": "ok"},
        absent=("memory.answers-dropped",),
    ),
    Story(
        "压缩后提示词随下一次请求补回",
        "没有检查点，但补丁在下一条回复之前就补上了这一节：没有一条回复缺过它，不算缺口。",
        lambda scene: _back_again(scene, False),
        "一律用全名",
        "trace.visible",
        via=("returned",),
        last="end",
        hows=frozenset({"dropped", "verbatim"}),
        findings={"compaction.checkpoint-returned": "ok"},
        absent=("compaction.checkpoint-missing", "memory.prompt-none"),
    ),
    Story(
        "补回得晚了一条回复",
        "压缩和补回之间有一条回复没有这一节：可见，但中间有缺口。",
        lambda scene: _back_again(scene, True),
        "一律用全名",
        "trace.visible-gap",
        via=("returned",),
        last="end",
        gaps=(("cut", "returned"),),
        named=("L7", "L11"),
    ),
    Story(
        "a section was gone for one reply",
        "Taken out by one patch and put back by another: visible again, with a gap of one reply.",
        _section_returned,
        "every jar in ink",
        "trace.visible-gap",
        via=("returned",),
        last="end",
        gaps=(("patch", "returned"),),
        absent=("memory.section-removed",),
    ),
    Story(
        "提示词里没有了，但用户也说过",
        "那一节被拿掉，用户的原话仍在发送：可见，也没有缺口。",
        _patched_but_said,
        "称重精确到克",
        "trace.visible",
        via=("said",),
        last="end",
        hows=frozenset({"verbatim", "unpatched"}),
        findings={"memory.section-removed": "warning"},
    ),
]
