"""The small samples of trouble: one per way in which bytes, records or the tree are not as they should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from builder import Record, Story, line_bytes, text
from pictures import base64_of, street_plan
from small import start_of, talk

CWD = "/home/ana/boats"
ESC = "\x1b"


def _boats(name: str, **options: Any) -> Story:
    return Story(name, CWD, start_of(name), **options)


def _four(name: str) -> Story:
    s = _boats(name)
    talk(s, f"The hull number is TEAL-OTTER-9 ({name}).", "Written down.")
    talk(s, "Varnish it twice.", "Two coats.")
    return s


def torn_last_line() -> bytes:
    """The writer was killed: the last record breaks off, without a newline."""
    s = _four("torn-last-line")
    s.user("Launch her at 06:45, not before the tide.")
    return s.encode(final_newline=False)[:-38]


def two_records_on_one_line() -> Story:
    """A newline was lost: two whole records share a line, and pi reads neither."""
    s = _four("two-records-on-one-line")
    s.lines[2:4] = [line_bytes(s.lines[2]) + line_bytes(s.lines[3])]
    return s


def nul_padding() -> Story:
    """A power cut filled a block with NUL bytes behind a record."""
    s = _four("nul-padding")
    s.lines[2] = line_bytes(s.lines[2]) + b"\0" * 96
    return s


def not_json() -> Story:
    """Something else wrote into the file: a line that is no JSON at all, and an empty one."""
    s = _four("not-json")
    s.lines.insert(3, "warning: disk almost full")
    s.lines.insert(4, "")
    return s


def not_records() -> Story:
    """JSON values that are no records: some pi skips, some it keeps as entries without a type."""
    s = _four("not-records")
    s.lines[3:3] = ["null", "0", "false", '""', "[]", '"a note"', "true", "{}"]
    return s


def bom_before_header() -> bytes:
    """An editor put a byte order mark in front: pi refuses the file."""
    return b"\xef\xbb\xbf" + _four("bom-before-header").encode()


def header_late() -> Story:
    """A title record stands before the header: pi refuses the file."""
    s = _four("header-late")
    s.lines.insert(0, {"type": "title", "title": "Boats"})
    return s


def header_missing() -> Story:
    """The first line is gone: pi refuses the file."""
    s = _four("header-missing")
    del s.lines[0]
    return s


def header_torn() -> Story:
    """The header is cut short: pi refuses the file."""
    s = _four("header-torn")
    s.lines[0] = line_bytes(s.lines[0])[:40]
    return s


def header_twice() -> Story:
    """Two sessions were joined into one file: a second header in the middle."""
    s = _four("header-twice")
    s.lines.insert(3, {**_boats("header-twice-second").lines[0]})  # type: ignore[dict-item]
    return s


def version_missing() -> Story:
    """No version in the header of a file that has ids: pi takes it for version 1 and the branches vanish."""
    s = _boats("version-missing", version=None)
    first = talk(s, "Oak or pine?", "Oak.")
    s.go_back(first)
    talk(s, "Pine.", "Pine is lighter.")
    return s


def newer_version_unknown_types() -> Story:
    """Version 9, record types nobody knows, and a message role nobody knows."""
    s = _boats("newer-version-unknown-types", version=9)
    talk(s, "Which rope?", "Hemp.")
    s.add("voice_note", "hum", seconds=12, transcript="the tide turns at nine")
    s.message({"role": "observer", "content": "nobody sends this", "timestamp": s.ms()})
    s.reply("The tide turns at nine?")
    s.add("checkpoint_marker", None, anything={"nested": [1, 2, {"deep": True}]})
    return s


def duplicate_id() -> Story:
    """Two records with one id: the later one wins every look-up."""
    s = _four("duplicate-id")
    again = s.lines[2]
    assert isinstance(again, dict)
    copy = {**again, "message": {**again["message"], "content": [text("Written down twice.")]}}
    s.lines.append(copy)
    talk(s, "Is the number written down?", "Twice, by now.")
    return s


def missing_parent() -> Story:
    """A record is gone from the middle: its child becomes a second root."""
    s = _four("missing-parent")
    del s.lines[2]
    return s


def cycle() -> Story:
    """Parents that lead round in a circle: pi would loop until memory runs out."""
    s = _four("cycle")
    first, last = s.lines[1], s.lines[4]
    assert isinstance(first, dict) and isinstance(last, dict)
    first["parentId"] = last["id"]
    return s


def own_parent() -> Story:
    """The first record names itself as its parent: a root for pi's tree, a loop for its path."""
    s = _four("own-parent")
    first = s.lines[1]
    assert isinstance(first, dict)
    first["parentId"] = first["id"]
    return s


def child_before_parent() -> Story:
    """Records out of order: the last line is an inner record, so the active leaf has children."""
    s = _four("child-before-parent")
    s.lines = [s.lines[0], s.lines[1], s.lines[3], s.lines[4], s.lines[2]]
    return s


def lone_surrogate() -> Story:
    """Text cut through an emoji: half of it stands in the file as an escape."""
    s = _four("lone-surrogate")
    s.user("She floats \U0001f6a4")
    s.lines[-1] = line_bytes(s.lines[-1]).replace("\U0001f6a4".encode(), rb"\ud83d")
    s.reply("Half of a boat is better than none.")
    return s


def invalid_utf8() -> Story:
    """Bytes of another encoding inside a string: pi reads them as replacement characters."""
    s = _four("invalid-utf-8")
    s.user("The paint is called LATIN, from Malmö.")
    s.lines[-1] = line_bytes(s.lines[-1]).replace("ö".encode(), b"\xf6")
    s.reply("Paint from Malmö.")
    return s


def unicode_line_separators() -> Story:
    """Separators inside strings that some readers take for the end of a line."""
    s = _four("unicode-line-separators")
    talk(s, "one\u2028two\u2029three\x85four", "Four words, one line.")
    return s


def deep_nesting() -> Story:
    """Arguments nested 3,000 deep."""
    s = _four("deep-nesting")
    call = s.call("plan", tree="DEEP")
    s.reply(call)
    s.lines[-1] = line_bytes(s.lines[-1]).replace(b'"DEEP"', b"[" * 3000 + b"]" * 3000)
    s.result(call, "planned")
    return s


def odd_numbers() -> Story:
    """Usage that is no usage: text, null, negative, infinite, without a total, and unreadable clocks."""
    s = _boats("odd-numbers")
    s.user("What did that cost?")
    odd: list[Record] = [
        {
            "input": "120",
            "output": 8,
            "cacheRead": None,
            "cacheWrite": 0,
            "totalTokens": 128,
            "cost": {"total": "0.01"},
        },
        {
            "input": -50,
            "output": 7,
            "cacheRead": 0,
            "cacheWrite": 0,
            "totalTokens": 0,
            "cost": {"input": 0.001, "output": 0.002},
        },
        {
            "input": 100.5,
            "output": 9,
            "cacheRead": 0,
            "cacheWrite": 0,
            "totalTokens": 0,
            "cost": {"total": 0},
        },
    ]
    for usage in odd:
        s.reply("Hard to say.", usage=usage)
    s.reply("Beyond counting.")
    s.lines[-1] = line_bytes(s.lines[-1]).replace(
        b'"output":', b'"reasoning":9007199254740993,"output":1e999,"was":', 1
    )
    for stamp in ("yesterday", 1777876200, "2026-05-04T08:31:00+02:00"):
        s.user("And when?")
        record = s.lines[-1]
        assert isinstance(record, dict)
        record["timestamp"] = stamp
    return s


def odd_messages() -> Story:
    """Messages that are none: null, a text, an object without a role, content of the wrong kind."""
    s = _four("odd-messages")
    for message in (
        None,
        "hello",
        {},
        {"role": "user"},
        {"role": "user", "content": None},
        {"role": "assistant", "content": "plain text"},
    ):
        s.add("message", None, message=message)
    s.user("Still there?")
    return s


def images_odd() -> Story:
    """Pictures that lie: a wrong type, SVG with a script, no base64, no data, and one that is right."""
    s = _boats("images-odd")
    good = base64_of(street_plan())
    svg = base64_of(
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
    )
    s.user(
        "Five pictures.",
        {"type": "image", "data": good, "mimeType": "image/png"},
        {"type": "image", "data": good, "mimeType": "text/html"},
        {"type": "image", "data": svg, "mimeType": "image/svg+xml"},
        {"type": "image", "data": "not base64 at all !!", "mimeType": "image/jpeg"},
        {"type": "image", "mimeType": "image/gif"},
    )
    s.reply("I see one picture.")
    return s


def hostile_text() -> Story:
    """Markup, scripts, terminal codes and direction marks in every field that a reader might print."""
    script = "<script>document.title='owned'</script>"
    picture = "<img src=x onerror=\"document.title='owned'\">"
    s = Story("hostile-text", f"/tmp/{picture}/{ESC}[31mred", start_of("hostile-text"))
    s.add("session_info", name=f"{picture} {ESC}]0;title{ESC}\\ \u202egpj.exe")
    first = s.user(
        f"{script} and {picture} {ESC}[2J{ESC}[1;1H gone \u202eesrever\u202c \u200bzero [link](javascript:alert(1))"
    )
    s.reply(
        f"# <h1>{picture}</h1>\n\n[click](javascript:alert(1)) ![x](http://example.invalid/pixel.png)\n\n```html\n</code></pre>{script}\n```"
    )
    call = s.call(f"{picture}", **{f"<b>{ESC}[5m": f"</script>{script}", "path": "../../etc/passwd\0"})
    s.reply(call, model=f"{script}", provider=f"{ESC}[41m{picture}")
    s.result(
        call,
        f"{ESC}[31mred{ESC}[0m {ESC}]8;;http://example.invalid{ESC}\\link{ESC}]8;;{ESC}\\ \x07\x08\r over {script}",
        error=True,
    )
    s.label(first, f"{script}{ESC}[7m\u202elabel")
    s.add(
        "custom",
        None,
        customType=f"{picture}",
        data={"__proto__": {"polluted": True}, "constructor": picture},
    )
    s.add(
        "custom_message",
        None,
        customType=f"{script}",
        content=f"{picture}{{{{ 7*7 }}}}{{% raw %}}",
        display=True,
    )
    s.add(f"type {picture}", None, note=script)
    s.reply("That did nothing.", stop=f"{script}", errorMessage=f"{picture}{ESC}[31m")
    s.lines[0] = {**s.lines[0], "parentSession": f"/tmp/{script}.jsonl"}  # type: ignore[dict-item]
    return s


def windows_paths() -> Story:
    """Written on Windows: drive letters, backslashes, CR before each LF."""
    s = Story("windows-paths", "C:\\Users\\ana\\boats", start_of("windows-paths"))
    talk(s, "Where is the plan?", "In C:\\Users\\ana\\boats\\plan.txt.")
    s.lines = [line_bytes(line) + b"\r" for line in s.lines]
    return s


DAMAGED: list[Callable[[], Story | bytes]] = [
    torn_last_line,
    two_records_on_one_line,
    nul_padding,
    not_json,
    not_records,
    bom_before_header,
    header_late,
    header_missing,
    header_torn,
    header_twice,
    version_missing,
    newer_version_unknown_types,
    duplicate_id,
    missing_parent,
    cycle,
    own_parent,
    child_before_parent,
    lone_surrogate,
    invalid_utf8,
    unicode_line_separators,
    deep_nesting,
    odd_numbers,
    odd_messages,
    images_odd,
    hostile_text,
    windows_paths,
]
