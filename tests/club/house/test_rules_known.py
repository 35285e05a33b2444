"""Rules known from memory are those that stand: whoever sets one is seen by the next who looks at the newest row."""

from __future__ import annotations

import pytest
from django.utils import timezone

from club.database.prepared_queries import read
from club.house import house_rules
from club.house.club_rules import ClubRules


def newest() -> int | None:
    (((found,),),) = read((house_rules.NEWEST, []))
    return found


@pytest.mark.django_db
def test_rules_are_asked_once_for_each_newest_row(django_assert_num_queries):
    for name in ("The Felt", "The Rail"):
        house_rules.change({"ClubRules.name": name}, by=None, now=timezone.now())
        with house_rules.as_of(newest()):
            assert house_rules.resolve(ClubRules).name == name
            with django_assert_num_queries(0):
                assert house_rules.resolve(ClubRules).name == name
        with django_assert_num_queries(1):
            assert house_rules.resolve(ClubRules).name == name, "outside of it nothing is known"
