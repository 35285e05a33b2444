"""Deals in play: proposed by the director, agreed to by everybody left, binding then, and called off until it is paid.

While a deal is talked over the clock stands. What was proposed holds for the stacks and players of that moment: another
hand, or a player less, makes it stale, and it must be agreed to anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from club.base.phrases import gettext as _
from club.models import Player, User
from tournaments.base.errors import Refused
from tournaments.formulas import deal_methods
from tournaments.formulas.deal_methods import Deal
from tournaments.log import stored_lines, tournament_log, tournament_rules
from tournaments.log.events.clock import Paused
from tournaments.log.events.prizes import DealAgreed, DealMade, DealOff, DealProposed
from tournaments.log.prize_state import DealProposal
from tournaments.log.state import State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import prizes_by_place
from tournaments.running import settled_hands
from tournaments.terms import late_registration_and_rebuy_periods

CUSTOM = "custom"
MOST_COMPARED = 30  # players for whom every method is worked out beside the proposal
METHODS = {
    "icm": gettext_noop("by the worth of the chips (ICM)"),
    "chip_chop": gettext_noop("chip chop: the lowest prize for each, the rest by chips"),
    "proportional": gettext_noop("all of it by chips"),
    "even": gettext_noop("the same for each"),
    CUSTOM: gettext_noop("amounts of their own"),
}

DOUBTS = {
    "above first": gettext_noop("Look twice: somebody would get more than the first prize."),
    "below last": gettext_noop(
        "Look twice: somebody would get less than the lowest prize left, which is certain already."
    ),
}


def is_stale(state: State) -> bool:
    """True for a deal that is not binding and was talked over by other players, or before another hand."""
    deal = state.prize_state.deal
    if deal is None or deal.is_binding:
        return False
    return set(deal.shares) != set(state.alive) or deal.played != state.played or bool(state.hands)


def has_stopped_clock(tournament: Tournament, state: State) -> bool:
    """True while the clock stands since a deal was proposed, and for no other reason."""
    if state.clock.paused is None:
        return False
    line = stored_lines.last_of_class(tournament, Paused)
    return line is not None and line.at == state.clock.paused and line.event.for_deal


def work_out(
    tournament: Tournament, state: State, method: str, *, keep: int = 0, shares: Sequence[int] = ()
) -> tuple[list[int], Deal]:
    """The entries left in their order, and the deal by a method; custom: by the shares given in that order, in chips.

    Raises `Refused` for a method that the house does not allow, `ClubError` for amounts that cannot be.
    """
    allowed = tournament_rules.in_force(tournament, None).deals_allowed
    if method not in allowed:
        words = _("This house allows deals by: %(methods)s.") % {"methods": ", ".join(allowed)}
        raise Refused("deal_not_allowed", words, 422, field="method")
    entries = sorted(state.alive)
    prizes = prizes_by_place.prizes(tournament, state)[: len(entries)]
    if not sum(prizes):
        raise Refused("no_prizes_left", _("Those who are left play for no prize that could be shared."))
    if method == CUSTOM:
        if len(shares) != len(entries):
            words = _("Give a share for each of the %(n)d players left, by their entries: %(entries)s.")
            told = {"n": len(entries), "entries": ", ".join(map(str, entries))}
            raise Refused("bad_deal", words % told, 422, field="shares")
        return entries, deal_methods.agree(shares, prizes, keep=keep)
    stacks = stacks_of(tournament, state, entries)
    uncounted = sorted(set(entries) - stacks.keys())
    if uncounted:
        words = _("Count the stacks first of: %(names)s.")
        named = Entry.objects.filter(tournament=tournament, number__in=uncounted).order_by("number")
        names = ", ".join(named.values_list("player__nickname", flat=True))
        raise Refused("stack_not_counted", words % {"names": names}, entries=uncounted)
    return entries, deal_methods.propose(
        method, [stacks[entry] for entry in entries], prizes, keep=keep, unit=tournament.payout_unit
    )


def stacks_of(tournament: Tournament, state: State, entries: Sequence[int]) -> dict[int, int]:
    """The chips before each of those entries; at real cards as they were counted, and not those nobody counted."""
    orders, found = state.orders, {}
    for entry in Entry.objects.filter(tournament=tournament, number__in=entries).select_related("account"):
        number = entry.number
        if number in orders.counts:
            found[number] = orders.counts[number]
        elif state.entries[number].table not in orders.physical:
            found[number] = entry.account.balance if entry.account else 0
    return found


# -- acts -------------------------------------------------------------------------------------------------------------


def propose(
    tournament_id: int,
    *,
    method: str,
    keep: int = 0,
    shares: Sequence[int] = (),
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """Propose a deal to everybody left, between hands; it takes the place of one that was not agreed to. The clock stops.

    Raises `Refused`: not running, hands in play, registration or rebuys still open, a satellite, locked prizes that are
    stale, a deal that stands; and what `work_out` raises.
    """
    with transaction.atomic():
        log = _running(tournament_id)
        settled_hands.take_hands(log, now)
        tournament, state = log.tournament, log.state
        if state.hands:
            raise Refused("hands_in_play", _("Stop the clock, and let the hands in play be finished first."))
        if tournament.ticket_value:
            raise Refused("is_satellite", _("A satellite pays tickets, which cannot be shared."))
        if prizes_by_place.stale(tournament, state) is not None:
            raise Refused("prizes_stale", _("Lock the prizes anew first: entries have changed since."))
        if state.prize_state.deal is not None and state.prize_state.deal.is_binding:
            raise Refused("deal_stands", _("A deal stands already: call it off before another is proposed."))
        if not late_registration_and_rebuy_periods.is_settled(tournament, state, now):
            words = _("Somebody may still enter, or buy chips: close registration first.")
            raise Refused("registration_open", words)
        if len(state.alive) < 2:
            raise Refused("last_player", _("One player is left: there is nobody to deal with."))
        entries, deal = work_out(tournament, state, method, keep=keep, shares=shares)
        if state.clock.paused is None:
            log.add(Paused(for_deal=True), now=now, by=by, source=source)
        proposed = DealProposed(
            method=method,
            shares=tuple(zip(entries, deal.shares, strict=True)),
            kept=deal.kept,
            prizes=tuple(prizes_by_place.prizes(tournament, state)),
            played=state.played,
            why=why,
        )
        log.add(proposed, now=now, by=by, source=source)
        log.close()


def consent(tournament_id: int, entry: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Put on record that an entry agrees; with the last one the deal is binding. Agreeing twice is harmless.

    Raises `Refused`: no deal, a stale one, one that stands, an entry that has no part in it.
    """
    with transaction.atomic():
        log = _running(tournament_id)
        deal = _open_deal(log)
        if entry not in deal.shares:
            raise Refused("not_in_deal", _("This player has no part in the deal."), entry=entry)
        if entry not in deal.agreed:
            log.add(DealAgreed(entry=entry, why=why), now=now, by=by, source=source)
        after = log.state.prize_state.deal
        if after is not None and not after.waits_for:
            log.add(DealMade(method=after.method, kept=after.kept), now=now, by=by, source=source)
        log.close()


def agree(tournament_id: int, player: Player, *, now: datetime, by: User | None, source: str = "") -> None:
    """A player agrees for himself, for every entry of his that has a part. Raises what `consent` raises."""
    with transaction.atomic():
        log = _running(tournament_id)
        mine = entries_of(log.tournament, player) & set(_open_deal(log).shares)
        if not mine:
            raise Refused("not_in_deal", _("You have no part in this deal."), 403)
        for entry in sorted(mine):
            consent(tournament_id, entry, now=now, by=by, source=source)


def decline(tournament_id: int, player: Player, *, now: datetime, by: User | None, source: str = "") -> None:
    """A player takes part no longer: the proposal is off. Raises `Refused`: no deal, one that stands, no part in it."""
    with transaction.atomic():
        log = _running(tournament_id)
        deal = log.state.prize_state.deal
        if deal is None or deal.is_binding:
            _refuse_none(deal)
        mine = sorted(entries_of(log.tournament, player) & set(deal.shares if deal else ()))
        if not mine:
            raise Refused("not_in_deal", _("You have no part in this deal."), 403)
        log.add(DealOff(entry=mine[0], why=_("declined")), now=now, by=by, source=source)
        log.close()


def call_off(tournament_id: int, *, now: datetime, by: User | None, why: str, source: str = "") -> None:
    """Call a deal off, agreed to or not, as long as it is not paid. Raises `Refused`."""
    with transaction.atomic():
        log = _running(tournament_id)
        if log.state.prize_state.deal is None:
            _refuse_none(None)
        log.add(DealOff(why=why), now=now, by=by, source=source)
        log.close()


def _running(tournament_id: int) -> TournamentLog:
    log = tournament_log.open_running(tournament_id)
    if log.tournament.day_two_id is not None:
        raise Refused("is_flight", _("A flight pays no prizes that could be shared: a deal is made on Day 2."))
    return log


def _open_deal(log: TournamentLog) -> DealProposal:
    deal = log.state.prize_state.deal
    if deal is None or deal.is_binding:
        _refuse_none(deal)
    assert deal is not None
    if is_stale(log.state):
        raise Refused("deal_stale", _("Things have changed since this deal was proposed: it must be proposed anew."))
    return deal


def _refuse_none(deal: DealProposal | None) -> None:
    if deal is not None:
        raise Refused("deal_stands", _("The deal stands: everybody has agreed."))
    raise Refused("no_deal", _("No deal has been proposed."), 404)


def entries_of(tournament: Tournament, player: Player) -> set[int]:
    """The numbers of a player's entries."""
    return set(
        Entry.objects.filter(tournament=tournament, player=player, is_withdrawn=False).values_list("number", flat=True)
    )


def _doubts(deal: DealProposal) -> tuple[str, ...]:
    return deal_methods.doubts(list(deal.shares.values()), deal.prizes[: len(deal.shares)])


# -- what is read -----------------------------------------------------------------------------------------------------


def may_see(tournament: Tournament, state: State, player: Player | None, is_director: bool) -> bool:
    """A deal is for those who are left, and for the director."""
    return is_director or (player is not None and bool(entries_of(tournament, player) & set(state.alive)))


def seen(tournament: Tournament, state: State) -> dict[str, Any]:
    """The deal as it is talked over, each player's figure beside what the other methods would give; without one, those.

    `doubts`: what to look at twice, in words.
    `lines`: by entry, with `chips`, `share` in chips or None, `others` by method, `has_agreed`.
    """
    deal, entries = state.prize_state.deal, sorted(state.alive)
    sharers = sorted(deal.shares) if deal is not None and not is_stale(state) else entries
    kept_prize = deal.kept if deal is not None else 0
    methods_allowed = [
        method for method in tournament_rules.in_force(tournament, None).deals_allowed if method != CUSTOM
    ]
    shares_by_method: dict[str, tuple[int, ...]] = {}
    prizes = prizes_by_place.prizes(tournament, state)[: len(entries)]
    prize_money_left: int = sum(prizes)
    chips = stacks_of(tournament, state, sorted({*entries, *sharers}))
    is_known = all(entry in chips for entry in entries)
    if 1 < len(entries) <= MOST_COMPARED and prize_money_left and not tournament.ticket_value and is_known:
        stacks = [chips[entry] for entry in entries]
        shares_by_method = {
            one: deal_methods.propose(
                one, stacks, prizes, keep=min(kept_prize, prize_money_left), unit=tournament.payout_unit
            ).shares
            for one in methods_allowed
        }
    sharing = Entry.objects.filter(tournament=tournament, number__in=sharers).select_related("player", "account")
    lines: list[dict[str, Any]] = [
        {
            "entry": entry.number,
            "name": entry.player.nickname,
            "player": entry.player_id,
            "chips": chips.get(entry.number, 0),
            "share": None if deal is None else deal.shares.get(entry.number),
            "others": [
                {"method": one, "share": shares[entries.index(entry.number)]}
                for one, shares in shares_by_method.items()
                if entry.number in entries
            ],
            "has_agreed": deal is not None and entry.number in deal.agreed,
        }
        for entry in sharing.order_by("number")
    ]
    lines.sort(key=lambda line: (-line["chips"], line["entry"]))
    return {
        "method": None if deal is None else deal.method,
        "method_words": "" if deal is None else _(METHODS[deal.method]),
        "kept": kept_prize,
        "doubts": [] if deal is None else [_(DOUBTS[one]) for one in _doubts(deal)],
        "is_binding": deal is not None and deal.is_binding,
        "is_stale": is_stale(state),
        "waits_for": [] if deal is None else deal.waits_for,
        "methods": [{"method": one, "words": _(METHODS[one])} for one in shares_by_method],
        "allowed": [
            {"method": one, "words": _(METHODS[one])}
            for one in tournament_rules.in_force(tournament, None).deals_allowed
        ],
        "prizes": list(prizes),
        "lines": lines,
    }
