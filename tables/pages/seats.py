"""What a player does from the seat besides deciding: sitting down and leaving, chips, choosing, showing cards."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_POST

from club.base.errors import ClubError
from club.house.audit_log import source_of
from club.models import Player, User
from club.people.people import player_of
from tables.cash import seating
from tables.dealing import dealer
from tables.hand import fair_deals, preactions, presence, voluntary_shows
from tables.pages.felt import device_of, felt_after, form_key, number, show
from tables.player_choices import player_notes, seat_switches
from tables.practice import practice_tables


@require_POST
@login_required
def choose_preaction(request: HttpRequest, table_id: int) -> HttpResponse:
    """Choose beforehand: `hand`, `preaction` (empty: none)."""
    words = request.POST.get("preaction", "")[:40]
    return felt_after(
        request,
        table_id,
        lambda player: preactions.choose(table_id, number(request, "hand"), words, by=player, now=timezone.now()),
    )


@require_POST
@login_required
def set_switch(request: HttpRequest, table_id: int) -> HttpResponse:
    """Set a switch of one's seat: `switch`, `on` (nothing: off), and for the top-up `chips`."""

    def act(player: Player) -> None:
        seat_switches.set_switch(
            table_id,
            player,
            request.POST.get("switch", "")[:40],
            on=bool(request.POST.get("on")),
            chips=number(request, "chips") if "chips" in request.POST else None,
            now=timezone.now(),
            source=device_of(request),
        )

    return felt_after(request, table_id, act)


@require_POST
@login_required
def set_note(request: HttpRequest, table_id: int) -> HttpResponse:
    """Note something of another player, for oneself: `player`, `mark`, `text`."""
    mark, text = request.POST.get("mark", "")[:20], request.POST.get("text", "")[:2000]

    def act(player: Player) -> None:
        player_notes.note(player, number(request, "player"), mark, text, now=timezone.now())

    return felt_after(request, table_id, act)


@require_POST
@login_required
def show_cards(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show cards after a hand: `hand`, `cards` such as ``As Kd``."""
    cards = request.POST.get("cards", "")[:60].split()
    return felt_after(
        request,
        table_id,
        lambda player: voluntary_shows.show(
            number(request, "hand"), cards, by=player, now=timezone.now(), source=device_of(request)
        ),
    )


@require_POST
@login_required
def rabbit_hunt(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask for the cards that would have come: `hand`."""
    return felt_after(
        request,
        table_id,
        lambda player: voluntary_shows.hunt(
            number(request, "hand"), by=player, now=timezone.now(), source=device_of(request)
        ),
    )


@require_POST
@login_required
def here(request: HttpRequest, table_id: int) -> HttpResponse:
    """A sign of life of an open page."""
    presence.sign(table_id, player_of(request.user), timezone.now())
    return HttpResponse(status=204)


@require_POST
@login_required
def sit_down(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a seat: `seat`, `buy_in`, `key`."""
    return felt_after(
        request,
        table_id,
        lambda player: seating.sit_down(
            table_id,
            player,
            number(request, "seat"),
            number(request, "buy_in"),
            key=form_key(request),
            now=timezone.now(),
            source=device_of(request),
        ),
    )


@require_POST
@login_required
def top_up(request: HttpRequest, table_id: int) -> HttpResponse:
    """Add chips: `amount`, `key`."""
    return felt_after(
        request,
        table_id,
        lambda player: seating.top_up(
            table_id,
            player,
            number(request, "amount"),
            key=form_key(request),
            now=timezone.now(),
            source=device_of(request),
        ),
    )


@require_POST
@login_required
def stand_up(request: HttpRequest, table_id: int) -> HttpResponse:
    """Leave with all chips."""
    return felt_after(
        request,
        table_id,
        lambda player: seating.stand_up(table_id, player, now=timezone.now(), source=device_of(request)),
    )


@require_POST
@login_required
def sit_out(request: HttpRequest, table_id: int) -> HttpResponse:
    """Be dealt no further hands."""
    return felt_after(
        request,
        table_id,
        lambda player: seating.sit_out(table_id, player, now=timezone.now(), source=device_of(request)),
    )


@require_POST
@login_required
def add_word(request: HttpRequest, table_id: int) -> HttpResponse:
    """Add a word to the shuffle of the next hand: `hand` (its number), `word` (empty takes it back)."""
    return felt_after(
        request,
        table_id,
        lambda player: fair_deals.add_word(
            table_id, number(request, "hand"), request.POST.get("word", ""), by=player, now=timezone.now()
        ),
    )


@require_POST
@login_required
def come_back(request: HttpRequest, table_id: int) -> HttpResponse:
    """Be dealt in again."""
    return felt_after(
        request,
        table_id,
        lambda player: seating.come_back(
            table_id, player, now=timezone.now(), source=device_of(request), post="post" in request.POST
        ),
    )


@require_POST
@login_required
def choose_game(request: HttpRequest, table_id: int) -> HttpResponse:
    """In dealer's choice, choose the next game: `game`."""
    words = request.POST.get("game", "")[:80]

    def act(player: Player) -> None:
        dealer.choose_game(table_id, words, by=player, now=timezone.now(), device=device_of(request))

    return felt_after(request, table_id, act)


@require_POST
@login_required
def seat_computer(request: HttpRequest, table_id: int) -> HttpResponse:
    """Seat a computer player: `level`."""

    def act(by: User) -> None:
        level = request.POST.get("level", "")[:10]
        practice_tables.seat_computer(table_id, level, by=by, now=timezone.now(), source=source_of(request))

    return _of_computers(request, table_id, act)


@require_POST
@login_required
def send_computer_away(request: HttpRequest, table_id: int) -> HttpResponse:
    """Have a computer player leave: `seat`."""

    def act(by: User) -> None:
        seat = number(request, "seat")
        practice_tables.send_computer_away(table_id, seat, by=by, now=timezone.now(), source=source_of(request))

    return _of_computers(request, table_id, act)


def _of_computers(request: HttpRequest, table_id: int, act: Callable[[User], None]) -> HttpResponse:
    refused: ClubError | None = None
    try:
        act(request.user)  # type: ignore[arg-type]  # login_required lets only logins in
    except ClubError as refusal:
        refused = refusal
    return show(request, table_id, whole=not getattr(request, "htmx", False), refusal=refused)


urlpatterns = [
    path("tables/<int:table_id>/computers/", seat_computer, name="seat-computer"),
    path("tables/<int:table_id>/computers/leave/", send_computer_away, name="computer-leaves"),
    path("tables/<int:table_id>/sit-down/", sit_down, name="sit-down"),
    path("tables/<int:table_id>/top-up/", top_up, name="top-up"),
    path("tables/<int:table_id>/stand-up/", stand_up, name="stand-up"),
    path("tables/<int:table_id>/sit-out/", sit_out, name="sit-out"),
    path("tables/<int:table_id>/come-back/", come_back, name="come-back"),
    path("tables/<int:table_id>/choose-game/", choose_game, name="choose-game"),
    path("tables/<int:table_id>/shuffle-word/", add_word, name="add-word"),
    path("tables/<int:table_id>/preaction/", choose_preaction, name="preaction"),
    path("tables/<int:table_id>/switch/", set_switch, name="switch"),
    path("tables/<int:table_id>/note/", set_note, name="note"),
    path("tables/<int:table_id>/show-cards/", show_cards, name="show-cards"),
    path("tables/<int:table_id>/rabbit-hunt/", rabbit_hunt, name="rabbit-hunt"),
    path("tables/<int:table_id>/here/", here, name="here"),
]
