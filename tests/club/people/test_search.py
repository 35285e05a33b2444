"""A name is found by itself, however it is spaced: 田中一郎 is 田中 一郎, whoever typed which."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from club.admin import PlayerAdmin
from club.base.names import plain
from club.house import audit_log
from club.models import Player
from club.people import conduct, search
from club.people.people import enrol
from tests.support.budget import budget

pytestmark = pytest.mark.django_db

LETTERS = "田中一郎高﨑さくらがゝーマリカ・aZéßя한7%_\\'"
SPACES = ("", " ", "\u3000", "  ")
words = st.text(LETTERS, min_size=1, max_size=5)
names = st.lists(words, min_size=1, max_size=4).map(" ".join)


@settings(max_examples=budget(120), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=names, field=st.sampled_from(("nickname", "real_name", "reading")), data=st.data())
def test_a_name_is_found_by_itself_with_any_of_its_spaces_removed_or_widened(
    somebody: Player, name: str, field: str, data: st.DataObject
) -> None:
    somebody.nickname, somebody.real_name, somebody.reading = "nobody else", "", ""
    setattr(somebody, field, plain(name))
    somebody.save()
    spaces = data.draw(st.lists(st.sampled_from(SPACES), min_size=len(name), max_size=len(name)))
    typed = "".join(letter.strip() + space for letter, space in zip(name, spaces, strict=True))
    assert somebody in search.members(typed)
    assert somebody in search.called(typed, may_see_members=field == "real_name", most=5)
    assert somebody not in search.members(f"{typed}q")


@pytest.fixture
def somebody(db: None) -> Player:
    return enrol("nobody else", now=timezone.now())


@pytest.mark.parametrize(
    ("kept", "typed"), [("田中 一郎", "田中一郎"), ("田中一郎", "田中　一郎"), ("Tanaka Ichiro", "tanakaichiro")]
)
def test_so_it_is_wherever_a_name_is_searched_for(django_user_model: Any, kept: str, typed: str) -> None:
    now = timezone.now()
    somebody = enrol(kept, now=now)
    admin = django_user_model.objects.create_superuser("root", "root@example.test", "shuffle up and deal")
    record = conduct.record(somebody.pk, "warning", "Late again.", key="once", by=admin, now=now)
    assert record in conduct.found(player=typed)
    assert (
        somebody in PlayerAdmin(Player, AdminSite()).get_search_results(HttpRequest(), Player.objects.all(), typed)[0]
    )
    somebody.user = admin
    somebody.save()
    audit_log.record("table.opened", by=admin, subject="table:1", now=now)
    assert audit_log.found(by=typed).exists()
