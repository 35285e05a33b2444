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
from tests.support.engine.pokerstars_hands import DRAW, HOLDEM, NO_SMALL_BLIND, POSTS, RUN_TWICE, SIDE_POTS, STUD

ALL = (HOLDEM, POSTS, STUD, DRAW, SIDE_POTS, NO_SMALL_BLIND, RUN_TWICE)


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
        ("Hold'em No Limit", "Tournament #5, $1+$0.10 USD Hold'em No Limit", Unsupported, "tournament's game"),
        ("Hold'em No Limit", "Tournament #5, $1 Mystery No Limit - Level I", Unsupported, "tournament's game"),
        ("Hold'em No Limit", "Tournament #5, $1 Hold'em No Limit - Level IIX", Unsupported, "tournament's game"),
        ("Hold'em No Limit", "Mystery No Limit", Unsupported, "Mystery"),
        ("($0.05/$0.10 USD)", "($0.05/$0.10 - $5 Cap - USD)", BrokenRecord, "first line"),
        ("($0.05/$0.10 USD)", "($0.0.05/$0.10 USD)", BrokenRecord, "first line"),
        ("*** FLOP ***", "*** FIRST FLOP ***", BrokenRecord, "first, second and third"),
        ("Board [", "Hand was run twice\nBoard [", BrokenRecord, "first, second and third"),
        ("Board [", "FIRST Board [", BrokenRecord, "first, second and third"),
        ("Board [", "Hand was run nine times\nBoard [", BrokenRecord, "line 37"),
        (" Seat #2 is the button", "", BrokenRecord, "button"),
        ("river: bets $1.05", "river: sings $1.05", BrokenRecord, "line 21"),
        ("river: bets $1.05", "stranger: bets $1.05", BrokenRecord, "line 21"),
        ("river: bets $1.05", "river: bets $0.01", BrokenRecord, "line 27"),
        ("river: raises $0.70 to $1\n", "river: raises $0.05 to $0.35\n", BrokenRecord, "line 27"),
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
        ("($8 in chips)", "(€8 in chips)", BrokenRecord, "more than one currency"),
        ("($8 in chips)", "(8 in chips)", BrokenRecord, "more than one currency"),
        ("Table '", "Tisch '", BrokenRecord, "in English"),
        ("PokerStars Zoom Hand #2300000001", "Main PokerStars n° 1", BrokenRecord, "in English"),
        ("PokerStars Zoom Hand #2300000001", "Mano n.º 1 de PokerStars", BrokenRecord, "in English"),
        ("resting has returned", "river: whistles at $5", BrokenRecord, "line 14"),
        ("resting has returned", "PokerStars Hand 12: Hold'em", BrokenRecord, "line 14"),
        ("resting has returned", "Seat 5: new ($5 in chips)", BrokenRecord, "line 14"),
        ("resting has returned", "x" * 1001, BrokenRecord, "1000 characters"),
        ("($9.95 in chips)", "($9.95 in chips, five bounty)", BrokenRecord, "line 6"),
        ("*** HOLE CARDS ***", "*** HOLE CARDS *** [As]", BrokenRecord, "line 10"),
        ("river: bets $1.05", "river: bets $1.05 and is all-in", BrokenRecord, "said to be all in"),
        ("river: calls $3 and is all-in", "river: calls $3", BrokenRecord, "said to be all in"),
        ("river: raises $0.70 to $1", "river: raises $0.60 to $1", BrokenRecord, "0.6 goes in"),
        ("river collected", "鈴木 太郎: shows [Qh 2s]\nriver collected", BrokenRecord, "Qh 2s"),
        ("river collected", "鈴木 太郎: shows [2c 2s]\nriver collected", BrokenRecord, "2c 2s"),
        ("showed [9c 9s]", "showed [9c 9d]", BrokenRecord, "9c9d"),
        ("Seat 4: he shows (4 in chips) (big blind) folded before Flop\n", "", BrokenRecord, "what became of"),
        ("folded before Flop", "was not seen again", BrokenRecord, "line 40"),
        ("Seat 3: 鈴木 太郎 (small blind) folded before Flop", "river: folds", BrokenRecord, "line 40"),
        ("river: calls $3 and is all-in\n", "", BrokenRecord, ""),
    ],
)
def test_what_cannot_have_been_is_refused_by_name(changed, to, error, says):
    assert changed in HOLDEM
    with pytest.raises(error, match=r"(?s).*" + says.replace("(", r"\(").replace(".", r"\.")):
        hand_texts.read(HOLDEM.replace(changed, to))


def test_a_hand_whose_first_line_is_damaged_is_not_lost_behind_the_one_before():
    damaged = HOLDEM.replace("PokerStars Zoom Hand #", "okerStars Zoom Hand #")
    with pytest.raises(BrokenRecord, match=f"line {len(HOLDEM.splitlines()) + 2}"):
        hand_texts.read(HOLDEM + "\n" + damaged)


@pytest.mark.parametrize(
    ("changed", "to", "fields"),
    [
        (" USD)", " CAD)", {"currency": "CAD", "currency_symbol": "$"}),
        (" USD)", ")", {"currency": "USD", "currency_symbol": "$"}),
        ("PokerStars Zoom Hand #1:  ", "PokerStars Home Game #1: {Our Club} ", {"currency": "USD"}),
        ("PokerStars Zoom Hand #1:  ", "PokerStars Home Game Hand #1: {Our Club} ", {"currency": "USD"}),
    ],
)
def test_other_first_lines(changed, to, fields):
    text = HOLDEM.replace("#2300000001", "#1")
    assert changed in text
    record, story = only(text.replace(changed, to))
    assert record.fields | fields == record.fields
    assert story.hand.stacks[2] == 1542


def test_rupees_are_a_currency():
    record, _story = only(HOLDEM.replace("$", "₹").replace("USD", "INR"))
    assert (record.fields["currency"], record.fields["starting_stacks"][0]) == ("INR", 1240)


def test_a_file_that_was_asked_for_by_mail():
    head = "Transcript for your last 1 hands requested by anna (anna@club.example)\n\n*********** # 1 **************\n"
    assert only(head + HOLDEM)[0].fields == only(HOLDEM)[0].fields


def test_who_was_paid_by_the_room_beforehand_wins_what_the_cards_say():
    text = HOLDEM.replace(
        "river collected $15.42 from pot\n", "river cashed out the hand for $15.10 | Cash Out Fee $0.32\n"
    )
    text = text.replace(
        "with three of a kind, Queens\n", "with three of a kind, Queens (pot not awarded as player cashed out)\n"
    )
    assert only(text)[1].hand.stacks == only(HOLDEM)[1].hand.stacks


def test_side_pots_are_won_less_their_rake():
    _record, story = only(SIDE_POTS)
    assert story.hand.stacks == {1: 5850, 2: 5850, 3: 5000}
    with pytest.raises(BrokenRecord, match="Pots"):
        hand_texts.read(SIDE_POTS.replace("Side pot $58.50.", "Side pot $58."))


def test_a_board_that_was_run_twice_is_so_read():
    record, story = only(RUN_TWICE)
    assert [cards_text(board) for board in story.hand.boards] == ["2c 7d 9h Qs 3s", "2c 7d 9h Kd 4s"]
    assert (record.fields["_rules"]["run_it"], "_boards" in record.fields) == (2, False)
    assert story.hand.stacks == {1: 10000, 2: 3900, 3: 19900}


@pytest.mark.parametrize(
    ("changed", "to", "says"),
    [
        ("*** SECOND RIVER ***", "*** THIRD RIVER ***", "first, second and third"),
        ("*** SECOND TURN *** [2c 7d 9h] [Kd]\n", "", "board is"),
        ("*** SECOND TURN *** [2c 7d 9h]", "*** SECOND TURN *** [2c 7d 9s]", "board is"),
        ("*** FIRST RIVER ***", "caro: checks\n*** FIRST RIVER ***", "first, second and third"),
        ("Hand was run twice", "Hand was run three times", "first, second and third"),
        ("SECOND Board [2c 7d 9h Kd 4s]", "SECOND Board [2c 7d 9h Kd 5s]", "Board"),
        ("and won ($39) with three of a kind, Kings", "and lost with three of a kind, Kings", "caro"),
        ("caro: shows [Kh Kc] (three", "caro: shows [Kh Ks] (three", "KhKs"),
        ("$39 from pot\n*** SUMMARY", "$38 from pot\n*** SUMMARY", "leaves .caro. 198"),
    ],
)
def test_runs_that_do_not_agree_are_refused(changed, to, says):
    assert changed in RUN_TWICE
    with pytest.raises(BrokenRecord, match=f"(?s).*{says}"):
        hand_texts.read(RUN_TWICE.replace(changed, to))


def test_a_missed_small_blind_that_is_posted_beside_a_big_one_is_dead():
    """The player of the small blind has gone, so that nobody has it: whoever comes in owes both."""
    _record, story = only(NO_SMALL_BLIND)
    assert story.start.positions.small_blind is None
    assert [(seat.number, seat.live, seat.dead) for seat in story.start.seats if seat.live] == [(2, 200, 100)]
    assert story.hand.stacks == {4: 10000, 5: 10000, 1: 2300, 2: 4700}


@pytest.mark.parametrize("cut", range(3, 30))
def test_a_text_that_breaks_off_is_refused(cut):
    with pytest.raises(EngineError):
        hand_texts.read("\n".join(HOLDEM.splitlines()[:cut]))
