"""Roles of logins: given, taken, and the owner who always stays."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Q, QuerySet

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import ROLES
from club.house import audit_log
from club.house.rights import roles_of
from club.models import User
from club.people import ended_access, recent_proof


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
    that right (403), for the last owner (409), and as `recent_proof.demand` and `ended_access.end` do.
    """
    recent_proof.demand()
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
            ended_access.end(user, is_confirmed=ends_access)
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
