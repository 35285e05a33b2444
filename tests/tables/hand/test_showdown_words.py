"""The showdown of a Chinese hand: its boards, row by row who beat whom, and who pays whom, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tables.queries import replay_picture
from tables.text import showdown_words
from tests.support.hands import act, hand, recorded

NAMES = {"1": "Aoi", "2": "Ben", "3": "Chie"}
QUEENS = "Qc Qd 2s / 8d 8h 4h 4s 2d / Kh Ks Kd 6c 6d"
ACES = "Th 9h 3h / Ac Jc 7h 6h 5h / As Ah 5c 4c 2c"
FOULED = "Ad Tc Td / 9c 8c 7c 3c 3s / Jd Js 9d 5d 5s"
ALSO_FOULED = "Kh Kd 2h / Qh 9h 7d 4s 4h / Ac 8d 6h 6s 2c"


def played(*rows: str, game: str = "ofc-pineapple", **rules: Any) -> dict[str, Any]:
    told = recorded(game, *[1000] * len(rows), **rules)
    for seat, cards in enumerate(rows, 1):
        act(told, seat, cards)
    assert told.is_over
    return told.view(None)


def html(view: dict[str, Any], language: str = "en") -> str:
    with translation.override(language):
        return " ".join(
            render_to_string("tables/_showdown.html", {"hand": {"view": view, "names": NAMES, "you": 1}}).split()
        )


def test_row_by_row_who_beat_whom_with_royalties_and_a_scoop():
    view = played(QUEENS, ACES)
    (pair,) = showdown_words.pairs(view, NAMES)
    assert pair["words"] == "Aoi wins 19 points from Ben"
    assert pair["parts"] == ["Front: Aoi", "Middle: Aoi", "Back: Aoi", "Royalties +13", "Scoop +3"]
    first, second = showdown_words.boards(view, NAMES)
    assert [row["against"] for row in first["rows"]] == [[{"name": "Ben", "how": "won"}]] * 3
    assert [row["against"] for row in second["rows"]] == [[{"name": "Aoi", "how": "lost"}]] * 3
    assert [row["royalty"] for row in first["rows"]] == [7, 0, 6]
    assert {"words": "Scoops Ben", "kind": "good"} in first["tags"]
    assert (first["points"], first["net"]) == (19, 19)
    assert showdown_words.payments(view, NAMES) == ["Ben pays Aoi 19."]
    assert showdown_words.nobody_gains(view) == ""


def test_a_foul_is_marked_on_its_board_and_points_and_chips_are_told_pair_by_pair():
    view = played(QUEENS, ACES, FOULED)
    boards = showdown_words.boards(view, NAMES)
    assert [board["is_fouled"] for board in boards] == [False, False, True]
    assert boards[2]["tags"][0] == {"words": "Foul: The front is stronger than the middle", "kind": "bad"}
    assert len(showdown_words.pairs(view, NAMES)) == 3
    assert sum(board["net"] for board in boards) == 0
    drawn = html(view)
    assert drawn.count("is-fouled") == 1
    assert drawn.count("<svg") == 39


def test_where_all_have_fouled_the_boards_are_shown_and_it_is_said_why_nobody_pays():
    view = played(FOULED, ALSO_FOULED)
    assert showdown_words.nobody_gains(view) == "Every hand has fouled: nobody pays."
    (pair,) = showdown_words.pairs(view, NAMES)
    assert (pair["words"], pair["parts"]) == ("Aoi and Ben: no points", ["both have fouled"])
    assert all(not row["against"] for board in showdown_words.boards(view, NAMES) for row in board["rows"])
    drawn = html(view, "ja")
    assert drawn.count("<svg") == 26
    assert "全員ファウルのため、支払いはありません。" in drawn
    with translation.override("en"):
        felt = render_to_string("tables/_outcome.html", {"hand": {"view": view, "names": NAMES}})
    assert felt.count("Every hand has fouled: nobody pays.") == 2  # seen, and heard


def test_where_every_row_ties_it_is_told_though_nobody_gains():
    view = played("Ac Kd 2s / 8d 8h 4h 4s 3d / Jh Js Tc Td 6d", "Ad Kc 2h / 8c 8s 4c 4d 3h / Jc Jd Th Ts 6h")
    assert showdown_words.nobody_gains(view) == "Nobody wins or loses."
    (pair,) = showdown_words.pairs(view, NAMES)
    assert pair["parts"] == ["Front: tied", "Middle: tied", "Back: tied"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_heard_is_what_is_seen(language):
    view = played(QUEENS, ACES, FOULED)
    with translation.override(language):
        heard = showdown_words.aloud(view, NAMES)
        seen = html(view, language)
        for pair in showdown_words.pairs(view, NAMES):
            assert pair["words"] in heard
            assert pair["words"] in seen
        for words in showdown_words.payments(view, NAMES):
            assert words in heard
            assert words in seen


def test_empty_rows_keep_their_place_and_their_name():
    game = hand("ofc", 100, 100, cards="KsKh9s9h4s 2c3c4c5c6c 4h 7c 8s 8c 8h 9c 2d Tc 3d Jc 5h")
    act(game, 1, "place front=KsKh middle=9s9h4s")
    board = showdown_words.boards(game.view(None), NAMES)[0]
    assert [(row["name"], len(row["cards"]), len(row["room"])) for row in board["rows"]] == [
        ("Front", 2, 1),
        ("Middle", 3, 2),
        ("Back", 0, 5),
    ]


def test_a_picture_of_the_moment_holds_every_row_within_its_edges():
    view = played(QUEENS, ACES, FOULED)
    seats = [{"seat": seat["seat"], "hand": seat, "cards": [], "at": at} for at, seat in enumerate(view["seats"])]
    drawn = replay_picture.placed(seats, [])
    cards = [card for seat in drawn["seats"] for card in seat["faces"]]
    assert len(cards) == 39
    assert all(card["x"] >= 0 and card["x"] + card["width"] <= drawn["width"] for card in cards)
    assert all(card["y"] >= 0 and card["y"] + card["height"] <= drawn["height"] for card in cards)
