"""Bounties while a tournament is played: who won whose bounty, envelopes that are drawn, and their payment from escrow.

A bounty is what its entry paid for it and what knock-outs have added to it. What a knock-out comes to is a line of the
log beside it, so that undoing one takes back the other; chips that were paid go back by a transfer that names the first.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Sum

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import amounts
from club.ledger import ledger
from club.models import Transfer, User
from tournaments.base.errors import Refused
from tournaments.formulas import bounty_shares
from tournaments.formulas.payout_tables import divide
from tournaments.log import stored_lines, tournament_log, tournament_rules
from tournaments.log.events.prizes import BountyTakenBack, BountyWon, EnvelopesDropped, EnvelopesMade, PrizeBarred
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Purchase, Tournament
from tournaments.prizes import bounty_eliminators, escrow, prize_pool, prizes_by_place
from tournaments.rooms import tournament_tables
from tournaments.terms import flight_tree, late_registration_and_rebuy_periods

FIXED, PROGRESSIVE, MYSTERY = Tournament.BountyKind.values
PAID_AT_REBUY = "the eliminator is paid"


def check(chosen: Mapping[str, Any], buy_in: int) -> None:
    """The fields of an event that are about bounties. Raises `Refused`."""
    bounty, kind = chosen.get("bounty") or 0, chosen.get("bounty_kind") or FIXED
    if bounty > buy_in:
        words = _("The bounty is a part of the buy-in: at most %(most)s.")
        raise Refused("bad_bounty", words % {"most": amounts.written(buy_in)}, 422, field="bounty")
    if chosen.get("bounty_final") == Tournament.BountyFinal.POOL and kind != FIXED:
        words = _(
            "The winner's own bounty goes to the prize pool only where bounties are fixed: no other is known before."
        )
        raise Refused("bad_bounty", words, 422, field="bounty_final")
    shares = chosen.get("mystery_shares") or []
    if not isinstance(shares, list) or not all(
        isinstance(one, list) and len(one) == 2 and all(type(n) is int and 1 <= n <= 10**9 for n in one)
        for one in shares
    ) or sum(many for _weight, many in shares) > 100_000:  # fmt: skip
        words = _("Envelopes are pairs of a weight and how many there are, such as [[100, 1], [10, 5]].")
        raise Refused("bad_bounty", words, 422, field="mystery_shares")


# -- bounties ---------------------------------------------------------------------------------------------------------


def brought(tournament: Tournament) -> dict[int, int]:
    """What each entry paid for bounties, in chips: its bounty as it came in, and what its rebuys put onto it."""
    paid = Entry.objects.filter(tournament=tournament, is_withdrawn=False, bounty__gt=0)
    found = dict(paid.values_list("number", "bounty"))
    bought = Purchase.objects.filter(entry__tournament=tournament, taken_back_at=None, bounty__gt=0)
    for number, chips in bought.values_list("entry__number", "bounty"):
        found[number] = found.get(number, 0) + chips
    return found


def collected(tournament: Tournament) -> int:
    """What was paid for bounties in all, in chips; in all flights of the event together."""
    tournament = tournament.pot
    paid = Entry.objects.filter(prize_pool.paying(tournament), is_withdrawn=False).aggregate(n=Sum("bounty"))["n"]
    return (paid or 0) + (prize_pool.purchases(tournament).aggregate(n=Sum("bounty"))["n"] or 0)


def open_bounties(tournament: Tournament, state: State) -> dict[int, int]:
    """The bounties nobody has won yet, in chips by entry. None where envelopes are drawn."""
    if not tournament.bounty or tournament.bounty_kind == MYSTERY:
        return {}
    found = brought(tournament)
    for entry, chips in state.prize_state.added.items():
        found[entry] = found.get(entry, 0) + chips
    return {entry: bounty for entry, bounty in found.items() if entry not in state.prize_state.settled}


# -- a bounty is won --------------------------------------------------------------------------------------------------


def make_envelopes(log: TournamentLog, left: int, now: datetime) -> None:
    """Make the envelopes once their moment has come: as many as players are left, of all that was paid for bounties.

    left: players left before the knock-outs to come. The moment is the level the event names, or when all who are left
    win a prize; not while somebody may still enter or buy again, since what the envelopes hold is not known before, nor in
    one of several flights.
    """
    tournament, state = log.tournament, log.state
    if tournament.bounty_kind != MYSTERY or not tournament.bounty or state.prize_state.envelopes is not None:
        return
    if not flight_tree.is_whole(tournament) or not late_registration_and_rebuy_periods.is_settled(
        tournament, state, now
    ):
        return
    if _is_moment(tournament, state, left):
        log.add(EnvelopesMade(envelopes=tuple(_envelopes(tournament, left))), now=now)


def _is_moment(tournament: Tournament, state: State, left: int) -> bool:
    if tournament.mystery_level is not None:
        return state.level >= tournament.mystery_level
    return bounty_shares.are_drawn(left, len(prizes_by_place.prizes(tournament, state)))


def _drop_envelopes(log: TournamentLog, now: datetime) -> None:
    """A knock-out was taken back: with so many in again it is too early for envelopes, of which none was opened."""
    tournament, state, made = log.tournament, log.state, log.state.prize_state.envelopes
    if made is None or sum(made) != collected(tournament) or _is_moment(tournament, state, len(state.alive)):
        return
    log.add(EnvelopesDropped(envelopes=made), now=now)


def envelopes_wait(tournament: Tournament, state: State) -> str:
    """What the envelopes that are not made yet wait for, in words; empty where there are none to come."""
    if tournament.bounty_kind != MYSTERY or not tournament.bounty or state.prize_state.envelopes is not None:
        return ""
    if not flight_tree.is_whole(tournament):
        return _(
            "Envelopes are made in Day 2, where everybody left plays: they hold what all flights have paid, and there is one for "
            "each player left. Before, nobody knows how many that are."
        )
    if tournament.mystery_level is not None:
        words = _("Envelopes are made from level %(level)d on, once nobody may enter or buy any more.")
        return words % {"level": tournament.mystery_level}
    return _("Envelopes are made once everybody left is paid a prize, and nobody may enter or buy any more.")


def _envelopes(tournament: Tournament, count: int) -> list[int]:
    """The envelopes of the event's list, the best of them where fewer are left than are listed."""
    pool, room_left, listed = collected(tournament), count, []
    for weight, many in tournament.mystery_shares:
        taken = min(many, room_left)
        if taken:
            listed.append((weight, taken))
        room_left -= taken
    if pool < count:
        return divide(pool, [1] * count)
    try:
        return list(bounty_shares.envelopes(pool, count, listed))
    except ClubError:  # weights so far apart that some would be empty
        return sorted(divide(pool, [1] * count), reverse=True)


def award_of_hand(log: TournamentLog, entry: int, eliminators: tuple[int, ...] | None, now: datetime) -> None:
    """The bounty of who lost the last chips in a hand; left to the director where the hand does not tell who won it."""
    if eliminators is None and not (log.tournament.bounty_kind == MYSTERY and log.state.prize_state.envelopes is None):
        return
    award_bounty(log, entry, eliminators or (), now)


def award_bounty(
    log: TournamentLog,
    entry: int,
    eliminators: Sequence[int],
    now: datetime,
    *,
    by: User | None = None,
    why: str = "",
    source: str = "",
) -> None:
    """The bounty of an entry that is out goes to who knocked it out; to the winner at last if nobody did.

    Raises `Refused` for eliminators that cannot have won it.
    """
    tournament, prize_state = log.tournament, log.state.prize_state
    if not tournament.bounty or entry in prize_state.settled:
        return
    bounty_eliminators.check(log, entry, eliminators, now)
    if tournament.bounty_kind == MYSTERY:
        won = _drawn(log, entry, eliminators)
    else:
        won = _shared(log, entry, open_bounties(tournament, log.state).get(entry, 0), eliminators)
    bounty_won = replace(won, why=why or None)
    seq = log.add(bounty_won, now=now, by=by, source=source)
    _pay(log, bounty_won.paid, f"{tournament.owner}:{seq}:bounty", by)


def _shared(log: TournamentLog, entry: int, bounty: int, eliminators: Sequence[int]) -> BountyWon:
    """A bounty won: what each eliminator is paid of it, and what is added to their own; unclaimed where nobody won it."""
    tournament = log.tournament
    if not eliminators:
        return BountyWon(entry=entry, eliminators=(), paid=(), added=(), unclaimed=bounty)
    percent = bounty_shares.FIXED if tournament.bounty_kind == FIXED else tournament.bounty_paid_percent
    out = [one for one in eliminators if log.state.entries[one].is_out]
    # A bounty cannot grow once it is won: who is out by now is paid all of it.
    percent = bounty_shares.FIXED if out else percent
    made = bounty_shares.knock_out(
        {entry: bounty, **dict.fromkeys(eliminators, 0)}, entry, eliminators, paid_percent=percent
    )
    paid = tuple((one, chips) for one, chips in made.paid.items() if chips)
    added = tuple((one, chips) for one, chips in made.added.items() if chips)
    return BountyWon(entry=entry, eliminators=tuple(eliminators), paid=paid, added=added, unclaimed=0)


def pay_at_rebuy(
    log: TournamentLog, entry: int, eliminators: Sequence[int], now: datetime, by: User | None
) -> int | None:
    """An entry without chips buys again: whoever took the last ones is paid its bounty, which begins anew, where the house has
    it so (`TournamentRules.rebuy_bounty`) and it is known who that was. Before what the rebuy itself puts onto the bounty.

    Returns the number of its line; None where nothing is paid.
    """
    tournament = log.tournament
    if not tournament.bounty or tournament.bounty_kind == MYSTERY or not eliminators:
        return None
    if tournament_rules.in_force(tournament, log.state.level_began).rebuy_bounty != PAID_AT_REBUY:
        return None
    bounty = open_bounties(tournament, log.state).get(entry, 0)
    won = _shared(log, entry, bounty, eliminators)
    bounty_won = replace(won, added=(*won.added, (entry, -bounty)), stays=True)
    seq = log.add(bounty_won, now=now, by=by)
    _pay(log, bounty_won.paid, f"{tournament.owner}:{seq}:bounty", by)
    return seq


def take_back_at_rebuy(log: TournamentLog, line: int, now: datetime, by: User | None) -> None:
    """What eliminators were paid at a rebuy, by the number of its line, goes back. Raises as `take_back`."""
    (bounty_won,) = stored_lines.of_class(log.tournament, BountyWon, seq=line)
    _undo(log, bounty_won, now, by)


def _drawn(log: TournamentLog, entry: int, eliminators: Sequence[int]) -> BountyWon:
    """The envelope of a knock-out, by lot; none before its moment, or where nobody won it."""
    left = log.state.prize_state.envelopes
    none = BountyWon(entry=entry, eliminators=tuple(eliminators), paid=(), added=(), unclaimed=0)
    if not left or not eliminators:
        return none
    rng = random.Random(tournament_tables.derived(bytes(log.tournament.seed), "envelope", log.tournament.seq, entry))
    drawn, _rest = bounty_shares.draw(left, rng)
    shares = bounty_shares.share_envelope(drawn, eliminators)
    return replace(none, envelope=drawn, paid=tuple((one, chips) for one, chips in shares.items() if chips))


def _pay(log: TournamentLog, paid: Sequence[Any], key: str, by: User | None) -> None:
    if paid and log.tournament.bounty_paid == Tournament.BountyPaid.ONCE:
        _to_wallets(log.tournament, dict(paid), key, by)


def _to_wallets(tournament: Tournament, chips: Mapping[int, int], key: str, by: User | None = None) -> None:
    moves: dict[int, int] = {}
    for entry in Entry.objects.filter(tournament=tournament, number__in=chips).select_related("player"):
        wallet = ledger.open_account(entry.player.owner, "wallet").pk
        moves[wallet] = moves.get(wallet, 0) + chips[entry.number]
    if moves:
        moves[escrow.bounty_escrow(tournament).pk] = -sum(moves.values())
        ledger.post(key, moves, purpose="tournament-bounty", reference=tournament.owner, by=by)


# -- by hand ----------------------------------------------------------------------------------------------------------


def award(
    tournament_id: int,
    entry: int,
    eliminators: Sequence[int],
    *,
    now: datetime,
    by: User | None,
    why: str,
    source: str = "",
) -> None:
    """Say who won a bounty, or that it was another: what was paid before goes back first. Raises `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        if not log.tournament.bounty:
            raise Refused("no_bounties", _("This tournament has no bounties."))
        if entry not in log.state.entries or not log.state.entries[entry].is_out:
            raise Refused("not_out", _("This player is not out: there is no bounty to be won yet."), entry=entry)
        take_back(log, entry, now, by)
        award_bounty(log, entry, eliminators, now, by=by, why=why, source=source)
        log.close()


def take_back(log: TournamentLog, entry: int, now: datetime, by: User | None) -> None:
    """A bounty is as before it was won: the chips return, an envelope is closed. Raises `Refused` if an eliminator's bounty
    has been won since, and what the ledger raises where chips that were paid are gone."""
    if entry not in log.state.prize_state.settled:
        return
    won = [line for line in stored_lines.of_class(log.tournament, BountyWon, data__entry=entry) if not line.event.stays]
    for fresh in log.fresh:
        if isinstance(fresh.event, BountyWon) and fresh.event.entry == entry and not fresh.event.stays:
            won.append(stored_lines.Numbered(fresh.seq, fresh.event, fresh.at))
    _undo(log, won[-1], now, by)


def _undo(log: TournamentLog, line: stored_lines.Numbered[BountyWon], now: datetime, by: User | None) -> None:
    gone = [one for one, _chips in line.event.added if one in log.state.prize_state.settled]
    if gone:
        words = _("The bounty that this one was added to has been won since: put that right first.")
        raise Refused("changed_since", words, entries=gone)
    seq = log.add(BountyTakenBack(**line.event.parts(), of=line.seq), now=now, by=by)
    made = Transfer.objects.filter(key=f"{log.tournament.owner}:{line.seq}:bounty").first()
    if made is not None:
        key = f"{log.tournament.owner}:{seq}:bounty"
        ledger.reverse(made, key=key, by=by, why=_("undone"), now=now)


def turn(log: TournamentLog, entry: int, is_undone: bool, now: datetime, by: User | None) -> None:
    """What followed from a knock-out by hand goes with it when it is undone or done again: its bounty, its prize.

    Raises what `take_back` and `give_again` raise.
    """
    if is_undone:
        take_back(log, entry, now, by)
        _drop_envelopes(log, now)
        if entry in log.state.prize_state.barred:
            log.add(PrizeBarred(entry=entry, is_barred=False), now=now, by=by)
        return
    make_envelopes(log, len(log.state.alive) + 1, now)
    give_again(log, entry, now, by)
    barred = stored_lines.last_of_class(log.tournament, PrizeBarred, data__entry=entry)
    # The undoing let go of it, so that there is a line at all says that the knock-out was a disqualification.
    if barred is not None and entry not in log.state.prize_state.barred:
        log.add(PrizeBarred(entry=entry, is_barred=True), now=now, by=by)


def give_again(log: TournamentLog, entry: int, now: datetime, by: User | None) -> None:
    """A knock-out done again: the bounty is won as it was before, an envelope is the same."""
    tournament = log.tournament
    undone = [
        line.event
        for line in stored_lines.of_class(tournament, BountyTakenBack, data__entry=entry)
        if not line.event.stays
    ]
    if not undone or entry in log.state.prize_state.settled:
        return
    again = BountyWon(**undone[-1].parts())
    is_there = again.envelope is None or again.envelope in (log.state.prize_state.envelopes or ())
    bounty = open_bounties(tournament, log.state).get(entry, 0)
    total = sum(chips for _one, chips in (*again.paid, *again.added)) + again.unclaimed
    out = [one for one in again.eliminators if one in log.state.prize_state.settled]
    if out or not is_there or (tournament.bounty_kind != MYSTERY and bounty != total):
        raise Refused("changed_since", _("The bounties have changed since: knock the player out anew."))
    seq = log.add(again, now=now, by=by)
    _pay(log, again.paid, f"{tournament.owner}:{seq}:bounty", by)


# -- the end ----------------------------------------------------------------------------------------------------------


def undecided(tournament: Tournament, state: State) -> list[int]:
    """The entries that are out and of whom nobody has said who knocked them out; the winner is none of them."""
    if not tournament.bounty:
        return []
    out = (entry for entry, place in state.entries.items() if place.is_out and place.best != 1)
    return sorted(entry for entry in out if entry not in state.prize_state.settled)


def final(tournament: Tournament, state: State) -> tuple[dict[int, int], int]:
    """At the end: what is still to be paid, by entry, and what goes from the bounties to the prize pool, in chips.

    Who is left at a deal has the own bounty; the winner has the own bounty, those nobody won, and the envelopes left. Envelopes
    are shared evenly where a deal ended it.
    """
    if not tournament.bounty:
        return {}, 0
    prize_state, total = state.prize_state, collected(tournament)
    last = sorted(
        (entry for entry, place in state.entries.items() if place.is_out and entry not in prize_state.settled),
        key=lambda entry: (state.entries[entry].best or 0, entry),
    )
    due = dict(open_bounties(tournament, state))
    if tournament.bounty_kind == MYSTERY:
        rest = total - sum(prize_state.won.values())
        due = dict(zip(last, divide(rest, [1] * len(last)), strict=True)) if last else {}
    elif last:
        due[last[0]] = due.get(last[0], 0) + prize_state.unclaimed
    to_pool = min(prize_pool.own_bounty(tournament), due.get(last[0], 0)) if last else 0
    if to_pool:
        due[last[0]] -= to_pool
    if tournament.bounty_paid == Tournament.BountyPaid.END:
        for entry, chips in prize_state.won.items():
            due[entry] = due.get(entry, 0) + chips
    return {entry: chips for entry, chips in due.items() if chips}, to_pool


def settle(tournament: Tournament, state: State, key: str) -> None:
    """Pay what is left of the bounties, so that their escrow ends at nothing."""
    due, to_pool = final(tournament, state)
    if to_pool:
        moves = {escrow.bounty_escrow(tournament).pk: -to_pool, escrow.prize_escrow(tournament).pk: to_pool}
        ledger.post(f"{key}:own", moves, purpose="tournament-bounty", reference=tournament.owner)
    _to_wallets(tournament, due, f"{key}:bounties")


def won(tournament: Tournament, state: State) -> dict[int, int]:
    """What each entry has won of bounties so far, in chips; with the end, its own bounty too."""
    made = dict(state.prize_state.won)
    if state.status == "finished":
        due, _to_pool = final(tournament, state)
        if tournament.bounty_paid == Tournament.BountyPaid.END:
            return due
        for entry, chips in due.items():
            made[entry] = made.get(entry, 0) + chips
    return made
