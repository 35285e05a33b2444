"""Coming into the game of a cash table: what newcomers and those who sat out owe, and the blinds they miss.

Whoever writes here holds the table's lock. The arithmetic is `tables.cash.posting_to_come_in`'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.play.any_game import find_game
from tables.cash import mixed_games, next_hand, posting_to_come_in
from tables.core import table_rules
from tables.models import Hand, Sitting, Table

if TYPE_CHECKING:
    from tables.cash.next_hand import Prepared


def enter(table: Table, sitting: Sitting, *, post: bool) -> None:
    """Set (not save: `ENTRY`) how a newcomer comes in: at once, by posting, or with the big blind."""
    running = table_rules.of_table(table, table.game)
    is_free = running.newcomers == "free" or not Hand.objects.filter(table=table).exists()
    sitting.entry = Sitting.Entry.IN if is_free else _wish(table, sitting, post)


ENTRY = ("entry", "owes_big", "owes_small")


def come_back(table: Table, sitting: Sitting, *, post: bool) -> None:
    """Set (not save: `ENTRY`) how one comes back who sat out: missed blinds are posted, or the big blind waited for."""
    missed = table_rules.of_table(table, table.game).missed_blinds
    owes = missed != "none" and (sitting.owes_big or (sitting.owes_small and missed == "both"))
    if sitting.entry != Sitting.Entry.IN or owes:
        sitting.entry = _wish(table, sitting, post)
    else:
        sitting.owes_big = sitting.owes_small = False


def change_seat(table: Table, sitting: Sitting, seat: int) -> None:
    """Move a player between hands to a free seat of the table.

    Where the big blind comes later than to the old seat, it is waited for: nobody wins free hands by changing seats.
    """
    running, last = table_rules.of_table(table, table.game), next_hand.last_blinds(table).big_blind
    if running.newcomers != "free" and posting_to_come_in.is_farther(sitting.seat, seat, last):
        sitting.entry = _wish(table, sitting, post=False)
    sitting.seat, sitting.wants_seat, sitting.wants_since = seat, None, None
    sitting.save(update_fields=["seat", "wants_seat", "wants_since", *ENTRY])


def in_the_game(sittings: Sequence[Sitting]) -> list[Sitting]:
    """Those who neither wait nor post; all of them if that is fewer than two."""
    found = [sitting for sitting in sittings if sitting.entry == Sitting.Entry.IN]
    return found if len(found) > 1 else list(sittings)


def count_blinds(table: Table, dealt: Prepared) -> None:
    """After a deal: those who came in owe nothing more, and those whom a blind has passed over have missed it.

    The table still has the positions of the hand before, and (not saved) what a hand called off goes back to, where it is
    kept what those missed already whom a blind has passed over.
    """
    if not dealt.has_blinds:
        return
    live = {sitting.seat for sitting in dealt.sittings}
    entered = [one.pk for one in dealt.sittings if one.entry != Sitting.Entry.IN or one.owes_big or one.owes_small]
    if entered:
        Sitting.objects.filter(pk__in=entered).update(entry=Sitting.Entry.IN, owes_big=False, owes_small=False)
    if not table.is_cash:
        return
    seated = Sitting.objects.filter(table=table, entry=Sitting.Entry.IN).exclude(state=Sitting.State.LEFT)
    rows = seated.values_list("pk", "seat", "owes_big", "owes_small")
    away = {seat: [pk, *owed] for pk, seat, *owed in rows if seat not in live}
    if away:
        bigs, smalls = posting_to_come_in.missed(next_hand.last_blinds(table), dealt.where, away)
        passed = [away[seat] for seat in sorted({*bigs, *smalls})]
        table.before_deal = {**(table.before_deal or {}), "passed": passed}
        seated.filter(seat__in=bigs).update(owes_big=True)
        seated.filter(seat__in=smalls).update(owes_small=True)


def _wish(table: Table, sitting: Sitting, post: bool) -> Sitting.Entry:
    if not _has_blinds(table):
        return Sitting.Entry.IN
    return Sitting.Entry.POSTS if post or sitting.posts_always or sitting.player.is_computer else Sitting.Entry.WAITS


def _has_blinds(table: Table) -> bool:
    """Whether a blind ever comes round at that table: in no game of stud and no Chinese one, so that nobody waits for it there."""
    games = [leg.game for leg in mixed_games.rotation_of(table).legs] if table.rotation else [table.game]
    return any(find_game(game).has_blinds for game in games)
