"""A hand of PokerStars text as a PHH record, which `phh_to_hand` plays; `hand_to_pokerstars` is the way back.

Amounts are whole numbers of the smallest unit that the hand names, cents in a currency; `_per` of them are 1 in the text.
Cards that nobody was shown are unknown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.messages.message import Quoted
from engine.messages.records import StarsText
from engine.notation.phh import BrokenRecord, Record, exact, written_out
from engine.notation.phh_to_hand import nominal
from engine.notation.pokerstars import lines
from engine.notation.pokerstars.forced_bets import FORCED, Forced, forced_bets
from engine.notation.pokerstars.told_hand import Step, Told, not_understood

UNSEEN = "??"
BETS = ("bet", "raise", "call", "check", "fold", "bring-in")


@dataclass(slots=True)
class Sums:
    """What the lines say that each seat put in, had returned, and took of the pots."""

    put: Counter[int] = field(default_factory=Counter)
    returned: Counter[int] = field(default_factory=Counter)
    taken: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class Story:
    """The lines of a hand in the words of PHH."""

    told: Told
    digits: int  # after the point
    forced: Forced
    actions: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # the line of each action
    sums: Sums = field(default_factory=Sums)
    shown: list[str] = field(default_factory=list)
    street: int = -1
    due: dict[int, tuple[int, int]] = field(default_factory=dict)  # down-cards and up-cards still to be dealt, by seat
    given: dict[int, str] = field(default_factory=dict)  # what the lines tell of them
    boards: list[str] = field(default_factory=list)
    in_front: Counter[int] = field(default_factory=Counter)
    folded: set[int] = field(default_factory=set)
    closed: dict[int, str] = field(default_factory=dict)  # who has shown or mucked, with the cards shown
    is_showdown: bool = False
    has_shown: bool = False

    def tell(self) -> None:
        """Put all of it into actions. Raises `BrokenRecord`."""
        for step in self.told.steps:
            if step.kind not in FORCED and self.street < 0:
                self._begin(0, step.line)
            self._take(step)
        self._deal(self.told.steps[-1].line if self.told.steps else 1)

    def _take(self, step: Step) -> None:
        kind, seat = step.kind, step.seat
        if kind in FORCED:
            self._pay_forced(step)
        elif kind == "street":
            self._next_street(step)
        elif kind == "dealt":
            self.given[seat] = step.cards
        elif kind in ("pat", "discard"):
            self._draw(step)
        elif kind in BETS:
            self._bet(step)
        elif kind == "showdown":
            self._deal(step.line)
            self.is_showdown = True
        elif kind == "uncalled":
            self.sums.returned[seat] += self.chips(step.amounts[0])
        elif kind == "collected":
            self.sums.taken[seat] += self.chips(step.amounts[0])
        elif kind in ("show", "muck"):
            self._show(step)

    def chips(self, written: str) -> int:
        """An amount in the smallest unit."""
        return lines.units_of(written, self.digits)

    @property
    def per(self) -> int:
        """How many of the smallest unit make 1 of the text."""
        return int(10**self.digits)

    def _say(self, line: int, action: str) -> None:
        self.actions.append(action)
        self.numbers.append(line)

    def place(self, seat: int) -> str:
        """A player as PHH numbers them."""
        return f"p{self.forced.places.index(seat) + 1}"

    # -- cards --------------------------------------------------------------------------------------------------------

    def _begin(self, number: int, line: int) -> None:
        """A street begins: its cards are due to everybody who has not folded."""
        self._deal(line)
        self.street, self.in_front = number, self.in_front if not number else Counter()
        streets = self.told.game.streets
        if number >= len(streets):
            raise not_understood(self.told, line, "")
        street = streets[number]
        for seat in self.forced.places:
            if seat not in self.folded and street.down + street.up:
                self.due[seat] = (street.down, street.up)
        if not number and street.board:
            self._deal_door(street.board, line)

    def __post_init__(self) -> None:
        self.boards = [""] * self.told.count_boards()

    def _deal_door(self, count: int, line: int) -> None:
        """Cards of the board before the first bet, which only later lines tell."""
        self.given |= {step.seat: step.cards for step in self._first_cards()}
        self._deal(line)
        streets = [step for step in self.told.steps if step.kind == "street"]
        for board in [0] if self.told.is_run() else range(1, len(self.boards) + 1) if len(self.boards) > 1 else [0]:
            first = next((step for step in streets if step.board in (board, 0)), None) or next(iter(streets), None)
            told = "".join(first.amounts) if first else self.told.boards.get(board, "")
            self._lay(told[: 2 * count] or UNSEEN * count, line, board)

    def _first_cards(self) -> list[Step]:
        """The lines of cards dealt before anybody bets."""
        first: list[Step] = []
        for step in self.told.steps:
            if step.kind in BETS or step.kind == "street":
                break
            first += [step] if step.kind == "dealt" else []
        return first

    def _lay(self, cards: str, line: int, board: int) -> None:
        """Cards on a board, from 1, or on the one that there is, or that all runs begin with."""
        for at in [board - 1] if board else range(len(self.boards)):
            self.boards[at] += cards
        self._say(line, f"d db {cards}")

    def _next_street(self, step: Step) -> None:
        """A heading: the next street, with the cards of the board; in stud one may lie there instead of each one's own."""
        number, cards = step.seat, step.cards
        if number != self.street:
            if number != self.street + 1:
                raise not_understood(self.told, step.line, step.kind)
            self._begin(number, step.line)
        if not cards:
            return
        lying = self.boards[max(step.board - 1, 0)]
        if not self.told.game.has_board:
            self.due.clear()
        elif len(step.amounts) == 1 and lying and cards.startswith(lying):
            cards = cards[len(lying) :]  # the cards that lay there and the new ones in one
        elif "".join(step.amounts[:-1]) != lying:
            told = Quoted("".join(step.amounts[:-1]))
            raise BrokenRecord(
                StarsText.OTHER_BOARD(hand=self.told.name, line=step.line, board=Quoted(lying), told=told)
            )
        self._lay(cards, step.line, step.board)

    def _deal(self, line: int) -> None:
        """The cards that are due, as far as the lines tell them."""
        due, self.due = self.due, {}
        given, self.given = self.given, {}
        if self.street == 0 and self.told.game.has_board:
            given = self.told.mucked | given  # the summary tells them
        for seat in sorted(due, key=self.forced.places.index):
            down, up = due[seat]
            cards = given.get(seat, "")
            missing = down + up - len(cards) // 2
            is_short = missing and missing != down and (cards or up)  # cards that lie open are always told
            if missing < 0 or is_short:
                dealt = f"Dealt to {self.told.names[seat]} [{cards}]"
                raise not_understood(self.told, line, dealt)
            self._say(line, f"d dh {self.place(seat)} {UNSEEN * missing}{cards}")

    def _draw(self, step: Step) -> None:
        """Cards changed; a single draw has no heading of its own."""
        if self.street == 0 and self.told.game.has_draws:
            self._begin(1, step.line)
        count = int(step.amounts[0]) if step.kind == "discard" else 0
        cards = (step.cards or UNSEEN * count) if count else ""
        if len(cards) != 2 * count:
            changed = f"discards {count} [{step.cards}]"
            raise not_understood(self.told, step.line, changed)
        self._say(step.line, f"{self.place(step.seat)} sd {cards}".rstrip())
        if count:
            self.due[step.seat] = (count, 0)

    # -- bets ---------------------------------------------------------------------------------------------------------

    def _pay_forced(self, step: Step) -> None:
        chips, seat = self.chips(step.amounts[0]), step.seat
        self._pay(step, chips)
        if step.kind in ("small blind", "big blind", "straddle"):
            is_dead = step.kind == "small blind" and seat != self.forced.positions.small_blind
            self.in_front[seat] += 0 if is_dead else chips
        elif step.kind == "both blinds":
            self.in_front[seat] += min(chips, self.forced.stakes.big_blind)

    def _check_raise(self, step: Step) -> None:
        """Raise `BrokenRecord` for a raise by another amount than lies between it and what there was to call."""
        if step.kind != "raise":
            return
        by, to = map(self.chips, step.amounts)
        most = max(self.in_front.values(), default=0)
        levels = {most} if self.street else {most, max(most, self.forced.stakes.big_blind)}  # a blind may be short
        if to - by not in levels:
            told, played = (written_out(exact(one, self.per)) for one in (by, to - most))
            words = StarsText.BET(hand=self.told.name, line=step.line, told=told, played=played)
            raise BrokenRecord(words, hand=self.told.name, line=step.line)

    def _pay(self, step: Step, chips: int) -> None:
        """Chips that a player puts in. Raises `BrokenRecord` where these are all, and the line does not say so, or not all."""
        seat = step.seat
        self.sums.put[seat] += chips
        left = self.chips(self.told.stacks[seat]) - self.sums.put[seat]
        if step.is_all_in == bool(left) and left >= 0:
            player, left_told = Quoted(self.told.names[seat]), written_out(exact(left, self.per))
            words = StarsText.ALL_IN(hand=self.told.name, line=step.line, player=player, left=left_told)
            raise BrokenRecord(words, hand=self.told.name, line=step.line)

    def _bet(self, step: Step) -> None:
        self._deal(step.line)
        seat, player = step.seat, self.place(step.seat)
        if step.kind == "fold":
            self.folded.add(seat)
            self._say(step.line, f"{player} f")
            self.shown += [f"{player} {step.cards}"] if step.cards else []
            return
        chips = self.chips(step.amounts[-1]) if step.amounts else 0
        before = self.in_front[seat]
        self._check_raise(step)
        after = chips if step.kind == "raise" else before + chips
        self._pay(step, after - before)
        self.in_front[seat] = after
        word = {"bet": f"cbr {after}", "raise": f"cbr {after}", "bring-in": "pb"}.get(step.kind, "cc")
        self._say(step.line, f"{player} {word}")

    # -- the end ------------------------------------------------------------------------------------------------------

    def _show(self, step: Step) -> None:
        """A hand shown or mucked at the showdown, or shown of one's own will."""
        seat, player = step.seat, self.place(step.seat)
        if seat in self.closed and step.cards == self.closed[seat]:  # again, at the showdown of the next board
            return
        live = [one for one in self.forced.places if one not in self.folded and one not in self.closed]
        is_asked = self.is_showdown and seat in live and (len(live) > 1 or self.has_shown)
        if not is_asked:
            self.shown += [f"{player} {step.cards}"] if step.cards else []
            return
        self._deal(step.line)
        self.closed[seat] = step.cards
        self.has_shown = self.has_shown or bool(step.cards)
        self._say(step.line, f"{player} sm {step.cards}".rstrip())


def story_of(told: Told) -> Story:
    """The hand in the words of PHH. Raises `BrokenRecord`, and `BadStart` for stakes that cannot be played."""
    digits = told.digits()
    story = Story(told, digits, forced_bets(told, lambda written: lines.units_of(written, digits)))
    story.tell()
    return story


def record_of_story(story: Story) -> Record:
    """The record of those actions, with how the hand began."""
    told, forced, places = story.told, story.forced, story.forced.places
    blinds, antes = nominal(forced.stakes, forced.positions, places, 0)
    turn = slice(None, None, -1) if len(places) == 2 else slice(None)
    fields: dict[str, Any] = {
        "variant": told.game.phh.get(told.limit, f"{told.game.key}/{told.limit}"),
        "antes": [chips + forced.dead.get(seat, 0) for seat, chips in zip(places, antes, strict=True)][turn],
        "starting_stacks": [story.chips(told.stacks[seat]) for seat in places],
        "actions": story.actions,
        "seats": list(places),
        "players": [told.names[seat][:80] for seat in places],
        "_positions": [number or 0 for number in forced.positions],
        "_stakes": forced.stakes.as_json(),
        "_rules": {**forced.rules, **({"run_it": len(story.boards)} if told.is_run() else {})},
        **told.fields,
    }
    if told.game.has_blinds:
        both = zip(places, blinds, strict=True)
        fields["blinds_or_straddles"] = [chips + forced.live.get(seat, 0) for seat, chips in both][turn]
    answers = ["straddle"] if "straddle" in forced.rules else []
    if told.is_run():
        answers += [f"agree {len(story.boards)}"] * len(places)
    elif len(story.boards) > 1:
        fields["_boards"] = len(story.boards)
    fields |= {"_answers": answers} if answers else {}
    fields |= {"_shown": story.shown} if story.shown else {}
    fields |= {"_per": story.per} if story.per > 1 else {}
    return Record(told.name, fields, tuple(story.numbers))
