"""Every endpoint × every role × one's own object and another's, through HTTP, by the one table of roles (`rights.txt`)."""

from __future__ import annotations

import logging

import pytest

from tests.rights import EVERYBODY, faults
from tests.support.world import world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.sweep
@pytest.mark.parametrize("role", EVERYBODY)
def test_every_endpoint_answers_a_role_by_the_table(world, role, caplog):
    caplog.set_level(logging.CRITICAL)  # refusals by the hundred
    wrong = faults(world, role, of_api=True)
    assert not wrong, "\n".join(wrong)
