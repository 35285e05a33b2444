"""A hand of a tournament is written down as one: with the event, the level it was dealt in, and the price."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth import get_user_model

from engine.notation import hand_texts
from engine.notation.tournament_words import tournament_of
from tables.models import Hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def dealt(evening):
    """A hand of a tournament that is over, its tournament, and a client of one of its players."""
    players = evening.computers(6)
    players[0].user = get_user_model().objects.create_user("anna", password="secret")
    players[0].save()
    tournament = evening.entered(players, buy_in=1000, fee=100)
    for _round in range(3):
        evening.play_round(tournament)
    row = Hand.objects.filter(table__owner=tournament.owner, seats__player=players[0], state="settled").first()
    assert row is not None
    return row, tournament, evening.client(players[0])


@pytest.mark.parametrize("notation", ["", "ohh/", "pokerstars/"])
def test_each_notation_tells_the_tournament(dealt, notation):
    row, tournament, client = dealt
    text = client.get(f"/api/v1/hands/{row.pk}/{notation or 'phh/'}").content.decode()
    (record,) = hand_texts.read(text)
    told = tournament_of(record.fields)
    assert told is not None
    assert (told.number, told.level) == (str(tournament.pk), 1)
    if notation == "ohh/":
        info = json.loads(text)["ohh"]["tournament_info"]
        assert (info["name"], info["buyin_amount"], info["fee_amount"]) == (tournament.name, 1000, 100)
        assert info["initial_stack"] == tournament.starting_chips
    elif notation:
        assert text.startswith(f"PokerStars Hand #{row.pk}: Tournament #{tournament.pk}, 1000+100 ")
    else:
        assert record.fields["event"] == tournament.name


def test_a_file_of_ones_own_hands_tells_it_too_and_asks_once(dealt, django_assert_max_num_queries):
    row, tournament, client = dealt
    with django_assert_max_num_queries(40):
        text = b"".join(client.get("/api/v1/me/hands.txt").streaming_content).decode()
    assert f"PokerStars Hand #{row.pk}: Tournament #{tournament.pk}, " in text
