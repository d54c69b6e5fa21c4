"""Nothing planted is left, in any place; nothing else is touched; whatever the value."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import re2
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import jsontext
from inspector.errors import BadInput
from inspector.redaction import known
from inspector.redaction.audit import audit_bytes
from inspector.redaction.choices import CHOICES
from inspector.redaction.engine import Place, Redactor
from inspector.redaction.finder import PLACEHOLDER, compiled
from inspector.redaction.options import RedactionOptions, name_in
from inspector.redaction.rule import Rule
from inspector.redaction.rules import RULES, rule_names
from tests.redaction_corpus import KINDS, Kind, Made, places, strings

PLACE = Place(7, "e7", "")
ANN = RedactionOptions(home="/home/ann", user="ann")
CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


def redactor(**changes: Any) -> Redactor:
    return Redactor(RedactionOptions(**{"home": "/home/ann", "user": "ann", **changes}))


def holds(value: Any, secret: str) -> bool:
    forms = (secret, json.dumps(secret)[1:-1], secret.replace("/", "\\/"))
    return any(form in text for text in strings(value) for form in forms)


# -- the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule", [*RULES, *(r for rules in CHOICES.values() for r in rules)], ids=lambda r: r.name
)
def test_every_rule_compiles_and_is_named_for_a_placeholder(rule: Rule) -> None:
    compiled(rule.pattern)
    compiled(rule.trigger)
    assert PLACEHOLDER.fullmatch(f"[REDACTED:{rule.name}#1]".encode())
    assert not re2.compile(rule.pattern).search("")


def test_no_placeholder_is_found_by_a_rule() -> None:
    one = redactor(choices=frozenset(("email", "ip", "phone")), patterns=("[A-Z]{4,}", "x"))
    for name in rule_names():
        for around in (
            "{}",
            "password={}",
            "https://a:{}@b",
            "Bearer {}",
            "Cookie: a={}",
            '"secret": "{}"',
            "密码：{}",
        ):
            text = around.format(f"[REDACTED:{name}#12]")
            assert one.text(text, PLACE) == text


# -- planted -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
def test_no_planted_secret_is_left_in_any_place(kind: Kind) -> None:
    text, secret = kind[1](Made())
    for where, entry in places(text).items():
        one = redactor()
        before = jsontext.dumps(entry)
        one.learn(entry)
        masked = one.value(entry, PLACE)
        assert not holds(masked, secret), where
        assert jsontext.dumps(entry) == before, "the input was changed"
        assert one.value(masked, PLACE) is masked
        assert not list(audit_bytes(jsontext.dumps(masked), one)), where
        assert secret not in repr(one.report())


def test_there_are_enough_kinds_and_places() -> None:
    assert len({name for name, _ in KINDS}) == len(KINDS) >= 25
    assert len(places("x")) >= 40


def test_the_same_value_has_the_same_placeholder_everywhere() -> None:
    key = "sk-" + "ant-" + Made().of(40)
    one = redactor()
    first = one.value(
        {"a": f"x {key}", key: [f"TOKEN={key}", f"Authorization: Bearer {key}", f"https://u:{key}@h.test/"]},
        PLACE,
    )
    assert first["a"] == "x [REDACTED:anthropic-key#1]"
    assert list(first)[1] == "[REDACTED:anthropic-key#1]"
    assert all("[REDACTED:anthropic-key#1]" in text for text in first["[REDACTED:anthropic-key#1]"])
    assert one.value([f"{key} again"], PLACE) == ["[REDACTED:anthropic-key#1] again"]


def test_a_learned_password_is_masked_where_it_stands_alone_too() -> None:
    word = Made().of(14)
    entries = [{"t": f"the one is {word}"}, {"t": f"postgres://app:{word}@db/x"}]
    one = redactor()
    for entry in entries:
        one.learn(entry)
    masked = [one.value(entry, PLACE) for entry in entries]
    assert not holds(masked, word)
    assert masked[0]["t"] == "the one is [REDACTED:url-password#1]"
    late = redactor()
    alone = [late.value(entry, PLACE) for entry in entries]
    assert holds(alone, word), "one pass cannot know"
    assert [r.rule for r in audit_bytes(jsontext.dumps(alone), late)] == ["url-password"], (
        "but the proof does"
    )


@pytest.mark.parametrize(
    "text",
    [
        "password: string; token = getToken(user1)",
        "const apiKey = process.env.OPENAI_API_KEY2",
        "export TOKEN=$GITHUB_TOKEN1 PASSWORD=${PASSWORD2}",
        "max_tokens=4096 totalTokens: 123456 tokens: 12,345",
        "PWD=/home/x1/proj2 OLDPWD=/work/abc123",
        "sk-fading-circle sk-cube-grid-item-container",
        "https://host.test:8080/path@2x.png see foo@1.2.3",
        "Basic understanding of authorization; Bearer of news",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b sha256-9f86d081884c7d659a2feaa0c55ad015",
        '{"password": {"type": "string"}, "token": "<token>", "secret": "***"}',
        "toolu_01A09q90qw90lq917835lq9 call_Ab12Cd34Ef56Gh78Ij90|fc_0123456789abcdef",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "the password is required; 密码：请输入密码",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    one = redactor(mask_identity=False)
    assert one.text(text, PLACE) == text
    assert one.value({"a": [text]}, PLACE)["a"][0] == text


# -- known values, patterns, allow list, choices ------------------------------------------------------------


def test_known_values_are_masked_in_every_form(tmp_path: Path) -> None:
    secret = 'p@ss/"wörd+' + "9x"
    listed = tmp_path / "values.txt"
    listed.write_text(f"# mine\n{secret}\nabc\n\n", "utf-8")
    loaded = known.from_list(listed)
    assert loaded.values == (secret,) and loaded.skipped == 1
    forms = [
        secret,
        quote(secret, safe=""),
        quote(secret, safe="").lower(),
        json.dumps(secret),
        json.dumps(json.dumps(secret)),
        json.dumps(secret, ensure_ascii=False).replace("/", "\\/"),
        *(base64.b64encode(b"x" * n + secret.encode() + b"y" * 5).decode() for n in range(3)),
        base64.urlsafe_b64encode(secret.encode()).decode(),
        secret.encode().hex(),
    ]
    one = redactor(known=loaded.values)
    for form in forms:
        masked = one.text(f"a {form} b", PLACE)
        assert "[REDACTED:known#1]" in masked, form
    assert secret not in repr(one.options) + repr(loaded)


def test_values_from_environment_and_auth_files(tmp_path: Path) -> None:
    made = Made()
    token, access, plain = made.of(20), made.of(30), made.of(24)
    environ = {
        "MY_TOKEN": token,
        "PATH": "/usr/bin",
        "GPG_KEY_DIR": "/home/x",
        "DEBUG_TOKENS": "true",
        "X_KEY": "short",
    }
    assert known.from_environment(environ).values == (token,)
    auth = tmp_path / "auth.json"
    auth.write_text(
        json.dumps(
            {
                "anthropic": {"type": "oauth", "access": access, "expires": 12},
                "groq": {"type": "api_key", "key": plain},
            }
        )
    )
    assert set(known.from_auth_file(auth).values) == {access, plain}
    env = tmp_path / ".env"
    env.write_text(f"# x\nexport API_KEY='{token}'\nHOST=example\n")
    assert known.from_auth_file(env).values == (token,)
    for load in (known.from_list, known.from_auth_file):
        with pytest.raises(BadInput) as caught:
            load(tmp_path / "none")
        assert caught.value.kind == "known-values"
        with pytest.raises(BadInput):
            load("a\0b")


def test_own_patterns_and_the_allow_list() -> None:
    one = redactor(patterns=(r"PROJ-\d+", "Projekt (Adler)"), allow=("PROJ-1", "re:PROJ-2\\d"))
    assert (
        one.text("PROJ-1 PROJ-25 PROJ-3 Projekt Adler", PLACE)
        == "PROJ-1 PROJ-25 [REDACTED:pattern#1] Projekt [REDACTED:pattern#2]"
    )
    with pytest.raises(BadInput) as caught:
        redactor(patterns=("(?<=x)y",))
    assert caught.value.kind == "pattern"
    with pytest.raises(BadInput):
        redactor(allow=("re:(",))
    with pytest.raises(BadInput):
        redactor(choices=frozenset(("shoes",)))


def test_a_false_alarm_can_be_allowed_by_its_placeholder() -> None:
    text = f"token={Made().of(24)}"
    one = redactor()
    assert one.text(text, PLACE) == "token=[REDACTED:secret#1]"
    assert redactor(allow=one.values_of(["[REDACTED:secret#1]"])).text(text, PLACE) == text


@pytest.mark.parametrize(
    ("choice", "text", "masked"),
    [
        (
            "email",
            "ask ann.lee+x@mail.example.org now; git@github.com",
            "ask [REDACTED:email#1] now; git@github.com",
        ),
        (
            "hosts",
            "at https://db7.corp.example.com:8/x and build.internal",
            "at https://[REDACTED:host#1]:8/x and [REDACTED:host#2]",
        ),
        (
            "ip",
            "from 10.1.2.3 to 127.0.0.1, 2001:db8::ff00:42:8329",
            "from [REDACTED:ip#1] to 127.0.0.1, [REDACTED:ip#2]",
        ),
        ("phone", "call +49 30 1234567 or 13812345678", "call [REDACTED:phone#1] or [REDACTED:phone#2]"),
    ],
)
def test_personal_data_by_choice(choice: str, text: str, masked: str) -> None:
    assert redactor().text(text, PLACE) == text
    assert redactor(choices=frozenset((choice,))).text(text, PLACE) == masked


def test_switched_off_only_the_identity_goes() -> None:
    key = "sk-" + "ant-" + Made().of(40)
    value = {"t": f"/home/ann/x {key}", "thinkingSignature": "s"}
    assert redactor(enabled=False).value(value, PLACE) == {"t": f"~/x {key}", "thinkingSignature": "s"}
    assert redactor(enabled=False, mask_identity=False).value(value, PLACE) is value


# -- identity ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("/home/ann", "~"),
        ("cd /home/ann/proj && ls", "cd ~/proj && ls"),
        ("/home/bob/x", "~/x"),
        ("/Users/ann.lee/x.", "~/x."),
        ("C:\\Users\\Ann Lee\\proj", "~\\proj"),
        ('"C:\\\\Users\\\\ann\\\\x"', '"~\\\\x"'),
        ("/mnt/c/Users/ann/x", "~/x"),
        ("/c/Users/ann/x", "~/x"),
        ("file:///C:/Users/ann/x", "file:///~/x"),
        ("%2Fhome%2Fann%2Fx", "~%2Fx"),
        ("sessions/--home-ann-work-pots--/x", "sessions/--user-work-pots--/x"),
        ("--Users-bob-proj--", "--Users-user-proj--"),
        ("gcc -I/home/ann/include", "gcc -I~/include"),
        ("在/home/ann下", "在~下"),
        ("/var/mail/ann /tmp/ann/x", "/var/mail/user /tmp/user/x"),
        ("\\/home\\/ann\\/x", "~\\/x"),
        ("/home/$USER /home/<name>/x /home/", "/home/$USER /home/<name>/x /home/"),
        ("joanna/annual ann said /annex", "joanna/annual ann said /annex"),
        ("https://example.com/home/page", "https://example.com/home/page"),
    ],
)
def test_home_and_user_name(text: str, masked: str) -> None:
    one = redactor()
    assert one.text(text, PLACE) == masked
    assert one.text(masked, PLACE) == masked
    assert redactor(mask_identity=False).text(text, PLACE) == text


def test_a_file_url_of_a_home_names_nobody() -> None:
    for url in ("file:///home/ann/x", "file:///Users/bob/x", "file:///home/bob"):
        masked = redactor().text(url, PLACE)
        assert "ann" not in masked and "bob" not in masked and masked.startswith("file://")


def test_two_names_that_become_one_stay_two() -> None:
    value = {"/home/ann/x": 1, "/Users/ann/x": 2, "~/x": 3}
    masked = redactor().value(value, PLACE)
    assert list(masked.values()) == [1, 2, 3] and next(iter(masked)) == "~/x"


def test_the_name_in_a_working_directory() -> None:
    assert [name_in(p) for p in ("/home/ann/x", "/Users/bob", "C:\\Users\\cy\\x", "file:///home/dee", "/srv/x", None)] == [
        "ann", "bob", "cy", "dee", "", "",
    ]  # fmt: skip


# -- any value ---------------------------------------------------------------------------------------------

BITS = [
    *(kind[1](Made(seed))[0] for seed, kind in enumerate(KINDS)),
    "password=", "token: ", "://a:", "@", "\\", "%41", "\\u0041", "&quot;", "/home/", "ann", "C:\\Users\\", "--home-", "\ud800",
    "[REDACTED:secret#1]", "[REDACTED:", "#1]", "Cookie: a=", "密码：", "\x00\n", "--token", "x" * 40, "=", '"', "'",
]  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(BITS), max_size=6).map("".join))
NAMES = st.one_of(
    TEXTS,
    st.sampled_from(
        ["type", "data", "value", "name", "password", "token", "signature", "thinkingSignature", "mimeType"]
    ),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    TEXTS,
    st.sampled_from(["image", "thinking", "image/png"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(VALUES)
def test_any_value_is_masked_once_and_for_all(value: Any) -> None:
    before = repr(value)
    one = redactor(choices=frozenset(CHOICES), patterns=("ab+c", "[.]"), known=("open sesame",))
    one.learn(value)
    one.activate()
    masked = one.value(value, PLACE)
    assert repr(value) == before
    again = one.value(masked, PLACE)
    assert again is masked, (masked, again)
    found = list(audit_bytes(jsontext.dumps({"v": masked}), one))
    assert not found, (masked, found)


def test_any_depth() -> None:
    key = "sk-" + "ant-" + Made().of(40)
    value: Any = {"x": key}
    for turn in range(100_000):
        value = [value] if turn % 2 else {"k": value}
    one = redactor()
    masked = one.value(value, PLACE)
    assert not any(key in text for text in strings(masked))
    place = one.report().findings[0].place
    assert len(place.field) < 500


def test_hostile_text_takes_linear_time() -> None:
    began = time.perf_counter()
    for piece in (
        "token",
        "password=",
        "-----BEGIN PRIVATE KEY-----\n",
        "curl ",
        "://a:",
        "Server=a;",
        "eyJa.",
        "/home/",
        "\\",
        "%25",
        "a=b;",
    ):
        redactor().text(piece * (200_000 // len(piece)), PLACE)
    assert time.perf_counter() - began < 20


# -- speed and false alarms --------------------------------------------------------------------------------


def test_message_text_is_read_at_20_megabytes_a_second() -> None:
    made = Made()
    prose = (
        " ".join(
            "".join(made.random.choices("etaoinshrdlu", k=made.random.randint(2, 9))) for _ in range(150)
        )
        + " 上下文 /work/x/y.py:12 tokens: 5 https://example.com/a?b=c\n"
    )
    entries = [
        {
            "type": "message",
            "id": str(n),
            "message": {"role": "user", "content": [{"type": "text", "text": prose * 2}]},
        }
        for n in range(2000)
    ]
    size = sum(len(jsontext.dumps(entry)) for entry in entries)
    best = 0.0
    for _ in range(3):
        one = redactor()
        began = time.process_time()
        for entry in entries:
            one.value(entry, PLACE)
        best = max(best, size / 1e6 / (time.process_time() - began))
    assert best >= 20


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not here")
def test_few_false_alarms_on_real_sessions() -> None:
    one = redactor()
    size = 0
    for path in sorted(CORPUS.rglob("*.jsonl")):
        for raw in path.read_bytes().split(b"\n"):
            size += len(raw) + 1
            try:
                value = json.loads(raw)
            except ValueError:
                continue
            one.value(value, PLACE)
    counts = {
        rule: n
        for rule, n in one.report().counts.items()
        if rule not in ("identity", "signature", "image", "image-metadata")
    }
    assert sum(counts.values()) <= 3 * size / 1e6, counts
