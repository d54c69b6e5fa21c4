"""Words of the trace: one sentence for each verdict, and what it means."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words

WORDS: dict[str, Words] = {
    "trace.visible": Words(
        "The model has it in view at L{at_line}, through {via:list}.",
        "Where it acted otherwise, it had this and did not use it: no memory problem. A rule in text is no permission "
        "system; what must never happen needs a guard outside the text.",
        "模型在 L{at_line} 处能看到它，来自 {via:list}。",
        "如果模型的做法与之不符，那是“有而未用”，不是记忆问题。写在文字里的规则不是权限系统；绝不能发生的事，要靠文字之外的手段来防。",
    ),
    "trace.visible-summary": Words(
        "The model has it at L{at_line} only through a summary: {via:list}.",
        "The words as they were said are no longer sent; what the summary makes of them is all there is.",
        "模型在 L{at_line} 处只能通过摘要看到它：{via:list}。",
        "原话已不再发送，模型只剩摘要里的说法。",
    ),
    "trace.visible-mention": Words(
        "At L{at_line} it is in view only as a mention in tool calls, results or file lists: {via:list}.",
        "Nobody says it as a statement in what is sent. A name in a file list or in an output is easily passed over.",
        "在 L{at_line} 处，它只作为工具参数、结果或文件列表里的一个提及出现：{via:list}。",
        "发送的内容里没有人把它当作一句话说出来。文件列表或输出里的名字很容易被忽略。",
    ),
    "trace.visible-gap": Words(
        "There was a gap: L{gap_line}, {gap_taker}, took it away, and {gap_replies:reply,replies} did not have it until "
        "L{back_line}.",
        "{changed}It is visible again at L{at_line}, through {via:list}, because it was said or brought back there, not "
        "because it was remembered.",
        "中间有缺口：L{gap_line}（{gap_taker_zh}）使它消失，直到 L{back_line} 之前有 {gap_replies} 次回复看不到它。",
        "{changed}在 L{at_line} 处又能看到（来自 {via:list}），是因为那里重新说了或带回了它，而不是模型一直记得。",
    ),
    "trace.visible-gap-model": Words(
        "There was a gap: L{gap_line}, {gap_taker}, took it away, and {gap_replies:reply,replies} did not have it until "
        "L{back_line}.",
        "{changed}It is visible again at L{at_line}, through {via:list}, because the model that thought it answers "
        "again: thinking goes back only to its own model. Nobody said it.",
        "中间有缺口：L{gap_line}（{gap_taker_zh}）使它消失，直到 L{back_line} 之前有 {gap_replies} 次回复看不到它。",
        "{changed}在 L{at_line} 处又能看到（来自 {via:list}），是因为写下这段思考的模型又在回答：思考内容只会发回给它自己的模型。"
        "没有人把它说出来过。",
    ),
    "trace.pi-refuses": Words(
        "pi refuses this file, so no model can see it: {why:said}.",
        "In what the file holds, it would be in view at L{at_line}, through {via:list}.",
        "pi 拒绝打开这个文件，因此没有任何模型能看到它：{why:said}。",
        "就文件内容而言，它在 L{at_line} 处本应可见，来自 {via:list}。",
    ),
    "trace.pi-hangs": Words(
        "pi never gets through this file: its walk along the parents runs in a loop.",
        "With the loop cut open, it would be in view at L{at_line}, through {via:list}. {why:said}",
        "pi 处理不完这个文件：它沿父条目查找时陷入循环。",
        "把循环切开后，它在 L{at_line} 处本应可见，来自 {via:list}。{why:said}",
    ),
    "trace.pi-throws": Words(
        "It is stored and on this path, but pi fails when it builds a context from this file.",
        "pi throws: {why:said}. Without that, it would be in view at L{at_line}, through {via:list}.",
        "它已存储，也在这条路径上，但 pi 在用这个文件构建上下文时会出错。",
        "pi 抛出错误：{why:said}。否则它在 L{at_line} 处本应可见，来自 {via:list}。",
    ),
    "trace.pi-refuses-besides": Words(
        "pi refuses this file, so no model can see it: {why:said}.",
        "In a file that pi opens it would not be in view at L{at_line} either. {besides}",
        "pi 拒绝打开这个文件，因此没有任何模型能看到它：{why:said}。",
        "即使 pi 能打开，它在 L{at_line} 处也不可见。{besides}",
    ),
    "trace.pi-hangs-besides": Words(
        "pi never gets through this file: its walk along the parents runs in a loop.",
        "With the loop cut open it would not be in view at L{at_line} either. {besides}",
        "pi 处理不完这个文件：它沿父条目查找时陷入循环。",
        "把循环切开后，它在 L{at_line} 处也不可见。{besides}",
    ),
    "trace.pi-throws-besides": Words(
        "It is stored, but pi fails when it builds a context from this file.",
        "pi throws: {why:said}. Without that it would not be in view at L{at_line} either. {besides}",
        "它已存储，但 pi 在用这个文件构建上下文时会出错。",
        "pi 抛出错误：{why:said}。否则它在 L{at_line} 处也不可见。{besides}",
    ),
    "trace.event-log": Words(
        "This is an event log (what pi --mode json prints), not a session: it cannot tell what the model sees.",
        "{phrase:quote} stands in it in {n:place,places}, the first on L{line}. The file to ask is the session "
        "that the run wrote.",
        "这是事件日志（pi --mode json 的输出），不是会话：它不能说明模型看到了什么。",
        "其中有 {n} 处{phrase:quote}，第一处在 L{line}。应该去问那次运行写下的会话文件。",
    ),
    "trace.lost-compaction": Words(
        "Lost at compaction: it is stored and on this branch, but the compaction at L{by_line} dropped it.",
        "No summary or checkpoint that is sent carries it. {unkept}{omitted}{still}{since}",
        "在压缩处丢失：它已存储，也在这条分支上，但 L{by_line} 的压缩把它丢掉了。",
        "实际发送的摘要和检查点里都没有它。{unkept}{omitted}{still}{since}",
    ),
    "trace.lost-compaction-also": Words(
        "Lost at compaction: the compaction at L{cut_line} keeps it out, but what took it from view was L{by_line}, "
        "{taker}.",
        "No summary or checkpoint that is sent carries it. {unkept}{omitted}{still}{since}",
        "在压缩处丢失：L{cut_line} 的压缩把它挡在外面，但真正使它不再可见的是 L{by_line}（{taker_zh}）。",
        "实际发送的摘要和检查点里都没有它。{unkept}{omitted}{still}{since}",
    ),
    "trace.lost-branch": Words(
        "Lost at branch: it was said on another branch (L{line}), and the path to L{at_line} does not go there.",
        "{jump}{since}",
        "在分支处丢失：它是在另一条分支上说的（L{line}），通往 L{at_line} 的路径不经过那里。",
        "{jump}{since}",
    ),
    "trace.lost-session": Words(
        "Lost at branch: it stands in another session only, {file} (L{line}).",
        "A session knows nothing of another one; a fork knows what stood before the fork.",
        "在分支处丢失：它只存在于另一个会话 {file}（L{line}）。",
        "会话之间互不知情；分叉出来的会话只知道分叉点之前的内容。",
    ),
    "trace.lost-damaged": Words(
        "Lost at storage: it stands in L{line}, whose bytes pi cannot read.",
        "pi skips the line without a word, so no model ever saw it from this file.",
        "在存储处丢失：它在 L{line}，而这一行的字节 pi 无法读取。",
        "pi 会不作声地跳过这一行，因此没有任何模型从这个文件里看到过它。",
    ),
    "trace.lost-damaged-elsewhere": Words(
        "Lost at storage: it stands only in another session, {file} (L{line}), in bytes that pi cannot read.",
        "pi skips the line without a word, whichever session it opens.",
        "在存储处丢失：它只在另一个会话 {file}（L{line}）里，而那些字节 pi 无法读取。",
        "无论打开哪个会话，pi 都会不作声地跳过这一行。",
    ),
    "trace.lost-shadowed": Words(
        "Lost at storage: L{line} has it, but a later entry has the same id and takes its place.",
        "pi reaches only the last entry of an id.",
        "在存储处丢失：L{line} 里有它，但后面有一个条目使用了相同的 id，取代了它。",
        "同一个 id，pi 只能到达最后一条。",
    ),
    "trace.lost-disconnected": Words(
        "Lost at storage: L{line} has it, but the path to L{at_line} breaks off before it: a parent is in no line.",
        "It was no branch that anybody chose: a record between them is missing or unreadable.",
        "在存储处丢失：L{line} 里有它，但通往 L{at_line} 的路径在它之前就断了：父条目不在任何一行里。",
        "这不是谁选择的分支：两者之间有一个条目缺失或无法读取。",
    ),
    "trace.lost-cut-by-damage": Words(
        "Lost at storage: L{line} has it, but the path to L{at_line} breaks off before it: pi cannot read L{bad}.",
        "It was no branch that anybody chose, and no fault of the model: pi skips the line without a word, and what hangs "
        "on it begins a path of its own.",
        "在存储处丢失：L{line} 里有它，但通往 L{at_line} 的路径在它之前就断了：pi 无法读取 L{bad}。",
        "这不是谁选择的分支，也不是模型的错：pi 会不作声地跳过这一行，挂在它下面的条目自成一条路径。",
    ),
    "trace.lost-no-leaf": Words(
        "Lost at storage: L{line} has it, but the session has no active leaf, so no path leads there.",
        "pi goes on at the last entry of the file; where that one has no id, the model is given nothing.",
        "在存储处丢失：L{line} 里有它，但会话没有当前叶节点，没有路径通到那里。",
        "pi 从文件的最后一个条目继续；如果它没有 id，模型什么都看不到。",
    ),
    "trace.lost-edited": Words(
        "Lost at source: L{line} said it, and the context edit at L{by_line} put other words in its place.",
        "An extension or pi itself edits what is sent; the entry in the file stays as it was. {since}",
        "在来源处丢失：L{line} 说过它，但 L{by_line} 的上下文编辑把它换成了别的内容。",
        "扩展或 pi 自身会编辑发送的内容；文件里的条目保持原样。{since}",
    ),
    "trace.lost-omitted": Words(
        "Lost at source: L{line} said it, and the context edit at L{by_line} leaves that entry out.",
        "An extension or pi itself edits what is sent; the entry in the file stays as it was. {since}",
        "在来源处丢失：L{line} 说过它，但 L{by_line} 的上下文编辑把那一条略去了。",
        "扩展或 pi 自身会编辑发送的内容；文件里的条目保持原样。{since}",
    ),
    "trace.lost-edit-also": Words(
        "Lost at source: the context edit at L{edit_line} keeps it out, but what took it from view was L{by_line}, "
        "{taker}.",
        "An extension or pi itself edits what is sent; the entry in the file stays as it was. {since}",
        "在来源处丢失：L{edit_line} 的上下文编辑把它挡在外面，但真正使它不再可见的是 L{by_line}（{taker_zh}）。",
        "扩展或 pi 自身会编辑发送的内容；文件里的条目保持原样。{since}",
    ),
    "trace.lost-edit-idle": Words(
        "Lost at source: only the context edit at L{line} says it, and that edit changes nothing that is sent.",
        "Its target is not in the context, or is of a kind whose words cannot be replaced.",
        "在来源处丢失：只有 L{line} 的上下文编辑里有它，而这次编辑没有改动任何发送的内容。",
        "它的目标不在上下文里，或者属于不能替换内容的类型。",
    ),
    "trace.lost-unpatched": Words(
        "Lost at source: it was in the system prompt (L{line}), and the prompt was changed at L{by_line}.",
        "Sections of the prompt follow the folder and the settings in which pi runs. {since}",
        "在来源处丢失：它曾在系统提示词里（L{line}），而提示词在 L{by_line} 被改动。",
        "提示词的各部分取决于 pi 在哪个目录、以什么设置运行。{since}",
    ),
    "trace.lost-excluded": Words(
        "Lost at source: L{line} has it, a command run with !!, whose output is never sent.",
        "A single ! sends command and output; !! keeps both from the model.",
        "在来源处丢失：它在 L{line}，那是用 !! 执行的命令，其输出从不发送。",
        "单个 ! 会发送命令和输出；!! 则两者都不让模型看到。",
    ),
    "trace.lost-failed-reply": Words(
        "Lost at source: only a reply that failed or was aborted says it (L{line}), and such replies are not sent again.",
        "The text is on screen and in the file; the next request leaves the whole reply out.",
        "在来源处丢失：只有一条失败或中止的回复说过它（L{line}），这类回复不会再次发送。",
        "屏幕上和文件里都有这段文字，但下一次请求会把整条回复去掉。",
    ),
    "trace.lost-foreign-thinking": Words(
        "Lost at source: it stands in the thinking of another model (L{line}), which is not sent.",
        "Thinking goes back only to the model that wrote it. {since}",
        "在来源处丢失：它在另一个模型的思考内容里（L{line}），不会发送。",
        "思考内容只会发回给写下它的那个模型。{since}",
    ),
    "trace.lost-nested-call": Words(
        "Lost at source: it stands in a call that a script made inside a tool (L{line}); no model is sent those.",
        "Nested calls are kept beside the result of the tool, for the record.",
        "在来源处丢失：它在工具内部脚本发起的调用里（L{line}），这类调用不会发给任何模型。",
        "嵌套调用只作为记录保存在工具结果旁边。",
    ),
    "trace.lost-unknown-role": Words(
        "Lost at source: L{line} has it, an entry of a kind that pi does not pass to a model.",
        "It stays in the session and reaches no request.",
        "在来源处丢失：它在 L{line}，这种类型的条目 pi 不会交给模型。",
        "它留在会话里，不会进入任何请求。",
    ),
    "trace.lost-extension-state": Words(
        "Lost at source: it stands only in {place} (L{line}), which no model is ever sent.",
        "It is for the screen or for an extension, whatever the screen shows.",
        "在来源处丢失：它只在{place_zh}里（L{line}），这些内容从不发给模型。",
        "它是给界面或扩展用的，无论屏幕上显示什么。",
    ),
    "trace.lost-later": Words(
        "Not known yet at L{at_line}: it was said only after that, at L{line}.",
        "Nothing was forgotten at this point.",
        "在 L{at_line} 时还不知道：它是之后才说的，在 L{line}。",
        "在这一点上没有遗忘任何东西。",
    ),
    "trace.lost-unreadable": Words(
        "Lost at source: L{line} has it, in an entry from which pi makes no message.",
        "Its fields are not of the kind that pi writes.",
        "在来源处丢失：它在 L{line}，但 pi 无法从这个条目得到消息。",
        "它的字段不是 pi 会写的类型。",
    ),
    "doctor.healthy": Words(
        "Nothing is wrong that the file can tell.",
        "",
        "就文件所能说明的而言，没有问题。",
        "",
    ),
    "doctor.leads": Words(
        "Nothing is wrong for certain that the file can tell.",
        "{leads:lead,leads} to look at below, none of them a fact.",
        "就文件所能说明的而言，没有确定的问题。",
        "下面有 {leads} 条线索可供查看，均非定论。",
    ),
    "trace.not-found": Words(
        "Not found: {phrase:quote} stands nowhere in what was searched.",
        "Searched: {searched:list}. {near}",
        "未找到：在搜索范围内没有{phrase:quote}。",
        "搜索范围：{searched:list}。{near}",
    ),
}

# Parts of sentences that a verdict may have or not.
PARTS: dict[str, tuple[str, str]] = {
    "since": (
        "The last reply that had it was L{last_line}; {replies:reply,replies} since then did not have these words.",
        "最后一次看得到它的回复是 L{last_line}，此后有 {replies} 次回复看不到这句话。",
    ),
    "unkept": (
        "Its boundary is bad: the entry from which it says that it keeps ({kept}) is not on this path, so nothing from "
        "before it was kept. ",
        "它的截断点有问题：它声明从 {kept} 起保留，而该条目不在这条路径上，因此它之前的内容都没有保留。",
    ),
    "omitted": (
        "The summary of that compaction is itself left out, by the context edit at L{omitted_line}. ",
        "那次压缩的摘要本身也被 L{omitted_line} 的上下文编辑略去了。",
    ),
    "still": (
        "Its summary, which is sent, still has a part of it: {shared:list}. ",
        "实际发送的摘要里仍有其中一部分：{shared:list}。",
    ),
    "since-last": ("The last reply that had it was L{last_line}.", "最后一次看得到它的回复是 L{last_line}。"),
    "changed": ("Files were changed in between: {gap_files:list}. ", "其间改动了文件：{gap_files:list}。"),
    "since-none": ("No reply was given while it was in view.", "它可见期间没有任何回复。"),
    "jump": (
        "This path left that branch with L{by_line}; the last reply there that had it was L{last_line}. ",
        "这条路径从 L{by_line} 起离开了那条分支；那边最后一次看得到它的回复是 L{last_line}。",
    ),
    "near": (
        "The nearest lines share some of its words; people paraphrase.",
        "最接近的几行与它有部分词语相同；人们常会换种说法。",
    ),
    "far": (
        "No line comes close to it either. A typo is not a loss: try fewer or other words, or search every session.",
        "也没有接近的行。输入有误不等于丢失：换少一些或别的词再试，或搜索所有会话。",
    ),
}
PLACES: dict[str, tuple[str, str]] = {
    "label": ("a label", "标签"),
    "name": ("the session's name", "会话名称"),
    "state": ("the state of an extension or bookkeeping", "扩展状态或内部记录"),
    "details": ("the details beside a result or message", "结果或消息旁的 details"),
    "error": ("an error text", "错误文本"),
    "file-list": ("a file list kept for the record", "仅供记录的文件列表"),
}
# What took the phrase from view where that was no compaction.
TAKERS: dict[str, tuple[str, str]] = {
    "context_edit": ("a context edit", "上下文编辑"),
    "system": ("a change of the prompt", "提示词的改动"),
    "model_change": ("a change of model", "模型切换"),
    "assistant": ("a reply of another model", "另一模型的回复"),
    "compaction": ("a compaction", "压缩"),
    "": ("an entry of another kind", "其他条目"),
}
STEPS: dict[str, StepWords] = {
    "guard": StepWords(
        "Put a guard outside the text: a permission rule, a hook or an extension that refuses the call.",
        "在文字之外加防护：权限规则、钩子，或拒绝该调用的扩展。",
    ),
    "other-words": StepWords(
        "Ask with fewer or other words, or search every session: pi-inspector trace {phrase:sh} {file:sh} --all",
        "换少一些或别的词再问，或搜索所有会话：pi-inspector trace {phrase:sh} {file:sh} --all",
    ),
    "trace-session": StepWords(
        "Ask the session that the same run wrote: pi-inspector trace {phrase:sh} {file:sh}",
        "去问同一次运行写下的会话：pi-inspector trace {phrase:sh} {file:sh}",
    ),
    "restate-new": StepWords(
        "Say it again in a new session, for pi does not get into this one: {text:words}",
        "pi 进不了这个会话，请在新会话里再说一遍：{text:words}",
    ),
    "raw-line": StepWords(
        "Its words survive only in the bytes of line {line} of {file}: a repaired copy leaves that broken record out.",
        "这段文字只留在 {file} 第 {line} 行的字节里：修复副本会略去这条残缺的记录。",
    ),
    "go-in-copy": StepWords(
        "Then open the copy in pi, and with /tree pick the entry {text:quote}: it stands on a branch of its own there.",
        "然后在 pi 里打开副本，用 /tree 选择{text:quote}这一条：它在副本里自成一个分支。",
    ),
    "go-in-copy-user": StepWords(
        "Then open the copy in pi, and with /tree pick your message {text:quote}: it stands on a branch of its own there. "
        "pi steps to the entry before it and puts the text into the editor, so that it can be sent again.",
        "然后在 pi 里打开副本，用 /tree 选择你的消息{text:quote}：它在副本里自成一个分支。"
        "pi 会回到它之前的一条，并把这段文字放进编辑框供再次发送。",
    ),
    "send-with-bang": StepWords(
        "Run the command again with a single ! so that its output is sent.",
        "用单个 ! 再执行一次该命令，让输出发给模型。",
    ),
    "nothing-to-do": StepWords(
        "Nothing to repair: ask again from a later entry.", "无需修复：从更靠后的位置再问即可。"
    ),
}
