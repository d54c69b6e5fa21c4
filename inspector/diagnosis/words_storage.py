"""Words of the storage stage, in English and Simplified Chinese."""

from __future__ import annotations

from inspector.diagnosis.words import Words
from inspector.diagnosis.words_storage_around import AROUND, STEPS

__all__ = ["STEPS", "WORDS"]

_FILE: dict[str, Words] = {
    "storage.header": Words(
        "The header is in order: session {id}, version {version}, folder {cwd}",
        "Line {line:d}; created {created:time}; {entries:entry,entries}.",
        "文件头正常：会话 {id}，版本 {version}，目录 {cwd}",
        "第 {line:d} 行；创建于 {created:time}；共 {entries} 个条目。",
    ),
    "storage.version-newer": Words(
        "The header says version {version}, newer than the 3 that pi 1.6.0 writes",
        "pi 1.6.0 reads it as version 3 without a word; records of kinds it does not know are not sent to the model.",
        "文件头的版本是 {version}，比 pi 1.6.0 所写的 3 更新",
        "pi 1.6.0 会不加提示地按版本 3 读取；它不认识的记录类型不会发给模型。",
    ),
    "storage.version-missing": Words(
        "The header has no version, so pi takes the file for version 1 and renumbers every entry",
        "The entries have ids of their own; on opening pi gives new ones and puts all entries into one chain, so "
        "branches "
        "vanish and kept ids of compactions lead nowhere.",
        "文件头没有版本号，pi 会把它当作版本 1，并给每条记录重新编号",
        "这些记录本来有自己的 id；pi 打开时会换成新的 id，并把所有记录串成一条链，分支因此消失，压缩所记的保留 id 也会失效。",
    ),
    "storage.rewrite-loses": Words(
        "Opening the file in pi loses {n:unreadable line,unreadable lines} for good",
        "It is version {version}, which pi rewrites as version 3 on opening; lines it cannot read are not written again "
        "(lines: {lines:list}).",
        "在 pi 里打开这个文件会永久丢失 {n} 行无法读取的内容",
        "文件是版本 {version}，pi 打开时会改写成版本 3，读不了的行不会写回（第 {lines:list} 行）。",
    ),
    "storage.rewrites": Words(
        "It is version {version}; pi rewrites it as version 3 on opening",
        "All its lines can be read, so the rewrite loses none of them.",
        "文件是版本 {version}；pi 打开时会改写成版本 3",
        "所有行都能读取，改写不会丢失内容。",
    ),
    "storage.event-log": Words(
        "This is an event log, as pi --mode json prints it, and no session",
        "pi opens it, since it begins with a session header, but every event becomes a root without a message.",
        "这是事件日志（pi --mode json 的输出），不是会话文件",
        "它以会话头开始，所以 pi 能打开，但每个事件都会变成没有消息的根。",
    ),
    "storage.empty": Words(
        "The file is empty (0 bytes)",
        "Nothing was ever written to it, or it was cut off; pi would write a new header into it and start a new session.",
        "文件是空的（0 字节）",
        "要么从未写入过内容，要么被截断了；pi 会往里写入新的文件头，当作新会话。",
    ),
    "storage.refused-too-long": Words(
        "pi cannot open the file: line {line:d} is longer than the longest text Node can hold",
        "{n:entry,entries} can be read here all the same.",
        "pi 打不开这个文件：第 {line:d} 行超过了 Node 能容纳的最大文本长度",
        "这里仍能读出 {n} 个条目。",
    ),
    "storage.refused-bare-value": Words(
        "pi cannot open the file: line {line:d} holds a bare value, on which its migration of version 1 fails",
        "{n:entry,entries} can be read here all the same.",
        "pi 打不开这个文件：第 {line:d} 行只是一个单独的值，版本 1 的迁移会在此出错",
        "这里仍能读出 {n} 个条目。",
    ),
    "storage.refused-bom": Words(
        "pi refuses the file: a byte order mark stands before the header (byte 0 of line 1)",
        "An editor put it there; {n:entry,entries} behind it can be read.",
        "pi 拒绝打开这个文件：文件头之前有字节顺序标记（第 1 行第 0 字节）",
        "通常是编辑器加上去的；其后的 {n} 个条目可以读出。",
    ),
    "storage.refused-no-id": Words(
        "pi refuses the file: the header on line {line:d} has no id in text",
        "{n:entry,entries} can be read here all the same.",
        "pi 拒绝打开这个文件：第 {line:d} 行的文件头没有文本形式的 id",
        "这里仍能读出 {n} 个条目。",
    ),
    "storage.refused-header-late": Words(
        "pi refuses the file: the header stands on line {line:d}, after another record",
        "Another program wrote a record before it; {n:entry,entries} can be read here all the same.",
        "pi 拒绝打开这个文件：文件头在第 {line:d} 行，前面还有别的记录",
        "是别的程序在它之前写了记录；这里仍能读出 {n} 个条目。",
    ),
    "storage.refused-no-record": Words(
        "pi refuses the file: no line holds a record it can read",
        "",
        "pi 拒绝打开这个文件：没有一行是它能读取的记录",
        "",
    ),
    "storage.refused-header-damaged": Words(
        "pi refuses the file: line 1, where the header should be, cannot be read",
        "The rest is still there: {n:entry,entries} can be read here.",
        "pi 拒绝打开这个文件：本应是文件头的第 1 行无法读取",
        "其余内容还在：这里能读出 {n} 个条目。",
    ),
    "storage.refused-no-header": Words(
        "pi refuses the file: it has no header",
        "The first record is no session header; version and folder are unknown. {n:entry,entries} can be read here.",
        "pi 拒绝打开这个文件：没有文件头",
        "第一条记录不是会话头，版本和目录未知。这里能读出 {n} 个条目。",
    ),
    "storage.hangs": Words(
        "pi never returns from opening this session: parents lead round in a circle",
        "{n:entry is,entries are} on or below the loop. Here the loop is cut at the entry that stands first in the file.",
        "pi 打开这个会话会一直卡住：父条目形成了循环",
        "循环及其下方共有 {n} 个条目。这里在文件中最靠前的那条处断开循环。",
    ),
    "storage.throws-context": Words(
        "pi cannot build a context here: it fails on {n:entry,entries} of this path",
        "A message is null or absent, or a context edit has no replacement (lines: {lines:list}). What is told here is "
        "what can be told all the same.",
        "pi 在这里无法组建上下文：这条路径上有 {n} 个条目会使它出错",
        "消息为 null 或缺失，或者上下文编辑没有替换内容（第 {lines:list} 行）。这里仍给出能说明的部分。",
    ),
    "storage.throws-content": Words(
        "pi makes no request from here: it fails on content that is of an odd kind",
        "{why:said}. pi counts the tokens of the context before each request, and on its screen as well, so it ends "
        "as soon as it opens this file; what throws only when it is sent lets every request fail.",
        "pi 在这里发不出任何请求：有 content 的类型不对，它会因此出错",
        "{why:said}。pi 在每次请求前以及在界面上都要统计上下文的词元数，所以一打开这个文件就会退出；"
        "只在发送时才出错的，则会让每次请求都失败。",
    ),
    "storage.throws-counting": Words(
        "pi fails when it counts usage: {n:line lacks,lines lack} what it takes for granted",
        "Usage, a cost or a content block is missing (lines: {lines:list}); what the model sees is not touched by that.",
        "pi 统计用量时会出错：{n} 行缺少它默认存在的内容",
        "缺少用量、费用或内容块（第 {lines:list} 行）；模型看到的内容不受影响。",
    ),
    "storage.throws-name": Words(
        "pi fails when it reads the session name: on line {line:d} it is no text",
        "",
        "pi 读取会话名称时会出错：第 {line:d} 行的名称不是文本",
        "",
    ),
    "storage.unlisted": Words(
        "The list of pi --resume leaves this session out without a word",
        "Its builder fails on line {line:d}; opening the file by its path still works.",
        "pi --resume 的列表会不声不响地漏掉这个会话",
        "列表程序在第 {line:d} 行出错；按路径仍能打开文件。",
    ),
    "storage.adds-newline": Words(
        "The last line has no newline; pi adds it on opening",
        "",
        "最后一行没有换行符；pi 打开时会补上",
        "",
    ),
    "storage.no-leaf": Words(
        "pi has no active leaf here: the last line is an entry without an id",
        "The model would get an empty context, although the file holds {n:entry,entries}.",
        "pi 在这里没有当前叶节点：最后一行是没有 id 的记录",
        "文件里有 {n} 个条目，但模型得到的上下文会是空的。",
    ),
    "storage.path-cut-by-damage": Words(
        "The path is cut before L{line:d}: pi cannot read line {bad:d}, so nothing above it reaches the model",
        "Entry {entry} names the parent {parent}, which no readable line holds. {n:entry stands,entries stand} "
        "before the "
        "gap in the file. This is damage of the file, not compaction and not the model.",
        "路径在 L{line:d} 之前断开：pi 读不了第 {bad:d} 行，它上面的内容都到不了模型",
        "条目 {entry} 的父条目是 {parent}，可读的行里没有它。断口之前文件里有 {n} 个条目。这是文件损坏，不是压缩，"
        "也不是模型的问题。",
    ),
    "storage.path-cut": Words(
        "The path is cut before L{line:d}: its parent {parent} is in no line of the file",
        "{n:entry stands,entries stand} before the gap in the file, out of reach from {entry}.",
        "路径在 L{line:d} 之前断开：它的父条目 {parent} 不在文件的任何一行",
        "断口之前文件里有 {n} 个条目，从 {entry} 到不了那里。",
    ),
    "storage.missing-parent": Words(
        "{n:entry names,entries name} a parent that is in no line, off this path",
        "Each begins a part of its own: {rows:list}.",
        "{n} 个条目的父条目不在任何一行（不在当前路径上）",
        "它们各自成为独立的部分：{rows:list}。",
    ),
    "storage.parent-is-header": Words(
        "{n:entry names,entries name} the session itself as parent, so each begins a path; nothing is missing",
        "Another program wrote it so, where pi writes null (lines: {lines:list}).",
        "{n} 个条目以会话自身的 id 为父条目，各自是一条路径的起点；没有缺失",
        "是别的程序这样写的，pi 在此处写 null（第 {lines:list} 行）。",
    ),
    "storage.shadowed": Words(
        "{n:entry is,entries are} out of reach: a later line has the same id and other content",
        "pi reaches only the last record of an id (hidden: lines: {lines:list}).",
        "{n} 个条目无法到达：后面有 id 相同而内容不同的行",
        "对同一个 id，pi 只取最后一条（被遮住的：第 {lines:list} 行）。",
    ),
    "storage.repeated": Words(
        "{n:entry is,entries are} written twice, word for word",
        "pi uses the last copy; nothing is lost by it (lines: {lines:list}).",
        "{n} 个条目一字不差地写了两遍",
        "pi 使用最后一份，不会因此丢失内容（第 {lines:list} 行）。",
    ),
    "storage.damage-torn": Words(
        "{n:record breaks,records break} off before the end; pi skips the line",
        "Lines: {lines:list}, {bytes:byte,bytes}.",
        "{n} 条记录没写完就断了；pi 会跳过该行",
        "第 {lines:list} 行，共 {bytes} 字节。",
    ),
    "storage.damage-torn-tail": Words(
        "The last record was never finished: line {line:d} breaks off",
        "The writer was stopped, or the disk was full. pi skips the line, so its words never were an entry; they can "
        "still be read in the {bytes:byte,bytes} that are there.",
        "最后一条记录没有写完：第 {line:d} 行中途断开",
        "写入进程被中止，或者磁盘已满。pi 跳过这一行，其中的文字从未成为记录；但在现存的 {bytes} 字节里仍能读到。",
    ),
    "storage.damage-joined": Words(
        "{n:line holds,lines hold} more than one record; pi reads none of them",
        "A newline was lost (lines: {lines:list}); {saved:whole record stands,whole records stand} in there.",
        "{n} 行里挤着不止一条记录；pi 一条也读不了",
        "丢了换行符（第 {lines:list} 行）；其中有 {saved} 条完整的记录。",
    ),
    "storage.damage-nul": Words(
        "{n:line holds,lines hold} NUL bytes, so pi cannot read them",
        "A power cut or a full disk leaves these (lines: {lines:list}, {bytes:byte,bytes}); "
        "{saved:whole record stands,whole records stand} in there.",
        "{n} 行含有 NUL 字节，pi 无法读取",
        "断电或磁盘写满会留下这种痕迹（第 {lines:list} 行，共 {bytes} 字节）；其中有 {saved} 条完整的记录。",
    ),
    "storage.damage-not-json": Words(
        "{n:line is,lines are} not JSON; pi skips them without a word",
        "Lines: {lines:list}, {bytes:byte,bytes}.",
        "{n} 行不是 JSON；pi 会不加提示地跳过",
        "第 {lines:list} 行，共 {bytes} 字节。",
    ),
    "storage.damage-bom": Words(
        "A byte order mark makes {n:line,lines} unreadable for pi",
        "Lines: {lines:list}.",
        "字节顺序标记使 pi 无法读取 {n} 行",
        "第 {lines:list} 行。",
    ),
    "storage.damage-not-a-record": Words(
        "{n:line holds a JSON value that is,lines hold JSON values that are} no record",
        "Another program wrote into the file (lines: {lines:list}). pi skips null, 0, false and empty text and keeps the "
        "rest as entries without a type.",
        "{n} 行是 JSON 值，但不是记录",
        "有别的程序往文件里写过内容（第 {lines:list} 行）。pi 跳过 null、0、false 和空文本，其余的当作没有类型的记录保留。",
    ),
    "storage.damage-repaired-utf8": Words(
        "{n:line holds,lines hold} bytes that are not UTF-8; pi puts U+FFFD in their place",
        "Lines: {lines:list}. The records stay, single characters in them are gone for the model.",
        "{n} 行含有不是 UTF-8 的字节；pi 用 U+FFFD 代替",
        "第 {lines:list} 行。记录还在，但其中个别字符模型已看不到。",
    ),
    "storage.damage-cycle": Words(
        "Parents lead round in a circle at {n:entry,entries}; the loop is cut here",
        "Lines: {lines:list}. pi follows it without end where its walk comes there.",
        "{n} 个条目的父条目形成循环；这里已断开",
        "第 {lines:list} 行。pi 的遍历一旦走到那里就不会停下。",
    ),
    "storage.damage-extra-header": Words(
        "{n:further header stands,further headers stand} in the file: sessions were joined, or written twice",
        "pi uses the first header and leaves lines {lines:list} out.",
        "文件里还有 {n} 个会话头：有会话被拼接在一起，或写了两遍",
        "pi 只用第一个文件头，不理会第 {lines:list} 行。",
    ),
    "storage.damage-unknown-type": Words(
        "{n:entry is,entries are} of a type that pi 1.6.0 does not know",
        "Such an entry stays in the tree and is never sent (lines: {lines:list}).",
        "{n} 个条目的类型 pi 1.6.0 不认识",
        "它们留在树里，但从不发给模型（第 {lines:list} 行）。",
    ),
    "storage.damage-odd-field": Words(
        "{n:entry has,entries have} fields of a kind that pi does not write",
        "Lines: {lines:list}.",
        "{n} 个条目有 pi 不会写出的字段类型",
        "第 {lines:list} 行。",
    ),
    "storage.damage-too-deep": Words(
        "{n:line is,lines are} nested over 1,000 levels deep",
        "pi reads them, many tools do not (lines: {lines:list}).",
        "{n} 行的嵌套超过 1,000 层",
        "pi 能读取，许多工具不能（第 {lines:list} 行）。",
    ),
    "storage.damage-lone-surrogate": Words(
        "{n:line holds,lines hold} half of a surrogate pair: text was cut inside an emoji",
        "The records are valid (lines: {lines:list}).",
        "{n} 行含有半个代理对：文本在表情符号中间被截断",
        "记录是有效的（第 {lines:list} 行）。",
    ),
}

WORDS: dict[str, Words] = {**_FILE, **AROUND}
