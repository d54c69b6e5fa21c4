"""Words of the Share page for what it cannot do, in English and Simplified Chinese."""

from __future__ import annotations

SHARE_PROBLEMS: dict[str, tuple[str, str]] = {
    "problem.no-branch": (
        "This file has no branch that pi would go on with; choose all branches, or a branch from the list.",
        "这个文件没有 pi 会继续的分支；请选择全部分支，或从列表中选一个分支。",
    ),
    "problem.pi-refuses": (
        "pi does not open this file, so no session file and no bundle can be made of it; choose another format, or repair "
        "a copy first (see Integrity).",
        "pi 打不开这个文件，无法导出成会话文件或整套文件；请选择其他格式，或先修复一份副本（见“完整性”）。",
    ),
    "problem.changed": (
        "The file was changed while it was read; try again.",
        "读取时文件被改动；请重试。",
    ),
    "problem.output": (
        "The file cannot be written; is there room for temporary files?",
        "无法写出文件；临时文件的空间是否足够？",
    ),
    "problem.stopped": ("Stopped; nothing was made.", "已停止，没有生成任何文件。"),
    "problem.session-folder": (
        "Temporary files would lie in a folder where pi looks for sessions; start pi-inspector with another TMPDIR.",
        "临时文件会落在 pi 查找会话的文件夹里；请用另一个 TMPDIR 启动 pi-inspector。",
    ),
    "share.short-term": (
        "A term to mask must have at least {n} characters; a shorter one would mask half of the text.",
        "要遮盖的词至少要有 {n} 个字符；太短会遮住大量正文。",
    ),
    "share.off-terms": (
        "Something to mask is given (kinds, terms, secrets or patterns), but masking is off: switch it on, or take that out.",
        "已填写要遮盖的内容（类型、词、机密或表达式），但遮盖是关闭的：请打开遮盖，或去掉这些内容。",
    ),
    "share.bad-pattern": (
        "The expression “{pattern}” cannot be used: {why}. The syntax is RE2, without look-around and back-references.",
        "表达式“{pattern}”无法使用：{why}。语法是 RE2，不支持环视和反向引用。",
    ),
    "share.bad-allow": (
        "In the list of values to leave, the expression “re:{pattern}” cannot be used: {why}.",
        "保留列表里的表达式“re:{pattern}”无法使用：{why}。",
    ),
    "share.too-many": (
        "That is too much for one run: at most {n:secret,secrets} and {patterns:expression,expressions}.",
        "一次处理不了这么多：机密最多 {n} 个，表达式最多 {patterns} 个。",
    ),
    "share.too-long": (
        "A list is longer than what one run takes: at most {n} characters of secrets, {other} of any other list.",
        "列表太长，一次处理不了：机密最多 {n} 个字符，其他列表最多 {other} 个字符。",
    ),
    "share.lost": (
        "The secrets that you pasted are held no longer (the server was started anew, or many pages were opened since). "
        "Paste them again; nothing was made without them.",
        "之前粘贴的机密已不再保留（服务器重新启动过，或之后打开了很多页面）。请重新粘贴；没有在缺少它们的情况下生成任何文件。",
    ),
}
