"""One's own settings: the look is drawn by the server, and is one of those that there are."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client):
    client.force_login(get_user_model().objects.create_user("anna", password="secret"))
    return lambda: client.get("/me/settings/").content.decode()


def test_a_page_is_drawn_in_the_look_that_was_chosen(page, client):
    assert 'data-theme="auto"' in page()
    for theme in ("light", "dark", "felt"):
        client.cookies["theme"] = theme
        drawn = page()
        assert f'<html lang="en" data-theme="{theme}">' in drawn
        chosen = [told for told in re.findall(r'<input[^>]*name="theme"[^>]*>', drawn) if "checked" in told]
        assert [re.findall(r'value="(\w+)"', told) for told in chosen] == [[theme]]


@pytest.mark.parametrize("strange", ["", "pink", '"><script>', "x" * 5000])
def test_a_look_that_is_none_is_as_if_none_was_chosen(page, client, strange):
    client.cookies["theme"] = strange
    drawn = page()
    assert 'data-theme="auto"' in drawn
    assert "<script>" not in drawn
