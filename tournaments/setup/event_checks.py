"""What the fields of an event may be together, and which of them stay once players rely on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from engine.errors import EngineError
from engine.messages.message import Message
from tournaments.base.errors import Refused
from tournaments.formulas import payout_tables
from tournaments.log.state import REGISTERING, State
from tournaments.messages.structures import SheetText
from tournaments.models import Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place
from tournaments.setup import flight_terms
from tournaments.structures import chip_colours, level_games_and_stakes, levels_and_breaks, sheet_gaps
from tournaments.terms import event_kinds

# On these players have relied in joining. What they paid is kept by their entries: prices may change for who comes later.
PROMISED = frozenset(
    """payout payout_table payout_unit payout_rounding payout_floor payout_minimum bounty bounty_kind bounty_paid_percent
    bounty_final bounty_paid mystery_level mystery_shares disqualified_prize ticket_for ticket_value cards""".split()
) | frozenset(event_kinds.FIELDS) - {"restart_level"}
ONLY_MORE = ("guarantee", "tickets_guaranteed")
ONLY_LESS = ("staff_basis_points",)
# The tables are opened with these, or they are about the start.
OF_THE_START = frozenset(
    "table_size cards physical_tables action_seconds pace starts_at opens_at min_players starting_chips on_time_chips".split()
) | frozenset(event_kinds.FIELDS)


def check(
    chosen: Mapping[str, Any],
    buy_in: int,
    sheet: Mapping[str, Any],
    *,
    now: datetime,
    wanted: Collection[str] | None = None,
) -> None:
    """Refuse fields that cannot be together: of an event that is announced, changed, or kept to recur.

    wanted: the fields that are being changed; None: all of them. What contradicts itself among the others was so before, and stays.
    Raises `Refused`, naming the field, or `ClubError` for a bad payout table.
    """
    if str(chosen.get("payout") or payout_tables.DEFAULT) not in {*payout_tables.PAYOUTS, *payout_tables.ALIASES}:
        known = ", ".join((*payout_tables.PAYOUTS, *payout_tables.ALIASES))
        words = _("There is no such payout; choose one of: %(known)s.")
        raise Refused("unknown_payout", words % {"known": known}, 422, field="payout")
    prizes_by_place.check(chosen)
    bounty_awards.check(chosen, buy_in)
    event_kinds.check(chosen, int(chosen.get("table_size") or sheet.get("table_size") or 9))
    flight_terms.check(chosen, buy_in)
    most = level_games_and_stakes.most_seats(sheet)
    if int(chosen.get("table_size") or 0) > most:
        raise Refused("seats_out_of_range", SheetText.MOST_SEATS(most=most), 422, most=most, field="table_size")
    for found in _contradictions(chosen, sheet, now):
        if wanted is None or set(found.fields) & set(wanted):
            raise Refused(found.code, found.words, 422, field=found.named(wanted))


# -- fields that contradict each other --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Fields that cannot be true together, the one to be put right first; a code, and what would be right."""

    fields: tuple[str, ...]
    code: str
    words: Message | str

    def named(self, wanted: Collection[str] | None) -> str:
        """The field that is named: of those being changed the first."""
        return next((name for name in self.fields if wanted is None or name in wanted), self.fields[0])


def _contradictions(chosen: Mapping[str, Any], sheet: Mapping[str, Any], now: datetime) -> Iterator[Contradiction]:
    """What cannot be true together in these fields: counts, instants, shares and chips."""
    yield from _of_counts(chosen, sheet)
    yield from _of_instants(chosen, now)
    yield from _of_late_stacks(chosen)
    yield from _of_colours(chosen, sheet)
    yield from _of_levels_carried(chosen, sheet)
    if (chosen.get("staff_basis_points") or 0) >= payout_tables.WHOLE:
        words = _("The staff's share would leave nothing for the prizes: it is less than 100 %.")
        yield Contradiction(("staff_basis_points",), "bad_staff_share", words)
    target = chosen.get("ticket_for")
    if target is not None and target.status in (Tournament.Status.CANCELLED, Tournament.Status.FINISHED):
        words = _("%(name)s is called off or over: nobody could use a ticket for it.") % {"name": target.name}
        yield Contradiction(("ticket_for",), "target_over", words)
    if chosen.get("tickets_guaranteed") and not chosen.get("ticket_value"):
        words = _("Tickets are guaranteed where tickets are won: say what one is worth, and what it is for.")
        yield Contradiction(("tickets_guaranteed", "ticket_value"), "no_ticket_won", words)
    chips = chosen.get("starting_chips") or sheet.get("starting_chips")
    if above := sheet_gaps.above_stack(sheet, chips):
        yield Contradiction(("starting_chips",), "ante_above_stack", above)
    level = chosen.get("mystery_level")
    last = levels_and_breaks.last_level(sheet)
    if level is not None and level > last:
        words = _("This structure has the levels 1 to %(last)d.")
        yield Contradiction(("mystery_level",), "unknown_level", words % {"last": last})


def _of_counts(chosen: Mapping[str, Any], sheet: Mapping[str, Any]) -> Iterator[Contradiction]:
    most = chosen.get("max_players")
    fewest = {**chosen, **event_kinds.settled(chosen)}.get("min_players") or 2
    if most is not None and fewest > most:
        words = _("The fewest players are %(fewest)d, the most %(most)d: nobody could start it.")
        told = {"fewest": fewest, "most": most}
        yield Contradiction(("min_players", "max_players"), "too_few_players", words % told)
    is_full = chosen.get("starts_when") == Tournament.StartsWhen.FULL and most is not None
    needed, name = (most or 0, "max_players") if is_full else (fewest, "min_players")
    for limit, seats in (("max_entries", chosen.get("max_entries")), ("max_tables", _seats(chosen, sheet))):
        if seats is not None and seats < needed:
            words = _("It starts with %(needed)d players, and this lets in only %(seats)d.")
            told = {"needed": needed, "seats": seats}
            yield Contradiction((limit, name), "never_starts", words % told)


def _of_colours(chosen: Mapping[str, Any], sheet: Mapping[str, Any]) -> Iterator[Contradiction]:
    """The event's own colours can be read, and every chip in play has one (S0.7)."""
    text = str(chosen.get("chip_colours") or "")
    try:
        missing = chip_colours.without_colour(text, sheet)
    except EngineError as wrong:
        yield Contradiction(("chip_colours",), "bad_colours", wrong.message)
        return
    if missing:
        words = _("Chips of %(chips)s are in play by this structure and have no colour: name them all, or none.")
        named = ", ".join(f"{chip:,}" for chip in missing)
        yield Contradiction(("chip_colours",), "chips_without_colour", words % {"chips": named})


def _of_late_stacks(chosen: Mapping[str, Any]) -> Iterator[Contradiction]:
    """Whoever may still enter has chips left to play with."""
    loss, level = chosen.get("late_loss_percent") or 0, chosen.get("late_until_level") or 0
    level = max(level, chosen.get("reentry_until_level") or 0)
    minutes = chosen.get("late_minutes")
    if minutes and chosen.get("format") == Tournament.Format.DAY_TWO:
        words = _("A later day has begun before: say until which level, or until when one may enter.")
        yield Contradiction(("late_minutes", "format"), "late_minutes_of_a_later_day", words)
    if loss and not (level or minutes or chosen.get("late_until") or chosen.get("reentries")):
        words = _("Fewer chips for who comes late: say until when one may enter late, or enter again.")
        yield Contradiction(("late_loss_percent", "late_until_level"), "nobody_is_late", words)
    if loss * level >= 100:
        words = _("%(loss)d %% a level leave nobody any chips after level %(level)d: at most %(most)d %%.")
        told = {"loss": loss, "level": level, "most": 99 // level}
        yield Contradiction(("late_loss_percent", "late_until_level"), "no_chips_left", words % told)


def _of_levels_carried(chosen: Mapping[str, Any], sheet: Mapping[str, Any]) -> Iterator[Contradiction]:
    """A Day 2 goes on at the level its flights come to: without one of its own to go on at, it has to have that level."""
    day_two, own = chosen.get("day_two"), levels_and_breaks.last_level(sheet)
    words = _(
        "%(flight)s may come to level %(reached)d, and %(day_two)s has levels 1 to %(last)d: say at which level it goes on, "
        "or give it a structure with these levels."
    )
    if day_two is not None and not day_two.restart_level:
        reached, last = flight_terms.highest_level(chosen, sheet), levels_and_breaks.last_level(day_two.sheet)
        if reached > last:
            told = {"flight": chosen.get("name") or _("This flight"), "day_two": day_two.name}
            told |= {"reached": reached, "last": last}
            yield Contradiction(("day_two", "bags_after_level"), "level_not_carried", words % told)
    if chosen.get("id") is None or chosen.get("format") != Tournament.Format.DAY_TWO or chosen.get("restart_level"):
        return
    for flight in Tournament.objects.filter(day_two=chosen["id"]).exclude(status=Tournament.Status.CANCELLED):
        reached = flight_terms.highest_level({"bags_after_level": flight.bags_after_level}, flight.sheet)
        if reached > own:
            told = {"flight": flight.name, "day_two": chosen["name"], "reached": reached, "last": own}
            yield Contradiction(("restart_level",), "level_not_carried", words % told)


def _seats(chosen: Mapping[str, Any], sheet: Mapping[str, Any]) -> int | None:
    """The seats of as many tables as there may be; None where there may be any number."""
    if chosen.get("max_tables") is None:
        return None
    size = {**chosen, **event_kinds.settled(chosen)}.get("table_size") or sheet.get("table_size") or 9
    return int(chosen["max_tables"]) * int(size)


def _of_instants(chosen: Mapping[str, Any], now: datetime) -> Iterator[Contradiction]:
    starts, closes, opens, late = (chosen.get(name) for name in ("starts_at", "must_end_at", "opens_at", "late_until"))
    if starts is not None and closes is not None and closes < starts:
        words = _("The house would close before the start.")
        yield Contradiction(("must_end_at", "starts_at"), "closes_before_start", words)
    if opens is not None and starts is not None and opens >= starts:
        words = _("Registration would open after the start, and nobody could be in at the start.")
        yield Contradiction(("opens_at", "starts_at"), "opens_after_start", words)
    if opens is not None and closes is not None and opens >= closes:
        words = _("Registration would open after the house has closed.")
        yield Contradiction(("opens_at", "must_end_at"), "opens_after_closing", words)
    if closes is not None and closes < now:
        words = _("The house would have closed already.")
        yield Contradiction(("must_end_at",), "closes_in_the_past", words)
    if late is None:
        return
    if starts is not None and late < starts:
        words = _("Late registration would be over before the start.")
        yield Contradiction(("late_until", "starts_at"), "late_before_start", words)
    if opens is not None and late <= opens:
        words = _("Late registration would be over before registration opens.")
        yield Contradiction(("late_until", "opens_at"), "late_before_opening", words)
    if closes is not None and late > closes:
        words = _("Late registration would last longer than the house is open.")
        yield Contradiction(("late_until", "must_end_at"), "late_after_closing", words)
    if late <= now:
        words = _("Late registration would be over already.")
        yield Contradiction(("late_until",), "late_in_the_past", words)


# -- fields that stay -------------------------------------------------------------------------------------------------


def locked(tournament: Tournament, state: State, wanted: Mapping[str, Any]) -> set[str]:
    """The fields of those wanted that stay as they are by now."""
    found = set[str]() if state.status == REGISTERING else set(wanted) & OF_THE_START
    of_flights = {"format", *flight_terms.BOUNTIES} & set(wanted)
    if of_flights and Tournament.objects.filter(day_two=tournament).exists():
        found |= of_flights  # its flights go on to it, and were announced with these bounties
    if not prize_pool.entered(tournament):
        return found
    found |= PROMISED & set(wanted)
    found |= {name for name in ONLY_MORE if name in wanted and wanted[name] < getattr(tournament, name)}
    found |= {name for name in ONLY_LESS if name in wanted and wanted[name] > getattr(tournament, name)}
    if wanted.get("max_players") is not None and wanted["max_players"] < len(state.alive):
        found.add("max_players")
    tables, size = (wanted.get(name, getattr(tournament, name)) for name in ("max_tables", "table_size"))
    if state.status == REGISTERING and tables is not None and tables * size < len(state.alive):
        found |= {"max_tables", "table_size"} & set(wanted)  # they would not seat those who are in
    return found
