"""A hand whose settlement the books refuse: the floor sees it at once, audit and health name it, and there is a way out."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import translation

from club.ledger import audit, ledger
from engine.betting.hand import Stakes
from engine.errors import EngineError, UnbalancedResult
from engine.messages.decisions import ResultText
from engine.messages.message import Quoted, Term
from engine.messages.mixes import MixText
from tables import tasks
from tables.core import locks
from tables.dealing import dealer, refused_settlements, settlement
from tables.models import Hand, Table
from tests.support.tables.refusing_books import Books
from tests.support.tables.settling import over, play_to_the_end
from tests.tables.conftest import NO_LIMIT, stack

pytestmark = pytest.mark.django_db


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> Books:
    return Books(monkeypatch)


@pytest.fixture
def refused(house, now, books) -> Hand:
    """A hand between two players, which is over and was refused in a sweep."""
    _table, row = over(house, now)
    books.refused.add(row.reference)
    tasks.sweep()
    row.refresh_from_db()
    return row


def test_it_is_shown_to_the_floor_named_by_audit_and_health_and_called_off_with_the_stacks_of_before(
    house, refused, client, now
):
    table, players = refused.table, [one.player for one in refused.seats.order_by("seat")]
    assert (refused.state, refused.result["refused"]) == ("over", "bad_amount")
    director = house.person("dirk", role="director", chips=0)
    client.force_login(director.user)
    felt = client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert "The amounts do not sum to zero" in felt
    assert "Call the hand off" in felt
    assert f"{table.name}, hand {refused.number}: the books refuse" in client.get("/tables/").content.decode(), (
        "on every page"
    )
    assert house.client(players[0]).get(f"/api/v1/tables/{table.pk}/").json()["hand"]["is_refused"]
    named = f"hand {refused.pk} (table {table.pk}, number 1)"
    assert [one for one in audit.rebuild().differences if named in one]
    assert client.get("/healthz").json() == {"ok": True, "standstills": [refused.reference]}
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", "--json", stdout=told)
    assert named in json.loads(told.getvalue())["differences"][0]
    client.force_login(players[0].user)
    seen = client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert "The floor decides" in seen
    assert "do not sum to zero" not in seen, "why is the floor's"

    why = {"why": "the books refuse it"}
    assert house.client(director).post(f"/api/v1/hands/{refused.pk}/void/", why, format="json").status_code == 200
    assert [stack(table, player) for player in players] == [5_000, 5_000]
    assert audit.run(now=now).ok
    assert client.get("/healthz").json() == {"ok": True, "standstills": []}
    assert "The floor decides" not in client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert dealer.deal(table.pk, now=now).number == 2, "and the table goes on"


def test_it_is_settled_by_itself_once_the_books_take_it(refused, books, now):
    assert refused.state == Hand.State.OVER
    books.refused.clear()
    tasks.sweep()
    refused.refresh_from_db()
    assert refused.state == "settled"
    assert sum(refused.result["net"].values()) == 0
    assert refused_settlements.standing() == []
    assert audit.run(now=now).ok


def test_it_holds_up_no_other_table(house, refused, books, now):
    other = house.seated(house.person("chika"), house.person("dan"), pause=60.0)
    row = dealer.deal(other.pk, now=now, seed=b"t" * 32)
    asked = books.asked
    play_to_the_end(row, now)
    assert settlement.resolve_over(now=now) == 1
    assert books.asked == asked, "those refused before are not among the many that are settled together"


@pytest.mark.parametrize("fault", [OperationalError("canceling statement due to lock timeout"), locks.TableBusy()])
def test_what_will_pass_is_no_refusal(house, now, books, fault):
    _table, row = over(house, now)
    books.refused.add(row.reference)
    books.fault = fault
    tasks.resolve_hand(row.pk)
    row.refresh_from_db()
    assert (row.state, row.result) == ("over", None)
    assert refused_settlements.standing() == []


def test_what_computer_players_decided_stands_though_the_books_refuse_it(house, now, books):
    table = house.seated(house.computer("one"), house.computer("two"), pace=60.0, pause=60.0)
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    books.refused.add(row.reference)
    assert not settlement.play_out(row.pk, now=now)
    row.refresh_from_db()
    assert (row.state, bool(refused_settlements.why(row))) == ("over", True)
    books.refused.clear()
    assert settlement.resolve(row.pk, now=now)


def test_a_hand_with_real_cards_that_cannot_be_scored_is_refused_and_not_called_off_in_silence(house, people, now):
    table = house.seated(*people, kind=Table.Kind.RECORDED, buy_in=5_000)
    hand = Hand.objects.create(
        table=table, number=1, is_recorded=True, start={"game": "no such game"}, engine_version="1", started_at=now,
        state=Hand.State.OVER,
    )  # fmt: skip
    tasks.sweep()
    hand.refresh_from_db()
    assert (hand.state, bool(refused_settlements.why(hand))) == ("over", True)


@pytest.mark.parametrize(
    ("game", "stakes", "check"),
    [
        ("holdem", NO_LIMIT, "engine.betting.pots_and_results.results.check_balance"),
        ("ofc", Stakes(limit="points", point=25), "engine.chinese.play.state.check_balance"),
    ],
)
def test_a_hand_whose_result_the_engine_refuses_is_refused_too_and_every_page_of_it_still_answers(
    house, now, client, monkeypatch, game, stakes, check
):
    def refuse(*_nets):
        raise UnbalancedResult(ResultText.UNBALANCED(over=5), over=5)

    monkeypatch.setattr(check, refuse)
    players = [house.computer("one"), house.computer("two")]
    table = house.seated(*players, game=game, stakes=stakes, pace=60.0, pause=60.0)
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    assert not settlement.play_out(row.pk, now=now)
    row.refresh_from_db()
    assert (row.state, row.result["refused"]) == ("over", UnbalancedResult.code)
    assert any("sum to 5 and not to 0" in one for one in audit.rebuild().differences)
    anna, director = house.person("anna"), house.person("dirk", role="director", chips=0)
    for who, words in ((anna, "The floor decides"), (director, "sum to 5 and not to 0")):
        client.force_login(who.user)
        assert words in client.get(f"/tables/{table.pk}/felt/").content.decode()
        hand = house.client(who).get(f"/api/v1/tables/{table.pk}/").json()["hand"]
        assert (hand["is_refused"], hand["view"]["over"], hand["view"]["result"]) == (True, True, None)
        for page in (f"/tables/{table.pk}/", f"/hands/{row.pk}/", f"/hands/{row.pk}/replay/"):
            assert client.get(page).status_code == 200, page
    why = {"why": "the engine refuses it"}
    assert house.client(director).post(f"/api/v1/hands/{row.pk}/void/", why, format="json").status_code == 200
    assert [stack(table, player) for player in players] == [5_000, 5_000]
    assert client.get(f"/tables/{table.pk}/felt/").status_code == 200
    assert client.get(f"/hands/{row.pk}/").status_code == 200
    assert audit.run(now=now).ok


@pytest.mark.parametrize(
    ("fault", "english", "japanese"),
    [
        (
            UnbalancedResult(ResultText.UNBALANCED(over=5), over=5),
            "the chips of this hand's result sum to 5 and not to 0",
            "このハンドの結果のチップの合計が0にならず、5になります。",
        ),
        (
            EngineError(MixText.AT_LEG(name=Term("Razz"), why=MixText.NO_LIST(value=Quoted([])))),
            "Razz: the games of a rotation are a list, not []",
            "ラズ： ",
        ),
        (
            ledger.NotEnoughChips("not_enough_chips", "Not enough chips.", needed=30, free=20),
            "Not enough chips: 30 are needed, 20 are there.",
            "30",
        ),
        (ZeroDivisionError("no words of ours"), "no words of ours", "no words of ours"),
    ],
)
def test_the_reason_is_kept_for_every_language(fault, english, japanese):
    kept = json.loads(json.dumps(refused_settlements.reason_of(fault)))
    with translation.override("en"):
        assert refused_settlements.reason_in_words(kept) == english
    with translation.override("ja"):
        said = refused_settlements.reason_in_words(kept)
    assert japanese in said
    assert (said == english) == (english == japanese)
