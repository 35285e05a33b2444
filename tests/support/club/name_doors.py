"""Every door by which a nickname comes into the club."""

from __future__ import annotations

import csv
import io

from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from club.base.errors import ClubError
from club.membership import roster
from club.models import User
from club.people import people, roles


class Doors:
    """Every door by which a nickname comes into the club: each is given a name, and says whether the name is there now."""

    def __init__(self) -> None:
        self.boss = User.objects.create_user("boss-of-all", password="correct horse")
        roles.give_role(self.boss, "owner")
        self.page, self.api = Client(), APIClient()
        self.page.force_login(self.boss)
        self.api.force_authenticate(self.boss)
        self.mine = people.enrol("own-old-name", user=User.objects.create_user("own-old-name"), now=timezone.now())
        self.own = Client()
        self.own.force_login(self.mine.user)

    def enrol_page(self, name: str) -> None:
        self.page.post("/people/new/", {"nickname": name})

    def enrol_api(self, name: str) -> None:
        self.api.post("/api/v1/players/", {"nickname": name})

    def edit_page(self, name: str) -> None:
        self.page.post(f"/people/{self.mine.pk}/edit/", {"nickname": name})

    def edit_api(self, name: str) -> None:
        self.api.patch(f"/api/v1/players/{self.mine.pk}/", {"nickname": name})

    def own_page(self, name: str) -> None:
        self.own.post("/me/particulars/", {"nickname": name})

    def file(self, name: str) -> None:
        told = io.StringIO()
        csv.writer(told).writerows([["nickname"], [name]])
        try:
            roster.take_in(told.getvalue().encode(), by=self.boss, now=timezone.now())
        except ClubError:
            return

    def sign_up(self, name: str) -> None:
        typed = {"username": name, "password1": "correct horse staple", "password2": "correct horse staple"}
        Client().post("/accounts/signup/", typed)

    def staff(self, name: str) -> None:
        typed = {"name": name, "password": "correct horse staple", "role": "cashier"}
        self.page.post("/first-evening/staff/", typed)


DOORS = [name for name in vars(Doors) if not name.startswith("_")]
# By these a login is named, and the member after it.
NAMES_LOGINS = {"sign_up", "staff"}
