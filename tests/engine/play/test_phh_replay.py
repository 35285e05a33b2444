"""Published hands: read, played, compared, written; the command line; what is broken and where."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.betting.hand import Decision, Deck, Hand, Positions, Seat, Stakes, Start
from engine.errors import WrongCards
from engine.notation.phh import read, scale, write
from engine.play.phh_replay import replay_text
from tests.support.shared import SHARED, needs_shared

DATA = Path(__file__).parents[1] / "data"


def outcomes(name: str):
    return list(replay_text((DATA / name).read_text(encoding="utf-8"), name))


def test_our_own_hands_match_chip_for_chip():
    found = outcomes("own.phhs")
    assert [(one.hand, one.ok) for one in found] == [
        ("1", True),
        ("split", True),
        ("side pots", True),
        ("heads-up", True),
    ]


def test_a_half_chip_is_split_exactly_in_the_smallest_unit_of_the_file():
    records = read((DATA / "own.phhs").read_text(encoding="utf-8"))
    assert scale(records) == 2
    assert next(one for one in outcomes("own.phhs") if one.hand == "split").finishing_stacks == [107.5, 85, 107.5]


def test_a_hand_without_finishing_stacks_or_of_an_unknown_game_is_not_compared():
    found = {one.hand: one for one in outcomes("uncompared.phhs")}
    assert {one.ok for one in found.values()} == {None}
    assert found["open end"].why == "no finishing stacks recorded"
    assert found["open end"].finishing_stacks == [99, 97, 104]
    assert found["strange"].why.startswith("unsupported: no game for the code 'ZZ'")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("'p3 cbr 6'", "'p1 f'"), r"line 8: 'p1 f': it is p3's turn"),
        (("'p3 cbr 6'", "'p3 cbr 3'"), r"line 8: 'p3 cbr 3': the least raise is to 4"),
        (("'p3 cbr 6'", "'p3 cbr 500'"), r"line 8: 'p3 cbr 500': the most that may be raised is to 100"),
        (("'p3 cbr 6'", "'p3 hops'"), r"line 8: 'p3 hops': is no action of the notation"),
        (("'p3 cbr 6'", "'p7 f'"), r"p7 is no player: they are p1 to p3"),
        (("AsAh", "AsAs"), r"line 8: 'd dh p1 AsAs': As .*dealt already"),
        (("AsAh", "AsXx"), r"'Xx' is no card"),
        (("[100, 100, 100]", "[100, 100]"), r"must list 2 numbers"),
        (("variant = 'NT'", ""), r"has no variant"),
        (("'p3 cbr 6'", "'p3 cbr 1/0'"), r"line 8: 'p3 cbr 1/0': '1/0' is no amount"),
        (("[99, 98, 103]", "['a', 1, 2]"), r"finishing_stacks of hand 1 holds 'a', which is no num"),
        (("[99, 98, 103]", "[nan, 1, 2]"), r"finishing_stacks of hand 1 holds .*NaN"),
        (("variant", "seats = 3\nvariant"), r"seats of hand 1 must be a list"),
        (("variant", "_rules = 3\nvariant"), r"_rules of hand 1 must be a table"),
        (("variant", "_bomb = 'x'\nvariant"), r"_bomb of hand 1 must be a whole number of chips"),
        (("variant", "_stakes = {}\n_positions = [3]\nvariant"), r"_positions of hand 1 must be three seat numbers"),
        (("variant", "_stakes = {}\nvariant"), r"_positions of hand 1 must be three seat numbers"),
        (
            ("variant", "_stakes = {}\n_positions = [1, 2, 'x']\nvariant"),
            r"_positions of hand 1 must be three seat num",
        ),
        (("actions = [", "actions = "), r"this is no PHH file: .*line"),
    ],
)
def test_a_broken_file_says_where_and_why(change, words):
    text = (DATA / "plain.phh").read_text(encoding="utf-8")
    changed = text.replace(*change)
    assert changed != text
    (found,) = replay_text(changed, "broken.phh")
    assert found.ok is False
    assert re.search(words, found.why), found.why


DRAWN = """variant = 'N2L1D'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = [
  'd dh p1 7h6c4c3d2c',
  'd dh p2 AsQs6s5c3c',
  'p2 cc', 'p1 cc',
  'p1 sd 7h', 'p2 sd',
  'd dh p1 8d',
  'p1 cc', 'p2 cc',
  'p1 sm 8d6c4c3d2c',
  'p2 sm',
]
"""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("8d',", "6s',"), "line 11: 'd dh p1 6s': 6s has been dealt already"),
        (("sd 7h", "sd 8h"), "line 10: 'p1 sd 8h': 8h is not among 7h 6c 4c 3d 2c"),
        (("sm 8d6c", "sm 8d7h"), "line 13: 'p1 sm 8d7h4c3d2c': 8d 7h 4c 3d 2c are not the cards dealt"),
        (("sm 8d6c4c3d2c", "sm 8d6c"), "line 13: 'p1 sm 8d6c': 8d 6c are not the cards dealt"),
    ],
)
def test_cards_that_cannot_be_are_refused_with_their_line(change, words):
    (found,) = replay_text(DRAWN, "drawn.phh")
    assert (found.ok, found.why) == (None, "no finishing stacks recorded")
    (found,) = replay_text(DRAWN.replace(*change), "drawn.phh")
    assert found.ok is False
    assert words in found.why


def test_what_is_left_after_the_end_is_broken_too():
    text = (DATA / "plain.phh").read_text(encoding="utf-8").replace("'p2 f']", "'p2 f', 'p3 cc']")
    (found,) = replay_text(text, "long.phh")
    assert "'p3 cc': the hand is over" in found.why


# PokerKit's own test of all-ins: everybody antes 2, the third player has 1 and contests only that part (S0.14).
ALL_INS = """variant = 'NT'
ante_trimming_status = {status}
antes = {antes}
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = {stacks}
finishing_stacks = {finishing}
actions = ['d dh p1 AcAd', 'd dh p2 KcKd', 'd dh p3 QcQd', {call} 'd db QhQs2c', 'd db 3c', 'd db 4c',
  'p1 sm AcAd', 'p2 sm KcKd', 'p3 sm QcQd']
"""


@pytest.mark.parametrize("status", ["true", "false"])
@pytest.mark.parametrize(
    ("stacks", "call", "finishing"), [([6, 4, 1], "'p1 cc',", [8, 0, 3]), ([3, 4, 1], "", [4, 1, 3])]
)
def test_s0_14_a_short_ante_of_a_published_hand_contests_only_its_part(status, stacks, call, finishing):
    text = ALL_INS.format(status=status, antes=[2, 2, 2], stacks=stacks, call=call, finishing=finishing)
    (found,) = replay_text(text, "all-ins")
    assert (found.ok, found.finishing_stacks) == (True, finishing)


def test_an_ante_that_one_player_pays_for_all_is_contested_by_all():
    # PokerKit's test again: the big blind antes 2 for everybody, and the third player wins all of it.
    text = ALL_INS.format(
        status="false", antes=[0, 2, 0], stacks=[6, 4, 1], call="'p3 cc', 'p1 cc',", finishing=[6, 0, 5]
    )
    (found,) = replay_text(text, "all-ins")
    assert (found.ok, found.finishing_stacks) == (True, [6, 0, 5])


def test_every_field_is_kept_known_or_not():
    text = (DATA / "own.phhs").read_text(encoding="utf-8")
    records = read(text)
    assert [dict(one.fields) for one in read(write(records))] == [dict(one.fields) for one in records]
    assert records[0].fields["_floor"] == "a field of our own"
    assert records[0].fields["weather"] == {"sky": "clear", "degrees": 18}


def test_the_command_line_prints_a_line_a_hand_and_exits_1_only_for_a_difference(tmp_path, capsys):
    good = DATA / "own.phhs"
    assert main(["replay", "--json", str(good), str(DATA / "uncompared.phhs")]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [list(line) for line in lines] == [["file", "hand", "game", "finishing_stacks", "ok", "why", "code"]] * 6
    bad = tmp_path / "bad.phhs"
    bad.write_text(
        good.read_text(encoding="utf-8").replace("[107.5, 85, 107.5]", "[107.5, 84, 108.5]"), encoding="utf-8"
    )
    assert main(["replay", str(tmp_path)]) == 1
    assert "recorded [107.5, 84, 108.5], played [107.5, 85, 107.5]" in capsys.readouterr().out


def test_a_path_that_is_not_there_is_said():
    done = subprocess.run(
        [sys.executable, "-m", engine.__name__, "replay", "nowhere.phh"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "there is no such file or folder" in done.stderr


@needs_shared
def test_every_published_hand_of_the_games_we_have_matches():
    found: Counter[tuple[str, bool | None]] = Counter()
    for path in sorted((SHARED / "data" / "phh").rglob("*.phh*")):
        for one in replay_text(path.read_text(encoding="utf-8"), path.name):
            found[one.game, one.ok] += 1
            assert one.ok is not False, f"{path.name} {one.hand}: {one.why}"
    assert found["NT", True] >= 2300
    assert found["FT", True] >= 21


@pytest.mark.parametrize(
    ("shown", "words"), [("QsQd", "elsewhere"), ("AsAs", "elsewhere"), ("As??", "every card named")]
)
def test_what_is_shown_in_a_recorded_hand_must_be_possible_and_a_refusal_leaves_the_ask_open(shown, words):
    seats = (Seat(1, 2), Seat(2, 2))
    hand = Hand(Start("holdem", Stakes(small_blind=1, big_blind=2), seats, Positions(2, 2, 1)), Deck.recorded())
    for text in ("deal ????", "deal ????", "call", "deal QdJc9h", "deal 5d", "deal 2c"):
        hand.answer(hand.asks[0].number, Decision.parse(text))
    ask = hand.asks[0]
    with pytest.raises(WrongCards, match=words):
        hand.answer(ask.number, Decision.parse(f"show {shown}"))
    assert hand.asks == (ask,)


def test_converted_and_back_each_hand_comes_to_the_same(tmp_path, capsys):
    """From PHH to Open Hand History and from there again: the same finishing stacks, in the file's own chips."""
    assert main(["convert", str(DATA / "own.phhs"), "--to", "ohh"]) == 0
    text = capsys.readouterr().out
    assert text.count('{"ohh": ') == 4
    path = tmp_path / "own.ohh"
    path.write_text(text, encoding="utf-8")
    assert [one.ok for one in replay_text(text, "own.ohh")] == [True] * 4
    assert main(["replay", str(tmp_path)]) == 0
    assert "4" in capsys.readouterr().out
    assert main(["convert", str(path), "--to", "phh"]) == 0
    assert [one.ok for one in replay_text(capsys.readouterr().out, "back.phhs")] == [True] * 4


def test_what_cannot_be_converted_is_said_and_the_rest_is_written(tmp_path, capsys):
    assert main(["convert", str(DATA / "uncompared.phhs"), "--to", "ohh"]) == 1
    said = capsys.readouterr()
    assert said.out.count('{"ohh": ') == 1
    assert "no game for the code 'ZZ'" in said.err
    assert main(["convert", str(tmp_path / "none.phh"), "--to", "ohh"]) == 2
