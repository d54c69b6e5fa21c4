"""Words of the stage source: titles and details in English and Chinese, and the steps that only it gives."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words
from inspector.diagnosis.words_source_calls import WORDS as CALL_WORDS

_FILES: dict[str, Words] = {
    "source.no-calls": Words(
        "No tool was called on this path: what the model says rests on the conversation alone.",
        "",
        "这条路径上没有调用过工具：模型说的一切只以对话本身为依据。",
        "",
    ),
    "source.files-unchanged": Words(
        "{n:file is,files are} today as the model last saw them.",
        "{paths:list}. Compared by content with {workspace}.",
        "{n:file is,files are} 个文件与模型最后看到的内容一致。",
        "{paths:list}。已按内容与 {workspace} 中的文件比较。",
    ),
    "source.parts-unchanged": Words(
        "The parts that the model saw of {n:file,files} are still there.",
        "{paths:list}. Read was only a part (offset, limit, or cut by pi at 2,000 lines or 50 KB), or edited without "
        "being read in full. What the rest held at the time is unknown. Compared with {workspace}.",
        "{n:file,files} 个文件中模型看到过的部分仍在。",
        "{paths:list}。这些文件只读取了一部分（offset、limit，或被 pi 在 2,000 行或 50 KB 处截断），或未完整读取就做了编辑。"
        "其余部分当时的内容未知。比较对象：{workspace}。",
    ),
    "source.files-outside": Words(
        "{n:file lies,files lie} outside of the workspace, not looked at.",
        "{paths:list}. Only files below {workspace} are compared.",
        "{n:file lies,files lie} 个文件在工作区之外，未查看。",
        "{paths:list}。只比较 {workspace} 之下的文件。",
    ),
    "source.files-over-cap": Words(
        "{n:more file,more files} touched on this path: not compared.",
        "The {cap:file,files} touched last are compared.",
        "这条路径还涉及 {n:file,files} 个文件，未作比较。",
        "只比较最近涉及的 {cap:file,files} 个文件。",
    ),
    "source.not-compared": Words(
        "No workspace to compare with: the state of {n:file,files} touched here is unknown.",
        "The session's folder is {cwd}; it does not exist on this machine.",
        "这里涉及的 {n:file,files} 个文件如今是什么内容未知：没有可供比较的工作区。",
        "会话所在目录是 {cwd}，本机上不存在。",
    ),
    "source.workspace-unreadable": Words(
        "The workspace {workspace} cannot be read: {n:file,files} not compared.",
        "It is no folder, it is gone, or this user may not list it.",
        "无法读取工作区 {workspace}：{n:file,files} 个文件未作比较。",
        "它不是目录、已不存在，或当前用户无权列出其内容。",
    ),
    "source.workspace-foreign": Words(
        "{workspace} holds none of the {n:file,files} touched here: it may be another folder.",
        "So nothing is said on single files.",
        "这里涉及的 {n:file,files} 个文件在 {workspace} 中一个也没有：可能不是同一个目录。",
        "因此不对单个文件下结论。",
    ),
    "source.file-changed": Words(
        "{path} has changed since the model last saw it (L{line:d}).",
        "First difference at line {first:d}; {removed:line,lines} of what it saw gone or changed, {added:line,lines} new; "
        "file modified {modified:time}.\nIn the difference, - is what the model saw, + is today:\n{diff}",
        "{path} 在模型最后看到（L{line:d}）之后发生了变化。",
        "首处不同在第 {first:d} 行；模型看到的内容中有 {removed:line,lines} 行已删除或改动，新增 {added:line,lines} 行；"
        "文件修改时间 {modified:time}。\n下面的差异中，- 是模型看到的，+ 是现在的：\n{diff}",
    ),
    "source.file-changed-large": Words(
        "{path} has changed since the model last saw it (L{line:d}): it is far larger now.",
        "{before:byte,bytes} then, {size:byte,bytes} now; too large to be read for a difference. File modified {modified:time}.",
        "{path} 在模型最后看到（L{line:d}）之后发生了变化：现在大得多。",
        "当时 {before:byte,bytes} 字节，现在 {size:byte,bytes} 字节；文件过大，未读取差异。文件修改时间 {modified:time}。",
    ),
    "source.file-changed-binary": Words(
        "{path} has changed since the model last saw it (L{line:d}); it is binary.",
        "{size:byte,bytes} now; no difference is shown of what is no text in UTF-8. File modified {modified:time}.",
        "{path} 在模型最后看到（L{line:d}）之后发生了变化；它是二进制文件。",
        "现在 {size:byte,bytes} 字节；不是 UTF-8 文本，因此不列出差异。文件修改时间 {modified:time}。",
    ),
    "source.part-changed": Words(
        "Lines {from:d} to {to:d} of {path}, as read at L{line:d}, are no longer in the file.",
        "{removed:line,lines} of what the model saw gone or changed, {added:line,lines} new, from line {first:d} on; file "
        "modified {modified:time}.\nIn the difference, - is what the model saw, + is today at these lines:\n{diff}",
        "{path} 第 {from:d} 至 {to:d} 行在 L{line:d} 读取时的内容已不在文件中。",
        "从第 {first:d} 行起，模型看到的内容中有 {removed:line,lines} 行已删除或改动，新增 {added:line,lines} 行；文件修改时间 "
        "{modified:time}。\n下面的差异中，- 是模型看到的，+ 是这些行现在的内容：\n{diff}",
    ),
    "source.edit-not-there": Words(
        "What the edit at L{line:d} put into {path} is no longer in the file.",
        "The text was {text:quote}; file modified {modified:time}. The whole file was never seen, so more cannot be compared.",
        "L{line:d} 的编辑写入 {path} 的内容已不在文件中。",
        "写入的文本是{text:quote}；文件修改时间 {modified:time}。模型没有看到过完整文件，无法作更多比较。",
    ),
    "source.changed-on-branch": Words(
        "{path} was changed by this session itself on another branch (L{line:d}).",
        "Leaving a branch undoes nothing on disk, and this leaf never saw that change.",
        "{path} 是本会话在另一条分支上改动的（L{line:d}）。",
        "离开分支不会撤销磁盘上的任何改动，而当前叶节点从未看到那次改动。",
    ),
    "source.changed-later": Words(
        "{path} was changed by this session after the entry asked about (L{line:d}).",
        "The comparison is with the file as it is today, not as it was at that entry.",
        "{path} 是本会话在所问条目之后改动的（L{line:d}）。",
        "比较的是文件今天的内容，而不是那一条目当时的内容。",
    ),
    "source.line-ends": Words(
        "{path} differs from what the model saw only in line ends or a final newline.",
        "",
        "{path} 与模型看到的内容只在换行符或末尾换行上不同。",
        "",
    ),
    "source.file-image": Words(
        "{path} was read as a picture (L{line:d}): whether it has changed is unknown.",
        "pi may resize pictures, so the bytes in the session are not those of the file.",
        "{path} 是作为图片读取的（L{line:d}）：是否变化未知。",
        "pi 可能缩放图片，会话中的字节并不是文件的字节。",
    ),
    "source.file-not-comparable": Words(
        "Whether {path} has changed since L{line:d} is unknown: its text does not stand in the session as it was.",
        "A tool of another kind, a script, a left-out argument or a form with line numbers stands between the file and "
        "what the model saw.",
        "{path} 自 L{line:d} 之后是否变化未知：会话中没有它的原文。",
        "文件与模型所见之间隔着其他工具、脚本、未记录的参数，或带行号的形式。",
    ),
    "source.file-too-large": Words(
        "Whether {path} has changed since L{line:d} is unknown: it was not read for the comparison.",
        "Files are read up to {cap} MiB each, and 64 MiB in all.",
        "{path} 自 L{line:d} 之后是否变化未知：比较时没有读取它。",
        "每个文件最多读取 {cap} MiB，总共最多 64 MiB。",
    ),
    "source.file-unreadable": Words(
        "Whether {path} has changed since L{line:d} is unknown: it cannot be read.",
        "This user may not read it, or it went away meanwhile.",
        "{path} 自 L{line:d} 之后是否变化未知：无法读取。",
        "当前用户无权读取，或它刚刚消失。",
    ),
    "source.file-link-out": Words(
        "{path} leads out of the workspace through a link: not followed, not compared.",
        "Last touched at L{line:d}.",
        "{path} 经由链接指向工作区之外：未跟随，未比较。",
        "最后一次涉及在 L{line:d}。",
    ),
    "source.file-not-regular": Words(
        "{path} is no regular file today (a folder, a device or a link that leads nowhere): not compared.",
        "Last touched at L{line:d}.",
        "{path} 如今不是普通文件（目录、设备或没有终点的链接）：未比较。",
        "最后一次涉及在 L{line:d}。",
    ),
    "source.file-missing": Words(
        "{path} is gone: the model last saw it at L{line:d}.",
        "It is not in {workspace}.",
        "{path} 已不存在：模型最后一次看到它是在 L{line:d}。",
        "它不在 {workspace} 中。",
    ),
    "source.file-removed": Words(
        "{path} is gone; the command at L{at:d} took it away: {command:quote}",
        "Last touched by a file tool at L{line:d}.",
        "{path} 已不存在；它被 L{at:d} 的命令移走：{command:quote}",
        "文件工具最后一次涉及它是在 L{line:d}。",
    ),
    "source.file-renamed": Words(
        "{path} may have been renamed: {others:list} has the same content.",
        "Last seen under the old name at L{line:d}.",
        "{path} 可能已改名：{others:list} 的内容与它相同。",
        "最后一次以旧名称出现是在 L{line:d}。",
    ),
    "source.file-same-name": Words(
        "{path} may have been moved: {others:list} has the same name.",
        "Last seen at the old place at L{line:d}; the content differs or is not known in full.",
        "{path} 可能已移动：{others:list} 与它同名。",
        "最后一次在旧位置出现是在 L{line:d}；内容不同，或完整内容未知。",
    ),
    "source.file-read": Words(
        "{path}: last read at L{read:d}, not changed by a tool on this path.",
        "",
        "{path}：最后一次读取在 L{read:d}，这条路径上没有工具改动过它。",
        "",
    ),
    "source.file-edited-after-read": Words(
        "{path}: last read at L{read:d}, edited or written after that at L{change:d}.",
        "What the read showed is no longer what the file holds.",
        "{path}：最后一次读取在 L{read:d}，之后在 L{change:d} 被编辑或写入。",
        "读取时看到的内容已不是文件现在的内容。",
    ),
    "source.file-read-after-edit": Words(
        "{path}: last edited or written at L{change:d}, read after that at L{read:d}.",
        "",
        "{path}：最后一次编辑或写入在 L{change:d}，之后在 L{read:d} 读取过。",
        "",
    ),
    "source.file-written": Words(
        "{path}: written at L{change:d}, never read on this path.",
        "",
        "{path}：在 L{change:d} 写入，这条路径上从未读取。",
        "",
    ),
    "source.file-edited-unread": Words(
        "{path}: edited at L{change:d}, never read by a tool on this path.",
        "",
        "{path}：在 L{change:d} 编辑，这条路径上没有工具读取过它。",
        "",
    ),
    "source.file-attached": Words(
        "{path} was attached by the user with @ (L{attached:d}), not read by a tool.",
        "The model saw its content as part of that message, as it was then.",
        "{path} 是用户用 @ 附上的（L{attached:d}），不是工具读取的。",
        "模型是在那条消息里看到它当时的内容。",
    ),
    "source.file-mentioned": Words(
        "{path} is mentioned with @ at L{line:d}, and no tool read it on this path.",
        "In {text:quote} a name alone carries no content: the model may never have seen the file.",
        "{path} 在 L{line:d} 用 @ 提到过，但这条路径上没有工具读取它。",
        "{text:quote}中只有名称，不带内容：模型可能从未看到这个文件。",
    ),
    "source.reads-dropped": Words(
        "The text of {n:file,files} is no longer in the context.",
        "{paths:list}. Read or written before the cut of the compaction. Until it reads again, "
        "the model can go by the summary only.",
        "{n:file,files} 个文件的内容已不在上下文中。",
        "{paths:list}。它们是在压缩截断点之前读取或写入的。在重新读取之前，模型只能依据摘要。",
    ),
}

WORDS: dict[str, Words] = {**_FILES, **CALL_WORDS}

STEPS: dict[str, StepWords] = {
    "name-workspace": StepWords(
        "Name the folder that holds these files: pi-inspector doctor {file:sh} --workspace DIR",
        "指定存放这些文件的目录：pi-inspector doctor {file:sh} --workspace DIR",
    ),
    "file-gone": StepWords(
        "Tell the model that {path} is gone, or where it is now, before it goes on.",
        "继续之前，告诉模型 {path} 已不存在，或它现在的位置。",
    ),
    "check-before-repeat": StepWords(
        "Look outside whether it happened (the remote, the registry, the outbox) before anybody tries again.",
        "再次尝试之前，先到外部（远端仓库、软件源、发件箱）确认它是否已经发生。",
    ),
    "run-check": StepWords(
        "Have the check run now, and go by its output.",
        "现在运行一次检查，以它的输出为准。",
    ),
}
