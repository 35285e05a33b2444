"""What makes the pages an app on a phone: its manifest, its service worker, and the page that it shows without a connection."""

from __future__ import annotations

import hashlib
import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from club.web_owner.club_pages import club

ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@require_GET
def manifest(request: HttpRequest) -> JsonResponse:
    """The club as an app: its name, its colours, its icons."""
    here = club()
    icons = [
        {
            "src": static(f"club/icon-{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    told = {
        "id": "/",
        "name": here.name,
        "short_name": here.name[:30],
        "lang": get_language(),
        "start_url": reverse("lobby"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f1e8",
        "theme_color": here.theme,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json", headers={"Cache-Control": "max-age=3600"})


@require_GET
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, under the root, so that it sees to every page. Another text of it is another worker."""
    script, offline = static("club/service_worker.js"), reverse("offline")
    page = render(request, "club/offline.html").content
    digest = hashlib.sha256(page).hexdigest()[:12]
    told = {"cache": f"shell-{digest}", "offline": offline, "icon": static("club/icon-any-192.png")}
    text = f"import {{ start }} from {json.dumps(script)};\n\nstart({json.dumps(told)});\n"
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown where the club cannot be reached: the same for everybody, since browsers keep it."""
    return render(request, "club/offline.html")


urlpatterns = [
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", service_worker, name="service-worker"),
    path("offline/", offline, name="offline"),
]
