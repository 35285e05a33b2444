"""Rules known from memory are those that stand: whoever sets one is seen by the next who looks at the newest row."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
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
            assert house_rules.resolve(ClubRules).name == name, "outside of it the newest row is asked for"


@pytest.mark.django_db
def test_what_was_set_and_taken_back_with_its_transaction_is_not_remembered():
    before = house_rules.resolve(ClubRules).name
    for name in ("The Felt", "The Rail"):
        with transaction.atomic():
            house_rules.change({"ClubRules.name": name}, by=None, now=timezone.now())
            assert house_rules.resolve(ClubRules).name == name
            transaction.set_rollback(True)
        assert house_rules.resolve(ClubRules).name == before


@pytest.mark.django_db
def test_rules_of_an_earlier_instant_stay_what_they_were_whoever_sets_others_later():
    now = timezone.now()
    names = ["The Felt", "The Rail", "The Deck"]
    at = [now + timedelta(minutes=minute) for minute in range(len(names))]
    for known, name in enumerate(names):
        house_rules.change({"ClubRules.name": name}, by=None, now=at[known])
        for _twice in range(2):
            then = [house_rules.resolve(ClubRules, at=instant).name for instant in at]
            assert then == names[: known + 1] + [name] * (len(names) - known - 1)
            assert house_rules.resolve(ClubRules).name == name
