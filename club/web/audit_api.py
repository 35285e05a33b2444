"""The API of audits: the last one and those before, and asking for one that a worker makes."""

from __future__ import annotations

from typing import cast

from django.urls import path, reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import ledger
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import needs
from club.http.problems import problems
from club.ledger import asked_audits, audit
from club.models import AskedAudit, AuditRun, User

SHOWN = 100
AGAIN_SECONDS = 2  # after which it is worth asking for its state again
_HEADERS = [
    OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[202], description="Where its state is told."),
    OpenApiParameter("Retry-After", int, OpenApiParameter.HEADER, response=[202], description="Seconds until then."),
]


class Audit(APIView):
    """Do the books balance?"""

    permission_classes = (needs("ledger.audit"),)

    @extend_schema(responses={200: ledger.LastAudit, **problems()}, operation_id="audit")
    def get(self, request: Request) -> Response:
        """What the last audit found, the differences in words, and the audit that is asked for.

        Every night has an audit; a club that has had none is new, and its books are few enough to be rebuilt at once.
        """
        last, asked = audit.latest() or audit.run_and_keep(now=timezone.now()), asked_audits.open_one()
        return Response({**audit.told(last), "asked": None if asked is None else asked_audits.told(asked)})

    @extend_schema(
        request=None, responses={202: ledger.AskedAudit, **problems()}, operation_id="ask_audit", parameters=_HEADERS
    )
    def post(self, request: Request) -> Response:
        """Have a worker rebuild every balance and every seal, which takes seconds to minutes.

        `Location` is the address that tells how far it is, and then what it found. While one waits, asking again is the same audit.
        """
        by = cast(User, request.user)
        asked = asked_audits.ask(by=by, source=source_of(request._request), now=timezone.now())
        where = reverse("api-asked-audit", args=[asked.pk])
        return Response(
            asked_audits.told(asked), status=202, headers={"Location": where, "Retry-After": str(AGAIN_SECONDS)}
        )


class Asked(APIView):
    """An audit that somebody asked for."""

    permission_classes = (needs("ledger.audit"),)

    @extend_schema(responses={200: ledger.AskedAudit, **problems(404)}, operation_id="asked_audit")
    def get(self, request: Request, asked_id: int) -> Response:
        """How far it is, and what it found."""
        asked = AskedAudit.objects.select_related("run").filter(pk=asked_id).first()
        if asked is None:
            raise ClubError("unknown_audit", _("No such audit was asked for."), 404)
        return Response(asked_audits.told(asked))


class Audits(APIView):
    """The history of audits."""

    permission_classes = (needs("ledger.audit"),)

    @extend_schema(responses={200: ledger.AuditRuns, **problems()}, operation_id="audits")
    def get(self, request: Request) -> Response:
        """The last hundred audits, latest first."""
        return Response({"audits": [audit.told(one) for one in AuditRun.objects.order_by("-pk")[:SHOWN]]})


urlpatterns = [
    path("audit/", Audit.as_view(), name="api-audit"),
    path("audits/", Audits.as_view(), name="api-audits"),
    path("audits/asked/<int:asked_id>/", Asked.as_view(), name="api-asked-audit"),
]
