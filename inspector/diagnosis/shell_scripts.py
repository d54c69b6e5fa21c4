"""Files that a script given in place writes (``python - <<EOF``, ``node -e``), as far as its text names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A text in quotes, or a name that may have been given one.
_TEXT = r"(?:[rbuRBU]{0,2}(?P<quote%s>['\"`])(?P<text%s>[^'\"`\n]{1,300})(?P=quote%s)|(?P<name%s>[A-Za-z_$][\w$]*))"


def _text(number: int) -> str:
    return _TEXT % ((number,) * 4)


_MODE = r"(?:mode\s*=\s*)?['\"][rbt]*[wax]\+?[bt]?['\"]|(?:mode\s*=\s*)?['\"]r[bt]?\+"
_FIRST = (
    # Python, JavaScript, Ruby, PHP: the first argument is the file.
    r"fs\.write\w*|fs\.append\w*|writeFile\w*|appendFile\w*|outputFile\w*|createWriteStream|unlinkSync|rmSync|mkdirSync|"
    r"Deno\.write\w+|Bun\.write|File\.(?:write|delete)|file_put_contents|os\.(?:remove|unlink|makedirs|mkdir|truncate)|"
    r"shutil\.rmtree|np\.savetxt|to_csv|to_parquet|to_excel|savefig"
)
_SECOND = r"os\.(?:rename|replace)|shutil\.(?:copy\w*|move)|renameSync|copyFileSync|fs\.rename|fs\.copyFile|File\.rename"
_WRITES = re.compile(
    rf"\bopen\(\s*{_text(1)}\s*,\s*(?:{_MODE})"
    rf"|\bopen\b[^,;\n]{{0,40}},\s*['\"]\+?>>?[^'\"]{{0,20}}['\"]\s*,\s*{_text(2)}"
    rf"|(?:{_FIRST})\(\s*{_text(3)}"
    rf"|(?:{_SECOND})\([^,\n]{{1,200}},\s*{_text(4)}"
    rf"|Path\(\s*{_text(5)}\s*\)\.(?:write_\w+|touch|unlink|mkdir|rename|replace|open\(\s*(?:{_MODE}))"
    rf"|\b(?P<name6>[A-Za-z_]\w*)\.(?:write_text|write_bytes|unlink|touch|open\(\s*(?:{_MODE}))"
)
# A call that writes, whatever its arguments: where more of them are there than names were found, not all is told.
_ANY = re.compile(
    rf"\bopen\([^\n]{{0,200}}?,\s*(?:{_MODE})|\bopen\b[^,;\n]{{0,40}},\s*['\"]\+?>>?"
    rf"|(?:{_FIRST}|{_SECOND})\(|\.(?:write_text|write_bytes|unlink|touch)\(|\.open\(\s*(?:{_MODE})"
)
_GIVEN = re.compile(
    r"\b([A-Za-z_$][\w$]*)\s*=\s*(?:(?:pathlib\.)?Path\(\s*)?[rbuRBU]{0,2}(['\"`])([^'\"`\n]{1,300})\2"
)
# PowerShell's way to the same: [System.IO.File]::WriteAllText("name", ...).
_STATIC = re.compile(
    rf"::(?:WriteAll\w+|AppendAll\w+|Delete|CreateText|Create)\(\s*{_text(7)}", re.IGNORECASE
)
MOST = 100_000  # characters of a script that are read


def script_writes(script: str) -> tuple[list[str], bool]:
    """Files that the script names where it writes, and whether it may write others too."""
    script = script[:MOST]
    given: dict[str, set[str]] = {}
    for match in _GIVEN.finditer(script):
        given.setdefault(match[1], set()).add(match[3])
    names: dict[str, None] = {}
    told = 0
    for match in _WRITES.finditer(script):
        found = _names(match, given)
        told += bool(found)
        names.update(dict.fromkeys(found))
    return list(names), told < sum(1 for _ in _ANY.finditer(script))


def static_writes(command: str) -> Iterator[str]:
    """Files that a PowerShell command writes by .NET's own calls; a name that is no text reads as a variable."""
    for match in _STATIC.finditer(command):
        yield match["text7"] or f"${match['name7']}"


def _names(match: re.Match[str], given: dict[str, set[str]]) -> list[str]:
    parts = {key[:4]: value for key, value in match.groupdict().items() if value and key[:5] != "quote"}
    if "text" in parts:
        return [parts["text"]] if "{" not in parts["text"] else []
    return sorted(name for name in given.get(parts.get("name", ""), ()) if "{" not in name)
