"""Going through a decoded value without recursion: gathering its texts, and building it anew without secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspector.redaction import rules as table
from inspector.redaction.contexts import PLURALS, SESSION_NAME, secret_name
from inspector.redaction.identity import MASK, USER_PROPERTIES
from inspector.redaction.images import clean_base64
from inspector.redaction.report import Place

if TYPE_CHECKING:
    from inspector.redaction.engine import Redactor

# What providers hand back to themselves: signatures over hidden text, and reasoning that only they can read.
DROPPED = frozenset(
    (
        "thinkingSignature",
        "textSignature",
        "thoughtSignature",
        "thought_signature",
        "encrypted_content",
        "encryptedContent",
        "encrypted_reasoning",
        "encryptedReasoning",
        "reasoning_encrypted_content",
        "reasoningEncryptedContent",
    )
)
_SEALED = frozenset(("thinking", "redacted_thinking", "reasoning.encrypted", "reasoning"))
_CONDITIONAL = frozenset(("data", "signature", "value"))
_KEYS = 50_000
_FLAG = re.compile(r"--?[A-Za-z][\w-]*\Z")
_SIMPLE = re.compile(r"[A-Za-z_$][\w$-]*\Z")

Path = tuple[Any, Any] | None  # (path above, name or position)


def gather(value: Any, redactor: Redactor) -> tuple[list[str], bool]:
    """All strings of ``value`` but image data, names of properties only where they are new; and whether something must
    be looked at closely whatever the strings say."""
    texts: list[str] = []
    suspect = False
    plain = redactor.plain
    stack = [value]
    pop, push, add = stack.pop, stack.extend, texts.append
    while stack:
        item = pop()
        kind = type(item)
        if kind is str:
            add(item)
        elif kind is dict:
            if not plain.issuperset(item):
                suspect = _odd_names(item, redactor) or suspect
                if is_image(item):
                    push(inner for key, inner in item.items() if key != "data")
                    continue
            push(item.values())
        elif kind is list:
            push(item)
    return texts, suspect


def _odd_names(item: dict[Any, Any], redactor: Redactor) -> bool:
    odd = False
    for name in item:
        if name in redactor.plain:
            continue
        if name in _CONDITIONAL:
            odd = odd or is_image(item) or _is_sealed(item, name) or bool(_pair_kind(item))
        elif type(name) is not str:
            continue
        elif name.lower() in PLURALS:
            odd = odd or type(item[name]) is list
        elif (
            name in DROPPED
            or secret_name(name)
            or not redactor.quiet(name)
            or redactor.names_user(name, item[name])
        ):
            odd = True
        elif len(redactor.plain) < _KEYS and not (redactor.user_bound and name.lower() in USER_PROPERTIES):
            redactor.plain.add(name)
    return odd


def is_image(item: dict[Any, Any]) -> bool:
    """True for a block with base64 data of a picture, of pi's shape or a provider's."""
    if type(item.get("data")) is not str:
        return False
    if item.get("type") == "image":
        return True
    mime = item.get("mimeType", item.get("media_type", item.get("mime_type")))
    return type(mime) is str and mime.startswith("image/")


def _is_sealed(item: dict[Any, Any], name: str) -> bool:
    kind = item.get("type")
    if type(kind) is not str or kind not in _SEALED:
        return False
    return name == "signature" or (name == "data" and kind != "thinking")


def _pair_kind(item: dict[Any, Any]) -> str:
    """What ``value`` holds in a pair such as ``{"name": "API_KEY", "value": …}``."""
    for beside in ("name", "key", "header"):
        name = item.get(beside)
        if type(name) is str and (
            kind := secret_name(name) or ("secret" if SESSION_NAME.fullmatch(name) else "")
        ):
            return kind
    return ""


class _Frame:
    __slots__ = ("before", "box", "inherited", "items", "path", "source")

    def __init__(self, source: Any, box: Any, path: Path, inherited: str) -> None:
        self.source = source
        self.box = box
        self.path = path
        self.inherited = inherited
        self.before: Any = None  # the string before, in a list
        self.items: Iterator[tuple[Any, Any]] = iter(
            source.items() if type(source) is dict else enumerate(source)
        )


class Walk:
    """One value built anew. ``run`` gives the same object back where nothing was masked or dropped."""

    def __init__(self, redactor: Redactor, place: Place) -> None:
        self.redactor = redactor
        self.place = place
        self.changed = False
        self.stack: list[_Frame] = []

    def run(self, value: Any) -> Any:
        """``value`` without secrets."""
        top: list[Any] = []
        self._put(top, None, value, None, "")
        while self.stack:
            frame = self.stack[-1]
            for key, item in frame.items:
                if type(frame.source) is dict:
                    self._member(frame, key, item)
                else:
                    self._element(frame, key, item)
                if self.stack[-1] is not frame:
                    break  # a container was opened: fill it first
            else:
                self.stack.pop()
        return top[0] if self.changed else value

    def _member(self, frame: _Frame, key: Any, item: Any) -> None:
        name = key
        if type(key) is str:
            if self.redactor.drops and (key in DROPPED or _is_sealed(frame.source, key)):
                self.changed = True
                self.redactor.dropped(table.SIGNATURE, self._at((frame.path, key)))
                return
            name = self._name(frame, key)
        kind = secret_name(key) if type(key) is str else ""
        if key == "value" and not kind:
            kind = _pair_kind(frame.source)
        if type(item) is list and type(key) is str and key.lower() in PLURALS:
            kind = "secret"
        if type(item) is str and type(key) is str and self.redactor.names_user(key, item):
            self.redactor.named(self._at((frame.path, key)))
            item, self.changed = MASK, True
        self._put(frame.box, name, item, (frame.path, name), kind or frame.inherited)

    def _element(self, frame: _Frame, index: int, item: Any) -> None:
        kind = frame.inherited
        if type(item) is str and type(frame.before) is str and _FLAG.match(frame.before):
            kind = kind or secret_name(frame.before.lstrip("-"))
        elif index == 1 and len(frame.source) == 2 and type(item) is str and type(frame.before) is str:
            kind = kind or ("secret" if secret_name(frame.before) else "")
        frame.before = item
        self._put(frame.box, None, item, (frame.path, index), kind)

    def _put(self, box: Any, name: Any, item: Any, path: Path, kind: str) -> None:
        what = type(item)
        if what is str:
            new: Any = self._text(item, path, kind)
        elif what is dict or what is list:
            if what is dict and self.redactor.drops and is_image(item):
                item = self._picture(item, path)
            new = {} if type(item) is dict else []
            inherited = (
                ""
                if box is not None
                and self.stack
                and self.stack[-1].inherited
                and kind == self.stack[-1].inherited
                else kind
            )
            self.stack.append(_Frame(item, new, path, inherited))
        elif kind == "password" and what is int and item >= 1000 and self.redactor.drops:
            new = self.redactor.hidden("password", str(item), self._at(path))
            self.changed = True
        else:
            new = item
        if type(box) is list:
            box.append(new)
        else:
            box[name] = new

    def _text(self, text: str, path: Path, kind: str) -> str:
        if len(self.stack) and is_image_data(self.stack[-1], path):
            return text
        if not kind and self.redactor.quiet(text):
            return text
        new = self.redactor.text(text, self._at(path), kind)
        self.changed = self.changed or new is not text
        return new

    def _name(self, frame: _Frame, key: str) -> str:
        new = key
        if key not in self.redactor.plain and not self.redactor.quiet(key):
            at = self._at(frame.path)
            new = self.redactor.text(key, at._replace(field=f"{at.field} (property name)".strip()))
        if new in frame.box:  # two names became one, or one that was masked meets its like
            number = 2
            while f"{new} ({number})" in frame.box:
                number += 1
            new = f"{new} ({number})"
        self.changed = self.changed or new != key
        return new

    def _picture(self, item: dict[Any, Any], path: Path) -> dict[Any, Any]:
        """The block with clean data; where that cannot be had, a text block in its place."""
        data = clean_base64(item["data"])
        if data is item["data"]:
            return item
        self.changed = True
        at = self._at((path, "data"))
        if data is None:
            return {"type": "text", "text": self.redactor.hidden(table.IMAGE, item["data"], at)}
        self.redactor.dropped("image-metadata", at)
        return {**item, "data": data}

    def _at(self, path: Path) -> Place:
        steps: list[Any] = []
        while path is not None:
            path, step = path
            steps.append(step)
            if len(steps) > 40:
                steps.append("…")
                break
        text = self.place.field
        for step in reversed(steps):
            if type(step) is int:
                text += f"[{step}]"
            elif _SIMPLE.match(str(step)) or step == "…" or "[REDACTED:" in str(step):
                text += f".{step}" if text else str(step)
            else:
                text += f'["{str(step)[:80]}"]'
        return self.place._replace(field=text)


def is_image_data(frame: _Frame, path: Path) -> bool:
    """True for the data of a picture, which no rule is asked about."""
    return path is not None and path[1] == "data" and type(frame.source) is dict and is_image(frame.source)
