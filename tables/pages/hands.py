"""The pages of one hand: in full, step by step, and what the viewer may prove of its deal."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET

from club.base.errors import ClubError
from club.people.people import player_of
from club.text.messages import on_page, said
from engine.play import deal_proof
from tables.hand import odds
from tables.queries import hand_as_seen, written_hands

LONGEST_STEP = 6  # digits


@require_GET
@login_required
def hand_page(request: HttpRequest, hand_id: int) -> HttpResponse:
    """A hand as this viewer may see it."""
    try:
        row = hand_as_seen.hand_of(hand_id)
        seen = hand_as_seen.hand_as_seen_by(row, player_of(request.user), now=timezone.now())
    except ClubError as refusal:
        return refused(request, refusal)
    words = [(seen["names"].get(seat, seat), word) for seat, word in sorted(seen["words"].items())]
    context = {"row": row, "table": row.table, "seen": seen, "view": seen["view"], "words": words}
    context["notations"] = written_hands.notations_of(row) if seen["view"]["over"] else ["phh"]
    return render(request, "tables/hand.html", context)


@require_GET
@login_required
def replay_page(request: HttpRequest, hand_id: int) -> HttpResponse:
    """A hand decision by decision: `step` of the query string says after how many."""
    try:
        context = _moment(request, hand_id)
    except ClubError as refusal:
        return refused(request, refusal)
    return render(request, "tables/replay.html", context)


@require_GET
@login_required
def replay_picture(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The moment of `step` as a picture (SVG) to share; it shows what this viewer may see and no more."""
    try:
        context = _moment(request, hand_id)
    except ClubError as refusal:
        return refused(request, refusal)
    row = context["row"]
    answer = render(
        request,
        "tables/moment.svg",
        context | {"title": f"{row.table.name} #{row.number}"},
        content_type="image/svg+xml; charset=utf-8",
    )
    answer["Content-Disposition"] = f'inline; filename="hand-{row.pk}-{context["step"]}.svg"'
    return answer


def _moment(request: HttpRequest, hand_id: int) -> dict[str, Any]:
    """A hand after the step that is asked for, and the odds of that moment once it is over. Raises `ClubError`."""
    row, viewer, now = hand_as_seen.hand_of(hand_id), player_of(request.user), timezone.now()
    step = step_of(request)
    hand, last = hand_as_seen.hand_at_step(row, viewer, step, now=now)
    whole = hand_as_seen.hand_as_seen_by(row, viewer, now=now)
    found = {}
    if whole["view"]["over"] and not row.is_result_only:
        found = odds.odds(hand["view"], whole["view"], f"{row.pk}")
    told = [{"name": hand["names"].get(str(seat), ""), "percent": percent} for seat, percent in found.items()]
    told.sort(key=lambda one: -one["percent"])
    return {"row": row, "table": row.table, "odds": told} | replayed(hand, min(step, last), last)


def step_of(request: HttpRequest) -> int:
    """The step that is asked for; 0 for anything that is no number."""
    text = request.GET.get("step", "")
    return int(text) if text.isdecimal() and len(text) <= LONGEST_STEP else 0


def replayed(hand: dict[str, Any], step: int, last: int) -> dict[str, Any]:
    """What the replay's templates need: the felt as it was, and the steps around."""
    view = hand["view"]
    places = [
        {
            "seat": held["seat"],
            "sitting": {"name": hand["names"].get(str(held["seat"]), ""), "state": "active"},
            "hand": held,
            "stack": held["stack"],
            "is_you": held["seat"] == hand["you"],
            "is_to_act": held["seat"] in view["to_act"],
            "has_button": held["seat"] == view["button"],
        }
        for held in view["seats"]
    ]
    return {
        "hand": hand,
        "view": view,
        "places": places,
        "seen": {"you": hand["you"]},
        "step": step,
        "last": last,
        "before": max(step - 1, 0),
        "after": min(step + 1, last),
    }


@require_GET
@login_required
def verify_page(request: HttpRequest, hand_id: int) -> HttpResponse:
    """What was sealed before the deal, the words, and the cards the viewer can prove, checked here and for anybody else."""
    try:
        row = hand_as_seen.hand_of(hand_id)
        told = hand_as_seen.proof_as_seen_by(row, player_of(request.user), now=timezone.now())
    except ClubError as refusal:
        return refused(request, refusal)
    verdict = deal_proof.check(json.loads(json.dumps(told)))
    names = {str(number): hand_as_seen.name_of(place) for number, place in hand_as_seen.seats_of(row).items()}
    last = max((one["place"] for one in told["cards"] if one["to"] != deal_proof.OUTSIDE), default=-1)
    context = {
        "row": row,
        "table": row.table,
        "proof": told,
        "verdict": verdict,
        "faults": [said(fault) for fault in verdict.found],
        "words": [(names.get(seat, seat), word) for seat, word in told["words"].items()],
        "cards": [one | {"name": _whose(one["to"], names)} for one in told["cards"] if one["place"] <= last],
    }
    return render(request, "tables/verify.html", context)


def _whose(to: str, names: dict[str, str]) -> str:
    kind, _sign, number = to.partition(" ")
    return names.get(number, number) if kind == "seat" else ""


@require_GET
@login_required
def proof_file(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The proof as a file, for ``python -m engine verify``."""
    try:
        row = hand_as_seen.hand_of(hand_id)
        told = hand_as_seen.proof_as_seen_by(row, player_of(request.user), now=timezone.now())
    except ClubError as refusal:
        return refused(request, refusal)
    answer = JsonResponse(told, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="hand-{row.pk}-proof.json"'
    return answer


def refused(request: HttpRequest, refusal: ClubError) -> HttpResponse:
    """A refusal as a page."""
    return render(request, "tables/refused.html", {"error": on_page(refusal)}, status=refusal.status)


urlpatterns = [
    path("hands/<int:hand_id>/", hand_page, name="hand"),
    path("hands/<int:hand_id>/replay/", replay_page, name="replay"),
    path("hands/<int:hand_id>/replay/picture.svg", replay_picture, name="replay-picture"),
    path("hands/<int:hand_id>/verify/", verify_page, name="verify-hand"),
    path("hands/<int:hand_id>/proof.json", proof_file, name="proof-file"),
]
