"""Whoever has some pieces of a part of a page is sent the others, and puts together what everybody else is sent whole."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from club.live import page_parts

TAGS = st.sampled_from(["<li>", "<div>", "<p class='é'>", "text\n", "<span class='a'>", "</li>", "山田 1+2", "<b>"])


def _asked(html: str, header: str | None, secret: str = "one") -> HttpResponse:
    request = RequestFactory().get("/", headers={} if header is None else {page_parts.HEADER: header})
    request.META["CSRF_COOKIE"] = secret
    return page_parts.answer(request, HttpResponse(html))


def _put_together(answer: HttpResponse, had: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """As `page_parts.js` does it."""
    words, _line, fresh = answer.content.decode().partition("\n")
    news = iter(fresh.split(page_parts.BETWEEN))
    pieces: list[tuple[str, str]] = []
    for word in words.split(" "):
        first, plus, count = word.partition("+")
        pieces += had[int(first) : int(first) + int(count)] if plus else [(word, next(news))]
    return pieces


@given(st.lists(st.lists(TAGS, min_size=1, max_size=30).map("".join), min_size=1, max_size=5))
def test_what_is_put_together_is_what_there_is(answers: list[str]) -> None:
    had: list[tuple[str, str]] = []
    for html in answers:
        pieces = _put_together(_asked(html, ".".join(mark for mark, _text in had)), had)
        assert "".join(text for _mark, text in pieces) == html
        had = [*pieces, *(one for one in had if one not in pieces)]


def test_who_does_not_ask_in_pieces_is_sent_the_whole() -> None:
    assert _asked("<p>a<p>b", None).content == b"<p>a<p>b"


def test_a_piece_that_the_browser_has_does_not_come_again() -> None:
    had = _put_together(_asked("<ol><li>one<li>two", ""), [])
    again = _asked("<ol><li>one<li>three", ".".join(mark for mark, _text in had))
    assert b"one" not in again.content
    assert b"three" in again.content


def test_many_pieces_that_are_alike_are_told_as_one_run() -> None:
    alike = "<ol>" + "<li><p>one<p>two" * 40
    had = _put_together(_asked(f"{alike}<div>a", ""), [])
    words = _asked(f"{alike}<div>b", ".".join(mark for mark, _text in had)).content.decode().partition("\n")[0]
    assert len(words.split(" ")) == 2  # what stays, and what is new


def test_the_token_of_a_form_is_no_reason_to_send_it_anew_but_another_login_is() -> None:
    form = '<form><input type="hidden" name="csrfmiddlewaretoken" value="{}"><button>'
    marks = ".".join(mark for mark, _text in _put_together(_asked(form.format("aaa"), ""), []))
    assert b"<form>" not in _asked(form.format("bbb"), marks).content
    assert b"<form>" in _asked(form.format("bbb"), marks, secret="two").content


@pytest.mark.parametrize("html", ["<p>" * 2_000, f"<p>{page_parts.BETWEEN}<p>"], ids=["many", "separator"])
def test_what_cannot_be_told_in_pieces_comes_whole(html: str) -> None:
    assert _asked(html, "").content.decode() == html
