"""Entries shaped for a page: bounded, with every cut named."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from inspector.jsontext import dumps
from inspector.session.blocks import (
    DEPTH_LIMIT,
    ENTRY_LIMIT,
    TEXT_LIMIT,
    NoPicture,
    match_images,
    picture_at,
    shape,
    text_at,
)

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def image(data: bytes | str, mime: Any = "image/png") -> dict[str, Any]:
    text = data if isinstance(data, str) else base64.b64encode(data).decode()
    return {"type": "image", "mimeType": mime, "data": text}


def test_plain_values_come_out_as_they_are() -> None:
    value = {"a": [1, 2.5, None, True, "x", {}, []], "b": {"c": {"d": "\ud83d"}}}
    shaped = shape(value)
    assert shaped.value == value and shaped.cuts == []
    assert list(shaped.value) == ["a", "b"]


@pytest.mark.parametrize("value", ["text", 7, None, [], {}])
def test_values_that_are_no_objects(value: Any) -> None:
    assert shape(value).value == value


def test_long_text_is_cut_and_found_again() -> None:
    text = "字" * (TEXT_LIMIT + 5)
    value = {"message": {"content": [{"type": "text", "text": text}]}}
    shaped = shape(value)
    path = ["message", "content", 0, "text"]
    assert shaped.cuts == [{"path": path, "chars": len(text)}]
    assert text_at(shaped.value, path) == text[:TEXT_LIMIT]
    assert text_at(value, path) == text


@pytest.mark.parametrize(
    "path", [["x"], ["a", "0"], ["a", 5], ["a", -1], ["a", True], ["a"], [None], ["b", 0, "c"]]
)
def test_a_path_to_no_text_is_refused(path: list[Any]) -> None:
    with pytest.raises(KeyError):
        text_at({"a": ["t"], "b": "text"}, path)


def test_many_texts_stay_bounded() -> None:
    shaped = shape({"list": ["x" * 19_000] * 3_000})
    assert len(dumps(shaped.value)) < 3 * ENTRY_LIMIT


def test_many_values_stay_bounded() -> None:
    shaped = shape({"list": [[0] * 100] * 10_000, "wide": {str(at): at for at in range(100_000)}})
    assert len(dumps(shaped.value)) < 1_000_000
    assert any(cut.get("tooLarge") for cut in shaped.cuts)


def test_deep_values_end_with_a_mark() -> None:
    value: Any = "end"
    for _ in range(50_000):
        value = [value]
    shaped = shape({"deep": value, "after": 1})
    assert json.loads(dumps(shaped.value))["after"] == 1
    assert len(shaped.cuts) == 1 and shaped.cuts[0]["tooDeep"] and len(shaped.cuts[0]["path"]) == DEPTH_LIMIT


def test_long_property_names_are_cut() -> None:
    assert len(dumps(shape({"k" * 100_000: 1}).value)) < 1_000


def test_images_are_named_not_sent() -> None:
    value = {"content": [image(PNG), {"type": "text", "text": "x"}, image("abc", mime=7)]}
    content = shape(value).value["content"]
    assert content[0] == {"type": "image", "mimeType": "image/png", "bytes": 30, "cut": True, "index": 0}
    assert content[2]["index"] == 1 and content[2]["mimeType"] is None


@pytest.mark.parametrize(
    ("data", "mime"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89a...", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
    ],
)
def test_pictures_are_known_by_their_bytes(data: bytes, mime: str) -> None:
    picture = picture_at({"content": [image(data, mime="text/html")]}, 0)
    assert (picture.mime, picture.data) == (mime, data)


@pytest.mark.parametrize(
    "data",
    [b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", b"<html>", b"", "not base64 at all ü", "a"],
)
def test_other_bytes_are_no_pictures(data: bytes | str) -> None:
    with pytest.raises(NoPicture):
        picture_at({"content": [image(data)]}, 0)


def test_an_image_number_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        picture_at({"content": [image(PNG)]}, 1)


def test_message_images_are_numbered_as_in_their_entry() -> None:
    entry = {"message": {"content": [image("AAAA"), image(PNG)]}}
    message = {"content": [image(PNG), image("BBBB")]}
    numbers = match_images(message, entry)
    assert [numbers[id(block)] for block in message["content"]] == [1, None]
