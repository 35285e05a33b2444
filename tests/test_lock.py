"""What the image installs is pinned with hashes, names no host, and is what pyproject asks for and what these tests ran with."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.folders import ROOT

LINES = (ROOT / "requirements.lock").read_text().replace("\\\n", " ").splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKED = {
    canonicalize_name(requirement.name): (requirement, re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
    for line in LINES
    if line.strip()
    for requirement in [Requirement(line.partition("--hash")[0])]
    if requirement.marker is None or Marker(str(requirement.marker)).evaluate()
}


@pytest.mark.parametrize("name", sorted(LOCKED))
def test_each_is_pinned_by_hashes_at_the_version_that_is_tested(name):
    requirement, hashes = LOCKED[name]
    assert hashes
    assert str(requirement.specifier) == f"=={version(name)}"


def test_everything_that_the_project_asks_for_is_locked_as_it_asks():
    for text in PROJECT["project"]["dependencies"]:
        asked = Requirement(text)
        locked, _hashes = LOCKED[canonicalize_name(asked.name)]
        [pinned] = locked.specifier
        assert asked.specifier.contains(pinned.version), text


def test_the_lock_is_of_the_versions_that_pyproject_holds_to():
    held = {
        canonicalize_name(one.name): one
        for one in map(Requirement, PROJECT["tool"]["uv"]["constraint-dependencies"])
        if one.marker is None or one.marker.evaluate()
    }
    assert {name: str(locked.specifier) for name, (locked, _hashes) in LOCKED.items() if name in held} == {
        name: str(one.specifier) for name, one in held.items() if name in LOCKED
    }


def test_the_lock_names_no_host():
    assert not [line for line in LINES if "://" in line or "--index" in line or "@ " in line]


def test_the_image_installs_by_the_lock():
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "COPY requirements.lock" in dockerfile
    assert "--require-hashes -r requirements.lock" in dockerfile
