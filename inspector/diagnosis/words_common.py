"""Words that all stages share: their names, statuses, and the steps that several of them give."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords

STAGE_NAMES = {
    "storage": ("Storage", "存储"),
    "branch": ("Branch", "分支"),
    "compaction": ("Compaction", "压缩"),
    "memory": ("Memory", "记忆"),
    "source": ("Source", "来源"),
}
STATUS_NAMES = {
    "ok": ("ok", "正常"),
    "lost": ("lost here", "在此丢失"),
    "warning": ("look here", "需要注意"),
    "unknown": ("unknown", "未知"),
}

STEPS: dict[str, StepWords] = {
    "restate": StepWords(
        "Say it again in the session as it stands, which is the cheapest way back: {text:words}",
        "在当前会话里再说一遍，这是最省事的办法：{text:words}",
    ),
    "agents-md": StepWords(
        "To make it last beyond compactions and sessions, put it into AGENTS.md: {text:words}",
        "想让它在压缩之后、换了会话之后仍然有效，把它写进 AGENTS.md：{text:words}",
    ),
    "go-back": StepWords(
        "Go back: in pi, /tree, then pick the entry {text:quote} (L{line} here; /tree shows no line numbers). "
        "Files on disk stay as they are.",
        "回到从前：在 pi 里用 /tree，选择{text:quote}这一条（这里是 L{line}；/tree 不显示行号）。"
        "磁盘上的文件不会随之恢复。",
    ),
    "go-back-user": StepWords(
        "Go back: in pi, /tree, then pick your message {text:quote} (L{line} here). pi steps to the entry before "
        "it and puts the text into the editor, so that it can be sent again. Files on disk stay as they are.",
        "回到从前：在 pi 里用 /tree，选择你的消息{text:quote}（这里是 L{line}）。"
        "pi 会回到它之前的一条，并把这段文字放进编辑框供再次发送。磁盘上的文件不会随之恢复。",
    ),
    "go-back-extension": StepWords(
        "Go back: in pi, /tree, then pick the extension's message {text:quote} (L{line} here). pi steps to the entry "
        "before it and puts the text into the editor, so that it can be sent again. Files on disk stay as they are.",
        "回到从前：在 pi 里用 /tree，选择扩展的消息{text:quote}（这里是 L{line}）。"
        "pi 会回到它之前的一条，并把这段文字放进编辑框供再次发送。磁盘上的文件不会随之恢复。",
    ),
    "compacts-again": StepWords(
        "Where that point was near the limit of the window, pi compacts again before it sends, unless a model with a "
        "larger window is chosen first.",
        "如果那个位置已接近窗口上限，除非先换用窗口更大的模型，pi 在发送之前会再压缩一次。",
    ),
    "compact-with": StepWords(
        "Before the next compaction, tell it what to keep: /compact keep: {text}",
        "下次压缩之前，告诉它要保留什么：/compact 保留：{text}",
    ),
    "compact-with-rules": StepWords(
        "Before the next compaction, tell it what to keep: /compact keep: the rules and decisions",
        "下次压缩之前，告诉它要保留什么：/compact 保留：规则和决定",
    ),
    "open-session": StepWords(
        "Open that session: pi --session {path:sh}",
        "打开那个会话：pi --session {path:sh}",
    ),
    "show-context": StepWords(
        "See what the model had there: pi-inspector context {file:sh} --at {entry:sh}",
        "查看模型当时看到的内容：pi-inspector context {file:sh} --at {entry:sh}",
    ),
    "salvage": StepWords(
        "Write a repaired copy that pi opens; the original stays as it is: pi-inspector verify {file:sh} --salvage OUT.jsonl",
        "写出一份 pi 能打开的修复副本，原文件保持不变：pi-inspector verify {file:sh} --salvage OUT.jsonl",
    ),
    "find-session-of-log": StepWords(
        "Ask the session that the same run wrote; its header has the id {id}: pi-inspector list --all",
        "去问同一次运行写下的会话，它文件头里的 id 是 {id}：pi-inspector list --all",
    ),
    "doctor-session": StepWords(
        "Ask the session that the same run wrote: pi-inspector doctor {file:sh}",
        "去问同一次运行写下的会话：pi-inspector doctor {file:sh}",
    ),
    "check-file": StepWords(
        "Have the model read {path} again before it goes on.",
        "继续之前，让模型重新读取 {path}。",
    ),
    "do-not-repeat": StepWords(
        "Do not repeat these on resume without asking: showing history is not running it again.",
        "恢复会话时，未经确认不要再次执行这些操作：展示历史不等于重新执行。",
    ),
    "fork-from": StepWords(
        "Or fork: in pi, /fork at {text:quote}, which makes a new file and leaves this one alone.",
        "或者分叉：在 pi 里用 /fork，从{text:quote}处开始，会生成新文件，原文件不受影响。",
    ),
}

LABELS: dict[str, tuple[str, str]] = {
    "where": ("Where it stands", "它在哪里"),
    "who-knew": ("Who knew it", "谁看得到它"),
    "to-do": ("What to do", "怎么办"),
    "near": ("Nearest lines", "最接近的行"),
    "lead": ("lead", "线索"),
    "at": ("at", "位置"),
    "active": ("the active leaf", "当前叶节点"),
    "diagnosis": ("Diagnosis of {file}", "对 {file} 的诊断"),
    "trace": ("Trace of {phrase:quote} in {file}", "在 {file} 中追踪{phrase:quote}"),
    "more-rows": ("{n:place,places} more (--json has them all)", "另有 {n} 处（--json 可得全部）"),
    "more-details": (
        "{n:more statement,more statements}, nothing to do there (--all shows them)",
        "另有 {n} 条无需处理的说明（--all 显示）",
    ),
    "no-leaf": ("no entry: the session is empty here", "没有条目：会话在此为空"),
    "no-session": ("nowhere: an event log is no session", "无处：事件日志不是会话"),
    "had-verbatim": ("{n:reply,replies} had it", "{n} 次回复看得到原话"),
    "had-summary": ("{n:reply,replies} only in a summary", "{n} 次回复只能在摘要里看到"),
    "had-none": ("{n:reply,replies} without these words", "{n} 次回复看不到这句话"),
    "span": ("{first} to {last}", "{first} 至 {last}"),
    "closing": (
        "As far as the file tells: no file records what extensions or a provider changed on the way.",
        "以文件所能说明的为限：扩展或服务商在途中改动了什么，没有文件记录。",
    ),
}
HOWS: dict[str, tuple[str, str]] = {
    "verbatim": ("sent", "已发送"),
    "edited": ("edited", "被编辑"),
    "omitted": ("left out by an edit", "被编辑略去"),
    "summarised": ("in a summary", "在摘要中"),
    "excluded": ("never sent (!!)", "从未发送（!!）"),
    "failed-reply": ("never sent (failed reply)", "从未发送（失败的回复）"),
    "foreign-thinking": ("not sent (another model's thinking)", "不发送（另一模型的思考）"),
    "nested-call": ("never sent (nested call)", "从未发送（嵌套调用）"),
    "unpatched": ("no longer in the prompt", "已不在提示词中"),
    "later": ("said later", "之后才说"),
    "unknown-role": ("never sent (unknown kind)", "从未发送（未知类型）"),
    "extension-state": ("never sent (state)", "从未发送（状态）"),
    "shadowed": ("replaced by a later entry of the same id", "被同 id 的后续条目取代"),
    "disconnected": ("cut off: a parent is missing", "断开：缺少父条目"),
    "unreadable": ("unreadable", "无法读取"),
    "dropped": ("dropped", "已丢弃"),
    "other-branch": ("other branch", "其他分支"),
    "other-session": ("other session", "其他会话"),
}
ROLES: dict[str, tuple[str, str]] = {
    "user": ("user", "用户"),
    "assistant": ("assistant", "助手"),
    "toolResult": ("tool result", "工具结果"),
    "bashExecution": ("shell", "命令"),
    "system": ("system prompt", "系统提示词"),
    "compaction": ("compaction", "压缩"),
    "branch_summary": ("branch summary", "分支摘要"),
    "context_edit": ("context edit", "上下文编辑"),
    "custom_message": ("extension message", "扩展消息"),
    "custom": ("extension state", "扩展状态"),
    "label": ("label", "标签"),
    "message": ("message", "消息"),
    "model_change": ("model", "模型"),
    "thinking_level_change": ("thinking level", "思考级别"),
    "usage": ("usage", "用量"),
    "session_info": ("session name", "会话名称"),
    "": ("damaged line", "损坏的行"),
}
WHERES: dict[str, tuple[str, str]] = {
    "thinking": ("thinking", "思考"),
    "tool-argument": ("tool argument", "工具参数"),
    "details": ("details", "details"),
    "file-list": ("file list", "文件列表"),
    "checkpoint": ("checkpoint", "检查点"),
    "command": ("command", "命令"),
    "output": ("output", "输出"),
    "error": ("error text", "错误文本"),
}
