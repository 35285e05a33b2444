"""What may be read of the tables, and by whom. Nothing here writes.

Every view of a hand goes through the engine's `view(seat)`, which knows what that seat may see; a viewer who holds no
cards in it sees what the rail sees.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet

from club.base.phrases import gettext as _
from club.house import club_rules
from club.models import Player
from engine.betting.hand import Stakes
from engine.mixes.mixes import standard_limit
from engine.mixes.rotation import Turn
from engine.notation.phh import Record, write
from engine.play.any_game import CATALOGUE, AnyHand, find_game, record_of
from tables.cash import mixed_games, time_bank, waiting_lists
from tables.core import spectator_delay, table_rules
from tables.core.errors import Refused, UnknownHand, UnknownTable
from tables.dealing import refused_settlements
from tables.hand import fair_deals, preactions, voluntary_shows
from tables.hand.hand_in_play import SITTINGS, Play, look
from tables.hand.hand_replay import as_told, rebuilt
from tables.live_cards import real_card_tables
from tables.models import Decision, Hand, HandSeat, Sitting, Table
from tables.player_choices import seat_switches
from tables.text import stakes_words

# What the table keeps of a seat as it is now alone; spectators who lag behind are not told it.
UNKNOWN_THEN = {"is_away": False, "entry": "in", "wants_seat": None, "owes": {"big": False, "small": False}}
PUBLIC_VIEW_SECONDS = 60  # a view is found by its version, so an old one is never wrong, only unused


def lobby() -> QuerySet[Table]:
    """The open tables where people sit, each with `seated`, the number of players; cash tables first."""
    return _counted(Q(status=Table.Status.OPEN))


def _counted(which: Q) -> QuerySet[Table]:
    seated = Count("sittings", filter=~Q(sittings__state=Sitting.State.LEFT))
    dealt = Table.objects.filter(which).exclude(kind=Table.Kind.RECORDED, unit="recorded")
    return dealt.annotate(seated=seated).order_by("owner", "name", "pk")


def lobby_as_seen_by(viewer: Player | None, *, now: datetime) -> list[Table]:
    """`lobby` as this viewer sees each table: open or not, and its players counted."""
    if not spectator_delay.may_lag():
        return list(lobby())
    lately = Q(status=Table.Status.CLOSED, closed_at__gt=now - spectator_delay.LONGEST)
    found = list[Table]()
    for table in _counted(Q(status=Table.Status.OPEN) | lately):
        until = spectator_delay.sees_until(table, viewer, now)
        if not spectator_delay.is_open_at(table, until):
            continue
        if until is not None:
            table.status = Table.Status.OPEN
            table.seated = spectator_delay.seated_at(table, until)  # type: ignore[attr-defined]  # as it is annotated
        found.append(table)
    return found


def table_of(table_id: int) -> Table:
    """The table. Raises `UnknownTable`."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise UnknownTable(table_id)
    return found


def in_lobby(table: Table, seated: int | None = None) -> dict[str, Any]:
    """One line of the lobby; `table` comes from `lobby`, or its players are counted here unless their number is known."""
    seated = getattr(table, "seated", None) if seated is None else seated
    if seated is None:
        seated = table.sittings.exclude(state=Sitting.State.LEFT).count()
    return {
        "id": table.pk,
        "name": table.name,
        "kind": table.kind,
        "game": table.game,
        "game_name": find_game(table.game).name,
        "stakes": table.stakes,
        "mix": mixed_games.as_seen(table),
        "seats": table.seats,
        "seated": seated,
        "owner": table.owner,
        "unit": table.unit,
        "status": table.status,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "action_seconds": table.action_seconds,
    }


def table_as_seen_by(table: Table, viewer: Player | None, *, now: datetime, play: Play | None = None) -> dict[str, Any]:
    """The table with its players and its current, else its last, hand, as this viewer may see it.

    `version` grows with every change. `hand` is null before the first deal. `you` is the viewer's seat, or null. `next`
    is what was published of the next hand's pack; `settling` the hand that waits to be settled, whether it is shown or not,
    else null. `delay` is by how many seconds the viewer lags behind (`spectator_delay`).

    play: a visit to the table's live hand that has just been closed; what it knows is not read again.
    """
    seen = _public(table, play)
    own = None if viewer is None else next((one for one in seen["sittings"] if one["player"] == viewer.pk), None)
    until = None if own is not None else spectator_delay.sees_until(table, viewer, now)
    if until is not None:
        seen = _earlier(table, until, now)
    if viewer is None:
        return seen
    if own is not None:
        seen["you"], seen["your_state"], seen["your_entry"] = own["seat"], own["state"], own["entry"]
        seen["your_wanted_seat"], seen["your_debts"] = own["wants_seat"], any(own["owes"].values())
        here = _sittings(table) if play is None else play.sittings
        sitting = next((one for one in here if one.player_id == viewer.pk), None)
        seen["your_time_bank"] = _time_bank(table, sitting)
        seen["your_switches"] = {} if sitting is None else seat_switches.as_seen(table, sitting)
    else:
        seen["your_lines"] = _lines(table, viewer)
    if seen["hand"] is not None and viewer.pk in seen["hand"]["players"].values():
        row = Hand.objects.get(pk=seen["hand"]["id"]) if play is None else play.row
        seen["hand"] = _hand(row, viewer, None, play=play)
        seat, view = seen["hand"]["you"], seen["hand"]["view"]
        if row.state == Hand.State.PLAYING and not row.is_recorded:
            seen["your_preactions"] = preactions.offered(view, seat)
            held = HandSeat.objects.filter(hand=row, player=viewer).first() if play is None else play.seats[seat]
            seen["your_preaction"] = _preaction(held, view)
        played = None if play is None else play.hand
        seen["your_cards_to_show"] = voluntary_shows.offered(table, row, seat, played)
        seen["may_hunt"] = voluntary_shows.may_hunt(table, row, seat, played)
    return seen


def _preaction(held: HandSeat | None, view: dict[str, Any]) -> str:
    """What the viewer has chosen beforehand, if it can still come to be used."""
    streets = [event["amount"] for event in view["events"] if event["kind"] == "street"]
    return held.preaction if held is not None and held.preaction_street == max(streets, default=0) else ""


def _time_bank(table: Table, sitting: Sitting | None) -> int:
    """The seconds left in a player's time bank."""
    return 0 if sitting is None else time_bank.left(table, sitting, table_rules.of_table(table, table.game))


def _lines(table: Table, viewer: Player) -> list[dict[str, Any]]:
    """The lines in which the viewer waits for this table or its game, or was called to it."""
    found, shared = waiting_lists.of_player(viewer, at=table), (table.line_kind, table.game)
    return [
        one for one in found if table.pk in (one["table"], one["called_to"]) or shared == (one["kind"], one["game"])
    ]


def _public(table: Table, play: Play | None = None) -> dict[str, Any]:
    """What everybody may see; kept in the cache under the table's version."""
    # With the instant it opened, so that a database made anew never finds what was said of another's table.
    key = f"table:{table.pk}:{table.opened_at.timestamp()}:{table.version}"
    kept: dict[str, Any] | None = cache.get(key) if play is None else None
    if kept is not None:
        return kept
    seen = _look(table, play)
    if seen["version"] == table.version:  # nothing was written while we looked
        cache.set(key, seen, PUBLIC_VIEW_SECONDS)
    return seen


def _look(table: Table, play: Play | None) -> dict[str, Any]:
    # The version first: what is written while we look then belongs to a later one, and is fetched again.
    current = Table.objects.get(pk=table.pk) if play is None else play.table
    sittings = _sittings(table) if play is None else play.sittings
    seated = [_seated(one, _stack(current, one), one.state) for one in sittings]
    row = Hand.objects.filter(table=table).order_by("-number").first() if play is None else play.row
    is_shown = row is not None and (not row.is_recorded or real_card_tables.is_kept_for(current))
    hand = _hand(row, None, None, play=play) if row is not None and is_shown else None
    return _framed(current, seated, hand) | {
        "button": current.button,
        "deal_at": None if current.deal_at is None else current.deal_at.isoformat(),
        "settling": None if row is None else _settling(row),
        "next": fair_deals.announced(current),
    }


def _settling(row: Hand) -> dict[str, Any] | None:
    """The hand, if it is over and its chips have not moved yet; no cards of it."""
    if row.state != Hand.State.OVER:
        return None
    since = None if row.ended_at is None else row.ended_at.isoformat()
    is_refused = bool(refused_settlements.why(row))
    return {"hand": row.pk, "number": row.number, "since": since, "is_refused": is_refused}


def _sittings(table: Table) -> list[Sitting]:
    return SITTINGS(table.pk)


def _stack(table: Table, sitting: Sitting) -> int | None:
    """The chips in front of a player; None at a session table, where nobody knows them between two counts."""
    if table.is_session:
        return None
    return 0 if sitting.account is None else sitting.account.balance


def _seated(sitting: Sitting, stack: int | None, state: str) -> dict[str, Any]:
    return {
        "seat": sitting.seat,
        "player": sitting.player_id,
        "name": sitting.player.nickname,
        "is_computer": sitting.player.is_computer,
        "stack": stack,
        "state": state,
        "is_away": sitting.is_away,
        "entry": sitting.entry,
        "wants_seat": sitting.wants_seat,
        "owes": {"big": sitting.owes_big, "small": sitting.owes_small},
    }


def _framed(table: Table, seated: list[dict[str, Any]], hand: dict[str, Any] | None) -> dict[str, Any]:
    return {
        **in_lobby(table, len(seated)),
        "version": table.version,
        "line": waiting_lists.of_table(table),
        "button": None,
        "deal_at": None,
        "sittings": seated,
        "you": None,
        "your_state": None,
        "your_entry": None,
        "your_debts": False,
        "your_time_bank": 0,
        "your_switches": {},
        "your_wanted_seat": None,
        "your_lines": [],
        "your_preaction": "",
        "your_preactions": [],
        "your_cards_to_show": [],
        "may_hunt": False,
        "hand": hand,
        "settling": None,
        "next": None,
        "delay": 0,
    }


def _earlier(table: Table, until: datetime, now: datetime) -> dict[str, Any]:
    """The table as the rail saw it at that instant; one look a second serves everybody."""
    delay = round((now - until).total_seconds())
    until = until.replace(microsecond=0)
    key = f"table:{table.pk}:{table.opened_at.timestamp()}:until:{until.timestamp()}"
    kept: dict[str, Any] | None = cache.get(key)
    if kept is not None:
        return kept
    sat = Q(left_at__isnull=True) | Q(left_at__gt=until)
    sittings = list(
        Sitting.objects.filter(sat, table=table, sat_down_at__lte=until).select_related("player").order_by("seat")
    )
    stacks = spectator_delay.stacks_at([one.account_id for one in sittings if one.account_id], until)
    seated = [_seated(one, stacks.get(one.account_id or 0, 0), _state_then(one)) | UNKNOWN_THEN for one in sittings]
    row = Hand.objects.filter(table=table, is_recorded=False, started_at__lte=until).order_by("-number").first()
    hand = None if row is None else _hand(row, None, until)
    then = _played_then(table, row)
    then.status = Table.Status.OPEN if spectator_delay.is_open_at(then, until) else then.status
    seen = _framed(then, seated, hand) | {
        "button": None if hand is None else hand["view"]["button"],
        "delay": delay,
    }
    cache.set(key, seen, 2)
    return seen


def _played_then(table: Table, row: Hand | None) -> Table:
    """The table with game, stakes and mix as of that hand, its latest then (None: none yet). Nobody is asked to choose."""
    found = Table.objects.get(pk=table.pk)
    found.choosing = None
    if row is None:
        first = Hand.objects.filter(table=table, is_recorded=False).order_by("number").first()
        found.turn = None
        row = first
    if row is None or found.next_hand == row.number + 1:
        return found  # what is to be dealt next is not told by any of them
    found.game, found.stakes = row.start["game"], row.start["stakes"]
    if found.turn is not None:  # of how many hands of the game this was one is not kept
        limit = row.start["stakes"]["limit"]
        turn = Turn.from_json(found.turn)
        found.turn = replace(turn, game=found.game, limit=limit, hands=0).as_json()
    return found


def _state_then(sitting: Sitting) -> str:
    """Whether somebody sits out is not kept for yesterday; that they were going to leave is not told before they did."""
    gone = (Sitting.State.LEAVING, Sitting.State.LEFT)
    return str(Sitting.State.ACTIVE if sitting.state in gone else sitting.state)


def hand_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> dict[str, Any]:
    """A hand as this viewer may see it: its own cards and what was shown; `view` is the engine's.

    Raises `UnknownHand` for a hand that has not begun for a spectator who lags behind.
    """
    return _hand(row, viewer, seen_until(row, viewer, now))


def seen_until(row: Hand, viewer: Player | None, now: datetime) -> datetime | None:
    """The instant up to which the viewer sees the hand; None if it is live: whoever held cards in it sees all of it.

    Raises `UnknownHand` if it has not begun by then.
    """
    if viewer is not None and HandSeat.objects.filter(hand=row, player=viewer).exists():
        return None
    until = spectator_delay.sees_until(row.table, viewer, now)
    if not spectator_delay.is_begun(row, until):
        raise UnknownHand(row.pk)
    return until


def _hand(
    row: Hand, viewer: Player | None, until: datetime | None, step: int | None = None, play: Play | None = None
) -> dict[str, Any]:
    """`step`: only so many decisions of it; `play`: a visit that has replayed all of it."""
    held, hand = _replayed(row, until, step) if play is None else (play.seats, play.hand)
    seat = seat_of(held, viewer)
    is_ended = spectator_delay.is_ended(row, until) and step is None
    is_live = until is None and row.deadline is not None
    view = as_told(row, hand.view(seat)) if row.is_result_only else hand.view(seat)
    if step is None:
        view = voluntary_shows.turned_up(row, view, held, until)
    clocks = _clocks(row, view) if is_live else {}
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "state": row.state if is_ended or until is None else Hand.State.PLAYING.value,
        "commitment": row.commitment,
        "shuffle": row.shuffle,
        "words": row.words,
        "button_cards": row.button_cards,
        "deadline": clocks.get(str(seat), None if row.deadline is None else row.deadline.isoformat())
        if is_live
        else None,
        "clocks": clocks,
        "is_result_only": row.is_result_only,
        "is_refused": until is None and bool(refused_settlements.why(row)),
        "started_at": row.started_at.isoformat(),
        "ended_at": row.ended_at.isoformat() if row.ended_at is not None and is_ended else None,
        "you": seat,
        "players": {str(number): place.player_id for number, place in held.items()},
        "names": {str(number): name_of(place) for number, place in held.items()},
        "view": view,
        "would_have_come": voluntary_shows.hunted(row, hand, until) if is_ended or until is None else [],
    }


def _replayed(row: Hand, until: datetime | None, step: int | None) -> tuple[dict[int, HandSeat], AnyHand]:
    """Who held cards in the hand, by seat, and the hand, up to an instant or so many decisions."""
    found, decided = look(row), decisions_until(row, until, step)
    hand = rebuilt(row, found.log if decided is None else decided, seed=found.seed)
    return {one.seat: one for one in found.seats}, hand


def _clocks(row: Hand, view: dict[str, Any]) -> dict[str, str]:
    """When the clock decides, by seat of those who are asked."""
    usual = "" if row.deadline is None else row.deadline.isoformat()
    asks = [ask for ask in view["asks"] if ask["seat"] is not None]
    return {str(ask["seat"]): row.later.get(str(ask["number"]), usual) for ask in asks}


def decisions_until(row: Hand, until: datetime | None, step: int | None = None) -> list[tuple[int, str]] | None:
    """The hand's decisions up to that instant, at most the first `step`; None: all of them."""
    if until is None and step is None:
        return None
    found = Decision.objects.filter(hand=row).order_by("seq")
    if until is not None:
        found = found.filter(at__lte=until)
    return list(found.values_list("ask", "text")[:step])


def hand_at_step(row: Hand, viewer: Player | None, step: int, *, now: datetime) -> tuple[dict[str, Any], int]:
    """The hand after its first `step` decisions (the last there is at most), as the viewer could then see it, and how many
    decisions there are to see. Raises `UnknownHand`."""
    until = seen_until(row, viewer, now)
    found = Decision.objects.filter(hand=row)
    count = (found if until is None else found.filter(at__lte=until)).count()
    at = min(step, count)
    return _hand(row, viewer, until, at), count


def events_after(row: Hand, viewer: Player | None, after: int, *, now: datetime) -> list[dict[str, Any]]:
    """The hand's events from the `after`-th on (counted from 0), as this viewer may see them. Raises `UnknownHand`."""
    events: list[dict[str, Any]] = hand_as_seen_by(row, viewer, now=now)["view"]["events"]
    return events[max(0, after) :]


def proof_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> dict[str, Any]:
    """What the viewer may prove of the deal, for ``engine verify``. Raises `UnknownHand`; `Refused` if there is no proof."""
    until, held = seen_until(row, viewer, now), seats_of(row)
    hand = rebuilt(row, decisions_until(row, until))
    shown = voluntary_shows.cards_shown(held, until) if hand.is_over else {}
    return fair_deals.proof_for(row, hand, seat_of(held, viewer), shown)


def hands_at(table: Table, viewer: Player | None, *, now: datetime, before: int | None = None) -> list[dict[str, Any]]:
    """The table's hands, latest first, 50 of them, those before number `before`: who won what, no cards."""
    until = spectator_delay.sees_until(table, viewer, now)
    found = Hand.objects.filter(table=table).order_by("-number")
    if before is not None:
        found = found.filter(number__lt=before)
    if until is not None:
        found = found.filter(started_at__lte=until)
    return [in_history(row, until) for row in found[:50]]


def hand_of(hand_id: int) -> Hand:
    """The hand. Raises `UnknownHand`."""
    found = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if found is None:
        raise UnknownHand(hand_id)
    return found


def in_history(row: Hand, until: datetime | None = None) -> dict[str, Any]:
    """One line of a table's history of hands, for one who sees it until then. It holds no cards."""
    is_ended = spectator_delay.is_ended(row, until)
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "game": row.start["game"],
        "state": row.state if is_ended or until is None else Hand.State.PLAYING.value,
        "is_recorded": row.is_recorded,
        "is_result_only": row.is_result_only,
        "started_at": row.started_at.isoformat(),
        "ended_at": row.ended_at.isoformat() if row.ended_at is not None and is_ended else None,
        "result": row.result if (is_ended or until is None) and row.state != Hand.State.OVER else None,
    }


def catalogue() -> list[dict[str, Any]]:
    """The games that can be played, each with its seats and its limits, the usual one, and stakes each could have."""
    return [
        {
            "key": game.key,
            "name": game.name,
            "limits": list(game.limits),
            "usual_limit": standard_limit(game),
            "stakes": {limit: stakes_words.example(game, limit).as_json() for limit in game.limits},
            "max_seats": game.max_seats,
        }
        for game in CATALOGUE.values()
    ]


def stakes_in_words(table: Table) -> dict[str, str]:
    """For pages: `words`, the table's stakes as a poker room writes them, and `limit`."""
    kept = Stakes.from_json(table.stakes)
    return {"words": stakes_words.in_words(kept), "limit": stakes_words.limit_in_words(kept)}


def seats_of(row: Hand) -> dict[int, HandSeat]:
    """Who held cards in the hand, by seat."""
    return {seat.seat: seat for seat in HandSeat.objects.filter(hand=row).select_related("player")}


def seat_of(held: dict[int, HandSeat], viewer: Player | None) -> int | None:
    """The seat whose cards the viewer held, or None."""
    if viewer is None:
        return None
    return next((seat for seat, place in held.items() if place.player_id == viewer.pk), None)


def name_of(place: HandSeat) -> str:
    """What the holder of a seat is called."""
    return place.player.nickname if place.player is not None else place.name


def record_as_seen_by(
    row: Hand, hand: AnyHand, held: dict[int, HandSeat], viewer: Player | None, until: datetime | None = None
) -> Record:
    """A replayed hand as a record, named by its id, with the cards this viewer may see, its table and its time.

    What was shown of one's own will after the hand (by `until`) is no action of it and stands apart, as ``_shown``.
    """
    record = record_of(hand, name=str(row.pk), seat=seat_of(held, viewer))
    began = row.started_at.astimezone(club_rules.in_force().calendar.zone)
    told = {
        "players": [name_of(held[seat]) for seat in record.fields["seats"]],
        "table": row.table.name,
        "hand": row.number,
        "year": began.year,
        "month": began.month,
        "day": began.day,
        "time": began.time().replace(microsecond=0, tzinfo=None),
        "time_zone": str(began.tzinfo),
    }
    shown = voluntary_shows.cards_shown(held, until) if hand.is_over else {}
    places = {seat: f"p{at}" for at, seat in enumerate(record.fields["seats"], 1)}
    after = {"_shown": [f"{places[seat]} {''.join(cards)}" for seat, cards in shown.items()]} if shown else {}
    return Record(record.name, {**record.fields, **told, **after})


def notation_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> str:
    """The hand in PHH, or in our form beside it, with the cards this viewer may see and ``??`` for the others.

    Raises `UnknownHand`.
    """
    until = seen_until(row, viewer, now)
    if row.is_result_only:
        raise Refused("result_only", _("Only the result of this hand was entered: there is nothing to write down."))
    hand = rebuilt(row, decisions_until(row, until))
    return write(record_as_seen_by(row, hand, seats_of(row), viewer, until))
