"""Phones in the room: the code to scan, to be printed, and the authority's certificate that they may take in."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

from club.membership.cards import as_svg


@require_GET
def phones(request: HttpRequest) -> HttpResponse:
    """The club's address as a code to scan, for the wall of the room."""
    context = {
        "address": settings.WEB_ORIGIN,
        "code": as_svg(f"{settings.WEB_ORIGIN}/"),
        "is_for_this_machine_alone": _is_loopback(urlsplit(settings.WEB_ORIGIN).hostname or ""),
        "has_authority": bool(settings.LOCAL_AUTHORITY),
    }
    return render(request, "club/phones.html", context)


@require_GET
def authority(request: HttpRequest) -> HttpResponse:
    """The certificate of this club's own authority, as phones take it in. It is no secret: its key is."""
    file = Path(settings.LOCAL_AUTHORITY)
    if not settings.LOCAL_AUTHORITY or not file.is_file():
        raise Http404
    return HttpResponse(
        file.read_bytes(),
        content_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="club.crt"'},
    )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


urlpatterns = [
    path("phones/", phones, name="phones"),
    path("phones/club.crt", authority, name="phones-authority"),
]
