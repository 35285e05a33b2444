"""The addresses of the club and one more: an endpoint that knows who asks, writes one row, and that is all."""

from __future__ import annotations

from django.db import connection
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class OneRowView(APIView):
    def post(self, request: Request) -> Response:
        """One row."""
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_row (login) VALUES (%s)", [request.user.pk])
        return Response({})


urlpatterns = [path("bench/one-row/", OneRowView.as_view()), path("", include("club.project.urls"))]
