"""``manage.py doctor``: what is wrong with this installation, and what to do."""

from __future__ import annotations

import fcntl
import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club.operator import doctor
from club.operator.doctor import State
from club.project.servers import var_directory


class Command(BaseCommand):
    help = (
        "Look this installation over: what is wrong, and what to do about it. Exit 1 if anything keeps it from working."
    )

    def handle(self, **options: Any) -> None:
        paint = {State.WELL: self.style.SUCCESS, State.WARNING: self.style.WARNING, State.FAULT: self.style.ERROR}
        found = list(doctor.examine(now=timezone.now(), is_open=_is_open()))
        for one in found:
            self.stdout.write(f"{paint[one.state](one.state.value):8} {one.words}")
            if one.remedy:
                self.stdout.write(f"{'':8} → {one.remedy}")
        if any(one.state is State.FAULT for one in found):
            sys.exit(1)


def _is_open() -> bool:
    """Whether an `up` holds this installation."""
    try:
        with open(var_directory() / "up.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
