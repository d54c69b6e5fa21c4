"""Parts that stay at home: found wherever a session may hold them, and nothing else is touched."""

from __future__ import annotations

import copy
import json
from typing import Any

from inspector.export.leaveout import LEFT_OUT, LeaveOut
from inspector.export.parts import PARTS, everything

IMAGE = {"type": "image", "data": "QUJD" * 40, "mimeType": "image/png"}
NONE: frozenset[str] = frozenset()


def left(entry: Any, parts: frozenset[str] = NONE) -> tuple[Any, dict[str, int]]:
    leave = LeaveOut(parts)
    value = leave.entry(copy.deepcopy(entry), json.dumps(entry).encode())
    return value, dict(leave.taken)


def message(**fields: Any) -> dict[str, Any]:
    return {"type": "message", "id": "a", "parentId": None, "message": fields}


def test_images_in_every_shape_and_place() -> None:
    entry = {
        "type": "custom",
        "data": {
            "own": [IMAGE],
            "provider": {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/jpeg", "data": "QUJD"},
            },
            "text": f"see ![x](data:image/png;base64,{'QUJD' * 40}) there",
            "odd": {"type": "image", "data": "QUJD", "mimeType": "<b>"},
        },
    }
    value, taken = left(entry)
    assert taken == {"images": 4} and "QUJD" not in json.dumps(value)
    assert value["data"]["own"][0]["text"] == "[image left out of this export: image/png, 120 bytes]"
    assert value["data"]["odd"]["text"] == "[image left out of this export: of unknown type, 3 bytes]"
    assert value["data"]["text"].startswith("see ![x]([image left") and value["data"]["text"].endswith(
        ") there"
    )


def test_thinking_with_its_signatures() -> None:
    blocks = [
        {"type": "thinking", "thinking": "T", "thinkingSignature": "S"},
        {"type": "redacted_thinking", "data": "S"},
        {"type": "text", "text": "kept"},
        {"type": "toolCall", "id": "c", "name": "n", "arguments": {}, "thoughtSignature": "S"},
    ]
    value, taken = left(message(role="assistant", content=blocks))
    assert taken == {"thinking": 2}
    assert value["message"]["content"] == [
        blocks[2],
        {"type": "toolCall", "id": "c", "name": "n", "arguments": {}},
    ]


def test_prompts_leave_an_entry_that_pi_keeps() -> None:
    value, taken = left(
        {**message(role="system", content="P", sections={"a": "P"}), "parentId": "z", "timestamp": "t"}
    )
    assert taken == {"prompt": 1}
    assert value == {
        "type": "custom", "customType": LEFT_OUT, "id": "a", "parentId": "z", "timestamp": "t", "data": {"part": "prompt"},
    }  # fmt: skip
    compaction = {"type": "compaction", "summary": "s", "systemMessage": {"role": "system", "content": "P"}}
    compaction["retainedTail"] = [{"role": "system", "content": "P"}, {"role": "user", "content": "kept"}]
    assert left(compaction)[0] == {
        "type": "compaction",
        "summary": "s",
        "retainedTail": [{"role": "user", "content": "kept"}],
    }
    share = {
        "type": "custom",
        "customType": "pi.share",
        "data": {"systemPrompt": "P", "tools": [1], "more": 2},
    }
    assert left(share)[0]["data"] == {"more": 2}


def test_private_output_goes_and_the_command_stays() -> None:
    bash = {
        "role": "bashExecution",
        "command": "c",
        "output": "secret",
        "fullOutputPath": "/p",
        "excludeFromContext": True,
    }
    value, taken = left(message(**bash))
    assert taken == {"private": 1} and "secret" not in json.dumps(value) and "/p" not in json.dumps(value)
    assert value["message"]["command"] == "c" and "6 characters" in value["message"]["output"]
    shown = message(**{**bash, "excludeFromContext": False})
    assert left(shown) == (shown, {})


def test_with_all_parts_nothing_is_touched() -> None:
    entry = message(role="assistant", content=[IMAGE, {"type": "thinking", "thinking": "T"}])
    assert left(entry, frozenset(PARTS)) == (entry, {})
    assert everything().faithful and everything(3).branch == 3 and not everything(3).all_branches


def test_odd_values_raise_nothing() -> None:
    deep: Any = {"type": "image"}
    for _ in range(50_000):
        deep = [deep]
    leave = LeaveOut(NONE)
    for entry in (
        None,
        [],
        "image",
        1.5,
        {"message": []},
        {"message": {"role": ["system"]}},
        {"type": "custom", "data": deep},
    ):
        leave.entry(entry, b"image thinking system")
    for odd in (
        {"type": ["thinking"]},
        {"type": "image", "data": None, "source": []},
        {"type": "thinking", "thinking": None},
    ):
        leave.entry(
            {"message": {"content": [odd, {"x": odd}]}, "systemMessage": odd, "retainedTail": odd},
            b"image thinking system",
        )
