"""Stories of stage one: damaged bytes, cut paths, the wrong file opened, copies and folders that moved."""

from __future__ import annotations

import json
from pathlib import Path

from tests.stories import Scene, Story, Tale, later, raw


def _torn_tail(scene: Scene) -> Path:
    tale = scene.tale()
    tale.say("Where does the boat lie?", reply="Not known yet.", reply_id="asked")
    tale.user("The mooring is berth 14-W, next to the fuel dock.", id="lost")
    return scene.keep(tale.bytes()[:-15])


def _nul(scene: Scene) -> Path:
    tale = scene.tale()
    tale.say("先看一下仓库。", reply="看过了。")
    tale.user("仓库的门禁码是 XQ-20。", id="lost")
    tale.reply("记下了。", id="after")
    lines = tale.bytes().splitlines(keepends=True)
    lines[3] = lines[3][:-1] + b"\0" * 64 + b"\n"
    return scene.keep(b"".join(lines))


def _missing_parent(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("Never heat the retort above 340 degrees.", id="rule", reply_id="knew")
    tale.back("never-written")
    tale.say("Now heat it.", id="cut-off", reply="Heating to 500.")
    return tale


def _shadowed(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("安排发货。", reply_id="before")
    tale.user("老板说周五前不发货。", id="same")
    tale.user("改天再说。", id="same", parent="before")
    tale.reply("好的，明天发货。")
    return tale


def _touched(scene: Scene) -> Path:
    old = scene.tale(id="0bb-old")
    old.say("Start the ledger.", reply="Started.")
    new = scene.tale(id="0cc-new")
    new.say("The auditor wants rye listed apart.", id="rye")
    scene.keep(later(new, 5_000), "new", age=900)
    return scene.keep(old, "old", age=0)


def _import_went_on(scene: Scene) -> Path:
    own = scene.tale(id="0dd-twice")
    own.say("整理茶叶价目。", id="shared", reply_id="shared-too")
    copy = scene.tale(id="0dd-twice")
    copy.say("整理茶叶价目。", id="shared", reply_id="shared-too")
    copy.say("白毫银针按两卖。", id="needle")
    elsewhere = scene.folder("work/mill")
    scene.keep(later(copy, 60), "copy", age=10, cwd=elsewhere)
    return scene.keep(own)


def _renamed(scene: Scene) -> Path:
    gone = scene.top / "archive" / "pots"  # no such folder
    before = scene.tale(id="0ee-before", cwd=str(gone))
    before.say("Glaze batches are numbered from the kiln door inwards.", id="numbers")
    scene.keep(before, "before", age=50_000, cwd=gone)
    now = scene.tale(id="0ff-now")
    now.say("Number the next batch.")
    return scene.keep(later(now, 90_000), "now")


def _version_two(scene: Scene) -> Path:
    tale = scene.tale(version=2)
    tale.say("做一份果冻。", id="jelly", reply_id="fine")
    lines = tale.bytes().splitlines(keepends=True)
    message = {"role": "user", "content": "配方里不放明胶，用琼脂。", "timestamp": 1}
    whole = raw({"type": "message", "id": "lost", "parentId": "fine", "message": message})
    tale.say("继续。", reply="放了明胶。")
    return scene.keep(b"".join([*lines, whole[:-4] + b"\n", *tale.bytes().splitlines(keepends=True)[3:]]))


def _joined(scene: Scene) -> Path:
    tale = scene.tale()
    tale.say("Plan the crossing.", reply_id="planned")
    tale.say("Leave an hour before slack water.", id="slack", reply_id="noted")
    tale.say("When do we leave?", reply="At noon.")
    lines = tale.bytes().splitlines(keepends=True)
    lines[3:5] = [lines[3][:-1] + lines[4]]
    return scene.keep(b"".join(lines))


def _never_written(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("杏仁饼的烤箱温度调到一百六十度。", id="oven")
    tale.say("再做一炉。", reply="好。")
    return tale


def _cut_and_copied(scene: Scene) -> Path:
    copy = scene.tale(id="0ab-copy")
    copy.say("钥匙交给看门的老吴。", id="key")
    scene.keep(copy, "copy", age=100)
    tale = scene.tale()
    tale.say("钥匙交给看门的老吴。", id="key", reply_id="knew")
    tale.back("gone")
    tale.say("钥匙在哪儿？", id="cut-off", reply="不清楚。")
    return scene.keep(tale)


def _no_entries(scene: Scene) -> Path:
    tale = scene.tale()
    tale.user("Feed the starter at dawn.", id="dawn")
    lines = tale.bytes().splitlines(keepends=True)
    return scene.keep(lines[0] + json.dumps(tale.records[1]).encode()[:-2])


def _torn_elsewhere(scene: Scene) -> Path:
    other = scene.tale(id="0bb-other")
    other.say("问一下船期。", reply_id="asked")
    other.user("船改在初九开，不等货。", id="lost")
    scene.keep(other.bytes()[:-6], "other", age=300)
    own = scene.tale()
    own.say("船哪天开？", reply="初八。")
    return scene.keep(own)


def _no_version(scene: Scene) -> Path:
    tale = scene.tale()
    tale.say("Plan the hedge.", reply_id="fork")
    tale.say("Hawthorn only, no privet.", id="hedge")
    tale.back("fork")
    tale.say("Start digging.", reply="Privet ordered.", reply_id="end")
    del tale.records[0]["version"]
    return scene.keep(tale)


def _written_twice(scene: Scene) -> Tale:
    tale = scene.tale()
    tale.say("备货。", reply_id="before")
    tale.user("红纸要万年红那种。", id="twice")
    tale.records.append(dict(tale.records[-1]))
    tale.reply("记下了。", id="end")
    return tale


def _no_leaf(scene: Scene) -> Path:
    tale = scene.tale()
    tale.say("腊肉挂在北墙。", id="north", reply_id="knew")
    return scene.keep(tale.bytes() + raw({"type": "leaf", "parentId": "knew"}))


STORIES = [
    Story(
        "the last record was never finished",
        "The phrase stands only in a line that JSON.parse refuses, so in bytes that pi cannot read: storage.",
        _torn_tail,
        "berth 14-W",
        "trace.lost-damaged",
        lost="storage",
        hows=frozenset({"unreadable"}),
        named=("L4",),
        next=("line 4 of ",),
        findings={"storage.damage-torn-tail": "warning", "storage.continues-here": "ok"},
        absent=("storage.path-cut", "storage.path-cut-by-damage", "storage.never-written"),
    ),
    Story(
        "断电后一行里全是 NUL",
        "那一行 pi 读不了，话只在这些字节里，所以是存储；后一条的父记录因此不在任何一行里，路径在它之前断开。",
        _nul,
        "门禁码是 XQ-20",
        "trace.lost-damaged",
        lost="storage",
        hows=frozenset({"unreadable"}),
        named=("L4",),
        findings={"storage.path-cut-by-damage": "lost", "storage.damage-nul": "warning"},
        absent=("storage.missing-parent",),
    ),
    Story(
        "a record between them was never written",
        "The path to the leaf ends at a missing parent, so all outside of it is storage, not branch; the reply to the "
        "rule had it, and no entry took it away.",
        _missing_parent,
        "above 340 degrees",
        "trace.lost-disconnected",
        lost="storage",
        last="knew",
        hows=frozenset({"disconnected"}),
        named=("L2", "L5"),
        findings={"storage.path-cut": "lost"},
        absent=("branch.jump", "branch.started-over", "storage.path-cut-by-damage"),
    ),
    Story(
        "同一个 id 写了两次",
        "pi 查 id 时以最后一条为准，前一条再也到不了：只在够不着的记录里，属于存储。",
        _shadowed,
        "周五前不发货",
        "trace.lost-shadowed",
        lost="storage",
        hows=frozenset({"shadowed"}),
        named=("L4",),
        findings={"storage.shadowed": "warning"},
        absent=("storage.repeated",),
    ),
    Story(
        "an old session was touched and --continue opens it",
        "--continue goes by the time of the file, so it opens the old talk; the phrase is only in another session of the "
        "cwd, which CONTRACT calls branch.",
        _touched,
        "rye listed apart",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        next=("pi --session", "new.jsonl"),
        findings={"storage.continues-here-not-latest": "warning", "storage.nearby": "ok"},
        absent=("storage.continues-here", "storage.folder-shared"),
        wide=True,
    ),
    Story(
        "导入的副本在别的项目里继续了",
        "/import 保留 id，副本落在当前项目的目录；话只在副本里说过，对原文件来说是另一个会话：分支。",
        _import_went_on,
        "按两卖",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        findings={"storage.same-id-newer": "warning"},
        absent=("storage.same-id", "storage.wrong-folder"),
        all=True,
    ),
    Story(
        "the project folder was renamed",
        "The old sessions lie under the name of a folder that is gone; the base name matches, a lead. The phrase is in "
        "one of them only: branch.",
        _renamed,
        "from the kiln door inwards",
        "trace.lost-session",
        lost="branch",
        hows=frozenset({"other-session"}),
        next=("before.jsonl",),
        findings={"storage.renamed-from": "+warning"},
        absent=("storage.cwd-gone", "storage.renamed-to"),
        all=True,
    ),
    Story(
        "第二版文件里有一行坏了",
        "pi 打开 v2 文件会按 v3 重写，读不了的行从此丢失；话只在那一行里，属于存储，路径本身没有断。",
        _version_two,
        "不放明胶",
        "trace.lost-damaged",
        lost="storage",
        hows=frozenset({"unreadable"}),
        next=("line 4 of ",),
        findings={"storage.rewrite-loses": "warning"},
        absent=("storage.rewrites", "storage.path-cut", "storage.path-cut-by-damage"),
    ),
    Story(
        "two records on one line",
        "pi parses line by line, so both records of the line are gone, and the next one hangs in the air.",
        _joined,
        "an hour before slack water",
        "trace.lost-damaged",
        lost="storage",
        hows=frozenset({"unreadable"}),
        named=("L4",),
        findings={"storage.damage-joined": "warning", "storage.path-cut-by-damage": "lost"},
    ),
    Story(
        "哪儿都没有这句话",
        "搜索范围里一处都没有就是未找到，不算丢失；最接近的一行共用「杏仁」「烤箱」「温度」。",
        _never_written,
        "杏仁饼烤箱温度不要超过",
        "trace.not-found",
        found=False,
        near=("oven",),
        findings={"storage.never-written": "+unknown"},
    ),
    Story(
        "路径断了，另一份会话里也有",
        "本文件里的那一处比其他会话走得更远；路径断在缺失的父记录上，路径以外的都算存储。",
        _cut_and_copied,
        "看门的老吴",
        "trace.lost-disconnected",
        lost="storage",
        last="knew",
        hows=frozenset({"disconnected", "other-session"}),
        findings={"storage.path-cut": "lost"},
        wide=True,
    ),
    Story(
        "the first record is all there was, and it broke off",
        "A file without a single entry: the phrase is in bytes that pi cannot read.",
        _no_entries,
        "starter at dawn",
        "trace.lost-damaged",
        lost="storage",
        hows=frozenset({"unreadable"}),
        findings={"storage.damage-torn-tail": "warning", "storage.no-talk": "unknown"},
    ),
    Story(
        "只在另一个会话的残行里",
        "走得最远的也只是 pi 读不了的字节，虽然在另一个会话里：存储，要说出是哪个文件，而修复副本救不回残行，话只在那些字节里。",
        _torn_elsewhere,
        "船改在初九",
        "trace.lost-damaged-elsewhere",
        lost="storage",
        hows=frozenset({"other-session"}),
        named=("other.jsonl", "L4"),
        next=("other.jsonl: a repaired copy leaves",),
        absent=("storage.damage-torn-tail",),
        wide=True,
    ),
    Story(
        "a header without a version",
        "pi takes the file for version 1 and chains the entries anew in file order: there is no branch any more, and "
        "what stood on it is on the path.",
        _no_version,
        "no privet",
        "trace.visible",
        via=("@line4",),
        last="@line7",
        hows=frozenset({"verbatim"}),
        findings={"storage.version-missing": "warning"},
        absent=("branch.other-leaf", "branch.jump"),
    ),
    Story(
        "同一条记录原样写了两遍",
        "后一条取代前一条，内容相同，什么也没丢：可见。",
        _written_twice,
        "万年红",
        "trace.visible",
        via=("twice",),
        last="end",
        hows=frozenset({"verbatim", "shadowed"}),
        findings={"storage.repeated": "ok"},
        absent=("storage.shadowed",),
    ),
    Story(
        "最后一行是一条没有 id 的记录",
        "重启后的叶子是文件最后一条；它没有 id，路径上就什么都没有，其余的一切都算存储。",
        _no_leaf,
        "挂在北墙",
        "trace.lost-no-leaf",
        lost="storage",
        last="knew",
        hows=frozenset({"disconnected"}),
        named=("L2",),
        findings={"storage.no-leaf": "lost"},
        absent=("storage.path-cut", "storage.no-talk"),
    ),
]
