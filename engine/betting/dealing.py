"""Cards: what each street deals, draws and turns up, and what is done when they run out (S2.4–S2.8, S2.13, S2.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.betting import betting_round
from engine.cards import UNKNOWN, cards_text
from engine.errors import WrongCards
from engine.games.decisions import DEAL, DISCARD, DRAW, RUN_IT, Ask, Decision, is_whole

if TYPE_CHECKING:
    from engine.betting.hand import Hand
    from engine.games.betting_games import Street

_new = tuple.__new__  # as in `engine.betting.betting_round`

# What a step does; a step is (what, place or board, number of cards).
ASK_DISCARD, ASK_DRAW, REPLACE, DOWN, UP, BOARD, BET, ROLLED = range(8)


def begin_street(hand: Hand) -> None:
    """Plan the street: what is given up, drawn and dealt, and the betting after it."""
    plan = hand.plan
    at_street = hand._street = hand._street + 1
    street = plan.streets[at_street]
    hand._events.append(("street", None, at_street, (), ()))
    if at_street:
        hand._bets = [0] * hand._count
    folded = hand._folded
    live = [at for at in range(hand._count) if not folded[at]]
    is_bet = street.has_betting and not (at_street == 0 and hand.start.bomb)
    has_asks = street.discard or street.draw
    if street.is_unseen:
        _deal_unseen(hand, street, live)
    if hand._order is not None and not has_asks and not plan.extra:
        _deal_at_once(hand, street, live)
        if is_bet and not street.is_roll:
            betting_round.begin_round(hand)
        return
    steps: list[tuple[int, int, int]] = []
    if has_asks:
        # Those who are all-in take part in whatever happens to cards (S0.14).
        steps += [(ASK_DRAW if street.draw else ASK_DISCARD, at, street.draw or street.discard) for at in live]
        if street.draw:
            steps.append((REPLACE, 0, 0))
    if (street.down or street.up) and not street.is_unseen:
        _plan_seats(hand, street, live, steps)
    if street.board:
        if at_street and plan.rules.burns:
            _burn(hand)
        steps += [(BOARD, at, street.board) for at in range(len(hand._boards))]
    if is_bet and not street.is_roll:
        steps.append((BET, 0, 0))
    steps.reverse()
    hand._steps = steps


def _deal_at_once(hand: Hand, street: Street, live: list[int]) -> None:
    """Serve from a deck whose cards nobody has to tell, where none gives another and nobody has a say."""
    down, up = street.down, street.up
    boards = range(len(hand._boards)) if street.board else ()
    events = hand._events
    if (down or up) and not street.is_unseen:
        if hand._street and not _is_enough(hand, (down + up) * len(live)):
            _serve(hand, BOARD, 0, _take(hand, 1, -1))  # S2.8: a single card in the middle serves everybody
        else:
            order, at = hand._order, hand._next
            assert order is not None
            numbers, held, ups = hand._numbers, hand._cards, hand._ups
            for place in live:
                if down:
                    cards = order[at : at + down]
                    at += down
                    held[place] += cards
                    events.append(("down", numbers[place], 0, cards, ()))
                if up:
                    cards = order[at : at + up]
                    at += up
                    held[place] += cards
                    ups[place] += cards
                    events.append(("up", numbers[place], 0, cards, cards))
            hand._next = at
    for board in boards:
        if board == 0 and hand._street and hand.plan.rules.burns:
            _burn(hand)
        cards = _take(hand, street.board, -1)
        hand._boards[board] += cards
        events.append(("board", None, board, cards, cards))


def _plan_seats(hand: Hand, street: Street, live: list[int], steps: list[tuple[int, int, int]]) -> None:
    down, up = street.down, street.up
    if hand._street and not _is_enough(hand, (down + up) * len(live)):
        steps.append((BOARD, 0, 1))  # S2.8: a single card in the middle serves everybody
        return
    for at in live:
        if down:
            steps.append((DOWN, at, down))
        if up:
            steps.append((UP, at, up))


def _deal_unseen(hand: Hand, street: Street, live: list[int]) -> None:
    """Cards that nobody sees; from a recorded deal nobody can tell them either."""
    for at in live:
        if hand._order is None:
            hand._cards[at] += [UNKNOWN] * street.down
        else:
            hand._cards[at] += _take(hand, street.down, at)
        hand._events.append(("unseen", hand._numbers[at], street.down, (), ()))


# -- steps ------------------------------------------------------------------------------------------------------------


def take_step(hand: Hand) -> None:
    """Take the next step: serve cards, ask the dealer for them, ask a seat what it gives up, or begin the betting."""
    what, place, count = hand._steps[-1]
    if what <= ASK_DRAW:
        _ask_draw(hand)
    elif what == BET:
        hand._steps.pop()
        betting_round.begin_round(hand)
    elif what == REPLACE:
        # Replacements come in turn when everybody has said how many.
        hand._steps.pop()
        if hand.plan.rules.burns and hand._drawn:
            _burn(hand)
        drawn, hand._drawn = hand._drawn, []
        order, begin = hand._order, hand._next
        if order is None or sum([number for _, number in drawn]) > len(order) - begin:
            hand._steps += [(DOWN, at, number) for at, number in reversed(drawn)]
        else:
            held, numbers, events = hand._cards, hand._numbers, hand._events
            for at, number in drawn:
                cards = order[begin : begin + number]
                begin += number
                held[at] += cards
                events.append(("down", numbers[at], 0, cards, ()))
            hand._next = begin
    elif hand._order is None:
        target = None if what == BOARD else hand._numbers[place]
        most = count + (_hidden_extras(hand) if what == DOWN else 0)
        hand._ask = Ask(hand._asked, None, DEAL, 0, count, most, (), target)
        hand._asked += 1
    else:
        hand._steps.pop()
        if what == ROLLED:
            _turn_up(hand, place, hand._cards[place][len(hand._ups[place])])
        else:
            _serve(hand, what, place, _take(hand, count, -1 if what == BOARD else place))


def answer(hand: Hand, cards: tuple[int, ...]) -> None:
    """Serve the cards that the dealer named. Raises `WrongCards`, and then nothing has changed.

    A card dealt for a hidden four is among them only if the four is not seen; for one that is, it is asked for next.
    """
    what, place, count = hand._steps[-1]
    if what == ROLLED and UNKNOWN in cards:
        raise WrongCards("a card turned up is seen by everybody: name it", cards=cards_text(cards))
    for more, at in enumerate(range(count, len(cards)), 1):
        if cards[:at].count(UNKNOWN) < more:
            raise WrongCards(
                f"{count} cards are to be dealt: only one that is not seen may bring another with it", count=count
            )
    _check_new(hand, cards)
    hand._ask = None
    hand._steps.pop()
    _serve(hand, what, place, cards)


def _hidden_extras(hand: Hand) -> int:
    """How many cards unseen ones may bring with them, at the most: one for each four nobody has seen (S2.13)."""
    if not hand.plan.rules.hidden_four:
        return 0
    return sum([not hand._out >> card & 1 for card in hand.plan.extra])


def _serve(hand: Hand, what: int, place: int, cards: tuple[int, ...]) -> None:
    if what == DOWN:
        hand._cards[place] += cards
        hand._events.append(("down", hand._numbers[place], 0, cards, ()))
        if hand.plan.extra and hand.plan.rules.hidden_four:
            more = sum([card in hand.plan.extra for card in cards])
            hand._steps += [(DOWN, place, 1)] * more
    elif what == BOARD:
        hand._boards[place] += cards
        hand._events.append(("board", None, place, cards, cards))
    elif what == UP:
        hand._cards[place] += cards
        hand._ups[place] += cards
        hand._events.append(("up", hand._numbers[place], 0, cards, cards))
        if hand.plan.extra and cards[0] in hand.plan.extra:  # at once, before the next player's card (S2.13)
            hand._steps.append((UP, place, 1))
    else:
        _turn_up(hand, place, cards[0])


# -- the deck ---------------------------------------------------------------------------------------------------------


def _cards_left(hand: Hand) -> int:
    if hand._order is None:
        return len(hand.plan.deck) - hand._next - len(hand._burned)
    return len(hand._order) - hand._next


def _burn(hand: Hand) -> None:
    """Burn a card, if there is one."""
    if hand._order is None:
        hand._burned.append(UNKNOWN)
    elif hand._next < len(hand._order):
        hand._burned.append(hand._order[hand._next])
        hand._next += 1


def _take(hand: Hand, count: int, place: int) -> tuple[int, ...]:
    order = hand._order
    assert order is not None
    if hand._next + count > len(order):
        order = _reshuffle(hand, count, place)
    cards = order[hand._next : hand._next + count]
    hand._next += count
    return cards


def _reshuffle(hand: Hand, count: int, place: int) -> tuple[int, ...]:
    """Shuffle what was thrown away under what is left; nobody is dealt back what he has just thrown away, if it can be helped."""
    assert hand._order is not None
    rest = hand._order[hand._next :]
    later = [at for what, at, _ in hand._steps if what == DOWN]
    for waiting in ([place, *later], [place], []):
        own = {card for at in waiting for card in hand._own.get(at, ())}
        pool = [card for card in hand._pile if card not in own]
        if len(rest) + len(pool) >= count:
            break
    again = hand._deck.reshuffled(pool, hand._reshuffles)
    hand._pile = [card for card in hand._pile if card in own]
    hand._reshuffles += 1
    hand._order, hand._next = rest + again, 0
    hand._events.append(("reshuffle", None, len(again), (), ()))
    return hand._order


def _is_enough(hand: Hand, need: int) -> bool:
    """Burn, and say whether everybody can be dealt a card, with the burns where they make up the difference (S2.8)."""
    if not hand.plan.rules.burns:
        return _cards_left(hand) >= need
    if hand.plan.rules.shortage == "mixed at once":
        return _mix_at_once(hand, need)
    stub, burned = _cards_left(hand), len(hand._burned)
    if stub > need:
        _burn(hand)
        return True
    if stub + burned >= need:
        # All but the last card are dealt; it and the burns serve the rest, one burned unless that leaves one short.
        _mix(hand, max(stub - 1, 0), burn=stub + burned > need)
        return True
    if stub > 1:
        _burn(hand)
    elif not stub:
        _mix(hand, 0, burn=burned > 1)
    return False


def _mix_at_once(hand: Hand, need: int) -> bool:
    """TDA RP-10: the last card of the deck is not dealt; stub and burns are mixed if that gives everybody a card."""
    stub, burned = _cards_left(hand), len(hand._burned)
    if stub >= need + 2:
        _burn(hand)
        return True
    is_enough = stub + burned >= need + 2
    if is_enough or stub < 3:
        _mix(hand, 0)
    else:
        _burn(hand)
    return is_enough


def _mix(hand: Hand, kept: int, *, burn: bool = True) -> None:
    """Leave the first `kept` cards of the stub, shuffle the rest with the burns behind them, and burn one of those."""
    if hand._order is None:  # the dealer does it, and names what comes
        hand._burned = [UNKNOWN] * burn
        return
    stub = hand._order[hand._next :]
    again = hand._deck.reshuffled([*stub[kept:], *hand._burned], hand._reshuffles)
    hand._reshuffles += 1
    hand._burned = list(again[:1]) if burn else []
    hand._order, hand._next = stub[:kept] + again[int(burn) :], 0
    hand._events.append(("reshuffle", None, len(again), (), ()))


def _check_new(hand: Hand, cards: tuple[int, ...]) -> None:
    """Refuse cards from outside that cannot come now: dealt already, or not in this deck."""
    out, mask = hand._out, hand.plan.mask
    for card in cards:
        bit = 1 << card
        if card != UNKNOWN and (out & bit or not mask & bit):
            out = _look_again(hand, cards)
            break
        out |= bit
    hand._out = out
    hand._next += len(cards)


def _look_again(hand: Hand, cards: tuple[int, ...]) -> int:
    """A card that came before may come again only where the deck ran out and the discards were reshuffled."""
    mask = hand.plan.mask
    strange = [card for card in cards if card != UNKNOWN and not mask >> card & 1]
    if strange:
        raise WrongCards(f"{cards_text(strange)} is not in this deck", cards=cards_text(strange))
    deck = hand.plan.deck
    if hand.game.has_draws and len(deck) - hand._next - hand._street < len(cards):  # a dealer may burn one a draw
        gone = {card for held, out in zip(hand._cards, hand._folded, strict=True) if not out for card in held}
    else:
        gone = {card for card in deck if hand._out >> card & 1}
    fresh = [card for card in cards if card != UNKNOWN]
    twice = [card for card in fresh if card in gone or fresh.count(card) > 1]
    if twice:
        raise WrongCards(f"{cards_text(twice)} has been dealt already", cards=cards_text(twice))
    hand._pile = [card for card in hand._pile if card not in fresh]
    return sum(1 << card for card in {*gone, *hand._pile, *fresh} - {UNKNOWN})


# -- giving up and drawing --------------------------------------------------------------------------------------------


def answer_draw(hand: Hand, ask: Ask, decision: Decision) -> None:
    """Take cards from the hand; a draw is replaced when everybody has said what to change.

    Raises an `IllegalDecision`, and then nothing has changed.
    """
    kind = ask[2]
    place = hand._who
    if kind == DISCARD or not is_whole(decision) or decision[0] != kind or decision[1] or len(decision[2]) > ask[5]:
        ask.check(decision)
    cards = decision[2]
    if cards:
        kept = [*ask[6]]
        try:
            for card in cards:
                kept.remove(card)
        except ValueError:
            ask.check(decision)
        hand._cards[place] = kept
        if kind == DRAW:
            known = cards
            if hand._order is None:
                known = tuple([card for card in cards if card != UNKNOWN])
            hand._pile += known
            hand._own[place] = known
            hand._drawn.append((place, len(cards)))
    hand._ask = None
    hand._events.append((kind, hand._numbers[place], len(cards), cards, ()))
    if hand._steps[-1][0] <= ASK_DRAW:
        _ask_draw(hand)


def _ask_draw(hand: Hand) -> None:
    what, place, count = hand._steps.pop()
    hand._who = place
    held = tuple(hand._cards[place])
    if count > len(held):
        count = len(held)
    kind = DRAW if what == ASK_DRAW else DISCARD
    hand._ask = _new(Ask, (hand._asked, hand._numbers[place], kind, 0, 0, count, held, None, 0))
    hand._asked += 1


# -- running the board more than once ---------------------------------------------------------------------------------


def ask_runs(hand: Hand) -> bool:
    """Ask the next player whether to run the board more than once. False if there is nothing to ask.

    Only when no bet can be made any more and cards of the board are still to come. All must agree: the fewest runs that
    anybody says are dealt.
    """
    most = hand.plan.rules.run_it
    able = hand._able
    if most < 2 or able & (able - 1) or hand._street < 0 or len(hand._boards) > 1:
        return False
    coming = sum([street.board for street in hand.plan.streets[hand._street + 1 :]])
    if not coming:
        return False
    room = _cards_left(hand) - 3 * hand.plan.rules.burns
    most = min(most, room // coming)
    if most < 2:
        return False
    first = next(at for at in range(hand._count) if not hand._folded[at])
    hand._open(first, RUN_IT, 0, 1, most)
    return True


def answer_run(hand: Hand, times: int) -> None:
    """Note how many runs this player agrees to, and ask the next or begin them."""
    hand._events.append(("agree", hand._numbers[hand._who], times, (), ()))
    hand._runs = min(hand._runs, times) if hand._runs else times
    if hand._runs > 1:
        later = [at for at in range(hand._who + 1, hand._count) if not hand._folded[at]]
        if later:
            hand._open(later[0], RUN_IT, 0, 1, hand._runs)
            return
        hand._boards = [list(hand._boards[0]) for _ in range(hand._runs)]
        hand._events.append(("runs", None, hand._runs, (), ()))


# -- rolling ----------------------------------------------------------------------------------------------------------


def roll(hand: Hand) -> None:
    """The next player still in turns up cards until they beat the best shown so far, or has none left (S2.14)."""
    count = hand._count
    at = (hand._roller + 1) % count
    while hand._folded[at]:
        at = (at + 1) % count
    if len(hand._ups[at]) < len(hand._cards[at]):
        hand._steps.append((ROLLED, at, 1))
    else:
        _beat(hand, at)


def _beat(hand: Hand, place: int) -> None:
    """A player who shows every card and not the best hand is out, without a round of betting."""
    hand._beaten.append(place)
    hand._folded[place] = True
    hand._able &= ~(1 << place)
    hand._left -= 1
    hand._roller = place
    hand._events.append(("beaten", hand._numbers[place], 0, (), ()))


def _turn_up(hand: Hand, place: int, card: int) -> None:
    held, ups = hand._cards[place], hand._ups[place]
    if hand._order is None:
        held[len(ups)] = card
    ups.append(card)
    hand._events.append(("up", hand._numbers[place], 0, (card,), (card,)))
    ranking = hand.plan.boards_by
    assert ranking is not None
    value = ranking.rank(ups)
    if value > hand._best:
        hand._best = value
        hand._roller = place
        betting_round.begin_roll_round(hand, place)
    elif len(ups) == len(held):
        _beat(hand, place)
    else:
        hand._steps.append((ROLLED, place, 1))
