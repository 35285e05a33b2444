"""Tournament tables with real cards whose hands are entered: stacks, knock-outs and the button follow from the hands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from club.ledger import audit, ledger
from club.models import Player
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.play.any_game import CATALOGUE
from tables import tasks
from tables.dealing import settlement
from tables.models import Hand, Sitting, Table
from tests.support.budget import sweep
from tests.support.real_hands import FloorClient, enter_hand, rows_of
from tests.support.tournaments.chinese_sheets import sheet
from tests.support.tournaments.felt import Felt
from tests.support.tournaments.mixed_sheets import levels, mix
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.api import event_history
from tournaments.floor import floor_view
from tournaments.log.state import FINISHED
from tournaments.models import Tournament
from tournaments.running import event_start, runner


class Recorded(Felt):
    """As `Felt`, and its tables' hands are entered by a dealer."""

    def __init__(self, evening: Evening, players: int = 6, **changes: Any) -> None:
        super().__init__(evening, players, **changes)
        self.dealer = FloorClient()
        self.dealer.force_authenticate(evening.person("dora", role="dealer", chips=0).user)

    def pk(self, number: int) -> int:
        return self.state.tables[number]

    def record(self, *numbers: int, **more: Any) -> None:
        for number in numbers:
            self.did("record-table", table=self.pk(number), has_starting_chips=True, **more)

    def result(self, number: int, **told: Any) -> Any:
        url = f"/api/v1/tables/{self.pk(number)}/recorded-hands/result/"
        hand = Table.objects.get(pk=self.pk(number)).next_hand
        return self.dealer.post(url, {"number": hand, **told}, format="json")

    def begin(self, number: int, **told: Any) -> Any:
        hand = Table.objects.get(pk=self.pk(number)).next_hand
        url = f"/api/v1/tables/{self.pk(number)}/recorded-hands/"
        return self.dealer.post(url, {"number": hand, **told}, format="json")

    def enter(self, hand: Any, *decisions: str) -> Any:
        for words in decisions:
            entry = {"ask": hand["asked"][0]["number"], "decision": words}
            answer = self.dealer.post(f"/api/v1/hands/{hand['id']}/entries/", entry, format="json")
            assert answer.status_code == 200, (words, answer.json())
            hand = answer.json()
        return hand

    def back(self, hand: int) -> Any:
        return self.dealer.post(f"/api/v1/hands/{hand}/entries/back/", {"why": "typed wrongly"}, format="json")


@pytest.fixture
def felt(evening: Evening) -> Recorded:
    return Recorded(evening)


def test_a_hand_entered_by_actions_or_as_a_result_moves_the_events_stacks(felt: Recorded) -> None:
    is_problem(felt.begin(1), 409, "no_hands_entered_here")
    felt.record(1, 2)
    assert (felt.state.orders.physical, felt.state.orders.recorded, felt.pool()) == (set(), {1, 2}, 0)
    hand = felt.begin(1, button=1).json()
    assert hand["view"]["seats"][0]["stack"] + hand["view"]["seats"][0]["bet"] == 1000
    assert felt.state.hands == {1: hand["id"]}
    is_problem(felt.post("record-table", table=felt.pk(1), is_on=False), 409, "hand_in_progress")
    hand = felt.enter(hand, "raise 200", "fold", "call", "deal 2c 7d Jh", "raise 100", "fold")
    assert hand["state"] == "settled"
    state = felt.direct()
    assert (state.hands, state.played) == ({}, 1)
    told = felt.result(2, won={"1": 300, "2": -300}, button=3)
    assert told.status_code == 201, told.json()
    assert felt.result(2, won={"1": 50, "2": -50}).json()["view"]["button"] == 1, "the button goes round by itself"
    assert felt.direct().played == 3
    seen = felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/").json()["entrants"]
    assert sorted(one["chips"] for one in seen) == [650, 800, 975, 1000, 1225, 1350]
    assert is_replay(felt.row)
    assert audit.rebuild().ok
    assert held("cashier", "cashier", felt.row.owner) == -6000


@sweep("game", CATALOGUE, one_of=9)
def test_a_hand_of_every_game_is_entered_at_a_tournaments_table(evening: Evening, game: str) -> None:
    is_chinese = game in CHINESE_GAMES
    made = sheet(10, game=game) if is_chinese else {"game": game, "items": levels(2), "starting_chips": 2000}
    felt = Recorded(evening, 3, structure=evening.structure(**made))
    felt.record(1)
    rng = random.Random(game)
    if is_chinese:
        told = {"number": 1, "rows": rows_of(game, (1, 2, 3), rng)}
        answer = felt.dealer.post(f"/api/v1/tables/{felt.pk(1)}/scores/", told, format="json")
        assert answer.status_code == 201, answer.content
        hand = answer.json()
    else:
        begun = felt.begin(1, button=1)
        assert begun.status_code == 201, begun.content
        hand = enter_hand(felt.dealer, begun.json(), rng)
    assert hand["state"] == "settled"
    assert felt.direct().played == 1
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_whoever_loses_the_last_chips_is_out_by_itself_and_moves_are_called(felt: Recorded) -> None:
    felt.record(1, 2)
    loser = felt.state.seated(1)[2]
    hand = felt.result(1, won={"1": 1000, "2": -1000}, button=1).json()
    state = felt.direct()
    assert (state.entries[loser].best, state.entries[loser].worst) == (6, 6)
    assert not Sitting.objects.filter(table=felt.pk(1), seat=2).exclude(state=Sitting.State.LEFT).exists()
    is_problem(felt.back(hand["id"]), 409, "knocked_out_in_it")
    second = felt.state.seated(2)[1]
    felt.result(2, won={"1": -1000, "3": 1000}, button=1)
    state = felt.direct()
    assert state.entries[second].best == 5
    assert len(state.alive) == 4
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_a_wrong_hand_is_taken_back_and_the_director_takes_the_right_one(felt: Recorded) -> None:
    felt.record(1)
    hand = felt.enter(felt.begin(1, button=1).json(), "raise 200", "fold", "fold")
    assert felt.direct().played == 1
    again = felt.back(hand["id"]).json()
    assert (again["state"], felt.state.hands) == ("playing", {1: again["id"]})
    assert Hand.objects.get(pk=hand["id"]).state == "void"
    felt.enter(again, "call", "deal 2c 7d Jh", "raise 100", "fold")
    assert (felt.direct().played, felt.state.hands) == (2, {})
    seen = felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/").json()["entrants"]
    assert sorted(one["chips"] for one in seen if one["chips"] is not None) == [800, 975, 1225]
    assert audit.rebuild().ok


def test_a_table_switches_between_hands_and_its_stacks_stay_known(felt: Recorded) -> None:
    is_problem(felt.post("record-table", table=felt.pk(1)), 422, "stack_not_counted")
    first, second, third = felt.at(1)
    is_problem(
        felt.post("record-table", table=felt.pk(1), entries=[first], stacks=[9000], has_starting_chips=True),
        422,
        "stack_impossible",
    )
    is_problem(felt.post("record-table", table=felt.pk(1), entries=felt.at(2)[:1], stacks=[9]), 422, "not_at_table")
    felt.did("record-table", table=felt.pk(1), entries=[first, second, third], stacks=[1500, 900, 600])
    assert felt.pool() == 3000
    is_problem(felt.post("record-table", table=felt.pk(1)), 409, "so_already")
    felt.result(1, won={"1": 200, "3": -200}, button=1)
    felt.direct()
    is_problem(felt.post("bust", entries=[third]), 409, "not_physical")
    felt.did("record-table", table=felt.pk(1), is_on=False)
    assert felt.state.orders.counts == {first: 1700, second: 900, third: 400}
    assert felt.pool() == 6000
    is_problem(felt.begin(1), 409, "no_hands_entered_here")
    felt.did("bust", entries=[third])
    assert felt.state.entries[third].best == 6
    assert audit.rebuild().ok


ROWS = {
    "1": "Qs Qh 4d / 9s 9d 9c 2h 3h / As Ks 7s 6s 5s",
    "2": "2s 3s 4c / 8s 8d Tc 2c 3c / Ah Kh 7h 6h 5h",
    "3": "Jc 9h 4h / Ts Td 8c 5c 2d / Ac Ad Kc 6c 3d",
}


def test_rows_of_chinese_poker_are_entered_and_the_events_chips_move(evening: Evening) -> None:
    felt = Recorded(evening, 3, structure=evening.structure(**sheet(10)))
    url = f"/api/v1/tables/{felt.pk(1)}/scores/"

    def post(number: int, rows: dict[str, str], to: str = "") -> Any:
        return felt.dealer.post(f"{url}{to}", {"number": number, "rows": rows}, format="json")

    def stacks() -> list[int]:
        return [
            one.account.balance for one in Sitting.objects.filter(table=felt.pk(1), state="active").order_by("seat")
        ]

    is_problem(post(1, ROWS), 409, "no_scores_here")
    felt.did("record-table", table=felt.pk(1), entries=felt.at(1), stacks=[1500, 1300, 200])
    seq, last = felt.row.seq, felt.at(1)[2]
    assert post(1, ROWS, "preview/").json()["result"]["net"] == {"1": 280, "2": -80, "3": -200}, "no more than is there"
    felt.row.refresh_from_db()
    assert (felt.state.hands, felt.row.seq) == ({}, seq), "a preview leaves nothing"
    wrong = post(1, {"1": ROWS["3"], "2": ROWS["2"], "3": ROWS["1"]}).json()
    assert (wrong["state"], stacks(), felt.direct().played) == ("settled", [1280, 1220, 500], 1)
    assert felt.back(wrong["id"]).json()["state"] == "void"
    assert stacks() == [1500, 1300, 200]
    right = post(2, ROWS).json()
    state = felt.direct()
    assert (state.entries[last].best, state.hands, stacks()) == (3, {}, [1780, 1220])
    is_problem(felt.back(right["id"]), 409, "knocked_out_in_it")
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_rows_come_in_their_turn_of_an_events_mix_whatever_its_first_level_plays(evening: Evening) -> None:
    games = ["OFC Pineapple", "Limit Holdem"]
    first, second = mix(games)["items"][:2]
    levels = [{**first, "game": "holdem", "limit": "fixed"}, {**second, "minutes": 600}]
    told = {**mix(games, every=1, order="choice"), "table_size": 3, "items": levels}
    felt = Recorded(evening, 3, structure=evening.structure(**told))
    felt.record(1)
    scores = f"/api/v1/tables/{felt.pk(1)}/scores/"
    assert felt.result(1, won={"1": 40, "2": -40}, button=1).json()["view"]["game"] == "holdem"
    felt.did("level", level=2)
    named = felt.begin(1).json()
    assert (named["code"], named["offered"]) == ("game_missing", ["ofc-pineapple points", "holdem fixed"])
    is_problem(felt.begin(1, game="ofc-pineapple points"), 409, "rows_are_entered")
    body = {"number": 2, "rows": ROWS, "game": "ofc-pineapple points"}
    hand = felt.dealer.post(scores, body, format="json").json()
    assert (hand["state"], Hand.objects.get(pk=hand["id"]).start["game"]) == ("settled", "ofc-pineapple")
    assert felt.result(1, won={"1": 40, "2": -40}, game="holdem fixed").json()["view"]["game"] == "holdem"
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_hand_for_hand_an_entered_hand_is_the_tables_hand_of_the_round(evening: Evening) -> None:
    felt = Recorded(evening, physical_tables=[2], cards="mixed")
    felt.record(2)
    felt.did("hand-for-hand", is_on=True)
    dealt = felt.direct().hands
    assert set(dealt) == {1}, "the other table's hand is to be entered"
    assert felt.result(2, won={"1": 50, "2": -50}, button=1).status_code == 201
    is_problem(felt.result(2, won={"1": 50, "2": -50}), 409, "waits")
    evening.now = felt.evening.now
    state = evening.play_round(felt.row)
    state = felt.direct()
    assert state.orders.hand_for_hand is None or state.rounds >= 2, "the round is over, and the next begun"
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_the_final_table_and_the_end(felt: Recorded) -> None:
    felt.record(1, 2)
    for number in (1, 2):
        felt.result(number, won={"1": 1000, "2": -1000}, button=1)
        felt.direct()
    felt.result(1, won={"1": 1000, "3": -1000})
    assert len(felt.direct().alive) == 3
    felt.did("final-table")
    [(number, pk)] = felt.state.tables.items()
    assert felt.state.orders.recorded == {number}
    assert felt.pool() == 0
    seats = sorted(felt.state.seated(number))
    stacks = {one.seat: one.account.balance for one in Sitting.objects.filter(table=pk).exclude(state="left")}
    assert sum(stacks.values()) == 6000
    winner, *losers = seats
    told = {str(seat): -stacks[seat] for seat in losers} | {str(winner): sum(stacks[seat] for seat in losers)}
    assert felt.result(number, won=told, button=winner).status_code == 201
    felt.direct()
    assert felt.due()[0] == "finish"
    felt.did("finish")
    assert Tournament.objects.get(pk=felt.row.pk).status == FINISHED
    assert audit.rebuild().ok


def test_a_bracket_goes_on_with_entered_hands_and_the_stack_of_a_bye(evening: Evening) -> None:
    felt = Recorded(evening, 3, format="bracket")
    felt.record(1)
    assert felt.pool() == 1000, "of who has a bye"
    felt.result(1, won={"1": 1000, "2": -1000}, button=1)
    state = felt.direct()
    assert (state.orders.recorded, state.orders.physical, felt.pool()) == ({2}, set(), 0)
    assert felt.result(2, won={"1": 10, "2": -10}, button=1).status_code == 201
    felt.result(2, won={"1": -1010, "2": 1010})
    felt.did("finish")
    assert felt.state.status == FINISHED
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_stacks_are_carried_from_a_round_whose_hands_were_entered_at_one_table_only(evening: Evening) -> None:
    felt = Recorded(evening, 6, format="shoot-out", round_stacks="carried", advance=2)
    felt.record(1)
    felt.result(1, won={"1": 900, "2": -1000, "3": 100}, button=1)
    felt.direct()
    first, third = felt.at(1)
    is_problem(felt.result(1, won={"1": 5, "3": -5}), 409, "played_down")
    felt.did("bust", entries=felt.at(2)[:1])
    state = felt.direct()
    assert (state.orders.physical, state.orders.recorded, felt.pool()) == ({3, 4}, set(), 6000)
    assert state.orders.counts == {first: 1900, third: 1100}
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_a_stack_on_record_stays_known_where_nobody_records_and_is_forgotten_where_somebody_does(
    evening: Evening,
) -> None:
    felt = Recorded(evening, 5)
    felt.record(1)
    felt.result(1, won={"1": 300, "2": -300}, button=1)
    (one, *_rest) = felt.at(1)
    line = felt.did("move", entry=one, table=felt.pk(2), seat=3, why="a chair that breaks")
    assert (felt.state.orders.counts, felt.pool()) == ({one: 1300}, 3300)
    felt.did("undo", line=line)
    assert (felt.state.orders.counts, felt.pool()) == ({}, 2000)
    (back,) = [one["back"] for one in event_history.history(felt.row) if one["kind"] == "table_recorded"]
    felt.did(back["act"], **back["fields"])
    assert (felt.state.orders.recorded, felt.state.orders.counts[one], felt.pool()) == (set(), 1300, 5000)
    (back, nothing) = [one["back"] for one in event_history.history(felt.row) if one["kind"] == "table_recorded"]
    assert nothing is None, "the last word on the table is what can be taken back"
    felt.did(back["act"], **back["fields"])
    assert (felt.state.orders.recorded, felt.pool()) == ({1}, 2000)
    assert is_replay(felt.row)
    assert audit.rebuild().ok


def test_t5_a_wrong_button_is_put_right_before_substantial_action_and_stands_after_it(felt: Recorded) -> None:
    felt.record(1)

    def misdeal(hand: Any) -> Any:
        told = {"why": "the button was wrong", "misdeal": True}
        return felt.boss.post(f"/api/v1/hands/{hand['id']}/void/", told, format="json")

    wrong = felt.enter(felt.begin(1, button=2).json(), "call")
    assert misdeal(wrong).status_code == 200
    right = felt.begin(1, button=1).json()
    assert (right["view"]["button"], felt.state.hands) == (1, {1: right["id"]})
    right = felt.enter(right, "call", "call")  # two actions with chips (TDA 36)
    is_problem(misdeal(right), 409, "substantial_action")
    felt.enter(right, "call", *["deal 2c 7d Jh", "raise 100", "fold", "fold"])
    assert felt.begin(1).json()["view"]["button"] == 2, "it goes on from where it stood"
    assert is_replay(felt.row)


def test_a_hand_that_the_books_refuse_stands_first_in_the_list_of_what_to_do(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = evening.entered(evening.computers(3))
    event_start.start(tournament.pk, now=evening.now)
    runner.direct(tournament.pk, now=evening.now)
    [(number, hand)] = evening.state(tournament).hands.items()

    def refuse(_transfers: Any) -> None:
        raise ledger.BadAmount("bad_amount", "its chips do not sum to zero")

    before = Tournament.objects.get(pk=tournament.pk).version
    with monkeypatch.context() as books, django_capture_on_commit_callbacks(execute=True):
        books.setattr(ledger, "post_all", refuse)
        assert not settlement.play_out(hand, now=evening.now)
    seen = Tournament.objects.get(pk=tournament.pk)
    first = floor_view.board(seen, now=evening.now)["due"][0]
    assert (first["kind"], first["table"]) == ("hand_refused", evening.state(tournament).tables[number])
    assert seen.version > before, "the floor's page looks again"
    assert settlement.resolve(hand, now=evening.now)
    assert floor_view.board(seen, now=evening.now)["due"] == []


def test_a_hand_that_waits_for_a_worker_stands_in_the_list_of_what_to_do_until_it_is_settled(
    felt: Recorded, django_capture_on_commit_callbacks: Any
) -> None:
    felt.record(1, 2)
    alone = felt.evening.client(Player.objects.get(nickname="dora"))  # while no worker is there
    hand = felt.enter(felt.begin(1, button=1).json(), "raise 200", "fold")
    before = Tournament.objects.get(pk=felt.row.pk).version
    ask = {"ask": hand["asked"][0]["number"], "decision": "fold"}
    with django_capture_on_commit_callbacks(execute=True):
        assert alone.post(f"/api/v1/hands/{hand['id']}/entries/", ask, format="json").json()["state"] == "over"
    seen = felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/floor/").json()
    [told] = [one for one in seen["due"] if one["kind"] == "settling"]
    assert (told["table"], told["act"]) == (felt.pk(1), "")
    assert "hand 1 waits to be settled" in told["words"]
    assert Tournament.objects.get(pk=felt.row.pk).version > before, "the floor's page looks again"
    tasks.sweep()  # what a worker does when it comes back
    seen = felt.boss.get(f"/api/v1/tournaments/{felt.row.pk}/floor/").json()
    assert "settling" not in [one["kind"] for one in seen["due"]]
