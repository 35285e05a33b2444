"""The club's own pages, and the frame around every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone


def frame(request: HttpRequest) -> dict[str, Any]:
    """What base.html needs on every page: the streams' address and the server's clock in ms, which browsers follow."""
    return {"streams_url": settings.STREAMS_URL, "server_now": int(timezone.now().timestamp() * 1000)}


def front_door(request: HttpRequest) -> HttpResponse:
    return render(request, "club/front_door.html")


urlpatterns = [path("", front_door, name="front-door")]
