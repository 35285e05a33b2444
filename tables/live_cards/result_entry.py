"""A betting hand with real cards of which only the result is entered: who won and lost what. No cards, no actions.

It is a hand like any other: its start, a settlement under the ledger's key `hand:<id>:settle`, a line in everybody's
history. What was told of it stands in `Hand.expected`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from engine.betting.pots_and_results.rake import rake_of
from engine.games.play_rules import PlayRules
from tables.cash import next_hand
from tables.core import locks
from tables.core.errors import Refused
from tables.hand import misdeals
from tables.live_cards import real_card_tables
from tables.models import Hand, Sitting, Table
from tables.tournament_seats import table_owner


def enter(
    table_id: int,
    *,
    number: int,
    stacks: Mapping[int, int] | None = None,
    won: Mapping[int, int] | None = None,
    pot: int | None = None,
    button: int | None = None,
    game: str = "",
    posting: Collection[int] = (),
    by: User,
    now: datetime,
    source: str = "",
) -> Hand:
    """Enter what hand `number` of the table came to; a worker moves the chips.

    `stacks` are the chips by seat after the hand, or `won` what each won (lost, below zero); a seat that is not named stands
    as it did. `pot` is what was played for, if the house takes its rake of it: then what was lost is more than what was won
    by the rake. `button`, `game`, `posting` as in `real_card_tables.coming`. The same result for the same number finds the hand.
    Raises `UnknownTable`, `Refused` (nothing is entered here, no such seat, more lost than was there, chips that do not sum,
    another result entered already) and `IllegalAction`.
    """
    with (
        transaction.atomic(durable=True),
        table_owner.holding(table_id, by=by, now=now, source=source) as owner,
    ):
        table = locks.lock_table(table_id)
        real_card_tables.check(table)
        entered = Hand.objects.filter(table=table, number=number).first()
        if entered is not None:
            return _the_same(table, entered, stacks, won, pot)
        real_card_tables.check_number(table, number)
        sittings = real_card_tables.playing(table)
        before = misdeals.places_of(table)
        dealt = real_card_tables.coming(
            table, sittings, owner.terms(), button=button, game=game, posting=posting, now=now
        )
        rake = 0 if table.owner or not pot else _rake(dealt, pot)
        net = _net(dealt.sittings, _without_idle(dealt, sittings, stacks), won, pot, rake)
        told = {
            "net": {str(seat): chips for seat, chips in net.items()},
            "rake": rake,
            "pot": pot,
            "given": _given(stacks, won),
            "before": {**before, "owed": misdeals.owed_by(dealt.sittings)},
        }
        row = real_card_tables.write(table, dealt, now, expected=told)
        owner.hear_begun(row)
        audit_log.record("hand.result-entered", by=by, subject=row.reference, after=told["net"], source=source, now=now)
        real_card_tables.finish(table, row, now)
        return row


# -- the pieces -------------------------------------------------------------------------------------------------------


def _the_same(
    table: Table, entered: Hand, stacks: Mapping[int, int] | None, won: Mapping[int, int] | None, pot: int | None
) -> Hand:
    """The hand of that number, if it was entered with this very result. Raises `Refused`."""
    told = entered.expected or {}
    same = "net" in told and (told["given"], told["pot"]) == (_given(stacks, won), pot)
    if same and entered.state in (Hand.State.OVER, Hand.State.SETTLED):
        return entered
    message = _("Hand %(number)s was entered already; the next hand here is number %(next)s.")
    raise Refused("hand_posted", message % {"number": entered.number, "next": table.next_hand})


def _given(stacks: Mapping[int, int] | None, won: Mapping[int, int] | None) -> dict[str, Any]:
    """What was typed, for storage."""
    kind, amounts = ("stacks", stacks) if stacks is not None else ("won", won or {})
    return {kind: {str(seat): chips for seat, chips in sorted(amounts.items())}}


def _without_idle(
    dealt: next_hand.Prepared, sittings: Sequence[Sitting], stacks: Mapping[int, int] | None
) -> Mapping[int, int] | None:
    """The stacks without those who wait for the big blind, where they are what they were."""
    live = {one.seat for one in dealt.sittings}
    idle = {one.seat: next_hand.stack_of(one) for one in sittings if one.seat not in live}
    return stacks and {seat: chips for seat, chips in stacks.items() if idle.get(seat) != chips}


def _rake(dealt: next_hand.Prepared, pot: int) -> int:
    assert isinstance(dealt.play, PlayRules)  # of a game with betting
    return rake_of(dealt.play, pot, len(dealt.sittings), dealt.start.stakes.unit)


def _net(
    sittings: Sequence[Sitting],
    stacks: Mapping[int, int] | None,
    won: Mapping[int, int] | None,
    pot: int | None,
    rake: int,
) -> dict[int, int]:
    """Chips won by seat, lost below zero; with the rake they come to nothing. Raises `Refused`."""
    if (stacks is None) == (won is None):
        raise Refused("one_of_two", _("Say either the stacks after the hand, or what each player won or lost."), 422)
    has = {one.seat: next_hand.stack_of(one) for one in sittings}
    for seat in {**(stacks or {}), **(won or {})}:
        if seat not in has:
            words = _("Nobody plays at seat %(seat)s; the hand is of seats %(seats)s.")
            told = {"seat": seat, "seats": ", ".join(map(str, has))}
            raise Refused("no_such_seat", words % told, 422, seat=seat, seats=list(has))
    if stacks is not None:
        net = {seat: stacks.get(seat, chips) - chips for seat, chips in has.items()}
    else:
        net = {seat: (won or {}).get(seat, 0) for seat in has}
    for seat, chips in net.items():
        if chips < -has[seat]:
            words = _("Seat %(seat)s had %(stack)s chips and cannot lose %(lost)s.")
            told = {"seat": seat, "stack": has[seat], "lost": -chips}
            raise Refused("lost_too_much", words % told, 422, **told)
    gained, lost = sum(one for one in net.values() if one > 0), -sum(one for one in net.values() if one < 0)
    if gained + rake != lost:
        words = _("%(won)s chips were won and %(lost)s lost; with a rake of %(rake)s they differ by %(difference)s.")
        told = {"won": gained, "lost": lost, "rake": rake, "difference": abs(gained + rake - lost)}
        raise Refused("does_not_sum", words % told, 422, **told)
    if pot is not None and pot < lost:
        words = _("The pot was %(pot)s, but %(lost)s chips were lost.")
        raise Refused("pot_too_small", words % {"pot": pot, "lost": lost}, 422, pot=pot, lost=lost)
    return net
