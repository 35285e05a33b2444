"""Hands uploaded for study: private, whole, bounded, and refused with the line that is wrong."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from club.models import Transfer
from tables.models import Hand, Study
from tables.players import study_files
from tests.support.engine.pokerstars_hands import HOLDEM, STUD
from tests.support.tables.phh_hands import HAND

pytestmark = pytest.mark.django_db

BROKEN = HAND.replace('"p1 cc",\n  "d db 2c3c4d"', '"p1 cbr 7",\n  "d db 2c3c4d"')


def add(client, text=HAND, name="evening"):
    return client.post("/api/v1/me/studies/", {"phh": text, "name": name})


def test_a_file_is_kept_as_it_is_and_moves_no_chips(house):
    anna = house.person("anna")
    before = Transfer.objects.count()
    answer = add(house.client(anna))
    assert answer.status_code == 201
    kept = answer.json()
    assert (kept["name"], kept["hands"]) == ("evening", 1)
    assert house.client(anna).get(f"/api/v1/me/studies/{kept['id']}/").content.decode() == HAND
    assert house.client(anna).get("/api/v1/me/studies/").json() == [kept]
    assert (Transfer.objects.count(), Hand.objects.count()) == (before, 0)


def test_nobody_else_sees_it(house, client):
    anna, floor = house.person("anna"), house.person("floor", role="admin")
    number = add(house.client(anna)).json()["id"]
    client.force_login(floor.user)
    other = house.client(floor)
    assert other.get("/api/v1/me/studies/").json() == []
    for answer in (
        other.get(f"/api/v1/me/studies/{number}/"),
        other.get(f"/api/v1/me/studies/{number}/1/"),
        other.delete(f"/api/v1/me/studies/{number}/"),
        client.get(f"/me/studies/{number}/"),
        client.get(f"/me/studies/{number}/1/"),
        client.get(f"/me/studies/{number}/hands.phhs"),
        client.post(f"/me/studies/{number}/remove/"),
    ):
        assert answer.status_code == 404
    assert Study.objects.count() == 1


def test_the_fault_of_a_file_is_told_with_its_line_and_nothing_is_kept(house):
    client = house.client(house.person("anna"))
    answer = add(client, BROKEN)
    assert answer.status_code == 422
    assert "line 10" in answer.json()["detail"]
    assert "p1 cbr 7" in answer.json()["detail"]
    for text, right in (("", None), ("variant = =", "line 1"), ("x = 1", "PHHS"), ('variant = "NT"', "antes")):
        answer = add(client, text)
        assert answer.status_code in (400, 422)
        assert right is None or right in answer.json()["detail"]
    assert not Study.objects.exists()


def test_files_are_bounded(house, monkeypatch):
    client = house.client(house.person("anna"))
    assert add(client, "#" * (study_files.MOST_BYTES + 1)).status_code == 400
    assert add(client, "#" + "猫" * (study_files.MOST_BYTES // 2)).json()["code"] == "file_too_long"
    several = "".join(f"[{n}]\n{HAND}\n" for n in range(1, 4))
    monkeypatch.setattr(study_files, "MOST_HANDS", 2)
    assert add(client, several).json()["code"] == "too_many_hands"
    monkeypatch.setattr(study_files, "MOST_FILES", 1)
    assert add(client).status_code == 201
    assert add(client).json()["code"] == "too_many_files"


def test_a_hand_is_replayed_with_every_card_the_file_tells(house):
    client = house.client(house.person("anna"))
    number = add(client).json()["id"]
    first = client.get(f"/api/v1/me/studies/{number}/1/?step=0").json()
    assert [seat["cards"] for seat in first["view"]["seats"]] == [["As", "Kd"], ["7c", "7d"]]
    assert first["view"]["boards"] == [[]]
    assert first["names"] == {"1": "Mika", "2": "Ken"}
    assert first["more"] == {"author": "Somebody"}
    after_call = client.get(f"/api/v1/me/studies/{number}/1/?step=2").json()
    assert after_call["view"]["boards"] == [["2c", "3c", "4d"]]
    end = client.get(f"/api/v1/me/studies/{number}/1/").json()
    assert end["view"]["over"]
    assert end["steps"] >= 8
    assert client.get(f"/api/v1/me/studies/{number}/2/").status_code == 404


def test_pages_upload_replay_and_forget(house, client):
    anna = house.person("anna")
    client.force_login(anna.user)
    upload = {"file": SimpleUploadedFile("night.phh", HAND.encode())}
    page = client.post("/me/studies/add/", upload, follow=True).content.decode()
    assert "night.phh" in page
    number = Study.objects.get().pk
    replay = client.get(f"/me/studies/{number}/1/?step=2").content.decode()
    assert "Mika" in replay
    assert "Somebody" in replay
    assert client.get(f"/me/studies/{number}/hands.phhs").content.decode() == HAND
    wrong = client.post("/me/studies/add/", {"text": BROKEN.replace("\n", "\r\n")}, follow=True).content.decode()
    assert "line 10" in wrong
    latin = client.post("/me/studies/add/", {"file": SimpleUploadedFile("x", b"\xff")}, follow=True).content.decode()
    assert "UTF-8" in latin
    client.post(f"/me/studies/{number}/remove/")
    assert not Study.objects.exists()


def test_a_chinese_hand_can_be_studied_too(house):
    from engine.notation.phh import write
    from engine.play.any_game import record_of
    from tests.support.hands import default, hand

    client = house.client(house.person("anna"))
    done = default(hand("ofc-pineapple"))
    answer = add(client, write(record_of(done, everything=True)))
    assert answer.status_code == 201, answer.json()
    end = client.get(f"/api/v1/me/studies/{answer.json()['id']}/1/").json()
    assert end["view"]["over"]
    assert client.get(f"/api/v1/me/studies/{answer.json()['id']}/1/?step=1").status_code == 200


def test_a_file_in_open_hand_history_is_kept_and_read_as_one_in_phh_is(house):
    from engine.play.convert_hands import converted

    client = house.client(house.person("anna"))
    (text,) = converted(HAND, "ohh")
    answer = add(client, text)
    assert answer.status_code == 201, answer.content
    number = answer.json()["id"]
    told = client.get(f"/api/v1/me/studies/{number}/1/").json()
    plain = add(client, HAND).json()["id"]
    assert told["view"] == client.get(f"/api/v1/me/studies/{plain}/1/").json()["view"]
    assert client.get(f"/api/v1/me/studies/{number}/").content.decode() == text
    refused = add(client, text.replace("Raise", "Sing"))
    assert (refused.status_code, refused.json()["code"]) == (422, "broken_record")


def test_a_file_in_pokerstars_text_is_kept_as_it_is_and_read_in_cents(house, client):
    anna = house.person("anna")
    text = HOLDEM + "\n\n" + STUD
    answer = add(house.client(anna), text)
    assert answer.status_code == 201, answer.content
    number = answer.json()["id"]
    assert answer.json()["hands"] == 2
    told = house.client(anna).get(f"/api/v1/me/studies/{number}/1/?step=0").json()
    assert (told["scale"], told["names"]["3"]) == (100, "鈴木 太郎")
    assert {seat["seat"]: seat["stack"] for seat in told["view"]["seats"]}[1] == 1005
    assert house.client(anna).get(f"/api/v1/me/studies/{number}/").content.decode() == text
    refused = add(house.client(anna), text.replace("HORSE (7 Card Stud", "HORSE (Mystery"))
    assert (refused.status_code, refused.json()["code"]) == (422, "unsupported")
    client.force_login(anna.user)
    uploaded = SimpleUploadedFile(
        "stars.txt", ("\ufeff" + text.replace("\n", "\r\n")).encode(), content_type="text/plain"
    )
    page = client.post("/me/studies/add/", {"file": uploaded}, follow=True)
    assert page.status_code == 200
    assert Study.objects.filter(player=anna, name="stars.txt", hands=2).exists()


@pytest.mark.parametrize(("text", "called"), [(HAND, "PHH"), (HOLDEM, "PokerStars")], ids=["PHH", "PokerStars"])
def test_a_text_without_a_name_is_called_by_its_notation(house, now, text, called):
    assert study_files.add(house.person("anna"), text, " ", now=now).name == called
