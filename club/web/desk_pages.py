"""The cashier's desk in the browser: whom to serve, one's shift, what waits for a second person, tips and jackpots."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import DESK_PANELS, PLACES
from club.books import slip_receipts
from club.cashier import (
    approvals,
    chip_accounts,
    chip_expiry,
    chip_runs,
    credit,
    shifts,
    tips_and_jackpots,
)
from club.cashier.desk_actions import DESK_ACTIONS
from club.house import chip_set
from club.house.audit_log import source_of
from club.house.club_rules import ClubRules, in_force
from club.house.rights import has_right, page_needs
from club.ledger import statements
from club.membership import photos
from club.models import Player, Proposal, Shift, Slip
from club.people import eligibility, search
from club.people.people import player_of
from club.text.messages import in_words, on_page
from club.web.desk_forms import first_error, form, keep, read, with_typed

SERVE, SEE, APPROVE, LIMIT = "cashier.serve", "books.read", "cashier.approve", "cashier.credit_limit"
SHOWN = 30


@require_GET
@page_needs(SEE)
def desk(request: HttpRequest) -> HttpResponse:
    """Find a player, see what waits, and the last slips."""
    said = search.typed(request.GET.get("q", ""))
    context = {
        "q": said,
        "players": search.called(said, may_see_members=has_right(request.user, "people.see"), most=SHOWN),
        "may_serve": has_right(request.user, SERVE),
        "shift": shifts.open_shift_of(request.user),  # type: ignore[arg-type]  # page_needs lets only logins in
        "waiting": _proposals(request),
        "slips": _slips(Slip.objects.order_by("-number")[:SHOWN]),
    }
    return render(request, "club/desk.html", context)


def _proposals(request: HttpRequest) -> list[dict[str, Any]]:
    """What waits, each with what this reader may do about it."""
    may_approve, told = has_right(request.user, APPROVE), []
    rows = Proposal.objects.select_related("player", "account", "proposed_by", "shift__cashier")
    for one in rows.filter(status="waiting"):
        is_own = one.proposed_by_id == request.user.pk
        choices = []
        if may_approve and not is_own:
            choices.append(form("approve", _("Approve"), proposal=one.pk, why=""))
            choices.append(form("refuse", _("Refuse"), plain=True, proposal=one.pk, why=""))
        elif is_own and has_right(request.user, SERVE):
            choices.append(form("withdraw", _("Withdraw"), plain=True, proposal=one.pk, why=""))
        slip = Slip.objects.filter(transfer=one.reverses_id).first() if one.reverses_id else None
        openings = one.openings.select_related("player").order_by("player__sorts_as")
        told.append({"row": one, "slip": slip, "where": _where(one), "openings": openings, "forms": choices})
    return told


def _where(one: Proposal) -> str:
    """The name of the place whose chips were counted; empty for what is no count."""
    owner = "" if one.account is None else one.account.owner
    place = PLACES.get(owner.partition(":")[0])
    return "" if place is None else place.name_of(owner)


def _slips(found: Any) -> list[dict[str, Any]]:
    rows = found.select_related("transfer__by", "transfer__corrected_by__slip").prefetch_related(
        "transfer__entries__account"
    )
    return [
        {
            "slip": row,
            "words": statements.in_words(row.transfer.purpose),
            "chips": _chips(row),
            "who": _who(row),
            "taken_back": getattr(row.transfer, "corrected_by", None),
            "is_reversible": row.transfer.purpose in approvals.REVERSIBLE and not hasattr(row.transfer, "corrected_by"),
        }
        for row in rows
    ]


def _who(slip: Slip) -> list[str]:
    """Whose wallets a slip moves; of many but how many there are."""
    owners = [statements.owner_in_words(entry.account) for entry in _wallets(slip)]
    if len(owners) > 2:
        return [_("%(count)d members") % {"count": len(owners)}]
    return owners


def _chips(slip: Slip) -> int:
    """The chips that a slip is about: of many wallets their sum, else the most that went to one account."""
    coming = [entry.amount for entry in slip.transfer.entries.all() if entry.amount > 0]
    return sum(coming) if len(_wallets(slip)) > 2 else max(coming, default=0)


def _wallets(slip: Slip) -> list[Any]:
    return [entry for entry in slip.transfer.entries.all() if entry.account.kind == "wallet"]


@require_GET
@page_needs(SERVE)
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """One player at the desk: balances, what can be done, the last lines."""
    one = get_object_or_404(Player, pk=player_id)
    rules = in_force()
    wallet = chip_accounts.wallet(one)
    context = {
        "player": one,
        "real_name": one.real_name if has_right(request.user, "people.see") else "",
        "has_photo": has_right(request.user, "people.see") and photos.photo_of(one) is not None,
        "wallet": statements.account(wallet),
        "owed": credit.owed(one),
        "limit": credit.limit_of(one),
        "expiry": chip_expiry.notice_for(wallet),
        "age": eligibility.age_checks_of(one).first(),
        "rules": rules,
        "panels": [panel for panels in DESK_PANELS for panel in panels(request.user, one)],
        "forms": with_typed(request, _forms(request, one, rules)),
        "entries": statements.page(wallet)["entries"],
        "slips": _slips(Slip.objects.filter(transfer__entries__account=wallet).order_by("-number")[:SHOWN]),
    }
    return render(request, "club/desk_player.html", context)


def _forms(request: HttpRequest, one: Player, rules: ClubRules) -> list[dict[str, Any]]:
    """What may be done for this player, as the house's rules have it; an amusement room's speak of no cash."""
    is_amusement = rules.is_amusement_room
    found = [form("buy-chips", _("Give out chips") if is_amusement else _("Buy chips"), player=one.pk)]
    if is_amusement:
        found.append(form("age", _("Age checked"), player=one.pk))
    else:
        found.append(form("cash-out", _("Cash out"), player=one.pk))
    if rules.player_transfers != "no":
        found.append(form("pass-on", _("To another player"), giver=one.pk))
    if credit.limit_of(one):
        found.append(form("credit", _("Chips on credit"), player=one.pk))
    if credit.owed(one):
        found.append(form("credit-repay", _("Repay credit"), player=one.pk))
    found.append(form("tip", _("Tip"), player=one.pk))
    found.append(form("adjust", _("Adjust (more, or −fewer)"), player=one.pk))
    found.append(form("reverse", _("Take back a slip")))
    if has_right(request.user, LIMIT):
        found.append(form("credit-limit", _("Credit limit"), player=one.pk))
    return found


@require_GET
@page_needs(SERVE)
def shift(request: HttpRequest) -> HttpResponse:
    """One's shift: open it by a count, fill the tray, send chips to the bank, close it by a count."""
    mine = shifts.open_shift_of(request.user)  # type: ignore[arg-type]  # page_needs lets only logins in
    if mine is None:
        rules = in_force()
        without: dict[str, Any] = {"cash": ""} if rules.is_amusement_room else {}
        forms = [form("shift-open", _("Open a shift"), chips=rules.chips, why="", **without)]
        last = Shift.objects.filter(cashier=request.user).order_by("-number").first()  # type: ignore[misc]
        if last is not None:
            title = _("Open shift %(n)s again") % {"n": last.number}
            forms.append(form("shift-reopen", title, plain=True, shift=last.number))
    else:
        chips = chip_set.parse(mine.chip_set)
        without = {"cash": ""} if mine.cash_opening is None else {}
        forms = [
            form("shift-close", _("Close the shift"), chips=chips, **without),
            form("fill", _("Fill"), chips=chips, plain=True, **without),
            form("drop", _("Drop from the tables"), chips=chips, plain=True),
            form("to-bank", _("Credit to the bank"), chips=chips, plain=True, **without),
        ]
    context = {
        "shift": mine,
        "expected": None if mine is None else shifts.expected(mine),
        "cash_expected": None if mine is None else shifts.cash_expected(mine),
        "warnings": shifts.warnings(mine),
        "awaited": chip_runs.awaited(),
        "moves": [] if mine is None else mine.moves.order_by("-pk"),
        "forms": with_typed(request, forms),
        "past": Shift.objects.exclude(closed_at=None).select_related("cashier").order_by("-number")[:SHOWN],
    }
    return render(request, "club/desk_shift.html", context)


@require_GET
@page_needs(SEE)
def house(request: HttpRequest) -> HttpResponse:
    """Tips and jackpots: what is held, and what may be done with it."""
    forms = []
    if has_right(request.user, SERVE):
        forms.append(form("jackpot-feed", _("Into a jackpot")))
        if not in_force().is_amusement_room:
            forms.insert(0, form("tips-pay", _("Pay tips out")))
    if has_right(request.user, APPROVE):
        forms.append(form("jackpot-pay", _("Pay a jackpot")))
    context = {"tips": tips_and_jackpots.tips_account(), "jackpots": tips_and_jackpots.jackpots()}
    context["forms"] = with_typed(request, forms)
    context["may_approve"] = has_right(request.user, APPROVE)
    return render(request, "club/desk_house.html", context)


@require_POST
@login_required
def do(request: HttpRequest, name: str) -> HttpResponse:
    """Do one action of the list with the fields that were sent, and go back to where the form was."""
    action = DESK_ACTIONS.get(name)
    if action is None:
        raise Http404
    if action.right and not has_right(request.user, action.right):
        raise PermissionDenied(_("This needs the right %(right)s.") % {"right": action.right})
    key = request.POST.get("key", "")
    typed = read(action, request.POST)
    try:
        if action.needs_key and not 1 <= len(key) <= 100:
            raise ClubError("idempotency_key_missing", _("Open the page again and repeat it there."), 400)
        if not typed.is_valid():
            raise ClubError("invalid", first_error(typed), 400)
        answer = action.act(
            typed.validated_data,
            key=f"{action.name}:{request.user.pk}:{key}",
            by=request.user,  # type: ignore[arg-type]  # a login is required
            now=timezone.now(),
            source=source_of(request),
        )
    except ClubError as refusal:
        words = on_page(refusal)
        messages.error(request, words)
        keep(request, action.name, in_words(refusal))
    else:
        waits = answer.get("status") == "waiting"
        messages.success(request, _("It waits for a second person.") if waits else _(action.done))
        for words in answer.get("warnings", []):
            messages.warning(request, words)
    after = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()})
    return redirect(after if is_ours else "desk")


@require_GET
@login_required
def receipt(request: HttpRequest, number: int) -> HttpResponse:
    """The receipt of a slip: for the desk, and for whoever's chips it moved."""
    slip = Slip.objects.select_related("transfer__by").filter(number=number).first()
    if slip is None:
        raise Http404
    mine = None
    if not has_right(request.user, SERVE) and slip.transfer.by_id != request.user.pk:
        mine = player_of(request.user)
        if mine is None or mine.owner not in {entry.account.owner for entry in _wallets(slip)}:
            raise Http404
    return slip_receipts.receipt(slip, mine)


urlpatterns = [
    path("desk/", desk, name="desk"),
    path("desk/players/<int:player_id>/", player, name="desk-player"),
    path("desk/shift/", shift, name="desk-shift"),
    path("desk/house/", house, name="desk-house"),
    path("desk/do/<slug:name>/", do, name="desk-do"),
    path("desk/slips/<int:number>/receipt.pdf", receipt, name="receipt"),
]
