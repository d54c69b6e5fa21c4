"""The demo session: a stall plan for a night market, and a rule that a compaction loses.

Told in five parts, each a function that continues where the last one stopped. What happens, and where it shows:

1. The rule is said first: stall numbers are painted on the ground and never change.
2. The grid is drawn; a test fails; an extension trims a long listing; a tool spends money of its own.
3. A branch tries sorting by smell, is left with a summary, and its file stays on disk.
4. A reply is cut off, another fails and is retried; the model is changed; the person compacts. The summary
   has no word of the rule.
5. The model renumbers the stalls. The person is angry; the model truly does not know. A third branch, begun
   before the compaction, shows that it would have known.
"""

from __future__ import annotations

from builder import Story, text, thinking
from pictures import base64_of, street_plan
from prompt import TOOLS, TRANSLATE, sections

CWD = "/home/mei/night-market"
PROJECT = "Plain Python, no packages. Texts for visitors are in Chinese and English.\nRun `python -m pytest -q` before you say that something works."
RULE = (
    "We make the stall plan for the night market (夜市) on Canal Street. One rule before anything else: "
    "stall numbers never change, they are painted on the ground. Prices are whole yuan. Read the layout first, please."
)
STALLS = """number,name,side,metres,fee
1,豆花 Tofu pudding,north,2,80
2,烤鱿鱼 Grilled squid,north,3,120
3,糖画 Sugar pictures,north,2,60
5,臭豆腐 Stinky tofu,north,3,120
6,旧书 Old books,south,4,90
7,灯笼 Lanterns,south,4,140
8,凉茶 Herbal tea,south,2,60
11,生煎 Pan-fried buns,south,3,120
12,剪纸 Paper cuts,south,2,60
"""
PLAN = '''"""Draws the stall plan of the market."""

import csv


def stalls(path="stalls.csv"):
    with open(path, newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def draw(rows):
    return "\\n".join(f"{row['number']:>3} {row['name']}" for row in rows)


if __name__ == "__main__":
    print(draw(stalls()))
'''


def demo() -> Story:
    """The whole session."""
    story = Story("demo-night-market", CWD, "2026-09-11T15:32:04.312+08:00")
    story.settings("anthropic", "claude-sonnet-4-5", "medium")
    said = _rule_is_said(story)
    fork = _grid_is_drawn(story)
    _smell_branch(story, fork)
    before, kept = _trouble_and_new_model(story)
    _compaction(story, kept)
    _rule_is_broken(story)
    angry = story.leaf
    _branch_that_remembers(story, before, said)
    story.go_back(angry)
    _end(story)
    return story


def _rule_is_said(s: Story) -> str:
    s.shell("git status --short", "?? stalls.csv\n?? plan.py\n?? AGENTS.md\n")
    s.system(sections(CWD, PROJECT), TOOLS)
    said = s.user(RULE)
    layout, plan = s.call("read", path="stalls.csv"), s.call("read", path="plan.py")
    s.reply(thinking("Two files: the layout and the script. Read both at once.", "sig-a1"), layout, plan)
    s.result(layout, STALLS)
    s.result(plan, PLAN)
    s.reply(
        thinking(
            "Numbers 4, 9 and 10 are missing. That must be on purpose: they are painted, so a gap stays a gap.",
            "sig-a2",
        ),
        "Nine stalls, five south and four north. The numbers **4, 9 and 10** are free. I keep every number as it is, "
        "gaps included, since they are painted on the ground. Fees are whole yuan already.",
    )
    s.label(said, "the rule")
    s.add("session_info", name="夜市 stall plan 🏮")
    return said


def _grid_is_drawn(s: Story) -> str:
    s.user(
        "Draw it as two rows, north above south, with the street between. 🏮 for stalls that light lanterns."
    )
    _first_draft(s)
    _fix_width(s)
    _long_listing(s)
    _translation(s)
    s.user(
        "Here is the photograph of the street. Does the plan match?",
        {"type": "image", "data": base64_of(street_plan()), "mimeType": "image/png"},
    )
    s.reply(
        "It does: six places on each side, the canal to the south. The lantern line runs between the rows."
    )
    s.shell("grep -c . notes-fees-private.txt", "14\n", private=True)
    s.add(
        "custom",
        customType="market-clock",
        data={"opens": "18:00", "closes": "23:30", "remindAt": [17.5, 23.25]},
    )
    return s.leaf or ""


def _first_draft(s: Story) -> None:
    new = "def draw(rows):\n    north = [cell(r) for r in rows if r['side'] == 'north']\n    south = [cell(r) for r in rows if r['side'] == 'south']\n"
    change = s.call("edit", path="plan.py", edits=[{"oldText": "def draw(rows):\n", "newText": new}])
    s.reply(thinking("Two rows by side, then a street line.", "sig-b1"), change)
    s.edited(
        change,
        "  9 \n 10 \n-11 def draw(rows):\n+11 def draw(rows):\n+12     north = [cell(r) for r in rows if r['side'] == 'north']\n+13     south = [cell(r) for r in rows if r['side'] == 'south']",
        11,
    )
    tests = s.call(
        "write",
        path="test_plan.py",
        content=(
            "from plan import draw, stalls\n\n\ndef test_numbers_are_those_on_the_ground():\n"
            "    drawn = draw(stalls())\n    for number in (1, 2, 3, 5, 6, 7, 8, 11, 12):\n        assert f'{number:>2} ' in drawn\n"
        ),
    )
    s.reply(tests)
    s.result(tests, "Wrote test_plan.py (7 lines).")
    run = s.call("bash", command="python -m pytest -q")
    s.reply(run)
    s.result(
        run,
        (
            "F                                                        [100%]\n\x1b[31m\x1b[1mE   NameError: name 'cell' is not defined\x1b[0m\n"
            "plan.py:12: NameError\n1 failed in 0.04s\n\nCommand exited with code 1"
        ),
        error=True,
    )


def _fix_width(s: Story) -> None:
    change = s.call(
        "edit",
        path="plan.py",
        edits=[
            {
                "oldText": "def draw(rows):\n",
                "newText": "def cell(row):\n    return f\"{row['number']:>2} {row['name'].split()[0]}\"\n\n\ndef draw(rows):\n",
            },
            {
                "oldText": "    return \"\\n\".join(f\"{row['number']:>3} {row['name']}\" for row in rows)\n",
                "newText": '    return "  ".join(north) + "\\n" + "·" * 48 + "\\n" + "  ".join(south)\n',
            },
        ],
    )
    s.reply(
        thinking(
            "cell is missing. Width: Chinese characters take two columns, so no fixed padding.", "sig-b2"
        ),
        change,
    )
    s.edited(
        change,
        '+11 def cell(row):\n+12     return f"{row[\'number\']:>2} {row[\'name\'].split()[0]}"\n+13 \n+14 \n 15 def draw(rows):\n-16     return "\\n".join(f"{row[\'number\']:>3} {row[\'name\']}" for row in rows)\n+18     return "  ".join(north) + "\\n" + "·" * 48 + "\\n" + "  ".join(south)',
        11,
    )
    run = s.call("bash", command="python -m pytest -q && python plan.py")
    s.reply(run)
    s.add("usage", kind="cache_warm", provider=s.provider, model=s.model, usage=s.usage(4210, 1, 4206))
    s.result(
        run,
        ".                                                        [100%]\n1 passed in 0.03s\n 1 豆花   2 烤鱿鱼   3 糖画   5 臭豆腐\n"
        + "·" * 48
        + "\n 6 旧书   7 灯笼   8 凉茶  11 生煎  12 剪纸\n",
    )
    s.reply(
        "Done: two rows and the street.\n\n```text\n 1 豆花   2 烤鱿鱼   3 糖画   5 臭豆腐\n················\n 6 旧书   7 灯笼   8 凉茶  11 生煎  12 剪纸\n```\n\nTouched `plan.py` and `test_plan.py`."
    )


def _long_listing(s: Story) -> None:
    s.user("What did we have last year? There should be a listing in old/.")
    listing = s.call("bash", command="cat old/2025.txt")
    s.reply(listing)
    lines = "".join(
        f"2025-{5 + n // 30:02d}-{1 + n % 30:02d}  stall {1 + n * 7 % 12:>2}  fee {60 + n * 20 % 100} yuan  lamp {'on' if n % 3 else 'off'}\n"
        for n in range(120)
    )
    result = s.result(listing, lines)
    s.add(
        "context_edit",
        targetId=result,
        replacement={
            "content": [
                text("[120 lines of last year's fees, trimmed to save room; stall 4 stood empty all season]")
            ]
        },
    )
    s.reply(
        "Last year the same numbers were used; **stall 4 stood empty** all season, which explains the gap."
    )


def _translation(s: Story) -> None:
    s.system(
        {
            "tools": "<tools>\n- read: show a file\n- bash: run a command\n- edit: replace exact text\n- write: write a file\n- translate: a small model of its own\n</tools>"
        },
        [TRANSLATE],
    )
    s.user("Put a line for visitors on top, in both languages: mind the cables, they are hot.")
    call = s.call("translate", text="Mind the cables, they are hot.", to="zh")
    s.reply(call)
    s.result(call, "小心电缆，会烫手。", usage=s.usage(212, 19, 0, model="gemini-2.5-flash"))
    s.reply("On top now: **小心电缆，会烫手。** Mind the cables, they are hot. ⚠️")


def _smell_branch(s: Story, fork: str) -> None:
    s.user("An idea: sort the stalls by smell, strong ones down the wind. Try it.")
    script = s.call(
        "write",
        path="smell.py",
        content="SMELL = {'臭豆腐': 9, '烤鱿鱼': 7, '生煎': 4, '豆花': 1}\n\n\ndef by_smell(rows):\n    return sorted(rows, key=lambda r: -SMELL.get(r['name'].split()[0], 0))\n",
    )
    s.reply(thinking("Only the order of drawing changes, the numbers stay.", "sig-c1"), script)
    s.result(script, "Wrote smell.py (5 lines).")
    run = s.call(
        "bash", command="python -c 'import plan, smell; print(plan.draw(smell.by_smell(plan.stalls())))'"
    )
    s.reply(run)
    s.result(
        run,
        " 5 臭豆腐   2 烤鱿鱼   1 豆花   3 糖画\n"
        + "·" * 48
        + "\n11 生煎   6 旧书   7 灯笼   8 凉茶  12 剪纸\n",
    )
    last = s.reply(
        "Sorted. It reads badly, though: visitors look for numbers in order. The wind is from the east after nine."
    )
    s.go_back(fork)
    summary = (
        "## Goal\nSort the stall plan by smell.\n\n## Constraints & Preferences\n- numbers stay with their stalls\n\n"
        "## Progress\n### Done\n- [x] smell.py written\n\n## Key Decisions\n- **Dropped**: visitors look for numbers in order\n\n"
        "## Next Steps\n1. Go on with the plan in number order\n\n<modified-files>\nsmell.py\n</modified-files>"
    )
    jump = s.add(
        "branch_summary",
        summary,
        fromId=last,
        summary=summary,
        details={"readFiles": [], "modifiedFiles": ["smell.py"]},
        usage=s.usage(1630, 121, -1),
        fromHook=False,
    )
    s.label(jump, "smell: no")


def _trouble_and_new_model(s: Story) -> tuple[str, str]:
    s.user("Leave that. Compute the fees of an evening and write them to fees.md.")
    look = s.call("bash", command="ls && cat smell.py | head -3")
    s.reply(thinking("Is smell.py from that attempt still there?", "sig-d1"), look)
    s.result(
        look,
        "AGENTS.md\nold\nplan.py\nsmell.py\nstalls.csv\ntest_plan.py\nSMELL = {'臭豆腐': 9, '烤鱿鱼': 7, '生煎': 4, '豆花': 1}\n\n\n",
    )
    s.reply(
        "`smell.py` is still on disk from the attempt you left; I do not use it. The fees come to 850 yu",
        stop="aborted",
        usage=s.usage(5900, 31, 5600),
        errorMessage="Request was aborted",
    )
    s.user("Wait, the herbal tea (凉茶) pays nothing in September. Then write the file.")
    failed = s.reply(stop="error", error="529 overloaded, try again later")
    s.add("context_edit", targetId=failed, replacement=None)
    write = s.call(
        "write",
        path="fees.md",
        content="# 摊位费 Fees, one evening\n\n| stall | yuan |\n|---|---|\n| 1 豆花 | 80 |\n| 2 烤鱿鱼 | 120 |\n| 3 糖画 | 60 |\n| 5 臭豆腐 | 120 |\n| 6 旧书 | 90 |\n| 7 灯笼 | 140 |\n| 8 凉茶 | 0 |\n| 11 生煎 | 120 |\n| 12 剪纸 | 60 |\n\nTogether: 790\n",
    )
    s.reply(thinking("850 less 60 is 790.", "sig-d2"), write)
    s.result(write, "Wrote fees.md (15 lines).")
    before = s.reply("`fees.md` is written: **790 yuan** an evening in September, 凉茶 free of charge.")
    s.add(
        "custom_message",
        "two hours to go",
        customType="market-clock",
        content="Market opens in two hours.",
        display=False,
        details={"at": "16:00"},
    )
    s.use("openai", "gpt-5.1-codex")
    s.level = "high"
    s.add("thinking_level_change", thinkingLevel="high")
    kept = s.user("Show me fees.md as the page will show it, and the total in red if it is under 800.")
    page = s.call("bash", command="python - <<'P'\nprint(open('fees.md', encoding='utf-8').read())\nP")
    s.reply(thinking("Print the file, decide about colour afterwards."), page)
    s.result(
        page,
        "# 摊位费 Fees, one evening\n\n| stall | yuan |\n|---|---|\n| 1 豆花 | 80 |\n…\n\nTogether: 790\n",
    )
    s.reply("The total is 790, so it is red:\n\n> Together: 🔴 **790**\n\nNothing else changed.")
    return before, kept


def _compaction(s: Story, kept: str) -> None:
    summary = (
        "## Goal\nMake the stall plan and the fee list of the night market (夜市) on Canal Street.\n\n"
        "## Constraints & Preferences\n- fees are whole yuan\n- texts for visitors in Chinese and English\n\n"
        "## Progress\n### Done\n- [x] plan.py draws two rows with the street between\n- [x] test_plan.py passes\n"
        "- [x] fees.md: 790 yuan an evening in September\n### In Progress\n- [ ] the page of fees\n\n"
        "## Key Decisions\n- **Order**: by number, not by smell\n- **凉茶**: pays nothing in September\n\n"
        "## Next Steps\n1. Add the new stalls by the canal\n\n## Critical Context\n- number 4 stood empty last year\n\n"
        "<read-files>\nstalls.csv\n</read-files>\n\n<modified-files>\nfees.md\nplan.py\ntest_plan.py\n</modified-files>"
    )
    prompt = sections(CWD, PROJECT)
    prompt["tools"] = (
        "<tools>\n- read: show a file\n- bash: run a command\n- edit: replace exact text\n- write: write a file\n- translate: a small model of its own\n</tools>"
    )
    checkpoint = {
        "role": "system",
        "content": "",
        "sections": prompt,
        "toolsAdded": [*TOOLS, TRANSLATE],
        "timestamp": s.ms(),
    }
    s.compact(
        summary,
        kept,
        1900,
        details={"readFiles": ["stalls.csv"], "modifiedFiles": ["fees.md", "plan.py", "test_plan.py"]},
        systemMessage=checkpoint,
    )


def _rule_is_broken(s: Story) -> None:
    s.user("Six new stalls come, by the canal: 奶茶, 米线, 风筝, 陶笛, 年糕, 鞋垫. Put them in.")
    look = s.call("read", path="stalls.csv")
    s.reply(look)
    s.result(look, STALLS)
    change = s.call(
        "bash",
        command="python - <<'P'\nimport csv\nrows = list(csv.DictReader(open('stalls.csv', encoding='utf-8')))\nfor name in '奶茶 米线 风筝 陶笛 年糕 鞋垫'.split():\n    rows.append({'name': name, 'side': 'canal', 'metres': 2, 'fee': 60})\nfor number, row in enumerate(rows, 1):\n    row['number'] = number\nout = csv.DictWriter(open('stalls.csv', 'w', encoding='utf-8', newline=''), ['number', 'name', 'side', 'metres', 'fee'])\nout.writeheader()\nout.writerows(rows)\nP\nwc -l stalls.csv",
    )
    s.reply(
        thinking("Fifteen stalls. The numbers have gaps; counting through from 1 makes the list tidy."),
        change,
    )
    s.result(change, "16 stalls.csv\n")
    s.reply(
        "All fifteen stalls are in, **numbered 1 to 15 without gaps**. 生煎 is now number 8, 剪纸 is 9, the new ones are 10 to 15."
    )
    s.user("Why did you renumber?! 😡 I said at the very start that the numbers never change!")
    s.reply(
        thinking("Nothing that I can see says so. The summary names yuan and two languages, no numbers."),
        "I am sorry. I looked through everything I have: the summary of our earlier work says that fees are whole yuan and that texts "
        "are in two languages, but nothing about numbers. Tell me the rule again and I restore the old ones.",
    )


def _branch_that_remembers(s: Story, before: str, said: str) -> None:
    s.go_back(before)
    s.use("openai", "gpt-5.1-codex")
    s.label(said, "the rule (said first)")
    s.user(
        "Six new stalls come, by the canal: 奶茶, 米线, 风筝, 陶笛, 年糕, 鞋垫. Which numbers do they get?"
    )
    s.reply("4, 9 and 10 are free, then 13, 14 and 15. The painted numbers stay as they are.")


def _end(s: Story) -> None:
    s.user(
        "The numbers are painted on the ground. Put the old ones back: new stalls get 4, 9, 10, 13, 14, 15."
    )
    fix = s.call(
        "bash",
        command="git checkout stalls.csv 2>/dev/null || cp old/stalls.csv . && python add_canal.py 4 9 10 13 14 15 && python -m pytest -q",
    )
    s.reply(fix)
    s.result(fix, ".                                                        [100%]\n1 passed in 0.03s\n")
    s.shell("python plan.py | head -2", " 1 豆花   2 烤鱿鱼   3 糖画   4 奶茶   5 臭豆腐\n" + "·" * 48 + "\n")
    s.reply(
        "The old numbers are back: 生煎 is **11** and 剪纸 is **12** again; 奶茶 has 4, 米线 9, 风筝 10, 陶笛 13, 年糕 14, 鞋垫 15. 🏮"
    )
