"""Hands of tournaments are told as such in every notation that can say it, and read again as such."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.notation import hand_texts, ohh
from engine.notation.hand_to_ohh import ohh_of
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.phh import Record, write
from engine.notation.phh_to_hand import play
from engine.notation.pokerstars_words import GAMES
from engine.notation.tournament_words import MOST_LEVEL, head_of, roman, tournament_of
from engine.play.convert_hands import converted
from tests.engine.notation.ohh_schema import SCHEMA
from tests.engine.notation.pokerstars.starts import told_hand
from tests.support.engine.pokerstars_hands import HOLDEM

OURS = {
    "event": "Friday (deep)",
    "level": 12,
    "_tournament": {
        "number": "7", "buy_in": 1000, "fee": 100, "stack": 20_000, "began": "2026-11-21T10:00:00Z", "type": "MTT", "minutes": 20,
    },
}  # fmt: skip
GAME = "Hold'em No Limit"
TOURNAMENT = (
    HOLDEM.replace("$", "")
    .replace(" USD", "")
    .replace(f"{GAME} (", f"Tournament #5, $1+$0.10 USD {GAME} - Level XII (", 1)
)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_of_a_tournament_is_told_and_read_as_one(game):
    hand = told_hand(random.Random(game), game)
    record = record_of(hand, name="77")
    record = Record("77", {**record.fields, **OURS})
    text = pokerstars_of(hand, record)
    dash = "- " if game == "short-deck" else ""  # "1000+100 6+ Hold'em" was read as hold'em at a price of "1000+100 6+"
    assert text.startswith(f"PokerStars Hand #77: Tournament #7, 1000+100 {dash}{GAMES[game]} ")
    assert " - Level XII (" in text.splitlines()[0]
    assert "Play Money" not in text
    (read,) = hand_texts.read(text)
    assert (read.fields["level"], read.fields["_tournament"]) == (12, {"number": "7", "price": "1000+100"})
    assert play(read, 1).hand.stacks == hand.stacks
    (again,) = hand_texts.read(write([record]))
    assert tournament_of(again.fields) == tournament_of(OURS)


def test_open_hand_history_tells_it():
    hand = told_hand(random.Random(1), "holdem")
    told = ohh_of(hand, Record("77", {**record_of(hand, name="77").fields, **OURS}))
    Draft202012Validator(SCHEMA).validate({"ohh": told})
    assert (told["tournament"], told["tournament_info"]["name"]) == (True, "Friday (deep)")
    assert told["tournament_info"]["speed"] == {"type": "Normal", "round_time": 1200}
    (read,) = ohh.read_ohh(ohh.write_ohh([told]))
    assert tournament_of(read.fields) == tournament_of(OURS)
    (foreign,) = ohh.read_ohh(ohh.write_ohh([{key: value for key, value in told.items() if key != "_cardhouse"}]))
    assert foreign.fields["event"] == "Friday (deep)"
    assert foreign.fields["_tournament"] == {"number": "7", "buy_in": 1000, "fee": 100, "stack": 20_000, "type": "MTT"}


def test_another_rooms_tournament_keeps_its_price_and_level():
    moved = TOURNAMENT.replace("(9.95 in chips)", "(9.95 in chips, $5 bounty)")
    moved = moved.replace(" is sitting out", " out of hand (moved from another table into small blind)")
    (record,) = hand_texts.read(moved)
    assert record.fields["_tournament"] == {"number": "5", "price": "$1+$0.10 USD"}
    assert "currency" not in record.fields
    assert record.fields["seats"] == [3, 4, 1, 2]
    (text,) = converted(moved, "pokerstars")
    assert "Tournament #5, $1+$0.10 USD Hold'em No Limit - Level XII (0.05/0.1)" in str(text)
    (told,) = converted(moved, "ohh")
    assert '"tournament": true' in str(told)


@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("Tournament #5, Freeroll  Hold'em No Limit - Level I", "Freeroll"),
        ("Tournament #5, $2.50+$2.40+$0.60 USD Hold'em No Limit - Level I", "$2.50+$2.40+$0.60 USD"),
        ("Tournament #5, $1+$0.10 USD Hold'em No Limit - Match Round I, Level I", "$1+$0.10 USD"),
    ],
)
def test_first_lines_of_tournaments(said, price):
    assert head_of(said, {GAME: ""}) == (GAME, {"level": 1, "_tournament": {"number": "5", "price": price}})


@given(level=st.integers(1, MOST_LEVEL))
def test_every_level_is_read_again(level):
    told = head_of(f"Tournament #5, 1+1 {GAME} - Level {roman(level)}", {GAME: ""})
    assert told is not None
    assert told[1]["level"] == level


@pytest.mark.parametrize("level", ["IIII", "IC", "VX", "MMMM", "XIIV"])
def test_what_nobody_writes_is_no_level(level):
    assert head_of(f"Tournament #5, 1+1 {GAME} - Level {level}", {GAME: ""}) is None


@pytest.mark.parametrize(
    "told",
    [None, 5, {}, {"number": 5}, {"number": "x\n"}, {"number": "5", "price": "1\nSeat 1: eve"}, {"number": "5", "stack": True},
     {"number": "5", "began": "soon", "type": "odd", "buy_in": -1}],
)  # fmt: skip
def test_what_cannot_be_is_not_told(told):
    found = tournament_of({"_tournament": told, "event": ["x"], "level": 10**9})
    assert found is None or found == tournament_of({"_tournament": {"number": "5"}})
