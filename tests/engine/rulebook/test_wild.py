"""Wild cards, jokers and the bug in the games they are played in, and Baseball (S0.1, S0.4, S2.13)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand, Stakes
from engine.cards import JOKERS, SHORT_DECK
from engine.errors import BadStart, WrongCards
from engine.games.betting_games import GAMES
from engine.games.decisions import Offer
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.notation.hand_to_phh import record_of
from engine.notation.phh_to_hand import play as play_record
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, SEVEN, STUD, act, begin, in_turn


def check_down(hand: Hand) -> Hand:
    while not hand.is_over:
        act(hand, "stand" if hand.asks[0].kind == "draw" else "call")
    return hand


def play(game: str, cards: str, count: int = 2, **rules) -> Hand:
    """Those cards called, checked and stood pat to the end under those house rules."""
    stakes = FIXED if GAMES[game].has_blinds else STUD
    return check_down(begin(*[50] * count, game=game, stakes=stakes, cards=cards, rules=PlayRules(**rules)))


def winner(hand: Hand) -> int:
    """The one seat that won; 0 where several did."""
    won = [seat for seat, chips in hand.result.net.items() if chips > 0]
    return won[0] if len(won) == 1 else 0


def words(hand: Hand, seat: int) -> str:
    return hand.view(seat)["seats"][seat - 1]["words"]


# -- jokers -----------------------------------------------------------------------------------------------------------------


@each_choice("jokers", {0: (), 1: JOKERS[:1], 2: JOKERS})
@pytest.mark.parametrize("game", ["holdem", "short-deck", "badugi", "razz", "seven-card-stud", "no-peek"])
def test_s0_1_jokers_are_added_to_the_deck(rules, expected, game):
    chosen = PlayRules(**rules)
    deck = deck_of(GAMES[game], chosen)
    assert deck == (*(SHORT_DECK if game == "short-deck" else range(52)), *expected)
    stakes = FIXED if GAMES[game].has_blinds else STUD
    begin(50, 50, game=game, stakes=stakes, rules=chosen, deck=Deck.of(deck))
    for other in (deck[:-1], (*deck, 53), (*deck[:-1], deck[0])):
        if set(other) != set(deck) or len(other) != len(deck):
            with pytest.raises(BadStart, match=f"{len(deck)} different cards"):
                begin(50, 50, game=game, stakes=stakes, rules=chosen, deck=Deck.of(other))


# -- which cards are wild -----------------------------------------------------------------------------------------------------


@each_choice("wild_cards", {"": 2, "2": 1, "2s": 1, "Jh Js": 2, "3 9": 2, "2d, 10": 2})
def test_s0_4_any_rank_or_list_of_cards_may_be_wild(rules, expected):
    # Kings against a pair of eights with the deuce of spades: three eights where that deuce is wild.
    assert winner(play("holdem", "8s 2s Kd Kh 8d Qc 7h 5s 3c", **rules)) == expected


def test_s0_4_the_documents_example_eights_and_a_wild_deuce_are_three_eights():
    hand = play("five-card-draw", "8s 8d 2c Qh Js As Ad Kc 9h 7s", wild_cards="2")
    assert winner(hand) == 1
    assert words(hand, 1) == "Three of a kind, Eights"


def test_s0_4_five_of_a_kind_is_the_highest_hand():
    # Five eights against a straight flush to the king.
    hand = play("five-card-draw", "8s 8d 8c 8h 2s Kd Qd Jd Td 9d", wild_cards="2")
    assert winner(hand) == 1
    assert words(hand, 1) == "Five of a kind, Eights"


def test_s0_4_a_wild_card_in_the_board_is_everybodys():
    # The joker pairs both hands' aces; kickers decide.
    hand = play("holdem", "As Kd Ad Qc X1 9h 7s 5d 3c", jokers=1)
    assert winner(hand) == 1


def test_s0_4_a_wild_card_may_stand_for_a_card_that_is_held():
    # Flushes: ace, ace, jack, nine, two against ace, king, queen, ten, eight of one suit.
    hand = play("five-card-draw", "As Js 9s 2s X1 Ad Kd Qd Td 8d", jokers=1)
    assert winner(hand) == 1


@each_choice("wild_is", {"any card": (1, 1, 1, 1), "bug": (2, 1, 1, 1)})
def test_s0_4_the_bug_is_an_ace_or_completes_a_straight_or_a_flush(rules, expected):
    deals = (
        "9s 9d X1 6h 4s Qs Qh Kc 8h 3d",  # three nines, or nines with an ace: before queens or not
        "9s 8d X1 6h 5s Qs Qh Qc 8h 3d",  # a straight
        "9s 8s X1 4s 2s Qs Qh Qc 8h 3d",  # a flush
        "Ac 7s X1 4h 2d Ks Kh Qc 8h 3d",  # a pair of aces
    )
    assert tuple(winner(play("five-card-draw", cards, jokers=1, **rules)) for cards in deals) == expected


@each_choice("wild_is", {"any card": 1, "bug": 1})
def test_s0_4_in_a_low_a_wild_card_is_the_lowest_that_is_missing(rules, expected):
    # 6-4-3-2-joker is 6-4-3-2-A, before 6-5-3-2-A.
    assert winner(play("a-5-single-draw", "6s 4d 3c 2h X1 6d 5c 3h 2s As", jokers=1, **rules)) == expected


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("2-7-single-draw", "7s 5d 4c 2h X1 7d 6c 4h 3s 2d"),  # 7-5-4-3-2 with a joker for the three
        ("badugi", "As 2d 3c X1 Ad 2c 3h 5s"),  # the joker a four of hearts
        ("badeucey", "7s 5d 4c 2h X1 7d 6c 4h 3s 2d"),
        ("omaha", "X1 As 2c 3d Kd Kc 4h 5h Ah Ks 9s 8c 4d"),  # three aces before three kings
        ("short-deck", "X1 As Kd Kc Ah Kh 9s 8c 6d"),
        ("crazy-pineapple", "X1 As 2c Kd Kc 3h Ah Ks 9s 8c 4d"),
    ],
)
def test_s0_4_a_joker_plays_in_every_kind_of_game(game, cards):
    hand = begin(50, 50, game=game, stakes=FIXED, cards=cards, rules=PlayRules(jokers=1))
    while not hand.is_over:
        ask = hand.asks[0]
        if ask.kind == "discard":
            hand.answer(ask.number, ask.default)  # the last card
        else:
            act(hand, "stand" if ask.kind == "draw" else "call")
    assert winner(hand) == 1


def test_s0_4_wild_cards_in_stud_make_boards_and_count_highest_for_the_bring_in():
    # Seat 1 shows a wild deuce: it is no low card, and with a king makes a pair of kings on fourth street.
    hands = ("3s 4d 2c Ks", "5s 6d 7c Qh", "8s 9d 4c Jh")
    hand = begin(
        50, 50, 50, game="seven-card-stud", stakes=STUD, cards=in_turn(SEVEN, *hands), rules=PlayRules(wild_cards="2")
    )
    assert hand.asks[0].seat == 3
    act(hand, "call", "call", "call")
    assert (hand.street, hand.asks[0].seat) == ("fourth street", 1)


def test_s0_4_in_razz_a_wild_card_shown_is_the_highest_for_the_bring_in():
    doors = ("3s 4d Kc", "5s 6d X1", "8s 9d Qc")
    hand = begin(50, 50, 50, game="razz", stakes=STUD, cards=in_turn((3,), *doors), rules=PlayRules(jokers=1))
    assert hand.asks[0].seat == 2


@pytest.mark.parametrize(
    ("game", "wild", "words"),
    [
        ("holdem", "2 3 4 5 6 7 8 9 T J Q K A", "every card wild"),
        ("short-deck", "6 7 8 9 T J Q K A", "every card wild"),
        ("holdem", "1", "'1' is neither a rank of 23456789TJQKA nor a card such as Jh"),
        ("holdem", "Jx", "'Jx' is neither a rank"),
        ("badugi", "deuces", "'deuces' is neither a rank"),
    ],
)
def test_wild_cards_that_leave_no_ranking_or_are_no_cards_are_refused_at_the_start(game, wild, words):
    with pytest.raises(BadStart, match=words):
        begin(50, 50, game=game, stakes=FIXED, rules=PlayRules(wild_cards=wild))


# -- baseball -----------------------------------------------------------------------------------------------------------------


def baseball(*hands: str, rounds: tuple[int, ...] = SEVEN, **rules) -> Hand:
    return begin(
        *[50] * len(hands), game="baseball", stakes=STUD, cards=in_turn(rounds, *hands), rules=PlayRules(**rules)
    )


def test_s2_13_threes_and_nines_are_wild():
    # Two kings with a three and a nine are four kings, before three aces.
    hand = check_down(baseball("Ks Kd 3c 9h 7s 6d 2c", "As Ad Ac Jh Ts 8d 5c"))
    assert words(hand, 1) == "Four of a kind, Kings"
    assert winner(hand) == 1


def test_s2_13_two_to_six_players():
    assert len(begin(*[50] * 6, game="baseball", stakes=STUD).seats) == 6
    with pytest.raises(BadStart, match="at most 6, not 7"):
        begin(*[50] * 7, game="baseball", stakes=STUD)


def test_s2_13_a_four_dealt_face_up_gives_another_up_card_at_once_and_again():
    # Seat 1's door card is a four, then another four, then a ten; only then is seat 2 dealt.
    hand = begin(50, 50, game="baseball", stakes=STUD, cards="Ks Kd 4c 4h Ts As Ad Jc")
    first, second = hand.view(None)["seats"]
    assert (first["cards"], first["up"]) == (["??", "??", "4c", "4h", "Ts"], [False, False, True, True, True])
    assert second["cards"] == ["??", "??", "Jc"]
    assert hand.asks[0].seat == 1  # the lowest up-card is a four


def test_s2_13_on_every_street_with_up_cards_and_the_best_five_of_eight_count():
    # Fourth street brings seat 1 a four and a king: with eight cards it has four kings, before a full house.
    cards = "Ks Kd 2c As Ad Jc 4d Kh Jh Kc 7s Js 6h 5s Td 8c"
    hand = begin(50, 50, game="baseball", stakes=STUD, cards=cards)
    check_down(hand)
    assert len(hand.view(1)["seats"][0]["cards"]) == 8
    assert winner(hand) == 1
    assert words(hand, 1) == "Four of a kind, Kings"


def test_s2_4_five_up_cards_that_run_or_match_in_suit_do_not_open_before_a_pair():
    # A four brings seat 1 a fifth up-card by sixth street: 4-5-6-7-8, or five hearts. Seat 2's kings open all the same.
    for fifth in ("8s", "8h"):
        cards = f"2c 7d 5h Jc Td Ks 4h 6h Kd 7h 2d {fifth} 6c"
        hand = begin(50, 50, game="baseball", stakes=STUD, cards=cards)
        act(hand, "call", "call", *["check", "check"] * 2)
        assert hand.street == "sixth street"
        assert hand.view(None)["seats"][0]["up"].count(True) == 5
        assert hand.asks[0].seat == 2


def test_s2_4_nor_do_wild_cards_make_a_straight_of_them_but_three_of_a_kind():
    cards = "2c 7d 3h Jc Td Ks 4h 6h Kd 7h 2d 8s 6c"  # seat 1 shows 3-4-6-7-8, the three wild: a pair of eights
    hand = begin(50, 50, game="baseball", stakes=STUD, cards=cards)
    while hand.street != "sixth street":
        act(hand, "call")
    assert hand.asks[0].seat == 2
    cards = "2c 7d 3h Jc Td Ks 4h 6h Kd 6s 2d 8s 7c"  # 3-4-6-6-8: three sixes
    hand = begin(50, 50, game="baseball", stakes=STUD, cards=cards)
    while hand.street != "sixth street":
        act(hand, "call")
    assert hand.asks[0].seat == 1


@each_choice("hidden_four", {True: (4, 5, 3), False: (3, 3, 3)})
def test_s2_13_a_four_dealt_face_down(rules, expected):
    # Seat 1 is dealt one four down, seat 2 two of them, seat 3 none; the extra cards are face down.
    cards = {True: "Ks 4d 7c 2s 4h 4s 8c 8d Js Qs Qd Jc", False: "Ks 4d 2s 4h 4s Js Qs Qd Jc"}[rules["hidden_four"]]
    hand = begin(50, 50, 50, game="baseball", stakes=STUD, cards=cards, rules=PlayRules(**rules))
    seats = hand.view(None)["seats"]
    assert tuple(len(seat["cards"]) for seat in seats) == expected
    assert [[card for card in seat["cards"] if card != "??"] for seat in seats] == [["2s"], ["Js"], ["Jc"]]


@each_choice("hidden_four", {True: ["4c", "8c"], False: ["4c"]})
def test_s2_13_a_four_on_seventh_street_is_dealt_face_down_too(rules, expected):
    hand = baseball("Ks Kd 2c 5h 6s 7d 4c", "As Ad Jc Jh Ts 8d 8c", **rules)
    while hand.street != "seventh street":
        act(hand, "call")
    first = hand.view(1)["seats"][0]
    assert first["cards"][6:] == expected
    assert not any(first["up"][6:])


@each_choice("hidden_four", {True: [(1, 2), (1, 1), (1, 1), (1, 1), (2, 2)], False: [(1, 2), (1, 1), (1, 1), (2, 2)]})
def test_s2_13_a_recorded_deal_is_asked_for_the_extra_cards(rules, expected):
    # A four and a king down, a deuce for that four where the house gives one; then a four up, and a seven for that.
    hand = begin(50, 50, game="baseball", stakes=STUD, deck=Deck.recorded(), rules=PlayRules(**rules))
    cards = ["4d Ks", "2c", "4c", "7c"] if rules["hidden_four"] else ["4d Ks", "4c", "7c"]
    asked = [(hand.asks[0].target, hand.asks[0].lo)]
    for told in cards:
        act(hand, f"deal {told}")
        asked.append((hand.asks[0].target, hand.asks[0].lo))
    assert asked == expected


def test_s2_13_of_a_hidden_four_that_is_not_seen_the_dealer_tells_the_card_that_it_brings():
    hand = begin(50, 50, game="baseball", stakes=STUD, deck=Deck.recorded(), rules=PlayRules(hidden_four=True))
    assert hand.asks[0].offers == (Offer("deal", 2, 6),)  # four fours may come, each with a card
    for told, why in (
        ("deal ??", "2 cards are to be dealt, or up to 6"),
        ("deal ?? ?? ?? ?? ?? ?? ??", "2 cards are to be dealt, or up to 6"),
        ("deal 4d Ks 2c", "only one that is not seen may bring another"),
        ("deal ?? Ks 2c 3c", "only one that is not seen may bring another"),
    ):
        with pytest.raises(WrongCards, match=why):
            act(hand, told)
    # Two down, of which one is a four, and the card for it, a four again; then a four that is seen: two more are left.
    act(hand, "deal ?? ?? ?? ??", "deal 4d")
    assert (hand.asks[0].target, hand.asks[0].offers) == (1, (Offer("deal", 1, 1),))
    act(hand, "deal Ks")
    assert (hand.asks[0].target, hand.asks[0].offers) == (2, (Offer("deal", 2, 5),))
    # A seat's own four is seen, and its card is asked for next; another that is not may come with it.
    act(hand, "deal 4s ?? ??")
    assert (hand.asks[0].target, hand.asks[0].offers) == (2, (Offer("deal", 1, 3),))
    act(hand, "deal 7h", "deal 2h")
    assert [len(seat["cards"]) for seat in hand.view(None)["seats"]] == [6, 5]
    assert hand.asks[0].seat == 2


def test_s2_13_without_the_rule_nothing_comes_for_what_is_not_seen():
    hand = begin(50, 50, game="baseball", stakes=STUD, deck=Deck.recorded())
    with pytest.raises(WrongCards, match=r"2 cards are to be dealt$"):
        act(hand, "deal ?? ?? ??")


def test_s2_13_a_hand_with_a_hidden_four_is_recorded_as_the_rail_saw_it():
    # Seat 1 has a four down and a deuce for it, seat 2 two fours and an eight for each.
    cards = "Ks 4d 7c 2s 4h 4s 8c 8d Js"
    hand = begin(50, 50, game="baseball", stakes=STUD, cards=cards, rules=PlayRules(hidden_four=True))
    check_down(hand)
    record = record_of(hand)
    assert record.fields["actions"][:2] == ["d dh p1 ??????2s", "d dh p2 ????????Js"]
    story = play_record(record, 1).hand
    assert story.result.net == hand.result.net
    assert story.view(None)["seats"] == hand.view(None)["seats"]


def test_s2_13_the_house_may_make_more_cards_wild():
    hand = check_down(baseball("Ks Kd Jh 3h 7s 6d 2c", "As Ad Qc Qh Ts 8d 5c", wild_cards="Jh"))
    assert words(hand, 1) == "Four of a kind, Kings"


def test_s2_13_as_seven_card_stud_a_spread_limit_may_be_played():
    stakes = Stakes(limit="spread", ante=1, bring_in=1, min_bet=1, small_bet=5, big_bet=10)
    hand = begin(50, 50, game="baseball", stakes=stakes, cards="Ks Kd 7c As Ad Jc")
    assert (hand.asks[0].seat, hand.asks[0].hi) == (1, 5)
