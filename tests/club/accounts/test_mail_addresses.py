"""Whatever address somebody signs up with is taken or refused in words, and to whatever is taken a mail can be written."""

from __future__ import annotations

import itertools

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from club.base.mail_addresses import check_address
from club.models import User
from tests.support.budget import budget

LOCAL = st.one_of(st.sampled_from(["x", '"a b"', "日本", "x" * 64, "a+b", "a\nb"]), st.text(min_size=1, max_size=70))
LETTERS = st.sampled_from(["a", "é", "あ", "ß", "ı", "-", "\u200d", "\u3002", "xn--", "ä"])
LABEL = st.one_of(
    st.tuples(LETTERS, st.integers(1, 63)).map(lambda drawn: drawn[0] * drawn[1]),
    st.lists(LETTERS, min_size=1, max_size=63).map(lambda letters: "".join(letters)[:63]),
)
ADDRESSES = st.one_of(
    st.emails(),
    st.tuples(LOCAL, LABEL, st.sampled_from(["jp", "com", "みんな", "xn--q9jyb4c"])).map("{0[0]}@{0[1]}.{0[2]}".format),
)
PASSWORD = "Sh uffle up 9 deal"
numbers = itertools.count()


@settings(max_examples=budget(400))
@given(address=ADDRESSES)
def test_law_to_what_is_taken_a_mail_can_be_written(address):
    try:
        check_address(address)
    except ValidationError:
        return
    assert EmailMessage(to=[address]).message()["To"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["x@" + "é" * 60 + ".com", "x@" + "あ" * 63 + ".jp", "x@例え.jp", "x@club.example", ""]
)
def test_signing_up_with_it_is_taken_or_refused_on_the_page(client, address):
    name = f"newcomer{next(numbers)}"
    told = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", told)
    is_taken = User.objects.filter(username=name).exists()
    assert answer.status_code == (302 if is_taken else 200)
    assert len(mail.outbox) == (is_taken and address != "")
    if not is_taken:
        assert "email" in answer.context["form"].errors
