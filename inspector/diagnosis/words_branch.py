"""Words of the branch stage, in English and Simplified Chinese."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words

WORDS: dict[str, Words] = {
    "branch.leaf": Words(
        "pi goes on at L{line:d}, the last line of the file: {text:quote}{said_line:aside}",
        "The last line decides, whatever its type; the file has {leaves:leaf,leaves}. Where /tree was used without "
        "writing anything is not stored.",
        "pi 会从 L{line:d}（文件最后一行）继续：{text:quote}{said_line:aside}",
        "由最后一行决定，不论其类型；文件共有 {leaves} 个叶节点。用 /tree 移动而没有写入时，位置不会保存。",
    ),
    "branch.leaf-bookkeeping": Words(
        "pi goes on at L{line:d}, the last line, a {kind} entry; the last talk on its path is {text:quote}{said_line:aside}",
        "The last line decides, whatever its type; the file has {leaves:leaf,leaves}.",
        "pi 会从 L{line:d}（最后一行，{kind} 条目）继续；路径上最后的对话是{text:quote}{said_line:aside}",
        "由最后一行决定，不论其类型；文件共有 {leaves} 个叶节点。",
    ),
    "branch.leaf-of-refused": Words(
        "The last line of the file is L{line:d}: {text:quote}{said_line:aside}; pi itself does not get that far",
        "See storage: pi refuses the file, or never returns from it. What is said of branches here holds once it "
        "is repaired.",
        "文件最后一行是 L{line:d}：{text:quote}{said_line:aside}；pi 自己到不了那里",
        "见“存储”：pi 拒绝打开这个文件，或者会一直卡住。这里关于分支的说明在修复之后才成立。",
    ),
    "branch.asked-earlier": Words(
        "Asked about L{line:d}; pi goes on further down, at L{last:d}",
        "The path here ends with {text:quote} (L{talk:d}).",
        "查询的是 L{line:d}；pi 会在更靠后的 L{last:d} 继续",
        "这里的路径以{text:quote}结束（L{talk:d}）。",
    ),
    "branch.asked-elsewhere": Words(
        "Asked about L{line:d}; pi goes on at L{last:d}, which is on another branch",
        "The path here ends with {text:quote} (L{talk:d}); the file has {leaves:leaf,leaves}.",
        "查询的是 L{line:d}；pi 会在 L{last:d} 继续，那是另一个分支",
        "这里的路径以{text:quote}结束（L{talk:d}）；文件共有 {leaves} 个叶节点。",
    ),
    "branch.bookkeeping-moved-leaf": Words(
        "A {kind} entry on L{line:d} moved the leaf away from the latest talk: {text:quote}",
        "It hangs on an older branch and is written later than L{left_line:d}, so pi goes on without {n:entry,entries} of "
        "that branch. A killed process or a jump with nothing said leaves this.",
        "L{line:d} 的 {kind} 条目把叶节点从最新的对话移开了：{text:quote}",
        "它挂在较早的分支上，却写在 L{left_line:d} 之后，pi 继续时就没有那个分支的 {n} 个条目。进程被中止，"
        "或跳转后什么也没说，都会这样。",
    ),
    "branch.leaf-has-children": Words(
        "The last line of the file (L{line:d}) is an inner entry: {n:entry below it is,entries below it are} left out",
        "Something wrote the records out of order. pi goes on at the last line and leaves out what is below it: {text:quote}",
        "文件最后一行（L{line:d}）是中间的条目：它下面的 {n} 个条目不在内",
        "有程序打乱了条目的顺序。pi 从最后一行继续，下面的不在内：{text:quote}",
    ),
    "branch.later": Words(
        "{n:entry comes,entries come} after L{line:d}, the last {text:quote}",
        "Nothing of that existed yet when the model answered there.",
        "L{line:d} 之后还有 {n} 个条目，最后是{text:quote}",
        "模型在那里回答时，它们还不存在。",
    ),
    "branch.other-leaf": Words(
        "Another branch ends at L{line:d}: {text:quote}{said_line:aside}",
        "Last extended {at:time}; {n:entry,entries} of its own since L{fork:d}: {users:message,messages} of yours, "
        "{replies:reply,replies}, {compactions:compaction,compactions}. This leaf has none of them.",
        "另一个分支结束于 L{line:d}：{text:quote}{said_line:aside}",
        "最后写入于 {at:time}；从 L{fork:d} 起独有 {n} 个条目：你的消息 {users} 条，回复 {replies} 条，"
        "压缩 {compactions} 次。当前叶节点都没有。",
    ),
    "branch.other-root": Words(
        "A part with a root of its own ends at L{line:d}: {text:quote}{said_line:aside}",
        "Last extended {at:time}; {n:entry,entries}: {users:message,messages} of yours, {replies:reply,replies}, "
        "{compactions:compaction,compactions}. Nothing of it is on this path.",
        "另有一个独立起点的部分结束于 L{line:d}：{text:quote}{said_line:aside}",
        "最后写入于 {at:time}；{n} 个条目：你的消息 {users} 条，回复 {replies} 条，压缩 {compactions} 次。都不在这条路径上。",
    ),
    "branch.failed-leaf": Words(
        "A side leaf at L{line:d} holds only an attempt that failed",
        "{n:entry,entries}; a retry leaves this.",
        "L{line:d} 处的旁支叶节点只有一次失败的尝试",
        "{n} 个条目；重试会留下这样的分支。",
    ),
    "branch.silent-leaf": Words(
        "A side leaf at L{line:d} holds no talk",
        "{n:entry,entries}, last written {at:time}.",
        "L{line:d} 处的旁支叶节点没有对话",
        "{n} 个条目，最后写入于 {at:time}。",
    ),
    "branch.more-leaves": Words(
        "{n:further leaf,further leaves}, written earlier",
        "{rows:list}",
        "还有 {n} 个更早写入的叶节点",
        "{rows:list}",
    ),
    "branch.interleaved": Words(
        "Two branches were written in turns, as by two pi windows; not here: {text:quote}{said_line:aside}",
        "Lines change the branch {n:time,times} (lines: {lines:list}). The other branch ends at L{line:d}, this path at "
        "L{active:d}; neither window saw what the other wrote. One user going back and forth with /tree leaves the same.",
        "有两个分支是交替写入的，像是两个 pi 窗口；这里没有：{text:quote}{said_line:aside}",
        "共切换 {n} 次（第 {lines:list} 行）。另一分支结束于 L{line:d}，当前路径结束于 L{active:d}；"
        "两边互相看不到对方写的内容。"
        "一个人用 /tree 来回切换也会留下同样的痕迹。",
    ),
    "branch.jump": Words(
        "At L{line:d} the path went back to L{parent:d} and left behind {text:quote}",
        "{n:entry,entries} of the branch that was left (its last talk: L{left_line:d}) are not on this path; no "
        "branch summary "
        "was written. Time: {at:time}.",
        "在 L{line:d} 处，路径跳回 L{parent:d}，离开了{text:quote}",
        "已离开的分支上有 {n} 个条目（最后的对话在 L{left_line:d}）不在这条路径上，也没有写分支摘要。时间：{at:time}。",
    ),
    "branch.jump-bookkeeping": Words(
        "At L{line:d} a {kind} entry went back to L{parent:d} and left behind {text:quote}",
        "{n:entry,entries} of the branch that was left (its last talk: L{left_line:d}) are not on this path; no "
        "branch summary "
        "was written. Time: {at:time}.",
        "在 L{line:d} 处，一个 {kind} 条目跳回 L{parent:d}，离开了{text:quote}",
        "已离开的分支上有 {n} 个条目（最后的对话在 L{left_line:d}）不在这条路径上，也没有写分支摘要。时间：{at:time}。",
    ),
    "branch.started-over": Words(
        "At L{line:d} the path starts over from nothing and leaves behind {text:quote}",
        "{n:entry before it is,entries before it are} not on this path (last talk: L{left_line:d}). Time: {at:time}.",
        "在 L{line:d} 处，路径从头开始，离开了{text:quote}",
        "在它之前的 {n} 个条目不在这条路径上（最后的对话在 L{left_line:d}）。时间：{at:time}。",
    ),
    "branch.returned": Words(
        "At L{line:d} the talk came back to this branch, from {text:quote}",
        "{n:entry,entries} of other branches stand in between (last talk: L{left_line:d}). Time: {at:time}.",
        "在 L{line:d} 处，对话从{text:quote}回到了这个分支",
        "中间有其他分支的 {n} 个条目（最后的对话在 L{left_line:d}）。时间：{at:time}。",
    ),
    "branch.retry": Words(
        "At L{line:d} a failed attempt was left behind",
        "{n:entry,entries}.",
        "在 L{line:d} 处离开了一次失败的尝试",
        "{n} 个条目。",
    ),
    "branch.jump-over-nothing": Words(
        "At L{line:d} the path goes back, over {n:entry,entries} without talk",
        "",
        "在 L{line:d} 处路径跳回，越过 {n} 个没有对话的条目",
        "",
    ),
    "branch.more-jumps": Words(
        "{n:earlier jump,earlier jumps} back on this path",
        "",
        "这条路径上还有 {n} 次更早的跳回",
        "",
    ),
    "branch.summary": Words(
        "L{line:d} is a branch summary: all that this leaf knows of {n:entry,entries} that were left",
        "On it: {users:message,messages} of yours and {results:tool result,tool results}, up to L{left_line:d}. "
        "Tool results "
        "and thinking never enter a branch summary, and where a branch is too long its oldest entries fall off. "
        "Files named as "
        "modified: {files:list}. Tokens read for it: {read}.",
        "L{line:d} 是分支摘要：对已离开分支上的 {n} 个条目，当前叶节点只知道这些",
        "到 L{left_line:d} 为止，你的消息有 {users} 条，工具结果有 {results} 个。工具结果和思考从不进入分支摘要；"
        "分支过长时，最早的条目会被丢掉。"
        "列为已修改的文件：{files:list}。为它读取的词元数：{read}。",
    ),
    "branch.summary-empty": Words(
        "The branch summary on L{line:d} is empty: {n:entry was,entries were} left and nothing was carried over",
        "{users:message,messages} of yours and {results:tool result,tool results} stand on that branch, up to "
        "L{left_line:d}. An "
        "empty summary gives the model no message.",
        "L{line:d} 的分支摘要是空的：离开了 {n} 个条目，什么也没带过来",
        "那个分支上到 L{left_line:d} 为止，你的消息有 {users} 条，工具结果有 {results} 个。空摘要不会给模型任何消息。",
    ),
    "branch.summary-empty-nothing": Words(
        "The branch summary on L{line:d} is empty and gives the model no message",
        "No branch was found that it could be about.",
        "L{line:d} 的分支摘要是空的，不会给模型任何消息",
        "没有找到它所对应的分支。",
    ),
    "branch.summary-of-nothing": Words(
        "What the branch summary on L{line:d} is about is not in this file",
        "It names no branch that was left.",
        "L{line:d} 的分支摘要所概括的内容不在这个文件里",
        "它没有指明已离开的分支。",
    ),
    "branch.summary-left-out": Words(
        "The branch summary on L{line:d} seems to lack what you said there: {text:quote}",
        "{n:sentence reads,sentences read} like a rule, and most of the terms are not in the summary. {texts:list}",
        "L{line:d} 的分支摘要似乎没有你在那里说过的话：{text:quote}",
        "有 {n} 句读起来像规则，而其中多数用词不在摘要里。{texts:list}",
    ),
    "branch.files-written": Words(
        "Files written on another branch are still on disk, and this leaf never saw them written: {files:list}",
        "Leaving a branch undoes nothing on disk. Named in a branch summary, without content: {told:list}. Named "
        "later in "
        "a shell command here: {shown:list}. Shell commands there: {shells}; what they changed is not recorded.",
        "另一个分支写过的文件仍在磁盘上，而当前叶节点没有看到写入过程：{files:list}",
        "离开分支不会撤销磁盘上的任何改动。分支摘要只提到文件名的：{told:list}。后来这里的 shell 命令提到的：{shown:list}。"
        "那边的 shell 命令：{shells} 条，改了什么没有记录。",
    ),
    "branch.files-seen-since": Words(
        "{n:file,files} written on another branch were read or written here later: {files:list}",
        "",
        "另一个分支写过的 {n} 个文件，后来在这里读过或写过：{files:list}",
        "",
    ),
    "branch.shell-writes": Words(
        "Shell commands on another branch may have changed files, and this leaf never saw it: {what:list}",
        "Leaving a branch undoes nothing on disk. By the words of the commands, which are all that is recorded; what "
        "programs write by themselves they do not tell. Taken away: {gone:list}. Commands that failed, and may have "
        "written before: {failed:some}.",
        "另一个分支上的 shell 命令可能改动过文件，而当前叶节点没有看到：{what:list}",
        "离开分支不会撤销磁盘上的任何改动。这里只依据命令的文字，记录里没有别的；程序自己写了什么，命令看不出来。"
        "被移走或删除的：{gone:list}。失败但可能已写入的命令：{failed:some} 条。",
    ),
    "branch.family": Words(
        "{name} shares {shared:entry,entries} with this file and goes on alone: {text:quote}",
        "{n:entry,entries} of its own, {users:message,messages} of yours among them, the last {at:time}. Nothing "
        "of it is known "
        "here.",
        "{name} 与这个文件共有 {shared} 个条目，并另有后续：{text:quote}",
        "它独有 {n} 个条目，其中你的消息 {users} 条，最后于 {at:time}。这里都不知道。",
    ),
    "branch.family-wrote": Words(
        "{name}, which shares part of its history with this session, wrote files that this leaf never saw: {files:list}",
        "The last of it {at:time}. The disk holds it, this transcript does not.",
        "{name}（与本会话共有一段历史）写过当前叶节点从未看到的文件：{files:list}",
        "最后一次于 {at:time}。改动在磁盘上，不在这份记录里。",
    ),
    "branch.others-wrote": Words(
        "{name} wrote files after this leaf last looked at them: {files:list}",
        "The last of it {at:time}, while this session was going on. What this leaf knows of them is older.",
        "{name} 在当前叶节点最后一次查看之后写过这些文件：{files:list}",
        "最后一次于 {at:time}，当时本会话还在进行。当前叶节点所知的内容更旧。",
    ),
    "branch.others-wrote-since": Words(
        "Since this session ended, {name} wrote files it knew: {files:list}",
        "The last of it {at:time}. Resumed here, the model still goes by what it saw before.",
        "本会话结束之后，{name} 写过它所知的文件：{files:list}",
        "最后一次于 {at:time}。在这里恢复会话，模型依据的仍是之前看到的内容。",
    ),
    "branch.others-shell": Words(
        "Shell commands in {name} may have changed files, and this leaf never saw it: {what:list}",
        "That was before this session's last entry. By the words of the commands, which are all that is recorded. Taken "
        "away: {gone:list}. Commands that failed, and may have written before: {failed:some}.",
        "{name} 里的 shell 命令可能改动过文件，而当前叶节点没有看到：{what:list}",
        "那是在本会话最后一个条目之前。这里只依据命令的文字，记录里没有别的。被移走或删除的：{gone:list}。"
        "失败但可能已写入的命令：{failed:some} 条。",
    ),
    "branch.others-shell-since": Words(
        "Since this session ended, shell commands in {name} may have changed files: {what:list}",
        "By the words of the commands, which are all that is recorded. Resumed here, the model still goes by what it "
        "saw before. Taken away: {gone:list}. Commands that failed, and may have written before: {failed:some}.",
        "本会话结束之后，{name} 里的 shell 命令可能改动过文件：{what:list}",
        "这里只依据命令的文字，记录里没有别的。在这里恢复会话，模型依据的仍是之前看到的内容。"
        "被移走或删除的：{gone:list}。失败但可能已写入的命令：{failed:some} 条。",
    ),
    "branch.others-not-read": Words(
        "{n:other session,other sessions} of this folder not read for files they wrote",
        "Too large or too many; {read} were read.",
        "同一目录还有 {n} 个会话没有读取，不知道它们写过哪些文件",
        "太大或太多；已读取 {read} 个。",
    ),
}

STEPS: dict[str, StepWords] = {
    "one-window": StepWords(
        "Keep one pi window per session: close the other, and say again here what was said only there.",
        "一个会话只开一个 pi 窗口：关掉另一个，把只在那边说过的话在这里再说一遍。",
    ),
    "look-at-disk": StepWords(
        "Have the model look at what is on disk before it goes on, for example with git status and git diff.",
        "继续之前，让模型先看看磁盘上的现状，例如用 git status 和 git diff。",
    ),
}
