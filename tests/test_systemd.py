"""The units for systemd: what they run is what compose runs, nobody but `migrate` is told the owner, and systemd takes them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.folders import ROOT

FOLDER = ROOT / "docs" / "deployment" / "systemd"
UNITS = sorted(path.name for path in FOLDER.iterdir() if path.name.startswith("cardhouse"))
SERVICES = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
OURS = ("web", "streams", "worker", "thinker", "beat", "migrate")
PREFIX = "/opt/cardhouse/.venv/bin/"
# Where a process listens and what its name is are the unit's own.
OWN = re.compile(r"^(0\.0\.0\.0|127\.0\.0\.1|(quick|slow)@%+h)$")


def read(name: str) -> configparser.RawConfigParser:
    found = configparser.RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # systemd's names have capitals
    found.read(FOLDER / name)
    return found


def words(line: list[str]) -> list[str]:
    return [word for word in line if not OWN.match(word)]


@pytest.mark.parametrize("name", OURS)
def test_a_unit_runs_what_compose_runs(name):
    line = read(f"cardhouse-{name}.service")["Service"]["ExecStart"].removeprefix(PREFIX)
    assert words(line.split()) == words([str(word) for word in SERVICES[name]["command"]])


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_service_has_no_rights_that_it_does_not_need_and_only_migrate_is_told_the_owner(name):
    told = read(name)["Service"]
    assert (told["User"], told["NoNewPrivileges"], told["ProtectSystem"], told["CapabilityBoundingSet"]) == (
        "cardhouse", "true", "strict", "",
    )  # fmt: skip
    assert told["UMask"] == "0077"
    assert ("owner.env" in (FOLDER / name).read_text()) == (name == "cardhouse-migrate.service")


def test_the_target_wants_every_process():
    wanted = (FOLDER / "cardhouse.target").read_text()
    assert {name for name in OURS if f"cardhouse-{name}.service" in wanted} == set(OURS) - {"migrate"}


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="this machine has no systemd-analyze to verify units with"
)
def test_systemd_takes_the_units(tmp_path):
    for name in UNITS:
        text = (
            (FOLDER / name).read_text().replace(PREFIX, f"{Path(sys.prefix)}/bin/").replace("/opt/cardhouse", str(ROOT))
        )
        (tmp_path / name).write_text(
            text.replace("User=cardhouse", "User=root").replace("Group=cardhouse", "Group=root")
        )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / name) for name in UNITS)],
        capture_output=True,
        text=True,
    )
    ours = [line for line in (done.stdout + done.stderr).splitlines() if "cardhouse" in line]
    assert (ours, done.returncode) == ([], 0)
