"""People of the club: who plays, under which name, and whether they may play now."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club.base.errors import ClubError
from club.base.names import is_kana, plain
from club.base.prepared_queries import Rows
from club.base.registry import ROLES, TIES
from club.base.signals import player_barred
from club.house import audit_log
from club.house.club_rules import in_force
from club.house.rights import roles_of
from club.ledger import ledger
from club.models import AgeCheck, Player, User
from club.people import access

_NUMBERS = 0x6D656D62  # taken while a member number is allotted
LENGTHS = {"nickname": 60, "member_number": 20, "real_name": 120, "reading": 120, "notes": 2000, "language": 5}
EDITED = tuple(LENGTHS)


# -- may this player play? --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a player may play now. If not, `code` and `why` say what stands in the way, and until when."""

    accepted: bool
    code: str = ""
    why: str = ""


ACCEPTED = Verdict(True)


def may_play(player: Player, now: datetime) -> Verdict:
    """Whether the player may register, sit down or come back to a seat now, by the row as it was read."""
    if player.merged_into_id is not None:
        return Verdict(False, "merged", _("This membership was merged into another; play under that one."))
    if player.erased_at is not None:
        return Verdict(False, "erased", _("This membership has ended."))
    if player.admitted_at is None:
        return Verdict(False, "not_admitted", _("The club has not admitted you yet; the floor looks at new members."))
    if player.excluded_until is not None and now < player.excluded_until:
        words = _("You have excluded yourself from play until %(when)s.") % {"when": _moment(player.excluded_until)}
        return Verdict(False, "self_excluded", words)
    if is_suspended(player, now):
        if player.suspended_until is None:
            return Verdict(False, "suspended", _("You are suspended until the club lifts it; ask the floor."))
        words = _("You are suspended until %(when)s.") % {"when": _moment(player.suspended_until)}
        return Verdict(False, "suspended", words)
    return ACCEPTED


def is_suspended(player: Player, now: datetime) -> bool:
    """True while a suspension is in force."""
    return player.suspended_at is not None and (player.suspended_until is None or now < player.suspended_until)


def check_may_play(player: Player, now: datetime) -> None:
    """Raise `ClubError` (403) unless the player may play now, in an amusement room also of the age it asks for.

    Inside the caller's transaction: the row is locked and read again, so that no suspension, self-exclusion or merge slips
    in between the question and the seat.
    """
    found = may_take_part(locked(player.pk), now)
    if not found.accepted:
        raise ClubError(found.code, found.why, 403)


def may_take_part(player: Player, now: datetime) -> Verdict:
    """`may_play`, and in an amusement room also whether the player has shown to be of its least age."""
    found = may_play(player, now)
    return found if not found.accepted else _old_enough(player)


def check_old_enough(player: Player) -> None:
    """Raise `ClubError` (403) in an amusement room for somebody who has not shown to be of its least age."""
    found = _old_enough(player)
    if not found.accepted:
        raise ClubError(found.code, found.why, 403)


def _old_enough(player: Player) -> Verdict:
    rules = in_force()
    if not rules.is_amusement_room or not rules.least_age or player.is_computer:
        return ACCEPTED
    if age_checks_of(player).filter(age__gte=rules.least_age).exists():
        return ACCEPTED
    words = _("See a document first: %(name)s has not shown to be %(age)d or older.")
    return Verdict(False, "age_not_checked", words % {"name": player.nickname, "age": rules.least_age})


def age_checks_of(player: Player) -> QuerySet[AgeCheck]:
    """Who saw a document of this player, the oldest age first; also under a membership merged into this one."""
    return AgeCheck.objects.filter(Q(player=player) | Q(player__merged_into=player)).order_by("-age", "pk")


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


def _moment(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


# -- players ----------------------------------------------------------------------------------------------------------


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
    Raises `ClubError` for a name that is empty or taken, and what else `checked` refuses.
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
    """`enrol` of somebody whom the floor signs up, who may have no login. On record."""
    named: dict[str, Any] = dict(fields)
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
        changed = [name for name, value in wanted.items() if (getattr(player, name) or "") != value]
        if changed:
            _fill(player, {name: wanted[name] for name in changed})
            player.save(update_fields=changed)
            audit_log.record("player.changed", by=by, subject=player.owner, after=changed, source=source, now=now)
    return player


def checked(fields: dict[str, str]) -> dict[str, str]:
    """The fields made plain. Raises `ClubError` (422) for an unknown field or one that cannot be so; `field` names it."""
    told = {}
    for name, value in fields.items():
        if name not in LENGTHS:
            raise ClubError("unknown_field", _("A player has no field %(field)s.") % {"field": name}, 422, field=name)
        text = value.strip() if name == "notes" else plain(value)
        if len(text) > LENGTHS[name]:
            words = _("%(field)s: at most %(most)d characters.") % {"field": label(name), "most": LENGTHS[name]}
            raise ClubError("too_long", words, 422, field=name)
        if "\x00" in text:
            raise ClubError("bad_character", _("Text cannot hold a null character."), 422, field=name)
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


def label(name: str) -> str:
    """A field in words."""
    return str(getattr(Player._meta.get_field(name), "verbose_name", name)).capitalize()


def _fill(player: Player, fields: dict[str, str]) -> None:
    others = Player.objects.exclude(pk=player.pk)
    if "nickname" in fields and others.filter(nickname=fields["nickname"]).exists():
        words = _("The nickname %(name)s is taken; choose another.") % {"name": fields["nickname"]}
        raise ClubError("nickname_taken", words, 409, field="nickname")
    number = fields.get("member_number", "")
    if number and others.filter(member_number=number).exists():
        words = _("The member number %(number)s is taken.") % {"number": number}
        raise ClubError("member_number_taken", words, 409, field="member_number")
    for name, value in fields.items():
        setattr(player, name, value or None if name == "member_number" else value)


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


def player_of(user: Any) -> Player | None:
    """The player behind a login; made at the first call for a login that has none. None for a stranger."""
    if not getattr(user, "is_authenticated", False):
        return None
    found = _OF_LOGIN.first(user.pk)
    if found is not None:
        return found
    name = free_nickname(user.get_username())
    return enrol(name, user=user, language=_language_of_the_visit(), now=timezone.now())


def _language_of_the_visit() -> str:
    """The language that a newcomer's browser asks for, if the club speaks it."""
    said = (get_language() or "").split("-")[0]
    return said if said in dict(settings.LANGUAGES) else "en"


def free_nickname(wanted: str) -> str:
    """That nickname, or the first of `wanted 2`, `wanted 3` … that nobody has."""
    name, n = plain(wanted)[: LENGTHS["nickname"] - 6] or "?", 1
    first = name
    while Player.objects.filter(nickname=name).exists():
        n += 1
        name = f"{first} {n}"
    return name


def free_username(player: Player) -> str:
    """A name for the login of a member who chose none: a newcomer may have taken the plain one."""
    name = f"member-{player.pk}"
    is_taken = User.objects.filter(username__iexact=name).exists()
    return f"{name}-{secrets.token_hex(4)}" if is_taken else name


# -- suspension, self-exclusion ---------------------------------------------------------------------------------------


def suspend(
    player_id: int, *, until: datetime | None, why: str, by: User | None, source: str = "", now: datetime
) -> Player:
    """Keep a player from playing until then, or until it is lifted. Raises `ClubError` without a reason, or for the past."""
    if not why.strip():
        raise ClubError("reason_missing", _("Say why."), 422, field="why")
    if until is not None and until <= now:
        raise ClubError("in_the_past", _("Say a time to come."), 422, field="until")
    with transaction.atomic():
        player = locked(player_id)
        player.suspended_at, player.suspended_until, player.suspended_why = now, until, why.strip()[:300]
        player.save(update_fields=["suspended_at", "suspended_until", "suspended_why"])
        audit_log.record(
            "player.suspended", by=by, subject=player.owner, why=why.strip()[:300], after=until, source=source, now=now
        )
        _tell_barred(player)
    return player


def lift_suspension(player_id: int, *, why: str, by: User | None, source: str = "", now: datetime) -> Player:
    """End a suspension. Raises `ClubError` if there is none."""
    with transaction.atomic():
        player = locked(player_id)
        if not is_suspended(player, now):
            raise ClubError("not_suspended", _("This player is not suspended."), 409)
        before = player.suspended_until
        player.suspended_at, player.suspended_until, player.suspended_why = None, None, ""
        player.save(update_fields=["suspended_at", "suspended_until", "suspended_why"])
        audit_log.record(
            "player.reinstated", by=by, subject=player.owner, why=why[:300], before=before, source=source, now=now
        )
    return player


def exclude_oneself(player_id: int, until: datetime, *, by: User | None, source: str = "", now: datetime) -> Player:
    """Keep oneself from playing until then. It can be made longer, by nobody shorter: that is its purpose.

    Raises `ClubError` for a time that is past, or sooner than what was chosen before.
    """
    with transaction.atomic():
        player = locked(player_id)
        if until <= now:
            raise ClubError("in_the_past", _("Say a time to come."), 422, field="until")
        if player.excluded_until is not None and until < player.excluded_until and now < player.excluded_until:
            words = _("A self-exclusion is never shortened; this one lasts until %(when)s.")
            raise ClubError("exclusion_stands", words % {"when": _moment(player.excluded_until)}, 409, field="until")
        before, player.excluded_until = player.excluded_until, until
        player.save(update_fields=["excluded_until"])
        audit_log.record(
            "player.self-excluded", by=by, subject=player.owner, before=before, after=until, source=source, now=now
        )
        _tell_barred(player)
    return player


def _tell_barred(player: Player) -> None:
    """After the commit, whoever seats players hears of it."""
    number = player.pk
    transaction.on_commit(lambda: player_barred.send_robust(Player, player_id=number), robust=True)


# -- roles ------------------------------------------------------------------------------------------------------------


def give_role(user: User, role: str) -> None:
    """Put a login into the group of that role; an admin and an owner may enter the admin pages."""
    group, _made = Group.objects.get_or_create(name=role)
    user.groups.add(group)
    if role in ("owner", "admin") and not (user.is_staff and user.is_superuser):
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])


def change_role(
    user: User,
    role: str,
    *,
    is_held: bool,
    ends_access: bool = True,
    by: User,
    why: str = "",
    source: str = "",
    now: datetime,
) -> None:
    """Give a login a role, or take it. Only an owner makes and unmakes owners and admins, and one owner always stays.

    Sessions and tokens that came from the old role go. Raises `ClubError` for a role there is not (422), for want of
    that right (403), for the last owner (409), and as `access.end` does.
    """
    if role not in ROLES or role == "player":
        known = ", ".join(name for name in ROLES if name != "player")
        raise ClubError("unknown_role", _("The roles to give are %(known)s.") % {"known": known}, 422, field="role")
    if role in ("owner", "admin") and "owner" not in roles_of(by):
        raise ClubError("owner_needed", _("Only an owner names owners and admins."), 403)
    with transaction.atomic():
        Group.objects.get_or_create(name=role)
        list(Group.objects.select_for_update().filter(name__in=("owner", "admin")).order_by("pk"))
        before = sorted(roles_of(user))
        if is_held:
            if role == "admin" and "owner" in before:
                give_role(user, "owner")  # who is the owner as the superuser stays it by name
            give_role(user, role)
        else:
            _take_role(user, role)
        after = sorted(roles_of(user))
        if after != before:
            access.end(user, is_confirmed=ends_access)
        audit_log.record(
            "role.given" if is_held else "role.taken",
            by=by,
            subject=f"login:{user.pk}",
            why=why[:300],
            before=before,
            after=after,
            source=source,
            now=now,
        )


def check_owner_stays(user: User) -> None:
    """Refuse (409) what would leave the club without an owner who can log in, were this login one no longer.

    Locks the roles of owners and admins until the transaction ends, so that two owners do not go at once.
    """
    Group.objects.get_or_create(name="owner")  # a superuser may be the owner before anybody was named one
    list(Group.objects.select_for_update().filter(name__in=("owner", "admin")).order_by("pk"))
    if not _owners().exclude(pk=user.pk).exists():
        raise ClubError("last_owner", _("The club keeps one owner: name another first."), 409)


def _take_role(user: User, role: str) -> None:
    if role == "owner":
        check_owner_stays(user)
    user.groups.remove(*Group.objects.filter(name=role))
    if not roles_of_groups(user) & {"owner", "admin"} and role in ("owner", "admin"):
        user.is_staff = user.is_superuser = False
        user.save(update_fields=["is_staff", "is_superuser"])


def roles_of_groups(user: User) -> set[str]:
    """The roles a login was given, whatever else it is."""
    return set(user.groups.values_list("name", flat=True)) & set(ROLES)


def held_roles(user: User) -> set[str]:
    """The roles of the staff that a login holds, given or as the superuser, even while it is closed."""
    return (roles_of_groups(user) | roles_of(user)) - {"player"}


def _owners() -> QuerySet[User]:
    """Who can do everything: the owners, and a superuser who is not merely an admin (`roles_of`)."""
    named = User.objects.filter(groups__name="owner")
    superusers = User.objects.filter(is_superuser=True).exclude(groups__name="admin")
    return User.objects.filter(Q(pk__in=named.values("pk")) | Q(pk__in=superusers.values("pk")), is_active=True)
