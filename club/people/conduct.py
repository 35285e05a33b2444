"""What the floor records of a player's conduct (S1.8): incidents, warnings, hands and orbits to miss, disqualification.

The words are written for the player, who reads them. Nothing is changed or deleted: what was wrong is withdrawn by a
record of its own. A penalty that has to be enforced (hands or orbits to miss, a disqualification) is told to whoever
runs the table or the tournament: after the commit by the signal `conduct_recorded`, and at any time by `in_force_at`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing
from club.base.names import plain
from club.base.phrases import gettext as _
from club.base.registry import PLACES
from club.base.signals import conduct_recorded
from club.house import audit_log
from club.models import Player, User
from club.models.conduct import Incident
from club.people import people

Kind = Incident.Kind
RECORDED = tuple(one for one in Kind.values if one != Kind.WITHDRAWAL)
COUNTED = (Kind.MISSED_HAND, Kind.MISSED_ORBIT)  # a penalty of so many
ENFORCED = (*COUNTED, Kind.DISQUALIFICATION)  # at a table or in a tournament
NOTED = (Kind.INCIDENT, Kind.WARNING)  # what a dealer may record as well
MOST_MISSED = 100
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a table or a tournament is told of a record of conduct.

    `player` is the id of a `Player`, `kind` a value of `Incident.Kind`. `amount` is how many hands (``missed-hand``) or
    orbits (``missed-orbit``) are to be missed, 0 for any other kind; an orbit is as many hands as the table had players
    when the penalty was given (TDA 71), which whoever enforces it counts. `place` is where: ``table:7``,
    ``tournament:3``, or empty for the club. `is_withdrawn`: it stands no more.
    """

    incident: int
    player: int
    kind: str
    amount: int
    place: str
    at: datetime
    is_withdrawn: bool


def right_for(kind: str) -> str:
    """The right that recording this kind needs: dealers note, the floor gives penalties and takes them back."""
    return "conduct.record" if kind in NOTED else "conduct.penalise"


def record(
    player_id: int,
    kind: str,
    words: str,
    *,
    amount: int = 0,
    place: str = "",
    key: str,
    by: User,
    source: str = "",
    now: datetime,
) -> Incident:
    """Record an incident or a penalty; with the same key, find the one that was recorded.

    `place` is empty for the club, else of a kind in `registry.PLACES`. Raises `ClubError`: for a kind there is not, no
    words, a number of hands or orbits that cannot be, a place that is none, or a penalty for the club that only a table
    or a tournament can enforce (422); for a player there is not (404); for a key used for something else (422).
    """
    said = _checked(kind, words, amount, place)
    with transaction.atomic():
        player = people.locked(player_id)
        standing = Incident.objects.filter(key=key).first()
        if standing is not None:
            known = (standing.player_id, standing.kind, standing.amount, standing.place, standing.words)
            if known != (player.pk, kind, amount, place, said):
                raise ClubError("key_reused", _("This key was used for another request."), 422)
            return standing
        made = Incident.objects.create(
            player=player, kind=kind, amount=amount, place=place, words=said, key=key, by=by, at=now
        )
        _put_on_record(made, source, None)
    return made


def withdraw(incident_id: int, words: str, *, by: User, source: str = "", now: datetime) -> Incident:
    """Take a record back by one that names it, and say why; again: the same one.

    Raises `ClubError` for a record there is not (404), no words (422), or what is itself a withdrawal (409).
    """
    with transaction.atomic():
        wrong = Incident.objects.filter(pk=incident_id).first()
        if wrong is None:
            raise ClubError("unknown_incident", _("There is no such record."), 404)
        people.locked(wrong.player_id)
        standing = Incident.objects.filter(withdraws=wrong).first()
        if standing is not None:
            return standing
        if wrong.kind == Kind.WITHDRAWAL:
            raise ClubError("is_withdrawal", _("A withdrawal stands; record the incident anew."), 409)
        made = Incident.objects.create(
            player_id=wrong.player_id,
            kind=Kind.WITHDRAWAL,
            place=wrong.place,
            words=_said(words),
            withdraws=wrong,
            key=f"withdraw:{wrong.pk}",
            by=by,
            at=now,
        )
        _put_on_record(made, source, wrong)
    return made


def _checked(kind: str, words: str, amount: int, place: str) -> str:
    if kind not in RECORDED:
        known = ", ".join(RECORDED)
        raise ClubError(
            "unknown_kind", _("What is recorded is one of %(known)s.") % {"known": known}, 422, field="kind"
        )
    if kind in COUNTED and not 1 <= amount <= MOST_MISSED:
        words_ = _("Say how many are to be missed: 1 to %(most)d.") % {"most": MOST_MISSED}
        raise ClubError("bad_amount", words_, 422, field="amount")
    if kind not in COUNTED and amount:
        raise ClubError("bad_amount", _("Only missed hands and orbits have a number."), 422, field="amount")
    if place and not place_in_words(place):
        raise ClubError("unknown_place", _("There is no such table or tournament."), 422, field="place")
    if kind in ENFORCED and not place:
        told = _("This penalty is given at a table or in a tournament; to keep somebody from the club, suspend them.")
        raise ClubError("place_missing", told, 422, field="place")
    return _said(words)


def _said(words: str) -> str:
    said = plain(words)
    if shows_nothing(said):
        raise ClubError("reason_missing", _("Say why: the player reads it."), 422, field="words")
    if len(said) > LONGEST:
        raise ClubError("too_long", _("At most %(most)d characters.") % {"most": LONGEST}, 422, field="words")
    if "\x00" in said:
        raise ClubError("bad_character", _("Text cannot hold a null character."), 422, field="words")
    return said


def _put_on_record(made: Incident, source: str, wrong: Incident | None) -> None:
    audit_log.record(
        "conduct.withdrawn" if wrong is not None else "conduct.recorded",
        by=made.by,
        subject=made.player.owner,
        why=made.words,
        before=None if wrong is None else {"incident": wrong.pk, "kind": wrong.kind, "amount": wrong.amount},
        after={"incident": made.pk, "kind": made.kind, "amount": made.amount, "place": made.place},
        source=source,
        now=made.at,
    )
    told = penalty(wrong if wrong is not None else made, is_withdrawn=wrong is not None)
    transaction.on_commit(lambda: conduct_recorded.send_robust(Incident, penalty=told), robust=True)


def penalty(one: Incident, *, is_withdrawn: bool) -> Penalty:
    """The record as a value."""
    return Penalty(one.pk, one.player_id, one.kind, one.amount, one.place, one.at, is_withdrawn)


# -- reading ----------------------------------------------------------------------------------------------------------


def of(player: Player) -> QuerySet[Incident]:
    """What is recorded of a player, latest first, with what was recorded of memberships merged into this one."""
    numbers = [player.pk, *player.merged.values_list("pk", flat=True)]
    return _rows().filter(player__in=numbers)


def found(
    *, player: str = "", kind: str = "", place: str = "", begins: datetime | None = None, ends: datetime | None = None
) -> QuerySet[Incident]:
    """Records, latest first, of players whose nickname or number holds that text, of a kind, at a place, in a time."""
    rows = _rows()
    if words := plain(player):
        named = Player.objects.filter(nickname__spaceless=words) | Player.objects.filter(member_number=words)
        rows = rows.filter(player__in=named.values("pk"))
    if kind:
        rows = rows.filter(kind=kind)
    if place:
        rows = rows.filter(place=place)
    if begins is not None:
        rows = rows.filter(at__gte=begins)
    return rows if ends is None else rows.filter(at__lt=ends)


def in_force_at(place: str) -> list[Penalty]:
    """The penalties given at a table or in a tournament that were not withdrawn, oldest first."""
    rows = Incident.objects.filter(place=place, kind__in=ENFORCED, withdrawn_by=None).order_by("pk")
    return [penalty(one, is_withdrawn=False) for one in rows]


def _rows() -> QuerySet[Incident]:
    return Incident.objects.filter(withdraws=None).select_related("player", "by", "withdrawn_by__by").order_by("-pk")


def place_in_words(place: str) -> str:
    """The name of a table or tournament; empty if there is none."""
    kind = PLACES.get(place.partition(":")[0])
    return kind.name_of(place) if kind is not None else ""


def places_of(player: Player) -> list[tuple[str, str]]:
    """The tables and tournaments the player is at now, as reference and name."""
    return [one for kind in PLACES.values() for one in kind.of(player)]


def open_places() -> list[tuple[str, str]]:
    """The tables that are open and the tournaments that are not over, as reference and name."""
    return [one for kind in PLACES.values() for one in kind.open()]


def in_words(one: Incident) -> str:
    """The kind of a record for people, with how many hands or orbits, such as ``missed hands: 3``."""
    words = str(one.get_kind_display())
    return f"{words}: {one.amount}" if one.amount else words


def told(one: Incident) -> dict[str, Any]:
    """A record for API, pages and the player's own copy."""
    back: Incident | None = getattr(one, "withdrawn_by", None)
    return {
        "incident": one.pk,
        "player": one.player_id,
        "nickname": one.player.nickname,
        "kind": one.kind,
        "what": in_words(one),
        "amount": one.amount,
        "place": one.place,
        "place_name": place_in_words(one.place) if one.place else "",
        "words": one.words,
        "by": str(one.by),
        "at": one.at,
        "withdrawn": None if back is None else {"by": str(back.by), "at": back.at, "words": back.words},
    }
