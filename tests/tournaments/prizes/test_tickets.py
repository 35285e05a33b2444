"""Satellites and tickets: won, used, given back, expired, issued with a second pair of eyes; no chip is lost."""

from __future__ import annotations

import html
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import Player, User
from club.people import people
from tests.support.budget import budget
from tests.support.tournaments.tickets import given_to, good, issuer
from tests.support.tournaments.tournament_api import is_problem
from tests.tournaments.conftest import CHIPS, NOW, Evening, held, is_replay, wallet
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.endings import requests_to_call_off_or_reopen
from tournaments.floor import clock_by_hand, floor_view, moves_and_knockouts
from tournaments.log.state import FINISHED
from tournaments.models import Ticket, Tournament
from tournaments.prizes import escrow, ticket_expiry, tickets
from tournaments.running import event_start, runner

pytestmark = pytest.mark.django_db


def in_escrow() -> int:
    return held("tickets", "escrow")


def worth() -> int:
    return sum(Ticket.objects.filter(state="held").values_list("value", flat=True))


def test_a_satellite_pays_tickets_and_the_rest_to_the_next(evening: Evening) -> None:
    main = evening.tournament(buy_in=2000, fee=200, starts_at=None)
    players = evening.computers(5)
    row = evening.entered(players, fee=0, ticket_for=main, ticket_value=2200, table_size=9)
    event_start.start(row.pk, now=evening.now)
    clock_by_hand.pause(row.pk, now=evening.now, by=None)
    for entry in (1, 2):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == "running"
    moves_and_knockouts.knock_out(row.pk, 3, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)  # two left, two tickets: nothing is left to play for
    assert evening.state(row).status == FINISHED
    assert [wallet(player) - CHIPS for player in players] == [-1000, -1000, -400, -1000, -1000]
    assert [tickets.held(player, main, now=evening.now).count() for player in players] == [0, 0, 0, 1, 1]
    assert (held(row.owner, "escrow"), in_escrow()) == (0, 4400)
    client = evening.client(None)
    assert client.get("/api/v1/me/tickets/").status_code == 401
    number = tickets.held(players[3], main, now=evening.now).get().pk
    entry = registration.register(main.pk, players[3], now=evening.now, ticket=number)
    assert (held(main.owner, "escrow"), in_escrow(), wallet(players[3])) == (2000, 2200, CHIPS - 1000)
    assert entry.ticket_id == number
    registration.unregister(main.pk, players[3], now=evening.now)
    assert (held(main.owner, "escrow"), in_escrow(), wallet(players[3])) == (0, 4400, CHIPS - 1000)
    assert tickets.held(players[3], main, now=evening.now).get().pk == number
    assert is_replay(row)
    assert audit.rebuild().ok


def test_a_ticket_of_a_cancelled_tournament_is_good_again_and_pays_first(evening: Evening) -> None:
    mika = evening.person("mika", chips=150)
    main = evening.tournament()
    ticket = good(mika, 1000, tournament=main)
    client = evening.client(mika)
    assert is_problem(client.post(f"/api/v1/tournaments/{main.pk}/registration/"), 409, "not_enough_chips")
    answer = client.post(f"/api/v1/tournaments/{main.pk}/registration/", {"ticket": ticket.pk}, format="json")
    assert answer.status_code == 201
    assert (wallet(mika), in_escrow()) == (50, 0)
    event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    assert (wallet(mika), in_escrow()) == (150, 1000)
    ticket.refresh_from_db()
    assert ticket.state == "held"


def test_which_tickets_are_good_where(evening: Evening) -> None:
    mika, other = evening.person("mika"), evening.person("other")
    main, elsewhere = evening.tournament(), evening.tournament(buy_in=5000)
    for_it = good(mika, 10, "1", tournament=main)
    by_name = good(mika, 20, "2", event=main.name)
    anywhere = good(mika, 1100, "3")
    good(mika, 30, "4", tournament=elsewhere)
    late = good(mika, 1100, "5", expires_at=NOW + timedelta(hours=1))
    assert set(tickets.held(mika, main, now=NOW)) == {for_it, by_name, anywhere, late}
    assert late not in tickets.held(mika, main, now=NOW + timedelta(days=2))
    assert tickets.held(mika, main, now=NOW).first() == for_it
    with pytest.raises(Refused) as refused:
        registration.register(main.pk, other, now=NOW, ticket=for_it.pk)
    assert refused.value.code == "ticket_not_good"
    assert Ticket.objects.get(pk=for_it.pk).state == "held"


def test_a_large_ticket_waits_for_a_second_person(evening: Evening) -> None:
    mika = evening.person("mika")
    made = given_to(mika, 5000)
    assert (made.state, in_escrow(), tickets.held(mika, now=NOW).count()) == ("waiting", 0, 0)
    with pytest.raises(Refused) as refused:
        tickets.approve(made.pk, by=issuer(), now=NOW)
    assert refused.value.code == "second_person_needed"
    tickets.approve(made.pk, by=User.objects.create(username="dora"), now=NOW)
    assert (in_escrow(), held("house", "fees")) == (5000, -5000)
    with pytest.raises(Refused, match="Somebody else"):
        tickets.cancel(made.pk, why="x", by=issuer(), now=NOW)
    tickets.cancel(made.pk, why="x", by=User.objects.get(username="dora"), now=NOW)
    assert (in_escrow(), held("house", "fees")) == (0, 0)
    assert audit.rebuild().ok


@pytest.mark.parametrize("is_merged", [False, True], ids=["own", "merged into one's own"])
def test_nobody_issues_or_approves_a_ticket_for_themselves(evening: Evening, is_merged: bool) -> None:
    boss = evening.person("boss", role="director")
    assert boss.user is not None
    player = evening.person("boss before", chips=0) if is_merged else boss
    if is_merged:
        Player.objects.filter(pk=player.pk).update(user=None, merged_into=boss)
    with pytest.raises(ClubError) as refused:
        tickets.issue(player, 50, why="x", key="z", by=boss.user, now=NOW)
    assert (refused.value.code, refused.value.status, Ticket.objects.count()) == ("own_account", 403, 0)
    made = given_to(player, 5000)
    with pytest.raises(ClubError) as refused:
        tickets.approve(made.pk, by=boss.user, now=NOW)
    assert (refused.value.code, refused.value.status) == ("own_account", 403)
    made.refresh_from_db()
    assert (made.state, in_escrow()) == ("waiting", 0)
    client = evening.client(boss)
    body = {"player": boss.pk, "value": 50, "why": "x"}
    key = {"Idempotency-Key": "k"}
    assert is_problem(client.post("/api/v1/tickets/", body, format="json", headers=key), 403, "own_account")
    page = Client()
    page.force_login(boss.user)
    address = "/desk/tickets/"
    told = page.post(address, {"player": boss.pk, "value": 50, "why": "x", "key": "p"})
    assert (told.status_code, "of your own" in told.content.decode()) == (403, True)


def test_a_key_is_one_ticket_and_a_reason_is_needed(evening: Evening) -> None:
    mika = evening.person("mika")
    assert given_to(mika, 50) == given_to(mika, 50)
    with pytest.raises(Exception, match="used for another request"):
        given_to(mika, 60)
    with pytest.raises(Refused, match="Say why"):
        tickets.issue(mika, 5, why=" ", key="z", by=issuer(), now=NOW)
    with pytest.raises(Refused, match="cannot have expired"):
        given_to(mika, 5, "y", expires_at=NOW)
    assert Ticket.objects.count() == 1


def test_an_expired_ticket_goes_to_the_house_after_notice(evening: Evening, mailoutbox: list[Any]) -> None:
    mika = evening.person("mika")
    mika.user.email = "mika@example.org"
    mika.user.save()
    given_to(mika, 500, expires_at=NOW + timedelta(days=10))
    assert ticket_expiry.mail_notices(now=NOW) == 0
    assert ticket_expiry.mail_notices(now=NOW + timedelta(days=4)) == 1
    assert ticket_expiry.mail_notices(now=NOW + timedelta(days=4)) == 0
    assert "500" in mailoutbox[0].body
    assert ticket_expiry.expire(now=NOW + timedelta(days=9)) == 0
    assert ticket_expiry.expire(now=NOW + timedelta(days=11)) == 1
    assert ticket_expiry.expire(now=NOW + timedelta(days=11)) == 0
    assert (in_escrow(), held("house", "fees")) == (0, 0)
    assert Ticket.objects.get().state == "expired"


@pytest.mark.parametrize(
    ("until", "ends"),
    [
        (datetime(2026, 9, 5, 14, 59, tzinfo=UTC), datetime(2026, 9, 5, 21, tzinfo=UTC)),  # 23:59 of the 5th in Tokyo
        (datetime(2026, 9, 5, 18, tzinfo=UTC), datetime(2026, 9, 5, 21, tzinfo=UTC)),  # 03:00: the evening goes on
        (datetime(2026, 9, 5, 21, tzinfo=UTC), datetime(2026, 9, 5, 21, tzinfo=UTC)),  # its very end, as it is told
        (datetime(2026, 9, 5, 21, 1, tzinfo=UTC), datetime(2026, 9, 6, 21, tzinfo=UTC)),
    ],
)
def test_a_ticket_is_good_until_the_business_day_is_over(evening: Evening, until: datetime, ends: datetime) -> None:
    house_rules.change({"ClubRules.time_zone": "Asia/Tokyo", "ClubRules.day_ends": 6}, by=None, now=NOW)
    mika = evening.person("mika")
    made = given_to(mika, 500, expires_at=until)
    assert made.expires_at == ends
    moment = timedelta(seconds=1)
    assert list(tickets.held(mika, now=ends - moment)) == [made]
    assert ticket_expiry.expire(now=ends - moment) == 0
    assert list(tickets.held(mika, now=ends)) == []
    assert ticket_expiry.expire(now=ends) == 1


@given(rng=st.randoms(use_true_random=False), value=st.integers(1, 4000))
@settings(max_examples=budget(10))
def test_the_escrow_holds_what_the_good_tickets_are_worth(rng: random.Random, value: int) -> None:
    evening, tag = Evening(), Tournament.objects.count()
    player = people.enrol(f"holder {tag}", is_computer=True, now=NOW)
    evening.give(player, CHIPS)
    row = evening.tournament(buy_in=rng.randint(0, 1500), fee=rng.randint(0, 200), bounty=0)
    entered = False
    for step in range(8):
        act = rng.choice(["issue", "enter", "leave", "cancel", "expire"])
        found = list(tickets.held(player, row, now=evening.now))
        if act == "issue":
            good(
                player,
                value,
                f"{tag} {step}",
                tournament=row,
                expires_at=evening.now + timedelta(days=rng.randint(1, 3)),
            )
        elif act == "enter" and not entered and found:
            registration.register(row.pk, player, now=evening.now, ticket=rng.choice(found).pk)
            entered = True
        elif act == "leave" and entered:
            registration.unregister(row.pk, player, now=evening.now)
            entered = False
        elif act == "cancel" and found:
            tickets.cancel(
                found[0].pk,
                why="x",
                by=User.objects.get(username="dora") if value > 1000 else issuer(),
                now=evening.now,
            )
        elif act == "expire":
            ticket_expiry.expire(now=evening.now + timedelta(days=2))
        assert in_escrow() == worth()
    assert audit.rebuild().ok


# -- paper and pages --------------------------------------------------------------------------------------------------


def test_receipts_and_the_prize_sheet_have_japanese_names(evening: Evening) -> None:
    boss, mika, ken = evening.person("boss", role="director"), evening.person("mika"), evening.person("健太")
    Player.objects.filter(pk=ken.pk).update(real_name="山田健太")
    row = evening.entered([mika, ken], bounty=100)
    event_start.start(row.pk, now=evening.now)
    moves_and_knockouts.knock_out(row.pk, 1, now=evening.now, by=None, why="x", eliminators=[2])
    runner.direct(row.pk, now=evening.now)
    pages = {}
    for name, who in (("boss", boss), ("ken", ken), ("mika", mika)):
        client = Client()
        client.force_login(who.user)
        for paper in ("receipt", "prize"):
            pages[name, paper] = client.get(f"/tournaments/{row.pk}/entries/2/{paper}.pdf")
    assert {key: page.status_code for key, page in pages.items()} == {
        ("boss", "receipt"): 200, ("boss", "prize"): 200, ("ken", "receipt"): 200, ("ken", "prize"): 200,
        ("mika", "receipt"): 403, ("mika", "prize"): 403,
    }  # fmt: skip
    assert pages["ken", "prize"].content.startswith(b"%PDF")
    client = Client()
    client.force_login(boss.user)
    sheet = client.get(f"/tournaments/{row.pk}/prizes.pdf")
    assert sheet.content.startswith(b"%PDF")
    assert client.get(f"/tournaments/{row.pk}/entries/1/prize.pdf").status_code == 404


# -- the event that tickets are for is called off -----------------------------------------------------------------------


def satellite(evening: Evening) -> tuple[Tournament, Tournament, list[Player]]:
    """An event, and a running satellite of five for it in which three are out: two win a ticket of 2,200 each."""
    main = evening.tournament(buy_in=2000, fee=200, starts_at=None)
    players = evening.computers(5)
    row = evening.entered(players, fee=0, ticket_for=main, ticket_value=2200, table_size=9)
    event_start.start(row.pk, now=evening.now)
    clock_by_hand.pause(row.pk, now=evening.now, by=None)
    for entry in (1, 2):
        moves_and_knockouts.knock_out(row.pk, entry, now=evening.now, by=None, why="x")
    return main, row, players


def decided(evening: Evening, row: Tournament) -> None:
    moves_and_knockouts.knock_out(row.pk, 3, now=evening.now, by=None, why="x")
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == FINISHED


REFUND = {"TournamentRules.cancelled_tickets": "refunded"}


@pytest.mark.parametrize("when", ["before", "after"])
def test_tickets_for_an_event_that_is_called_off_are_good_for_any(evening: Evening, when: str) -> None:
    main, row, players = satellite(evening)
    if when == "before":
        event_start.cancel(main.pk, now=evening.now, by=None, why="x")
        row.refresh_from_db()
        [told] = [one for one in floor_view.board(row, now=evening.now)["due"] if one["kind"] == "target_off"]
        assert main.name in told["words"]
    decided(evening, row)
    if when == "after":
        assert tickets.held(players[3], now=evening.now).get().tournament_id == main.pk
        event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    for player in players[3:]:
        ticket = tickets.held(player, now=evening.now).get()
        assert (ticket.tournament_id, ticket.value) == (None, 2200)
    other = evening.tournament(buy_in=2000, fee=200, starts_at=None)
    number = tickets.held(players[3], other, now=evening.now).get().pk
    registration.register(other.pk, players[3], now=evening.now, ticket=number)
    assert (in_escrow(), held(other.owner, "escrow")) == (2200, 2000)
    assert not Ticket.objects.filter(state="held", tournament__status="cancelled").exists()
    assert is_replay(row)
    assert audit.rebuild().ok


@pytest.mark.parametrize("when", ["before", "after"])
def test_or_they_are_refunded_where_the_house_has_it_so(evening: Evening, when: str) -> None:
    house_rules.change(REFUND, by=None, now=evening.now - timedelta(days=1))
    main, row, players = satellite(evening)
    given = good(players[0], 1000, tournament=main)  # the house gave it: it is not turned into chips
    if when == "before":
        event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    decided(evening, row)
    if when == "after":
        event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    assert [wallet(player) - CHIPS for player in players] == [-1000, -1000, -400, 1200, 1200]
    assert [one.pk for one in Ticket.objects.filter(state="held")] == [given.pk]
    assert tickets.held(players[0], evening.tournament(buy_in=900), now=evening.now).get() == given
    assert (held(row.owner, "escrow"), in_escrow()) == (0, 1000)
    assert is_replay(row)
    assert audit.rebuild().ok


def test_an_entry_paid_by_ticket_is_no_ticket_for_nothing_after_its_event_is_called_off(evening: Evening) -> None:
    house_rules.change(REFUND, by=None, now=evening.now - timedelta(days=1))
    main, row, players = satellite(evening)
    decided(evening, row)
    number = tickets.held(players[3], main, now=evening.now).get().pk
    registration.register(main.pk, players[3], now=evening.now, ticket=number)
    event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    assert (wallet(players[3]) - CHIPS, in_escrow()) == (1200, 0)
    assert audit.rebuild().ok


def test_before_an_event_is_called_off_it_is_said_what_becomes_of_its_tickets(evening: Evening) -> None:
    main, row, players = satellite(evening)
    given = good(players[0], 1000, tournament=main)
    director = evening.person("boss", role="director")
    boss, page = evening.client(director), Client()
    assert director.user is not None
    page.force_login(director.user)

    def warned() -> list[str]:
        return boss.get(f"/api/v1/tournaments/{main.pk}/ending/").json()["warnings"]

    held_for, played = warned()
    assert ("1" in held_for, "1,000" in held_for, "any event" in held_for) == (True, True, True)
    assert row.name in played
    decided(evening, row)  # two more, of 2,200 each
    assert [("3" in words, "5,400" in words) for words in warned()] == [(True, True)]
    house_rules.change(REFUND, by=None, now=evening.now - timedelta(days=1))
    assert next(("2" in words, "4,400" in words) for words in warned()) == (True, True)
    registration.register(main.pk, players[1], now=evening.now)
    registration.register(main.pk, players[2], now=evening.now)
    event_start.start(main.pk, now=evening.now)
    assert warned()[0] in html.unescape(page.get(f"/tournaments/{main.pk}/floor/").content.decode())
    requests_to_call_off_or_reopen.ask_to_call_off(main.pk, why="flood", now=evening.now, by=director.user)
    assert boss.get(f"/api/v1/tournaments/{main.pk}/ending/").json()["request"]["warnings"] == warned()
    assert Ticket.objects.get(pk=given.pk).tournament_id == main.pk  # nothing has happened yet


@pytest.mark.parametrize("how", ["good for any event", "refunded", "expire"])
def test_tickets_that_nobody_used_are_settled_when_their_event_is_over(evening: Evening, how: str) -> None:
    house_rules.change({"TournamentRules.unused_tickets": how}, by=None, now=evening.now - timedelta(days=1))
    main, row, players = satellite(evening)
    decided(evening, row)
    given = good(players[0], 1000, tournament=main)  # the house gave it: it is not turned into chips
    number = tickets.held(players[3], main, now=evening.now).get().pk
    registration.register(main.pk, players[3], now=evening.now, ticket=number)
    registration.register(main.pk, players[2], now=evening.now)
    before, fees = wallet(players[4]), ledger.balance(escrow.fees())
    event_start.start(main.pk, now=evening.now)
    moves_and_knockouts.knock_out(main.pk, 1, now=evening.now, by=None, why="x")
    runner.direct(main.pk, now=evening.now)
    assert evening.state(main).status == FINISHED
    won = Ticket.objects.get(player=players[4])
    given.refresh_from_db()
    assert not Ticket.objects.filter(state="held", tournament__status="finished").exists()
    assert {
        "good for any event": (won.state, won.tournament_id, wallet(players[4]), given.state, in_escrow()),
        "refunded": (won.state, won.tournament_id, wallet(players[4]) - 2200, given.state, in_escrow()),
        "expire": (won.state, won.tournament_id, wallet(players[4]), given.state, in_escrow()),
    }[how] == {
        "good for any event": ("held", None, before, "held", 3200),
        "refunded": ("cancelled", main.pk, before, "held", 1000),
        "expire": ("expired", main.pk, before, "expired", 0),
    }[how]
    assert ledger.balance(escrow.fees()) - fees == (3200 if how == "expire" else 0)
    assert audit.rebuild().ok


def test_no_satellite_is_announced_for_an_event_that_is_over(evening: Evening) -> None:
    main = evening.tournament()
    event_start.cancel(main.pk, now=evening.now, by=None, why="x")
    main.refresh_from_db()
    with pytest.raises(Refused) as refused:
        evening.tournament(ticket_for=main, ticket_value=1100)
    assert (refused.value.status, refused.value.params["field"]) == (422, "ticket_for")
