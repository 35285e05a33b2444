"""Tables with real cards: what the floor reports of them, since nothing there is dealt or counted by the server.

Knock-outs, moves that were made, where the button is, stacks as counted, the final table, the end. The chips of these
tables are one pool (`tournament_tables.pool`); a stack is known only as it was counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.base.phrases import joined
from club.ledger import ledger
from club.models import Player, User
from tables.cash import sittings
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons
from tournaments.entries import eliminations, purchases
from tournaments.floor import moves_and_knockouts
from tournaments.log import tournament_rules
from tournaments.log.events.floor_orders import ButtonPlace, ButtonTold, Counts, StacksCounted
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.purchases import RebuyOffered
from tournaments.log.events.seats import CallSeen, move_of
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.prizes import bounty_awards, bounty_eliminators, payout_settlement
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, bracket_rounds, event_finish, final_table, hand_for_hand, settled_hands
from tournaments.seating import balancing
from tournaments.seating.places_of_knockouts import Bust, places
from tournaments.terms import late_registration_and_rebuy_periods

# What is said of a rebuy when a player is reported out of chips.
UNDECIDED, REBUYS, PAID_NOW, STAYS_OUT = ANSWERS = ("undecided", "rebuy", "paid", "out")


def knock_out(
    tournament_id: int,
    entries: Sequence[int],
    stacks: Sequence[int] = (),
    eliminators: Sequence[int] = (),
    won: Sequence[tuple[int, int]] = (),
    answers: Sequence[str] = (),
    key: str = "",
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """Report who was knocked out in one hand, at one table or at several that play hand for hand.

    The first began the hand with the largest stack and finishes highest, unless `stacks` (chips at its beginning, in the
    same order) says otherwise: equal stacks at one table tie. For different tables the house rule decides. won: who won
    whose bounty, as pairs of who is out and an eliminator, several of whom share it; of who is in no pair, `eliminators` won it.
    answers: of each in the same order, what is said of a rebuy where one may be bought: one of `ANSWERS` (a rebuy from the
    wallet, or paid in cash now, which is one slip of the desk); by default nobody has decided, and keeps the seat until the floor
    sells the rebuy, or says that there is none (`rebuys_and_add_ons.decline_at_desk`).
    The same `key` sells a rebuy once. Raises `Refused`: not running, nobody named, somebody named twice, out already, not at
    real cards, nobody left to win, not a stack or an answer for each, a bounty of who is not out, no rebuy to be bought;
    and what `rebuys_and_add_ons.buy_at_desk` refuses.
    """
    answered = dict(zip(entries, answers, strict=False))
    buying_again = [entry for entry, answer in answered.items() if answer in (REBUYS, PAID_NOW)]
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if key and rebuys_and_add_ons.is_sold(log.tournament, [(entry, f"{key}-{entry}") for entry in buying_again]):
            return
        _check_busts(log, entries, stacks)
        _check_said(entries, won, answers)
        bounties = {
            entry: tuple(by_whom for out, by_whom in won if out == entry) or tuple(eliminators) for entry in entries
        }
        if log.tournament.bounty:
            for entry in entries:  # who is asked about a rebuy keeps them: they win the bounty once that is declined
                bounty_eliminators.check(log, entry, bounties[entry], now)
        state = log.state
        numbers: dict[tuple[int, int], int] = {}
        start = list(stacks) or list(range(len(entries), 0, -1))
        busts = [Bust(one, state.entries[one].table or 0, chips) for one, chips in zip(entries, start, strict=True)]
        bounty_awards.make_envelopes(log, len(state.alive), now)
        made = list(_in_order(log, busts))
        again = eliminations.may_buy_again(log, [entry for entry, _place, _elimination in made], now)
        if not again.issuperset(buying_again):
            raise Refused("no_rebuy", _("No rebuy can be bought now: report the player out."), answers=list(answers))
        again -= {entry for entry, answer in answered.items() if answer == STAYS_OUT}
        until = now + timedelta(seconds=log.tournament.rebuy_seconds)
        ranked = {bust.entry: at for at, bust in enumerate(busts)}
        told_stacks = dict(zip(entries, stacks, strict=True)) if stacks else {}
        ranks = {
            one: hand_for_hand.round_rank(log, one, told_stacks.get(one), ranked[one], is_told=bool(stacks))
            for one in ranked
        }
        for entry, (best, worst), number_so in made:
            place, rank = log.state.entries[entry], ranks[entry]
            number = number_so or numbers.setdefault((best, worst), log.state.eliminations + 1)  # who tie fall together
            if entry in again:
                by_whom = bounties[entry] or None
                asked = RebuyOffered(
                    entry=entry,
                    until=until,
                    elimination_number=number,
                    eliminators=by_whom,
                    round=rank,
                    why=why,
                    floor=True,
                )
                log.add(asked, now=now, by=by, source=source)
                continue
            single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
            out = KnockedOut(
                entry=entry, best=best, worst=worst, elimination_number=number, table=place.table, seat=place.seat,
                physical=True, round=rank, why=why, floor=True,
            )  # fmt: skip
            log.add(out, now=now, by=by, source=source)
            bounty_awards.award_of_hand(log, entry, bounties[entry] or None, now)
        balancing_moves.rebalance(log, now)
        log.close()
        for entry in buying_again:
            own = key and f"{key}-{entry}"
            rebuys_and_add_ons.buy_at_desk(
                tournament_id,
                entry,
                purchases.REBUY,
                paid=answered[entry] == PAID_NOW,
                key=own,
                now=now,
                by=by,
                source=source,
            )


def _check_said(entries: Sequence[int], won: Sequence[tuple[int, int]], answers: Sequence[str]) -> None:
    if any(out not in entries for out, _by_whom in won):
        words = _("A bounty is won from a player who is out in this hand.")
        raise Refused("bad_eliminators", words, 422, field="won")
    if answers and len(answers) != len(entries):
        words = _("Say of each of the %(n)d players whether a rebuy is bought, or of none.")
        raise Refused("bad_answers", words % {"n": len(entries)}, 422, field="answers")


def _in_order(log: TournamentLog, busts: Sequence[Bust]) -> list[tuple[int, tuple[int, int], int]]:
    """Entry and places of each, worst first, and the number of the knock-out where a round says so (else 0)."""
    if log.state.stage is not None:
        listed = bracket_rounds.eliminations_of(log.state.stage, busts, log.state.alive)
        return [(entry, place, number) for tied, number, place in listed for entry in tied]
    made = places(
        busts, len(log.state.alive), tournament_rules.in_force(log.tournament, log.state.level_began).knockout_policy
    )
    return [(entry, place, 0) for entry, place in sorted(made.items(), key=lambda one: (-one[1][1], one[0]))]


def _check_busts(log: TournamentLog, entries: Sequence[int], stacks: Sequence[int]) -> None:
    if not entries or len(set(entries)) != len(entries):
        raise Refused("bad_entries", _("Name each player who was knocked out, once."), 422, entries=list(entries))
    for entry in entries:
        moves_and_knockouts.in_play(log, entry)
        if log.state.entries[entry].table not in log.state.orders.physical:
            words = _("At this player's table the stacks are on record: whoever has no chips left is out by itself.")
            raise Refused("not_physical", words, entry=entry)
        if entry in log.state.deciding:
            raise Refused("decides", _("This player is out of chips already, and may buy again."), entry=entry)
    if len(entries) >= len(log.state.playing):
        raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
    if stacks and len(stacks) != len(entries):
        words = _("Give a stack for each of the %(n)d players, or for none.")
        raise Refused("bad_stacks", words % {"n": len(entries)}, 422, stacks=list(stacks))


def confirm(
    tournament_id: int,
    entry: int,
    *,
    now: datetime,
    by: User | None,
    chips: int | None = None,
    source: str = "",
) -> None:
    """A move that was called has been made. `chips`: the stack as counted, from real cards to dealt ones.

    Raises `Refused` (not running, no move called for this entry) and what `tournament_tables.move_stack` refuses.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        _confirm(log, entry, now, chips, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def confirm_table(tournament_id: int, table: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Every move that was called away from a table (its id) has been made. Raises `Refused` as `confirm` does."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        number = _number(log, table)
        here = [entry for entry in log.state.orders.called if log.state.entries[entry].table == number]
        if not here:
            raise Refused("not_called", _("No move is called for this player."))
        for entry in here:
            _confirm(log, entry, now, None, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def _confirm(log: TournamentLog, entry: int, now: datetime, chips: int | None, **who: Any) -> None:
    moves_and_knockouts.in_play(log, entry)
    called = log.state.orders.called.get(entry)
    if called is None:
        raise Refused("not_called", _("No move is called for this player."), entry=entry)
    place = log.state.entries[entry]
    key = log.transfer_key()
    to = called.table, called.seat
    stack = tournament_tables.move_stack(log, entry, to, key=key, now=now, chips=chips)
    log.add(replace(move_of(entry, place, to, stack), floor=True), now=now, **who)


def see(tournament_id: int, entry: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """The player knows of the move that was called. Harmless again. Raises `Refused` (not running, none called)."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        called = log.state.orders.called.get(entry)
        if called is None:
            raise Refused("not_called", _("No move is called for this player."), entry=entry)
        if not called.is_seen:
            log.add(CallSeen(entry=entry), now=now, by=by, source=source)
        log.close()


def see_own(tournament_id: int, player: Player, *, now: datetime, by: User | None, source: str = "") -> None:
    """As `see`, by the player. Raises `Refused` for one who is not in play or not called."""
    entered = Entry.objects.filter(tournament_id=tournament_id, player=player, is_withdrawn=False)
    entry = entered.order_by("-number").values_list("number", flat=True).first()
    if entry is None:
        raise Refused("not_registered", _("You are not registered for this tournament."), 404)
    see(tournament_id, entry, now=now, by=by, source=source)


def tell_button(
    tournament_id: int,
    table: int,
    button: int,
    big_blind: int | None = None,
    *,
    now: datetime,
    by: User | None,
    source: str = "",
) -> None:
    """Where the button of the last hand is at a table (its id), and its big blind: None as the seats follow one another.

    Good for a few minutes; the moves that waited for it are called. Raises `Refused` (not running, no such table with
    real cards, no such seat, a big blind at an empty seat).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        number = _number(log, table)
        seated, size = log.state.seated(number), sittings.size_of(table)
        for seat in (button, big_blind or button):
            if not 1 <= seat <= size:
                words = _("This table has the seats 1 to %(seats)s.") % {"seats": size}
                raise Refused("unknown_seat", words, 422, seat=seat)
        if not seated:
            raise Refused("empty_seat", _("Nobody sits in seat %(seat)d.") % {"seat": button}, 422, seat=button)
        if big_blind is None:
            behind = balancing.clockwise(button, seated, size)
            big_blind = behind[min(1, len(behind) - 1)] if len(behind) > 2 else behind[0]
        if big_blind not in seated:
            raise Refused("empty_seat", _("Nobody sits in seat %(seat)d.") % {"seat": big_blind}, 422, seat=big_blind)
        before = log.state.orders.buttons.get(number, (None, None, ""))
        was = ButtonPlace(table=number, button=before[0], big_blind=before[1], told_at=before[2])
        told = ButtonTold(table=number, button=button, big_blind=big_blind, told_at=now.isoformat(), was=was)
        log.add(told, now=now, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def count(
    tournament_id: int,
    entries: Sequence[int],
    stacks: Sequence[int],
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """Stacks at tables with real cards, as the floor counted them: chips for each entry, in the same order.

    Raises `Refused`: not running, an entry named twice or out or where the server deals, not a stack for each, or more
    chips than these tables hold.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if not entries or len(entries) != len(stacks) or len(set(entries)) != len(entries):
            raise Refused("bad_stacks", _("Name each player once, and the chips of each."), 422)
        for entry in entries:
            moves_and_knockouts.in_play(log, entry)
            if log.state.entries[entry].table not in log.state.orders.physical:
                raise Refused(
                    "not_physical",
                    _("At this player's table the stacks are on record; nothing is counted by hand."),
                    entry=entry,
                )
        given = dict(zip(entries, stacks, strict=True))
        most, together = (
            ledger.balance(tournament_tables.pool(log.tournament)),
            sum({**log.state.orders.counts, **given}.values()),
        )
        if together > most or min(stacks) < 1:
            words = _(
                "The tables with real cards hold %(most)s chips; those counted come to %(together)s. Count again."
            )
            told = {"most": f"{most:,}", "together": f"{together:,}"}
            raise Refused("stack_impossible", words % told, 422, most=most, together=together)
        was = Counts(stacks={entry: log.state.orders.counts.get(entry) for entry in entries})
        log.add(StacksCounted(stacks=given, was=was, why=why), now=now, by=by, source=source)
        log.close()


def draw_final_table(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Draw the seats of the final table. Raises `Refused` (not running, not with so many players, hands in play)."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if final_table.is_final_due(log) and late_registration_and_rebuy_periods.may_grow(
            log.tournament, log.state, now
        ):
            raise Refused(
                "not_final", _("Players may still enter: the final table is drawn once registration is closed.")
            )
        if not final_table.is_final_due(log):
            raise Refused("not_final", _("The final table is not due yet."))
        if log.state.hands:
            words = _("Hands are in play: the final table is drawn when they are over.")
            raise Refused("hand_in_progress", words)
        final_table.draw_final_table(log, now, by=by, source=source, is_order=True)
        log.close()


def finish(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """The last one left has won: prizes are paid; what is wrong then is put right once the event is reopened
    (`tournaments.endings`).

    Raises `Refused` (not running, more than one left).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if not payout_settlement.is_over(log.tournament, log.state):
            raise Refused("not_over", _("%(n)d players are left.") % {"n": len(log.state.alive)})
        if held := payout_settlement.holds(log.tournament, log.state):
            raise Refused("prizes_held", joined(held))
        event_finish.finish(log, now, by=by, source=source)
        log.close()


def _number(log: TournamentLog, table: int) -> int:
    """The number of a table with real cards. Raises `Refused`."""
    number = next((one for one, pk in log.state.tables.items() if pk == table), None)
    if number is None or number not in log.state.orders.real:
        raise Refused("unknown_table", _("This is no table of the tournament with real cards."), 404, table=table)
    return number
