"""Work that beat hands to the workers."""

from celery import shared_task


@shared_task(name="club.tasks.heartbeat")
def heartbeat() -> None:
    """Show that beat, broker, worker and database reach each other."""


@shared_task(name="club.tasks.nightly_audit")
def nightly_audit() -> None:
    """Rebuild every balance."""
