"""The club's name, address, colour, languages and logo: set on one page, refused in words, and shown wherever they stand."""

from __future__ import annotations

import io
import re

import pytest
from django.core import mail as outbox
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader

from club.base.errors import ClubError
from club.house import colours, house_rules, logo
from club.house.club_rules import in_force
from club.ledger import pdf_papers
from club.models import AuditEntry, ClubLogo
from club.notifications import mail
from engine.house_rules import BadRule
from tests.support.desk import rule, user_of

FORM = {
    "name": "Turtle Club",
    "address": "1-2-3 Nishi, Osaka · 06-0000-0000",
    "colour": "#5b1a4a",
    "languages": "English and Japanese",
    "time_zone": "Asia/Tokyo",
}


@pytest.fixture
def owner() -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user_of("olga", "owner"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def drawn(form: str = "PNG", mode: str = "RGBA") -> bytes:
    file = io.BytesIO()
    Image.new(mode, (900, 300), (200, 30, 30, 0)[: len(mode)]).save(file, form)
    return file.getvalue()


@given(st.integers(0, 0xFFFFFF))
def test_light_letters_are_readable_on_every_colour_that_is_taken_and_a_refusal_names_one_that_is_taken(number):
    colour = f"#{number:06x}"
    if colours.contrast(colours.LETTERS, colours.shades(colour).light) < 4.5:
        with pytest.raises(BadRule) as refusal:
            colours.parse(colour)
        colour = refusal.value.message.params["colour"]
    assert colours.parse(colour.upper()) == colour
    shades = colours.shades(colour)
    for one in (shades.colour, shades.light, shades.deep, shades.night):
        assert colours.contrast(colours.LETTERS, one) >= 4.5


@pytest.mark.django_db
def test_what_is_set_stands_in_header_title_front_page_clock_receipts_and_mails(owner):
    assert owner.post("/club/", FORM).status_code == 302
    picture = SimpleUploadedFile("logo.png", drawn(), "image/png")
    assert owner.post("/club/logo/", {"logo": picture}).status_code == 302
    page = Client(HTTP_ACCEPT_LANGUAGE="en").get("/").content.decode()
    assert "Welcome to Turtle Club" in page
    assert "1-2-3 Nishi" in page
    assert re.search(r"<title>.*· Turtle Club</title>", page)
    logo_url, sheet_url = (re.search(rf'"(/club/{one}[^"]*)"', page)[1] for one in ("logo.png", "colours.css"))
    kept = Image.open(io.BytesIO(Client().get(logo_url).content))
    assert (kept.format, kept.size, kept.mode) == ("PNG", (480, 160), "RGBA")
    assert "--felt: #5b1a4a" in Client().get(sheet_url).content.decode()
    paper = PdfReader(io.BytesIO(pdf_papers.receipt("Receipt 1", [("What", "chips")])))
    assert "Turtle Club" in paper.pages[0].extract_text()
    assert len(paper.pages[0].images) == 1
    assert paper.metadata.author == "Turtle Club"
    mail.send("Your chips expire soon", "Words.", "mika@example.test")
    (sent,) = outbox.outbox
    assert sent.subject == "[Turtle Club] Your chips expire soon"
    assert sent.from_email.startswith("Turtle Club <")
    assert sent.body == f"Words.\n\n-- \nTurtle Club\n{FORM['address']}"
    kinds = list(AuditEntry.objects.values_list("kind", flat=True))
    assert kinds.count("house_rule.set") == 4  # the languages are those it had
    assert "club.logo" in kinds


@pytest.mark.django_db
def test_what_cannot_be_is_said_at_its_field_changes_nothing_and_keeps_what_was_typed(owner):
    answer = owner.post("/club/", FORM | {"colour": "#ffee88", "time_zone": "Osaka"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "light letters cannot be read on this colour" in page
    assert "is no time zone" in page
    assert 'value="Turtle Club"' in page
    assert 'value="#ffee88"' in page
    assert (in_force().name, in_force().colour) == ("", "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent", [b"<svg onload='alert(1)'/>", b"GIF89a" + bytes(20), b"", b"\x89PNG\r\n\x1a\n" + bytes(50)]
)
def test_a_logo_that_is_no_picture_is_refused(sent):
    with pytest.raises(ClubError) as refusal:
        logo.set_logo(io.BytesIO(sent), by=None, now=timezone.now())
    assert refusal.value.params == {"field": "logo"}
    assert not ClubLogo.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("languages", "asked", "spoken"),
    [
        ("English and Japanese", "ja", "ja"),
        ("English and Japanese", "fr", "en"),
        ("Japanese and English", "fr", "ja"),
        ("Japanese and English", "en-GB,en;q=0.8", "en"),
        ("Japanese", "en", "ja"),
        ("English", "ja", "en"),
    ],
)
def test_pages_are_in_a_language_of_the_club(languages, asked, spoken):
    rule(languages=languages)
    answer = Client(HTTP_ACCEPT_LANGUAGE=asked).get("/")
    page = answer.content.decode()
    assert f'<html lang="{spoken}"' in page
    assert answer["Content-Language"] == spoken
    assert ('name="language"' in page) == (" and " in languages)


@pytest.mark.django_db
def test_every_refused_rule_is_told_at_once():
    refused = house_rules.refusals({"ClubRules.day_ends": 99, "ClubRules.name": "x" * 41, "ClubRules.unit_name": "G"})
    assert set(refused) == {"ClubRules.day_ends", "ClubRules.name"}
