"""Chinese hands as text: written and read without loss, and what no such text is."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.notation.phh import BrokenRecord, read, scale, write
from engine.notation.phh_to_hand import Unsupported
from engine.play.any_game import play, record_of
from tests.support.budget import budget
from tests.support.hands import act, answers, default, hand, random_hand, recorded

games = pytest.mark.parametrize("game", CHINESE_GAMES)
seeds = st.integers(0, 2**32)
ROWS = "Qc Qd 2s / Kh Ks 5c 4h 3h / Ah As 9c 8h 6d"
OTHERS = "9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s"


def again(game, **seen):
    """The hand, written down and read."""
    (told,) = read(write(record_of(game, **seen)))
    return play(told, scale([told])).hand


@games
@settings(max_examples=budget(40))
@given(seed=seeds)
def test_a_hand_written_down_and_read_again_is_the_same_hand(game, seed):
    rng = random.Random(seed)
    played = random_hand(rng, game)
    stop = rng.randint(0, 30)
    for number, _answer in enumerate(answers(rng, played)):
        if number == stop:
            break
    record = record_of(played, everything=True)
    (told,) = read(write(record))
    assert dict(told.fields) == dict(record.fields)
    story = play(told, 1)
    assert story.start.places == played.start.places
    assert (story.start.rules, story.start.stakes) == (played.start.rules, played.start.stakes)
    assert story.start.carried == played.start.carried
    assert story.hand.events == played.events
    assert story.hand.answers == played.answers
    assert story.hand.result == played.result
    assert [story.hand.view(seat) for seat in (None, *played.seats)] == [
        played.view(seat) for seat in (None, *played.seats)
    ]
    assert record_of(story.hand, everything=True) == record


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_a_hand_as_one_seat_saw_it_comes_to_the_same_and_tells_no_hidden_card(game, seed):
    rng = random.Random(seed)
    played = random_hand(rng, game)
    list(answers(rng, played))
    for viewer in (None, *played.seats):
        text = write(record_of(played, seat=viewer))
        hidden = [
            event.cards for event in played.events if event.kind == "discard" and event.seat != viewer and event.cards
        ]
        seen = play(read(text)[0], 1).hand
        assert seen.result.as_json() == played.result.as_json()
        told = {card for rows in seen._discards for card in rows}
        assert told.isdisjoint(card for cards in hidden for card in cards)


def test_a_hand_still_being_set_tells_others_nothing_of_rows_that_lie_face_down():
    game = hand("ofc-turbo", 100, 100, carried={"1": 14})
    game.answer(0, game.asks[0].default)
    assert [action for action in record_of(game, seat=2).fields["actions"] if " set " in action] == []
    assert record_of(game, seat=2).fields["actions"][0] == "d dh p1 " + "??" * 14
    (own,) = [action for action in record_of(game, seat=1).fields["actions"] if " set " in action]
    assert own == f"p1 {game.answers[0].decision}"
    assert again(default(game), everything=True).result == game.result


def test_a_recorded_hand_is_its_rows():
    told = act(act(recorded("ofc-pineapple", 100, 100), 2, OTHERS), 1, f"{ROWS} / 2c")
    record = record_of(told, everything=True)
    assert record.fields["variant"] == "chinese/pineapple"
    assert record.fields["actions"] == [
        "p2 set 9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s",
        "p1 set Qd Qc 2s / Ks Kh 5c 4h 3h / As Ah 9c 8h 6d / 2c",
    ]
    assert again(told, everything=True).result == told.result


def test_a_text_of_the_least_that_is_needed_is_understood():
    text = f"""
        variant = "chinese/ofc"
        antes = [0, 0]
        starting_stacks = [100, 100]
        actions = ["p1 set {ROWS}  # queens", "p2 set {OTHERS}"]
    """
    story = play(read(text)[0], 1)
    assert story.hand.seats == (1, 2)
    assert story.hand.start.stakes.point == 1
    assert story.stacks() == (113, 87)  # three rows, the scoop, and 7 for the queens
    assert story.hand.result.carried == {"fantasyland": {"1": 14}}


def test_chips_of_a_fraction_are_counted_in_the_smallest_unit():
    told = act(act(recorded("ofc", 100, 100, point=5), 1, ROWS), 2, OTHERS)
    record = record_of(told)
    halves = (
        [stack / 2 for stack in record.fields["starting_stacks"]],
        [n / 2 for n in record.fields["finishing_stacks"]],
    )
    text = write(type(record)("1", {**record.fields, "starting_stacks": halves[0], "finishing_stacks": halves[1]}))
    (half,) = read(text.replace("point = 5", "point = 2"))
    story = play(half, scale([half]))
    assert story.scale == 2
    assert story.start.stakes.point == 4
    assert story.hand.result.net[1] == 4 * told.result.points[1]


# -- what cannot be read ----------------------------------------------------------------------------------------------

DEALT = ["d dh p1 2c3c4c5c6c", "p1 place back=2c3c4c5c6c", "d dh p2 7c8c9cTcJc"]


def broken(*actions, **fields):
    told = {
        "variant": "chinese/ofc",
        "antes": [0, 0],
        "starting_stacks": [100, 100],
        "actions": list(actions),
        **fields,
    }
    return read("\n".join(f"{key} = {json.dumps(value)}" for key, value in told.items() if value is not None))[0]


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["p3 surrender"], "names no player: they are p1 to p2"),
        (["p1 cbr 20"], "no action of the notation: d dh, place, set or surrender"),
        (["p1"], "no action of the notation"),
        (["p1 surrender"], "line 4: 'p1 surrender': surrender is not open here: set 13 cards"),
        ([*DEALT, "p2 place back=7c8c9cTcJs"], "Js is not among the cards dealt"),
        ([*DEALT, "p1 place back=Kc"], "it is the turn of p2"),
        ([DEALT[0], "d dh p2 7c8c9cTcJc"], "nobody is dealt a card here"),
        ([DEALT[0], DEALT[1], "d dh p2 7c8c9cTc"], "p2 is dealt 5 cards here"),
        (["d dh p2 2c3c4c5c6c"], "p1 is dealt 5 cards here"),
        ([*DEALT, "d dh p1 2c"], "2c is dealt twice"),
        (["d dh p1 2cX1"], "deals X1, which its deck does not have"),
        (["d dh p1 2cZZ"], "is no card"),
        ([f"p1 set {ROWS}", f"p1 set {OTHERS}"], "it is the turn of p2"),
        ([f"p1 set {ROWS}", f"p2 set {ROWS}"], "Qd Qc 2s Ks Kh 5c 4h 3h As Ah 9c 8h 6d is elsewhere in the hand"),
        ([f"p1 set {ROWS}", "p2 set 9d 7d / Td"], "is no decision"),
        ([f"p1 set {ROWS}", f"p2 set {OTHERS}", "p1 surrender"], "the hand is over"),
    ],
)
def test_a_text_that_is_no_hand_is_refused_with_its_line(actions, said):
    with pytest.raises(BrokenRecord) as refused:
        play(broken(*actions), 1)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seats": [1]}, "seats of hand 1 must list 2 numbers"),
        ({"seats": [1, 3], "_positions": [1, 0, 0]}, r"clockwise from the left of the button at seat 1: [3, 1]"),
        ({"_positions": "left"}, "must begin with the button's seat"),
        ({"_stakes": 5}, "_stakes of hand 1 must be a table"),
        ({"starting_stacks": [0, 100]}, "cannot begin"),
        ({"starting_stacks": ["a", 100]}, "starting_stacks holds 'a'"),
        ({"starting_stacks": [100] * 5, "antes": [0] * 5}, "cannot begin: Open-Face Chinese seats at most 4"),
        ({"finishing_stacks": [100]}, "finishing_stacks of hand 1 must list 2 numbers"),
    ],
)
def test_fields_that_cannot_be_are_refused(fields, said):
    with pytest.raises(BrokenRecord) as refused:
        play(broken(**fields), 1)
    assert said in str(refused.value)


def test_a_game_that_is_not_in_the_catalogue_is_unsupported():
    with pytest.raises(Unsupported, match="no Chinese game for the code 'chinese/moon'"):
        play(broken(variant="chinese/moon"), 1)


def test_the_command_replays_chinese_hands_beside_the_others(tmp_path, capsys):
    good = act(act(recorded("ofc-pineapple", 100, 100), 1, ROWS), 2, OTHERS)
    records = [record_of(good, name="1"), record_of(default(hand("ofc-turbo", 50, 50)), name="2", everything=True)]
    path = tmp_path / "night.phhs"
    path.write_text(write(records))
    assert main(["replay", str(path), "--json"]) == 0
    assert [json.loads(line)["ok"] for line in capsys.readouterr().out.splitlines()] == [True, True]
    path.write_text(write([type(records[0])("1", {**records[0].fields, "finishing_stacks": [100, 100]})]))
    assert main(["replay", str(path), "--json"]) == 1
