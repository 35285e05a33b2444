"""The button: who is button, small and big blind, hand after hand (RULES.md S0.15, S1.2, S1.6, S1.7; TDA 11-B, 32, 34).

The one place for the dead button. After a hand the button goes to where the small blind was and the small blind to
where the big blind was, whether anybody is still there; only the big blind is always a player, the next one who is in.
So nobody skips the big blind or has it twice running. A small blind at an empty seat is posted by nobody.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from engine.errors import BadStart
from engine.games.hand_start import Positions
from engine.messages.starts import StartText

MODES = ("dead", "moving", "winner")
# What is posted in the first hand of two players after one of more.
HEADS_UP = ("both blinds", "big blind alone")


def next_live(after: int, live: Collection[int]) -> int:
    """The first live seat clockwise of `after`; `after` itself only if nobody else is live."""
    return min(live, key=lambda seat: (seat <= after, seat))


def _check(live: Collection[int], seats: int) -> None:
    if len(live) < 2:
        raise BadStart(StartText.TWO_PLAYERS(), field="seats")
    strange = [seat for seat in live if not 1 <= seat <= seats]
    if strange:
        raise BadStart(StartText.NO_SUCH_SEAT(seat=strange[0], seats=seats), field="seats")


def first(
    live: Collection[int], seats: int, *, button: int | None = None, rng: random.Random | None = None
) -> Positions:
    """The first hand of a table of so many seats: the button at `button`, at random by `rng`, or at the lowest seat.

    A button that falls on an empty seat goes to the next live one. Raises `BadStart` under two players.
    """
    _check(live, seats)
    if button is None:
        button = rng.choice(sorted(live)) if rng is not None else min(live)
    elif button not in live:
        button = next_live(button, live)
    return _from_button(button, live)


def _from_button(button: int, live: Collection[int]) -> Positions:
    # S1.7: heads-up the button posts the small blind.
    small = button if len(live) == 2 else next_live(button, live)
    return Positions(button, small, next_live(small, live))


def advance(
    previous: Positions,
    live: Collection[int],
    seats: int,
    mode: str = "dead",
    *,
    winner: int | None = None,
    heads_up: str = "both blinds",
) -> Positions:
    """Where button and blinds are in the next hand, `live` being the seats dealt in.

    mode: "dead", the button of S1.6; "moving", where it goes to the next player and both blinds are always posted; or
    "winner", where it goes to the seat that won the last hand (`winner`; to the next player from there if nobody sits there,
    and as "moving" where nobody knows). heads_up: one of `HEADS_UP`, for the first hand of two players after one of more.
    Raises `BadStart` under two players, or for positions that were no hand with blinds.
    """
    _check(live, seats)
    found = _advanced(previous, live, mode, winner)
    was_heads_up = previous.small_blind in (None, previous.button)
    if heads_up == "big blind alone" and len(live) == 2 and not was_heads_up:
        return found._replace(small_blind=None)
    return found


def _advanced(previous: Positions, live: Collection[int], mode: str, winner: int | None) -> Positions:
    big = previous.big_blind
    # Of two players the button has the small blind (S1.7), also where the house had nobody post it.
    small = previous.button if previous.small_blind is None else previous.small_blind
    if mode == "winner" and winner is not None:
        return _from_button(winner if winner in live else next_live(winner, live), live)
    if big is None:  # a game without blinds: the button alone moves
        return _from_button(next_live(previous.button, live), live)
    if len(live) == 2:
        # Whoever would have the big blind next has it, the other is button and small blind: nobody has the big blind
        # twice running, though the small blind may come twice (TDA 34-B).
        next_big = next_live(big, live)
        button = next_live(next_big, live)
        return Positions(button, button, next_big)
    if mode != "dead":
        return _from_button(next_live(previous.button, live), live)
    return Positions(small, big, next_live(big, live))


def advance_mixed(
    previous: Positions,
    last_blinds: Positions | None,
    live: Collection[int],
    seats: int,
    *,
    has_blinds: bool,
    mode: str = "dead",
    winner: int | None = None,
    heads_up: str = "both blinds",
) -> Positions:
    """Where the button is in the next hand of a table that plays games with and without blinds (TDA 2024 11-B).

    `previous` are the positions of the last hand, `last_blinds` those of the last hand that had blinds (`previous`
    itself if it had; None if there was none: the blinds then begin from where the button stands). `has_blinds` is of
    the next game; without them only the button is told. Coming from the blinds to stud, the button goes to where the
    next hand with blinds would have it, and is frozen; the blinds resume from there. For the blinds the hands between
    are as if they had not been played, whoever came or went meanwhile: nobody skips the big blind or has it twice
    running. Only a table that goes to or from two players while the button is frozen may find it elsewhere (S1.7,
    TDA 34-B). Raises `BadStart` under two players.
    """
    _check(live, seats)
    if last_blinds is None:
        return first(live, seats, button=previous.button) if has_blinds else Positions(previous.button)
    is_frozen = previous.big_blind is None
    if not has_blinds:
        return Positions(
            previous.button if is_frozen else advance(last_blinds, live, seats, mode, winner=winner).button
        )
    if is_frozen and mode != "dead" and len(live) > 2:
        return _from_button(previous.button if previous.button in live else next_live(previous.button, live), live)
    return advance(last_blinds, live, seats, mode, winner=None if is_frozen else winner, heads_up=heads_up)


def is_button_dead(positions: Positions, live: Collection[int]) -> bool:
    """True if the button stands at an empty seat."""
    return positions.button not in live


def posts_small_blind(positions: Positions, live: Collection[int]) -> int | None:
    """The seat that posts the small blind, or None where it is dead."""
    return positions.small_blind if positions.small_blind in live else None
