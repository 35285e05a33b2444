"""What a player of a Chinese hand is asked, and what may be answered: cards placed in rows, a whole setting, surrender."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.cards import UNKNOWN, cards_text
from engine.chinese.play.time_out import set_for_the_player
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.rows import row_text
from engine.errors import BadCards, EngineError, IllegalDecision, NotOffered, WrongCards
from engine.games.decisions import Decision, Offer, is_whole, refuse_strange
from engine.games.row_layout import PLACE, ROWS, SET, SIZES, SURRENDER, Board, Layout, laid, layout_of
from engine.messages.chinese import PlacingText
from engine.messages.decisions import DecisionText, OfferText
from engine.messages.message import ENGLISH, Message, Term, worded

EMPTY = Board((), (), ())
SURRENDERED = Decision(SURRENDER)


class FullRow(IllegalDecision):
    """More cards for a row than it has room for."""

    code = "full_row"


class Elsewhere(NamedTuple):
    """What limits cards that come from outside: the deck, and those of it that other players have."""

    deck: frozenset[int]
    taken: frozenset[int]


class ChineseAsk(NamedTuple):
    """An open question of a Chinese hand: where a player's cards go.

    kind: "place", some cards beside those already set, or "set", all thirteen at once. cards: those dealt, of which
    `keep` are set and the others discarded; empty where they come from outside, and then `may_discard` is how many
    discards may be told. board: what has been set already. fantasyland: how many cards that was earned with, 0 outside.
    visible: the cards in rows that the player sees, where jokers stand for unseen cards only; else none.
    """

    number: int
    seat: int
    kind: str
    cards: tuple[int, ...]
    keep: int
    profile: Profile
    board: Board = EMPTY
    fantasyland: int = 0
    may_surrender: bool = False
    may_discard: int = 0
    outside: Elsewhere | None = None
    visible: frozenset[int] = frozenset()

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What may be answered."""
        placing = Offer(self.kind, self.keep, self.keep)
        return (placing, Offer(SURRENDER)) if self.may_surrender else (placing,)

    @property
    def room(self) -> tuple[int, int, int]:
        """How many cards each row still takes."""
        front, middle, back = [size - len(row) for size, row in zip(SIZES, self.board, strict=True)]
        return front, middle, back

    @property
    def default(self) -> Decision:
        """What a time-out answers: a legal placing, a whole setting not fouled if that can be helped.

        For cards from outside there is none: then it is a decision that is not allowed.
        """
        if self.outside is not None:
            return Decision(self.kind)
        layout = set_for_the_player(self.cards, self.keep, self.board, self.profile, self.fantasyland, self.visible)
        return decided(self.kind, layout)

    def allows(self, decision: Decision) -> bool:
        """True if `decision` answers this question legally."""
        try:
            self.check(decision)
        except EngineError:
            return False
        return True

    def __contains__(self, decision: object) -> bool:
        """A question holds the answers it allows."""
        return type(decision) is Decision and self.allows(decision)

    def check(self, decision: Decision) -> None:
        """Raise the named error for a decision that is not allowed, saying what is."""
        if not is_whole(decision):
            refuse_strange(decision, self.offered())
        verb = decision.verb
        if verb == SURRENDER and self.may_surrender:
            if decision.amount or decision.cards:
                raise NotOffered(PlacingText.SURRENDER_ALONE(), offers=self.offered())
            return
        if verb != self.kind:
            raise NotOffered(
                DecisionText.NOT_OPEN(decision=str(decision), offers=self.offered()), offers=self.offered()
            )
        try:
            layout = layout_of(decision.amount, decision.cards)
        except BadCards as wrong:
            raise WrongCards(wrong.message) from None
        for row, size, has, gets in zip(ROWS, SIZES, self.board, layout.board, strict=True):
            if len(has) + len(gets) > size:
                raise FullRow(
                    PlacingText.ROOM(row=Term(row, "row"), room=size - len(has), count=len(gets)),
                    row=row,
                    room=size - len(has),
                )
        placed = sum([len(row) for row in layout.board])
        if placed != self.keep:
            raise WrongCards(PlacingText.COUNT(count=self.keep, given=placed, offers=self.offered()), count=self.keep)
        if self.outside is None:
            self._check_dealt(layout)
        else:
            self._check_told(layout, self.outside)

    def _check_dealt(self, layout: Layout) -> None:
        if sorted(layout.cards) == sorted(self.cards):
            return
        held = cards_text(self.cards)
        strange = [card for card in layout.cards if card not in self.cards]
        twice = [card for card in set(layout.cards) if layout.cards.count(card) > 1]
        if strange:
            raise WrongCards(PlacingText.NOT_DEALT(cards=_named(strange), held=held), held=held)
        if twice:
            raise WrongCards(PlacingText.TWICE(cards=_named(twice), held=held), held=held)
        raise WrongCards(PlacingText.DISCARDS_UNNAMED(count=len(self.cards) - self.keep, held=held), held=held)

    def _check_told(self, layout: Layout, outside: Elsewhere) -> None:
        cards = layout.cards
        if len(layout.discard) > self.may_discard:
            raise WrongCards(PlacingText.MOST_DISCARDS(most=self.may_discard, count=len(layout.discard)))
        if UNKNOWN in cards:
            raise WrongCards(PlacingText.UNSEEN())
        strange = [card for card in cards if card not in outside.deck]
        if strange:
            raise WrongCards(PlacingText.NOT_IN_DECK(cards=_named(strange)))
        twice = [card for card in cards if card in outside.taken or cards.count(card) > 1]
        if twice:
            raise WrongCards(PlacingText.ELSEWHERE(cards=_named(twice)), cards=cards_text(twice))

    def sample(self, rng: random.Random) -> Decision:
        """Some legal decision: each way to part the cards among the rows as likely as another."""
        if self.outside is not None:
            raise NotOffered(DecisionText.NO_SAMPLE())
        if self.may_surrender and rng.random() < 0.2:
            return SURRENDERED
        cards = rng.sample(self.cards, len(self.cards))
        places = [row for row, room in enumerate(self.room) for _ in range(room)]
        rows: list[list[int]] = [[], [], []]
        for card, row in zip(cards[: self.keep], rng.sample(places, self.keep), strict=True):
            rows[row].append(card)
        return decided(self.kind, laid(*rows, cards[self.keep :]))

    def words(self) -> str:
        """The offers in plain English."""
        return worded(self.offered(), ENGLISH)

    def offered(self) -> tuple[Message, ...]:
        """The offers as messages."""
        gone, count = len(self.cards) - self.keep, self.keep
        if gone > 0:
            text = OfferText.PLACE_AND_DISCARD if self.kind == PLACE else OfferText.SET_AND_DISCARD
            placing = text(count=count, gone=gone)
        elif self.kind == SET:
            placing = OfferText.SET_CARDS(count=count)
        else:
            placing = OfferText.PLACE_ONE_CARD() if count == 1 else OfferText.PLACE_CARDS(count=count)
        return (placing, OfferText.SURRENDER()) if self.may_surrender else (placing,)

    def as_json(self) -> dict[str, Any]:
        """For API and pages: besides the offers the cards to place, and how many each row still takes.

        What the clock would set at once is not told: it is the arranger's, and a suggestion is the house's to allow.
        """
        is_told = self.outside is None and self.kind == PLACE
        return {
            "number": self.number,
            "seat": self.seat,
            "kind": self.kind,
            "default": str(self.default) if is_told else None,
            "offers": [offer.as_json() for offer in self.offers],
            "cards": row_text(self.cards),
            "discard": self.may_discard if self.outside is not None else len(self.cards) - self.keep,
            "room": dict(zip(ROWS, self.room, strict=True)),
        }

    def __repr__(self) -> str:
        return f"<ask {self.number} of seat {self.seat}: {self.words()}>"


def decided(kind: str, layout: Layout) -> Decision:
    """The decision that lays the cards out so."""
    return Decision(kind, layout.amount, layout.cards)


def parse_placing(ask: ChineseAsk, text: str) -> Decision:
    """The decision a person means by `text` when answering `ask`.

    Besides the stored forms it knows ``set`` where cards are placed and ``place`` where all are set, rows with no verb,
    and discards that are not named. Raises `BadDecisionText`.
    """
    said = text.strip()
    verb, _, rest = said.partition(" ")
    verb = verb.lower()
    if verb == SURRENDER and not rest:
        return SURRENDERED
    if verb not in (PLACE, SET):
        if "/" not in said and "=" not in said:
            return Decision.parse(said)
        verb, rest = (SET if "/" in said else PLACE), said
    decision = Decision.parse(f"{verb} {rest}")
    layout = layout_of(decision.amount, decision.cards)
    gone = [card for card in ask.cards if card not in layout.cards]
    if not layout.discard and len(gone) == len(ask.cards) - ask.keep:
        layout = laid(*layout.board, gone)
    return decided(ask.kind, layout)


def _named(cards: Sequence[int]) -> str:
    return cards_text(dict.fromkeys(cards))
