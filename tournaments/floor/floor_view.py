"""What the director has to do now, and who sits where: the floor in one look. Nothing here writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.people import eligibility
from tables.dealing import refused_settlements
from tables.live_cards import real_card_tables
from tables.models import Sitting, Table
from tournaments.endings import deal_proposals
from tournaments.entries import absentees
from tournaments.entries.entries import player_names
from tournaments.flights import end_of_flight
from tournaments.floor import seat_questions
from tournaments.log import entry_places, seating_rules
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import bounty_awards, payout_settlement, tickets
from tournaments.rooms import tournament_tables
from tournaments.running import (
    balancing_moves,
    colour_up,
    disqualification,
    final_table,
    hand_for_hand,
    waiting_for_players,
)
from tournaments.seating import balancing
from tournaments.structures import chip_colours
from tournaments.terms import late_registration_and_rebuy_periods


def board(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The floor: `due` is what to do now, the most pressing first; `tables` who sits where; `moves` who moves where.

    Each thing to do has its words and, where one tap does it, the name of the act with its fields.
    """
    log = TournamentLog(tournament)  # read only: nothing is added to it
    state, running = log.state, log.state.status == RUNNING
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    tables = _tables(log, names, now) if running else []
    return {
        "due": _due(log, names, tables, now) if running else [],
        "tables": tables,
        "moves": moves(tournament, state, names),
        "colour_up": colour_up.told(tournament, state),
        "is_hand_for_hand": state.orders.hand_for_hand is not None,
        "last_hands": None if state.orders.last_hands is None else state.orders.last_hands.hands,
        "has_real_cards": bool(state.orders.real),
        "sells_rebuys": running and seat_questions.sells_rebuys(tournament, state, now),
        "asks_when_out": running and seat_questions.asks_when_out(tournament, state, now),
        "may_hand_for_hand": running and len(state.tables) > 1,
        "counted": sum(state.orders.counts.values()) or None,
        "pool": ledger.balance(tournament_tables.pool(tournament)) if running and state.orders.physical else None,
        "break_order": list(state.orders.order),
    }


def moves(tournament: Tournament, state: State, names: dict[int, str] | None = None) -> list[dict[str, Any]]:
    """The moves that are called and not made yet, in the order of their calls."""
    if not state.orders.called:
        return []
    names = names or {number: player.nickname for number, player in player_names(tournament).items()}
    away = _away(state)
    found = []
    for entry, called in sorted(state.orders.called.items(), key=lambda one: one[1].line):
        place = state.entries[entry]
        found.append(
            {
                "entry": entry,
                "name": names.get(entry, "–"),
                "table": place.table,
                "seat": place.seat,
                "to_table": called.table,
                "to_seat": called.seat,
                "card": called.card,
                "is_seen": called.is_seen,
                # TDA RP-16: staff carry the chips of whoever is away.
                "is_away": (place.table, place.seat) in away,
                "is_counted": entry in state.orders.counts,
                "needs_count": place.table in state.orders.physical and called.table not in state.orders.physical,
            }
        )
    return found


def _away(state: State) -> set[tuple[int | None, int | None]]:
    numbers = {pk: number for number, pk in state.tables.items()}
    out = Sitting.objects.filter(table_id__in=numbers, state=Sitting.State.OUT).values_list("table_id", "seat")
    return {(numbers[pk], seat) for pk, seat in out}


def _tables(log: TournamentLog, names: dict[int, str], now: datetime) -> list[dict[str, Any]]:
    state, orders = log.state, log.state.orders
    rows = Table.objects.in_bulk(list(state.tables.values()))
    seats = {table.table: table for table in balancing_moves.tables_of(log, now)}
    stacks = tournament_tables.recorded_stacks(log) if orders.recorded else {}
    largest = max((len(table.players) for table in seats.values()), default=0)
    policy = seating_rules.policy(log.tournament, state)
    found, waiting = [], waiting_for_players.waiting(log, now)
    for number, table in sorted(seats.items()):
        row = rows[state.tables[number]]
        coming = {move.seat: entry for entry, move in orders.called.items() if move.table == number}
        found.append(
            {
                "id": row.pk,
                "number": number,
                "name": row.name.rpartition(" · ")[2] or row.name,
                "is_physical": number in orders.physical,
                "is_recorded": number in orders.recorded,
                "may_record": number in orders.real and number not in state.hands,
                "players": len(table.players),
                "button": table.button,
                "big_blind": table.big_blind,
                "halts": number not in orders.waived and balancing.halts(table, largest, policy),
                "waits": number in waiting,
                "is_waived": number in orders.waived,
                "is_pending": number in orders.physical and orders.is_pending(number),
                "is_leaving": any(state.entries[entry].table == number for entry in orders.called),
                "seats": [
                    _seat(log, names, stacks, number, seat, table.players.get(seat), coming.get(seat))
                    for seat in range(1, table.size + 1)
                ],
            }
        )
    return found


def _seat(
    log: TournamentLog,
    names: dict[int, str],
    stacks: dict[int, int],
    number: int,
    seat: int,
    entry: int | None,
    coming: int | None,
) -> dict[str, Any]:
    orders = log.state.orders
    held = orders.held.get(number, {}).get(seat)
    return {
        "seat": seat,
        "entry": entry,
        "name": "" if entry is None else names.get(entry, "–"),
        "chips": None if entry is None else stacks.get(entry, orders.counts.get(entry)),
        "misses": 0 if entry is None else orders.misses.get(entry, 0),
        "is_deciding": entry in log.state.deciding,
        "is_fixed": entry in orders.fixed,
        "deals": entry in orders.dealers,
        "is_called": entry in orders.called,
        "coming": "" if coming is None else names.get(coming, "–"),
        "is_held": held is not None,
        "held_for": names.get(held, "") if held else "",
    }


def _due(
    log: TournamentLog, names: dict[int, str], tables: list[dict[str, Any]], now: datetime
) -> list[dict[str, Any]]:
    """What to do now: each with `kind`, `words`, and `act` with `fields` where one tap does it."""
    tournament, state, orders = log.tournament, log.state, log.state.orders
    known = {table["number"]: table for table in tables}
    gone = chip_colours.named(sorted(orders.gone), tournament.chip_colours)
    found: list[dict[str, Any]] = []

    def due(kind: str, words: str, act: str = "", **fields: Any) -> None:
        found.append({"kind": kind, "words": words, "act": act, "fields": fields})

    for refused in refused_settlements.standing(tournament.owner):
        due("hand_refused", refused_settlements.in_words(refused))
        found[-1]["table"] = refused.table_id
    # Of dealt hands the pages of their tables tell; who enters hands at several tables has only this list.
    for waiting in real_card_tables.unsettled_of(tournament.owner) if orders.recorded else ():
        if not refused_settlements.why(waiting):
            due("settling", real_card_tables.unsettled_in_words(waiting))
            found[-1]["table"] = waiting.table_id
    if orders.physical and orders.last_hands is not None:
        words = _("Each table plays %(n)d hands more, then count the stacks and bag them.")
        due("bag", words % {"n": orders.last_hands.hands})
    elif orders.real and end_of_flight.is_due(tournament, state, now):
        due("bag", _("The flight is over: finish the hands, count the stacks and bag them."))
    elif (
        orders.real
        and payout_settlement.is_over(tournament, state)
        and late_registration_and_rebuy_periods.may_grow(tournament, state, now)
    ):
        due(
            "closing",
            _("One player is left while others may still enter: close registration, or wait."),
            "close-registration",
        )
    elif (orders.real or state.is_reopened) and payout_settlement.is_over(tournament, state):
        for held in payout_settlement.holds(tournament, state):
            due("prizes_held", held)
        due("finish", _("The tournament is decided: pay the prizes."), "finish")
    elif orders.real and final_table.may_draw_final(log, now):
        due("final_table", _("%(n)d are left: draw the final table.") % {"n": len(state.alive)}, "final-table")
    _due_of_deal(log, due)
    if tournament.ticket_value and tickets.is_target_over(tournament):
        told = {"name": "" if tournament.ticket_for is None else tournament.ticket_for.name}
        if tickets.is_refunded(tournament):
            words = _("%(name)s, which the tickets are for, is off or over: winners are paid what a ticket is worth.")
        else:
            words = _("%(name)s, which the tickets are for, is off or over: winners get tickets good for any event.")
        due("target_off", words % told)
    for entry in _barred(log, now):
        words = _("%(name)s may not play any more: take the player out, or let the stack be blinded off.")
        due("barred", words % {"name": names.get(entry, "–")})
    for entry in disqualification.stack_wanted(log):
        due("count", _("%(name)s is disqualified: count the stack.") % {"name": names.get(entry, "–")})
    for entry in bounty_awards.undecided(tournament, state):
        due("eliminator", _("%(name)s is out: who won the bounty?") % {"name": names.get(entry, "–")})
        found[-1]["bounty_of"] = entry
    for entry in absentees.uncounted(log, now):
        due("count", _("%(name)s has not come and leaves: count the stack.") % {"name": names.get(entry, "–")})
    for entry in sorted(state.deciding, key=lambda one: state.deciding[one].elimination_number):
        if state.entries[entry].table in orders.physical:
            words = _("%(name)s is out of chips: a rebuy, or out?") % {"name": names.get(entry, "–")}
            # A second tap finds what the first has sold; once that was taken back it is another sale.
            sales = (
                Purchase.objects.filter(entry__tournament=tournament, entry__number=entry)
                .exclude(taken_back_at=None)
                .count()
            )
            key = f"due-{entry}-{state.deciding[entry].elimination_number}-{sales}"
            due("rebuy", words, "sell", entry=entry, key=key)
            found[-1]["fields"]["kind"] = "rebuy"
            found[-1]["second"] = {"act": "no-rebuy", "fields": {"entry": entry}, "words": _("Out")}
    for move in moves(tournament, state, names):
        words = _("%(name)s: table %(table)s seat %(seat)s → table %(to_table)s seat %(to_seat)s") % move
        if move["is_away"]:
            words = f"{words} · {_('away: carry the chips')}"
        if move["needs_count"] and not move["is_counted"]:
            due("count", f"{words} · {_('count the stack')}")
        else:
            due("move", words, "confirm-move", entry=move["entry"])
            found[-1]["second"] = {"act": "call-off-move", "fields": {"entry": move["entry"]}, "words": _("Call off")}
    for entry, line in sorted(orders.off.items()):
        words = _("%(name)s stays, the move was called off.") % {"name": names.get(entry, "–")}
        due("called_off", words, "undo", line=line)
    for number in balancing_moves.buttons_wanted(log, now):
        due("button", _("Table %(table)s: tap the seat of the button.") % {"table": number})
        found[-1]["table"] = known[number]["id"]
    for table in tables:
        if table["halts"]:
            words = _("Table %(number)s stops until a player comes.") % table
            due("halt", words, "waive-halt", table=table["id"], is_in=True)
        if table["waits"]:
            words = _("Table %(number)s begins once half of its seats are filled, or three players are there.") % table
            due("begins", words, "waive-halt", table=table["id"], is_in=True)
        if table["number"] in orders.owing:
            words = _("Table %(number)s: chips of %(gone)s go, before the next hand.") % {**table, "gone": gone}
            due("colour_up", words, "colour-up", table=table["id"])
        if table["is_pending"]:
            due("hand", _("Table %(number)s plays its hand.") % table, "hand-played", table=table["id"])
    if (
        any(map(orders.is_pending, state.tables))
        and seating_rules.in_force(tournament, state.level_began).hides_all_in_cards
    ):
        due("all_in", _("Cards of players who are all in stay face down until every table has played its hand."))
    for entries in entry_places.stacks_wanted(state).values():
        players = ", ".join(names.get(entry, "–") for entry in entries)
        due(
            "start_stacks",
            _("Out in one round: how many chips had %(names)s at the start of the hand?") % {"names": players},
        )
        found[-1]["asks"] = [{"entry": entry, "name": names.get(entry, "–")} for entry in entries]
    if orders.hand_for_hand is None and hand_for_hand.is_at_bubble(tournament, state, now):
        due("bubble", _("The next knock-out reaches the money: play hand for hand."), "hand-for-hand", is_on=True)
    for entry, hands in sorted(orders.misses.items()):
        if state.entries[entry].table in orders.physical:
            words = _("%(name)s misses %(hands)d hands more.") % {"name": names.get(entry, "–"), "hands": hands}
            due("misses", words, "served", entry=entry, hands=1)
    return found


def _barred(log: TournamentLog, now: datetime) -> list[int]:
    """The entries with a seat whose players have been suspended, or have excluded themselves, since they sat down."""
    seated = [entry for entry in log.state.alive if log.state.entries[entry].seat is not None]
    held = (
        Entry.objects.filter(tournament=log.tournament, number__in=seated).select_related("player").order_by("number")
    )
    return [entry.number for entry in held if not eligibility.may_play(entry.player, now).accepted]


def _due_of_deal(log: TournamentLog, due: Callable[..., None]) -> None:
    """A deal that waits for somebody or is stale, and a clock that it stopped and that stands after it."""
    deal = log.state.prize_state.deal
    if deal is None:
        if deal_proposals.has_stopped_clock(log.tournament, log.state):
            due("clock", _("The clock stands since a deal was talked over, which is off: run it again."))
    elif deal_proposals.is_stale(log.state):
        words = _("Things have changed since the deal was proposed: propose it anew, or call it off. The clock stands.")
        due("deal_stale", words, "deal-off", why=_("stale"))
    elif not deal.is_binding:
        words = _("A deal waits for %(n)d players to agree; the clock stands.")
        due("deal", words % {"n": len(deal.waits_for)})


def seat_cards(tournament: Tournament) -> list[dict[str, Any]]:
    """A card for each player in play: the name and the seat, by table and seat; for whoever is called, the seat to come."""
    state = State.from_json(tournament.snapshot)
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    found = []
    for entry in state.alive:
        place, called = state.entries[entry], state.orders.called.get(entry)
        table, seat = (place.table, place.seat) if called is None else (called.table, called.seat)
        if table is None or seat is None:
            continue
        told = {"entry": entry, "name": names.get(entry, "–"), "table": table, "seat": seat}
        found.append({**told, "from_table": place.table, "from_seat": place.seat, "is_called": called is not None})
    return sorted(found, key=lambda one: (one["table"], one["seat"]))
