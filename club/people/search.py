"""Finding a person by what staff has at hand: a name, a reading, a member's number, a card."""

from __future__ import annotations

import unicodedata

from django.db.models import Q, QuerySet

from club.base.name_order import sort_key
from club.base.names import plain
from club.models import Player


def members(text: str) -> QuerySet[Player]:
    """The people (no computer players) of whom a name or a reading holds that text, however it is spaced, or the number is, in
    the order of readings.

    Real names are among what is searched. An empty text finds all.
    """
    found = Player.objects.filter(is_computer=False, merged_into=None, erased_at=None).order_by("sorts_as", "pk")
    words = plain(text)
    if not words:
        return found
    return found.filter(holds(words))


def holds(words: str) -> Q:
    """That a name or a reading holds these words, however they are spaced, or the member's number is: found by the index
    ``club_player_spaceless``, where a part has three letters or more."""
    return (
        Q(nickname__spaceless=words) | Q(real_name__spaceless=words) | Q(member_number__iexact=words) | _is_heard(words)
    )


def _is_heard(words: str) -> Q:
    heard = sort_key("".join(words.split())).split("\x01")[0]
    return Q(sorts_as__spaceless_exact=heard)


def after(found: QuerySet[Player], player_id: int) -> QuerySet[Player]:
    """Of members in the order of readings those who come after that one; of an unknown number all."""
    last = Player.objects.filter(pk=player_id).values_list("sorts_as", flat=True).first()
    return found if last is None else beyond(found, last, player_id)


def beyond(found: QuerySet[Player], sorts_as: str, player_id: int) -> QuerySet[Player]:
    """Of members in the order of readings those beyond that place, which the index finds however far on it is."""
    return found.filter(Q(sorts_as__gt=sorts_as) | Q(pk__gt=player_id), sorts_as__gte=sorts_as)


def typed(text: str) -> str:
    """What was typed or read from a card, in plain letters and digits."""
    return unicodedata.normalize("NFKC", text).replace("\x00", "").strip()[:200]


def called(text: str, *, may_see_members: bool, most: int) -> list[Player]:
    """Who that may be, at most so many: a card's code, as a reader types its address, is one player; else a part of a name
    or reading, a member number, or the player's own number. Real names are searched for those who may see them.
    """
    said = typed(text)
    if not said:
        return []
    card = Player.objects.filter(card=said.rstrip("/").rpartition("/")[2]).first()
    if card is not None:
        return [card]
    people = Player.objects.filter(is_computer=False, merged_into=None, erased_at=None)
    if may_see_members:
        found = members(said)
    else:
        named = Q(nickname__spaceless=said) | Q(member_number__iexact=said)
        found = people.filter(named | ~Q(reading="") & _is_heard(said)).order_by("sorts_as", "pk")
    told = list(found[:most])
    own = people.filter(pk=int(said)).first() if said.isdecimal() and len(said) < 18 else None
    return told if own is None or own in told else [*told, own]
