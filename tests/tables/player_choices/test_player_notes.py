"""Notes on players: kept for their writer, seen by nobody else, gone with either."""

from __future__ import annotations

import pytest

from club.membership import erasing
from tables.models import PlayerNote
from tables.players import personal_data
from tests.support.tables.table_api import look

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(house):
    return [house.person(name) for name in ("anna", "ben", "chika")]


@pytest.fixture
def table(house, people):
    return house.seated(*people, pause=60.0)


def note(house, writer, about, mark="red", text="raises light"):
    url = f"/api/v1/me/notes/{about.pk if hasattr(about, 'pk') else about}/"
    return house.client(writer).put(url, {"mark": mark, "text": text}, format="json")


def test_a_note_is_its_writers_alone(house, people, table, client):
    anna, ben, chika = people
    assert note(house, anna, ben).json() == {str(ben.pk): {"mark": "red", "text": "raises light"}}
    assert look(house.client(anna), table)["your_notes"] == {str(ben.pk): {"mark": "red", "text": "raises light"}}
    for other in (ben, chika, house.person("rail"), house.person("dora", role="director")):
        assert look(house.client(other), table)["your_notes"] == {}
        client.force_login(other.user)
        assert "raises light" not in client.get(f"/tables/{table.pk}/").content.decode()
    client.force_login(anna.user)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert 'data-mark="red"' in page


def test_a_note_is_changed_and_taken_back(house, people):
    anna, ben, _chika = people
    note(house, anna, ben)
    assert note(house, anna, ben, "blue", "").json()[str(ben.pk)] == {"mark": "blue", "text": ""}
    assert note(house, anna, ben, "", "  ").json() == {}
    assert not PlayerNote.objects.exists()


@pytest.mark.parametrize(
    ("mark", "text", "status"), [("pink", "x", 400), ("red", "x" * 501, 400), ("red", "a\x00", 400)]
)
def test_what_cannot_be_noted_is_refused(house, people, mark, text, status):
    assert note(house, people[0], people[1], mark, text).status_code == status
    assert not PlayerNote.objects.exists()


def test_nobody_notes_themselves_or_nobody(house, people):
    for about in (people[0], 999_999):
        assert note(house, people[0], about).json()["code"] == "unknown_player"


def test_the_page_notes_too_and_words_are_words(house, people, table, client):
    anna, ben, _chika = people
    client.force_login(anna.user)
    given = {"player": ben.pk, "mark": "green", "text": '"><script>x</script>'}
    felt = client.post(f"/tables/{table.pk}/note/", given, headers={"HX-Request": "true"}).content.decode()
    assert "<script>x" not in felt
    assert PlayerNote.objects.get().mark == "green"
    assert client.post(f"/tables/{table.pk}/note/", given | {"mark": "pink"}).status_code == 422
    assert client.post(f"/tables/{table.pk}/note/", {"player": "x"}).status_code == 422


def test_notes_are_told_to_their_writer_and_go_with_either_player(house, people):
    anna, ben, _chika = people
    gone = house.person("gone", chips=0)
    note(house, anna, gone)
    note(house, gone, ben)
    assert [one["player"] for one in personal_data.known(anna)["notes"]] == [gone.pk]
    assert "notes" in personal_data.known(ben)
    assert personal_data.known(ben)["notes"] == []
    erasing.erase(gone.pk, by=None, now=house.now)
    assert not PlayerNote.objects.exists()
