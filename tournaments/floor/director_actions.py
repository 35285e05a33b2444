"""The floor: what a director does to a running tournament by hand, and takes back.

Every act is a line of the log that keeps what it changed. Undo appends a compensating line, and redo another; chips that
moved go back by a transfer that names the first. Only acts of the floor are undone: never a hand that was played, nor what
came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from club.ledger import ledger
from club.models import Transfer, User
from tables.cash import floor_seats, seating
from tables.models import HandSeat, Sitting, Table
from tournaments.base.errors import Refused
from tournaments.entries import check_in, entries
from tournaments.floor import replanning, table_actions
from tournaments.log import floor_orders as ordered
from tournaments.log import tournament_log
from tournaments.log.replay import Event, apply
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TURNS, Book
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.running import chip_race, hand_for_hand, moving, rounds, runner
from tournaments.structures import clock, structures
from tournaments.structures.structures import Level

ON_CLOCK = ("paused", "resumed", "break_ended", "clock_adjusted", "level_set")
ON_ENTRIES = ("moved", "knocked_out")
ON_PLAN = ("structure_changed",)
ON_OFFERS = ("rebuy_offered",)
ON_MESSAGE = ("message_shown",)
ON_ORDERS = (
    "seat_held",
    "player_fixed",
    "player_deals",
    "break_order_set",
    "halt_waived",
    "stacks_counted",
    "button_told",
    "hand_played",
    "start_stacks_told",
)
ON_TABLES = ("table_opened",)
ON_CALLS = ("call_dropped",)
ON_MISSES = ("hands_to_miss",)
ON_CHIPS = ("coloured_up", "table_coloured")
TURNED = (
    *(*ON_CLOCK, *ON_ENTRIES, *ON_ORDERS, *ON_MISSES, *ON_CHIPS, *ON_PLAN, *ON_OFFERS, *ON_MESSAGE),
    *(*ON_TABLES, *ON_CALLS),
)


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the floor: its line, whether it stands, and the last line that undid it or did it again."""

    line: LogEntry
    is_standing: bool = True
    turn: LogEntry | None = None

    @property
    def last(self) -> LogEntry:
        """The line by which it stands, or is undone."""
        return self.turn or self.line

    def is_as_left(self, state: State) -> bool:
        """True if what it was about is still as its last line left it: only then can it be turned."""
        told = self.last.data
        if self.line.kind in ON_PLAN:
            return state.edition == int(told["edition"])
        if self.line.kind in ON_CLOCK:
            return state.clock == clock.Clock.from_json(told["clock"])
        if self.line.kind == "coloured_up" and (state.hands or state.rounds != told["round"]):
            return False  # hands were dealt with these stacks
        if self.line.data.get("closes"):
            return hand_for_hand.may_turn_closing(state, self.line.data, is_standing=self.is_standing)
        if self.line.kind in (*ON_ORDERS, *ON_CHIPS):  # they set what they are about: again, they change nothing
            order = told if self.turn is None else told["order"]
            return ordered.APPLY[self.line.kind](state.orders, order, self.line.at) == state.orders
        if self.line.kind in ON_MISSES:
            is_in = not state.entries[self.line.data["entry"]].is_out
            return is_in and state.orders.misses.get(self.line.data["entry"], 0) == told["left"]
        if self.line.kind in ON_TABLES:
            return table_actions.may_turn_opening(state, self.line, is_standing=self.is_standing)
        if self.line.kind in ON_CALLS:
            return table_actions.may_turn_call(state, self.line, is_standing=self.is_standing)
        if self.line.kind in ON_MESSAGE:
            return state.message == str(told["words"])
        place = state.entries[told["entry"]]
        if self.line.kind in ON_OFFERS:
            offered = state.deciding.get(told["entry"])
            if not self.is_standing:
                return offered is None and not place.is_out
            return offered is not None and offered.fell == self.line.data["fell"]
        if "fell" in told:
            return place.fell is not None and (told["entry"] in state.orders.fallen or place.fell == told["fell"])
        to = (told["to_table"], told["to_seat"]) if self.turn is None else (told["table"], told["seat"])
        return (place.table, place.seat) == to


# -- acts -------------------------------------------------------------------------------------------------------------


def move(
    tournament_id: int,
    entry: int,
    table_id: int,
    seat: int,
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
    chips: int | None = None,
) -> None:
    """Move an entry to a free seat, between hands; `chips` is its stack as counted, from real cards to dealt ones.

    Raises `Refused` (not running, no such entry, out, no such table), and what `tournament_tables.carry` refuses.
    """
    with transaction.atomic():
        book = running(tournament_id, now)
        place = book.state.entries[in_play(book, entry)]
        number = next((one for one, pk in book.state.tables.items() if pk == table_id), None)
        if number is None:
            raise Refused("unknown_table", _("This is no table of the tournament."), 404, table=table_id)
        told = {"entry": entry, "table": place.table, "seat": place.seat, "to_table": number, "to_seat": seat}
        rounds.may_move(book, entry, number)
        key = f"{book.row.owner}:{book.row.seq + 1}:1"
        told |= tournament_tables.carry(book, entry, (number, seat), key=key, now=now, chips=chips)
        book.add("moved", {**told, "why": why, "floor": True}, now=now, by=by, source=source)
        moving.close_empty(book, now)
        moving.follow(book, now)
        book.close()


def knock_out(
    tournament_id: int,
    entry: int,
    *,
    now: datetime,
    by: User | None,
    why: str,
    source: str = "",
    hunters: Sequence[int] = (),
    is_disqualified: bool = False,
    chips: int | None = None,
) -> None:
    """Take an entry out of the tournament, between hands: who is disqualified, or gives up. Its chips leave play (TDA 8-B).

    The place is the next to be lost. hunters: who won the bounty; nobody by default. Who is disqualified has the prize that
    the event says. At real cards the stack has to be counted: `chips`, else the last count. Raises `Refused` (not running,
    no such entry, out already, the last one in, hunters that are none, a stack nobody counted).
    """
    with transaction.atomic():
        book = running(tournament_id, now)
        place = book.state.entries[in_play(book, entry)]
        left = len(book.state.alive)
        if left < 2:
            raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
        bounty_awards.make_envelopes(book, left, now)
        stack, is_physical = tournament_tables.stack_of(book, entry, chips), place.table in book.state.orders.physical
        floor_seats.unseat(_sitting(book, entry), now=now)
        told = {"entry": entry, "best": left, "worst": left, "table": place.table, "seat": place.seat}
        told["fell"] = book.state.next_fall(entry)
        told |= {"physical": True} if is_physical else {}
        seq = book.add("knocked_out", {**told, "why": why, "floor": True}, now=now, by=by, source=source)
        tournament_tables.take_stack(book, entry, stack, f"{book.row.owner}:{seq}:1", by, is_physical=is_physical)
        bounty_awards.hunt(book, entry, hunters, now, by=by)
        if is_disqualified:
            book.add("prize_barred", {"entry": entry, "is_barred": True}, now=now, by=by, source=source)
        moving.follow(book, now)
        book.close()


def set_level(tournament_id: int, level: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Set the clock to the beginning of a level, forward or back. Raises `Refused` (not running, no such level)."""
    with transaction.atomic():
        book = running(tournament_id, now)
        items = structures.items(book.row.sheet)
        levels = {item.number: at for at, item in enumerate(items) if isinstance(item, Level)}
        if level not in levels:
            words = _("This structure has the levels 1 to %(last)d.")
            raise Refused("unknown_level", words % {"last": max(levels)}, 422, level=level)
        made = clock.jumped(items, book.state.clock, levels[level], now)
        told = {"level": level, "clock": made.as_json()}
        _on_clock(book, "level_set", told, now, by, source)


def adjust(tournament_id: int, seconds: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Add seconds to what is left of the present level or break, or take some off.

    Raises `Refused` (not running, an item without an end, or more taken off than is left).
    """
    with transaction.atomic():
        book = running(tournament_id, now)
        try:
            made = clock.adjusted(structures.items(book.row.sheet), book.state.clock, seconds, now)
        except ValueError:
            words = _("There is not so much time left: set the clock to the next level, or end the break.")
            raise Refused("clock_adjust", words) from None
        told = {"seconds": seconds, "clock": made.as_json()}
        _on_clock(book, "clock_adjusted", told, now, by, source)


def pause(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Stop the clock; hands in play are finished, and none is dealt. Raises `Refused` unless it runs."""
    _run(tournament_id, "paused", now, by, source, is_paused=False)


def resume(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Let the clock run on. Raises `Refused` unless it stands."""
    _run(tournament_id, "resumed", now, by, source, is_paused=True)


def _run(tournament_id: int, kind: str, now: datetime, by: User | None, source: str, *, is_paused: bool) -> None:
    with transaction.atomic():
        book = running(tournament_id, now)
        if (book.state.clock.paused is not None) != is_paused:
            words = _("The clock is running already.") if is_paused else _("The clock is stopped already.")
            raise Refused("clock_state", words)
        _on_clock(book, kind, {}, now, by, source)


def end_break(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """End a break whose length the sheet does not state, or that of all tournaments. Raises `Refused` if there is none."""
    with transaction.atomic():
        book = tournament_log.open_book(tournament_id)
        where = clock.moment(structures.items(book.row.sheet), book.state.clock, now)
        if book.state.status == RUNNING and book.state.clock.rest_left(now):
            _on_clock(book, "break_ended", {"is_rest": True}, now, by, source)
            return
        if book.state.status != RUNNING or isinstance(where.item, Level) or where.left is not None:
            raise Refused("no_open_break", _("There is no break that waits for the director."))
        _on_clock(book, "break_ended", {"index": where.index}, now, by, source)


# -- undo and redo ----------------------------------------------------------------------------------------------------


def undo(tournament_id: int, line: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Take back an act of the floor: things are as they would be without it.

    Raises `Refused`: no such line, no act of the floor, undone already, a later act on the same subject, or what is
    there now is no longer what the act made of it.
    """
    _turn(tournament_id, line, "undone", now, by, why, source)


def redo(tournament_id: int, line: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Do again what was undone; undo and redo together change nothing. Raises `Refused` as `undo` does."""
    _turn(tournament_id, line, "redone", now, by, why, source)


def acts_of(row: Tournament) -> dict[int, Act]:
    """The acts of the floor by their lines, from the first, with what has become of them."""
    acts: dict[int, Act] = {}
    for line in LogEntry.objects.filter(tournament=row, kind__in=(*TURNED, *TURNS), data__floor=True).order_by("seq"):
        if line.kind in TURNS:
            acts[line.data["line"]] = Act(acts[line.data["line"]].line, line.kind == "redone", line)
        else:
            acts[line.seq] = Act(line)
    return acts


def _turn(tournament_id: int, line: int, kind: str, now: datetime, by: User | None, why: str, source: str) -> None:
    with transaction.atomic():
        book = running(tournament_id, now)
        acts = acts_of(book.row)
        if line not in acts:
            _refuse_line(book.row, line)
        act = acts[line]
        if act.is_standing != (kind == "undone"):
            words = _("It is undone already.") if kind == "undone" else _("It stands: there is nothing to do again.")
            raise Refused("not_standing" if kind == "undone" else "not_undone", words, line=line)
        if not act.is_as_left(book.state):
            words = _("Things have changed since: undo first what came later, or set it right by a new act.")
            raise Refused("changed_since", words, line=line)
        told = {"line": line, "kind": act.line.kind, "why": why, "floor": True}
        about = "clock" if act.line.kind in ON_CLOCK else "order" if act.line.kind in ON_ORDERS else act.line.kind
        how = _HOW[kind, about]
        key = f"{book.row.owner}:{book.row.seq + 1}:1"  # that of the line to come
        book.add(kind, {**told, **how(book, act, key, now, by)}, now=now, by=by, source=source)
        if kind == "redone" and act.turn is not None and "opened" in act.turn.data:
            _close_again(book, act.turn.data, now)
        if act.line.data.get("closes"):
            hand_for_hand.end_if_over(book, now)
        if act.line.kind == "button_told" or (act.line.data.get("closes") and kind == "undone"):
            moving.call_anew(book, act.line.seq, now)
        else:
            moving.follow(book, now)
        if act.line.kind == "knocked_out":
            bounty_awards.turn(book, act.line.data["entry"], kind == "undone", now, by)
        book.close()


def _refuse_line(row: Tournament, line: int) -> None:
    if not LogEntry.objects.filter(tournament=row, seq=line).exists():
        raise Refused("unknown_line", _("The log has no line %(line)d.") % {"line": line}, 404, line=line)
    words = _("Only what the floor did by hand can be undone: hands that were played stand, and what came of them.")
    raise Refused("not_of_the_floor", words, line=line)


def _clock_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"clock": act.line.data["was"]}


def _clock_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"clock": act.line.data["clock"]}


def _order_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"order": act.line.data["was"]}


def _order_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"order": {name: value for name, value in act.line.data.items() if name not in ("was", "floor", "why")}}


def _misses_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return _misses(book, act.line.data["entry"], -act.line.data["hands"])


def _misses_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return _misses(book, act.line.data["entry"], act.line.data["hands"])


def _misses(book: Book, entry: int, hands: int) -> dict[str, Any]:
    left = book.state.orders.misses.get(entry, 0) + hands
    return {"order": {"entry": entry, "hands": hands}, "left": left}


def _chips_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return chip_race.turn_back(book, act.line, act.last, key, now, by)


def _chips_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return chip_race.turn_again(book, act.line, act.last, key, now, by)


def _message_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"words": act.line.data["was"]}


def _message_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"words": act.line.data["words"]}


def _offer_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    return {"entry": act.line.data["entry"], "offer": None}


def _offer_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    told = act.line.data
    until = (now + timedelta(seconds=book.row.rebuy_seconds)).isoformat()
    offer = {"entry": told["entry"], "until": until, "fell": told["fell"], "hunters": told.get("hunters")}
    return {"entry": told["entry"], "offer": offer}


def _plan_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    told = act.line.data
    return {"edition": told["was_edition"], **replanning.swap(book, told["was_sheet"], now)}


def _plan_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    told = act.line.data
    return {"edition": told["edition"], **replanning.swap(book, told["sheet"], now)}


def _move_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    told = act.line.data
    return _moved(book, act, told["entry"], (told["table"], told["seat"]), key, now)


def _move_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    told = act.line.data
    return _moved(book, act, told["entry"], (told["to_table"], told["to_seat"]), key, now)


def _moved(book: Book, act: Act, entry: int, to: tuple[int, int], key: str, now: datetime) -> dict[str, Any]:
    """To that seat; back from dealt to real cards or the other way with the stack that was carried, or as it is now."""
    opened = {} if to[0] in book.state.tables else _open_again(book, to[0], to[0] in book.state.orders.physical, now)
    carried = Transfer.objects.filter(key=f"{book.row.owner}:{act.last.seq}:1").first()
    stack = None if carried is None else carried.entries.aggregate(n=Max("amount"))["n"]
    known = tournament_tables.carry(book, entry, to, key=key, now=now, chips=stack)
    return {"entry": entry, "table": to[0], "seat": to[1], **known, **opened}


def _open_again(book: Book, number: int | None, is_physical: bool, now: datetime) -> dict[str, Any]:
    """Open a table for one who comes back; what the line that brings the player back tells of it. Raises `Refused`."""
    before = book.state.last_table
    told = tournament_tables.open_again(book, number, now, physical=is_physical)
    book.add("table_opened", told, now=now)
    return {"opened": told["table"], "last": before}


def _close_again(book: Book, told: dict[str, Any], now: datetime) -> None:
    """Close the table that an undo has opened, once nobody sits there or is called there."""
    number = told["opened"]
    if number not in book.state.tables or book.state.seated(number):
        return
    seating.close_table(book.state.tables[number], by=None, now=now)
    book.add("table_broken", {"table": number, "last": told["last"]}, now=now)


def _bring_back(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    """Back to the seat; to another where somebody sits there; to a table that is opened where there is no other. The chips
    that left play return by a linked transfer."""
    told, row = act.line.data, book.row
    entry = told["entry"]
    fall = book.state.orders.fallen.get(entry)
    held = Entry.objects.select_related("player").get(tournament=row, number=entry)
    if entries.live_entry(row, held.player) is not None:
        words = _("The player has entered again since; this knock-out stands.")
        raise Refused("reentered", words, entry=entry)
    talk = book.state.purse.talk
    if talk is not None and talk.is_binding and entry not in talk.shares:
        # Without a share among those who have one, it would take a place whose prize belongs to none of them.
        raise Refused(
            "deal_stands", _("The others have made a deal without this player: call it off first."), entry=entry
        )
    if book.state.stage is not None and entry not in book.state.stage.group_of(entry):
        raise Refused("round_over", _("The next round has been drawn; this knock-out stands."), entry=entry)
    is_physical = bool(told.get("physical"))
    opened: dict[str, Any] = {}
    found: tuple[int, int] | None = (told["table"], told["seat"])
    if told["table"] not in book.state.tables or not _is_empty(book, told["table"], told["seat"]):
        found = tournament_tables.seat_for(book, entry, physical=is_physical)
    if found is None:
        if book.state.stage is not None:
            raise Refused("no_free_seat", _("No seat is free for the player."))
        number = None if told["table"] in book.state.tables else told["table"]
        opened = _open_again(book, number, is_physical, now)
        found = opened["opened"], min(told["seat"], row.table_size)
    table = Table.objects.get(pk=book.state.tables[found[0]])
    account = None if is_physical else held.account_id
    floor_seats.seat_entry(table, found[1], held.player, account, now=now)
    taken = Transfer.objects.filter(key=f"{row.owner}:{act.last.seq}:1").first()
    if taken is not None:
        ledger.reverse(taken, key=key, by=by, why=_("undone"), now=now)
    if told.get("is_absent"):  # who is brought back has come after all
        check_in.note_come(held, now)
    opened |= {} if fall is None else {"fall": list(fall)}
    return {"entry": entry, "table": found[0], "seat": found[1], **opened}


def _is_empty(book: Book, table: int, seat: int) -> bool:
    """True if nobody sits there, and the floor does not hold the seat; whoever was called there is called elsewhere."""
    return seat not in book.state.seated(table) and seat not in book.state.orders.held.get(table, {})


def _out_again(book: Book, act: Act, key: str, now: datetime, by: User | None) -> dict[str, Any]:
    assert act.turn is not None
    entry = act.line.data["entry"]
    if len(book.state.alive) < 2 or _has_played(book, entry, act.turn.seq):
        raise Refused("played_since", _("The player has played since: knock the player out anew."))
    is_physical = book.state.entries[entry].table in book.state.orders.physical
    taken = Transfer.objects.filter(key=f"{book.row.owner}:{act.line.seq}:1").exists()
    stack = 0 if not taken else _taken(book.row, act) if is_physical else tournament_tables.stack_of(book, entry)
    floor_seats.unseat(_sitting(book, entry), now=now)
    tournament_tables.take_stack(book, entry, stack, key, by, is_physical=is_physical)
    again = {"fall": act.turn.data["fall"]} if "fall" in act.turn.data else {}
    return {"entry": entry, "fell": act.line.data["fell"], **again}


def _has_played(book: Book, entry: int, since: int) -> bool:
    """True if the entry was dealt a hand since that line."""
    dealt = LogEntry.objects.filter(tournament=book.row, kind="dealt", seq__gt=since)
    hands = list(dealt.values_list("data__hand", flat=True))
    held = Entry.objects.get(tournament=book.row, number=entry)
    account = held.account_id
    return account is not None and HandSeat.objects.filter(hand_id__in=hands, account_id=account).exists()


def _taken(row: Tournament, act: Act) -> int:
    """The chips that left play when the act was done."""
    found = Transfer.objects.get(key=f"{row.owner}:{act.line.seq}:1")
    return int(found.entries.aggregate(n=Max("amount"))["n"])


_HOW: dict[tuple[str, str], Callable[[Book, Act, str, datetime, User | None], dict[str, Any]]] = {
    ("undone", "clock"): _clock_back,
    ("redone", "clock"): _clock_again,
    ("undone", "order"): _order_back,
    ("redone", "order"): _order_again,
    ("undone", "structure_changed"): _plan_back,
    ("redone", "structure_changed"): _plan_again,
    **{("undone", kind): _chips_back for kind in ON_CHIPS},
    **{("redone", kind): _chips_again for kind in ON_CHIPS},
    ("undone", "hands_to_miss"): _misses_back,
    ("redone", "hands_to_miss"): _misses_again,
    ("undone", "message_shown"): _message_back,
    ("redone", "message_shown"): _message_again,
    ("undone", "rebuy_offered"): _offer_back,
    ("redone", "rebuy_offered"): _offer_again,
    ("undone", "table_opened"): lambda book, act, key, now, by: table_actions.close_opened(book, act.line, now),
    ("redone", "table_opened"): lambda book, act, key, now, by: table_actions.open_anew(book, act.line, now),
    ("undone", "call_dropped"): lambda book, act, key, now, by: table_actions.call_back(act.line),
    ("redone", "call_dropped"): lambda book, act, key, now, by: {"order": table_actions.off_again(act.line)},
    ("undone", "moved"): _move_back,
    ("redone", "moved"): _move_again,
    ("undone", "knocked_out"): _bring_back,
    ("redone", "knocked_out"): _out_again,
}


# -- the pieces -------------------------------------------------------------------------------------------------------


def running(tournament_id: int, now: datetime) -> Book:
    """The book of a running tournament, the hands that are settled taken: who busted in one is out before the floor acts."""
    book = tournament_log.open_book(tournament_id)
    if book.state.status != RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    runner.take_hands(book, now)
    return book


def _on_clock(book: Book, kind: str, told: dict[str, Any], now: datetime, by: User | None, source: str) -> None:
    """Add an act on the clock, which keeps the clock before it and after it."""
    after = apply(book.state, Event(kind, told, now)).clock
    kept = {"was": book.state.clock.as_json(), "clock": after.as_json(), "floor": True}
    book.add(kind, {**told, **kept}, now=now, by=by, source=source)
    book.close()


def in_play(book: Book, entry: int) -> int:
    """The entry, if it is in play. Raises `Refused`."""
    if entry not in book.state.entries:
        words = _("There is no entry %(entry)d in this tournament.")
        raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
    if book.state.entries[entry].is_out:
        raise Refused("is_out", _("This player is out already."), entry=entry)
    return entry


def _sitting(book: Book, entry: int) -> Sitting:
    place = book.state.entries[entry]
    return tournament_tables.sittings(book, place.table)[place.seat]
