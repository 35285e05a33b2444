"""The header by which a request that moves money is told from its repetition."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from club.base.errors import ClubError
from club.base.phrases import gettext as _

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, required=True, description="The same key is the same request."
)


def key_of(request: Request, purpose: str) -> str:
    """The ledger key of a money request, in its user's own name space. Raises `ClubError` if the header is missing."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not 1 <= len(key) <= 100:
        raise ClubError("idempotency_key_missing", _("Send an Idempotency-Key header of 1 to 100 characters."), 400)
    return f"{purpose}:{request.user.pk}:{key}"
