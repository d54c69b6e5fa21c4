"""The words of the Share page, in English and Simplified Chinese; part of the catalog of ``pages_words``."""

from __future__ import annotations

SHARE_WORDS: dict[str, tuple[str, str]] = {
    "view.share": ("Share", "分享"),
    "problem.no-branch": (
        "This file has no branch that pi would go on with; choose all branches, or a branch from the list.",
        "这个文件没有 pi 会继续的分支；请选择全部分支，或从列表中选一个分支。",
    ),
    "problem.pi-refuses": (
        "pi does not open this file, so no session file can be made of it; choose another format, or repair a copy "
        "first (see Integrity).",
        "pi 打不开这个文件，无法导出成会话文件；请选择其他格式，或先修复一份副本（见“完整性”）。",
    ),
    "share.title": ("Share", "分享"),
    "share.about": (
        "Makes a copy to hand over. What it holds is checked again after writing; with a secret left in it there is no "
        "file. Nothing is sent anywhere, and the session itself is only read.",
        "生成一份可以交给别人的副本。写完后会再检查一遍；如果还留有密钥，就不给出文件。不会向任何地方发送内容，会话本身只被读取。",
    ),
    "share.format": ("Format", "格式"),
    "share.to.html": (
        "Page (HTML): this viewer in one file, offline",
        "网页（HTML）：单个文件的查看器，可离线打开",
    ),
    "share.to.jsonl": ("Session file (JSONL): pi opens it", "会话文件（JSONL）：pi 可以打开"),
    "share.to.markdown": ("Transcript (Markdown)", "对话记录（Markdown）"),
    "share.to.json": ("Chat messages (JSON), for evaluation tools", "聊天消息（JSON），供评测工具使用"),
    "share.branch": ("Branch", "分支"),
    "share.all": ("all branches: the whole file", "全部分支：整个文件"),
    "share.json-branch": (
        "A list of messages is that of one branch: the active one was taken.",
        "消息列表只能对应一个分支：已采用活动分支。",
    ),
    "share.parts": ("Take along", "一并带上"),
    "share.part.images": ("images", "图片"),
    "share.part.thinking": ("thinking", "思考内容"),
    "share.part.prompt": ("system prompt, tools and context files", "系统提示词、工具和上下文文件"),
    "share.part.private": ("output of !! commands", "!! 命令的输出"),
    "share.part.identity": ("home directory and user name, not masked", "主目录和用户名，不遮盖"),
    "share.redact": ("Secrets", "密钥等机密"),
    "share.redact-on": ("mask them", "遮盖"),
    "share.redact-off": ("leave them in: nothing is masked", "保留：不做遮盖"),
    "share.choices": ("Mask also", "另外遮盖"),
    "share.choice.email": ("e-mail addresses", "电子邮件地址"),
    "share.choice.hosts": ("host names", "主机名"),
    "share.choice.ip": ("IP addresses", "IP 地址"),
    "share.choice.phone": ("phone numbers", "电话号码"),
    "share.terms": ("Mask these terms, one a line", "遮盖这些词，每行一个"),
    "share.allow": ("Leave these values as they are, one a line", "保留这些值，每行一个"),
    "share.title-field": ("Title on top", "顶部标题"),
    "share.note-field": ("Note to the reader", "给读者的说明"),
    "share.preview": ("Preview", "预览"),
    "share.download": ("Download", "下载"),
    "share.short-term": (
        "A term to mask must have at least {n} characters; a shorter one would mask half of the text.",
        "要遮盖的词至少要有 {n} 个字符；太短会遮住大量正文。",
    ),
    "share.off-terms": (
        "Terms or kinds to mask are given, but masking is off: switch it on, or take them out.",
        "已填写要遮盖的词或类型，但遮盖是关闭的：请打开遮盖，或去掉这些内容。",
    ),
    "share.headline": (
        "{n:place,places} would be masked in {entries:entry,entries}.",
        "{entries} 个条目中有 {n} 处将被遮盖。",
    ),
    "share.headline-none": (
        "Nothing to mask was found in {entries:entry,entries}.",
        "{entries} 个条目中没有发现需要遮盖的内容。",
    ),
    "share.headline-off": (
        "Secrets are not masked: {entries:entry,entries} would go out as they are.",
        "机密没有遮盖：{entries} 个条目会原样带出。",
    ),
    "share.size": ("{size} of the source", "来自源文件的 {size}"),
    "share.left-out": ("{n} × {part} left out", "未带上 {part} × {n}"),
    "share.large": (
        "This selection is {size}; press Preview to see what would be masked.",
        "所选内容有 {size}；按“预览”查看会遮盖什么。",
    ),
    "share.masked": ("What would be masked", "将被遮盖的内容"),
    "share.masked-about": (
        "Take away the tick of a false alarm: the value then stays as it is, wherever it stands. Press Preview to see the "
        "result.",
        "误报可以取消勾选：这个值在所有位置都会保留原样。按“预览”查看结果。",
    ),
    "share.mask": ("Mask {placeholder}", "遮盖 {placeholder}"),
    "share.places": ("{n:place,places}", "{n} 处"),
    "share.more-places": ("{n:more place,more places}", "另有 {n} 处"),
    "share.more-values": (
        "{n:more value is masked and not shown,more values are masked and not shown}.",
        "另有 {n} 个值会被遮盖，未在此显示。",
    ),
    "share.stays": ("stays as it is", "保留原样"),
    "share.stubborn": (
        "still masked here, as a part of something larger; put that on the list of values to leave",
        "这里仍被遮盖，因为它属于更大的一段；请把那一段填入保留列表",
    ),
    "share.dropped": ("taken out whole", "整体去除"),
    "share.identity": ("home directory and user name", "主目录和用户名"),
    "share.none": ("Nothing.", "没有。"),
    "share.at-header": ("header", "文件头"),
    "share.at-title": ("title", "标题"),
    "share.at-note": ("note", "说明"),
    "share.warnings": ("Worth knowing", "需要知道"),
    "share.read": ("Still to be read by a person", "仍需人工查看"),
    "share.advice.keys-split": (
        "A key that is split over several text blocks, lines or messages cannot be found.",
        "分散在多个文本块、多行或多条消息里的密钥无法发现。",
    ),
    "share.advice.own-words": (
        "Secrets that a person would recognise only by their meaning (names, customers, plans) are not looked for.",
        "只有人凭含义才能认出的机密（人名、客户、计划）不在查找范围内。",
    ),
    "share.advice.encodings": (
        "Text inside archives, encrypted data or base64 is not decoded, except for known values.",
        "压缩包、加密数据或 base64 里的文字不会解码，已知值除外。",
    ),
    "share.advice.pictures": (
        "What can be read in an image is not looked at; only metadata are taken out.",
        "不会查看图片里能读到的内容，只去除元数据。",
    ),
    "share.warn.new-id": (
        "The exported session has a new id, so that pi does not take it for the original.",
        "导出的会话有新的 id，这样 pi 不会把它当成原会话。",
    ),
    "share.warn.asks": (
        "Its working directory is masked: where that folder does not exist, pi asks on opening it whether to go on in the "
        "current one.",
        "它的工作目录已被遮盖：如果那个文件夹不存在，pi 打开时会询问是否在当前目录继续。",
    ),
    "share.residual": (
        "No file was made: the check found {n:place,places} where something is left.",
        "没有生成文件：检查发现还有 {n} 处遗留。",
    ),
    "share.residual-title": ("What the check found", "检查发现的内容"),
    "share.residual-at": ("line {line} of the artefact", "导出文件第 {line} 行"),
    "share.hint.identity": (
        "A home directory or user name is left: add it to the terms to mask, or take home directory and user name along.",
        "还留有主目录或用户名：把它填入要遮盖的词，或选择一并带上主目录和用户名。",
    ),
    "share.hint.parts": (
        "A signature or image metadata is left: leave images and thinking out.",
        "还留有签名或图片元数据：请不要带上图片和思考内容。",
    ),
    "share.hint.value": (
        "Add the value to the terms to mask; or, if it is no secret, to the values to leave as they are.",
        "把这个值填入要遮盖的词；如果不是机密，就填入要保留的值。",
    ),
    "share.pi": ("How pi itself would share it", "pi 自己会怎样分享"),
    "share.pi-about": (
        "We send nothing. These are the commands for you to run in the folder of the downloaded file, or not.",
        "我们不发送任何内容。以下命令由你决定是否在下载文件所在的文件夹中执行。",
    ),
    "share.way.html": ("A secret gist, as pi's /share makes it", "秘密 gist，与 pi 的 /share 相同"),
    "share.way-words.html": (
        "Anybody who has the link can read it. pi puts its own page there, with every branch of the file in it and "
        "nothing masked; this puts the exported page there instead.",
        "任何拿到链接的人都能看到。pi 会放上它自己的网页，包含文件的全部分支且不做遮盖；这里放上的是导出的网页。",
    ),
    "share.way.jsonl": ("Radius, or a gist made by pi", "Radius，或由 pi 创建的 gist"),
    "share.way-words.jsonl": (
        "pi opens the exported file, not the original; /share then sends its branch together with the system prompt and "
        "the tools of that run: to Radius where you are logged in (visible to your organization), else to a secret gist. "
        'The setting "sessionShareDestination" ("auto", "gist", "radius") decides.',
        "pi 打开的是导出的文件，不是原文件；随后 /share 会把它的分支连同那次运行的系统提示词和工具发送出去："
        "已登录时发到 Radius（组织内可见），否则发到秘密 gist。由设置 sessionShareDestination（auto、gist、radius）决定。",
    ),
}
