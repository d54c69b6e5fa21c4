"""The words of the Share page, in English and Simplified Chinese; part of the catalog of ``pages_words``."""

from __future__ import annotations

from inspector.web.pages_share_problems import SHARE_PROBLEMS

_CHOICES: dict[str, tuple[str, str]] = {
    "view.share": ("Share", "分享"),
    "share.title": ("Share", "分享"),
    "share.about": (
        "Makes a copy to hand over. What it holds is checked again after writing; with a secret left in it there is no "
        "file. Nothing is sent anywhere, and the session itself is only read.",
        "生成一份可以交给别人的副本。写完后会再检查一遍；如果还留有密钥，就不给出文件。不会向任何地方发送内容，会话本身只被读取。",
    ),
    "share.choose": ("What to hand over", "选择要交出的内容"),
    "share.format": ("Format", "格式"),
    "share.to.html": (
        "Page (HTML): this viewer in one file, offline",
        "网页（HTML）：单个文件的查看器，可离线打开",
    ),
    "share.to.jsonl": ("Session file (JSONL): pi opens it", "会话文件（JSONL）：pi 可以打开"),
    "share.to.markdown": ("Transcript (Markdown)", "对话记录（Markdown）"),
    "share.to.json": ("Chat messages (JSON), for evaluation tools", "聊天消息（JSON），供评测工具使用"),
    "share.to.bundle": (
        "Bundle (ZIP): page, session file, report, manifest",
        "整套文件（ZIP）：网页、会话文件、报告和清单",
    ),
    "share.form.html": ("page (HTML)", "网页（HTML）"),
    "share.form.jsonl": ("session file (JSONL)", "会话文件（JSONL）"),
    "share.form.markdown": ("transcript (Markdown)", "对话记录（Markdown）"),
    "share.form.json": ("chat messages (JSON)", "聊天消息（JSON）"),
    "share.form.bundle": ("bundle (ZIP)", "整套文件（ZIP）"),
    "share.branch": ("Branch", "分支"),
    "share.all": ("all branches: the whole file", "全部分支：整个文件"),
    "share.one-branch": ("one branch", "一个分支"),
    "share.json-branch": (
        "A list of messages is that of one branch: the active one was taken.",
        "消息列表只能对应一个分支：已采用活动分支。",
    ),
    "share.parts": ("Take along", "一并带上"),
    "share.part.images": ("images", "图片"),
    "share.part.thinking": ("thinking", "思考内容"),
    "share.part.prompt": ("system prompt, tools and context files", "系统提示词、工具和上下文文件"),
    "share.part.private": ("output of !! commands", "!! 命令的输出"),
    "share.part.identity": ("home, user name and folder, not masked", "主目录、用户名和文件夹，不遮盖"),
    "share.redact": ("Secrets", "密钥等机密"),
    "share.redact-on": ("mask them", "遮盖"),
    "share.redact-off": ("leave them in", "保留"),
    "share.redact-everything": ("faithful copy of everything", "完整原样副本"),
    "share.aloud-off": (
        "No secret is masked: every key and password in the chosen entries goes out as it is.",
        "机密不会遮盖：所选条目里的每个密钥和密码都会原样带出。",
    ),
    "share.aloud-everything": (
        "Nothing is masked and nothing left out: images, thinking, prompts, home directory and every key go out as they "
        "are. All branches go along unless one other than the active one is chosen.",
        "不遮盖也不省略任何内容：图片、思考内容、提示词、主目录和每个密钥都会原样带出。除非选择了活动分支以外的分支，否则包含全部分支。",
    ),
    "share.choices": ("Mask also", "另外遮盖"),
    "share.choice.email": ("e-mail addresses", "电子邮件地址"),
    "share.choice.hosts": ("host names", "主机名"),
    "share.choice.ip": ("IP addresses", "IP 地址"),
    "share.choice.phone": ("phone numbers", "电话号码"),
    "share.more": (
        "Own terms, known secrets, patterns, and values to leave",
        "自定义词、已知机密、表达式和要保留的值",
    ),
    "share.terms": ("Mask these terms (names, projects), one a line", "遮盖这些词（人名、项目名），每行一个"),
    "share.allow": (
        "Leave these values as they are, one a line (re: begins an expression)",
        "保留这些值，每行一个（以 re: 开头的是表达式）",
    ),
    "share.secrets": ("Mask these secrets: paste a list, one a line", "遮盖这些机密：粘贴列表，每行一个"),
    "share.secrets-about": (
        "Held in memory for this page only, and never shown again.",
        "只为本页保留在内存中，不会再显示出来。",
    ),
    "share.holds-secrets": (
        "{n:secret is held for this page and not shown,secrets are held for this page and not shown}. What you paste is "
        "added.",
        "已为本页保留 {n} 个机密，不再显示。再粘贴会继续添加。",
    ),
    "share.forget": ("forget them", "清除"),
    "share.short-secrets": (
        "{n:line was,lines were} too short to be masked everywhere and left out.",
        "有 {n} 行太短，无法在所有位置遮盖，已忽略。",
    ),
    "share.patterns": ("Mask what these expressions match, one a line", "遮盖这些表达式匹配的内容，每行一个"),
    "share.patterns-about": (
        "RE2 syntax, e.g. TICKET-[0-9]+ or (?i)project x; of an expression with a group, what the group matches.",
        "RE2 语法，例如 TICKET-[0-9]+ 或 (?i)project x；如果有分组，只遮盖分组匹配的部分。",
    ),
    "share.title-field": ("Title on top", "顶部标题"),
    "share.note-field": ("Note to the reader", "给读者的说明"),
    "share.preview": ("Preview", "预览"),
    "share.download": ("Download", "下载"),
}

_FOUND: dict[str, tuple[str, str]] = {
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
    "share.headline-faithful": (
        "A faithful copy: {entries:entry,entries} would go out with nothing left out and nothing masked.",
        "完整原样副本：{entries} 个条目会全部带出，不省略也不遮盖。",
    ),
    "share.headline-empty": (
        "This session has no entries; only its header would go out.",
        "这个会话没有条目；只会带出文件头。",
    ),
    "share.size": ("{size} of {whole}", "{whole} 中的 {size}"),
    "share.holds": ("{n} of {total:entry,entries}", "{total} 个条目中的 {n} 个"),
    "share.identity-in": ("home directory and user name stay", "保留主目录和用户名"),
    "share.left-out": ("left out: {n} × {part}", "略去：{part} × {n}"),
    "share.large": (
        "{size} are chosen; press Preview to see what would be masked.",
        "所选内容有 {size}；按“预览”查看会遮盖什么。",
    ),
    "share.large-about": (
        "Going through all of it takes some {n:second,seconds}; the other pages stay usable meanwhile. Download works "
        "without a preview, too: what is written is checked in any case.",
        "全部过一遍大约需要 {n} 秒，其间其他页面仍可使用。不预览也可以下载：写出的内容总会检查。",
    ),
    "share.working": ("Going through the session …", "正在处理会话……"),
    "share.checking": ("Checking what was written …", "正在检查写出的内容……"),
    "share.made": (
        "Ready: the file was checked and handed to the browser.",
        "完成：文件已检查并交给浏览器。",
    ),
    "share.ended": ("Stopped; nothing was made.", "已停止，没有生成任何文件。"),
    "share.stop": ("Stop", "停止"),
    "share.masked": ("What would be masked", "将被遮盖的内容"),
    "share.masked-about": (
        "Take away the tick of a false alarm: the value then stays as it is, wherever it stands. Press Preview to see the "
        "result.",
        "误报可以取消勾选：这个值在所有位置都会保留原样。按“预览”查看结果。",
    ),
    "share.stale": (
        "Something was changed since this preview; press Preview to see the result.",
        "预览之后有改动；按“预览”查看结果。",
    ),
    "share.mask": ("Mask {placeholder}", "遮盖 {placeholder}"),
    "share.places": ("{n:place,places}", "{n} 处"),
    "share.places-over": ("at least {n:place,places}", "至少 {n} 处"),
    "share.length": ("{n:character,characters} long", "长 {n} 个字符"),
    "share.show": ("Show value", "显示原值"),
    "share.hide": ("Hide value", "隐藏原值"),
    "share.gone": ("no longer held; press Preview", "已不再保留，请按“预览”"),
    "share.new-tab": ("{place}: open the entry in a new tab", "{place}：在新标签页中打开条目"),
    "share.times": ("{n:time,times} there", "此处 {n} 次"),
    "share.repeated": ("{n:time,times} more at these places", "这些位置另有 {n} 处"),
    "share.further": ("{n:further place,further places}", "另有 {n} 个位置"),
    "share.more-places": ("{n:place,places} more, not listed here", "还有 {n} 处，未在此列出"),
    "share.previewed": ("The preview is made:", "预览已完成："),
    "share.masked-untickable": (
        "Nothing here has a tick: no single value was found, only what is masked as a kind. The choices above decide about "
        "that.",
        "这里没有可取消的勾选：没有找到单个的值，只有按类别遮盖的内容。是否遮盖由上面的选项决定。",
    ),
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
    "share.rule.identity": ("home directory and user name", "主目录和用户名"),
    "share.rule.signature": ("signatures and encrypted reasoning", "签名和加密的推理内容"),
    "share.rule.image-metadata": ("metadata of images", "图片元数据"),
    "share.rule.image": ("images that cannot be read", "无法读取的图片"),
    "share.rule.text": ("texts that could not be masked in part", "无法部分遮盖的文本"),
    "share.none": (
        "No rule found anything. What has no form that a rule knows is not found; see below what to read by eye.",
        "没有规则发现任何内容。规则不认识的形式无法发现；需要人工查看的见下方。",
    ),
    "share.at-header": ("header", "文件头"),
    "share.at-title": ("title", "标题"),
    "share.at-note": ("note", "说明"),
}

_TOLD: dict[str, tuple[str, str]] = {
    "share.warnings": ("Worth knowing", "需要知道"),
    "share.warn.new-id": (
        "The exported session has a new id, so that pi does not take it for the original.",
        "导出的会话有新的 id，这样 pi 不会把它当成原会话。",
    ),
    "share.warn.asks": (
        "Its working directory is masked: where that folder does not exist, pi asks on opening it whether to go on in the "
        "current one.",
        "它的工作目录已被遮盖：如果那个文件夹不存在，pi 打开时会询问是否在当前目录继续。",
    ),
    "share.warn.version": (
        "Written as version 3, as pi rewrites it (the source is version {version}).",
        "按版本 3 写出，与 pi 的改写相同（源文件的版本：{version}）。",
    ),
    "share.warn.labels": (
        "Labels of this branch that were set or cleared on another one are not in the export, as in pi’s own: {n}.",
        "在其他分支上设置或清除的本分支标签不在导出中，与 pi 自己的导出相同：{n} 个。",
    ),
    "share.warn.refuses": (
        "pi 1.6.0 refuses the source: {why}. The export holds what could be read all the same.",
        "pi 1.6.0 拒绝源文件：{why}。导出仍包含能读到的内容。",
    ),
    "share.warn.loop": (
        "The source has a loop among its parents, on which pi hangs; it is cut in the export.",
        "源文件的父条目形成循环，pi 会因此卡死；导出中已切断。",
    ),
    "share.warn.writing": (
        "Somebody is writing the session; the export is of the state when it was opened.",
        "会话正在被写入；导出的是打开时的状态。",
    ),
    "share.warn.unread": (
        "Not in the export, because pi cannot read it (see Integrity): line {lines}.",
        "不在导出中，因为 pi 读不了（见“完整性”）：第 {lines} 行。",
    ),
    "share.warn.header": (
        "Line {line} is not in the export: a second header, which pi passes over.",
        "第 {line} 行不在导出中：多余的文件头，pi 会跳过它。",
    ),
    "share.read": ("Still to be read by a person", "仍需人工查看"),
    "share.read.formless": (
        "Secrets without a form that a rule knows (a password in a sentence, an internal name) are not found: read the "
        "user’s messages and the tool results once.",
        "没有固定形式的机密（句子里的密码、内部名称）无法发现：请把用户消息和工具结果读一遍。",
    ),
    "share.read.unmasked": (
        "No secret was masked: every key and password in the chosen entries is in the file.",
        "机密没有遮盖：所选条目里的每个密钥和密码都在文件中。",
    ),
    "share.read.personal": (
        "E-mail addresses, host names, IP addresses and phone numbers stay as they are, unless you choose to mask them.",
        "电子邮件地址、主机名、IP 地址和电话号码会保留原样，除非选择遮盖。",
    ),
    "share.read.images": (
        "Images are in it, and nobody has looked at what they show.",
        "其中有图片，没有人看过它们的内容。",
    ),
    "share.read.thinking": (
        "Thinking is in it, which may say what the replies do not.",
        "其中有思考内容，可能包含回复里没有说的话。",
    ),
    "share.read.prompt": (
        "The system prompt is in it, with context files of the project.",
        "其中有系统提示词和项目的上下文文件。",
    ),
    "share.read.private": (
        "Output of !! commands is in it, which was kept from the model.",
        "其中有 !! 命令的输出，这些内容没有给模型看过。",
    ),
    "share.read.names": (
        "File contents, paths and names of people and projects in the conversation stay as they are.",
        "对话里的文件内容、路径、人名和项目名会保留原样。",
    ),
    "share.read.branches": (
        "All branches are in it, also those that were given up.",
        "其中有全部分支，包括被放弃的分支。",
    ),
    "share.look.long-base64": (
        "Look at long base64, which may be anything:",
        "请查看很长的 base64，里面可能是任何东西：",
    ),
    "share.look.random-text": ("Look at text that looks drawn by lot:", "请查看看起来随机的文本："),
    "share.look.internal-host": ("Look at names of internal hosts:", "请查看内部主机名："),
    "share.look.private-address": ("Look at addresses of a private network:", "请查看内网地址："),
    "share.look.e-mail": ("Look at e-mail addresses:", "请查看电子邮件地址："),
    "share.look.secret-spoken-of": (
        "Look where somebody speaks of a secret:",
        "请查看有人提到机密的地方：",
    ),
    "share.advice.keys-split": (
        "A key that is split over several text blocks, lines or messages cannot be found.",
        "分散在多个文本块、多行或多条消息里的密钥无法发现。",
    ),
    "share.advice.own-words": (
        "Secrets that a person would recognise only by their meaning (names, customers, plans) are not looked for.",
        "只有人凭含义才能认出的机密（人名、客户、计划）不在查找范围内。",
    ),
    "share.advice.encodings": (
        "Plain text in base64, hex or gzip is looked at; archives, encrypted data, double encodings and hex dumps in columns "
        "(xxd) are not.",
        "base64、十六进制和 gzip 里的纯文本会检查；压缩包、加密数据、多层编码和分列的十六进制转储（xxd）不会。",
    ),
    "share.advice.user-name": (
        "The user name is a short or everyday word: it is masked in paths and where the place says that it is a user, not in "
        "running text.",
        "用户名是短词或常用词：只在路径里和上下文表明是用户的地方遮盖，正文里不遮盖。",
    ),
    "share.advice.pictures": (
        "What can be read in an image is not looked at; only metadata are taken out.",
        "不会查看图片里能读到的内容，只去除元数据。",
    ),
    "share.residual": (
        "No file was made: the check found {n:place,places} where something is left.",
        "没有生成文件：检查发现还有 {n} 处遗留。",
    ),
    "share.residual-about": (
        "What was written has been deleted. Below is where it stood and by which rule it was found; the value itself is "
        "not shown.",
        "已写出的内容已经删除。下面是它所在的位置和发现它的规则；不显示值本身。",
    ),
    "share.residual-title": ("What the check found", "检查发现的内容"),
    "share.residual-at": ("{what}, line {line}", "{what}，第 {line} 行"),
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
    "share.to-terms": ("To the terms to mask", "前往要遮盖的词"),
    "share.to-allow": ("To the values to leave", "前往要保留的值"),
    "share.pi": ("How pi itself would share it", "pi 自己会怎样分享"),
    "share.pi-about": (
        "pi’s own /share, /export and --export mask nothing: whatever stands in the session goes along. We send nothing; "
        "these are the commands for you to run in the folder of the downloaded file, or not.",
        "pi 自己的 /share、/export 和 --export 不遮盖任何内容：会话里有什么就带出什么。我们不发送任何内容；"
        "以下命令由你决定是否在下载文件所在的文件夹中执行。",
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

SHARE_WORDS: dict[str, tuple[str, str]] = {**SHARE_PROBLEMS, **_CHOICES, **_FOUND, **_TOLD}
