"""What a browser may do with our answers. That no page needs more is seen by every browser test (`tests/browser/conftest.py`)."""

from __future__ import annotations

import logging
import os
import re
import secrets
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.test import Client, RequestFactory
from django.urls import path
from django.utils import timezone
from django.views.decorators import clickjacking

from club.http import page_policy
from club.ledger import audit
from club.live import embedding
from club.models import AuditEntry, Transfer, User
from club.people import roles
from tests.folders import ROOT

pytestmark = pytest.mark.django_db


def policy(address: str, **more: object) -> dict[str, list[str]]:
    header = Client().get(address, **more)["Content-Security-Policy"]
    return {name: sources for name, *sources in (part.split() for part in header.split(";"))}


def test_a_page_runs_scripts_with_its_own_nonce_alone():
    client = Client()
    first, second = client.get("/"), client.get("/")
    header = first["Content-Security-Policy"]
    nonce = re.search(r"script-src 'nonce-([\w+/=]+)';", header)
    assert nonce is not None
    scripts = re.findall(r"<script[^>]*>", first.content.decode())
    assert scripts
    assert all(f'nonce="{nonce[1]}"' in script for script in scripts)
    assert nonce[1] not in second["Content-Security-Policy"]
    assert "unsafe" not in header


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/manual/", "/rules/", "/nothing-here/"])
def test_no_page_takes_in_anything_foreign_or_stands_in_a_frame(address):
    told = policy(address)
    assert told["default-src"] == told["base-uri"] == told["object-src"] == told["frame-ancestors"] == ["'none'"]
    assert told["form-action"] == ["'self'"]
    assert not any(
        "unsafe" in source or source in ("*", "https:", "http:") for each in told.values() for source in each
    )


@pytest.mark.parametrize(
    ("decorator", "frames"),
    [
        (lambda view: view, "'none'"),
        (clickjacking.xframe_options_sameorigin, "'self'"),
        (clickjacking.xframe_options_exempt, "'self'"),
        (embedding.framed_by_sites, "'self' https://club.example"),
    ],
)
def test_a_page_stands_in_a_frame_where_its_view_says_so(decorator, frames):
    embedding.set_sites(["https://club.example"], by=None, now=timezone.now())
    view = decorator(lambda request: HttpResponse("a page"))
    answer = page_policy.PagePolicy(XFrameOptionsMiddleware(view))(RequestFactory().get("/"))
    assert f"frame-ancestors {frames}" in answer["Content-Security-Policy"].split("; ")


def test_only_the_admin_evaluates_and_only_pages_of_packages_style_inline():
    assert "'unsafe-eval'" in page_policy.OTHERS["/admin/"]["script-src"]
    scripts = [own["script-src"] for begin, own in page_policy.OTHERS.items() if begin != "/admin/"]
    assert not any("unsafe" in str(source) for each in scripts for source in each)
    assert all("'unsafe-inline'" not in own["script-src"] for own in page_policy.OTHERS.values())


@pytest.mark.parametrize("address", ["/healthz", "/club/colours.css", "/api/schema/", "/api/v1/me/"])
def test_what_is_no_page_may_do_nothing(address):
    assert policy(address)["default-src"] == ["'none'"]


def test_the_streams_are_reached_at_the_host_of_the_page(settings):
    settings.STREAMS_URL, settings.OTHER_WEB_ORIGINS = "http://club.test:8001", ("http://10.0.0.7:8000",)
    settings.ALLOWED_HOSTS = ["*"]
    assert policy("/", HTTP_HOST="club.test:8000")["connect-src"] == ["'self'", "http://club.test:8001"]
    assert policy("/", HTTP_HOST="10.0.0.7:8000")["connect-src"] == ["'self'", "http://10.0.0.7:8001"]


def test_the_worker_that_pages_share_reaches_the_streams_as_its_page_does(settings):
    settings.STREAMS_URL, settings.ALLOWED_HOSTS = "http://club.test:8001", ["*"]
    settings.OTHER_WEB_ORIGINS = ("http://10.0.0.7:8000",)
    for host in ("club.test:8000", "10.0.0.7:8000"):
        of_the_worker = policy("/static/club/shared_stream_worker.js", HTTP_HOST=host)["connect-src"]
        assert of_the_worker == policy("/", HTTP_HOST=host)["connect-src"]


OF_PAGES = ("Content-Security-Policy", "Permissions-Policy", "Referrer-Policy", "Cross-Origin-Opener-Policy")


@pytest.mark.parametrize(
    ("address", "headers", "is_part"),
    [
        ("/static/club/club.css", {}, True),
        ("/static/club/live.js", {}, True),
        ("/static/club/icon-any-192.png", {}, True),
        ("/static/club/mark.svg", {}, False),  # a picture that may be opened by itself, with scripts in it
        ("/static/club/shared_stream_worker.js", {}, False),
        ("/static/club/service_worker.js", {}, False),
        ("/sw.js", {}, False),
        ("/rules/", {}, False),
        ("/rules/", {"HX-Request": "true"}, True),
    ],
)
def test_a_part_of_a_page_goes_by_the_policy_of_that_page(address, headers, is_part):
    answer = Client().get(address, headers=headers)
    assert answer.status_code == 200
    assert [name for name in OF_PAGES if answer.has_header(name)] == ([] if is_part else list(OF_PAGES))
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    if is_part and answer["Content-Type"].startswith("text/html"):
        assert answer["Cache-Control"] == "no-store", "or the way back opens it, as a page without a policy"


urlpatterns = [path("pieces/", lambda _request: HttpResponse(b"", content_type=page_policy.PIECES))]


@pytest.mark.urls(__name__)
def test_pieces_of_a_page_say_that_they_are_what_they_say():
    """Every answer does (ASVS 5.0, 3.4.4), however often it comes."""
    answer = Client().get("/pieces/")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "no-store"


def test_a_host_that_is_none_of_ours_is_refused_and_no_error():
    assert Client().get("/", HTTP_HOST="evil.test").status_code == 400


def test_other_headers_stand_beside_it():
    answer = Client().get("/")
    assert answer["Cross-Origin-Opener-Policy"] == answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "camera=()" in answer["Permissions-Policy"]


# Who looked at these is on record.
ON_RECORD = {"/people/members.csv": "players.exported", "/integrity/": "integrity.seen"}
# The same for everybody, and kept by browsers as each says itself.
OF_EVERYBODY = {"/manifest.webmanifest", "/sw.js", "/club/logo.png", "/club/colours.css"}
KIND = re.compile(
    r"""text/[\w.+-]+;(?: ?\w+=[^;]+;)* ?charset="?utf-8"?|application/[\w.+-]+(?:; ?\w+=\S+)?|image/[\w.+-]+""", re.I
)
PLAIN = [
    line.split()[0]
    for line in (ROOT / "tests/rights.txt").read_text().splitlines()
    if line.startswith("/") and "<" not in line
]


def is_empty(answer: object) -> bool:
    return not getattr(answer, "streaming", False) and not getattr(answer, "content", b"")


def test_law_what_is_told_is_kept_in_no_browser_names_its_kind_and_changes_nothing():
    """ASVS 5.0, 14.3.2, so that the way back shows it to nobody who comes after; 4.1.1; and 3.5.3, since it was only asked for."""
    boss = User.objects.create_user("boss")
    roles.give_role(boss, "owner")
    client = Client(raise_request_exception=False)
    client.force_login(boss)
    audit.run(now=timezone.now())  # a club that has had none has one made by whoever asks first
    told, wrote = {}, {}
    for address in PLAIN:
        before = Transfer.objects.count(), AuditEntry.objects.count()
        told[address] = client.get(address)
        if (Transfer.objects.count(), AuditEntry.objects.count()) != before:
            wrote[address] = AuditEntry.objects.latest("pk").kind
    assert {address for address, one in told.items() if "no-store" not in one.get("Cache-Control", "")} <= OF_EVERYBODY
    kinds = {
        address: one.get("Content-Type", "")
        for address, one in told.items()
        if one.status_code != 204 and not is_empty(one)
    }
    assert {address: kind for address, kind in kinds.items() if not KIND.fullmatch(kind)} == {}
    assert wrote == ON_RECORD
    assert client.get("/no-such-address/")["Cache-Control"] == "no-store"


def test_nor_does_a_program_that_brings_a_token():
    assert Client().get("/api/v1/me/", headers={"Authorization": "Token x"})["Cache-Control"] == "no-store"


def test_pages_of_nobody_and_files_may_be_kept():
    assert "Cache-Control" not in Client().get("/rules/")
    client = Client()
    client.force_login(User.objects.create_user("somebody"))
    assert "no-store" not in client.get("/static/club/club.css")["Cache-Control"]


REPORT = {
    "application/csp-report": b'{"csp-report": {"effective-directive": "script-src", "blocked-uri": "inline"}}',
    "application/reports+json": b'[{"body": {"effectiveDirective": "script-src", "blockedURL": "inline"}}]',
}


@pytest.mark.parametrize(("known", "is_said"), [("a" * 32, False), ("b" * 32, True)])
@pytest.mark.parametrize("kind", ["text/html", page_policy.PIECES])
def test_a_piece_says_a_known_cookie_against_forgery_no_second_time(known, is_said, kind):
    def view(_request):
        response = HttpResponse("", content_type=kind)
        response.set_cookie(settings.CSRF_COOKIE_NAME, "a" * 32)
        return response

    request = RequestFactory().get("/", headers={"Cookie": f"{settings.CSRF_COOKIE_NAME}={known}"})
    answer = page_policy.PagePolicy(view)(request)
    assert (settings.CSRF_COOKIE_NAME in answer.cookies) is (is_said or kind == "text/html")


@pytest.mark.parametrize("kind", REPORT)
def test_what_a_browser_refused_is_told_in_the_log_up_to_so_much(kind, caplog):
    cache.delete("csp-reports")
    client = Client(enforce_csrf_checks=True)
    with caplog.at_level(logging.WARNING, logger=page_policy.__name__):
        for _ in range(page_policy.MOST_REPORTS + 5):
            assert client.post(page_policy.REPORTS, REPORT[kind], content_type=kind).status_code == 204
    told = [line for line in caplog.messages if "refused" in line]
    assert len(told) == page_policy.MOST_REPORTS
    assert "'script-src' 'inline'" in told[0]


@pytest.mark.parametrize(
    "body", [b"", b"[", b"[1]", b"{}", b'{"csp-report": 5}', b'"\x00"', b"[" * 9000, b"x" * 30_000, b"\xff"]
)
def test_what_is_no_report_is_taken_and_forgotten(body, caplog):
    cache.delete("csp-reports")
    assert Client().post(page_policy.REPORTS, body, content_type="application/csp-report").status_code == 204
    assert not [line for line in caplog.messages if "refused" in line]


def test_lines_of_a_report_forge_no_lines_of_the_log(caplog):
    cache.delete("csp-reports")
    forged = b'{"csp-report": {"blocked-uri": "x\\nERROR root all is lost"}}'
    Client().post(page_policy.REPORTS, forged, content_type="application/csp-report")
    assert not any("\n" in line for line in caplog.messages)


def database_url() -> str:
    known = connection.settings_dict
    return f"postgresql://{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}/{known['NAME']}"


def as_in_the_example(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What Python says in a club that is set up as `.env.example` has it, its secrets filled in."""
    lines = (settings.BASE_DIR / ".env.example").read_text().splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    own = {name: os.environ[name] for name in ("REDIS_URL", "PATH")} | {"DATABASE_URL": database_url()}
    own["DJANGO_SETTINGS_MODULE"] = "club.project.settings"
    secret = {"SECRET_KEY": secrets.token_urlsafe(48), "POSTGRES_PASSWORD": "x"}
    line = [sys.executable, "-W", "ignore", *arguments]
    return subprocess.run(line, cwd=settings.BASE_DIR, env=example | own | secret, capture_output=True, text=True)


def test_djangos_own_check_of_a_deployment_finds_nothing_with_the_example():
    done = as_in_the_example("manage.py", "check", "--deploy", "--fail-level", "INFO")
    assert (done.returncode, "no issues" in done.stdout) == (0, True), done.stdout + done.stderr


ASKED = """
import django
django.setup()
from django.http import HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.test import Client, RequestFactory
from django.utils import timezone
from django.views.decorators import clickjacking
client = Client(HTTP_HOST="club.example.org", HTTP_X_FORWARDED_PROTO="https")
answer = client.get("/accounts/login/")
print(answer.status_code, answer["Strict-Transport-Security"], answer.cookies["__Host-csrftoken"].OutputString())
bare = Client(HTTP_HOST="club.example.org")
print(bare.get("/chips/").status_code, bare.get("/chips/")["Location"], bare.get("/healthz").status_code)
"""


def test_over_tls_cookies_belong_to_this_host_alone_and_pages_are_asked_for_by_tls():
    page, bare = as_in_the_example("-c", ASKED).stdout.strip().splitlines()[-2:]
    assert page.startswith("200 max-age=31536000 __Host-csrftoken=")
    assert {"Secure", "Path=/", "HttpOnly"} <= set(page.split("; "))
    assert "Domain" not in page
    assert bare == "301 https://club.example.org/chips/ 200"
