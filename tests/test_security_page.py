"""Every requirement of OWASP's ASVS 5.0, levels 1 and 2, has its line in docs/security.md, and what the line names is there.

Below that: what some of these lines hold of the source itself.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from club.models import User
from club.operator import backups
from club.people import roles
from club.project import servers
from tests.folders import ROOT

PAGE = (ROOT / "docs/security.md").read_text()
# The requirements of levels 1 and 2, by section: https://github.com/OWASP/ASVS, version 5.0.0.
REQUIREMENTS = """
1.1: 1-2 | 1.2: 1-9 | 1.3: 1-11 | 1.4: 1-3 | 1.5: 1-2 | 2.1: 1-3 | 2.2: 1-3 | 2.3: 1-4 | 2.4: 1 | 3.2: 1-2
3.3: 1-4 | 3.4: 1-6 | 3.5: 1-5 | 3.7: 1-2 | 4.1: 1-3 | 4.2: 1 | 4.3: 1-2 | 4.4: 1-4 | 5.1: 1 | 5.2: 1-3
5.3: 1-2 | 5.4: 1-3 | 6.1: 1-3 | 6.2: 1-12 | 6.3: 1-4 | 6.4: 1-4 | 6.5: 1-5 | 6.6: 1-3 | 6.8: 1-4 | 7.1: 1-3
7.2: 1-4 | 7.3: 1-2 | 7.4: 1-5 | 7.5: 1-2 | 7.6: 1-2 | 8.1: 1-2 | 8.2: 1-3 | 8.3: 1 | 8.4: 1 | 9.1: 1-3
9.2: 1-4 | 10.1: 1-2 | 10.2: 1-2 | 10.3: 1-4 | 10.4: 1-11 | 10.5: 1-5 | 10.6: 1-2 | 10.7: 1-3 | 11.1: 1-2
11.2: 1-3 | 11.3: 1-3 | 11.4: 1-4 | 11.5: 1 | 11.6: 1 | 12.1: 1-3 | 12.2: 1-2 | 12.3: 1-4 | 13.1: 1 | 13.2: 1-5
13.3: 1-2 | 13.4: 1-5 | 14.1: 1-2 | 14.2: 1-4 | 14.3: 1-3 | 15.1: 1-3 | 15.2: 1-3 | 15.3: 1-7 | 16.1: 1
16.2: 1-5 | 16.3: 1-4 | 16.4: 1-3 | 16.5: 1-3 | 17.1: 1 | 17.2: 1-4 | 17.3: 1-2
"""
LINES = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d+\.\d+\.\d+", line)
]
ONE = re.compile(r"(\d+\.\d+)\.(\d+)(?:(?:–| to )\1\.(\d+))?")


def told(cell: str) -> list[tuple[str, int]]:
    """The requirements that the first cell of a line names."""
    found = []
    for part in cell.split(","):
        match = ONE.fullmatch(part.strip())
        assert match, f"{part} names no requirement"
        found += [(match[1], number) for number in range(int(match[2]), int(match[3] or match[2]) + 1)]
    return found


def test_every_requirement_of_the_first_two_levels_has_a_line():
    wanted = set()
    for section, first, last in re.findall(r"(\d+\.\d+): (\d+)(?:-(\d+))?", REQUIREMENTS):
        wanted |= {(section, number) for number in range(int(first), int(last or first) + 1)}
    assert len(wanted) == 253
    assert wanted - {one for cell, *_rest in LINES for one in told(cell)} == set()


def test_lines_stand_in_the_order_of_the_requirements():
    firsts = [[int(part) for part in re.findall(r"\d+", cell)[:3]] for cell, *_rest in LINES]
    assert firsts == sorted(firsts)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_a_line_says_what_shows_it_and_that_is_there(line):
    _numbers, holds, shown = line
    under = re.fullmatch(r'under "(.+)"', holds)
    assert shown or under or holds.startswith("not apply"), "neither a test nor a reason"
    assert not under or f"\n## {under[1]}\n" in PAGE
    here = ROOT
    for named in re.findall(r"`([\w./]+\.(?:py|sql|txt|html|js)|(?:tests|club)/[\w/]+)`", shown):
        place = ROOT / named if "/" in named else here / named
        assert place.exists(), f"{named} is not there"
        here = place.parent  # the next may be named by its file alone


# -- of the source -------------------------------------------------------------------------------------------------------

PROGRAMS = [
    path for name in ("club", "engine", "tables", "tournaments") for path in sorted((ROOT / name).rglob("*.py"))
]
SCRIPTS = [
    path
    for name in ("club", "tables", "tournaments")
    for path in sorted((ROOT / name).glob("static/**/*.js"))
    if "vendor" not in path.parts
]
# 1.3.2, 3.2.2: what makes HTML or a program of a text.
MAKES = re.compile(
    r"\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|setHTMLUnsafe|srcdoc|javascript:"
)
# 14.3.3: what a browser keeps; no name, no card, no token.
KEPT = re.compile(r"localStorage\.setItem\(\s*([^,]+),|sessionStorage|indexedDB|document\.cookie")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def calls(*names: str) -> Iterator[tuple[Path, ast.Call]]:
    """Calls of these functions of a module, as `re.compile`, in the programs."""
    for path in PROGRAMS:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                yield path, node


def test_no_script_makes_html_or_a_program_of_a_text():
    assert SCRIPTS
    assert {path.name: MAKES.findall(path.read_text()) for path in SCRIPTS if MAKES.search(path.read_text())} == {}


def test_no_program_is_started_by_a_shell_and_no_template_is_made_of_a_text():
    shells = [
        path
        for path, call in calls("subprocess.run", "subprocess.Popen")
        if "shell" in {one.arg for one in call.keywords}
    ]
    assert shells == []
    assert list(calls("os.system", "os.popen", "engines.from_string", "Template", "template.Template")) == []


def test_no_pattern_is_made_of_what_is_sent():
    """Patterns are literals, or put together of names of the module; what is escaped may be anything."""
    known = {
        ("webhooks.py", "told"),
        ("game_names.py", "part"),
        ("recognised_words.py", "pattern"),
        ("headings.py", "divider"),
        ("level_lines.py", "sign"),
    }
    known |= {("headings.py", "name"), ("headings.py", "words")}
    methods = ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")
    strange = set()
    for path, call in calls(*(f"re.{name}" for name in methods)):
        for node in ast.walk(call.args[0]) if call.args else ():
            if isinstance(node, ast.Name) and not node.id.strip("_").isupper() and node.id not in ("re", "lines"):
                strange.add((path.name, node.id))
    assert strange - known == set(), "of what is it made?"


def test_what_nobody_may_guess_has_128_bits():
    """Shorter are what is no secret: the key of a form, the name of a part of a page, the end of a name that is taken."""
    known = {"felt_as_seen.py", "page_parts.py", "people.py"}
    short = set()
    for path, call in calls("secrets.token_urlsafe", "secrets.token_bytes", "secrets.token_hex"):
        size = call.args[0] if call.args else ast.Constant(32)
        if isinstance(size, ast.Constant) and isinstance(size.value, int) and size.value < 16:
            short.add(path.name)
    assert short == known
    chance = [
        path
        for path, _call in calls("random.random", "random.choice", "random.randrange", "random.shuffle", "uuid.uuid1")
    ]
    assert chance == []


def test_a_browser_keeps_choices_and_what_is_not_sent_yet_alone():
    kept = {(path.name, key) for path in SCRIPTS for key in KEPT.findall(path.read_text())}
    assert {name for name, _key in kept} <= {
        "settings.js",  # light or dark
        "browser_store.js",
        "hand_entry.js",
        "score_lines.js",
        "score_rows.js",
        "clock.js",
    }


# -- of the answers ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_api_takes_no_session_without_the_token_against_forgery():
    """3.5.2: a form of another site may be sent without a preflight; what it brings is not enough."""
    boss = User.objects.create_user("boss")
    roles.give_role(boss, "owner")
    client = Client(enforce_csrf_checks=True)
    client.force_login(boss)
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        answer = client.post("/api/v1/players/", '{"nickname": "planted"}', content_type=kind)
        assert answer.status_code == 403, kind


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "DEBUG"])
def test_no_method_of_old_tells_what_was_sent(method):
    """13.4.4."""
    answer = Client(headers={"Cookie": "word=spoken"}).generic(method, "/accounts/login/")
    assert answer.status_code >= 400
    assert b"spoken" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "folder", ["/static/", "/static/club/", "/manual/pictures/", "/.git/config", "/static/../manage.py"]
)
def test_no_folder_is_listed(folder):
    """13.4.3, 13.4.1."""
    assert Client().get(folder).status_code in (301, 302, 404)


def test_tls_to_the_database_is_asked_for_as_its_address_says(tmp_path):
    """12.3.1."""
    ask = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
    given = {
        "DJANGO_SETTINGS_MODULE": "club.project.settings",
        "SECRET_KEY": "x" * 60,
        "DATABASE_URL": "postgresql://club_app@db.example.org/club?sslmode=verify-full&sslrootcert=/ca.pem",
        "REDIS_URL": "rediss://cache.example.org:6379/0",
    }
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    done = subprocess.run(
        [sys.executable, "-c", ask], env=kept | given, cwd=ROOT, capture_output=True, text=True, check=True
    )
    options = ast.literal_eval(done.stdout)
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/ca.pem")


@pytest.mark.django_db
def test_a_backup_asks_for_tls_as_the_program_does(monkeypatch):
    """12.3.1."""
    told = {**connection.get_connection_params(), "sslmode": "verify-full", "sslrootcert": "/ca.pem"}
    monkeypatch.setattr(connection, "get_connection_params", lambda: told)
    given, done = {}, subprocess.CompletedProcess([], 0)

    def run(*_command, env, **_more):
        given.update(env)
        return done

    monkeypatch.setattr(backups.subprocess, "run", run)
    backups._run("pg_dump")
    assert (given["PGSSLMODE"], given["PGSSLROOTCERT"]) == ("verify-full", "/ca.pem")


@pytest.mark.django_db
def test_the_log_of_our_postgresql_names_nobody():
    """16.2.5: neither the statement that failed nor the row it was about."""
    log = servers.var_directory() / "test" / "postgres.log"
    if not log.exists():
        pytest.skip("these servers are not ours")
    before = log.stat().st_size
    add = "INSERT INTO django_session (session_key, session_data, expire_date) VALUES ('mika-unforgettable', '', now())"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(add)
        with pytest.raises(IntegrityError):
            cursor.execute(add)
        transaction.set_rollback(True)
    with log.open() as file:
        file.seek(before)
        told = file.read()
    assert "duplicate key" in told
    assert "unforgettable" not in told


@pytest.mark.django_db
def test_pages_are_sent_on_to_tls_and_programs_are_refused_without_it(settings):
    """4.1.2: a program that is set to http:// finds out at once, and not when its token has been read by somebody."""
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/accounts/login/").status_code == 301
    for address in ("/api/v1/me/", "/api/v1/token/"):
        answer = Client().post(address, {}, content_type="application/json")
        assert answer.status_code == 403
        assert answer["Content-Type"] == "application/problem+json"
    assert Client().get("/api/v1/me/", secure=True).status_code == 401
