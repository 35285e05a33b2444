"""Knock-outs at real cards as the floor reports them: the places, the bounties, and who decides on a rebuy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons
from tournaments.entries import eliminations, purchases
from tournaments.floor import moves_and_knockouts
from tournaments.log import tournament_rules
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.purchases import RebuyOffered
from tournaments.log.tournament_log import TournamentLog
from tournaments.prizes import bounty_awards, bounty_eliminators
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, bracket_rounds, hand_for_hand, settled_hands
from tournaments.seating.places_of_knockouts import Bust, RoundRank, places


@dataclass(frozen=True)
class _Report:
    """A report of knock-outs in one hand, as it goes to the log: bounties and ranks by entry; `who` is `now`, `by` and `source`."""

    log: TournamentLog
    bounties: Mapping[int, tuple[int, ...]]
    ranks: Mapping[int, RoundRank | None]
    why: str
    who: Mapping[str, Any]

    def offer_rebuy(self, entry: int, number: int) -> None:
        """Ask for a rebuy, for as long as the event has it; who wins the bounty if it is declined stands in the line."""
        until = self.who["now"] + timedelta(seconds=self.log.tournament.rebuy_seconds)
        offered = RebuyOffered(
            entry=entry,
            until=until,
            elimination_number=number,
            eliminators=self.bounties[entry] or None,
            round=self.ranks[entry],
            why=self.why,
            floor=True,
        )
        self.log.add(offered, **self.who)

    def put_out(self, entry: int, best: int, worst: int, number: int) -> None:
        """Free the seat, note the places from `best` to `worst`, and award the bounty."""
        log, now, place = self.log, self.who["now"], self.log.state.entries[entry]
        single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
        out = KnockedOut(
            entry=entry, best=best, worst=worst, elimination_number=number, table=place.table, seat=place.seat,
            physical=True, round=self.ranks[entry], why=self.why, floor=True,
        )  # fmt: skip
        log.add(out, **self.who)
        bounty_awards.award_of_hand(log, entry, self.bounties[entry] or None, now)


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
        start_stacks = list(stacks) or list(range(len(entries), 0, -1))
        busts = [
            Bust(entry, log.state.entries[entry].table or 0, chips)
            for entry, chips in zip(entries, start_stacks, strict=True)
        ]
        bounty_awards.make_envelopes(log, len(log.state.alive), now)
        finished = list(_in_order(log, busts))
        deciding = eliminations.may_buy_again(log, [entry for entry, _places, _elimination in finished], now)
        if not deciding.issuperset(buying_again):
            raise Refused("no_rebuy", _("No rebuy can be bought now: report the player out."), answers=list(answers))
        deciding -= {entry for entry, answer in answered.items() if answer == STAYS_OUT}
        told_stacks = dict(zip(entries, stacks, strict=True)) if stacks else {}
        ranks = {
            bust.entry: hand_for_hand.round_rank(
                log, bust.entry, told_stacks.get(bust.entry), rank, is_told=bool(stacks)
            )
            for rank, bust in enumerate(busts)
        }
        reported = _Report(log, bounties, ranks, why, {"now": now, "by": by, "source": source})
        numbers: dict[tuple[int, int], int] = {}
        for entry, (best, worst), round_number in finished:
            # Who tie fall together, with one number.
            number = round_number or numbers.setdefault((best, worst), log.state.eliminations + 1)
            if entry in deciding:
                reported.offer_rebuy(entry, number)
            else:
                reported.put_out(entry, best, worst, number)
        balancing_moves.rebalance(log, now)
        log.close()
        for entry in buying_again:
            sale_key = key and f"{key}-{entry}"
            rebuys_and_add_ons.buy_at_desk(
                tournament_id,
                entry,
                purchases.REBUY,
                paid=answered[entry] == PAID_NOW,
                key=sale_key,
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
