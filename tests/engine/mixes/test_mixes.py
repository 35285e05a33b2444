"""What mixed tables play: stakes by game, mixes that have a name, the club's rules, published events (S0.16, S0.17)."""

from __future__ import annotations

import doctest
import json
import random
import tomllib
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand, Seat, Stakes, Start
from engine.errors import BadStart, UnknownGame
from engine.games import dealer_button
from engine.games.betting_games import BY_PHH, GAMES, find_game
from engine.games.hand_start import LIMITS
from engine.house_rules import BadRule, declared, resolve
from engine.mixes import mixes as engine_mixes
from engine.mixes import rotation as engine_rotation
from engine.mixes.mix_rules import MixRules, rotation_of
from engine.mixes.mixes import READY_MADE, STANDARD_LIMITS, Leg, MixedStakes, standard_limit
from engine.mixes.next_game import advance
from engine.mixes.rotation import Change, Coming, Rotation, Turn
from tests.support.mixing import LEVEL, hands, legs, play, rotation
from tests.support.shared import SHARED, needs_shared, shared

# -- stakes: limits and amounts by game ------------------------------------------------------------------------------


def test_one_level_gives_each_game_its_stakes():
    assert LEVEL.of("holdem", "fixed") == Stakes("fixed", 50, 100, small_bet=100, big_bet=200)
    assert LEVEL.of("razz", "fixed") == Stakes("fixed", ante=25, bring_in=25, small_bet=100, big_bet=200)
    assert LEVEL.of("holdem", "no") == Stakes("no", 25, 50, ante_kind="big_blind")
    assert LEVEL.of("razz", "pot") == Stakes("pot", ante=25, bring_in=25, min_bet=50)
    assert MixedStakes(small_bet=150, unit=25).of("omaha", "pot").small_blind == 50  # 37.5, rounded up to a chip
    told = MixedStakes(
        small_bet=100,
        big_bet=300,
        small_blind=30,
        big_blind=80,
        bring_in=60,
        big_bet_small_blind=10,
        big_bet_big_blind=30,
        no_limit_ante=30,
        pot_limit_ante=10,
    )
    assert told.of("holdem", "spread") == Stakes("spread", 30, 80, small_bet=100, big_bet=300, min_bet=50)
    assert replace(told, spread_from=20).of("razz", "spread") == Stakes(
        "spread", bring_in=20, small_bet=100, big_bet=300, min_bet=20
    )
    assert told.of("razz", "fixed").bring_in == 60
    assert told.of("razz", "pot") == Stakes("pot", bring_in=30, min_bet=30)  # no more than the least bet
    assert told.of("holdem", "no") == Stakes("no", 10, 30, 30, "big_blind")
    assert told.of("holdem", "pot") == Stakes("pot", 10, 30, 10, "big_blind")
    own = Leg("razz", "fixed", Stakes("fixed", ante=3, bring_in=5, small_bet=20, big_bet=40))
    assert own.stakes_at(LEVEL).big_bet == 40
    assert Leg("razz", "fixed").stakes_at(LEVEL).big_bet == 200


@pytest.mark.parametrize("key", GAMES)
def test_a_rotation_over_every_game_and_limit_is_dealt_and_played(key):
    game, rng, seats = GAMES[key], random.Random(key), 3
    mix = Rotation(tuple(Leg(key, limit) for limit in game.limits), Change("orbit"))
    mix.check(game.max_seats, LEVEL)
    turn, seen = Turn.begin(1), Counter()
    for coming in hands(seats * len(game.limits), players=seats):
        turn = advance(mix, turn, coming)
        seen[turn.limit] += 1
        start = Start(
            turn.game,
            mix.legs[turn.leg].stakes_at(LEVEL),
            tuple(Seat(seat, 2000) for seat in sorted(coming.live)),
            turn.positions,
        )
        deck = list(game.deck)
        rng.shuffle(deck)
        hand = Hand(start, Deck.of(deck, b"reshuffles"))
        while not hand.is_over:
            ask = hand.asks[0]
            hand.answer(ask.number, ask.sample(rng))
        assert sum(hand.result.net.values()) + hand.result.rake == 0
    assert seen == dict.fromkeys(game.limits, seats)


def test_every_game_has_a_usual_limit_and_stakes_of_one_level():
    assert set(STANDARD_LIMITS.values()) <= set(LIMITS)
    for game in GAMES.values():
        Leg(game.key, standard_limit(game)).check(game.max_seats, LEVEL)


def test_stakes_that_a_game_cannot_be_played_for_are_refused():
    with pytest.raises(BadStart, match=r"Razz, fixed limit: .*bring-in"):
        Leg("razz", "fixed", Stakes("fixed", ante=1, small_bet=2, big_bet=4))
    with pytest.raises(BadStart, match=r"Texas Hold'em, no limit: .*blinds"):
        Leg("holdem", "no", Stakes("no"))
    with pytest.raises(BadStart, match="stakes of no limit: they must be the same"):
        Leg("holdem", "fixed", Stakes("no", 1, 2))
    with pytest.raises(BadStart, match="needs those of a level"):
        Leg("razz", "fixed").stakes_at()
    with pytest.raises(BadStart, match="small_bet"):
        rotation("razz fixed").check(6, MixedStakes(big_bet_big_blind=100))
    with pytest.raises(BadStart, match="whole number of chips, 0 or more, not -1"):
        MixedStakes(small_bet=-1)
    with pytest.raises(BadStart, match="smallest chip"):
        MixedStakes(unit=0)
    with pytest.raises(BadStart, match="each, big_blind, button, not 'all'"):
        MixedStakes(big_bet_ante_kind="all")


# -- the house rules -------------------------------------------------------------------------------------------------


def test_the_house_rules_make_a_rotation():
    assert rotation_of(MixRules()) == Rotation.ready_made("horse", Change("hands", 8))
    own = resolve(
        MixRules,
        {
            "rotation": "own",
            "rotation_games": "holdem, razz, badugi fixed",
            "rotation_change": "minutes",
            "rotation_every": 20,
            "rotation_ends": "once",
        },
    )
    assert rotation_of(own) == rotation("holdem no, razz fixed, badugi fixed", "minutes", 20, order="once")
    picked = rotation_of(resolve(MixRules, {"is_dealers_choice": True}))
    assert [leg.game for leg in picked.legs] == list(GAMES)
    assert (picked.order, picked.change, picked.on_time_out) == ("choice", Change("orbit", 1), "same")
    some = resolve(MixRules, {"is_dealers_choice": True, "choice_games": "razz, omaha", "choice_on_time_out": "first"})
    assert [str(leg) for leg in rotation_of(some).legs] == ["razz fixed", "omaha pot"]


def test_house_rules_that_make_no_rotation_are_refused():
    with pytest.raises(BadStart, match="needs one game at least"):
        rotation_of(MixRules(rotation="own"))
    with pytest.raises(UnknownGame):
        rotation_of(MixRules(rotation="own", rotation_games="whist"))
    with pytest.raises(BadRule, match="horse"):
        resolve(MixRules, {"rotation": "zebra"})
    with pytest.raises(BadRule):
        resolve(MixRules, {"is_button_frozen": False})
    assert all(one.title and one.help and one.source for one in declared(MixRules))


@pytest.mark.parametrize("name", READY_MADE)
def test_a_mix_that_has_a_name_is_playable(name):
    try:
        mix = Rotation.ready_made(name)
    except UnknownGame as wrong:
        pytest.skip(f"{name} needs a game that is not in the catalogue: {wrong.params['key']}")
    mix.check(min(find_game(leg.game).max_seats for leg in mix.legs), LEVEL)
    turns = play(mix, Turn.begin(1), hands(8 * len(mix.legs), players=4))
    assert Counter((turn.game, turn.limit) for turn in turns) == {(leg.game, leg.limit): 8 for leg in mix.legs}


def test_the_examples_in_the_manual_are_true():
    for module in (engine_mixes, engine_rotation):
        assert doctest.testmod(module) == (0, 5 if module is engine_rotation else 2)


@given(
    amounts=st.fixed_dictionaries(
        {"small_bet": st.integers(1, 10**6), "ante": st.integers(1, 100), "unit": st.sampled_from([1, 5, 25, 100])}
    ),
    leg=legs,
)
def test_any_level_gives_stakes_that_the_game_can_be_played_for_in_whole_chips(amounts, leg):
    level = MixedStakes(
        **{name: amount * (1 if name == "unit" else amounts["unit"]) for name, amount in amounts.items()}
    )
    stakes = level.of(leg.game, leg.limit)
    leg.check(2, level)
    told = (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet)
    assert all(amount % level.unit == 0 for amount in told)
    assert MixedStakes.from_json(json.loads(json.dumps(level.as_json()))) == level
    own = Leg(leg.game, leg.limit, stakes)
    assert Leg.from_json(json.loads(json.dumps(own.as_json()))) == own
    assert Leg.parse(str(leg)) == leg


# -- published events ------------------------------------------------------------------------------------------------

PPC = SHARED / "data/phh/wsop_2023_43_ppc/all_in_order.phhs"
# What BARGE's sheets call the games.
SHEET_GAMES = {
    "Limit Hold'em": "holdem fixed",
    "Omaha 8": "omaha8 fixed",
    "Razz": "razz fixed",
    "Stud": "seven-card-stud fixed",
    "Stud 8": "stud8 fixed",
    "Stud Hi-Lo 8ob": "stud8 fixed",
    "Badacey": "badacey fixed",
    "2-7 Triple Draw (limit)": "2-7-triple-draw fixed",
    "California Lowball": "a-5-single-draw fixed",
    "Archie": "archie fixed",
    "FL Hold’em": "holdem fixed",
    "PL Hold’em": "holdem pot",
    "NL Hold'em": "holdem no",
    "FL Omaha High": "omaha fixed",
    "PL Omaha High": "omaha pot",
    "FL Omaha Hi-Lo 8 or better": "omaha8 fixed",
    "PL Omaha Hi-Lo 8 or better": "omaha8 pot",
    "PL Big O Hi-Lo 8 or better": "big-o pot",
    "FL Razz": "razz fixed",
    "FL 7 Card Stud High": "seven-card-stud fixed",
    "FL 7 Card Stud Hi-Lo 8 or better": "stud8 fixed",
    "FL 7 Card Stud Hi-Lo Regular": "stud-hi-lo fixed",
    "FL Badugi": "badugi fixed",
    "FL Badeucey": "badeucey fixed",
    "FL Badacey": "badacey fixed",
    "FL 2-7 Lowball Triple Draw": "2-7-triple-draw fixed",
    "PL 2-7 Lowball Triple Draw": "2-7-triple-draw pot",
    "NL 2-7 Lowball Single Draw": "2-7-single-draw no",
    "FL A-5 Lowball Triple Draw": "a-5-triple-draw fixed",
    "NL 5-Card Draw High": "five-card-draw no",
}


@pytest.fixture(scope="module")
def ppc() -> dict[int, dict]:
    """The published hands by their numbers."""
    if not PPC.is_file():
        pytest.skip(f"reads published hands from {PPC}, which is not there")
    return {hand["hand"]: hand for hand in tomllib.loads(PPC.read_text(encoding="utf-8")).values()}


def test_the_published_final_table_plays_our_rotation_and_its_button(ppc):
    """Nine games by seven hands, hand by hand: the game, and who posts which blind, through three knock-outs.

    Hand 5 of the day is the first of the second game, so hand 1 is the fourth of the first. Players are listed from the
    button's left in games with blinds. Hands 19 and 70 were not published: the second game has its seven with hand 70,
    but razz has seven without hand 19, and the button did not move for it, so that number is taken for no hand.
    """
    mix = Rotation.ready_made("9-game", Change("hands", 7))
    seats = {"Matthew Ashton": 1, "Kristopher Tong": 2, "James Obst": 3, "Talal Shakerchi": 4, "Brian Rast": 5}
    turn = replace(Turn.begin(button=5), game="holdem", limit="no", hands=3)
    compared = 0
    for number in [*range(1, 19), *range(20, 86)]:
        hand = ppc.get(number) or ppc[number + 1]
        live = [seats[player] for player in hand["players"]]
        turn = advance(mix, turn, Coming(frozenset(live), 5))
        if number not in ppc:
            continue
        game, limit = BY_PHH[hand["variant"]]
        assert (turn.game, turn.limit) == (game.key, limit), number
        if not game.has_blinds:
            continue
        posts = dict(zip(live, hand["blinds_or_straddles"], strict=True))
        if len(live) == 2:  # of two, the one with the button is listed last and has the small blind
            assert (turn.positions.big_blind, turn.positions.button) == (live[0], live[1]), number
        else:
            big = max(posts.values())
            told = {seat: amount for seat, amount in posts.items() if amount}
            small = dealer_button.posts_small_blind(turn.positions, live)
            assert told == {turn.positions.big_blind: big} | ({small: big // 2} if small else {}), number
        compared += 1
    assert compared == 53


def test_the_published_stakes_follow_from_one_level_each(ppc):
    """Hands 34 and 20 are the limit games, 27 and 41 the big-bet games of one level."""
    level = MixedStakes(
        small_bet=200_000,
        ante=50_000,
        bring_in=50_000,
        no_limit_ante=150_000,
        pot_limit_ante=100_000,
    )
    for number in (34, 20, 27, 41):
        hand = ppc[number]
        game, limit = BY_PHH[hand["variant"]]
        stakes = level.of(game.key, limit)
        antes = [stakes.ante] * 5 if stakes.ante_kind == "each" else [0, stakes.ante, 0, 0, 0]
        assert hand["antes"] == antes
        blinds = hand.get("blinds_or_straddles", [0, 0])
        assert blinds[:2] == [stakes.small_blind, stakes.big_blind]
        bets = (hand.get("small_bet", 0), hand.get("big_bet", 0), hand.get("bring_in", 0))
        assert bets == (stakes.small_bet, stakes.big_bet, stakes.bring_in)


def mixed_sheets() -> list[dict]:
    return [sheet for sheet in shared("data/structures.json").get("structures", []) if "rotation" in sheet]


def level_of(item: dict) -> MixedStakes:
    return MixedStakes(
        small_bet=item["small_bet"],
        big_bet=item["big_bet"],
        small_blind=item["sb"],
        big_blind=item["bb"],
        ante=item["ante"],
        bring_in=item["bring_in"],
        big_bet_small_blind=item.get("big_bet_games_sb", 0),
        big_bet_big_blind=item.get("big_bet_games_bb", 0),
    )


@needs_shared
@pytest.mark.parametrize("sheet", mixed_sheets(), ids=lambda sheet: sheet["id"])
def test_a_published_mixed_event_is_played_level_by_level(sheet):
    agreed = sheet["rotation"]
    listed = [SHEET_GAMES[name] for name in agreed["games"]]
    lacking = [text for text in listed if text.split()[0] not in GAMES]
    known = [text for text in listed if text not in lacking]
    order = "choice" if agreed["unit"] == "orbit" else "again"
    mix = rotation(", ".join(known), agreed["unit"], agreed.get("every", 1), order=order)
    levels = [level_of(item) for item in sheet["items"] if item["type"] == "level"]
    assert len(levels) == sheet["validation"]["levels"]
    for level in levels:
        for leg in mix.legs:
            leg.check(min(sheet["table_size"], find_game(leg.game).max_seats), level)
            assert leg.stakes_at(level).unit == 1
    turns = play(mix, Turn.begin(1), hands(6 * 8 * 6, players=6))
    assert len({turn.game for turn in turns}) == (1 if order == "choice" else len(known))
    if lacking:
        pytest.skip(f"{', '.join(lacking)}: not in the catalogue; the rest was played")


@needs_shared
@pytest.mark.parametrize(
    "sheet",
    [sheet for sheet in mixed_sheets() if sheet["rotation"]["unit"] == "hands"],
    ids=lambda sheet: sheet["id"],
)
def test_the_blinds_that_a_level_implies_are_those_the_sheets_print(sheet):
    """Half the small bet, rounded up to the smallest chip still in play, on every level of the limit events' sheets.

    The sheet of dealer's choice rounds to chips that its breaks have not made the smallest yet (750 to 800).
    """
    for unit, item in with_smallest_chip(sheet):
        bare = MixedStakes(small_bet=item["small_bet"], unit=unit).of("holdem", "fixed")
        assert (bare.small_blind, bare.big_blind, bare.big_bet) == (item["sb"], item["bb"], item["big_bet"]), item


def with_smallest_chip(sheet: dict) -> list[tuple[int, dict]]:
    chips, found = [25, 100, 500, 1000], []
    for item in sheet["items"]:
        if item["type"] == "break":
            chips = [chip for chip in chips if chip not in item["remove"]]
        else:
            found.append((chips[0], item))
    return found
