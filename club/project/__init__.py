"""The wiring: settings, addresses, servers, workers. Apps are reached by name only."""

from club.project.celery import app as celery_app

__all__ = ["celery_app"]
