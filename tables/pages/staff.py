"""Staff's page of a cash table with real cards: who sits and waits there, what is done for them, and what is taken back."""

from __future__ import annotations

import unicodedata
import uuid
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST
from rest_framework import serializers

from club.base.errors import ClubError
from club.base.phrases import at_field
from club.base.phrases import gettext as _
from club.house.rights import check, has_right, page_needs
from club.models import Player, Proposal
from club.people import search
from club.text.messages import on_page
from engine.text_limits import whole
from tables.cash import sittings, waiting_lists
from tables.core import table_rules
from tables.core.errors import Refused
from tables.live_cards import real_card_tables
from tables.models import Sitting, StaffAct, Table
from tables.pages.felt import device_of, form_key
from tables.pages.hands import refused
from tables.queries import game_catalogue, table_as_seen
from tables.sessions import session_tables, stays
from tables.staff import seats, take_back
from tables.staff.act_list import ACTS, RIGHT, TableAct, do
from tables.staff.act_record import SELLS
from tables.text import staff_acts

FOUND, SHOWN = 8, 30
# Forms with one amount for several buttons: the field that each means by it.
AMOUNT = {"stand-up": "counted", "top-up": "chips"}
KEPT = ("player", "counted", "drop", "tips")  # fields of counts, shown anew after one was refused


@require_GET
@page_needs(RIGHT)
def staff(request: HttpRequest, table_id: int) -> HttpResponse:
    """Seats, line and acts of a table: `q` looks for somebody, `seat` is the seat meant for them; `player`, `counted`,
    `drop` and `tips` are shown anew after a count that was refused."""
    try:
        table = _real_cards(table_id)
    except ClubError as unknown:
        return refused(request, unknown)
    here, now = sittings.seated_at(table), timezone.now()
    may_close = has_right(request.user, ACTS["close"].right)
    acts = StaffAct.objects.filter(table=table).select_related("player", "by", "sale__slip").order_by("-pk")[:SHOWN]
    line = waiting_lists.in_line(table, since=now - timedelta(minutes=30))
    context = finding(request, table) | {
        "stakes": game_catalogue.stakes_in_words(table),
        "is_entered": real_card_tables.is_kept_for(table),
        "is_scored": real_card_tables.takes_rows(table),
        "may_record": has_right(request.user, "tables.record"),
        "places": [_place(table, one) for one in here],
        "line": line,
        "barred": {one.pk for one in line if not waiting_lists.may_play(one, now)},
        "is_open": table.status == Table.Status.OPEN,
        "is_for_seating": not request.GET.get("player"),
        "opened": whole(request.GET.get("player", "")),
        "counted": request.GET.get("counted", "")[:20],
        "closing": {name: request.GET[name][:20] for name in ("drop", "tips") if name in request.GET},
        "session": _session(table, may_close=may_close) if table.is_session else None,
        "time_charge": table_rules.of_table(table, table.game).time_charge,
        "time_taken": next((one.at for one in acts if one.kind == StaffAct.Kind.TIME and not one.taken_back_at), None),
        "acts": [(act, staff_acts.in_words(act)) for act in acts],
    }
    return render(request, "tables/staff.html", context)


@require_GET
@page_needs(RIGHT)
def find(request: HttpRequest, table_id: int) -> HttpResponse:
    """The part of the page that shows who may be meant by `q`."""
    try:
        table = _real_cards(table_id)
    except ClubError as unknown:
        return refused(request, unknown)
    return render(request, "tables/_people_found.html", finding(request, table))


@require_POST
@page_needs(RIGHT)
def act(request: HttpRequest, table_id: int, name: str) -> HttpResponse:
    """Do an act of the list with the fields that were sent, and go back to `next`, else to the table's staff page."""
    wanted = ACTS.get(name)
    if wanted is None:
        raise Http404
    check(request.user, wanted.right)
    sent = request.POST.copy()
    sent.update(request.GET)  # a button of the form says by its address what it does otherwise
    if name in AMOUNT and "amount" in sent:
        sent[AMOUNT[name]] = str(sent["amount"])
    try:
        typed = read(wanted, sent)
        if not typed.is_valid():
            raise Refused("invalid", _first_error(typed), 422)
        done = do(
            table_id,
            name,
            dict(typed.validated_data),
            key=form_key(request),
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=device_of(request),
        )
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        again = {field: str(sent[field])[:20] for field in KEPT if field in sent}
        if again.keys() - {"player"}:  # what was counted need not be typed again
            return redirect(f"{reverse('table-staff', args=[table_id])}?{urlencode(again)}")
    else:
        messages.success(request, _said(wanted, done))
    return _back(request, table_id)


@require_POST
@page_needs(RIGHT)
def undo(request: HttpRequest, act_id: int) -> HttpResponse:
    """Take an act back: `why`."""
    try:
        done = take_back.take_back(
            act_id,
            why=request.POST.get("why", "")[:300],
            by=request.user,  # type: ignore[arg-type]  # as above
            now=timezone.now(),
            source=device_of(request),
        )
    except ClubError as refusal:
        found = StaffAct.objects.filter(pk=act_id).first()
        if found is None:
            return refused(request, refusal)
        messages.error(request, on_page(refusal))
        return _back(request, found.table_id)
    messages.success(request, _("Taken back: %(what)s") % {"what": staff_acts.in_words(done)})
    if done.sale_id and Proposal.objects.filter(reverses=done.sale_id, status="waiting").exists():
        words = _("What was paid for it is given back once a second person has approved it at the desk.")
        messages.warning(request, words)
    return _back(request, done.table_id)


def finding(request: HttpRequest, table: Table) -> dict[str, Any]:
    """For pages: the form that seats somebody, and who may be meant by what was typed."""
    query = search.typed(request.GET.get("q", ""))
    seated_now = sittings.seated_at(table)
    taken_seats = {one.seat for one in seated_now}
    free = [number for number in range(1, table.seats + 1) if number not in taken_seats]
    asked_seat = whole(request.GET.get("seat", ""), 2)
    buy_in = whole(_plain(request.GET.get("buy_in", "")), 15) or seats.usual_buy_in(table)
    may_see = has_right(request.user, "people.see")
    people = search.called(query, may_see_members=may_see, most=FOUND)
    seated = {one.player_id: one.seat for one in seated_now}
    return {
        "table": table,
        "q": query,
        "may_enrol": has_right(request.user, "people.edit"),
        "free": free,
        "seat": asked_seat if asked_seat in free else next(iter(free), None),
        "buy_in": buy_in,
        "sells": has_right(request.user, SELLS),
        "key": uuid.uuid4().hex,
        "found": [(one, seated.get(one.pk), _has_chips(one, table, buy_in)) for one in people],
    }


def read(wanted: TableAct, sent: QueryDict) -> serializers.Serializer[Any]:
    """What was typed, by the act's own fields: full-width digits and separators are understood, empty fields left out."""
    given: dict[str, Any] = {}
    for name, field in wanted.fields().fields.items():
        text = str(sent.get(name, "")).strip()
        if text:
            given[name] = _plain(text) if isinstance(field, serializers.IntegerField) else text
    return wanted.fields(data=given)


# -- the pieces -------------------------------------------------------------------------------------------------------


def _real_cards(table_id: int) -> Table:
    table = table_as_seen.table_of(table_id)
    if not table.is_cash or table.deals_itself:
        raise Refused("no_staff_here", _("Staff seats people at open cash tables with real cards."))
    return table


def _place(table: Table, sitting: Sitting) -> dict[str, Any]:
    return {
        "sitting": sitting,
        "stack": None if sitting.account is None else sitting.account.balance,
        "is_in_hand": sittings.is_in_hand(table, sitting.player),
        "is_booked": not table.is_session,
        "key": uuid.uuid4().hex,
    }


def _said(wanted: TableAct, done: StaffAct) -> str:
    """What is said when the act is done."""
    if done.after.get("waits"):
        return _("The difference waits for a second person, who approves it at the desk; then close the table.")
    return str(wanted.done) % {"name": "" if done.player is None else done.player.nickname}


def _session(table: Table, *, may_close: bool) -> dict[str, Any]:
    """What a session table has more: its balance, what waits, and who has left."""
    balance = session_tables.balance_of(table)
    lines = [
        (_("Came in"), balance.came),
        (_("Counted out"), -balance.cash_outs),
        (_("Drop"), -balance.drop),
        (_("Tips"), -balance.tips),
        (_("Time charge"), -balance.time),
        (_("Difference"), balance.difference),
    ]
    left = stays.at_cash_tables().filter(table=table, state=Sitting.State.LEFT).select_related("player")
    return {
        "balance": balance,
        "lines": [(label, chips) for label, chips in lines if chips],
        "waits": session_tables.waiting_difference(table),
        "left": left.order_by("-left_at", "-pk"),
        "may_close": may_close,
    }


def _has_chips(player: Player, table: Table, chips: int) -> bool:
    return sittings.wallet_of(player, table).balance >= chips


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace(",", "").strip()


def _first_error(typed: serializers.Serializer[Any]) -> str:
    name, said = next(iter(typed.errors.items()))
    label = staff_acts.LABELS.get(name)
    words = str(said[0] if isinstance(said, list) else said)
    return at_field("" if label is None else str(label), words)


def _back(request: HttpRequest, table_id: int) -> HttpResponse:
    after = request.POST.get("next", "")
    if after and url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()}):
        return redirect(after)
    return redirect("table-staff", table_id=table_id)


urlpatterns = [
    path("tables/<int:table_id>/staff/", staff, name="table-staff"),
    path("tables/<int:table_id>/staff/find/", find, name="table-staff-find"),
    path("tables/<int:table_id>/staff/<slug:name>/", act, name="table-staff-act"),
    path("staff-acts/<int:act_id>/take-back/", undo, name="staff-take-back"),
]
