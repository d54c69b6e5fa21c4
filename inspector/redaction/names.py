"""Which user names say who somebody is wherever they stand, and which are words that a text needs anyway."""

from __future__ import annotations

import re

# Every system has these as folders, accounts or roles: they name nobody.
ROLES = frozenset(
    "root user users home dev bin sbin src lib lib64 etc usr var tmp opt proc sys run mnt media data test tests app apps "
    "web www code work project projects docs doc node_modules build dist public shared default admin administrator runner "
    "ubuntu debian fedora centos alpine vagrant ec2-user git main node pi me guest demo example nobody daemon system "
    "service operator jenkins docker postgres mysql redis nginx apache www-data codespace vscode gitpod linuxbrew username "
    "owner staff wheel sudo local 用户 管理员 测试 开发 默认 公共 ユーザー 사용자".split()
)
# Words of everyday texts, of sessions and of programs that are names too: masked only where the place says "a user".
_WORDS = frozenset(
    "mark will bill rose grace hope faith jack frank grant chase drew rich dean earl gene herb lance miles nick pierce stew "
    "victor wade ward april summer autumn winter spring iris lily holly olive pearl ruby amber dawn gail crystal daisy "
    "ginger hazel heather jade jasmine melody penny piper robin sandy star violet carol christian angel destiny mercy cliff "
    "forest glen heath brook clay colt dale flint jasper reed rocky skip sonny storm tanner cooper carter mason hunter "
    "parker porter taylor turner walker miller baker cook king prince duke bishop page green brown black white gray grey "
    "blue gold silver stone wood woods hill lake river field fields banks bush rice wolf fox bear lion tiger eagle hawk "
    "swan bird fish young long short small little good best new old bright sharp swift strong power love peace light moon "
    "stars snow frost rain cloud fire ocean north south east west moss fern sage basil pepper berry apple cherry peach plum "
    "coral sierra dakota phoenix paris london austin dallas jordan israel china india august sunday monday friday christmas "
    "easter price cash dollar sterling major general captain marshal judge law true false null none type text name role "
    "title note content message messages session assistant system tool tools model models provider thinking image custom "
    "label summary branch compaction details usage input output total cost error result value values entry file files path "
    "paths line lines list item items string number object array key keys token tokens function class method module import "
    "export return const async await static public private server client host port base core util utils config option "
    "options setting settings index data time date year month week hour minute second first last next prev left right "
    "center top bottom start stop begin open close read write edit bash grep find search show help hello world foo foobar "
    "alpha beta gamma delta omega echo tango oscar romeo python java javascript typescript rust perl kotlin scala julia "
    "dart haskell clojure django flask rails react vue svelte angular express linux macos windows chrome firefox safari "
    "claude anthropic openai google gemini mistral llama meta amazon azure github gitlab docker kube agent agents human "
    "person people team group bot robot master slave worker manager player player1 student teacher doctor nurse writer "
    "reader editor author maker coder hacker developer engineer designer tester customer member support info contact sales "
    "mail email office home house space place point level view form table chart graph map tree node leaf root seed plant "
    "garden water sugar salt coffee bean tiny mini micro mega super ultra hyper magic mystic logic music dance drama story "
    "word words book books letter notes paper pencil marker trace track sign signal wave band sound voice radio video photo "
    "picture frame window door gate wall floor roof brick block blocks bolt spark flash lamp candle this that with from "
    "have been were they them then than when what where which would could should there their about after again also because "
    "before being both each ever every into just know like look made make many more most much must never only other over "
    "same some such take tell these think those through under until upon very want well went while your yours nova atlas "
    "apollo hermes titan mercury venus mars jupiter saturn pluto orion zeus eros pandora art joy ray sue bob rob pat max "
    "jay guy may june eve ivy sky ted rod "
    "小明 老师 同学 朋友 中国 北京 上海 今天 明天 我们 你们 他们 文件 代码 项目 系统 数据 程序 服务 工作 学习 世界".split()
)
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def is_role(name: str) -> bool:
    """True for a name that is masked only as a home: it names nobody."""
    return len(name) < 2 or name.lower() in ROLES


def is_distinctive(name: str) -> bool:
    """True where the name as a whole word means this person: at least four characters (two in Chinese, Japanese and Korean),
    no role, no everyday word."""
    plain = name.lower()
    if plain in ROLES or plain in _WORDS or plain.isdigit():
        return False
    return len(name) >= (2 if _CJK.fullmatch(name) else 4)
