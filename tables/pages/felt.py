"""The page of a table with its felt, and the decisions that are taken there.

The felt is a fragment of its own: the page fetches it again when it hears of a new version, and every form of the
table answers with it, so no page needs a reload. A refused form answers with the felt, the refusal on it, and the
refusal's status; without htmx the same forms answer with whole pages.

Who only watches is told a key by which the next felt is had from memory (`tables.queries.watched_felt`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.live import page_parts, shared_parts
from club.models import ComputerLevel, Player, User
from club.people.people import player_of
from club.text.messages import on_page
from engine import text_limits
from engine.games.row_layout import PLACE, ROWS, SET
from tables.breaking_and_closing import must_move
from tables.chinese_hands import placement_preview, setting_suggestions
from tables.core import admission, table_rules
from tables.core.errors import Refused
from tables.dealing import player_decisions, refused_settlements
from tables.hand import presence
from tables.hand.hand_in_play import Play
from tables.live_cards import real_card_tables, score_sheet
from tables.pages import hands, lobby, open_mix, open_table
from tables.practice import practice_tables
from tables.queries import felt_as_seen, hand_as_seen, own_tables, table_as_seen, watched_felt
from tables.staff import act_list

# Whatever shows somebody who does not sit at the table more than everybody sees.
SEE_MORE = ("error", "may_call_off", "may_break", "may_record", "may_seat_computers", "may_seat")
# What people fill in, as the pages call it.
FIELDS = {
    "seat": gettext_noop("Seat"),
    "buy_in": gettext_noop("Buy-in"),
    "amount": gettext_noop("Amount"),
    "chips": gettext_noop("Chips"),
    "main": gettext_noop("Players move to"),
}


@require_GET
@login_required
@xframe_options_sameorigin  # the page of all one's tables shows it in a frame
def table_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """One table."""
    return show(request, table_id, whole=True)


@require_GET
@login_required
def felt(request: HttpRequest, table_id: int) -> HttpResponse:
    """The part of a table's page that changes."""
    presence.sign(table_id, player_of(request.user), timezone.now())
    return show(request, table_id)


@require_POST
@login_required
def decide(request: HttpRequest, table_id: int) -> HttpResponse:
    """Answer an ask: `hand`, `ask`, `decision`, and where a button needs it `amount`, or `card` for each card that goes.

    A button may carry the whole decision: `raise 40`, `agree 2`. Cards that are placed come as `to-As`: the row's name,
    or nothing for a card that is discarded.
    """

    def act(player: Player) -> object:
        words = request.POST.get("decision", "")
        amount = request.POST.get("amount", "").strip()
        if amount and words in ("raise", "bet"):
            words = f"{words} {amount.replace(',', '')}"
        elif words in ("draw", "discard"):
            words = " ".join([words, *request.POST.getlist("card")])
        elif words in (PLACE, SET):
            words = _placed(request)
        decided, play = player_decisions.answer(
            table_id,
            number(request, "hand"),
            number(request, "ask"),
            words,
            by=player,
            now=timezone.now(),
            device=device_of(request),
        )
        presence.sign_by_decision(play.sittings, player, timezone.now())
        return play if decided in play.new and not play.row.is_recorded else None

    return felt_after(request, table_id, act)


@require_POST
@login_required
def preview_placement(request: HttpRequest, table_id: int) -> HttpResponse:
    """What the rows would make with cards placed so far as `to-As` says, for `hand` and `ask`. Nothing is written.

    A POST, so that no address and no log holds a card.
    """
    try:
        words = _placed(request).removeprefix(PLACE)
        told = placement_preview.preview(
            number(request, "hand"), number(request, "ask"), player_of(request.user), words
        )
    except ClubError as refusal:
        return render(request, "tables/_placement_preview.html", {"error": on_page(refusal)}, status=refusal.status)
    return render(request, "tables/_placement_preview.html", {"told": told, "is_fresh": True})


# -- what every view needs --------------------------------------------------------------------------------------------


def felt_after(request: HttpRequest, table_id: int, act: Callable[[Player], object]) -> HttpResponse:
    """Do what a form asks for, and answer with the felt; a refusal stands on it. A visit to the table's hand that `act` hands
    back is shown as it was left."""
    is_partial = bool(getattr(request, "htmx", False))
    try:
        player = player_of(request.user)
        if player is None:
            raise Refused("not_a_player", _("This login belongs to no player."), 403)
        done = act(player)
    except ClubError as refusal:
        return show(request, table_id, whole=not is_partial, refusal=refusal)
    play = done if isinstance(done, Play) else None
    return show(request, table_id, play=play) if is_partial else redirect("table", table_id=table_id)


def show(
    request: HttpRequest,
    table_id: int,
    *,
    whole: bool = False,
    refusal: ClubError | None = None,
    play: Play | None = None,
) -> HttpResponse:
    try:
        table = table_as_seen.table_of(table_id) if play is None else play.table
    except ClubError as unknown:
        return hands.refused(request, unknown)
    viewer = player_of(request.user)
    now, error = timezone.now(), "" if refusal is None else on_page(refusal)
    context = felt_as_seen.felt_as_seen_by(table, viewer, now=now, error=error, play=play)
    wanted = text_limits.whole(request.GET.get("suggest", ""), 9)
    if request.method == "GET" and wanted is not None and context["hand"] is not None:
        try:
            context["suggested"] = setting_suggestions.suggest(context["hand"]["id"], wanted, viewer)
        except ClubError as not_told:
            context["error"], refusal = str(not_told), not_told
    context["viewer"], context["may_sit"] = viewer, True  # whoever looks is signed in
    context["may_call_off"] = has_right(request.user, "tables.void")
    if context["hand"] is not None and context["hand"]["is_refused"] and context["may_call_off"]:
        context["refused_why"] = refused_settlements.why(hand_as_seen.hand_of(context["hand"]["id"]))
    context["may_break"] = has_right(request.user, "tables.open")
    context["main_tables"] = must_move.main_tables(table) if context["may_break"] and table.is_cash else []
    context["is_scored"], context["is_entered"] = score_sheet.is_kept_for(table), real_card_tables.is_kept_for(table)
    context["may_record"] = has_right(request.user, "tables.record")
    context["may_seat_computers"] = isinstance(request.user, User) and practice_tables.may_seat(table, request.user)
    if context["may_seat_computers"]:
        context |= {"levels": ComputerLevel.choices, "computers": _computers(context["seen"])}
    context["may_seat"] = table.is_cash and not table.deals_itself and has_right(request.user, act_list.RIGHT)
    if whole:
        context["is_tile"] = "tile" in request.GET
        context["own_tables"] = [] if context["is_tile"] else own_tables.of_player(viewer, without=table.pk)
    context["has_chat"] = whole and table_rules.of_table(table, table.game).chat != "off"
    context["is_host"] = whole and table.is_private and admission.is_host(table, viewer)
    context["watching"] = _key_to_watch(context, now)
    context["is_fragment"] = not whole  # then what stands outside the felt, and changes with it, comes along
    name = "tables/table.html" if whole else "tables/_felt.html"
    answer = render(request, name, context, status=200 if refusal is None else refusal.status)
    if context["watching"]:
        answer[shared_parts.KEY] = context["watching"]
    return answer if whole else page_parts.answer(request, answer)


def _key_to_watch(context: dict[str, Any], now: datetime) -> str:
    """The key by which the next felt is had from memory; empty for whoever sees more than everybody."""
    login = None if context["viewer"] is None else context["viewer"].user_id
    if login is None or any(context[name] for name in SEE_MORE) or context["seen"]["you"] is not None:
        return ""
    return watched_felt.key(context["table"], login, now=now) if watched_felt.is_for(context["table"], login) else ""


def _computers(seen: dict[str, Any]) -> list[dict[str, Any]]:
    """The computer players at the table, each with its level in words."""
    found = [sitting for sitting in seen["sittings"] if sitting["is_computer"]]
    return [{**one, "level_words": ComputerLevel(one["level"]).label} for one in found]


def number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "").strip().replace(",", "")
    if not text.isdecimal() or len(text) > 15:
        what = _(FIELDS[name]) if name in FIELDS else ""
        if not what:  # a field that no person fills in
            raise Refused("form_incomplete", _("This form is not complete; load the page again."), 422)
        raise Refused("not_a_number", _("%(what)s: write a whole number, such as 200.") % {"what": what}, 422)
    return int(text)


def _placed(request: HttpRequest) -> str:
    """The placing that a form tells card by card, in words."""
    rows: dict[str, str] = dict.fromkeys(ROWS, "")
    for name, row in request.POST.items():
        if name.startswith("to-") and row in rows:
            rows[str(row)] += name.removeprefix("to-")
    return " ".join([PLACE, *[f"{row}={cards}" for row, cards in rows.items() if cards]])


def form_key(request: HttpRequest) -> str:
    key = request.POST.get("key", "").strip()
    if not key or len(key) > 100:
        raise Refused("idempotency_key_missing", _("This form has lost its key; load the page again."), 422)
    return key


def device_of(request: HttpRequest) -> str:
    return f"page {source_of(request)}"[:200]


urlpatterns = [
    *open_table.urlpatterns,
    *open_mix.urlpatterns,
    *hands.urlpatterns,
    *lobby.urlpatterns,
    path("tables/<int:table_id>/", table_page, name="table"),
    path("tables/<int:table_id>/felt/", felt, name="felt"),
    path("tables/<int:table_id>/decide/", decide, name="decide"),
    path("tables/<int:table_id>/placement-preview/", preview_placement, name="placement-preview"),
]
