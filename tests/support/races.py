"""Many threads that do a thing at once."""

from __future__ import annotations

import threading

from django.db import connections

from tests.patience import PATIENCE


def at_once(*acts, meet=None):
    """Run the acts in threads that start together; their answers or refusals, in order."""
    start, outcomes = threading.Barrier(len(acts)), [None] * len(acts)

    def run(at, act):
        try:
            start.wait(PATIENCE)
            outcomes[at] = act()
        except Exception as refusal:
            outcomes[at] = refusal
        finally:
            connections.close_all()

    crew = [threading.Thread(target=run, args=(at, act)) for at, act in enumerate(acts)]
    for one in crew:
        one.start()
    for one in crew:
        one.join(PATIENCE)
        assert not one.is_alive()
    return outcomes
