"""A second beat, as on another machine that was started by mistake."""

from __future__ import annotations

import random
import subprocess

from club.project.processes import marked, program
from tests.faults.club import Club
from tests.faults.strikes import Struck, well_since

SECONDS = (4.0, 10.0)  # for which there are two of them at work


def two_beats(opened: Club, rng: random.Random) -> Struck:
    """Two beats send every tick for some seconds."""
    schedule = opened.directory / "second-beat-schedule"
    command = program(f"celery -A club.project --quiet beat --loglevel warning -s {schedule}")
    environment = marked(opened.directory, {"CARDHOUSE_SERVES": "1"})
    with (opened.directory / "second-beat.log").open("ab") as log:
        second = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        opened.wait(lambda: any(opened.directory.glob(f"{schedule.name}*")), "the second beat does not begin")
        opened.rest(rng.uniform(*SECONDS))
        wrongs = () if second.poll() is None else (f"the second beat ended with {second.returncode}",)
    finally:
        second.kill()
        second.wait()
    return Struck(1, well_since(opened), wrongs)
