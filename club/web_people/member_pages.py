"""The members in the browser, for the floor: the list, a member's card, invitations, the table of rights, files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any, cast

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.accounts import logins
from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.base.registry import DECISIONS, MEMBER_PANELS, RIGHTS, ROLES
from club.house.audit_log import source_of
from club.house.club_rules import in_force
from club.house.rights import has_right, page_needs, rights_of, roles_of
from club.ledger import statements
from club.membership import cards, erasing, joining, merging, photos, pins, roster
from club.models import AuditEntry, Invitation, Player, PlayerPhoto, User
from club.people import conduct, eligibility, ended_access, people, roles, search, suspensions
from club.templatetags.moments import when
from club.text.messages import on_page
from club.web_people.conduct_forms import form, shown
from engine import text_limits

PAGE = 100
CARDS_A_SHEET, MOST_CARDS = 10, 200
ROLE_WORDS = {
    "owner": gettext_noop("owner"),
    "admin": gettext_noop("admin"),
    "director": gettext_noop("director"),
    "dealer": gettext_noop("dealer"),
    "cashier": gettext_noop("cashier"),
    "reception": gettext_noop("reception"),
    "player": gettext_noop("player"),
}


def found(text: str, only: str = "") -> QuerySet[Player]:
    """The people (no computer players) of whom a name, a reading or the number holds that text, in the order of readings."""
    members = search.members(text)
    if only == "applicants":
        members = members.filter(admitted_at=None)
    if only == "suspended":
        members = members.filter(suspended_at__isnull=False)
    return members


def login_of(request: HttpRequest) -> User:
    """Whose request it is; the pages let only logins in."""
    return cast(User, request.user)


def instant_of(text: str) -> datetime:
    """The end of the day that was typed, in the club's time. Raises `ClubError` (422) for what is no day."""
    try:
        day = datetime.strptime(plain(text).replace("/", "-"), "%Y-%m-%d").date()  # noqa: DTZ007 - a day; made aware below
        return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    except (ValueError, OverflowError) as wrong:
        raise ClubError("no_day", _("Give the day as 2026-12-31."), 422, field="until") from wrong


def day_span(begin: str, end: str) -> tuple[datetime | None, datetime | None]:
    """From the beginning of the first day to the end of the last, in the club's time; None for a day left empty.

    Raises `ClubError` (422) for what is no day.
    """
    ends = instant_of(end) if end.strip() else None
    return (instant_of(begin) - timedelta(days=1) if begin.strip() else None), ends


def attempt(request: HttpRequest, act: Callable[[], Any], words: str) -> Any:
    """Do it and say so, or say why it was refused; what it gave, None if refused."""
    try:
        made = act()
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return None
    messages.success(request, words)
    return made if made is not None else True


# -- the list, and one member -----------------------------------------------------------------------------------------


@require_GET
@page_needs("people.see")
def members(request: HttpRequest) -> HttpResponse:
    """The list, a hundred at a time, on from the member `after`: `q` looks for a name or number, `only` for applicants or suspended
    members."""
    text, only = request.GET.get("q", ""), request.GET.get("only", "")
    rows = list(search.after(found(text, only), text_limits.whole(request.GET.get("after", "")) or 0)[: PAGE + 1])
    context = {
        "members": rows[:PAGE],
        "next": rows[PAGE - 1].pk if len(rows) > PAGE else None,
        "q": text,
        "only": only,
        "applicants": found("", "applicants").count(),
        "rights": rights_of(request.user),
        "now": timezone.now(),
    }
    return render(request, "club/members.html", context)


@require_GET
@page_needs("people.see")
def member(request: HttpRequest, player_id: int) -> HttpResponse:
    """All that the floor knows of a member, and what it may do."""
    player = get_object_or_404(Player.objects.select_related("user", "merged_into"), pk=player_id)
    return render(request, "club/member.html", _member_context(request, player))


def _member_context(request: HttpRequest, player: Player, **more: Any) -> dict[str, Any]:
    now = timezone.now()
    subjects = [player.owner, *([f"login:{player.user_id}"] if player.user_id else [])]
    record = AuditEntry.objects.filter(subject__in=subjects).select_related("by").order_by("-pk")[:30]
    held = roles_of(player.user) if player.user else set()
    return {
        "player": player,
        "fields": [
            (name, people.label(name), getattr(player, name) or "", people.LENGTHS[name])
            for name in ("nickname", "member_number", "real_name", "reading")
        ],
        "why_not": _why_not(player, now),
        "is_suspended": eligibility.is_suspended(player, now),
        "has_photo": photos.photo_of(player) is not None,
        "accounts": [statements.account(one) for one in statements.accounts_of(player)],
        "record": [(one.at, _(DECISIONS.get(one.kind, one.kind)), one.by, one.why) for one in record],
        "rights": rights_of(request.user),
        "panels": [panel for panels in MEMBER_PANELS for panel in panels(request.user, player)],
        "conduct": shown(conduct.of(player)[:PAGE]),
        "conduct_form": None if player.is_computer or player.erased_at else form(request, player),
        "may_withdraw": has_right(request.user, "conduct.penalise"),
        "has_second_factor": player.user is not None and is_mfa_enabled(player.user),
        "ends_access": ended_access.is_open(player.user),
        "is_amusement_room": in_force().is_amusement_room,
        "roles": [(role, _(words), role in held) for role, words in ROLE_WORDS.items() if role != "player"],
        **more,
    }


def _why_not(player: Player, now: datetime) -> str:
    """Why a member may not play, as the floor reads it; nothing for who may."""
    told = {
        "name": player.merged_into.nickname if player.merged_into else "",
        "when": when(player.excluded_until),
    }
    words = {
        "": "",
        "merged": _("Merged into %(name)s."),
        "erased": _("This member has left; only the books remain."),
        "not_admitted": _("Waiting to be admitted."),
        "self_excluded": _("Self-excluded until %(when)s."),
        "suspended": _("Suspended until it is lifted."),
    }
    code = eligibility.may_play(player, now).code
    if code != "suspended":
        return words[code] % told
    until = words[code] if player.suspended_until is None else _("Suspended until %(when)s.")
    return f"{until % {'when': when(player.suspended_until)}} {player.suspended_why}"


@require_http_methods(["GET", "POST"])
@page_needs("people.edit")
def enrol(request: HttpRequest) -> HttpResponse:
    """Enrol somebody at the door, who may have no login."""
    known = request.POST if request.method == "POST" else request.GET  # a name that nobody was found by comes along
    typed = {name: known.get(name, "") for name in people.EDITED}
    if request.method == "POST":
        fields = {name: text for name, text in typed.items() if text}
        try:
            player = people.enrol_at_the_door(
                fields, by=login_of(request), source=source_of(request), now=timezone.now()
            )
        except ClubError as refusal:
            messages.error(request, on_page(refusal))
        else:
            messages.success(request, _("%(name)s is a member now.") % {"name": player.nickname})
            return redirect("member", player.pk)
    context = {
        "fields": [
            (name, people.label(name), typed[name], people.LENGTHS[name])
            for name in ("nickname", "member_number", "real_name", "reading")
        ],
        "typed": {**typed, "language": typed["language"] or people.language_of_the_visit()},
    }
    return render(request, "club/enrol.html", context)


@require_POST
@page_needs("people.edit")
def edit(request: HttpRequest, player_id: int) -> HttpResponse:
    """Change a member's particulars; what was typed is kept if it is refused."""
    fields = {name: request.POST[name] for name in people.EDITED if name in request.POST}
    try:
        people.change(player_id, fields, by=login_of(request), source=source_of(request), now=timezone.now())
    except ClubError as refusal:
        player = get_object_or_404(Player.objects.select_related("user", "merged_into"), pk=player_id)
        messages.error(request, on_page(refusal))
        for name, text in fields.items():
            setattr(player, name, text)
        return render(request, "club/member.html", _member_context(request, player), status=refusal.status)
    messages.success(request, _("Saved."))
    return redirect("member", player_id)


# -- what is decided about a member -----------------------------------------------------------------------------------


def _decision(right: str, words: str, act: Callable[[HttpRequest, int, dict[str, Any]], Any]) -> Any:
    """A page that decides one thing about a member by POST, and goes back to the member."""

    @require_POST
    @page_needs(right)
    def decide(request: HttpRequest, player_id: int) -> HttpResponse:
        player = get_object_or_404(Player.objects.select_related("user"), pk=player_id)
        who = {"by": login_of(request), "source": source_of(request), "now": timezone.now()}
        made = attempt(request, lambda: act(request, player_id, who), _(words))
        ended_access.keep_session(request, player.user)
        return redirect("member", made.pk if isinstance(made, Player) else player_id)

    return decide


def _why(request: HttpRequest) -> str:
    return request.POST.get("why", "").strip()[:300]


def _suspend(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    text = request.POST.get("until", "").strip()
    suspensions.suspend(player_id, until=instant_of(text) if text else None, why=_why(request), **who)


def _merge(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    number = plain(request.POST.get("into", ""))
    into = Player.objects.filter(member_number=number or "-").first()
    if into is None:
        raise ClubError("unknown_player", _("Nobody has the member number %(number)s.") % {"number": number}, 404)
    return merging.merge(player_id, into.pk, why=_why(request), **who)


def _erase(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    player = get_object_or_404(Player, pk=player_id)
    if plain(request.POST.get("nickname", "")) != player.nickname:
        raise ClubError("not_confirmed", _("Type the nickname to confirm: this cannot be undone."), 422)
    erasing.erase(player_id, why=_why(request), gives_up_chips=gives_up(request), **who)


def ends_access(request: HttpRequest) -> bool:
    """Whether it was confirmed that the login's sessions and tokens go."""
    return request.POST.get("ends_access") == "yes"


def gives_up(request: HttpRequest) -> bool:
    """Whether whoever leaves gives their chips up."""
    return request.POST.get("gives_up_chips") == "yes"


def _role(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    user = get_object_or_404(Player, pk=player_id).user
    if user is None:
        raise ClubError("no_login", _("A role is given to a login; this member has none."), 409)
    is_held, role = request.POST.get("held") == "yes", request.POST.get("role", "")
    roles.change_role(user, role, is_held=is_held, ends_access=ends_access(request), why=_why(request), **who)


def _second_factor(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    user = get_object_or_404(Player, pk=player_id).user
    if user is None:
        raise ClubError("no_login", _("This member has no login."), 409)
    logins.take_off_second_factor(user, why=_why(request), ends_access=ends_access(request), **who)


def _take_photo(request: HttpRequest, player_id: int, who: dict[str, Any]) -> Any:
    player, file = get_object_or_404(Player, pk=player_id), request.FILES.get("photo")
    if file is None or file.file is None:
        photos.remove_photo(player, **who)
    else:
        photos.set_photo(player, file.file, **who)


def photo_answer(player: Player) -> HttpResponse:
    """The photograph, for those who may see it and nobody on the way."""
    held = PlayerPhoto.objects.filter(player=player).first()
    if held is None:
        raise Http404
    return HttpResponse(bytes(held.jpeg), content_type="image/jpeg", headers={"Cache-Control": "private, no-store"})


@require_GET
@page_needs("people.see")
def photo(request: HttpRequest, player_id: int) -> HttpResponse:
    """A member's photograph, for the floor."""
    return photo_answer(get_object_or_404(Player, pk=player_id))


@require_GET
@page_needs("people.edit")
def card(request: HttpRequest, player_id: int) -> HttpResponse:
    """A member's card, to be printed."""
    player = get_object_or_404(Player, pk=player_id, card__isnull=False)
    return render(request, "club/card.html", {"player": player, "code": code_of(request, player)})


@require_GET
@page_needs("people.edit")
def card_sheets(request: HttpRequest) -> HttpResponse:
    """Cards of those that `q` and `only` find, ten on a sheet of A4, to be printed and cut."""
    members = found(request.GET.get("q", ""), request.GET.get("only", "")).exclude(card=None)[:MOST_CARDS]
    cards_of = [(one, code_of(request, one)) for one in members]
    sheets = [cards_of[first : first + CARDS_A_SHEET] for first in range(0, len(cards_of), CARDS_A_SHEET)]
    return render(request, "club/card_sheets.html", {"sheets": sheets, "n": len(cards_of)})


def code_of(request: HttpRequest, player: Player) -> str:
    """The QR code of the player's card, which leads to where the card lets in; empty for a player without a card."""
    if player.card is None:
        return ""
    return cards.as_svg(request.build_absolute_uri(reverse("card-enter", args=[player.card])))


# -- invitations, rights, files ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@page_needs("people.admit")
def invitations(request: HttpRequest) -> HttpResponse:
    """Make an invitation (its address is shown once), and see which were used."""
    address = ""
    if request.method == "POST":
        _made, code = joining.invite(
            request.POST.get("note", ""), by=login_of(request), source=source_of(request), now=timezone.now()
        )
        address = request.build_absolute_uri(reverse("invited", args=[code]))
    rows = Invitation.objects.select_related("by", "used_by").order_by("-pk")[:PAGE]
    context = {"invitations": rows, "address": address, "now": timezone.now()}
    context["code"] = cards.as_svg(address) if address else ""
    return render(request, "club/invitations.html", context)


@require_POST
@page_needs("people.admit")
def revoke(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Take an invitation back."""
    who: dict[str, Any] = {"by": login_of(request), "source": source_of(request), "now": timezone.now()}
    attempt(request, lambda: joining.revoke(invitation_id, **who), _("Taken back."))
    return redirect("invitations")


@require_GET
@login_required
def rights(request: HttpRequest) -> HttpResponse:
    """Who may do what: the one table that pages, API and tests go by."""
    rows = [(right, _(words), [right in ROLES[role] for role in ROLE_WORDS]) for right, words in RIGHTS.items()]
    context = {"roles": [_(words) for words in ROLE_WORDS.values()], "rows": rows, "mine": roles_of(request.user)}
    return render(request, "club/rights.html", context)


@require_http_methods(["GET", "POST"])
@page_needs("people.exchange")
def files(request: HttpRequest) -> HttpResponse:
    """Members out to a file, and in from one: all rows or none."""
    context: dict[str, Any] = {"columns": roster.READ, "why": request.POST.get("why", "")}
    status = 200
    if request.method == "POST":
        given = request.FILES.get("file")
        data = given.read(roster.LARGEST_FILE + 1) if given is not None else b""
        try:
            if request.POST.get("do") == "look":
                found = roster.look(data, by=login_of(request), now=timezone.now())
                context |= {"look": found, "wrong": found.wrong, "seen": _digest(data)}
            else:
                _take_file(request, data)
        except ClubError as refusal:
            context |= {"error": on_page(refusal), "wrong": refusal.params.get("rows", [])}
            status = refusal.status
    if getattr(request, "htmx", False) and request.POST.get("do") == "look":
        return render(request, "club/_member_file.html", context)
    return render(request, "club/member_files.html", context, status=status)


def _take_file(request: HttpRequest, data: bytes) -> None:
    """Take a file of members in; one with balances only as it was looked at. Raises `ClubError`."""
    if roster.has_balances(data) and request.POST.get("seen") != _digest(data):
        words = _("A file with balances is looked at first: show what would happen, then take in the same file.")
        raise ClubError("not_seen", words, 409)
    why = request.POST.get("why", "").strip()[:300]
    taken = roster.take_in(data, by=login_of(request), why=why, source=source_of(request), now=timezone.now())
    words = _("Members made: %(made)d, changed: %(changed)d.")
    messages.success(request, words % {"made": taken.made, "changed": taken.changed})
    if taken.proposal is not None:
        words = (
            _("Balances of %(chips)s wait for a second person.")
            if taken.needs_second
            else _("Balances brought: %(chips)s.")
        )
        messages.success(request, words % {"chips": f"{taken.chips:,}"})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@require_GET
@page_needs("people.exchange")
def exported(request: HttpRequest) -> StreamingHttpResponse:
    """Every member as CSV, sent while it is read."""
    told = roster.export(by=login_of(request), source=source_of(request), now=timezone.now())
    answer = StreamingHttpResponse(told, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="members.csv"'
    return answer


DECIDED: dict[str, tuple[str, str, Callable[[HttpRequest, int, dict[str, Any]], Any]]] = {
    "admit": ("people.admit", gettext_noop("Admitted."), lambda request, number, who: joining.admit(number, **who)),
    "turn-away": (
        "people.admit",
        gettext_noop("Turned away; what was known is erased."),
        lambda request, number, who: joining.turn_away(number, why=_why(request), **who),
    ),
    "suspend": ("people.suspend", gettext_noop("Suspended."), _suspend),
    "lift": (
        "people.suspend",
        gettext_noop("The suspension is lifted."),
        lambda request, number, who: suspensions.lift_suspension(number, why=_why(request), **who),
    ),
    "merge": ("people.merge", gettext_noop("Merged: this is the member who stays."), _merge),
    "erase": ("people.erase", gettext_noop("Erased; the books are as they were."), _erase),
    "role": ("roles.give", gettext_noop("Roles changed."), _role),
    "second-factor": (
        "roles.give",
        gettext_noop("The second factor is off; the password alone lets in."),
        _second_factor,
    ),
    "pin": (
        "people.edit",
        gettext_noop("The new PIN is set."),
        lambda request, number, who: pins.set_pin(
            number, request.POST.get("pin", ""), ends_access=ends_access(request), **who
        ),
    ),
    "new-card": (
        "people.edit",
        gettext_noop("The card has a new code; the old one lets nobody in."),
        lambda request, number, who: cards.make_anew(number, ends_access=ends_access(request), **who),
    ),
    "photo-set": ("people.edit", gettext_noop("Saved."), _take_photo),
}

urlpatterns = [
    path("people/", members, name="members"),
    path("people/new/", enrol, name="member-enrol"),
    path("people/rights/", rights, name="rights"),
    path("people/invitations/", invitations, name="invitations"),
    path("people/invitations/<int:invitation_id>/revoke/", revoke, name="invitation-revoke"),
    path("people/files/", files, name="member-files"),
    path("people/members.csv", exported, name="members-csv"),
    path("people/cards/", card_sheets, name="card-sheets"),
    path("people/<int:player_id>/", member, name="member"),
    path("people/<int:player_id>/edit/", edit, name="member-edit"),
    path("people/<int:player_id>/card/", card, name="member-card"),
    path("people/<int:player_id>/photo.jpg", photo, name="member-photo"),
    *(path(f"people/<int:player_id>/{name}/", _decision(*how), name=f"member-{name}") for name, how in DECIDED.items()),
]
