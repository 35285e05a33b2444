"""A hand of any game that many people watch, what each of them may know of it, and the cards that any bytes name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from club.house import house_rules
from club.models import Player
from club.templatetags.art import card_name
from engine.cards import card_text
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE, deck_of, find_game
from tables.dealing import dealer, player_decisions
from tables.hand import voluntary_shows
from tables.hand.hand_replay import rebuilt
from tables.models import DeckSeed, Hand, PackSecret, Table
from tables.text import stakes_words
from tests.support.tables.table_api import decide, look, own_ask

FANTASYLAND = "ofc-pineapple in fantasyland"
GAMES = [*CATALOGUE, FANTASYLAND]
ROLES = ("owner", "admin", "director", "dealer", "cashier")

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
# What is no word: the lines of drawings, and what is drawn by lot for each page, in which two letters may read as a card.
DRAWING = re.compile(r'\s(?:d|points|transform|viewBox|nonce|data-watching)="[^"]*"|\sname="key" value="[^"]*"')
IN_WORDS = {str(card_name(card_text(card))): card_text(card) for card in range(52)}


def cards_in(text: str) -> set[str]:
    """Every card named anywhere in the text, packed ("AsKd") or not."""
    return {found.group()[at : at + 2] for found in CARD.finditer(text) for at in range(0, len(found.group()), 2)}


def cards_in_page(html: str) -> set[str]:
    """Cards a page names: as text anywhere but in the strokes of a drawing, or in words ("Ace of spades")."""
    plain = DRAWING.sub("", html)
    return cards_in(plain) | {card for words, card in IN_WORDS.items() if words in plain}


def known_to(hand, seat: int | None) -> set[str]:
    """What the rules let that seat know, from the whole truth: boards, cards turned up and shown, its own, and the cards that
    this game is played without; None is the rail."""
    known = {card_text(card) for board in getattr(hand, "boards", ()) for card in board}
    known |= {card_text(card) for card in set(range(54)) - set(deck_of(hand.start))}
    for event in hand.events:
        known |= {card_text(card) for card in event.public}
        if seat is not None and event.seat == seat:
            known |= {card_text(card) for card in event.cards}
    return known


def may_see(row: Hand, seat: int | None) -> set[str]:
    """`known_to` of a stored hand."""
    return known_to(rebuilt(row), seat)


@dataclass
class Watched:
    """The table, its hand, who holds which seat, and everybody else who looks, by what they are; None is a stranger."""

    table: Table
    row: Hand
    seats: dict[int, Player]
    others: dict[str, Player | None]
    rng: random.Random
    now: object
    secrets: list[str] = field(default_factory=list)

    def viewers(self) -> Iterator[tuple[str, Player | None, set[str]]]:
        """What each is, who it is, and every card that they may know now."""
        known = self.known()
        for seat, player in self.seats.items():
            yield f"seat {seat}", player, known[seat]
        for name, player in self.others.items():
            yield name, player, set() if player is None else known[None]

    def some_viewers(self, turn: int) -> Iterator[tuple[str, Player | None, set[str]]]:
        """The seats, and of the others one after another, by turns; the last turn of a hand is for everybody."""
        others = list(self.others)
        for name, player, allowed in self.viewers():
            if name not in self.others or name == others[turn % len(others)]:
                yield name, player, allowed

    def known(self) -> dict[int | None, set[str]]:
        """What the rules let each seat, and the rail, know: boards, cards turned up and shown, one's own, and
        those that this game is played without."""
        hand = rebuilt(self.row)
        shown = {one["card"] for held in self.row.seats.all() for one in held.shown}
        return {seat: known_to(hand, seat) | shown for seat in (None, *self.seats)}

    def ever_known(self, seat: int) -> set[str]:
        """What that seat may know of all the table's hands."""
        return set().union(*(may_see(row, seat) for row in Hand.objects.filter(table=self.table)), self.known()[seat])

    def hidden(self) -> int:
        """How many cards of others there are now that somebody with a seat may not know."""
        known = self.known()
        everything = set().union(*known.values())
        return sum(len(everything - cards) for cards in known.values())

    def check(self, text: str, allowed: set[str], where: str) -> None:
        """Fail if the text names another card, or holds a secret of the deal."""
        found = cards_in_page(text)
        assert not found - allowed, f"{where} tells {found - allowed}"
        assert not [secret for secret in self.secrets if secret in text], where

    def ask(self):
        """An open question, or None when the hand is over."""
        asks = rebuilt(self.row).asks
        return self.rng.choice(asks) if asks else None

    def decide(self) -> bool:
        """One decision by somebody who is asked; false when the hand is over."""
        ask = self.ask()
        if ask is None:
            return False
        words = str(ask.sample(self.rng))
        if words == "fold" or (words.startswith("raise") and self.rng.random() < 0.7):
            words = "call"  # who stays sees the cards
        player_decisions.decide(self.table.pk, self.row.pk, ask.number, words, by=self.seats[ask.seat], now=self.now)
        self.row.refresh_from_db()
        return True

    def show_a_card(self) -> str:
        """Somebody who may shows one card of the hand that is over; the card, or nothing."""
        for seat, player in self.seats.items():
            able = voluntary_shows.offered(Table.objects.get(pk=self.table.pk), self.row, seat)
            if able:
                voluntary_shows.show(self.row.pk, able[:1], by=player, now=self.now)
                return able[0]
        return ""


def dealt(house, game: str) -> Watched:
    """A hand of that game before its first decision: two seats, a spectator, somebody of every role, a stranger."""
    rng = random.Random(game)
    key = game.partition(" ")[0]
    found = find_game(key)
    people = [house.person(name) for name in ("anna", "ben")]
    # Everybody sees the cards dealt for a first button, whose names are also those of hidden cards: it is drawn by lot.
    house_rules.change({"TableRules.first_button": "by lot"}, scope="club", by=None, now=house.now)
    others = {role: house.person(role, role=role, chips=0) for role in ROLES}
    others |= {"spectator": house.person("rail", chips=0), "stranger": None}
    table = house.seated(
        *people,
        game=key,
        stakes=stakes_words.example(found, standard_limit(found)),
        buy_in=5000,
        pause=60.0,
        min_buy_in=100,
        max_buy_in=9000,
    )
    if game == FANTASYLAND:
        _earn_fantasyland(house, table, rng, people)
    row = dealer.deal(table.pk, now=house.now, seed=b"l" * 32)
    secrets = [
        bytes(DeckSeed.objects.get(pk=row.pk).seed).hex(),
        bytes(PackSecret.objects.get(table=table).secret).hex(),
    ]
    seats = {held.seat: held.player for held in row.seats.select_related("player")}
    return Watched(table, row, seats, others, rng, house.now, secrets)


def _earn_fantasyland(house, table: Table, rng: random.Random, people: list[Player]) -> None:
    """A hand is played and leaves its first seat fantasyland, as if its cards had earned it."""
    row = dealer.deal(table.pk, now=house.now, seed=b"f" * 32)
    while asks := rebuilt(row).asks:
        ask = asks[0]
        player_decisions.decide(
            table.pk, row.pk, ask.number, str(ask.sample(rng)), by=people[ask.seat - 1], now=house.now
        )
    house.settle()
    row.refresh_from_db()
    Hand.objects.filter(pk=row.pk).update(result={**row.result, "carried": {"fantasyland": {"1": 14}}})


def step(house, rng, table, people):
    """One legal decision by whoever is asked; false when the hand is over."""
    for player in people:
        seen = look(house.client(player), table)
        if seen["hand"]["state"] != "playing":
            return False
        ask = own_ask(seen)
        if ask is not None:
            offer = rng.choice(ask["offers"])
            words = {"raise": f"raise {offer.get('lo')}", "draw": "draw"}.get(offer["verb"], offer["verb"])
            if offer["verb"] == "fold" and rng.random() < 0.6:
                words = "call"
            if offer["verb"] in ("draw", "discard"):
                own = next(place for place in seen["hand"]["view"]["seats"] if place["seat"] == seen["you"])
                words = " ".join(
                    [offer["verb"], *rng.sample(own["cards"], rng.randint(offer["lo"], min(3, offer["hi"])))]
                )
            assert decide(house.client(player), table, seen, ask, words).status_code == 200
            return True
    raise AssertionError("nobody is asked")
