"""What a placing would come to, told to the player who is asked and to nobody else, and kept by nobody."""

from __future__ import annotations

import pytest

from engine.cards import card_text, parse_cards
from engine.chinese.play.seat_view import worth
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import prepare
from engine.chinese.rows.rows import parse_board
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import Board
from tables.hand.hand_replay import rebuilt
from tables.models import Decision
from tests.support.tables.suggested import ask_of, dealt

pytestmark = pytest.mark.django_db
OPEN_FACE = prepare(ChineseRules())


def look(house, player, row, number, rows):
    return house.client(player).post(
        f"/api/v1/hands/{row.pk}/asks/{number}/placement-preview/", {"rows": rows}, format="json"
    )


def in_rows(cards, sizes=(3, 5, 5)):
    """The cards as a placing in words, front first, as many as the rows take."""
    texts = [card_text(card) for card in cards]
    parts = zip(("front", "middle", "back"), (0, 3, 8), sizes, strict=True)
    return " ".join(f"{name}={''.join(texts[at : at + size])}" for name, at, size in parts if size)


def test_a_whole_setting_is_scored_as_the_engine_scores_it_and_nothing_is_kept(house, now):
    (anna, _ben), row = dealt(house, now)
    ask = ask_of(row, 1)
    answer = look(house, anna, row, ask.number, in_rows(ask.cards))
    assert answer.status_code == 200
    told = answer.json()
    scored = score_hand(Board(ask.cards[:3], ask.cards[3:8], ask.cards[8:]), ask.profile)
    assert (told["placed"], told["keep"]) == (13, 13)
    assert (told["foul"] is not None) is scored.is_fouled
    assert sum(told["royalties"].values()) == sum(scored.royalties)
    assert not Decision.objects.filter(hand=row).exists()
    assert rebuilt(row).asks[0].number == 0


def test_some_cards_may_be_without_a_place(house, now):
    (anna, _ben), row = dealt(house, now)
    ask = ask_of(row, 1)
    told = look(house, anna, row, ask.number, in_rows(ask.cards, (3, 0, 0))).json()
    assert told["placed"] == 3
    assert told["row_made"]["front"]["text"]
    assert told["row_made"]["back"] is None


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda own, _other: f"front={own[0]}{own[0]}", "wrong_cards"),
        (lambda own, other: f"front={own[0]} back={other[0]}", "wrong_cards"),
        (lambda own, _other: f"front={''.join(own[:4])}", "bad_cards"),
        (lambda own, _other: f"sideways={own[0]}", "bad_cards"),
    ],
    ids=["twice", "another's card", "too many", "no row"],
)
def test_what_cannot_be_placed_is_refused(house, now, make, code):
    (anna, _ben), row = dealt(house, now)
    own, other = ([card_text(card) for card in ask_of(row, seat).cards] for seat in (1, 2))
    answer = look(house, anna, row, ask_of(row, 1).number, make(own, other))
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_nobody_foresees_for_another(house, now):
    (anna, ben), row = dealt(house, now)
    ask = ask_of(row, 1)
    for player, number, status, code in [
        (ben, ask.number, 409, "not_your_turn"),
        (house.person("cleo"), ask.number, 403, "not_in_this_hand"),
        (anna, 99, 409, "closed_ask"),
    ]:
        answer = look(house, player, row, number, in_rows(ask.cards))
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert "royalties" not in answer.json()


def test_on_the_page_a_foul_is_said_and_each_row_told(client, house, now):
    (anna, ben), row = dealt(house, now)
    ask = ask_of(row, 1)
    rows = {"front": ask.cards[:3], "middle": ask.cards[3:8], "back": ask.cards[8:]}
    said = {"hand": row.pk, "ask": ask.number} | {
        f"to-{card_text(card)}": name for name, held in rows.items() for card in held
    }
    client.force_login(anna.user)
    answer = client.post(f"/tables/{row.table_id}/placement-preview/", said)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("Foul" in page) is score_hand(Board(**rows), ask.profile).is_fouled
    assert page.count("hx-swap-oob") == 3
    client.force_login(ben.user)
    assert client.post(f"/tables/{row.table_id}/placement-preview/", said).status_code == 409


def test_queens_in_front_earn_fantasyland_already_and_lose_it_by_a_certain_foul():
    front, nothing = parse_cards("Qs Qh 2d"), frozenset()
    assert worth(Board(front, (), ()), OPEN_FACE, nothing)["next_fantasyland"] == 14
    assert worth(Board(parse_cards("Js Jh 2d"), (), ()), OPEN_FACE, nothing)["next_fantasyland"] == 0
    assert worth(Board(front, (), ()), OPEN_FACE, nothing, 14)["next_fantasyland"] == 0
    fouled = worth(Board(front, parse_cards("8s 8h 4s 3h 2c"), ()), OPEN_FACE, nothing)
    assert fouled["foul"]["is_certain"]
    assert fouled["next_fantasyland"] == 0
    whole = parse_board("Qs Qh 2d / Ks Kh 5s 4h 3c / As Ah Kd 7h 6c")
    assert worth(whole, OPEN_FACE, nothing)["next_fantasyland"] == 14
