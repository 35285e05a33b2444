"""House rules of a tournament: its own, then its game's, then the club's; each hand keeps those it began with."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from club.base.errors import ClubError
from club.base.registry import SCOPES
from club.house import house_rules
from engine.games.play_rules import PlayRules
from tables.core import table_rules
from tables.dealing import settlement
from tables.models import Hand, Table
from tests.tournaments.conftest import is_replay
from tournaments.log import seating_rules
from tournaments.log import tournament_rules as tournament_rules
from tournaments.running import event_start, runner, settled_hands
from tournaments.seating import places_of_knockouts
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import moment

pytestmark = pytest.mark.django_db
LOSERS, CARDS, CAP = "PlayRules.losers", "PlayRules.cards_to_win", "PlayRules.raise_cap"


def put(evening, scope: str, **values) -> None:
    changed = {f"PlayRules.{name}": value for name, value in values.items()}
    house_rules.change(changed, scope=scope, by=None, why="for this story", now=evening.now)


@pytest.fixture
def running(evening):
    """A tournament whose first hands are dealt, under rules of its own, its game's and the club's."""
    row = evening.entered(evening.computers(3))
    put(evening, "club", losers="show", cards_to_win="winning ones", raise_cap=3)
    put(evening, "game:holdem", cards_to_win="all", raise_cap=5)
    put(evening, row.owner, raise_cap=0)
    runner.direct(row.pk, now=evening.now)
    return row


def test_a_hand_of_a_tournament_is_dealt_by_its_own_rules_then_its_games_then_the_clubs(evening, running):
    (hand,) = Hand.objects.all()
    kept = hand.rule_set.values["PlayRules"]
    assert (kept["raise_cap"], kept["cards_to_win"], kept["losers"]) == (0, "all", "show")
    table = Table.objects.get()
    assert table_rules.scopes(table, "holdem") == (f"table:{table.pk}", running.owner, "game:holdem")
    assert house_rules.chain_of(f"table:{table.pk}") == (f"table:{table.pk}", running.owner, "game:holdem", "club")


def test_another_tournament_and_the_cash_tables_keep_the_clubs(evening, running):
    assert house_rules.resolve(PlayRules, ("game:holdem",)).raise_cap == 5
    other = evening.tournament()
    assert house_rules.resolve(PlayRules, house_rules.chain_of(other.owner)[:-1]).raise_cap == 5


def test_a_hand_in_play_keeps_its_rules_and_the_next_one_has_the_new(evening, running):
    (first,) = Hand.objects.all()
    put(evening, running.owner, raise_cap=4)
    settlement.play_out(first.pk, now=evening.now)
    runner.direct(running.pk, now=evening.now)
    first.refresh_from_db()
    second = Hand.objects.exclude(pk=first.pk).order_by("pk").first()
    assert [one.rule_set.values["PlayRules"]["raise_cap"] for one in (first, second)] == [0, 4]


def test_a_level_keeps_the_rules_of_every_family_until_the_next_begins_and_a_break_belongs_to_it(evening):
    sheet = [{"type": "level", "n": n, "minutes": 5, "sb": 25, "bb": 50} for n in (1, 2, 3)]
    sheet.insert(1, {"type": "break", "minutes": 5})
    row = evening.entered(evening.computers(3), structure=evening.structure(items=sheet, starting_chips=100_000))
    event_start.start(row.pk, now=evening.now)

    def seen() -> tuple[object, ...]:
        state = evening.play_round(row)
        hand = Hand.objects.order_by("pk").last()
        own = tournament_rules.in_force(row, state.level_began)
        seats = seating_rules.policy(row, state)
        return hand.rule_set.values["PlayRules"]["raise_cap"], own.knockout_policy, seats.mover

    before = seen()
    changed = {"PlayRules.raise_cap": 5, "TournamentRules.across_tables": "tie", "SeatingRules.mover": "lot"}
    house_rules.change(changed, scope=row.owner, by=None, why="from the next level on", now=evening.now)
    while moment(levels_and_breaks.items(row.sheet), evening.state(row).clock, evening.now).index < 2:
        assert seen() == before
    assert before == (house_rules.resolve(PlayRules).raise_cap, "stack", "next big blind")
    assert seen() == (5, "table_then_tie", "lot")
    assert is_replay(row)


def test_what_is_inherited_is_seen_with_where_it_comes_from(evening, running):
    standing = {one.full: one for group in house_rules.standing(running.owner) for one in group.standings}
    assert [(standing[one].value, standing[one].scope) for one in (CAP, CARDS, LOSERS)] == [
        (0, running.owner),
        ("all", "game:holdem"),
        ("show", "club"),
    ]
    director_ = evening.person("dora", role="owner")
    browser = Client()
    browser.force_login(director_.user)
    page = browser.get(f"/house-rules/edit/?scope={running.owner}").content.decode()
    assert f'<option value="{running.owner}" selected>Test</option>' in page
    part = page[page.index(f'name="{CARDS}"') : page.index(f'name="{CARDS}"') + 900]
    assert f"from {dict(SCOPES['game'].options())['game:holdem']}" in html.unescape(part)
    printed = Client().get(f"/house-rules/?scope={running.owner}").content.decode()
    assert "set here" in printed
    assert Client().get("/house-rules/?scope=tournament:9999").status_code == 404


def test_a_tournament_there_is_not_is_no_scope(evening):
    for reference in ("tournament:9999", "tournament:", "tournament:x", "tournament:9" + "9" * 30):
        with pytest.raises(ClubError, match="none"):
            house_rules.standing(reference)


def test_the_scopes_to_choose_are_the_tournaments_that_are_not_over(evening, running):
    over = evening.tournament()
    event_start.cancel(over.pk, now=evening.now, by=None, why="too few")
    assert [reference for reference, _words in SCOPES["tournament"].options()] == [running.owner]


def test_those_knocked_out_at_two_tables_at_once_tie_where_the_house_says_so(evening, monkeypatch):
    asked = []

    def places(busts, left, policy):
        asked.append(policy)
        return {}

    row = evening.entered(evening.computers(2))
    runner.direct(row.pk, now=evening.now)
    monkeypatch.setattr(settled_hands, "places", places)
    monkeypatch.setattr(
        settled_hands, "_busted", lambda _book, number, _hand: [places_of_knockouts.Bust(1, number, 100)]
    )
    monkeypatch.setattr(settled_hands.bounty_eliminators, "in_hand", lambda *_told: {})
    for choice, policy in (("larger stack", "stack"), ("tie", "table_then_tie")):
        house_rules.change({"TournamentRules.across_tables": choice}, scope=row.owner, by=None, now=evening.now)
        Hand.objects.filter(state=Hand.State.PLAYING).update(state=Hand.State.SETTLED)
        runner.direct(row.pk, now=evening.now)
        assert asked[-1] == policy
        assert policy in places_of_knockouts.POLICIES
