"""What people call the games: the usual names are known, what may be several is refused with the choices."""

import re

import pytest

from engine.__main__ import main
from engine.errors import AmbiguousGame, BadStart, UnknownGame
from engine.mixes.mixes import READY_MADE, Leg, parse_legs, ready_made
from engine.notation import game_names
from engine.notation.game_names import key_of, mix_named, named
from engine.notation.phh_to_hand import variant
from engine.play.any_game import CATALOGUE

KNOWN = {
    "NLHE": "holdem no", "FLHE": "holdem fixed", "LHE": "holdem fixed", "No Limit Hold'em": "holdem no",
    "Pot-Limit Texas Hold’em": "holdem pot", "NL Hold em": "holdem no", "holdem": "holdem no", "H": "holdem no",
    "ＮＬＨＥ": "holdem no", "6+ NLHE": "short-deck no", "short_deck_nlhe": "short-deck no", "Six Plus": "short-deck no",
    "PLO": "omaha pot", "omaha 8": "omaha8 fixed", "Omaha Hi": "omaha pot", "PLO8": "omaha8 pot", "O8": "omaha8 fixed",
    "O8B": "omaha8 fixed", "Omaha8": "omaha8 fixed", "limit_omaha8": "omaha8 fixed", "Omaha 8/b": "omaha8 fixed",
    "FLO8": "omaha8 fixed", "Omaha Hi-Lo": "omaha8 fixed", "NLO8": "omaha8 no", "Omaha H/L": "omaha8 fixed",
    "PLO5": "omaha5 pot", "5 Card PLO": "omaha5 pot", "PLO6": "omaha6 pot", "5-Card PLO8": "big-o pot",
    "PL Big O Hi-Lo 8 or better": "big-o pot", "BigO": "big-o pot", "Five-Card Omaha Hi-Lo": "big-o pot",
    "Stud": "seven-card-stud fixed", "7CS": "seven-card-stud fixed", "7 Stud": "seven-card-stud fixed",
    "Stud Hi": "seven-card-stud fixed", "Stud8": "stud8 fixed", "Stud/8": "stud8 fixed", "7CS8": "stud8 fixed",
    "Stud Hi-Lo 8ob": "stud8 fixed", "Stud Eight or Better": "stud8 fixed", "Seven-Card Stud Hi-Lo": "stud-hi-lo fixed",
    "FL Seven-Card Stud Hi-Lo": "stud-hi-lo fixed", "7 Card Stud Hi/Lo": "stud-hi-lo fixed",
    "Stud Hi-Lo Regular": "stud-hi-lo fixed", "Stud Hi-Lo (no qualifier)": "stud-hi-lo fixed",
    "2-7 TD": "2-7-triple-draw fixed", "27TD": "2-7-triple-draw fixed", "Deuce to Seven Triple Draw": "2-7-triple-draw fixed",
    "FL 2-7": "2-7-triple-draw fixed", "NL 2-7": "2-7-single-draw no", "NL 2-7 Lowball": "2-7-single-draw no",
    "27SD": "2-7-single-draw no", "PL 2-7 Single Draw": "2-7-single-draw pot", "Kansas City Lowball": "2-7-single-draw no",
    "California Lowball": "a-5-single-draw fixed", "A-5 Triple Draw": "a-5-triple-draw fixed", "A5TD": "a-5-triple-draw fixed",
    "Razzdeucy": "2-7-razzdugi fixed", "2-7 Razz": "2-7-razz fixed", "FL Badeucy": "badeucey fixed", "Badacy": "badacey fixed",
    "5CD": "five-card-draw no", "NL 5-Card Draw High": "five-card-draw no", "5 Card Stud": "five-card-stud fixed",
    "OFC": "ofc points", "OFC Pineapple": "ofc-pineapple points", "Pineapple": "pineapple fixed", "Chinese": "chinese points",
}  # fmt: skip
SEVERAL = {
    "Stud Hi-Lo": "stud8, stud-hi-lo", "Stud Split": "stud8, stud-hi-lo", "2-7": "2-7-single-draw, 2-7-triple-draw",
    "PL 2-7": "2-7-single-draw, 2-7-triple-draw", "2-7 Lowball": "2-7-single-draw, 2-7-triple-draw",
    "A-5 Lowball": "a-5-single-draw, a-5-triple-draw", "Triple Draw": "2-7-triple-draw, a-5-triple-draw",
    "Single Draw": "2-7-single-draw, a-5-single-draw", "Hi-Lo": "omaha8, stud8, stud-hi-lo", "8 or better": "omaha8, stud8",
    "Five Card": "five-card-draw, five-card-stud, omaha5", "NL PL Omaha": "no, pot",
}  # fmt: skip
NO_GAME = (
    "Whist", "", "Omaha 6 Hi-Lo", "Omaha Hi-Lo 9 or better", "Razz Hold'em", "NLHE/PLO", "Badugi Hi-Lo", "オマハ", "Stud 9",
    "Short Deck Omaha", "razz fixed please", "2-7 A-5", "Limit",
)  # fmt: skip


@pytest.mark.parametrize(("name", "leg"), KNOWN.items())
def test_the_names_that_people_use(name: str, leg: str) -> None:
    assert str(Leg.parse(name)) == leg


@pytest.mark.parametrize(("name", "choices"), SEVERAL.items())
def test_what_may_be_several_games_is_refused_with_the_choices(name: str, choices: str) -> None:
    with pytest.raises(AmbiguousGame, match=re.escape(f"may be any of {choices}: say which")) as refused:
        named(name)
    assert refused.value.params["known"] == choices.split(", ")


@pytest.mark.parametrize("name", NO_GAME)
def test_nothing_in_a_name_is_passed_over(name: str) -> None:
    with pytest.raises(UnknownGame, match=r"there is no game .*; there are holdem, omaha"):
        named(name)


def test_the_limit_of_the_place_decides_where_the_name_has_none() -> None:
    assert (key_of("2-7", "no"), key_of("2-7", "fixed")) == ("2-7-single-draw", "2-7-triple-draw")
    assert named("Razz", "pot") == ("razz", "pot")
    assert named("PLO", "no") == ("omaha", "pot")
    with pytest.raises(AmbiguousGame, match="may be any of fixed, no"):
        key_of("NLHE", "fixed")


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_is_found_by_its_key_and_by_its_own_name_however_it_is_typed(key: str) -> None:
    game = CATALOGUE[key]
    assert named(key).key == key
    for limit in game.limits:
        assert named(f"{key} {limit}") == (key, limit)
    for typed in (game.name, game.name.upper(), game.name.replace("-", " "), game.name.replace("'", "’")):
        assert named(typed).key == key
    assert any(row for row in game_names.NAMES[key])


def test_a_row_of_one_game_is_no_row_of_another() -> None:
    """Every way to say a game, with and without what may be left out, means that game alone."""
    means: dict[frozenset[str], str] = {}
    rows = [(key, row) for key, rows in game_names.NAMES.items() for row in rows]
    rows += [(row, row) for row in game_names.AMBIGUOUS]
    for key, row in rows:
        must, may = game_names._row(row)
        assert must
        options = sorted(may)
        for chosen in range(2 ** len(options)):
            said = must | {one for at, one in enumerate(options) if chosen >> at & 1}
            assert means.setdefault(said, key) == key, (sorted(said), key)


@pytest.mark.parametrize("name", KNOWN)
def test_one_word_too_many_is_refused(name: str) -> None:
    for more in ("whist", "9", "badugi razz"):
        with pytest.raises(UnknownGame):
            named(f"{name} {more}")


# -- mixes ------------------------------------------------------------------------------------------------------------


def test_every_mix_has_its_names() -> None:
    assert tuple(game_names.MIXES) == READY_MADE
    assert [mix_named(name) for name in ("HORSE", "H.O.R.S.E.", "8-Game", "8 Game Mix", "Eight-Game", "Triple Stud")] == [
        "horse", "horse", "8-game", "8-game", "8-game", "triple-stud",
    ]  # fmt: skip
    assert mix_named("omaha8") is None
    assert ready_made("8-Game Mix") == ready_made("8-game")


@pytest.mark.parametrize("name", ["HORSE", "8-Game", "H.O.R.S.E.", "10-Game Mix"])
def test_a_mix_named_as_one_game_is_refused_saying_where_it_goes(name: str) -> None:
    with pytest.raises(UnknownGame, match="is a mix of games, not one: give it as the games of a rotation, such as"):
        Leg.parse(name)


def test_a_list_of_games_is_of_names_too() -> None:
    assert [str(leg) for leg in parse_legs("NLHE, O8, Stud8, 27TD")] == [
        "holdem no", "omaha8 fixed", "stud8 fixed", "2-7-triple-draw fixed",
    ]  # fmt: skip
    with pytest.raises(AmbiguousGame):
        parse_legs("NLHE, Stud Hi-Lo")
    with pytest.raises(BadStart, match="such as 'razz fixed'"):
        parse_legs("NLHE, , razz")


# -- commands and written hands ---------------------------------------------------------------------------------------


def test_commands_know_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "NLHE", "AsAd", "KhKd", "--board", "2c7d9h"]) == 0
    assert main(["equity", "Stud Hi-Lo", "AsAd", "KhKd"]) == 2
    assert "may be any of stud8, stud-hi-lo" in capsys.readouterr().err
    assert main(["perft", "Hold'em", "no", "3,3", "small_blind=1,big_blind=2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Hold'em no 3,3")


def test_a_written_hand_names_its_game_with_its_limit() -> None:
    assert [(game.key, limit) for game, limit in map(variant, ("NT", "stud-hi-lo/fixed", "FL Stud 8", "NL 2-7"))] == [
        ("holdem", "no"), ("stud-hi-lo", "fixed"), ("stud8", "fixed"), ("2-7-single-draw", "no"),
    ]  # fmt: skip
    for code in ("Stud 8", "FL Stud Hi-Lo", "HORSE"):
        with pytest.raises(Exception, match=f"unsupported: no game for the code '{code}'"):
            variant(code)
