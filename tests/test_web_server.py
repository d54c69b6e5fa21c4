"""The server as a user starts it: address, port, token, the browser, Ctrl-C."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from inspector.errors import BadInput
from inspector.web import server
from inspector.web.config import WebConfig
from inspector.web.server import address, can_open_browser, listening_socket
from inspector.web.shelf import Shelf, look_at
from tests.builders import Script


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and the address it printed."""
    command = [sys.executable, "-m", "inspector", "serve", "--no-open", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline().strip()
        assert line, process.stderr.read()
        yield process, line
    finally:
        process.kill()
        process.communicate()


def ask(url: str, path: str, cookie: str | None = None) -> http.client.HTTPResponse:
    """The answer to one GET, redirects not followed."""
    match = re.match(r"http://([^/]+)/", url)
    assert match
    connection = http.client.HTTPConnection(match.group(1), timeout=20)
    connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.fixture
def file(tmp_path: Path) -> Path:
    script = Script()
    script.user("hello")
    return script.write(tmp_path / "s.jsonl")


def test_it_prints_one_line_answers_and_stops_cleanly(file: Path) -> None:
    before = os.stat(file)
    with serving("--port", "0", str(file)) as (process, url):
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)(/\?token=[\w-]{20,})", url)
        assert match
        assert ask(url, "/").status == 403
        opened = ask(url, match.group(2))
        cookie = opened.headers["Set-Cookie"].split(";")[0]
        assert opened.status == 303 and cookie.startswith(f"pi_inspector_{match.group(1)}=")
        page = ask(url, "/", cookie)
        assert page.status == 200 and "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert "Server" not in page.headers
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=20)
        assert rest == "" and "Traceback" not in errors
        assert process.returncode == 0
    after = os.stat(file)
    assert (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_without_a_token_the_address_has_none(file: Path) -> None:
    with serving("--port", "0", "--no-token", str(file)) as (_, url):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url)
        assert ask(url, "/").status == 200


def test_a_busy_port_is_no_hindrance() -> None:
    with listening_socket("127.0.0.1", 0) as first:
        first.listen()
        port = first.getsockname()[1]
        with listening_socket("127.0.0.1", port) as second:
            assert second.getsockname()[1] not in (0, port)


def test_a_host_that_is_not_ours() -> None:
    with pytest.raises(BadInput) as caught:
        listening_socket("192.0.2.1", 0)
    assert caught.value.kind == "bad-host"


def test_localhost_is_taken_as_the_older_address() -> None:
    with listening_socket("localhost", 0) as sock:
        assert sock.family in (socket.AF_INET, socket.AF_INET6)


def test_addresses_to_open() -> None:
    def config(host: str) -> WebConfig:
        return WebConfig(Shelf(lambda: look_at([], None)), host, 80)

    assert address(config("0.0.0.0"), "t") == "http://127.0.0.1:80/?token=t"
    assert address(config("::1"), None) == "http://[::1]:80/"
    assert address(config("box.lan"), None) == "http://box.lan:80/"


def test_no_browser_where_no_window_can_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"):
        monkeypatch.delenv(name, raising=False)
    assert not can_open_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert can_open_browser()
    monkeypatch.setattr(server.sys, "platform", "darwin")
    assert can_open_browser()


def test_a_missing_path_is_one_clear_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "inspector", "serve", "--no-open", str(tmp_path / "none.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stdout == "" and "does not exist" in done.stderr
    assert "Traceback" not in done.stderr
