"""What happened in a hand, in order."""

from __future__ import annotations

from typing import NamedTuple


class Event(NamedTuple):
    """One thing that happened. `public` are those of the `cards` that everybody may see.

    Kinds: ante, small blind, big blind, post, kill, straddle, pass (no straddle), bring-in, street (`amount` is its index),
    down, up, unseen, open pair (in razz), board (`amount` is the board's index), reshuffle, bet, complete, raise, call,
    check, fold, draw, discard, agree (to `amount` runs of the board), runs, beaten, show, muck, uncalled, win, rake. For
    bet, complete and raise `amount` is the total it comes to in the round; elsewhere the chips that moved, or the number
    of cards. In Chinese games front, middle, back (cards set there), set (all of them are), surrender, foul, natural,
    royalties and points (`amount` points), pay (chips lost), fantasyland (`amount` cards in the next hand).
    """

    kind: str
    seat: int | None
    amount: int
    cards: tuple[int, ...]
    public: tuple[int, ...]
