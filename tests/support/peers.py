"""The games of our catalogue as PokerKit has them, dealt the same cards: its own classes, and its parts put together."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pokerkit
from pokerkit import Automation, BettingStructure, Mode, Opening, State, Street
from pokerkit import Deck as TheirDeck

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.cards import card_text
from engine.games.betting_games import BY_PHH, GAMES
from engine.games.decisions import BRING_IN, DRAW, FOLD, Ask, Decision
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from tests.support.deals import positions_of

# We deal, and name every card; burns stay unknown, so that no card of ours is burned there.
_BY_HAND = ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")
AUTOMATIC = tuple(one for one in Automation if one.name not in _BY_HAND)
LIMITS = {"no": BettingStructure.NO_LIMIT, "pot": BettingStructure.POT_LIMIT, "fixed": BettingStructure.FIXED_LIMIT}
_CAP = 4  # what their classes have in fixed limit: four bets and raises a round

Streets = Callable[[int, int, int | None], tuple[Street, ...]]


def _community(hole: int, door: int = 0) -> Streets:
    def streets(small: int, big: int, cap: int | None) -> tuple[Street, ...]:
        first = Street(False, (False,) * hole, door, False, Opening.POSITION, small, cap)
        later = [(3 - door, small), (1, big), (1, big)]
        return (first, *(Street(True, (), board, False, Opening.POSITION, bet, cap) for board, bet in later))

    return streets


def _draws(cards: int, times: int) -> Streets:
    def streets(small: int, big: int, cap: int | None) -> tuple[Street, ...]:
        first = Street(False, (False,) * cards, 0, False, Opening.POSITION, small, cap)
        later = [big] if times == 1 else [small, big, big]
        return (first, *(Street(True, (), 0, True, Opening.POSITION, bet, cap) for bet in later))

    return streets


def _stud(first: Opening, later: Opening) -> Streets:
    def streets(small: int, big: int, cap: int | None) -> tuple[Street, ...]:
        third = Street(False, (False, False, True), 0, False, first, small, cap)
        rest = [(True, small), (True, big), (True, big), (False, big)]
        return (third, *(Street(True, (is_up,), 0, False, later, bet, cap) for is_up, bet in rest))

    return streets


def _five_card_stud(small: int, big: int, cap: int | None) -> tuple[Street, ...]:
    second = Street(False, (False, True), 0, False, Opening.HIGH_HAND, small, cap)
    return (second, *(Street(True, (True,), 0, False, Opening.HIGH_HAND, bet, cap) for bet in (small, big, big)))


class Peer(NamedTuple):
    """A game put together from PokerKit's parts: streets, hand types by part of the pot, and its order of ranks."""

    streets: Streets
    wins: tuple[type[pokerkit.Hand], ...]
    deck: TheirDeck = TheirDeck.STANDARD


_HIGH, _EIGHT = pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand
_LOW, _LOW_27, _BADUGI = pokerkit.RegularLowHand, pokerkit.StandardLowHand, pokerkit.BadugiHand
_OMAHA, _OMAHA_8 = pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand
_LOW_CARD = _stud(Opening.LOW_CARD, Opening.HIGH_HAND)
_HIGH_CARD = _stud(Opening.HIGH_CARD, Opening.LOW_HAND)
_ACE_LOW = TheirDeck.REGULAR

# Not there: discards before the flop, pairs as qualifiers, wild cards, extra cards and rolls, and the boards of 2-7 razz.
PEERS = {
    "holdem": Peer(_community(2), (_HIGH,)),
    "omaha": Peer(_community(4), (_OMAHA,)),
    "omaha8": Peer(_community(4), (_OMAHA, _OMAHA_8)),
    "omaha5": Peer(_community(5), (_OMAHA,)),
    "big-o": Peer(_community(5), (_OMAHA, _OMAHA_8)),
    "omaha6": Peer(_community(6), (_OMAHA,)),
    "courchevel": Peer(_community(5, door=1), (_OMAHA,)),
    "courchevel8": Peer(_community(5, door=1), (_OMAHA, _OMAHA_8)),
    "short-deck": Peer(_community(2), (pokerkit.ShortDeckHoldemHand,), TheirDeck.SHORT_DECK_HOLDEM),
    "five-card-draw": Peer(_draws(5, 1), (_HIGH,)),
    "2-7-single-draw": Peer(_draws(5, 1), (_LOW_27,)),
    "2-7-triple-draw": Peer(_draws(5, 3), (_LOW_27,)),
    "a-5-single-draw": Peer(_draws(5, 1), (_LOW,), _ACE_LOW),
    "a-5-triple-draw": Peer(_draws(5, 3), (_LOW,), _ACE_LOW),
    "badugi": Peer(_draws(4, 3), (_BADUGI,), _ACE_LOW),
    "badeucey": Peer(_draws(5, 3), (_LOW_27, pokerkit.StandardBadugiHand)),
    "badacey": Peer(_draws(5, 3), (_LOW, _BADUGI), _ACE_LOW),
    "seven-card-stud": Peer(_LOW_CARD, (_HIGH,)),
    "stud8": Peer(_LOW_CARD, (_HIGH, _EIGHT)),
    "stud-hi-lo": Peer(_LOW_CARD, (_HIGH, _LOW)),
    "razz": Peer(_HIGH_CARD, (_LOW,), _ACE_LOW),
    "razzdugi": Peer(_HIGH_CARD, (_LOW, _BADUGI), _ACE_LOW),
    "five-card-stud": Peer(_five_card_stud, (_HIGH,)),
}


class _FixedOmaha8(pokerkit.FixedLimitPokerMixin, pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Theirs is pot limit for all its name; see `test_differences`."""


# Their own classes, by the code of published hands.
CLASSES = {
    "NT": pokerkit.NoLimitTexasHoldem,
    "FT": pokerkit.FixedLimitTexasHoldem,
    "NS": pokerkit.NoLimitShortDeckHoldem,
    "PO": pokerkit.PotLimitOmahaHoldem,
    "FO/8": _FixedOmaha8,
    "F7S": pokerkit.FixedLimitSevenCardStud,
    "F7S/8": pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "FR": pokerkit.FixedLimitRazz,
    "N2L1D": pokerkit.NoLimitDeuceToSevenLowballSingleDraw,
    "F2L3D": pokerkit.FixedLimitDeuceToSevenLowballTripleDraw,
    "FB": pokerkit.FixedLimitBadugi,
}
_CODES = {(game.key, limit): code for code, (game, limit) in BY_PHH.items()}


class Forced(NamedTuple):
    """Forced bets in their terms: antes and blinds by player (a negative blind is a post), and the bring-in."""

    antes: Any
    blinds: Any
    bring_in: int
    is_ante_matched: bool


def begin_theirs(start: Start, forced: Forced, *, is_cash: bool = False, **more: Any) -> State:
    """The same hand in PokerKit: its own class where the game and limit have a code, else its parts."""
    stakes, stacks = start.stakes, tuple(seat.stack for seat in start.seats)
    small = stakes.small_bet or stakes.min_bet
    big = stakes.big_bet or small
    more |= {"mode": Mode.CASH_GAME if is_cash else Mode.TOURNAMENT, "starting_board_count": start.boards}
    code = _CODES.get((start.game, stakes.limit))
    if code is None:
        peer = PEERS[start.game]
        return State(
            AUTOMATIC,
            peer.deck,
            peer.wins,
            peer.streets(small, big, _CAP if stakes.limit == "fixed" else None),
            LIMITS[stakes.limit],
            forced.is_ante_matched,
            forced.antes,
            forced.blinds,
            forced.bring_in,
            stacks,
            len(stacks),
            **more,
        )
    opening = (forced.blinds,) if GAMES[start.game].has_blinds else (forced.bring_in,)
    bets = (small, big) if stakes.limit == "fixed" else (small,)
    create = CLASSES[code].create_state
    return create(AUTOMATIC, forced.is_ante_matched, forced.antes, *opening, *bets, stacks, len(stacks), **more)


class Offer(NamedTuple):
    """What an engine offers: the cost of a call, the least and the most a raise may come to (0: none), whether to fold."""

    call: int
    lo: int
    hi: int
    may_fold: bool


def our_offer(ask: Ask) -> Offer:
    """Our offer to the one who is asked for a bet or the bring-in."""
    return Offer(ask.call, ask.lo, ask.hi, ask.kind != BRING_IN)


def their_offer(state: State) -> Offer:
    """Their offer to the one who acts."""
    call = state.effective_bring_in_amount if state.can_post_bring_in() else state.checking_or_calling_amount
    lo = hi = 0
    if state.can_complete_bet_or_raise_to():
        lo = state.min_completion_betting_or_raising_to_amount
        hi = state.max_completion_betting_or_raising_to_amount
    return Offer(call, lo, hi, state.can_fold())


def act_alike(state: State, ask: Ask, decision: Decision) -> None:
    """Have their player do what ours has decided."""
    if ask.kind == DRAW:
        state.stand_pat_or_discard("".join(map(card_text, decision.cards)))
    elif decision == FOLD:
        state.fold()
    elif decision.verb == "raise":
        state.complete_bet_or_raise_to(decision.amount)
    elif ask.kind == BRING_IN:
        state.post_bring_in()
    else:
        state.check_or_call()


class NotDue(Exception):
    """They have no use for a card that we have dealt."""


def deal_as_we_did(state: State, hand: Hand, dealt: int) -> int:
    """Give them the cards that our hand has dealt since that event. Raises `NotDue`."""
    events = hand.state.events
    for kind, seat, _amount, cards, _public in events[dealt:]:
        if kind not in ("down", "up", "board"):
            continue
        text = "".join(map(card_text, cards))
        _burn(state)
        if kind == "board":
            if not state.can_deal_board(text):
                raise NotDue(f"{text} for the board")
            state.deal_board(text)
        else:
            if not state.can_deal_hole(text, seat - 1):
                raise NotDue(f"{text} for seat {seat}")
            state.deal_hole(text, seat - 1)
    _burn(state)
    return len(events)


def _burn(state: State) -> None:
    while state.can_burn_card("??"):
        state.burn_card("??")


# -- hands to play ------------------------------------------------------------------------------------------------------


def random_pair(rng: random.Random, game: str, limit: str) -> tuple[Hand, State]:
    """The same hand in both engines: 2 to 8 players, stacks from deep to a few chips, antes, posts, straddles, two boards.

    House rules are those that PokerKit knows: a cap of four bets (three raises) that is never lifted, odd chips to the
    left. The button is the last seat, so that seat n is their player n - 1.
    """
    literal = GAMES[game]
    boards = 2 if literal.has_board and rng.random() < 0.15 else 1
    most = min(literal.max_seats, 8)
    if literal.has_board:
        each = sum(street.down for street in literal.streets)
        most = min(most, (len(literal.deck) - 5 * boards - 3) // each)
    count = rng.randint(2, most)
    bet = rng.choice([2, 4, 10])
    shallow, deep = rng.choice([(20, 100), (1, 30), (0, 6), (0, 3)])
    stacks = [rng.randint(max(shallow * bet, 1), deep * bet) for _ in range(count)]
    chosen: dict[str, Any] = {"raise_cap": 3, "cap_heads_up": "kept", "odd_chip_stud": "left of the dealer"}
    chosen["burns"] = rng.random() < 0.5
    if limit == "pot":
        chosen["pot_before_flop"] = rng.choice(["chips", "full blinds"])
    amounts = {"small_bet": bet, "big_bet": 2 * bet} if limit == "fixed" else {"min_bet": bet}
    posts = [0] * count
    if literal.has_blinds:
        positions = positions_of(count)
        forced, stakes = _with_blinds(rng, limit, bet, stacks, posts, chosen, amounts)
    else:
        positions = Positions(count)
        ante = rng.randint(1, bet // 2)
        bring_in = 0 if literal.opening == "best board" else rng.randint(1, bet - 1)
        forced = Forced(ante, 0, bring_in, True)
        stakes = Stakes(limit=limit, ante=ante, bring_in=bring_in, **amounts)
    seats = tuple(Seat(at, stack, post) for at, (stack, post) in enumerate(zip(stacks, posts, strict=True), 1))
    start = Start(game, stakes, seats, positions, PlayRules(**chosen), {}, boards)
    cards = list(deck_of(literal, start.rules))
    rng.shuffle(cards)
    hand = Hand(start, Deck.of(cards, b"reshuffles"))
    return hand, begin_theirs(start, forced, is_cash=rng.random() < 0.3)


def _with_blinds(
    rng: random.Random,
    limit: str,
    bet: int,
    stacks: list[int],
    posts: list[int],
    chosen: dict[str, Any],
    amounts: dict[str, int],
) -> tuple[Forced, Stakes]:
    """Blinds, and perhaps an ante of some kind, a newcomer's post, a straddle."""
    count = len(stacks)
    blinds = [bet // 2, bet] + [0] * (count - 2)
    kind = rng.choice(["", "", "each", "big_blind", "button"])
    ante = rng.randint(1, bet) if kind else 0
    # Theirs has the small blind and the big blind change places heads-up, and so antes by player.
    payer = {"big_blind": 1, "button": count - 1 if count > 2 else 0}.get(kind)
    if kind == "big_blind":
        chosen["big_blind_ante"] = "ante first"
    is_covered = all(stack >= 2 * bet + ante for stack in stacks)
    if count > 3 and is_covered and rng.random() < 0.2:
        at = rng.randrange(2, count)
        posts[at] = bet
        blinds[at] = -bet
    elif count > 2 and is_covered and limit != "fixed" and rng.random() < 0.2:
        chosen["straddle"] = "under the gun"
        blinds[2] = 2 * bet
    forced = Forced(ante if payer is None else {payer: ante}, tuple(blinds), 0, payer is None)
    stakes = Stakes(limit=limit, small_blind=bet // 2, big_blind=bet, ante=ante, ante_kind=kind or "each", **amounts)
    return forced, stakes
