"""Stud with too few cards for the last street (S2.8, S2.12; TDA RP-10), in deals of ours and in recorded ones.

Eight players of seven-card stud need 56 cards. The deck of these tests lies in order, so the tenth card is the tenth:
the positions of stub and burns are counted in the comments.
"""

from __future__ import annotations

import pytest

from engine.betting.hand import Deck, Hand
from engine.cards import FULL_DECK, card_text, cards_text
from engine.errors import WrongCards
from engine.games.decisions import DEAL, Decision
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import SEVEN, STUD, act, begin, in_turn

LAST = {"seven-card-stud": "seventh street", "five-card-stud": "fifth street"}


def last_street(folds: dict[str, int], players: int = 8, game: str = "seven-card-stud", **rules) -> Hand:
    """The last street, all having called and checked, but so many from the last seat backwards folding on a street."""
    play = PlayRules(**{"burns": True, **rules})
    hand = begin(*[100] * players, game=game, stakes=STUD, rules=play)
    left = dict(folds)
    while hand.street != LAST[game]:
        ask, folding = hand.asks[0], left.get(hand.street, 0)
        staying = [seat["seat"] for seat in hand.view(None)["seats"] if not seat["folded"]]
        if folding and ask.kind == "bet" and ask.seat in staying[-folding:]:
            left[hand.street] -= 1
            act(hand, "fold")
        else:
            act(hand, "call")
    assert not any(left.values())
    return hand


def dealt_last(hand: Hand) -> dict[int, list[int]]:
    """The card that each seat still in was dealt on the last street, as a place in the deck."""
    began = max(at for at, event in enumerate(hand.events) if event.kind == "street")
    cards: dict[int, list[int]] = {}
    for event in hand.events[began:]:
        if event.kind in ("down", "up"):
            cards.setdefault(event.seat, []).extend(event.cards)
    return cards


def is_reshuffled(hand: Hand) -> bool:
    return any(event.kind == "reshuffle" for event in hand.events)


@each_choice("shortage", {"burns for the rest": {51}, "mixed at once": {24, 33, 42, 51}})
def test_s2_8_eight_players_to_the_end_have_one_card_in_common(rules, expected):
    # 24 cards, burn 24, 25–32, burn 33, 34–41, burn 42, 43–50: one card is left, 51, and three burns. The document deals
    # that card in the middle, and does not burn it; TDA mixes it with the burns, since fewer than three are left.
    hand = last_street({}, **rules)
    assert dealt_last(hand) == {}
    assert len(hand.boards[0]) == 1
    assert hand.boards[0][0] in expected
    assert is_reshuffled(hand) == (rules["shortage"] == "mixed at once")


def test_s2_8_the_common_card_is_everybodys_seventh():
    # Without burns the 49th card comes in the middle: the ten that makes seat 1's royal flush.
    first, common = "2c 3d As Ks Qs Js", "Ts"
    rest = [card_text(card) for card in FULL_DECK if card_text(card) not in f"{first} {common}"]
    others = [" ".join(rest[6 * at : 6 * at + 6]) for at in range(7)]
    cards = f"{in_turn(SEVEN, first, *others)} {common}"
    hand = begin(*[100] * 8, game="seven-card-stud", stakes=STUD, cards=cards)
    while not hand.is_over:
        act(hand, "call")
    assert cards_text(hand.boards[0]) == common
    assert hand.result.net == {1: 14, **dict.fromkeys(range(2, 9), -2)}  # an ante and a bring-in of each


@each_choice("shortage", {"burns for the rest": "burns", "mixed at once": "common"})
def test_s2_8_seven_players_after_a_fold_on_third_street(rules, expected):
    # 24 cards, burn 24, 25–31, burn 32, 33–39, burn 40, 41–47: four left, 48–51, and three burns, for seven players.
    hand = last_street({"third street": 1}, **rules)
    if expected == "burns":
        # All but the last to seats 1 to 3; the last and the burns to the others, none burned, as that would leave one short.
        dealt = dealt_last(hand)
        assert [dealt[seat] for seat in (1, 2, 3)] == [[48], [49], [50]]
        assert sorted(card for seat in (4, 5, 6, 7) for card in dealt[seat]) == [24, 32, 40, 51]
        assert hand.boards == ((),)
    else:
        # Stub and burns are seven, short of seven players, a burn and a last card: 48 is burned, 49 is everybody's.
        assert dealt_last(hand) == {}
        assert hand.boards == ((49,),)


@each_choice("shortage", {"burns for the rest": [45 + at for at in range(1, 7)], "mixed at once": None})
def test_s2_8_six_players_after_two_folds_on_third_street(rules, expected):
    # 24, burn 24, 25–30, burn 31, 32–37, burn 38, 39–44: seven left, 45–51, for six players and a burn: enough. TDA does not
    # deal the last card, so it mixes all ten.
    hand = last_street({"third street": 2}, **rules)
    dealt = [card for cards in dealt_last(hand).values() for card in cards]
    if expected is None:
        assert len(dealt) == 6
        assert set(dealt) < {24, 31, 38, *range(45, 52)}
        assert is_reshuffled(hand)
    else:
        assert dealt == expected
        assert not is_reshuffled(hand)


@each_choice("shortage", {"burns for the rest": range(43, 48), "mixed at once": range(43, 48)})
def test_s2_8_five_players_have_enough_cards(rules, expected):
    # Three folds on third street: 24, burn, 5, burn, 5, burn, 5: 42 gone, 42 is burned, 43–47 are dealt.
    hand = last_street({"third street": 3}, **rules)
    assert [card for cards in dealt_last(hand).values() for card in cards] == list(expected)


@each_choice("shortage", {"burns for the rest": (50,), "mixed at once": (50,)})
def test_s2_8_burns_that_are_too_few_leave_a_common_card_after_a_burn(rules, expected):
    # A fold on fourth street: 24, burn 24, 25–32, burn 33, 34–40, burn 41, 42–48: three left and three burns for seven.
    # 49 is burned, 50 is everybody's.
    hand = last_street({"fourth street": 1}, **rules)
    assert hand.boards == (expected,)


@each_choice("shortage", {"burns for the rest": True, "mixed at once": False})
def test_s2_8_four_players_after_four_folds_on_sixth_street(rules, expected):
    # One card is left, 51, and the burns 24, 33, 42: four for four, without another burn. TDA wants six.
    hand = last_street({"sixth street": 4}, **rules)
    dealt = sorted(card for cards in dealt_last(hand).values() for card in cards)
    assert dealt == ([24, 33, 42, 51] if expected else [])
    assert len(hand.boards[0]) == (0 if expected else 1)


@each_choice("shortage", {"burns for the rest": 3, "mixed at once": 0})
def test_s2_8_with_one_to_spare_a_card_is_burned_again(rules, expected):
    # Five folds on sixth street: four cards for three players, so one of the four is burned. TDA wants five.
    hand = last_street({"sixth street": 5}, **rules)
    dealt = [card for cards in dealt_last(hand).values() for card in cards]
    assert len(dealt) == expected
    assert set(dealt) < {24, 33, 42, 51}


@pytest.mark.parametrize("folds", [{}, {"third street": 1}, {"fourth street": 1}, {"sixth street": 4}])
@pytest.mark.parametrize("shortage", ["burns for the rest", "mixed at once"])
def test_s2_8_folded_cards_are_never_used_again(folds, shortage):
    hand = last_street(folds, shortage=shortage)
    folded = {card for at, held in enumerate(hand.state.cards) if hand.state.folded[at] for card in held}
    live = [card for at, held in enumerate(hand.state.cards) if not hand.state.folded[at] for card in held]
    live += hand.boards[0]
    assert len(set(live)) == len(live)
    assert not folded & set(live)


@each_choice("burns", {True: (51,), False: (48,)})
def test_s2_8_without_burns_four_cards_more_are_left_and_still_too_few(rules, expected):
    hand = last_street({}, **rules)
    assert hand.boards == (expected,)


def test_s2_8_without_burns_four_players_have_their_own():
    hand = last_street({"sixth street": 4}, burns=False)
    assert [card for cards in dealt_last(hand).values() for card in cards] == [48, 49, 50, 51]


def test_tda_rp_10_who_was_first_on_sixth_street_is_first_on_seventh():
    hand = last_street({})
    sixth = [event for event in hand.events if event.kind in ("street", "check")]
    at = max(place for place, event in enumerate(sixth) if event.kind == "street" and event.amount == 3)
    assert hand.asks[0].seat == sixth[at + 1].seat


# -- five-card stud with ten players ----------------------------------------------------------------------------------------


@each_choice("shortage", {"burns for the rest": "nine", "mixed at once": "none"})
def test_s2_12_ten_players_run_out_of_cards(rules, expected):
    # 20 cards, burn 20, 21–30, burn 31, 32–41: ten left, 42–51, and two burns, for ten players and a burn.
    hand = last_street({}, players=10, game="five-card-stud", **rules)
    dealt = [card for cards in dealt_last(hand).values() for card in cards]
    assert len(dealt) == 10
    if expected == "nine":  # all but the last as they lie, then one of the last and the burns, one of which is burned
        assert dealt[:9] == list(range(42, 51))
        assert dealt[9] in {20, 31, 51}
    else:  # twelve are a player each, a burn and a last card: all are mixed
        assert set(dealt) < {20, 31, *range(42, 52)}
    assert is_reshuffled(hand)


# -- recorded deals ---------------------------------------------------------------------------------------------------------


def recorded_to_last(players: int, folds: int, **rules) -> tuple[Hand, list[int]]:
    """As `last_street`, from a recorded deal told card by card; also the cards that were not told yet, in order."""
    play = PlayRules(**{"burns": True, **rules})
    hand = begin(*[100] * players, game="seven-card-stud", stakes=STUD, rules=play, deck=Deck.recorded())
    rest = list(FULL_DECK)
    burned = 0
    while hand.street != "seventh street":
        ask = hand.asks[0]
        if ask.kind == DEAL:
            if (
                hand.street != "third street"
                and burned < {"fourth street": 1, "fifth street": 2, "sixth street": 3}[hand.street]
            ):
                rest.append(rest.pop(0))  # burned: told by nobody, and kept for the end
                burned += 1
            hand.answer(ask.number, Decision("deal", 0, tuple(rest[: ask.hi])))
            del rest[: ask.hi]
        elif ask.kind == "bet" and folds and hand.street == "third street" and ask.seat > players - folds:
            act(hand, "fold")
        else:
            act(hand, "call")
    return hand, rest


def test_s2_8_a_recorded_deal_is_asked_for_the_one_common_card():
    hand, rest = recorded_to_last(8, 0)
    ask = hand.asks[0]
    assert (ask.kind, ask.target, ask.hi) == (DEAL, None, 1)
    act(hand, f"deal {card_text(rest[0])}")
    assert len(hand.boards[0]) == 1
    assert hand.asks[0].kind == "bet"


def test_s2_8_a_recorded_deal_is_asked_for_every_players_card_where_the_burns_serve():
    hand, rest = recorded_to_last(8, 1)
    targets = []
    assert len(rest) == 7  # four of the stub and three burns
    while hand.asks[0].kind == DEAL:
        targets.append(hand.asks[0].target)
        act(hand, f"deal {card_text(rest.pop())}")
    assert sorted(targets) == [1, 2, 3, 4, 5, 6, 7]
    assert hand.asks[0].kind == "bet"


def test_tda_rp_10_a_recorded_deal_of_seven_has_a_common_card():
    hand, _rest = recorded_to_last(8, 1, shortage="mixed at once")
    assert (hand.asks[0].kind, hand.asks[0].target) == (DEAL, None)


def test_s2_8_a_recorded_deal_takes_no_folded_card_again():
    hand, _rest = recorded_to_last(8, 1)
    folded = card_text(hand.state.cards[7][0])
    with pytest.raises(WrongCards, match=f"{folded} has been dealt already"):
        act(hand, f"deal {folded}")
    assert hand.asks[0].kind == DEAL
