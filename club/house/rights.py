"""Who may do what. Roles are Django's groups; which rights a role has is one table, filled by `club.base.registry`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import BasePermission

from club.base.phrases import gettext as _
from club.base.registry import ROLES
from club.http.request_cache import once

Answer = TypeVar("Answer", bound=HttpResponseBase)


@once(lambda user: getattr(user, "pk", None))
def roles_of(user: Any) -> frozenset[str]:
    """The roles a login has; a superuser who was not made an admin is the owner."""
    if not getattr(user, "is_authenticated", False) or not user.is_active:
        return frozenset()
    held = {group.name for group in user.groups.all()} & set(ROLES)  # known already, where a list of logins is told
    return frozenset({"player", *held, *({"owner"} if user.is_superuser and "admin" not in held else set())})


def rights_of(user: Any) -> set[str]:
    """Every right of every role the login has."""
    return {right for role in roles_of(user) for right in ROLES[role]}


def has_right(user: Any, right: str) -> bool:
    """True if one of the login's roles has that right."""
    return right in rights_of(user)


def check(user: Any, right: str) -> None:
    """Raise `PermissionDenied`, naming the right, unless the login has it."""
    if not has_right(user, right):
        raise PermissionDenied(_("This needs the right %(right)s.") % {"right": right})


def needs(right: str) -> type[BasePermission]:
    """A permission class for an API view that needs the right."""

    class Needs(BasePermission):
        message = _("This needs the right %(right)s.") % {"right": right}

        def has_permission(self, request: Any, view: Any) -> bool:
            return has_right(request.user, right)

    return Needs


class Page(Protocol):
    """A decorator of views, which answer as they did."""

    def __call__(self, view: Callable[..., Answer], /) -> Callable[..., Answer]: ...


def page_needs(right: str) -> Page:
    """Let only those with the right see a page; a stranger is asked to log in first."""

    def wrap(view: Callable[..., Answer]) -> Callable[..., Answer]:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> Answer:
            check(request.user, right)
            return view(request, *arguments, **named)

        return guarded

    return wrap
