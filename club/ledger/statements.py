"""What a player is told of their chips: accounts, balances, and every line behind them, in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.urls import reverse

from club.base.phrases import gettext as _
from club.base.registry import PLACES, PURPOSES
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Account, Entry, Player
from engine import text_limits

LINES = 50
BATCH = 2000  # lines read at once for a file


def accounts_of(player: Player | None) -> list[Account]:
    """The wallet first, then the stacks that came from it; last those of memberships that were merged into this one."""
    if player is None:
        return []
    ledger.open_account(player.owner, "wallet")
    owners = [player.owner, *(former.owner for former in player.merged.order_by("pk"))]
    found = Account.objects.filter(owner__in=owners).order_by("-kind", "pk")
    return sorted(found, key=lambda one: owners.index(one.owner))


def account(one: Account) -> dict[str, Any]:
    """An account for API and pages."""
    rules = in_force()
    is_club = one.unit == ledger.CHIPS
    return {
        "id": one.pk,
        "kind": one.kind,
        "name": str(one.get_kind_display()),
        "unit": one.unit,
        "unit_name": rules.unit_name if is_club else "",
        "symbol": rules.unit_symbol if is_club else "",
        "balance": one.balance,
        "entries": one.version,
    }


def line(entry: Entry) -> dict[str, Any]:
    """One line: what, when, how many, with whom, by which slip, and where to look further."""
    slip = getattr(entry.transfer, "slip", None)
    number = None if slip is None else slip.number
    return {
        "line": entry.version,
        "at": entry.transfer.recorded_at,
        "amount": entry.amount,
        "balance_after": entry.balance_after,
        "purpose": entry.transfer.purpose,
        "words": in_words(entry.transfer.purpose),
        "reference": entry.transfer.reference,
        "with": counterparty(entry),
        "slip": number,
        "receipt": "" if number is None else reverse("receipt", args=[number]),
        "url": address(entry.transfer.reference),
        "why": entry.transfer.why,
        "by": str(entry.transfer.by or ""),
    }


def in_words(purpose: str) -> str:
    """A purpose for people."""
    known = PURPOSES.get(purpose)
    return _(known) if known else purpose


def counterparty(entry: Entry) -> str:
    """The nickname of the player to whom the chips went, or from whom they came, where they were passed on; else empty."""
    if entry.transfer.purpose != "player-transfer":
        return ""
    giver, _sign, taker = entry.transfer.reference.removeprefix("player:").partition(">")
    other = taker if entry.amount < 0 else giver
    found = Player.objects.filter(pk=text_limits.whole(other) or 0).values_list("nickname", flat=True).first()
    return found or ""


def address(reference: str) -> str:
    """The page of what a line refers to, or an empty text."""
    what, _colon, number = reference.partition(":")
    places = {"hand": "/hands/{}/", "tournament": "/tournaments/{}/", "table": "/tables/{}/"}
    return places[what].format(number.split(":")[0]) if what in places and number else ""


def named(reference: str) -> str:
    """What a reference is called by people: the name of a table or tournament, the number of a hand; else empty."""
    what, _colon, number = reference.partition(":")
    place = PLACES.get(what)
    if place is not None:
        return place.name_of(f"{what}:{number.partition(':')[0]}")
    return _("hand %(number)s") % {"number": number.partition(":")[0]} if what == "hand" else ""


def owner_in_words(account: Account) -> str:
    """Whose account it is: a nickname, the name of a table or tournament, or else what kind it is."""
    what, _colon, number = account.owner.partition(":")
    if what == "player":
        return Player.objects.filter(pk=text_limits.whole(number) or 0).values_list("nickname", flat=True).first() or ""
    return named(account.owner) or str(account.get_kind_display())


def page(one: Account, *, before: int | None = None) -> dict[str, Any]:
    """Fifty lines, newest first; `next` is what to ask for to go on, None at the end."""
    lines = [line(entry) for entry in ledger.statement(one, before=before, limit=LINES)]
    last = lines[-1]["line"] if lines else 1
    return {"account": account(one), "entries": lines, "next": last if last > 1 else None}


# -- over a time ------------------------------------------------------------------------------------------------------


def between(one: Account, begins: datetime | None, ends: datetime | None) -> Iterator[Entry]:
    """The lines from `begins` to before `ends`, oldest first; None: from the first, to the last."""
    lines = Entry.objects.filter(account=one).select_related("transfer", "transfer__by", "transfer__slip")
    if begins is not None:
        lines = lines.filter(transfer__recorded_at__gte=begins)
    if ends is not None:
        lines = lines.filter(transfer__recorded_at__lt=ends)
    # By line number, a piece at a time: all of them, in constant memory, and no statement that lasts.
    last = 0
    while piece := list(lines.filter(version__gt=last).order_by("version")[:BATCH]):
        yield from piece
        last = piece[-1].version


def head() -> list[str]:
    """The columns of a statement on file."""
    return [_("Line"), _("When"), _("What"), _("By"), _("Chips"), _("Balance after")]


def row(entry: Entry, names: dict[str, str]) -> list[Any]:
    """A line of a statement on file: number, instant, words, who entered it, chips, balance.

    names: of the references that were asked for before, which is filled.
    """
    told = line(entry)
    reference = told["reference"]
    if reference not in names:
        names[reference] = named(reference)
    slip = _("slip %(number)s") % {"number": told["slip"]} if told["slip"] else ""
    what = " · ".join(filter(None, (told["words"], told["with"], slip, names[reference], told["why"])))
    return [told["line"], told["at"], what, told["by"], told["amount"], told["balance_after"]]


def written(chips: int, rules: ClubRules) -> str:
    """An amount of club chips as the club writes it, such as ``G1,200``; with their name where there is no symbol."""
    sign = "−" if chips < 0 else ""
    return (
        f"{sign}{rules.unit_symbol}{abs(chips):,}" if rules.unit_symbol else f"{sign}{abs(chips):,} {rules.unit_name}"
    )
