/** Words of reading on: hits of a search, folds, skills, the head of a session; words.js takes them in. Both languages carry the same keys. */

/** @type {Readonly<Record<"en" | "zh", Record<string, string>>>} */
export const READING_WORDS = Object.freeze({
  en: {
    "report.unknownName": "Nothing on this page is called “{name}”: the findings are others now.", "find.none": "No entry to go to: nothing is looked for. Type into the filter first (/).", "find.nothing": "No entry passes the filter.",
    "key.hit": "next, previous hit", "key.hitHere": "next hit (with ⇧ the previous one)", "key.thinking": "all thinking open or folded", "key.outputs": "all tool output in full or folded",
    "entry.moreBlocks": "Show {next} of {n} more parts", "folds.thinking": "Thinking", "folds.thinkingOn": "All thinking is open. Press to fold it (T)", "folds.thinkingOff": "Open all thinking (T)",
    "folds.outputs": "Output in full", "folds.outputsOn": "All tool output is shown in full. Press to fold it (O)", "folds.outputsOff": "Show all tool output in full (O)", "folds.label": "Folds",
    "skill.title": "skill {name}", "skill.sent": "The model was sent this text too: it stands in the message, before the words of the user.", "skill.noWords": "No words of the user’s own behind it.",
    "head.title": "This session", "head.go": "To the start of the branch, and what is known of this session", "head.started": "Started", "head.cwd": "Folder", "head.version": "pi file version", "head.parent": "Forked from",
    "head.models": "Models", "head.messages": "Messages", "head.user": "{n} of the user", "head.replies": "{n} reply||{n} replies", "head.calls": "{n} tool call||{n} tool calls", "head.results": "{n} result||{n} results", "head.newId": "(of this copy)", "head.parentLeftOut": "another session; this copy does not name it", "head.billed": "All billed",
    "head.tokens": "{n} token||{n} tokens", "head.none": "not recorded", "head.notParent": "none", "head.more": "and {n} more", "head.usage": "Usage",
    "time.after": "result after {span}", "time.stamps": "pi recorded no duration here: this is from the stamp of the reply to that of its result", "time.recordedBeside": "duration that pi recorded; by the stamps the result came {span} after the reply",
    "bar.seenLeaf": "The rail shows what the model saw at L{line} already: it is the end of this branch. Choose an earlier entry to look from there.",
  },
  zh: {
    "report.unknownName": "此页没有名为“{name}”的内容：结论已不同。", "find.none": "没有可前往的条目：未在查找。请先在筛选框中输入（/）。", "find.nothing": "没有条目通过筛选。",
    "key.hit": "下一处、上一处匹配", "key.hitHere": "下一处匹配（按住 ⇧ 为上一处）", "key.thinking": "展开或折叠全部思考", "key.outputs": "完整显示或折叠全部工具输出",
    "entry.moreBlocks": "显示其余 {n} 个部分中的 {next} 个", "folds.thinking": "思考", "folds.thinkingOn": "已展开全部思考。按此折叠（T）", "folds.thinkingOff": "展开全部思考（T）",
    "folds.outputs": "完整输出", "folds.outputsOn": "已完整显示全部工具输出。按此折叠（O）", "folds.outputsOff": "完整显示全部工具输出（O）", "folds.label": "折叠",
    "skill.title": "技能 {name}", "skill.sent": "这段文字也发送给了模型：它在该消息中，位于用户的话之前。", "skill.noWords": "其后没有用户自己的话。",
    "head.title": "此会话", "head.go": "前往分支开头，以及关于此会话的已知信息", "head.started": "开始", "head.cwd": "文件夹", "head.version": "pi 文件版本", "head.parent": "分叉自",
    "head.models": "模型", "head.messages": "消息", "head.user": "用户 {n}", "head.replies": "回复 {n}", "head.calls": "工具调用 {n}", "head.results": "结果 {n}", "head.newId": "（此副本的）", "head.parentLeftOut": "另一个会话，此副本未写明", "head.billed": "全部计费",
    "head.tokens": "{n} 个词元", "head.none": "未记录", "head.notParent": "无", "head.more": "另有 {n} 个", "head.usage": "用量",
    "time.after": "{span}后有结果", "time.stamps": "pi 未在此记录时长：这是从回复的时间戳到其结果的时间戳", "time.recordedBeside": "pi 记录的时长；按时间戳，结果在回复之后 {span} 写入",
    "bar.seenLeaf": "侧条显示的已是模型在 L{line} 看到的内容：它是此分支的末端。要从更早处看，请选择一个更早的条目。",
  },
});
