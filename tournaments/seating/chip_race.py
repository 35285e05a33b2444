"""Colour-up: the smallest chips go out of play (TDA 2024 rule 24; T19). Values in, values out.

First all that is worth whole larger chips is exchanged. What is odd is raced for: everybody gets a card for each odd chip,
from seat 1 on, and the highest cards win the larger chips, one a player at most; or, as houses in Japan have it, every
fraction is rounded up to a whole chip without a race.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.base.errors import ClubError
from engine.cards import FULL_DECK, rank_of, suit_of
from engine.messages.message import Message
from tournaments.messages.seating import ColourUpText

METHODS = ("race", "round up", "round half")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Before the race: larger chips by seat for all that is worth whole ones, and the odd small chips that are left."""

    whole: Mapping[int, int]
    odd: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ColourUp:
    """What comes of it: larger chips by seat, who was saved from being raced out, and the worth before and after.

    The worth, in chips' values, differs by less than a larger chip, but for the saved and for rounding up.
    """

    high_chips: Mapping[int, int]
    saved: tuple[int, ...]
    value_before: int
    value_after: int


def exchange(low_chips: Mapping[int, int], low: int, high: int) -> Exchange:
    """Change all that is worth whole larger chips. low_chips: how many small ones by seat.

    Raises `ClubError` unless the larger chip is worth several of the small ones exactly.
    """
    if low < 1 or high <= low or high % low:
        raise _no_multiple(low, high)
    wrong = [seat for seat, count in low_chips.items() if type(count) is not int or count < 0]
    if wrong:
        raise _refused(ColourUpText.COUNT(seat=wrong[0], count=low_chips[wrong[0]]))
    per = high // low
    return Exchange(
        {seat: count // per for seat, count in low_chips.items()},
        {seat: count % per for seat, count in low_chips.items()},
    )


def race_chips(odd: Mapping[int, int], low: int, high: int) -> int:
    """How many larger chips are raced for: the worth of all odd chips, half a chip or more rounded up (T19)."""
    return (2 * sum(odd.values()) * low + high) // (2 * high)


def deal_cards(odd: Mapping[int, int], rng: random.Random) -> dict[int, tuple[int, ...]]:
    """A card for each odd chip, dealt from seat 1 on, all of a player's at once. The outcome is what the log keeps."""
    deck = list(FULL_DECK)
    rng.shuffle(deck)
    dealt = iter(deck)
    if sum(odd.values()) > len(deck):
        raise _refused(ColourUpText.TOO_MANY_ODD(count=sum(odd.values())))
    return {seat: tuple(next(dealt) for _card in range(odd[seat])) for seat in sorted(odd) if odd[seat]}


def race(
    low_chips: Mapping[int, int],
    low: int,
    high: int,
    cards: Mapping[int, Sequence[int]],
    other_value: Mapping[int, int],
) -> ColourUp:
    """The chip race of one table. cards: by seat, one for each odd chip; other_value: of everybody's other chips.

    The highest cards win, equal ranks by suit (spades, hearts, diamonds, clubs), a player once at most. Who would be left
    without a chip gets one of the larger, which are then the lowest in play: nobody is raced out.
    Raises `ClubError` if the cards are not one for each odd chip, or one was dealt twice.
    """
    changed = exchange(low_chips, low, high)
    for seat, count in changed.odd.items():
        if len(cards.get(seat, ())) != count:
            raise _refused(ColourUpText.CARDS(seat=seat, count=count, cards=len(cards.get(seat, ()))))
    dealt = [card for held in cards.values() for card in held]
    if len(set(dealt)) != len(dealt):
        raise _refused(ColourUpText.DEALT_TWICE())
    best = {
        seat: max((rank_of(card), suit_of(card)) for card in cards[seat]) for seat in changed.odd if cards.get(seat)
    }
    winners = sorted(best, key=best.__getitem__, reverse=True)[: race_chips(changed.odd, low, high)]
    made = {seat: count + (seat in winners) for seat, count in changed.whole.items()}
    saved = tuple(seat for seat in sorted(made) if not made[seat] and low_chips[seat] and not other_value.get(seat, 0))
    made |= dict.fromkeys(saved, 1)
    return ColourUp(made, saved, low * sum(low_chips.values()), high * sum(made.values()))


def round_up(low_chips: Mapping[int, int], low: int, high: int) -> ColourUp:
    """Without a race: every fraction becomes a whole larger chip (JOPT, Amagasaki). Raises `ClubError` as `exchange`."""
    changed = exchange(low_chips, low, high)
    made = {seat: count + (changed.odd[seat] > 0) for seat, count in changed.whole.items()}
    return ColourUp(made, (), low * sum(low_chips.values()), high * sum(made.values()))


@dataclass(frozen=True, slots=True)
class Settled:
    """The stacks of one table after a chip has gone, by seat; the cards of a race, who got a larger chip, and who of them
    was saved from being left without one."""

    stacks: Mapping[int, int]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    cards: Mapping[int, tuple[int, ...]]


def settle(stacks: Mapping[int, int], low: int, high: int, method: str, rng: random.Random) -> Settled:
    """One table's stacks as amounts, made whole larger chips by one of `METHODS`; the odd part is what is no whole one.

    In a race each has a card for every small chip begun, and so many chips are won as all odd parts come to, half a chip
    or more rounded up; where they would be more cards than a deck has, every part is rounded up instead. Nobody is left
    without a chip (TDA 24). Raises `ClubError` unless the larger chip is worth several of the small ones exactly.
    """
    if low < 1 or high <= low or high % low:
        raise _no_multiple(low, high)
    odd = {seat: stack % high for seat, stack in sorted(stacks.items()) if stack % high}
    counts = {seat: -(-part // low) for seat, part in odd.items()}
    cards: Mapping[int, tuple[int, ...]] = {}
    if method == "race" and sum(counts.values()) <= len(FULL_DECK):
        cards = deal_cards(counts, rng)
        best = {seat: max((rank_of(card), suit_of(card)) for card in held) for seat, held in cards.items()}
        won = sorted(best, key=best.__getitem__, reverse=True)[: (2 * sum(odd.values()) + high) // (2 * high)]
    else:
        won = [seat for seat, part in odd.items() if method != "round half" or 2 * part >= high]
    saved = [seat for seat in odd if seat not in won and stacks[seat] < high]
    got = {*won, *saved}
    made = {seat: stack - stack % high + high * (seat in got) for seat, stack in stacks.items()}
    return Settled(made, tuple(sorted(got)), tuple(saved), cards)


def _no_multiple(low: int, high: int) -> ClubError:
    return _refused(ColourUpText.NO_MULTIPLE(low=low, high=high))


def _refused(message: Message) -> ClubError:
    return ClubError("bad_colour_up", message, 422)
