"""A bundle: page, session file, report and manifest in one folder, made beside its place and moved there when all of it
is whole and proven."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import BadInput
from inspector.export.bundlereport import markdown
from inspector.export.manifest import Output, Result, manifest
from inspector.export.proof import Residue, needs_proof, prove
from inspector.export.run import Job, export
from inspector.export.selection import Progress, source_name
from inspector.export.sharing import ways
from inspector.export.target import not_the_source, safe_name
from inspector.jsontext import dumps
from inspector.outfile import mode_like
from inspector.redaction.engine import Place, Redactor

IN_BUNDLE = ("jsonl", "html")
MANIFEST, REPORT = "manifest.json", "report.md"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle: its folder (None: the proof found something, nothing was written), one result for each artefact, the
    files by name."""

    folder: Path | None
    results: tuple[Result, ...]
    files: dict[str, Output]


def write_bundle(job: Job, folder: Path, force: bool = False, progress: Progress | None = None) -> Bundle:
    """Write the bundle of ``job`` (whose format is of no account) to ``folder``, checked by ``target.check_folder``.
    Raises ``BadInput`` and ``EvidenceError``; nothing is left behind then."""
    stem = _stem(job)
    suffixes = {"jsonl": ".jsonl", "html": ".html"}
    names = [stem + suffixes[to] for to in IN_BUNDLE] + [REPORT, MANIFEST]
    _free(job, folder, names, force)
    results: list[Result] = []
    files: dict[str, Output] = {}
    with _beside(folder) as part:
        for to in IN_BUNDLE:
            one = replace(job, to=to)
            result = export(one, part / (stem + suffixes[to]), progress=progress)
            results.append(result)
            if result.output is None:
                return Bundle(None, tuple(results), {})
            files[stem + suffixes[to]] = result.output
        redactor, source = results[0].redactor, source_name(job.session, job.options)
        if redactor is not None:
            source = redactor.text(source, Place(0, "source", ""))
        told = ways(stem + ".html", stem + ".jsonl")
        report = markdown(results, job.now, source, told, files)
        files[REPORT] = _add(part / REPORT, report.encode("utf-8", "backslashreplace"))
        value = manifest(results, files, job.now, source)
        files[MANIFEST] = _add(part / MANIFEST, dumps(value, indent=True) + b"\n")
        facts = [job.session.sha256, job.session_id, job.now, *(one.sha256 for one in files.values())]
        try:
            for extra, to in ((REPORT, "report"), (MANIFEST, "manifest")):
                prove(part / extra, redactor, to, facts)
        except Residue as residue:
            results[-1] = replace(results[-1], output=None, residual=tuple(residue.found))
            return Bundle(None, tuple(results), {})
        _free(job, folder, names, force)
        mode = mode_like([job.session.path])
        for extra in (REPORT, MANIFEST):
            (part / extra).chmod(mode)
        _move(part, folder, names, mode)
    return Bundle(folder, tuple(_placed(result, folder) for result in results), files)


def _stem(job: Job) -> str:
    """What files are called by: nothing in which there is something to mask."""
    name, session_id = job.title or job.session.name or "", job.session.session_id
    if not needs_proof(job.options):
        return safe_name(name, session_id)
    redactor = Redactor(job.options.rules(job.session.cwd))
    stems = (safe_name(one, session_id) for one in (name, ""))
    for stem, told in zip(stems, (name, ""), strict=True):
        if (
            redactor.text(told, Place(0, "name", "")) == told
            and redactor.text(stem, Place(0, "name", "")) == stem
        ):
            return stem
    return "session"


def _placed(result: Result, folder: Path) -> Result:
    assert result.output is not None
    there = folder / os.path.basename(result.output.file)
    return replace(result, output=replace(result.output, file=str(there)))


def _add(path: Path, data: bytes) -> Output:
    path.write_bytes(data)
    return Output(str(path), len(data), hashlib.sha256(data).hexdigest())


def _free(job: Job, folder: Path, names: list[str], force: bool) -> None:
    for name in names:
        there = folder / name
        not_the_source(job.session, there)
        if there.is_dir() or (not force and os.path.lexists(there)):
            raise BadInput(
                "exists", f"{there} exists; name another folder, or give --force to replace it", str(there)
            )


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    # Named before it is there, so that no signal can come between the two.
    made = str(folder.parent / f".bundle.{secrets.token_hex(8)}.part")
    try:
        os.mkdir(made, 0o700)
        yield Path(made)
    except OSError as error:
        raise _cannot(folder, error) from error
    except BadInput as error:  # it names the folder that the user does not know
        raise type(error)(error.kind, error.message.replace(made, str(folder)), error.file) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _move(part: Path, folder: Path, names: list[str], mode: int) -> None:
    """A new folder takes the place of the part at once; into one that is there the files move one by one."""
    if not os.path.lexists(folder):
        part.chmod(mode | (mode & 0o444) >> 2)  # who may read the files may enter
        os.rename(part, folder)
        return
    for name in names:
        os.replace(part / name, folder / name)


def _cannot(folder: Path, error: OSError) -> BadInput:
    return BadInput("output", f"{folder} cannot be written: {error.strerror or error}", str(folder))
