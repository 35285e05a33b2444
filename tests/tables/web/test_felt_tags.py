"""How the felt is laid out: where seats stand, and how many cards each has room for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import translation

from engine.betting.hand import Stakes
from engine.games.play_rules import PlayRules
from engine.play.any_game import CATALOGUE
from tables.templatetags.felt import around, holding, latest, most_cards, seat_sides
from tables.text import pot_words, stakes_words
from tests.support.deals import act, begin
from tests.support.hands import hand as of_chinese
from tests.support.tables.felt_pages import OWN, context, drawn, moments


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("is_across", [False, True])
def test_every_seat_has_a_place_of_its_own_clockwise_from_ones_own(count, is_across):
    sides = seat_sides(count, is_across)
    assert len(set(sides)) == len(sides) == count
    assert sides[0] == "side-own"
    order = ["side-own", "side-near is-left", "side-left", "side-top", "side-right", "side-near is-right"]
    at = [next(place for place, side in enumerate(order) if one.startswith(side)) for one in sides]
    assert all(one <= other for one, other in pairwise(at))
    far = [one for one in sides if one.startswith("side-top")]
    assert far == [f"side-top k{k} of{len(far)}" for k in range(len(far))]
    assert len(far) <= 6, "more do not fit side by side"


@pytest.mark.parametrize(
    ("game", "style"),
    [
        ("holdem", "holds-2 has-board"),
        ("omaha6", "holds-6 has-board"),
        ("crazy-pineapple", "holds-3 has-board"),
        ("five-card-draw", "holds-5"),
        ("seven-card-stud", "holds-7 is-open"),
        ("ofc-pineapple", "holds-13 is-open"),
    ],
)
def test_seats_have_room_for_the_most_cards_of_the_game_from_the_first_on(game, style):
    _name, hand = next(moments(game, 2))
    assert holding(hand.view(1)) == style


def test_no_hand_outgrows_its_seat():
    for game in CATALOGUE:
        room = 0
        for _name, hand in moments(game, 2):
            view = hand.view(None)
            room = room or most_cards(view)
            assert game == "baseball" or most_cards(view) == room, game
    assert holding(None) == "holds-2"


def test_of_the_newest_lines_the_name_of_a_street_stands_above_what_happened_on_it():
    told = ["posts", "Flop", "checks", "bets", "Turn", "Turn bets", "wins"]
    lines = [{"street": words} if words in ("Flop", "Turn") else {"street": "", "words": words} for words in told]

    def read(most: int) -> list[str]:
        return [line["street"] or line["words"] for line in latest(lines, most)]

    assert read(24) == ["Turn", "wins", "Turn bets", "Flop", "bets", "checks", "posts"]
    assert read(4) == ["Turn", "wins", "Turn bets", "bets"]
    assert latest([], 24) == []


def test_who_has_lost_all_chips_is_told_so_and_asked_for_more_once_the_hand_is_settled():
    told = context([hand for name, hand in moments("holdem", 2) if name == "over"][-1], 2)
    assert "out-of-chips" not in drawn("_felt", told)
    own = next(one for one in told["seen"]["sittings"] if one["seat"] == OWN)
    own["stack"] = 0
    assert "out-of-chips" not in drawn("_felt", told), "the pot may still bring some back"
    told["hand"]["state"] = "settled"
    assert "You have no chips left. Add some to be dealt in." in drawn("_felt", told)
    assert "チップがなくなりました。" in drawn("_felt", told, "ja")


@pytest.mark.parametrize("game", [game for game, literal in CATALOGUE.items() if "points" not in literal.limits])
def test_whoever_showed_a_hand_in_the_end_has_won_or_lost_and_is_marked_so(game):
    """Nobody folds here: a hand that lies open and is neither lit nor dim would pass for one that is still played."""
    hand = [hand for moment, hand in moments(game, 4) if moment == "over"][-1]
    told = context(hand, 4)
    ring = around(told["places"], told["view"], OWN)
    assert all("is-winner" in one["classes"] or "is-loser" in one["classes"] for one in ring)
    assert any("is-winner" in one["classes"] for one in ring)


def test_what_goes_back_is_told_beside_the_pots_and_a_bet_that_may_be_called_is_in_none():
    hand = act(begin(1_000, 4_000, 9_000, rules=PlayRules(run_it=2)), "raise 9000")
    assert len(hand.view(None)["pots"]) <= 1
    assert pot_words.parts(hand.view(None)) == []
    act(hand, "call", "call")
    view = hand.view(None)
    told = {one["name"]: one["chips"] for one in pot_words.parts(view)}
    assert told == {"Main pot": 3_000, "Side pot 1": 6_000, "Uncalled": 5_000}
    assert view["pot"] == 14_000
    said = "Pot 14,000. Main pot 3,000. Side pot 1 6,000. Uncalled 5,000."
    assert pot_words.aloud(view) == said
    act(hand, *["agree 1"] * len(hand.asks))
    assert hand.is_over
    assert pot_words.aloud(hand.view(None)) == "Pot 9,000. Main pot 3,000. Side pot 1 6,000."


def test_who_plays_in_fantasyland_is_said_at_the_seat():
    begun = of_chinese("ofc-pineapple", 1_000, 1_000, carried={"2": 14})
    assert "Fantasyland, 14 cards" in " ".join(drawn("_felt", context(begun, 2)).split())


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Open-Face Chinese · 1 a point"), ("ja", "オープンフェイス・チャイニーズ · 1点＝1チップ")],
)
def test_where_nobody_bets_the_head_says_what_a_point_is_worth_and_no_limit(language, words):
    with translation.override(language):
        assert stakes_words.game_in_words(CATALOGUE["ofc"].name, Stakes(limit="points", point=1)) == words
