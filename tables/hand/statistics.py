"""What a player's hands come to in numbers, and what is counted of each hand for them when it is settled.

Definitions, over the settled hands of betting games (bomb pots have no first round to choose in, and count as hands only):

- *put in freely* (VPIP): called, bet, raised or completed in the first betting round. Antes, blinds, straddles, posts and the
  bring-in are not free; a check costs nothing.
- *raised first* (PFR): bet, raised or completed in the first betting round.
- *went to showdown*: of the hands in which the player was still there when the next street began, those in which two or more
  players were left at the end.
- *won at showdown*: of the hands that went to showdown, those in which the player was paid a part of a pot.
- *result*: chips won less chips lost, by unit: the chips of a tournament are never added to the club's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from engine.betting.hand import Hand as BettingHand
from engine.play.any_game import AnyHand, find_game
from tables.models import Hand, HandSeat

_PUT_IN = frozenset(("call", "bet", "raise", "complete"))
_RAISED = frozenset(("bet", "raise", "complete"))
_CHOICES = frozenset((*_PUT_IN, "fold", "check", "bring-in"))


@dataclass(frozen=True, slots=True)
class Counted:
    """What is counted of one seat's part in a hand; None where the question has no meaning."""

    put_in: bool | None = None
    raised: bool | None = None
    went_on: bool | None = None
    showed_down: bool | None = None
    won: bool | None = None


FIELDS = Counted.__slots__
NOTHING = Counted()


def count(hand: AnyHand) -> Mapping[int, Counted]:
    """What is counted of a hand that is over, by seat; nothing of one that is not bet on from the start."""
    if not isinstance(hand, BettingHand) or hand.start.bomb:
        return {}
    put_in: set[int] = set()
    raised: set[int] = set()
    folded: set[int] = set()
    gone_first: set[int] = set()
    paid: set[int] = set()
    is_begun = is_first_over = False
    for event in hand.events:
        kind, seat = event.kind, event.seat
        if kind == "street" and is_begun and not is_first_over:
            is_first_over, gone_first = True, set(folded)
        is_begun = is_begun or kind in _CHOICES
        if seat is None:
            continue
        if not is_first_over:
            put_in |= {seat} if kind in _PUT_IN else set()
            raised |= {seat} if kind in _RAISED else set()
        folded |= {seat} if kind == "fold" else set()
        paid |= {seat} if kind == "win" else set()
    is_showdown = len(hand.seats) - len(folded) > 1
    return {
        seat: Counted(
            seat in put_in,
            seat in raised,
            is_first_over and seat not in gone_first,
            is_showdown and seat not in folded,
            seat in paid,
        )
        for seat in hand.seats
    }


# -- a player's numbers -----------------------------------------------------------------------------------------------


def of(seats: QuerySet[HandSeat]) -> dict[str, Any]:
    """The numbers of those seats of hands (`tables.queries.player_hands.own`): counts, shares of 0 to 1 (None: no such
    hand), results.

    `by_game` are the games, most hands first; `results` the results by unit.
    """
    settled = seats.filter(hand__state=Hand.State.SETTLED)
    conditions = {
        "hands": Q(),
        "choices": Q(put_in__isnull=False),
        "entered": Q(put_in=True),
        "opened": Q(raised=True),
        "second": Q(went_on=True),
        "shown_of_second": Q(went_on=True, showed_down=True),
        "shown": Q(showed_down=True),
        "paid": Q(showed_down=True, won=True),
    }
    counts = settled.aggregate(**{name: Count("pk", filter=condition) for name, condition in conditions.items()})
    games = (
        settled.values("hand__start__game", "hand__table__unit")
        .annotate(hands=Count("pk"), result=Sum("net"))
        .order_by("-hands", "hand__start__game", "hand__table__unit")
    )
    units = settled.values("hand__table__unit").annotate(hands=Count("pk"), result=Sum("net")).order_by("-hands")
    return {
        "hands": counts["hands"],
        "vpip": _share(counts["entered"], counts["choices"]),
        "pfr": _share(counts["opened"], counts["choices"]),
        "went_to_showdown": _share(counts["shown_of_second"], counts["second"]),
        "won_at_showdown": _share(counts["paid"], counts["shown"]),
        "results": {row["hand__table__unit"]: row["result"] or 0 for row in units},
        "by_game": [
            {
                "game": row["hand__start__game"],
                "game_name": find_game(row["hand__start__game"]).name,
                "unit": row["hand__table__unit"],
                "hands": row["hands"],
                "result": row["result"] or 0,
            }
            for row in games
        ],
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def running(seats: QuerySet[HandSeat], unit: str) -> list[tuple[Any, int]]:
    """The result after each settled hand of that unit, in order: when it ended, and the chips won or lost until then."""
    lines = (
        seats.filter(hand__state=Hand.State.SETTLED, hand__table__unit=unit, hand__ended_at__isnull=False)
        .order_by("hand__ended_at", "hand_id")
        .values_list("hand__ended_at", "net")
    )
    total, found = 0, []
    for at, net in lines.iterator(5000):
        total += net or 0
        found.append((at, total))
    return found
