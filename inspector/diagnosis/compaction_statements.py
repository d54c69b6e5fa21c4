"""Sentences of the user that were meant to last: rules ("never", "only", 不要, 必须) and facts with a name, a code or a
number in them. Found by words, so whatever rests on them is a lead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from inspector.diagnosis.terms import stem, stems, terms

HEAD, TAIL = 3_000, 1_500  # characters of a long message that are looked at: pasted text stands in between
_FENCE = re.compile(
    r"```.*?(?:```|\Z)|<(?:skill|file|system-reminder)\b.*?(?:</(?:skill|file|system-reminder)>|\Z)",
    re.DOTALL,
)
_SENTENCE = re.compile(r"\n+|(?<=[.!?])\s+|(?<=[。！？；])")
_CLAUSE = re.compile(r"[,;:](?=\s)|[，；：、]|\s[-–—]+\s")
_QUESTION = re.compile(r"[?？]\W*$|[吗呢]\W*$")
_LONGEST = 300  # characters of a sentence; more is pasted text
_SHORT_MESSAGE = 600  # facts are looked for in messages up to this length

# "Don't" with somebody else than the model as subject mostly tells of trouble; these verbs make a rule all the same.
_RULING = "count|apply|matter|belong|change|exceed|concern|include|touch|go (?:above|below|over|under|near)"
_TROUBLE = (
    "work|pass|know|think|see|understand|have|seem|appear|exist|care|mind|need|match|get|like|believe|recall|remember|feel|"
    "compile|build|show|load|fit|make sense|agree|look|expect"
)
_BEFORE = "please|and|but|so|just|also|or|then|therefore|because|if|we|you|i|really|again|important|note|rule"
_TALE = re.compile(
    rf"\b(?!(?:{_BEFORE})\b)[\w'`)]+\s+(?:\w+ly\s+|still\s+)?(?:don't|do not)\s+(?!(?:{_RULING})\b)"
    rf"|\b(?:i|we|you)\s+(?:\w+ly\s+)?(?:don't|do not)\s+(?:\w+ly\s+)?(?:{_TROUBLE})\b"
    r"|\b(?:it|this|that|i|he|she|we|they|which|you)\s+(?:always|never|only)\b"
    r"|\bmust (?:be (?:wrong|a|an|some|the|that)|have)\b|\b(?:don't|do not) (?:know|think|care|mind|worry|see why|understand)\b"
    r"|\b(?:the|an?|is|are|was|were|'s|there|not|if|has|have|had|but|my|our|its) only\b"
    r"|\bonly (?:a|an|one|thing|problem|issue|reason|when|if|because|after)\b",
    re.IGNORECASE,
)
# Lines of logs, traces and diffs that were pasted: nobody's words.
_PASTED = re.compile(
    r"\W*(?:WARN(?:ING)?|ERROR|ERR|INFO|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|SEVERE)\b(?:\]|:|\s*[-|]|\s+[A-Z\[(])"
    r"|(?i:\W*(?:warning|error):\s)|\W*\w*(?:Error|Exception|Warning):\s|\[?\d{4}-\d\d-\d\d[T ]|npm (?:ERR|WARN|error|warn)\b"
    r"|\[?\d\d:\d\d:\d\d|at \S+ \(|[+-]?\s*\d+\s+[-+]\s"
)
# Asides, and words about the work at hand or about how things are: they bind nobody later.
_ASIDE = re.compile(r"\((?![^()]*\b(?:never|always|from now on)\b)[ -'*-~]*\)", re.IGNORECASE)
_ONCE = re.compile(
    r"\bmust be (?:written|phrased|worded|structured|designed|made|done|built) (?:so that|in such a way)\b"
    r"|\bappend[- ]only\b|\bshould never (?:happen|occur)\b"
    r"|\b(?:and|but|which|it|that) only \w{2,}s (?:the|an?|one|its)\b"
    r"|\b(?!(?:should|must|may|shall|please|and|so|then|we|you|to)\b)\w+ no longer\b"
    r"(?! (?:allowed|permitted|acceptable|supported|to be|used?)\b)",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:don't|dont|do not|never|must|mustn't|always|only|may not|shouldn't|should not|should never|should always"
    r"|under no circumstances|forbidden|prohibited|not allowed|off limits|hands off|make sure|avoid|without asking"
    r"|from now on|at all times|no longer|not count|not below|not above|not exceed|at most|at least)\b",
    re.IGNORECASE,
)
_RULE_ZH = re.compile(
    r"(?<!要)不要|(?<![特区分级类识性个差鉴告辨判派各])[别別](?![的人处處墅针名称扭说說是])|不得(?!不)|禁止|[严嚴]禁|切勿|[请請]勿|不准|不[许許]"
    r"|不能(?=[改动動删刪用碰写寫提超有让讓把再])|不可(?![能思避])|必[须須]|[务務]必|一定要|只能|只准|只[许許]|只用|只可|只改|只[读讀]"
    r"|始[终終]|永[远遠]|[绝絕]不|千万|千萬|[记記]住|[记記]得|以[后後]都|一律"
)
_STRONG = re.compile(
    r"\b(?:never|must|always|do not|don't|under no circumstances|from now on|forbidden)\b"
    r"|不要|必[须須]|禁止|绝不|永远|[记記]住|只能|不得",
    re.IGNORECASE,
)
# Words of a rule in phrases that ask for nothing.
_IDIOM = re.compile(
    r"\b(?:never (?:you )?mind|nevermind|(?:don't|dont|do not|never) (?:you )?(?:worry|fret)|i must (?:say|admit|confess)"
    r"|better late than never|now or never|as always|at least (?:it|that|this) (?:works?|worked|is|was))\b"
    r"|(?:不要|[别別])(?:再)?(?:太)?(?:[担擔]心|介意|在意|客[气氣]|[见見]怪|[紧緊][张張]|生[气氣]|[难難][过過]|害怕|怕|慌|[误誤][会會]|[谢謝]我?"
    r"|[闹鬧]了|逗了|[开開]玩笑|管了|[着著]急|急(?![着著于於]))|不要[紧緊]|[没沒][关關][系係]"
    r"|只能(?:[这這那]么|[这這那]樣|[这這那]样|如此|算)(?:[说說])?(?:了|吧|啦)*(?=\W|$)"
    r"|只能[说說](?![中英日法德俄西葡韩韓意汉漢粤粵国國普上])",
    re.IGNORECASE,
)
_CUES = re.compile(
    r"\b(?:do not|don't|never|must not|must|always|only|make sure|from now on|without asking)\b"
    r"|不要|必须|必須|一定要|一律|禁止|只能|务必|千万|记住|记得|不能|不得|永远|始终",
    re.IGNORECASE,
)
_DEFINES = re.compile(r"\b(?:is|are|was|will be|called|named|equals)\b|[:=]\s|[：是叫为為]", re.IGNORECASE)
_CODE = re.compile(
    r"(?<![\w/.])(?=[\w-]*[A-Z])(?:[A-Z0-9]{2,}(?:-[A-Z0-9]+)+|[A-Z]{4,}\d*|[A-Z]+\d[A-Z0-9]{2,})(?![\w/.]\w)"
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})+")
_QUOTE = re.compile(r"\"([^\"\n]{3,40})\"|“([^”\n]{3,40})”|「([^」\n]{2,30})」")
_AMOUNT = re.compile(r"(?<![\w.:/-])(\d+(?:[.,]\d+)?)\s?(?:[a-zA-Z%€$£¥]|[元斤米个個天年月号號])")
_NOISE = re.compile(r"error|exception|traceback|failed|warning|https?://|报错|错误|异常", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """``text``: the sentence; ``wanted``: stems of what it turns on; ``codes``: names and codes in it, in lower
    case; ``amounts``: numbers with a unit."""

    row: int
    text: str
    kind: Literal["rule", "fact"]
    wanted: frozenset[str]
    codes: frozenset[str] = frozenset()
    amounts: frozenset[str] = frozenset()
    strong: bool = False


def statements(row: int, text: str) -> Iterator[Statement]:
    """Rules and facts in what a user said at ``row``."""
    has_rule = _rules(text)
    short = len(text) <= _SHORT_MESSAGE
    if not has_rule and not short:
        return
    text = _FENCE.sub("\n", text.replace("’", "'"))  # pasted code, skills and files are no words of the user
    text = text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n{text[-TAIL:]}"
    for sentence in _SENTENCE.split(text):
        sentence = sentence.strip(" \t>*-")
        if not sentence or len(sentence) > _LONGEST or _QUESTION.search(sentence) or _PASTED.match(sentence):
            continue
        rule = _rule(row, sentence) if has_rule and _rules(sentence) else None
        fact = _fact(row, sentence) if short and rule is None else None
        if rule or fact:
            yield rule or fact  # type: ignore[misc]


def _rules(text: str) -> bool:
    """True where a word of a rule stands in ``text``."""
    return _RULE.search(text) is not None or (not text.isascii() and _RULE_ZH.search(text) is not None)


def _rule(row: int, sentence: str) -> Statement | None:
    meant = _IDIOM.sub(" ", sentence)
    bare = _ONCE.sub(" ", _ASIDE.sub(" ", _TALE.sub(" ", meant)))
    if not _rules(bare):
        return None
    clauses = [part for part in _CLAUSE.split(meant) if _rules(part)]
    wanted = stems(_CUES.sub(" ", " ".join(clauses)))
    if len(wanted) < 3:
        wanted = stems(_CUES.sub(" ", meant))
    if len(wanted) < 2:
        return None
    return Statement(row, sentence, "rule", wanted, strong=bool(_STRONG.search(bare)))


def _fact(row: int, sentence: str) -> Statement | None:
    if len(sentence) > 200 or not _DEFINES.search(sentence) or _NOISE.search(sentence):
        return None
    codes = {match.group().lower() for match in _CODE.finditer(sentence)}
    codes |= {word.lower() for match in _NAME.finditer(sentence) for word in match.group().split()}
    codes |= {next(g for g in match.groups() if g).lower() for match in _QUOTE.finditer(sentence)}
    wanted = frozenset(map(stem, terms(sentence)))
    amounts = frozenset(match.group(1) for match in _AMOUNT.finditer(sentence))
    if not codes and not (amounts and len(wanted) >= 2):
        return None
    return Statement(row, sentence, "fact", wanted, frozenset(codes), amounts)
