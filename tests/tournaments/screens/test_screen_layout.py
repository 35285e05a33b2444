"""The big screen as the club arranges it: one layout for every event, and one of its own where an event has it."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from club.base import pictures
from club.models import AuditEntry
from tests.tournaments.conftest import Evening
from tournaments.models import ScreenLayout, Tournament
from tournaments.screens import screen_layout

pytestmark = pytest.mark.django_db


def picture() -> SimpleUploadedFile:
    made = io.BytesIO()
    Image.new("RGB", (1600, 900), "red").save(made, "PNG")
    return SimpleUploadedFile("logo.png", made.getvalue())


@pytest.fixture
def event(evening: Evening) -> Tournament:
    evening.person("dora", role="director")
    return evening.entered(evening.computers(3))


@pytest.fixture
def director(event: Tournament) -> Client:
    browser = Client()
    browser.force_login(get_user_model().objects.get(username="dora"))
    return browser


def form(layout: screen_layout.Layout, **changes: str) -> dict[str, str]:
    told = {f"cell-{cell}": layout.place_of(cell) for cell in screen_layout.CELLS}
    told |= {f"order-{cell}": str(at) for cells in layout.cells.values() for at, cell in enumerate(cells, 1) if cell}
    told |= {f"sound-{signal}": tones for signal, tones in layout.sounds.items()}
    return {**told, "sponsor": layout.sponsor, **changes}


def test_an_event_has_the_usual_layout_then_the_clubs_then_its_own(director: Client, event: Tournament) -> None:
    assert screen_layout.of(event) == screen_layout.DEFAULT
    assert screen_layout.read(form(screen_layout.DEFAULT)) == screen_layout.DEFAULT  # the form asks for all of it
    club = form(screen_layout.DEFAULT, sponsor="The club's bar", **{"cell-prizes": "left", "order-prizes": "1"})
    assert director.post("/screens/", club).status_code == 302
    found = screen_layout.of(event)
    assert (found.sponsor, found.cells["left"][:2], found.cells["right"]) == (
        "The club's bar",
        ("players", "prizes"),
        ("picture", "moved"),
    )
    own = form(found, sponsor="Ōsaka", **{"cell-chips": "", "sound-level": "bell"})
    assert director.post(f"/tournaments/{event.pk}/screen/", own).status_code == 302
    found = screen_layout.of(event)
    assert (found.sponsor, found.place_of("chips"), found.sounds["level"]) == ("Ōsaka", "", "bell")
    page = Client().get(f"/tournaments/{event.pk}/clock/").content.decode()
    assert "Ōsaka" in page
    assert 'data-tones="bell"' in page
    director.post(f"/tournaments/{event.pk}/screen/", {"do": "give-back"})
    assert screen_layout.of(event).sponsor == "The club's bar"
    director.post("/screens/", {"do": "give-back"})
    assert screen_layout.of(event) == screen_layout.DEFAULT
    assert AuditEntry.objects.filter(kind="screen.arranged").count() == 4


def test_a_picture_is_kept_shown_and_dropped(director: Client, event: Tournament) -> None:
    address = f"/tournaments/{event.pk}/screen/"
    director.post(address, {**form(screen_layout.DEFAULT), "picture": picture()})
    found = screen_layout.of(event)
    shown = Client().get(f"/screens/pictures/{found.row}/{found.picture}/")
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/png")
    assert max(Image.open(io.BytesIO(shown.content)).size) == pictures.SIDE
    assert f"/screens/pictures/{found.row}/" in Client().get(f"/tournaments/{event.pk}/clock/").content.decode()
    director.post(address, form(found, sponsor="x"))  # another change leaves it
    assert screen_layout.of(event).picture
    director.post(address, form(found, drops="1"))
    assert not screen_layout.of(event).picture
    assert Client().get(f"/screens/pictures/{found.row}/{found.picture}/").status_code == 404


def test_what_is_no_layout_is_refused_and_changes_nothing(director: Client, event: Tournament) -> None:
    address = f"/tournaments/{event.pk}/screen/"
    for wrong in ({"sound-level": "trumpet"}, {"sponsor": "x" * 121}):
        answer = director.post(address, form(screen_layout.DEFAULT, **wrong))
        assert answer.status_code == 422
    text = SimpleUploadedFile("logo.png", b"no picture")
    assert director.post(address, {**form(screen_layout.DEFAULT), "picture": text}).status_code == 422
    assert not ScreenLayout.objects.exists()
    assert Client().get(address).status_code == 302
