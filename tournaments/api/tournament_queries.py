"""What may be read of the tournaments. Nothing here writes, and nothing here shows a card.

Where a row is a tournament as spectators see it (`spectator_delay.seen_by`), what is said of it is what was so at its instant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Account, Player
from club.text.messages import said
from tables.core.spectator_delay import stacks_at
from tables.models import Table
from tournaments.base.errors import UnknownTournament
from tournaments.desk import own_entry, registration
from tournaments.endings import end_requests
from tournaments.flights import flight_summary
from tournaments.floor import draw_sheet, floor_view, inverse_actions, undo
from tournaments.log.events.endings import CalledOff, Cancelled
from tournaments.log.events.hand_for_hand import HandPlayed
from tournaments.log.events.registry import CLASSES, event_of
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, REGISTERING, RUNNING, Place, State
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.prizes import bounty_awards, prize_pool, prizes_by_place, tickets
from tournaments.rooms import mixed_games
from tournaments.running import colour_up_race, levels
from tournaments.screens import screen_messages
from tournaments.structures import level_games_and_stakes, structures
from tournaments.structures.clock import end_of, level_at, moment
from tournaments.structures.structures import Break, Item
from tournaments.terms import entry_windows, event_kinds, flight_tree

# How the pages call a state; `paused` is a running tournament whose clock stands.
WORDS = {
    "open": gettext_noop("Registration open"),
    "running": gettext_noop("Running"),
    "paused": gettext_noop("Paused"),
    "bagged": gettext_noop("Bagged: goes on another day"),
    "over": gettext_noop("Over"),
    "cancelled": gettext_noop("Called off"),
}


def tournament_of(tournament_id: int) -> Tournament:
    """The tournament. Raises `UnknownTournament`."""
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise UnknownTournament(tournament_id)
    return found


def listed() -> list[Tournament]:
    """Tournaments that are open or running first, then the latest of the others."""
    live = Tournament.objects.filter(status__in=[REGISTERING, RUNNING]).order_by("starts_at", "pk")
    past = Tournament.objects.exclude(status__in=[REGISTERING, RUNNING]).order_by("-pk")[:30]
    return [*live, *past]


def finished(*, before: int | None = None) -> QuerySet[Tournament]:
    """Finished tournaments, the latest first, from those with a smaller number."""
    rows = Tournament.objects.filter(status=FINISHED).order_by("-pk")
    return rows if before is None else rows.filter(pk__lt=before)


def status_of(tournament: Tournament, state: State) -> str:
    """One of open, running, paused, bagged (a flight that is over), over, cancelled."""
    if state.status == RUNNING:
        return "paused" if state.clock.paused is not None else "running"
    return {REGISTERING: "open", BAGGED: "bagged", FINISHED: "over", CANCELLED: "cancelled"}.get(state.status, "open")


def in_list(tournament: Tournament) -> dict[str, Any]:
    """One line of the list."""
    state = State.from_json(tournament.snapshot)
    status = status_of(tournament, state)
    pool = prize_pool.pool(tournament)
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "version": tournament.version,
        "game_name": mixed_games.name_of(tournament),
        "is_chinese": level_games_and_stakes.is_chinese(tournament.sheet),
        "status": status,
        "status_words": _status_words(tournament, status),
        "starts_at": tournament.starts_at,
        "buy_in": tournament.buy_in,
        "fee": tournament.fee,
        "cost": tournament.buy_in + tournament.fee,
        "starting_chips": tournament.starting_chips,
        "prize_pool": pool.total,
        "guarantee": tournament.guarantee,
        "overlay": pool.overlay,
        "staff_share": prize_pool.taken(tournament).staff,
        "bounty": tournament.bounty,
        "bounty_words": tournament.get_bounty_kind_display() if tournament.bounty else "",
        "ticket_value": tournament.ticket_value,
        "ticket_for": tournament.ticket_for_id,
        "entries": _entered(tournament, state),
        "players_left": len(state.alive),
        "seats": tournament.table_size,
        "max_players": tournament.max_players,
        "starts_when": tournament.starts_when,
        "format": tournament.format,
        "format_words": "" if tournament.format == Tournament.Format.FIELD else str(tournament.get_format_display()),
        "flight_of": tournament.day_two_id,
    }


def _status_words(tournament: Tournament, status: str) -> str:
    """The state in words. A Day 2 that nobody enters directly is not open, though its flights may be."""
    if status == "open" and event_kinds.format_of(tournament).gathers and not event_kinds.is_entered_late(tournament):
        return _("Through its flights")
    return str(_(WORDS[status]))


def _entered(tournament: Tournament, state: State) -> int:
    """How many entries were made: of a Day 2 those of all flights."""
    return prize_pool.entered(tournament) if event_kinds.format_of(tournament).gathers else len(state.entries)


def face_of(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The face of the clock: the level or break, what comes next, and instants, from which every browser counts by itself."""
    state = State.from_json(tournament.snapshot)
    items = structures.items(tournament.sheet)
    where = moment(items, state.clock, now)
    status = status_of(tournament, state)
    runs, rest = status == "running" and state.clock.held is None, state.clock.rest_left(now)
    return {
        "version": tournament.version,
        "now": now,
        "status": status,
        "status_words": _status_words(tournament, status),
        "is_running": runs,
        **_item(where.item),
        **({"is_break": True} if rest else {}),
        "is_rest": rest > 0,
        "level": level_at(items, where.index).number,
        "ends_at": end_of(now, rest or where.left) if runs else None,
        "left_seconds": None if runs else where.left,
        "span_seconds": state.rests[1] * 60 if rest and state.rests else (where.item.minutes or 0) * 60,
        "next": _item(where.item) if rest else _item(items[where.index + 1]) if where.index + 1 < len(items) else None,
        "next_break_at": levels.next_break(state, where, now) if runs else None,
    }


def clock_of(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The clock for a screen: its face, and what is played for."""
    state = State.from_json(tournament.snapshot)
    items = structures.items(tournament.sheet)
    level = level_at(items, moment(items, state.clock, now).index)
    chips = _in_play(tournament)
    average = chips // max(1, len(state.alive))
    blind = level.amounts.get("bb") or level.amounts.get("big_bet") or 0
    point = 0 if blind else level.amounts.get("point") or 0
    told: dict[str, Any] = {
        **face_of(tournament, now=now),
        "players_left": len(state.alive),
        "entries": _entered(tournament, state),
        "all_entries": None if tournament.day_two_id is None else prize_pool.entered(tournament),
        "average": average,
        "average_bb": average // blind if blind else None,
        "average_points": average // point if point else None,
        "chips": chips,
        "prizes": prizes(tournament),
        "starts_at": tournament.starts_at,
        "winner": _winner(tournament, state),
        "is_hand_for_hand": state.orders.hand_for_hand is not None,
        "last_hands": None if state.orders.last_hands is None else state.orders.last_hands.hands,
        "moves": floor_view.moves(tournament, state),
        "colour_up": colour_up_race.told(tournament, state),
        "message": state.message,
        "closings": entry_windows.closings(tournament, state, now) if state.status in (REGISTERING, RUNNING) else [],
        "moved": screen_messages.moves(tournament, state, now=now) if state.status == RUNNING else [],
        "is_late": tournament.seen_until is not None,
    }
    if not flight_tree.is_whole(tournament):  # nobody leaves a flight with a prize
        return {**told, **screen_messages.next_pay([one["amount"] for one in told["prizes"]], 0), "to_the_money": None}
    return {**told, **screen_messages.next_pay([one["amount"] for one in told["prizes"]], len(state.alive))}


def _in_play(tournament: Tournament) -> int:
    """The chips in play, or those with which it ended: what its cashier has given out."""
    cashier = Account.objects.filter(owner="cashier", kind="cashier", unit=tournament.owner).first()
    if cashier is None:
        return 0
    if tournament.seen_until is not None and tournament.status == RUNNING:
        return -stacks_at([cashier.pk], tournament.seen_until).get(cashier.pk, 0)
    last = ledger.statement(cashier, limit=1).first() if tournament.status in (FINISHED, BAGGED) else None
    return -cashier.balance if last is None else last.amount


def _item(item: Item) -> dict[str, Any]:
    words, ante_words = structures.told(item)
    return {
        "level": None if isinstance(item, Break) else item.number,
        "number": None if isinstance(item, Break) else item.number,
        "label": "" if isinstance(item, Break) else item.label,
        "words": said(words),
        "ante_words": ante_words,
        "minutes": item.minutes,
        "is_break": isinstance(item, Break),
        "note": item.note if isinstance(item, Break) else "",
        "remove": ", ".join(f"{chip:,}" for chip in item.remove) if isinstance(item, Break) else "",
    }


def _winner(tournament: Tournament, state: State) -> str:
    for entry, place in state.entries.items():
        if state.status == FINISHED and place.best == 1:
            return Entry.objects.select_related("player").get(tournament=tournament, number=entry).player.nickname
    return ""


def prizes(tournament: Tournament) -> list[dict[str, int]]:
    """The prizes by place as they stand."""
    return [{"place": place, "amount": amount} for place, amount in enumerate(prizes_by_place.prizes(tournament), 1)]


def as_seen_by(
    tournament: Tournament, viewer: Player | None, *, now: datetime, flights: Sequence[Tournament] | None = None
) -> dict[str, Any]:
    """The whole tournament for its page; `you` is what it means for the viewer, and is so now.

    flights: those of a Day 2 as the viewer sees them; by default as they are.
    """
    state = State.from_json(tournament.snapshot)
    items = structures.items(tournament.sheet)
    where = moment(items, state.clock, now)
    rows = Table.objects.in_bulk(list(state.tables.values()))
    entries = list(Entry.objects.filter(tournament=tournament, is_withdrawn=False).select_related("player", "account"))
    entries = [entry for entry in entries if entry.number in state.entries]  # of earlier: who had entered by then
    for entry in entries:  # joined, the database would send the whole tournament with each of them
        entry.tournament = tournament
    if tournament.seen_until is not None:
        _set_back(entries, tournament.seen_until)
    stacks = {entry.number: entry.account for entry in entries}
    won = (
        prizes_by_place.won(tournament, state)
        if state.status == FINISHED
        else state.returned or flight_tree.paid_of(state)
    )
    won = {**won, **flight_summary.paid(tournament, state)}
    open_bounties, bounties_won = bounty_awards.open_bounties(tournament, state), bounty_awards.won(tournament, state)
    deal, seated = state.prize_state.deal, state.room()
    return {
        **in_list(tournament),
        **flight_summary.told(tournament, state, flights),
        "late_until_words": entry_windows.late_registration(tournament, state, now).words,
        "closings": entry_windows.closings(tournament, state, now) if state.status in (REGISTERING, RUNNING) else [],
        "is_break": state.status == RUNNING and (isinstance(where.item, Break) or state.clock.rest_left(now) > 0),
        "levels": [
            {**_item(item), "is_now": state.status == RUNNING and at == where.index} for at, item in enumerate(items)
        ],
        "prizes": prizes(tournament),
        "tables": [
            {"id": pk, "number": number, "name": rows[pk].name, "seated": len(seated[number]), "seats": rows[pk].seats}
            for number, pk in sorted(state.tables.items())
        ],
        "rounds": draw_sheet.rounds(tournament, state, {entry.number: entry.player.nickname for entry in entries}),
        "is_locked": state.prize_state.lock is not None,
        "has_deal": deal is not None and state.status == RUNNING,
        "is_deal": deal is not None and deal.is_binding,
        "called_off": _called_off(tournament, state),
        "entrants": [
            {
                **_entrant(entry, state.entries[entry.number], state, rows, stacks[entry.number], won, viewer),
                "bounty": open_bounties.get(entry.number) if state.status == RUNNING else None,
                "bounties": bounties_won.get(entry.number),
            }
            for entry in sorted(entries, key=lambda one: _standing(state, one.number, stacks[one.number]))
        ],
        "you": None if viewer is None else _you(tournament, state, viewer, now),
        "delay": 0 if tournament.seen_until is None else round((now - tournament.seen_until).total_seconds()),
    }


def _called_off(tournament: Tournament, state: State) -> dict[str, Any] | None:
    """Of an event that was called off: `why`, and `how_words` where it was running: what became of its money. Else None."""
    if state.status != CANCELLED:
        return None
    kinds = (Cancelled.kind, CalledOff.kind)
    line = LogEntry.objects.filter(tournament=tournament, kind__in=kinds).order_by("-seq").first()
    event = None if line is None else event_of(line)
    how = _(end_requests.HOW[event.how]) if isinstance(event, CalledOff) else ""
    return {"why": event.why if isinstance(event, Cancelled | CalledOff) else "", "how_words": how}


def _set_back(entries: list[Entry], until: datetime) -> None:
    """Give the entries' accounts, which are not saved, the balances of that instant."""
    then = stacks_at([entry.account_id for entry in entries if entry.account_id], until)
    for entry in entries:
        if entry.account is not None:
            entry.account.balance = then.get(entry.account.pk, 0)


def _standing(state: State, number: int, stack: Account | None) -> tuple[int, int, int]:
    """Those still in by their stacks, then those out by their places."""
    place, counted = state.entries[number], state.orders.counts.get(number, 0)
    counted = state.bags.get(number, counted)
    return (
        place.best or 0,
        -(stack.balance if stack and not state.bags and place.table not in state.orders.physical else counted),
        number,
    )


def _entrant(
    entry: Entry,
    place: Place,
    state: State,
    tables: dict[int, Table],
    stack: Account | None,
    won: Mapping[int, int],
    viewer: Player | None,
) -> dict[str, Any]:
    table = None if place.table is None else tables.get(state.tables.get(place.table, 0))
    shown = None
    if place.best is not None:
        shown = str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"
    return {
        "entry": entry.number,
        "name": entry.player.nickname,
        "is_you": viewer is not None and entry.player_id == viewer.pk,
        "state_words": _state_words(entry, place, state),
        "chips": _chips(entry.number, place, state, stack)
        if state.status == RUNNING
        else flight_summary.bag_of(entry, state),
        "table": None if table is None else table.pk,
        "table_name": "" if table is None else table.name,
        "table_number": None if table is None else place.table,
        "seat": place.seat,
        "place": shown,
        "prize": won.get(entry.number),
        "is_out": place.is_out,
    }


def _chips(number: int, place: Place, state: State, stack: Account | None) -> int | None:
    """The stack of an entry in play: by its account, at real cards as it was counted last, if it was. Else None."""
    if state.status != RUNNING or place.is_out:
        return None
    if place.table in state.orders.physical:
        return state.orders.counts.get(number)
    return None if stack is None else stack.balance


def _you(tournament: Tournament, state: State, viewer: Player, now: datetime) -> dict[str, Any]:
    """What it means for the viewer, with the tickets that would let them in."""
    if tournament.seen_until is not None:
        tournament = tournament_of(tournament.pk)
        state = State.from_json(tournament.snapshot)
    told = own_entry.told(tournament, state, viewer, now=now)
    return {**told, "tickets": [] if told["is_registered"] else _tickets(tournament, viewer, now)}


def _state_words(entry: Entry, place: Place, state: State) -> str:
    """What a list says of an entry besides its place: deciding on a rebuy, or not there."""
    words = [_("again")] if entry.is_reentry else []
    if entry.number in state.deciding:
        words.append(_("may buy again"))
    elif entry.tournament.needs_check_in and entry.checked_in_at is None and not place.is_out:
        words.append(_("not there"))
    return " · ".join(words)


def _tickets(tournament: Tournament, viewer: Player, now: datetime) -> list[dict[str, Any]]:
    """The viewer's tickets that are good here, while one may register."""
    covered = [
        (one, registration.verdict(tournament, viewer, now=now, covered=one.value))
        for one in tickets.held(viewer, tournament, now=now)
    ]
    return [{"id": one.pk, "value": one.value} for one, found in covered if found.accepted]


def history(tournament: Tournament, *, limit: int = 100) -> list[dict[str, Any]]:
    """What happened in words, the latest first; acts of the floor say whether they can be undone or done again."""
    state = State.from_json(tournament.snapshot)
    acts = undo.acts_of(tournament)
    told_lines = LogEntry.objects.filter(tournament=tournament, kind__in=[one.kind for one in CLASSES if one.narration])
    told_lines = told_lines.exclude(kind=HandPlayed.kind, data__is_round=True)
    lines = told_lines.select_related("by").order_by("-seq")[:limit]
    held = Entry.objects.filter(tournament=tournament).values_list("number", "player__nickname")
    names = dict(held)  # of those who are out of it too
    made, kept, groups = [], inverse_actions.standing(tournament), set[str]()
    for line in lines:
        act, event = acts.get(line.seq), event_of(line)
        group = inverse_actions.group_of(event)
        may = act is not None and state.status == RUNNING and act.is_as_left(state)
        made.append(
            {
                "line": line.seq,
                "kind": line.kind,
                "words": event.in_words(names.get(event.whose or 0, "–")),
                "why": event.reason,
                "by": "" if line.by is None else line.by.get_username(),
                "at": line.at,
                "is_undone": act is not None and not act.is_standing,
                "may_undo": act is not None and may and act.is_standing,
                "may_redo": act is not None and may and not act.is_standing,
                "back": inverse_actions.counter(state, event, is_last=group not in groups, kept=kept),
            }
        )
        groups.add(group)
    return made
