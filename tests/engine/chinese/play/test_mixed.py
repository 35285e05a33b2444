"""Chinese games in a mix: named like any other, dealt for a level's stakes, and their own way with the button (S0.17)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chinese.play.hand_start import holds_button
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.errors import BadStart
from engine.games import dealer_button
from engine.games.betting_games import GAMES
from engine.games.hand_start import Seat, Stakes
from engine.mixes.mixes import Leg, MixedStakes, parse_legs, standard_limit
from engine.mixes.next_game import advance
from engine.mixes.rotation import Change, Coming, Rotation, Turn
from engine.play.any_game import CATALOGUE, begin, carried_on, find_game, rules_of, shuffled_deck, start_of
from tests.support.budget import budget

LEVEL = MixedStakes(small_bet=100, ante=25)


def mix(games, unit="hands", every=1):
    return Rotation(parse_legs(games), Change(unit, every))


def coming(*live, seats=3, **more):
    return Coming(frozenset(live or (1, 2, 3)), seats, **more)


def test_every_game_is_in_one_catalogue():
    assert CATALOGUE == {**GAMES, **CHINESE_GAMES}
    for game in CHINESE_GAMES.values():
        assert game.max_seats * game.cards_each <= len(game.deck)  # S3.9: the deck allows so many players
        assert standard_limit(game) == "points"
        assert Leg.parse(game.key) == Leg(game.key, "points")
        assert Leg.from_json(Leg(game.key, "points").as_json()) == Leg(game.key, "points")
        Leg(game.key, "points").check(game.max_seats, LEVEL)


def test_a_level_says_what_a_point_is_worth():
    assert LEVEL.of("ofc", "points") == Stakes("points", point=25)
    assert MixedStakes(small_bet=100, point=10).of("ofc-pineapple", "points") == Stakes("points", point=10)
    assert MixedStakes(small_bet=100, unit=20).of("ofc", "points") == Stakes("points", point=40, unit=20)
    with pytest.raises(BadStart, match="a point must be worth"):
        Leg("ofc-turbo", "points").check(3, MixedStakes(ante=5))
    with pytest.raises(BadStart, match="is played points limit, not 'fixed'"):
        Leg("ofc", "fixed")


def test_a_table_with_more_seats_than_the_cards_allow_is_refused():
    with pytest.raises(BadStart, match="Pineapple Open-Face Chinese cannot seat 4: take 3 seats or fewer"):
        mix("holdem fixed, ofc-pineapple").check(4, LEVEL)
    mix("holdem fixed, ofc-pineapple").check(3, LEVEL)


def test_the_button_moves_hand_by_hand_though_stud_freezes_it_and_the_blinds_resume_where_they_were():
    rotation = mix("holdem no, razz fixed, ofc-turbo", every=3)
    turn, seen = Turn.begin(1), []
    for _ in range(12):
        turn = advance(rotation, turn, coming())
        seen.append((turn.game, turn.positions.button))
    assert seen[3:6] == [("razz", 1)] * 3
    assert seen[6:9] == [("ofc-turbo", 1), ("ofc-turbo", 2), ("ofc-turbo", 3)]
    assert [button for _game, button in seen[:3]] == [1, 2, 3]
    assert [button for _game, button in seen[9:]] == [1, 2, 3]  # as if neither had been played


def test_the_button_is_held_for_a_hand_of_fantasyland():
    for games in ("ofc-turbo, ofc", "ofc-turbo, holdem no"):
        rotation = mix(games, every=4)
        turn, buttons = Turn.begin(2), []
        for holds in (False, False, True, False):
            turn = advance(rotation, turn, coming(holds_button=holds))
            buttons.append(turn.positions.button)
        assert buttons == [2, 3, 3, 1]
    blinds = mix("holdem no", every=4)
    turn = advance(blinds, Turn.begin(2), coming())
    assert advance(blinds, turn, coming(holds_button=True)) == advance(
        blinds, turn, coming()
    )  # its button always moves


def test_an_orbit_is_the_button_once_round_and_hands_that_hold_it_are_extra():
    rotation = mix("ofc-turbo, razz fixed, holdem no", "orbit")
    turn, games = Turn.begin(1), []
    for hand in range(6):
        turn = advance(rotation, turn, coming(holds_button=hand in (1, 2)))
        games.append(turn.game)
    assert games == ["ofc-turbo"] * 5 + ["razz"]


games = st.sampled_from(sorted([*CHINESE_GAMES, *CHINESE_GAMES, "holdem", "omaha", "razz", "seven-card-stud"]))


@given(keys=st.lists(games, min_size=2, max_size=5), seed=st.randoms(), mode=st.sampled_from(["dead", "moving"]))
@settings(max_examples=budget(150))
def test_for_the_blinds_chinese_hands_are_as_if_they_had_not_been_played(keys, seed, mode):
    rotation = Rotation(tuple(Leg(key, standard_limit(find_game(key))) for key in keys), Change("hands", 2))
    turn, alone = Turn.begin(1), None
    live = {1, 2, 3}
    for _ in range(40):
        last, turn = turn, advance(rotation, turn, coming(*live, mode=mode, holds_button=seed.random() < 0.3))
        game = find_game(turn.game)
        if game.has_blinds:
            alone = dealer_button.advance(alone, live, 3, mode) if alone else turn.positions
            assert turn.positions == alone
        else:
            assert turn.positions[1:] == (None, None)
            before = find_game(last.game) if last.hands else None
            is_second = before is not None and not before.has_blinds and before.moves_button and game.moves_button
            if is_second:
                moved = dealer_button.next_live(last.positions.button, live)
                assert turn.positions.button in (moved, last.positions.button)


def test_by_orbits_everybody_has_the_button_of_a_chinese_game_equally():
    rotation = mix("ofc-pineapple, holdem fixed, razz fixed", "orbit")
    turn, seen = Turn.begin(1), Counter()
    for _ in range(18):
        turn = advance(rotation, turn, coming())
        seen[turn.game, turn.positions.button] += 1
    for game in ("ofc-pineapple", "holdem"):
        assert [seen[game, seat] for seat in (1, 2, 3)] == [2, 2, 2]


def test_fantasyland_is_carried_through_a_whole_night_of_a_mix():
    """Chips and what is carried go from hand to hand, whatever game comes; whoever earned it plays it."""
    rotation = mix("ofc-pineapple, holdem no, chinese, razz fixed", every=2)
    stacks, carried, turn = {1: 5000, 2: 5000, 3: 5000}, {}, Turn.begin(1)
    earned = played = 0
    for number in range(80):
        live = sorted(seat for seat, stack in stacks.items() if stack)
        if len(live) < 2:
            break
        holds = holds_button(ChineseRules(), carried, live)
        turn = advance(rotation, turn, coming(*live, holds_button=holds))
        before = carried.get("fantasyland", {})
        begun = start_of(
            turn.game,
            rotation.legs[turn.leg].stakes_at(MixedStakes(small_bet=20, ante=5)),
            tuple(Seat(seat, stacks[seat]) for seat in live),
            turn.positions,
            rules_of(turn.game)(),
            carried,
        )
        hand = begin(begun, shuffled_deck(begun, b"night %d" % number))
        while not hand.is_over:
            ask = hand.asks[0]
            hand.answer(ask.number, ask.default)
        stacks = {**stacks, **hand.stacks}
        carried = carried_on(begun, hand.result)
        if turn.game == "ofc-pineapple":
            played += sum(cards > 0 for cards in hand.plan.earned)
            earned += len(carried.get("fantasyland", {}))
        else:
            assert carried.get("fantasyland", {}) == before
    assert sum(stacks.values()) == 15000
    assert earned
    assert played
