"""Secrets that hide: in escapes of every kind, behind colours and signs nobody sees, packed, at borders."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest

from inspector import jsontext
from inspector.redaction import packed, views
from inspector.redaction.audit import audit_bytes
from inspector.redaction.engine import Place, Redactor
from inspector.redaction.options import RedactionOptions
from tests.redaction_corpus import HEX, Made

PLACE = Place(1, "e", "")
KEY = "sk-" + "ant-" + "api03-" + Made(3).of(60)
HALF = 25


def redactor(**changes: Any) -> Redactor:
    return Redactor(RedactionOptions(**{"home": "/home/ann", "user": "ann", **changes}))


def base64_of(text: str, lead: int = 0) -> str:
    return base64.b64encode(b"x" * lead + text.encode()).decode()


def wrapped(text: str) -> str:
    return "\n".join(text[at : at + 76] for at in range(0, len(text), 76))


HIDDEN: dict[str, Callable[[str], str]] = {
    "percent": lambda k: "".join(f"%{ord(c):02X}" for c in k),
    "percent, only the signs": lambda k: k.replace("-", "%2d"),
    "percent, twice": lambda k: k.replace("-", "%252D"),
    "unicode escapes": lambda k: "".join(f"\\u{ord(c):04x}" for c in k),
    "unicode escapes in JSON in JSON": lambda k: json.dumps({"a": json.dumps({"b": k.replace("-", "\\u002d")})}),
    "braced escapes": lambda k: k.replace("-", "\\u{2d}"),
    "long escapes": lambda k: k.replace("-", "\\U0000002d"),
    "hex escapes": lambda k: k.replace("-", "\\x2d"),
    "octal escapes": lambda k: k.replace("-", "\\055"),
    "entities": lambda k: k.replace("-", "&#45;"),
    "hex entities": lambda k: k.replace("-", "&#x2D;"),
    "quoted-printable": lambda k: k.replace("-", "=2D"),
    "quoted-printable, broken line": lambda k: f"{k[:HALF]}=\r\n{k[HALF:]}",
    "colour inside": lambda k: f"\x1b[32m{k[:HALF]}\x1b[0m\x1b[1m{k[HALF:]}\x1b[0m",
    "colour inside the prefix": lambda k: f"{k[:4]}\x1b[1;31m{k[4:]}",
    "colour, spelled": lambda k: f"{k[:HALF]}\\033[0m{k[HALF:]}",
    "zero width": lambda k: f"{k[:5]}\u200b{k[5:]}",
    "soft hyphen": lambda k: f"{k[:HALF]}\u00ad{k[HALF:]}",
    "byte order mark": lambda k: f"{k[:HALF]}\ufeff{k[HALF:]}",
    "NUL": lambda k: f"{k[:HALF]}\x00{k[HALF:]}",
    "line that goes on": lambda k: f"{k[:HALF]}\\\n{k[HALF:]}",
    "base64": lambda k: base64_of(f"TOKEN={k}"),
    "base64, other offset": lambda k: base64_of(f"{k}\n", 1),
    "base64, glued": lambda k: "ab/" + base64_of(f"export TOKEN={k} # mine", 2),
    "base64 on lines": lambda k: wrapped(base64_of("lorem ipsum dolor sit amet " * 4 + f"TOKEN={k}")),
    "base64 for URLs": lambda k: base64.urlsafe_b64encode(f'{{"token": "{k}?>~"}}'.encode()).decode(),
    "hex": lambda k: f"key {k}".encode().hex(),
    "gzip": lambda k: base64.b64encode(gzip.compress(json.dumps({"a": k}).encode(), mtime=0)).decode(),
    "CRLF": lambda k: f"a\r\nKEY={k}\r\n",
    "long line": lambda k: "x" * 300_000 + k + "=" * 100_000,
    "border of the proof's pieces": lambda k: "-" * (1 << 16) + f" {k} " + "-" * (1 << 16),
}  # fmt: skip


@pytest.mark.parametrize("how", HIDDEN)
@pytest.mark.parametrize(
    "around", ["{}", "see {} there", '{{"a": "{}"}}'], ids=["alone", "in words", "quoted"]
)
def test_what_hides_is_found(how: str, around: str) -> None:
    hidden = HIDDEN[how](KEY)
    text = around.format(hidden)
    one = redactor()
    masked = one.value({"t": [text], text: 1}, PLACE)
    rest = masked["t"][0]
    for piece in (KEY[HALF:], KEY[:HALF], hidden):
        assert piece not in rest, rest[-200:]
    assert "[REDACTED:anthropic-key#1]" in rest and next(iter(masked)) == "t" and text not in masked
    assert one.value(masked, PLACE) is masked, "masked once for all"
    assert not list(audit_bytes(jsontext.dumps(masked), one))
    assert list(audit_bytes(jsontext.dumps({"t": text}), redactor())), "the proof finds it too"
    if "\r" not in text:
        assert list(audit_bytes(text.encode(), redactor())), "in plain text as well"


@pytest.mark.parametrize(
    "text",
    [
        base64_of("The quick brown fox jumps over the lazy dog, and again."),
        "".join(f"%{ord(c):02X}" for c in "hello there"),
        "\x1b[32mgreen\x1b[0m and \x1b[1mbold\x1b[22mer",
        "a\u200bb c\u00add \\055 &#45; =2D",
        "3f786850e387550fdab836ed7e6dc881de23001b 68656c6c6f20776f726c642c2068656c6c6f20776f726c64",
        base64.b64encode(bytes(range(256))).decode(),
        base64.b64encode(gzip.compress(b"nothing in here", mtime=0)).decode(),
        "/usr/lib/python3/dist-packages/some/very/long/path/to/a/module/somewhere",
    ],
)
def test_what_hides_nothing_stays(text: str) -> None:
    assert redactor().text(text, PLACE) == text


def test_broken_packing_is_no_fault() -> None:
    whole = base64.b64encode(gzip.compress(b"text " * 100)).decode()
    for cut in range(len(whole)):
        list(packed.readable(whole[:cut].encode()))
        list(packed.readable(("A" + whole[cut:]).encode()))
    assert views.unescaped(b"\\uZZZZ \\U110000FF &#x110000; &#9999999; %") is not None


def test_patterns_that_match_nothing_and_the_ends_of_a_text() -> None:
    one = redactor(patterns=("x*", "", "(?:)", r"\b", "^", "$"))
    assert one.value({"t": ["axxb", "c"]}, PLACE) == {"t": ["a[REDACTED:pattern#1]b", "c"]}
    for pattern in (r"\APROJ-\d\z", "^PROJ-1$", r"(?m)^PROJ-\d$", r"\bPROJ-1\b"):
        masked = redactor(patterns=(pattern,)).value({"a": ["x", "PROJ-1"], "b": "PROJ-1"}, PLACE)
        assert masked == {"a": ["x", "[REDACTED:pattern#1]"], "b": "[REDACTED:pattern#1]"}, pattern


def test_known_values_that_are_parts_of_placeholders_or_short() -> None:
    words = ("REDACTED", "known", "anthropic-key", "key#1", "#1]", "ab")
    one = redactor(known=words)
    text = f"ab REDACTED known anthropic-key key#1 #1] {KEY}"
    masked = one.text(text, PLACE)
    assert KEY not in masked and one.text(masked, PLACE) == masked
    bare = [part for part in masked.split(" ") if not part.startswith("[REDACTED:")]
    assert bare == [] and not list(audit_bytes(masked.encode(), one))


def test_what_is_allowed_is_allowed_exactly() -> None:
    other = "gh" + "p_" + Made().of(36)
    one = redactor(allow=(KEY,))
    assert one.text(f"{KEY} {other}", PLACE) == f"{KEY} [REDACTED:github-token#1]"
    longer = one.text(f"{KEY}x", PLACE)
    assert longer == "[REDACTED:anthropic-key#1]"
    assert redactor(allow=(KEY[:-4],)).text(KEY, PLACE) == "[REDACTED:anthropic-key#1]"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("C:\\Users\\J.Doe\\work", "~\\work"),
        ("c:/users/j.doe/y and \\\\srv\\Users\\J.Doe\\x", "~/y and \\\\srv\\Users\\user\\x"),
        ("--C--Users-J.Doe-work--", "--C--Users-user-work--"),
        ("~J.Doe/x \\\\wsl$\\Ubuntu\\home\\J.Doe", "~user/x \\\\wsl$\\Ubuntu\\home\\user"),
        ("file:///home/J.Doe/.pi/agent/sessions/--home-J.Doe-work--/x.jsonl", "file:///home/user/.pi/agent/sessions/--home-user-work--/x.jsonl"),
        ("J.Doe said; JxDoe/y", "user said; JxDoe/y"),
    ],
)  # fmt: skip
def test_names_with_dots_and_homes_of_other_systems(text: str, masked: str) -> None:
    assert redactor(names=("J.Doe",)).text(text, PLACE) == masked


# -- forms of files and commands, and names of people --------------------------------------------------------

ODD = "kfjqz" + "mwpxv"
LONG = "correcthorse" + "batterystaple"
SHORT = "hunter" + "2"
MIXED = "Zk83hsQp" + "2lAw"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        *((f"{lead}{word}", word) for lead in ("DB_PASSWORD=", "password: ", "--password ", "密码：") for word in (ODD, LONG)),
        *((f"{lead}{SHORT}", SHORT) for lead in ("API_TOKEN=", "client_secret=", "密钥：", "PASSWORD=")),
        *((form.replace("@", MIXED), MIXED) for form in (
            '<add key="Password" value="@"/>', 'setPassword("@")', "秘密：@", "mongo -u a -p @", "bearer: @", "oauth2: @",
            "echo @ | docker login -u x --password-stdin", "https://outlook.office.com/webhook/@", '{"tokens":["@"]}',
            "sessionid=@", "cookie: @", "redis-cli -a @", "docker login -u x -p @", '{"a":"b","cookies":[{"name":"sid","value":"@"}]}',
        )),
        (f"nats://{MIXED}@h and https://{MIXED}@github.com/x", MIXED),
        (f"secret_key_base: {Made(5).of(32, HEX)}", Made(5).of(32, HEX)),
        ("1AK" + "IAABCDEFGH2JKLMN3P", "IAABCDEFGH"),
    ],
)  # fmt: skip
def test_forms_of_files_and_commands(text: str, secret: str) -> None:
    one = redactor()
    masked = one.value({"t": [text]}, PLACE)
    assert secret not in str(masked), masked
    assert not list(audit_bytes(jsontext.dumps(masked), one))
    assert not redactor().glance(jsontext.dumps({"t": [text]})) & 1


@pytest.mark.parametrize(
    "value",
    [
        {"tokens": [MIXED]},
        {"headers": [["X-Api-Key", MIXED]]},
        {"h": {"Set-Cookie": [f"sid={MIXED}; Path=/"]}},
        {"cookies": [{"name": "sid", "value": MIXED}]},
        {"argv": ["--token", MIXED]},
    ],
)
def test_what_only_the_structure_tells(value: Any) -> None:
    masked = redactor().value(value, PLACE)
    assert MIXED not in str(masked), masked
    assert not redactor().glance(jsontext.dumps(value)) & 1


@pytest.mark.parametrize(
    "text",
    [
        "credentials: McpOAuthCredentialStore; apiKey: CredentialResolver, secretKey: Ed25519PrivateKey",
        "password: required, the --password flag; use --password option here; password: authentication",
        "API_KEY=your-api-key TOKEN=<token> TOKEN=${X} SECRET=$SECRET PASSWORD=changeme TOKEN=null API_TOKEN=API_TOKEN",
        "密码：请输入密码，密码是必须的 <token>foo</token> password: Option<String>",
        "/home/linuxbrew/.linuxbrew and /Users/Shared/x",
    ],
)
def test_what_only_looks_like_it(text: str) -> None:
    assert redactor().text(text, PLACE) == text


OWNED = (
    "drwxr-xr-x 3 {} staff", "scp a {}@box:/tmp", "{}@laptop:~/work$ ls", "USER={}", "LOGNAME={}", "whoami\n{}", "chown {}:{} f",
    "sudo -u {} ls", "/tmp/pi-{}/x", '{"user":"{}"}', "Author: {} <a@b>", "uid=1000({})",
)  # fmt: skip


@pytest.mark.parametrize("text", OWNED)
@pytest.mark.parametrize("name", ["zorro", "rose"])
def test_a_user_name_where_the_place_tells(text: str, name: str) -> None:
    one = redactor(home=f"/home/{name}", user=name)
    planted = text.replace("{}", name)
    raw = jsontext.dumps({"t": planted})
    masked = one.value({"t": planted}, PLACE)
    assert masked == {"t": text.replace("{}", "user")} or (name not in masked["t"] and "~" in masked["t"])
    assert one.value(masked, PLACE) is masked and not one.glance(raw) & 1
    assert [r.rule for r in audit_bytes(raw, one)] == ["identity"], "the proof looks for the same"


def test_a_distinctive_user_name_goes_everywhere_and_a_word_does_not() -> None:
    rare = redactor(home="/home/zorro", user="zorro")
    value = {
        "label": "zorro",
        "zorro": "by Zorro, pi-zorro, zorro_x, 由zorro写 \\nzorro",
        "other": "zorroes zorro2 bozorro",
    }
    assert rare.value(value, PLACE) == {
        "label": "user", "user": "by user, pi-user, user_x, 由user写 \\nuser", "other": "zorroes zorro2 bozorro",
    }  # fmt: skip
    word = redactor(home="/home/rose", user="rose")
    assert word.value({"user": "rose", "t": "a rose"}, PLACE) == {"user": "user", "t": "a rose"}
    assert any(text.startswith("user-name") for text in word.report().always)
    assert not any(text.startswith("user-name") for text in rare.report().always)
    assert redactor(home="/home/x1", user="张伟").text("由张伟写", PLACE) == "由user写"
    assert redactor(home="/root", user="root").text("USER=root", PLACE) == "USER=root"
    packed = base64_of('{"cwd": "/home/zorro/work/this/and/that"}')
    assert rare.text(packed, PLACE) == "[REDACTED:identity#1]"


def test_keys_of_full_width_and_what_was_learned_keeps_its_rule() -> None:
    wide = "".join(chr(ord(c) + 0xFEE0) for c in KEY)
    assert redactor().text(f"键 {wide}", PLACE) == "键 [REDACTED:anthropic-key#1]"
    one = redactor()
    one.learn({"t": f"TOKEN={MIXED}9xQ"})
    assert "known" not in str(
        one.value({"t": f"it is {MIXED}9xQ", "u": base64_of(f"the one is {MIXED}9xQ")}, PLACE)
    )


@pytest.mark.parametrize(
    ("choice", "text", "masked"),
    [
        ("phone", "0049 170 1234567, (010) 6552 9988, 020 7946 0958, tel:4155552671", 4),
        ("ip", "fe80::1%eth0 fe80::2 ::ffff:10.0.0.1", 3),
        ("ip", "version 1.2.3.4 or v1.2.3.5; ab:cd::1", 0),
        ("hosts", "com.example.app org.foo.dev", 0),
    ],
)
def test_personal_data_in_other_spellings(choice: str, text: str, masked: int) -> None:
    shown = redactor(choices=frozenset((choice,))).text(text, PLACE)
    assert shown.count("[REDACTED:") == masked and (masked or shown == text), shown
