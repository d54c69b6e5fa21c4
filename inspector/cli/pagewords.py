"""The words of the pages that ``compare`` and ``verify`` print, and of the notices above them, in English and Chinese.
Forms as in ``words``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inspector.diagnosis.words import fill

if TYPE_CHECKING:
    from inspector.diagnosis.words import Language

WORDS: dict[str, tuple[str, str]] = {
    "more": ("and {n} more (--all shows them)", "另有 {n} 项（--all 显示）"),
    "no-clock": ("out of range", "超出范围"),
    # -- notices
    "changed-meanwhile": (
        "the file was changed while it was read; what follows may be neither its old state nor its new one",
        "文件在读取期间被改动；以下内容可能既不是原来的状态，也不是新的状态",
    ),
    "refuses": (
        "pi {version} refuses this file: {why:said}; here is what it holds all the same",
        "pi {version} 拒绝打开这个文件：{why:said}；下面仍列出其中的内容",
    ),
    "hangs-on": (
        "pi {version} hangs on this file, for {why}",
        "pi {version} 会在这个文件上卡死：{why}",
    ),
    "endless": ("its walk along the parents never ends", "沿父条目的遍历永不结束"),
    "throws-on": (
        "pi {version} throws on this file: {why:said}",
        "pi {version} 会在这个文件上出错：{why:said}",
    ),
    "loop-one": (
        "1 entry leads into a loop of parents: pi finds no root above it and no leaf in the loop; here it is cut open",
        "1 个条目的父条目成环：pi 在上方找不到根，环里也没有叶；这里把环切开",
    ),
    "loop": (
        "{n} entries lead into a loop of parents: pi finds no root above them and no leaf in the loop; here it is cut "
        "open",
        "{n} 个条目的父条目成环：pi 在上方找不到根，环里也没有叶；这里把环切开",
    ),
    # -- compare
    "why": ("Why {now}, which was written to last, may not know it", "最后写入的 {now} 为什么可能不知道"),
    "at": ("at", "位置"),
    "at-none": (
        "no leaf: pi would start from an empty context here",
        "没有叶：pi 在这里会从空的上下文开始",
    ),
    "at-value": (
        "{entry} (line {line:d}), last written {when}",
        "{entry}（第 {line:d} 行），最后写入 {when}",
    ),
    "at-active": (
        "{entry} (line {line:d}, the active leaf), last written {when}",
        "{entry}（第 {line:d} 行，当前叶），最后写入 {when}",
    ),
    "holds": ("holds", "包含"),
    "holds-value": (
        "{n:entry,entries}; {path} on this path, {context} in the context",
        "{n} 条；这条路径上 {path} 条，上下文中 {context} 条",
    ),
    "directory": ("directory", "目录"),
    "forked": ("forked from", "分叉自"),
    "model": ("model", "模型"),
    "model-value": ("{model}, thinking {thinking}", "{model}，思考级别 {thinking}"),
    "none-recorded": ("none recorded", "未记录"),
    "lead": (" (a lead, not a fact)", "（线索，并非事实）"),
    "only-file": ("Only in the file of {side} ({n:entry,entries})", "只在 {side} 的文件中（{n} 条）"),
    "only-path": ("Only on the path of {side} ({n:entry,entries})", "只在 {side} 的路径上（{n} 条）"),
    "relabelled": (
        "{n:label was,labels were} written again by the fork, under a new id.",
        "分叉时有 {n} 个标签以新的 id 重新写入。",
    ),
    "rewritten": (
        "Rewritten, as {side} has them ({n:entry,entries})",
        "被改写的条目，{side} 的版本（{n} 条）",
    ),
    "context-only": (
        "On both paths, in the context of {side} only ({n:entry,entries})",
        "两条路径上都有，但只在 {side} 的上下文中（{n} 条）",
    ),
    "no-type": ("no type", "无类型"),
    "unread": ("(the file was changed while it was read)", "（文件在读取期间被改动）"),
    "folded": ("… {n} more (--all shows them)", "… 另有 {n} 条（--all 显示）"),
    "silent": (
        "+ {n} of settings, labels, state (--all shows them)",
        "+ {n} 条设置、标签、状态（--all 显示）",
    ),
    "prompt": ("Prompt and tools", "提示词与工具"),
    "unrecorded": (
        "{side}: not recorded (pi before 0.86.0 stored none), which is not the same as none",
        "{side}：未记录（0.86.0 之前的 pi 不保存提示词），这不等于没有",
    ),
    "sections": ("sections", "段落"),
    "tools": ("tools", "工具"),
    "free": ("free text", "自由文本"),
    "state": ("{state}: {names}", "{state}：{names}"),
    "same": ("the same", "相同"),
    "changed": ("changed", "不同"),
    "onlyA": ("only A", "仅 A"),
    "onlyB": ("only B", "仅 B"),
    "free-changed": ("changed", "不同"),
    "free-onlyA": ("only A has any", "只有 A 有"),
    "free-onlyB": ("only B has any", "只有 B 有"),
    # -- verify
    "clean": ("No damage found in ", "没有发现损坏："),
    "damaged": ("{n:damage,damages} found in ", "发现 {n} 处损坏："),
    "note": ("this is {note:said}", "这不是会话文件：{note:said}"),
    "size": ("size", "大小"),
    "size-value": ("{size} bytes, {n:line,lines}", "{size} 字节，{n} 行"),
    "modified": ("modified", "修改时间"),
    "modified-value": ("{when}, inode {inode:d}", "{when}，inode {inode:d}"),
    "read": ("while read", "读取期间"),
    "read-same": (
        "unchanged: size, modification time and inode are as before",
        "未变：大小、修改时间和 inode 与之前相同",
    ),
    "read-gone": ("the file is gone now", "文件现在已不存在"),
    "read-grown": (
        "changed by somebody else: {size} bytes now, modified {when}; all said here is of the state before",
        "被其他程序改动：现在 {size} 字节，修改于 {when}；以下内容都针对改动之前的状态",
    ),
    "read-changed": (
        "changed by somebody else: {size} bytes now, modified {when}; run it again",
        "被其他程序改动：现在 {size} 字节，修改于 {when}；请重新运行",
    ),
    "pi": ("What pi {version} would do with it", "pi {version} 会怎样处理它"),
    "opens": ("opens it", "能否打开"),
    "opens-yes": ("yes", "能"),
    "opens-no": ("no: {why:said}", "不能：{why:said}"),
    "opening": ("on opening", "打开时"),
    "leaves": ("leaves the file as it is", "不改动文件"),
    "hangs": ("hangs", "卡死"),
    "hangs-yes": ("yes: its walk along the parents never ends", "会：沿父条目的遍历永不结束"),
    "throws": ("throws", "出错"),
    "damage": ("Damage ({n})", "损坏（{n}）"),
    "bytes": ("bytes {first} to {last}", "字节 {first} 至 {last}"),
    "inside": ("whole inside: a {type} record, byte {offset}", "其中完整：一条 {type} 记录，字节 {offset}"),
    "inside-id": (
        "whole inside: a {type} record, id {id}, byte {offset}",
        "其中完整：一条 {type} 记录，id {id}，字节 {offset}",
    ),
    "copy": ("Repaired copy", "修复副本"),
    "file": ("file", "文件"),
    "copy-holds": ("{n:entry,entries}, {size} bytes", "{n} 条，{size} 字节"),
    "open": ("open it", "打开方式"),
    "changes": ("Changes in the copy ({n})", "副本中的改动（{n}）"),
    "no-changes": ("Nothing had to be changed", "无需任何改动"),
    "left": (
        "Left as it is, for nobody can know what was meant ({n})",
        "保持原样，因为无从得知原意（{n}）",
    ),
}


class Say:
    """The words in one language."""

    def __init__(self, language: Language = "en") -> None:
        self.language = language

    def __call__(self, name: str, /, **params: Any) -> str:
        """A word or sentence with its parameters."""
        return fill(WORDS[name][self.language != "en"], params, self.language)


def clock(shown: str, say: Say) -> str:
    """An instant as ``render`` shows it; where there is no such date, that is said in the language of the page."""
    return say("no-clock") if shown == WORDS["no-clock"][0] else shown
