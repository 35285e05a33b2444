"""What a betting hand came to: who took how much of every pot, board and part, and with which hand (RULES.md S0.14, S2.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.betting.pots_and_results.chops_and_quarters import kind_of
from engine.betting.pots_and_results.pots import Share, SharedPot
from engine.betting.pots_and_results.results import Result
from engine.betting.state import HandState
from engine.cards import UNKNOWN, card_text
from engine.games.compiled_game import Part
from engine.hand_names import Words


class WinningHand(NamedTuple):
    """What a hand made, the cards that play (five, or as many as there are), and which of these are wild."""

    made: Words
    cards: tuple[int, ...]
    wild: tuple[int, ...]

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {
            "made": self.made.as_json(),
            "cards": [card_text(card) for card in self.cards],
            "wild": [card_text(card) for card in self.wild],
        }


class Take(NamedTuple):
    """Chips that a seat takes, its own bets among them; `hand` is None where it was not shown or nobody contested it."""

    seat: int
    chips: int
    hand: WinningHand | None = None

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {"seat": self.seat, "chips": self.chips, "hand": None if self.hand is None else self.hand.as_json()}


class PartOutcome(NamedTuple):
    """Who took one part of a pot.

    board: the board's index, None where the pot is not parted by boards. by: the ranking's key, None where it is not parted
    between rankings. kind: "win", "chop", or "quarter" where two split one half of a pot whose other half goes otherwise.
    """

    board: int | None
    by: str | None
    kind: str
    takes: tuple[Take, ...]

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        takes = [take.as_json() for take in self.takes]
        return {"board": self.board, "by": self.by, "kind": self.kind, "takes": takes}


class UnqualifiedPart(NamedTuple):
    """A part of a pot for which nobody had a hand, such as no low: its chips went to the other parts (S2.7).

    board: the board's index, None where the pot is not parted by boards. by: the ranking's key.
    """

    board: int | None
    by: str

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return self._asdict()


class PotOutcome(NamedTuple):
    """A pot: its chips before rake, the seats that could win it, the rake, who took what, and the parts nobody qualified for.

    The main pot is the first.
    """

    amount: int
    eligible: tuple[int, ...]
    rake: int
    parts: tuple[PartOutcome, ...]
    unqualified: tuple[UnqualifiedPart, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {
            "amount": self.amount,
            "seats": list(self.eligible),
            "rake": self.rake,
            "parts": [part.as_json() for part in self.parts],
            "unqualified": [part.as_json() for part in self.unqualified],
        }


class Outcome(NamedTuple):
    """Every pot, the uncalled chips that went back, by seat, and what each seat won or lost.

    What the seats take of all pots, what went back, and the rake are together what was put in.
    """

    pots: tuple[PotOutcome, ...]
    returned: Mapping[int, int]
    net: Mapping[int, int]

    @property
    def rake(self) -> int:
        """Chips that the house takes."""
        return sum([pot.rake for pot in self.pots])

    @property
    def taken(self) -> dict[int, int]:
        """Chips by seat, taken from all pots; only of seats that take any."""
        taken: dict[int, int] = {}
        for pot in self.pots:
            for part in pot.parts:
                for seat, chips, _hand in part.takes:
                    taken[seat] = taken.get(seat, 0) + chips
        return taken

    def as_json(self) -> dict[str, Any]:
        """For API and pages; seats are strings where they are names of members."""
        return {
            "pots": [pot.as_json() for pot in self.pots],
            "returned": {str(seat): chips for seat, chips in self.returned.items()},
            "taken": {str(seat): chips for seat, chips in self.taken.items()},
            "net": {str(seat): chips for seat, chips in self.net.items()},
            "rake": self.rake,
        }


def outcome_of(state: HandState, result: Result) -> Outcome:
    """What everybody may know of a hand that is over: hands that were not shown are not told."""
    assert state.shared_pots is not None
    returned = {seat: chips for kind, seat, chips, *_cards in state.events if kind == "uncalled"}
    return Outcome(
        tuple([_pot(state, pot) for pot in state.shared_pots]), MappingProxyType(returned), MappingProxyType(result.net)
    )


def _pot(state: HandState, pot: SharedPot) -> PotOutcome:
    boards = {board for board, _key, _won in pot.shares}
    parts = tuple([_part(state, pot, share, has_boards=len(boards) > 1) for share in pot.shares if share[2]])
    eligible = tuple([state.seats[at] for at in pot.eligible])
    return PotOutcome(pot.amount, eligible, pot.rake, parts, _unqualified(state, pot, has_boards=len(boards) > 1))


def _unqualified(state: HandState, pot: SharedPot, *, has_boards: bool) -> tuple[UnqualifiedPart, ...]:
    """None of a pot that one alone could win, or of one that a dealer awarded, whose hands are not known."""
    if len(pot.eligible) < 2 or state.award is not None:
        return ()
    shared = {(board, key) for board, key, _won in pot.shares}
    return tuple(
        [
            UnqualifiedPart(board if has_boards else None, part.key)
            for board in sorted({board for board, _key in shared})
            for part in state.plan.parts
            if (board, part.key) not in shared
        ]
    )


def _part(state: HandState, pot: SharedPot, share: Share, *, has_boards: bool) -> PartOutcome:
    board, key, won = share
    halves = [other for other in pot.shares if other[0] == board and other[2]]
    is_half = len(halves) > 1
    # A pot that one alone could win goes to no hand, nor does one that was awarded whole.
    is_contested = len(pot.eligible) > 1 and (state.award is None or is_half or has_boards or _is_one(state))
    takes = tuple(
        [
            Take(state.seats[place], chips, _hand(state, place, key, board) if is_contested else None)
            for place, chips in won
        ]
    )
    return PartOutcome(board if has_boards else None, key if is_half else None, kind_of(share, halves), takes)


def _is_one(state: HandState) -> bool:
    return len(state.plan.parts) == 1 and len(state.boards) == 1


def _hand(state: HandState, place: int, key: str, at: int) -> WinningHand | None:
    """What the hand at that place made for that part on that board; None if it was not shown or is not known."""
    if state.beaten:  # cards turned up until one beats all (S2.14)
        cards, board = state.up_cards[place], list[int]()
    elif state.shown[place]:
        cards, board = state.cards[place], state.boards[at]
    else:
        return None
    part = next(part for part in state.plan.parts if part.key == key)
    if UNKNOWN in cards or UNKNOWN in board:
        return None
    value = part.strength(cards, board)
    if not value and state.plan.rules.nobody_qualifies == "best high":
        part = part._replace(least=0)
        value = part.strength(cards, board)
    if not value:
        return None
    five = playing(part, cards, board, value)
    return WinningHand(part.ranking.say(value), five, tuple([card for card in five if card in state.plan.wild]))


def playing(part: Part, cards: Sequence[int], board: Sequence[int], value: int) -> tuple[int, ...]:
    """The cards that make `value`; of several such fives the one with most cards of the board.

    Fewer than five where the hand has fewer, or where fewer count, as in badugi.
    """
    rank = part.ranking.rank
    if part.hole is not None:
        choices = [
            (*three, *own) for three in combinations(board, 5 - part.hole) for own in combinations(cards, part.hole)
        ]
    else:
        held = [*board, *cards]
        sizes = range(1, 5) if part.key.startswith("badugi") else [min(5, len(held))]
        choices = [some for size in sizes for some in combinations(held, size)]
    return next(some for some in choices if rank(some) == value)
