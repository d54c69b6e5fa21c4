"""Stories of stage two: other leaves, jumps back, two windows, branch summaries, other sessions and forks."""

from __future__ import annotations

from pathlib import Path

from tests.stories import Scene, Story, Tale, later


def _other_leaf(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("We refit the dinghy.", reply_id="fork")
    tale.say("Paint the hull RAL 5013.", id="blue", reply="Painted.", reply_id="saw")
    tale.back("fork")
    tale.say("Talk about the sails.", id="jump", reply="Sails.")
    return tale


def _windows(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("布置灯会。", reply_id="fork")
    tale.user("灯笼颜色定为朱红。", id="one", parent="fork")
    tale.user("另外，鼓要换新的。", id="two", parent="fork")
    tale.reply("朱红。", id="one-said", parent="one")
    tale.reply("换鼓。", id="two-said", parent="two")
    tale.user("灯笼挂六只。", id="one-more", parent="one-said")
    tale.user("鼓槌也换。", id="two-more", parent="two-said")
    tale.reply("六只。", id="one-end", parent="one-more")
    tale.reply("都换。", id="two-end", parent="two-more")
    return tale


def _bookkeeping(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Describe the shed.", reply_id="fork")
    tale.say("The padlock opens with 7-3-9.", id="lock", reply_id="saw")
    tale.add("custom", id="mark", parent="fork", customType="timer", data={"stopped": True})
    return tale


def _carried(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("算一下贷款。", reply_id="fork")
    tale.say("利率按 4.35% 计算。", id="rate", reply_id="tip")
    tale.back("fork")
    tale.add(
        "branch_summary",
        id="bridge",
        fromId="tip",
        summary="## Goal\n算贷款\n## Constraints & Preferences\n- 利率按 4.35% 计算\n",
    )
    tale.say("换一家银行。", reply="好。", reply_id="end")
    return tale


def _not_carried(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("We bake rolls.", reply_id="fork")
    tale.say("Always weigh the flour twice, never by volume.", id="rule", reply_id="saw")
    tale.back("fork")
    tale.add(
        "branch_summary", id="bridge", fromId="saw", summary="## Goal\nBake rolls\n## Next Steps\n1. oven\n"
    )
    tale.say("Now the loaves.", reply="Two cups of it.")
    return tale


def _written_there(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("先看配置。", reply_id="fork")
    tale.user("改一下试试。")
    tale.tool("write", "done", id="wrote", path="config.ini", content="超时时间设为 45\n")
    tale.reply("写好了。", id="saw")
    tale.back("fork")
    tale.say("算了，先不改配置。", id="jump", reply="没有改动。")
    return tale


def _shell_there(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("We print the programme.", reply_id="fork")
    tale.user("Set the fee to 12 and drop the old flyer.")
    tale.tool("bash", "", command="sed -i 's/fee: 9/fee: 12/' programme.md && rm flyer-2019.md", result={})
    tale.tool("bash", "9 lines", command="wc -l programme.md 2>/dev/null")
    tale.reply("The fee is 12 now.", id="saw")
    tale.back("fork")
    tale.say("Let us leave the fee alone.", id="jump", reply="Nothing was changed.")
    return tale


def _yesterday(scene: Scene) -> Path:
    old = scene.tale(id="0bb-yesterday")
    old.say("以后提交信息一律写英文。", id="english")
    scene.keep(old, "yesterday", age=80_000)
    new = scene.tale()
    new.say("提交吧。", reply="已提交：修正拼写。")
    return scene.keep(later(new, 80_000), "today")


def _fork_child(scene: Scene) -> Path:
    parent = scene.tale(id="0bb-parent")
    parent.say("Brew the spring ale.", id="ale", reply_id="brewed")
    parent.say("Double the barley from now on.", id="barley")
    path = scene.keep(parent, "parent", age=500)
    child = scene.tale(id="0cc-child", parentSession=str(path))
    child.say("Brew the spring ale.", id="ale", reply_id="brewed")
    child.say("Halve the hops.", id="hops")
    return scene.keep(later(child, 500, 3), "child")


def _started_over(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("客户姓欧阳，忌辣。", id="guest", reply_id="saw")
    tale.back(None)
    tale.say("排一份菜单。", id="over", reply="麻婆豆腐。")
    return tale


def _said_later(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Set the table.", reply_id="then")
    tale.say("Aunt Vera brings her own chair.", id="chair")
    return tale


def _cut_elsewhere(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("货架编号从 B7 开始。", id="shelf", reply_id="fork")
    tale.say("第一种做法。", id="try")
    tale.cut("## Goal\n盘点\n", "try")
    tale.say("接着盘。", reply="从头编号。")
    tale.back("fork")
    tale.say("第二种做法。", reply="从 B7 开始。", reply_id="end")
    return tale


def _two_levels(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Survey the orchard.", reply_id="first")
    tale.say("Start with the pears.", reply_id="second")
    tale.say("Tree 31 is grafted.", id="graft", reply_id="saw")
    tale.back("second")
    tale.say("Then the plums.", id="plums", reply_id="third")
    tale.back("first")
    tale.say("Or with the quinces.", id="quinces")
    return tale


def _other_wrote(scene: Scene) -> Path:
    def read(tale: Tale) -> Tale:
        tale.user("看菜单。")
        tale.tool("read", "汤 4 元", path="菜单.txt")
        tale.reply("汤 4 元。")
        return tale

    own = read(scene.tale())
    other = scene.tale(id="0bb-other")
    other.user("涨价。", id="o1")
    other.tool("write", "done", id="o2", path=str(scene.project / "菜单.txt"), content="汤改成 6 元")
    other.reply("改好了。", id="o4")
    for number, record in enumerate(other.records[1:]):
        record["timestamp"] = f"2026-05-04T12:00:0{number}.000Z"
    scene.keep(later(other, 10_800), "other", age=5)
    return scene.keep(own)


def _on_both(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("The well is closed on feast days.", id="rule")
    tale.say("Draw water.", id="kept", reply_id="fork")
    tale.say("The well is closed on feast days, I said.", id="aside")
    tale.back("fork")
    tale.cut("## Goal\nDraw water\n", "kept")
    tale.say("It is a feast day.", reply="Drawing water.")
    return tale


STORIES = [
    Story(
        "said on the branch that was left",
        "The path runs past it; the first entry of this path behind the fork is the jump, the reply on the branch had it.",
        _other_leaf,
        "ral 5013",
        "trace.lost-branch",
        lost="branch",
        by="jump",
        last="saw",
        hows=frozenset({"other-branch"}),
        named=("L4", "L6", "L5"),
        next=("/tree", "Painted."),
        findings={"branch.other-leaf": "ok", "branch.jump": "ok"},
        absent=("branch.interleaved", "branch.bookkeeping-moved-leaf", "branch.files-written"),
    ),
    Story(
        "两个窗口写同一个文件",
        "两条分支交替写入，最后一行在第二个窗口的分支上；话只在另一条上说过。",
        _windows,
        "定为朱红",
        "trace.lost-branch",
        lost="branch",
        by="two",
        last="one-end",
        hows=frozenset({"other-branch"}),
        findings={"branch.interleaved": "+warning"},
    ),
    Story(
        "an extension's record moved the leaf",
        "The last line is a custom entry under an old reply, and the last line is where pi goes on: the talk is on "
        "another branch, and that entry is what left it.",
        _bookkeeping,
        "opens with 7-3-9",
        "trace.lost-branch",
        lost="branch",
        by="mark",
        last="saw",
        findings={"branch.bookkeeping-moved-leaf": "warning"},
        absent=("branch.interleaved",),
    ),
    Story(
        "分支摘要带回来了",
        "原话在另一条分支，路径上的分支摘要含有这句，会作为用户文本发送：可见，但只在摘要里。",
        _carried,
        "利率按 4.35%",
        "trace.visible-summary",
        via=("bridge",),
        last="end",
        hows=frozenset({"other-branch", "summarised"}),
        findings={"branch.summary": "ok"},
        absent=("branch.summary-left-out", "branch.summary-empty"),
    ),
    Story(
        "the branch summary left the rule out",
        "The rule was said only on the branch, and the summary that leads away from it does not hold it.",
        _not_carried,
        "weigh the flour twice",
        "trace.lost-branch",
        lost="branch",
        by="bridge",
        last="saw",
        hows=frozenset({"other-branch"}),
        findings={"branch.summary": "ok", "branch.summary-left-out": "+warning"},
    ),
    Story(
        "离开的分支写过的文件还在",
        "写入只发生在另一条分支上，这条路径从未看到；离开分支不会撤销磁盘上的文件。",
        _written_there,
        "超时时间设为 45",
        "trace.lost-branch",
        lost="branch",
        by="jump",
        last="saw",
        hows=frozenset({"other-branch"}),
        findings={"branch.files-written": "warning"},
        absent=("branch.files-seen-since",),
    ),
    Story(
        "a shell command of the branch that was left changed a file",
        "Only sed and rm on the other branch say it; no tool call names the files, so it is a lead. wc only reads.",
        _shell_there,
        "fee: 12",
        "trace.lost-branch",
        lost="branch",
        by="jump",
        last="saw",
        hows=frozenset({"other-branch"}),
        findings={"branch.shell-writes": "+warning", "branch.jump": "ok"},
        absent=("branch.files-written",),
    ),
    Story(
        "昨天的会话里说过",
        "今天是新会话，话只在同一目录的另一个会话里：分支，下一步是用 --session 打开它。",
        _yesterday,
        "提交信息一律写英文",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        next=("pi --session", "yesterday.jsonl"),
        findings={"storage.nearby": "ok", "storage.continues-here": "ok"},
        absent=("storage.same-id", "branch.family"),
        wide=True,
    ),
    Story(
        "said in the parent after the fork",
        "The child has what stood before the fork; the barley came after it, in the parent only: branch.",
        _fork_child,
        "double the barley",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        next=("parent.jsonl",),
        findings={"branch.family": "ok", "storage.parent": "ok"},
        absent=("storage.parent-missing", "storage.same-id"),
        all=True,
    ),
    Story(
        "从头另起一个根",
        "父为 null 的新根是合法的（resetLeaf），不是损坏，所以先前说的话算分支，不算存储。",
        _started_over,
        "姓欧阳，忌辣",
        "trace.lost-branch",
        lost="branch",
        by="over",
        last="saw",
        hows=frozenset({"other-branch"}),
        findings={"branch.started-over": "ok"},
        absent=("storage.path-cut", "storage.missing-parent"),
    ),
    Story(
        "asked at a point before it was said",
        "It is said only below the entry asked about: nothing was forgotten there, source by CONTRACT.",
        _said_later,
        "her own chair",
        "trace.lost-later",
        lost="source",
        hows=frozenset({"later"}),
        named=("L3", "L4"),
        findings={"branch.asked-earlier": "ok", "branch.later": "ok"},
        at="then",
    ),
    Story(
        "压缩只发生在另一条分支上",
        "那次压缩不在通往叶子的路径上，所以它丢掉的话在这里照样可见，也没有缺口。",
        _cut_elsewhere,
        "从 B7 开始",
        "trace.visible",
        via=("shelf", "end"),
        last="end",
        hows=frozenset({"verbatim"}),
        findings={"compaction.elsewhere": "ok"},
        absent=("compaction.boundary", "compaction.dropped-constraint", "compaction.dropped-fact"),
    ),
    Story(
        "two forks on the way",
        "Seen from the quinces the path parts from the grafted tree at the first reply, so the quinces are the jump.",
        _two_levels,
        "tree 31",
        "trace.lost-branch",
        lost="branch",
        by="quinces",
        last="saw",
        findings={"branch.jump": "ok", "branch.other-leaf": "ok"},
    ),
    Story(
        "另一个会话改了这边读过的文件",
        "改动只在同一目录的另一个会话里，这边看到的还是旧内容：分支。",
        _other_wrote,
        "改成 6 元",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        findings={"branch.others-wrote-since": "ok"},
        absent=("branch.family", "branch.files-written"),
        wide=True,
    ),
    Story(
        "dropped here and said again on another branch",
        "The occurrence on the path got further than the one on the other leaf, so the gate is the compaction.",
        _on_both,
        "closed on feast days",
        "trace.lost-compaction",
        lost="compaction",
        by="cut",
        last="fork",
        gaps=(("cut", None),),
        hows=frozenset({"dropped", "other-branch"}),
        findings={"branch.other-leaf": "ok"},
    ),
]
