"""The first evening: the short path from an empty club to the first game, which can be left and gone on with.

What a step needs is asked of the club itself, so whoever has set it elsewhere finds it done. A step that was passed over is
on record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_GET, require_POST

from club.accounts import logins
from club.base import registry
from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import at_field
from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.house.audit_log import source_of
from club.house.chip_set import STANDARD
from club.house.club_rules import in_force
from club.house.rights import has_right, page_needs
from club.models import AuditEntry, Player, RuleValue, User
from club.people import people, roles
from club.text.messages import on_page
from club.web_owner import club_pages
from engine.house_rules import PRESETS

RIGHT = club_pages.RIGHT
PASSED, TAKEN = "setup.passed", "setup.preset"
CHIP_SETS = (
    STANDARD,
    "white 25, red 100, green 500, black 1000, purple 5000",
    "white 100, red 500, blue 1000, yellow 5000",
)
STAFF = ("director", "cashier", "reception", "dealer", "admin")


@dataclass(frozen=True)
class Step:
    """One step: whether the club has what it asks for, and what is said of it."""

    key: str
    title: Any
    why: Any
    is_there: Callable[[], bool]


STEPS = (
    Step(
        "club",
        lazy("Name and time zone"),
        lazy("They stand on every page, receipt and card; shifts and reports go by the club's own day."),
        lambda: bool(in_force().name),
    ),
    Step(
        "chips",
        lazy("Chips"),
        lazy("The colours and values of your own chips: trays are counted by them."),
        lambda: RuleValue.objects.filter(scope="club", key="ClubRules.chip_set", value__isnull=False).exists(),
    ),
    Step(
        "rules",
        lazy("House rules"),
        lazy("Begin from a ready-made set; every rule can be changed one by one later."),
        lambda: (
            RuleValue.objects.filter(scope="club").exclude(key__startswith="ClubRules.").exists()
            or AuditEntry.objects.filter(kind=TAKEN).exists()
        ),
    ),
    Step(
        "staff",
        lazy("Staff"),
        lazy("A login for each who runs the floor or the desk; alone for tonight is fine too."),
        lambda: User.objects.filter(Q(groups__name__in=STAFF), is_active=True, is_superuser=False).exists(),
    ),
    Step(
        "members",
        lazy("Members"),
        lazy("From a file, one by one at the desk, or by themselves with their phones."),
        lambda: Player.objects.filter(is_computer=False, user=None).exists(),
    ),
    Step(
        "play",
        lazy("First table or event"),
        lazy("An event has its clock for the wall at once."),
        lambda: any(is_used() for is_used in registry.IN_USE),
    ),
)


@dataclass(frozen=True)
class Stand:
    """How far the setting up has come: the steps that are done, passed over, and missing."""

    done: tuple[Step, ...]
    passed: tuple[Step, ...]
    missing: tuple[Step, ...]

    @property
    def is_over(self) -> bool:
        return not self.missing

    @property
    def is_untouched(self) -> bool:
        return not self.done and not self.passed


def stand() -> Stand:
    """How far this club is."""
    over = set(AuditEntry.objects.filter(kind=PASSED).values_list("subject", flat=True))
    done = tuple(one for one in STEPS if one.is_there())
    rest = [one for one in STEPS if one not in done]
    return Stand(done, tuple(one for one in rest if one.key in over), tuple(one for one in rest if one.key not in over))


def is_to_be_shown(user: Any) -> bool:
    """Whether this login is led to the first evening: it may set the club up, and nobody has begun."""
    return has_right(user, RIGHT) and stand().is_untouched


def is_under_way(user: Any) -> bool:
    """Whether this login may set the club up, and a step is missing."""
    return has_right(user, RIGHT) and not stand().is_over


@require_GET
@page_needs(RIGHT)
def first_evening(request: HttpRequest) -> HttpResponse:
    """The steps, the first that is missing open; or the one that is asked for by `step`."""
    return _page(request)


def _page(request: HttpRequest, *, step: str = "", status: int = 200, **more: Any) -> HttpResponse:
    now = stand()
    wanted = step or request.GET.get("step", "")
    current = next((one for one in STEPS if one.key == wanted), now.missing[0] if now.missing else None)
    rules = in_force()
    context = {
        "steps": [
            {
                "key": one.key,
                "title": one.title,
                "why": one.why,
                "state": "done" if one in now.done else "passed" if one in now.passed else "missing",
                "words": _("done")
                if one in now.done
                else _("later")
                if one in now.passed
                else pgettext("setup", "not yet"),
                "is_open": one == current,
                "template": f"club/first_evening/_{one.key}.html",
            }
            for one in STEPS
        ],
        "stand": now,
        "chip_sets": CHIP_SETS,
        "chip_set": rules.chip_set,
        "presets": [(name, pgettext("choice", name)) for name in PRESETS],
        "roles": [(role, _(role)) for role in STAFF],
        "staff": User.objects.filter(groups__name__in=STAFF, is_active=True).distinct().order_by("username"),
        "members": Player.objects.filter(is_computer=False).count(),
        "typed": request.POST,
        **club_pages.form({name: str(getattr(rules, name)) for name in club_pages.FIELDS}, {}),
        **more,
    }
    return render(request, "club/first_evening.html", context, status=status)


@require_POST
@page_needs(RIGHT)
def take_step(request: HttpRequest, step: str) -> HttpResponse:
    """Do the step as its form says; `later` passes it over. A refusal comes back with everything that was typed."""
    if not any(one.key == step for one in STEPS):
        return redirect("first-evening")
    who: dict[str, Any] = {"by": request.user, "source": source_of(request), "now": timezone.now()}
    if "later" in request.POST:
        audit_log.record(PASSED, subject=step, **who)
        return redirect("first-evening")
    if step == "club":
        typed = {name: str(getattr(in_force(), name)) for name in club_pages.FIELDS}
        typed |= {name: request.POST[name].strip() for name in ("name", "time_zone") if name in request.POST}
        refused = club_pages.change(request, typed)
        if refused:
            return _page(request, step=step, status=422, typed={}, **club_pages.form(typed, refused))
        return redirect("first-evening")
    try:
        DOES[step](request, who)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return _page(request, step=step, status=422)
    return redirect(reverse("first-evening") + ("?step=staff" if step == "staff" else ""))


def _chips(request: HttpRequest, who: dict[str, Any]) -> None:
    own = request.POST.get("own", "").strip()
    values = {"ClubRules.chip_set": own or request.POST.get("chip_set", STANDARD)}
    if symbol := request.POST.get("unit_symbol", "").strip():
        values["ClubRules.unit_symbol"] = symbol
    house_rules.change(values, **who)


def _rules(request: HttpRequest, who: dict[str, Any]) -> None:
    name = request.POST.get("preset", "")
    house_rules.change(house_rules.preset(name), **who)
    audit_log.record(TAKEN, subject="rules", after=name, **who)  # also where it is what stands already


def _staff(request: HttpRequest, who: dict[str, Any]) -> None:
    """A login with a role, and the member that it is."""
    name, password = plain(request.POST.get("name", "")), request.POST.get("password", "")
    if not name or User.objects.filter(username__iexact=name).exists():
        words = _("There is a login of that name already.") if name else _("Write a name.")
        raise ClubError("bad_name", words, 422, field="name")
    logins.check_name(name)
    try:
        validate_password(password, User(username=name))
    except ValidationError as wrong:
        raise ClubError("bad_password", at_field("", " ".join(wrong.messages)), 422, field="password") from wrong
    with transaction.atomic():
        user = User.objects.create_user(name, password=password)
        logins.on_record(user, before=None, is_password_set=True, **who)
        player = people.enrol(name, user=user, language=get_language() or "en", now=who["now"])
        audit_log.record("player.enrolled", subject=player.owner, **who)
        roles.change_role(user, request.POST.get("role", ""), is_held=True, **who)


DOES: dict[str, Callable[[HttpRequest, dict[str, Any]], None]] = {
    "chips": _chips,
    "rules": _rules,
    "staff": _staff,
    "members": lambda request, who: None,
    "play": lambda request, who: None,
}

urlpatterns = [
    path("first-evening/", first_evening, name="first-evening"),
    path("first-evening/<slug:step>/", take_step, name="first-evening-step"),
]
