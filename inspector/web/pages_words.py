"""Every word of the pages of findings that is not a finding's own, in English and Simplified Chinese.

Templates are those of ``diagnosis.words``: ``{n:entry,entries}`` is a count with its noun. Words that the terminal
shows too (stages, statuses, how a phrase stands) come from ``diagnosis.words_common``.
"""

from __future__ import annotations

from typing import Any

from inspector.diagnosis.words import Language, fill
from inspector.web.pages_plain_words import PLAIN_WORDS
from inspector.web.pages_share_words import SHARE_WORDS

WORDS: dict[str, tuple[str, str]] = {
    # The bar.
    "bar.list": ("All sessions", "全部会话"),
    "bar.views": ("Views", "视图"),
    "bar.skip": ("Skip to the answer", "跳到回答"),
    "bar.language": ("中文", "EN"),
    "bar.language-title": ("切换到中文", "Switch to English"),
    "bar.theme": ("Theme", "主题"),
    "view.transcript": ("Transcript", "对话"),
    "view.usage": ("Usage", "用量"),
    "colon": (": ", "："),
    "comma": (", ", "、"),
    "view.diagnose": ("Diagnose", "诊断"),
    "view.compare": ("Compare", "比较"),
    "view.integrity": ("Integrity", "完整性"),
    "leaf.active": ("active leaf", "当前叶节点"),
    "leaf.file": ("the whole file", "整个文件"),
    # Problems, one sentence each.
    "problem.entry": (
        "There is no entry “{name}” in this file; choose one from the list, or give its id or @lineN.",
        "这个文件里没有条目“{name}”；请从列表中选择，或输入它的 id 或 @lineN。",
    ),
    "problem.near": ("Nearest:", "最接近的："),
    "problem.phrase": (
        "The phrase is empty; give the words that the model should have known.",
        "要查的内容是空的；请输入模型本该知道的话。",
    ),
    "problem.regex": (
        "The regular expression cannot be used: {why}. Look-around and back-references are not offered.",
        "这个正则表达式无法使用：{why}。不支持环视和反向引用。",
    ),
    "problem.empty-match": (
        "The regular expression also finds an empty text, which is everywhere; ask for at least one character.",
        "这个正则表达式也匹配空文本，而空文本到处都是；请至少要求一个字符。",
    ),
    "problem.long": (
        "The phrase is longer than {n} characters; give the part that matters.",
        "要查的内容超过 {n} 个字符；请只输入关键的部分。",
    ),
    "problem.busy": (
        "Other questions are still being worked on; reload this page in a moment.",
        "其他查询还在进行；请稍后刷新本页。",
    ),
    "problem.not-a-session": (
        "This file holds no session records, so there is nothing to check; pi refuses it too.",
        "这个文件里没有会话记录，无从检查；pi 也会拒绝它。",
    ),
    "problem.empty": (
        "This file is empty (0 bytes); pi would start a new session in it.",
        "这个文件是空的（0 字节）；pi 会在其中新建会话。",
    ),
    "problem.event-log": (
        "This is an event log (what pi --mode json prints), not a session; give the session file it belongs to.",
        "这是事件日志（pi --mode json 的输出），不是会话；请打开它所属的会话文件。",
    ),
    "problem.other": (
        "No served session has this address; choose one from the list.",
        "没有哪个会话对应这个地址；请从列表中选择。",
    ),
    # Diagnose.
    "ask.title": ("Diagnose", "诊断"),
    "ask.label": ("What should the model know?", "模型本该知道什么？"),
    "ask.placeholder": (
        "What should it know? e.g. do not touch files under legacy/",
        "它本该知道什么？例如：不要动 legacy/ 下的文件",
    ),
    "ask.at": ("Seen from", "从哪里看"),
    "ask.at-option": ("at {name}", "从 {name} 看"),
    "ask.button": ("Why doesn’t it know?", "它为什么不知道？"),
    "ask.health": ("Check without a phrase", "只做检查，不查询内容"),
    "ask.all": ("search every served session", "搜索所有会话"),
    "ask.regex": ("regular expression", "正则表达式"),
    "ask.again-all": ("Search every served session too", "也搜索所有会话"),
    "verdict.last": ("Take me to the last reply that knew: {line}", "前往最后一次知道它的回复：{line}"),
    "verdict.before-gap": (
        "Take me to the last reply before the gap: {line}",
        "前往缺口之前的最后一次回复：{line}",
    ),
    "verdict.seen": ("What the model saw at {line}", "模型在 {line} 看到的内容"),
    "verdict.link": ("Link to this answer", "此回答的链接"),
    "verdict.health": ("Health of the session", "会话状况"),
    "stages.title": ("Five stages", "五个阶段"),
    "stage.taken": ("{line} took it away.", "{line} 使它消失。"),
    "stage.decided": ("It stands in {line} and got no further.", "它在 {line}，没能再往前。"),
    "stage.stopped": ("It got no further than this.", "它止步于此。"),
    "stage.aside": ("apart from what was asked", "在所查内容之外"),
    "stage.nothing": ("Nothing to report.", "没有发现。"),
    "stage.nothing-long": (
        "The checks of this stage found nothing to report for this entry.",
        "这个阶段的检查没有发现需要说明的情况。",
    ),
    "stage.more": (
        "{n:more statement,more statements}, nothing to do there",
        "另有 {n} 条无需处理的说明",
    ),
    "finding.lead": ("lead", "线索"),
    "finding.lead-title": ("A heuristic, not a fact", "推测，并非定论"),
    "finding.self": ("Link to this finding", "此结论的链接"),
    "integrity.self": ("Link to this damage", "此处损坏的链接"),
    "compare.self": ("Link to this place", "此处的链接"),
    "finding.evidence": ("Evidence", "证据"),
    "finding.more": ("+{n} more", "另有 {n} 处"),
    "knew.title": ("Who knew it", "谁看得到它"),
    "knew.about": (
        "{n:reply,replies} on the path to {line}, in order",
        "通往 {line} 的路径上共 {n} 次回复，按先后排列",
    ),
    "knew.verbatim": ("{n:reply had,replies had} it word for word", "{n} 次回复看得到原话"),
    "knew.summary": ("{n:reply had,replies had} it only in a summary", "{n} 次回复只能在摘要里看到"),
    "knew.none": ("{n:reply,replies} did not have it", "{n} 次回复看不到它"),
    "knew.took": ("took it away", "使它消失"),
    "knew.brought": ("brought it back", "使它重新可见"),
    "knew.nobody": (
        "No reply lies on the path to this entry, so nobody could know it.",
        "通往这个条目的路径上没有回复，因此谈不上谁看得到它。",
    ),
    "knew.more": ("{n:stretch,stretches} more", "另有 {n} 段"),
    "rows.title": ("Where it stands", "它在哪里"),
    "rows.count": ("{n:place,places}", "{n} 处"),
    "rows.more": ("{n:place,places} more", "另有 {n} 处"),
    "rows.left": (
        "{n:place,places} more are not shown; pi-inspector trace --json has them all.",
        "还有 {n} 处未显示；pi-inspector trace --json 可得全部。",
    ),
    "rows.raw": ("raw", "原始 JSON"),
    "rows.raw-title": ("The line as it is stored", "存储的原始行"),
    "rows.line": ("Line", "行"),
    "rows.what": ("What · how", "是什么 · 状态"),
    "rows.text": ("Text", "文本"),
    "near.title": ("Nearest lines", "最接近的行"),
    "near.shared": ("shares: {terms}", "共有：{terms}"),
    "near.none": (
        "No line of this file shares enough of its words. Looked at the text of {n:entry,entries}.",
        "这个文件里没有足够接近的行。已查看 {n} 个条目的文本。",
    ),
    "near.ask": ("Ask for this line", "查询这一行"),
    # Beside a next step that is a command of ours: what the page has for it.
    "step.context": ("Show it here", "在这里查看"),
    "step.all": ("Search every served session here", "在这里搜索所有会话"),
    "step.ask": ("Ask it here", "在这里查询"),
    "step.check": ("Check it here", "在这里检查"),
    "step.list": ("Show the list of sessions", "打开会话列表"),
    "step.damage": ("Show the damage here", "在这里查看损坏"),
    "step.show": ("Open it here", "在这里打开"),
    "todo.title": ("What to do", "怎么办"),
    "todo.below": (
        "There is no single step; what each stage found is below.",
        "没有单一的办法；各阶段的发现见下。",
    ),
    "todo.leads": (
        "Nothing for sure; {n:lead,leads} below may ask for something, see what to do there.",
        "没有确定要做的事；下面有 {n} 条线索可能需要处理，办法见那里。",
    ),
    "todo.look-leads": (
        "The statement on top asks for a look, not for a certain step. {n:lead,leads} below may ask for something, too; "
        "what to do is said there.",
        "最上面的那条只需看一看，没有确定的处理办法。下面有 {n} 条线索也可能需要处理，办法见那里。",
    ),
    "todo.nothing": ("Nothing needs to be done here.", "这里无需处理。"),
    "cards.title": ("What each stage found", "各阶段的发现"),
    "searched.title": ("{n:file was,files were} searched", "搜索了 {n} 个文件"),
    "searched.unreadable": ("could not be read", "无法读取"),
    "closing": (
        "As far as the file tells: no file records what extensions or a provider changed on the way.",
        "以文件所能说明的为限：扩展或服务商在途中改动了什么，没有文件记录。",
    ),
    "closing.utc": ("Times are UTC.", "时间均为 UTC。"),
    # Compare.
    "compare.title": ("Compare", "比较"),
    "compare.a": ("A: entry of this session", "A：本会话的条目"),
    "compare.b": ("B: entry", "B：条目"),
    "compare.other": ("B: session", "B：会话"),
    "compare.this": ("this session", "本会话"),
    "compare.button": ("Compare", "比较"),
    "compare.how": (
        "Choose another session, or two entries of this one. With “the whole file” on both sides the files are "
        "compared; with an entry, the paths that lead to it.",
        "请选择另一个会话，或本会话的两个条目。两边都选“整个文件”时比较文件；选了条目则比较通往它的路径。",
    ),
    "compare.by-b": (
        "The entries of another session can be chosen after “Compare” was pressed once.",
        "按一次“比较”后，就可以选择另一个会话的条目。",
    ),
    "compare.near": ("Worth a look", "值得一看"),
    "compare.kin.parent": ("parent of this session", "本会话的来源"),
    "compare.kin.fork": ("fork of this session", "本会话的分叉"),
    "compare.kin.copy": ("copy of this session", "本会话的副本"),
    "compare.kin.sibling": ("fork of the same parent", "同源的分叉"),
    "compare.latest": ("written to last", "最新"),
    "compare.entries": ("{n:entry,entries}", "{n} 个条目"),
    "compare.why": ("Why {now} may not know it", "{now} 为什么可能不知道"),
    "compare.now": ("{now} was written to last.", "{now} 是最后写入的。"),
    "compare.ancestor": ("Last common entry", "最后一个共有条目"),
    "compare.no-ancestor": ("none: no entry lies on both paths", "无：没有条目同时在两条路径上"),
    "compare.only": ("Only in {side}", "仅 {side} 有"),
    "compare.context-only": (
        "On both paths, in the context of {side} only",
        "两条路径上都有，但只在 {side} 的上下文里",
    ),
    "compare.rewritten": ("Rewritten, as {side} has them", "被改写的条目，{side} 的版本"),
    "compare.nothing-alone": ("{side} has nothing alone.", "{side} 没有独有的条目。"),
    "compare.silent": (
        "{n:entry,entries} of settings, labels and state are not listed",
        "另有 {n} 个设置、标签和状态条目未列出",
    ),
    "compare.more": ("{n:entry,entries} more", "另有 {n} 个条目"),
    "compare.left": (
        "{n:entry,entries} more are not shown; pi-inspector compare --all lists them.",
        "还有 {n} 个条目未显示；pi-inspector compare --all 可列出全部。",
    ),
    "compare.at": ("Entry", "条目"),
    "compare.last": ("Last written", "最后写入"),
    "compare.holds": ("Holds", "包含"),
    "compare.holds-value": (
        "{n:entry,entries}; {path} on this path, {context} in the context",
        "{n} 个条目；此路径上 {path} 个，上下文中 {context} 个",
    ),
    "compare.cwd": ("Folder", "文件夹"),
    "compare.cwd-none": ("none recorded", "未记录"),
    "compare.parent": ("Forked from", "分叉自"),
    "compare.model": ("Model", "模型"),
    "compare.model-none": ("none recorded", "未记录"),
    "compare.no-leaf": ("none: pi would start from an empty context", "无：pi 会从空的上下文开始"),
    "compare.prompt": ("Prompt and tools, then and now", "提示词与工具：此前与现在"),
    "compare.sections": ("Prompt sections", "提示词段落"),
    "compare.tools": ("Tools", "工具"),
    "compare.free": ("Free text of the prompt", "提示词的自由文本"),
    "compare.unrecorded": (
        "{side} records no prompt (pi before 0.86.0 stored none), which is not the same as none.",
        "{side} 没有记录提示词（0.86.0 之前的 pi 不保存），这不等于没有提示词。",
    ),
    "compare.no-prompt": (
        "Neither side records a prompt or tools.",
        "两边都没有记录提示词或工具。",
    ),
    "state.same": ("the same", "相同"),
    "state.changed": ("changed", "不同"),
    "state.recorded": ("recorded", "有记录"),
    "state.onlyA": ("only in A", "仅 A 有"),
    "state.onlyB": ("only in B", "仅 B 有"),
    # Integrity.
    "integrity.title": ("Integrity", "完整性"),
    "integrity.clean": (
        "No damage found: all {size} were read, {n:entry,entries}.",
        "没有发现损坏：已读取全部 {size}，{n} 个条目。",
    ),
    "integrity.damaged": (
        "{n:place in this file is,places in this file are} damaged; the file was only read.",
        "这个文件有 {n} 处损坏；文件只被读取，没有改动。",
    ),
    "integrity.log": (
        "This is an event log (what pi --mode json prints), not a session: lines that the session format does not "
        "know are what it is made of.",
        "这是事件日志（pi --mode json 的输出），不是会话：会话格式不认识的行正是它的内容。",
    ),
    "integrity.opens": ("pi opens it.", "pi 能打开它。"),
    "integrity.refuses": ("pi refuses it: {why}", "pi 拒绝打开它：{why}"),
    "integrity.hangs": ("pi hangs on it: parents form a loop.", "pi 会在它上面卡死：父条目形成循环。"),
    "integrity.throws": ("pi fails on it: {why}", "pi 会在它上面出错：{why}"),
    "integrity.writes": ("On opening, pi writes:", "打开时，pi 会写入："),
    "integrity.writes-nothing": ("On opening, pi writes nothing.", "打开时，pi 不写入任何内容。"),
    "integrity.pi": ("What pi does with it", "pi 会怎样处理它"),
    "integrity.file": ("The file", "文件"),
    "integrity.path": ("Path", "路径"),
    "integrity.hash": ("SHA-256", "SHA-256"),
    "integrity.size-value": ("{bytes} bytes in {lines} lines", "{bytes} 字节，{lines} 行"),
    "integrity.entries": ("Entries", "条目"),
    "integrity.version": ("Version on disk", "磁盘上的版本"),
    "integrity.version-none": ("not given", "未给出"),
    "integrity.identity": ("Identity, before and after reading", "身份：读取前后"),
    "integrity.same": (
        "Size, time and inode are the same before and after: reading left no mark.",
        "读取前后的大小、时间和 inode 相同：读取没有留下痕迹。",
    ),
    "integrity.moved": (
        "Something else wrote to the file meanwhile; reload the page to read it anew.",
        "其间有别的程序写过这个文件；请刷新本页重新读取。",
    ),
    "integrity.before": ("When it was opened", "打开时"),
    "integrity.after": ("Now", "现在"),
    "integrity.size": ("Size", "大小"),
    "integrity.modified": ("Changed", "修改时间"),
    "integrity.inode": ("Inode", "inode"),
    "integrity.device": ("Device", "设备"),
    "integrity.gone": ("gone", "已不存在"),
    "integrity.damage": ("Damage", "损坏"),
    "integrity.line": ("Line", "行"),
    "integrity.span": ("byte {offset}, {length} long", "字节 {offset}，长 {length}"),
    "integrity.kind": ("Kind", "类型"),
    "integrity.message": ("What is wrong", "问题"),
    "integrity.salvage": ("Can be recovered", "可挽救"),
    "integrity.salvage-at": ("{type} {name} at byte {offset}", "{type} {name}，在字节 {offset}"),
    "integrity.none": ("Nothing is damaged.", "没有损坏。"),
    "integrity.whole": ("file", "文件"),
    "integrity.more": (
        "{n:place,places} more are not shown; pi-inspector verify --json lists them all.",
        "还有 {n} 处未显示；pi-inspector verify --json 可列出全部。",
    ),
    "integrity.save": ("A repaired copy", "修复副本"),
    "integrity.save-about": (
        "This page writes nothing. On the command line, this writes a repaired copy that pi opens, with a list of "
        "every change; the original stays as it is:",
        "本页不写入任何内容。在命令行执行下面的命令，会写出一份 pi 能打开的修复副本，并列出每一处改动；原文件保持不变：",
    ),
    "integrity.save-none": (
        "No repaired copy is needed.",
        "不需要修复副本。",
    ),
    "integrity.kinds": ("{n} × {kind}", "{kind} × {n}"),
    # Kinds of damage, as CONTRACT names them; a kind without words is shown as it is.
    "damage.not-json": ("not JSON", "不是 JSON"),
    "damage.torn": ("torn line", "残缺的行"),
    "damage.joined": ("two records on one line", "一行里有两条记录"),
    "damage.nul": ("NUL bytes", "NUL 字节"),
    "damage.not-a-record": ("not a record", "不是记录"),
    "damage.bom": ("byte order mark", "字节顺序标记"),
    "damage.repaired-utf8": ("invalid UTF-8", "无效的 UTF-8"),
    "damage.lone-surrogate": ("half a surrogate pair", "单个代理字符"),
    "damage.too-deep": ("nested too deep", "嵌套过深"),
    "damage.duplicate-id": ("id used twice", "重复的 id"),
    "damage.missing-parent": ("parent missing", "缺少父条目"),
    "damage.cycle": ("parents form a loop", "父条目形成循环"),
    "damage.extra-header": ("second header", "多余的文件头"),
    "damage.header-missing": ("no header", "没有文件头"),
    "damage.header-late": ("header not first", "文件头不在第一行"),
    "damage.newer-version": ("newer version", "较新的版本"),
    "damage.unknown-type": ("unknown type", "未知类型"),
    "damage.bad-kept-id": ("kept id leads nowhere", "保留起点的 id 无效"),
    "damage.odd-field": ("odd field", "异常字段"),
    **PLAIN_WORDS,
    **SHARE_WORDS,
}


def word(name: str, language: Language, /, **params: Any) -> str:
    """A word in one language. ``KeyError`` for a name without words: a defect of ours."""
    return fill(WORDS[name][language != "en"], params, language)


def has_word(name: str) -> bool:
    """True where the catalog has words under this name."""
    return name in WORDS
