"""Words of the stage source for calls, commands and claims."""

from __future__ import annotations

from inspector.diagnosis.words import Words

WORDS: dict[str, Words] = {
    "source.file-requested": Words(
        "{tool} of {path} was requested at L{line:d}, not shown to have run.",
        "No result is on this path and nothing touched the file afterwards. It may have happened or not, "
        "or still be running.",
        "L{line:d} 请求对 {path} 执行 {tool}，没有记录表明它执行过。",
        "这条路径上没有结果，之后也没有再涉及该文件。它可能发生了，也可能没有，或仍在运行。",
    ),
    "source.change-failed": Words(
        "The last {tool} of {path} failed (L{line:d}), and none succeeded after it.",
        "The file may not hold what the conversation assumes.",
        "对 {path} 的最后一次 {tool} 失败了（L{line:d}），之后也没有成功过。",
        "文件内容可能与对话中设想的不同。",
    ),
    "source.calls-without-result": Words(
        "{n:call,calls} requested, not shown to have run.",
        "{calls:list}. No result is on this path; pi tells the model “No result provided”. What was asked for may have happened "
        "or not, or still be running.",
        "{n:call,calls} 次调用有请求，没有记录表明执行过。",
        "{calls:list}。这条路径上没有结果；pi 会告诉模型“No result provided”。所要求的操作可能发生了，也可能没有，或仍在运行。",
    ),
    "source.result-elsewhere": Words(
        "{n:call,calls} ran, but the result is on another branch.",
        "{calls:list}. This leaf does not have what came of it; for the model here the call has no result.",
        "{n:call,calls} 次调用执行过，但结果在另一条分支上。",
        "{calls:list}。当前叶节点没有那个结果；对这里的模型来说，该调用没有结果。",
    ),
    "source.calls-not-run": Words(
        "{n:call,calls} in failed or aborted replies: never run.",
        "pi stops before the tools when a reply fails: {calls:list}",
        "失败或中止的回复中有 {n:call,calls} 次调用：从未执行。",
        "回复失败时，pi 在执行工具之前就停止：{calls:list}",
    ),
    "source.calls-failed": Words(
        "{n:call,calls} ended with an error.",
        "{calls:list}",
        "{n:call,calls} 次调用以错误结束。",
        "{calls:list}",
    ),
    "source.calls-cut": Words(
        "This stage looked at the path from L{line:d} on only.",
        "That is {n:call,calls}; {skipped:entry,entries} of the path before it were passed over.",
        "本阶段只查看了路径上从 L{line:d} 开始的部分。",
        "共 {n:call,calls} 次调用；此前路径上的 {skipped:entry,entries} 条已略过。",
    ),
    "source.shell-may-change": Words(
        "A shell command may have changed {path} after the model last saw it: {command:quote} (L{line:d})",
        "Last touched by a file tool at L{last:d}. What shell commands change, no file tool shows.",
        "在模型最后看到 {path} 之后，有 shell 命令可能改动了它：{command:quote}（L{line:d}）",
        "文件工具最后一次涉及它是在 L{last:d}。shell 命令造成的改动不会出现在文件工具的记录中。",
    ),
    "source.shell-names-file": Words(
        "A shell command names {path} after the model last saw it: {command:quote} (L{line:d})",
        "Last touched by a file tool at L{last:d}. By its words the command only reads the file, which is no proof.",
        "在模型最后看到 {path} 之后，有 shell 命令提到它：{command:quote}（L{line:d}）",
        "文件工具最后一次涉及它是在 L{last:d}。从字面看命令只是读取文件，但这不是证明。",
    ),
    "source.claim-without-run": Words(
        "A reply claims success, and no command before it shows that: {text:quote} (L{line:d})",
        "{n:such reply,such replies} on this path. No matching command (tests, build, program) ran before it.",
        "回复声称成功，但之前没有命令能证明：{text:quote}（L{line:d}）",
        "这条路径上这样的回复有 {n:reply,replies} 条。在它之前没有运行过相应的命令（测试、构建、程序）。",
    ),
    "source.claim-after-failed-run": Words(
        "A reply claims success after a run that failed: {text:quote} (L{line:d})",
        "{n:such reply,such replies} on this path. The last run before it was {command:quote} at L{run:d}.",
        "回复在一次失败的运行之后声称成功：{text:quote}（L{line:d}）",
        "这条路径上这样的回复有 {n:reply,replies} 条。在它之前的最后一次运行是 L{run:d} 的{command:quote}。",
    ),
    "source.claim-after-edits": Words(
        "A reply claims success, but {path} was changed after the last run: {text:quote} (L{line:d})",
        "{n:such reply,such replies} on this path. The run was {command:quote} at L{run:d}, the change came at L{edit:d}.",
        "回复声称成功，但 {path} 在最后一次运行之后又改过：{text:quote}（L{line:d}）",
        "这条路径上这样的回复有 {n:reply,replies} 条。运行的是 L{run:d} 的{command:quote}，改动在 L{edit:d}。",
    ),
    "source.side-effects": Words(
        "{n:call,calls} with effects outside the conversation, not to be repeated.",
        "{calls:list}. Pushed, published, deleted, sent or applied, by the words of the call; it is done.",
        "{n:call,calls} 次调用影响到对话之外，不应重复执行。",
        "{calls:list}。从调用的字面看，属于推送、发布、删除、发送或部署；已经执行。",
    ),
    "source.side-effects-failed": Words(
        "{n:call,calls} with effects outside failed, and may have acted in part.",
        "{calls:list}. An error does not undo what was done before it.",
        "{n:call,calls} 次影响外部的调用失败，可能已部分执行。",
        "{calls:list}。出错并不会撤销此前已经完成的部分。",
    ),
    "source.side-effects-open": Words(
        "{n:call,calls} with effects outside requested, not shown to have run.",
        "{calls:list}. No result is on this path: it may have happened or not, or still be running.",
        "{n:call,calls} 次影响外部的调用有请求，没有记录表明执行过。",
        "{calls:list}。这条路径上没有结果：它可能发生了，也可能没有，或仍在运行。",
    ),
}
