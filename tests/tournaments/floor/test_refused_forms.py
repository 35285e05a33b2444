"""A form of the floor that is refused is shown as it was sent; who is registered is found however the name is typed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.tournaments.conftest import Evening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(evening: Evening, client: Client) -> Client:
    client.force_login(evening.person("dirk", role="director").user)
    return client


def test_whoever_is_asked_for_money_is_not_typed_again(evening: Evening, director: Client) -> None:
    event = evening.entered(evening.computers(2))
    evening.person("Emi", chips=0)
    answer = director.post(f"/tournaments/{event.pk}/floor/register/", {"player": "Emi", "key": "a"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "take 1,100 now?" in page
    assert re.search(r'name="player"[^>]*value="Emi"', page)
    sent = {"player": "Emi", "paid": "true", "key": "b"}
    assert director.post(f"/tournaments/{event.pk}/floor/register/", sent).status_code == 302


@pytest.mark.parametrize(
    ("act", "sent", "shown"),
    [
        ("register", {"player": "nobody", "paid": "true"}, [r'name="player"[^>]*value="nobody"', r'name="paid"[^>]*checked']),
        ("move", {"entry": "2", "table": "x", "why": "seen"}, [r'value="2"\s+selected', r'name="why"[^>]*value="seen"']),
        ("adjust", {"seconds": "x"}, [r'name="seconds"[^>]*value="x"']),
    ],
)  # fmt: skip
def test_a_refused_form_is_shown_as_it_was_sent_in_an_open_section(
    evening: Evening, director: Client, act: str, sent: dict[str, str], shown: list[str]
) -> None:
    event = evening.entered(evening.computers(3), cards="physical")
    director.post(f"/tournaments/{event.pk}/floor/start/")
    answer = director.post(f"/tournaments/{event.pk}/floor/{act}/", sent | {"key": "a"})
    assert answer.status_code >= 400
    form = re.search(
        rf'<details\s+class="fold"\s+open\s*>(?:(?!</details>).)*?floor/{act}/"(.*?)</form>',
        answer.content.decode(),
        re.S,
    )
    assert form is not None, "its section is folded"
    for words in shown:
        assert re.search(words, form[1]), words


@pytest.mark.parametrize("typed", ["Emi", "emi", "EMI", "ｅｍｉ"])
def test_a_nickname_is_found_in_whatever_case(evening: Evening, director: Client, typed: str) -> None:
    event = evening.entered(evening.computers(2))
    evening.person("Emi")
    director.post(f"/tournaments/{event.pk}/floor/register/", {"player": typed, "key": "a"})
    assert Entry.objects.filter(tournament=event, player__nickname="Emi").exists()


def test_a_deal_before_the_count_names_whose_stacks_are_not_counted(evening: Evening, director: Client) -> None:
    event = evening.entered(evening.computers(2), cards="physical")
    director.post(f"/tournaments/{event.pk}/floor/start/")
    director.post(f"/tournaments/{event.pk}/floor/close-registration/", {"why": "all are here"})
    answer = director.post(f"/tournaments/{event.pk}/money/deal/", {"method": "icm"})
    assert "Count the stacks first of: Machine 1, Machine 2." in answer.content.decode()
