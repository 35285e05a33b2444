"""A hand of ours as PokerStars writes its histories, line by line, so that trackers read it.

Amounts are chips ("Play Money"): these histories have no word for a club's own. What they have no line for at all (more than
three boards, bomb pots, kills, jokers) is refused; what they leave out (house rules, cards nobody showed) is left out. A hand of a
tournament is told as one where its level is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any
from zlib import crc32
from zoneinfo import ZoneInfo

from engine.betting.events import Event
from engine.betting.hand import Hand
from engine.cards import UNKNOWN, cards_text
from engine.messages.message import Quoted
from engine.messages.records import RecordText
from engine.notation.hand_to_ohh import Setting
from engine.notation.phh import Record, exact, written_out
from engine.notation.phh_to_hand import Unsupported
from engine.notation.pokerstars_words import (
    DRAWS,
    GAMES,
    GIVEN_UP,
    LIMITS,
    NTH,
    STUD,
    TIMES,
    is_sayable,
    is_usual,
    streets_of,
)
from engine.notation.record_circumstances import began_at, names_of, shown_later
from engine.notation.seen_events import seen_events
from engine.notation.tournament_words import roman, tournament_of

EASTERN = ZoneInfo("America/New_York")  # the time that these histories are told in
_POSTS = {"small blind": "small blind", "big blind": "big blind", "post": "big blind", "straddle": "straddle"}


def pokerstars_of(
    hand: Hand,
    record: Record,
    *,
    seat: int | None = None,
    per: int = 1,
    setting: Setting | None = None,
) -> str:
    """A hand that is over, as a seat (None: the rail) may see it; `record` is the same hand as PHH.

    `per` smallest units make a chip. Raises `Unsupported` for a game or a hand that they have no words for.
    """
    game, limit = hand.game, hand.stakes.limit
    is_known = is_sayable(game, limit, hand.start.rules.jokers) and is_usual(hand.start)
    if not is_known or len(hand.boards) > len(NTH):
        raise Unsupported(RecordText.UNSAYABLE(game=Quoted(game.key), limit=limit), variant=game.key)
    text = _Text(hand, line_names(record, hand), seat, per)
    for event in seen_events(hand, seat, everything=False):
        text.take(event)
    text.end(record)
    head = _head(hand, record, per, setting or Setting())
    seats = [
        f"Seat {number}: {text.names[number]} ({text.chips(place.stack)} in chips)" for number, place in text.places()
    ]
    return "\n".join([*head, *seats, *text.lines, *text.summary()]) + "\n"


def _in_a_line(text: str) -> str:
    return re.sub(r"[\s\x00-\x1f\x7f]+", " ", text).strip()


def line_names(record: Record, hand: Hand) -> dict[int, str]:
    """The players' names by seat as they stand in lines: no two alike, none of them empty or of several lines."""
    names: dict[int, str] = {}
    for number, name in zip(hand.seats, names_of(record, len(hand.seats)), strict=True):
        plain = _in_a_line(re.sub("[:()]", "", name)) or f"Player {number}"
        while plain in names.values():
            plain = f"{plain} {number}"
        names[number] = plain
    return names


def _head(hand: Hand, record: Record, per: int, setting: Setting) -> list[str]:
    stakes, fields = hand.stakes, record.fields
    low, high = stakes.small_blind, stakes.big_blind
    if stakes.limit == "fixed" or not hand.game.has_blinds:
        low, high = stakes.small_bet, stakes.big_bet
    number = int(record.name) if record.name.isdecimal() and len(record.name) < 19 else crc32(record.name.encode())
    told = tournament_of(fields)
    tournament = told.for_pokerstars() if told is not None and told.level else ""
    if tournament and GAMES[hand.game.key].startswith("6+"):
        tournament += "- "  # else readers take the 6 for a part of the price, and the game for plain hold'em
    level = f" - Level {roman(told.level)}" if told is not None and told.level else ""
    game = f"{GAMES[hand.game.key]} {LIMITS[stakes.limit]}{level} ({written_out(exact(low, per))}/{written_out(exact(high, per))})"
    table = _in_a_line(str(fields.get("table", ""))).replace("'", "’") or "Cardhouse"
    most = setting.seats or max(hand.seats)
    button = "" if not hand.game.has_blinds else f" Seat #{hand.start.positions.button} is the button"
    return [
        f"PokerStars Hand #{number}: {tournament or ' '}{game} - {_time(fields)} ET",
        f"Table '{table}' {most}-max{'' if tournament else ' (Play Money)'}{button}",
    ]


def _time(fields: Mapping[str, Any]) -> str:
    began = began_at(fields)
    if began is None:
        return "1970/01/01 0:00:00"
    local = began.astimezone(EASTERN)
    return f"{local:%Y/%m/%d} {local.hour}:{local:%M:%S}"


@dataclass(slots=True)
class _Text:
    """The lines as the events come."""

    hand: Hand
    names: dict[int, str]
    hero: int | None
    per: int
    lines: list[str] = field(default_factory=list)
    shows: list[int] = field(default_factory=list)
    street: int = 0
    boards: list[list[int]] = field(default_factory=list)
    runs: list[list[str]] = field(default_factory=list)  # of a board that is run several times, the lines of each run
    in_front: dict[int, int] = field(default_factory=dict)
    level: int = 0
    stacks: dict[int, int] = field(default_factory=dict)
    known: dict[int, list[int]] = field(default_factory=dict)  # cards that the reader has seen, by seat
    new: dict[int, list[int]] = field(default_factory=dict)  # dealt since the last line
    given_up: dict[int, int] = field(default_factory=dict)  # on which street
    put: set[int] = field(default_factory=set)  # seats that put chips in besides antes
    showed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    mucked: set[int] = field(default_factory=set)
    is_headed: bool = False

    def __post_init__(self) -> None:
        self.stacks = {seat.number: seat.stack for seat in self.hand.start.seats}
        self.boards = [[] for _ in range(self.hand.start.boards)]

    def chips(self, amount: int) -> str:
        """An amount as these histories write it."""
        return written_out(exact(amount, self.per))

    def places(self) -> Iterator[tuple[int, Any]]:
        """Seats in the order of their numbers, with their places."""
        return iter(sorted(zip(self.hand.seats, self.hand.start.places, strict=True)))

    def take(self, event: Event) -> None:
        """Write one event down."""
        kind, seat = event.kind, event.seat
        if kind not in ("down", "up"):
            self._deal()
        if kind == "street":
            self._street(event.amount)
        elif kind == "board":
            self._board(event.amount, event.cards)
        elif kind == "runs":
            self.boards = [[*self.boards[0]] for _ in range(event.amount)]
            self.runs = [[] for _ in self.boards]
        elif kind == "uncalled" and seat is not None:
            self.lines.append(f"Uncalled bet ({self.chips(event.amount)}) returned to {self.names[seat]}")
        elif seat is not None:
            self._of_player(kind, seat, event)

    def _of_player(self, kind: str, seat: int, event: Event) -> None:
        if kind in ("down", "up"):
            self._head_hands()
            self.new.setdefault(seat, []).extend(card for card in event.cards if card != UNKNOWN)
        elif kind == "ante":
            self._pay(seat, event.amount, "posts the ante")  # dead money of who comes in, too
        elif kind in _POSTS or kind == "bring-in":
            self._post(kind, seat, event.amount)
        elif kind in ("bet", "complete", "raise", "call", "check", "fold"):
            self._act(kind, seat, event.amount)
        elif kind == "draw":
            self._draw(seat, event.cards)
        elif kind in ("show", "muck"):
            self._show(seat, event.cards, is_shown=kind == "show")

    def _say(self, seat: int, words: str) -> None:
        self.lines.append(f"{self.names[seat]}: {words}")

    def _pay(self, seat: int, amount: int, words: str) -> None:
        self.stacks[seat] -= amount
        self._say(seat, f"{words} {self.chips(amount)}" + (" and is all-in" if not self.stacks[seat] else ""))

    # -- forced bets --------------------------------------------------------------------------------------------------

    def _post(self, kind: str, seat: int, amount: int) -> None:
        if not amount:
            return
        self.put.add(seat)
        self.in_front[seat] = self.in_front.get(seat, 0) + amount
        self.level = max(self.level, self.in_front[seat], self.hand.stakes.big_blind if kind == "big blind" else 0)
        self._pay(seat, amount, "brings in for" if kind == "bring-in" else f"posts {_POSTS[kind]}")

    # -- cards --------------------------------------------------------------------------------------------------------

    def _head_hands(self) -> None:
        """The heading over the first cards, once."""
        if not self.is_headed:
            self.is_headed = True
            self.lines.append(f"*** {streets_of(self.hand.game)[0]} ***")

    def _street(self, number: int) -> None:
        self.street = number
        if not number:
            return
        self._head_hands()
        self.in_front, self.level = {}, 0
        headings = streets_of(self.hand.game)
        is_single_draw = headings is DRAWS and len(self.hand.game.streets) == 2  # whose draw has no heading
        if headings in (STUD, DRAWS) and not is_single_draw:
            self.lines.append(f"*** {headings[number]} ***")

    def _board(self, at: int, cards: tuple[int, ...]) -> None:
        """Cards on board number `at`; runs are told one after another, as soon as all of them lie."""
        self._head_hands()
        board = self.boards[at]
        lying = f" [{cards_text(board)}]" if board else ""
        if self.street:
            street = self._nth(at, streets_of(self.hand.game)[self.street])
            (self.runs[at] if self.runs else self.lines).append(f"*** {street} ***{lying} [{cards_text(cards)}]")
        board.extend(cards)

    def _nth(self, at: int, word: str) -> str:
        return f"{NTH[at]} {word}" if len(self.boards) > 1 else word

    def _deal(self) -> None:
        """The lines of cards that were dealt: one's own, and others' that lie open."""
        new, self.new = self.new, {}
        for seat, cards in new.items():
            held = self.known.setdefault(seat, [])
            if cards and (seat == self.hero or self.hand.game.streets[0].up):
                before = f"[{cards_text(held)}] " if held else ""
                self.lines.append(f"Dealt to {self.names[seat]} {before}[{cards_text(cards)}]")
            held.extend(cards)

    def _draw(self, seat: int, cards: tuple[int, ...]) -> None:
        held = self.known.get(seat, [])
        if not cards:
            self._say(seat, f"stands pat on [{cards_text(held)}]" if seat == self.hero else "stands pat")
            return
        told = f" [{cards_text(cards)}]" if seat == self.hero else ""
        self._say(seat, f"discards {len(cards)} card{'s' * (len(cards) > 1)}{told}")
        self.known[seat] = [card for card in held if card not in cards]

    # -- bets ---------------------------------------------------------------------------------------------------------

    def _act(self, kind: str, seat: int, amount: int) -> None:
        if kind in ("check", "fold"):
            self._say(seat, f"{kind}s")
            if kind == "fold":
                self.given_up[seat] = self.street
            return
        self.put.add(seat)
        before = self.in_front.get(seat, 0)
        if not self.street and self.hand.game.has_blinds:  # what there is to call, also where nobody could post it
            self.level = max(self.level, self.hand.stakes.big_blind)
        if kind == "call":
            self.in_front[seat] = before + amount
            self.level = max(self.level, before + amount)
            self._pay(seat, amount, "calls")
            return
        level, self.level = self.level, max(self.level, amount)
        self.in_front[seat] = amount
        self.stacks[seat] -= amount - before
        words = (
            f"raises {self.chips(amount - level)} to {self.chips(amount)}" if level else f"bets {self.chips(amount)}"
        )
        self._say(seat, words + (" and is all-in" if not self.stacks[seat] else ""))

    # -- the end ------------------------------------------------------------------------------------------------------

    def _show(self, seat: int, cards: tuple[int, ...], *, is_shown: bool) -> None:
        if not is_shown or UNKNOWN in cards:
            self.mucked.add(seat)
        else:
            self.showed[seat] = cards
        self.shows.append(seat)

    def _shows(self, board: int) -> list[str]:
        """The hands shown and mucked, with what they make on a board."""
        return [
            f"{self.names[seat]}: shows [{cards_text(self.showed[seat])}] ({self._made(seat, board)})"
            if seat in self.showed
            else f"{self.names[seat]}: mucks hand"
            for seat in self.shows
        ]

    def _made(self, seat: int, board: int) -> str:
        """What a hand makes on a board, in words."""
        state = self.hand.state
        laid = state.boards[board]
        ranked = [(part, part.strength(self.showed[seat], laid)) for part in state.plan.parts if UNKNOWN not in laid]
        words = [*dict.fromkeys(str(said) for part, value in ranked if value and (said := part.ranking.say(value)))]
        if len(words) == 2:
            return f"HI: {words[0]}; LO: {words[1]}"
        return words[0] if words else "a hand"

    def end(self, record: Record) -> None:
        """Showdown, who took the pots, and what was shown of one's own will."""
        self._deal()
        self.lines += [line for run in self.runs for line in run]
        for board in range(len(self.boards)):
            self.lines += [f"*** {self._nth(board, 'SHOW DOWN')} ***", *self._shows(board)] if self.shows else []
            for name, seat, chips in self._won(board):
                self.lines.append(f"{self.names[seat]} collected {self.chips(chips)} from {name}")
        for seat, packed in shown_later(record, self.hand.seats):
            cards = " ".join(packed[at : at + 2] for at in range(0, len(packed), 2))
            self._say(seat, f"shows [{cards}]")

    def _won(self, board: int) -> Iterator[tuple[str, int, int]]:
        """Which pot, who, how many chips, of what is won on a board: side pots first, as there."""
        pots = self.hand.result.pots if self.hand.result is not None else ()
        for at in range(len(pots) - 1, -1, -1):
            name = (
                "pot"
                if len(pots) == 1
                else "main pot"
                if not at
                else "side pot"
                if len(pots) == 2
                else f"side pot-{at}"
            )
            for (_by, won), of in zip(pots[at].shares, pots[at].boards or repeat(0), strict=False):
                for seat, chips in won.items() if of == board else ():
                    if chips:
                        yield name, seat, chips

    def summary(self) -> list[str]:
        """The last part: the pots, the board, and each seat in a line."""
        pots = self.hand.result.pots if self.hand.result is not None else ()
        total, rake = sum(pot.amount for pot in pots), sum(pot.rake for pot in pots)
        left = [self.chips(pot.amount - pot.rake) for pot in pots]  # the parts are told without the rake
        parts = [f"Main pot {left[0]}."] if len(pots) > 1 else []
        for at, chips in enumerate(left[1:], 1):
            parts.append(f"Side pot{'' if len(pots) == 2 else f'-{at}'} {chips}.")
        lines = [
            "*** SUMMARY ***",
            " ".join([f"Total pot {self.chips(total)}", *parts, f"| Rake {self.chips(rake)}"]),
        ]
        lines += [f"Hand was run {TIMES[len(self.runs)]}"] if self.runs else []
        lines += [self._nth_board(at) for at, board in enumerate(self.boards) if board]
        return lines + [f"Seat {number}: {self._fate(number)}" for number, _place in self.places()]

    def _nth_board(self, at: int) -> str:
        return f"{self._nth(at, 'Board')} [{cards_text(self.boards[at])}]"

    def _fate(self, seat: int) -> str:
        positions = self.hand.start.positions
        where = [
            ("button", positions.button),
            ("small blind", positions.small_blind),
            ("big blind", positions.big_blind),
        ]
        told = "".join(f" ({name})" for name, number in where if number == seat and self.hand.game.has_blinds)
        won = [sum(chips for _pot, number, chips in self._won(at) if number == seat) for at in range(len(self.boards))]
        return f"{self.names[seat]}{told} {self._came_to(seat, won)}"

    def _came_to(self, seat: int, won: list[int]) -> str:
        if seat in self.given_up:
            when = GIVEN_UP[streets_of(self.hand.game)][self.given_up[seat]]
            return f"folded {when}" + ("" if seat in self.put or self.given_up[seat] else " (didn't bet)")
        if seat in self.showed:
            cards = f"showed [{cards_text(self.showed[seat])}]"
            made = [self._made(seat, at) for at in range(len(won))]
            parts = [
                f"and won ({self.chips(chips)}) with {words}" if chips else f"and lost with {words}"
                for chips, words in zip(won, made, strict=True)
            ]
            return f"{cards} {', '.join(parts)}"
        if any(won):
            return f"collected ({self.chips(sum(won))})"
        return "mucked"
