"""Every act is on a page and in the API with the same fields and right, also one that was made up a moment ago."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings as project
from django.test import Client
from django.urls import clear_url_caches, include, path
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers

from club.base.registry import RIGHTS, ROLES
from club.models import User
from club.people import people, roles
from club.project import urls
from tests.support.budget import sampled
from tests.tournaments.conftest import Evening
from tournaments.acts import registry
from tournaments.acts.act import ANY_PLAYER, DIRECT, Act, Back, Place, Section
from tournaments.acts.act_fields import EntryNumber, Reason, RequestKey
from tournaments.api import acts as endpoints
from tournaments.desk.reception_sales import ENTER
from tournaments.log.events.registry import EVENTS
from tournaments.log.events.undo_and_redo import UNDOABLE
from tournaments.pages import act_forms
from tournaments.running import event_start

ACTS = pytest.mark.parametrize("act", registry.LIST, ids=lambda act: act.endpoint)
PAGES = {Place.EVENT: "direct", Place.FLOOR: "floor", Place.OWN: "entry"}
OTHER_RIGHT = "ledger.audit"  # which a director has not


def test_who_may_do_what_is_as_it_was_decided() -> None:
    at_the_door = {"register", "sell"}  # reception enters people and sells to them, without directing anything
    for act in registry.LIST:
        right = ANY_PLAYER if act.place is Place.OWN else ENTER if act.name in at_the_door else DIRECT
        assert act.right == right, act.name
        assert not act.right or act.right in RIGHTS


@ACTS
def test_every_act_has_its_words_in_both_languages(act: Act) -> None:
    fields = {} if isinstance(act.fields, type) else act.serializer().fields
    labels = [one.label for one in fields.values() if not isinstance(one, RequestKey)]  # which nobody sees
    for words in filter(None, (act.button, act.title, act.help, *labels)):
        with translation.override("en"):
            english = str(words)
        with translation.override("ja"):
            assert str(words) != english


@ACTS
def test_every_act_says_how_it_is_taken_back(act: Act) -> None:
    assert bool(act.back.lines or act.back.act) != bool(act.back.why)
    assert {line.kind for line in act.back.lines} <= set(UNDOABLE) <= set(EVENTS)
    assert not act.back.act or act.back.act in registry.ACTS


def test_two_acts_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        registry.by_name([*registry.LIST, replace(registry.LIST[0], button="Again")])


# -- page and API -----------------------------------------------------------------------------------------------------


class House:
    """A running tournament at real cards, and browsers of two who may not do the same."""

    def __init__(self, evening: Evening) -> None:
        row = evening.entered(evening.computers(6), cards="physical", bounty=100, rebuys=3, rebuy_chips=500)
        event_start.start(row.pk, now=evening.now)
        row.refresh_from_db()
        self.row = row

        self.player, self.director, self.owner = map(self.browser, ("player", "director", "owner"))
        people.enrol("Somebody", user=User.objects.get(username="player"), now=evening.now)

    def browser(self, role: str) -> Client:
        login = User.objects.create_user(role)
        roles.give_role(login, role)
        found = Client()
        found.force_login(login)
        return found

    def page(self, browser: Client, act: Act, fields: dict[str, Any]) -> Any:
        return browser.post(f"/tournaments/{self.row.pk}/{PAGES[act.place]}/{act.name}/", fields)

    def api(self, browser: Client, act: Act, fields: dict[str, Any]) -> Any:
        return browser.post(f"/api/v1/tournaments/{self.row.pk}/{act.address}", fields, content_type="application/json")


@pytest.fixture
def house(evening: Evening) -> House:
    return House(evening)


NONSENSE = "[" * 5 + "x" * 400  # no number, no choice, no list, and too long for any text


def wrong_fields(answer: Any) -> set[str]:
    """The fields with which the API is not content."""
    return set(answer.json()["errors"]) if answer.status_code == 400 else set()


def check_same_on_page_and_in_api(house: House, act: Act) -> None:
    """The page and the endpoint let the same in, and find fault with the same fields."""
    if act.right:
        assert house.page(house.player, act, {}).status_code == house.api(house.player, act, {}).status_code == 403
        assert house.page(Client(), act, {}).status_code == 302
        assert house.api(Client(), act, {}).status_code == 401
    given, person = dict.fromkeys(act.serializer().fields, NONSENSE), house.owner if act.right else house.player
    page, api = house.page(person, act, given), house.api(person, act, given)
    if not given:
        assert 403 not in {page.status_code, api.status_code}, act.name
        assert page.status_code in (302, api.status_code), act.name
        return
    told = wrong_fields(api)
    assert page.status_code == api.status_code == 400, act.name
    assert told
    assert told <= set(given)
    assert all(f"{name}: " in page.content.decode() for name in told), act.name


@pytest.mark.sweep
def test_law_page_and_api_have_the_same_fields_and_right(house: House) -> None:
    for act in sampled(registry.LIST, "acts"):
        check_same_on_page_and_in_api(house, act)


def requested(acts: Sequence[Act], urlconf: str | None = None) -> dict[str, set[str]]:
    """The fields of the acts' endpoints in the API's schema, by the acts' names."""
    schema = SchemaGenerator(urlconf=urlconf).get_schema(public=True)
    found: dict[str, set[str]] = {}
    for act in acts:
        body = schema["paths"]["/api/v1/tournaments/{tournament_id}/" + act.address]["post"].get("requestBody")
        name = "" if body is None else body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        found[act.name] = set(schema["components"]["schemas"][name]["properties"]) if name else set()
    return found


def test_the_schema_has_the_fields_of_every_act() -> None:
    assert requested(registry.LIST) == {act.name: set(act.serializer().fields) for act in registry.LIST}


# -- forms ------------------------------------------------------------------------------------------------------------

TEMPLATES = Path(project.BASE_DIR) / "templates/tournaments"
FORM = re.compile(r"\{% url '(?:floor-act|money-act|direct|own-entry)' tournament.pk '([a-z-]+)' %\}\".*?</form>", re.S)


def written() -> Iterator[tuple[str, set[str]]]:
    """The forms that stand in templates: the act, and the names of the fields."""
    for file in sorted(TEMPLATES.glob("*.html")):
        for found in FORM.finditer(file.read_text()):
            yield found[1], set(re.findall(r'\bname="([a-z_-]+)', found[0]))


def test_forms_that_stand_in_templates_have_the_fields_of_their_acts() -> None:
    found = list(written())
    assert len(found) > 20
    for name, names in found:
        fields = registry.ACTS[name].serializer().fields
        assert {one for one in names if not one.startswith("share-")} <= set(fields), name
        assert {one for one, it in fields.items() if it.required} <= names, name


def test_every_act_with_a_section_has_its_form_there_and_one_without_is_offered_elsewhere(house: House) -> None:
    page = house.owner.get(f"/tournaments/{house.row.pk}/floor/").content.decode()
    by_hand = {name for name, _fields in written()}
    code = "".join(
        file.read_text() for folder in ("floor", "pages") for file in Path("tournaments", folder).glob("*.py")
    )
    for act in registry.LIST:
        if act.section in (Section.THERE, Section.MONEY) or act.place is not Place.FLOOR:
            in_code = f'"{act.name}"' in code or f"'{act.name}'" in (TEMPLATES / "_history.html").read_text()
            assert act.name in by_hand or in_code or act.name in OWN_PAGES, act.name
        elif act.shown(act_forms.Scene(is_running=True, has_real_cards=True, has_bounty=True, sells=True)):
            assert f'action="/tournaments/{house.row.pk}/floor/{act.name}/"' in page, act.name


def test_the_form_of_a_sale_offers_what_the_event_sells(house: House) -> None:
    page = house.owner.get(f"/tournaments/{house.row.pk}/floor/").content.decode()
    form = re.search(r'action="[^"]*/floor/sell/".*?</form>', page, re.S)
    assert form is not None
    assert 'value="rebuy"' in form[0]
    assert 'value="add-on"' not in form[0]


# Acts whose form is a page of its own, or that only programs use.
OWN_PAGES = {"structure", "terms", "resume", "pause", "end-break", "cancel", "seen", "undo", "redo"}


# -- one more ---------------------------------------------------------------------------------------------------------

DONE: list[dict[str, Any]] = []


def _applaud(tournament_id: int, **told: Any) -> None:
    DONE.append({"tournament": tournament_id, **told})


APPLAUD = Act(
    name="applaud",
    does=_applaud,
    section=Section.BY_HAND,
    title="Applaud a player",
    button="Clap",
    right=OTHER_RIGHT,
    back=Back(why="nobody unhears it"),
    fields={
        "entry": EntryNumber(),
        "claps": serializers.IntegerField(label="Claps", min_value=1, max_value=9),
        "why": Reason(),
    },
)


@pytest.fixture
def with_applause(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """The act in the list, and nowhere else."""
    monkeypatch.setattr(registry, "LIST", (*registry.LIST, APPLAUD))
    monkeypatch.setattr(registry, "ACTS", registry.by_name(registry.LIST))
    module: Any = ModuleType("urls_with_applause")
    module.urlpatterns = [path("api/v1/", include(endpoints.endpoints(registry.LIST))), *urls.urlpatterns]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    settings.ROOT_URLCONF = module.__name__
    DONE.clear()
    yield
    clear_url_caches()


@pytest.mark.usefixtures("with_applause")
def test_law_an_act_that_is_added_to_the_list_is_on_page_and_in_api(house: House) -> None:
    check_same_on_page_and_in_api(house, APPLAUD)
    assert requested([APPLAUD], "urls_with_applause") == {"applaud": {"entry", "claps", "why"}}
    owner, browser = User.objects.get(username="owner"), house.owner
    assert OTHER_RIGHT not in ROLES["director"]
    for answer in (house.page(house.director, APPLAUD, {}), house.api(house.director, APPLAUD, {})):
        assert answer.status_code == 403
    page = browser.get(f"/tournaments/{house.row.pk}/floor/").content.decode()
    form = re.search(r'action="[^"]*/floor/applaud/".*?</form>', page, re.S)
    assert form is not None
    assert set(re.findall(r'\bname="([a-z_]+)"', form[0])) == {"csrfmiddlewaretoken", "entry", "claps", "why"}
    assert "Clap" in form[0]
    assert house.page(browser, APPLAUD, {"entry": "1", "claps": "3"}).status_code == 302
    assert house.api(browser, APPLAUD, {"entry": 1, "claps": 3}).status_code == 200
    assert [(one["entry"], one["claps"], one["why"], one["by"]) for one in DONE] == [(1, 3, "", owner)] * 2
