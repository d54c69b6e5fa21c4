"""Words of the storage stage for what lies around a file, and its steps, in English and Simplified Chinese."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words

AROUND: dict[str, Words] = {
    "storage.continues-here": Words(
        "pi --continue in {cwd} opens this file, and --resume shows it first",
        "It was changed last ({own_changed:time}) and holds the latest talk ({own_talk:time}) of "
        "{n:session,sessions}.",
        "在 {cwd} 里运行 pi --continue 会打开这个文件，--resume 也把它排在第一",
        "在 {n} 个会话里，它最后被修改（{own_changed:time}），也有最新的对话（{own_talk:time}）。",
    ),
    "storage.continues-here-not-latest": Words(
        "pi --continue in {cwd} opens this file, but the latest talk is in {first}",
        "--continue goes by the modification time (here {own_changed:time}), --resume by the last message (there "
        "{talk:time}, here {own_talk:time}). Something changed this file later: a copy, a label, a background writer.",
        "在 {cwd} 里运行 pi --continue 会打开这个文件，但最新的对话在 {first}",
        "--continue 看修改时间（这里是 {own_changed:time}），--resume 看最后一条消息（那边 {talk:time}，"
        "这里 {own_talk:time}）。"
        "有什么在后来改动了这个文件：复制、标签，或后台写入。",
    ),
    "storage.continues-other": Words(
        "pi --continue in {cwd} opens {chosen}, though the latest talk is in this file",
        "--continue goes by the modification time (there {changed:time}, here {own_changed:time}), --resume by the last "
        "message and shows this file first ({own_talk:time}).",
        "在 {cwd} 里运行 pi --continue 会打开 {chosen}，而最新的对话在这个文件里",
        "--continue 看修改时间（那边 {changed:time}，这里 {own_changed:time}）；--resume 看最后一条消息，"
        "会把这个文件排在第一（{own_talk:time}）。",
    ),
    "storage.continues-newer": Words(
        "pi --continue in {cwd} opens a newer session, {chosen}, not this one",
        "That one was changed last ({changed:time}) and has the latest talk ({talk:time}); the last talk here was "
        "{own_talk:time}. What was said only here is unknown there.",
        "在 {cwd} 里运行 pi --continue 会打开更新的会话 {chosen}，不是这个",
        "那个会话最后被修改（{changed:time}），也有最新的对话（{talk:time}）；这里最后的对话是 {own_talk:time}。"
        "只在这里说过的话，那边不知道。",
    ),
    "storage.continues-neither": Words(
        "pi --continue in {cwd} opens {chosen}, --resume shows {first} first; neither is this one",
        "--continue goes by the modification time ({changed:time}), --resume by the last message ({talk:time}; here "
        "{own_talk:time}).",
        "在 {cwd} 里运行 pi --continue 会打开 {chosen}，--resume 把 {first} 排在第一；都不是这个文件",
        "--continue 看修改时间（{changed:time}），--resume 看最后一条消息（{talk:time}；这里是 {own_talk:time}）。",
    ),
    "storage.continues-none": Words(
        "pi --continue in {cwd} finds no session and starts a new one",
        "No file in {folder} has a header that pi accepts for it.",
        "在 {cwd} 里运行 pi --continue 找不到会话，会新建一个",
        "{folder} 里没有 pi 能接受其文件头的文件。",
    ),
    "storage.hidden-by-dangling": Words(
        "{path} hides all sessions of its folder from pi --continue",
        "It cannot be looked at (a link that leads nowhere, or no permission). While it lies in {folder}, pi --continue "
        "in {cwd} finds nothing and starts a new session.",
        "{path} 使 pi --continue 看不到它所在目录里的任何会话",
        "它无法被查看（失效的链接，或没有权限）。只要它还在 {folder}，在 {cwd} 里运行 pi --continue 就什么也找不到，"
        "只会新建会话。",
    ),
    "storage.hidden-by-pipe": Words(
        "{path} is a pipe: it stops pi --continue, and hides the sessions of its folder",
        "pi opens the files of {folder} newest first and waits for ever on a pipe. Move it away, or open the session by "
        "its path.",
        "{path} 是管道：它会卡住 pi --continue，并使所在目录里的会话都看不到",
        "pi 按从新到旧打开 {folder} 里的文件，遇到管道会一直等下去。把它移走，或按路径打开会话。",
    ),
    "storage.passed-over": Words(
        "{n:newer file is,newer files are} passed over by pi --continue: no readable header",
        "{names:list}",
        "pi --continue 会跳过 {n} 个更新的文件：没有可读的文件头",
        "{names:list}",
    ),
    "storage.no-cwd": Words(
        "The header names no folder, so no project's pi --continue looks for this session by its folder",
        "",
        "文件头没有记录目录，所以没有哪个项目的 pi --continue 会按目录找到这个会话",
        "",
    ),
    "storage.wrong-folder": Words(
        "The file lies in the session folder of another project: pi --continue in {cwd} does not see it",
        "It lies in {folder}; sessions of {cwd} belong into {expected}. An import keeps the folder in the header "
        "and puts "
        "the copy where pi was running (others here: {others:list}).",
        "这个文件放在另一个项目的会话目录里：在 {cwd} 里运行 pi --continue 看不到它",
        "它在 {folder}；{cwd} 的会话应在 {expected}。导入时文件头里的目录不变，"
        "副本放进当时运行 pi 的项目目录（这里还有：{others:list}）。",
    ),
    "storage.folder-shared": Words(
        "Two projects share this session folder: {cwd} and {others:list}",
        "pi makes the same folder name for both and --continue does not tell them apart: it opens whichever "
        "changed last.",
        "两个项目共用这个会话目录：{cwd} 和 {others:list}",
        "pi 为两者生成相同的目录名，--continue 不加区分，只打开最后修改的那个。",
    ),
    "storage.imports-here": Words(
        "This session folder also holds {n:session,sessions} of other folders: {others:list}",
        "Imported or copied here: {names:list}. pi --continue in {cwd} may open one of them.",
        "这个会话目录里还有来自其他目录的 {n} 个会话：{others:list}",
        "是导入或复制来的：{names:list}。在 {cwd} 里运行 pi --continue 有可能打开它们。",
    ),
    "storage.nearby": Words(
        "{n:other session,other sessions} of this folder from the same days, the nearest {nearest}",
        "Its last talk was {talk:time}. What was said there is not known here. {names:list}",
        "同一目录里还有 {n} 个时间相近的会话，最近的是 {nearest}",
        "它最后的对话是 {talk:time}。在那边说过的话，这里不知道。{names:list}",
    ),
    "storage.same-id": Words(
        "{n:other file has,other files have} the same session id",
        "An import or a copy keeps the id; each file then goes on by itself. The last talk there was {talk:time}, here "
        "{own_talk:time}. {files:list}",
        "还有 {n} 个文件的会话 id 与此相同",
        "导入或复制会保留 id，之后各自发展。那边最后的对话是 {talk:time}，这里是 {own_talk:time}。{files:list}",
    ),
    "storage.same-id-newer": Words(
        "Another file with the same session id went on longer: {other}",
        "The last talk there was {talk:time}, here {own_talk:time}. An import or a copy keeps the id. {files:list}",
        "另一个会话 id 相同的文件有更新的对话：{other}",
        "那边最后的对话是 {talk:time}，这里是 {own_talk:time}。导入或复制会保留 id。{files:list}",
    ),
    "storage.forked-from": Words(
        "It was forked from {parent}",
        "That file was not looked for, since this one lies outside the folders looked at.",
        "它是从 {parent} 分叉出来的",
        "这个文件不在查看范围内，所以没有去找那个文件。",
    ),
    "storage.parent": Words(
        "It was forked from {parent}",
        "What was said there after the fork is not in this file.",
        "它是从 {parent} 分叉出来的",
        "分叉之后在那边说的话不在这个文件里。",
    ),
    "storage.parent-missing": Words(
        "The session it was forked from is gone: {parent}",
        "The shared beginning was copied and is here; what was said there on other branches or after the fork cannot be "
        "looked at.",
        "分叉来源的会话不见了：{parent}",
        "共同的开头已复制在这里；那边其他分支上或分叉之后说的话已无从查看。",
    ),
    "storage.own-suffix": Words(
        "The name {name} does not end in .jsonl, so pi lists and continues it nowhere",
        "It looks like a leftover of another program; what it holds can be read all the same.",
        "文件名 {name} 不以 .jsonl 结尾，pi 不会列出它，也不会继续它",
        "看起来是别的程序留下的；其中的内容仍能读取。",
    ),
    "storage.own-copy": Words(
        "By its name this file is a copy: {name}",
        "The original may have gone on since.",
        "从名字看这是一份副本：{name}",
        "原文件之后可能还有新的内容。",
    ),
    "storage.leftovers": Words(
        "Beside this file {n:leftover lies,leftovers lie} that may hold more of it: {names:list}",
        "pi does not look at them; pi-inspector opens any file by its path ({folder}).",
        "这个文件旁边有 {n} 个残留文件，可能含有更多内容：{names:list}",
        "pi 不会去看它们；pi-inspector 可以按路径打开任何文件（{folder}）。",
    ),
    "storage.leftovers-folder": Words(
        "{n:leftover of other sessions lies,leftovers of other sessions lie} in {folder}",
        "{names:list}",
        "{folder} 里有 {n} 个其他会话的残留文件",
        "{names:list}",
    ),
    "storage.cwd-gone": Words(
        "The folder of this session is gone: {cwd}",
        "Opened with --resume or --session, pi asks whether to continue in the current folder, to fork, or to cancel. "
        "pi --continue is of no use there any more.",
        "这个会话的目录已不存在：{cwd}",
        "用 --resume 或 --session 打开时，pi 会询问：在当前目录继续、分叉，还是取消。在原目录里已无法使用 pi --continue。",
    ),
    "storage.cwd-unseen": Words(
        "Whether the folder {cwd} exists cannot be told on this machine",
        "",
        "在这台机器上无法判断目录 {cwd} 是否存在",
        "",
    ),
    "storage.renamed-from": Words(
        "{n:session,sessions} of {old}, which is gone, may be from before this project was moved",
        "The last part of the name is the same as of {cwd}. pi looks for sessions by the full path, so a moved project "
        "starts without them.",
        "{old} 已不存在，它的 {n} 个会话可能来自本项目搬移之前",
        "目录名的最后一段与 {cwd} 相同。pi 按完整路径查找会话，搬移后的项目就看不到它们了。",
    ),
    "storage.renamed-to": Words(
        "The project may have moved from {old} to {cwd}",
        "The last part of the name is the same. pi looks for sessions by the full path, so it starts without this one "
        "there ({others:list}).",
        "项目可能已从 {old} 搬到 {cwd}",
        "目录名的最后一段相同。pi 按完整路径查找会话，在那里看不到这个会话（{others:list}）。",
    ),
    "storage.worked-elsewhere": Words(
        "From L{line:d} on the work ran in {folder}, not in {cwd} as the header says",
        "Only the prompt tells it: pi leaves the header as it is. Relative paths and AGENTS.md are those of "
        "{folder} from "
        "there on; those of {cwd} no longer apply.",
        "从 L{line:d} 起，工作是在 {folder} 进行的，而不是文件头所说的 {cwd}",
        "只有提示词能看出来：pi 不会改动文件头。从那里起，相对路径和 AGENTS.md 都以 {folder} 为准，{cwd} 的不再生效。",
    ),
    "storage.worked-elsewhere-before": Words(
        "For a while the work ran in {folder} (from L{line:d}), later again in {cwd}",
        "Relative paths and AGENTS.md of that time are those of {folder}.",
        "有一段时间工作是在 {folder} 进行的（从 L{line:d} 起），后来又回到 {cwd}",
        "那段时间的相对路径和 AGENTS.md 以 {folder} 为准。",
    ),
    "storage.no-talk": Words(
        "The file holds no user or assistant message ({n:entry,entries})",
        "Older versions of pi wrote a session only after the first reply, so a first prompt without an answer may never "
        "have reached the disk; with --no-session nothing is written.",
        "文件里没有用户消息，也没有助手消息（{n} 个条目）",
        "旧版 pi 要等到第一条回复之后才写会话，没有得到回答的第一条提示可能从未写入磁盘；用 --no-session 时什么都不写。",
    ),
    "storage.never-written": Words(
        "It may never have reached the disk, if it was a first prompt that got no answer",
        "Older versions of pi wrote a session only after the first reply; with --no-session nothing is written at all.",
        "如果那是没有得到回答的第一条提示，它可能从未写入磁盘",
        "旧版 pi 要等到第一条回复之后才写会话；用 --no-session 时什么都不写。",
    ),
    "storage.roots": Words(
        "Looked at: {roots:list} ({n:session,sessions})",
        "Other homes have sessions of their own: a container, the root user, WSL beside Windows, another machine.",
        "查看了：{roots:list}（{n} 个会话）",
        "其他主目录有各自的会话：容器、root 用户、Windows 旁边的 WSL、别的机器。",
    ),
    "storage.outside": Words(
        "Not known whether pi --continue opens this file: it lies outside {root}",
        "Only the file itself was looked at. Other homes (a container, root, WSL) have session folders of their own.",
        "不知道 pi --continue 会不会打开这个文件：它在 {root} 之外",
        "只查看了文件本身。其他主目录（容器、root、WSL）有各自的会话目录。",
    ),
    "storage.not-looked": Words(
        "Not known whether pi --continue opens this file: no session folder was looked at",
        "Only the file itself was looked at.",
        "不知道 pi --continue 会不会打开这个文件：没有查看会话目录",
        "只查看了文件本身。",
    ),
}

STEPS: dict[str, StepWords] = {
    "copy-first": StepWords(
        "Copy the file before pi opens it: {file}",
        "在 pi 打开之前先复制一份：{file}",
    ),
    "remove-link": StepWords(
        "Move it out of the folder, then pi --continue works again: {path}",
        "把它移出这个目录，pi --continue 就恢复正常：{path}",
    ),
    "look-into": StepWords(
        "Look into it: pi-inspector show {path:sh}",
        "查看它的内容：pi-inspector show {path:sh}",
    ),
    "missing-cwd": StepWords(
        "Go to the project's folder of today, open it there and choose to continue in the current folder: "
        "pi --session {path:sh}",
        "到项目现在的目录里打开，并选择在当前目录继续：pi --session {path:sh}",
    ),
    "run-in": StepWords(
        "Open it there and choose to continue in the current folder: cd {cwd:sh} && pi --session {path:sh}",
        "在那里打开，并选择在当前目录继续：cd {cwd:sh} && pi --session {path:sh}",
    ),
    "continue-in": StepWords(
        "Go on where the work ran last (pi --session would start in the header's folder, which still exists): "
        "cd {cwd:sh} && pi --continue",
        "在最后工作的目录继续（文件头的目录还在，pi --session 会从那里启动）：cd {cwd:sh} && pi --continue",
    ),
    "fork-in": StepWords(
        "Go on in a copy where the work ran last (pi --session would start in the header's folder, which still "
        "exists; pi --continue would not open this file): cd {cwd:sh} && pi --fork {path:sh}",
        "在最后工作的目录用副本继续（文件头的目录还在，pi --session 会从那里启动；pi --continue 不会打开这个文件）："
        "cd {cwd:sh} && pi --fork {path:sh}",
    ),
    "open-by-header": StepWords(
        "Open it by its path; pi then runs in the header's folder, {cwd}: pi --session {path:sh}",
        "按路径打开，pi 会在文件头的目录 {cwd} 里运行：pi --session {path:sh}",
    ),
}
