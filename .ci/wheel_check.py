"""Checks an installed wheel: wheel_check.py VENV, run with that environment's python in an empty folder.

The command answers, a sample is read, and the viewer serves one page and one static file. Nothing here may come from
a checkout.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin

SECONDS = 30


def main(venv: Path) -> None:
    """Run all checks; an AssertionError or a non-zero exit says what failed."""
    command = str(venv / "bin" / "pi-inspector")
    from inspector import __version__, assets

    for name in assets.NAMES:
        place = assets.folder(name)
        assert place.is_relative_to(venv.resolve()), f"{name} comes from {place}"
    said = run(command, "--version")
    assert __version__ in said, said
    sample = assets.samples() / "demo-night-market.jsonl"
    before = sample.read_bytes()
    shown = json.loads(run(command, "show", str(sample), "--json"))
    assert shown["entries"] > 50 and len(shown["leaves"]) == 3 and len(shown["compactions"]) == 1, shown
    pages = serve(command, sample)
    assert sample.read_bytes() == before, "the sample was changed"
    print(f"wheel {__version__}: {shown['entries']} entries shown, {pages}")


def run(*command: str) -> str:
    """Standard output of a command that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr}"
    return done.stdout


def serve(command: str, sample: Path) -> str:
    """Start the viewer on a free port, open the list page and one static file of it, stop it again."""
    server = subprocess.Popen(
        [command, "serve", "--no-open", "--port", "0", str(sample)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:"), f"the viewer printed {url!r}"
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )
        page = fetch(opener, url)
        assert "data-session" in page, page[:500]
        style = next(
            part
            for part in page.split('"')
            if part.startswith("/static/") and part.partition("?")[0].endswith(".css")
        )
        assert "{" in fetch(opener, urljoin(url, style))
        try:
            fetch(urllib.request.build_opener(urllib.request.ProxyHandler({})), urljoin(url, "/"))
        except urllib.error.HTTPError as refused:
            assert refused.code in (401, 403), refused.code
        else:
            raise AssertionError("the page opens without the token")
        return f"page and {style} served"
    finally:
        server.terminate()
        server.wait(SECONDS)


def fetch(opener: urllib.request.OpenerDirector, url: str) -> str:
    """Text behind ``url``."""
    with opener.open(url, timeout=SECONDS) as answer:
        body: bytes = answer.read()
    return body.decode()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
