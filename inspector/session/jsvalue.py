"""JavaScript's view of JSON values, where pi's answers depend on it: truth, text, length, number form, dates.

Source: the ECMAScript rules that pi's code runs under (Node 24); checked against node in the tests.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from inspector.session.kinds import NO_INSTANT

# What trim() takes off.
JS_SPACE = (
    "\t\n\v\f\r \u00a0\u1680"
    + "".join(map(chr, range(0x2000, 0x200B)))
    + "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_ESCAPED = re.compile(r'[\x00-\x1f"\\\ud800-\udfff]')
_SHORT = set('\b\f\n\r\t"\\')
_ISO = re.compile(
    r"([+-]\d{6}|\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:?\d\d)?)?$",
    re.ASCII,
)
# Where pi's own stack ends (node 24 as pi starts it, found by asking pi): arrays in arrays that `String()` joins, and
# levels that `JSON.stringify()` writes. Deeper ones make pi throw "Maximum call stack size exceeded".
JOIN_LIMIT = 3_070
STRINGIFY_LIMIT = 4_380
_MAX_TIME = 8.64e15  # JavaScript's largest date, in milliseconds
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def truthy(value: Any) -> bool:
    """JavaScript's truth of a JSON value: null, false, 0, NaN and "" are false, all else is true."""
    if isinstance(value, (dict, list)):
        return True
    return bool(value) and value == value


def units(text: str) -> int:
    """Length in UTF-16 code units, JavaScript's ``length``."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def number_text(value: float) -> str:
    """A number as JavaScript writes it: shortest digits, exponent only from 1e21 and below 1e-6."""
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    value = float(value)
    if not math.isfinite(value):
        return "NaN" if value != value else ("Infinity" if value > 0 else "-Infinity")
    if value == 0:
        return "0"
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = (
        len(whole) + int(exponent or 0)
        if whole != "0"
        else int(exponent or 0) - (len(fraction) - len(fraction.lstrip("0")))
    )
    digits = digits.rstrip("0") or "0"
    return ("-" if value < 0 else "") + _place(digits, point)


def _place(digits: str, point: int) -> str:
    """``digits`` with the decimal point after ``point`` of them, in JavaScript's form."""
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    head = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return f"{head}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def js_string(value: Any, absent: bool = False) -> str:
    """``String(value)``; ``absent`` stands for undefined."""
    if absent:
        return "undefined"
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    return _joined(value) if isinstance(value, list) else "[object Object]"


def _joined(items: list[Any]) -> str:
    """Arrays in arrays become one list with commas; null members are empty. Any depth."""
    pieces: list[str] = []
    stack = [enumerate(items)]
    while stack:
        at, item = next(stack[-1], (-1, None))
        if at < 0:
            stack.pop()
            continue
        if at:
            pieces.append(",")
        if isinstance(item, list):
            stack.append(enumerate(item))
        elif item is not None:
            pieces.append(js_string(item))
    return "".join(pieces)


def joins(value: Any) -> bool:
    """False where ``String(value)`` overflows pi's stack."""
    depth, level = 0, [value]
    while level := list(chain.from_iterable(item for item in level if isinstance(item, list))):
        depth += 1
    return depth < JOIN_LIMIT


def depth_of(value: Any) -> int:
    """Levels of arrays and objects in a JSON value; 0 for a plain one."""
    depth, level = 0, [value]
    while True:
        boxes = [item for item in level if isinstance(item, (dict, list))]
        if not boxes:
            return depth
        depth += 1
        level = list(chain.from_iterable(box.values() if isinstance(box, dict) else box for box in boxes))


def told(value: Any) -> str:
    """A stored value for a message: scalars as JSON has them, of arrays and objects only what they are."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (dict, list)):
        return "(an array)" if isinstance(value, list) else "(an object)"
    return repr(value)


def same(one: Any, other: Any, one_object: bool) -> bool:
    """JavaScript's ``===``. Arrays and objects are equal only to themselves, which the caller must know
    (``one_object``): we decode an entry anew each time, pi holds it once."""
    if isinstance(one, (dict, list)) or isinstance(other, (dict, list)):
        return one_object and type(one) is type(other)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


def stringify_units(value: Any) -> int:
    """The length of ``JSON.stringify(value)`` in UTF-16 units, without building it; any depth."""
    total = 0
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            total += _quoted_units(item)
        elif isinstance(item, dict):
            total += 2 + max(0, len(item) - 1) + len(item)
            for key, inner in item.items():
                total += _quoted_units(key)
                stack.append(inner)
        elif isinstance(item, list):
            total += 2 + max(0, len(item) - 1)
            stack.extend(item)
        elif item is None or item is True:
            total += 4
        elif item is False:
            total += 5
        else:
            total += len(number_text(item)) if math.isfinite(item) else 4
    return total


def _quoted_units(text: str) -> int:
    """Units of a string in JSON: quotes, short escapes of two, ``\\u`` escapes of six (lone surrogates too)."""
    extra = sum(1 if match in _SHORT else 5 for match in _ESCAPED.findall(text))
    return units(text) + 2 + extra


def coerced_number(value: Any) -> float:
    """``Number(value)`` as the comparison operators see it; NaN where there is none."""
    if value is None:
        return 0.0
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, list):
        return _text_number(js_string(value))
    return _text_number(value) if isinstance(value, str) else math.nan


def _text_number(text: str) -> float:
    text = text.strip(JS_SPACE)
    if not text:
        return 0.0
    if re.fullmatch(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+", text):
        try:
            return float(int(text, 0))
        except OverflowError:
            return math.inf
    if re.fullmatch(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", text):
        return float(text)
    return (
        float(text.replace("Infinity", "inf")) if text in ("Infinity", "+Infinity", "-Infinity") else math.nan
    )


def instant(value: Any) -> int:
    """Milliseconds since 1970 of ``new Date(value)``, ``NO_INSTANT`` where it is invalid or not understood.

    ISO forms and numbers are read as JavaScript does (a date alone is UTC, a time without zone is local). Free
    text that V8 happens to understand is left unread: unknown is better than guessed.
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return int(value) if math.isfinite(value) and abs(value) <= _MAX_TIME else NO_INSTANT
    if not isinstance(value, str):
        return NO_INSTANT
    hour, second, milli = HOURS.get(value[:14]), SECONDS.get(value[14:19]), MILLIS.get(value[19:])
    if second is not None and milli is not None:
        if hour is None:
            hour = _hour(value[:14])
        if hour != NO_INSTANT:
            return hour + second + milli
    match = _ISO.match(value)
    return _iso_instant(match) if match else NO_INSTANT


def _hour(text: str) -> int:
    """The hour of pi's own form of an instant, read and remembered; ``NO_INSTANT`` where it is no such form."""
    match = _PI_HOUR.match(text)
    found = _iso_instant(_ISO.match(text + "00:00.000Z")) if match else NO_INSTANT  # type: ignore[arg-type]
    if found != NO_INSTANT:
        if len(HOURS) >= _REMEMBERED:
            HOURS.clear()
        HOURS[text] = found
    return found


# The three parts of pi's own form of an instant, 24 characters: nearly every instant in a session is put together
# from them, which is several times faster than reading it.
_PI_HOUR = re.compile(r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\Z", re.ASCII)
_REMEMBERED = 60_000
HOURS: dict[str, int] = {}  # "2026-11-30T08:" to its milliseconds, as met
SECONDS = {f"{s // 60:02d}:{s % 60:02d}": s * 1000 for s in range(3600)}  # "15:59"
MILLIS = {f".{milli:03d}Z": milli for milli in range(1000)}


def _iso_instant(match: re.Match[str]) -> int:
    year, month, day, hours, minutes, seconds, fraction, zone = match.groups()
    try:
        base = datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
    except (ValueError, OverflowError):
        return NO_INSTANT
    h, m, s = int(hours or 0), int(minutes or 0), int(seconds or 0)
    if h > 24 or m > 59 or s > 59 or (h == 24 and (m or s or (fraction or "").strip("0"))):
        return NO_INSTANT
    millis = int(((fraction or "0") + "00")[:3])
    ms = (base - _EPOCH).days * 86_400_000 + h * 3_600_000 + m * 60_000 + s * 1000 + millis
    if zone and zone != "Z":
        ahead, minutes_ahead = int(zone[1:3]), int(zone[-2:])
        if ahead > 23 or minutes_ahead > 59:
            return NO_INSTANT
        ms -= (-1 if zone[0] == "-" else 1) * (ahead * 60 + minutes_ahead) * 60_000
    elif hours is not None and zone is None:
        ms -= _local_offset(ms)
    return ms


def _local_offset(ms: int) -> int:
    """Milliseconds that local time was ahead of UTC when local clocks showed ``ms``; 0 where the system cannot tell."""
    try:
        naive = (_EPOCH + timedelta(milliseconds=ms)).replace(tzinfo=None)
        return int((naive.astimezone().utcoffset() or timedelta()) / timedelta(milliseconds=1))
    except (OverflowError, ValueError, OSError):
        return 0


def iso(ms: float | None) -> str | None:
    """CONTRACT's instant: ISO 8601, UTC, milliseconds; None where there is none or it is out of range."""
    if ms is None or ms == NO_INSTANT:
        return None
    try:
        at = _EPOCH + timedelta(milliseconds=ms)
    except (OverflowError, ValueError):
        return None
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z" if at.year >= 1000 else None


def key_order(value: dict[str, Any]) -> list[str]:
    """Property names in JavaScript's order: array-index names rising, then the rest as written."""
    indices = [key for key in value if _is_index(key)]
    return sorted(indices, key=int) + [key for key in value if not _is_index(key)] if indices else list(value)


def _is_index(key: str) -> bool:
    if len(key) > 10 or not (key.isascii() and key.isdigit()):
        return False  # Python refuses int() of over 4,300 digits
    return (key == "0" or key[0] != "0") and int(key) < 2**32 - 1
