"""Fair deals: what the table has sealed for its next hand, the words players add to it, and what each may prove later.

The pack of every hand is sealed before the hand before it is over (`engine.deck.sealed_deck`): its commitment can be read all the
while, and words count for the hand whose commitment was read, or not at all. No seed is ever opened; whoever saw a card
is given what proves that card.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.database.prepared_queries import Lines
from club.models import Player
from engine.cards import parse_cards
from engine.deck import sealed_deck
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.hand_start import Start
from engine.play.any_game import shuffled_deck
from engine.play.deal_proof import proof_of
from tables.core import seeds
from tables.core.errors import IllegalAction, Refused
from tables.core.locks import bump, lock_table
from tables.models import DeckSeed, Hand, PackSecret, Sitting, Table, Word

_ANNOUNCED = Lines("""
    SELECT pack.secret, (
        SELECT coalesce(jsonb_object_agg(word.player_id, word.word ORDER BY word.id), '{}') FROM tables_word word
        WHERE word.table_id = pack.table_id AND word.number = %s
    ) FROM tables_packsecret pack WHERE pack.table_id = %s
""")


@dataclass(frozen=True)
class Pack:
    """A sealed pack: its secret, what was published of it, and the words by player."""

    seed: bytes = field(repr=False)
    commitment: str
    words: Mapping[int, str]


def keep_secret(table: Table, secret: bytes | None = None) -> bytes:
    """The secret of a table's packs; made now (of the system's randomness, unless one is given) if it has none."""
    kept, _made = PackSecret.objects.get_or_create(table=table, defaults={"secret": secret or seeds.fresh()})
    return bytes(kept.secret)


def next_pack(table: Table, seed: bytes | None = None) -> Pack:
    """The pack of the table's next hand, for its dealer; `seed` instead of the table's own seals another."""
    if seed is None:
        seed = _seed(keep_secret(table), table.next_hand)
    given = Word.objects.filter(table=table, number=table.next_hand).values_list("player_id", "word")
    return Pack(seed, sealed_deck.commitment(sealed_deck.seal(seed)), dict(given))


@lru_cache(maxsize=512)
def _commitment(seed: bytes) -> str:
    """Fifty-four hashes, and asked at every look at the table until the next hand."""
    return sealed_deck.commitment(sealed_deck.seal(seed))


def _seed(secret: bytes, number: int) -> bytes:
    return hmac.new(secret, f"cardhouse:pack:{number}".encode(), hashlib.sha256).digest()


def announcement(table: Table) -> tuple[Lines, list[int]]:
    """What is asked for `told_announcement`, to be sent together with others (`club.database.prepared_queries.read`)."""
    return _ANNOUNCED, [table.next_hand, table.pk]


def told_announcement(table: Table, found: list[tuple[bytes, str]]) -> dict[str, Any] | None:
    """What everybody may know of the table's next hand, from the answer to `announcement`.

    Its `number`, `commitment`, and `words` by player; never the secret that these come from.

    None where the server deals no cards, or the table has no pack yet.
    """
    if not found or table.kind != Table.Kind.DEALT:
        return None
    secret, words = found[0]
    seed = _seed(bytes(secret), table.next_hand)
    return {
        "number": table.next_hand,
        "algorithm": sealed_deck.ALGORITHM,
        "commitment": _commitment(seed),
        "words": json.loads(words),
    }


def add_word(table_id: int, number: int, text: str, *, by: Player, now: datetime) -> None:
    """Add the player's word to the shuffle of hand `number`, the table's next; an empty text takes it back.

    Raises `UnknownTable`, `Refused` (no seat here, or that hand is not the next one), `IllegalAction` for no word.
    """
    try:
        word = sealed_deck.checked_word(text) if text.strip() else ""
    except EngineError as error:
        raise IllegalAction(error) from error
    with transaction.atomic(durable=True):
        table = lock_table(table_id)
        if not Sitting.objects.filter(table=table, player=by).exclude(state=Sitting.State.LEFT).exists():
            raise Refused("not_seated", _("Only who sits at this table adds a word to its shuffle."), 403)
        if table.next_hand != number or table.kind != Table.Kind.DEALT:
            message = _("Words are taken for hand %(number)s now; look at its commitment first.")
            raise Refused("not_the_next_hand", message % {"number": table.next_hand}, 409, number=table.next_hand)
        own = Word.objects.filter(table=table, number=number, player=by)
        if word:
            Word.objects.update_or_create(table=table, number=number, player=by, defaults={"word": word, "at": now})
        elif not own.delete()[0]:
            return
        bump(table)


def deck_of(row: Hand, start: Start, seed: bytes) -> Deck:
    """The deck of a dealt hand, by the algorithm it was dealt with."""
    from engine.play.any_game import deck_of as cards_of

    if row.shuffle == sealed_deck.ALGORITHM:
        return sealed_deck.deck(seed, row.commitment, words_of(row), cards_of(start))
    return shuffled_deck(start, seed)


def words_of(row: Hand) -> dict[int, str]:
    """The hand's words by seat."""
    return {int(seat): word for seat, word in row.words.items()}


def proof_for(
    row: Hand, hand: Any, seat: int | None, shown: Mapping[int, Sequence[str]] | None = None
) -> dict[str, Any]:
    """What the holder of that seat (None: the rail) may prove of the hand; `shown` are the cards, by seat, that were shown
    after it. Raises `Refused` for one not dealt so."""
    if row.shuffle != sealed_deck.ALGORITHM:
        message = _("This hand was not dealt from a sealed pack: there is no proof of it card by card.")
        raise Refused("no_proof", message, 404)
    seed = bytes(DeckSeed.objects.values_list("seed", flat=True).get(pk=row.pk))
    cards = {number: parse_cards("".join(texts)) for number, texts in (shown or {}).items()}
    told = proof_of(hand, hand.start, seed=seed, committed=row.commitment, words=words_of(row), seat=seat, shown=cards)
    return told | {"hand": row.pk}
