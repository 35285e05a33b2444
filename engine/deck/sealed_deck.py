"""A deal that can be checked card by card, though no hidden card is ever opened.

The algorithm has a name, stored with every hand, and never changes under it. Before the deal the whole pack (52 cards
and two jokers) is put in an order nobody knows, and each card is sealed by itself: a salted hash for each position. The
hash of all the seals is the commitment, which everybody sees. Then whoever plays may add a word. The commitment and the
words together, and nothing secret, say in what order the sealed positions are dealt. So the house cannot know the order
when it seals, whoever adds a word cannot know the cards, and one honest party is enough for an honest deal. Cards that the
game is not played with are passed over and are open to all. Whoever has seen a card is given its salt, and can check
that this very card lay at its position before the first word was spoken; who has not learns nothing.

>>> seals = seal(b"a seed nobody knows")
>>> committed = commitment(seals)
>>> places = positions(committed, {2: "lucky"})
>>> card, salt = opened(b"a seed nobody knows", places[0])
>>> seals[places[0]] == sealed(places[0], salt, card)
True
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Collection, Mapping, Sequence

from engine.cards import FULL_DECK, JOKERS, card_text
from engine.deck.shuffle import Deck, shuffled
from engine.errors import BadWord
from engine.messages.proofs import ProofText

ALGORITHM = "sealed-cards-1"
PACK: tuple[int, ...] = (*FULL_DECK, *JOKERS)
MAX_WORD = 40  # characters


# -- before the deal --------------------------------------------------------------------------------------------------


def seal(seed: bytes) -> tuple[str, ...]:
    """The seal of each position of the pack, 64 hexadecimal digits each. They tell nothing of the cards."""
    return tuple([sealed(at, _salt(seed, at), card) for at, card in enumerate(shuffled(PACK, seed))])


def sealed(position: int, salt: bytes, card: int) -> str:
    """The seal of a card at a position (from 0): SHA-256 of a label, the position, the salt and the card's text."""
    return hashlib.sha256(
        b"cardhouse-sealed:" + position.to_bytes(2, "big") + salt + card_text(card).encode()
    ).hexdigest()


def commitment(seals: Sequence[str]) -> str:
    """What is published before the words: SHA-256 of all the seals. 64 hexadecimal digits."""
    return hashlib.sha256(b"cardhouse-sealed-pack:" + "".join(seals).encode()).hexdigest()


def _salt(seed: bytes, position: int) -> bytes:
    return hmac.digest(seed, b"cardhouse-salt" + position.to_bytes(2, "big"), "sha256")


# -- words ------------------------------------------------------------------------------------------------------------


def checked_word(text: str) -> str:
    """The word as it is mixed in: composed (NFC), without spaces around. Raises `BadWord`."""
    word = unicodedata.normalize("NFC", text).strip()
    if not 0 < len(word) <= MAX_WORD or any(unicodedata.category(sign) in ("Cc", "Cs") for sign in word):
        raise BadWord(ProofText.WORD(most=MAX_WORD), most=MAX_WORD)
    return word


def positions(committed: str, words: Mapping[int, str]) -> tuple[int, ...]:
    """The order in which the sealed positions are dealt, of the commitment and the words by seat alone."""
    return shuffled(range(len(PACK)), _key(committed, words))


def _key(committed: str, words: Mapping[int, str]) -> bytes:
    """HMAC-SHA256 under the commitment of every word in order of seats: seat, length in bytes, UTF-8."""
    told = [(seat, word.encode()) for seat, word in sorted(words.items())]
    message = b"".join(seat.to_bytes(2, "big") + len(word).to_bytes(2, "big") + word for seat, word in told)
    return hmac.digest(bytes.fromhex(committed), b"cardhouse-words:" + message, "sha256")


# -- the deal ---------------------------------------------------------------------------------------------------------


def order(seed: bytes, committed: str, words: Mapping[int, str]) -> tuple[int, ...]:
    """The whole pack in the order in which it is dealt."""
    pack = shuffled(PACK, seed)
    return tuple([pack[at] for at in positions(committed, words)])


def deck(seed: bytes, committed: str, words: Mapping[int, str], cards: Collection[int]) -> Deck:
    """What serves a hand: the cards of its game in the order of the deal, and a seed for reshuffles."""
    among = frozenset(cards)
    dealt = [card for card in order(seed, committed, words) if card in among]
    return Deck.of(dealt, hmac.digest(seed, _key(committed, words), "sha256"))


def opened(seed: bytes, position: int) -> tuple[int, bytes]:
    """The card at a sealed position, and the salt that proves it. For those alone who have seen that card."""
    return shuffled(PACK, seed)[position], _salt(seed, position)
