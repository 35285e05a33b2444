"""What compose would start comes up: each service's command, environment and health check, as processes, on embedded servers.

No container is needed for it: hosts and ports of the file are replaced by where the servers of this test listen, nothing else is.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import yaml

from club.project import servers
from tests.patience import PATIENCE
from tests.support.budget import sweep
from tests.support.opened_clubs import environment

ROOT = Path(__file__).parents[1]
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
PASSWORD = "a/b@c#d?e%f g:h"  # any signs may be in it
SECRET = "compose-" + "x" * 60
STAYING = ("web", "streams", "worker", "thinker", "beat")
pytestmark = pytest.mark.slow


def filled(text: str, given: Mapping[str, str]) -> str:
    """A value of the file with what `.env` gives, or its default, in the place of its variables."""

    def value(match: re.Match[str]) -> str:
        name, default = match[1], match[2]
        if name in given:
            return given[name]
        assert default is not None, f"{name} has no default"
        return default

    return re.sub(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}", value, text)


@dataclass
class Deployment:
    """The services of the file on this machine.

    `given` is what `.env` says; `places` tells where the file's hosts and ports are here.
    """

    var: Path
    given: dict[str, str]
    places: dict[str, str]
    started: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def here(self, text: str) -> str:
        for place, ours in self.places.items():
            text = text.replace(place, ours)
        return text

    def environment(self, name: str) -> dict[str, str]:
        told = SERVICES[name]["environment"]
        of_service = {key: self.here(filled(str(value), self.given)) for key, value in told.items()}
        return {**environment(self.var), **of_service, "CARDHOUSE_VAR": str(self.var)}

    def command(self, words: list[str]) -> list[str]:
        program, *arguments = (self.here(word).replace("/tmp/beat-schedule", str(self.var / "beat")) for word in words)
        beside = Path(sys.executable).with_name(program)
        return [str(beside if beside.exists() else program), *arguments]

    def run(self, name: str) -> subprocess.CompletedProcess[str]:
        """A service that ends by itself."""
        return subprocess.run(
            self.command(SERVICES[name]["command"]),
            cwd=ROOT, env=self.environment(name), capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    def start(self, name: str) -> None:
        log = open(self.var / f"{name}.log", "wb")  # noqa: SIM115 - handed to the child
        self.started[name] = subprocess.Popen(
            self.command(SERVICES[name]["command"]),
            cwd=ROOT, env=self.environment(name), stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip

    def is_healthy(self, name: str) -> bool:
        kind, *check = SERVICES[name]["healthcheck"]["test"]
        assert kind == "CMD"
        done = subprocess.run(
            self.command(check),
            cwd=ROOT,
            env=self.environment(name),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode == 0

    def becomes_healthy(self, name: str) -> bool:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self.started[name].poll() is None:
            if self.is_healthy(name):
                return True
            time.sleep(1)
        return False

    def end(self) -> None:
        for process in self.started.values():
            if process.poll() is None:
                for one in (psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)):
                    one.send_signal(signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    """The deployment of `.env.example` with secrets of one's own, on servers of its own."""
    var = tmp_path_factory.mktemp("compose")
    with servers.Servers(var / "servers", is_durable=False).running() as addresses:
        owner, broker = urlsplit(addresses.owner_url), urlsplit(addresses.redis_url)
        example = (line.partition("=") for line in (ROOT / ".env.example").read_text().splitlines())
        given = {name: value for name, sign, value in example if sign and value and not name.startswith("#")}
        given |= {"POSTGRES_PASSWORD": owner.password or "", "POSTGRES_APP_PASSWORD": PASSWORD, "SECRET_KEY": SECRET}
        given |= {"EMAIL_URL": "consolemail://"}
        places = {
            "postgres:5432/cardhouse": f"{owner.hostname}:{owner.port}{owner.path}",
            "redis://redis:6379/0": addresses.redis_url,
            "8000": str(servers.free_port()),
            "8001": str(servers.free_port()),
        }
        assert broker.hostname
        ours = Deployment(var, given, places)
        try:
            yield ours
        finally:
            ours.end()


def test_it_comes_up_as_the_file_says(deployment):
    migrated = deployment.run("migrate")
    assert migrated.returncode == 0, migrated.stderr
    assert PASSWORD not in migrated.stdout + migrated.stderr
    for name in STAYING:
        assert "DATABASE_OWNER_URL" not in SERVICES[name]["environment"], "the owner is told to nobody who serves"
        deployment.start(name)
    for name in STAYING:
        assert deployment.becomes_healthy(name), (name, (deployment.var / f"{name}.log").read_text()[-2000:])
    files = {path.name for path in deployment.var.iterdir()}
    assert "secret_key" not in files, "the key that signs logins is the one of `.env`"


def test_the_program_goes_by_a_role_that_rewrites_nothing(deployment):
    web = deployment.environment("web")
    place = urlsplit(web["DATABASE_URL"])
    with psycopg.connect(
        host=place.hostname, port=place.port, user=place.username, password=PASSWORD, dbname=place.path[1:]
    ) as connection:
        assert connection.execute("SELECT current_user::text").fetchone() == ("cardhouse_app",)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("DELETE FROM club_entry")


def test_the_doctor_finds_nothing_wrong_with_the_roles(deployment):
    done = subprocess.run(
        [sys.executable, "manage.py", "database_roles"],
        cwd=ROOT, env=deployment.environment("web"), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@sweep("name", STAYING)
def test_the_health_check_fails_where_the_service_is_not(deployment, name):
    away = Deployment(deployment.var, deployment.given, {**deployment.places, "8000": "1", "8001": "1"})
    away.places["postgres:5432/cardhouse"] = "127.0.0.1:1/cardhouse"
    assert not away.is_healthy(name)


def test_the_values_of_the_file_are_filled_as_compose_does():
    given: dict[str, Any] = {"A": "x"}
    assert filled("${A:-y} ${B:-z} ${A:?needed} ${C:-}", given) == "x z x "
    with pytest.raises(AssertionError, match="D has no default"):
        filled("${D:?needed}", given)
    assert os.environ.get("A") != "x"
