"""More sentences about a file in Chinese: why it is no session, what a list notes, what its totals leave out, why a page
cannot be given. Patterns as in ``words_file``, which turns by them too."""

from __future__ import annotations

COUNTS: tuple[tuple[str, str], ...] = (
    (r"counting tokens: {fault_}", "统计词元时：{fault_}"),
    (r"sending: {fault_}", "发送时：{fault_}"),
    (r"{fault_} \(line {line}\)", "{fault_}（第 {line} 行）"),
    (r"the content is neither text nor a list", "content 既不是文本也不是列表"),
    (r"the content of a reply is no list", "回复的 content 不是列表"),
    (
        r"the content of a system message is neither text nor a list",
        "系统消息的 content 既不是文本也不是列表",
    ),
    (
        r"the content of the reply is bare text, on which pi throws when it sends",
        "回复的 content 只是文本，pi 发送时会因此抛出错误",
    ),
    (r"the cwd in the header is no text", "文件头中的 cwd 不是文本"),
    (r"the timestamp in the header is no time", "文件头中的 timestamp 不是时间"),
    (r"a content block is null, on which pi throws", "有一个内容块为 null，pi 会因此抛出错误"),
    (
        r"the content is neither text nor a list, on which pi throws",
        "content 既不是文本也不是列表，pi 会因此抛出错误",
    ),
    (r"a content block(?: of a system message)? is null", "有一个内容块为 null"),
    (
        r"no content is recorded, on which pi throws: an empty list stands in for it",
        "没有记录 content，pi 会因此抛出错误：用空列表代替",
    ),
    (
        r"the content is neither text nor a list, on which pi throws; it stays as state \(custom\), with what it held",
        "content 既不是文本也不是列表，pi 会因此抛出错误；作为状态（custom）保留原有内容",
    ),
)
HEADER: tuple[tuple[str, str], ...] = (
    (
        r"empty \(0 bytes\); pi would start a new session in it",
        "空文件（0 字节）；pi 会在其中开始新会话",
    ),
    (r"no header within the first MiB, where pi stops looking", "开头 1 MiB 内没有文件头，pi 不再往后找"),
    (
        r"its first record \(line {line}\) is no object, so pi finds no session in it",
        "第一条记录（第 {line} 行）不是对象，pi 认为其中没有会话",
    ),
    (
        r"its header \(line {line}\) has no id in text; pi lists it, but never opens or continues it",
        "文件头（第 {line} 行）没有文本形式的 id；pi 会列出它，但从不打开或继续它",
    ),
    (
        r"its first readable record \(line {line}\) is of type {type}, not a session header, so pi passes it over",
        "第一条可读记录（第 {line} 行）的类型是 {type}，不是会话文件头，pi 会跳过它",
    ),
    (
        r"its first readable record \(line {line}\) is without a type, not a session header, so pi passes it over",
        "第一条可读记录（第 {line} 行）没有类型，不是会话文件头，pi 会跳过它",
    ),
    (
        r"it begins with {type} on line {line}, so pi passes it over",
        "第 {line} 行以 {type} 开头，pi 会跳过它",
    ),
    (r"line {line} has a byte order mark before it", "第 {line} 行前有字节顺序标记"),
    (r"line {line} is not JSON", "第 {line} 行不是 JSON"),
    (r"it holds no record at all", "其中没有任何记录"),
    (r"binary data, not lines of JSON", "二进制数据，不是一行行的 JSON"),
    (
        r"its lines end in CR alone; pi's list reads them so, but pi never opens or continues it",
        "各行只以 CR 结尾；pi 的列表能这样读，但 pi 从不打开或继续它",
    ),
    (
        r"a byte order mark stands before line 1 and no other line is a record",
        "第 1 行前有字节顺序标记，其他行也不是记录",
    ),
    (r"line {line} is not JSON and no other line is a record", "第 {line} 行不是 JSON，其他行也不是记录"),
    (r"its target does not exist \(a dangling link\)", "它指向的目标不存在（失效的链接）"),
    (r"a folder, not a session file", "是目录，不是会话文件"),
    (r"this user may not read it", "当前用户无权读取"),
    (
        r"not a regular file \(a pipe, a socket or a device\); pi's list may wait on it for ever",
        "不是普通文件（管道、套接字或设备）；pi 的列表可能一直等它",
    ),
    (r"it cannot be read", "无法读取"),
    (r"it cannot be read \({error_}\)", "无法读取（{error_}）"),
)
FOUND: tuple[tuple[str, str], ...] = (
    (r"the folder cannot be read \({error_}\)", "无法读取目录（{error_}）"),
    (r"it cannot be looked at \({error_}\)", "无法查看（{error_}）"),
    (r"its target cannot be looked at \({error_}\)", "无法查看它指向的目标（{error_}）"),
    (r"a link that leads back to itself", "指回自身的链接"),
    (r"a link to a folder or file that does not exist", "指向不存在的目录或文件的链接"),
    (
        r"while it lies here, pi --continue finds nothing in this folder",
        "只要它在这里，pi --continue 在这个目录里就什么也找不到",
    ),
    (
        r"a link that leads outside the served folders, so it is not opened",
        "链接指向所提供的目录之外，因此不打开",
    ),
    (r"name its target to serve it", "要提供它，请直接指定它的目标"),
    (
        r"pi-inspector fails on it, please report this \({error_}\)",
        "pi-inspector 处理它时出错，请报告（{error_}）",
    ),
    (
        r"it is an event log \(what pi --mode json prints\), not a session",
        "事件日志（pi --mode json 的输出）",
    ),
    (
        r"{file} is an event log \(what pi --mode json prints\), not a session",
        "{file} 是事件日志（pi --mode json 的输出）",
    ),
    (r"it holds no record of a kind that pi writes", "其中没有 pi 会写入的记录"),
    (r"it holds no session records", "其中没有会话记录"),
    (r"{file} holds no session records", "{file} 中没有会话记录"),
    (r"pi refuses it too", "pi 也拒绝打开"),
    (r"give a pi session file", "请指定 pi 会话文件"),
    (r"it is empty \(0 bytes\)", "空文件（0 字节）"),
    (r"it is not a regular file", "不是普通文件"),
    (r"it is a folder, not a session file", "是目录，不是会话文件"),
    (r"it does not exist", "文件不存在"),
    (r"it may not be read by this user", "当前用户无权读取"),
    (r"it cannot be read: {error_}", "无法读取：{error_}"),
    (r"it was changed while open(?: \(line \d+\))?", "打开期间被改动"),
    (r"it is no longer there or cannot be read \({error_}\)", "已不存在或无法读取（{error_}）"),
    (r"it is no longer there", "已不存在"),
    (
        r"{file} holds no record of a kind that pi writes",
        "{file} 中没有 pi 会写入的记录",
    ),
    (
        r"{folder} holds sessions of {n} working directories \({names}\)",
        "{folder} 中有 {n} 个工作目录的会话（{names}）",
    ),
    (r"pi --continue does not tell them apart", "pi --continue 不区分它们"),
    (r"{n} files share the session id {id}: {paths}", "{n} 个文件的会话 id 都是 {id}：{paths}"),
    (r"one file has {n} names \(links\): {paths}", "同一文件有 {n} 个名称（链接）：{paths}"),
    (
        r"{n} \.jsonl files? lies? in folders below {folder}, where pi does not look, for {source} is one flat folder",
        "{folder} 下面的子目录里有 {n} 个 .jsonl 文件，pi 不会看那里，因为 {source} 只是一层目录",
    ),
    (r"name the folder with --dir to list them", "要列出它们，请用 --dir 指定目录"),
    (
        r"{few_}\.jsonl files? lies? in {folders} folders? further down than the list looks, which is {folder} and the "
        r"folders in it; to see them: {command} \(and {more} more such folders?\)",
        "{few_}.jsonl 文件在更深的 {folders} 个目录里，列表不看那么深，只看 {folder} 和其中的目录；要查看它们：{command}"
        "（这样的目录还有 {more} 个）",
    ),
    (
        r"{few_}\.jsonl files? lies? in {folders} folders? further down than the list looks, which is {folder} and the "
        r"folders in it; to see them: {command}",
        "{few_}.jsonl 文件在更深的 {folders} 个目录里，列表不看那么深，只看 {folder} 和其中的目录；要查看它们：{command}",
    ),
    (r"at least {n} ", "至少有 {n} 个 "),
    (r"{n} ", "有 {n} 个 "),
)
TOTALS: tuple[tuple[str, str], ...] = (
    (
        r"token counts that are absent or no numbers, left out of the sum: lines? {lines}",
        "第 {lines} 行：词元数缺失或不是数字，未计入合计",
    ),
    (
        r"all counts zero beside a content: the provider gave none, unknown and no recorded zero: lines? {lines}",
        "第 {lines} 行：有内容而计数全为零：提供方未给出，是未知而不是记录的零",
    ),
    (
        r"no cost recorded, unknown and not in the sum: lines? {lines}",
        "第 {lines} 行：没有记录费用，未知，未计入合计",
    ),
    (
        r"a cost that is no number, left out of the sum: lines? {lines}",
        "第 {lines} 行：费用不是数字，未计入合计",
    ),
    (
        r"cost without a total, derived as the sum of its parts: lines? {lines}",
        "第 {lines} 行：费用没有总数，由各部分相加得出",
    ),
    (
        r"numbers beyond any finite value, left out of the sum: lines? {lines}",
        "第 {lines} 行：数字超出有限范围，未计入合计",
    ),
    (
        r"a cost below zero, summed as stored \(the sum is {sum} without\): lines? {lines}",
        "第 {lines} 行：费用为负，按原值计入（不计则合计为 {sum}）",
    ),
    (
        r"no usage recorded, unknown and not in the sum: lines? {lines}",
        "第 {lines} 行：没有记录用量，未知，未计入合计",
    ),
    (
        r"no message to read usage from, pi's own count fails: lines? {lines}",
        "第 {lines} 行：没有可读取用量的 message，pi 自己的统计会失败",
    ),
    (
        r"the sum goes beyond any finite value, left out of it: lines? {lines}",
        "第 {lines} 行：合计会超出有限范围，未计入",
    ),
    (
        r"all tokens together go beyond any finite value, left out of that sum: {names}",
        "所有词元相加超出有限范围，未计入该合计：{names}",
    ),
)
REFUSED: tuple[tuple[str, str], ...] = (
    (r"{file} has changed since this page was loaded", "此页载入之后 {file} 已改变"),
    (r"load the page again", "请重新载入页面"),
    (r"{file} was changed while open(?: \(line \d+\))?", "{file} 打开期间被改动"),
    (r"open it again", "请重新打开"),
    (r"{file} is no longer there or cannot be read \({error_}\)", "{file} 已不存在或无法读取（{error_}）"),
    (r"{file} is no longer there", "{file} 已不存在"),
    (r"it was moved or deleted", "它被移动或删除了"),
    (
        r"{file} is a link that leads outside the served folders, so it is not opened",
        "{file} 是指向所提供目录之外的链接，因此不打开",
    ),
    (r"{file} is empty \(0 bytes\)", "{file} 是空文件（0 字节）"),
    (r"pi would start a new session in it", "pi 会在其中开始新会话"),
    (r"{file} is a folder, not a session file", "{file} 是目录，不是会话文件"),
    (r"give a \.jsonl (?:session )?file(?: inside it)?", "请指定 .jsonl 会话文件"),
    (r"{file} is not a regular file", "{file} 不是普通文件"),
    (r"{file} does not exist", "{file} 不存在"),
    (r"check the path or run: pi-inspector list", "请检查路径，或运行 pi-inspector list"),
    (r"{file} may not be read by this user", "当前用户无权读取 {file}"),
    (r"ask its owner or copy it", "请询问其所有者，或复制一份"),
    (r"{file} cannot be read: {error_}", "{file} 无法读取：{error_}"),
    (r"the temporary folder {file} cannot be written: {error_}", "无法写入临时目录 {file}：{error_}"),
    (r"name another one: TMPDIR=FOLDER", "请指定另一个：TMPDIR=FOLDER"),
    (r"the bundle cannot be packed: {error_}", "无法打包：{error_}"),
    (r"{file} cannot be written: {error_}", "{file} 无法写入：{error_}"),
    (r"nothing was left behind", "没有留下任何内容"),
)
VIEW: tuple[tuple[str, str], ...] = (
    (r"the message on line {line} is null or absent", "第 {line} 行的 message 为 null 或不存在"),
    (r"the session name on line {line} is no text", "第 {line} 行的会话名称不是文本"),
    (
        r"the header on line {line} holds U\+2028 or U\+2029, where pi's list ends a line",
        "第 {line} 行的文件头含有 U+2028 或 U+2029，pi 的列表会在那里断行",
    ),
    (
        r"the content of the message on line {line} is neither text nor a list of blocks",
        "第 {line} 行 message 的内容既不是文本也不是内容块列表",
    ),
    (r"the {name} is null or absent", "{name} 为 null 或不存在"),
    (r"a context edit has no replacement", "上下文编辑没有 replacement"),
    (r"a message is null", "有一条消息为 null"),
    (r"the content of a system message is neither text nor a list", "系统消息的内容既不是文本也不是列表"),
    (r"a content block of a system message is null", "系统消息有一个为 null 的内容块"),
    (r"arrays are nested deeper than its stack holds", "数组嵌套太深，超出它的栈"),
    (r"its tools are nested deeper than its stack holds", "其工具嵌套太深，超出它的栈"),
    (r"its usage is nested deeper than its stack holds", "其用量嵌套太深，超出它的栈"),
    (r"{why_} \(line {line}\)", "{why_}（第 {line} 行）"),
)
# What the operating system says of a file, as C libraries word it.
SYSTEM: tuple[tuple[str, str], ...] = (
    (r"Permission denied", "没有权限"),
    (r"Operation not permitted", "操作不被允许"),
    (r"No such file or directory", "文件或目录不存在"),
    (r"Not a directory", "不是目录"),
    (r"Is a directory", "是一个目录"),
    (r"No space left on device", "磁盘空间不足"),
    (r"Disk quota exceeded", "超出磁盘配额"),
    (r"Read-only file system", "文件系统只读"),
    (r"File too large", "文件过大"),
    (r"File name too long", "文件名过长"),
    (r"Too many levels of symbolic links", "符号链接层数过多"),
    (r"Too many open files(?: in system)?", "打开的文件过多"),
    (r"Input/output error", "输入/输出错误"),
    (r"Stale file handle", "文件句柄已失效"),
    (r"No such device or address", "设备或地址不存在"),
    (r"Connection timed out", "连接超时"),
)

# Why a page or an answer of the server is not given.
ASKED: tuple[tuple[str, str], ...] = (
    (r"There is no such page\.", "没有这个页面。"),
    (r"This address cannot be asked in that way\.", "不能以这种方式访问此地址。"),
    (r"The request is larger than anything this server takes\.", "请求超过此服务器接受的大小。"),
    (
        r"No session with this address is served here: its file was moved, renamed or deleted, or lies outside the "
        r"folders that this server was started with\. Open the list and choose again\.",
        "没有会话使用此地址：文件已移动、改名或删除，或不在此服务器启动时指定的文件夹里。请打开列表重新选择。",
    ),
    (
        r"This server answers to its own address only\. Open the address that it printed at its start\.",
        "此服务器只接受自己的地址。请打开它启动时显示的地址。",
    ),
    (
        r"Another site asked for this; only pages of this server may\.",
        "这是另一个网站发出的请求；只有此服务器的页面可以。",
    ),
    (
        r"It is not clear which site asked for this; only pages of this server may\.",
        "不清楚是哪个网站发出的请求；只有此服务器的页面可以。",
    ),
    (
        r"The token in the address is not the one of this start\. Open the address that was printed last\.",
        "地址中的令牌不是这次启动的。请打开最近一次显示的地址。",
    ),
    (
        r"Open the address that pi-inspector printed at its start, in the terminal; it holds the token that lets you in\.",
        "请打开 pi-inspector 启动时在终端中显示的地址；其中含有访问所需的令牌。",
    ),
    (
        r"pi-inspector made a mistake here; the session file is untouched\. The terminal shows the details\.",
        "pi-inspector 在这里出错了；会话文件未受影响。详情见终端。",
    ),
)
