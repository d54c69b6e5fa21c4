"""Words of the compaction stage."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words
from inspector.diagnosis.words_compaction_summary import SUMMARY_WORDS

WORDS: dict[str, Words] = {
    **SUMMARY_WORDS,
    "compaction.none": Words(
        "No compaction on this path: nothing was summarised away.",
        "",
        "这条路径上没有压缩：没有内容被摘要取代。",
        "",
    ),
    "compaction.elsewhere": Words(
        "This path is not compacted; {n:compaction is,compactions are} on other branches.",
        "{compactions:list}. A compaction counts only for paths that run through it.",
        "这条路径没有压缩；其他分支上有 {n} 次压缩。",
        "{compactions:list}。压缩只对经过它的路径有效。",
    ),
    "compaction.boundary": Words(
        "Compaction {compaction} (L{line}) kept {kept:entry,entries} and dropped {dropped:entry,entries}.",
        "Cut before {cut_before}. Prompt tokens in the reply before it: {before:some} ({before_at}). Measured in the first "
        "reply after it: {after:some} ({after_at}). {unmeasured:when}No reply after it says how large its prompt was. pi "
        "noted {tokens_before:some} at {at:time}. Why it was made (by hand, threshold, overflow) stands only in the event "
        "stream.",
        "压缩 {compaction}（L{line}）保留了 {kept} 个条目，丢弃了 {dropped} 个。",
        "截断点在 {cut_before} 之前。压缩前的回复里，提示词有 {before:some} 个词元（{before_at}）。压缩后第一条回复实测为 "
        "{after:some}（{after_at}）。{unmeasured:when}之后还没有回复说明提示词有多大。pi 在 {at:time} 记下的是 "
        "{tokens_before:some}。压缩的原因（手动、阈值、溢出）只在事件流里。",
    ),
    "compaction.boundary-repeated": Words(
        "Repeated compaction {compaction} (L{line}): kept {kept:entry,entries}, dropped {dropped:entry,entries} more.",
        "Cut before {cut_before}. Only the last summary on the path is sent; older ones count no more. Prompt tokens "
        "in the reply before it: {before:some} ({before_at}). Measured in the first reply after it: {after:some} "
        "({after_at}). {unmeasured:when}No reply after it says how large its prompt was. pi noted {tokens_before:some} at "
        "{at:time}. Why it was made stands only in the event stream.",
        "再次压缩 {compaction}（L{line}）：保留 {kept} 个条目，又丢弃 {dropped} 个。",
        "截断点在 {cut_before} 之前。只有路径上最后一份摘要会发送，更早的不再算数。压缩前的回复里，提示词有 "
        "{before:some} 个词元（{before_at}）。压缩后第一条回复实测为 {after:some}（{after_at}）。"
        "{unmeasured:when}之后还没有回复说明提示词有多大。pi 在 {at:time} 记下的是 {tokens_before:some}。"
        "压缩的原因只在事件流里。",
    ),
    "compaction.dropped-constraint": Words(
        "Rule given at L{line} seems lost in compaction {compaction}: {text:quote}",
        "The best line of summary, prompt and kept range shares {share:percent} of its terms. It was said in {entry}, "
        "before the "
        "boundary at L{compaction_line}.",
        "L{line} 提出的要求似乎在压缩 {compaction} 中丢失：{text:quote}",
        "摘要、提示词和保留部分中最接近的一行只含其中 {share:percent} 的关键词。这句话在 {entry}，位于 "
        "L{compaction_line} 的截断点之前。",
    ),
    "compaction.dropped-constraint-again": Words(
        "Rule given at L{line} seems lost in the later compaction {compaction}: {text:quote}",
        "Summary {held} (L{held_line}) still carried it; behind {compaction} (L{compaction_line}) the best line shares "
        "{share:percent} "
        "of its terms. It was said in {entry}.",
        "L{line} 提出的要求似乎在后一次压缩 {compaction} 中丢失：{text:quote}",
        "摘要 {held}（L{held_line}）里还有它；在 {compaction}（L{compaction_line}）之后，最接近的一行只含其中 "
        "{share:percent} 的关键词。这句话在 {entry}。",
    ),
    "compaction.dropped-fact": Words(
        "Fact given at L{line} seems lost in compaction {compaction}: {text:quote}",
        "Neither summary nor kept range names it; the best line shares {share:percent} of its terms. It was said in "
        "{entry}, "
        "before the boundary at L{compaction_line}.",
        "L{line} 给出的事实似乎在压缩 {compaction} 中丢失：{text:quote}",
        "摘要和保留部分都没有提到它；最接近的一行只含其中 {share:percent} 的关键词。这句话在 {entry}，位于 "
        "L{compaction_line} 的截断点之前。",
    ),
    "compaction.dropped-fact-again": Words(
        "Fact given at L{line} seems lost in the later compaction {compaction}: {text:quote}",
        "Summary {held} (L{held_line}) still carried it; behind {compaction} (L{compaction_line}) the best line shares "
        "{share:percent} "
        "of its terms. It was said in {entry}.",
        "L{line} 给出的事实似乎在后一次压缩 {compaction} 中丢失：{text:quote}",
        "摘要 {held}（L{held_line}）里还有它；在 {compaction}（L{compaction_line}）之后，最接近的一行只含其中 "
        "{share:percent} 的关键词。这句话在 {entry}。",
    ),
    "compaction.restated-constraint": Words(
        "Rule of L{line} was gone from compaction {compaction} until L{again}, where it was said again: {text:quote}",
        "{replies:reply was,replies were} made in between without it. Summary, prompt and kept range share "
        "{share:percent} of its "
        "terms in their best line. It was said first in {entry}; the boundary is at L{compaction_line}.",
        "L{line} 的要求从压缩 {compaction} 起缺失，直到 L{again} 重新说明：{text:quote}",
        "其间有 {replies} 条回复没有看到它。摘要、提示词和保留部分中最接近的一行只含其中 {share:percent} 的关键词。"
        "最早出现在 {entry}；截断点在 L{compaction_line}。",
    ),
    "compaction.changed-without": Words(
        "While the rule of L{line} was gone, {n:file was,files were} changed: {files:list}",
        "What was said and done from compaction {compaction} up to L{again} was done without it: {text:quote}",
        "L{line} 的要求缺失期间，有 {n} 个文件被改动：{files:list}",
        "从压缩 {compaction} 到 L{again} 之间的回复都没有看到它：{text:quote}",
    ),
    "compaction.more-constraints": Words(
        "{n:more rule,more rules} of yours may be lost behind the boundary.",
        "{texts:list}",
        "你的另外 {n} 条要求可能也丢在截断点之前。",
        "{texts:list}",
    ),
    "compaction.more-facts": Words(
        "{n:more fact,more facts} of yours may be lost behind the boundary.",
        "{texts:list}",
        "你给出的另外 {n} 条事实可能也丢在截断点之前。",
        "{texts:list}",
    ),
    "compaction.not-all-read": Words(
        "{unread:older user message was,older user messages were} not searched for rules and facts.",
        "The {read:last message,last messages} before the boundary were. To look for one phrase in all of them, ask "
        "for it.",
        "有 {unread} 条更早的用户消息没有检查其中的要求和事实。",
        "已检查截断点之前最近的 {read} 条。要在全部消息里找某句话，请直接查询它。",
    ),
    "compaction.sibling": Words(
        "The same point was compacted twice: {compaction} (L{line}) here, {other} (L{other_line}) on another branch.",
        "No difference in the rules and facts they carry was found.",
        "同一位置压缩过两次：这里是 {compaction}（L{line}），另一分支上是 {other}（L{other_line}）。",
        "没有发现两者保留的要求和事实有差别。",
    ),
    "compaction.sibling-differs": Words(
        "Two compactions of one point differ: {has} carries it, {lacks} does not: {text:quote}",
        "This path runs through {compaction} (L{line}), another branch through {other} (L{other_line}): the answer "
        "depends on "
        "the branch.",
        "同一位置的两次压缩不一样：{has} 保留了这句话，{lacks} 没有：{text:quote}",
        "这条路径经过 {compaction}（L{line}），另一分支经过 {other}（L{other_line}）：答案取决于所在分支。",
    ),
    "compaction.keeps-nothing": Words(
        "Compaction {compaction} (L{line}) keeps nothing before it, by its own kept id.",
        "That is a valid setting; {dropped:entry was,entries were} dropped.",
        "压缩 {compaction}（L{line}）的保留 id 就是它自己：此前内容一概不保留。",
        "这是合法的设置；丢弃了 {dropped} 个条目。",
    ),
    "compaction.bad-kept-id": Words(
        "Compaction {compaction} (L{line}) keeps nothing: its first kept entry is not on this path before it.",
        "The kept id {kept_id} stands at L{kept_line}, on another branch or behind the compaction. "
        "{dropped:entry was,entries "
        "were} dropped; only the summary is sent.",
        "压缩 {compaction}（L{line}）什么都没保留：它指定的首个保留条目不在这条路径的截断点之前。",
        "保留 id {kept_id} 位于 L{kept_line}，在另一分支上或在压缩之后。丢弃了 {dropped} 个条目，只发送摘要。",
    ),
    "compaction.kept-id-missing": Words(
        "Compaction {compaction} (L{line}) keeps nothing: its kept id {kept_id} names no entry.",
        "{dropped:entry was,entries were} dropped; only the summary is sent.",
        "压缩 {compaction}（L{line}）什么都没保留：保留 id {kept_id} 没有对应的条目。",
        "丢弃了 {dropped} 个条目，只发送摘要。",
    ),
    "compaction.no-kept-id": Words(
        "Compaction {compaction} (L{line}) names no kept entry, so pi keeps nothing before it.",
        "{dropped:entry was,entries were} dropped; only the summary is sent.",
        "压缩 {compaction}（L{line}）没有指定保留条目，pi 因此不保留此前的任何内容。",
        "丢弃了 {dropped} 个条目，只发送摘要。",
    ),
    "compaction.retained-tail": Words(
        "Compaction {compaction} (L{line}) stores {n:message,messages} in retainedTail, which pi 1.6.0 does not send.",
        "Another writer meant them to be kept. pi keeps nothing before this compaction; "
        "{dropped:entry was,entries were} dropped.",
        "压缩 {compaction}（L{line}）把 {n} 条消息存在 retainedTail 里，而 pi 1.6.0 不会发送它们。",
        "这是别的程序想保留的内容。pi 不保留这次压缩之前的任何内容；丢弃了 {dropped} 个条目。",
    ),
    "compaction.checkpoint": Words(
        "Compaction {compaction} (L{line}) carries the prompt on as a checkpoint.",
        "",
        "压缩 {compaction}（L{line}）用检查点保留了提示词。",
        "",
    ),
    "compaction.checkpoint-missing": Words(
        "Compaction {compaction} (L{line}) carries no checkpoint: free prompt text is gone: {text:quote}",
        "System messages before a compaction are never kept. pi puts missing sections back with its next request, free "
        "text not. "
        "Sections missing as recorded: {sections:list}.",
        "压缩 {compaction}（L{line}）没有检查点：提示词的自由文本丢失：{text:quote}",
        "压缩之前的系统消息从不保留。pi 会在下一次请求时补回缺少的分节，自由文本不会补回。按文件记录缺少的分节："
        "{sections:list}。",
    ),
    "compaction.checkpoint-sections": Words(
        "Compaction {compaction} (L{line}) carries no checkpoint; prompt sections are missing as recorded here.",
        "Missing: {sections:list}. pi compares and puts sections back with its next request.",
        "压缩 {compaction}（L{line}）没有检查点；按文件记录，此处缺少提示词分节。",
        "缺少：{sections:list}。pi 会在下一次请求时比较并补回分节。",
    ),
    "compaction.checkpoint-returned": Words(
        "Compaction {compaction} (L{line}) carries no checkpoint; the prompt came back after it.",
        "",
        "压缩 {compaction}（L{line}）没有检查点；之后提示词已经补回。",
        "",
    ),
    "compaction.split-turn": Words(
        "Compaction {compaction} (L{line}) cut inside a turn; the summary has a part for the turn's beginning.",
        "Filled: {filled:list}. Missing or empty: {missing:list}. The history and the turn are two summaries; what one "
        "drops the "
        "other need not hold.",
        "压缩 {compaction}（L{line}）的截断点在一轮对话中间；摘要另有一部分概括这一轮的开头。",
        "有内容：{filled:list}。缺少或为空：{missing:list}。历史和本轮是两份摘要，一份丢掉的，另一份未必有。",
    ),
    "compaction.split-turn-whole": Words(
        "The summary of {compaction} (L{line}) has a split-turn part although the cut lies between whole turns.",
        "pi writes it too where a bookkeeping entry stands right before the kept message. Filled: {filled:list}. "
        "Missing or empty: "
        "{missing:list}.",
        "{compaction}（L{line}）的摘要带有拆分轮次部分，但截断点其实在完整轮次之间。",
        "保留消息之前紧挨着内部记录时，pi 也会这样写。有内容：{filled:list}。缺少或为空：{missing:list}。",
    ),
    "compaction.split-turn-missing": Words(
        "Compaction {compaction} (L{line}) cut inside a turn and its summary has no part for the turn's beginning.",
        "The request {request} (L{request_line}) that started the turn was dropped; look whether the summary names it.",
        "压缩 {compaction}（L{line}）的截断点在一轮对话中间，摘要却没有概括这一轮开头的部分。",
        "发起这一轮的请求 {request}（L{request_line}）已被丢弃；请查看摘要是否提到它。",
    ),
    "compaction.unsent-summarised": Words(
        "Your message at L{line} was summarised before any reply to it: {text:quote}",
        "Compaction {compaction} (L{compaction_line}) dropped it; that happens after an overflow, when the message "
        "could not be sent.",
        "L{line} 的消息还没有得到回复就被摘要了：{text:quote}",
        "压缩 {compaction}（L{compaction_line}）丢弃了它；溢出导致消息无法发送时会这样。",
    ),
    "compaction.edit-omits-user": Words(
        "Your message at L{line} is left out of the context by edit {edit} (L{edit_line}): {text:quote}",
        "A context edit hides {entry} from the model; it stays in the file.",
        "L{line} 的消息被上下文编辑 {edit}（L{edit_line}）略去：{text:quote}",
        "上下文编辑使模型看不到 {entry}；原文仍在文件里。",
    ),
    "compaction.edit-replaces-user": Words(
        "Your message at L{line} reaches the model with other content, by edit {edit} (L{edit_line}): {text:quote}",
        "The original of {entry} stays in the file.",
        "L{line} 的消息经上下文编辑 {edit}（L{edit_line}）改成了别的内容再发给模型：{text:quote}",
        "{entry} 的原文仍在文件里。",
    ),
    "compaction.edits-omit": Words(
        "{n:entry is,entries are} left out of the context by edits: {targets:list}.",
        "By {edits:list}. The originals stay in the file.",
        "{n} 条内容被上下文编辑略去：{targets:list}。",
        "编辑条目：{edits:list}。原文仍在文件里。",
    ),
    "compaction.edits-replace": Words(
        "{n:entry reaches,entries reach} the model with other content, by edits: {targets:list}.",
        "By {edits:list}. The last edit of a target counts; the originals stay in the file.",
        "{n} 条内容经上下文编辑换成别的内容后发给模型：{targets:list}。",
        "编辑条目：{edits:list}。同一目标以最后一次编辑为准；原文仍在文件里。",
    ),
    "compaction.edits-retry": Words(
        "{n:failed reply is,failed replies are} left out by edits that pi writes when it tries again.",
        "{targets:list}, by {edits:list}.",
        "{n} 条失败的回复被略去，这是 pi 重试时写的编辑。",
        "{targets:list}，编辑条目：{edits:list}。",
    ),
    "compaction.edits-more": Words(
        "{n:more message,more messages} of yours are left out or replaced by edits: {targets:list}.",
        "By {edits:list}.",
        "你的另外 {n} 条消息被上下文编辑略去或替换：{targets:list}。",
        "编辑条目：{edits:list}。",
    ),
    "compaction.edits-idle": Words(
        "{n:context edit does,context edits do} not count here.",
        "A later edit of the same entry took over, the target is outside the context list, or a compaction removed the "
        "edit.",
        "{n} 个上下文编辑在此不起作用。",
        "同一条目后来又有编辑，或者目标不在上下文列表中，或者编辑已被压缩去掉。",
    ),
    "compaction.drowned": Words(
        "Tool results are about {share:percent} of what the model is given; rules are easily overlooked in that.",
        "{results:result,results} in about {characters:character,characters}. Largest: {largest:list}.",
        "模型看到的内容约 {share:percent} 是工具结果，其中的要求容易被忽略。",
        "共约 {characters} 个字符，含 {results} 个结果。最大的：{largest:list}。",
    ),
    "compaction.result-share": Words(
        "Tool results are about {share:percent} of what the model is given.",
        "{results:result,results} in about {characters:character,characters}. Largest: {largest:list}.",
        "模型看到的内容约 {share:percent} 是工具结果。",
        "共约 {characters} 个字符，含 {results} 个结果。最大的：{largest:list}。",
    ),
}

STEPS: dict[str, StepWords] = {
    "compacts-again-maybe": StepWords(
        "If that compaction was automatic (the file does not say), pi compacts again before it sends from there, "
        "unless the "
        "context fits the window of the model chosen.",
        "如果那次压缩是自动的（文件没有记录），从那里继续时 pi 会在发送前再压缩一次，除非上下文放得进所选模型的窗口。",
    ),
    "compacts-again-auto": StepWords(
        "That compaction came in the middle of a run, so it was automatic: from there pi compacts again before it "
        "sends, unless "
        "the context fits the window of the model chosen.",
        "那次压缩发生在一轮运行中间，是自动触发的：从那里继续时 pi 会在发送前再压缩一次，"
        "除非上下文放得进所选模型的窗口。",
    ),
    "restate-if": StepWords(
        "If it was not left out on purpose, say it again: {text:quote}",
        "如果不是有意略去，请再说一遍：{text:quote}",
    ),
    "read-on-demand": StepWords(
        "Let the model read parts on demand and note paths instead of contents; give long searches to another agent "
        "that returns "
        "only the result; keep notes in a file.",
        "让模型按需读取片段，记路径而不记全文；把冗长的查找交给另一个只返回结论的代理；把要点记在文件里。",
    ),
}
