"""What becomes of a flight that is bagged: the prizes it pays itself, and its entries in the Day 2 that gathers them.

Day 2 takes over everybody: who survived with the stack, the bounty and what was won, who did not as out below everybody there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from club.ledger import ledger
from club.models import User
from tournaments.formulas import payout_tables
from tournaments.log.events.flights import FlightMerged
from tournaments.log.prize_state import PrizeState
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, escrow, prize_pool, prizes_by_place
from tournaments.rooms import tournament_tables
from tournaments.terms import event_kinds, flight_tree

# -- prizes within a flight -------------------------------------------------------------------------------------------


def prizes(log: TournamentLog, day_two: Tournament) -> dict[int, int]:
    """What the flight pays, in chips by entry: to who is out in it among the share of its entries that the event names.

    Those who go on are paid later, so that places nobody went out in are paid to nobody. Never more than the pool has.
    """
    tournament, state, pot = log.tournament, log.state, day_two.pot
    if not pot.flight_prize or event_kinds.format_of(tournament).gathers:
        return {}
    paid, through = len(state.entries) * pot.flight_paid_percent // 100, len(state.alive)
    if paid <= through:
        return {}
    has = prize_pool.taken(pot).pool - flight_tree.paid_before(pot)
    each = min(pot.flight_prize, max(0, has) // (paid - through))
    places = prizes_by_place.places_for_prizes(tournament, state)
    made = payout_tables.by_player([each] * paid, places, pot.payout_unit)
    return {entry: chips for entry, chips in made.items() if chips}


def pay(log: TournamentLog, prizes: Mapping[int, int], key: str, by: User | None) -> None:
    """Pay those prizes, in chips by entry, out of the escrow of all flights; nothing where there are none."""
    moves: dict[int, int] = {}
    held = Entry.objects.filter(tournament=log.tournament, number__in=prizes).select_related("player")
    for entry in held.order_by("number"):
        wallet = ledger.open_account(entry.player.owner, "wallet").pk
        moves[wallet] = moves.get(wallet, 0) + prizes[entry.number]
    if moves:
        moves[escrow.prize_escrow(log.tournament).pk] = -sum(moves.values())
        ledger.post(key, moves, purpose="tournament-prize", reference=log.tournament.owner, by=by)


# -- merged into Day 2 ------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Going:
    """What comes of a flight's entries in Day 2: the rows of new ones, and the chips that are added by entry there.

    numbers: of each entry of the flight its number there.
    """

    made: list[Entry] = field(default_factory=list)
    through: list[int] = field(default_factory=list)
    eliminated: dict[int, int] = field(default_factory=dict)
    chips: dict[int, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)


def merge(
    log: TournamentLog, day_two: TournamentLog, seq: int, level: int, prizes: Mapping[int, int], *,
    now: datetime, by: User | None, source: str,
) -> None:  # fmt: skip
    """Day 2 takes over everybody of the flight, and gives its own chips to those who go on, by a transfer of its own."""
    going = _going(log, day_two)
    Entry.objects.bulk_create(going.made)
    paid = {**flight_tree.paid_of(log.state), **prizes}
    prize_state = _carried(log, going.numbers)
    merged = FlightMerged(
        flight=log.tournament.pk,
        entered=len(log.state.entries),
        level=level,
        policy=day_two.tournament.flight_ranking,
        through=tuple(going.through),
        eliminated=going.eliminated,
        paid={going.numbers[entry]: chips for entry, chips in paid.items()},
        prize_state=None if prize_state == PrizeState() else prize_state,
        event=log.tournament.name,
        n=len(log.state.alive),
    )
    day_two.add(merged, now=now, by=by, source=source)
    _give_out(day_two.tournament, going.chips, f"{log.tournament.owner}:{seq}:2", by)
    day_two.close()


def _carried(log: TournamentLog, numbers: Mapping[int, int]) -> PrizeState:
    """The bounties as they go on: bounties of who is left, what was won, who is decided on; by the entries' numbers there.

    One who survived twice carries both bounties.
    """
    prize_state, added, won = log.state.prize_state, dict[int, int](), dict[int, int]()
    for entry, chips in bounty_awards.open_bounties(log.tournament, log.state).items():
        added[numbers[entry]] = added.get(numbers[entry], 0) + chips
    for entry, chips in prize_state.won.items():
        won[numbers[entry]] = won.get(numbers[entry], 0) + chips
    return PrizeState(
        added=added,
        settled=frozenset(numbers[entry] for entry in prize_state.settled),
        won=won,
        unclaimed=prize_state.unclaimed,
        envelopes=prize_state.envelopes,
        barred=frozenset(numbers[entry] for entry in prize_state.barred),
    )


def _going(log: TournamentLog, day_two: TournamentLog) -> _Going:
    tournament, state, found = day_two.tournament, log.state, _Going()
    own = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False).select_related("account")
    in_already = {entry.player_id: entry for entry in own}
    number = Entry.objects.filter(tournament=tournament).count()
    for entry in Entry.objects.filter(tournament=log.tournament, is_withdrawn=False).order_by("number"):
        chips, place = state.bags.get(entry.number, 0), state.entries[entry.number].best
        before = in_already.get(entry.player_id)
        if chips and before is not None:
            has = 0 if before.account is None else before.account.balance
            more = chips if tournament.flight_stacks == Tournament.FlightStacks.ALL else max(0, chips - has)
            if more:
                found.chips[before.number] = more
            found.numbers[entry.number] = before.number
            continue
        number += 1
        found.numbers[entry.number] = number
        is_out = not chips
        found.made.append(
            Entry(
                tournament=tournament, player_id=entry.player_id, number=number, paid=0, fee=0, came_from=entry, is_out=is_out,
                registered_at=entry.registered_at,
            )
        )  # fmt: skip
        if is_out:
            found.eliminated[number] = place or len(state.entries)
        else:
            found.through.append(number)
            found.chips[number] = chips
    return found


def _give_out(tournament: Tournament, chips: Mapping[int, int], key: str, by: User | None) -> None:
    if not chips:
        return  # of one who has a better stack already
    held = {f"entry:{one.pk}": one for one in Entry.objects.filter(tournament=tournament, number__in=chips)}
    moves = {ledger.open_account("cashier", "cashier", tournament.owner).pk: -sum(chips.values())}
    for account in ledger.open_accounts(held, "stack", tournament.owner):
        held[account.owner].account = account
        moves[account.pk] = chips[held[account.owner].number]
    Entry.objects.bulk_update(held.values(), ["account"])
    ledger.post(key, moves, purpose=tournament_tables.PURPOSE, reference=tournament.owner, by=by)
