"""Words of the autopsy: what is said of the summaries themselves."""

from __future__ import annotations

from inspector.diagnosis.words import Words

SUMMARY_WORDS: dict[str, Words] = {
    "compaction.summary-empty": Words(
        "The summary of compaction {compaction} (L{line}) is empty: nothing stands for "
        "{dropped:dropped entry,dropped entries}.",
        "The originals are still in the file.",
        "压缩 {compaction}（L{line}）的摘要是空的：{dropped} 条被丢弃的内容没有任何替代。",
        "原文仍在文件里。",
    ),
    "compaction.summary-refuses": Words(
        "The summary of compaction {compaction} (L{line}) reads like a refusal: {text:quote}",
        "It stands for {dropped:dropped entry,dropped entries}; the originals are still in the file.",
        "压缩 {compaction}（L{line}）的摘要像是拒绝或失败的提示：{text:quote}",
        "它代替了 {dropped} 条被丢弃的内容；原文仍在文件里。",
    ),
    "compaction.summary-omitted": Words(
        "The summary of compaction {compaction} (L{line}) is itself left out by context edit {edit} (L{edit_line}).",
        "The model is given neither the {dropped:dropped entry,dropped entries} nor the summary.",
        "压缩 {compaction}（L{line}）的摘要本身被上下文编辑 {edit}（L{edit_line}）略去。",
        "模型既看不到被丢弃的 {dropped} 条，也看不到摘要。",
    ),
    "compaction.from-extension": Words(
        "An extension wrote the summary of compaction {compaction} (L{line}); its shape is its own.",
        "Which sections it should have is unknown.",
        "压缩 {compaction}（L{line}）的摘要由扩展写成，格式由扩展自定。",
        "应有哪些分节无从得知。",
    ),
    "compaction.other-shape": Words(
        "The summary of compaction {compaction} (L{line}) does not have the headings that pi 1.6.0 asks for.",
        "An older version, another program or another instruction wrote it.",
        "压缩 {compaction}（L{line}）的摘要没有 pi 1.6.0 要求的标题。",
        "可能由旧版本、其他程序或另外的指令写成。",
    ),
    "compaction.sections-whole": Words(
        "The summary of compaction {compaction} (L{line}) has all {of} sections filled.",
        "",
        "压缩 {compaction}（L{line}）的摘要 {of} 个分节都有内容。",
        "",
    ),
    "compaction.sections-empty": Words(
        "The summary of compaction {compaction} (L{line}) fills {filled} of {of} sections; empty: {empty:list}.",
        "",
        "压缩 {compaction}（L{line}）的摘要 {of} 个分节中有 {filled} 个有内容；为空：{empty:list}。",
        "",
    ),
    "compaction.sections-missing": Words(
        "The summary of compaction {compaction} (L{line}) fills {filled} of {of} sections; missing: {missing:list}.",
        "",
        "压缩 {compaction}（L{line}）的摘要 {of} 个分节中有 {filled} 个有内容；缺少：{missing:list}。",
        "",
    ),
    "compaction.sections-both": Words(
        "The summary of compaction {compaction} (L{line}) fills {filled} of {of} sections.",
        "Empty: {empty:list}. Missing: {missing:list}.",
        "压缩 {compaction}（L{line}）的摘要 {of} 个分节中有 {filled} 个有内容。",
        "为空：{empty:list}。缺少：{missing:list}。",
    ),
    "compaction.branch-sections": Words(
        "Branch summary {entry} (L{line}) fills {filled} of {of} sections; lacking: {lacking:list}.",
        "Branch summaries have no Critical Context by design; tool results never enter them.",
        "分支摘要 {entry}（L{line}）的 {of} 个分节中有 {filled} 个有内容；缺少：{lacking:list}。",
        "分支摘要本来就没有 Critical Context；工具结果也从不写入。",
    ),
    "compaction.branch-sections-whole": Words(
        "Branch summary {entry} (L{line}) has all {of} sections of its kind filled.",
        "",
        "分支摘要 {entry}（L{line}）应有的 {of} 个分节都有内容。",
        "",
    ),
    "compaction.summary-dropped-rules": Words(
        "Summary {compaction} (L{line}) no longer says what {older} (L{older_line}) said: {text:quote}",
        "{n:item,items} of Constraints & Preferences without a counterpart in the new summary or kept range: "
        "{texts:list}",
        "摘要 {compaction}（L{line}）不再包含 {older}（L{older_line}）写过的内容：{text:quote}",
        "Constraints & Preferences 中有 {n} 项在新摘要和保留部分里找不到对应：{texts:list}",
    ),
    "compaction.summary-dropped-notes": Words(
        "{n:decision or note,decisions and notes} of summary {older} (L{older_line}) have no counterpart in "
        "{compaction} (L{line}).",
        "{texts:list}",
        "摘要 {older}（L{older_line}）中有 {n} 项决定或要点在 {compaction}（L{line}）里找不到对应。",
        "{texts:list}",
    ),
    "compaction.results-cut": Words(
        "About {n:long tool result,long tool results} could enter summary {compaction} (L{line}) only in part.",
        "Since 0.56.3 pi cuts each to {characters:character,characters} before summarising; the file does not record "
        "pi's version. "
        "Judged by line length, among the last {looked:dropped entry,dropped entries}.",
        "大约有 {n} 个较长的工具结果只有一部分能进入摘要 {compaction}（L{line}）。",
        "自 0.56.3 起，pi 在摘要之前把每个结果截到 {characters} 个字符；文件不记录 pi 的版本。按行长判断，"
        "只看最近丢弃的 {looked} 条。",
    ),
    "compaction.thinking-left-out": Words(
        "Thinking in {n:dropped reply,dropped replies} did not enter summary {compaction} (L{line}), if pi is 1.2.0 or "
        "later.",
        "Since 1.2.0 pi leaves thinking out of what is summarised; the file does not record pi's version. Looked at: "
        "the last {looked:dropped "
        "entry,dropped entries}, at most 400 replies.",
        "{n} 条被丢弃的回复中的思考内容没有进入摘要 {compaction}（L{line}）（pi 1.2.0 及以后）。",
        "自 1.2.0 起，pi 摘要时不含思考内容；文件不记录 pi 的版本。只看最近丢弃的 {looked} 条，回复最多 400 条。",
    ),
    "compaction.no-sources": Words(
        "The summary of {compaction} (L{line}) names no sources: no file, no line, no link.",
        "What it says cannot be checked from itself.",
        "{compaction}（L{line}）的摘要没有给出来源：没有文件、行号或链接。",
        "仅凭它无法核对内容。",
    ),
    "compaction.no-scope": Words(
        "The summary of {compaction} (L{line}) does not say what it covers: no goal, no stretch of the session.",
        "",
        "{compaction}（L{line}）的摘要没有说明范围：没有目标，也没有对应的会话段落。",
        "",
    ),
    "compaction.no-undone": Words(
        "The summary of {compaction} (L{line}) does not say what was not done.",
        "Neither next steps nor work in progress nor blocked; a model may take the work as finished.",
        "{compaction}（L{line}）的摘要没有说明哪些事没做。",
        "没有后续步骤、进行中或受阻的内容；模型可能以为工作已经完成。",
    ),
    "compaction.three-answered": Words(
        "The summary of {compaction} (L{line}) names sources, scope and what was not done.",
        "",
        "{compaction}（L{line}）的摘要说明了来源、范围和未做的事。",
        "",
    ),
    "compaction.paths-gone": Words(
        "{n:file,files} of {of} named in summary {compaction} (L{line}) no longer exist in {workspace}.",
        "{paths:list}. Whoever moves or deletes a file may mean to. Links are not looked up.",
        "摘要 {compaction}（L{line}）提到的 {of} 个文件中有 {n} 个已不在 {workspace} 中。",
        "{paths:list}。也可能是有意移动或删除。链接不做查询。",
    ),
    "compaction.paths-resolve": Words(
        "All {of} files of the workspace named in summary {compaction} (L{line}) still exist.",
        "Looked at in {workspace}. Links are not looked up.",
        "摘要 {compaction}（L{line}）提到的工作区文件（{of} 个）都还在。",
        "查看的目录：{workspace}。链接不做查询。",
    ),
}
