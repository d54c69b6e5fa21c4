"""The folders beside the package are found in a checkout and in a wheel, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector import assets


@pytest.fixture(autouse=True)
def _no_memory() -> Iterator[None]:
    assets.folder.cache_clear()
    yield
    assets.folder.cache_clear()


def _place(monkeypatch: pytest.MonkeyPatch, root: Path) -> Path:
    package = root / "inspector"
    package.mkdir(parents=True)
    monkeypatch.setattr(assets, "files", lambda _name: package)
    return package


@pytest.mark.parametrize("name", assets.NAMES)
def test_found_here(name: str) -> None:
    assert assets.folder(name).is_dir()
    assert assets.folder(name).is_absolute()


def test_named_functions() -> None:
    assert [assets.templates().name, assets.static().name, assets.samples().name] == list(assets.NAMES)


def test_wheel_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = _place(monkeypatch, tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "pi-inspector"\n')
    (tmp_path / "static").mkdir()
    assert assets.folder("static") == tmp_path / "static"
    assets.folder.cache_clear()
    (package / "_assets" / "static").mkdir(parents=True)
    assert assets.folder("static") == package / "_assets" / "static"


@pytest.mark.parametrize("project", [None, "not toml [", '[project]\nname = "other"\n', "[tool.x]\n"])
def test_a_foreign_folder_is_not_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, project: str | None
) -> None:
    package = _place(monkeypatch, tmp_path)
    (tmp_path / "templates").mkdir()
    if project is not None:
        (tmp_path / "pyproject.toml").write_text(project)
    with pytest.raises(FileNotFoundError) as missing:
        assets.folder("templates")
    assert str(package / "_assets" / "templates") in str(missing.value)
    assert str(tmp_path / "templates") in str(missing.value)


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="no such asset folder"):
        assets.folder("../etc")
