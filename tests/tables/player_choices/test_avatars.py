"""Avatars: what a player chooses others see at the seat; nothing of the file but its picture, and nobody's photograph unasked."""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from club.membership import erasing, personal_data_copy, photos
from club.models import AuditEntry
from tables.models import Avatar
from tables.player_choices import avatars
from tables.templatetags.avatars import initials

pytestmark = pytest.mark.django_db
PLACE = 0x8825  # the EXIF tag of where a picture was taken


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben")]


def file_of(size=(600, 300), kind="JPEG", colour=(200, 30, 30)):
    """A picture whose camera wrote down the place."""
    written, exif = io.BytesIO(), Image.Exif()
    exif[PLACE] = {1: "N", 2: (35.0, 41.0, 22.0)}
    exif[0x010F] = "Camera"
    Image.new("RGB", size, colour).save(written, kind, exif=exif)
    return written.getvalue()


def shows(client, player, content=None, **more):
    client.force_login(player.user)
    files = {} if content is None else {"avatar": SimpleUploadedFile("me.jpg", content, "image/jpeg")}
    return client.post("/me/avatar/", files | more, follow=True)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_cut_square_and_written_anew_without_its_place(people, client, kind):
    shows(client, people[0], file_of(kind=kind))
    kept = bytes(Avatar.objects.get().jpeg)
    with Image.open(io.BytesIO(kept)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (avatars.SIDE, avatars.SIDE))
        assert not picture.getexif()
    assert b"Camera" not in kept


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"<svg onload=alert(1)>", b"\xff\xd8\xff\xe0" + b"x" * 500])
def test_what_is_no_picture_is_refused(people, client, content):
    page = shows(client, people[0], content)
    assert not Avatar.objects.exists()
    assert 'class="notice error"' in page.content.decode() or "error" in page.content.decode()


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_decoded(people, client):
    written = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(written, "PNG")
    assert len(written.getvalue()) < 200_000
    shows(client, people[0], written.getvalue())
    assert not Avatar.objects.exists()


def test_others_see_it_at_the_seat_and_its_address_is_kept(house, people, client):
    anna, ben = people
    table = house.seated(anna, ben, pause=60.0)
    shows(client, anna, file_of())
    digest = Avatar.objects.get().digest
    client.force_login(ben.user)
    address = f"/players/{anna.pk}/avatar/{digest}.jpg"
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert address in page
    assert ">B</span>" in page, "who chose none shows initials"
    answer = client.get(address)
    assert "immutable" in answer["Cache-Control"]
    assert "private" in answer["Cache-Control"]
    shows(client, anna, file_of(colour=(0, 0, 200)))
    assert client.get(address).status_code == 404, "another picture has another address"
    shows(client, anna, show="initials")
    assert not Avatar.objects.exists()
    client.logout()
    assert client.get(address).status_code == 302


def test_the_clubs_photograph_is_shown_to_others_only_if_its_owner_chooses_it(house, people, client, now):
    anna, ben = people
    photos.set_photo(anna, io.BytesIO(file_of()), by=None, now=now)
    table = house.seated(anna, ben, pause=60.0)
    client.force_login(ben.user)
    assert "/avatar/" not in client.get(f"/tables/{table.pk}/").content.decode()
    shows(client, anna, show="photo")
    assert avatars.of_players([anna.pk, ben.pk]).keys() == {anna.pk}
    shows(client, ben, show="photo")
    assert avatars.of_players([ben.pk]) == {}


def test_the_floor_takes_one_away_and_it_is_on_record(house, people, client):
    anna, _ben = people
    shows(client, anna, file_of())
    boss = house.person("boss", role="owner")
    client.force_login(people[1].user)
    assert client.post(f"/people/{anna.pk}/avatar/take-away/").status_code == 403
    client.force_login(boss.user)
    assert "/avatar/" in client.get(f"/people/{anna.pk}/").content.decode()
    client.post(f"/people/{anna.pk}/avatar/take-away/")
    assert not Avatar.objects.exists()
    entries = AuditEntry.objects.filter(kind="player.changed", after=["avatar"])
    assert [entry.by for entry in entries.order_by("pk")] == [anna.user, boss.user]


def test_it_is_among_what_is_known_and_gone_with_an_erasure(house, client, now):
    clara = house.person("clara", chips=0)
    shows(client, clara, file_of())
    assert personal_data_copy.everything_about(clara)["tables"]["avatar"][0]["picture"]
    erasing.erase(clara.pk, by=None, now=now)
    assert not Avatar.objects.exists()


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("anna", "A"), ("big ben", "BB"), ("a_b c", "AB"), ("千香", "千"), ("ひろし 田中", "ひ"), ("", "?")],
)
def test_initials_of_a_name(name, wanted):
    assert initials(name) == wanted
