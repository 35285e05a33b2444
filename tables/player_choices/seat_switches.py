"""Switches of a player's own at a table, for this stay: what is done for them without being asked each time.

Each is a field of the `Sitting` and is acted on by the server, whether a page is open or not: losing hands shown
(`tables.hand.voluntary_shows`), the straddle (`tables.hand.preactions`), blinds posted instead of waited for
(`tables.cash.missed_blinds`), sitting out at the next big blind (`tables.dealing.dealer`), chips topped up between hands (here).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import Player
from engine.games.play_rules import PlayRules
from engine.play.any_game import find_game
from tables.cash import between_hands, sittings
from tables.core import locks, table_rules
from tables.core.errors import Refused
from tables.models import Sitting, Table
from tables.player_choices.automatic_top_up import top_up

SHOW, STRADDLE, POST, LEAVE, TOP_UP = "shows_losing", "straddles", "posts_always", "leaves_at_big_blind", "tops_up_to"
NAMES = (SHOW, STRADDLE, POST, LEAVE, TOP_UP)
Value = bool | int | None


def offered(table: Table) -> list[str]:
    """Which switches have a meaning at this table, in the order in which they are shown."""
    if table.kind != Table.Kind.DEALT:
        return []
    game = find_game(table.game)
    play = table_rules.of_play(table, table.game)
    has_blinds = game.has_blinds or table.rotation is not None
    running = table_rules.of_table(table, table.game)
    meaning = {
        SHOW: isinstance(play, PlayRules) and play.losers != "show" and running.showing != "nothing",
        STRADDLE: isinstance(play, PlayRules) and has_blinds and play.straddle != "none",
        POST: table.is_cash and has_blinds,
        LEAVE: table.is_cash and has_blinds,
        TOP_UP: table.is_cash,
    }
    return [name for name in NAMES if meaning[name]]


def as_seen(table: Table, sitting: Sitting) -> dict[str, Value]:
    """Those offered at the table, as the player has set them."""
    return {name: getattr(sitting, name) for name in offered(table)}


def set_switch(
    table_id: int, player: Player, name: str, *, on: bool, chips: int | None = None, now: datetime, source: str = ""
) -> Sitting:
    """Set one of the player's switches; `chips`: the stack that `tops_up_to` keeps, by default the largest buy-in.

    It counts from now on: who waits for the big blind and comes to post, posts; chips are added at once between hands.
    Raises `UnknownTable`, `Refused` (not seated here, no such switch at this table, a stack that nobody may bring).
    """
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        sitting = sittings.own_sitting(table, player)
        value: Value = on if name != TOP_UP else (chips or table.max_buy_in) if on else None
        _check(table, name, value)
        before = getattr(sitting, name)
        if before == value:
            return sitting
        setattr(sitting, name, value)
        sitting.save(update_fields=[name])
        audit_log.record(
            "seat.switched",
            by=player.user,
            subject=f"table:{table.pk}",
            before={name: before},
            after={name: value},
            source=source,
            now=now,
        )
        _act_now(table, sitting, name, now)
        locks.bump(table, *between_hands.NEXT)
        return sitting


def _check(table: Table, name: str, value: Value) -> None:
    able = offered(table)
    if name not in able:
        raise Refused("no_such_switch", _("There is no such switch at this table."), 422, offered=able)
    if name != TOP_UP or value is None:
        return
    least, most = table.min_buy_in, table.max_buy_in
    if not least <= int(value) <= most:
        message = _("Top up to between %(least)s and %(most)s chips.") % {"least": f"{least:,}", "most": f"{most:,}"}
        raise Refused("buy_in_out_of_range", message, 422, amount=value, least=least, most=most)


def _act_now(table: Table, sitting: Sitting, name: str, now: datetime) -> None:
    """What the switch changes at once."""
    if name == POST and sitting.entry != Sitting.Entry.IN:
        sitting.entry = Sitting.Entry.POSTS if sitting.posts_always else Sitting.Entry.WAITS
        sitting.save(update_fields=["entry"])
    if name == TOP_UP and not sittings.is_in_hand(table, sitting.player):
        top_up(table, sitting, now)


def sit_out_now(sitting: Sitting) -> None:
    """The big blind has come to one who wanted to sit out then: dealt no hand, until the player comes back."""
    sitting.state, sitting.leaves_at_big_blind = Sitting.State.OUT, False
    sitting.save(update_fields=["state", "leaves_at_big_blind"])
