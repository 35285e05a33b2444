"""The web of a club under measurement: the real processes of pages and streams, one of each, in the bench's club."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator, Sequence

from club.base.sandbox import directory_of
from club.management.commands.up import addresses, family
from club.project.processes import Child, Household
from club.project.servers import free_port

READY_SECONDS = 90.0
WEB = "club.project.rsgi:application"


@contextlib.contextmanager
def opened(*names: str, web: str = WEB, more: Sequence[tuple[Child, int]] = ()) -> Iterator[int]:
    """Those of the programs that `up` starts, and others with the ports at which they answer; the port of the web.

    The streams' port is the next. The web serves `web`.
    """
    port = free_port()
    children = []
    for child in family("127.0.0.1", port, 1, addresses("127.0.0.1", port)):
        if child.name not in names:
            continue
        line = [web if word == WEB else word for word in child.command]
        if child.name == "web":
            line[line.index("--workers") + 1] = "1"
        # No phone that shows codes is at hand.
        children.append(Child(child.name, line, {**child.environment, "FACTOR_ROLES": "none"}))
    household = Household(directory_of("bench") / "clubhouse", [*children, *(child for child, _port in more)])
    household.directory.mkdir(parents=True, exist_ok=True)
    household.start()
    try:
        ports = {"web": port, "streams": port + 1}
        for at in [*(ports[name] for name in names if name in ports), *(at for _child, at in more)]:
            wait_for_port(at)
        yield port
    finally:
        household.stop()


def wait_for_port(port: int) -> None:
    """Until somebody listens there. Raises `TimeoutError`."""
    until = time.monotonic() + READY_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise TimeoutError(f"nothing answers at port {port}") from None
            time.sleep(0.1)
