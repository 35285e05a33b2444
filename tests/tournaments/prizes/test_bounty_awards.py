"""Bounties in play: who wins which head at dealt tables and by hand, envelopes, undo; their escrow ends at nothing."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from club.ledger import audit, ledger
from club.models import Player, Transfer
from club.people import people
from tests.support.budget import budget, sweep
from tests.tournaments.conftest import CHIPS, Evening, held, is_replay, wallet
from tournaments.base.errors import Refused
from tournaments.desk import rebuys_and_add_ons, registration
from tournaments.floor import moves_and_knockouts, reported_knockouts, undo
from tournaments.log.state import FINISHED, RUNNING
from tournaments.models import Entry, LogEntry, Result, Tournament
from tournaments.prizes import bounty_awards, bounty_eliminators
from tournaments.running import event_start, runner

pytestmark = pytest.mark.django_db
WINNER_TAKES = {"payout": "winner-takes-all"}


def with_bounties(evening: Evening, count: int = 4, **fields: Any) -> tuple[Tournament, list[Player]]:
    """A tournament that has started, 250 of each 1000 on the head, and its players by entry from the first."""
    players = evening.computers(count)
    chosen = {"bounty": 250, "fee": 0, "table_size": 6, **WINNER_TAKES, **fields}
    row = evening.entered(players, **chosen)
    event_start.start(row.pk, now=evening.now)
    return Tournament.objects.get(pk=row.pk), players


def out(row: Tournament, evening: Evening, entry: int, *eliminators: int, why: str = "lost it", **how: Any) -> int:
    """Knock an entry out by hand; the line of the knock-out."""
    moves_and_knockouts.knock_out(row.pk, entry, eliminators=eliminators, now=evening.now, by=None, why=why, **how)
    return LogEntry.objects.filter(tournament=row, kind="knocked_out").latest("seq").seq


def pots(row: Tournament) -> tuple[int, int]:
    return held(row.owner, "escrow"), held(f"{row.owner}:bounties", "escrow")


def test_a_bounty_lies_beside_the_prizes_and_comes_back_with_the_entry(evening: Evening) -> None:
    players = evening.computers(3)
    row = evening.entered(players, bounty=250)
    assert pots(row) == (2250, 750)
    registration.unregister(row.pk, players[0], now=evening.now)
    assert pots(row) == (1500, 500)
    event_start.cancel(row.pk, now=evening.now, by=None, why="x")
    assert pots(row) == (0, 0)
    assert [wallet(player) for player in players] == [CHIPS] * 3


def test_a_fixed_bounty_is_paid_at_the_knock_out_and_the_winner_has_the_own(evening: Evening) -> None:
    row, players = with_bounties(evening)
    out(row, evening, 1, 2)
    assert [wallet(player) - CHIPS for player in players] == [-1000, -750, -1000, -1000]
    out(row, evening, 3, 2, 4)
    assert [wallet(player) - CHIPS for player in players] == [-1000, -625, -1000, -875]
    out(row, evening, 2, 4)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED
    assert [wallet(player) - CHIPS for player in players] == [-1000, -625, -1000, -625 + 250 + 3000]
    assert pots(row) == (0, 0)
    assert is_replay(row)
    assert audit.rebuild().ok


def test_the_winners_own_fixed_bounty_may_be_in_the_prize_pool(evening: Evening) -> None:
    """BARGE: 8 of 100 with 25 bounties, n - 1 of them: 625 for prizes, 406 and 219 (payout_tables.json)."""
    players = evening.computers(8)
    fields = {"buy_in": 100, "fee": 0, "bounty": 25, "bounty_final": "pool", "payout": "barge-2025-irata"}
    row = evening.entered(players, table_size=9, **fields)
    event_start.start(row.pk, now=evening.now)
    for entry in range(1, 8):
        out(row, evening, entry, 8)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED
    assert [wallet(player) - CHIPS for player in players] == [-100] * 6 + [-100 + 219, -100 + 406 + 7 * 25]
    assert pots(row) == (0, 0)


def test_half_of_a_progressive_bounty_goes_onto_the_hunters_head(evening: Evening) -> None:
    row, players = with_bounties(evening, bounty_kind="progressive")
    out(row, evening, 1, 2)
    assert wallet(players[1]) == CHIPS - 1000 + 125
    assert bounty_awards.open_bounties(row, evening.state(row)) == {2: 375, 3: 250, 4: 250}
    out(row, evening, 2, 3)
    assert wallet(players[2]) == CHIPS - 1000 + 187
    assert bounty_awards.open_bounties(row, evening.state(row)) == {3: 438, 4: 250}
    assert pots(row)[1] == 438 + 250
    out(row, evening, 4, 3)
    runner.direct(row.pk, now=evening.now)
    assert wallet(players[2]) == CHIPS - 1000 + 187 + 125 + (438 + 125) + 3000
    assert pots(row) == (0, 0)


def test_bounties_may_be_kept_to_the_end(evening: Evening) -> None:
    row, players = with_bounties(evening, 3, bounty_paid="end")
    out(row, evening, 1, 2)
    assert wallet(players[1]) == CHIPS - 1000
    assert pots(row)[1] == 750
    out(row, evening, 2, 3)
    runner.direct(row.pk, now=evening.now)
    assert [wallet(player) - CHIPS for player in players] == [-1000, -750, -1000 + 500 + 2250]
    assert bounty_awards.won(row, evening.state(row)) == {2: 250, 3: 500}
    assert pots(row) == (0, 0)


def test_a_head_that_nobody_won_is_the_winners(evening: Evening) -> None:
    row, players = with_bounties(evening, 3)
    out(row, evening, 1)
    out(row, evening, 2, 3)
    runner.direct(row.pk, now=evening.now)
    assert wallet(players[2]) == CHIPS - 1000 + 250 + 250 + 250 + 2250
    assert pots(row) == (0, 0)


def test_envelopes_are_drawn_once_all_who_are_left_are_paid(evening: Evening) -> None:
    table = {"key": "three", "rows": [{"entries": [1, 99], "basis_points": [5000, 3000, 2000]}]}
    fields = {"bounty_kind": "mystery", "mystery_shares": [[10, 1]], "payout_table": table}
    row, players = with_bounties(evening, 5, **fields)
    out(row, evening, 1, 5)
    assert evening.state(row).prize_state.envelopes is None
    out(row, evening, 2, 5)  # the bubble: this knock-out is the last without an envelope
    assert (evening.state(row).prize_state.envelopes, wallet(players[4])) == (None, CHIPS - 1000)
    line = out(row, evening, 3, 5, 4)
    told = LogEntry.objects.get(tournament=row, kind="envelopes_made")
    assert told.data["envelopes"] == [1042, 104, 104]
    drawn = LogEntry.objects.get(tournament=row, kind="bounty_won", data__entry=3).data
    assert drawn["envelope"] in (1042, 104)
    assert sum(chips for _one, chips in drawn["paid"]) == drawn["envelope"]
    before = evening.state(row).prize_state
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state.envelopes == (1042, 104, 104)
    undo.redo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state == before
    out(row, evening, 4, 5)
    runner.direct(row.pk, now=evening.now)
    assert pots(row) == (0, 0)
    assert is_replay(row)
    assert audit.rebuild().ok


def test_envelopes_are_gone_once_knock_outs_before_their_moment_are_undone(evening: Evening) -> None:
    table = {"key": "two", "rows": [{"entries": [1, 99], "basis_points": [6000, 4000]}]}
    row, _players = with_bounties(evening, 5, bounty_kind="mystery", mystery_shares=[[10, 1]], payout_table=table)
    how: dict[str, Any] = {"now": evening.now, "by": None}
    lines = [out(row, evening, entry, 5) for entry in (1, 2, 3, 4)]
    assert evening.state(row).prize_state.envelopes is not None
    for line in reversed(lines[1:]):
        undo.undo(row.pk, line, **how)
    assert evening.state(row).prize_state.envelopes is None
    out(row, evening, 4, 5)  # another one than the mistaken: the fourth place pays no envelope
    assert evening.state(row).prize_state.won == {}
    for line in lines[1:3]:
        undo.redo(row.pk, line, **how)
    assert evening.state(row).prize_state.envelopes is not None
    assert pots(row)[1] == 1250 - sum(evening.state(row).prize_state.won.values())
    assert is_replay(row)


def test_envelopes_from_a_level_on(evening: Evening) -> None:
    row, _players = with_bounties(evening, 4, bounty_kind="mystery", mystery_level=1)
    evening.play_round(row)
    assert evening.state(row).level == 1
    left = len(evening.state(row).alive)
    runner.direct(row.pk, now=evening.now)
    made = LogEntry.objects.filter(tournament=row, kind="envelopes_made").first()
    assert made is not None
    assert sum(made.data["envelopes"]) == 1000
    assert len(made.data["envelopes"]) == left


def test_undoing_a_knock_out_takes_its_bounty_back_by_a_linked_transfer(evening: Evening) -> None:
    row, players = with_bounties(evening, bounty_kind="progressive")
    before = evening.state(row).prize_state
    line = out(row, evening, 1, 2)
    after = evening.state(row).prize_state
    undo.undo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state == before
    assert wallet(players[1]) == CHIPS - 1000
    paid = Transfer.objects.get(purpose="tournament-bounty")
    assert Transfer.objects.get(corrects=paid).purpose == "correction"
    undo.redo(row.pk, line, now=evening.now, by=None)
    assert evening.state(row).prize_state == after
    assert wallet(players[1]) == CHIPS - 1000 + 125
    assert is_replay(row)


def test_a_knock_out_whose_bounty_was_won_on_is_not_undone(evening: Evening) -> None:
    row, _players = with_bounties(evening, bounty_kind="progressive")
    line = out(row, evening, 1, 2)
    out(row, evening, 2, 3)
    with pytest.raises(Refused) as refused:
        undo.undo(row.pk, line, now=evening.now, by=None)
    assert refused.value.code == "changed_since"
    assert bounty_awards.open_bounties(row, evening.state(row)) == {3: 438, 4: 250}


def test_a_bounty_that_was_paid_and_spent_is_not_taken_back(evening: Evening) -> None:
    row, players = with_bounties(evening)
    line = out(row, evening, 1, 2)
    moves = {ledger.open_account(players[1].owner, "wallet").pk: -wallet(players[1])}
    ledger.post("spent", {**moves, ledger.open_account("house", "tips").pk: wallet(players[1])}, purpose="tip")
    with pytest.raises(ledger.NotEnoughChips):
        undo.undo(row.pk, line, now=evening.now, by=None)
    assert 1 in evening.state(row).prize_state.settled


def test_the_director_says_that_it_was_another(evening: Evening) -> None:
    row, players = with_bounties(evening)
    out(row, evening, 1, 2)
    bounty_awards.award(row.pk, 1, [3, 4], now=evening.now, by=None, why="the side pot")
    assert [wallet(player) - CHIPS for player in players] == [-1000, -1000, -875, -875]
    for eliminators in ([1], [3, 3], [99]):
        with pytest.raises(Refused):
            bounty_awards.award(row.pk, 1, eliminators, now=evening.now, by=None, why="x")
    with pytest.raises(Refused, match="not out"):
        bounty_awards.award(row.pk, 2, [3], now=evening.now, by=None, why="x")
    evening.now += timedelta(minutes=9)
    with pytest.raises(Refused, match=r"Machine 1 went out before Machine 2 did.*: Machine 3, Machine 4\."):
        out(row, evening, 2, 1)
    assert not evening.state(row).entries[2].is_out, "nothing was done"
    assert [wallet(player) - CHIPS for player in players] == [-1000, -1000, -875, -875]
    assert is_replay(row)


class FakeHand:
    """What a settled hand says of its pots."""

    def __init__(self, button: int, *pots: tuple[list[int], dict[int, int]]) -> None:
        self.start = {"positions": [button, None, None]}
        shares = ({str(seat): chips for seat, chips in won.items()} for _seats, won in pots)
        self.result = {
            "pots": [
                {"eligible": seats, "shares": [{"by": "high", "chips": chips}]}
                for (seats, _won), chips in zip(pots, shares, strict=True)
            ]
        }


def test_the_last_pot_a_player_was_in_decides_and_a_split_is_shared_by_position(evening: Evening) -> None:
    """GG: of side pots the winner of the last pot the busted player was in; who splits it, splits the bounty."""
    row, _players = with_bounties(evening, 4)
    state = evening.state(row)
    by_seat = state.seated(1)
    one, two, three, four = sorted(by_seat)
    hand: Any = FakeHand(two, ([one, two, three], {one: 90}), ([two, three], {three: 40}))
    from tournaments.log.tournament_log import TournamentLog

    found = bounty_eliminators.in_hand(TournamentLog(Tournament.objects.get(pk=row.pk)), 1, hand)
    assert found[by_seat[two]] == (by_seat[three],)
    hand = FakeHand(two, ([one, two, three, four], {one: 50, three: 50}))
    found = bounty_eliminators.in_hand(TournamentLog(Tournament.objects.get(pk=row.pk)), 1, hand)
    assert found[by_seat[four]] == (by_seat[three], by_seat[one])  # the first left of the button first


@sweep("kind", ["fixed", "progressive", "mystery"], one_of=3)
def test_at_dealt_tables_whoever_busts_another_has_the_bounty(evening: Evening, kind: str) -> None:
    players = evening.computers(7)
    row = evening.entered(players, bounty=300, bounty_kind=kind, fee=0)
    for _round in range(400):
        state = evening.play_round(row)
        if state.status != RUNNING:
            break
        due = sum(bounty_awards.open_bounties(row, state).values()) + state.prize_state.unclaimed
        if kind != "mystery":
            assert pots(row)[1] == due
    assert state.status == FINISHED
    fallen = LogEntry.objects.filter(tournament=row, kind="bounty_won")
    assert fallen.count() == 6
    assert all(line.data["eliminators"] for line in fallen)
    assert pots(row) == (0, 0)
    assert sum(wallet(player) for player in players) == 7 * CHIPS
    assert sum(bounty_awards.won(row, state).values()) == 7 * 300
    assert is_replay(row)


@given(
    kind=st.sampled_from(["fixed", "progressive", "mystery"]),
    final=st.sampled_from(["winner", "pool"]),
    paid=st.sampled_from(["once", "end"]),
    bounty=st.integers(1, 997),
    percent=st.integers(1, 99),
    shares=st.lists(st.tuples(st.integers(1, 50), st.integers(1, 3)).map(list), max_size=3),
    tables=st.sampled_from(["winner-takes-all", "curve-20", "half-field"]),
    rng=st.randoms(use_true_random=False),
)
@settings(max_examples=budget(8))
def test_both_escrows_end_at_nothing_whatever_is_undone(
    kind: str, final: str, paid: str, bounty: int, percent: int, shares: list[Any], tables: str, rng: random.Random
) -> None:
    evening = Evening()
    tag = Tournament.objects.count()
    players = [people.enrol(f"{tag} {n}", is_computer=True, now=evening.now) for n in range(6)]
    for player in players:
        evening.give(player, CHIPS)
    fields = {"bounty": bounty, "bounty_kind": kind, "bounty_paid": paid, "bounty_paid_percent": percent, "buy_in": 997}
    row = evening.entered(
        players,
        payout=tables,
        table_size=6,
        fee=0,
        bounty_final=final if kind == "fixed" else "winner",
        mystery_shares=shares,
        **fields,
    )
    event_start.start(row.pk, now=evening.now)
    row = Tournament.objects.get(pk=row.pk)
    lines: list[int] = []
    while len(alive := evening.state(row).alive) > 1:
        act = rng.random()
        try:
            if act < 0.6 or not lines:
                entry, *others = rng.sample(alive, len(alive))
                lines.append(out(row, evening, entry, *others[: rng.randint(0, min(3, len(others)))]))
            elif act < 0.8:
                undo.undo(row.pk, rng.choice(lines), now=evening.now, by=None)
            else:
                undo.redo(row.pk, rng.choice(lines), now=evening.now, by=None)
        except Refused:
            continue
        held = bounty_awards.open_bounties(row, evening.state(row))
        prize_state = evening.state(row).prize_state
        if kind != "mystery":
            owed = sum(held.values()) + prize_state.unclaimed + (sum(prize_state.won.values()) if paid == "end" else 0)
            assert pots(row)[1] == owed
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED
    assert pots(row) == (0, 0)
    for player in players:
        kept = Result.objects.get(tournament=row, player=player)
        assert wallet(player) == CHIPS - kept.spent + kept.prize + kept.bounty, "the results are what was paid"
    assert sum(wallet(player) for player in players) == 6 * CHIPS
    assert is_replay(row)
    assert audit.rebuild().ok


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"bounty": 1001}, "at most 1,000"),
        ({"bounty": 10, "bounty_kind": "progressive", "bounty_final": "pool"}, "only where bounties are fixed"),
        ({"bounty": 10, "bounty_kind": "mystery", "mystery_shares": [[0, 1]]}, "pairs of a weight"),
    ],
)
def test_bounties_that_cannot_be_are_refused(evening: Evening, fields: dict[str, Any], word: str) -> None:
    with pytest.raises(Refused, match=word):
        evening.tournament(**fields)
    assert not Entry.objects.exists()
    assert not Tournament.objects.exists()


def test_the_form_of_the_floor_names_hunters_with_commas(evening: Evening) -> None:
    row, _players = with_bounties(evening)
    boss = evening.person("boss", role="director", chips=0)
    client = Client()
    client.force_login(boss.user)
    form = {"entry": 1, "eliminators": "2, 4", "why": "lost it"}
    assert client.post(f"/tournaments/{row.pk}/floor/knock-out/", form).status_code == 302
    told = LogEntry.objects.get(tournament=row, kind="bounty_won").data
    assert (told["eliminators"], told["paid"]) == ([2, 4], [[2, 125], [4, 125]])
    form = {"entry": 3, "eliminators": "", "why": "gave up", "is_disqualified": "true"}
    assert client.post(f"/tournaments/{row.pk}/floor/knock-out/", form).status_code == 302
    assert evening.state(row).prize_state.barred == {3}
    again = {"entry": 1, "eliminators": "2", "why": "alone"}
    assert client.post(f"/tournaments/{row.pk}/money/bounty/", again).status_code == 302
    assert client.get(f"/tournaments/{row.pk}/money/").status_code == 200
    assert bounty_awards.won(row, evening.state(row)) == {2: 250}


def test_a_hunter_who_goes_out_while_the_victim_still_decides_has_the_bounty(evening: Evening) -> None:
    buying_again = {"rebuys": 1, "rebuy_price": 500, "rebuy_chips": 1000, "rebuy_until_level": 3}
    row, players = with_bounties(evening, cards="physical", **buying_again)
    how: dict[str, Any] = {"now": evening.now, "by": None}
    reported_knockouts.knock_out(row.pk, [1], eliminators=[2], **how)
    how["now"] += timedelta(minutes=2)
    reported_knockouts.knock_out(row.pk, [2], eliminators=[3], **how)
    how["now"] += timedelta(minutes=1)
    rebuys_and_add_ons.decline_at_desk(row.pk, 2, **how)
    how["now"] += timedelta(minutes=1)
    rebuys_and_add_ons.decline_at_desk(row.pk, 1, **how)
    assert [wallet(player) - CHIPS for player in players] == [-1000, -750, -750, -1000]
    assert is_replay(row)
    with pytest.raises(Refused, match="went out before"):
        bounty_awards.award(row.pk, 2, eliminators=[1], why="x", **how)


def test_eliminators_who_cannot_have_won_are_refused_at_the_knock_out_also_of_one_who_may_buy_again(
    evening: Evening,
) -> None:
    buying_again = {"rebuys": 1, "rebuy_price": 500, "rebuy_chips": 1000, "rebuy_until_level": 3}
    row, _players = with_bounties(evening, cards="physical", **buying_again)
    how: dict[str, Any] = {"now": evening.now, "by": None}
    reported_knockouts.knock_out(row.pk, [1], **how)
    how["now"] += timedelta(minutes=1)
    strange = "bad_eliminators"
    for named, code in (([1], "eliminator_was_out"), ([2], strange), ([3, 3], strange), ([9], strange)):
        with pytest.raises(Refused) as refused:
            reported_knockouts.knock_out(row.pk, [2], eliminators=named, **how)
        assert refused.value.code == code
    reported_knockouts.knock_out(row.pk, [2], eliminators=[3], **how)
    rebuys_and_add_ons.decline_at_desk(row.pk, 1, **how)
    rebuys_and_add_ons.decline_at_desk(row.pk, 2, **how)
    assert bounty_awards.won(row, evening.state(row)) == {3: 250}
