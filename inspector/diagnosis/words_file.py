"""What is said of a file itself, in Chinese: its damage, what pi does with it, what a repaired copy changes.

These sentences come from the parts below in English, which is what JSON answers hold (CONTRACT); a page for people
that speaks Chinese turns them by ``said``. A sentence that nobody has put down here stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from inspector.diagnosis.words_place import ASKED, COUNTS, FOUND, HEADER, REFUSED, SYSTEM, TOTALS, VIEW

if TYPE_CHECKING:
    from inspector.diagnosis.words import Language

# Left a pattern in which {name} stands for anything; a name that ends in _ is a sentence of this table itself.
_READ: tuple[tuple[str, str], ...] = (
    (r"Expecting value", "此处应有一个值"),
    (r"Extra data", "后面还有多余的内容"),
    (r"Unterminated string starting at", "字符串从此处开始，没有结束"),
    (r"Invalid control character at", "字符串里有控制字符"),
    (r"Invalid \\u?(?:XXXX )?escape(?:: .*)?", "无效的转义"),
    (r"Expecting ',' delimiter", "此处应有逗号"),
    (r"Expecting ':' delimiter", "此处应有冒号"),
    (r"Expecting property name enclosed in double quotes", "此处应有带双引号的属性名"),
    (r"Illegal trailing comma before end of (?:object|array)", "结尾前有多余的逗号"),
    (r"{name} is not JSON", "{name} 不是 JSON"),
)
_DAMAGE: tuple[tuple[str, str], ...] = (
    (r"{reason_} \(byte {at}: {read_}\)", "{reason_}（字节 {at}：{read_}）"),
    (
        r"a byte order mark stands before the record, so pi cannot read the line",
        "记录前有字节顺序标记，pi 无法读取这一行",
    ),
    (r"{n} NUL bytes? in the line, so pi cannot read it", "这一行有 {n} 个 NUL 字节，pi 无法读取"),
    (r"two records share one line, so pi reads neither", "两条记录写在同一行，pi 一条也读不到"),
    (r"the record breaks off before its end, so pi cannot read it", "记录没有写完就中断了，pi 无法读取"),
    (
        r"a whole record shares its line with other text, so pi reads neither",
        "完整的记录与别的文字写在同一行，pi 都读不到",
    ),
    (r"not JSON, so pi skips the line", "不是 JSON，pi 会跳过这一行"),
    (r"bytes that are not UTF-8; pi reads U\+FFFD in their place", "有不属于 UTF-8 的字节；pi 会读成 U+FFFD"),
    (
        r"half of a surrogate pair \(text cut inside an emoji\); the record is valid",
        "单个代理字符（文字在表情符号中间被截断）；记录本身有效",
    ),
    (
        r"nested over 1,000 levels deep; pi reads it, many tools do not",
        "嵌套超过 1,000 层；pi 能读，许多工具读不了",
    ),
    (r"a bare value that pi skips without a word", "单独一个值，pi 会不加提示地跳过"),
    (
        r"a bare value instead of a record; pi keeps it as an entry",
        "单独一个值而不是记录；pi 把它当作条目保留",
    ),
    (r"an array instead of a record; pi keeps it as an entry", "数组而不是记录；pi 把它当作条目保留"),
    (
        r"an object without type and id; pi keeps it as an entry",
        "没有 type 和 id 的对象；pi 把它当作条目保留",
    ),
    (r"not of the kind that pi writes: {fields}", "与 pi 写入的类型不符：{fields}"),
    (
        r"a record of type {type} before the header; pi refuses a file that begins so",
        "文件头之前有一条 {type} 类型的记录；pi 拒绝这样开头的文件",
    ),
    (
        r"no header: version and folder are unknown, pi refuses the file",
        "没有文件头：版本和目录未知，pi 拒绝打开",
    ),
    (
        r"the header stands on line {line}, after other records; pi refuses the file",
        "文件头在第 {line} 行，前面还有别的记录；pi 拒绝打开",
    ),
    (r"the header has no id in text; pi refuses the file", "文件头没有文本形式的 id；pi 拒绝打开"),
    (
        r"a second header; the first one counts, pi leaves this one out",
        "第二个文件头；以第一个为准，pi 不理会这一个",
    ),
    (
        r"version {version} is newer than 3; pi 1\.6\.0 reads it as version 3 without a word",
        "版本 {version} 比 3 新；pi 1.6.0 会不加提示地按版本 3 读取",
    ),
    (
        r"pi 1\.6\.0 knows no entry type {type}; it stays in the tree and sends nothing",
        "pi 1.6.0 不认识条目类型 {type}；它留在树里，不发送任何内容",
    ),
    (r"message is null or absent", "message 为 null 或不存在"),
    (r"its role is no text; it is never sent", "它的 role 不是文本；永远不会发送"),
    (
        r"the same id as line {line}; pi reaches the last of them only",
        "与第 {line} 行的 id 相同；pi 只能找到最后一条",
    ),
    (
        r"its parent {parent} is in no line; the path to it begins here",
        "它的父条目 {parent} 不在任何一行；通往它的路径从这里开始",
    ),
    (
        r"its parents lead in a loop \({entry} comes back to it\); pi never returns from it, here the loop is cut",
        "它的父条目成环（{entry} 又回到它）；pi 会一直卡住，这里把环切开",
    ),
    (
        r"{reason_}; pi keeps nothing from before this compaction",
        "{reason_}；这次压缩之前的内容 pi 一条也不保留",
    ),
    (r"its firstKeptEntryIndex names no entry before it", "它的 firstKeptEntryIndex 没有指向前面的条目"),
    (r"it has no firstKeptEntryId", "它没有 firstKeptEntryId"),
    (r"its firstKeptEntryId {id} is in no line", "它的 firstKeptEntryId {id} 不在任何一行"),
    (
        r"its firstKeptEntryId {id} \(line {line}\) is not on its path before it",
        "它的 firstKeptEntryId {id}（第 {line} 行）不在它之前的路径上",
    ),
)
_PI: tuple[tuple[str, str], ...] = (
    (
        r"an event log \(what pi --mode json prints\), not a session",
        "事件日志（pi --mode json 的输出）",
    ),
    (
        r"line {line} is longer than the longest text that Node can hold",
        "第 {line} 行超过 Node 所能容纳的最长文本",
    ),
    (r"comparing the version on line {line} overflows its stack", "比较第 {line} 行的版本时栈溢出"),
    (
        r"rewriting line {line}, nested {depth} levels deep, as version 3 overflows its stack",
        "第 {line} 行嵌套 {depth} 层，按版本 3 重写时栈溢出",
    ),
    (
        r"its migration of version 1 throws on line {line}, which holds a bare value",
        "从版本 1 迁移时在第 {line} 行抛出错误，那里只有单独一个值",
    ),
    (
        r"a byte order mark \(byte 0 of line 1\) makes the header unreadable",
        "字节顺序标记（第 1 行字节 0）使文件头无法读取",
    ),
    (r"the header on line {line} has no id in text", "第 {line} 行的文件头没有文本形式的 id"),
    (
        r"the header stands on line {line}; the first record must be the header",
        "文件头在第 {line} 行；第一条记录必须是文件头",
    ),
    (r"no line holds a record", "没有一行是记录"),
    (
        r"line 1 cannot be read \({kind}\), and no other line is a header",
        "第 1 行无法读取（{kind}），其他行也不是文件头",
    ),
    (
        r"it has no header \(a first record of type session with an id\)",
        "没有文件头（即第一条记录，类型为 session 且有 id）",
    ),
    (
        r"the cwd in its header is a file URL that is no path, so opening throws "
        r"\(--continue in its own folder does not look at it\)",
        "文件头中的 cwd 是一个不成路径的 file URL，打开时会抛出错误（在它自己的目录里用 --continue 不会查看它）",
    ),
    (r"(?:pi )?writes a new header into the empty file", "会往空文件里写入新的文件头"),
    (r"(?:pi )?adds the missing newline at the end", "会补上末尾缺少的换行符"),
    (
        r"(?:pi )?rewrites the file as version 3 \(it is version {version}\)",
        "会把文件重写为版本 3（现在是版本 {version}）",
    ),
    (r"that rewrite loses {n} unreadable lines? for good", "这次重写会永久丢失 {n} 行无法读取的内容"),
    (r"building the context and counting usage \({why_}\)", "构建上下文和统计用量时（{why_}）"),
    (r"building the context \({why_}\)", "构建上下文时（{why_}）"),
    (r"counting usage \({why_}\)", "统计用量时（{why_}）"),
    (r"counting cost \({why_}\)", "统计费用时（{why_}）"),
    (r"counting tool calls \({why_}\)", "统计工具调用时（{why_}）"),
    (r"sorting /tree \({why_}\)", "给 /tree 排序时（{why_}）"),
    (r"reading the session name \({why_}\)", "读取会话名称时（{why_}）"),
    (r"message null or absent on lines? {lines}", "第 {lines} 行的 message 为 null 或不存在"),
    (r"context edit without replacement on lines? {lines}", "第 {lines} 行的上下文编辑没有 replacement"),
    (r"no usage on lines? {lines}", "第 {lines} 行没有用量"),
    (r"usage without cost on lines? {lines}", "第 {lines} 行的用量没有费用"),
    (r"a null content block on lines? {lines}", "第 {lines} 行有一个为 null 的内容块"),
    (
        r"{field} on line {line} is nested deeper than its stack",
        "第 {line} 行的 {field} 嵌套太深，超出它的栈",
    ),
    (r"no text on line {line}", "第 {line} 行不是文本"),
)
_CHANGES: tuple[tuple[str, str], ...] = (
    (r"line {line}: {change_}", "第 {line} 行：{change_}"),
    (r"the missing newline at the end is there", "补上了末尾缺少的换行符"),
    (r"{n} blank lines? left out", "略去 {n} 个空行"),
    (r"the second header is left out", "略去第二个文件头"),
    (r"the header now stands first", "文件头移到了最前面"),
    (r"left out: the very same record stands on line {line}", "略去：第 {line} 行有完全相同的记录"),
    (r"left out: {damage_}", "略去：{damage_}"),
    (
        r"the header says version 3 now, it was version {version}",
        "文件头现在写明版本 3，原来是版本 {version}",
    ),
    (r"the cwd in the header is no text; it is left out", "文件头中的 cwd 不是文本，已略去"),
    (
        r"the cwd is lost, and none is invented: pi takes the folder that it is started in",
        "cwd 已丢失，也没有编造：pi 会采用启动时所在的目录",
    ),
    (
        r"the header at byte {at}, whole inside the line, stands first now",
        "字节 {at} 处完整的文件头现在放到了最前面",
    ),
    (
        r"a header is made from what is left of the broken one \(nothing could be read\)",
        "用残缺文件头剩下的部分做了一个文件头（没有读到任何字段）",
    ),
    (
        r"a header is made from what is left of the broken one \({names} could be read\)",
        "用残缺文件头剩下的部分做了一个文件头（读到了 {names}）",
    ),
    (r"the file has no header; one is made \(invented\)", "文件没有文件头；做了一个（编造）"),
    (r"the session id is taken from the name of the file: {id}", "会话 id 取自文件名：{id}"),
    (r"the session id is lost; {id} stands in for it \(invented\)", "会话 id 已丢失；以 {id} 代替（编造）"),
    (r"the time of the session is taken from the name of the file: {time}", "会话时间取自文件名：{time}"),
    (
        r"the time of the session is lost; that of its first entry stands in for it: {time}",
        "会话时间已丢失；以第一条的时间代替：{time}",
    ),
    (
        r"the time of the session is lost; that of the file's modification time stands in for it: {time}",
        "会话时间已丢失；以文件的修改时间代替：{time}",
    ),
    (
        r"version {version}, yet all entries have ids and parents: they are kept "
        r"\(pi would number anew and lose the branches\)",
        "版本 {version}，但所有条目都有 id 和父条目：予以保留（pi 会重新编号并丢失分支）",
    ),
    (
        r"id {id} is that of line {line} too, which pi takes; this one is now {new}",
        "id {id} 与第 {line} 行相同，pi 以那一行为准；这一条改为 {new}",
    ),
    (r"it has no id that pi can use; now {id}", "没有 pi 能用的 id；现在是 {id}"),
    (
        r"the record taken back has the id {id} of line {line}; it is now {new}",
        "找回的记录与第 {line} 行的 id {id} 相同；改为 {new}",
    ),
    (
        r"firstKeptEntryIndex {index} is now firstKeptEntryId {id} \(line {line}\)",
        "firstKeptEntryIndex {index} 改为 firstKeptEntryId {id}（第 {line} 行）",
    ),
    (
        r"firstKeptEntryIndex {index} is now firstKeptEntryId {id}",
        "firstKeptEntryIndex {index} 改为 firstKeptEntryId {id}",
    ),
    (
        r"version 1 has no ids: {n} entr(?:y|ies) got one and the entry before as parent",
        "版本 1 没有 id：给 {n} 个条目加上了 id，并以前一条为父条目",
    ),
    (r"its parent is named {id} now", "它的父条目现在叫 {id}"),
    (
        r"its parent {id} leads back to it; the loop is cut, it begins a tree",
        "它的父条目 {id} 又回到它；已切开，从它另起一棵树",
    ),
    (
        r"hangs on {id} again, which came back from line {line}",
        "重新挂在 {id} 下，那一条已从第 {line} 行找回",
    ),
    (r"its parent {id} is nowhere; it begins a tree of its own", "它的父条目 {id} 不存在；从它另起一棵树"),
    (r"parentId is null now; it named no entry", "parentId 改为 null；它原来没有指向任何条目"),
    (
        r"the parent {id} of {entry} is nowhere; it begins a tree of its own",
        "{entry} 的父条目 {id} 不存在；从它另起一棵树",
    ),
    (r"the parent of {entry} leads back to it; the loop is cut", "{entry} 的父条目又回到它；已切开"),
    (r"its firstKeptEntryId is named {id} now", "它的 firstKeptEntryId 现在叫 {id}"),
    (r"its target is named {id} now", "它的目标现在叫 {id}"),
    (
        r"a record of type {type} at byte {at} is part of a broken one and does not come back",
        "字节 {at} 处的 {type} 记录属于一条残缺的记录，没有找回",
    ),
    (r"the record {id} inside stands on line {line} as well", "其中的记录 {id} 在第 {line} 行也有"),
    (
        r"the {type} record {id} at byte {at}, whole inside the line, is an entry again",
        "字节 {at} 处完整的 {type} 记录 {id} 重新成为条目",
    ),
    (
        r"the {type} record at byte {at}, whole inside the line, is an entry again",
        "字节 {at} 处完整的 {type} 记录重新成为条目",
    ),
    (r"{n} NUL bytes left out", "略去 {n} 个 NUL 字节"),
    (r"the byte order mark is left out", "略去字节顺序标记"),
    (r"{n} bytes of a broken record left out: {text}", "略去残缺记录的 {n} 个字节：{text}"),
    (r"the old role hookMessage is custom now", "旧角色 hookMessage 改为 custom"),
    (
        r"the text of the reply is a block now; pi throws on bare text when it sends",
        "回复的文字改为内容块；发送时 pi 遇到单独的文字会抛出错误",
    ),
    (
        r"bytes that are not UTF-8 are U\+FFFD now, as pi reads them",
        "不属于 UTF-8 的字节改为 U+FFFD，与 pi 读到的一样",
    ),
    (r"a null content block is left out, on which pi throws", "略去为 null 的内容块，pi 遇到它会抛出错误"),
    (
        r"the session name is text now; pi throws on anything else",
        "会话名称改为文本；遇到别的类型 pi 会抛出错误",
    ),
    (
        r"no usage is recorded, on which pi throws: zeros stand in for it \(invented\)",
        "没有记录用量，pi 会因此抛出错误：以零代替（编造）",
    ),
    (
        r"no cost is recorded, on which pi throws: zeros stand in for it \(invented\)",
        "没有记录费用，pi 会因此抛出错误：以零代替（编造）",
    ),
    (
        r"{why_}; it stays as state \(custom\), with what it held",
        "{why_}；作为状态（custom）保留，内容仍在其中",
    ),
    (
        r"longer than the longest text that Node can hold; its content is left out",
        "超过 Node 所能容纳的最长文本；略去内容",
    ),
    (r"it has no message, on which pi throws", "没有 message，pi 会因此抛出错误"),
    (
        r"a context edit without replacement, on which pi throws",
        "上下文编辑没有 replacement，pi 会因此抛出错误",
    ),
    (
        r"the content of the reply is no list, on which pi throws when it sends",
        "回复的内容不是列表，发送时 pi 会抛出错误",
    ),
)
KINDS: dict[str, str] = {
    "not-json": "不是 JSON",
    "torn": "残缺的行",
    "joined": "一行两条记录",
    "nul": "NUL 字节",
    "not-a-record": "不是记录",
    "bom": "字节顺序标记",
    "repaired-utf8": "无效的 UTF-8",
    "lone-surrogate": "单个代理字符",
    "too-deep": "嵌套过深",
    "duplicate-id": "重复的 id",
    "missing-parent": "缺少父条目",
    "cycle": "父条目成环",
    "extra-header": "多余的文件头",
    "header-missing": "没有文件头",
    "header-late": "文件头不在前",
    "newer-version": "较新的版本",
    "unknown-type": "未知类型",
    "bad-kept-id": "保留起点无效",
    "odd-field": "异常字段",
}
PARTS = (_READ, _DAMAGE, _PI, _CHANGES, COUNTS, HEADER, FOUND, TOTALS, REFUSED, VIEW, SYSTEM, ASKED)
_NAME = re.compile(r"\{(\w+)\}")
_SHAPES = {
    **dict.fromkeys(("line", "n", "at", "depth"), r"[\d,]+"),
    "why_": r"[^()]+",
    "lines": r"\d[\d, ]*(?: and \d+ more)?",
}
_MORE = re.compile(r" and (\d+) more\Z")
_DEPTH = 4  # sentences inside sentences
_LONGEST = 1_000  # characters; what is longer holds text of strangers, and stays as it is


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    chinese: str


def _rule(pattern: str, chinese: str) -> _Rule:
    named = _NAME.sub(lambda match: f"(?P<{match[1]}>{_SHAPES.get(match[1], '.+?')})", pattern)
    return _Rule(re.compile(named, re.DOTALL), chinese)


_RULES = tuple(_rule(*pair) for part in PARTS for pair in part)


@lru_cache(4096)
def said(text: str, language: Language = "en") -> str:
    """A sentence of these, or several with "; " between them, in a language; what is none stays as it is."""
    return text if language == "en" or len(text) > _LONGEST else _turned(text, _DEPTH)


def kind_name(kind: str, language: Language = "en") -> str:
    """The name of a kind of damage for people; JSON has the kind itself."""
    return kind if language == "en" else KINDS.get(kind, kind)


def _turned(text: str, depth: int) -> str:
    for rule in _RULES if depth else ():
        match = rule.pattern.fullmatch(text)
        if match is not None:
            return rule.chinese.format_map(
                {name: _part(name, value, depth) for name, value in match.groupdict().items()}
            )
    parts = text.split("; ")
    turned = [_turned(part, depth - 1) for part in parts] if depth and len(parts) > 1 else parts
    return "；".join(turned) if turned != parts else text


def _part(name: str, value: str, depth: int) -> str:
    if name.endswith("_"):
        return _turned(value, depth - 1)
    if name == "lines":
        return _MORE.sub(r" 及另外 \1", value).replace(", ", "、")
    if name == "kind":
        return kind_name(value, "zh")
    return value.replace(" (none recorded)", "（未记录）") if name == "version" else value
