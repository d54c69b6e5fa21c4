"""Stories of stage five: what never reaches a model, edits, and what a statement rests on: files, calls, claims."""

from __future__ import annotations

from typing import Any

from tests.builders import call
from tests.stories import Scene, Story, Tale


def _bang_bang(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("看看磁盘。", reply_id="r1")
    fields: dict[str, Any] = {
        "command": "df -h",
        "output": "/data 已用 97%",
        "exitCode": 0,
        "cancelled": False,
    }
    tale.message("bashExecution", id="shell", truncated=False, excludeFromContext=True, **fields)
    tale.say("还能写吗？", reply="应该可以。")
    return tale


def _failed(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Where is the leak?")
    tale.reply("It must be the joint under the", id="broken", stopReason="error", errorMessage="overloaded")
    tale.edit("broken", None, id="retry")
    tale.reply("Hard to tell from here.", id="end")
    return tale


def _restored(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("查报警记录。")
    tale.reply(call("read", "c1", path="alarm.log"), id="r1", stopReason="toolUse")
    tale.answer("02:14 三号泵过热，已停机", "c1", id="result")
    tale.reply("看到了。", id="r2")
    tale.edit("result", "（内容已折叠）", id="folded")
    tale.say("哪台泵？", reply="记录里没写。", reply_id="lapse")
    tale.edit("result", "02:14 三号泵过热，已停机（恢复）", id="unfolded")
    tale.say("再看一次。", reply="三号泵。", reply_id="end")
    return tale


def _silent_change(scene: Scene) -> Tale:
    tale = scene.tale()
    thought = {"type": "thinking", "thinking": "雪荷载下这根梁偏小。", "thinkingSignature": "c2ln"}
    tale.user("检查屋顶。")
    tale.reply(thought, "没问题。", id="thinker")
    tale.say("檐沟呢？", reply_id="had")
    tale.user("还有补充吗？")
    tale.reply("没有。", id="end", provider="openai", model="gpt-5", api="openai-responses")
    return tale


def _foreign_thinking(scene: Scene) -> Tale:
    tale = scene.tale()
    thought = {
        "type": "thinking",
        "thinking": "The beam is undersized for snow.",
        "thinkingSignature": "c2ln",
    }
    tale.user("Check the roof.")
    tale.reply(thought, "It holds.", id="thinker")
    tale.say("And the gutters?", reply_id="had")
    other = {"provider": "openai", "model": "gpt-5", "api": "openai-responses"}
    tale.add("model_change", id="switch", provider="openai", modelId="gpt-5")
    tale.user("Anything to add?")
    tale.reply("No.", id="end", **other)
    return tale


def _nested(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("统计一下。")
    nested = [
        {"id": "n1", "name": "bash", "arguments": {"command": "grep -c 退货 订单.csv"}, "isError": False}
    ]
    tale.tool("run_script", "共 18 行", id="ran", result={"nestedCalls": nested}, script="count.js")
    tale.reply("18 行。", id="end")
    return tale


def _label(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Draft the lease.")
    tale.reply("Drafted.", id="draft")
    tale.add("label", id="mark", targetId="draft", label="before the landlord's changes")
    tale.say("Show it.", reply="Here.")
    return tale


def _state(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("排班。")
    tale.add("custom", id="state", customType="roster", data={"note": "周三阿明请假"})
    tale.reply("周三：阿明。", id="end")
    return tale


def _hidden_hint(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Route the parcels.")
    hint = {"customType": "dispatch", "content": "The bridge at Orrin is closed.", "display": False}
    tale.add("custom_message", id="hint", details={"seen": "never"}, **hint)
    tale.reply("All by way of Orrin.", id="end")
    return tale


def _changed_since(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("看价目。")
    tale.tool("read", "绿茶 30\n红茶 42\n", path="价目.txt")
    tale.reply("看过了。", id="end")
    scene.put("价目.txt", "绿茶 30\n红茶 58\n")
    return tale


def _moved(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Read the notes.")
    tale.tool("read", "soak the willow overnight\nthen split it\n", id="read", path="notes/willow.md")
    tale.reply("Read.", id="end")
    scene.put("craft/basket.md", "soak the willow overnight\nthen split it\n")
    return tale


def _claimed(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("修好折扣。")
    tale.tool("bash", "5 passed", command="pytest -q")
    tale.tool("edit", "done", path="zhekou.py", edits=[{"oldText": "0.9", "newText": "0.8"}])
    tale.reply("已修复，测试全部通过。", id="claim")
    scene.put("zhekou.py", "RATE = 0.8\n")
    return tale


def _pushed(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Ship it.")
    tale.tool("bash", "To origin\n   1a2b..3c4d  main -> main", id="push", command="git push origin main")
    tale.reply("Shipped.", id="end")
    return tale


def _not_run(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("把公告写进文件。")
    tale.tool("write", None, id="asked", path="公告.txt", content="元宵节照常营业")
    return tale


def _omitted(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("The locker code is 0-4-4-1.", id="code")
    tale.reply("Noted.", id="knew")
    tale.edit("code", None, id="omit")
    tale.say("Open the locker.", reply="With which code?", reply_id="end")
    return tale


def _had_it(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("千万别重启主机。", id="rule", reply_id="r1")
    tale.user("更新一下。")
    tale.tool("bash", "rebooting", command="sudo reboot")
    tale.reply("更新并重启了。", id="end")
    return tale


def _unknown_role(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Hello.")
    tale.message("observer", id="note", content="The visitor seemed cold.")
    tale.reply("Good day.", id="end")
    return tale


def _hook_message(scene: Scene) -> Tale:
    tale = scene.tale(version=2)
    tale.user("开灯。", id="ask")
    tale.message("hookMessage", id="hook", customType="lamp", content="西厢房的灯坏了。", display=True)
    tale.reply("全开了。", id="end")
    return tale


def _later_edit(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.user("Name the heir.", id="ask")
    tale.reply("Unknown.", id="first")
    tale.edit("ask", "Name the heir of Castle Brack.", id="one")
    tale.say("Well?", reply_id="knew")
    tale.edit("ask", "Name the heir.", id="two")
    tale.say("Again?", reply="Of which house?")
    return tale


STORIES = [
    Story(
        "用 !! 跑的命令",
        "excludeFromContext 的命令和输出从不发送，在路径上却从不会被看到：来源。",
        _bang_bang,
        "已用 97%",
        "trace.lost-excluded",
        lost="source",
        hows=frozenset({"excluded"}),
        named=("L4",),
        next=("single !",),
        absent=("compaction.edit-omits-user",),
    ),
    Story(
        "a reply that broke off",
        "Replies that ended in an error are left out of every later request, whether an edit says so too or not.",
        _failed,
        "joint under the",
        "trace.lost-failed-reply",
        lost="source",
        hows=frozenset({"failed-reply"}),
        findings={"compaction.edits-retry": "ok"},
        absent=("compaction.edits-omit",),
    ),
    Story(
        "工具结果被折叠，后来又恢复",
        "同一目标以最后一次编辑为准：第二次编辑把原话放了回来；两次编辑之间的回复看不到。",
        _restored,
        "三号泵过热",
        "trace.visible-gap",
        via=("result",),
        last="end",
        gaps=(("folded", "unfolded"),),
        mention=True,
        hows=frozenset({"edited"}),
        findings={"compaction.edits-replace": "ok"},
    ),
    Story(
        "another model thought it",
        "Thinking goes back only to its own model: its replies had it, and the change of model took it away.",
        _foreign_thinking,
        "undersized for snow",
        "trace.lost-foreign-thinking",
        lost="source",
        by="switch",
        last="had",
        gaps=(("switch", None),),
        hows=frozenset({"foreign-thinking"}),
    ),
    Story(
        "换了模型而没有记录",
        "没有 model_change：思考只发回给写它的模型，另一个模型的回复因此没有看到它，这条回复就是丢失之处。",
        _silent_change,
        "这根梁偏小",
        "trace.lost-foreign-thinking",
        lost="source",
        by="end",
        last="had",
        gaps=(("end", None),),
        hows=frozenset({"foreign-thinking"}),
    ),
    Story(
        "脚本内部的调用",
        "nestedCalls 只留作记录，哪个叶子都不会发送：来源。",
        _nested,
        "grep -c 退货",
        "trace.lost-nested-call",
        lost="source",
        hows=frozenset({"nested-call"}),
    ),
    Story(
        "only a label says it",
        "Labels never reach a model.",
        _label,
        "the landlord's changes",
        "trace.lost-extension-state",
        lost="source",
        hows=frozenset({"extension-state"}),
    ),
    Story(
        "只写进了扩展状态",
        "custom 记录是扩展自己的状态，模型看不到，界面显示什么都一样。",
        _state,
        "阿明请假",
        "trace.lost-extension-state",
        lost="source",
        hows=frozenset({"extension-state"}),
    ),
    Story(
        "a hidden message of an extension",
        "A custom_message is sent as a user message although it is not displayed: it had this and did not use it.",
        _hidden_hint,
        "bridge at orrin is closed",
        "trace.visible",
        via=("hint",),
        last="end",
        hows=frozenset({"verbatim"}),
    ),
    Story(
        "读过的文件后来变了",
        "模型看到的是旧价，在读取结果里，只是提及；工作目录里的文件今天已不同。",
        _changed_since,
        "红茶 42",
        "trace.visible-mention",
        via=("e0000003",),
        last="end",
        mention=True,
        findings={"source.file-changed": "warning"},
        absent=("source.files-unchanged", "source.file-missing"),
    ),
    Story(
        "the file has another name today",
        "The text was read through a path that is gone; another file has the same content, a lead.",
        _moved,
        "willow overnight",
        "trace.visible-mention",
        via=("e0000003",),
        last="end",
        mention=True,
        findings={"source.file-missing": "warning", "source.file-renamed": "+warning"},
        absent=("source.file-changed",),
    ),
    Story(
        "说测试全部通过",
        "这句话是模型自己说的，可见；最后一次跑测试之后代码又改了，是线索而不是定论。",
        _claimed,
        "测试全部通过",
        "trace.visible",
        via=("claim",),
        hows=frozenset({"verbatim"}),
        findings={"source.claim-after-edits": "+warning"},
        absent=("source.claim-without-run", "source.claim-after-failed-run"),
    ),
    Story(
        "pushed already",
        "The push ran and must not be run again; its words stand only in a command.",
        _pushed,
        "git push origin",
        "trace.visible-mention",
        via=("push",),
        last="end",
        mention=True,
        findings={"source.side-effects": "ok"},
        absent=("source.side-effects-open", "source.side-effects-failed"),
    ),
    Story(
        "要求写文件，没有结果",
        "调用没有结果，不能说明写过；内容只在参数里发送：仅为提及。",
        _not_run,
        "元宵节照常营业",
        "trace.visible-mention",
        via=("asked",),
        mention=True,
        findings={"source.file-requested": "warning"},
        absent=("source.file-written", "source.file-missing"),
    ),
    Story(
        "an edit leaves out what the user said",
        "Inside the context list and taken out by an edit: source, by the edit; the reply before it had it.",
        _omitted,
        "0-4-4-1",
        "trace.lost-omitted",
        lost="source",
        by="omit",
        last="knew",
        gaps=(("omit", None),),
        hows=frozenset({"omitted"}),
        named=("L2", "L4", "L3"),
        findings={"compaction.edit-omits-user": "warning"},
    ),
    Story(
        "有这条规则却没照做",
        "规则一直在发送的内容里，重启也确实执行了：不是记忆问题。",
        _had_it,
        "别重启主机",
        "trace.visible",
        via=("rule",),
        last="end",
        hows=frozenset({"verbatim"}),
        absent=("compaction.dropped-constraint",),
    ),
    Story(
        "a role that pi does not know",
        "Messages of unknown roles are dropped on the way to the model. Asked with an expression, in any case.",
        _unknown_role,
        r"visitor SEEMED \w+",
        "trace.lost-unknown-role",
        lost="source",
        hows=frozenset({"unknown-role"}),
        regex=True,
    ),
    Story(
        "旧版的 hookMessage",
        "v2 的 hookMessage 在 v3 里是 custom，会作为用户文本发送：可见。",
        _hook_message,
        "西厢房的灯坏了",
        "trace.visible",
        via=("hook",),
        last="end",
        hows=frozenset({"verbatim"}),
        findings={"storage.rewrites": "ok"},
    ),
    Story(
        "only an edit said it, and a later edit took it back",
        "The last edit of a target wins: the words of the first were in view for one reply.",
        _later_edit,
        "castle brack",
        "trace.lost-edited",
        lost="source",
        by="two",
        last="knew",
        gaps=(("two", None),),
        hows=frozenset({"edited"}),
        named=("L4", "L7", "L6"),
    ),
]
