"""The proof finds what is left in any artefact, and pictures lose what they carry beside the picture."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from inspector.redaction import images
from inspector.redaction.audit import Audit, audit_bytes, audit_value
from inspector.redaction.engine import Place, Redactor
from inspector.redaction.options import RedactionOptions
from tests.redaction_corpus import Made

KEY = "sk-" + "ant-" + Made().of(40)
PLACE = Place(3, "e", "")


def redactor() -> Redactor:
    return Redactor(RedactionOptions(home="/home/ann", user="ann"))


def packed(value: Any) -> str:
    return base64.b64encode(gzip.compress(json.dumps(value).encode(), 1)).decode()


PAGE = "<!DOCTYPE html><html><head><title>{title}</title></head><body><p data-x='{attribute}'>{text}</p>{script}</body></html>"


@pytest.mark.parametrize(
    "artefact",
    [
        json.dumps({"id": "a"}) + "\n" + json.dumps({"id": "b", "x": [KEY]}),
        json.dumps([{"a": KEY}], indent=1),
        json.dumps({"a": KEY.replace("-", "\\u002d")}).replace("\\\\u", "\\u"),
        "not json {\n" + json.dumps({"x": KEY}),
        f"# Title\n\ntext {KEY}\n",
        "x" * ((1 << 20) - 20) + f" {KEY} " + "y" * 100,
        PAGE.format(title=KEY, attribute="", text="", script=""),
        PAGE.format(title="", attribute=KEY, text="", script=""),
        PAGE.format(title="", attribute="", text=f"a&quot;{KEY}&quot;", script=""),
        PAGE.format(
            title="", attribute="", text="", script=f"<script type=module>const a = '{KEY}'</script>"
        ),
        PAGE.format(
            title="",
            attribute="",
            text="",
            script=f'<script type="application/json" id="pi-x">"{packed([{"a": KEY}])}"</script>',
        ),
        PAGE.format(
            title="",
            attribute="",
            text="",
            script=f"<script>const data = ['{packed({'a': [KEY]})}']</script>",
        ),
        PAGE.format(title="", attribute=packed({"a": KEY}), text="", script=""),
        PAGE.format(
            title="",
            attribute="",
            text="",
            script=f'<script type="application/json">{json.dumps({"b": packed({"c": packed([KEY])})})}</script>',
        ),
    ],
    ids=range(14),
)
def test_the_proof_finds_what_is_left(artefact: str, tmp_path: Path) -> None:
    path = tmp_path / "artefact"
    path.write_text(artefact, "utf-8")
    found = list(audit_bytes(path, redactor()))
    assert found and {one.rule for one in found} == {"anthropic-key"}
    assert list(audit_bytes(artefact.encode(), redactor())) == found
    assert list(audit_bytes([artefact[:9].encode(), artefact[9:].encode()], redactor())) == found
    assert all(KEY not in repr(one) and one.hint for one in found)
    clean = artefact.replace(KEY, "[REDACTED:anthropic-key#1]")
    if "H4sI" not in artefact and "u002d" not in artefact:
        assert not list(audit_bytes(clean.encode(), redactor()))


def test_the_proof_says_where() -> None:
    lines = "\n".join(
        json.dumps({"id": f"e{n}", "message": {"content": [{"text": KEY if n == 4 else ""}]}})
        for n in range(6)
    )
    [found] = audit_bytes(lines.encode(), redactor())
    assert found.place == Place(5, "e4", "message.content[0].text")
    [shown] = audit_value({"a": KEY}, redactor())
    assert shown.place.field == "a"


def test_our_own_scripts_are_passed_over_only_word_for_word() -> None:
    script = f"const sample = '{KEY}'"
    page = PAGE.format(title="", attribute="", text="", script=f"<script>{script}</script>")
    assert not list(audit_bytes(page.encode(), redactor(), [script.encode()]))
    assert list(audit_bytes(page.replace("sample", "other").encode(), redactor(), [script.encode()]))


def test_an_empty_artefact_holds_nothing(tmp_path: Path) -> None:
    empty = tmp_path / "x"
    empty.write_bytes(b"")
    assert not list(audit_bytes(empty, redactor()))
    assert not list(audit_bytes(b"\xff\xfe broken \xed\xa0\x80", redactor()))


def test_text_that_looks_like_json_is_text_where_the_caller_says_so() -> None:
    line = b'{"message":{"content":[{"type":"thinking","thinkingSignature":"x"}]}}\n'
    assert [one.rule for one in Audit(redactor()).residuals(line, "json")] == ["signature"]
    assert not list(Audit(redactor()).residuals(line, "text")), "a fence of a transcript may hold such a line"
    assert list(Audit(redactor()).residuals(line + KEY.encode(), "text"))


@pytest.mark.parametrize("number", [1, 2, 4_000, 9_999])
def test_the_proof_says_on_which_line_of_a_long_text(number: int) -> None:
    lines = [f"words of line {at} password" for at in range(1, 10_001)]
    lines[number - 1] += f" {KEY}"
    assert [one.place.line for one in audit_bytes("\n".join(lines).encode(), redactor())][:1] == [number]


@pytest.mark.parametrize("how", ["two members", "cut off", "something behind", "glued"])
def test_what_is_packed_in_an_unusual_way_is_unpacked(how: str) -> None:
    one, other = gzip.compress(b'{"a":"b"}\n'), gzip.compress(json.dumps({"a": KEY}).encode())
    packed_as = {
        "two members": base64.b64encode(one + other).decode(),
        "cut off": base64.b64encode(gzip.compress((KEY + "\n" + "x y z " * 500).encode(), 1)[:-12]).decode(),
        "something behind": base64.b64encode(other + b"garbage").decode(),
        "glued": base64.b64encode(other).decode().rstrip("=") + "A",
    }[how]
    for artefact in (f'"{packed_as}"', json.dumps({"x": f"see {packed_as}"}), json.dumps({packed_as: 1})):
        assert list(Audit(redactor()).residuals(artefact.encode(), "json")), artefact[:20]


def test_a_line_that_is_no_json_is_read_as_text() -> None:
    # Undoing escapes that JSON would not have must not eat the first letter of a key.
    found = list(Audit(redactor()).residuals(b'{"a":1}\n{"a": \\' + b"npm_" + b"a1B2" * 9 + b"}\n", "json"))
    assert [one.rule for one in found] == ["npm-token"] and found[0].place.line == 2


# -- pictures ----------------------------------------------------------------------------------------------


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


HEAD = _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
BODY = _chunk(b"IDAT", zlib.compress(b"\0\0")) + _chunk(b"IEND", b"")
PNG = b"\x89PNG\r\n\x1a\n" + HEAD + BODY
JPEG = b"\xff\xd8" + b"\xff\xe0\0\x10JFIF\0" + b"\0" * 9 + b"\xff\xda\0\x04\1\1" + b"data\xff\0data\xff\xd9"
GIF = b"GIF89a\1\0\1\0\0\0\0" + b"\x2c\0\0\0\0\1\0\1\0\0\2\2\x44\1\0" + b";"
WEBP = b"RIFF" + struct.pack("<I", 4 + 12) + b"WEBP" + b"VP8L" + struct.pack("<I", 3) + b"abc\0"
WITH: dict[str, tuple[bytes, bytes]] = {
    "png": (
        PNG,
        PNG[:8]
        + HEAD
        + _chunk(b"tEXt", b"Author\0" + b"SECRET")
        + _chunk(b"eXIf", b"SECRET")
        + BODY
        + b"SECRET",
    ),
    "jpeg": (
        JPEG,
        JPEG[:2] + b"\xff\xe1\0\x0eExif\0\0SECRET" + b"\xff\xfe\0\x08SECRET" + JPEG[2:] + b"SECRET",
    ),
    "gif": (GIF, GIF[:13] + b"\x21\xfe\6SECRET\0" + GIF[13:] + b"SECRET"),
    "webp": (
        WEBP,
        b"RIFF" + struct.pack("<I", 16 + 14) + WEBP[8:] + b"EXIF" + struct.pack("<I", 6) + b"SECRET",
    ),
}


@pytest.mark.parametrize("kind", WITH)
def test_pictures_lose_their_metadata(kind: str) -> None:
    plain, loaded = WITH[kind]
    assert b"SECRET" in loaded and images.clean(loaded) == plain and images.clean(plain) == plain
    for cut in range(len(loaded)):
        images.clean(loaded[:cut])  # never raises
    block = {"type": "image", "data": base64.b64encode(loaded).decode(), "mimeType": f"image/{kind}"}
    one = redactor()
    masked = one.value({"message": {"content": [block]}}, PLACE)
    assert masked["message"]["content"][0] == {**block, "data": base64.b64encode(plain).decode()}
    assert one.report().counts == {"image-metadata": 1}
    assert one.value(masked, PLACE) is masked


@pytest.mark.parametrize(
    "data",
    [
        "",
        "%%%",
        base64.b64encode(b"<svg><text>SECRET</text></svg>").decode(),
        base64.b64encode(PNG[:20]).decode(),
    ],
)
def test_what_is_no_picture_gives_way_to_a_note(data: str) -> None:
    masked = redactor().value([{"type": "image", "data": data, "mimeType": "image/svg+xml"}], PLACE)
    assert masked == [{"type": "text", "text": "[REDACTED:image#1]"}]


def test_signatures_and_sealed_reasoning_are_dropped() -> None:
    value = [
        {"type": "thinking", "thinking": "t", "thinkingSignature": "s", "signature": "x"},
        {"type": "text", "text": "t", "textSignature": "s"},
        {"type": "toolCall", "thoughtSignature": "s", "arguments": {"signature": "def f()"}},
        {"type": "redacted_thinking", "data": "s"},
        {"details": {"items": [{"type": "reasoning", "encrypted_content": "s"}]}},
    ]
    one = redactor()
    assert one.value(value, PLACE) == [
        {"type": "thinking", "thinking": "t"},
        {"type": "text", "text": "t"},
        {"type": "toolCall", "arguments": {"signature": "def f()"}},
        {"type": "redacted_thinking"},
        {"details": {"items": [{"type": "reasoning"}]}},
    ]
    assert one.report().counts == {"signature": 6}


# -- the report --------------------------------------------------------------------------------------------


def test_the_report_names_places_and_what_to_read() -> None:
    one = redactor()
    made = Made()
    one.value({"message": {"content": [{"arguments": {"a b": KEY}}], "password": made.of(12)}}, PLACE)
    one.value(
        {"t": f"see db1.corp.internal and 10.0.0.7, {made.of(48)}, bea@mail.example.com, " + "QUJD" * 60},
        Place(4, "f", ""),
    )
    report = one.report()
    assert [(f.rule, f.place) for f in report.findings] == [
        ("anthropic-key", Place(3, "e", 'message.content[0].arguments["a b"]')),
        ("password", Place(3, "e", "message.password")),
    ]
    assert report.total == 2 and report.values == {"anthropic-key": 1, "password": 1}
    assert {kind for kind, place in report.advice if place.line == 4} >= {
        "internal-host",
        "private-address",
        "random-text",
        "e-mail",
        "long-base64",
    }
    assert any(text.startswith("keys-split") for text in report.always)
