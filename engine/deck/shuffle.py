"""An honest shuffle: one seed, one order, and a commitment that can be published before the deal.

The algorithm has a name, stored with every hand: Fisher–Yates from the last card down, its random numbers taken from
the stream HMAC-SHA256(seed, "cardhouse-deck" + block number), 32 bits at a time, those that would bias the choice
rejected. It will never change under this name, so that a hand dealt today can be verified in ten years.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import chain, count
from struct import Struct

ALGORITHM = "hmac-sha256-fisher-yates-1"
_LABEL = b"cardhouse-deck"
_WORDS = 1 << 32  # how many there are
_EIGHT_WORDS = Struct(">8I").unpack


def _blocks(seed: bytes) -> Iterator[tuple[int, ...]]:
    for block in count():
        yield _EIGHT_WORDS(hmac.digest(seed, _LABEL + block.to_bytes(8, "big"), "sha256"))


def shuffled(cards: Iterable[int], seed: bytes) -> tuple[int, ...]:
    """The cards in the order of this seed; the first is dealt first. Every order is equally likely over the seeds."""
    order = list(cards)
    last = len(order) - 1
    if last > 0:
        for word in chain.from_iterable(_blocks(seed)):
            choices = last + 1
            if word < _WORDS - _WORDS % choices:
                pick = word % choices
                order[last], order[pick] = order[pick], order[last]
                last -= 1
                if not last:
                    break
    return tuple(order)


def commitment(seed: bytes) -> str:
    """What may be shown before the deal: it binds to the seed and tells nothing of it. 64 hexadecimal digits."""
    return hashlib.sha256(b"cardhouse-commitment:" + seed).hexdigest()


def verify(published: str, seed: bytes, cards: Iterable[int], order: Iterable[int]) -> bool:
    """True if `seed` is the one committed to, and shuffles `cards` into `order`."""
    return hmac.compare_digest(published, commitment(seed)) and shuffled(cards, seed) == tuple(order)


class Deck:
    """What serves a hand its cards: an order, and a seed for the reshuffles that rules demand; or a recorded deal.

    A deck is a value: hands keep their own place in it.
    """

    __slots__ = ("order", "seed")

    def __init__(self, order: tuple[int, ...] | None, seed: bytes = b"") -> None:
        self.order = order
        self.seed = seed

    @classmethod
    def of(cls, cards: Iterable[int], seed: bytes = b"") -> Deck:
        """The cards in this very order."""
        return cls(tuple(cards), seed)

    @classmethod
    def recorded(cls) -> Deck:
        """A deal that comes from outside: the hand asks the dealer for every card."""
        return cls(None)

    @property
    def is_recorded(self) -> bool:
        """True if every card has to be told."""
        return self.order is None

    def reshuffled(self, cards: Iterable[int], time: int) -> tuple[int, ...]:
        """The order of `cards` put back into play for the `time`-th time in the hand."""
        return shuffled(sorted(cards), hmac.digest(self.seed, b"reshuffle" + time.to_bytes(2, "big"), "sha256"))
