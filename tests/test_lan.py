"""A club for phones in the room: which addresses it finds, how it is told to its children, and its certificates."""

from __future__ import annotations

import socket
import ssl
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from cryptography import x509
from django.test import Client

from club.http import browser_origins
from club.management.commands import up
from club.project import certificates, local_network
from club.project.certificates import BadCertificate
from club.project.environment import read
from club.project.local_network import NoNetwork, Place

NOW = datetime.now(UTC)
CARDS = {
    "lo": ["127.0.0.1"],
    "wlan0": ["192.168.1.20"],
    "eth0": ["10.0.0.7", "169.254.3.3"],
    "docker0": ["172.17.0.1"],
    "eth1": ["10.9.9.9"],
}


def network(cards: dict[str, list[str]], down: tuple[str, ...] = ("eth1",), first: str = "") -> list[Place]:
    addresses = {
        name: [SimpleNamespace(family=socket.AF_INET, address=one) for one in every]
        + [SimpleNamespace(family=socket.AF_INET6, address="fe80::1")]
        for name, every in cards.items()
    }
    return local_network.reachable(
        addresses, {name: SimpleNamespace(isup=name not in down) for name in cards}, first=first
    )


def test_phones_are_sent_where_the_internet_is_and_never_to_what_is_inside_the_machine_or_down():
    wlan, cable = Place("192.168.1.20", "wlan0"), Place("10.0.0.7", "eth0")
    assert network(CARDS, first="192.168.1.20") == [wlan, cable]
    assert network(CARDS) == [cable, wlan]
    assert local_network.chosen([wlan, cable], "") == wlan
    assert local_network.chosen([wlan, cable], "10.0.0.7") == cable
    assert local_network.chosen([wlan, cable], "eth0") == cable


def test_no_network_and_another_address_are_refused_with_what_would_help():
    with pytest.raises(NoNetwork, match=r"in no network: join the club's Wi-Fi"):
        local_network.chosen(network({"lo": ["127.0.0.1"]}), "")
    with pytest.raises(NoNetwork, match=r"no address 10\.1\.1\.1: choose one of 192\.168\.1\.20 \(wlan0\)"):
        local_network.chosen([Place("192.168.1.20", "wlan0")], "10.1.1.1")


def test_every_address_of_the_machine_may_be_asked_and_has_its_own_streams(monkeypatch, settings):
    for name in ("WEB_ORIGIN", "STREAMS_URL", "ALLOWED_HOSTS", "HTTPS"):
        monkeypatch.delenv(name, raising=False)
    told = up.addresses("0.0.0.0", 8000, [Place("192.168.1.20", "wlan0"), Place("10.0.0.7", "eth0")])
    held = read(told)
    assert (held.web_origin, held.streams_url) == ("http://192.168.1.20:8000", "http://192.168.1.20:8001")
    assert {"192.168.1.20", "10.0.0.7", "127.0.0.1", "localhost"} <= set(held.allowed_hosts)
    settings.WEB_ORIGIN, settings.STREAMS_URL = held.web_origin, held.streams_url
    settings.OTHER_WEB_ORIGINS = held.other_web_origins
    assert browser_origins.streams_url("10.0.0.7:8000") == "http://10.0.0.7:8001"
    assert browser_origins.streams_url("localhost:8000") == "http://localhost:8001"
    assert browser_origins.streams_url("evil.test:8000") == held.streams_url
    assert browser_origins.allowed("http://10.0.0.7:8000") == "http://10.0.0.7:8000"
    assert browser_origins.allowed("http://evil.test") == held.web_origin


def test_a_certificate_of_the_clubs_own_authority_is_good_for_its_addresses_and_the_authority_stays(tmp_path):
    first = certificates.local(tmp_path, ["127.0.0.1", "192.168.1.20"], now=NOW)
    authority, chain = first.authority.read_bytes(), first.chain.read_bytes()
    assert certificates.local(tmp_path, ["192.168.1.20"], now=NOW).chain.read_bytes() == chain
    assert certificates.local(tmp_path, ["10.0.0.7"], now=NOW).chain.read_bytes() != chain
    late = certificates.local(tmp_path, ["10.0.0.7"], now=NOW + timedelta(days=370))
    assert late.authority.read_bytes() == authority
    x509.load_pem_x509_certificate(late.chain.read_bytes()).verify_directly_issued_by(
        x509.load_pem_x509_certificate(authority)
    )
    assert certificates.given(late.chain, late.key).authority is None
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())
    trusting = ssl.create_default_context(cafile=str(first.authority))
    assert trusting.get_ca_certs()


def test_a_certificate_with_another_key_is_refused(tmp_path):
    one = certificates.local(tmp_path / "one", ["10.0.0.7"], now=NOW)
    other = certificates.local(tmp_path / "other", ["10.0.0.7"], now=NOW)
    with pytest.raises(BadCertificate, match="no certificate in PEM with its own key"):
        certificates.given(one.chain, other.key)
    with pytest.raises(BadCertificate, match="there is no file"):
        certificates.given(tmp_path / "none.pem", other.key)


@pytest.mark.django_db
def test_the_page_to_print_has_the_address_and_says_if_no_phone_can_reach_it(settings, tmp_path):
    settings.WEB_ORIGIN = "http://192.168.1.20:8000"
    page = Client().get("/phones/").content.decode()
    assert "http://192.168.1.20:8000" in page
    assert "<svg" in page
    assert "up --lan" not in page
    assert Client().get("/phones/club.crt").status_code == 404
    settings.WEB_ORIGIN = "http://127.0.0.1:8000"
    assert "up --lan" in Client().get("/phones/").content.decode()
    settings.LOCAL_AUTHORITY = str(certificates.local(tmp_path, ["127.0.0.1"], now=NOW).authority)
    assert "/phones/club.crt" in Client().get("/phones/").content.decode()
    assert b"BEGIN CERTIFICATE" in Client().get("/phones/club.crt").content
