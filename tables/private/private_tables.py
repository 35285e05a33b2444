"""Opening a private table, letting people in by its link or password, and taking both away again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.http.text_validation import is_impossible
from club.live import nudges
from club.models import Player
from club.people import eligibility
from club.people.people import locked
from engine.betting.hand import Stakes
from tables.breaking_and_closing import closing_tables
from tables.cash import new_tables, waiting_lists
from tables.cash.new_tables import Opening
from tables.core import admission, table_rules
from tables.core.errors import Refused, UnknownTable
from tables.core.locks import bump, lock_table
from tables.models import ChatRoom, PrivateGuess, PrivateGuest, PrivateTable, Sitting, Table, Wait

OFF, FLOOR, MEMBERS = "off", "floor", "members"
LEAST_LETTERS, MOST_LETTERS = 6, 60  # of a password
GUESSES, GUESSES_SPAN = 5, timedelta(minutes=15)  # wrong passwords of one player
GUESSES_AT_TABLE = 50  # of everybody, for one number of a table, in the same time
_NOBODYS = make_password(None)


# -- opening ----------------------------------------------------------------------------------------------------------


def may_open(player: Player | None) -> bool:
    """True for whom the house lets open a private table, if the player may play."""
    who = table_rules.of_club().private_tables
    return player is not None and (who == MEMBERS or (who == FLOOR and admission.is_of_floor(player)))


def open_private(
    opening: Opening, *, host: Player, password: str = "", now: datetime, source: str = "", key: str = ""
) -> PrivateTable:
    """Open a private table of one game dealt by the server; its host is let in, and everybody who has its link.

    With a password the link alone lets nobody in. Buy-ins are the house's. Raises `Refused` where the house does not allow it,
    for amounts beyond its limit, too many tables of that host, or a password too short, and what `open_table` raises.
    """
    words = _checked(password)
    with transaction.atomic():
        eligibility.check_may_play(host, now)  # locks the host's row: two requests do not both find room for one more
        told = replace(opening, is_private=True, kind=Table.Kind.DEALT, min_buy_in=None, max_buy_in=None)
        table = new_tables.open_table(told, by=host.user, now=now, source=source, key=key)
        made = PrivateTable.objects.filter(table=table).first()
        if made is not None:  # the same request again
            return made
        _check_allowed(host, opening.stakes)
        return PrivateTable.objects.create(table=table, host=host, link=_new_link(), password=words)


def _check_allowed(host: Player, stakes: Stakes) -> None:
    house = table_rules.of_club()
    if not may_open(host):
        raise Refused("not_allowed_here", _("This club lets you open no private tables."))
    most = house.private_most
    if not is_within(stakes, most):
        words = _("No amount of a private table's stakes is above %(most)s chips here.") % {"most": f"{most:,}"}
        raise Refused("stakes_too_high", words, 422, most=most)
    standing = PrivateTable.objects.filter(host=host, table__status=Table.Status.OPEN).count()
    if standing >= house.private_each:
        words = _("You have %(n)s private tables open, as many as one may have here: close one first.")
        raise Refused("too_many_private", words % {"n": standing}, n=standing)


def is_within(stakes: Stakes, most: int) -> bool:
    """True if no amount of the stakes is above `most` chips; 0: there is no limit."""
    amounts = ("small_blind", "big_blind", "ante", "bring_in", "min_bet", "small_bet", "big_bet", "point")
    return not most or all(getattr(stakes, name) <= most for name in amounts)


def _checked(password: str) -> str:
    """The password as it is kept: a hash, or nothing for none. Raises `Refused`."""
    if not password:
        return ""
    if not LEAST_LETTERS <= len(password) <= MOST_LETTERS or is_impossible(password) or not password.isprintable():
        words = _("A table's password has %(least)s to %(most)s letters.")
        raise Refused("bad_password", words % {"least": LEAST_LETTERS, "most": MOST_LETTERS}, 422)
    return make_password(password)


def _new_link() -> str:
    return secrets.token_urlsafe(18)


# -- coming in --------------------------------------------------------------------------------------------------------


def by_link(link: str) -> PrivateTable:
    """The open table of a link. Raises `Refused` for a link that leads nowhere, or no longer."""
    found = PrivateTable.objects.select_related("table", "host").filter(link=link or None).first()
    if not link or found is None or found.table.status != Table.Status.OPEN:
        raise Refused("no_such_link", _("This link leads to no table, or no longer; ask for a new one."), 404)
    return found


def enter(link: str, player: Player, *, password: str = "", now: datetime) -> Table:
    """Be let in by a link, and by the password where the table has one. Harmless if repeated.

    Raises `Refused` for a link that leads nowhere, a password that is missing or wrong, too many wrong ones, and for who was
    shown out. A missing one is no guess, and is not counted.
    """
    found = by_link(link)
    if found.password and not admission.is_admitted(found.table_id, player):
        if not password:
            raise Refused("password_missing", _("This table has a password: send it with the link."), 422)
        _check_guess(found, found.table_id, password, player, now)
    return _let_in(found, player, now)


def enter_by_number(number: int, player: Player, *, password: str, now: datetime) -> Table:
    """Be let in by the table's number and its password. Raises `Refused` alike for a number of no such table and a wrong
    password, for too many of them, and for who was shown out."""
    found = PrivateTable.objects.select_related("table").filter(table=number, table__status=Table.Status.OPEN).first()
    _check_guess(found, number, password, player, now)
    assert found is not None  # else no password is right
    return _let_in(found, player, now)


def _check_guess(found: PrivateTable | None, number: int, password: str, player: Player, now: datetime) -> None:
    """Raise `Refused` unless that is the table's password; what is wrong counts, also after this request is refused."""
    with transaction.atomic(durable=True):
        locked(player.pk)  # guesses sent at once are counted one after another
        lately = PrivateGuess.objects.filter(at__gt=now - GUESSES_SPAN)
        if lately.filter(player=player).count() >= GUESSES or lately.filter(number=number).count() >= GUESSES_AT_TABLE:
            raise Refused("too_many_guesses", _("Too many wrong passwords: wait a quarter of an hour."), 429)
        kept = found.password if found is not None and found.password else _NOBODYS
        is_right = check_password(password[: MOST_LETTERS + 1], kept)
        if not is_right:
            PrivateGuess.objects.create(player=player, number=number, at=now)
    if not is_right:
        raise Refused("wrong_password", _("There is no table of this number with this password."))


def _let_in(found: PrivateTable, player: Player, now: datetime) -> Table:
    if player.pk != found.host_id:
        guest, _is_new = PrivateGuest.objects.get_or_create(table=found, player=player, defaults={"at": now})
        if guest.shown_out_at is not None:
            raise Refused("shown_out", _("You were shown out of this table; its host can let you in again."), 403)
    return found.table


def prune(*, now: datetime) -> int:
    """Forget wrong passwords that count no longer; how many."""
    return PrivateGuess.objects.filter(at__lte=now - GUESSES_SPAN).delete()[0]


# -- keeping it -------------------------------------------------------------------------------------------------------


def of_host(table_id: int, player: Player | None) -> PrivateTable:
    """The private table, for its host or the floor. Raises `UnknownTable`, and `ClubError` (403) for a guest."""
    found = PrivateTable.objects.select_related("table", "host").filter(table=table_id).first()
    if found is None:
        raise UnknownTable(table_id)
    if player is None or (found.host_id != player.pk and not admission.is_of_floor(player)):
        raise Refused("not_host", _("Only who has opened this table, or the floor, changes who comes in."))
    return found


def renew(table_id: int, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Give the table a new link; the old one lets nobody in any more."""
    return _set_link(table_id, _new_link(), by, now, source)


def revoke(table_id: int, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Take the link away: whoever was let in stays, nobody else comes in by a link."""
    return _set_link(table_id, None, by, now, source)


def _set_link(table_id: int, link: str | None, by: Player, now: datetime, source: str) -> PrivateTable:
    with transaction.atomic():
        found = of_host(table_id, by)
        found.link = link
        found.save(update_fields=["link"])
        after = "taken away" if link is None else "new"
        _on_record("private.link", found, by, now, source, after=after)
    return found


def set_password(table_id: int, password: str, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Set another password, or none. Raises `Refused` for one too short."""
    words = _checked(password)
    with transaction.atomic():
        found = of_host(table_id, by)
        found.password = words
        found.save(update_fields=["password"])
        _on_record("private.password", found, by, now, source, after="set" if words else "none")
    return found


def show_out(table_id: int, player_id: int, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Let a guest in no longer, by link or by password, who does not sit there; a place in the table's line is given up, and news
    of the table is told under other names.

    Raises `Refused` for somebody who sits there or was not let in.
    """
    with transaction.atomic():
        found = of_host(table_id, by)
        table = lock_table(table_id)
        sits = Sitting.objects.filter(table=table_id, player=player_id).exclude(state=Sitting.State.LEFT)
        if sits.exists():
            raise Refused("sits_here", _("Who sits at the table is not shown out; ask the floor."))
        if not found.guests.filter(player=player_id, shown_out_at=None).update(shown_out_at=now):
            raise Refused("no_such_guest", _("This player was not let in here."), 404)
        for line in Wait.objects.filter(table=table_id, player=player_id, state__in=waiting_lists.OPEN):
            waiting_lists.get_out(line, [table], by=by.user, now=now, source=source)
        _rename_channels(table)
        _on_record("private.shown-out", found, by, now, source, after={"player": player_id})
    return found


def _rename_channels(table: Table) -> None:
    """Give the channels of the locked table new names, so that who was shown out hears no more of it. Those who watch are told once
    more by the old names, whereupon they look, and find the new ones."""
    room = ChatRoom.objects.filter(place=f"table:{table.pk}").first()
    nudges.nudge(table.channel, table.version + 1)
    nudges.nudge(table.chat_channel, 1 if room is None else room.version + 1)
    table.channel_turn += 1
    bump(table, "channel_turn")


def let_in_again(table_id: int, player_id: int, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Take a showing out back. Raises `Refused` for somebody who was not shown out."""
    with transaction.atomic():
        found = of_host(table_id, by)
        if not found.guests.filter(player=player_id).exclude(shown_out_at=None).update(shown_out_at=None):
            raise Refused("not_shown_out", _("This player was not shown out of here."), 404)
        _on_record("private.let-in-again", found, by, now, source, after={"player": player_id})
    return found


def close(table_id: int, *, by: Player, now: datetime, source: str = "") -> PrivateTable:
    """Close the table once nobody sits there. Raises `Refused` while somebody does."""
    with transaction.atomic():
        found = of_host(table_id, by)
        if Sitting.objects.filter(table=table_id).exclude(state=Sitting.State.LEFT).exists():
            raise Refused("somebody_sits", _("Players sit here still; the table is closed once they have left."))
        closing_tables.close_table(table_id, by=by.user, now=now, source=source)
        found.table.refresh_from_db()
    return found


def as_seen(found: PrivateTable) -> dict[str, Any]:
    """What its host and the floor are told of a private table."""
    return {
        "table": found.table_id,
        "name": found.table.name,
        "status": found.table.status,
        "host": found.host.nickname,
        "link": "" if found.link is None else f"/tables/enter/{found.link}/",
        "has_password": bool(found.password),
        "guests": [
            {
                "player": guest.player_id,
                "name": guest.player.nickname,
                "at": guest.at,
                "is_shown_out": guest.shown_out_at is not None,
            }
            for guest in found.guests.select_related("player").order_by("at", "pk")
        ],
    }


def of_player(player: Player) -> list[Table]:
    """The open private tables that the player has opened, or was let in at; by name."""
    mine = PrivateTable.objects.filter(host=player) | PrivateTable.objects.filter(guests__in=admission.guest_of(player))
    found = Table.objects.filter(private__in=mine.values("pk"), status=Table.Status.OPEN)
    return list(found.order_by("name", "pk"))


def _on_record(kind: str, found: PrivateTable, by: Player, now: datetime, source: str, *, after: Any) -> None:
    subject = f"table:{found.table_id}"
    audit_log.record(kind, by=by.user, subject=subject, after=after, source=source, now=now)


ACTS = {"renew": renew, "revoke": revoke, "close": close}
ACTS_ON_GUESTS = {"show-out": show_out, "let-in": let_in_again}


def act(table_id: int, name: str, given: dict[str, Any], **how: Any) -> PrivateTable:
    """What the host does, by its name: one of `ACTS`, of `ACTS_ON_GUESTS` with `player`, or `password`. Raises what each raises."""
    if name in ACTS:
        return ACTS[name](table_id, **how)
    if name == "password":
        if given.get("password") is None:
            raise Refused("password_missing", _("Say which password; an empty one takes it away."), 422)
        return set_password(table_id, given["password"], **how)
    if name in ACTS_ON_GUESTS:
        return ACTS_ON_GUESTS[name](table_id, given.get("player") or 0, **how)
    raise ClubError("no_such_act", _("There is no such act."), 422)
