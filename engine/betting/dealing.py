"""Cards: what each street deals, draws and turns up, and what is done when they run out (S2.4–S2.8, S2.13, S2.14)."""

from __future__ import annotations

from engine.betting import betting_round, draws, rolled_cards
from engine.betting.reshuffle import burn, is_enough, reshuffle_discards
from engine.betting.state import ASK_DISCARD, ASK_DRAW, BET, BOARD, DOWN, REPLACE, ROLLED, UP, HandState
from engine.cards import UNKNOWN, cards_text
from engine.errors import WrongCards
from engine.games.betting_games import Street
from engine.games.decisions import DEAL, Ask
from engine.messages.decisions import DealText


def begin_street(state: HandState) -> None:
    """Plan the street: what is given up, drawn and dealt, and the betting after it."""
    plan = state.plan
    at_street = state.street = state.street + 1
    street = plan.streets[at_street]
    state.events.append(("street", None, at_street, (), ()))
    if at_street:
        state.bets = [0] * state.count
    folded = state.folded
    live = [at for at in range(state.count) if not folded[at]]
    is_bet = street.has_betting and not (at_street == 0 and state.start.bomb)
    has_asks = street.discard or street.draw
    if street.is_unseen:
        _deal_unseen(state, street, live)
    if state.order is not None and not has_asks and not plan.extra:
        _deal_at_once(state, street, live)
        if is_bet and not street.is_roll:
            betting_round.begin_round(state)
        return
    steps: list[tuple[int, int, int]] = []
    if has_asks:
        # Those who are all-in take part in whatever happens to cards (S0.14).
        steps += [(ASK_DRAW if street.draw else ASK_DISCARD, at, street.draw or street.discard) for at in live]
        if street.draw:
            steps.append((REPLACE, 0, 0))
    if (street.down or street.up) and not street.is_unseen:
        _plan_seats(state, street, live, steps)
    if street.board:
        if at_street and plan.rules.burns:
            burn(state)
        steps += [(BOARD, at, street.board) for at in range(len(state.boards))]
    if is_bet and not street.is_roll:
        steps.append((BET, 0, 0))
    steps.reverse()
    state.steps = steps


def _deal_at_once(state: HandState, street: Street, live: list[int]) -> None:
    """Serve from a deck whose cards nobody has to tell, where none gives another and nobody has a say."""
    down, up = street.down, street.up
    boards = range(len(state.boards)) if street.board else ()
    events = state.events
    if (down or up) and not street.is_unseen:
        if state.street and not is_enough(state, (down + up) * len(live)):
            _serve(state, BOARD, 0, _take(state, 1, -1))  # S2.8: a single card in the middle serves everybody
        else:
            order, at = state.order, state.next_card
            assert order is not None
            numbers, held, ups = state.seats, state.cards, state.up_cards
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
            state.next_card = at
    for board in boards:
        if board == 0 and state.street and state.plan.rules.burns:
            burn(state)
        cards = _take(state, street.board, -1)
        state.boards[board] += cards
        events.append(("board", None, board, cards, cards))


def _plan_seats(state: HandState, street: Street, live: list[int], steps: list[tuple[int, int, int]]) -> None:
    down, up = street.down, street.up
    if state.street and not is_enough(state, (down + up) * len(live)):
        steps.append((BOARD, 0, 1))  # S2.8: a single card in the middle serves everybody
        return
    for at in live:
        if down:
            steps.append((DOWN, at, down))
        if up:
            steps.append((UP, at, up))


def _deal_unseen(state: HandState, street: Street, live: list[int]) -> None:
    """Cards that nobody sees; from a recorded deal nobody can tell them either."""
    for at in live:
        if state.order is None:
            state.cards[at] += [UNKNOWN] * street.down
        else:
            state.cards[at] += _take(state, street.down, at)
        state.events.append(("unseen", state.seats[at], street.down, (), ()))


# -- steps ------------------------------------------------------------------------------------------------------------


def take_step(state: HandState) -> None:
    """Take the next step: serve cards, ask the dealer for them, ask a seat what it gives up, or begin the betting."""
    what, place, count = state.steps[-1]
    if what <= ASK_DRAW:
        draws.ask_draw(state)
    elif what == BET:
        state.steps.pop()
        betting_round.begin_round(state)
    elif what == REPLACE:
        # Replacements come in turn when everybody has said how many.
        state.steps.pop()
        if state.plan.rules.burns and state.drawn:
            burn(state)
        drawn, state.drawn = state.drawn, []
        order, begin = state.order, state.next_card
        if order is None or sum([number for _, number in drawn]) > len(order) - begin:
            state.steps += [(DOWN, at, number) for at, number in reversed(drawn)]
        else:
            held, numbers, events = state.cards, state.seats, state.events
            for at, number in drawn:
                cards = order[begin : begin + number]
                begin += number
                held[at] += cards
                events.append(("down", numbers[at], 0, cards, ()))
            state.next_card = begin
    elif state.order is None:
        target = None if what == BOARD else state.seats[place]
        most = count + (_hidden_extras(state) if what == DOWN else 0)
        state.ask = Ask(state.ask_count, None, DEAL, 0, count, most, (), target)
        state.ask_count += 1
    else:
        state.steps.pop()
        if what == ROLLED:
            rolled_cards.turn_up(state, place, state.cards[place][len(state.up_cards[place])])
        else:
            _serve(state, what, place, _take(state, count, -1 if what == BOARD else place))


def answer(state: HandState, cards: tuple[int, ...]) -> None:
    """Serve the cards that the dealer named. Raises `WrongCards`, and then nothing has changed.

    A card dealt for a hidden four is among them only if the four is not seen; for one that is, it is asked for next.
    """
    what, place, count = state.steps[-1]
    if what == ROLLED and UNKNOWN in cards:
        raise WrongCards(DealText.UP_CARD_UNNAMED(), cards=cards_text(cards))
    for more, at in enumerate(range(count, len(cards)), 1):
        if cards[:at].count(UNKNOWN) < more:
            raise WrongCards(DealText.COUNT_UNLESS_UNSEEN(count=count), count=count)
    _check_new(state, cards)
    state.ask = None
    state.steps.pop()
    _serve(state, what, place, cards)


def _hidden_extras(state: HandState) -> int:
    """How many cards unseen ones may bring with them, at the most: one for each four nobody has seen (S2.13)."""
    if not state.plan.rules.hidden_four:
        return 0
    return sum([not state.known >> card & 1 for card in state.plan.extra])


def _serve(state: HandState, what: int, place: int, cards: tuple[int, ...]) -> None:
    if what == DOWN:
        state.cards[place] += cards
        state.events.append(("down", state.seats[place], 0, cards, ()))
        if state.plan.extra and state.plan.rules.hidden_four:
            more = sum([card in state.plan.extra for card in cards])
            state.steps += [(DOWN, place, 1)] * more
    elif what == BOARD:
        state.boards[place] += cards
        state.events.append(("board", None, place, cards, cards))
    elif what == UP:
        state.cards[place] += cards
        state.up_cards[place] += cards
        state.events.append(("up", state.seats[place], 0, cards, cards))
        if state.plan.extra and cards[0] in state.plan.extra:  # at once, before the next player's card (S2.13)
            state.steps.append((UP, place, 1))
    else:
        rolled_cards.turn_up(state, place, cards[0])


# -- the deck ---------------------------------------------------------------------------------------------------------


def _take(state: HandState, count: int, place: int) -> tuple[int, ...]:
    order = state.order
    assert order is not None
    if state.next_card + count > len(order):
        order = reshuffle_discards(state, count, place)
    cards = order[state.next_card : state.next_card + count]
    state.next_card += count
    return cards


def _check_new(state: HandState, cards: tuple[int, ...]) -> None:
    """Refuse cards from outside that cannot come now: dealt already, or not in this deck."""
    out, mask = state.known, state.plan.mask
    for card in cards:
        bit = 1 << card
        if card != UNKNOWN and (out & bit or not mask & bit):
            out = _look_again(state, cards)
            break
        out |= bit
    state.known = out
    state.next_card += len(cards)


def _look_again(state: HandState, cards: tuple[int, ...]) -> int:
    """A card that came before may come again only where the deck ran out and the discards were reshuffled."""
    mask = state.plan.mask
    strange = [card for card in cards if card != UNKNOWN and not mask >> card & 1]
    if strange:
        raise WrongCards(DealText.NOT_IN_DECK(cards=cards_text(strange)), cards=cards_text(strange))
    deck = state.plan.deck
    if state.game.has_draws and len(deck) - state.next_card - state.street < len(cards):  # a dealer may burn one a draw
        gone = {card for held, out in zip(state.cards, state.folded, strict=True) if not out for card in held}
    else:
        gone = {card for card in deck if state.known >> card & 1}
    fresh = [card for card in cards if card != UNKNOWN]
    twice = [card for card in fresh if card in gone or fresh.count(card) > 1]
    if twice:
        raise WrongCards(DealText.DEALT_ALREADY(cards=cards_text(twice)), cards=cards_text(twice))
    state.muck = [card for card in state.muck if card not in fresh]
    return sum(1 << card for card in {*gone, *state.muck, *fresh} - {UNKNOWN})
