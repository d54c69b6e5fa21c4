"""Stage 1: every finding of the storage stage on a small made-up session, with its evidence and its words."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.diagnosis import branch, storage, words_common, words_storage
from inspector.diagnosis.case import Case
from inspector.diagnosis.catalog import step_parts
from inspector.diagnosis.finding import Finding
from inspector.diagnosis.storage_folder import renamed_candidates
from inspector.diagnosis.words import LANGUAGES, Language, fill
from inspector.session.load import open_session
from inspector.store.roots import Places, Root, find_places
from tests.builders import START, UNSET, Script, header, text

STEPS = {**words_common.STEPS, **words_storage.STEPS}
CASES: dict[str, Callable[[Path], tuple[Case, dict[str, Any]]]] = {}
Made = tuple[Case, dict[str, Any]]


def made(code: str) -> Callable[[Callable[[Path], Made]], Callable[[Path], Made]]:
    """Register a builder: a case that must give ``code``, and what the finding must hold."""

    def keep(builder: Callable[[Path], Made]) -> Callable[[Path], Made]:
        CASES[code] = builder
        return builder

    return keep


def case_of(path: Path, places: Places | None = None, **fields: Any) -> Case:
    session = open_session(path)
    return Case(session, session.tree.active_leaf, places, **fields)


def talk(*words: str, **fields: Any) -> Script:
    script = Script(**fields)
    for number, one in enumerate(words or ("Glaze it blue.",)):
        script.user(one) if number % 2 == 0 else script.reply(one)
    return script


def lines_of(*records: Any) -> bytes:
    return b"".join(
        record if isinstance(record, bytes) else json.dumps(record).encode() + b"\n" for record in records
    )


def raw(tmp_path: Path, *records: Any, name: str = "s.jsonl") -> Case:
    path = tmp_path / name
    path.write_bytes(lines_of(*records))
    return case_of(path)


def entry(id: str, parent: str | None, words: str = "word", **fields: Any) -> dict[str, Any]:
    message = {"role": "user", "content": words, "timestamp": 1}
    return {
        "type": "message",
        "id": id,
        "parentId": parent,
        "timestamp": "2026-05-04T09:00:01.000Z",
        "message": message,
        **fields,
    }


class Home:
    """An agent folder with sessions, and projects beside it."""

    def __init__(self, tmp_path: Path) -> None:
        self.top = tmp_path
        self.agent = tmp_path / "agent"
        self.project = self.folder("project/pots")

    def folder(self, name: str) -> Path:
        path = self.top / name
        path.mkdir(parents=True, exist_ok=True)
        return path

    def places(self, cwd: Path | None = None) -> Places:
        return find_places(cwd or self.project, environ={"PI_CODING_AGENT_DIR": str(self.agent)})

    def put(
        self,
        name: str,
        script: Script | None = None,
        age: int = 0,
        into: Path | str | None = None,
        **fields: Any,
    ) -> Path:
        """A session of a project (this one), in the session folder of ``into``, changed ``age`` seconds before the end."""
        cwd = str(fields.pop("cwd", self.project))
        folder = self.places().default_folder(str(into or cwd))
        folder.mkdir(parents=True, exist_ok=True)
        script = script or talk("One.", "Two.", cwd=cwd, id=fields.pop("id", f"id-{name}"), **fields)
        path = script.write(folder / f"{name}.jsonl")
        stamp = START.timestamp() + 1_000_000 - age
        os.utime(path, (stamp, stamp))
        return path


def later(seconds: int, cwd: Path, **fields: Any) -> Script:
    """A session whose talk comes ``seconds`` after the start."""
    script = Script(cwd=str(cwd), **fields)
    at = int((START.timestamp() + seconds) * 1000)
    script.message("user", content="Later.")
    script.records[-1]["message"]["timestamp"] = at
    return script


# -- the file itself -------------------------------------------------------------------------------------------------


@made("storage.header")
def _header(tmp_path: Path) -> Made:
    return case_of(talk("a", "b").write(tmp_path / "s.jsonl")), {
        "version": 3,
        "cwd": "/work/pots",
        "entries": 2,
        "at": [1],
    }


@made("storage.version-newer")
def _newer(tmp_path: Path) -> Made:
    return case_of(talk(version=7).write(tmp_path / "s.jsonl")), {"version": 7, "status": "warning"}


@made("storage.version-missing")
def _missing(tmp_path: Path) -> Made:
    return case_of(talk("a", "b", version=UNSET).write(tmp_path / "s.jsonl")), {
        "status": "warning",
        "steps": ["copy-first"],
    }


@made("storage.rewrites")
def _rewrites(tmp_path: Path) -> Made:
    return case_of(talk(version=2).write(tmp_path / "s.jsonl")), {"version": 2, "status": "ok"}


@made("storage.rewrite-loses")
def _loses(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(2), b"nonsense\n", entry("a", None))
    return case, {"n": 1, "status": "warning", "at": [2], "steps": ["copy-first", "salvage"]}


@made("storage.event-log")
def _events(tmp_path: Path) -> Made:
    case = raw(
        tmp_path,
        header(),
        {"type": "agent_start"},
        {"type": "turn_start"},
        {"type": "message_start", "message": {"role": "user"}},
    )
    return case, {"status": "warning"}


@made("storage.empty")
def _empty(tmp_path: Path) -> Made:
    return raw(tmp_path), {"status": "warning"}


@made("storage.refused-too-long")
def _too_long(tmp_path: Path) -> Made:
    case = case_of(talk().write(tmp_path / "s.jsonl"))
    case.session.scan.over_long.append(2)  # such a line has half a GiB
    return case, {"status": "lost", "line": 2}


@made("storage.refused-bare-value")
def _bare(tmp_path: Path) -> Made:
    return raw(tmp_path, header(1), b'"text"\n', entry("a", None)), {"status": "lost", "line": 2}


@made("storage.refused-bom")
def _bom(tmp_path: Path) -> Made:
    case = raw(tmp_path, b"\xef\xbb\xbf" + lines_of(header()), entry("a", None))
    return case, {"status": "lost", "line": 1, "n": 1, "at": [1], "steps": ["salvage"]}


@made("storage.refused-no-id")
def _no_id(tmp_path: Path) -> Made:
    return raw(tmp_path, header(id=5), entry("a", None)), {"status": "lost", "line": 1}


@made("storage.refused-header-late")
def _late(tmp_path: Path) -> Made:
    case = raw(tmp_path, {"type": "title", "id": "t"}, header(), entry("a", None))
    return case, {"status": "lost", "line": 2}


@made("storage.refused-no-record")
def _no_record(tmp_path: Path) -> Made:
    return raw(tmp_path, b"one\n", b"two\n"), {"status": "lost", "at": [1]}


@made("storage.refused-header-damaged")
def _torn_header(tmp_path: Path) -> Made:
    return raw(tmp_path, b'{"type":"sess\n', entry("a", None)), {"status": "lost", "n": 1}


@made("storage.refused-no-header")
def _no_header(tmp_path: Path) -> Made:
    return raw(tmp_path, entry("a", None)), {"status": "lost", "n": 1}


@made("storage.hangs")
def _hangs(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("a", "b"), entry("b", "a"))
    return case, {"status": "lost", "n": 2, "steps": ["salvage"]}


@made("storage.throws-context")
def _throws(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("a", None), entry("b", "a", message=None), entry("c", "b"))
    return case, {"status": "warning", "lines": [3], "at": [3]}


@made("storage.throws-counting")
def _counting(tmp_path: Path) -> Made:
    script = talk("a")
    script.message("assistant", content=[text("No usage.")], provider="p", model="m", stopReason="stop")
    return case_of(script.write(tmp_path / "s.jsonl")), {"status": "warning", "lines": [3]}


@made("storage.throws-content")
def _odd_content(tmp_path: Path) -> Made:
    script = talk("a")
    script.user(7)
    case = case_of(script.write(tmp_path / "s.jsonl"))
    return case, {"status": "warning", "at": [3], "steps": ["salvage"]}


@made("storage.throws-name")
def _odd_name(tmp_path: Path) -> Made:
    script = talk("a")
    script.add("session_info", name=7)
    return case_of(script.write(tmp_path / "s.jsonl")), {"status": "warning", "line": 3}


@made("storage.unlisted")
def _unlisted(tmp_path: Path) -> Made:
    script = talk("a")
    script.user(None)
    return case_of(script.write(tmp_path / "s.jsonl")), {
        "status": "warning",
        "line": 3,
        "steps": ["open-session"],
    }


@made("storage.adds-newline")
def _newline(tmp_path: Path) -> Made:
    path = tmp_path / "s.jsonl"
    path.write_bytes(talk("a").bytes().rstrip(b"\n"))
    return case_of(path), {"status": "ok", "at": [2]}


@made("storage.no-leaf")
def _no_leaf(tmp_path: Path) -> Made:
    return raw(tmp_path, header(), entry("a", None), {"type": "leaf"}), {"status": "lost", "at": [3]}


@made("storage.path-cut-by-damage")
def _cut_by_damage(tmp_path: Path) -> Made:
    lost = json.dumps(entry("b", "a")).encode() + b"\0\0\n"
    case = raw(tmp_path, header(), entry("a", None, "The code is BRISK-MAGPIE-7."), lost, entry("c", "b"))
    return case, {
        "status": "lost",
        "bad": 3,
        "parent": "b",
        "n": 1,
        "at": [4, 3],
        "steps": ["salvage", "go-back-user"],
    }


@made("storage.path-cut")
def _cut(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("a", None, "不要改 legacy 目录。"), entry("c", "gone"))
    return case, {"status": "lost", "parent": "gone", "n": 1, "at": [3], "steps": ["go-back-user"]}


@made("storage.missing-parent")
def _orphan(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("x", "gone"), entry("a", None), entry("b", "a"))
    return case, {"status": "warning", "n": 1, "at": [2]}


@made("storage.parent-is-header")
def _parent_is_header(tmp_path: Path) -> Made:
    own = header()["id"]
    case = raw(tmp_path, header(), entry("a", own), entry("b", "a"), entry("c", own), entry("d", "c"))
    return case, {"status": "ok", "n": 2, "lines": [2, 4], "at": [2, 4, 1]}


@made("storage.shadowed")
def _shadowed(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("a", None), entry("b", "a", "first"), entry("b", "a", "second"))
    return case, {"status": "warning", "lines": [3], "at": [3, 4]}


@made("storage.repeated")
def _repeated(tmp_path: Path) -> Made:
    case = raw(tmp_path, header(), entry("a", None), entry("b", "a"), entry("b", "a"))
    return case, {"status": "ok", "lines": [3]}


DAMAGE: dict[str, tuple[list[Any], str, list[int]]] = {
    "torn": ([entry("a", None), b'{"type":"mess\n', entry("b", "a")], "warning", [3]),
    "torn-tail": (
        [entry("a", None), b'{"type":"message","id":"b","message":{"content":"Stop at 12'],
        "warning",
        [3],
    ),
    "joined": (
        [entry("a", None), lines_of(entry("b", "a")).strip() + lines_of(entry("c", "b"))],
        "warning",
        [3],
    ),
    "nul": ([entry("a", None), b"\0" * 40 + b"\n", entry("b", "a")], "warning", [3]),
    "not-json": ([entry("a", None), b"npm ERR!\n", entry("b", "a")], "warning", [3]),
    "bom": ([entry("a", None), b"\xef\xbb\xbf" + lines_of(entry("b", "a")), entry("c", "a")], "warning", [3]),
    "not-a-record": ([entry("a", None), b"null\n", b"[]\n", entry("b", "a")], "warning", [3, 4]),
    "repaired-utf8": ([lines_of(entry("a", None, "Malmoe")).replace(b"oe", b"\xf6")], "warning", [2]),
    "cycle": ([entry("x", "y"), entry("y", "x"), entry("a", None)], "warning", [2]),
    "extra-header": ([entry("a", None), header(), entry("b", "a")], "warning", [3]),
    "unknown-type": ([entry("a", None), {"type": "later", "id": "b", "parentId": "a"}], "ok", [3]),
    "odd-field": ([entry("a", None), entry("b", "a", label=7)], "ok", [3]),
    "too-deep": (
        [entry("a", None), lines_of(entry("b", "a")).replace(b'"word"', b"[" * 1500 + b"]" * 1500)],
        "ok",
        [3],
    ),
    "lone-surrogate": ([lines_of(entry("a", None, "half")).replace(b"half", b"\\ud83d")], "ok", [2]),
}


def _damaged(kind: str) -> Callable[[Path], Made]:
    def build(tmp_path: Path) -> Made:
        records, status, at = DAMAGE[kind]
        return raw(tmp_path, header(), *records), {"status": status, "at": at}

    return build


for _kind in DAMAGE:
    CASES[f"storage.damage-{_kind}"] = _damaged(_kind)


@made("storage.worked-elsewhere")
def _elsewhere(tmp_path: Path) -> Made:
    script = Script(cwd="/tmp/demo-barn")
    script.message("system", content="", sections={"cwd": "<cwd>\n/tmp/demo-barn\n</cwd>"})
    script.user("Count the hay.")
    script.message("system", content="", sections={"cwd": "<cwd>\n/tmp/demo-mill\n</cwd>"})
    script.user("How many sacks?")
    case = case_of(script.write(tmp_path / "s.jsonl"))
    return case, {
        "status": "warning",
        "folder": "/tmp/demo-mill",
        "line": 4,
        "at": [4, 1],
        "steps": ["missing-cwd"],
    }


@made("storage.worked-elsewhere-before")
def _elsewhere_before(tmp_path: Path) -> Made:
    script = Script(cwd="/tmp/demo-barn")
    script.message("system", content="Be brief.\nCurrent working directory: /tmp/demo-mill")
    script.user("How many sacks?")
    script.message("system", content="", sections={"cwd": "<cwd>\n/tmp/demo-barn\n</cwd>"})
    return case_of(script.write(tmp_path / "s.jsonl")), {
        "status": "ok",
        "folder": "/tmp/demo-mill",
        "line": 2,
    }


@made("storage.own-suffix")
def _suffix(tmp_path: Path) -> Made:
    return case_of(talk().write(tmp_path / "s.jsonl.bak")), {"status": "warning", "name": "s.jsonl.bak"}


@made("storage.own-copy")
def _copy_name(tmp_path: Path) -> Made:
    return case_of(talk().write(tmp_path / "s copy 2.jsonl")), {"status": "warning", "lead": True}


@made("storage.no-talk")
def _silent(tmp_path: Path) -> Made:
    return raw(tmp_path, header()), {"status": "unknown"}


@made("storage.never-written")
def _never(tmp_path: Path) -> Made:
    case = case_of(talk("a").write(tmp_path / "s.jsonl"))
    case.trace = SimpleNamespace(found=False)  # type: ignore[assignment]
    return case, {"status": "unknown", "lead": True}


@made("storage.not-looked")
def _not_looked(tmp_path: Path) -> Made:
    return case_of(talk("a").write(tmp_path / "s.jsonl")), {"status": "unknown", "steps": ["open-session"]}


@made("storage.outside")
def _outside(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    return case_of(talk("a").write(tmp_path / "s.jsonl"), home.places()), {"status": "unknown"}


@made("storage.forked-from")
def _forked(tmp_path: Path) -> Made:
    case = case_of(talk("a", parentSession="/gone/p.jsonl").write(tmp_path / "s.jsonl"))
    return case, {"status": "ok", "parent": "/gone/p.jsonl"}


# -- what lies around it ---------------------------------------------------------------------------------------------


@made("storage.continues-here")
def _here(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    home.put("old", age=500)
    path = home.put("new", later(900, home.project))
    return case_of(path, home.places()), {"status": "ok", "chosen": "new.jsonl", "n": 2}


@made("storage.continues-newer")
def _newer_file(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("old", age=500)
    home.put("new", later(900, home.project))
    return case_of(path, home.places()), {"status": "ok", "chosen": "new.jsonl", "steps": ["open-session"]}


@made("storage.continues-other")
def _touched_other(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    home.put("touched", age=0)
    path = home.put("talked", later(900, home.project), age=500)
    return case_of(path, home.places()), {
        "status": "warning",
        "chosen": "touched.jsonl",
        "first": "talked.jsonl",
    }


@made("storage.continues-here-not-latest")
def _touched_here(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("touched", age=0)
    home.put("talked", later(900, home.project), age=500)
    return case_of(path, home.places()), {
        "status": "warning",
        "first": "talked.jsonl",
        "steps": ["open-session"],
    }


@made("storage.continues-neither")
def _neither(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    home.put("touched", age=0)
    home.put("talked", later(900, home.project), age=500)
    path = home.put("third", age=700)
    return case_of(path, home.places()), {"status": "ok", "chosen": "touched.jsonl", "first": "talked.jsonl"}


@made("storage.continues-none")
def _none(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("bad", age=0)
    path.write_bytes(lines_of({"type": "title", "id": "t"}, header(cwd=str(home.project)), entry("a", None)))
    return case_of(path, home.places()), {"status": "ok"}


@made("storage.hidden-by-dangling")
def _dangling(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s")
    (path.parent / "ghost.jsonl").symlink_to(tmp_path / "nowhere.jsonl")
    return case_of(path, home.places()), {
        "status": "warning",
        "n": 1,
        "steps": ["remove-link", "open-session"],
    }


@made("storage.hidden-by-pipe")
def _pipe(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s")
    os.utime(path, (1, 1))
    os.mkfifo(path.parent / "pipe.jsonl")
    return case_of(path, home.places()), {"status": "warning", "steps": ["open-session"]}


@made("storage.passed-over")
def _passed(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s", age=500)
    (path.parent / "notes.jsonl").write_bytes(b"not a session\n")
    return case_of(path, home.places()), {"status": "ok", "names": ["notes.jsonl"]}


@made("storage.no-cwd")
def _no_cwd(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s")
    path.write_bytes(lines_of({"type": "session", "version": 3, "id": "x"}, entry("a", None)))
    return case_of(path, home.places()), {"status": "ok"}


@made("storage.wrong-folder")
def _wrong(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    barn = home.folder("barn")
    path = home.put("import", into=home.project, cwd=barn)
    home.put("own")
    found = {
        "status": "warning",
        "cwd": str(barn),
        "others": [str(home.project)],
        "steps": ["open-by-header"],
    }
    return case_of(path, home.places()), found


@made("storage.imports-here")
def _imports(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("own")
    home.put("import", into=home.project, cwd=home.folder("barn"))
    return case_of(path, home.places()), {"status": "ok", "n": 1}


@made("storage.folder-shared")
def _shared(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    dashed, nested = home.folder("a-b"), home.folder("a/b")
    path = home.put("one", cwd=dashed)
    home.put("two", cwd=nested, age=50)
    return case_of(path, home.places()), {"status": "warning", "others": [str(nested)]}


@made("storage.nearby")
def _near(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("today")
    home.put("yesterday", age=90_000)
    home.put("years-later", later(90_000_000, home.project, timestamp="2029-01-01T00:00:00.000Z"), age=10)
    return case_of(path, home.places()), {
        "status": "ok",
        "names": ["yesterday.jsonl"],
        "steps": ["open-session"],
    }


@made("storage.same-id")
def _same_id(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("one", later(900, home.project, id="same"))
    home.put("two", id="same", into=home.folder("mill"), cwd=home.project)
    return case_of(path, home.places()), {"status": "warning", "n": 1, "steps": ["open-session"]}


@made("storage.same-id-newer")
def _same_id_newer(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("one", id="same")
    other = home.put("two", later(900, home.project, id="same"), into=home.folder("mill"))
    return case_of(path, home.places()), {"status": "warning", "other": str(other)}


@made("storage.parent")
def _parent(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    parent = home.put("parent", age=50)
    path = home.put("child", parentSession="/moved/parent.jsonl")
    return case_of(path, home.places()), {"status": "ok", "parent": str(parent)}


@made("storage.parent-missing")
def _parent_missing(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("child", parentSession="/moved/parent.jsonl")
    return case_of(path, home.places()), {"status": "unknown", "parent": "/moved/parent.jsonl", "at": [1]}


@made("storage.leftovers")
def _leftovers(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s")
    names = ["s copy.jsonl", "s.jsonl.bak", "s.jsonl.tmp", "s.jsonl~"]
    for name in names:
        (path.parent / name).write_bytes(path.read_bytes())
    return case_of(path, home.places()), {"status": "warning", "lead": True, "names": names}


@made("storage.leftovers-folder")
def _leftovers_folder(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s")
    (path.parent / "other.jsonl.bak").write_bytes(b"")
    return case_of(path, home.places()), {"status": "ok", "names": ["other.jsonl.bak"]}


@made("storage.cwd-gone")
def _gone(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s", cwd=tmp_path / "gone")
    return case_of(path, home.places()), {"status": "warning", "steps": ["missing-cwd"]}


@made("storage.cwd-unseen")
def _unseen(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("s", cwd="C:\\work\\pots", into="C:\\work\\pots")
    return case_of(path, home.places()), {"status": "ok"}


@made("storage.renamed-from")
def _renamed_from(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    home.put("old", cwd=tmp_path / "before" / "pots")
    path = home.put("new")
    found = {
        "status": "warning",
        "lead": True,
        "old": str(tmp_path / "before" / "pots"),
        "steps": ["run-in"],
    }
    return case_of(path, home.places()), found


@made("storage.renamed-to")
def _renamed_to(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    path = home.put("old", cwd=tmp_path / "before" / "pots")
    return case_of(path, home.places()), {
        "status": "warning",
        "lead": True,
        "cwd": str(home.project),
        "steps": ["run-in"],
    }


@made("storage.roots")
def _roots(tmp_path: Path) -> Made:
    home = Home(tmp_path)
    return case_of(home.put("s"), home.places()), {
        "status": "ok",
        "roots": [str(home.agent / "sessions")],
        "n": 1,
    }


# -- tests -----------------------------------------------------------------------------------------------------------


def held(finding: Finding, wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        if name == "status":
            assert finding.status == value
        elif name == "lead":
            assert finding.lead is value
        elif name == "at":
            assert [one.line for one in finding.evidence] == value
        elif name == "steps":
            assert [step.code for step in finding.next] == value
        else:
            assert finding.params[name] == value, name


def spoken(finding: Finding) -> None:
    """Both languages fill, no braces stay, a title is one line of fair length."""
    for language in LANGUAGES:
        words = words_storage.WORDS[finding.code]
        title, detail = (words.en, words.en_detail) if language == "en" else (words.zh, words.zh_detail)
        told = [fill(title, finding.params, language), fill(detail, finding.params, language)]
        told += [
            fill(STEPS[step.code].en if language == "en" else STEPS[step.code].zh, step.params, language)
            for step in finding.next
        ]
        assert told[0]
        assert not any("{" in one or "!" in one for one in told)


@pytest.mark.parametrize("code", sorted(CASES))
def test_each_code_is_found_where_it_should_be(code: str, tmp_path: Path) -> None:
    case, wanted = CASES[code](tmp_path)
    found = storage.check(case)
    for finding in found:
        spoken(finding)
        assert finding.evidence
    mine = [finding for finding in found if finding.code == code]
    assert len(mine) == 1, [finding.code for finding in found]
    held(mine[0], {"lead": False, **wanted})


def test_every_code_with_words_has_a_case() -> None:
    assert set(words_storage.WORDS) == set(CASES)


@pytest.mark.parametrize("words", ["Glaze it blue.", "把它涂成蓝色。"])
def test_nothing_to_look_at_on_a_clean_session_in_its_place(tmp_path: Path, words: str) -> None:
    home = Home(tmp_path)
    path = home.put("s", talk(words, "Done.", cwd=str(home.project)))
    found = storage.check(case_of(path, home.places()))
    assert {finding.status for finding in found} == {"ok"}
    assert [finding.code for finding in found if not finding.detail_only] == ["storage.continues-here"]


def test_an_entry_below_the_header_is_a_root(tmp_path: Path) -> None:
    case, _ = CASES["storage.parent-is-header"](tmp_path)
    codes = {finding.code for finding in storage.check(case)}
    assert not codes & {"storage.path-cut", "storage.path-cut-by-damage", "storage.missing-parent"}
    # The second root is a start from the beginning, as it would be with null.
    assert "branch.jump" in {finding.code.replace("started-over", "jump") for finding in branch.check(case)}


def moved(home: Home, into: Path, cwd: Path, folder: Path, name: str = "import", age: int = 0) -> Path:
    """A session of ``cwd`` in the session folder of ``into`` whose prompt says later that it runs in ``folder``."""
    script = Script(cwd=str(cwd), id="id-import")
    script.message("system", content="", sections={"cwd": f"<cwd>\n{cwd}\n</cwd>"})
    script.user("Count the hay.")
    script.message("system", content="", sections={"cwd": f"<cwd>\n{folder}\n</cwd>"})
    script.user("How many sacks?")
    return home.put(name, script, age, into)


@pytest.mark.parametrize(
    ("header_there", "folder_there", "beside", "step", "command"),
    [
        (True, True, False, "continue-in", "cd {mill} && pi --continue"),
        (True, True, True, "fork-in", "cd {mill} && pi --fork {path}"),
        (True, False, False, "open-by-header", "pi --session {path}"),
        (False, True, False, "run-in", "cd {mill} && pi --session {path}"),
        (False, False, False, "missing-cwd", "pi --session {path}"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_go_on_where_the_work_ran_last(
    tmp_path: Path,
    header_there: bool,
    folder_there: bool,
    beside: bool,
    step: str,
    command: str,
    language: Language,
) -> None:
    """pi --session starts in the header's folder while that exists; --continue in the current one."""
    home = Home(tmp_path)
    barn = home.folder("barn") if header_there else tmp_path / "barn"
    mill = home.folder("the mill's") if folder_there else tmp_path / "the mill's"
    path = moved(home, mill, barn, mill, age=5)
    if beside:
        home.put("newer", cwd=mill)
    found = [
        one for one in storage.check(case_of(path, home.places())) if one.code == "storage.worked-elsewhere"
    ]
    assert [one.code for one in found[0].next] == [step]
    said = step_parts(found[0].next[0], language)
    assert said.command == command.format(mill=shlex.quote(str(mill)), path=shlex.quote(str(path)))
    assert not said.after


def test_without_a_look_around_a_fork_is_right(tmp_path: Path) -> None:
    home = Home(tmp_path)
    path = moved(home, home.project, home.folder("barn"), home.folder("mill"))
    found = [one for one in storage.check(case_of(path)) if one.code == "storage.worked-elsewhere"]
    assert [one.code for one in found[0].next] == ["fork-in"]


def test_sessions_from_before_a_project_was_moved(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert renamed_candidates(home.places()) == []
    old = home.put("old", cwd=tmp_path / "before" / "pots", age=9)
    newer = home.put("newer", cwd=tmp_path / "earlier" / "pots", age=3)
    home.put("own")
    home.put("there", cwd=home.folder("still/pots"))
    home.put("another", cwd=tmp_path / "before" / "pans")
    assert renamed_candidates(home.places()) == [newer, old]
    assert renamed_candidates(replace(home.places(), here=None)) == []
    missing = Places(str(home.project), home.agent, Root(tmp_path / "none", True, "--dir"), True)
    assert renamed_candidates(missing) == []


def test_a_flat_folder_is_picked_from_by_cwd(tmp_path: Path) -> None:
    flat = tmp_path / "flat"
    flat.mkdir()
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    path = talk("One.", cwd=str(mine)).write(flat / "a.jsonl")
    talk("Two.", cwd=str(other), id="o").write(flat / "b.jsonl")
    os.utime(path, (1, 1))
    places = Places(str(mine), tmp_path / "agent", Root(flat, True, "$PI_CODING_AGENT_SESSION_DIR"))
    codes = {finding.code for finding in storage.check(case_of(path, places))}
    assert "storage.continues-here" in codes
    assert "storage.folder-shared" not in codes


def test_a_link_to_the_root_is_the_root(tmp_path: Path) -> None:
    home = Home(tmp_path)
    path = home.put("s")
    (tmp_path / "link").symlink_to(home.agent / "sessions")
    codes = {
        f.code
        for f in storage.check(case_of(tmp_path / "link" / path.parent.name / path.name, home.places()))
    }
    assert "storage.continues-here" in codes
    assert "storage.outside" not in codes


def test_nothing_is_written(tmp_path: Path) -> None:
    home = Home(tmp_path)
    path = home.put("s")
    before = (path.read_bytes(), path.stat().st_mtime_ns, sorted(path.parent.iterdir()))
    storage.check(case_of(path, home.places()))
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(path.parent.iterdir())) == before
