"""A hand of ours as Open Hand History (JSON); `ohh_to_phh` is the way back.

Amounts are those of the standard: what a player put in by the action. What it has no word for (cards dealt face down, cards
changed, house rules) stands beside it in a member of our own, so that nothing is lost on the way back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from typing import Any

import engine
from engine.betting.events import Event
from engine.betting.hand import Hand
from engine.cards import UNKNOWN, cards_text
from engine.messages.message import Quoted
from engine.messages.records import RecordText
from engine.notation.ohh_words import BET_TYPES, GAME_TYPES, OURS, SHOWDOWN, SPEC_VERSION, STANDARD, STREETS, is_sayable
from engine.notation.phh import Record, shown
from engine.notation.phh_to_hand import Unsupported
from engine.notation.record_circumstances import began_at, names_of, shown_later
from engine.notation.seen_events import seen_events
from engine.notation.tournament_words import tournament_of

_POSTS = {
    "ante": "Post Ante",
    "small blind": "Post SB",
    "big blind": "Post BB",
    "post": "Post Extra Blind",
    "kill": "Post Extra Blind",
    "bring-in": "Post Extra Blind",
    "straddle": "Straddle",
}
_TO = {"bet": "Bet", "complete": "Raise", "raise": "Raise"}
_SAID = {"fold": "Fold", "check": "Check"}


@dataclass(frozen=True, slots=True)
class Setting:
    """What a notation tells of a hand besides the hand: where it was played, and how many seats were there."""

    site: str = "Cardhouse"
    network: str = "Cardhouse"
    seats: int = 0  # at the table; 0: as many as the highest number of a seat
    currency: str = "XPM"  # play money: chips


def ohh_of(
    hand: Hand,
    record: Record,
    *,
    seat: int | None = None,
    everything: bool = False,
    per: int = 1,
    setting: Setting | None = None,
) -> dict[str, Any]:
    """A hand as the standard's object, as a seat (None: the rail) may see it; `record` is the same hand as PHH, in the smallest
    unit, or without our own fields in chips (`hand_to_phh.in_chips`).

    `per` smallest units make one of its chips. Raises `Unsupported` for a game or limit that the standard has no word for.
    """
    game, stakes, setting = hand.game, hand.stakes, setting or Setting()
    if not is_sayable(game, stakes.limit, hand.start.rules.jokers):
        raise Unsupported(RecordText.UNSAYABLE(game=Quoted(game.key), limit=stakes.limit), variant=game.key)
    told = _Told(hand, per)
    for event in seen_events(hand, seat, everything=everything):
        told.take(event)
    told.show_later(record)
    hero = hand.state.place_of.get(seat) if seat is not None else None
    return {
        "spec_version": SPEC_VERSION,
        "site_name": setting.site,
        "network_name": setting.network,
        "internal_version": engine.__version__,
        **(told_of.for_ohh() if (told_of := tournament_of(record.fields)) else {"tournament": False}),
        "game_number": record.name,
        "start_date_utc": _utc(record.fields),
        "table_name": str(record.fields.get("table", "")),
        "game_type": GAME_TYPES[game.key],
        "bet_limit": {"bet_type": BET_TYPES[stakes.limit], "bet_cap": 0},
        "table_size": setting.seats or max(hand.seats),
        "currency": setting.currency,
        "dealer_seat": hand.start.positions.button,
        "small_blind_amount": shown(stakes.small_blind or stakes.bring_in or stakes.small_bet, per),
        "big_blind_amount": shown(stakes.big_blind or stakes.small_bet, per),
        "ante_amount": shown(hand.start.bomb or stakes.ante, per),
        "hero_player_id": None if hero is None else hero + 1,
        "flags": _flags(hand, hero, everything=everything),
        "players": _players(hand, record, per),
        "rounds": told.rounds_in_order(),
        "pots": _pots(hand, per),
        OURS: {"per": per if "_stakes" in record.fields else 1, "unsaid": told.unsaid, "fields": _plain(_kept(record))},
    }


def _kept(record: Record) -> dict[str, Any]:
    return {key: value for key, value in record.fields.items() if key not in STANDARD}


def _plain(value: Any) -> Any:
    """A value of a record as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Decimal):
        return float(value) if value.is_finite() else str(value)
    return str(value) if isinstance(value, date | time) else value


def _utc(fields: Mapping[str, Any]) -> str:
    """When the hand began, in UTC; the epoch where nobody has written it down."""
    began = began_at(fields)
    return "1970-01-01T00:00:00Z" if began is None else f"{began:%Y-%m-%dT%H:%M:%SZ}"


def _flags(hand: Hand, hero: int | None, *, everything: bool) -> list[str]:
    flags = ["Run_It_Twice"] if len({event.amount for event in hand.events if event.kind == "board"}) > 1 else []
    flags += [] if hero is not None or everything else ["Observed"]
    return flags + (["Bomb_Pot"] if hand.start.bomb else [])


def _players(hand: Hand, record: Record, per: int) -> list[dict[str, Any]]:
    names = names_of(record, len(hand.seats))
    return [
        {"id": at, "seat": number, "name": names[at - 1] or f"p{at}", "starting_stack": shown(place.stack, per)}
        for at, (number, place) in enumerate(zip(hand.seats, hand.start.places, strict=True), 1)
    ]


def _pots(hand: Hand, per: int) -> list[dict[str, Any]]:
    """The pots with what each player won of them, the main pot as number 0; none before the hand is over."""
    pots = []
    for number, pot in enumerate(hand.result.pots if hand.result is not None else ()):
        won: dict[int, int] = {}
        for _by, chips in pot.shares:
            for seat, part in chips.items():
                won[seat] = won.get(seat, 0) + part
        wins = [
            {"player_id": hand.state.place_of[seat] + 1, "win_amount": shown(part, per)} for seat, part in won.items()
        ]
        pots.append(
            {"number": number, "amount": shown(pot.amount, per), "rake": shown(pot.rake, per), "player_wins": wins}
        )
    return pots


@dataclass(slots=True)
class _Told:
    """The rounds as the events come. A round begins with each street and each row of cards on a board."""

    hand: Hand
    per: int
    rounds: list[dict[str, Any]] = field(default_factory=list)
    shows: list[tuple[int | None, str, tuple[int, ...]]] = field(default_factory=list)
    unsaid: list[list[Any]] = field(default_factory=list)  # number of the action before, and what PHH says
    number: int = 0  # of the last action
    street: int = 0
    is_new: bool = True
    in_front: dict[int | None, int] = field(default_factory=dict)
    stacks: dict[int | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stacks = {seat.number: seat.stack for seat in self.hand.start.seats}

    def take(self, event: Event) -> None:
        """Write one event down."""
        kind = event.kind
        if kind == "street":
            self._street(event.amount)
        elif kind == "board":
            self._board(event)
        elif kind in _POSTS or kind in _TO or kind in _SAID or kind == "call":
            self._act(event)
        elif kind in ("down", "up"):
            self._dealt(event)
        elif kind in ("draw", "discard"):
            self._say(f"{self._player(event.seat)} sd {_packed(event.cards)}".rstrip())
        elif kind in ("show", "muck"):
            self.shows.append((event.seat, "Shows Cards" if kind == "show" else "Mucks Cards", event.cards))

    def _street(self, number: int) -> None:
        """A street begins; the first one has the forced bets, which come before it."""
        self.street = number
        if number:
            self.is_new, self.in_front = True, {}

    def _player(self, seat: int | None) -> str:
        return f"p{self._id(seat)}"

    def _id(self, seat: int | None) -> int:
        return self.hand.state.place_of[seat] + 1 if seat is not None else 0

    def _say(self, action: str) -> None:
        self._round()
        self.unsaid.append([self.number, action])

    def _round(self) -> None:
        if self.is_new:
            self._open(STREETS[min(self.street, 3)], ())

    def _open(self, street: str, cards: tuple[int, ...]) -> None:
        self.is_new = False
        fields = {"cards": [cards_text([card]) for card in cards]} if cards else {}
        self.rounds.append({"id": len(self.rounds), "street": street, **fields, "actions": []})

    def _board(self, event: Event) -> None:
        """Cards on a board. Of several boards each has a round of the street; what is bet follows the last."""
        if not self.rounds:
            self._open(STREETS[0], ())
        self._open(STREETS[max(1, min(self.street, 3))], event.cards)

    def _act(self, event: Event) -> None:
        kind, seat = event.kind, event.seat
        put = 0 if kind in _SAID else event.amount
        if kind in _TO:
            put -= self.in_front.get(seat, 0)
        word = _POSTS.get(kind) or _TO.get(kind) or _SAID.get(kind) or "Call"
        if word == "Bet" and not self.street:  # no bet in the first round, the standard says
            word = "Raise"
        if kind != "ante":
            self.in_front[seat] = self.in_front.get(seat, 0) + put
        self.stacks[seat] = self.stacks.get(seat, 0) - put
        fields = {} if kind in _SAID else {"amount": shown(put, self.per), "is_allin": self.stacks[seat] == 0}
        self._add(seat, word, fields)

    def _add(self, seat: int | None, word: str, fields: Mapping[str, Any]) -> None:
        self._round()
        self.number += 1
        told = {"action_number": self.number, "player_id": self._id(seat), "action": word, **fields}
        self.rounds[-1]["actions"].append(told)

    def _dealt(self, event: Event) -> None:
        if UNKNOWN in event.cards:
            self._say(f"d dh {self._player(event.seat)} {_packed(event.cards)}")
        else:
            self._add(event.seat, "Dealt Cards", _cards(event.cards))

    def show_later(self, record: Record) -> None:
        """Cards that were shown of one's own will when the hand was over."""
        for seat, packed in shown_later(record, self.hand.seats):
            cards = [packed[at : at + 2] for at in range(0, len(packed), 2)]
            self.unsaid.append([-1, f"p{self.hand.state.place_of[seat] + 1} {packed}"])
            self._finish()
            self._add(seat, "Shows Cards", {"cards": cards})

    def rounds_in_order(self) -> list[dict[str, Any]]:
        """The rounds, the showdown last."""
        self._finish()
        return self.rounds

    def _finish(self) -> None:
        shows, self.shows = self.shows, []
        if (
            self.rounds
            and self.rounds[-1]["street"] != SHOWDOWN
            and (shows or (self.unsaid[-1:] and self.unsaid[-1][0] < 0))
        ):
            self._open(SHOWDOWN, ())
        for seat, word, cards in shows:
            self._add(seat, word, _cards(cards) if cards and UNKNOWN not in cards else {})


def _cards(cards: tuple[int, ...]) -> dict[str, Any]:
    return {"cards": [cards_text([card]) for card in cards]}


def _packed(cards: tuple[int, ...]) -> str:
    return cards_text(cards).replace(" ", "")
