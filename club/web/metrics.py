"""`/metrics`: the figures of the installation in Prometheus's format, for whoever brings the token of the settings."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_GET
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from club.base.registry import Gauge
from club.operator import gauges

PLAIN = "text/plain; charset=utf-8"


class _Figures(Collector):
    """The figures as Prometheus groups them: one family a name."""

    def __init__(self, figures: Iterable[Gauge]) -> None:
        self.figures = list(figures)

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for one in self.figures:
            kind = CounterMetricFamily if one.name.endswith("_total") else GaugeMetricFamily
            family = families.setdefault(one.name, kind(one.name, one.words, labels=list(one.labels)))
            family.add_metric(list(one.labels.values()), float(one.value))  # type: ignore[attr-defined]
        return families.values()


@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """404 where the settings name no token, 401 without it: what a club takes in and how busy it is are its own affair."""
    if not settings.METRICS_TOKEN:
        return HttpResponse("METRICS_TOKEN is not set.\n", PLAIN, 404)
    brought = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not constant_time_compare(brought, settings.METRICS_TOKEN):
        return HttpResponse(
            "Authorization: Bearer and METRICS_TOKEN.\n", PLAIN, 401, headers={"WWW-Authenticate": "Bearer"}
        )
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(gauges.measured(now=timezone.now())))
    return HttpResponse(generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4)


urlpatterns = [path("metrics", metrics, name="metrics")]
