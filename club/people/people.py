"""People of the club: who plays, under which name; enrolled, changed, found by their login."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from club.base.errors import ClubError
from club.base.lookalikes import code_of, skeleton, unseen, without_unseen
from club.base.names import is_kana, plain
from club.base.phrases import gettext as _
from club.base.registry import TIES
from club.database.prepared_queries import Rows
from club.house import audit_log
from club.ledger import ledger
from club.models import Player, User

_NUMBERS = 0x6D656D62  # taken while a member number is allotted
LENGTHS = {"nickname": 60, "member_number": 20, "real_name": 120, "reading": 120, "notes": 2000, "language": 5}
EDITED = tuple(LENGTHS)


def locked(player_id: int) -> Player:
    """The player's row, locked for the caller's transaction. Raises `ClubError` (404) if there is none."""
    found = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk=player_id).first()
    if found is None:
        raise ClubError("unknown_player", _("There is no player %(player)s.") % {"player": player_id}, 404)
    return found


def locked_all(numbers: Iterable[int]) -> dict[int, Player]:
    """The rows of several players by their primary keys, locked in that order for the caller's transaction."""
    found = Player.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=set(numbers)).order_by("pk")
    return {player.pk: player for player in found}


def family(player: Player) -> list[Player]:
    """The player, and the memberships that were merged into this one."""
    return [player, *player.merged.select_related("user").order_by("pk")]


def ties_of(player: Player) -> list[str]:
    """What ties the player to the present, in words: seats, running tournaments."""
    return [words for said in TIES.values() if (words := said(player))]


def enrol(
    nickname: str,
    *,
    user: User | None = None,
    is_computer: bool = False,
    is_admitted: bool = True,
    language: str = "en",
    now: datetime,
    **more: str,
) -> Player:
    """A new player with an empty wallet; a person gets a member number and a card as well.

    Names are made plain (full-width letters and digits are understood). `more`: other fields of `EDITED`.
    Raises `ClubError` for a name that is empty, taken, or taken for another's, and what else `checked` refuses.
    """
    fields = checked({"nickname": nickname, "language": language, **more})
    with transaction.atomic():
        player = Player(user=user, is_computer=is_computer, joined_at=now, admitted_at=now if is_admitted else None)
        _fill(player, fields)
        if not is_computer:
            player.member_number = player.member_number or next_member_number()
            player.card = new_card()
        player.save()
        ledger.open_account(player.owner, "wallet")
    return player


def enrol_at_the_door(fields: dict[str, str], *, by: User, source: str = "", now: datetime) -> Player:
    """`enrol` of somebody whom the floor signs up, who may have no login; whose language nobody says speaks the floor's. On
    record."""
    named: dict[str, Any] = {"language": language_of_the_visit(), **fields}
    with transaction.atomic():
        player = enrol(named.pop("nickname", ""), now=now, **named)
        audit_log.record("player.enrolled", by=by, subject=player.owner, source=source, now=now)
    return player


def change(player_id: int, fields: dict[str, str], *, by: User | None, source: str = "", now: datetime) -> Player:
    """Change fields of `EDITED`. On record is which changed, not what they said: a name can be erased, a record cannot.

    Raises `ClubError` as `enrol` does.
    """
    wanted = checked(fields)
    with transaction.atomic():
        player = locked(player_id)
        changed = _differing(player, wanted)
        if "language" in wanted and by is not None and by.pk == player.user_id and not player.has_chosen_language:
            player.has_chosen_language = True
            player.save(update_fields=["has_chosen_language"])
        if changed:
            _fill(player, {name: wanted[name] for name in changed})
            player.save(update_fields=changed)
            audit_log.record("player.changed", by=by, subject=player.owner, after=changed, source=source, now=now)
    return player


def differs(player: Player, fields: dict[str, str]) -> bool:
    """Whether `change` would change anything. Raises `ClubError` as `enrol` does."""
    return bool(_differing(player, checked(fields)))


def _differing(player: Player, wanted: dict[str, str]) -> list[str]:
    """The fields in which the player is otherwise."""
    return [name for name, value in wanted.items() if (getattr(player, name) or "") != value]


def checked(fields: dict[str, str]) -> dict[str, str]:
    """The fields made plain. Raises `ClubError` (422) for an unknown field or one that cannot be so; `field` names it.

    No name holds what nobody sees (`club.base.lookalikes.unseen`).
    """
    told = {}
    for name, value in fields.items():
        if name not in LENGTHS:
            raise ClubError("unknown_field", _("A player has no field %(field)s.") % {"field": name}, 422, field=name)
        text = value.strip() if name == "notes" else plain(value)
        if len(text) > LENGTHS[name]:
            words = _("%(field)s: at most %(most)d characters.") % {"field": label(name), "most": LENGTHS[name]}
            raise ClubError("too_long", words, 422, field=name)
        _check_characters(name, text)
        told[name] = text
    if "nickname" in told and not told["nickname"]:
        raise ClubError("nickname_missing", _("A player needs a nickname."), 422, field="nickname")
    if not is_kana(told.get("reading", "")):
        words = _("The reading of a name is written in kana or Latin letters.")
        raise ClubError("bad_reading", words, 422, field="reading")
    if not re.fullmatch(r"[A-Za-z0-9-]*", told.get("member_number", "")):
        words = _("A member number is made of letters, digits and hyphens.")
        raise ClubError("bad_member_number", words, 422, field="member_number")
    known = dict(Player._meta.get_field("language").flatchoices)
    if told.get("language", "en") not in known:
        words = _("The language must be one of %(known)s.") % {"known": ", ".join(known)}
        raise ClubError("unknown_language", words, 422, field="language")
    return told


def _check_characters(name: str, text: str) -> None:
    """Refuse what nobody sees in a name; of the floor's notes, in lines, only what could not be kept."""
    if "\x00" in text:
        raise ClubError("bad_character", _("Text cannot hold a null character."), 422, field=name)
    found = "" if name == "notes" else unseen(text)
    if found:
        words = _(
            "%(field)s: it holds a character that nobody sees or that turns letters around (%(character)s). Type it anew."
        )
        said = {"field": label(name), "character": code_of(found)}
        raise ClubError("unseen_character", words % said, 422, field=name)


def label(name: str) -> str:
    """A field in words."""
    return str(getattr(Player._meta.get_field(name), "verbose_name", name)).capitalize()


def _fill(player: Player, fields: dict[str, str]) -> None:
    others = Player.objects.exclude(pk=player.pk)
    if "nickname" in fields and fields["nickname"] != player.nickname:
        _check_look(fields["nickname"], others)
    number = fields.get("member_number", "")
    if number and others.filter(member_number=number).exists():
        words = _("The member number %(number)s is taken.") % {"number": number}
        raise ClubError("member_number_taken", words, 409, field="member_number")
    for name, value in fields.items():
        setattr(player, name, value or None if name == "member_number" else value)


def _check_look(nickname: str, others: QuerySet[Player]) -> None:
    """Refuse (409) a nickname that somebody has, or that is taken for somebody's (UTS #39)."""
    if others.filter(nickname=nickname).exists():
        words = _("The nickname %(name)s is taken; choose another.") % {"name": nickname}
        raise ClubError("nickname_taken", words, 409, field="nickname")
    alike = others.filter(Q(looks_as=skeleton(nickname)) | Q(nickname__iexact=nickname)).first()
    if alike is not None:
        words = _("The nickname %(name)s looks like that of %(other)s; choose one that nobody mistakes for it.")
        told = {"name": nickname, "other": alike.nickname}
        raise ClubError("nickname_looks_alike", words % told, 409, field="nickname")


def next_member_number() -> str:
    """The number after the highest one made of digits, from 0001. Inside the transaction that gives it to somebody."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NUMBERS])
        cursor.execute(
            "SELECT coalesce(max(member_number::bigint), 0) FROM club_player WHERE member_number ~ '^[0-9]{1,15}$'"
        )
        return f"{cursor.fetchone()[0] + 1:04d}"


def new_card() -> str:
    """The code of a member's card: nobody can guess it (128 bits)."""
    return secrets.token_urlsafe(16)


_OF_LOGIN = Rows(Player, "WHERE own.user_id = %s")
_EXPECTED = "_expected_player"


def expect_player(user: User, players: Sequence[Player]) -> None:
    """Have `player_of` answer once with the login's player among these, who were read as the login was; then it asks again."""
    for one in players:
        if one.user_id == user.pk:
            user.__dict__[_EXPECTED] = one


def player_of(user: Any) -> Player | None:
    """The player behind a login; made at the first call for a login that has none. None for a stranger."""
    if not getattr(user, "is_authenticated", False):
        return None
    found = user.__dict__.pop(_EXPECTED, None) or _OF_LOGIN.first(user.pk)
    if found is not None:
        return found
    name = free_nickname(user.get_username())
    return enrol(name, user=user, language=language_of_the_visit(), now=timezone.now())


def language_of_the_visit() -> str:
    """The language that the visitor's browser asks for, if the club speaks it."""
    said = (get_language() or "").split("-")[0]
    return said if said in dict(settings.LANGUAGES) else "en"


def free_nickname(wanted: str) -> str:
    """That nickname, or the first of `wanted 2`, `wanted 3` … that nobody has."""
    name, n = without_unseen(plain(wanted))[: LENGTHS["nickname"] - 6] or "?", 1
    first = name
    while Player.objects.filter(Q(looks_as=skeleton(name)) | Q(nickname__iexact=name)).exists():
        n += 1
        name = f"{first} {n}"
    return name


def free_username(player: Player) -> str:
    """A name for the login of a member who chose none: a newcomer may have taken the plain one."""
    name = f"member-{player.pk}"
    is_taken = User.objects.filter(username__iexact=name).exists()
    return f"{name}-{secrets.token_hex(4)}" if is_taken else name
