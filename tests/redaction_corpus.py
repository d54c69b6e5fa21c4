"""Planted secrets, made at test time: keys are put together from parts, so that no scanner trips over this repository."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable, Iterator
from typing import Any

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
B64 = ALNUM + "+/"


class Made:
    """Random text from a seed; every run plants the same."""

    def __init__(self, seed: int = 7) -> None:
        self.random = random.Random(seed)

    def of(self, size: int, letters: str = ALNUM) -> str:
        """Random text with a letter at both ends; a digit and both cases inside where ``letters`` have them."""
        while True:
            text = "".join(self.random.choices(letters, k=size))
            digits = any(c.isdigit() for c in text) or not any(c.isdigit() for c in letters)
            if not (text[0].isalnum() and text[-1].isalnum() and digits):
                continue
            both = any(c.islower() for c in letters) and any(c.isupper() for c in letters)
            if not both or (any(c.islower() for c in text) and any(c.isupper() for c in text)):
                return text


Kind = tuple[str, Callable[[Made], tuple[str, str]]]  # name, (text to plant, secret in it)


def _key(name: str, begin: tuple[str, ...], size: int, letters: str = ALNUM, after: str = "") -> Kind:
    def make(made: Made) -> tuple[str, str]:
        secret = "".join(begin) + made.of(size, letters) + after
        return secret, secret

    return name, make


def _in(name: str, template: str, size: int = 20, letters: str = ALNUM, secret: str = "{}") -> Kind:
    def make(made: Made) -> tuple[str, str]:
        value = secret.format(made.of(size, letters))
        return template.replace("{}", value), value

    return name, make


def _pem(made: Made) -> tuple[str, str]:
    lines = [made.of(64, B64) for _ in range(4)]
    edge = "-" * 5
    return f"{edge}BEGIN RSA PRIVATE{' '}KEY{edge}\n" + "\n".join(
        lines
    ) + f"\n{edge}END RSA PRIVATE{' '}KEY{edge}\n", lines[2]


def _pem_cut(made: Made) -> tuple[str, str]:
    lines = [made.of(64, B64) for _ in range(4)]
    edge = "-" * 5
    return f"{edge}BEGIN OPENSSH PRIVATE{' '}KEY{edge}\n" + "\n".join(lines), lines[3]


def _jwt(made: Made) -> tuple[str, str]:
    parts = [
        base64.urlsafe_b64encode(json.dumps(p).encode()).decode().rstrip("=")
        for p in ({"alg": "HS256"}, {"sub": made.of(8)})
    ]
    secret = ".".join((*parts, made.of(43, URLSAFE)))
    return secret, secret


def _basic(made: Made) -> tuple[str, str]:
    secret = base64.b64encode(f"ann:{made.of(12)}".encode()).decode()
    return f"Authorization: Basic {secret}", secret


def _telegram(made: Made) -> tuple[str, str]:
    secret = f"{made.of(10, '123456789')}:AA{made.of(33, URLSAFE)}"
    return secret, secret


def _discord(made: Made) -> tuple[str, str]:
    secret = f"M{made.of(23, URLSAFE)}.G{made.of(5, URLSAFE)}.{made.of(38, URLSAFE)}"
    return secret, secret


def _sendgrid(made: Made) -> tuple[str, str]:
    secret = f"S{'G.'}{made.of(22, URLSAFE)}.{made.of(43, URLSAFE)}"
    return secret, secret


def _openai_old(made: Made) -> tuple[str, str]:
    secret = f"sk-{made.of(20)}T3Blbk{'FJ'}{made.of(20)}"
    return secret, secret


KINDS: tuple[Kind, ...] = (
    _key("anthropic", ("sk-", "ant-", "api03-"), 93, URLSAFE, "AA"),
    _key("openai project", ("sk-", "proj-"), 60, URLSAFE),
    _key("openai service", ("sk-", "svcacct-"), 60, URLSAFE),
    ("openai legacy", _openai_old),
    _key("openrouter", ("sk-", "or-v1-"), 64, HEX),
    _key("deepseek", ("sk", "-"), 32, HEX),
    _key("google", ("AI", "za"), 35, URLSAFE),
    _key("google oauth secret", ("GOC", "SPX-"), 28, URLSAFE),
    _key("aws key id", ("AK", "IA"), 16, string.ascii_uppercase + "234567"),
    _in("aws secret", "aws_secret_access_key = {}", 40, B64),
    _in("aws secret json", '{"SecretAccessKey": "{}"}', 40, B64),
    _key("github classic", ("gh", "p_"), 36),
    _key("github oauth", ("gh", "o_"), 36),
    _key("github app", ("gh", "s_"), 36),
    _key("github fine-grained", ("github", "_pat_"), 82, ALNUM + "_"),
    _key("gitlab", ("gl", "pat-"), 20, URLSAFE),
    _key("slack bot", ("xo", "xb-"), 50, ALNUM + "-"),
    _key("slack app", ("xa", "pp-1-A0"), 60, ALNUM + "-"),
    _in("slack webhook", "https://hooks.slack" + ".com/services/{}", 40, ALNUM, "T0/B0/{}"),
    _key("stripe secret", ("sk_", "live_"), 24),
    _key("stripe restricted", ("rk_", "test_"), 24),
    _key("stripe webhook", ("wh", "sec_"), 32),
    _key("twilio", ("S", "K"), 32, HEX),
    ("sendgrid", _sendgrid),
    _key("npm", ("np", "m_"), 36),
    _key("pypi", ("py", "pi-AgEI"), 90, URLSAFE),
    _key("hugging face", ("h", "f_"), 34),
    _key("digitalocean", ("do", "p_v1_"), 64, HEX),
    ("discord", _discord),
    _in("discord webhook", "https://discord" + ".com/api/webhooks/{}", 60, URLSAFE, "123456789012345678/{}"),
    ("telegram", _telegram),
    _in(
        "azure storage",
        "DefaultEndpointsProtocol=https;AccountName=a;AccountKey={};EndpointSuffix=core.windows.net",
        86,
        B64,
        "{}==",
    ),
    _in(
        "azure bus",
        "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={}",
        43,
        B64,
        "{}=",
    ),
    _in("azure sas", "https://a.blob.core.windows.net/c?sv=2024&sig={}", 43, ALNUM, "{}%3D"),
    _key("groq", ("gs", "k_"), 52),
    _key("xai", ("xa", "i-"), 80),
    _key("supabase", ("sb", "p_"), 40, HEX),
    _key("supabase secret", ("sb_", "secret_"), 31, URLSAFE),
    _key("vercel blob", ("vercel", "_blob_rw_"), 40, ALNUM + "_"),
    _in("vercel", "VERCEL_TOKEN={}", 24),
    _in("cloudflare", 'CLOUDFLARE_API_TOKEN: "{}"', 40, URLSAFE),
    _in("cloudflare header", "X-Auth-Key: {}", 37, HEX),
    _key("replicate", ("r", "8_"), 37),
    _key("nvidia", ("nv", "api-"), 64, URLSAFE),
    _key("databricks", ("da", "pi"), 32, HEX),
    _key("vault", ("hv", "s."), 90, URLSAFE),
    _key("linear", ("lin", "_api_"), 40),
    _key("shopify", ("shp", "at_"), 32, HEX),
    ("private key", _pem),
    ("private key, cut off", _pem_cut),
    ("jwt", _jwt),
    ("basic auth", _basic),
    _in("bearer", "Authorization: Bearer {}", 40, URLSAFE),
    _in("bearer in curl", "curl -H 'authorization: bearer {}' https://x.test/", 32),
    _in("url password", "see https://ann:{}@git.test/x.git", 14),
    _in("cookie", "Cookie: session={}; theme=dark", 32),
    _in("set-cookie", "Set-Cookie: sid={}; Path=/; HttpOnly", 32),
    _in("postgres", "postgresql://app:{}@db.test:5432/app", 16),
    _in("mysql", "mysql://root:{}@127.0.0.1/app", 16),
    _in("mongodb", "mongodb+srv://app:{}@cluster0.test/?w=majority", 16),
    _in("redis", "redis://:{}@cache.test:6379/0", 24),
    _in("amqp", "amqp://guest2:{}@mq.test//", 16),
    _in("odbc", "Driver={SQL};Server=db;Uid=sa;Pwd={};", 12),
    _in("ado", "Server=db;Database=x;User Id=sa;Password={};Encrypt=yes", 12),
    _in("jdbc", "jdbc:mysql://db/x?user=app&password={}&useSSL=true", 14),
    _in("password=", "password={}", 12),
    _in("api_key:", "api_key: {}", 24),
    _in("TOKEN=", "export MY_TOKEN='{}'", 24),
    _in("json secret", '{"clientSecret": "{}"}', 24),
    _in("yaml", "db:\n  password: {}\n", 14),
    _in("query", "https://x.test/v1?access_token={}&a=1", 30),
    _in("flag", "deploy --api-key {} --fast", 28),
    _in("chinese password", "数据库密码：{}，请保密", 12),
    _in("chinese word", "口令是{}。", 12),
    _in("chinese key", "密钥: {}", 32),
    _in("curl user", "curl -u ann:{} https://x.test", 14),
    _in("letters after a variable", "PG" + "PASSWORD={} psql", 16, string.ascii_letters),
    _in("letters in Chinese", "数据库密码：{}。", 16, string.ascii_letters),
    _in("kubernetes", "- name: API_TOKEN\n  value: {}\n", 12),
    _in("dockerfile", "ENV API_TOKEN {}", 12),
    _in("xml", "<password>{}</password>", 12),
    _in("sql", "ALTER USER x WITH PASSWORD '{}'", 12),
    _in("call", 'config.set("api_key", "{}")', 12),
    _in("pair", '{"headers":[["X-Api-Key","{}"]]}', 12),
    _in("cookies", '{"cookies":[{"name":"sid","value":"{}"}]}', 16),
    _in("set-cookie in a list", '"Set-Cookie": ["sid={}"]', 16),
    _in("github without a border", "tokenIsgh" + "p_{}", 36),
    _in("netrc", "machine x.test login ann password {}", 14),
)


def places(secret: str) -> dict[str, Any]:
    """Decoded entries that hold ``secret`` in every place that can leave: {name of the place: entry}."""

    def message(role: str, **fields: Any) -> dict[str, Any]:
        return {"type": "message", "id": "e1", "parentId": None, "message": {"role": role, **fields}}

    text = [{"type": "text", "text": f"see\n{secret}\nabove"}]
    arguments = {"command": f"run {secret}"}
    call = {"type": "toolCall", "id": "c", "name": "bash", "arguments": arguments}
    return {
        "content": message("user", content=text),
        "content as text": message("user", content=f"it is {secret} here"),
        "reply": message("assistant", content=[{"type": "text", "text": secret}]),
        "thinking": message("assistant", content=[{"type": "thinking", "thinking": f"hm, {secret} …"}]),
        "tool arguments": message("assistant", content=[call]),
        "json in arguments": message(
            "assistant", content=[{**call, "arguments": {"body": json.dumps({"a": [f"x {secret} y"]})}}]
        ),
        "json in json": message(
            "assistant",
            content=[{**call, "arguments": {"body": json.dumps({"b": json.dumps({"a": f"x {secret} y"})})}}],
        ),
        "arguments as text": message("assistant", content=[{**call, "arguments": json.dumps(arguments)}]),
        "property name of arguments": message("assistant", content=[{**call, "arguments": {secret: 1}}]),
        "deep in arguments": message(
            "assistant", content=[{**call, "arguments": {"a": [[{"b": {"c": [secret]}}]]}}]
        ),
        "tool name": message("assistant", content=[{**call, "name": secret}]),
        "result": message("toolResult", toolCallId="c", toolName="bash", content=text),
        "details": message(
            "toolResult", content=[], details={"stdout": f"a\n{secret}\n", "rows": [[secret]]}
        ),
        "property name of details": message("toolResult", content=[], details={"env": {f"x {secret}": "y"}}),
        "nested calls": message(
            "toolResult",
            content=[],
            nestedCalls=[{"name": "bash", "arguments": arguments, "result": {"content": text}}],
        ),
        "error text": message("assistant", content=[], stopReason="error", errorMessage=f"401: {secret}"),
        "diagnostics": message("assistant", content=[], diagnostics=[{"error": {"message": secret}}]),
        "prompt": message("system", content=f"Rules.\n{secret}\n"),
        "prompt section": message("system", content="", sections={"context": f"file:\n{secret}"}),
        "name of a prompt section": message("system", content="", sections={f"s {secret}": "x"}),
        "tools": message(
            "system",
            content="",
            toolsAdded=[{"name": "t", "description": secret, "parameters": {"default": secret}}],
        ),
        "command": message("bashExecution", command=f"echo {secret}", output="", exitCode=0),
        "output": message(
            "bashExecution", command="env", output=f"A=1\n{secret}\nB=2", fullOutputPath=f"/tmp/{secret}"
        ),
        "unknown role": message("oracle", words={"x": secret}),
        "summary": {
            "type": "compaction",
            "id": "e",
            "summary": f"## Goal\n{secret}\n",
            "details": {"readFiles": [secret]},
        },
        "checkpoint": {
            "type": "compaction",
            "id": "e",
            "summary": "",
            "systemMessage": {"role": "system", "content": secret},
        },
        "retained tail": {
            "type": "compaction",
            "id": "e",
            "retainedTail": [{"role": "user", "content": text}],
        },
        "branch summary": {"type": "branch_summary", "id": "e", "summary": secret, "fromId": "root"},
        "label": {"type": "label", "id": "e", "targetId": "e1", "label": secret},
        "name": {"type": "session_info", "id": "e", "name": secret},
        "custom data": {"type": "custom", "id": "e", "customType": "state", "data": {"k": {"v": secret}}},
        "property name of custom data": {
            "type": "custom",
            "id": "e",
            "customType": "state",
            "data": {secret: {secret: 1}},
        },
        "custom type": {"type": "custom", "id": "e", "customType": secret},
        "custom message": {
            "type": "custom_message",
            "id": "e",
            "content": secret,
            "details": {"x": secret},
            "display": False,
        },
        "edit": {"type": "context_edit", "id": "e", "targetId": "e1", "replacement": {"content": text}},
        "edit as text": {"type": "context_edit", "id": "e", "targetId": "e1", "replacement": secret},
        "usage": {"type": "usage", "id": "e", "kind": secret, "provider": "p", "model": secret},
        "model": {"type": "model_change", "id": "e", "provider": "p", "modelId": secret},
        "unknown type": {"type": "from-the-future", "id": "e", "stuff": [secret, {"x": secret}]},
        "unknown field": {"type": "label", "id": "e", "targetId": "x", "label": "y", "extra": {"z": secret}},
        "id": {"type": "label", "id": secret, "parentId": secret, "targetId": secret},
        "header path": {
            "type": "session",
            "version": 3,
            "id": "s",
            "cwd": f"/work/{secret}",
            "parentSession": f"/work/{secret}.jsonl",
        },
        "header": {"type": "session", "version": 3, "id": secret, "cwd": secret, "more": {"x": secret}},
        "beside a lone surrogate": message("user", content=f"\ud83d{secret}\udc00 \ud83d"),
        "coloured": message("toolResult", content=[{"type": "text", "text": f"\x1b[1;32m{secret}\x1b[0m"}]),
        "bare text": secret,  # type: ignore[dict-item]
        "list": [secret, [secret]],  # type: ignore[dict-item]
    }


def strings(value: Any) -> Iterator[str]:
    """All strings and property names of a decoded value."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
