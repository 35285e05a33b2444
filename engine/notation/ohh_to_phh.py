"""A hand in Open Hand History as a PHH record, which `phh_to_hand` plays; `hand_to_ohh` is the way back.

The standard tells what each action put in; PHH tells what a bet comes to in its round. Where our own member stands in the
file, it says what the standard has no word for. In a file of somebody else's, cards that nobody has told are unknown, and a
game that the standard does not name exactly (any draw) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.games.betting_games import GAMES, Game
from engine.messages.message import Message, Quoted
from engine.messages.records import OhhText, RecordText
from engine.notation.ohh_words import BY_TYPE, LEAST_DEALT, LIMITS, OURS, SHOWDOWN, STANDARD
from engine.notation.phh import BrokenRecord, Record
from engine.notation.phh_to_hand import Unsupported

Number = int | Decimal
BLINDS = ("Post SB", "Post BB", "Straddle", "Post Extra Blind")
ANTES = ("Post Ante", "Post Dead")
DEALT = "Dealt Cards"
SILENT = ("Added Chips", "Sits Down", "Stands Up", "Add to Pot", "Player Adjustment")  # no part of the hand
MOST_PLAYERS = 23
MOST_CARDS = 60  # of one action
MOST_UNITS = 10**6  # in a chip


def record_of_ohh(ohh: Mapping[str, Any], number: int) -> Record:
    """The hand as a record; `number` names one that has no name. Raises `BrokenRecord` and `Unsupported`."""
    name = str(ohh.get("game_number") or number)[:80]
    story = _Story(name, ohh)
    story.tell()
    fields: dict[str, Any] = {
        "variant": "",
        "antes": story.listed(story.antes),
        "blinds_or_straddles": story.listed(story.blinds),
        "starting_stacks": [story.stacks[at] for at in story.order],
        "actions": story.actions,
        "seats": [story.seats[at] for at in story.order],
        "players": [story.names[at] for at in story.order],
        **_told(ohh),
    }
    ours = story.ours
    fields |= story.foreign() if ours is None else {key: value for key, value in ours.items() if key not in STANDARD}
    fields |= {"_shown": story.shown} if story.shown else {}
    if not isinstance(fields["variant"], str):
        raise story.lacks("variant", OhhText.VARIANT())
    if not isinstance(fields["antes"], list):
        raise story.lacks("antes", OhhText.ANTES())
    return Record(name, fields)


def ours_of(ohh: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The fields of our own member; None in a file of somebody else's."""
    ours = ohh.get(OURS)
    fields = ours.get("fields") if isinstance(ours, Mapping) else None
    return fields if isinstance(fields, Mapping) and "variant" in fields else None


def _told(ohh: Mapping[str, Any]) -> dict[str, Any]:
    """Where and when it was played, and of which tournament it was."""
    fields: dict[str, Any] = {"table": str(ohh["table_name"])[:80]} if ohh.get("table_name") else {}
    fields |= _tournament(ohh.get("tournament_info")) if ohh.get("tournament") is True else {}
    zone = str((ours_of(ohh) or {}).get("time_zone", "UTC"))
    try:
        at = datetime.fromisoformat(str(ohh.get("start_date_utc", "")).replace("Z", "+00:00"))
        at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(ZoneInfo(zone))
        is_known = at.timestamp() > 0
    except (ValueError, OverflowError, ZoneInfoNotFoundError, OSError):
        return fields
    if not is_known:
        return fields
    clock = time(at.hour, at.minute, at.second)
    return fields | {"year": at.year, "month": at.month, "day": at.day, "time": clock, "time_zone": zone}


def _tournament(info: object) -> dict[str, Any]:
    """The tournament as a record tells it; nothing of one that has no number as these histories have them."""
    if not isinstance(info, Mapping) or not re.fullmatch(r"[0-9]{1,20}", str(info.get("tournament_number"))):
        return {}
    known = (("buy_in", "buyin_amount"), ("fee", "fee_amount"), ("stack", "initial_stack"))
    told: dict[str, Any] = {key: info[name] for key, name in known if type(info.get(name)) is int and info[name] > 0}
    told |= {"type": info["type"]} if info.get("type") in ("STT", "MTT") else {}
    told["number"] = str(info["tournament_number"])
    return ({"event": str(info["name"])[:120]} if info.get("name") else {}) | {"_tournament": told}


@dataclass(slots=True)
class _Story:
    """What the rounds tell, in the words of PHH, by player as the file numbers them."""

    name: str
    ohh: Mapping[str, Any]
    seats: dict[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, Number] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)  # clockwise from the button's left
    antes: dict[int, Number] = field(default_factory=dict)
    blinds: dict[int, Number] = field(default_factory=dict)
    put: dict[int, Number] = field(default_factory=dict)
    in_front: dict[int, Number] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    is_out: set[int] = field(default_factory=set)  # who has folded, mucked or shown
    unsaid: dict[int, list[str]] = field(default_factory=dict)  # by the action after which they come
    per: int = 1
    game: Game | None = None

    @property
    def ours(self) -> Mapping[str, Any] | None:
        """The fields of our own member, if the file has it."""
        return ours_of(self.ohh)

    def tell(self) -> None:
        """Read all of it. Raises `BrokenRecord` and `Unsupported`."""
        if self.ours is None:
            self.game = self._named()
        else:
            self._read_ours()
        self._sit()
        self._say_unsaid(0)
        at_round = 0
        for one in self._objects(self.ohh, "rounds"):
            if one.get("street") == SHOWDOWN:
                self._showdown(one)
                continue
            self._begin(one, at_round)
            for action in self._objects(one, "actions"):
                self._act(action)
            at_round += 1

    # -- who plays ----------------------------------------------------------------------------------------------------

    def _sit(self) -> None:
        for one in self._objects(self.ohh, "players"):
            if one.get("is_sitting_out"):
                continue
            at = self._whole(one, "id")
            self.seats[at] = self._whole(one, "seat")
            self.names[at] = str(one.get("name", ""))[:80]
            self.stacks[at] = self._chips(one, "starting_stack")
        button = self._whole(self.ohh, "dealer_seat")
        if not 2 <= len(set(self.seats.values())) == len(self.seats) <= MOST_PLAYERS:
            raise self.lacks("players", OhhText.PLAYERS(most=MOST_PLAYERS))
        self.order = sorted(self.seats, key=lambda at: (self.seats[at] <= button, self.seats[at]))

    def _read_ours(self) -> None:
        ours = self.ohh[OURS]
        self.per = self._whole(ours, "per")
        if not 1 <= self.per <= MOST_UNITS:
            raise self.lacks("per", OhhText.UNITS(most=MOST_UNITS))
        told = ours.get("unsaid")
        for one in told if isinstance(told, list) else []:
            if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int:
                raise self.lacks("unsaid", OhhText.UNSAID())
            if one[0] < 0:
                self.shown.append(str(one[1]))
            else:
                self.unsaid.setdefault(one[0], []).append(str(one[1]))

    def _named(self) -> Game:
        """The game of a file of somebody else's. Raises `Unsupported`."""
        kind = str(self.ohh.get("game_type"))
        first = [one for one in self._objects(self.ohh, "rounds")[:1] for one in self._objects(one, "actions")]
        dealt = [len(self._cards(one)) // 2 for one in first if one.get("action") == DEALT]
        count = LEAST_DEALT.get(kind, 0)
        count = count if kind.startswith("Stud") else max([count, *dealt])
        key = BY_TYPE.get((kind, count))
        if key is None:
            known = Quoted(kind[:40])
            raise Unsupported(OhhText.WHICH_GAME(hand=self.name, game=known, cards=count), variant=kind[:40])
        return GAMES[key]

    # -- rounds -------------------------------------------------------------------------------------------------------

    def _begin(self, one: Mapping[str, Any], at_round: int) -> None:
        """A round begins: its cards are on the board; in a file of somebody else's, cards nobody tells are dealt face down."""
        if at_round:
            self.in_front = {}
        if one.get("cards"):
            self.actions.append(f"d db {self._cards(one)}")
        if self.game is None or at_round >= len(self.game.streets):
            return
        street = self.game.streets[at_round]
        told = dict.fromkeys(self.order, 0)
        for action in self._objects(one, "actions"):
            if action.get("action") == DEALT:
                told[self._player(action)] += len(self._cards(action)) // 2
        for at in self.order:
            missing = street.down + street.up - told[at]
            if missing > 0 and at not in self.is_out:
                self.actions.append(f"d dh {self._place(at)} {'??' * missing}")

    def _act(self, one: Mapping[str, Any]) -> None:
        word = one.get("action")
        if word in SILENT:
            return
        at = self._player(one)
        if word == DEALT:
            self.actions.append(f"d dh {self._place(at)} {self._cards(one)}")
        elif word in ANTES:
            self._put(self.antes, at, self._chips(one, "amount"))
        elif word in BLINDS:
            self._blind(at, self._chips(one, "amount"))
        else:
            self._bet(at, str(word), one)
        if type(number := one.get("action_number")) is int:
            self._say_unsaid(number)

    def _put(self, by: dict[int, Number], at: int, chips: Number) -> None:
        for sums in (by, self.put):
            sums[at] = sums.get(at, 0) + chips

    def _blind(self, at: int, chips: Number) -> None:
        """A blind; where the game has none, what brings it in."""
        if self._has_blinds():
            self._put(self.blinds, at, chips)
        else:
            self._put({}, at, chips)
            self.actions.append(f"{self._place(at)} pb")
        self.in_front[at] = self.in_front.get(at, 0) + chips

    def _has_blinds(self) -> bool:
        if self.game is not None:
            return self.game.has_blinds
        return not str(self.ohh.get("game_type")).startswith("Stud")

    def _bet(self, at: int, word: str, one: Mapping[str, Any]) -> None:
        if word not in ("Bet", "Raise", "Call", "Check", "Fold"):
            raise BrokenRecord(OhhText.NO_ACTION(hand=self.name, action=Quoted(word[:40])), hand=self.name)
        player = self._place(at)
        if word == "Fold":
            self.is_out.add(at)
            self.actions.append(f"{player} f")
            return
        chips = self._chips(one, "amount") if word != "Check" else 0
        self._put({}, at, chips)
        total = self.in_front[at] = self.in_front.get(at, 0) + chips
        self.actions.append(f"{player} cbr {total}" if word in ("Bet", "Raise") else f"{player} cc")

    def _showdown(self, one: Mapping[str, Any]) -> None:
        for action in self._objects(one, "actions"):
            if action.get("action") not in ("Shows Cards", "Mucks Cards"):
                continue
            at = self._player(action)
            cards = self._cards(action) if action.get("action") == "Shows Cards" else ""
            told = f"{self._place(at)} {cards}"
            if told in self.shown:
                continue
            if at in self.is_out:  # of one's own will, when it was over
                self.shown += [told] if cards else []
                continue
            self.is_out.add(at)
            self.actions.append(f"{self._place(at)} sm {cards}".rstrip())

    def _say_unsaid(self, number: int) -> None:
        self.actions += self.unsaid.pop(number, ())

    # -- what a file of somebody else's does not say itself -------------------------------------------------------------

    def foreign(self) -> dict[str, Any]:
        """The game, its bets, and the stacks at the end as its pots tell them."""
        bet = self.ohh.get("bet_limit")
        limit = LIMITS.get(str(bet.get("bet_type")) if isinstance(bet, Mapping) else "")
        if self.game is None or limit is None or limit not in self.game.limits:
            raise self.lacks("bet_limit", OhhText.BET_TYPE(types=[*LIMITS]))
        big = self._chips(self.ohh, "big_blind_amount")
        fields: dict[str, Any] = {"variant": f"{self.game.key}/{limit}"}
        fields |= {"small_bet": big, "big_bet": 2 * big} if limit == "fixed" else {"min_bet": big}
        if not self.game.has_blinds:
            fields["bring_in"] = min([chips for at, chips in self.put.items() if chips], default=0)
        return fields

    def listed(self, chips: Mapping[int, Number]) -> list[Number]:
        """Amounts by place, heads-up the other way round as PHH has them."""
        by_place = [chips.get(at, 0) for at in self.order]
        return by_place[::-1] if len(by_place) == 2 else by_place

    # -- members ------------------------------------------------------------------------------------------------------

    def lacks(self, name: str, kind: Message) -> BrokenRecord:
        """That a member is missing, or of another kind than it must be."""
        return BrokenRecord(RecordText.KIND(hand=self.name, field=name, kind=kind), hand=self.name, field=name)

    def _objects(self, within: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
        value = within.get(name)
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise self.lacks(name, OhhText.OBJECTS())
        return value

    def _whole(self, within: Mapping[str, Any], name: str) -> int:
        value = within.get(name)
        if type(value) is not int:
            raise self.lacks(name, OhhText.WHOLE())
        return value

    def _chips(self, within: Mapping[str, Any], name: str) -> Number:
        """An amount in the unit of the record, whole if it is."""
        value = within.get(name)
        if (
            isinstance(value, bool)
            or not isinstance(value, int | Decimal)
            or not Decimal(value).is_finite()
            or value < 0
        ):
            raise self.lacks(name, OhhText.AMOUNT())
        chips = value * self.per
        return int(chips) if chips == int(chips) else chips

    def _cards(self, within: Mapping[str, Any]) -> str:
        value = within.get("cards")
        if isinstance(value, str):  # older files have them in one text
            return value.replace(" ", "").replace(",", "")
        if not isinstance(value, list | None) or len(value or ()) > MOST_CARDS:
            raise self.lacks("cards", OhhText.CARDS(most=MOST_CARDS))
        return "".join(str(card) for card in value or ())

    def _player(self, one: Mapping[str, Any]) -> int:
        at = one.get("player_id")
        if type(at) is not int or at not in self.seats:
            raise BrokenRecord(OhhText.NO_PLAYER(hand=self.name, player=Quoted(at)), hand=self.name)
        return at

    def _place(self, at: int) -> str:
        return f"p{self.order.index(at) + 1}"
