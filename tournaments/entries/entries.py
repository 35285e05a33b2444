"""Entries: which of a player's is live, what one costs, making one, and a seat for one that comes after the start."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max

from club.http.request_cache import once
from club.ledger import ledger
from club.models import Account, Player, User
from tournaments.entries.late_seating import seat
from tournaments.log.events.entries import Reentered, Registered
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.prizes import escrow, tickets


def live_entry(tournament: Tournament, player: Player) -> Entry | None:
    """The player's entry that is in, or will be when the tournament starts; None if there is none."""
    return Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False, is_out=False).first()


def last_entry(tournament: Tournament, player: Player) -> Entry | None:
    """The player's latest entry that was not taken back, in or out; None if there is none."""
    found = Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False)
    return found.order_by("-number").first()


def price(tournament: Tournament, *, is_reentry: bool) -> tuple[int, int]:
    """What an entry costs now, as buy-in and fee; entries that were made keep theirs."""
    if not is_reentry:
        return tournament.buy_in, tournament.fee
    buy_in = tournament.buy_in if tournament.reentry_buy_in is None else tournament.reentry_buy_in
    return buy_in, tournament.fee if tournament.reentry_fee is None else tournament.reentry_fee


def room_left(tournament: Tournament, state: State) -> int | None:
    """How many may come in besides those who are in, by the most players and the most tables; None: any number."""
    most = [tournament.max_players] if tournament.max_players is not None else []
    if tournament.max_tables is not None:
        most.append(tournament.max_tables * tournament.table_size)
    return max(0, min(most) - len(state.alive)) if most else None


def enter(
    log: TournamentLog,
    player: Player,
    *,
    now: datetime,
    by: User | None,
    source: str = "",
    asked: str = "",
    ticket: Ticket | None = None,
) -> Entry:
    """Make an entry, whose conditions the caller has checked under the tournament's lock: it is paid, and seated if play has begun.

    Raises what the ledger raises.
    """
    tournament = log.tournament
    log.mark_out()  # the entry before this one is out, if there was one
    before = Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False).exists()
    paid, fee = price(tournament, is_reentry=before)
    if tournament.is_ticket_only and ticket is None and not before:
        ticket = tickets.take(player, tournament, None, now=now)
    entry = Entry.objects.create(
        tournament=tournament,
        player=player,
        number=(Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0) + 1,
        is_reentry=before,
        paid=paid,
        fee=fee,
        bounty=min(tournament.bounty, paid),
        ticket=ticket,
        registered_at=now,
        asked=asked,
    )
    entered = (Reentered if before else Registered)(entry=entry.number, player=player.pk)
    seq = log.add(entered, now=now, by=by, source=source)
    pay(tournament, entry, asked or f"{seq}:1", by)
    if log.state.status == RUNNING and not (
        tournament.needs_check_in and tournament.absentees == Tournament.Absentees.WAIT
    ):
        seat(log, entry, now=now)
    return entry


def pay(tournament: Tournament, bought: Entry | Purchase, key: str, by: User | None, *, purpose: str = "entry") -> None:
    """Move a price to where it lies: prize money into escrow, the fee to the house."""
    moves = escrow.moves_of(bought) if isinstance(bought, Entry) else _moves_of(bought)
    if moves:  # a free-roll has none
        ledger.post(
            f"{tournament.owner}:{key}", moves, purpose=f"tournament-{purpose}", reference=tournament.owner, by=by
        )


def pay_back(tournament: Tournament, entry: Entry, key: str, by: User | None) -> None:
    """Move the price of an entry back, the fee with it; its ticket is good again."""
    if moves := escrow.moves_of(entry, -1):
        ledger.post(f"{tournament.owner}:{key}", moves, purpose="tournament-return", reference=tournament.owner, by=by)
    tickets.give_back(entry)


def pay_back_bought(entry: Entry, key: str, now: datetime) -> None:
    """Move the prices of the rebuys and add-ons back that the entry has kept; its chips are not touched."""
    for bought in Purchase.objects.filter(entry=entry, taken_back_at=None).order_by("pk"):
        moves = {account: -chips for account, chips in _moves_of(bought).items()}
        if moves:
            owner = entry.tournament.owner
            ledger.post(f"{key}:{bought.pk}", moves, purpose="tournament-return", reference=owner, by=None)
        bought.taken_back_at = now
        bought.save(update_fields=["taken_back_at"])


def _moves_of(bought: Purchase) -> dict[int, int]:
    row = bought.entry.tournament
    parts = (
        (escrow.prize_escrow(row), bought.paid - bought.bounty),
        (escrow.bounty_escrow(row), bought.bounty) if bought.bounty else (None, 0),
        (escrow.fees(), bought.fee),
        (ledger.open_account(bought.entry.player.owner, "wallet"), -bought.paid - bought.fee),
    )
    return {account.pk: chips for account, chips in parts if account is not None and chips}


# -- seats ------------------------------------------------------------------------------------------------------------


# -- leaving ----------------------------------------------------------------------------------------------------------


def take_stack(tournament: Tournament, entry: Entry, key: str, by: User | None) -> int:
    """The chips in front of an entry leave play (TDA 8-B); how many there were."""
    if entry.account_id is None:
        return 0
    chips = ledger.balance(Account.objects.get(pk=entry.account_id))
    if chips:
        cashier = ledger.open_account("cashier", "cashier", tournament.owner)
        moves = {entry.account_id: -chips, cashier.pk: chips}
        ledger.post(key, moves, purpose="tournament-stacks", reference=tournament.owner, by=by)
    return chips


def entries_of(tournament: Tournament) -> list[Entry]:
    live = Entry.objects.filter(tournament=tournament, is_withdrawn=False)
    return list(live.select_related("player", "account", "ticket").order_by("number"))


@once(lambda tournament: tournament.pk)
def player_names(tournament: Tournament) -> dict[int, Player]:
    """Entry number to player."""
    return {entry.number: entry.player for entry in entries_of(tournament)}
