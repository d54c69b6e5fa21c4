"""Words for what became of the phrase asked for, in the stage at whose gate it was lost."""

from __future__ import annotations

from inspector.diagnosis.words import StepWords, Words

_ELSEWHERE = Words(
    "{phrase:quote} is lost here: it stands only in another session, {file} (L{line}).",
    "",
    "{phrase:quote}在此丢失：它只在另一个会话 {file}（L{line}）里。",
    "",
)
_GAP = Words(
    "{phrase:quote} was out of view here from L{gap_line} ({gap_taker}) to L{back_line}.",
    "{gap_replies:reply,replies} in between did not have it.",
    "{phrase:quote}在此中断：从 L{gap_line}（{gap_taker_zh}）到 L{back_line} 不可见。",
    "其间有 {gap_replies} 次回复看不到它。",
)
WORDS: dict[str, Words] = {
    "storage.phrase-lost": Words(
        "{phrase:quote} is lost here: it stands in L{line}, from which no model is given anything.",
        "",
        "{phrase:quote}在此丢失：它在 L{line}，那里的内容不会交给任何模型。",
        "",
    ),
    "storage.phrase-elsewhere": _ELSEWHERE,
    "branch.phrase-lost": Words(
        "{phrase:quote} is lost here: it stands in L{line}, which is not on the path to L{at_line}.",
        "",
        "{phrase:quote}在此丢失：它在 L{line}，不在通往 L{at_line} 的路径上。",
        "",
    ),
    "branch.phrase-elsewhere": _ELSEWHERE,
    "compaction.phrase-lost": Words(
        "{phrase:quote} is lost here: it stands in L{line}, and the compaction at L{cut_line} cut it off.",
        "",
        "{phrase:quote}在此丢失：它在 L{line}，已被 L{cut_line} 的压缩截去。",
        "",
    ),
    "compaction.phrase-gap": _GAP,
    "source.phrase-lost": Words(
        "{phrase:quote} is lost here: it stands in L{line} ({how}).",
        "",
        "{phrase:quote}在此丢失：它在 L{line}（{how_zh}）。",
        "",
    ),
    "source.phrase-later": Words(
        "{phrase:quote} was not said yet at L{at_line}: it comes later, in L{line}.",
        "",
        "在 L{at_line} 时还没有说过{phrase:quote}：它后来才出现，在 L{line}。",
        "",
    ),
    "source.phrase-gap": _GAP,
}
STEPS: dict[str, StepWords] = {}
