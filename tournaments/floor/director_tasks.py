"""What the director has to do now: each task in words, with the act that does it where one tap does. Nothing here writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.people import eligibility
from tables.dealing import refused_settlements
from tables.live_cards import real_card_tables
from tournaments.endings import deal_proposals
from tournaments.entries import absentees
from tournaments.flights import end_of_flight
from tournaments.log import entry_places, seating_rules
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase
from tournaments.prizes import bounty_awards, payout_settlement, tickets
from tournaments.running import balancing_moves, disqualification, final_table, hand_for_hand
from tournaments.structures import chip_colours
from tournaments.terms import late_registration_and_rebuy_periods

Task = dict[str, Any]


class TaskList:
    """Tasks in the order in which they are found; `names` are the players' nicknames by entry."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self.tasks: list[Task] = []
        self.names = names

    def add(self, kind: str, words: str, act: str = "", **fields: Any) -> Task:
        """A task, to which more may be said: `kind`, `words`, and `act` with `fields` where one tap does it."""
        task: Task = {"kind": kind, "words": words, "act": act, "fields": fields}
        self.tasks.append(task)
        return task

    def name(self, entry: int) -> str:
        """The nickname of an entry's player."""
        return self.names.get(entry, "–")


def due_now(
    log: TournamentLog,
    names: Mapping[int, str],
    tables: Sequence[Mapping[str, Any]],
    moves: Sequence[Mapping[str, Any]],
    now: datetime,
) -> list[Task]:
    """All tasks of a running event, the most pressing first. tables, moves: as `floor_view` tells them."""
    due = TaskList(names)
    _hands_to_settle(log, due)
    _end_of_event(log, due, now)
    _deal(log, due)
    _tickets_without_target(log, due)
    _players_to_take_out(log, due, now)
    _rebuys_to_decide(log, due)
    _moves_to_make(log, due, moves)
    _buttons_wanted(log, due, tables, now)
    _tables_that_stand(log, due, tables)
    _hand_for_hand(log, due, now)
    _hands_to_miss(log, due)
    return due.tasks


def _hands_to_settle(log: TournamentLog, due: TaskList) -> None:
    owner = log.tournament.owner
    for refused in refused_settlements.standing(owner):
        due.add("hand_refused", refused_settlements.in_words(refused))["table"] = refused.table_id
    # Of dealt hands the pages of their tables tell; who enters hands at several tables has only this list.
    for waiting in real_card_tables.unsettled_of(owner) if log.state.orders.recorded else ():
        if not refused_settlements.why(waiting):
            due.add("settling", real_card_tables.unsettled_in_words(waiting))["table"] = waiting.table_id


def _end_of_event(log: TournamentLog, due: TaskList, now: datetime) -> None:
    """What ends the event or the flight next, one thing at a time."""
    tournament, state, orders = log.tournament, log.state, log.state.orders
    is_over = bool(orders.real or state.is_reopened) and payout_settlement.is_over(tournament, state)
    if orders.physical and orders.last_hands is not None:
        words = _("Each table plays %(n)d hands more, then count the stacks and bag them.")
        due.add("bag", words % {"n": orders.last_hands.hands})
    elif orders.real and end_of_flight.is_due(tournament, state, now):
        due.add("bag", _("The flight is over: finish the hands, count the stacks and bag them."))
    elif orders.real and is_over and late_registration_and_rebuy_periods.may_grow(tournament, state, now):
        words = _("One player is left while others may still enter: close registration, or wait.")
        due.add("closing", words, "close-registration")
    elif (orders.real or state.is_reopened) and is_over:
        for obstacle in payout_settlement.holds(tournament, state):
            due.add("prizes_held", obstacle)
        due.add("finish", _("The tournament is decided: pay the prizes."), "finish")
    elif orders.real and final_table.may_draw_final(log, now):
        due.add("final_table", _("%(n)d are left: draw the final table.") % {"n": len(state.alive)}, "final-table")


def _deal(log: TournamentLog, due: TaskList) -> None:
    """A deal that waits for somebody or is stale, and a clock that it stopped and that stands after it."""
    deal = log.state.prize_state.deal
    if deal is None:
        if deal_proposals.has_stopped_clock(log.tournament, log.state):
            due.add("clock", _("The clock stands since a deal was talked over, which is off: run it again."))
    elif deal_proposals.is_stale(log.state):
        words = _("Things have changed since the deal was proposed: propose it anew, or call it off. The clock stands.")
        due.add("deal_stale", words, "deal-off", why=_("stale"))
    elif not deal.is_binding:
        words = _("A deal waits for %(n)d players to agree; the clock stands.")
        due.add("deal", words % {"n": len(deal.waits_for)})


def _tickets_without_target(log: TournamentLog, due: TaskList) -> None:
    tournament = log.tournament
    if not tournament.ticket_value or not tickets.is_target_over(tournament):
        return
    if tickets.is_refunded(tournament):
        words = _("%(name)s, which the tickets are for, is off or over: winners are paid what a ticket is worth.")
    else:
        words = _("%(name)s, which the tickets are for, is off or over: winners get tickets good for any event.")
    target = tournament.ticket_for
    due.add("target_off", words % {"name": "" if target is None else target.name})


def _players_to_take_out(log: TournamentLog, due: TaskList, now: datetime) -> None:
    for entry in _barred(log, now):
        words = _("%(name)s may not play any more: take the player out, or let the stack be blinded off.")
        due.add("barred", words % {"name": due.name(entry)})
    for entry in disqualification.stack_wanted(log):
        due.add("count", _("%(name)s is disqualified: count the stack.") % {"name": due.name(entry)})
    for entry in bounty_awards.undecided(log.tournament, log.state):
        words = _("%(name)s is out: who won the bounty?") % {"name": due.name(entry)}
        due.add("eliminator", words)["bounty_of"] = entry
    for entry in absentees.uncounted(log, now):
        due.add("count", _("%(name)s has not come and leaves: count the stack.") % {"name": due.name(entry)})


def _barred(log: TournamentLog, now: datetime) -> list[int]:
    """The entries with a seat whose players have been suspended, or have excluded themselves, since they sat down."""
    seated = [entry for entry in log.state.alive if log.state.entries[entry].seat is not None]
    held = (
        Entry.objects.filter(tournament=log.tournament, number__in=seated).select_related("player").order_by("number")
    )
    return [entry.number for entry in held if not eligibility.may_play(entry.player, now).accepted]


def _rebuys_to_decide(log: TournamentLog, due: TaskList) -> None:
    state = log.state
    for entry in sorted(state.deciding, key=lambda number: state.deciding[number].elimination_number):
        if state.entries[entry].table not in state.orders.physical:
            continue
        words = _("%(name)s is out of chips: a rebuy, or out?") % {"name": due.name(entry)}
        # A second tap finds what the first has sold; once that was taken back it is another sale.
        bought = Purchase.objects.filter(entry__tournament=log.tournament, entry__number=entry)
        returned = bought.exclude(taken_back_at=None).count()
        key = f"due-{entry}-{state.deciding[entry].elimination_number}-{returned}"
        task = due.add("rebuy", words, "sell", entry=entry, key=key)
        task["fields"]["kind"] = "rebuy"
        task["second"] = {"act": "no-rebuy", "fields": {"entry": entry}, "words": _("Out")}


def _moves_to_make(log: TournamentLog, due: TaskList, moves: Sequence[Mapping[str, Any]]) -> None:
    for move in moves:
        words = _("%(name)s: table %(table)s seat %(seat)s → table %(to_table)s seat %(to_seat)s") % move
        if move["is_away"]:
            words = f"{words} · {_('away: carry the chips')}"
        if move["needs_count"] and not move["is_counted"]:
            due.add("count", f"{words} · {_('count the stack')}")
            continue
        task = due.add("move", words, "confirm-move", entry=move["entry"])
        task["second"] = {"act": "call-off-move", "fields": {"entry": move["entry"]}, "words": _("Call off")}
    for entry, line in sorted(log.state.orders.off.items()):
        words = _("%(name)s stays, the move was called off.") % {"name": due.name(entry)}
        due.add("called_off", words, "undo", line=line)


def _buttons_wanted(log: TournamentLog, due: TaskList, tables: Sequence[Mapping[str, Any]], now: datetime) -> None:
    ids = {table["number"]: table["id"] for table in tables}
    for number in balancing_moves.buttons_wanted(log, now):
        words = _("Table %(table)s: tap the seat of the button.") % {"table": number}
        due.add("button", words)["table"] = ids[number]


def _tables_that_stand(log: TournamentLog, due: TaskList, tables: Sequence[Mapping[str, Any]]) -> None:
    """Tables that wait for a player, for a colour-up, or to say that they have played their hand."""
    orders = log.state.orders
    gone = chip_colours.named(sorted(orders.gone), log.tournament.chip_colours)
    for table in tables:
        if table["halts"]:
            words = _("Table %(number)s stops until a player comes.") % table
            due.add("halt", words, "waive-halt", table=table["id"], is_in=True)
        if table["waits"]:
            words = _("Table %(number)s begins once half of its seats are filled, or three players are there.") % table
            due.add("begins", words, "waive-halt", table=table["id"], is_in=True)
        if table["number"] in orders.owing:
            words = _("Table %(number)s: chips of %(gone)s go, before the next hand.") % {**table, "gone": gone}
            due.add("colour_up", words, "colour-up", table=table["id"])
        if table["is_pending"]:
            due.add("hand", _("Table %(number)s plays its hand.") % table, "hand-played", table=table["id"])


def _hand_for_hand(log: TournamentLog, due: TaskList, now: datetime) -> None:
    tournament, state, orders = log.tournament, log.state, log.state.orders
    are_pending = any(map(orders.is_pending, state.tables))
    if are_pending and seating_rules.in_force(tournament, state.level_began).hides_all_in_cards:
        words = _("Cards of players who are all in stay face down until every table has played its hand.")
        due.add("all_in", words)
    for entries in entry_places.stacks_wanted(state).values():
        words = _("Out in one round: how many chips had %(names)s at the start of the hand?")
        task = due.add("start_stacks", words % {"names": ", ".join(map(due.name, entries))})
        task["asks"] = [{"entry": entry, "name": due.name(entry)} for entry in entries]
    if orders.hand_for_hand is None and hand_for_hand.is_at_bubble(tournament, state, now):
        words = _("The next knock-out reaches the money: play hand for hand.")
        due.add("bubble", words, "hand-for-hand", is_on=True)


def _hands_to_miss(log: TournamentLog, due: TaskList) -> None:
    for entry, hands in sorted(log.state.orders.misses.items()):
        if log.state.entries[entry].table in log.state.orders.physical:
            words = _("%(name)s misses %(hands)d hands more.") % {"name": due.name(entry), "hands": hands}
            due.add("misses", words, "served", entry=entry, hands=1)
