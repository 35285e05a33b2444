"""The table of rights holds at every page and endpoint of the members: each role, through HTTP, own and others'."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from club.accounts import api_tokens
from club.base.registry import RIGHTS, ROLES
from club.house.rights import roles_of
from club.models import AuditEntry, User
from club.people import people, roles
from club.people.people import player_of
from club.web_people import card_pages, member_pages, own_pages, people_api
from tests.support.budget import sweep
from tests.support.club.club_api import login, problem

pytestmark = pytest.mark.django_db
WHO = ["stranger", *ROLES]


@dataclass(frozen=True)
class Door:
    """A page or endpoint: what it needs (a right, "" for any login, None for nobody), and what it answers to those who may."""

    method: str
    path: str
    right: str | None
    good: tuple[int, ...] = (200,)
    body: dict[str, Any] = field(default_factory=dict)


PAGES = [
    Door("get", "/people/", "people.see"),
    Door("get", "/people/new/", "people.edit"),
    Door("post", "/people/new/", "people.edit", (302,), {"nickname": "newcomer"}),
    Door("get", "/people/rights/", ""),
    Door("get", "/people/invitations/", "people.admit"),
    Door("post", "/people/invitations/", "people.admit", body={"note": "x"}),
    Door("post", "/people/invitations/999/revoke/", "people.admit", (302,)),
    Door("get", "/people/cards/", "people.edit"),
    Door("get", "/people/files/", "people.exchange"),
    Door("get", "/people/members.csv", "people.exchange"),
    Door("get", "/people/{other}/", "people.see"),
    Door("post", "/people/{other}/edit/", "people.edit", (302,), {"real_name": "R"}),
    Door("get", "/people/{other}/card/", "people.edit"),
    Door("get", "/people/{other}/photo.jpg", "people.see", (404,)),
    *(
        Door("post", f"/people/{{other}}/{name}/", right, (302,))
        for name, (right, _words, _act) in member_pages.DECIDED.items()
    ),
    Door("get", "/me/", ""),
    Door("get", "/me/photo.jpg", "", (404,)),
    Door("get", "/me/data.json", ""),
    Door("post", "/me/erase/", "", (302,)),
    *(Door("post", f"/me/{name}/", "", (302,)) for name in own_pages.OWN),
    Door("get", "/card/", None),
    Door("get", "/card/some-code/", None),
    Door("get", "/join/some-code/", None, (302,)),
]
REASON = {"why": "because"}
ENDPOINTS = [
    Door("get", "/api/v1/players/", "people.see"),
    Door("post", "/api/v1/players/", "people.edit", (201,), {"nickname": "newcomer"}),
    Door("get", "/api/v1/players/{other}/", "people.see"),
    Door("patch", "/api/v1/players/{other}/", "people.edit", body={"notes": "n"}),
    Door("delete", "/api/v1/players/{other}/", "people.erase"),
    Door("put", "/api/v1/players/{other}/admission/", "people.admit", (409,)),
    Door("delete", "/api/v1/players/{other}/admission/", "people.admit", (409,)),
    Door("put", "/api/v1/players/{other}/suspension/", "people.suspend", body=REASON),
    Door("delete", "/api/v1/players/{other}/suspension/", "people.suspend", (409,)),
    Door("post", "/api/v1/players/{other}/merge/", "people.merge", body={"into": "{third}", **REASON}),
    Door("put", "/api/v1/players/{other}/pin/", "people.edit", body={"pin": "2718"}),
    Door("put", "/api/v1/players/{other}/roles/", "roles.give", body={"role": "dealer", "held": True}),
    Door("post", "/api/v1/players/{other}/second-factor/", "roles.give", (409,), REASON),
    Door("get", "/api/v1/invitations/", "people.admit"),
    Door("post", "/api/v1/invitations/", "people.admit", (201,)),
    Door("delete", "/api/v1/invitations/999/", "people.admit", (404,)),
    Door("get", "/api/v1/me/data/", ""),
    Door("put", "/api/v1/me/exclusion/", "", body={"until": "2999-01-01T00:00:00Z"}),
    Door("get", "/api/v1/rights/", ""),
]


def may(role: str, door: Door) -> bool:
    """By the one table."""
    if door.right is None:
        return True
    if role == "stranger":
        return False
    return door.right == "" or door.right in ROLES[role]


@sweep("door", PAGES, ids=lambda door: f"{door.method} {door.path}")
def test_every_page_answers_each_role_by_the_table(door):
    now = timezone.now()
    for role in WHO:
        other = people.enrol(f"other {role}", user=User.objects.create_user(f"other {role}"), now=now)
        client = Client()
        if role != "stranger":
            user = User.objects.create_user(f"a {role}")
            roles.give_role(user, role)
            client.force_login(user)
        body = {name: f"{value} {role}" for name, value in door.body.items()}
        answer = getattr(client, door.method)(door.path.format(other=other.pk), body)
        if may(role, door):
            assert answer.status_code in door.good, (role, answer.status_code)
            assert answer.status_code != 302 or "/accounts/login/" not in answer["Location"], role
        elif role == "stranger":
            assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/accounts/login/"), role
        else:
            assert answer.status_code == 403, (role, answer.status_code)


@sweep("door", ENDPOINTS, ids=lambda door: f"{door.method} {door.path}")
def test_every_endpoint_answers_each_role_by_the_table(door):
    from rest_framework.test import APIClient

    now = timezone.now()
    for role in WHO:
        other = people.enrol(f"other {role}", user=User.objects.create_user(f"other {role}"), now=now)
        third = people.enrol(f"third {role}", now=now)
        client = APIClient() if role == "stranger" else login(f"a {role}", role)
        body = {name: third.pk if value == "{third}" else value for name, value in door.body.items()}
        if "nickname" in body:
            body["nickname"] += role
        answer = getattr(client, door.method)(door.path.format(other=other.pk), body)
        if may(role, door):
            assert answer.status_code in door.good, (role, answer.json())
        else:
            code = "not_authenticated" if role == "stranger" else "permission_denied"
            problem(answer, 401 if role == "stranger" else 403, code)


def test_no_page_or_endpoint_of_the_members_is_left_out():
    tested = {
        door.path.replace("{other}", "1").replace("999", "1").replace("some-code", "x") for door in PAGES + ENDPOINTS
    }
    for prefix, module in (("/", member_pages), ("/", own_pages), ("/", card_pages), ("/api/v1/", people_api)):
        for pattern in module.urlpatterns:
            route = str(pattern.pattern)
            for part in ("<int:player_id>", "<int:invitation_id>"):
                route = route.replace(part, "1")
            for part in ("<str:card>", "<str:code>"):
                route = route.replace(part, "x")
            assert prefix + route in tested
            assert get_resolver().resolve(prefix + route)


def test_the_page_of_rights_is_the_table():
    client = Client()
    client.force_login(User.objects.create_user("anna"))
    page = client.get("/people/rights/").content.decode()
    assert page.count('<span class="tag on">') == sum(len(held) for held in ROLES.values())
    assert all(f"<small>{right}</small>" in page for right in RIGHTS)


def test_an_owner_names_an_admin_an_admin_names_no_owner_and_one_owner_stays():
    owner, anna, ben = login("olga", "owner"), login("anna"), login("ben")
    numbers = {name: player_of(User.objects.get(username=name)).pk for name in ("olga", "anna", "ben")}

    def give(client, name: str, role: str, held: bool = True):
        told = {"role": role, "held": held, "ends_access": True}
        return client.put(f"/api/v1/players/{numbers[name]}/roles/", told)

    def back(name: str) -> APIClient:
        client = APIClient()
        text = api_tokens.make_by_password(User.objects.get(username=name), now=timezone.now())
        client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
        return client

    assert give(owner, "anna", "admin").json()["roles"] == ["admin", "player"]
    anna = back("anna")  # who was in is out, since the role is another
    problem(give(anna, "ben", "owner"), 403, "owner_needed")
    problem(give(anna, "anna", "owner"), 403, "owner_needed")
    assert give(anna, "ben", "dealer").json()["roles"] == ["dealer", "player"]
    ben = back("ben")
    problem(give(ben, "ben", "dealer", False), 403, "permission_denied")
    problem(give(owner, "olga", "owner", False), 409, "last_owner")
    assert give(owner, "anna", "admin", False).json()["roles"] == ["player"]
    anna = back("anna")
    problem(give(anna, "ben", "cashier"), 403, "permission_denied")
    assert not User.objects.get(username="anna").is_superuser
    kinds = AuditEntry.objects.filter(kind__startswith="role.").order_by("pk").values_list("kind", "by__username")
    assert list(kinds) == [("role.given", "olga"), ("role.given", "anna"), ("role.taken", "olga")]


def test_a_superuser_who_is_made_an_admin_as_well_stays_the_owner():
    olga = User.objects.create_superuser("olga")
    assert roles_of(olga) == {"owner", "player"}
    roles.change_role(olga, "admin", is_held=True, by=olga, now=timezone.now())
    assert roles_of(olga) == {"admin", "owner", "player"}


def test_the_last_owner_does_not_close_their_own_login_in_the_admin():
    olga, anna = User.objects.create_user("olga"), User.objects.create_user("anna")
    for one in (olga, anna):
        roles.give_role(one, "owner")
    client = Client()
    client.force_login(olga)
    assert client.post(f"/admin/club/user/{anna.pk}/change/", {"username": "anna"}).status_code == 302
    page = client.post(f"/admin/club/user/{olga.pk}/change/", {"username": "olga"})
    assert "name another first" in page.content.decode()
    assert {one.username: one.is_active for one in User.objects.all()} == {"olga": True, "anna": False}
    assert (
        client.post(f"/admin/club/user/{anna.pk}/change/", {"username": "anna", "is_active": "on"}).status_code == 302
    )
    assert client.post(f"/admin/club/user/{olga.pk}/change/", {"username": "olga"}).status_code == 302
    assert not User.objects.get(username="olga").is_active


def test_an_admin_changes_no_owners_login_in_the_admin_and_nobody_deletes_one():
    owner, anna = User.objects.create_user("olga"), User.objects.create_user("anna")
    roles.give_role(owner, "owner")
    roles.give_role(anna, "admin")
    client = Client()
    client.force_login(anna)
    new = {"password1": "taken over 99", "password2": "taken over 99", "usable_password": "true"}
    assert client.post(f"/admin/club/user/{owner.pk}/password/", new).status_code == 403
    page = {"username": "olga", "email": "anna@example.test", "is_active": "on"}
    assert client.post(f"/admin/club/user/{owner.pk}/change/", page).status_code == 403
    assert client.post(f"/admin/club/user/{anna.pk}/delete/", {"post": "yes"}).status_code == 403
    page = {"username": "anna", "is_superuser": "on", "groups": [], "is_active": "on"}
    assert client.post(f"/admin/club/user/{anna.pk}/change/", page).status_code == 302
    owner.refresh_from_db()
    assert (owner.email, owner.has_usable_password(), roles_of(anna)) == ("", False, {"admin", "player"})
    for path in ("knox/authtoken", "club/apitoken", "account/emailaddress", "mfa/authenticator", "auth/group"):
        assert client.get(f"/admin/{path}/").status_code == 404
    mika = people.enrol("mika", now=timezone.now())
    assert client.get(f"/admin/club/player/{mika.pk}/change/").status_code == 200
    assert client.post(f"/admin/club/player/{mika.pk}/change/", {"nickname": "x"}).status_code == 403
