"""Storage, which file: what ``pi --continue`` opens for the session's cwd and why, against what ``--resume`` shows first.

``--continue`` goes by the modification time, the list of ``--resume`` by the last user or assistant message; where the
two disagree, a user lands in another talk than the last one (FORMAT, "Where sessions are").
"""

from __future__ import annotations

from inspector.diagnosis.case import Case
from inspector.diagnosis.finding import Evidence, Finding, Step
from inspector.diagnosis.storage_around import Around, exists, is_same_folder
from inspector.diagnosis.storage_file import SHOWN
from inspector.session.jsvalue import instant
from inspector.session.kinds import NO_INSTANT
from inspector.store.continues import by_time, newest, stopping_pipe
from inspector.store.header import Header
from inspector.store.locate import Folder, SessionFile

_NEAR = 36 * 3_600_000  # ms: "yesterday" and "today"


def choice_findings(case: Case, place: Around | None) -> list[Finding]:
    """Which file pi opens here, who shares the folder, which sessions are near."""
    if place is None:
        return []
    cwd = case.session.cwd
    if cwd is None:
        return [Finding("storage.no-cwd", "ok", {}, evidence=(case.line(case.session.header_line or None),))]
    found = []
    if _wrong_folder(place, cwd):
        found.append(_misplaced(case, place, cwd))
    else:
        found.extend(_chosen(case, place, cwd))
        found.extend(_shared(place, cwd))
    found.extend(_near(case, place))
    return found


def _wrong_folder(place: Around, cwd: str) -> bool:
    """True where pi's own layout has another folder for this cwd (an imported or copied file)."""
    if place.folder.by_cwd:
        return False
    try:
        return place.places.default_folder(cwd).name != place.folder.path.name
    except ValueError:
        return False


def _misplaced(case: Case, place: Around, cwd: str) -> Finding:
    own = place.places.default_folder(cwd)
    belongs = [file.header.cwd for file in place.folder.files if isinstance(file.header, Header)]
    others = sorted({one for one in belongs if one and not is_same_folder(one, cwd)})
    params = {"cwd": cwd, "folder": str(place.folder.path), "expected": str(own), "others": others or ["–"]}
    where = (case.line(case.session.header_line or None), Evidence(place.folder.path))
    code = "open-by-header" if exists(cwd) else "missing-cwd"
    step = Step(code, {"path": str(case.session.path), "cwd": cwd})
    return Finding("storage.wrong-folder", "warning", params, evidence=where, next=(step,))


def _chosen(case: Case, place: Around, cwd: str) -> list[Finding]:
    folder = place.folder
    if folder.unseen:
        paths = [problem.file for problem in folder.unseen]
        return [
            Finding(
                "storage.hidden-by-dangling",
                "warning",
                {"path": str(paths[0]), "n": len(paths), "folder": str(folder.path), "cwd": cwd},
                evidence=tuple(Evidence(path) for path in paths[:SHOWN]),
                next=(
                    Step("remove-link", {"path": str(paths[0])}),
                    Step("open-session", {"path": str(case.session.path)}),
                ),
            )
        ]
    answer = newest(folder, cwd).file
    pipe = stopping_pipe(folder)
    if answer is None and pipe is not None:
        return [
            Finding(
                "storage.hidden-by-pipe",
                "warning",
                {"path": str(pipe.path), "folder": str(folder.path), "cwd": cwd},
                evidence=(Evidence(pipe.path),),
                next=(Step("open-session", {"path": str(case.session.path)}),),
            )
        ]
    chosen = next((file for file in place.scope if file.path == answer), None)
    found = _passed_over(folder, chosen)
    if chosen is None:
        params = {"cwd": cwd, "folder": str(folder.path)}
        return [*found, Finding("storage.continues-none", "ok", params, evidence=(Evidence(folder.path),))]
    return [_against_resume(place, cwd, chosen), *found]


def _against_resume(place: Around, cwd: str, chosen: SessionFile) -> Finding:
    """``--continue`` against ``--resume``: same file or not, this one or not."""
    own, clocks = place.own, place.activity
    latest = max(clocks.values())
    first = (
        chosen if clocks[chosen.path] == latest else next(f for f in place.scope if clocks[f.path] == latest)
    )
    if clocks.get(own.path) == latest and chosen is not own:
        first = own
    params = {
        "cwd": cwd,
        "chosen": chosen.path.name,
        "changed": chosen.mtime_ms,
        "first": first.path.name,
        "talk": clocks[first.path],
        "own_changed": own.mtime_ms,
        "own_talk": clocks.get(own.path),
        "n": len(place.scope),
    }
    this = Step("open-session", {"path": str(own.path)})
    that = Step("open-session", {"path": str(first.path)})
    seen = (Evidence(chosen.path), *((Evidence(first.path),) if first is not chosen else ()))
    if chosen is own and first is own:
        return Finding("storage.continues-here", "ok", params, evidence=seen)
    if chosen is own:
        return Finding("storage.continues-here-not-latest", "warning", params, evidence=seen, next=(that,))
    if first is own:
        return Finding("storage.continues-other", "warning", params, evidence=seen, next=(this,))
    if first is chosen:
        return Finding("storage.continues-newer", "ok", params, evidence=seen, next=(this,))
    return Finding("storage.continues-neither", "ok", params, evidence=seen, next=(this,))


def _passed_over(folder: Folder, chosen: SessionFile | None) -> list[Finding]:
    """Files without a readable header that are newer than pi's choice: it passes them over without a word."""
    passed = []
    for file in by_time(folder):
        if file is chosen:
            break
        if not isinstance(file.header, Header) and file.header.kind != "folder":
            passed.append(file.path)
    if not passed:
        return []
    params = {"n": len(passed), "names": [path.name for path in passed]}
    evidence = tuple(Evidence(path) for path in passed[:SHOWN])
    return [Finding("storage.passed-over", "ok", params, evidence=evidence, detail_only=True)]


def _shared(place: Around, cwd: str) -> list[Finding]:
    """Other working directories in the folder: the encoding of names gives two of them one folder, or an import."""
    if place.folder.by_cwd:
        return []
    strangers: dict[str, SessionFile] = {}
    for file in place.scope:
        other = file.header.cwd if isinstance(file.header, Header) else None
        if other and not is_same_folder(other, cwd):
            strangers.setdefault(other, file)
    twins = {
        one: file for one, file in strangers.items() if _folder_name(place, one) == place.folder.path.name
    }
    found = []
    for code, group in (
        ("storage.folder-shared", twins),
        ("storage.imports-here", _without(strangers, twins)),
    ):
        if group:
            params = {
                "cwd": cwd,
                "others": sorted(group),
                "n": len(group),
                "folder": str(place.folder.path),
                "names": [file.path.name for file in group.values()],
            }
            evidence = tuple(Evidence(file.path) for file in list(group.values())[:SHOWN])
            shared = code == "storage.folder-shared"
            step = (Step("open-session", {"path": str(place.own.path)}),) if shared else ()
            status = "warning" if shared else "ok"
            found.append(Finding(code, status, params, evidence=evidence, next=step))  # type: ignore[arg-type]
    return found


def _without(left: dict[str, SessionFile], right: dict[str, SessionFile]) -> dict[str, SessionFile]:
    return {name: file for name, file in left.items() if name not in right}


def _folder_name(place: Around, cwd: str) -> str | None:
    try:
        return place.places.default_folder(cwd).name
    except ValueError:
        return None


def _near(case: Case, place: Around) -> list[Finding]:
    """Other sessions of the cwd that were talked in within a day and a half of this one."""
    activity = dict(place.activity)
    if place.own.path not in activity:
        return []
    start, end = _span(place.own, activity[place.own.path])
    near: list[tuple[float, SessionFile]] = []
    for file in place.scope:
        if file is place.own or not isinstance(file.header, Header):
            continue
        first, last = _span(file, activity[file.path])
        gap = max(first - end, start - last, 0.0)
        if gap <= _NEAR:
            near.append((gap, file))
    if not near:
        return []
    near.sort(key=lambda pair: (pair[0], -activity[pair[1].path]))
    files = [file for _, file in near]
    params = {
        "n": len(files),
        "names": [file.path.name for file in files],
        "nearest": files[0].path.name,
        "talk": activity[files[0].path],
    }
    step = Step("open-session", {"path": str(files[0].path)})
    evidence = tuple(Evidence(file.path) for file in files[:SHOWN])
    return [Finding("storage.nearby", "ok", params, evidence=evidence, next=(step,))]


def _span(file: SessionFile, last: float) -> tuple[float, float]:
    created = instant(file.header.created) if isinstance(file.header, Header) else NO_INSTANT
    return (last if created == NO_INSTANT else min(float(created), last)), last


def place_findings(case: Case, place: Around | None) -> list[Finding]:
    """The roots looked at; or that nothing around the file was looked at, and why."""
    path = str(case.session.path)
    if place is not None:
        source = place.places.root.source
        params = {
            "roots": [str(root) for root in place.found.roots],
            "source": source,
            "n": len(place.found.files),
        }
        evidence = tuple(Evidence(root) for root in place.found.roots[:SHOWN])
        return [Finding("storage.roots", "ok", params, evidence=evidence, detail_only=True)]
    step = (Step("open-session", {"path": path}),)
    if case.places is None:
        return [Finding("storage.not-looked", "unknown", {"path": path}, evidence=(case.line(),), next=step)]
    params = {"path": path, "root": str(case.places.root.path)}
    return [Finding("storage.outside", "unknown", params, evidence=(case.line(),), next=step)]
