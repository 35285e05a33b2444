"""Pages of a tournament's money: prizes and deal for the director, the deal for who is left, tickets, receipts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from rest_framework.exceptions import ValidationError

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import check, has_right, page_needs
from club.models import Player, User
from club.people.people import player_of
from club.text.messages import in_words, on_page
from engine.text_limits import whole
from tournaments.acts import registry
from tournaments.acts.act import DIRECT, Section
from tournaments.api import event_as_seen, money_queries
from tournaments.api import tickets as tickets_api
from tournaments.endings import deal_proposals
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Ticket, Tournament
from tournaments.pages import act_forms
from tournaments.prizes import prize_signature_sheet, receipts, tickets

MOST_LISTED = 200


def row_of(tournament_id: int) -> Tournament:
    """The tournament. Raises `Http404`."""
    try:
        return event_as_seen.tournament_of(tournament_id)
    except ClubError as unknown:
        raise Http404(str(unknown)) from unknown


# -- the director's ---------------------------------------------------------------------------------------------------


@require_GET
@page_needs("tournaments.direct")
def money(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Prizes, their lock, the deal and bounties, for the director."""
    return _money(request, row_of(tournament_id))


def _money(request: HttpRequest, tournament: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    tournament.refresh_from_db()
    state = State.from_json(tournament.snapshot)
    context: dict[str, Any] = {
        "tournament": tournament,
        "money": money_queries.money_of(tournament),
        "deal": deal_proposals.seen(tournament, state) if state.status == RUNNING else None,
        "entrants": event_as_seen.as_seen_by(tournament, None, now=timezone.now())["entrants"]
        if tournament.bounty
        else [],
        "is_open": state.status in (REGISTERING, RUNNING),
        "is_running": state.status == RUNNING,
        "error": error,
    }
    return render(request, "tournaments/money.html", context, status=status)


@require_POST
@login_required
def act_on_money(request: HttpRequest, tournament_id: int, act: str) -> HttpResponse:
    """One of the acts about money, from its form; a refusal is shown, with its status."""
    found = registry.ACTS.get(act)
    if found is None or found.section is not Section.MONEY:
        check(request.user, DIRECT)
        raise Http404
    check(request.user, found.right)
    tournament = row_of(tournament_id)
    by = cast(User, request.user)
    given = _shares(request) if act == "deal" else request.POST.dict()
    try:
        found.do(tournament_id, given, now=timezone.now(), by=by, source=source_of(request))
    except ClubError as refusal:
        return _money(request, tournament, on_page(refusal), refusal.status)
    except ValidationError as wrong:
        return _money(request, tournament, act_forms.in_words(wrong), 400)
    return redirect("money", tournament_id)


def _shares(request: HttpRequest) -> dict[str, Any]:
    """The form of a deal: own amounts come one by one, by entry."""
    given = request.POST.dict()
    own = sorted(
        (entry, chips)
        for name, chips in given.items()
        if name[:6] == "share-" and (entry := whole(name[6:])) is not None
    )
    is_custom = given.get("method") == deal_proposals.CUSTOM
    return {**given, "shares": [chips or "0" for _entry, chips in own] if is_custom else []}


# -- who is left ------------------------------------------------------------------------------------------------------


@require_GET
@login_required
def deal(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The deal that is talked over, for those who are left."""
    return _deal(request, row_of(tournament_id))


def _deal(request: HttpRequest, tournament: Tournament, error: str = "", status: int = 200) -> HttpResponse:
    tournament.refresh_from_db()
    state, player = State.from_json(tournament.snapshot), player_of(request.user)
    if not deal_proposals.may_see(tournament, state, player, has_right(request.user, "tournaments.direct")):
        return redirect("tournament", tournament.pk)
    seen = deal_proposals.seen(tournament, state)
    mine = [line for line in seen["lines"] if player is not None and line["player"] == player.pk]
    context = {
        "tournament": tournament,
        "deal": seen,
        "mine": mine[0] if mine else None,
        "is_running": state.status == RUNNING,
        "error": error,
    }
    return render(request, "tournaments/deal.html", context, status=status)


@require_POST
@login_required
def answer_deal(request: HttpRequest, tournament_id: int, answer: str) -> HttpResponse:
    """Agree, or decline; a refusal is shown, with its status."""
    tournament = row_of(tournament_id)
    answers: dict[str, Callable[..., None]] = {"agree": deal_proposals.agree, "decline": deal_proposals.decline}
    player = player_of(request.user)
    if answer not in answers or player is None:
        raise Http404
    how: dict[str, Any] = {"now": timezone.now(), "by": cast(User, request.user), "source": source_of(request)}
    try:
        answers[answer](tournament_id, player, **how)
    except ClubError as refusal:
        return _deal(request, tournament, on_page(refusal), refusal.status)
    return redirect("deal", tournament_id)


# -- tickets ----------------------------------------------------------------------------------------------------------


@require_GET
@login_required
def my_tickets(request: HttpRequest) -> HttpResponse:
    """My tickets: what they are good for, and until when."""
    player = player_of(request.user)
    if player is None:
        raise Http404
    now = timezone.now()
    return render(
        request, "tournaments/my_tickets.html", {"tickets": [money_queries.ticket(t, now) for t in tickets.of(player)]}
    )


@require_http_methods(["GET", "POST"])
@page_needs("tickets.issue")
def desk_tickets(request: HttpRequest) -> HttpResponse:
    """Tickets at the desk; by POST a new one, on the house."""
    error, status = "", 200
    if request.method == "POST":
        fields = {name: value for name, value in request.POST.dict().items() if value}
        number = fields.get("player", "")
        member = Player.objects.filter(member_number=number).first() if number else None
        given = tickets_api.Issued(data={**fields, "player": member.pk if member else number})
        how: dict[str, Any] = {"by": cast(User, request.user), "source": source_of(request), "now": timezone.now()}
        try:
            given.is_valid(raise_exception=True)
            tickets_api.issue(dict(given.validated_data), request.POST.get("key", "")[:60] or uuid.uuid4().hex, **how)
            return redirect("desk-tickets")
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
        except ValidationError as wrong:
            error, status = act_forms.in_words(wrong), 400
    return _desk(request, error, status)


def _desk(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    listed = Ticket.objects.select_related("player", "tournament", "won_in").order_by("-pk")[:MOST_LISTED]
    context = {
        "tickets": [money_queries.ticket(one, now) for one in listed],
        "tournaments": Tournament.objects.filter(status=REGISTERING).order_by("starts_at", "pk"),
        "may_approve": has_right(request.user, "cashier.approve"),
        "key": uuid.uuid4().hex,
        "error": error,
    }
    return render(request, "tournaments/desk_tickets.html", context, status=status)


@require_POST
@page_needs("tickets.issue")
def turn_ticket(request: HttpRequest, ticket: int, act: str) -> HttpResponse:
    """Approve a ticket that waits, or take one back; a refusal is shown, with its status."""
    how: dict[str, Any] = {"by": cast(User, request.user), "source": source_of(request), "now": timezone.now()}
    if act not in ("approve", "cancel"):
        raise Http404
    try:
        if act == "approve":
            check(request.user, "cashier.approve")
            tickets.approve(ticket, **how)
        else:
            tickets.cancel(ticket, why=request.POST.get("why", "")[:300], **how)
    except ClubError as refusal:
        return _desk(request, on_page(refusal), refusal.status)
    return redirect("desk-tickets")


# -- paper ------------------------------------------------------------------------------------------------------------


def _pdf(made: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer


@require_GET
@page_needs("tournaments.direct")
def prize_sheet(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The prize sheet with lines to sign."""
    return _pdf(prize_signature_sheet.prize_sheet(row_of(tournament_id), now=timezone.now()), f"prizes-{tournament_id}")


@require_GET
@login_required
def entry_paper(request: HttpRequest, tournament_id: int, entry: int, paper: str) -> HttpResponse:
    """The receipt of one's own entry, or of its prize; the director has everybody's."""
    papers = {"receipt": receipts.entry_receipt, "prize": receipts.prize_receipt}
    player, tournament = player_of(request.user), row_of(tournament_id)
    if paper not in papers:
        raise Http404
    try:
        held = receipts.entry_of(tournament, entry)
        if not has_right(request.user, "tournaments.direct") and (player is None or held.player_id != player.pk):
            raise PermissionDenied(_("This receipt is somebody else's."))
        return _pdf(papers[paper](held, now=timezone.now()), f"{paper}-{tournament_id}-{entry}")
    except ClubError as refusal:
        raise Http404(in_words(refusal)) from refusal


urlpatterns = [
    path("tournaments/<int:tournament_id>/money/", money, name="money"),
    path("tournaments/<int:tournament_id>/money/<slug:act>/", act_on_money, name="money-act"),
    path("tournaments/<int:tournament_id>/deal/", deal, name="deal"),
    path("tournaments/<int:tournament_id>/deal/<slug:answer>/", answer_deal, name="deal-answer"),
    path("tournaments/<int:tournament_id>/prizes.pdf", prize_sheet, name="prize-sheet"),
    path("tournaments/<int:tournament_id>/entries/<int:entry>/<slug:paper>.pdf", entry_paper, name="entry-paper"),
    path("me/tickets/", my_tickets, name="my-tickets"),
    path("desk/tickets/", desk_tickets, name="desk-tickets"),
    path("desk/tickets/<int:ticket>/<slug:act>/", turn_ticket, name="ticket-turn"),
]
