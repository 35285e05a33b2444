"""The API's schema at its address, made by one thread at a time."""

from __future__ import annotations

import threading
from typing import Any

from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

# Spectacular loads its extensions when a process makes its first schema, without a lock: of two threads one failed with a 500.
ONE_AT_A_TIME = threading.RLock()


class SchemaPage(SpectacularAPIView):
    """OpenAPI of everything below `/api/v1/`, as YAML or JSON."""

    def get(self, request: Request, *arguments: Any, **named: Any) -> Response:
        """The schema; whoever asks while it is made for another waits."""
        with ONE_AT_A_TIME:
            answer: Response = super().get(request, *arguments, **named)
            return answer
