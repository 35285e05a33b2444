"""What is too large, or has too many fields, is refused in words at every door."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from club.http.request_size import LARGEST_BODY
from tests.support.desk import problem

pytestmark = pytest.mark.django_db
LARGE = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)


def test_text_that_is_larger_than_is_read_is_said_to_be_too_large():
    answer = Client().post("/api/v1/token/", {"username": LARGE}, content_type="application/json")
    assert "at most 2 MB" in problem(answer, 413, "too_large")["detail"]
    answer = Client(headers={"Accept-Language": "ja"}).post("/card/", {"number": LARGE})
    assert (answer.status_code, "2 MB" in answer.content.decode(), "大き" in answer.content.decode()) == (
        413,
        True,
        True,
    )


def test_a_body_beyond_all_bounds_is_said_to_be_too_large():
    for path in ("/api/v1/token/", "/card/"):
        answer = Client().post(path, {}, headers={"Content-Length": str(LARGEST_BODY + 1)})
        assert (answer.status_code, "10 MB" in answer.content.decode()) == (413, True)


def test_a_form_of_too_many_fields_is_refused_in_words():
    answer = Client().post("/card/", {f"field{n}": "x" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)})
    assert (answer.status_code, "cannot be read" in answer.content.decode()) == (400, True)
