"""Who may look at a private table and its hands: its host, whom it let in, who sits or was dealt in there, and the floor.

To everybody else there is no such table. A table is private from its opening to its end, or never: what was found to be open to
all is remembered, so that the tables of all cost no query.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from club.house.rights import has_right
from club.models import Player
from club.people.people import player_of
from tables.core.errors import UnknownHand, UnknownTable
from tables.models import Hand, HandSeat, PrivateGuest, PrivateTable, Sitting, Table

# Each is there for every table. A private one is dealt in the browser, and nobody is seated there by staff: who seats people
# alone, as a cashier does, has nothing to do there.
FLOOR = ("tables.void", "tables.open", "chat.moderate")
_MOST = 10_000
_open_to_all: dict[str, set[int]] = {"table": set(), "hand": set()}


def is_of_floor(viewer: Player | None) -> bool:
    """True for those who rule on tables, open them, or keep order in their chats."""
    return viewer is not None and viewer.user is not None and any(has_right(viewer.user, right) for right in FLOOR)


def rules_on_tables(login: Any) -> bool:
    """`is_of_floor` of a login, who need not be a player."""
    return any(has_right(login, right) for right in FLOOR)


def check_table(table_id: int, viewer: Player | None, *, is_staff: bool = False) -> None:
    """Raise `UnknownTable` if the table is private and the viewer was not let in. A number of no table is left to the caller."""
    if is_open_to_all("table", table_id) or is_staff:
        return
    is_private = Table.objects.filter(pk=table_id).values_list("is_private", flat=True).first()
    if is_private is False:
        _remember("table", table_id)
    if is_private and not is_admitted(table_id, viewer):
        raise UnknownTable(table_id)


def finds_scope(reference: str, login: Any) -> bool:
    """True where the login may look at the table of such a reference (``table:7``)."""
    try:
        check_table(int(reference.partition(":")[2]), player_of(login), is_staff=rules_on_tables(login))
    except UnknownTable:
        return False
    return True


def check_hand(hand_id: int, viewer: Player | None, *, is_staff: bool = False) -> None:
    """Raise `UnknownHand` as `check_table` does of its table; whoever was dealt in sees the hand for ever."""
    if is_open_to_all("hand", hand_id) or is_staff:
        return
    told = Hand.objects.filter(pk=hand_id).values_list("table_id", "table__is_private").first()
    if told is None:
        return
    table_id, is_private = told
    if not is_private:
        _remember("hand", hand_id)
    elif not HandSeat.objects.filter(hand=hand_id, player=viewer).exists() and not is_admitted(table_id, viewer):
        raise UnknownHand(hand_id)


def is_host(table: Table, viewer: Player | None) -> bool:
    """True for who has opened that private table, and for the floor."""
    if viewer is None:
        return False
    return PrivateTable.objects.filter(table=table, host=viewer).exists() or is_of_floor(viewer)


def is_admitted(table_id: int, viewer: Player | None) -> bool:
    """True for the host, a guest, who sits there, and the floor."""
    if viewer is None:
        return False
    if PrivateTable.objects.filter(Q(host=viewer) | Q(guests__in=guest_of(viewer)), table=table_id).exists():
        return True
    sits = Sitting.objects.filter(table=table_id, player=viewer).exclude(state=Sitting.State.LEFT)
    return sits.exists() or is_of_floor(viewer)


def guest_of(viewer: Player | None) -> QuerySet[PrivateGuest]:
    """Where the viewer was let in, and was not shown out since."""
    return PrivateGuest.objects.filter(player=viewer, shown_out_at=None)


def visible_to(viewer: Player | None) -> Q:
    """The tables that this viewer may find on a list: those open to all, and the private ones that let the viewer in."""
    if is_of_floor(viewer):
        return Q()
    if viewer is None:
        return Q(is_private=False)
    guest = guest_of(viewer).filter(table__table=OuterRef("pk"))
    sits = Sitting.objects.filter(table=OuterRef("pk"), player=viewer).exclude(state=Sitting.State.LEFT)
    return Q(is_private=False) | Q(private__host=viewer) | Q(Exists(guest)) | Q(Exists(sits))


def is_open_to_all(kind: str, number: int) -> bool:
    """True if that table or hand (`kind`) is known to be open to all; False too where nobody has asked yet."""
    return number in _open_to_all[kind]


def _remember(kind: str, number: int) -> None:
    if len(_open_to_all[kind]) >= _MOST:
        _open_to_all[kind].clear()
    _open_to_all[kind].add(number)
