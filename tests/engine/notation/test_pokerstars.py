"""PokerStars text: the lines that trackers read, no card that is not for the reader, and sums that agree."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Decision, Deck, Hand, Positions, Seat, Stakes, Start
from engine.cards import TEXTS
from engine.errors import EngineError
from engine.games import betting_games
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import line_names, pokerstars_of
from engine.notation.phh import Record
from engine.notation.phh_to_hand import Unsupported
from engine.notation.pokerstars_words import GAMES
from tests.support.accepted import accepted_hand
from tests.support.budget import budget

games = pytest.mark.parametrize("game", GAMES)
seeds = st.integers(0, 2**32)
NAME = r"[^\n:]+"
AMOUNT = r"[0-9.]+"
CARDS = r"\[(?:[2-9TJQKA][cdhs] ?)+\]"
LINE = re.compile(
    rf"PokerStars Hand #\d+:  .+ \({AMOUNT}/{AMOUNT}\) - \d{{4}}/\d\d/\d\d \d\d?:\d\d:\d\d ET"
    rf"|Table '[^']+' \d+-max \(Play Money\)( Seat #\d+ is the button)?"
    rf"|Seat \d+: {NAME} \({AMOUNT} in chips\)"
    rf"|{NAME}: posts (small blind|big blind|straddle|the ante) {AMOUNT}( and is all-in)?"
    rf"|{NAME}: (brings in for|bets|calls) {AMOUNT}( and is all-in)?"
    rf"|{NAME}: raises {AMOUNT} to {AMOUNT}( and is all-in)?"
    rf"|{NAME}: (checks|folds|mucks hand|stands pat)"
    rf"|{NAME}: stands pat on {CARDS}|{NAME}: discards \d cards?( {CARDS})?"
    rf"|{NAME}: shows {CARDS} \(.+\)"
    rf"|Dealt to {NAME} {CARDS}( {CARDS})?"
    rf"|\*\*\* [A-Z0-9a-z ]+ \*\*\*( {CARDS})*"
    rf"|Uncalled bet \({AMOUNT}\) returned to {NAME}"
    rf"|{NAME} collected {AMOUNT} from (pot|main pot|side pot(-\d+)?)"
    rf"|Total pot {AMOUNT}( Main pot {AMOUNT}\.( Side pot(-\d+)? {AMOUNT}\.)+)? \| Rake {AMOUNT}"
    rf"|(FIRST |SECOND |THIRD )?Board {CARDS}|Hand was run (twice|three times)"
    rf"|Seat \d+: {NAME}( \((button|small blind|big blind)\))* (folded|showed|collected|mucked).*"
)


def finished(rng: random.Random, game: str) -> tuple[Hand, Record]:
    """A hand that these histories have words for, played to its end by random decisions."""
    while True:
        hand = accepted_hand(rng, game)
        while not hand.is_over:
            ask = hand.asks[0]
            hand.answer(ask.number, ask.sample(rng))
        record = record_of(hand)
        try:
            pokerstars_of(hand, record)
        except Unsupported:
            continue
        return hand, record


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_every_line_is_one_that_trackers_read_and_no_hidden_card_is_told(game, seed):
    hand, record = finished(random.Random(seed), game)
    for viewer in (None, *hand.seats):
        text = pokerstars_of(hand, record, seat=viewer)
        assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
        may_see = {TEXTS[card] for event in hand.events for card in event.public}
        may_see |= {TEXTS[card] for event in hand.events if event.seat == viewer is not None for card in event.cards}
        told = {card for row in re.findall(CARDS, text) for card in row[1:-1].split()}
        assert told <= may_see


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_sums_agree(game, seed):
    """What was put in, less what came back, is the total; what was collected and the rake are the total too."""
    hand, record = finished(random.Random(seed), game)
    text = pokerstars_of(hand, record)
    total, rake = map(int, re.search(r"Total pot (\d+) .*\| Rake (\d+)", text).groups())
    assert sum(map(int, re.findall(r" collected (\d+) from", text))) + rake == total
    parts = [int(one) for one in re.findall(r"(?:Main|Side) pot(?:-\d+)? (\d+)\.", text)]
    assert not parts or sum(parts) + rake == total
    back = sum(map(int, re.findall(r"Uncalled bet \((\d+)\)", text)))
    assert _put_in(text) - back == total


def _put_in(text: str) -> int:
    """The chips of all actions, as a tracker adds them: a raise is to an amount in its round."""
    put, in_front = 0, {}
    for line in text.splitlines():
        if (
            re.match(r"\*\*\* (?:FIRST |SECOND |THIRD )?(FLOP|TURN|RIVER|\dth STREET|\w+ DRAW)", line)
            or ": discards" in line
            or ": stands pat" in line
        ):
            in_front = {}
        elif found := re.fullmatch(r"(.+): raises \d+ to (\d+).*", line):
            put += int(found[2]) - in_front.get(found[1], 0)
            in_front[found[1]] = int(found[2])
        elif found := re.fullmatch(r"(.+): (posts the ante|posts .*|brings in for|bets|calls) (\d+).*", line):
            put += int(found[3])
            if found[2] != "posts the ante":
                in_front[found[1]] = in_front.get(found[1], 0) + int(found[3])
    return put


def test_a_hand_as_it_reads():
    seats = (Seat(1, 200), Seat(2, 200), Seat(3, 200))
    hand = Hand(Start("holdem", Stakes(small_blind=1, big_blind=2), seats, Positions(3, 1, 2)), Deck.recorded())
    said = "deal AsAd, deal ????, deal ????, raise 6, call, fold, deal 2c7d9h, call, raise 8, call, deal Ts, call, call, deal 3c"
    for text in (*said.split(", "), "call", "call", "show", "muck"):
        ask = hand.asks[0]
        hand.answer(ask.number, Decision.parse(text))
    record = record_of(hand, name="77", seat=1)
    fields = {"players": ["anna", "ben", "caro"], "table": "One", "year": 2026, "month": 1, "day": 2}
    text = pokerstars_of(hand, Record("77", {**record.fields, **fields}), seat=1)
    assert (
        text
        == """PokerStars Hand #77:  Hold'em No Limit (1/2) - 1970/01/01 0:00:00 ET
Table 'One' 3-max (Play Money) Seat #3 is the button
Seat 1: anna (200 in chips)
Seat 2: ben (200 in chips)
Seat 3: caro (200 in chips)
anna: posts small blind 1
ben: posts big blind 2
*** HOLE CARDS ***
Dealt to anna [As Ad]
caro: raises 4 to 6
anna: calls 5
ben: folds
*** FLOP *** [2c 7d 9h]
anna: checks
caro: bets 8
anna: calls 8
*** TURN *** [2c 7d 9h] [Ts]
anna: checks
caro: checks
*** RIVER *** [2c 7d 9h Ts] [3c]
anna: checks
caro: checks
*** SHOW DOWN ***
anna: shows [As Ad] (Pair of Aces)
caro: mucks hand
anna collected 30 from pot
*** SUMMARY ***
Total pot 30 | Rake 0
Board [2c 7d 9h Ts 3c]
Seat 1: anna (small blind) showed [As Ad] and won (30) with Pair of Aces
Seat 2: ben (big blind) folded before Flop
Seat 3: caro (button) mucked
"""
    )


@pytest.mark.parametrize("game", sorted(set(betting_games.GAMES) - set(GAMES)))
def test_a_game_without_words_is_refused(game):
    hand = accepted_hand(random.Random(game), game)
    with pytest.raises(EngineError, match="has no word"):
        pokerstars_of(hand, record_of(hand))


def test_names_are_told_apart_and_break_no_line():
    seats = (Seat(1, 200), Seat(2, 200), Seat(3, 200))
    hand = Hand(Start("holdem", Stakes(small_blind=1, big_blind=2), seats, Positions(3, 1, 2)), Deck.recorded())
    named = Record("1", {"players": ["a\nb: folds", "", "ab (9 in chips)"]})
    assert line_names(named, hand) == {1: "a b folds", 2: "Player 2", 3: "ab 9 in chips"}
