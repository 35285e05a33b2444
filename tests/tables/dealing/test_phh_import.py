"""Published hands: taken in, resolved, compared; and the broken ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from club.ledger import audit, ledger
from engine.notation.phh import write
from engine.play.any_game import record_of
from tables.dealing import phh_import, settlement
from tables.models import Decision, Hand, Table
from tests.patience import PATIENCE
from tests.support import hands as chinese
from tests.support.tables.phh_files import GOOD
from tests.support.tables.problems import check_problem

HALVES = (
    GOOD.replace("[1, 2, 0]", "[0.5, 1, 0]")
    .replace("min_bet = 2", "min_bet = 1")
    .replace("cbr 6", "cbr 2.5")
    .replace("[106, 94, 100]", "[102.5, 97.5, 100]")
)


@pytest.mark.django_db
def test_a_record_is_settled_in_a_ledger_of_its_own_unit(now):
    imported = phh_import.import_text(GOOD, "good.phh", by=None, now=now)
    [row] = imported.hands
    assert (row.state, row.is_recorded, imported.table.kind) == ("over", True, "recorded")
    assert settlement.resolve(row.pk, now=now)
    assert not settlement.resolve(row.pk, now=now)
    [outcome] = phh_import.outcomes(imported.table)
    assert (outcome.ok, outcome.finishing_stacks, outcome.why) == (True, [106, 94, 100], "")
    assert {seat.name: seat.account.balance for seat in row.seats.all()} == {"Anna": 106, "Ben": 94, "Chika": 100}
    assert ledger.balance(ledger.open_account("cashier", "cashier", phh_import.UNIT)) == -300
    assert ledger.balance(ledger.open_account("cashier", "cashier")) == 0, "the club's own chips are not touched"
    assert audit.run(now=now).ok
    assert list(Decision.objects.values_list("seq", flat=True)) == list(range(Decision.objects.count()))


@pytest.mark.django_db
def test_half_chips_are_played_in_half_chips(now):
    imported = phh_import.import_text(HALVES, "halves.phh", by=None, now=now)
    settlement.resolve(imported.hands[0].pk, now=now)
    [outcome] = phh_import.outcomes(imported.table)
    assert (outcome.ok, outcome.finishing_stacks) == (True, [102.5, 97.5, 100])


@pytest.mark.django_db
def test_a_difference_is_a_difference(now):
    imported = phh_import.import_text(GOOD.replace("[106, 94, 100]", "[107, 93, 100]"), "odd.phh", by=None, now=now)
    [waiting] = phh_import.outcomes(imported.table)
    assert (waiting.ok, waiting.why) == (False, "not settled")
    settlement.resolve(imported.hands[0].pk, now=now)
    [outcome] = phh_import.outcomes(imported.table)
    assert outcome.ok is False
    assert outcome.why == "recorded [107, 93, 100], in the ledger [106, 94, 100]"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", "broken_record", "empty"),
        ("variant = NT", "broken_record", "line 1"),
        ("variant = 'NT'", "broken_record", "antes"),
        (GOOD.replace("'NT'", "'XX'"), "unsupported", "XX"),
        (GOOD.replace("'p3 f'", "'p2 f'"), "broken_record", "line 9"),
        (GOOD.replace("cbr 6", "cbr 3"), "broken_record", "3"),
        (GOOD.replace("cbr 6", "cbr 600"), "broken_record", "line 9"),
        (GOOD.replace("cbr 6", "cbr many"), "broken_record", "line 9"),
        (GOOD.replace("7c2d", "AsKs"), "broken_record", "As"),
        (GOOD.replace(", 'p2 f',\n]", "]"), "unfinished_record", "ends before"),
        (GOOD.replace("[100, 100, 100]", "[100, 100]"), "broken_record", "numbers"),
    ],
)
def test_a_broken_record_is_refused_with_the_line_and_the_reason(house, text, code, said):
    floor = house.client(house.person("dora", role="dealer"))
    answer = floor.post("/api/v1/recorded-hands/", {"phh": text, "name": "mine"})
    if text == "":
        assert answer.status_code == 400
    else:
        problem = check_problem(answer, 422, code)
        assert said in problem["detail"]
    assert not Hand.objects.exists()
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_of_several_hands_all_are_kept_or_none(house):
    floor = house.client(house.person("dora", role="dealer"))
    both = f"[1]\n{GOOD}\n[2]\n{GOOD}"
    answer = floor.post("/api/v1/recorded-hands/", {"phh": both})
    assert answer.status_code == 201
    assert len(answer.json()["hands"]) == 2
    broken = both + "\n[3]\n" + GOOD.replace("'p3 f'", "'p2 f'")
    check_problem(floor.post("/api/v1/recorded-hands/", {"phh": broken}), 422, "broken_record")
    assert Hand.objects.count() == 2


def test_the_command_plays_them_through_workers_and_its_own_ledger(tmp_path):
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "a.phh").write_text(GOOD)
    (folder / "b.phhs").write_text(f"[1]\n{HALVES}\n[2]\n{GOOD.replace(repr('NT'), repr('XX'))}")
    environment = {**os.environ, "CARDHOUSE_VAR": str(tmp_path / "var")}

    (folder / "c.phh").write_text(GOOD.replace("[106, 94, 100]", "[107, 93, 100]"))
    (folder / "d.phh").write_text("not a hand")
    line = [sys.executable, "manage.py", "replay", str(folder), "--workers", "1", "--json"]
    done = subprocess.run(
        line, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE
    )
    assert done.returncode == 1, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(Path(line["file"]).name, line["hand"], line["ok"]) for line in lines]
    assert told == [
        ("a.phh", "1", True), ("b.phhs", "1", True), ("b.phhs", "2", None), ("c.phh", "1", False), ("d.phh", "1", False),
    ]  # fmt: skip
    assert lines[1]["finishing_stacks"] == [102.5, 97.5, 100]
    assert lines[3]["why"] == "recorded [107, 93, 100], in the ledger [106, 94, 100]"
    assert lines[4]["why"].startswith("the file cannot be read")
    assert "ledger:" not in done.stderr  # no difference of the books
    assert not (tmp_path / "var" / "servers.json").exists(), (
        "it runs on the servers it was told of, and starts no others"
    )
    with pytest.raises(CommandError, match="no such file"):
        call_command("replay", str(tmp_path / "nowhere"))


@pytest.mark.django_db
def test_chinese_hands_are_kept_as_their_rows_and_settled(now):
    """One that was dealt card by card, with what its players discarded, and one that the floor wrote down."""
    dealt = chinese.default(chinese.hand("ofc-pineapple", 500, 300, carried={"2": 15}))
    told = chinese.recorded("ofc", 200, 200, point=5)
    chinese.act(told, 2, "9d 7d 2h / Td Tc 8s 6s 5d / Jh Jc 8d 7c 4s")
    chinese.act(told, 1, "Qc Qd 2s / Kh Ks 5c 4h 3h / Ah As 9c 8h 6d")
    text = write([record_of(dealt, name="1", everything=True), record_of(told, name="2")])
    imported = phh_import.import_text(text, "night.phhs", by=None, now=now)
    assert settlement.resolve_all([row.pk for row in imported.hands], now=now)
    assert [outcome.ok for outcome in phh_import.outcomes(imported.table)] == [True, True]
    rows = Hand.objects.filter(table=imported.table).order_by("number")
    assert rows[0].result["carried"] == dict(dealt.result.carried)
    assert (rows[0].result["points"], rows[1].result["points"]) == (
        dealt.result.as_json()["points"],
        {"1": 13, "2": -13},
    )
    assert audit.run(now=now).ok
