"""The gates and the headers, on every kind of answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from inspector.web.security import host_name, trusted_hosts
from tests.builders import Script
from tests.web_client import BASE, PORT, Site


@pytest.fixture
def file(tmp_path: Path) -> Path:
    script = Script()
    script.user("hello")
    folder = tmp_path / "served"
    folder.mkdir()
    return script.write(folder / "s.jsonl")


@pytest.fixture
def site(file: Path) -> Site:
    return Site(file.parent)


def token(site: Site) -> str:
    assert site.config.token is not None
    return site.config.token.text


# -- host ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1:5123", "localhost:5123", "localhost", "127.0.0.1:80"])
def test_own_names_are_answered(site: Site, host: str) -> None:
    assert site.get("/", headers={"Host": host}).status_code in (200, 403)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:5123",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "x@127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:99999",
        "",
        "local host",
        "[::ffff:1.2.3.4]",
    ],
)
@pytest.mark.parametrize("path", ["/", "/?token=TOKEN", "/api/list", "/static/js/main.js"])
def test_foreign_names_are_refused(site: Site, host: str, path: str) -> None:
    answer = site.get(path.replace("TOKEN", token(site)), headers={"Host": host})
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers


def test_an_ipv6_host_is_answered_by_its_address(file: Path) -> None:
    site = Site(file, host="::1", token=False)
    assert site.get("/", headers={"Host": f"[::1]:{PORT}"}).status_code == 200
    assert site.get("/", headers={"Host": f"[::2]:{PORT}"}).status_code == 400


def test_host_names() -> None:
    assert host_name("[0:0:0:0:0:0:0:1]:80") == "::1"
    assert host_name("Example.ORG:8000") == "example.org"
    assert trusted_hosts("127.0.0.1") == {"127.0.0.1", "localhost", "::1"}
    assert "box.lan" in trusted_hosts("box.lan")
    assert "0.0.0.0" not in trusted_hosts("0.0.0.0")


# -- token ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/s/abc", "/api/list", "/api/s/abc/index", "/nothing"])
def test_without_a_token_nobody_comes_in(site: Site, path: str) -> None:
    answer = site.app.test_client().get(path, base_url=BASE)
    assert answer.status_code == 403
    assert b"printed at its start" in answer.data
    assert answer.is_json == path.startswith("/api/")


@pytest.mark.parametrize("given", ["", "wrong", "ünicode", "a" * 5000, "\ud83d"])
def test_a_wrong_token_is_refused(site: Site, given: str) -> None:
    client = site.app.test_client()
    query = given.encode("utf-8", "surrogatepass")
    answer = client.get("/", query_string={"token": query}, base_url=BASE)
    assert answer.status_code == 403 and "Set-Cookie" not in answer.headers
    client.set_cookie(site.config.cookie, "wrong", domain="127.0.0.1")
    assert client.get("/", base_url=BASE).status_code == 403


def test_who_is_not_let_in_gets_no_link_back_to_the_same_refusal(site: Site) -> None:
    outside = site.app.test_client()
    for path in ("/", "/s/x", "/?token=wrong"):
        page = outside.get(path, base_url=BASE).get_data(as_text=True)
        assert 'href="/"' not in page and 'data-word="error.openPrinted"' in page
    assert 'href="/"' in site.get("/s/unknown").get_data(as_text=True)


def test_the_token_becomes_a_strict_cookie_and_leaves_the_address(site: Site) -> None:
    client = site.app.test_client()
    answer = client.get(f"/s/x?a=1&token={token(site)}&b=%2F", base_url=BASE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/s/x?a=1&b=%2F")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"pi_inspector_{PORT}=") and "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert client.get("/", base_url=BASE).status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_the_redirect_never_leaves_the_server(site: Site, path: str) -> None:
    answer = site.client.get(f"{path}?token={token(site)}", base_url=BASE)
    assert re.match(r"/(?![/\\])", answer.headers["Location"])


def test_a_ticket_works_once(site: Site) -> None:
    assert site.config.token is not None
    ticket = site.config.token.ticket()
    assert site.app.test_client().get(f"/?token={ticket}", base_url=BASE).status_code == 303
    assert site.app.test_client().get(f"/?token={ticket}", base_url=BASE).status_code == 403


def test_the_token_can_be_switched_off(file: Path) -> None:
    site = Site(file, token=False)
    assert site.get("/").status_code == 200
    assert site.get("/", headers={"Host": "evil.example"}).status_code == 400


# -- where a request comes from ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 405),
        ({"Origin": BASE}, 405),
    ],
)
def test_a_change_must_come_from_our_own_page(
    site: Site, method: str, headers: dict[str, str], status: int
) -> None:
    answer = site.client.open("/api/list", method=method, base_url=BASE, headers=headers)
    assert answer.status_code == status


@pytest.mark.parametrize("place", ["cross-site", "same-site"])
def test_other_sites_get_no_data(site: Site, place: str) -> None:
    assert site.get("/api/list", headers={"Sec-Fetch-Site": place}).status_code == 403
    assert site.get("/", headers={"Sec-Fetch-Site": place}).status_code == 200


# -- headers -------------------------------------------------------------------------------------------------


def paths(site: Site, file: Path) -> list[str]:
    key = site.shelf.key(file)
    return [
        "/",
        f"/s/{key}",
        f"/api/s/{key}/index",
        f"/api/s/{key}/raw?row=0",
        f"/api/s/{key}/raw?row=x",
        "/api/list",
        "/static/js/main.js",
        "/static/none.js",
        "/nothing",
        "/api/nothing",
        "/s/unknown",
        "/static/../app.py",
    ]


def test_the_headers_are_on_every_answer(site: Site, file: Path) -> None:
    strangers: list[Any] = [
        site.app.test_client().get("/", base_url=BASE),
        site.get("/", headers={"Host": "evil.example"}),
        site.client.post("/", base_url=BASE),
        site.get("/?token=" + token(site)),
    ]
    for answer in [site.get(path) for path in paths(site, file)] + strangers:
        policy = answer.headers["Content-Security-Policy"]
        assert (
            policy.startswith("default-src 'none'; script-src 'self'; ")
            and "frame-ancestors 'none'" in policy
        )
        assert "unsafe" not in policy and "*" not in policy and "http" not in policy and "data:" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] in ("no-store", "no-cache")
        assert "Server" not in answer.headers or "Werkzeug" not in answer.headers["Server"]


def test_session_data_are_in_no_cache(site: Site, file: Path) -> None:
    for path in paths(site, file):
        wanted = "no-cache" if path == "/static/js/main.js" else "no-store"
        assert site.get(path).headers["Cache-Control"] == wanted, path


def test_scripts_have_the_type_that_modules_need(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mimetypes.guess_type", lambda *args, **more: ("text/plain", None))
    assert site.get("/static/js/main.js").headers["Content-Type"] == "text/javascript; charset=utf-8"


# -- files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key",
    ["../../etc/passwd", "..%2f..%2fetc%2fpasswd", "%2e%2e", "s.jsonl", "0" * 32, "%00", "a" * 10_000, "…"],
)
def test_a_path_is_no_key(site: Site, key: str) -> None:
    for route in (f"/s/{key}", f"/api/s/{key}/index", f"/api/s/{key}/raw?row=0"):
        assert site.get(route).status_code == 404


def test_the_key_says_nothing_and_stays_the_same_over_starts(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    key = Site(file.parent).shelf.key(file)
    assert re.fullmatch(r"[0-9a-f]{32}", key)
    assert Site(file.parent).get(f"/s/{key}").status_code == 200
    answer = Site(other).get(f"/s/{key}")
    assert answer.status_code == 404 and b"moved, renamed or deleted" in answer.data


def test_static_files_end_at_their_folder(site: Site) -> None:
    for path in (
        "/static/../inspector/web/app.py",
        "/static/%2e%2e/pyproject.toml",
        "/static/..%5cpyproject.toml",
    ):
        assert site.get(path).status_code == 404


def test_a_link_out_of_the_folder_is_not_served(tmp_path: Path, file: Path) -> None:
    secret = Script()
    secret.user("SECRET WORDS")
    outside = secret.write(tmp_path / "outside.jsonl")
    link = file.parent / "link.jsonl"
    link.symlink_to(outside)
    site = Site(file.parent)
    answer = site.json("/api/list")
    assert [Path(row["file"]) for row in answer["sessions"]] == [file]
    assert [(Path(item["file"]), item["kind"]) for item in answer["problems"]] == [(link, "outside")]
    assert b"SECRET" not in site.get("/").data
    assert site.get(f"/s/{site.shelf.key(link)}").status_code == 404


def test_a_file_swapped_for_a_link_is_not_opened(tmp_path: Path, file: Path) -> None:
    site = Site(file.parent)
    assert site.api(file, "index")["n"] == 1
    outside = file.rename(tmp_path / "elsewhere.jsonl")
    file.symlink_to(outside)
    error = site.api(file, "index", 403)["error"]
    assert error["kind"] == "outside" and error["file"] == str(file)


def test_a_folder_swapped_for_a_link_is_not_opened(tmp_path: Path, file: Path) -> None:
    inner = file.parent / "--work--"
    inner.mkdir()
    moved = file.rename(inner / "s.jsonl")
    site = Site(file.parent)
    assert site.api(moved, "index")["n"] == 1
    other = inner.rename(tmp_path / "other")
    inner.symlink_to(other)
    assert site.api(moved, "index", 403)["error"]["kind"] == "outside"
    assert site.json("/api/list")["sessions"] == []


def test_a_linked_file_that_the_user_named_is_served_and_pinned(tmp_path: Path, file: Path) -> None:
    link = tmp_path / "named.jsonl"
    link.symlink_to(file)
    neighbour = file.with_name("neighbour.jsonl")
    neighbour.write_bytes(file.read_bytes())
    site = Site(link)
    assert site.api(link, "index")["n"] == 1
    link.unlink()
    link.symlink_to(neighbour)
    assert site.api(link, "index", 403)["error"]["kind"] == "outside"


def test_neighbours_of_a_named_file_are_not_served(file: Path) -> None:
    neighbour = file.with_name("neighbour.jsonl")
    neighbour.write_bytes(file.read_bytes())
    site = Site(file)
    assert len(site.json("/api/list")["sessions"]) == 1
    assert site.get(f"/s/{site.shelf.key(neighbour)}").status_code == 404
    file.unlink()
    file.symlink_to(neighbour)
    assert site.api(file, "index", 403)["error"]["kind"] == "outside"
