"""Opening a table: what it is to be, and whether it can be played so by the house's rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.models import User
from engine.betting.hand import Stakes
from engine.errors import EngineError
from engine.mixes.mixes import MixedStakes
from engine.mixes.rotation import Rotation
from engine.notation.game_names import key_of
from engine.play.any_game import AnyGame, find_game
from tables.cash import mixed_games, next_hand
from tables.core import idempotent_requests, shown_names, table_events, table_rules
from tables.core.errors import IllegalAction, Refused
from tables.hand import fair_deals
from tables.models import MAX_SEATS, Table
from tables.text.stakes_words import example

MOST_CHIPS = 10**15  # of a buy-in: every stack, pot and balance then has room in its column


@dataclass(frozen=True)
class Opening:
    """What a new table is to be. Buy-ins in chips; None takes the house rule's number of big blinds.

    Seats None: nine, or as many as the game has. A mixed table has a rotation, and a level for the games in it that have
    no stakes of their own, instead of a game and stakes. `secret` seals the table's packs; None has the system draw one.
    """

    name: str
    game: str = ""
    stakes: Stakes = Stakes()  # noqa: RUF009  # a frozen value
    rotation: Rotation | None = None
    level: MixedStakes | None = None
    seats: int | None = None
    min_buy_in: int | None = None
    max_buy_in: int | None = None
    action_seconds: int | None = None
    pace: float = 1.0
    pause: float = 4.0
    owner: str = ""
    unit: str = "chips"
    kind: str = Table.Kind.DEALT
    is_private: bool = False
    secret: bytes | None = field(default=None, repr=False)


def open_table(opening: Opening, *, by: User | None, now: datetime, source: str = "", key: str = "") -> Table:
    """Open a table. The caller has checked the right to do so.

    With a `key` of the request's own the same request again finds the table it opened. Raises `Refused` for a game that is
    not in the catalogue, stakes or seats that do not fit the game, a largest buy-in below the smallest or above
    `MOST_CHIPS`, or a key that was used for another request.
    """
    with transaction.atomic():
        table = draft(opening, now)
        table.request_key = idempotent_requests.key_of(by, key)
        made = idempotent_requests.made_by(Table.objects.all(), table.request_key)
        if made is not None:
            idempotent_requests.check_same(_as_asked(made, opening) == _as_asked(table, opening))
            return made
        table.save()
        if table.kind == Table.Kind.DEALT:
            fair_deals.keep_secret(table, opening.secret)
        audit_log.record("table.opened", by=by, subject=f"table:{table.pk}", after=table.name, source=source, now=now)
        table_events.tell_table(table_events.OPENED, table, now=now)
    return table


def draft(opening: Opening, now: datetime) -> Table:
    """The table as it would be opened, not yet saved. Raises what `open_table` raises."""
    shown_names.check(opening.name)
    if not opening.owner:
        opening = replace(opening, level=level_with_bring_in(opening.level))
    table = Table(
        kind=opening.kind,
        owner=opening.owner,
        unit=opening.unit,
        pace=opening.pace,
        pause=opening.pause,
        is_private=opening.is_private,
        opened_at=now,
    )
    legs, table.seats = _playable(opening, table)
    (game, stakes), *_more = legs
    table.game, table.stakes, table.name = game.key, stakes.as_json(), opening.name.strip() or game.name
    if opening.rotation is not None:
        table.rotation, table.name = (
            opening.rotation.as_json(),
            opening.name.strip() or mixed_games.name_of(opening.rotation),
        )
        table.level = None if opening.level is None else opening.level.as_json()
    rules = table_rules.of_table(table, game.key)
    largest_bet = max(next_hand.bet_of(stakes) for _game, stakes in legs)
    table.action_seconds = opening.action_seconds or rules.action_seconds
    table.min_buy_in = rules.min_buy_in * largest_bet if opening.min_buy_in is None else opening.min_buy_in
    table.max_buy_in = rules.max_buy_in * largest_bet if opening.max_buy_in is None else opening.max_buy_in
    if not 0 < table.min_buy_in <= table.max_buy_in:
        message = _("The smallest buy-in must be at least 1 and the largest no less than it.")
        raise Refused("buy_in_range", message, 422, min_buy_in=table.min_buy_in, max_buy_in=table.max_buy_in)
    if table.max_buy_in > MOST_CHIPS:
        message = _("The largest buy-in may be %(most)s chips at most, not %(chips)s: choose lower stakes or buy-ins.")
        limits = {"most": f"{MOST_CHIPS:,}", "chips": f"{table.max_buy_in:,}"}
        raise Refused("buy_in_too_large", message % limits, 422, max_buy_in=table.max_buy_in, most=MOST_CHIPS)
    return table


def suggested(game: AnyGame, limit: str) -> Stakes:
    """Stakes that a table of that game could be opened with, a stud table with the ante and bring-in of the house (S2.1, S2.2).

    Raises `BadStart` for a limit that the game is not played at.
    """
    usual = example(game, limit)
    if game.has_blinds or limit == "points":
        return usual
    percent = house_rules.resolve(table_rules.TableRules, (f"game:{game.key}",)).stud_ante_percent
    return with_bring_in(game, replace(usual, ante=_part(usual, percent), bring_in=0)) if usual.bring_in else usual


def with_bring_in(game: AnyGame, told: Stakes) -> Stakes:
    """The stakes with the house's bring-in, where the game needs one and nobody has said an amount."""
    base = told.small_bet or told.min_bet
    if told.bring_in or not base or game.has_blinds or told.limit == "points" or told.limit not in game.limits:
        return told
    if not example(game, told.limit).bring_in:
        return told
    percent = house_rules.resolve(table_rules.TableRules, (f"game:{game.key}",)).bring_in_percent
    return replace(told, bring_in=min(_part(told, percent), told.least_bet))


def level_with_bring_in(level: MixedStakes | None) -> MixedStakes | None:
    """The level of a mixed table with the club's bring-in for its stud games, where nobody has said an amount."""
    if level is None or level.bring_in or not level.small_bet:
        return level
    return replace(level, bring_in=_part(level, house_rules.resolve(table_rules.TableRules).bring_in_percent))


def stud_ante(small_bet: int) -> int:
    """What the page that opens a mixed table begins with as the ante of its stud games (S2.1)."""
    percent = house_rules.resolve(table_rules.TableRules).stud_ante_percent
    return _part(MixedStakes(small_bet=small_bet), percent)


def _part(told: Stakes | MixedStakes, percent: int) -> int:
    """So many per cent of the small bet, rounded up to whole smallest chips."""
    base = told.small_bet or (told.min_bet if isinstance(told, Stakes) else 0)
    return -(-base * percent // (100 * told.unit)) * told.unit


def _as_asked(table: Table, opening: Opening) -> list[object]:
    """What of a table the request has said itself; a mixed table's game changes as it is played."""
    told = [
        "kind",
        "unit",
        "pace",
        "is_private",
        *(["rotation", "level"] if opening.rotation is not None else ["game", "stakes"]),
    ]
    told += ["name"] if opening.name.strip() else []
    chosen = ("seats", "min_buy_in", "max_buy_in", "action_seconds")
    return [getattr(table, name) for name in (*told, *(one for one in chosen if getattr(opening, one) is not None))]


def _playable(opening: Opening, table: Table) -> tuple[list[tuple[AnyGame, Stakes]], int]:
    """The games with their stakes, and the seats, if they can be played so by the house's rules.

    The engine is shown a full table of each. In dealer's choice a game that seats fewer is offered to fewer.
    """
    try:
        legs = _legs(opening)
        most = min(MAX_SEATS, (max if _is_choice(opening) else min)(game.max_seats for game, _stakes in legs))
        seats = min(9, most) if opening.seats is None else opening.seats
        if not 2 <= seats <= most:
            message = _("%(game)s is played at 2 to %(most)s seats.")
            name = _(legs[0][0].name) if opening.rotation is None else mixed_games.name_of(opening.rotation)
            raise Refused("seats_out_of_range", message % {"game": name, "most": most}, 422, seats=seats)
        if opening.rotation is not None:
            opening.rotation.check(seats, opening.level)
    except EngineError as error:
        raise IllegalAction(error) from error
    for game, stakes in legs:
        play, filled = table_rules.of_play(table, game.key), min(seats, game.max_seats)
        try:
            next_hand.check_full_table(game, stakes, filled, play)
        except IllegalAction as refusal:
            fewer = refusal.params.get("most")
            if opening.seats is not None or not isinstance(fewer, int) or fewer < 2:
                raise
            next_hand.check_full_table(game, stakes, fewer, play)
            seats = fewer  # nobody asked for more, and the deck holds no more
    return legs, seats


def _legs(opening: Opening) -> list[tuple[AnyGame, Stakes]]:
    """What the table plays and for what.

    Raises what the engine raises, and `Refused` for a mix by levels.
    """
    if opening.rotation is None:
        game = find_game(key_of(opening.game, opening.stakes.limit))
        return [(game, with_bring_in(game, opening.stakes))]
    if opening.rotation.change.unit == "level" and not opening.owner:
        message = _("A cash table has no levels: its games change by hands, orbits or minutes.")
        raise Refused("no_levels", message, 422, units=["hands", "orbit", "minutes"])
    return [(find_game(leg.game), leg.stakes_at(opening.level)) for leg in opening.rotation.legs]


def _is_choice(opening: Opening) -> bool:
    return opening.rotation is not None and opening.rotation.is_choice
