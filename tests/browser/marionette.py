"""Firefox without a driver: it is asked over its own Marionette port, one JSON message after another."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any


class Firefox:
    """One headless Firefox with an empty profile."""

    def __init__(self, program: str, profile: Path, seconds: float = 60) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        # The last one is needed to read the browser's own console; older ones do not know it and do not mind.
        options = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
        command = [program, *options, "--profile", str(profile)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.number = 0
        end = time.monotonic() + seconds
        while True:
            try:
                self.wire = socket.create_connection(("127.0.0.1", port), timeout=seconds)
                break
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    self.process.kill()
                    raise
                time.sleep(0.2)
        self._receive()  # its greeting
        self.ask("WebDriver:NewSession", {})

    def _receive(self) -> Any:
        length = b""
        while (byte := self.wire.recv(1)) != b":":
            if not byte:
                raise ConnectionError("Firefox ended")
            length += byte
        data = b""
        while len(data) < int(length):
            data += self.wire.recv(int(length) - len(data))
        return json.loads(data)

    def ask(self, name: str, parameters: dict[str, Any]) -> Any:
        """The answer to one command; an error of the browser fails."""
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.wire.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._receive()
        assert error is None, error
        return answer

    def run(self, script: str) -> Any:
        """What a script answers in the page."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def errors(self, origin: str) -> list[str]:
        """What the console holds against pages of this origin: errors of scripts, blocked loads."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        found: list[str] = self.run(
            "return Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError"
            " && !(one.flags & Ci.nsIScriptError.warningFlag)"
            f" && (one.sourceName || '').startsWith({json.dumps(origin)})).map((one) => one.errorMessage)"
        )
        self.ask("Marionette:SetContext", {"value": "content"})
        return found

    def click(self, selector: str) -> None:
        """Click an element as a user does: it has to be there and in nobody's shadow."""
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})["value"]
        self.ask("WebDriver:ElementClick", {"id": next(iter(found.values()))})

    def until(self, script: str, seconds: float = 30) -> None:
        """Wait until a script answers with something true."""
        end = time.monotonic() + seconds
        while not self.run(script):
            assert time.monotonic() < end, f"never true in Firefox: {script}"
            time.sleep(0.1)

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.wire.close()
        self.process.terminate()
        self.process.wait(20)
