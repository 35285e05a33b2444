"""Whoever has some pieces of a part of a page is sent the others, and puts together what everybody else is sent whole."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from club.live import page_parts
from tests.support.club.page_pieces import TAGS, Page


def _asked(html: str, header: str | None, secret: str = "one") -> HttpResponse:
    request = RequestFactory().get("/", headers={} if header is None else {page_parts.HEADER: header})
    request.META["CSRF_COOKIE"] = secret
    return page_parts.answer(request, HttpResponse(html))


@given(st.lists(st.lists(TAGS, min_size=1, max_size=30).map("".join), min_size=1, max_size=5))
def test_what_is_put_together_is_what_there_is(answers: list[str]) -> None:
    page = Page()
    for html in answers:
        assert page.take(_asked(html, page.asks)) == page_parts.squeezed(html)


@given(st.lists(st.tuples(st.lists(TAGS, min_size=1, max_size=30).map("".join), st.booleans()), min_size=1, max_size=6))
def test_an_answer_that_is_lost_or_forgotten_makes_no_page_wrong(answers: list[tuple[str, bool]]) -> None:
    page = Page()
    for html, is_lost in answers:
        answer = _asked(html, page.asks)
        if not is_lost:
            assert page.take(answer) == page_parts.squeezed(html)
        elif len(html) % 2:
            cache.clear()


def test_two_answers_to_the_same_question_are_told_apart() -> None:
    page = Page()
    page.take(_asked("<ol><li>one", page.asks))
    first, _second = _asked("<ol><li>two", page.asks), _asked("<ol><li>three<li>four", page.asks)
    page.take(first)
    assert page.take(_asked("<ol><li>five<li>two", page.asks)) == "<ol><li>five<li>two"


def test_of_two_questions_at_once_each_is_told_what_is_new_alone() -> None:
    """A tap and the news that it causes are asked by the same word; neither brings all again, nor does what is asked next."""
    same = "".join(f"<li>{number}<b>of many" for number in range(50))
    page = Page()
    page.take(_asked(same, page.asks))
    tap, news = _asked(f"{same}<i>tapped", page.asks), _asked(f"{same}<i>tapped<i>told", page.asks)
    other = replace(page)
    assert page.take(tap) == f"{same}<i>tapped"
    assert other.take(news) == f"{same}<i>tapped<i>told"
    last = _asked(f"{same}<i>told", other.asks)
    assert max(len(one.content) for one in (tap, news, last)) < 60


def test_who_does_not_ask_in_pieces_is_sent_the_whole() -> None:
    assert _asked("<p>a<p>b", None).content == b"<p>a<p>b"


def test_a_piece_that_the_browser_has_does_not_come_again() -> None:
    page = Page()
    page.take(_asked("<ol><li>one<li>two", page.asks))
    again = _asked("<ol><li>one<li>three", page.asks)
    assert b"one" not in again.content
    assert b"three" in again.content


def test_of_a_piece_that_says_another_value_comes_the_value_alone() -> None:
    page = Page()
    page.take(_asked('<ol><li value="7">x<b>\n9,940\n</b></ol>', page.asks))
    again = _asked('<ol><li value="8">x<b>\n9,960\n</b></ol>', page.asks)
    assert again.content.decode().partition("\n")[2] == "8\x1fx\x1e9,960"
    assert page.take(again) == '<ol><li value="8">x<b>\n9,960\n</b></ol>'


def test_what_went_as_a_whole_and_comes_again_is_told_as_one_run() -> None:
    alike, page = "<ol>" + "".join(f"<li><p>one{at}<p>" for at in range(40)), Page()
    for html in (f"<div>{alike}</div><p>end", "<div><p>nothing<p>end", "<div><p>nothing else<p>end"):
        page.take(_asked(html, page.asks))
    page.take(_asked(f"<div>{alike}</div><p>end", page.asks))
    assert len(page.words) <= 3


def test_a_piece_that_is_another_for_a_while_leaves_the_rest_where_it_is() -> None:
    alike, page = "".join(f"<li><p>one{at}<p>" for at in range(40)), Page()
    for piece in ("<ul>", "<ol>", "<ul>"):
        page.take(_asked(f"<div>{alike}{piece}{alike}{alike}", page.asks))
    assert [re.sub("[A-Za-z]+", "at", word.rstrip("1234567890")) for word in page.words] == ["+", "at-", "+"]


def test_many_pieces_that_are_alike_are_told_as_one_run() -> None:
    alike, page = "<ol>" + "<li><p>one<p>two" * 40, Page()
    page.take(_asked(f"{alike}<div>a", page.asks))
    page.take(_asked(f"{alike}<div>b", page.asks))
    assert len(page.words) == 2  # what stays, and what is new


def test_the_token_of_a_form_is_no_reason_to_send_it_anew_but_another_login_is() -> None:
    form, page = '<form><input type="hidden" name="csrfmiddlewaretoken" value="{}"><button>', Page()
    page.take(_asked(form.format("aaa"), page.asks))
    assert b"<form>" not in _asked(form.format("bbb"), page.asks).content
    page.take(_asked(form.format("aaa"), page.asks))
    assert b"<form>" in _asked(form.format("bbb"), page.asks, secret="two").content


@pytest.mark.parametrize("header", ["", "nobody's.neither's", "x", "." * 17, "a" * 5_000])
def test_of_an_id_that_nobody_was_told_nothing_is_known(header: str) -> None:
    assert Page().take(_asked("<p>a<p>b", header)) == "<p>a<p>b"


@pytest.mark.parametrize("html", ["<p>" * 2_000, f"<p>{page_parts.BETWEEN}<p>"], ids=["many", "separator"])
def test_what_cannot_be_told_in_pieces_comes_whole(html: str) -> None:
    assert _asked(html, "").content.decode() == html


def test_however_many_pages_ask_no_more_is_remembered_and_none_is_made_wrong(monkeypatch) -> None:
    """Words are made up by browsers: whoever asks under another each time fills nothing."""
    monkeypatch.setattr(page_parts, "PLACES", 3)
    cache.clear()
    pages = [Page(name=f"page{number:04}") for number in range(20)]
    for turn in range(3):
        for number, page in enumerate(pages):
            html = f"<li>{turn}<b>{number}<i>of all"
            assert page.take(_asked(html, page.asks)) == page_parts.squeezed(html)
    halves = [f"page-parts:{place}.{half}" for place in range(20) for half in (0, 1)]
    assert 3 <= len(cache.get_many(halves)) <= 6
    assert cache.get_many([f"page-parts:{page.name}" for page in pages]) == {}
