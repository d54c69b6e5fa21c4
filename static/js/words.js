/**
 * Every word of the page, in English and Chinese. "one||many" chooses by the parameter `n`; `{name}` takes a parameter.
 * Both languages carry the same keys (a test compares them).
 */
import { recall } from "./state.js";

export const WORDS = Object.freeze({
  en: {
    "app.list": "All sessions", "app.skip": "Skip to transcript",
    "bar.views": "Views", "bar.leaf": "Branch", "bar.leafOption": "Leaf {at} of {count}", "bar.active": "active", "bar.moreLeaves": "{n} more leaf: choose it in the tree||{n} more leaves: choose them in the tree",
    "bar.seen": "Show what the model saw at L{line}", "bar.seenShort": "Seen at L{line}", "bar.seenOn": "Showing what the model saw at L{line}", "bar.seenOnShort": "Seen at L{line} ✓", "bar.seenNone": "Show what the model saw", "bar.seenBack": "Back to the leaf",
    "bar.theme": "Theme: {name}", "bar.language": "中文", "bar.languageTitle": "切换到中文", "bar.help": "Help and keys", "bar.entry": "Entry",
    "theme.system": "as the system", "theme.light": "light", "theme.dark": "dark",
    "view.transcript": "Transcript", "view.totals": "Totals", "view.damage": "Damage", "view.tree": "Tree", "view.entry": "Entry",
    "status.sent": "sent", "status.summary": "summary only", "status.dropped": "dropped", "status.never": "never sent", "status.edited": "edited", "status.other-branch": "other branch", "status.after": "after this point",
    "sentence.sent": "Sent: on the wire at this point.", "sentence.summary": "Reaches the model only through the checkpoint of the compaction.", "sentence.dropped": "Before the boundary: the model no longer gets it.", "sentence.never": "Never sent to the model.", "sentence.edited": "Changed by a context edit.", "sentence.other-branch": "On another branch: not on the path to this point.", "sentence.after": "Written after the point that is shown.",
    "short.excluded": "!!", "short.failed-reply": "failed reply", "short.older-compaction": "older compaction", "short.system-in-kept-range": "prompt before the boundary", "short.edit-omits": "omitted", "short.edit-replaces": "replaced", "short.empty-summary": "empty summary", "short.unknown-role": "unknown role", "short.unreadable": "unreadable", "short.bookkeeping": "bookkeeping", "short.state": "setting",
    "why.before-boundary": "Before the boundary: a compaction cut it off.", "why.older-compaction": "An older compaction inside the kept range: its summary is not sent again.", "why.system-in-kept-range": "A system message in the kept range: pi leaves it out after a compaction.", "why.edit-omits": "Left out by a context edit.", "why.edit-replaces": "Replaced by a context edit: the model gets the new text.", "why.excluded": "Run with !!: kept out of the context.", "why.failed-reply": "A reply that failed or was aborted is not sent again.", "why.bookkeeping": "Bookkeeping: pi keeps it for itself.", "why.empty-summary": "A branch summary without text sends nothing.", "why.unknown-role": "A role that pi does not pass on.", "why.unreadable": "The message cannot be read.", "why.state": "A setting: it steers the request and is not part of it.",
    "kind.compaction": "compaction", "kind.branch_summary": "branch summary", "kind.context_edit": "context edit", "kind.model_change": "model", "kind.thinking_level_change": "thinking level", "kind.session_info": "name", "kind.label": "label", "kind.custom": "extension state", "kind.custom_message": "extension message", "kind.usage": "usage", "kind.bash": "bash", "kind.bashPrivate": "bash (private)", "kind.none": "no type", "kind.noRole": "no role",
    "role.system": "system prompt", "role.user": "user", "role.assistant": "assistant", "role.toolResult": "tool", "role.custom": "extension message", "role.branchSummary": "branch summary", "role.compactionSummary": "compaction summary", "role.bashExecution": "bash",
    "tag.error": "error", "tag.failed": "failed", "tag.aborted": "aborted", "tag.shadowed": "id repeated later", "tag.shadowedLong": "A later entry has the same id: pi finds only that one.",
    "tree.label": "Label", "tree.title": "Session tree", "tree.activeLeaf": "active leaf", "tree.leaf": "leaf", "tree.fork": "fork", "tree.forkShut": "{n} branch hidden||{n} branches hidden", "tree.folded": "{n} entry||{n} entries", "tree.errors": "{n} error||{n} errors",
    "filter.label": "Which entries the tree shows", "filter.all": "All", "filter.noTools": "No tools", "filter.user": "User only", "filter.labelled": "Labelled", "filter.seen": "What the model saw", "filter.errors": "Errors", "filter.text": "Filter the tree", "filter.placeholder": "Filter  /",
    "filter.count": "{n} entry||{n} entries", "filter.shown": "{shown} of {n} entry||{shown} of {n} entries", "filter.searching": "searching all text…", "filter.searched": "{found} in the full text", "filter.truncated": "{found} in the text of the first {searched}", "filter.nothing": "No entry matches. Looked at kind, tool, model, id, label and the whole text of {n} entries. Try fewer letters, or the filter All.", "filter.nothingKind": "No entry of this kind among {n}. Choose All to see every entry.",
    "legend.label": "What the rail means", "legend.at": "The model’s view at {place}, as far as the file tells:", "legend.leaf": "leaf L{line}", "legend.entry": "L{line}", "legend.limits": "A file does not record extension handlers that change a request, forced prompts, or what provider adapters do.", "legend.local": "Worked out from the file's columns; the exact answer is on its way.",
    "entry.noContent": "No content.", "entry.noMessage": "The message is missing or no object.", "entry.unknownRole": "A role pi does not know; it never reaches the model.", "entry.unknownType": "A type pi does not know; shown as stored.", "entry.noRecord": "This entry is no object, or could not be loaded.", "entry.odd": "This entry has an unusual shape and is shown as stored ({why}).", "entry.unknownBlock": "Block of type “{type}”", "entry.linkTitle": "Link to entry {name}",
    "text.showLines": "Show all {n} lines", "text.showChars": "Show all {n} characters", "text.cut": "Shown: {shown} of {total} characters.", "text.loadAll": "Load the whole text", "json.tooDeep": "Too deeply nested to be written out.", "json.cut": "Shown: {shown} of {total} characters.",
    "markdown.picture": "picture", "markdown.cut": "What follows is shown as plain text.",
    "entry.leftOut": "Parts of this entry are too deep or too large to be shown here; the Raw pane has the stored line.", "raw.cut": "Only the beginning of this line is shown.", "image.name": "Picture", "image.noType": "no type given", "image.notShown": "not shown", "image.broken": "The browser cannot show it.",
    "thinking.title": "Thinking", "thinking.redacted": "Thinking without readable text.",
    "reply.error": "The reply failed.", "reply.aborted": "Aborted by the user.", "reply.empty": "An empty reply.",
    "tool.result": "result", "tool.call": "call", "tool.noResult": "no result on this branch", "tool.noName": "tool without a name", "tool.emptyResult": "No output.", "tool.details": "Details kept by the tool", "tool.nested": "{n} nested call||{n} nested calls",
    "bash.cancelled": "cancelled", "bash.exit": "exit code {code}", "bash.truncated": "output cut by pi",
    "prompt.removed": "removed", "prompt.removedLong": "This patch removes the section.", "prompt.chars": "{n} characters", "prompt.toolsAdded": "{n} tool offered||{n} tools offered", "prompt.toolsRemoved": "Tools taken away:",
    "compaction.ownRow": "Written here; it cuts before", "compaction.ownRowNone": "Written here; nothing before it is kept.", "compaction.toCard": "Go to the cut and its summary", "compaction.noSummary": "The compaction has no summary text.", "compaction.checkpoint": "Prompt checkpoint", "compaction.retainedTail": "retainedTail (pi 1.6.0 ignores it)", "compaction.details": "Details", "compaction.fromHook": "An extension wrote this summary.",
    "card.title": "Compaction", "card.cutHere": "the model’s view begins here", "card.cutEarlier": "an earlier cut", "card.cutLater": "a later cut", "card.writtenAt": "written at", "card.dropped": "dropped", "card.kept": "Kept", "card.keptFrom": "kept from", "card.keptNone": "nothing kept before it", "card.tokens": "tokens", "card.tokensBefore": "Tokens before", "card.tokensBeforeSmall": "tokens before", "card.tokensAfter": "Tokens after", "card.checkpoint": "prompt checkpoint", "card.yes": "with", "card.readAll": "Read the summary in full", "card.readLess": "Show less", "card.replaced": "Replaced by the compaction at", "card.notYet": "Not yet in force at the point that is shown.", "card.notFound": "The first kept entry is not on this branch before the compaction: nothing before it is kept.", "card.cutBefore": "Cuts before",
    "branch.from": "Summary of the branch that ends at L{line}", "branch.fromUnknown": "Summary of the branch that ends at", "branch.empty": "The summary is empty: nothing of that branch reaches the model.", "branch.leaf": "Leaf", "branch.entries": "Entries", "branch.own": "Since the fork", "branch.forkedAt": "Forked at", "branch.last": "Last entry", "branch.preview": "Ends with",
    "edit.omits": "Omits", "edit.replaces": "Replaces the content of",
    "usage.hidden": "Billed, not part of the conversation:", "usage.input": "input", "usage.output": "output", "usage.cacheRead": "cache read", "usage.cacheWrite": "cache write",
    "custom.hidden": "Sent, but hidden on pi’s screen.",
    "state.model": "Model set to", "state.thinking": "Thinking level set to", "state.name": "Session named", "state.nameCleared": "(name cleared)",
    "label.set": "Label", "label.cleared": "Label cleared on",
    "meta.tokens": "{sent} in · {out} out",
    "time.none": "no readable time",
    "damage.title": "Damage", "damage.gap": "cannot be read as a record.", "damage.at": "byte {offset}, {size}", "damage.toList": "All damage", "damage.about": "What is wrong with the bytes of the file. Nothing here was repaired; the file is only read.", "damage.more": "The list shows the first {shown} of {n}.", "damage.none": "No damage found. All {size} were read, {n} entries.", "damage.line": "Line", "damage.offset": "Byte", "damage.length": "Length", "damage.kind": "Kind", "damage.message": "What is wrong", "damage.salvage": "Can be recovered", "damage.noSalvage": "–", "damage.salvageAt": "at byte {offset}",
    "edge.earlier": "{n} earlier: load more", "edge.later": "{n} later: load more", "edge.end": "End of this branch.", "edge.more": "{n} more",
    "load.entries": "Loading entries…", "load.summary": "Loading the summary…", "load.context": "Working out what the model saw…", "load.raw": "Loading the line…", "load.message": "Loading…", "load.index": "Reading the session…", "load.failed": "Could not be loaded: {why}", "load.missing": "not delivered",
    "empty.noEntries": "This file holds no entries. Its bytes were read in full.", "empty.onlyDamage": "No entry could be read from this file; {n} place is damaged. See the Damage view.||No entry could be read from this file; {n} places are damaged. See the Damage view.",
    "side.label": "Chosen entry", "side.details": "Details", "side.seen": "Seen by model", "side.raw": "Raw", "side.close": "Close", "side.nothing": "No entry chosen. Click one in the tree or in the transcript.", "side.viewAt": "As seen at", "side.openBranch": "Open its branch", "side.copyLink": "Copy link", "side.copyPlace": "Copy file:line", "side.copied": "Copied", "side.notCopied": "Not allowed here", "side.andMore": " and {n} more",
    "facts.entry": "Entry", "facts.line": "Line", "facts.kind": "Is", "facts.type": "Type", "facts.time": "Time", "facts.label": "Label", "facts.parent": "Follows", "facts.root": "nothing: a root", "facts.children": "Followed by", "facts.leaf": "nothing: a leaf", "facts.notes": "Note", "facts.preview": "Text", "facts.measured": "Context", "facts.measuredTokens": "{n} tokens measured", "facts.cost": "Cost", "facts.provider": "Provider", "facts.tokens": "Tokens", "facts.stop": "Ended with", "facts.callId": "Call",
    "notes.cyclic": "Part of a ring of parents: pi would loop here.", "notes.shadowed": "A later entry has the same id: pi finds only that one.",
    "seen.lead": "At L{line} the model gets {wire} messages, from a path of {path} entries.", "seen.throws": "pi fails here:", "seen.model": "Model", "seen.noModel": "not recorded", "seen.thinking": "Thinking", "seen.measured": "Measured", "seen.notMeasured": "no reply has measured it yet", "seen.estimate": "pi’s estimate", "seen.estimateValue": "{n} tokens (too low for Chinese)", "seen.boundary": "Boundary", "seen.keptFrom": " · kept from", "seen.keptNone": " · nothing kept before it", "seen.noBoundary": "none: the whole path counts", "seen.edits": "Context edits",
    "seen.prompt": "System prompt in force", "seen.promptWhole": "The whole text", "seen.promptUnknown": "The system prompt is not recorded in this file (pi stores it since 0.86.0).", "seen.tools": "Tools offered", "seen.toolCount": "{n} tool||{n} tools",
    "seen.lists": "What went in", "seen.entries": "Entries", "seen.llm": "Messages", "seen.wire": "Wire", "seen.entriesAbout": "Entries in the context list.", "seen.llmAbout": "Messages made of them for the model.", "seen.wireAbout": "What goes out, after pi’s last changes. Estimate of tokens beside each.", "seen.madeUp": "made up by pi: no result was recorded", "seen.listEmpty": "Nothing.", "seen.omitted": "Left out", "seen.nothingOmitted": "Every entry of the path is in.",
    "raw.place": "Line {line}", "raw.offset": ", byte {offset}", "raw.formatted": "Formatted", "raw.stored": "As stored", "raw.copy": "Copy",
    "totals.title": "Totals of the file", "totals.about": "Over every entry of all branches, hidden ones included, as pi’s /session counts.", "totals.what": "What", "totals.count": "Count", "totals.messages": "Messages", "totals.user": "User", "totals.assistant": "Assistant", "totals.toolCalls": "Tool calls", "totals.toolResults": "Tool results", "totals.total": "Total", "totals.tokensTitle": "Tokens and cost", "totals.input": "Input", "totals.output": "Output", "totals.cacheRead": "Cache read", "totals.cacheWrite": "Cache write", "totals.tokens": "Tokens", "totals.cost": "Cost", "totals.breakdown": "By model", "totals.key": "Billed to", "totals.noUsage": "No usage is recorded in this file.", "totals.branches": "Branches", "totals.compactions": "Compactions", "totals.noCompactions": "None in this file.", "totals.types": "Entries by type", "totals.file": "File",
    "file.path": "Path", "file.size": "Size", "file.entries": "entries", "file.modified": "Modified", "file.session": "Session id", "file.version": "Version on disk", "file.noVersion": "none given", "file.parent": "Forked from", "file.onOpen": "pi on opening", "file.writesNothing": "would write nothing", "file.header": "Header as stored", "file.noHeader": "No header could be read.",
    "notice.refuses": "pi refuses this file: {why} What can be read is shown here.", "notice.hangs": "pi would hang on this file: its parents form a ring. The ring is cut here so that it can be read.", "notice.throws": "pi fails on this file: {why}", "notice.damage": "{n} damaged place in this file.||{n} damaged places in this file.", "notice.damageOpen": "Show", "notice.unknownEntry": "There is no entry “{name}” in this file. The leaf is shown instead.", "notice.nearest": "There is no entry “{name}” in this file. The nearest line is shown instead.", "notice.contextFailed": "What the model saw could not be worked out ({why}). The rail follows the file’s columns.", "notice.indexFailed": "The session could not be loaded: {why}", "notice.close": "Dismiss",
    "help.title": "Help and keys", "help.close": "Close", "help.keys": "Keys", "help.words": "Words",
    "key.move": "move in the tree", "key.fold": "fold, unfold", "key.branch": "change branch", "key.filter": "filter the tree", "key.open": "open in the transcript", "key.help": "this help", "key.close": "close, clear",
    "help.context": "Context: what the model is given at one point. It is computed from the path, the last compaction and the context edits.", "help.boundary": "Boundary: where a compaction cuts. What stands before it is dropped; a summary takes its place. The compaction itself is written later, after the entries it keeps.", "help.branch": "Branch: the path from the root to a leaf. The active leaf is the last entry of the file.", "help.wire": "Entries, messages and wire are three answers: what is in the list, what becomes a message, what is sent in the end.",
    "list.title": "Sessions", "list.search": "Search sessions", "list.placeholder": "Name, folder, first message…", "list.shown": "{n} session||{n} sessions", "list.none": "No session matches. Searched name, first message, folder, id and file of {n} sessions.",
    "list.name": "Session", "list.cwd": "Folder", "list.last": "Last activity", "list.branches": "Branches", "list.compactions": "Compactions", "list.cost": "Cost", "list.damage": "Damage", "list.size": "Size", "list.entries": "Entries", "list.continues": "continues", "list.continuesTitle": "pi --continue opens this one here", "list.refused": "pi refuses it", "list.unnamed": "no name, no message", "list.sample": "No session of yours was found, so samples are shown.", "list.lookedAt": "Looked at:", "list.empty": "No session found.", "list.emptyHow": "Start pi once in a project, or give pi-inspector a file or a folder.", "list.pending": "{n} not counted yet: reload in a moment", "list.problems": "Files that are no readable session", "list.file": "File", "list.why": "Why",
    "error.back": "Back to the list", "noscript": "This page needs scripts; they come from this computer only.",
  },
  zh: {
    "app.list": "所有会话", "app.skip": "跳到对话",
    "bar.views": "视图", "bar.leaf": "分支", "bar.leafOption": "叶 {at} / {count}", "bar.active": "当前", "bar.moreLeaves": "另有 {n} 个叶：请在树中选择",
    "bar.seen": "显示模型在 L{line} 看到的内容", "bar.seenShort": "L{line} 所见", "bar.seenOn": "正在显示模型在 L{line} 看到的内容", "bar.seenOnShort": "L{line} 所见 ✓", "bar.seenNone": "显示模型看到的内容", "bar.seenBack": "回到叶",
    "bar.theme": "外观：{name}", "bar.language": "EN", "bar.languageTitle": "Switch to English", "bar.help": "帮助与按键", "bar.entry": "条目",
    "theme.system": "跟随系统", "theme.light": "浅色", "theme.dark": "深色",
    "view.transcript": "对话", "view.totals": "合计", "view.damage": "损坏", "view.tree": "树", "view.entry": "条目",
    "status.sent": "已发送", "status.summary": "仅摘要", "status.dropped": "已丢弃", "status.never": "从未发送", "status.edited": "已编辑", "status.other-branch": "其他分支", "status.after": "在此之后",
    "sentence.sent": "已发送：此时在请求中。", "sentence.summary": "仅通过压缩的检查点到达模型。", "sentence.dropped": "在边界之前：模型不再得到它。", "sentence.never": "从未发送给模型。", "sentence.edited": "被上下文编辑修改。", "sentence.other-branch": "在其他分支上：不在到此处的路径中。", "sentence.after": "写于所示时点之后。",
    "short.excluded": "!!", "short.failed-reply": "失败的回复", "short.older-compaction": "较早的压缩", "short.system-in-kept-range": "边界前的提示词", "short.edit-omits": "已略去", "short.edit-replaces": "已替换", "short.empty-summary": "摘要为空", "short.unknown-role": "未知角色", "short.unreadable": "无法读取", "short.bookkeeping": "内部记录", "short.state": "设置",
    "why.before-boundary": "在边界之前：被一次压缩截去。", "why.older-compaction": "保留范围内较早的压缩：其摘要不再发送。", "why.system-in-kept-range": "保留范围内的系统消息：压缩后 pi 会略去。", "why.edit-omits": "被上下文编辑略去。", "why.edit-replaces": "被上下文编辑替换：模型得到新文本。", "why.excluded": "用 !! 运行：不进入上下文。", "why.failed-reply": "失败或中止的回复不会再发送。", "why.bookkeeping": "内部记录：pi 自用。", "why.empty-summary": "没有文本的分支摘要不发送任何内容。", "why.unknown-role": "pi 不会转发的角色。", "why.unreadable": "消息无法读取。", "why.state": "设置项：影响请求，但不是请求的一部分。",
    "kind.compaction": "压缩", "kind.branch_summary": "分支摘要", "kind.context_edit": "上下文编辑", "kind.model_change": "模型", "kind.thinking_level_change": "思考级别", "kind.session_info": "名称", "kind.label": "标签", "kind.custom": "扩展状态", "kind.custom_message": "扩展消息", "kind.usage": "用量", "kind.bash": "bash", "kind.bashPrivate": "bash（私有）", "kind.none": "无类型", "kind.noRole": "无角色",
    "role.system": "系统提示词", "role.user": "用户", "role.assistant": "助手", "role.toolResult": "工具", "role.custom": "扩展消息", "role.branchSummary": "分支摘要", "role.compactionSummary": "压缩摘要", "role.bashExecution": "bash",
    "tag.error": "错误", "tag.failed": "失败", "tag.aborted": "已中止", "tag.shadowed": "id 后来重复", "tag.shadowedLong": "后面的条目用了同一个 id：pi 只能找到后者。",
    "tree.label": "标签", "tree.title": "会话树", "tree.activeLeaf": "当前叶", "tree.leaf": "叶", "tree.fork": "分叉", "tree.forkShut": "隐藏 {n} 个分支", "tree.folded": "{n} 个条目", "tree.errors": "{n} 个错误",
    "filter.label": "树中显示哪些条目", "filter.all": "全部", "filter.noTools": "不含工具", "filter.user": "仅用户", "filter.labelled": "有标签", "filter.seen": "模型所见", "filter.errors": "错误", "filter.text": "筛选树", "filter.placeholder": "筛选  /",
    "filter.count": "{n} 个条目", "filter.shown": "{shown} / {n} 个条目", "filter.searching": "正在搜索全文…", "filter.searched": "全文中 {found} 处", "filter.truncated": "前 {searched} 个条目的全文中 {found} 处", "filter.nothing": "没有匹配的条目。已查看 {n} 个条目的类型、工具、模型、id、标签和全文。请减少字数，或选“全部”。", "filter.nothingKind": "{n} 个条目中没有这一类。选“全部”可看到每个条目。",
    "legend.label": "侧条的含义", "legend.at": "就文件所记，模型在{place}得到的内容：", "legend.leaf": "叶 L{line} ", "legend.entry": " L{line} ", "legend.limits": "文件不记录修改请求的扩展、强制提示词，以及各提供方适配器所做的改动。", "legend.local": "由文件的列推算；准确结果即将到来。",
    "entry.noContent": "没有内容。", "entry.noMessage": "消息缺失或不是对象。", "entry.unknownRole": "pi 不认识的角色；永远不会到达模型。", "entry.unknownType": "pi 不认识的类型；按存储的样子显示。", "entry.noRecord": "此条目不是对象，或无法载入。", "entry.odd": "此条目形状异常，按存储的样子显示（{why}）。", "entry.unknownBlock": "类型为“{type}”的块", "entry.linkTitle": "指向条目 {name} 的链接",
    "text.showLines": "显示全部 {n} 行", "text.showChars": "显示全部 {n} 个字符", "text.cut": "已显示 {shown} / {total} 个字符。", "text.loadAll": "载入全文", "json.tooDeep": "嵌套过深，无法写出。", "json.cut": "已显示 {shown} / {total} 个字符。",
    "markdown.picture": "图片", "markdown.cut": "以下按纯文本显示。",
    "entry.leftOut": "此条目的部分内容过深或过大，无法在此显示；“原文”中有存储的行。", "raw.cut": "只显示此行的开头。", "image.name": "图片", "image.noType": "未给出类型", "image.notShown": "未显示", "image.broken": "浏览器无法显示。",
    "thinking.title": "思考", "thinking.redacted": "思考内容没有可读文本。",
    "reply.error": "回复失败。", "reply.aborted": "被用户中止。", "reply.empty": "空回复。",
    "tool.result": "结果", "tool.call": "调用", "tool.noResult": "此分支上没有结果", "tool.noName": "没有名称的工具", "tool.emptyResult": "没有输出。", "tool.details": "工具保存的细节", "tool.nested": "{n} 个嵌套调用",
    "bash.cancelled": "已取消", "bash.exit": "退出码 {code}", "bash.truncated": "输出被 pi 截断",
    "prompt.removed": "已移除", "prompt.removedLong": "此补丁移除该段。", "prompt.chars": "{n} 个字符", "prompt.toolsAdded": "提供 {n} 个工具", "prompt.toolsRemoved": "移除的工具：",
    "compaction.ownRow": "写于此处；截断位置在", "compaction.ownRowNone": "写于此处；之前的内容一概不保留。", "compaction.toCard": "前往截断处及其摘要", "compaction.noSummary": "这次压缩没有摘要文本。", "compaction.checkpoint": "提示词检查点", "compaction.retainedTail": "retainedTail（pi 1.6.0 忽略它）", "compaction.details": "细节", "compaction.fromHook": "摘要由扩展写成。",
    "card.title": "压缩", "card.cutHere": "模型的视野从这里开始", "card.cutEarlier": "较早的截断", "card.cutLater": "后来的截断", "card.writtenAt": "写于", "card.dropped": "已丢弃", "card.kept": "保留", "card.keptFrom": "保留，起于", "card.keptNone": "之前一概不保留", "card.tokens": "词元", "card.tokensBefore": "压缩前词元", "card.tokensBeforeSmall": "压缩前词元", "card.tokensAfter": "压缩后词元", "card.checkpoint": "提示词检查点", "card.yes": "有", "card.readAll": "阅读完整摘要", "card.readLess": "收起", "card.replaced": "已被后来的压缩取代：", "card.notYet": "在所示时点尚未生效。", "card.notFound": "第一个保留条目不在此分支的压缩之前：之前一概不保留。", "card.cutBefore": "截断于",
    "branch.from": "止于 L{line} 的分支的摘要", "branch.fromUnknown": "分支摘要，其止点为", "branch.empty": "摘要为空：该分支没有任何内容到达模型。", "branch.leaf": "叶", "branch.entries": "条目", "branch.own": "分叉之后", "branch.forkedAt": "分叉于", "branch.last": "最后条目", "branch.preview": "结尾",
    "edit.omits": "略去", "edit.replaces": "替换其内容：",
    "usage.hidden": "已计费，不属于对话：", "usage.input": "输入", "usage.output": "输出", "usage.cacheRead": "缓存读取", "usage.cacheWrite": "缓存写入",
    "custom.hidden": "已发送，但在 pi 屏幕上隐藏。",
    "state.model": "模型设为", "state.thinking": "思考级别设为", "state.name": "会话命名为", "state.nameCleared": "（名称已清除）",
    "label.set": "标签", "label.cleared": "标签已清除：",
    "meta.tokens": "输入 {sent} · 输出 {out}",
    "time.none": "没有可读的时间",
    "damage.title": "损坏", "damage.gap": "无法读作一条记录。", "damage.at": "字节 {offset}，{size}", "damage.toList": "全部损坏", "damage.about": "文件字节中的问题。这里没有修复任何东西；文件只被读取。", "damage.more": "列表显示 {n} 处中的前 {shown} 处。", "damage.none": "没有发现损坏。已读取全部 {size}，{n} 个条目。", "damage.line": "行", "damage.offset": "字节", "damage.length": "长度", "damage.kind": "类型", "damage.message": "问题", "damage.salvage": "可挽救", "damage.noSalvage": "–", "damage.salvageAt": "在字节 {offset}",
    "edge.earlier": "前面还有 {n} 条：继续载入", "edge.later": "后面还有 {n} 条：继续载入", "edge.end": "此分支到此结束。", "edge.more": "还有 {n} 条",
    "load.entries": "正在载入条目…", "load.summary": "正在载入摘要…", "load.context": "正在计算模型看到的内容…", "load.raw": "正在载入该行…", "load.message": "正在载入…", "load.index": "正在读取会话…", "load.failed": "无法载入：{why}", "load.missing": "未送达",
    "empty.noEntries": "此文件没有条目。已读取其全部字节。", "empty.onlyDamage": "此文件中没有可读的条目；{n} 处损坏。见“损坏”视图。",
    "side.label": "所选条目", "side.details": "详情", "side.seen": "模型所见", "side.raw": "原文", "side.close": "关闭", "side.nothing": "未选择条目。请在树或对话中点选。", "side.viewAt": "所见时点", "side.openBranch": "打开其分支", "side.copyLink": "复制链接", "side.copyPlace": "复制 文件:行", "side.copied": "已复制", "side.notCopied": "此处不允许", "side.andMore": " 等，另有 {n} 个",
    "facts.entry": "条目", "facts.line": "行", "facts.kind": "是", "facts.type": "类型", "facts.time": "时间", "facts.label": "标签", "facts.parent": "接在", "facts.root": "无：这是根", "facts.children": "其后", "facts.leaf": "无：这是叶", "facts.notes": "注意", "facts.preview": "文本", "facts.measured": "上下文", "facts.measuredTokens": "实测 {n} 词元", "facts.cost": "费用", "facts.provider": "提供方", "facts.tokens": "词元", "facts.stop": "结束原因", "facts.callId": "调用",
    "notes.cyclic": "父条目成环：pi 会在此死循环。", "notes.shadowed": "后面的条目用了同一个 id：pi 只能找到后者。",
    "seen.lead": "在 L{line}，模型得到 {wire} 条消息，来自 {path} 个条目的路径。", "seen.throws": "pi 在此出错：", "seen.model": "模型", "seen.noModel": "未记录", "seen.thinking": "思考", "seen.measured": "实测", "seen.notMeasured": "尚无回复测得", "seen.estimate": "pi 的估计", "seen.estimateValue": "{n} 词元（对中文偏低）", "seen.boundary": "边界", "seen.keptFrom": " · 保留，起于", "seen.keptNone": " · 之前一概不保留", "seen.noBoundary": "无：整条路径有效", "seen.edits": "上下文编辑",
    "seen.prompt": "生效的系统提示词", "seen.promptWhole": "全文", "seen.promptUnknown": "此文件没有记录系统提示词（pi 自 0.86.0 起保存）。", "seen.tools": "提供的工具", "seen.toolCount": "{n} 个工具",
    "seen.lists": "进入的内容", "seen.entries": "条目", "seen.llm": "消息", "seen.wire": "实际发送", "seen.entriesAbout": "上下文列表中的条目。", "seen.llmAbout": "由它们生成、给模型的消息。", "seen.wireAbout": "经 pi 最后处理后发出的内容。旁边是词元估计。", "seen.madeUp": "由 pi 补造：没有记录结果", "seen.listEmpty": "没有。", "seen.omitted": "未进入的内容", "seen.nothingOmitted": "路径上的条目全部进入。",
    "raw.place": "第 {line} 行", "raw.offset": "，字节 {offset}", "raw.formatted": "排版显示", "raw.stored": "按存储显示", "raw.copy": "复制",
    "totals.title": "文件合计", "totals.about": "涵盖所有分支的每个条目，包括隐藏的，与 pi 的 /session 计法一致。", "totals.what": "项目", "totals.count": "数量", "totals.messages": "消息", "totals.user": "用户", "totals.assistant": "助手", "totals.toolCalls": "工具调用", "totals.toolResults": "工具结果", "totals.total": "总计", "totals.tokensTitle": "词元与费用", "totals.input": "输入", "totals.output": "输出", "totals.cacheRead": "缓存读取", "totals.cacheWrite": "缓存写入", "totals.tokens": "词元", "totals.cost": "费用", "totals.breakdown": "按模型", "totals.key": "计入", "totals.noUsage": "此文件没有记录用量。", "totals.branches": "分支", "totals.compactions": "压缩", "totals.noCompactions": "此文件没有。", "totals.types": "按类型的条目", "totals.file": "文件",
    "file.path": "路径", "file.size": "大小", "file.entries": "个条目", "file.modified": "修改时间", "file.session": "会话 id", "file.version": "磁盘上的版本", "file.noVersion": "未给出", "file.parent": "分叉自", "file.onOpen": "pi 打开时", "file.writesNothing": "不会写入", "file.header": "存储的文件头", "file.noHeader": "无法读取文件头。",
    "notice.refuses": "pi 拒绝此文件：{why} 这里显示可读的部分。", "notice.hangs": "pi 会在此文件上卡死：父条目成环。这里把环切断以便阅读。", "notice.throws": "pi 在此文件上出错：{why}", "notice.damage": "此文件有 {n} 处损坏。", "notice.damageOpen": "查看", "notice.unknownEntry": "此文件没有条目“{name}”。改为显示叶。", "notice.nearest": "此文件没有条目“{name}”。改为显示最近的行。", "notice.contextFailed": "无法算出模型看到的内容（{why}）。侧条依据文件的列。", "notice.indexFailed": "无法载入会话：{why}", "notice.close": "关闭",
    "help.title": "帮助与按键", "help.close": "关闭", "help.keys": "按键", "help.words": "用语",
    "key.move": "在树中移动", "key.fold": "折叠、展开", "key.branch": "切换分支", "key.filter": "筛选树", "key.open": "在对话中打开", "key.help": "本帮助", "key.close": "关闭、清除",
    "help.context": "上下文：模型在某一时点得到的内容，由路径、最后一次压缩和上下文编辑算出。", "help.boundary": "边界：压缩截断之处。之前的内容被丢弃，由摘要代替。压缩本身写得更晚，在它保留的条目之后。", "help.branch": "分支：从根到叶的路径。当前叶是文件的最后一个条目。", "help.wire": "条目、消息、实际发送是三个不同的答案：列表里有什么，什么变成消息，最终发送什么。",
    "list.title": "会话", "list.search": "搜索会话", "list.placeholder": "名称、文件夹、第一条消息…", "list.shown": "{n} 个会话", "list.none": "没有匹配的会话。已搜索 {n} 个会话的名称、第一条消息、文件夹、id 和文件。",
    "list.name": "会话", "list.cwd": "文件夹", "list.last": "最近活动", "list.branches": "分支", "list.compactions": "压缩", "list.cost": "费用", "list.damage": "损坏", "list.size": "大小", "list.entries": "条目", "list.continues": "将继续", "list.continuesTitle": "pi --continue 在此会打开它", "list.refused": "pi 拒绝它", "list.unnamed": "无名称、无消息", "list.sample": "没有找到您的会话，因此显示示例。", "list.lookedAt": "已查看：", "list.empty": "没有找到会话。", "list.emptyHow": "在项目中启动一次 pi，或给 pi-inspector 一个文件或文件夹。", "list.pending": "{n} 个尚未统计：请稍后刷新", "list.problems": "不是可读会话的文件", "list.file": "文件", "list.why": "原因",
    "error.back": "返回列表", "noscript": "此页面需要脚本；它们只来自本机。",
  },
});

let chosenLanguage = null;

/** "en" or "zh": as remembered, else as the browser asks. */
export function currentLanguage() {
  if (chosenLanguage === null) {
    const asked = typeof navigator !== "undefined" && /^zh\b/i.test(navigator.language || "") ? "zh" : "en";
    const remembered = recall("language", asked);
    chosenLanguage = remembered === "zh" ? "zh" : "en";
  }
  return chosenLanguage;
}

/** The words for a key. A missing key comes back as itself, so that it is seen. */
export function t(key, parameters = {}) {
  const found = WORDS[currentLanguage()][key] ?? WORDS.en[key] ?? key;
  const forms = found.split("||");
  const form = forms.length > 1 && Number(String(parameters.n).replace(/,/g, "")) !== 1 ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (whole, name) => (name in parameters ? String(parameters[name]) : whole));
}

/** Words for a name that came from a file, or "" where we have none for it. */
export function wordFor(group, name) {
  const key = `${group}.${name}`;
  return Object.hasOwn(WORDS.en, key) ? t(key) : "";
}

/** Put words into a page that the server wrote in English: data-word, data-word-title, -label, -placeholder. */
export function translatePage(root) {
  for (const [attribute, apply] of [
    ["data-word", (node, text) => { node.textContent = text; }],
    ["data-word-title", (node, text) => { node.title = text; }],
    ["data-word-label", (node, text) => { node.setAttribute("aria-label", text); }],
    ["data-word-placeholder", (node, text) => { node.placeholder = text; }],
  ]) {
    for (const node of root.querySelectorAll(`[${attribute}]`)) apply(node, t(node.getAttribute(attribute), { n: node.getAttribute("data-n") || "" }));
  }
  document.documentElement.lang = currentLanguage() === "zh" ? "zh-CN" : "en";
}
