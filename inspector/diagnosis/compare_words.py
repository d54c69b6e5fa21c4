"""The words of ``compare``, in English and Chinese. Forms of parameters as in ``words``."""

from __future__ import annotations

from typing import Any

from inspector.diagnosis.finding import Finding
from inspector.diagnosis.words import Language, Said, StepWords, Words, fill, fill_step
from inspector.diagnosis.words_common import STEPS as COMMON_STEPS

STEPS: dict[str, StepWords] = {}
WORDS: dict[str, Words] = {
    "compare.same": Words(
        "A and B hold the same {shared:entry,entries}.",
        "Neither has anything alone.",
        "A 和 B 的条目完全相同，共 {shared} 个。",
        "双方都没有对方缺少的内容。",
    ),
    "compare.grown": Words(
        "{more} is {less} and went on: {shared:entry,entries} the same, {extra} more in {more}.",
        "One session at two times, or one of its branches and the whole. The last entry on both paths is {entry} (L{line}).",
        "{more} 是 {less} 的后续：{shared} 个条目相同，{more} 多出 {extra} 个。",
        "同一个会话的两个时间点，或它的一条分支与整体。两条路径上最后一个共有条目是 {entry}（L{line}）。",
    ),
    "compare.further": Words(
        "{more} lies further on the same branch: {extra:entry,entries} beyond {less}.",
        "{less} is on the path to {more}; {shared:entry,entries} are on both.",
        "{more} 在同一条分支的更后面：比 {less} 多 {extra} 个条目。",
        "{less} 就在通往 {more} 的路径上；{shared} 个条目两边都有。",
    ),
    "compare.fork": Words(
        "A and B share {shared:entry,entries}; after {entry} each went its own way.",
        "Two sessions with one beginning; neither header names the other. The last entry on both paths is L{line} of "
        "A and L{line_b} of B; {then} has {then_alone} alone, {now} has {now_alone}.",
        "A 和 B 有 {shared} 个条目相同；在 {entry} 之后各走各的。",
        "两个会话开头相同；文件头都没有指明对方。两条路径上最后一个共有条目是 A 的 L{line}、B 的 L{line_b}；"
        "{then} 独有 {then_alone} 个，{now} 独有 {now_alone} 个。",
    ),
    "compare.fork-of": Words(
        "{child} was forked from {parent}: {shared:entry,entries} the same, the last on both paths is {entry}.",
        "L{line} of A, L{line_b} of B. What was written after that in one file is not in the other: {then} has "
        "{then_alone} alone, {now} has {now_alone}.",
        "{child} 是从 {parent} 分叉出来的：{shared} 个条目相同，两条路径上最后一个共有的是 {entry}。",
        "它是 A 的 L{line}、B 的 L{line_b}。此后写进一个文件的内容不会出现在另一个里：{then} 独有 {then_alone} 个，"
        "{now} 独有 {now_alone} 个。",
    ),
    "compare.fork-loose": Words(
        "A and B share {shared:entry,entries}, but none of them lies on both paths.",
        "The files hold common history; the entries compared here are on branches without it.",
        "A 和 B 有 {shared} 个条目相同，但没有一个同时在两条路径上。",
        "两个文件有共同的历史；而这里比较的条目所在的分支不包含它。",
    ),
    "compare.branches": Words(
        "Two branches of one file: they part after {entry} (L{line}).",
        "{shared:entry,entries} are on both paths; {then} has {then_alone} alone, {now} has {now_alone}. Leaving a branch "
        "undoes nothing on disk.",
        "同一个文件里的两条分支：在 {entry}（L{line}）之后分开。",
        "{shared} 个条目在两条路径上都有；{then} 独有 {then_alone} 个，{now} 独有 {now_alone} 个。"
        "离开一条分支不会撤销磁盘上的任何改动。",
    ),
    "compare.rewritten": Words(
        "One was made from the other by rewriting: {changed:entry has,entries have} one id and other content.",
        "{shared:entry is,entries are} the same; {renamed:entry stands,entries stand} under another id with the same content.",
        "其中一个是由另一个改写而来：{changed} 个条目 id 相同而内容不同。",
        "{shared} 个相同；{renamed} 个内容相同但 id 不同。",
    ),
    "compare.migrated": Words(
        "{new} is {old} after pi's migration from version {step}: {shared:entry,entries} the same.",
        "Migration gives ids and parents where version 1 has none and renames an old role; it drops lines that cannot be "
        "read. {then} has {then_alone} alone, {now} has {now_alone}.",
        "{new} 是 {old} 经 pi 从版本 {step} 迁移后的结果：{shared} 个条目相同。",
        "版本 1 没有 id 和父条目，迁移会补上，并把一个旧角色改名；读不出的行会丢掉。"
        "{then} 独有 {then_alone} 个，{now} 独有 {now_alone} 个。",
    ),
    "compare.unrelated": Words(
        "{now} is a fresh start: no entry of {then} is in it.",
        "Nothing is handed on between sessions unless it stands in AGENTS.md, in a file that is read, or in a memory store.",
        "{now} 是从零开始的：里面没有 {then} 的任何条目。",
        "除非写在 AGENTS.md、会被读取的文件或记忆库里，会话之间什么都不会传递。",
    ),
    "compare.not-on-path": Words(
        "{now} never had {n:entry,entries} that the model had in {then}, from {text:quote} on (L{line}).",
        "They were said after the two parted, or on another branch.",
        "模型在 {then} 里有的 {n} 个条目，{now} 从来没有，从{text:quote}（L{line}）起。",
        "它们是在两者分开之后说的，或者在另一条分支上。",
    ),
    "compare.cut-off": Words(
        "Compaction {entry} (L{line}) took {n:entry,entries} from {now} that {then} still had.",
        "They are on the path, but only what the summary says of them is sent, from {text:quote} on.",
        "压缩 {entry}（L{line}）让 {now} 失去了 {then} 仍有的 {n} 个条目。",
        "它们还在路径上，但只有摘要里提到的部分会发给模型，从{text:quote}起。",
    ),
    "compare.has-all": Words(
        "Whatever the model had in {then}, it has in {now} as well.",
        "Every message of that context is in this one; what it did not use is no matter of memory.",
        "模型在 {then} 里有的，在 {now} 里也都有。",
        "那个上下文的每条消息都在这一个里；没有用上并不是记忆的问题。",
    ),
    "compare.has-messages": Words(
        "Every message that the model had in {then}, it has in {now} as well; prompt, tools or edits differ.",
        "What it does not know of {then} can only be a matter of these differences, which follow here.",
        "模型在 {then} 里有的每条消息，在 {now} 里也都有；不同的是提示词、工具或上下文编辑。",
        "它若不知道 {then} 里的内容，只可能与这些不同有关，见下文。",
    ),
    "compare.prompt-lost": Words(
        "The prompt of {then} had text that {now} lacks, in {n:section,sections}: {names:list}.",
        "{section} of {then} says {text:quote}, which stands nowhere in the prompt of {now}.",
        "{then} 的提示词中有些内容 {now} 没有，涉及 {n} 个段落：{names:list}。",
        "{then} 的 {section} 写着{text:quote}，而 {now} 的提示词里没有这一句。",
    ),
    "compare.edited": Words(
        "{n:entry that both have is,entries that both have are} sent otherwise on one side, by a context edit.",
        "",
        "{n} 个双方都有的条目因上下文编辑而在其中一边以别的形式发送，或不发送。",
        "",
    ),
    "compare.leaf-below": Words(
        "pi goes on from {leaf} (L{line}), further down on the branch of {side}, and not from {at}.",
        "After a restart pi takes the last line of the file.",
        "pi 会从 {leaf}（L{line}）继续，它在 {side} 这条分支的更后面，而不是 {at}。",
        "重新启动后 pi 取文件的最后一行。",
    ),
    "compare.leaf-elsewhere": Words(
        "pi goes on from {leaf} (L{line}), which is on another branch than {side}.",
        "After a restart pi takes the last line of the file; {at} is reached with /tree.",
        "pi 会从 {leaf}（L{line}）继续，它和 {side} 不在同一条分支上。",
        "重新启动后 pi 取文件的最后一行；要回到 {at}，用 /tree。",
    ),
    "compare.fresh-start": Words(
        "Both ran in {now_cwd}: pi was started anew there instead of going on with {then}.",
        "pi --continue opens the file of that folder that was written to last.",
        "两者都在 {now_cwd} 运行：pi 在那里新开了会话，而不是接着 {then} 继续。",
        "pi --continue 打开该目录下最后被写入的那个文件。",
    ),
    "compare.folder-moved": Words(
        "{then} ran in {then_cwd}, which is gone; {now} in {now_cwd}, of the same name: moved or renamed?",
        "pi finds sessions by their folder, so the old ones do not show up in the new place.",
        "{then} 在 {then_cwd} 运行，该目录已不存在；{now} 在同名的 {now_cwd}：是移动或改名了吗？",
        "pi 按目录查找会话，所以旧会话不会出现在新位置。",
    ),
    "compare.folders": Words(
        "{then} ran in {then_cwd}, {now} in {now_cwd}.",
        "pi lists and continues sessions by folder, and each folder has its own context files.",
        "{then} 在 {then_cwd} 运行，{now} 在 {now_cwd}。",
        "pi 按目录列出和继续会话，每个目录有各自的上下文文件。",
    ),
    "compare.prompt-unrecorded": Words(
        "{side} records no prompt, so the prompts cannot be compared.",
        "pi before 0.86.0 stored none; that is not the same as no prompt.",
        "{side} 没有记录提示词，无法比较。",
        "0.86.0 之前的 pi 不保存提示词；这不等于没有提示词。",
    ),
    "compare.sections-gone": Words(
        "Prompt sections of {then} that are not in force in {now}: {names:list}.",
        "",
        "{then} 的这些提示词段落在 {now} 中不再生效：{names:list}。",
        "",
    ),
    "compare.sections-changed": Words(
        "Prompt sections with another text in {now}: {names:list}.",
        "",
        "{now} 中内容不同的提示词段落：{names:list}。",
        "",
    ),
    "compare.sections-added": Words(
        "Prompt sections that only {now} has: {names:list}.",
        "",
        "只有 {now} 才有的提示词段落：{names:list}。",
        "",
    ),
    "compare.tools-gone": Words(
        "Tools of {then} that the model does not have in {now}: {names:list}.",
        "",
        "{then} 有而模型在 {now} 中没有的工具：{names:list}。",
        "",
    ),
    "compare.tools-changed": Words(
        "Tools declared otherwise in {now}: {names:list}.",
        "",
        "{now} 中声明不同的工具：{names:list}。",
        "",
    ),
    "compare.tools-added": Words(
        "Tools that only {now} has: {names:list}.",
        "",
        "只有 {now} 才有的工具：{names:list}。",
        "",
    ),
    "compare.prompt-text": Words(
        "The free text of the prompt is not the same in {then} and {now}.",
        "Free text does not come back by itself after a compaction without a checkpoint; sections do.",
        "提示词的自由文本在 {then} 和 {now} 中不同。",
        "没有检查点的压缩之后，自由文本不会自行恢复；段落会。",
    ),
    "compare.model": Words(
        "The model was {then_model} in {then} and is {now_model} in {now}.",
        "Thinking of one model is not passed on to another.",
        "{then} 用的模型是 {then_model}，{now} 用的是 {now_model}。",
        "一个模型的思考不会传给另一个模型。",
    ),
}


def title(finding: Finding, language: Language = "en") -> str:
    """The statement of a finding in one sentence."""
    words = WORDS[finding.code]
    return fill(words.zh if language == "zh" else words.en, finding.params, language)


def detail(finding: Finding, language: Language = "en") -> str:
    """Reason and numbers, "" where there is nothing to add."""
    words = WORDS[finding.code]
    return fill(words.zh_detail if language == "zh" else words.en_detail, finding.params, language)


def steps(finding: Finding, language: Language = "en") -> list[str]:
    """What can be done, one sentence each."""
    return ["".join(one) for one in step_parts(finding, language)]


def step_parts(finding: Finding, language: Language = "en") -> list[Said]:
    """The same with their commands by themselves."""
    found = []
    for step in finding.next:
        words = (STEPS | COMMON_STEPS)[step.code]
        found.append(fill_step(words.zh if language == "zh" else words.en, step.params, language))
    return found


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as CONTRACT writes those of ``doctor``."""
    return {
        "code": finding.code,
        "params": finding.params,
        "status": finding.status,
        "title": title(finding),
        "detail": detail(finding),
        "lead": finding.lead,
        "evidence": [one.as_json() for one in finding.evidence],
        "next": steps(finding),
    }
