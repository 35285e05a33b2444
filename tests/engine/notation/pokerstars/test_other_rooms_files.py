"""PokerStars text as other programs write it: currencies, odd names, chat, rake, posts; and what is refused, by name."""

from __future__ import annotations

import pytest

from engine.cards import UNKNOWN, cards_text
from engine.errors import EngineError
from engine.notation import hand_texts
from engine.notation.phh import BrokenRecord, Record
from engine.notation.phh_to_hand import Transcript, Unsupported, play
from engine.play.convert_hands import converted
from engine.play.phh_replay import replay_text

HOLDEM = """PokerStars Zoom Hand #2300000001:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/03/09 20:15:07 CET [2024/03/09 14:15:07 ET]
Table 'Aurora Lake II' 6-max Seat #2 is the button
Seat 1: river: folds (x) ($10.05 in chips)
Seat 2: river ($8 in chips)
Seat 3: 鈴木 太郎 ($12.40 in chips)
Seat 4: he shows (4 in chips) ($9.95 in chips)
Seat 6: resting ($3 in chips) is sitting out
鈴木 太郎: posts small blind $0.05
he shows (4 in chips): posts big blind $0.10
*** HOLE CARDS ***
Dealt to river [Qh Qd]
river: folds (x) said, "river: folds"
river: folds (x): raises $0.20 to $0.30
resting has returned
river: raises $0.70 to $1
鈴木 太郎: folds
he shows (4 in chips): folds
river: folds (x): calls $0.70
*** FLOP *** [2c 7d 9h]
river: folds (x): checks
river: bets $1.05
river: folds (x): calls $1.05
*** TURN *** [2c 7d 9h] [Qs]
river: folds (x): checks
river: bets $2.95
river: folds (x): raises $5.05 to $8 and is all-in
river: calls $3 and is all-in
Uncalled bet ($2.05) returned to river: folds (x)
*** RIVER *** [2c 7d 9h Qs] [3s]
*** SHOW DOWN ***
river: folds (x): shows [9c 9s] (three of a kind, Nines)
river: shows [Qh Qd] (three of a kind, Queens)
river collected $15.42 from pot
river: folds (x) said, "nh"
*** SUMMARY ***
Total pot $16.15 | Rake $0.73
Board [2c 7d 9h Qs 3s]
Seat 1: river: folds (x) showed [9c 9s] and lost with three of a kind, Nines
Seat 2: river (button) showed [Qh Qd] and won ($15.42) with three of a kind, Queens
Seat 3: 鈴木 太郎 (small blind) folded before Flop
Seat 4: he shows (4 in chips) (big blind) folded before Flop
"""
POSTS = """PokerStars Hand #230000000002: Omaha Pot Limit (€0.50/€1.00 EUR) - 2024/07/01 9:00:00 UTC
Table 'Borealis' 6-max Seat #1 is the button
Seat 1: anna (€100 in chips)
Seat 2: ben (€54.25 in chips)
Seat 3: caro (€80 in chips)
Seat 4: dan (€40 in chips)
Seat 5: eva (€77 in chips)
ben: posts small blind €0.50
caro: posts big blind €1
eva: posts small & big blinds €1.50
fritz joins the table at seat #6
dan: is sitting out
*** HOLE CARDS ***
eva: checks
anna: folds
ben: calls €0.50
caro: checks
*** FLOP *** [Ah Kd 2c]
ben: checks
caro: checks
eva has timed out
eva: checks
*** TURN *** [Ah Kd 2c] [2d]
ben: bets €1
caro: folds
eva: folds
Uncalled bet (€1) returned to ben
ben collected €3.35 from pot
ben: doesn't show hand
*** SUMMARY ***
Total pot €3.50 | Rake €0.15
Board [Ah Kd 2c 2d]
Seat 1: anna (button) folded before Flop (didn't bet)
Seat 2: ben (small blind) collected (€3.35)
Seat 3: caro (big blind) folded on the Turn
Seat 5: eva folded on the Turn
"""
STUD = """PokerStars Hand #230000000003:  HORSE (7 Card Stud Limit, £1/£2 GBP) - 2024/07/01 9:00:00 ET
Table 'Cygnus' 8-max
Seat 1: anna (£40 in chips)
Seat 4: ben (£40 in chips)
Seat 7: caro (£40 in chips)
anna: posts the ante £0.15
ben: posts the ante £0.15
caro: posts the ante £0.15
*** 3rd STREET ***
Dealt to anna [2h]
Dealt to ben [As Ad 9c]
Dealt to caro [Kc]
anna: brings in for £0.50
ben: raises £0.50 to £1
caro: folds
anna: calls £0.50
*** 4th STREET ***
Dealt to anna [2h] [3h]
Dealt to ben [As Ad 9c] [9d]
ben: bets £1
anna: folds
Uncalled bet (£1) returned to ben
ben collected £2.35 from pot
ben: shows [As Ad 9c 9d] (two pair, Aces and Nines)
*** SUMMARY ***
Total pot £2.45 | Rake £0.10
Seat 1: anna folded on the 4th Street
Seat 4: ben collected (£2.35)
Seat 7: caro folded on the 3rd Street (didn't bet)
"""
DRAW = """PokerStars Hand #230000000004:  Triple Draw 2-7 Lowball Limit (2/4) - 2024/07/01 9:00:00 ET
Table 'Draco' 6-max (Play Money) Seat #1 is the button
Seat 1: anna (100 in chips)
Seat 2: ben (100 in chips)
anna: posts small blind 1
ben: posts big blind 2
*** DEALING HANDS ***
Dealt to anna [2h 3h 4d 8c Kc]
anna: calls 1
ben: checks
*** FIRST DRAW ***
ben: discards 3 cards
anna: discards 1 card [Kc]
Dealt to anna [2h 3h 4d 8c] [7c]
ben: checks
anna: bets 2
ben: calls 2
*** SECOND DRAW ***
ben: discards 1 card
anna: stands pat on [2h 3h 4d 8c 7c]
ben: checks
anna: checks
*** THIRD DRAW ***
ben: stands pat
anna: stands pat on [2h 3h 4d 8c 7c]
ben: checks
anna: checks
*** SHOW DOWN ***
ben: shows [2c 3c 4c 5s 9s] (Lo: 9,5,4,3,2)
anna: shows [2h 3h 4d 8c 7c] (Lo: 8,7,4,3,2)
anna collected 8 from pot
*** SUMMARY ***
Total pot 8 | Rake 0
Seat 1: anna (button) (small blind) showed [2h 3h 4d 8c 7c] and won (8) with Lo: 8,7,4,3,2
Seat 2: ben (big blind) showed [2c 3c 4c 5s 9s] and lost with Lo: 9,5,4,3,2
"""
ALL = (HOLDEM, POSTS, STUD, DRAW)


def only(text: str) -> tuple[Record, Transcript]:
    (record,) = hand_texts.read(text)
    return record, play(record, 1)


def test_amounts_in_a_currency_are_whole_cents():
    record, story = only(HOLDEM)
    assert record.fields["starting_stacks"] == [1240, 995, 1005, 800]
    assert (story.start.stakes.small_blind, story.start.stakes.big_blind) == (5, 10)
    assert (record.fields["currency"], record.fields["_per"]) == ("USD", 100)
    assert story.hand.stacks == {3: 1235, 4: 985, 1: 205, 2: 1542}
    assert story.hand.result is not None
    assert story.hand.result.rake == 73


def test_names_hold_anything_and_chat_is_no_action():
    record, story = only(HOLDEM)
    assert record.fields["players"] == ["鈴木 太郎", "he shows (4 in chips)", "river: folds (x)", "river"]
    assert [event.seat for event in story.hand.events if event.kind == "fold"] == [3, 4]
    assert record.fields["table"] == "Aurora Lake II"


def test_the_time_is_told_in_its_zone():
    fields = only(HOLDEM)[0].fields
    assert (fields["year"], fields["month"], fields["day"], str(fields["time"])) == (2024, 3, 9, "14:15:07")
    assert fields["time_zone"] == "America/New_York"
    assert only(POSTS)[0].fields["time_zone"] == "UTC"


def test_who_comes_in_posts_a_live_and_a_dead_blind_and_who_sits_out_is_not_dealt_in():
    record, story = only(POSTS)
    assert record.fields["seats"] == [2, 3, 5, 1]
    assert [(seat.live, seat.dead) for seat in story.start.places] == [(0, 0), (0, 0), (100, 50), (0, 0)]
    assert story.hand.stacks[2] == 5425 - 100 + 335


def test_stud_of_a_mix_has_its_bring_in_and_cards_shown_afterwards():
    record, story = only(STUD)
    assert (story.hand.game.key, story.start.stakes.bring_in, story.start.stakes.ante) == ("seven-card-stud", 50, 15)
    assert record.fields["_shown"] == ["p2 AsAd9c9d"]
    assert cards_text(story.hand.state.cards[1]) == "As Ad 9c 9d"
    assert story.hand.state.cards[0][:2] == [UNKNOWN, UNKNOWN]


def test_draws_tell_ones_own_cards_and_no_others():
    _record, story = only(DRAW)
    drawn = [(event.seat, event.amount) for event in story.hand.events if event.kind == "draw"]
    assert drawn == [(2, 3), (1, 1), (2, 1), (1, 0), (2, 0), (1, 0)]
    assert story.hand.stacks == {2: 96, 1: 104}


@pytest.mark.parametrize("text", ALL)
def test_line_ends_and_a_byte_order_mark_change_nothing(text):
    plain = hand_texts.read(text)
    assert hand_texts.read("\ufeff" + text.replace("\n", "\r\n"))[0].fields == plain[0].fields
    assert hand_texts.read("\n\n*********** # 12 **************\n" + text)[0].fields == plain[0].fields
    assert [one.fields for one in hand_texts.read(text + "\n\n\n\n" + text)] == [plain[0].fields] * 2


@pytest.mark.parametrize("text", ALL)
def test_the_finishing_stacks_are_those_of_the_play(text):
    assert [(one.ok, one.why) for one in replay_text(text, "a.txt")] == [(True, "")]


def test_conversion_multiplies_no_amount():
    (ohh,) = converted(HOLDEM, "ohh")
    assert '"starting_stack": 10.05' in str(ohh)
    (again,) = converted(str(ohh), "pokerstars")
    assert "(10.05 in chips)" in str(again)
    assert "raises 0.7 to 1\n" in str(again)


def test_a_mucked_hand_that_the_summary_tells_is_known():
    text = HOLDEM.replace(
        "river: folds (x): shows [9c 9s] (three of a kind, Nines)\n", "river: folds (x): mucks hand\n"
    )
    text = text.replace("showed [9c 9s] and lost with three of a kind, Nines", "mucked [9c 9s]")
    _record, story = only(text)
    assert cards_text(story.hand.state.cards[2]) == "9c 9s"


@pytest.mark.parametrize(
    ("changed", "to", "error", "says"),
    [
        ("Hold'em No Limit", "Tournament #5, $1+$0.10 USD Hold'em No Limit", Unsupported, "tournament"),
        ("Hold'em No Limit", "Mystery No Limit", Unsupported, "Mystery"),
        ("($0.05/$0.10 USD)", "($0.05/$0.10 - $5 Cap - USD)", BrokenRecord, "first line"),
        ("*** FLOP ***", "*** FIRST FLOP ***", Unsupported, "several boards"),
        ("Board [", "Hand was run twice\nBoard [", Unsupported, "several boards"),
        (" Seat #2 is the button", "", BrokenRecord, "button"),
        ("river: bets $1.05", "river: sings $1.05", BrokenRecord, "line 22"),
        ("river: bets $1.05", "stranger: bets $1.05", BrokenRecord, "line 21"),
        ("river: bets $1.05", "river: bets $0.01", BrokenRecord, "line 21"),
        ("river: raises $0.70 to $1\n", "river: raises $0.05 to $0.35\n", BrokenRecord, "line 15"),
        ("Uncalled bet ($2.05)", "Uncalled bet ($2.04)", BrokenRecord, "2.04"),
        ("Uncalled bet ($2.05) returned to river: folds (x)\n", "", BrokenRecord, "2.05"),
        ("calls $1.05", "calls $1.04", BrokenRecord, "river: folds"),
        ("collected $15.42 from", "collected $15.41 from", BrokenRecord, "15.41"),
        ("Total pot $16.15", "Total pot $16.16", BrokenRecord, "16.16"),
        ("Rake $0.73", "Rake $0.72", BrokenRecord, "15.42"),
        ("won ($15.42)", "won ($15.43)", BrokenRecord, "15.43"),
        ("Board [2c", "Board [2d", BrokenRecord, "Board"),
        ("[2c 7d 9h] [Qs]", "[2c 7d 9s] [Qs]", BrokenRecord, "line 23"),
        ("shows [9c 9s]", "shows [Qh 9s]", BrokenRecord, "Qh"),
        ("Seat 2: river ($8", "Seat 1: river ($8", BrokenRecord, "seat of its own"),
        ("Seat 2: river ($8", "Seat 2: 鈴木 太郎 ($8", BrokenRecord, "seat of its own"),
        ("*** TURN ***", "*** INTERMISSION ***", BrokenRecord, "INTERMISSION"),
        ("Aurora", "Au\0rora", BrokenRecord, "characters"),
        ("river: calls $3 and is all-in\n", "", BrokenRecord, ""),
    ],
)
def test_what_cannot_have_been_is_refused_by_name(changed, to, error, says):
    assert changed in HOLDEM
    with pytest.raises(error, match=r"(?s).*" + says.replace("(", r"\(").replace(".", r"\.")):
        hand_texts.read(HOLDEM.replace(changed, to))


@pytest.mark.parametrize("cut", range(3, 30))
def test_a_text_that_breaks_off_is_refused(cut):
    with pytest.raises(EngineError):
        hand_texts.read("\n".join(HOLDEM.splitlines()[:cut]))
