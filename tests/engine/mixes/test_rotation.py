"""Mixed games and dealer's choice: what is played next, and where the button is (S0.16, S0.17; TDA 11-B)."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadStart, EngineError, UnknownGame
from engine.games import dealer_button
from engine.games.betting_games import find_game
from engine.games.hand_start import Positions
from engine.mixes.dealers_choice import choice
from engine.mixes.mixes import Leg, parse_legs, ready_made
from engine.mixes.next_game import advance
from engine.mixes.rotation import Change, Coming, Rotation, Turn
from tests.support.mixing import LEVEL, hands, legs, play, rotation

# -- a list in a fixed order (S0.17) --------------------------------------------------------------------------------


def test_s0_17_by_hands_the_list_is_played_in_order_and_begins_again():
    turns = play(Rotation.ready_made("hose", Change("hands", 2)), Turn.begin(1), hands(10))
    played = [turn.game for turn in turns]
    assert played == ["holdem"] * 2 + ["omaha8"] * 2 + ["seven-card-stud"] * 2 + ["stud8"] * 2 + ["holdem"] * 2
    assert [turn.hands for turn in turns] == [1, 2] * 5


def test_s0_17_once_the_table_stays_with_the_last_game():
    turns = play(rotation("holdem fixed, razz fixed, holdem no", every=2, order="once"), Turn.begin(1), hands(9))
    assert [f"{turn.game} {turn.limit}" for turn in turns[::2]] == [
        "holdem fixed",
        "razz fixed",
        "holdem no",
        "holdem no",
        "holdem no",
    ]


def test_s0_17_by_orbit_everybody_has_the_button_once_in_each_game_and_in_stud_a_hand_a_player():
    turns = play(rotation("holdem no, razz fixed, omaha pot", "orbit"), Turn.begin(2), hands(12, players=4))
    assert [turn.game for turn in turns] == ["holdem"] * 4 + ["razz"] * 4 + ["omaha"] * 4
    assert [turn.positions.button for turn in turns] == [2, 3, 4, 1] + [2] * 4 + [2, 3, 4, 1]


def test_s0_17_several_orbits():
    turns = play(rotation("holdem no, razz fixed", "orbit", 2), Turn.begin(1), hands(12, players=3))
    assert [turn.game for turn in turns] == ["holdem"] * 6 + ["razz"] * 6


def test_s0_17_by_minutes_the_game_changes_at_the_next_hand_and_a_pause_skips_no_game():
    mix, everybody = rotation("holdem no, omaha pot, razz fixed", "minutes", 30), frozenset({1, 2, 3})
    at = [0, 1500, 1799, 1800, 3599, 3601, 30_000, 31_799, 31_800]
    turns = play(mix, Turn.begin(1), [Coming(everybody, 3, now=now) for now in at])
    assert [turn.game for turn in turns] == ["holdem"] * 3 + ["omaha"] * 2 + ["razz"] + ["holdem"] * 2 + ["omaha"]
    assert [turn.since for turn in turns] == [0, 0, 0, 1800, 1800, 3601, 30_000, 30_000, 31_800]


def test_s0_17_by_level_all_tables_of_an_event_play_the_same_game_whenever_they_began():
    mix, everybody = rotation("holdem fixed, razz fixed, omaha pot", "level", 2), frozenset({1, 2})
    early = play(mix, Turn.begin(1), [Coming(everybody, 2, level=level) for level in range(1, 9)])
    assert [turn.game for turn in early] == ["holdem"] * 2 + ["razz"] * 2 + ["omaha"] * 2 + ["holdem"] * 2
    for level in range(1, 9):
        late = advance(mix, Turn.begin(2), Coming(everybody, 2, level=level))
        assert late.game == early[level - 1].game
    back = advance(mix, early[-1], Coming(everybody, 2, level=3))  # the director sets the clock back
    assert (back.game, back.hands) == ("razz", 1)
    stays = replace(mix, order="once")
    assert advance(stays, Turn.begin(1), Coming(everybody, 2, level=30)).game == "omaha"


def test_s0_17_a_game_listed_twice_is_played_twice_as_often():
    turns = play(rotation("holdem no, omaha pot, holdem no, razz fixed"), Turn.begin(1), hands(40))
    assert Counter(turn.game for turn in turns) == {"holdem": 20, "omaha": 10, "razz": 10}


def test_an_orbit_with_a_dead_button_ends_where_it_began():
    mix, four = rotation("holdem no, razz fixed", "orbit"), frozenset({1, 2, 3, 4})
    begun = play(mix, Turn.begin(1), [Coming(four, 4)] * 2)
    assert begun[-1].positions == Positions(2, 3, 4)
    left = frozenset({1, 2, 4})  # the small blind goes: the button will be dead
    rest = play(mix, begun[-1], [Coming(left, 4)] * 6)
    assert [turn.game for turn in rest] == ["holdem"] * 2 + ["razz"] * 3 + ["holdem"]
    assert rest[0].positions.button == 3  # nobody's seat, and part of the orbit
    assert rest[1].positions.button == 4
    assert {turn.positions.button for turn in rest[2:]} == {1}


def test_a_newcomer_behind_the_button_waits_for_the_next_orbit_and_one_ahead_has_it_in_this():
    mix = rotation("holdem no, omaha pot", "orbit")
    begun = play(mix, Turn.begin(2), [Coming(frozenset({2, 4, 6}), 6)] * 2)
    assert [turn.positions.button for turn in begun] == [2, 4]
    more = play(mix, begun[-1], [Coming(frozenset({2, 3, 4, 6}), 6)] * 5)
    assert [(turn.game, turn.positions.button) for turn in more] == [
        ("holdem", 6),
        ("omaha", 2),
        ("omaha", 3),
        ("omaha", 4),
        ("omaha", 6),
    ]


def test_in_stud_an_orbit_is_as_many_hands_as_players_are_dealt_in_now():
    mix = rotation("razz fixed, holdem no", "orbit")
    begun = play(mix, Turn.begin(1), hands(4, players=6))
    assert advance(mix, begun[-1], Coming(frozenset({1, 2, 3, 4, 5}), 6)).game == "razz"
    assert advance(mix, begun[-1], Coming(frozenset({1, 2, 3, 4}), 6)).game == "holdem"
    assert advance(mix, begun[-2], Coming(frozenset({1, 2, 3, 4}), 6)).game == "razz"


def test_after_a_change_of_the_list_the_game_being_played_is_finished_if_it_is_still_there():
    turn = play(rotation("holdem no, razz fixed, omaha pot", every=3), Turn.begin(1), hands(5))[-1]
    assert (turn.game, turn.hands) == ("razz", 2)
    later = play(rotation("badugi fixed, stud8 fixed, razz fixed", every=3), turn, hands(2))
    assert [(one.game, one.leg, one.hands) for one in later] == [("razz", 2, 3), ("badugi", 0, 1)]
    gone = advance(rotation("stud8 fixed, badugi fixed", every=3), turn, hands(1)[0])
    assert (gone.game, gone.hands) == ("stud8", 1)
    other_limit = advance(rotation("badugi fixed, razz pot", every=3), turn, hands(1)[0])
    assert (other_limit.game, other_limit.hands) == ("badugi", 1)


def test_after_a_draw_for_seats_the_game_goes_on_and_the_orbit_begins_anew():
    mix = rotation("holdem no, razz fixed", "orbit")
    turn = play(mix, Turn.begin(1), hands(2, players=3))[-1].redrawn(button=2)
    drawn = play(mix, turn, hands(4, players=3))
    assert [(one.game, one.positions.button) for one in drawn] == [
        ("holdem", 2),
        ("holdem", 3),
        ("holdem", 1),
        ("razz", 2),
    ]


# -- the button between games with and without blinds (TDA 11-B) -----------------------------------------------------


def test_tda_11_b_the_button_goes_on_one_place_is_frozen_in_stud_and_the_blinds_resume_from_there():
    turns = play(rotation("holdem no, razz fixed", every=2), Turn.begin(1), hands(6, players=5))
    assert [turn.positions for turn in turns] == [
        Positions(1, 2, 3),
        Positions(2, 3, 4),
        Positions(3),
        Positions(3),
        Positions(3, 4, 5),
        Positions(4, 5, 1),
    ]


def test_tda_11_b_who_leaves_during_stud_leaves_a_dead_blind_behind():
    mix = rotation("holdem no, razz fixed")
    last = advance(mix, Turn.begin(1), Coming(frozenset({1, 2, 3, 4, 5}), 5))
    stud = advance(mix, last, Coming(frozenset({1, 2, 3, 4, 5}), 5))
    assert stud.positions == Positions(2)
    # The last big blind, and the one who was due, bust in stud.
    live = frozenset({1, 2, 5})
    resumed = advance(mix, stud, Coming(live, 5))
    assert resumed.positions == Positions(2, 3, 5)
    assert dealer_button.posts_small_blind(resumed.positions, live) is None


def test_s0_15_where_no_game_has_blinds_the_deal_passes_on_every_hand():
    turns = play(rotation("razz fixed, stud8 fixed", "orbit"), Turn.begin(2), hands(7, players=3))
    assert [turn.positions for turn in turns] == [Positions(at) for at in (2, 3, 1, 2, 3, 1, 2)]
    assert [turn.game for turn in turns] == ["razz"] * 3 + ["stud8"] * 3 + ["razz"]


def test_s0_15_where_no_game_has_blinds_an_orbit_is_the_button_round_the_table():
    mix = rotation("razz fixed, stud8 fixed", "orbit")
    begun = play(mix, Turn.begin(1), [Coming(frozenset({1, 3, 4}), 4)] * 3)
    assert [turn.positions.button for turn in begun] == [1, 3, 4]
    # The newcomer at seat 2 waits for the next orbit.
    after = advance(mix, begun[-1], Coming(frozenset({1, 2, 3, 4}), 4))
    assert (after.game, after.positions) == ("stud8", Positions(1))


def test_a_table_that_has_played_goes_on_from_its_last_hand():
    everybody = Coming(frozenset({1, 2, 3, 4}), 4)
    after = Turn.after(Positions(1, 2, 3), everybody.live)
    assert advance(rotation("holdem no"), after, everybody).positions == Positions(2, 3, 4)
    assert advance(rotation("razz fixed, holdem no"), after, everybody).positions == Positions(2)
    dealt = Turn.after(Positions(4), everybody.live)
    assert advance(rotation("holdem no"), dealt, everybody).positions == Positions(1, 2, 3)


def test_s1_7_from_three_to_two_in_stud_nobody_has_the_big_blind_again():
    mix = rotation("holdem no, razz fixed")
    stud = play(mix, Turn.begin(1), hands(2, players=3))[-1]
    for left in ({1, 2}, {1, 3}, {2, 3}):
        where = advance(mix, stud, Coming(frozenset(left), 3)).positions
        assert where.button == where.small_blind
        assert where.big_blind != 3  # who had it before


# -- dealer's choice (S0.16) -----------------------------------------------------------------------------------------

OFFER = "holdem no, razz fixed, 2-7-triple-draw fixed"


def test_s0_16_the_choice_begins_at_the_button_and_passes_clockwise():
    mix = rotation(OFFER, "hands", 2, order="choice")
    turn, chosen = Turn.begin(3), []
    for at, coming in enumerate(hands(8, players=4)):
        asked = choice(mix, turn, coming)
        assert (asked is not None) == (at % 2 == 0)
        if asked is not None:
            chosen.append(asked.seat)
        turn = advance(mix, turn, coming, asked and asked.legs[1])
        assert turn.game == "razz"
    assert chosen == [3, 4, 1, 2]


def test_s0_16_for_one_hand_each_the_choice_goes_with_the_deal():
    mix = rotation("holdem no, omaha pot", order="choice")
    turns = play(mix, Turn.begin(2), hands(9, players=4))
    assert [turn.chooser for turn in turns] == [turn.positions.button for turn in turns]


def test_s0_16_a_chosen_game_lasts_an_orbit_and_the_next_player_chooses():
    mix = rotation(OFFER, "orbit", order="choice")
    turn, told = Turn.begin(1), []
    picks = iter(["razz fixed", "holdem no", "razz fixed"])
    for coming in hands(9, players=3):
        asked = choice(mix, turn, coming)
        turn = advance(mix, turn, coming, Leg.parse(next(picks)) if asked else None)
        told.append((turn.game, turn.chooser, turn.positions.button))
    assert told == [
        *[("razz", 1, 1)] * 3,
        *[("holdem", 2, button) for button in (1, 2, 3)],
        *[("razz", 3, 1)] * 3,
    ]


def test_s0_16_a_turn_says_whether_its_game_was_chosen_or_is_the_default():
    mix = rotation(OFFER, "hands", 2, order="choice")
    (first, *more), turn, told = list(hands(4, players=4)), Turn.begin(3), []
    for coming, chosen in zip((first, *more), (None, None, Leg.parse("razz fixed"), None), strict=True):
        turn = advance(mix, Turn.from_json(turn.as_json()), coming, chosen)
        told.append((turn.game, turn.hands, turn.is_default))
    assert told == [("holdem", 1, True), ("holdem", 2, True), ("razz", 1, False), ("razz", 2, False)]


def test_s0_16_a_game_not_on_offer_is_refused_naming_those_that_are():
    mix = rotation(OFFER, order="choice")
    with pytest.raises(BadStart, match="badugi fixed is not on offer; on offer are holdem no, razz fixed, 2-7"):
        advance(mix, Turn.begin(1), hands(1)[0], Leg("badugi", "fixed"))
    with pytest.raises(BadStart, match="razz pot is not on offer"):
        advance(mix, Turn.begin(1), hands(1)[0], Leg("razz", "pot"))


def test_s0_16_a_game_that_cannot_seat_everybody_is_not_offered_and_refused():
    mix = rotation("2-7-triple-draw fixed, holdem no", order="choice")
    most = find_game("2-7-triple-draw").max_seats
    crowd = hands(1, players=most + 1)[0]
    asked = choice(mix, Turn.begin(1), crowd)
    assert [str(leg) for leg in asked.legs] == ["holdem no"]
    assert str(asked.default) == "holdem no"
    with pytest.raises(BadStart, match=f"seats at most {most}, and {most + 1} are dealt in; on offer are holdem no"):
        advance(mix, Turn.begin(1), crowd, Leg("2-7-triple-draw", "fixed"))


def test_s0_16_one_player_too_many_for_the_chosen_game_and_the_next_player_chooses():
    mix = rotation("2-7-triple-draw fixed, holdem no", "hands", 100, order="choice")
    most = find_game("2-7-triple-draw").max_seats
    turn = advance(mix, Turn.begin(1), Coming(frozenset(range(1, most + 1)), 9))
    assert turn.game == "2-7-triple-draw"
    asked = choice(mix, turn, Coming(frozenset(range(1, most + 2)), 9))
    assert (asked.seat, str(asked.default)) == (2, "holdem no")


def test_s0_16_who_does_not_answer_gets_the_game_that_was_played_or_the_first():
    for on_time_out, game in (("same", "razz"), ("first", "holdem")):
        mix = rotation(OFFER, order="choice", on_time_out=on_time_out)
        turn = advance(mix, Turn.begin(1), hands(1)[0], Leg("razz", "fixed"))
        assert choice(mix, turn, hands(1)[0]).default.game == game
        assert advance(mix, turn, hands(1)[0]).game == game


def test_s0_16_nobody_chooses_when_it_is_not_time():
    mix = rotation(OFFER, "hands", 5, order="choice")
    turn = advance(mix, Turn.begin(1), hands(1)[0])
    with pytest.raises(BadStart, match="no game is to be chosen now"):
        advance(mix, turn, hands(1)[0], Leg("razz", "fixed"))
    with pytest.raises(BadStart, match="the list decides"):
        advance(rotation(OFFER), Turn.begin(1), hands(1)[0], Leg("razz", "fixed"))


def test_s0_16_a_chosen_game_taken_off_the_list_is_chosen_anew():
    turn = advance(rotation(OFFER, "hands", 5, order="choice"), Turn.begin(1), hands(1)[0], Leg("razz", "fixed"))
    asked = choice(rotation("holdem no, omaha pot", "hands", 5, order="choice"), turn, hands(1)[0])
    assert (asked.seat, str(asked.default)) == (2, "holdem no")


def test_s0_16_where_the_button_is_dead_the_next_player_chooses_first():
    mix, live = rotation(OFFER, order="choice"), frozenset({1, 3, 4})
    assert choice(mix, Turn.after(Positions(1, 2, 3), live), Coming(live, 4)).seat == 3


@pytest.mark.parametrize(
    ("unit", "same", "over"),
    [("minutes", {"now": 5000.0}, {"now": 5060.0}), ("level", {"level": 4}, {"level": 5})],
)
def test_a_game_that_was_counted_in_hands_is_counted_anew_when_that_changes(unit, same, over):
    turn = advance(rotation(OFFER, "hands", 50, order="choice"), Turn.begin(1), hands(1)[0])
    mix = rotation(OFFER, unit, order="choice")
    assert choice(mix, turn, hands(1, **same)[0]) is None
    turn = advance(mix, turn, hands(1, **same)[0])
    assert choice(mix, turn, hands(1, **over)[0]).seat == 2


def test_s0_16_the_choice_passes_over_whoever_has_left():
    mix = rotation(OFFER, order="choice")
    turn = advance(mix, Turn.begin(2), Coming(frozenset({1, 2, 3, 4}), 4))
    assert choice(mix, turn, Coming(frozenset({1, 2, 4}), 4)).seat == 4


# -- refusals --------------------------------------------------------------------------------------------------------


def test_what_cannot_be_a_rotation_is_refused_saying_what_would_be_right():
    with pytest.raises(BadStart, match="one game at least"):
        Rotation(())
    with pytest.raises(UnknownGame, match="no game 'whist'; there are holdem"):
        Leg("whist", "no")
    with pytest.raises(BadStart, match="is played no, pot, fixed, spread limit, not 'half'"):
        Leg("holdem", "half")
    with pytest.raises(BadStart, match="every 1 hands or more, not 0"):
        Change("hands", 0)
    with pytest.raises(BadStart, match="hands, orbit, minutes, level, not 'weeks'"):
        Change("weeks", 2)
    with pytest.raises(BadStart, match="again, once, choice"):
        rotation("razz", order="backwards")
    with pytest.raises(BadStart, match="same, first"):
        rotation("razz", on_time_out="last")
    with pytest.raises(BadStart, match="twice at the same limit"):
        rotation("razz fixed, razz", order="choice")
    with pytest.raises(BadStart, match="such as 'razz fixed'"):
        parse_legs("razz fixed, ")
    with pytest.raises(UnknownGame, match="no game 'razz fixed please'"):
        parse_legs("razz fixed please")
    with pytest.raises(BadStart, match="there are horse, hose"):
        ready_made("zebra")


def test_more_seats_than_a_game_of_the_list_has_are_refused():
    mix = rotation("holdem no, 2-7-triple-draw fixed")
    most = find_game("2-7-triple-draw").max_seats
    mix.check(most, LEVEL)
    with pytest.raises(BadStart, match=f"2-7 Triple Draw cannot seat {most + 1}: take {most} seats or fewer") as wrong:
        mix.check(most + 1, LEVEL)
    assert wrong.value.params["most"] == most
    replace(mix, order="choice").check(most + 1, LEVEL)  # there it is offered to fewer
    with pytest.raises(BadStart, match="cannot seat"):
        replace(mix, order="choice").check(30, LEVEL)
    with pytest.raises(BadStart, match="seats at most"):
        advance(rotation("2-7-triple-draw fixed"), Turn.begin(1), hands(1, players=most + 1)[0])
    with pytest.raises(BadStart, match="two seats"):
        mix.check(1, LEVEL)


def test_a_rotation_by_minutes_or_level_needs_to_know_them():
    for unit, wanted in (("minutes", "the time"), ("level", "the level")):
        with pytest.raises(BadStart, match=wanted):
            advance(rotation("razz", unit), Turn.begin(1), hands(1)[0])
    with pytest.raises(BadStart, match="two players"):
        advance(rotation("holdem no"), Turn.begin(1), Coming({1}, 6))


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        (7, "object with members"),
        ({"change": 3}, "needs legs"),
        ({"legs": "razz"}, "are a list"),
        ({"legs": []}, "one game at least"),
        ({"legs": [{"game": "razz"}]}, "needs limit"),
        ({"legs": [{"game": ["razz"], "limit": "fixed"}]}, "named by its key"),
        ({"legs": [{"game": "razz", "limit": "fixed", "stakes": 3}]}, "object with members"),
        ({"legs": [{"game": "razz", "limit": "fixed", "colour": "red"}]}, "no colour"),
        ({"change": {"unit": "hands", "every": "8"}}, "not '8'"),
        ({"change": {}}, "needs unit"),
        ({"order": None}, "again, once, choice"),
    ],
)
def test_a_stored_rotation_that_is_none_is_refused(stored, said):
    right = rotation("razz fixed").as_json()
    assert Rotation.from_json(right) == rotation("razz fixed")
    if stored == {"change": 3}:
        del right["legs"]
    with pytest.raises(EngineError, match=said):
        Rotation.from_json({**right, **stored} if isinstance(stored, dict) else stored)


def test_a_stored_turn_that_is_none_is_refused():
    for stored in ({}, {"positions": []}, {"positions": ["1"]}, {"positions": [1], "blinds": [1, "2"]}, {"seat": 1}):
        with pytest.raises(BadStart):
            Turn.from_json(stored)


# -- laws ------------------------------------------------------------------------------------------------------------

changes = st.builds(Change, st.sampled_from(["hands", "orbit", "minutes", "level"]), st.integers(1, 4))


@st.composite
def mixes(draw) -> Rotation:
    order = draw(st.sampled_from(["again", "once", "choice"]))
    listed = draw(st.lists(legs, min_size=1, max_size=6, unique=order == "choice"))
    return Rotation(tuple(listed), draw(changes), order, draw(st.sampled_from(["same", "first"])))


@given(
    listed=st.lists(legs, min_size=1, max_size=5),
    seats=st.integers(2, 6),
    every=st.integers(1, 3),
    data=st.data(),
)
def test_by_orbits_everybody_gets_each_game_and_its_button_equally(listed, seats, every, data):
    """Whoever sits where: as many hands of each game as players, and in games with blinds the button once each."""
    live = data.draw(st.sets(st.integers(1, seats), min_size=2))
    mix = Rotation(tuple(listed), Change("orbit", every))
    coming = Coming(frozenset(live), seats)
    each = len(live) * every
    turns = play(mix, Turn.begin(min(live)), [coming] * (2 * each * len(listed)))
    assert [turn.leg for turn in turns] == [leg for leg in range(len(listed)) for _ in range(each)] * 2
    for begun in range(0, len(turns), each):
        hands_of = turns[begun : begun + each]
        if find_game(hands_of[0].game).has_blinds or not mix.freezes_button:
            assert Counter(turn.positions.button for turn in hands_of) == dict.fromkeys(live, every)
            assert len({turn.positions.big_blind for turn in hands_of}) in (1, len(live))
        else:
            assert len({turn.positions for turn in hands_of}) == 1


@given(mix=mixes(), seats=st.integers(3, 9), seed=st.integers(0, 2**32))
def test_nobody_skips_or_repeats_the_big_blind_whatever_is_played_and_whoever_comes_and_goes(mix, seats, seed):
    """For the blinds, stud hands are as if they had not been played (S1.6, TDA 11-B)."""
    rng = random.Random(seed)
    seats = min(seats, *(find_game(leg.game).max_seats for leg in mix.legs))
    live = set(rng.sample(range(1, seats + 1), rng.randint(2, seats)))
    turn, alone, before = Turn.begin(rng.choice(sorted(live))), None, None
    for at in range(60):
        for seat in range(1, seats + 1):
            if rng.random() < 0.04:
                live ^= {seat}
        live |= set(rng.sample(range(1, seats + 1), 2)) if len(live) < 2 else set()
        last, turn = turn, advance(mix, turn, Coming(frozenset(live), seats, now=20.0 * at, level=1 + at // 5))
        where = turn.positions
        if not find_game(turn.game).has_blinds:
            assert where == Positions(where.button)
            is_frozen = mix.freezes_button and last.hands and last.positions.big_blind is None
            assert not is_frozen or where.button == last.positions.button
            continue
        alone = dealer_button.advance(alone, live, seats) if alone else where
        assert where == alone
        assert where.big_blind in live
        if before is not None:
            assert where.big_blind != before
            between = (where.big_blind - before) % seats
            assert not [seat for seat in live if 0 < (seat - before) % seats < between]
        before = where.big_blind


@given(mix=mixes(), players=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_what_is_stored_comes_back_and_goes_on_the_same(mix, players, seed):
    rng = random.Random(seed)
    turn = Turn.begin(rng.randint(1, players))
    for at in range(20):
        coming = Coming(frozenset(range(1, players + 1)), players, now=45.0 * at, level=1 + at // 4)
        stored = json.loads(json.dumps([mix.as_json(), turn.as_json()]))
        again, back = Rotation.from_json(stored[0]), Turn.from_json(stored[1])
        assert (again, back) == (mix, turn)
        turn = advance(mix, turn, coming)
        assert advance(again, back, coming) == turn


@given(listed=st.lists(legs, min_size=1, max_size=5, unique=True), players=st.integers(2, 6), every=st.integers(1, 3))
def test_s0_16_everybody_chooses_equally_often_whatever_they_choose(listed, players, every):
    mix, rng = Rotation(tuple(listed), Change("hands", every), "choice"), random.Random(every)
    turn, chosen = Turn.begin(players), Counter()
    for coming in hands(3 * players * every, players=players):
        asked = choice(mix, turn, coming)
        picked = rng.choice(asked.legs) if asked else None
        chosen.update([asked.seat] if asked else [])
        turn = advance(mix, turn, coming, picked)
        assert picked is None or (turn.game, turn.limit) == (picked.game, picked.limit)
    assert chosen == dict.fromkeys(range(1, players + 1), 3)
