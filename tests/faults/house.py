"""The club that is shot at: its tables and players, and its books, looked at while it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Count, QuerySet, Sum

from club.accounts import api_tokens
from club.cashier import cashier
from club.house import audit_log
from club.ledger import audit
from club.models import Account, AuditEntry, Entry, Player, Transfer, User
from club.people import people
from engine.betting.hand import Decision as Answer
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.core.errors import Refused
from tables.models import Decision, Hand, Sitting, Table
from tests.faults.players import Told

CHIPS = 10_000_000
BUY_IN = 5_000
POOR = 1_000
RECORDS, LATEST = 3, 5_000
PEOPLE, COMPUTERS = 2, 1  # at each table
BLINDS = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
# Betting without a limit, to the pot, and fixed; stud, draw, discards; Chinese, set in turn and at once.
GAMES = {
    "holdem": Stakes(limit="no", small_blind=5, big_blind=10),
    "omaha8": Stakes(limit="pot", small_blind=5, big_blind=10),
    "seven-card-stud": Stakes(limit="fixed", ante=1, bring_in=1, small_bet=2, big_bet=4),
    "2-7-triple-draw": BLINDS,
    "crazy-pineapple": BLINDS,
    "ofc-pineapple": Stakes(limit="points", point=5),
    "chinese": Stakes(limit="points", point=5),
}
T = TypeVar("T")


def prepare(now: datetime) -> list[tuple[int, int, str]]:
    """Open a table of each game, people and a computer player at each; the table, login and token of every person.

    A club that has been prepared before goes on.
    """
    keys = []
    for game, stakes in GAMES.items():
        table = Table.objects.filter(name=game).first() or new_tables.open_table(
            new_tables.Opening(
                name=game, game=game, stakes=stakes, seats=3, pace=0.1, pause=0.3, min_buy_in=100, max_buy_in=20_000
            ),
            by=None,
            now=now,
        )
        for seat in range(1, PEOPLE + COMPUTERS + 1):
            player = _player(f"{game} {seat}", is_computer=seat > PEOPLE, now=now)
            if not table.sittings.filter(player=player).exclude(state="left").exists():
                seating.sit_down(table.pk, player, seat, BUY_IN, key=f"{game} {seat}", now=now)
            if player.user is not None:
                keys.append((table.pk, player.user.pk, api_tokens.make_by_password(player.user, now=now)))
    return keys


def _player(name: str, *, is_computer: bool, now: datetime) -> Player:
    found = Player.objects.filter(nickname=name).first()
    if found is not None:
        return found
    user = None if is_computer else User.objects.create_user(name.replace(" ", "-"))
    player = people.enrol(name, user=user, is_computer=is_computer, now=now)
    cashier.buy_chips(player, CHIPS, key=f"start:{player.pk}", by=None, now=now)
    return player


def restock(number: int, now: datetime) -> None:
    """Bring more chips for computer players who have few; people see to that themselves."""
    poor = Sitting.objects.filter(player__is_computer=True, account__balance__lt=POOR).exclude(state="left")
    for sitting in poor.select_related("player"):
        try:
            seating.top_up(sitting.table_id, sitting.player, BUY_IN, key=f"restock:{number}", now=now)
        except Refused:  # in a hand: before the next run, then
            continue


def patiently(ask: Callable[[], T]) -> T | None:
    """What the question to the database brings; None while the database is away."""
    try:
        return ask()
    except (OperationalError, InterfaceError):
        connection.close()
        return None


def versions() -> dict[int, int]:
    """Each table's version."""
    return dict(Table.objects.values_list("pk", "version"))


def latest_hand() -> int:
    """The latest hand's id, 0 before the first."""
    return Hand.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def live() -> list[int]:
    """The hands in progress."""
    return list(Hand.objects.filter(state__in=[Hand.State.PLAYING, Hand.State.OVER]).values_list("pk", flat=True))


def unfinished(hands: Sequence[int]) -> int:
    """How many of those hands are not settled yet."""
    return Hand.objects.filter(pk__in=hands, state__in=[Hand.State.PLAYING, Hand.State.OVER]).count()


def wrongs(told: Sequence[Told], *, since: int = 0) -> list[str]:
    """Everything that is not as it must be; empty if the books balance, every chip is there, and whatever a player was told
    was done, was done once, and nothing else.

    since: decisions of hands before that one are left out.
    """
    found = [f"books: {difference}" for difference in audit.rebuild().differences]
    wanted = CHIPS * Player.objects.count()
    there = Account.objects.exclude(kind="cashier").aggregate(all=Sum("balance"))["all"] or 0
    if there != wanted:
        found.append(f"{wanted} chips were brought in, and {there} are there")
    twice = Decision.objects.values("hand", "ask").annotate(times=Count("pk")).filter(times__gt=1)
    found += [f"ask {one['ask']} of hand {one['hand']} was answered {one['times']} times" for one in twice]
    for one in told:
        found += [f"fault: {fault}" for fault in one.faults]
        found += _decisions_wrong(one, since)
        found += _top_ups_wrong(one)
    return found


def recorded(now: datetime) -> dict[str, set[int]]:
    """What is committed of everything that is only ever added to, by its numbers; the latest thousands of each.

    A few lines are put on record before, since play itself adds none.
    """
    for number in range(RECORDS):
        audit_log.record("players.exported", by=None, after=number, source="faults", now=now)
    return {words: set(rows.order_by("-pk").values_list("pk", flat=True)[:LATEST]) for words, rows in _added().items()}


def lost(before: Mapping[str, set[int]]) -> dict[str, set[int]]:
    """What of that is not there any more."""
    return {words: before[words] - set(rows.in_bulk(before[words])) for words, rows in _added().items()}


def _added() -> dict[str, QuerySet[Any]]:
    return {
        "decisions": Decision.objects.all(),
        "transfers": Transfer.objects.all(),
        "lines of the ledger": Entry.objects.all(),
        "audit lines": AuditEntry.objects.all(),
    }


def forget_lost(told: Told) -> int:
    """Have a player forget what was acknowledged and is not there; how much that was. Nothing may be acknowledged meanwhile."""
    kept = set(Decision.objects.filter(user_id=told.user).values_list("hand_id", "ask"))
    gone = told.decisions.keys() - kept
    for place in gone:
        del told.decisions[place]
    keys = Transfer.objects.filter(purpose="top-up").values_list("key", flat=True)
    posted = {key.partition(":top-up:")[2] for key in keys}
    unposted = told.top_ups - posted
    told.top_ups -= unposted
    return len(gone) + len(unposted)


def _decisions_wrong(told: Told, since: int) -> list[str]:
    """What was accepted and is gone or is another, and what stands there although it was never asked for: a decision that was
    sent again must not answer the next question."""
    acknowledged = {place: words for place, words in told.decisions.copy().items() if place[0] >= since}
    own = Decision.objects.filter(user_id=told.user, source=Decision.Source.PLAYER, hand__gte=max(since, told.since))
    kept = {(hand, ask): text for hand, ask, text in own.values_list("hand_id", "ask", "text")}
    asked = told.asked.copy()  # after the look: the player plays on meanwhile
    found = []
    for (hand, ask), words in acknowledged.items():
        text = kept.get((hand, ask))
        if text is None:
            found.append(f"hand {hand}, ask {ask}: {words} was accepted and is gone")
        elif not _is_the_same(words, text):
            found.append(f"hand {hand}, ask {ask}: {words} was accepted, and {text} stands there")
    for place, text in kept.items():
        if not any(_is_the_same(words, text) for words in asked.get(place, ())):
            found.append(f"hand {place[0]}, ask {place[1]}: {text} stands there, and nobody said so")
    return found


def _is_the_same(words: str, text: str) -> bool:
    said, stored = Answer.parse(words), Answer.parse(text)
    return (said.verb, said.amount, sorted(said.cards)) == (stored.verb, stored.amount, sorted(stored.cards))


def _top_ups_wrong(told: Told) -> list[str]:
    accepted, asked = set(told.top_ups), set(told.asked_top_ups)
    posted: dict[str, int] = {}
    for key in Transfer.objects.filter(purpose="top-up").values_list("key", flat=True):
        own = key.partition(":top-up:")[2]
        if own in asked:
            posted[own] = posted.get(own, 0) + 1
    lost = [f"top-up {key} was accepted and is gone" for key in accepted - posted.keys()]
    return lost + [f"top-up {key} was made {times} times" for key, times in posted.items() if times > 1]
