"""Every page × every role × one's own object and another's, through HTTP, by the one table of roles (`rights.txt`)."""

from __future__ import annotations

import logging

import pytest
from django.contrib import admin

from club.base.registry import RIGHTS
from tests.rights import EVERYBODY, STATED, addresses, faults, logged_in
from tests.support.budget import sweep
from tests.support.world import SECRETS, world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_every_address_states_its_right():
    ours = dict(addresses())
    missing = sorted(set(ours) - {address for _method, address in STATED})
    assert not missing, "say in tests/rights.txt what right these need"
    assert not {address for _method, address in STATED} - set(ours), "these are no addresses any more"
    for address, methods in ours.items():
        if methods:
            assert {method for method, one in STATED if one == address} == set(methods), address
    assert {right for right, _whose in STATED.values()} <= {*RIGHTS, "public", "signed-in"}


@pytest.mark.sweep
@pytest.mark.parametrize("role", EVERYBODY)
def test_every_page_answers_a_role_by_the_table(world, role, caplog):
    caplog.set_level(logging.CRITICAL)  # refusals by the hundred
    wrong = faults(world, role, of_api=False)
    assert not wrong, "\n".join(wrong)


@sweep("role", EVERYBODY)
def test_the_admin_is_for_owners_and_admins(world, role, caplog):
    caplog.set_level(logging.CRITICAL)
    client = logged_in(world, role)
    for model in admin.site._registry:
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        answer = client.get(address)
        if role in ("owner", "admin"):
            assert answer.status_code in (200, 403), (role, address)  # some are shown to nobody
        else:
            assert answer.status_code in (302, 403), (role, address)
            assert not SECRETS.search(answer.content.decode())
