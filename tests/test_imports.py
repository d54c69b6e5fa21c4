"""The rules of the house: imports go one way, nothing prints below the commands, no hand-made markup, no giants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "inspector"
MODULES = sorted(PACKAGE.rglob("*.py"))

# A room may import itself and rooms of a lower floor. Modules beside the rooms (errors, jsontext, ...) are for everyone.
FLOORS = {
    "evidence": 0,
    "session": 1,
    "store": 2,
    "memory": 2,
    "redaction": 2,
    "diagnosis": 3,
    "export": 4,
    "cli": 5,
    "web": 5,
}
# Where a library may be imported. `serve` starts the web application from inside its function.
ONLY_IN = {
    "flask": {"web"},
    "waitress": {"web"},
    "werkzeug": {"web"},
    "jinja2": {"web", "export"},
    "click": {"cli"},
    "rich": {"cli"},
}
SERVE = "inspector/cli/serve.py"
NETWORK = {"requests", "httpx", "urllib.request", "http.client", "ftplib", "smtplib", "aiohttp", "socket"}
NO_NETWORK_IN_IT = {"urllib.request.url2pathname", "urllib.request.pathname2url"}
# Runs as a process of its own and answers on its standard output.
PRINTS = {"inspector/evidence/_validator.py"}

LINES = 400
FUNCTION_LINES = 60
LONGER_ALLOWED: dict[str, str] = {  # "inspector/x.py" or "inspector/x.py:function" -> reason
    "inspector/session/plain.py:plain_rows": "the loop over every line: one call instead of fourteen",
}


def name_of(path: Path) -> str:
    return path.relative_to(TOP).as_posix()


def room_of(module: str) -> str | None:
    """The room of a dotted name such as inspector.session.tree; None for modules beside the rooms."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "inspector" and parts[1] in FLOORS else None


def dotted(path: Path) -> str:
    parts = path.relative_to(TOP).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[str, int, bool]]:
    """Imported name, line, and whether it happens inside a function."""
    package = dotted(path) if path.name == "__init__.py" else dotted(path).rpartition(".")[0]
    inside = {
        id(node)
        for function in ast.walk(tree_of(path))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno, id(node) in inside
        elif isinstance(node, ast.ImportFrom):
            base = (
                ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            )
            module = ".".join(part for part in (base, node.module or "") if part)
            for alias in node.names:
                yield f"{module}.{alias.name}", node.lineno, id(node) in inside


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    here = room_of(dotted(path))
    wrong = []
    for module, line, inside in imports(path):
        there = room_of(module)
        if there is None:
            continue
        if here is None:
            # Beside the rooms: only the entry point may look into one.
            ok = path.name == "__main__.py" and there == "cli"
        else:
            ok = here == there or FLOORS[there] < FLOORS[here]
            ok = ok or (name_of(path) == SERVE and there == "web" and inside)
        if not ok:
            wrong.append(f"{name_of(path)}:{line} imports {module}")
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_libraries_stay_in_their_room(path: Path) -> None:
    here = room_of(dotted(path))
    wrong = [
        f"{name_of(path)}:{line} imports {module}"
        for module, line, _ in imports(path)
        if (allowed := ONLY_IN.get(module.split(".")[0])) is not None and here not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_network(path: Path) -> None:
    wrong = [
        f"{name_of(path)}:{line} imports {module}"
        for module, line, _ in imports(path)
        if not (module == "socket" and room_of(dotted(path)) == "web")  # the server listens
        and module not in NO_NETWORK_IN_IT
        and any(f"{module}.".startswith(f"{n}.") for n in NETWORK)
    ]
    assert not wrong


@pytest.mark.parametrize(
    "path", [p for p in MODULES if room_of(dotted(p)) != "cli" and name_of(p) not in PRINTS], ids=name_of
)
def test_no_printing_below_the_commands(path: Path) -> None:
    wrong = [
        f"{name_of(path)}:{node.lineno}"
        for node in ast.walk(tree_of(path))
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "input")
        )
        or (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id, node.attr) in (("sys", "stdout"), ("sys", "stderr"))
        )
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_markup_from_python(path: Path) -> None:
    names = {node.id for node in ast.walk(tree_of(path)) if isinstance(node, ast.Name)}
    names |= {module.rpartition(".")[2] for module, _, _ in imports(path)}
    assert not names & {"Markup", "render_template_string", "eval", "exec", "pickle", "marshal"}


def test_no_unescaped_templates() -> None:
    templates = sorted((TOP / "templates").rglob("*.html"))
    wrong = [
        f"{name_of(path)}: {found}"
        for path in templates
        for found in re.findall(
            r"\|\s*safe\b|autoescape\s+false|<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=|javascript:",
            path.read_text("utf-8"),
        )
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_stay_small(path: Path) -> None:
    name = name_of(path)
    too_long = []
    if len(path.read_text("utf-8").splitlines()) > LINES and name not in LONGER_ALLOWED:
        too_long.append(name)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            length = node.end_lineno - node.lineno + 1
            if length > FUNCTION_LINES and f"{name}:{node.name}" not in LONGER_ALLOWED:
                too_long.append(f"{name}:{node.name} ({length} lines)")
    assert not too_long


def test_allowed_lengths_are_still_needed() -> None:
    for entry in LONGER_ALLOWED:
        assert (TOP / entry.partition(":")[0]).exists(), entry


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_public_names_say_what_they_are_for(path: Path) -> None:
    tree = tree_of(path)
    silent = [] if ast.get_docstring(tree) else ["the module"]
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef | ast.ClassDef)
            and not node.name.startswith("_")
            and not ast.get_docstring(node)
        ):
            silent.append(node.name)
    assert not silent, f"{name_of(path)}: no docstring on {', '.join(silent)}"
