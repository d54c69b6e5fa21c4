"""Words of the memory stage."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words

WORDS: dict[str, Words] = {
    "memory.prompt": Words(
        "Prompt in force: {n:section,sections} and {t:tool,tools}, {characters:character,characters}.",
        "Sections: {sections:list}. Tools: {tools:list}. From {messages:system message,system messages} on the path, "
        "as far as the "
        "file tells.",
        "当前提示词：{n} 个分节、{t} 个工具，共 {characters} 个字符。",
        "分节：{sections:list}。工具：{tools:list}。依据路径上的 {messages} 条系统消息，以文件记录为限。",
    ),
    "memory.prompt-not-recorded": Words(
        "The prompt is not recorded: no system message stands on this path.",
        "pi stores system messages since 0.86.0. There was a prompt; which one, the file does not tell.",
        "没有记录提示词：这条路径上没有系统消息。",
        "pi 自 0.86.0 起才保存系统消息。当时有提示词，但文件没有说明内容。",
    ),
    "memory.prompt-none": Words(
        "No prompt is in force as recorded: {n:earlier system message does,earlier system messages do} not reach this "
        "point.",
        "A compaction without a checkpoint or an edit took it away; pi puts sections back with its next request.",
        "按文件记录，此处没有生效的提示词：此前的 {n} 条系统消息没有保留到这里。",
        "原因是压缩没有检查点，或有编辑略去了它；pi 会在下一次请求时补回分节。",
    ),
    "memory.section-removed": Words(
        "Prompt section {name} was taken out at L{line} and has not come back.",
        "{entry} removed what {set_by} (L{set_line}) had set; older messages still show its words in the file.",
        "提示词分节 {name} 在 L{line} 被移除，之后没有恢复。",
        "{entry} 移除了 {set_by}（L{set_line}）设置的内容；文件里较早的消息仍留有原文。",
    ),
    "memory.context-file-gone": Words(
        "The context file {name} is no longer in the prompt since L{line}.",
        "{set_by} (L{set_line}) still had it, {entry} changed that: pi ran in another folder then, or the file was gone.",
        "自 L{line} 起，提示词里不再有上下文文件 {name}。",
        "{set_by}（L{set_line}）里还有它，{entry} 之后没有了：当时 pi 换了目录运行，或者文件已不存在。",
    ),
    "memory.tools-removed": Words(
        "{n:tool was,tools were} taken away and not given back: {tools:list}.",
        "At {lines:list}.",
        "{n} 个工具被移除后没有恢复：{tools:list}。",
        "位置：{lines:list}。",
    ),
    "memory.retrievals": Words(
        "{n:answer,answers} of memory, search or MCP tools on this path; the last: {tool} {query:quote} (L{line}).",
        "Its answer begins {answer:quote} (L{result_line}). All: {list:list}.",
        "这条路径上有 {n} 次记忆、检索或 MCP 工具的回答；最后一次：{tool} {query:quote}（L{line}）。",
        "回答开头：{answer:quote}（L{result_line}）。全部：{list:list}。",
    ),
    "memory.writes": Words(
        "{n:call,calls} stored or changed something in memory; the last: {tool} {query:quote} (L{line}).",
        "Its answer begins {answer:quote} (L{result_line}). All: {list:list}. Whether the store still holds it is not "
        "looked at here.",
        "有 {n} 次调用写入或修改了记忆；最后一次：{tool} {query:quote}（L{line}）。",
        "回答开头：{answer:quote}（L{result_line}）。全部：{list:list}。记忆库现在是否还有这些内容，此处没有查看。",
    ),
    "memory.answers-dropped": Words(
        "{n:answer,answers} of memory or search tools are no longer sent to the model.",
        "A compaction or an edit took them out of the context: {list:list}.",
        "{n} 次记忆或检索工具的回答已不再发给模型。",
        "压缩或编辑把它们移出了上下文：{list:list}。",
    ),
    "memory.found-nothing": Words(
        "{tool} found nothing for {query:quote} (L{line}).",
        "Its answer reads {answer:quote} (L{result_line}).",
        "{tool} 查询{query:quote}没有结果（L{line}）。",
        "回答为：{answer:quote}（L{result_line}）。",
    ),
    "memory.retrieval-failed": Words(
        "{tool} failed for {query:quote} (L{line}) and did not succeed later.",
        "Its answer begins {answer:quote} (L{result_line}).",
        "{tool} 查询{query:quote}失败（L{line}），之后也没有成功过。",
        "回答开头：{answer:quote}（L{result_line}）。",
    ),
    "memory.write-failed": Words(
        "{tool} failed to store {query:quote} (L{line}) and did not succeed later.",
        "Its answer begins {answer:quote} (L{result_line}). What was to be remembered is not in memory by this call.",
        "{tool} 保存{query:quote}失败（L{line}），之后也没有成功过。",
        "回答开头：{answer:quote}（L{result_line}）。这次调用没有把内容存入记忆。",
    ),
    "memory.unanswered": Words(
        "{tool} was asked {query:quote} (L{line}), and no answer stands on this path.",
        "Requested, not shown to have run.",
        "{tool} 收到{query:quote}（L{line}），但这条路径上没有对应的回答。",
        "只有请求，没有运行过的记录。",
    ),
    "memory.not-looked-at": Words(
        "Not looked at: memory stores, context files on disk and event logs.",
        "What is said here rests on the session file alone.",
        "没有查看：记忆库、磁盘上的上下文文件和事件日志。",
        "这里的说法只依据会话文件。",
    ),
}

STEPS: dict[str, StepWords] = {
    "same-folder": StepWords(
        "Run pi in the project that has {path}, or put its rules where this project's AGENTS.md has them.",
        "在有 {path} 的项目里运行 pi，或者把其中的要求写进当前项目的 AGENTS.md。",
    ),
    "ask-other-words": StepWords(
        "Have the model call {tool} again with other words, or look into the store yourself.",
        "让模型换个说法再调用一次 {tool}，或者自己查看记忆库。",
    ),
    "check-memory-tool": StepWords(
        "Check the extension behind {tool}, then have the model call it again.",
        "检查提供 {tool} 的扩展，然后让模型再调用一次。",
    ),
}
