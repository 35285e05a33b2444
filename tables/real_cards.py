"""Tables where people play with real cards and betting hands are entered: who plays there, and how the next hand begins.

A hand is entered action by action (`tables.recorder`), or as what it came to (`tables.results`); `tables.corrections` takes
either back. At a table of a rotation the game follows from it, or is the one that was chosen. Chinese rows are
`tables.scoresheet`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import engine
from club import house_rules
from engine import positions
from engine.catalogue import find_game
from engine.errors import EngineError
from engine.games import Game
from engine.rotation import Choice, Turn
from tables import dealer, locks, misdeals, mixed, resolve, seating, seeds, starts
from tables.errors import IllegalAction, Refused
from tables.models import Hand, HandSeat, Sitting, Table
from tables.owners import Terms
from tables.starts import Prepared


def is_kept_for(table: Table) -> bool:
    """True if betting hands are entered at this table: real cards, a game with betting, and every stack on record."""
    return table.kind == Table.Kind.RECORDED and has_betting(table) and has_stacks(table)


def has_stacks(table: Table) -> bool:
    """True if the chips in front of the players are on record; at a tournament's table once its stacks were counted."""
    if not table.owner:
        return table.takes_chips
    here = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return here.exclude(account=None).exists()


def has_betting(table: Table) -> bool:
    """True if a game of the table is one of betting."""
    legs = [table.game] if table.rotation is None else [leg.game for leg in mixed.rotation_of(table).legs]
    return any(isinstance(find_game(key), Game) for key in legs)


def check(table: Table) -> None:
    """Raises `Refused` where no hands are entered."""
    if not is_kept_for(table) or table.status != Table.Status.OPEN:
        message = _("Hands are entered at open tables of a betting game with real cards and counted stacks.")
        raise Refused("no_hands_entered_here", message)


def current(table: Table) -> Hand | None:
    """The hand that is being entered at the table, or None."""
    return Hand.objects.filter(table=table, state=Hand.State.PLAYING).order_by("-number").first()


def seated(table: Table) -> list[Sitting]:
    """Who sits at the table, by seat."""
    found = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return list(found.select_related("player", "account").order_by("seat"))


def playing(table: Table) -> list[Sitting]:
    """Who can be dealt in, by seat: whoever has chips; at a cash table, only if not sitting out. Raises `Refused`."""
    absent = () if table.owner else (Sitting.State.OUT, Sitting.State.LEAVING)
    found = [one for one in seated(table) if one.state not in absent and starts.stack_of(one) > 0]
    if len(found) < 2:
        raise Refused("too_few_players", _("Two players with chips are needed for a hand."), players=len(found))
    return found


def check_number(table: Table, number: int) -> None:
    """Refuse any but the table's next hand, and that one while another is being entered. Raises `Refused`."""
    if current(table) is not None:
        raise Refused("hand_in_progress", _("A hand is in progress here; it must be settled before the next one."))
    if number != table.next_hand:
        raise Refused("wrong_number", _("The next hand here is number %(next)s.") % {"next": table.next_hand})


def coming(
    table: Table, sittings: Sequence[Sitting], terms: Terms, *, button: int | None, game: str, now: datetime
) -> Prepared:
    """The table's next hand. `button` is a seat, None: it moves on; `game` answers whoever has to choose, as ``razz fixed``.

    Raises `Refused` (a button nobody plays at, a game that is missing or not to be chosen, rows to be entered instead) and
    `IllegalAction`.
    """
    live = {one.seat for one in sittings}
    if button is not None and button not in live:
        message = _("The button is at a seat that plays: %(seats)s.") % {"seats": sorted(live)}
        raise Refused("no_such_button", message, 422)
    if terms.event is not None:
        mixed.follow(table, terms.event)
    if table.button is None and button is None and misdeals.drawn_button(table) is None:
        button = positions.first(live, table.seats).button
    if table.rotation is not None and table.turn is None:  # whoever is asked must not change with the next look
        table.turn = Turn.begin(positions.first(live, table.seats, button=button).button).as_json()
    _choose(table, sittings, terms, game, now)
    prepared = starts.prepare(
        table,
        sittings,
        now=now,
        secret=seeds.fresh(),
        game=terms.game,
        stakes=terms.stakes,
        rules_at=terms.rules_at,
        event=terms.event,
        button=button,
    )
    if not isinstance(find_game(prepared.start.game), Game):
        message = _("The next hand is Chinese poker: its rows are entered on the score sheet.")
        raise Refused("rows_are_entered", message, game=prepared.start.game)
    return prepared


def choice(table: Table, sittings: Sequence[Sitting], terms: Terms, now: datetime) -> Choice | None:
    """Who has to choose the game of the next hand, and from what; None if it is known."""
    try:
        return mixed.asked_now(table, sittings, now, terms.event)
    except EngineError as error:
        raise IllegalAction(error) from error


def _choose(table: Table, sittings: Sequence[Sitting], terms: Terms, game: str, now: datetime) -> None:
    asked = choice(table, sittings, terms, now)
    if asked is None:
        if game:
            raise Refused("not_chosen_now", _("No game is to be chosen for this hand; leave it empty."), 422)
        return
    chooser = next(one for one in sittings if one.seat == asked.seat)
    offered = [str(leg) for leg in asked.legs]
    if not game:
        message = _("%(name)s chooses the game of this hand: %(games)s.")
        told = {"name": chooser.player.nickname, "games": ", ".join(offered)}
        raise Refused("game_missing", message % told, 422, seat=asked.seat, offered=offered)
    mixed.put_choice(table, sittings, now, terms.event)
    mixed.choose(table, chooser.player_id, sittings, game, now)


def write(table: Table, dealt: Prepared, now: datetime, **fields: Any) -> Hand:
    """Write the hand that begins (its `fields` besides), and what the table remembers of it."""
    row = _row(table, dealt.start.as_json(), now, rule_set=house_rules.keep(dealt.play, dealt.running), **fields)
    _hold(row, dealt.sittings)
    table.before_deal = misdeals.remember(table, row, dealt.sittings)
    table.button, table.small_blind, table.big_blind = dealt.where
    table.save(update_fields=["button", "small_blind", "big_blind", "next_hand", "before_deal"])
    if dealt.turn is not None:
        mixed.take_turn(table, dealt.turn)
    return row


def write_again(table: Table, row: Hand, sittings: Sequence[Sitting], now: datetime) -> Hand:
    """The same hand once more under the table's next number, for the sittings that held it."""
    again = _row(table, row.start, now, rule_set=row.rule_set)
    _hold(again, sittings)
    if table.before_deal is not None and table.before_deal["hand"] == row.pk:
        table.before_deal = {**table.before_deal, "hand": again.pk}
    table.save(update_fields=["next_hand", "before_deal"])
    return again


def _row(table: Table, start: dict[str, Any], now: datetime, **fields: Any) -> Hand:
    row = Hand.objects.create(
        table=table,
        number=table.next_hand,
        is_recorded=True,
        start=start,
        engine_version=engine.__version__,
        started_at=now,
        **fields,
    )
    table.next_hand += 1
    return row


def _hold(row: Hand, sittings: Sequence[Sitting]) -> None:
    HandSeat.objects.bulk_create(
        HandSeat(hand=row, seat=one.seat, player_id=one.player_id, account_id=one.account_id) for one in sittings
    )


def finish(table: Table, row: Hand, now: datetime) -> None:
    """Settle a hand that is over, let those go who wanted to, and have whose table it is hear of it."""
    row.state, row.ended_at = Hand.State.OVER, now
    row.save(update_fields=["state", "ended_at"])
    resolve.settle({table.pk: table}, [row], now)
    if not table.owner:
        seating.release_leavers(table, now)
    dealer.tell_of_hand(table, row)
    locks.bump(table)
