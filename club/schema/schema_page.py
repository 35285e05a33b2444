"""The API's schema at its address, made by one thread at a time."""

from __future__ import annotations

import threading
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.views import SpectacularAPIView

# Spectacular loads its extensions when a process makes its first schema, without a lock: of two threads one failed with a 500.
ONE_AT_A_TIME = threading.RLock()


class SchemaPage(SpectacularAPIView):
    """OpenAPI of everything below `/api/v1/`, as YAML or JSON."""

    def dispatch(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        """The schema; whoever asks while it is made for another waits."""
        with ONE_AT_A_TIME:
            answer: HttpResponseBase = super().dispatch(request, *arguments, **named)
            return answer
