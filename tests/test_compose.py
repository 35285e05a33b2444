"""The real deployment cannot be started by a test; what it says is checked against the code instead."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from celery.app.utils import find_app
from django.core.management import get_commands

from club.project.environment import Environment
from club.project.running.queues import queues

ROOT = Path(__file__).parents[1]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = sorted(name for name, service in SERVICES.items() if "build" in service)
# What the settings read, and what the workers ask for themselves.
READ = {field.name.upper() for field in dataclasses.fields(Environment)}
READ |= set(re.findall(r'"([A-Z][A-Z_]+)"', (ROOT / "club/project/celery.py").read_text()))


def test_the_cast_is_complete():
    assert sorted(SERVICES) == ["beat", "migrate", "postgres", "proxy", "redis", "streams", "thinker", "web", "worker"]
    assert OURS == ["beat", "migrate", "streams", "thinker", "web", "worker"]
    assert SERVICES["beat"]["deploy"]["replicas"] == 1


@pytest.mark.parametrize("name", OURS)
def test_every_command_exists(name):
    program, *arguments = SERVICES[name]["command"]
    if program == "python":
        assert arguments[0] == "manage.py"
        assert arguments[1] in get_commands()
    else:
        assert shutil.which(program), f"{program} is not among the installed programs"
    for argument in arguments:
        if ":" in argument and not argument.startswith("/"):
            module, attribute = argument.split(":")
            # In a process of its own: the door of the streams sets how that process keeps its connections.
            subprocess.run([sys.executable, "-c", f"from {module} import {attribute}"], cwd=ROOT, check=True)
    if program == "celery":
        assert find_app(arguments[arguments.index("-A") + 1]).main == "cardhouse"


# What a deployment is in itself: made so by the image, by a service of its own, by another deployment, or by the tests.
NOT_CHOSEN = {
    "HASHED_STATIC", "DEBUG", "DATABASE_OWNER_URL", "DATABASE_OWNER_PASSWORD", "DATABASE_POOLED", "DATABASE_DIRECT_URL",
    "OTHER_WEB_ORIGINS", "LOCAL_AUTHORITY", "OPENID_PROVIDERS", "CARDHOUSE_TESTING", "CARDHOUSE_ASGI", "CARDHOUSE_SERVES",
}  # fmt: skip


def test_every_setting_that_an_operator_chooses_is_passed_on():
    settings = {field.name.upper() for field in dataclasses.fields(Environment)}
    assert settings - set(COMPOSE["x-app"]["environment"]) == NOT_CHOSEN


def test_every_queue_has_a_worker():
    commands = [service.get("command", ()) for service in SERVICES.values()]
    served = [command[command.index("-Q") + 1].split(",") for command in commands if "-Q" in command]
    assert sorted(name for names in served for name in names) == sorted(queues())
    hands, quick, _slow = queues()
    assert [hands, quick] in served, "the hands first"


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_read_by_the_code(name):
    for variable in SERVICES[name]["environment"]:
        assert variable in READ, f"nothing reads {variable}"


def test_every_variable_of_the_example_is_used():
    text = (ROOT / "docker-compose.yml").read_text()
    for line in (ROOT / ".env.example").read_text().splitlines():
        if line and not line.startswith("#"):
            assert "${" + line.split("=")[0] in text


@pytest.mark.parametrize("name", OURS)
def test_providers_of_the_clubs_own_come_from_a_file_beside_it_and_never_into_the_image(name):
    (file,) = SERVICES[name]["env_file"]
    assert file == {"path": ".env.openid", "required": False}
    assert ".env.*" in (ROOT / ".dockerignore").read_text().split()
    assert not any(variable.startswith("OPENID_") for variable in SERVICES[name]["environment"])


@pytest.mark.parametrize(("name", "port"), [("web", 8000), ("streams", 8001)])
def test_the_ports_that_the_proxy_asks_are_listened_on_and_asked_by_the_health_check(name, port):
    service = SERVICES[name]
    assert f"{name}:{port}" in (ROOT / "docs/deployment/Caddyfile").read_text()
    assert service["command"][service["command"].index("--port") + 1] == str(port)
    assert f"127.0.0.1:{port}/healthz" in " ".join(service["healthcheck"]["test"])
    assert f"EXPOSE {8000} {8001}" in (ROOT / "Dockerfile").read_text()


def test_nothing_but_the_proxy_is_reached_from_outside():
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"proxy"}


@pytest.mark.parametrize("name", OURS)
def test_our_services_may_do_no_more_than_they_need(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.search(r"^USER cardhouse$", (ROOT / "Dockerfile").read_text(), re.M)
    assert service["volumes"] == ["kept:/var/lib/cardhouse"]
    assert service["environment"]["CARDHOUSE_VAR"] == "/var/lib/cardhouse"


def test_the_image_is_labelled_with_the_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    for name in OURS:
        assert SERVICES[name]["image"] == f"cardhouse:{version}"
        assert SERVICES[name]["build"]["args"] == {"VERSION": version}
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert f"ARG VERSION={version}" in dockerfile
    assert "org.opencontainers.image.version=$VERSION" in dockerfile


def test_no_secret_is_copied_into_the_image():
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", ".env.*", "var", ".git"} <= set(ignored)


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_everything_that_stays_up_has_a_health_check(name):
    check = SERVICES[name]["healthcheck"]["test"]
    if "manage.py" in check:
        assert check[check.index("manage.py") + 1] in get_commands()


def test_addresses_inside_name_services_and_their_ports():
    environment = SERVICES["web"]["environment"]
    owner = SERVICES["migrate"]["environment"]["DATABASE_OWNER_URL"]
    assert re.search(r"@postgres:5432/", environment["DATABASE_URL"])
    assert environment["REDIS_URL"].startswith("redis://redis:6379/")
    user = SERVICES["postgres"]["environment"]["POSTGRES_USER"]
    assert re.search(r"//(\w+)@", owner)[1] == user
    assert re.search(r"//(\w+)@", environment["DATABASE_URL"])[1] == f"{user}_app"


def test_the_broker_forgets_nothing():
    command = " ".join(SERVICES["redis"]["command"])
    assert "--maxmemory-policy noeviction" in command
    assert "--appendonly yes" in command


def test_the_image_starts_what_compose_calls_web():
    dockerfile = (ROOT / "Dockerfile").read_text()
    command = yaml.safe_load(re.search(r"^CMD (\[.*\])$", dockerfile, re.M).group(1))
    assert command == SERVICES["web"]["command"]
