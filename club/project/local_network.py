"""The networks that this machine is in: under which addresses phones in the room reach it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psutil

# Bridges to containers and machines inside this one, and tunnels: no phone in the room is in them.
INNER = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "podman", "tun", "tap", "wg", "utun", "zt")


class NoNetwork(LookupError):
    """Phones cannot reach this machine, or not under the address asked for. The text says what would help."""


@dataclass(frozen=True, order=True)
class Place:
    """An address of this machine in a network, and the network card that has it."""

    address: str
    card: str


def places() -> list[Place]:
    """Where phones may reach this machine, the way to the internet first, then by address."""
    return reachable(psutil.net_if_addrs(), psutil.net_if_stats(), first=_towards_the_internet())


def reachable(cards: Mapping[str, Sequence[Any]], states: Mapping[str, Any], *, first: str = "") -> list[Place]:
    """The IPv4 addresses of those cards that are up and lead out of the machine; the address `first` before the others."""
    found = [
        Place(one.address, name)
        for name, addresses in cards.items()
        if name in states and states[name].isup and not name.startswith(INNER)
        for one in addresses
        if one.family == socket.AF_INET and _leads_out(one.address)
    ]
    return sorted(found, key=lambda place: (place.address != first, ipaddress.ip_address(place.address)))


def chosen(found: Sequence[Place], wanted: str) -> Place:
    """The place of the address `wanted`, or the first one if that is empty. Raises `NoNetwork`."""
    if not found:
        raise NoNetwork(
            "this machine is in no network: join the club's Wi-Fi or plug in its cable, then try again; "
            "without --lan the club opens for this machine alone"
        )
    for place in found:
        if wanted in ("", place.address, place.card):
            return place
    known = ", ".join(f"{place.address} ({place.card})" for place in found)
    raise NoNetwork(f"this machine has no address {wanted}: choose one of {known}")


def _leads_out(address: str) -> bool:
    known = ipaddress.ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified or known.is_multicast)


def _towards_the_internet() -> str:
    """The address from which this machine would ask the internet; empty without a way there. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return ""
        address: str = probe.getsockname()[0]
        return address
