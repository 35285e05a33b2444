"""Tables where people play with real cards and hands are entered: who plays there, and how the next hand begins.

A hand is entered action by action (`tables.live_cards.live_hand_entry`), or as what it came to
(`tables.live_cards.result_entry`), one of Chinese poker as its rows (`tables.live_cards.score_sheet`);
`tables.live_cards.taking_back_hands` takes any of them back. At a table of a rotation the game follows from it, or is the one
that was chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

import engine
from club.base import on_commit_tasks
from club.base.phrases import gettext as _
from club.house import house_rules
from club.models import User
from engine.betting.hand import Decision as Answer
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.errors import EngineError
from engine.games import dealer_button
from engine.games.betting_games import Game
from engine.mixes.dealers_choice import Choice
from engine.mixes.rotation import Turn
from engine.play.any_game import AnyAsk, find_game
from tables.cash import dealers_choice, mixed_games, next_hand
from tables.cash.next_hand import Prepared
from tables.cash.sittings import is_hand_in_progress
from tables.core import locks, seeds
from tables.core.errors import IllegalAction, Refused
from tables.core.signals import hand_entered
from tables.dealing import begun_hands
from tables.hand import first_button
from tables.hand.hand_replay import plays_chinese
from tables.models import Decision, Hand, HandSeat, Sitting, Table
from tables.tournament_seats.table_owner import Terms


def is_kept_for(table: Table) -> bool:
    """True if betting hands are entered at this table: real cards, a game with betting, and every stack on record."""
    return table.kind == Table.Kind.RECORDED and (_may_vary(table) or has_betting(table)) and has_stacks(table)


def takes_rows(table: Table) -> bool:
    """True if rows are entered at this table: real cards, a Chinese game, and every stack on record."""
    return table.kind == Table.Kind.RECORDED and (_may_vary(table) or plays_chinese(table)) and has_stacks(table)


def _may_vary(table: Table) -> bool:
    """True at a tournament's mixed table: the next level may play other games than the table did so far."""
    return bool(table.owner) and table.rotation is not None


def is_of_rows(row: Hand) -> bool:
    """True for a hand of Chinese poker."""
    return row.start["game"] in CHINESE_GAMES


def has_stacks(table: Table) -> bool:
    """True if the chips in front of the players are on record; at a tournament's table once its stacks were counted."""
    if not table.owner:
        return table.is_cash
    here = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return here.exclude(account=None).exists()


def has_betting(table: Table) -> bool:
    """True if a game of the table is one of betting."""
    legs = [table.game] if table.rotation is None else [leg.game for leg in mixed_games.rotation_of(table).legs]
    return any(isinstance(find_game(key), Game) for key in legs)


def check(table: Table) -> None:
    """Raises `Refused` where no hands are entered."""
    if table.kind != Table.Kind.RECORDED or not has_stacks(table) or table.status != Table.Status.OPEN:
        message = _("Hands are entered at open tables with real cards and counted stacks.")
        raise Refused("no_hands_entered_here", message)


def current(table: Table) -> Hand | None:
    """The hand that is being entered at the table, or None."""
    return Hand.objects.filter(table=table, state=Hand.State.PLAYING).order_by("-number").first()


def seated(table: Table) -> list[Sitting]:
    """Who sits at the table, by seat."""
    found = Sitting.objects.filter(table=table).exclude(state=Sitting.State.LEFT)
    return list(found.select_related("player", "account").order_by("seat"))


def playing(table: Table) -> list[Sitting]:
    """Who can be dealt in, by seat: whoever has chips; at a cash table, only if not sitting out. Raises `Refused`.

    There some of them may still wait for the big blind (`tables.cash.posting_to_come_in`).
    """
    found = ready(table)
    if len(found) < 2:
        raise Refused("too_few_players", _("Two players with chips are needed for a hand."), players=len(found))
    return found


def ready(table: Table) -> list[Sitting]:
    """As `playing`, however few they are."""
    absent = () if table.owner else (Sitting.State.OUT, Sitting.State.LEAVING)
    here = [one for one in seated(table) if one.state not in absent and not one.is_moving]
    return [one for one in here if next_hand.stack_of(one) > 0]


def check_number(table: Table, number: int) -> None:
    """Refuse any but the table's next hand, and that one while another is being entered. Raises `Refused`."""
    check_free(table)
    if number != table.next_hand:
        raise Refused("wrong_number", _("The next hand here is number %(next)s.") % {"next": table.next_hand})


def check_free(table: Table) -> None:
    """Refuse another hand while one is being entered, and where the table is broken. Raises `Refused`."""
    if is_hand_in_progress(table):
        raise Refused("hand_in_progress", _("A hand is in progress here; it must be settled before the next one."))
    if table.is_breaking:
        raise Refused("table_breaks", _("This table is being broken: no other hand begins here."))


def coming(
    table: Table,
    sittings: Sequence[Sitting],
    terms: Terms,
    *,
    button: int | None,
    game: str,
    now: datetime,
    posting: Collection[int] = (),
    is_of_rows: bool = False,
) -> Prepared:
    """The table's next hand. `button` is a seat, None: it moves on; `game` answers whoever has to choose, as ``razz fixed``.

    `posting` are the seats of those who wait for the big blind at a cash table, and post to come in now. Raises `Refused` (a
    button nobody plays at, somebody who does not wait, a game that is missing or not to be chosen, rows to be entered
    instead, or for a hand of rows the other way round) and `IllegalAction`.
    """
    live = {one.seat for one in sittings}
    if button is not None and button not in live:
        message = _("The button is at a seat that plays: %(seats)s.") % {"seats": ", ".join(map(str, sorted(live)))}
        raise Refused("no_such_button", message, 422)
    _come_in(table, sittings, posting)
    if terms.event is not None:
        mixed_games.follow(table, terms.event)
    if table.button is None and button is None and not first_button.is_settled(table, live):
        button = dealer_button.first(live, table.seats).button
    table.button_cards = None if button is not None else first_button.cards_of(table, live) or None
    if table.rotation is not None and table.turn is None:  # whoever is asked must not change with the next look
        table.turn = _first_turn(table, live, button).as_json()
    _choose(table, sittings, terms, game, now)
    prepared = next_hand.prepare(
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
    has_rows = prepared.start.game in CHINESE_GAMES
    if has_rows and not is_of_rows:
        message = _("The next hand is Chinese poker: its rows are entered on the score sheet.")
        raise Refused("rows_are_entered", message, game=prepared.start.game)
    if is_of_rows and not has_rows:
        message = _("The next hand is %(game)s: it is entered by its actions, or by what it came to.")
        told = {"game": _(find_game(prepared.start.game).name)}
        raise Refused("bets_are_entered", message % told, game=prepared.start.game)
    return prepared


def _come_in(table: Table, sittings: Sequence[Sitting], posting: Collection[int]) -> None:
    """Have those post (not saved: the deal counts it) who waited for the big blind. Raises `Refused`."""
    waits = {one.seat: one for one in sittings if table.is_cash and one.entry != Sitting.Entry.IN}
    for seat in posting:
        if seat not in waits:
            message = _("Nobody in seat %(seat)s waits for the big blind.")
            raise Refused("does_not_wait", message % {"seat": seat}, 422, seat=seat, waiting=sorted(waits))
        waits[seat].entry = Sitting.Entry.POSTS


def choice(table: Table, sittings: Sequence[Sitting], terms: Terms, now: datetime) -> Choice | None:
    """Who has to choose the game of the next hand, and from what; None if it is known.

    Before the first hand of a table it is asked as if the button lay with the lowest seat.
    """
    if table.rotation is not None and table.turn is None and len(sittings) > 1:  # the same with every look
        table.turn = _first_turn(table, {one.seat for one in sittings}, None).as_json()
    try:
        return dealers_choice.asked_now(table, sittings, now, terms.event)
    except EngineError as error:
        raise IllegalAction(error) from error


def _first_turn(table: Table, live: Collection[int], button: int | None) -> Turn:
    """Of a rotation's first hand: from the button as told, else from what was dealt for it, else from the lowest seat."""
    if button is None and first_button.is_settled(table, live):
        button = first_button.draw(table, live, b"").button
    return Turn.begin(dealer_button.first(live, table.seats, button=button).button)


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
        raise Refused("game_missing", message % told, 422, seat=asked.seat, name=told["name"], offered=offered)
    dealers_choice.put_choice(table, sittings, now, terms.event)
    dealers_choice.choose(table, chooser.player_id, sittings, game, now)


def write(table: Table, dealt: Prepared, now: datetime, **fields: Any) -> Hand:
    """Write the hand that begins (its `fields` besides), and what the table remembers of it."""
    fields["button_cards"] = dealt.button_cards(table)
    row = _row(table, dealt.start.as_json(), now, rule_set=house_rules.keep(dealt.play, dealt.running), **fields)
    _hold(row, dealt.sittings)
    begun_hands.keep(table, row, dealt, now)
    return row


def told(row: Hand, seq: int, ask: AnyAsk, answer: Answer, by: User, source: str, now: datetime) -> Decision:
    """What the floor says that a seat decided, not yet written; `seq` numbers the hand's decisions from 0."""
    return Decision(
        hand=row,
        seq=seq,
        ask=ask.number,
        seat=ask.seat,
        text=str(answer),
        source=Decision.Source.STAFF,
        user=by,
        device=source[:200],
        at=now,
    )


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
    """The hand is over: it waits to be settled by a worker, as any hand does; the next one begins after that."""
    row.state, row.ended_at = Hand.State.OVER, now
    row.save(update_fields=["state", "ended_at"])
    on_commit_tasks.send("tables.tasks.resolve_hand", row.pk)
    locks.bump(table)
    owner = table.owner
    transaction.on_commit(lambda: hand_entered.send(sender=Hand, owner=owner), robust=True)


def unsettled(table: Table) -> Hand | None:
    """The hand of the table that is over and waits to be settled, or None."""
    return Hand.objects.filter(table=table, state=Hand.State.OVER).order_by("-number").first()


def unsettled_of(owner: str) -> list[Hand]:
    """The hands entered at tables of that owner that wait to be settled, those over longest first."""
    found = Hand.objects.filter(table__owner=owner, state=Hand.State.OVER, is_recorded=True)
    return list(found.select_related("table").order_by("ended_at", "pk"))


def unsettled_in_words(row: Hand) -> str:
    """What the floor is told of such a hand, in the reader's language."""
    words = _("%(table)s, hand %(number)s waits to be settled: a worker does it, as soon as one is there.")
    return words % {"table": row.table.name, "number": row.number}
