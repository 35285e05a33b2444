"""Work that beat and the pages hand to the workers."""

from celery import shared_task


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> None:
    """Find what is due."""
