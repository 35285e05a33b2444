"""The club's own pages, and the frame around every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path


def frame(request: HttpRequest) -> dict[str, Any]:
    """What base.html needs on every page."""
    return {"streams_url": settings.STREAMS_URL}


def front_door(request: HttpRequest) -> HttpResponse:
    return render(request, "club/front_door.html")


urlpatterns = [path("", front_door, name="front-door")]
